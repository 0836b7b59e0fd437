/*
 * The collector: mark from the roots, then free lines that hold nothing marked.
 *
 * Heap objects are scanned exactly (each class lists its reference fields). Of a
 * frame's registers those count that it has written; whether such a register
 * holds a reference, and C stacks altogether, are guessed: a word that is the
 * address of an object's start keeps it alive. Objects never move, so a wrong
 * guess costs memory and nothing else.
 *
 * References (java.lang.ref): a Reference's referent is not followed. Those met
 * while marking are remembered and decided afterwards, in the order that the
 * specification wants: soft (kept unless memory is short), weak, then objects
 * with a finalizer are revived for it, then phantom ones.
 */
#define _GNU_SOURCE
#include "code/assigned.h"
#include "vm/internal.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_REGISTERS = 4096 };

typedef struct Marker {
    Vm *vm;
    Heap *heap;
    Object **stack;
    size_t count, room;
    bool keep_soft;
    Object **references;            /* met: weak, phantom, finalizer, and soft ones that may go */
    size_t reference_count, reference_room;
    ObjectRef pending;              /* circular list through pendingNext */
} Marker;

static bool is_marked(const Heap *heap, const Object *o)
{
    size_t bit = (size_t)((const u8 *)o - heap->base) >> 3;
    return heap->marks[bit >> 6] >> (bit & 63) & 1;
}

static void mark(Marker *m, Object *o)
{
    Heap *heap = m->heap;
    size_t offset = (size_t)((u8 *)o - heap->base), bit = offset >> 3;
    u64 mask = 1ull << (bit & 63);
    if (heap->marks[bit >> 6] & mask)
        return;
    heap->marks[bit >> 6] |= mask;
    if (m->count == m->room) {
        m->room = m->room ? m->room * 2 : 4096;
        m->stack = xrealloc(m->stack, m->room * sizeof *m->stack);
    }
    m->stack[m->count++] = o;
}

static void mark_ref(Marker *m, ObjectRef ref)
{
    if (ref)
        mark(m, ref_object(ref));
}

static void mark_lines(Heap *heap, const Object *o, u32 size)
{
    size_t offset = (size_t)((const u8 *)o - heap->base);
    if (size > LARGE_OBJECT)
        return;
    memset(heap->lines + (offset >> LINE_SHIFT), 1, ((offset + size - 1) >> LINE_SHIFT) - (offset >> LINE_SHIFT) + 1);
}

static void remember(Marker *m, Object *reference)
{
    if (m->reference_count == m->reference_room) {
        m->reference_room = m->reference_room ? m->reference_room * 2 : 1024;
        m->references = xrealloc(m->references, m->reference_room * sizeof *m->references);
    }
    m->references[m->reference_count++] = reference;
}

static void scan(Marker *m, Object *o)
{
    const Class *c = object_class(o);
    mark_lines(m->heap, o, object_size(o));
    if (class_is_array(c)) {
        if (c->element_kind == 'L') {
            const ObjectRef *refs = ARRAY_REF(o);
            for (i32 i = 0, n = ARRAY_LENGTH(o); i < n; i++)
                mark_ref(m, refs[i]);
        }
        return;
    }
    for (u32 i = 0; i < c->ref_count; i++)
        mark_ref(m, FIELD_AT(o, ObjectRef, c->ref_offsets[i]));
    if (UNLIKELY(c->flags & CLASS_ANY_REFERENCE)) {
        if (c->flags & CLASS_SOFT && m->keep_soft)
            mark_ref(m, FIELD_AT(o, ObjectRef, m->vm->known.referent));
        else
            remember(m, o);
    }
}

static void drain(Marker *m)
{
    while (m->count)
        scan(m, m->stack[--m->count]);
}

/* ---- roots ------------------------------------------------------------------------- */

NO_ASAN static void mark_words(Marker *m, const void *from, const void *to)
{
    for (const u64 *p = from; p < (const u64 *)to; p++)
        if (heap_is_object(m->heap, *p))
            mark(m, (Object *)(uintptr_t)*p);
}

/*
 * The core library is compiled ahead on the platform: a variable that it will not
 * read again holds nothing there. Arguments stay, for the sake of finalizers that
 * free what a native method of the same object still works on.
 */
static u32 variables_of(const Method *method)
{
    return method->owner->flags & CLASS_BOOT ? method->code->argument_registers : method->code->variable_registers;
}

