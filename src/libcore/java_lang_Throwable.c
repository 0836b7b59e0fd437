/* java.lang.Throwable, java.lang.ref.Reference, and the daemons behind references. */
#include "libcore/natives.h"

#include "vm/internal.h"

/* static long nativeFillInStackTrace(): the captured stack's reference; the collector knows the field */
static void nativeFillInStackTrace(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->j = (i64)(uintptr_t)vm_capture_stack(t);
}

static void nativeGetStackTrace(Thread *t, const Slot *args, Slot *result)
{
    result->l = vm_stack_trace_elements(t, ref_object((ObjectRef)args[0].j));
}

const NativeMethod natives_java_lang_Throwable[] = {
    { "nativeFillInStackTrace", NULL, nativeFillInStackTrace },
    { "nativeGetStackTrace", NULL, nativeGetStackTrace },
    { 0 },
};

/* void register(T): the collector finds references by itself */
static void register_reference(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    UNUSED(result);
}

const NativeMethod natives_java_lang_ref_Reference[] = {
    { "register", NULL, register_reference },
    { 0 },
};

void libcore_start_daemons(Thread *t)
{
    if (t->vm->daemons_started)
        return;
    t->vm->daemons_started = true;
    Object *pending = vm_take_exception(t);
    vm_call_static(t, "java/lang/Daemons", "start", "()V");
    t->exception = pending;
}

void libcore_wake_daemons(Thread *t)
{
    if (!t->vm->references_pending)
        return;
    t->vm->references_pending = false;
    libcore_start_daemons(t);
    vm_yield(t);
}
