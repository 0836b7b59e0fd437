/*
 * The tables. Verbs are kept in their base form; a form is found by undoing
 * English inflection (s, ed, ing, a doubled consonant), irregular ones by name.
 * All lists go into one map at first use: word -> bit set and verb.
 */
#include "text/lexicon.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

const char *action_name(Action action)
{
    static const char *const names[] = {
#define X(constant, name, coarse) name,
        ACTIONS(X)
#undef X
    };
    return names[action];
}

const char *action_coarse(Action action)
{
    static const char *const names[] = {
#define X(constant, name, coarse) coarse,
        ACTIONS(X)
#undef X
    };
    return names[action];
}

static const Verb verbs[] = {
    { "click", VERB_CLICK, ACTION_CLICK }, { "tap", VERB_CLICK, ACTION_CLICK }, { "press", VERB_CLICK, ACTION_CLICK },
    { "hit", VERB_CLICK, ACTION_CLICK }, { "touch", VERB_CLICK, ACTION_CLICK }, { "push", VERB_CLICK, ACTION_CLICK },
    { "clic", VERB_CLICK, ACTION_CLICK }, { "clik", VERB_CLICK, ACTION_CLICK }, { "klick", VERB_CLICK, ACTION_CLICK },
    { "select", VERB_CLICK, ACTION_SELECT }, { "choose", VERB_CLICK, ACTION_SELECT }, { "pick", VERB_CLICK, ACTION_SELECT },
    { "chose", VERB_CLICK, ACTION_SELECT }, { "highlight", VERB_CLICK, ACTION_SELECT }, { "focus", VERB_CLICK, ACTION_CLICK },
    { "use", VERB_NONE, ACTION_NONE }, { "invoke", VERB_CLICK, ACTION_CLICK }, { "activate", VERB_CLICK, ACTION_ENABLE },
    { "check", VERB_CLICK, ACTION_CHECK }, { "tick", VERB_CLICK, ACTION_CHECK }, { "mark", VERB_CLICK, ACTION_CHECK },
    { "uncheck", VERB_CLICK, ACTION_UNCHECK }, { "untick", VERB_CLICK, ACTION_UNCHECK }, { "unselect", VERB_CLICK, ACTION_UNCHECK },
    { "deselect", VERB_CLICK, ACTION_UNCHECK }, { "unmark", VERB_CLICK, ACTION_UNCHECK }, { "toggle", VERB_CLICK, ACTION_TOGGLE },
    { "enable", VERB_CLICK, ACTION_ENABLE }, { "disable", VERB_CLICK, ACTION_DISABLE }, { "deactivate", VERB_CLICK, ACTION_DISABLE },
    { "allow", VERB_LABEL, ACTION_CLICK }, { "grant", VERB_LABEL, ACTION_CLICK }, { "locate", VERB_CLICK, ACTION_CLICK }, { "deny", VERB_LABEL, ACTION_CLICK },
    { "hold", VERB_CLICK, ACTION_LONG_CLICK }, { "longclick", VERB_CLICK, ACTION_LONG_CLICK }, { "longpress", VERB_CLICK, ACTION_LONG_CLICK },
    { "long-click", VERB_CLICK, ACTION_LONG_CLICK }, { "long-press", VERB_CLICK, ACTION_LONG_CLICK }, { "long-tap", VERB_CLICK, ACTION_LONG_CLICK },
    { "long-touch", VERB_CLICK, ACTION_LONG_CLICK }, { "longtap", VERB_CLICK, ACTION_LONG_CLICK }, { "press-and-hold", VERB_CLICK, ACTION_LONG_CLICK },
    { "double-click", VERB_CLICK, ACTION_DOUBLE_CLICK }, { "double-tap", VERB_CLICK, ACTION_DOUBLE_CLICK }, { "doubleclick", VERB_CLICK, ACTION_DOUBLE_CLICK },
    { "doubletap", VERB_CLICK, ACTION_DOUBLE_CLICK }, { "try", VERB_NONE, ACTION_NONE },
    { "input", VERB_INPUT, ACTION_INPUT }, { "enter", VERB_INPUT, ACTION_INPUT }, { "type", VERB_INPUT, ACTION_INPUT },
    { "write", VERB_INPUT, ACTION_INPUT }, { "insert", VERB_INPUT, ACTION_INPUT }, { "fill", VERB_INPUT, ACTION_INPUT },
    { "put", VERB_INPUT, ACTION_INPUT }, { "key", VERB_INPUT, ACTION_INPUT }, { "paste", VERB_INPUT, ACTION_INPUT },
    { "provide", VERB_INPUT, ACTION_INPUT }, { "supply", VERB_INPUT, ACTION_INPUT }, { "specify", VERB_INPUT, ACTION_INPUT },
    { "set", VERB_CHANGE, ACTION_INPUT }, { "change", VERB_CHANGE, ACTION_INPUT }, { "switch", VERB_TURN, ACTION_CLICK },
    { "adjust", VERB_CHANGE, ACTION_INPUT }, { "modify", VERB_CHANGE, ACTION_INPUT }, { "rename", VERB_CHANGE, ACTION_INPUT },
    { "replace", VERB_CHANGE, ACTION_INPUT }, { "increase", VERB_CHANGE, ACTION_INPUT }, { "decrease", VERB_CHANGE, ACTION_INPUT },
    { "update", VERB_LABEL, ACTION_CLICK },
    { "go", VERB_GO, ACTION_NAVIGATE }, { "navigate", VERB_GO, ACTION_NAVIGATE }, { "move", VERB_GO, ACTION_NAVIGATE },
    { "proceed", VERB_GO, ACTION_NAVIGATE }, { "browse", VERB_GO, ACTION_NAVIGATE }, { "visit", VERB_GO, ACTION_NAVIGATE },
    { "access", VERB_GO, ACTION_NAVIGATE }, { "head", VERB_GO, ACTION_NAVIGATE }, { "jump", VERB_GO, ACTION_NAVIGATE },
    { "open", VERB_OPEN, ACTION_CLICK }, { "launch", VERB_OPEN, ACTION_LAUNCH }, { "start", VERB_OPEN, ACTION_LAUNCH },
    { "run", VERB_OPEN, ACTION_LAUNCH }, { "install", VERB_OPEN, ACTION_LAUNCH }, { "reopen", VERB_OPEN, ACTION_LAUNCH },
    { "re-open", VERB_OPEN, ACTION_LAUNCH }, { "restart", VERB_OPEN, ACTION_LAUNCH }, { "relaunch", VERB_OPEN, ACTION_LAUNCH },
    { "view", VERB_OPEN, ACTION_CLICK }, { "expand", VERB_OPEN, ACTION_CLICK }, { "show", VERB_LABEL, ACTION_CLICK },
    { "add", VERB_LABEL, ACTION_CLICK }, { "create", VERB_LABEL, ACTION_CLICK }, { "delete", VERB_LABEL, ACTION_CLICK },
    { "remove", VERB_LABEL, ACTION_CLICK }, { "save", VERB_LABEL, ACTION_CLICK }, { "edit", VERB_LABEL, ACTION_CLICK },
    { "share", VERB_LABEL, ACTION_CLICK }, { "send", VERB_LABEL, ACTION_CLICK }, { "cancel", VERB_LABEL, ACTION_CLICK },
    { "confirm", VERB_LABEL, ACTION_CLICK }, { "accept", VERB_LABEL, ACTION_CLICK }, { "refresh", VERB_LABEL, ACTION_CLICK },
    { "search", VERB_LABEL, ACTION_CLICK }, { "sync", VERB_LABEL, ACTION_CLICK }, { "export", VERB_LABEL, ACTION_CLICK },
    { "import", VERB_LABEL, ACTION_CLICK }, { "play", VERB_LABEL, ACTION_CLICK }, { "pause", VERB_LABEL, ACTION_CLICK },
    { "stop", VERB_LABEL, ACTION_CLICK }, { "download", VERB_LABEL, ACTION_CLICK }, { "upload", VERB_LABEL, ACTION_CLICK },
    { "copy", VERB_LABEL, ACTION_CLICK }, { "sort", VERB_LABEL, ACTION_CLICK }, { "submit", VERB_LABEL, ACTION_CLICK },
    { "login", VERB_LABEL, ACTION_CLICK }, { "log", VERB_LABEL, ACTION_CLICK }, { "sign", VERB_LABEL, ACTION_CLICK },
    { "logout", VERB_LABEL, ACTION_CLICK }, { "register", VERB_LABEL, ACTION_CLICK }, { "record", VERB_LABEL, ACTION_CLICK },
    { "make", VERB_LABEL, ACTION_CLICK }, { "discard", VERB_LABEL, ACTION_CLICK }, { "undo", VERB_LABEL, ACTION_CLICK },
    { "finish", VERB_LABEL, ACTION_CLICK }, { "backup", VERB_LABEL, ACTION_CLICK }, { "restore", VERB_LABEL, ACTION_CLICK },
    { "load", VERB_LABEL, ACTION_CLICK }, { "rate", VERB_LABEL, ACTION_CLICK }, { "filter", VERB_LABEL, ACTION_CLICK },
    { "connect", VERB_LABEL, ACTION_CLICK }, { "attach", VERB_LABEL, ACTION_CLICK }, { "reply", VERB_LABEL, ACTION_CLICK },
    { "archive", VERB_LABEL, ACTION_CLICK }, { "subscribe", VERB_LABEL, ACTION_CLICK }, { "reset", VERB_LABEL, ACTION_CLICK },
    { "lock", VERB_LABEL, ACTION_CLICK }, { "unlock", VERB_LABEL, ACTION_CLICK }, { "apply", VERB_LABEL, ACTION_CLICK },
    { "dismiss", VERB_LABEL, ACTION_CLICK }, { "generate", VERB_LABEL, ACTION_CLICK }, { "scan", VERB_LABEL, ACTION_CLICK },
    { "hide", VERB_LABEL, ACTION_CLICK }, { "skip", VERB_LABEL, ACTION_CLICK }, { "abort", VERB_LABEL, ACTION_CLICK }, { "place", VERB_GESTURE, ACTION_DRAG }, { "ignore", VERB_LABEL, ACTION_CLICK },
    { "clear", VERB_LABEL, ACTION_CLEAR }, { "empty", VERB_LABEL, ACTION_CLEAR }, { "erase", VERB_LABEL, ACTION_CLEAR },
    { "swipe", VERB_GESTURE, ACTION_SWIPE }, { "slide", VERB_GESTURE, ACTION_SWIPE }, { "scroll", VERB_GESTURE, ACTION_SCROLL },
    { "drag", VERB_GESTURE, ACTION_DRAG }, { "pull", VERB_GESTURE, ACTION_SWIPE }, { "flick", VERB_GESTURE, ACTION_SWIPE },
    { "fling", VERB_GESTURE, ACTION_SWIPE }, { "pinch", VERB_GESTURE, ACTION_ZOOM }, { "zoom", VERB_GESTURE, ACTION_ZOOM },
    { "pan", VERB_GESTURE, ACTION_SCROLL },
    { "rotate", VERB_ROTATE, ACTION_ROTATE }, { "flip", VERB_ROTATE, ACTION_ROTATE }, { "tilt", VERB_ROTATE, ACTION_ROTATE },
    { "turn", VERB_TURN, ACTION_CLICK }, { "return", VERB_BACK, ACTION_BACK }, { "leave", VERB_LEAVE, ACTION_LEAVE_EMPTY },
    { "wait", VERB_WAIT, ACTION_WAIT }, { "close", VERB_CLOSE, ACTION_CLOSE }, { "exit", VERB_CLOSE, ACTION_CLOSE },
    { "quit", VERB_CLOSE, ACTION_CLOSE }, { "kill", VERB_CLOSE, ACTION_CLOSE }, { "minimize", VERB_CLOSE, ACTION_HOME },
    { "minimise", VERB_CLOSE, ACTION_HOME }, { "give", VERB_GIVE, ACTION_INPUT },
    { "see", VERB_SEE, ACTION_NONE }, { "notice", VERB_SEE, ACTION_NONE }, { "observe", VERB_SEE, ACTION_NONE },
    { "watch", VERB_SEE, ACTION_NONE }, { "look", VERB_SEE, ACTION_NONE }, { "verify", VERB_SEE, ACTION_NONE },
    { "note", VERB_SEE, ACTION_NONE }, { "get", VERB_SEE, ACTION_NONE }, { "expect", VERB_SEE, ACTION_NONE },
};

