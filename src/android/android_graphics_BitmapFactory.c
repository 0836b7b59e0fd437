/* android.graphics.BitmapFactory, BitmapRegionDecoder and Movie: image files become bitmaps. */
#include "android/asset_files.h"
#include "android/graphics_bitmap.h"
#include "android/graphics_canvas.h"
#include "android/graphics_java.h"
#include "android/graphics_ninepatch.h"
#include "android/graphics_streams.h"

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)
#define OPTIONS "android/graphics/BitmapFactory$Options"

typedef struct DecodeOptions {
    ImageRequest request;
    BitmapConfig config;
    bool is_mutable;
    float scale;
    Object *reuse;
} DecodeOptions;

/* Reads BitmapFactory.Options; clears its results. */
static DecodeOptions read_options(Thread *t, Object *options)
{
    static FieldRef bounds = FIELD(OPTIONS, "inJustDecodeBounds", "Z"), sample = FIELD(OPTIONS, "inSampleSize", "I"),
                    config = FIELD(OPTIONS, "inPreferredConfig", "Landroid/graphics/Bitmap$Config;"), is_mutable = FIELD(OPTIONS, "inMutable", "Z"),
                    premultiplied = FIELD(OPTIONS, "inPremultiplied", "Z"), scaled = FIELD(OPTIONS, "inScaled", "Z"),
                    density = FIELD(OPTIONS, "inDensity", "I"), target = FIELD(OPTIONS, "inTargetDensity", "I"),
                    screen = FIELD(OPTIONS, "inScreenDensity", "I"), reuse = FIELD(OPTIONS, "inBitmap", "Landroid/graphics/Bitmap;"),
                    number = FIELD("android/graphics/Bitmap$Config", "nativeInt", "I"), width = FIELD(OPTIONS, "outWidth", "I"),
                    height = FIELD(OPTIONS, "outHeight", "I"), mime = FIELD(OPTIONS, "outMimeType", "Ljava/lang/String;");
    DecodeOptions o = { .request = { .sample = 1 }, .config = CONFIG_ARGB_8888, .scale = 1 };
    if (!options)
        return o;
    SET_INT(t, options, &width, -1);
    SET_INT(t, options, &height, -1);
    SET_REF(t, options, &mime, NULL);
    o.request.bounds_only = FIELD_AT(options, u8, field_offset(t, &bounds));
    o.request.sample = MAX(GET_INT(t, options, &sample), 1);
    o.request.keep_straight = !FIELD_AT(options, u8, field_offset(t, &premultiplied));
    Object *preferred = GET_REF(t, options, &config);
    if (preferred)
        o.config = GET_INT(t, preferred, &number);
    o.is_mutable = FIELD_AT(options, u8, field_offset(t, &is_mutable));
    o.reuse = GET_REF(t, options, &reuse);
    i32 from = GET_INT(t, options, &density), to = GET_INT(t, options, &target);
    if (FIELD_AT(options, u8, field_offset(t, &scaled)) && from && to && from != GET_INT(t, options, &screen))
        o.scale = (float)to / (float)from;
    return o;
}

static void write_results(Thread *t, Object *options, i32 w, i32 h, const char *type)
{
    static FieldRef width = FIELD(OPTIONS, "outWidth", "I"), height = FIELD(OPTIONS, "outHeight", "I"), mime = FIELD(OPTIONS, "outMimeType", "Ljava/lang/String;");
    if (!options)
        return;
    SET_INT(t, options, &width, w);
    SET_INT(t, options, &height, h);
    Object *text = vm_string_utf8(t, type);
    SET_REF(t, options, &mime, text);
}

/* Where the bitmap goes that was asked for: a new one, or one that may be written again. */
static Bitmap *target_bitmap(Thread *t, const DecodeOptions *o, i32 width, i32 height, BitmapConfig config, bool keep_straight)
{
    if (!o->reuse)
        return bitmap_create(t, width, height, config);
    Bitmap *b = bitmap_of_java(t, o->reuse);
    i64 stride = ((i64)width * config_bytes(config) + 3) & ~(i64)3;
    if (!b->pixels || !b->is_mutable || stride * height > (i64)b->size)
        return NULL;
    if (b->surface)
        cairo_surface_destroy(b->surface);
    b->surface = NULL;
    b->width = width;
    b->height = height;
    b->stride = (i32)stride;
    b->config = config;
    vm_call_method(t, o->reuse, "reinit", "(IIZ)V", width, height, (int)!keep_straight);
    return t->exception ? NULL : b;
}

