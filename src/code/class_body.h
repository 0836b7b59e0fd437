/*
 * A method's body in a class file, as the two halves of the translator share it:
 * class_scan.c finds where blocks begin and what lies on the stack there,
 * class_translate.c writes the register code.
 */
#ifndef CODE_CLASS_BODY_H
#define CODE_CLASS_BODY_H

#include "code/bytecode.h"
#include "code/class_file.h"

enum {
#define X(name, operands, pops, pushes, action, op) BC_##name,
    BYTECODES(X)
#undef X
    BYTECODE_COUNT,
};

typedef enum Action {
    DO_NOTHING, DO_CONSTANT, DO_LDC, DO_LOAD, DO_STORE, DO_ARRAY_LOAD, DO_ARRAY_STORE, DO_STACK, DO_INT_BINARY, DO_BINARY,
    DO_UNARY, DO_IINC, DO_IF_ZERO, DO_IF_COMPARE, DO_JUMP, DO_SUBROUTINE, DO_SUBROUTINE_RETURN, DO_SWITCH,
    DO_RETURN_VALUE, DO_RETURN_NOTHING, DO_FIELD, DO_INVOKE, DO_NEW, DO_ARRAY_NEW, DO_THROW_VALUE, DO_CAST, DO_TYPE_TEST,
    DO_MONITOR, DO_MULTI,
} Action;

typedef struct Bytecode {
    const char *name, *pops, *pushes;
    char operands;
    u8 pop_count;           /* of pops */
    u8 action;
    u16 op;
} Bytecode;

extern const Bytecode bytecodes[BYTECODE_COUNT];

/* What a slot of the operand stack holds. */
enum { SLOT_ONE = 1, SLOT_WIDE, SLOT_WIDE_SECOND };

/* The stack where a block begins. */
typedef struct StackShape {
    u32 depth;
    u8 kinds[];
} StackShape;

enum {
    MARK_START = 1,         /* an instruction begins here */
    MARK_LEADER = 2,        /* a block begins here */
    MARK_HANDLER = 4,       /* exceptions arrive here */
    MARK_ARRIVAL = 8,       /* control arrives here otherwise */
    MARK_INSIDE = 16,       /* the stack is not empty here: inside of an expression */
};

typedef struct Body {
    ClassFile *file;
    const ClassDef *def;
    const MethodDef *method;
    Arena *scratch;
    const u8 *code;
    u32 length;
    u32 max_stack, max_locals;
    const u8 *handlers;     /* 8 bytes each: start 2, end 2, handler 2, class 2 */
    u32 handler_count;
    Cursor attributes;      /* of the Code attribute, at their count */
    u32 branch_count;       /* upper bound of branches that need a target filled in */
    u32 leader_count;       /* upper bound of the places where a block begins */
    u8 *marks;              /* per byte of the code, and one more */
    StackShape **shapes;    /* where a block begins; NULL: never reached */
} Body;

/* One instruction, decoded. */
typedef struct Insn {
    const Bytecode *row;
    u32 code;               /* BC_ */
    u32 pc, next;
    i32 operand;            /* local, constant, pool index, newarray's type; target of a branch */
    i32 second;             /* iinc: constant; multianewarray: dimensions */
} Insn;

/* A switch: keys are first, first + 1 … or pairs of (key, offset). */
typedef struct SwitchView {
    u32 count;
    i32 first;
    u32 other;              /* where all other values go */
    const u8 *offsets;      /* 4 bytes each, or 8 with the key before it */
    bool has_keys;
} SwitchView;

/* The instruction at pc, whose bounds body_scan has checked. */
void insn_decode_operands(const Body *body, u32 pc, Insn *out);
static inline void insn_decode(const Body *body, u32 pc, Insn *out)
{
    out->pc = pc;
    out->code = body->code[pc];
    out->row = &bytecodes[out->code];
    if (out->row->operands <= '3') {    /* none, or the number of a local in the instruction itself */
        out->operand = out->row->operands & 3;
        out->second = 0;
        out->next = pc + 1;
    } else {
        insn_decode_operands(body, pc, out);
    }
}
void switch_view(const Body *body, u32 pc, SwitchView *out);
static inline i32 switch_key(const SwitchView *s, u32 i)
{
    return s->has_keys ? (i32)be32(s->offsets + i * 8) : s->first + (i32)i;
}
static inline i32 switch_offset(const SwitchView *s, u32 i)
{
    return (i32)be32(s->has_keys ? s->offsets + i * 8 + 4 : s->offsets + i * 4);
}

/* dup, dup_x1 … dup2_x2: the top `copied` slots are put again under `skipped` more. */
typedef struct DupForm {
    u8 copied, skipped;
} DupForm;
extern const DupForm dup_forms[];   /* from BC_dup */

int body_scan(Body *body);
/* The source line of the instruction at pc; 0 when the file does not say. */
u32 body_line(const Body *body, u32 pc);
int body_fail(const Body *body, u32 pc, const char *format, ...) PRINTF_LIKE(3, 4);

#endif
