/* How many of the log's frames to aim at, and when to be content. */
#ifndef TESTGEN_LEVELS_H
#define TESTGEN_LEVELS_H

#include "testgen/search.h"

/*
 * Searches for the test that matches most frames, the nearest to the throw
 * first; evaluator and grower aim at those when it returns. *best->fitness.total
 * is 0 when they match. ERR_NOT_FOUND: no test can call any of the frames' methods.
 */
int levels_search(Evaluator *e, Grower *g, TestCase *best, bool verbose);

#endif
