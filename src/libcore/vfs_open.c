/*
 * Descriptors and open files. A descriptor is a place in a table; dup makes two
 * of them share one open file, and with it the offset and the flags.
 */
#define _GNU_SOURCE
#include "libcore/vfs_internal.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the table -------------------------------------------------------------------- */

OpenFile *vfs_file(Vfs *vfs, int fd)
{
    return fd >= 0 && fd < vfs->descriptor_room ? vfs->descriptors[fd].file : NULL;
}

static void grow_table(Vfs *vfs, int at_least)
{
    int room = MAX(MAX(16, vfs->descriptor_room * 2), at_least);
    vfs->descriptors = xrealloc(vfs->descriptors, (size_t)room * sizeof *vfs->descriptors);
    memset(vfs->descriptors + vfs->descriptor_room, 0, (size_t)(room - vfs->descriptor_room) * sizeof *vfs->descriptors);
    vfs->descriptor_room = room;
}

/* Takes over the caller's reference, also when it fails. */
int descriptor_take(Vfs *vfs, OpenFile *file, int lowest, int flags)
{
    int fd = lowest;
    while (vfs_file(vfs, fd))
        fd++;
    if (fd >= DESCRIPTOR_LIMIT) {
        file_release(vfs, file);
        return -EMFILE;
    }
    if (fd >= vfs->descriptor_room)
        grow_table(vfs, fd + 1);
    vfs->descriptors[fd] = (Descriptor){ file, flags & O_CLOEXEC ? FD_CLOEXEC : 0 };
    file->descriptors++;
    return fd;
}

static OpenFile *file_new(int flags)
{
    OpenFile *file = xcalloc(1, sizeof *file);
    file->references = 1;
    file->flags = flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC | O_NOFOLLOW);
    return file;
}

OpenFile *file_retain(OpenFile *file)
{
    file->references++;
    return file;
}

static int poll_closed(Vfs *vfs, OpenFile *file)
{
    UNUSED(vfs);
    UNUSED(file);
    return POLLNVAL | POLLHUP;
}

/* What an open file becomes when its last descriptor goes while a thread waits for it. */
static const FileKind closed_kind = { NULL, NULL, poll_closed, NULL, NULL, 0 };

static void close_file(Vfs *vfs, OpenFile *file)
{
    if (file->kind && file->kind->close)
        file->kind->close(vfs, file);
    Inode *inode = file->inode;
    if (inode) {
        if (!--inode->uses)
            host_close(inode);
        inode_drop(vfs, inode);
    }
    file->kind = &closed_kind;
    file->state = NULL;
    file->inode = NULL;
}

void file_release(Vfs *vfs, OpenFile *file)
{
    if (--file->references)
        return;
    close_file(vfs, file);
    free(file);
}

int vfs_install(Vfs *vfs, const FileKind *kind, void *state, int flags)
{
    OpenFile *file = file_new(flags);
    file->kind = kind;
    file->state = state;
    return descriptor_take(vfs, file, 0, flags);
}

void *file_state(const OpenFile *file, const FileKind *kind)
{
    return file && file->kind == kind ? file->state : NULL;
}

bool file_nonblocking(const OpenFile *file)
{
    return file->flags & O_NONBLOCK;
}

/* ---- open and close ------------------------------------------------------------------ */

