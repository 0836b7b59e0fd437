/* Stands in for the dex reader until it is merged: every dex file is refused. */
#include "code/dex.h"

#define ABSENT __attribute__((weak))

ABSENT int dex_open(DexFile **out, CodeStore *store, const char *name, const void *bytes, size_t size, bool trusted)
{
    return error_set(ERR_INPUT, "%s: dex files cannot be read yet", name);
}

ABSENT void dex_close(DexFile *file) {}

ABSENT int dex_class(DexFile *file, const Symbol *name, ClassDef **out) { return ERR_NOT_FOUND; }

ABSENT int dex_each_class(DexFile *file, int (*visit)(void *context, const char *name), void *context) { return OK; }

ABSENT int dex_translate(const ClassDef *def, const MethodDef *method, bool with_origins, Code **out) { return ERR_STATE; }

ABSENT int dex_class_annotations(const ClassDef *def, Arena *arena, AnnotationSet *out) { return ERR_STATE; }

ABSENT int dex_field_annotations(const ClassDef *def, const FieldDef *field, Arena *arena, AnnotationSet *out) { return ERR_STATE; }

ABSENT int dex_method_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet *out) { return ERR_STATE; }

ABSENT int dex_parameter_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet **out, u32 *count) { return ERR_STATE; }

ABSENT int dex_annotation_default(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationValue *out) { return ERR_STATE; }
