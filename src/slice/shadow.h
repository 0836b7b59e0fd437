/*
 * Beside everything that holds a value, the node that put it there: registers of
 * each thread, fields and array elements, and what native methods keep for themselves.
 */
#ifndef SLICE_SHADOW_H
#define SLICE_SHADOW_H

#include "slice/history.h"
#include "slice/methods.h"

enum { NESTED_RESULTS = 4 };

/* One activation. */
typedef struct FrameShadow {
    const Method *method;
    MethodFacts *facts;             /* NULL until its first instruction */
    Node call;                      /* what made it run */
    Node control;                   /* of the block that runs */
    Node last;                      /* the instruction that runs */
    const Unit *last_pc;
    Node result;
    u32 block;
    Node *branches;                 /* per block: its last decision; 0: it has not decided yet */
    bool by_instruction;            /* called by the instruction that runs in the frame below */
    const Unit *pending;            /* a field access whose field is known only after it ran */
    Object *pending_object;
    size_t copies;                  /* native: where its arguments' contents lie in ThreadShadow.copies */
    u32 copied;
    Node nested[NESTED_RESULTS];    /* native: what Java methods that it called gave back */
    u32 nested_count;
} FrameShadow;

typedef struct ThreadShadow {
    Node *registers;                /* as Thread.registers */
    FrameShadow *frames;            /* as Thread.frames */
    Node *branches;
    Buf copies;
    size_t register_bytes, frame_bytes;
} ThreadShadow;

/* False: no memory to be had. */
bool shadow_open(void);
/* Forgets all nodes. */
void shadow_clear(void);
ThreadShadow *shadow_find_thread(const Thread *t);

/* Threads run for many instructions at a time. */
extern struct RunningShadow {
    u32 id;                         /* of the thread; 0: none yet */
    ThreadShadow *shadow;
} shadow_running;

static inline ThreadShadow *shadow_thread(const Thread *t)
{
    if (UNLIKELY(shadow_running.id != t->id)) {
        shadow_running.shadow = shadow_find_thread(t);
        shadow_running.id = t->id;
    }
    return shadow_running.shadow;
}

static inline u32 shadow_depth(const Thread *t)
{
    return (u32)(t->frame - t->frames);
}

/* The registers of a frame. */
static inline Node *shadow_registers(const ThreadShadow *shadow, const Thread *t, const Frame *f)
{
    return shadow->registers + (f->registers - t->registers);
}

/* A new object: all of it was put there by node. */
void shadow_allocated(const Object *o, Node node);
/* Who made it, or filled it as a whole. */
Node shadow_made(const Object *o);
void shadow_set_made(const Object *o, Node node);
/* Where an exception was first thrown. */
Node shadow_thrown(const Object *e);
void shadow_set_thrown(const Object *e, Node node);

/* A cell of an object, of so many bytes; o NULL: a static field. */
Node shadow_get(const Object *o, u64 address, u32 bytes, bool field);
void shadow_put(u64 address, u32 bytes, bool field, Node node);

/*
 * For the check: the value that the known writer of a cell wrote. A cell that holds
 * another one was written by somebody whom nobody saw. Fields and elements of 4 bytes.
 */
bool shadow_check(void);
void shadow_set_value(u64 address, u32 value);
/* False: the cell has a known writer, and holds something else. */
bool shadow_value_holds(u64 address);

/* What a native method keeps under a key: a handle, or an object. */
Node shadow_hidden(u64 key);
void shadow_set_hidden(u64 key, Node node);

/* Bytes of an object or array, its head included. */
u32 shadow_object_bytes(const Object *o);

#endif
