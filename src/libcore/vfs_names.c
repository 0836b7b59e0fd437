/*
 * Names that come, go and move, and the facts about files that change: mkdir,
 * link, unlink, rename, chmod … Errors come in the order in which Linux looks for
 * them (tests/unit/test_vfs.c compares).
 */
#define _GNU_SOURCE
#include "libcore/vfs_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Takes a name away; the host's name under it stays hidden. */
static void detach(Vfs *vfs, Inode *dir, const char *name, Inode *child)
{
    if (dir->host && dir->mount->mode == MOUNT_COPY_ON_WRITE)
        map_put(&dir->entries, name, &WHITEOUT);
    else
        map_remove(&dir->entries, name);
    dir->mtime = dir->ctime = child->ctime = vfs_now(vfs);
    child->links--;
    inode_drop(vfs, child);
}

/* The place of a name that must not exist yet, in a folder that may be written. */
static int place_for_new(Vfs *vfs, const char *path, bool is_dir, Place *out, bool *on_host)
{
    int status = path_walk(vfs, path, FOLLOW_NEVER, out);
    if (status)
        return status;
    if (out->inode)
        return -EEXIST;
    if (out->must_be_dir && !is_dir)
        return -ENOENT;
    if (!inode_allows(vfs, out->dir, W_OK))
        return -EACCES;
    if (vfs->inode_count >= INODE_LIMIT)
        return -ENOSPC;
    return host_may_change(out->dir, on_host);
}

static Inode *add_new(Vfs *vfs, const Place *place, u32 mode)
{
    Inode *inode = inode_new(vfs, mode);
    inode->mount = place->dir->mount;
    inode_attach(vfs, place->dir, place->name, inode);
    place->dir->mtime = place->dir->ctime = inode->mtime;
    return inode;
}

/* ---- new names ------------------------------------------------------------------------- */

int vfs_mkdir(Vfs *vfs, const char *path, u32 mode)
{
    Place place;
    bool on_host;
    int status = place_for_new(vfs, path, true, &place, &on_host);
    if (status)
        return status;
    mode = mode & 07777 & ~vfs->umask;
    if (on_host) {
        char *host = host_join(place.dir, place.name);
        status = mkdir(host, mode) ? -errno : 0;
        free(host);
        return status;
    }
    add_new(vfs, &place, S_IFDIR | mode);
    return 0;
}

int vfs_make_dirs(Vfs *vfs, const char *path, u32 mode)
{
    char *copy = xstrdup(path);
    int status = 0;
    for (char *p = copy + 1; *copy && !status; p++) {
        if (*p && *p != '/')
            continue;
        char saved = *p;
        *p = 0;
        status = vfs_mkdir(vfs, copy, mode);
        if (status == -EEXIST || status == -EROFS) {
            VfsStat st;
            int found = vfs_stat(vfs, copy, true, &st);
            status = found ? status : S_ISDIR(st.mode) ? 0 : -ENOTDIR;
        }
        *p = saved;
        if (!saved)
            break;
    }
    free(copy);
    return status;
}

int vfs_symlink(Vfs *vfs, const char *target, const char *path)
{
    Place place;
    bool on_host;
    int status = place_for_new(vfs, path, false, &place, &on_host);
    if (status)
        return status;
    if (on_host) {
        char *host = host_join(place.dir, place.name);
        status = symlink(target, host) ? -errno : 0;
        free(host);
        return status;
    }
    add_new(vfs, &place, S_IFLNK | 0777)->target = xstrdup(target);
    return 0;
}

int vfs_mkfifo(Vfs *vfs, const char *path, u32 mode)
{
    Place place;
    bool on_host;
    int status = place_for_new(vfs, path, false, &place, &on_host);
    if (status)
        return status;
    if (on_host)
        return -EPERM;
    add_new(vfs, &place, S_IFIFO | (mode & 0777 & ~vfs->umask))->pipe = pipe_new();
    return 0;
}

int vfs_link(Vfs *vfs, const char *existing, const char *path)
{
    Inode *inode;
    int status = path_find(vfs, existing, false, &inode);
    if (status)
        return status;
    Place place;
    bool on_host;
    status = place_for_new(vfs, path, false, &place, &on_host);
    if (status)
        return status;
    if (on_host || inode->mount != place.dir->mount)
        return -EXDEV;
    if (S_ISDIR(inode->mode))
        return -EPERM;
    status = inode->host ? inode_copy_up(vfs, inode) : 0;
    if (status)
        return status;
    inode_attach(vfs, place.dir, place.name, inode);
    inode->ctime = place.dir->mtime = place.dir->ctime = vfs_now(vfs);
    return 0;
}

