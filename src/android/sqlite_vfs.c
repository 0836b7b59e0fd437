/*
 * The file system that SQLite sees.
 *
 *   sqlite3_vfs.pAppData → FileSystem ── nodes: Node → Node → …
 *                                                 ↑
 *   sqlite3_file (SqliteFile) ────────────────────┘  one Node per file that is
 *                                                    open, whatever its names
 *
 * All connections of a run are in this process, so a file's locks are fields of
 * its Node, and the shared memory of a write-ahead log is memory that the Node
 * holds: the -shm file beside it is there to be seen and holds nothing. Waiting is not done here: who finds a lock taken
 * gets SQLITE_BUSY, and the connection's busy handler lets virtual time pass.
 */
#include "android/sqlite_vfs.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char VFS_NAME[] = "reenact";

enum {
    LONGEST_PATH = 1024,
    NEW_FILE_MODE = 0600,           /* the platform's SQLITE_DEFAULT_FILE_PERMISSIONS */
};

typedef struct SqliteFile SqliteFile;

/* The index of a write-ahead log, shared by the connections of one database. */
typedef struct SharedMemory {
    u8 **regions;
    int region_count;
    int locks[SQLITE_SHM_NLOCK];    /* -1: exclusive; else how many share it */
    u32 users;
} SharedMemory;

typedef struct Node {
    u64 device, inode;
    u32 uses;
    u32 shared;                     /* files that hold SHARED or more */
    SqliteFile *writer;             /* the one that holds RESERVED or more */
    SharedMemory memory;
    struct Node *next;
} Node;

typedef struct FileSystem {
    SqliteHost host;
    Node *nodes;
    u32 temporary_count;
} FileSystem;

struct SqliteFile {
    sqlite3_file base;
    FileSystem *system;
    int fd;
    int lock;                       /* SQLITE_LOCK_… */
    int last_error;                 /* errno */
    Node *node;                     /* databases; NULL: a journal, which nobody locks */
    char *path;
    bool read_only;
    bool keeps_log;                 /* SQLITE_FCNTL_PERSIST_WAL */
    bool maps_memory;
    u16 shares, excludes;           /* locks of the shared memory, as bits */
};

static SqliteFile *self(sqlite3_file *file)
{
    return (SqliteFile *)file;
}

static Vfs *files(const SqliteFile *file)
{
    return file->system->host.files;
}

/* Remembers the error for xGetLastError and says what SQLite calls it. */
static int failed(SqliteFile *file, i64 status, int code)
{
    file->last_error = (int)-status;
    return status == -ENOSPC ? SQLITE_FULL : code;
}

/* ---- nodes -------------------------------------------------------------------------- */

static Node *node_of(FileSystem *system, int fd)
{
    VfsStat facts;
    if (vfs_fstat(system->host.files, fd, &facts))
        return NULL;
    for (Node *n = system->nodes; n; n = n->next)
        if (n->inode == facts.inode && n->device == facts.device) {
            n->uses++;
            return n;
        }
    Node *n = xcalloc(1, sizeof *n);
    *n = (Node){ .device = facts.device, .inode = facts.inode, .uses = 1, .next = system->nodes };
    system->nodes = n;
    return n;
}

static void memory_free(SharedMemory *memory)
{
    for (int i = 0; i < memory->region_count; i++)
        free(memory->regions[i]);
    free(memory->regions);
    memset(memory, 0, sizeof *memory);
}

static void node_drop(FileSystem *system, Node *node)
{
    if (--node->uses)
        return;
    for (Node **at = &system->nodes; *at; at = &(*at)->next)
        if (*at == node) {
            *at = node->next;
            break;
        }
    memory_free(&node->memory);
    free(node);
}

/* ---- content ------------------------------------------------------------------------ */

static int file_read_at(sqlite3_file *base, void *out, int count, sqlite3_int64 at)
{
    SqliteFile *file = self(base);
    int got = 0;
    while (got < count) {
        i64 n = vfs_pread(files(file), file->fd, (u8 *)out + got, (size_t)(count - got), at + got);
        if (n < 0)
            return failed(file, n, SQLITE_IOERR_READ);
        if (n == 0)
            break;
        got += (int)n;
    }
    if (got == count)
        return SQLITE_OK;
    memset((u8 *)out + got, 0, (size_t)(count - got));
    return SQLITE_IOERR_SHORT_READ;
}

static int file_write_at(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 at)
{
    SqliteFile *file = self(base);
    for (int done = 0; done < count;) {
        i64 n = vfs_pwrite(files(file), file->fd, (const u8 *)bytes + done, (size_t)(count - done), at + done);
        if (n <= 0)
            return failed(file, n ? n : -ENOSPC, SQLITE_IOERR_WRITE);
        done += (int)n;
    }
    return SQLITE_OK;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    SqliteFile *file = self(base);
    int status = vfs_ftruncate(files(file), file->fd, size);
    return status ? failed(file, status, SQLITE_IOERR_TRUNCATE) : SQLITE_OK;
}

