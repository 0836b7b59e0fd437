/* java.lang.Class */
#include "libcore/natives.h"

#include "libcore/annotations.h"
#include "vm/internal.h"

#include <stdlib.h>
#include <string.h>

static Class *self(const Slot *args)
{
    return vm_class_of_object(args[0].l);
}

static Object *class_or_null(Thread *t, Class *c)
{
    return c ? vm_class_object(t, c) : NULL;
}

/* ClassNotFoundException where the machine throws NoClassDefFoundError. */
static void not_found_as_exception(Thread *t)
{
    Object *error = t->exception;
    if (!error || strcmp(object_class(error)->name->text, "java/lang/NoClassDefFoundError"))
        return;
    Object *cause = ref_object(FIELD_AT(error, ObjectRef, t->vm->known.throwable_cause));
    if (cause && !strcmp(object_class(cause)->name->text, "java/lang/ClassNotFoundException"))
        t->exception = cause;
}

/* static Class classForName(String name, boolean initialize, ClassLoader loader) */
static void classForName(Thread *t, const Slot *args, Slot *result)
{
    if (!args[0].l) {
        vm_throw_null(t, "className == null");
        return;
    }
    char *name = vm_string_to_utf8(args[0].l);
    bool bad = strchr(name, '/') != NULL || !*name || (name[0] == '[' && name[1] && !strchr("[ZBCSIJFDL", name[1]));
    for (char *p = name; *p; p++)
        if (*p == '.')
            *p = '/';
    Class *c = NULL;
    if (bad) {
        char *dotted = vm_string_to_utf8(args[0].l);
        vm_throw(t, "java/lang/ClassNotFoundException", "Invalid name: %s", dotted);
        free(dotted);
    } else {
        Object *loader = args[2].l;
        if (loader && !strcmp(object_class(loader)->name->text, "java/lang/BootClassLoader"))
            loader = NULL;
        c = vm_find_class(t, loader, name);
        not_found_as_exception(t);
    }
    free(name);
    if (c && args[1].i && !vm_initialize_class(t, c))
        return;
    result->l = class_or_null(t, c);
}

static void getClassLoader(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->l = args[0].l ? self(args)->loader : NULL;
}

static void getComponentType(Thread *t, const Slot *args, Slot *result)
{
    result->l = class_or_null(t, self(args)->component);
}

static void getSuperclass(Thread *t, const Slot *args, Slot *result)
{
    const Class *c = self(args);
    result->l = class_is_interface(c) ? NULL : class_or_null(t, c->super);
}

static void getInterfaces(Thread *t, const Slot *args, Slot *result)
{
    const Class *c = self(args);
    Object *array = vm_new_array(t, t->vm->known.class_array, c->interface_count);
    for (u32 i = 0; array && i < c->interface_count; i++)
        ARRAY_REF(array)[i] = object_ref(vm_class_object(t, c->interfaces[i]));
    result->l = array;
}

/* static int getModifiers(Class c, boolean ignoreInner) */
static void getModifiers(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const Class *c = self(args);
    u32 access = c->access;
    if (c->def && c->def->is_inner && !args[1].i)
        access = c->def->inner_access;
    result->i = (i32)(access & 0xffff & ~(u32)ACC_SUPER);
}

static void getName0(Thread *t, const Slot *args, Slot *result)
{
    /* The library wants the letter of a primitive type, and spells it out itself. */
    const Class *c = self(args);
    Object *name = class_is_primitive(c) ? vm_string_utf8_n(t, &c->kind, 1) : vm_class_name_string(t, c);
    result->l = name ? vm_intern(t, name) : NULL;
}

static void isInterface(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = class_is_interface(self(args));
}

static void isPrimitive(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = class_is_primitive(self(args));
}

static void isAssignableFrom(Thread *t, const Slot *args, Slot *result)
{
    if (!args[1].l)
        vm_throw_null(t, "c == null");
    else
        result->i = vm_is_subclass(vm_class_of_object(args[1].l), self(args));
}

static void isInstance(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = vm_instance_of(args[1].l, self(args));
}

static bool may_construct(const Class *from, const Method *m)
{
    if (!from || from == m->owner || m->access & m->owner->access & ACC_PUBLIC)
        return true;
    if (m->access & ACC_PRIVATE)
        return false;
    return class_same_package(from, m->owner) || (m->access & ACC_PROTECTED && vm_is_subclass(from, m->owner));
}

