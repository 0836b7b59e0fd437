/*
 * Linking: a ClassDef becomes a Class with superclasses, field offsets, a
 * virtual table and interface tables (JVMS 5.3.5, 5.4).
 *
 * Instance fields follow the superclass's, widest first so that none is padded.
 * The virtual table is the superclass's with overriding methods put in place and
 * new ones behind. Interface methods that the class inherits without an
 * implementation of its own get a slot too: the default method, or the abstract
 * one (calling it then throws AbstractMethodError, as it should).
 */
#include "vm/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- looking up -------------------------------------------------------------- */

Method *class_find_declared(const Class *c, const Symbol *name, const Symbol *descriptor)
{
    for (u32 i = 0; i < c->method_count; i++)
        if (c->methods[i].name == name && c->methods[i].descriptor == descriptor)
            return &c->methods[i];
    return NULL;
}

i32 class_vtable_index(const Class *c, const Symbol *name, const Symbol *descriptor)
{
    for (u32 i = c->vtable_count; i-- > 0;)
        if (c->vtable[i]->name == name && c->vtable[i]->descriptor == descriptor)
            return (i32)i;
    return -1;
}

Method *class_find_virtual(const Class *c, const Symbol *name, const Symbol *descriptor)
{
    i32 i = class_vtable_index(c, name, descriptor);
    return i < 0 ? NULL : c->vtable[i];
}

static bool symbols_of(const Class *c, const char *name, const char *descriptor, const Symbol **n, const Symbol **d)
{
    /* A name that was never interned is declared nowhere. */
    const Symbols *symbols = &((Vm *)vm_current)->store.symbols;
    UNUSED(c);
    *n = symbol_find(symbols, name, strlen(name));
    *d = descriptor ? symbol_find(symbols, descriptor, strlen(descriptor)) : NULL;
    return *n && (*d || !descriptor);
}

Field *vm_declared_field(const Class *c, const char *name, const char *descriptor)
{
    const Symbol *n, *d;
    if (!symbols_of(c, name, descriptor, &n, &d))
        return NULL;
    for (u32 i = 0; i < c->field_count; i++)
        if (c->fields[i].name == n && (!d || c->fields[i].descriptor == d))
            return &c->fields[i];
    return NULL;
}

Field *vm_field(const Class *c, const char *name, const char *descriptor)
{
    for (const Class *k = c; k; k = k->super) {
        Field *f = vm_declared_field(k, name, descriptor);
        if (f)
            return f;
    }
    for (u32 i = 0; i < c->table_count; i++) {
        Field *f = vm_declared_field(c->tables[i].interface, name, descriptor);
        if (f)
            return f;
    }
    return NULL;
}

Method *vm_declared_method(const Class *c, const char *name, const char *descriptor)
{
    const Symbol *n, *d;
    if (!symbols_of(c, name, descriptor, &n, &d))
        return NULL;
    for (u32 i = 0; i < c->method_count; i++)
        if (c->methods[i].name == n && (!d || c->methods[i].descriptor == d))
            return &c->methods[i];
    return NULL;
}

Method *vm_method(const Class *c, const char *name, const char *descriptor)
{
    for (const Class *k = c; k; k = k->super) {
        Method *m = vm_declared_method(k, name, descriptor);
        if (m)
            return m;
    }
    for (u32 i = 0; i < c->table_count; i++) {
        Method *m = vm_declared_method(c->tables[i].interface, name, descriptor);
        if (m)
            return m;
    }
    return NULL;
}

Method *vm_select_method(const Class *c, const Method *m)
{
    if (!(m->flags & METHOD_VIRTUAL))
        return (Method *)m;
    if (class_is_interface(m->owner))
        return interface_target(vm_current, c, m);
    return m->vtable_index < c->vtable_count ? c->vtable[m->vtable_index] : (Method *)m;
}

/* ---- members ------------------------------------------------------------------ */

/* Argument registers, kinds and the return kind, from the descriptor. */
void method_set_descriptor(Vm *vm, Method *m)
{
    const char *p = m->descriptor->text;
    char kinds[256];
    u32 count = 0, registers = method_is_static(m) ? 0 : 1;
    if (*p == '(')
        p++;
    while (*p && *p != ')' && count < 255) {
        char kind = descriptor_kind(p);
        kinds[count++] = kind;
        registers += kind_is_wide(kind) ? 2 : 1;
        p = descriptor_next(p);
    }
    m->return_kind = *p == ')' ? descriptor_kind(p + 1) : 'V';
    m->argument_count = (u16)count;
    m->argument_registers = (u16)registers;
    m->argument_kinds = arena_strndup(&vm->arena, kinds, count);
}

