/*
 * Resource tables: one resources.arsc.
 *
 * Opening walks over the headers of the chunks and makes an index of packages,
 * types and configurations; entries and strings are read, and checked, when they
 * are asked for. To choose among configurations and files, see resources.h.
 *
 *   Arsc ── values: string pool
 *     └─ ArscPackage ── type names, key names: string pools
 *          └─ ArscType ── what each entry varies by (flags)
 *               └─ ArscVariant: the entries of one configuration
 *
 * A resource's id is 0xPPTTEEEE: package, type (from 1), entry.
 */
#ifndef APK_ARSC_H
#define APK_ARSC_H

#include "apk/res_config.h"
#include "apk/string_pool.h"

/* A value's type says what its data is; TypedValue.TYPE_* in Java. */
enum {
    VALUE_NULL = 0x00, VALUE_REFERENCE = 0x01, VALUE_ATTRIBUTE = 0x02, VALUE_STRING = 0x03, VALUE_FLOAT = 0x04,
    VALUE_DIMENSION = 0x05, VALUE_FRACTION = 0x06, VALUE_DYNAMIC_REFERENCE = 0x07, VALUE_DYNAMIC_ATTRIBUTE = 0x08,
    VALUE_INT_DEC = 0x10, VALUE_INT_HEX = 0x11, VALUE_INT_BOOLEAN = 0x12,
    VALUE_FIRST_COLOR = 0x1c, VALUE_LAST_COLOR = 0x1f, VALUE_LAST_INT = 0x1f,
};

typedef struct ResValue {
    u32 data;
    u16 size;
    u8 reserved, type;
} ResValue;

typedef struct ArscVariant {
    ResConfig config;
    const u8 *chunk;
    u32 size, entry_count, entries_start;
    u16 header_size;
    u8 flags;                   /* 1: sparse */
} ArscVariant;

typedef struct ArscType {
    struct ArscPackage *package;
    const u8 *flags;            /* per entry: the configuration properties that it varies by, 4 bytes each */
    u32 entry_count;
    u32 variant_count, variant_room;
    ArscVariant *variants;
    u8 id;                      /* from 1 */
} ArscType;

/* A shared library that the package refers to: which number it had when the package was built. */
typedef struct ArscLibrary {
    u32 id;
    char *name;
} ArscLibrary;

typedef struct ArscPackage {
    const struct Arsc *arsc;
    u32 id;
    char *name;                 /* UTF-8 */
    StringPool types, keys;
    u32 type_id_offset;
    ArscType *type_list;        /* in the order of the file */
    u32 type_count, type_room;
    ArscLibrary *libraries;
    u32 library_count;
} ArscPackage;

typedef struct Arsc {
    StringPool values;
    ArscPackage *packages;
    u32 package_count;
} Arsc;

/* An entry of a variant, borrowed from the file's bytes. */
typedef struct ArscEntry {
    const u8 *bytes;
    u32 room;                   /* up to the end of the variant's chunk */
    u16 size, flags;            /* size of its header; ENTRY_* */
    u32 key;                    /* in the package's key names */
} ArscEntry;
enum { ENTRY_COMPLEX = 1, ENTRY_PUBLIC = 2 };

/* One item of a complex entry: attribute or position, and value. */
typedef struct ArscItem {
    u32 name;
    ResValue value;
} ArscItem;

/* Opens the table. name is for messages; bytes are borrowed and must outlive the Arsc, which arsc_free frees. */
int arsc_open(Arsc **out, const char *name, const void *bytes, size_t size);
void arsc_free(Arsc *arsc);

/* The entry with this index (the last four digits of an id); false: this configuration has none. */
bool arsc_variant_entry(const ArscVariant *variant, u32 index, ArscEntry *out);
/* How many places to look at, and what lies at one: false when it is empty. */
u32 arsc_variant_places(const ArscVariant *variant);
bool arsc_variant_place(const ArscVariant *variant, u32 place, u32 *index, ArscEntry *out);

/* The value of a plain entry; false when it is cut off. */
bool arsc_entry_value(const ArscEntry *entry, ResValue *out);
/* Of a complex one: parent (0: none) and how many items it claims. */
void arsc_entry_map(const ArscEntry *entry, u32 *parent, u32 *count);
/* Walks over the items: *at begins with 0. False past the last, or where the chunk ends. */
bool arsc_entry_item(const ArscEntry *entry, u32 *at, ArscItem *out);

/* ---- as text (arsc_print.c) ------------------------------------------------------ */

/* A value as `aapt dump --values resources` prints it; pool: where strings are. */
void arsc_print_value(Buf *out, const ResValue *value, const StringPool *pool);
/* The whole table, in that form too. */
void arsc_print(Buf *out, const Arsc *arsc, bool values);
/* Text between quotes: \\ \n \" */
void arsc_print_quoted(Buf *out, const PoolText *text);

#endif
