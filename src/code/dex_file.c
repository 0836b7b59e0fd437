/*
 * Dex files: header, pool and class index.
 *
 *   header
 *   OFFSET SIZE MEANING
 *     0     8   "dex\n035\0"
 *     8     4   adler32 of the rest    not compared: apps are often patched
 *    12    20   SHA-1 of the rest      not compared
 *    32     4   size of the file
 *    36     4   size of the header, 0x70
 *    40     4   0x12345678: little-endian
 *    44     8   link: size, offset     not used
 *    52     4   offset of the map
 *    56     8   strings: count, offset    4 bytes each
 *    64     8   types: count, offset      4
 *    72     8   protos: count, offset    12
 *    80     8   fields: count, offset     8
 *    88     8   methods: count, offset    8
 *    96     8   classes: count, offset   32
 *   104     8   data: size, offset     not used: offsets are held against the file
 *
 *   map: u32 count, then items of type u16, unused u16, count u32, offset u32.
 *   Only call sites (7) and method handles (8) have no other place.
 *
 * The file of a large app has 60,000 strings and most runs use a few thousand,
 * so opening reads nothing but the header, the map and the names of classes.
 */
#include "code/dex_internal.h"

#include "base/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER_SIZE = 0x70,
    STRING_ID_SIZE = 4, TYPE_ID_SIZE = 4, PROTO_ID_SIZE = 12, FIELD_ID_SIZE = 8, METHOD_ID_SIZE = 8,
    CLASS_DEF_SIZE = 32, CALL_SITE_ID_SIZE = 4, HANDLE_SIZE = 8, MAP_ITEM_SIZE = 12,
    MAP_CALL_SITES = 7, MAP_HANDLES = 8,
};

/* ---- reading with bounds ------------------------------------------------------- */

int dex_fail(const DexFile *file, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return error_set(ERR_INPUT, "%s: %s", file->name, text);
}

const u8 *dex_bytes(const DexFile *file, u32 offset, u64 size, const char *what)
{
    u32 has = offset < file->size ? file->size - offset : 0;
    if (size <= has && has)
        return file->bytes + offset;
    dex_fail(file, "%s at 0x%x runs past the file (needs %llu, has %u)", what, offset, (unsigned long long)size, has);
    return NULL;
}

int dex_cursor(const DexFile *file, u32 offset, const char *what, DexCursor *out)
{
    const u8 *at = dex_bytes(file, offset, 1, what);
    if (!at)
        return ERR_INPUT;
    *out = (DexCursor){ at, file->bytes + file->size, false };
    return OK;
}

u8 cursor_u8(DexCursor *cursor)
{
    if (cursor->at < cursor->end)
        return *cursor->at++;
    cursor->ended = true;
    return 0;
}

u32 cursor_uleb(DexCursor *cursor)
{
    u32 value = 0;
    for (u32 shift = 0; shift < 35; shift += 7) {
        u8 byte = cursor_u8(cursor);
        value |= (u32)((u64)(byte & 0x7f) << shift);
        if (byte < 0x80)
            return value;
    }
    return value;
}

i32 cursor_sleb(DexCursor *cursor)
{
    u64 value = 0;
    for (u32 shift = 0; shift < 35; shift += 7) {
        u8 byte = cursor_u8(cursor);
        value |= (u64)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            if (byte & 0x40)
                value |= ~(u64)0 << (shift + 7);
            break;
        }
    }
    return (i32)value;
}

u32 cursor_uleb_p1(DexCursor *cursor)
{
    return cursor_uleb(cursor) - 1;
}

u64 cursor_bytes(DexCursor *cursor, u32 size)
{
    u64 value = 0;
    for (u32 i = 0; i < size; i++)
        value |= (u64)cursor_u8(cursor) << (8 * i);
    return value;
}

/* The index-th item of a section whose extent was checked at open. */
static const u8 *item(const DexFile *file, const DexSection *section, u32 index, u32 size, const char *what)
{
    if (index < section->count)
        return file->bytes + section->offset + (size_t)index * size;
    dex_fail(file, "%s %u does not exist (there are %u)", what, index, section->count);
    return NULL;
}

/* ---- strings and types ----------------------------------------------------------- */

