/* android.graphics.Paint: what a paint holds. Its text methods are in android_graphics_Paint_text.c. */
#include "android/android_graphics_Paint.h"
#include "android/graphics_java.h"
#include "android/graphics_text.h"

#include <math.h>

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)

void paint_init(Paint *p)
{
    *p = (Paint){ .color = 0xff000000, .hinting = 1, .stroke_miter = 4, .text_size = 12, .text_scale_x = 1, .mode = BLEND_SRC_OVER };
}

Paint *paint_new(void)
{
    Paint *p = xmalloc(sizeof *p);
    paint_init(p);
    return p;
}

void paint_release(Paint *p)
{
    effect_release(p->shader);
    effect_release(p->filter);
    effect_release(p->path_effect);
    effect_release(p->mask_filter);
    free(p->locale);
    free(p->features);
    paint_init(p);
}

void paint_copy(Paint *to, const Paint *from)
{
    if (to == from)
        return;
    Paint copy = *from;
    effect_retain(copy.shader);
    effect_retain(copy.filter);
    effect_retain(copy.path_effect);
    effect_retain(copy.mask_filter);
    copy.locale = from->locale ? xstrdup(from->locale) : NULL;
    copy.features = from->features ? xstrdup(from->features) : NULL;
    paint_release(to);
    *to = copy;
}

u32 paint_pixel(const Paint *p)
{
    return effect_filter_pixel(p->filter, pixel_premultiply(p->color));
}

Paint *paint_of_java(Thread *t, const Object *paint)
{
    static FieldRef native = FIELD("android/graphics/Paint", "mNativePaint", "J");
    return peer(GET_LONG(t, paint, &native));
}

/* ---- instance methods: the receiver is args[0] ------------------------------------------------- */

#define SELF paint_of_java(t, args[0].l)
#define FLAG_SETTER(name, flag) \
    NATIVE(name) { Paint *p = SELF; p->flags = args[1].i ? p->flags | (flag) : p->flags & ~(u32)(flag); }
FLAG_SETTER(setAntiAlias, PAINT_ANTI_ALIAS)
FLAG_SETTER(setDither, PAINT_DITHER)
FLAG_SETTER(setLinearText, PAINT_LINEAR_TEXT)
FLAG_SETTER(setSubpixelText, PAINT_SUBPIXEL_TEXT)
FLAG_SETTER(setUnderlineText, PAINT_UNDERLINE)
FLAG_SETTER(setStrikeThruText, PAINT_STRIKE_THRU)
FLAG_SETTER(setFakeBoldText, PAINT_FAKE_BOLD)
FLAG_SETTER(setFilterBitmap, PAINT_FILTER_BITMAP)

NATIVE(getFlags) { result->i = (i32)SELF->flags; }
NATIVE(setFlags) { SELF->flags = (u32)args[1].i; }
NATIVE(getHinting) { result->i = SELF->hinting; }
NATIVE(setHinting) { SELF->hinting = args[1].i; }
NATIVE(getColor) { result->i = (i32)SELF->color; }
NATIVE(setColor) { SELF->color = (u32)args[1].i; }
NATIVE(getAlpha) { result->i = (i32)(SELF->color >> 24); }
NATIVE(setAlpha) { SELF->color = (SELF->color & 0xffffff) | (u32)args[1].i << 24; }
NATIVE(isElegantTextHeight) { result->i = SELF->elegant; }
NATIVE(setElegantTextHeight) { SELF->elegant = args[1].i; }

#define FLOAT_PROPERTY(getter, setter, member, allowed) \
    NATIVE(getter) { result->f = SELF->member; }        \
    NATIVE(setter) { float v = args[1].f; if (allowed) SELF->member = v; }
FLOAT_PROPERTY(getStrokeWidth, setStrokeWidth, stroke_width, v >= 0)
FLOAT_PROPERTY(getStrokeMiter, setStrokeMiter, stroke_miter, v >= 0)
FLOAT_PROPERTY(getTextSize, setTextSize, text_size, v >= 0)
FLOAT_PROPERTY(getTextScaleX, setTextScaleX, text_scale_x, true)
FLOAT_PROPERTY(getTextSkewX, setTextSkewX, text_skew_x, true)
#undef SELF

/* ---- static methods: the handle is args[0] --------------------------------------------------------- */

#define SELF ((Paint *)peer(args[0].j))
/* A paint without a typeface draws with the default one, which Typeface sets when it is initialised: on a phone before any app. */
NATIVE(init)
{
    Class *typeface = typeface_default(t->vm) ? NULL : vm_boot_class(t, "android/graphics/Typeface");
    if (typeface)
        vm_initialize_class(t, typeface);
    result->j = handle(paint_new());
}

NATIVE(initWithPaint)
{
    Paint *p = paint_new();
    paint_copy(p, SELF);
    result->j = handle(p);
}

NATIVE(finalizer)
{
    if (SELF)
        paint_release(SELF);
    free(SELF);
}

NATIVE(reset) { paint_release(SELF); }
NATIVE(set) { paint_copy(SELF, peer(args[2].j)); }

#define INT_PROPERTY(getter, setter, member) \
    NATIVE(getter) { result->i = SELF->member; } \
    NATIVE(setter) { SELF->member = args[2].i; }
INT_PROPERTY(getStyle, setStyle, style)
INT_PROPERTY(getStrokeCap, setStrokeCap, cap)
INT_PROPERTY(getStrokeJoin, setStrokeJoin, join)
INT_PROPERTY(getTextAlign, setTextAlign, align)
INT_PROPERTY(getHyphenEdit, setHyphenEdit, hyphen_edit)
NATIVE(getLetterSpacing) { result->f = SELF->letter_spacing; }
NATIVE(setLetterSpacing) { SELF->letter_spacing = args[2].f; }

