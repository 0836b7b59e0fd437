/*
 * Annotation objects: proxies made by the core library's own AnnotationFactory
 * from AnnotationMembers that are built here.
 */
#include "libcore/annotations.h"

#include "libcore/libcore.h"

#include "vm/internal.h"

#include <string.h>

static Object *make_value(Thread *t, Object *loader, const AnnotationValue *v, Class *type);

static Object *make_annotation(Thread *t, Object *loader, const Annotation *a)
{
    Class *type = vm_descriptor_class(t, loader, a->type->text, a->type->length);
    if (!type)
        return NULL;
    Class *member_class = vm_boot_class(t, "libcore/reflect/AnnotationMember");
    Object *members = vm_new_object_array(t, "libcore/reflect/AnnotationMember", (i32)a->count);
    for (u32 i = 0; members && i < a->count; i++) {
        const Symbol *name = a->elements[i].name;
        Method *m = vm_declared_method(type, name->text, NULL);
        Class *result = NULL;
        if (m) {
            const char *descriptor = strchr(m->descriptor->text, ')') + 1;
            result = vm_descriptor_class(t, type->loader, descriptor, strlen(descriptor));
            if (!result)
                return NULL;
        }
        Object *value = make_value(t, loader, &a->elements[i].value, result);
        if (t->exception)
            return NULL;
        Object *member = vm_new(t, member_class, "(Ljava/lang/String;Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/reflect/Method;)V",
                                vm_string_mutf8(t, name), value, result ? vm_class_object(t, result) : NULL, m ? libcore_reflect_method(t, m) : NULL);
        if (!member)
            return NULL;
        ARRAY_REF(members)[i] = object_ref(member);
    }
    if (!members)
        return NULL;
    return vm_call_static(t, "libcore/reflect/AnnotationFactory", "createAnnotation",
                          "(Ljava/lang/Class;[Llibcore/reflect/AnnotationMember;)Ljava/lang/annotation/Annotation;",
                          vm_class_object(t, type), members).l;
}

static Object *make_array(Thread *t, Object *loader, const AnnotationValue *v, Class *type)
{
    if (!type || !class_is_array(type))
        type = t->vm->known.object_array;
    Object *array = vm_new_array(t, type, (i32)v->count);
    for (u32 i = 0; array && i < v->count; i++) {
        Object *item = make_value(t, loader, &v->items[i], type->component);
        if (t->exception)
            return NULL;
        if (type->element_kind == 'L') {
            if (vm_array_store_ok(array, item))
                ARRAY_REF(array)[i] = object_ref(item);
            continue;
        }
        Slot raw;
        if (!vm_unbox(item, type->element_kind, &raw))
            continue;
        switch (type->element_shift) {
        case 0: ARRAY_I8(array)[i] = (i8)raw.i; break;
        case 1: ARRAY_U16(array)[i] = (u16)raw.i; break;
        case 3: ARRAY_I64(array)[i] = raw.j; break;
        default: ARRAY_I32(array)[i] = raw.i;
        }
    }
    return array;
}

static Object *make_value(Thread *t, Object *loader, const AnnotationValue *v, Class *type)
{
    switch (v->tag) {
    case 's':
        return vm_string_mutf8(t, v->text);
    case 'c': {
        Class *c = vm_descriptor_class(t, loader, v->text->text, v->text->length);
        return c ? vm_class_object(t, c) : NULL;
    }
    case 'e': {
        Class *c = vm_descriptor_class(t, loader, v->type->text, v->type->length);
        if (!c || !vm_initialize_class(t, c))
            return NULL;
        const Field *f = vm_declared_field(c, v->text->text, v->type->text);
        if (!f || !(f->access & ACC_STATIC))
            return vm_throw(t, "java/lang/NoSuchFieldError", "%s", v->text->text);
        return vm_get_field(NULL, f).l;
    }
    case '@':
        return make_annotation(t, loader, v->annotation);
    case '[':
        return make_array(t, loader, v, type);
    case 'n':
        return NULL;
    default: {
        Slot raw = { .bits = v->bits };
        return vm_box(t, v->tag, raw);
    }
    }
}

