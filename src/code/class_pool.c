/*
 * The constant pool: entries become Symbols and Refs when somebody asks, once.
 *
 *   TAG  CONTENT, BYTES
 *    1   Utf8: length 2, modified UTF-8
 *    3,4 Integer, Float: 4          5,6 Long, Double: 8, and the next index is unused
 *    7   Class: name 2              8   String: utf8 2
 *    9,10,11  Field, Method, InterfaceMethod: class 2, name and type 2
 *   12   NameAndType: name 2, descriptor 2
 *   15   MethodHandle: kind 1, member 2
 *   16   MethodType: descriptor 2
 *   18   InvokeDynamic: bootstrap method 2, name and type 2
 */
#include "code/class_file.h"

#include <stdlib.h>
#include <string.h>

static const char *const tag_names[] = {
    [POOL_UTF8] = "a text", [POOL_INT] = "an int", [POOL_FLOAT] = "a float", [POOL_LONG] = "a long",
    [POOL_DOUBLE] = "a double", [POOL_CLASS] = "a class", [POOL_STRING] = "a string", [POOL_FIELD] = "a field",
    [POOL_METHOD] = "a method", [POOL_INTERFACE_METHOD] = "an interface method",
    [POOL_NAME_AND_TYPE] = "a name and type", [POOL_HANDLE] = "a method handle",
    [POOL_METHOD_TYPE] = "a method type", [POOL_INVOKE_DYNAMIC] = "a call site",
};

static const char *tag_name(u8 tag)
{
    return tag < COUNT_OF(tag_names) && tag_names[tag] ? tag_names[tag] : "nothing";
}

static int wrong_tag(const ClassFile *file, u32 index, const char *wanted)
{
    return error_set(ERR_INPUT, "%s: constant %u is %s where %s is needed", file->name, index,
                     tag_name(pool_tag(file, index)), wanted);
}

/* ---- texts --------------------------------------------------------------- */

/* Modified UTF-8: no 0 byte, no sequence of four, surrogates are two sequences of three. */
static bool modified_utf8(const u8 *p, u32 length)
{
    for (const u8 *end = p + length; p < end;) {
        if (*p && *p < 0x80)
            p++;
        else if ((*p & 0xe0) == 0xc0 && end - p >= 2 && (p[1] & 0xc0) == 0x80)
            p += 2;
        else if ((*p & 0xf0) == 0xe0 && end - p >= 3 && (p[1] & 0xc0) == 0x80 && (p[2] & 0xc0) == 0x80)
            p += 3;
        else
            return false;
    }
    return true;
}

int pool_utf8(ClassFile *file, u32 index, const Symbol **out)
{
    if (pool_tag(file, index) != POOL_UTF8)
        return wrong_tag(file, index, "a text");
    if (!file->cache[index]) {
        const u8 *at = pool_at(file, index);
        u32 length = be16(at);
        if (!file->trusted && !modified_utf8(at + 2, length))
            return error_set(ERR_INPUT, "%s: constant %u is not in modified UTF-8", file->name, index);
        file->cache[index] = symbol_n(&file->store->symbols, (const char *)at + 2, length);
    }
    *out = file->cache[index];
    return OK;
}

bool utf8_is(const ClassFile *file, u32 index, const char *text)
{
    if (pool_tag(file, index) != POOL_UTF8)
        return false;
    const u8 *at = pool_at(file, index);
    size_t length = strlen(text);
    return be16(at) == length && !memcmp(at + 2, text, length);
}

/* ---- descriptors and names ----------------------------------------------- */

u32 type_slots(const char **p, const char *end)
{
    u32 slots = 1;
    const char *start = *p;
    while (*p < end && **p == '[')
        (*p)++;
    if (*p == end || *p - start > 255)
        return 0;
    switch (*(*p)++) {
    case 'J': case 'D':
        slots = (*p)[-2] == '[' && *p - start > 1 ? 1 : 2;
        break;
    case 'Z': case 'B': case 'C': case 'S': case 'I': case 'F':
        break;
    case 'L': {
        const char *name = *p;
        while (*p < end && **p != ';') {
            if (**p == '.' || **p == '[' || **p == '(' || **p == ')')
                return 0;
            (*p)++;
        }
        if (*p == end || *p == name)
            return 0;
        (*p)++;
        break;
    }
    default:
        return 0;
    }
    return slots;
}

