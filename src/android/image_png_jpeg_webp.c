/*
 * The formats that libraries read and write. Readers give straight (not
 * premultiplied) 0xAARRGGBB. libpng and libjpeg leave by longjmp on errors.
 */
#include "android/image.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jpeglib.h>
#include <webp/decode.h>
#include <webp/encode.h>

/* ---- PNG -------------------------------------------------------------------------- */

typedef struct PngInput {
    const u8 *at, *end;
} PngInput;

static void png_input(png_structp png, png_bytep to, size_t count)
{
    PngInput *in = png_get_io_ptr(png);
    if ((size_t)(in->end - in->at) < count)
        png_error(png, "the file ends too early");
    memcpy(to, in->at, count);
    in->at += count;
}

static void png_silent(png_structp png, png_const_charp text)
{
    UNUSED(png), UNUSED(text);
}

/* Errors leave without a word: the caller has a sentence of its own. */
static void png_leave(png_structp png, png_const_charp text)
{
    UNUSED(text);
    png_longjmp(png, 1);
}

static u32 big_u32(const u8 *p)
{
    return (u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | p[3];
}

static void put_u32(u8 *p, u32 v)
{
    memcpy(p, &v, 4);
}

/*
 * npTc, big-endian in the file, becomes what NinePatch wants: the same fields in
 * the machine's order.
 *     0 1 was read here      1 1 x divs   2 1 y divs   3 1 colours
 *     4 8 offsets           12 16 padding left, right, top, bottom
 *    28 4 offset            32    x divs, y divs, colours
 */
static void take_nine_patch(Image *image, const u8 *data, size_t size)
{
    if (size < 32 || size < 32 + 4 * ((size_t)data[1] + data[2] + data[3]))
        return;
    size = 32 + 4 * ((size_t)data[1] + data[2] + data[3]);
    free(image->nine_patch);
    image->nine_patch = xmalloc(size);
    image->nine_patch_size = size;
    memcpy(image->nine_patch, data, 12);
    image->nine_patch[0] = 1;
    put_u32(image->nine_patch + 4, 32);
    put_u32(image->nine_patch + 8, 32 + 4 * (u32)data[1]);
    for (size_t at = 12; at + 4 <= size; at += 4)
        put_u32(image->nine_patch + at, big_u32(data + at));
    put_u32(image->nine_patch + 28, 32 + 4 * ((u32)data[1] + data[2]));
}

/* npLb and npOl are written in the byte order of the machine that made them: little-endian. */
static int png_chunk(png_structp png, png_unknown_chunkp chunk)
{
    Image *image = png_get_user_chunk_ptr(png);
    if (!memcmp(chunk->name, "npTc", 4)) {
        take_nine_patch(image, chunk->data, chunk->size);
    } else if (!memcmp(chunk->name, "npLb", 4) && chunk->size >= 16) {
        memcpy(image->insets.optical, chunk->data, 16);
        image->has_insets = true;
    } else if (!memcmp(chunk->name, "npOl", 4) && chunk->size >= 24) {
        memcpy(image->insets.outline, chunk->data, 16);
        memcpy(&image->insets.radius, chunk->data + 16, 4);
        image->insets.alpha = chunk->data[20];
        image->has_insets = true;
    }
    return 1;
}

int image_read_png(Image *out, const u8 *bytes, size_t size, bool bounds_only)
{
    PngInput in = { bytes, bytes + size };
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, png_leave, png_silent);
    png_infop info = png_create_info_struct(png);
    png_bytep *volatile rows = NULL;
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        free(rows);
        return error_set(ERR_INPUT, "PNG: damaged");
    }
    png_set_read_fn(png, &in, png_input);
    png_set_read_user_chunk_fn(png, out, png_chunk);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "npTc\0npLb\0npOl", 3);
    png_read_info(png, info);
    png_uint_32 width, height;
    int depth, type;
    png_get_IHDR(png, info, &width, &height, &depth, &type, NULL, NULL, NULL);
    out->mime = "image/png";
    out->has_alpha = type & PNG_COLOR_MASK_ALPHA || png_get_valid(png, info, PNG_INFO_tRNS);
    out->width = (i32)MIN(width, INT32_MAX);
    out->height = (i32)MIN(height, INT32_MAX);
    int code = OK;
    if (!bounds_only)
        code = image_allocate(out, out->width, out->height);
    if (!bounds_only && !code) {
        png_set_expand(png);
        png_set_strip_16(png);
        if (type == PNG_COLOR_TYPE_GRAY || type == PNG_COLOR_TYPE_GRAY_ALPHA)
            png_set_gray_to_rgb(png);
        png_set_bgr(png);
        png_set_filler(png, 255, PNG_FILLER_AFTER);
        png_set_interlace_handling(png);
        png_read_update_info(png, info);
        rows = xmalloc(height * sizeof *rows);
        for (u32 y = 0; y < height; y++)
            rows[y] = (png_bytep)(out->pixels + (size_t)y * width);
        png_read_image(png, rows);
        free(rows);
        rows = NULL;
    }
    png_destroy_read_struct(&png, &info, NULL);
    return code;
}

