/*
 * What goes into a paint, one table per Java class: shaders, colour filters,
 * transfer modes, path effects and mask filters. The arithmetic is in
 * graphics_effects.c.
 */
#include "android/graphics_java.h"
#include "android/graphics_paint.h"

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)
#define TABLE(class_name, ...) const NativeMethod natives_android_graphics_##class_name[] = { __VA_ARGS__, { 0 } }

NATIVE(release) { effect_release(peer(args[0].j)); }

/* ---- shaders ------------------------------------------------------------------------------------- */

/* Colours and, if given, their places. False: thrown. */
static bool take_colors(Thread *t, Effect *e, const Object *colors, const Object *positions)
{
    i32 count = colors ? ARRAY_LENGTH(colors) : 0;
    if (count < 1 || (positions && ARRAY_LENGTH(positions) < count)) {
        effect_release(e);
        return vm_throw(t, "java/lang/IllegalArgumentException", "needs >= 2 number of colors");
    }
    e->count = (u32)count;
    e->colors = xmalloc((size_t)count * sizeof *e->colors);
    memcpy(e->colors, ARRAY_I32(colors), (size_t)count * sizeof *e->colors);
    if (positions) {
        e->positions = xmalloc((size_t)count * sizeof *e->positions);
        memcpy(e->positions, ARRAY_F32(positions), (size_t)count * sizeof *e->positions);
    }
    return true;
}

static void take_two_colors(Effect *e, i32 first, i32 second)
{
    e->count = 2;
    e->colors = xmalloc(2 * sizeof *e->colors);
    e->colors[0] = (u32)first;
    e->colors[1] = (u32)second;
}

static Effect *gradient(EffectKind kind, Point p0, Point p1, float radius, i32 tile)
{
    Effect *e = effect_new(kind);
    e->p0 = p0;
    e->p1 = p1;
    e->radius = radius;
    e->tile_x = tile;
    return e;
}

/* this, x0, y0, x1, y1, colors, positions, tile */
NATIVE(linear_many)
{
    Effect *e = gradient(SHADER_LINEAR, (Point){ args[1].f, args[2].f }, (Point){ args[3].f, args[4].f }, 0, args[7].i);
    if (take_colors(t, e, args[5].l, args[6].l))
        result->j = handle(e);
}

NATIVE(linear_two)
{
    Effect *e = gradient(SHADER_LINEAR, (Point){ args[1].f, args[2].f }, (Point){ args[3].f, args[4].f }, 0, args[7].i);
    take_two_colors(e, args[5].i, args[6].i);
    result->j = handle(e);
}

NATIVE(radial_many)
{
    Effect *e = gradient(SHADER_RADIAL, (Point){ args[0].f, args[1].f }, (Point){ 0 }, args[2].f, args[5].i);
    if (take_colors(t, e, args[3].l, args[4].l))
        result->j = handle(e);
}

NATIVE(radial_two)
{
    Effect *e = gradient(SHADER_RADIAL, (Point){ args[0].f, args[1].f }, (Point){ 0 }, args[2].f, args[5].i);
    take_two_colors(e, args[3].i, args[4].i);
    result->j = handle(e);
}

NATIVE(sweep_many)
{
    Effect *e = gradient(SHADER_SWEEP, (Point){ args[0].f, args[1].f }, (Point){ 0 }, 0, 0);
    if (take_colors(t, e, args[2].l, args[3].l))
        result->j = handle(e);
}

NATIVE(sweep_two)
{
    Effect *e = gradient(SHADER_SWEEP, (Point){ args[0].f, args[1].f }, (Point){ 0 }, 0, 0);
    take_two_colors(e, args[2].i, args[3].i);
    result->j = handle(e);
}

NATIVE(bitmap_shader)
{
    Effect *e = effect_new(SHADER_BITMAP);
    e->bitmap = bitmap_of_java(t, args[0].l);
    if (e->bitmap)
        bitmap_retain(e->bitmap);
    e->tile_x = args[1].i;
    e->tile_y = args[2].i;
    result->j = handle(e);
}

static i64 pair(EffectKind kind, i64 first, i64 second)
{
    Effect *e = effect_new(kind);
    e->first = effect_retain(peer(first));
    e->second = effect_retain(peer(second));
    return handle(e);
}

/* (shader, shader, xfermode): a mode's handle is the mode plus one. */
NATIVE(compose_xfermode)
{
    result->j = pair(SHADER_COMPOSE, args[0].j, args[2].j);
    ((Effect *)peer(result->j))->mode = args[4].j ? (BlendMode)(args[4].j - 1) : BLEND_SRC_OVER;
}

NATIVE(compose_mode)
{
    result->j = pair(SHADER_COMPOSE, args[0].j, args[2].j);
    ((Effect *)peer(result->j))->mode = args[4].i;
}

NATIVE(set_local_matrix)
{
    Effect *e = peer(args[0].j);
    if (e)
        e->local = args[2].j ? *(Matrix *)peer(args[2].j) : matrix_identity;
    result->j = args[0].j;
}

