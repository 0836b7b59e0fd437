/*
 * The window service: IWindowManager, IWindowSession, and android.view.Surface. A
 * window's surface is a bitmap of ours; the app draws on it through the software
 * canvas.
 *
 * Layout: a window that matches its parent fills the screen and is told how much
 * the status bar covers; others get the size that they ask for, placed by their
 * gravity.
 */
#include "android/window.h"

#include "android/graphics.h"
#include "android/input.h"
#include "android/natives.h"
#include "android/profile.h"
#include "android/services.h"

enum {
    FLAG_FULLSCREEN = 0x400, MATCH_PARENT = -1, FIRST_SUB_WINDOW = 1000, GRAVITY_CENTER = 17,
};

typedef struct Windows {
    Window *bottom;
    Window *focused;
} Windows;

static Windows *state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_WINDOWS);
    if (!*slot)
        *slot = xcalloc(1, sizeof(Windows));
    return *slot;
}

Window *window_bottom(Vm *vm)
{
    return state(vm)->bottom;
}

static Window *find(Vm *vm, const Object *client)
{
    Object *binder = (Object *)client;
    for (Window *w = state(vm)->bottom; w; w = w->next)
        if (ref_object(*w->client) == binder)
            return w;
    return NULL;
}

static void set_rect(Thread *t, Object *rect, i32 left, i32 top, i32 right, i32 bottom)
{
    if (rect)
        vm_call_method(t, rect, "set", "(IIII)V", left, top, right, bottom);
}

/* ---- focus -------------------------------------------------------------------------------- */

static void tell_focus(Thread *t, Window *w, bool focused)
{
    vm_call_method(t, ref_object(*w->client), "windowFocusChanged", "(ZZ)V", focused, 1);
}

static bool takes_focus(Thread *t, const Window *w)
{
    static FieldRef flags = FIELD("android/view/WindowManager$LayoutParams", "flags", "I");
    enum { FLAG_NOT_FOCUSABLE = 8 };
    return w->visible && !(GET_INT(t, ref_object(*w->attributes), &flags) & FLAG_NOT_FOCUSABLE);
}

/* The highest visible window that wants the focus has it. */
static void update_focus(Thread *t)
{
    Windows *all = state(t->vm);
    Window *top = NULL;
    for (Window *w = all->bottom; w; w = w->next)
        if (takes_focus(t, w))
            top = w;
    if (top == all->focused)
        return;
    Window *before = all->focused;
    all->focused = top;
    if (before)
        tell_focus(t, before, false);
    if (top && !t->exception)
        tell_focus(t, top, true);
}

/* ---- IWindowManager ------------------------------------------------------------------------ */

static void openSession(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = service_object(t, "android/view/IWindowSession");
}

/* Animations last as long as the app says: in virtual time they cost nothing. */
static void animator_scale(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->f = 1;
}

const ServiceMethod service_window[] = {
    { "openSession", openSession },
    { "getCurrentAnimatorScale", animator_scale },
    { "getAnimationScale", animator_scale },
    { "hasNavigationBar", NULL },
    { "watchRotation", NULL },
    { "getPreferredOptionsPanelGravity", NULL },
    { 0 },
};

/* ---- IWindowSession -------------------------------------------------------------------------- */

/* int addToDisplay(IWindow, int seq, LayoutParams, int visibility, int display, Rect content, Rect stable, Rect out, InputChannel) */
static void addToDisplay(Thread *t, const Slot *args, Slot *result)
{
    enum { IN_TOUCH_MODE = 1, APP_VISIBLE = 2 };
    Window *w = xcalloc(1, sizeof *w);
    w->client = vm_root_add(t->vm, args[1].l);
    w->attributes = vm_root_add(t->vm, args[3].l);
    Window **end = &state(t->vm)->bottom;
    while (*end)
        end = &(*end)->next;
    *end = w;
    if (args[9].l)
        w->channel = input_channel_open(t, args[9].l, "window");
    set_rect(t, args[6].l, 0, STATUS_BAR, 0, 0);
    set_rect(t, args[7].l, 0, STATUS_BAR, 0, 0);
    result->i = IN_TOUCH_MODE | APP_VISIBLE;
}

