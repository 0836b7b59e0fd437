/*
 * The first half of the translation: where instructions and blocks begin, and
 * what lies on the operand stack at each block.
 *
 * One linear walk marks instructions and branch targets; then the blocks that
 * can be reached are walked once each, with the stack as a row of categories
 * (one slot, or the first or second of two). Where control meets, the rows must
 * be equal. Whatever the second half takes for granted is checked here.
 *
 * Subroutines (jsr, ret) are taken to leave the stack as they found it, less
 * the return address: so every compiler used them.
 */
#include "code/class_body.h"

#include <stdio.h>
#include <string.h>

const Bytecode bytecodes[BYTECODE_COUNT] = {
#define X(name, operands, pops, pushes, action, op) [BC_##name] = { #name, pops, pushes, operands, sizeof pops - 1, DO_##action, OP_##op },
    BYTECODES(X)
#undef X
};

const DupForm dup_forms[] = { { 1, 0 }, { 1, 1 }, { 1, 2 }, { 2, 0 }, { 2, 1 }, { 2, 2 } };

int body_fail(const Body *body, u32 pc, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const char *name = pc < body->length && body->code[pc] < BYTECODE_COUNT ? bytecodes[body->code[pc]].name : "end";
    return error_set(ERR_INPUT, "%s.%.200s%.200s at %u (%s): %s", body->file->name, body->method->name->text,
                     body->method->descriptor->text, pc, name, text);
}

/* ---- decoding ------------------------------------------------------------ */

/* Bytes of the instruction at pc without looking at its content; 0: by content. */
static u32 plain_length(char operands)
{
    switch (operands) {
    case 'l': case 'c': case 'q': case 'n': return 2;
    case 'C': case 'p': case 'j': case 'i': return 3;
    case 'm': return 4;
    case 'f': case 'J': return 5;
    case 't': case 'k': case 'w': return 0;
    default: return 1;
    }
}

void insn_decode_operands(const Body *body, u32 pc, Insn *out)
{
    const u8 *p = body->code + pc;
    const Bytecode *row = &bytecodes[*p];
    bool wide = false;
    if (*p == BC_wide) {
        wide = true;
        p++;
        row = &bytecodes[*p];
    }
    out->row = row;
    out->code = *p;
    out->second = 0;
    switch (row->operands) {
    case 'l':
        out->operand = wide ? be16(p + 1) : p[1];
        out->next = pc + (wide ? 4 : 2);
        break;
    case 'i':
        out->operand = wide ? be16(p + 1) : p[1];
        out->second = wide ? (i16)be16(p + 3) : (i8)p[2];
        out->next = pc + (wide ? 6 : 3);
        break;
    case 'c':
        out->operand = (i8)p[1];
        out->next = pc + 2;
        break;
    case 'C':
        out->operand = (i16)be16(p + 1);
        out->next = pc + 3;
        break;
    case 'n': case 'q':
        out->operand = p[1];
        out->next = pc + 2;
        break;
    case 'p':
        out->operand = be16(p + 1);
        out->next = pc + 3;
        break;
    case 'f':
        out->operand = be16(p + 1);
        out->next = pc + 5;
        break;
    case 'm':
        out->operand = be16(p + 1);
        out->second = p[3];
        out->next = pc + 4;
        break;
    case 'j':
        out->operand = (i32)pc + (i16)be16(p + 1);
        out->next = pc + 3;
        break;
    case 'J':
        out->operand = (i32)((u32)pc + be32(p + 1));
        out->next = pc + 5;
        break;
    case 't': case 'k': {
        SwitchView view;
        switch_view(body, pc, &view);
        out->operand = 0;
        out->next = (u32)(view.offsets - body->code) + view.count * (view.has_keys ? 8 : 4);
        break;
    }
    default:
        out->operand = 0;
        out->next = pc + 1;
    }
}

/*
 * tableswitch: 0-3 bytes to a multiple of four, default 4, low 4, high 4, offsets 4 each
 * lookupswitch: the same, default 4, pairs 4, then key 4 and offset 4 each
 */
void switch_view(const Body *body, u32 pc, SwitchView *out)
{
    const u8 *p = body->code + ALIGN_UP(pc + 1, 4);
    out->other = pc + be32(p);
    out->has_keys = body->code[pc] == BC_lookupswitch;
    if (out->has_keys) {
        out->first = 0;
        out->count = be32(p + 4);
        out->offsets = p + 8;
    } else {
        out->first = (i32)be32(p + 4);
        out->count = be32(p + 8) - be32(p + 4) + 1;
        out->offsets = p + 12;
    }
}

