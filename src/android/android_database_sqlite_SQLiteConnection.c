/*
 * android.database.sqlite.SQLiteConnection over SQLite itself. The peer of a
 * connection is a Connection, that of a statement the sqlite3_stmt (0 for a text
 * without a statement, e.g. a comment).
 *
 * Our SQLite is younger than the 3.8.10 of Android 6; set_up_as_on_the_phone
 * turns off what can be turned off of the difference.
 */
#include "android/database.h"
#include "libcore/vfs.h"

enum {
    /* SQLiteDatabase's flags */
    OPEN_READONLY = 1,
    CREATE_IF_NECESSARY = 0x10000000,

    BUSY_TIMEOUT_MS = 2500,
    STEPS_BETWEEN_YIELDS = 100000,
    STEPS_BETWEEN_CANCEL_CHECKS = 4,
    MOST_RETRIES = 50,
};

typedef struct Connection {
    sqlite3 *db;
    Database *database;
    char *label;
    bool cancelled;
    int steps_per_call, steps;      /* of the progress handler */
} Connection;

/* Both note who runs: SQLite may call back. */
static Connection *connection_of(Thread *t, const Slot *args)
{
    Connection *c = peer(args[0].j);
    if (c)
        c->database->running = t;
    return c;
}

static sqlite3_stmt *statement_of(Thread *t, const Slot *args)
{
    connection_of(t, args);
    return peer(args[2].j);
}

/* ---- opening and closing -------------------------------------------------------------------- */

/* A long query lets the other threads run, and ends when somebody cancels it. */
static int progress(void *context)
{
    Connection *c = context;
    c->steps += c->steps_per_call;
    if (c->steps >= STEPS_BETWEEN_YIELDS) {
        Thread *t = c->database->running;
        c->steps = 0;
        vm_yield(t);
        c->database->running = t;
    }
    return c->cancelled;
}

static void watch_progress(Connection *c, bool cancelable)
{
    c->cancelled = false;
    c->steps_per_call = cancelable ? STEPS_BETWEEN_CANCEL_CHECKS : STEPS_BETWEEN_YIELDS;
    sqlite3_progress_handler(c->db, c->steps_per_call, progress, c);
}

static void set_up_as_on_the_phone(sqlite3 *db, bool is_new)
{
    static const struct { int limit, value; } limits[] = {
        { SQLITE_LIMIT_VARIABLE_NUMBER, 999 },          /* more: "too many SQL variables" */
        { SQLITE_LIMIT_SQL_LENGTH, 1000000 },
        { SQLITE_LIMIT_COMPOUND_SELECT, 500 },
        { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50000 },
    };
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        sqlite3_limit(db, limits[i].limit, limits[i].value);
    sqlite3_db_config(db, SQLITE_DBCONFIG_LEGACY_ALTER_TABLE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 1, NULL);
    /* Addresses of code are not for an app to choose. */
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    /* Temporary tables and sorts stay in memory. */
    sqlite3_exec(db, "PRAGMA temp_store=MEMORY", NULL, NULL, NULL);
    if (is_new)
        sqlite3_exec(db, "PRAGMA auto_vacuum=FULL", NULL, NULL, NULL);
}

static bool is_new_file(Vm *vm, const char *path)
{
    VfsStat facts;
    return vfs_stat(vfs_of(vm), path, true, &facts) || !facts.size;
}

/* long nativeOpen(String path, int flags, String label, boolean trace, boolean profile) */
static void nativeOpen(Thread *t, const Slot *args, Slot *result)
{
    Database *database = database_of(t);
    int flags = SQLITE_OPEN_READWRITE;
    if (args[1].i & CREATE_IF_NECESSARY)
        flags |= SQLITE_OPEN_CREATE;
    else if (args[1].i & OPEN_READONLY)
        flags = SQLITE_OPEN_READONLY;
    char *path = vm_string_to_utf8(args[0].l);
    bool is_new = is_new_file(t->vm, path);
    sqlite3 *db = NULL;
    int code = sqlite3_open_v2(path, &db, flags, NULL);
    free(path);
    if (code) {
        database_throw_code(t, code, "unknown error", "Could not open database");
    } else if ((flags & SQLITE_OPEN_READWRITE) && sqlite3_db_readonly(db, NULL) > 0) {
        database_throw(t, db, "Could not open the database in read/write mode.");
    } else {
        sqlite3_busy_timeout(db, BUSY_TIMEOUT_MS);
        set_up_as_on_the_phone(db, is_new);
        if (database_add_functions(db))
            database_throw(t, db, "Could not register Android SQL functions.");
    }
    if (t->exception) {
        sqlite3_close(db);
        return;
    }
    Connection *c = xcalloc(1, sizeof *c);
    *c = (Connection){ .db = db, .database = database, .label = vm_string_to_utf8(args[2].l) };
    watch_progress(c, false);
    result->j = handle(c);
}