static Object *byte_array(Thread *t, const void *bytes, size_t size)
{
    Object *array = vm_new_primitive_array(t, 'B', (i32)size);
    if (array)
        memcpy(ARRAY_I8(array), bytes, size);
    return array;
}

static Object *new_insets(Thread *t, const Image *image, float scale)
{
    Class *c = vm_boot_class(t, "android/graphics/NinePatch$InsetStruct");
    const i32 *o = image->insets.optical, *l = image->insets.outline;
    return c && vm_initialize_class(t, c)
               ? vm_new(t, c, "(IIIIIIIIFIF)V", o[0], o[1], o[2], o[3], l[0], l[1], l[2], l[3], (double)image->insets.radius, image->insets.alpha, (double)scale)
               : NULL;
}

static Object *decode(Thread *t, const u8 *bytes, size_t size, Object *padding, Object *options)
{
    DecodeOptions o = read_options(t, options);
    Image image;
    if (image_read(&image, bytes, size, &o.request))
        return NULL;
    i32 width = image.width, height = image.height;
    bool scale = o.scale != 1 && !o.request.bounds_only;
    if (scale) {
        width = MAX((i32)((float)width * o.scale + 0.5f), 1);
        height = MAX((i32)((float)height * o.scale + 0.5f), 1);
    }
    write_results(t, options, width, height, image.mime);
    if (o.request.bounds_only || t->exception) {
        image_release(&image);
        return NULL;
    }
    bool as_565 = o.config == CONFIG_RGB_565 && !image.has_alpha && !image.nine_patch;
    Bitmap *b = target_bitmap(t, &o, width, height, as_565 ? CONFIG_RGB_565 : CONFIG_ARGB_8888, o.request.keep_straight);
    Object *chunk = NULL, *insets = NULL;
    if (b) {
        Bitmap whole = { .refs = 1, .width = image.width, .height = image.height, .stride = image.width * 4, .config = CONFIG_ARGB_8888,
                         .pixels = (u8 *)image.pixels, .vm = t->vm };
        if (scale)
            bitmap_scale(b, &whole);
        else
            bitmap_copy_pixels(b, &whole);
        b->has_alpha = image.has_alpha;
        b->premultiplied = !o.request.keep_straight;
        if (!o.reuse)
            b->is_mutable = o.is_mutable;
        if (image.nine_patch) {
            if (scale)
                nine_patch_scale(image.nine_patch, image.nine_patch_size, o.scale);
            chunk = byte_array(t, image.nine_patch, image.nine_patch_size);
        }
        if (image.has_insets && chunk)
            insets = new_insets(t, &image, o.scale);
        NinePatchView patch;
        if (padding && image.nine_patch && nine_patch_view(&patch, image.nine_patch, image.nine_patch_size))
            recti_to_java(t, padding, patch.padding);
        else if (padding)
            recti_to_java(t, padding, (RectI){ -1, -1, -1, -1 });
    }
    image_release(&image);
    if (!b || t->exception)
        return NULL;
    return o.reuse ? o.reuse : bitmap_wrap(t, b, chunk, insets, 0);
}

NATIVE(nativeDecodeByteArray)
{
    if (array_has(t, args[0].l, args[1].i, args[2].i))
        result->l = decode(t, (const u8 *)ARRAY_I8(args[0].l) + args[1].i, (size_t)args[2].i, NULL, args[3].l);
}

/* Only the bounds are often wanted of a stream that is reset afterwards: no more is read than that takes. */
static bool read_enough(Thread *t, Object *stream, Buf *bytes, bool bounds_only)
{
    if (!bounds_only)
        return stream_read(t, stream, bytes, SIZE_MAX);
    for (size_t want = 1024;; want *= 4) {
        size_t before = bytes->size;
        if (!stream_read(t, stream, bytes, want))
            return false;
        Image image;
        ImageRequest request = { .bounds_only = true, .sample = 1 };
        int code = image_read(&image, (const u8 *)bytes->data, bytes->size, &request);
        image_release(&image);
        if (!code || bytes->size < before + want)
            return true;
    }
}

/* (stream, storage, padding, options) */
NATIVE(nativeDecodeStream)
{
    static FieldRef bounds = FIELD(OPTIONS, "inJustDecodeBounds", "Z");
    Buf bytes = { 0 };
    bool bounds_only = args[3].l && FIELD_AT(args[3].l, u8, field_offset(t, &bounds));
    if (read_enough(t, args[0].l, &bytes, bounds_only))
        result->l = decode(t, (const u8 *)bytes.data, bytes.size, args[2].l, args[3].l);
    else if (t->exception)
        vm_take_exception(t);   /* a stream that fails ends: the picture is not there */
    buf_free(&bytes);
}

