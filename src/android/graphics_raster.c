/*
 * Pixels. One drawing is: a shape (what part of the device, how much of each
 * pixel), a source (the paint's colour, shader or bitmap, filtered), and a blend
 * mode. Cairo does the shape and most modes:
 *
 *     clip region  ->  shape as cairo path  ->  source pattern  ->  operator
 *
 * A blur (mask filter, shadow) takes the shape through an alpha surface of its
 * own. Modes that cairo lacks, or that it would apply outside the shape, go
 * through a clip or a loop over pixels.
 */
#include "android/graphics_canvas_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is to be covered. */
typedef struct Shape {
    const Path *path;           /* NULL: all of the clip */
    Matrix matrix;
    bool fill, stroke;
} Shape;

static void set_matrix(cairo_t *cr, const Matrix *m)
{
    cairo_matrix_t cm;
    cairo_matrix_init(&cm, m->m[0], m->m[3], m->m[1], m->m[4], m->m[2], m->m[5]);
    cairo_set_matrix(cr, &cm);
}

/* cairo ends in an error state by a matrix that has no inverse. */
static bool can_map(const Matrix *m)
{
    double determinant = (double)m->m[0] * m->m[4] - (double)m->m[1] * m->m[3];
    return isfinite(determinant) && determinant != 0 && isfinite(m->m[2]) && isfinite(m->m[5]) && isfinite(1 / determinant);
}

static void set_clip(cairo_t *cr, const cairo_region_t *clip)
{
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE);
    int count = cairo_region_num_rectangles(clip);
    for (int i = 0; i < count; i++) {
        cairo_rectangle_int_t r;
        cairo_region_get_rectangle(clip, i, &r);
        cairo_rectangle(cr, r.x, r.y, r.width, r.height);
    }
    cairo_clip(cr);
}

static cairo_operator_t operator_of(BlendMode mode)
{
    static const cairo_operator_t operators[] = {
        [BLEND_CLEAR] = CAIRO_OPERATOR_CLEAR, [BLEND_SRC] = CAIRO_OPERATOR_SOURCE, [BLEND_DST] = CAIRO_OPERATOR_DEST,
        [BLEND_SRC_OVER] = CAIRO_OPERATOR_OVER, [BLEND_DST_OVER] = CAIRO_OPERATOR_DEST_OVER, [BLEND_SRC_IN] = CAIRO_OPERATOR_IN,
        [BLEND_DST_IN] = CAIRO_OPERATOR_DEST_IN, [BLEND_SRC_OUT] = CAIRO_OPERATOR_OUT, [BLEND_DST_OUT] = CAIRO_OPERATOR_DEST_OUT,
        [BLEND_SRC_ATOP] = CAIRO_OPERATOR_ATOP, [BLEND_DST_ATOP] = CAIRO_OPERATOR_DEST_ATOP, [BLEND_XOR] = CAIRO_OPERATOR_XOR,
        [BLEND_DARKEN] = CAIRO_OPERATOR_DARKEN, [BLEND_LIGHTEN] = CAIRO_OPERATOR_LIGHTEN, [BLEND_MULTIPLY] = CAIRO_OPERATOR_OVER,
        [BLEND_SCREEN] = CAIRO_OPERATOR_SCREEN, [BLEND_ADD] = CAIRO_OPERATOR_ADD, [BLEND_OVERLAY] = CAIRO_OPERATOR_OVERLAY,
    };
    return mode <= BLEND_LIGHTEN ? operators[mode] : CAIRO_OPERATOR_OVER;
}

/* Cairo applies these to all of the clip, Skia to the shape only. */
static bool reaches_beyond(BlendMode mode)
{
    return mode == BLEND_SRC_IN || mode == BLEND_DST_IN || mode == BLEND_SRC_OUT || mode == BLEND_DST_ATOP;
}

/* ---- shapes --------------------------------------------------------------------------------- */