static void nativeClose(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Connection *c = connection_of(t, args);
    if (!c)
        return;
    int code = sqlite3_close(c->db);
    if (code) {
        database_log(t, LOG_ERROR, "SQLiteConnection", "sqlite3_close(%s) failed: %d", c->label, code);
        database_throw(t, c->db, "Count not close db.");
        return;
    }
    free(c->label);
    free(c);
}

static void nativeGetDbLookaside(Thread *t, const Slot *args, Slot *result)
{
    int used = -1, highest;
    sqlite3_db_status(connection_of(t, args)->db, SQLITE_DBSTATUS_LOOKASIDE_USED, &used, &highest, 0);
    result->i = used;
}

static void nativeCancel(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    Connection *c = peer(args[0].j);
    c->cancelled = true;
}

/* void nativeResetCancel(long connection, boolean cancelable) */
static void nativeResetCancel(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    watch_progress(connection_of(t, args), args[2].i);
}

/* ---- collations and functions ----------------------------------------------------------------- */

/* A SQLiteCustomFunction that SQL calls; it gets strings and gives nothing back. */
typedef struct CustomFunction {
    Database *database;
    ObjectRef *object;
} CustomFunction;

static void call_custom_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    CustomFunction *function = sqlite3_user_data(context);
    Database *database = function->database;
    Thread *t = database->running;
    Object *object = ref_object(*function->object), *strings = vm_new_object_array(t, "java/lang/String", count);
    for (int i = 0; strings && i < count && !t->exception; i++) {
        const u16 *text = sqlite3_value_text16(values[i]);
        if (text)
            ARRAY_REF(strings)[i] = object_ref(vm_string_utf16(t, text, sqlite3_value_bytes16(values[i]) / 2));
    }
    if (!t->exception)
        vm_call_method(t, object, "dispatchCallback", "([Ljava/lang/String;)V", strings);
    Object *thrown = vm_take_exception(t);
    if (thrown) {
        Buf text = { 0 };
        vm_print_throwable(t->vm, &text, thrown);
        database_log(t, LOG_ERROR, "SQLiteConnection", "An exception was thrown by custom SQLite function.\n%s", buf_str(&text));
        buf_free(&text);
    }
    database->running = t;
}

static void free_custom_function(void *data)
{
    CustomFunction *function = data;
    vm_root_remove(function->database->vm, function->object);
    free(function);
}

/* void nativeRegisterCustomFunction(long connection, SQLiteCustomFunction function) */
static void nativeRegisterCustomFunction(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef name_field = FIELD("android/database/sqlite/SQLiteCustomFunction", "name", "Ljava/lang/String;");
    static FieldRef arguments_field = FIELD("android/database/sqlite/SQLiteCustomFunction", "numArgs", "I");
    UNUSED(result);
    Connection *c = connection_of(t, args);
    char *name = vm_string_to_utf8(GET_REF(t, args[2].l, &name_field));
    CustomFunction *function = xcalloc(1, sizeof *function);
    *function = (CustomFunction){ .database = c->database, .object = vm_root_add(t->vm, args[2].l) };
    /* When it fails, SQLite has freed the function already. */
    if (sqlite3_create_function_v2(c->db, name, GET_INT(t, args[2].l, &arguments_field), SQLITE_UTF16, function, call_custom_function, NULL,
                                   NULL, free_custom_function))
        database_throw(t, c->db, NULL);
    free(name);
}

/* void nativeRegisterLocalizedCollators(long connection, String locale) */
static void nativeRegisterLocalizedCollators(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Connection *c = connection_of(t, args);
    char *locale = vm_string_to_utf8(args[2].l);
    if (database_add_localized_collators(c->db, locale))
        database_throw(t, c->db, NULL);
    free(locale);
}

