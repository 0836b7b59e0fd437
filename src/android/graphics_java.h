/* Rects, points and arrays of Java as C values: shared by the files that draw. */
#ifndef ANDROID_GRAPHICS_JAVA_H
#define ANDROID_GRAPHICS_JAVA_H

#include "android/graphics_matrix.h"
#include "android/natives.h"

RectF rectf_of_java(Thread *t, const Object *rect);         /* android.graphics.RectF */
void rectf_to_java(Thread *t, Object *rect, RectF value);
RectI recti_of_java(Thread *t, const Object *rect);         /* android.graphics.Rect */
void recti_to_java(Thread *t, Object *rect, RectI value);

/* Is [from, from + count) inside the array? If not, ArrayIndexOutOfBoundsException is thrown. NULL arrays: NullPointerException. */
bool array_has(Thread *t, const Object *array, i32 from, i32 count);

/* A release function for handles that are plain malloc'd memory. */
void free_peer(Thread *t, const Slot *args, Slot *result);
/* Natives that have nothing to do here: they leave zero. */
void do_nothing(Thread *t, const Slot *args, Slot *result);
void answer_true(Thread *t, const Slot *args, Slot *result);

#endif
