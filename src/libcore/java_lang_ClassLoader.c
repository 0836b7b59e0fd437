/*
 * Class loaders: java.lang.VMClassLoader (boot), dalvik.system.DexFile (what
 * PathClassLoader, DexClassLoader and BaseDexClassLoader stand on), and the
 * system class loader of `reenact java`, a PathClassLoader whose class path may
 * hold jars of class files as well as dex files.
 */
#include "libcore/natives.h"

#include "libcore/vfs.h"
#include "vm/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- VMClassLoader --------------------------------------------------------------- */

static char *internal_name(const Object *dotted)
{
    char *name = vm_string_to_utf8(dotted);
    for (char *p = name; p && *p; p++)
        if (*p == '.')
            *p = '/';
    return name;
}

static Object *boot_loader_as_null(Object *loader)
{
    return loader && !strcmp(object_class(loader)->name->text, "java/lang/BootClassLoader") ? NULL : loader;
}

/* static Class findLoadedClass(ClassLoader loader, String name) */
static void findLoadedClass(Thread *t, const Slot *args, Slot *result)
{
    char *name = internal_name(args[1].l);
    const Symbol *s = name ? symbol_find(&t->vm->store.symbols, name, strlen(name)) : NULL;
    Class *c = s ? vm_usable_class(t, boot_loader_as_null(args[0].l), s) : NULL;
    result->l = c ? vm_class_object(t, c) : NULL;
    free(name);
}

/*
 * What a phone's boot class path holds. The framework jar also has third-party
 * classes that were built into single system apps or tools: an app must find its
 * own copy of those, or none.
 */
