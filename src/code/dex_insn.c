/* Decodes dex instructions, by the table of dex_opcodes.h. */
#include "code/dex_insn.h"

#include "code/dex_opcodes.h"

const DexOp dex_ops[256] = {
#define X(code, text, format, operation, operand) [code] = { text, F_##format, operand, OP_##operation },
    DEX_OPCODES(X)
#undef X
};

static const u8 format_length[] = {
    [F_10x] = 1, [F_12x] = 1, [F_11n] = 1, [F_11x] = 1, [F_10t] = 1, [F_20t] = 2, [F_22x] = 2, [F_21t] = 2,
    [F_21s] = 2, [F_21h] = 2, [F_21c] = 2, [F_23x] = 2, [F_22b] = 2, [F_22t] = 2, [F_22s] = 2, [F_22c] = 2,
    [F_30t] = 3, [F_32x] = 3, [F_31i] = 3, [F_31t] = 3, [F_31c] = 3, [F_35c] = 3, [F_3rc] = 3,
    [F_45cc] = 4, [F_4rcc] = 4, [F_51l] = 5,
};

int dex_decode(const DexFile *file, const DexBody *body, u32 pc, DexInsn *out)
{
    u16 first = dex_code_unit(body, pc);
    const DexOp *row = &dex_ops[first & 255];
    u32 length = format_length[row->format];
    if (!length)
        return dex_fail(file, "instruction 0x%02x at %u does not exist", first & 255, pc);
    if (length > body->count - pc)
        return dex_fail(file, "%s at %u runs past the code (needs %u, has %u)", row->name, pc, length, body->count - pc);
    u16 second = length > 1 ? dex_code_unit(body, pc + 1) : 0, third = length > 2 ? dex_code_unit(body, pc + 2) : 0;
    u32 both = second | (u32)third << 16;
    *out = (DexInsn){ .row = row, .length = length, .a = first >> 8 };
    switch ((DexFormat)row->format) {
    case F_none: case F_10x: case F_11x: break;
    case F_12x: out->a = first >> 8 & 15; out->b = first >> 12; break;
    case F_11n: out->a = first >> 8 & 15; out->literal = (i16)first >> 12; break;
    case F_10t: out->target = (i8)(first >> 8); break;
    case F_20t: out->target = (i16)second; break;
    case F_22x: out->b = second; break;
    case F_21t: out->target = (i16)second; break;
    case F_21s: out->literal = (i16)second; break;
    case F_21h: out->literal = row->op == OP_CONST ? (i32)((u32)second << 16) : (i64)((u64)second << 48); break;
    case F_21c: out->index = second; break;
    case F_23x: out->b = second & 255; out->c = second >> 8; break;
    case F_22b: out->b = second & 255; out->literal = (i8)(second >> 8); break;
    case F_22t: out->a = first >> 8 & 15; out->b = first >> 12; out->target = (i16)second; break;
    case F_22s: out->a = first >> 8 & 15; out->b = first >> 12; out->literal = (i16)second; break;
    case F_22c: out->a = first >> 8 & 15; out->b = first >> 12; out->index = second; break;
    case F_30t: out->target = (i32)both; break;
    case F_32x: out->a = second; out->b = third; break;
    case F_31i: out->literal = (i32)both; break;
    case F_31t: out->target = (i32)both; break;
    case F_31c: out->index = both; break;
    case F_51l: out->literal = (i64)le64(body->insns + 2 * ((size_t)pc + 1)); break;
    case F_3rc: case F_4rcc: out->count = first >> 8; out->index = second; out->c = third; break;
    case F_35c: case F_45cc:
        out->count = first >> 12;
        out->index = second;
        if (out->count > 5)
            return dex_fail(file, "%s at %u lists %u registers (at most 5)", row->name, pc, out->count);
        for (u32 i = 0; i < 4; i++)
            out->listed[i] = third >> (4 * i) & 15;
        out->listed[4] = first >> 8 & 15;
        break;
    }
    return OK;
}

u64 dex_payload_length(const DexBody *body, u32 pc)
{
    u32 has = pc < body->count ? body->count - pc : 0;
    u64 length = 0;
    if (has < 4)
        return has >= 2 && dex_code_unit(body, pc) == SPARSE_PAYLOAD && !dex_code_unit(body, pc + 1) ? 2 : 0;
    u32 number = dex_code_unit(body, pc + 1);
    switch (dex_code_unit(body, pc)) {
    case PACKED_PAYLOAD: length = 4 + 2 * (u64)number; break;
    case SPARSE_PAYLOAD: length = 2 + 4 * (u64)number; break;
    case ARRAY_PAYLOAD: length = 4 + ((u64)le32(body->insns + 2 * ((size_t)pc + 2)) * number + 1) / 2; break;
    }
    return length <= has ? length : 0;
}