static void method_init(Vm *vm, Method *m, Class *owner, const MethodDef *def)
{
    m->owner = owner;
    m->def = def;
    m->name = def->name;
    m->descriptor = def->descriptor;
    m->access = def->access;
    method_set_descriptor(vm, m);
    bool is_init = def->name == vm->known.init, is_clinit = def->name == vm->known.clinit;
    if (is_init)
        m->flags |= METHOD_CONSTRUCTOR;
    if (def->access & ACC_SYNCHRONIZED)
        m->flags |= METHOD_SYNCHRONIZED;
    if (!(def->access & (ACC_STATIC | ACC_PRIVATE)) && !is_init && !is_clinit)
        m->flags |= METHOD_VIRTUAL;
    m->register_count = m->argument_registers;
    if (def->access & ACC_NATIVE) {
        m->entry = entry_native;
        m->native = native_gap;
    } else if (def->has_code) {
        m->entry = entry_untranslated;
    } else {
        m->entry = entry_abstract;
    }
}

static void make_methods(Vm *vm, Class *c)
{
    const ClassDef *def = c->def;
    c->method_count = def->method_count;
    c->methods = ARENA_ARRAY(&vm->arena, Method, def->method_count);
    for (u32 i = 0; i < def->method_count; i++)
        method_init(vm, &c->methods[i], c, &def->methods[i]);
}

static u32 kind_size(char kind)
{
    switch (kind) {
    case 'J': case 'D': return 8;
    case 'C': case 'S': return 2;
    case 'Z': case 'B': return 1;
    default: return 4;
    }
}

static void add_ref_offset(Vm *vm, Class *c, u32 offset, u32 *room)
{
    if (c->ref_count == *room) {
        *room = *room ? *room * 2 : 8;
        u32 *bigger = ARENA_ARRAY(&vm->arena, u32, *room);
        if (c->ref_count)
            memcpy(bigger, c->ref_offsets, c->ref_count * sizeof(u32));
        c->ref_offsets = bigger;
    }
    c->ref_offsets[c->ref_count++] = offset;
}

static bool make_fields(Thread *t, Class *c)
{
    Vm *vm = t->vm;
    const ClassDef *def = c->def;
    c->field_count = def->field_count;
    c->fields = ARENA_ARRAY(&vm->arena, Field, def->field_count);
    u32 static_refs = 0;
    for (u32 i = 0; i < def->field_count; i++) {
        const FieldDef *fd = &def->fields[i];
        Field *f = &c->fields[i];
        *f = (Field){ .owner = c, .def = fd, .name = fd->name, .descriptor = fd->descriptor, .access = fd->access,
                      .kind = descriptor_kind(fd->descriptor->text) };
        if (fd->access & ACC_STATIC && f->kind == 'L')
            static_refs++;
    }
    c->static_refs = ARENA_ARRAY(&vm->arena, ObjectRef *, static_refs);

    u32 end = c->super ? c->super->fields_end : OBJECT_HEADER;
    u32 room = 0;
    if (c->super && c->super->ref_count) {
        c->ref_count = room = c->super->ref_count;
        c->ref_offsets = c->super->ref_offsets;
        room = c->ref_count;    /* full: the first addition copies */
    }
    /* Widest first; a hole before an 8-byte field is filled by the 4-byte ones that follow. */
    u32 hole = 0;
    for (u32 size = 8; size; size /= 2) {
        for (u32 i = 0; i < c->field_count; i++) {
            Field *f = &c->fields[i];
            if (kind_size(f->kind) != size)
                continue;
            if (f->access & ACC_STATIC) {
                f->address = arena_alloc(&vm->arena, 8);
                if (f->kind == 'L')
                    c->static_refs[c->static_ref_count++] = (ObjectRef *)f->address;
                continue;
            }
            if (size == 4 && hole) {
                f->offset = hole;
                hole = 0;
            } else {
                u32 aligned = (u32)ALIGN_UP(end, size);
                if (size == 8 && aligned != end)
                    hole = end;
                f->offset = aligned;
                end = aligned + size;
            }
            if (f->kind == 'L')
                add_ref_offset(vm, c, f->offset, &room);
        }
        if (size == 8 && hole && (hole & 3))
            hole = 0;
    }
    c->fields_end = end;
    c->instance_size = (u32)ALIGN_UP(end, 8);
    if (c->instance_size > LARGE_OBJECT) {
        vm_throw(t, "java/lang/ClassFormatError", "%s has too many fields", c->name->text);
        return false;
    }
    return true;
}

