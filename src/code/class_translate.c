/*
 * The second half of the translation: from stack code to register code.
 *
 *   registers   0 … locals-1        the locals, arguments first
 *               locals … +stack-1   the slots of the operand stack
 *               one more            for exchanges
 *
 * Where a block begins or ends, slot i of the stack lies in its own register.
 * Within a block nothing is moved that need not be: a slot is described as the
 * register that holds its value (a local's, or that of some slot) or as a
 * constant, and an instruction is written only when somebody consumes it. So
 *
 *     iload_1, iconst_2, iadd, istore_3      becomes      add-int-lit v3, v1, #2
 *
 * Loads and constants vanish into their consumers; a store renames the result
 * of the instruction before it; dup and swap only permute descriptions. Before
 * a local changes, the slots that still stand for its old value are copied.
 *
 * Exceptions need no care: stores to locals are never delayed, instructions
 * that may throw stay in order, a throwing instruction writes no result, and
 * the stack is lost.
 */
#include "code/class_body.h"

#include <stdlib.h>
#include <string.h>

enum { NONE = 0xffffffff };

typedef struct Slot {
    enum { IN_REGISTER, CONSTANT_32, CONSTANT_64, SECOND_HALF } kind;
    u32 reg;
    i64 bits;
} Slot;

typedef struct Fixup {
    u32 unit, pc;
} Fixup;

typedef struct SwitchFixup {
    u32 unit;
    SwitchTable *table;         /* targets are pcs until the end */
    struct SwitchFixup *next;
} SwitchFixup;

/* A handler that control also reaches otherwise: exceptions come in by a side door at the end. */
typedef struct SideDoor {
    u32 pc, unit;
    struct SideDoor *next;
} SideDoor;

typedef struct Translator {
    Body *body;
    Unit *units;
    u32 count, room;
    u32 last;                   /* the unit where the last instruction of this block begins, or NONE */
    u32 before_cast;            /* last is a check-cast of what this instruction defined, or NONE */
    Slot *stack;
    u32 depth;
    u16 *uses;                  /* per register: slots that are described by it */
    u32 base, high;             /* first stack register; registers used so far */
    u32 *unit_of;               /* per byte of the code: the first unit that stems from there on */
    Fixup *fixups;
    u32 fixup_count;
    SwitchFixup *switches;
    SideDoor *doors;
    bool long_branches;
} Translator;

/* ---- writing units ------------------------------------------------------- */

static int make_room(Translator *t, u32 more)
{
    if (LIKELY(t->room - t->count >= more))
        return OK;
    u32 room = t->room * 2 + more;
    Unit *units = arena_try_alloc(t->body->scratch, room * sizeof *units);
    if (!units)
        return body_fail(t->body, 0, "the body is too large to be translated");
    memcpy(units, t->units, t->count * sizeof *units);
    t->units = units;
    t->room = room;
    return OK;
}

static Unit *emit(Translator *t, u32 op, u32 a)
{
    t->last = t->count;
    t->before_cast = NONE;
    Unit *unit = &t->units[t->count++];
    unit->word = 0;
    unit->op = (u16)op;
    unit->a = (u16)a;
    return unit;
}

static void emit_ab(Translator *t, u32 op, u32 a, u32 b)
{
    emit(t, op, a)->b = (u16)b;
}

static void emit_pointer(Translator *t, void *pointer)
{
    t->units[t->count].word = 0;
    t->units[t->count++].pointer = pointer;
}

static void emit_constant(Translator *t, u32 reg, const Slot *slot)
{
    if (slot->kind == CONSTANT_32) {
        emit(t, OP_CONST, reg)->imm = (i32)slot->bits;
    } else {
        emit(t, OP_CONST_WIDE, reg);
        t->units[t->count++].word = slot->bits;
    }
}

static void emit_goto(Translator *t, u32 pc)
{
    t->fixups[t->fixup_count++] = (Fixup){ t->count, pc };
    emit(t, OP_GOTO, 0);
}

/* ---- the stack of descriptions ------------------------------------------- */

/* A register for the value at this depth: its own if that is free. */
static u32 claim(Translator *t, u32 position)
{
    u32 reg = t->base + position;
    if (UNLIKELY(t->uses[reg])) {
        reg = t->base;
        while (t->uses[reg])
            reg++;
    }
    t->high = MAX(t->high, reg + 1);
    return reg;
}

static void describe(Translator *t, u32 position, u32 reg)
{
    t->stack[position] = (Slot){ IN_REGISTER, reg, 0 };
    t->uses[reg]++;
}

static void forget(Translator *t, u32 position)
{
    if (t->stack[position].kind == IN_REGISTER)
        t->uses[t->stack[position].reg]--;
}

static void push_second_half(Translator *t)
{
    t->stack[t->depth++] = (Slot){ SECOND_HALF, 0, 0 };
}

static void push_register(Translator *t, u32 reg, u32 width)
{
    describe(t, t->depth++, reg);
    if (width == 2)
        push_second_half(t);
}

/* A register for the result of the instruction about to be written. */
static u32 push_result(Translator *t, u32 width)
{
    u32 reg = claim(t, t->depth);
    push_register(t, reg, width);
    return reg;
}

static void push_constant(Translator *t, i64 bits, u32 width)
{
    t->stack[t->depth++] = (Slot){ width == 2 ? CONSTANT_64 : CONSTANT_32, 0, bits };
    if (width == 2)
        push_second_half(t);
}

