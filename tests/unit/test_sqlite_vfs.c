/* android: SQLite over the file system in memory: content, journals, locks, write-ahead logs. */
#include "android/sqlite_vfs.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static Vfs *vfs;
static i64 slept;

static i64 fixed_millis(void *context)
{
    UNUSED(context);
    return 1467331200000;           /* 2016-07-01 */
}

static u64 counting_random(void *context)
{
    UNUSED(context);
    static u64 state;
    return state += 0x9e3779b97f4a7c15;
}

static void count_sleep(void *context, i64 micros)
{
    UNUSED(context);
    slept += micros;
}

static int open_vfs(void **state)
{
    vfs = vfs_new(NULL);
    slept = 0;
    SqliteHost host = { .files = vfs, .millis = fixed_millis, .random = counting_random, .sleep = count_sleep, .context = vfs };
    return sqlite_vfs_install(&host);
}

static int close_vfs(void **state)
{
    sqlite_vfs_remove();
    vfs_free(vfs);
    return 0;
}

static sqlite3 *open_database(const char *path)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL), SQLITE_OK);
    return db;
}

static void run(sqlite3 *db, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message))
        fail_msg("%s: %s", sql, message);
}

/* The first column of the first row, in a buffer that the next call overwrites. */
static const char *ask(sqlite3 *db, const char *sql)
{
    static char answer[256];
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    snprintf(answer, sizeof answer, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return answer;
}

/* ---- content -------------------------------------------------------------------------- */

static void what_was_written_is_there_after_reopening(void **state)
{
    sqlite3 *db = open_database("/data/a.db");
    run(db, "CREATE TABLE t(x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<5000) INSERT INTO t SELECT hex(i) FROM n");
    sqlite3_close(db);
    db = open_database("/data/a.db");
    assert_string_equal(ask(db, "SELECT count(*) FROM t"), "5000");
    assert_string_equal(ask(db, "PRAGMA integrity_check"), "ok");
    sqlite3_close(db);
    VfsStat facts;
    assert_int_equal(vfs_stat(vfs, "/data/a.db", true, &facts), 0);
    assert_true(facts.size > 4096);
    assert_int_equal(facts.mode & 0777, 0600);
}

static void a_relative_name_begins_at_the_working_folder(void **state)
{
    assert_int_equal(vfs_make_dirs(vfs, "/data/here", 0700), 0);
    assert_int_equal(vfs_set_cwd(vfs, "/data/here"), 0);
    sqlite3 *db = open_database("b.db");
    run(db, "CREATE TABLE t(x)");
    assert_string_equal(sqlite3_db_filename(db, "main"), "/data/here/b.db");
    sqlite3_close(db);
    VfsStat facts;
    assert_int_equal(vfs_stat(vfs, "/data/here/b.db", true, &facts), 0);
}

static void what_cannot_be_opened_is_code_14(void **state)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open_v2("/no/such/folder/a.db", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL), SQLITE_CANTOPEN);
    sqlite3_close(db);
    assert_int_equal(sqlite3_open_v2("/data", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL), SQLITE_CANTOPEN);
    sqlite3_close(db);
    assert_int_equal(sqlite3_open_v2("/data/none.db", &db, SQLITE_OPEN_READONLY, NULL), SQLITE_CANTOPEN);
    sqlite3_close(db);
    VfsStat facts;
    assert_int_equal(vfs_stat(vfs, "/data/none.db", true, &facts), -ENOENT);
}

static void a_file_that_may_only_be_read_opens_read_only(void **state)
{
    sqlite3 *db = open_database("/data/r.db");
    run(db, "CREATE TABLE t(x); INSERT INTO t VALUES(1)");
    sqlite3_close(db);
    vfs_chmod(vfs, "/data/r.db", 0444);
    vfs_chmod(vfs, "/data", 0777);
    vfs_set_user(vfs, 10001, 10001);
    db = open_database("/data/r.db");
    assert_int_equal(sqlite3_db_readonly(db, "main"), 1);
    assert_string_equal(ask(db, "SELECT x FROM t"), "1");
    assert_int_equal(sqlite3_exec(db, "INSERT INTO t VALUES(2)", NULL, NULL, NULL), SQLITE_READONLY);
    sqlite3_close(db);
}

static void a_full_disk_is_sqlite_full_and_the_database_stays_whole(void **state)
{
    sqlite3 *db = open_database("/data/f.db");
    run(db, "CREATE TABLE t(x)");
    vfs_set_limit(vfs, 300000);
    int status = SQLITE_OK;
    for (int i = 0; i < 1000 && status == SQLITE_OK; i++)
        status = sqlite3_exec(db, "INSERT INTO t VALUES(zeroblob(10000))", NULL, NULL, NULL);
    assert_int_equal(status, SQLITE_FULL);
    vfs_set_limit(vfs, 100 << 20);
    assert_string_equal(ask(db, "PRAGMA integrity_check"), "ok");
    run(db, "INSERT INTO t VALUES(1)");
    sqlite3_close(db);
}

