/* android.graphics.Path and PathMeasure: the shapes are in graphics_path.c and graphics_path_shape.c. */
#include "android/graphics_java.h"
#include "android/graphics_path.h"

#include <math.h>

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)
#define SELF ((Path *)peer(args[0].j))

NATIVE(init1) { result->j = handle(path_new()); }

NATIVE(init2)
{
    Path *p = path_new();
    path_copy(p, SELF);
    result->j = handle(p);
}

NATIVE(finalizer) { path_free(SELF); }
NATIVE(reset) { path_reset(SELF); }
NATIVE(set) { path_copy(SELF, peer(args[2].j)); }
NATIVE(isConvex) { result->i = path_is_convex(SELF); }
NATIVE(getFillType) { result->i = SELF->fill; }
NATIVE(setFillType) { SELF->fill = args[2].i & 3; }
NATIVE(isEmpty) { result->i = SELF->verb_count == 0; }

NATIVE(isRect)
{
    RectF r;
    result->i = path_is_rect(SELF, &r);
    if (result->i)
        rectf_to_java(t, args[2].l, r);
}

NATIVE(computeBounds) { rectf_to_java(t, args[2].l, path_bounds(SELF)); }
NATIVE(moveTo) { path_move(SELF, args[2].f, args[3].f); }
NATIVE(lineTo) { path_line(SELF, args[2].f, args[3].f); }
NATIVE(quadTo) { path_quad(SELF, args[2].f, args[3].f, args[4].f, args[5].f); }
NATIVE(cubicTo) { path_cubic(SELF, args[2].f, args[3].f, args[4].f, args[5].f, args[6].f, args[7].f); }

/* Where relative segments count from: after close() that is the contour's start. */
static Point current(Path *p)
{
    return p->needs_move ? p->start : path_last(p);
}

NATIVE(rMoveTo)
{
    Point c = path_last(SELF);
    path_move(SELF, c.x + args[2].f, c.y + args[3].f);
}

NATIVE(rLineTo)
{
    Point c = current(SELF);
    path_line(SELF, c.x + args[2].f, c.y + args[3].f);
}

NATIVE(rQuadTo)
{
    Point c = current(SELF);
    path_quad(SELF, c.x + args[2].f, c.y + args[3].f, c.x + args[4].f, c.y + args[5].f);
}

NATIVE(rCubicTo)
{
    Point c = current(SELF);
    path_cubic(SELF, c.x + args[2].f, c.y + args[3].f, c.x + args[4].f, c.y + args[5].f, c.x + args[6].f, c.y + args[7].f);
}

static RectF rect_args(const Slot *args)
{
    return (RectF){ args[0].f, args[1].f, args[2].f, args[3].f };
}

NATIVE(arcTo) { path_arc_to(SELF, rect_args(args + 2), args[6].f, args[7].f, args[8].i); }
NATIVE(closePath) { path_close(SELF); }
NATIVE(addRect) { path_add_rect(SELF, rect_args(args + 2), args[6].i); }
NATIVE(addOval) { path_add_oval(SELF, rect_args(args + 2), args[6].i); }

NATIVE(addCircle)
{
    float x = args[2].f, y = args[3].f, r = args[4].f;
    if (r > 0)
        path_add_oval(SELF, (RectF){ x - r, y - r, x + r, y + r }, args[5].i);
}

NATIVE(addArc) { path_add_arc(SELF, rect_args(args + 2), args[6].f, args[7].f); }

NATIVE(addRoundRect)
{
    float radii[8];
    for (int i = 0; i < 8; i++)
        radii[i] = args[6 + (i & 1)].f;
    path_add_round_rect(SELF, rect_args(args + 2), radii, args[8].i);
}

NATIVE(addRoundRectRadii)
{
    if (array_has(t, args[6].l, 0, 8))
        path_add_round_rect(SELF, rect_args(args + 2), ARRAY_F32(args[6].l), args[7].i);
}

NATIVE(addPathAt)
{
    Matrix m = matrix_translate(args[4].f, args[5].f);
    path_add_path(SELF, peer(args[2].j), &m);
}

NATIVE(addPath) { path_add_path(SELF, peer(args[2].j), NULL); }
NATIVE(addPathMapped) { path_add_path(SELF, peer(args[2].j), peer(args[4].j)); }

static void transform_into(Path *from, const Matrix *m, Path *to)
{
    if (to && to != from)
        path_copy(to, from);
    path_transform(to ? to : from, m);
}

