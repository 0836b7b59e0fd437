/* Paths as lines, as pixels and as lengths. */
#include "android/graphics_path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Point path_cubic_at(const Point p[4], float t)
{
    float u = 1 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
    return (Point){ a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x, a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y };
}

static void quad_as_cubic(Point from, const Point q[2], Point out[4])
{
    out[0] = from;
    out[1] = (Point){ from.x + (q[0].x - from.x) * 2 / 3, from.y + (q[0].y - from.y) * 2 / 3 };
    out[2] = (Point){ q[1].x + (q[0].x - q[1].x) * 2 / 3, q[1].y + (q[0].y - q[1].y) * 2 / 3 };
    out[3] = q[1];
}

/* How many equal steps of t keep a cubic within the tolerance: from its second differences. */
static int cubic_steps(const Point p[4], float tolerance)
{
    float d1 = hypotf(p[0].x - 2 * p[1].x + p[2].x, p[0].y - 2 * p[1].y + p[2].y);
    float d2 = hypotf(p[1].x - 2 * p[2].x + p[3].x, p[1].y - 2 * p[2].y + p[3].y);
    float steps = ceilf(sqrtf(0.75f * MAX(d1, d2) / tolerance));
    return steps >= 1 ? (steps < 500 ? (int)steps : 500) : 1;
}

/*
 * Walks the segments: lines and cubics with their first point. A contour that is
 * closed gets the line back to its start.
 */
typedef void SegmentVisitor(void *context, PathVerb verb, const Point p[4]);

static void walk(const Path *path, SegmentVisitor *visit, void *context)
{
    const Point *at = path->points;
    Point last = { 0 }, start = { 0 };
    for (u32 i = 0; i < path->verb_count; i++) {
        PathVerb verb = path->verbs[i];
        Point p[4] = { last };
        switch (verb) {
        case PATH_MOVE:
            p[0] = start = at[0];
            visit(context, PATH_MOVE, p);
            break;
        case PATH_LINE:
            p[1] = at[0];
            visit(context, PATH_LINE, p);
            break;
        case PATH_QUAD:
            quad_as_cubic(last, at, p);
            visit(context, PATH_CUBIC, p);
            break;
        case PATH_CUBIC:
            memcpy(p + 1, at, 3 * sizeof *at);
            visit(context, PATH_CUBIC, p);
            break;
        case PATH_CLOSE:
            p[1] = start;
            visit(context, PATH_CLOSE, p);
            break;
        }
        u32 n = path_verb_points(verb);
        last = n ? at[n - 1] : start;
        at += n;
    }
}

typedef struct Flattening {
    PathVisitor *visit;
    void *context;
    float tolerance;
} Flattening;

static void flatten_segment(void *context, PathVerb verb, const Point p[4])
{
    Flattening *f = context;
    if (verb == PATH_MOVE) {
        f->visit(f->context, p[0], true, false);
    } else if (verb == PATH_CUBIC) {
        int steps = cubic_steps(p, f->tolerance);
        for (int i = 1; i <= steps; i++)
            f->visit(f->context, i == steps ? p[3] : path_cubic_at(p, (float)i / (float)steps), false, false);
    } else {
        f->visit(f->context, p[1], false, verb == PATH_CLOSE);
    }
}

void path_flatten(const Path *p, float tolerance, PathVisitor *visit, void *context)
{
    Flattening f = { visit, context, tolerance };
    walk(p, flatten_segment, &f);
}

/* ---- to cairo ------------------------------------------------------------------- */

/* Cairo's coordinates are 24.8 fixed point: far points are brought near, not numbers lost. */
static double near(float v)
{
    enum { LIMIT = 1 << 22 };
    return v > LIMIT ? LIMIT : v >= -LIMIT ? v : -LIMIT;
}

