/*
 * Verification by data flow over blocks.
 *
 * What is known about a register is one word: a kind in the top byte and, for
 * references, the declared class below it (a Symbol, 0: some reference). States,
 * one word per register, are kept at the entry of each block and only ever rise
 * in this order, so that the work ends:
 *
 *                       CONFLICT
 *      UNSET   INT  FLOAT    LONG  DOUBLE    REFERENCE (any)   RETURN_ADDRESS
 *                \  /   \       \  /            |    |
 *               NUMBER   |      WIDE       (class A) (class B)
 *                  \     |                      /
 *                   `-- ZERO ------------------'
 *
 * Dex constants have no type, hence ZERO (int, float or null), NUMBER (int or
 * float) and WIDE (long or double).
 *
 * Exceptions carry the state before the instruction that throws; it is the last
 * of its block (flow.h). A subroutine (jsr) is entered from several places with
 * different states: behind it each place gets back its own registers, but for
 * those that the subroutine may write.
 */
#include "code/verify.h"

#include "code/descriptor.h"

#include "code/flow.h"
#include "code/source.h"

#include <string.h>

typedef u64 Value;

enum { UNSET, CONFLICT, ZERO, NUMBER, INT, FLOAT, WIDE, LONG, DOUBLE, REFERENCE, RETURN_ADDRESS };

enum {
    KIND_SHIFT = 56,
    /* What a hostile method may cost: with these, 200 MB of scratch and a second suffice. */
    MOST_UNITS = 1 << 20,
    MOST_STATE = 1 << 23,           /* registers times blocks */
    MOST_WORK = 1 << 28,            /* registers merged, instructions run */
};

#define VALUE(kind) ((Value)(kind) << KIND_SHIFT)
#define PAYLOAD_MASK (VALUE(1) - 1)

static inline u32 kind_of(Value value)
{
    return (u32)(value >> KIND_SHIFT);
}

/* The declared class of a reference, or NULL. */
static inline const Symbol *class_of(Value value)
{
    return kind_of(value) == REFERENCE ? (const Symbol *)(uintptr_t)(value & PAYLOAD_MASK) : NULL;
}

static inline Value reference(const Symbol *class)
{
    return VALUE(REFERENCE) | (uintptr_t)class;
}

typedef struct Verifier {
    const ClassDef *def;
    const MethodDef *method;
    Code *code;
    Arena *scratch;
    IsSubclass is_subclass;
    void *context;
    Flow *flow;
    u32 registers;
    Value *state;                   /* at the instruction under way */
    Value *spare;                   /* for a JSR's block that is run beside it */
    Value **entries;                /* per block; NULL: not reached yet */
    u8 *waiting;                    /* per block: its entry has changed */
    u32 lowest_waiting;
    const Symbol **catch_types;     /* per block: what its MOVE_EXCEPTION takes; NULL: no handler */
    u8 **written;                   /* per block that JSRs go to: registers that the subroutine may write */
    u8 *seen;                       /* for finding them: per block */
    u32 *stack;
    i64 work_left;
    u32 pc;
    int failed;
} Verifier;

#define FAIL(v, ...) ((v)->failed ? (v)->failed : ((v)->failed = error_set(ERR_INPUT, __VA_ARGS__)))

static const Symbol *name(Verifier *v, const char *text, size_t length)
{
    return symbol_n(&v->def->store->symbols, text, length);
}

#define NAME(v, literal) name(v, literal, sizeof(literal) - 1)

/* ---- classes ------------------------------------------------------------------------------ */

static bool is_below(Verifier *v, const Symbol *sub, const Symbol *super)
{
    return sub == super || (sub == v->def->name && super == v->def->super)
           || (v->is_subclass && v->is_subclass(v->context, sub, super));
}

static bool is_object(const char *text, size_t length)
{
    return length == 16 && !memcmp(text, "java/lang/Object", 16);
}

