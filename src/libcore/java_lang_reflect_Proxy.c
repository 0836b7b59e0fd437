/*
 * java.lang.reflect.Proxy: a class of ours for each set of interfaces. All its
 * methods are one C function that boxes the arguments and calls the handler.
 */
#include "libcore/natives.h"

#include "vm/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct ProxyMethod {
    const Method *method;           /* the interface's */
    ObjectRef *reflected;           /* its java.lang.reflect.Method, once made */
} ProxyMethod;

static FieldRef handler_field = FIELD("java/lang/reflect/Proxy", "h", "Ljava/lang/reflect/InvocationHandler;");

static Object *box_arguments(Thread *t, const Method *m, const Slot *args)
{
    if (!m->argument_count)
        return NULL;
    Object *array = vm_new_array(t, t->vm->known.object_array, m->argument_count);
    for (u32 i = 0; array && i < m->argument_count; i++) {
        char kind = m->argument_kinds[i];
        ARRAY_REF(array)[i] = object_ref(vm_box(t, kind, *args));
        args += kind == 'J' || kind == 'D' ? 2 : 1;
        if (t->exception)
            return NULL;
    }
    return array;
}

/* A checked exception that the method does not declare is wrapped. */
static void check_exception(Thread *t, const Method *m)
{
    Object *e = t->exception;
    Class *runtime = vm_boot_class(t, "java/lang/RuntimeException");
    t->exception = e;
    if (vm_instance_of(e, runtime) || vm_instance_of(e, t->vm->known.error))
        return;
    for (u32 i = 0; m->def && i < m->def->exception_count; i++) {
        t->exception = NULL;
        Class *declared = vm_find_class_symbol(t, m->owner->loader, m->def->exceptions[i]);
        t->exception = e;
        if (declared && vm_instance_of(e, declared))
            return;
    }
    t->exception = NULL;
    Class *c = vm_boot_class(t, "java/lang/reflect/UndeclaredThrowableException");
    Object *wrapped = c ? vm_new(t, c, "(Ljava/lang/Throwable;)V", e) : NULL;
    if (wrapped)
        vm_throw_object(t, wrapped);
}

static void invoke(Thread *t, const Slot *args, Slot *result)
{
    const Method *self = t->frame->method;
    ProxyMethod *proxy = self->native_data;
    Object *handler = GET_REF(t, args[0].l, &handler_field);
    if (!handler) {
        vm_throw_null(t, "h == null");
        return;
    }
    if (!*proxy->reflected)
        *proxy->reflected = object_ref(libcore_reflect_method(t, proxy->method));
    Object *array = t->exception ? NULL : box_arguments(t, self, args + 1);
    if (t->exception)
        return;
    Object *value = vm_call_method(t, handler, "invoke", "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;",
                                   args[0].l, ref_object(*proxy->reflected), array).l;
    if (t->exception) {
        check_exception(t, proxy->method);
        return;
    }
    char kind = self->return_kind;
    if (kind == 'V')
        return;
    if (kind == 'L') {
        const char *type = strchr(self->descriptor->text, ')') + 1;
        Class *c = value ? vm_descriptor_class(t, proxy->method->owner->loader, type, strlen(type)) : NULL;
        if (value && c && !vm_instance_of(value, c))
            throw_class_cast(t, value, c);
        else
            result->l = value;
    } else if (!value) {
        vm_throw_null(t, NULL);
    } else {
        char exact = 0;
        Slot raw;
        /* No widening here: the box must be of exactly this kind. */
        static const char *const boxes[] = { "ZBoolean", "BByte", "CCharacter", "SShort", "IInteger", "JLong", "FFloat", "DDouble" };
        const char *name = object_class(value)->name->text;
        for (size_t i = 0; i < COUNT_OF(boxes); i++)
            if (!strncmp(name, "java/lang/", 10) && !strcmp(name + 10, boxes[i] + 1))
                exact = boxes[i][0];
        if (exact == kind && vm_unbox(value, kind, &raw))
            *result = raw;
        else
            vm_throw(t, "java/lang/ClassCastException", "%s cannot be returned as %c", name, kind);
    }
}

static void construct(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SET_REF(t, args[0].l, &handler_field, args[1].l);
}

typedef struct MethodList {
    MadeMethod *items;
    u32 count, room;
} MethodList;

static bool add_method(Thread *t, MethodList *list, const Method *m)
{
    for (u32 i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].name, m->name->text) && !strcmp(list->items[i].descriptor, m->descriptor->text))
            return true;
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 32;
        list->items = xrealloc(list->items, list->room * sizeof *list->items);
    }
    ProxyMethod *proxy = ARENA_NEW(&t->vm->arena, ProxyMethod);
    proxy->method = m;
    proxy->reflected = vm_root_place(t->vm);
    list->items[list->count++] = (MadeMethod){ m->name->text, m->descriptor->text, ACC_PUBLIC | ACC_FINAL, invoke, proxy };
    return true;
}

/* static Class generateProxy(String name, Class[] interfaces, ClassLoader loader) */
static void generateProxy(Thread *t, const Slot *args, Slot *result)
{
    Object *array = args[1].l;
    i32 count = ARRAY_LENGTH(array);
    Class **interfaces = xcalloc((size_t)count + 1, sizeof *interfaces);
    MethodList list = { 0 };
    static const char *const object_methods[][2] = { { "hashCode", "()I" }, { "equals", "(Ljava/lang/Object;)Z" }, { "toString", "()Ljava/lang/String;" } };
    for (size_t i = 0; i < COUNT_OF(object_methods); i++)
        add_method(t, &list, vm_declared_method(t->vm->known.object, object_methods[i][0], object_methods[i][1]));
    for (i32 i = 0; i < count; i++) {
        interfaces[i] = vm_class_of_object(ref_object(ARRAY_REF(array)[i]));
        for (i32 k = -1; k < (i32)interfaces[i]->table_count; k++) {
            const Class *from = k < 0 ? interfaces[i] : interfaces[i]->tables[k].interface;
            for (u32 n = 0; n < from->method_count; n++)
                if (from->methods[n].flags & METHOD_VIRTUAL)
                    add_method(t, &list, &from->methods[n]);
        }
    }
    MadeMethod constructor = { "<init>", "(Ljava/lang/reflect/InvocationHandler;)V", ACC_PUBLIC, construct, NULL };
    list.items = xrealloc(list.items, (list.count + 1) * sizeof *list.items);
    list.items[list.count++] = constructor;
    char *name = vm_string_to_utf8(args[0].l);
    for (char *p = name; *p; p++)
        if (*p == '.')
            *p = '/';
    MadeClass made = {
        .name = name, .loader = args[2].l, .super = vm_boot_class(t, "java/lang/reflect/Proxy"), .interfaces = interfaces,
        .interface_count = (u32)count, .access = ACC_PUBLIC | ACC_FINAL, .methods = list.items, .method_count = list.count,
    };
    Class *c = vm_make_class(t, &made);
    if (c)
        c->flags |= CLASS_PROXY;
    result->l = c ? vm_class_object(t, c) : NULL;
    free(name);
    free(list.items);
    free(interfaces);
}

const NativeMethod natives_java_lang_reflect_Proxy[] = {
    { "generateProxy", NULL, generateProxy },
    { 0 },
};
