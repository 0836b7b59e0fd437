/*
 * Is the verifier right? Methods are made from the input's bytes; one that is
 * accepted is then run, down a way that the bytes choose, by a small machine
 * whose registers know what they hold. It ends the program when an instruction
 * finds another kind than it needs, or an object of another class without the
 * mark that makes the real machine look.
 *
 * The world: a/B extends a/A; b/C stands alone; arrays of all kinds.
 */
#include "code/source.h"
#include "code/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INSTRUCTIONS = 48, MOST_STEPS = 400, MOST_REGISTERS = 12, MOST_UNITS = 5 * MOST_INSTRUCTIONS };

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static Arena arena, scratch;
static CodeStore store;
static bool knows_classes;

/* ---- bytes of the input ---- */

typedef struct Input {
    const u8 *at, *end;
} Input;

static u32 take(Input *in, u32 below)
{
    return in->at < in->end ? *in->at++ % below : 0;
}

/* ---- the world ---- */

static const char *const classes[] = { "a/A", "a/B", "b/C", "java/lang/Object", "[I", "[B", "[La/A;", "[J", "java/lang/Throwable" };
static const char *const types[] = { "I", "J", "F", "D", "La/A;", "La/B;", "Lb/C;", "Ljava/lang/Object;", "[I", "[B", "[La/A;", "Z", "[F" };
static const char *const methods[] = {
    "()V", "(I)I", "(J)J", "(La/A;)La/B;", "(Ljava/lang/Object;F)D", "([I)[La/A;", "(La/B;JI)V", "([La/A;)Lb/C;", "(DZ)F",
};

static bool is_below(const char *sub, const char *super)
{
    return !strcmp(sub, super) || !strcmp(super, "java/lang/Object") || (!strcmp(sub, "a/B") && !strcmp(super, "a/A"));
}

static bool is_subclass(void *context, const Symbol *sub, const Symbol *super)
{
    UNUSED(context);
    return knows_classes && is_below(sub->text, super->text);
}

/* The class that a descriptor names. */
static const char *class_in(const char *descriptor)
{
    static const char *const known[] = { "a/A", "a/B", "b/C", "java/lang/Object" };
    for (u32 i = 0; i < COUNT_OF(known); i++)
        if (descriptor[0] == 'L' && !strncmp(descriptor + 1, known[i], strlen(known[i])) && descriptor[1 + strlen(known[i])] == ';')
            return known[i];
    for (u32 i = 0; i < COUNT_OF(types); i++)
        if (types[i][0] == '[' && !strncmp(descriptor, types[i], strlen(types[i])))
            return types[i];
    return "[J";
}

static Ref *make_ref(RefKind kind, const char *owner, const char *descriptor)
{
    Ref *ref = ARENA_NEW(&arena, Ref);
    ref->kind = (u8)kind;
    ref->owner = symbol(&store.symbols, owner);
    ref->name = symbol(&store.symbols, "x");
    ref->descriptor = descriptor ? symbol(&store.symbols, descriptor) : NULL;
    return ref;
}

/* ---- a method from bytes ---- */

static const char *next_type(const char *at)
{
    while (*at == '[')
        at++;
    return (*at == 'L' ? strchr(at, ';') : at) + 1;
}

static u32 argument_registers(const char *descriptor)
{
    u32 count = 0;
    for (const char *at = descriptor + 1; *at != ')'; at = next_type(at))
        count += *at == 'J' || *at == 'D' ? 2 : 1;
    return count;
}

static Ref *random_ref(Input *in, u16 op)
{
    const char *owner = classes[take(in, COUNT_OF(classes))];
    switch (op) {
    case OP_IGET: case OP_IPUT: case OP_SGET: case OP_SPUT: return make_ref(REF_FIELD, classes[take(in, 4)], types[take(in, COUNT_OF(types))]);
    case OP_CONST_STRING: return make_ref(REF_STRING, owner, NULL);
    case OP_CONST_HANDLE: return make_ref(REF_HANDLE, owner, "()V");
    case OP_ERROR: return make_ref(REF_ERROR, owner, NULL);
    case OP_NEW_INSTANCE: return make_ref(REF_CLASS, classes[take(in, 4)], NULL);
    case OP_NEW_ARRAY: case OP_FILLED_NEW_ARRAY: case OP_MULTI_NEW_ARRAY: return make_ref(REF_CLASS, classes[4 + take(in, 4)], NULL);
    }
    if (op_info[op].flags & OPF_CALL)
        return make_ref(op == OP_INVOKE_DYNAMIC ? REF_CALL_SITE : REF_METHOD, classes[take(in, 4)], methods[take(in, COUNT_OF(methods))]);
    return make_ref(REF_CLASS, owner, NULL);
}

