/* android.os.SystemClock: the machine's virtual clock, the same that System.nanoTime reads. */
#include "android/natives.h"

static void uptimeMillis(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->j = vm_nanos(t->vm) / 1000000;
}

static void elapsedRealtimeNanos(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->j = vm_nanos(t->vm);
}

static void currentThreadTimeMillis(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->j = vm_nanos(t->vm) / 1000000;
}

static void currentThreadTimeMicro(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->j = vm_nanos(t->vm) / 1000;
}

const NativeMethod natives_android_os_SystemClock[] = {
    { "uptimeMillis", NULL, uptimeMillis },
    { "elapsedRealtime", NULL, uptimeMillis },
    { "elapsedRealtimeNanos", NULL, elapsedRealtimeNanos },
    { "currentThreadTimeMillis", NULL, currentThreadTimeMillis },
    { "currentThreadTimeMicro", NULL, currentThreadTimeMicro },
    { "currentTimeMicro", NULL, currentThreadTimeMicro },
    { 0 },
};
