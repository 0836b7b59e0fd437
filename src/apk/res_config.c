/*
 * Which resource a phone takes. Two rules, both Android's:
 *
 * - A resource whose configuration asks for something else than the phone is,
 *   or for more than it has (a larger screen, a later API level), is out.
 *   Density is never a reason: pictures can be scaled.
 * - Of the others, the first property in the order of precedence in which two
 *   differ decides: one that names it beats one that does not; of sizes the
 *   largest (the nearest below the phone's), of densities the one that scales best.
 */
#include "apk/res_config.h"

#include "base/bytes.h"

#include <ctype.h>

_Static_assert(sizeof(ResConfig) == 48, "the structure is copied as it lies in the file");

enum {
    LAYOUT_SIZE = 0x0f, LAYOUT_LONG = 0x30, LAYOUT_DIRECTION = 0xc0, SIZE_NORMAL = 2,
    ROUND = 0x03,
    UI_TYPE = 0x0f, UI_NIGHT = 0x30,
    KEYS_HIDDEN = 0x03, KEYS_EXPOSED = 1, KEYS_SOFT = 3, NAVIGATION_HIDDEN = 0x0c,
};

bool res_config_read(ResConfig *out, const u8 *bytes, size_t room)
{
    memset(out, 0, sizeof *out);
    if (room < 4)
        return false;
    u32 size = le32(bytes);
    if (size < 4 || size > room)
        return false;
    memcpy(out, bytes + 4, MIN(size - 4, sizeof *out));
    return true;
}

bool res_config_same(const ResConfig *a, const ResConfig *b)
{
    return !memcmp(a, b, sizeof *a);
}

/* ---- matching ------------------------------------------------------------------- */

/* 0 is any. */
static bool fits(u32 wanted, u32 has)
{
    return !wanted || wanted == has;
}

static bool fits_up_to(u32 wanted, u32 has)
{
    return wanted <= has;
}

static bool letters_fit(const u8 wanted[2], const u8 has[2])
{
    return !wanted[0] || (wanted[0] == has[0] && wanted[1] == has[1]);
}

bool res_config_matches(const ResConfig *c, const ResConfig *phone)
{
    u32 keys = c->input_flags & KEYS_HIDDEN, phone_keys = phone->input_flags & KEYS_HIDDEN;

    return fits(c->mcc, phone->mcc) && fits(c->mnc, phone->mnc)
        && letters_fit(c->language, phone->language) && letters_fit(c->region, phone->region)
        && fits(c->screen_layout & LAYOUT_DIRECTION, phone->screen_layout & LAYOUT_DIRECTION)
        && fits_up_to(c->screen_layout & LAYOUT_SIZE, phone->screen_layout & LAYOUT_SIZE)
        && fits(c->screen_layout & LAYOUT_LONG, phone->screen_layout & LAYOUT_LONG)
        && fits(c->ui_mode & UI_TYPE, phone->ui_mode & UI_TYPE)
        && fits(c->ui_mode & UI_NIGHT, phone->ui_mode & UI_NIGHT)
        && fits_up_to(c->smallest_width_dp, phone->smallest_width_dp)
        && fits(c->screen_layout2 & ROUND, phone->screen_layout2 & ROUND)
        && fits_up_to(c->width_dp, phone->width_dp) && fits_up_to(c->height_dp, phone->height_dp)
        && fits(c->orientation, phone->orientation) && fits(c->touchscreen, phone->touchscreen)
        /* "keys exposed" holds for a soft keyboard too: it is from a time before there were any */
        && (fits(keys, phone_keys) || (keys == KEYS_EXPOSED && phone_keys == KEYS_SOFT))
        && fits(c->input_flags & NAVIGATION_HIDDEN, phone->input_flags & NAVIGATION_HIDDEN)
        && fits(c->keyboard, phone->keyboard) && fits(c->navigation, phone->navigation)
        && fits_up_to(c->screen_width, phone->screen_width) && fits_up_to(c->screen_height, phone->screen_height)
        && fits_up_to(c->sdk_version, phone->sdk_version) && fits(c->minor_version, phone->minor_version);
}

/* ---- preference ------------------------------------------------------------------ */

/* Each of these: 1 a is better, -1 b is, 0 the next property decides. */

/* The phone has the property, and one of the two names it. */
static int by_naming(u32 a, u32 b, u32 phone)
{
    if (a == b || !phone)
        return 0;
    return a ? 1 : -1;
}

static int by_largest(u32 a, u32 b)
{
    return a == b ? 0 : a > b ? 1 : -1;
}