bool descriptor_shape(const char *text, size_t length, u16 *shape)
{
    const char *p = text, *end = text + length;
    u32 args = 0, result = 0;
    if (p < end && *p == '(') {
        p++;
        while (p < end && *p != ')') {
            u32 slots = type_slots(&p, end);
            if (!slots || (args += slots) > 255)
                return false;
        }
        if (p++ >= end)
            return false;
        if (end - p == 1 && *p == 'V') {
            *shape = (u16)(0x8000 | args);
            return true;
        }
    }
    result = p < end ? type_slots(&p, end) : 0;
    *shape = (u16)(0x8000 | result << 8 | args);
    return result && p == end;
}

/* a/b/C, or the descriptor of an array. */
static bool class_name_is_valid(const Symbol *name)
{
    u16 shape;
    if (!name->length)
        return false;
    if (name->text[0] == '[')
        return descriptor_shape(name->text, name->length, &shape);
    bool segment = false;
    for (const char *p = name->text; *p; p++) {
        if (*p == '.' || *p == ';' || *p == '[' || (*p == '/' && !segment))
            return false;
        segment = *p != '/';
    }
    return segment;
}

int pool_class_name(ClassFile *file, u32 index, const Symbol **out)
{
    if (pool_tag(file, index) != POOL_CLASS)
        return wrong_tag(file, index, "a class");
    int status = pool_utf8(file, be16(pool_at(file, index)), out);
    if (status)
        return status;
    if (!file->trusted && !class_name_is_valid(*out))
        return error_set(ERR_INPUT, "%s: constant %u names a class \"%.200s\", which is no name", file->name, index, (*out)->text);
    return OK;
}

/* ---- members ------------------------------------------------------------- */

static bool is_member(u8 tag)
{
    return tag == POOL_FIELD || tag == POOL_METHOD || tag == POOL_INTERFACE_METHOD;
}

/* The NameAndType of a member or call site. */
static int name_and_type(ClassFile *file, u32 index, const u8 **out)
{
    u32 at = be16(pool_at(file, index) + 2);
    if (pool_tag(file, at) != POOL_NAME_AND_TYPE)
        return wrong_tag(file, at, "a name and type");
    *out = pool_at(file, at);
    return OK;
}

int pool_shape(ClassFile *file, u32 index, u16 *out)
{
    u8 tag = pool_tag(file, index);
    if (!is_member(tag) && tag != POOL_INVOKE_DYNAMIC)
        return wrong_tag(file, index, "a member");
    if (!file->shapes[index]) {
        const u8 *at;
        int status = name_and_type(file, index, &at);
        if (status)
            return status;
        u32 descriptor = be16(at + 2);
        if (pool_tag(file, descriptor) != POOL_UTF8)
            return wrong_tag(file, descriptor, "a text");
        const u8 *text = pool_at(file, descriptor);
        u16 shape = 0;
        if (!be16(text) || (text[2] == '(') != (tag != POOL_FIELD) || !descriptor_shape((const char *)text + 2, be16(text), &shape))
            return error_set(ERR_INPUT, "%s: constant %u has the descriptor \"%.*s\", which is none", file->name, index,
                             (int)MIN(be16(text), 200), text + 2);
        file->shapes[index] = shape;
    }
    *out = file->shapes[index];
    return OK;
}

const u8 *pool_descriptor(const ClassFile *file, u32 index)
{
    u32 name_and_type_index = be16(pool_at(file, index) + 2);
    return pool_at(file, be16(pool_at(file, name_and_type_index) + 2));
}

static int member_ref(ClassFile *file, u32 index, Ref *ref)
{
    const u8 *at;
    u16 shape;
    int status = pool_class_name(file, be16(pool_at(file, index)), &ref->owner);
    if (!status)
        status = pool_shape(file, index, &shape);
    if (!status)
        status = name_and_type(file, index, &at);
    if (!status)
        status = pool_utf8(file, be16(at), &ref->name);
    if (!status)
        status = pool_utf8(file, be16(at + 2), &ref->descriptor);
    u8 tag = pool_tag(file, index);
    ref->kind = tag == POOL_FIELD ? REF_FIELD : REF_METHOD;
    ref->of_interface = tag == POOL_INTERFACE_METHOD;
    return status;
}

