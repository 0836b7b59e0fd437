/*
 * The phones that a search moves on, as it sees them: copies can be made, events
 * done, several at a time. world_of_devices is the embedded phone; tests have one of
 * their own.
 */
#ifndef EXPLORE_WORLD_H
#define EXPLORE_WORLD_H

#include "device/device.h"

typedef struct World {
    /* A copy in the same state; NULL: none can be made (error_text says why). */
    void *(*fork)(void *phone);
    int (*begin)(void *phone, const Event *event);
    int (*finish)(void *phone, Event *event, Screen *out);
    /* Readable when finish will not wait; -1: it never waits. */
    int (*descriptor)(void *phone);
    void (*kill)(void *phone);
    void (*close)(void *phone);
} World;

extern const World world_of_devices;

/* An event on a phone, waited for. ERR_LIMIT: it took longer than `seconds`; the phone is gone then. */
int world_do(const World *world, void *phone, Event *event, Screen *out, double seconds);
double now_seconds(void);

#endif
