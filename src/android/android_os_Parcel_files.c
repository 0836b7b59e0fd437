/* android.os.Parcel: opening and closing the files behind ParcelFileDescriptor. */
#include "android/natives.h"
#include "libcore/posix.h"

#include <fcntl.h>

/* FileDescriptor openFileDescriptor(String path, int mode) */
static void openFileDescriptor(Thread *t, const Slot *args, Slot *result)
{
    enum { WORLD_READABLE = 1, WORLD_WRITEABLE = 2, APPEND = 0x2000000, TRUNCATE = 0x4000000, CREATE = 0x8000000, ACCESS = 0x30000000,
           READ_ONLY = 0x10000000, WRITE_ONLY = 0x20000000 };
    i32 mode = args[1].i;
    char *path = posix_path(t, args[0].l);
    if (!path)
        return;
    int access = (mode & ACCESS) == WRITE_ONLY ? O_WRONLY : (mode & ACCESS) == ACCESS ? O_RDWR : O_RDONLY;
    int flags = access | (mode & CREATE ? O_CREAT : 0) | (mode & TRUNCATE ? O_TRUNC : 0) | (mode & APPEND ? O_APPEND : 0);
    u32 rights = 0660 | (mode & WORLD_READABLE ? 0004 : 0) | (mode & WORLD_WRITEABLE ? 0002 : 0);
    int fd = vfs_open(posix_files(t), path, flags, rights);
    free(path);
    if (fd < 0)
        vm_throw(t, "java/io/FileNotFoundException", "%s", strerror(-fd));
    else
        result->l = posix_new_fd(t, fd);
}

static void dupFileDescriptor(Thread *t, const Slot *args, Slot *result)
{
    int fd = vfs_dup(posix_files(t), posix_fd(t, args[0].l), 0);
    if (fd < 0)
        vm_throw(t, "java/io/IOException", "%s", strerror(-fd));
    else
        result->l = posix_new_fd(t, fd);
}

static void closeFileDescriptor(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    int fd = posix_fd(t, args[0].l);
    if (fd >= 0) {
        posix_set_fd(t, args[0].l, -1);
        vfs_close(posix_files(t), fd);
    }
}

static void clearFileDescriptor(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (args[0].l)
        posix_set_fd(t, args[0].l, -1);
}

const NativeMethod natives_android_os_Parcel_files[] = {
    { "openFileDescriptor", NULL, openFileDescriptor },
    { "dupFileDescriptor", NULL, dupFileDescriptor },
    { "closeFileDescriptor", NULL, closeFileDescriptor },
    { "clearFileDescriptor", NULL, clearFileDescriptor },
    { 0 },
};
