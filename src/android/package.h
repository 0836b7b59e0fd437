/*
 * The installed app, as the framework's own PackageParser read it, and the package
 * service over it.
 */
#ifndef ANDROID_PACKAGE_H
#define ANDROID_PACKAGE_H

#include "vm/vm.h"

/*
 * Shows the APK to the phone as /data/app/NAME/base.apk, parses it and makes its
 * data folder. False: thrown (a PackageParserException says what is wrong).
 */
bool package_install(Thread *t, const char *host_apk);

const char *package_name(Vm *vm);
/* android.content.pm.ApplicationInfo of the app. */
Object *package_application_info(Thread *t);
/* ActivityInfo by class name; NULL without an exception when the app has no such activity. */
Object *package_activity_info(Thread *t, const Object *class_name);
/* ProviderInfo list of the app, in the order of their initOrder. */
Object *package_providers(Thread *t);
/* The class name of the activity that the launcher starts; NULL: the app has none. */
Object *package_launcher(Thread *t);

#endif