/* Writes an instruction; its branch targets are numbers of instructions until they are placed. */
static u32 random_instruction(Input *in, Unit *unit, u32 registers, u32 count)
{
    u16 op = (u16)take(in, QUICK_OPS_BEGIN);
    const OpInfo *info = &op_info[op];
    *unit = (Unit){ .op = op, .a = (u16)take(in, registers) };
    switch ((Layout)info->layout) {
    case LAYOUT_AB: unit->b = (u16)take(in, registers); break;
    case LAYOUT_ABC: case LAYOUT_ABL: unit->b = (u16)take(in, registers); unit->c = (u16)take(in, registers); break;
    case LAYOUT_AI: unit->imm = (i32)take(in, 3); break;
    case LAYOUT_T: case LAYOUT_AT: unit->imm = (i32)take(in, count); break;
    case LAYOUT_ABT: case LAYOUT_ALT: unit->b = (u16)take(in, registers); unit->c = (u16)take(in, count); break;
    case LAYOUT_ABW: unit->b = (u16)take(in, registers); break;
    case LAYOUT_CALL: {
        Ref *ref = random_ref(in, op);
        bool is_call = info->flags & OPF_CALL;
        unit[1].pointer = ref;
        unit->a = (u16)(is_call ? argument_registers(ref->descriptor->text) + (op != OP_INVOKE_STATIC && op != OP_INVOKE_DYNAMIC) : 1 + take(in, 2));
        unit->b = take(in, 3) ? (u16)take(in, registers) : NO_RESULT;
        unit[2] = unit[3] = (Unit){ 0 };
        for (u32 i = 0; i < unit->a; i++)
            unit[2 + i / 4].registers[i % 4] = (u16)take(in, registers);
        return insn_length(unit);
    }
    default: break;
    }
    if (info->layout == LAYOUT_AW || info->layout == LAYOUT_ABW) {
        unit[1].word = 0;
        if (info->flags & OPF_REF)
            unit[1].pointer = random_ref(in, op);
        else if (info->flags & OPF_SWITCH) {
            SwitchTable *table = ARENA_NEW(&arena, SwitchTable);
            table->count = 1;
            table->targets = ARENA_ARRAY(&arena, i32, 1);
            table->targets[0] = (i32)take(in, count);
            if (op == OP_SPARSE_SWITCH)
                table->keys = ARENA_ARRAY(&arena, i32, 1);
            unit[1].pointer = table;
        } else if (op == OP_FILL_ARRAY_DATA) {
            ArrayData *array = ARENA_NEW(&arena, ArrayData);
            array->width = 1u << take(in, 4);
            unit[1].pointer = array;
        }
    }
    return insn_length(unit);
}

static void random_code(Input *in, Code *code, u32 arguments)
{
    u32 places[MOST_INSTRUCTIONS], count = 1 + take(in, MOST_INSTRUCTIONS);
    code->argument_registers = (u16)arguments;
    code->register_count = (u16)(arguments + 1 + take(in, MOST_REGISTERS - arguments - 1));
    code->units = ARENA_ARRAY(&arena, Unit, MOST_UNITS);
    for (u32 i = 0; i < count; i++) {
        places[i] = code->unit_count;
        code->unit_count += random_instruction(in, &code->units[code->unit_count], code->register_count, count);
    }
    for (u32 i = 0; i < count; i++) {
        Unit *unit = &code->units[places[i]];
        u8 layout = op_info[unit->op].layout;
        if (layout == LAYOUT_T || layout == LAYOUT_AT)
            unit->imm = (i32)(places[unit->imm] - places[i]);
        else if (layout == LAYOUT_ABT || layout == LAYOUT_ALT)
            unit->literal_c = (i16)(places[unit->c] - places[i]);
        if (op_info[unit->op].flags & OPF_SWITCH) {
            SwitchTable *table = unit[1].pointer;
            table->targets[0] = (i32)(places[table->targets[0]] - places[i]);
        }
    }
    code->tries = ARENA_ARRAY(&arena, TryRange, 3);
    code->try_count = take(in, 4);
    for (u32 i = 0; i < code->try_count; i++) {
        u32 from = take(in, count), to = from + 1 + take(in, count - from);
        Ref *type = take(in, 2) ? make_ref(REF_CLASS, "a/A", NULL) : NULL;
        code->tries[i] = (TryRange){ places[from], to < count ? places[to] : code->unit_count, places[take(in, count)], type };
    }
}

