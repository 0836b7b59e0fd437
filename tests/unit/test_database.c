/* android: the framework's SQLiteDatabase and cursors in the machine, with the platform's exceptions and texts. */
#include "android/android.h"
#include "android/log.h"
#include "libcore/libcore.h"
#include "libcore/vfs.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define STRING "Ljava/lang/String;"
#define DATABASE "android/database/sqlite/SQLiteDatabase"

static Thread *t;
static ObjectRef *root;             /* the database of a test */

/* ---- a machine without the phone's resources: what the database classes ask of them ------------- */

static void no_resources(Thread *thread, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_new_object(thread, vm_boot_class(thread, "android/content/res/Resources"));
}

/* config_cursorWindowSize in KB; the others are limits that may be anything. */
static void get_integer(Thread *thread, const Slot *args, Slot *result)
{
    UNUSED(thread);
    UNUSED(args);
    result->i = 2048;
}

/* The journal mode; as a sync mode it is read as FULL. */
static void get_string(Thread *thread, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_string_utf8(thread, "PERSIST");
}

static const NativeMethod resources[] = {
    { "getSystem", NULL, no_resources },
    { "getInteger", NULL, get_integer },
    { "getString", "(I)" STRING, get_string },
    { 0 },
};
static const NativeClass stand_ins[] = { { "android/content/res/Resources", resources }, { 0 } };

static int boot(void **state)
{
    Vm *vm;
    if (libcore_open(&vm, &(VmOptions){ .seed = 1 })) {
        fprintf(stderr, "%s\n", error_text());
        return -1;
    }
    android_register(vm);
    vm_register_natives(vm, stand_ins);
    t = vm_main_thread(vm);
    return 0;
}

/* ---- Java from C --------------------------------------------------------------------------------- */

static Object *string(const char *text)
{
    return vm_string_utf8(t, text);
}

/* What the exception that must be pending says of itself. */
static const char *thrown(void)
{
    static char text[4096];
    Object *e = vm_take_exception(t);
    if (!e)
        return "nothing";
    char *said = vm_string_to_utf8(vm_call_method(t, e, "toString", "()" STRING).l);
    snprintf(text, sizeof text, "%s", said);
    free(said);
    return text;
}

static void nothing_thrown(void)
{
    if (t->exception)
        fail_msg("%s", thrown());
}

static Object *open_database(const char *path)
{
    Object *db = vm_call_static(t, DATABASE, "openOrCreateDatabase", "(" STRING "L" DATABASE "$CursorFactory;)L" DATABASE ";", string(path), NULL).l;
    nothing_thrown();
    return db;
}

static Object *db(void)
{
    return ref_object(*root);
}

static void execute(Object *database, const char *sql)
{
    vm_call_method(t, database, "execSQL", "(" STRING ")V", string(sql));
}

static void run(const char *sql)
{
    execute(db(), sql);
    nothing_thrown();
}

/* The first column of the first row, until the next call. */
static const char *ask(const char *sql)
{
    static char text[256];
    Object *answer = vm_call_static(t, "android/database/DatabaseUtils", "stringForQuery", "(L" DATABASE ";" STRING "[" STRING ")" STRING, db(),
                                    string(sql), NULL).l;
    nothing_thrown();
    char *utf8 = vm_string_to_utf8(answer);
    snprintf(text, sizeof text, "%s", utf8 ? utf8 : "null");
    free(utf8);
    return text;
}

static Object *query(const char *sql)
{
    return vm_call_method(t, db(), "rawQuery", "(" STRING "[" STRING ")Landroid/database/Cursor;", string(sql), NULL).l;
}

static bool move_to(Object *cursor, int position)
{
    return vm_call_method(t, cursor, "moveToPosition", "(I)Z", position).i;
}

static Object *get(Object *cursor, const char *getter, const char *type, int column)
{
    char descriptor[64];
    snprintf(descriptor, sizeof descriptor, "(I)%s", type);
    return vm_call_method(t, cursor, getter, descriptor, column).l;
}

static i64 get_long(Object *cursor, int column)
{
    return vm_call_method(t, cursor, "getLong", "(I)J", column).j;
}