static void place(Thread *t, Window *w, i32 wanted_width, i32 wanted_height)
{
    static FieldRef width = FIELD("android/view/WindowManager$LayoutParams", "width", "I");
    static FieldRef height = FIELD("android/view/WindowManager$LayoutParams", "height", "I");
    static FieldRef gravity = FIELD("android/view/WindowManager$LayoutParams", "gravity", "I");
    static FieldRef x = FIELD("android/view/WindowManager$LayoutParams", "x", "I");
    static FieldRef y = FIELD("android/view/WindowManager$LayoutParams", "y", "I");
    Object *a = ref_object(*w->attributes);
    FieldRef *const size[] = { &width, &height };
    const i32 wanted[] = { wanted_width, wanted_height }, room[] = { SCREEN_WIDTH, SCREEN_HEIGHT };
    i32 got[2];
    for (int i = 0; i < 2; i++) {
        i32 asked = GET_INT(t, a, size[i]);
        got[i] = asked == MATCH_PARENT ? room[i] : MIN(asked > 0 ? asked : wanted[i], room[i]);
    }
    Class *rect = vm_boot_class(t, "android/graphics/Rect");
    Object *screen = vm_new(t, rect, "(IIII)V", 0, 0, SCREEN_WIDTH, SCREEN_HEIGHT), *out = screen ? vm_new(t, rect, "()V") : NULL;
    if (!out)
        return;
    i32 where = GET_INT(t, a, &gravity);
    vm_call_static(t, "android/view/Gravity", "apply", "(IIILandroid/graphics/Rect;IILandroid/graphics/Rect;)V", where ? where : GRAVITY_CENTER,
                   got[0], got[1], screen, GET_INT(t, a, &x), GET_INT(t, a, &y), out);
    static FieldRef left = FIELD("android/graphics/Rect", "left", "I"), top = FIELD("android/graphics/Rect", "top", "I");
    w->left = GET_INT(t, out, &left);
    w->top = GET_INT(t, out, &top);
    w->right = w->left + got[0];
    w->bottom = w->top + got[1];
}

static bool give_surface(Thread *t, Window *w, Object *surface)
{
    i32 width = w->right - w->left, height = w->bottom - w->top;
    Bitmap *old = w->bitmap ? bitmap_of_java(t, ref_object(*w->bitmap)) : NULL;
    if (old && bitmap_width(old) == width && bitmap_height(old) == height)
        return true;
    Object *bitmap = bitmap_new_object(t, MAX(width, 1), MAX(height, 1));
    if (!bitmap)
        return false;
    if (w->bitmap)
        vm_root_remove(t->vm, w->bitmap);
    w->bitmap = vm_root_add(t->vm, bitmap);
    /* The setter counts a generation up, by which the app knows that it is new. */
    vm_call_method(t, surface, "setNativeObjectLocked", "(J)V", handle(w));
    return !t->exception;
}

/*
 * int relayout(IWindow, int seq, LayoutParams, int width, int height, int visibility, int flags, Rect frame,
 *   Rect overscan, Rect content, Rect visible, Rect stable, Rect outsets, Configuration, Surface)
 */
static void relayout(Thread *t, const Slot *args, Slot *result)
{
    enum { VISIBLE = 0, IN_TOUCH_MODE = 1, FIRST_TIME = 2 };
    static FieldRef flags = FIELD("android/view/WindowManager$LayoutParams", "flags", "I");
    Window *w = find(t->vm, args[1].l);
    if (!w)
        return;
    if (args[3].l)
        *w->attributes = object_ref(args[3].l);
    bool first = !w->visible;
    w->visible = args[6].i == VISIBLE;
    place(t, w, args[4].i, args[5].i);
    set_rect(t, args[8].l, w->left, w->top, w->right, w->bottom);
    bool under_bar = w->top < STATUS_BAR && w->bottom - w->top == SCREEN_HEIGHT && !(GET_INT(t, ref_object(*w->attributes), &flags) & FLAG_FULLSCREEN);
    for (int i = 10; i <= 12; i++)
        set_rect(t, args[i].l, 0, under_bar ? STATUS_BAR : 0, 0, 0);
    if (w->visible && !t->exception && !give_surface(t, w, args[15].l))
        return;
    if (!t->exception)
        update_focus(t);
    result->i = IN_TOUCH_MODE | (first && w->visible ? FIRST_TIME : 0);
}

static void remove_window(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Windows *all = state(t->vm);
    Window *w = find(t->vm, args[1].l);
    if (!w)
        return;
    for (Window **link = &all->bottom; *link; link = &(*link)->next) {
        if (*link == w) {
            *link = w->next;
            break;
        }
    }
    if (all->focused == w)
        all->focused = NULL;
    if (w->channel)
        input_channel_close(w->channel);
    vm_root_remove(t->vm, w->client);
    vm_root_remove(t->vm, w->attributes);
    if (w->bitmap)
        vm_root_remove(t->vm, w->bitmap);
    free(w);
    update_focus(t);
}