void path_to_cairo(const Path *path, cairo_t *cr, const Matrix *matrix)
{
    const Point *at = path->points;
    Point last = { 0 }, start = { 0 };
    for (u32 i = 0; i < path->verb_count; i++) {
        PathVerb verb = path->verbs[i];
        u32 n = path_verb_points(verb);
        Point q[4];
        for (u32 k = 0; k < n; k++)
            q[k] = matrix ? matrix_map(matrix, at[k]) : at[k];
        switch (verb) {
        case PATH_MOVE:
            cairo_move_to(cr, near(q[0].x), near(q[0].y));
            start = q[0];
            break;
        case PATH_LINE:
            cairo_line_to(cr, near(q[0].x), near(q[0].y));
            break;
        case PATH_QUAD: {
            Point c[4];
            quad_as_cubic(last, q, c);
            cairo_curve_to(cr, near(c[1].x), near(c[1].y), near(c[2].x), near(c[2].y), near(c[3].x), near(c[3].y));
            break;
        }
        case PATH_CUBIC:
            cairo_curve_to(cr, near(q[0].x), near(q[0].y), near(q[1].x), near(q[1].y), near(q[2].x), near(q[2].y));
            break;
        case PATH_CLOSE:
            cairo_close_path(cr);
            break;
        }
        last = n ? q[n - 1] : start;
        at += n;
    }
}

/* ---- to pixels -------------------------------------------------------------------- */

/* An edge of the flattened path, top to bottom. */
typedef struct Edge {
    float x0, y0, x1, y1;
    int winding;
} Edge;

typedef struct Edges {
    Edge *all;
    size_t count, room;
    Point last, start;
    bool open;
} Edges;

static void add_edge(Edges *e, Point a, Point b)
{
    if (a.y == b.y || !isfinite(a.x + a.y + b.x + b.y))
        return;
    if (e->count == e->room) {
        e->room = e->room ? e->room * 2 : 64;
        e->all = xrealloc(e->all, e->room * sizeof *e->all);
    }
    e->all[e->count++] = a.y < b.y ? (Edge){ a.x, a.y, b.x, b.y, 1 } : (Edge){ b.x, b.y, a.x, a.y, -1 };
}

static void collect_edge(void *context, Point at, bool first, bool closes)
{
    Edges *e = context;
    UNUSED(closes);
    if (first) {
        if (e->open)
            add_edge(e, e->last, e->start);
        e->start = at;
        e->open = true;
    } else {
        add_edge(e, e->last, at);
    }
    e->last = at;
}

typedef struct Crossing { float x; int winding; } Crossing;

static int by_x(const void *a, const void *b)
{
    float x = ((const Crossing *)a)->x, y = ((const Crossing *)b)->x;
    return (x > y) - (x < y);
}

static int by_top(const void *a, const void *b)
{
    float x = ((const Edge *)a)->y0, y = ((const Edge *)b)->y0;
    return (x > y) - (x < y);
}

/* The first pixel whose centre is not left of x. */
static i32 pixel_from(float x)
{
    return (i32)ceilf(x - 0.5f);
}

cairo_region_t *path_to_region(const Path *path, const Matrix *matrix, const cairo_region_t *limit)
{
    cairo_rectangle_int_t bounds;
    cairo_region_get_extents(limit, &bounds);
    cairo_region_t *inside = cairo_region_create();
    Path mapped;
    path_init(&mapped);
    path_copy(&mapped, path);
    if (matrix)
        path_transform(&mapped, matrix);
    Edges e = { 0 };
    path_flatten(&mapped, 0.1f, collect_edge, &e);
    if (e.open)
        add_edge(&e, e.last, e.start);
    path_release(&mapped);
    if (e.count)
        qsort(e.all, e.count, sizeof *e.all, by_top);
    Crossing *crossings = xmalloc((e.count + 1) * sizeof *crossings);
    bool even_odd = path->fill & 1;
    /* Rows that look the same become one rectangle: cairo's region joins them. */
    cairo_rectangle_int_t *spans = NULL;
    size_t span_count = 0, span_room = 0;
    for (i32 y = bounds.y; e.count && y < bounds.y + bounds.height; y++) {
        float centre = (float)y + 0.5f;
        size_t n = 0;
        for (size_t i = 0; i < e.count && e.all[i].y0 <= centre; i++) {
            const Edge *edge = &e.all[i];
            if (centre < edge->y1)
                crossings[n++] = (Crossing){ edge->x0 + (edge->x1 - edge->x0) * (centre - edge->y0) / (edge->y1 - edge->y0), edge->winding };
        }
        qsort(crossings, n, sizeof *crossings, by_x);
        int winding = 0;
        for (size_t i = 0; i + 1 < n; i++) {
            winding += crossings[i].winding;
            bool in = even_odd ? !(i & 1) : winding != 0;
            float left = MAX(crossings[i].x, (float)bounds.x), right = MIN(crossings[i + 1].x, (float)(bounds.x + bounds.width));
            i32 from = pixel_from(left), to = pixel_from(right);
            if (!in || left >= right || from >= to)
                continue;
            if (span_count == span_room) {
                span_room = span_room ? span_room * 2 : 64;
                spans = xrealloc(spans, span_room * sizeof *spans);
            }
            spans[span_count++] = (cairo_rectangle_int_t){ from, y, to - from, 1 };
        }
    }
    if (span_count) {
        cairo_region_destroy(inside);
        inside = cairo_region_create_rectangles(spans, (int)span_count);
    }
    free(spans);
    free(crossings);
    free(e.all);
    if (path->fill >= FILL_INVERSE_WINDING) {
        cairo_region_t *outside = cairo_region_copy(limit);
        cairo_region_subtract(outside, inside);
        cairo_region_destroy(inside);
        return outside;
    }
    cairo_region_intersect(inside, limit);
    return inside;
}

