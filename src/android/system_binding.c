/* See system_binding.h: the framework's own bindService, with a connection of ours. */
#include "android/system_binding.h"

#include "android/implementations.h"
#include "android/natives.h"
#include "android/state.h"

#define CONNECTION "reenact/SystemConnection"
static FieldRef connection_call = FIELD(CONNECTION, "call", NULL), connection_argument = FIELD(CONNECTION, "argument", NULL);

/* void onServiceConnected(ComponentName, IBinder) */
static void onServiceConnected(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    BoundCall *call = (BoundCall *)peer(GET_LONG(t, args[0].l, &connection_call));
    if (args[2].l)
        call(t, args[2].l, GET_REF(t, args[0].l, &connection_argument));
}

static const ServiceMethod connection_methods[] = { { "onServiceConnected", onServiceConnected }, { "onServiceDisconnected", NULL }, { 0 } };

static Class *connection_class(Thread *t)
{
    static const MadeField fields[] = { { "call", "J", ACC_PUBLIC }, { "argument", "Ljava/lang/Object;", ACC_PUBLIC } };
    static const char *const types[] = { "android/content/ServiceConnection", NULL };
    ManagerState *m = manager_state(t->vm);
    if (!m->connection_class)
        m->connection_class = implementation_make(t, &(Implementation){ .class_name = CONNECTION, .types = types, .methods = connection_methods,
                                                                        .missing = service_default, .fields = fields, .field_count = COUNT_OF(fields) });
    return m->connection_class;
}

static Object *system_context(Thread *t)
{
    Object *main = vm_call_static(t, "android/app/ActivityThread", "currentActivityThread", "()Landroid/app/ActivityThread;").l;
    return main ? vm_call_method(t, main, "getSystemContext", "()Landroid/app/ContextImpl;").l : NULL;
}

Object *system_bind(Thread *t, Object *intent, BoundCall *call, Object *argument)
{
    enum { AUTO_CREATE = 1 };
    Class *c = connection_class(t);
    Object *context = c ? system_context(t) : NULL, *connection = context ? implementation_new(t, c) : NULL;
    if (!connection)
        return NULL;
    SET_LONG(t, connection, &connection_call, handle((const void *)call));
    SET_REF(t, connection, &connection_argument, argument);
    bool bound = vm_call_method(t, context, "bindService", "(Landroid/content/Intent;Landroid/content/ServiceConnection;I)Z", intent, connection, AUTO_CREATE).i;
    return bound && !t->exception ? connection : NULL;
}

void system_unbind(Thread *t, Object *connection)
{
    Object *context = connection ? system_context(t) : NULL;
    if (context)
        vm_call_method(t, context, "unbindService", "(Landroid/content/ServiceConnection;)V", connection);
}
