/*
 * A class of a dex file: its definition, members and initial values.
 *
 *   class definition
 *   OFFSET SIZE MEANING
 *     0     4   type of the class
 *     4     4   access flags
 *     8     4   type of the superclass, -1: none
 *    12     4   offset of the interfaces (u32 count, u16 types), 0: none
 *    16     4   string of the source file, -1: none
 *    20     4   offset of the annotations directory, 0: none
 *    24     4   offset of the class data, 0: no members
 *    28     4   offset of the initial values of static fields, 0: none
 *
 *   class data, all uleb128: counts of static fields, instance fields, direct
 *   methods, virtual methods; then for each field  index step, access;  for
 *   each method  index step, access, offset of its code.  Steps count from the
 *   member before in the same run, so each run is ascending.
 */
#include "code/dex_internal.h"

#include <string.h>

enum { ACCESS_OF_FILE = 0x3ffff };

/* Reads the definition's list of interfaces. */
static int read_interfaces(DexFile *file, u32 offset, ClassDef *def)
{
    if (!offset)
        return OK;
    const u8 *list = dex_bytes(file, offset, 4, "interface list");
    u32 count = list ? le32(list) : 0;
    if (!list || !(list = dex_bytes(file, offset, 4 + 2 * (u64)count, "interface list")))
        return ERR_INPUT;
    if (count > 0xffff)
        return dex_fail(file, "class %s has %u interfaces (at most 65535)", def->name->text, count);
    def->interface_count = (u16)count;
    def->interfaces = ARENA_ARRAY(file->store->arena, const Symbol *, count);
    for (u32 i = 0; i < count; i++)
        if (!(def->interfaces[i] = dex_type_name(file, le16(list + 4 + 2 * i))))
            return ERR_INPUT;
    return OK;
}

/* The next index of a run; runs are strictly ascending. */
static int next_index(DexFile *file, DexCursor *cursor, bool first, u32 *index, const ClassDef *def)
{
    u32 step = cursor_uleb(cursor);
    if (!first && !step)
        return dex_fail(file, "class %s lists member %u twice", def->name->text, *index);
    if (step > 0xffffffffu - *index)
        return dex_fail(file, "class %s lists a member past all indices", def->name->text);
    *index += step;
    return OK;
}

static int read_fields(DexFile *file, DexCursor *cursor, ClassDef *def, u32 from, u32 to, bool is_static)
{
    u32 index = 0;
    for (u32 i = from; i < to; i++) {
        if (next_index(file, cursor, i == from, &index, def))
            return ERR_INPUT;
        u32 access = cursor_uleb(cursor) & ACCESS_OF_FILE;
        const Ref *ref = dex_field_ref(file, index);
        if (!ref)
            return ERR_INPUT;
        if (ref->owner != def->name)
            return dex_fail(file, "class %s lists a field of %s", def->name->text, ref->owner->text);
        if (is_static != !!(access & ACC_STATIC))
            return dex_fail(file, "field %s.%s is in the wrong list for access 0x%x", def->name->text, ref->name->text, access);
        DexField *extra = ARENA_NEW(file->store->arena, DexField);
        extra->index = index;
        def->fields[i] = (FieldDef){ .name = ref->name, .descriptor = ref->descriptor, .access = access, .extra = extra };
    }
    return OK;
}

static int read_methods(DexFile *file, DexCursor *cursor, ClassDef *def, u32 from, u32 to)
{
    u32 index = 0;
    for (u32 i = from; i < to; i++) {
        if (next_index(file, cursor, i == from, &index, def))
            return ERR_INPUT;
        u32 access = cursor_uleb(cursor) & ACCESS_OF_FILE;
        u32 code_offset = cursor_uleb(cursor);
        const Ref *ref = dex_method_ref(file, index);
        if (!ref)
            return ERR_INPUT;
        if (ref->owner != def->name)
            return dex_fail(file, "class %s lists a method of %s", def->name->text, ref->owner->text);
        if (!code_offset != !!(access & (ACC_NATIVE | ACC_ABSTRACT)))
            return dex_fail(file, "method %s.%s%s has access 0x%x %s code", def->name->text, ref->name->text,
                            ref->descriptor->text, access, code_offset ? "and" : "but no");
        if (!(access & ACC_NATIVE) && access & ACC_SYNCHRONIZED)
            access = (access & ~(u32)ACC_SYNCHRONIZED) | ACC_DECLARED_SYNCHRONIZED;
        DexMethod *extra = ARENA_NEW(file->store->arena, DexMethod);
        extra->index = index;
        extra->code_offset = code_offset;
        def->methods[i] = (MethodDef){
            .name = ref->name, .descriptor = ref->descriptor, .access = access, .has_code = code_offset != 0, .extra = extra,
        };
    }
    return OK;
}

