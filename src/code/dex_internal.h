/*
 * What the files of the dex reader share: the opened file, reading with bounds,
 * and the pool (strings, types, members by index).
 *
 *   dex_file.c         header, map, pool, class index
 *   dex_class.c        class data -> ClassDef
 *   dex_annotations.c  encoded values, annotations, the system ones
 *   dex_calls.c        method handles and call sites
 *   dex_insn.c         instructions, taken apart
 *   dex_translate.c    instructions -> register code
 *   dex_debug.c        debug info -> lines
 *
 * Pool entries are read when first used: a table of pointers per kind, made at
 * open, starts empty and remembers what was made. A function that returns a
 * pointer returns NULL with a sentence in the error slot when the file lies.
 */
#ifndef CODE_DEX_INTERNAL_H
#define CODE_DEX_INTERNAL_H

#include "base/buf.h"
#include "base/bytes.h"
#include "code/dex.h"

enum { DEX_NO_INDEX = 0xffffffff };

/* A table of fixed-size items: an id section, or one that the map names. */
typedef struct DexSection {
    u32 count, offset;
} DexSection;

struct DexFile {
    CodeStore *store;
    const char *name;
    const u8 *bytes;
    u32 size;
    bool trusted;
    DexSection strings, types, protos, fields, methods, classes, call_sites, handles;

    /* By index, NULL until used. */
    const Symbol **string_symbols;
    const Symbol **type_descriptors;
    const Symbol **type_names;      /* internal form: java/lang/String, [I */
    const Symbol **proto_descriptors;
    Ref **string_refs, **type_refs, **field_refs, **method_refs, **proto_refs, **call_site_refs, **handle_refs;
    Ref *primitive_classes[9];      /* the fields Integer.TYPE … */
    ClassDef **class_defs;

    /* Class index: open addressing over hashes of names. */
    struct DexClassSlot { u32 hash, class_index_plus_one; } *class_table;
    u32 class_table_size;

    /* Reused from translation to translation. */
    u32 *scratch;
    size_t scratch_room;
    Buf line_scratch;
};

/* ClassDef.extra */
typedef struct DexClass {
    DexFile *file;
    u32 type_index;
    u32 annotations_offset;         /* the directory, 0: none */
    u16 static_count, direct_count; /* where the second ascending run of fields and methods begins */
} DexClass;

/* FieldDef.extra */
typedef struct DexField {
    u32 index;
    u32 annotations_offset;
} DexField;

/* MethodDef.extra */
typedef struct DexMethod {
    u32 index, code_offset;
    u32 annotations_offset, parameter_annotations_offset;
} DexMethod;

/* ---- reading --------------------------------------------------------------- */

/* Puts "NAME: " and the sentence into the error slot; returns ERR_INPUT. */
int dex_fail(const DexFile *file, const char *format, ...) PRINTF_LIKE(2, 3);

/* The size bytes at offset, or NULL with "NAME: WHAT at 0x… runs past the file (needs …, has …)". */
const u8 *dex_bytes(const DexFile *file, u32 offset, u64 size, const char *what);

/*
 * Reads a stretch of bytes that has no length of its own. Past the end it
 * yields zeros and stays `ended`, which the reader asks once when it is done.
 */
typedef struct DexCursor {
    const u8 *at, *end;
    bool ended;
} DexCursor;

/* From offset to the end of the file. */
int dex_cursor(const DexFile *file, u32 offset, const char *what, DexCursor *out);
u8 cursor_u8(DexCursor *cursor);
u32 cursor_uleb(DexCursor *cursor);
i32 cursor_sleb(DexCursor *cursor);
/* uleb128p1: DEX_NO_INDEX is written as 0. */
u32 cursor_uleb_p1(DexCursor *cursor);
/* size bytes little-endian, 1 to 8. */
u64 cursor_bytes(DexCursor *cursor, u32 size);
static inline size_t cursor_left(const DexCursor *cursor)
{
    return (size_t)(cursor->end - cursor->at);
}

/* ---- the pool ---------------------------------------------------------------- */

const Symbol *dex_string(DexFile *file, u32 index);
/* The type as the file writes it: I, Ljava/lang/String;, [I */
const Symbol *dex_type_descriptor(DexFile *file, u32 index);
/* A class or array in internal form: java/lang/String, [I; a primitive type is refused. */
const Symbol *dex_type_name(DexFile *file, u32 index);
const Symbol *dex_proto(DexFile *file, u32 index);

Ref *dex_string_ref(DexFile *file, u32 index);
Ref *dex_class_ref(DexFile *file, u32 index);
Ref *dex_field_ref(DexFile *file, u32 index);
Ref *dex_method_ref(DexFile *file, u32 index);
Ref *dex_method_type_ref(DexFile *file, u32 index);
Ref *dex_handle_ref(DexFile *file, u32 index);
Ref *dex_call_site_ref(DexFile *file, u32 index);

/* ---- pieces of classes --------------------------------------------------------- */

/*
 * Encoded values, in the shape of annotation values. Beside the tags of
 * class_def.h: 'h' method handle, 't' method type, 'f' field, 'm' method, with
 * the pool index in bits. budget bounds the number of values that room is made
 * for, since offsets may be shared and counts are only claims.
 */
typedef struct DexValues {
    DexFile *file;
    Arena *arena;
    DexCursor cursor;
    u32 budget;
    bool members;           /* h, t, f and m may occur */
} DexValues;

enum { DEX_VALUE_BUDGET = 1 << 18 };

int dex_value(DexValues *values, AnnotationValue *out);
/* The values of an encoded array at offset, in the store's working memory: the caller marks and releases it. */
int dex_value_array(DexFile *file, u32 offset, const char *what, u32 *count, AnnotationValue **out);

/* Reads the class whose definition (32 bytes) is at class_item. */
int dex_read_class(DexFile *file, const u8 *class_item, ClassDef **out);

/* Fills in nesting, signatures and exceptions from the system annotations. */
int dex_read_system_annotations(DexFile *file, ClassDef *def);

/* Finds the line table of the code at unit_of[]: one entry per 16-bit code unit. */
int dex_read_lines(DexFile *file, u32 debug_offset, u32 code_units, const u32 *unit_of, u32 unit_mask, Code *code);

#endif
