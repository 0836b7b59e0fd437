/*
 * Memory straight from the kernel, and going back in time with it.
 *
 * pages_map and its like are for the few who need whole pages (arenas, stacks,
 * large files); everybody goes through them, since a Rewind must know what was
 * mapped since.
 */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include "base/base.h"

/* Zeroed, private, reserved but not counted. at 0: anywhere, else exactly there. NULL with errno when that cannot be. */
void *pages_map(size_t size, uintptr_t at);
void pages_unmap(void *pages, size_t size);
/* Whole pages that read as zeros from now on. */
void pages_discard(void *pages, size_t size);
/* Before the kernel itself writes there (read, pread …). */
void pages_touch(void *bytes, size_t size);

/*
 * Rewind: all memory of the process that can be written goes back to what it
 * was, in some microseconds. A page is write-protected until somebody writes to
 * it; the fault saves a copy. Pages that were written once stay open and are
 * copied back each time, so that a loop which does similar things in every turn
 * takes no faults after the first.
 *
 *     rewind_open(jump);
 *     for (;;) {
 *         rewind_keep();               this is what we come back to
 *         … anything …
 *         rewind_back(NULL, NULL);
 *     }
 *
 * Not taken back: the stack of the caller, shared memory, memory from
 * rewind_exempt, and what the kernel keeps (but descriptors opened since are
 * closed, mappings made since are gone). Not for builds with sanitizers, whose
 * own records would go back too.
 */
bool rewind_possible(void);
/* For malloc: everything in one place that grows. To be called first of all. */
void rewind_prepare(void);
/*
 * Starts. A fault that is none of ours (a bad pointer, no stack left) calls
 * on_fault, on a stack of its own; it must not return. False: the kernel refuses.
 */
bool rewind_open(void (*on_fault)(int signal));
void rewind_close(void);
void rewind_keep(void);
/* What lies in [from, to) stays as it is now, and is kept. */
void rewind_back(const void *from, const void *to);
/* Memory that does not go back; for the life of the process. NULL when there is none. */
void *rewind_exempt(size_t size);
/* What lies in [from, to) needs not go back: it is cleared before it is used. from may grow from call to call. */
void rewind_skip(const void *from, const void *to);

#endif
