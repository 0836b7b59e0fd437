/*
 * Making service objects. See services.h.
 *
 * IBinder's methods are answered here for all of them.
 */
#include "android/services.h"

#include "android/implementations.h"
#include "android/natives.h"
#include "base/map.h"

typedef struct Made {
    Class *c;
    ObjectRef *single;
} Made;

typedef struct ServiceState {
    Map made;                       /* interface -> Made */
} ServiceState;

extern const Service all_services[];
extern const char *const absent_services[];

static ServiceState *state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_SERVICES);
    if (!*slot)
        *slot = xcalloc(1, sizeof(ServiceState));
    return *slot;
}

static const Service *find_service(const char *interface)
{
    for (const Service *s = all_services; s->interface; s++)
        if (!strcmp(s->interface, interface))
            return s;
    return NULL;
}

/* ---- the default answer ---------------------------------------------------------------- */

static Object *empty_of(Thread *t, const char *type)
{
    size_t length = strlen(type);
    if (type[0] == '[') {
        Class *c = vm_descriptor_class(t, NULL, type, length);
        return c ? vm_new_array(t, c, 0) : NULL;
    }
    if (!strcmp(type, "Ljava/util/List;"))
        return vm_new(t, vm_boot_class(t, "java/util/ArrayList"), "()V");
    if (!strcmp(type, "Ljava/util/Map;"))
        return vm_new(t, vm_boot_class(t, "java/util/HashMap"), "()V");
    if (!strcmp(type, "Landroid/content/pm/ParceledListSlice;")) {
        Object *list = vm_new(t, vm_boot_class(t, "java/util/ArrayList"), "()V");
        return list ? vm_new(t, vm_boot_class(t, "android/content/pm/ParceledListSlice"), "(Ljava/util/List;)V", list) : NULL;
    }
    if (type[0] != 'L' || length < 3)
        return NULL;
    char *name = xstrndup(type + 1, length - 2);
    Class *c = vm_boot_class(t, name);
    Class *interface = vm_boot_class(t, "android/os/IInterface");
    Object *o = c && interface && class_is_interface(c) && vm_is_subclass(c, interface) ? service_object(t, name) : NULL;
    free(name);
    return o;
}

void service_default(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    const Method *m = t->frame->method;
    if (m->return_kind == 'L')
        result->l = empty_of(t, strchr(m->descriptor->text, ')') + 1);
}

static void answer_gap(Thread *t, const Slot *args, Slot *result)
{
    const Method *m = t->frame->method;
    const char *interface = m->native_data;
    vm_note_gap(t, "service %s.%s", interface, m->name->text);
    service_default(t, args, result);
}

/* ---- IBinder ----------------------------------------------------------------------------- */

static void self(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->l = args[0].l;
}

/* The interface's own name: the tail of reenact/services/NAME, with the package it came from. */
static void getInterfaceDescriptor(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    char *dotted = xstrdup(t->frame->method->native_data);
    for (char *p = dotted; *p; p++)
        if (*p == '/')
            *p = '.';
    result->l = vm_string_utf8(t, dotted);
    free(dotted);
}

/* What lives in another process is a proxy to the app; messages of exceptions name it. */
static void proxy_name(Thread *t, const Slot *args, Slot *result)
{
    char *text = xasprintf("android.os.BinderProxy@%x", (u32)vm_identity_hash(t, args[0].l));
    result->l = vm_string_utf8(t, text);
    free(text);
}

static const ServiceMethod binder_methods[] = {
    { "toString", proxy_name },
    { "queryLocalInterface", self }, { "asBinder", self }, { "getInterfaceDescriptor", getInterfaceDescriptor },
    { "pingBinder", .number = 1 }, { "isBinderAlive", .number = 1 }, { "unlinkToDeath", .number = 1 }, { "linkToDeath", native_nothing },
    { "transact", native_nothing }, { "dump", native_nothing }, { "dumpAsync", native_nothing },
    { 0 },
};

/* ---- classes --------------------------------------------------------------------------------- */

static Class *make_class(Thread *t, const char *interface)
{
    const Service *service = find_service(interface);
    char *name = xasprintf("reenact/services/%s", strrchr(interface, '/') + 1);
    const char *const types[] = { interface, "android/os/IBinder", NULL };
    Class *c = implementation_make(t, &(Implementation){ .class_name = name, .types = types, .first = binder_methods,
                                                         .methods = service ? service->methods : NULL, .missing = answer_gap,
                                                         .data = xstrdup(interface) /* lives as long as the class */ });
    free(name);
    return c;
}

static Made *made_for(Thread *t, const char *interface)
{
    ServiceState *s = state(t->vm);
    Made *made = map_get(&s->made, interface);
    if (made)
        return made;
    Class *c = make_class(t, interface);
    if (!c)
        return NULL;
    made = xcalloc(1, sizeof *made);
    made->c = c;
    map_put(&s->made, interface, made);
    return made;
}

Object *service_new_object(Thread *t, const char *interface)
{
    Made *made = made_for(t, interface);
    return made ? vm_new_object(t, made->c) : NULL;
}

Object *service_object(Thread *t, const char *interface)
{
    Made *made = made_for(t, interface);
    if (!made)
        return NULL;
    if (!made->single) {
        Object *o = vm_new_object(t, made->c);
        if (!o)
            return NULL;
        made->single = vm_root_add(t->vm, o);
    }
    return ref_object(*made->single);
}

Object *service_by_name(Thread *t, const char *name)
{
    for (const Service *s = all_services; s->interface; s++)
        if (s->name && !strcmp(s->name, name))
            return service_object(t, s->interface);
    return NULL;
}

/* ---- android.os.ServiceManager ---------------------------------------------------------------- */

static bool is_absent(const char *name)
{
    for (const char *const *absent = absent_services; *absent; absent++)
        if (!strcmp(*absent, name))
            return true;
    return false;
}

static void getService(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[0].l);
    if (name)
        result->l = service_by_name(t, name);
    if (name && !result->l && !t->exception && !is_absent(name))
        vm_note_gap(t, "service \"%s\" is not on this phone", name);
    free(name);
}

const NativeMethod natives_android_os_ServiceManager[] = {
    { "getService", NULL, getService },
    { "checkService", NULL, getService },
    { "addService", NULL, native_nothing },
    { "initServiceCache", NULL, native_nothing },
    { 0 },
};
