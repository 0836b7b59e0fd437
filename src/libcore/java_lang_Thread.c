/*
 * java.lang.Thread and dalvik.system.VMStack.
 *
 * threadPtr holds the machine's Thread while the thread lives. The injected
 * park/unpark are what LockSupport (Unsafe.park) calls.
 */
#include "libcore/natives.h"

#include "vm/internal.h"

#include <stdlib.h>

static FieldRef thread_pointer = FIELD("java/lang/Thread", "threadPtr", "J");
static FieldRef thread_daemon = FIELD("java/lang/Thread", "daemon", "Z");
static FieldRef thread_lock = FIELD("java/lang/Thread", "lock", "Ljava/lang/Object;");
static FieldRef thread_group = FIELD("java/lang/Thread", "group", "Ljava/lang/ThreadGroup;");

static Thread *peer(Thread *t, Object *thread)
{
    return (Thread *)(uintptr_t)GET_LONG(t, thread, &thread_pointer);
}

void libcore_uncaught(Thread *t, Object *throwable)
{
    /* As the runtime does: Thread.getUncaughtExceptionHandler().uncaughtException(thread, e) */
    Object *handler = vm_call_method(t, t->object, "getUncaughtExceptionHandler", "()Ljava/lang/Thread$UncaughtExceptionHandler;").l;
    if (handler && !t->exception)
        vm_call_method(t, handler, "uncaughtException", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V", t->object, throwable);
    t->exception = NULL;    /* what the handler throws is ignored */
}

/* The end of a thread: out of its group, not alive any more, joiners woken. */
static void leave(Thread *t)
{
    Object *thread = t->object;
    Object *group = GET_REF(t, thread, &thread_group);
    if (group) {
        vm_call_method(t, group, "removeThread", "(Ljava/lang/Thread;)V", thread);
        t->exception = NULL;
        SET_REF(t, thread, &thread_group, NULL);
    }
    Object *lock = GET_REF(t, thread, &thread_lock);
    if (lock)
        monitor_enter(t, lock);
    SET_LONG(t, thread, &thread_pointer, 0);
    if (lock) {
        monitor_notify(t, lock, true);
        monitor_exit(t, lock);
    }
}

static void run_java_thread(Thread *t)
{
    vm_call_method(t, t->object, "run", "()V");
    Object *throwable = vm_take_exception(t);
    if (throwable)
        libcore_uncaught(t, throwable);
    leave(t);
}

static void internalStart(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *thread = args[0].l;
    Thread *started = vm_start_thread(t->vm, thread, FIELD_AT(thread, u8, field_offset(t, &thread_daemon)), run_java_thread);
    SET_LONG(t, thread, &thread_pointer, (i64)(uintptr_t)started);
}

static void currentThread(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = t->object;
}

static void internalYield(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    vm_yield(t);
}

static void throw_interrupted(Thread *t)
{
    t->interrupted = false;
    vm_throw(t, "java/lang/InterruptedException", NULL);
}

static void internalSleep(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i64 millis = MIN(args[0].j, INT64_MAX / 4000000);
    if (millis < 0 || args[2].i < 0 || args[2].i > 999999) {
        vm_throw(t, "java/lang/IllegalArgumentException", "millis < 0: %lld", (long long)millis);
        return;
    }
    if (t->interrupted) {
        throw_interrupted(t);
        return;
    }
    i64 nanos = millis * 1000000 + args[2].i;
    t->reason = REASON_SLEEPING;
    BlockResult how = vm_block(t, NULL, NULL, vm_nanos(t->vm) + nanos, true);
    t->reason = REASON_WAITING;
    if (how == BLOCK_INTERRUPTED)
        throw_interrupted(t);
}

static void internalInterrupt(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Thread *other = peer(t, args[0].l);
    if (other)
        other->interrupted = true;
}

static void internalInterrupted(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = t->interrupted;
    t->interrupted = false;
}

static void internalIsInterrupted(Thread *t, const Slot *args, Slot *result)
{
    Thread *other = peer(t, args[0].l);
    result->i = other && other->interrupted;
}

static void internalHoldsLock(Thread *t, const Slot *args, Slot *result)
{
    if (!args[0].l)
        vm_throw_null(t, "object == null");
    else
        result->i = monitor_holds(t, args[0].l);
}

/* The numbers that Thread.getState() translates. */
static void internalGetState(Thread *t, const Slot *args, Slot *result)
{
    enum { TERMINATED, RUNNABLE, TIMED_WAITING, BLOCKED, WAITING, NEW };
    const Thread *other = peer(t, args[0].l);
    if (!other || other->status == THREAD_DEAD)
        result->i = TERMINATED;
    else if (other->status == THREAD_NEW)
        result->i = NEW;
    else if (other->status == THREAD_RUNNABLE)
        result->i = RUNNABLE;
    else if (other->reason == REASON_MONITOR)
        result->i = BLOCKED;
    else
        result->i = other->deadline >= 0 ? TIMED_WAITING : WAITING;
}

static void getStackTrace(Thread *t, const Slot *args, Slot *result)
{
    Thread *other = peer(t, args[0].l);
    if (!other) {
        result->l = vm_stack_trace_elements(t, NULL);
        return;
    }
    Frame *top = t->frame;
    if (other == t)
        t->frame--;     /* not this native itself */
    Object *captured = other == t ? vm_capture_stack(t) : NULL;
    t->frame = top;
    if (other != t) {
        i32 depth = (i32)(other->frame - other->frames);
        captured = vm_new_array(t, t->vm->known.long_array, depth * 2);
        for (i32 i = 0; captured && i < depth; i++) {
            const Frame *f = other->frame - i;
            const Code *code = f->method->code;
            ARRAY_I64(captured)[i * 2] = (i64)(uintptr_t)f->method;
            ARRAY_I64(captured)[i * 2 + 1] = code && f->pc >= code->units && f->pc < code->units + code->unit_count ? f->pc - code->units : 0;
        }
    }
    result->l = captured ? vm_stack_trace_elements(t, captured) : NULL;
}

/* ---- ThreadGroup --------------------------------------------------------------------- */

/* void uncaughtException(Thread thread, Throwable e): the group's parents, the default handler, or a printed trace */
static void uncaughtException(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    static FieldRef parent = FIELD("java/lang/ThreadGroup", "parent", NULL);
    static FieldRef name = FIELD("java/lang/Thread", "name", NULL);
    static FieldRef err = FIELD("java/lang/System", "err", NULL);
    Object *next = GET_REF(t, args[0].l, &parent);
    if (!next)
        vm_end(t, args[2].l, 1);
    if (!next)
        next = vm_call_static(t, "java/lang/Thread", "getDefaultUncaughtExceptionHandler", "()Ljava/lang/Thread$UncaughtExceptionHandler;").l;
    if (next && !t->exception) {
        vm_call_method(t, next, "uncaughtException", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V", args[1].l, args[2].l);
        return;
    }
    Object *stream = ref_object(*(ObjectRef *)field_address(t, &err));
    char *thread = vm_string_to_utf8(args[1].l ? GET_REF(t, args[1].l, &name) : NULL);
    char *head = xasprintf("Exception in thread \"%s\" ", thread ? thread : "");
    vm_call_method(t, stream, "print", "(Ljava/lang/String;)V", vm_string_utf8(t, head));
    free(thread);
    free(head);
    if (!t->exception && args[2].l)
        vm_call_method(t, args[2].l, "printStackTrace", "(Ljava/io/PrintStream;)V", stream);
}

const NativeMethod natives_java_lang_ThreadGroup[] = {
    { "uncaughtException", NULL, uncaughtException },
    { 0 },
};

/* ---- park ------------------------------------------------------------------------- */

static bool has_permit(void *context)
{
    return ((Thread *)context)->parked_permit;
}

static void park(Thread *t, i64 deadline)
{
    if (!t->parked_permit && !t->interrupted)
        vm_block(t, has_permit, t, deadline, true);
    t->parked_permit = false;
}

static void parkFor(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    park(t, args[1].j > INT64_MAX / 2 ? -1 : vm_nanos(t->vm) + MAX(args[1].j, 0));
}

static void parkUntil(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i64 millis = args[1].j - vm_millis(t->vm);
    park(t, millis > INT64_MAX / 4000000 ? -1 : vm_nanos(t->vm) + MAX(millis, 0) * 1000000);
}

static void unpark(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Thread *other = peer(t, args[0].l);
    if (other)
        other->parked_permit = true;
}

static void unsafePark(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    bool absolute = args[1].i;
    i64 time = args[2].j;
    if (absolute)
        park(t, vm_nanos(t->vm) + MAX(time - vm_millis(t->vm), 0) * 1000000);
    else
        park(t, time == 0 || time > INT64_MAX / 2 ? -1 : vm_nanos(t->vm) + MAX(time, 0));
}

static void unsafeUnpark(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Thread *other = args[1].l ? peer(t, args[1].l) : NULL;
    if (other)
        other->parked_permit = true;
}

const NativeMethod natives_java_lang_Thread[] = {
    { "currentThread", "()Ljava/lang/Thread;", currentThread },
    { "hookThreadCreated", NULL, native_nothing },
    { "internalGetStackTrace", NULL, getStackTrace },
    { "internalGetState", NULL, internalGetState },
    { "internalInterrupt", NULL, internalInterrupt },
    { "internalInterrupted", NULL, internalInterrupted },
    { "internalIsInterrupted", NULL, internalIsInterrupted },
    { "internalSetName", NULL, native_nothing },
    { "internalSetPriority", NULL, native_nothing },
    { "internalSleep", NULL, internalSleep },
    { "internalStart", NULL, internalStart },
    { "internalYield", NULL, internalYield },
    { "internalHoldsLock", NULL, internalHoldsLock },
    { "parkFor", "(J)V", parkFor },
    { "parkUntil", "(J)V", parkUntil },
    { "unpark", "()V", unpark },
    { "parkFor$", "(J)V", parkFor, NATIVE_INJECT },
    { "parkUntil$", "(J)V", parkUntil, NATIVE_INJECT },
    { "unpark$", "()V", unpark, NATIVE_INJECT },
    { 0 },
};

const NativeMethod natives_sun_misc_Unsafe_park[] = {
    { "park", "(ZJ)V", unsafePark },
    { "unpark", "(Ljava/lang/Object;)V", unsafeUnpark },
    { 0 },
};

/* ---- VMStack ----------------------------------------------------------------------- */

/* The loader of the method that called the caller of this; null for boot classes. */
static void getCallingClassLoader(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    const Class *c = vm_caller_class(t, 1);
    result->l = c ? c->loader : NULL;
}

static void getStackClass2(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Class *c = vm_caller_class(t, 2);
    result->l = c ? vm_class_object(t, c) : NULL;
}

static void getClosestUserClassLoader(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    for (u32 i = 0;; i++) {
        const Class *c = vm_caller_class(t, i);
        if (!c)
            return;
        if (c->loader) {
            result->l = c->loader;
            return;
        }
    }
}

const NativeMethod natives_dalvik_system_VMStack[] = {
    { "getCallingClassLoader", NULL, getCallingClassLoader },
    { "getStackClass2", NULL, getStackClass2 },
    { "getClosestUserClassLoader", NULL, getClosestUserClassLoader },
    { "getThreadStackTrace", NULL, getStackTrace },
    { 0 },
};

/* ---- org.robovm.rt.VM ----------------------------------------------------------------- */

/* static Class[] getStackClasses(int skip, int most): the callers of the method that asks */
static void getStackClasses(Thread *t, const Slot *args, Slot *result)
{
    i32 skip = args[0].i, count = 0;
    while (count < args[1].i && vm_caller_class(t, (u32)(1 + skip + count)))
        count++;
    Object *array = vm_new_array(t, t->vm->known.class_array, count);
    for (i32 i = 0; array && i < count; i++)
        ARRAY_REF(array)[i] = object_ref(vm_class_object(t, vm_caller_class(t, (u32)(1 + skip + i))));
    result->l = array;
}

const NativeMethod natives_org_robovm_rt_VM[] = {
    { "getStackClasses", NULL, getStackClasses },
    { 0 },
};
