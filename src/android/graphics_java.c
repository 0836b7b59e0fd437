/* Rects, points and arrays of Java as C values. */
#include "android/graphics_java.h"

RectF rectf_of_java(Thread *t, const Object *rect)
{
    static FieldRef left = FIELD("android/graphics/RectF", "left", "F"), top = FIELD("android/graphics/RectF", "top", "F"),
                    right = FIELD("android/graphics/RectF", "right", "F"), bottom = FIELD("android/graphics/RectF", "bottom", "F");
    if (!rect)
        return (RectF){ 0 };
    return (RectF){ GET_FLOAT(t, rect, &left), GET_FLOAT(t, rect, &top), GET_FLOAT(t, rect, &right), GET_FLOAT(t, rect, &bottom) };
}

void rectf_to_java(Thread *t, Object *rect, RectF value)
{
    static FieldRef left = FIELD("android/graphics/RectF", "left", "F"), top = FIELD("android/graphics/RectF", "top", "F"),
                    right = FIELD("android/graphics/RectF", "right", "F"), bottom = FIELD("android/graphics/RectF", "bottom", "F");
    if (!rect)
        return;
    SET_FLOAT(t, rect, &left, value.left);
    SET_FLOAT(t, rect, &top, value.top);
    SET_FLOAT(t, rect, &right, value.right);
    SET_FLOAT(t, rect, &bottom, value.bottom);
}

RectI recti_of_java(Thread *t, const Object *rect)
{
    static FieldRef left = FIELD("android/graphics/Rect", "left", "I"), top = FIELD("android/graphics/Rect", "top", "I"),
                    right = FIELD("android/graphics/Rect", "right", "I"), bottom = FIELD("android/graphics/Rect", "bottom", "I");
    if (!rect)
        return (RectI){ 0 };
    return (RectI){ GET_INT(t, rect, &left), GET_INT(t, rect, &top), GET_INT(t, rect, &right), GET_INT(t, rect, &bottom) };
}

void recti_to_java(Thread *t, Object *rect, RectI value)
{
    static FieldRef left = FIELD("android/graphics/Rect", "left", "I"), top = FIELD("android/graphics/Rect", "top", "I"),
                    right = FIELD("android/graphics/Rect", "right", "I"), bottom = FIELD("android/graphics/Rect", "bottom", "I");
    if (!rect)
        return;
    SET_INT(t, rect, &left, value.left);
    SET_INT(t, rect, &top, value.top);
    SET_INT(t, rect, &right, value.right);
    SET_INT(t, rect, &bottom, value.bottom);
}

bool array_has(Thread *t, const Object *array, i32 from, i32 count)
{
    if (!array)
        return vm_throw_null(t, "an array is null");
    if (from < 0 || count < 0 || (i64)from + count > ARRAY_LENGTH(array))
        return vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "length=%d; regionStart=%d; regionLength=%d", ARRAY_LENGTH(array), from, count);
    return true;
}

void free_peer(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t), UNUSED(result);
    free(peer(args[0].j));
}

void do_nothing(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t), UNUSED(args);
    result->j = 0;
}

void answer_true(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t), UNUSED(args);
    result->i = 1;
}