static void set_pen(cairo_t *cr, const Paint *p, float width, const Path *path)
{
    static const cairo_line_cap_t caps[] = { CAIRO_LINE_CAP_BUTT, CAIRO_LINE_CAP_ROUND, CAIRO_LINE_CAP_SQUARE };
    static const cairo_line_join_t joins[] = { CAIRO_LINE_JOIN_MITER, CAIRO_LINE_JOIN_ROUND, CAIRO_LINE_JOIN_BEVEL };
    cairo_set_line_width(cr, width);
    cairo_set_line_cap(cr, caps[p->cap % 3]);
    cairo_set_line_join(cr, joins[p->join % 3]);
    cairo_set_miter_limit(cr, MAX(p->stroke_miter, 1));
    const Effect *e = p->path_effect;
    while (e && e->kind != PATH_DASH)
        e = e->kind == PATH_COMPOSE ? e->first : NULL;
    if (e && e->count >= 2) {
        double dashes[64];
        u32 count = MIN(e->count, 64u);
        double sum = 0;
        for (u32 i = 0; i < count; i++)
            sum += dashes[i] = MAX(e->positions[i], 0);
        /* A path that runs far out of sight would be millions of dashes. */
        RectF b = path_bounds(path);
        double reach = ((double)b.right - b.left + b.bottom - b.top) * path->verb_count;
        if (sum > 0.01 && reach / sum < 50000)
            cairo_set_dash(cr, dashes, (int)count, e->phase);
    }
}

/* Covers the shape with the source (or clips to it). The source has been set. */
typedef void Cover(cairo_t *cr);

