/* Binding a service of the app as the system does it: for jobs, for authenticators. */
#ifndef ANDROID_SYSTEM_BINDING_H
#define ANDROID_SYSTEM_BINDING_H

#include "vm/vm.h"

/* Runs on the main thread when the service has been bound. */
typedef void BoundCall(Thread *t, Object *binder, Object *argument);

/* Returns the connection, for system_unbind; NULL: there is no such service, or thrown. The intent names the component. */
Object *system_bind(Thread *t, Object *intent, BoundCall *call, Object *argument);
void system_unbind(Thread *t, Object *connection);

#endif