/* ---- the machine ---- */

/* kind: 0 unset; I J F D; L with a class; n zero; c constant int or float; w constant long or double; r return address */
typedef struct Held {
    char kind;
    const char *class;
    u32 address;
} Held;

typedef struct Machine {
    const Code *code;
    Held registers[MOST_REGISTERS + 1];
    const char *exception;      /* the class of the one under way */
    u32 pc;
} Machine;

static void wrong(const Machine *m, u32 reg, const char *what)
{
    Buf text = { 0 };
    for (u32 pc = 0; pc < m->code->unit_count; pc += insn_length(&m->code->units[pc]))
        insn_print(&text, m->code, &m->code->units[pc]);
    for (u32 i = 0; i < m->code->try_count; i++)
        buf_printf(&text, "try %u to %u -> %u\n", m->code->tries[i].start, m->code->tries[i].end, m->code->tries[i].handler);
    fprintf(stderr, "%s%u arguments, ", buf_str(&text), m->code->argument_registers);
    fprintf(stderr, "unit %u (%s): v%u holds '%c' %s, which is not %s\n", m->pc, op_info[m->code->units[m->pc].op].name, reg,
            m->registers[reg].kind ? m->registers[reg].kind : '-', m->registers[reg].class ? m->registers[reg].class : "", what);
    abort();
}

static Held *need(Machine *m, u32 reg, char letter)
{
    if (reg >= m->code->register_count)
        abort();
    static const char *const allowed[128] = {
        ['I'] = "Inc", ['Z'] = "Inc", ['B'] = "Inc", ['F'] = "Fnc", ['J'] = "Jw", ['D'] = "Dw", ['L'] = "Ln", ['A'] = "Ln", ['['] = "Ln",
        ['N'] = "IncL", ['V'] = "IJFDLncwr", ['R'] = "r", ['X'] = "IFnc", ['Y'] = "JDw",
    };
    Held *held = &m->registers[reg];
    if (!held->kind || !strchr(allowed[(u8)letter], held->kind))
        wrong(m, reg, "of the kind");
    return held;
}

static Held made(const char *descriptor)
{
    switch (descriptor[0]) {
    case 'L': case '[': return (Held){ 'L', class_in(descriptor), 0 };
    case 'Z': case 'B': case 'C': case 'S': return (Held){ 'I', NULL, 0 };
    default: return (Held){ descriptor[0], NULL, 0 };
    }
}

/* An object that must be of the class. False: the real machine looks, and throws. */
static bool fits(Machine *m, u32 reg, const char *class, bool marked)
{
    Held *held = need(m, reg, 'L');
    if (held->kind == 'n' || is_below(held->class, class))
        return true;
    if (!marked)
        wrong(m, reg, class);
    return false;
}

static bool value_fits(Machine *m, u32 reg, const char *descriptor, bool marked)
{
    if (descriptor[0] == 'L' || descriptor[0] == '[')
        return fits(m, reg, class_in(descriptor), marked);
    need(m, reg, descriptor[0]);
    return true;
}

static bool array_fits(Machine *m, u32 reg, const char *elements)
{
    Held *held = need(m, reg, 'A');
    if (held->kind == 'n')
        return false;       /* throws */
    if (held->class[0] == '[' && (!elements || strchr(elements, held->class[1])))
        return true;
    if (!code_is_unproven(m->code, m->pc))
        wrong(m, reg, elements ? elements : "an array");
    return false;
}

static bool array_access(Machine *m, const Unit *u)
{
    static const char *const elements[OP_COUNT] = {
        [OP_AGET_B] = "BZ", [OP_AGET_C] = "C", [OP_AGET_S] = "S", [OP_AGET_I] = "IF", [OP_AGET_J] = "JD", [OP_AGET_L] = "L[",
        [OP_APUT_B] = "BZ", [OP_APUT_C] = "CS", [OP_APUT_I] = "IF", [OP_APUT_J] = "JD", [OP_APUT_L] = "L[",
    };
    bool is_put = u->op >= OP_APUT_B;
    need(m, u->c, 'I');
    if (is_put)
        need(m, u->a, u->op == OP_APUT_L ? 'L' : u->op == OP_APUT_I ? 'X' : u->op == OP_APUT_J ? 'Y' : 'I');
    if (!array_fits(m, u->b, elements[u->op]))
        return false;
    const char *class = m->registers[u->b].class;
    if (is_put) {
        Held *held = &m->registers[u->a];
        if (held->kind == 'L' && !is_below(held->class, class_in(class + 1)))
            return false;   /* ArrayStoreException */
    } else {
        m->registers[u->a] = made(class + 1);
    }
    return true;
}