static Object *make_set(Thread *t, Object *loader, const AnnotationSet *set)
{
    Object *made[256];
    i32 count = 0;
    for (u32 i = 0; i < set->count && count < 256; i++) {
        Object *a = make_annotation(t, loader, &set->items[i]);
        if (a) {
            made[count++] = a;
        } else {
            /* An annotation whose class is not here is as if it were not written. */
            const char *name = t->exception ? object_class(t->exception)->name->text : "";
            if (strcmp(name, "java/lang/NoClassDefFoundError"))
                return NULL;
            t->exception = NULL;
        }
    }
    Object *array = vm_new_object_array(t, "java/lang/annotation/Annotation", count);
    for (i32 i = 0; array && i < count; i++)
        ARRAY_REF(array)[i] = object_ref(made[i]);
    return array;
}

/* The parsed form is needed only while the objects are made. */
typedef struct Scratch {
    Arena arena;
} Scratch;

static bool scratch_open(Thread *t, Scratch *s)
{
    if (arena_open(&s->arena, 16 << 20, 0) == OK)
        return true;
    vm_throw(t, "java/lang/OutOfMemoryError", "%s", error_text());
    return false;
}

static Object *finish(Thread *t, Scratch *s, int status, Object *loader, const AnnotationSet *set)
{
    Object *array;
    if (status)
        array = vm_throw(t, "java/lang/annotation/AnnotationFormatError", "%s", error_text());
    else
        array = make_set(t, loader, set);
    arena_close(&s->arena);
    return array;
}

static Object *no_annotations(Thread *t)
{
    return vm_new_object_array(t, "java/lang/annotation/Annotation", 0);
}

Object *annotations_of_class(Thread *t, const Class *c)
{
    Scratch s;
    AnnotationSet set = { 0 };
    if (!c->def || !c->def->extra)
        return no_annotations(t);
    if (!scratch_open(t, &s))
        return NULL;
    return finish(t, &s, class_annotations(c->def, &s.arena, &set), c->loader, &set);
}

Object *annotations_of_field(Thread *t, const Field *f)
{
    Scratch s;
    AnnotationSet set = { 0 };
    if (!f->def || !f->owner->def->extra)
        return no_annotations(t);
    if (!scratch_open(t, &s))
        return NULL;
    return finish(t, &s, field_annotations(f->owner->def, f->def, &s.arena, &set), f->owner->loader, &set);
}

Object *annotations_of_method(Thread *t, const Method *m)
{
    Scratch s;
    AnnotationSet set = { 0 };
    if (!m->def || !m->owner->def || !m->owner->def->extra)
        return no_annotations(t);
    if (!scratch_open(t, &s))
        return NULL;
    return finish(t, &s, method_annotations(m->owner->def, m->def, &s.arena, &set), m->owner->loader, &set);
}

Object *annotations_of_parameters(Thread *t, const Method *m)
{
    Scratch s;
    AnnotationSet *sets = NULL;
    u32 count = 0;
    if (!scratch_open(t, &s))
        return NULL;
    int status = m->def && m->owner->def && m->owner->def->extra ? parameter_annotations(m->owner->def, m->def, &s.arena, &sets, &count) : OK;
    Object *rows = NULL;
    Class *row = vm_array_class(t, vm_boot_class(t, "java/lang/annotation/Annotation"));
    if (status)
        vm_throw(t, "java/lang/annotation/AnnotationFormatError", "%s", error_text());
    else if (row)
        rows = vm_new_array(t, vm_array_class(t, row), m->argument_count);
    /* javac leaves out the synthetic parameters that come first. */
    u32 skip = m->argument_count > count ? m->argument_count - count : 0;
    static const AnnotationSet none;
    for (u32 i = 0; rows && i < m->argument_count; i++) {
        Object *one = make_set(t, m->owner->loader, i >= skip && i - skip < count ? &sets[i - skip] : &none);
        if (!one)
            rows = NULL;
        else
            ARRAY_REF(rows)[i] = object_ref(one);
    }
    arena_close(&s.arena);
    return rows;
}

Object *annotation_default_value(Thread *t, const Method *m)
{
    Scratch s;
    AnnotationValue v = { 0 };
    if (!m->def || !m->owner->def || !m->owner->def->extra || !scratch_open(t, &s))
        return NULL;
    Object *value = NULL;
    if (annotation_default(m->owner->def, m->def, &s.arena, &v))
        vm_throw(t, "java/lang/annotation/AnnotationFormatError", "%s", error_text());
    else if (v.tag) {
        const char *descriptor = strchr(m->descriptor->text, ')') + 1;
        Class *type = vm_descriptor_class(t, m->owner->loader, descriptor, strlen(descriptor));
        value = type ? make_value(t, m->owner->loader, &v, type) : NULL;
    }
    arena_close(&s.arena);
    return value;
}