static void drop(Translator *t, u32 slots)
{
    for (u32 i = 0; i < slots; i++)
        forget(t, --t->depth);
}

/* The register of the value whose first slot is `below` under the top (1: the top slot itself). */
static u32 use(Translator *t, u32 below)
{
    u32 position = t->depth - below;
    Slot *slot = &t->stack[position];
    if (slot->kind == CONSTANT_32 || slot->kind == CONSTANT_64) {
        u32 reg = claim(t, position);
        emit_constant(t, reg, slot);
        describe(t, position, reg);
    }
    return slot->reg;
}

/* Before a local changes: its pending copies get a register of their own. */
static void save_copies(Translator *t, u32 local)
{
    u32 left = t->uses[local], copy = NONE;
    for (u32 i = t->depth; left && i-- > 0;) {
        Slot *slot = &t->stack[i];
        if (slot->kind != IN_REGISTER || slot->reg != local)
            continue;
        if (copy == NONE) {
            copy = claim(t, i);
            emit_ab(t, OP_MOVE, copy, local);
        }
        forget(t, i);
        describe(t, i, copy);
        left--;
    }
}

static bool is_settled(const Translator *t, u32 position)
{
    const Slot *slot = &t->stack[position];
    return slot->kind == SECOND_HALF || (slot->kind == IN_REGISTER && slot->reg == t->base + position);
}

static void settle_slot(Translator *t, u32 position)
{
    Slot slot = t->stack[position];
    u32 reg = t->base + position;
    if (slot.kind == IN_REGISTER)
        emit_ab(t, OP_MOVE, reg, slot.reg);
    else
        emit_constant(t, reg, &slot);
    forget(t, position);
    describe(t, position, reg);
    t->high = MAX(t->high, reg + 1);
}

/* No slot can be settled, so registers want each other's values: one moves aside. */
static void move_aside(Translator *t, u32 count, u32 position)
{
    u32 reg = t->base + position, aside = t->base + t->body->max_stack;
    emit_ab(t, OP_MOVE, aside, reg);
    t->high = MAX(t->high, aside + 1);
    for (u32 i = 0; i < count; i++) {
        if (t->stack[i].kind == IN_REGISTER && t->stack[i].reg == reg) {
            forget(t, i);
            describe(t, i, aside);
        }
    }
}

/* Puts the lowest `count` slots each into its own register. */
static void settle(Translator *t, u32 count)
{
    u32 waiting = 0;
    for (u32 i = 0; i < count; i++)
        waiting += !is_settled(t, i);
    for (bool upwards = true; waiting; upwards = !upwards) {
        u32 before = waiting, blocked = 0;
        for (u32 k = 0; k < count; k++) {
            u32 i = upwards ? k : count - 1 - k;
            if (is_settled(t, i))
                continue;
            if (t->uses[t->base + i]) {
                blocked = i;
                continue;
            }
            settle_slot(t, i);
            waiting--;
        }
        if (waiting == before)
            move_aside(t, count, blocked);
    }
}

/*
 * Before a branch whose operands are the top slots: all below them is settled.
 * An operand that lies in a register which is needed for that is settled too.
 */
static void settle_below(Translator *t, u32 operands)
{
    u32 rest = t->depth - operands;
    bool conflict = false, unsettled = false;
    for (u32 i = 0; i < rest && !unsettled; i++)
        unsettled = !is_settled(t, i);
    if (!unsettled)
        return;
    for (u32 i = rest; i < t->depth; i++) {
        const Slot *slot = &t->stack[i];
        conflict |= slot->kind == IN_REGISTER && slot->reg >= t->base && slot->reg < t->base + rest;
    }
    settle(t, conflict ? t->depth : rest);
}

static void begin_block(Translator *t, const StackShape *shape)
{
    drop(t, t->depth);
    for (u32 i = 0; i < shape->depth; i++) {
        if (shape->kinds[i] == SLOT_WIDE_SECOND) {
            push_second_half(t);
        } else {
            t->high = MAX(t->high, t->base + i + 1);
            push_register(t, t->base + i, 1);
        }
    }
    t->last = t->before_cast = NONE;
}

/* ---- stores -------------------------------------------------------------- */

static bool is_guarded(const Body *body, u32 pc)
{
    for (u32 i = 0; i < body->handler_count; i++)
        if (be16(body->handlers + i * 8) <= pc && pc < be16(body->handlers + i * 8 + 2))
            return true;
    return false;
}

static void define(Unit *unit, u32 reg)
{
    if (op_info[unit->op].layout == LAYOUT_CALL)
        unit->b = (u16)reg;
    else
        unit->a = (u16)reg;
}

/* The instruction before, if it made the value in reg: it can as well make it elsewhere. */
static bool rename_result(Translator *t, u32 reg, u32 local)
{
    if (t->last == NONE || reg < t->base || t->uses[local])
        return false;
    Unit *last = &t->units[t->last];
    if (insn_definition(last) == reg) {
        define(last, local);
    } else if (t->before_cast != NONE && last->a == reg) {
        define(&t->units[t->before_cast], local);
        last->a = (u16)local;
    } else {
        return false;
    }
    for (u32 left = t->uses[reg], i = t->depth; left && i-- > 0;) {
        if (t->stack[i].kind == IN_REGISTER && t->stack[i].reg == reg) {
            forget(t, i);
            describe(t, i, local);
            left--;
        }
    }
    return true;
}