static bool call(Machine *m, const Unit *u)
{
    const Ref *ref = u[1].pointer;
    u32 next = 0;
    bool ok = true;
    if (u->op != OP_INVOKE_STATIC && u->op != OP_INVOKE_DYNAMIC) {
        const char *class = u->op == OP_INVOKE_INTERFACE ? "java/lang/Object" : u->op == OP_INVOKE_SUPER ? "a/B" : ref->owner->text;
        ok = fits(m, call_register(u, next++), class, u->c & UNPROVEN_RECEIVER);
    }
    const char *at = ref->descriptor->text + 1;
    for (; *at != ')'; at = next_type(at)) {
        ok &= value_fits(m, call_register(u, next), at, u->c & UNPROVEN_VALUE);
        next += *at == 'J' || *at == 'D' ? 2 : 1;
    }
    if (next != u->a)
        abort();
    if (ok && u->b != NO_RESULT)
        m->registers[u->b] = made(at + 1);
    return ok;
}

static bool list_array(Machine *m, const Unit *u)
{
    const char *class = ((const Ref *)u[1].pointer)->owner->text;
    bool ok = true;
    for (u32 i = 0; i < u->a; i++)
        ok &= value_fits(m, call_register(u, i), u->op == OP_FILLED_NEW_ARRAY ? class + 1 : "I", u->c & UNPROVEN_VALUE);
    if (ok && u->b != NO_RESULT)
        m->registers[u->b] = made(class);
    return ok;
}

static Held object_of(const char *class)
{
    return (Held){ 'L', class, 0 };
}

/* Does what the instruction does to the registers; false: it throws. */
static bool perform(Machine *m, const Unit *u, const char *result_type)
{
    const Ref *ref = op_info[u->op].flags & OPF_REF ? u[1].pointer : NULL;
    Held *a = u->a < m->code->register_count ? &m->registers[u->a] : NULL;
    switch (u->op) {
    case OP_MOVE: *a = *need(m, u->b, 'V'); return true;
    case OP_CONST: *a = (Held){ u->imm ? 'c' : 'n', NULL, 0 }; return true;
    case OP_CONST_WIDE: *a = (Held){ 'w', NULL, 0 }; return true;
    case OP_CONST_STRING: *a = object_of("java/lang/String"); return true;
    case OP_CONST_CLASS: *a = object_of("java/lang/Class"); return true;
    case OP_CONST_HANDLE: *a = object_of("java/lang/invoke/MethodHandle"); return true;
    case OP_CHECK_CAST: need(m, u->a, 'L'); return a->kind == 'n' || is_below(a->class, ref->owner->text);
    case OP_ARRAY_LENGTH:
        if (!array_fits(m, u->b, NULL))
            return false;
        *a = (Held){ 'I', NULL, 0 };
        return true;
    case OP_NEW_INSTANCE: *a = object_of(ref->owner->text); return true;
    case OP_NEW_ARRAY: need(m, u->b, 'I'); *a = object_of(ref->owner->text); return true;
    case OP_FILLED_NEW_ARRAY: case OP_MULTI_NEW_ARRAY: return list_array(m, u);
    case OP_FILL_ARRAY_DATA: {
        static const char *const by_width[] = { [1] = "BZ", [2] = "CS", [4] = "IF", [8] = "JD" };
        return array_fits(m, u->a, by_width[((const ArrayData *)u[1].pointer)->width]);
    }
    case OP_THROW: fits(m, u->a, "java/lang/Throwable", u->c & UNPROVEN_RECEIVER); return false;
    case OP_ERROR: return false;
    case OP_JSR: *a = (Held){ 'r', NULL, m->pc + 1 }; return true;
    case OP_AGET_B: case OP_AGET_C: case OP_AGET_S: case OP_AGET_I: case OP_AGET_J: case OP_AGET_L:
    case OP_APUT_B: case OP_APUT_C: case OP_APUT_I: case OP_APUT_J: case OP_APUT_L: return array_access(m, u);
    case OP_IGET:
        if (!fits(m, u->b, ref->owner->text, u->c & UNPROVEN_RECEIVER) || m->registers[u->b].kind == 'n')
            return false;
        *a = made(ref->descriptor->text);
        return true;
    case OP_IPUT: {
        bool value = value_fits(m, u->a, ref->descriptor->text, u->c & UNPROVEN_VALUE);
        return fits(m, u->b, ref->owner->text, u->c & UNPROVEN_RECEIVER) && value;
    }
    case OP_SGET: *a = made(ref->descriptor->text); return true;
    case OP_SPUT: return value_fits(m, u->a, ref->descriptor->text, u->c & UNPROVEN_VALUE);
    case OP_RETURN: value_fits(m, u->a, result_type, u->c & UNPROVEN_VALUE); return true;    /* or throws past all handlers */
    case OP_MOVE_EXCEPTION:
        if (!m->exception)
            wrong(m, u->a, "there: no exception is under way");
        *a = object_of(m->exception);
        return true;
    }
    if (op_info[u->op].flags & OPF_CALL)
        return call(m, u);
    const char *kinds = op_info[u->op].kinds;
    const u16 registers[] = { u->a, u->b, u->c };
    u32 next = kinds[0] != '-';
    for (const char *kind = kinds + 2; *kind; kind++)
        need(m, registers[next++], *kind);
    if (kinds[0] != '-')
        *a = (Held){ kinds[0], NULL, 0 };
    return true;
}

