/* The network as the app sees it through its managers: Wi-Fi, connected, until somebody says otherwise. */
#ifndef ANDROID_CONNECTIVITY_H
#define ANDROID_CONNECTIVITY_H

#include "vm/vm.h"

bool network_connected(Vm *vm);
/* The intent CONNECTIVITY_CHANGE of now; NULL: thrown. */
Object *network_intent(Thread *t);
/* Connects or disconnects, and tells the app's receivers. */
void network_set_connected(Thread *t, bool connected);

#endif
