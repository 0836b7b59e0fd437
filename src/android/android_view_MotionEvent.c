/*
 * android.view.MotionEvent: pointers with axes, a history of samples, an offset.
 *
 * Samples lie one after another, the newest last; each has a time and an array of
 * axis values per pointer. X and Y are kept raw: what an app asks for is raw plus
 * the event's offset.
 */
#include "android/natives.h"

#include <math.h>

enum {
    AXIS_X, AXIS_Y, AXIS_PRESSURE, AXIS_SIZE, AXIS_TOUCH_MAJOR, AXIS_TOUCH_MINOR, AXIS_TOOL_MAJOR, AXIS_TOOL_MINOR,
    AXIS_ORIENTATION, AXIS_COUNT,
    MOST_POINTERS = 16, SOURCE_CLASS_POINTER = 2, ACTION_MASK = 0xff,
};

typedef struct Pointer {
    i32 id, tool;
} Pointer;

typedef struct Coords {
    float axes[AXIS_COUNT];
} Coords;

typedef struct Sample {
    i64 time;
    Coords coords[MOST_POINTERS];
} Sample;

typedef struct Motion {
    i32 device, source, action, flags, edges, meta, buttons, action_button;
    float x_offset, y_offset, x_precision, y_precision;
    i64 down_time;
    u32 pointer_count, sample_count;
    Pointer pointers[MOST_POINTERS];
    Sample *samples;
} Motion;

static Motion *self(const Slot *args)
{
    return peer(args[0].j);
}

/* ---- Java's coordinates ------------------------------------------------------------------ */

static FieldRef coord_fields[AXIS_COUNT] = {
    FIELD("android/view/MotionEvent$PointerCoords", "x", "F"), FIELD("android/view/MotionEvent$PointerCoords", "y", "F"),
    FIELD("android/view/MotionEvent$PointerCoords", "pressure", "F"), FIELD("android/view/MotionEvent$PointerCoords", "size", "F"),
    FIELD("android/view/MotionEvent$PointerCoords", "touchMajor", "F"), FIELD("android/view/MotionEvent$PointerCoords", "touchMinor", "F"),
    FIELD("android/view/MotionEvent$PointerCoords", "toolMajor", "F"), FIELD("android/view/MotionEvent$PointerCoords", "toolMinor", "F"),
    FIELD("android/view/MotionEvent$PointerCoords", "orientation", "F"),
};
static FieldRef pointer_id = FIELD("android/view/MotionEvent$PointerProperties", "id", "I");
static FieldRef pointer_tool = FIELD("android/view/MotionEvent$PointerProperties", "toolType", "I");

static void add_sample(Thread *t, Motion *m, i64 time, const Object *coords)
{
    m->samples = xrealloc(m->samples, (m->sample_count + 1) * sizeof *m->samples);
    Sample *s = &m->samples[m->sample_count++];
    memset(s, 0, sizeof *s);
    s->time = time;
    for (u32 p = 0; p < m->pointer_count; p++) {
        const Object *c = ref_object(ARRAY_REF(coords)[p]);
        for (u32 a = 0; c && a < AXIS_COUNT; a++)
            s->coords[p].axes[a] = GET_FLOAT(t, c, &coord_fields[a]);
        s->coords[p].axes[AXIS_X] -= m->x_offset;
        s->coords[p].axes[AXIS_Y] -= m->y_offset;
    }
}

/*
 * long nativeInitialize(long old, int device, int source, int action, int flags,
 *   int edges, int meta, int buttons, float xOffset, float yOffset, float xPrecision,
 *   float yPrecision, long down, long time, int count, PointerProperties[], PointerCoords[])
 */
