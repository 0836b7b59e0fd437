/* The system's properties, as android.os.SystemProperties reads them. */
#ifndef ANDROID_PROPERTIES_H
#define ANDROID_PROPERTIES_H

#include "vm/vm.h"

void system_property_set(Vm *vm, const char *key, const char *value);

#endif
