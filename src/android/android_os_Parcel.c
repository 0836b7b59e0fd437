/*
 * android.os.Parcel: a growing buffer with a position, laid out as the platform
 * does (4-byte units, strings in UTF-16 with a length before and a zero behind).
 *
 * Binders never leave the process: the buffer holds an index into a list of
 * objects that the parcel keeps alive.
 */
#include "android/natives.h"
#include "android/parcel.h"

typedef struct ParcelPeer {
    Buf data;
    size_t position;
    ObjectRef **objects;            /* roots */
    u32 object_count;
    bool has_descriptors;
} ParcelPeer;

static ParcelPeer *self(const Slot *args)
{
    return peer(args[0].j);
}

static void forget_objects(Thread *t, ParcelPeer *p)
{
    for (u32 i = 0; i < p->object_count; i++)
        vm_root_remove(t->vm, p->objects[i]);
    free(p->objects);
    p->objects = NULL;
    p->object_count = 0;
    p->has_descriptors = false;
}

/* Room at the position for size bytes, rounded up to 4; what is behind is overwritten. */
static void write_bytes(ParcelPeer *p, const void *bytes, size_t size)
{
    size_t padded = ALIGN_UP(size, 4);
    if (p->position > p->data.size)
        p->position = p->data.size;
    if (p->position + padded > p->data.size) {
        size_t more = p->position + padded - p->data.size;
        buf_reserve(&p->data, more);
        memset(p->data.data + p->data.size, 0, more);
        p->data.size += more;
    }
    if (size)
        memcpy(p->data.data + p->position, bytes, size);
    if (padded > size)
        memset(p->data.data + p->position + size, 0, padded - size);
    p->position += padded;
}

/* The bytes at the position, or NULL past the end; moves behind them. */
static const void *read_bytes(ParcelPeer *p, size_t size)
{
    size_t padded = ALIGN_UP(size, 4);
    if (p->position > p->data.size || padded > p->data.size - p->position)
        return NULL;
    const void *at = p->data.data + p->position;
    p->position += padded;
    return at;
}

static i32 read_int(ParcelPeer *p)
{
    const void *at = read_bytes(p, 4);
    i32 value = 0;
    if (at)
        memcpy(&value, at, 4);
    return value;
}

static void write_int(ParcelPeer *p, i32 value)
{
    write_bytes(p, &value, 4);
}

/* ---- the buffer itself ------------------------------------------------------------------ */

static void nativeCreate(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->j = handle(xcalloc(1, sizeof(ParcelPeer)));
}

static void nativeFreeBuffer(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    ParcelPeer *p = self(args);
    forget_objects(t, p);
    buf_free(&p->data);
    p->position = 0;
}

static void nativeDestroy(Thread *t, const Slot *args, Slot *result)
{
    nativeFreeBuffer(t, args, result);
    free(self(args));
}

static void nativeDataSize(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->i = (i32)self(args)->data.size; }
static void nativeDataPosition(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->i = (i32)self(args)->position; }
static void nativeDataCapacity(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->i = (i32)MAX(self(args)->data.room, self(args)->data.size); }

static void nativeDataAvail(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const ParcelPeer *p = self(args);
    result->i = p->position < p->data.size ? (i32)(p->data.size - p->position) : 0;
}

static void nativeSetDataSize(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    ParcelPeer *p = self(args);
    size_t size = (size_t)MAX(args[2].i, 0);
    if (size > p->data.size) {
        buf_reserve(&p->data, size - p->data.size);
        memset(p->data.data + p->data.size, 0, size - p->data.size);
    }
    p->data.size = size;
    p->position = MIN(p->position, size);
}

static void nativeSetDataPosition(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    self(args)->position = (size_t)MAX(args[2].i, 0);
}

/* ---- numbers ------------------------------------------------------------------------------ */

static void nativeWriteInt(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(result); write_int(self(args), args[2].i); }
static void nativeWriteLong(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(result); write_bytes(self(args), &args[2].j, 8); }
static void nativeReadInt(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->i = read_int(self(args)); }

static void nativeReadLong(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const void *at = read_bytes(self(args), 8);
    if (at)
        memcpy(&result->j, at, 8);
}

/* ---- strings and bytes ---------------------------------------------------------------------- */

