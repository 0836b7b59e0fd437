/*
 * Translates every method of the jars, folders, dex files or boot images named,
 * checks each result, and prints what it cost.
 *
 *   translate_all [-p CLASS[.METHOD]] [-q] [-r] [-e N] [-b IMAGE] PATH...
 *
 * -p prints the code of one class; -q leaves out the checks, to measure; -r only
 * reads the classes; -e takes every N-th class; -b builds a boot image (x.image)
 * of the jars that follow, and does no more.
 */
#include "base/buf.h"
#include "code/source.h"
#include "code/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Run {
    CodeStore *store;
    Source *source;
    bool quick, read_only;
    const char *print;
    u64 every, seen;
    u64 classes, methods, units, instructions, bytes, failed, registers, moves;
    double read_seconds, translate_seconds;
} Run;

static double now(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);   /* others may be busy too */
    return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void complain(Run *run, const ClassDef *def, const MethodDef *method, const char *what)
{
    if (run->failed++ < 40)
        printf("%s.%s%s: %s: %s\n", def->name->text, method->name->text, method->descriptor->text, what, error_text());
}

static void print_code(const MethodDef *method, const Code *code)
{
    Buf out = { 0 };
    buf_printf(&out, "%s%s  registers %u, arguments %u\n", method->name->text, method->descriptor->text, code->register_count,
               code->argument_registers);
    for (u32 u = 0; u < code->unit_count; u += insn_length(&code->units[u])) {
        buf_printf(&out, "%4d ", code_line(code, u));
        insn_print(&out, code, &code->units[u]);
    }
    for (u32 i = 0; i < code->try_count; i++)
        buf_printf(&out, "  try %u..%u -> %u %s\n", code->tries[i].start, code->tries[i].end, code->tries[i].handler,
                   code->tries[i].type ? code->tries[i].type->owner->text : "any");
    fputs(buf_str(&out), stdout);
    buf_free(&out);
}

static int visit(void *context, const char *name)
{
    Run *run = context;
    const char *wanted = run->print;
    size_t length = strlen(name);
    if (wanted && (strncmp(wanted, name, length) || (wanted[length] && wanted[length] != '.')))
        return 0;
    if (run->every && run->seen++ % run->every)
        return 0;
    ClassDef *def;
    double begin = now();
    if (source_class(run->source, symbol(&run->store->symbols, name), &def)) {
        if (run->failed++ < 40)
            printf("%s\n", error_text());
        return 0;
    }
    double read = now();
    run->read_seconds += read - begin;
    run->classes++;
    if (run->read_only)
        return 0;
    for (u32 i = 0; i < def->method_count; i++) {
        const MethodDef *method = &def->methods[i];
        if (!method->has_code || (wanted && wanted[length] && strcmp(wanted + length + 1, method->name->text)))
            continue;
        Code *code;
        double start = run->quick ? 0 : now();
        int status = code_translate(def, method, false, &code);
        if (!run->quick)
            run->translate_seconds += now() - start;
        if (status) {
            complain(run, def, method, "translation");
            continue;
        }
        run->methods++;
        run->units += code->unit_count;
        run->registers += code->register_count;
        if (run->quick)
            continue;
        for (u32 u = 0; u < code->unit_count; u += insn_length(&code->units[u])) {
            run->instructions++;
            run->moves += code->units[u].op == OP_MOVE;
        }
        if (wanted)
            print_code(method, code);
        if (code_check(code))
            complain(run, def, method, "structure");
        else if (code_check_definitions(code))
            complain(run, def, method, "definitions");
        else if (code_store_scratch(run->store) || code_verify(def, method, code, &run->store->scratch, NULL, NULL))
            complain(run, def, method, "verification");
    }
    if (run->quick)
        run->translate_seconds += now() - read;
    return 0;
}

int main(int argc, char **argv)
{
    Run run = { 0 };
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-q")) {
            run.quick = true;
            continue;
        }
        if (!strcmp(argv[i], "-r")) {
            run.read_only = true;
            continue;
        }
        if (!strcmp(argv[i], "-e") && i + 1 < argc) {
            run.every = strtoull(argv[++i], NULL, 10);
            continue;
        }
        if (!strcmp(argv[i], "-p") && i + 1 < argc) {
            run.print = argv[++i];
            continue;
        }
        if (!strcmp(argv[i], "-b") && i + 2 < argc) {
            double begin = now();
            if (boot_image_build((const char *const *)argv + i + 2, argc - i - 2, argv[i + 1])) {
                fprintf(stderr, "%s\n", error_text());
                return 1;
            }
            printf("built in %.3f s\n", now() - begin);
            return 0;
        }
        Arena arena = { 0 };
        CodeStore store;
        if (arena_open(&arena, (size_t)4 << 30, 0)) {
            fprintf(stderr, "%s\n", error_text());
            return 1;
        }
        code_store_open(&store, &arena);
        run.store = &store;
        size_t length = strlen(argv[i]);
        bool image = length > 6 && !strcmp(argv[i] + length - 6, ".image");
        double begin = now();
        if (image ? boot_image_open(&run.source, &store, argv[i]) : source_open(&run.source, &store, argv[i])) {
            printf("%s\n", error_text());
            run.failed++;
        } else {
            double opened = now();
            source_each_class(run.source, visit, &run);
            if (!run.print)
                printf("%s: opened in %.3f ms, %zu KB of store\n", argv[i], (opened - begin) * 1e3,
                       (size_t)(arena.next - arena.base) >> 10);
            source_close(run.source);
        }
        code_store_close(&store);
        arena_close(&arena);
    }
    printf("%llu classes read in %.3f s (%.1f us each); %llu methods translated in %.3f s (%.2f us each, %.0f per second)\n",
           (unsigned long long)run.classes, run.read_seconds, run.read_seconds / (double)run.classes * 1e6,
           (unsigned long long)run.methods, run.translate_seconds, run.translate_seconds / (double)run.methods * 1e6,
           (double)run.methods / run.translate_seconds);
    printf("%.1f units, %.1f instructions (%.1f%% moves), %.1f registers per method; %llu failed\n",
           (double)run.units / (double)run.methods, (double)run.instructions / (double)run.methods,
           (double)run.moves * 100 / (double)run.instructions, (double)run.registers / (double)run.methods,
           (unsigned long long)run.failed);
    return run.failed != 0;
}
