/*
 * What the files of the file system know of each other.
 *
 *   Vfs ── root Inode ── entries: name → Inode        vfs.c       the tree, paths; vfs_names.c what changes them
 *    │                     content (memory, host)     vfs_file.c  content
 *    │                     host folder behind it      vfs_mount.c mounts
 *    └─ descriptors → OpenFile → Inode or kind+state  vfs_open.c  descriptors, std streams
 *                                                     vfs_pipe.c  pipes
 *                                                     vfs_system.c the platform's own files
 */
#ifndef LIBCORE_VFS_INTERNAL_H
#define LIBCORE_VFS_INTERNAL_H

#include "base/map.h"
#include "libcore/vfs.h"

typedef enum Device { DEVICE_NONE, DEVICE_NULL, DEVICE_ZERO, DEVICE_FULL, DEVICE_RANDOM } Device;

typedef struct Mount {
    VfsMountMode mode;
    u64 device;
    struct Mount *next;
} Mount;

typedef struct Pipe Pipe;

typedef struct Inode {
    u64 number;
    u32 mode, uid, gid;
    u32 links;                      /* names */
    u32 uses;                       /* open files and mappings */
    i64 atime, mtime, ctime;
    Device device;
    /* files */
    u8 *data;
    u64 size, room;                 /* room ≥ MAPPED_ROOM: data is a mapping, its rest is zero */
    bool pinned;                    /* mapped by the program: data must not move */
    void (*generate)(Vfs *vfs, Buf *out);       /* /proc: the content, made when it is opened */
    /* folders */
    Map entries;                    /* name → Inode; WHITEOUT: removed from the host folder behind it */
    struct Inode *parent;
    /* symbolic links */
    char *target;
    /* fifos */
    Pipe *pipe;
    /* below a mount */
    Mount *mount;                   /* NULL: memory */
    char *host;                     /* path; NULL once it was copied */
    int host_fd;                    /* while it is open; -1 */
    bool is_mount_root;
    bool own_facts;                 /* a folder of the host whose mode or times the program changed */
} Inode;

extern Inode WHITEOUT;

struct OpenFile {
    u32 references;                 /* descriptors, and threads that wait for it */
    u32 descriptors;                /* with the last one it is closed, whoever still waits */
    int flags;
    Inode *inode;                   /* NULL: a kind of its own */
    i64 offset;
    const FileKind *kind;
    void *state;
};

typedef struct Descriptor {
    OpenFile *file;
    int flags;
} Descriptor;

typedef struct Mapping {
    u8 *address;
    Inode *inode;
    struct Mapping *next;
} Mapping;

struct Vfs {
    VfsHost host;
    u64 tick, random;               /* for a host without clock or random numbers */
    Inode *root, *cwd;
    u64 next_inode, used, limit, inode_count;
    u32 uid, gid, umask;
    Descriptor *descriptors;
    int descriptor_room;
    Mount *mounts;
    u64 next_device;
    Mapping *mappings;
    void *network;
    bool shows_output;              /* standard output is a terminal */
};

enum { PATH_LIMIT = 4096, NAME_LIMIT = 255, LINK_LIMIT = 40, DESCRIPTOR_LIMIT = 32768, INODE_LIMIT = 1 << 20 };

i64 vfs_now(Vfs *vfs);
u64 vfs_next_random(Vfs *vfs);

/* vfs.c */
Inode *inode_new(Vfs *vfs, u32 mode);
/* Frees it when neither a name nor an open file holds it. */
void inode_drop(Vfs *vfs, Inode *inode);
/* Puts child into dir under name; an inode with the parent dir. */
void inode_attach(Vfs *vfs, Inode *dir, const char *name, Inode *child);
/* The child of a folder, materialised from the host where needed; NULL: none. */
Inode *inode_child(Vfs *vfs, Inode *dir, const char *name);
void inode_stat(Vfs *vfs, Inode *inode, VfsStat *out);
bool inode_allows(const Vfs *vfs, const Inode *inode, int mode);
bool inode_read_only(const Inode *inode);
bool inode_is_empty(Inode *dir);
/* Follows a path to an inode. */
int path_find(Vfs *vfs, const char *path, bool follow, Inode **out);
/*
 * Follows a path to the folder that holds, or may hold, its last name.
 * *inode is NULL when there is none of that name yet.
 */
typedef struct Place {
    Inode *dir, *inode;
    char name[NAME_LIMIT + 1];
    bool must_be_dir;               /* the path ended in a slash */
    int is_dots;                    /* 1: its last part is .   2: ..   3: it is the root   0: a name */
} Place;
int path_place(Vfs *vfs, const char *path, bool follow, Place *out);
/*
 * The same, but what a slash at the end demands of the last name is left to the
 * caller. A link under the last name is followed: always, when a slash comes
 * after it, or never (calls that change the name itself).
 */
typedef enum Follow { FOLLOW_LAST, FOLLOW_SLASH, FOLLOW_NEVER } Follow;
int path_walk(Vfs *vfs, const char *path, Follow follow, Place *out);

/* vfs_file.c: content */
i64 inode_read(Vfs *vfs, Inode *inode, void *bytes, size_t count, i64 at);
i64 inode_write(Vfs *vfs, Inode *inode, const void *bytes, size_t count, i64 at);
int inode_truncate(Vfs *vfs, Inode *inode, i64 size);
void inode_free_content(Vfs *vfs, Inode *inode);
/* The host's content comes into memory; a later write goes there. */
int inode_copy_up(Vfs *vfs, Inode *inode);

/* vfs_mount.c: host folders */
Inode *host_child(Vfs *vfs, Inode *dir, const char *name);
int host_list(Inode *dir, int (*visit)(void *context, const char *name), void *context);
/* Before a change to a folder or an inode below a mount: OK, -EROFS, or the host path to change too. */
int host_may_change(const Inode *inode, bool *on_host);
char *host_join(const Inode *dir, const char *name);
/* A descriptor of the host for the content; closed with the last use of the inode. */
int host_open(Inode *inode, bool for_writing);
void host_close(Inode *inode);
/* Takes size and times from the host again. */
void host_refresh(Inode *inode);

/* vfs_open.c */
int descriptor_take(Vfs *vfs, OpenFile *file, int lowest, int flags);

/* vfs_pipe.c */
extern const FileKind pipe_reader_kind, pipe_writer_kind, fifo_both_kind;
Pipe *pipe_new(void);
void pipe_free(Pipe *pipe);
int pipe_open_end(Vfs *vfs, Pipe *pipe, int flags);

/* vfs_system.c */
void vfs_make_system(Vfs *vfs);
void vfs_make_standard_streams(Vfs *vfs);

#endif
