/*
 * Annotations of dex files, and the encoded values that they are made of.
 *
 *   annotations directory: u32 offset of the class's set, u32 counts of
 *   annotated fields, methods and methods with annotated parameters; then for
 *   each of those  u32 index, u32 offset of its set (or list of sets).
 *   set: u32 count, u32 offsets of annotations.  list of sets: the same.
 *   annotation: u8 visibility (0 build, 1 run time, 2 system), then encoded
 *   as uleb128 type, uleb128 count, and for each  uleb128 name, value.
 *   value: u8 of  size-1 << 5 | type,  then its bytes.
 *
 * The system annotations are how a dex file says what a class file says with
 * attributes (nesting, generic signatures, throws, defaults). They are read
 * with the class; the others when a program asks for them.
 */
#include "code/dex_internal.h"

#include <string.h>

enum {
    VALUE_BYTE = 0x00, VALUE_SHORT = 0x02, VALUE_CHAR = 0x03, VALUE_INT = 0x04, VALUE_LONG = 0x06,
    VALUE_FLOAT = 0x10, VALUE_DOUBLE = 0x11, VALUE_METHOD_TYPE = 0x15, VALUE_METHOD_HANDLE = 0x16,
    VALUE_STRING = 0x17, VALUE_TYPE = 0x18, VALUE_FIELD = 0x19, VALUE_METHOD = 0x1a, VALUE_ENUM = 0x1b,
    VALUE_ARRAY = 0x1c, VALUE_ANNOTATION = 0x1d, VALUE_NULL = 0x1e, VALUE_BOOLEAN = 0x1f,

    VISIBLE_AT_RUN_TIME = 1, VISIBLE_TO_SYSTEM = 2,
    DEEPEST_VALUE = 64,
};

/* ---- values ------------------------------------------------------------------------- */

static int read_value(DexValues *values, u32 depth, AnnotationValue *out);

static int read_annotation(DexValues *values, u32 depth, Annotation *out)
{
    DexCursor *cursor = &values->cursor;
    u32 type = cursor_uleb(cursor), count = cursor_uleb(cursor);
    if (!(out->type = dex_type_descriptor(values->file, type)))
        return ERR_INPUT;
    if (count > cursor_left(cursor) / 2 || count > values->budget)
        return dex_fail(values->file, "annotation %s has %u elements in %zu bytes", out->type->text, count, cursor_left(cursor));
    values->budget -= count;
    out->count = count;
    out->elements = arena_alloc(values->arena, sizeof *out->elements * count);
    for (u32 i = 0; i < count; i++)
        if (!(out->elements[i].name = dex_string(values->file, cursor_uleb(cursor)))
            || read_value(values, depth, &out->elements[i].value))
            return ERR_INPUT;
    return OK;
}

static int read_values(DexValues *values, u32 depth, u32 *count_out, AnnotationValue **out)
{
    u32 count = cursor_uleb(&values->cursor);
    if (count > cursor_left(&values->cursor) || count > values->budget)
        return dex_fail(values->file, "array of %u values in %zu bytes", count, cursor_left(&values->cursor));
    values->budget -= count;
    *count_out = count;
    *out = ARENA_ARRAY(values->arena, AnnotationValue, count);
    for (u32 i = 0; i < count; i++)
        if (read_value(values, depth, &(*out)[i]))
            return ERR_INPUT;
    return OK;
}

static i64 sign_extend(u64 bits, u32 size)
{
    u32 unused = 64 - 8 * size;
    return (i64)(bits << unused) >> unused;
}