static void assert_text(Object *cursor, int column, const char *expected)
{
    char *text = vm_string_to_utf8(get(cursor, "getString", STRING, column));
    nothing_thrown();
    assert_string_equal(text ? text : "null", expected);
    free(text);
}

static int open_one(void **state)
{
    static int count;
    char path[40];
    snprintf(path, sizeof path, "/data/%d.db", ++count);
    root = vm_root_add(t->vm, open_database(path));
    return 0;
}

static int close_one(void **state)
{
    vm_call_method(t, db(), "close", "()V");
    vm_root_remove(t->vm, root);
    return t->exception ? -1 : 0;
}

/* ---- rows ------------------------------------------------------------------------------------------ */

static void values_come_back_as_they_were_bound(void **state)
{
    run("CREATE TABLE t(a TEXT, b INTEGER, c REAL, d BLOB, e)");
    Object *insert = vm_call_method(t, db(), "compileStatement", "(" STRING ")Landroid/database/sqlite/SQLiteStatement;",
                                    string("INSERT INTO t VALUES(?,?,?,?,?)")).l;
    nothing_thrown();
    static const u16 text[] = { 'Z', 0xeb, 0xd83d, 0xde00, 'x' };
    Object *bytes = vm_new_primitive_array(t, 'B', 3);
    memcpy(ARRAY_I8(bytes), "\1\0\377", 3);
    vm_call_method(t, insert, "bindString", "(I" STRING ")V", 1, vm_string_utf16(t, text, COUNT_OF(text)));
    vm_call_method(t, insert, "bindLong", "(IJ)V", 2, (i64)-5000000000);
    vm_call_method(t, insert, "bindDouble", "(ID)V", 3, 0.1);
    vm_call_method(t, insert, "bindBlob", "(I[B)V", 4, bytes);
    vm_call_method(t, insert, "bindNull", "(I)V", 5);
    assert_int_equal(vm_call_method(t, insert, "executeInsert", "()J").j, 1);
    nothing_thrown();
    Object *c = query("SELECT * FROM t");
    assert_true(move_to(c, 0));
    assert_text(c, 0, "Zë😀x");
    assert_int_equal(get_long(c, 1), -5000000000);
    assert_true(vm_call_method(t, c, "getDouble", "(I)D", 2).d == 0.1);
    Object *blob = get(c, "getBlob", "[B", 3);
    assert_int_equal(ARRAY_LENGTH(blob), 3);
    assert_memory_equal(ARRAY_I8(blob), "\1\0\377", 3);
    assert_text(c, 4, "null");
    assert_string_equal(ask("SELECT typeof(a)||typeof(b)||typeof(c)||typeof(d)||typeof(e) FROM t"), "textintegerrealblobnull");
}

static void numbers_are_read_out_of_text_as_c_reads_them(void **state)
{
    Object *c = query("SELECT '010', '0x1f', '12abc', '', 1e300, -1e300, 2.9, 1e-5");
    assert_true(move_to(c, 0));
    assert_int_equal(get_long(c, 0), 8);
    assert_int_equal(get_long(c, 1), 31);
    assert_int_equal(get_long(c, 2), 12);
    assert_int_equal(get_long(c, 3), 0);
    assert_true(get_long(c, 4) == INT64_MAX && get_long(c, 5) == INT64_MIN);
    assert_int_equal(get_long(c, 6), 2);
    assert_text(c, 7, "1e-05");
}

static void what_is_not_in_the_window_cannot_be_read(void **state)
{
    Object *c = query("SELECT x'01', 5");
    assert_true(move_to(c, 0));
    get(c, "getString", STRING, 0);
    assert_string_equal(thrown(), "android.database.sqlite.SQLiteException: unknown error (code 0): Unable to convert BLOB to string");
    get_long(c, 0);
    assert_string_equal(thrown(), "android.database.sqlite.SQLiteException: unknown error (code 0): Unable to convert BLOB to long");
    get(c, "getBlob", "[B", 1);
    assert_string_equal(thrown(), "android.database.sqlite.SQLiteException: unknown error (code 0): INTEGER data in nativeGetBlob ");
    get(c, "getString", STRING, 9);
    assert_string_equal(thrown(), "java.lang.IllegalStateException: Couldn't read row 0, col 9 from CursorWindow.  "
                                  "Make sure the Cursor is initialized correctly before accessing data from it.");
    get(c, "getString", STRING, -1);
    assert_string_equal(thrown(), "java.lang.IllegalStateException: Couldn't read row 0, col -1 from CursorWindow.  "
                                  "Make sure the Cursor is initialized correctly before accessing data from it.");
    assert_false(move_to(c, 1));
    get_long(c, 0);
    assert_string_equal(thrown(), "android.database.CursorIndexOutOfBoundsException: Index 1 requested, with a size of 1");
}