/* T newInstance(): what the constructor throws comes out as it is */
static void newInstance(Thread *t, const Slot *args, Slot *result)
{
    Class *c = self(args);
    DottedName name, from_name;
    dotted_name(c->name, &name);
    bool made = !(c->access & (ACC_ABSTRACT | ACC_INTERFACE)) && !class_is_array(c) && !class_is_primitive(c) && !(c->flags & CLASS_IS_CLASS);
    Method *m = made ? class_find_declared(c, t->vm->known.init, t->vm->known.void_descriptor) : NULL;
    if (!m) {
        vm_throw(t, "java/lang/InstantiationException", made ? "class %s has no zero argument constructor" : "class %s cannot be instantiated", name.text);
        return;
    }
    const Class *from = vm_caller_class(t, 0);
    if (!may_construct(from, m)) {
        vm_throw(t, "java/lang/IllegalAccessException", "void %s.<init>() is not accessible from class %s", name.text, dotted_name(from->name, &from_name));
        return;
    }
    if (!vm_initialize_class(t, c))
        return;
    Slot registers[] = { { .l = vm_new_object(t, c) } };
    if (!registers[0].l)
        return;
    vm_call(t, m, registers);
    result->l = registers[0].l;
}

static void desiredAssertionStatus(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 0;
}

/* ---- members --------------------------------------------------------------------- */

static bool is_hidden(const Method *m)
{
    return !m->def || (m->native && m->access & ACC_SYNTHETIC && m->access & ACC_NATIVE && m->owner->flags & CLASS_BOOT);
}

static Object *member_array(Thread *t, const char *element, i32 count)
{
    return vm_new_object_array(t, element, count);
}

static bool wanted(const Class *c, const Method *m, bool constructors, bool public_only)
{
    if (is_hidden(m) || symbol_is(m->name, "<clinit>"))
        return false;
    UNUSED(c);
    bool constructor = m->flags & METHOD_CONSTRUCTOR;
    return constructor == constructors && (!public_only || m->access & ACC_PUBLIC);
}

static Object *declared_methods(Thread *t, const Class *c, bool constructors, bool public_only)
{
    i32 count = 0;
    for (u32 i = 0; i < c->method_count; i++)
        count += wanted(c, &c->methods[i], constructors, public_only);
    Object *array = member_array(t, constructors ? "java/lang/reflect/Constructor" : "java/lang/reflect/Method", count);
    i32 at = 0;
    for (u32 i = 0; array && i < c->method_count; i++) {
        if (!wanted(c, &c->methods[i], constructors, public_only))
            continue;
        Object *m = libcore_reflect_method(t, &c->methods[i]);
        if (!m)
            return NULL;
        ARRAY_REF(array)[at++] = object_ref(m);
    }
    return array;
}

static void getDeclaredMethods0(Thread *t, const Slot *args, Slot *result)
{
    result->l = declared_methods(t, self(args), false, args[1].i);
}

static void getDeclaredConstructors0(Thread *t, const Slot *args, Slot *result)
{
    result->l = declared_methods(t, self(args), true, args[1].i);
}

static void getDeclaredFields0(Thread *t, const Slot *args, Slot *result)
{
    const Class *c = self(args);
    bool public_only = args[1].i;
    i32 count = 0;
    for (u32 i = 0; i < c->field_count; i++)
        count += !public_only || c->fields[i].access & ACC_PUBLIC;
    Object *array = member_array(t, "java/lang/reflect/Field", count);
    i32 at = 0;
    for (u32 i = 0; array && i < c->field_count; i++) {
        if (public_only && !(c->fields[i].access & ACC_PUBLIC))
            continue;
        Object *f = libcore_reflect_field(t, &c->fields[i]);
        if (!f)
            return;
        ARRAY_REF(array)[at++] = object_ref(f);
    }
    result->l = array;
}

/* void getDeclared{Methods,Fields}Unchecked(boolean publicOnly, List out) */
static void add_all(Thread *t, Object *array, Object *list)
{
    for (i32 i = 0; array && !t->exception && i < ARRAY_LENGTH(array); i++)
        vm_call_method(t, list, "add", "(Ljava/lang/Object;)Z", ref_object(ARRAY_REF(array)[i]));
}

static void getDeclaredMethodsUnchecked(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    add_all(t, declared_methods(t, self(args), false, args[1].i), args[2].l);
}

static void getDeclaredFieldsUnchecked(Thread *t, const Slot *args, Slot *result)
{
    getDeclaredFields0(t, args, result);
    add_all(t, result->l, args[2].l);
}

/* ---- nesting ------------------------------------------------------------------------ */

static Object *class_named(Thread *t, const Class *from, const Symbol *name)
{
    return name ? class_or_null(t, vm_find_class_symbol(t, from->loader, name)) : NULL;
}

static void getDeclaringClass(Thread *t, const Slot *args, Slot *result)
{
    const Class *c = self(args);
    result->l = c->def ? class_named(t, c, c->def->outer) : NULL;
}

static void getEnclosingClass(Thread *t, const Slot *args, Slot *result)
{
    const Class *c = self(args);
    if (c->def)
        result->l = class_named(t, c, c->def->outer ? c->def->outer : c->def->enclosing_class);
}

