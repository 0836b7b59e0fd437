/*
 * android.graphics.NinePatch. The chunk's layout is drawn in image_png_jpeg_webp.c.
 * A handle is a copy of the chunk with its size before it.
 */
#include "android/graphics_canvas.h"
#include "android/graphics_java.h"
#include "android/graphics_ninepatch.h"

#include <math.h>

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)

typedef struct NinePatchPeer {
    size_t size;
    u8 bytes[];
} NinePatchPeer;

static i32 int_at(const u8 *bytes, size_t at)
{
    i32 v;
    memcpy(&v, bytes + at, sizeof v);
    return v;
}

bool nine_patch_view(NinePatchView *out, const u8 *bytes, size_t size)
{
    if (size < 32 || (i8)bytes[0] == -1)
        return false;
    u32 x = bytes[1], y = bytes[2], colors = bytes[3];
    if (size < 32 + 4 * ((size_t)x + y + colors))
        return false;
    const i32 *divs = (const i32 *)(const void *)(bytes + 32);
    *out = (NinePatchView){ divs, divs + x, (const u32 *)(const void *)(divs + x + y), x, y, colors,
                            { int_at(bytes, 12), int_at(bytes, 20), int_at(bytes, 16), int_at(bytes, 24) } };
    return true;
}

void nine_patch_scale(u8 *bytes, size_t size, float scale)
{
    NinePatchView v;
    if (!nine_patch_view(&v, bytes, size))
        return;
    for (size_t at = 12; at < 28; at += 4) {
        i32 value = (i32)((float)int_at(bytes, at) * scale + 0.5f);
        memcpy(bytes + at, &value, 4);
    }
    for (u32 axis = 0; axis < 2; axis++) {
        i32 *divs = (i32 *)(uintptr_t)(axis ? v.y_divs : v.x_divs);
        u32 count = axis ? v.y_count : v.x_count;
        for (u32 i = 0; i < count; i++) {
            divs[i] = (i32)((float)divs[i] * scale + 0.5f);
            /* Parts do not vanish. */
            if (i > 0 && divs[i] == divs[i - 1])
                divs[i]++;
        }
    }
}

/* Where the columns (or rows) begin: in the bitmap and on the canvas. */
typedef struct Axis {
    float from[258], to[258];
    u32 parts;
} Axis;

/*
 * Fixed parts keep their size, the stretching ones share what is left in
 * proportion; when nothing is left, the fixed parts shrink.
 */
static void lay_out(Axis *a, const i32 *divs, u32 count, float size, float begin, float length)
{
    float stretch = 0;
    u32 n = 0;
    a->from[n++] = 0;
    for (u32 i = 0; i < count; i++) {
        a->from[n] = MIN(MAX((float)divs[i], a->from[n - 1]), size);
        n++;
    }
    a->from[n] = size;
    a->parts = n;
    for (u32 i = 1; i < n; i += 2)
        stretch += a->from[i + 1] - a->from[i];
    float fixed = size - stretch, room = length - fixed;
    float stretched = room > 0 && stretch > 0 ? room / stretch : 0, kept = room >= 0 || fixed <= 0 ? 1 : length / fixed;
    if (stretch <= 0)
        kept = fixed > 0 ? length / fixed : 1;
    float at = begin;
    for (u32 i = 0; i <= n; i++) {
        a->to[i] = i == n ? begin + length : at;
        if (i < n)
            at += (a->from[i + 1] - a->from[i]) * (i & 1 ? stretched : kept);
    }
}

static void draw(Canvas *c, const NinePatchPeer *chunk, Bitmap *b, RectF to, const Paint *paint)
{
    NinePatchView v;
    if (!b || !b->pixels || !canvas_draws(c) || !nine_patch_view(&v, chunk->bytes, chunk->size) || rect_is_empty(to))
        return;
    Axis x, y;
    lay_out(&x, v.x_divs, v.x_count, (float)b->width, to.left, to.right - to.left);
    lay_out(&y, v.y_divs, v.y_count, (float)b->height, to.top, to.bottom - to.top);
    Paint p;
    paint_init(&p);
    if (paint)
        paint_copy(&p, paint);
    p.flags = (p.flags & ~(u32)PAINT_ANTI_ALIAS) | PAINT_FILTER_BITMAP;
    for (u32 row = 0; row < y.parts; row++)
        for (u32 column = 0; column < x.parts; column++) {
            RectF from = { x.from[column], y.from[row], x.from[column + 1], y.from[row + 1] };
            RectF part = { roundf(x.to[column]), roundf(y.to[row]), roundf(x.to[column + 1]), roundf(y.to[row + 1]) };
            if (!rect_is_empty(from) && !rect_is_empty(part))
                canvas_draw_bitmap(c, b, from, part, &p);
        }
    paint_release(&p);
}

