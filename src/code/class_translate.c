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
#include "code/class_stack.h"

#include <string.h>

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
        u32 b = stack_use(t, swapped ? 1 : 2);
        drop(t, 2);
        u32 a = push_result(t, 1);
        emit_ab(t, form, a, b);
        t->units[t->last].literal_c = (i16)literal;
        return;
    }
    u32 b = stack_use(t, 2), c = stack_use(t, 1);
    drop(t, 2);
    u32 a = push_result(t, 1);
    emit_ab(t, op, a, b);
    t->units[t->last].c = (u16)c;
}

static void binary(Translator *t, const Bytecode *row)
{
    u32 first = (u32)(row->pops[0] - '0'), second = (u32)(row->pops[1] - '0');
    u32 b = stack_use(t, first + second), c = stack_use(t, second);
    drop(t, first + second);
    u32 a = push_result(t, (u32)(row->pushes[0] - '0'));
    emit_ab(t, row->op, a, b);
    t->units[t->last].c = (u16)c;
}

static void unary(Translator *t, const Bytecode *row)
{
    u32 width = (u32)(row->pops[0] - '0');
    u32 b = stack_use(t, width);
    drop(t, width);
    u32 a = push_result(t, (u32)(row->pushes[0] - '0'));
    emit_ab(t, row->op, a, b);
}

