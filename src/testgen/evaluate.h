/*
 * Evaluation: runs test cases in the machine and measures them (Definitions 1
 * and 2).
 *
 * Tests change statics, properties and files, so they run in a fork of the
 * machine. One fork runs a batch; a test that looks like a reproduction is run
 * again in a fork of its own, and that result counts.
 */
#ifndef TESTGEN_EVALUATE_H
#define TESTGEN_EVALUATE_H

#include "testgen/distance.h"
#include "testgen/test_case.h"

typedef struct Evaluator {
    Program *program;
    Distances distances;
    const Crash *crash;
    CrashFrame **frames;            /* those of the program, nearest to the throw first */
    int without_line;               /* of them, those whose line is not in the jar's method */
    int frames_found;
    int frame_count;                /* of them, those that the search aims at now */
    bool explain;                   /* say what tests throw */
    const Class *newest;            /* of the parent's when the last child began */
    u64 steps;                      /* budget of a test: calls and backward branches */
    u64 first_step;                 /* of the running test */
    u64 evaluations;
    u64 forks;
    u64 work;                       /* what the search has cost, in evaluations of a small test: the same on every machine */
    double deadline;                /* of seconds_now() */
} Evaluator;

double seconds_now(void);
/* Measures those of the tests that were not yet. */
void evaluate(Evaluator *e, TestCase *const *tests, int count);
/* Initialises a class before the forks, if that ends well. */
void evaluate_prepare(Evaluator *e, Class *c);
/* One test, in a fork of its own. */
void evaluate_alone(Evaluator *e, TestCase *test);

#endif
