/*
 * libcore.io.Posix, the part about files: each method is the system call of its
 * name on the file system of the run (vfs.h). Sockets, the process and memory are
 * in the libcore_io_Posix_*.c files beside this one.
 */
#include "libcore/posix.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- reading and writing ---------------------------------------------------------- */

/* Waits for a descriptor that is not ready; false: thrown. */
static bool wait_for(Thread *t, const char *function, int fd, int events)
{
    int status = posix_wait(t, fd, events, -1);
    if (status == -EINTR)
        vm_throw(t, "java/io/InterruptedIOException", "%s interrupted", function);
    else if (status)
        posix_throw(t, function, status);
    return !status;
}

static bool would_block(Thread *t, int fd, i64 status)
{
    OpenFile *file = status == -EAGAIN ? vfs_file(posix_files(t), fd) : NULL;
    return file && !file_nonblocking(file);
}

static i64 read_some(Thread *t, const char *function, int fd, u8 *bytes, i32 count)
{
    for (;;) {
        i64 got = vfs_read(posix_files(t), fd, bytes, (size_t)count);
        if (!would_block(t, fd, got))
            return posix_check(t, function, got) ? got : -1;
        if (!wait_for(t, function, fd, POLLIN))
            return -1;
    }
}

static i64 write_some(Thread *t, const char *function, int fd, const u8 *bytes, i32 count)
{
    for (;;) {
        i64 put = vfs_write(posix_files(t), fd, bytes, (size_t)count);
        if (!would_block(t, fd, put))
            return posix_check(t, function, put) ? put : -1;
        if (!wait_for(t, function, fd, POLLOUT))
            return -1;
    }
}

/* int readBytes(FileDescriptor fd, Object buffer, int offset, int count) */
static void readBytes(Thread *t, const Slot *args, Slot *result)
{
    u8 *bytes = posix_bytes(t, args[2].l, args[3].i, args[4].i);
    result->i = bytes ? (i32)read_some(t, "read", posix_fd(t, args[1].l), bytes, args[4].i) : -1;
}

static void writeBytes(Thread *t, const Slot *args, Slot *result)
{
    u8 *bytes = posix_bytes(t, args[2].l, args[3].i, args[4].i);
    result->i = bytes ? (i32)write_some(t, "write", posix_fd(t, args[1].l), bytes, args[4].i) : -1;
}

/* int preadBytes(FileDescriptor fd, Object buffer, int offset, int count, long position) */
static void preadBytes(Thread *t, const Slot *args, Slot *result)
{
    u8 *bytes = posix_bytes(t, args[2].l, args[3].i, args[4].i);
    if (!bytes)
        return;
    i64 got = vfs_pread(posix_files(t), posix_fd(t, args[1].l), bytes, (size_t)args[4].i, args[5].j);
    result->i = posix_check(t, "pread", got) ? (i32)got : -1;
}

static void pwriteBytes(Thread *t, const Slot *args, Slot *result)
{
    u8 *bytes = posix_bytes(t, args[2].l, args[3].i, args[4].i);
    if (!bytes)
        return;
    i64 put = vfs_pwrite(posix_files(t), posix_fd(t, args[1].l), bytes, (size_t)args[4].i, args[5].j);
    result->i = posix_check(t, "pwrite", put) ? (i32)put : -1;
}

/* int readv/writev(FileDescriptor fd, Object[] buffers, int[] offsets, int[] counts): until one gives less than asked */
static void transfer_vector(Thread *t, const Slot *args, Slot *result, bool writing)
{
    Object *buffers = args[2].l, *offsets = args[3].l, *counts = args[4].l;
    if (!buffers || !offsets || !counts) {
        vm_throw_null(t, "buffers == null");
        return;
    }
    int fd = posix_fd(t, args[1].l);
    i32 n = MIN(ARRAY_LENGTH(buffers), MIN(ARRAY_LENGTH(offsets), ARRAY_LENGTH(counts)));
    i64 total = 0;
    for (i32 i = 0; i < n; i++) {
        i32 count = ARRAY_I32(counts)[i];
        u8 *bytes = posix_bytes(t, ref_object(ARRAY_REF(buffers)[i]), ARRAY_I32(offsets)[i], count);
        if (!bytes)
            return;
        if (!count)
            continue;
        if (total > 0 && !(vfs_poll(posix_files(t), fd) & (writing ? POLLOUT : POLLIN)))
            break;
        i64 done = writing ? write_some(t, "writev", fd, bytes, count) : read_some(t, "readv", fd, bytes, count);
        if (done < 0)
            return;
        total += done;
        if (done < count)
            break;
    }
    result->i = (i32)total;
}

