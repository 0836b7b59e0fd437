/*
 * A phone, seen from outside: install an app, do something, look.
 *
 * The embedded phone is a process that runs the app on our own machine and answers
 * over a socket. Going back is a snapshot: device_fork gives a second phone in the
 * same state, in milliseconds; either can be kept aside and forked again.
 */
#ifndef DEVICE_DEVICE_H
#define DEVICE_DEVICE_H

#include "device/environment.h"
#include "device/event.h"
#include "device/screen.h"

typedef struct Device Device;

/* A phone that is switched on and has no app yet. Error: the boot files are missing, … */
int device_open(Device **out, const Environment *environment);
/* A copy in the same state; the original goes on too. */
int device_fork(Device *device, Device **out);
void device_close(Device *device);

/*
 * Installs the app and starts it as the launcher does. Error: it cannot be
 * installed, and why. An app that crashes at once is no error: see the screen.
 */
int device_start(Device *device, const char *apk, Screen *out);
/*
 * Does one event, waits until the phone has settled, and looks. An event that
 * names its target by a label is first resolved against the screen as it is (and
 * given its points); ERR_NOT_FOUND: there is no such widget.
 */
int device_do(Device *device, Event *event, Screen *out);
/*
 * The same in two halves, so that several phones can be busy at a time: between
 * them the phone works, and its descriptor becomes readable when it has finished.
 */
int device_begin(Device *device, const Event *event);
int device_finish(Device *device, Event *event, Screen *out);
int device_begin_start(Device *device, const char *apk);
int device_finish_start(Device *device, Screen *out);
int device_descriptor(const Device *device);
/* Ends it at once, whatever it is doing; device_close is still to be called. */
void device_kill(Device *device);
/*
 * Does many events without a look in between, as far as they can be done and the app
 * lives. device_end_all waits for what device_begin_all began; *done is how many were done,
 * and the screen is the last one, without its nodes and hashes (device_look has them).
 * Several phones can run side by side: device_any_ready waits for the first of them
 * that has an answer, and gives its index.
 */
int device_begin_all(Device *device, const Event *events, u32 count);
int device_end_all(Device *device, u32 *done, Screen *out);
u32 device_any_ready(Device *const *devices, u32 count);
/* Both at once. */
int device_do_all(Device *device, const Event *events, u32 count, u32 *done, Screen *out);
/* Looks again, without doing anything. */
int device_look(Device *device, Screen *out);

/* PNG of the screen. Only a phone whose environment asked for pixels has any. */
int device_screenshot(Device *device, const char *path);
/* All that the phone has logged, as logcat prints it; the caller frees. */
int device_log(Device *device, char **out);
/* UIAutomator's XML; the caller frees. */
int device_dump(Device *device, char **out);
/* What the app called and this phone has not, a line each with the number of calls; the caller frees. */
int device_gaps(Device *device, char **out);

/* Asks the tool of the phone's environment; the caller frees. */
int device_ask_tool(Device *device, const char *question, char **out);

/* Resident bytes that belong to this phone alone. */
u64 device_private_bytes(const Device *device);

#endif
