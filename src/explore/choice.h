/*
 * What can be done next on a screen, and what each would cost: the leaves of the
 * dynamic ordered event tree (the paper's section 3.3.1), ordered by how well they
 * fit the report.
 *
 * A cost is small when the report asks for the step now, larger for every wish that
 * is passed over, and about 1 for a step that nothing asks for. So a path that
 * follows the report is walked to its end first, then paths that miss one step, and
 * so on: the paper's traversal of the leaves, counted in missing steps.
 */
#ifndef EXPLORE_CHOICE_H
#define EXPLORE_CHOICE_H

#include "explore/matcher.h"

enum { MOST_CHOICE_EVENTS = 12, MOST_CHOICES = 80 };

typedef struct Choice {
    Event *events;                  /* one, or a few that belong together: into the field, type */
    u32 event_count;
    float cost;
    int wish;                       /* what it fulfils; -1: nothing that was asked for */
    int sentence;                   /* of the report, that speaks of it; -1 */
    int progress;                   /* wishes behind us afterwards */
    u64 identity;                   /* of the widget; 0: none */
    bool types;                     /* fills a field */
    bool follows;                   /* the report speaks of it, or it takes what was entered: no step of our own making */
    u32 surroundings;               /* HINT_ bits of what it does around the app */
} Choice;

typedef struct ChoiceList {
    Choice *items;
    u32 count;
} ChoiceList;

/* What a path has behind it. */
typedef struct Position {
    int progress;                   /* the first wish that is not behind us */
    bool has_typed;                 /* the last choice filled a field */
    u32 surroundings;               /* what was done around the app on this path */
    const u64 *done;                /* identities of widgets that the path has used */
    u32 done_count;
    bool away;                      /* the app is not in front */
} Position;

/* The choices on a screen, cheapest first. The list belongs to the caller: choices_free. */
void choices_find(ChoiceList *out, Matcher *matcher, const Screen *screen, const Position *position);
void choices_free(ChoiceList *list);

/* Passes over wishes that are fulfilled as it is: the app is started, the box is ticked, the field is empty. */
int progress_settle(Matcher *matcher, const Screen *screen, int progress);
/* What is still to be paid for the wishes from progress on, at least. */
float wishes_left(const Goal *goal, int progress);

/* ---- between the files ---- */

typedef struct Chooser {
    ChoiceList *out;
    Matcher *matcher;
    const Goal *goal;
    const Screen *screen;
    const Position *at;
    Widget *widgets;
    u32 widget_count;
    bool dialog;
    bool met;                       /* something here answers to the next wish */
} Chooser;

/* Adds a choice without events; NULL: the list is full. */
Choice *choice_add(Chooser *c, float cost, int wish);
void choice_event(Choice *choice, Event event);
void choice_touch(Chooser *c, Choice *choice, const Widget *widget, EventKind kind);
/* What it costs to do wish now: those passed over are paid for. */
float wish_cost(const Chooser *c, int wish);

/* choice_wish.c: what the report asks for. */
void choose_wishes(Chooser *c);
/* choice_field.c: what may be typed. Fills a widget with value. */
void choose_values(Chooser *c, const Widget *widget);
Choice *choice_fill(Chooser *c, const Widget *widget, const char *value, float cost, int wish);
/* The value that a wish types into the field, when it says none. */
const char *field_value(const Goal *goal, const Node *field);

#endif
