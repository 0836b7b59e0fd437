/*
 * A document: a chunk 0x0003 that holds a string pool, a map of resource ids and nodes.
 *
 *   OFFSET SIZE MEANING
 *   every node           8 4  line   12 4  comment
 *   namespace            h 4  prefix        4 4  uri
 *   start of a tag       h 4  namespace     4 4  name
 *                        8 2  where the attributes begin, from h   10 2 size of one   12 2 how many
 *                       14 2  index + 1 of "id"   16 2 of "class"   18 2 of "style"
 *   end of a tag         h 4  namespace     4 4  name
 *   text                 h 4  text          4 8  value
 *   attribute            0 4  namespace     4 4  name   8 4 raw text   12 8 value
 *
 * A node is checked when the cursor reaches it.
 */
#include "apk/axml.h"

#include <stdlib.h>

enum { XML_HEADER = 8, NODE_HEADER = 16, ATTRIBUTE_SIZE = 20, START_TAG_SIZE = 20 };

int axml_open(Axml *out, const char *name, const void *bytes, size_t size)
{
    *out = (Axml){ .file = { name, bytes, size } };
    Chunk document, chunk;
    bool has_strings = false;
    int status = chunk_read(&document, &out->file, 0, size, XML_HEADER, "document");
    if (status)
        return status;
    if (document.type != CHUNK_XML)
        return error_set(ERR_INPUT, "%s: this is no binary XML (type 0x%04x)", name, document.type);
    out->end = document.size;
    for (size_t at = document.header_size; at < out->end; at += chunk.size) {
        if ((status = chunk_read(&chunk, &out->file, at, out->end, 8, "chunk")))
            return status;
        if (chunk.type == CHUNK_STRING_POOL && !has_strings) {
            if ((status = string_pool_open(&out->strings, &out->file, at, out->end)))
                return status;
            has_strings = true;
        } else if (chunk.type == CHUNK_XML_RESOURCE_MAP) {
            out->resource_ids = chunk.bytes + chunk.header_size;
            out->resource_count = (chunk.size - chunk.header_size) / 4;
        } else if (chunk.type >= CHUNK_XML_NAMESPACE_START && chunk.type <= CHUNK_XML_LAST) {
            out->first = at;
            return OK;
        }
    }
    return error_set(ERR_INPUT, "%s: the document has no element", name);
}

AxmlCursor axml_begin(const Axml *xml)
{
    return (AxmlCursor){ .xml = xml, .event = AXML_START_DOCUMENT, .next = xml->first, .name = POOL_NONE, .namespace_uri = POOL_NONE };
}

static AxmlEvent bad(AxmlCursor *cursor)
{
    cursor->next = cursor->xml->end;
    return cursor->event = AXML_BAD;
}

/* A tag's begin: false when its attributes run past it. */
static bool read_start_tag(AxmlCursor *cursor, const u8 *ext, u32 room)
{
    u32 begin = le16(ext + 8);
    cursor->attribute_size = le16(ext + 10);
    cursor->attribute_count = le16(ext + 12);
    cursor->id_index = le16(ext + 14);
    cursor->class_index = le16(ext + 16);
    cursor->style_index = le16(ext + 18);
    cursor->attributes = ext + begin;
    return !cursor->attribute_count
        || (cursor->attribute_size >= ATTRIBUTE_SIZE && begin + (u64)cursor->attribute_size * cursor->attribute_count <= room);
}

