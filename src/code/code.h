/*
 * The register code: the one form that the interpreter, the call graph, the
 * slicer and the branch distances read. Dex and class files are both translated
 * to it, method by method, on first use.
 *
 * An instruction is one or more 8-byte units. The first:
 *
 *   layout  bits 0-15  16-31  32-47    48-63       more units
 *   0       op
 *   A       op         a
 *   AB      op         a      b
 *   ABC     op         a      b        c
 *   ABL     op         a      b        literal, i16
 *   AI      op         a      imm, i32
 *   T       op         -      target, i32
 *   AT      op         a      target, i32
 *   ABT     op         a      b        target, i16
 *   ALT     op         a      literal, target, i16
 *                             i16
 *   AW      op         a      -        -           word: number, Ref, table
 *   ABW     op         a      b        -           word
 *   CALL    op         count  result   -           word: Ref; then count register
 *                                                  numbers, four to a unit
 *
 * Targets count units from the instruction's own first unit. A register holds
 * 64 bits; a long or double lies wholly in the first of its two registers (the
 * second is left alone), so dex and class files agree on how arguments lie. A
 * method's arguments are registers 0, 1, 2 … A CALL's result is register
 * `b`; NO_RESULT when nobody wants it. A CALL lists the register of a wide argument
 * twice, so count is the callee's count of argument registers.
 */
#ifndef CODE_CODE_H
#define CODE_CODE_H

#include "base/arena.h"
#include "code/opcodes.h"
#include "code/symbol.h"

enum {
#define X(name, text, layout, kinds, flags, effect) OP_##name,
    GENERAL_OPCODES(X)
    QUICK_OPS_BEGIN,
    QUICK_OPS_BEFORE_FIRST = QUICK_OPS_BEGIN - 1,
    QUICK_OPCODES(X)
#undef X
    OP_COUNT,
    /*
     * op + OP_CHECKED: the same instruction, of untrusted code, whose operands
     * the machine looks at each time before it runs (verify.h).
     */
    OP_CHECKED = OP_COUNT,
    OP_ALL = OP_COUNT * 2,
};

static inline u16 unchecked_op(u16 op)
{
    return op >= OP_CHECKED ? (u16)(op - OP_CHECKED) : op;
}

enum { NO_RESULT = 0xffff };

typedef enum Layout {
    LAYOUT_0, LAYOUT_A, LAYOUT_AB, LAYOUT_ABC, LAYOUT_ABL, LAYOUT_AI, LAYOUT_T, LAYOUT_AT, LAYOUT_ABT,
    LAYOUT_ALT, LAYOUT_AW, LAYOUT_ABW, LAYOUT_CALL,
} Layout;

enum {
    OPF_REF = 1,        /* the word is a Ref */
    OPF_THROWS = 2,
    OPF_BRANCH = 4,     /* has a target */
    OPF_SWITCH = 8,     /* the word is a SwitchTable */
    OPF_ENDS = 16,      /* control never falls through */
    OPF_CALL = 32,
};

typedef struct OpInfo {
    const char *name, *effect;
    const char *kinds;
    u8 layout;
    u8 flags;
} OpInfo;

extern const OpInfo op_info[OP_ALL];

typedef union Unit {
    struct {
        u16 op, a;
        union {
            struct { u16 b, c; };
            struct { i16 literal_b, literal_c; };   /* ALT: literal, target. ABL: literal_c. ABT: literal_c is the target. */
            i32 imm;
        };
    };
    i64 word;
    void *pointer;
    u16 registers[4];
} Unit;

typedef struct SwitchTable {
    u32 count;
    i32 first;          /* packed: the first key; sparse: unused */
    i32 *targets;       /* from the switch instruction's first unit; not taken: falls through */
    i32 *keys;          /* sparse only, ascending */
} SwitchTable;

typedef struct ArrayData {
    u32 count, width;   /* elements, and bytes of each, little-endian */
    const u8 *bytes;
} ArrayData;

/* ---- symbolic operands ------------------------------------------------- */

