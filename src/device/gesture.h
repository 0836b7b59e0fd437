/* Doing an event on the embedded phone: fingers and keys in the phone's own time, and waiting until it has settled. */
#ifndef DEVICE_GESTURE_H
#define DEVICE_GESTURE_H

#include "device/event.h"
#include "vm/vm.h"

enum { FIRST_SETTLE_MS = 5000 };

/* Gives an event that names its target its points. ERR_NOT_FOUND: there is no such widget. */
int gesture_resolve(Thread *t, Event *event);
void gesture_do(Thread *t, const Event *event);
/* Waits behind the event: as long as it says, or until the phone has settled. */
void gesture_finish(Thread *t, const Event *event);
/*
 * Until nothing has happened for a moment, or for `most` milliseconds of the
 * phone's time (an animation that never ends is no reason to wait). An event that
 * the app has not finished after five seconds makes it one that does not answer.
 */
void gesture_settle(Thread *t, i32 most);

#endif
