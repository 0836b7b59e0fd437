/*
 * The end of the app: an exception that nobody caught, or an exit of its own. The
 * thread that met it never runs again; the phone stays as it was, to be looked at.
 */
#ifndef ANDROID_CRASH_H
#define ANDROID_CRASH_H

#include "vm/vm.h"

typedef enum AppEnd { APP_LIVES, APP_CRASHED, APP_EXITED, APP_STUCK } AppEnd;

typedef struct Crash {
    AppEnd end;
    char *trace;                    /* the stack trace with its causes, as the log prints it; NULL unless crashed or stuck */
    char *thread;                   /* name of the thread */
    /*
     * A part of Android that this phone lacks, called from a method that is on the
     * crash's stack since the last event: the crash may be ours, not the app's.
     * NULL: none.
     */
    char *gap;
    Object *throwable;              /* what nobody caught; NULL unless crashed */
} Crash;

/* From now on an end of the app is noted here instead of ending the process. */
void crash_watch(Vm *vm);
const Crash *crash_of(Vm *vm);
/* The app has not finished an event in time ("Application Not Responding"): notes what its main thread is doing. */
void crash_does_not_answer(Vm *vm);
/* Gaps before this moment have nothing to do with a later crash. */
void crash_begin_event(Vm *vm);

#endif