static int read_value(DexValues *values, u32 depth, AnnotationValue *out)
{
    static const u8 largest[32] = {
        [VALUE_BYTE] = 1, [VALUE_SHORT] = 2, [VALUE_CHAR] = 2, [VALUE_INT] = 4, [VALUE_LONG] = 8, [VALUE_FLOAT] = 4,
        [VALUE_DOUBLE] = 8, [VALUE_METHOD_TYPE] = 4, [VALUE_METHOD_HANDLE] = 4, [VALUE_STRING] = 4, [VALUE_TYPE] = 4,
        [VALUE_FIELD] = 4, [VALUE_METHOD] = 4, [VALUE_ENUM] = 4, [VALUE_ARRAY] = 1, [VALUE_ANNOTATION] = 1,
        [VALUE_NULL] = 1, [VALUE_BOOLEAN] = 2,
    };
    DexFile *file = values->file;
    u8 head = cursor_u8(&values->cursor);
    u32 type = head & 31, size = (head >> 5) + 1u;
    if (values->cursor.ended)
        return dex_fail(file, "a value runs past the file");
    if (size > largest[type])
        return dex_fail(file, "a value of type 0x%02x has %u bytes", type, size);
    if (depth >= DEEPEST_VALUE)
        return dex_fail(file, "values are nested more than %d deep", DEEPEST_VALUE);
    u64 bits = 0;
    if (type != VALUE_ARRAY && type != VALUE_ANNOTATION && type != VALUE_NULL && type != VALUE_BOOLEAN)
        bits = cursor_bytes(&values->cursor, size);
    *out = (AnnotationValue){ .bits = bits };
    if (type >= VALUE_METHOD_TYPE && type <= VALUE_METHOD && type != VALUE_STRING && type != VALUE_TYPE && !values->members)
        return dex_fail(file, "a value of type 0x%02x stands where none may stand", type);
    const Ref *field;
    switch (type) {
    case VALUE_BYTE:   out->tag = 'B'; out->bits = (u64)sign_extend(bits, size); break;
    case VALUE_SHORT:  out->tag = 'S'; out->bits = (u64)sign_extend(bits, size); break;
    case VALUE_CHAR:   out->tag = 'C'; break;
    case VALUE_INT:    out->tag = 'I'; out->bits = (u64)sign_extend(bits, size); break;
    case VALUE_LONG:   out->tag = 'J'; out->bits = (u64)sign_extend(bits, size); break;
    case VALUE_FLOAT:  out->tag = 'F'; out->bits = bits << (32 - 8 * size); break;     /* low zero bytes are left out */
    case VALUE_DOUBLE: out->tag = 'D'; out->bits = bits << (64 - 8 * size); break;
    case VALUE_METHOD_TYPE:   out->tag = 't'; break;
    case VALUE_METHOD_HANDLE: out->tag = 'h'; break;
    case VALUE_FIELD:  out->tag = 'f'; break;
    case VALUE_METHOD: out->tag = 'm'; break;
    case VALUE_STRING:
        out->tag = 's';
        return (out->text = dex_string(file, (u32)bits)) ? OK : ERR_INPUT;
    case VALUE_TYPE:
        out->tag = 'c';
        return (out->text = dex_type_descriptor(file, (u32)bits)) ? OK : ERR_INPUT;
    case VALUE_ENUM:
        out->tag = 'e';
        if (!(field = dex_field_ref(file, (u32)bits)))
            return ERR_INPUT;
        out->text = field->name;
        out->type = field->descriptor;
        break;
    case VALUE_ARRAY:
        out->tag = '[';
        return read_values(values, depth + 1, &out->count, &out->items);
    case VALUE_ANNOTATION:
        out->tag = '@';
        out->annotation = ARENA_NEW(values->arena, Annotation);
        return read_annotation(values, depth + 1, out->annotation);
    case VALUE_NULL:
        out->tag = 'n';
        break;
    case VALUE_BOOLEAN:
        out->tag = 'Z';
        out->bits = size - 1;
        break;
    }
    if (values->cursor.ended)
        return dex_fail(file, "a value runs past the file");
    return OK;
}

int dex_value_array(DexFile *file, u32 offset, const char *what, u32 *count, AnnotationValue **out)
{
    DexValues values = { .file = file, .arena = &file->store->scratch, .budget = DEX_VALUE_BUDGET, .members = true };
    if (dex_cursor(file, offset, what, &values.cursor))
        return ERR_INPUT;
    return read_values(&values, 0, count, out);
}

/* ---- sets --------------------------------------------------------------------------- */

/* Calls read for each annotation of the set that has the visibility. */
typedef int (*AnnotationReader)(void *context, DexValues *values);