/* The class that a descriptor names, in internal form, without making a Symbol. */
static const char *class_text(const char *descriptor, size_t *length)
{
    if (descriptor[0] == 'L') {
        *length = (size_t)(strchr(descriptor, ';') - descriptor - 1);
        return descriptor + 1;
    }
    const char *end = descriptor;
    while (*end == '[')
        end++;
    *length = (size_t)((*end == 'L' ? strchr(end, ';') : end) - descriptor + 1);
    return descriptor;
}

static const Symbol *class_symbol(Verifier *v, const char *descriptor)
{
    size_t length;
    const char *text = class_text(descriptor, &length);
    return name(v, text, length);
}

/* Is the value, a reference, null or surely of the class? */
static bool is_proven(Verifier *v, Value value, const char *text, size_t length)
{
    if (kind_of(value) == ZERO || is_object(text, length))
        return true;
    const Symbol *class = class_of(value);
    if (!class)
        return false;
    if (class->length == length && !memcmp(class->text, text, length))
        return true;
    return is_below(v, class, name(v, text, length));
}

/* ---- registers ------------------------------------------------------------------------------ */

static const char *const kind_names[] = {
    "not set", "of different kinds", "a zero", "a number", "an int", "a float", "a wide number", "a long", "a double",
    "a reference", "a return address",
};

static Value get(Verifier *v, u32 reg)
{
    if (reg < v->registers)
        return v->state[reg];
    FAIL(v, "instruction %u names register v%u (there are %u)", v->pc, reg, v->registers);
    return VALUE(CONFLICT);
}

static void set(Verifier *v, u32 reg, Value value)
{
    if (reg < v->registers)
        v->state[reg] = value;
    else
        FAIL(v, "instruction %u names register v%u (there are %u)", v->pc, reg, v->registers);
}

/* Kinds by the letters of the opcode table and of descriptors. */
static bool has_kind(Value value, char letter)
{
    u32 kind = kind_of(value);
    switch (letter) {
    case 'I': case 'Z': case 'B': case 'C': case 'S': return kind == INT || kind == NUMBER || kind == ZERO;
    case 'F': return kind == FLOAT || kind == NUMBER || kind == ZERO;
    case 'J': return kind == LONG || kind == WIDE;
    case 'D': return kind == DOUBLE || kind == WIDE;
    case 'L': case '[': case 'A': return kind == REFERENCE || kind == ZERO;
    case 'N': return kind == INT || kind == NUMBER || kind == ZERO || kind == REFERENCE;
    case 'R': return kind == RETURN_ADDRESS;
    case 'V': return kind != UNSET && kind != CONFLICT;
    default: return false;
    }
}

static Value need(Verifier *v, u32 reg, char letter)
{
    Value value = get(v, reg);
    if (!has_kind(value, letter)) {
        static const char *const wanted[] = {
            ['I'] = "an int", ['F'] = "a float", ['J'] = "a long", ['D'] = "a double", ['L'] = "a reference",
            ['['] = "an array", ['A'] = "an array", ['N'] = "an int or a reference", ['R'] = "a return address", ['V'] = "a value",
        };
        const char *what = (u8)letter < COUNT_OF(wanted) && wanted[(u8)letter] ? wanted[(u8)letter] : "an int";
        FAIL(v, "instruction %u (%s) needs %s in v%u, which is %s", v->pc, op_info[v->code->units[v->pc].op].name, what, reg,
             kind_names[kind_of(value)]);
    }
    return value;
}

/* What a register holds after a value of the described type was put into it. */
static Value value_of(Verifier *v, const char *descriptor)
{
    switch (descriptor[0]) {
    case 'J': return VALUE(LONG);
    case 'D': return VALUE(DOUBLE);
    case 'F': return VALUE(FLOAT);
    case 'L': case '[': return reference(class_symbol(v, descriptor));
    default: return VALUE(INT);
    }
}

