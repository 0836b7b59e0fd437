/* The recorder: the machine's tracer that writes the history of a run. */
#ifndef SLICE_RECORD_H
#define SLICE_RECORD_H

#include "slice/history.h"
#include "vm/vm.h"

/*
 * From now on. When the history has grown to so many bytes it is begun anew at the
 * next instruction: what is left is the end of the run. Error: no memory or no place
 * for the file.
 */
int record_begin(Vm *vm, u64 most_bytes);
/*
 * Besides, for each read of a field or element: does it hold what its known writer
 * wrote? Where not, something wrote it that is missing in the history.
 */
bool record_check(void);
void record_tell_check(Buf *out);
void record_event(void);
/* Ends it; the history can be read. */
int record_end(Vm *vm);

History *record_history(void);
/* Which event was at work when the node ran: 0 is the start of the app. */
u32 record_event_of(Node node);
/* How often it was begun anew, and in which event the last time. */
u32 record_restarts(void);
u32 record_first_event(void);
/* Where an event begins. */
Node record_event_start(u32 event);

#endif
