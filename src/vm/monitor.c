/*
 * Monitors and identity hashes, both in the object's lock word:
 *
 *   bits 0-1   0  nothing, or a hash in bits 2-31
 *              1  thin lock: owner's thread number in bits 2-17, depth-1 in 18-31
 *              2  index of a Monitor in bits 2-31: contended, waited on, hashed, or deep
 *
 * With one OS thread a lock word needs no atomic operation. Identity hashes are
 * numbers counted up and stirred: the same in every run.
 */
#include "vm/internal.h"

#include <string.h>

enum { TAG_FREE, TAG_THIN, TAG_FAT };

static u32 tag(u32 word) { return word & 3; }
static u32 thin_owner(u32 word) { return word >> 2 & 0xffff; }
static u32 thin_depth(u32 word) { return word >> 18; }
static u32 thin_word(u32 owner, u32 depth) { return TAG_THIN | owner << 2 | depth << 18; }

static Thread *thread_by_id(const Vm *vm, u32 id)
{
    for (Thread *t = vm->threads; t; t = t->next)
        if (t->id == id)
            return t;
    return NULL;
}

static Monitor *fat(Vm *vm, u32 word)
{
    return vm->monitors[word >> 2];
}

static Monitor *inflate(Vm *vm, Object *o)
{
    if (tag(o->lock) == TAG_FAT)
        return fat(vm, o->lock);
    Monitor *m = vm->free_monitors;
    u32 index;
    if (m) {
        vm->free_monitors = m->next_free;
        index = m->index;
    } else {
        if (vm->monitor_count >= vm->monitor_room) {
            u32 room = vm->monitor_room ? vm->monitor_room * 2 : 256;
            Monitor **bigger = ARENA_ARRAY(&vm->arena, Monitor *, room);
            if (vm->monitors)
                memcpy(bigger, vm->monitors, vm->monitor_count * sizeof *bigger);
            vm->monitors = bigger;
            vm->monitor_room = room;
        }
        index = vm->monitor_count++;
        m = vm->monitors[index] = ARENA_NEW(&vm->arena, Monitor);
    }
    *m = (Monitor){ .object = object_ref(o), .index = index };
    if (tag(o->lock) == TAG_THIN) {
        m->owner = thread_by_id(vm, thin_owner(o->lock));
        m->count = thin_depth(o->lock) + 1;
    } else {
        m->hash = (i32)(o->lock >> 2);
    }
    o->lock = TAG_FAT | index << 2;
    return m;
}

i32 vm_identity_hash(Thread *t, Object *o)
{
    if (!o)
        return 0;
    u32 *place;
    if (tag(o->lock) == TAG_FREE) {
        if (!(o->lock >> 2)) {
            u32 hash = ++t->vm->next_hash * 2654435761u;
            o->lock = (hash >> 6 ? hash >> 6 : 1) << 2;
        }
        return (i32)(o->lock >> 2);
    }
    Monitor *m = inflate(t->vm, o);
    place = (u32 *)&m->hash;
    if (!*place) {
        u32 hash = ++t->vm->next_hash * 2654435761u;
        *place = hash >> 6 ? hash >> 6 : 1;
    }
    return m->hash;
}

static bool monitor_free(void *context)
{
    return ((Monitor *)context)->owner == NULL;
}

static bool enter_fat(Thread *t, Monitor *m)
{
    if (m->owner == t) {
        m->count++;
        return true;
    }
    m->waiting++;
    t->reason = REASON_MONITOR;
    while (m->owner)
        vm_block(t, monitor_free, m, -1, false);
    t->reason = REASON_WAITING;
    m->waiting--;
    m->owner = t;
    m->count = 1;
    return true;
}

bool monitor_enter(Thread *t, Object *o)
{
    u32 word = o->lock;
    if (word == 0) {
        o->lock = thin_word(t->id, 0);
        return true;
    }
    if (tag(word) == TAG_THIN && thin_owner(word) == t->id && thin_depth(word) < 0x3fff) {
        o->lock = thin_word(t->id, thin_depth(word) + 1);
        return true;
    }
    return enter_fat(t, inflate(t->vm, o));
}

bool monitor_holds(Thread *t, const Object *o)
{
    u32 word = o->lock;
    if (tag(word) == TAG_THIN)
        return thin_owner(word) == t->id;
    return tag(word) == TAG_FAT && fat(t->vm, word)->owner == t;
}

static bool not_owner(Thread *t, const char *doing)
{
    vm_throw(t, "java/lang/IllegalMonitorStateException", "object not locked by thread before %s()", doing);
    return false;
}

bool monitor_exit(Thread *t, Object *o)
{
    u32 word = o->lock;
    if (tag(word) == TAG_THIN && thin_owner(word) == t->id) {
        o->lock = thin_depth(word) ? thin_word(t->id, thin_depth(word) - 1) : 0;
        return true;
    }
    if (!monitor_holds(t, o)) {
        vm_throw(t, "java/lang/IllegalMonitorStateException", "attempt to unlock an object that this thread does not hold");
        return false;
    }
    Monitor *m = fat(t->vm, word);
    if (--m->count == 0)
        m->owner = NULL;
    return true;
}

static bool was_notified(void *context)
{
    return ((Thread *)context)->notified;
}

bool monitor_wait(Thread *t, Object *o, i64 nanos)
{
    if (!monitor_holds(t, o))
        return not_owner(t, "wait");
    if (t->interrupted) {
        t->interrupted = false;
        vm_throw(t, "java/lang/InterruptedException", NULL);
        return false;
    }
    Monitor *m = inflate(t->vm, o);
    u32 count = m->count;
    m->owner = NULL;
    m->count = 0;
    m->waiting++;
    t->waiting_on = m;
    t->notified = false;
    t->wait_order = ++t->vm->wait_counter;
    BlockResult result = vm_block(t, was_notified, t, nanos > 0 ? vm_nanos(t->vm) + nanos : -1, true);
    t->waiting_on = NULL;
    m->waiting--;
    enter_fat(t, m);
    m->count = count;
    if (result == BLOCK_INTERRUPTED) {
        t->interrupted = false;
        vm_throw(t, "java/lang/InterruptedException", NULL);
        return false;
    }
    return true;
}

bool monitor_notify(Thread *t, Object *o, bool all)
{
    if (!monitor_holds(t, o))
        return not_owner(t, all ? "notifyAll" : "notify");
    if (tag(o->lock) != TAG_FAT)
        return true;
    Monitor *m = fat(t->vm, o->lock);
    do {
        /* The one that has waited longest. */
        Thread *first = NULL;
        for (Thread *w = t->vm->threads; w; w = w->next)
            if (w->waiting_on == m && !w->notified && (!first || w->wait_order < first->wait_order))
                first = w;
        if (!first)
            break;
        first->notified = true;
    } while (all);
    return true;
}

/* After marking: monitors of dead objects are free again; `alive` is asked of the heap. */
void monitors_sweep(Vm *vm)
{
    for (u32 i = 1; i < vm->monitor_count; i++) {
        Monitor *m = vm->monitors[i];
        if (m->object && !heap_is_object(&vm->heap, m->object)) {
            m->object = 0;
            m->next_free = vm->free_monitors;
            vm->free_monitors = m;
        }
    }
}
