/* apk/axml and manifest: documents of ours in both encodings (tests/fuzz/seeds/app), and damaged ones. */
#include "apk/manifest.h"
#include "apk/theme.h"
#include "base/file.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const char *const forms[] = { "utf8", "utf16" };

static Buf read_seed(const char *what, const char *form)
{
    Buf bytes = { 0 };
    char *path = xasprintf("tests/fuzz/corpus/axml/%s-%s.xml", what, form);
    assert_int_equal(file_read(path, &bytes), OK);
    free(path);
    return bytes;
}

static void a_document_is_walked_in_order(void **state)
{
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        Buf bytes = read_seed("layout", forms[i]);
        Axml xml;
        assert_int_equal(axml_open(&xml, "layout", bytes.data, bytes.size), OK);
        AxmlCursor c = axml_begin(&xml);
        assert_int_equal(axml_next(&c), AXML_START_NAMESPACE);
        assert_int_equal(axml_next_visible(&c), AXML_START_TAG);
        assert_true(axml_name_is(&c, "Box"));
        assert_int_equal(c.attribute_count, 5);
        assert_int_equal(c.line, 2);
        i32 style = axml_find(&c, NULL, 0, "style", 5);
        assert_true(style >= 0);
        assert_int_equal(c.style_index, style + 1);
        assert_int_equal(axml_attribute(&c, (u32)style).value.type, VALUE_REFERENCE);
        assert_int_equal(axml_find(&c, "http://schemas.android.com/apk/res-auto", 39, "style", 5), -1);
        i32 shade = axml_find(&c, "http://schemas.android.com/apk/res-auto", 39, "shade", 5);
        assert_true(shade >= 0);
        AxmlAttribute found;
        assert_true(axml_find_id(&c, axml_attribute(&c, (u32)shade).id, &found));
        assert_int_equal(found.value.data, 0xffffffff);
        assert_int_equal(axml_next_visible(&c), AXML_TEXT);
        assert_int_equal(axml_next_visible(&c), AXML_START_TAG);
        assert_true(axml_name_is(&c, "Inner"));
        assert_int_equal(axml_next_visible(&c), AXML_END_TAG);
        assert_int_equal(axml_next_visible(&c), AXML_END_TAG);
        assert_int_equal(axml_next_visible(&c), AXML_END_DOCUMENT);
        assert_int_equal(axml_next_visible(&c), AXML_END_DOCUMENT);
        buf_free(&bytes);
    }
}

static void xml_beats_style_beats_theme(void **state)
{
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        Buf bytes = read_seed("layout", forms[i]), table = { 0 };
        char *path = xasprintf("tests/fuzz/corpus/arsc/%s.arsc", forms[i]);
        assert_int_equal(file_read(path, &table), OK);
        free(path);
        Arsc *arsc;
        assert_int_equal(arsc_open(&arsc, "table", table.data, table.size), OK);
        Resources *res = resources_new();
        resources_add(res, arsc);
        Theme *theme = theme_new(res);
        Axml xml;
        axml_open(&xml, "layout", bytes.data, bytes.size);
        AxmlCursor c = axml_begin(&xml);
        axml_next_visible(&c);
        u32 ids[3];
        static const char *const names[] = { "shade", "size", "kind" };
        for (int n = 0; n < 3; n++)
            ids[n] = resources_find(res, names[n], "attr", "org.example.tiny");
        for (int n = 0; n < 3; n++) {
            i32 out[STYLE_SIZE], indices[2];
            theme_style(theme, 0, 0, &c, (i32[]){ (i32)ids[n] }, 1, out, indices);
            assert_int_equal(indices[0], 1);
            assert_int_equal(out[STYLE_COOKIE], n == 1 ? 1 : -1);   /* size comes from the style */
            if (n == 1)
                assert_int_equal(out[STYLE_DATA], 0x200);
        }
        theme_free(theme);
        resources_free(res);
        arsc_free(arsc);
        buf_free(&bytes);
        buf_free(&table);
    }
}

static void a_manifest_tells_what_the_app_is(void **state)
{
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        Buf bytes = read_seed("manifest", forms[i]);
        Manifest *m;
        assert_int_equal(manifest_read_bytes(&m, "AndroidManifest.xml", bytes.data, bytes.size, NULL), OK);
        assert_string_equal(m->package, "org.example.tiny");
        assert_string_equal(m->version_name, "1.2");
        assert_int_equal(m->version_code, 7);
        assert_int_equal(m->min_sdk, 15);
        assert_int_equal(m->target_sdk, 23);
        assert_int_equal(m->permission_count, 1);
        assert_string_equal(m->permissions[0], "android.permission.INTERNET");
        assert_int_equal(m->component_count, 2);
        assert_string_equal(manifest_launcher(m)->name, "org.example.tiny.Main");
        assert_string_equal(manifest_launcher(m)->label, "Start");
        assert_string_equal(m->components[1].name, "org.example.Other");
        assert_true(m->components[1].disabled);
        manifest_free(m);
        buf_free(&bytes);
    }
}

static void a_document_cut_off_anywhere_ends_with_a_sentence(void **state)
{
    Buf bytes = read_seed("layout", "utf8");
    Axml xml;
    for (size_t size = 0; size < bytes.size; size++) {
        u8 *copy = xmalloc(size + 1);
        memcpy(copy, bytes.data, size);
        assert_int_equal(axml_open(&xml, "main.xml", copy, size), ERR_INPUT);
        assert_non_null(strstr(error_text(), "main.xml: "));
        free(copy);
    }
    buf_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_document_is_walked_in_order),
        cmocka_unit_test(xml_beats_style_beats_theme),
        cmocka_unit_test(a_manifest_tells_what_the_app_is),
        cmocka_unit_test(a_document_cut_off_anywhere_ends_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
