/*
 * Classes: the table of those loaded, finding and defining them, arrays and
 * primitives, mirrors (java.lang.Class objects), subtype tests, initialisation.
 *
 * The table is keyed by name and loader. A loader that was asked for a class and
 * delegated is recorded as well, so that the second question costs one probe.
 */
#include "vm/internal.h"

#include <stdio.h>
#include <string.h>

void classes_open(Vm *vm)
{
    vm->classes.size = 1 << 13;
    vm->classes.entries = arena_alloc(&vm->arena, sizeof *vm->classes.entries * vm->classes.size);
}

static u32 table_index(const ClassTable *table, const Symbol *name, const Object *loader)
{
    u32 h = name->hash ^ object_ref(loader) >> 3;
    for (;; h++) {
        u32 i = h & (table->size - 1);
        if (!table->entries[i].name || (table->entries[i].name == name && table->entries[i].loader == loader))
            return i;
    }
}

void class_table_put(Vm *vm, const Symbol *name, Object *loader, Class *c)
{
    ClassTable *table = &vm->classes;
    if (table->count * 2 >= table->size) {
        ClassTable bigger = { .size = table->size * 2, .count = table->count };
        bigger.entries = arena_alloc(&vm->arena, sizeof *bigger.entries * bigger.size);
        for (u32 i = 0; i < table->size; i++)
            if (table->entries[i].name)
                bigger.entries[table_index(&bigger, table->entries[i].name, table->entries[i].loader)] = table->entries[i];
        *table = bigger;
    }
    u32 i = table_index(table, name, loader);
    if (!table->entries[i].name)
        table->count++;
    table->entries[i].name = name;
    table->entries[i].loader = loader;
    table->entries[i].c = c;
}

Class *vm_loaded_class(Vm *vm, Object *loader, const Symbol *name)
{
    u32 i = table_index(&vm->classes, name, loader);
    return vm->classes.entries[i].name ? vm->classes.entries[i].c : NULL;
}

Class *class_new(Vm *vm, const Symbol *name, u32 access)
{
    Class *c = ARENA_NEW(&vm->arena, Class);
    c->name = name;
    c->access = access;
    c->kind = 'L';
    c->next = vm->newest_class;
    vm->newest_class = c;
    vm->class_count++;
    return c;
}

bool class_make_mirror(Thread *t, Class *c)
{
    if (c->mirror || !t->vm->known.class_ || t->vm->known.class_->state < CLASS_LINKED)
        return true;
    c->mirror = vm_new_object(t, t->vm->known.class_);
    if (!c->mirror)
        return false;
    FIELD_AT(c->mirror, u32, t->vm->known.class_vm) = (u32)(uintptr_t)c;
    return true;
}

Object *vm_class_object(Thread *t, Class *c)
{
    class_make_mirror(t, c);
    return c->mirror;
}

Class *vm_class_of_object(const Object *class_object)
{
    /* The hidden field is the last of java.lang.Class; its offset is the same for all mirrors. */
    const Class *mirror_class = object_class(class_object);
    return (Class *)(uintptr_t)FIELD_AT(class_object, u32, mirror_class->instance_size - 8);
}

/* ---- names and kinds -------------------------------------------------------- */

bool class_same_package(const Class *a, const Class *b)
{
    if (a->loader != b->loader)
        return false;
    const char *end_a = strrchr(a->name->text, '/'), *end_b = strrchr(b->name->text, '/');
    size_t length_a = end_a ? (size_t)(end_a - a->name->text) : 0;
    size_t length_b = end_b ? (size_t)(end_b - b->name->text) : 0;
    return length_a == length_b && !memcmp(a->name->text, b->name->text, length_a);
}

const char *dotted_name(const Symbol *name, DottedName *out)
{
    size_t length = MIN(name->length, sizeof out->text - 1);
    for (size_t i = 0; i < length; i++)
        out->text[i] = name->text[i] == '/' ? '.' : name->text[i];
    out->text[length] = 0;
    return out->text;
}

Object *string_dotted(Thread *t, const Symbol *name)
{
    Object *s = vm_string_mutf8(t, name);
    if (!s)
        return NULL;
    u16 *chars = (u16 *)vm_string_chars(s);
    for (i32 i = 0; i < vm_string_length(s); i++)
        if (chars[i] == '/')
            chars[i] = '.';
    return s;
}

