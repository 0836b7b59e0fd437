/*
 * Trials: sequences of atoms, replayed and judged.
 *
 * An answer is given once for each sequence and kept. A trial starts from the snapshot
 * of the longest sequence that it begins with; on its way it leaves snapshots for those
 * that will follow. Several run side by side, each on a phone of its own.
 */
#ifndef REDUCE_TRIALS_H
#define REDUCE_TRIALS_H

#include "reduce/atoms.h"
#include "reduce/delta.h"
#include "reduce/reduce.h"

typedef struct Trials Trials;

Trials *trials_open(const ReduceTask *task, const Atoms *atoms);
void trials_free(Trials *trials);

/* For delta.h: "fails" is OUTCOME_SAME. */
Tester trials_tester(Trials *trials);
/* One sequence; negative: an error of the phone. */
int trials_outcome(Trials *trials, const u32 *atoms, u32 count);

/*
 * Without a judge, a trial "fails" when all of these callbacks (a line each) are
 * called: set before the first trial. Borrowed.
 */
void trials_want_callbacks(Trials *trials, const char *callbacks);

/* A phone error ends all trials: they answer "does not fail". 0: none. */
int trials_error(const Trials *trials);
bool trials_out_of_time(const Trials *trials);
/* Counts for Reduced. */
void trials_counts(const Trials *trials, Reduced *out);

#endif