static void cover_shape(cairo_t *cr, const Shape *shape, const Paint *p, Cover *fill, Cover *stroke)
{
    cairo_set_antialias(cr, p->flags & PAINT_ANTI_ALIAS ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE);
    cairo_set_tolerance(cr, 0.1);
    const Path *path = shape->path;
    Path changed;
    path_init(&changed);
    if (p->path_effect && p->path_effect->kind != PATH_DASH) {
        effect_path(p->path_effect, path, &changed);
        path = &changed;
    }
    cairo_set_fill_rule(cr, path->fill & 1 ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
    bool affine = matrix_is_affine(&shape->matrix);
    if (shape->fill) {
        cairo_identity_matrix(cr);
        path_to_cairo(path, cr, &shape->matrix);
        if (path->fill >= FILL_INVERSE_WINDING) {
            enum { FAR = 1 << 20 };
            cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
            cairo_rectangle(cr, -FAR, -FAR, 2 * FAR, 2 * FAR);
        }
        fill(cr);
    }
    if (shape->stroke) {
        cairo_new_path(cr);
        bool hairline = !(p->stroke_width > 0) || !affine;
        cairo_identity_matrix(cr);
        if (hairline) {
            path_to_cairo(path, cr, &shape->matrix);
            set_pen(cr, p, p->stroke_width > 0 ? matrix_map_radius(&shape->matrix, p->stroke_width) : 1, path);
        } else {
            set_matrix(cr, &shape->matrix);
            path_to_cairo(path, cr, NULL);
            set_pen(cr, p, p->stroke_width, path);
        }
        stroke(cr);
        cairo_set_dash(cr, NULL, 0, 0);
    }
    cairo_identity_matrix(cr);
    cairo_new_path(cr);
    path_release(&changed);
}

/* Device pixels that the shape can touch, within the clip. */
static RectI shape_area(const Canvas *c, const Shape *shape, const Paint *p, float margin)
{
    RectI clip = region_bounds(canvas_top(c)->clip);
    if (!shape->path || shape->path->fill >= FILL_INVERSE_WINDING)
        return clip;
    RectF b = path_bounds(shape->path);
    float pen = shape->stroke ? MAX(p->stroke_width, 1) * MAX(p->stroke_miter, 2) : 0;
    if (p->path_effect)
        pen += p->path_effect->radius + 64;
    b = matrix_map_rect(&shape->matrix, (RectF){ b.left - pen, b.top - pen, b.right + pen, b.bottom + pen });
    RectI r = rect_round_out((RectF){ b.left - margin - 1, b.top - margin - 1, b.right + margin + 1, b.bottom + margin + 1 });
    i32 extra = (i32)margin;
    return (RectI){ MAX(r.left, clip.left - extra), MAX(r.top, clip.top - extra), MIN(r.right, clip.right + extra), MIN(r.bottom, clip.bottom + extra) };
}

static bool area_empty(RectI r)
{
    return r.left >= r.right || r.top >= r.bottom;
}

static cairo_surface_t *area_surface(RectI area, cairo_format_t format)
{
    cairo_surface_t *s = cairo_image_surface_create(format, area.right - area.left, area.bottom - area.top);
    cairo_surface_set_device_offset(s, -area.left, -area.top);
    return s;
}

/* The shape's coverage as alpha. */
static cairo_surface_t *shape_mask(const Shape *shape, const Paint *p, RectI area)
{
    cairo_surface_t *mask = area_surface(area, CAIRO_FORMAT_A8);
    cairo_t *cr = cairo_create(mask);
    if (shape->path)
        cover_shape(cr, shape, p, cairo_fill, cairo_stroke);
    else
        cairo_paint(cr);
    cairo_destroy(cr);
    cairo_surface_flush(mask);
    return mask;
}

/* ---- blur ------------------------------------------------------------------------------------- */

/* One running mean along a line of `count` bytes that lie `step` apart. */
static void box_line(const u8 *in, u8 *out, i32 count, size_t step, i32 radius)
{
    u32 sum = 0, width = (u32)(2 * radius + 1);
    for (i32 i = 0; i < MIN(radius, count); i++)
        sum += in[(size_t)i * step];
    for (i32 i = 0; i < count; i++) {
        if (i + radius < count)
            sum += in[(size_t)(i + radius) * step];
        if (i - radius - 1 >= 0)
            sum -= in[(size_t)(i - radius - 1) * step];
        out[(size_t)i * step] = (u8)(sum / width);
    }
}

/* Three means each way are close to a Gaussian. */
static void blur_mask(cairo_surface_t *mask, float sigma)
{
    i32 radius = (i32)(sigma * 0.94f + 0.5f);
    if (radius < 1)
        return;
    u8 *data = cairo_image_surface_get_data(mask);
    i32 width = cairo_image_surface_get_width(mask), height = cairo_image_surface_get_height(mask);
    size_t stride = (size_t)cairo_image_surface_get_stride(mask);
    u8 *other = xcalloc((size_t)height, stride);
    for (int pass = 0; pass < 3; pass++) {
        for (i32 y = 0; y < height; y++)
            box_line(data + (size_t)y * stride, other + (size_t)y * stride, width, 1, radius);
        for (i32 x = 0; x < width; x++)
            box_line(other + x, data + x, height, stride, radius);
    }
    free(other);
    cairo_surface_mark_dirty(mask);
}

/* Wider blurs than Skia's widest are not made. */
static float blur_sigma(float radius)
{
    const float widest = 128;
    return radius > 0 ? MIN(0.57735f * radius + 0.5f, widest) : 0;
}

/* Blurs and combines with the sharp mask by the filter's style. */
static void apply_mask_filter(cairo_surface_t *mask, const Effect *filter, const Matrix *m)
{
    enum { NORMAL, SOLID, OUTER, INNER };
    if (filter->kind != MASK_BLUR)
        return;
    size_t size = (size_t)cairo_image_surface_get_stride(mask) * (size_t)cairo_image_surface_get_height(mask);
    u8 *data = cairo_image_surface_get_data(mask), *sharp = xmalloc(size + 1);
    memcpy(sharp, data, size);
    blur_mask(mask, blur_sigma(matrix_map_radius(m, filter->radius)));
    for (size_t i = 0; filter->style != NORMAL && i < size; i++) {
        u32 b = data[i], s = sharp[i];
        data[i] = (u8)(filter->style == SOLID ? s + b - multiply_255(s, b) : filter->style == OUTER ? multiply_255(b, 255 - s) : multiply_255(b, s));
    }
    free(sharp);
    cairo_surface_mark_dirty(mask);
}

/* ---- sources ------------------------------------------------------------------------------------ */

static cairo_pattern_t *solid(u32 pixel)
{
    u32 p = pixel_unpremultiply(pixel);
    return cairo_pattern_create_rgba((p >> 16 & 255) / 255.0, (p >> 8 & 255) / 255.0, (p & 255) / 255.0, (p >> 24) / 255.0);
}

static void filter_surface(cairo_surface_t *s, const Effect *filter, u32 alpha)
{
    cairo_surface_flush(s);
    u8 *data = cairo_image_surface_get_data(s);
    i32 width = cairo_image_surface_get_width(s), height = cairo_image_surface_get_height(s), stride = cairo_image_surface_get_stride(s);
    for (i32 y = 0; y < height; y++) {
        u32 *row = (u32 *)(void *)(data + (size_t)y * (size_t)stride);
        for (i32 x = 0; x < width; x++) {
            u32 p = row[x];
            if (alpha != 255)
                p = multiply_255(p >> 24, alpha) << 24 | multiply_255(p >> 16 & 255, alpha) << 16 | multiply_255(p >> 8 & 255, alpha) << 8 | multiply_255(p & 255, alpha);
            row[x] = effect_filter_pixel(filter, p);
        }
    }
    cairo_surface_mark_dirty(s);
}

static cairo_extend_t extend_of(TileMode mode)
{
    return mode == TILE_CLAMP ? CAIRO_EXTEND_PAD : mode == TILE_REPEAT ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_REFLECT;
}

/* Maps pattern coordinates by m: cairo wants the inverse. */
static bool place_pattern(cairo_pattern_t *pattern, const Matrix *m)
{
    if (!can_map(m) || !matrix_is_affine(m))
        return false;
    cairo_matrix_t cm;
    cairo_matrix_init(&cm, m->m[0], m->m[3], m->m[1], m->m[4], m->m[2], m->m[5]);
    if (cairo_matrix_invert(&cm) != CAIRO_STATUS_SUCCESS)
        return false;
    cairo_pattern_set_matrix(pattern, &cm);
    return true;
}

/* The paint's source in device space, good for the area. NULL: nothing to draw. */
static cairo_pattern_t *paint_source(const Paint *p, const Matrix *m, RectI area)
{
    const Effect *s = p->shader;
    if (!s)
        return solid(paint_pixel(p));
    u32 alpha = p->color >> 24;
    Matrix whole = matrix_concat(m, &s->local), inverse;
    cairo_surface_t *surface = s->kind == SHADER_BITMAP && s->bitmap ? bitmap_surface(s->bitmap) : NULL;
    bool by_cairo = surface && s->tile_x == s->tile_y && s->bitmap->config == CONFIG_ARGB_8888 && matrix_is_affine(&whole);
    cairo_pattern_t *pattern;
    if (by_cairo) {
        pattern = cairo_pattern_create_for_surface(surface);
        cairo_pattern_set_extend(pattern, extend_of(s->tile_x));
        cairo_pattern_set_filter(pattern, p->flags & PAINT_FILTER_BITMAP ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST);
        if (!place_pattern(pattern, &whole)) {
            cairo_pattern_destroy(pattern);
            return NULL;
        }
        if (alpha == 255 && !p->filter)
            return pattern;
    } else if (!matrix_invert(m, &inverse)) {
        return NULL;
    }
    cairo_surface_t *made = area_surface(area, CAIRO_FORMAT_ARGB32);
    if (by_cairo) {
        cairo_t *cr = cairo_create(made);
        cairo_set_source(cr, pattern);
        cairo_paint(cr);
        cairo_destroy(cr);
        cairo_pattern_destroy(pattern);
    } else {
        cairo_surface_flush(made);
        shader_fill(s, &inverse, (u32 *)(void *)cairo_image_surface_get_data(made), cairo_image_surface_get_stride(made) / 4, area);
        cairo_surface_mark_dirty(made);
    }
    if (alpha != 255 || p->filter)
        filter_surface(made, p->filter, alpha);
    pattern = cairo_pattern_create_for_surface(made);
    cairo_surface_destroy(made);
    return pattern;
}

/* ---- putting it together -------------------------------------------------------------------------- */

/* Modes that cairo lacks: source and coverage are made apart and blended pixel by pixel. */
static void blend_by_hand(const Canvas *c, cairo_pattern_t *source, cairo_surface_t *mask, RectI area, BlendMode mode)
{
    cairo_surface_t *src = area_surface(area, CAIRO_FORMAT_ARGB32), *dst = area_surface(area, CAIRO_FORMAT_ARGB32);
    cairo_t *cr = cairo_create(src);
    cairo_set_source(cr, source);
    cairo_paint(cr);
    cairo_destroy(cr);
    cr = cairo_create(dst);
    cairo_set_source_surface(cr, canvas_target(c), 0, 0);
    cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE);
    cairo_paint(cr);
    cairo_destroy(cr);
    cairo_surface_flush(src);
    cairo_surface_flush(dst);
    i32 width = area.right - area.left, height = area.bottom - area.top;
    for (i32 y = 0; y < height; y++) {
        u32 *s = (u32 *)(void *)(cairo_image_surface_get_data(src) + (size_t)y * (size_t)cairo_image_surface_get_stride(src));
        u32 *d = (u32 *)(void *)(cairo_image_surface_get_data(dst) + (size_t)y * (size_t)cairo_image_surface_get_stride(dst));
        const u8 *m = cairo_image_surface_get_data(mask) + (size_t)y * (size_t)cairo_image_surface_get_stride(mask);
        for (i32 x = 0; x < width; x++) {
            u32 full = blend_pixel(mode, s[x], d[x]), out = 0;
            for (int shift = 0; shift < 32; shift += 8)
                out |= (multiply_255(full >> shift & 255, m[x]) + multiply_255(d[x] >> shift & 255, 255u - m[x])) << shift;
            d[x] = out;
        }
    }
    cairo_surface_mark_dirty(dst);
    cr = cairo_create(canvas_target(c));
    set_clip(cr, canvas_top(c)->clip);
    cairo_rectangle(cr, area.left, area.top, width, height);
    cairo_clip(cr);
    cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_surface(cr, dst, 0, 0);
    cairo_paint(cr);
    cairo_destroy(cr);
    cairo_surface_destroy(src);
    cairo_surface_destroy(dst);
}

