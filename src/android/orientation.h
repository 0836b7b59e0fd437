/*
 * Which way up the screen is: as the user holds the device, unless the activity on
 * top asks otherwise; and telling the app when that changes.
 */
#ifndef ANDROID_ORIENTATION_H
#define ANDROID_ORIENTATION_H

#include "android/tasks.h"

/* The user turns the device: Surface.ROTATION_0 or ROTATION_90. */
void orientation_turn(Thread *t, i32 rotation);
/* Turns the screen if the activity on top wants it otherwise than it is, and tells the app. */
void orientation_follow(Thread *t);
/* Tells an activity what changed since it was last told; it is relaunched unless it handles all of that. */
void orientation_tell(Thread *t, Activity *a);

#endif