AxmlEvent axml_next(AxmlCursor *cursor)
{
    const Axml *xml = cursor->xml;
    Chunk node;

    if (cursor->event == AXML_BAD)
        return AXML_BAD;
    cursor->attribute_count = 0;
    for (; cursor->next < xml->end; cursor->next += node.size) {
        if (chunk_read(&node, &xml->file, cursor->next, xml->end, NODE_HEADER, "node"))
            return bad(cursor);
        u32 least = node.type == CHUNK_XML_ELEMENT_START ? START_TAG_SIZE : node.type == CHUNK_XML_TEXT ? 12 : 8;
        u32 room = node.size - node.header_size;
        const u8 *ext = node.bytes + node.header_size;
        if (node.type < CHUNK_XML_NAMESPACE_START || node.type > CHUNK_XML_TEXT)
            continue;
        if (room < least) {
            error_set(ERR_INPUT, "%s: the node at 0x%zx is cut off (needs %u, has %u)", xml->file.name, node.at, least, room);
            return bad(cursor);
        }
        cursor->line = le32(node.bytes + 8);
        cursor->comment = le32(node.bytes + 12);
        cursor->namespace_uri = le32(ext);
        cursor->name = le32(ext + 4);
        switch (node.type) {
        case CHUNK_XML_ELEMENT_START:
            cursor->event = AXML_START_TAG;
            if (!read_start_tag(cursor, ext, room)) {
                error_set(ERR_INPUT, "%s: the attributes of the tag at 0x%zx run past it (needs %u, has %u)", xml->file.name, node.at,
                          cursor->attribute_size * cursor->attribute_count, room);
                return bad(cursor);
            }
            break;
        case CHUNK_XML_ELEMENT_END:
            cursor->event = AXML_END_TAG;
            break;
        case CHUNK_XML_TEXT:
            cursor->event = AXML_TEXT;
            cursor->name = le32(ext);
            cursor->namespace_uri = POOL_NONE;
            break;
        default:
            cursor->event = node.type == CHUNK_XML_NAMESPACE_START ? AXML_START_NAMESPACE : AXML_END_NAMESPACE;
            cursor->name = le32(ext);
            cursor->namespace_uri = le32(ext + 4);
            break;
        }
        cursor->next += node.size;
        return cursor->event;
    }
    return cursor->event = AXML_END_DOCUMENT;
}

AxmlEvent axml_next_visible(AxmlCursor *cursor)
{
    AxmlEvent event;
    do
        event = axml_next(cursor);
    while (event == AXML_START_NAMESPACE || event == AXML_END_NAMESPACE);
    return event;
}

AxmlAttribute axml_attribute(const AxmlCursor *cursor, u32 index)
{
    const u8 *bytes = cursor->attributes + (size_t)cursor->attribute_size * index;
    u32 name = le32(bytes + 4);
    return (AxmlAttribute){
        .namespace_uri = le32(bytes), .name = name, .raw = le32(bytes + 8),
        .id = name < cursor->xml->resource_count ? le32(cursor->xml->resource_ids + 4 * (size_t)name) : 0,
        .value = { .size = le16(bytes + 12), .reserved = bytes[14], .type = bytes[15], .data = le32(bytes + 16) },
    };
}

bool axml_find_id(const AxmlCursor *cursor, u32 id, AxmlAttribute *out)
{
    for (u32 i = 0; i < cursor->attribute_count; i++) {
        *out = axml_attribute(cursor, i);
        if (out->id == id)
            return true;
    }
    return false;
}

static bool string_is(const Axml *xml, u32 index, const char *utf8, size_t length)
{
    PoolText text;
    return string_pool_text(&xml->strings, index, &text) && pool_text_is(&text, utf8, length);
}

i32 axml_find(const AxmlCursor *cursor, const char *namespace_uri, size_t uri_length, const char *name, size_t name_length)
{
    for (u32 i = 0; i < cursor->attribute_count; i++) {
        AxmlAttribute a = axml_attribute(cursor, i);
        if ((a.namespace_uri == POOL_NONE) != !namespace_uri || !string_is(cursor->xml, a.name, name, name_length))
            continue;
        if (!namespace_uri || string_is(cursor->xml, a.namespace_uri, namespace_uri, uri_length))
            return (i32)i;
    }
    return -1;
}

bool axml_name_is(const AxmlCursor *cursor, const char *name)
{
    return string_is(cursor->xml, cursor->name, name, strlen(name));
}

/* ---- as text --------------------------------------------------------------------------- */

typedef struct Scope {
    u32 prefix, uri;
} Scope;

typedef struct Printer {
    Buf *out;
    const Axml *xml;
    Scope *scopes;
    u32 scope_count, scope_room;
    u32 depth;
} Printer;

static void indent(const Printer *p)
{
    for (u32 i = 0; i < p->depth; i++)
        buf_add_str(p->out, "  ");
}

