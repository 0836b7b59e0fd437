/* The peer of android.graphics.Bitmap, for the files that draw. */
#ifndef ANDROID_GRAPHICS_BITMAP_H
#define ANDROID_GRAPHICS_BITMAP_H

#include "android/graphics.h"
#include "android/image.h"

#include <cairo.h>

/* As Bitmap.Config numbers them for natives. ARGB_4444 is taken as ARGB_8888, as Android does since 4.4. */
typedef enum BitmapConfig { CONFIG_NONE = 0, CONFIG_ALPHA_8 = 1, CONFIG_RGB_565 = 3, CONFIG_ARGB_4444 = 4, CONFIG_ARGB_8888 = 5 } BitmapConfig;

struct Bitmap {
    u32 refs;
    i32 width, height, stride;      /* stride in bytes, as cairo wants it; Java sees width * bytes of a pixel */
    BitmapConfig config;
    u8 *pixels;                     /* NULL: recycled. 8888: premultiplied 0xAARRGGBB words */
    size_t size;
    cairo_surface_t *surface;       /* over pixels, made when first drawn */
    bool has_alpha, premultiplied, is_mutable, has_mip_map, discard;
    u32 generation;
    Vm *vm;
};

/* One reference, the caller's. NULL: OutOfMemoryError or IllegalArgumentException thrown. */
Bitmap *bitmap_create(Thread *t, i32 width, i32 height, BitmapConfig config);
void bitmap_retain(Bitmap *b);
void bitmap_release(Bitmap *b);
void bitmap_recycle(Bitmap *b);
/* The Java object that takes over the reference. */
Object *bitmap_wrap(Thread *t, Bitmap *b, Object *nine_patch_chunk, Object *insets, i32 density);

i32 config_bytes(BitmapConfig config);
/* Borrowed; NULL when recycled. */
cairo_surface_t *bitmap_surface(Bitmap *b);
/* Pixels were written other than through cairo, or are about to be read. */
void bitmap_changed(Bitmap *b);

/* As Java's Color: straight ARGB. */
u32 bitmap_get(const Bitmap *b, i32 x, i32 y);
void bitmap_set(Bitmap *b, i32 x, i32 y, u32 argb);
/* Premultiplied 0xAARRGGBB, from any config and to any. */
u32 bitmap_get_pixel(const Bitmap *b, i32 x, i32 y);
void bitmap_set_pixel(Bitmap *b, i32 x, i32 y, u32 pixel);
void bitmap_copy_pixels(Bitmap *to, const Bitmap *from);

#endif