/* Layouts that the machine itself must know or extend. */
static void note_known_layout(Vm *vm, Class *c)
{
    Known *k = &vm->known;
    const char *name = c->name->text;
    if (strncmp(name, "java/lang/", 10))
        return;
    name += 10;
    if (!strcmp(name, "Class")) {
        /* A hidden field behind all others: the Class this mirror stands for. */
        k->class_vm = c->instance_size;
        c->instance_size += 8;
        c->fields_end = c->instance_size;
        c->flags |= CLASS_IS_CLASS;
    } else if (!strcmp(name, "Throwable")) {
        k->throwable_state = vm_declared_field(c, "stackState", "J")->offset;
        k->throwable_message = vm_declared_field(c, "detailMessage", NULL)->offset;
        k->throwable_cause = vm_declared_field(c, "cause", NULL)->offset;
        /* The low half of stackState is the reference of the captured stack. */
        u32 room = c->ref_count;
        add_ref_offset(vm, c, k->throwable_state, &room);
    } else if (!strcmp(name, "String")) {
        k->string_value = vm_declared_field(c, "value", "[C")->offset;
        k->string_offset = vm_declared_field(c, "offset", "I")->offset;
        k->string_count = vm_declared_field(c, "count", "I")->offset;
    } else if (!strcmp(name, "ref/Reference")) {
        k->referent = vm_declared_field(c, "referent", NULL)->offset;
        k->queue = vm_declared_field(c, "queue", NULL)->offset;
        k->queue_next = vm_declared_field(c, "queueNext", NULL)->offset;
        k->pending_next = vm_declared_field(c, "pendingNext", NULL)->offset;
        /* The referent is not followed like other fields: the collector decides. */
        for (u32 i = 0; i < c->ref_count; i++)
            if (c->ref_offsets[i] == k->referent)
                c->ref_offsets[i] = c->ref_offsets[--c->ref_count];
    } else if (!strcmp(name, "ref/SoftReference")) {
        c->flags |= CLASS_SOFT;
    } else if (!strcmp(name, "ref/WeakReference")) {
        c->flags |= CLASS_WEAK;
    } else if (!strcmp(name, "ref/PhantomReference")) {
        c->flags |= CLASS_PHANTOM;
    } else if (!strcmp(name, "ref/FinalizerReference")) {
        c->flags |= CLASS_FINALIZER_REF;
    }
}

/* ---- tables -------------------------------------------------------------------- */

/* May m, of class c, override the virtual method in the superclass's slot? */
static bool overrides(const Method *m, const Method *slot)
{
    if (slot->access & (ACC_PUBLIC | ACC_PROTECTED))
        return true;
    return class_same_package(m->owner, slot->owner);
}

typedef struct VtableBuilder {
    Method **slots;
    u32 count, room;
} VtableBuilder;

static void push(VtableBuilder *b, Method *m)
{
    if (b->count == b->room) {
        b->room = b->room ? b->room * 2 : 32;
        b->slots = xrealloc(b->slots, b->room * sizeof *b->slots);
    }
    b->slots[b->count++] = m;
}

static void add_interface(Class *interface, Class ***list, u32 *count, u32 *room)
{
    for (u32 i = 0; i < *count; i++)
        if ((*list)[i] == interface)
            return;
    if (*count == *room) {
        *room = *room ? *room * 2 : 16;
        *list = xrealloc(*list, *room * sizeof **list);
    }
    (*list)[(*count)++] = interface;
}

/*
 * The interface method that name and descriptor select for c when no class
 * implements them (JVMS 5.4.3.3): the most specific default, or an abstract one.
 */