/* ---- statements ---------------------------------------------------------------------------------- */

/* long nativePrepareStatement(long connection, String sql) */
static void nativePrepareStatement(Thread *t, const Slot *args, Slot *result)
{
    Connection *c = connection_of(t, args);
    const Object *sql = args[2].l;
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare16_v2(c->db, vm_string_chars(sql), vm_string_length(sql) * 2, &statement, NULL)) {
        char *text = vm_string_to_utf8(sql);
        database_throw_compile(t, c->db, text);
        free(text);
    }
    result->j = handle(statement);
}

static void nativeFinalizeStatement(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    sqlite3_finalize(statement_of(t, args));
}

static void nativeGetParameterCount(Thread *t, const Slot *args, Slot *result)
{
    result->i = sqlite3_bind_parameter_count(statement_of(t, args));
}

static void nativeIsReadOnly(Thread *t, const Slot *args, Slot *result)
{
    result->i = sqlite3_stmt_readonly(statement_of(t, args)) != 0;
}

static void nativeGetColumnCount(Thread *t, const Slot *args, Slot *result)
{
    result->i = sqlite3_column_count(statement_of(t, args));
}

/* String nativeGetColumnName(long connection, long statement, int index) */
static void nativeGetColumnName(Thread *t, const Slot *args, Slot *result)
{
    const char *name = statement_of(t, args) ? sqlite3_column_name(statement_of(t, args), args[4].i) : NULL;
    result->l = name ? vm_string_utf8(t, name) : NULL;
}

static void nativeResetStatementAndClearBindings(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Connection *c = connection_of(t, args);
    sqlite3_stmt *statement = statement_of(t, args);
    if (statement && (sqlite3_reset(statement) || sqlite3_clear_bindings(statement)))
        database_throw(t, c->db, NULL);
}

/* ---- parameters: (long connection, long statement, int index, … value) ----------------------------- */

static void check_bound(Thread *t, const Slot *args, int code)
{
    if (code)
        database_throw(t, ((Connection *)peer(args[0].j))->db, NULL);
}

static void nativeBindNull(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    check_bound(t, args, sqlite3_bind_null(statement_of(t, args), args[4].i));
}

static void nativeBindLong(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    check_bound(t, args, sqlite3_bind_int64(statement_of(t, args), args[4].i, args[5].j));
}

static void nativeBindDouble(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    check_bound(t, args, sqlite3_bind_double(statement_of(t, args), args[4].i, args[5].d));
}

static void nativeBindString(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Object *s = args[5].l;
    check_bound(t, args, sqlite3_bind_text16(statement_of(t, args), args[4].i, vm_string_chars(s), vm_string_length(s) * 2, SQLITE_TRANSIENT));
}

static void nativeBindBlob(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *bytes = args[5].l;
    check_bound(t, args, sqlite3_bind_blob(statement_of(t, args), args[4].i, ARRAY_I8(bytes), ARRAY_LENGTH(bytes), SQLITE_TRANSIENT));
}

/* ---- running ------------------------------------------------------------------------------------------ */

/* A statement that gives no rows; false: an exception is pending. */
static bool execute(Thread *t, Connection *c, sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        database_throw_message(t, "Queries can be performed using SQLiteDatabase query or rawQuery methods only.");
    else if (code != SQLITE_DONE)
        database_throw(t, c->db, NULL);
    return code == SQLITE_DONE;
}

static void nativeExecute(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    execute(t, connection_of(t, args), statement_of(t, args));
}

static void nativeExecuteForChangedRowCount(Thread *t, const Slot *args, Slot *result)
{
    Connection *c = connection_of(t, args);
    result->i = execute(t, c, statement_of(t, args)) ? sqlite3_changes(c->db) : -1;
}

static void nativeExecuteForLastInsertedRowId(Thread *t, const Slot *args, Slot *result)
{
    Connection *c = connection_of(t, args);
    bool done = execute(t, c, statement_of(t, args));
    result->j = done && sqlite3_changes(c->db) > 0 ? sqlite3_last_insert_rowid(c->db) : -1;
}

