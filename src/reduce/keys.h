/*
 * Key events (CHARD, section 5): a tree of the windows that a run went through, with
 * the events done in each, and from it shorter sequences that may still crash. Nothing
 * here is replayed: who calls tries what is proposed.
 */
#ifndef REDUCE_KEYS_H
#define REDUCE_KEYS_H

#include "reduce/record.h"

/* A node: one window, and the events done in it. */
typedef struct TreeNode {
    u32 window, level;              /* level: the shortest way from the first window */
    u32 *events;                    /* indexes of the record, ascending */
    u32 count;
} TreeNode;

typedef struct Tree {
    TreeNode *nodes;
    u32 count;
} Tree;

/* Algorithm 1. kept[i]: the event takes part; NULL: all do. */
void tree_build(Tree *out, const Record *record, const bool *kept);
void window_tree_free(Tree *tree);

/* Strategy Short: the shortest way through the windows to the last event. Returns the number of events. */
u32 keys_short(const Record *record, const bool *kept, bool latest, u32 *out);
/* The shortest way to the last window, and all that was done there since it was last entered. */
u32 keys_short_with_tail(const Record *record, const bool *kept, u32 *out);
/* The way through the states themselves: whatever comes back to a state it left falls out. exact: places and focus count. */
u32 keys_states(const Record *record, const bool *kept, bool exact, u32 *out);
/* Strategy Duplicate (Algorithm 3): of events that are the same, the first stays; sorted, and made a sequence again. */
u32 keys_duplicate(const Record *record, const bool *kept, double threshold, u32 *out);

/* Are two events the same? Normal ones by window, operation and object, transitions by where they lead and what ran. */
bool keys_equivalent(const UserEvent *a, const UserEvent *b, double threshold);

enum { KEYS_THRESHOLD_PERCENT = 80 };

#endif
