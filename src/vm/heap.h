/*
 * The heap: blocks of 32 KB, allocated by moving a pointer through free runs of
 * lines (128 bytes) inside them; objects of more than 8 KB get blocks of their
 * own. Objects never move.
 *
 * Two bitmaps beside the heap, a bit for each 8 bytes: `starts` (an object
 * begins here) makes any word of a stack or register checkable, and `marks` is
 * the collector's. Marking writes there and not into objects, so that a
 * collection in a forked process copies few pages.
 */
#ifndef VM_HEAP_H
#define VM_HEAP_H

#include "vm/object.h"

enum {
    BLOCK_SHIFT = 15, BLOCK_SIZE = 1 << BLOCK_SHIFT,
    LINE_SHIFT = 7, LINE_SIZE = 1 << LINE_SHIFT, LINES_PER_BLOCK = BLOCK_SIZE / LINE_SIZE,
    LARGE_OBJECT = 8192,
};

typedef enum BlockState { BLOCK_FREE, BLOCK_SMALL, BLOCK_LARGE, BLOCK_LARGE_MORE } BlockState;

typedef struct Heap {
    u8 *base, *end;
    u8 *next, *limit;           /* the free run being filled */
    u64 *starts, *marks;
    u8 *lines;                  /* one byte per line: live after the last collection */
    u8 *blocks;                 /* BlockState */
    u32 block_count;            /* in the reservation */
    u32 used_blocks;            /* high-water mark */
    u32 free_blocks;            /* below the high-water mark */
    u32 scan_block, scan_line;  /* where the search for the next free run goes on */
    u32 free_hint;              /* no free block below this one */
    u64 max_bytes;
    u64 allocated;              /* since the last collection */
    u64 threshold;              /* collect when allocated passes it */
    u64 live;                   /* bytes after the last collection */
    u64 total;                  /* allocated ever */
    u64 large_bytes;
    bool collecting;
    /* figures */
    u64 collections;
    u64 longest_pause_ns, total_pause_ns;
} Heap;

int heap_open(Heap *heap, uintptr_t base, size_t size, u64 max_bytes);

/* The slow path of allocation: a new run, a large object, or a collection first. NULL: out of memory. */
void *heap_alloc_slow(Thread *t, u32 size);
/* Zeroed; header not set. */
static inline void *heap_alloc(Thread *t, Heap *heap, u32 size)
{
    u8 *p = heap->next;
    if (UNLIKELY(size > (size_t)(heap->limit - p) || size > LARGE_OBJECT))
        return heap_alloc_slow(t, size);
    heap->next = p + size;
    size_t bit = (size_t)(p - heap->base) >> 3;
    heap->starts[bit >> 6] |= 1ull << (bit & 63);
    return p;
}

/* Does an object begin at this address? */
static inline bool heap_is_object(const Heap *heap, u64 address)
{
    u64 offset = address - (u64)(uintptr_t)heap->base;
    if (offset >= (u64)(heap->end - heap->base) || (offset & 7))
        return false;
    return heap->starts[offset >> 9] >> (offset >> 3 & 63) & 1;
}

u32 object_size(const Object *o);

/* gc.c: after marking, makes the free runs. */
void heap_sweep(Heap *heap);
u64 heap_used(const Heap *heap);

#endif
