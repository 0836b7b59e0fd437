/*
 * Which registers of a method count when control is at a point of it: those that
 * may have been written (the others hold what an earlier frame left there) and,
 * where they hold no variable, that will be read again.
 */
#ifndef CODE_ASSIGNED_H
#define CODE_ASSIGNED_H

#include "code/code.h"

typedef struct Assigned Assigned;

/*
 * Solves the whole method. The first `variables` registers hold variables, the
 * others are scratch. The result lives in arena. NULL: too large to be worth it.
 */
Assigned *assigned_solve(const Code *code, u32 variables, Arena *arena);

/* The registers that count before the instruction at unit: a bit set of register_count bits. */
void assigned_before(const Assigned *assigned, u32 unit, u64 *out);

#endif
