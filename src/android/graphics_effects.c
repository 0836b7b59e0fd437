/* Colour arithmetic: blend modes, colour filters, gradients; and path effects. See graphics_paint.h. */
#include "android/graphics_paint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Effect *effect_new(EffectKind kind)
{
    Effect *e = xcalloc(1, sizeof *e);
    e->refs = 1;
    e->kind = kind;
    e->local = matrix_identity;
    path_init(&e->stamp);
    return e;
}

Effect *effect_retain(Effect *e)
{
    if (e)
        e->refs++;
    return e;
}

void effect_release(Effect *e)
{
    if (!e || --e->refs)
        return;
    effect_release(e->first);
    effect_release(e->second);
    bitmap_release(e->bitmap);
    free(e->colors);
    free(e->positions);
    path_release(&e->stamp);
    free(e);
}

/* ---- blending ------------------------------------------------------------------------ */

/* Porter and Duff: source * fs + destination * fd, each factor 0, 1, alpha or 1 - alpha. */
static bool factors(BlendMode mode, u32 sa, u32 da, u32 *fs, u32 *fd)
{
    switch (mode) {
    case BLEND_CLEAR: *fs = 0, *fd = 0; return true;
    case BLEND_SRC: *fs = 255, *fd = 0; return true;
    case BLEND_DST: *fs = 0, *fd = 255; return true;
    case BLEND_SRC_OVER: *fs = 255, *fd = 255 - sa; return true;
    case BLEND_DST_OVER: *fs = 255 - da, *fd = 255; return true;
    case BLEND_SRC_IN: *fs = da, *fd = 0; return true;
    case BLEND_DST_IN: *fs = 0, *fd = sa; return true;
    case BLEND_SRC_OUT: *fs = 255 - da, *fd = 0; return true;
    case BLEND_DST_OUT: *fs = 0, *fd = 255 - sa; return true;
    case BLEND_SRC_ATOP: *fs = da, *fd = 255 - sa; return true;
    case BLEND_DST_ATOP: *fs = 255 - da, *fd = sa; return true;
    case BLEND_XOR: *fs = 255 - da, *fd = 255 - sa; return true;
    default: return false;
    }
}

static u32 blend_channel(BlendMode mode, u32 s, u32 d, u32 sa, u32 da)
{
    i32 over = (i32)(s + d), value;
    switch (mode) {
    case BLEND_DARKEN: value = over - (i32)multiply_255(MAX(s * da / 255, d * sa / 255), 255); break;
    case BLEND_LIGHTEN: value = over - (i32)multiply_255(MIN(s * da / 255, d * sa / 255), 255); break;
    case BLEND_MULTIPLY: return multiply_255(s, d);
    case BLEND_SCREEN: value = over - (i32)multiply_255(s, d); break;
    case BLEND_ADD: value = over; break;
    case BLEND_OVERLAY: {
        i32 rest = (i32)(multiply_255(s, 255 - da) + multiply_255(d, 255 - sa));
        i32 core = 2 * d <= da ? 2 * (i32)s * (i32)d : (i32)(sa * da) - 2 * ((i32)da - (i32)d) * ((i32)sa - (i32)s);
        value = rest + core / 255;
        break;
    }
    default: value = (i32)s; break;
    }
    return value < 0 ? 0 : value > 255 ? 255 : (u32)value;
}

u32 blend_pixel(BlendMode mode, u32 s, u32 d)
{
    u32 sa = s >> 24, da = d >> 24, fs, fd, out = 0;
    bool simple = factors(mode, sa, da, &fs, &fd);
    for (int shift = 0; shift < 32; shift += 8) {
        u32 sc = s >> shift & 255, dc = d >> shift & 255, value;
        if (simple)
            value = MIN(multiply_255(sc, fs) + multiply_255(dc, fd), 255u);
        else if (shift == 24 && mode != BLEND_MULTIPLY && mode != BLEND_ADD)
            value = sa + da - multiply_255(sa, da);
        else
            value = blend_channel(mode, sc, dc, sa, da);
        out |= value << shift;
    }
    return out;
}

