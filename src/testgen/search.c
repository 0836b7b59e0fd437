/*
 * Algorithm 1: population 50, crossover with probability 0.75, mutation 1/n,
 * the N fittest of parents and offspring live on (section IV-C). A search that
 * stands still starts anew with 25 tests more, up to 300, and gives each twice
 * the steps.
 *
 * Where a search ends is counted in work, not in seconds: the same seed finds
 * the same test on every machine. The clock only ends the whole.
 */
#include "testgen/search.h"

#include "base/pages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POPULATION = 50, POPULATION_STEP = 25, POPULATION_MAX = 300, PATIENCE = 60, STEPS_AT_FIRST = 40000, STEPS_MAX = 2400000, MINIMISE_SECONDS = 10 };
static const double crossover_probability = 0.75, rank_bias = 1.7, SECONDS_BETWEEN_LINES = 0.2;

static int by_fitness(const void *a, const void *b)
{
    return fitness_compare(*(TestCase *const *)a, *(TestCase *const *)b);
}

/* Rank selection (Whitley 1989): the first is rank_bias times as likely as the middle one. */
static const TestCase *select_parent(Grower *g, TestCase **population, int n)
{
    double x = (double)(random_next(&g->random) >> 11) * 0x1p-53;
    double at = n * (rank_bias - sqrt(rank_bias * rank_bias - 4 * (rank_bias - 1) * x)) / 2 / (rank_bias - 1);
    return population[MIN(MAX((int)at, 0), n - 1)];
}

static void report(const Evaluator *e, const TestCase *best, int generation, int population)
{
    const Fitness *f = &best->fitness;
    fprintf(e->say, "generation %d, population %d: f %.4f (line %.4f, exception %.0f, trace %.4f, chain %.4f), %d of %d frames, %llu evaluations\n",
            generation, population, f->total, f->line, f->exception, f->trace, f->chain, f->matched, e->frame_count, (unsigned long long)e->evaluations);
}

/* The line that a terminal shows while the search goes on. */
static void show_progress(Evaluator *e, const TestCase *best)
{
    double now = seconds_now();
    const Fitness *f = &best->fitness;
    if (now < e->shown + SECONDS_BETWEEN_LINES)
        return;
    double rate = e->evaluations > e->evaluations_shown ? (double)(e->evaluations - e->evaluations_shown) / (now - e->shown) : 0;
    fprintf(e->say, "\r\033[Kf %.3f (line %.3f, exception %.0f, trace %.3f), %d of %d frames, %.0f evaluations/s, %.0f s left",
            f->total, f->line, f->exception, f->trace, f->matched, e->frames_found, rate, MAX(e->deadline - now, 0.0));
    e->shown = now;
    e->evaluations_shown = e->evaluations;
}

static void breed(Grower *g, TestCase **tests, int n)
{
    for (int made = 0; made < n; made += 2) {
        TestCase *o1 = tests[n + made], *o2 = tests[n + made + 1];
        const TestCase *p1 = select_parent(g, tests, n), *p2 = select_parent(g, tests, n);
        if (random_chance(&g->random, crossover_probability)) {
            grow_crossover(g, p1, p2, o1, o2);
        } else {
            *o1 = *p1;
            *o2 = *p2;
        }
        grow_mutation(g, o1);
        grow_mutation(g, o2);
    }
}

static void prepare_classes(Evaluator *e, TestCase **tests, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < tests[i]->count; k++)
            if (tests[i]->statements[k].call)
                evaluate_prepare(e, tests[i]->statements[k].call->method->owner);
}

/* One search from new tests; true: done. */
static bool search_once(Evaluator *e, Grower *g, TestCase **tests, int n, u64 limit, TestCase *best, bool verbose)
{
    for (int i = 0; i < n; i++)
        grow_initial(g, tests[i]);
    prepare_classes(e, tests, n);
    evaluate(e, tests, n);
    qsort(tests, (size_t)n, sizeof *tests, by_fitness);
    double reached = 1e9, chain = 1e18;
    u32 seen = 0;
    int still = 0;
    for (int generation = 0;; generation++) {
        const TestCase *first = tests[0];
        if (!best->evaluated || fitness_compare(first, best) < 0)
            *best = *first;
        if (verbose)
            report(e, first, generation, n);
        else if (e->progress)
            show_progress(e, first);
        if (first->fitness.total == 0 || e->work >= limit || evaluate_is_over(e))
            return true;
        still = first->fitness.total < reached || first->fitness.chain < chain || first->fitness.seen > seen ? 0 : still + 1;
        reached = first->fitness.total;
        chain = first->fitness.chain;
        seen = first->fitness.seen;
        if (still > PATIENCE)
            return false;
        breed(g, tests, n);
        evaluate(e, tests + n, n);
        qsort(tests, (size_t)n * 2, sizeof *tests, by_fitness);
    }
}

