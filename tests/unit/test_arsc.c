/* apk/arsc, resources, theme, res_config: a table of ours in both encodings (tests/fuzz/seeds/app), and damaged ones. */
#include "apk/theme.h"
#include "base/file.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

typedef struct Table {
    Buf bytes;
    Arsc *arsc;
    Resources *res;
} Table;

static const ResConfig phone = { .language = "en", .region = "US", .density = 480, .sdk_version = 23, .orientation = 1, .screen_layout = 0x52,
                                 .smallest_width_dp = 360, .width_dp = 360, .height_dp = 640 };

static Table open_table(const char *form)
{
    Table t = { 0 };
    char *path = xasprintf("tests/fuzz/corpus/arsc/%s.arsc", form);
    assert_int_equal(file_read(path, &t.bytes), OK);
    free(path);
    assert_int_equal(arsc_open(&t.arsc, "resources.arsc", t.bytes.data, t.bytes.size), OK);
    t.res = resources_new();
    resources_add(t.res, t.arsc);
    resources_configure(t.res, &phone);
    return t;
}

static void close_table(Table *t)
{
    resources_free(t->res);
    arsc_free(t->arsc);
    buf_free(&t->bytes);
}

static u32 id_of(const Table *t, const char *name)
{
    u32 id = resources_find(t->res, name, NULL, "org.example.tiny");
    if (!id)
        fail_msg("there is no %s", name);
    return id;
}

/* The string that a resource is after all references. */
static char *string_of(const Table *t, const char *name)
{
    ResValue value;
    Buf text = { 0 };
    i32 block = resources_get(t->res, id_of(t, name), 0, &value, NULL, NULL);
    block = resources_resolve(t->res, &value, block, NULL, NULL, NULL);
    assert_int_equal(value.type, VALUE_STRING);
    assert_true(string_pool_append(&text, resources_strings(t->res, (u32)block), value.data));
    return buf_take(&text);
}

static void assert_string(const Table *t, const char *name, const char *wanted)
{
    char *text = string_of(t, name);
    assert_string_equal(text, wanted);
    free(text);
}

static void with_both(void (*test)(Table *t))
{
    static const char *const forms[] = { "utf8", "utf16" };
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        Table t = open_table(forms[i]);
        test(&t);
        close_table(&t);
    }
}

/* ---- lookup --------------------------------------------------------------------------- */

static void check_strings(Table *t)
{
    assert_string(t, "string/name", "Tiny");
    assert_string(t, "string/again", "Tiny");
    assert_string(t, "string/face", "\xf0\x9f\x98\x80 smile");
    assert_string(t, "string/styled", "a bold and red word");
}

static void strings_are_found_by_name_in_either_encoding(void **state)
{
    with_both(check_strings);
}

static void check_utf16(Table *t)
{
    ResValue value;
    PoolText text;
    u16 units[16];
    resources_get(t->res, id_of(t, "string/face"), 0, &value, NULL, NULL);
    assert_true(string_pool_text(&t->arsc->values, value.data, &text));
    assert_int_equal(pool_text_utf16(&text, units, 16), 8);
    assert_int_equal(units[0], 0xd83d);
    assert_int_equal(units[1], 0xde00);
    assert_int_equal(units[2], ' ');
}

static void a_character_outside_the_first_plane_is_two_units(void **state)
{
    with_both(check_utf16);
}

static void check_spans(Table *t)
{
    ResValue value;
    PoolSpan span;
    Buf name = { 0 };
    resources_get(t->res, id_of(t, "string/styled"), 0, &value, NULL, NULL);
    assert_true(string_pool_span(&t->arsc->values, value.data, 0, &span));
    assert_int_equal(span.first, 2);
    assert_int_equal(span.last, 5);
    string_pool_append(&name, &t->arsc->values, span.name);
    assert_string_equal(buf_str(&name), "b");
    assert_true(string_pool_span(&t->arsc->values, value.data, 1, &span));
    assert_false(string_pool_span(&t->arsc->values, value.data, 2, &span));
    buf_free(&name);
}

static void a_styled_string_has_its_spans(void **state)
{
    with_both(check_spans);
}

static void check_configurations(Table *t)
{
    ResConfig other = phone;
    ResValue value;
    u32 flags = 0;
    res_config_set_locale(&other, "de-AT");
    other.orientation = 2;
    resources_get(t->res, id_of(t, "bool/wide"), 0, &value, &flags, NULL);
    assert_int_equal(value.data, 0);
    assert_int_equal(flags, 0x80);
    resources_configure(t->res, &other);
    assert_string(t, "string/name", "Winzig");
    assert_string(t, "string/again", "Winzig");
    resources_get(t->res, id_of(t, "bool/wide"), 0, &value, NULL, NULL);
    assert_int_equal(value.data, 0xffffffff);
    resources_configure(t->res, &phone);
    assert_string(t, "string/name", "Tiny");
}