static void write_string(ParcelPeer *p, const Object *s)
{
    if (!s) {
        write_int(p, -1);
        return;
    }
    i32 length = vm_string_length(s);
    size_t size = ((size_t)length + 1) * 2;
    u16 *copy = xcalloc(1, size);
    if (length)
        memcpy(copy, vm_string_chars(s), (size_t)length * 2);
    write_int(p, length);
    write_bytes(p, copy, size);
    free(copy);
}

static Object *read_string(Thread *t, ParcelPeer *p)
{
    i32 length = read_int(p);
    if (length < 0 || (size_t)length > p->data.size / 2)
        return NULL;
    const u16 *at = read_bytes(p, ((size_t)length + 1) * 2);
    return at ? vm_string_utf16(t, at, length) : NULL;
}

static void nativeWriteString(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    write_string(self(args), args[2].l);
}

static void nativeReadString(Thread *t, const Slot *args, Slot *result)
{
    result->l = read_string(t, self(args));
}

/* void nativeWriteByteArray(long p, byte[] bytes, int offset, int length): -1 for null */
static void nativeWriteByteArray(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    ParcelPeer *p = self(args);
    if (!args[2].l) {
        write_int(p, -1);
        return;
    }
    write_int(p, args[4].i);
    write_bytes(p, ARRAY_I8(args[2].l) + args[3].i, (size_t)args[4].i);
}

static void nativeCreateByteArray(Thread *t, const Slot *args, Slot *result)
{
    ParcelPeer *p = self(args);
    i32 length = read_int(p);
    if (length < 0 || (size_t)length > p->data.size)
        return;
    const void *at = read_bytes(p, (size_t)length);
    Object *array = at ? vm_new_primitive_array(t, 'B', length) : NULL;
    if (array)
        memcpy(ARRAY_I8(array), at, (size_t)length);
    result->l = array;
}

const Buf *parcel_bytes(Thread *t, Object *parcel)
{
    static FieldRef pointer = FIELD("android/os/Parcel", "mNativePtr", "J");
    const ParcelPeer *p = peer(GET_LONG(t, parcel, &pointer));
    return p->object_count ? NULL : &p->data;
}

static void nativeMarshall(Thread *t, const Slot *args, Slot *result)
{
    const ParcelPeer *p = self(args);
    if (p->object_count) {
        vm_throw(t, "java/lang/RuntimeException", "Tried to marshall a Parcel that contained Binder objects.");
        return;
    }
    Object *array = vm_new_primitive_array(t, 'B', (i32)p->data.size);
    if (array && p->data.size)
        memcpy(ARRAY_I8(array), p->data.data, p->data.size);
    result->l = array;
}

static void nativeUnmarshall(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    ParcelPeer *p = self(args);
    i32 offset = args[3].i, length = args[4].i;
    if (!args[2].l || length < 0 || offset < 0 || offset > ARRAY_LENGTH(args[2].l) - length)
        return;
    forget_objects(t, p);
    buf_clear(&p->data);
    p->position = 0;
    buf_add(&p->data, ARRAY_I8(args[2].l) + offset, (size_t)length);
    p->position = (size_t)length;
}

/* ---- objects ---------------------------------------------------------------------------------- */

static void write_object(Thread *t, ParcelPeer *p, Object *o)
{
    if (!o) {
        write_int(p, -1);
        return;
    }
    p->objects = xrealloc(p->objects, (p->object_count + 1) * sizeof *p->objects);
    p->objects[p->object_count] = vm_root_add(t->vm, o);
    write_int(p, (i32)p->object_count++);
}

static Object *read_object(ParcelPeer *p)
{
    u32 index = (u32)read_int(p);
    return index < p->object_count ? ref_object(*p->objects[index]) : NULL;
}

static void nativeWriteStrongBinder(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    write_object(t, self(args), args[2].l);
}

static void nativeReadStrongBinder(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->l = read_object(self(args));
}

static void nativeWriteFileDescriptor(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    write_object(t, self(args), args[2].l);
    self(args)->has_descriptors = true;
}

static void nativeHasFileDescriptors(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = self(args)->has_descriptors;
}