static int create(Vfs *vfs, const Place *place, u32 mode, Inode **out)
{
    bool on_host;
    if (!inode_allows(vfs, place->dir, W_OK))
        return -EACCES;
    if (vfs->inode_count >= INODE_LIMIT)
        return -ENOSPC;
    int status = host_may_change(place->dir, &on_host);
    if (status)
        return status;
    mode = mode & 07777 & ~vfs->umask;
    if (on_host) {
        char *host = host_join(place->dir, place->name);
        int fd = open(host, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        status = fd < 0 ? -errno : 0;
        free(host);
        if (status)
            return status;
        close(fd);
        *out = inode_child(vfs, place->dir, place->name);
        return *out ? 0 : -EIO;
    }
    *out = inode_new(vfs, S_IFREG | mode);
    (*out)->mount = place->dir->mount;
    inode_attach(vfs, place->dir, place->name, *out);
    place->dir->mtime = place->dir->ctime = (*out)->mtime;
    return 0;
}

/* May an existing inode be opened with these flags? */
static int may_open(const Vfs *vfs, const Inode *inode, int flags)
{
    static const int wanted[] = { [O_RDONLY] = R_OK, [O_WRONLY] = W_OK, [O_RDWR] = R_OK | W_OK, [3] = 0 };
    int mode = wanted[flags & O_ACCMODE];
    if (S_ISLNK(inode->mode))
        return -ELOOP;
    if (S_ISDIR(inode->mode) && ((mode & W_OK) || (flags & O_CREAT)))
        return -EISDIR;
    if ((flags & O_DIRECTORY) && !S_ISDIR(inode->mode))
        return -ENOTDIR;
    if (!inode_allows(vfs, inode, mode))
        return -EACCES;
    bool changes = (mode & W_OK) || (flags & O_TRUNC);
    return changes && !inode->device && !inode->pipe && inode_read_only(inode) ? -EROFS : 0;
}

/* /proc: each opening sees the content of its moment. */
static Inode *generated(Vfs *vfs, const Inode *model)
{
    Inode *inode = inode_new(vfs, model->mode);
    Buf text = { 0 };
    model->generate(vfs, &text);
    inode->number = model->number;
    inode_write(vfs, inode, text.data, text.size, 0);
    buf_free(&text);
    return inode;
}

int vfs_open(Vfs *vfs, const char *path, int flags, u32 mode)
{
    Place place;
    bool exclusive = (flags & O_CREAT) && (flags & O_EXCL);
    bool names_folder = *path && path[strlen(path) - 1] == '/';
    Follow follow = exclusive || ((flags & O_CREAT) && names_folder) ? FOLLOW_NEVER : flags & O_NOFOLLOW ? FOLLOW_SLASH : FOLLOW_LAST;
    int status = path_walk(vfs, path, follow, &place);
    if (status)
        return status;
    Inode *inode = place.inode;
    if (place.must_be_dir && (flags & O_CREAT))
        return -EISDIR;
    if (place.must_be_dir && inode && !S_ISDIR(inode->mode))
        return -ENOTDIR;
    if (!inode && !(flags & O_CREAT))
        return -ENOENT;
    if (!inode) {
        status = create(vfs, &place, mode, &inode);
    } else if (exclusive) {
        status = -EEXIST;
    } else {
        status = may_open(vfs, inode, flags);
        if (!status && (flags & O_TRUNC) && S_ISREG(inode->mode))
            status = inode_truncate(vfs, inode, 0);
    }
    if (status)
        return status;
    if (inode->pipe)
        return pipe_open_end(vfs, inode->pipe, flags);
    if (inode->host && S_ISREG(inode->mode)) {
        int fd = host_open(inode, (flags & O_ACCMODE) != O_RDONLY && inode->mount->mode == MOUNT_WRITABLE);
        if (fd < 0)
            return fd;
    }
    if (inode->generate)
        inode = generated(vfs, inode);
    OpenFile *file = file_new(flags);
    file->inode = inode;
    inode->uses++;
    return descriptor_take(vfs, file, 0, flags);
}

int vfs_close(Vfs *vfs, int fd)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file)
        return -EBADF;
    vfs->descriptors[fd] = (Descriptor){ 0 };
    if (!--file->descriptors)
        close_file(vfs, file);
    file_release(vfs, file);
    return 0;
}

int vfs_dup(Vfs *vfs, int fd, int lowest)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file)
        return -EBADF;
    if (lowest < 0 || lowest >= DESCRIPTOR_LIMIT)
        return -EINVAL;
    return descriptor_take(vfs, file_retain(file), lowest, 0);
}

int vfs_dup2(Vfs *vfs, int fd, int to)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file || to < 0 || to >= DESCRIPTOR_LIMIT)
        return -EBADF;
    if (fd == to)
        return to;
    file_retain(file);
    if (vfs_file(vfs, to))
        vfs_close(vfs, to);
    return descriptor_take(vfs, file, to, 0);
}

/* ---- reading and writing ---------------------------------------------------------------- */

static bool can_read(const OpenFile *file)
{
    return (file->flags & O_ACCMODE) != O_WRONLY;
}

static bool can_write(const OpenFile *file)
{
    return (file->flags & O_ACCMODE) != O_RDONLY;
}

i64 vfs_read(Vfs *vfs, int fd, void *bytes, size_t count)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file || !can_read(file))
        return -EBADF;
    if (!file->inode)
        return file->kind->read ? file->kind->read(vfs, file, bytes, count) : -EINVAL;
    if (S_ISDIR(file->inode->mode))
        return -EISDIR;
    i64 got = inode_read(vfs, file->inode, bytes, count, file->offset);
    if (got > 0)
        file->offset += got;
    return got;
}

i64 vfs_write(Vfs *vfs, int fd, const void *bytes, size_t count)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file || !can_write(file))
        return -EBADF;
    if (!file->inode)
        return file->kind->write ? file->kind->write(vfs, file, bytes, count) : -EINVAL;
    if (file->flags & O_APPEND) {
        VfsStat st;
        inode_stat(vfs, file->inode, &st);
        file->offset = st.size;
    }
    i64 put = inode_write(vfs, file->inode, bytes, count, file->offset);
    if (put > 0)
        file->offset += put;
    return put;
}

static int check_positioned(const OpenFile *file, bool writing, i64 at)
{
    if (!file || !(writing ? can_write(file) : can_read(file)))
        return -EBADF;
    if (!file->inode)
        return -ESPIPE;
    if (at < 0)
        return -EINVAL;
    return S_ISDIR(file->inode->mode) ? -EISDIR : 0;
}