/* A value goes where the descriptor rules; true when a reference is not proven to fit. */
static bool give(Verifier *v, u32 reg, const char *descriptor)
{
    Value value = need(v, reg, descriptor[0]);
    size_t length;
    if (v->failed || (descriptor[0] != 'L' && descriptor[0] != '['))
        return false;
    const char *text = class_text(descriptor, &length);
    return !is_proven(v, value, text, length);
}

/* ---- merging --------------------------------------------------------------------------------- */

static Value join_references(Verifier *v, Value a, Value b)
{
    const Symbol *one = class_of(a), *other = class_of(b);
    if (one && other) {
        if (is_below(v, one, other))
            return b;
        if (is_below(v, other, one))
            return a;
    }
    return reference(NULL);
}

static Value join(Verifier *v, Value a, Value b)
{
    if (a == b)
        return a;
    if (kind_of(a) > kind_of(b)) {
        Value swap = a;
        a = b;
        b = swap;
    }
    u32 low = kind_of(a), high = kind_of(b);
    if (low == REFERENCE && high == REFERENCE)
        return join_references(v, a, b);
    bool goes_up = (low == ZERO && (high == NUMBER || high == INT || high == FLOAT || high == REFERENCE))
                   || (low == NUMBER && (high == INT || high == FLOAT))
                   || (low == WIDE && (high == LONG || high == DOUBLE));
    return goes_up ? b : VALUE(CONFLICT);
}

/* Lets a state flow into a block. keep: where not NULL, registers with keep[r] == 0 come from `instead`. */
static void flow_into(Verifier *v, u32 block, const Value *state, const u8 *keep, const Value *instead)
{
    Value *entry = v->entries[block];
    bool changed = false;
    v->work_left -= v->registers + 1;
    if (v->work_left < 0) {
        FAIL(v, "the method is too complex to be verified");
        return;
    }
    if (!entry) {
        entry = v->entries[block] = ARENA_ARRAY(v->scratch, Value, v->registers);
        for (u32 r = 0; r < v->registers; r++)
            entry[r] = keep && !keep[r] ? instead[r] : state[r];
        changed = true;
    } else {
        for (u32 r = 0; r < v->registers; r++) {
            Value from = keep && !keep[r] ? instead[r] : state[r];
            if (entry[r] == from)
                continue;
            Value joined = join(v, entry[r], from);
            changed |= joined != entry[r];
            entry[r] = joined;
        }
    }
    if (changed) {
        v->waiting[block] = 1;
        v->lowest_waiting = MIN(v->lowest_waiting, block);
    }
}

/* ---- instructions ---------------------------------------------------------------------------- */

static void mark_unproven(Verifier *v)
{
    if (!v->code->unproven)
        v->code->unproven = ARENA_ARRAY(v->def->store->arena, u8, (v->code->unit_count + 7) / 8);
    v->code->unproven[v->pc / 8] |= (u8)(1 << v->pc % 8);
}

/* An array operand whose element type must be among `elements`; NULL: any array. Its type, or NULL. */
static const Symbol *need_array(Verifier *v, u32 reg, const char *elements)
{
    const Symbol *class = class_of(need(v, reg, 'A'));
    if (class && (class->text[0] != '[' || (elements && !strchr(elements, class->text[1])))) {
        FAIL(v, "instruction %u (%s) cannot be done with a %s", v->pc, op_info[v->code->units[v->pc].op].name, class->text);
        return NULL;
    }
    if (!class && kind_of(get(v, reg)) != ZERO)
        mark_unproven(v);
    return class;
}

static const char *elements_of(u16 op)
{
    switch (op) {
    case OP_AGET_B: case OP_APUT_B: return "BZ";
    case OP_AGET_C: return "C";
    case OP_APUT_C: return "CS";
    case OP_AGET_S: return "S";
    case OP_AGET_I: case OP_APUT_I: return "IF";
    case OP_AGET_J: case OP_APUT_J: return "JD";
    default: return "L[";
    }
}

