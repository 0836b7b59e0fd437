/* Between evaluate.c and learn.c. */
#ifndef TESTGEN_LEARN_H
#define TESTGEN_LEARN_H

#include "testgen/evaluate.h"

enum { TOLD_BYTES = 1 << 16 };

/* Lies in memory that does not go back with the test. */
typedef struct Told {
    bool clean;                         /* nothing was learned: the code names nothing that is gone */
    u32 size;
    char text[TOLD_BYTES];              /* entries, each ended by a 0 byte: c, i or m, and a class; m: a blank and the method's index */
} Told;

/* What the machine knows before a test. */
void learn_remember(Evaluator *e);
/* At the end of a test: what it had to learn. */
void learn_tell(const Evaluator *e, Told *told);
void learn_from(Evaluator *e, const Told *told);

/* evaluate.c's: what the machine is now, tests come back to; and something done to it for good, if that ends well. */
void evaluate_keep(const Evaluator *e);
bool evaluate_attempt(Evaluator *e, bool (*what)(Evaluator *e, const void *context), const void *context);

#endif