static void readv_(Thread *t, const Slot *args, Slot *result)
{
    transfer_vector(t, args, result, false);
}

static void writev_(Thread *t, const Slot *args, Slot *result)
{
    transfer_vector(t, args, result, true);
}

/* long sendfile(FileDescriptor out, FileDescriptor in, MutableLong offset, long count) */
static void sendfile_(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef value = FIELD("android/util/MutableLong", "value", "J");
    Vfs *vfs = posix_files(t);
    int out = posix_fd(t, args[1].l), in = posix_fd(t, args[2].l);
    i64 at = args[3].l ? GET_LONG(t, args[3].l, &value) : -1, total = 0;
    static const size_t CHUNK = 65536;
    u8 *chunk = xmalloc(CHUNK);
    while (total < args[4].j && !t->exception) {
        size_t want = (size_t)MIN((i64)CHUNK, args[4].j - total);
        i64 got = at >= 0 ? vfs_pread(vfs, in, chunk, want, at) : vfs_read(vfs, in, chunk, want);
        if (got <= 0) {
            if (!total)
                posix_check(t, "sendfile", got);
            break;
        }
        for (i64 done = 0; done < got && !t->exception;) {
            i64 put = write_some(t, "sendfile", out, chunk + done, (i32)(got - done));
            done += MAX(put, 0);
        }
        total += got;
        if (at >= 0)
            at += got;
    }
    free(chunk);
    if (args[3].l)
        SET_LONG(t, args[3].l, &value, at);
    result->j = total;
}

/* ---- descriptors ------------------------------------------------------------------------ */

/* FileDescriptor open(String path, int flags, int mode) */
static void open_(Thread *t, const Slot *args, Slot *result)
{
    char *path = posix_path(t, args[1].l);
    if (!path)
        return;
    int fd = vfs_open(posix_files(t), path, args[2].i, (u32)args[3].i);
    free(path);
    if (posix_check(t, "open", fd))
        result->l = posix_new_fd(t, fd);
}

static void close_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (!args[1].l) {
        vm_throw_null(t, "fd == null");
        return;
    }
    int fd = posix_fd(t, args[1].l);
    posix_set_fd(t, args[1].l, -1);
    posix_check(t, "close", vfs_close(posix_files(t), fd));
}

static void dup_(Thread *t, const Slot *args, Slot *result)
{
    int fd = vfs_dup(posix_files(t), posix_fd(t, args[1].l), 0);
    if (posix_check(t, "dup", fd))
        result->l = posix_new_fd(t, fd);
}

static void dup2_(Thread *t, const Slot *args, Slot *result)
{
    int fd = vfs_dup2(posix_files(t), posix_fd(t, args[1].l), args[2].i);
    if (posix_check(t, "dup2", fd))
        result->l = posix_new_fd(t, fd);
}

/* FileDescriptor[] pipe2(int flags) */
static void pipe2_(Thread *t, const Slot *args, Slot *result)
{
    int fds[2];
    if (!posix_check(t, "pipe2", vfs_pipe(posix_files(t), fds, args[1].i)))
        return;
    Object *array = vm_new_object_array(t, "java/io/FileDescriptor", 2);
    for (int i = 0; array && i < 2; i++)
        ARRAY_REF(array)[i] = object_ref(posix_new_fd(t, fds[i]));
    result->l = array;
}

static void fcntlVoid(Thread *t, const Slot *args, Slot *result)
{
    Vfs *vfs = posix_files(t);
    int fd = posix_fd(t, args[1].l);
    int status = args[2].i == F_GETFL ? vfs_get_flags(vfs, fd) : args[2].i == F_GETFD ? vfs_get_descriptor_flags(vfs, fd)
                 : args[2].i == F_GETOWN ? 0 : -EINVAL;
    result->i = posix_check(t, "fcntl", status) ? status : -1;
}

static void fcntlInt(Thread *t, const Slot *args, Slot *result)
{
    Vfs *vfs = posix_files(t);
    int fd = posix_fd(t, args[1].l), status;
    switch (args[2].i) {
    case F_SETFL: status = vfs_set_flags(vfs, fd, args[3].i); break;
    case F_SETFD: status = vfs_set_descriptor_flags(vfs, fd, args[3].i); break;
    case F_DUPFD: status = vfs_dup(vfs, fd, args[3].i); break;
    case F_SETOWN: status = vfs_file(vfs, fd) ? 0 : -EBADF; break;
    default: status = -EINVAL;
    }
    result->i = posix_check(t, "fcntl", status) ? status : -1;
}