static int file_sync(sqlite3_file *base, int flags)
{
    UNUSED(flags);
    SqliteFile *file = self(base);
    int status = vfs_fsync(files(file), file->fd);
    return status ? failed(file, status, SQLITE_IOERR_FSYNC) : SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *out)
{
    SqliteFile *file = self(base);
    VfsStat facts;
    int status = vfs_fstat(files(file), file->fd, &facts);
    if (status)
        return failed(file, status, SQLITE_IOERR_FSTAT);
    *out = facts.size;
    return SQLITE_OK;
}

/* ---- locks -------------------------------------------------------------------------- */

static int file_lock(sqlite3_file *base, int level)
{
    SqliteFile *file = self(base);
    Node *node = file->node;
    if (!node || file->lock >= level)
        return SQLITE_OK;
    bool other_writes = node->writer && node->writer != file;
    if (file->lock == SQLITE_LOCK_NONE) {
        if (other_writes && node->writer->lock >= SQLITE_LOCK_PENDING)
            return SQLITE_BUSY;
        node->shared++;
        file->lock = SQLITE_LOCK_SHARED;
    }
    if (level == SQLITE_LOCK_SHARED)
        return SQLITE_OK;
    if (other_writes)
        return SQLITE_BUSY;
    node->writer = file;
    if (level == SQLITE_LOCK_EXCLUSIVE && node->shared > 1) {
        file->lock = SQLITE_LOCK_PENDING;   /* readers may finish; new ones may not begin */
        return SQLITE_BUSY;
    }
    file->lock = level;
    return SQLITE_OK;
}

static int file_unlock(sqlite3_file *base, int level)
{
    SqliteFile *file = self(base);
    Node *node = file->node;
    if (!node || file->lock <= level)
        return SQLITE_OK;
    if (node->writer == file)
        node->writer = NULL;
    if (level == SQLITE_LOCK_NONE)
        node->shared--;
    file->lock = level;
    return SQLITE_OK;
}

static int file_check_reserved(sqlite3_file *base, int *out)
{
    SqliteFile *file = self(base);
    *out = file->node && file->node->writer;
    return SQLITE_OK;
}

/* ---- shared memory of a write-ahead log --------------------------------------------- */

/* Shows that a log is in use, or no more. Nobody reads the file, so whether it works does not matter. */
static void show_memory_file(SqliteFile *file, bool in_use)
{
    enum { USUAL_SIZE = 32768 };
    char *path = xasprintf("%s-shm", file->path);
    if (in_use) {
        int fd = vfs_open(files(file), path, O_RDWR | O_CREAT, NEW_FILE_MODE);
        if (fd >= 0) {
            vfs_ftruncate(files(file), fd, USUAL_SIZE);
            vfs_close(files(file), fd);
        }
    } else {
        vfs_unlink(files(file), path);
    }
    free(path);
}

static int memory_map(sqlite3_file *base, int index, int size, int extend, void volatile **out)
{
    SqliteFile *file = self(base);
    SharedMemory *memory = &file->node->memory;
    *out = NULL;
    if (!file->maps_memory) {
        file->maps_memory = true;
        if (!memory->users++)
            show_memory_file(file, true);
    }
    if (index >= memory->region_count) {
        if (!extend)
            return SQLITE_OK;
        memory->regions = xrealloc(memory->regions, (size_t)(index + 1) * sizeof *memory->regions);
        while (memory->region_count <= index)
            memory->regions[memory->region_count++] = xcalloc(1, (size_t)size);
    }
    *out = memory->regions[index];
    return SQLITE_OK;
}

static void memory_unlock(SqliteFile *file, u32 mask)
{
    int *locks = file->node->memory.locks;
    for (int i = 0; i < SQLITE_SHM_NLOCK; i++) {
        u32 bit = mask & 1u << i;
        if (file->excludes & bit)
            locks[i] = 0;
        else if (file->shares & bit)
            locks[i]--;
    }
    file->excludes &= (u16)~mask;
    file->shares &= (u16)~mask;
}

static int memory_lock(sqlite3_file *base, int first, int count, int flags)
{
    SqliteFile *file = self(base);
    int *locks = file->node->memory.locks;
    u32 mask = ((1u << count) - 1) << first;
    if (flags & SQLITE_SHM_UNLOCK) {
        memory_unlock(file, mask);
        return SQLITE_OK;
    }
    bool shares = flags & SQLITE_SHM_SHARED;
    u32 held = shares ? file->shares | file->excludes : file->excludes;
    for (int i = first; i < first + count; i++)
        if (!(held & 1u << i) && (shares ? locks[i] < 0 : locks[i] != 0))
            return SQLITE_BUSY;
    for (int i = first; i < first + count; i++) {
        if (held & 1u << i)
            continue;
        if (shares)
            locks[i]++;
        else
            locks[i] = -1;
    }
    if (shares)
        file->shares |= (u16)(mask & ~held);
    else
        file->excludes |= (u16)mask;
    return SQLITE_OK;
}