static void array_get(Verifier *v, const Unit *insn)
{
    const Symbol *array = need_array(v, insn->b, elements_of(insn->op));
    need(v, insn->c, 'I');
    if (v->failed)
        return;
    Value result = VALUE(INT);
    if (array)
        result = value_of(v, array->text + 1);
    else if (insn->op == OP_AGET_I)
        result = VALUE(NUMBER);
    else if (insn->op == OP_AGET_J)
        result = VALUE(WIDE);
    else if (insn->op == OP_AGET_L)
        result = kind_of(get(v, insn->b)) == ZERO ? VALUE(ZERO) : reference(NULL);
    set(v, insn->a, result);
}

static void array_put(Verifier *v, const Unit *insn)
{
    const Symbol *array = need_array(v, insn->b, elements_of(insn->op));
    need(v, insn->c, 'I');
    if (insn->op == OP_APUT_I || insn->op == OP_APUT_J) {
        bool is_wide = insn->op == OP_APUT_J;
        if (array)
            need(v, insn->a, array->text[1]);
        else if (!has_kind(get(v, insn->a), is_wide ? 'D' : 'F'))
            need(v, insn->a, is_wide ? 'J' : 'I');
    } else {
        need(v, insn->a, insn->op == OP_APUT_L ? 'L' : 'I');
    }
}

static void array_data(Verifier *v, const Unit *insn)
{
    static const char *const by_width[9] = { [1] = "BZ", [2] = "CS", [4] = "IF", [8] = "JD" };
    const ArrayData *data = insn[1].pointer;
    need_array(v, insn->a, data->width < 9 && by_width[data->width] ? by_width[data->width] : "");
}

/* The object of a field access or call; marks the instruction when its class is not proven. */
static void need_receiver(Verifier *v, Unit *insn, u32 reg, const Symbol *owner)
{
    Value value = need(v, reg, 'L');
    if (!v->failed && !is_proven(v, value, owner->text, owner->length))
        insn->c |= UNPROVEN_RECEIVER;
}

static void call(Verifier *v, Unit *insn)
{
    const Ref *ref = insn[1].pointer;
    u32 count = insn->a, next = 0;
    if (insn->op != OP_INVOKE_STATIC && insn->op != OP_INVOKE_DYNAMIC) {
        if (!count) {
            FAIL(v, "instruction %u calls %s without an object", v->pc, ref->name->text);
            return;
        }
        if (insn->op == OP_INVOKE_INTERFACE)
            need(v, call_register(insn, 0), 'L');
        else
            need_receiver(v, insn, call_register(insn, 0), insn->op == OP_INVOKE_SUPER ? v->def->name : ref->owner);
        next = 1;
    }
    const char *at = ref->descriptor->text + 1;
    for (; *at != ')' && !v->failed; at = descriptor_next(at)) {
        bool is_wide = *at == 'J' || *at == 'D';
        if (next + is_wide >= count) {
            FAIL(v, "instruction %u calls %s%s with %u registers", v->pc, ref->name->text, ref->descriptor->text, count);
            return;
        }
        if (give(v, call_register(insn, next), at))
            insn->c |= UNPROVEN_VALUE;
        next += 1 + is_wide;
    }
    if (v->failed)
        return;
    if (next != count)
        FAIL(v, "instruction %u calls %s%s with %u registers", v->pc, ref->name->text, ref->descriptor->text, count);
    else if (insn->b != NO_RESULT && at[1] == 'V')
        FAIL(v, "instruction %u takes the result of %s%s", v->pc, ref->name->text, ref->descriptor->text);
    else if (insn->b != NO_RESULT)
        set(v, insn->b, value_of(v, at + 1));
}

static void new_array_of_list(Verifier *v, Unit *insn)
{
    const Symbol *class = ((const Ref *)insn[1].pointer)->owner;
    u32 dimensions = 0;
    while (class->text[dimensions] == '[')
        dimensions++;
    if (!dimensions || (insn->op == OP_MULTI_NEW_ARRAY && (!insn->a || insn->a > dimensions))) {
        FAIL(v, "instruction %u makes a %s with %u dimensions", v->pc, class->text, insn->a);
        return;
    }
    const char *element = insn->op == OP_FILLED_NEW_ARRAY ? class->text + 1 : "I";
    for (u32 i = 0; i < insn->a; i++)
        if (give(v, call_register(insn, i), element))
            insn->c |= UNPROVEN_VALUE;
    if (insn->b != NO_RESULT)
        set(v, insn->b, reference(class));
}

