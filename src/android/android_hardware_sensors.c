/*
 * android.hardware.SystemSensorManager: a phone that lies still with its screen up. A
 * sensor that is switched on gives one reading, on the looper of its queue; the next
 * would be the same.
 */
#include "android/looper.h"
#include "android/natives.h"

typedef struct SensorKind {
    const char *name, *text_type;
    i32 type;
    float range, resolution;
    float values[3];
} SensorKind;

static const SensorKind kinds[] = {
    { "Accelerometer", "android.sensor.accelerometer", 1, 39.3f, 0.01f, { 0, 0.2f, 9.8f } },
    { "Magnetic field sensor", "android.sensor.magnetic_field", 2, 2000, 0.1f, { 0, 20, -40 } },
    { "Orientation sensor", "android.sensor.orientation", 3, 360, 1, { 0, 0, 0 } },
    { "Gyroscope", "android.sensor.gyroscope", 4, 16.5f, 0.001f, { 0, 0, 0 } },
    { "Light sensor", "android.sensor.light", 5, 40000, 1, { 100, 0, 0 } },
    { "Proximity sensor", "android.sensor.proximity", 8, 5, 5, { 5, 0, 0 } },
    { "Gravity", "android.sensor.gravity", 9, 39.3f, 0.01f, { 0, 0.2f, 9.8f } },
    { "Linear acceleration", "android.sensor.linear_acceleration", 10, 39.3f, 0.01f, { 0, 0, 0 } },
    { "Rotation vector", "android.sensor.rotation_vector", 11, 1, 0.001f, { 0, 0, 0 } },
};

static void create(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->j = 1;
}

#define SENSOR "android/hardware/Sensor"

/* boolean nativeGetSensorAtIndex(long manager, Sensor out, int index) */
static void getSensorAtIndex(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef name = FIELD(SENSOR, "mName", NULL), vendor = FIELD(SENSOR, "mVendor", NULL), text_type = FIELD(SENSOR, "mStringType", NULL);
    static FieldRef permission = FIELD(SENSOR, "mRequiredPermission", NULL), type = FIELD(SENSOR, "mType", NULL), number = FIELD(SENSOR, "mHandle", NULL);
    static FieldRef range = FIELD(SENSOR, "mMaxRange", NULL), resolution = FIELD(SENSOR, "mResolution", NULL), power = FIELD(SENSOR, "mPower", NULL);
    static FieldRef delay = FIELD(SENSOR, "mMinDelay", NULL), version = FIELD(SENSOR, "mVersion", NULL);
    i32 i = args[3].i;
    if (i < 0 || (size_t)i >= COUNT_OF(kinds))
        return;
    Object *s = args[2].l;
    SET_REF(t, s, &name, vm_string_utf8(t, kinds[i].name));
    SET_REF(t, s, &vendor, vm_string_utf8(t, "reenact"));
    SET_REF(t, s, &text_type, vm_string_utf8(t, kinds[i].text_type));
    SET_REF(t, s, &permission, vm_string_utf8(t, ""));
    SET_INT(t, s, &type, kinds[i].type);
    SET_INT(t, s, &number, i + 1);
    SET_INT(t, s, &version, 1);
    SET_INT(t, s, &delay, 10000);
    SET_FLOAT(t, s, &range, kinds[i].range);
    SET_FLOAT(t, s, &resolution, kinds[i].resolution);
    SET_FLOAT(t, s, &power, 0.5f);
    result->i = 1;
}

/* ---- queues ------------------------------------------------------------------------------- */

typedef struct SensorQueue {
    LooperSource source;
    Looper *looper;
    ObjectRef *self;                /* WeakReference to the Java queue */
    i64 due[COUNT_OF(kinds)];       /* of each sensor's next reading */
} SensorQueue;

static i64 next_due(const SensorQueue *q, size_t *which)
{
    i64 first = INT64_MAX;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        if (q->due[i] < first) {
            first = q->due[i];
            *which = i;
        }
    }
    return first;
}

static i64 queue_due(const LooperSource *source)
{
    size_t which;
    return next_due((const SensorQueue *)source, &which);
}

static void queue_dispatch(Thread *t, LooperSource *source)
{
    enum { ACCURACY_HIGH = 3, VALUES = 16 };
    SensorQueue *q = (SensorQueue *)source;
    size_t which = 0;
    if (next_due(q, &which) == INT64_MAX)
        return;
    q->due[which] = INT64_MAX;
    Object *values = vm_new_primitive_array(t, 'F', VALUES);
    Object *queue = values ? vm_call_method(t, ref_object(*q->self), "get", "()Ljava/lang/Object;").l : NULL;
    if (!queue)
        return;
    memcpy(ARRAY_F32(values), kinds[which].values, sizeof kinds[which].values);
    vm_call_method(t, queue, "dispatchSensorEvent", "(I[FIJ)V", (i32)which + 1, values, ACCURACY_HIGH, vm_nanos(t->vm));
}

/* long nativeInitBaseEventQueue(long manager, WeakReference queue, MessageQueue, float[], String, int mode, String) */
static void init_queue(Thread *t, const Slot *args, Slot *result)
{
    SensorQueue *q = xcalloc(1, sizeof *q);
    q->source = (LooperSource){ .due = queue_due, .dispatch = queue_dispatch };
    q->self = vm_root_add(t->vm, args[2].l);
    q->looper = looper_of_queue(t, args[3].l);
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        q->due[i] = INT64_MAX;
    looper_add(q->looper, &q->source);
    result->j = handle(q);
}

/* int nativeEnableSensor(long queue, int sensor, int rateMicros, int latencyMicros) */
static void enable_sensor(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SensorQueue *q = peer(args[0].j);
    i32 i = args[2].i - 1;
    if (i >= 0 && (size_t)i < COUNT_OF(kinds))
        q->due[i] = vm_nanos(t->vm) + MAX(args[3].i, 10000) * 1000ll;
}

static void disable_sensor(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    SensorQueue *q = peer(args[0].j);
    i32 i = args[2].i - 1;
    if (i >= 0 && (size_t)i < COUNT_OF(kinds))
        q->due[i] = INT64_MAX;
}

static void destroy_queue(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SensorQueue *q = peer(args[0].j);
    if (!q)
        return;
    looper_remove(q->looper, &q->source);
    vm_root_remove(t->vm, q->self);
    free(q);
}

const NativeMethod natives_android_hardware_SystemSensorManager[] = {
    { "nativeClassInit", NULL, native_nothing }, { "nativeCreate", NULL, create }, { "nativeGetSensorAtIndex", NULL, getSensorAtIndex },
    { "nativeIsDataInjectionEnabled", NULL, native_nothing },
    { 0 },
};

const NativeMethod natives_android_hardware_SystemSensorManager_queue[] = {
    { "nativeInitBaseEventQueue", NULL, init_queue }, { "nativeEnableSensor", NULL, enable_sensor }, { "nativeDisableSensor", NULL, disable_sensor },
    { "nativeDestroySensorEventQueue", NULL, destroy_queue }, { "nativeFlushSensor", NULL, native_nothing }, { "nativeInjectSensorData", NULL, native_nothing },
    { 0 },
};
