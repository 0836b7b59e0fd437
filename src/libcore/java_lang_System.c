/*
 * java.lang.System, java.lang.Runtime, dalvik.system.VMRuntime: the clock is
 * virtual, the environment is empty but for what the user sets, and the
 * properties are those of the platform.
 */
#include "libcore/natives.h"

#include "vm/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- System -------------------------------------------------------------------- */

static void currentTimeMillis(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->j = vm_millis(t->vm);
}

static void nanoTime(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->j = vm_nanos(t->vm);
}

static void identityHashCode(Thread *t, const Slot *args, Slot *result)
{
    result->i = vm_identity_hash(t, args[0].l);
}

static void copy_objects(Thread *t, Object *from, i32 from_at, Object *to, i32 to_at, i32 count)
{
    const Class *element = object_class(to)->component;
    if (from == to || vm_is_subclass(object_class(from)->component, element)) {
        memmove(ARRAY_REF(to) + to_at, ARRAY_REF(from) + from_at, (size_t)count * 4);
        return;
    }
    for (i32 i = 0; i < count; i++) {
        const Object *o = ref_object(ARRAY_REF(from)[from_at + i]);
        if (o && !vm_is_subclass(object_class(o), element)) {
            vm_throw(t, "java/lang/ArrayStoreException", "source[%d] of type %s cannot be stored in destination array of type %s",
                     from_at + i, object_class(o)->name->text, object_class(to)->name->text);
            return;
        }
        ARRAY_REF(to)[to_at + i] = object_ref(o);
    }
}

static void arraycopy(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *from = args[0].l, *to = args[2].l;
    i32 from_at = args[1].i, to_at = args[3].i, count = args[4].i;
    if (!from || !to) {
        vm_throw_null(t, from ? "dst == null" : "src == null");
        return;
    }
    const Class *a = object_class(from), *b = object_class(to);
    if (!class_is_array(a) || !class_is_array(b) || (a->element_kind != b->element_kind)) {
        vm_throw(t, "java/lang/ArrayStoreException", "%s and %s are incompatible array types", a->name->text, b->name->text);
        return;
    }
    if (from_at < 0 || to_at < 0 || count < 0 || from_at > ARRAY_LENGTH(from) - count || to_at > ARRAY_LENGTH(to) - count) {
        vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "src.length=%d srcPos=%d dst.length=%d dstPos=%d length=%d",
                 ARRAY_LENGTH(from), from_at, ARRAY_LENGTH(to), to_at, count);
        return;
    }
    if (a->element_kind == 'L') {
        copy_objects(t, from, from_at, to, to_at, count);
        return;
    }
    u32 shift = a->element_shift, data = shift == 3 ? ARRAY_WIDE_DATA : ARRAY_DATA;
    memmove((u8 *)to + data + ((size_t)to_at << shift), (u8 *)from + data + ((size_t)from_at << shift), (size_t)count << shift);
}

static void setFieldImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char *name = vm_string_to_utf8(args[0].l), *descriptor = vm_string_to_utf8(args[1].l);
    Field *f = vm_declared_field(vm_boot_class(t, "java/lang/System"), name, descriptor);
    if (f)
        vm_set_field(NULL, f, args[2]);
    free(name);
    free(descriptor);
}

static void log_message(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (!t->vm->verbose)
        return;
    char *text = vm_string_to_utf8(args[1].l);
    fprintf(stderr, "%c/System: %s\n", (char)args[0].i, text ? text : "");
    free(text);
}

static void mapLibraryName0(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[0].l);
    char *mapped = xasprintf("lib%s.so", name ? name : "");
    result->l = vm_string_utf8(t, mapped);
    free(name);
    free(mapped);
}