static void a_change_of_configuration_is_seen_at_the_next_lookup(void **state)
{
    with_both(check_configurations);
}

static void check_names(Table *t)
{
    ResName name;
    u32 id = id_of(t, "dimen/gap");
    assert_true(resources_name(t->res, id, &name));
    assert_string_equal(name.package, "org.example.tiny");
    assert_true(pool_text_is(&name.type, "dimen", 5));
    assert_true(pool_text_is(&name.entry, "gap", 3));
    assert_int_equal(resources_find(t->res, "gap", "dimen", "org.example.tiny"), id);
    assert_int_equal(resources_find(t->res, "org.example.tiny:dimen/gap", NULL, NULL), id);
    assert_int_equal(resources_find(t->res, "@org.example.tiny:dimen/gap", "x", "y"), id);
    assert_int_equal(resources_find(t->res, "gap", "dimen", "org.example"), 0);
    assert_int_equal(resources_find(t->res, "gap", NULL, "org.example.tiny"), 0);
    assert_int_equal(resources_find(t->res, "org.example.tiny:dimen/", NULL, NULL), 0);
    assert_int_equal(resources_find(t->res, "^index_3", NULL, NULL), 0x02000003);
    assert_false(resources_name(t->res, 0x7f990000, &name));
}

static void names_lead_to_ids_and_back(void **state)
{
    with_both(check_names);
}

static void check_loop(Table *t)
{
    ResValue value;
    u32 last = 0;
    i32 block = resources_get(t->res, id_of(t, "string/loop"), 0, &value, NULL, NULL);
    block = resources_resolve(t->res, &value, block, &last, NULL, NULL);
    assert_true(block >= 0);
    assert_int_equal(value.type, VALUE_REFERENCE);
    assert_int_equal(resources_get(t->res, 0x7f010fff, 0, &value, NULL, NULL), RES_BAD_INDEX);
    assert_int_equal(resources_get(t->res, 0x33010000, 0, &value, NULL, NULL), RES_BAD_INDEX);
    assert_int_equal(resources_get(t->res, id_of(t, "array/words"), 0, &value, NULL, NULL), RES_BAD_VALUE);
}

static void references_in_a_circle_end(void **state)
{
    with_both(check_loop);
}

static void check_arrays(Table *t)
{
    i32 out[3 * STYLE_SIZE];
    u32 words = id_of(t, "array/words");
    assert_int_equal(resources_array(t->res, words, out, 3), 2);
    assert_int_equal(out[STYLE_TYPE], VALUE_STRING);
    assert_int_equal(out[STYLE_COOKIE], 1);
    assert_int_equal(out[STYLE_RESOURCE], 0);
    assert_int_equal(out[STYLE_SIZE + STYLE_RESOURCE], id_of(t, "string/name"));
    assert_int_equal(resources_array(t->res, id_of(t, "array/numbers"), out, 1), 1);
    assert_int_equal(out[STYLE_DATA], 1);
}

static void arrays_resolve_their_items(void **state)
{
    with_both(check_arrays);
}

/* ---- styles and themes ------------------------------------------------------------------- */

static void check_styles(Table *t)
{
    const BagEntry *bag, *again;
    u32 size = id_of(t, "attr/size"), shade = id_of(t, "attr/shade");
    assert_int_equal(resources_bag(t->res, id_of(t, "style/Base.Child"), &bag, NULL), 3);
    for (int i = 0; i < 3; i++) {
        assert_true(i == 0 || bag[i - 1].name < bag[i].name);
        if (bag[i].name == size)
            assert_int_equal(bag[i].value.data, 0x200);
        if (bag[i].name == shade)
            assert_int_equal(bag[i].value.data, id_of(t, "color/ink"));
    }
    resources_bag(t->res, id_of(t, "style/Base.Child"), &again, NULL);
    assert_ptr_equal(bag, again);
}

static void a_style_has_its_parents_items_and_its_own_win(void **state)
{
    with_both(check_styles);
}

static void check_parent_cycle(Table *t)
{
    const BagEntry *bag;
    i32 egg = resources_bag(t->res, id_of(t, "style/Egg"), &bag, NULL);
    assert_in_range(egg, 1, 2);
}

static void styles_that_are_each_others_parents_end(void **state)
{
    with_both(check_parent_cycle);
}

