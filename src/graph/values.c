/*
 * Which definition a register holds, at each instruction of a method: static
 * single assignment without the renaming. A value is the place that defines it;
 * where two different ones meet at the start of a block, the value is that
 * meeting ("join"). Blocks are visited until nothing changes; since a register
 * of a block changes at most twice, that ends soon.
 */
#include "code/flow.h"
#include "graph/internal.h"

#include <string.h>

void values_step(const Values *v, u32 *state, u32 unit)
{
    const Unit *insn = &v->code->units[unit];
    if (insn->op == OP_MOVE) {
        state[insn->a] = state[insn->b];
        return;
    }
    u16 defined = insn_definition(insn);
    if (defined != NO_RESULT)
        state[defined] = 1 + unit;
}

static void run_block(const Values *v, u32 block, u32 *state)
{
    const FlowBlock *b = &v->flow->blocks[block];
    for (u32 unit = b->start; unit < b->end; unit += insn_length(&v->code->units[unit]))
        values_step(v, state, unit);
}

void values_at(const Values *v, u32 unit, u32 *state)
{
    u32 block = v->flow->block_at[unit];
    memcpy(state, v->entry + (size_t)block * v->registers, v->registers * sizeof *state);
    for (u32 at = v->flow->blocks[block].start; at < unit; at += insn_length(&v->code->units[at]))
        values_step(v, state, at);
}

/* Lets what leaves one block enter another; true when that changed something. */
static bool enter(const Values *v, u32 block, const u32 *state, bool *reached)
{
    u32 *entry = v->entry + (size_t)block * v->registers;
    bool changed = !reached[block];
    if (changed)
        memcpy(entry, state, v->registers * sizeof *entry);
    for (u32 r = 0; !changed && r < v->registers; r++)
        changed = entry[r] != state[r] && entry[r] != value_of_join(v, block, r);
    if (changed && reached[block])
        for (u32 r = 0; r < v->registers; r++)
            if (entry[r] != state[r])
                entry[r] = value_of_join(v, block, r);
    reached[block] = true;
    return changed;
}

static void settle(Values *v, Arena *arena)
{
    u32 blocks = v->flow->block_count, waiting = 1;
    bool *reached = ARENA_ARRAY(arena, bool, blocks + 1), *queued = ARENA_ARRAY(arena, bool, blocks + 1);
    u32 *first = ARENA_ARRAY(arena, u32, v->registers + 1);
    for (u32 r = 0; r < v->code->argument_registers && r < v->registers; r++)
        first[r] = value_of_argument(v, r);
    enter(v, 0, first, reached);
    queued[0] = true;
    while (waiting)
        for (u32 b = 0; b < blocks && waiting; b++) {
            if (!queued[b])
                continue;
            queued[b] = false;
            waiting--;
            u32 *leave = v->leave + (size_t)b * v->registers;
            memcpy(leave, v->entry + (size_t)b * v->registers, v->registers * sizeof *leave);
            run_block(v, b, leave);
            for (u32 i = 0; i < flow_count(&v->flow->out, b); i++) {
                u32 next = flow_edge(&v->flow->out, b, i);
                if (next < blocks && enter(v, next, leave, reached) && !queued[next]) {
                    queued[next] = true;
                    waiting++;
                }
            }
        }
}

int values_find(Values *out, const Code *code, Arena *arena)
{
    enum { MOST_CELLS = 1 << 21 };
    *out = (Values){ .code = code, .registers = code->register_count, .units = code->unit_count };
    int status = flow_build(&out->flow, code, arena);
    if (status)
        return status;
    size_t cells = (size_t)(out->flow->block_count + 1) * out->registers;
    if (cells > MOST_CELLS)
        return error_set(ERR_LIMIT, "a method has %u blocks and %u registers, too many to follow values", out->flow->block_count, out->registers);
    out->entry = ARENA_ARRAY(arena, u32, cells + 1);
    out->leave = ARENA_ARRAY(arena, u32, cells + 1);
    settle(out, arena);
    return OK;
}