static Method *select_interface_method(Class *const *all, u32 count, const Method *wanted, bool *conflict)
{
    Method *best = NULL;
    *conflict = false;
    for (u32 i = 0; i < count; i++) {
        Method *m = class_find_declared(all[i], wanted->name, wanted->descriptor);
        if (!m || !(m->flags & METHOD_VIRTUAL))
            continue;
        if (!best || vm_is_subclass(m->owner, best->owner)) {
            best = m;
            *conflict = false;
        } else if (!vm_is_subclass(best->owner, m->owner)) {
            bool best_default = !(best->access & ACC_ABSTRACT), m_default = !(m->access & ACC_ABSTRACT);
            if (best_default && m_default)
                *conflict = true;
            else if (m_default)
                best = m;
        }
    }
    return best;
}

static void link_interface(Vm *vm, Class *c)
{
    u32 index = 0;
    for (u32 i = 0; i < c->method_count; i++)
        if (c->methods[i].flags & METHOD_VIRTUAL)
            c->methods[i].vtable_index = index++;
    c->virtual_count = index;
    c->vtable = vm->known.object ? vm->known.object->vtable : NULL;
    c->vtable_count = vm->known.object ? vm->known.object->vtable_count : 0;
}

static void link_vtable(Vm *vm, Class *c, Class *const *all, u32 all_count)
{
    VtableBuilder b = { 0 };
    u32 inherited = c->super ? c->super->vtable_count : 0;
    b.room = inherited + c->method_count + 8;
    b.slots = xmalloc(b.room * sizeof *b.slots);
    if (inherited)
        memcpy(b.slots, c->super->vtable, inherited * sizeof *b.slots);
    b.count = inherited;
    for (u32 i = 0; i < c->method_count; i++) {
        Method *m = &c->methods[i];
        if (!(m->flags & METHOD_VIRTUAL))
            continue;
        bool found = false;
        for (u32 s = 0; s < inherited; s++) {
            Method *slot = b.slots[s];
            if (slot->name == m->name && slot->descriptor == m->descriptor && overrides(m, slot)) {
                b.slots[s] = m;
                m->vtable_index = s;
                found = true;   /* go on: package-private twins may share the name */
            }
        }
        if (!found) {
            m->vtable_index = b.count;
            push(&b, m);
        }
    }
    /* Inherited interface methods: defaults, and abstract ones in abstract classes. */
    for (u32 i = 0; i < all_count; i++) {
        Class *interface = all[i];
        bool new_interface = !c->super || !vm_is_subclass(c->super, interface);
        for (u32 k = 0; k < interface->method_count; k++) {
            Method *wanted = &interface->methods[k];
            if (!(wanted->flags & METHOD_VIRTUAL))
                continue;
            i32 at = -1;
            for (u32 s = b.count; s-- > 0;) {
                if (b.slots[s]->name == wanted->name && b.slots[s]->descriptor == wanted->descriptor) {
                    at = (i32)s;
                    break;
                }
            }
            if (at >= 0 && !class_is_interface(b.slots[at]->owner))
                continue;       /* a class's method wins */
            if (at >= 0 && !new_interface && (u32)at < inherited && all_count == (c->super ? c->super->table_count : 0))
                continue;       /* nothing new since the superclass chose */
            bool conflict;
            Method *chosen = select_interface_method(all, all_count, wanted, &conflict);
            if (!chosen)
                continue;
            if (conflict) {
                Method *clash = ARENA_NEW(&vm->arena, Method);
                *clash = *chosen;
                clash->flags |= METHOD_CONFLICT;
                clash->entry = entry_abstract;
                chosen = clash;
            }
            if (at >= 0)
                b.slots[at] = chosen;
            else
                push(&b, chosen);
        }
    }
    c->vtable_count = b.count;
    if (c->super && b.count == inherited && inherited && !memcmp(b.slots, c->super->vtable, inherited * sizeof *b.slots)) {
        c->vtable = c->super->vtable;
    } else {
        c->vtable = ARENA_ARRAY(&vm->arena, Method *, b.count);
        memcpy(c->vtable, b.slots, b.count * sizeof *b.slots);
    }
    free(b.slots);
}

static void link_tables(Vm *vm, Class *c, Class *const *all, u32 count)
{
    c->table_count = count;
    c->tables = ARENA_ARRAY(&vm->arena, InterfaceTable, count);
    for (u32 i = 0; i < count; i++) {
        Class *interface = all[i];
        c->tables[i].interface = interface;
        if (class_is_interface(c) || !interface->virtual_count)
            continue;
        Method **methods = ARENA_ARRAY(&vm->arena, Method *, interface->virtual_count);
        for (u32 k = 0; k < interface->method_count; k++) {
            Method *m = &interface->methods[k];
            if (!(m->flags & METHOD_VIRTUAL))
                continue;
            /* A public method of a class implements it; Object's methods count as well. */
            Method *target = class_find_virtual(c, m->name, m->descriptor);
            methods[m->vtable_index] = target ? target : m;
        }
        c->tables[i].methods = methods;
    }
}