static void store(Translator *t, u32 local, u32 width)
{
    Slot value = t->stack[t->depth - width];
    if (value.kind == IN_REGISTER && (value.reg == local || rename_result(t, value.reg, local))) {
        drop(t, width);
        return;
    }
    save_copies(t, local);
    drop(t, width);
    if (value.kind == IN_REGISTER)
        emit_ab(t, OP_MOVE, local, value.reg);
    else
        emit_constant(t, local, &value);
}

static void increment(Translator *t, u32 local, i32 by)
{
    save_copies(t, local);
    emit_ab(t, OP_ADD_I_LIT, local, local);
    t->units[t->last].literal_c = (i16)by;
}

/* ---- stack instructions -------------------------------------------------- */

static void discard(Translator *t, u32 slots)
{
    Slot top = t->stack[t->depth - slots];
    bool whole = slots == 1 || t->stack[t->depth - 1].kind == SECOND_HALF;
    drop(t, slots);
    /* A call's result that nobody wants. */
    if (whole && top.kind == IN_REGISTER && top.reg >= t->base && !t->uses[top.reg] && t->last != NONE &&
        (op_info[t->units[t->last].op].flags & OPF_CALL) && t->units[t->last].b == top.reg)
        t->units[t->last].b = NO_RESULT;
}

static void duplicate(Translator *t, DupForm form)
{
    u32 touched = (u32)form.copied + form.skipped;
    Slot *bottom = t->stack + t->depth - touched;
    for (u32 i = t->depth - form.copied; i < t->depth; i++)
        if (t->stack[i].kind == IN_REGISTER)
            t->uses[t->stack[i].reg]++;
    memmove(bottom + form.copied, bottom, touched * sizeof *bottom);
    memcpy(bottom, t->stack + t->depth, form.copied * sizeof *bottom);
    t->depth += form.copied;
}

static void shuffle(Translator *t, u32 code)
{
    if (code == BC_pop || code == BC_pop2) {
        discard(t, code == BC_pop2 ? 2 : 1);
    } else if (code == BC_swap) {
        Slot top = t->stack[t->depth - 1];
        t->stack[t->depth - 1] = t->stack[t->depth - 2];
        t->stack[t->depth - 2] = top;
    } else {
        duplicate(t, dup_forms[code - BC_dup]);
    }
}

/* ---- arithmetic ---------------------------------------------------------- */

static bool is_literal(const Slot *slot, i64 low, i64 high)
{
    return slot->kind == CONSTANT_32 && slot->bits >= low && slot->bits <= high;
}

/* The form with a literal for op, and the literal; 0 when there is none. */
static u32 literal_form(u32 op, const Slot *slot, bool constant_first, i32 *literal)
{
    static const u16 forms[][2] = {
        { OP_ADD_I, OP_ADD_I_LIT }, { OP_MUL_I, OP_MUL_I_LIT }, { OP_AND_I, OP_AND_I_LIT }, { OP_OR_I, OP_OR_I_LIT },
        { OP_XOR_I, OP_XOR_I_LIT }, { OP_DIV_I, OP_DIV_I_LIT }, { OP_REM_I, OP_REM_I_LIT }, { OP_SHL_I, OP_SHL_I_LIT },
        { OP_SHR_I, OP_SHR_I_LIT }, { OP_USHR_I, OP_USHR_I_LIT },
    };
    enum { COMMUTATIVE = 5 };
    if (slot->kind != CONSTANT_32)
        return 0;
    *literal = (i32)slot->bits;
    if (op == OP_SUB_I) {
        if (constant_first)
            return is_literal(slot, INT16_MIN, INT16_MAX) ? OP_RSUB_I_LIT : 0;
        *literal = (i32)-slot->bits;
        return is_literal(slot, -INT16_MAX, -(i64)INT16_MIN) ? OP_ADD_I_LIT : 0;
    }
    if (op == OP_SHL_I || op == OP_SHR_I || op == OP_USHR_I)
        *literal &= 31;
    else if (!is_literal(slot, INT16_MIN, INT16_MAX) || ((op == OP_DIV_I || op == OP_REM_I) && !slot->bits))
        return 0;
    for (u32 i = 0; i < (constant_first ? COMMUTATIVE : COUNT_OF(forms)); i++)
        if (forms[i][0] == op)
            return forms[i][1];
    return 0;
}

static void int_binary(Translator *t, u32 op)
{
    i32 literal;
    const Slot *first = &t->stack[t->depth - 2], *second = &t->stack[t->depth - 1];
    bool swapped = false;
    u32 form = literal_form(op, second, false, &literal);
    if (!form && second->kind == IN_REGISTER) {
        form = literal_form(op, first, true, &literal);
        swapped = form != 0;
    }
    if (form) {
        u32 b = use(t, swapped ? 1 : 2);
        drop(t, 2);
        u32 a = push_result(t, 1);
        emit_ab(t, form, a, b);
        t->units[t->last].literal_c = (i16)literal;
        return;
    }
    u32 b = use(t, 2), c = use(t, 1);
    drop(t, 2);
    u32 a = push_result(t, 1);
    emit_ab(t, op, a, b);
    t->units[t->last].c = (u16)c;
}

