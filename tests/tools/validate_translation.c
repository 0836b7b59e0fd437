/*
 * Does the register code do what the stack code did? Both are run symbolically,
 * block by block, for every method of the jars named:
 *
 *   - values are numbers made from what computes them, so equal computations are
 *     equal numbers on both sides;
 *   - whatever can be seen from outside (calls, stores, throws, branches) is an
 *     event; both sides must show the same events on the same values in order;
 *   - where a handler watches, the locals must agree at every event that throws;
 *   - at the end of a block all locals and all stack slots must agree.
 *
 * The stack side is written plainly, without any of the translator's ideas.
 */
#include "base/file.h"
#include "code/class_body.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef u64 Value;

static Value mix(u64 a, u64 b)
{
    u64 h = (a * 0x9e3779b97f4a7c15u ^ a >> 29) + b;
    h = (h ^ h >> 32) * 0xff51afd7ed558ccdu;
    h = (h ^ h >> 29) * 0xc4ceb9fe1a85ec53u;
    return h ^ h >> 32;
}

enum { TAG_LOCAL = 1001, TAG_STACK, TAG_RESULT, TAG_CONST, TAG_WIDE, TAG_SWITCH };

typedef struct Side {
    Value *registers;           /* locals, then stack */
    Value *events;
    u32 *where;
    u32 count, room;
} Side;

static struct { Value value; i64 bits; } constants[1 << 22];    /* which values are 32-bit constants */

static Value constant32(i64 bits)
{
    Value v = mix(TAG_CONST, (u64)(i64)(i32)bits);
    constants[v & (COUNT_OF(constants) - 1)].value = v;
    constants[v & (COUNT_OF(constants) - 1)].bits = (i32)bits;
    return v;
}

static bool is_constant(Value v, i64 *bits)
{
    *bits = constants[v & (COUNT_OF(constants) - 1)].bits;
    return constants[v & (COUNT_OF(constants) - 1)].value == v;
}

/* The same number for x - 5 and x + -5, 3 * x and x * 3, shifts by 33 and by 1. */
static void canonical(u32 *op, Value *a, Value *b)
{
    i64 n;
    if (*op == OP_SUB_I && is_constant(*b, &n) && n != INT32_MIN) {
        *op = OP_ADD_I;
        *b = constant32(-n);
    }
    bool commutes = *op == OP_ADD_I || *op == OP_MUL_I || *op == OP_AND_I || *op == OP_OR_I || *op == OP_XOR_I;
    if (commutes && is_constant(*a, &n) && (!is_constant(*b, &n) || *a < *b)) {
        Value t = *a;
        *a = *b, *b = t;
    }
    if ((*op == OP_SHL_I || *op == OP_SHR_I || *op == OP_USHR_I) && is_constant(*b, &n))
        *b = constant32(n & 31);
}

static void event(Side *s, u32 pc, Value what)
{
    if (s->count == s->room) {
        s->room = s->room * 2 + 64;
        s->events = xrealloc(s->events, s->room * sizeof *s->events);
        s->where = xrealloc(s->where, s->room * sizeof *s->where);
    }
    s->where[s->count] = pc;
    s->events[s->count++] = what;
}

typedef struct Method {
    Body body;
    const Code *code;
    u32 *unit_of;
    u32 locals;
} Method;

static Value locals_at(const Method *m, const Side *s, u32 pc)
{
    bool guarded = false;
    Value all = 0;
    for (u32 i = 0; i < m->body.handler_count; i++)
        guarded |= be16(m->body.handlers + i * 8) <= pc && pc < be16(m->body.handlers + i * 8 + 2);
    for (u32 i = 0; guarded && i < m->locals; i++)
        all = mix(all, s->registers[i]);
    return all;
}

/* The result of an instruction: pure ones by what they compute, throwing ones by their place. */
static Value result(const Method *m, Side *s, u32 pc, u32 op, Value inputs)
{
    if (!(op_info[op].flags & OPF_THROWS))
        return mix(op, inputs);
    event(s, pc, mix(mix(op, inputs), locals_at(m, s, pc)));
    return mix(TAG_RESULT, s->count);
}

static Value two(const Method *m, Side *s, u32 pc, u32 op, Value a, Value b)
{
    canonical(&op, &a, &b);
    return result(m, s, pc, op, mix(mix(1, a), b));
}

