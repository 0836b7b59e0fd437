/* See failing_memory.h. */
#include "failing_memory.h"

#include <errno.h>
#include <stdlib.h>

static u64 asked, failing;

void memory_fail(u64 n)
{
    asked = 0;
    failing = n;
}

u64 memory_allocations(void)
{
    return asked;
}

#ifdef WITH_ASAN
const bool memory_can_fail = false;
#else
const bool memory_can_fail = true;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static bool fails(void)
{
    if (++asked != failing)
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}
#endif