static int each_annotation(DexFile *file, Arena *arena, u32 offset, u8 visibility, u32 *budget, AnnotationReader read, void *context)
{
    if (!offset)
        return OK;
    const u8 *set = dex_bytes(file, offset, 4, "annotation set");
    u32 count = set ? le32(set) : 0;
    if (!set || !(set = dex_bytes(file, offset, 4 + 4 * (u64)count, "annotation set")))
        return ERR_INPUT;
    DexValues values = { .file = file, .arena = arena, .budget = *budget, .members = visibility == VISIBLE_TO_SYSTEM };
    for (u32 i = 0; i < count; i++) {
        if (dex_cursor(file, le32(set + 4 + 4 * (size_t)i), "annotation", &values.cursor))
            return ERR_INPUT;
        if (!values.budget)
            return dex_fail(file, "annotation set at 0x%x repeats without end", offset);
        values.budget--;
        if (cursor_u8(&values.cursor) == visibility && read(context, &values))
            return ERR_INPUT;
    }
    *budget = values.budget;
    return OK;
}

static int count_annotation(void *context, DexValues *values)
{
    UNUSED(values);
    ++*(u32 *)context;
    return OK;
}

static int add_annotation(void *context, DexValues *values)
{
    AnnotationSet *set = context;
    return read_annotation(values, 0, &set->items[set->count++]);
}

static int read_set(DexFile *file, Arena *arena, u32 offset, u32 *budget, AnnotationSet *out)
{
    u32 count = 0, for_counting = DEX_VALUE_BUDGET;
    *out = (AnnotationSet){ 0 };
    if (each_annotation(file, arena, offset, VISIBLE_AT_RUN_TIME, &for_counting, count_annotation, &count))
        return ERR_INPUT;
    out->items = ARENA_ARRAY(arena, Annotation, count);
    return each_annotation(file, arena, offset, VISIBLE_AT_RUN_TIME, budget, add_annotation, out);
}

/* ---- the directory -------------------------------------------------------------------- */

enum { OF_FIELDS, OF_METHODS, OF_PARAMETERS };

typedef struct Directory {
    u32 class_set;
    u32 counts[3];
    const u8 *lists[3];     /* u32 index, u32 offset */
} Directory;

static int read_directory(DexFile *file, u32 offset, Directory *out)
{
    *out = (Directory){ 0 };
    if (!offset)
        return OK;
    const u8 *at = dex_bytes(file, offset, 16, "annotations directory");
    if (!at)
        return ERR_INPUT;
    out->class_set = le32(at);
    u64 size = 16;
    for (u32 i = 0; i < 3; i++) {
        out->counts[i] = le32(at + 4 + 4 * i);
        out->lists[i] = at + size;
        size += 8 * (u64)out->counts[i];
        if (!dex_bytes(file, offset, size, "annotations directory"))
            return ERR_INPUT;
    }
    return OK;
}

int dex_class_annotations(const ClassDef *def, Arena *arena, AnnotationSet *out)
{
    const DexClass *class = def->extra;
    Directory directory;
    u32 budget = DEX_VALUE_BUDGET;
    if (read_directory(class->file, class->annotations_offset, &directory))
        return ERR_INPUT;
    return read_set(class->file, arena, directory.class_set, &budget, out);
}

int dex_field_annotations(const ClassDef *def, const FieldDef *field, Arena *arena, AnnotationSet *out)
{
    u32 budget = DEX_VALUE_BUDGET;
    const DexField *extra = field->extra;
    return read_set(((const DexClass *)def->extra)->file, arena, extra->annotations_offset, &budget, out);
}

int dex_method_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet *out)
{
    u32 budget = DEX_VALUE_BUDGET;
    const DexMethod *extra = method->extra;
    return read_set(((const DexClass *)def->extra)->file, arena, extra->annotations_offset, &budget, out);
}

int dex_parameter_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet **out, u32 *count)
{
    DexFile *file = ((const DexClass *)def->extra)->file;
    u32 offset = ((const DexMethod *)method->extra)->parameter_annotations_offset, budget = DEX_VALUE_BUDGET;
    *out = NULL;
    *count = 0;
    if (!offset)
        return OK;
    const u8 *list = dex_bytes(file, offset, 4, "parameter annotations");
    u32 sets = list ? le32(list) : 0;
    if (!list || !(list = dex_bytes(file, offset, 4 + 4 * (u64)sets, "parameter annotations")))
        return ERR_INPUT;
    if (sets > 255)
        return dex_fail(file, "parameter annotations at 0x%x are for %u parameters (at most 255)", offset, sets);
    *out = ARENA_ARRAY(arena, AnnotationSet, sets);
    for (u32 i = 0; i < sets; i++)
        if (read_set(file, arena, le32(list + 4 + 4 * i), &budget, &(*out)[i]))
            return ERR_INPUT;
    *count = sets;
    return OK;
}

