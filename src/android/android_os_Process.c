/*
 * android.os.Process, Binder, SystemProperties, Trace: one app, one process; the
 * caller of a call is the app itself, but for some calls of the system.
 */
#include "android/binder_thread.h"
#include "android/natives.h"
#include "android/profile.h"
#include "android/properties.h"
#include "base/map.h"

static void uid(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->i = APP_UID; }
static void pid(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->i = APP_PID; }

/* The main thread's number is the process's. */
static void tid(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = (i32)(APP_PID + t->id - 1);
}

/* void sendSignal(int pid, int signal): an app that kills itself ends the run */
static void sendSignal(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    enum { SIGNAL_QUIT = 3, SIGNAL_KILL = 9 };
    if (args[0].i == APP_PID && args[1].i == SIGNAL_KILL)
        vm_end(t, NULL, 137);
}

static void memory(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(args); result->j = 1ll << 30; }

const NativeMethod natives_android_os_Process[] = {
    { "myUid", NULL, uid }, { "myPid", NULL, pid }, { "myTid", NULL, tid },
    { "setArgV0", NULL, native_nothing }, { "setThreadPriority", NULL, native_nothing }, { "setThreadGroup", NULL, native_nothing },
    { "setProcessGroup", NULL, native_nothing }, { "getProcessGroup", NULL, native_nothing }, { "getThreadPriority", NULL, native_nothing },
    { "setCanSelfBackground", NULL, native_nothing }, { "setThreadScheduler", NULL, native_nothing }, { "setSwappiness", NULL, native_nothing },
    { "sendSignal", NULL, sendSignal }, { "sendSignalQuiet", NULL, sendSignal },
    { "getFreeMemory", NULL, memory }, { "getTotalMemory", NULL, memory },
    { 0 },
};

/* ---- Binder ----------------------------------------------------------------------------- */

static void getCallingUid(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = binder_called_by_system(t) ? SYSTEM_UID : APP_UID;
}

const NativeMethod natives_android_os_Binder[] = {
    { "getCallingPid", NULL, pid }, { "getCallingUid", NULL, getCallingUid },
    { "clearCallingIdentity", NULL, native_nothing }, { "restoreCallingIdentity", NULL, native_nothing },
    { "setThreadStrictModePolicy", NULL, native_nothing }, { "getThreadStrictModePolicy", NULL, native_nothing },
    { "flushPendingCommands", NULL, native_nothing }, { "init", NULL, native_nothing }, { "destroy", NULL, native_nothing },
    { 0 },
};

/* ---- SystemProperties --------------------------------------------------------------------- */

static const char *const properties[][2] = {
    { "ro.build.id", "MMB29K" }, { "ro.build.display.id", "MMB29K" }, { "ro.build.version.incremental", "2419427" },
    { "ro.build.version.sdk", "23" }, { "ro.build.version.preview_sdk", "0" }, { "ro.build.version.codename", "REL" },
    { "ro.build.version.all_codenames", "REL" }, { "ro.build.version.release", "6.0.1" },
    { "ro.build.version.security_patch", "2015-12-01" }, { "ro.build.date.utc", "1447887600" }, { "ro.build.type", "user" },
    { "ro.build.user", "android-build" }, { "ro.build.host", "vpba25" }, { "ro.build.tags", "release-keys" },
    { "ro.build.fingerprint", "generic/reenact/reenact:6.0.1/MMB29K/2419427:user/release-keys" },
    { "ro.product.model", "reenact" }, { "ro.product.brand", "generic" }, { "ro.product.name", "reenact" },
    { "ro.product.device", "generic" }, { "ro.product.board", "reenact" }, { "ro.product.manufacturer", "unknown" },
    { "ro.product.cpu.abi", "x86_64" }, { "ro.product.cpu.abilist", "x86_64,x86,armeabi-v7a,armeabi" },
    { "ro.product.cpu.abilist32", "x86,armeabi-v7a,armeabi" }, { "ro.product.cpu.abilist64", "x86_64" },
    { "ro.hardware", "reenact" }, { "ro.bootloader", "unknown" }, { "ro.serialno", "unknown" }, { "gsm.version.baseband", "unknown" },
    { "ro.sf.lcd_density", "420" }, { "ro.opengles.version", "131072" }, { "persist.sys.timezone", "GMT" },
    { "persist.sys.locale", "en-US" }, { "dalvik.vm.heapgrowthlimit", "192m" }, { "dalvik.vm.heapsize", "512m" },
    { "gsm.sim.state", "READY" }, { "gsm.operator.alpha", "Android" }, { "gsm.operator.numeric", "310260" }, { "gsm.operator.iso-country", "us" },
    { "gsm.operator.isroaming", "false" }, { "gsm.sim.operator.alpha", "Android" }, { "gsm.sim.operator.numeric", "310260" }, { "gsm.sim.operator.iso-country", "us" },
    { "gsm.network.type", "LTE" }, { "gsm.current.phone-type", "1" }, { "ro.debuggable", "0" }, { "ro.secure", "1" }, { "ro.zygote", "zygote64_32" }, { "sys.boot_completed", "1" },
    { "ro.crypto.state", "unencrypted" }, { "ro.config.low_ram", "false" }, { "ro.com.android.dateformat", "MM-dd-yyyy" },
};

