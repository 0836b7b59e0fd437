/*
 * Objects as they lie in the heap, and the classes that describe them.
 *
 *   object   0  4  class (address below 4 GB)      array   0  4  class
 *            4  4  lock word                               4  4  lock word
 *            8     fields                                  8  4  length
 *                                                          12    elements (16 where they are 8 bytes wide)
 *
 * The heap and the machine's own data lie in the lowest 2 GB, so a reference is
 * 4 bytes in the heap and needs no decoding: fewer pages to dirty, copy and
 * fork. In a register (Slot) it is a full pointer.
 */
#ifndef VM_OBJECT_H
#define VM_OBJECT_H

#include "code/class_def.h"
#include "code/descriptor.h"

typedef struct Object Object;
typedef struct Class Class;
typedef struct Method Method;
typedef struct Field Field;
typedef struct Thread Thread;
typedef struct Vm Vm;
typedef u32 ObjectRef;

struct Object {
    u32 class_ref;
    u32 lock;
};

typedef struct Array {
    Object object;
    i32 length;
    u8 data[];          /* elements of up to 4 bytes; wider ones begin 4 bytes later */
} Array;

typedef union Slot {
    i32 i;
    i64 j;
    float f;
    double d;
    Object *l;
    u64 bits;
} Slot;

/* A native method: args are its registers (a wide value takes two, the first holds it). */
typedef void NativeFunction(Thread *t, const Slot *args, Slot *result);

static inline Class *object_class(const Object *o)
{
    return (Class *)(uintptr_t)o->class_ref;
}

static inline Object *ref_object(ObjectRef ref)
{
    return (Object *)(uintptr_t)ref;
}

static inline ObjectRef object_ref(const void *o)
{
    return (ObjectRef)(uintptr_t)o;
}

enum { ARRAY_DATA = 12, ARRAY_WIDE_DATA = 16, OBJECT_HEADER = 8 };

#define ARRAY_LENGTH(o) (((Array *)(o))->length)
#define ARRAY_I8(o) ((i8 *)(o) + ARRAY_DATA)
#define ARRAY_U16(o) ((u16 *)((u8 *)(o) + ARRAY_DATA))
#define ARRAY_I16(o) ((i16 *)((u8 *)(o) + ARRAY_DATA))
#define ARRAY_I32(o) ((i32 *)((u8 *)(o) + ARRAY_DATA))
#define ARRAY_F32(o) ((float *)((u8 *)(o) + ARRAY_DATA))
#define ARRAY_REF(o) ((ObjectRef *)((u8 *)(o) + ARRAY_DATA))
#define ARRAY_I64(o) ((i64 *)((u8 *)(o) + ARRAY_WIDE_DATA))
#define ARRAY_F64(o) ((double *)((u8 *)(o) + ARRAY_WIDE_DATA))

#define FIELD_AT(o, Type, offset) (*(Type *)((u8 *)(o) + (offset)))

/* ---- classes ------------------------------------------------------------- */

typedef enum ClassState {
    CLASS_LOADED,       /* defined, superclasses known */
    CLASS_LINKED,       /* laid out, tables built */
    CLASS_INITIALIZING,
    CLASS_INITIALIZED,
    CLASS_FAILED,       /* its initialiser threw */
} ClassState;

enum {
    CLASS_PRIMITIVE = 1, CLASS_ARRAY = 2,
    CLASS_FINALIZABLE = 4,          /* overrides Object.finalize */
    CLASS_SOFT = 8, CLASS_WEAK = 16, CLASS_PHANTOM = 32, CLASS_FINALIZER_REF = 64,
    CLASS_ANY_REFERENCE = CLASS_SOFT | CLASS_WEAK | CLASS_PHANTOM | CLASS_FINALIZER_REF,
    CLASS_IS_CLASS = 128,           /* java.lang.Class itself */
    CLASS_PROXY = 256,
    CLASS_BOOT = 512,               /* from the boot files */
};

typedef struct InterfaceTable {
    Class *interface;
    Method **methods;               /* in the order of the interface's virtual methods */
} InterfaceTable;

struct Class {
    const Symbol *name;             /* internal form; primitives: int, void … */
    const ClassDef *def;            /* NULL: array, primitive, proxy or synthesised */
    Class *super;
    Object *loader;                 /* NULL: boot */
    Object *mirror;                 /* the java.lang.Class */
    u32 access;
    u16 flags;
    u8 state;
    char kind;                      /* of a value of this type: Z B C S I J F D V, L for all references */
    u8 element_shift;               /* arrays: log2 of the element's bytes */
    char element_kind;
    u16 interface_count;            /* direct */
    Class **interfaces;
    u32 instance_size;              /* bytes, header included, multiple of 8 */
    u32 fields_end;                 /* where a subclass may begin */
    u32 virtual_count;              /* interfaces: methods in their table */
    u32 table_count;                /* all interfaces, inherited ones too */
    InterfaceTable *tables;
    Method **vtable;
    u32 vtable_count;
    u32 ref_count;                  /* offsets of reference fields, inherited ones too */
    u32 *ref_offsets;
    u32 static_ref_count;
    ObjectRef **static_refs;
    Field *fields;
    Method *methods;
    u32 field_count, method_count;
    u32 depth;                      /* Object is 0 */
    Class **supers;                 /* supers[i] is the ancestor of depth i; supers[depth] is itself */
    Class *component;               /* arrays */
    Class *array;                   /* the array class of this, once made */
    Class *last_interface_hit;      /* cache of the last successful interface test */
    Thread *initializing_thread;    /* or linking it, before that */
    Object *init_error;             /* what the failed initialiser threw */
    Class *next;                    /* all classes, newest first */
    const Symbol *source_file;
    void *native_data;              /* of synthesised classes: their owner's */
};

struct Field {
    Class *owner;
    const FieldDef *def;
    const Symbol *name, *descriptor;
    u32 access;
    char kind;                      /* Z B C S I J F D L */
    u32 offset;                     /* instance fields: from the object */
    u8 *address;                    /* static fields: 8 bytes of their own */
};

enum {
    METHOD_SYNCHRONIZED = 1, METHOD_CONSTRUCTOR = 2, METHOD_VIRTUAL = 4,
    METHOD_CONFLICT = 8,            /* two unrelated defaults */
};

struct Method {
    Class *owner;
    const MethodDef *def;
    const Symbol *name, *descriptor;
    u32 access;
    u16 flags;
    u16 argument_registers;         /* `this` included, wide ones twice */
    u16 register_count;             /* of a translated body */
    u16 argument_count;             /* declared parameters */
    char return_kind;
    u32 vtable_index;               /* virtual methods; of an interface: index into its table */
    const char *argument_kinds;     /* one letter per declared parameter, e.g. "ILJ" */
    Unit *entry;
    struct Assigned *assigned;      /* for the collector, once it has met a frame of this method */
    Code *code;
    NativeFunction *native;
    void *native_data;              /* of synthesised methods */
};

static inline bool class_is_interface(const Class *c) { return c->access & ACC_INTERFACE; }
static inline bool method_is_static(const Method *m) { return m->access & ACC_STATIC; }
static inline bool class_is_array(const Class *c) { return c->flags & CLASS_ARRAY; }
static inline bool class_is_primitive(const Class *c) { return c->flags & CLASS_PRIMITIVE; }

#endif
