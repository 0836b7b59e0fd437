/*
 * The dex reader on any bytes: every class, its annotations, every method
 * translated, verified, its control flow and text made. Memory and time are
 * bounded: by arenas, and by the units that one input may translate to, since
 * many methods of a hostile file can share one large body.
 */
#include "code/dex.h"
#include "code/flow.h"
#include "code/print.h"
#include "code/verify.h"

#include <stdlib.h>

enum { MOST_CLASSES = 500, MOST_UNITS = 1 << 19 };

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

typedef struct Fuzzing {
    CodeStore store;
    Arena arena, scratch;
    DexFile *file;
    u32 classes;
    i64 units_left;
} Fuzzing;

/* What the machine relies on, whether the code verifies or not. */
static void check_promises(const Code *code, bool verified)
{
    u32 pc = 0;
    while (pc < code->unit_count)
        pc += insn_length(&code->units[pc]);
    if (pc != code->unit_count)
        abort();
    for (u32 i = 1; i < code->line_count; i++)
        if (code->lines[i].unit <= code->lines[i - 1].unit)
            abort();
    if (!verified)
        return;
    for (pc = 0; pc < code->unit_count; pc += insn_length(&code->units[pc])) {
        u16 definition = insn_definition(&code->units[pc]);
        if (definition != NO_RESULT && definition >= code->register_count)
            abort();
    }
}

static void try_method(Fuzzing *f, const ClassDef *def, const MethodDef *method)
{
    Code *code, *again;
    Flow *flow;
    if (!method->has_code || f->units_left < 0 || dex_translate(def, method, true, &code))
        return;
    f->units_left -= 64 + (i64)code->unit_count;
    bool verified = !code_verify(def, method, code, &f->scratch, NULL, NULL);
    check_promises(code, verified);
    ArenaMark mark = arena_mark(&f->scratch);
    if (!flow_build(&flow, code, &f->scratch)) {
        flow_find_dominators(flow);
        if (!flow_find_control_dependence(flow) && flow->dominators[0] != FLOW_NONE)
            abort();
    }
    arena_release(&f->scratch, mark);
    if (dex_translate(def, method, false, &again) || again->unit_count != code->unit_count)
        abort();
}

static void try_annotations(Fuzzing *f, const ClassDef *def)
{
    AnnotationSet set, *sets;
    AnnotationValue value;
    u32 count;
    ArenaMark mark = arena_mark(&f->scratch);
    dex_class_annotations(def, &f->scratch, &set);
    for (u32 i = 0; i < def->field_count && i < MOST_CLASSES; i++)
        dex_field_annotations(def, &def->fields[i], &f->scratch, &set);
    for (u32 i = 0; i < def->method_count && i < MOST_CLASSES; i++) {
        dex_method_annotations(def, &def->methods[i], &f->scratch, &set);
        dex_parameter_annotations(def, &def->methods[i], &f->scratch, &sets, &count);
        dex_annotation_default(def, &def->methods[i], &f->scratch, &value);
    }
    arena_release(&f->scratch, mark);
}

static int try_class(void *context, const char *name)
{
    Fuzzing *f = context;
    ClassDef *def;
    Buf text = { 0 };
    if (f->classes++ > MOST_CLASSES || f->units_left < 0)
        return 1;
    if (dex_class(f->file, symbol(&f->store.symbols, name), &def))
        return 0;
    try_annotations(f, def);
    for (u32 i = 0; i < def->method_count; i++)
        try_method(f, def, &def->methods[i]);
    if (f->units_left > 0)
        code_print_class(&text, def, NULL);
    buf_free(&text);
    return 0;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    static Fuzzing f;
    if (!f.arena.base && (arena_open(&f.arena, (size_t)1 << 30, 0) || arena_open(&f.scratch, (size_t)1 << 30, 0)))
        abort();
    ArenaMark mark = arena_mark(&f.arena);
    code_store_open(&f.store, &f.arena);
    f.classes = 0;
    f.units_left = MOST_UNITS;
    if (!dex_open(&f.file, &f.store, "fuzz.dex", data, size, false)) {
        dex_each_class(f.file, try_class, &f);
        dex_close(f.file);
    }
    code_store_close(&f.store);
    arena_release(&f.arena, mark);
    return 0;
}