static void print_prefix(const Printer *p, u32 uri)
{
    PoolText wanted, text;
    if (!string_pool_text(&p->xml->strings, uri, &wanted))
        return;
    Buf utf8 = { 0 };
    pool_text_append(&utf8, &wanted);
    u32 i = p->scope_count;
    while (i > 0 && !(string_pool_text(&p->xml->strings, p->scopes[i - 1].uri, &text) && pool_text_is(&text, buf_str(&utf8), utf8.size)))
        i--;
    if (!i)
        buf_add(p->out, utf8.data, utf8.size);
    else if (!string_pool_append(p->out, &p->xml->strings, p->scopes[i - 1].prefix))
        buf_add_str(p->out, "<DEF>");
    buf_add_char(p->out, ':');
    buf_free(&utf8);
}

static void print_attribute(const Printer *p, const AxmlAttribute *a)
{
    PoolText raw;
    bool has_raw = string_pool_text(&p->xml->strings, a->raw, &raw);
    indent(p);
    buf_add_str(p->out, "A: ");
    print_prefix(p, a->namespace_uri);
    string_pool_append(p->out, &p->xml->strings, a->name);
    if (a->id)
        buf_printf(p->out, "(0x%08x)", a->id);
    switch (a->value.type) {
    case VALUE_NULL:
        buf_add_str(p->out, "=(null)");
        break;
    case VALUE_REFERENCE:
        buf_printf(p->out, "=@0x%08x", a->value.data);
        break;
    case VALUE_ATTRIBUTE:
        buf_printf(p->out, "=?0x%08x", a->value.data);
        break;
    case VALUE_STRING:
        buf_add_str(p->out, "=\"");
        if (has_raw)
            arsc_print_quoted(p->out, &raw);
        buf_add_char(p->out, '"');
        break;
    default:
        buf_printf(p->out, "=(type 0x%x)0x%x", a->value.type, a->value.data);
        break;
    }
    if (has_raw) {
        buf_add_str(p->out, " (Raw: \"");
        arsc_print_quoted(p->out, &raw);
        buf_add_str(p->out, "\")");
    }
    buf_add_char(p->out, '\n');
}

static void print_start_tag(Printer *p, const AxmlCursor *cursor)
{
    indent(p);
    buf_add_str(p->out, "E: ");
    print_prefix(p, cursor->namespace_uri);
    string_pool_append(p->out, &p->xml->strings, cursor->name);
    buf_printf(p->out, " (line=%u)\n", cursor->line);
    p->depth++;
    for (u32 i = 0; i < cursor->attribute_count; i++) {
        AxmlAttribute a = axml_attribute(cursor, i);
        print_attribute(p, &a);
    }
}

static void print_namespace(Printer *p, const AxmlCursor *cursor)
{
    if (p->scope_count == p->scope_room) {
        p->scope_room = p->scope_room ? 2 * p->scope_room : 8;
        p->scopes = xrealloc(p->scopes, p->scope_room * sizeof *p->scopes);
    }
    p->scopes[p->scope_count++] = (Scope){ cursor->name, cursor->namespace_uri };
    indent(p);
    buf_add_str(p->out, "N: ");
    if (!string_pool_append(p->out, &p->xml->strings, cursor->name))
        buf_add_str(p->out, "<DEF>");
    buf_add_char(p->out, '=');
    string_pool_append(p->out, &p->xml->strings, cursor->namespace_uri);
    buf_add_char(p->out, '\n');
    p->depth++;
}

int axml_print(Buf *out, const Axml *xml)
{
    enum { DEEPEST = 4096 };    /* a document of nothing but starts would print its square */
    Printer p = { .out = out, .xml = xml };
    AxmlCursor cursor = axml_begin(xml);
    PoolText text;
    AxmlEvent event;
    while ((event = axml_next(&cursor)) != AXML_END_DOCUMENT && event != AXML_BAD && p.depth < DEEPEST) {
        if (event == AXML_START_TAG) {
            print_start_tag(&p, &cursor);
        } else if (event == AXML_START_NAMESPACE) {
            print_namespace(&p, &cursor);
        } else if (event == AXML_TEXT) {
            indent(&p);
            buf_add_str(out, "C: \"");
            if (string_pool_text(&xml->strings, cursor.name, &text))
                arsc_print_quoted(out, &text);
            buf_add_str(out, "\"\n");
        } else {
            p.depth -= p.depth > 0;
            if (event == AXML_END_NAMESPACE && p.scope_count)
                p.scope_count--;
        }
    }
    free(p.scopes);
    return event == AXML_BAD ? ERR_INPUT : OK;
}
