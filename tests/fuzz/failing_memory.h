/*
 * The n-th allocation fails: of this program and of the libraries it uses.
 *
 * Replaces the C library's functions, so it is for the plain builds; the
 * address sanitizer has its own (memory_can_fail is false there).
 */
#ifndef FUZZ_FAILING_MEMORY_H
#define FUZZ_FAILING_MEMORY_H

#include "base/base.h"

extern const bool memory_can_fail;

/* The n-th allocation from now on fails, once; 0: none. */
void memory_fail(u64 n);
/* Allocations since memory_fail was called. */
u64 memory_allocations(void);

#endif