static void check_theme(Table *t)
{
    Theme *theme = theme_new(t->res);
    u32 look = id_of(t, "attr/look"), size = id_of(t, "attr/size"), shade = id_of(t, "attr/shade"), kind = id_of(t, "attr/kind");
    ResValue value;
    i32 out[4 * STYLE_SIZE], indices[5];
    assert_int_equal(theme_apply(theme, id_of(t, "style/Theme"), false), OK);
    /* shade is ?attr/size */
    assert_int_equal(theme_get(theme, shade, &value, NULL), 0);
    assert_int_equal(value.type, VALUE_DIMENSION);
    assert_int_equal(value.data, 0x701);
    assert_int_equal(theme_get(theme, kind, &value, NULL), RES_BAD_INDEX);

    /* the default style named by an attribute beats the theme */
    i32 wanted[] = { (i32)MIN(size, kind), (i32)MAX(size, kind) };
    theme_style(theme, look, 0, NULL, wanted, 2, out, indices);
    assert_int_equal(indices[0], 2);
    const i32 *of_size = out + (size < kind ? 0 : STYLE_SIZE), *of_kind = out + (size < kind ? STYLE_SIZE : 0);
    assert_int_equal(of_size[STYLE_DATA], 0x200);
    assert_int_equal(of_kind[STYLE_DATA], 2);
    assert_int_equal(of_size[STYLE_COOKIE], 1);

    /* asked for in the wrong order, the second is not found in the style and comes from the theme */
    i32 wrong[] = { wanted[1], wanted[0] };
    theme_style(theme, look, 0, NULL, wrong, 2, out, indices);
    if (size < kind)
        assert_int_equal(out[STYLE_SIZE + STYLE_DATA], 0x701);
    else
        assert_int_equal(out[STYLE_SIZE + STYLE_TYPE], VALUE_NULL);

    /* without force what is there stays; with it, it does not */
    theme_apply(theme, id_of(t, "style/Base"), false);
    theme_get(theme, size, &value, NULL);
    assert_int_equal(value.data, 0x701);
    Theme *copy = theme_new(t->res);
    theme_copy(copy, theme);
    theme_apply(theme, id_of(t, "style/Base"), true);
    theme_get(theme, size, &value, NULL);
    assert_int_equal(value.data, 0x100);
    theme_get(copy, size, &value, NULL);
    assert_int_equal(value.data, 0x701);
    theme_clear(copy);
    assert_int_equal(theme_get(copy, size, &value, NULL), RES_BAD_INDEX);

    i32 values[] = { (i32)size };
    theme_attributes(theme, 0, 0, values, (i32[]){ (i32)kind }, 1, out, indices);
    assert_int_equal(out[STYLE_DATA], 0x100);
    theme_free(copy);
    theme_free(theme);
}

static void attributes_come_from_default_style_then_theme(void **state)
{
    with_both(check_theme);
}

/* ---- configurations ------------------------------------------------------------------------ */

/* Which of the configurations a phone takes. */
static int best_of(const ResConfig *configs, int count, const ResConfig *on)
{
    int best = -1;
    for (int i = 0; i < count; i++)
        if (res_config_matches(&configs[i], on) && (best < 0 || res_config_is_better(&configs[i], &configs[best], on)))
            best = i;
    return best;
}

static void of_densities_the_one_that_scales_best_is_taken(void **state)
{
    const ResConfig some[] = { { .density = 120 }, { 0 }, { .density = 240 }, { .density = 320 }, { .density = 640 } };
    ResConfig on = phone;
    assert_int_equal(best_of(some, 5, &on), 4);
    on.density = 320;
    assert_int_equal(best_of(some, 5, &on), 3);
    on.density = 160;
    assert_int_equal(best_of(some, 5, &on), 1);
    on.density = 213;
    assert_int_equal(best_of(some, 5, &on), 2);
    on.density = 100;
    assert_int_equal(best_of(some, 5, &on), 0);
    const ResConfig vector[] = { { .density = 480 }, { .density = DENSITY_ANY, .sdk_version = 21 } };
    assert_int_equal(best_of(vector, 2, &phone), 1);
}

