/* What the readers of event files share: lines, and a trace that grows. */
#ifndef EXPLORE_LINES_H
#define EXPLORE_LINES_H

#include "explore/monkey.h"

typedef struct TraceLines {
    const char *p, *name;
    u32 number;
} TraceLines;

/* The next line without its end, which the caller frees; NULL at the end. */
char *trace_line(TraceLines *in);
/* The event belongs to the trace then. number: what sentences call it. */
Event *trace_add(EventTrace *trace, Event event, u32 number);
/* A pause behind the last event. */
void trace_sleep(EventTrace *trace, i32 millis);

#endif
