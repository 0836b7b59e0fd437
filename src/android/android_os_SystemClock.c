/* android.os.SystemClock: the machine's virtual clock. The phone was switched on a while before the run. */
#include "android/natives.h"

/* A day: what uptime apps see on a phone that was not just booted. */
enum { UPTIME_AT_START_MS = 24 * 60 * 60 * 1000 };

static i64 uptime_nanos(const Thread *t)
{
    return vm_nanos(t->vm) + (i64)UPTIME_AT_START_MS * 1000000;
}

static void uptimeMillis(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->j = uptime_nanos(t) / 1000000;
}

static void elapsedRealtimeNanos(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->j = uptime_nanos(t);
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
