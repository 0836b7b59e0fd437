/* A ClassDef's questions, passed on to the reader that made it. */
#define _GNU_SOURCE     /* memmem */
#include "code/class_def.h"

#include "code/class_file.h"
#include "code/dex.h"

#include <string.h>

int code_translate(const ClassDef *def, const MethodDef *method, bool with_origins, Code **out)
{
    return (def->is_dex ? dex_translate : class_file_translate)(def, method, with_origins, out);
}

bool class_may_mention(const ClassDef *def, const Symbol *name)
{
    const ClassFile *file = def->is_dex ? NULL : def->extra;
    return !file || memmem(file->bytes, file->size, name->text, name->length);
}

int class_annotations(const ClassDef *def, Arena *arena, AnnotationSet *out)
{
    return (def->is_dex ? dex_class_annotations : class_file_class_annotations)(def, arena, out);
}

int field_annotations(const ClassDef *def, const FieldDef *field, Arena *arena, AnnotationSet *out)
{
    return (def->is_dex ? dex_field_annotations : class_file_field_annotations)(def, field, arena, out);
}

int method_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet *out)
{
    return (def->is_dex ? dex_method_annotations : class_file_method_annotations)(def, method, arena, out);
}

int parameter_annotations(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationSet **out, u32 *count)
{
    return (def->is_dex ? dex_parameter_annotations : class_file_parameter_annotations)(def, method, arena, out, count);
}

int annotation_default(const ClassDef *def, const MethodDef *method, Arena *arena, AnnotationValue *out)
{
    return (def->is_dex ? dex_annotation_default : class_file_annotation_default)(def, method, arena, out);
}
