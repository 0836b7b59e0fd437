/* Stubs: classes of our own for types that nobody on the class path implements well enough. */
#include "testgen/stub.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_STUB_METHODS = 24 };

/* ---- what a stub's method does --------------------------------------------------------------- */

static bool same_type(const char *descriptor, int index, const char *wanted)
{
    const char *p = descriptor + 1;
    for (int i = 0;; i++) {
        const char *start = p;
        while (*p == '[')
            p++;
        p = *p == 'L' ? strchr(p, ';') + 1 : p + 1;
        if (i == index)
            return strlen(wanted) == (size_t)(p - start) && !memcmp(start, wanted, (size_t)(p - start));
    }
}

int stub_argument(const Method *m)
{
    const char *wanted = strchr(m->descriptor->text, ')') + 1;
    for (int i = 0; i < m->argument_count; i++)
        if (same_type(m->descriptor->text, i, wanted))
            return i;
    return -1;
}

Slot stub_number(char kind, double value)
{
    Slot s = { 0 };
    switch (kind) {
    case 'Z': s.i = value != 0; break;
    case 'B': s.i = (i8)(i32)value; break;
    case 'S': s.i = (i16)(i32)value; break;
    case 'C': s.i = (u16)(i32)value; break;
    case 'I': s.i = (i32)value; break;
    case 'J': s.j = (i64)value; break;
    case 'F': s.f = (float)value; break;
    case 'D': s.d = value; break;
    default: break;
    }
    return s;
}

static void run_stub(Thread *t, const Slot *args, Slot *result)
{
    const Method *m = t->frame->method;
    const Stub *stub = m->native_data;
    double value = FIELD_AT(args[0].l, double, stub->value_offset);
    *result = stub_number(m->return_kind, value);
    int index = FIELD_AT(args[0].l, i32, stub->mode_offset) == STUB_ARGUMENT ? stub_argument(m) : -1;
    if (index < 0)
        return;
    int at = 1;
    for (int i = 0; i < index; i++)
        at += m->argument_kinds[i] == 'J' || m->argument_kinds[i] == 'D' ? 2 : 1;
    Slot given = args[at];
    switch (m->return_kind) {
    case 'I': result->i += given.i; break;
    case 'J': result->j += given.j; break;
    case 'F': result->f += given.f; break;
    case 'D': result->d += given.d; break;
    default: *result = given; break;
    }
}

/* ---- making one --------------------------------------------------------------------------------- */

static bool add_method(Program *p, Stub *stub, const Method *m)
{
    if (!(m->access & ACC_ABSTRACT))
        return true;
    /* equals, hashCode … of an interface are Object's. */
    if (vm_method(p->object, m->name->text, m->descriptor->text))
        return true;
    for (int i = 0; i < stub->method_count; i++)
        if (stub->methods[i]->name == m->name && stub->methods[i]->descriptor == m->descriptor)
            return true;
    const Callable *types = program_callable(p, (Method *)m);
    if (!types || stub->method_count == MAX_STUB_METHODS || (m->return_kind != 'V' && !types->result) || !program_can_use(p, m->owner, m->access))
        return false;
    stub->methods[stub->method_count++] = m;
    return true;
}

static bool find_methods(Program *p, Stub *stub, const Class *c)
{
    bool whole = true;
    if (class_is_interface(c))
        for (u32 i = 0; i < c->method_count; i++)
            whole = whole && add_method(p, stub, &c->methods[i]);
    for (u32 k = 0; class_is_interface(c) && k < c->interface_count; k++)
        whole = whole && find_methods(p, stub, c->interfaces[k]);
    for (u32 i = 0; !class_is_interface(c) && i < c->vtable_count; i++)
        whole = whole && add_method(p, stub, c->vtable[i]);
    return whole;
}

static Stub *make_stub(Program *p, Class *type)
{
    Stub stub = { .type = type, .methods = ARENA_ARRAY(p->arena, const Method *, MAX_STUB_METHODS) };
    if (type->access & ACC_FINAL || class_is_array(type) || class_is_primitive(type) || !program_can_name(p, type) || type->state < CLASS_LINKED)
        return NULL;
    if (!class_is_interface(type)) {
        stub.constructor = vm_declared_method(type, "<init>", "()V");
        /* What a test can make itself needs no stub; what only subclasses may make does. */
        if (!(type->access & ACC_ABSTRACT) && (!stub.constructor || program_can_use(p, type, stub.constructor->access)))
            return NULL;
        if (!stub.constructor || stub.constructor->access & ACC_PRIVATE || (type->def->is_inner && !(type->def->inner_access & ACC_STATIC)))
            return NULL;
        if (!program_can_use(p, type, stub.constructor->access) && !(stub.constructor->access & ACC_PROTECTED))
            return NULL;
    }
    if (!find_methods(p, &stub, type))
        return NULL;
    Stub *kept = ARENA_NEW(p->arena, Stub);
    MadeMethod methods[MAX_STUB_METHODS];
    for (int i = 0; i < stub.method_count; i++)
        methods[i] = (MadeMethod){ stub.methods[i]->name->text, stub.methods[i]->descriptor->text, ACC_PUBLIC, run_stub, kept };
    const MadeField fields[] = { { "value", "D", ACC_PUBLIC }, { "mode", "I", ACC_PUBLIC } };
    MadeClass made = {
        .name = arena_printf(p->arena, "%s$Stub", type->name->text), .loader = type->loader,
        .super = class_is_interface(type) ? p->object : type, .interfaces = &type, .interface_count = class_is_interface(type),
        .access = ACC_PUBLIC, .methods = methods, .method_count = (u32)stub.method_count, .fields = fields, .field_count = 2,
    };
    stub.made = vm_make_class(p->thread, &made);
    if (!stub.made) {
        vm_take_exception(p->thread);
        return NULL;
    }
    stub.value_offset = vm_field(stub.made, "value", "D")->offset;
    stub.mode_offset = vm_field(stub.made, "mode", "I")->offset;
    *kept = stub;
    return kept;
}

const Stub *stub_of(Program *p, Class *type)
{
    static const Stub none;
    void *key = type;
    const Stub *known = map_get_n(&p->stubs, (const char *)&key, sizeof key);
    if (!known) {
        known = make_stub(p, type);
        *map_slot_n(&p->stubs, (const char *)&key, sizeof key) = (void *)(known ? known : &none);
    }
    return known == &none ? NULL : known;
}

Object *stub_new(Thread *t, const Stub *stub, StubMode mode, double value)
{
    if (!vm_initialize_class(t, stub->made))
        return NULL;
    Object *o = vm_new_object(t, stub->made);
    if (!o)
        return NULL;
    FIELD_AT(o, double, stub->value_offset) = value;
    FIELD_AT(o, i32, stub->mode_offset) = (i32)mode;
    if (stub->constructor) {
        Slot args[] = { { .l = o } };
        vm_call(t, stub->constructor, args);
    }
    return t->exception ? NULL : o;
}