static void check_cast(Verifier *v, const Unit *insn)
{
    const Symbol *class = ((const Ref *)insn[1].pointer)->owner;
    Value value = need(v, insn->a, 'L');
    if (kind_of(value) == REFERENCE && !(class_of(value) && is_below(v, class_of(value), class)))
        set(v, insn->a, reference(class));
}

static void return_value(Verifier *v, Unit *insn)
{
    const char *type = strchr(v->method->descriptor->text, ')') + 1;
    if ((*type == 'V') != (insn->op == OP_RETURN_VOID))
        FAIL(v, "instruction %u (%s) in a method of type %s", v->pc, op_info[insn->op].name, type);
    else if (*type != 'V' && give(v, insn->a, type))
        insn->c |= UNPROVEN_VALUE;
}

static void compare(Verifier *v, const Unit *insn)
{
    Value a = need(v, insn->a, 'N'), b = need(v, insn->b, 'N');
    if (!v->failed && !(has_kind(a, 'I') && has_kind(b, 'I')) && !(has_kind(a, 'L') && has_kind(b, 'L')))
        FAIL(v, "instruction %u compares %s with %s", v->pc, kind_names[kind_of(a)], kind_names[kind_of(b)]);
}

/* Everything whose kinds are wholly said by the table. */
static void by_the_table(Verifier *v, const Unit *insn)
{
    const char *kinds = op_info[insn->op].kinds;
    const u16 registers[] = { insn->a, insn->b, insn->c };
    u32 next = kinds[0] != '-';
    for (const char *kind = kinds + 2; *kind; kind++)
        need(v, registers[next++], *kind);
    switch (kinds[0]) {
    case 'I': set(v, insn->a, VALUE(INT)); break;
    case 'F': set(v, insn->a, VALUE(FLOAT)); break;
    case 'J': set(v, insn->a, VALUE(LONG)); break;
    case 'D': set(v, insn->a, VALUE(DOUBLE)); break;
    case 'L': set(v, insn->a, reference(NULL)); break;
    }
}

