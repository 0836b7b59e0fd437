/* Pages from the kernel. Each function tells the Rewind, if one is at work. */
#define _GNU_SOURCE
#include "base/pages.h"

#include "base/rewind.h"

#include <string.h>
#include <sys/mman.h>

void *pages_map(size_t size, uintptr_t at)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0);
    void *p = mmap((void *)at, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    rewind_mapped(p, size);
    return p;
}

void pages_unmap(void *pages, size_t size)
{
    if (rewind_unmapped(pages, size))
        munmap(pages, size);
}

void pages_discard(void *pages, size_t size)
{
    /* Behind the back of a Rewind nothing may change. */
    if (rewind_is_open())
        memset(pages, 0, size);
    else
        madvise(pages, size, MADV_DONTNEED);
}

void pages_touch(void *bytes, size_t size)
{
    if (!rewind_is_open() || !size)
        return;
    for (volatile u8 *p = bytes, *end = p + size; p < end; p += 4096)
        *p = *p;
    volatile u8 *last = (u8 *)bytes + size - 1;
    *last = *last;
}