static int check_switch_bounds(const Body *body, u32 pc)
{
    bool has_keys = body->code[pc] == BC_lookupswitch;
    u32 at = (u32)ALIGN_UP(pc + 1, 4), head = has_keys ? 8 : 12;
    if (at + head > body->length)
        return body_fail(body, pc, "the switch runs past the code (needs %u, has %u)", at + head - pc, body->length - pc);
    const u8 *p = body->code + at;
    i64 count = has_keys ? (i64)(i32)be32(p + 4) : (i64)(i32)be32(p + 8) - (i32)be32(p + 4) + 1;
    if (count < 0 || (!has_keys && count < 1) || count * (has_keys ? 8 : 4) > body->length - at - head)
        return body_fail(body, pc, "the switch has %lld cases in %u bytes", (long long)count, body->length - at - head);
    return OK;
}

/* That the whole instruction lies in the code. */
static int check_bounds(const Body *body, u32 pc)
{
    u32 code = body->code[pc], has = body->length - pc;
    if (code >= BYTECODE_COUNT)
        return body_fail(body, pc, "the instruction 0x%02x is unknown", code);
    u32 needs = plain_length(bytecodes[code].operands);
    if (code == BC_tableswitch || code == BC_lookupswitch)
        return check_switch_bounds(body, pc);
    if (code == BC_wide) {
        u32 inner = has > 1 ? body->code[pc + 1] : BC_nop;
        char operands = inner < BYTECODE_COUNT ? bytecodes[inner].operands : '-';
        if (operands != 'l' && operands != 'i')
            return body_fail(body, pc, "wide before an instruction that has no wide form");
        needs = operands == 'i' ? 6 : 4;
    }
    if (needs > has)
        return body_fail(body, pc, "the instruction runs past the code (needs %u, has %u)", needs, has);
    return OK;
}

/* ---- marking ------------------------------------------------------------- */

static void mark_leader(Body *body, u32 pc)
{
    body->leader_count += !(body->marks[pc] & MARK_LEADER);
    body->marks[pc] |= MARK_LEADER;
}

static int mark_target(Body *body, u32 pc, i64 target)
{
    if (target < 0 || target >= body->length)
        return body_fail(body, pc, "a jump to %lld, the code has %u bytes", (long long)target, body->length);
    mark_leader(body, (u32)target);
    return OK;
}

static int mark_switch(Body *body, u32 pc)
{
    SwitchView view;
    switch_view(body, pc, &view);
    int status = mark_target(body, pc, (i32)view.other);
    for (u32 i = 0; i < view.count && !status; i++) {
        if (view.has_keys && i && switch_key(&view, i) <= switch_key(&view, i - 1))
            return body_fail(body, pc, "the keys of the switch are not in ascending order");
        status = mark_target(body, pc, (i64)pc + switch_offset(&view, i));
    }
    body->branch_count++;
    return status;
}

static int check_local(const Body *body, const Insn *insn)
{
    u32 width = insn->row->pushes[0] == '2' || insn->row->pops[0] == '2' ? 2 : 1;
    if ((u32)insn->operand + width > body->max_locals)
        return body_fail(body, insn->pc, "local %d, there are %u", insn->operand, body->max_locals);
    return OK;
}

static int mark_instructions(Body *body)
{
    Insn insn;
    int status = OK;
    for (u32 pc = 0; pc < body->length && !status; pc = insn.next) {
        status = check_bounds(body, pc);
        if (status)
            return status;
        insn_decode(body, pc, &insn);
        body->marks[pc] |= MARK_START;
        switch (insn.row->action) {
        case DO_SUBROUTINE:
            if (insn.next >= body->length)
                return body_fail(body, pc, "the subroutine would return to the end of the code");
            mark_leader(body, insn.next);
            /* fall through */
        case DO_IF_ZERO: case DO_IF_COMPARE: case DO_JUMP:
            status = mark_target(body, pc, insn.operand);
            body->branch_count += insn.row->action == DO_JUMP ? 2 : 1;     /* a jump may become a branch and a jump */
            break;
        case DO_SWITCH:
            status = mark_switch(body, pc);
            break;
        case DO_LOAD: case DO_STORE: case DO_IINC: case DO_SUBROUTINE_RETURN:
            status = check_local(body, &insn);
            break;
        }
    }
    return status;
}