static void a_large_result_is_fetched_in_windows(void **state)
{
    run("CREATE TABLE t(i INTEGER PRIMARY KEY, text)");
    run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<1000) INSERT INTO t SELECT i, hex(zeroblob(5000)) FROM n");
    Object *c = query("SELECT i, text FROM t ORDER BY i");
    assert_int_equal(vm_call_method(t, c, "getCount", "()I").i, 1000);
    for (int i = 0; i < 1000; i++)
        assert_true(move_to(c, i) && get_long(c, 0) == i + 1);
    for (int i = 999; i >= 0; i -= 13)
        assert_true(move_to(c, i) && get_long(c, 0) == i + 1);
    /* 2 MB less the header and three chunks of rows; a row takes 2 fields of 12 bytes, 10001 bytes of text, and is aligned */
    assert_true(move_to(c, 0));
    Object *window = vm_call_method(t, c, "getWindow", "()Landroid/database/CursorWindow;").l;
    assert_int_equal(vm_call_method(t, window, "getNumRows", "()I").i, 209);
}

static void a_row_that_no_window_holds_cannot_be_read(void **state)
{
    Object *c = query("SELECT zeroblob(3000000)");
    assert_int_equal(vm_call_method(t, c, "getCount", "()I").i, 1);
    assert_true(move_to(c, 0));
    get(c, "getBlob", "[B", 0);
    assert_string_equal(thrown(), "java.lang.IllegalStateException: Couldn't read row 0, col 0 from CursorWindow.  "
                                  "Make sure the Cursor is initialized correctly before accessing data from it.");
    assert_non_null(strstr(log_text(t->vm), "W CursorWindow: Window is full: requested allocation 3000000 bytes, "
                                            "free space 2096720 bytes, window size 2097152 bytes"));
}

static void a_window_in_a_parcel_is_shared(void **state)
{
    Object *c = query("SELECT 'shared'");
    assert_true(move_to(c, 0));
    Object *window = vm_call_method(t, c, "getWindow", "()Landroid/database/CursorWindow;").l;
    Object *parcel = vm_call_static(t, "android/os/Parcel", "obtain", "()Landroid/os/Parcel;").l;
    vm_call_method(t, window, "writeToParcel", "(Landroid/os/Parcel;I)V", parcel, 0);
    vm_call_method(t, parcel, "setDataPosition", "(I)V", 0);
    Object *other = vm_call_static(t, "android/database/CursorWindow", "newFromParcel", "(Landroid/os/Parcel;)Landroid/database/CursorWindow;",
                                   parcel).l;
    nothing_thrown();
    vm_call_method(t, c, "close", "()V");
    char *text = vm_string_to_utf8(vm_call_method(t, other, "getString", "(II)" STRING, 0, 0).l);
    assert_string_equal(text, "shared");
    free(text);
    assert_false(vm_call_method(t, other, "putLong", "(JII)Z", (i64)1, 0, 0).i);
    vm_call_method(t, parcel, "setDataSize", "(I)V", 0);
    vm_call_method(t, parcel, "writeInt", "(I)V", 0);
    vm_call_method(t, parcel, "setDataPosition", "(I)V", 0);
    vm_call_static(t, "android/database/CursorWindow", "newFromParcel", "(Landroid/os/Parcel;)Landroid/database/CursorWindow;", parcel);
    assert_string_equal(thrown(), "android.database.CursorWindowAllocationException: Cursor window could not be created from binder.");
}

/* ---- exceptions ------------------------------------------------------------------------------------- */

#define SQLITE "android.database.sqlite."

