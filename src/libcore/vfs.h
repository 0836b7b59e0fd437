/*
 * The file system of a run: a tree in memory, host files where they were
 * mounted, and the machine's own table of file descriptors. Nothing here blocks
 * and nothing needs a machine: what cannot go on answers -EAGAIN, and the caller
 * waits (vm_block) until vfs_poll says otherwise. A fork of the process is a copy
 * of all of it.
 *
 * Every function returns -errno (Linux numbers) when it fails. Paths are UTF-8;
 * relative ones begin at vfs_set_cwd's folder.
 *
 *     int fd = vfs_open(vfs, "/data/notes.db", O_RDWR | O_CREAT, 0600);
 *     i64 got = vfs_pread(vfs, fd, page, 4096, 0);
 *     vfs_close(vfs, fd);
 */
#ifndef LIBCORE_VFS_H
#define LIBCORE_VFS_H

#include "base/buf.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

typedef struct Vfs Vfs;
typedef struct Vm Vm;
typedef struct OpenFile OpenFile;

/* Where time and random bytes come from. NULL functions: a clock that counts calls, a fixed seed. */
typedef struct VfsHost {
    i64 (*millis)(void *context);
    u64 (*random)(void *context);
    void *context;
} VfsHost;

/* A file system with the folders and devices of the platform (/data, /sdcard, /proc, /dev, /tmp …). */
Vfs *vfs_new(const VfsHost *host);
void vfs_free(Vfs *vfs);
/* The machine's own: made at the first use, with its clock and its random numbers. */
Vfs *vfs_of(Vm *vm);

/* Bytes that all files together may hold; past it writing fails with ENOSPC. */
void vfs_set_limit(Vfs *vfs, u64 bytes);
/* Who runs: owner of new files; 0 may do everything. */
void vfs_set_user(Vfs *vfs, u32 uid, u32 gid);
u32 vfs_uid(const Vfs *vfs);
u32 vfs_gid(const Vfs *vfs);
int vfs_set_cwd(Vfs *vfs, const char *path);
u32 vfs_umask(Vfs *vfs, u32 mask);                      /* returns the old one */

/* ---- host files ------------------------------------------------------------ */

typedef enum VfsMountMode {
    MOUNT_READ_ONLY,        /* writing fails with EROFS */
    MOUNT_COPY_ON_WRITE,    /* writing changes a copy in memory */
    MOUNT_WRITABLE,         /* writing changes the host */
} VfsMountMode;

/*
 * Shows a host file or folder at path; content is read when it is asked for.
 * Symbolic links below it are followed in the tree of the run, so they do not
 * lead out of what was mounted.
 */
int vfs_mount(Vfs *vfs, const char *host, const char *path, VfsMountMode mode);
/* The host file behind path, as the caller's string to free; NULL when the content is in memory. */
char *vfs_host_path(Vfs *vfs, const char *path);

/* ---- names ------------------------------------------------------------------ */

typedef struct VfsStat {
    u64 device, inode, rdev;
    u32 mode, links, uid, gid;
    i64 size, blocks, block_size;
    i64 atime, mtime, ctime;                            /* milliseconds since 1970 */
} VfsStat;

typedef struct VfsSpace {
    u64 block_size, blocks, free_blocks, files, free_files;
    bool read_only;
} VfsSpace;

int vfs_stat(Vfs *vfs, const char *path, bool follow, VfsStat *out);
int vfs_access(Vfs *vfs, const char *path, int mode);   /* R_OK, W_OK, X_OK, F_OK */
int vfs_mkdir(Vfs *vfs, const char *path, u32 mode);
int vfs_make_dirs(Vfs *vfs, const char *path, u32 mode);        /* mkdir -p */
int vfs_mkfifo(Vfs *vfs, const char *path, u32 mode);
int vfs_unlink(Vfs *vfs, const char *path);
int vfs_rmdir(Vfs *vfs, const char *path);
int vfs_remove(Vfs *vfs, const char *path);             /* whichever of the two fits */
int vfs_rename(Vfs *vfs, const char *from, const char *to);
int vfs_link(Vfs *vfs, const char *existing, const char *path);
int vfs_symlink(Vfs *vfs, const char *target, const char *path);
int vfs_readlink(Vfs *vfs, const char *path, Buf *out);
int vfs_realpath(Vfs *vfs, const char *path, Buf *out);
int vfs_chmod(Vfs *vfs, const char *path, u32 mode);
int vfs_chown(Vfs *vfs, const char *path, bool follow, i64 uid, i64 gid);       /* -1: as it is */
int vfs_set_times(Vfs *vfs, const char *path, i64 atime, i64 mtime);
/* Calls visit with every name but . and .., sorted, until it returns non-zero, which is returned. */
int vfs_list(Vfs *vfs, const char *path, int (*visit)(void *context, const char *name), void *context);
int vfs_space(Vfs *vfs, const char *path, VfsSpace *out);