TABLE(Shader, { "nativeDestructor", NULL, release }, { "nativeSetLocalMatrix", NULL, set_local_matrix });
TABLE(LinearGradient, { "nativeCreate1", NULL, linear_many }, { "nativeCreate2", NULL, linear_two });
TABLE(RadialGradient, { "nativeCreate1", NULL, radial_many }, { "nativeCreate2", NULL, radial_two });
TABLE(SweepGradient, { "nativeCreate1", NULL, sweep_many }, { "nativeCreate2", NULL, sweep_two });
TABLE(BitmapShader, { "nativeCreate", NULL, bitmap_shader });
TABLE(ComposeShader, { "nativeCreate1", NULL, compose_xfermode }, { "nativeCreate2", NULL, compose_mode });

/* ---- colour filters and modes ----------------------------------------------------------------------- */

NATIVE(mode_filter)
{
    Effect *e = effect_new(FILTER_MODE);
    e->color = (u32)args[0].i;
    e->mode = args[1].i;
    result->j = handle(e);
}

NATIVE(lighting_filter)
{
    Effect *e = effect_new(FILTER_LIGHTING);
    e->color = (u32)args[0].i;
    e->add = (u32)args[1].i;
    result->j = handle(e);
}

NATIVE(matrix_filter)
{
    if (!array_has(t, args[0].l, 0, 20))
        return;
    Effect *e = effect_new(FILTER_MATRIX);
    memcpy(e->matrix, ARRAY_F32(args[0].l), sizeof e->matrix);
    result->j = handle(e);
}

NATIVE(xfermode) { result->j = args[0].i + 1; }
NATIVE(other_xfermode) { result->j = BLEND_SRC_OVER + 1; }

TABLE(ColorFilter, { "destroyFilter", NULL, release });
TABLE(PorterDuffColorFilter, { "native_CreatePorterDuffFilter", NULL, mode_filter });
TABLE(LightingColorFilter, { "native_CreateLightingFilter", NULL, lighting_filter });
TABLE(ColorMatrixColorFilter, { "nativeColorMatrixFilter", NULL, matrix_filter });
TABLE(Xfermode, { "finalizer", NULL, do_nothing });
TABLE(PorterDuffXfermode, { "nativeCreateXfermode", NULL, xfermode });
TABLE(AvoidXfermode, { "nativeCreate", NULL, other_xfermode });
TABLE(PixelXorXfermode, { "nativeCreate", NULL, other_xfermode });

/* ---- path effects -------------------------------------------------------------------------------------- */

NATIVE(dash_effect)
{
    i32 count = args[0].l ? ARRAY_LENGTH(args[0].l) & ~1 : 0;
    if (count < 2) {
        vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", NULL);
        return;
    }
    Effect *e = effect_new(PATH_DASH);
    e->count = (u32)count;
    e->positions = xmalloc((size_t)count * sizeof *e->positions);
    memcpy(e->positions, ARRAY_F32(args[0].l), (size_t)count * sizeof *e->positions);
    e->phase = args[1].f;
    result->j = handle(e);
}

NATIVE(corner_effect)
{
    Effect *e = effect_new(PATH_CORNER);
    e->radius = args[0].f;
    result->j = handle(e);
}

NATIVE(discrete_effect)
{
    Effect *e = effect_new(PATH_DISCRETE);
    e->advance = args[0].f;
    e->radius = args[1].f;
    result->j = handle(e);
}

/* (path, advance, phase, style) */
NATIVE(stamp_effect)
{
    Effect *e = effect_new(PATH_STAMP);
    path_copy(&e->stamp, peer(args[0].j));
    e->advance = args[2].f;
    e->phase = args[3].f;
    e->style = args[4].i;
    result->j = handle(e);
}

NATIVE(compose_effect) { result->j = pair(PATH_COMPOSE, args[0].j, args[2].j); }
NATIVE(sum_effect) { result->j = pair(PATH_SUM, args[0].j, args[2].j); }

TABLE(PathEffect, { "nativeDestructor", NULL, release });
TABLE(DashPathEffect, { "nativeCreate", NULL, dash_effect });
TABLE(CornerPathEffect, { "nativeCreate", NULL, corner_effect });
TABLE(DiscretePathEffect, { "nativeCreate", NULL, discrete_effect });
TABLE(PathDashPathEffect, { "nativeCreate", NULL, stamp_effect });
TABLE(ComposePathEffect, { "nativeCreate", NULL, compose_effect });
TABLE(SumPathEffect, { "nativeCreate", NULL, sum_effect });

/* ---- mask filters and rasterizers -------------------------------------------------------------------------- */

NATIVE(blur_filter)
{
    Effect *e = effect_new(MASK_BLUR);
    e->radius = args[0].f;
    e->style = args[1].i;
    result->j = handle(e);
}

NATIVE(other_mask)
{
    vm_note_gap(t, "mask filters other than blur draw nothing of their own");
    result->j = handle(effect_new(MASK_OTHER));
}

TABLE(MaskFilter, { "nativeDestructor", NULL, release });
TABLE(BlurMaskFilter, { "nativeConstructor", NULL, blur_filter });
TABLE(EmbossMaskFilter, { "nativeConstructor", NULL, other_mask });
TABLE(TableMaskFilter, { "nativeNewTable", NULL, other_mask }, { "nativeNewClip", NULL, other_mask }, { "nativeNewGamma", NULL, other_mask });
TABLE(Rasterizer, { "finalizer", NULL, do_nothing });
TABLE(LayerRasterizer, { "nativeConstructor", NULL, do_nothing }, { "nativeAddLayer", NULL, do_nothing });