static void a_statement_that_fails_says_why_as_on_a_phone(void **state)
{
    static const struct { const char *sql, *exception; } cases[] = {
        { "INSERT INTO t(_id,name) VALUES(1,'q')", SQLITE "SQLiteConstraintException: UNIQUE constraint failed: t._id (code 1555)" },
        { "INSERT INTO t(name) VALUES('a')", SQLITE "SQLiteConstraintException: UNIQUE constraint failed: t.name (code 2067)" },
        { "INSERT INTO t(name) VALUES(NULL)", SQLITE "SQLiteConstraintException: NOT NULL constraint failed: t.name (code 1299)" },
        { "INSERT INTO nope VALUES(1)", SQLITE "SQLiteException: no such table: nope (code 1): , while compiling: INSERT INTO nope VALUES(1)" },
        { "UPDATE t SET x=1", SQLITE "SQLiteException: no such column: x (code 1): , while compiling: UPDATE t SET x=1" },
        { "INSERT INTO t(y) VALUES(1)", SQLITE "SQLiteException: table t has no column named y (code 1): , while compiling: INSERT INTO t(y) VALUES(1)" },
        { "CREATE TABLE t(x)", SQLITE "SQLiteException: table t already exists (code 1): , while compiling: CREATE TABLE t(x)" },
        { "ALTER TABLE t ADD COLUMN name", SQLITE "SQLiteException: duplicate column name: name (code 1): , while compiling: ALTER TABLE t ADD COLUMN name" },
        { "DELETE FRM t", SQLITE "SQLiteException: near \"FRM\": syntax error (code 1): , while compiling: DELETE FRM t" },
        { "DELETE FROM t WHERE _id=", SQLITE "SQLiteException: near \"=\": syntax error (code 1): , while compiling: DELETE FROM t WHERE _id=" },
        { "DELETE FROM t WHERE", SQLITE "SQLiteException: near \"WHERE\": syntax error (code 1): , while compiling: DELETE FROM t WHERE" },
        { "DELETE FROM t WHERE name='it's'", SQLITE "SQLiteException: near \"s\": syntax error (code 1): , while compiling: DELETE FROM t WHERE name='it's'" },
        { "DELETE FROM t WHERE name='it", SQLITE "SQLiteException: unrecognized token: \"'it\" (code 1): , while compiling: DELETE FROM t WHERE name='it" },
        { "SELECT 1", SQLITE "SQLiteException: unknown error (code 0): Queries can be performed using SQLiteDatabase query or rawQuery methods only." },
        { "-- nothing", SQLITE "SQLiteException: not an error (code 0)" },
        { "ATTACH 'file:/etc/hostname?vfs=unix' AS h",
          SQLITE "SQLiteCantOpenDatabaseException: unable to open database: file:/etc/hostname?vfs=unix (code 14)" },
    };
    run("CREATE TABLE t(_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL)");
    run("INSERT INTO t VALUES(1, 'a')");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        execute(db(), cases[i].sql);
        assert_string_equal(thrown(), cases[i].exception);
    }
    assert_string_equal(ask("SELECT count(*) FROM t"), "1");
    query("SELECT _id FROM t WHERE _id IN (?,?) AND nope=1");
    assert_string_equal(thrown(), SQLITE "SQLiteException: no such column: nope (code 1): , while compiling: SELECT _id FROM t WHERE _id IN (?,?) AND nope=1");
    vm_call_static(t, "android/database/DatabaseUtils", "longForQuery", "(L" DATABASE ";" STRING "[" STRING ")J", db(),
                   string("SELECT 1 WHERE 0"), NULL);
    assert_string_equal(thrown(), SQLITE "SQLiteDoneException");
}

static void more_than_999_variables_are_too_many(void **state)
{
    Buf sql = { 0 };
    buf_add_str(&sql, "SELECT ?");
    for (int i = 0; i < 999; i++)
        buf_add_str(&sql, ",?");
    query(buf_str(&sql));
    static const char start[] = SQLITE "SQLiteException: too many SQL variables (code 1): , while compiling: SELECT ?,?";
    assert_int_equal(strncmp(thrown(), start, sizeof start - 1), 0);
    buf_free(&sql);
}