static bool is_platform_class(const char *name)
{
    static const char *const prefixes[] = {
        "java/", "javax/", "dalvik/", "libcore/", "sun/", "android/", "com/android/", "junit/", "org/json/",
        "org/apache/http/", "org/apache/harmony/", "org/apache/xml/", "org/apache/xpath/", "org/apache/xalan/",
        "org/xml/", "org/w3c/", "org/xmlpull/", "org/kxml2/", "org/ccil/", "org/robovm/",
    };
    if (!strncmp(name, "android/support/", 16) || !strncmp(name, "android/arch/", 13))
        return false;
    for (size_t i = 0; i < COUNT_OF(prefixes); i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

/* static Class findClassInClasspathForLoader(ClassLoader loader, String name): for the boot loader */
static void findClassInClasspath(Thread *t, const Slot *args, Slot *result)
{
    char *name = internal_name(args[1].l);
    ClassDef *def;
    const Symbol *s = symbol(&t->vm->store.symbols, name ? name : "");
    bool visible = is_platform_class(s->text);
    Class *c = visible ? vm_usable_class(t, NULL, s) : NULL;
    if (!c && visible && source_class(t->vm->boot, s, &def) == OK)
        c = vm_define_class(t, NULL, def);
    if (c) {
        result->l = vm_class_object(t, c);
    } else if (!t->exception) {
        char *dotted = vm_string_to_utf8(args[1].l);
        vm_throw(t, "java/lang/ClassNotFoundException", "%s", dotted ? dotted : "null");
        free(dotted);
    }
    free(name);
}

const NativeMethod natives_java_lang_VMClassLoader[] = {
    { "findLoadedClass", NULL, findLoadedClass },
    { "findClassInClasspathForLoader", NULL, findClassInClasspath },
    { 0 },
};

/* ---- DexFile ------------------------------------------------------------------------ */

/* The cookie is a long[1] with the Source, as the library keeps an Object. */
static Source *source_of(const Object *cookie)
{
    return cookie ? (Source *)(uintptr_t)ARRAY_I64(cookie)[0] : NULL;
}

/* A mounted host file is mapped; what the program wrote itself is read from its file system and stays in memory. */
static int open_source(Thread *t, const char *path, Source **out)
{
    Vfs *vfs = vfs_of(t->vm);
    char *host = vfs_host_path(vfs, path);
    if (host) {
        int status = source_open(out, &t->vm->store, host);
        free(host);
        return status;
    }
    Buf bytes = { 0 };
    int status = vfs_read_file(vfs, path, &bytes);
    if (status) {
        buf_free(&bytes);
        return error_set(status == -ENOENT ? ERR_NOT_FOUND : ERR_IO, "cannot open %s: %s", path, strerror(-status));
    }
    size_t size = bytes.size;
    char *kept = buf_take(&bytes);
    status = source_open_bytes(out, &t->vm->store, path, kept, size);
    if (status)
        free(kept);
    return status;
}

/* static Object openDexFileNative(String source, String output, int flags) */
static void openDexFileNative(Thread *t, const Slot *args, Slot *result)
{
    char *path = vm_string_to_utf8(args[0].l);
    Source *source;
    if (!path) {
        vm_throw_null(t, "sourceName == null");
        return;
    }
    int status = open_source(t, path, &source);
    if (status)
        vm_throw(t, "java/io/IOException", "%s", error_text());
    free(path);
    if (status)
        return;
    Object *cookie = vm_new_array(t, t->vm->known.long_array, 1);
    if (cookie)
        ARRAY_I64(cookie)[0] = (i64)(uintptr_t)source;
    result->l = cookie;
}

/* static Class defineClassNative(String name, ClassLoader loader, Object cookie): null when it is not there */
static void defineClassNative(Thread *t, const Slot *args, Slot *result)
{
    Source *source = source_of(args[2].l);
    char *name = internal_name(args[0].l);
    if (!source || !name) {
        free(name);
        return;
    }
    const Symbol *s = symbol(&t->vm->store.symbols, name);
    free(name);
    Class *c = vm_usable_class(t, args[1].l, s);
    if (!c) {
        ClassDef *def;
        int status = source_class(source, s, &def);
        if (status == ERR_NOT_FOUND)
            return;
        if (status) {
            vm_throw(t, "java/lang/ClassFormatError", "%s", error_text());
            return;
        }
        c = vm_define_class(t, args[1].l, def);
    }
    result->l = c ? vm_class_object(t, c) : NULL;
}

typedef struct NameList {
    char **names;
    i32 count, room;
} NameList;

static int add_name(void *context, const char *name)
{
    NameList *list = context;
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 256;
        list->names = xrealloc(list->names, (size_t)list->room * sizeof *list->names);
    }
    char *copy = list->names[list->count++] = xstrdup(name);
    for (char *p = copy; *p; p++)
        if (*p == '/')
            *p = '.';
    return 0;
}

static void getClassNameList(Thread *t, const Slot *args, Slot *result)
{
    Source *source = source_of(args[0].l);
    NameList list = { 0 };
    if (source)
        source_each_class(source, add_name, &list);
    Object *array = vm_new_array(t, t->vm->known.string_array, list.count);
    for (i32 i = 0; i < list.count; i++) {
        if (array)
            ARRAY_REF(array)[i] = object_ref(vm_string_utf8(t, list.names[i]));
        free(list.names[i]);
    }
    free(list.names);
    result->l = array;
}

const NativeMethod natives_dalvik_system_DexFile[] = {
    { "openDexFileNative", NULL, openDexFileNative },
    { "defineClassNative", NULL, defineClassNative },
    { "getClassNameList", NULL, getClassNameList },
    { "closeDexFile", NULL, native_nothing },
    { "isDexOptNeeded", NULL, native_nothing },
    { "getDexOptNeeded", NULL, native_nothing },
    { 0 },
};

/* ---- SecureClassLoader: URLClassLoader's parent ------------------------------------------- */

/* ProtectionDomain getPD(CodeSource source): none; the platform's code sources have no place to ask permissions for */
const NativeMethod natives_java_security_SecureClassLoader[] = {
    { "getPD", NULL, native_nothing },
    { 0 },
};

/* ---- the system class loader ------------------------------------------------------------ */

static FieldRef system_loader = FIELD("java/lang/ClassLoader$SystemClassLoader", "loader", "Ljava/lang/ClassLoader;");

/*
 * The library opens only files as dex files. A folder on the class path gets a
 * DexFile as well, over the class files in it.
 */
static void open_folders(Thread *t, Object *loader)
{
    static FieldRef path_list = FIELD("dalvik/system/BaseDexClassLoader", "pathList", NULL);
    static FieldRef elements_field = FIELD("dalvik/system/DexPathList", "dexElements", NULL);
    static FieldRef directory = FIELD("dalvik/system/DexPathList$Element", "dir", NULL);
    static FieldRef dex_file = FIELD("dalvik/system/DexPathList$Element", "dexFile", NULL);
    Object *elements = GET_REF(t, GET_REF(t, loader, &path_list), &elements_field);
    for (i32 i = 0; i < ARRAY_LENGTH(elements); i++) {
        Object *element = ref_object(ARRAY_REF(elements)[i]);
        Object *folder = GET_REF(t, element, &directory);
        if (!folder || GET_REF(t, element, &dex_file))
            continue;
        Object *opened = vm_new(t, vm_boot_class(t, "dalvik/system/DexFile"), "(Ljava/io/File;)V", folder);
        /* A folder of the phone's own, in memory, holds resources at most. */
        t->exception = NULL;
        if (opened)
            SET_REF(t, element, &dex_file, opened);
    }
}

/* static ClassLoader createSystemClassLoader(): the platform's, over the class path that was given */
static void createSystemClassLoader(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *boot = vm_call_static(t, "java/lang/BootClassLoader", "getInstance", "()Ljava/lang/BootClassLoader;").l;
    Object *path = vm_call_static(t, "java/lang/System", "getProperty", "(Ljava/lang/String;)Ljava/lang/String;", vm_string_utf8(t, "java.class.path")).l;
    if (t->exception)
        return;
    Class *c = vm_boot_class(t, "dalvik/system/PathClassLoader");
    Object *loader = c ? vm_new(t, c, "(Ljava/lang/String;Ljava/lang/ClassLoader;)V", path, boot) : NULL;
    if (loader)
        open_folders(t, loader);
    result->l = loader;
}

/* ---- ClassLoader.defineClass: URLClassLoader and programs that make classes -------------- */

static void define_bytes(Thread *t, Object *loader, Object *name, Object *bytes, i32 offset, i32 count, Slot *result)
{
    if (!bytes) {
        vm_throw_null(t, "classRep == null");
        return;
    }
    if (offset < 0 || count < 0 || offset > ARRAY_LENGTH(bytes) - count) {
        vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "length=%d; regionStart=%d; regionLength=%d", ARRAY_LENGTH(bytes), offset, count);
        return;
    }
    ClassDef *def;
    if (class_def_from_bytes(&t->vm->store, ARRAY_I8(bytes) + offset, (size_t)count, &def)) {
        vm_throw(t, "java/lang/ClassFormatError", "%s", error_text());
        return;
    }
    char *expected = internal_name(name);
    DottedName dotted;
    if (expected && strcmp(expected, def->name->text))
        vm_throw(t, "java/lang/NoClassDefFoundError", "%s (wrong name: %s)", expected, def->name->text);
    else if (!strncmp(def->name->text, "java/", 5))
        vm_throw(t, "java/lang/SecurityException", "Prohibited package name: %s", dotted_name(def->name, &dotted));
    else if (vm_loaded_class(t->vm, loader, def->name))
        vm_throw(t, "java/lang/LinkageError", "duplicate class definition for name: \"%s\"", def->name->text);
    free(expected);
    Class *c = t->exception ? NULL : vm_define_class(t, loader, def);
    result->l = c ? vm_class_object(t, c) : NULL;
}

static void defineUnnamed(Thread *t, const Slot *args, Slot *result)
{
    define_bytes(t, args[0].l, NULL, args[1].l, args[2].i, args[3].i, result);
}

static void defineNamed(Thread *t, const Slot *args, Slot *result)
{
    define_bytes(t, args[0].l, args[1].l, args[2].l, args[3].i, args[4].i, result);
}

const NativeMethod natives_java_lang_ClassLoader[] = {
    { "defineClass", "([BII)Ljava/lang/Class;", defineUnnamed },
    { "defineClass", "(Ljava/lang/String;[BII)Ljava/lang/Class;", defineNamed },
    { "defineClass", "(Ljava/lang/String;[BIILjava/security/ProtectionDomain;)Ljava/lang/Class;", defineNamed },
    { "createSystemClassLoader", NULL, createSystemClassLoader },
    { 0 },
};

Object *libcore_system_loader(Thread *t, const char *class_path)
{
    vm_call_static(t, "java/lang/System", "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
                   vm_string_utf8(t, "java.class.path"), vm_string_utf8(t, class_path));
    return t->exception ? NULL : ref_object(*(ObjectRef *)field_address(t, &system_loader));
}