static u32 mirrored(u32 op)
{
    return op == OP_IF_LT ? OP_IF_GT : op == OP_IF_GT ? OP_IF_LT : op == OP_IF_GE ? OP_IF_LE : op == OP_IF_LE ? OP_IF_GE : op;
}

static void compare(Side *s, u32 pc, u32 op, Value a, Value b, u32 target)
{
    i64 n;
    if (is_constant(a, &n) && (!is_constant(b, &n) || a < b)) {
        Value t = a;
        a = b, b = t;
        op = mirrored(op);
    }
    if (a == b)     /* x < x and x > x say the same */
        op = MIN(op, mirrored(op));
    event(s, pc, mix(mix(mix(op, a), b), target));
}

/* ---- the stack side ------------------------------------------------------ */

typedef struct Stack {
    Value *at;
    u32 depth;
} Stack;

static Value pop(Stack *k, u32 width)
{
    k->depth -= width;
    return k->at[k->depth];
}

static void push(Stack *k, Value v, u32 width)
{
    k->at[k->depth++] = v;
    if (width == 2)
        k->at[k->depth++] = 0;
}

static u32 width_of(const char *text, u32 i)
{
    return (u32)(text[i] - '0');
}

static void run_shuffle(Stack *k, u32 code)
{
    Value a, b, c, d;
    Value *top = k->at + k->depth;
    switch (code) {
    case BC_pop: k->depth--; break;
    case BC_pop2: k->depth -= 2; break;
    case BC_dup: a = top[-1]; top[0] = a; k->depth++; break;
    case BC_dup_x1: a = top[-1], b = top[-2]; top[-2] = a, top[-1] = b, top[0] = a; k->depth++; break;
    case BC_dup_x2: a = top[-1], b = top[-2], c = top[-3]; top[-3] = a, top[-2] = c, top[-1] = b, top[0] = a; k->depth++; break;
    case BC_dup2: a = top[-1], b = top[-2]; top[0] = b, top[1] = a; k->depth += 2; break;
    case BC_dup2_x1:
        a = top[-1], b = top[-2], c = top[-3];
        top[-3] = b, top[-2] = a, top[-1] = c, top[0] = b, top[1] = a;
        k->depth += 2;
        break;
    case BC_dup2_x2:
        a = top[-1], b = top[-2], c = top[-3], d = top[-4];
        top[-4] = b, top[-3] = a, top[-2] = d, top[-1] = c, top[0] = b, top[1] = a;
        k->depth += 2;
        break;
    default: a = top[-1]; top[-1] = top[-2]; top[-2] = a;
    }
}

static Value constant_of(const Insn *insn)
{
    static const float floats[] = { 0, 1, 2 };
    i32 word;
    i64 bits = (i64)insn->code - BC_lconst_0;
    double d = (double)insn->code - BC_dconst_0;
    switch (insn->code) {
    case BC_aconst_null: return constant32(0);
    case BC_lconst_0: case BC_lconst_1: return mix(TAG_WIDE, (u64)bits);
    case BC_dconst_0: case BC_dconst_1: memcpy(&bits, &d, 8); return mix(TAG_WIDE, (u64)bits);
    case BC_fconst_0: case BC_fconst_1: case BC_fconst_2: memcpy(&word, &floats[insn->code - BC_fconst_0], 4); return constant32(word);
    case BC_bipush: case BC_sipush: return constant32(insn->operand);
    default: return constant32((i64)insn->code - BC_iconst_0);
    }
}

static void run_call(const Method *m, Side *s, Stack *k, const Insn *insn, u32 op, const Ref *ref, u32 slots, u32 width)
{
    Value all = (u64)(uintptr_t)ref;
    k->depth -= slots;
    for (u32 i = 0; i < slots; i++)
        if (k->at[k->depth + i])    /* not the second half of a wide value */
            all = mix(all, k->at[k->depth + i]);
    Value r = result(m, s, insn->pc, op, all);
    if (width)
        push(k, r, width);
}

