/* android.graphics.Canvas: bitmaps, meshes and text. */
#include "android/android_graphics_Canvas.h"
#include "android/graphics_java.h"
#include "android/graphics_text.h"

#include <math.h>

#define NATIVE(name) void name(Thread *t, const Slot *args, Slot *result)

/* ---- bitmaps ----------------------------------------------------------------------------------------- */

/* this, canvas, bitmap, left, top, paint, canvas density, screen density, bitmap density */
NATIVE(canvas_drawBitmapAt)
{
    Canvas *c = peer(args[1].j);
    Bitmap *b = bitmap_of_java(t, args[3].l);
    UNUSED(result);
    if (!b)
        return;
    i32 canvas_density = args[8].i, screen_density = args[9].i, bitmap_density = args[10].i;
    float scale = 1;
    if (canvas_density != bitmap_density && canvas_density && bitmap_density)
        scale = (float)canvas_density / (float)bitmap_density;
    else if (screen_density && bitmap_density && screen_density != bitmap_density && canvas_density == 0)
        scale = (float)screen_density / (float)bitmap_density;
    float x = args[4].f, y = args[5].f, w = (float)b->width, h = (float)b->height;
    Paint smooth;
    paint_init(&smooth);
    if (args[6].j)
        paint_copy(&smooth, peer(args[6].j));
    if (scale != 1)
        smooth.flags |= PAINT_FILTER_BITMAP;
    canvas_draw_bitmap(c, b, (RectF){ 0, 0, w, h }, (RectF){ x, y, x + w * scale, y + h * scale }, args[6].j || scale != 1 ? &smooth : NULL);
    paint_release(&smooth);
}

/* this, canvas, bitmap, source rect, destination rect, paint, screen density, bitmap density */
NATIVE(canvas_drawBitmapRect)
{
    Bitmap *b = bitmap_of_java(t, args[3].l);
    UNUSED(result);
    if (b)
        canvas_draw_bitmap(peer(args[1].j), b, (RectF){ args[4].f, args[5].f, args[6].f, args[7].f }, (RectF){ args[8].f, args[9].f, args[10].f, args[11].f }, peer(args[12].j));
}

/* (canvas, colors, offset, stride, x, y, width, height, alpha, paint) */
NATIVE(canvas_drawColors)
{
    i32 offset = args[3].i, stride = args[4].i, width = args[7].i, height = args[8].i;
    UNUSED(result);
    if (width <= 0 || height <= 0 || !array_has(t, args[2].l, offset, MAX((height - 1) * stride + width, 0)))
        return;
    Bitmap *b = bitmap_create(t, width, height, CONFIG_ARGB_8888);
    if (!b)
        return;
    b->has_alpha = args[9].i;
    for (i32 y = 0; y < height; y++)
        for (i32 x = 0; x < width; x++)
            bitmap_set(b, x, y, (u32)ARRAY_I32(args[2].l)[offset + y * stride + x] | (args[9].i ? 0 : 0xff000000));
    float left = args[5].f, top = args[6].f;
    canvas_draw_bitmap(peer(args[0].j), b, (RectF){ 0, 0, (float)width, (float)height }, (RectF){ left, top, left + (float)width, top + (float)height }, peer(args[10].j));
    bitmap_release(b);
}

NATIVE(canvas_drawBitmapMatrix)
{
    Canvas *c = peer(args[0].j);
    Bitmap *b = bitmap_of_java(t, args[2].l);
    UNUSED(result);
    if (!b)
        return;
    RectF all = { 0, 0, (float)b->width, (float)b->height };
    canvas_save(c, SAVE_MATRIX);
    canvas_concat(c, peer(args[3].j));
    canvas_draw_bitmap(c, b, all, all, peer(args[5].j));
    canvas_restore(c);
}

static Effect *texture_of(Bitmap *b)
{
    Effect *e = effect_new(SHADER_BITMAP);
    e->bitmap = b;
    bitmap_retain(b);
    return e;
}

/* (canvas, bitmap, mesh width, mesh height, vertices, offset, colors, offset, paint) */
NATIVE(canvas_drawBitmapMesh)
{
    Bitmap *b = bitmap_of_java(t, args[2].l);
    i32 across = args[3].i, down = args[4].i, count = (across + 1) * (down + 1);
    UNUSED(result);
    if (!b || across < 1 || down < 1 || !array_has(t, args[5].l, args[6].i, count * 2) || (args[7].l && !array_has(t, args[7].l, args[8].i, count)))
        return;
    Paint plain;
    paint_init(&plain);
    const float *at = ARRAY_F32(args[5].l) + args[6].i;
    Effect *texture = texture_of(b);
    for (i32 y = 0; y < down; y++)
        for (i32 x = 0; x < across; x++) {
            Vertex v[4];
            for (i32 k = 0; k < 4; k++) {
                i32 vx = x + (k & 1), vy = y + (k >> 1), i = vy * (across + 1) + vx;
                v[k] = (Vertex){ { at[2 * i], at[2 * i + 1] }, { (float)(b->width * vx) / (float)across, (float)(b->height * vy) / (float)down },
                                 args[7].l ? (u32)ARRAY_I32(args[7].l)[args[8].i + i] : 0 };
            }
            canvas_draw_triangle(peer(args[0].j), (Vertex[3]){ v[0], v[1], v[2] }, texture, args[7].l, args[9].j ? peer(args[9].j) : &plain);
            canvas_draw_triangle(peer(args[0].j), (Vertex[3]){ v[1], v[3], v[2] }, texture, args[7].l, args[9].j ? peer(args[9].j) : &plain);
        }
    effect_release(texture);
    paint_release(&plain);
}