static void what_cannot_be_opened_says_so(void **state)
{
    vm_call_static(t, DATABASE, "openDatabase", "(" STRING "L" DATABASE "$CursorFactory;I)L" DATABASE ";", string("/data/no/such.db"), NULL, 0);
    assert_string_equal(thrown(), SQLITE "SQLiteCantOpenDatabaseException: unknown error (code 14): Could not open database");
    static const char junk[4096] = "this is no database, whatever its name says";
    vfs_write_file(vfs_of(t->vm), "/data/junk.db", junk, sizeof junk);
    vm_call_static(t, DATABASE, "openOrCreateDatabase", "(" STRING "L" DATABASE "$CursorFactory;)L" DATABASE ";", string("/data/junk.db"), NULL);
    nothing_thrown();               /* the platform's error handler has deleted the file and made a new one */
    assert_non_null(strstr(log_text(t->vm), "DefaultDatabaseErrorHandler: Corruption reported by sqlite on database: /data/junk.db"));
    assert_non_null(strstr(log_text(t->vm), "E SQLiteLog: (26) "));
}

static void a_full_disk_is_an_exception_that_can_be_survived(void **state)
{
    run("CREATE TABLE t(x)");
    VfsSpace space;
    vfs_space(vfs_of(t->vm), "/data", &space);
    vfs_set_limit(vfs_of(t->vm), (space.blocks - space.free_blocks) * space.block_size + 100000);
    execute(db(), "INSERT INTO t VALUES(zeroblob(1000000))");
    assert_string_equal(thrown(), SQLITE "SQLiteFullException: database or disk is full (code 13)");
    vfs_set_limit(vfs_of(t->vm), (u64)1 << 30);
    assert_string_equal(ask("SELECT count(*) FROM t"), "0");
}

/* ---- transactions and threads -------------------------------------------------------------------------- */

static void a_transaction_that_is_not_successful_leaves_nothing(void **state)
{
    run("CREATE TABLE t(x)");
    vm_call_method(t, db(), "beginTransaction", "()V");
    run("INSERT INTO t VALUES(1)");
    assert_string_equal(ask("SELECT count(*) FROM t"), "1");
    vm_call_method(t, db(), "endTransaction", "()V");
    assert_string_equal(ask("SELECT count(*) FROM t"), "0");
}

static void a_second_connection_waits_two_and_a_half_seconds(void **state)
{
    run("CREATE TABLE t(x)");
    char *path = vm_string_to_utf8(vm_call_method(t, db(), "getPath", "()" STRING).l);
    Object *other = open_database(path);
    free(path);
    vm_call_method(t, db(), "beginTransaction", "()V");
    i64 before = vm_nanos(t->vm);
    execute(other, "INSERT INTO t VALUES(2)");
    assert_string_equal(thrown(), SQLITE "SQLiteDatabaseLockedException: database is locked (code 5)");
    i64 waited = (vm_nanos(t->vm) - before) / 1000000;
    assert_true(waited >= 2500 && waited < 2600);
    vm_call_method(t, db(), "endTransaction", "()V");
    execute(other, "INSERT INTO t VALUES(2)");
    nothing_thrown();
    vm_call_method(t, other, "close", "()V");
}

static void write_ahead_logging_is_there(void **state)
{
    assert_true(vm_call_method(t, db(), "enableWriteAheadLogging", "()Z").i);
    run("CREATE TABLE t(x)");
    run("INSERT INTO t VALUES(1)");
    assert_string_equal(ask("PRAGMA journal_mode"), "wal");
    assert_string_equal(ask("SELECT count(*) FROM t"), "1");
    vm_call_method(t, db(), "disableWriteAheadLogging", "()V");
    assert_string_equal(ask("PRAGMA journal_mode"), "persist");
}

/* ---- the platform's own ----------------------------------------------------------------------------------- */

static void new_databases_are_set_up_as_on_a_phone(void **state)
{
    assert_string_equal(ask("PRAGMA journal_mode"), "persist");
    assert_string_equal(ask("PRAGMA auto_vacuum"), "1");
    assert_string_equal(ask("PRAGMA page_size"), "4096");
    assert_string_equal(ask("PRAGMA encoding"), "UTF-8");
    assert_string_equal(ask("SELECT locale FROM android_metadata"), "en_US");
    assert_string_equal(ask("SELECT sqlite_version()"), "3.8.10.2");
}

