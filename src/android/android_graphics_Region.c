/* android.graphics.Region and RegionIterator: sets of pixels, on cairo's regions. */
#include "android/graphics_java.h"
#include "android/graphics_path.h"
#include "android/graphics_region.h"

#include <math.h>

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)

static FieldRef native_region = FIELD("android/graphics/Region", "mNativeRegion", "J");

static Region *of_java(Thread *t, const Object *region)
{
    return region ? peer(GET_LONG(t, region, &native_region)) : NULL;
}

Region *region_new(void)
{
    Region *r = xmalloc(sizeof *r);
    r->set = cairo_region_create();
    return r;
}

cairo_region_t *region_of_rect(RectI r)
{
    if (r.left >= r.right || r.top >= r.bottom)
        return cairo_region_create();
    return cairo_region_create_rectangle(&(cairo_rectangle_int_t){ r.left, r.top, (i32)MIN((i64)r.right - r.left, INT32_MAX), (i32)MIN((i64)r.bottom - r.top, INT32_MAX) });
}

cairo_region_t *region_combine(const cairo_region_t *a, const cairo_region_t *b, RegionOp op)
{
    cairo_region_t *out = cairo_region_copy(op == REGION_REVERSE_DIFFERENCE || op == REGION_REPLACE ? b : a);
    switch (op) {
    case REGION_DIFFERENCE: cairo_region_subtract(out, b); break;
    case REGION_INTERSECT: cairo_region_intersect(out, b); break;
    case REGION_UNION: cairo_region_union(out, b); break;
    case REGION_XOR: cairo_region_xor(out, b); break;
    case REGION_REVERSE_DIFFERENCE: cairo_region_subtract(out, a); break;
    case REGION_REPLACE: break;
    }
    return out;
}

RectI region_bounds(const cairo_region_t *set)
{
    cairo_rectangle_int_t r;
    cairo_region_get_extents(set, &r);
    return cairo_region_is_empty(set) ? (RectI){ 0 } : (RectI){ r.x, r.y, r.x + r.width, r.y + r.height };
}

static void take(Region *r, cairo_region_t *set)
{
    cairo_region_destroy(r->set);
    r->set = set;
}

#define SELF of_java(t, args[0].l)
NATIVE(isEmpty) { result->i = cairo_region_is_empty(SELF->set); }
NATIVE(isRect) { result->i = cairo_region_num_rectangles(SELF->set) == 1; }
NATIVE(isComplex) { result->i = cairo_region_num_rectangles(SELF->set) > 1; }
NATIVE(contains) { result->i = cairo_region_contains_point(SELF->set, args[1].i, args[2].i); }

static RectI rect_args(const Slot *args)
{
    return (RectI){ args[0].i, args[1].i, args[2].i, args[3].i };
}

/* Sure to contain it: only a region that is one rectangle says so. */
NATIVE(quickContains)
{
    const cairo_region_t *set = SELF->set;
    RectI b = region_bounds(set), r = rect_args(args + 1);
    result->i = cairo_region_num_rectangles(set) == 1 && r.left < r.right && r.top < r.bottom && b.left <= r.left && b.top <= r.top &&
                b.right >= r.right && b.bottom >= r.bottom;
}

static bool apart(const cairo_region_t *set, RectI r)
{
    RectI b = region_bounds(set);
    return cairo_region_is_empty(set) || r.left >= r.right || r.top >= r.bottom || b.left >= r.right || b.right <= r.left || b.top >= r.bottom || b.bottom <= r.top;
}

NATIVE(quickReject) { result->i = apart(SELF->set, rect_args(args + 1)); }

NATIVE(quickRejectRegion)
{
    const Region *other = of_java(t, args[1].l);
    result->i = !other || apart(SELF->set, region_bounds(other->set));
}

NATIVE(translate)
{
    Region *to = args[3].l ? of_java(t, args[3].l) : SELF;
    cairo_region_t *copy = cairo_region_copy(SELF->set);
    cairo_region_translate(copy, args[1].i, args[2].i);
    take(to, copy);
}

