/* sun.misc.Unsafe: with one OS thread, every access is atomic. */
#include "libcore/natives.h"

static void *place(const Slot *args)
{
    return (u8 *)args[1].l + args[2].j;
}

static void getArrayBaseOffset(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const Class *c = vm_class_of_object(args[0].l);
    result->i = c->kind == 'J' || c->kind == 'D' ? ARRAY_WIDE_DATA : ARRAY_DATA;
}

static void getArrayIndexScale(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    switch (vm_class_of_object(args[0].l)->kind) {
    case 'Z': case 'B': result->i = 1; break;
    case 'C': case 'S': result->i = 2; break;
    case 'J': case 'D': result->i = 8; break;
    default: result->i = 4;
    }
}

static void compareAndSwapInt(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    i32 *p = place(args);
    if (*p == args[4].i) {
        *p = args[5].i;
        result->i = 1;
    }
}

static void compareAndSwapLong(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    i64 *p = place(args);
    if (*p == args[4].j) {
        *p = args[6].j;
        result->i = 1;
    }
}

static void getInt(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->i = *(i32 *)place(args); }
static void putInt(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(result); *(i32 *)place(args) = args[4].i; }
static void getLong(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->j = *(i64 *)place(args); }
static void putLong(Thread *t, const Slot *args, Slot *result) { UNUSED(t); UNUSED(result); *(i64 *)place(args) = args[4].j; }
static void getObject(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->l = ref_object(*(ObjectRef *)place(args)); }

static void allocateInstance(Thread *t, const Slot *args, Slot *result)
{
    Class *c = vm_class_of_object(args[1].l);
    if (c->access & (ACC_ABSTRACT | ACC_INTERFACE) || class_is_array(c) || class_is_primitive(c)) {
        vm_throw(t, "java/lang/InstantiationException", "%s", c->name->text);
        return;
    }
    if (vm_initialize_class(t, c))
        result->l = vm_new_object(t, c);
}

const NativeMethod natives_sun_misc_Unsafe[] = {
    { "getArrayBaseOffsetForComponentType", NULL, getArrayBaseOffset },
    { "getArrayIndexScaleForComponentType", NULL, getArrayIndexScale },
    { "compareAndSwapInt", NULL, compareAndSwapInt },
    { "compareAndSwapObject", NULL, compareAndSwapInt },
    { "compareAndSwapLong", NULL, compareAndSwapLong },
    { "getIntVolatile", NULL, getInt }, { "getInt", "(Ljava/lang/Object;J)I", getInt },
    { "putIntVolatile", NULL, putInt }, { "putOrderedInt", NULL, putInt }, { "putInt", "(Ljava/lang/Object;JI)V", putInt },
    { "getLongVolatile", NULL, getLong }, { "getLong", "(Ljava/lang/Object;J)J", getLong },
    { "putLongVolatile", NULL, putLong }, { "putOrderedLong", NULL, putLong }, { "putLong", "(Ljava/lang/Object;JJ)V", putLong },
    { "getObjectVolatile", NULL, getObject }, { "getObject", "(Ljava/lang/Object;J)Ljava/lang/Object;", getObject },
    { "putObjectVolatile", NULL, putInt }, { "putOrderedObject", NULL, putInt },
    { "putObject", "(Ljava/lang/Object;JLjava/lang/Object;)V", putInt },
    { "allocateInstance", NULL, allocateInstance },
    { 0 },
};
