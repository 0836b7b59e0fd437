/*
 * Is a translated method sound? The translators promise it; this looks.
 *
 * code_check_shape: whole instructions, known ones; branches, cases and exception
 * ranges lead to instructions. Only then may control flow be followed at all.
 *
 * code_check: besides, every operand is in its range and control cannot leave the
 * units. With that the interpreter may trust the code blindly as far as memory of
 * its own goes.
 *
 * code_check_definitions: besides, no register is read that was not written
 * before on every way there. A forward dataflow over bit sets, one per place
 * where control arrives.
 */
#include "base/base.h"
#include "code/code.h"

#include <stdlib.h>
#include <string.h>

/* ---- structure ----------------------------------------------------------- */

typedef struct Check {
    const Code *code;
    const u8 *starts;       /* per unit: an instruction begins here */
} Check;

static int fail(const Check *c, u32 unit, const char *what, i64 number)
{
    return error_set(ERR_INPUT, "unit %u of %u (%s): %s (%lld)", unit, c->code->unit_count,
                     unit < c->code->unit_count && c->code->units[unit].op < OP_COUNT ? op_info[c->code->units[unit].op].name : "?",
                     what, (long long)number);
}

static bool is_start(const Check *c, i64 unit)
{
    return unit >= 0 && unit < c->code->unit_count && c->starts[unit];
}

static bool ref_fits(u16 op, const Ref *ref)
{
    switch (op) {
    case OP_CONST_STRING: return ref->kind == REF_STRING;
    case OP_CONST_HANDLE: return ref->kind == REF_HANDLE || ref->kind == REF_METHOD_TYPE;
    case OP_IGET: case OP_IPUT: case OP_SGET: case OP_SPUT: return ref->kind == REF_FIELD;
    case OP_INVOKE_DYNAMIC: return ref->kind == REF_CALL_SITE;
    case OP_ERROR: return ref->kind == REF_ERROR;
    default: return ref->kind == (op_info[op].flags & OPF_CALL ? REF_METHOD : REF_CLASS);
    }
}

/* ---- shape ---------------------------------------------------------------- */

static int find_starts(const Code *code, u8 *starts)
{
    Check c = { code, starts };
    for (u32 unit = 0, length; unit < code->unit_count; unit += length) {
        if (code->units[unit].op >= QUICK_OPS_BEGIN)
            return fail(&c, unit, "unknown operation", code->units[unit].op);
        length = insn_length(&code->units[unit]);
        if (length > code->unit_count - unit)
            return fail(&c, unit, "runs past the code", length);
        starts[unit] = 1;
    }
    return OK;
}

static int check_targets(const Check *c, u32 unit)
{
    const Unit *pc = &c->code->units[unit];
    u32 flags = op_info[pc->op].flags;
    if (flags & OPF_BRANCH && !is_start(c, (i64)unit + insn_target(pc)))
        return fail(c, unit, "leads to no instruction", insn_target(pc));
    const SwitchTable *table = flags & OPF_SWITCH ? pc[1].pointer : NULL;
    if (flags & OPF_SWITCH && !table)
        return fail(c, unit, "a switch without a table", 0);
    for (u32 i = 0; table && i < table->count; i++)
        if (!is_start(c, (i64)unit + table->targets[i]))
            return fail(c, unit, "a case leads to no instruction", table->targets[i]);
    return OK;
}

int code_check_shape(const Code *code, u8 *starts)
{
    Check c = { code, starts };
    int status = code->unit_count ? find_starts(code, starts) : fail(&c, 0, "no units", 0);
    for (u32 unit = 0; unit < code->unit_count && !status; unit += insn_length(&code->units[unit]))
        status = check_targets(&c, unit);
    for (u32 i = 0; i < code->try_count && !status; i++) {
        const TryRange *range = &code->tries[i];
        if (range->start >= range->end || !is_start(&c, range->start) ||
            (range->end != code->unit_count && !is_start(&c, range->end)) || !is_start(&c, range->handler))
            status = fail(&c, range->start, "an exception range does not lie on instructions", i);
    }
    return status;
}

/* ---- operands -------------------------------------------------------------- */

static int check_keys(const Check *c, u32 unit)
{
    const SwitchTable *table = c->code->units[unit + 1].pointer;
    for (u32 i = 1; table->keys && i < table->count; i++)
        if (table->keys[i] <= table->keys[i - 1])
            return fail(c, unit, "keys are not ascending", table->keys[i]);
    return OK;
}

static int check_instruction(const Check *c, u32 unit)
{
    const Code *code = c->code;
    const Unit *pc = &code->units[unit];
    const OpInfo *info = &op_info[pc->op];
    u16 uses[256];
    u16 defined = insn_definition(pc);
    if (defined != NO_RESULT && defined >= code->register_count)
        return fail(c, unit, "writes a register that is not there", defined);
    if (info->layout == LAYOUT_CALL && pc->a > 255)
        return fail(c, unit, "lists too many registers", pc->a);
    u32 count = insn_uses(pc, uses);
    for (u32 i = 0; i < count; i++)
        if (uses[i] >= code->register_count)
            return fail(c, unit, "reads a register that is not there", uses[i]);
    if ((info->flags & OPF_REF) && (!pc[1].pointer || !ref_fits(pc->op, pc[1].pointer)))
        return fail(c, unit, "has an operand of the wrong kind", pc[1].pointer ? ((Ref *)pc[1].pointer)->kind : -1);
    if (info->flags & OPF_SWITCH) {
        int status = check_keys(c, unit);
        if (status)
            return status;
    }
    u32 next = unit + insn_length(pc);
    if ((!(info->flags & OPF_ENDS) || pc->op == OP_JSR) && !is_start(c, next))
        return fail(c, unit, "control leaves the units", next);
    return OK;
}

