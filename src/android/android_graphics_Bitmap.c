/* android.graphics.Bitmap: pixels in and out, copies, files. */
#include "android/graphics_bitmap.h"
#include "android/graphics_java.h"
#include "android/graphics_streams.h"

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)
#define SELF ((Bitmap *)peer(args[0].j))

/* (colors, offset, stride, width, height, config, mutable) */
NATIVE(nativeCreate)
{
    Object *colors = args[0].l;
    i32 offset = args[1].i, stride = args[2].i, width = args[3].i, height = args[4].i;
    if (colors && ((i64)offset + (i64)stride * (height - 1) + width > ARRAY_LENGTH(colors) || offset < 0)) {
        vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", NULL);
        return;
    }
    Bitmap *b = bitmap_create(t, width, height, args[5].i);
    if (!b)
        return;
    b->is_mutable = args[6].i;
    for (i32 y = 0; colors && y < height; y++)
        for (i32 x = 0; x < width; x++)
            bitmap_set(b, x, y, (u32)ARRAY_I32(colors)[offset + y * stride + x]);
    result->l = bitmap_wrap(t, b, NULL, NULL, 0);
    static FieldRef default_density = FIELD("android/graphics/Bitmap", "sDefaultDensity", "I"), density = FIELD("android/graphics/Bitmap", "mDensity", "I");
    i32 screen = *(i32 *)field_address(t, &default_density);
    if (result->l && GET_INT(t, result->l, &density) == 0 && screen > 0)
        SET_INT(t, result->l, &density, screen);
}

static bool usable(Thread *t, const Bitmap *b)
{
    if (b && b->pixels)
        return true;
    return vm_throw(t, "java/lang/IllegalStateException", "Can't access a recycled bitmap");
}

static Bitmap *copy_of(Thread *t, Bitmap *from, BitmapConfig config)
{
    if (!usable(t, from))
        return NULL;
    Bitmap *b = bitmap_create(t, from->width, from->height, config == CONFIG_NONE ? from->config : config);
    if (!b)
        return NULL;
    bitmap_copy_pixels(b, from);
    b->has_alpha = from->has_alpha && b->config != CONFIG_RGB_565;
    b->premultiplied = from->premultiplied;
    return b;
}

NATIVE(nativeCopy)
{
    Bitmap *b = copy_of(t, SELF, args[2].i);
    if (!b)
        return;
    b->is_mutable = args[3].i;
    result->l = bitmap_wrap(t, b, NULL, NULL, 0);
}

NATIVE(nativeCopyAshmem)
{
    Bitmap *b = copy_of(t, SELF, CONFIG_NONE);
    if (!b)
        return;
    b->is_mutable = false;
    result->l = bitmap_wrap(t, b, NULL, NULL, 0);
}

NATIVE(nativeDestructor) { bitmap_release(SELF); }

NATIVE(nativeRecycle)
{
    bitmap_recycle(SELF);
    result->i = 1;
}

/* (bitmap, width, height, config, allocated bytes, premultiplied): another shape in the same memory. */
NATIVE(nativeReconfigure)
{
    Bitmap *b = SELF;
    BitmapConfig config = args[4].i == CONFIG_ALPHA_8 || args[4].i == CONFIG_RGB_565 ? args[4].i : CONFIG_ARGB_8888;
    i64 stride = ((i64)args[2].i * config_bytes(config) + 3) & ~(i64)3, size = stride * args[3].i;
    if (!usable(t, b))
        return;
    if (size > (i64)b->size) {
        vm_throw(t, "java/lang/IllegalArgumentException", "Bitmap not large enough to support new configuration");
        return;
    }
    if (b->surface)
        cairo_surface_destroy(b->surface);
    b->surface = NULL;
    b->width = args[2].i;
    b->height = args[3].i;
    b->config = config;
    b->stride = (i32)stride;
    b->has_alpha = config != CONFIG_RGB_565;
    b->premultiplied = args[6].i;
    bitmap_changed(b);
}

/* (bitmap, format, quality, stream, storage) */
NATIVE(nativeCompress)
{
    enum { FORMAT_JPEG, FORMAT_PNG, FORMAT_WEBP };
    Bitmap *b = SELF, *copy = NULL;
    if (!usable(t, b))
        return;
    if (b->config != CONFIG_ARGB_8888)
        b = copy = copy_of(t, b, CONFIG_ARGB_8888);
    if (!b)
        return;
    i32 stride;
    const u32 *pixels = bitmap_pixels(b, &stride);
    Buf bytes = { 0 };
    int code = args[2].i == FORMAT_PNG ? image_write_png(&bytes, pixels, b->width, b->height, stride, b->has_alpha)
               : args[2].i == FORMAT_JPEG ? image_write_jpeg(&bytes, pixels, b->width, b->height, stride, args[3].i)
                                          : image_write_webp(&bytes, pixels, b->width, b->height, stride, args[3].i);
    result->i = !code && stream_write(t, args[4].l, bytes.data, bytes.size);
    buf_free(&bytes);
    bitmap_release(copy);
}

