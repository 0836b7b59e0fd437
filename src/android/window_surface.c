/*
 * android.view.Surface: a window's surface is a bitmap of ours; the app draws on
 * it through the software canvas. And the screen as a picture, made of them.
 */
#include "android/window.h"

#include "android/graphics.h"
#include "android/natives.h"
#include "android/screen.h"
#include "android/window_draw.h"

/* ---- giving and taking ------------------------------------------------------------------------- */

static FieldRef native_object = FIELD("android/view/Surface", "mNativeObject", "J");

void window_surface_release(WindowSurface *surface)
{
    if (!surface || --surface->owners)
        return;
    vm_root_remove(surface->vm, surface->bitmap);
    free(surface);
}

static WindowSurface *new_surface(Thread *t, i32 width, i32 height)
{
    Object *bitmap = bitmap_new_object(t, MAX(width, 1), MAX(height, 1));
    if (!bitmap)
        return NULL;
    WindowSurface *s = xcalloc(1, sizeof *s);
    *s = (WindowSurface){ .bitmap = vm_root_add(t->vm, bitmap), .vm = t->vm, .owners = 1 };
    return s;
}

static bool has_size(Thread *t, const WindowSurface *s, i32 width, i32 height)
{
    const Bitmap *b = bitmap_of_java(t, ref_object(*s->bitmap));
    return bitmap_width(b) == MAX(width, 1) && bitmap_height(b) == MAX(height, 1);
}

bool window_give_surface(Thread *t, Window *w, Object *surface)
{
    const RectI *f = &w->frames.frame, *over = &w->attributes.surface_insets;
    i32 width = f->right - f->left + over->left + over->right, height = f->bottom - f->top + over->top + over->bottom;
    if (!w->surface || !has_size(t, w->surface, width, height)) {
        WindowSurface *made = new_surface(t, width, height);
        if (!made)
            return false;
        window_surface_release(w->surface);
        w->surface = made;
    }
    i64 now = GET_LONG(t, surface, &native_object);
    if (now == handle(w->surface))
        return true;
    w->surface->owners++;
    window_surface_release(peer(now));
    /* The setter counts a generation up, by which the app knows that it is new. */
    vm_call_method(t, surface, "setNativeObjectLocked", "(J)V", handle(w->surface));
    return !t->exception;
}

/* ---- android.view.Surface ----------------------------------------------------------------------- */

static WindowSurface *self(const Slot *args)
{
    return peer(args[0].j);
}

/* long nativeLockCanvas(long surface, Canvas canvas, Rect dirty): drawing outside of `dirty` is cut off; who unlocks it releases it */
static void nativeLockCanvas(Thread *t, const Slot *args, Slot *result)
{
    Object *bitmap = ref_object(*self(args)->bitmap), *dirty = args[3].l;
    bitmap_set_discard(bitmap_of_java(t, bitmap), !graphics_pixels(t->vm));
    vm_call_method(t, args[2].l, "setBitmap", "(Landroid/graphics/Bitmap;)V", bitmap);
    if (dirty && !t->exception)
        vm_call_method(t, args[2].l, "clipRect", "(Landroid/graphics/Rect;)Z", dirty);
    self(args)->owners++;
    result->j = args[0].j;
}

static void nativeUnlockCanvasAndPost(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    vm_call_method(t, args[2].l, "setBitmap", "(Landroid/graphics/Bitmap;)V", NULL);
}

static void nativeIsValid(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = args[0].j != 0;
}

static void nativeRelease(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    window_surface_release(peer(args[0].j));
}

static void nativeGetWidth(Thread *t, const Slot *args, Slot *result)
{
    result->i = bitmap_width(bitmap_of_java(t, ref_object(*self(args)->bitmap)));
}

static void nativeGetHeight(Thread *t, const Slot *args, Slot *result)
{
    result->i = bitmap_height(bitmap_of_java(t, ref_object(*self(args)->bitmap)));
}