static int mark_handlers(Body *body)
{
    for (u32 i = 0; i < body->handler_count; i++) {
        const u8 *entry = body->handlers + i * 8;
        u32 start = be16(entry), end = be16(entry + 2), handler = be16(entry + 4);
        if (start >= end || end > body->length || handler >= body->length)
            return body_fail(body, handler, "handler %u serves %u to %u, the code has %u bytes", i, start, end, body->length);
        if (!(body->marks[start] & MARK_START) || (end < body->length && !(body->marks[end] & MARK_START)))
            return body_fail(body, handler, "handler %u serves %u to %u, which cuts an instruction", i, start, end);
        mark_leader(body, handler);
        body->marks[handler] |= MARK_HANDLER;
    }
    for (u32 pc = 0; body->leader_count > 1 && pc < body->length; pc++)
        if ((body->marks[pc] & (MARK_START | MARK_LEADER)) == MARK_LEADER)
            return body_fail(body, pc, "a jump into the middle of an instruction");
    return OK;
}

/* ---- walking the blocks -------------------------------------------------- */

typedef struct Walk {
    Body *body;
    u8 *kinds;              /* the stack */
    u32 depth;
    u32 *todo;
    u32 todo_count;
} Walk;

static int push(Walk *w, u32 pc, u32 slots)
{
    if (w->depth + slots > w->body->max_stack)
        return body_fail(w->body, pc, "the stack overflows (needs %u, has %u)", w->depth + slots, w->body->max_stack);
    if (slots == 1) {
        w->kinds[w->depth++] = SLOT_ONE;
    } else if (slots == 2) {
        w->kinds[w->depth++] = SLOT_WIDE;
        w->kinds[w->depth++] = SLOT_WIDE_SECOND;
    }
    return OK;
}

static int pop(Walk *w, u32 pc, u32 slots)
{
    if (w->depth < slots)
        return body_fail(w->body, pc, "the stack underflows");
    if (slots == 1 && w->kinds[w->depth - 1] != SLOT_ONE)
        return body_fail(w->body, pc, "a value of two slots where one is needed");
    if (slots == 2 && w->kinds[w->depth - 2] != SLOT_WIDE)
        return body_fail(w->body, pc, "a value of one slot where two are needed");
    w->depth -= slots;
    return OK;
}

/* The top `slots` are whole values. */
static bool whole(const Walk *w, u32 slots)
{
    return w->kinds[w->depth - slots] != SLOT_WIDE_SECOND;
}

static int walk_stack(Walk *w, const Insn *insn)
{
    u8 *kinds = w->kinds;
    if (insn->code == BC_pop || insn->code == BC_pop2) {
        u32 count = insn->code == BC_pop2 ? 2 : 1;
        if (w->depth < count || !whole(w, count))
            return body_fail(w->body, insn->pc, w->depth < count ? "the stack underflows" : "half of a value");
        w->depth -= count;
        return OK;
    }
    if (insn->code == BC_swap) {
        if (w->depth < 2 || kinds[w->depth - 1] != SLOT_ONE || kinds[w->depth - 2] != SLOT_ONE)
            return body_fail(w->body, insn->pc, w->depth < 2 ? "the stack underflows" : "half of a value");
        return OK;
    }
    DupForm form = dup_forms[insn->code - BC_dup];
    u32 touched = form.copied + form.skipped;
    if (w->depth < touched)
        return body_fail(w->body, insn->pc, "the stack underflows");
    if (!whole(w, form.copied) || !whole(w, touched))
        return body_fail(w->body, insn->pc, "half of a value");
    if (w->depth + form.copied > w->body->max_stack)
        return body_fail(w->body, insn->pc, "the stack overflows (needs %u, has %u)", w->depth + form.copied, w->body->max_stack);
    u8 *bottom = kinds + w->depth - touched;
    memmove(bottom + form.copied, bottom, touched);
    memcpy(bottom, kinds + w->depth, form.copied);
    w->depth += form.copied;
    return OK;
}

