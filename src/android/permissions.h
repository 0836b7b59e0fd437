/* What the app may do, by its manifest. */
#ifndef ANDROID_PERMISSIONS_H
#define ANDROID_PERMISSIONS_H

#include "vm/vm.h"

bool app_has_permission(Thread *t, const char *permission);
/*
 * Throws the SecurityException of the platform's Context.enforceCallingOrSelfPermission
 * when the app lacks it; message comes first ("ConnectivityService"), NULL: none.
 */
bool enforce_permission(Thread *t, const char *permission, const char *message);

#endif