static void a_database_deleted_under_us_is_written_to_no_more(void **state)
{
    sqlite3 *db = open_database("/data/gone.db");
    run(db, "CREATE TABLE t(x)");
    assert_int_equal(vfs_unlink(vfs, "/data/gone.db"), 0);
    assert_int_equal(sqlite3_exec(db, "INSERT INTO t VALUES(1)", NULL, NULL, NULL), SQLITE_READONLY);
    assert_int_equal(sqlite3_extended_errcode(db), SQLITE_READONLY_DBMOVED);
    sqlite3_close(db);
}

/* ---- journals ------------------------------------------------------------------------- */

static void every_journal_mode_rolls_back(void **state)
{
    static const char *const modes[] = { "delete", "truncate", "persist", "memory", "wal" };
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        char path[40], pragma[40];
        snprintf(path, sizeof path, "/data/%s.db", modes[i]);
        snprintf(pragma, sizeof pragma, "PRAGMA journal_mode=%s", modes[i]);
        sqlite3 *db = open_database(path);
        assert_string_equal(ask(db, pragma), modes[i]);
        run(db, "CREATE TABLE t(x); INSERT INTO t VALUES(1)");
        run(db, "BEGIN; UPDATE t SET x=2; INSERT INTO t VALUES(zeroblob(100000)); ROLLBACK");
        assert_string_equal(ask(db, "SELECT group_concat(x) FROM t"), "1");
        assert_string_equal(ask(db, "PRAGMA integrity_check"), "ok");
        sqlite3_close(db);
    }
}

static void a_journal_that_a_crash_left_is_played_back(void **state)
{
    sqlite3 *db = open_database("/data/hot.db");
    run(db, "PRAGMA cache_size=2; CREATE TABLE t(x); INSERT INTO t VALUES('before')");
    run(db, "BEGIN; UPDATE t SET x='after'; INSERT INTO t VALUES(zeroblob(200000))");   /* spills into the file */
    Buf content = { 0 }, journal = { 0 };
    assert_int_equal(vfs_read_file(vfs, "/data/hot.db", &content), 0);
    assert_int_equal(vfs_read_file(vfs, "/data/hot.db-journal", &journal), 0);
    run(db, "ROLLBACK");
    sqlite3_close(db);
    assert_int_equal(vfs_write_file(vfs, "/data/copy.db", content.data, content.size), 0);
    assert_int_equal(vfs_write_file(vfs, "/data/copy.db-journal", journal.data, journal.size), 0);
    db = open_database("/data/copy.db");
    assert_string_equal(ask(db, "SELECT group_concat(x) FROM t"), "before");
    assert_string_equal(ask(db, "PRAGMA integrity_check"), "ok");
    sqlite3_close(db);
    buf_free(&content);
    buf_free(&journal);
}

/* ---- several connections -------------------------------------------------------------- */

static void a_second_writer_waits_and_is_told(void **state)
{
    sqlite3 *a = open_database("/data/l.db"), *b = open_database("/data/l.db");
    run(a, "CREATE TABLE t(x); BEGIN IMMEDIATE; INSERT INTO t VALUES(1)");
    assert_string_equal(ask(b, "SELECT count(*) FROM t"), "0");
    sqlite3_busy_timeout(b, 100);
    assert_int_equal(sqlite3_exec(b, "INSERT INTO t VALUES(2)", NULL, NULL, NULL), SQLITE_BUSY);
    assert_true(slept > 50000);
    run(a, "COMMIT");
    run(b, "INSERT INTO t VALUES(2)");
    assert_string_equal(ask(a, "SELECT count(*) FROM t"), "2");
    sqlite3_close(a);
    sqlite3_close(b);
}

static void a_reader_keeps_a_writer_from_committing(void **state)
{
    sqlite3 *a = open_database("/data/m.db"), *b = open_database("/data/m.db");
    run(a, "CREATE TABLE t(x); INSERT INTO t VALUES(1); BEGIN");
    assert_string_equal(ask(a, "SELECT count(*) FROM t"), "1");
    run(b, "BEGIN; INSERT INTO t VALUES(2)");
    assert_int_equal(sqlite3_exec(b, "COMMIT", NULL, NULL, NULL), SQLITE_BUSY);
    run(a, "COMMIT");
    run(b, "COMMIT");
    assert_string_equal(ask(a, "SELECT count(*) FROM t"), "2");
    sqlite3_close(a);
    sqlite3_close(b);
}

