/* Small classes of android.graphics: Color, Camera, Interpolator, Picture, CanvasProperty, SurfaceTexture. */
#include "android/graphics_canvas.h"
#include "android/graphics_java.h"

#include <math.h>

#define NATIVE(name) static void name(Thread *t, const Slot *args, Slot *result)

/* ---- Color ----------------------------------------------------------------------------------------- */

NATIVE(color_RGBToHSV)
{
    if (!array_has(t, args[3].l, 0, 3))
        return;
    float r = (float)(args[0].i & 255), g = (float)(args[1].i & 255), b = (float)(args[2].i & 255);
    float most = MAX(r, MAX(g, b)), least = MIN(r, MIN(g, b)), range = most - least, hue = 0;
    if (range > 0) {
        hue = most == r ? (g - b) / range : most == g ? 2 + (b - r) / range : 4 + (r - g) / range;
        hue *= 60;
        if (hue < 0)
            hue += 360;
    }
    float *out = ARRAY_F32(args[3].l);
    out[0] = hue;
    out[1] = most > 0 ? range / most : 0;
    out[2] = most / 255;
}

static float pinned(float v, float low, float high)
{
    return v >= low ? MIN(v, high) : low;
}

NATIVE(color_HSVToColor)
{
    if (!array_has(t, args[1].l, 0, 3))
        return;
    const float *in = ARRAY_F32(args[1].l);
    float s = pinned(in[1], 0, 1), v = pinned(in[2], 0, 1), hue = in[0] < 0 || in[0] >= 360 ? 0 : in[0] / 60;
    float whole = floorf(hue), f = hue - whole;
    u32 value = (u32)(v * 255 + 0.5f), p = (u32)((1 - s) * v * 255 + 0.5f), q = (u32)((1 - s * f) * v * 255 + 0.5f), w = (u32)((1 - s * (1 - f)) * v * 255 + 0.5f);
    const u32 rgb[6][3] = { { value, w, p }, { q, value, p }, { p, value, w }, { p, q, value }, { w, p, value }, { value, p, q } };
    const u32 *c = rgb[(int)whole % 6];
    result->i = (i32)((u32)(args[0].i & 255) << 24 | c[0] << 16 | c[1] << 8 | c[2]);
}

const NativeMethod natives_android_graphics_Color[] = {
    { "nativeRGBToHSV", NULL, color_RGBToHSV }, { "nativeHSVToColor", NULL, color_HSVToColor },
    { 0 },
};

/* ---- Camera: a 3D transform, seen from a point on the z axis, as a matrix -------------------------------- */

typedef struct Space { float m[3][4]; } Space;     /* rotation and translation */

typedef struct Camera {
    Space stack[32];
    u32 depth;
    float x, y, z;                                  /* where it stands, in inches of 72 */
} Camera;

static const Space space_identity = { { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } } };

static Camera *camera_of(Thread *t, const Object *o)
{
    static FieldRef native = FIELD("android/graphics/Camera", "native_instance", "J");
    return peer(GET_LONG(t, o, &native));
}

static void camera_apply(Camera *c, Space b)
{
    Space *a = &c->stack[c->depth], out;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++) {
            float sum = column == 3 ? a->m[row][3] : 0;
            for (int k = 0; k < 3; k++)
                sum += a->m[row][k] * b.m[k][column];
            out.m[row][column] = sum;
        }
    *a = out;
}

static void camera_turn(Camera *c, int axis, float degrees)
{
    float radians = degrees * (float)M_PI / 180, s = sinf(radians), k = cosf(radians);
    Space b = space_identity;
    if (axis == 0) {
        b.m[1][1] = k, b.m[1][2] = -s, b.m[2][1] = s, b.m[2][2] = k;
    } else if (axis == 1) {
        b.m[0][0] = k, b.m[0][2] = -s, b.m[2][0] = s, b.m[2][2] = k;
    } else {
        b.m[0][0] = k, b.m[0][1] = -s, b.m[1][0] = s, b.m[1][1] = k;
    }
    camera_apply(c, b);
}

