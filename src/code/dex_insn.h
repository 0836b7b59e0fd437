/* Dex instructions taken apart. */
#ifndef CODE_DEX_INSN_H
#define CODE_DEX_INSN_H

#include "code/dex_internal.h"

/* The operand column of dex_opcodes.h. */
enum {
    OPERAND_MASK = 15, STRING = 1, TYPE, FIELD, METHOD, CALL_SITE, HANDLE, PROTO,
    WIDE = 16, RESULT = 32,
};

typedef enum DexFormat {
    F_none, F_10x, F_12x, F_11n, F_11x, F_10t, F_20t, F_22x, F_21t, F_21s, F_21h, F_21c, F_23x, F_22b, F_22t, F_22s,
    F_22c, F_30t, F_32x, F_31i, F_31t, F_31c, F_35c, F_3rc, F_45cc, F_4rcc, F_51l,
} DexFormat;

typedef struct DexOp {
    const char *name;       /* NULL: no instruction has this code */
    u8 format, operand;
    u16 op;                 /* the register code's */
} DexOp;

extern const DexOp dex_ops[256];

/* The code units of a method, 16 bits each. */
typedef struct DexBody {
    const u8 *insns;
    u32 count;
} DexBody;

/* An instruction; which members count depends on the format. */
typedef struct DexInsn {
    const DexOp *row;
    u32 length;             /* code units */
    u16 a, b, c;
    i64 literal;
    i32 target;             /* code units from here */
    u32 index;
    u32 count;              /* 35c, 3rc: registers */
    u16 listed[5];          /* 35c; 3rc: c, c+1 … */
} DexInsn;

static inline u16 dex_code_unit(const DexBody *body, u32 pc)
{
    return le16(body->insns + 2 * (size_t)pc);
}

int dex_decode(const DexFile *file, const DexBody *body, u32 pc, DexInsn *out);

/*
 * Tables lie among the instructions, each begun by a nop with a number:
 *
 *   packed switch  0x0100, u16 count, i32 first key, i32 targets
 *   sparse switch  0x0200, u16 count, i32 keys, i32 targets
 *   array data     0x0300, u16 bytes per element, u32 count, the bytes
 */
enum { PACKED_PAYLOAD = 0x0100, SPARSE_PAYLOAD = 0x0200, ARRAY_PAYLOAD = 0x0300 };

static inline bool is_payload(u16 first)
{
    return first == PACKED_PAYLOAD || first == SPARSE_PAYLOAD || first == ARRAY_PAYLOAD;
}

/* Code units of the payload at pc, or 0 when there is none or it runs past the code. */
u64 dex_payload_length(const DexBody *body, u32 pc);

#endif
