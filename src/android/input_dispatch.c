/*
 * Fingers and keys: which window an event goes to, and the event as the app sees it.
 *
 * Events are made here and queued in the window's channel; the app takes them on
 * its own looper. A gesture belongs to the window that its first finger touched.
 * See input.h.
 */
#include "android/input.h"

#include "android/natives.h"
#include "android/window.h"

#include <utf8proc.h>

enum {
    ACTION_MASK = 0xff, POINTER_INDEX_SHIFT = 8, SOURCE_TOUCHSCREEN = 0x1002, SOURCE_TRACKBALL = 0x10004, SOURCE_KEYBOARD = 0x101, TOOL_FINGER = 1, TOUCH_DEVICE = 0,
    KEYBOARD_DEVICE = -1, FLAG_FROM_SYSTEM = 8, FLAG_LONG_PRESS = 0x80, META_SHIFT_LEFT = 0x41, KEY_SHIFT_LEFT = 59, MOST_POINTERS = 16,
};

typedef struct InputState {
    Window *touched;                /* while a gesture lasts */
    i64 touch_down, key_down;       /* when, in ms */
    void (*system_key)(Thread *t, i32 code);
} InputState;

static InputState *state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_INPUT);
    if (!*slot)
        *slot = xcalloc(1, sizeof(InputState));
    return *slot;
}

void input_on_system_key(Vm *vm, void (*pressed)(Thread *t, i32 code))
{
    state(vm)->system_key = pressed;
}

void input_window_gone(Vm *vm, const Window *w)
{
    if (state(vm)->touched == w)
        state(vm)->touched = NULL;
}

static i64 now_ms(Vm *vm)
{
    return vm_nanos(vm) / 1000000;
}

bool input_become_java_thread(Thread *t)
{
    if (t->object)
        return true;
    Class *c = vm_boot_class(t, "java/lang/Thread");
    Object *name = c ? vm_string_utf8(t, "Binder_2") : NULL, *object = name ? vm_new_object(t, c) : NULL;
    if (!object)
        return false;
    t->object = object;
    Object *main = vm_thread_object(vm_main_thread(t->vm));
    Object *group = vm_call_method(t, main, "getThreadGroup", "()Ljava/lang/ThreadGroup;").l;
    Method *constructor = vm_declared_method(c, "<init>", "(JLjava/lang/String;Ljava/lang/ThreadGroup;Z)V");
    Slot args[] = { { .l = object }, { .j = handle(t) }, { 0 }, { .l = name }, { .l = group }, { .i = 1 } };
    if (!t->exception)
        vm_call(t, constructor, args);
    return !t->exception;
}

/* ---- touches --------------------------------------------------------------------------------- */

static Object *new_motion(Thread *t, i32 action, u32 count, const TouchPoint *points, i32 source)
{
    static FieldRef id = FIELD("android/view/MotionEvent$PointerProperties", "id", "I");
    static FieldRef tool = FIELD("android/view/MotionEvent$PointerProperties", "toolType", "I");
    static FieldRef x = FIELD("android/view/MotionEvent$PointerCoords", "x", "F"), y = FIELD("android/view/MotionEvent$PointerCoords", "y", "F");
    static FieldRef pressure = FIELD("android/view/MotionEvent$PointerCoords", "pressure", "F");
    static FieldRef size = FIELD("android/view/MotionEvent$PointerCoords", "size", "F");
    Object *properties = vm_new_object_array(t, "android/view/MotionEvent$PointerProperties", (i32)count);
    Object *coords = properties ? vm_new_object_array(t, "android/view/MotionEvent$PointerCoords", (i32)count) : NULL;
    for (u32 i = 0; i < count; i++) {
        Object *p = coords ? vm_new(t, vm_boot_class(t, "android/view/MotionEvent$PointerProperties"), "()V") : NULL;
        Object *c = p ? vm_new(t, vm_boot_class(t, "android/view/MotionEvent$PointerCoords"), "()V") : NULL;
        if (!c)
            return NULL;
        SET_INT(t, p, &id, points[i].id);
        SET_INT(t, p, &tool, TOOL_FINGER);
        SET_FLOAT(t, c, &x, points[i].x);
        SET_FLOAT(t, c, &y, points[i].y);
        SET_FLOAT(t, c, &pressure, 1);
        SET_FLOAT(t, c, &size, 1);
        ARRAY_REF(properties)[i] = object_ref(p);
        ARRAY_REF(coords)[i] = object_ref(c);
    }
    return vm_call_static(t, "android/view/MotionEvent", "obtain",
                          "(JJII[Landroid/view/MotionEvent$PointerProperties;[Landroid/view/MotionEvent$PointerCoords;IIFFIIII)Landroid/view/MotionEvent;",
                          state(t->vm)->touch_down, now_ms(t->vm), action, (i32)count, properties, coords, 0, 0, 1.0, 1.0, TOUCH_DEVICE, 0,
                          source, 0).l;
}

