/* What the system has told everybody before the app came: intents that stay. */
#ifndef ANDROID_STICKY_BROADCASTS_H
#define ANDROID_STICKY_BROADCASTS_H

#include "vm/vm.h"

/* Battery, network, Wi-Fi, headset: once, before the first receiver registers. */
void sticky_broadcasts_start(Thread *t);

#endif