NATIVE(nativeDecodeFileDescriptor)
{
    Buf bytes = { 0 };
    if (descriptor_read(t, args[0].l, &bytes))
        result->l = decode(t, (const u8 *)bytes.data, bytes.size, args[1].l, args[2].l);
    buf_free(&bytes);
}

NATIVE(nativeDecodeAsset)
{
    const Asset *asset = peer(args[0].j);
    if (asset)
        result->l = decode(t, asset->bytes, asset->size, args[2].l, args[3].l);
}

const NativeMethod natives_android_graphics_BitmapFactory[] = {
    { "nativeDecodeStream", NULL, nativeDecodeStream }, { "nativeDecodeFileDescriptor", NULL, nativeDecodeFileDescriptor },
    { "nativeDecodeAsset", NULL, nativeDecodeAsset }, { "nativeDecodeByteArray", NULL, nativeDecodeByteArray },
    { "nativeIsSeekable", NULL, answer_true },
    { 0 },
};

const NativeMethod natives_android_graphics_BitmapFactory_Options[] = {
    { "requestCancel", NULL, do_nothing },
    { 0 },
};

/* ---- BitmapRegionDecoder: the whole picture is read, a part is given -------------------- */

static Object *new_peered(Thread *t, const char *class_name, void *made)
{
    Class *c = vm_boot_class(t, class_name);
    return c && vm_initialize_class(t, c) ? vm_new(t, c, "(J)V", handle(made)) : NULL;
}

static Object *new_region_decoder(Thread *t, const u8 *bytes, size_t size)
{
    Image *image = xcalloc(1, sizeof *image);
    if (image_read(image, bytes, size, &(ImageRequest){ .sample = 1 })) {
        free(image);
        return vm_throw(t, "java/io/IOException", "Image format not supported");
    }
    return new_peered(t, "android/graphics/BitmapRegionDecoder", image);
}

NATIVE(region_ofArray)
{
    if (array_has(t, args[0].l, args[1].i, args[2].i))
        result->l = new_region_decoder(t, (const u8 *)ARRAY_I8(args[0].l) + args[1].i, (size_t)args[2].i);
}

NATIVE(region_ofDescriptor)
{
    Buf bytes = { 0 };
    descriptor_read(t, args[0].l, &bytes);
    result->l = new_region_decoder(t, (const u8 *)bytes.data, bytes.size);
    buf_free(&bytes);
}

NATIVE(region_ofStream)
{
    Buf bytes = { 0 };
    if (stream_read(t, args[0].l, &bytes, SIZE_MAX))
        result->l = new_region_decoder(t, (const u8 *)bytes.data, bytes.size);
    buf_free(&bytes);
}

NATIVE(region_ofAsset)
{
    const Asset *asset = peer(args[0].j);
    if (asset)
        result->l = new_region_decoder(t, asset->bytes, asset->size);
}

/* (decoder, x, y, width, height, options) */
NATIVE(region_nativeDecodeRegion)
{
    const Image *image = peer(args[0].j);
    DecodeOptions o = read_options(t, args[6].l);
    i32 sample = o.request.sample, width = MAX(args[4].i / sample, 1), height = MAX(args[5].i / sample, 1);
    Bitmap *b = bitmap_create(t, width, height, CONFIG_ARGB_8888);
    if (!b)
        return;
    for (i32 y = 0; y < height; y++)
        for (i32 x = 0; x < width; x++) {
            i32 from_x = args[2].i + x * sample, from_y = args[3].i + y * sample;
            if (from_x >= 0 && from_y >= 0 && from_x < image->width && from_y < image->height)
                bitmap_set_pixel(b, x, y, image->pixels[(size_t)from_y * (size_t)image->width + (size_t)from_x]);
        }
    b->has_alpha = image->has_alpha;
    b->is_mutable = false;
    write_results(t, args[6].l, width, height, image->mime);
    result->l = bitmap_wrap(t, b, NULL, NULL, 0);
}

NATIVE(region_nativeGetWidth) { result->i = ((Image *)peer(args[0].j))->width; }
NATIVE(region_nativeGetHeight) { result->i = ((Image *)peer(args[0].j))->height; }

NATIVE(region_nativeClean)
{
    Image *image = peer(args[0].j);
    image_release(image);
    free(image);
}

