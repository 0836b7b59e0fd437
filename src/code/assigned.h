/*
 * Which registers of a method may have been written when control is at a point of
 * it. The others hold what an earlier frame left there.
 */
#ifndef CODE_ASSIGNED_H
#define CODE_ASSIGNED_H

#include "code/code.h"

typedef struct Assigned Assigned;

/* Solves the whole method. The result lives in arena. NULL: too large to be worth it. */
Assigned *assigned_solve(const Code *code, Arena *arena);

/* The registers that may be written before the instruction at unit: a bit set of register_count bits. */
void assigned_before(const Assigned *assigned, u32 unit, u64 *out);

#endif