/* What the instruction at v->pc needs and does to the state. */
static void step(Verifier *v, Unit *insn)
{
    const Ref *ref = op_info[insn->op].flags & OPF_REF ? insn[1].pointer : NULL;
    switch (insn->op) {
    case OP_MOVE: set(v, insn->a, need(v, insn->b, 'V')); break;
    case OP_CONST: set(v, insn->a, VALUE(insn->imm ? NUMBER : ZERO)); break;
    case OP_CONST_WIDE: set(v, insn->a, VALUE(WIDE)); break;
    case OP_CONST_STRING: set(v, insn->a, reference(NAME(v, "java/lang/String"))); break;
    case OP_CONST_CLASS: set(v, insn->a, reference(NAME(v, "java/lang/Class"))); break;
    case OP_CONST_HANDLE:
        set(v, insn->a, reference(ref->kind == REF_HANDLE ? NAME(v, "java/lang/invoke/MethodHandle") : NAME(v, "java/lang/invoke/MethodType")));
        break;
    case OP_CHECK_CAST: check_cast(v, insn); break;
    case OP_ARRAY_LENGTH:
        need_array(v, insn->b, NULL);
        set(v, insn->a, VALUE(INT));
        break;
    case OP_NEW_INSTANCE: set(v, insn->a, reference(ref->owner)); break;
    case OP_NEW_ARRAY:
        need(v, insn->b, 'I');
        set(v, insn->a, reference(ref->owner));
        break;
    case OP_FILLED_NEW_ARRAY: case OP_MULTI_NEW_ARRAY: new_array_of_list(v, insn); break;
    case OP_FILL_ARRAY_DATA: array_data(v, insn); break;
    case OP_THROW: need_receiver(v, insn, insn->a, NAME(v, "java/lang/Throwable")); break;
    case OP_JSR: set(v, insn->a, VALUE(RETURN_ADDRESS) | (u32)((i32)v->pc + insn->imm)); break;
    case OP_IF_EQ: case OP_IF_NE: compare(v, insn); break;
    case OP_AGET_B: case OP_AGET_C: case OP_AGET_S: case OP_AGET_I: case OP_AGET_J: case OP_AGET_L: array_get(v, insn); break;
    case OP_APUT_B: case OP_APUT_C: case OP_APUT_I: case OP_APUT_J: case OP_APUT_L: array_put(v, insn); break;
    case OP_IGET:
        need_receiver(v, insn, insn->b, ref->owner);
        set(v, insn->a, value_of(v, ref->descriptor->text));
        break;
    case OP_IPUT:
        need_receiver(v, insn, insn->b, ref->owner);
        if (give(v, insn->a, ref->descriptor->text))
            insn->c |= UNPROVEN_VALUE;
        break;
    case OP_SGET: set(v, insn->a, value_of(v, ref->descriptor->text)); break;
    case OP_SPUT:
        if (give(v, insn->a, ref->descriptor->text))
            insn->c |= UNPROVEN_VALUE;
        break;
    case OP_INVOKE_VIRTUAL: case OP_INVOKE_SUPER: case OP_INVOKE_DIRECT: case OP_INVOKE_STATIC:
    case OP_INVOKE_INTERFACE: case OP_INVOKE_DYNAMIC: call(v, insn); break;
    case OP_RETURN: case OP_RETURN_VOID: return_value(v, insn); break;
    case OP_MOVE_EXCEPTION: {
        u32 block = v->flow->block_at[v->pc];
        if (v->flow->blocks[block].start != v->pc || !v->catch_types[block])
            FAIL(v, "instruction %u (move-exception) does not begin a handler", v->pc);
        else
            set(v, insn->a, reference(v->catch_types[block]));
        break;
    }
    default: by_the_table(v, insn);
    }
}

/* ---- subroutines ------------------------------------------------------------------------------- */

/* The registers that may be written from the subroutine's first block on, up to its RETs. */
static const u8 *written_by(Verifier *v, u32 block)
{
    if (v->written[block])
        return v->written[block];
    Flow *flow = v->flow;
    u8 *written = v->written[block] = ARENA_ARRAY(v->scratch, u8, v->registers);
    u8 *seen = v->seen;
    u32 *stack = v->stack, depth = 0;
    v->work_left -= flow->block_count;
    memset(seen, 0, flow->block_count + 1);
    seen[block] = seen[flow->exit] = 1;
    stack[depth++] = block;
    while (depth) {
        u32 at = stack[--depth];
        for (u32 pc = flow->blocks[at].start; pc < flow->blocks[at].end; pc += insn_length(&v->code->units[pc])) {
            u16 definition = insn_definition(&v->code->units[pc]);
            if (definition < v->registers)
                written[definition] = 1;
        }
        u16 last = v->code->units[flow->blocks[at].last].op;
        u32 edges = last == OP_RET ? 0 : flow_count(&flow->out, at);
        for (u32 i = 0; i < edges + (last == OP_JSR); i++) {
            u32 to = i < edges ? flow_edge(&flow->out, at, i) : at + 1;
            if (to <= flow->exit && !seen[to]) {
                seen[to] = 1;
                stack[depth++] = to;
            }
        }
    }
    return written;
}

/* A return address serves once: whoever would use it again would come back with other values than the JSR had. */
static void spend(const Verifier *v, Value *state, Value address)
{
    for (u32 r = 0; r < v->registers; r++)
        if (state[r] == address)
            state[r] = VALUE(CONFLICT);
}