/* Modified UTF-8: 1 to 3 bytes per char, 0 as two bytes. */
static bool is_modified_utf8(const u8 *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        u32 more = text[i] < 0x80 ? 0 : text[i] >> 5 == 6 ? 1 : text[i] >> 4 == 14 ? 2 : 9;
        if (more == 9 || more >= length - i)
            return false;
        i++;
        for (; more; more--, i++)
            if (text[i] >> 6 != 2)
                return false;
    }
    return true;
}

/* The bytes of a string: uleb128 count of chars, then modified UTF-8 up to a 0 byte. */
static int string_bytes(const DexFile *file, u32 index, const char **text, size_t *length)
{
    const u8 *id = item(file, &file->strings, index, STRING_ID_SIZE, "string");
    if (!id)
        return ERR_INPUT;
    DexCursor cursor;
    u32 offset = le32(id);
    if (dex_cursor(file, offset, "string", &cursor))
        return ERR_INPUT;
    cursor_uleb(&cursor);
    const u8 *end = memchr(cursor.at, 0, cursor_left(&cursor));
    if (!end)
        return dex_fail(file, "string %u at 0x%x has no end", index, offset);
    *text = (const char *)cursor.at;
    *length = (size_t)(end - cursor.at);
    return OK;
}

const Symbol *dex_string(DexFile *file, u32 index)
{
    if (index < file->strings.count && file->string_symbols[index])
        return file->string_symbols[index];
    const char *text;
    size_t length;
    if (string_bytes(file, index, &text, &length))
        return NULL;
    if (!is_modified_utf8((const u8 *)text, length)) {
        dex_fail(file, "string %u is not modified UTF-8", index);
        return NULL;
    }
    return file->string_symbols[index] = symbol_n(&file->store->symbols, text, length);
}

/* A field descriptor, or V: [* then a primitive or L, non-empty parts between slashes, and ; */
static bool is_descriptor(const char *text, size_t length)
{
    size_t depth = 0;
    while (depth < length && text[depth] == '[')
        depth++;
    if (depth > 255 || depth == length)
        return false;
    text += depth;
    length -= depth;
    if (text[0] != 'L')
        return length == 1 && strchr(depth ? "ZBCSIJFD" : "ZBCSIJFDV", text[0]);
    if (length < 3 || text[length - 1] != ';')
        return false;
    char before = '/';
    for (size_t i = 1; i < length; i++) {
        if (text[i] == '.' || text[i] == '[' || (text[i] == ';' && i != length - 1))
            return false;
        if ((text[i] == '/' || text[i] == ';') && before == '/')
            return false;
        before = text[i];
    }
    return true;
}

const Symbol *dex_type_descriptor(DexFile *file, u32 index)
{
    if (index < file->types.count && file->type_descriptors[index])
        return file->type_descriptors[index];
    const u8 *id = item(file, &file->types, index, TYPE_ID_SIZE, "type");
    const Symbol *descriptor = id ? dex_string(file, le32(id)) : NULL;
    if (!descriptor)
        return NULL;
    if (!is_descriptor(descriptor->text, descriptor->length)) {
        dex_fail(file, "type %u is no descriptor: \"%.80s\"", index, descriptor->text);
        return NULL;
    }
    return file->type_descriptors[index] = descriptor;
}

const Symbol *dex_type_name(DexFile *file, u32 index)
{
    if (index < file->types.count && file->type_names[index])
        return file->type_names[index];
    const Symbol *descriptor = dex_type_descriptor(file, index);
    if (!descriptor)
        return NULL;
    if (descriptor->text[0] == 'L')
        return file->type_names[index] = symbol_n(&file->store->symbols, descriptor->text + 1, descriptor->length - 2);
    if (descriptor->text[0] == '[')
        return file->type_names[index] = descriptor;
    dex_fail(file, "type %u is the primitive %s where a class is needed", index, descriptor->text);
    return NULL;
}

/*
 *   proto: OFFSET SIZE MEANING
 *     0  4  string: short form, not used
 *     4  4  type of the result
 *     8  4  offset of the parameters, 0: none;  u32 count, then u16 types
 */
