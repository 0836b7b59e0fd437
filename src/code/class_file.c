/*
 * Class files of Java 1.0 to 8: from bytes to a ClassDef.
 *
 *   OFFSET SIZE MEANING
 *    0     4    0xcafebabe
 *    4     2    minor version
 *    6     2    major version: 45 (Java 1.1) to 52 (Java 8)
 *    8     2    constants, plus one
 *   10     -    constants (class_pool.c)
 *    -     2    access, then this class 2, super class 2
 *    -     2    interfaces, then class 2 each
 *    -     2    fields, then each: access 2, name 2, descriptor 2, attributes
 *    -     2    methods, the same
 *    -     2    attributes: count 2, then each: name 2, size 4, content
 *
 * Bodies, annotations and most constants are left where they lie: FieldDef.extra
 * and MethodDef.extra point at the member's own bytes, and everything is decoded
 * from there when it is needed.
 */
#include "code/class_file.h"

#include <string.h>

enum { MAGIC = 0xcafebabe, OLDEST = 45, NEWEST = 52 };

Cursor take_attribute(ClassFile *file, Cursor *c, u32 *name_index)
{
    *name_index = take_u2(c);
    u32 size = take_u4(c);
    if (!cursor_has(c, size))
        return (Cursor){ c->bytes, c->end, c->end, true };
    Cursor content = { c->bytes, c->at, c->at + size, false };
    c->at += size;
    return content;
}

/* ---- constants ----------------------------------------------------------- */

static int read_pool(ClassFile *file, Cursor *c)
{
    static const u8 sizes[] = {
        [POOL_INT] = 4, [POOL_FLOAT] = 4, [POOL_LONG] = 8, [POOL_DOUBLE] = 8, [POOL_CLASS] = 2, [POOL_STRING] = 2,
        [POOL_FIELD] = 4, [POOL_METHOD] = 4, [POOL_INTERFACE_METHOD] = 4, [POOL_NAME_AND_TYPE] = 4,
        [POOL_HANDLE] = 3, [POOL_METHOD_TYPE] = 2, [POOL_INVOKE_DYNAMIC] = 4,
    };
    u32 count = take_u2(c);
    /* Every entry takes three bytes at least: do not reserve for a count that cannot be. */
    if (!count || (count - 1) * 3 > c->end - c->at)
        return error_set(ERR_INPUT, "%s claims %u constants in %u bytes", file->name, count, c->end - c->at);
    file->pool_count = (u16)count;
    Arena *arena = file->store->arena;
    file->cache = ARENA_ARRAY(arena, const void *, count);
    u8 *tables = arena_alloc(arena, count * (sizeof *file->pool + sizeof *file->shapes));
    file->pool = (u32 *)tables;
    file->shapes = (u16 *)(file->pool + count);
    for (u32 i = 1; i < count; i++) {
        u32 at = c->at;
        u32 tag = take_u1(c), size = tag < COUNT_OF(sizes) ? sizes[tag] : 0;
        if (tag == POOL_UTF8)
            size = take_u2(c);
        else if (!size && !c->past_end)
            return error_set(ERR_INPUT, "%s: constant %u at 0x%x has the tag %u, which is unknown", file->name, i, at, tag);
        if (!cursor_has(c, size) || c->past_end)
            return error_set(ERR_INPUT, "%s: constant %u at 0x%x runs past the file (needs %u, has %u)", file->name, i, at, size, file->size - at);
        c->at += size;
        file->pool[i] = at;
        if (tag == POOL_LONG || tag == POOL_DOUBLE) {
            if (i + 1 >= count)
                return error_set(ERR_INPUT, "%s: constant %u at 0x%x takes two places, there is one", file->name, i, at);
            i++;
        }
    }
    return OK;
}

/* ---- members ------------------------------------------------------------- */

