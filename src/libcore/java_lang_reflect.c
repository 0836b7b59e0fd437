/*
 * java.lang.reflect: Method, Constructor, Field, Array, AccessibleObject. The
 * Java objects hold the machine's Method or Field as a long.
 */
#include "libcore/natives.h"

#include "libcore/annotations.h"
#include "vm/internal.h"

#include <string.h>

static const Method *method_of(const Slot *arg)
{
    return (const Method *)(uintptr_t)arg->j;
}

static const Field *field_of(const Slot *arg)
{
    return (const Field *)(uintptr_t)arg->j;
}

Object *libcore_reflect_method(Thread *t, const Method *m)
{
    Class *c = vm_boot_class(t, m->flags & METHOD_CONSTRUCTOR ? "java/lang/reflect/Constructor" : "java/lang/reflect/Method");
    return c ? vm_new(t, c, "(J)V", (i64)(uintptr_t)m) : NULL;
}

Object *libcore_reflect_field(Thread *t, const Field *f)
{
    Class *c = vm_boot_class(t, "java/lang/reflect/Field");
    return c ? vm_new(t, c, "(J)V", (i64)(uintptr_t)f) : NULL;
}

/* ---- facts ------------------------------------------------------------------------ */

static void method_signature(Thread *t, const Slot *args, Slot *result)
{
    const Method *m = method_of(args);
    if (m->def && m->def->signature)
        result->l = vm_string_mutf8(t, m->def->signature);
}

static void method_annotations_(Thread *t, const Slot *args, Slot *result)
{
    result->l = annotations_of_method(t, method_of(args));
}

static void method_parameter_annotations(Thread *t, const Slot *args, Slot *result)
{
    result->l = annotations_of_parameters(t, method_of(args));
}

static void method_default(Thread *t, const Slot *args, Slot *result)
{
    result->l = annotation_default_value(t, method_of(args));
}

static void method_declaring(Thread *t, const Slot *args, Slot *result)
{
    result->l = vm_class_object(t, method_of(args)->owner);
}

static void method_exceptions(Thread *t, const Slot *args, Slot *result)
{
    const Method *m = method_of(args);
    u32 count = m->def ? m->def->exception_count : 0;
    Object *array = vm_new_array(t, t->vm->known.class_array, (i32)count);
    for (u32 i = 0; array && i < count; i++) {
        Class *c = vm_find_class_symbol(t, m->owner->loader, m->def->exceptions[i]);
        if (!c)
            return;
        ARRAY_REF(array)[i] = object_ref(vm_class_object(t, c));
    }
    result->l = array;
}

static void method_modifiers(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    u32 access = method_of(args)->access;
    if (access & ACC_DECLARED_SYNCHRONIZED)
        access |= ACC_SYNCHRONIZED;
    result->i = (i32)(access & 0xffff);
}

static void method_name(Thread *t, const Slot *args, Slot *result)
{
    Object *name = vm_string_mutf8(t, method_of(args)->name);
    result->l = name ? vm_intern(t, name) : NULL;
}

static void method_parameters(Thread *t, const Slot *args, Slot *result)
{
    const Method *m = method_of(args);
    Object *array = vm_new_array(t, t->vm->known.class_array, m->argument_count);
    const char *p = m->descriptor->text + 1;
    for (u32 i = 0; array && i < m->argument_count; i++) {
        const char *end = descriptor_next(p);
        Class *c = vm_descriptor_class(t, m->owner->loader, p, (size_t)(end - p));
        if (!c)
            return;
        ARRAY_REF(array)[i] = object_ref(vm_class_object(t, c));
        p = end;
    }
    result->l = array;
}

static void method_return_type(Thread *t, const Slot *args, Slot *result)
{
    const Method *m = method_of(args);
    const char *p = strchr(m->descriptor->text, ')') + 1;
    Class *c = vm_descriptor_class(t, m->owner->loader, p, strlen(p));
    result->l = c ? vm_class_object(t, c) : NULL;
}

/* ---- calls ------------------------------------------------------------------------- */