/* (canvas, mode, n, vertices, offset, texs, offset, colors, offset, indices, offset, count, paint) */
NATIVE(canvas_drawVertices)
{
    enum { TRIANGLES, STRIP, FAN };
    i32 mode = args[2].i, count = args[3].i / 2, used = args[10].l ? args[12].i : count;
    const Paint *p = peer(args[13].j);
    UNUSED(result);
    if (!array_has(t, args[4].l, args[5].i, count * 2) || (args[6].l && !array_has(t, args[6].l, args[7].i, count * 2)) ||
        (args[8].l && !array_has(t, args[8].l, args[9].i, count)) || (args[10].l && !array_has(t, args[10].l, args[11].i, used)))
        return;
    const float *at = ARRAY_F32(args[4].l) + args[5].i, *texture = args[6].l ? ARRAY_F32(args[6].l) + args[7].i : NULL;
    for (i32 i = 0; i + 2 < used; i += mode == TRIANGLES ? 3 : 1) {
        Vertex v[3];
        for (i32 k = 0; k < 3; k++) {
            i32 n = mode == FAN && k == 0 ? 0 : i + k;
            if (args[10].l)
                n = ARRAY_U16(args[10].l)[args[11].i + n];
            if (n >= count)
                return;
            v[k] = (Vertex){ { at[2 * n], at[2 * n + 1] }, { texture ? texture[2 * n] : at[2 * n], texture ? texture[2 * n + 1] : at[2 * n + 1] },
                             args[8].l ? (u32)ARRAY_I32(args[8].l)[args[9].i + n] : 0 };
        }
        canvas_draw_triangle(peer(args[0].j), v, texture ? p->shader : NULL, args[8].l, p);
    }
}

/* ---- text ----------------------------------------------------------------------------------------------- */

/* How much wider outlines become for a bold that the font does not have. */
static float bold_extra(float size)
{
    const float small = 9, large = 36, most = 1.0f / 24, least = 1.0f / 32;
    float share = size <= small ? 0 : size >= large ? 1 : (size - small) / (large - small);
    return size * (most + (least - most) * share);
}

static void draw_decorations(Canvas *c, const Paint *p, float x, float y, float width)
{
    Path lines;
    path_init(&lines);
    float thickness = MAX(p->text_size / 18, 1);
    if (p->flags & PAINT_UNDERLINE) {
        float top = y + p->text_size / 9;
        path_add_rect(&lines, (RectF){ x, top, x + width, top + thickness }, DIRECTION_CW);
    }
    if (p->flags & PAINT_STRIKE_THRU) {
        float top = y - p->text_size * 6 / 21;
        path_add_rect(&lines, (RectF){ x, top, x + width, top + thickness }, DIRECTION_CW);
    }
    if (lines.verb_count)
        canvas_draw_path(c, &lines, p);
    path_release(&lines);
}

static void draw_layout(Canvas *c, const TextLayout *l, const Paint *p, float x, float y)
{
    if (p->align != ALIGN_LEFT)
        x -= p->align == ALIGN_CENTER ? l->advance / 2 : l->advance;
    Path outline;
    path_init(&outline);
    text_add_to_path(l, p, x, y, &outline);
    bool fake_bold = l->count && l->glyphs[0].fake_bold;
    if (fake_bold && p->style == STYLE_FILL) {
        Paint bold;
        paint_init(&bold);
        paint_copy(&bold, p);
        bold.style = STYLE_FILL_AND_STROKE;
        bold.stroke_width = bold_extra(p->text_size);
        canvas_draw_path(c, &outline, &bold);
        paint_release(&bold);
    } else {
        canvas_draw_path(c, &outline, p);
    }
    path_release(&outline);
    if (p->flags & (PAINT_UNDERLINE | PAINT_STRIKE_THRU))
        draw_decorations(c, p, x, y, l->advance);
}

static void draw_text(Thread *t, Canvas *c, const u16 *text, i32 start, i32 count, i32 length, float x, float y, i32 bidi, const Paint *p, Typeface *face)
{
    if (!canvas_draws(c) || count <= 0)
        return;
    TextLayout l;
    text_layout(&l, t->vm, p, face, text, start, count, length, bidi);
    draw_layout(c, &l, p, x, y);
    text_layout_free(&l);
}