NATIVE(nativeErase)
{
    Bitmap *b = SELF;
    if (!usable(t, b))
        return;
    u32 pixel = b->premultiplied ? pixel_premultiply((u32)args[2].i) : (u32)args[2].i;
    for (i32 y = 0; y < b->height; y++)
        for (i32 x = 0; x < b->width; x++)
            bitmap_set_pixel(b, x, y, pixel);
    bitmap_changed(b);
}

NATIVE(nativeRowBytes) { result->i = SELF->width * config_bytes(SELF->config); }
NATIVE(nativeConfig) { result->i = SELF->config; }
NATIVE(nativeGenerationId) { result->i = (i32)SELF->generation; }

NATIVE(nativeGetPixel)
{
    if (usable(t, SELF))
        result->i = (i32)bitmap_get(SELF, args[2].i, args[3].i);
}

/* Java has checked x, y, width and height against the bitmap, and the array too. */
NATIVE(nativeGetPixels)
{
    if (!usable(t, SELF))
        return;
    i32 *to = ARRAY_I32(args[2].l);
    for (i32 y = 0; y < args[8].i; y++)
        for (i32 x = 0; x < args[7].i; x++)
            to[args[3].i + y * args[4].i + x] = (i32)bitmap_get(SELF, args[5].i + x, args[6].i + y);
}

NATIVE(nativeSetPixel)
{
    if (!usable(t, SELF))
        return;
    bitmap_set(SELF, args[2].i, args[3].i, (u32)args[4].i);
    bitmap_changed(SELF);
}

NATIVE(nativeSetPixels)
{
    if (!usable(t, SELF))
        return;
    const i32 *from = ARRAY_I32(args[2].l);
    for (i32 y = 0; y < args[8].i; y++)
        for (i32 x = 0; x < args[7].i; x++)
            bitmap_set(SELF, args[5].i + x, args[6].i + y, (u32)from[args[3].i + y * args[4].i + x]);
    bitmap_changed(SELF);
}

/* Rows as Java knows them: tightly packed, 8888 as bytes R G B A. */
static void pack_row(const Bitmap *b, i32 y, u8 *out)
{
    const u8 *row = b->pixels + (size_t)y * (size_t)b->stride;
    size_t bytes = (size_t)b->width * (size_t)config_bytes(b->config);
    memcpy(out, row, bytes);
    if (b->config == CONFIG_ARGB_8888)
        for (size_t i = 0; i < bytes; i += 4) {
            out[i] = row[i + 2];
            out[i + 2] = row[i];
        }
}

static void unpack_row(Bitmap *b, i32 y, const u8 *in)
{
    u8 *row = b->pixels + (size_t)y * (size_t)b->stride;
    size_t bytes = (size_t)b->width * (size_t)config_bytes(b->config);
    memcpy(row, in, bytes);
    if (b->config == CONFIG_ARGB_8888)
        for (size_t i = 0; i < bytes; i += 4) {
            row[i] = in[i + 2];
            row[i + 2] = in[i];
        }
}

/* Java has checked that the buffer has room for all pixels. */
NATIVE(nativeCopyPixelsToBuffer)
{
    u8 *to = buffer_bytes(t, args[2].l);
    for (i32 y = 0; to && usable(t, SELF) && y < SELF->height; y++)
        pack_row(SELF, y, to + (size_t)y * (size_t)SELF->width * (size_t)config_bytes(SELF->config));
}

NATIVE(nativeCopyPixelsFromBuffer)
{
    const u8 *from = buffer_bytes(t, args[2].l);
    for (i32 y = 0; from && usable(t, SELF) && y < SELF->height; y++)
        unpack_row(SELF, y, from + (size_t)y * (size_t)SELF->width * (size_t)config_bytes(SELF->config));
    if (from && SELF->pixels)
        bitmap_changed(SELF);
}

/* (bitmap, paint, int[2] offset): the alpha as a bitmap of its own. A mask filter in the paint is not applied. */
NATIVE(nativeExtractAlpha)
{
    Bitmap *from = SELF;
    if (!usable(t, from))
        return;
    Bitmap *b = bitmap_create(t, from->width, from->height, CONFIG_ALPHA_8);
    if (!b)
        return;
    bitmap_copy_pixels(b, from);
    if (args[4].l && array_has(t, args[4].l, 0, 2))
        ARRAY_I32(args[4].l)[0] = ARRAY_I32(args[4].l)[1] = 0;
    result->l = bitmap_wrap(t, b, NULL, NULL, 0);
}

NATIVE(nativeHasAlpha) { result->i = SELF->has_alpha; }
NATIVE(nativeIsPremultiplied) { result->i = SELF->premultiplied; }
NATIVE(nativeSetPremultiplied) { SELF->premultiplied = args[2].i; }

NATIVE(nativeSetHasAlpha)
{
    SELF->has_alpha = args[2].i && SELF->config != CONFIG_RGB_565;
    SELF->premultiplied = args[3].i;
}

NATIVE(nativeHasMipMap) { result->i = SELF->has_mip_map; }
NATIVE(nativeSetHasMipMap) { SELF->has_mip_map = args[2].i; }