/* ---- names that go ------------------------------------------------------------------------ */

/* want_dir: 1 a folder, 0 anything else, -1 whichever it is */
static int remove_name(Vfs *vfs, const char *path, int want_dir)
{
    Place place;
    int status = path_walk(vfs, path, FOLLOW_NEVER, &place);
    if (status)
        return status;
    if (place.is_dots)
        return want_dir == 0 ? -EISDIR : place.is_dots == 1 ? -EINVAL : place.is_dots == 2 ? -ENOTEMPTY : -EBUSY;
    if (!place.inode)
        return -ENOENT;
    bool is_dir = S_ISDIR(place.inode->mode), on_host;
    if (want_dir == 1 && !is_dir)
        return -ENOTDIR;
    if (want_dir == 0 && is_dir)
        return -EISDIR;
    if (place.must_be_dir && !is_dir)
        return -ENOTDIR;
    if (place.inode->is_mount_root)
        return -EBUSY;
    if (!inode_allows(vfs, place.dir, W_OK))
        return -EACCES;
    status = host_may_change(place.dir, &on_host);
    if (status)
        return status;
    if (is_dir && !inode_is_empty(place.inode))
        return -ENOTEMPTY;
    if (on_host && place.inode->host) {
        char *host = host_join(place.dir, place.name);
        status = (is_dir ? rmdir(host) : unlink(host)) ? -errno : 0;
        free(host);
    }
    if (!status)
        detach(vfs, place.dir, place.name, place.inode);
    return status;
}

int vfs_unlink(Vfs *vfs, const char *path)
{
    return remove_name(vfs, path, 0);
}

int vfs_rmdir(Vfs *vfs, const char *path)
{
    return remove_name(vfs, path, 1);
}

int vfs_remove(Vfs *vfs, const char *path)
{
    return remove_name(vfs, path, -1);
}

static bool is_inside(const Vfs *vfs, const Inode *dir, const Inode *ancestor)
{
    for (; dir != vfs->root; dir = dir->parent)
        if (dir == ancestor)
            return true;
    return dir == ancestor;
}

/* The host does it; what was known of the two names is forgotten and found again. */
static int rename_on_host(Vfs *vfs, const Place *from, const Place *to)
{
    char *a = host_join(from->dir, from->name), *b = host_join(to->dir, to->name);
    int status = rename(a, b) ? -errno : 0;
    free(a);
    free(b);
    if (!status) {
        detach(vfs, from->dir, from->name, from->inode);
        if (to->inode)
            detach(vfs, to->dir, to->name, to->inode);
    }
    return status;
}

int vfs_rename(Vfs *vfs, const char *from_path, const char *to_path)
{
    Place from, to;
    int status = path_walk(vfs, from_path, FOLLOW_NEVER, &from);
    if (!status)
        status = path_walk(vfs, to_path, FOLLOW_NEVER, &to);
    if (status)
        return status;
    if (from.dir->mount != to.dir->mount)
        return -EXDEV;
    if (from.is_dots || to.is_dots)
        return -EBUSY;
    if (!from.inode)
        return -ENOENT;
    bool is_dir = S_ISDIR(from.inode->mode), from_host, to_host;
    if ((from.must_be_dir || to.must_be_dir) && !is_dir)
        return -ENOTDIR;
    if (is_dir && is_inside(vfs, to.dir, from.inode))
        return -EINVAL;
    if (to.inode && S_ISDIR(to.inode->mode) && is_inside(vfs, from.dir, to.inode))
        return -ENOTEMPTY;
    if (to.inode == from.inode)
        return 0;
    if (from.inode->is_mount_root || (to.inode && to.inode->is_mount_root))
        return -EBUSY;
    if (to.inode && S_ISDIR(to.inode->mode) != is_dir)
        return is_dir ? -ENOTDIR : -EISDIR;
    if (to.inode && is_dir && !inode_is_empty(to.inode))
        return -ENOTEMPTY;
    if (!inode_allows(vfs, from.dir, W_OK) || !inode_allows(vfs, to.dir, W_OK))
        return -EACCES;
    status = host_may_change(from.dir, &from_host);
    if (!status)
        status = host_may_change(to.dir, &to_host);
    if (status)
        return status;
    if (from_host)
        return rename_on_host(vfs, &from, &to);
    if (to.inode)
        detach(vfs, to.dir, to.name, to.inode);
    inode_attach(vfs, to.dir, to.name, from.inode);
    to.dir->mtime = to.dir->ctime = vfs_now(vfs);
    detach(vfs, from.dir, from.name, from.inode);
    return 0;
}