/* Steps to the one row of a query; false: it has none, and an exception is pending. */
static bool first_row(Thread *t, const Slot *args)
{
    Connection *c = connection_of(t, args);
    if (sqlite3_step(statement_of(t, args)) == SQLITE_ROW)
        return sqlite3_column_count(statement_of(t, args)) > 0;
    database_throw(t, c->db, NULL);
    return false;
}

static void nativeExecuteForLong(Thread *t, const Slot *args, Slot *result)
{
    result->j = first_row(t, args) ? sqlite3_column_int64(statement_of(t, args), 0) : -1;
}

static void nativeExecuteForString(Thread *t, const Slot *args, Slot *result)
{
    if (!first_row(t, args))
        return;
    const u16 *text = sqlite3_column_text16(statement_of(t, args), 0);
    if (text)
        result->l = vm_string_utf16(t, text, sqlite3_column_bytes16(statement_of(t, args), 0) / 2);
}

/* A file without a name that holds the bytes; -errno. */
static int anonymous_file(Vm *vm, const void *bytes, size_t size)
{
    Vfs *vfs = vfs_of(vm);
    char *path = xasprintf("/tmp/blob_%016llx", (unsigned long long)vm_random(vm));
    int fd = vfs_open(vfs, path, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd >= 0) {
        vfs_unlink(vfs, path);
        i64 written = vfs_pwrite(vfs, fd, bytes, size, 0);
        if (written != (i64)size) {
            vfs_close(vfs, fd);
            fd = written < 0 ? (int)written : -ENOSPC;
        }
    }
    free(path);
    return fd;
}

static void nativeExecuteForBlobFileDescriptor(Thread *t, const Slot *args, Slot *result)
{
    result->i = -1;
    if (!first_row(t, args))
        return;
    const void *blob = sqlite3_column_blob(statement_of(t, args), 0);
    if (!blob)
        return;
    int fd = anonymous_file(t->vm, blob, (size_t)sqlite3_column_bytes(statement_of(t, args), 0));
    if (fd < 0)
        vm_throw(t, "java/io/IOException", "%s", strerror(-fd));
    else
        result->i = fd;
}

/* ---- filling a window ------------------------------------------------------------------------------------ */

static WindowField column_field(sqlite3_stmt *statement, int column)
{
    WindowField field = { .type = FIELD_NULL };
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        field.type = FIELD_INTEGER;
        field.integer = sqlite3_column_int64(statement, column);
        break;
    case SQLITE_FLOAT:
        field.type = FIELD_FLOAT;
        field.real = sqlite3_column_double(statement, column);
        break;
    case SQLITE_TEXT:
        field.type = FIELD_STRING;
        field.bytes = sqlite3_column_text(statement, column);
        field.size = (size_t)sqlite3_column_bytes(statement, column) + 1;
        break;
    case SQLITE_BLOB:
        field.type = FIELD_BLOB;
        field.bytes = sqlite3_column_blob(statement, column);
        field.size = (size_t)sqlite3_column_bytes(statement, column);
        break;
    }
    return field;
}

/* Adds the current row to the window; false: it does not fit, and nothing of it stays. */
static bool copy_row(Thread *t, CursorWindow *window, sqlite3_stmt *statement, int columns)
{
    bool fits = !window_add_row(window);
    u32 rows = window_rows(window);
    for (int i = 0; fits && i < columns; i++) {
        WindowField field = column_field(statement, i);
        fits = !window_put(window, rows - 1, (u32)i, &field);
        if (!fits)
            window_drop_last_row(window);
    }
    if (!fits) {
        WindowRefusal refusal = window_refusal(window);
        database_log(t, LOG_WARN, "CursorWindow", "Window is full: requested allocation %llu bytes, free space %u bytes, window size %u bytes",
                     (unsigned long long)refusal.wanted, refusal.free, refusal.size);
    }
    return fits;
}

static void throw_window_status(Thread *t, sqlite3 *db, const char *what, WindowStatus status)
{
    char *message = xasprintf("%s, status=%d", what, status);
    database_throw(t, db, message);
    free(message);
}