NATIVE(offsetInto)
{
    Matrix m = matrix_translate(args[2].f, args[3].f);
    transform_into(SELF, &m, peer(args[4].j));
}

NATIVE(offset)
{
    Matrix m = matrix_translate(args[2].f, args[3].f);
    path_transform(SELF, &m);
}

NATIVE(setLastPoint) { path_set_last(SELF, args[2].f, args[3].f); }
NATIVE(transformInto) { transform_into(SELF, peer(args[2].j), peer(args[4].j)); }
NATIVE(transform) { path_transform(SELF, peer(args[2].j)); }

/*
 * Path.op: exact for what pixels can say. Both shapes become pixel regions at 16
 * times the resolution when they are small enough, and the result is their
 * outline as rectangles.
 */
NATIVE(op)
{
    const Path *a = SELF, *b = peer(args[2].j);
    Path *out = peer(args[5].j);
    RectF bounds = rect_union(path_bounds(a), path_bounds(b));
    float size = MAX(MAX(fabsf(bounds.left), fabsf(bounds.right)), MAX(fabsf(bounds.top), fabsf(bounds.bottom)));
    float scale = size < 256 ? 16 : size < 4096 ? 2 : 1;
    if (!(size < 16384)) {
        vm_note_gap(t, "Path.op on a path wider than 16384 pixels");
        return;
    }
    Matrix up = matrix_scale(scale, scale, 0, 0), down = matrix_scale(1 / scale, 1 / scale, 0, 0);
    RectI r = rect_round_out(matrix_map_rect(&up, bounds));
    cairo_region_t *limit = cairo_region_create_rectangle(&(cairo_rectangle_int_t){ r.left, r.top, r.right - r.left, r.bottom - r.top });
    cairo_region_t *x = path_to_region(a, &up, limit), *y = path_to_region(b, &up, limit);
    switch (args[4].i) {
    case 0: cairo_region_subtract(x, y); break;
    case 1: cairo_region_intersect(x, y); break;
    case 2: cairo_region_union(x, y); break;
    case 3: cairo_region_xor(x, y); break;
    default: cairo_region_subtract(y, x); break;
    }
    const cairo_region_t *made = args[4].i == 4 ? y : x;
    path_reset(out);
    for (int i = 0; i < cairo_region_num_rectangles(made); i++) {
        cairo_rectangle_int_t q;
        cairo_region_get_rectangle(made, i, &q);
        path_add_rect(out, (RectF){ (float)q.x, (float)q.y, (float)(q.x + q.width), (float)(q.y + q.height) }, DIRECTION_CW);
    }
    path_transform(out, &down);
    cairo_region_destroy(x);
    cairo_region_destroy(y);
    cairo_region_destroy(limit);
    result->i = 1;
}

/* ---- approximate: fraction, x, y for every vertex, for PathInterpolator ---------- */

typedef struct Vertices {
    float *all;                 /* length so far, x, y */
    size_t count, room;
    float length;
    Point last;
} Vertices;

static void collect_vertex(void *context, Point at, bool first, bool closes)
{
    Vertices *v = context;
    UNUSED(closes);
    if (!first)
        v->length += hypotf(at.x - v->last.x, at.y - v->last.y);
    v->last = at;
    if (v->count == v->room) {
        v->room = v->room ? v->room * 2 : 32;
        v->all = xrealloc(v->all, v->room * 3 * sizeof *v->all);
    }
    float *to = v->all + 3 * v->count++;
    to[0] = v->length;
    to[1] = at.x;
    to[2] = at.y;
}

NATIVE(approximate)
{
    Vertices v = { 0 };
    path_flatten(SELF, MAX(args[2].f, 1e-4f) / 2, collect_vertex, &v);
    if (!v.count)
        collect_vertex(&v, (Point){ 0, 0 }, true, false);
    if (v.count == 1)
        collect_vertex(&v, v.last, false, false);
    Object *array = vm_new_primitive_array(t, 'F', (i32)v.count * 3);
    for (size_t i = 0; array && i < v.count; i++) {
        float *to = ARRAY_F32(array) + 3 * i;
        to[0] = v.length > 0 ? v.all[3 * i] / v.length : (float)i / (float)(v.count - 1);
        to[1] = v.all[3 * i + 1];
        to[2] = v.all[3 * i + 2];
    }
    free(v.all);
    result->l = array;
}

