/*
 * Which methods of the app run, without instrumentation: the machine's tracer of
 * calls. Classes of the boot files do not count, nor do the support libraries, which
 * are the platform's although every app brings its own copy.
 */
#ifndef DEVICE_CALLBACKS_H
#define DEVICE_CALLBACKS_H

#include "device/screen.h"
#include "vm/vm.h"

bool callbacks_is_app_class(const Class *c);

/* From now on. */
void callbacks_watch(Vm *vm);
/* Forgets what ran so far: an event begins. */
void callbacks_clear(void);
/* Fills in the screen's callbacks and methods. */
void callbacks_tell(Screen *screen);

#endif
