/* The guided genetic algorithm (Algorithm 1), and the trimming of what it found. */
#ifndef TESTGEN_SEARCH_H
#define TESTGEN_SEARCH_H

#include "testgen/evaluate.h"
#include "testgen/grow.h"

/* What restarts make larger. Begin with zeros. */
typedef struct SearchSize {
    int population;
    u64 steps;                      /* budget of a test */
} SearchSize;

/* Searches until f = 0, the work is spent or the evaluator's deadline has come. *best is what was found. */
void search_run(Evaluator *e, Grower *g, SearchSize *size, u64 work, TestCase *best, bool verbose);
/* Test and values minimisation: what can go without a worse fitness goes. */
void search_minimise(Evaluator *e, TestCase *test);

#endif
