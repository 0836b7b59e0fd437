/* The activity service: the app's process and its activities, driven through the real ActivityThread. */
#ifndef ANDROID_ACTIVITY_H
#define ANDROID_ACTIVITY_H

#include "vm/vm.h"

/*
 * Runs the app: ActivityThread.main on this thread. The launcher's activity is
 * started as soon as the process has attached itself. Returns when the main
 * looper ends, which a phone's never does: the embedder works from a thread of
 * its own.
 */
void activity_run_app(Thread *t);

/*
 * startActivity, by an activity (its token) or by nobody (NULL). Answers one of
 * ActivityManager.START_…; an exception of copying the intent is thrown.
 */
i32 activity_start(Thread *t, Object *intent, Object *resolved_type, Object *result_token, Object *who, i32 request);
/* The launcher's icon: starts the app, or brings it back. */
void activity_launch(Thread *t);
/* Starts an activity of the app by its class name (".Name" is in the app's package), as a shell would. */
void activity_start_named(Thread *t, const char *name);
/* From now on nothing leaves the app: HOME, other apps' activities and the end of the last activity are refused. */
void activity_set_stays(Vm *vm, bool stays);
/* The HOME key. */
void activity_go_home(Thread *t);

/* Is there an activity of that token that is not destroyed? */
bool activity_token_alive(Vm *vm, const Object *token);
/* The class name of what is on the screen ("com.android.launcher3.Launcher" for the home screen); the caller frees. */
char *activity_top_name(Thread *t);

#endif
