/* See implementations.h. Abstract methods are found by walking over the linked types. */
#include "android/implementations.h"

#include "android/natives.h"

typedef struct MethodList {
    MadeMethod *items;
    u32 count, room;
} MethodList;

static NativeFunction *row_function(const ServiceMethod *rows, const char *name)
{
    for (const ServiceMethod *m = rows; m && m->name; m++)
        if (!strcmp(m->name, name))
            return m->function ? m->function : service_default;
    return NULL;
}

static NativeFunction *function_for(const Implementation *implementation, const char *name)
{
    NativeFunction *first = row_function(implementation->first, name), *own = first ? first : row_function(implementation->methods, name);
    return own ? own : implementation->missing;
}

static bool has_method(const MethodList *list, const Method *m)
{
    for (u32 i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].name, m->name->text) && !strcmp(list->items[i].descriptor, m->descriptor->text))
            return true;
    return false;
}

static void add_method(MethodList *list, const Method *m, const Implementation *implementation)
{
    if (has_method(list, m))
        return;
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 64;
        list->items = xrealloc(list->items, list->room * sizeof *list->items);
    }
    list->items[list->count++] = (MadeMethod){ m->name->text, m->descriptor->text, ACC_PUBLIC, function_for(implementation, m->name->text), implementation->data };
}

static void add_abstract(MethodList *list, const Class *type, const Implementation *implementation)
{
    for (u32 i = 0; i < type->method_count; i++)
        if (!method_is_static(&type->methods[i]) && type->methods[i].access & ACC_ABSTRACT)
            add_method(list, &type->methods[i], implementation);
    for (u32 i = 0; i < type->table_count; i++)
        if (class_is_interface(type))
            add_abstract(list, type->tables[i].interface, implementation);
    if (!class_is_interface(type) && type->super)
        add_abstract(list, type->super, implementation);
}

Class *implementation_make(Thread *t, const Implementation *implementation)
{
    enum { MOST_TYPES = 4 };
    Class *interfaces[MOST_TYPES], *super = vm_boot_class(t, implementation->super ? implementation->super : "java/lang/Object");
    MethodList list = { 0 };
    u32 count = 0;
    if (!super)
        return NULL;
    add_abstract(&list, super, implementation);
    for (const char *const *name = implementation->types; name && *name && count < MOST_TYPES; name++) {
        Class *type = vm_boot_class(t, *name);
        if (!type) {
            free(list.items);
            return NULL;
        }
        add_abstract(&list, type, implementation);
        if (!count || interfaces[0] != type)
            interfaces[count++] = type;
    }
    Class *c = vm_make_class(t, &(MadeClass){
        .name = implementation->class_name, .super = super, .interfaces = interfaces, .interface_count = count, .access = ACC_PUBLIC | ACC_FINAL,
        .methods = list.items, .method_count = list.count, .fields = implementation->fields, .field_count = implementation->field_count,
    });
    free(list.items);
    return c && vm_initialize_class(t, c) ? c : NULL;
}

Object *implementation_new(Thread *t, Class *c)
{
    Object *o = vm_new_object(t, c);
    if (o && c->super->super)
        vm_call(t, vm_declared_method(c->super, "<init>", "()V"), &(Slot){ .l = o });
    return t->exception ? NULL : o;
}