static void png_output(png_structp png, png_bytep from, size_t count)
{
    buf_add(png_get_io_ptr(png), from, count);
}

static void png_flushed(png_structp png)
{
    UNUSED(png);
}

int image_write_png(Buf *out, const u32 *pixels, i32 width, i32 height, i32 stride, bool has_alpha)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, png_leave, png_silent);
    png_infop info = png_create_info_struct(png);
    u8 *row = xmalloc((size_t)width * 4);
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        free(row);
        return error_set(ERR_LIMIT, "PNG: cannot be written (%d x %d pixels)", width, height);
    }
    png_set_write_fn(png, out, png_output, png_flushed);
    png_set_compression_level(png, 3);
    png_set_IHDR(png, info, (u32)width, (u32)height, 8, has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (i32 y = 0; y < height; y++) {
        u8 *to = row;
        for (i32 x = 0; x < width; x++) {
            u32 p = pixels[(size_t)y * (size_t)stride + (size_t)x];
            if (has_alpha)
                p = pixel_unpremultiply(p);
            *to++ = (u8)(p >> 16);
            *to++ = (u8)(p >> 8);
            *to++ = (u8)p;
            if (has_alpha)
                *to++ = (u8)(p >> 24);
        }
        png_write_row(png, row);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    free(row);
    return OK;
}

/* ---- JPEG --------------------------------------------------------------------------- */

typedef struct JpegErrors {
    struct jpeg_error_mgr base;
    jmp_buf leave;
} JpegErrors;

static void jpeg_leave(j_common_ptr jpeg)
{
    longjmp(((JpegErrors *)jpeg->err)->leave, 1);
}

static void jpeg_silent(j_common_ptr jpeg)
{
    UNUSED(jpeg);
}

/* Powers of two of the sampling are the library's work: it averages; *sample becomes what is left. */
int image_read_jpeg(Image *out, const u8 *bytes, size_t size, bool bounds_only, i32 *sample)
{
    struct jpeg_decompress_struct jpeg;
    JpegErrors errors;
    jpeg.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = jpeg_leave;
    errors.base.output_message = jpeg_silent;
    u8 *volatile row = NULL;
    volatile bool begun = false;
    if (setjmp(errors.leave)) {
        jpeg_destroy_decompress(&jpeg);
        free(row);
        /* What was read of a damaged picture is shown, as on a phone. */
        return begun ? OK : error_set(ERR_INPUT, "JPEG: damaged");
    }
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, bytes, (unsigned long)size);
    jpeg_read_header(&jpeg, TRUE);
    u32 denominator = 1;
    while (denominator < 8 && *sample % 2 == 0) {
        denominator *= 2;
        *sample /= 2;
    }
    jpeg.scale_num = 1;
    jpeg.scale_denom = denominator;
    bool cmyk = jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK;
    jpeg.out_color_space = cmyk ? JCS_CMYK : JCS_EXT_BGRA;
    jpeg_calc_output_dimensions(&jpeg);
    out->mime = "image/jpeg";
    out->width = (i32)jpeg.output_width;
    out->height = (i32)jpeg.output_height;
    int code = OK;
    if (!bounds_only)
        code = image_allocate(out, out->width, out->height);
    if (!bounds_only && !code) {
        jpeg_start_decompress(&jpeg);
        begun = true;
        row = xmalloc((size_t)out->width * 4);
        for (i32 y = 0; y < out->height; y++) {
            u32 *to = out->pixels + (size_t)y * (size_t)out->width;
            JSAMPROW line = cmyk ? row : (JSAMPROW)to;
            jpeg_read_scanlines(&jpeg, &line, 1);
            for (i32 x = 0; cmyk && x < out->width; x++) {
                const u8 *p = row + 4 * x;
                to[x] = 0xff000000 | multiply_255(p[0], p[3]) << 16 | multiply_255(p[1], p[3]) << 8 | multiply_255(p[2], p[3]);
            }
        }
    }
    jpeg_destroy_decompress(&jpeg);
    free(row);
    return code;
}