/* ---- lengths ------------------------------------------------------------------------ */

/* A piece of one segment: its end in distance and in the segment's t. */
typedef struct Piece {
    float end, t;
    u32 segment;
} Piece;

typedef struct Segment {
    bool curve;
    Point p[4];
} Segment;

struct PathMeasure {
    Path path;
    bool force_closed;
    u32 contour;                /* which one is measured */
    Segment *segments;
    Piece *pieces;
    u32 segment_count, segment_room, piece_count, piece_room;
    float length;
    bool closed;
    /* while collecting */
    u32 seen;
    Point start, last;
};

static void add_segment(PathMeasure *m, bool curve, const Point p[4])
{
    if (m->segment_count == m->segment_room) {
        m->segment_room = m->segment_room ? m->segment_room * 2 : 8;
        m->segments = xrealloc(m->segments, m->segment_room * sizeof *m->segments);
    }
    int steps = curve ? MAX(cubic_steps(p, 0.05f), 4) : 1;
    Point from = p[0];
    for (int i = 1; i <= steps; i++) {
        float t = (float)i / (float)steps;
        Point to = curve ? path_cubic_at(p, t) : p[1];
        float distance = hypotf(to.x - from.x, to.y - from.y);
        from = to;
        if (!(distance > 0))
            continue;
        if (m->piece_count == m->piece_room) {
            m->piece_room = m->piece_room ? m->piece_room * 2 : 32;
            m->pieces = xrealloc(m->pieces, m->piece_room * sizeof *m->pieces);
        }
        m->length += distance;
        m->pieces[m->piece_count++] = (Piece){ m->length, t, m->segment_count };
    }
    Segment *s = &m->segments[m->segment_count++];
    s->curve = curve;
    memcpy(s->p, p, sizeof s->p);
}

static void collect_segment(void *context, PathVerb verb, const Point p[4])
{
    PathMeasure *m = context;
    if (verb == PATH_MOVE)
        m->seen++;
    if (m->seen != m->contour + 1)
        return;
    if (verb == PATH_MOVE) {
        m->start = m->last = p[0];
        return;
    }
    if (verb == PATH_CLOSE)
        m->closed = true;
    add_segment(m, verb == PATH_CUBIC, p);
    m->last = verb == PATH_CUBIC ? p[3] : p[1];
}

static void measure_contour(PathMeasure *m)
{
    m->segment_count = m->piece_count = m->seen = 0;
    m->length = 0;
    m->closed = false;
    walk(&m->path, collect_segment, m);
    if (m->force_closed && !m->closed && m->segment_count) {
        Point p[4] = { m->last, m->start };
        add_segment(m, false, p);
        m->closed = true;
    }
}

void path_measure_set(PathMeasure *m, const Path *p, bool force_closed)
{
    if (p)
        path_copy(&m->path, p);
    else
        path_reset(&m->path);
    m->force_closed = force_closed;
    m->contour = 0;
    measure_contour(m);
}

PathMeasure *path_measure_new(const Path *p, bool force_closed)
{
    PathMeasure *m = xcalloc(1, sizeof *m);
    path_init(&m->path);
    path_measure_set(m, p, force_closed);
    return m;
}

void path_measure_free(PathMeasure *m)
{
    if (!m)
        return;
    path_release(&m->path);
    free(m->segments);
    free(m->pieces);
    free(m);
}