/* int fcntlFlock(FileDescriptor fd, int cmd, StructFlock lock): one process, so locks never conflict */
static void fcntlFlock(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef type = FIELD("android/system/StructFlock", "l_type", "S");
    Vfs *vfs = posix_files(t);
    int fd = posix_fd(t, args[1].l);
    int flags = vfs_get_flags(vfs, fd);
    if (!posix_check(t, "fcntl", flags) || !args[3].l)
        return;
    i16 *l_type = &FIELD_AT(args[3].l, i16, field_offset(t, &type));
    if (args[2].i == F_GETLK)
        *l_type = F_UNLCK;
    else if ((*l_type == F_WRLCK && (flags & O_ACCMODE) == O_RDONLY) || (*l_type == F_RDLCK && (flags & O_ACCMODE) == O_WRONLY))
        posix_throw(t, "fcntl", EBADF);
    result->i = 0;
}

/* int ioctlInt(FileDescriptor fd, int cmd, MutableInt arg): FIONREAD */
static void ioctlInt(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef value = FIELD("android/util/MutableInt", "value", "I");
    i64 available = args[2].i == 0x541b ? vfs_available(posix_files(t), posix_fd(t, args[1].l)) : -ENOTTY;
    if (posix_check(t, "ioctl", available) && args[3].l)
        SET_INT(t, args[3].l, &value, (i32)MIN(available, INT32_MAX));
    result->i = 0;
}

static void isatty_(Thread *t, const Slot *args, Slot *result)
{
    result->i = vfs_isatty(posix_files(t), posix_fd(t, args[1].l));
}

static void lseek_(Thread *t, const Slot *args, Slot *result)
{
    i64 at = vfs_lseek(posix_files(t), posix_fd(t, args[1].l), args[2].j, args[4].i);
    result->j = posix_check(t, "lseek", at) ? at : -1;
}

static void ftruncate_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    posix_check(t, "ftruncate", vfs_ftruncate(posix_files(t), posix_fd(t, args[1].l), args[2].j));
}

/* void posix_fallocate(FileDescriptor fd, long offset, long length) */
static void posix_fallocate_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    VfsStat st;
    int fd = posix_fd(t, args[1].l), status = vfs_fstat(posix_files(t), fd, &st);
    if (!status && (args[2].j < 0 || args[4].j <= 0))
        status = -EINVAL;
    if (!status && args[2].j + args[4].j > st.size)
        status = vfs_ftruncate(posix_files(t), fd, args[2].j + args[4].j);
    posix_check(t, "posix_fallocate", status);
}

static void fsync_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    posix_check(t, "fsync", vfs_fsync(posix_files(t), posix_fd(t, args[1].l)));
}

static void fdatasync_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    posix_check(t, "fdatasync", vfs_fsync(posix_files(t), posix_fd(t, args[1].l)));
}

/* ---- poll -------------------------------------------------------------------------------- */

typedef struct PollSet {
    Vfs *vfs;
    i32 count;
    struct { OpenFile *file; int fd, events; } *items;
} PollSet;

static int item_events(const PollSet *set, i32 i)
{
    if (set->items[i].fd < 0)
        return 0;
    /* A descriptor that was closed meanwhile, or reused, no longer is what the caller gave. */
    if (!set->items[i].file || vfs_file(set->vfs, set->items[i].fd) != set->items[i].file)
        return POLLNVAL;
    return file_poll(set->vfs, set->items[i].file) & (set->items[i].events | POLLERR | POLLHUP | POLLNVAL);
}

static bool any_ready(void *context)
{
    const PollSet *set = context;
    for (i32 i = 0; i < set->count; i++)
        if (item_events(set, i))
            return true;
    return false;
}

/* int poll(StructPollfd[] fds, int timeoutMs) */
static void poll_(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef fd_field = FIELD("android/system/StructPollfd", "fd", "Ljava/io/FileDescriptor;");
    static FieldRef events = FIELD("android/system/StructPollfd", "events", "S");
    static FieldRef revents = FIELD("android/system/StructPollfd", "revents", "S");
    Object *array = args[1].l;
    if (!array) {
        vm_throw_null(t, "fds == null");
        return;
    }
    PollSet set = { posix_files(t), ARRAY_LENGTH(array), NULL };
    set.items = xcalloc((size_t)MAX(set.count, 1), sizeof *set.items);
    for (i32 i = 0; i < set.count; i++) {
        Object *item = ref_object(ARRAY_REF(array)[i]);
        set.items[i].fd = item ? posix_fd(t, GET_REF(t, item, &fd_field)) : -1;
        set.items[i].events = item ? FIELD_AT(item, i16, field_offset(t, &events)) : 0;
        OpenFile *file = vfs_file(set.vfs, set.items[i].fd);
        set.items[i].file = file ? file_retain(file) : NULL;
    }
    vm_block(t, any_ready, &set, posix_deadline(t, args[2].i), false);
    for (i32 i = 0; i < set.count; i++) {
        Object *item = ref_object(ARRAY_REF(array)[i]);
        int happened = item_events(&set, i);
        if (item)
            FIELD_AT(item, i16, field_offset(t, &revents)) = (i16)happened;
        result->i += happened != 0;
    }
    for (i32 i = 0; i < set.count; i++)
        if (set.items[i].file)
            file_release(set.vfs, set.items[i].file);
    free(set.items);
}