static void run_invoke(const Method *m, Side *s, Stack *k, const Insn *insn)
{
    ClassFile *file = m->body.file;
    Ref *ref;
    u16 shape;
    u32 op = insn->row->op;
    if (insn->code == BC_invokedynamic)
        pool_call_site(file, (u32)insn->operand, (u32)(m->body.code + insn->pc - file->bytes), &ref);
    else
        pool_ref(file, (u32)insn->operand, &ref);
    pool_shape(file, (u32)insn->operand, &shape);
    if (insn->code == BC_invokespecial && (symbol_is(ref->name, "<init>") || ref->owner == m->body.def->name))
        op = OP_INVOKE_DIRECT;
    u32 receiver = insn->code != BC_invokestatic && insn->code != BC_invokedynamic;
    run_call(m, s, k, insn, op, ref, SHAPE_ARGS(shape) + receiver, SHAPE_RESULT(shape));
}

static void run_field(const Method *m, Side *s, Stack *k, const Insn *insn)
{
    Ref *ref;
    u16 shape;
    pool_ref(m->body.file, (u32)insn->operand, &ref);
    pool_shape(m->body.file, (u32)insn->operand, &shape);
    u32 width = SHAPE_RESULT(shape);
    Value all = (u64)(uintptr_t)ref, value = 0;
    if (insn->code == BC_putfield || insn->code == BC_putstatic)
        value = pop(k, width);
    if (value)
        all = mix(all, value);
    if (insn->code == BC_putfield || insn->code == BC_getfield)
        all = mix(all, pop(k, 1));
    Value r = result(m, s, insn->pc, insn->row->op, all);
    if (insn->code == BC_getfield || insn->code == BC_getstatic)
        push(k, r, width);
}

static void run_switch(const Method *m, Side *s, Stack *k, const Insn *insn)
{
    SwitchView view;
    switch_view(&m->body, insn->pc, &view);
    u64 sum = 0;
    for (u32 i = 0; i < view.count; i++) {
        u32 target = m->unit_of[(u32)((i32)insn->pc + switch_offset(&view, i))];
        if (target != m->unit_of[view.other])
            sum += mix((u64)(i64)switch_key(&view, i), target);
    }
    event(s, insn->pc, mix(mix(TAG_SWITCH, pop(k, 1)), sum));
    if (view.other != insn->next)
        event(s, insn->pc, mix(OP_GOTO, m->unit_of[view.other]));
}

static void run_ldc(const Method *m, Side *s, Stack *k, const Insn *insn)
{
    ClassFile *file = m->body.file;
    Ref *ref;
    u8 tag = pool_tag(file, (u32)insn->operand);
    if (tag == POOL_INT || tag == POOL_FLOAT) {
        push(k, constant32((i32)be32(pool_at(file, (u32)insn->operand))), 1);
    } else if (tag == POOL_LONG || tag == POOL_DOUBLE) {
        push(k, mix(TAG_WIDE, be64(pool_at(file, (u32)insn->operand))), 2);
    } else {
        pool_ref(file, (u32)insn->operand, &ref);
        u32 op = tag == POOL_STRING ? OP_CONST_STRING : tag == POOL_CLASS ? OP_CONST_CLASS : OP_CONST_HANDLE;
        push(k, result(m, s, insn->pc, op, (u64)(uintptr_t)ref), 1);
    }
}

static void run_stack_insn(const Method *m, Side *s, Stack *k, const Insn *insn);

/* A jump back to a condition that was written again in its place: what the condition does, the other way round. */
static void run_turned_loop(const Method *m, Side *s, Stack *k, const Insn *jump)
{
    Insn insn;
    for (u32 pc = (u32)jump->operand;; pc = insn.next) {
        insn_decode(&m->body, pc, &insn);
        if (insn.row->action == DO_IF_ZERO || insn.row->action == DO_IF_COMPARE)
            break;
        run_stack_insn(m, s, k, &insn);
    }
    bool zero = insn.row->action == DO_IF_ZERO;
    u32 op = zero ? insn.row->op - OP_IF_EQZ + OP_IF_EQ : insn.row->op;
    Value b = zero ? constant32(0) : pop(k, 1), a = pop(k, 1);
    compare(s, jump->pc, OP_IF_EQ + ((op - OP_IF_EQ) ^ 1), a, b, m->unit_of[insn.next]);
    if ((u32)insn.operand != jump->next)
        event(s, jump->pc, mix(OP_GOTO, m->unit_of[insn.operand]));
}

