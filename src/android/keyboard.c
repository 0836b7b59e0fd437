/*
 * The soft keyboard's window: keys where a phone of this size has them, so that
 * touches recorded on one type the same.
 *
 * A page is four rows of text. A letter of it is a key of that letter; the letters
 * below a blank are the keys that do something (the enum). Widths are in
 * thousandths of the row, and rows are centred. See input_method.h.
 */
#include "android/input_method.h"

#include "android/input.h"
#include "android/natives.h"
#include "android/screen.h"
#include "android/window.h"
#include "android/window_draw.h"

#include <utf8proc.h>

enum {
    ROWS = 4, MOST_KEYS = 12,
    HEIGHT = 540, HEIGHT_LANDSCAPE = 454, STRIP = 105,      /* 205.6, 173 and 40 dp: the keys, and the suggestions above them */
};
enum { KEY_SHIFT = 1, KEY_DELETE, KEY_SYMBOLS, KEY_LETTERS, KEY_MORE, KEY_RETURN };
#define SHIFT "\1"
#define DELETE "\2"
#define SYMBOLS "\3"
#define LETTERS "\4"
#define MORE "\5"
#define RETURN "\6"

typedef enum Page { PAGE_LETTERS, PAGE_SYMBOLS, PAGE_MORE, PAGE_NUMBER, PAGE_PHONE, PAGE_PHONE_SYMBOLS, PAGE_COUNT } Page;

static const char *const pages[PAGE_COUNT][ROWS] = {
    [PAGE_LETTERS] = { "qwertyuiop", "asdfghjkl", SHIFT "zxcvbnm" DELETE, SYMBOLS ", ." RETURN },
    [PAGE_SYMBOLS] = { "1234567890", "@#$%&-+()", MORE "*\"':;!?" DELETE, LETTERS ", ." RETURN },
    [PAGE_MORE] = { "~`|•√π÷×¶∆", "£¢€¥^°={}", SYMBOLS "\\©®™℅[]" DELETE, LETTERS ", ." RETURN },
    [PAGE_NUMBER] = { "123-", "456,", "789" DELETE, " 0." RETURN },
    [PAGE_PHONE] = { "123-", "456.", "789" DELETE, MORE "0 " RETURN },
    [PAGE_PHONE_SYMBOLS] = { "(/)-", "N,;.", "*#+" DELETE, LETTERS "0 " RETURN },
};

typedef struct Key {
    u32 character;                  /* or one of KEY_… */
    i32 width;
} Key;

typedef struct Keyboard {
    Page page;
    bool shifted;
} Keyboard;

static Keyboard *state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_KEYBOARD);
    if (!*slot)
        *slot = xcalloc(1, sizeof(Keyboard));
    return *slot;
}

/* ---- keys --------------------------------------------------------------------------------------- */

enum { CLASS_MASK = 0xf, CLASS_TEXT = 1, CLASS_NUMBER, CLASS_PHONE, CLASS_DATETIME, VARIATION_MASK = 0xff0, VARIATION_URI = 0x10, VARIATION_EMAIL = 0x20, VARIATION_WEB_EMAIL = 0xd0 };

static i32 input_type(Vm *vm)
{
    const Editor *e = input_method_editor(vm);
    return e ? e->input_type : 0;
}

/* The key beside the space bar suits what is typed. */
static u32 beside_space(Vm *vm)
{
    i32 type = input_type(vm), variation = type & VARIATION_MASK;
    if ((type & CLASS_MASK) != CLASS_TEXT)
        return ',';
    return variation == VARIATION_URI ? '/' : variation == VARIATION_EMAIL || variation == VARIATION_WEB_EMAIL ? '@' : ',';
}

static i32 width_of(Page page, u32 character)
{
    if (page >= PAGE_NUMBER)
        return 250;
    return character == ' ' ? 500 : character < ' ' ? 150 : 100;
}

static u32 read_row(Vm *vm, Page page, u32 row, Key keys[MOST_KEYS])
{
    u32 count = 0;
    const u8 *p = (const u8 *)pages[page][row];
    for (utf8proc_int32_t c; *p && count < MOST_KEYS; count++) {
        p += utf8proc_iterate(p, -1, &c);
        u32 character = page < PAGE_NUMBER && row == ROWS - 1 && c == ',' ? beside_space(vm) : (u32)c;
        keys[count] = (Key){ character, width_of(page, character) };
    }
    return count;
}

static i32 row_start(const Key *keys, u32 count)
{
    i32 sum = 0;
    for (u32 i = 0; i < count; i++)
        sum += keys[i].width;
    return (1000 - sum) / 2;
}

