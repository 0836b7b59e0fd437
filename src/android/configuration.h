/* What the app is told about the device it runs on: android.content.res.Configuration. */
#ifndef ANDROID_CONFIGURATION_H
#define ANDROID_CONFIGURATION_H

#include "vm/vm.h"

/* As the device is now. NULL: thrown. */
Object *configuration_new(Thread *t);
/* CompatibilityInfo.DEFAULT_COMPATIBILITY_INFO: no app is scaled. */
Object *compatibility_none(Thread *t);

#endif
