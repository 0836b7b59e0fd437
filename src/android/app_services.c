/*
 * The app's services: started, bound, or both. A service lives while it is started
 * or somebody is bound who asked for it to be created.
 */
#include "android/components.h"
#include "android/configuration.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/package.h"
#include "android/package_resolve.h"
#include "android/profile.h"
#include "android/services.h"
#include "android/tasks.h"

typedef struct Connection {
    ObjectRef *connection;          /* IServiceConnection */
    bool creates;
    struct Connection *next;
} Connection;

/* Everybody who binds with an intent that filters alike shares one IBinder of onBind. */
typedef struct Binding {
    ObjectRef *intent, *binder;
    bool requested, published, rebind;
    Connection *connections;
    struct Binding *next;
} Binding;

typedef struct AppService {
    ObjectRef *token, *info, *name; /* its name on both sides, ServiceInfo, ComponentName */
    Binding *bindings;
    bool created, started;
    i32 last_start;
    struct AppService *next;
} AppService;

static AppService **services_of(Vm *vm)
{
    return (AppService **)vm_extension(vm, EXT_COMPONENTS);
}

enum { PROCESS_STATE = 2 };

/* ---- records --------------------------------------------------------------------------- */

static AppService *find_by_token(Vm *vm, const Object *token)
{
    for (AppService *s = *services_of(vm); s; s = s->next)
        if (root_get(s->token) == token)
            return s;
    return NULL;
}

static AppService *find_by_name(Thread *t, const Object *class_name)
{
    static FieldRef name = FIELD("android/content/pm/PackageItemInfo", "name", NULL);
    for (AppService *s = *services_of(t->vm); s; s = s->next)
        if (same_string(GET_REF(t, root_get(s->info), &name), class_name))
            return s;
    return NULL;
}

static AppService *service_for(Thread *t, Object *intent, Object *type)
{
    static FieldRef service = FIELD("android/content/pm/ResolveInfo", "serviceInfo", NULL);
    static FieldRef name_field = FIELD("android/content/pm/PackageItemInfo", "name", NULL);
    Object *list = package_query(t, KIND_SERVICE, intent, type, false);
    Object *info = list_size(t, list) > 0 ? GET_REF(t, list_get(t, list, 0), &service) : NULL;
    if (!info)
        return NULL;
    Object *name = GET_REF(t, info, &name_field);
    AppService *s = find_by_name(t, name);
    if (s)
        return s;
    Object *token = service_new_object(t, "android/view/IApplicationToken");
    Object *component = token ? vm_new(t, vm_boot_class(t, "android/content/ComponentName"), "(Ljava/lang/String;Ljava/lang/String;)V",
                                       vm_string_utf8(t, package_name(t->vm)), name) : NULL;
    if (!component)
        return NULL;
    s = xcalloc(1, sizeof *s);
    s->token = vm_root_add(t->vm, token);
    s->info = vm_root_add(t->vm, info);
    s->name = vm_root_add(t->vm, component);
    s->next = *services_of(t->vm);
    *services_of(t->vm) = s;
    return s;
}

static void free_binding(Vm *vm, Binding *b)
{
    for (Connection *c = b->connections, *next; c; c = next) {
        next = c->next;
        root_set(vm, &c->connection, NULL);
        free(c);
    }
    root_set(vm, &b->intent, NULL);
    root_set(vm, &b->binder, NULL);
    free(b);
}

static void forget(Vm *vm, AppService *s)
{
    for (AppService **link = services_of(vm); *link; link = &(*link)->next) {
        if (*link == s) {
            *link = s->next;
            break;
        }
    }
    for (Binding *b = s->bindings, *next; b; b = next) {
        next = b->next;
        free_binding(vm, b);
    }
    root_set(vm, &s->token, NULL);
    root_set(vm, &s->info, NULL);
    root_set(vm, &s->name, NULL);
    free(s);
}

/* ---- creating and destroying ---------------------------------------------------------------- */

static void create(Thread *t, AppService *s)
{
    if (s->created)
        return;
    s->created = true;
    vm_call_method(t, app_thread(t), "scheduleCreateService", "(Landroid/os/IBinder;Landroid/content/pm/ServiceInfo;Landroid/content/res/CompatibilityInfo;I)V",
                   root_get(s->token), root_get(s->info), compatibility_none(t), PROCESS_STATE);
}

