/*
 * Registers that may have been written: a forward dataflow over the blocks of
 * flow.c. Arguments are written at the entry; a block adds what it defines; where
 * ways meet, the sets are united.
 *
 * Why not liveness: a reference that the program will never read again keeps its
 * object alive on the platform too, until the register is overwritten, and there
 * are programs that rely on it.
 */
#include "code/assigned.h"

#include "code/flow.h"

#include <string.h>

struct Assigned {
    const Flow *flow;
    u32 words;                  /* of a set */
    u64 *in;                    /* per block: written before its first instruction */
};

enum { MOST_WORDS = 1 << 22 };

static void set_bit(u64 *set, u32 bit)
{
    set[bit / 64] |= 1ull << bit % 64;
}

/* Adds what the block's instructions before `stop` define. */
static void add_definitions(const Assigned *a, u32 block, u32 stop, u64 *set)
{
    const FlowBlock *b = &a->flow->blocks[block];
    const Unit *units = a->flow->code->units;
    for (u32 unit = b->start; unit < b->end && unit < stop; unit += insn_length(&units[unit])) {
        u16 definition = insn_definition(&units[unit]);
        if (definition != NO_RESULT)
            set_bit(set, definition);
    }
}

Assigned *assigned_solve(const Code *code, Arena *arena)
{
    Flow *flow;
    if (flow_build(&flow, code, arena))
        return NULL;
    Assigned *a = ARENA_NEW(arena, Assigned);
    a->flow = flow;
    a->words = (code->register_count + 63u) / 64;
    if ((u64)a->words * flow->block_count > MOST_WORDS || !a->words || !flow->block_count)
        return NULL;
    a->in = ARENA_ARRAY(arena, u64, a->words * flow->block_count);
    u64 *out = ARENA_ARRAY(arena, u64, a->words);
    for (u32 i = 0; i < code->argument_registers; i++)
        set_bit(a->in, i);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 b = 0; b < flow->block_count; b++) {
            memcpy(out, a->in + (size_t)b * a->words, a->words * sizeof *out);
            add_definitions(a, b, FLOW_NONE, out);
            for (u32 i = 0; i < flow_count(&flow->out, b); i++) {
                u32 next = flow_edge(&flow->out, b, i);
                if (next == flow->exit)
                    continue;
                u64 *in = a->in + (size_t)next * a->words;
                for (u32 w = 0; w < a->words; w++) {
                    changed = changed || (out[w] & ~in[w]);
                    in[w] |= out[w];
                }
            }
        }
    }
    return a;
}

void assigned_before(const Assigned *a, u32 unit, u64 *out)
{
    u32 block = a->flow->block_at[unit];
    memcpy(out, a->in + (size_t)block * a->words, a->words * sizeof *out);
    add_definitions(a, block, unit, out);
}
