#include "reduce/describe.h"

#include <string.h>

enum { KEY_HOME = 3, KEY_BACK = 4, KEY_CALL = 5, KEY_ENDCALL = 6, KEY_DPAD_UP = 19, KEY_DPAD_RIGHT = 22, KEY_DPAD_CENTER = 23, KEY_VOLUME_UP = 24, KEY_VOLUME_DOWN = 25, KEY_MENU = 82 };

Significance significance(const UserEvent *e)
{
    bool same = e->src.screen == e->des.screen && !e->window_changes;
    if (e->crashes || e->window_changes || e->op == OP_SWITCH || e->op == OP_ROTATE)
        return LEVEL_ESSENTIAL;
    if (e->active || !same || e->op == OP_TEXT)
        return LEVEL_MAJOR;
    return e->object ? LEVEL_MINOR : LEVEL_TRIVIAL;
}

const char *significance_name(Significance level)
{
    static const char *const names[] = { "Trivial", "Minor", "Major", "Essential" };
    return names[level];
}

/* Monkey's names of its kinds. */
static const char *type_of(const UserEvent *e)
{
    switch (e->op) {
    case OP_TAP: case OP_LONG_TAP: return "Touch";
    case OP_DRAG: return "Motion";
    case OP_PINCH: return "PinchZoom";
    case OP_TRACKBALL: return "Trackball";
    case OP_TEXT: return "Text";
    case OP_SWITCH: return "AppSwitch";
    case OP_ROTATE: return "Rotation";
    case OP_OTHER: return "System";
    case OP_KEY: break;
    }
    if (e->key >= KEY_DPAD_UP && e->key <= KEY_DPAD_RIGHT)
        return "Nav";
    if (e->key == KEY_MENU || e->key == KEY_DPAD_CENTER)
        return "MajorNav";
    bool system = e->key == KEY_HOME || e->key == KEY_BACK || e->key == KEY_CALL || e->key == KEY_ENDCALL || e->key == KEY_VOLUME_UP || e->key == KEY_VOLUME_DOWN;
    return system ? "SysOp" : "Key";
}

static void add_deed(Buf *out, const UserEvent *e)
{
    static const char *const deeds[] = {
        [OP_TAP] = "clicks on", [OP_LONG_TAP] = "long-clicks on", [OP_DRAG] = "drags over", [OP_PINCH] = "pinches", [OP_TRACKBALL] = "rolls over", [OP_TEXT] = "types into",
    };
    if (e->op == OP_KEY) {
        buf_add_str(out, " that presses ");
        key_print(out, e->key);
        if (e->object)
            buf_printf(out, " on %s", e->object);
    } else if (e->op == OP_SWITCH) {
        buf_add_str(out, " that opens the app");
    } else if (e->op == OP_ROTATE) {
        buf_add_str(out, " that turns the screen");
    } else if (e->op != OP_OTHER && e->object) {
        buf_printf(out, " that %s %s", deeds[e->op], e->object);
    } else if (e->op != OP_OTHER) {
        buf_add_str(out, " on no widget that takes it");
    }
}

/* "com.example.notes.Main" is "Main": the package says nothing new. */
static const char *short_window(const char *name)
{
    const char *end = name + strcspn(name, ","), *at = name;
    for (const char *p = name; p < end; p++)
        if (*p == '.')
            at = p + 1;
    return at;
}

void describe_event(Buf *out, const Record *r, u32 event, const char *ids)
{
    const UserEvent *e = &r->events[event];
    const char *type = type_of(e);
    buf_printf(out, "#%s is %s %s event", ids, strchr("AEIOU", *type) ? "an" : "a", type);
    add_deed(out, e);
    bool goes_back = e->window_changes && event + 1 < r->count && r->events[event + 1].depth < e->depth;
    if (e->crashes)
        buf_add_str(out, ", causing the crash of the app");
    else if (e->window_changes && goes_back)
        buf_printf(out, ", causing the close of \"%s\"", short_window(r->windows[e->src.window]));
    else if (e->window_changes)
        buf_printf(out, ", causing the launch of \"%s\"", short_window(r->windows[e->des.window]));
    buf_printf(out, ", whose level is %s.", significance_name(significance(e)));
}