/* ---- facts about files that change ---------------------------------------------------------- */

int vfs_chmod(Vfs *vfs, const char *path, u32 mode)
{
    Inode *inode;
    bool on_host;
    int status = path_find(vfs, path, true, &inode);
    if (!status)
        status = host_may_change(inode, &on_host);
    if (status)
        return status;
    if (vfs->uid && vfs->uid != inode->uid)
        return -EPERM;
    if (on_host && inode->host && chmod(inode->host, mode & 0777))
        return -errno;
    if (inode->host && !on_host && (status = inode_copy_up(vfs, inode)))
        return status;
    inode->mode = (inode->mode & S_IFMT) | (mode & 07777);
    inode->ctime = vfs_now(vfs);
    return 0;
}

static int change_owner(Vfs *vfs, Inode *inode, i64 uid, i64 gid)
{
    bool on_host;
    int status = host_may_change(inode, &on_host);
    if (status)
        return status;
    if (on_host || (vfs->uid && (uid >= 0 || vfs->uid != inode->uid)))
        return -EPERM;
    if (uid >= 0)
        inode->uid = (u32)uid;
    if (gid >= 0)
        inode->gid = (u32)gid;
    inode->ctime = vfs_now(vfs);
    return 0;
}

int vfs_chown(Vfs *vfs, const char *path, bool follow, i64 uid, i64 gid)
{
    Inode *inode;
    int status = path_find(vfs, path, follow, &inode);
    return status ? status : change_owner(vfs, inode, uid, gid);
}

int vfs_fchmod(Vfs *vfs, int fd, u32 mode)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file)
        return -EBADF;
    if (!file->inode)
        return -EINVAL;
    if (inode_read_only(file->inode))
        return -EROFS;
    file->inode->mode = (file->inode->mode & S_IFMT) | (mode & 07777);
    file->inode->ctime = vfs_now(vfs);
    return 0;
}

int vfs_fchown(Vfs *vfs, int fd, i64 uid, i64 gid)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file)
        return -EBADF;
    return file->inode ? change_owner(vfs, file->inode, uid, gid) : -EINVAL;
}

int vfs_set_times(Vfs *vfs, const char *path, i64 atime, i64 mtime)
{
    Inode *inode;
    bool on_host;
    int status = path_find(vfs, path, true, &inode);
    if (!status)
        status = host_may_change(inode, &on_host);
    if (status)
        return status;
    if (inode->host && on_host) {
        struct timespec times[2] = { { atime / 1000, atime % 1000 * 1000000 }, { mtime / 1000, mtime % 1000 * 1000000 } };
        return utimensat(AT_FDCWD, inode->host, times, AT_SYMLINK_NOFOLLOW) ? -errno : 0;
    }
    if (inode->host && (status = inode_copy_up(vfs, inode)))
        return status;
    inode->atime = atime;
    inode->mtime = mtime;
    inode->ctime = vfs_now(vfs);
    return 0;
}

static void inode_space(const Vfs *vfs, const Inode *inode, VfsSpace *out)
{
    u64 free_bytes = vfs->used < vfs->limit ? vfs->limit - vfs->used : 0;
    *out = (VfsSpace){ .block_size = 4096, .blocks = vfs->limit / 4096, .free_blocks = free_bytes / 4096,
                       .files = INODE_LIMIT, .free_files = INODE_LIMIT - MIN(vfs->inode_count, INODE_LIMIT),
                       .read_only = inode && inode_read_only(inode) };
}

int vfs_space(Vfs *vfs, const char *path, VfsSpace *out)
{
    Inode *inode;
    int status = path_find(vfs, path, true, &inode);
    if (!status)
        inode_space(vfs, inode, out);
    return status;
}

int vfs_fspace(Vfs *vfs, int fd, VfsSpace *out)
{
    OpenFile *file = vfs_file(vfs, fd);
    if (!file)
        return -EBADF;
    inode_space(vfs, file->inode, out);
    return 0;
}