/* Through an alpha surface: blurs, and modes by hand. */
static void draw_masked(const Canvas *c, cairo_surface_t *mask, cairo_pattern_t *source, RectI area, BlendMode mode)
{
    if (mode == BLEND_MULTIPLY || reaches_beyond(mode)) {
        blend_by_hand(c, source, mask, area, mode);
        return;
    }
    cairo_t *cr = cairo_create(canvas_target(c));
    set_clip(cr, canvas_top(c)->clip);
    cairo_set_operator(cr, operator_of(mode));
    cairo_set_source(cr, source);
    cairo_mask_surface(cr, mask, 0, 0);
    cairo_destroy(cr);
}

static void draw_shadow(const Canvas *c, const Shape *shape, const Paint *p)
{
    float sigma = blur_sigma(matrix_map_radius(&shape->matrix, p->shadow_radius));
    Shape moved = *shape;
    Point offset = matrix_map_vector(&shape->matrix, (Point){ p->shadow_dx, p->shadow_dy });
    Matrix shift = matrix_translate(offset.x, offset.y);
    moved.matrix = matrix_concat(&shift, &shape->matrix);
    RectI area = shape_area(c, &moved, p, sigma * 3 + 1);
    if (area_empty(area))
        return;
    cairo_surface_t *mask = shape_mask(&moved, p, area);
    blur_mask(mask, sigma);
    u32 color = p->shadow_color;
    if (color >> 24 == 255)
        color = (color & 0xffffff) | (p->color & 0xff000000);
    cairo_pattern_t *source = solid(effect_filter_pixel(p->filter, pixel_premultiply(color)));
    draw_masked(c, mask, source, area, p->mode);
    cairo_pattern_destroy(source);
    cairo_surface_destroy(mask);
}