Object *vm_class_name_string(Thread *t, const Class *c)
{
    return string_dotted(t, c->name);
}

Class *vm_primitive_class(Vm *vm, char kind)
{
    return vm->known.primitives[(u8)kind & 127];
}

Class *vm_descriptor_class(Thread *t, Object *loader, const char *descriptor, size_t length)
{
    if (length == 1) {
        Class *c = vm_primitive_class(t->vm, descriptor[0]);
        return c ? c : vm_throw(t, "java/lang/NoClassDefFoundError", "%.*s", (int)length, descriptor);
    }
    if (length > 2 && descriptor[0] == 'L' && descriptor[length - 1] == ';')
        return vm_find_class_symbol(t, loader, symbol_n(&t->vm->store.symbols, descriptor + 1, length - 2));
    return vm_find_class_symbol(t, loader, symbol_n(&t->vm->store.symbols, descriptor, length));
}

/* ---- arrays ------------------------------------------------------------------ */

static u8 element_shift(char kind)
{
    switch (kind) {
    case 'Z': case 'B': return 0;
    case 'C': case 'S': return 1;
    case 'J': case 'D': return 3;
    default: return 2;
    }
}

Class *vm_array_class(Thread *t, Class *component)
{
    Vm *vm = t->vm;
    if (component->array)
        return component->array;
    if (component->kind == 'V')
        return vm_throw(t, "java/lang/IllegalArgumentException", "no array of void");
    char *name;
    ArenaMark mark = arena_mark(&vm->arena);
    if (class_is_primitive(component))
        name = arena_printf(&vm->arena, "[%c", component->kind);
    else if (class_is_array(component))
        name = arena_printf(&vm->arena, "[%s", component->name->text);
    else
        name = arena_printf(&vm->arena, "[L%s;", component->name->text);
    if (strlen(name) > 255 && name[255] == '[') {
        arena_release(&vm->arena, mark);
        return vm_throw(t, "java/lang/IllegalArgumentException", "more than 255 dimensions");
    }
    u32 inherited = component->access;
    if (component->def && component->def->is_inner)
        inherited = component->def->inner_access;
    Class *c = class_new(vm, symbol(&vm->store.symbols, name), (inherited & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED)) | ACC_FINAL | ACC_ABSTRACT);
    Class *object = vm->known.object;
    c->super = object;
    c->loader = component->loader;
    c->flags = CLASS_ARRAY | (component->flags & CLASS_BOOT);
    c->component = component;
    c->element_kind = component->kind;
    c->element_shift = element_shift(component->kind);
    c->vtable = object->vtable;
    c->vtable_count = object->vtable_count;
    c->depth = 1;
    c->supers = ARENA_ARRAY(&vm->arena, Class *, 2);
    c->supers[0] = object;
    c->supers[1] = c;
    c->interface_count = 2;
    c->interfaces = ARENA_ARRAY(&vm->arena, Class *, 2);
    c->interfaces[0] = vm->known.cloneable;
    c->interfaces[1] = vm->known.serializable;
    c->table_count = 2;
    c->tables = ARENA_ARRAY(&vm->arena, InterfaceTable, 2);
    c->tables[0].interface = vm->known.cloneable;
    c->tables[1].interface = vm->known.serializable;
    c->state = CLASS_INITIALIZED;
    component->array = c;
    class_table_put(vm, c->name, c->loader, c);
    if (!class_make_mirror(t, c))
        return NULL;
    return c;
}

/* ---- finding and defining ------------------------------------------------------- */

/* As ART words it: NoClassDefFoundError caused by ClassNotFoundException. */
static Class *not_found(Thread *t, const Symbol *name)
{
    DottedName dotted;
    vm_throw(t, "java/lang/ClassNotFoundException", "%s", dotted_name(name, &dotted));
    Object *cause = vm_take_exception(t);
    vm_throw(t, "java/lang/NoClassDefFoundError", name->text[0] == '[' ? "Failed resolution of: %s" : "Failed resolution of: L%s;", name->text);
    if (t->exception && cause)
        FIELD_AT(t->exception, ObjectRef, t->vm->known.throwable_cause) = object_ref(cause);
    return NULL;
}

