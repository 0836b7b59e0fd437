/*
 * Resources of the boot files: what Class.getResource and ClassLoader.getResource
 * find with the boot loader (security.properties, entities, number metadata).
 *
 * The bytes come out of the boot image, so a stream is a ByteArrayInputStream.
 * A URL is "boot:/NAME" with a handler that the machine makes: two small classes,
 * a URLStreamHandler and a URLConnection, whose methods are the functions below.
 *
 * The boot jars carry stray files that no phone has on its boot class path (other
 * projects' licences and META-INF); only the platform's own packages are looked at.
 */
#include "libcore/natives.h"

#include <stdlib.h>
#include <string.h>

#define HANDLER "reenact/boot/ResourceHandler"
#define CONNECTION "reenact/boot/ResourceConnection"

static bool is_platform_name(const char *name)
{
    static const char *const packages[] = {
        "java/", "javax/", "android/", "com/android/", "dalvik/", "libcore/", "sun/",
        "org/apache/harmony/", "org/apache/http/", "org/apache/xml/", "org/apache/xalan/", "org/json/", "org/w3c/", "org/xml/", "org/xmlpull/",
    };
    if (!strncmp(name, "android/support/", 16) || !strncmp(name, "android/arch/", 13))
        return false;
    for (size_t i = 0; i < COUNT_OF(packages); i++)
        if (!strncmp(name, packages[i], strlen(packages[i])))
            return true;
    return false;
}

/* The resource's bytes in a byte[]; NULL when there is none (nothing thrown), or with an exception. */
static Object *resource_bytes(Thread *t, const char *name)
{
    Buf bytes = { 0 };
    Object *array = NULL;
    if (is_platform_name(name) && source_resource(vm_boot_source(t->vm), name, &bytes) == OK) {
        array = vm_new_primitive_array(t, 'B', (i32)bytes.size);
        if (array && bytes.size)
            memcpy(ARRAY_I8(array), bytes.data, bytes.size);
    }
    buf_free(&bytes);
    return array;
}

static Object *resource_stream(Thread *t, const char *name)
{
    Object *bytes = resource_bytes(t, name);
    Class *c = bytes ? vm_boot_class(t, "java/io/ByteArrayInputStream") : NULL;
    return c ? vm_new(t, c, "([B)V", bytes) : NULL;
}

/* ---- the URL's two classes ------------------------------------------------------------ */

/* The resource that a boot: URL names. The caller frees. */
static char *name_of_url(Thread *t, Object *url)
{
    Object *path = vm_call_method(t, url, "getPath", "()Ljava/lang/String;").l;
    char *text = t->exception ? NULL : vm_string_to_utf8(path);
    if (text && text[0] == '/')
        memmove(text, text + 1, strlen(text));
    return text;
}

static void connection_connect(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    UNUSED(result);
}

static void connection_getInputStream(Thread *t, const Slot *args, Slot *result)
{
    Object *url = vm_call_method(t, args[0].l, "getURL", "()Ljava/net/URL;").l;
    char *name = url ? name_of_url(t, url) : NULL;
    if (name) {
        result->l = resource_stream(t, name);
        if (!result->l && !t->exception)
            vm_throw(t, "java/io/FileNotFoundException", "%s", name);
    }
    free(name);
}

static void connection_getContentLength(Thread *t, const Slot *args, Slot *result)
{
    Object *url = vm_call_method(t, args[0].l, "getURL", "()Ljava/net/URL;").l;
    char *name = url ? name_of_url(t, url) : NULL;
    const Object *bytes = name ? resource_bytes(t, name) : NULL;
    result->i = bytes ? ARRAY_LENGTH(bytes) : -1;
    free(name);
}

static Class *made_class(Thread *t, const char *name, const char *super, const MadeMethod *methods, u32 method_count)
{
    const Symbol *symbol_name = symbol(&vm_store(t->vm)->symbols, name);
    Class *c = vm_loaded_class(t->vm, NULL, symbol_name);
    if (c)
        return c;
    MadeClass made = { .name = name, .super = vm_boot_class(t, super), .access = ACC_PUBLIC | ACC_FINAL,
                       .methods = methods, .method_count = method_count };
    return made.super ? vm_make_class(t, &made) : NULL;
}

