/* What the search aims at: the frames of the log found in the program, and the calls that lead there. */
#ifndef TESTGEN_TARGET_H
#define TESTGEN_TARGET_H

#include "testgen/evaluate.h"
#include "testgen/grow.h"

/* Finds the log's frames in the program and fills evaluator and grower. ERR_INPUT or ERR_NOT_FOUND with a sentence. */
int target_find(Evaluator *e, Grower *g, Program *p, const Crash *crash, int frames);
void target_free(Evaluator *e, Grower *g);

#endif