/* Calls visit with every key's place, until it answers true. */
static bool each_key(Vm *vm, RectI frame, bool (*visit)(void *context, u32 character, RectI at), void *context)
{
    i32 across = frame.right - frame.left, down = (frame.bottom - frame.top - STRIP) / ROWS;
    for (u32 row = 0; row < ROWS; row++) {
        Key keys[MOST_KEYS];
        u32 count = read_row(vm, state(vm)->page, row, keys);
        i32 x = row_start(keys, count);
        for (u32 i = 0; i < count; x += keys[i++].width) {
            i32 y = frame.top + STRIP + (i32)row * down, left = frame.left + x * across / 1000;
            if (visit(context, keys[i].character, (RectI){ left, y, left + keys[i].width * across / 1000, y + down }))
                return true;
        }
    }
    return false;
}

typedef struct Search {
    i32 x, y;
    u32 found;
} Search;

static bool is_there(void *context, u32 character, RectI at)
{
    Search *s = context;
    if (s->x < at.left || s->x >= at.right || s->y < at.top || s->y >= at.bottom)
        return false;
    s->found = character;
    return true;
}

/* ---- pressing them -------------------------------------------------------------------------------- */

static void turn_page(Keyboard *k, u32 key)
{
    bool phone = k->page == PAGE_PHONE || k->page == PAGE_PHONE_SYMBOLS;
    k->shifted = false;
    k->page = key == KEY_LETTERS ? (phone ? PAGE_PHONE : PAGE_LETTERS) : key == KEY_MORE ? (phone ? PAGE_PHONE_SYMBOLS : PAGE_MORE) : PAGE_SYMBOLS;
}

static void press(Thread *t, u32 key)
{
    Keyboard *k = state(t->vm);
    switch (key) {
    case 0:
        break;
    case KEY_SHIFT:
        k->shifted = !k->shifted;
        break;
    case KEY_DELETE:
        input_method_delete(t);
        break;
    case KEY_RETURN:
        input_method_enter(t);
        break;
    case KEY_SYMBOLS: case KEY_LETTERS: case KEY_MORE:
        turn_page(k, key);
        break;
    default:
        input_method_type(t, k->shifted ? (u32)utf8proc_toupper((utf8proc_int32_t)key) : key);
        k->shifted = false;
    }
}

/* A key is pressed where the finger leaves. */
static void touch(Thread *t, i32 action, float x, float y)
{
    const Window *w = window_find_type(t->vm, TYPE_INPUT_METHOD);
    Search search = { (i32)x, (i32)y, 0 };
    if (action == TOUCH_UP && w && each_key(t->vm, w->frames.frame, is_there, &search))
        press(t, search.found);
}

/* ---- drawing ------------------------------------------------------------------------------------------ */

static bool draw_key(void *context, u32 character, RectI at)
{
    static const char *const words[] = { [KEY_SHIFT] = "shift", [KEY_DELETE] = "del", [KEY_SYMBOLS] = "?123", [KEY_LETTERS] = "ABC", [KEY_MORE] = "=\\<", [KEY_RETURN] = "enter" };
    const Pen *pen = context;
    bool shifted = state(pen->vm)->shifted;
    char utf8[8] = { 0 };
    utf8proc_encode_char(shifted ? utf8proc_toupper((utf8proc_int32_t)character) : (utf8proc_int32_t)character, (utf8proc_uint8_t *)utf8);
    RectI inner = { at.left + 6, at.top + 8, at.right - 6, at.bottom - 8 };
    pen_box(pen, inner, 8, character < ' ' ? 0xff455a64 : 0xff37474f);
    pen_label(pen, inner, character < COUNT_OF(words) ? words[character] : utf8, character < ' ' ? 40 : 58, 0xffeceff1);
    return false;
}

static void draw(const Pen *pen, const Window *w)
{
    pen_box(pen, w->frames.frame, 0, 0xff263238);
    each_key(pen->vm, w->frames.frame, draw_key, (void *)pen);
}

/* ---- coming and going ------------------------------------------------------------------------------------ */

void keyboard_restart(Thread *t)
{
    Keyboard *k = state(t->vm);
    const Editor *e = input_method_editor(t->vm);
    i32 type = input_type(t->vm) & CLASS_MASK;
    k->page = type == CLASS_NUMBER || type == CLASS_DATETIME ? PAGE_NUMBER : type == CLASS_PHONE ? PAGE_PHONE : PAGE_LETTERS;
    k->shifted = e && e->caps;
}

/* Not where nobody could type: while no window has the focus. */
static RectI place(Vm *vm)
{
    if (!window_focused(vm))
        return (RectI){ 0 };
    i32 height = STRIP + (screen_is_landscape(vm) ? HEIGHT_LANDSCAPE : HEIGHT), end = screen_app_height(vm);
    return (RectI){ 0, end - height, screen_app_width(vm), end };
}

void keyboard_show(Thread *t)
{
    keyboard_restart(t);
    window_add_own(t, TYPE_INPUT_METHOD, place, touch)->draw = draw;
    window_layout_all(t, NULL, NULL);
}

void keyboard_hide(Thread *t)
{
    Window *w = window_find_type(t->vm, TYPE_INPUT_METHOD);
    if (w)
        window_remove(t, w);
}