static void binary(Translator *t, const Bytecode *row)
{
    u32 first = (u32)(row->pops[0] - '0'), second = (u32)(row->pops[1] - '0');
    u32 b = use(t, first + second), c = use(t, second);
    drop(t, first + second);
    u32 a = push_result(t, (u32)(row->pushes[0] - '0'));
    emit_ab(t, row->op, a, b);
    t->units[t->last].c = (u16)c;
}

static void unary(Translator *t, const Bytecode *row)
{
    u32 width = (u32)(row->pops[0] - '0');
    u32 b = use(t, width);
    drop(t, width);
    u32 a = push_result(t, (u32)(row->pushes[0] - '0'));
    emit_ab(t, row->op, a, b);
}

static void array_store(Translator *t, const Bytecode *row)
{
    u32 width = (u32)(row->pops[2] - '0');
    u32 array = use(t, width + 2), index = use(t, width + 1), value = use(t, width);
    drop(t, width + 2);
    emit_ab(t, row->op, value, array);
    t->units[t->last].c = (u16)index;
}

static void constant(Translator *t, const Insn *insn)
{
    static const float floats[] = { 0, 1, 2 };
    static const double doubles[] = { 0, 1 };
    i64 bits = 0;
    switch (insn->code) {
    case BC_aconst_null:
        break;
    case BC_lconst_0: case BC_lconst_1:
        bits = (i64)insn->code - BC_lconst_0;
        break;
    case BC_fconst_0: case BC_fconst_1: case BC_fconst_2: {
        i32 word;
        memcpy(&word, &floats[insn->code - BC_fconst_0], sizeof word);
        bits = word;
        break;
    }
    case BC_dconst_0: case BC_dconst_1:
        memcpy(&bits, &doubles[insn->code - BC_dconst_0], sizeof bits);
        break;
    case BC_bipush: case BC_sipush:
        bits = insn->operand;
        break;
    default:
        bits = (i64)insn->code - BC_iconst_0;
    }
    push_constant(t, bits, (u32)(insn->row->pushes[0] - '0'));
}

/* ---- branches ------------------------------------------------------------ */

/* IF_EQ, NE, LT, GE, GT, LE: the opposite one is the neighbour. */
static u32 opposite(u32 op)
{
    u32 first = op >= OP_IF_EQ_LIT ? OP_IF_EQ_LIT : op >= OP_IF_EQZ ? OP_IF_EQZ : OP_IF_EQ;
    return first + ((op - first) ^ 1);
}

/* The same comparison with its operands exchanged. */
static u32 mirrored(u32 op)
{
    switch (op) {
    case OP_IF_LT: return OP_IF_GT;
    case OP_IF_GT: return OP_IF_LT;
    case OP_IF_GE: return OP_IF_LE;
    case OP_IF_LE: return OP_IF_GE;
    default: return op;
    }
}

static void emit_branch(Translator *t, u32 op, u32 a, u16 b, u32 pc)
{
    bool near = op_info[op].layout != LAYOUT_AT;
    if (near && t->long_branches) {
        Unit *unit = emit(t, opposite(op), a);
        unit->b = b;
        unit->literal_c = 2;
        emit_goto(t, pc);
        return;
    }
    t->fixups[t->fixup_count++] = (Fixup){ t->count, pc };
    emit(t, op, a)->b = b;
}

static void if_zero(Translator *t, u32 op, u32 pc)
{
    use(t, 1);
    settle_below(t, 1);
    u32 a = t->stack[t->depth - 1].reg;
    drop(t, 1);
    emit_branch(t, op, a, 0, pc);
}

static void if_compare(Translator *t, u32 op, u32 pc)
{
    Slot first = t->stack[t->depth - 2], second = t->stack[t->depth - 1];
    const Slot *literal = NULL;
    u32 other = 2;
    if (is_literal(&second, INT16_MIN, INT16_MAX)) {
        literal = &second;
    } else if (second.kind == IN_REGISTER && is_literal(&first, INT16_MIN, INT16_MAX)) {
        literal = &first;
        other = 1;
        op = mirrored(op);
    }
    use(t, other);
    if (!literal)
        use(t, 1);
    settle_below(t, 2);
    u32 a = t->stack[t->depth - other].reg, b = t->stack[t->depth - 1].reg;
    drop(t, 2);
    if (!literal)
        emit_branch(t, op, a, (u16)b, pc);
    else if (!literal->bits)
        emit_branch(t, op - OP_IF_EQ + OP_IF_EQZ, a, 0, pc);
    else
        emit_branch(t, op - OP_IF_EQ + OP_IF_EQ_LIT, a, (u16)(i16)literal->bits, pc);
}

/* A table without keys, with the default in its holes, where that is not much larger. */
static SwitchTable *pack_switch(Arena *arena, const SwitchView *view, u32 pc)
{
    i64 first = view->count ? switch_key(view, 0) : 0;
    i64 span = view->count ? switch_key(view, view->count - 1) - first + 1 : 0;
    SwitchTable *table = ARENA_NEW(arena, SwitchTable);
    bool packed = !view->has_keys || (view->count && span <= (i64)view->count * 2 + 8);
    table->count = packed ? (u32)span : view->count;
    table->first = (i32)first;
    table->targets = ARENA_ARRAY(arena, i32, table->count);
    if (packed) {
        for (u32 i = 0; i < table->count; i++)
            table->targets[i] = (i32)view->other;
        for (u32 i = 0; i < view->count; i++)
            table->targets[switch_key(view, i) - first] = (i32)pc + switch_offset(view, i);
        return table;
    }
    table->keys = ARENA_ARRAY(arena, i32, MAX(table->count, 1));
    for (u32 i = 0; i < view->count; i++) {
        table->keys[i] = switch_key(view, i);
        table->targets[i] = (i32)pc + switch_offset(view, i);
    }
    return table;
}

