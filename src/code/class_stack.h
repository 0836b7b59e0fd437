/*
 * The translator's picture of the operand stack: each slot is described by the
 * register that holds its value, or as a constant; instructions are written only
 * when somebody needs a value. class_translate.c tells the idea.
 */
#ifndef CODE_CLASS_STACK_H
#define CODE_CLASS_STACK_H

#include "code/class_body.h"

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
    /*
     * A handler that control also reaches otherwise: exceptions come in by a
     * side door at the end. Per byte of the code: the door's unit, or 0; NULL
     * when there is no such handler.
     */
    u32 *doors;
    bool long_branches;
} Translator;

/* ---- writing units: room was made before ---------------------------------- */

int stack_make_room(Translator *t, u32 more);
void emit_constant(Translator *t, u32 reg, const Slot *slot);

static inline Unit *emit(Translator *t, u32 op, u32 a)
{
    t->last = t->count;
    t->before_cast = NONE;
    Unit *unit = &t->units[t->count++];
    unit->word = 0;
    unit->op = (u16)op;
    unit->a = (u16)a;
    return unit;
}

static inline void emit_ab(Translator *t, u32 op, u32 a, u32 b)
{
    emit(t, op, a)->b = (u16)b;
}

static inline void emit_pointer(Translator *t, void *pointer)
{
    t->units[t->count].word = 0;
    t->units[t->count++].pointer = pointer;
}

static inline void emit_goto(Translator *t, u32 pc)
{
    t->fixups[t->fixup_count++] = (Fixup){ t->count, pc };
    emit(t, OP_GOTO, 0);
}

/* ---- slots ---------------------------------------------------------------- */

/* A register for the value at this depth: its own if that is free. */
u32 stack_claim(Translator *t, u32 position);

static inline void describe(Translator *t, u32 position, u32 reg)
{
    t->stack[position] = (Slot){ IN_REGISTER, reg, 0 };
    t->uses[reg]++;
}

static inline void forget(Translator *t, u32 position)
{
    if (t->stack[position].kind == IN_REGISTER)
        t->uses[t->stack[position].reg]--;
}

static inline void push_second_half(Translator *t)
{
    t->stack[t->depth++] = (Slot){ SECOND_HALF, 0, 0 };
}

static inline void push_register(Translator *t, u32 reg, u32 width)
{
    describe(t, t->depth++, reg);
    if (width == 2)
        push_second_half(t);
}

/* A register for the result of the instruction about to be written. */
static inline u32 push_result(Translator *t, u32 width)
{
    u32 reg = stack_claim(t, t->depth);
    push_register(t, reg, width);
    return reg;
}

static inline void push_constant(Translator *t, i64 bits, u32 width)
{
    t->stack[t->depth++] = (Slot){ width == 2 ? CONSTANT_64 : CONSTANT_32, 0, bits };
    if (width == 2)
        push_second_half(t);
}

static inline void drop(Translator *t, u32 slots)
{
    for (u32 i = 0; i < slots; i++)
        forget(t, --t->depth);
}

/* The register of the value whose first slot is `below` under the top (1: the top slot itself). */
u32 stack_use(Translator *t, u32 below);
/* The lowest `count` slots each go into their own register. */
void stack_settle(Translator *t, u32 count);
/*
 * Before a branch whose operands are the top slots: all below them is settled.
 * An operand that lies in a register which is needed for that is settled too.
 */
void stack_settle_below(Translator *t, u32 operands);
/* The stack as it is where a block begins: everything settled. */
void stack_begin_block(Translator *t, const StackShape *shape);

/* ---- instructions that only touch the stack and the locals ----------------- */

void stack_store(Translator *t, u32 local, u32 width);
void stack_increment(Translator *t, u32 local, i32 by);
void stack_shuffle(Translator *t, u32 code);    /* pop, dup and swap in all their forms */

/* ---- the two halves of a translation --------------------------------------- */

/* Writes the units of t->body, which was scanned; fills unit_of and doors. */
int translate_body(Translator *t);

#endif