/* Behind one JSR: the subroutine's state at its RET, and the JSR's own for what it does not write. */
static void return_to(Verifier *v, u32 jsr_block, Value address, const Value *at_ret)
{
    Flow *flow = v->flow;
    const Value *before = v->entries[jsr_block];
    /* The JSR's block is run again from its entry, since only entries are kept. */
    Value *at_jsr = v->spare, *state = v->state;
    u32 pc = v->pc;
    if (flow->blocks[jsr_block].end >= v->code->unit_count) {
        FAIL(v, "control runs past the code behind the jsr at %u", flow->blocks[jsr_block].last);
        return;
    }
    v->work_left -= flow->blocks[jsr_block].end - flow->blocks[jsr_block].start;
    memcpy(at_jsr, before, sizeof(Value) * v->registers);
    v->state = at_jsr;
    for (v->pc = flow->blocks[jsr_block].start; v->pc < flow->blocks[jsr_block].end; v->pc += insn_length(&v->code->units[v->pc]))
        step(v, &v->code->units[v->pc]);
    v->state = state;
    v->pc = pc;
    spend(v, at_jsr, address);
    flow_into(v, jsr_block + 1, at_ret, written_by(v, v->flow->block_at[address & PAYLOAD_MASK]), at_jsr);
}

/* A RET goes behind every JSR of its subroutine that was reached. */
static void leave_subroutine(Verifier *v, const Unit *insn)
{
    Value address = need(v, insn->a, 'R');
    spend(v, v->state, address);
    v->work_left -= v->flow->block_count;
    for (u32 block = 0; block < v->flow->block_count && !v->failed; block++) {
        u32 last = v->flow->blocks[block].last;
        const Unit *jsr = &v->code->units[last];
        if (jsr->op == OP_JSR && v->entries[block] && (u32)((i32)last + jsr->imm) == (u32)(address & PAYLOAD_MASK))
            return_to(v, block, address, v->state);
    }
}

/* A JSR that is reached after its subroutine's RET was: the RETs run again. */
static void wake_returns(Verifier *v)
{
    v->work_left -= v->flow->block_count;
    for (u32 block = 0; block < v->flow->block_count; block++)
        if (v->code->units[v->flow->blocks[block].last].op == OP_RET && v->entries[block]) {
            v->waiting[block] = 1;
            v->lowest_waiting = MIN(v->lowest_waiting, block);
        }
}

/* ---- blocks -------------------------------------------------------------------------------------- */

static void run_block(Verifier *v, u32 block)
{
    Flow *flow = v->flow;
    const FlowBlock *extent = &flow->blocks[block];
    Unit *last = &v->code->units[extent->last];
    u32 edges = flow_count(&flow->out, block), normal = flow->normal_out[block];
    v->work_left -= extent->end - extent->start;
    memcpy(v->state, v->entries[block], sizeof(Value) * v->registers);
    for (v->pc = extent->start; v->pc < extent->last && !v->failed; v->pc += insn_length(&v->code->units[v->pc]))
        step(v, &v->code->units[v->pc]);
    /* Handlers see the registers as they are before the last instruction, the one that throws. */
    for (u32 i = normal; i < edges && !v->failed; i++) {
        u32 to = flow_edge(&flow->out, block, i);
        if (to != flow->exit)
            flow_into(v, to, v->state, NULL, NULL);
    }
    if (v->failed)
        return;
    step(v, last);
    if (last->op == OP_RET) {
        if (!v->failed)
            leave_subroutine(v, last);
        return;
    }
    for (u32 i = 0; i < normal && !v->failed; i++) {
        u32 to = flow_edge(&flow->out, block, i);
        bool leaves = last->op == OP_RETURN || last->op == OP_RETURN_VOID;
        if (to == flow->exit && !leaves)
            FAIL(v, "control runs past the code behind instruction %u", extent->last);
        else if (to != flow->exit && v->code->units[flow->blocks[to].start].op == OP_MOVE_EXCEPTION)
            FAIL(v, "control runs into the move-exception at %u without an exception", flow->blocks[to].start);
        else if (to != flow->exit)
            flow_into(v, to, v->state, NULL, NULL);
    }
    if (last->op == OP_JSR)
        wake_returns(v);
}