/* ---- facts about files --------------------------------------------------------------------- */

static Object *new_stat(Thread *t, const VfsStat *st)
{
    return vm_new(t, vm_boot_class(t, "android/system/StructStat"), "(JJIJIIJJJJJJJ)V",
                  (i64)st->device, (i64)st->inode, (int)st->mode, (i64)st->links, (int)st->uid, (int)st->gid, (i64)st->rdev,
                  st->size, st->atime / 1000, st->mtime / 1000, st->ctime / 1000, st->block_size, st->blocks);
}

static void stat_path(Thread *t, const Slot *args, Slot *result, const char *function, bool follow)
{
    char *path = posix_path(t, args[1].l);
    if (!path)
        return;
    VfsStat st;
    int status = vfs_stat(posix_files(t), path, follow, &st);
    free(path);
    if (posix_check(t, function, status))
        result->l = new_stat(t, &st);
}

static void stat_(Thread *t, const Slot *args, Slot *result)
{
    stat_path(t, args, result, "stat", true);
}

static void lstat_(Thread *t, const Slot *args, Slot *result)
{
    stat_path(t, args, result, "lstat", false);
}

static void fstat_(Thread *t, const Slot *args, Slot *result)
{
    VfsStat st;
    if (posix_check(t, "fstat", vfs_fstat(posix_files(t), posix_fd(t, args[1].l), &st)))
        result->l = new_stat(t, &st);
}

static Object *new_space(Thread *t, const VfsSpace *s)
{
    i64 bs = (i64)s->block_size, free_blocks = (i64)s->free_blocks, free_files = (i64)s->free_files;
    return vm_new(t, vm_boot_class(t, "android/system/StructStatVfs"), "(JJJJJJJJJJJ)V", bs, bs, (i64)s->blocks,
                  free_blocks, free_blocks, (i64)s->files, free_files, free_files, 1ll, (i64)s->read_only, 255ll);
}

static void statvfs_(Thread *t, const Slot *args, Slot *result)
{
    char *path = posix_path(t, args[1].l);
    if (!path)
        return;
    VfsSpace space;
    int status = vfs_space(posix_files(t), path, &space);
    free(path);
    if (posix_check(t, "statvfs", status))
        result->l = new_space(t, &space);
}

static void fstatvfs_(Thread *t, const Slot *args, Slot *result)
{
    VfsSpace space;
    if (posix_check(t, "fstatvfs", vfs_fspace(posix_files(t), posix_fd(t, args[1].l), &space)))
        result->l = new_space(t, &space);
}

static void access_(Thread *t, const Slot *args, Slot *result)
{
    char *path = posix_path(t, args[1].l);
    if (!path)
        return;
    result->i = posix_check(t, "access", vfs_access(posix_files(t), path, args[2].i));
    free(path);
}

/* ---- names ------------------------------------------------------------------------------------ */

static void with_path(Thread *t, const Slot *args, const char *function, int (*call)(Vfs *vfs, const char *path, const Slot *args))
{
    char *path = posix_path(t, args[1].l);
    if (!path)
        return;
    posix_check(t, function, call(posix_files(t), path, args));
    free(path);
}

