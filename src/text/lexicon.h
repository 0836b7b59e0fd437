/*
 * The words of UI talk: which verbs are which actions, which nouns only name a
 * kind of widget, which words carry no meaning for a label. One table per
 * idea; lookups are by lower-case word.
 */
#ifndef TEXT_LEXICON_H
#define TEXT_LEXICON_H

#include "base/base.h"

/*  constant             name in the output, coarse kind */
#define ACTIONS(X)                                  \
    X(ACTION_NONE,         "none",         "none")      \
    X(ACTION_CLICK,        "click",        "click")     \
    X(ACTION_LONG_CLICK,   "longclick",    "longclick") \
    X(ACTION_DOUBLE_CLICK, "doubleclick",  "click")     \
    X(ACTION_MULTI_CLICK,  "multiclick",   "click")     \
    X(ACTION_SELECT,       "select",       "click")     \
    X(ACTION_CHECK,        "check",        "click")     \
    X(ACTION_UNCHECK,      "uncheck",      "click")     \
    X(ACTION_TOGGLE,       "toggle",       "click")     \
    X(ACTION_ENABLE,       "enable",       "click")     \
    X(ACTION_DISABLE,      "disable",      "click")     \
    X(ACTION_MENU,         "menu",         "click")     \
    X(ACTION_NAVIGATE,     "navigate",     "click")     \
    X(ACTION_INPUT,        "input",        "input")     \
    X(ACTION_CLEAR,        "clear",        "input")     \
    X(ACTION_LEAVE_EMPTY,  "leave-empty",  "input")     \
    X(ACTION_SWIPE,        "swipe",        "swipe")     \
    X(ACTION_SCROLL,       "scroll",       "swipe")     \
    X(ACTION_DRAG,         "drag",         "swipe")     \
    X(ACTION_ZOOM,         "zoom",         "swipe")     \
    X(ACTION_ROTATE,       "rotate",       "rotate")    \
    X(ACTION_BACK,         "back",         "back")      \
    X(ACTION_HOME,         "home",         "home")      \
    X(ACTION_RETURN,       "return",       "return")    \
    X(ACTION_LAUNCH,       "launch",       "launch")    \
    X(ACTION_CLOSE,        "close",        "close")     \
    X(ACTION_WAIT,         "wait",         "wait")

typedef enum Action {
#define X(constant, name, coarse) constant,
    ACTIONS(X)
#undef X
    ACTION_COUNT,
} Action;

const char *action_name(Action action);
/* click, longclick, input, swipe, rotate, back, home, launch …: what a device is asked to do */
const char *action_coarse(Action action);

/* How a verb takes its words. */
typedef enum VerbFrame {
    VERB_NONE,
    VERB_CLICK,     /* target is the object or what stands after on, at, to */
    VERB_INPUT,     /* value and target: "type X in Y", "fill Y with X" */
    VERB_CHANGE,    /* target then value: "change Y to X", "set Y to X" */
    VERB_GO,        /* target after to, into: "go to Y" */
    VERB_OPEN,      /* the app, or a widget */
    VERB_LABEL,     /* the verb is part of the label: "save observation", "add account" */
    VERB_GESTURE,   /* swipe, scroll, drag */
    VERB_ROTATE,
    VERB_BACK,
    VERB_LEAVE,     /* leave Y empty */
    VERB_TURN,      /* turn on, turn off, turn the phone */
    VERB_WAIT,
    VERB_CLOSE,
    VERB_GIVE,      /* give Y a name */
    VERB_SEE,       /* see, notice, observe: no event, but ends a step list */
} VerbFrame;

typedef struct Verb {
    const char *base;
    VerbFrame frame;
    Action action;
} Verb;

/* The verb that lower is a form of (clicks, clicked, clicking …), or NULL. */
const Verb *find_verb(const char *lower);
/* The base form of a regular English verb form that is in no table; in place of lower when unknown. */
bool is_gerund(const char *lower);

/* Is word one of the blank-separated words? */
bool in_words(const char *word, const char *words);

bool is_determiner(const char *lower);      /* a, the, any, some, my, this … */
bool is_filler(const char *lower);          /* just, simply, please, then, now … */
bool is_preposition(const char *lower);
bool is_pronoun(const char *lower);         /* it, them, that … as a target */
bool is_person(const char *lower);          /* i, you, we, user … as a doer */
bool is_widget_noun(const char *lower);     /* button, field, icon …: says the kind, not the label */
bool is_crash_word(const char *lower);      /* crash, fc, stops … */
bool is_app_word(const char *lower);        /* app, application */
bool is_unit(const char *lower);            /* km, kg, litres … */
/* "apostrophe" -> "'", "comma" -> ","; NULL when it names no character. */
const char *named_character(const char *lower);

#endif