const Symbol *dex_proto(DexFile *file, u32 index)
{
    if (index < file->protos.count && file->proto_descriptors[index])
        return file->proto_descriptors[index];
    const u8 *id = item(file, &file->protos, index, PROTO_ID_SIZE, "proto");
    if (!id)
        return NULL;
    const Symbol *result = dex_type_descriptor(file, le32(id + 4));
    u32 offset = le32(id + 8), count = 0;
    const u8 *list = NULL;
    if (!result || (offset && !(list = dex_bytes(file, offset, 4, "parameter list"))))
        return NULL;
    if (list) {
        count = le32(list);
        if (count > 255) {
            dex_fail(file, "proto %u has %u parameters (at most 255)", index, count);
            return NULL;
        }
        if (!(list = dex_bytes(file, offset, 4 + 2 * (u64)count, "parameter list")))
            return NULL;
    }
    Buf text = { 0 };
    buf_add_char(&text, '(');
    for (u32 i = 0; i < count; i++) {
        const Symbol *type = dex_type_descriptor(file, le16(list + 4 + 2 * i));
        if (!type || type->text[0] == 'V') {
            if (type)
                dex_fail(file, "proto %u has a void parameter", index);
            buf_free(&text);
            return NULL;
        }
        buf_add(&text, type->text, type->length);
    }
    buf_add_char(&text, ')');
    buf_add(&text, result->text, result->length);
    const Symbol *descriptor = symbol_n(&file->store->symbols, text.data, text.size);
    buf_free(&text);
    return file->proto_descriptors[index] = descriptor;
}

/* ---- Refs ------------------------------------------------------------------------- */

static Ref *new_ref(DexFile *file, RefKind kind, const Symbol *owner, const Symbol *name, const Symbol *descriptor)
{
    Ref *ref = ARENA_NEW(file->store->arena, Ref);
    *ref = (Ref){ .kind = (u8)kind, .owner = owner, .name = name, .descriptor = descriptor };
    return ref;
}

Ref *dex_string_ref(DexFile *file, u32 index)
{
    if (index < file->strings.count && file->string_refs[index])
        return file->string_refs[index];
    const Symbol *text = dex_string(file, index);
    return text ? file->string_refs[index] = new_ref(file, REF_STRING, NULL, text, NULL) : NULL;
}

Ref *dex_class_ref(DexFile *file, u32 index)
{
    if (index < file->types.count && file->type_refs[index])
        return file->type_refs[index];
    const Symbol *name = dex_type_name(file, index);
    return name ? file->type_refs[index] = new_ref(file, REF_CLASS, name, NULL, NULL) : NULL;
}

Ref *dex_method_type_ref(DexFile *file, u32 index)
{
    if (index < file->protos.count && file->proto_refs[index])
        return file->proto_refs[index];
    const Symbol *descriptor = dex_proto(file, index);
    return descriptor ? file->proto_refs[index] = new_ref(file, REF_METHOD_TYPE, NULL, NULL, descriptor) : NULL;
}

/* field: u16 class, u16 type, u32 string of the name */
Ref *dex_field_ref(DexFile *file, u32 index)
{
    if (index < file->fields.count && file->field_refs[index])
        return file->field_refs[index];
    const u8 *id = item(file, &file->fields, index, FIELD_ID_SIZE, "field");
    const Symbol *owner = id ? dex_type_name(file, le16(id)) : NULL;
    const Symbol *type = owner ? dex_type_descriptor(file, le16(id + 2)) : NULL;
    const Symbol *name = type ? dex_string(file, le32(id + 4)) : NULL;
    if (!name)
        return NULL;
    if (type->text[0] == 'V') {
        dex_fail(file, "field %u is void", index);
        return NULL;
    }
    return file->field_refs[index] = new_ref(file, REF_FIELD, owner, name, type);
}

/* method: u16 class, u16 proto, u32 string of the name */
Ref *dex_method_ref(DexFile *file, u32 index)
{
    if (index < file->methods.count && file->method_refs[index])
        return file->method_refs[index];
    const u8 *id = item(file, &file->methods, index, METHOD_ID_SIZE, "method");
    const Symbol *owner = id ? dex_type_name(file, le16(id)) : NULL;
    const Symbol *descriptor = owner ? dex_proto(file, le16(id + 2)) : NULL;
    const Symbol *name = descriptor ? dex_string(file, le32(id + 4)) : NULL;
    return name ? file->method_refs[index] = new_ref(file, REF_METHOD, owner, name, descriptor) : NULL;
}

