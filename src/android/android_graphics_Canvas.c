/* android.graphics.Canvas: state and shapes. Text and bitmaps are in android_graphics_Canvas_draw.c. */
#include "android/android_graphics_Canvas.h"
#include "android/graphics_java.h"

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)
#define SELF ((Canvas *)peer(args[0].j))

NATIVE(initRaster) { result->j = handle(canvas_new(bitmap_of_java(t, args[0].l))); }
NATIVE(finalizer) { canvas_free(SELF); }
NATIVE(setBitmap) { canvas_set_bitmap(SELF, bitmap_of_java(t, args[2].l)); }
NATIVE(isOpaque) { result->i = canvas_is_opaque(SELF); }
NATIVE(getWidth) { result->i = canvas_width(SELF); }
NATIVE(getHeight) { result->i = canvas_height(SELF); }

/* ---- the stack ----------------------------------------------------------------------------------- */

NATIVE(save) { result->i = canvas_save(SELF, args[2].i); }
NATIVE(getSaveCount) { result->i = canvas_save_count(SELF); }

static RectF rect_args(const Slot *args)
{
    return (RectF){ args[0].f, args[1].f, args[2].f, args[3].f };
}

/* (canvas, rect, paint, flags) */
NATIVE(saveLayer)
{
    RectF bounds = rect_args(args + 2);
    result->i = canvas_save_layer(SELF, &bounds, peer(args[6].j), args[8].i);
}

NATIVE(saveLayerAlpha)
{
    RectF bounds = rect_args(args + 2);
    Paint p;
    paint_init(&p);
    p.color = (u32)(args[6].i & 255) << 24;
    result->i = canvas_save_layer(SELF, &bounds, &p, args[7].i);
    paint_release(&p);
}

NATIVE(restore)
{
    if (!canvas_restore(SELF) && args[2].i)
        vm_throw(t, "java/lang/IllegalStateException", "Underflow in restore");
}

NATIVE(restoreToCount)
{
    if (args[2].i < 1 && args[3].i) {
        vm_throw(t, "java/lang/IllegalArgumentException", "Underflow in restoreToCount");
        return;
    }
    while (canvas_save_count(SELF) > MAX(args[2].i, 1))
        canvas_restore(SELF);
}

/* ---- matrix and clip -------------------------------------------------------------------------------- */

#define CONCAT(name, made) NATIVE(name) { Matrix m = made; canvas_concat(SELF, &m); }
CONCAT(translate, matrix_translate(args[2].f, args[3].f))
CONCAT(scale, matrix_scale(args[2].f, args[3].f, 0, 0))
CONCAT(rotate, matrix_rotate(args[2].f, 0, 0))
CONCAT(skew, matrix_skew(args[2].f, args[3].f, 0, 0))

NATIVE(concat) { if (args[2].j) canvas_concat(SELF, peer(args[2].j)); }
NATIVE(setMatrix) { canvas_set_matrix(SELF, args[2].j ? peer(args[2].j) : &matrix_identity); }
NATIVE(getCTM) { *(Matrix *)peer(args[2].j) = *canvas_matrix(SELF); }
NATIVE(clipRect) { result->i = canvas_clip_rect(SELF, rect_args(args + 2), args[6].i); }
NATIVE(clipPath) { result->i = canvas_clip_path(SELF, peer(args[2].j), args[4].i); }
NATIVE(clipRegion) { result->i = canvas_clip_region(SELF, ((Region *)peer(args[2].j))->set, args[4].i); }

NATIVE(getClipBounds)
{
    RectI r;
    result->i = canvas_clip_bounds(SELF, &r);
    recti_to_java(t, args[2].l, r);
}

NATIVE(quickReject) { result->i = canvas_quick_reject(SELF, rect_args(args + 2)); }
NATIVE(quickRejectPath) { result->i = canvas_quick_reject(SELF, path_bounds(peer(args[2].j))); }

/* The filter's flags: what to clear in the low word, what to set in the high one. 0: none. */
NATIVE(setDrawFilter)
{
    u64 flags = (u64)args[2].j >> 1;
    canvas_set_draw_filter(SELF, flags & 0x7fff, flags >> 16 & 0x7fff);
}

/* ---- shapes ------------------------------------------------------------------------------------------- */

NATIVE(drawColor) { canvas_draw_color(SELF, (u32)args[2].i, args[3].i); }
NATIVE(drawPaint) { canvas_draw_paint(SELF, peer(args[2].j)); }
NATIVE(drawPath) { canvas_draw_path(SELF, peer(args[2].j), peer(args[4].j)); }

/* Draws what the braces build into `path`, when anybody will see it. */
#define DRAW_BUILT(paint, ...)                                  \
    if (canvas_draws(SELF)) {                                   \
        Path path;                                              \
        path_init(&path);                                       \
        __VA_ARGS__                                             \
        canvas_draw_path(SELF, &path, paint);                   \
        path_release(&path);                                    \
    }

NATIVE(drawRect) { DRAW_BUILT(peer(args[6].j), path_add_rect(&path, rect_sorted(rect_args(args + 2)), DIRECTION_CW);) }
NATIVE(drawOval) { DRAW_BUILT(peer(args[6].j), path_add_oval(&path, rect_sorted(rect_args(args + 2)), DIRECTION_CW);) }

NATIVE(drawCircle)
{
    float x = args[2].f, y = args[3].f, r = args[4].f;
    if (r > 0)
        DRAW_BUILT(peer(args[5].j), path_add_oval(&path, (RectF){ x - r, y - r, x + r, y + r }, DIRECTION_CW);)
}