float path_measure_length(const PathMeasure *m)
{
    return m->length;
}

/* The segment and its t at a distance. */
static u32 locate(const PathMeasure *m, float distance, float *t)
{
    u32 low = 0, high = m->piece_count - 1;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (m->pieces[middle].end < distance)
            low = middle + 1;
        else
            high = middle;
    }
    const Piece *piece = &m->pieces[low];
    float from_end = low ? m->pieces[low - 1].end : 0;
    float from_t = low && m->pieces[low - 1].segment == piece->segment ? m->pieces[low - 1].t : 0;
    float share = piece->end > from_end ? (distance - from_end) / (piece->end - from_end) : 1;
    *t = from_t + (piece->t - from_t) * MIN(MAX(share, 0), 1);
    return piece->segment;
}

static Point segment_at(const Segment *s, float t)
{
    if (s->curve)
        return path_cubic_at(s->p, t);
    return (Point){ s->p[0].x + (s->p[1].x - s->p[0].x) * t, s->p[0].y + (s->p[1].y - s->p[0].y) * t };
}

bool path_measure_at(const PathMeasure *m, float distance, Point *at, Point *tangent)
{
    if (!m->piece_count || isnan(distance))
        return false;
    float t;
    const Segment *s = &m->segments[locate(m, MIN(MAX(distance, 0), m->length), &t)];
    if (at)
        *at = segment_at(s, t);
    if (tangent) {
        Point a = segment_at(s, MAX(t - 0.002f, 0)), b = segment_at(s, MIN(t + 0.002f, 1));
        float size = hypotf(b.x - a.x, b.y - a.y);
        *tangent = size > 0 ? (Point){ (b.x - a.x) / size, (b.y - a.y) / size } : (Point){ 1, 0 };
    }
    return true;
}

/* The part of a cubic between two t: its end points and scaled derivatives there. */
static void add_part(Path *out, const Segment *s, float t0, float t1)
{
    if (t0 >= t1)
        return;
    if (!s->curve) {
        Point end = segment_at(s, t1);
        path_line(out, end.x, end.y);
        return;
    }
    Point q[4];
    memcpy(q, s->p, sizeof q);
    for (int pass = 0; pass < 2; pass++) {
        /* De Casteljau: first keep [0, t1], then, of that, from t0/t1 on. */
        float t = pass ? (t1 > 0 ? t0 / t1 : 0) : t1;
        Point ab = { q[0].x + (q[1].x - q[0].x) * t, q[0].y + (q[1].y - q[0].y) * t };
        Point bc = { q[1].x + (q[2].x - q[1].x) * t, q[1].y + (q[2].y - q[1].y) * t };
        Point cd = { q[2].x + (q[3].x - q[2].x) * t, q[2].y + (q[3].y - q[2].y) * t };
        Point abc = { ab.x + (bc.x - ab.x) * t, ab.y + (bc.y - ab.y) * t };
        Point bcd = { bc.x + (cd.x - bc.x) * t, bc.y + (cd.y - bc.y) * t };
        Point mid = { abc.x + (bcd.x - abc.x) * t, abc.y + (bcd.y - abc.y) * t };
        if (!pass) {
            q[1] = ab, q[2] = abc, q[3] = mid;
        } else {
            q[0] = mid, q[1] = bcd, q[2] = cd;
        }
    }
    path_cubic(out, q[1].x, q[1].y, q[2].x, q[2].y, q[3].x, q[3].y);
}

bool path_measure_segment(const PathMeasure *m, float from, float to, Path *out, bool with_move)
{
    from = MAX(from, 0);
    to = MIN(to, m->length);
    if (!(from <= to) || !m->piece_count)
        return false;
    float t0, t1;
    u32 first = locate(m, from, &t0), last = locate(m, to, &t1);
    if (with_move) {
        Point p = segment_at(&m->segments[first], t0);
        path_move(out, p.x, p.y);
    }
    for (u32 i = first; i <= last; i++)
        add_part(out, &m->segments[i], i == first ? t0 : 0, i == last ? t1 : 1);
    return true;
}

bool path_measure_closed(const PathMeasure *m)
{
    return m->closed;
}

bool path_measure_next(PathMeasure *m)
{
    m->contour++;
    measure_contour(m);
    return m->length > 0;
}