typedef enum RefKind { REF_STRING, REF_CLASS, REF_FIELD, REF_METHOD, REF_CALL_SITE, REF_HANDLE, REF_METHOD_TYPE, REF_ERROR } RefKind;

/* One per pool entry of a class or dex file, shared by all instructions that name it. */
typedef struct Ref {
    u8 kind;
    bool of_interface;          /* the member belongs to an interface, as the file claims */
    u8 handle_kind;             /* REF_HANDLE: JVMS 5.4.3.5: 1 getField … 5 invokeVirtual, 6 invokeStatic, 7 invokeSpecial, 8 newInvokeSpecial, 9 invokeInterface */
    const Symbol *owner;        /* class in internal form: java/lang/String, [I */
    const Symbol *name;         /* REF_STRING: the text in modified UTF-8; REF_ERROR: the message */
    const Symbol *descriptor;
    struct CallSite *site;      /* REF_CALL_SITE: name and descriptor are those of the site */
    void *resolved;             /* the machine's */
} Ref;

/* A static argument of a bootstrap method. */
typedef struct BootstrapArg {
    char tag;                   /* I J F D as numbers in bits; L: ref (string, class, handle, method type) */
    u64 bits;
    Ref *ref;
} BootstrapArg;

typedef struct CallSite {
    Ref *bootstrap;             /* REF_HANDLE */
    u32 count;
    BootstrapArg *arguments;
} CallSite;

/* ---- a translated method ----------------------------------------------- */

/* An exception raised in [start, end) units goes to handler, if it is of the type. First match wins. */
typedef struct TryRange {
    u32 start, end, handler;
    Ref *type;                  /* REF_CLASS; NULL catches all */
} TryRange;

typedef struct LinePos {
    u32 unit;                   /* the line holds from here to the next entry */
    u32 line : 31;
    u32 continues : 1;          /* begins inside of an expression: the statement began in the entry before */
} LinePos;

typedef struct Code {
    Unit *units;
    u32 unit_count;
    u16 register_count;
    u16 argument_registers;
    u16 variable_registers;         /* those from here on are slots of an operand stack, not variables */
    TryRange *tries;
    u32 try_count;
    LinePos *lines;             /* ascending by unit */
    u32 line_count;
    u32 *origins;               /* on demand: for each unit, the offset of the original instruction */
    u8 *unproven;               /* verify.h: a bit per unit; NULL when all array operands are proven */
} Code;

/* Units of the instruction at pc, 1 or more. */
static inline u32 insn_length(const Unit *pc)
{
    switch (op_info[pc->op].layout) {
    case LAYOUT_AW: case LAYOUT_ABW: return 2;
    case LAYOUT_CALL: return 2 + (pc->a + 3u) / 4;
    default: return 1;
    }
}

/* The i-th register of a CALL's list. */
static inline u16 call_register(const Unit *pc, u32 i)
{
    return pc[2 + i / 4].registers[i % 4];
}

/* The target of a branch, in units from pc. */
i32 insn_target(const Unit *pc);

/*
 * Registers that the instruction defines and uses: the definition or NO_RESULT,
 * and the uses written to out (room for 255), their number returned.
 */
u16 insn_definition(const Unit *pc);
u32 insn_uses(const Unit *pc, u16 *out);

/* The source line of a unit, or -1. */
i32 code_line(const Code *code, u32 unit);

/*
 * Is the code sound? ERR_INPUT with a sentence when not. The shape: whole
 * instructions, targets that are instructions; `starts` has unit_count zeros and
 * gets a 1 where an instruction begins. The whole structure: besides, operands in
 * range and no way out. Definitions: every register is written before it is read;
 * takes sound structure for granted.
 */
int code_check_shape(const Code *code, u8 *starts);
int code_check(const Code *code);
int code_check_definitions(const Code *code);

/* Appends one line of text for the instruction at pc. */
struct Buf;
void insn_print(struct Buf *out, const Code *code, const Unit *pc);
/* "text", with control characters, quotes and backslashes escaped. */
void symbol_print_quoted(struct Buf *out, const Symbol *text);

#endif