static void getInTouchMode(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 1;
}

static void finishDrawing(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Window *w = find(t->vm, args[1].l);
    if (w)
        w->drawn = true;
}

/* void getDisplayFrame(IWindow, Rect out) */
static void getDisplayFrame(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    set_rect(t, args[2].l, 0, STATUS_BAR, SCREEN_WIDTH, SCREEN_HEIGHT);
}

const ServiceMethod service_window_session[] = {
    { "addToDisplay", addToDisplay },
    { "relayout", relayout },
    { "remove", remove_window },
    { "getInTouchMode", getInTouchMode },
    { "finishDrawing", finishDrawing },
    { "getDisplayFrame", getDisplayFrame },
    { "onRectangleOnScreenRequested", NULL },
    { "performHapticFeedback", NULL },
    { "setInsets", NULL },
    { 0 },
};

/* ---- android.view.Surface ----------------------------------------------------------------------- */

static Window *surface_window(const Slot *args)
{
    return peer(args[0].j);
}

/* long nativeLockCanvas(long surface, Canvas canvas, Rect dirty) */
static void nativeLockCanvas(Thread *t, const Slot *args, Slot *result)
{
    Window *w = surface_window(args);
    Object *bitmap = ref_object(*w->bitmap);
    bitmap_set_discard(bitmap_of_java(t, bitmap), !graphics_pixels(t->vm));
    vm_call_method(t, args[2].l, "setBitmap", "(Landroid/graphics/Bitmap;)V", bitmap);
    result->j = args[0].j;
}

static void nativeUnlockCanvasAndPost(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    surface_window(args)->drawn = true;
    vm_call_method(t, args[2].l, "setBitmap", "(Landroid/graphics/Bitmap;)V", NULL);
}

static void nativeIsValid(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = args[0].j != 0;
}

static void nativeGetWidth(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = surface_window(args)->right - surface_window(args)->left;
}

static void nativeGetHeight(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = surface_window(args)->bottom - surface_window(args)->top;
}

const NativeMethod natives_android_view_Surface[] = {
    { "nativeLockCanvas", NULL, nativeLockCanvas }, { "nativeUnlockCanvasAndPost", NULL, nativeUnlockCanvasAndPost },
    { "nativeIsValid", NULL, nativeIsValid }, { "nativeRelease", NULL, native_nothing }, { "nativeAllocateBuffers", NULL, native_nothing },
    { "nativeIsConsumerRunningBehind", NULL, native_nothing }, { "nativeGetWidth", NULL, nativeGetWidth }, { "nativeGetHeight", NULL, nativeGetHeight },
    { 0 },
};

/* ---- screenshots ---------------------------------------------------------------------------------- */

static void copy_over(u32 *to, i32 to_stride, const u32 *from, i32 from_stride, const Window *w)
{
    for (i32 y = MAX(w->top, 0); y < MIN(w->bottom, SCREEN_HEIGHT); y++) {
        for (i32 x = MAX(w->left, 0); x < MIN(w->right, SCREEN_WIDTH); x++) {
            u32 s = from[(y - w->top) * from_stride + (x - w->left)], *d = &to[y * to_stride + x];
            u32 rest = 255 - (s >> 24);
            u32 even = ((*d & 0xff00ff) * rest + 0x800080) >> 8 & 0xff00ff, odd = ((*d >> 8 & 0xff00ff) * rest + 0x800080) & 0xff00ff00;
            *d = s + even + odd;
        }
    }
}

int window_screenshot(Thread *t, const char *path)
{
    Object *screen = bitmap_new_object(t, SCREEN_WIDTH, SCREEN_HEIGHT);
    if (!screen)
        return error_set(ERR_LIMIT, "no memory for a screenshot");
    ObjectRef *root = vm_root_add(t->vm, screen);
    Bitmap *out = bitmap_of_java(t, screen);
    i32 stride, window_stride;
    u32 *pixels = bitmap_pixels(out, &stride);
    for (i32 i = 0; i < stride * SCREEN_HEIGHT; i++)
        pixels[i] = 0xff000000;
    for (Window *w = state(t->vm)->bottom; w; w = w->next) {
        Bitmap *b = w->visible && w->bitmap ? bitmap_of_java(t, ref_object(*w->bitmap)) : NULL;
        const u32 *from = b ? bitmap_pixels(b, &window_stride) : NULL;
        if (from)
            copy_over(pixels, stride, from, window_stride, w);
    }
    int status = bitmap_write_png(out, path);
    vm_root_remove(t->vm, root);
    return status;
}
