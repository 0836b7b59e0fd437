/*
 * What the natives of android.database share: the state of SQLite in this
 * machine, SQLite's errors as the platform's exceptions, and its log lines.
 */
#ifndef ANDROID_DATABASE_H
#define ANDROID_DATABASE_H

#include "android/cursor_window.h"
#include "android/natives.h"

#include <sqlite3.h>

enum { PARCELLED_WINDOWS = 32 };

typedef struct Database {
    Vm *vm;
    Thread *running;                /* who called SQLite; set anew after whatever may have let others run */
    /* The windows that were written to parcels last, by the number that the parcel carries. */
    CursorWindow *parcelled[PARCELLED_WINDOWS];
    i32 parcel_count;
} Database;

/* Made at the first use, with SQLite set up as the platform does. The thread is the running one. */
Database *database_of(Thread *t);
/* Lets virtual time pass for the running thread. */
void database_sleep(Database *database, i64 micros);

/* ---- database_errors.c ----------------------------------------------------------------- */

/* The exception of a result code. sqlite_message NULL: only message is shown; message may be NULL. */
void database_throw_code(Thread *t, int code, const char *sqlite_message, const char *message);
/* The exception of the connection's last error. */
void database_throw(Thread *t, sqlite3 *db, const char *message);
/* The same for a statement that could not be compiled. */
void database_throw_compile(Thread *t, sqlite3 *db, const char *sql);
/* One that SQLite does not know of. */
void database_throw_message(Thread *t, const char *message);

typedef enum LogPriority { LOG_VERBOSE = 2, LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR } LogPriority;
/* A line of the phone's log. Keeps a pending exception. */
void database_log(Thread *t, LogPriority priority, const char *tag, const char *format, ...) PRINTF_LIKE(4, 5);

/* ---- database_functions.c -------------------------------------------------------------- */

/* Collations and SQL functions that every connection of the platform has; SQLite result codes. */
int database_add_functions(sqlite3 *db);
int database_add_localized_collators(sqlite3 *db, const char *locale);

#endif