static void array_store(Translator *t, const Bytecode *row)
{
    u32 width = (u32)(row->pops[2] - '0');
    u32 array = stack_use(t, width + 2), index = stack_use(t, width + 1), value = stack_use(t, width);
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
    stack_use(t, 1);
    stack_settle_below(t, 1);
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
    stack_use(t, other);
    if (!literal)
        stack_use(t, 1);
    stack_settle_below(t, 2);
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
    stack_use(t, 1);
    stack_settle_below(t, 1);
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
    stack_settle(t, t->depth);
    u32 reg = stack_claim(t, t->depth);
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
        b = stack_use(t, 1);
        drop(t, 1);
        /* fall through */
    case BC_getstatic:
        a = push_result(t, width);
        break;
    case BC_putfield:
        b = stack_use(t, width + 1);
        a = stack_use(t, width);
        drop(t, width + 1);
        break;
    default:
        a = stack_use(t, width);
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
        stack_use(t, count - i);
    u32 from = t->depth - count;
    u16 registers[256];
    for (u32 i = 0; i < count; i++) {
        const Slot *slot = &t->stack[from + i];
        registers[i] = (u16)(slot->kind == SECOND_HALF ? registers[i - 1] : slot->reg);
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
    u32 b = stack_use(t, 1);
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

static bool is_guarded(const Body *body, u32 pc)
{
    for (u32 i = 0; i < body->handler_count; i++)
        if (be16(body->handlers + i * 8) <= pc && pc < be16(body->handlers + i * 8 + 2))
            return true;
    return false;
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
        u32 a = stack_use(t, 1), before = t->last;
        emit(t, OP_CHECK_CAST, a);
        if (before != NONE && insn_definition(&t->units[before]) == a && !is_guarded(t->body, insn->pc))
            t->before_cast = before;
        break;
    }
    case DO_TYPE_TEST: {
        u32 b = stack_use(t, 1);
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

static int jump(Translator *t, const Insn *insn);

static int translate(Translator *t, const Insn *insn)
{
    const Bytecode *row = insn->row;
    u32 target = (u32)insn->operand;
    switch ((Action)row->action) {
    case DO_NOTHING: break;
    case DO_CONSTANT: constant(t, insn); break;
    case DO_LDC: return load_constant(t, (u32)insn->operand);
    case DO_LOAD: push_register(t, (u32)insn->operand, (u32)(row->pushes[0] - '0')); break;
    case DO_STORE: stack_store(t, (u32)insn->operand, (u32)(row->pops[0] - '0')); break;
    case DO_ARRAY_LOAD: case DO_BINARY: binary(t, row); break;
    case DO_ARRAY_STORE: array_store(t, row); break;
    case DO_STACK: stack_shuffle(t, insn->code); break;
    case DO_INT_BINARY: int_binary(t, row->op); break;
    case DO_UNARY: unary(t, row); break;
    case DO_IINC: stack_increment(t, (u32)insn->operand, insn->second); break;
    case DO_IF_ZERO: if_zero(t, row->op, target); break;
    case DO_IF_COMPARE: if_compare(t, row->op, target); break;
    case DO_JUMP:
        stack_settle(t, t->depth);
        return jump(t, insn);
    case DO_SUBROUTINE: subroutine(t, target); break;
    case DO_SUBROUTINE_RETURN: emit(t, OP_RET, (u32)insn->operand); break;
    case DO_SWITCH: switch_on(t, insn); break;
    case DO_RETURN_NOTHING: emit(t, OP_RETURN_VOID, 0); break;
    case DO_RETURN_VALUE: case DO_THROW_VALUE: case DO_MONITOR: {
        u32 width = (u32)(row->pops[0] - '0'), a = stack_use(t, width);
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

/* Would an exception be caught at both places alike, and name the same line? */
static bool is_same_place(const Body *body, u32 pc, u32 other)
{
    for (u32 i = 0; i < body->handler_count; i++) {
        u32 start = be16(body->handlers + i * 8), end = be16(body->handlers + i * 8 + 2);
        if ((start <= pc && pc < end) != (start <= other && other < end))
            return false;
    }
    return body_line(body, pc) == body_line(body, other);
}

/*
 * A loop's jump back to its condition, where that is short and calls nothing:
 * the condition is written again in the jump's place, the other way round, so
 * that a turn of the loop takes one branch instead of two.
 */
static int turn_loop(Translator *t, const Insn *back, bool *turned)
{
    enum { LONGEST = 6 };
    Insn insns[LONGEST];
    u32 count = 0;
    *turned = false;
    if (t->depth || (u32)back->operand > back->pc)
        return OK;
    for (u32 pc = (u32)back->operand;; pc = insns[count++].next) {
        if (count == LONGEST || pc >= t->body->length)
            return OK;
        Insn *insn = &insns[count];
        insn_decode(t->body, pc, insn);
        u8 action = insn->row->action;
        if (action == DO_IF_ZERO || action == DO_IF_COMPARE)
            break;
        u8 tag = action == DO_LDC ? pool_tag(t->body->file, (u32)insn->operand) : 0;
        if (action == DO_LOAD || action == DO_CONSTANT || (tag >= POOL_INT && tag <= POOL_DOUBLE))
            continue;
        bool may_throw = op_info[insn->row->op].flags & OPF_THROWS;
        bool computes = action == DO_INT_BINARY || action == DO_BINARY || action == DO_UNARY || action == DO_ARRAY_LOAD ||
                        insn->code == BC_getfield;
        if (!computes || (may_throw && !is_same_place(t->body, pc, back->pc)))
            return OK;
    }
    *turned = true;
    for (u32 i = 0; i < count; i++) {
        int status = translate(t, &insns[i]);
        if (status)
            return status;
    }
    const Insn *branch = &insns[count];
    if (branch->row->action == DO_IF_ZERO)
        if_zero(t, opposite(branch->row->op), branch->next);
    else
        if_compare(t, opposite(branch->row->op), branch->next);
    if ((u32)branch->operand != back->next)
        emit_goto(t, (u32)branch->operand);
    return OK;
}

static int jump(Translator *t, const Insn *insn)
{
    bool turned;
    int status = turn_loop(t, insn, &turned);
    if (!status && !turned)
        emit_goto(t, (u32)insn->operand);
    return status;
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

static bool has_side_door(const Body *body, u32 pc)
{
    return (body->marks[pc] & (MARK_HANDLER | MARK_ARRIVAL)) == (MARK_HANDLER | MARK_ARRIVAL);
}

static int add_side_doors(Translator *t)
{
    const Body *body = t->body;
    for (u32 i = 0; i < body->handler_count; i++) {
        u32 pc = be16(body->handlers + i * 8 + 4);
        if (!has_side_door(body, pc))
            continue;
        if (!t->doors)
            t->doors = arena_try_alloc(body->scratch, body->length * sizeof *t->doors);
        if (!t->doors || stack_make_room(t, 4))
            return body_fail(body, 0, "the body is too large to be translated");
        if (t->doors[pc])
            continue;       /* another handler's range leads there too */
        t->doors[pc] = t->count;
        emit(t, OP_MOVE_EXCEPTION, t->base);
        emit_goto(t, pc);
    }
    return OK;
}

static int translate_blocks(Translator *t)
{
    const Body *body = t->body;
    bool live = false;
    for (u32 pc = 0; pc < body->length;) {
        Insn insn;
        insn_decode(body, pc, &insn);
        /* An operand, a settled slot and a listed register take at most one unit each, an exchange one for two. */
        u32 deepest = MAX(t->depth, body->shapes[pc] ? body->shapes[pc]->depth : 0);
        int status = stack_make_room(t, 24 + 5 * deepest);
        if (status)
            return status;
        bool leads = body->marks[pc] & MARK_LEADER;
        if (leads && live)
            stack_settle(t, t->depth);
        for (u32 i = pc; i < insn.next; i++)
            t->unit_of[i] = t->count;
        if (leads) {
            live = body->shapes[pc] != NULL;
            if (live)
                stack_begin_block(t, body->shapes[pc]);
            if (live && (body->marks[pc] & MARK_HANDLER) && !has_side_door(body, pc))
                emit(t, OP_MOVE_EXCEPTION, t->base);
        }
        if (live) {
            if (t->depth)
                body->marks[pc] |= MARK_INSIDE;
            status = translate(t, &insn);
            if (status)
                return status;
            live = !ends_block(insn.row);
        }
        pc = insn.next;
    }
    t->unit_of[body->length] = t->count;
    return add_side_doors(t);
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

int translate_body(Translator *t)
{
    Body *body = t->body;
    Arena *scratch = body->scratch;
    u32 registers = body->max_locals + body->max_stack + 1;
    u32 fixups = body->branch_count + body->handler_count;
    t->base = body->max_locals;
    t->room = body->length + 64;
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
        t->last = t->before_cast = NONE;
        memset(t->uses, 0, registers * sizeof *t->uses);
        if (t->doors)
            memset(t->doors, 0, body->length * sizeof *t->doors);
        int status = translate_blocks(t);
        if (status)
            return status;
        if (fill_in_targets(t))
            return OK;
    }
    return body_fail(body, 0, "the body is too large to be translated");
}