static void switch_on(Translator *t, const Insn *insn)
{
    SwitchView view;
    switch_view(t->body, insn->pc, &view);
    use(t, 1);
    settle_below(t, 1);
    u32 a = t->stack[t->depth - 1].reg;
    drop(t, 1);
    SwitchTable *table = pack_switch(t->body->file->store->arena, &view, insn->pc);
    SwitchFixup *fixup = ARENA_NEW(t->body->scratch, SwitchFixup);
    *fixup = (SwitchFixup){ t->count, table, t->switches };
    t->switches = fixup;
    emit(t, table->keys ? OP_SPARSE_SWITCH : OP_PACKED_SWITCH, a);
    emit_pointer(t, table);
    if (view.other != insn->next)
        emit_goto(t, view.other);
}

static void subroutine(Translator *t, u32 pc)
{
    settle(t, t->depth);
    u32 reg = claim(t, t->depth);
    t->fixups[t->fixup_count++] = (Fixup){ t->count, pc };
    emit(t, OP_JSR, reg);
}

/* ---- instructions with a Ref --------------------------------------------- */

static int load_constant(Translator *t, u32 index)
{
    ClassFile *file = t->body->file;
    u8 tag = pool_tag(file, index);
    switch (tag) {
    case POOL_INT: case POOL_FLOAT:
        push_constant(t, (i32)be32(pool_at(file, index)), 1);
        return OK;
    case POOL_LONG: case POOL_DOUBLE:
        push_constant(t, (i64)be64(pool_at(file, index)), 2);
        return OK;
    default: {
        Ref *ref;
        int status = pool_ref(file, index, &ref);
        if (status)
            return status;
        u32 a = push_result(t, 1);
        emit(t, tag == POOL_STRING ? OP_CONST_STRING : tag == POOL_CLASS ? OP_CONST_CLASS : OP_CONST_HANDLE, a);
        emit_pointer(t, ref);
        return OK;
    }
    }
}

static int field(Translator *t, const Insn *insn)
{
    Ref *ref;
    u16 shape;
    int status = pool_ref(t->body->file, (u32)insn->operand, &ref);
    if (!status)
        status = pool_shape(t->body->file, (u32)insn->operand, &shape);
    if (status)
        return status;
    u32 width = SHAPE_RESULT(shape), a, b = 0;
    switch (insn->code) {
    case BC_getfield:
        b = use(t, 1);
        drop(t, 1);
        /* fall through */
    case BC_getstatic:
        a = push_result(t, width);
        break;
    case BC_putfield:
        b = use(t, width + 1);
        a = use(t, width);
        drop(t, width + 1);
        break;
    default:
        a = use(t, width);
        drop(t, width);
    }
    emit_ab(t, insn->row->op, a, b);
    emit_pointer(t, ref);
    return OK;
}

/* Takes `count` slots off the stack as the registers of a call, and pushes its result. */
static void call(Translator *t, u32 op, Ref *ref, u32 count, u32 result)
{
    for (u32 i = 0; i < count; i++)
        use(t, count - i);
    u32 from = t->depth - count;
    u16 registers[256];
    for (u32 i = 0; i < count; i++) {
        const Slot *slot = &t->stack[from + i];
        registers[i] = (u16)(slot->kind == SECOND_HALF ? registers[i - 1] + 1u : slot->reg);
        t->high = MAX(t->high, registers[i] + 1u);
    }
    drop(t, count);
    u32 b = result ? push_result(t, result) : NO_RESULT;
    emit_ab(t, op, count, b);
    emit_pointer(t, ref);
    for (u32 i = 0; i < count; i += 4) {
        Unit *unit = &t->units[t->count++];
        unit->word = 0;
        for (u32 k = 0; k < 4 && i + k < count; k++)
            unit->registers[k] = registers[i + k];
    }
}

static int invoke(Translator *t, const Insn *insn)
{
    Body *body = t->body;
    Ref *ref;
    u16 shape;
    u32 index = (u32)insn->operand, op = insn->row->op;
    int status = insn->code == BC_invokedynamic
        ? pool_call_site(body->file, index, (u32)(body->code + insn->pc - body->file->bytes), &ref)
        : pool_ref(body->file, index, &ref);
    if (!status)
        status = pool_shape(body->file, index, &shape);
    if (status)
        return status;
    bool is_constructor = ref->name->text[0] == '<';
    if (is_constructor && (insn->code != BC_invokespecial || !symbol_is(ref->name, "<init>")))
        return body_fail(body, insn->pc, "%s cannot be invoked so", ref->name->text);
    /* On the own class invokespecial means exactly the method named; on others, the super class's. */
    if (insn->code == BC_invokespecial && (is_constructor || ref->owner == body->def->name))
        op = OP_INVOKE_DIRECT;
    u32 receiver = insn->code != BC_invokestatic && insn->code != BC_invokedynamic;
    call(t, op, ref, SHAPE_ARGS(shape) + receiver, SHAPE_RESULT(shape));
    return OK;
}

