/* Backwards through the history, from one node. Runs in the phone's process. */
#ifndef SLICE_WALK_H
#define SLICE_WALK_H

#include "slice/history.h"
#include "slice/slice.h"

/* A line that was met; the first time, at its smallest distance. */
typedef struct Met {
    const struct MethodFacts *facts;
    i32 line;
    u32 event;
    u32 distance;
    Node node;
    i32 because;
    u8 reason;
    u32 steps;
} Met;

typedef struct Walk {
    Met *met;                   /* by distance */
    u32 count, room;
    u64 visited;
} Walk;

void walk_back(Walk *out, const History *history, Node from, bool whole);
void walk_free(Walk *walk);
/* The app's instruction by whose call the node ran, itself if it is the app's; 0: none. */
Node walk_caller(const History *history, Node node);

#endif
