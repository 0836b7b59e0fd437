/* What a run depends on besides the app and the events. */
#ifndef DEVICE_ENVIRONMENT_H
#define DEVICE_ENVIRONMENT_H

#include "base/base.h"

typedef struct Environment {
    u64 seed;
    bool pixels;                    /* draw, so that screenshots can be taken */
    bool callbacks;                 /* note which methods of the app run: see Screen */
    bool stays;                     /* as under Monkey's -p: what would leave the app is refused */
    bool verbose;
} Environment;

#endif
