/* libcore.io.Posix: the system calls. */
#include "libcore/natives.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void writeBytes(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef descriptor = FIELD("java/io/FileDescriptor", "descriptor", "I");
    int fd = GET_INT(t, args[1].l, &descriptor);
    result->i = (i32)write(fd, ARRAY_I8(args[2].l) + args[3].i, (size_t)args[4].i);
}

static void stat_(Thread *t, const Slot *args, Slot *result)
{
    char *path = vm_string_to_utf8(args[1].l);
    struct stat st;
    int status = stat(path, &st);
    free(path);
    if (status) {
        Class *c = vm_boot_class(t, "android/system/ErrnoException");
        Object *e = vm_new(t, c, "(Ljava/lang/String;I)V", vm_string_utf8(t, "stat"), errno);
        if (e)
            vm_throw_object(t, e);
        return;
    }
    result->l = vm_new(t, vm_boot_class(t, "android/system/StructStat"), "(JJIJIIJJJJJJJ)V", 0ll, 0ll, (int)st.st_mode, 1ll, 0, 0, 0ll, (i64)st.st_size, 0ll, 0ll, 0ll, 0ll, 0ll);
}

static void initConstants(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args); UNUSED(result);
    static FieldRef f1 = FIELD("android/system/OsConstants", "S_IFMT", "I"), f2 = FIELD("android/system/OsConstants", "S_IFDIR", "I");
    static FieldRef f3 = FIELD("android/system/OsConstants", "S_IFREG", "I");
    static FieldRef f4 = FIELD("android/system/OsConstants", "STDOUT_FILENO", "I"), f5 = FIELD("android/system/OsConstants", "STDERR_FILENO", "I");
    *(i32 *)field_address(t, &f1) = S_IFMT; *(i32 *)field_address(t, &f2) = S_IFDIR; *(i32 *)field_address(t, &f3) = S_IFREG;
    *(i32 *)field_address(t, &f4) = 1; *(i32 *)field_address(t, &f5) = 2;
}
const NativeMethod natives_android_system_OsConstants[] = { { "initConstants", NULL, initConstants }, { 0 } };

const NativeMethod natives_libcore_io_Posix[] = {
    { "writeBytes", NULL, writeBytes }, { "stat", NULL, stat_ },
    { 0 },
};
