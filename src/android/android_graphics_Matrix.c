/* android.graphics.Matrix and android.graphics.Camera: the arithmetic is in graphics_matrix.c. */
#include "android/graphics_java.h"

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)
#define SELF ((Matrix *)peer(args[0].j))

NATIVE(native_create)
{
    Matrix *a = xmalloc(sizeof *a);
    *a = args[0].j ? *SELF : matrix_identity;
    result->j = handle(a);
}

NATIVE(native_isIdentity) { result->i = matrix_is_identity(SELF); }
NATIVE(native_isAffine) { result->i = matrix_is_affine(SELF); }
NATIVE(native_rectStaysRect) { result->i = matrix_rect_stays_rect(SELF); }
NATIVE(native_reset) { *SELF = matrix_identity; }
NATIVE(native_set) { *SELF = *(Matrix *)peer(args[2].j); }
NATIVE(native_equals) { result->i = matrix_equals(SELF, peer(args[2].j)); }

/* Each kind of matrix can be set, or put before or after what is there. */
#define THREE_WAYS(suffix, made)                                                            \
    NATIVE(set##suffix) { *SELF = made; }                                                   \
    NATIVE(pre##suffix) { Matrix b = made; *SELF = matrix_concat(SELF, &b); }               \
    NATIVE(post##suffix) { Matrix b = made; *SELF = matrix_concat(&b, SELF); }
THREE_WAYS(Translate, matrix_translate(args[2].f, args[3].f))
THREE_WAYS(Scale, matrix_scale(args[2].f, args[3].f, 0, 0))
THREE_WAYS(ScaleAt, matrix_scale(args[2].f, args[3].f, args[4].f, args[5].f))
THREE_WAYS(Rotate, matrix_rotate(args[2].f, 0, 0))
THREE_WAYS(RotateAt, matrix_rotate(args[2].f, args[3].f, args[4].f))
THREE_WAYS(Skew, matrix_skew(args[2].f, args[3].f, 0, 0))
THREE_WAYS(SkewAt, matrix_skew(args[2].f, args[3].f, args[4].f, args[5].f))

NATIVE(setSinCos) { *SELF = matrix_sin_cos(args[2].f, args[3].f, 0, 0); }
NATIVE(setSinCosAt) { *SELF = matrix_sin_cos(args[2].f, args[3].f, args[4].f, args[5].f); }
NATIVE(setConcat) { *SELF = matrix_concat(peer(args[2].j), peer(args[4].j)); }
NATIVE(preConcat) { *SELF = matrix_concat(SELF, peer(args[2].j)); }
NATIVE(postConcat) { *SELF = matrix_concat(peer(args[2].j), SELF); }

NATIVE(setRectToRect)
{
    result->i = matrix_rect_to_rect(SELF, rectf_of_java(t, args[2].l), rectf_of_java(t, args[3].l), args[4].i);
}

NATIVE(setPolyToPoly)
{
    Object *from = args[2].l, *to = args[4].l;
    i32 count = args[6].i;
    if (count > 4 || !array_has(t, from, args[3].i, count * 2) || !array_has(t, to, args[5].i, count * 2))
        return;
    Point a[4], b[4];
    memcpy(a, ARRAY_F32(from) + args[3].i, (size_t)count * sizeof *a);
    memcpy(b, ARRAY_F32(to) + args[5].i, (size_t)count * sizeof *b);
    result->i = matrix_poly_to_poly(SELF, a, b, count);
}

/* The first handle is inverted into the second. */
NATIVE(native_invert) { result->i = matrix_invert(SELF, peer(args[2].j)); }

/* (matrix, dst, dstIndex, src, srcIndex, ptCount, isPts) */
NATIVE(mapPoints)
{
    Object *to = args[2].l, *from = args[4].l;
    i32 count = args[6].i;
    if (!array_has(t, from, args[5].i, count * 2) || !array_has(t, to, args[3].i, count * 2))
        return;
    const float *in = ARRAY_F32(from) + args[5].i;
    float *out = ARRAY_F32(to) + args[3].i;
    float *copy = xmalloc((size_t)count * 2 * sizeof *copy + 1);
    memcpy(copy, in, (size_t)count * 2 * sizeof *copy);
    for (i32 i = 0; i < count; i++) {
        Point p = { copy[2 * i], copy[2 * i + 1] };
        p = args[7].i ? matrix_map(SELF, p) : matrix_map_vector(SELF, p);
        out[2 * i] = p.x;
        out[2 * i + 1] = p.y;
    }
    free(copy);
}

NATIVE(mapRect)
{
    rectf_to_java(t, args[2].l, matrix_map_rect(SELF, rectf_of_java(t, args[3].l)));
    result->i = matrix_rect_stays_rect(SELF);
}

NATIVE(mapRadius) { result->f = matrix_map_radius(SELF, args[2].f); }

NATIVE(getValues)
{
    if (array_has(t, args[2].l, 0, 9))
        memcpy(ARRAY_F32(args[2].l), SELF->m, sizeof SELF->m);
}

NATIVE(setValues)
{
    if (array_has(t, args[2].l, 0, 9))
        memcpy(SELF->m, ARRAY_F32(args[2].l), sizeof SELF->m);
}

#define PIVOTED(way) \
    { "native_" #way "Scale", "(JFF)V", way##Scale }, { "native_" #way "Scale", "(JFFFF)V", way##ScaleAt }, \
    { "native_" #way "Rotate", "(JF)V", way##Rotate }, { "native_" #way "Rotate", "(JFFF)V", way##RotateAt }, \
    { "native_" #way "Skew", "(JFF)V", way##Skew }, { "native_" #way "Skew", "(JFFFF)V", way##SkewAt }, \
    { "native_" #way "Translate", NULL, way##Translate }, { "native_" #way "Concat", NULL, way##Concat }

const NativeMethod natives_android_graphics_Matrix[] = {
    { "native_create", NULL, native_create }, { "native_isIdentity", NULL, native_isIdentity },
    { "native_isAffine", NULL, native_isAffine }, { "native_rectStaysRect", NULL, native_rectStaysRect },
    { "native_reset", NULL, native_reset }, { "native_set", NULL, native_set },
    PIVOTED(set), PIVOTED(pre), PIVOTED(post),
    { "native_setSinCos", "(JFF)V", setSinCos }, { "native_setSinCos", "(JFFFF)V", setSinCosAt },
    { "native_setRectToRect", NULL, setRectToRect }, { "native_setPolyToPoly", NULL, setPolyToPoly },
    { "native_invert", NULL, native_invert }, { "native_mapPoints", NULL, mapPoints }, { "native_mapRect", NULL, mapRect },
    { "native_mapRadius", NULL, mapRadius }, { "native_getValues", NULL, getValues }, { "native_setValues", NULL, setValues },
    { "native_equals", NULL, native_equals }, { "finalizer", NULL, free_peer },
    { 0 },
};