static void draw_shape(Canvas *c, const Shape *shape, const Paint *given)
{
    if (!canvas_draws(c) || (shape->path && !shape->path->verb_count && shape->path->fill < FILL_INVERSE_WINDING))
        return;
    if (matrix_is_affine(&shape->matrix) && !can_map(&shape->matrix))
        return;
    Paint filtered = *given;
    filtered.flags = (given->flags & ~c->filter_clear) | c->filter_set;
    const Paint *p = &filtered;
    if (p->has_shadow && shape->path)
        draw_shadow(c, shape, p);
    bool blurred = p->mask_filter && p->mask_filter->kind == MASK_BLUR && shape->path;
    float margin = blurred ? blur_sigma(matrix_map_radius(&shape->matrix, p->mask_filter->radius)) * 3 + 1 : 0;
    RectI area = shape_area(c, shape, p, margin);
    if (area_empty(area))
        return;
    cairo_pattern_t *source = paint_source(p, &shape->matrix, area);
    if (!source)
        return;
    if (blurred || (p->mode == BLEND_MULTIPLY)) {
        cairo_surface_t *mask = shape_mask(shape, p, area);
        if (blurred)
            apply_mask_filter(mask, p->mask_filter, &shape->matrix);
        draw_masked(c, mask, source, area, p->mode);
        cairo_surface_destroy(mask);
        cairo_pattern_destroy(source);
        return;
    }
    cairo_t *cr = cairo_create(canvas_target(c));
    set_clip(cr, canvas_top(c)->clip);
    cairo_set_operator(cr, operator_of(p->mode));
    cairo_set_source(cr, source);
    if (!shape->path) {
        cairo_paint(cr);
    } else if (reaches_beyond(p->mode)) {
        cairo_surface_t *mask = shape_mask(shape, p, area);
        draw_masked(c, mask, source, area, p->mode);
        cairo_surface_destroy(mask);
    } else {
        cover_shape(cr, shape, p, cairo_fill, cairo_stroke);
    }
    cairo_destroy(cr);
    cairo_pattern_destroy(source);
}

