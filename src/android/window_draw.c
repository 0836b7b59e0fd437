#include "android/window_draw.h"

#include "android/graphics_text.h"

#include <utf8proc.h>

enum { MOST_LETTERS = 32 };

static Paint paint_of(u32 colour)
{
    Paint p = { 0 };
    paint_init(&p);
    p.flags = PAINT_ANTI_ALIAS;
    p.color = colour;
    return p;
}

static Paint stroke_of(u32 colour, float width)
{
    Paint p = paint_of(colour);
    p.style = STYLE_STROKE;
    p.stroke_width = width;
    return p;
}

/* Draws and lets go. */
static void finish(const Pen *pen, Path *path, Paint *paint)
{
    canvas_draw_path(pen->canvas, path, paint);
    path_release(path);
    paint_release(paint);
}

static RectF floats(RectI r)
{
    return (RectF){ (float)r.left, (float)r.top, (float)r.right, (float)r.bottom };
}

void pen_box(const Pen *pen, RectI box, float radius, u32 colour)
{
    Paint paint = paint_of(colour);
    Path path;
    path_init(&path);
    const float radii[] = { radius, radius, radius, radius, radius, radius, radius, radius };
    path_add_round_rect(&path, floats(box), radii, DIRECTION_CW);
    finish(pen, &path, &paint);
}

void pen_label(const Pen *pen, RectI box, const char *text, float size, u32 colour)
{
    u16 letters[MOST_LETTERS];
    i32 count = 0;
    utf8proc_int32_t c;
    for (const u8 *p = (const u8 *)text; *p && count < MOST_LETTERS; p += utf8proc_iterate(p, -1, &c), letters[count++] = (u16)c)
        ;
    Paint paint = paint_of(colour);
    paint.text_size = size;
    TextLayout layout = { 0 };
    text_layout(&layout, pen->vm, &paint, NULL, letters, 0, count, count, BIDI_LTR);
    FontMetrics m = text_metrics(pen->vm, &paint, NULL);
    Path path;
    path_init(&path);
    text_add_to_path(&layout, &paint, (float)(box.left + box.right) / 2 - layout.advance / 2, (float)(box.top + box.bottom) / 2 - (m.ascent + m.descent) / 2, &path);
    text_layout_free(&layout);
    finish(pen, &path, &paint);
}

void pen_outline(const Pen *pen, const Point *corners, u32 count, float width, u32 colour)
{
    Paint paint = stroke_of(colour, width);
    Path path;
    path_init(&path);
    for (u32 i = 0; i < count; i++)
        (i ? path_line : path_move)(&path, corners[i].x, corners[i].y);
    path_close(&path);
    finish(pen, &path, &paint);
}

void pen_ring(const Pen *pen, Point centre, float radius, float width, u32 colour)
{
    Paint paint = stroke_of(colour, width);
    Path path;
    path_init(&path);
    path_add_oval(&path, (RectF){ centre.x - radius, centre.y - radius, centre.x + radius, centre.y + radius }, DIRECTION_CW);
    finish(pen, &path, &paint);
}