/* Registers that this frame may have written; what the others hold is an earlier frame's. */
static bool own_registers(Marker *m, const Frame *f, u64 *own)
{
    Method *method = f->method;
    const Code *code = method->code;
    if (!code || f->pc < code->units || f->pc >= code->units + code->unit_count || code->register_count > MOST_REGISTERS)
        return false;
    if (!method->assigned)
        method->assigned = assigned_solve(code, variables_of(method), &m->vm->arena);
    if (!method->assigned)
        return false;
    assigned_before(method->assigned, (u32)(f->pc - code->units), own);
    return true;
}

static void mark_frame(Marker *m, const Frame *f)
{
    u64 own[MOST_REGISTERS / 64];
    if (!f->method)
        return;
    if (!own_registers(m, f, own)) {
        mark_words(m, f->registers, f->registers + f->method->register_count);
        return;
    }
    for (u32 i = 0; i < f->method->register_count; i++)
        if (own[i / 64] >> i % 64 & 1)
            mark_words(m, f->registers + i, f->registers + i + 1);
}

NO_ASAN static void mark_thread(Marker *m, Thread *t, const void *sp)
{
    if (t->status == THREAD_DEAD)
        return;
    mark_words(m, sp, t->c_stack_top);
    for (const Frame *f = t->frames; f <= t->frame; f++) {
        mark_frame(m, f);
        if (f->locked)
            mark(m, f->locked);
    }
    if (t->exception)
        mark(m, t->exception);
    if (t->caught)
        mark(m, t->caught);
    if (t->object)
        mark(m, t->object);
}

static void mark_held(Marker *m);

NO_ASAN static void mark_roots(Marker *m)
{
    Vm *vm = m->vm;
    jmp_buf registers;      /* callee-saved registers may hold the only reference */
    setjmp(registers);
    mark_words(m, &registers, (u8 *)&registers + (sizeof registers & ~7ul));
    for (Thread *t = vm->threads; t; t = t->next)
        mark_thread(m, t, t == vm->current ? __builtin_frame_address(0) : t->sp);
    for (Class *c = vm->newest_class; c; c = c->next) {
        if (c->mirror)
            mark(m, c->mirror);
        if (c->loader)
            mark(m, c->loader);
        for (u32 i = 0; i < c->static_ref_count; i++)
            mark_ref(m, *c->static_refs[i]);
    }
    for (u32 i = 0; i < vm->interned.size; i++)
        mark_ref(m, vm->interned.entries[i]);
    mark_held(m);
    for (u32 i = 1; i < vm->monitor_count; i++)
        if (vm->monitors[i]->object && (vm->monitors[i]->owner || vm->monitors[i]->waiting))
            mark_ref(m, vm->monitors[i]->object);
}

/* ---- references -------------------------------------------------------------------- */

static void make_pending(Marker *m, Object *reference)
{
    const Known *k = &m->vm->known;
    if (!FIELD_AT(reference, ObjectRef, k->queue) || FIELD_AT(reference, ObjectRef, k->queue_next) || FIELD_AT(reference, ObjectRef, k->pending_next))
        return;
    ObjectRef ref = object_ref(reference);
    if (m->pending) {
        FIELD_AT(reference, ObjectRef, k->pending_next) = FIELD_AT(ref_object(m->pending), ObjectRef, k->pending_next);
        FIELD_AT(ref_object(m->pending), ObjectRef, k->pending_next) = ref;
    } else {
        FIELD_AT(reference, ObjectRef, k->pending_next) = ref;
        m->pending = ref;
    }
}

/* Clears references of these kinds whose referent was not reached. */
static void clear_references(Marker *m, u32 kinds)
{
    u32 referent = m->vm->known.referent;
    for (size_t i = 0; i < m->reference_count; i++) {
        Object *reference = m->references[i];
        if (!reference || !(object_class(reference)->flags & kinds))
            continue;
        ObjectRef target = FIELD_AT(reference, ObjectRef, referent);
        if (target && !is_marked(m->heap, ref_object(target))) {
            FIELD_AT(reference, ObjectRef, referent) = 0;
            make_pending(m, reference);
            m->references[i] = NULL;
        }
    }
}

static void revive_finalizable(Marker *m)
{
    const Known *k = &m->vm->known;
    size_t count = m->reference_count;
    static FieldRef zombie = FIELD("java/lang/ref/FinalizerReference", "zombie", NULL);
    for (size_t i = 0; i < count; i++) {
        Object *reference = m->references[i];
        if (!reference || !(object_class(reference)->flags & CLASS_FINALIZER_REF))
            continue;
        ObjectRef target = FIELD_AT(reference, ObjectRef, k->referent);
        if (target && !is_marked(m->heap, ref_object(target))) {
            FIELD_AT(reference, ObjectRef, field_offset(m->vm->current, &zombie)) = target;
            FIELD_AT(reference, ObjectRef, k->referent) = 0;
            make_pending(m, reference);
            m->references[i] = NULL;
            mark_ref(m, target);
        }
    }
    drain(m);
}