static Class *find_array(Thread *t, Object *loader, const Symbol *name)
{
    const char *element = name->text + 1;
    size_t length = name->length - 1;
    Class *component = NULL;
    if (length == 1)
        component = vm_primitive_class(t->vm, element[0]);
    else if (element[0] == '[' || (element[0] == 'L' && length > 2 && element[length - 1] == ';'))
        component = vm_descriptor_class(t, loader, element, length);
    if (!component)
        return t->exception ? NULL : not_found(t, name);
    Class *c = vm_array_class(t, component);
    if (c && c->loader != loader)
        class_table_put(t->vm, name, loader, c);
    return c;
}

static Class *find_boot(Thread *t, const Symbol *name)
{
    ClassDef *def;
    int status = t->vm->boot ? source_class(t->vm->boot, name, &def) : ERR_NOT_FOUND;
    if (status == ERR_NOT_FOUND)
        return not_found(t, name);
    if (status)
        return vm_throw(t, "java/lang/ClassFormatError", "%s", error_text());
    return vm_define_class(t, NULL, def);
}

static Class *find_by_loader(Thread *t, Object *loader, const Symbol *name)
{
    Object *dotted = string_dotted(t, name);
    if (!dotted)
        return NULL;
    Object *mirror = vm_call_method(t, loader, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", dotted).l;
    if (t->exception) {
        Class *not_found_class = vm_boot_class(t, "java/lang/ClassNotFoundException");
        if (vm_instance_of(t->exception, not_found_class)) {
            Object *cause = vm_take_exception(t);
            vm_throw(t, "java/lang/NoClassDefFoundError", "Failed resolution of: L%s;", name->text);
            if (t->exception)
                FIELD_AT(t->exception, ObjectRef, t->vm->known.throwable_cause) = object_ref(cause);
        }
        return NULL;
    }
    if (!mirror)
        return not_found(t, name);
    Class *c = vm_class_of_object(mirror);
    if (c->name != name)
        return vm_throw(t, "java/lang/NoClassDefFoundError", "%s (loader answered with %s)", name->text, c->name->text);
    class_table_put(t->vm, name, loader, c);
    return c;
}

static bool linked_or_given_up(void *context)
{
    const Class *c = context;
    return c->state >= CLASS_LINKED || !c->initializing_thread;
}

Class *vm_usable_class(Thread *t, Object *loader, const Symbol *name)
{
    Class *c = vm_loaded_class(t->vm, loader, name);
    while (c && c->initializing_thread != t && !linked_or_given_up(c)) {
        vm_block(t, linked_or_given_up, c, -1, false);
        c = vm_loaded_class(t->vm, loader, name);
    }
    return c;
}

Class *vm_find_class_symbol(Thread *t, Object *loader, const Symbol *name)
{
    Class *c = vm_usable_class(t, loader, name);
    if (c)
        return c;
    if (name->length == 0)
        return not_found(t, name);
    if (name->text[0] == '[')
        return find_array(t, loader, name);
    return loader ? find_by_loader(t, loader, name) : find_boot(t, name);
}

Class *vm_find_class(Thread *t, Object *loader, const char *internal_name)
{
    return vm_find_class_symbol(t, loader, symbol(&t->vm->store.symbols, internal_name));
}

Class *vm_boot_class(Thread *t, const char *internal_name)
{
    return vm_find_class(t, NULL, internal_name);
}

Class *vm_define_class(Thread *t, Object *loader, ClassDef *def)
{
    Vm *vm = t->vm;
    Class *c = vm_loaded_class(vm, loader, def->name);
    if (c)
        return vm_throw(t, "java/lang/LinkageError", "duplicate class definition: %s", def->name->text);
    c = class_new(vm, def->name, def->access & 0xffff);
    c->def = def;
    c->loader = loader;
    c->source_file = def->source_file;
    if (!loader)
        c->flags |= CLASS_BOOT;
    /* In the table before its superclasses are looked for: meeting itself there is a circle. */
    class_table_put(vm, def->name, loader, c);
    c->initializing_thread = t;
    bool linked = class_link(t, c);
    c->initializing_thread = NULL;
    if (!linked) {
        class_table_put(vm, def->name, loader, NULL);
        return NULL;
    }
    if (!class_make_mirror(t, c))
        return NULL;
    return c;
}

/* ---- subtype tests ----------------------------------------------------------------- */

static bool implements(Class *sub, const Class *interface)
{
    if (sub->last_interface_hit == interface)
        return true;
    for (u32 i = 0; i < sub->table_count; i++) {
        if (sub->tables[i].interface == interface) {
            sub->last_interface_hit = (Class *)interface;
            return true;
        }
    }
    return false;
}

bool vm_is_subclass(const Class *sub, const Class *super)
{
    if (sub == super)
        return true;
    if (class_is_array(super)) {
        if (!class_is_array(sub))
            return false;
        if (class_is_primitive(sub->component) || class_is_primitive(super->component))
            return sub->component == super->component;
        return vm_is_subclass(sub->component, super->component);
    }
    if (class_is_interface(super))
        return implements((Class *)sub, super);
    if (sub->supers && super->supers)
        return super->depth <= sub->depth && sub->supers[super->depth] == super;
    return super->depth == 0 && super->supers && !class_is_primitive(sub);
}

bool vm_instance_of(const Object *o, const Class *c)
{
    return o && vm_is_subclass(object_class(o), c);
}

/* ---- initialisation (JVMS 5.5) ----------------------------------------------------- */

static bool initializer_done(void *context)
{
    return ((Class *)context)->state != CLASS_INITIALIZING;
}

static bool set_constants(Thread *t, Class *c)
{
    for (u32 i = 0; i < c->field_count; i++) {
        Field *f = &c->fields[i];
        if (!(f->access & ACC_STATIC) || !f->def || !f->def->constant.tag)
            continue;
        const ConstantValue *value = &f->def->constant;
        switch (value->tag) {
        case 's': {
            Object *s = vm_string_mutf8(t, value->text);
            if (s)
                s = vm_intern(t, s);
            if (!s)
                return false;
            *(ObjectRef *)f->address = object_ref(s);
            break;
        }
        case 'c': {
            Class *named = vm_descriptor_class(t, c->loader, value->text->text, value->text->length);
            if (!named)
                return false;
            *(ObjectRef *)f->address = object_ref(vm_class_object(t, named));
            break;
        }
        case 'n':
            break;
        default:
            /* A hostile file could put a number into a reference field. */
            if (f->kind != 'L')
                *(u64 *)f->address = value->bits;
        }
    }
    return true;
}

bool vm_initialize_class(Thread *t, Class *c)
{
    if (LIKELY(c->state == CLASS_INITIALIZED))
        return true;
    while (c->state == CLASS_INITIALIZING) {
        if (c->initializing_thread == t)
            return true;
        vm_block(t, initializer_done, c, -1, false);
    }
    if (c->state == CLASS_INITIALIZED)
        return true;
    if (c->state == CLASS_FAILED) {
        DottedName dotted;
        vm_throw(t, "java/lang/NoClassDefFoundError", "Could not initialize class %s", dotted_name(c->name, &dotted));
        return false;
    }
    c->state = CLASS_INITIALIZING;
    c->initializing_thread = t;
    bool ok = true;
    if (c->super && !class_is_interface(c))
        ok = vm_initialize_class(t, c->super);
    /* Interfaces with default methods are initialised with their first implementing class. */
    if (ok && !class_is_interface(c)) {
        for (u32 i = 0; ok && i < c->table_count; i++) {
            Class *interface = c->tables[i].interface;
            if (interface->state == CLASS_INITIALIZED || (c->super && implements(c->super, interface)))
                continue;
            for (u32 m = 0; m < interface->method_count; m++) {
                if (interface->methods[m].flags & METHOD_VIRTUAL && !(interface->methods[m].access & ACC_ABSTRACT)) {
                    ok = vm_initialize_class(t, interface);
                    break;
                }
            }
        }
    }
    ok = ok && set_constants(t, c);
    Method *clinit = ok ? class_find_declared(c, t->vm->known.clinit, t->vm->known.void_descriptor) : NULL;
    bool own_failure = false;
    if (clinit && method_is_static(clinit)) {
        vm_call(t, clinit, NULL);
        ok = !t->exception;
        own_failure = !ok;
    }
    c->state = ok ? CLASS_INITIALIZED : CLASS_FAILED;
    t->vm->lately_initialized[t->vm->classes_initialized++ % LATELY] = c;
    c->initializing_thread = NULL;
    if (own_failure && !vm_instance_of(t->exception, t->vm->known.error)) {
        Object *cause = vm_take_exception(t);
        Class *wrapper = vm_boot_class(t, "java/lang/ExceptionInInitializerError");
        Object *error = wrapper ? vm_new(t, wrapper, "(Ljava/lang/Throwable;)V", cause) : NULL;
        if (error)
            vm_throw_object(t, error);
    }
    return ok;
}
