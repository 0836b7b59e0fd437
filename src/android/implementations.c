/* See implementations.h. Abstract methods are found by walking over the linked types. */
#include "android/implementations.h"

#include "android/natives.h"

typedef struct MethodList {
    MadeMethod *items;
    u32 count, room;
} MethodList;

static const ServiceMethod *find_row(const ServiceMethod *rows, const char *name)
{
    for (const ServiceMethod *m = rows; m && m->name; m++)
        if (!strcmp(m->name, name) || !strcmp(m->name, "*"))
            return m;
    return NULL;
}

/* The row of the running method has the answer. */
static void answer_constant(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    const Method *m = t->frame->method;
    const ServiceMethod *row = m->native_data;
    if (m->return_kind == 'L')
        result->l = vm_string_utf8(t, row->text);
    else if (m->return_kind == 'F')
        result->f = (float)row->number;
    else if (m->return_kind == 'J')
        result->j = row->number;
    else
        result->i = (i32)row->number;
}

static MadeMethod made_method(const Method *m, const Implementation *implementation)
{
    MadeMethod made = { m->name->text, m->descriptor->text, ACC_PUBLIC, implementation->missing, implementation->data };
    const ServiceMethod *first = find_row(implementation->first, made.name), *row = first ? first : find_row(implementation->methods, made.name);
    if (!row)
        return made;
    bool constant = row->text || row->number;
    made.function = row->function ? row->function : constant ? answer_constant : service_default;
    if (!row->function && constant)
        made.data = (void *)row;
    return made;
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
    list->items[list->count++] = made_method(m, implementation);
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

/* Is there a row for a method that every object has? */
static bool overrides(const Implementation *implementation, const char *name)
{
    for (const ServiceMethod *row = implementation->first; row && row->name; row++)
        if (!strcmp(row->name, name))
            return true;
    return false;
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
    if (overrides(implementation, "toString"))
        add_method(&list, vm_method(super, "toString", "()Ljava/lang/String;"), implementation);
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
