/* Which registers of a method still matter at a point of it. */
#ifndef CODE_LIVENESS_H
#define CODE_LIVENESS_H

#include "code/code.h"

typedef struct Liveness Liveness;

/* Solves the whole method. The result lives in arena. NULL: too large to be worth it. */
Liveness *liveness_solve(const Code *code, Arena *arena);

/*
 * The registers that may be read after the instruction at unit has run or has
 * thrown: a bit set of register_count bits, written to out.
 */
void liveness_after(const Liveness *liveness, u32 unit, u64 *out);

#endif