int image_write_jpeg(Buf *out, const u32 *pixels, i32 width, i32 height, i32 stride, i32 quality)
{
    struct jpeg_compress_struct jpeg;
    JpegErrors errors;
    jpeg.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = jpeg_leave;
    errors.base.output_message = jpeg_silent;
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    if (setjmp(errors.leave)) {
        jpeg_destroy_compress(&jpeg);
        free(bytes);
        return error_set(ERR_LIMIT, "JPEG: cannot be written (%d x %d pixels)", width, height);
    }
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &bytes, &size);
    jpeg.image_width = (u32)width;
    jpeg.image_height = (u32)height;
    jpeg.input_components = 4;
    jpeg.in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, quality, TRUE);
    jpeg_start_compress(&jpeg, TRUE);
    for (i32 y = 0; y < height; y++) {
        JSAMPROW row = (JSAMPROW)(uintptr_t)(pixels + (size_t)y * (size_t)stride);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    buf_add(out, bytes, size);
    free(bytes);
    return OK;
}

/* ---- WebP ----------------------------------------------------------------------------- */

int image_read_webp(Image *out, const u8 *bytes, size_t size, bool bounds_only)
{
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, size, &features) != VP8_STATUS_OK)
        return error_set(ERR_INPUT, "WebP: damaged header");
    out->mime = "image/webp";
    out->has_alpha = features.has_alpha;
    out->width = features.width;
    out->height = features.height;
    if (bounds_only)
        return OK;
    int code = image_allocate(out, features.width, features.height);
    if (code)
        return code;
    size_t count = (size_t)out->width * (size_t)out->height;
    if (!WebPDecodeBGRAInto(bytes, size, (u8 *)out->pixels, count * 4, out->width * 4))
        return error_set(ERR_INPUT, "WebP: damaged");
    return OK;
}

int image_write_webp(Buf *out, const u32 *pixels, i32 width, i32 height, i32 stride, i32 quality)
{
    size_t count = (size_t)width * (size_t)height;
    u32 *straight = xmalloc(count * sizeof *straight);
    for (i32 y = 0; y < height; y++)
        for (i32 x = 0; x < width; x++)
            straight[(size_t)y * (size_t)width + (size_t)x] = pixel_unpremultiply(pixels[(size_t)y * (size_t)stride + (size_t)x]);
    u8 *bytes = NULL;
    size_t size = WebPEncodeBGRA((const u8 *)straight, width, height, width * 4, (float)quality, &bytes);
    free(straight);
    if (!size)
        return error_set(ERR_LIMIT, "WebP: cannot be written (%d x %d pixels)", width, height);
    buf_add(out, bytes, size);
    WebPFree(bytes);
    return OK;
}