static int handle_ref(ClassFile *file, u32 index, Ref *ref)
{
    u8 kind = *pool_at(file, index);
    u32 member = be16(pool_at(file, index) + 1);
    u8 tag = pool_tag(file, member);
    if (kind < 1 || kind > 9 || !is_member(tag) || (tag == POOL_FIELD) != (kind <= 4))
        return error_set(ERR_INPUT, "%s: constant %u is a method handle of kind %u on %s", file->name, index, kind, tag_name(tag));
    Ref *target;
    int status = pool_ref(file, member, &target);
    if (status)
        return status;
    *ref = *target;
    ref->kind = REF_HANDLE;
    ref->handle_kind = kind;
    ref->resolved = NULL;
    return OK;
}

int pool_ref(ClassFile *file, u32 index, Ref **out)
{
    u8 tag = pool_tag(file, index);
    if (tag >= POOL_CLASS && file->cache[index]) {
        *out = (Ref *)file->cache[index];
        return OK;
    }
    Ref made = { 0 };
    int status;
    u16 shape;
    switch (tag) {
    case POOL_CLASS:
        made.kind = REF_CLASS;
        status = pool_class_name(file, index, &made.owner);
        break;
    case POOL_STRING:
        made.kind = REF_STRING;
        status = pool_utf8(file, be16(pool_at(file, index)), &made.name);
        break;
    case POOL_FIELD: case POOL_METHOD: case POOL_INTERFACE_METHOD:
        status = member_ref(file, index, &made);
        break;
    case POOL_HANDLE:
        status = handle_ref(file, index, &made);
        break;
    case POOL_METHOD_TYPE:
        made.kind = REF_METHOD_TYPE;
        status = pool_utf8(file, be16(pool_at(file, index)), &made.descriptor);
        if (!status && (made.descriptor->text[0] != '(' || !descriptor_shape(made.descriptor->text, made.descriptor->length, &shape)))
            status = error_set(ERR_INPUT, "%s: constant %u has the method type \"%.200s\", which is none", file->name, index,
                               made.descriptor->text);
        break;
    default:
        status = wrong_tag(file, index, "a class, string, member or handle");
    }
    if (status)
        return status;
    Ref *ref = ARENA_NEW(file->store->code, Ref);
    *ref = made;
    file->cache[index] = ref;
    *out = ref;
    return OK;
}

/* ---- Refs that are no pool entry ----------------------------------------- */

enum { EXTRA_PRIMITIVE = 0x80000000, EXTRA_SITE = 0x40000000 };   /* else: array of the class at this index */

static Ref **extra_slot(ClassFile *file, u32 key)
{
    if (file->extra_count * 2 >= file->extra_size) {
        u32 old_size = file->extra_size;
        ExtraRef *old = file->extras;
        file->extra_size = old_size ? old_size * 2 : 4;
        file->extras = ARENA_ARRAY(file->store->arena, ExtraRef, file->extra_size);
        file->extra_count = 0;
        for (u32 i = 0; i < old_size; i++)
            if (old[i].ref)
                *extra_slot(file, old[i].key) = old[i].ref, file->extra_count++;
    }
    for (u32 i = key * 2654435761u >> 8;; i++) {
        ExtraRef *extra = &file->extras[i & (file->extra_size - 1)];
        if (!extra->ref || extra->key == key) {
            extra->key = key;
            return &extra->ref;
        }
    }
}

static Ref *array_ref(ClassFile *file, u32 key, const char *element, size_t length, bool is_class)
{
    Ref **slot = extra_slot(file, key);
    if (!*slot) {
        char stack[256];
        char *name = length + 4 > sizeof stack ? xmalloc(length + 4) : stack;
        u32 at = 0;
        name[at++] = '[';
        if (is_class)
            name[at++] = 'L';
        memcpy(name + at, element, length);
        at += (u32)length;
        if (is_class)
            name[at++] = ';';
        Ref *ref = ARENA_NEW(file->store->code, Ref);
        ref->kind = REF_CLASS;
        ref->owner = symbol_n(&file->store->symbols, name, at);
        if (name != stack)
            free(name);
        *slot = ref;
        file->extra_count++;
    }
    return *slot;
}