/* Unboxes args[] into argument registers after the receiver. */
static bool unpack(Thread *t, const Method *m, Object *array, Slot *out)
{
    i32 given = array ? ARRAY_LENGTH(array) : 0;
    if (given != m->argument_count) {
        vm_throw(t, "java/lang/IllegalArgumentException", "Wrong number of arguments; expected %u, got %d", m->argument_count, given);
        return false;
    }
    const char *p = m->descriptor->text + 1;
    for (u32 i = 0; i < m->argument_count; i++) {
        char kind = m->argument_kinds[i];
        const char *end = descriptor_next(p);
        Object *value = ref_object(ARRAY_REF(array)[i]);
        bool ok = true;
        *out = (Slot){ 0 };
        if (kind == 'L') {
            if (value) {
                Class *c = vm_descriptor_class(t, m->owner->loader, p, (size_t)(end - p));
                if (!c)
                    return false;
                ok = vm_instance_of(value, c);
            }
            out->l = value;
        } else {
            ok = vm_unbox(value, kind, out);
        }
        if (!ok) {
            DottedName name;
            vm_throw(t, "java/lang/IllegalArgumentException", "argument %u should have type %.*s, got %s", i + 1, (int)(end - p), p,
                     value ? dotted_name(object_class(value)->name, &name) : "null");
            return false;
        }
        out += kind_is_wide(kind) ? 2 : 1;
        p = end;
    }
    return true;
}

Object *libcore_invoke(Thread *t, Method *m, Object *receiver, Object *array, bool *bad_arguments)
{
    Slot registers[260];
    Slot *next = registers;
    *bad_arguments = true;
    if (!method_is_static(m)) {
        (next++)->l = receiver;
        if (!(m->flags & METHOD_CONSTRUCTOR))
            m = vm_select_method(object_class(receiver), m);
    }
    if (!m || !unpack(t, m, array, next))
        return NULL;
    if (method_is_static(m) && !vm_initialize_class(t, m->owner))
        return NULL;
    *bad_arguments = false;
    Slot value = vm_call(t, m, registers);
    return t->exception ? NULL : vm_box(t, m->return_kind, value);
}

static void wrap_target_exception(Thread *t)
{
    Object *cause = vm_take_exception(t);
    Class *c = vm_boot_class(t, "java/lang/reflect/InvocationTargetException");
    Object *wrapped = c ? vm_new(t, c, "(Ljava/lang/Throwable;)V", cause) : NULL;
    if (wrapped)
        vm_throw_object(t, wrapped);
}

/* static Object internalInvoke(long method, Class[] types, Object receiver, Object[] args) */
static void internalInvoke(Thread *t, const Slot *args, Slot *result)
{
    Method *m = (Method *)method_of(args);
    Object *receiver = args[3].l;
    if (!method_is_static(m)) {
        if (!receiver) {
            vm_throw_null(t, "null receiver");
            return;
        }
        if (!vm_instance_of(receiver, m->owner)) {
            DottedName a, b;
            vm_throw(t, "java/lang/IllegalArgumentException", "Expected receiver of type %s, but got %s", dotted_name(m->owner->name, &a), dotted_name(object_class(receiver)->name, &b));
            return;
        }
    }
    bool bad;
    result->l = libcore_invoke(t, m, receiver, args[4].l, &bad);
    if (t->exception && !bad)
        wrap_target_exception(t);
}

/* static Object internalNewInstance(long method, Class[] types, Object[] args) */
static void internalNewInstance(Thread *t, const Slot *args, Slot *result)
{
    Method *m = (Method *)method_of(args);
    Class *c = m->owner;
    if (c->access & (ACC_ABSTRACT | ACC_INTERFACE)) {
        DottedName name;
        vm_throw(t, "java/lang/InstantiationException", "Can't instantiate abstract class %s", dotted_name(c->name, &name));
        return;
    }
    if (!vm_initialize_class(t, c))
        return;
    Object *o = vm_new_object(t, c);
    bool bad;
    if (!o)
        return;
    libcore_invoke(t, m, o, args[3].l, &bad);
    if (t->exception && !bad)
        wrap_target_exception(t);
    result->l = o;
}