static void nativeInitialize(Thread *t, const Slot *args, Slot *result)
{
    Motion *m = self(args);
    i32 count = args[17].i;
    const Object *properties = args[18].l, *coords = args[19].l;
    if (count < 1 || count > MOST_POINTERS || !properties || !coords || ARRAY_LENGTH(properties) < count || ARRAY_LENGTH(coords) < count) {
        vm_throw(t, "java/lang/IllegalArgumentException", "pointerCount must be at least 1 and at most %d, with that many properties and coordinates", MOST_POINTERS);
        return;
    }
    if (!m)
        m = xcalloc(1, sizeof *m);
    m->sample_count = 0;
    m->device = args[2].i, m->source = args[3].i, m->action = args[4].i, m->flags = args[5].i, m->edges = args[6].i;
    m->meta = args[7].i, m->buttons = args[8].i, m->action_button = 0;
    m->x_offset = args[9].f, m->y_offset = args[10].f, m->x_precision = args[11].f, m->y_precision = args[12].f;
    m->down_time = args[13].j;
    m->pointer_count = (u32)count;
    for (i32 i = 0; i < count; i++) {
        const Object *p = ref_object(ARRAY_REF(properties)[i]);
        if (!p || !ref_object(ARRAY_REF(coords)[i])) {
            vm_throw_null(t, "a pointer's properties or coordinates are null");
            return;
        }
        m->pointers[i] = (Pointer){ GET_INT(t, p, &pointer_id), GET_INT(t, p, &pointer_tool) };
    }
    add_sample(t, m, args[15].j, coords);
    result->j = handle(m);
}

/* long nativeCopy(long to, long from, boolean keepHistory) */
static void nativeCopy(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    Motion *to = self(args);
    const Motion *from = peer(args[2].j);
    if (!to)
        to = xcalloc(1, sizeof *to);
    Sample *old = to->samples;
    *to = *from;
    u32 skip = args[4].i ? 0 : from->sample_count - 1;
    to->sample_count = from->sample_count - skip;
    to->samples = xrealloc(old, to->sample_count * sizeof *to->samples);
    memmove(to->samples, from->samples + skip, to->sample_count * sizeof *to->samples);
    result->j = handle(to);
}

static void nativeDispose(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    free(self(args)->samples);
    free(self(args));
}

static void nativeAddBatch(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Object *coords = args[4].l;
    if (!coords || ARRAY_LENGTH(coords) < (i32)self(args)->pointer_count) {
        vm_throw(t, "java/lang/IllegalArgumentException", "too few coordinates");
        return;
    }
    self(args)->meta |= args[5].i;
    add_sample(t, self(args), args[2].j, coords);
}

/* ---- plain fields -------------------------------------------------------------------------- */

#define GETTER(name, member, field) static void name(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->member = self(args)->field; }
#define SETTER(name, field, member) static void name(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(result); self(args)->field = args[2].member; }

GETTER(nativeGetDeviceId, i, device) GETTER(nativeGetSource, i, source) GETTER(nativeGetAction, i, action) GETTER(nativeGetFlags, i, flags)
GETTER(nativeGetEdgeFlags, i, edges) GETTER(nativeGetMetaState, i, meta) GETTER(nativeGetButtonState, i, buttons)
GETTER(nativeGetActionButton, i, action_button) GETTER(nativeGetXOffset, f, x_offset) GETTER(nativeGetYOffset, f, y_offset)
GETTER(nativeGetXPrecision, f, x_precision) GETTER(nativeGetYPrecision, f, y_precision) GETTER(nativeGetDownTimeNanos, j, down_time)
GETTER(nativeGetPointerCount, i, pointer_count)
SETTER(nativeSetSource, source, i) SETTER(nativeSetAction, action, i) SETTER(nativeSetFlags, flags, i) SETTER(nativeSetEdgeFlags, edges, i)
SETTER(nativeSetButtonState, buttons, i) SETTER(nativeSetActionButton, action_button, i) SETTER(nativeSetDownTimeNanos, down_time, j)

static void nativeIsTouchEvent(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const Motion *m = self(args);
    i32 action = m->action & ACTION_MASK;
    result->i = m->source & SOURCE_CLASS_POINTER && (action <= 6);    /* down … pointer up: no hover, no scroll */
}

static void nativeOffsetLocation(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    self(args)->x_offset += args[2].f;
    self(args)->y_offset += args[3].f;
}

static void nativeGetHistorySize(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = (i32)self(args)->sample_count - 1;
}

/* ---- pointers and samples --------------------------------------------------------------------- */