#define EFFECT_SETTER(name, member)                     \
    NATIVE(name)                                        \
    {                                                   \
        Effect *e = effect_retain(peer(args[2].j));     \
        effect_release(SELF->member);                   \
        SELF->member = e;                               \
        result->j = args[2].j;                          \
    }
EFFECT_SETTER(setShader, shader)
EFFECT_SETTER(setColorFilter, filter)
EFFECT_SETTER(setPathEffect, path_effect)
EFFECT_SETTER(setMaskFilter, mask_filter)

/* The handle of an Xfermode is its mode plus one. */
NATIVE(setXfermode)
{
    SELF->mode = args[2].j ? (BlendMode)(args[2].j - 1) : BLEND_SRC_OVER;
    result->j = args[2].j;
}

/* Java keeps the typeface's handle and gives it to every call that needs it. */
NATIVE(answer_second) { result->j = args[2].j; }

NATIVE(setTextLocale)
{
    free(SELF->locale);
    SELF->locale = vm_string_to_utf8(args[2].l);
}

NATIVE(setFontFeatureSettings)
{
    free(SELF->features);
    SELF->features = vm_string_to_utf8(args[2].l);
}

NATIVE(setShadowLayer)
{
    Paint *p = SELF;
    p->has_shadow = args[2].f > 0;
    p->shadow_radius = args[2].f;
    p->shadow_dx = args[3].f;
    p->shadow_dy = args[4].f;
    p->shadow_color = (u32)args[5].i;
}

NATIVE(hasShadowLayer) { result->i = SELF->has_shadow; }

/* (paint, from, to): the shape that would be filled. Strokes are not outlined: their path is given. */
NATIVE(getFillPath)
{
    const Path *from = peer(args[2].j);
    Path *to = peer(args[4].j), made;
    path_init(&made);
    if (SELF->path_effect)
        effect_path(SELF->path_effect, from, &made);
    else
        path_copy(&made, from);
    path_copy(to, &made);
    path_release(&made);
    if (SELF->style != STYLE_FILL)
        vm_note_gap(t, "Paint.getFillPath of a stroke");
    result->i = SELF->style == STYLE_FILL || SELF->stroke_width > 0;
}

const NativeMethod natives_android_graphics_Paint[] = {
    { "getFlags", NULL, getFlags }, { "setFlags", NULL, setFlags }, { "getHinting", NULL, getHinting }, { "setHinting", NULL, setHinting },
    { "setAntiAlias", NULL, setAntiAlias }, { "setDither", NULL, setDither }, { "setLinearText", NULL, setLinearText },
    { "setSubpixelText", NULL, setSubpixelText }, { "setUnderlineText", NULL, setUnderlineText }, { "setStrikeThruText", NULL, setStrikeThruText },
    { "setFakeBoldText", NULL, setFakeBoldText }, { "setFilterBitmap", NULL, setFilterBitmap }, { "getColor", NULL, getColor },
    { "setColor", NULL, setColor }, { "getAlpha", NULL, getAlpha }, { "setAlpha", NULL, setAlpha }, { "getStrokeWidth", NULL, getStrokeWidth },
    { "setStrokeWidth", NULL, setStrokeWidth }, { "getStrokeMiter", NULL, getStrokeMiter }, { "setStrokeMiter", NULL, setStrokeMiter },
    { "isElegantTextHeight", NULL, isElegantTextHeight }, { "setElegantTextHeight", NULL, setElegantTextHeight },
    { "getTextSize", NULL, getTextSize }, { "setTextSize", NULL, setTextSize }, { "getTextScaleX", NULL, getTextScaleX },
    { "setTextScaleX", NULL, setTextScaleX }, { "getTextSkewX", NULL, getTextSkewX }, { "setTextSkewX", NULL, setTextSkewX },
    { "native_init", NULL, init }, { "native_initWithPaint", NULL, initWithPaint }, { "finalizer", NULL, finalizer },
    { "native_reset", NULL, reset }, { "native_set", NULL, set }, { "native_getStyle", NULL, getStyle }, { "native_setStyle", NULL, setStyle },
    { "native_getStrokeCap", NULL, getStrokeCap }, { "native_setStrokeCap", NULL, setStrokeCap }, { "native_getStrokeJoin", NULL, getStrokeJoin },
    { "native_setStrokeJoin", NULL, setStrokeJoin }, { "native_getTextAlign", NULL, getTextAlign }, { "native_setTextAlign", NULL, setTextAlign },
    { "native_getHyphenEdit", NULL, getHyphenEdit }, { "native_setHyphenEdit", NULL, setHyphenEdit },
    { "native_getLetterSpacing", NULL, getLetterSpacing }, { "native_setLetterSpacing", NULL, setLetterSpacing },
    { "native_setShader", NULL, setShader }, { "native_setColorFilter", NULL, setColorFilter }, { "native_setXfermode", NULL, setXfermode },
    { "native_setPathEffect", NULL, setPathEffect }, { "native_setMaskFilter", NULL, setMaskFilter }, { "native_setTypeface", NULL, answer_second },
    { "native_setRasterizer", NULL, answer_second }, { "native_setTextLocale", NULL, setTextLocale },
    { "native_setFontFeatureSettings", NULL, setFontFeatureSettings }, { "native_setShadowLayer", NULL, setShadowLayer },
    { "native_hasShadowLayer", NULL, hasShadowLayer }, { "native_getFillPath", NULL, getFillPath },
    PAINT_TEXT_METHODS
    { 0 },
};
