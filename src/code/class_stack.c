/*
 * The operand stack as descriptions of values: see class_stack.h, and
 * class_translate.c for the idea.
 */
#include "code/class_stack.h"

#include <string.h>

int stack_make_room(Translator *t, u32 more)
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

void emit_constant(Translator *t, u32 reg, const Slot *slot)
{
    if (slot->kind == CONSTANT_32) {
        emit(t, OP_CONST, reg)->imm = (i32)slot->bits;
    } else {
        emit(t, OP_CONST_WIDE, reg);
        t->units[t->count++].word = slot->bits;
    }
}

u32 stack_claim(Translator *t, u32 position)
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

u32 stack_use(Translator *t, u32 below)
{
    u32 position = t->depth - below;
    Slot *slot = &t->stack[position];
    if (slot->kind == CONSTANT_32 || slot->kind == CONSTANT_64) {
        u32 reg = stack_claim(t, position);
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
            copy = stack_claim(t, i);
            emit_ab(t, OP_MOVE, copy, local);
        }
        forget(t, i);
        describe(t, i, copy);
        left--;
    }
}

/* ---- settling ------------------------------------------------------------ */

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

void stack_settle(Translator *t, u32 count)
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

void stack_settle_below(Translator *t, u32 operands)
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
    stack_settle(t, conflict ? t->depth : rest);
}

void stack_begin_block(Translator *t, const StackShape *shape)
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

void stack_store(Translator *t, u32 local, u32 width)
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

void stack_increment(Translator *t, u32 local, i32 by)
{
    save_copies(t, local);
    emit_ab(t, OP_ADD_I_LIT, local, local);
    t->units[t->last].literal_c = (i16)by;
}

/* ---- pop, dup, swap ------------------------------------------------------- */

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

void stack_shuffle(Translator *t, u32 code)
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