static bool is_wanted(const AppService *s)
{
    bool wanted = s->started;
    for (const Binding *b = s->bindings; b; b = b->next)
        for (const Connection *c = b->connections; c; c = c->next)
            wanted |= c->creates;
    return wanted;
}

static void destroy_if_unwanted(Thread *t, AppService *s)
{
    if (is_wanted(s))
        return;
    /* Those still bound without having asked for it lose it. */
    for (Binding *b = s->bindings; b && !t->exception; b = b->next) {
        for (Connection *c = b->connections; c && !t->exception; c = c->next)
            if (b->published)
                vm_call_method(t, root_get(c->connection), "connected", "(Landroid/content/ComponentName;Landroid/os/IBinder;)V", root_get(s->name), NULL);
        if (b->requested && b->connections && !t->exception)
            vm_call_method(t, app_thread(t), "scheduleUnbindService", "(Landroid/os/IBinder;Landroid/content/Intent;)V", root_get(s->token), root_get(b->intent));
    }
    if (s->created && !t->exception)
        vm_call_method(t, app_thread(t), "scheduleStopService", "(Landroid/os/IBinder;)V", root_get(s->token));
    forget(t->vm, s);
}

/* ---- started ------------------------------------------------------------------------------------ */

Object *service_start(Thread *t, Object *given, Object *type)
{
    Object *intent = parcel_copy(t, given);
    AppService *s = intent ? service_for(t, intent, type) : NULL;
    if (!s)
        return NULL;
    create(t, s);
    s->started = true;
    if (!t->exception)
        vm_call_method(t, app_thread(t), "scheduleServiceArgs", "(Landroid/os/IBinder;ZIILandroid/content/Intent;)V", root_get(s->token), 0, ++s->last_start, 0, intent);
    return root_get(s->name);
}

/* ComponentName startService(IApplicationThread, Intent, String type, String package, int user) */
void am_startService(Thread *t, const Slot *args, Slot *result)
{
    result->l = service_start(t, args[2].l, args[3].l);
}

static void stop(Thread *t, AppService *s)
{
    s->started = false;
    destroy_if_unwanted(t, s);
}

/* int stopService(IApplicationThread, Intent, String type, int user) */
void am_stopService(Thread *t, const Slot *args, Slot *result)
{
    AppService *s = service_for(t, args[2].l, args[3].l);
    if (!s)
        return;
    result->i = s->started;
    stop(t, s);
}

/* boolean stopServiceToken(ComponentName, IBinder token, int startId) */
void am_stopServiceToken(Thread *t, const Slot *args, Slot *result)
{
    AppService *s = find_by_token(t->vm, args[2].l);
    if (!s || (args[3].i >= 0 && args[3].i != s->last_start))
        return;
    result->i = 1;
    stop(t, s);
}

/* ---- bound ---------------------------------------------------------------------------------------- */

static Binding *binding_for(Thread *t, AppService *s, Object *intent)
{
    for (Binding *b = s->bindings; b; b = b->next)
        if (vm_call_method(t, root_get(b->intent), "filterEquals", "(Landroid/content/Intent;)Z", intent).i)
            return b;
    return NULL;
}

static void connect(Thread *t, const AppService *s, const Binding *b, const Connection *c)
{
    vm_call_method(t, root_get(c->connection), "connected", "(Landroid/content/ComponentName;Landroid/os/IBinder;)V", root_get(s->name), root_get(b->binder));
}

/* int bindService(IApplicationThread, IBinder token, Intent, String type, IServiceConnection, int flags, String package, int user) */
void am_bindService(Thread *t, const Slot *args, Slot *result)
{
    enum { BIND_AUTO_CREATE = 1 };
    Object *intent = parcel_copy(t, args[3].l);
    AppService *s = intent ? service_for(t, intent, args[4].l) : NULL;
    if (!s)
        return;
    Binding *b = binding_for(t, s, intent);
    if (!b) {
        b = xcalloc(1, sizeof *b);
        b->intent = vm_root_add(t->vm, intent);
        b->next = s->bindings;
        s->bindings = b;
    }
    Connection *c = xcalloc(1, sizeof *c);
    c->connection = vm_root_add(t->vm, args[5].l);
    c->creates = args[6].i & BIND_AUTO_CREATE;
    c->next = b->connections;
    b->connections = c;
    result->i = 1;
    if (c->creates)
        create(t, s);
    if (!s->created || t->exception)
        return;
    if (b->published && !b->rebind) {
        connect(t, s, b, c);
    } else if (!b->requested || b->rebind) {
        bool again = b->rebind;
        b->requested = true;
        b->rebind = false;
        vm_call_method(t, app_thread(t), "scheduleBindService", "(Landroid/os/IBinder;Landroid/content/Intent;ZI)V", root_get(s->token), intent, again, PROCESS_STATE);
        if (again && b->published && !t->exception)
            connect(t, s, b, c);
    }
}

