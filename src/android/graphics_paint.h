/*
 * The peers of android.graphics.Paint and of what can be put into one: shaders,
 * colour filters, path effects and mask filters ("effects", counted references:
 * a paint keeps what its Java owner has let go).
 */
#ifndef ANDROID_GRAPHICS_PAINT_H
#define ANDROID_GRAPHICS_PAINT_H

#include "android/graphics_bitmap.h"
#include "android/graphics_path.h"

typedef enum EffectKind {
    SHADER_BITMAP, SHADER_LINEAR, SHADER_RADIAL, SHADER_SWEEP, SHADER_COMPOSE,
    FILTER_MODE, FILTER_LIGHTING, FILTER_MATRIX,
    PATH_DASH, PATH_CORNER, PATH_DISCRETE, PATH_STAMP, PATH_COMPOSE, PATH_SUM,
    MASK_BLUR, MASK_OTHER,
} EffectKind;

typedef enum TileMode { TILE_CLAMP, TILE_REPEAT, TILE_MIRROR } TileMode;

/* As PorterDuff.Mode numbers them for natives. */
typedef enum BlendMode {
    BLEND_CLEAR, BLEND_SRC, BLEND_DST, BLEND_SRC_OVER, BLEND_DST_OVER, BLEND_SRC_IN, BLEND_DST_IN, BLEND_SRC_OUT, BLEND_DST_OUT,
    BLEND_SRC_ATOP, BLEND_DST_ATOP, BLEND_XOR, BLEND_ADD, BLEND_MULTIPLY, BLEND_SCREEN, BLEND_OVERLAY, BLEND_DARKEN, BLEND_LIGHTEN,
} BlendMode;

typedef struct Effect Effect;
struct Effect {
    u32 refs;
    EffectKind kind;
    Effect *first, *second;         /* of composed ones */
    BlendMode mode;                 /* SHADER_COMPOSE, FILTER_MODE */
    u32 color, add;                 /* FILTER_MODE: color; FILTER_LIGHTING: multiply, add */
    float matrix[20];               /* FILTER_MATRIX */
    Matrix local;                   /* shaders */
    Bitmap *bitmap;
    TileMode tile_x, tile_y;
    Point p0, p1;                   /* linear: ends; radial, sweep: centre in p0 */
    float radius;                   /* radial, blur, corner; discrete: deviation */
    float phase, advance;           /* dash, stamp; discrete: segment length in advance */
    u32 count;                      /* colours or dash lengths */
    u32 *colors;                    /* straight ARGB */
    float *positions;               /* of colours; dash lengths */
    i32 style;                      /* blur: NORMAL 0, SOLID 1, OUTER 2, INNER 3 */
    Path stamp;
};

Effect *effect_new(EffectKind kind);
Effect *effect_retain(Effect *e);   /* NULL stays NULL */
void effect_release(Effect *e);

/* Premultiplied in and out. */
u32 effect_filter_pixel(const Effect *filter, u32 pixel);
u32 blend_pixel(BlendMode mode, u32 source, u32 destination);
/* A pixel of a gradient or a composed shader at a point of its own space; bitmaps are nearest. */
u32 shader_pixel(const Effect *shader, const Matrix *inverse, float x, float y);
/* The same for all pixels of an area of the device; pixels begin at its corner, stride in pixels. */
void shader_fill(const Effect *shader, const Matrix *inverse, u32 *pixels, i32 stride, RectI area);
/* 256 premultiplied colours from 0 to 1. */
void gradient_table(const Effect *shader, u32 table[256]);
/* The path that a path effect makes of one; dashes are left to the pen. */
void effect_path(const Effect *effect, const Path *from, Path *out);

/* Paint.java's flags. */
enum {
    PAINT_ANTI_ALIAS = 1, PAINT_FILTER_BITMAP = 2, PAINT_DITHER = 4, PAINT_UNDERLINE = 8, PAINT_STRIKE_THRU = 16, PAINT_FAKE_BOLD = 32,
    PAINT_LINEAR_TEXT = 64, PAINT_SUBPIXEL_TEXT = 128,
};
typedef enum PaintStyle { STYLE_FILL, STYLE_STROKE, STYLE_FILL_AND_STROKE } PaintStyle;
typedef enum TextAlign { ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT } TextAlign;

typedef struct Typeface Typeface;

typedef struct Paint {
    u32 flags, color;
    i32 hinting, style, cap, join, align, hyphen_edit;
    float stroke_width, stroke_miter, text_size, text_scale_x, text_skew_x, letter_spacing;
    bool elegant, has_shadow;
    float shadow_radius, shadow_dx, shadow_dy;
    u32 shadow_color;
    BlendMode mode;
    Effect *shader, *filter, *path_effect, *mask_filter;
    char *locale, *features;
} Paint;

Paint *paint_new(void);
void paint_init(Paint *p);
void paint_release(Paint *p);       /* what it holds, not itself */
void paint_copy(Paint *to, const Paint *from);
/* The colour after alpha and filter, premultiplied. */
u32 paint_pixel(const Paint *p);

#endif
