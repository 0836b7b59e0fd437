/* The chain: log -> frames in the program -> search -> the smallest test -> its text -> the JVM. */
#include "testgen/testgen.h"

#include "testgen/java_source.h"
#include "testgen/levels.h"
#include "testgen/target.h"
#include "testgen/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_BYTES = 1 << 30, VERIFY_SECONDS = 60, MAX_SEARCHES = 4 };

typedef struct Chain {
    const TestgenOptions *options;
    TestgenResult *out;
    Evaluator *e;
    Grower *grower;
    TestCase *best;
    char *class_path;               /* with JUnit's jars */
    char *note;                     /* how the test ends in our machine */
} Chain;

/* ---- what was found, as text and on the JVM ------------------------------------------------------ */

static void name_test(Chain *c, const char *name)
{
    TestgenResult *out = c->out;
    char *dots = xstrdup(c->e->program->package);
    bool packaged = *dots;
    free(out->path);
    free(out->class_name);
    out->path = xasprintf("%s%s%s.java", dots, packaged ? "/" : "", name);
    for (char *p = dots; *p; p++)
        if (*p == '/')
            *p = '.';
    out->class_name = xasprintf("%s%s%s", dots, packaged ? "." : "", name);
    free(dots);
}

static void verify(Chain *c, const JavaForm *form)
{
    TestgenResult *out = c->out;
    free(out->verdict_text);
    buf_clear(&out->source);
    java_write_test(&out->source, c->e, c->best, form, "");
    VerifyInput input = { out->class_name, out->path, &out->source, c->class_path, form->junit, VERIFY_SECONDS };
    out->verdict = verify_test(&input, &out->verdict_text);
}

/* The sentence about the outcome, completed. */
static void complete_verdict(Chain *c)
{
    const Evaluator *e = c->e;
    if (!e->without_line)
        return;
    char *longer = xasprintf("%s The log's line is not in the jar's method for %d of %d frames (other versions?): matched without it.", c->out->verdict_text, e->without_line, e->frames_found);
    free(c->out->verdict_text);
    c->out->verdict_text = longer;
}

static void write_result(Chain *c)
{
    TestgenResult *out = c->out;
    const Evaluator *e = c->e;
    const Fitness *f = &c->best->fitness;
    out->reproduced = f->total == 0;
    out->frames_matched = f->matched;
    out->frames_total = e->frames_found;
    out->fitness = f->total;
    out->line = f->line;
    out->exception = f->exception;
    out->trace = f->trace;
    char *name = java_test_name(e);
    JavaForm form = { name, c->options->junit_version, true };
    name_test(c, name);
    if (!out->reproduced) {
        out->verdict_text = xasprintf("The best test found: it matches %d of %d frames and does not reproduce the crash. %s", f->matched, e->frame_count, c->note);
    } else if (!c->options->verify) {
        out->verdict_text = xstrdup("Not verified: nobody asked for it.");
    } else if (!c->options->junit) {
        out->verdict_text = xstrdup("Not verified: JUnit was not found, name its jars with --junit-jar.");
    } else {
        verify(c, &form);
        if (out->verdict == VERDICT_NOT_COMPILED) {
            form.nested = false;
            verify(c, &form);
        }
    }
    complete_verdict(c);
    buf_clear(&out->source);
    out->statements = java_write_test(&out->source, e, c->best, &form, out->verdict_text);
    free(name);
}

/* ---- the search ---------------------------------------------------------------------------------- */

static int search(Chain *c, Program *program)
{
    Evaluator *e = c->e;
    double began = seconds_now();
    int status = evaluate_open(e, program);
    if (!status)
        status = levels_search(e, c->grower, c->best, c->options->verbose);
    if (!status) {
        search_minimise(e, c->best);
        e->explain = c->options->verbose && c->best->fitness.total > 0;
        free(c->note);
        c->note = xstrdup(evaluate_and_describe(e, c->best));
    }
    evaluate_close(e);
    c->out->evaluations = e->evaluations;
    c->out->search_seconds += seconds_now() - began;
    return status;
}

/* A test that the JVM does not confirm shows where it differs from our machine: another one may not. */
static int search_until_verified(Chain *c, Program *program)
{
    int status = OK;
    for (int i = 0; i < MAX_SEARCHES && !status; i++) {
        status = search(c, program);
        if (status)
            break;
        free(c->out->verdict_text);
        c->out->verdict_text = NULL;
        write_result(c);
        if (!c->out->reproduced || c->out->verdict == VERDICT_VERIFIED || c->out->verdict == VERDICT_NONE || evaluate_is_over(c->e))
            break;
    }
    return status;
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
    Grower grower = { .random = { options->seed } };
    Chain c = { .options = options, .out = out, .e = xcalloc(1, sizeof *c.e), .grower = &grower, .best = xcalloc(1, sizeof *c.best) };
    *out = (TestgenResult){ 0 };
    c.class_path = options->junit && *options->junit ? xasprintf("%s:%s", options->class_path, options->junit) : xstrdup(options->class_path);
    c.e->max_evaluations = options->evaluations;
    c.e->progress = options->progress;
    c.e->deadline = c.e->hard_deadline = started + options->timeout;
    status = crash_read(&crash, &arena, options->log);
    if (!status)
        status = program_open(&program, vm, &arena, c.class_path);
    if (!status)
        status = target_find(c.e, &grower, &program, &crash, options->frames);
    if (!status)
        status = search_until_verified(&c, &program);
    out->seconds = seconds_now() - started;
    out->out_of_time = evaluate_is_over(c.e);
    target_free(c.e, &grower);
    free(c.e);
    free(c.best);
    free(c.class_path);
    free(c.note);
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