const NativeMethod natives_android_graphics_Path[] = {
    { "init1", NULL, init1 }, { "init2", NULL, init2 }, { "finalizer", NULL, finalizer },
    { "native_reset", NULL, reset }, { "native_rewind", NULL, reset }, { "native_set", NULL, set },
    { "native_isConvex", NULL, isConvex }, { "native_getFillType", NULL, getFillType }, { "native_setFillType", NULL, setFillType },
    { "native_isEmpty", NULL, isEmpty }, { "native_isRect", NULL, isRect }, { "native_computeBounds", NULL, computeBounds },
    { "native_incReserve", NULL, do_nothing }, { "native_moveTo", NULL, moveTo }, { "native_rMoveTo", NULL, rMoveTo },
    { "native_lineTo", NULL, lineTo }, { "native_rLineTo", NULL, rLineTo }, { "native_quadTo", NULL, quadTo },
    { "native_rQuadTo", NULL, rQuadTo }, { "native_cubicTo", NULL, cubicTo }, { "native_rCubicTo", NULL, rCubicTo },
    { "native_arcTo", NULL, arcTo }, { "native_close", NULL, closePath }, { "native_addRect", NULL, addRect },
    { "native_addOval", NULL, addOval }, { "native_addCircle", NULL, addCircle }, { "native_addArc", NULL, addArc },
    { "native_addRoundRect", "(JFFFFFFI)V", addRoundRect }, { "native_addRoundRect", "(JFFFF[FI)V", addRoundRectRadii },
    { "native_addPath", "(JJFF)V", addPathAt }, { "native_addPath", "(JJ)V", addPath }, { "native_addPath", "(JJJ)V", addPathMapped },
    { "native_offset", "(JFFJ)V", offsetInto }, { "native_offset", "(JFF)V", offset }, { "native_setLastPoint", NULL, setLastPoint },
    { "native_transform", "(JJJ)V", transformInto }, { "native_transform", "(JJ)V", transform }, { "native_op", NULL, op },
    { "native_approximate", NULL, approximate },
    { 0 },
};

#undef SELF
#define SELF ((PathMeasure *)peer(args[0].j))

NATIVE(measure_create) { result->j = handle(path_measure_new(peer(args[0].j), args[2].i)); }
NATIVE(measure_setPath) { path_measure_set(SELF, peer(args[2].j), args[4].i); }
NATIVE(measure_getLength) { result->f = path_measure_length(SELF); }
NATIVE(measure_isClosed) { result->i = path_measure_closed(SELF); }
NATIVE(measure_nextContour) { result->i = path_measure_next(SELF); }
NATIVE(measure_destroy) { path_measure_free(SELF); }
NATIVE(measure_getSegment) { result->i = path_measure_segment(SELF, args[2].f, args[3].f, peer(args[4].j), args[6].i); }

NATIVE(measure_getPosTan)
{
    Point at, tangent;
    if (!path_measure_at(SELF, args[2].f, &at, &tangent))
        return;
    if (args[3].l && array_has(t, args[3].l, 0, 2))
        memcpy(ARRAY_F32(args[3].l), &at, sizeof at);
    if (args[4].l && !t->exception && array_has(t, args[4].l, 0, 2))
        memcpy(ARRAY_F32(args[4].l), &tangent, sizeof tangent);
    result->i = 1;
}

NATIVE(measure_getMatrix)
{
    enum { POSITION = 1, TANGENT = 2 };
    Point at, tangent;
    if (!path_measure_at(SELF, args[2].f, &at, &tangent))
        return;
    Matrix m = args[5].i & TANGENT ? matrix_sin_cos(tangent.y, tangent.x, 0, 0) : matrix_identity;
    Matrix move = matrix_translate(at.x, at.y);
    *(Matrix *)peer(args[3].j) = args[5].i & POSITION ? matrix_concat(&move, &m) : m;
    result->i = 1;
}

const NativeMethod natives_android_graphics_PathMeasure[] = {
    { "native_create", NULL, measure_create }, { "native_setPath", NULL, measure_setPath }, { "native_getLength", NULL, measure_getLength },
    { "native_getPosTan", NULL, measure_getPosTan }, { "native_getMatrix", NULL, measure_getMatrix },
    { "native_getSegment", NULL, measure_getSegment }, { "native_isClosed", NULL, measure_isClosed },
    { "native_nextContour", NULL, measure_nextContour }, { "native_destroy", NULL, measure_destroy },
    { 0 },
};