static int new_array(Translator *t, const Insn *insn)
{
    Ref *ref;
    int status = insn->code == BC_newarray ? pool_primitive_array_ref(t->body->file, (u32)insn->operand, &ref)
                                           : pool_array_ref(t->body->file, (u32)insn->operand, &ref);
    if (status)
        return status;
    u32 b = use(t, 1);
    drop(t, 1);
    u32 a = push_result(t, 1);
    emit_ab(t, OP_NEW_ARRAY, a, b);
    emit_pointer(t, ref);
    return OK;
}

static int multi_array(Translator *t, const Insn *insn, Ref *ref)
{
    if (strspn(ref->owner->text, "[") < (size_t)insn->second)
        return body_fail(t->body, insn->pc, "%d dimensions of %s", insn->second, ref->owner->text);
    call(t, OP_MULTI_NEW_ARRAY, ref, (u32)insn->second, 1);
    return OK;
}

/* new, checkcast, instanceof, multianewarray */
static int with_class(Translator *t, const Insn *insn)
{
    Ref *ref;
    if (pool_tag(t->body->file, (u32)insn->operand) != POOL_CLASS)
        return body_fail(t->body, insn->pc, "constant %d is no class", insn->operand);
    int status = pool_ref(t->body->file, (u32)insn->operand, &ref);
    if (status)
        return status;
    switch (insn->row->action) {
    case DO_NEW:
        if (ref->owner->text[0] == '[')
            return body_fail(t->body, insn->pc, "%s is an array class", ref->owner->text);
        emit(t, OP_NEW_INSTANCE, push_result(t, 1));
        break;
    case DO_CAST: {
        u32 a = use(t, 1), before = t->last;
        emit(t, OP_CHECK_CAST, a);
        if (before != NONE && insn_definition(&t->units[before]) == a && !is_guarded(t->body, insn->pc))
            t->before_cast = before;
        break;
    }
    case DO_TYPE_TEST: {
        u32 b = use(t, 1);
        drop(t, 1);
        u32 a = push_result(t, 1);
        emit_ab(t, OP_INSTANCE_OF, a, b);
        break;
    }
    default:
        return multi_array(t, insn, ref);
    }
    emit_pointer(t, ref);
    return OK;
}

/* ---- one instruction ----------------------------------------------------- */

static int translate(Translator *t, const Insn *insn)
{
    const Bytecode *row = insn->row;
    u32 target = (u32)insn->operand;
    switch ((Action)row->action) {
    case DO_NOTHING: break;
    case DO_CONSTANT: constant(t, insn); break;
    case DO_LDC: return load_constant(t, (u32)insn->operand);
    case DO_LOAD: push_register(t, (u32)insn->operand, (u32)(row->pushes[0] - '0')); break;
    case DO_STORE: store(t, (u32)insn->operand, (u32)(row->pops[0] - '0')); break;
    case DO_ARRAY_LOAD: case DO_BINARY: binary(t, row); break;
    case DO_ARRAY_STORE: array_store(t, row); break;
    case DO_STACK: shuffle(t, insn->code); break;
    case DO_INT_BINARY: int_binary(t, row->op); break;
    case DO_UNARY: unary(t, row); break;
    case DO_IINC: increment(t, (u32)insn->operand, insn->second); break;
    case DO_IF_ZERO: if_zero(t, row->op, target); break;
    case DO_IF_COMPARE: if_compare(t, row->op, target); break;
    case DO_JUMP:
        settle(t, t->depth);
        emit_goto(t, target);
        break;
    case DO_SUBROUTINE: subroutine(t, target); break;
    case DO_SUBROUTINE_RETURN: emit(t, OP_RET, (u32)insn->operand); break;
    case DO_SWITCH: switch_on(t, insn); break;
    case DO_RETURN_NOTHING: emit(t, OP_RETURN_VOID, 0); break;
    case DO_RETURN_VALUE: case DO_THROW_VALUE: case DO_MONITOR: {
        u32 width = (u32)(row->pops[0] - '0'), a = use(t, width);
        drop(t, width);
        emit(t, row->op, a);
        break;
    }
    case DO_FIELD: return field(t, insn);
    case DO_INVOKE: return invoke(t, insn);
    case DO_ARRAY_NEW: return new_array(t, insn);
    case DO_NEW: case DO_CAST: case DO_TYPE_TEST: case DO_MULTI: return with_class(t, insn);
    }
    return OK;
}

static bool ends_block(const Bytecode *row)
{
    switch (row->action) {
    case DO_JUMP: case DO_SUBROUTINE: case DO_SUBROUTINE_RETURN: case DO_SWITCH: case DO_RETURN_VALUE:
    case DO_RETURN_NOTHING: case DO_THROW_VALUE:
        return true;
    default:
        return false;
    }
}

/* ---- the whole body ------------------------------------------------------ */

static void enter_handler(Translator *t, u32 pc)
{
    if (!(t->body->marks[pc] & MARK_ARRIVAL)) {
        emit(t, OP_MOVE_EXCEPTION, t->base);
        return;
    }
    SideDoor *door = ARENA_NEW(t->body->scratch, SideDoor);
    *door = (SideDoor){ pc, 0, t->doors };
    t->doors = door;
}

