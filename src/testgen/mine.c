/*
 * Constants and types out of the code around the crash: a string that the code
 * compares with is found far sooner there than by chance.
 */
#include "testgen/program.h"

#include <stdlib.h>
#include <string.h>

static void add_int(Constants *c, i64 value)
{
    for (int i = 0; i < c->int_count; i++)
        if (c->ints[i] == value)
            return;
    if (value > ' ' && value < 127 && c->character_count < (int)sizeof c->characters && !(value >= '0' && value <= '9'))
        c->characters[c->character_count++] = (char)value;
    c->ints = xrealloc(c->ints, (size_t)(c->int_count + 1) * sizeof *c->ints);
    c->ints[c->int_count++] = value;
}

static void add_double(Constants *c, double value)
{
    for (int i = 0; i < c->double_count; i++)
        if (!memcmp(&c->doubles[i], &value, sizeof value))
            return;
    c->doubles = xrealloc(c->doubles, (size_t)(c->double_count + 1) * sizeof *c->doubles);
    c->doubles[c->double_count++] = value;
}

void program_add_string(Program *p, const char *text)
{
    Constants *c = &p->constants;
    if (strlen(text) > 200)
        return;
    for (const char *b = text; *b; b++)
        if ((u8)*b == 0xc0 || (u8)*b == 0xed)
            return;     /* modified UTF-8's own forms */
    for (int i = 0; i < c->string_count; i++)
        if (!strcmp(c->strings[i], text))
            return;
    c->strings = xrealloc(c->strings, (size_t)(c->string_count + 1) * sizeof *c->strings);
    c->strings[c->string_count++] = arena_strdup(p->arena, text);
}

static void add_cast(Program *p, const Symbol *name)
{
    Class *c = name->text[0] == '[' ? NULL : program_load(p, name->text);
    if (!c || !program_can_name(p, c))
        return;
    for (int i = 0; i < p->cast_count; i++)
        if (p->cast_types[i] == c)
            return;
    p->cast_types = xrealloc(p->cast_types, (size_t)(p->cast_count + 1) * sizeof *p->cast_types);
    p->cast_types[p->cast_count++] = c;
}

void program_add_trace_type(Program *p, Class *c)
{
    if (!program_can_name(p, c))
        return;
    for (int i = 0; i < p->trace_count; i++)
        if (p->trace_types[i] == c)
            return;
    p->trace_types = xrealloc(p->trace_types, (size_t)(p->trace_count + 1) * sizeof *p->trace_types);
    p->trace_types[p->trace_count++] = c;
}

static void mine_instruction(Program *p, const Unit *pc)
{
    Constants *c = &p->constants;
    switch (pc->op) {
    case OP_CONST:
        add_int(c, pc->imm);
        break;
    case OP_CONST_WIDE: {
        double d;
        memcpy(&d, &pc[1].word, sizeof d);
        if (pc[1].word > -1000000000000 && pc[1].word < 1000000000000)
            add_int(c, pc[1].word);
        if (d == d && (d > 1e-300 || d < -1e-300))
            add_double(c, d);
        break;
    }
    case OP_CONST_STRING:
        program_add_string(p, ((const Ref *)pc[1].pointer)->name->text);
        break;
    case OP_CHECK_CAST: case OP_INSTANCE_OF: {
        const Ref *ref = pc[1].pointer;
        add_cast(p, ref->name ? ref->name : ref->owner);
        break;
    }
    default:
        if (pc->op >= OP_IF_EQ_LIT && pc->op <= OP_IF_LE_LIT)
            add_int(c, pc->literal_b);
    }
}

void program_mine(Program *p, const ClassDef *def)
{
    for (u32 i = 0; i < def->method_count; i++) {
        Code *code;
        if (!def->methods[i].has_code || code_translate(def, &def->methods[i], false, &code))
            continue;
        for (const Unit *pc = code->units; pc < code->units + code->unit_count; pc += insn_length(pc))
            mine_instruction(p, pc);
    }
}

/* The message itself, what it quotes, and its words: often the value that was at fault. */
void program_mine_message(Program *p, const char *message)
{
    if (!*message)
        return;
    program_add_string(p, message);
    for (const char *open = message; (open = strpbrk(open, "\"'`[<")); open++) {
        char closing = *open == '[' ? ']' : *open == '<' ? '>' : *open;
        const char *close = strchr(open + 1, closing);
        if (close)
            program_add_string(p, arena_strndup(p->arena, open + 1, (size_t)(close - open - 1)));
    }
    char *words = arena_strdup(p->arena, message), *rest = words;
    for (char *word; (word = strsep(&rest, " ,;:()\"'"));) {
        if (!*word)
            continue;
        char *end;
        double number = strtod(word, &end);
        if (!*end && number > -9e15 && number < 9e15) {
            add_double(&p->constants, number);
            add_int(&p->constants, (i64)number);
        }
        program_add_string(p, word);
    }
}