void canvas_draw_path(Canvas *c, const Path *path, const Paint *p)
{
    Shape shape = { path, *canvas_matrix(c), p->style != STYLE_STROKE, p->style != STYLE_FILL };
    draw_shape(c, &shape, p);
}

void canvas_stroke_path(Canvas *c, const Path *path, const Paint *p)
{
    Shape shape = { path, *canvas_matrix(c), false, true };
    draw_shape(c, &shape, p);
}

void canvas_draw_paint(Canvas *c, const Paint *p)
{
    Shape shape = { NULL, *canvas_matrix(c), true, false };
    draw_shape(c, &shape, p);
}

void canvas_draw_color(Canvas *c, u32 argb, BlendMode mode)
{
    Paint p;
    paint_init(&p);
    p.color = argb;
    p.mode = mode;
    canvas_draw_paint(c, &p);
    paint_release(&p);
}

void canvas_compose_layer(Canvas *c, cairo_surface_t *layer, const Paint *p)
{
    if (p->filter)
        filter_surface(layer, p->filter, 255);
    if (p->mode == BLEND_MULTIPLY) {
        RectI area = region_bounds(canvas_top(c)->clip);
        Shape all = { .matrix = matrix_identity, .fill = true };
        cairo_surface_t *mask = shape_mask(&all, p, area);
        cairo_pattern_t *source = cairo_pattern_create_for_surface(layer);
        filter_surface(layer, NULL, p->color >> 24);
        blend_by_hand(c, source, mask, area, p->mode);
        cairo_pattern_destroy(source);
        cairo_surface_destroy(mask);
        return;
    }
    cairo_t *cr = cairo_create(canvas_target(c));
    set_clip(cr, canvas_top(c)->clip);
    double x, y;
    cairo_surface_get_device_offset(layer, &x, &y);
    cairo_rectangle(cr, -x, -y, cairo_image_surface_get_width(layer), cairo_image_surface_get_height(layer));
    cairo_clip(cr);
    cairo_set_operator(cr, operator_of(p->mode));
    cairo_set_source_surface(cr, layer, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_paint_with_alpha(cr, (p->color >> 24) / 255.0);
    cairo_destroy(cr);
}

/* ---- bitmaps ---------------------------------------------------------------------------------------- */

/* The part of a bitmap as a surface of its own, filtered where the paint says so. */
static cairo_surface_t *bitmap_part(Bitmap *b, RectI part, const Paint *p)
{
    cairo_surface_t *whole = bitmap_surface(b);
    bool all = part.left == 0 && part.top == 0 && part.right == b->width && part.bottom == b->height;
    bool tinted = p && p->filter && b->config != CONFIG_ALPHA_8;
    if (!tinted && b->config != CONFIG_ALPHA_8 && (b->has_alpha || b->config == CONFIG_RGB_565))
        return all ? cairo_surface_reference(whole) : cairo_surface_create_for_rectangle(whole, part.left, part.top, part.right - part.left, part.bottom - part.top);
    cairo_surface_t *made = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, part.right - part.left, part.bottom - part.top);
    cairo_t *cr = cairo_create(made);
    if (b->config == CONFIG_ALPHA_8) {
        /* Alpha alone is a stencil for the paint's colour. */
        u32 color = p ? paint_pixel(p) : 0xff000000;
        cairo_pattern_t *ink = solid(color);
        cairo_set_source(cr, ink);
        cairo_mask_surface(cr, whole, -part.left, -part.top);
        cairo_pattern_destroy(ink);
    } else {
        cairo_set_source_surface(cr, whole, -part.left, -part.top);
        if (!b->has_alpha) {
            cairo_save(cr);
            cairo_set_source_rgb(cr, 0, 0, 0);
            cairo_paint(cr);
            cairo_restore(cr);
        }
        cairo_paint(cr);
    }
    cairo_destroy(cr);
    if (tinted)
        filter_surface(made, p->filter, 255);
    return made;
}

