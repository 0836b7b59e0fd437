/* java.lang.Object */
#include "libcore/natives.h"

static void getClass(Thread *t, const Slot *args, Slot *result)
{
    result->l = vm_class_object(t, object_class(args[0].l));
}

static void hashCode(Thread *t, const Slot *args, Slot *result)
{
    result->i = vm_identity_hash(t, args[0].l);
}

static void internalClone(Thread *t, const Slot *args, Slot *result)
{
    result->l = vm_clone(t, args[0].l);
}

static void notify(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    monitor_notify(t, args[0].l, false);
}

static void notifyAll(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    monitor_notify(t, args[0].l, true);
}

/* void wait(long millis, int nanos): 0, 0 waits without end */
static void wait_for(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i64 millis = args[1].j;
    i32 nanos = args[3].i;
    if (millis < 0 || nanos < 0 || nanos > 999999) {
        vm_throw(t, "java/lang/IllegalArgumentException", "millis=%lld nanos=%d", (long long)millis, nanos);
        return;
    }
    i64 most = INT64_MAX / 4000000;
    monitor_wait(t, args[0].l, MIN(millis, most) * 1000000 + nanos);
}

const NativeMethod natives_java_lang_Object[] = {
    { "getClass", "()Ljava/lang/Class;", getClass },
    { "hashCode", "()I", hashCode },
    { "internalClone", "(Ljava/lang/Cloneable;)Ljava/lang/Object;", internalClone },
    { "notify", "()V", notify },
    { "notifyAll", "()V", notifyAll },
    { "wait", "(JI)V", wait_for },
    { 0 },
};
