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

/* From now on the version of Android that an app asks for does not matter. */
void package_waive_min_sdk(Thread *t);

const char *package_name(Vm *vm);
/* android.content.pm.ApplicationInfo of the app. */
Object *package_application_info(Thread *t);
/* For the files of the package service: the PackageParser.Package, and the state of the one user. */
Object *package_parsed(Thread *t);
Object *package_user_state(Thread *t);
/* By the manifest, or as the app has since switched it. */
bool package_component_enabled(Thread *t, Object *component);
/* PackageManager.COMPONENT_ENABLED_STATE_…: 0 as in the manifest, 1 enabled, 2 and above disabled. */
void package_switch_component(Thread *t, Object *class_name, i32 setting);
i32 package_component_setting(Thread *t, Object *class_name);
/* ProviderInfo list of the app, in the order of their initOrder. */
Object *package_providers(Thread *t);
/* The class name of the activity that the launcher starts; NULL: the app has none. */
Object *package_launcher(Thread *t);

#endif
