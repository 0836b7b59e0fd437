/*
 * Resolution: what a Ref names, found once and kept in the Ref (JVMS 5.4.3),
 * with the access checks that the runtime makes.
 *
 * Boot code is not checked: parts of it come from different builds of the same
 * library and were never meant to see each other's packages.
 */
#include "vm/internal.h"

#include <string.h>

static bool class_accessible(const Class *from, const Class *c)
{
    if (from->flags & CLASS_BOOT || c->access & ACC_PUBLIC)
        return true;
    while (class_is_array(c))
        c = c->component;
    return c->access & ACC_PUBLIC || class_is_primitive(c) || class_same_package(from, c);
}

Class *resolve_class_named(Thread *t, const Class *from, const Symbol *name)
{
    return vm_find_class_symbol(t, from->loader, name);
}

Class *resolve_class(Thread *t, const Class *from, Ref *ref)
{
    if (ref->resolved)
        return ref->resolved;
    Class *c = vm_find_class_symbol(t, from->loader, ref->owner);
    if (!c)
        return NULL;
    if (!class_accessible(from, c)) {
        DottedName a, b;
        return vm_throw(t, "java/lang/IllegalAccessError", "Illegal class access: '%s' attempting to access '%s'", dotted_name(from->name, &a), dotted_name(c->name, &b));
    }
    ref->resolved = c;
    return c;
}

Object *resolve_string(Thread *t, Ref *ref)
{
    Object *s = vm_string_mutf8(t, ref->name);
    return s ? vm_intern(t, s) : NULL;
}

static bool member_accessible(const Class *from, const Class *owner, u32 access)
{
    if (from->flags & CLASS_BOOT || access & ACC_PUBLIC || from == owner)
        return true;
    if (access & ACC_PRIVATE)
        return false;
    if (class_same_package(from, owner))
        return true;
    return access & ACC_PROTECTED && vm_is_subclass(from, owner);
}

static Field *find_field(const Class *c, const Symbol *name, const Symbol *descriptor)
{
    for (const Class *k = c; k; k = k->super) {
        for (u32 i = 0; i < k->field_count; i++)
            if (k->fields[i].name == name && k->fields[i].descriptor == descriptor)
                return &k->fields[i];
        for (u32 n = 0; n < k->table_count; n++) {
            Class *interface = k->tables[n].interface;
            for (u32 i = 0; i < interface->field_count; i++)
                if (interface->fields[i].name == name && interface->fields[i].descriptor == descriptor)
                    return &interface->fields[i];
        }
    }
    return NULL;
}

Field *resolve_field(Thread *t, const Class *from, Ref *ref, bool is_static)
{
    Field *f = ref->resolved;
    DottedName a, b;
    if (!f) {
        Class *c = resolve_class_named(t, from, ref->owner);
        if (!c)
            return NULL;
        f = find_field(c, ref->name, ref->descriptor);
        if (!f)
            return vm_throw(t, "java/lang/NoSuchFieldError", "No %s field %s of type %s in class L%s; or its superclasses", is_static ? "static" : "instance", ref->name->text, ref->descriptor->text, c->name->text);
        if (!class_accessible(from, c) || !member_accessible(from, f->owner, f->access))
            return vm_throw(t, "java/lang/IllegalAccessError", "Field '%s.%s' is inaccessible to class '%s'", dotted_name(f->owner->name, &a), f->name->text, dotted_name(from->name, &b));
        ref->resolved = f;
    }
    if (is_static != !!(f->access & ACC_STATIC))
        return vm_throw(t, "java/lang/IncompatibleClassChangeError", "Expected '%s.%s' to be a%s field", dotted_name(f->owner->name, &a), f->name->text, is_static ? " static" : "n instance");
    return f;
}

static Method *find_method(const Class *c, const Symbol *name, const Symbol *descriptor)
{
    for (const Class *k = c; k; k = k->super) {
        Method *m = class_find_declared(k, name, descriptor);
        if (m)
            return m;
    }
    /* Superinterfaces: the most specific one that is not abstract, else any. */
    Method *best = NULL;
    for (u32 i = 0; i < c->table_count; i++) {
        Method *m = class_find_declared(c->tables[i].interface, name, descriptor);
        if (!m || m->access & (ACC_STATIC | ACC_PRIVATE))
            continue;
        if (!best || (best->access & ACC_ABSTRACT && !(m->access & ACC_ABSTRACT)) || vm_is_subclass(m->owner, best->owner))
            best = m;
    }
    return best;
}

Method *resolve_method(Thread *t, const Class *from, Ref *ref, int op)
{
    Method *m = ref->resolved;
    DottedName a, b;
    if (!m) {
        Class *c = resolve_class_named(t, from, ref->owner);
        if (!c)
            return NULL;
        m = find_method(c, ref->name, ref->descriptor);
        if (!m && class_is_interface(c))
            m = find_method(t->vm->known.object, ref->name, ref->descriptor);
        if (!m)
            return vm_throw(t, "java/lang/NoSuchMethodError", "No %s method %s%s in class L%s; or its super classes",
                            op == OP_INVOKE_STATIC ? "static" : op == OP_INVOKE_INTERFACE ? "interface" : op == OP_INVOKE_DIRECT ? "direct" : "virtual",
                            ref->name->text, ref->descriptor->text, c->name->text);
        /* Arrays' clone is public. */
        bool array_clone = class_is_array(c) && m->owner == t->vm->known.object;
        if (!array_clone && (!class_accessible(from, c) || !member_accessible(from, m->owner, m->access)))
            return vm_throw(t, "java/lang/IllegalAccessError", "Method '%s.%s%s' is inaccessible to class '%s'", dotted_name(m->owner->name, &a), m->name->text, m->descriptor->text, dotted_name(from->name, &b));
        ref->resolved = m;
    }
    if ((op == OP_INVOKE_STATIC) != method_is_static(m))
        return vm_throw(t, "java/lang/IncompatibleClassChangeError", "The method '%s.%s%s' was expected to be of type %s", dotted_name(m->owner->name, &a), m->name->text, m->descriptor->text, op == OP_INVOKE_STATIC ? "static" : "virtual");
    /* The verifier lets any object be called by interface; no other class's slots may be taken from it. */
    if (op == OP_INVOKE_INTERFACE && !class_is_interface(m->owner) && m->owner != t->vm->known.object)
        return vm_throw(t, "java/lang/IncompatibleClassChangeError", "The method '%s.%s%s' was expected to be of type interface but instead was found to be of type virtual", dotted_name(m->owner->name, &a), m->name->text, m->descriptor->text);
    return m;
}
