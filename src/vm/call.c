/* Calling Java from C. */
#include "vm/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Slot vm_call(Thread *t, Method *m, const Slot *args)
{
    if (!push_frame(t, m, args))
        return (Slot){ 0 };
    return interpret(t);
}

Slot vm_call_virtual(Thread *t, Method *m, const Slot *args)
{
    Method *target = vm_select_method(object_class(args[0].l), m);
    if (!target) {
        vm_throw(t, "java/lang/AbstractMethodError", "%s.%s", m->owner->name->text, m->name->text);
        return (Slot){ 0 };
    }
    return vm_call(t, target, args);
}

/* C arguments to argument registers, by the method's kinds. */
static void collect(const Method *m, Slot *out, va_list args)
{
    for (const char *kind = m->argument_kinds; *kind; kind++, out++) {
        *out = (Slot){ 0 };
        switch (*kind) {
        case 'J': (out++)->j = va_arg(args, i64); break;
        case 'D': (out++)->d = va_arg(args, double); break;
        case 'F': out->f = (float)va_arg(args, double); break;
        case 'L': out->l = va_arg(args, Object *); break;
        default: out->j = va_arg(args, int);
        }
    }
}

static void missing(const char *owner, const char *name, const char *descriptor)
{
    fprintf(stderr, "reenact: the boot files have no method %s.%s%s\n", owner, name, descriptor);
    abort();
}

Slot vm_call_method(Thread *t, Object *receiver, const char *name, const char *descriptor, ...)
{
    Method *m = vm_method(object_class(receiver), name, descriptor);
    if (!m)
        missing(object_class(receiver)->name->text, name, descriptor);
    Slot args[256] = { { .l = receiver } };
    va_list list;
    va_start(list, descriptor);
    collect(m, args + 1, list);
    va_end(list);
    return vm_call_virtual(t, m, args);
}

Slot vm_call_static(Thread *t, const char *owner, const char *name, const char *descriptor, ...)
{
    Class *c = vm_boot_class(t, owner);
    if (!c || !vm_initialize_class(t, c))
        return (Slot){ 0 };
    Method *m = vm_declared_method(c, name, descriptor);
    if (!m)
        missing(owner, name, descriptor);
    Slot args[256];
    va_list list;
    va_start(list, descriptor);
    collect(m, args, list);
    va_end(list);
    return vm_call(t, m, args);
}

Object *vm_new(Thread *t, Class *c, const char *constructor_descriptor, ...)
{
    if (!vm_initialize_class(t, c))
        return NULL;
    Method *m = vm_declared_method(c, "<init>", constructor_descriptor);
    if (!m)
        missing(c->name->text, "<init>", constructor_descriptor);
    Object *o = vm_new_object(t, c);
    if (!o)
        return NULL;
    Slot args[256] = { { .l = o } };
    va_list list;
    va_start(list, constructor_descriptor);
    collect(m, args + 1, list);
    va_end(list);
    vm_call(t, m, args);
    return t->exception ? NULL : o;
}
