/* Bitmaps: memory, single pixels, and what other services ask of them. */
#include "android/graphics_bitmap.h"

#include "android/graphics_text.h"
#include "android/natives.h"
#include "base/file.h"
#include "libcore/libcore.h"

/* State of drawing that belongs to the machine. */
typedef struct GraphicsState {
    bool pixels;
    size_t bitmap_bytes, collected_at;  /* all bitmaps; when the collector was last asked */
    u32 generation;
    Typeface *default_typeface;
} GraphicsState;

static GraphicsState *state_of(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_GRAPHICS);
    if (!*slot)
        *slot = xcalloc(1, sizeof(GraphicsState));
    return *slot;
}

bool graphics_pixels(Vm *vm)
{
    return state_of(vm)->pixels;
}

void graphics_set_pixels(Vm *vm, bool wanted)
{
    state_of(vm)->pixels = wanted;
}

Typeface *typeface_default(Vm *vm)
{
    return state_of(vm)->default_typeface;
}

void typeface_set_default(Vm *vm, Typeface *t)
{
    state_of(vm)->default_typeface = t;
}

i32 config_bytes(BitmapConfig config)
{
    return config == CONFIG_ALPHA_8 ? 1 : config == CONFIG_RGB_565 ? 2 : 4;
}

static cairo_format_t cairo_format(BitmapConfig config)
{
    return config == CONFIG_ALPHA_8 ? CAIRO_FORMAT_A8 : config == CONFIG_RGB_565 ? CAIRO_FORMAT_RGB16_565 : CAIRO_FORMAT_ARGB32;
}

/*
 * On 6.0.1 pixels lie in the Java heap and count against its limit. Here they are
 * malloc'd, and counted against a limit of the same size.
 */
static bool reserve(Thread *t, size_t size)
{
    static const size_t limit = 256 << 20, step = 48 << 20;
    GraphicsState *state = state_of(t->vm);
    if (state->bitmap_bytes + size > limit || state->bitmap_bytes + size > state->collected_at + step) {
        vm_collect(t, state->bitmap_bytes + size > limit);
        libcore_wake_daemons(t);
        if (t->exception)
            return false;
        /* Peers go when the finalizer's thread has had its turn. */
        for (int turn = 0; turn < 100 && state->bitmap_bytes + size > limit; turn++)
            vm_yield(t);
        state->collected_at = state->bitmap_bytes;
    }
    if (state->bitmap_bytes + size > limit)
        return vm_throw(t, "java/lang/OutOfMemoryError", "Failed to allocate a %zu byte allocation with %zu free bytes and %zuKB until OOM",
                        size + 12, limit - state->bitmap_bytes, (limit - state->bitmap_bytes) >> 10);
    state->bitmap_bytes += size;
    return true;
}

Bitmap *bitmap_create(Thread *t, i32 width, i32 height, BitmapConfig config)
{
    if (width < 1 || height < 1)
        return vm_throw(t, "java/lang/IllegalArgumentException", "width and height must be > 0");
    if (config != CONFIG_ALPHA_8 && config != CONFIG_RGB_565)
        config = CONFIG_ARGB_8888;
    i64 stride = ((i64)width * config_bytes(config) + 3) & ~(i64)3, size = stride * height;
    if (stride > INT32_MAX || size > INT32_MAX)
        return vm_throw(t, "java/lang/IllegalArgumentException", "bitmap size exceeds 32bits");
    if (!reserve(t, (size_t)size))
        return NULL;
    Bitmap *b = xcalloc(1, sizeof *b);
    *b = (Bitmap){ .refs = 1, .width = width, .height = height, .stride = (i32)stride, .config = config, .size = (size_t)size,
                   .has_alpha = config != CONFIG_RGB_565, .premultiplied = true, .is_mutable = true, .vm = t->vm };
    b->pixels = xcalloc(1, (size_t)size);
    b->generation = ++state_of(t->vm)->generation;
    return b;
}

void bitmap_recycle(Bitmap *b)
{
    if (b->surface)
        cairo_surface_destroy(b->surface);
    b->surface = NULL;
    if (b->pixels) {
        GraphicsState *state = state_of(b->vm);
        state->bitmap_bytes -= b->size;
        state->collected_at = MIN(state->collected_at, state->bitmap_bytes);
    }
    free(b->pixels);
    b->pixels = NULL;
}

void bitmap_retain(Bitmap *b)
{
    b->refs++;
}

void bitmap_release(Bitmap *b)
{
    if (!b || --b->refs)
        return;
    bitmap_recycle(b);
    free(b);
}

Object *bitmap_wrap(Thread *t, Bitmap *b, Object *nine_patch_chunk, Object *insets, i32 density)
{
    Class *c = vm_boot_class(t, "android/graphics/Bitmap");
    if (!c || !vm_initialize_class(t, c))
        return NULL;
    return vm_new(t, c, "(J[BIIIZZ[BLandroid/graphics/NinePatch$InsetStruct;)V", handle(b), (Object *)NULL, b->width, b->height, density,
                  (int)b->is_mutable, (int)b->premultiplied, nine_patch_chunk, insets);
}

