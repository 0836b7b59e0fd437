/*
 * The tree: inodes, paths, and questions about them. What changes names is in
 * vfs_names.c.
 *
 * An inode lives while a name or an open file holds it (`links`, `uses`). A
 * folder below a mount has the host folder behind it: its children come into
 * being when they are asked for. What the program removed from a copy-on-write
 * mount leaves a WHITEOUT under its name, so that the host's file stays hidden.
 */
#define _GNU_SOURCE
#include "libcore/vfs_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Inode WHITEOUT;

/* ---- the file system ----------------------------------------------------------- */

i64 vfs_now(Vfs *vfs)
{
    return vfs->host.millis ? vfs->host.millis(vfs->host.context) : (i64)vfs->tick++;
}

u64 vfs_next_random(Vfs *vfs)
{
    if (vfs->host.random)
        return vfs->host.random(vfs->host.context);
    vfs->random = vfs->random * 6364136223846793005ull + 1442695040888963407ull;
    return vfs->random >> 11;
}

Vfs *vfs_new(const VfsHost *host)
{
    Vfs *vfs = xcalloc(1, sizeof *vfs);
    if (host)
        vfs->host = *host;
    vfs->limit = 1ull << 30;
    vfs->umask = 022;
    vfs->next_device = 2;
    vfs->root = inode_new(vfs, S_IFDIR | 0755);
    vfs->root->parent = vfs->cwd = vfs->root;
    vfs->root->links = 1;
    vfs_make_system(vfs);
    vfs_make_standard_streams(vfs);
    return vfs;
}

void vfs_free(Vfs *vfs)
{
    for (int fd = 0; fd < vfs->descriptor_room; fd++)
        vfs_close(vfs, fd);
    while (vfs->mappings)
        vfs_unmap(vfs, vfs->mappings->address);
    vfs->cwd->uses = 0;
    vfs->root->links = 0;
    inode_drop(vfs, vfs->root);
    for (Mount *m = vfs->mounts, *next; m; m = next) {
        next = m->next;
        free(m);
    }
    free(vfs->network);
    free(vfs->descriptors);
    free(vfs);
}

void vfs_set_limit(Vfs *vfs, u64 bytes)
{
    vfs->limit = bytes;
}

void vfs_set_user(Vfs *vfs, u32 uid, u32 gid)
{
    vfs->uid = uid;
    vfs->gid = gid;
}

u32 vfs_uid(const Vfs *vfs)
{
    return vfs->uid;
}

u32 vfs_gid(const Vfs *vfs)
{
    return vfs->gid;
}

u32 vfs_umask(Vfs *vfs, u32 mask)
{
    u32 old = vfs->umask;
    vfs->umask = mask & 0777;
    return old;
}

void **vfs_network(Vfs *vfs)
{
    return &vfs->network;
}

int vfs_set_cwd(Vfs *vfs, const char *path)
{
    Inode *inode;
    int status = path_find(vfs, path, true, &inode);
    if (status)
        return status;
    if (!S_ISDIR(inode->mode))
        return -ENOTDIR;
    inode->uses++;
    vfs->cwd->uses -= vfs->cwd->uses > 0 && vfs->cwd != vfs->root;
    vfs->cwd = inode;
    return 0;
}

/* ---- inodes ------------------------------------------------------------------------ */

Inode *inode_new(Vfs *vfs, u32 mode)
{
    Inode *inode = xcalloc(1, sizeof *inode);
    inode->number = ++vfs->next_inode;
    inode->mode = mode;
    inode->uid = vfs->uid;
    inode->gid = vfs->gid;
    inode->host_fd = -1;
    inode->atime = inode->mtime = inode->ctime = vfs_now(vfs);
    vfs->inode_count++;
    return inode;
}

/* A folder that goes away takes along what is in it: the whole tree at the end, else what was found of the host's. */
static void drop_entries(Vfs *vfs, Inode *dir)
{
    MAP_EACH(&dir->entries, entry) {
        Inode *child = entry->value;
        if (child == &WHITEOUT)
            continue;
        child->parent = vfs->root;
        child->links--;
        inode_drop(vfs, child);
    }
}

void inode_drop(Vfs *vfs, Inode *inode)
{
    if (inode->links || inode->uses)
        return;
    drop_entries(vfs, inode);
    inode_free_content(vfs, inode);
    host_close(inode);
    if (inode->pipe)
        pipe_free(inode->pipe);
    map_free(&inode->entries);
    free(inode->target);
    free(inode->host);
    free(inode);
    vfs->inode_count--;
}

void inode_attach(Vfs *vfs, Inode *dir, const char *name, Inode *child)
{
    UNUSED(vfs);
    map_put(&dir->entries, name, child);
    child->links++;
    if (S_ISDIR(child->mode))
        child->parent = dir;
}

