/*
 * Heap and static fields lie below 2 GB, so their shadow is one table with a node for
 * every 4 bytes, of which the kernel supplies the pages that are used. Smaller fields
 * share 4 bytes with others and have a table of their own; smaller elements of arrays
 * share a node, which then depends on the one before it.
 */
#include "slice/shadow.h"

#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

#define LOW_MEMORY ((u64)1 << 31)
enum { BRANCHES_PER_THREAD = 1 << 24 };

typedef struct KeyedNode {
    u64 key;                        /* 0: free */
    Node node;
} KeyedNode;

static struct {
    Node *cells;
    u32 *values;                    /* beside cells; NULL unless they are checked */
    KeyedNode *keyed;
    u32 keyed_size, keyed_used;     /* size is a power of two */
    ThreadShadow **threads;         /* by id */
    u32 thread_room;
} shadow;

struct RunningShadow shadow_running;

bool shadow_open(void)
{
    shadow.cells = pages_map(LOW_MEMORY, 0);
    shadow.keyed_size = 1 << 16;
    shadow.keyed = xcalloc(shadow.keyed_size, sizeof *shadow.keyed);
    return shadow.cells != NULL;
}

void shadow_clear(void)
{
    pages_discard(shadow.cells, LOW_MEMORY);
    if (shadow.values)
        pages_discard(shadow.values, LOW_MEMORY);
    memset(shadow.keyed, 0, shadow.keyed_size * sizeof *shadow.keyed);
    shadow.keyed_used = 0;
    for (u32 i = 0; i < shadow.thread_room; i++) {
        ThreadShadow *s = shadow.threads[i];
        if (!s)
            continue;
        pages_discard(s->registers, s->register_bytes);
        pages_discard(s->frames, s->frame_bytes);
        buf_clear(&s->copies);
    }
}

ThreadShadow *shadow_find_thread(const Thread *t)
{
    if (t->id >= shadow.thread_room) {
        u32 room = MAX(64, t->id * 2);
        shadow.threads = xrealloc(shadow.threads, room * sizeof *shadow.threads);
        memset(shadow.threads + shadow.thread_room, 0, (room - shadow.thread_room) * sizeof *shadow.threads);
        shadow.thread_room = room;
    }
    ThreadShadow *s = shadow.threads[t->id];
    if (LIKELY(s != NULL))
        return s;
    s = shadow.threads[t->id] = xcalloc(1, sizeof *s);
    s->register_bytes = ALIGN_UP((size_t)(t->registers_end - t->registers) * sizeof(Node), 4096);
    s->frame_bytes = ALIGN_UP((size_t)(t->frames_end - t->frames) * sizeof(FrameShadow), 4096);
    s->registers = pages_map(s->register_bytes, 0);
    s->frames = pages_map(s->frame_bytes, 0);
    s->branches = pages_map(BRANCHES_PER_THREAD * sizeof(Node), 0);
    return s;
}

/* ---- by key ------------------------------------------------------------------------------ */

static KeyedNode *keyed_slot(u64 key)
{
    u32 i = (u32)(key * 0x9e3779b97f4a7c15ull >> 40) & (shadow.keyed_size - 1);
    while (shadow.keyed[i].key && shadow.keyed[i].key != key)
        i = (i + 1) & (shadow.keyed_size - 1);
    return &shadow.keyed[i];
}

static void grow_keyed(void)
{
    KeyedNode *old = shadow.keyed;
    u32 size = shadow.keyed_size;
    shadow.keyed_size = size * 2;
    shadow.keyed = xcalloc(shadow.keyed_size, sizeof *shadow.keyed);
    for (u32 i = 0; i < size; i++)
        if (old[i].key)
            *keyed_slot(old[i].key) = old[i];
    free(old);
}

static void put_keyed(u64 key, Node node)
{
    KeyedNode *slot = keyed_slot(key);
    if (!slot->key) {
        if (++shadow.keyed_used * 2 > shadow.keyed_size) {
            grow_keyed();
            slot = keyed_slot(key);
        }
        slot->key = key;
    }
    slot->node = node;
}

/* Keys of fields are their addresses; those of natives have the highest bit set. */
Node shadow_hidden(u64 key)
{
    return keyed_slot(key | (u64)1 << 63)->node;
}

void shadow_set_hidden(u64 key, Node node)
{
    put_keyed(key | (u64)1 << 63, node);
}

/* ---- objects ------------------------------------------------------------------------------- */

u32 shadow_object_bytes(const Object *o)
{
    const Class *c = object_class(o);
    if (!class_is_array(c))
        return c->instance_size;
    return (c->element_shift == 3 ? ARRAY_WIDE_DATA : ARRAY_DATA) + ((u32)ARRAY_LENGTH(o) << c->element_shift);
}

static Node *cell(u64 address)
{
    return &shadow.cells[address >> 2];
}

void shadow_allocated(const Object *o, Node node)
{
    u32 bytes = shadow_object_bytes(o);
    memset(cell((uintptr_t)o), 0, ALIGN_UP(bytes, 4));
    *cell((uintptr_t)o) = node;
}

Node shadow_made(const Object *o)
{
    return *cell((uintptr_t)o);
}

void shadow_set_made(const Object *o, Node node)
{
    *cell((uintptr_t)o) = node;
}

/* The lock word is no field: its cell is free for this. */
Node shadow_thrown(const Object *e)
{
    return *cell((uintptr_t)e + 4);
}

void shadow_set_thrown(const Object *e, Node node)
{
    *cell((uintptr_t)e + 4) = node;
}

bool shadow_check(void)
{
    shadow.values = pages_map(LOW_MEMORY, 0);
    return shadow.values != NULL;
}

void shadow_set_value(u64 address, u32 value)
{
    if (UNLIKELY(shadow.values != NULL) && address < LOW_MEMORY)
        shadow.values[address >> 2] = value;
}

bool shadow_value_holds(u64 address)
{
    if (!shadow.values || address >= LOW_MEMORY || !*cell(address))
        return true;
    return shadow.values[address >> 2] == *(const u32 *)(uintptr_t)address;
}

static bool is_keyed(u64 address, u32 bytes, bool field)
{
    return address >= LOW_MEMORY || (field && bytes < 4);
}

Node shadow_get(const Object *o, u64 address, u32 bytes, bool field)
{
    Node node = is_keyed(address, bytes, field) ? keyed_slot(address)->node : *cell(address);
    return o ? MAX(node, shadow_made(o)) : node;
}

void shadow_put(u64 address, u32 bytes, bool field, Node node)
{
    if (is_keyed(address, bytes, field)) {
        put_keyed(address, node);
        return;
    }
    *cell(address) = node;
    if (bytes == 8)
        *cell(address + 4) = node;
}