static void memory_barrier(sqlite3_file *base)
{
    UNUSED(base);
    __sync_synchronize();
}

static int memory_unmap(sqlite3_file *base, int remove)
{
    SqliteFile *file = self(base);
    if (!file->maps_memory)
        return SQLITE_OK;
    memory_unlock(file, (1u << SQLITE_SHM_NLOCK) - 1);
    file->maps_memory = false;
    if (!--file->node->memory.users) {
        memory_free(&file->node->memory);
        if (remove)
            show_memory_file(file, false);
    }
    return SQLITE_OK;
}

/* ---- the rest of an open file ------------------------------------------------------- */

/* Does the path still lead to the file that was opened? A deleted database is written to no more. */
static bool has_moved(const SqliteFile *file)
{
    VfsStat facts;
    return file->node &&
           (vfs_stat(files(file), file->path, true, &facts) || facts.inode != file->node->inode || facts.device != file->node->device);
}

static int file_control(sqlite3_file *base, int operation, void *argument)
{
    SqliteFile *file = self(base);
    switch (operation) {
    case SQLITE_FCNTL_LOCKSTATE:
        *(int *)argument = file->lock;
        return SQLITE_OK;
    case SQLITE_FCNTL_LAST_ERRNO:
        *(int *)argument = file->last_error;
        return SQLITE_OK;
    case SQLITE_FCNTL_PERSIST_WAL:
        if (*(int *)argument < 0)
            *(int *)argument = file->keeps_log;
        else
            file->keeps_log = *(int *)argument;
        return SQLITE_OK;
    case SQLITE_FCNTL_POWERSAFE_OVERWRITE:
        *(int *)argument = 1;
        return SQLITE_OK;
    case SQLITE_FCNTL_HAS_MOVED:
        *(int *)argument = has_moved(file);
        return SQLITE_OK;
    case SQLITE_FCNTL_VFSNAME:
        *(char **)argument = sqlite3_mprintf("%s", VFS_NAME);
        return SQLITE_OK;
    case SQLITE_FCNTL_SIZE_HINT:
    case SQLITE_FCNTL_CHUNK_SIZE:
        return SQLITE_OK;
    default:
        return SQLITE_NOTFOUND;
    }
}

static int file_sector_size(sqlite3_file *base)
{
    UNUSED(base);
    return 4096;
}

static int file_characteristics(sqlite3_file *base)
{
    UNUSED(base);
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int file_close(sqlite3_file *base)
{
    SqliteFile *file = self(base);
    if (file->node) {
        memory_unmap(base, 0);
        file_unlock(base, SQLITE_LOCK_NONE);
        node_drop(file->system, file->node);
    }
    vfs_close(files(file), file->fd);
    free(file->path);
    return SQLITE_OK;
}

static const sqlite3_io_methods file_methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read_at,
    .xWrite = file_write_at,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = memory_map,
    .xShmLock = memory_lock,
    .xShmBarrier = memory_barrier,
    .xShmUnmap = memory_unmap,
};

/* ---- names -------------------------------------------------------------------------- */

static FileSystem *system_of(sqlite3_vfs *vfs)
{
    return vfs->pAppData;
}

static int system_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out_flags)
{
    FileSystem *system = system_of(vfs);
    Vfs *tree = system->host.files;
    SqliteFile *file = self(base);
    memset(file, 0, sizeof *file);
    file->system = system;
    char *path = name ? xstrdup(name) : xasprintf("/tmp/etilqs_%u", ++system->temporary_count);
    bool writes = flags & SQLITE_OPEN_READWRITE;
    int mode = writes ? O_RDWR : O_RDONLY;
    if (flags & SQLITE_OPEN_CREATE)
        mode |= O_CREAT;
    if (flags & SQLITE_OPEN_EXCLUSIVE)
        mode |= O_EXCL;
    file->fd = vfs_open(tree, path, mode, NEW_FILE_MODE);
    if (file->fd < 0 && file->fd != -EISDIR && writes && !(flags & SQLITE_OPEN_EXCLUSIVE)) {
        /* A file that may only be read: SQLite asks for less by itself, and tells who wants more. */
        file->read_only = true;
        flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
        file->fd = vfs_open(tree, path, O_RDONLY, 0);
    }
    if (file->fd >= 0 && (flags & SQLITE_OPEN_MAIN_DB)) {
        file->node = node_of(system, file->fd);
        VfsStat facts;
        if (vfs_fstat(tree, file->fd, &facts) || S_ISDIR(facts.mode)) {
            vfs_close(tree, file->fd);
            if (file->node)
                node_drop(system, file->node);
            file->fd = -EISDIR;
        }
    }
    if (file->fd < 0) {
        sqlite3_log(SQLITE_CANTOPEN, "cannot open file %s: %s", path, strerror(-file->fd));
        free(path);
        return SQLITE_CANTOPEN;
    }
    if (!name || (flags & SQLITE_OPEN_DELETEONCLOSE))
        vfs_unlink(tree, path);
    file->path = path;
    base->pMethods = &file_methods;
    if (out_flags)
        *out_flags = flags;
    return SQLITE_OK;
}

