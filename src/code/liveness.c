/*
 * Live registers: the backward dataflow of every compiler book, over the blocks
 * of flow.c. A block's live-in is its upward-exposed reads and what its
 * successors need less what it writes; handlers are successors of every block
 * that may throw to them.
 *
 * Within a block that has a handler, a definition does not end a register's life
 * for the handler: flow.c ends a block behind each instruction that may throw to
 * a handler, so this is exact.
 */
#include "code/liveness.h"

#include "code/flow.h"

#include <string.h>

struct Liveness {
    const Flow *flow;
    u32 words;                  /* of a set */
    u64 *out;                   /* per block: live behind its last instruction */
};

enum { MOST_WORDS = 1 << 22 };

static void set_bit(u64 *set, u32 bit) { set[bit / 64] |= 1ull << bit % 64; }
static void clear_bit(u64 *set, u32 bit) { set[bit / 64] &= ~(1ull << bit % 64); }

/* live := what is needed before the instruction, from what is needed after it */
static void step_back(u64 *live, const Unit *pc)
{
    u16 uses[256];
    u16 definition = insn_definition(pc);
    if (definition != NO_RESULT)
        clear_bit(live, definition);
    u32 count = insn_uses(pc, uses);
    for (u32 i = 0; i < count; i++)
        set_bit(live, uses[i]);
}

/* Walks a block backwards from its end to just behind `stop` (a unit of the block), or through all of it. */
static void walk_back(const Liveness *l, u32 block, u64 *live, u32 stop)
{
    const Flow *flow = l->flow;
    const FlowBlock *b = &flow->blocks[block];
    u32 starts[4096];
    u32 unit = b->start;
    /* Instructions have no way back: their starts are noted in pieces of 4096. */
    u32 high = b->end;
    while (high > b->start) {
        u32 count = 0, first = b->start;
        for (unit = b->start; unit < high; unit += insn_length(&flow->code->units[unit])) {
            if (count == 4096) {
                memmove(starts, starts + 2048, 2048 * sizeof *starts);
                count = 2048;
            }
            starts[count++] = unit;
        }
        first = starts[0];
        while (count--) {
            if (starts[count] == stop)
                return;
            step_back(live, &flow->code->units[starts[count]]);
        }
        high = first;
    }
}

Liveness *liveness_solve(const Code *code, Arena *arena)
{
    Flow *flow;
    if (flow_build(&flow, code, arena))
        return NULL;
    Liveness *l = ARENA_NEW(arena, Liveness);
    l->flow = flow;
    l->words = (code->register_count + 63u) / 64;
    if ((u64)l->words * flow->block_count > MOST_WORDS || !l->words)
        return NULL;
    l->out = ARENA_ARRAY(arena, u64, l->words * flow->block_count);
    u64 *in = ARENA_ARRAY(arena, u64, l->words * flow->block_count);
    u64 *live = ARENA_ARRAY(arena, u64, l->words);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 b = flow->block_count; b-- > 0;) {
            u64 *out = l->out + (size_t)b * l->words;
            for (u32 i = 0; i < flow_count(&flow->out, b); i++) {
                u32 next = flow_edge(&flow->out, b, i);
                if (next == flow->exit)
                    continue;
                for (u32 w = 0; w < l->words; w++)
                    out[w] |= in[(size_t)next * l->words + w];
            }
            memcpy(live, out, l->words * sizeof *live);
            walk_back(l, b, live, FLOW_NONE);
            u64 *old = in + (size_t)b * l->words;
            if (memcmp(old, live, l->words * sizeof *live)) {
                memcpy(old, live, l->words * sizeof *live);
                changed = true;
            }
        }
    }
    return l;
}

void liveness_after(const Liveness *l, u32 unit, u64 *out)
{
    u32 block = l->flow->block_at[unit];
    memcpy(out, l->out + (size_t)block * l->words, l->words * sizeof *out);
    walk_back(l, block, out, unit);
}