/* Raw coordinates stay the screen's; what the app asks for is relative to its window. */
static bool send_touch(Thread *t, Window *w, i32 action, u32 count, const TouchPoint *points)
{
    if (!w->client) {
        w->touch(t, action & ACTION_MASK, points[0].x, points[0].y);
        return true;
    }
    Object *event = w->channel ? new_motion(t, action, count, points, SOURCE_TOUCHSCREEN) : NULL;
    if (!event)
        return false;
    vm_call_method(t, event, "offsetLocation", "(FF)V", (double)-w->frames.frame.left, (double)-w->frames.frame.top);
    return !t->exception && input_channel_send(t->vm, w->channel, event);
}

static void tell_outside(Thread *t, const Window *touched, const TouchPoint *point)
{
    for (Window *w = touched->next; w && !t->exception; w = w->next)
        if (window_wants_outside_touch(w) && w->client)
            send_touch(t, w, TOUCH_OUTSIDE, 1, point);
}

bool input_touch(Thread *t, i32 action, u32 count, const TouchPoint *points)
{
    InputState *s = state(t->vm);
    if (!count || count > MOST_POINTERS || !input_become_java_thread(t))
        return false;
    if ((action & ACTION_MASK) == TOUCH_DOWN) {
        s->touched = window_reveal_bars(t) ? window_find_type(t->vm, TYPE_STATUS_BAR) : window_touched(t->vm, (i32)points[0].x, (i32)points[0].y);
        s->touch_down = now_ms(t->vm);
        if (s->touched)
            tell_outside(t, s->touched, &points[0]);
    }
    Window *w = s->touched;
    bool sent = w && send_touch(t, w, action, count, points);
    if ((action & ACTION_MASK) == TOUCH_UP || (action & ACTION_MASK) == TOUCH_CANCEL)
        s->touched = NULL;
    vm_take_exception(t);
    return sent;
}

bool input_trackball(Thread *t, i32 action, float dx, float dy)
{
    if (!input_become_java_thread(t))
        return false;
    if (action == TOUCH_DOWN)
        state(t->vm)->touch_down = now_ms(t->vm);
    TouchPoint step = { 0, dx, dy };
    const Window *w = window_focused(t->vm);
    Object *event = w && w->channel ? new_motion(t, action, 1, &step, SOURCE_TRACKBALL) : NULL;
    bool sent = event && input_channel_send(t->vm, w->channel, event);
    vm_take_exception(t);
    return sent;
}

/* ---- keys ------------------------------------------------------------------------------------ */

Object *input_new_key_event(Thread *t, i32 action, i32 code, i32 meta, i32 repeat, i32 flags)
{
    InputState *s = state(t->vm);
    if (action == KEY_DOWN && !repeat)
        s->key_down = now_ms(t->vm);
    return vm_new(t, vm_boot_class(t, "android/view/KeyEvent"), "(JJIIIIIIII)V", s->key_down, now_ms(t->vm), action, code, repeat, meta,
                  KEYBOARD_DEVICE, 0, flags, SOURCE_KEYBOARD);
}

static bool is_for_the_phone(i32 code)
{
    return code == KEY_HOME || code == KEY_POWER || code == KEY_APP_SWITCH;
}

bool input_key(Thread *t, i32 action, i32 code, i32 meta, i32 repeat)
{
    if (!input_become_java_thread(t))
        return false;
    if (is_for_the_phone(code)) {
        if (action == KEY_UP && state(t->vm)->system_key)
            state(t->vm)->system_key(t, code);
        return state(t->vm)->system_key != NULL;
    }
    const Window *w = window_focused(t->vm);
    Object *event = w && w->channel ? input_new_key_event(t, action, code, meta, repeat, FLAG_FROM_SYSTEM | (repeat == 1 ? FLAG_LONG_PRESS : 0)) : NULL;
    bool sent = event && input_channel_send(t->vm, w->channel, event);
    vm_take_exception(t);
    return sent;
}

static bool press(Thread *t, i32 key, bool shift)
{
    i32 meta = shift ? META_SHIFT_LEFT : 0;
    return (!shift || input_key(t, KEY_DOWN, KEY_SHIFT_LEFT, meta, 0)) && input_key(t, KEY_DOWN, key, meta, 0) && input_key(t, KEY_UP, key, meta, 0)
        && (!shift || input_key(t, KEY_UP, KEY_SHIFT_LEFT, 0, 0));
}

bool input_text_keys(Thread *t, const char *utf8)
{
    const u8 *p = (const u8 *)utf8;
    for (utf8proc_int32_t c; *p;) {
        utf8proc_ssize_t used = utf8proc_iterate(p, -1, &c);
        i32 key;
        bool shift;
        if (used < 1 || c > 0xffff || !input_key_for_character((u16)c, &key, &shift) || !press(t, key, shift))
            return false;
        p += used;
    }
    return true;
}

bool input_idle(Vm *vm)
{
    for (const Window *w = window_bottom(vm); w; w = w->next)
        if (w->channel && input_channel_pending(w->channel))
            return false;
    return true;
}