/* ---- the system annotations ------------------------------------------------------------- */

static const AnnotationValue *element(const Annotation *annotation, const char *name)
{
    for (u32 i = 0; i < annotation->count; i++)
        if (symbol_is(annotation->elements[i].name, name))
            return &annotation->elements[i].value;
    return NULL;
}

/* The part after Ldalvik/annotation/ */
static bool is_system(const Annotation *annotation, const char *name)
{
    enum { PREFIX = 19 };
    return annotation->type->length > PREFIX && !strcmp(annotation->type->text + PREFIX, name);
}

/* From a class's descriptor to its internal form; NULL when it is no class. */
static const Symbol *class_name(DexFile *file, const AnnotationValue *value)
{
    if (!value || value->tag != 'c')
        return NULL;
    if (value->text->text[0] == 'L')
        return symbol_n(&file->store->symbols, value->text->text + 1, value->text->length - 2);
    return value->text->text[0] == '[' ? value->text : NULL;
}

/* The classes of an array, in internal form. */
static u16 class_names(DexFile *file, const AnnotationValue *value, const Symbol ***out)
{
    u32 count = 0;
    if (!value || value->tag != '[')
        return 0;
    *out = ARENA_ARRAY(file->store->arena, const Symbol *, value->count);
    for (u32 i = 0; i < value->count && count < 0xffff; i++) {
        const Symbol *name = class_name(file, &value->items[i]);
        if (name)
            (*out)[count++] = name;
    }
    return (u16)count;
}

/* dx cuts a signature into pieces that many signatures share. */
static const Symbol *joined(DexFile *file, const AnnotationValue *value)
{
    if (!value || value->tag != '[')
        return NULL;
    Buf text = { 0 };
    for (u32 i = 0; i < value->count; i++)
        if (value->items[i].tag == 's')
            buf_add(&text, value->items[i].text->text, value->items[i].text->length);
    const Symbol *signature = symbol_n(&file->store->symbols, buf_str(&text), text.size);
    buf_free(&text);
    return signature;
}

typedef struct SystemFacts {
    ClassDef *class;        /* one of the three */
    FieldDef *field;
    MethodDef *method;
} SystemFacts;

static int read_class_fact(DexFile *file, ClassDef *class, const Annotation *annotation)
{
    const AnnotationValue *value = element(annotation, "value"), *name;
    if (is_system(annotation, "InnerClass;")) {
        class->is_inner = true;
        if ((name = element(annotation, "name")) && name->tag == 's')
            class->simple_name = name->text;
        if ((value = element(annotation, "accessFlags")) && value->tag == 'I')
            class->inner_access = (u32)value->bits;
    } else if (is_system(annotation, "EnclosingClass;")) {
        class->enclosing_class = class_name(file, value);
    } else if (is_system(annotation, "EnclosingMethod;") && value && value->tag == 'm') {
        const Ref *method = dex_method_ref(file, (u32)value->bits);
        if (!method)
            return ERR_INPUT;
        class->enclosing_class = method->owner;
        class->enclosing_method = method->name;
        class->enclosing_descriptor = method->descriptor;
    } else if (is_system(annotation, "MemberClasses;")) {
        class->member_count = class_names(file, value, &class->members);
    } else if (is_system(annotation, "Signature;")) {
        class->signature = joined(file, value);
    }
    return OK;
}

static int read_fact(void *context, DexValues *values)
{
    SystemFacts *facts = context;
    Annotation annotation;
    if (read_annotation(values, 0, &annotation))
        return ERR_INPUT;
    const AnnotationValue *value = element(&annotation, "value");
    if (facts->class)
        return read_class_fact(values->file, facts->class, &annotation);
    if (is_system(&annotation, "Signature;"))
        *(facts->field ? &facts->field->signature : &facts->method->signature) = joined(values->file, value);
    else if (facts->method && is_system(&annotation, "Throws;"))
        facts->method->exception_count = class_names(values->file, value, &facts->method->exceptions);
    return OK;
}

