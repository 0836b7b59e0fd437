/*
 * System.loadLibrary. The framework's own libraries are this program. An app's native
 * code is not run: a library that lies in the APK counts as loaded, and its methods are
 * gaps; one that does not is missing on a phone, too.
 */
#include "android/natives.h"

static bool apk_has(Thread *t, Object *zip, const char *library)
{
    static const char *const machines[] = { "x86_64", "x86", "armeabi-v7a", "armeabi" };
    for (size_t i = 0; i < COUNT_OF(machines) && !t->exception; i++) {
        char *entry = xasprintf("lib/%s/lib%s.so", machines[i], library);
        bool there = vm_call_method(t, zip, "getEntry", "(Ljava/lang/String;)Ljava/util/zip/ZipEntry;", vm_string_utf8(t, entry)).l != NULL;
        free(entry);
        if (there)
            return true;
    }
    return false;
}

static bool app_has(Thread *t, const char *library)
{
    Object *zip = vm_new(t, vm_boot_class(t, "java/util/zip/ZipFile"), "(Ljava/lang/String;)V", vm_string_utf8(t, "/data/app/base.apk"));
    bool there = zip && apk_has(t, zip, library);
    if (zip && !t->exception)
        vm_call_method(t, zip, "close", "()V");
    vm_take_exception(t);           /* a program without an APK has no libraries */
    return there;
}

/* void loadLibrary(String name, ClassLoader loader) */
static void loadLibrary(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char *name = vm_string_to_utf8(args[1].l);
    if (!name)
        vm_throw_null(t, "nickname == null");
    if (name && args[2].l && !app_has(t, name)) {
        Object *text = vm_call_method(t, args[2].l, "toString", "()Ljava/lang/String;").l;
        char *loader = vm_string_to_utf8(text);
        if (!t->exception)
            vm_throw(t, "java/lang/UnsatisfiedLinkError", "%s couldn't find \"lib%s.so\"", loader ? loader : "null", name);
        free(loader);
    } else if (name && args[2].l) {
        vm_note_gap(t, "native library lib%s.so of the app is not run", name);
    }
    free(name);
}

const NativeMethod natives_java_lang_Runtime_libraries[] = {
    { "loadLibrary", "(Ljava/lang/String;Ljava/lang/ClassLoader;)V", loadLibrary },
    { 0 },
};