NATIVE(nativeSameAs)
{
    const Bitmap *a = SELF, *b = peer(args[2].j);
    if (!a->pixels || !b->pixels || a->width != b->width || a->height != b->height || a->config != b->config)
        return;
    for (i32 y = 0; y < a->height; y++)
        if (memcmp(a->pixels + (size_t)y * (size_t)a->stride, b->pixels + (size_t)y * (size_t)b->stride, (size_t)a->width * (size_t)config_bytes(a->config)))
            return;
    result->i = 1;
}

/* ---- parcels: mutable, config, width, height, density, alpha, premultiplied, then the rows ------------------ */

static i32 parcel_int(Thread *t, Object *parcel)
{
    return t->exception ? 0 : vm_call_method(t, parcel, "readInt", "()I").i;
}

/* (bitmap, mutable, density, parcel) */
NATIVE(nativeWriteToParcel)
{
    const Bitmap *b = SELF;
    Object *parcel = args[4].l;
    if (!parcel || !usable(t, b))
        return;
    size_t row = (size_t)b->width * (size_t)config_bytes(b->config);
    Object *bytes = vm_new_primitive_array(t, 'B', (i32)(row * (size_t)b->height));
    if (!bytes)
        return;
    for (i32 y = 0; y < b->height; y++)
        pack_row(b, y, (u8 *)ARRAY_I8(bytes) + (size_t)y * row);
    const i32 head[] = { args[2].i, (i32)b->config, b->width, b->height, args[3].i, b->has_alpha, b->premultiplied };
    for (size_t i = 0; i < COUNT_OF(head) && !t->exception; i++)
        vm_call_method(t, parcel, "writeInt", "(I)V", head[i]);
    if (!t->exception)
        vm_call_method(t, parcel, "writeByteArray", "([B)V", bytes);
    result->i = !t->exception;
}

NATIVE(nativeCreateFromParcel)
{
    Object *parcel = args[0].l;
    i32 head[7];
    for (size_t i = 0; i < COUNT_OF(head); i++)
        head[i] = parcel ? parcel_int(t, parcel) : 0;
    Object *bytes = parcel && !t->exception ? vm_call_method(t, parcel, "createByteArray", "()[B").l : NULL;
    if (t->exception || !bytes || head[2] < 1 || head[3] < 1)
        return;
    Bitmap *b = bitmap_create(t, head[2], head[3], head[1]);
    if (!b)
        return;
    size_t row = (size_t)b->width * (size_t)config_bytes(b->config);
    for (i32 y = 0; y < b->height && ((size_t)y + 1) * row <= (size_t)ARRAY_LENGTH(bytes); y++)
        unpack_row(b, y, (const u8 *)ARRAY_I8(bytes) + (size_t)y * row);
    b->is_mutable = head[0];
    b->has_alpha = head[5];
    b->premultiplied = head[6];
    result->l = bitmap_wrap(t, b, NULL, NULL, head[4]);
}

NATIVE(nativeRefPixelRef) { result->j = args[0].j; }

const NativeMethod natives_android_graphics_Bitmap[] = {
    { "nativeCreate", NULL, nativeCreate }, { "nativeCopy", NULL, nativeCopy }, { "nativeCopyAshmem", NULL, nativeCopyAshmem },
    { "nativeDestructor", NULL, nativeDestructor }, { "nativeRecycle", NULL, nativeRecycle }, { "nativeReconfigure", NULL, nativeReconfigure },
    { "nativeCompress", NULL, nativeCompress }, { "nativeErase", NULL, nativeErase }, { "nativeRowBytes", NULL, nativeRowBytes },
    { "nativeConfig", NULL, nativeConfig }, { "nativeGetPixel", NULL, nativeGetPixel }, { "nativeGetPixels", NULL, nativeGetPixels },
    { "nativeSetPixel", NULL, nativeSetPixel }, { "nativeSetPixels", NULL, nativeSetPixels },
    { "nativeCopyPixelsToBuffer", NULL, nativeCopyPixelsToBuffer }, { "nativeCopyPixelsFromBuffer", NULL, nativeCopyPixelsFromBuffer },
    { "nativeGenerationId", NULL, nativeGenerationId }, { "nativeExtractAlpha", NULL, nativeExtractAlpha },
    { "nativeHasAlpha", NULL, nativeHasAlpha }, { "nativeIsPremultiplied", NULL, nativeIsPremultiplied },
    { "nativeSetPremultiplied", NULL, nativeSetPremultiplied }, { "nativeSetHasAlpha", NULL, nativeSetHasAlpha },
    { "nativeHasMipMap", NULL, nativeHasMipMap }, { "nativeSetHasMipMap", NULL, nativeSetHasMipMap },
    { "nativeCreateFromParcel", NULL, nativeCreateFromParcel }, { "nativeWriteToParcel", NULL, nativeWriteToParcel },
    { "nativeSameAs", NULL, nativeSameAs }, { "nativeRefPixelRef", NULL, nativeRefPixelRef },
    { 0 },
};
