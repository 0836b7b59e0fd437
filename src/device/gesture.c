#include "device/gesture.h"

#include "android/activity.h"
#include "android/components.h"
#include "android/crash.h"
#include "android/input.h"
#include "android/orientation.h"
#include "android/screen.h"
#include "device/look.h"

#include <stdlib.h>
#include <string.h>

enum {
    TAP_MS = 60, LONG_TAP_MS = 900, DOUBLE_TAP_PAUSE_MS = 100, SWIPE_MS = 250, STEP_MS = 16,
    QUIET_MS = 200, FIRST_QUIET_MS = 1000, SETTLE_MS = 2000, ANSWER_MS = 5000,
    /* Instructions in a quiet moment: a clock that ticks is no reason to wait. */
    QUIET_STEPS = 3000,
};

static void pass(Thread *t, i32 millis)
{
    vm_block(t, NULL, NULL, vm_nanos(t->vm) + (i64)millis * 1000000, false);
}

static bool app_lives(Thread *t)
{
    return crash_of(t->vm)->end == APP_LIVES;
}

/* ---- where -------------------------------------------------------------------------------- */

static void whole_screen_swipe(Thread *t, Event *e, float left, float top, float right, float bottom)
{
    UNUSED(t);
    float x = (left + right) / 2, y = (top + bottom) / 2;
    float dx = e->key == 'l' ? -0.35f : e->key == 'r' ? 0.35f : 0, dy = e->key == 'u' ? -0.3f : e->key == 'd' ? 0.3f : 0;
    e->points[0] = (EventPoint){ x - dx * (right - left), y - dy * (bottom - top) };
    e->points[1] = (EventPoint){ x + dx * (right - left), y + dy * (bottom - top) };
    e->point_count = 2;
    e->key = 0;
}

static int resolve_target(Thread *t, Event *e)
{
    Screen screen;
    struct Hierarchy *seen = look(t, &screen);
    const Node *n = screen_find(&screen, e->target);
    if (!n) {
        look_end(seen, &screen);
        return error_set(ERR_NOT_FOUND, "nothing on the screen is called \"%s\"", e->target);
    }
    if (e->kind == EVENT_SWIPE) {
        whole_screen_swipe(t, e, (float)n->left, (float)n->top, (float)n->right, (float)n->bottom);
    } else {
        e->points[0] = (EventPoint){ (float)((n->left + n->right) / 2), (float)((n->top + n->bottom) / 2) };
        e->point_count = 1;
    }
    look_end(seen, &screen);
    return OK;
}

int gesture_resolve(Thread *t, Event *e)
{
    if (e->kind == EVENT_ROTATE && e->key < 0)
        e->key = !screen_is_landscape(t->vm);
    if (e->kind == EVENT_PINCH && !e->point_count) {
        e->points[0] = (EventPoint){ (float)screen_width(t->vm) / 2, (float)screen_height(t->vm) / 2 };
        e->point_count = 1;
    }
    if (e->kind == EVENT_SWIPE && e->key && !e->target && !e->point_count)
        whole_screen_swipe(t, e, 0, 0, (float)screen_width(t->vm), (float)screen_height(t->vm));
    return e->target && !e->point_count ? resolve_target(t, e) : OK;
}

/* ---- fingers ------------------------------------------------------------------------------- */

static void touch_one(Thread *t, i32 action, EventPoint at)
{
    TouchPoint p = { 0, at.x, at.y };
    input_touch(t, action, 1, &p);
    vm_take_exception(t);
}

static void press(Thread *t, EventPoint at, i32 millis)
{
    touch_one(t, TOUCH_DOWN, at);
    pass(t, millis);
    if (app_lives(t))
        touch_one(t, TOUCH_UP, at);
}

static EventPoint between(EventPoint a, EventPoint b, float part)
{
    return (EventPoint){ a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part };
}

static void swipe(Thread *t, const Event *e)
{
    i32 steps = MAX((e->millis ? e->millis : SWIPE_MS) / STEP_MS, 2);
    touch_one(t, TOUCH_DOWN, e->points[0]);
    for (i32 i = 1; i <= steps && app_lives(t); i++) {
        pass(t, STEP_MS);
        touch_one(t, TOUCH_MOVE, between(e->points[0], e->points[1], (float)i / (float)steps));
    }
    if (app_lives(t))
        touch_one(t, TOUCH_UP, e->points[1]);
}

/* Two fingers, one above the other, that move apart or together. */
static void pinch(Thread *t, const Event *e)
{
    enum { NEAR = 60, FAR = 300, STEPS = 12 };
    float from = e->key == 'o' ? NEAR : FAR, to = e->key == 'o' ? FAR : NEAR;
    EventPoint c = e->points[0];
    TouchPoint p[2] = { { 0, c.x, c.y - from }, { 1, c.x, c.y + from } };
    input_touch(t, TOUCH_DOWN, 1, p);
    input_touch(t, TOUCH_POINTER_DOWN | 1 << 8, 2, p);
    for (i32 i = 1; i <= STEPS && app_lives(t); i++) {
        pass(t, STEP_MS);
        float d = from + (to - from) * (float)i / STEPS;
        p[0].y = c.y - d;
        p[1].y = c.y + d;
        input_touch(t, TOUCH_MOVE, 2, p);
    }
    if (app_lives(t)) {
        input_touch(t, TOUCH_POINTER_UP | 1 << 8, 2, p);
        input_touch(t, TOUCH_UP, 1, p);
    }
    vm_take_exception(t);
}