static int pop_arguments(Walk *w, const Insn *insn, u32 slots)
{
    if (w->depth < slots)
        return body_fail(w->body, insn->pc, "the stack underflows (needs %u, has %u)", slots, w->depth);
    w->depth -= slots;
    if (w->body->def->trusted)
        return OK;
    const u8 *descriptor = pool_descriptor(w->body->file, (u32)insn->operand);
    const char *p = (const char *)descriptor + 3, *end = (const char *)descriptor + 2 + be16(descriptor);
    for (u32 i = 0; i < slots;) {
        u32 width = type_slots(&p, end);
        if (w->kinds[w->depth + i] != (width == 2 ? SLOT_WIDE : SLOT_ONE))
            return body_fail(w->body, insn->pc, "argument slot %u does not have the size that the descriptor says", i);
        i += width;
    }
    return OK;
}

static int walk_by_operand(Walk *w, const Insn *insn)
{
    Body *body = w->body;
    u32 pc = insn->pc;
    u16 shape;
    int status = OK;
    switch (insn->row->action) {
    case DO_LDC: {
        u8 tag = pool_tag(body->file, (u32)insn->operand);
        if (tag == POOL_LONG || tag == POOL_DOUBLE)
            return insn->code == BC_ldc2_w ? push(w, pc, 2) : body_fail(body, pc, "constant %d takes two slots", insn->operand);
        if (insn->code == BC_ldc2_w || (tag != POOL_INT && tag != POOL_FLOAT && tag != POOL_STRING && tag != POOL_CLASS &&
                                        tag != POOL_HANDLE && tag != POOL_METHOD_TYPE))
            return body_fail(body, pc, "constant %d has tag %u, which cannot be loaded", insn->operand, tag);
        return push(w, pc, 1);
    }
    case DO_FIELD:
        if (pool_tag(body->file, (u32)insn->operand) != POOL_FIELD)
            return body_fail(body, pc, "constant %d is no field", insn->operand);
        status = pool_shape(body->file, (u32)insn->operand, &shape);
        if (!status && (insn->code == BC_putfield || insn->code == BC_putstatic))
            status = pop(w, pc, SHAPE_RESULT(shape));
        if (!status && (insn->code == BC_getfield || insn->code == BC_putfield))
            status = pop(w, pc, 1);
        if (!status && (insn->code == BC_getfield || insn->code == BC_getstatic))
            status = push(w, pc, SHAPE_RESULT(shape));
        return status;
    case DO_INVOKE: {
        u8 tag = pool_tag(body->file, (u32)insn->operand);
        bool fits = insn->code == BC_invokedynamic ? tag == POOL_INVOKE_DYNAMIC
                  : insn->code == BC_invokeinterface ? tag == POOL_INTERFACE_METHOD
                  : insn->code == BC_invokevirtual ? tag == POOL_METHOD
                  : tag == POOL_METHOD || tag == POOL_INTERFACE_METHOD;
        if (!fits)
            return body_fail(body, pc, "constant %d cannot be invoked so", insn->operand);
        status = pool_shape(body->file, (u32)insn->operand, &shape);
        if (!status)
            status = pop_arguments(w, insn, SHAPE_ARGS(shape));
        if (!status && insn->code != BC_invokestatic && insn->code != BC_invokedynamic)
            status = SHAPE_ARGS(shape) > 254 ? body_fail(body, pc, "more than 255 arguments") : pop(w, pc, 1);
        return status ? status : push(w, pc, SHAPE_RESULT(shape));
    }
    case DO_MULTI:
        if (!insn->second)
            return body_fail(body, pc, "an array of no dimensions");
        for (i32 i = 0; i < insn->second && !status; i++)
            status = pop(w, pc, 1);
        return status ? status : push(w, pc, 1);
    default:
        return walk_stack(w, insn);
    }
}

/* Control arrives at pc with the stack as it is now. */
static int arrive(Walk *w, u32 from, u32 pc)
{
    Body *body = w->body;
    StackShape *shape = body->shapes[pc];
    body->marks[pc] |= MARK_ARRIVAL;
    if (shape) {
        if (shape->depth != w->depth)
            return body_fail(body, from, "the stack has %u slots, where %u also leads it has %u", w->depth, pc, shape->depth);
        if (memcmp(shape->kinds, w->kinds, w->depth))
            return body_fail(body, from, "values on the stack differ in size from what %u has from elsewhere", pc);
        return OK;
    }
    shape = arena_try_alloc(body->scratch, sizeof *shape + w->depth);
    if (!shape)
        return body_fail(body, from, "the body is too large to be translated");
    shape->depth = w->depth;
    memcpy(shape->kinds, w->kinds, w->depth);
    body->shapes[pc] = shape;
    w->todo[w->todo_count++] = pc;
    return OK;
}