/* What the system has set since it started. */
static Map *set_properties(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_PROPERTIES);
    if (!*slot)
        *slot = xcalloc(1, sizeof(Map));
    return *slot;
}

void system_property_set(Vm *vm, const char *key, const char *value)
{
    void **slot = map_slot(set_properties(vm), key);
    free(*slot);
    *slot = xstrdup(value);
}

static const char *property(Vm *vm, const Object *key)
{
    char *name = vm_string_to_utf8(key);
    const char *found = name ? map_get(set_properties(vm), name) : NULL;
    for (size_t i = 0; name && i < COUNT_OF(properties) && !found; i++)
        if (!strcmp(properties[i][0], name))
            found = properties[i][1];
    free(name);
    return found;
}

static void native_get(Thread *t, const Slot *args, Slot *result)
{
    const char *value = property(t->vm, args[0].l);
    bool has_default = t->frame->method->argument_count > 1;
    result->l = value ? vm_string_utf8(t, value) : has_default ? args[1].l : vm_string_utf8(t, "");
}

static void native_get_int(Thread *t, const Slot *args, Slot *result)
{
    const char *value = property(t->vm, args[0].l);
    char *end;
    long n = value ? strtol(value, &end, 0) : 0;
    result->i = value && end != value ? (i32)n : args[1].i;
}

static void native_get_long(Thread *t, const Slot *args, Slot *result)
{
    const char *value = property(t->vm, args[0].l);
    char *end;
    long long n = value ? strtoll(value, &end, 0) : 0;
    result->j = value && end != value ? n : args[1].j;
}

static void native_get_boolean(Thread *t, const Slot *args, Slot *result)
{
    const char *value = property(t->vm, args[0].l);
    if (!value)
        result->i = args[1].i;
    else if (!strcmp(value, "1") || !strcmp(value, "true") || !strcmp(value, "on") || !strcmp(value, "yes") || !strcmp(value, "y"))
        result->i = 1;
    else if (!strcmp(value, "0") || !strcmp(value, "false") || !strcmp(value, "off") || !strcmp(value, "no") || !strcmp(value, "n"))
        result->i = 0;
    else
        result->i = args[1].i;
}

const NativeMethod natives_android_os_SystemProperties[] = {
    { "native_get", NULL, native_get }, { "native_get_int", NULL, native_get_int }, { "native_get_long", NULL, native_get_long },
    { "native_get_boolean", NULL, native_get_boolean }, { "native_set", NULL, native_nothing }, { "native_add_change_callback", NULL, native_nothing },
    { 0 },
};

/* ---- Trace -------------------------------------------------------------------------------- */

const NativeMethod natives_android_os_Trace[] = {
    { "nativeGetEnabledTags", NULL, native_nothing }, { "nativeTraceCounter", NULL, native_nothing }, { "nativeTraceBegin", NULL, native_nothing },
    { "nativeTraceEnd", NULL, native_nothing }, { "nativeAsyncTraceBegin", NULL, native_nothing }, { "nativeAsyncTraceEnd", NULL, native_nothing },
    { "nativeSetAppTracingAllowed", NULL, native_nothing }, { "nativeSetTracingEnabled", NULL, native_nothing },
    { 0 },
};
