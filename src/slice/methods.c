#include "slice/methods.h"

#include "device/callbacks.h"

#include <stdlib.h>
#include <string.h>

/* One set of tables, as there is one machine in a process. */
static struct {
    MethodFacts **all;              /* by first place */
    u32 count, room;
    u32 next_place;
    MethodFacts **table;            /* open addressing by the method's address */
    u32 size;
    Arena arena, scratch;
} known = { .next_place = FIRST_PLACE };

/* ---- instructions ------------------------------------------------------------------------ */

static u8 action_of(u16 op)
{
    switch (op) {
    case OP_NOP: case OP_GOTO: case OP_RETURN_VOID: return STEP_NOTHING;
    case OP_IGET: return STEP_FIELD_GET;
    case OP_IPUT: return STEP_FIELD_PUT;
    case OP_SGET: return STEP_STATIC_GET;
    case OP_SPUT: return STEP_STATIC_PUT;
    case OP_ARRAY_LENGTH: case OP_INSTANCE_OF: case OP_INSTANCE_OF_Q: case OP_CHECK_CAST: case OP_CHECK_CAST_Q: return STEP_LOOK;
    case OP_FILL_ARRAY_DATA: return STEP_FILL;
    case OP_FILLED_NEW_ARRAY: case OP_MULTI_NEW_ARRAY: return STEP_MAKE;
    case OP_RETURN: return STEP_RETURN;
    case OP_THROW: return STEP_THROW;
    case OP_MOVE_EXCEPTION: return STEP_CATCH;
    }
    if (op_info[op].flags & OPF_CALL)
        return STEP_CALL;
    if (op >= OP_AGET_B && op <= OP_AGET_L)
        return STEP_ARRAY_GET;
    if (op >= OP_APUT_B && op <= OP_APUT_L)
        return STEP_ARRAY_PUT;
    if (op >= OP_IGET_B && op <= OP_IGET_L)
        return STEP_FIELD_GET;
    if (op >= OP_IPUT_B && op <= OP_IPUT_L)
        return STEP_FIELD_PUT;
    if (op >= OP_SGET_B && op <= OP_SGET_L)
        return STEP_STATIC_GET;
    if (op >= OP_SPUT_B && op <= OP_SPUT_L)
        return STEP_STATIC_PUT;
    return STEP_PLAIN;
}

static void describe_step(Step *out, const Unit *pc)
{
    u16 uses[256];
    u16 op = unchecked_op(pc->op);
    out->action = action_of(op);
    out->definition = insn_definition(pc);
    out->decides = op_info[op].flags & (OPF_BRANCH | OPF_SWITCH) && op != OP_GOTO;
    if (op_info[op].layout == LAYOUT_CALL)
        return;                     /* the list is read when it runs */
    out->use_count = (u8)insn_uses(pc, uses);
    for (u32 i = 0; i < out->use_count; i++)
        out->uses[i] = uses[i];
}

/* Blocks and who decides over them; without them (too many edges) all depends on the call alone. */
static void add_flow(MethodFacts *facts, const Code *code)
{
    Flow *flow;
    ArenaMark mark = arena_mark(&known.scratch);
    if (!flow_build(&flow, code, &known.scratch) && !flow_find_control_dependence(flow)) {
        facts->block_count = flow->block_count;
        u32 *block_at = ARENA_ARRAY(&known.arena, u32, code->unit_count);
        memcpy(block_at, flow->block_at, code->unit_count * sizeof *block_at);
        facts->block_at = block_at;
        u32 edges = flow->controllers.start[flow->block_count];
        facts->controllers.start = ARENA_ARRAY(&known.arena, u32, flow->block_count + 1);
        facts->controllers.to = ARENA_ARRAY(&known.arena, u32, edges);
        memcpy(facts->controllers.start, flow->controllers.start, (flow->block_count + 1) * sizeof(u32));
        memcpy(facts->controllers.to, flow->controllers.to, edges * sizeof(u32));
        for (u32 i = 0; i < flow->block_count; i++) {
            facts->steps[flow->blocks[i].start].begins_block = true;
            facts->steps[flow->blocks[i].last].ends_block = true;
        }
    } else {
        facts->block_count = 1;
        facts->block_at = ARENA_ARRAY(&known.arena, u32, code->unit_count);
        facts->controllers.start = ARENA_ARRAY(&known.arena, u32, 2);
    }
    arena_release(&known.scratch, mark);
}

static void add_code(MethodFacts *facts, const Code *code)
{
    facts->unit_count = code->unit_count;
    facts->steps = ARENA_ARRAY(&known.arena, Step, code->unit_count);
    if (facts->of_app)
        facts->ran = ARENA_ARRAY(&known.arena, u8, code->unit_count);
    for (u32 unit = 0; unit < code->unit_count; unit += insn_length(&code->units[unit]))
        describe_step(&facts->steps[unit], &code->units[unit]);
    add_flow(facts, code);
    for (u32 i = 0; i < code->try_count; i++)
        facts->steps[code->tries[i].handler].handler = true;
}

/* ---- methods -------------------------------------------------------------------------------- */

static MethodFacts **slot_of(const Method *m)
{
    u32 i = (u32)((uintptr_t)m >> 4) * 2654435761u & (known.size - 1);
    while (known.table[i] && known.table[i]->method != m)
        i = (i + 1) & (known.size - 1);
    return &known.table[i];
}

static void grow(void)
{
    if (!known.size) {
        arena_open(&known.arena, (size_t)4 << 30, 0);
        arena_open(&known.scratch, (size_t)1 << 30, 0);
    }
    free(known.table);
    known.size = known.size ? known.size * 2 : 1 << 13;
    known.table = xcalloc(known.size, sizeof(MethodFacts *));
    for (u32 i = 0; i < known.count; i++)
        *slot_of(known.all[i]->method) = known.all[i];
}

MethodFacts *method_facts(const Method *m)
{
    MethodFacts **slot = known.size ? slot_of(m) : NULL;
    if (slot && *slot)
        return *slot;
    if (known.count * 2 >= known.size) {
        grow();
        slot = slot_of(m);
    }
    MethodFacts *facts = ARENA_NEW(&known.arena, MethodFacts);
    *facts = (MethodFacts){ .method = m, .first_place = known.next_place, .unit_count = 1, .of_app = callbacks_is_app_class(m->owner) };
    if (m->code)
        add_code(facts, m->code);
    known.next_place += facts->unit_count;
    if (known.count == known.room) {
        known.room = known.room ? known.room * 2 : 4096;
        known.all = xrealloc(known.all, known.room * sizeof *known.all);
    }
    known.all[known.count++] = *slot = facts;
    return facts;
}

const MethodFacts *method_of_place(u32 place)
{
    u32 low = 0, high = known.count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (known.all[middle]->first_place <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? known.all[low - 1] : NULL;
}

u32 methods_count(void)
{
    return known.count;
}

const MethodFacts *methods_at(u32 index)
{
    return known.all[index];
}

/* What a method does before its first line belongs to that line. */
i32 method_line(const MethodFacts *facts, u32 place)
{
    const Code *code = facts->method->code;
    if (!code || !code->line_count)
        return -1;
    i32 line = code_line(code, place - facts->first_place);
    return line < 0 ? (i32)code->lines[0].line : line;
}