/* Hands the pending references to ReferenceQueue's list and wakes the daemon that empties it. */
static void publish_pending(Marker *m)
{
    Vm *vm = m->vm;
    static FieldRef unenqueued = FIELD("java/lang/ref/ReferenceQueue", "unenqueued", NULL);
    if (!m->pending)
        return;
    u32 next = vm->known.pending_next;
    ObjectRef *list = (ObjectRef *)field_address(vm->current, &unenqueued);
    if (*list) {
        /* Two circles become one. */
        ObjectRef after = FIELD_AT(ref_object(*list), ObjectRef, next);
        FIELD_AT(ref_object(*list), ObjectRef, next) = FIELD_AT(ref_object(m->pending), ObjectRef, next);
        FIELD_AT(ref_object(m->pending), ObjectRef, next) = after;
    } else {
        *list = m->pending;
    }
    vm->references_pending = true;
    sched_hurry(vm);
    Class *queue = vm_loaded_class(vm, NULL, symbol(&vm->store.symbols, "java/lang/ref/ReferenceQueue"));
    for (Thread *t = vm->threads; t; t = t->next)
        if (t->waiting_on && t->waiting_on->object == object_ref(queue->mirror))
            t->notified = true;
}

/* ---- a collection -------------------------------------------------------------------- */

void gc_collect(Vm *vm, bool clear_soft)
{
    Heap *heap = &vm->heap;
    if (heap->collecting || !vm->booted)
        return;
    heap->collecting = true;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);

    Marker m = { .vm = vm, .heap = heap, .keep_soft = !clear_soft };
    memset(heap->marks, 0, ((size_t)heap->used_blocks << (BLOCK_SHIFT - 9)) * sizeof(u64));
    memset(heap->lines, 0, (size_t)heap->used_blocks * LINES_PER_BLOCK);
    mark_roots(&m);
    drain(&m);
    clear_references(&m, CLASS_SOFT | CLASS_WEAK);
    revive_finalizable(&m);
    clear_references(&m, CLASS_SOFT | CLASS_WEAK | CLASS_PHANTOM);
    publish_pending(&m);
    drain(&m);
    heap_sweep(heap);
    monitors_sweep(vm);
    free(m.stack);
    free(m.references);

    clock_gettime(CLOCK_MONOTONIC, &end);
    u64 pause = (u64)(end.tv_sec - start.tv_sec) * 1000000000u + (u64)(end.tv_nsec - start.tv_nsec);
    heap->collections++;
    heap->total_pause_ns += pause;
    heap->longest_pause_ns = MAX(heap->longest_pause_ns, pause);
    heap->collecting = false;
}

void vm_on_references(Vm *vm, void (*wake)(Thread *t))
{
    vm->wake_daemons = wake;
}

void vm_collect(Thread *t, bool clear_soft)
{
    gc_collect(t->vm, clear_soft);
}

/* ---- roots held by C ------------------------------------------------------------------ */

/* Places must not move, so they come in chunks. A free one is linked to the next free one. */
enum { ROOTS_PER_CHUNK = 1024 };

struct RootChunk {
    struct RootChunk *next;
    u32 used;
    ObjectRef places[ROOTS_PER_CHUNK];
};

ObjectRef *vm_root_place(Vm *vm)
{
    RootChunk *chunk = vm->roots;
    if (!chunk || chunk->used == ROOTS_PER_CHUNK) {
        chunk = ARENA_NEW(&vm->arena, RootChunk);
        chunk->next = vm->roots;
        vm->roots = chunk;
    }
    return &chunk->places[chunk->used++];
}

static void mark_held(Marker *m)
{
    for (const RootChunk *chunk = m->vm->roots; chunk; chunk = chunk->next)
        for (u32 i = 0; i < chunk->used; i++)
            mark_ref(m, chunk->places[i]);
}

ObjectRef *vm_root_add(Vm *vm, Object *o)
{
    ObjectRef *place;
    if (vm->free_root_count)
        place = vm->free_roots[--vm->free_root_count];
    else
        place = vm_root_place(vm);
    *place = object_ref(o);
    return place;
}

void vm_root_remove(Vm *vm, ObjectRef *root)
{
    *root = 0;
    if (vm->free_root_count == vm->free_root_room) {
        vm->free_root_room = vm->free_root_room ? vm->free_root_room * 2 : 64;
        vm->free_roots = xrealloc(vm->free_roots, vm->free_root_room * sizeof *vm->free_roots);
    }
    vm->free_roots[vm->free_root_count++] = root;
}