/*
 * Is child, found in dir, only what the host shows there, so that it must be
 * looked at again? In a copy-on-write mount names may have moved: what was seen
 * once stays.
 */
static bool mirrors_host(const Inode *dir, const Inode *child)
{
    return dir->host && dir->mount->mode != MOUNT_COPY_ON_WRITE && child->host && !child->is_mount_root;
}

Inode *inode_child(Vfs *vfs, Inode *dir, const char *name)
{
    Inode *child = map_get(&dir->entries, name);
    if (child == &WHITEOUT)
        return NULL;
    if (child ? mirrors_host(dir, child) : dir->host != NULL)
        return host_child(vfs, dir, name);
    return child;
}

bool inode_read_only(const Inode *inode)
{
    return inode->mount && inode->mount->mode == MOUNT_READ_ONLY;
}

bool inode_allows(const Vfs *vfs, const Inode *inode, int mode)
{
    if (!vfs->uid)
        return !(mode & X_OK) || S_ISDIR(inode->mode) || inode->mode & 0111;
    u32 shift = inode->uid == vfs->uid ? 6 : inode->gid == vfs->gid ? 3 : 0;
    return ((inode->mode >> shift) & (u32)mode) == (u32)mode;
}

void inode_stat(Vfs *vfs, Inode *inode, VfsStat *out)
{
    UNUSED(vfs);
    if (inode->host)
        host_refresh(inode);
    u64 size = S_ISDIR(inode->mode) ? 4096 : S_ISLNK(inode->mode) ? strlen(inode->target) : inode->size;
    *out = (VfsStat){
        .device = inode->mount ? inode->mount->device : 1, .inode = inode->number,
        .rdev = inode->device ? 0x100u + (u64)inode->device : 0,
        .mode = inode->mode, .links = S_ISDIR(inode->mode) ? 2 : inode->links, .uid = inode->uid, .gid = inode->gid,
        .size = (i64)size, .blocks = (i64)((size + 4095) / 4096 * 8), .block_size = 4096,
        .atime = inode->atime, .mtime = inode->mtime, .ctime = inode->ctime,
    };
}

/* ---- paths --------------------------------------------------------------------------- */

/* Replaces a symbolic link and the rest of the path after it by where it leads. */
static int expand_link(char *work, const Inode *link, const char *rest)
{
    size_t target = strlen(link->target), tail = strlen(rest);
    if (!target)
        return -ENOENT;
    if (target + 1 + tail >= PATH_LIMIT)
        return -ENAMETOOLONG;
    memmove(work + target + (tail > 0), rest, tail + 1);
    memcpy(work, link->target, target);
    if (tail)
        work[target] = '/';
    return 0;
}

int path_walk(Vfs *vfs, const char *path, Follow follow, Place *out)
{
    char work[PATH_LIMIT + 1];
    size_t length = strlen(path);
    if (!length)
        return -ENOENT;
    if (length >= PATH_LIMIT)
        return -ENAMETOOLONG;
    memcpy(work, path, length + 1);
    int links = 0;
    Inode *dir = work[0] == '/' ? vfs->root : vfs->cwd;
    char *at = work;
    for (;;) {
        at += strspn(at, "/");
        size_t n = strcspn(at, "/");
        bool dots = n == 0 || (n == 1 && at[0] == '.') || (n == 2 && at[0] == '.' && at[1] == '.');
        if (n > NAME_LIMIT)
            return -ENAMETOOLONG;
        if (!S_ISDIR(dir->mode))
            return -ENOTDIR;
        if (!inode_allows(vfs, dir, X_OK))
            return -EACCES;
        char *after = at + n;
        bool slash = *after == '/';
        char *rest = after + strspn(after, "/");
        if (dots) {
            if (n == 2)
                dir = dir->parent;
            if (!*rest) {
                *out = (Place){ .dir = dir->parent, .inode = dir, .is_dots = n ? (int)n : 3, .must_be_dir = true };
                return 0;
            }
            at = rest;
            continue;
        }
        char name[NAME_LIMIT + 1];
        memcpy(name, at, n);
        name[n] = 0;
        Inode *child = inode_child(vfs, dir, name);
        if (child && S_ISLNK(child->mode) && (*rest || follow == FOLLOW_LAST || (slash && follow == FOLLOW_SLASH))) {
            if (++links > LINK_LIMIT)
                return -ELOOP;
            char *remaining = slash && !*rest ? after : rest;
            int status = expand_link(work, child, remaining);
            if (status)
                return status;
            at = work;
            if (work[0] == '/')
                dir = vfs->root;
            continue;
        }
        if (!*rest) {
            *out = (Place){ .dir = dir, .inode = child, .must_be_dir = slash };
            memcpy(out->name, name, n + 1);
            return 0;
        }
        if (!child)
            return -ENOENT;
        dir = child;
        at = rest;
    }
}

