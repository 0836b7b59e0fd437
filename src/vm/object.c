/* Making objects and arrays, copying them, identity hashes, boxes, and fields by name. */
#include "vm/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Object *vm_new_object(Thread *t, Class *c)
{
    Object *o = heap_alloc(t, &t->vm->heap, c->instance_size);
    if (!o)
        return vm_throw_out_of_memory(t, c->instance_size);
    o->class_ref = (u32)(uintptr_t)c;
    if (UNLIKELY(t->vm->trace_allocations))
        trace_allocated(t, o);
    if (UNLIKELY(c->flags & CLASS_FINALIZABLE)) {
        /* Registered when it is made: the collector learns of it through a FinalizerReference. */
        vm_call_static(t, "java/lang/ref/FinalizerReference", "add", "(Ljava/lang/Object;)V", o);
        if (t->exception)
            return NULL;
    }
    return o;
}

Object *vm_new_array(Thread *t, Class *array_class, i32 length)
{
    if (UNLIKELY(length < 0))
        return vm_throw(t, "java/lang/NegativeArraySizeException", "%d", length);
    u32 data = array_class->element_shift == 3 ? ARRAY_WIDE_DATA : ARRAY_DATA;
    u64 size = ALIGN_UP(data + ((u64)(u32)length << array_class->element_shift), 8);
    if (UNLIKELY(size > HEAP_SIZE))
        return vm_throw_out_of_memory(t, size);
    Object *o = heap_alloc(t, &t->vm->heap, (u32)size);
    if (UNLIKELY(!o))
        return vm_throw_out_of_memory(t, size);
    o->class_ref = (u32)(uintptr_t)array_class;
    ARRAY_LENGTH(o) = length;
    if (UNLIKELY(t->vm->trace_allocations))
        trace_allocated(t, o);
    return o;
}

Object *vm_new_primitive_array(Thread *t, char kind, i32 length)
{
    Class *c = vm_array_class(t, vm_primitive_class(t->vm, kind));
    return c ? vm_new_array(t, c, length) : NULL;
}

Object *vm_new_object_array(Thread *t, const char *element_class, i32 length)
{
    Class *element = vm_boot_class(t, element_class);
    Class *c = element ? vm_array_class(t, element) : NULL;
    return c ? vm_new_array(t, c, length) : NULL;
}

Object *vm_clone(Thread *t, Object *o)
{
    u32 size = object_size(o);
    Object *copy;
    if (class_is_array(object_class(o)))
        copy = vm_new_array(t, object_class(o), ARRAY_LENGTH(o));
    else
        copy = vm_new_object(t, object_class(o));
    if (copy)
        memcpy((u8 *)copy + OBJECT_HEADER, (u8 *)o + OBJECT_HEADER, size - OBJECT_HEADER);
    return copy;
}

bool vm_array_store_ok(const Object *array, const Object *element)
{
    return !element || vm_is_subclass(object_class(element), object_class(array)->component);
}

/* ---- boxes ------------------------------------------------------------------- */

static const char *box_class(char kind)
{
    switch (kind) {
    case 'Z': return "java/lang/Boolean";
    case 'B': return "java/lang/Byte";
    case 'C': return "java/lang/Character";
    case 'S': return "java/lang/Short";
    case 'I': return "java/lang/Integer";
    case 'J': return "java/lang/Long";
    case 'F': return "java/lang/Float";
    case 'D': return "java/lang/Double";
    default: return NULL;
    }
}

Object *vm_box(Thread *t, char kind, Slot value)
{
    const char *name = box_class(kind);
    if (!name)
        return kind == 'V' ? NULL : value.l;
    Class *c = vm_boot_class(t, name);
    if (!c || !vm_initialize_class(t, c))
        return NULL;
    char descriptor[64];
    snprintf(descriptor, sizeof descriptor, "(%c)L%s;", kind, name);
    Slot args[2] = { value };
    return vm_call(t, vm_declared_method(c, "valueOf", descriptor), args).l;
}

bool vm_unbox(const Object *boxed, char kind, Slot *out)
{
    if (kind == 'L') {
        out->l = (Object *)boxed;
        return true;
    }
    if (!boxed)
        return false;
    const Class *c = object_class(boxed);
    char from = 0;
    for (const char *k = "ZBCSIJFD"; *k && !from; k++)
        if (!strcmp(c->name->text, box_class(*k)))
            from = *k;
    if (!from || c->loader)
        return false;
    const Field *value = vm_declared_field(c, "value", NULL);
    if (!value)
        return false;
    Slot v = vm_get_field(boxed, value);
    if (from == kind) {
        *out = v;
        return true;
    }
    /* Widening (JLS 5.1.2). */
    static const char *const widens[][2] = {
        { "B", "SIJFD" }, { "S", "IJFD" }, { "C", "IJFD" }, { "I", "JFD" }, { "J", "FD" }, { "F", "D" },
    };
    bool ok = false;
    for (size_t i = 0; i < COUNT_OF(widens); i++)
        if (widens[i][0][0] == from && strchr(widens[i][1], kind))
            ok = true;
    if (!ok)
        return false;
    bool is_float = from == 'F', is_long = from == 'J';
    i64 whole = is_long ? v.j : v.i;
    switch (kind) {
    case 'J': out->j = whole; break;
    case 'F': out->bits = 0; out->f = (float)whole; break;
    case 'D': out->d = is_float ? v.f : (double)whole; break;
    default: out->j = v.i;
    }
    return true;
}

/* ---- fields -------------------------------------------------------------------- */

Slot vm_get_field(const Object *o, const Field *f)
{
    const u8 *p = f->access & ACC_STATIC ? f->address : (const u8 *)o + f->offset;
    Slot v = { 0 };
    switch (f->kind) {
    case 'Z': v.j = *(const u8 *)p; break;
    case 'B': v.j = *(const i8 *)p; break;
    case 'C': v.j = *(const u16 *)p; break;
    case 'S': v.j = *(const i16 *)p; break;
    case 'J': case 'D': v.j = *(const i64 *)p; break;
    case 'L': v.l = ref_object(*(const ObjectRef *)p); break;
    default: v.bits = *(const u32 *)p;
    }
    return v;
}

void vm_set_field(Object *o, const Field *f, Slot v)
{
    u8 *p = f->access & ACC_STATIC ? f->address : (u8 *)o + f->offset;
    switch (f->kind) {
    case 'Z': case 'B': *(u8 *)p = (u8)v.i; break;
    case 'C': case 'S': *(u16 *)p = (u16)v.i; break;
    case 'J': case 'D': *(i64 *)p = v.j; break;
    default: *(u32 *)p = (u32)v.bits;
    }
}

static Field *named_field(Thread *t, FieldRef *f)
{
    Class *c = vm_boot_class(t, f->owner);
    Field *found = c ? vm_field(c, f->name, f->descriptor) : NULL;
    if (!found) {
        fprintf(stderr, "reenact: the boot files have no field %s.%s\n", f->owner, f->name);
        abort();
    }
    return found;
}

u32 field_offset(Thread *t, FieldRef *f)
{
    if (UNLIKELY(!f->offset))
        f->offset = named_field(t, f)->offset;
    return f->offset;
}

u8 *field_address(Thread *t, FieldRef *f)
{
    if (UNLIKELY(!f->address)) {
        Field *found = named_field(t, f);
        vm_initialize_class(t, found->owner);
        f->address = found->address;
    }
    return f->address;
}
