/*
 * SQLite's result codes as the platform's exceptions, with its texts:
 *
 *   no such table: t (code 1): , while compiling: SELECT * FROM t
 *   UNIQUE constraint failed: t.a (code 2067)
 *   unknown error (code 14): Could not open database
 *
 * Reports quote these texts, so where SQLite has reworded one since 3.8.10, the
 * version of Android 6, the old words are shown.
 */
#include "android/database.h"

#include <ctype.h>

/* ---- exceptions -------------------------------------------------------------------------- */

/* By the primary code; what has no row is a SQLiteException. */
static const struct { int code; const char *class_name; } exceptions[] = {
    { SQLITE_IOERR,      "android/database/sqlite/SQLiteDiskIOException" },
    { SQLITE_CORRUPT,    "android/database/sqlite/SQLiteDatabaseCorruptException" },
    { SQLITE_NOTADB,     "android/database/sqlite/SQLiteDatabaseCorruptException" },
    { SQLITE_CONSTRAINT, "android/database/sqlite/SQLiteConstraintException" },
    { SQLITE_ABORT,      "android/database/sqlite/SQLiteAbortException" },
    { SQLITE_DONE,       "android/database/sqlite/SQLiteDoneException" },
    { SQLITE_FULL,       "android/database/sqlite/SQLiteFullException" },
    { SQLITE_MISUSE,     "android/database/sqlite/SQLiteMisuseException" },
    { SQLITE_PERM,       "android/database/sqlite/SQLiteAccessPermException" },
    { SQLITE_BUSY,       "android/database/sqlite/SQLiteDatabaseLockedException" },
    { SQLITE_LOCKED,     "android/database/sqlite/SQLiteTableLockedException" },
    { SQLITE_READONLY,   "android/database/sqlite/SQLiteReadOnlyDatabaseException" },
    { SQLITE_CANTOPEN,   "android/database/sqlite/SQLiteCantOpenDatabaseException" },
    { SQLITE_TOOBIG,     "android/database/sqlite/SQLiteBlobTooBigException" },
    { SQLITE_RANGE,      "android/database/sqlite/SQLiteBindOrColumnIndexOutOfRangeException" },
    { SQLITE_NOMEM,      "android/database/sqlite/SQLiteOutOfMemoryException" },
    { SQLITE_MISMATCH,   "android/database/sqlite/SQLiteDatatypeMismatchException" },
    { SQLITE_INTERRUPT,  "android/os/OperationCanceledException" },
};

/* General texts of codes that are worded otherwise today. */
static const struct { const char *now, *then; } reworded[] = {
    { "SQL logic error", "SQL logic error or missing database" },
    { "query aborted", "callback requested query abort" },
    { "bad parameter or other API misuse", "library routine called out of sequence" },
    { "column index out of range", "bind or column index out of range" },
    { "file is not a database", "file is encrypted or is not a database" },
};

void database_throw_code(Thread *t, int code, const char *sqlite_message, const char *message)
{
    const char *class_name = "android/database/sqlite/SQLiteException";
    for (size_t i = 0; i < COUNT_OF(exceptions); i++)
        if (exceptions[i].code == (code & 0xff))
            class_name = exceptions[i].class_name;
    if (code == SQLITE_DONE)
        sqlite_message = NULL;
    for (size_t i = 0; sqlite_message && i < COUNT_OF(reworded); i++)
        if (!strcmp(sqlite_message, reworded[i].now))
            sqlite_message = reworded[i].then;
    if (!sqlite_message)
        vm_throw(t, class_name, message ? "%s" : NULL, message);
    else if (message)
        vm_throw(t, class_name, "%s (code %d): %s", sqlite_message, code, message);
    else
        vm_throw(t, class_name, "%s (code %d)", sqlite_message, code);
}

void database_throw(Thread *t, sqlite3 *db, const char *message)
{
    database_throw_code(t, sqlite3_extended_errcode(db), sqlite3_errmsg(db), message);
}

void database_throw_message(Thread *t, const char *message)
{
    database_throw_code(t, SQLITE_OK, "unknown error", message);
}

/* ---- statements that end too early --------------------------------------------------------- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Where the last token (blanks are one, too) of a statement begins, which is no string. */
static size_t last_token(const char *sql, size_t length)
{
    static const char *const pairs[] = { "<=", ">=", "<>", "!=", "==", "||", "<<", ">>" };
    size_t start = length - 1;
    if (isspace((unsigned char)sql[start])) {
        while (start && isspace((unsigned char)sql[start - 1]))
            start--;
    } else if (is_word(sql[start])) {
        while (start && is_word(sql[start - 1]))
            start--;
    } else if (start) {
        for (size_t i = 0; i < COUNT_OF(pairs); i++)
            if (!strncmp(sql + start - 1, pairs[i], 2))
                return start - 1;
    }
    return start;
}

/* SQLite says "incomplete input" today; it used to name the last token. */
void database_throw_compile(Thread *t, sqlite3 *db, const char *sql)
{
    const char *said = sqlite3_errmsg(db);
    size_t length = strlen(sql);
    char *old = NULL;
    if (length && !strcmp(said, "incomplete input"))
        old = xasprintf("near \"%s\": syntax error", sql + last_token(sql, length));
    char *message = xasprintf(", while compiling: %s", sql);
    database_throw_code(t, sqlite3_extended_errcode(db), old ? old : said, message);
    free(message);
    free(old);
}

/* ---- the log --------------------------------------------------------------------------------- */

void database_log(Thread *t, LogPriority priority, const char *tag, const char *format, ...)
{
    enum { MAIN_BUFFER = 0 };
    Object *pending = vm_take_exception(t);
    Buf text = { 0 };
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    Object *tag_string = vm_string_utf8(t, tag), *line = tag_string ? vm_string_utf8(t, buf_str(&text)) : NULL;
    buf_free(&text);
    if (line)
        vm_call_static(t, "android/util/Log", "println_native", "(IILjava/lang/String;Ljava/lang/String;)I", MAIN_BUFFER, priority,
                       tag_string, line);
    t->exception = pending;
}
