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

extern const OtherApp other_apps[];             /* ends with a zero row */

const OtherApp *other_app_of_package(const char *package);
Object *other_app_filter(Thread *t, const OtherApp *app);           /* IntentFilter */
Object *other_app_activity_info(Thread *t, const OtherApp *app);
Object *other_app_application_info(Thread *t, const OtherApp *app);

#endif