/* Nearest to the phone in the sum over both dimensions; one that the phone does not know is left out. */
static int by_distance(u32 a_width, u32 a_height, u32 b_width, u32 b_height, u32 width, u32 height)
{
    int a = 0, b = 0;
    if (width) {
        a += (int)width - (int)a_width;
        b += (int)width - (int)b_width;
    }
    if (height) {
        a += (int)height - (int)a_height;
        b += (int)height - (int)b_height;
    }
    return a == b ? 0 : a < b ? 1 : -1;
}

/* On a phone of normal size and above, no size means normal, but saying so is better. */
static int by_screen_size(u32 a, u32 b, u32 phone)
{
    if (a == b || !phone)
        return 0;
    u32 a_size = a, b_size = b;
    if (phone >= SIZE_NORMAL) {
        a_size = a ? a : SIZE_NORMAL;
        b_size = b ? b : SIZE_NORMAL;
    }
    if (a_size == b_size)
        return a ? 1 : -1;
    return a_size > b_size ? 1 : -1;
}

/*
 * Pictures for any density (vectors) first; else the one that scales best, where
 * to scale down is taken as twice as good as to scale up.
 */
static int by_density(u32 a, u32 b, u32 phone)
{
    if (a == b)
        return 0;
    a = a ? a : DENSITY_MEDIUM;
    b = b ? b : DENSITY_MEDIUM;
    if (a == DENSITY_ANY)
        return 1;
    if (b == DENSITY_ANY)
        return -1;
    i64 wanted = phone && phone != DENSITY_ANY ? phone : DENSITY_MEDIUM;
    i64 high = MAX(a, b), low = MIN(a, b);
    bool take_high;
    if (wanted >= high)
        take_high = true;
    else if (low >= wanted)
        take_high = false;
    else
        take_high = (2 * low - wanted) * high <= wanted * wanted;
    /* two that count as equal (none, and 160): as if a were the larger */
    bool a_is_high = a >= b;
    return take_high == a_is_high ? 1 : -1;
}

static int by_hidden_keys(u32 a, u32 b, u32 phone)
{
    if (a == b || !phone)
        return 0;
    if (!a || !b)
        return a ? 1 : -1;
    return phone == a ? 1 : phone == b ? -1 : 0;
}

static int by_hidden_navigation(u32 a, u32 b, u32 phone)
{
    if (a == b || !phone || (a && b))
        return 0;
    return a ? 1 : -1;
}

bool res_config_is_better(const ResConfig *a, const ResConfig *b, const ResConfig *phone)
{
    int better;
#define TRY(comparison) if ((better = (comparison)) != 0) return better > 0
    TRY(by_naming(a->mcc, b->mcc, phone->mcc));
    TRY(by_naming(a->mnc, b->mnc, phone->mnc));
    TRY(by_naming(a->language[0], b->language[0], phone->language[0]));
    TRY(by_naming(a->region[0], b->region[0], phone->region[0]));
    TRY(by_naming((u8)a->script[0], (u8)b->script[0], (u8)phone->script[0]));
    TRY(by_naming((u8)a->variant[0], (u8)b->variant[0], (u8)phone->variant[0]));
    if (phone->screen_layout & LAYOUT_DIRECTION)
        TRY(by_largest(a->screen_layout & LAYOUT_DIRECTION, b->screen_layout & LAYOUT_DIRECTION));
    TRY(by_largest(a->smallest_width_dp, b->smallest_width_dp));
    TRY(by_distance(a->width_dp, a->height_dp, b->width_dp, b->height_dp, phone->width_dp, phone->height_dp));
    TRY(by_screen_size(a->screen_layout & LAYOUT_SIZE, b->screen_layout & LAYOUT_SIZE, phone->screen_layout & LAYOUT_SIZE));
    TRY(by_naming(a->screen_layout & LAYOUT_LONG, b->screen_layout & LAYOUT_LONG, phone->screen_layout & LAYOUT_LONG));
    TRY(by_naming(a->screen_layout2 & ROUND, b->screen_layout2 & ROUND, phone->screen_layout2 & ROUND));
    TRY(by_naming(a->orientation, b->orientation, phone->orientation));
    TRY(by_naming(a->ui_mode & UI_TYPE, b->ui_mode & UI_TYPE, phone->ui_mode & UI_TYPE));
    TRY(by_naming(a->ui_mode & UI_NIGHT, b->ui_mode & UI_NIGHT, phone->ui_mode & UI_NIGHT));
    TRY(by_density(a->density, b->density, phone->density));
    TRY(by_naming(a->touchscreen, b->touchscreen, phone->touchscreen));
    TRY(by_hidden_keys(a->input_flags & KEYS_HIDDEN, b->input_flags & KEYS_HIDDEN, phone->input_flags & KEYS_HIDDEN));
    TRY(by_hidden_navigation(a->input_flags & NAVIGATION_HIDDEN, b->input_flags & NAVIGATION_HIDDEN, phone->input_flags & NAVIGATION_HIDDEN));
    TRY(by_naming(a->keyboard, b->keyboard, phone->keyboard));
    TRY(by_naming(a->navigation, b->navigation, phone->navigation));
    TRY(by_distance(a->screen_width, a->screen_height, b->screen_width, b->screen_height, phone->screen_width, phone->screen_height));
    if (phone->sdk_version)
        TRY(by_largest(a->sdk_version, b->sdk_version));
    TRY(by_naming(a->minor_version, b->minor_version, phone->minor_version));
#undef TRY
    return false;
}