static const Pointer *pointer_at(Thread *t, const Motion *m, i32 index)
{
    if ((u32)index < m->pointer_count)
        return &m->pointers[index];
    return vm_throw(t, "java/lang/IllegalArgumentException", "pointerIndex out of range");
}

static void nativeGetPointerId(Thread *t, const Slot *args, Slot *result)
{
    const Pointer *p = pointer_at(t, self(args), args[2].i);
    result->i = p ? p->id : 0;
}

static void nativeGetToolType(Thread *t, const Slot *args, Slot *result)
{
    const Pointer *p = pointer_at(t, self(args), args[2].i);
    result->i = p ? p->tool : 0;
}

static void nativeFindPointerIndex(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const Motion *m = self(args);
    result->i = -1;
    for (u32 i = 0; i < m->pointer_count && result->i < 0; i++)
        if (m->pointers[i].id == args[2].i)
            result->i = (i32)i;
}

enum { HISTORY_CURRENT = INT32_MIN };

static const Sample *sample_at(Thread *t, const Motion *m, i32 position)
{
    if (position == HISTORY_CURRENT)
        return &m->samples[m->sample_count - 1];
    if (position >= 0 && position < (i32)m->sample_count - 1)
        return &m->samples[position];
    return vm_throw(t, "java/lang/IllegalArgumentException", "historyPos out of range");
}

static void nativeGetEventTimeNanos(Thread *t, const Slot *args, Slot *result)
{
    const Sample *s = sample_at(t, self(args), args[2].i);
    result->j = s ? s->time : 0;
}

static float axis_value(Thread *t, const Slot *args, bool raw)
{
    const Motion *m = self(args);
    i32 axis = args[2].i, index = args[3].i;
    const Sample *s = pointer_at(t, m, index) ? sample_at(t, m, args[4].i) : NULL;
    if (!s || axis < 0 || axis >= AXIS_COUNT)
        return 0;
    float value = s->coords[index].axes[axis];
    if (!raw && axis == AXIS_X)
        value += m->x_offset;
    if (!raw && axis == AXIS_Y)
        value += m->y_offset;
    return value;
}

static void nativeGetAxisValue(Thread *t, const Slot *args, Slot *result) { result->f = axis_value(t, args, false); }
static void nativeGetRawAxisValue(Thread *t, const Slot *args, Slot *result) { result->f = axis_value(t, args, true); }

static void nativeGetPointerCoords(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Motion *m = self(args);
    const Sample *s = pointer_at(t, m, args[2].i) ? sample_at(t, m, args[3].i) : NULL;
    if (!s || !args[4].l) {
        if (!t->exception)
            vm_throw(t, "java/lang/IllegalArgumentException", "pointerCoords must not be null");
        return;
    }
    for (u32 a = 0; a < AXIS_COUNT; a++)
        SET_FLOAT(t, args[4].l, &coord_fields[a], s->coords[args[2].i].axes[a]);
    SET_FLOAT(t, args[4].l, &coord_fields[AXIS_X], s->coords[args[2].i].axes[AXIS_X] + m->x_offset);
    SET_FLOAT(t, args[4].l, &coord_fields[AXIS_Y], s->coords[args[2].i].axes[AXIS_Y] + m->y_offset);
}

static void nativeGetPointerProperties(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Pointer *p = pointer_at(t, self(args), args[2].i);
    if (!p || !args[3].l)
        return;
    SET_INT(t, args[3].l, &pointer_id, p->id);
    SET_INT(t, args[3].l, &pointer_tool, p->tool);
}

/* ---- transformations ---------------------------------------------------------------------------- */

static void nativeScale(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    Motion *m = self(args);
    float f = args[2].f;
    m->x_offset *= f, m->y_offset *= f, m->x_precision *= f, m->y_precision *= f;
    static const u8 lengths[] = { AXIS_X, AXIS_Y, AXIS_TOUCH_MAJOR, AXIS_TOUCH_MINOR, AXIS_TOOL_MAJOR, AXIS_TOOL_MINOR };
    for (u32 s = 0; s < m->sample_count; s++)
        for (u32 p = 0; p < m->pointer_count; p++)
            for (size_t a = 0; a < sizeof lengths; a++)
                m->samples[s].coords[p].axes[lengths[a]] *= f;
}

