/* The phone's side of the socket: what the messages are, and the process that serves them. */
#ifndef DEVICE_PHONE_H
#define DEVICE_PHONE_H

#include "device/device.h"

/* Questions; each is answered by ANSWER with its result or FAILURE with a code and a sentence. */
enum {
    ASK_START = 'i',                /* path of the APK -> Screen */
    ASK_EVENT = 'e',                /* an event's text -> the event as it was done, a 0 byte, Screen */
    ASK_EVENTS = 'E',               /* events, a line each -> how many were done, a 0 byte, Screen */
    ASK_LOOK = 'l', ASK_FORK = 'f', ASK_SCREENSHOT = 's', ASK_LOG = 'g', ASK_DUMP = 'd', ASK_GAPS = 'm',
    ASK_TOOL = 't',                 /* a question for the phone's tool -> its answer */
    ANSWER = 'a', FAILURE = 'x',
};

/* Boots and serves until the controller has gone. For snapshot_spawn; context is the Environment. */
int phone_serve(void *context, int channel);

#endif
