/*
 * The heap's allocator. See heap.h for the layout.
 *
 * After a collection, `lines` tells which lines hold a live object; allocation
 * walks through the blocks in address order and fills runs of free lines. Only
 * when no run is left in used blocks is a free block taken. This is Immix
 * without moving: bump allocation, no free lists, and sweeping costs a pass over
 * a byte per 128.
 */
#include "vm/heap.h"

#include "base/pages.h"
#include "vm/internal.h"

#include <string.h>

int heap_open(Heap *heap, uintptr_t base, size_t size, u64 max_bytes)
{
    *heap = (Heap){ .base = pages_map(size, base), .max_bytes = MIN(max_bytes, size), .threshold = 16 << 20 };
    heap->block_count = (u32)(size >> BLOCK_SHIFT);
    heap->starts = pages_map(size / 64, 0);
    heap->marks = pages_map(size / 64, 0);
    heap->lines = pages_map(size >> LINE_SHIFT, 0);
    heap->blocks = pages_map(heap->block_count, 0);
    if (!heap->base || !heap->starts || !heap->marks || !heap->lines || !heap->blocks)
        return error_set(ERR_IO, "cannot reserve addresses for a heap of %zu MB", size >> 20);
    heap->end = heap->base + size;
    heap->next = heap->limit = heap->base;
    heap->scan_block = heap->scan_line = 0;
    return OK;
}

u32 object_size(const Object *o)
{
    const Class *c = object_class(o);
    if (!class_is_array(c))
        return c->instance_size;
    u32 data = c->element_shift == 3 ? ARRAY_WIDE_DATA : ARRAY_DATA;
    return (u32)ALIGN_UP(data + ((size_t)(u32)ARRAY_LENGTH(o) << c->element_shift), 8);
}

u64 heap_used(const Heap *heap)
{
    return heap->live + heap->allocated - (u64)(heap->limit - heap->next);
}

/* Takes `count` adjacent free blocks, first fit; -1 when there are none. */
static i64 take_blocks(Heap *heap, u32 count)
{
    u32 run = 0;
    u32 b = heap->free_hint;
    for (; b < heap->used_blocks; b++) {
        if (heap->blocks[b] == BLOCK_FREE) {
            if (++run == count)
                break;
        } else {
            run = 0;
        }
    }
    u32 first;
    if (b < heap->used_blocks) {
        first = b + 1 - count;
        heap->free_blocks -= count;
    } else {
        /* A free run at the end may be extended. */
        first = heap->used_blocks - run;
        if (first + count > heap->block_count)
            return -1;
        heap->free_blocks -= run;
        heap->used_blocks = first + count;
    }
    if (count == 1)
        heap->free_hint = first + 1;
    return first;
}

/* Opens the next run of free lines. False: none left. */
static bool next_run(Heap *heap)
{
    for (; heap->scan_block < heap->used_blocks; heap->scan_block++, heap->scan_line = 0) {
        if (heap->blocks[heap->scan_block] != BLOCK_SMALL)
            continue;
        const u8 *lines = heap->lines + (size_t)heap->scan_block * LINES_PER_BLOCK;
        u32 line = heap->scan_line;
        while (line < LINES_PER_BLOCK && lines[line])
            line++;
        if (line == LINES_PER_BLOCK)
            continue;
        u32 end = line;
        while (end < LINES_PER_BLOCK && !lines[end])
            end++;
        heap->scan_line = end;
        u8 *block = heap->base + ((size_t)heap->scan_block << BLOCK_SHIFT);
        heap->next = block + line * LINE_SIZE;
        heap->limit = block + end * LINE_SIZE;
        memset(heap->next, 0, (size_t)(heap->limit - heap->next));
        heap->allocated += (u64)(heap->limit - heap->next);
        heap->total += (u64)(heap->limit - heap->next);
        return true;
    }
    return false;
}

static bool fits(const Heap *heap, u64 more)
{
    return heap->live + heap->allocated + more <= heap->max_bytes;
}

static bool new_run(Heap *heap)
{
    heap->total -= (u64)(heap->limit - heap->next);      /* the rest of the last run stays unused */
    if (next_run(heap))
        return true;
    heap->next = heap->limit;
    if (!fits(heap, BLOCK_SIZE))
        return false;
    i64 b = take_blocks(heap, 1);
    if (b < 0)
        return false;
    heap->blocks[b] = BLOCK_SMALL;
    memset(heap->lines + (size_t)b * LINES_PER_BLOCK, 1, LINES_PER_BLOCK);     /* belongs to the running run */
    heap->next = heap->base + ((size_t)b << BLOCK_SHIFT);
    heap->limit = heap->next + BLOCK_SIZE;
    memset(heap->next, 0, BLOCK_SIZE);
    heap->allocated += BLOCK_SIZE;
    heap->total += BLOCK_SIZE;
    return true;
}

