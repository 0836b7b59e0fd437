/*
 * android.view.RenderNode: the properties of a view, and the matrix they make.
 * Nothing is drawn through it: views draw on a software canvas. Also the classes
 * of the hardware path, which answer that it is not there.
 */
#include "android/graphics_java.h"
#include "android/render_node.h"

#include <math.h>

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)
#define SELF ((RenderNode *)peer(args[0].j))

typedef struct RenderNode {
    i32 left, top, right, bottom;
    float alpha, elevation, translation_x, translation_y, translation_z, rotation, rotation_x, rotation_y, scale_x, scale_y, pivot_x, pivot_y;
    float camera_distance;
    bool pivot_set, clip_to_outline, has_overlap, has_outline, matrix_valid;
    Matrix matrix;
} RenderNode;

NATIVE(nCreate)
{
    RenderNode *n = xcalloc(1, sizeof *n);
    n->alpha = n->scale_x = n->scale_y = 1;
    n->has_overlap = true;
    n->camera_distance = -8;
    result->j = handle(n);
}

/* ---- the matrix --------------------------------------------------------------------------------------- */

/* Rotation about x and y as a camera that stands camera_distance inches of 72 away sees it. */
static Matrix tilt(const RenderNode *n)
{
    float radians = (float)M_PI / 180;
    float sx = sinf(n->rotation_x * radians), cx = cosf(n->rotation_x * radians);
    float sy = sinf(-n->rotation_y * radians), cy = cosf(-n->rotation_y * radians);
    float sz = sinf(-n->rotation * radians), cz = cosf(-n->rotation * radians);
    /* Rx * Ry * Rz with y upwards; z = 0 before. */
    float xx = cy * cz, xy = -cy * sz;
    float yx = cx * sz + sx * sy * cz, yy = cx * cz - sx * sy * sz;
    float zx = sx * sz - cx * sy * cz, zy = sx * cz + cx * sy * sz;
    float distance = n->camera_distance * 72;
    Matrix m = { { xx, -xy, 0, -yx, yy, 0, distance != 0 ? -zx / distance : 0, distance != 0 ? zy / distance : 0, 1 } };
    return m;
}

static const Matrix *matrix_of(RenderNode *n)
{
    if (n->matrix_valid)
        return &n->matrix;
    if (!n->pivot_set) {
        n->pivot_x = (float)(n->right - n->left) / 2;
        n->pivot_y = (float)(n->bottom - n->top) / 2;
    }
    Matrix move = matrix_translate(n->translation_x, n->translation_y), turn, size = matrix_scale(n->scale_x, n->scale_y, n->pivot_x, n->pivot_y);
    if (n->rotation_x == 0 && n->rotation_y == 0) {
        turn = matrix_rotate(n->rotation, n->pivot_x, n->pivot_y);
    } else {
        Matrix to = matrix_translate(n->pivot_x, n->pivot_y), from = matrix_translate(-n->pivot_x, -n->pivot_y);
        turn = tilt(n);
        turn = matrix_concat(&to, &turn);
        turn = matrix_concat(&turn, &from);
    }
    n->matrix = matrix_concat(&move, &turn);
    n->matrix = matrix_concat(&n->matrix, &size);
    n->matrix_valid = true;
    return &n->matrix;
}

Matrix render_node_matrix(i64 handle_)
{
    return handle_ ? *matrix_of(peer(handle_)) : matrix_identity;
}

NATIVE(nGetTransformMatrix) { *(Matrix *)peer(args[2].j) = *matrix_of(SELF); }

NATIVE(nGetInverseTransformMatrix)
{
    Matrix *out = peer(args[2].j);
    if (!matrix_invert(matrix_of(SELF), out))
        *out = matrix_identity;
}

NATIVE(nHasIdentityMatrix) { result->i = matrix_is_identity(matrix_of(SELF)); }

/* ---- properties ------------------------------------------------------------------------------------------- */