int path_place(Vfs *vfs, const char *path, bool follow, Place *out)
{
    int status = path_walk(vfs, path, follow ? FOLLOW_LAST : FOLLOW_SLASH, out);
    if (status)
        return status;
    return out->inode && out->must_be_dir && !S_ISDIR(out->inode->mode) ? -ENOTDIR : 0;
}

int path_find(Vfs *vfs, const char *path, bool follow, Inode **out)
{
    Place place;
    int status = path_place(vfs, path, follow, &place);
    if (status)
        return status;
    *out = place.inode;
    return place.inode ? 0 : -ENOENT;
}

/* ---- questions ------------------------------------------------------------------------- */

int vfs_stat(Vfs *vfs, const char *path, bool follow, VfsStat *out)
{
    Inode *inode;
    int status = path_find(vfs, path, follow, &inode);
    if (!status)
        inode_stat(vfs, inode, out);
    return status;
}

int vfs_access(Vfs *vfs, const char *path, int mode)
{
    Inode *inode;
    int status = path_find(vfs, path, true, &inode);
    if (status)
        return status;
    if ((mode & W_OK) && inode_read_only(inode))
        return -EROFS;
    return inode_allows(vfs, inode, mode & (R_OK | W_OK | X_OK)) ? 0 : -EACCES;
}

int vfs_readlink(Vfs *vfs, const char *path, Buf *out)
{
    Inode *inode;
    int status = path_find(vfs, path, false, &inode);
    if (status)
        return status;
    if (!S_ISLNK(inode->mode))
        return -EINVAL;
    buf_add_str(out, inode->target);
    return 0;
}

/* The name of child in its parent. */
static const char *name_in(const Inode *dir, const Inode *child)
{
    MAP_EACH(&dir->entries, entry) {
        if (entry->value == child)
            return entry->key;
    }
    return NULL;
}

static void path_of_dir(const Vfs *vfs, const Inode *dir, Buf *out)
{
    if (dir == vfs->root)
        return;
    path_of_dir(vfs, dir->parent, out);
    const char *name = name_in(dir->parent, dir);
    buf_add_char(out, '/');
    buf_add_str(out, name ? name : "(deleted)");
}

int vfs_realpath(Vfs *vfs, const char *path, Buf *out)
{
    Place place;
    int status = path_place(vfs, path, true, &place);
    if (status)
        return status;
    if (!place.inode)
        return -ENOENT;
    if (place.is_dots) {
        path_of_dir(vfs, place.inode, out);
        if (!out->size)
            buf_add_char(out, '/');
        return 0;
    }
    path_of_dir(vfs, place.dir, out);
    buf_add_char(out, '/');
    buf_add_str(out, place.name);
    return 0;
}

typedef struct NameSet {
    char **names;
    size_t count, room;
    const Inode *dir;
} NameSet;

static void name_set_add(NameSet *set, const char *name)
{
    if (set->count == set->room) {
        set->room = set->room ? set->room * 2 : 32;
        set->names = xrealloc(set->names, set->room * sizeof *set->names);
    }
    set->names[set->count++] = xstrdup(name);
}

static int add_host_name(void *context, const char *name)
{
    NameSet *set = context;
    const Inode *known = map_get(&set->dir->entries, name);
    if (!known || (known != &WHITEOUT && mirrors_host(set->dir, known)))
        name_set_add(set, name);
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of a folder, sorted, so that a run does not depend on the order of the host's folder. */
static int collect_names(Inode *dir, NameSet *set)
{
    set->dir = dir;
    MAP_EACH(&dir->entries, entry) {
        const Inode *child = entry->value;
        if (child != &WHITEOUT && !mirrors_host(dir, child))
            name_set_add(set, entry->key);
    }
    int status = dir->host ? host_list(dir, add_host_name, set) : 0;
    if (set->count)
        qsort(set->names, set->count, sizeof *set->names, compare_names);
    return status;
}

static void name_set_free(NameSet *set)
{
    for (size_t i = 0; i < set->count; i++)
        free(set->names[i]);
    free(set->names);
}

int vfs_list(Vfs *vfs, const char *path, int (*visit)(void *context, const char *name), void *context)
{
    Inode *dir;
    int status = path_find(vfs, path, true, &dir);
    if (status)
        return status;
    if (!S_ISDIR(dir->mode))
        return -ENOTDIR;
    if (!inode_allows(vfs, dir, R_OK))
        return -EACCES;
    NameSet set = { 0 };
    status = collect_names(dir, &set);
    for (size_t i = 0; i < set.count && !status; i++)
        status = visit(context, set.names[i]);
    name_set_free(&set);
    return status;
}

bool inode_is_empty(Inode *dir)
{
    NameSet set = { 0 };
    collect_names(dir, &set);
    bool empty = !set.count;
    name_set_free(&set);
    return empty;
}
