/*
 * Event tuples: {action, target, value}, what a sentence asks to be done (the
 * paper's section 3.2; its fifteen grammar patterns and what reports need
 * beyond them).
 */
#ifndef REPORT_TUPLE_H
#define REPORT_TUPLE_H

#include "base/arena.h"
#include "text/lexicon.h"
#include "text/sentence.h"
#include "text/token.h"

typedef struct Tuple {
    Action action;
    const char *target;     /* the words for the widget, lower case; "" when not said */
    const char *value;      /* what is entered or chosen; "" when not said */
    const char *direction;  /* of a swipe or scroll: "up", "down", "left", "right"; "" */
    const char *condition;  /* "if the list is empty": the writer's words; "" */
    int repeat;             /* 1; 2 for "twice"; MANY_TIMES for "several times" */
    bool alternative;       /* "or": does as well as the tuple before it */
    bool quoted;            /* the target was quoted: it is a label, letter for letter */
    Span span;              /* bytes of the sentence */
    float confidence;
    const char *pattern;    /* the grammar pattern that gave it, "CR1" … */
} Tuple;

enum { MANY_TIMES = 5, MAX_TUPLES = 24 };   /* of one sentence */

/* Carries what a sentence may refer back to ("select it", "do it again"). */
typedef struct TupleContext {
    const char *last_target;
    Action last_action;
} TupleContext;

/*
 * The tuples of one sentence, in the order of doing. Returns how many; *out
 * lives in arena. context may be NULL.
 */
int extract_tuples(Arena *arena, const char *text, size_t length, TupleContext *context, Tuple **out);

/*
 * The characters to type for a value that may only be described ("11 digit
 * number", "apostrophe", "number larger than long.max_value").
 */
const char *typed_text(Arena *arena, const char *value);

#endif
