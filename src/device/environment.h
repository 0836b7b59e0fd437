/* What a run depends on besides the app and the events. */
#ifndef DEVICE_ENVIRONMENT_H
#define DEVICE_ENVIRONMENT_H

#include "base/base.h"

typedef struct Environment {
    u64 seed;
    bool pixels;                    /* draw, so that screenshots can be taken */
    bool verbose;
} Environment;

#endif