/* long nativeAppendFrom(long to, long from, int offset, int length): objects are listed anew */
static void nativeAppendFrom(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    ParcelPeer *to = self(args), *from = peer(args[2].j);
    i32 offset = args[4].i, length = args[5].i;
    if (offset < 0 || length < 0 || (size_t)offset + (size_t)length > from->data.size)
        return;
    if (from->object_count) {
        /* An index in the bytes cannot be told from a number, so all objects come along in front. */
        if (to->object_count) {
            vm_note_gap(t, "Parcel.appendFrom of two parcels that both hold binders");
            return;
        }
        to->objects = xcalloc(from->object_count, sizeof *to->objects);
        for (u32 i = 0; i < from->object_count; i++)
            to->objects[i] = vm_root_add(t->vm, ref_object(*from->objects[i]));
        to->object_count = from->object_count;
        to->has_descriptors |= from->has_descriptors;
    }
    char *copy = xmalloc((size_t)length + 1);
    memcpy(copy, from->data.data + offset, (size_t)length);
    write_bytes(to, copy, (size_t)length);
    free(copy);
}

/* ---- interface tokens --------------------------------------------------------------------------- */

static void nativeWriteInterfaceToken(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    write_int(self(args), 0);       /* strict mode policy */
    write_string(self(args), args[2].l);
}

static void nativeEnforceInterface(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    read_int(self(args));
    Object *token = read_string(t, self(args));
    char *wanted = vm_string_to_utf8(args[2].l);
    if (!t->exception && (!token || !wanted || !vm_string_is(token, wanted)))
        vm_throw(t, "java/lang/SecurityException", "Binder invocation to an incorrect interface");
    free(wanted);
}

const NativeMethod natives_android_os_Parcel[] = {
    { "nativeCreate", NULL, nativeCreate }, { "nativeFreeBuffer", NULL, nativeFreeBuffer }, { "nativeDestroy", NULL, nativeDestroy },
    { "nativeDataSize", NULL, nativeDataSize }, { "nativeDataAvail", NULL, nativeDataAvail },
    { "nativeDataPosition", NULL, nativeDataPosition }, { "nativeDataCapacity", NULL, nativeDataCapacity },
    { "nativeSetDataSize", NULL, nativeSetDataSize }, { "nativeSetDataPosition", NULL, nativeSetDataPosition },
    { "nativeSetDataCapacity", NULL, native_nothing }, { "nativePushAllowFds", NULL, native_nothing }, { "nativeRestoreAllowFds", NULL, native_nothing },
    { "nativeWriteInt", NULL, nativeWriteInt }, { "nativeWriteLong", NULL, nativeWriteLong },
    { "nativeWriteFloat", NULL, nativeWriteInt }, { "nativeWriteDouble", NULL, nativeWriteLong },
    { "nativeReadInt", NULL, nativeReadInt }, { "nativeReadLong", NULL, nativeReadLong },
    { "nativeReadFloat", NULL, nativeReadInt }, { "nativeReadDouble", NULL, nativeReadLong },
    { "nativeWriteString", NULL, nativeWriteString }, { "nativeReadString", NULL, nativeReadString },
    { "nativeWriteByteArray", NULL, nativeWriteByteArray }, { "nativeWriteBlob", NULL, nativeWriteByteArray },
    { "nativeCreateByteArray", NULL, nativeCreateByteArray }, { "nativeReadBlob", NULL, nativeCreateByteArray },
    { "nativeWriteStrongBinder", NULL, nativeWriteStrongBinder }, { "nativeReadStrongBinder", NULL, nativeReadStrongBinder },
    { "nativeWriteFileDescriptor", NULL, nativeWriteFileDescriptor }, { "nativeReadFileDescriptor", NULL, nativeReadStrongBinder },
    { "nativeHasFileDescriptors", NULL, nativeHasFileDescriptors },
    { "nativeMarshall", NULL, nativeMarshall }, { "nativeUnmarshall", NULL, nativeUnmarshall }, { "nativeAppendFrom", NULL, nativeAppendFrom },
    { "nativeWriteInterfaceToken", NULL, nativeWriteInterfaceToken }, { "nativeEnforceInterface", NULL, nativeEnforceInterface },
    { "nativeGetBlobAshmemSize", NULL, native_nothing },
    { 0 },
};