void canvas_draw_bitmap(Canvas *c, Bitmap *b, RectF from, RectF to, const Paint *given)
{
    RectF limits = { MAX(from.left, 0), MAX(from.top, 0), MIN(from.right, (float)b->width), MIN(from.bottom, (float)b->height) };
    if (!canvas_draws(c) || !b->pixels || rect_is_empty(limits) || rect_is_empty(rect_sorted(to)))
        return;
    RectI part = rect_round_out(limits);
    Paint plain;
    paint_init(&plain);
    const Paint *p = given ? given : &plain;
    u32 flags = (p->flags & ~c->filter_clear) | c->filter_set;
    Matrix place, shift = matrix_translate((float)part.left, (float)part.top);
    matrix_rect_to_rect(&place, from, to, FIT_FILL);
    Matrix whole = matrix_concat(canvas_matrix(c), &place), pattern_place = matrix_concat(&whole, &shift);
    cairo_surface_t *surface = bitmap_part(b, part, given);
    cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surface);
    cairo_surface_destroy(surface);
    bool moved_only = matrix_is_translate(&pattern_place) && floorf(pattern_place.m[2]) == pattern_place.m[2] && floorf(pattern_place.m[5]) == pattern_place.m[5];
    cairo_pattern_set_filter(pattern, !moved_only && flags & PAINT_FILTER_BITMAP ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST);
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
    if (matrix_is_affine(&pattern_place) ? place_pattern(pattern, &pattern_place) : false) {
        Path outline;
        path_init(&outline);
        path_add_rect(&outline, limits, DIRECTION_CW);
        Shape shape = { &outline, whole, true, false };
        Paint edge = plain;
        edge.flags = flags & PAINT_ANTI_ALIAS && !moved_only ? PAINT_ANTI_ALIAS : 0;
        double alpha = b->config == CONFIG_ALPHA_8 ? 1 : (p->color >> 24) / 255.0;
        if (p->mode == BLEND_MULTIPLY || reaches_beyond(p->mode)) {
            RectI area = shape_area(c, &shape, &edge, 0);
            if (!area_empty(area)) {
                cairo_surface_t *mask = shape_mask(&shape, &edge, area), *faded = area_surface(area, CAIRO_FORMAT_ARGB32);
                cairo_t *cr = cairo_create(faded);
                cairo_set_source(cr, pattern);
                cairo_paint_with_alpha(cr, alpha);
                cairo_destroy(cr);
                cairo_pattern_t *source = cairo_pattern_create_for_surface(faded);
                draw_masked(c, mask, source, area, p->mode);
                cairo_pattern_destroy(source);
                cairo_surface_destroy(faded);
                cairo_surface_destroy(mask);
            }
        } else {
            cairo_t *cr = cairo_create(canvas_target(c));
            set_clip(cr, canvas_top(c)->clip);
            cairo_set_source(cr, pattern);
            cairo_set_operator(cr, operator_of(p->mode));
            cover_shape(cr, &shape, &edge, alpha < 1 ? cairo_clip : cairo_fill, cairo_stroke);
            if (alpha < 1)
                cairo_paint_with_alpha(cr, alpha);
            cairo_destroy(cr);
        }
        path_release(&outline);
    } else if (!matrix_is_affine(&whole)) {
        /* In perspective: two triangles with the bitmap as their texture. */
        Effect *shader = effect_new(SHADER_BITMAP);
        shader->bitmap = b;
        bitmap_retain(b);
        Vertex v[4] = { { { to.left, to.top }, { from.left, from.top }, 0 }, { { to.right, to.top }, { from.right, from.top }, 0 },
                        { { to.right, to.bottom }, { from.right, from.bottom }, 0 }, { { to.left, to.bottom }, { from.left, from.bottom }, 0 } };
        canvas_draw_triangle(c, (Vertex[3]){ v[0], v[1], v[2] }, shader, false, p);
        canvas_draw_triangle(c, (Vertex[3]){ v[0], v[2], v[3] }, shader, false, p);
        effect_release(shader);
    }
    cairo_pattern_destroy(pattern);
    paint_release(&plain);
}

