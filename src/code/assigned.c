/*
 * Variables count when they may have been written: a forward dataflow over the
 * blocks of flow.c. Arguments are written at the entry; a block adds what it
 * defines; where ways meet, the sets are united.
 *
 * Why not liveness: a reference that the program will never read again keeps its
 * object alive on the platform too, until the variable is overwritten, and there
 * are programs that rely on it.
 *
 * A slot of an operand stack is no variable: once its value was taken off, nothing
 * holds on to it. So of those registers only the live ones count: a backward
 * dataflow, what a block reads before it writes, and what its successors want. The
 * same goes for what code that the platform compiles ahead has in its registers.
 */
#include "code/assigned.h"

#include "code/flow.h"

#include <string.h>

struct Assigned {
    const Flow *flow;
    u32 words;                  /* of a set */
    u64 *in;                    /* per block: written before its first instruction */
    u64 *live;                  /* per block: read after its last one */
    u64 *slots;                 /* the registers that are no variables */
    u32 *starts;                /* room for the places of a block's instructions */
};

enum { MOST_WORDS = 1 << 22 };

static void set_bit(u64 *set, u32 bit)
{
    set[bit / 64] |= 1ull << bit % 64;
}

static void clear_bit(u64 *set, u32 bit)
{
    set[bit / 64] &= ~(1ull << bit % 64);
}

static u64 *set_of(const Assigned *a, u64 *sets, u32 block)
{
    return sets + (size_t)block * a->words;
}

/* Unites into `to` what `from` has; was there anything new? */
static bool unite(const Assigned *a, u64 *to, const u64 *from)
{
    bool grown = false;
    for (u32 w = 0; w < a->words; w++) {
        grown = grown || (from[w] & ~to[w]);
        to[w] |= from[w];
    }
    return grown;
}

/* ---- written before ---------------------------------------------------------------- */

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

static void solve_written(Assigned *a, u64 *set)
{
    const Flow *flow = a->flow;
    for (u32 i = 0; i < flow->code->argument_registers; i++)
        set_bit(a->in, i);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 b = 0; b < flow->block_count; b++) {
            memcpy(set, set_of(a, a->in, b), a->words * sizeof *set);
            add_definitions(a, b, FLOW_NONE, set);
            for (u32 i = 0; i < flow_count(&flow->out, b); i++) {
                u32 next = flow_edge(&flow->out, b, i);
                if (next != flow->exit)
                    changed |= unite(a, set_of(a, a->in, next), set);
            }
        }
    }
}

/* ---- read afterwards ------------------------------------------------------------------ */

static void step_back(const Unit *unit, u64 *set)
{
    u16 uses[256], definition = insn_definition(unit);
    if (definition != NO_RESULT)
        clear_bit(set, definition);
    for (u32 i = insn_uses(unit, uses); i-- > 0;)
        set_bit(set, uses[i]);
}

/* From what is live after the units [start, end) to what is live before them. */
static void go_back(const Assigned *a, u32 start, u32 end, u64 *set)
{
    const Unit *units = a->flow->code->units;
    u32 count = 0;
    for (u32 unit = start; unit < end; unit += insn_length(&units[unit]))
        a->starts[count++] = unit;
    while (count-- > 0)
        step_back(&units[a->starts[count]], set);
}

static void solve_live(Assigned *a, u64 *set)
{
    const Flow *flow = a->flow;
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 b = flow->block_count; b-- > 0;) {
            const FlowBlock *block = &flow->blocks[b];
            memcpy(set, set_of(a, a->live, b), a->words * sizeof *set);
            go_back(a, block->start, block->end, set);
            for (u32 i = 0; i < flow_count(&flow->in, b); i++)
                changed |= unite(a, set_of(a, a->live, flow_edge(&flow->in, b, i)), set);
        }
    }
}

static u32 longest_block(const Flow *flow)
{
    u32 longest = 1;
    for (u32 b = 0; b < flow->block_count; b++)
        longest = MAX(longest, flow->blocks[b].end - flow->blocks[b].start);
    return longest;
}

/* ---- both -------------------------------------------------------------------------------- */

Assigned *assigned_solve(const Code *code, u32 variables, Arena *arena)
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
    a->slots = ARENA_ARRAY(arena, u64, a->words);
    u64 *set = ARENA_ARRAY(arena, u64, a->words);
    solve_written(a, set);
    if (variables >= code->register_count)
        return a;
    for (u32 i = variables; i < code->register_count; i++)
        set_bit(a->slots, i);
    a->live = ARENA_ARRAY(arena, u64, a->words * flow->block_count);
    a->starts = ARENA_ARRAY(arena, u32, longest_block(flow));
    solve_live(a, set);
    return a;
}

/* Takes the registers out that are no variables and will not be read again. */
static void drop_dead_slots(const Assigned *a, u32 block, u32 unit, u64 *set)
{
    u64 live[a->words];
    memcpy(live, set_of(a, a->live, block), a->words * sizeof *live);
    go_back(a, unit, a->flow->blocks[block].end, live);
    for (u32 w = 0; w < a->words; w++)
        set[w] &= ~a->slots[w] | live[w];
}

void assigned_before(const Assigned *a, u32 unit, u64 *out)
{
    u32 block = a->flow->block_at[unit];
    memcpy(out, set_of(a, a->in, block), a->words * sizeof *out);
    add_definitions(a, block, unit, out);
    if (a->live)
        drop_dead_slots(a, block, unit, out);
}