/* ---- opening ------------------------------------------------------------------------ */

static int read_section(DexFile *file, u32 header_at, u32 item_size, const char *what, DexSection *out)
{
    out->count = le32(file->bytes + header_at);
    out->offset = le32(file->bytes + header_at + 4);
    if (out->count && !dex_bytes(file, out->offset, (u64)out->count * item_size, what))
        return ERR_INPUT;
    return OK;
}

static int read_header(DexFile *file, size_t size)
{
    const u8 *header = file->bytes;
    if (size < HEADER_SIZE)
        return dex_fail(file, "too short for a dex file (needs %d, has %zu)", HEADER_SIZE, size);
    if (memcmp(header, "dex\n", 4) || header[7])
        return dex_fail(file, "not a dex file");
    if (header[4] != '0' || header[5] != '3' || header[6] < '5' || header[6] > '9')
        return dex_fail(file, "dex version %.3s is not read (035 to 039 are)", (const char *)header + 4);
    file->size = le32(header + 32);
    if (file->size > size || file->size < HEADER_SIZE)
        return dex_fail(file, "the header claims %u bytes, the file has %zu", file->size, size);
    if (le32(header + 36) < HEADER_SIZE)
        return dex_fail(file, "the header claims to have %u bytes (needs %d)", le32(header + 36), HEADER_SIZE);
    if (le32(header + 40) != 0x12345678)
        return dex_fail(file, "byte order 0x%08x is not read", le32(header + 40));
    if (read_section(file, 56, STRING_ID_SIZE, "string table", &file->strings)
        || read_section(file, 64, TYPE_ID_SIZE, "type table", &file->types)
        || read_section(file, 72, PROTO_ID_SIZE, "proto table", &file->protos)
        || read_section(file, 80, FIELD_ID_SIZE, "field table", &file->fields)
        || read_section(file, 88, METHOD_ID_SIZE, "method table", &file->methods)
        || read_section(file, 96, CLASS_DEF_SIZE, "class table", &file->classes))
        return ERR_INPUT;
    return OK;
}

static int read_map(DexFile *file)
{
    u32 offset = le32(file->bytes + 52);
    const u8 *map = dex_bytes(file, offset, 4, "map");
    u32 count = map ? le32(map) : 0;
    if (!map || !(map = dex_bytes(file, offset, 4 + (u64)count * MAP_ITEM_SIZE, "map")))
        return ERR_INPUT;
    for (u32 i = 0; i < count; i++) {
        const u8 *entry = map + 4 + (size_t)i * MAP_ITEM_SIZE;
        u16 type = le16(entry);
        if (type != MAP_CALL_SITES && type != MAP_HANDLES)
            continue;
        DexSection section = { le32(entry + 4), le32(entry + 8) };
        bool sites = type == MAP_CALL_SITES;
        if (section.count && !dex_bytes(file, section.offset, (u64)section.count * (sites ? CALL_SITE_ID_SIZE : HANDLE_SIZE),
                                        sites ? "call site table" : "method handle table"))
            return ERR_INPUT;
        *(sites ? &file->call_sites : &file->handles) = section;
    }
    return OK;
}

/* The descriptor of a class definition, L…; checked, not interned. */
static int class_descriptor(const DexFile *file, u32 class_index, const char **text, size_t *length)
{
    u32 type = le32(item(file, &file->classes, class_index, CLASS_DEF_SIZE, "class"));
    const u8 *id = item(file, &file->types, type, TYPE_ID_SIZE, "type");
    if (!id || string_bytes(file, le32(id), text, length))
        return ERR_INPUT;
    if ((*text)[0] != 'L' || !is_descriptor(*text, *length) || !is_modified_utf8((const u8 *)*text, *length))
        return dex_fail(file, "class %u has the name \"%.80s\"", class_index, *text);
    return OK;
}

static struct DexClassSlot *class_slot(const DexFile *file, u32 hash, const char *name, size_t length)
{
    for (u32 i = hash;; i++) {
        struct DexClassSlot *slot = &file->class_table[i & (file->class_table_size - 1)];
        if (!slot->class_index_plus_one)
            return slot;
        if (slot->hash != hash)
            continue;
        const char *text;
        size_t text_length;
        class_descriptor(file, slot->class_index_plus_one - 1, &text, &text_length);
        if (text_length == length + 2 && !memcmp(text + 1, name, length))
            return slot;
    }
}