/* The unit that control goes to, or -1 when the method ends. */
static i64 where_next(Machine *m, const Unit *u, bool threw, Input *in)
{
    if (threw) {
        for (u32 i = 0; i < m->code->try_count; i++) {
            const TryRange *range = &m->code->tries[i];
            if (range->start <= m->pc && m->pc < range->end && (!range->type || take(in, 2))) {
                m->exception = range->type ? range->type->owner->text : "java/lang/Throwable";
                return range->handler;
            }
        }
        return -1;
    }
    m->exception = NULL;
    if (u->op == OP_RETURN || u->op == OP_RETURN_VOID)
        return -1;
    if (u->op == OP_RET)
        return m->registers[u->a].address;
    if (op_info[u->op].flags & OPF_SWITCH && take(in, 2))
        return (i64)m->pc + ((const SwitchTable *)u[1].pointer)->targets[0];
    if (op_info[u->op].flags & OPF_BRANCH && (op_info[u->op].flags & OPF_ENDS || take(in, 2)))
        return (i64)m->pc + insn_target(u);
    return (i64)m->pc + insn_length(u);
}

static void run(const Code *code, const char *descriptor, Input *in)
{
    Machine m = { .code = code };
    u32 next = 0;
    const char *at = descriptor + 1;
    for (; *at != ')'; at = next_type(at)) {
        m.registers[next] = made(at);
        /* What is declared as a/A may be a/B, or null. */
        if (m.registers[next].kind == 'L' && take(in, 4) == 0)
            m.registers[next].kind = 'n';
        else if (m.registers[next].class && !strcmp(m.registers[next].class, "a/A") && take(in, 2))
            m.registers[next].class = "a/B";
        next += *at == 'J' || *at == 'D' ? 2 : 1;
    }
    for (u32 steps = 0; steps < MOST_STEPS; steps++) {
        const Unit *u = &code->units[m.pc];
        bool may_throw = op_info[u->op].flags & OPF_THROWS;
        bool threw = (may_throw && take(in, 4) == 1) || !perform(&m, u, at + 1);
        i64 to = where_next(&m, u, threw, in);
        if (to < 0)
            return;
        if (to >= code->unit_count)
            abort();
        m.pc = (u32)to;
    }
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (!arena.base && (arena_open(&arena, 64 << 20, 0) || arena_open(&scratch, 256 << 20, 0)))
        abort();
    ArenaMark mark = arena_mark(&arena);
    code_store_open(&store, &arena);
    Input in = { data, data + size };
    const char *descriptor = methods[take(&in, COUNT_OF(methods))];
    knows_classes = take(&in, 2);
    ClassDef def = { .store = &store, .name = symbol(&store.symbols, "a/B"), .super = symbol(&store.symbols, "a/A") };
    MethodDef method = { .name = def.name, .descriptor = symbol(&store.symbols, descriptor), .access = ACC_STATIC, .has_code = true };
    Code code = { 0 };
    random_code(&in, &code, argument_registers(descriptor));
    if (!code_verify(&def, &method, &code, &scratch, is_subclass, NULL)) {
        run(&code, descriptor, &in);
        in.at = data;       /* and another way */
        run(&code, descriptor, &in);
    }
    arena_release(&arena, mark);
    return 0;
}
