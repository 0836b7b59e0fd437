/*
 * The window service: the app's windows, how they lie above each other, where on
 * the screen they are, and which of them has the focus.
 *
 * Windows belong to tokens: an activity's windows (its own and its dialogs') are
 * shown and hidden together. The activity service says which activities are
 * visible, in which order they lie, and which one has the focus.
 */
#ifndef ANDROID_WINDOW_H
#define ANDROID_WINDOW_H

#include "android/graphics_matrix.h"
#include "vm/vm.h"

enum {
    TYPE_BASE_APPLICATION = 1, TYPE_APPLICATION = 2, LAST_APPLICATION_WINDOW = 99,
    FIRST_SUB_WINDOW = 1000, LAST_SUB_WINDOW = 1999, FIRST_SYSTEM_WINDOW = 2000, LAST_SYSTEM_WINDOW = 2999,
    TYPE_STATUS_BAR = 2000, TYPE_PHONE = 2002, TYPE_SYSTEM_ALERT = 2003, TYPE_TOAST = 2005, TYPE_SYSTEM_OVERLAY = 2006, TYPE_PRIORITY_PHONE = 2007,
    TYPE_SYSTEM_ERROR = 2010, TYPE_INPUT_METHOD = 2011, TYPE_WALLPAPER = 2013, TYPE_SECURE_SYSTEM_OVERLAY = 2015, TYPE_NAVIGATION_BAR = 2019,
};
enum {
    FLAG_DIM_BEHIND = 0x2, FLAG_NOT_FOCUSABLE = 0x8, FLAG_NOT_TOUCHABLE = 0x10, FLAG_NOT_TOUCH_MODAL = 0x20, FLAG_LAYOUT_IN_SCREEN = 0x100,
    FLAG_LAYOUT_NO_LIMITS = 0x200, FLAG_FULLSCREEN = 0x400, FLAG_SCALED = 0x4000, FLAG_LAYOUT_INSET_DECOR = 0x10000,
    FLAG_ALT_FOCUSABLE_IM = 0x20000, FLAG_WATCH_OUTSIDE_TOUCH = 0x40000, FLAG_LAYOUT_IN_OVERSCAN = 0x2000000,
    FLAG_LAYOUT_ATTACHED_IN_DECOR = 0x40000000,
};
#define FLAG_DRAWS_SYSTEM_BAR_BACKGROUNDS INT32_MIN
enum {
    UI_HIDE_NAVIGATION = 0x2, UI_FULLSCREEN = 0x4, UI_LAYOUT_STABLE = 0x100, UI_LAYOUT_HIDE_NAVIGATION = 0x200, UI_LAYOUT_FULLSCREEN = 0x400,
};
enum { ADJUST_MASK = 0xf0, ADJUST_RESIZE = 0x10, ADJUST_NOTHING = 0x30 };

/* What the app last said in its WindowManager.LayoutParams. */
typedef struct WindowAttributes {
    i32 type, flags, x, y, width, height, gravity, soft_input, input_features, system_ui;
    float horizontal_margin, vertical_margin, dim_amount;
    RectI surface_insets;           /* how far its surface reaches over its frame: shadows */
} WindowAttributes;

/* As the platform's policy computes them: see window_layout.c. */
typedef struct WindowFrames {
    RectI frame;                    /* the window on the screen */
    RectI display, overscan, content, visible, stable;
    RectI overscan_insets, content_insets, visible_insets, stable_insets;
} WindowFrames;

typedef struct WindowToken {
    ObjectRef *object;              /* the activity's IApplicationToken */
    bool hidden;
    struct WindowToken *next;       /* above it */
} WindowToken;

typedef enum TouchableInsets { TOUCHABLE_FRAME, TOUCHABLE_CONTENT, TOUCHABLE_VISIBLE, TOUCHABLE_REGION } TouchableInsets;

typedef struct Window Window;

/* Held by the window and by the app's android.view.Surface: it lives until both let go. */
typedef struct WindowSurface {
    ObjectRef *bitmap;
    Vm *vm;
    u32 owners;
} WindowSurface;

struct Pen;