/* One native per call that takes a path and gives nothing back. */
#define PATH_CALL(name, expression)                                                     \
    static int do_##name(Vfs *vfs, const char *path, const Slot *args)                  \
    {                                                                                   \
        UNUSED(args);                                                                   \
        return expression;                                                              \
    }                                                                                   \
    static void name##_(Thread *t, const Slot *args, Slot *result)                      \
    {                                                                                   \
        UNUSED(result);                                                                 \
        with_path(t, args, #name, do_##name);                                           \
    }

PATH_CALL(chmod, vfs_chmod(vfs, path, (u32)args[2].i))
PATH_CALL(chown, vfs_chown(vfs, path, true, args[2].i, args[3].i))
PATH_CALL(lchown, vfs_chown(vfs, path, false, args[2].i, args[3].i))
PATH_CALL(mkdir, vfs_mkdir(vfs, path, (u32)args[2].i))
PATH_CALL(mkfifo, vfs_mkfifo(vfs, path, (u32)args[2].i))
PATH_CALL(remove, vfs_remove(vfs, path))

static void with_paths(Thread *t, const Slot *args, const char *function, int (*call)(Vfs *vfs, const char *a, const char *b))
{
    char *a = posix_path(t, args[1].l), *b = a ? posix_path(t, args[2].l) : NULL;
    if (b)
        posix_check(t, function, call(posix_files(t), a, b));
    free(a);
    free(b);
}

static void rename_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    with_paths(t, args, "rename", vfs_rename);
}

static void link_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    with_paths(t, args, "link", vfs_link);
}

static void symlink_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    with_paths(t, args, "symlink", vfs_symlink);
}

static void readlink_(Thread *t, const Slot *args, Slot *result)
{
    char *path = posix_path(t, args[1].l);
    if (!path)
        return;
    Buf target = { 0 };
    if (posix_check(t, "readlink", vfs_readlink(posix_files(t), path, &target)))
        result->l = vm_string_utf8(t, buf_str(&target));
    buf_free(&target);
    free(path);
}

static void fchmod_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    posix_check(t, "fchmod", vfs_fchmod(posix_files(t), posix_fd(t, args[1].l), (u32)args[2].i));
}

static void fchown_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    posix_check(t, "fchown", vfs_fchown(posix_files(t), posix_fd(t, args[1].l), args[2].i, args[3].i));
}

static void umaskImpl(Thread *t, const Slot *args, Slot *result)
{
    result->i = (i32)vfs_umask(posix_files(t), (u32)args[1].i);
}

/* Extended attributes: there are none. */
static void getxattr_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    posix_throw(t, "getxattr", ENODATA);
}

static void setxattr_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    posix_throw(t, "setxattr", ENOTSUP);
}

static void removexattr_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    posix_throw(t, "removexattr", ENODATA);
}

const NativeMethod natives_libcore_io_Posix[] = {
    { "access", NULL, access_ },
    { "chmod", NULL, chmod_ },
    { "chown", NULL, chown_ },
    { "close", NULL, close_ },
    { "dup", NULL, dup_ },
    { "dup2", NULL, dup2_ },
    { "fchmod", NULL, fchmod_ },
    { "fchown", NULL, fchown_ },
    { "fcntlFlock", NULL, fcntlFlock },
    { "fcntlInt", NULL, fcntlInt },
    { "fcntlVoid", NULL, fcntlVoid },
    { "fdatasync", NULL, fdatasync_ },
    { "fstat", NULL, fstat_ },
    { "fstatvfs", NULL, fstatvfs_ },
    { "fsync", NULL, fsync_ },
    { "ftruncate", NULL, ftruncate_ },
    { "getxattr", "(Ljava/lang/String;Ljava/lang/String;[B)I", getxattr_ },
    { "ioctlInt", NULL, ioctlInt },
    { "isatty", NULL, isatty_ },
    { "lchown", NULL, lchown_ },
    { "link", NULL, link_ },
    { "lseek", NULL, lseek_ },
    { "lstat", NULL, lstat_ },
    { "mkdir", NULL, mkdir_ },
    { "mkfifo", NULL, mkfifo_ },
    { "open", NULL, open_ },
    { "pipe2", NULL, pipe2_ },
    { "poll", NULL, poll_ },
    { "posix_fallocate", NULL, posix_fallocate_ },
    { "preadBytes", NULL, preadBytes },
    { "pwriteBytes", NULL, pwriteBytes },
    { "readBytes", NULL, readBytes },
    { "readlink", NULL, readlink_ },
    { "readv", NULL, readv_ },
    { "remove", NULL, remove_ },
    { "removexattr", NULL, removexattr_ },
    { "rename", NULL, rename_ },
    { "sendfile", NULL, sendfile_ },
    { "setxattr", NULL, setxattr_ },
    { "stat", NULL, stat_ },
    { "statvfs", NULL, statvfs_ },
    { "symlink", NULL, symlink_ },
    { "tcdrain", NULL, native_nothing },
    { "tcsendbreak", NULL, native_nothing },
    { "umaskImpl", NULL, umaskImpl },
    { "writeBytes", NULL, writeBytes },
    { "writev", NULL, writev_ },
    { 0 },
};
