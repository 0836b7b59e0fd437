/*
 * Mounts: host files in the tree. A folder of the host is looked at when a path
 * leads through it; each file found becomes an inode that remembers its host
 * path. Modes and times are the host's, inode numbers and owners are ours.
 */
#define _GNU_SOURCE
#include "libcore/vfs_internal.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *host_join(const Inode *dir, const char *name)
{
    return xasprintf("%s/%s", strcmp(dir->host, "/") ? dir->host : "", name);
}

static void take_facts(Inode *inode, const struct stat *st)
{
    inode->mode = st->st_mode & (S_IFMT | 07777);
    inode->size = S_ISREG(st->st_mode) ? (u64)st->st_size : 0;
    inode->atime = st->st_atim.tv_sec * 1000 + st->st_atim.tv_nsec / 1000000;
    inode->mtime = st->st_mtim.tv_sec * 1000 + st->st_mtim.tv_nsec / 1000000;
    inode->ctime = st->st_ctim.tv_sec * 1000 + st->st_ctim.tv_nsec / 1000000;
}

void host_refresh(Inode *inode)
{
    struct stat st;
    if (!inode->own_facts && !lstat(inode->host, &st) && ((st.st_mode ^ inode->mode) & S_IFMT) == 0)
        take_facts(inode, &st);
}

static char *read_link(const char *host)
{
    char target[PATH_LIMIT];
    ssize_t n = readlink(host, target, sizeof target - 1);
    return xstrndup(target, n > 0 ? (size_t)n : 0);
}

/* Devices, sockets and fifos of the host are not shown. */
static bool is_shown(u32 mode)
{
    return S_ISREG(mode) || S_ISDIR(mode) || S_ISLNK(mode);
}

Inode *host_child(Vfs *vfs, Inode *dir, const char *name)
{
    Inode *known = map_get(&dir->entries, name);
    if (known && known->own_facts)
        return known;
    char *host = host_join(dir, name);
    struct stat st;
    bool found = !lstat(host, &st) && is_shown(st.st_mode);
    if (known && found && ((st.st_mode ^ known->mode) & S_IFMT) == 0) {
        take_facts(known, &st);
        free(host);
        return known;
    }
    if (known) {
        map_remove(&dir->entries, name);
        known->links--;
        inode_drop(vfs, known);
    }
    if (!found) {
        free(host);
        return NULL;
    }
    Inode *inode = inode_new(vfs, st.st_mode);
    take_facts(inode, &st);
    inode->mount = dir->mount;
    inode->host = host;
    if (S_ISLNK(st.st_mode))
        inode->target = read_link(host);
    inode_attach(vfs, dir, name, inode);
    return inode;
}

int host_list(Inode *dir, int (*visit)(void *context, const char *name), void *context)
{
    DIR *d = opendir(dir->host);
    if (!d)
        return -errno;
    int status = 0;
    for (struct dirent *e; !status && (e = readdir(d));) {
        bool hidden = e->d_type != DT_UNKNOWN && e->d_type != DT_REG && e->d_type != DT_DIR && e->d_type != DT_LNK;
        if (!hidden && strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
            status = visit(context, e->d_name);
    }
    closedir(d);
    return status;
}

int host_may_change(const Inode *inode, bool *on_host)
{
    *on_host = inode->mount && inode->mount->mode == MOUNT_WRITABLE;
    return inode_read_only(inode) ? -EROFS : 0;
}

int host_open(Inode *inode, bool for_writing)
{
    bool writable = inode->mount->mode == MOUNT_WRITABLE;
    if (inode->host_fd < 0) {
        inode->host_fd = open(inode->host, (writable ? O_RDWR : O_RDONLY) | O_NOFOLLOW | O_CLOEXEC);
        if (inode->host_fd < 0 && writable && !for_writing)
            return inode->host_fd = open(inode->host, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    }
    return inode->host_fd < 0 ? -errno : inode->host_fd;
}

void host_close(Inode *inode)
{
    if (inode->host_fd >= 0)
        close(inode->host_fd);
    inode->host_fd = -1;
}

/* Folders in memory lead to the mount point where the path has none. */
static int make_parents(Vfs *vfs, const char *path, Place *place)
{
    char *parent = xstrdup(path);
    char *slash = strrchr(parent, '/');
    int status = 0;
    if (slash && slash != parent) {
        *slash = 0;
        status = vfs_make_dirs(vfs, parent, 0755);
    }
    free(parent);
    return status ? status : path_place(vfs, path, false, place);
}

int vfs_mount(Vfs *vfs, const char *host, const char *path, VfsMountMode mode)
{
    char real[PATH_MAX];
    struct stat st;
    if (!realpath(host, real) || stat(real, &st))
        return -errno;
    if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        return -EINVAL;
    Place place;
    Inode *inode;
    int status = 0;
    if (!strcmp(path, "/")) {
        inode = vfs->root;
        if (!S_ISDIR(st.st_mode))
            return -ENOTDIR;
    } else {
        status = make_parents(vfs, path, &place);
        if (status)
            return status;
        if (place.is_dots)
            return -EINVAL;
        inode = inode_new(vfs, st.st_mode);
    }
    Mount *mount = xmalloc(sizeof *mount);
    *mount = (Mount){ mode, vfs->next_device++, vfs->mounts };
    vfs->mounts = mount;
    inode->mount = mount;
    inode->host = xstrdup(real);
    take_facts(inode, &st);
    if (inode == vfs->root)
        return 0;
    inode->is_mount_root = true;
    Inode *covered = map_get(&place.dir->entries, place.name);
    inode_attach(vfs, place.dir, place.name, inode);
    if (covered && covered != &WHITEOUT) {
        covered->links--;
        inode_drop(vfs, covered);
    }
    return 0;
}

char *vfs_host_path(Vfs *vfs, const char *path)
{
    Inode *inode;
    if (path_find(vfs, path, true, &inode) || !inode->host)
        return NULL;
    return xstrdup(inode->host);
}