static u32 clamp_255(float v)
{
    return v <= 0 ? 0 : v >= 255 ? 255 : (u32)(v + 0.5f);
}

u32 effect_filter_pixel(const Effect *filter, u32 pixel)
{
    if (!filter)
        return pixel;
    if (filter->kind == FILTER_MODE)
        return blend_pixel(filter->mode, pixel_premultiply(filter->color), pixel);
    u32 straight = pixel_unpremultiply(pixel);
    float a = (float)(straight >> 24), r = (float)(straight >> 16 & 255), g = (float)(straight >> 8 & 255), b = (float)(straight & 255);
    if (filter->kind == FILTER_LIGHTING) {
        r = r * (float)(filter->color >> 16 & 255) / 255 + (float)(filter->add >> 16 & 255);
        g = g * (float)(filter->color >> 8 & 255) / 255 + (float)(filter->add >> 8 & 255);
        b = b * (float)(filter->color & 255) / 255 + (float)(filter->add & 255);
        return pixel_premultiply((straight & 0xff000000) | clamp_255(r) << 16 | clamp_255(g) << 8 | clamp_255(b));
    }
    const float *m = filter->matrix;
    float out[4];
    for (int i = 0; i < 4; i++)
        out[i] = m[i * 5] * r + m[i * 5 + 1] * g + m[i * 5 + 2] * b + m[i * 5 + 3] * a + m[i * 5 + 4];
    return pixel_premultiply(clamp_255(out[3]) << 24 | clamp_255(out[0]) << 16 | clamp_255(out[1]) << 8 | clamp_255(out[2]));
}

/* ---- shaders --------------------------------------------------------------------------- */

static float tiled(float t, TileMode mode)
{
    if (mode == TILE_CLAMP || !isfinite(t))
        return t <= 0 || !isfinite(t) ? 0 : MIN(t, 1);
    if (mode == TILE_REPEAT)
        return t - floorf(t);
    float u = t - 2 * floorf(t / 2);
    return u > 1 ? 2 - u : u;
}

static float position_of(const Effect *s, u32 i)
{
    return s->positions ? s->positions[i] : s->count > 1 ? (float)i / (float)(s->count - 1) : 0;
}

void gradient_table(const Effect *s, u32 table[256])
{
    u32 next = 0;
    for (u32 i = 0; i < 256; i++) {
        float t = (float)i / 255;
        while (next < s->count && position_of(s, next) <= t)
            next++;
        u32 below = pixel_premultiply(s->colors[next ? next - 1 : 0]), above = pixel_premultiply(s->colors[MIN(next, s->count - 1)]);
        float from = position_of(s, next ? next - 1 : 0), to = position_of(s, MIN(next, s->count - 1));
        float share = to > from ? (t - from) / (to - from) : 0;
        share = MIN(MAX(share, 0), 1);
        u32 out = 0;
        for (int shift = 0; shift < 32; shift += 8)
            out |= clamp_255((float)(below >> shift & 255) * (1 - share) + (float)(above >> shift & 255) * share) << shift;
        table[i] = out;
    }
}

static float gradient_place(const Effect *s, Point p)
{
    float dx = s->p1.x - s->p0.x, dy = s->p1.y - s->p0.y, t;
    switch (s->kind) {
    case SHADER_LINEAR: {
        float size = dx * dx + dy * dy;
        t = size > 0 ? ((p.x - s->p0.x) * dx + (p.y - s->p0.y) * dy) / size : 0;
        break;
    }
    case SHADER_RADIAL:
        t = s->radius > 0 ? hypotf(p.x - s->p0.x, p.y - s->p0.y) / s->radius : 1;
        break;
    default: {
        float angle = atan2f(p.y - s->p0.y, p.x - s->p0.x) / (2 * (float)M_PI);
        return angle < 0 ? angle + 1 : angle;
    }
    }
    return tiled(t, s->tile_x);
}