NATIVE(scale)
{
    Region *from = SELF, *to = args[2].l ? of_java(t, args[2].l) : from;
    float s = args[1].f;
    cairo_region_t *out = cairo_region_create();
    for (int i = 0; i < cairo_region_num_rectangles(from->set); i++) {
        cairo_rectangle_int_t r;
        cairo_region_get_rectangle(from->set, i, &r);
        cairo_region_t *piece = region_of_rect(rect_round((RectF){ (float)r.x * s, (float)r.y * s, (float)(r.x + r.width) * s, (float)(r.y + r.height) * s }));
        cairo_region_union(out, piece);
        cairo_region_destroy(piece);
    }
    take(to, out);
}
#undef SELF
#define SELF ((Region *)peer(args[0].j))

NATIVE(nativeEquals) { result->i = cairo_region_equal(SELF->set, ((Region *)peer(args[2].j))->set); }
NATIVE(nativeConstructor) { result->j = handle(region_new()); }

NATIVE(nativeDestructor)
{
    if (SELF)
        cairo_region_destroy(SELF->set);
    free(SELF);
}

NATIVE(nativeSetRegion) { take(SELF, cairo_region_copy(((Region *)peer(args[2].j))->set)); }

static void answer_filled(Slot *result, const Region *r)
{
    result->i = !cairo_region_is_empty(r->set);
}

NATIVE(nativeSetRect)
{
    take(SELF, region_of_rect(rect_args(args + 2)));
    answer_filled(result, SELF);
}

NATIVE(nativeSetPath)
{
    take(SELF, path_to_region(peer(args[2].j), NULL, ((Region *)peer(args[4].j))->set));
    answer_filled(result, SELF);
}

NATIVE(nativeGetBounds)
{
    recti_to_java(t, args[2].l, region_bounds(SELF->set));
    answer_filled(result, SELF);
}

NATIVE(nativeGetBoundaryPath)
{
    Path *out = peer(args[2].j);
    path_reset(out);
    for (int i = 0; i < cairo_region_num_rectangles(SELF->set); i++) {
        cairo_rectangle_int_t r;
        cairo_region_get_rectangle(SELF->set, i, &r);
        path_add_rect(out, (RectF){ (float)r.x, (float)r.y, (float)(r.x + r.width), (float)(r.y + r.height) }, DIRECTION_CW);
    }
    answer_filled(result, SELF);
}

static void combine_into(Region *to, const cairo_region_t *a, const cairo_region_t *b, i32 op, Slot *result)
{
    take(to, region_combine(a, b, op));
    answer_filled(result, to);
}

NATIVE(opRect)
{
    cairo_region_t *b = region_of_rect(rect_args(args + 2));
    combine_into(SELF, SELF->set, b, args[6].i, result);
    cairo_region_destroy(b);
}

NATIVE(opRectRegion)
{
    cairo_region_t *a = region_of_rect(recti_of_java(t, args[2].l));
    combine_into(SELF, a, ((Region *)peer(args[3].j))->set, args[5].i, result);
    cairo_region_destroy(a);
}

NATIVE(opRegions) { combine_into(SELF, ((Region *)peer(args[2].j))->set, ((Region *)peer(args[4].j))->set, args[6].i, result); }

NATIVE(nativeToString)
{
    Buf text = { 0 };
    buf_add_str(&text, "SkRegion(");
    for (int i = 0; i < cairo_region_num_rectangles(SELF->set); i++) {
        cairo_rectangle_int_t r;
        cairo_region_get_rectangle(SELF->set, i, &r);
        buf_printf(&text, "(%d,%d,%d,%d)", r.x, r.y, r.x + r.width, r.y + r.height);
    }
    buf_add_char(&text, ')');
    result->l = vm_string_utf8(t, buf_str(&text));
    buf_free(&text);
}

