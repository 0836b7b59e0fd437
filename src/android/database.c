/*
 * SQLite in this machine: its file system, clock and random numbers are the
 * machine's; whoever waits inside it lets virtual time pass.
 *
 * There is one OS thread, so SQLite runs without mutexes. Green threads change
 * inside it only where it calls back: while it waits for a lock, in functions
 * that Java provides, and in the progress handler. The framework's connection
 * pool never lets two threads use one connection.
 */
#include "android/database.h"
#include "android/sqlite_vfs.h"

enum { SOFT_HEAP_LIMIT = 8 << 20 };     /* the platform's */

static i64 host_millis(void *context)
{
    return vm_millis(((Database *)context)->vm);
}

static u64 host_random(void *context)
{
    return vm_random(((Database *)context)->vm);
}

static bool never(void *context)
{
    UNUSED(context);
    return false;
}

void database_sleep(Database *database, i64 micros)
{
    Thread *t = database->running;
    vm_block(t, never, NULL, vm_nanos(database->vm) + micros * 1000, false);
    database->running = t;
}

static void host_sleep(void *context, i64 micros)
{
    database_sleep(context, micros);
}

/*
 * SQLite's own messages; what a retry or an exception tells anyway is not for the
 * log, nor are warnings (double-quoted literals), which the phone's SQLite does not have. Today's SQLite adds the statement to what is wrong with it: no such table:
 * t in "SELECT * FROM t".
 */
static void write_log(void *context, int code, const char *message)
{
    Database *database = context;
    Thread *t = database->running;
    if (!t || code == SQLITE_OK || code == SQLITE_CONSTRAINT || code == SQLITE_SCHEMA || code == SQLITE_WARNING)
        return;
    const char *statement = strstr(message, " in \"");
    size_t length = statement ? (size_t)(statement - message) : strlen(message);
    database_log(t, LOG_ERROR, "SQLiteLog", "(%d) %.*s", code, (int)length, message);
    database->running = t;
}

static Database *set_up(Vm *vm)
{
    Database *database = xcalloc(1, sizeof *database);
    database->vm = vm;
    SqliteHost host = { .files = vfs_of(vm), .millis = host_millis, .random = host_random, .sleep = host_sleep, .context = database };
    /* Settings are taken only before the start, and asking for our file system has started it. */
    int failed = sqlite3_shutdown();
    failed |= sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    failed |= sqlite3_config(SQLITE_CONFIG_LOG, write_log, database);
    /* With URIs a name "file:…?vfs=unix" would lead to the host's files. */
    failed |= sqlite3_config(SQLITE_CONFIG_URI, 0);
    failed |= sqlite_vfs_install(&host);
    if (failed) {
        fprintf(stderr, "reenact: SQLite does not start\n");
        abort();
    }
    sqlite3_soft_heap_limit64(SOFT_HEAP_LIMIT);
    return database;
}

Database *database_of(Thread *t)
{
    Database *database = sqlite_vfs_context();
    if (!database)
        database = set_up(t->vm);
    database->running = t;
    return database;
}

/* ---- android.database.sqlite.SQLiteGlobal and SQLiteDebug ------------------------------------ */

static void nativeReleaseMemory(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    database_of(t);
    result->i = sqlite3_release_memory(SOFT_HEAP_LIMIT);
}

const NativeMethod natives_android_database_sqlite_SQLiteGlobal[] = {
    { "nativeReleaseMemory", NULL, nativeReleaseMemory },
    { 0 },
};

/* void nativeGetPagerStats(PagerStats stats) */
static void nativeGetPagerStats(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef memory_used = FIELD("android/database/sqlite/SQLiteDebug$PagerStats", "memoryUsed", "I");
    static FieldRef overflow = FIELD("android/database/sqlite/SQLiteDebug$PagerStats", "pageCacheOverflow", "I");
    static FieldRef largest = FIELD("android/database/sqlite/SQLiteDebug$PagerStats", "largestMemAlloc", "I");
    UNUSED(result);
    database_of(t);
    int used = 0, most = 0, spilled = 0, unused;
    sqlite3_status(SQLITE_STATUS_MEMORY_USED, &used, &unused, 0);
    sqlite3_status(SQLITE_STATUS_MALLOC_SIZE, &unused, &most, 0);
    sqlite3_status(SQLITE_STATUS_PAGECACHE_OVERFLOW, &spilled, &unused, 0);
    SET_INT(t, args[0].l, &memory_used, used);
    SET_INT(t, args[0].l, &overflow, spilled);
    SET_INT(t, args[0].l, &largest, most);
}

const NativeMethod natives_android_database_sqlite_SQLiteDebug[] = {
    { "nativeGetPagerStats", NULL, nativeGetPagerStats },
    { 0 },
};