/* ---- locales ---------------------------------------------------------------------- */

/* Two letters as they are; three in 5 bits each, counted from base. */
static void pack_letters(u8 out[2], const char *in, size_t length, char base)
{
    if (length < 3) {
        out[0] = (u8)in[0];
        out[1] = (u8)in[1];
        return;
    }
    u32 first = (u32)(in[0] - base) & 0x7f, second = (u32)(in[1] - base) & 0x7f, third = (u32)(in[2] - base) & 0x7f;
    out[0] = (u8)(0x80 | third << 2 | second >> 3);
    out[1] = (u8)(second << 5 | first);
}

static void append_letters(Buf *out, const u8 in[2], char base)
{
    if (in[0] & 0x80) {
        buf_add_char(out, (char)(base + (in[1] & 0x1f)));
        buf_add_char(out, (char)(base + ((in[1] >> 5) + ((in[0] & 3) << 3))));
        buf_add_char(out, (char)(base + ((in[0] & 0x7c) >> 2)));
    } else if (in[0]) {
        buf_add(out, in, 2);
    }
}

void res_config_set_locale(ResConfig *config, const char *tag)
{
    memset(config->language, 0, sizeof config->language);
    memset(config->region, 0, sizeof config->region);
    memset(config->script, 0, sizeof config->script);
    memset(config->variant, 0, sizeof config->variant);
    for (;;) {
        size_t length = strcspn(tag, "-");
        if (length == 2 || length == 3) {
            if (config->language[0])
                pack_letters(config->region, tag, length, '0');
            else
                pack_letters(config->language, tag, length, 'a');
        } else if (length == 4) {
            for (size_t i = 0; i < 4; i++)
                config->script[i] = (char)(i ? tolower((u8)tag[i]) : toupper((u8)tag[i]));
        } else if (length >= 5 && length <= 8) {
            for (size_t i = 0; i < length; i++)
                config->variant[i] = (char)tolower((u8)tag[i]);
        }
        if (!tag[length])
            return;
        tag += length + 1;
    }
}

void res_config_append_locale(Buf *out, const ResConfig *config)
{
    size_t begin = out->size;
    if (!config->language[0] && !config->region[0])
        return;
    append_letters(out, config->language, 'a');
    if (config->script[0]) {
        if (out->size > begin)
            buf_add_char(out, '-');
        buf_add(out, config->script, strnlen(config->script, sizeof config->script));
    }
    if (config->region[0]) {
        if (out->size > begin)
            buf_add_char(out, '-');
        append_letters(out, config->region, '0');
    }
    if (config->variant[0]) {
        buf_add_char(out, '-');
        buf_add(out, config->variant, strnlen(config->variant, sizeof config->variant));
    }
}

/* ---- as text ---------------------------------------------------------------------- */

typedef struct Named {
    u32 value;
    const char *name;
} Named;

/* "-name" or, for a value without one, "-otherwise=value". 0 is left out. */
static void append_named(Buf *out, size_t begin, u32 value, const Named *names, const char *otherwise)
{
    if (!value)
        return;
    if (out->size > begin)
        buf_add_char(out, '-');
    for (; names->name; names++)
        if (names->value == value) {
            buf_add_str(out, names->name);
            return;
        }
    buf_printf(out, "%s=%u", otherwise, value);
}

static void append_number(Buf *out, size_t begin, const char *format, u32 value)
{
    if (!value)
        return;
    if (out->size > begin)
        buf_add_char(out, '-');
    buf_printf(out, format, value);
}

/* A folder's way to write a locale: "de-rCH", or "b+zh+Hans+CN" once there is a script or a variant. */
static void append_folder_locale(Buf *out, size_t begin, const ResConfig *c)
{
    if (!c->language[0])
        return;
    if (out->size > begin)
        buf_add_char(out, '-');
    bool long_form = c->script[0] || c->variant[0];
    if (long_form)
        buf_add_str(out, "b+");
    append_letters(out, c->language, 'a');
    if (c->script[0]) {
        buf_add_char(out, '+');
        buf_add(out, c->script, strnlen(c->script, sizeof c->script));
    }
    if (c->region[0]) {
        buf_add_str(out, long_form ? "+" : "-r");
        append_letters(out, c->region, '0');
    }
    if (c->variant[0]) {
        buf_add_char(out, '+');
        buf_add(out, c->variant, strnlen(c->variant, sizeof c->variant));
    }
}

