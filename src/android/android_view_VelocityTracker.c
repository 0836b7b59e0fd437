/*
 * android.view.VelocityTracker: the speed of each pointer over the last 100 ms, by
 * least squares through the samples (the platform's default strategy is a
 * parabola; the slope at its newest end is the speed).
 */
#include "android/natives.h"

#include <math.h>

enum { MOST_SAMPLES = 20, MOST_POINTERS = 32, HORIZON_NANOS = 100000000, STOPPED_NANOS = 40000000 };

typedef struct Sample {
    i64 time;
    float x, y;
} Sample;

typedef struct Track {
    Sample samples[MOST_SAMPLES];
    u32 count;
    float vx, vy;
} Track;

typedef struct Tracker {
    Track tracks[MOST_POINTERS];
} Tracker;

static Tracker *self(const Slot *args)
{
    return peer(args[0].j);
}

static void nativeInitialize(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->j = handle(xcalloc(1, sizeof(Tracker)));
}

static void nativeDispose(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    free(self(args));
}

static void nativeClear(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    memset(self(args), 0, sizeof(Tracker));
}

static void add(Track *track, i64 time, float x, float y)
{
    if (track->count && time - track->samples[track->count - 1].time > STOPPED_NANOS)
        track->count = 0;           /* the finger rested: what was before does not count */
    if (track->count == MOST_SAMPLES) {
        memmove(track->samples, track->samples + 1, sizeof *track->samples * (MOST_SAMPLES - 1));
        track->count--;
    }
    track->samples[track->count++] = (Sample){ time, x, y };
}

/* void nativeAddMovement(long tracker, MotionEvent event) */
static void nativeAddMovement(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Tracker *tracker = self(args);
    Object *event = args[2].l;
    if (!event) {
        vm_throw(t, "java/lang/IllegalArgumentException", "event must not be null");
        return;
    }
    enum { DOWN = 0, MOVE = 2, POINTER_DOWN = 5 };
    i32 action = vm_call_method(t, event, "getActionMasked", "()I").i;
    if (action == DOWN)
        memset(tracker, 0, sizeof *tracker);
    if (action != DOWN && action != MOVE && action != POINTER_DOWN)
        return;
    i32 pointers = vm_call_method(t, event, "getPointerCount", "()I").i, history = vm_call_method(t, event, "getHistorySize", "()I").i;
    for (i32 p = 0; p < pointers && !t->exception; p++) {
        i32 id = vm_call_method(t, event, "getPointerId", "(I)I", p).i;
        if (id < 0 || id >= MOST_POINTERS)
            continue;
        for (i32 h = 0; h < history && !t->exception; h++)
            add(&tracker->tracks[id], vm_call_method(t, event, "getHistoricalEventTimeNano", "(I)J", h).j,
                vm_call_method(t, event, "getHistoricalX", "(II)F", p, h).f, vm_call_method(t, event, "getHistoricalY", "(II)F", p, h).f);
        add(&tracker->tracks[id], vm_call_method(t, event, "getEventTimeNano", "()J").j,
            vm_call_method(t, event, "getX", "(I)F", p).f, vm_call_method(t, event, "getY", "(I)F", p).f);
    }
}

/*
 * Least squares with the newest sample at time 0. With n samples a polynomial of
 * degree min(2, n - 1) is fitted; its slope at 0, per second.
 */
static float slope(const Track *track, bool of_y)
{
    double s[5] = { 0 }, b[3] = { 0 };
    const Sample *newest = &track->samples[track->count - 1];
    u32 used = 0;
    for (u32 i = track->count; i-- > 0;) {
        const Sample *p = &track->samples[i];
        if (newest->time - p->time > HORIZON_NANOS)
            break;
        double time = (double)(p->time - newest->time) * 1e-9, power = 1, value = of_y ? p->y : p->x;
        for (int k = 0; k < 5; k++) {
            s[k] += power;
            if (k < 3)
                b[k] += power * value;
            power *= time;
        }
        used++;
    }
    if (used < 2)
        return 0;
    if (used == 2) {
        double d = s[0] * s[2] - s[1] * s[1];
        return d ? (float)((s[0] * b[1] - s[1] * b[0]) / d) : 0;
    }
    /* Cramer's rule for the linear coefficient of the parabola. */
    double d = s[0] * (s[2] * s[4] - s[3] * s[3]) - s[1] * (s[1] * s[4] - s[3] * s[2]) + s[2] * (s[1] * s[3] - s[2] * s[2]);
    double n = s[0] * (b[1] * s[4] - s[3] * b[2]) - b[0] * (s[1] * s[4] - s[3] * s[2]) + s[2] * (s[1] * b[2] - b[1] * s[2]);
    return fabs(d) > 1e-30 ? (float)(n / d) : 0;
}

static float limited(float v, float most)
{
    return v > most ? most : v < -most ? -most : v;
}

/* void nativeComputeCurrentVelocity(long tracker, int units, float most): units in milliseconds */
static void nativeComputeCurrentVelocity(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    Tracker *tracker = self(args);
    for (u32 i = 0; i < MOST_POINTERS; i++) {
        Track *track = &tracker->tracks[i];
        float units = (float)args[2].i / 1000, most = args[3].f;
        track->vx = track->count ? limited(slope(track, false) * units, most) : 0;
        track->vy = track->count ? limited(slope(track, true) * units, most) : 0;
    }
}

/* An id of -1 is the first pointer that is down. */
static const Track *track_of(const Tracker *tracker, i32 id)
{
    if (id >= 0 && id < MOST_POINTERS)
        return &tracker->tracks[id];
    for (u32 i = 0; i < MOST_POINTERS; i++)
        if (tracker->tracks[i].count)
            return &tracker->tracks[i];
    return &tracker->tracks[0];
}

static void nativeGetXVelocity(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->f = track_of(self(args), args[2].i)->vx;
}

static void nativeGetYVelocity(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->f = track_of(self(args), args[2].i)->vy;
}

const NativeMethod natives_android_view_VelocityTracker[] = {
    { "nativeInitialize", NULL, nativeInitialize }, { "nativeDispose", NULL, nativeDispose }, { "nativeClear", NULL, nativeClear },
    { "nativeAddMovement", NULL, nativeAddMovement }, { "nativeComputeCurrentVelocity", NULL, nativeComputeCurrentVelocity },
    { "nativeGetXVelocity", NULL, nativeGetXVelocity }, { "nativeGetYVelocity", NULL, nativeGetYVelocity },
    { 0 },
};