static bool is_turned(const Method *m, const Insn *insn)
{
    u32 end = m->unit_of[insn->next];
    for (u32 unit = m->unit_of[insn->pc]; unit < end; unit += insn_length(&m->code->units[unit]))
        if (m->code->units[unit].op >= OP_IF_EQ && m->code->units[unit].op <= OP_IF_LE_LIT)
            return true;
    return false;
}

static void run_stack_insn(const Method *m, Side *s, Stack *k, const Insn *insn)
{
    const Bytecode *row = insn->row;
    ClassFile *file = m->body.file;
    Value a, b, c;
    Ref *ref;
    u32 width, target = (u32)insn->operand < m->body.length ? m->unit_of[insn->operand] : 0;
    switch ((Action)row->action) {
    case DO_NOTHING: break;
    case DO_CONSTANT: push(k, constant_of(insn), width_of(row->pushes, 0)); break;
    case DO_LDC: run_ldc(m, s, k, insn); break;
    case DO_LOAD: push(k, s->registers[insn->operand], width_of(row->pushes, 0)); break;
    case DO_STORE: s->registers[insn->operand] = pop(k, width_of(row->pops, 0)); break;
    case DO_ARRAY_STORE:
        c = pop(k, width_of(row->pops, 2)), b = pop(k, 1), a = pop(k, 1);
        result(m, s, insn->pc, row->op, mix(mix(c, a), b));
        break;
    case DO_STACK: run_shuffle(k, insn->code); break;
    case DO_ARRAY_LOAD: case DO_INT_BINARY: case DO_BINARY:
        b = pop(k, width_of(row->pops, 1)), a = pop(k, width_of(row->pops, 0));
        push(k, two(m, s, insn->pc, row->op, a, b), width_of(row->pushes, 0));
        break;
    case DO_UNARY:
        a = pop(k, width_of(row->pops, 0));
        push(k, result(m, s, insn->pc, row->op, a), width_of(row->pushes, 0));
        break;
    case DO_IINC:
        s->registers[insn->operand] = two(m, s, insn->pc, OP_ADD_I, s->registers[insn->operand], constant32(insn->second));
        break;
    case DO_IF_ZERO:
        compare(s, insn->pc, row->op - OP_IF_EQZ + OP_IF_EQ, pop(k, 1), constant32(0), target);
        break;
    case DO_IF_COMPARE:
        b = pop(k, 1), a = pop(k, 1);
        compare(s, insn->pc, row->op, a, b, target);
        break;
    case DO_JUMP:
        if (is_turned(m, insn))
            run_turned_loop(m, s, k, insn);
        else
            event(s, insn->pc, mix(OP_GOTO, target));
        break;
    case DO_SUBROUTINE: event(s, insn->pc, mix(OP_JSR, target)); break;
    case DO_SUBROUTINE_RETURN: event(s, insn->pc, mix(OP_RET, s->registers[insn->operand])); break;
    case DO_SWITCH: run_switch(m, s, k, insn); break;
    case DO_RETURN_VALUE: event(s, insn->pc, mix(OP_RETURN, pop(k, width_of(row->pops, 0)))); break;
    case DO_RETURN_NOTHING: event(s, insn->pc, OP_RETURN_VOID); break;
    case DO_THROW_VALUE: case DO_MONITOR: result(m, s, insn->pc, row->op, pop(k, 1)); break;
    case DO_FIELD: run_field(m, s, k, insn); break;
    case DO_INVOKE: run_invoke(m, s, k, insn); break;
    case DO_NEW:
        pool_ref(file, (u32)insn->operand, &ref);
        push(k, result(m, s, insn->pc, row->op, (u64)(uintptr_t)ref), 1);
        break;
    case DO_CAST:
        pool_ref(file, (u32)insn->operand, &ref);
        a = pop(k, 1);
        result(m, s, insn->pc, row->op, mix((u64)(uintptr_t)ref, a));
        push(k, a, 1);
        break;
    case DO_TYPE_TEST:
        pool_ref(file, (u32)insn->operand, &ref);
        push(k, result(m, s, insn->pc, row->op, mix((u64)(uintptr_t)ref, pop(k, 1))), 1);
        break;
    case DO_ARRAY_NEW:
        if (insn->code == BC_newarray)
            pool_primitive_array_ref(file, (u32)insn->operand, &ref);
        else
            pool_array_ref(file, (u32)insn->operand, &ref);
        push(k, result(m, s, insn->pc, row->op, mix((u64)(uintptr_t)ref, pop(k, 1))), 1);
        break;
    case DO_MULTI:
        pool_ref(file, (u32)insn->operand, &ref);
        width = (u32)insn->second;
        run_call(m, s, k, insn, row->op, ref, width, 1);
        break;
    }
}

