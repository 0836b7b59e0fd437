/*
 * ClassDef: what a file says about a class, the same whether it is a class file
 * or a dex file. Readers make it, the machine links it. Nothing here is resolved
 * and nothing is believed: sizes and indices were checked by the reader, meaning
 * is checked by the machine.
 *
 * Names of classes are in internal form (java/lang/String; arrays [I,
 * [Ljava/lang/String;), descriptors as in the class file format.
 */
#ifndef CODE_CLASS_DEF_H
#define CODE_CLASS_DEF_H

#include "code/code.h"

enum {
    ACC_PUBLIC = 0x1, ACC_PRIVATE = 0x2, ACC_PROTECTED = 0x4, ACC_STATIC = 0x8, ACC_FINAL = 0x10,
    ACC_SYNCHRONIZED = 0x20, ACC_SUPER = 0x20, ACC_VOLATILE = 0x40, ACC_BRIDGE = 0x40, ACC_TRANSIENT = 0x80,
    ACC_VARARGS = 0x80, ACC_NATIVE = 0x100, ACC_INTERFACE = 0x200, ACC_ABSTRACT = 0x400, ACC_STRICT = 0x800,
    ACC_SYNTHETIC = 0x1000, ACC_ANNOTATION = 0x2000, ACC_ENUM = 0x4000,
    ACC_CONSTRUCTOR = 0x10000,
    /*
     * A dex method says `synchronized` with this flag and locks by instructions
     * of its own; reflection shows it as ACC_SYNCHRONIZED. The reader clears
     * ACC_SYNCHRONIZED of dex methods that are not native.
     */
    ACC_DECLARED_SYNCHRONIZED = 0x20000,
};

typedef struct ConstantValue {
    char tag;                   /* 0: none; I (all small ints) J F D; s: string; c: class (dex); n: null */
    u64 bits;                   /* numbers: ints sign-extended, float and double as their bits */
    const Symbol *text;         /* s: the text; c: descriptor */
} ConstantValue;

typedef struct FieldDef {
    const Symbol *name, *descriptor, *signature;    /* signature: NULL when not generic */
    u32 access;
    ConstantValue constant;     /* initial value of a static field */
    const void *extra;          /* the reader's */
} FieldDef;

typedef struct MethodDef {
    const Symbol *name, *descriptor, *signature;
    u32 access;
    bool has_code;
    u16 exception_count;
    const Symbol **exceptions;  /* declared, internal form */
    const void *extra;          /* the reader's */
} MethodDef;

typedef struct ClassDef {
    struct CodeStore *store;
    bool is_dex;
    bool trusted;               /* from checked boot files: need not be verified */
    u32 access;
    const Symbol *name, *super; /* super: NULL for java/lang/Object only */
    u16 interface_count;
    const Symbol **interfaces;
    u16 field_count, method_count;
    FieldDef *fields;           /* in file order */
    MethodDef *methods;
    const Symbol *source_file, *signature;

    /* Facts about nesting, from InnerClasses/EnclosingMethod or the dex system annotations. */
    bool is_inner;              /* has an entry of its own */
    u32 inner_access;           /* the access flags of that entry */
    const Symbol *outer;        /* declaring class of a member class, else NULL */
    const Symbol *simple_name;  /* NULL: anonymous */
    const Symbol *enclosing_class, *enclosing_method, *enclosing_descriptor;
    u16 member_count;
    const Symbol **members;     /* member classes declared here */

    const void *extra;          /* the reader's */
} ClassDef;

/* ---- annotations, decoded when somebody asks ----------------------------- */

typedef struct Annotation Annotation;

typedef struct AnnotationValue {
    char tag;                   /* B C D F I J S Z; s string; e enum; c class; @ annotation; [ array; n null */
    u64 bits;
    const Symbol *text;         /* s: text; e: constant's name; c: descriptor */
    const Symbol *type;         /* e: the enum's descriptor */
    Annotation *annotation;
    u32 count;
    struct AnnotationValue *items;
} AnnotationValue;

struct Annotation {
    const Symbol *type;         /* descriptor */
    u32 count;
    struct { const Symbol *name; AnnotationValue value; } *elements;
};

typedef struct AnnotationSet {
    u32 count;
    Annotation *items;
} AnnotationSet;

/* Only those visible at run time. Allocated in arena. */
/* May code of the class name this member or class? False only when it surely does not; much cheaper than translating. */
bool class_may_mention(const ClassDef *def, const Symbol *name);
int class_annotations(const ClassDef *def, Arena *arena, AnnotationSet *out);
int field_annotations(const ClassDef *def, const FieldDef *field, Arena *arena, AnnotationSet *out);
int method_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet *out);
/* One set per parameter; *count sets. */
int parameter_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet **out, u32 *count);
/* An annotation type's default for this method; out->tag is 0 when there is none. */
int annotation_default(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationValue *out);

/* ---- translation --------------------------------------------------------- */

/*
 * Translates a method's body. ERR_INPUT with a sentence when the body is not
 * well formed (the machine throws VerifyError with it). with_origins fills
 * Code.origins. The result lives in the store's arena; translating twice gives
 * the same units.
 */
int code_translate(const ClassDef *def, const MethodDef *method, bool with_origins, Code **out);

#endif