const NativeMethod natives_java_lang_reflect_Method[] = {
    { "getSignatureAttribute", "(J)Ljava/lang/String;", method_signature },
    { "getDeclaredAnnotations", "(J)[Ljava/lang/annotation/Annotation;", method_annotations_ },
    { "getParameterAnnotations", "(J)[[Ljava/lang/annotation/Annotation;", method_parameter_annotations },
    { "getDefaultValue", "(J)Ljava/lang/Object;", method_default },
    { "getDeclaringClass", "(J)Ljava/lang/Class;", method_declaring },
    { "getExceptionTypes", "(J)[Ljava/lang/Class;", method_exceptions },
    { "getModifiers", "(J)I", method_modifiers },
    { "getName", "(J)Ljava/lang/String;", method_name },
    { "getParameterTypes", "(J)[Ljava/lang/Class;", method_parameters },
    { "getReturnType", "(J)Ljava/lang/Class;", method_return_type },
    { "internalInvoke", NULL, internalInvoke },
    { 0 },
};

const NativeMethod natives_java_lang_reflect_Constructor[] = {
    { "internalNewInstance", NULL, internalNewInstance },
    { 0 },
};

/* ---- Field --------------------------------------------------------------------------- */

static void field_signature(Thread *t, const Slot *args, Slot *result)
{
    const Field *f = field_of(args);
    if (f->def && f->def->signature)
        result->l = vm_string_mutf8(t, f->def->signature);
}

static void field_annotations_(Thread *t, const Slot *args, Slot *result)
{
    result->l = annotations_of_field(t, field_of(args));
}

static void field_declaring(Thread *t, const Slot *args, Slot *result)
{
    result->l = vm_class_object(t, field_of(args)->owner);
}

static void field_modifiers(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = (i32)(field_of(args)->access & 0xffff);
}

static void field_name(Thread *t, const Slot *args, Slot *result)
{
    Object *name = vm_string_mutf8(t, field_of(args)->name);
    result->l = name ? vm_intern(t, name) : NULL;
}

static void field_type(Thread *t, const Slot *args, Slot *result)
{
    const Field *f = field_of(args);
    Class *c = vm_descriptor_class(t, f->owner->loader, f->descriptor->text, f->descriptor->length);
    result->l = c ? vm_class_object(t, c) : NULL;
}

/* X getX(Object o, long field); static fields initialise their class */
static void field_get(Thread *t, const Slot *args, Slot *result)
{
    const Field *f = field_of(&args[1]);
    if (f->access & ACC_STATIC && !vm_initialize_class(t, f->owner))
        return;
    *result = vm_get_field(args[0].l, f);
}

/* void setX(Object o, long field, X value) */
static void field_set(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Field *f = field_of(&args[1]);
    if (f->access & ACC_STATIC && !vm_initialize_class(t, f->owner))
        return;
    vm_set_field(args[0].l, f, args[3]);
}

static void field_get_offset(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef pointer = FIELD("java/lang/reflect/Field", "field", "J");
    const Field *f = (const Field *)(uintptr_t)GET_LONG(t, args[0].l, &pointer);
    result->i = (i32)f->offset;
}

const NativeMethod natives_java_lang_reflect_Field[] = {
    { "getSignatureAttribute", "(J)Ljava/lang/String;", field_signature },
    { "getDeclaredAnnotations", "(J)[Ljava/lang/annotation/Annotation;", field_annotations_ },
    { "getDeclaringClass", "(J)Ljava/lang/Class;", field_declaring },
    { "getModifiers", "(J)I", field_modifiers },
    { "getName", "(J)Ljava/lang/String;", field_name },
    { "getType", "(J)Ljava/lang/Class;", field_type },
    { "getZ", NULL, field_get }, { "getB", NULL, field_get }, { "getC", NULL, field_get }, { "getS", NULL, field_get },
    { "getI", NULL, field_get }, { "getJ", NULL, field_get }, { "getF", NULL, field_get }, { "getD", NULL, field_get },
    { "getL", NULL, field_get },
    { "setZ", NULL, field_set }, { "setB", NULL, field_set }, { "setC", NULL, field_set }, { "setS", NULL, field_set },
    { "setI", NULL, field_set }, { "setJ", NULL, field_set }, { "setF", NULL, field_set }, { "setD", NULL, field_set },
    { "setL", NULL, field_set },
    { "getOffset", "()I", field_get_offset, NATIVE_INJECT },
    { 0 },
};