/* ---- the register side --------------------------------------------------- */

static u32 run_branch(const Method *m, Side *s, u32 unit, u32 pc)
{
    const Unit *u = &m->code->units[unit];
    u32 op = u->op, target = unit + (u32)insn_target(u), next = unit + 1;
    /* A branch that is too far: the opposite one over a goto. */
    if (m->code->unit_count > INT16_MAX && op_info[op].layout != LAYOUT_AT && insn_target(u) == 2 && u[1].op == OP_GOTO) {
        u32 first = op >= OP_IF_EQ_LIT ? OP_IF_EQ_LIT : OP_IF_EQ;
        op = first + ((op - first) ^ 1);
        target = unit + 1 + (u32)u[1].imm;
        next++;
    }
    Value a = s->registers[u->a];
    if (op >= OP_IF_EQ_LIT)
        compare(s, pc, op - OP_IF_EQ_LIT + OP_IF_EQ, a, constant32(u->literal_b), target);
    else if (op >= OP_IF_EQZ)
        compare(s, pc, op - OP_IF_EQZ + OP_IF_EQ, a, constant32(0), target);
    else
        compare(s, pc, op, a, s->registers[u->b], target);
    return next;
}

static void run_table(const Method *m, Side *s, u32 unit, u32 pc)
{
    const Unit *u = &m->code->units[unit];
    const SwitchTable *table = u[1].pointer;
    u32 other = u[2].op == OP_GOTO && unit + 2 < m->code->unit_count && m->code->origins[unit + 2] == pc ? unit + 2 + (u32)u[2].imm : unit + 2;
    u64 sum = 0;
    for (u32 i = 0; i < table->count; i++)
        if (unit + (u32)table->targets[i] != other)
            sum += mix((u64)(i64)(table->keys ? table->keys[i] : table->first + (i32)i), unit + (u32)table->targets[i]);
    event(s, pc, mix(mix(TAG_SWITCH, s->registers[u->a]), sum));
}

static u32 literal_op(u32 op)
{
    static const u16 ops[] = { OP_ADD_I, OP_SUB_I, OP_MUL_I, OP_DIV_I, OP_REM_I, OP_AND_I, OP_OR_I, OP_XOR_I, OP_SHL_I, OP_SHR_I, OP_USHR_I };
    return ops[op - OP_ADD_I_LIT];
}