static int arrive_at_switch(Walk *w, u32 pc)
{
    SwitchView view;
    switch_view(w->body, pc, &view);
    int status = arrive(w, pc, view.other);
    for (u32 i = 0; i < view.count && !status; i++)
        status = arrive(w, pc, pc + (u32)switch_offset(&view, i));
    return status;
}

/* *ends: control does not go on to the next instruction. */
static int walk_instruction(Walk *w, const Insn *insn, bool *ends)
{
    const Bytecode *row = insn->row;
    int status = OK;
    *ends = false;
    if (row->pops[0] == '?' || row->pushes[0] == '?')
        return walk_by_operand(w, insn);
    for (u32 i = row->pop_count; i-- > 0 && !status;)
        status = pop(w, insn->pc, (u32)(row->pops[i] - '0'));
    if (!status && insn->code != BC_jsr && insn->code != BC_jsr_w && row->pushes[0])
        status = insn->row->action == DO_LDC ? walk_by_operand(w, insn) : push(w, insn->pc, (u32)(row->pushes[0] - '0'));
    if (status)
        return status;
    switch (row->action) {
    case DO_IF_ZERO: case DO_IF_COMPARE:
        return arrive(w, insn->pc, (u32)insn->operand);
    case DO_JUMP:
        *ends = true;
        return arrive(w, insn->pc, (u32)insn->operand);
    case DO_SUBROUTINE:
        *ends = true;
        status = arrive(w, insn->pc, insn->next);
        if (!status)
            status = push(w, insn->pc, 1);
        return status ? status : arrive(w, insn->pc, (u32)insn->operand);
    case DO_SWITCH:
        *ends = true;
        return arrive_at_switch(w, insn->pc);
    case DO_RETURN_VALUE: case DO_RETURN_NOTHING: case DO_THROW_VALUE: case DO_SUBROUTINE_RETURN:
        *ends = true;
        return OK;
    default:
        return OK;
    }
}

static int walk_block(Walk *w, u32 pc)
{
    Body *body = w->body;
    w->depth = body->shapes[pc]->depth;
    memcpy(w->kinds, body->shapes[pc]->kinds, w->depth);
    for (;;) {
        Insn insn;
        bool ends;
        insn_decode(body, pc, &insn);
        int status = walk_instruction(w, &insn, &ends);
        if (status || ends)
            return status;
        if (insn.next >= body->length)
            return body_fail(body, pc, "control falls off the end of the code");
        pc = insn.next;
        if (body->marks[pc] & MARK_LEADER)
            return arrive(w, insn.pc, pc);
    }
}

static int walk_blocks(Body *body)
{
    Walk w = { .body = body };
    w.kinds = arena_try_alloc(body->scratch, body->max_stack + 1);
    w.todo = arena_try_alloc(body->scratch, body->leader_count * sizeof *w.todo);
    if (!w.kinds || !w.todo)
        return body_fail(body, 0, "the body is too large to be translated");
    int status = arrive(&w, 0, 0);
    /* An exception clears the stack, so a handler's is known before anything is walked. */
    for (u32 i = 0; i < body->handler_count && !status; i++) {
        u32 pc = be16(body->handlers + i * 8 + 4);
        u8 had = body->marks[pc] & MARK_ARRIVAL;
        w.depth = 0;
        status = push(&w, pc, 1);
        if (!status)
            status = arrive(&w, pc, pc);
        if (!had)
            body->marks[pc] &= (u8)~MARK_ARRIVAL;
    }
    while (!status && w.todo_count)
        status = walk_block(&w, w.todo[--w.todo_count]);
    return status;
}

int body_scan(Body *body)
{
    body->marks = arena_try_alloc(body->scratch, body->length + 1);
    body->shapes = arena_try_alloc(body->scratch, (body->length + 1) * sizeof *body->shapes);
    if (!body->marks || !body->shapes)
        return body_fail(body, 0, "the body is too large to be translated");
    int status = mark_instructions(body);
    if (!status) {
        mark_leader(body, 0);
        status = mark_handlers(body);
    }
    return status ? status : walk_blocks(body);
}