static int system_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    UNUSED(sync_folder);
    int status = vfs_unlink(system_of(vfs)->host.files, name);
    if (status == -ENOENT)
        return SQLITE_IOERR_DELETE_NOENT;
    return status ? SQLITE_IOERR_DELETE : SQLITE_OK;
}

/* An empty file is as good as none: such a journal has nothing to roll back. */
static int system_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    Vfs *tree = system_of(vfs)->host.files;
    VfsStat facts;
    if (flags == SQLITE_ACCESS_EXISTS)
        *out = !vfs_stat(tree, name, true, &facts) && (!S_ISREG(facts.mode) || facts.size > 0);
    else
        *out = !vfs_access(tree, name, flags == SQLITE_ACCESS_READWRITE ? R_OK | W_OK : R_OK);
    return SQLITE_OK;
}

static int system_full_path(sqlite3_vfs *vfs, const char *name, int room, char *out)
{
    Buf full = { 0 };
    if (name[0] != '/') {
        if (vfs_realpath(system_of(vfs)->host.files, ".", &full) < 0)
            buf_clear(&full);
        if (!full.size || full.data[full.size - 1] != '/')
            buf_add_char(&full, '/');
    }
    buf_add_str(&full, name);
    bool fits = full.size < (size_t)room;
    if (fits)
        memcpy(out, full.data, full.size + 1);
    buf_free(&full);
    return fits ? SQLITE_OK : SQLITE_CANTOPEN;
}

/* ---- the world ---------------------------------------------------------------------- */

static int system_random(sqlite3_vfs *vfs, int count, char *out)
{
    SqliteHost *host = &system_of(vfs)->host;
    for (int done = 0; done < count;) {
        u64 bits = host->random(host->context);
        size_t n = MIN(sizeof bits, (size_t)(count - done));
        memcpy(out + done, &bits, n);
        done += (int)n;
    }
    return count;
}

static int system_sleep(sqlite3_vfs *vfs, int micros)
{
    SqliteHost *host = &system_of(vfs)->host;
    if (host->sleep)
        host->sleep(host->context, micros);
    return micros;
}

/* Milliseconds since noon of 24 November 4714 BC, where the Julian days begin. */
static int system_time(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    static const i64 UNIX_EPOCH = 210866760000000;
    SqliteHost *host = &system_of(vfs)->host;
    *out = UNIX_EPOCH + host->millis(host->context);
    return SQLITE_OK;
}

static int system_time_days(sqlite3_vfs *vfs, double *out)
{
    sqlite3_int64 millis;
    system_time(vfs, &millis);
    *out = (double)millis / 86400000.0;
    return SQLITE_OK;
}

static int system_last_error(sqlite3_vfs *vfs, int room, char *out)
{
    UNUSED(vfs);
    UNUSED(room);
    UNUSED(out);
    return 0;
}

/* ---- installing --------------------------------------------------------------------- */

int sqlite_vfs_install(const SqliteHost *host)
{
    sqlite3_vfs *vfs = xcalloc(1, sizeof *vfs);
    FileSystem *system = xcalloc(1, sizeof *system);
    system->host = *host;
    *vfs = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = sizeof(SqliteFile),
        .mxPathname = LONGEST_PATH,
        .zName = VFS_NAME,
        .pAppData = system,
        .xOpen = system_open,
        .xDelete = system_delete,
        .xAccess = system_access,
        .xFullPathname = system_full_path,
        .xRandomness = system_random,
        .xSleep = system_sleep,
        .xCurrentTime = system_time_days,
        .xCurrentTimeInt64 = system_time,
        .xGetLastError = system_last_error,
    };
    return sqlite3_vfs_register(vfs, 1);
}

void sqlite_vfs_remove(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(VFS_NAME);
    if (!vfs)
        return;
    FileSystem *system = system_of(vfs);
    sqlite3_vfs_unregister(vfs);
    while (system->nodes) {
        system->nodes->uses = 1;
        node_drop(system, system->nodes);
    }
    free(system);
    free(vfs);
}

void *sqlite_vfs_context(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(VFS_NAME);
    return vfs ? system_of(vfs)->host.context : NULL;
}