/* void nativeTransform(long event, Matrix matrix): raw coordinates move so that what an app sees is transformed */
static void nativeTransform(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Motion *m = self(args);
    Object *values = vm_new_primitive_array(t, 'F', 9);
    if (!values)
        return;
    vm_call_method(t, args[2].l, "getValues", "([F)V", values);
    if (t->exception)
        return;
    const float *v = ARRAY_F32(values);
    for (u32 s = 0; s < m->sample_count; s++) {
        for (u32 p = 0; p < m->pointer_count; p++) {
            float *axes = m->samples[s].coords[p].axes;
            float x = axes[AXIS_X] + m->x_offset, y = axes[AXIS_Y] + m->y_offset;
            float w = v[6] * x + v[7] * y + v[8];
            if (w == 0)
                w = 1;
            axes[AXIS_X] = (v[0] * x + v[1] * y + v[2]) / w - m->x_offset;
            axes[AXIS_Y] = (v[3] * x + v[4] * y + v[5]) / w - m->y_offset;
            axes[AXIS_ORIENTATION] += atan2f(v[3], v[0]);
        }
    }
}

const NativeMethod natives_android_view_MotionEvent[] = {
    { "nativeInitialize", NULL, nativeInitialize }, { "nativeCopy", NULL, nativeCopy }, { "nativeDispose", NULL, nativeDispose },
    { "nativeAddBatch", NULL, nativeAddBatch }, { "nativeGetDeviceId", NULL, nativeGetDeviceId }, { "nativeGetSource", NULL, nativeGetSource },
    { "nativeSetSource", NULL, nativeSetSource }, { "nativeGetAction", NULL, nativeGetAction }, { "nativeSetAction", NULL, nativeSetAction },
    { "nativeIsTouchEvent", NULL, nativeIsTouchEvent }, { "nativeGetFlags", NULL, nativeGetFlags }, { "nativeSetFlags", NULL, nativeSetFlags },
    { "nativeGetEdgeFlags", NULL, nativeGetEdgeFlags }, { "nativeSetEdgeFlags", NULL, nativeSetEdgeFlags },
    { "nativeGetMetaState", NULL, nativeGetMetaState }, { "nativeGetButtonState", NULL, nativeGetButtonState },
    { "nativeSetButtonState", NULL, nativeSetButtonState }, { "nativeGetActionButton", NULL, nativeGetActionButton },
    { "nativeSetActionButton", NULL, nativeSetActionButton }, { "nativeOffsetLocation", NULL, nativeOffsetLocation },
    { "nativeGetXOffset", NULL, nativeGetXOffset }, { "nativeGetYOffset", NULL, nativeGetYOffset },
    { "nativeGetXPrecision", NULL, nativeGetXPrecision }, { "nativeGetYPrecision", NULL, nativeGetYPrecision },
    { "nativeGetDownTimeNanos", NULL, nativeGetDownTimeNanos }, { "nativeSetDownTimeNanos", NULL, nativeSetDownTimeNanos },
    { "nativeGetPointerCount", NULL, nativeGetPointerCount }, { "nativeGetPointerId", NULL, nativeGetPointerId },
    { "nativeGetToolType", NULL, nativeGetToolType }, { "nativeFindPointerIndex", NULL, nativeFindPointerIndex },
    { "nativeGetHistorySize", NULL, nativeGetHistorySize }, { "nativeGetEventTimeNanos", NULL, nativeGetEventTimeNanos },
    { "nativeGetRawAxisValue", NULL, nativeGetRawAxisValue }, { "nativeGetAxisValue", NULL, nativeGetAxisValue },
    { "nativeGetPointerCoords", NULL, nativeGetPointerCoords }, { "nativeGetPointerProperties", NULL, nativeGetPointerProperties },
    { "nativeScale", NULL, nativeScale }, { "nativeTransform", NULL, nativeTransform },
    { 0 },
};