static int read_class_data(DexFile *file, u32 offset, ClassDef *def, DexClass *extra)
{
    DexCursor cursor;
    if (!offset)
        return OK;
    if (dex_cursor(file, offset, "class data", &cursor))
        return ERR_INPUT;
    u64 static_fields = cursor_uleb(&cursor), instance_fields = cursor_uleb(&cursor);
    u64 direct_methods = cursor_uleb(&cursor), virtual_methods = cursor_uleb(&cursor);
    u64 fields = static_fields + instance_fields, methods = direct_methods + virtual_methods;
    u64 needs = 2 * fields + 3 * methods;
    if (needs > cursor_left(&cursor))
        return dex_fail(file, "class data at 0x%x runs past the file (needs %llu, has %zu)", offset,
                        (unsigned long long)needs, cursor_left(&cursor));
    if (fields > 0xffff || methods > 0xffff)
        return dex_fail(file, "class %s has %llu fields and %llu methods (at most 65535)", def->name->text,
                        (unsigned long long)fields, (unsigned long long)methods);
    def->field_count = (u16)fields;
    def->method_count = (u16)methods;
    def->fields = ARENA_ARRAY(file->store->arena, FieldDef, fields);
    def->methods = ARENA_ARRAY(file->store->arena, MethodDef, methods);
    extra->static_count = (u16)static_fields;
    extra->direct_count = (u16)direct_methods;
    if (read_fields(file, &cursor, def, 0, (u32)static_fields, true)
        || read_fields(file, &cursor, def, (u32)static_fields, (u32)fields, false)
        || read_methods(file, &cursor, def, 0, (u32)direct_methods)
        || read_methods(file, &cursor, def, (u32)direct_methods, (u32)methods))
        return ERR_INPUT;
    if (cursor.ended)
        return dex_fail(file, "class data at 0x%x runs past the file", offset);
    return OK;
}

/*
 * The tag of ConstantValue for a value in a field of this type; 0: they do not
 * fit. What is written here is stored without a look at the field's class.
 */
static char constant_tag(const Symbol *descriptor, char value_tag)
{
    static const char *const homes_of_strings[] = {
        "Ljava/lang/String;", "Ljava/lang/Object;", "Ljava/lang/CharSequence;", "Ljava/lang/Comparable;", "Ljava/io/Serializable;",
    };
    bool is_reference = descriptor->text[0] == 'L' || descriptor->text[0] == '[';
    switch (value_tag) {
    case 'B': case 'S': case 'C': case 'I': case 'Z':
        return strchr("ZBSCI", descriptor->text[0]) ? 'I' : 0;
    case 'J': case 'F': case 'D':
        return descriptor->text[0] == value_tag ? value_tag : 0;
    case 'n':
        return is_reference ? 'n' : 0;
    case 's':
        for (u32 i = 0; i < COUNT_OF(homes_of_strings); i++)
            if (symbol_is(descriptor, homes_of_strings[i]))
                return 's';
        return 0;
    case 'c':
        return symbol_is(descriptor, "Ljava/lang/Class;") || symbol_is(descriptor, "Ljava/lang/Object;") ? 'c' : 0;
    default:
        return 0;
    }
}

static int read_static_values(DexFile *file, u32 offset, ClassDef *def, u32 static_count)
{
    if (!offset)
        return OK;
    u32 count;
    AnnotationValue *values;
    if (dex_value_array(file, offset, "initial values", &count, &values))
        return ERR_INPUT;
    if (count > static_count)
        return dex_fail(file, "class %s has %u initial values for %u static fields", def->name->text, count, static_count);
    for (u32 i = 0; i < count; i++) {
        FieldDef *field = &def->fields[i];
        char tag = constant_tag(field->descriptor, values[i].tag);
        if (!tag)
            return dex_fail(file, "field %s.%s of type %s has an initial value of kind %c", def->name->text,
                            field->name->text, field->descriptor->text, values[i].tag);
        field->constant = (ConstantValue){ tag, values[i].bits, values[i].text };
    }
    return OK;
}

static int read_members(DexFile *file, const u8 *class_item, ClassDef *def, DexClass *extra)
{
    ArenaMark mark = arena_mark(&file->store->scratch);
    int result = read_interfaces(file, le32(class_item + 12), def);
    if (!result)
        result = read_class_data(file, le32(class_item + 24), def, extra);
    if (!result)
        result = read_static_values(file, le32(class_item + 28), def, extra->static_count);
    arena_release(&file->store->scratch, mark);
    return result ? result : dex_read_system_annotations(file, def);
}

int dex_read_class(DexFile *file, const u8 *class_item, ClassDef **out)
{
    ClassDef *def = ARENA_NEW(file->store->arena, ClassDef);
    DexClass *extra = ARENA_NEW(file->store->arena, DexClass);
    u32 super = le32(class_item + 8), source = le32(class_item + 16);
    *extra = (DexClass){ .file = file, .type_index = le32(class_item), .annotations_offset = le32(class_item + 20) };
    *def = (ClassDef){
        .store = file->store, .is_dex = true, .trusted = file->trusted,
        .access = le32(class_item + 4) & ACCESS_OF_FILE, .extra = extra,
    };
    if (!(def->name = dex_type_name(file, extra->type_index)))
        return ERR_INPUT;
    if (super == DEX_NO_INDEX) {
        if (!symbol_is(def->name, "java/lang/Object"))
            return dex_fail(file, "class %s has no superclass", def->name->text);
    } else {
        if (!(def->super = dex_type_name(file, super)))
            return ERR_INPUT;
        if (def->super->text[0] == '[' || def->super == def->name)
            return dex_fail(file, "class %s has the superclass %s", def->name->text, def->super->text);
    }
    if (source != DEX_NO_INDEX && !(def->source_file = dex_string(file, source)))
        return ERR_INPUT;
    if (code_store_scratch(file->store) || read_members(file, class_item, def, extra))
        return ERR_INPUT;
    *out = def;
    return OK;
}
