/*
 * Delta debugging over any test: segments (ESDroid, section 3.3, Algorithm 1), the
 * classic ddmin, and hierarchical delta debugging (as SimplyDroid does it).
 *
 * A sequence is an array of atoms' numbers. A tester is given candidates in their
 * order of preference and names the first that still fails; how many of them it runs,
 * and whether side by side, is its affair.
 */
#ifndef REDUCE_DELTA_H
#define REDUCE_DELTA_H

#include "base/base.h"

typedef struct Sequence {
    const u32 *atoms;
    u32 count;
} Sequence;

typedef struct Tester {
    /* Index of the first candidate that fails as wanted; -1: none does. */
    i32 (*first_failing)(void *context, const Sequence *candidates, u32 count);
    /* How many atoms of the candidate that was last named were done when it failed: what is behind them is not needed. May be NULL. */
    u32 (*failed_after)(void *context);
    bool (*out_of_time)(void *context);     /* may be NULL */
    void *context;
} Tester;

/* Copies what is needed of a candidate that failed (it may lie in atoms); returns how many atoms that are. */
u32 delta_take(u32 *atoms, const Sequence *failing, const Tester *tester);

/* Each shortens atoms in place and returns how many are left. */
u32 delta_segments(u32 *atoms, u32 count, const Tester *tester);
u32 delta_ddmin(u32 *atoms, u32 count, const Tester *tester);
/* level[atom]: how deep in the tree of windows it was done. */
u32 delta_hdd(u32 *atoms, u32 count, const u32 *level, const Tester *tester);
/* The shortest of the tails 1, 2, 4, 8 … (less than half) that fails; count: none does. */
u32 delta_tail(u32 *atoms, u32 count, const Tester *tester);
/* Leaves out single atoms, the first ones last, until none can be. True: each was tried and is needed. */
bool delta_single(u32 *atoms, u32 *count, const Tester *tester);

/* Atoms for which time does as well: one goes, and the one before it becomes its patient twin (the number of it plus twins). */
u32 delta_pauses(u32 *atoms, u32 count, u32 twins, const Tester *tester);

/*
 * Groups that may be left out together, tried all at once, then halves of them. Each
 * group is a set of atoms (group[atom], NO_GROUP: stays). Returns how many atoms are left.
 */
enum { NO_GROUP = 0xffffffff };
u32 delta_groups(u32 *atoms, u32 count, const u32 *group, u32 group_count, const Tester *tester);

#endif