static int check_tables(const Check *c)
{
    const Code *code = c->code;
    for (u32 i = 0; i < code->try_count; i++) {
        const TryRange *range = &code->tries[i];
        if (code->units[range->handler].op != OP_MOVE_EXCEPTION)
            return fail(c, range->handler, "a handler does not begin with move-exception", i);
        if (range->type && range->type->kind != REF_CLASS)
            return fail(c, range->start, "a handler catches no class", i);
    }
    for (u32 i = 0; i < code->line_count; i++)
        if (code->lines[i].unit >= code->unit_count || (i && code->lines[i].unit <= code->lines[i - 1].unit))
            return fail(c, code->lines[i].unit, "lines are not ascending", i);
    return code->argument_registers > code->register_count ? fail(c, 0, "more arguments than registers", code->argument_registers) : OK;
}

int code_check(const Code *code)
{
    u8 *starts = xcalloc(code->unit_count + 1, 1);
    Check c = { code, starts };
    int status = code_check_shape(code, starts);
    for (u32 unit = 0; unit < code->unit_count && !status; unit += insn_length(&code->units[unit]))
        status = check_instruction(&c, unit);
    if (!status)
        status = check_tables(&c);
    free(starts);
    return status;
}

/* ---- definitions --------------------------------------------------------- */

typedef struct Flow {
    const Code *code;
    u32 words;
    u64 **at;               /* per unit where control arrives: registers written on every way there */
    u32 *todo, todo_count;
    u8 *waiting;            /* per unit: is in todo */
    u64 *now;
} Flow;

static void flow_to(Flow *f, u32 unit)
{
    u64 *at = f->at[unit];
    bool changed = !at;
    if (!at) {
        at = f->at[unit] = xmalloc(f->words * sizeof *at);
        memcpy(at, f->now, f->words * sizeof *at);
    }
    for (u32 i = 0; i < f->words; i++) {
        u64 both = at[i] & f->now[i];
        changed |= both != at[i];
        at[i] = both;
    }
    if (changed && !f->waiting[unit]) {
        f->waiting[unit] = 1;
        f->todo[f->todo_count++] = unit;
    }
}

static int flow_through(Flow *f, u32 unit, bool *goes_on)
{
    const Code *code = f->code;
    const Unit *pc = &code->units[unit];
    const OpInfo *info = &op_info[pc->op];
    u16 uses[256];
    if (info->flags & OPF_THROWS)
        for (u32 i = 0; i < code->try_count; i++)
            if (code->tries[i].start <= unit && unit < code->tries[i].end)
                flow_to(f, code->tries[i].handler);
    u32 count = insn_uses(pc, uses);
    for (u32 i = 0; i < count; i++) {
        if (!(f->now[uses[i] / 64] >> (uses[i] % 64) & 1))
            return error_set(ERR_INPUT, "unit %u (%s) reads v%u, which is not written on every way there", unit, info->name, uses[i]);
    }
    u16 defined = insn_definition(pc);
    if (defined != NO_RESULT)
        f->now[defined / 64] |= (u64)1 << (defined % 64);
    if (info->flags & OPF_BRANCH)
        flow_to(f, unit + (u32)insn_target(pc));
    if (info->flags & OPF_SWITCH) {
        const SwitchTable *table = pc[1].pointer;
        for (u32 i = 0; i < table->count; i++)
            flow_to(f, unit + (u32)table->targets[i]);
    }
    /* A subroutine leaves what was written before it was called. */
    if (pc->op == OP_JSR)
        flow_to(f, unit + 1);
    *goes_on = !(info->flags & OPF_ENDS);
    return OK;
}

static int flow_block(Flow *f, u32 unit)
{
    memcpy(f->now, f->at[unit], f->words * sizeof *f->now);
    for (;;) {
        bool goes_on = false;
        int status = flow_through(f, unit, &goes_on);
        if (status || !goes_on)
            return status;
        unit += insn_length(&f->code->units[unit]);
        if (f->at[unit]) {
            flow_to(f, unit);
            return OK;
        }
    }
}

int code_check_definitions(const Code *code)
{
    u32 count = code->unit_count;
    Flow f = { .code = code, .words = (code->register_count + 63u) / 64 };
    f.at = xcalloc(count + 1, sizeof *f.at);
    f.todo = xcalloc(count + 1, sizeof *f.todo);
    f.waiting = xcalloc(count + 1, 1);
    f.now = xcalloc(f.words + 1, sizeof *f.now);
    for (u32 i = 0; i < code->argument_registers; i++)
        f.now[i / 64] |= (u64)1 << (i % 64);
    int status = OK;
    flow_to(&f, 0);
    while (f.todo_count && !status) {
        u32 unit = f.todo[--f.todo_count];
        f.waiting[unit] = 0;
        status = flow_block(&f, unit);
    }
    for (u32 i = 0; i <= count; i++)
        free(f.at[i]);
    free(f.at);
    free(f.todo);
    free(f.waiting);
    free(f.now);
    return status;
}