i64 vfs_pread(Vfs *vfs, int fd, void *bytes, size_t count, i64 at)
{
    OpenFile *file = vfs_file(vfs, fd);
    int status = check_positioned(file, false, at);
    return status ? status : inode_read(vfs, file->inode, bytes, count, at);
}

i64 vfs_pwrite(Vfs *vfs, int fd, const void *bytes, size_t count, i64 at)
{
    OpenFile *file = vfs_file(vfs, fd);
    int status = check_positioned(file, true, at);
    return status ? status : inode_write(vfs, file->inode, bytes, count, at);
}

i64 vfs_lseek(Vfs *vfs, int fd, i64 offset, int whence)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file)
        return -EBADF;
    if (!file->inode)
        return -ESPIPE;
    VfsStat st;
    i64 base = 0;
    if (whence == SEEK_END) {
        inode_stat(vfs, file->inode, &st);
        base = st.size;
    } else if (whence == SEEK_CUR) {
        base = file->offset;
    } else if (whence != SEEK_SET) {
        return -EINVAL;
    }
    if (__builtin_add_overflow(base, offset, &base) || base < 0)
        return -EINVAL;
    return file->offset = base;
}

int vfs_ftruncate(Vfs *vfs, int fd, i64 size)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file)
        return -EBADF;
    if (!file->inode || !can_write(file))
        return -EINVAL;
    return inode_truncate(vfs, file->inode, size);
}

int vfs_fsync(Vfs *vfs, int fd)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file)
        return -EBADF;
    if (!file->inode)
        return -EINVAL;
    if (file->inode->host_fd >= 0 && file->inode->mount->mode == MOUNT_WRITABLE)
        return fsync(file->inode->host_fd) ? -errno : 0;
    return 0;
}

/* ---- facts ---------------------------------------------------------------------------------- */

int vfs_fstat(Vfs *vfs, int fd, VfsStat *out)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file)
        return -EBADF;
    if (file->inode) {
        inode_stat(vfs, file->inode, out);
        return 0;
    }
    *out = (VfsStat){ .device = 1, .inode = (u64)fd + 1, .mode = file->kind->mode | 0600, .links = 1,
                      .uid = vfs->uid, .gid = vfs->gid, .block_size = 4096 };
    return 0;
}

int vfs_get_flags(Vfs *vfs, int fd)
{
    OpenFile *file = vfs_file(vfs, fd);
    return file ? file->flags : -EBADF;
}

int vfs_set_flags(Vfs *vfs, int fd, int flags)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file)
        return -EBADF;
    int settable = O_APPEND | O_NONBLOCK;
    file->flags = (file->flags & ~settable) | (flags & settable);
    return 0;
}

int vfs_get_descriptor_flags(Vfs *vfs, int fd)
{
    return vfs_file(vfs, fd) ? vfs->descriptors[fd].flags : -EBADF;
}

int vfs_set_descriptor_flags(Vfs *vfs, int fd, int flags)
{
    if (!vfs_file(vfs, fd))
        return -EBADF;
    vfs->descriptors[fd].flags = flags & FD_CLOEXEC;
    return 0;
}

int file_poll(Vfs *vfs, OpenFile *file)
{
    if (!file->inode && file->kind->poll)
        return file->kind->poll(vfs, file);
    return POLLIN | POLLOUT;
}

int vfs_poll(Vfs *vfs, int fd)
{
    OpenFile *file = vfs_file(vfs, fd);
    return file ? file_poll(vfs, file) : POLLNVAL;
}

i64 vfs_available(Vfs *vfs, int fd)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file)
        return -EBADF;
    if (!file->inode)
        return file->kind->available ? file->kind->available(vfs, file) : -ENOTTY;
    if (!S_ISREG(file->inode->mode))
        return -ENOTTY;
    VfsStat st;
    inode_stat(vfs, file->inode, &st);
    return MAX(0, st.size - file->offset);
}

/* ---- whole files ------------------------------------------------------------------------------ */

int vfs_read_file(Vfs *vfs, const char *path, Buf *out)
{
    int fd = vfs_open(vfs, path, O_RDONLY, 0);
    if (fd < 0)
        return fd;
    i64 got;
    do {
        buf_reserve(out, 1 << 16);
        got = vfs_read(vfs, fd, out->data + out->size, 1 << 16);
        if (got > 0)
            out->size += (size_t)got;
    } while (got > 0);
    if (out->data)
        out->data[out->size] = 0;
    vfs_close(vfs, fd);
    return (int)MIN(got, 0);
}

int vfs_write_file(Vfs *vfs, const char *path, const void *bytes, size_t size)
{
    int fd = vfs_open(vfs, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0)
        return fd;
    i64 put = vfs_write(vfs, fd, bytes, size);
    vfs_close(vfs, fd);
    return put < 0 ? (int)put : (size_t)put < size ? -ENOSPC : 0;
}
