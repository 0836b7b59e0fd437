/*
 * Which crash is meant? A report's stack trace says it to the frame, an exception
 * named in prose to the type, "it crashed" only that there was one.
 */
#ifndef REPRODUCE_SOUGHT_H
#define REPRODUCE_SOUGHT_H

#include "device/screen.h"
#include "report/report.h"

/* From the weakest: a higher level is a better match. */
typedef enum MatchLevel {
    MATCH_NONE,
    MATCH_CRASH,    /* the report says only that it crashed (or froze) */
    MATCH_TYPE,     /* the same exception; the report gives no frame to compare, or the app's classes meet but not at the top */
    MATCH_FRAME,    /* the same exception out of the same method of the app */
    MATCH_EXACT,    /* and through the same methods of the app, from the same line */
} MatchLevel;

/* "exact", "frame", "type", "crash", "none" */
const char *match_level_name(MatchLevel level);
/* One clause for a person: "the same exception from the same method". */
const char *match_level_text(MatchLevel level);

typedef struct Sought {
    const Trace **traces;           /* with frames where there are any, else mentions */
    int trace_count;
    bool freeze, crash;             /* without traces: it tells of an app that does not answer, that crashes */
} Sought;

/* Takes what the reports say; borrows from them. sought_free frees the list alone. */
void sought_add(Sought *sought, const Report *report);
void sought_free(Sought *sought);
/* The best that any found crash can reach: how much the report says. */
MatchLevel sought_best(const Sought *sought);

/* A crash with a gap of this phone behind it never matches. */
MatchLevel sought_match(const Sought *sought, const Screen *screen);

/*
 * The line that names a crash in a list: "NullPointerException at Main.onClick
 * (Main.java:12)". The caller frees.
 */
char *crash_headline(const char *trace);
/* Are two stack traces those of the same crash: the same exceptions, the same frames of the app? */
bool same_crash(const char *a, const char *b);
/* Is the class the app's own, or of a library that came with it (not the platform's)? */
bool is_app_class(const char *class_name);

#endif