/* (canvas, rect, start, sweep, use centre, paint) */
NATIVE(drawArc)
{
    RectF oval = rect_sorted(rect_args(args + 2));
    float start = args[6].f, sweep = args[7].f;
    bool full = sweep >= 360 || sweep <= -360, centre = args[8].i && !full;
    DRAW_BUILT(peer(args[9].j),
        if (centre)
            path_move(&path, (oval.left + oval.right) / 2, (oval.top + oval.bottom) / 2);
        if (full)
            path_add_oval(&path, oval, DIRECTION_CW);
        else
            path_arc_to(&path, oval, start, sweep, !centre);
        if (centre)
            path_close(&path);
    )
}

NATIVE(drawRoundRect)
{
    float radii[8];
    for (int i = 0; i < 8; i++)
        radii[i] = args[6 + (i & 1)].f;
    DRAW_BUILT(peer(args[8].j), path_add_round_rect(&path, rect_sorted(rect_args(args + 2)), radii, DIRECTION_CW);)
}

/* Lines and points are drawn with the pen alone. A point is a line of no length with a cap. */
static void stroke_points(Canvas *c, const float *at, i32 count, bool lines, const Paint *paint)
{
    if (!canvas_draws(c))
        return;
    Path path;
    path_init(&path);
    Paint pen = { 0 };
    paint_copy(&pen, paint);
    for (i32 i = 0; i + (lines ? 3 : 1) < count; i += lines ? 4 : 2) {
        path_move(&path, at[i], at[i + 1]);
        path_line(&path, at[lines ? i + 2 : i], at[lines ? i + 3 : i + 1]);
    }
    if (!lines && pen.cap == 0)
        pen.cap = 2;
    canvas_stroke_path(c, &path, &pen);
    paint_release(&pen);
    path_release(&path);
}

NATIVE(drawPoint) { stroke_points(SELF, (float[]){ args[2].f, args[3].f }, 2, false, peer(args[4].j)); }
NATIVE(drawLine) { stroke_points(SELF, (float[]){ args[2].f, args[3].f, args[4].f, args[5].f }, 4, true, peer(args[6].j)); }

NATIVE(drawPoints)
{
    if (array_has(t, args[2].l, args[3].i, args[4].i))
        stroke_points(SELF, ARRAY_F32(args[2].l) + args[3].i, args[4].i, false, peer(args[5].j));
}

NATIVE(drawLines)
{
    if (array_has(t, args[2].l, args[3].i, args[4].i))
        stroke_points(SELF, ARRAY_F32(args[2].l) + args[3].i, args[4].i, true, peer(args[5].j));
}

const NativeMethod natives_android_graphics_Canvas[] = {
    { "freeCaches", NULL, do_nothing }, { "freeTextLayoutCaches", NULL, do_nothing }, { "initRaster", NULL, initRaster },
    { "finalizer", NULL, finalizer }, { "native_setBitmap", NULL, setBitmap }, { "native_isOpaque", NULL, isOpaque },
    { "native_getWidth", NULL, getWidth }, { "native_getHeight", NULL, getHeight }, { "native_save", NULL, save },
    { "native_saveLayer", NULL, saveLayer }, { "native_saveLayerAlpha", NULL, saveLayerAlpha }, { "native_restore", NULL, restore },
    { "native_restoreToCount", NULL, restoreToCount }, { "native_getSaveCount", NULL, getSaveCount }, { "native_translate", NULL, translate },
    { "native_scale", NULL, scale }, { "native_rotate", NULL, rotate }, { "native_skew", NULL, skew }, { "native_concat", NULL, concat },
    { "native_setMatrix", NULL, setMatrix }, { "native_getCTM", NULL, getCTM }, { "native_clipRect", NULL, clipRect },
    { "native_clipPath", NULL, clipPath }, { "native_clipRegion", NULL, clipRegion }, { "native_getClipBounds", NULL, getClipBounds },
    { "native_quickReject", "(JFFFF)Z", quickReject }, { "native_quickReject", "(JJ)Z", quickRejectPath },
    { "nativeSetDrawFilter", NULL, setDrawFilter }, { "native_drawColor", NULL, drawColor }, { "native_drawPaint", NULL, drawPaint },
    { "native_drawPath", NULL, drawPath }, { "native_drawRect", NULL, drawRect }, { "native_drawOval", NULL, drawOval },
    { "native_drawCircle", NULL, drawCircle }, { "native_drawArc", NULL, drawArc }, { "native_drawRoundRect", NULL, drawRoundRect },
    { "native_drawPoint", NULL, drawPoint }, { "native_drawPoints", NULL, drawPoints }, { "native_drawLine", NULL, drawLine },
    { "native_drawLines", NULL, drawLines },
    CANVAS_DRAW_METHODS
    { 0 },
};

/* ---- PaintFlagsDrawFilter: its handle is its flags, see setDrawFilter --------------------------------------- */

NATIVE(filter_nativeConstructor) { result->j = ((i64)(args[0].i & 0x7fff) | (i64)(args[1].i & 0x7fff) << 16) << 1 | 1; }

const NativeMethod natives_android_graphics_PaintFlagsDrawFilter[] = {
    { "nativeConstructor", NULL, filter_nativeConstructor },
    { 0 },
};

const NativeMethod natives_android_graphics_DrawFilter[] = {
    { "nativeDestructor", NULL, do_nothing },
    { 0 },
};
