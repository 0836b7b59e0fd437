/*
 * The tree: inodes, paths, and everything that changes names.
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

int path_place(Vfs *vfs, const char *path, bool follow, Place *out)
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
                *out = (Place){ .dir = dir->parent, .inode = dir, .is_dots = true, .must_be_dir = true };
                return 0;
            }
            at = rest;
            continue;
        }
        char name[NAME_LIMIT + 1];
        memcpy(name, at, n);
        name[n] = 0;
        Inode *child = inode_child(vfs, dir, name);
        if (child && S_ISLNK(child->mode) && (*rest || slash || follow)) {
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
            return child && slash && !S_ISDIR(child->mode) ? -ENOTDIR : 0;
        }
        if (!child)
            return -ENOENT;
        dir = child;
        at = rest;
    }
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

/* The place of a name that must not exist yet, in a folder that may be written. */
static int place_for_new(Vfs *vfs, const char *path, bool is_dir, Place *out, bool *on_host)
{
    int status = path_place(vfs, path, false, out);
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

static bool is_empty(Inode *dir)
{
    NameSet set = { 0 };
    collect_names(dir, &set);
    bool empty = !set.count;
    name_set_free(&set);
    return empty;
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
    if (S_ISDIR(inode->mode))
        return -EPERM;
    Place place;
    bool on_host;
    status = place_for_new(vfs, path, false, &place, &on_host);
    if (status)
        return status;
    if (on_host || inode->mount != place.dir->mount)
        return -EXDEV;
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
    int status = path_place(vfs, path, false, &place);
    if (status)
        return status;
    if (place.is_dots)
        return place.inode == vfs->root ? -EBUSY : -EINVAL;
    if (!place.inode)
        return -ENOENT;
    bool is_dir = S_ISDIR(place.inode->mode), on_host;
    if (want_dir == 1 && !is_dir)
        return -ENOTDIR;
    if (want_dir == 0 && is_dir)
        return -EISDIR;
    if (place.inode->is_mount_root)
        return -EBUSY;
    if (!inode_allows(vfs, place.dir, W_OK))
        return -EACCES;
    status = host_may_change(place.dir, &on_host);
    if (status)
        return status;
    if (is_dir && !is_empty(place.inode))
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
    int status = path_place(vfs, from_path, false, &from);
    if (!status)
        status = path_place(vfs, to_path, false, &to);
    if (status)
        return status;
    if (!from.inode)
        return -ENOENT;
    if (from.is_dots || to.is_dots)
        return -EBUSY;
    bool is_dir = S_ISDIR(from.inode->mode), from_host, to_host;
    if (to.must_be_dir && !is_dir)
        return -ENOTDIR;
    if (to.inode == from.inode)
        return 0;
    if (from.inode->is_mount_root || (to.inode && to.inode->is_mount_root))
        return -EBUSY;
    if (from.dir->mount != to.dir->mount)
        return -EXDEV;
    if (is_dir && is_inside(vfs, to.dir, from.inode))
        return -EINVAL;
    if (to.inode && S_ISDIR(to.inode->mode) != is_dir)
        return is_dir ? -ENOTDIR : -EISDIR;
    if (to.inode && is_dir && !is_empty(to.inode))
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