static int read_constant_value(ClassFile *file, u32 index, const FieldDef *field, ConstantValue *out)
{
    const u8 *at = pool_tag(file, index) ? pool_at(file, index) : NULL;
    char type = field->descriptor->text[0];
    switch (pool_tag(file, index)) {
    case POOL_INT:
        *out = (ConstantValue){ .tag = 'I', .bits = (u64)(i64)(i32)be32(at) };
        if (strchr("ZBCSI", type))
            return OK;
        break;
    case POOL_FLOAT:
        *out = (ConstantValue){ .tag = 'F', .bits = be32(at) };
        if (type == 'F')
            return OK;
        break;
    case POOL_LONG: case POOL_DOUBLE:
        *out = (ConstantValue){ .tag = pool_tag(file, index) == POOL_LONG ? 'J' : 'D', .bits = be64(at) };
        if (type == out->tag)
            return OK;
        break;
    case POOL_STRING:
        *out = (ConstantValue){ .tag = 's' };
        if (symbol_is(field->descriptor, "Ljava/lang/String;"))
            return pool_utf8(file, be16(at), &out->text);
        break;
    }
    return error_set(ERR_INPUT, "%s: the constant %u does not fit the field %s of type %s", file->name, index,
                     field->name->text, field->descriptor->text);
}

static int read_exceptions(ClassFile *file, Cursor *c, MethodDef *method)
{
    u32 count = take_u2(c);
    if (count * 2 > c->end - c->at)
        return error_set(ERR_INPUT, "%s: the exceptions of %s run past their attribute", file->name, method->name->text);
    method->exceptions = ARENA_ARRAY(file->store->arena, const Symbol *, count);
    method->exception_count = (u16)count;
    int status = OK;
    for (u32 i = 0; i < count && !status; i++)
        status = pool_class_name(file, take_u2(c), &method->exceptions[i]);
    return status;
}

static bool member_name_is_valid(const Symbol *name, bool is_method)
{
    if (!name->length)
        return false;
    if (is_method && (symbol_is(name, "<init>") || symbol_is(name, "<clinit>")))
        return true;
    return !strpbrk(name->text, is_method ? ".;[/<>" : ".;[/");
}

static int check_member(const ClassFile *file, const Symbol *name, const Symbol *descriptor, bool is_method)
{
    u16 shape;
    if (!member_name_is_valid(name, is_method))
        return error_set(ERR_INPUT, "%s: a %s is called \"%.200s\", which is no name", file->name, is_method ? "method" : "field", name->text);
    if ((descriptor->text[0] == '(') != is_method || !descriptor_shape(descriptor->text, descriptor->length, &shape))
        return error_set(ERR_INPUT, "%s: %.200s has the descriptor \"%.200s\", which is none", file->name, name->text, descriptor->text);
    return OK;
}

static int read_field(ClassFile *file, Cursor *c, FieldDef *field)
{
    field->extra = file->bytes + c->at;
    field->access = take_u2(c);
    int status = pool_utf8(file, take_u2(c), &field->name);
    if (!status)
        status = pool_utf8(file, take_u2(c), &field->descriptor);
    if (!status && !file->trusted)
        status = check_member(file, field->name, field->descriptor, false);
    u32 attributes = take_u2(c);
    for (u32 i = 0; i < attributes && !status && !c->past_end; i++) {
        u32 name;
        Cursor content = take_attribute(file, c, &name);
        if (utf8_is(file, name, "ConstantValue")) {
            if (field->access & ACC_STATIC)
                status = read_constant_value(file, take_u2(&content), field, &field->constant);
        } else if (utf8_is(file, name, "Signature")) {
            status = pool_utf8(file, take_u2(&content), &field->signature);
        } else if (utf8_is(file, name, "Synthetic")) {
            field->access |= ACC_SYNTHETIC;
        }
    }
    return status;
}

static int read_method(ClassFile *file, Cursor *c, MethodDef *method)
{
    method->extra = file->bytes + c->at;
    method->access = take_u2(c);
    int status = pool_utf8(file, take_u2(c), &method->name);
    if (!status)
        status = pool_utf8(file, take_u2(c), &method->descriptor);
    if (!status && !file->trusted)
        status = check_member(file, method->name, method->descriptor, true);
    u32 attributes = take_u2(c);
    for (u32 i = 0; i < attributes && !status && !c->past_end; i++) {
        u32 name;
        Cursor content = take_attribute(file, c, &name);
        if (utf8_is(file, name, "Code"))
            method->has_code = true;
        else if (utf8_is(file, name, "Exceptions"))
            status = read_exceptions(file, &content, method);
        else if (utf8_is(file, name, "Signature"))
            status = pool_utf8(file, take_u2(&content), &method->signature);
        else if (utf8_is(file, name, "Synthetic"))
            method->access |= ACC_SYNTHETIC;
    }
    if (!status && symbol_is(method->name, "<init>"))
        method->access |= ACC_CONSTRUCTOR;
    return status;
}