static bool load_supers(Thread *t, Class *c)
{
    const ClassDef *def = c->def;
    Vm *vm = t->vm;
    c->state = CLASS_LOADED;
    if (def->super) {
        c->super = vm_find_class_symbol(t, c->loader, def->super);
        if (!c->super)
            return false;
        if (c->super->state == CLASS_LOADED)
            return vm_throw(t, "java/lang/ClassCircularityError", "%s", c->name->text);
        if (class_is_interface(c->super) || c->super->flags & (CLASS_ARRAY | CLASS_PRIMITIVE))
            return vm_throw(t, "java/lang/IncompatibleClassChangeError", "%s has %s as superclass", c->name->text, c->super->name->text);
        if (c->super->access & ACC_FINAL)
            return vm_throw(t, "java/lang/VerifyError", "%s extends the final class %s", c->name->text, c->super->name->text);
        if (class_is_interface(c) && c->super != vm->known.object)
            return vm_throw(t, "java/lang/ClassFormatError", "the interface %s has a superclass", c->name->text);
    } else if (c->name != vm->known.object_name || c->loader) {
        return vm_throw(t, "java/lang/ClassFormatError", "%s has no superclass", c->name->text);
    }
    c->interface_count = def->interface_count;
    c->interfaces = ARENA_ARRAY(&vm->arena, Class *, def->interface_count);
    for (u32 i = 0; i < def->interface_count; i++) {
        c->interfaces[i] = vm_find_class_symbol(t, c->loader, def->interfaces[i]);
        if (!c->interfaces[i])
            return false;
        if (c->interfaces[i]->state == CLASS_LOADED)
            return vm_throw(t, "java/lang/ClassCircularityError", "%s", c->name->text);
        if (!class_is_interface(c->interfaces[i]))
            return vm_throw(t, "java/lang/IncompatibleClassChangeError", "%s implements the class %s", c->name->text, c->interfaces[i]->name->text);
    }
    return true;
}

/* supers, vtable, interface tables; also for synthesised classes that have methods but no def. */
void class_link_tables(Thread *t, Class *c)
{
    Vm *vm = t->vm;
    c->depth = c->super ? c->super->depth + 1 : 0;
    c->supers = ARENA_ARRAY(&vm->arena, Class *, c->depth + 1);
    if (c->super) {
        memcpy(c->supers, c->super->supers, c->depth * sizeof *c->supers);
        c->flags |= c->super->flags & (CLASS_FINALIZABLE | CLASS_ANY_REFERENCE);
    }
    c->supers[c->depth] = c;

    Class **all = NULL;
    u32 count = 0, room = 0;
    if (c->super && !class_is_interface(c))
        for (u32 i = 0; i < c->super->table_count; i++)
            add_interface(c->super->tables[i].interface, &all, &count, &room);
    for (u32 i = 0; i < c->interface_count; i++) {
        add_interface(c->interfaces[i], &all, &count, &room);
        for (u32 k = 0; k < c->interfaces[i]->table_count; k++)
            add_interface(c->interfaces[i]->tables[k].interface, &all, &count, &room);
    }
    if (class_is_interface(c))
        link_interface(vm, c);
    else
        link_vtable(vm, c, all, count);
    link_tables(vm, c, all, count);
    free(all);
}

bool class_link(Thread *t, Class *c)
{
    Vm *vm = t->vm;
    if (!load_supers(t, c))
        return false;
    make_methods(vm, c);
    native_bind_class(t, c);
    if (!make_fields(t, c))
        return false;
    note_known_layout(vm, c);
    class_link_tables(t, c);
    if (c->super) {
        Method *finalize = class_find_declared(c, vm->known.finalize, vm->known.void_descriptor);
        if (finalize && finalize->flags & METHOD_VIRTUAL && (finalize->def->has_code || finalize->access & ACC_NATIVE))
            c->flags |= CLASS_FINALIZABLE;
    }
    c->state = CLASS_LINKED;
    return true;
}
