/*
 * Dex files, versions 035 to 039: opened, indexed by class name, read class by
 * class and method by method when somebody asks.
 *
 * What is made lives in the store's arena and points into the file's bytes:
 * both must outlive every ClassDef, Code and Annotation.
 */
#ifndef CODE_DEX_H
#define CODE_DEX_H

#include "code/source.h"

typedef struct DexFile DexFile;

/* Bytes are borrowed. name is for messages and is copied. The DexFile belongs to the caller: dex_close(). */
int dex_open(DexFile **out, CodeStore *store, const char *name, const void *bytes, size_t size, bool trusted);
void dex_close(DexFile *file);

/* OK, ERR_NOT_FOUND, or ERR_INPUT with a sentence when the class is damaged. Asked again, the same ClassDef. */
int dex_class(DexFile *file, const Symbol *name, ClassDef **out);
/* In file order, names in internal form, until visit returns non-zero, which is returned. */
int dex_each_class(DexFile *file, int (*visit)(void *context, const char *name), void *context);

/* As code_translate. */
int dex_translate(const ClassDef *def, const MethodDef *method, bool with_origins, Code **out);

/* As in class_def.h. */
int dex_class_annotations(const ClassDef *def, Arena *arena, AnnotationSet *out);
int dex_field_annotations(const ClassDef *def, const FieldDef *field, Arena *arena, AnnotationSet *out);
int dex_method_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet *out);
int dex_parameter_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet **out, u32 *count);
int dex_annotation_default(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationValue *out);

#endif