static i32 tiled_index(float v, i32 size, TileMode mode)
{
    float t = tiled(v / (float)size, mode);
    return MIN((i32)(t * (float)size), size - 1);
}

/* The tables of a gradient and its parts are made once per drawing: the last one is kept. */
typedef struct TableCache { const Effect *of; u32 table[256]; } TableCache;

static u32 pixel_in(const Effect *s, const Matrix *inverse, float x, float y, TableCache *cache, int depth)
{
    /* inverse maps from the device to the space that the shader's own matrix maps into. */
    Point p = matrix_map(inverse, (Point){ x, y });
    if (!matrix_is_identity(&s->local)) {
        Matrix back;
        if (!matrix_invert(&s->local, &back))
            return 0;
        p = matrix_map(&back, p);
    }
    if (s->kind == SHADER_COMPOSE) {
        if (depth > 8 || !s->first || !s->second)
            return 0;
        u32 below = pixel_in(s->first, &matrix_identity, p.x, p.y, NULL, depth + 1);
        u32 above = pixel_in(s->second, &matrix_identity, p.x, p.y, NULL, depth + 1);
        return blend_pixel(s->mode, above, below);
    }
    if (s->kind == SHADER_BITMAP) {
        const Bitmap *b = s->bitmap;
        if (!b || !b->pixels)
            return 0;
        return bitmap_get_pixel(b, tiled_index(p.x, b->width, s->tile_x), tiled_index(p.y, b->height, s->tile_y));
    }
    if (!s->count)
        return 0;
    TableCache own;
    if (!cache) {
        cache = &own;
        cache->of = NULL;
    }
    if (cache->of != s) {
        gradient_table(s, cache->table);
        cache->of = s;
    }
    return cache->table[(u32)(gradient_place(s, p) * 255 + 0.5f) & 255];
}

u32 shader_pixel(const Effect *shader, const Matrix *inverse, float x, float y)
{
    return pixel_in(shader, inverse, x, y, NULL, 0);
}

void shader_fill(const Effect *shader, const Matrix *inverse, u32 *pixels, i32 stride, RectI area)
{
    TableCache cache = { 0 };
    Effect flat = *shader;
    Matrix whole, back;
    if (!matrix_invert(&shader->local, &back))
        return;
    /* The shader's own matrix is undone together with the canvas's, once. */
    whole = matrix_concat(&back, inverse);
    flat.local = matrix_identity;
    inverse = &whole;
    shader = &flat;
    for (i32 y = area.top; y < area.bottom; y++)
        for (i32 x = area.left; x < area.right; x++)
            pixels[(size_t)(y - area.top) * (size_t)stride + (size_t)(x - area.left)] =
                pixel_in(shader, inverse, (float)x + 0.5f, (float)y + 0.5f, &cache, 0);
}

/* ---- path effects ------------------------------------------------------------------------ */

/* Corners become curves of up to the radius; those of a closed contour all of them. */
typedef struct Rounding {
    Path *out;
    float radius;
    Point *points;                  /* of the contour so far */
    u32 count, room;
} Rounding;

/* The point `cut` away from a towards b, at most half way. */
static Point part_way(Point a, Point b, float cut)
{
    float length = hypotf(b.x - a.x, b.y - a.y), share = length > 0 ? MIN(cut, length / 2) / length : 0;
    return (Point){ a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share };
}

static void round_contour(Rounding *r, bool closed)
{
    u32 n = r->count;
    r->count = 0;
    if (n > 1 && closed && r->points[n - 1].x == r->points[0].x && r->points[n - 1].y == r->points[0].y)
        n--;
    if (n < 2)
        return;
    Point begin = closed ? part_way(r->points[0], r->points[1], r->radius) : r->points[0];
    path_move(r->out, begin.x, begin.y);
    for (u32 i = 1; i < n + (closed ? 1 : 0); i++) {
        Point before = r->points[i - 1], corner = r->points[i % n], after = r->points[(i + 1) % n];
        if (!closed && i == n - 1) {
            path_line(r->out, corner.x, corner.y);
            break;
        }
        Point enter = part_way(corner, before, r->radius), leave = part_way(corner, after, r->radius);
        path_line(r->out, enter.x, enter.y);
        path_quad(r->out, corner.x, corner.y, leave.x, leave.y);
    }
    if (closed)
        path_close(r->out);
}