static bool text_given(Thread *t, const Object *text)
{
    return text || vm_throw_null(t, "text");
}

/* (canvas, chars, index, count, x, y, bidi, paint, typeface) */
NATIVE(canvas_drawChars)
{
    UNUSED(result);
    if (array_has(t, args[2].l, args[3].i, args[4].i))
        draw_text(t, peer(args[0].j), ARRAY_U16(args[2].l) + args[3].i, 0, args[4].i, args[4].i, args[5].f, args[6].f, args[7].i, peer(args[8].j), peer(args[10].j));
}

/* The same with a string, start and end. */
NATIVE(canvas_drawString)
{
    i32 start = args[3].i, end = args[4].i;
    UNUSED(result);
    if (text_given(t, args[2].l) && start >= 0 && end >= start && end <= vm_string_length(args[2].l))
        draw_text(t, peer(args[0].j), vm_string_chars(args[2].l) + start, 0, end - start, end - start, args[5].f, args[6].f, args[7].i, peer(args[8].j), peer(args[10].j));
}

/* (canvas, string, start, end, context start, context end, x, y, rtl, paint, typeface) */
NATIVE(canvas_drawStringRun)
{
    i32 start = args[3].i, end = args[4].i, context = args[5].i, context_end = args[6].i;
    UNUSED(result);
    if (text_given(t, args[2].l) && context >= 0 && start >= context && end >= start && context_end >= end && context_end <= vm_string_length(args[2].l))
        draw_text(t, peer(args[0].j), vm_string_chars(args[2].l) + context, start - context, end - start, context_end - context, args[7].f, args[8].f,
                  args[9].i ? BIDI_FORCE_RTL : BIDI_FORCE_LTR, peer(args[10].j), peer(args[12].j));
}

/* (canvas, chars, index, count, context index, context count, x, y, rtl, paint, typeface) */
NATIVE(canvas_drawCharsRun)
{
    i32 start = args[3].i, count = args[4].i, context = args[5].i, context_count = args[6].i;
    UNUSED(result);
    if (array_has(t, args[2].l, context, context_count) && start >= context && start + count <= context + context_count)
        draw_text(t, peer(args[0].j), ARRAY_U16(args[2].l) + context, start - context, count, context_count, args[7].f, args[8].f,
                  args[9].i ? BIDI_FORCE_RTL : BIDI_FORCE_LTR, peer(args[10].j), peer(args[12].j));
}

/* Each glyph stands upright on the path at its middle. */
static void draw_on_path(Thread *t, Canvas *c, const u16 *text, i32 count, const Path *along, float h, float v, i32 bidi, const Paint *p, Typeface *face)
{
    if (!canvas_draws(c) || count <= 0)
        return;
    TextLayout l;
    text_layout(&l, t->vm, p, face, text, 0, count, count, bidi);
    PathMeasure *m = path_measure_new(along, false);
    float begin = h;
    if (p->align != ALIGN_LEFT)
        begin += (path_measure_length(m) - l.advance) / (p->align == ALIGN_CENTER ? 2 : 1);
    Path outline;
    path_init(&outline);
    for (u32 i = 0; i < l.count; i++) {
        float end = i + 1 < l.count ? l.glyphs[i + 1].x : l.advance, half = (end - l.glyphs[i].x) / 2;
        float at = begin + l.glyphs[i].x + half;
        Point point, tangent;
        if (at < 0 || at > path_measure_length(m) || !path_measure_at(m, at, &point, &tangent))
            continue;
        Matrix turn = matrix_sin_cos(tangent.y, tangent.x, 0, 0), place = matrix_translate(point.x, point.y), back = matrix_translate(-half, v + l.glyphs[i].y);
        Matrix whole = matrix_concat(&place, &turn);
        whole = matrix_concat(&whole, &back);
        glyph_add_to_path(&l.glyphs[i], p, &whole, &outline);
    }
    canvas_draw_path(c, &outline, p);
    path_release(&outline);
    path_measure_free(m);
    text_layout_free(&l);
}

/* (canvas, chars, index, count, path, h, v, bidi, paint, typeface) */
NATIVE(canvas_drawCharsOnPath)
{
    UNUSED(result);
    if (array_has(t, args[2].l, args[3].i, args[4].i))
        draw_on_path(t, peer(args[0].j), ARRAY_U16(args[2].l) + args[3].i, args[4].i, peer(args[5].j), args[7].f, args[8].f, args[9].i, peer(args[10].j), peer(args[12].j));
}

NATIVE(canvas_drawStringOnPath)
{
    UNUSED(result);
    if (text_given(t, args[2].l))
        draw_on_path(t, peer(args[0].j), vm_string_chars(args[2].l), vm_string_length(args[2].l), peer(args[3].j), args[5].f, args[6].f, args[7].i, peer(args[8].j), peer(args[10].j));
}
