/* What the readers of event files share: a trace that grows. */
#ifndef EXPLORE_LINES_H
#define EXPLORE_LINES_H

#include "base/lines.h"
#include "explore/monkey.h"

/* The event belongs to the trace then. number: what sentences call it. */
Event *trace_add(EventTrace *trace, Event event, u32 number);
/* A pause behind the last event. */
void trace_sleep(EventTrace *trace, i32 millis);

#endif