static int index_classes(DexFile *file)
{
    file->class_table_size = 16;
    while (file->class_table_size < file->classes.count * (u64)2)
        file->class_table_size *= 2;
    file->class_table = arena_try_alloc(file->store->arena, sizeof *file->class_table * file->class_table_size);
    if (!file->class_table)
        return dex_fail(file, "no room for %u classes", file->classes.count);
    for (u32 i = 0; i < file->classes.count; i++) {
        const char *text;
        size_t length;
        if (class_descriptor(file, i, &text, &length))
            return ERR_INPUT;
        u32 hash = hash_bytes(text + 1, length - 2);
        struct DexClassSlot *slot = class_slot(file, hash, text + 1, length - 2);
        if (!slot->class_index_plus_one)    /* of two with one name the first counts */
            *slot = (struct DexClassSlot){ hash, i + 1 };
    }
    return OK;
}

/* One pointer per item; untouched pages of it cost nothing. */
static int make_caches(DexFile *file)
{
    struct { void *table; u32 count; } caches[] = {
        { &file->string_symbols, file->strings.count },
        { &file->type_descriptors, file->types.count },
        { &file->type_names, file->types.count },
        { &file->proto_descriptors, file->protos.count },
        { &file->string_refs, file->strings.count },
        { &file->type_refs, file->types.count },
        { &file->field_refs, file->fields.count },
        { &file->method_refs, file->methods.count },
        { &file->proto_refs, file->protos.count },
        { &file->call_site_refs, file->call_sites.count },
        { &file->handle_refs, file->handles.count },
        { &file->class_defs, file->classes.count },
    };
    for (u32 i = 0; i < COUNT_OF(caches); i++) {
        void *table = arena_try_alloc(file->store->arena, sizeof(void *) * (size_t)caches[i].count);
        if (!table)
            return dex_fail(file, "no room for %u entries", caches[i].count);
        memcpy(caches[i].table, &table, sizeof table);
    }
    return OK;
}

int dex_open(DexFile **out, CodeStore *store, const char *name, const void *bytes, size_t size, bool trusted)
{
    ArenaMark mark = arena_mark(store->arena);
    DexFile *file = ARENA_NEW(store->arena, DexFile);
    file->store = store;
    file->name = arena_strdup(store->arena, name);
    file->bytes = bytes;
    file->trusted = trusted;
    /* Nothing is interned up to here, so that a refused file leaves no trace. */
    if (read_header(file, size) || read_map(file) || make_caches(file) || index_classes(file)) {
        arena_release(store->arena, mark);
        return ERR_INPUT;
    }
    *out = file;
    return OK;
}

void dex_close(DexFile *file)
{
    if (!file)
        return;
    free(file->scratch);
    buf_free(&file->line_scratch);
    file->scratch = NULL;
    file->scratch_room = 0;
}

/* ---- classes -------------------------------------------------------------------------- */

int dex_class(DexFile *file, const Symbol *name, ClassDef **out)
{
    struct DexClassSlot *slot = class_slot(file, name->hash, name->text, name->length);
    if (!slot->class_index_plus_one)
        return error_set(ERR_NOT_FOUND, "%s: has no class %s", file->name, name->text);
    u32 index = slot->class_index_plus_one - 1;
    if (!file->class_defs[index]) {
        const u8 *class_item = file->bytes + file->classes.offset + (size_t)index * CLASS_DEF_SIZE;
        int result = dex_read_class(file, class_item, &file->class_defs[index]);
        if (result)
            return result;
    }
    *out = file->class_defs[index];
    return OK;
}

int dex_each_class(DexFile *file, int (*visit)(void *context, const char *name), void *context)
{
    for (u32 i = 0; i < file->classes.count; i++) {
        const Symbol *name = dex_type_name(file, le32(file->bytes + file->classes.offset + (size_t)i * CLASS_DEF_SIZE));
        if (!name)
            return ERR_INPUT;
        int result = visit(context, name->text);
        if (result)
            return result;
    }
    return OK;
}
