/*
 * android.animation.PropertyValuesHolder: setters found once and called directly. A
 * method's handle is the machine's Method; 0 makes the Java side use reflection.
 */
#include "android/natives.h"

/* The setter of the class by name, with `count` parameters of a kind: setX(FF)V. */
static void find_setter(Class *c, const Object *name, const char *parameter, i32 count, Slot *result)
{
    Buf descriptor = { 0 };
    buf_add_char(&descriptor, '(');
    for (i32 i = 0; i < count; i++)
        buf_add_str(&descriptor, parameter);
    buf_add_str(&descriptor, ")V");
    char *text = vm_string_to_utf8(name);
    const Method *m = c && text ? vm_method(c, text, buf_str(&descriptor)) : NULL;
    result->j = m && !method_is_static(m) ? handle(m) : 0;
    free(text);
    buf_free(&descriptor);
}

static void getIntMethod(Thread *t, const Slot *args, Slot *result) { UNUSED(t); find_setter(vm_class_of_object(args[0].l), args[1].l, "I", 1, result); }
static void getFloatMethod(Thread *t, const Slot *args, Slot *result) { UNUSED(t); find_setter(vm_class_of_object(args[0].l), args[1].l, "F", 1, result); }
static void getMultipleIntMethod(Thread *t, const Slot *args, Slot *result) { UNUSED(t); find_setter(vm_class_of_object(args[0].l), args[1].l, "I", args[2].i, result); }
static void getMultipleFloatMethod(Thread *t, const Slot *args, Slot *result) { UNUSED(t); find_setter(vm_class_of_object(args[0].l), args[1].l, "F", args[2].i, result); }

/* void nCallXMethod(Object target, long method, value, …): the values lie behind the method as they do behind the target */
static void call_setter(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Slot copy[5] = { args[0] };
    Method *m = peer(args[1].j);
    for (u32 i = 0; i < m->argument_count && i + 1 < COUNT_OF(copy); i++)
        copy[i + 1] = args[3 + i];
    vm_call_virtual(t, m, copy);
}

/* void nCallMultipleXMethod(Object target, long method, X[] values): ints and floats are 4 bytes both */
static void call_setter_with_array(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Slot copy[17] = { args[0] };
    Method *m = peer(args[1].j);
    const Object *values = args[3].l;
    for (i32 i = 0; i < m->argument_count && i < ARRAY_LENGTH(values) && (size_t)i + 1 < COUNT_OF(copy); i++)
        copy[i + 1].i = ARRAY_I32(values)[i];
    vm_call_virtual(t, m, copy);
}

const NativeMethod natives_android_animation_PropertyValuesHolder[] = {
    { "nGetIntMethod", NULL, getIntMethod }, { "nGetFloatMethod", NULL, getFloatMethod }, { "nGetMultipleIntMethod", NULL, getMultipleIntMethod },
    { "nGetMultipleFloatMethod", NULL, getMultipleFloatMethod }, { "nCallIntMethod", NULL, call_setter }, { "nCallFloatMethod", NULL, call_setter },
    { "nCallTwoIntMethod", NULL, call_setter }, { "nCallFourIntMethod", NULL, call_setter }, { "nCallTwoFloatMethod", NULL, call_setter },
    { "nCallFourFloatMethod", NULL, call_setter }, { "nCallMultipleIntMethod", NULL, call_setter_with_array }, { "nCallMultipleFloatMethod", NULL, call_setter_with_array },
    { 0 },
};