static void handler_openConnection(Thread *t, const Slot *args, Slot *result)
{
    static const MadeMethod methods[] = {
        { "connect", "()V", ACC_PUBLIC, connection_connect, NULL },
        { "getInputStream", "()Ljava/io/InputStream;", ACC_PUBLIC, connection_getInputStream, NULL },
        { "getContentLength", "()I", ACC_PUBLIC, connection_getContentLength, NULL },
    };
    Class *c = made_class(t, CONNECTION, "java/net/URLConnection", methods, COUNT_OF(methods));
    Object *connection = c && vm_initialize_class(t, c) ? vm_new_object(t, c) : NULL;
    Method *init = vm_declared_method(vm_boot_class(t, "java/net/URLConnection"), "<init>", "(Ljava/net/URL;)V");
    if (connection && init)
        vm_call(t, init, (Slot[]){ { .l = connection }, { .l = args[1].l } });
    result->l = connection;
}

/* A boot: URL for the name, NULL when there is no such resource. */
static Object *resource_url(Thread *t, const char *name)
{
    static const MadeMethod methods[] = {
        { "openConnection", "(Ljava/net/URL;)Ljava/net/URLConnection;", ACC_PUBLIC, handler_openConnection, NULL },
    };
    if (!resource_bytes(t, name) || t->exception)
        return NULL;
    Class *c = made_class(t, HANDLER, "java/net/URLStreamHandler", methods, COUNT_OF(methods));
    Class *url = vm_boot_class(t, "java/net/URL");
    Object *handler = c && url && vm_initialize_class(t, c) ? vm_new_object(t, c) : NULL;
    if (!handler)
        return NULL;
    char *text = xasprintf("boot:/%s", name);
    Object *spec = vm_string_utf8(t, text);
    free(text);
    return vm_new(t, url, "(Ljava/net/URL;Ljava/lang/String;Ljava/net/URLStreamHandler;)V", NULL, spec, handler);
}

/* ---- the loaders ------------------------------------------------------------------------- */

/* URL BootClassLoader.getResource / findResource(String name) */
static void boot_findResource(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[1].l);
    result->l = name ? resource_url(t, name) : vm_throw_null(t, "name == null");
    free(name);
}

/* Enumeration BootClassLoader.getResources / findResources(String name) */
static void boot_findResources(Thread *t, const Slot *args, Slot *result)
{
    boot_findResource(t, args, result);
    if (t->exception)
        return;
    Object *list = result->l ? vm_call_static(t, "java/util/Collections", "singletonList", "(Ljava/lang/Object;)Ljava/util/List;", result->l).l
                             : vm_call_static(t, "java/util/Collections", "emptyList", "()Ljava/util/List;").l;
    result->l = list ? vm_call_static(t, "java/util/Collections", "enumeration", "(Ljava/util/Collection;)Ljava/util/Enumeration;", list).l : NULL;
}

/* InputStream BootClassLoader.getResourceAsStream(String name): without the way through a URL */
static void boot_getResourceAsStream(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[1].l);
    result->l = name ? resource_stream(t, name) : vm_throw_null(t, "name == null");
    free(name);
}

/*
 * InputStream Class.getResourceAsStream(String name) takes the system loader for
 * boot classes. A resource of the platform is found there too, but with much
 * more to load: the library asks for security.properties this way at the first
 * use of any algorithm.
 */
static void getSystemResourceAsStream(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[0].l);
    result->l = name ? resource_stream(t, name) : vm_throw_null(t, "name == null");
    free(name);
    if (result->l || t->exception)
        return;
    Object *loader = vm_call_static(t, "java/lang/ClassLoader", "getSystemClassLoader", "()Ljava/lang/ClassLoader;").l;
    if (loader)
        result->l = vm_call_method(t, loader, "getResourceAsStream", "(Ljava/lang/String;)Ljava/io/InputStream;", args[0].l).l;
}

const NativeMethod natives_boot_resources[] = {
    { "getResource", "(Ljava/lang/String;)Ljava/net/URL;", boot_findResource, NATIVE_INJECT },
    { "findResource", "(Ljava/lang/String;)Ljava/net/URL;", boot_findResource, NATIVE_INJECT },
    { "getResources", "(Ljava/lang/String;)Ljava/util/Enumeration;", boot_findResources, NATIVE_INJECT },
    { "findResources", "(Ljava/lang/String;)Ljava/util/Enumeration;", boot_findResources, NATIVE_INJECT },
    { "getResourceAsStream", "(Ljava/lang/String;)Ljava/io/InputStream;", boot_getResourceAsStream, NATIVE_INJECT },
    { 0 },
};

const NativeMethod natives_system_resources[] = {
    { "getSystemResourceAsStream", "(Ljava/lang/String;)Ljava/io/InputStream;", getSystemResourceAsStream },
    { 0 },
};
