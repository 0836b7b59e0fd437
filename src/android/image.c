/* Which image format it is, sampling, and what all formats share. */
#include "android/image.h"

#include <stdlib.h>
#include <string.h>

/* More than any phone's memory would take. */
enum { LARGEST_SIDE = 32767 };
static const i64 most_pixels = 100 * 1000 * 1000;

int image_allocate(Image *image, i32 width, i32 height)
{
    if (width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE || (i64)width * height > most_pixels)
        return error_set(ERR_LIMIT, "image: %d x %d pixels cannot be held", width, height);
    image->width = width;
    image->height = height;
    image->pixels = calloc((size_t)width * (size_t)height, sizeof *image->pixels);
    return image->pixels ? OK : error_set(ERR_LIMIT, "image: no memory for %d x %d pixels", width, height);
}

void image_release(Image *image)
{
    free(image->pixels);
    free(image->nine_patch);
    *image = (Image){ 0 };
}

/* One pixel from the middle of each square of sample x sample. */
static void sample_pixels(Image *image, i32 sample)
{
    i32 width = MAX(image->width / sample, 1), height = MAX(image->height / sample, 1);
    for (i32 y = 0; image->pixels && y < height; y++)
        for (i32 x = 0; x < width; x++) {
            i32 from_x = MIN(x * sample + sample / 2, image->width - 1), from_y = MIN(y * sample + sample / 2, image->height - 1);
            image->pixels[(size_t)y * (size_t)width + (size_t)x] = image->pixels[(size_t)from_y * (size_t)image->width + (size_t)from_x];
        }
    image->width = width;
    image->height = height;
}

int image_read(Image *out, const u8 *bytes, size_t size, const ImageRequest *request)
{
    *out = (Image){ 0 };
    i32 sample = MAX(request->sample, 1);
    bool bounds = request->bounds_only;
    int code;
    if (size >= 8 && !memcmp(bytes, "\x89PNG\r\n\x1a\n", 8))
        code = image_read_png(out, bytes, size, bounds);
    else if (size >= 3 && !memcmp(bytes, "\xff\xd8\xff", 3))
        code = image_read_jpeg(out, bytes, size, bounds, &sample);
    else if (size >= 12 && !memcmp(bytes, "RIFF", 4) && !memcmp(bytes + 8, "WEBP", 4))
        code = image_read_webp(out, bytes, size, bounds);
    else if (size >= 6 && (!memcmp(bytes, "GIF87a", 6) || !memcmp(bytes, "GIF89a", 6)))
        code = image_read_gif(out, bytes, size, bounds);
    else if (size >= 2 && !memcmp(bytes, "BM", 2))
        code = image_read_bmp(out, bytes, size, bounds);
    else
        code = error_set(ERR_INPUT, "image: no format that is known here (%zu bytes)", size);
    if (code) {
        image_release(out);
        return code;
    }
    if (sample > 1 && !out->nine_patch)
        sample_pixels(out, sample);
    if (out->pixels && out->has_alpha && !request->keep_straight) {
        size_t count = (size_t)out->width * (size_t)out->height;
        for (size_t i = 0; i < count; i++)
            out->pixels[i] = pixel_premultiply(out->pixels[i]);
    }
    return OK;
}