void search_run(Evaluator *e, Grower *g, SearchSize *size, u64 work, TestCase *best, bool verbose)
{
    static TestCase *store;     /* for the life of the process: what breeding writes need not go back with the tests */
    if (!store)
        store = rewind_exempt((POPULATION_MAX * 2 + 2) * sizeof *store);
    TestCase *tests[POPULATION_MAX * 2 + 2];
    for (size_t i = 0; i < COUNT_OF(tests); i++)
        tests[i] = &store[i];
    best->evaluated = false;
    if (!size->population)
        *size = (SearchSize){ POPULATION, STEPS_AT_FIRST };
    u64 limit = e->work + work;
    for (;;) {
        e->steps = size->steps;
        if (search_once(e, g, tests, size->population, limit, best, verbose))
            break;
        size->population = MIN(size->population + POPULATION_STEP, POPULATION_MAX);
        size->steps = MIN(size->steps * 2, STEPS_MAX);
    }
}

/* ---- post-processing ------------------------------------------------------------------------ */

/* Takes the candidate over if it is as good. */
static bool try_out(Evaluator *e, TestCase *test, TestCase *candidate)
{
    candidate->evaluated = false;
    if (seconds_now() > e->hard_deadline)
        return false;
    evaluate_alone(e, candidate);
    if (candidate->fitness.total > test->fitness.total || candidate->fitness.matched < test->fitness.matched)
        return false;
    *test = *candidate;
    return true;
}

static void remove_statements(Evaluator *e, TestCase *test)
{
    for (int i = test->count - 1; i >= 0; i--) {
        if (i >= test->count || test->count == 1)
            continue;
        TestCase candidate = *test;
        test_remove(&candidate, i);
        test_drop_unused(&candidate);
        if (candidate.count)
            try_out(e, test, &candidate);
    }
}

/* 1 of the statement's type. */
static Slot one_of(const Statement *s)
{
    switch (s->type->kind) {
    case 'F': return (Slot){ .f = 1 };
    case 'D': return (Slot){ .d = 1 };
    default: return (Slot){ .j = 1 };
    }
}

static void simplify_values(Evaluator *e, TestCase *test)
{
    for (int i = 0; i < test->count; i++) {
        TestCase candidate = *test;
        Statement *s = &candidate.statements[i];
        if (s->kind == VALUE_NUMBER && s->number.bits) {
            s->number.bits = 0;
            Slot one = one_of(s);
            if (!try_out(e, test, &candidate) && test->statements[i].number.bits != one.bits) {
                candidate = *test;
                candidate.statements[i].number = one;
                try_out(e, test, &candidate);
            }
        } else if (s->kind == VALUE_STUB && (s->number.d != 0 || s->mode != STUB_CONSTANT)) {
            s->number.d = 0;
            s->mode = STUB_CONSTANT;
            try_out(e, test, &candidate);
        } else if (s->kind == VALUE_STRING && *s->text) {
            s->text = "";
            try_out(e, test, &candidate);
        }
        for (int a = 0; a < test->statements[i].argument_count; a++) {
            candidate = *test;
            s = &candidate.statements[i];
            if (s->kind == VALUE_ARRAY) {
                if (a != s->argument_count - 1)
                    continue;
                s->argument_count--;
                try_out(e, test, &candidate);
                continue;
            }
            if (s->arguments[a] == NO_VALUE || class_is_primitive(statement_argument_type(s, a)))
                continue;
            s->arguments[a] = NO_VALUE;
            try_out(e, test, &candidate);
        }
    }
    test_drop_unused(test);
}

void search_minimise(Evaluator *e, TestCase *test)
{
    e->hard_deadline = MAX(e->deadline, seconds_now()) + MINIMISE_SECONDS;
    if (test->fitness.thrown_at >= 0)
        test->count = test->fitness.thrown_at + 1;
    for (int before = MAX_STATEMENTS + 1; test->count < before;) {
        before = test->count;
        remove_statements(e, test);
        simplify_values(e, test);
    }
}