static Object *enclosing(Thread *t, const Class *c, bool constructor)
{
    if (!c->def || !c->def->enclosing_method || symbol_is(c->def->enclosing_method, "<init>") != constructor)
        return NULL;
    Class *outer = vm_find_class_symbol(t, c->loader, c->def->enclosing_class);
    const Method *m = outer ? class_find_declared(outer, c->def->enclosing_method, c->def->enclosing_descriptor) : NULL;
    return m ? libcore_reflect_method(t, m) : NULL;
}

static void getEnclosingMethod(Thread *t, const Slot *args, Slot *result)
{
    result->l = enclosing(t, self(args), false);
}

static void getEnclosingConstructor(Thread *t, const Slot *args, Slot *result)
{
    result->l = enclosing(t, self(args), true);
}

/* libcore.reflect.AnnotationAccess: reads dex sections of its own; here the class knows. */
static void getEnclosingMethodOrConstructor(Thread *t, const Slot *args, Slot *result)
{
    const Class *c = self(args);
    result->l = enclosing(t, c, false);
    if (!result->l && !t->exception)
        result->l = enclosing(t, c, true);
}

const NativeMethod natives_libcore_reflect_AnnotationAccess[] = {
    { "getEnclosingMethodOrConstructor", NULL, getEnclosingMethodOrConstructor },
    { "getEnclosingClass", NULL, getEnclosingClass },
    { 0 },
};

static void getInnerClassName(Thread *t, const Slot *args, Slot *result)
{
    const Class *c = self(args);
    if (c->def && c->def->is_inner && c->def->simple_name)
        result->l = vm_string_mutf8(t, c->def->simple_name);
}

static void isAnonymousClass(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const Class *c = self(args);
    result->i = c->def && c->def->is_inner && !c->def->simple_name;
}

static void getDeclaredClasses0(Thread *t, const Slot *args, Slot *result)
{
    const Class *c = self(args);
    bool public_only = args[1].i;
    Object *found[1024];
    i32 count = 0;
    for (u32 i = 0; c->def && i < c->def->member_count && count < 1024; i++) {
        Class *member = vm_find_class_symbol(t, c->loader, c->def->members[i]);
        if (!member)
            return;
        u32 access = member->def && member->def->is_inner ? member->def->inner_access : member->access;
        if (!public_only || access & ACC_PUBLIC)
            found[count++] = vm_class_object(t, member);
    }
    Object *array = vm_new_array(t, t->vm->known.class_array, count);
    for (i32 i = 0; array && i < count; i++)
        ARRAY_REF(array)[i] = object_ref(found[i]);
    result->l = array;
}

static void getSignatureAttribute(Thread *t, const Slot *args, Slot *result)
{
    const Class *c = self(args);
    if (c->def && c->def->signature)
        result->l = vm_string_mutf8(t, c->def->signature);
}

static void getDeclaredAnnotations0(Thread *t, const Slot *args, Slot *result)
{
    result->l = annotations_of_class(t, self(args));
}

const NativeMethod natives_java_lang_Class[] = {
    { "classForName", NULL, classForName },
    { "getClassLoader", "(Ljava/lang/Class;)Ljava/lang/ClassLoader;", getClassLoader },
    { "getComponentType", NULL, getComponentType },
    { "getSuperclass", NULL, getSuperclass },
    { "getInterfaces", NULL, getInterfaces },
    { "getModifiers", "(Ljava/lang/Class;Z)I", getModifiers },
    { "getName0", NULL, getName0 },
    { "isInterface", NULL, isInterface },
    { "isPrimitive", NULL, isPrimitive },
    { "isAssignableFrom", NULL, isAssignableFrom },
    { "isInstance", NULL, isInstance },
    { "newInstance", "()Ljava/lang/Object;", newInstance },
    { "desiredAssertionStatus", NULL, desiredAssertionStatus },
    { "getDeclaredMethods0", NULL, getDeclaredMethods0 },
    { "getDeclaredConstructors0", NULL, getDeclaredConstructors0 },
    { "getDeclaredFields0", NULL, getDeclaredFields0 },
    { "getDeclaredMethodsUnchecked", "(ZLjava/util/List;)V", getDeclaredMethodsUnchecked, NATIVE_INJECT },
    { "getDeclaredFieldsUnchecked", "(ZLjava/util/List;)V", getDeclaredFieldsUnchecked, NATIVE_INJECT },
    { "getDeclaringClass", NULL, getDeclaringClass },
    { "getEnclosingClass", NULL, getEnclosingClass },
    { "getEnclosingMethod", NULL, getEnclosingMethod },
    { "getEnclosingConstructor", NULL, getEnclosingConstructor },
    { "getInnerClassName", NULL, getInnerClassName },
    { "isAnonymousClass", NULL, isAnonymousClass },
    { "getDeclaredClasses0", NULL, getDeclaredClasses0 },
    { "getSignatureAttribute", NULL, getSignatureAttribute },
    { "getDeclaredAnnotations0", NULL, getDeclaredAnnotations0 },
    { 0 },
};
