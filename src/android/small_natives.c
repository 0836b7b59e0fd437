/* Native methods of classes that have one or two, and hardly anything to say. */
#include "android/natives.h"

/* A phone without a factory of emoji draws them by its fonts. */
const NativeMethod natives_android_emoji_EmojiFactory[] = {
    { "newAvailableInstance", NULL, native_nothing }, { "newInstance", NULL, native_nothing },
    { 0 },
};

/* No debugger listens. */
const NativeMethod natives_org_apache_harmony_dalvik_ddmc_DdmServer[] = {
    { "nativeSendChunk", NULL, native_nothing },
    { 0 },
};

/* No object of another process hangs on a proxy here. */
const NativeMethod natives_com_android_internal_os_BinderInternal[] = {
    { "handleGc", NULL, native_nothing }, { "disableBackgroundScheduling", NULL, native_nothing }, { "joinThreadPool", NULL, native_nothing },
    { 0 },
};

const NativeMethod natives_dalvik_system_VMDebug[] = {
    { "isDebuggerConnected", NULL, native_nothing }, { "isDebuggingEnabled", NULL, native_nothing }, { "lastDebuggerActivity", NULL, native_nothing },
    { 0 },
};

/* A long is written whole here: the machine has one thread of the system's. */
static void yes(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 1;
}

const NativeMethod natives_java_util_concurrent_atomic_AtomicLong[] = {
    { "VMSupportsCS8", NULL, yes },
    { 0 },
};