static const struct { const char *form, *base; } irregular[] = {
    { "went", "go" }, { "gone", "go" }, { "going", "go" }, { "goes", "go" }, { "wrote", "write" }, { "written", "write" },
    { "chosen", "choose" }, { "held", "hold" }, { "ran", "run" }, { "left", "leave" }, { "gave", "give" }, { "given", "give" },
    { "sent", "send" }, { "made", "make" }, { "saw", "see" }, { "seen", "see" }, { "hid", "hide" }, { "hidden", "hide" },
    { "tapping", "tap" }, { "hitting", "hit" }, { "setting", "set" }, { "putting", "put" }, { "got", "get" },
    { "choosed", "choose" }, { "denied", "deny" }, { "applied", "apply" }, { "copied", "copy" }, { "tried", "try" },
    { "modified", "modify" }, { "specified", "specify" }, { "doubletapping", "doubletap" }, { "synced", "sync" },
};

/* One bit per list. */
enum {
    IS_DETERMINER = 1, IS_FILLER = 2, IS_PREPOSITION = 4, IS_PRONOUN = 8, IS_PERSON = 16, IS_WIDGET = 32, IS_CRASH = 64, IS_APP = 128, IS_UNIT = 256,
};

static const struct { u32 bit; const char *words; } lists[] = {
    { IS_DETERMINER, "a an the any some my your his her its our their this that these those each every such one certain random "
                     "arbitrary several various multiple valid invalid specific particular own new same following corresponding "
                     "first-ever whatever" },
    { IS_FILLER, "just simply please then now next also first firstly secondly finally again once immediately quickly directly only first "
                 "later afterwards subsequently eventually manually still really actually always usually so again, and but lastly, here "
                 "there today maybe possibly sometimes repeatedly" },
    { IS_PREPOSITION, "in on at to into onto from with by for of under over above below near inside within through via using about as like "
                      "between during after before until till while without against beside beneath behind off out per than upon" },
    { IS_PRONOUN, "it them that this one those these itself everything something anything" },
    { IS_PERSON, "i you we they user users he she one someone somebody people" },
    { IS_WIDGET, "button buttons btn botton buton bottons icon icons option options field fields box textbox tab tabs item items entry link checkbox checkboxes "
                 "dialog popup pop-up window screen page view toggle switch radio-button slider spinner dropdown drop-down list image key "
                 "symbol sign textfield edittext textview section panel bar area label menu-item checkmark-button input edit-box" },
    { IS_CRASH, "crash crashes crashed crashing crashs crahes crashe fc fcs fc's fcing force-close force-closes force-closed forcecloses "
                "forceclose force-closing segfault segfaults anr npe exception exceptions dies died freezes" },
    { IS_APP, "app application apps program apk application's app's" },
    { IS_UNIT, "km kg cm mm m g l litre litres liter liters litter lb lbs mile miles mi hour hours hr hrs min mins minute minutes sec "
               "secs second seconds day days week weeks month months year years kb mb gb byte bytes percent % dollars euro euros usd eur "
               "px dp inch inches feet ft mph kmh hz db" },
};