const NativeMethod natives_android_graphics_BitmapRegionDecoder[] = {
    { "nativeNewInstance", "([BIIZ)Landroid/graphics/BitmapRegionDecoder;", region_ofArray },
    { "nativeNewInstance", "(Ljava/io/FileDescriptor;Z)Landroid/graphics/BitmapRegionDecoder;", region_ofDescriptor },
    { "nativeNewInstance", "(Ljava/io/InputStream;[BZ)Landroid/graphics/BitmapRegionDecoder;", region_ofStream },
    { "nativeNewInstance", "(JZ)Landroid/graphics/BitmapRegionDecoder;", region_ofAsset },
    { "nativeDecodeRegion", NULL, region_nativeDecodeRegion }, { "nativeGetWidth", NULL, region_nativeGetWidth },
    { "nativeGetHeight", NULL, region_nativeGetHeight }, { "nativeClean", NULL, region_nativeClean },
    { 0 },
};

/* ---- Movie: a GIF and a time in it --------------------------------------------------------- */

typedef struct Movie {
    Buf bytes;
    GifInfo info;
    i32 millis;
} Movie;

static Movie *movie_of(Thread *t, const Object *o)
{
    static FieldRef native = FIELD("android/graphics/Movie", "mNativeMovie", "J");
    return peer(GET_LONG(t, o, &native));
}

/* Takes the bytes over. null when it is no GIF. */
static Object *new_movie(Thread *t, Buf bytes)
{
    Movie *m = xcalloc(1, sizeof *m);
    m->bytes = bytes;
    if (!bytes.size || gif_info(&m->info, (const u8 *)bytes.data, bytes.size)) {
        buf_free(&m->bytes);
        free(m);
        return NULL;
    }
    return new_peered(t, "android/graphics/Movie", m);
}

NATIVE(movie_width) { result->i = movie_of(t, args[0].l)->info.width; }
NATIVE(movie_height) { result->i = movie_of(t, args[0].l)->info.height; }
NATIVE(movie_duration) { result->i = movie_of(t, args[0].l)->info.duration; }

NATIVE(movie_setTime)
{
    Movie *m = movie_of(t, args[0].l);
    result->i = m->millis != args[1].i;
    m->millis = args[1].i;
}

/* (canvas, x, y, paint), an instance method */
NATIVE(movie_nDraw)
{
    Movie *m = movie_of(t, args[0].l);
    Image image = { 0 };
    if (gif_read_at(&image, (const u8 *)m->bytes.data, m->bytes.size, MAX(m->millis, 0)) == OK) {
        Bitmap whole = { .refs = 1, .width = image.width, .height = image.height, .stride = image.width * 4, .config = CONFIG_ARGB_8888,
                         .pixels = (u8 *)image.pixels, .vm = t->vm, .has_alpha = true };
        RectF from = { 0, 0, (float)image.width, (float)image.height };
        RectF to = { args[3].f, args[4].f, args[3].f + from.right, args[4].f + from.bottom };
        canvas_draw_bitmap(peer(args[1].j), &whole, from, to, peer(args[5].j));
        if (whole.surface)
            cairo_surface_destroy(whole.surface);
    }
    image_release(&image);
}

NATIVE(movie_nativeDecodeAsset)
{
    const Asset *asset = peer(args[0].j);
    Buf bytes = { 0 };
    if (!asset)
        return;
    buf_add(&bytes, asset->bytes, asset->size);
    result->l = new_movie(t, bytes);
}

NATIVE(movie_nativeDecodeStream)
{
    Buf bytes = { 0 };
    if (stream_read(t, args[0].l, &bytes, SIZE_MAX))
        result->l = new_movie(t, bytes);
}

NATIVE(movie_decodeByteArray)
{
    Buf bytes = { 0 };
    if (!array_has(t, args[0].l, args[1].i, args[2].i))
        return;
    buf_add(&bytes, ARRAY_I8(args[0].l) + args[1].i, (size_t)args[2].i);
    result->l = new_movie(t, bytes);
}

NATIVE(movie_nativeDestructor)
{
    Movie *m = peer(args[0].j);
    if (m)
        buf_free(&m->bytes);
    free(m);
}

const NativeMethod natives_android_graphics_Movie[] = {
    { "width", NULL, movie_width }, { "height", NULL, movie_height }, { "isOpaque", NULL, do_nothing }, { "duration", NULL, movie_duration },
    { "setTime", NULL, movie_setTime }, { "nDraw", NULL, movie_nDraw }, { "nativeDecodeAsset", NULL, movie_nativeDecodeAsset },
    { "nativeDecodeStream", NULL, movie_nativeDecodeStream }, { "decodeByteArray", NULL, movie_decodeByteArray },
    { "nativeDestructor", NULL, movie_nativeDestructor },
    { 0 },
};
