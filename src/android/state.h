/* What the smaller services remember: one struct for all of them. */
#ifndef ANDROID_STATE_H
#define ANDROID_STATE_H

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
    i32 last_number;                /* of whatever is numbered */
    Class *session_class;
} ManagerState;

ManagerState *manager_state(Vm *vm);

#endif