NATIVE(isNinePatchChunk)
{
    NinePatchView v;
    result->i = args[0].l && nine_patch_view(&v, (const u8 *)ARRAY_I8(args[0].l), (size_t)ARRAY_LENGTH(args[0].l));
}

NATIVE(validateNinePatchChunk)
{
    NinePatchView v;
    size_t size = args[0].l ? (size_t)ARRAY_LENGTH(args[0].l) : 0;
    if (size < 32 || !nine_patch_view(&v, (const u8 *)ARRAY_I8(args[0].l), size)) {
        vm_throw(t, "java/lang/RuntimeException", "Array too small for chunk.");
        return;
    }
    NinePatchPeer *p = xmalloc(sizeof *p + size);
    p->size = size;
    memcpy(p->bytes, ARRAY_I8(args[0].l), size);
    result->j = handle(p);
}

/* (canvas, rect, bitmap, chunk, paint, destination density, source density) */
static void draw_scaled(Thread *t, const Slot *args, RectF to)
{
    Canvas *c = peer(args[0].j);
    i32 destination = args[8].i, source = args[9].i;
    if (destination == source || !destination || !source) {
        draw(c, peer(args[4].j), bitmap_of_java(t, args[3].l), to, peer(args[6].j));
        return;
    }
    float scale = (float)destination / (float)source;
    Matrix place = matrix_translate(to.left, to.top), size = matrix_scale(scale, scale, 0, 0);
    canvas_save(c, SAVE_MATRIX);
    canvas_concat(c, &place);
    canvas_concat(c, &size);
    draw(c, peer(args[4].j), bitmap_of_java(t, args[3].l), (RectF){ 0, 0, (to.right - to.left) / scale, (to.bottom - to.top) / scale }, peer(args[6].j));
    canvas_restore(c);
}

NATIVE(drawRectF) { draw_scaled(t, args, rectf_of_java(t, args[2].l)); }

NATIVE(drawRect)
{
    RectI r = recti_of_java(t, args[2].l);
    draw_scaled(t, args, (RectF){ (float)r.left, (float)r.top, (float)r.right, (float)r.bottom });
}

/* The colours say which parts are clear: 0 is. (bitmap, chunk, rect) */
NATIVE(getTransparentRegion)
{
    const NinePatchPeer *chunk = peer(args[1].j);
    Bitmap *b = bitmap_of_java(t, args[0].l);
    RectI r = recti_of_java(t, args[3].l);
    NinePatchView v;
    if (!b || !nine_patch_view(&v, chunk->bytes, chunk->size))
        return;
    Axis x, y;
    lay_out(&x, v.x_divs, v.x_count, (float)b->width, (float)r.left, (float)(r.right - r.left));
    lay_out(&y, v.y_divs, v.y_count, (float)b->height, (float)r.top, (float)(r.bottom - r.top));
    Region *clear = region_new();
    u32 color = 0;
    for (u32 row = 0; row < y.parts; row++)
        for (u32 column = 0; column < x.parts; column++) {
            if (x.from[column] >= x.from[column + 1] || y.from[row] >= y.from[row + 1])
                continue;
            if (color < v.color_count && v.colors[color++] == 0) {
                cairo_region_t *part = region_of_rect(rect_round((RectF){ x.to[column], y.to[row], x.to[column + 1], y.to[row + 1] }));
                cairo_region_union(clear->set, part);
                cairo_region_destroy(part);
            }
        }
    if (cairo_region_is_empty(clear->set)) {
        cairo_region_destroy(clear->set);
        free(clear);
        return;
    }
    result->j = handle(clear);
}

const NativeMethod natives_android_graphics_NinePatch[] = {
    { "isNinePatchChunk", NULL, isNinePatchChunk }, { "validateNinePatchChunk", NULL, validateNinePatchChunk }, { "nativeFinalize", NULL, free_peer },
    { "nativeDraw", "(JLandroid/graphics/RectF;Landroid/graphics/Bitmap;JJII)V", drawRectF },
    { "nativeDraw", "(JLandroid/graphics/Rect;Landroid/graphics/Bitmap;JJII)V", drawRect },
    { "nativeGetTransparentRegion", NULL, getTransparentRegion },
    { 0 },
};
