/*
 * java.io: File, FileDescriptor, ObjectStreamClass, Console; and
 * libcore.io.AsynchronousCloseMonitor, which wakes threads from a descriptor that
 * another one closes.
 */
#include "libcore/posix.h"

#include <stdlib.h>
#include <string.h>

/* ---- File -------------------------------------------------------------------------- */

/*
 * static String canonicalizePath(String path): without . and .. and links, as far
 * as it exists; the rest is kept as it is.
 */
static void canonicalizePath(Thread *t, const Slot *args, Slot *result)
{
    char *path = posix_path(t, args[0].l);
    if (!path)
        return;
    Vfs *vfs = posix_files(t);
    Buf done = { 0 };
    for (char *at = path; *at;) {
        at += strspn(at, "/");
        size_t n = strcspn(at, "/");
        if (n == 2 && at[0] == '.' && at[1] == '.') {
            while (done.size && done.data[--done.size] != '/')
                ;
            if (done.data)
                done.data[done.size] = 0;
        } else if (n && !(n == 1 && at[0] == '.')) {
            buf_add_char(&done, '/');
            buf_add(&done, at, n);
            Buf real = { 0 };
            if (!vfs_realpath(vfs, buf_str(&done), &real)) {
                buf_free(&done);
                done = real;
                if (done.size == 1)
                    buf_clear(&done);
            } else {
                buf_free(&real);
            }
        }
        at += n;
    }
    result->l = vm_string_utf8(t, done.size ? buf_str(&done) : "/");
    buf_free(&done);
    free(path);
}

typedef struct NameList {
    char **names;
    i32 count, room;
} NameList;

static int add_name(void *context, const char *name)
{
    NameList *list = context;
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 16;
        list->names = xrealloc(list->names, (size_t)list->room * sizeof *list->names);
    }
    list->names[list->count++] = xstrdup(name);
    return 0;
}

/* static String[] listImpl(String path): null when it cannot be listed */
static void listImpl(Thread *t, const Slot *args, Slot *result)
{
    char *path = posix_path(t, args[0].l);
    if (!path)
        return;
    NameList list = { 0 };
    int status = vfs_list(posix_files(t), path, add_name, &list);
    Object *array = status ? NULL : vm_new_object_array(t, "java/lang/String", list.count);
    for (i32 i = 0; i < list.count; i++) {
        if (array)
            ARRAY_REF(array)[i] = object_ref(vm_string_utf8(t, list.names[i]));
        free(list.names[i]);
    }
    free(list.names);
    free(path);
    result->l = array;
}

/* static boolean setLastModifiedImpl(String path, long millis) */
static void setLastModifiedImpl(Thread *t, const Slot *args, Slot *result)
{
    char *path = posix_path(t, args[0].l);
    if (!path)
        return;
    VfsStat st;
    Vfs *vfs = posix_files(t);
    result->i = !vfs_stat(vfs, path, true, &st) && !vfs_set_times(vfs, path, st.atime, args[1].j);
    free(path);
}

const NativeMethod natives_java_io_File[] = {
    { "canonicalizePath", NULL, canonicalizePath },
    { "listImpl", NULL, listImpl },
    { "setLastModifiedImpl", NULL, setLastModifiedImpl },
    { 0 },
};

/* ---- FileDescriptor, AsynchronousCloseMonitor ------------------------------------------ */

static void isSocket(Thread *t, const Slot *args, Slot *result)
{
    VfsStat st;
    result->i = !vfs_fstat(posix_files(t), args[0].i, &st) && S_ISSOCK(st.mode);
}

const NativeMethod natives_java_io_FileDescriptor[] = {
    { "isSocket", NULL, isSocket },
    { 0 },
};

static void signalBlockedThreads(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    posix_signal(t, posix_fd(t, args[0].l));
}

const NativeMethod natives_libcore_io_AsynchronousCloseMonitor[] = {
    { "signalBlockedThreads", NULL, signalBlockedThreads },
    { 0 },
};

/* ---- ObjectStreamClass --------------------------------------------------------------------- */

static Class *class_argument(Thread *t, Object *class_object)
{
    return class_object ? vm_class_of_object(class_object) : vm_throw_null(t, "class == null");
}

static void hasClinit(Thread *t, const Slot *args, Slot *result)
{
    Class *c = class_argument(t, args[0].l);
    result->i = c && vm_declared_method(c, "<clinit>", "()V") != NULL;
}

/* static long getConstructorId(Class c): its constructor without parameters, as newInstance takes it */
static void getConstructorId(Thread *t, const Slot *args, Slot *result)
{
    Class *c = class_argument(t, args[0].l);
    result->j = c ? (i64)(uintptr_t)vm_declared_method(c, "<init>", "()V") : 0;
}

/* static Object newInstance(Class c, long constructorId): the constructor may be a superclass's */
static void newInstance(Thread *t, const Slot *args, Slot *result)
{
    Class *c = class_argument(t, args[0].l);
    Method *constructor = (Method *)(uintptr_t)args[1].j;
    if (!c || !constructor || !vm_initialize_class(t, c))
        return;
    Object *o = vm_new_object(t, c);
    if (o)
        vm_call(t, constructor, (Slot[]){ { .l = o } });
    result->l = t->exception ? NULL : o;
}

/* String getXSignature(X member): its descriptor; the reflected objects hold the machine's own */
static void getFieldSignature(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef field = FIELD("java/lang/reflect/Field", "field", "J");
    if (args[0].l)
        result->l = vm_string_mutf8(t, ((const Field *)(uintptr_t)GET_LONG(t, args[0].l, &field))->descriptor);
}

static void getMethodSignature(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef method = FIELD("java/lang/reflect/Method", "method", "J");
    if (args[0].l)
        result->l = vm_string_mutf8(t, ((const Method *)(uintptr_t)GET_LONG(t, args[0].l, &method))->descriptor);
}

static void getConstructorSignature(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef method = FIELD("java/lang/reflect/Constructor", "method", "J");
    if (args[0].l)
        result->l = vm_string_mutf8(t, ((const Method *)(uintptr_t)GET_LONG(t, args[0].l, &method))->descriptor);
}

const NativeMethod natives_java_io_ObjectStreamClass[] = {
    { "getFieldSignature", NULL, getFieldSignature },
    { "getMethodSignature", NULL, getMethodSignature },
    { "getConstructorSignature", NULL, getConstructorSignature },
    { "hasClinit", NULL, hasClinit },
    { "getConstructorId", NULL, getConstructorId },
    { "newInstance", "(Ljava/lang/Class;J)Ljava/lang/Object;", newInstance },
    { 0 },
};