const NativeMethod natives_android_view_Surface[] = {
    { "nativeLockCanvas", NULL, nativeLockCanvas }, { "nativeUnlockCanvasAndPost", NULL, nativeUnlockCanvasAndPost },
    { "nativeIsValid", NULL, nativeIsValid }, { "nativeRelease", NULL, nativeRelease }, { "nativeAllocateBuffers", NULL, native_nothing },
    { "nativeIsConsumerRunningBehind", NULL, native_nothing }, { "nativeGetWidth", NULL, nativeGetWidth }, { "nativeGetHeight", NULL, nativeGetHeight },
    { 0 },
};

/* ---- screenshots ---------------------------------------------------------------------------------- */

typedef struct Picture {
    u32 *pixels;
    i32 stride, width, height;
} Picture;

static u32 over(u32 source, u32 below)
{
    u32 rest = 255 - (source >> 24);
    u32 even = ((below & 0xff00ff) * rest + 0x800080) >> 8 & 0xff00ff, odd = ((below >> 8 & 0xff00ff) * rest + 0x800080) & 0xff00ff00;
    return source + even + odd;
}

static void fill(Picture *p, RectI r, u32 colour)
{
    for (i32 y = MAX(r.top, 0); y < MIN(r.bottom, p->height); y++)
        for (i32 x = MAX(r.left, 0); x < MIN(r.right, p->width); x++)
            p->pixels[y * p->stride + x] = over(colour, p->pixels[y * p->stride + x]);
}

static void copy_over(Picture *p, const u32 *from, i32 from_stride, i32 left, i32 top, i32 width, i32 height)
{
    for (i32 y = MAX(top, 0); y < MIN(top + height, p->height); y++)
        for (i32 x = MAX(left, 0); x < MIN(left + width, p->width); x++)
            p->pixels[y * p->stride + x] = over(from[(y - top) * from_stride + (x - left)], p->pixels[y * p->stride + x]);
}

static void draw_own(Thread *t, Bitmap *screen, const Window *w)
{
    Canvas *canvas = canvas_new(screen);
    w->draw(&(Pen){ t->vm, canvas }, w);
    canvas_free(canvas);
}

static void draw_window(Thread *t, Picture *p, const Window *w)
{
    if (w->attributes.flags & FLAG_DIM_BEHIND)
        fill(p, (RectI){ 0, 0, p->width, p->height }, (u32)(w->attributes.dim_amount * 255) << 24);
    Bitmap *b = w->surface ? bitmap_of_java(t, ref_object(*w->surface->bitmap)) : NULL;
    i32 stride;
    const u32 *from = b ? bitmap_pixels(b, &stride) : NULL;
    const RectI *f = &w->frames.frame, *insets = &w->attributes.surface_insets;
    if (from)
        copy_over(p, from, stride, f->left - insets->left, f->top - insets->top, bitmap_width(b), bitmap_height(b));
}

int window_screenshot(Thread *t, const char *path)
{
    Picture p = { .width = screen_width(t->vm), .height = screen_height(t->vm) };
    Object *bitmap = bitmap_new_object(t, p.width, p.height);
    if (!bitmap)
        return error_set(ERR_LIMIT, "no memory for a screenshot");
    ObjectRef *root = vm_root_add(t->vm, bitmap);
    Bitmap *screen = bitmap_of_java(t, bitmap);
    p.pixels = bitmap_pixels(screen, &p.stride);
    fill(&p, (RectI){ 0, 0, p.width, p.height }, 0xff000000);
    for (const Window *w = window_bottom(t->vm); w; w = w->next)
        if (window_is_shown(w) && w->draw)
            draw_own(t, screen, w);
        else if (window_is_shown(w))
            draw_window(t, &p, w);
    int status = bitmap_write_png(screen, path);
    vm_root_remove(t->vm, root);
    return status;
}