static int read_members(ClassFile *file, Cursor *c, ClassDef *def)
{
    int status = OK;
    u32 count = take_u2(c);
    if (count * 8 > c->end - c->at)
        return error_set(ERR_INPUT, "%s claims %u fields in %u bytes", file->name, count, c->end - c->at);
    def->field_count = (u16)count;
    def->fields = ARENA_ARRAY(file->store->arena, FieldDef, count);
    for (u32 i = 0; i < count && !status; i++)
        status = read_field(file, c, &def->fields[i]);
    if (status)
        return status;
    count = take_u2(c);
    if (count * 8 > c->end - c->at)
        return error_set(ERR_INPUT, "%s claims %u methods in %u bytes", file->name, count, c->end - c->at);
    def->method_count = (u16)count;
    def->methods = ARENA_ARRAY(file->store->arena, MethodDef, count);
    for (u32 i = 0; i < count && !status; i++)
        status = read_method(file, c, &def->methods[i]);
    return status;
}

/* ---- the class's own attributes ------------------------------------------ */

/*
 * InnerClasses: count 2, then each: inner class 2, outer class 2 (0: not a
 * member), simple name 2 (0: anonymous), access 2. Holds every nested class that
 * the constants name; those that concern this one are kept.
 */
static int read_inner_classes(ClassFile *file, Cursor c, ClassDef *def)
{
    u32 count = take_u2(&c);
    if (count * 8 > c.end - c.at)
        return error_set(ERR_INPUT, "%s: InnerClasses claims %u entries in %u bytes", file->name, count, c.end - c.at);
    u32 members = 0;
    int status = OK;
    for (u32 pass = 0; pass < 2 && !status; pass++) {
        if (pass && !members)
            break;
        if (pass)
            def->members = ARENA_ARRAY(file->store->arena, const Symbol *, members);
        Cursor entry = c;
        for (u32 i = 0; i < count && !status; i++) {
            u32 inner_index = take_u2(&entry), outer_index = take_u2(&entry), name = take_u2(&entry), access = take_u2(&entry);
            const Symbol *inner, *outer = NULL;
            status = pool_class_name(file, inner_index, &inner);
            if (!status && outer_index)
                status = pool_class_name(file, outer_index, &outer);
            if (status)
                break;
            if (outer == def->name && inner != def->name) {
                if (pass)
                    def->members[def->member_count++] = inner;
                else
                    members++;
            }
            if (inner == def->name && !pass) {
                def->is_inner = true;
                def->inner_access = access;
                def->outer = outer == inner ? NULL : outer;
                if (name)
                    status = pool_utf8(file, name, &def->simple_name);
            }
        }
    }
    return status;
}

static int read_enclosing_method(ClassFile *file, Cursor c, ClassDef *def)
{
    int status = pool_class_name(file, take_u2(&c), &def->enclosing_class);
    u32 method = take_u2(&c);
    if (status || !method)
        return status;
    if (pool_tag(file, method) != POOL_NAME_AND_TYPE)
        return error_set(ERR_INPUT, "%s: the enclosing method is constant %u, which is no name and type", file->name, method);
    const u8 *at = pool_at(file, method);
    status = pool_utf8(file, be16(at), &def->enclosing_method);
    return status ? status : pool_utf8(file, be16(at + 2), &def->enclosing_descriptor);
}

