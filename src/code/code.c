/* Questions about instructions that are answered from the opcode table. */
#include "code/code.h"

#include "base/buf.h"

#define LAYOUT_OF(layout) LAYOUT_##layout

const OpInfo op_info[OP_ALL] = {
#define X(name, text, layout, kinds, flags, effect) [OP_##name] = { text, effect, kinds, LAYOUT_OF(layout), flags },
    ALL_OPCODES(X)
#undef X
#define X(name, text, layout, kinds, flags, effect) [OP_CHECKED + OP_##name] = { text, effect, kinds, LAYOUT_OF(layout), flags },
    ALL_OPCODES(X)
#undef X
};

i32 insn_target(const Unit *pc)
{
    switch (op_info[pc->op].layout) {
    case LAYOUT_T: case LAYOUT_AT: return pc->imm;
    case LAYOUT_ABT: case LAYOUT_ALT: return pc->literal_c;
    default: return 0;
    }
}

u16 insn_definition(const Unit *pc)
{
    const OpInfo *info = &op_info[pc->op];
    if (info->layout == LAYOUT_CALL)
        return pc->b;
    return info->kinds[0] == '-' ? NO_RESULT : pc->a;
}

u32 insn_uses(const Unit *pc, u16 *out)
{
    const OpInfo *info = &op_info[pc->op];
    u32 count = 0;
    if (info->layout == LAYOUT_CALL) {
        for (u32 i = 0; i < pc->a; i++)
            out[count++] = call_register(pc, i);
        return count;
    }
    const u16 registers[] = { pc->a, pc->b, pc->c };
    u32 next = info->kinds[0] == '-' ? 0 : 1;
    for (const char *kind = info->kinds + 2; *kind; kind++)
        out[count++] = registers[next++];
    return count;
}

i32 code_line(const Code *code, u32 unit)
{
    u32 low = 0, high = code->line_count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (code->lines[middle].unit <= unit)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? (i32)code->lines[low - 1].line : -1;
}

void symbol_print_quoted(Buf *out, const Symbol *text)
{
    buf_add_char(out, '"');
    for (u32 i = 0; i < text->length; i++) {
        char c = text->text[i];
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c == '\n')
            buf_add_str(out, "\\n");
        else if ((u8)c < ' ' || c == 127)
            buf_printf(out, "\\u%04x", (u8)c);
        else
            buf_add_char(out, c);
    }
    buf_add_char(out, '"');
}

static void print_ref(Buf *out, const Ref *ref)
{
    switch (ref->kind) {
    case REF_STRING:
        buf_add_char(out, ' ');
        symbol_print_quoted(out, ref->name);
        break;
    case REF_CLASS:
        buf_printf(out, " %s", ref->owner->text);
        break;
    case REF_FIELD:
        buf_printf(out, " %s.%s:%s", ref->owner->text, ref->name->text, ref->descriptor->text);
        break;
    case REF_METHOD:
    case REF_HANDLE:
        buf_printf(out, " %s.%s%s", ref->owner->text, ref->name->text, ref->descriptor->text);
        break;
    case REF_CALL_SITE:
        buf_printf(out, " site %s%s", ref->name->text, ref->descriptor->text);
        break;
    case REF_METHOD_TYPE:
        buf_printf(out, " %s", ref->descriptor->text);
        break;
    default:
        buf_printf(out, " %s", ref->name ? ref->name->text : "");
    }
}

void insn_print(Buf *out, const Code *code, const Unit *pc)
{
    const OpInfo *info = &op_info[pc->op];
    u32 here = (u32)(pc - code->units);
    buf_printf(out, "%5u  %-18s", here, info->name);
    switch ((Layout)info->layout) {
    case LAYOUT_0: break;
    case LAYOUT_A: buf_printf(out, " v%u", pc->a); break;
    case LAYOUT_AB: buf_printf(out, " v%u, v%u", pc->a, pc->b); break;
    case LAYOUT_ABC: buf_printf(out, " v%u, v%u, v%u", pc->a, pc->b, pc->c); break;
    case LAYOUT_ABL: buf_printf(out, " v%u, v%u, #%d", pc->a, pc->b, pc->literal_c); break;
    case LAYOUT_AI: buf_printf(out, " v%u, #%d", pc->a, pc->imm); break;
    case LAYOUT_T: buf_printf(out, " -> %d", (i32)here + pc->imm); break;
    case LAYOUT_AT: buf_printf(out, " v%u -> %d", pc->a, (i32)here + pc->imm); break;
    case LAYOUT_ABT: buf_printf(out, " v%u, v%u -> %d", pc->a, pc->b, (i32)here + pc->literal_c); break;
    case LAYOUT_ALT: buf_printf(out, " v%u, #%d -> %d", pc->a, pc->literal_b, (i32)here + pc->literal_c); break;
    case LAYOUT_AW: buf_printf(out, " v%u", pc->a); break;
    case LAYOUT_ABW: buf_printf(out, " v%u, v%u", pc->a, pc->b); break;
    case LAYOUT_CALL:
        if (pc->b != NO_RESULT)
            buf_printf(out, " v%u :=", pc->b);
        buf_add_str(out, " {");
        for (u32 i = 0; i < pc->a; i++)
            buf_printf(out, "%sv%u", i ? ", " : "", call_register(pc, i));
        buf_add_char(out, '}');
        break;
    }
    if (info->flags & OPF_REF)
        print_ref(out, pc[1].pointer);
    else if (pc->op == OP_CONST_WIDE)
        buf_printf(out, ", #%lld", (long long)pc[1].word);
    if (pc->op == OP_FILL_ARRAY_DATA) {
        const ArrayData *data = pc[1].pointer;
        buf_printf(out, ", %u of %u bytes", data->count, data->width);
    }
    if (info->flags & OPF_SWITCH) {
        const SwitchTable *table = pc[1].pointer;
        for (u32 i = 0; i < table->count; i++)
            buf_printf(out, " %d:%d", table->keys ? table->keys[i] : table->first + (i32)i, (i32)here + table->targets[i]);
    }
    buf_add_char(out, '\n');
}