static u32 run_unit(const Method *m, Side *s, u32 unit)
{
    const Unit *u = &m->code->units[unit];
    const OpInfo *info = &op_info[u->op];
    u32 pc = m->code->origins[unit], next = unit + insn_length(u);
    Value *r = s->registers;
    if (u->op >= OP_IF_EQ && u->op <= OP_IF_LE_LIT)
        return run_branch(m, s, unit, pc);
    if (u->op >= OP_ADD_I_LIT && u->op <= OP_USHR_I_LIT) {
        Value literal = constant32(u->literal_c);
        r[u->a] = u->op == OP_RSUB_I_LIT ? two(m, s, pc, OP_SUB_I, literal, r[u->b]) : two(m, s, pc, literal_op(u->op), r[u->b], literal);
        return next;
    }
    if (info->flags & OPF_SWITCH) {
        run_table(m, s, unit, pc);
        return next;
    }
    Value all = info->flags & OPF_REF ? (u64)(uintptr_t)u[1].pointer : 0;
    u16 uses[256];
    u32 count;
    switch (u->op) {
    case OP_MOVE: r[u->a] = r[u->b]; return next;
    case OP_CONST: r[u->a] = constant32(u->imm); return next;
    case OP_CONST_WIDE: r[u->a] = mix(TAG_WIDE, (u64)u[1].word); return next;
    case OP_MOVE_EXCEPTION: r[u->a] = mix(TAG_STACK, 0); return next;
    case OP_GOTO: event(s, pc, mix(OP_GOTO, unit + (u32)u->imm)); return next;
    case OP_JSR: event(s, pc, mix(OP_JSR, unit + (u32)u->imm)); return next;
    case OP_RET: case OP_RETURN: event(s, pc, mix(u->op, r[u->a])); return next;
    case OP_RETURN_VOID: event(s, pc, OP_RETURN_VOID); return next;
    }
    if (info->layout == LAYOUT_ABC && info->kinds[0] != '-') {
        r[u->a] = two(m, s, pc, u->op, r[u->b], r[u->c]);
        return next;
    }
    count = insn_uses(u, uses);
    for (u32 i = 0; i < count; i++) {
        if (info->layout == LAYOUT_CALL && i && r[uses[i - 1]] && uses[i] == uses[i - 1]) {
            /* A wide argument is listed twice; the descriptor says which. */
            const Ref *ref = u[1].pointer;
            if (ref->descriptor) {
                u32 slot = u->op == OP_INVOKE_STATIC || u->op == OP_INVOKE_DYNAMIC ? 0 : 1;
                bool second = false;
                for (const char *p = ref->descriptor->text + 1; *p != ')' && slot <= i; p++) {
                    u32 width = *p == 'J' || *p == 'D' ? 2 : 1;
                    while (*p == '[')
                        p++, width = 1;
                    if (*p == 'L')
                        p = strchr(p, ';');
                    second = width == 2 && slot + 1 == i;
                    slot += width;
                }
                if (second)
                    continue;
            }
        }
        all = all || (info->flags & OPF_REF) || i ? mix(all, r[uses[i]]) : r[uses[i]];
    }
    Value v = result(m, s, pc, u->op, all);
    u16 defined = insn_definition(u);
    if (defined != NO_RESULT)
        r[defined] = v;
    return next;
}

/* ---- comparing ----------------------------------------------------------- */

static const char *compare_block(const Method *m, Side *stack_side, Side *register_side, u32 *pc, u32 registers, Value *stack)
{
    const Body *body = &m->body;
    const StackShape *shape = body->shapes[*pc];
    Stack k = { stack, 0 };
    Side *s = stack_side, *r = register_side;
    bool handler = (body->marks[*pc] & MARK_HANDLER) && !(body->marks[*pc] & MARK_ARRIVAL);
    for (u32 i = 0; i < registers; i++) {
        s->registers[i] = mix(TAG_LOCAL, i);
        r->registers[i] = i < m->locals ? s->registers[i] : mix(i, 7777777);
    }
    for (u32 i = 0; i < shape->depth; i++) {
        Value v = shape->kinds[i] == SLOT_WIDE_SECOND ? 0 : mix(TAG_STACK, i);
        stack[k.depth++] = v;
        if (!handler && m->locals + i < registers)
            r->registers[m->locals + i] = v;
    }
    s->count = r->count = 0;
    u32 unit = m->unit_of[*pc], at = *pc;
    Insn insn;
    bool ends;
    do {
        insn_decode(body, at, &insn);
        run_stack_insn(m, s, &k, &insn);
        at = insn.next;
        switch (insn.row->action) {
        case DO_JUMP: case DO_SUBROUTINE: case DO_SUBROUTINE_RETURN: case DO_SWITCH: case DO_RETURN_VALUE:
        case DO_RETURN_NOTHING: case DO_THROW_VALUE: ends = true; break;
        default: ends = false;
        }
    } while (!ends && !(body->marks[at] & MARK_LEADER));
    *pc = at;
    while (unit < m->unit_of[at])
        unit = run_unit(m, r, unit);
    for (u32 i = 0; i < MIN(s->count, r->count); i++) {
        if (s->events[i] != r->events[i]) {
            *pc = s->where[i];
            return "events differ";
        }
    }
    if (s->count != r->count)
        return "the numbers of events differ";
    for (u32 i = 0; i < m->locals; i++)
        if (s->registers[i] != r->registers[i])
            return "locals differ at the end";
    bool leaves_stack = insn.row->action != DO_SUBROUTINE_RETURN && insn.row->action != DO_RETURN_VALUE &&
                        insn.row->action != DO_RETURN_NOTHING && insn.row->action != DO_THROW_VALUE;
    for (u32 i = 0; leaves_stack && i < k.depth; i++)
        if (stack[i] && (m->locals + i >= registers || stack[i] != r->registers[m->locals + i]))
            return "the stack differs at the end";
    return NULL;
}

