/*
 * The binder thread: a Java thread "Binder_1", started at the first call, that waits
 * for the next due call of a list sorted by time. See binder_thread.h.
 */
#include "android/binder_thread.h"

#include "android/natives.h"

typedef struct Pending {
    i64 due;
    u64 number;
    BinderCall *call;
    ObjectRef *argument;
    struct Pending *next;
} Pending;

typedef struct BinderState {
    Pending *first;
    u64 last_number;
    bool started;
    Thread *called_by_system;       /* the thread on which the system's call runs; NULL: none */
} BinderState;

static BinderState *state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_BINDER);
    if (!*slot)
        *slot = xcalloc(1, sizeof(BinderState));
    return *slot;
}

static bool is_due(void *context)
{
    Vm *vm = context;
    const Pending *first = state(vm)->first;
    return first && first->due <= vm_nanos(vm);
}

static void drop(Vm *vm, Pending *p)
{
    if (p->argument)
        vm_root_remove(vm, p->argument);
    free(p);
}

static void log_thrown(Thread *t, Object *thrown)
{
    vm_call_static(t, "android/util/Log", "w", "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/Throwable;)I", vm_string_utf8(t, "Binder"),
                   vm_string_utf8(t, "Caught a RuntimeException from the binder stub implementation."), thrown);
    vm_take_exception(t);
}

static void make_call(Thread *t, Pending *p)
{
    Object *argument = p->argument ? ref_object(*p->argument) : NULL;
    BinderCall *call = p->call;
    drop(t->vm, p);
    call(t, argument);
    Object *thrown = vm_take_exception(t);
    if (thrown)
        log_thrown(t, thrown);
}

/* A new first entry makes the thread look again: its deadline is the first entry's. */
static bool list_changed(void *context)
{
    const struct { Vm *vm; const Pending *seen; } *wait = context;
    return state(wait->vm)->first != wait->seen;
}

static void run(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    BinderState *s = state(t->vm);
    for (;;) {
        if (is_due(t->vm)) {
            Pending *p = s->first;
            s->first = p->next;
            make_call(t, p);
            continue;
        }
        struct { Vm *vm; const Pending *seen; } wait = { t->vm, s->first };
        vm_block(t, list_changed, &wait, s->first ? s->first->due : -1, false);
    }
}

static bool start(Thread *t)
{
    static const MadeMethod methods[] = { { "run", "()V", ACC_PUBLIC, run, NULL } };
    Class *const interfaces[] = { vm_boot_class(t, "java/lang/Runnable") };
    Class *c = vm_make_class(t, &(MadeClass){ .name = "reenact/BinderThread", .super = vm_boot_class(t, "java/lang/Object"), .interfaces = interfaces,
                                              .interface_count = 1, .access = ACC_PUBLIC, .methods = methods, .method_count = 1 });
    Object *runnable = c && vm_initialize_class(t, c) ? vm_new_object(t, c) : NULL;
    Object *thread = runnable ? vm_new(t, vm_boot_class(t, "java/lang/Thread"), "(Ljava/lang/Runnable;Ljava/lang/String;)V", runnable, vm_string_utf8(t, "Binder_1")) : NULL;
    if (!thread)
        return false;
    vm_call_method(t, thread, "setDaemon", "(Z)V", 1);
    vm_call_method(t, thread, "start", "()V");
    return !t->exception;
}

u64 binder_post_at(Thread *t, i64 nanos, BinderCall *call, Object *argument)
{
    BinderState *s = state(t->vm);
    Pending *p = xcalloc(1, sizeof *p);
    *p = (Pending){ .due = nanos, .number = ++s->last_number, .call = call, .argument = argument ? vm_root_add(t->vm, argument) : NULL };
    Pending **link = &s->first;
    while (*link && (*link)->due <= nanos)
        link = &(*link)->next;
    p->next = *link;
    *link = p;
    if (!s->started) {
        s->started = true;
        start(t);
    }
    return p->number;
}

void binder_post(Thread *t, BinderCall *call, Object *argument)
{
    binder_post_at(t, vm_nanos(t->vm), call, argument);
}

void binder_cancel(Vm *vm, u64 number)
{
    for (Pending **link = &state(vm)->first; *link; link = &(*link)->next) {
        if ((*link)->number != number)
            continue;
        Pending *gone = *link;
        *link = gone->next;
        drop(vm, gone);
        return;
    }
}

Thread *binder_begin_system_call(Thread *t)
{
    Thread *before = state(t->vm)->called_by_system;
    state(t->vm)->called_by_system = t;
    return before;
}

void binder_end_system_call(Thread *t, Thread *before)
{
    state(t->vm)->called_by_system = before;
}

bool binder_called_by_system(const Thread *t)
{
    return state(t->vm)->called_by_system == t;
}

Object *binder_arguments(Thread *t, u32 count, Object *const *objects)
{
    Object *array = vm_new_object_array(t, "java/lang/Object", (i32)count);
    for (u32 i = 0; array && i < count; i++)
        ARRAY_REF(array)[i] = object_ref(objects[i]);
    return array;
}