/* Points of the plane z = 0 (y upwards) as the eye sees them. */
static Matrix camera_matrix(const Camera *c)
{
    const Space *s = &c->stack[c->depth];
    float ex = c->x * 72, ey = c->y * 72, ez = c->z * 72;
    /* Homogeneous: x' = X - z-share of the eye's shift, w = (ez - Z) / ez with ez < 0 in front. */
    Matrix m;
    float rows[3][3] = {
        { s->m[0][0], -s->m[0][1], s->m[0][3] }, { -s->m[1][0], s->m[1][1], -s->m[1][3] }, { s->m[2][0], -s->m[2][1], s->m[2][3] },
    };
    for (int i = 0; i < 3; i++) {
        float z = rows[2][i];
        m.m[i] = rows[0][i] - (ez != 0 ? z * ex / ez : 0);
        m.m[3 + i] = rows[1][i] + (ez != 0 ? z * ey / ez : 0);
        m.m[6 + i] = ez != 0 ? -z / ez : 0;
    }
    m.m[8] += 1;
    return m;
}

NATIVE(camera_constructor)
{
    static FieldRef native = FIELD("android/graphics/Camera", "native_instance", "J");
    Camera *c = xcalloc(1, sizeof *c);
    c->stack[0] = space_identity;
    c->z = -8;
    SET_LONG(t, args[0].l, &native, handle(c));
}

NATIVE(camera_destructor) { free(camera_of(t, args[0].l)); }

NATIVE(camera_save)
{
    Camera *c = camera_of(t, args[0].l);
    if (c->depth + 1 < COUNT_OF(c->stack)) {
        c->stack[c->depth + 1] = c->stack[c->depth];
        c->depth++;
    }
}

NATIVE(camera_restore)
{
    Camera *c = camera_of(t, args[0].l);
    if (c->depth)
        c->depth--;
}

NATIVE(camera_translate)
{
    Space b = space_identity;
    b.m[0][3] = args[1].f, b.m[1][3] = args[2].f, b.m[2][3] = args[3].f;
    camera_apply(camera_of(t, args[0].l), b);
}

NATIVE(camera_rotateX) { camera_turn(camera_of(t, args[0].l), 0, args[1].f); }
NATIVE(camera_rotateY) { camera_turn(camera_of(t, args[0].l), 1, args[1].f); }
NATIVE(camera_rotateZ) { camera_turn(camera_of(t, args[0].l), 2, args[1].f); }

NATIVE(camera_rotate)
{
    for (int axis = 0; axis < 3; axis++)
        camera_turn(camera_of(t, args[0].l), axis, args[1 + axis].f);
}

NATIVE(camera_getX) { result->f = camera_of(t, args[0].l)->x; }
NATIVE(camera_getY) { result->f = camera_of(t, args[0].l)->y; }
NATIVE(camera_getZ) { result->f = camera_of(t, args[0].l)->z; }

NATIVE(camera_setLocation)
{
    Camera *c = camera_of(t, args[0].l);
    c->x = args[1].f, c->y = args[2].f, c->z = args[3].f;
}

NATIVE(camera_dot)
{
    const Space *s = &camera_of(t, args[0].l)->stack[camera_of(t, args[0].l)->depth];
    result->f = s->m[0][2] * args[1].f + s->m[1][2] * args[2].f + s->m[2][2] * args[3].f;
}

NATIVE(camera_getMatrix) { *(Matrix *)peer(args[1].j) = camera_matrix(camera_of(t, args[0].l)); }

NATIVE(camera_applyToCanvas)
{
    Matrix m = camera_matrix(camera_of(t, args[0].l));
    canvas_concat(peer(args[1].j), &m);
}

const NativeMethod natives_android_graphics_Camera[] = {
    { "nativeConstructor", NULL, camera_constructor }, { "nativeDestructor", NULL, camera_destructor }, { "save", NULL, camera_save },
    { "restore", NULL, camera_restore }, { "translate", NULL, camera_translate }, { "rotateX", NULL, camera_rotateX },
    { "rotateY", NULL, camera_rotateY }, { "rotateZ", NULL, camera_rotateZ }, { "rotate", NULL, camera_rotate },
    { "getLocationX", NULL, camera_getX }, { "getLocationY", NULL, camera_getY }, { "getLocationZ", NULL, camera_getZ },
    { "setLocation", "(FFF)V", camera_setLocation }, { "dotWithNormal", NULL, camera_dot }, { "nativeGetMatrix", NULL, camera_getMatrix },
    { "nativeApplyToCanvas", NULL, camera_applyToCanvas },
    { 0 },
};