static int translate_blocks(Translator *t)
{
    const Body *body = t->body;
    bool live = false;
    for (u32 pc = 0; pc < body->length;) {
        Insn insn;
        insn_decode(body, pc, &insn);
        u32 deepest = MAX(t->depth, body->shapes[pc] ? body->shapes[pc]->depth : 0);
        int status = make_room(t, 640 + 6 * deepest);
        if (status)
            return status;
        bool leads = body->marks[pc] & MARK_LEADER;
        if (leads && live)
            settle(t, t->depth);
        for (u32 i = pc; i < insn.next; i++)
            t->unit_of[i] = t->count;
        if (leads) {
            live = body->shapes[pc] != NULL;
            if (live)
                begin_block(t, body->shapes[pc]);
            if (live && (body->marks[pc] & MARK_HANDLER))
                enter_handler(t, pc);
        }
        if (live) {
            status = translate(t, &insn);
            if (status)
                return status;
            live = !ends_block(insn.row);
        }
        pc = insn.next;
    }
    t->unit_of[body->length] = t->count;
    for (SideDoor *door = t->doors; door; door = door->next) {
        int status = make_room(t, 4);
        if (status)
            return status;
        door->unit = t->count;
        emit(t, OP_MOVE_EXCEPTION, t->base);
        emit_goto(t, door->pc);
    }
    return OK;
}

/* false: a branch does not reach its target in the short form. */
static bool fill_in_targets(Translator *t)
{
    for (u32 i = 0; i < t->fixup_count; i++) {
        Unit *unit = &t->units[t->fixups[i].unit];
        i64 distance = (i64)t->unit_of[t->fixups[i].pc] - t->fixups[i].unit;
        u8 layout = op_info[unit->op].layout;
        if (layout == LAYOUT_T || layout == LAYOUT_AT) {
            unit->imm = (i32)distance;
        } else {
            if (distance < INT16_MIN || distance > INT16_MAX)
                return false;
            unit->literal_c = (i16)distance;
        }
    }
    for (SwitchFixup *fixup = t->switches; fixup; fixup = fixup->next)
        for (u32 i = 0; i < fixup->table->count; i++)
            fixup->table->targets[i] = (i32)t->unit_of[fixup->table->targets[i]] - (i32)fixup->unit;
    return true;
}

static int translate_body(Translator *t)
{
    Body *body = t->body;
    Arena *scratch = body->scratch;
    u32 registers = body->max_locals + body->max_stack + 1;
    u32 fixups = body->branch_count + 1;
    for (u32 pc = 0; pc < body->length; pc++)
        fixups += body->marks[pc] >> 2 & 1;
    t->base = body->max_locals;
    t->room = body->length + 700;
    t->units = arena_try_alloc(scratch, t->room * sizeof *t->units);
    t->stack = arena_try_alloc(scratch, (body->max_stack + 1) * sizeof *t->stack);
    t->uses = arena_try_alloc(scratch, registers * sizeof *t->uses);
    t->unit_of = arena_try_alloc(scratch, (body->length + 1) * sizeof *t->unit_of);
    t->fixups = arena_try_alloc(scratch, fixups * sizeof *t->fixups);
    if (!t->units || !t->stack || !t->uses || !t->unit_of || !t->fixups)
        return body_fail(body, 0, "the body is too large to be translated");
    for (int attempt = 0; attempt < 2; attempt++) {
        t->long_branches = attempt > 0;
        t->depth = t->count = t->fixup_count = 0;
        t->switches = NULL;
        t->doors = NULL;
        t->last = t->before_cast = NONE;
        memset(t->uses, 0, registers * sizeof *t->uses);
        int status = translate_blocks(t);
        if (status)
            return status;
        if (fill_in_targets(t))
            return OK;
    }
    return body_fail(body, 0, "the body is too large to be translated");
}

/* ---- what goes with it --------------------------------------------------- */

static int by_pc(const void *a, const void *b)
{
    const LinePos *x = a, *y = b;
    return x->unit < y->unit ? -1 : x->unit > y->unit;
}

/* LineNumberTable: count 2, then each: pc 2, line 2. There may be several, in any order. */
static int read_lines(Translator *t, Code *code)
{
    Body *body = t->body;
    Cursor c = body->attributes;
    u32 attributes = take_u2(&c), room = 0, count = 0;
    LinePos *lines = NULL;
    bool in_order = true;
    for (u32 pass = 0; pass < 2; pass++) {
        Cursor at = c;
        for (u32 i = 0; i < attributes; i++) {
            u32 name;
            Cursor content = take_attribute(body->file, &at, &name);
            if (at.past_end)
                return body_fail(body, 0, "an attribute of the body runs past it");
            if (!utf8_is(body->file, name, "LineNumberTable"))
                continue;
            u32 entries = MIN(take_u2(&content), (content.end - content.at) / 4);
            if (!pass) {
                room += entries;
                continue;
            }
            for (u32 k = 0; k < entries; k++) {
                u32 pc = take_u2(&content), line = take_u2(&content);
                if (pc >= body->length)
                    continue;
                in_order &= !count || lines[count - 1].unit <= pc;
                lines[count++] = (LinePos){ pc, line };
            }
        }
        if (!room)
            return OK;
        if (!pass) {
            lines = arena_try_alloc(body->scratch, room * sizeof *lines);
            if (!lines)
                return body_fail(body, 0, "the body is too large to be translated");
        }
    }
    if (!in_order)
        qsort(lines, count, sizeof *lines, by_pc);
    u32 kept = 0;
    for (u32 i = 0; i < count; i++) {
        u32 unit = t->unit_of[lines[i].unit], line = lines[i].line;
        if (unit >= t->count)
            continue;
        if (kept && lines[kept - 1].unit == unit)
            lines[kept - 1].line = line;
        else
            lines[kept++] = (LinePos){ unit, line };
    }
    code->lines = ARENA_ARRAY(body->file->store->arena, LinePos, kept);
    if (kept)
        memcpy(code->lines, lines, kept * sizeof *lines);
    code->line_count = kept;
    return OK;
}

