/*
 * Any bytes: opened as a resource table, printed, and every resource looked up,
 * named, found by its name, joined with its parents and applied to a theme, for
 * two configurations.
 */
#include "apk/theme.h"

#include <stdlib.h>

static void look_up(Resources *res, Theme *theme, u32 id)
{
    ResValue value;
    const BagEntry *bag;
    ResName name;
    u32 flags = 0, last = 0;
    u16 density = 0;
    i32 out[4 * STYLE_SIZE];
    i32 block = resources_get(res, id, 0, &value, &flags, &density);
    if (block >= 0 && (u32)block >= resources_block_count(res))
        abort();
    resources_get(res, id, 320, &value, &flags, &density);
    if (block >= 0)
        resources_resolve(res, &value, block, &last, &flags, &density);
    i32 count = resources_bag(res, id, &bag, &flags);
    for (i32 i = 0; i < count; i++)
        if (bag[i].block < 0 || (u32)bag[i].block >= resources_block_count(res))
            abort();
    resources_array(res, id, out, 4);
    if (count > 0) {
        const i32 attributes[2] = { (i32)bag[0].name, (i32)bag[count - 1].name };
        theme_apply(theme, id, id & 1);
        theme_style(theme, (u32)attributes[0], id, NULL, attributes, 2, out, NULL);
        theme_attributes(theme, 0, id, attributes, attributes, 2, out, NULL);
    }
    if (resources_name(res, id, &name)) {
        Buf text = { 0 };
        buf_printf(&text, "%s:", name.package);
        pool_text_append(&text, &name.type);
        buf_add_char(&text, '/');
        pool_text_append(&text, &name.entry);
        resources_find(res, buf_str(&text), NULL, NULL);
        buf_free(&text);
    }
}

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t size)
{
    Arsc *arsc;
    if (arsc_open(&arsc, "input", bytes, size))
        return 0;
    Buf text = { 0 };
    if (size < 1 << 14)
        arsc_print(&text, arsc, true);
    buf_free(&text);
    Resources *res = resources_new();
    resources_add(res, arsc);
    Theme *theme = theme_new(res), *copy = theme_new(res);
    ResConfig phone = { .density = 480, .sdk_version = 23, .orientation = 1, .screen_layout = 0x52, .width_dp = 360, .height_dp = 640 };
    for (int turn = 0; turn < 2; turn++) {
        res_config_set_locale(&phone, turn ? "de-DE" : "zh-Hans-CN");
        phone.orientation = (u8)(1 + turn);
        resources_configure(res, &phone);
        for (u32 i = 0; i < arsc->package_count && i < 4; i++)
            for (u32 j = 0; j < arsc->packages[i].type_count && j < 64; j++)
                for (u32 entry = 0; entry < arsc->packages[i].type_list[j].entry_count && entry < 64; entry++)
                    look_up(res, theme, arsc->packages[i].id << 24 | (u32)arsc->packages[i].type_list[j].id << 16 | entry);
        theme_copy(copy, theme);
    }
    theme_free(theme);
    theme_free(copy);
    resources_free(res);
    arsc_free(arsc);
    return 0;
}
