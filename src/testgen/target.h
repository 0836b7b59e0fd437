/* What the search aims at: the frames of the log found in the program, and the calls that lead there. */
#ifndef TESTGEN_TARGET_H
#define TESTGEN_TARGET_H

#include "testgen/evaluate.h"
#include "testgen/grow.h"

/* Finds the log's frames (0: all, or the nearest to the throw) in the program. ERR_INPUT or ERR_NOT_FOUND with a sentence. */
int target_find(Evaluator *e, Grower *g, Program *p, const Crash *crash, int frames);
/* Aims at the `level` frames nearest to the throw. ERR_NOT_FOUND: no test can call the outermost of them. */
int target_aim(Evaluator *e, Grower *g, int level);
void target_free(Evaluator *e, Grower *g);

#endif