static int read_tries(Translator *t, Code *code)
{
    Body *body = t->body;
    code->tries = ARENA_ARRAY(body->file->store->arena, TryRange, body->handler_count);
    for (u32 i = 0; i < body->handler_count; i++) {
        const u8 *entry = body->handlers + i * 8;
        u32 handler = be16(entry + 4), type = be16(entry + 6);
        TryRange range = { t->unit_of[be16(entry)], t->unit_of[be16(entry + 2)], t->unit_of[handler], NULL };
        for (SideDoor *door = t->doors; door; door = door->next)
            if (door->pc == handler)
                range.handler = door->unit;
        if (type) {
            if (pool_tag(body->file, type) != POOL_CLASS)
                return body_fail(body, handler, "constant %u is caught, which is no class", type);
            int status = pool_ref(body->file, type, &range.type);
            if (status)
                return status;
        }
        if (range.start < range.end)
            code->tries[code->try_count++] = range;
    }
    return OK;
}

static void fill_in_origins(Translator *t, Code *code)
{
    const Body *body = t->body;
    code->origins = ARENA_ARRAY(body->file->store->arena, u32, t->count);
    Insn insn;
    for (u32 pc = 0; pc < body->length; pc = insn.next) {
        insn_decode(body, pc, &insn);
        for (u32 unit = t->unit_of[pc]; unit < t->unit_of[insn.next]; unit++)
            code->origins[unit] = pc;
    }
    for (const SideDoor *door = t->doors; door; door = door->next)
        code->origins[door->unit] = code->origins[door->unit + 1] = door->pc;
}

/*
 * The Code attribute: stack 2, locals 2, size 4, code, handlers 2 and 8 bytes
 * each, attributes. Before version 45.3: stack 1, locals 1, size 2.
 */
static int open_body(Body *body)
{
    ClassFile *file = body->file;
    Cursor c = { file->bytes, (u32)((const u8 *)body->method->extra - file->bytes) + 6, file->size, false };
    u32 attributes = take_u2(&c);
    for (u32 i = 0; i < attributes; i++) {
        u32 name;
        Cursor content = take_attribute(file, &c, &name);
        if (!utf8_is(file, name, "Code"))
            continue;
        bool old = be16(file->bytes + 6) == 45 && be16(file->bytes + 4) < 3;
        body->max_stack = old ? take_u1(&content) : take_u2(&content);
        body->max_locals = old ? take_u1(&content) : take_u2(&content);
        body->length = old ? take_u2(&content) : take_u4(&content);
        body->code = file->bytes + content.at;
        take_skip(&content, body->length);
        body->handler_count = take_u2(&content);
        body->handlers = file->bytes + content.at;
        take_skip(&content, body->handler_count * 8);
        body->attributes = content;
        if (content.past_end || !body->length || body->length > 0xffff) {
            u32 length = body->length;
            body->length = 0;
            return body_fail(body, 0, "a body of %u bytes does not fit its attribute", length);
        }
        return OK;
    }
    return error_set(ERR_MOMENT, "%s.%s%s has no body", file->name, body->method->name->text, body->method->descriptor->text);
}

int class_file_translate(const ClassDef *def, const MethodDef *method, bool with_origins, Code **out)
{
    ClassFile *file = (ClassFile *)def->extra;
    CodeStore *store = file->store;
    int status = code_store_scratch(store);
    if (status)
        return status;
    ArenaMark mark = arena_mark(&store->scratch);
    Body body = { .file = file, .def = def, .method = method, .scratch = &store->scratch };
    Translator t = { .body = &body };
    Code made = { 0 };
    u16 shape = 0;
    status = open_body(&body);
    if (!status && !descriptor_shape(method->descriptor->text, method->descriptor->length, &shape))
        status = body_fail(&body, 0, "the descriptor is none");
    made.argument_registers = (u16)(SHAPE_ARGS(shape) + !(method->access & ACC_STATIC));
    if (!status && made.argument_registers > body.max_locals)
        status = body_fail(&body, 0, "%u registers of arguments in %u locals", made.argument_registers, body.max_locals);
    if (!status && body.max_locals + body.max_stack > 0xfff0)
        status = body_fail(&body, 0, "%u locals and %u stack slots are too many", body.max_locals, body.max_stack);
    if (!status)
        status = body_scan(&body);
    if (!status)
        status = translate_body(&t);
    if (!status)
        status = read_tries(&t, &made);
    if (!status)
        status = read_lines(&t, &made);
    if (!status) {
        made.unit_count = t.count;
        made.units = ARENA_ARRAY(store->arena, Unit, t.count);
        memcpy(made.units, t.units, t.count * sizeof *t.units);
        made.register_count = (u16)MAX(t.high, body.max_locals);
        if (with_origins)
            fill_in_origins(&t, &made);
        *out = ARENA_NEW(store->arena, Code);
        **out = made;
    }
    arena_release(&store->scratch, mark);
    return status;
}
