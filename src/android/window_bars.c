/*
 * The status bar and the navigation bar, as windows of the phone: they lie above
 * the app's and take the touches on them. The navigation bar's buttons are keys.
 */
#include "android/window.h"

#include "android/input.h"
#include "android/natives.h"
#include "android/profile.h"
#include "android/screen.h"
#include "android/window_draw.h"

enum { BUTTONS = 3, SPACING = 270, REACH = 120, ICON = 26 };       /* BACK, HOME and RECENTS: how far apart, how far around */
static const i32 button_keys[BUTTONS] = { KEY_BACK, KEY_HOME, KEY_APP_SWITCH };

/* In landscape the bar is turned: BACK is lowest. */
static Point button_at(Vm *vm, const RectI *bar, u32 i)
{
    float x = (float)(bar->left + bar->right) / 2, y = (float)(bar->top + bar->bottom) / 2, away = ((float)i - 1) * SPACING;
    return screen_is_landscape(vm) ? (Point){ x, y - away } : (Point){ x + away, y };
}

static void touch_navigation(Thread *t, i32 action, float x, float y)
{
    RectI bar = window_navigation_bar(t->vm);
    for (u32 i = 0; i < BUTTONS && action == TOUCH_UP; i++) {
        Point at = button_at(t->vm, &bar, i);
        if (x < at.x - REACH || x > at.x + REACH || y < at.y - REACH || y > at.y + REACH)
            continue;
        input_key(t, KEY_DOWN, button_keys[i], 0, 0);
        input_key(t, KEY_UP, button_keys[i], 0, 0);
        return;
    }
}

static void touch_status(Thread *t, i32 action, float x, float y)
{
    UNUSED(t);
    UNUSED(action);
    UNUSED(x);
    UNUSED(y);
}

static RectI place_status(Vm *vm)
{
    return window_status_bar_shown(vm) ? (RectI){ 0, 0, screen_width(vm), STATUS_BAR } : (RectI){ 0 };
}

static void draw_navigation(const Pen *pen, const Window *w)
{
    const u32 white = 0xffffffff;
    const RectI *f = &w->frames.frame;
    pen_box(pen, *f, 0, 0xff000000);
    Point back = button_at(pen->vm, f, 0), home = button_at(pen->vm, f, 1), recents = button_at(pen->vm, f, 2);
    pen_outline(pen, (Point[]){ { back.x - ICON, back.y }, { back.x + ICON / 2, back.y - ICON }, { back.x + ICON / 2, back.y + ICON } }, 3, 5, white);
    pen_ring(pen, home, ICON, 5, white);
    pen_outline(pen, (Point[]){ { recents.x - ICON, recents.y - ICON }, { recents.x + ICON, recents.y - ICON },
                                { recents.x + ICON, recents.y + ICON }, { recents.x - ICON, recents.y + ICON } }, 4, 5, white);
}

void window_add_bars(Thread *t)
{
    if (window_find_type(t->vm, TYPE_NAVIGATION_BAR))
        return;
    window_add_own(t, TYPE_STATUS_BAR, place_status, touch_status);
    window_add_own(t, TYPE_NAVIGATION_BAR, window_navigation_bar, touch_navigation)->draw = draw_navigation;
}
