/*
 * android.view.Surface: what a window draws on. Locking gives the canvas the
 * surface's bitmap, clipped to what is dirty; posting takes it away again. While
 * no pixels are wanted, the bitmap discards them.
 */
#include "android/graphics_bitmap.h"
#include "android/graphics_canvas.h"
#include "android/graphics_java.h"

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)

typedef struct Surface {
    u32 refs, frames;
    Bitmap *bitmap;
} Surface;

i64 surface_create(Thread *t, i32 width, i32 height)
{
    Bitmap *b = bitmap_create(t, width, height, CONFIG_ARGB_8888);
    if (!b)
        return 0;
    Surface *s = xcalloc(1, sizeof *s);
    s->refs = 1;
    s->bitmap = b;
    return handle(s);
}

void surface_release(i64 surface)
{
    Surface *s = peer(surface);
    if (!s || --s->refs)
        return;
    bitmap_release(s->bitmap);
    free(s);
}

bool surface_resize(Thread *t, i64 surface, i32 width, i32 height)
{
    Surface *s = peer(surface);
    if (s->bitmap->width == width && s->bitmap->height == height)
        return true;
    Bitmap *b = bitmap_create(t, width, height, CONFIG_ARGB_8888);
    if (!b)
        return false;
    bitmap_release(s->bitmap);
    s->bitmap = b;
    return true;
}

Bitmap *surface_bitmap(i64 surface)
{
    return surface ? ((Surface *)peer(surface))->bitmap : NULL;
}

u32 surface_frames(i64 surface)
{
    return ((Surface *)peer(surface))->frames;
}

static Canvas *canvas_of_java(Thread *t, const Object *canvas)
{
    static FieldRef native = FIELD("android/graphics/Canvas", "mNativeCanvasWrapper", "J");
    return canvas ? peer(GET_LONG(t, canvas, &native)) : NULL;
}

/* (surface, canvas, dirty rect or null) -> the locked surface, which unlocking releases */
NATIVE(nativeLockCanvas)
{
    Surface *s = peer(args[0].j);
    Canvas *c = canvas_of_java(t, args[2].l);
    if (!s || !c) {
        vm_throw(t, "java/lang/IllegalArgumentException", NULL);
        return;
    }
    bitmap_set_discard(s->bitmap, !graphics_pixels(t->vm));
    canvas_set_bitmap(c, s->bitmap);
    RectI all = { 0, 0, s->bitmap->width, s->bitmap->height }, dirty = args[3].l ? recti_of_java(t, args[3].l) : all;
    dirty = (RectI){ MAX(dirty.left, 0), MAX(dirty.top, 0), MIN(dirty.right, all.right), MIN(dirty.bottom, all.bottom) };
    if (dirty.left >= dirty.right || dirty.top >= dirty.bottom)
        dirty = all;
    recti_to_java(t, args[3].l, dirty);
    canvas_clip_rect(c, (RectF){ (float)dirty.left, (float)dirty.top, (float)dirty.right, (float)dirty.bottom }, REGION_INTERSECT);
    s->refs++;
    result->j = args[0].j;
}

NATIVE(nativeUnlockCanvasAndPost)
{
    Surface *s = peer(args[0].j);
    Canvas *c = canvas_of_java(t, args[2].l);
    if (c)
        canvas_set_bitmap(c, NULL);
    if (s)
        s->frames++;
}

NATIVE(nativeRelease) { surface_release(args[0].j); }
NATIVE(nativeIsValid) { result->i = args[0].j != 0; }
NATIVE(nativeGetWidth) { result->i = args[0].j ? surface_bitmap(args[0].j)->width : 0; }
NATIVE(nativeGetHeight) { result->i = args[0].j ? surface_bitmap(args[0].j)->height : 0; }
NATIVE(nativeCreateFromSurfaceTexture) { result->j = surface_create(t, 1, 1); }

const NativeMethod natives_android_view_Surface[] = {
    { "nativeLockCanvas", NULL, nativeLockCanvas }, { "nativeUnlockCanvasAndPost", NULL, nativeUnlockCanvasAndPost },
    { "nativeRelease", NULL, nativeRelease }, { "nativeIsValid", NULL, nativeIsValid }, { "nativeIsConsumerRunningBehind", NULL, do_nothing },
    { "nativeAllocateBuffers", NULL, do_nothing }, { "nativeGetWidth", NULL, nativeGetWidth }, { "nativeGetHeight", NULL, nativeGetHeight },
    { "nativeCreateFromSurfaceTexture", NULL, nativeCreateFromSurfaceTexture },
    { 0 },
};