/* void initSystemProperties(): ours instead of the port's */
static void initSystemProperties(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    static const char *const fixed[] = {
        "java.vendor", "The Android Project", "java.vendor.url", "http://www.android.com/", "java.version", "0",
        "java.home", "/system", "java.vm.name", "Dalvik", "java.vm.version", "2.1.0", "java.vm.vendor", "The Android Project",
        "java.vm.vendor.url", "http://www.android.com/", "java.vm.specification.name", "Dalvik Virtual Machine Specification",
        "java.vm.specification.vendor", "The Android Project", "java.vm.specification.version", "0.9",
        "java.specification.name", "Dalvik Core Library", "java.specification.vendor", "The Android Project",
        "java.specification.version", "0.9", "java.runtime.name", "Android Runtime", "java.runtime.version", "0.9",
        "java.class.version", "50.0", "java.class.path", ".", "java.boot.class.path", "", "java.library.path", "/vendor/lib:/system/lib",
        "java.ext.dirs", "", "java.compiler", "", "java.io.tmpdir", "/tmp", "java.net.preferIPv6Addresses", "false",
        "user.dir", "/", "user.home", "", "user.name", "root", "user.language", "en", "user.region", "US",
        "user.locale", "en-US", "os.arch", "x86_64", "os.name", "Linux", "os.version", "3.10.0",
        "file.separator", "/", "path.separator", ":", "line.separator", "\n", "file.encoding", "UTF-8",
        "android.icu.library.version", "55.1.0", "android.icu.unicode.version", "7.0", "android.icu.cldr.version", "27.0.1",
        "android.openssl.version", "OpenSSL 1.0.2", "android.zlib.version", "1.2.8", NULL,
    };
    static FieldRef properties = FIELD("java/lang/System", "systemProperties", "Ljava/util/Properties;");
    Object *map = vm_new(t, vm_boot_class(t, "java/util/Properties"), "()V");
    const char *const *const sets[] = { fixed, t->vm->properties };
    for (int s = 0; s < 2; s++) {
        for (const char *const *p = sets[s]; p && *p && map && !t->exception; p += 2) {
            Object *key = vm_string_utf8(t, p[0]), *value = vm_string_utf8(t, p[1]);
            vm_call_method(t, map, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", key, value);
        }
    }
    *(ObjectRef *)field_address(t, &properties) = object_ref(map);
}

const NativeMethod natives_java_lang_System[] = {
    { "currentTimeMillis", "()J", currentTimeMillis },
    { "nanoTime", "()J", nanoTime },
    { "identityHashCode", "(Ljava/lang/Object;)I", identityHashCode },
    { "arraycopy", NULL, arraycopy },
    { "setFieldImpl", NULL, setFieldImpl },
    { "log", "(CLjava/lang/String;Ljava/lang/Throwable;)V", log_message },
    { "mapLibraryName0", NULL, mapLibraryName0 },
    { "initSystemProperties", "()V", initSystemProperties },
    { 0 },
};

/* ---- Runtime ---------------------------------------------------------------------- */

static bool all_enqueued(void *context)
{
    return !*(const ObjectRef *)context;
}

/*
 * On a phone the daemon works beside the caller: who asks for a collection and then
 * looks at a queue finds the references there. So the daemon has its turn now (but
 * not for ever: the caller may hold the lock that it wants).
 */
static void gc(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    enum { PATIENCE_NANOS = 1000000 };
    static FieldRef unenqueued = FIELD("java/lang/ref/ReferenceQueue", "unenqueued", NULL);
    vm_collect(t, false);
    libcore_wake_daemons(t);
    void *list = field_address(t, &unenqueued);
    if (list)
        vm_block(t, all_enqueued, list, vm_nanos(t->vm) + PATIENCE_NANOS, false);
}

/* void runFinalization(): waits, in virtual time, until the finalizers that are due have had their turn */
static void runFinalization(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    libcore_start_daemons(t);
    vm_block(t, NULL, NULL, vm_nanos(t->vm) + 10000000, false);
}

static void nativeExit(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    vm_end(t, NULL, args[0].i);
    vm_exit(t->vm, args[0].i);
}

static void freeMemory(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    u64 used = heap_used(&t->vm->heap), total = MAX(used + used / 4, 16u << 20);
    result->j = (i64)(total - used);
}

static void totalMemory(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    u64 used = heap_used(&t->vm->heap);
    result->j = (i64)MAX(used + used / 4, 16u << 20);
}

static void maxMemory(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->j = (i64)t->vm->heap.max_bytes;
}

static void availableProcessors(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 4;
}

const NativeMethod natives_java_lang_Runtime[] = {
    { "gc", "()V", gc },
    { "runFinalization", "()V", runFinalization },
    { "nativeExit", NULL, nativeExit },
    { "freeMemory", "()J", freeMemory },
    { "totalMemory", "()J", totalMemory },
    { "maxMemory", "()J", maxMemory },
    { "availableProcessors", "()I", availableProcessors },
    { 0 },
};

/* ---- VMRuntime ---------------------------------------------------------------------- */

static void text_empty(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_string_utf8(t, "");
}

static void vmVersion(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_string_utf8(t, "2.1.0");
}

static void vmLibrary(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_string_utf8(t, "libart.so");
}

static void instructionSet(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_string_utf8(t, "x86_64");
}

static void is64Bit(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 1;
}

static void heapUtilization(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->f = 0.75f;
}

/* Object newNonMovableArray(Class element, int length): nothing moves here */
static void newArray(Thread *t, const Slot *args, Slot *result)
{
    if (!args[1].l) {
        vm_throw_null(t, "componentType == null");
        return;
    }
    Class *c = vm_array_class(t, vm_class_of_object(args[1].l));
    result->l = c ? vm_new_array(t, c, args[2].i) : NULL;
}

static void addressOf(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const Object *array = args[1].l;
    if (array)
        result->j = (i64)(uintptr_t)array + (object_class(array)->element_shift == 3 ? ARRAY_WIDE_DATA : ARRAY_DATA);
}

static void properties(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_new_array(t, t->vm->known.string_array, 0);
}

const NativeMethod natives_dalvik_system_VMRuntime[] = {
    { "properties", NULL, properties },
    { "bootClassPath", NULL, text_empty },
    { "classPath", NULL, text_empty },
    { "vmVersion", NULL, vmVersion },
    { "vmLibrary", NULL, vmLibrary },
    { "vmInstructionSet", NULL, instructionSet },
    { "getCurrentInstructionSet", NULL, instructionSet },
    { "is64Bit", NULL, is64Bit },
    { "isCheckJniEnabled", NULL, native_nothing },
    { "getTargetHeapUtilization", NULL, heapUtilization },
    { "nativeSetTargetHeapUtilization", NULL, native_nothing },
    { "setTargetSdkVersionNative", NULL, native_nothing },
    { "newNonMovableArray", NULL, newArray },
    { "newUnpaddedArray", NULL, newArray },
    { "addressOf", NULL, addressOf },
    { "startJitCompilation", NULL, native_nothing },
    { "disableJitCompilation", NULL, native_nothing },
    { "clearGrowthLimit", NULL, native_nothing },
    { "clampGrowthLimit", NULL, native_nothing },
    { "isDebuggerActive", NULL, native_nothing },
    { "registerNativeAllocation", NULL, native_nothing },
    { "registerNativeFree", NULL, native_nothing },
    { "requestConcurrentGC", NULL, native_nothing },
    { "concurrentGC", NULL, native_nothing },
    { "requestHeapTrim", NULL, native_nothing },
    { "trimHeap", NULL, native_nothing },
    { "startHeapTaskProcessor", NULL, native_nothing },
    { "stopHeapTaskProcessor", NULL, native_nothing },
    { "runHeapTasks", NULL, native_nothing },
    { "updateProcessState", NULL, native_nothing },
    { "preloadDexCaches", NULL, native_nothing },
    { "registerAppInfo", NULL, native_nothing },
    { 0 },
};
