/* apk/zip: archives that are fine, odd, damaged or hostile. */
#include "apk/zip.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <cmocka.h>

/* ---- a writer for archives of all sorts ---------------------------------- */

typedef struct Writer {
    Buf file, directory;
    u32 count;
} Writer;

typedef struct Spec {
    const char *name;
    size_t name_length;             /* 0: that of name */
    const void *content;
    size_t size;
    u16 method, flags;
    bool descriptor;                /* sizes follow the data; the local header has zeros */
    u32 lie_size, lie_packed, lie_crc, lie_offset;  /* not 0: what the directory claims instead */
} Spec;

static void put16(Buf *out, u32 n)
{
    buf_add(out, (u8[]){ (u8)n, (u8)(n >> 8) }, 2);
}

static void put32(Buf *out, u32 n)
{
    put16(out, n & 0xffff);
    put16(out, n >> 16);
}

static void add(Writer *w, Spec s)
{
    Buf packed = { 0 };
    u32 offset = (u32)w->file.size, length = (u32)(s.name_length ? s.name_length : strlen(s.name));
    u32 crc = (u32)crc32(0, s.content ? s.content : (const Bytef *)"", (uInt)s.size);

    if (s.method == 8) {
        z_stream z = { 0 };
        buf_reserve(&packed, s.size + 100);
        assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
        z.next_in = (Bytef *)s.content, z.avail_in = (uInt)s.size;
        z.next_out = (Bytef *)packed.data, z.avail_out = (uInt)packed.room;
        assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
        packed.size = z.total_out;
        deflateEnd(&z);
    } else {
        buf_add(&packed, s.content, s.size);
    }
    for (int central = 0; central < 2; central++) {
        Buf *out = central ? &w->directory : &w->file;
        bool zeros = !central && s.descriptor;
        put32(out, central ? 0x02014b50 : 0x04034b50);
        if (central)
            put16(out, 20);
        put16(out, 20);
        put16(out, s.flags | (s.descriptor ? 8u : 0));
        put16(out, s.method);
        put32(out, 0x4a215c6f);
        put32(out, zeros ? 0 : s.lie_crc ? s.lie_crc : crc);
        put32(out, zeros ? 0 : s.lie_packed ? s.lie_packed : (u32)packed.size);
        put32(out, zeros ? 0 : s.lie_size ? s.lie_size : (u32)s.size);
        put16(out, length);
        put16(out, 0);
        if (central) {
            put16(out, 0);
            put32(out, 0);
            put32(out, 0);
            put32(out, s.lie_offset ? s.lie_offset : offset);
        }
        buf_add(out, s.name, length);
        if (!central)
            buf_add(out, packed.data, packed.size);
    }
    if (s.descriptor) {
        put32(&w->file, 0x08074b50);
        put32(&w->file, crc);
        put32(&w->file, (u32)packed.size);
        put32(&w->file, (u32)s.size);
    }
    w->count++;
    buf_free(&packed);
}

static void finish(Writer *w, const char *comment)
{
    u32 offset = (u32)w->file.size;
    buf_add(&w->file, w->directory.data, w->directory.size);
    put32(&w->file, 0x06054b50);
    put32(&w->file, 0);
    put16(&w->file, w->count);
    put16(&w->file, w->count);
    put32(&w->file, (u32)w->directory.size);
    put32(&w->file, offset);
    put16(&w->file, (u32)strlen(comment));
    buf_add_str(&w->file, comment);
}

static void free_writer(Writer *w)
{
    buf_free(&w->file);
    buf_free(&w->directory);
}

static void expect_refusal(Writer *w, const char *sentence)
{
    Zip *zip;
    finish(w, "");
    assert_int_not_equal(zip_open_bytes(&zip, "x.zip", w->file.data, w->file.size), OK);
    if (!strstr(error_text(), sentence))
        fail_msg("\"%s\" does not contain \"%s\"", error_text(), sentence);
    free_writer(w);
}

