/* Any bytes: read as a class file, every method translated and checked, every annotation decoded. */
#include "code/source.h"

#include <stdio.h>
#include <stdlib.h>

static void translate(const ClassDef *def, const MethodDef *method)
{
    Code *code;
    if (code_translate(def, method, true, &code))
        return;
    if (code_check(code)) {
        fprintf(stderr, "%s: %s\n", method->name->text, error_text());
        abort();
    }
}

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t size)
{
    static Arena arena;
    static CodeStore store;
    if (!arena.base && arena_open(&arena, (size_t)2 << 30, 0))
        abort();
    ArenaMark mark = arena_mark(&arena);
    Arena scratch = store.scratch;
    code_store_open(&store, &arena);
    store.scratch = scratch;    /* reserved once for all inputs */

    ClassDef *def;
    AnnotationSet set, *sets;
    AnnotationValue value;
    u32 count;
    if (!class_def_from_bytes(&store, bytes, size, &def)) {
        class_annotations(def, &arena, &set);
        for (u32 i = 0; i < def->field_count; i++)
            field_annotations(def, &def->fields[i], &arena, &set);
        for (u32 i = 0; i < def->method_count; i++) {
            const MethodDef *method = &def->methods[i];
            method_annotations(def, method, &arena, &set);
            parameter_annotations(def, method, &arena, &sets, &count);
            annotation_default(def, method, &arena, &value);
            if (method->has_code)
                translate(def, method);
        }
    }
    arena_release(&arena, mark);
    return 0;
}
