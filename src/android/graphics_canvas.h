/*
 * A canvas: a bitmap (or a picture's recording), a stack of matrix and clip, and
 * layers. Clips are sets of whole pixels, as Skia's are for clips without
 * smoothing. All coordinates of drawing are local, mapped by the matrix.
 */
#ifndef ANDROID_GRAPHICS_CANVAS_H
#define ANDROID_GRAPHICS_CANVAS_H

#include "android/graphics_paint.h"
#include "android/graphics_region.h"

typedef struct Canvas Canvas;
enum { SAVE_MATRIX = 1, SAVE_CLIP = 2, SAVE_ALL = 31 };

Canvas *canvas_new(Bitmap *bitmap);             /* may be NULL: nothing to draw on */
void canvas_free(Canvas *c);
void canvas_set_bitmap(Canvas *c, Bitmap *bitmap);
i32 canvas_width(const Canvas *c);
i32 canvas_height(const Canvas *c);
bool canvas_is_opaque(const Canvas *c);
void canvas_set_draw_filter(Canvas *c, u32 clear_flags, u32 set_flags);

i32 canvas_save_count(const Canvas *c);         /* 1 at first */
i32 canvas_save(Canvas *c, i32 flags);          /* the count before */
/* bounds NULL: the whole clip. paint NULL: opaque. */
i32 canvas_save_layer(Canvas *c, const RectF *bounds, const Paint *paint, i32 flags);
bool canvas_restore(Canvas *c);                 /* false: nothing was saved */

const Matrix *canvas_matrix(const Canvas *c);
void canvas_set_matrix(Canvas *c, const Matrix *m);
void canvas_concat(Canvas *c, const Matrix *m);

/* True when something of the clip is left. */
bool canvas_clip_rect(Canvas *c, RectF r, RegionOp op);
bool canvas_clip_path(Canvas *c, const Path *p, RegionOp op);
bool canvas_clip_region(Canvas *c, const cairo_region_t *device, RegionOp op);
bool canvas_clip_bounds(const Canvas *c, RectI *local);
bool canvas_quick_reject(const Canvas *c, RectF local);

/* Does drawing change any pixel now? If not, callers may skip their work. */
bool canvas_draws(const Canvas *c);

void canvas_draw_color(Canvas *c, u32 argb, BlendMode mode);
void canvas_draw_paint(Canvas *c, const Paint *p);
void canvas_draw_path(Canvas *c, const Path *path, const Paint *p);
/* As strokes, whatever the paint's style: lines and points. */
void canvas_stroke_path(Canvas *c, const Path *path, const Paint *p);
void canvas_draw_bitmap(Canvas *c, Bitmap *b, RectF from, RectF to, const Paint *p);
/* Triangles with a texture place (in the shader's space) or a colour at each corner; either may be NULL. */
typedef struct Vertex { Point at, texture; u32 color; } Vertex;
void canvas_draw_triangle(Canvas *c, const Vertex v[3], const Effect *shader, bool colored, const Paint *p);

/* Scales all of one bitmap to all of another, smoothly. */
void bitmap_scale(Bitmap *to, Bitmap *from);

#endif