static void *alloc_large(Heap *heap, u32 size)
{
    u32 count = (u32)((size + (u64)BLOCK_SIZE - 1) >> BLOCK_SHIFT);
    u64 bytes = (u64)count << BLOCK_SHIFT;
    if (!fits(heap, bytes))
        return NULL;
    i64 b = take_blocks(heap, count);
    if (b < 0)
        return NULL;
    heap->blocks[b] = BLOCK_LARGE;
    memset(heap->blocks + b + 1, BLOCK_LARGE_MORE, count - 1);
    u8 *p = heap->base + ((size_t)b << BLOCK_SHIFT);
    memset(p, 0, size);
    heap->allocated += bytes;
    heap->total += bytes;
    size_t bit = (size_t)(p - heap->base) >> 3;
    heap->starts[bit >> 6] |= 1ull << (bit & 63);
    return p;
}

static void *try_alloc(Heap *heap, u32 size)
{
    if (size > LARGE_OBJECT)
        return alloc_large(heap, size);
    while (size > (size_t)(heap->limit - heap->next))
        if (!new_run(heap))
            return NULL;
    return heap_alloc(NULL, heap, size);
}

enum { FINALIZER_TURNS = 64 };

void *heap_alloc_slow(Thread *t, u32 size)
{
    Heap *heap = &t->vm->heap;
    if (heap->allocated > heap->threshold)
        gc_collect(t->vm, false);
    void *p = try_alloc(heap, size);
    if (!p) {
        gc_collect(t->vm, false);
        p = try_alloc(heap, size);
    }
    /* Memory may hang on finalizers that had no turn yet. */
    for (int i = 0; !p && i < FINALIZER_TURNS && t->vm->daemons_started; i++) {
        vm_yield(t);
        if (i % 16 == 15) {
            gc_collect(t->vm, true);
            p = try_alloc(heap, size);
        }
    }
    if (!p) {
        gc_collect(t->vm, true);
        p = try_alloc(heap, size);
    }
    return p;
}

/*
 * Frees what was not marked: block states, free lines, and the starts of dead
 * objects. lines[] was filled by the marker.
 */
void heap_sweep(Heap *heap)
{
    size_t words = (size_t)heap->used_blocks << (BLOCK_SHIFT - 9);
    memcpy(heap->starts, heap->marks, words * sizeof(u64));
    u64 live = 0;
    u32 last_used = 0;
    heap->free_blocks = 0;
    for (u32 b = 0; b < heap->used_blocks; b++) {
        if (heap->blocks[b] == BLOCK_SMALL) {
            const u64 *lines = (const u64 *)(heap->lines + (size_t)b * LINES_PER_BLOCK);
            u32 used = 0;
            for (u32 i = 0; i < LINES_PER_BLOCK / 8; i++)
                used += (u32)__builtin_popcountll(lines[i]);
            if (used)
                live += (u64)used * LINE_SIZE;
            else
                heap->blocks[b] = BLOCK_FREE;
        } else if (heap->blocks[b] == BLOCK_LARGE) {
            u32 count = 1;
            while (b + count < heap->used_blocks && heap->blocks[b + count] == BLOCK_LARGE_MORE)
                count++;
            size_t bit = (size_t)b << (BLOCK_SHIFT - 3);
            if (heap->marks[bit >> 6] >> (bit & 63) & 1) {
                live += (u64)count << BLOCK_SHIFT;
            } else {
                memset(heap->blocks + b, BLOCK_FREE, count);
                pages_discard(heap->base + ((size_t)b << BLOCK_SHIFT), (size_t)count << BLOCK_SHIFT);
            }
            if (heap->blocks[b] != BLOCK_FREE)
                last_used = b + count;
            else
                heap->free_blocks += count;
            b += count - 1;
            continue;
        }
        if (heap->blocks[b] == BLOCK_FREE)
            heap->free_blocks++;
        else
            last_used = b + 1;
    }
    heap->free_blocks -= heap->used_blocks - last_used;
    if (last_used < heap->used_blocks)
        pages_discard(heap->base + ((size_t)last_used << BLOCK_SHIFT), (size_t)(heap->used_blocks - last_used) << BLOCK_SHIFT);
    heap->used_blocks = last_used;
    heap->live = live;
    heap->allocated = 0;
    heap->threshold = MAX(16u << 20, live / 2);
    heap->next = heap->limit = heap->base;
    heap->scan_block = heap->scan_line = 0;
    heap->free_hint = 0;
}
