/*
 * The lines at fault: which lines of the app made the crash happen, and how they did.
 *
 * The .repro is replayed on a phone that records the history of the run (history.h);
 * from the instruction that threw, the history is walked backwards (walk.h), and what
 * was met is told by lines of the app.
 */
#ifndef SLICE_SLICE_H
#define SLICE_SLICE_H

#include "device/repro.h"

/* How a line led to the one named by `because`. */
typedef enum SliceReason {
    BECAUSE_THROWN,             /* it is where the exception was thrown */
    BECAUSE_VALUE,              /* its value is used there */
    BECAUSE_OBJECT,             /* it gave the object or the index used there */
    BECAUSE_ARGUMENT,           /* its value is handed to the call there */
    BECAUSE_DECIDED,            /* it decided that the line runs */
    BECAUSE_CALLED,             /* it called the method */
    BECAUSE_STATE,              /* it changed what the system kept for it: a file, a thread, … */
    SLICE_REASONS,
} SliceReason;

typedef struct SliceLine {
    char *class_name;           /* with dots */
    char *method;
    char *file;                 /* "" where the class names none */
    i32 line;                   /* -1: none known */
    u32 distance;               /* 0: where it was thrown */
    u32 event;                  /* 0: the start of the app; else as counted in the .repro from 1 */
    char *callback;             /* the app's method that the system called */
    i32 because;                /* index of the line that it led to; -1: none */
    SliceReason reason;
    u32 steps;                  /* instructions of the system between the two */
} SliceLine;

typedef struct Slice {
    SliceLine *lines;           /* nearest first */
    u32 count;
    char *crash;                /* the stack trace */
    char *criterion;            /* what was looked for: "the null reference" … */
    u32 distinct_lines;         /* without counting a line again in another event */
    u32 executed_lines;         /* of the app, in the whole run */
    u32 static_lines;           /* of those, in a slice by static dependences (baseline.h) */
    u32 cut_off;                /* not 0: the run was too long, only its end was recorded, */
    u32 first_event;            /* from inside of this event on */
    u64 nodes, visited;
    u64 history_bytes;
    u64 reads, unseen;          /* SliceOptions.check: reads of fields and elements, and those that held what nobody was seen to write */
    Buf unseen_readers;         /* "class.method times", a line each */
    u64 record_micros, walk_micros;
} Slice;

typedef struct SliceOptions {
    const char *at;             /* "File.java:LINE": its last run instead of the throw; NULL */
    u64 most_bytes;             /* of the run's history, on disk; 0: 1 GB */
    bool check;                 /* compare what is read with what its known writer wrote */
    bool whole;                 /* through the system too, instead of folding its steps */
} SliceOptions;

/* Error: the app does not crash (ERR_NOT_FOUND), the phone refuses, … */
int slice_make(Slice *out, const Repro *repro, const char *apk, const SliceOptions *options);
void slice_free(Slice *slice);

/* "event 2" */
const char *slice_reason_text(SliceReason reason);
void slice_write_text(Buf *out, const Slice *slice, const Repro *repro, const char *sources);
void slice_write_json(Buf *out, const Slice *slice, const Repro *repro);
void slice_write_sarif(Buf *out, const Slice *slice);

#endif