/* In a parcel: how many rectangles, then their edges. */
NATIVE(nativeWriteToParcel)
{
    Object *parcel = args[2].l;
    int count = cairo_region_num_rectangles(SELF->set);
    if (!parcel)
        return;
    vm_call_method(t, parcel, "writeInt", "(I)V", count);
    for (int i = 0; i < count; i++) {
        cairo_rectangle_int_t r;
        cairo_region_get_rectangle(SELF->set, i, &r);
        const i32 edges[] = { r.x, r.y, r.x + r.width, r.y + r.height };
        for (int k = 0; k < 4 && !t->exception; k++)
            vm_call_method(t, parcel, "writeInt", "(I)V", edges[k]);
    }
    result->i = !t->exception;
}

NATIVE(nativeCreateFromParcel)
{
    Object *parcel = args[0].l;
    if (!parcel)
        return;
    Region *r = region_new();
    i32 count = vm_call_method(t, parcel, "readInt", "()I").i;
    for (i32 i = 0; i < count && !t->exception; i++) {
        i32 edges[4] = { 0 };
        for (int k = 0; k < 4 && !t->exception; k++)
            edges[k] = vm_call_method(t, parcel, "readInt", "()I").i;
        cairo_region_t *part = region_of_rect((RectI){ edges[0], edges[1], edges[2], edges[3] });
        cairo_region_union(r->set, part);
        cairo_region_destroy(part);
    }
    result->j = handle(r);
}

const NativeMethod natives_android_graphics_Region[] = {
    { "nativeWriteToParcel", NULL, nativeWriteToParcel }, { "nativeCreateFromParcel", NULL, nativeCreateFromParcel },
    { "isEmpty", NULL, isEmpty }, { "isRect", NULL, isRect }, { "isComplex", NULL, isComplex }, { "contains", "(II)Z", contains },
    { "quickContains", "(IIII)Z", quickContains }, { "quickReject", "(IIII)Z", quickReject },
    { "quickReject", "(Landroid/graphics/Region;)Z", quickRejectRegion },
    { "translate", "(IILandroid/graphics/Region;)V", translate }, { "scale", "(FLandroid/graphics/Region;)V", scale },
    { "nativeEquals", NULL, nativeEquals }, { "nativeConstructor", NULL, nativeConstructor }, { "nativeDestructor", NULL, nativeDestructor },
    { "nativeSetRegion", NULL, nativeSetRegion }, { "nativeSetRect", NULL, nativeSetRect }, { "nativeSetPath", NULL, nativeSetPath },
    { "nativeGetBounds", NULL, nativeGetBounds }, { "nativeGetBoundaryPath", NULL, nativeGetBoundaryPath },
    { "nativeOp", "(JIIIII)Z", opRect }, { "nativeOp", "(JLandroid/graphics/Rect;JI)Z", opRectRegion }, { "nativeOp", "(JJJI)Z", opRegions },
    { "nativeToString", NULL, nativeToString },
    { 0 },
};

typedef struct RegionIterator {
    cairo_region_t *set;
    int next;
} RegionIterator;

NATIVE(iterator_nativeConstructor)
{
    RegionIterator *i = xmalloc(sizeof *i);
    *i = (RegionIterator){ cairo_region_copy(SELF->set), 0 };
    result->j = handle(i);
}

NATIVE(iterator_nativeDestructor)
{
    RegionIterator *i = peer(args[0].j);
    cairo_region_destroy(i->set);
    free(i);
}

NATIVE(iterator_nativeNext)
{
    RegionIterator *i = peer(args[0].j);
    if (i->next >= cairo_region_num_rectangles(i->set))
        return;
    cairo_rectangle_int_t r;
    cairo_region_get_rectangle(i->set, i->next++, &r);
    recti_to_java(t, args[2].l, (RectI){ r.x, r.y, r.x + r.width, r.y + r.height });
    result->i = 1;
}

const NativeMethod natives_android_graphics_RegionIterator[] = {
    { "nativeConstructor", NULL, iterator_nativeConstructor }, { "nativeDestructor", NULL, iterator_nativeDestructor },
    { "nativeNext", NULL, iterator_nativeNext },
    { 0 },
};