/* Bitmap.getDefaultDensity(): the screen's. */
static i32 default_density(Thread *t)
{
    static FieldRef density = FIELD("android/graphics/Bitmap", "sDefaultDensity", "I");
    u8 *at = field_address(t, &density);
    return at ? *(i32 *)at : 0;
}

Object *bitmap_new_object(Thread *t, i32 width, i32 height)
{
    Bitmap *b = bitmap_create(t, width, height, CONFIG_ARGB_8888);
    return b ? bitmap_wrap(t, b, NULL, NULL, default_density(t)) : NULL;
}

Bitmap *bitmap_of_java(Thread *t, const Object *bitmap)
{
    static FieldRef native = FIELD("android/graphics/Bitmap", "mNativePtr", "J");
    return bitmap ? peer(GET_LONG(t, bitmap, &native)) : NULL;
}

void bitmap_set_discard(Bitmap *b, bool discard)
{
    b->discard = discard;
}

i32 bitmap_width(const Bitmap *b)
{
    return b->width;
}

i32 bitmap_height(const Bitmap *b)
{
    return b->height;
}

u32 *bitmap_pixels(Bitmap *b, i32 *stride)
{
    if (b->config != CONFIG_ARGB_8888 || !b->pixels)
        return NULL;
    if (b->surface)
        cairo_surface_flush(b->surface);
    *stride = b->stride / 4;
    return (u32 *)(void *)b->pixels;
}

int bitmap_write_png(Bitmap *b, const char *path)
{
    i32 stride;
    const u32 *pixels = bitmap_pixels(b, &stride);
    if (!pixels)
        return error_set(ERR_INPUT, "%s: the bitmap has no pixels of 32 bits", path);
    Buf png = { 0 };
    int code = image_write_png(&png, pixels, b->width, b->height, stride, false);
    if (!code)
        code = file_write(path, png.data, png.size);
    buf_free(&png);
    return code;
}

cairo_surface_t *bitmap_surface(Bitmap *b)
{
    if (!b->surface && b->pixels)
        b->surface = cairo_image_surface_create_for_data(b->pixels, cairo_format(b->config), b->width, b->height, b->stride);
    return b->surface;
}

void bitmap_changed(Bitmap *b)
{
    if (b->surface)
        cairo_surface_mark_dirty(b->surface);
    b->generation = ++state_of(b->vm)->generation;
}

u32 bitmap_get_pixel(const Bitmap *b, i32 x, i32 y)
{
    const u8 *row = b->pixels + (size_t)y * (size_t)b->stride;
    if (b->config == CONFIG_ALPHA_8)
        return (u32)row[x] << 24;
    if (b->config == CONFIG_RGB_565) {
        u32 v = ((const u16 *)(const void *)row)[x];
        u32 r = v >> 11, g = v >> 5 & 63, blue = v & 31;
        return 0xff000000 | (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | (blue << 3 | blue >> 2);
    }
    return ((const u32 *)(const void *)row)[x];
}

void bitmap_set_pixel(Bitmap *b, i32 x, i32 y, u32 p)
{
    u8 *row = b->pixels + (size_t)y * (size_t)b->stride;
    if (b->config == CONFIG_ALPHA_8)
        row[x] = (u8)(p >> 24);
    else if (b->config == CONFIG_RGB_565)
        ((u16 *)(void *)row)[x] = (u16)((p >> 19 & 31) << 11 | (p >> 10 & 63) << 5 | (p >> 3 & 31));
    else
        ((u32 *)(void *)row)[x] = p;
}

u32 bitmap_get(const Bitmap *b, i32 x, i32 y)
{
    u32 p = bitmap_get_pixel(b, x, y);
    if (b->config != CONFIG_ARGB_8888)
        return p;
    if (!b->has_alpha)
        return p | 0xff000000;
    return b->premultiplied ? pixel_unpremultiply(p) : p;
}

void bitmap_set(Bitmap *b, i32 x, i32 y, u32 argb)
{
    bitmap_set_pixel(b, x, y, b->premultiplied ? pixel_premultiply(argb) : argb);
}

void bitmap_copy_pixels(Bitmap *to, const Bitmap *from)
{
    i32 width = MIN(to->width, from->width), height = MIN(to->height, from->height);
    for (i32 y = 0; y < height; y++) {
        if (to->config == from->config) {
            memcpy(to->pixels + (size_t)y * (size_t)to->stride, from->pixels + (size_t)y * (size_t)from->stride, (size_t)width * (size_t)config_bytes(to->config));
            continue;
        }
        for (i32 x = 0; x < width; x++)
            bitmap_set_pixel(to, x, y, bitmap_get_pixel(from, x, y));
    }
    bitmap_changed(to);
}