static void expect_content(Zip *zip, const char *name, const char *content)
{
    Buf out = { 0 };
    const ZipEntry *entry = zip_find(zip, name);
    assert_non_null(entry);
    if (zip_read(zip, entry, &out))
        fail_msg("%s", error_text());
    assert_string_equal(buf_str(&out), content);
    buf_free(&out);
}

/* ---- archives that are fine ---------------------------------------------- */

static void stored_and_deflated_entries_are_found_and_read(void **state)
{
    Writer w = { 0 };
    Zip *zip;
    add(&w, (Spec){ .name = "a/stored.txt", .content = "plain", .size = 5 });
    add(&w, (Spec){ .name = "a/packed.txt", .content = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", .size = 32, .method = 8 });
    add(&w, (Spec){ .name = "empty", .method = 8 });
    add(&w, (Spec){ .name = "folder/" });
    finish(&w, "");
    assert_int_equal(zip_open_bytes(&zip, "x.zip", w.file.data, w.file.size), OK);
    assert_int_equal(zip_count(zip), 4);
    expect_content(zip, "a/stored.txt", "plain");
    expect_content(zip, "a/packed.txt", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    expect_content(zip, "a/packed.txt", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    expect_content(zip, "empty", "");
    assert_null(zip_find(zip, "a/store"));
    assert_null(zip_find(zip, ""));
    zip_close(zip);
    free_writer(&w);
}

static void a_stored_entry_lies_in_the_file_where_its_offset_says(void **state)
{
    Writer w = { 0 };
    Zip *zip;
    const u8 *bytes;
    u64 offset;
    add(&w, (Spec){ .name = "first", .content = "1", .size = 1 });
    add(&w, (Spec){ .name = "second", .content = "two", .size = 3 });
    finish(&w, "");
    assert_int_equal(zip_open_bytes(&zip, "x.zip", w.file.data, w.file.size), OK);
    assert_int_equal(zip_packed(zip, zip_find(zip, "second"), &bytes, &offset), OK);
    assert_memory_equal(w.file.data + offset, "two", 3);
    assert_ptr_equal(bytes, w.file.data + offset);
    zip_close(zip);
    free_writer(&w);
}

static void bytes_before_the_archive_and_a_comment_after_it_do_not_matter(void **state)
{
    Writer w = { 0 };
    Zip *zip;
    add(&w, (Spec){ .name = "x", .content = "content", .size = 7, .method = 8 });
    finish(&w, "a comment that even holds PK\x05\x06");
    Buf shifted = { 0 };
    buf_add_str(&shifted, "#!/bin/sh\nexec java -jar \"$0\"\n");
    buf_add(&shifted, w.file.data, w.file.size);
    assert_int_equal(zip_open_bytes(&zip, "x.zip", shifted.data, shifted.size), OK);
    expect_content(zip, "x", "content");
    zip_close(zip);
    buf_free(&shifted);
    free_writer(&w);
}

static void an_entry_with_a_data_descriptor_is_read_by_the_directory(void **state)
{
    Writer w = { 0 };
    Zip *zip;
    add(&w, (Spec){ .name = "x", .content = "streamed", .size = 8, .method = 8, .descriptor = true });
    add(&w, (Spec){ .name = "y", .content = "next", .size = 4 });
    finish(&w, "");
    assert_int_equal(zip_open_bytes(&zip, "x.zip", w.file.data, w.file.size), OK);
    expect_content(zip, "x", "streamed");
    expect_content(zip, "y", "next");
    zip_close(zip);
    free_writer(&w);
}

static void of_two_entries_with_one_name_the_later_is_found(void **state)
{
    Writer w = { 0 };
    Zip *zip;
    add(&w, (Spec){ .name = "x", .content = "old", .size = 3 });
    add(&w, (Spec){ .name = "x", .content = "new", .size = 3 });
    finish(&w, "");
    assert_int_equal(zip_open_bytes(&zip, "x.zip", w.file.data, w.file.size), OK);
    expect_content(zip, "x", "new");
    assert_true(zip_entry(zip, 0)->hidden);
    assert_false(zip_entry(zip, 1)->hidden);
    zip_close(zip);
    free_writer(&w);
}

static void an_archive_of_nothing_is_an_archive(void **state)
{
    Writer w = { 0 };
    Zip *zip;
    finish(&w, "");
    assert_int_equal(zip_open_bytes(&zip, "x.zip", w.file.data, w.file.size), OK);
    assert_int_equal(zip_count(zip), 0);
    assert_null(zip_find(zip, "x"));
    zip_close(zip);
    free_writer(&w);
}

/* ---- archives that are not ----------------------------------------------- */

static void names_that_lead_elsewhere_are_refused(void **state)
{
    static const struct { const char *name; size_t length; const char *sentence; } cases[] = {
        { "/etc/passwd", 0, "is absolute" }, { "\\x", 0, "is absolute" }, { "../x", 0, "climbs" }, { "a/../../x", 0, "climbs" },
        { "a\\..\\x", 0, "climbs" }, { "a/..", 0, "climbs" }, { "a\0b", 3, "0 byte" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Writer w = { 0 };
        add(&w, (Spec){ .name = cases[i].name, .name_length = cases[i].length });
        expect_refusal(&w, cases[i].sentence);
    }
}

static void names_that_only_look_so_are_not_refused(void **state)
{
    static const char *const names[] = { "a..b", "..a/b", "a../b", ".../x", "." };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        Writer w = { 0 };
        Zip *zip;
        add(&w, (Spec){ .name = names[i] });
        finish(&w, "");
        assert_int_equal(zip_open_bytes(&zip, "x.zip", w.file.data, w.file.size), OK);
        zip_close(zip);
        free_writer(&w);
    }
}

static void encrypted_entries_and_strange_methods_are_refused(void **state)
{
    Writer w = { 0 };
    add(&w, (Spec){ .name = "secret", .flags = 1 });
    expect_refusal(&w, "x.zip: entry secret is encrypted");
    w = (Writer){ 0 };
    add(&w, (Spec){ .name = "x", .method = 12 });
    expect_refusal(&w, "is packed by method 12");
}

static void zip64_is_refused_by_name(void **state)
{
    Writer w = { 0 };
    add(&w, (Spec){ .name = "x", .lie_size = 0xffffffff });
    expect_refusal(&w, "is zip64");
    w = (Writer){ .count = 0xffff };
    expect_refusal(&w, "is a zip64 archive");
}

static void entries_that_overlap_are_refused(void **state)
{
    Writer w = { 0 };
    add(&w, (Spec){ .name = "kernel", .content = "0123456789012345678901234567890123456789", .size = 40 });
    add(&w, (Spec){ .name = "again", .content = "x", .size = 1, .lie_offset = 20 });
    expect_refusal(&w, "overlap");
}

static void an_entry_past_the_file_is_refused_with_what_it_needs_and_has(void **state)
{
    Writer w = { 0 };
    add(&w, (Spec){ .name = "x", .content = "abc", .size = 3, .lie_size = 700, .lie_packed = 700 });
    expect_refusal(&w, "x.zip: entry x at 0x0 runs past the file (needs 731, has 34)");
    w = (Writer){ 0 };
    add(&w, (Spec){ .name = "x", .content = "abc", .size = 3, .lie_offset = 5000 });
    expect_refusal(&w, "runs past the file (needs 34, has 0)");
}

static void sizes_that_deflate_cannot_reach_are_refused_at_opening(void **state)
{
    Writer w = { 0 };
    add(&w, (Spec){ .name = "bomb", .content = "x", .size = 1, .method = 8, .lie_size = 900000000 });
    expect_refusal(&w, "claims to unpack from 3 to 900000000 bytes");
}

static void an_entry_that_unpacks_to_more_or_less_than_it_claims_is_an_error(void **state)
{
    static const char content[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    for (u32 size = 20; size <= 60; size += 40) {
        Writer w = { 0 };
        Zip *zip;
        Buf out = { 0 };
        add(&w, (Spec){ .name = "x", .content = content, .size = 40, .method = 8, .lie_size = size });
        finish(&w, "");
        assert_int_equal(zip_open_bytes(&zip, "x.zip", w.file.data, w.file.size), OK);
        assert_int_equal(zip_read(zip, zip_find(zip, "x"), &out), ERR_INPUT);
        assert_non_null(strstr(error_text(), size == 20 ? "unpacks to more" : "unpacks to fewer"));
        assert_int_equal(out.size, 0);
        zip_close(zip);
        buf_free(&out);
        free_writer(&w);
    }
}

static void a_wrong_checksum_is_an_error(void **state)
{
    Writer w = { 0 };
    Zip *zip;
    Buf out = { 0 };
    add(&w, (Spec){ .name = "x", .content = "abc", .size = 3, .lie_crc = 0x12345678 });
    finish(&w, "");
    assert_int_equal(zip_open_bytes(&zip, "x.zip", w.file.data, w.file.size), OK);
    assert_int_equal(zip_read(zip, zip_find(zip, "x"), &out), ERR_INPUT);
    assert_string_equal(error_text(), "x.zip: entry x has checksum 352441c2, the directory says 12345678");
    zip_close(zip);
    buf_free(&out);
    free_writer(&w);
}

static void an_archive_cut_anywhere_is_refused(void **state)
{
    Writer w = { 0 };
    add(&w, (Spec){ .name = "a", .content = "some text", .size = 9 });
    add(&w, (Spec){ .name = "b", .content = "some more text", .size = 14, .method = 8 });
    finish(&w, "");
    for (size_t size = 0; size < w.file.size; size++) {
        Zip *zip;
        u8 *copy = malloc(size + 1);
        memcpy(copy, w.file.data, size);
        assert_int_not_equal(zip_open_bytes(&zip, "x.zip", copy, size), OK);
        free(copy);
    }
    free_writer(&w);
}

static void a_file_that_is_not_there_is_not_found(void **state)
{
    Zip *zip;
    assert_int_equal(zip_open(&zip, "/nonexistent/x.zip"), ERR_NOT_FOUND);
    assert_non_null(strstr(error_text(), "/nonexistent/x.zip"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_and_deflated_entries_are_found_and_read),
        cmocka_unit_test(a_stored_entry_lies_in_the_file_where_its_offset_says),
        cmocka_unit_test(bytes_before_the_archive_and_a_comment_after_it_do_not_matter),
        cmocka_unit_test(an_entry_with_a_data_descriptor_is_read_by_the_directory),
        cmocka_unit_test(of_two_entries_with_one_name_the_later_is_found),
        cmocka_unit_test(an_archive_of_nothing_is_an_archive),
        cmocka_unit_test(names_that_lead_elsewhere_are_refused),
        cmocka_unit_test(names_that_only_look_so_are_not_refused),
        cmocka_unit_test(encrypted_entries_and_strange_methods_are_refused),
        cmocka_unit_test(zip64_is_refused_by_name),
        cmocka_unit_test(entries_that_overlap_are_refused),
        cmocka_unit_test(an_entry_past_the_file_is_refused_with_what_it_needs_and_has),
        cmocka_unit_test(sizes_that_deflate_cannot_reach_are_refused_at_opening),
        cmocka_unit_test(an_entry_that_unpacks_to_more_or_less_than_it_claims_is_an_error),
        cmocka_unit_test(a_wrong_checksum_is_an_error),
        cmocka_unit_test(an_archive_cut_anywhere_is_refused),
        cmocka_unit_test(a_file_that_is_not_there_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
