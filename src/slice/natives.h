/*
 * Native methods in the history. What one reads: its arguments, and what arrays and
 * strings among them hold. What it writes is seen, not declared: the arguments'
 * contents are copied before it runs and compared afterwards. What it keeps for itself
 * (a file, a parcel, a statement) goes by its handle.
 */
#ifndef SLICE_NATIVES_H
#define SLICE_NATIVES_H

#include "slice/shadow.h"

void native_enter(ThreadShadow *s, const Thread *t, FrameShadow *f);
void native_leave(ThreadShadow *s, const Thread *t, FrameShadow *f, bool by_exception);

/* record.c */
Node record_node(u32 place, Node control, const Link *links, u32 count);

#endif