static void touch_raw(Thread *t, const Event *e)
{
    TouchPoint points[EVENT_POINTERS];
    for (u32 i = 0; i < e->point_count; i++)
        points[i] = (TouchPoint){ (i32)i, e->points[i].x, e->points[i].y };
    input_touch(t, e->key, e->point_count, points);
    vm_take_exception(t);
}

/* ---- keys and text ----------------------------------------------------------------------------- */

static void hold_key(Thread *t, i32 code, i32 millis)
{
    input_key(t, KEY_DOWN, code, 0, 0);
    pass(t, millis);
    if (app_lives(t))
        input_key(t, KEY_UP, code, 0, 0);
    vm_take_exception(t);
}

static void key(Thread *t, i32 code)
{
    hold_key(t, code, TAP_MS);
}

/* Empties the field that has the focus, as a person does: to its end, then delete. */
static void clear(Thread *t)
{
    enum { MOVE_END = 123, DELETE = 67 };
    Screen screen;
    struct Hierarchy *seen = look(t, &screen);
    size_t length = 0;
    for (u32 i = 0; i < screen.node_count; i++)
        if (screen.nodes[i].flags & NODE_FOCUSED)
            length = strlen(screen.nodes[i].text);
    look_end(seen, &screen);
    key(t, MOVE_END);
    for (size_t i = 0; i < length && app_lives(t); i++)
        key(t, DELETE);
}

/* ---- all of them ---------------------------------------------------------------------------------- */

void gesture_do(Thread *t, const Event *e)
{
    switch (e->kind) {
    case EVENT_TAP: press(t, e->points[0], TAP_MS); break;
    case EVENT_LONG_TAP: press(t, e->points[0], LONG_TAP_MS); break;
    case EVENT_DOUBLE_TAP:
        press(t, e->points[0], TAP_MS);
        pass(t, DOUBLE_TAP_PAUSE_MS);
        if (app_lives(t))
            press(t, e->points[0], TAP_MS);
        break;
    case EVENT_SWIPE: swipe(t, e); break;
    case EVENT_PINCH: pinch(t, e); break;
    case EVENT_TOUCH: touch_raw(t, e); break;
    case EVENT_TEXT:
        if (!input_text(t, e->text))
            input_text_keys(t, e->text);
        vm_take_exception(t);
        break;
    case EVENT_TYPE: input_text_keys(t, e->text); vm_take_exception(t); break;
    case EVENT_CLEAR: clear(t); break;
    case EVENT_KEY: hold_key(t, e->key, e->millis ? e->millis : TAP_MS); break;
    case EVENT_TRACKBALL: input_trackball(t, e->key, e->points[0].x, e->points[0].y); break;
    case EVENT_HOME: activity_go_home(t); break;
    case EVENT_RECENTS: activity_go_home(t); break;
    case EVENT_LAUNCH: activity_launch(t); break;
    case EVENT_ROTATE: orientation_turn(t, e->key); break;
    case EVENT_WAIT: pass(t, e->millis); break;
    case EVENT_START: activity_start_named(t, e->text); break;
    case EVENT_BROADCAST: broadcast_action(t, e->text); break;
    case EVENT_KILL: case EVENT_SET: case EVENT_KINDS: break;
    }
    vm_take_exception(t);
}

/* ---- settling --------------------------------------------------------------------------------------- */

static i32 settle_millis(const Event *e)
{
    bool raw = e->kind == EVENT_TOUCH || e->kind == EVENT_TRACKBALL;
    return e->kind == EVENT_LAUNCH || e->kind == EVENT_START ? FIRST_SETTLE_MS : raw ? STEP_MS : SETTLE_MS;
}

void gesture_finish(Thread *t, const Event *e)
{
    if (e->after > QUIET_MS)
        pass(t, e->after - QUIET_MS);   /* settling watches the rest */
    if (app_lives(t))
        gesture_settle(t, e->after ? MIN(e->after, QUIET_MS) : settle_millis(e));
}

void gesture_settle(Thread *t, i32 most)
{
    Vm *vm = t->vm;
    i64 start = vm_nanos(vm);
    /* An app that starts shows a picture of itself first, and comes up some time later. */
    i32 quiet = most >= FIRST_SETTLE_MS ? FIRST_QUIET_MS : MIN(QUIET_MS, most);
    for (;;) {
        u64 before = vm_steps(vm);
        pass(t, quiet);
        if (!app_lives(t))
            return;
        i64 millis = (vm_nanos(vm) - start) / 1000000;
        if (!input_idle(vm)) {
            if (millis < ANSWER_MS)
                continue;
            crash_does_not_answer(vm);
            return;
        }
        if (millis >= most || vm_steps(vm) - before < QUIET_STEPS)
            return;
    }
}