struct Window {
    ObjectRef *client;              /* IWindow: the app's side, and the window's name; NULL: a window of the phone itself */
    ObjectRef *id;                  /* IWindowId; NULL until somebody asked */
    WindowToken *token;             /* NULL: system windows */
    Window *parent;                 /* of a sub-window */
    char *title;
    WindowAttributes attributes;
    WindowFrames frames, reported;
    i32 requested_width, requested_height;
    i32 sequence, told_ui;          /* of system UI changes that the app was told; the last one */
    bool has_ui_listeners;
    u32 serial;                     /* in the order of adding */
    WindowSurface *surface;         /* what is drawn; NULL until it was laid out visibly */
    struct InputChannelPeer *channel;
    TouchableInsets touchable;
    RectI given_content, given_visible;
    struct _cairo_region *touchable_region;
    bool visible;                   /* the app wants it shown */
    bool laid_out;                  /* relayout was called: it has a surface while it is visible */
    /* Windows of the phone itself. Touches are in screen coordinates; an empty place: it is not shown. */
    RectI (*place)(Vm *vm);
    void (*touch)(Thread *t, i32 action, float x, float y);
    void (*draw)(const struct Pen *pen, const Window *w);
    Window *next;                   /* above it */
};

/* ---- for the activity service ---- */

/* An activity's token, above all others. A window of an activity that is new here adds it. */
void window_add_token(Thread *t, Object *token);
/* The focus stays where it is until window_focus_token. */
void window_move_token_to_top(Thread *t, const Object *token);
void window_set_token_visible(Thread *t, const Object *token, bool visible);
/* The windows that are left go with it. */
void window_remove_token(Thread *t, const Object *token);
/* The activity that has the focus: windows of activities below it get none. NULL: the highest. */
void window_focus_token(Thread *t, const Object *token);
/* The screen has turned: every window gets its new place and is told. */
void window_resize_all(Thread *t);

/* ---- for input, hierarchy, screenshots ---- */

/* The lowest; each `next` lies above. */
Window *window_bottom(Vm *vm);
/* Is it on the screen: wanted, laid out, and its activity visible? */
bool window_is_shown(const Window *w);
Window *window_focused(Vm *vm);
/* The one that a finger at this point touches; NULL: none. */
Window *window_touched(Vm *vm, i32 x, i32 y);
bool window_wants_outside_touch(const Window *w);
/* Hidden bars come back at a touch; true: that touch was for nothing else. */
bool window_reveal_bars(Thread *t);
Window *window_of_client(Vm *vm, const Object *client);
/* The soft keyboard's window is NULL while it is not shown. */
Window *window_find_type(Vm *vm, i32 type);
/* A window of the phone itself. */
Window *window_add_own(Thread *t, i32 type, RectI (*place)(Vm *vm), void (*touch)(Thread *t, i32 action, float x, float y));
void window_remove(Thread *t, Window *w);
/* Every window draws itself anew, soon: after pixels were switched on. */
void window_redraw_all(Thread *t);
/* The screen as it is, lowest window first, as a PNG file of the host. */
int window_screenshot(Thread *t, const char *path);

/* ---- between the files of the window service ---- */

bool window_in_touch_mode(Vm *vm);
void window_update_system_ui(Thread *t);
void window_set_touch_mode(Vm *vm, bool touch);
/* Gives the app's Surface the window's bitmap, made anew when the size has changed. False: thrown. */
bool window_give_surface(Thread *t, Window *w, Object *surface);
void window_surface_release(WindowSurface *surface);
void window_add_bars(Thread *t);
void window_insert(Vm *vm, Window *w);
void window_sort(Vm *vm);
WindowToken *window_token(Vm *vm, const Object *token);
u32 window_next_serial(Vm *vm);
void window_update_focus(Thread *t);
/* Computes the frames of all, and tells those whose frames changed, but for `quiet` (its answer is on the way). */
void window_layout_all(Thread *t, const Window *quiet, Object *configuration);
/* What a window that is being added will be inset by. */
void window_inset_hint(Vm *vm, const WindowAttributes *a, RectI *content, RectI *stable);
RectI window_navigation_bar(Vm *vm);        /* empty while hidden */
bool window_status_bar_shown(Vm *vm);

#endif
