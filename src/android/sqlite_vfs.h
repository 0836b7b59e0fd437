/*
 * SQLite over the run's file system (libcore/vfs.h): no database of an app is a
 * file of the host, and a fork copies all of them. Needs no machine.
 *
 *     SqliteHost host = { .files = vfs, … };
 *     sqlite_vfs_install(&host);
 *     sqlite3_open("/data/notes.db", &db);
 */
#ifndef ANDROID_SQLITE_VFS_H
#define ANDROID_SQLITE_VFS_H

#include "libcore/vfs.h"

/* Where the files are, and where time and random bytes come from. */
typedef struct SqliteHost {
    Vfs *files;
    i64 (*millis)(void *context);               /* since 1970 */
    u64 (*random)(void *context);
    void (*sleep)(void *context, i64 micros);   /* NULL: no time passes */
    void *context;
} SqliteHost;

/*
 * Makes it SQLite's default (and, for databases that an app names, only) file
 * system. Once per process; the host is copied. Returns a SQLite result code.
 */
int sqlite_vfs_install(const SqliteHost *host);
/* After the last database is closed. */
void sqlite_vfs_remove(void);
/* The context of the host that is installed; NULL when none is. */
void *sqlite_vfs_context(void);

#endif
