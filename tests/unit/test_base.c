/* base: growing bytes, maps, arenas, the JSON writer, the error slot. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "base/map.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static void an_empty_buf_is_an_empty_string(void **state)
{
    Buf buf = { 0 };

    assert_string_equal(buf_str(&buf), "");
    buf_free(&buf);
}

static void a_buf_keeps_what_was_added_in_order(void **state)
{
    Buf buf = { 0 };

    for (int i = 0; i < 1000; i++)
        buf_printf(&buf, "%d,", i % 10);
    assert_int_equal(buf.size, 2000);
    assert_memory_equal(buf.data + 1990, "5,6,7,8,9,", 11);
    buf_clear(&buf);
    buf_add_utf8(&buf, 0x24);
    buf_add_utf8(&buf, 0xfc);
    buf_add_utf8(&buf, 0x20ac);
    buf_add_utf8(&buf, 0x1f600);
    assert_string_equal(buf_str(&buf), "$\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80");
    buf_free(&buf);
}

static void a_buf_gives_its_content_away(void **state)
{
    Buf buf = { 0 };
    char *text;

    buf_add_str(&buf, "mine");
    text = buf_take(&buf);
    assert_string_equal(text, "mine");
    assert_int_equal(buf.size, 0);
    free(text);
    buf_free(&buf);
}

static void a_map_is_iterated_in_the_order_of_insertion(void **state)
{
    Map map = { 0 };
    char key[16];
    u32 seen = 0;

    for (int i = 0; i < 5000; i++) {
        snprintf(key, sizeof key, "key%d", i);
        map_put(&map, key, (void *)(uintptr_t)(i + 1));
    }
    for (int i = 0; i < 5000; i += 2) {
        snprintf(key, sizeof key, "key%d", i);
        assert_ptr_equal(map_remove(&map, key), (void *)(uintptr_t)(i + 1));
    }
    MAP_EACH(&map, entry) {
        snprintf(key, sizeof key, "key%u", seen * 2 + 1);
        assert_string_equal(entry->key, key);
        seen++;
    }
    assert_int_equal(seen, 2500);
    assert_null(map_get(&map, "key0"));
    assert_ptr_equal(map_get(&map, "key4999"), (void *)5000);
    map_free(&map);
}

static void a_maps_keys_may_hold_any_bytes(void **state)
{
    Map map = { 0 };

    *map_slot_n(&map, "a\0b", 3) = "first";
    *map_slot_n(&map, "a\0c", 3) = "second";
    assert_string_equal(map_get_n(&map, "a\0b", 3), "first");
    assert_string_equal(map_get_n(&map, "a\0c", 3), "second");
    assert_null(map_get_n(&map, "a", 1));
    map_free(&map);
}

static void an_arena_gives_zeroed_memory_and_knows_its_end(void **state)
{
    Arena arena;
    ArenaMark mark;
    u8 *piece;

    assert_int_equal(arena_open(&arena, 1 << 16, 0), OK);
    piece = arena_alloc(&arena, 100);
    for (int i = 0; i < 100; i++)
        assert_int_equal(piece[i], 0);
    mark = arena_mark(&arena);
    memset(arena_alloc(&arena, 1000), 0xff, 1000);
    arena_release(&arena, mark);
    piece = arena_alloc(&arena, 1000);
    assert_int_equal(piece[999], 0);
    assert_null(arena_try_alloc(&arena, 1 << 20));
    assert_null(arena_try_alloc(&arena, SIZE_MAX - 4));
    assert_string_equal(arena_printf(&arena, "%d-%s", 7, "x"), "7-x");
    arena_close(&arena);
}

static void json_is_nested_and_quoted(void **state)
{
    Buf out = { 0 };
    Json json = json_begin(&out);

    json_begin_object(&json);
    json_put_string(&json, "text", "a\"b\\c\n\x01");
    json_key(&json, "list");
    json_begin_array(&json);
    json_add_int(&json, -5);
    json_add_null(&json);
    json_add_bool(&json, true);
    json_end_array(&json);
    json_end_object(&json);
    assert_non_null(strstr(buf_str(&out), "\"a\\\"b\\\\c\\n\\u0001\""));
    assert_non_null(strstr(buf_str(&out), "-5"));
    buf_free(&out);
}

static void a_file_is_written_whole_and_read_back(void **state)
{
    char folder[] = "/tmp/reenact-test-XXXXXX";
    char *path, *deep;
    Buf content = { 0 };
    MappedFile mapped;

    assert_non_null(mkdtemp(folder));
    deep = xasprintf("%s/a/b", folder);
    path = xasprintf("%s/file", deep);
    assert_int_equal(file_make_dirs(deep), OK);
    assert_false(file_exists(path));
    assert_int_equal(file_write(path, "one\0two", 7), OK);
    assert_int_equal(file_read(path, &content), OK);
    assert_int_equal(content.size, 7);
    assert_memory_equal(content.data, "one\0two", 7);
    assert_int_equal(file_map(&mapped, path), OK);
    assert_int_equal(mapped.size, 7);
    file_unmap(&mapped);
    unlink(path);
    rmdir(deep);
    *strrchr(deep, '/') = 0;
    rmdir(deep);
    rmdir(folder);
    free(path);
    free(deep);
    buf_free(&content);
}

static void a_file_that_is_not_there_leaves_a_sentence(void **state)
{
    Buf content = { 0 };

    assert_int_not_equal(file_read("/nowhere/at/all", &content), OK);
    assert_non_null(strstr(error_text(), "/nowhere/at/all"));
    buf_free(&content);
}

static void an_error_may_quote_the_one_before(void **state)
{
    assert_int_equal(error_set(ERR_INPUT, "chunk at 0x%x", 16), ERR_INPUT);
    error_prefix(ERR_INPUT, "app.apk: ");
    assert_string_equal(error_text(), "app.apk: chunk at 0x10");
    error_set(ERR_IO, "again: %s", error_text());
    assert_string_equal(error_text(), "again: app.apk: chunk at 0x10");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_buf_is_an_empty_string),
        cmocka_unit_test(a_buf_keeps_what_was_added_in_order),
        cmocka_unit_test(a_buf_gives_its_content_away),
        cmocka_unit_test(a_map_is_iterated_in_the_order_of_insertion),
        cmocka_unit_test(a_maps_keys_may_hold_any_bytes),
        cmocka_unit_test(an_arena_gives_zeroed_memory_and_knows_its_end),
        cmocka_unit_test(json_is_nested_and_quoted),
        cmocka_unit_test(a_file_is_written_whole_and_read_back),
        cmocka_unit_test(a_file_that_is_not_there_leaves_a_sentence),
        cmocka_unit_test(an_error_may_quote_the_one_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
