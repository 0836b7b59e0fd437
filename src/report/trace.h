/*
 * Stack traces: found in logcat, crash dialogs, crash services' mails or prose,
 * cut out of it, and parsed.
 *
 *   Trace (process, pid, thread)
 *     Throwable java.lang.RuntimeException "Unable to start …"   frames…
 *     Throwable Caused by: java.lang.NullPointerException        frames… 12 more
 */
#ifndef REPORT_TRACE_H
#define REPORT_TRACE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"

enum { LINE_UNKNOWN = -1, LINE_NATIVE = -2 };

typedef struct TraceFrame {
    const char *class_name;     /* "a.b.Outer$Inner" */
    const char *method;         /* "<init>" for constructors */
    const char *file;           /* "" when unknown */
    int line;                   /* or LINE_UNKNOWN, LINE_NATIVE */
} TraceFrame;

typedef enum Relation { RELATION_TOP, RELATION_CAUSE, RELATION_SUPPRESSED } Relation;

typedef struct Throwable {
    Relation relation;
    const char *class_name;     /* "java.lang.NullPointerException"; "signal 11 (SIGSEGV)", "ANR" */
    const char *message;        /* "" when there is none */
    TraceFrame *frames;
    int frame_count;
    int more;                   /* frames that the log left out: "... 12 more" */
} Throwable;

typedef struct Trace {
    int post;                   /* as the report counts posts */
    bool fatal;                 /* the log says that it ended the app */
    bool mention;               /* an exception named in prose, without frames */
    const char *process;        /* "" when not said */
    const char *thread;
    int pid;
    Throwable *throwables;
    int throwable_count;
} Trace;

typedef struct TraceSet {
    Trace *traces;
    int count;
    Buf bytes;      /* the array while it grows */
} TraceSet;

/*
 * Reads text, appends the traces it holds to set, and writes what is left for a
 * person to read to rest (lines that belong to a trace or a log are gone). The
 * strings live in arena.
 */
void trace_scan(TraceSet *set, Arena *arena, const char *text, size_t length, int post, Buf *rest);
void trace_set_free(TraceSet *set);

/* The innermost cause: what the crash is matched by. NULL when the trace is empty. */
const Throwable *trace_root_cause(const Trace *trace);

/* R8's and ProGuard's mapping.txt: obfuscated names back to those of the source. */
typedef struct Mapping Mapping;
int mapping_load(Mapping **out, const char *path);
int mapping_parse(Mapping **out, const char *text, size_t length);
void mapping_free(Mapping *mapping);
void mapping_apply(const Mapping *mapping, Arena *arena, TraceSet *set);
/* The same for one frame; a class alone: its name in the source, or NULL. */
void mapping_apply_to_frame(const Mapping *mapping, Arena *arena, TraceFrame *frame);
const char *mapping_class(const Mapping *mapping, const char *class_name);

#endif