static void open_body(Body *body)
{
    ClassFile *file = body->file;
    Cursor c = { file->bytes, (u32)((const u8 *)body->method->extra - file->bytes) + 6, file->size, false };
    for (u32 i = take_u2(&c), name; i--;) {
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
    }
}

static int failed, blocks, methods;

/* Also the fuzzer's judge of what it makes up. */
static void validate(ClassDef *def, const MethodDef *method, Arena *scratch)
{
    Code *code;
    if (code_translate(def, method, true, &code)) {
        if (failed++ < 20)
            printf("%s\n", error_text());
        return;
    }
    ArenaMark mark = arena_mark(scratch);
    Method m = { .body = { .file = (ClassFile *)def->extra, .def = def, .method = method, .scratch = scratch }, .code = code };
    open_body(&m.body);
    body_scan(&m.body);
    m.locals = m.body.max_locals;
    m.unit_of = ARENA_ARRAY(scratch, u32, m.body.length + 1);
    u32 end = code->unit_count;
    /* Side doors at the end go back to earlier origins. */
    while (end >= 2 && code->units[end - 1].op == OP_GOTO && code->units[end - 2].op == OP_MOVE_EXCEPTION && code->origins[end - 1] == code->origins[end - 2] &&
           (m.body.marks[code->origins[end - 1]] & (MARK_HANDLER | MARK_ARRIVAL)) == (MARK_HANDLER | MARK_ARRIVAL))
        end -= 2;
    for (u32 pc = m.body.length + 1, unit = end; pc-- > 0;) {
        while (unit > 0 && code->origins[unit - 1] >= pc)
            unit--;
        m.unit_of[pc] = unit;
    }
    u32 registers = code->register_count;
    Side s = { .registers = xcalloc(m.locals + m.body.max_stack + registers + 2, sizeof(Value)) };
    Side r = { .registers = xcalloc(m.locals + m.body.max_stack + registers + 2, sizeof(Value)) };
    Value *stack = xcalloc(m.body.max_stack + 4, sizeof *stack);
    for (u32 pc = 0; pc < m.body.length;) {
        if (!(m.body.marks[pc] & MARK_LEADER) || !m.body.shapes[pc]) {
            pc++;
            continue;
        }
        const char *difference = compare_block(&m, &s, &r, &pc, registers, stack);
        blocks++;
        if (difference) {
            if (failed++ < 20)
                printf("%s.%s%s at %u: %s\n", def->name->text, method->name->text, method->descriptor->text, pc, difference);
            break;
        }
    }
    methods++;
    free(s.registers), free(s.events), free(s.where);
    free(r.registers), free(r.events), free(r.where);
    free(stack);
    arena_release(scratch, mark);
}

#ifndef NO_MAIN
typedef struct Run {
    Source *source;
    CodeStore *store;
    Arena scratch;
} Run;

static int visit(void *context, const char *name)
{
    Run *run = context;
    ClassDef *def;
    if (source_class(run->source, symbol(&run->store->symbols, name), &def) || def->is_dex)
        return 0;
    for (u32 i = 0; i < def->method_count; i++)
        if (def->methods[i].has_code)
            validate(def, &def->methods[i], &run->scratch);
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        Arena arena;
        CodeStore store;
        Run run = { .store = &store };
        if (arena_open(&arena, (size_t)4 << 30, 0) || arena_open(&run.scratch, 64 << 20, 0))
            return 1;
        code_store_open(&store, &arena);
        if (!source_open(&run.source, &store, argv[i])) {
            source_each_class(run.source, visit, &run);
            source_close(run.source);
        }
        code_store_close(&store);
        arena_close(&run.scratch);
        arena_close(&arena);
    }
    printf("%d methods, %d blocks compared, %d differ\n", methods, blocks, failed);
    return failed != 0;
}
#endif