static void with_a_log_readers_see_the_past_while_a_writer_commits(void **state)
{
    sqlite3 *a = open_database("/data/w.db"), *b = open_database("/data/w.db");
    assert_string_equal(ask(a, "PRAGMA journal_mode=wal"), "wal");
    run(a, "CREATE TABLE t(x); INSERT INTO t VALUES(1)");
    run(b, "BEGIN");
    assert_string_equal(ask(b, "SELECT count(*) FROM t"), "1");
    run(a, "INSERT INTO t VALUES(2); INSERT INTO t VALUES(3)");
    assert_string_equal(ask(b, "SELECT count(*) FROM t"), "1");
    run(b, "COMMIT");
    assert_string_equal(ask(b, "SELECT count(*) FROM t"), "3");
    run(a, "BEGIN IMMEDIATE");
    assert_int_equal(sqlite3_exec(b, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_BUSY);
    run(a, "COMMIT");
    VfsStat facts;
    assert_int_equal(vfs_stat(vfs, "/data/w.db-wal", true, &facts), 0);
    assert_int_equal(vfs_stat(vfs, "/data/w.db-shm", true, &facts), 0);
    sqlite3_close(b);
    sqlite3_close(a);
    assert_int_equal(vfs_stat(vfs, "/data/w.db-wal", true, &facts), -ENOENT);
    assert_int_equal(vfs_stat(vfs, "/data/w.db-shm", true, &facts), -ENOENT);
    a = open_database("/data/w.db");
    assert_string_equal(ask(a, "SELECT count(*) FROM t"), "3");
    sqlite3_close(a);
}

static void a_log_that_nobody_checkpointed_is_recovered(void **state)
{
    sqlite3 *db = open_database("/data/v.db");
    assert_string_equal(ask(db, "PRAGMA journal_mode=wal"), "wal");
    run(db, "CREATE TABLE t(x); INSERT INTO t VALUES(7)");
    Buf content = { 0 }, log = { 0 };
    vfs_read_file(vfs, "/data/v.db", &content);
    vfs_read_file(vfs, "/data/v.db-wal", &log);
    sqlite3_close(db);
    vfs_write_file(vfs, "/data/u.db", content.data, content.size);
    vfs_write_file(vfs, "/data/u.db-wal", log.data, log.size);
    db = open_database("/data/u.db");
    assert_string_equal(ask(db, "SELECT x FROM t"), "7");
    sqlite3_close(db);
    buf_free(&content);
    buf_free(&log);
}

static void a_fork_has_databases_of_its_own(void **state)
{
    sqlite3 *db = open_database("/data/k.db");
    run(db, "CREATE TABLE t(x); BEGIN; INSERT INTO t VALUES(1)");
    pid_t child = fork();
    if (!child) {
        int status = sqlite3_exec(db, "INSERT INTO t VALUES(2); COMMIT", NULL, NULL, NULL);
        _exit(status || strcmp(ask(db, "SELECT count(*) FROM t"), "2"));
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    run(db, "ROLLBACK");
    assert_string_equal(ask(db, "SELECT count(*) FROM t"), "0");
    sqlite3_close(db);
}

/* ---- the world ------------------------------------------------------------------------ */

static void time_and_chance_are_the_hosts(void **state)
{
    sqlite3 *db = open_database(":memory:");
    assert_string_equal(ask(db, "SELECT datetime('now')"), "2016-07-01 00:00:00");
    assert_string_equal(ask(db, "SELECT strftime('%s','now')"), "1467331200");
    assert_ptr_equal(sqlite_vfs_context(), vfs);
    sqlite3_close(db);
}

static void what_does_not_fit_into_memory_goes_to_a_file_without_a_name(void **state)
{
    sqlite3 *db = open_database("/data/s.db");
    run(db, "PRAGMA temp_store=FILE; CREATE TEMP TABLE t(x); PRAGMA temp.cache_size=2;"
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<300) INSERT INTO t SELECT zeroblob(4000) FROM n");
    assert_string_equal(ask(db, "SELECT count(*) FROM t"), "300");
    VfsStat facts;
    assert_int_equal(vfs_stat(vfs, "/tmp/etilqs_1", true, &facts), -ENOENT);
    sqlite3_close(db);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_vfs, close_vfs)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_was_written_is_there_after_reopening),
        TEST(a_relative_name_begins_at_the_working_folder),
        TEST(what_cannot_be_opened_is_code_14),
        TEST(a_file_that_may_only_be_read_opens_read_only),
        TEST(a_full_disk_is_sqlite_full_and_the_database_stays_whole),
        TEST(a_database_deleted_under_us_is_written_to_no_more),
        TEST(every_journal_mode_rolls_back),
        TEST(a_journal_that_a_crash_left_is_played_back),
        TEST(a_second_writer_waits_and_is_told),
        TEST(a_reader_keeps_a_writer_from_committing),
        TEST(with_a_log_readers_see_the_past_while_a_writer_commits),
        TEST(a_log_that_nobody_checkpointed_is_recovered),
        TEST(a_fork_has_databases_of_its_own),
        TEST(time_and_chance_are_the_hosts),
        TEST(what_does_not_fit_into_memory_goes_to_a_file_without_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