/* Whole files. */
int vfs_read_file(Vfs *vfs, const char *path, Buf *out);
int vfs_write_file(Vfs *vfs, const char *path, const void *bytes, size_t size);

/* ---- descriptors ------------------------------------------------------------- */

int vfs_open(Vfs *vfs, const char *path, int flags, u32 mode);  /* the lowest free descriptor */
int vfs_close(Vfs *vfs, int fd);
i64 vfs_read(Vfs *vfs, int fd, void *bytes, size_t count);
i64 vfs_write(Vfs *vfs, int fd, const void *bytes, size_t count);
i64 vfs_pread(Vfs *vfs, int fd, void *bytes, size_t count, i64 at);
i64 vfs_pwrite(Vfs *vfs, int fd, const void *bytes, size_t count, i64 at);
i64 vfs_lseek(Vfs *vfs, int fd, i64 offset, int whence);
int vfs_fstat(Vfs *vfs, int fd, VfsStat *out);
int vfs_fspace(Vfs *vfs, int fd, VfsSpace *out);
int vfs_ftruncate(Vfs *vfs, int fd, i64 size);
int vfs_fchmod(Vfs *vfs, int fd, u32 mode);
int vfs_fchown(Vfs *vfs, int fd, i64 uid, i64 gid);
int vfs_fsync(Vfs *vfs, int fd);
int vfs_dup(Vfs *vfs, int fd, int lowest);
int vfs_dup2(Vfs *vfs, int fd, int to);
int vfs_pipe(Vfs *vfs, int fds[2], int flags);
/* O_ flags of the open file; setting changes O_APPEND and O_NONBLOCK. */
int vfs_get_flags(Vfs *vfs, int fd);
int vfs_set_flags(Vfs *vfs, int fd, int flags);
int vfs_get_descriptor_flags(Vfs *vfs, int fd);         /* FD_CLOEXEC */
int vfs_set_descriptor_flags(Vfs *vfs, int fd, int flags);
/* POLLIN, POLLOUT, POLLHUP, POLLERR as they hold now; POLLNVAL for no descriptor. */
int vfs_poll(Vfs *vfs, int fd);
/* How many bytes can be read at once. */
i64 vfs_available(Vfs *vfs, int fd);
bool vfs_isatty(Vfs *vfs, int fd);
/* Writes what is waiting for the host's standard output. */
void vfs_flush(Vfs *vfs);

/*
 * The file's memory from offset on, as mmap gives it: shared with everybody who
 * reads, writes or maps the file, and it never moves. Reading past the end of the
 * file gives zeros. vfs_unmap with the same address lets it go.
 */
int vfs_map_shared(Vfs *vfs, int fd, i64 offset, size_t length, void **out);
int vfs_unmap(Vfs *vfs, void *address);

/* Record locks (fcntl): the run is one process, so they never conflict. */

/* ---- kinds of open files that other parts add (sockets) ----------------------- */

typedef struct FileKind {
    i64 (*read)(Vfs *vfs, OpenFile *file, void *bytes, size_t count);
    i64 (*write)(Vfs *vfs, OpenFile *file, const void *bytes, size_t count);
    int (*poll)(Vfs *vfs, OpenFile *file);
    i64 (*available)(Vfs *vfs, OpenFile *file);
    void (*close)(Vfs *vfs, OpenFile *file);
    u32 mode;                                           /* S_IFSOCK, S_IFIFO, S_IFCHR */
} FileKind;

/* Takes the lowest free descriptor for a file of this kind; state is the kind's own. */
int vfs_install(Vfs *vfs, const FileKind *kind, void *state, int flags);
/* Borrowed: the open file of a descriptor, NULL for none. */
OpenFile *vfs_file(Vfs *vfs, int fd);
/* Its kind's state when it is of that kind, else NULL. */
void *file_state(const OpenFile *file, const FileKind *kind);
bool file_nonblocking(const OpenFile *file);
/* A terminal that somebody types at: whoever reads it waits for the world outside. */
bool file_is_terminal_input(const OpenFile *file);
int file_poll(Vfs *vfs, OpenFile *file);
/* An open file that somebody waits on stays until all let it go. */
OpenFile *file_retain(OpenFile *file);
void file_release(Vfs *vfs, OpenFile *file);
/* State of the network that belongs to this file system; NULL at first. */
void **vfs_network(Vfs *vfs);

#endif