static void a_language_beats_a_density_and_a_size_beats_an_orientation(void **state)
{
    const ResConfig language[] = { { .density = 480 }, { .language = "en" }, { .language = "de" } };
    assert_int_equal(best_of(language, 3, &phone), 1);
    const ResConfig region[] = { { .language = "en" }, { .language = "en", .region = "GB" }, { .language = "en", .region = "US" } };
    assert_int_equal(best_of(region, 3, &phone), 2);
    const ResConfig size[] = { { .orientation = 1 }, { .smallest_width_dp = 320 }, { .smallest_width_dp = 600 }, { .width_dp = 300 } };
    assert_int_equal(best_of(size, 4, &phone), 1);
    const ResConfig level[] = { { .sdk_version = 21 }, { .sdk_version = 23 }, { .sdk_version = 24 }, { 0 } };
    assert_int_equal(best_of(level, 4, &phone), 1);
    const ResConfig night[] = { { 0 }, { .ui_mode = 0x20 }, { .ui_mode = 0x10 } };
    ResConfig on = phone;
    on.ui_mode = 0x21;
    assert_int_equal(best_of(night, 3, &on), 1);
    assert_int_equal(best_of(night, 3, &phone), 0);
}

static void exposed_keys_are_met_by_a_soft_keyboard(void **state)
{
    const ResConfig keys[] = { { .input_flags = 1 }, { .input_flags = 2 }, { .input_flags = 3 } };
    ResConfig on = phone;
    on.input_flags = 3;
    assert_int_equal(best_of(keys, 3, &on), 2);
    assert_int_equal(best_of(keys, 2, &on), 0);
}

static void locales_are_written_as_tags_and_as_folders(void **state)
{
    static const struct { const char *tag, *folder; } locales[] = {
        { "de", "de" }, { "de-CH", "de-rCH" }, { "zh-Hans-CN", "b+zh+Hans+CN" }, { "fil", "fil" }, { "es-419", "es-r419" }, { "sl-rozaj", "b+sl+rozaj" },
        { "", "" },
    };
    for (size_t i = 0; i < COUNT_OF(locales); i++) {
        ResConfig config = { 0 };
        Buf tag = { 0 }, folder = { 0 };
        res_config_set_locale(&config, locales[i].tag);
        res_config_append_locale(&tag, &config);
        res_config_append(&folder, &config);
        assert_string_equal(buf_str(&tag), locales[i].tag);
        assert_string_equal(buf_str(&folder), locales[i].folder);
        buf_free(&tag);
        buf_free(&folder);
    }
}

static void a_configuration_of_any_size_is_read(void **state)
{
    u8 bytes[64] = { 0 };
    ResConfig config;
    bytes[0] = 16;
    bytes[14] = 240;
    assert_true(res_config_read(&config, bytes, sizeof bytes));
    assert_int_equal(config.density, 240);
    bytes[0] = 64;
    bytes[48] = 2;
    assert_true(res_config_read(&config, bytes, sizeof bytes));
    assert_int_equal(config.screen_layout2, 2);
    assert_false(res_config_read(&config, bytes, 63));
    bytes[0] = 2;
    assert_false(res_config_read(&config, bytes, sizeof bytes));
}

/* ---- damage ---------------------------------------------------------------------------------- */

static void a_table_cut_off_anywhere_is_refused_with_a_sentence(void **state)
{
    Buf bytes = { 0 };
    Arsc *arsc;
    assert_int_equal(file_read("tests/fuzz/corpus/arsc/utf8.arsc", &bytes), OK);
    for (size_t size = 0; size < bytes.size; size++) {
        u8 *copy = xmalloc(size + 1);
        memcpy(copy, bytes.data, size);
        assert_int_equal(arsc_open(&arsc, "resources.arsc", copy, size), ERR_INPUT);
        assert_non_null(strstr(error_text(), "resources.arsc: "));
        free(copy);
    }
    buf_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_found_by_name_in_either_encoding),
        cmocka_unit_test(a_character_outside_the_first_plane_is_two_units),
        cmocka_unit_test(a_styled_string_has_its_spans),
        cmocka_unit_test(a_change_of_configuration_is_seen_at_the_next_lookup),
        cmocka_unit_test(names_lead_to_ids_and_back),
        cmocka_unit_test(references_in_a_circle_end),
        cmocka_unit_test(arrays_resolve_their_items),
        cmocka_unit_test(a_style_has_its_parents_items_and_its_own_win),
        cmocka_unit_test(styles_that_are_each_others_parents_end),
        cmocka_unit_test(attributes_come_from_default_style_then_theme),
        cmocka_unit_test(of_densities_the_one_that_scales_best_is_taken),
        cmocka_unit_test(a_language_beats_a_density_and_a_size_beats_an_orientation),
        cmocka_unit_test(exposed_keys_are_met_by_a_soft_keyboard),
        cmocka_unit_test(locales_are_written_as_tags_and_as_folders),
        cmocka_unit_test(a_configuration_of_any_size_is_read),
        cmocka_unit_test(a_table_cut_off_anywhere_is_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