static const struct { const char *name, *character; } characters[] = {
    { "apostrophe", "'" }, { "apostrophes", "'" }, { "comma", "," }, { "commas", "," }, { "quote", "\"" }, { "quotes", "\"" },
    { "quotation", "\"" }, { "semicolon", ";" }, { "colon", ":" }, { "slash", "/" }, { "backslash", "\\" }, { "dot", "." },
    { "hyphen", "-" }, { "dash", "-" }, { "underscore", "_" }, { "ampersand", "&" }, { "asterisk", "*" }, { "hash", "#" },
    { "percent", "%" }, { "emoji", "\xf0\x9f\x98\x80" }, { "newline", "\n" }, { "parenthesis", "(" }, { "parentheses", "()" },
    { "bracket", "[" }, { "brackets", "[]" }, { "umlaut", "\xc3\xa4" }, { "whitespace", " " }, { "blank", " " },
    { "exclamation", "!" }, { "question", "?" },
};

typedef struct Word {
    u32 bits;
    const Verb *verb;
    const char *base;       /* of an irregular form */
    const char *character;
} Word;

static Map table;

static Word *slot(const char *word, size_t length)
{
    void **place = map_slot_n(&table, word, length);
    if (!*place)
        *place = xcalloc(1, sizeof(Word));
    return *place;
}