void res_config_append(Buf *out, const ResConfig *c)
{
    static const Named directions[] = { { 0x40, "ldltr" }, { 0x80, "ldrtl" }, { 0 } };
    static const Named sizes[] = { { 1, "small" }, { 2, "normal" }, { 3, "large" }, { 4, "xlarge" }, { 0 } };
    static const Named longs[] = { { 0x10, "notlong" }, { 0x20, "long" }, { 0 } };
    static const Named rounds[] = { { 1, "notround" }, { 2, "round" }, { 0 } };
    static const Named gamuts[] = { { 1, "nowidecg" }, { 2, "widecg" }, { 0 } };
    static const Named ranges[] = { { 4, "lowdr" }, { 8, "highdr" }, { 0 } };
    static const Named orientations[] = { { 1, "port" }, { 2, "land" }, { 3, "square" }, { 0 } };
    static const Named ui_types[] = { { 2, "desk" }, { 3, "car" }, { 4, "television" }, { 5, "appliance" }, { 6, "watch" }, { 7, "vrheadset" }, { 0 } };
    static const Named nights[] = { { 0x10, "notnight" }, { 0x20, "night" }, { 0 } };
    static const Named densities[] = {
        { 120, "ldpi" }, { 160, "mdpi" }, { 213, "tvdpi" }, { 240, "hdpi" }, { 320, "xhdpi" }, { 480, "xxhdpi" }, { 640, "xxxhdpi" },
        { DENSITY_ANY, "anydpi" }, { DENSITY_NONE, "nodpi" }, { 0 },
    };
    static const Named touchscreens[] = { { 1, "notouch" }, { 2, "stylus" }, { 3, "finger" }, { 0 } };
    static const Named keys[] = { { 1, "keysexposed" }, { 2, "keyshidden" }, { 3, "keyssoft" }, { 0 } };
    static const Named keyboards[] = { { 1, "nokeys" }, { 2, "qwerty" }, { 3, "12key" }, { 0 } };
    static const Named hidden_navigations[] = { { 4, "navexposed" }, { 8, "navhidden" }, { 0 } };
    static const Named navigations[] = { { 1, "nonav" }, { 2, "dpad" }, { 3, "trackball" }, { 4, "wheel" }, { 0 } };
    size_t begin = out->size;

    append_number(out, begin, "mcc%u", c->mcc);
    append_number(out, begin, "mnc%u", c->mnc);
    append_folder_locale(out, begin, c);
    append_named(out, begin, c->screen_layout & LAYOUT_DIRECTION, directions, "layoutDir");
    append_number(out, begin, "sw%udp", c->smallest_width_dp);
    append_number(out, begin, "w%udp", c->width_dp);
    append_number(out, begin, "h%udp", c->height_dp);
    append_named(out, begin, c->screen_layout & LAYOUT_SIZE, sizes, "screenLayoutSize");
    append_named(out, begin, c->screen_layout & LAYOUT_LONG, longs, "screenLayoutLong");
    append_named(out, begin, c->screen_layout2 & ROUND, rounds, "screenRound");
    append_named(out, begin, c->color_mode & 0x03, gamuts, "wideColorGamut");
    append_named(out, begin, c->color_mode & 0x0c, ranges, "hdr");
    append_named(out, begin, c->orientation, orientations, "orientation");
    append_named(out, begin, c->ui_mode & UI_TYPE, ui_types, "uiModeType");
    append_named(out, begin, c->ui_mode & UI_NIGHT, nights, "uiModeNight");
    bool density_has_name = false;
    for (size_t i = 0; densities[i].name; i++)
        density_has_name |= densities[i].value == c->density;
    if (density_has_name)
        append_named(out, begin, c->density, densities, "");
    else
        append_number(out, begin, "%udpi", c->density);
    append_named(out, begin, c->touchscreen, touchscreens, "touchscreen");
    append_named(out, begin, c->input_flags & KEYS_HIDDEN, keys, "keysHidden");
    append_named(out, begin, c->keyboard, keyboards, "keyboard");
    append_named(out, begin, c->input_flags & NAVIGATION_HIDDEN, hidden_navigations, "inputFlagsNavHidden");
    append_named(out, begin, c->navigation, navigations, "navigation");
    if (c->screen_width || c->screen_height) {
        if (out->size > begin)
            buf_add_char(out, '-');
        buf_printf(out, "%ux%u", c->screen_width, c->screen_height);
    }
    if (c->sdk_version || c->minor_version) {
        if (out->size > begin)
            buf_add_char(out, '-');
        buf_printf(out, "v%u", c->sdk_version);
        if (c->minor_version)
            buf_printf(out, ".%u", c->minor_version);
    }
}
