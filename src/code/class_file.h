/*
 * Class files, inside the readers: the constant pool and its cached entries.
 * Others see a ClassDef (class_def.h) and get it through a Source.
 */
#ifndef CODE_CLASS_FILE_H
#define CODE_CLASS_FILE_H

#include "base/bytes.h"
#include "code/source.h"

/*
 * Reads a class file. Bytes are borrowed and must outlive the ClassDef. name is
 * the class expected, for messages before its own name is known; it may be NULL.
 */
int class_file_read(CodeStore *store, const char *name, const void *bytes, size_t size, bool trusted, ClassDef **out);

int class_file_translate(const ClassDef *def, const MethodDef *method, bool with_origins, Code **out);

int class_file_class_annotations(const ClassDef *def, Arena *arena, AnnotationSet *out);
int class_file_field_annotations(const ClassDef *def, const FieldDef *field, Arena *arena, AnnotationSet *out);
int class_file_method_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet *out);
int class_file_parameter_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet **out,
                                     u32 *count);
int class_file_annotation_default(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationValue *out);

/* ---- the pool ------------------------------------------------------------ */

enum {
    POOL_UTF8 = 1, POOL_INT = 3, POOL_FLOAT, POOL_LONG, POOL_DOUBLE, POOL_CLASS, POOL_STRING, POOL_FIELD, POOL_METHOD,
    POOL_INTERFACE_METHOD, POOL_NAME_AND_TYPE, POOL_HANDLE = 15, POOL_METHOD_TYPE, POOL_INVOKE_DYNAMIC = 18,
};

/* Refs that are no pool entry: arrays of a class, and one per invokedynamic instruction. */
typedef struct ExtraRef {
    u32 key;
    Ref *ref;
} ExtraRef;

typedef struct ClassFile {
    CodeStore *store;
    const char *name;           /* for messages: the class */
    const u8 *bytes;
    u32 size;
    bool trusted;
    u16 pool_count;
    u32 *pool;                  /* where each entry's tag lies; 0: no entry */
    const void **cache;         /* UTF8: its Symbol; others: their Ref; NULL until asked */
    u16 *shapes;                /* field and method entries: see pool_shape */
    u32 bootstrap, bootstrap_end;   /* the BootstrapMethods attribute's content */
    u32 attributes;             /* the class's attributes_count */
    ExtraRef *extras;           /* open addressing */
    u32 extra_size, extra_count;
} ClassFile;

/* The tag of an entry; 0 when there is none at index. */
static inline u8 pool_tag(const ClassFile *file, u32 index)
{
    return index < file->pool_count && file->pool[index] ? file->bytes[file->pool[index]] : 0;
}

/* The content of an entry, after its tag. The caller has checked the tag. */
static inline const u8 *pool_at(const ClassFile *file, u32 index)
{
    return file->bytes + file->pool[index] + 1;
}

/* ERR_INPUT, with a sentence, when the entry at index is not of the tag asked for. */
int pool_utf8(ClassFile *file, u32 index, const Symbol **out);
int pool_class_name(ClassFile *file, u32 index, const Symbol **out);
int pool_ref(ClassFile *file, u32 index, Ref **out);   /* class, string, member, handle, method type */

/*
 * What a field or method entry, or the call site of an invokedynamic, takes off
 * the stack and puts on it: bits 0-7 slots of the arguments without receiver,
 * 8-9 slots of the result or value, 15 always set.
 */
int pool_shape(ClassFile *file, u32 index, u16 *out);
const u8 *pool_descriptor(const ClassFile *file, u32 index);   /* its text: length 2, bytes; once pool_shape was fine */
#define SHAPE_ARGS(shape) ((shape) & 0xff)
#define SHAPE_RESULT(shape) ((shape) >> 8 & 3)

/* "[Lx;" for the class at index. */
int pool_array_ref(ClassFile *file, u32 index, Ref **out);
/* "[I" and so on, for newarray's operand. */
int pool_primitive_array_ref(ClassFile *file, u32 type, Ref **out);
/* The call site of the invokedynamic at this offset of the file. */
int pool_call_site(ClassFile *file, u32 index, u32 offset, Ref **out);

/* Moves *p over one type of a descriptor; returns its slots, 0 when it is none. */
u32 type_slots(const char **p, const char *end);
/* Well formed? The shape as above. */
bool descriptor_shape(const char *text, size_t length, u16 *shape);

/* ---- reading ------------------------------------------------------------- */

/* A cursor that cannot leave its range: past the end it gives zeros and says so. */
typedef struct Cursor {
    const u8 *bytes;
    u32 at, end;
    bool past_end;
} Cursor;

static inline bool cursor_has(Cursor *c, u32 count)
{
    if (LIKELY(c->end - c->at >= count))
        return true;
    c->past_end = true;
    c->at = c->end;
    return false;
}

static inline u32 take_u1(Cursor *c)
{
    return cursor_has(c, 1) ? c->bytes[c->at++] : 0;
}

static inline u32 take_u2(Cursor *c)
{
    if (!cursor_has(c, 2))
        return 0;
    c->at += 2;
    return be16(c->bytes + c->at - 2);
}

static inline u32 take_u4(Cursor *c)
{
    if (!cursor_has(c, 4))
        return 0;
    c->at += 4;
    return be32(c->bytes + c->at - 4);
}

static inline void take_skip(Cursor *c, u32 count)
{
    if (cursor_has(c, count))
        c->at += count;
}

/* An attribute's content as a cursor of its own; c moves behind it. */
Cursor take_attribute(ClassFile *file, Cursor *c, u32 *name_index);
bool utf8_is(const ClassFile *file, u32 index, const char *text);

#endif