/* ---- Interpolator: values at key times, with a curve from each to the next --------------------------------- */

typedef struct Interpolator {
    i32 values, frames;
    i32 *times;
    float *data;                /* frames x (values + 4): the values, then the curve's two control points */
    float repeat;
    bool mirror;
} Interpolator;

static void interpolator_resize(Interpolator *i, i32 values, i32 frames)
{
    free(i->times);
    free(i->data);
    *i = (Interpolator){ .values = values, .frames = frames, .repeat = 1 };
    i->times = xcalloc((size_t)MAX(frames, 1), sizeof *i->times);
    i->data = xcalloc((size_t)MAX(frames, 1) * (size_t)(values + 4), sizeof *i->data);
}

NATIVE(interpolator_constructor)
{
    Interpolator *i = xcalloc(1, sizeof *i);
    interpolator_resize(i, args[0].i, args[1].i);
    result->j = handle(i);
}

NATIVE(interpolator_destructor)
{
    Interpolator *i = peer(args[0].j);
    free(i->times);
    free(i->data);
    free(i);
}

NATIVE(interpolator_reset) { interpolator_resize(peer(args[0].j), args[2].i, args[3].i); }

/* (interpolator, index, time, values, blend or null) */
NATIVE(interpolator_setKeyFrame)
{
    Interpolator *i = peer(args[0].j);
    i32 index = args[2].i;
    if (index < 0 || index >= i->frames || !array_has(t, args[4].l, 0, i->values) || (args[5].l && !array_has(t, args[5].l, 0, 4)))
        return;
    float *frame = i->data + (size_t)index * (size_t)(i->values + 4);
    static const float straight[4] = { 1.0f / 3, 1.0f / 3, 2.0f / 3, 2.0f / 3 };
    i->times[index] = args[3].i;
    memcpy(frame, ARRAY_F32(args[4].l), (size_t)i->values * sizeof *frame);
    memcpy(frame + i->values, args[5].l ? ARRAY_F32(args[5].l) : straight, sizeof straight);
}

NATIVE(interpolator_setRepeatMirror)
{
    Interpolator *i = peer(args[0].j);
    i->repeat = MAX(args[2].f, 0);
    i->mirror = args[3].i;
}

/* y of the curve (0,0) (x1,y1) (x2,y2) (1,1) at x. */
static float curve_at(const float c[4], float x)
{
    float low = 0, high = 1, s = x;
    for (int n = 0; n < 24; n++) {
        s = (low + high) / 2;
        float u = 1 - s, at = 3 * u * u * s * c[0] + 3 * u * s * s * c[2] + s * s * s;
        *(at < x ? &low : &high) = s;
    }
    float u = 1 - s;
    return 3 * u * u * s * c[1] + 3 * u * s * s * c[3] + s * s * s;
}

NATIVE(interpolator_timeToValues)
{
    enum { NORMAL, FREEZE_START, FREEZE_END };
    const Interpolator *i = peer(args[0].j);
    if (i->frames < 1 || (args[3].l && !array_has(t, args[3].l, 0, i->values)))
        return;
    i32 first = i->times[0], last = i->times[i->frames - 1], when = args[2].i;
    float total = (float)(last - first);
    if (i->repeat != 1 && total > 0 && when > first) {
        float passed = (float)(when - first) / total;
        if (passed < i->repeat) {
            float turns = floorf(passed), share = passed - turns;
            if (i->mirror && (i32)turns % 2)
                share = 1 - share;
            when = first + (i32)(share * total);
        } else {
            when = last + 1;
        }
    }
    i32 k = 0;
    float share = 0;
    result->i = NORMAL;
    if (when < first) {
        result->i = FREEZE_START;
    } else if (when >= last) {
        k = i->frames - 1;
        result->i = when > last ? FREEZE_END : NORMAL;
    } else {
        while (k + 1 < i->frames && i->times[k + 1] <= when)
            k++;
        share = curve_at(i->data + (size_t)k * (size_t)(i->values + 4) + i->values, (float)(when - i->times[k]) / (float)(i->times[k + 1] - i->times[k]));
    }
    const float *a = i->data + (size_t)k * (size_t)(i->values + 4), *b = k + 1 < i->frames ? a + i->values + 4 : a;
    for (i32 v = 0; args[3].l && v < i->values; v++)
        ARRAY_F32(args[3].l)[v] = a[v] + (b[v] - a[v]) * share;
}