/* void publishService(IBinder token, Intent, IBinder service): what onBind gave */
void am_publishService(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    AppService *s = find_by_token(t->vm, args[1].l);
    Binding *b = s ? binding_for(t, s, args[2].l) : NULL;
    if (!b || b->published)
        return;
    b->published = true;
    root_set(t->vm, &b->binder, args[3].l);
    for (Connection *c = b->connections; c && !t->exception; c = c->next)
        connect(t, s, b, c);
}

static bool unbind_one(Thread *t, AppService *s, const Object *connection)
{
    for (Binding *b = s->bindings; b; b = b->next) {
        for (Connection **link = &b->connections; *link; link = &(*link)->next) {
            Connection *c = *link;
            if (root_get(c->connection) != connection)
                continue;
            *link = c->next;
            root_set(t->vm, &c->connection, NULL);
            free(c);
            if (!b->connections && b->requested && s->created)
                vm_call_method(t, app_thread(t), "scheduleUnbindService", "(Landroid/os/IBinder;Landroid/content/Intent;)V", root_get(s->token), root_get(b->intent));
            return true;
        }
    }
    return false;
}

/* boolean unbindService(IServiceConnection) */
void am_unbindService(Thread *t, const Slot *args, Slot *result)
{
    for (AppService *s = *services_of(t->vm), *next; s && !t->exception; s = next) {
        next = s->next;
        bool any = false;
        while (unbind_one(t, s, args[1].l) && !t->exception)
            any = true;
        if (any) {
            result->i = 1;
            destroy_if_unwanted(t, s);
        }
    }
}

/* void unbindFinished(IBinder token, Intent, boolean doRebind) */
void am_unbindFinished(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    AppService *s = find_by_token(t->vm, args[1].l);
    Binding *b = s ? binding_for(t, s, args[2].l) : NULL;
    if (!b)
        return;
    if (args[3].i)
        b->rebind = true;
    else if (!b->connections)
        b->requested = b->published = false;
}

/* IBinder peekService(Intent, String type, String package) */
void am_peekService(Thread *t, const Slot *args, Slot *result)
{
    AppService *s = service_for(t, args[1].l, args[2].l);
    Binding *b = s ? binding_for(t, s, args[1].l) : NULL;
    result->l = b ? root_get(b->binder) : NULL;
}

/* List<RunningServiceInfo> getServices(int max, int flags) */
void am_getServices(Thread *t, const Slot *args, Slot *result)
{
#define SERVICE_INFO "android/app/ActivityManager$RunningServiceInfo"
    static FieldRef name = FIELD(SERVICE_INFO, "service", NULL), started = FIELD(SERVICE_INFO, "started", "Z"), pid = FIELD(SERVICE_INFO, "pid", "I");
    static FieldRef uid = FIELD(SERVICE_INFO, "uid", "I"), process = FIELD(SERVICE_INFO, "process", NULL);
    Object *list = list_new(t);
    i32 left = args[1].i;
    for (AppService *s = *services_of(t->vm); list && s && left-- > 0 && !t->exception; s = s->next) {
        Object *info = s->created ? vm_new(t, vm_boot_class(t, SERVICE_INFO), "()V") : NULL;
        if (!info)
            continue;
        SET_REF(t, info, &name, root_get(s->name));
        SET_BOOL(t, info, &started, s->started);
        SET_INT(t, info, &pid, APP_PID);
        SET_INT(t, info, &uid, APP_UID);
        SET_REF(t, info, &process, vm_string_utf8(t, package_name(t->vm)));
        list_add(t, list, info);
    }
    result->l = list;
}