/* Setters answer whether the value is another one. */
#define FLOAT_PROPERTY(name, member)                        \
    NATIVE(nSet##name)                                      \
    {                                                       \
        RenderNode *n = SELF;                               \
        result->i = n->member != args[2].f;                 \
        n->member = args[2].f;                              \
        n->matrix_valid &= !result->i;                      \
    }                                                       \
    NATIVE(nGet##name) { result->f = SELF->member; }
FLOAT_PROPERTY(Alpha, alpha)
FLOAT_PROPERTY(Elevation, elevation)
FLOAT_PROPERTY(TranslationX, translation_x)
FLOAT_PROPERTY(TranslationY, translation_y)
FLOAT_PROPERTY(TranslationZ, translation_z)
FLOAT_PROPERTY(Rotation, rotation)
FLOAT_PROPERTY(RotationX, rotation_x)
FLOAT_PROPERTY(RotationY, rotation_y)
FLOAT_PROPERTY(ScaleX, scale_x)
FLOAT_PROPERTY(ScaleY, scale_y)
FLOAT_PROPERTY(CameraDistance, camera_distance)

#define PIVOT(name, member)                                 \
    NATIVE(nSet##name)                                      \
    {                                                       \
        RenderNode *n = SELF;                               \
        matrix_of(n);                                       \
        result->i = !n->pivot_set || n->member != args[2].f; \
        n->member = args[2].f;                              \
        n->pivot_set = true;                                \
        n->matrix_valid = false;                            \
    }                                                       \
    NATIVE(nGet##name) { matrix_of(SELF); result->f = SELF->member; }
PIVOT(PivotX, pivot_x)
PIVOT(PivotY, pivot_y)
NATIVE(nIsPivotExplicitlySet) { result->i = SELF->pivot_set; }

#define EDGE(name, member)                                  \
    NATIVE(nSet##name)                                      \
    {                                                       \
        RenderNode *n = SELF;                               \
        result->i = n->member != args[2].i;                 \
        n->member = args[2].i;                              \
        n->matrix_valid = false;                            \
    }
EDGE(Left, left)
EDGE(Top, top)
EDGE(Right, right)
EDGE(Bottom, bottom)

NATIVE(nSetLeftTopRightBottom)
{
    RenderNode *n = SELF;
    result->i = n->left != args[2].i || n->top != args[3].i || n->right != args[4].i || n->bottom != args[5].i;
    n->left = args[2].i;
    n->top = args[3].i;
    n->right = args[4].i;
    n->bottom = args[5].i;
    n->matrix_valid &= !result->i;
}

NATIVE(nOffsetTopAndBottom)
{
    SELF->top += args[2].i;
    SELF->bottom += args[2].i;
    result->i = 1;
}

NATIVE(nOffsetLeftAndRight)
{
    SELF->left += args[2].i;
    SELF->right += args[2].i;
    result->i = 1;
}

NATIVE(nSetClipToOutline)
{
    result->i = SELF->clip_to_outline != args[2].i;
    SELF->clip_to_outline = args[2].i;
}

NATIVE(nGetClipToOutline) { result->i = SELF->clip_to_outline; }

NATIVE(nSetHasOverlappingRendering)
{
    result->i = SELF->has_overlap != args[2].i;
    SELF->has_overlap = args[2].i;
}

NATIVE(nHasOverlappingRendering) { result->i = SELF->has_overlap; }

NATIVE(outline_set)
{
    SELF->has_outline = true;
    result->i = 1;
}

NATIVE(outline_unset)
{
    SELF->has_outline = false;
    result->i = 1;
}

NATIVE(nHasShadow) { result->i = SELF->has_outline && SELF->elevation + SELF->translation_z > 0; }

#define BOTH(name) { "nSet" #name, NULL, nSet##name }, { "nGet" #name, NULL, nGet##name }
const NativeMethod natives_android_view_RenderNode[] = {
    { "nCreate", NULL, nCreate }, { "nDestroyRenderNode", NULL, free_peer }, { "nSetDisplayListData", NULL, do_nothing },
    { "nGetTransformMatrix", NULL, nGetTransformMatrix }, { "nGetInverseTransformMatrix", NULL, nGetInverseTransformMatrix },
    { "nHasIdentityMatrix", NULL, nHasIdentityMatrix }, { "nOffsetTopAndBottom", NULL, nOffsetTopAndBottom },
    { "nOffsetLeftAndRight", NULL, nOffsetLeftAndRight }, { "nSetLeftTopRightBottom", NULL, nSetLeftTopRightBottom },
    { "nSetBottom", NULL, nSetBottom }, { "nSetRight", NULL, nSetRight }, { "nSetTop", NULL, nSetTop }, { "nSetLeft", NULL, nSetLeft },
    BOTH(Alpha), BOTH(Elevation), BOTH(TranslationX), BOTH(TranslationY), BOTH(TranslationZ), BOTH(Rotation), BOTH(RotationX), BOTH(RotationY),
    BOTH(ScaleX), BOTH(ScaleY), BOTH(CameraDistance), BOTH(PivotX), BOTH(PivotY), { "nIsPivotExplicitlySet", NULL, nIsPivotExplicitlySet },
    { "nSetLayerType", NULL, answer_true }, { "nSetLayerPaint", NULL, answer_true }, { "nSetClipToBounds", NULL, answer_true },
    { "nSetClipBounds", NULL, answer_true }, { "nSetClipBoundsEmpty", NULL, answer_true }, { "nSetProjectBackwards", NULL, answer_true },
    { "nSetProjectionReceiver", NULL, answer_true }, { "nSetOutlineRoundRect", NULL, outline_set }, { "nSetOutlineConvexPath", NULL, outline_set },
    { "nSetOutlineEmpty", NULL, outline_unset }, { "nSetOutlineNone", NULL, outline_unset }, { "nHasShadow", NULL, nHasShadow },
    { "nSetClipToOutline", NULL, nSetClipToOutline }, { "nGetClipToOutline", NULL, nGetClipToOutline }, { "nSetRevealClip", NULL, answer_true },
    { "nSetHasOverlappingRendering", NULL, nSetHasOverlappingRendering }, { "nHasOverlappingRendering", NULL, nHasOverlappingRendering },
    { "nSetStaticMatrix", NULL, answer_true }, { "nSetAnimationMatrix", NULL, answer_true }, { "nOutput", NULL, do_nothing },
    { "nGetDebugSize", NULL, do_nothing }, { "nAddAnimator", NULL, do_nothing }, { "nEndAllAnimators", NULL, do_nothing },
    { 0 },
};

/* ---- the hardware path -------------------------------------------------------------------------------------------- */

const NativeMethod natives_android_view_DisplayListCanvas[] = {
    { "nIsAvailable", NULL, do_nothing }, { "nSetHighContrastText", NULL, do_nothing },
    { 0 },
};

const NativeMethod natives_android_view_ThreadedRenderer[] = {
    { "setupShadersDiskCache", NULL, do_nothing }, { "nTrimMemory", NULL, do_nothing }, { "nOverrideProperty", NULL, do_nothing },
    { "nSetAtlas", NULL, do_nothing }, { "nSetProcessStatsBuffer", NULL, do_nothing }, { "nDumpProfileData", NULL, do_nothing },
    { 0 },
};
