/* The guided genetic algorithm (Algorithm 1), and the trimming of what it found. */
#ifndef TESTGEN_SEARCH_H
#define TESTGEN_SEARCH_H

#include "testgen/evaluate.h"
#include "testgen/grow.h"

/* Searches until f = 0 or the evaluator's deadline. *best is what was found. */
void search_run(Evaluator *e, Grower *g, TestCase *best, bool verbose);
/* Test and values minimisation: what can go without a worse fitness goes. */
void search_minimise(Evaluator *e, TestCase *test);

#endif