static void fill(void)
{
    for (size_t i = 0; i < COUNT_OF(verbs); i++)
        slot(verbs[i].base, strlen(verbs[i].base))->verb = &verbs[i];
    for (size_t i = 0; i < COUNT_OF(irregular); i++)
        slot(irregular[i].form, strlen(irregular[i].form))->base = irregular[i].base;
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        for (const char *p = lists[i].words; *p;) {
            size_t n = strcspn(p, " ");
            slot(p, n)->bits |= lists[i].bit;
            p += n + (p[n] == ' ');
        }
    }
    for (size_t i = 0; i < COUNT_OF(characters); i++)
        slot(characters[i].name, strlen(characters[i].name))->character = characters[i].character;
}

static const Word *find(const char *lower)
{
    if (!table.live)
        fill();
    return map_get(&table, lower);
}

static bool has_bit(const char *lower, u32 bit)
{
    const Word *word = find(lower);
    return word && (word->bits & bit);
}

static const Verb *base_verb(const char *word, size_t length)
{
    const Word *found = map_get_n(&table, word, length);
    return found ? found->verb : NULL;
}

const Verb *find_verb(const char *lower)
{
    const Word *word = find(lower);
    if (word && word->base)
        return base_verb(word->base, strlen(word->base));
    if (word && word->verb)
        return word->verb;
    size_t n = strlen(lower);
    if (n < 4 || n > 30)
        return NULL;
    char base[32];
    memcpy(base, lower, n + 1);
    size_t cut = 0;
    if (!strcmp(lower + n - 3, "ing"))
        cut = 3;
    else if (!strcmp(lower + n - 2, "ed"))
        cut = 2;
    else if (!strcmp(lower + n - 2, "es") && base_verb(lower, n - 2))
        return base_verb(lower, n - 2);
    else if (lower[n - 1] == 's')
        return base_verb(lower, n - 1);
    if (!cut || n - cut < 2)
        return NULL;
    size_t m = n - cut;
    const Verb *verb = base_verb(base, m);
    if (!verb) {
        base[m] = 'e';
        verb = base_verb(base, m + 1);
    }
    if (!verb && m > 2 && base[m - 1] == base[m - 2])
        verb = base_verb(base, m - 1);
    return verb;
}

bool is_gerund(const char *lower)
{
    size_t n = strlen(lower);
    return n > 4 && !strcmp(lower + n - 3, "ing");
}

bool in_words(const char *word, const char *words)
{
    size_t n = strlen(word);
    for (const char *p = strstr(words, word); p && n; p = strstr(p + 1, word))
        if ((p == words || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
            return true;
    return false;
}

bool is_determiner(const char *lower) { return has_bit(lower, IS_DETERMINER); }
bool is_filler(const char *lower) { return has_bit(lower, IS_FILLER); }
bool is_preposition(const char *lower) { return has_bit(lower, IS_PREPOSITION); }
bool is_pronoun(const char *lower) { return has_bit(lower, IS_PRONOUN); }
bool is_person(const char *lower) { return has_bit(lower, IS_PERSON); }
bool is_widget_noun(const char *lower) { return has_bit(lower, IS_WIDGET); }
bool is_crash_word(const char *lower) { return has_bit(lower, IS_CRASH); }
bool is_app_word(const char *lower) { return has_bit(lower, IS_APP); }
bool is_unit(const char *lower) { return has_bit(lower, IS_UNIT); }

const char *named_character(const char *lower)
{
    const Word *word = find(lower);
    return word ? word->character : NULL;
}