static void names_are_sorted_by_the_users_language(void **state)
{
    run("CREATE TABLE t(n)");
    run("INSERT INTO t VALUES('zebra'), ('Äpfel'), ('apfel'), ('Banane'), ('äther'), ('Zoo')");
    assert_string_equal(ask("SELECT group_concat(n) FROM (SELECT n FROM t ORDER BY n COLLATE LOCALIZED, n)"), "apfel,Äpfel,äther,Banane,zebra,Zoo");
    assert_string_equal(ask("SELECT group_concat(n) FROM (SELECT n FROM t ORDER BY n COLLATE UNICODE)"), "apfel,Äpfel,äther,Banane,zebra,Zoo");
    assert_string_equal(ask("SELECT count(*) FROM t WHERE n = 'ÄPFEL' COLLATE PHONEBOOK"), "2");
}

static void phone_numbers_are_compared_loosely(void **state)
{
    assert_string_equal(ask("SELECT PHONE_NUMBERS_EQUAL('+1 650-253-0000', '6502530000')"), "1");
    assert_string_equal(ask("SELECT PHONE_NUMBERS_EQUAL('123', '124')"), "0");
    assert_string_equal(ask("SELECT PHONE_NUMBERS_EQUAL('', '')"), "0");
    assert_string_equal(ask("SELECT PHONE_NUMBERS_EQUAL(NULL, '1')"), "null");
    assert_string_equal(ask("SELECT PHONE_NUMBERS_EQUAL('+16502530000', '6502530000', 1)"), "1");
    assert_string_equal(ask("SELECT _PHONE_NUMBER_STRIPPED_REVERSED('650-253 12')"), "21352056");
}

static void delete_file_reaches_the_card_alone(void **state)
{
    vfs_write_file(vfs_of(t->vm), "/sdcard/f", "x", 1);
    assert_string_equal(ask("SELECT _DELETE_FILE('/sdcard/f')"), "1");
    assert_string_equal(ask("SELECT _DELETE_FILE('/sdcard/f')"), "0");
    assert_string_equal(ask("SELECT _DELETE_FILE('/data/junk.db')"), "null");
    assert_string_equal(ask("SELECT _DELETE_FILE('/sdcard/../data/junk.db')"), "null");
}

static void full_text_is_searched(void **state)
{
    run("CREATE VIRTUAL TABLE d USING fts3(title, body)");
    run("INSERT INTO d VALUES('one', 'a quick brown fox')");
    run("INSERT INTO d VALUES('two', 'a lazy dog')");
    assert_string_equal(ask("SELECT snippet(d) FROM d WHERE d MATCH 'quick fo*'"), "a <b>quick</b> brown <b>fox</b>");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_one, close_one)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(values_come_back_as_they_were_bound),
        TEST(numbers_are_read_out_of_text_as_c_reads_them),
        TEST(what_is_not_in_the_window_cannot_be_read),
        TEST(a_large_result_is_fetched_in_windows),
        TEST(a_row_that_no_window_holds_cannot_be_read),
        TEST(a_window_in_a_parcel_is_shared),
        TEST(a_statement_that_fails_says_why_as_on_a_phone),
        TEST(more_than_999_variables_are_too_many),
        TEST(what_cannot_be_opened_says_so),
        TEST(a_full_disk_is_an_exception_that_can_be_survived),
        TEST(a_transaction_that_is_not_successful_leaves_nothing),
        TEST(a_second_connection_waits_two_and_a_half_seconds),
        TEST(write_ahead_logging_is_there),
        TEST(new_databases_are_set_up_as_on_a_phone),
        TEST(names_are_sorted_by_the_users_language),
        TEST(phone_numbers_are_compared_loosely),
        TEST(delete_file_reaches_the_card_alone),
        TEST(full_text_is_searched),
    };
    int failed = cmocka_run_group_tests(tests, boot, NULL);
    if (t)
        vm_exit(t->vm, failed);     /* shows the leak checker where the machine keeps its pointers */
    return failed;
}
