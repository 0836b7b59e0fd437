/*
 * Binary XML: manifests, layouts, drawables as the packager compiled them. A
 * pull cursor walks over the nodes; names and values are indices into the pool
 * of strings, attributes have resource ids and typed values.
 */
#ifndef APK_AXML_H
#define APK_AXML_H

#include "apk/arsc.h"

typedef struct Axml {
    ChunkFile file;                 /* bytes are borrowed */
    StringPool strings;
    const u8 *resource_ids;         /* of the first strings of the pool: attribute names, 4 bytes each */
    u32 resource_count;
    size_t first, end;              /* the nodes */
} Axml;

/* XmlPullParser's numbers where it has them. */
typedef enum AxmlEvent {
    AXML_BAD = -1,                  /* the document is damaged from here on */
    AXML_START_DOCUMENT = 0, AXML_END_DOCUMENT = 1, AXML_START_TAG = 2, AXML_END_TAG = 3, AXML_TEXT = 4,
    AXML_START_NAMESPACE = 0x100, AXML_END_NAMESPACE = 0x101,
} AxmlEvent;

/* Where a walk is. After axml_next the fields describe the node; strings are indices, POOL_NONE: none. */
typedef struct AxmlCursor {
    const Axml *xml;
    AxmlEvent event;
    size_t next;                    /* the node to read next */
    u32 line, comment;
    u32 namespace_uri, name;        /* of a tag; of a namespace: uri, and the prefix as name; of text: the text as name */
    const u8 *attributes;
    u32 attribute_count, attribute_size;
    u16 id_index, class_index, style_index;     /* attribute plus one; 0: none */
} AxmlCursor;

typedef struct AxmlAttribute {
    u32 namespace_uri, name, raw;   /* raw: as it was written, where it was kept */
    u32 id;                         /* resource id of the name, 0: none */
    ResValue value;
} AxmlAttribute;

/* name is for messages; bytes are borrowed. */
int axml_open(Axml *out, const char *name, const void *bytes, size_t size);

AxmlCursor axml_begin(const Axml *xml);
AxmlEvent axml_next(AxmlCursor *cursor);
/* The next start or end tag, text, or end of the document: what XmlPullParser sees. */
AxmlEvent axml_next_visible(AxmlCursor *cursor);

/* index < attribute_count */
AxmlAttribute axml_attribute(const AxmlCursor *cursor, u32 index);
/* By resource id; false: the tag has none. */
bool axml_find_id(const AxmlCursor *cursor, u32 id, AxmlAttribute *out);
/* By name and namespace (NULL: without one); -1: none. */
i32 axml_find(const AxmlCursor *cursor, const char *namespace_uri, size_t uri_length, const char *name, size_t name_length);
bool axml_name_is(const AxmlCursor *cursor, const char *name);

/* The document as `aapt dump xmltree` prints it. */
int axml_print(Buf *out, const Axml *xml);

#endif
