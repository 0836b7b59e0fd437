/*
 * The app's other components: its services (app_services.c), its broadcasts and
 * receivers (broadcasts.c), pending intents (pending_intents.c), and the content
 * providers that it asks for (providers.h).
 */
#ifndef ANDROID_COMPONENTS_H
#define ANDROID_COMPONENTS_H

#include "vm/vm.h"

/* ---- broadcasts ----- */
/* Sends an intent to every receiver of the app that wants it, as the system does. */
void broadcast_send(Thread *t, Object *intent);
/* The same for a plain action. */
void broadcast_action(Thread *t, const char *action);
/* An intent that later receivers get as soon as they register. Replaces one of the same action. */
void broadcast_make_sticky(Thread *t, Object *intent);

/* ---- services ----- */
/* startService without a caller. Null: there is none such. */
Object *service_start(Thread *t, Object *intent, Object *resolved_type);

/* ---- pending intents ----- */
/* Sends an IIntentSender; fill_in may be NULL. False: it was cancelled. */
bool pending_intent_send(Thread *t, Object *sender, i32 code, Object *fill_in);

/* Methods of IActivityManager that live in those files. */
NativeFunction am_startService, am_stopService, am_stopServiceToken, am_bindService, am_unbindService, am_publishService, am_unbindFinished, am_peekService;
NativeFunction am_getServices;
NativeFunction am_setServiceForeground;            /* notification_service.c */
NativeFunction am_registerReceiver, am_unregisterReceiver, am_broadcastIntent, am_unbroadcastIntent, am_finishReceiver;
NativeFunction am_getIntentSender, am_cancelIntentSender, am_getPackageForIntentSender, am_isIntentSenderAnActivity, am_startActivityIntentSender, am_getUidForIntentSender;

#define COMPONENT_METHODS \
    { "startService", am_startService }, { "stopService", am_stopService }, { "stopServiceToken", am_stopServiceToken }, \
    { "bindService", am_bindService }, { "unbindService", am_unbindService }, { "publishService", am_publishService }, \
    { "unbindFinished", am_unbindFinished }, { "peekService", am_peekService }, { "getServices", am_getServices }, \
    { "serviceDoneExecuting", NULL }, { "setServiceForeground", am_setServiceForeground }, \
    { "registerReceiver", am_registerReceiver }, { "unregisterReceiver", am_unregisterReceiver }, { "broadcastIntent", am_broadcastIntent }, \
    { "unbroadcastIntent", am_unbroadcastIntent }, { "finishReceiver", am_finishReceiver }, \
    { "getIntentSender", am_getIntentSender }, { "cancelIntentSender", am_cancelIntentSender }, \
    { "getPackageForIntentSender", am_getPackageForIntentSender }, { "isIntentSenderAnActivity", am_isIntentSenderAnActivity }, \
    { "startActivityIntentSender", am_startActivityIntentSender }, { "getUidForIntentSender", am_getUidForIntentSender }, \
    { "publishContentProviders", NULL }, { "removeContentProvider", NULL }, { "refContentProvider", NULL }, \
    { "grantUriPermission", NULL }, { "revokeUriPermission", NULL },

#endif