static void round_vertex(void *context, Point at, bool first, bool closes)
{
    Rounding *r = context;
    if (first)
        round_contour(r, false);
    if (r->count == r->room) {
        r->room = r->room ? r->room * 2 : 16;
        r->points = xrealloc(r->points, r->room * sizeof *r->points);
    }
    if (!r->count || r->points[r->count - 1].x != at.x || r->points[r->count - 1].y != at.y)
        r->points[r->count++] = at;
    if (closes)
        round_contour(r, true);
}

/* Pieces along a path: more than this are not made, whatever the path's length. */
enum { MOST_PIECES = 20000 };

static void stamp_along(const Effect *e, const Path *from, Path *out)
{
    PathMeasure *m = path_measure_new(from, false);
    do {
        float length = path_measure_length(m);
        if (!(e->advance > 0.1f) || !(length / e->advance < MOST_PIECES))
            continue;
        for (float at = -fmodf(e->phase, e->advance); at < length; at += e->advance) {
            Point p, tangent;
            if (at < 0 || !path_measure_at(m, at, &p, &tangent))
                continue;
            Matrix turn = matrix_sin_cos(tangent.y, tangent.x, 0, 0), move = matrix_translate(p.x, p.y);
            Matrix place = matrix_concat(&move, &turn);
            path_add_path(out, &e->stamp, &place);
        }
    } while (path_measure_next(m));
    path_measure_free(m);
}

/* Chops into pieces and moves their ends, by a fixed sequence: the same picture every time. */
static void roughen(const Effect *e, const Path *from, Path *out)
{
    PathMeasure *m = path_measure_new(from, false);
    u32 random = 1;
    do {
        float length = path_measure_length(m), step = MAX(e->advance, 1);
        if (!(length / step < MOST_PIECES))
            continue;
        for (float at = 0; at < length; at += step) {
            Point p, tangent;
            if (!path_measure_at(m, at, &p, &tangent))
                break;
            random = random * 1664525 + 1013904223;
            float shift = ((float)(random >> 16) / 32768 - 1) * e->radius;
            Point q = { p.x - tangent.y * shift, p.y + tangent.x * shift };
            if (at == 0)
                path_move(out, q.x, q.y);
            else
                path_line(out, q.x, q.y);
        }
        if (path_measure_closed(m))
            path_close(out);
    } while (path_measure_next(m));
    path_measure_free(m);
}

void effect_path(const Effect *e, const Path *from, Path *out)
{
    out->fill = from->fill;
    switch (e->kind) {
    case PATH_CORNER: {
        Rounding r = { .out = out, .radius = e->radius };
        path_flatten(from, 0.25f, round_vertex, &r);
        round_contour(&r, false);
        free(r.points);
        break;
    }
    case PATH_STAMP:
        stamp_along(e, from, out);
        break;
    case PATH_DISCRETE:
        roughen(e, from, out);
        break;
    case PATH_COMPOSE: {
        Path inner;
        path_init(&inner);
        if (e->second)
            effect_path(e->second, from, &inner);
        else
            path_copy(&inner, from);
        if (e->first)
            effect_path(e->first, &inner, out);
        path_release(&inner);
        break;
    }
    case PATH_SUM:
        for (int i = 0; i < 2; i++) {
            const Effect *part = i ? e->second : e->first;
            Path piece;
            path_init(&piece);
            if (part)
                effect_path(part, from, &piece);
            path_add_path(out, &piece, NULL);
            path_release(&piece);
        }
        break;
    default:
        path_add_path(out, from, NULL);
    }
}
