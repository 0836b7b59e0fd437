/*
 * The other apps of the phone: browser, settings, camera … They answer intents and
 * have a name; what they show is one plain screen of ours, which BACK leaves.
 */
#ifndef ANDROID_OTHER_APPS_H
#define ANDROID_OTHER_APPS_H

#include "vm/vm.h"

typedef struct OtherApp {
    const char *package, *activity, *label;
    /* An intent filter, words separated by blanks; NULL: none of that kind. */
    const char *actions, *schemes, *types;
} OtherApp;

/* The one after last that this phone has; NULL: begin, or there are no more. */
const OtherApp *other_app_next(Vm *vm, const OtherApp *last);
/* Takes an app away, by its package or its label. False: there is none such. */
bool other_app_remove(Vm *vm, const char *name);

const OtherApp *other_app_of_package(Vm *vm, const char *package);
const OtherApp *other_app_activity(Vm *vm, const char *package, const char *activity);
Object *other_app_filter(Thread *t, const OtherApp *app);           /* IntentFilter */
Object *other_app_activity_info(Thread *t, const OtherApp *app);
Object *other_app_application_info(Thread *t, const OtherApp *app);

#endif