/*
 * long nativeExecuteForCursorWindow(long connection, long statement, long window,
 *                                   int startPos, int requiredPos, boolean countAllRows)
 *
 * Fills the window with rows from startPos on. When it is full before the required
 * row came, it is emptied and begins again there. Returns the position of the
 * first row in the upper half, the number of rows seen in the lower.
 */
static void nativeExecuteForCursorWindow(Thread *t, const Slot *args, Slot *result)
{
    Connection *c = connection_of(t, args);
    sqlite3_stmt *statement = statement_of(t, args);
    CursorWindow *window = peer(args[4].j);
    i32 start = args[6].i, required = args[7].i;
    bool count_all = args[8].i;
    result->j = 0;

    WindowStatus status = window_clear(window);
    if (status) {
        throw_window_status(t, c->db, "Failed to clear the cursor window", status);
        return;
    }
    int columns = sqlite3_column_count(statement);
    window_set_columns(window, (u32)columns);

    i32 seen = 0, retries = 0;
    for (bool full = false; !full || count_all;) {
        int code = sqlite3_step(statement);
        if (code == SQLITE_ROW) {
            retries = 0;
            seen++;
            if (full || seen <= start)
                continue;
            bool copied = copy_row(t, window, statement, columns);
            i32 added = (i32)window_rows(window);
            if (!copied && added && start + added <= required) {
                window_clear(window);
                window_set_columns(window, (u32)columns);
                start += added;
                copied = copy_row(t, window, statement, columns);
            }
            full = !copied;
        } else if (code == SQLITE_DONE) {
            break;
        } else if ((code == SQLITE_LOCKED || code == SQLITE_BUSY) && retries++ <= MOST_RETRIES) {
            database_sleep(c->database, 1000);
        } else {
            bool locked = code == SQLITE_LOCKED || code == SQLITE_BUSY;
            if (locked)
                database_log(t, LOG_ERROR, "SQLiteConnection", "Bailing on database busy retry");
            database_throw(t, c->db, locked ? "retrycount exceeded" : NULL);
            break;
        }
    }
    sqlite3_reset(statement);
    if (start > seen)
        database_log(t, LOG_ERROR, "SQLiteConnection", "startPos %d > actual rows %d", start, seen);
    result->j = (i64)((u64)(u32)start << 32 | (u32)seen);
}

const NativeMethod natives_android_database_sqlite_SQLiteConnection[] = {
    { "nativeOpen", NULL, nativeOpen },
    { "nativeClose", NULL, nativeClose },
    { "nativeRegisterCustomFunction", NULL, nativeRegisterCustomFunction },
    { "nativeRegisterLocalizedCollators", NULL, nativeRegisterLocalizedCollators },
    { "nativePrepareStatement", NULL, nativePrepareStatement },
    { "nativeFinalizeStatement", NULL, nativeFinalizeStatement },
    { "nativeGetParameterCount", NULL, nativeGetParameterCount },
    { "nativeIsReadOnly", NULL, nativeIsReadOnly },
    { "nativeGetColumnCount", NULL, nativeGetColumnCount },
    { "nativeGetColumnName", NULL, nativeGetColumnName },
    { "nativeBindNull", NULL, nativeBindNull },
    { "nativeBindLong", NULL, nativeBindLong },
    { "nativeBindDouble", NULL, nativeBindDouble },
    { "nativeBindString", NULL, nativeBindString },
    { "nativeBindBlob", NULL, nativeBindBlob },
    { "nativeResetStatementAndClearBindings", NULL, nativeResetStatementAndClearBindings },
    { "nativeExecute", NULL, nativeExecute },
    { "nativeExecuteForLong", NULL, nativeExecuteForLong },
    { "nativeExecuteForString", NULL, nativeExecuteForString },
    { "nativeExecuteForBlobFileDescriptor", NULL, nativeExecuteForBlobFileDescriptor },
    { "nativeExecuteForChangedRowCount", NULL, nativeExecuteForChangedRowCount },
    { "nativeExecuteForLastInsertedRowId", NULL, nativeExecuteForLastInsertedRowId },
    { "nativeExecuteForCursorWindow", NULL, nativeExecuteForCursorWindow },
    { "nativeGetDbLookaside", NULL, nativeGetDbLookaside },
    { "nativeCancel", NULL, nativeCancel },
    { "nativeResetCancel", NULL, nativeResetCancel },
    { 0 },
};