/* ---- java.io.ObjectStreamClass: descriptors ------------------------------------------- */

static Object *descriptor_of(Thread *t, Object *member, FieldRef *pointer, bool is_field)
{
    const void *m = (const void *)(uintptr_t)GET_LONG(t, member, pointer);
    return vm_string_mutf8(t, is_field ? ((const Field *)m)->descriptor : ((const Method *)m)->descriptor);
}

static void getFieldSignature(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef pointer = FIELD("java/lang/reflect/Field", "field", "J");
    result->l = descriptor_of(t, args[0].l, &pointer, true);
}

static void getMethodSignature(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef pointer = FIELD("java/lang/reflect/Method", "method", "J");
    result->l = descriptor_of(t, args[0].l, &pointer, false);
}

static void getConstructorSignature(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef pointer = FIELD("java/lang/reflect/Constructor", "method", "J");
    result->l = descriptor_of(t, args[0].l, &pointer, false);
}

const NativeMethod natives_java_io_ObjectStreamClass_signatures[] = {
    { "getFieldSignature", NULL, getFieldSignature },
    { "getMethodSignature", NULL, getMethodSignature },
    { "getConstructorSignature", NULL, getConstructorSignature },
    { 0 },
};

/* ---- Array, AccessibleObject ----------------------------------------------------------- */

static void createMultiArray(Thread *t, const Slot *args, Slot *result)
{
    Class *c = vm_class_of_object(args[0].l);
    i32 count = ARRAY_LENGTH(args[1].l);
    for (i32 i = 0; c && i < count; i++) {
        if (ARRAY_I32(args[1].l)[i] < 0) {
            vm_throw(t, "java/lang/NegativeArraySizeException", "%d", ARRAY_I32(args[1].l)[i]);
            return;
        }
        c = vm_array_class(t, c);
    }
    if (c)
        result->l = vm_new_nested_array(t, c, ARRAY_I32(args[1].l), (u32)count);
}

static void createObjectArray(Thread *t, const Slot *args, Slot *result)
{
    Class *c = vm_array_class(t, vm_class_of_object(args[0].l));
    result->l = c ? vm_new_array(t, c, args[1].i) : NULL;
}

const NativeMethod natives_java_lang_reflect_Array[] = {
    { "createMultiArray", NULL, createMultiArray },
    { "createObjectArray", NULL, createObjectArray },
    { 0 },
};

static void getAccessFlags(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = (i32)(vm_class_of_object(args[0].l)->access & 0xffff);
}

/* static boolean checkAccessibleFast(Member): for ART a public member is open to all, whatever its class is */
static void checkAccessibleFast(Thread *t, const Slot *args, Slot *result)
{
    result->i = (vm_call_method(t, args[0].l, "getModifiers", "()I").i & ACC_PUBLIC) != 0;
}

const NativeMethod natives_java_lang_reflect_AccessibleObject[] = {
    { "checkAccessibleFast", NULL, checkAccessibleFast },
    { "getAccessFlags", NULL, getAccessFlags },
    { 0 },
};

/* static ReflectionAccess loadReflectionAccess(): the one that AccessibleObject made */
static void loadReflectionAccess(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    static FieldRef access = FIELD("java/lang/reflect/AccessibleObject", "REFLECTION_ACCESS", NULL);
    result->l = ref_object(*(ObjectRef *)field_address(t, &access));
}

const NativeMethod natives_java_lang_ClassCache[] = {
    { "loadReflectionAccess", NULL, loadReflectionAccess },
    { 0 },
};
