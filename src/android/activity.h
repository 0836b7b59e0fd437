/* The activity service: the app's process and its activities, driven through the real ActivityThread. */
#ifndef ANDROID_ACTIVITY_H
#define ANDROID_ACTIVITY_H

#include "vm/vm.h"

/*
 * Runs the app: ActivityThread.main on this thread. The launcher's activity is
 * started as soon as the process has attached itself. Returns when the main
 * looper ends, which a phone's never does: the embedder works from vm's idle hook.
 */
void activity_run_app(Thread *t);

/* The exception that ended the app, or NULL. */
Object *activity_crash(Vm *vm);
/* Has the activity on top come up (resumed and idle)? */
bool activity_is_idle(Vm *vm);

#endif
