/* The chain: log -> frames in the program -> search -> the smallest test -> its text -> the JVM. */
#include "testgen/testgen.h"

#include "testgen/java_source.h"
#include "testgen/levels.h"
#include "testgen/target.h"
#include "testgen/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_BYTES = 1 << 30, VERIFY_SECONDS = 60 };

static void write_result(TestgenResult *out, const Evaluator *e, const TestCase *best, const TestgenOptions *options)
{
    const Fitness *f = &best->fitness;
    out->reproduced = f->total == 0;
    out->frames_matched = f->matched;
    out->frames_total = e->frames_found;
    out->fitness = f->total;
    out->line = f->line;
    out->exception = f->exception;
    out->trace = f->trace;
    out->statements = best->count;
    char *name = java_test_name(e), *dots = xstrdup(e->program->package);
    bool packaged = *dots;
    out->path = xasprintf("%s%s%s.java", dots, packaged ? "/" : "", name);
    for (char *p = dots; *p; p++)
        if (*p == '/')
            *p = '.';
    out->class_name = xasprintf("%s%s%s", dots, packaged ? "." : "", name);
    if (out->reproduced) {
        java_write_test(&out->source, e, best, name, "");
        out->verdict = verify_test(out->class_name, out->path, &out->source, options->class_path, options->junit, VERIFY_SECONDS, &out->verdict_text);
        buf_clear(&out->source);
    } else {
        out->verdict_text = xasprintf("The best test found: it matches %d of %d frames and does not reproduce the crash.", f->matched, e->frame_count);
    }
    if (e->without_line) {
        char *longer = xasprintf("%s The log's line is not in the jar's method for %d of %d frames (other versions?): matched without it.", out->verdict_text, e->without_line, e->frame_count);
        free(out->verdict_text);
        out->verdict_text = longer;
    }
    java_write_test(&out->source, e, best, name, out->verdict_text);
    free(name);
    free(dots);
}

int testgen_run(TestgenResult *out, Vm *vm, const TestgenOptions *options)
{
    double started = seconds_now();
    Arena arena;
    int status = arena_open(&arena, ARENA_BYTES, 0);
    if (status)
        return status;
    Crash crash;
    Program program = { 0 };
    Evaluator *e = xcalloc(1, sizeof *e);
    Grower grower = { .random = { options->seed } };
    *out = (TestgenResult){ 0 };
    status = crash_read(&crash, &arena, options->log);
    if (!status)
        status = program_open(&program, vm, &arena, options->class_path);
    if (!status)
        status = target_find(e, &grower, &program, &crash, options->frames);
    TestCase *best = xcalloc(1, sizeof *best);
    e->deadline = started + options->timeout;
    if (!status)
        status = levels_search(e, &grower, best, options->verbose);
    if (!status) {
        search_minimise(e, best);
        e->explain = options->verbose && best->fitness.total > 0;
        evaluate_alone(e, best);
        out->evaluations = e->evaluations;
        out->seconds = seconds_now() - started;
        write_result(out, e, best, options);
    }
    free(best);
    target_free(e, &grower);
    free(e);
    program_close(&program);
    arena_close(&arena);
    return status;
}

void testgen_result_free(TestgenResult *result)
{
    free(result->verdict_text);
    free(result->class_name);
    free(result->path);
    buf_free(&result->source);
}
