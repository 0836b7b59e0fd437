/*
 * Control flow of a method: basic blocks, dominators, post-dominators, control
 * dependence. All of it lives in the arena that is given.
 *
 * Blocks are numbered in the order of their units, 0 is the entry. One more
 * node, flow->exit, stands for leaving the method. An edge is normal or
 * exceptional: a block ends behind each instruction that may throw to a
 * handler of this method, so that what follows depends on its not throwing.
 * An exception that no handler here may take has an edge to the exit only
 * where it is certain (throw, error).
 */
#ifndef CODE_FLOW_H
#define CODE_FLOW_H

#include "code/code.h"

enum { FLOW_NONE = 0xffffffff };

typedef struct FlowBlock {
    u32 start, end;             /* units; the last instruction is the one that decides */
    u32 last;
} FlowBlock;

/* The neighbours of node n are to[start[n]] … to[start[n + 1] - 1]. */
typedef struct FlowEdges {
    u32 *start, *to;
} FlowEdges;

typedef struct Flow {
    const Code *code;
    Arena *arena;
    u32 block_count, exit;      /* exit == block_count */
    FlowBlock *blocks;
    u32 *block_at;              /* of each unit */
    FlowEdges out, in;
    u32 *normal_out;            /* how many of a node's edges out are normal: they come first */

    u32 *dominators;            /* immediate; FLOW_NONE: the entry, or not reachable */
    u32 *post_dominators;       /* immediate; FLOW_NONE: the exit */
    FlowEdges controllers;      /* the blocks whose last instruction decides whether a block runs */
} Flow;

/* The code must be well formed: targets are instructions of it. ERR_LIMIT past any sensible number of edges. */
int flow_build(Flow **out, const Code *code, Arena *arena);
void flow_find_dominators(Flow *flow);
/* Endless loops are taken to leave from their last block. */
void flow_find_post_dominators(Flow *flow);
/* Ferrante, Ottenstein, Warren 1987, section 3.1. Finds post-dominators first if need be. */
int flow_find_control_dependence(Flow *flow);

static inline u32 flow_count(const FlowEdges *edges, u32 node)
{
    return edges->start[node + 1] - edges->start[node];
}

static inline u32 flow_edge(const FlowEdges *edges, u32 node, u32 i)
{
    return edges->to[edges->start[node] + i];
}

/* In either tree: a is b or above it. */
bool flow_is_above(const u32 *tree, u32 a, u32 b);

#endif