/* ---- the method ------------------------------------------------------------------------------------ */

static int enter_arguments(Verifier *v)
{
    Value *entry = ARENA_ARRAY(v->scratch, Value, v->registers);
    u32 next = 0;
    if (!(v->method->access & ACC_STATIC)) {
        if (v->registers)
            entry[0] = reference(v->def->name);
        next = 1;
    }
    for (const char *at = v->method->descriptor->text + 1; *at != ')'; at = descriptor_next(at)) {
        if (next < v->registers)
            entry[next] = value_of(v, at);
        next += *at == 'J' || *at == 'D' ? 2 : 1;
    }
    if (next > v->registers || next != v->code->argument_registers)
        return FAIL(v, "%u registers, %u for arguments, cannot hold %u arguments", v->registers, v->code->argument_registers, next);
    if (v->code->units[0].op == OP_MOVE_EXCEPTION)
        return FAIL(v, "the method begins with move-exception");
    v->entries[0] = entry;
    v->waiting[0] = 1;
    return OK;
}

static void find_catch_types(Verifier *v)
{
    const Symbol *throwable = NAME(v, "java/lang/Throwable");
    for (u32 i = 0; i < v->code->try_count; i++) {
        const TryRange *range = &v->code->tries[i];
        const Symbol **type = &v->catch_types[v->flow->block_at[range->handler]], *taken = range->type ? range->type->owner : throwable;
        *type = *type && *type != taken ? throwable : taken;
    }
}

static int verify(Verifier *v)
{
    if (v->code->unit_count > MOST_UNITS)
        return FAIL(v, "the method is too large to be verified (%u units)", v->code->unit_count);
    if (code_check_shape(v->code, ARENA_ARRAY(v->scratch, u8, v->code->unit_count + 1)) || flow_build(&v->flow, v->code, v->scratch))
        return v->failed = ERR_INPUT;
    u32 blocks = v->flow->block_count;
    if ((u64)blocks * v->registers > MOST_STATE)
        return FAIL(v, "the method is too large to be verified (%u blocks, %u registers)", blocks, v->registers);
    v->entries = ARENA_ARRAY(v->scratch, Value *, blocks);
    v->waiting = ARENA_ARRAY(v->scratch, u8, blocks);
    v->catch_types = ARENA_ARRAY(v->scratch, const Symbol *, blocks);
    v->written = ARENA_ARRAY(v->scratch, u8 *, blocks);
    v->state = ARENA_ARRAY(v->scratch, Value, v->registers);
    v->seen = ARENA_ARRAY(v->scratch, u8, blocks + 1);
    v->stack = ARENA_ARRAY(v->scratch, u32, blocks + 1);
    v->spare = ARENA_ARRAY(v->scratch, Value, v->registers);
    v->work_left = MOST_WORK;
    find_catch_types(v);
    if (enter_arguments(v))
        return v->failed;
    for (u32 block = 0; block < blocks && !v->failed; block++) {
        if (!v->waiting[block])
            continue;
        v->waiting[block] = 0;
        v->lowest_waiting = FLOW_NONE;
        run_block(v, block);
        if (v->lowest_waiting <= block)
            block = v->lowest_waiting - 1;
    }
    return v->failed;
}

int code_verify(const ClassDef *def, const MethodDef *method, Code *code, Arena *scratch, IsSubclass is_subclass, void *context)
{
    Verifier v = {
        .def = def, .method = method, .code = code, .scratch = scratch, .is_subclass = is_subclass, .context = context,
        .registers = code->register_count,
    };
    ArenaMark mark = arena_mark(scratch);
    int result = verify(&v);
    arena_release(scratch, mark);
    if (result)
        return error_prefix(ERR_INPUT, "%s.%s%s: ", def->name->text, method->name->text, method->descriptor->text);
    return OK;
}
