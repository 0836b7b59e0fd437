/*
 * Making service objects. See services.h.
 *
 * The class for an interface has a method for every abstract method of it and of
 * its superinterfaces, found by reflection over the linked class; IBinder's
 * methods are answered here for all of them.
 */
#include "android/services.h"

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

static void answer_default(Thread *t, const Slot *args, Slot *result)
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
    answer_default(t, args, result);
}

/* ---- IBinder ----------------------------------------------------------------------------- */

static void self(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->l = args[0].l;
}

void service_yes(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 1;
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

static const struct { const char *name; NativeFunction *function; } binder_methods[] = {
    { "queryLocalInterface", self }, { "asBinder", self }, { "getInterfaceDescriptor", getInterfaceDescriptor },
    { "pingBinder", service_yes }, { "isBinderAlive", service_yes }, { "unlinkToDeath", service_yes }, { "linkToDeath", native_nothing },
    { "transact", native_nothing }, { "dump", native_nothing }, { "dumpAsync", native_nothing },
};

static NativeFunction *binder_function(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(binder_methods); i++)
        if (!strcmp(binder_methods[i].name, name))
            return binder_methods[i].function;
    return NULL;
}

static NativeFunction *function_for(const Service *service, const char *name)
{
    NativeFunction *binder = binder_function(name);
    if (binder)
        return binder;
    for (const ServiceMethod *m = service ? service->methods : NULL; m && m->name; m++)
        if (!strcmp(m->name, name))
            return m->function ? m->function : answer_default;
    return answer_gap;
}

/* ---- classes --------------------------------------------------------------------------------- */

typedef struct MethodList {
    MadeMethod *items;
    u32 count, room;
} MethodList;

static void add_method(MethodList *list, const MadeMethod *m)
{
    for (u32 i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].name, m->name) && !strcmp(list->items[i].descriptor, m->descriptor))
            return;
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 64;
        list->items = xrealloc(list->items, list->room * sizeof *list->items);
    }
    list->items[list->count++] = *m;
}

static void add_interface(MethodList *list, const Class *interface, const Service *service, void *data)
{
    for (u32 i = 0; i < interface->method_count; i++) {
        const Method *m = &interface->methods[i];
        if (!method_is_static(m) && m->access & ACC_ABSTRACT)
            add_method(list, &(MadeMethod){ m->name->text, m->descriptor->text, ACC_PUBLIC, function_for(service, m->name->text), data });
    }
    for (u32 i = 0; i < interface->table_count; i++)
        add_interface(list, interface->tables[i].interface, service, data);
}

static Class *make_class(Thread *t, const char *interface)
{
    Class *served = vm_boot_class(t, interface), *binder = vm_boot_class(t, "android/os/IBinder");
    if (!served || !binder)
        return NULL;
    MethodList list = { 0 };
    char *data = xstrdup(interface);        /* lives as long as the class */
    add_interface(&list, served, find_service(interface), data);
    add_interface(&list, binder, NULL, data);
    char *name = xasprintf("reenact/services/%s", strrchr(interface, '/') + 1);
    Class *const interfaces[] = { served, binder };
    MadeClass made = {
        .name = name, .super = vm_boot_class(t, "java/lang/Object"), .interfaces = interfaces, .interface_count = served == binder ? 1 : 2,
        .access = ACC_PUBLIC | ACC_FINAL, .methods = list.items, .method_count = list.count,
    };
    Class *c = vm_make_class(t, &made);
    free(name);
    free(list.items);
    return c && vm_initialize_class(t, c) ? c : NULL;
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

static void getService(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[0].l);
    if (name)
        result->l = service_by_name(t, name);
    if (name && !result->l && !t->exception)
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
