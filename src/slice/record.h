/* The recorder: the machine's tracer that writes the history of a run. */
#ifndef SLICE_RECORD_H
#define SLICE_RECORD_H

#include "slice/history.h"
#include "vm/vm.h"

/* From now on. Error: no memory or no place for the file. */
int record_begin(Vm *vm);
void record_event(void);
/* Ends it; the history can be read. */
int record_end(Vm *vm);

History *record_history(void);
/* Which event was at work when the node ran: 0 is the start of the app. */
u32 record_event_of(Node node);
/* Where an event begins. */
Node record_event_start(u32 event);

#endif