/* The place of a member among those of the class, by its pool index: two ascending runs. Or -1. */
static i64 find_member(const void *members, size_t size, size_t extra_at, u32 first_run, u32 count, u32 index)
{
    u32 bounds[3] = { 0, first_run, count };
    for (u32 run = 0; run < 2; run++) {
        u32 low = bounds[run], high = bounds[run + 1];
        while (low < high) {
            u32 middle = (low + high) / 2;
            const u32 *extra;   /* DexField and DexMethod both begin with the index */
            memcpy(&extra, (const u8 *)members + middle * size + extra_at, sizeof extra);
            if (*extra == index)
                return middle;
            if (*extra < index)
                low = middle + 1;
            else
                high = middle;
        }
    }
    return -1;
}

static int read_system_annotations(DexFile *file, ClassDef *def)
{
    const DexClass *class = def->extra;
    Directory directory;
    SystemFacts of_class = { .class = def };
    u32 budget = DEX_VALUE_BUDGET;
    Arena *arena = &file->store->scratch;
    if (read_directory(file, class->annotations_offset, &directory)
        || each_annotation(file, arena, directory.class_set, VISIBLE_TO_SYSTEM, &budget, read_fact, &of_class))
        return ERR_INPUT;
    /* EnclosingClass of a class with a name says that it is a member. */
    if (def->is_inner && def->simple_name && def->enclosing_class && !def->enclosing_method) {
        def->outer = def->enclosing_class;
        def->enclosing_class = NULL;
    }
    for (u32 list = OF_FIELDS; list <= OF_PARAMETERS; list++) {
        for (u32 i = 0; i < directory.counts[list]; i++) {
            const u8 *entry = directory.lists[list] + 8 * (size_t)i;
            u32 index = le32(entry), offset = le32(entry + 4);
            i64 place = list == OF_FIELDS
                ? find_member(def->fields, sizeof(FieldDef), offsetof(FieldDef, extra), class->static_count, def->field_count, index)
                : find_member(def->methods, sizeof(MethodDef), offsetof(MethodDef, extra), class->direct_count, def->method_count, index);
            if (place < 0)
                continue;
            SystemFacts facts = { 0 };
            if (list == OF_FIELDS) {
                facts.field = &def->fields[place];
                ((DexField *)facts.field->extra)->annotations_offset = offset;
            } else {
                facts.method = &def->methods[place];
                DexMethod *extra = (DexMethod *)facts.method->extra;
                *(list == OF_METHODS ? &extra->annotations_offset : &extra->parameter_annotations_offset) = offset;
            }
            if (list != OF_PARAMETERS && each_annotation(file, arena, offset, VISIBLE_TO_SYSTEM, &budget, read_fact, &facts))
                return ERR_INPUT;
        }
    }
    return OK;
}

int dex_read_system_annotations(DexFile *file, ClassDef *def)
{
    ArenaMark mark = arena_mark(&file->store->scratch);
    int result = read_system_annotations(file, def);
    arena_release(&file->store->scratch, mark);
    return result;
}

/* ---- defaults ------------------------------------------------------------------------------ */

typedef struct DefaultQuery {
    const Symbol *name;
    AnnotationValue *out;
} DefaultQuery;

static int find_default(void *context, DexValues *values)
{
    DefaultQuery *query = context;
    Annotation annotation;
    if (read_annotation(values, 0, &annotation))
        return ERR_INPUT;
    const AnnotationValue *defaults = is_system(&annotation, "AnnotationDefault;") ? element(&annotation, "value") : NULL;
    const AnnotationValue *value = defaults && defaults->tag == '@' ? element(defaults->annotation, query->name->text) : NULL;
    if (value)
        *query->out = *value;
    return OK;
}

int dex_annotation_default(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationValue *out)
{
    const DexClass *class = def->extra;
    DefaultQuery query = { method->name, out };
    Directory directory;
    u32 budget = DEX_VALUE_BUDGET;
    *out = (AnnotationValue){ 0 };
    if (read_directory(class->file, class->annotations_offset, &directory))
        return ERR_INPUT;
    return each_annotation(class->file, arena, directory.class_set, VISIBLE_TO_SYSTEM, &budget, find_default, &query);
}
