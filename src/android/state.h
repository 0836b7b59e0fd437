/* What the smaller services remember: one struct for all of them. */
#ifndef ANDROID_STATE_H
#define ANDROID_STATE_H

#include "base/map.h"
#include "vm/vm.h"

/* Objects kept alive, in the order in which they came. */
typedef struct RootList {
    ObjectRef *object;
    struct RootList *next;
} RootList;

void root_list_add(Vm *vm, RootList **list, Object *o);
void root_list_remove(Vm *vm, RootList **list, const Object *o);

enum { AUDIO_STREAMS = 10 };

typedef struct ManagerState {
    ObjectRef *clip;                /* ClipData; NULL: nothing was copied */
    RootList *clip_listeners;
    RootList *alarms, *toasts, *accounts, *jobs, *location_listeners;
    bool no_network, wifi_off, toast_shown;
    bool audio_ready;
    i32 volumes[AUDIO_STREAMS];
    i32 ringer_mode, audio_mode;
    bool speaker, microphone_muted;
    i32 foreground_id;              /* of the notification of the service in the foreground; 0: none */
    i32 last_number;                /* of whatever is numbered */
    Class *session_class, *connection_class, *job_class, *authenticator_class;
    Map denied_permissions;         /* asked for in the manifest and refused by the user: name → itself */
    Map absent_apps;                /* built-in packages that this phone has not: name → itself */
    const char *storage_state;      /* Environment.MEDIA_…; NULL: mounted */
} ManagerState;

ManagerState *manager_state(Vm *vm);

#endif
