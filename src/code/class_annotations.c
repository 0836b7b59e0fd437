/*
 * Annotations of class files, decoded when somebody asks.
 *
 *   RuntimeVisibleAnnotations           count 2, annotations
 *   RuntimeVisibleParameterAnnotations  parameters 1, then each: count 2, annotations
 *   AnnotationDefault                   value
 *   annotation                          type 2, elements 2, then each: name 2, value
 *   value                               tag 1, then by tag:
 *     B C D F I J S Z s                 constant 2
 *     e                                 enum's descriptor 2, constant's name 2
 *     c                                 descriptor 2
 *     @                                 annotation
 *     [                                 count 2, values
 */
#include "code/class_file.h"

#include <string.h>

enum { DEEPEST = 64 };

static int read_annotation(ClassFile *file, Cursor *c, Arena *arena, u32 depth, Annotation *out);

static int read_number(ClassFile *file, u32 index, AnnotationValue *out)
{
    u8 tag = pool_tag(file, index);
    u8 wanted = out->tag == 'D' ? POOL_DOUBLE : out->tag == 'F' ? POOL_FLOAT : out->tag == 'J' ? POOL_LONG : POOL_INT;
    if (tag != wanted)
        return error_set(ERR_INPUT, "%s: constant %u is not the number that an annotation says", file->name, index);
    const u8 *at = pool_at(file, index);
    out->bits = wanted == POOL_DOUBLE || wanted == POOL_LONG ? be64(at)
              : wanted == POOL_FLOAT ? be32(at) : (u64)(i64)(i32)be32(at);
    return OK;
}

static int read_value(ClassFile *file, Cursor *c, Arena *arena, u32 depth, AnnotationValue *out)
{
    int status = OK;
    if (depth > DEEPEST)
        return error_set(ERR_INPUT, "%s: an annotation is nested more than %d deep", file->name, DEEPEST);
    out->tag = (char)take_u1(c);
    switch (out->tag) {
    case 'B': case 'C': case 'D': case 'F': case 'I': case 'J': case 'S': case 'Z':
        return read_number(file, take_u2(c), out);
    case 's': case 'c':
        return pool_utf8(file, take_u2(c), &out->text);
    case 'e':
        status = pool_utf8(file, take_u2(c), &out->type);
        return status ? status : pool_utf8(file, take_u2(c), &out->text);
    case '@':
        out->annotation = ARENA_NEW(arena, Annotation);
        return read_annotation(file, c, arena, depth + 1, out->annotation);
    case '[':
        out->count = take_u2(c);
        if (out->count * 3 > c->end - c->at)
            return error_set(ERR_INPUT, "%s: an annotation's array of %u runs past its attribute", file->name, out->count);
        out->items = ARENA_ARRAY(arena, AnnotationValue, out->count);
        for (u32 i = 0; i < out->count && !status; i++)
            status = read_value(file, c, arena, depth + 1, &out->items[i]);
        return status;
    default:
        return error_set(ERR_INPUT, "%s: an annotation's value at 0x%x has the tag 0x%02x, which is unknown", file->name,
                         c->at - 1, (u8)out->tag);
    }
}

static int read_annotation(ClassFile *file, Cursor *c, Arena *arena, u32 depth, Annotation *out)
{
    int status = pool_utf8(file, take_u2(c), &out->type);
    if (status)
        return status;
    out->count = take_u2(c);
    if (out->count * 5 > c->end - c->at)
        return error_set(ERR_INPUT, "%s: the annotation %s runs past its attribute", file->name, out->type->text);
    out->elements = arena_alloc(arena, sizeof *out->elements * out->count);
    for (u32 i = 0; i < out->count && !status; i++) {
        status = pool_utf8(file, take_u2(c), &out->elements[i].name);
        if (!status)
            status = read_value(file, c, arena, depth + 1, &out->elements[i].value);
    }
    return status;
}

static int read_set(ClassFile *file, Cursor *c, Arena *arena, AnnotationSet *out)
{
    int status = OK;
    out->count = take_u2(c);
    if (out->count * 4 > c->end - c->at)
        return error_set(ERR_INPUT, "%s: %u annotations run past their attribute", file->name, out->count);
    out->items = ARENA_ARRAY(arena, Annotation, out->count);
    for (u32 i = 0; i < out->count && !status; i++)
        status = read_annotation(file, c, arena, 0, &out->items[i]);
    return status;
}

/* The attribute of this name among those counted at `at`; false when there is none. */
static bool find_attribute(ClassFile *file, u32 at, const char *wanted, Cursor *out)
{
    Cursor c = { file->bytes, at, file->size, false };
    u32 count = take_u2(&c);
    for (u32 i = 0; i < count && !c.past_end; i++) {
        u32 name;
        *out = take_attribute(file, &c, &name);
        if (utf8_is(file, name, wanted))
            return true;
    }
    return false;
}

static u32 member_attributes(const ClassFile *file, const void *member)
{
    return (u32)((const u8 *)member - file->bytes) + 6;
}

static int set_at(const ClassDef *def, u32 attributes, Arena *arena, AnnotationSet *out)
{
    ClassFile *file = (ClassFile *)def->extra;
    Cursor c;
    *out = (AnnotationSet){ 0 };
    return find_attribute(file, attributes, "RuntimeVisibleAnnotations", &c) ? read_set(file, &c, arena, out) : OK;
}

int class_file_class_annotations(const ClassDef *def, Arena *arena, AnnotationSet *out)
{
    return set_at(def, ((const ClassFile *)def->extra)->attributes, arena, out);
}

int class_file_field_annotations(const ClassDef *def, const FieldDef *field, Arena *arena, AnnotationSet *out)
{
    return set_at(def, member_attributes(def->extra, field->extra), arena, out);
}

int class_file_method_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet *out)
{
    return set_at(def, member_attributes(def->extra, method->extra), arena, out);
}

int class_file_parameter_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet **out,
                                     u32 *count)
{
    ClassFile *file = (ClassFile *)def->extra;
    Cursor c;
    int status = OK;
    *out = NULL;
    *count = 0;
    if (!find_attribute(file, member_attributes(file, method->extra), "RuntimeVisibleParameterAnnotations", &c))
        return OK;
    *count = take_u1(&c);
    *out = ARENA_ARRAY(arena, AnnotationSet, *count);
    for (u32 i = 0; i < *count && !status; i++)
        status = read_set(file, &c, arena, &(*out)[i]);
    return status;
}

int class_file_annotation_default(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationValue *out)
{
    ClassFile *file = (ClassFile *)def->extra;
    Cursor c;
    *out = (AnnotationValue){ 0 };
    if (!find_attribute(file, member_attributes(file, method->extra), "AnnotationDefault", &c))
        return OK;
    return read_value(file, &c, arena, 0, out);
}