static int read_class_attributes(ClassFile *file, Cursor *c, ClassDef *def)
{
    file->attributes = c->at;
    u32 count = take_u2(c);
    int status = OK;
    for (u32 i = 0; i < count && !status && !c->past_end; i++) {
        u32 name;
        Cursor content = take_attribute(file, c, &name);
        if (utf8_is(file, name, "SourceFile"))
            status = pool_utf8(file, take_u2(&content), &def->source_file);
        else if (utf8_is(file, name, "Signature"))
            status = pool_utf8(file, take_u2(&content), &def->signature);
        else if (utf8_is(file, name, "InnerClasses"))
            status = read_inner_classes(file, content, def);
        else if (utf8_is(file, name, "EnclosingMethod"))
            status = read_enclosing_method(file, content, def);
        else if (utf8_is(file, name, "BootstrapMethods"))
            file->bootstrap = content.at, file->bootstrap_end = content.end;
        else if (utf8_is(file, name, "Synthetic"))
            def->access |= ACC_SYNTHETIC;
    }
    return status;
}

/* ---- the whole ----------------------------------------------------------- */

static int check_version(const ClassFile *file, bool named, u32 minor, u32 major)
{
    const char *suffix = named ? ".class" : "";
    if (major > NEWEST)
        return error_set(ERR_INPUT, "%s%s has version %u (Java %u); reenact runs class files up to %u (Java 8): compile with --release 8",
                         file->name, suffix, major, major - 44, NEWEST);
    if (major < OLDEST)
        return error_set(ERR_INPUT, "%s%s has version %u.%u; the first Java had 45.0", file->name, suffix, major, minor);
    return OK;
}

static int read_header(ClassFile *file, Cursor *c, ClassDef *def)
{
    Arena *arena = file->store->arena;
    def->access = take_u2(c);
    u32 this_index = take_u2(c), super_index = take_u2(c);
    int status = pool_class_name(file, this_index, &def->name);
    if (status)
        return status;
    if (def->name->text[0] == '[')
        return error_set(ERR_INPUT, "%s defines the array class %s", file->name, def->name->text);
    file->name = def->name->text;
    if (super_index)
        status = pool_class_name(file, super_index, &def->super);
    else if (!symbol_is(def->name, "java/lang/Object"))
        status = error_set(ERR_INPUT, "%s has no super class", file->name);
    u32 count = take_u2(c);
    if (!status && count * 2 > c->end - c->at)
        status = error_set(ERR_INPUT, "%s claims %u interfaces in %u bytes", file->name, count, c->end - c->at);
    if (status)
        return status;
    def->interface_count = (u16)count;
    def->interfaces = ARENA_ARRAY(arena, const Symbol *, count);
    for (u32 i = 0; i < count && !status; i++)
        status = pool_class_name(file, take_u2(c), &def->interfaces[i]);
    return status;
}

int class_file_read(CodeStore *store, const char *name, const void *bytes, size_t size, bool trusted, ClassDef **out)
{
    const char *who = name ? name : "a class file";
    if (size > 0x3fffffff)
        return error_set(ERR_LIMIT, "%s has %zu bytes; a class file has at most 1 GB", who, size);
    Cursor c = { bytes, 0, (u32)size, false };
    if (take_u4(&c) != MAGIC)
        return error_set(ERR_INPUT, "%s is not a class file: it does not begin with cafebabe", who);
    ClassFile *file = ARENA_NEW(store->arena, ClassFile);
    ClassDef *def = ARENA_NEW(store->arena, ClassDef);
    *file = (ClassFile){ .store = store, .name = who, .bytes = bytes, .size = (u32)size, .trusted = trusted };
    def->store = store;
    def->trusted = trusted;
    def->extra = file;
    u32 minor = take_u2(&c), major = take_u2(&c);
    int status = check_version(file, name, minor, major);
    if (!status)
        status = read_pool(file, &c);
    if (!status)
        status = read_header(file, &c, def);
    if (!status)
        status = read_members(file, &c, def);
    if (!status)
        status = read_class_attributes(file, &c, def);
    if (c.past_end)
        return error_set(ERR_INPUT, "%s ends too early: it has %zu bytes", file->name, size);
    if (!status && c.at != c.end)
        status = error_set(ERR_INPUT, "%s goes on for %u bytes after its end at 0x%x", file->name, c.end - c.at, c.at);
    if (!status)
        *out = def;
    return status;
}