const NativeMethod natives_android_graphics_Interpolator[] = {
    { "nativeConstructor", NULL, interpolator_constructor }, { "nativeDestructor", NULL, interpolator_destructor },
    { "nativeReset", NULL, interpolator_reset }, { "nativeSetKeyFrame", NULL, interpolator_setKeyFrame },
    { "nativeSetRepeatMirror", NULL, interpolator_setRepeatMirror }, { "nativeTimeToValues", NULL, interpolator_timeToValues },
    { 0 },
};

/* ---- Picture: what is drawn is kept as pixels of the picture's size ------------------------------------------ */

typedef struct Picture {
    Bitmap *bitmap;
    i32 width, height;
} Picture;

NATIVE(picture_constructor)
{
    const Picture *from = peer(args[0].j);
    Picture *p = xcalloc(1, sizeof *p);
    if (from) {
        *p = (Picture){ .bitmap = from->bitmap, .width = from->width, .height = from->height };
        if (p->bitmap)
            bitmap_retain(p->bitmap);
    }
    result->j = handle(p);
}

NATIVE(picture_getWidth) { result->i = ((Picture *)peer(args[0].j))->width; }
NATIVE(picture_getHeight) { result->i = ((Picture *)peer(args[0].j))->height; }

/* The canvas belongs to the Java object that is made for it. */
NATIVE(picture_beginRecording)
{
    Picture *p = peer(args[0].j);
    bitmap_release(p->bitmap);
    p->width = MAX(args[2].i, 0);
    p->height = MAX(args[3].i, 0);
    p->bitmap = p->width && p->height && (i64)p->width * p->height <= 16 << 20 ? bitmap_create(t, p->width, p->height, CONFIG_ARGB_8888) : NULL;
    result->j = handle(canvas_new(p->bitmap));
}

NATIVE(picture_draw)
{
    const Picture *p = peer(args[2].j);
    if (!p->bitmap)
        return;
    RectF all = { 0, 0, (float)p->width, (float)p->height };
    Paint smooth;
    paint_init(&smooth);
    smooth.flags = PAINT_FILTER_BITMAP;
    canvas_draw_bitmap(peer(args[0].j), p->bitmap, all, all, &smooth);
    paint_release(&smooth);
}

NATIVE(picture_destructor)
{
    Picture *p = peer(args[0].j);
    if (p)
        bitmap_release(p->bitmap);
    free(p);
}

const NativeMethod natives_android_graphics_Picture[] = {
    { "nativeConstructor", NULL, picture_constructor }, { "nativeGetWidth", NULL, picture_getWidth }, { "nativeGetHeight", NULL, picture_getHeight },
    { "nativeBeginRecording", NULL, picture_beginRecording }, { "nativeEndRecording", NULL, do_nothing }, { "nativeDraw", NULL, picture_draw },
    { "nativeDestructor", NULL, picture_destructor },
    { 0 },
};

/* ---- classes of the hardware path, which is not taken ---------------------------------------------------------- */

const NativeMethod natives_android_graphics_CanvasProperty[] = {
    { "nCreateFloat", NULL, do_nothing }, { "nCreatePaint", NULL, do_nothing },
    { 0 },
};

NATIVE(texture_transform)
{
    if (array_has(t, args[1].l, 0, 16))
        for (int i = 0; i < 16; i++)
            ARRAY_F32(args[1].l)[i] = i % 5 == 0;
}

const NativeMethod natives_android_graphics_SurfaceTexture[] = {
    { "nativeInit", NULL, do_nothing }, { "nativeFinalize", NULL, do_nothing }, { "nativeGetTransformMatrix", NULL, texture_transform },
    { "nativeGetTimestamp", NULL, do_nothing }, { "nativeSetDefaultBufferSize", NULL, do_nothing }, { "nativeUpdateTexImage", NULL, do_nothing },
    { "nativeReleaseTexImage", NULL, do_nothing }, { "nativeDetachFromGLContext", NULL, do_nothing }, { "nativeAttachToGLContext", NULL, do_nothing },
    { "nativeGetQueuedCount", NULL, do_nothing }, { "nativeRelease", NULL, do_nothing }, { "nativeIsReleased", NULL, do_nothing },
    { "nativeClassInit", NULL, do_nothing },
    { 0 },
};
