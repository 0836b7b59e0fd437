/*
 * What a report asks the explorer to do, in a form that can be compared with a
 * screen: wishes in the report's order (from the event tuples of the sentences that
 * count as steps), words of sentences that no pattern fits, values worth typing, and
 * what the report says about the phone's surroundings.
 */
#ifndef EXPLORE_GOAL_H
#define EXPLORE_GOAL_H

#include "report/report.h"

typedef struct Wish {
    Action action;
    const char *target, *value;     /* "": not said; value is what to type, letter for letter */
    char direction;                 /* of a swipe: 'u' 'd' 'l' 'r'; 0 */
    int repeat;
    bool quoted;
    int sentence;                   /* of the report; -1 */
} Wish;

/* Words of a sentence, one or two of them: those of sentences that gave no tuple, and as a weak hint the others. */
typedef struct Gram {
    const char *words;
    int sentence;
    bool weak;                      /* a pattern fits the sentence, but may have missed this */
} Gram;

/* What the report says (or an exception suggests) about what happens around the app. */
enum {
    HINT_ROTATE = 1 << 0, HINT_LEAVE = 1 << 1 /* leaves the app and returns */, HINT_DEATH = 1 << 2 /* its process is ended meanwhile */, HINT_OFFLINE = 1 << 3,
    HINT_WAIT = 1 << 4, HINT_LONG_PRESS = 1 << 5, HINT_SCROLL = 1 << 6, HINT_EMPTY = 1 << 7 /* a field that is empty */, HINT_BACK = 1 << 8,
    HINT_FAST = 1 << 9 /* several times, quickly */,
};

typedef struct Goal {
    Wish *wishes;
    int wish_count;
    Gram *grams;
    int gram_count;
    const char **values;            /* from the report, the trace's messages, and what the exception suggests; the best first */
    int value_count, said_value_count;  /* the first of them are said, the others suggested */
    const char **classes;           /* simple names of the app's classes on the trace's stack */
    int class_count;
    u32 hints;
    Arena arena;
} Goal;

/*
 * chosen[i]: sentence i counts as a step (NULL: none do). trace: of the sought crash,
 * or NULL. The report may be NULL as well.
 */
void goal_make(Goal *out, const Report *report, const bool *chosen, const Trace *trace);
void goal_free(Goal *goal);
/* Is a wish done by starting the app, waiting or looking: nothing that a path must contain? */
bool wish_is_free(const Wish *wish);
/* How many of the wishes in [from, to) are not free. */
u32 wishes_asked(const Goal *goal, int from, int to);

#endif
