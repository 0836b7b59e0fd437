/* What a canvas is made of, for graphics_canvas.c (state) and graphics_raster.c (pixels). */
#ifndef ANDROID_GRAPHICS_CANVAS_STATE_H
#define ANDROID_GRAPHICS_CANVAS_STATE_H

#include "android/graphics_canvas.h"

/* A layer: drawn into, then put onto what is below it when its save is restored. */
typedef struct Layer {
    cairo_surface_t *surface;       /* NULL: nothing is drawn now, only counted */
    Paint paint;
} Layer;

typedef struct Saved {
    Matrix matrix;
    cairo_region_t *clip;           /* device pixels */
    i32 flags;
    Layer *layer;                   /* begun by this save */
} Saved;

struct Canvas {
    Bitmap *bitmap;
    i32 width, height;
    Saved *stack;                   /* the last one is current */
    u32 count, room;
    u32 filter_clear, filter_set;   /* PaintFlagsDrawFilter */
};

static inline Saved *canvas_top(const Canvas *c)
{
    return &c->stack[c->count - 1];
}

/* Where drawing goes now: the innermost layer, or the bitmap. NULL: nowhere. */
cairo_surface_t *canvas_target(const Canvas *c);
/* Puts a finished layer onto the target. */
void canvas_compose_layer(Canvas *c, cairo_surface_t *layer, const Paint *p);

#endif