int pool_array_ref(ClassFile *file, u32 index, Ref **out)
{
    const Symbol *element;
    int status = pool_class_name(file, index, &element);
    if (!status)
        *out = array_ref(file, index, element->text, element->length, element->text[0] != '[');
    return status;
}

int pool_primitive_array_ref(ClassFile *file, u32 type, Ref **out)
{
    if (type < 4 || type > 11)
        return error_set(ERR_INPUT, "%s: newarray of type %u, which is none", file->name, type);
    *out = array_ref(file, EXTRA_PRIMITIVE | type, &"ZCFDBSIJ"[type - 4], 1, false);
    return OK;
}

static int bootstrap_arg(ClassFile *file, u32 index, BootstrapArg *out)
{
    switch (pool_tag(file, index)) {
    case POOL_INT:
        *out = (BootstrapArg){ .tag = 'I', .bits = (u64)(i64)(i32)be32(pool_at(file, index)) };
        return OK;
    case POOL_FLOAT:
        *out = (BootstrapArg){ .tag = 'F', .bits = be32(pool_at(file, index)) };
        return OK;
    case POOL_LONG: case POOL_DOUBLE:
        *out = (BootstrapArg){ .tag = pool_tag(file, index) == POOL_LONG ? 'J' : 'D', .bits = be64(pool_at(file, index)) };
        return OK;
    default:
        out->tag = 'L';
        return pool_ref(file, index, &out->ref);
    }
}

/*
 * BootstrapMethods: count 2, then each: method handle 2, count 2, arguments 2 each.
 */
static int read_call_site(ClassFile *file, u32 bootstrap, CallSite *site)
{
    Cursor c = { file->bytes, file->bootstrap, file->bootstrap_end };
    u32 count = take_u2(&c);
    if (bootstrap >= count)
        return error_set(ERR_INPUT, "%s: bootstrap method %u is asked for, there are %u", file->name, bootstrap, count);
    u32 handle = take_u2(&c), arguments = take_u2(&c);
    for (u32 i = 0; i < bootstrap; i++) {
        take_skip(&c, arguments * 2);
        handle = take_u2(&c);
        arguments = take_u2(&c);
    }
    if (c.past_end || c.end - c.at < arguments * 2)
        return error_set(ERR_INPUT, "%s: bootstrap method %u runs past its attribute", file->name, bootstrap);
    if (pool_tag(file, handle) != POOL_HANDLE)
        return wrong_tag(file, handle, "a method handle");
    int status = pool_ref(file, handle, &site->bootstrap);
    site->count = arguments;
    site->arguments = ARENA_ARRAY(file->store->arena, BootstrapArg, arguments);
    for (u32 i = 0; i < arguments && !status; i++)
        status = bootstrap_arg(file, take_u2(&c), &site->arguments[i]);
    return status;
}

int pool_call_site(ClassFile *file, u32 index, u32 offset, Ref **out)
{
    if (pool_tag(file, index) != POOL_INVOKE_DYNAMIC)
        return wrong_tag(file, index, "a call site");
    Ref **slot = extra_slot(file, EXTRA_SITE | offset);
    if (!*slot) {
        const u8 *at;
        Ref made = { .kind = REF_CALL_SITE };
        CallSite site = { 0 };
        int status = name_and_type(file, index, &at);
        if (!status)
            status = pool_utf8(file, be16(at), &made.name);
        if (!status)
            status = pool_utf8(file, be16(at + 2), &made.descriptor);
        if (!status)
            status = read_call_site(file, be16(pool_at(file, index)), &site);
        if (status)
            return status;
        made.site = ARENA_NEW(file->store->arena, CallSite);
        *made.site = site;
        Ref *ref = ARENA_NEW(file->store->code, Ref);
        *ref = made;
        *slot = ref;
        file->extra_count++;
    }
    *out = *slot;
    return OK;
}