void canvas_draw_triangle(Canvas *c, const Vertex v[3], const Effect *shader, bool colored, const Paint *p)
{
    if (!canvas_draws(c))
        return;
    Path outline;
    path_init(&outline);
    Point at[3];
    for (int i = 0; i < 3; i++) {
        at[i] = matrix_map(canvas_matrix(c), v[i].at);
        (i ? path_line : path_move)(&outline, at[i].x, at[i].y);
    }
    path_close(&outline);
    Shape shape = { &outline, matrix_identity, true, false };
    Paint plain;
    paint_init(&plain);
    RectI area = shape_area(c, &shape, &plain, 0);
    double size = (double)(at[1].x - at[0].x) * (at[2].y - at[0].y) - (double)(at[2].x - at[0].x) * (at[1].y - at[0].y);
    if (!area_empty(area) && size != 0) {
        cairo_surface_t *made = area_surface(area, CAIRO_FORMAT_ARGB32);
        u32 *pixels = (u32 *)(void *)cairo_image_surface_get_data(made);
        i32 stride = cairo_image_surface_get_stride(made) / 4;
        u32 ink = paint_pixel(p);
        for (i32 y = area.top; y < area.bottom; y++)
            for (i32 x = area.left; x < area.right; x++) {
                double px = x + 0.5 - at[0].x, py = y + 0.5 - at[0].y;
                double b1 = (px * (at[2].y - at[0].y) - (at[2].x - at[0].x) * py) / size, b2 = ((at[1].x - at[0].x) * py - px * (at[1].y - at[0].y)) / size;
                double b0 = 1 - b1 - b2;
                u32 pixel = ink;
                if (shader)
                    pixel = shader_pixel(shader, &matrix_identity, (float)(b0 * v[0].texture.x + b1 * v[1].texture.x + b2 * v[2].texture.x),
                                         (float)(b0 * v[0].texture.y + b1 * v[1].texture.y + b2 * v[2].texture.y));
                if (colored) {
                    u32 mixed = 0;
                    for (int shift = 0; shift < 32; shift += 8) {
                        double value = b0 * (v[0].color >> shift & 255) + b1 * (v[1].color >> shift & 255) + b2 * (v[2].color >> shift & 255);
                        mixed |= (value <= 0 ? 0u : value >= 255 ? 255u : (u32)(value + 0.5)) << shift;
                    }
                    mixed = pixel_premultiply(mixed);
                    pixel = shader ? blend_pixel(BLEND_MULTIPLY, mixed, pixel) : mixed;
                }
                pixels[(size_t)(y - area.top) * (size_t)stride + (size_t)(x - area.left)] = pixel;
            }
        cairo_surface_mark_dirty(made);
        if (shader && (p->color >> 24 != 255 || p->filter))
            filter_surface(made, p->filter, p->color >> 24);
        cairo_t *cr = cairo_create(canvas_target(c));
        set_clip(cr, canvas_top(c)->clip);
        cairo_set_operator(cr, operator_of(p->mode));
        cairo_set_source_surface(cr, made, 0, 0);
        cover_shape(cr, &shape, &plain, cairo_fill, cairo_stroke);
        cairo_destroy(cr);
        cairo_surface_destroy(made);
    }
    path_release(&outline);
    paint_release(&plain);
}

void bitmap_scale(Bitmap *to, Bitmap *from)
{
    cairo_t *cr = cairo_create(bitmap_surface(to));
    cairo_scale(cr, (double)to->width / from->width, (double)to->height / from->height);
    cairo_set_source_surface(cr, bitmap_surface(from), 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_BILINEAR);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD);
    cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE);
    cairo_paint(cr);
    cairo_destroy(cr);
    if (from->surface)
        cairo_surface_destroy(from->surface);
    from->surface = NULL;
    bitmap_changed(to);
}
