/*
 * Image files: PNG, JPEG, WebP, GIF and BMP as pixels, and back. Needs no
 * machine. A pixel is 0xAARRGGBB, premultiplied, as cairo has it.
 */
#ifndef ANDROID_IMAGE_H
#define ANDROID_IMAGE_H

#include "base/buf.h"

typedef struct NinePatchInsets {
    i32 optical[4], outline[4];     /* left, top, right, bottom */
    float radius;
    i32 alpha;
} NinePatchInsets;

typedef struct Image {
    i32 width, height;
    u32 *pixels;                    /* NULL when only the bounds were asked for */
    bool has_alpha;
    const char *mime;
    u8 *nine_patch;                 /* chunk npTc in the machine's byte order, as NinePatch wants it */
    size_t nine_patch_size;
    bool has_insets;
    NinePatchInsets insets;
} Image;

typedef struct ImageRequest {
    bool bounds_only;
    i32 sample;                     /* 1, 2, 3 …: one pixel of so many each way */
    bool keep_straight;             /* alpha is not multiplied in */
} ImageRequest;

/* Reads whichever format it is. On success *out is the caller's: image_release(). */
int image_read(Image *out, const u8 *bytes, size_t size, const ImageRequest *request);
void image_release(Image *image);

/* The single formats; image_read chooses. All give full size; image_read samples. */
int image_read_png(Image *out, const u8 *bytes, size_t size, bool bounds_only);
int image_read_jpeg(Image *out, const u8 *bytes, size_t size, bool bounds_only, i32 *sample);
int image_read_webp(Image *out, const u8 *bytes, size_t size, bool bounds_only);
int image_read_gif(Image *out, const u8 *bytes, size_t size, bool bounds_only);
int image_read_bmp(Image *out, const u8 *bytes, size_t size, bool bounds_only);

/* Makes room for width x height clear pixels, within reason. */
int image_allocate(Image *image, i32 width, i32 height);

/* A GIF's frames, for Movie: draws the picture as it is `millis` after the start. */
typedef struct GifInfo {
    i32 width, height, frames, duration;    /* milliseconds, 0 for a still */
} GifInfo;
int gif_info(GifInfo *out, const u8 *bytes, size_t size);
int gif_read_at(Image *out, const u8 *bytes, size_t size, i32 millis);

/* Files from pixels; stride in pixels. Quality 0 to 100. */
int image_write_png(Buf *out, const u32 *pixels, i32 width, i32 height, i32 stride, bool has_alpha);
int image_write_jpeg(Buf *out, const u32 *pixels, i32 width, i32 height, i32 stride, i32 quality);
int image_write_webp(Buf *out, const u32 *pixels, i32 width, i32 height, i32 stride, i32 quality);

static inline u32 multiply_255(u32 a, u32 b)
{
    u32 product = a * b + 128;
    return (product + (product >> 8)) >> 8;
}

static inline u32 pixel_premultiply(u32 argb)
{
    u32 a = argb >> 24;
    if (a == 255)
        return argb;
    return a << 24 | multiply_255(argb >> 16 & 255, a) << 16 | multiply_255(argb >> 8 & 255, a) << 8 | multiply_255(argb & 255, a);
}

static inline u32 pixel_unpremultiply(u32 pixel)
{
    u32 a = pixel >> 24;
    if (a == 255 || a == 0)
        return a ? pixel : 0;
    u32 r = ((pixel >> 16 & 255) * 255 + a / 2) / a, g = ((pixel >> 8 & 255) * 255 + a / 2) / a, b = ((pixel & 255) * 255 + a / 2) / a;
    return a << 24 | MIN(r, 255u) << 16 | MIN(g, 255u) << 8 | MIN(b, 255u);
}

#endif
