/*
 * Dex instructions to the register code.
 *
 *   code item
 *   OFFSET SIZE MEANING
 *     0     2   registers
 *     2     2   of them arguments, the last ones
 *     4     2   arguments of the largest call, not used
 *     6     2   tries
 *     8     4   offset of debug info, 0: none
 *    12     4   code units of 16 bits
 *    16         code units; 2 bytes of padding if there are tries and their number is odd
 *   then per try  u32 first code unit, u16 code units, u16 offset of its handlers
 *   and the handlers: uleb128 count of lists, each  sleb128 count (negative or 0:
 *   a catch-all follows), then pairs of uleb128 type, code unit, then the
 *   catch-all's uleb128 code unit.
 *
 * Two walks over the code units. The first finds where instructions begin and
 * gives each its place in the new code; the second writes them. A place is known
 * before any instruction is written, so branches need no patching:
 *
 *   code unit   0        1    2    3              6             7
 *   dex         const/4  sget      invoke-static  move-result   return
 *   place       0        1    -    3              -             6
 *
 * A call takes the move-result behind it as its own; nops vanish; payloads move
 * into tables. Our if with two registers has a target of 16 bits, so far ones
 * become the opposite if over a goto. Registers are turned so that arguments
 * come first.
 */
#include "code/dex_insn.h"
#include "code/descriptor.h"
#include "code/dex_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct Translator {
    DexFile *file;
    DexBody body;
    u16 registers, arguments;
    u32 *places;            /* per code unit, and one at the end */
    Code *code;
    u32 switch_entries;
    int failed;
} Translator;

enum {
    PLACE_MASK = 0x3fffffff,
    PLACE_STARTS = 0x80000000,  /* an instruction begins here */
    PLACE_FAR = 0x40000000,     /* an if that becomes two instructions */
};

static u16 code_unit(const Translator *t, u32 pc)
{
    return dex_code_unit(&t->body, pc);
}

/* Keeps the first sentence. */
#define FAIL(t, ...) ((t)->failed ? (t)->failed : ((t)->failed = dex_fail((t)->file, __VA_ARGS__)))

static int decode(Translator *t, u32 pc, DexInsn *out)
{
    if (dex_decode(t->file, &t->body, pc, out))
        t->failed = t->failed ? t->failed : ERR_INPUT;
    return t->failed;
}

static u64 payload_length(const Translator *t, u32 pc)
{
    return dex_payload_length(&t->body, pc);
}

static bool takes_result(const DexOp *row)
{
    return op_info[row->op].layout == LAYOUT_CALL || row->op == OP_ERROR;
}

/* The instruction at pc + insn->length, if it is a move-result: its register and kind. */
static const DexOp *result_behind(const Translator *t, u32 pc, const DexInsn *insn, u16 *reg)
{
    u32 next = pc + insn->length;
    if (!takes_result(insn->row) || next >= t->body.count)
        return NULL;
    u16 unit = code_unit(t, next);
    const DexOp *row = &dex_ops[unit & 255];
    *reg = unit >> 8;
    return row->operand & RESULT ? row : NULL;
}

/* ---- the first walk: places --------------------------------------------------------------- */

static u32 units_of(const DexInsn *insn, bool is_far)
{
    switch ((Layout)op_info[insn->row->op].layout) {
    case LAYOUT_0: return insn->row->op != OP_NOP;
    case LAYOUT_AW: case LAYOUT_ABW: return 2;
    case LAYOUT_CALL: return 2 + (insn->count + 3) / 4;
    case LAYOUT_ABT: return is_far ? 2 : 1;
    default: return 1;
    }
}

/* all_far: every two-register if is taken for a far one. */
static int lay_out(Translator *t, bool all_far)
{
    u64 place = 0;
    bool falls_in = true;       /* the instruction before goes on here */
    for (u32 pc = 0; pc < t->body.count;) {
        DexInsn insn;
        u32 end;
        u16 result;
        u32 flags = t->places[pc] & PLACE_FAR;
        if (is_payload(code_unit(t, pc))) {
            u64 length = payload_length(t, pc);
            if (!length)
                return FAIL(t, "table at %u runs past the code", pc);
            if (falls_in)
                return FAIL(t, "control runs into the table at %u", pc);
            t->places[pc] = (u32)place;
            end = pc + (u32)length;
        } else {
            if (decode(t, pc, &insn))
                return t->failed;
            if (insn.row->operand & RESULT)
                return FAIL(t, "%s at %u follows no call", insn.row->name, pc);
            t->places[pc] = (u32)place | flags | PLACE_STARTS;
            place += units_of(&insn, all_far || flags);
            end = pc + insn.length + (result_behind(t, pc, &insn, &result) != NULL);
            if (insn.row->op != OP_NOP)
                falls_in = !(op_info[insn.row->op].flags & OPF_ENDS);
        }
        if (place >= PLACE_MASK)
            return FAIL(t, "code is too long");
        for (pc++; pc < end; pc++)
            t->places[pc] = (u32)place;
    }
    t->places[t->body.count] = (u32)place;
    t->code->unit_count = (u32)place;
    return OK;
}

/* Where the branch at pc goes, as a place; a target that is no instruction is malformed. */
static u32 target_place(Translator *t, u32 pc, i64 distance)
{
    i64 target = pc + distance;
    u32 place = target >= 0 && target < t->body.count ? t->places[target] : 0;
    if (place & PLACE_STARTS && (place & PLACE_MASK) < t->code->unit_count)
        return place & PLACE_MASK;
    FAIL(t, "the target %lld of the instruction at %u is no instruction", (long long)target, pc);
    return 0;
}

/*
 * In code that is longer than a 16-bit distance: takes all ifs for far ones,
 * keeps those that then are, and lays out again, which only shortens distances.
 */
static int lay_out_far(Translator *t)
{
    if (lay_out(t, true))
        return t->failed;
    for (u32 pc = 0; pc < t->body.count; pc++) {
        DexInsn insn;
        if (!(t->places[pc] & PLACE_STARTS) || decode(t, pc, &insn) || op_info[insn.row->op].layout != LAYOUT_ABT)
            continue;
        i64 distance = (i64)target_place(t, pc, insn.target) - (t->places[pc] & PLACE_MASK);
        if (distance != (i16)distance)
            t->places[pc] |= PLACE_FAR;
    }
    return t->failed ? t->failed : lay_out(t, false);
}

static int find_places(Translator *t)
{
    size_t needs = (size_t)t->body.count + 1;
    if (t->file->scratch_room < needs) {
        t->file->scratch_room = needs + needs / 2;
        t->file->scratch = xrealloc(t->file->scratch, t->file->scratch_room * sizeof(u32));
    }
    t->places = t->file->scratch;
    memset(t->places, 0, needs * sizeof(u32));
    if (lay_out(t, false))
        return t->failed;
    return t->code->unit_count <= INT16_MAX ? OK : lay_out_far(t);
}

/* ---- the second walk: instructions ---------------------------------------------------------- */

/* Arguments, which dex puts last, come first. */
static u16 turned(Translator *t, u32 reg, bool is_wide)
{
    if (reg + is_wide >= t->registers) {
        FAIL(t, "register v%u%s does not exist (there are %u)", reg, is_wide ? " and its second" : "", t->registers);
        return 0;
    }
    u32 locals = t->registers - t->arguments;
    return (u16)(reg >= locals ? reg - locals : reg + t->arguments);
}

/* Fills in a, b, c as far as the operation has register operands. */
static void put_registers(Translator *t, const DexOp *row, Unit *unit, u16 a, u16 b, u16 c)
{
    const u16 raw[3] = { a, b, c };
    const char *kinds = op_info[row->op].kinds;
    u16 *const into[3] = { &unit->a, &unit->b, &unit->c };
    u32 next = 0;
    for (const char *kind = kinds[0] == '-' ? kinds + 2 : kinds; *kind; kind++) {
        if (*kind == ':')
            continue;
        bool is_wide = *kind == 'J' || *kind == 'D' || *kind == 'W';
        if (row->operand & WIDE && (next == 0 || row->op == OP_MOVE))
            is_wide = true;
        *into[next] = turned(t, raw[next], is_wide);
        next++;
    }
}

static bool is_array(const Ref *ref)
{
    return ref->owner->text[0] == '[';
}

/* The n-th variant (plain, wide, object, boolean …) must be the one for the field's type. */
static bool field_fits(u8 dex_code, const Ref *field)
{
    static const char *const types[] = { "IF", "JD", "L[", "Z", "B", "C", "S" };
    return strchr(types[(dex_code - 0x52) % 7], field->descriptor->text[0]) != NULL;
}

static Ref *polymorphic_error(Translator *t)
{
    Symbols *symbols = &t->file->store->symbols;
    Ref *ref = ARENA_NEW(t->file->store->arena, Ref);
    *ref = (Ref){
        .kind = REF_ERROR, .owner = symbol(symbols, "java/lang/BootstrapMethodError"),
        .name = symbol(symbols, "invoke-polymorphic is not supported"),
    };
    return ref;
}

/* The Ref that an instruction's index names, fit for the instruction. */
static Ref *operand_ref(Translator *t, u32 pc, const DexInsn *insn)
{
    Ref *ref = NULL;
    bool fits = true;
    u8 code = (u8)code_unit(t, pc);
    if (insn->row->op == OP_ERROR)
        return polymorphic_error(t);
    switch (insn->row->operand & OPERAND_MASK) {
    case STRING: ref = dex_string_ref(t->file, insn->index); break;
    case CALL_SITE: ref = dex_call_site_ref(t->file, insn->index); break;
    case HANDLE: ref = dex_handle_ref(t->file, insn->index); break;
    case PROTO: ref = dex_method_type_ref(t->file, insn->index); break;
    case METHOD:
        ref = dex_method_ref(t->file, insn->index);
        if (ref && insn->row->op == OP_INVOKE_INTERFACE)
            ref->of_interface = true;
        break;
    case FIELD:
        ref = dex_field_ref(t->file, insn->index);
        fits = ref && field_fits(code, ref);
        break;
    case TYPE:
        ref = dex_class_ref(t->file, insn->index);
        if (ref && insn->row->op == OP_NEW_INSTANCE)
            fits = !is_array(ref);
        else if (ref && insn->row->op == OP_NEW_ARRAY)
            fits = is_array(ref);
        else if (ref && insn->row->op == OP_FILLED_NEW_ARRAY)
            fits = is_array(ref) && strchr("IL[", ref->owner->text[1]);
        break;
    }
    if (!ref)
        t->failed = t->failed ? t->failed : ERR_INPUT;  /* the pool has set the sentence */
    else if (!fits)
        FAIL(t, "%s at %u cannot be done with %s %s", insn->row->name, pc, ref->owner->text,
             ref->descriptor ? ref->descriptor->text : "");
    return ref;
}

/* The result type of a call, as the descriptor's letter; L for an array. */
static char result_type(const DexInsn *insn, const Ref *ref)
{
    return insn->row->op == OP_FILLED_NEW_ARRAY ? 'L' : strchr(ref->descriptor->text, ')')[1];
}

/* A file names both registers of a wide argument; the value is in the first, and we list that one twice. */
static void list_wide_twice(Unit *unit, const Ref *ref, bool receiver)
{
    u32 at = receiver;
    for (const char *p = ref->descriptor->text + 1; *p && *p != ')' && at + 1 < unit->a; at++) {
        if (kind_is_wide(*p)) {
            unit[2 + (at + 1) / 4].registers[(at + 1) % 4] = call_register(unit, at);
            at++;
        }
        p = descriptor_next(p);
    }
}

static void put_call(Translator *t, u32 pc, const DexInsn *insn, Unit *unit)
{
    const Ref *ref = unit[1].pointer = operand_ref(t, pc, insn);
    u16 reg;
    const DexOp *result = result_behind(t, pc, insn, &reg);
    if (!ref)
        return;
    unit->a = (u16)insn->count;
    unit->b = NO_RESULT;
    if (result) {
        bool is_wide = result->operand & WIDE;
        char type = result_type(insn, ref);
        unit->b = turned(t, reg, is_wide);
        if (type == 'V' || is_wide != (type == 'J' || type == 'D'))
            FAIL(t, "%s behind the call at %u of a method of type %c", result->name, pc, type);
    }
    for (u32 i = 0; i < insn->count; i++) {
        u32 listed = insn->row->format == F_35c ? insn->listed[i] : insn->c + i;
        unit[2 + i / 4].registers[i % 4] = turned(t, listed, false);
    }
    if (insn->row->op != OP_FILLED_NEW_ARRAY)
        list_wide_twice(unit, ref, insn->row->op != OP_INVOKE_STATIC && insn->row->op != OP_INVOKE_DYNAMIC);
}

/* Where the table of the instruction begins (dex_insn.h draws it). */
static u32 payload_at(Translator *t, u32 pc, const DexInsn *insn, u16 kind)
{
    i64 at = (i64)pc + insn->target;
    if (at >= 0 && at < t->body.count && code_unit(t, (u32)at) == kind && payload_length(t, (u32)at))
        return (u32)at;
    FAIL(t, "%s at %u has no table at %lld", insn->row->name, pc, (long long)at);
    return 0;
}

static void put_switch(Translator *t, u32 pc, const DexInsn *insn, Unit *unit)
{
    bool packed = insn->row->op == OP_PACKED_SWITCH;
    u32 at = payload_at(t, pc, insn, packed ? PACKED_PAYLOAD : SPARSE_PAYLOAD);
    if (t->failed)
        return;
    u32 count = code_unit(t, at + 1);
    const u8 *first = t->body.insns + 2 * (size_t)at + 4, *targets = first + (packed ? 4 : 4 * (size_t)count);
    /* Tables of different switches do not overlap in an honest file. */
    t->switch_entries += count;
    if (t->switch_entries > t->body.count) {
        FAIL(t, "switch tables hold %u entries in %u code units", t->switch_entries, t->body.count);
        return;
    }
    Arena *arena = t->file->store->arena;
    SwitchTable *table = ARENA_NEW(arena, SwitchTable);
    table->count = count;
    table->targets = ARENA_ARRAY(arena, i32, count);
    if (packed)
        table->first = count ? (i32)le32(first) : 0;
    else
        table->keys = ARENA_ARRAY(arena, i32, count);
    for (u32 i = 0; i < count; i++) {
        u32 place = target_place(t, pc, (i32)le32(targets + 4 * i));
        table->targets[i] = (i32)(place - (t->places[pc] & PLACE_MASK));
        if (packed)
            continue;
        table->keys[i] = (i32)le32(first + 4 * i);
        if (i && table->keys[i] <= table->keys[i - 1])
            FAIL(t, "keys of the switch at %u do not ascend", pc);
    }
    unit[1].pointer = table;
}

static void put_array_data(Translator *t, u32 pc, const DexInsn *insn, Unit *unit)
{
    u32 at = payload_at(t, pc, insn, ARRAY_PAYLOAD);
    if (t->failed)
        return;
    const u8 *payload = t->body.insns + 2 * (size_t)at;
    ArrayData *data = ARENA_NEW(t->file->store->arena, ArrayData);
    *data = (ArrayData){ .count = le32(payload + 4), .width = le16(payload + 2), .bytes = payload + 8 };
    if (data->width != 1 && data->width != 2 && data->width != 4 && data->width != 8)
        FAIL(t, "array data at %u has elements of %u bytes", at, data->width);
    unit[1].pointer = data;
}

static void put_if(Translator *t, u32 pc, const DexInsn *insn, Unit *unit)
{
    static const u16 opposite[] = {
        [OP_IF_EQ] = OP_IF_NE, [OP_IF_NE] = OP_IF_EQ, [OP_IF_LT] = OP_IF_GE,
        [OP_IF_GE] = OP_IF_LT, [OP_IF_GT] = OP_IF_LE, [OP_IF_LE] = OP_IF_GT,
    };
    i32 distance = (i32)(target_place(t, pc, insn->target) - (t->places[pc] & PLACE_MASK));
    put_registers(t, insn->row, unit, insn->a, insn->b, 0);
    if (t->places[pc] & PLACE_FAR) {
        unit->op = opposite[unit->op];
        unit->literal_c = 2;
        unit[1].op = OP_GOTO;
        unit[1].imm = distance - 1;
    } else {
        unit->literal_c = (i16)distance;
    }
}

/*
 * const-class of a primitive type, which dx writes for new int[a][b], reads the
 * TYPE field of its wrapper: a class Ref cannot name int.
 */
static bool put_primitive_class(Translator *t, const DexInsn *insn, Unit *unit)
{
    static const char letters[] = "ZBCSIJFDV";
    static const char *const wrappers[] = {
        "java/lang/Boolean", "java/lang/Byte", "java/lang/Character", "java/lang/Short", "java/lang/Integer",
        "java/lang/Long", "java/lang/Float", "java/lang/Double", "java/lang/Void",
    };
    const Symbol *type = dex_type_descriptor(t->file, insn->index);
    if (!type || type->length != 1)
        return false;
    u32 which = (u32)(strchr(letters, type->text[0]) - letters);
    Ref **ref = &t->file->primitive_classes[which];
    if (!*ref) {
        Symbols *symbols = &t->file->store->symbols;
        *ref = ARENA_NEW(t->file->store->arena, Ref);
        **ref = (Ref){
            .kind = REF_FIELD, .owner = symbol(symbols, wrappers[which]), .name = symbol(symbols, "TYPE"),
            .descriptor = symbol(symbols, "Ljava/lang/Class;"),
        };
    }
    unit->op = OP_SGET;
    unit[1].pointer = *ref;
    return true;
}

static void put(Translator *t, u32 pc, const DexInsn *insn, Unit *unit)
{
    const DexOp *row = insn->row;
    unit->op = row->op;
    switch ((Layout)op_info[row->op].layout) {
    case LAYOUT_0: break;
    case LAYOUT_A: case LAYOUT_AB:
        put_registers(t, row, unit, insn->a, insn->b, 0);
        break;
    case LAYOUT_ABC:
        if (row->format == F_12x)
            put_registers(t, row, unit, insn->a, insn->a, insn->b);
        else
            put_registers(t, row, unit, insn->a, insn->b, insn->c);
        break;
    case LAYOUT_ABL:
        put_registers(t, row, unit, insn->a, insn->b, 0);
        unit->literal_c = (i16)insn->literal;
        break;
    case LAYOUT_AI:
        put_registers(t, row, unit, insn->a, 0, 0);
        unit->imm = (i32)insn->literal;
        break;
    case LAYOUT_T: case LAYOUT_AT:
        put_registers(t, row, unit, insn->a, 0, 0);
        unit->imm = (i32)(target_place(t, pc, insn->target) - (t->places[pc] & PLACE_MASK));
        break;
    case LAYOUT_ABT:
        put_if(t, pc, insn, unit);
        break;
    case LAYOUT_AW: case LAYOUT_ABW:
        put_registers(t, row, unit, insn->a, insn->b, 0);
        if (row->op == OP_CONST_WIDE)
            unit[1].word = insn->literal;
        else if (row->op == OP_FILL_ARRAY_DATA)
            put_array_data(t, pc, insn, unit);
        else if (op_info[row->op].flags & OPF_SWITCH)
            put_switch(t, pc, insn, unit);
        else if (row->op != OP_CONST_CLASS || !put_primitive_class(t, insn, unit))
            unit[1].pointer = operand_ref(t, pc, insn);
        break;
    case LAYOUT_CALL:
        put_call(t, pc, insn, unit);
        break;
    default:
        break;
    }
}

static int put_all(Translator *t, bool with_origins)
{
    Code *code = t->code;
    Arena *arena = t->file->store->arena;
    if (!(code->units = arena_try_alloc(arena, sizeof(Unit) * (size_t)code->unit_count))
        || (with_origins && !(code->origins = arena_try_alloc(arena, sizeof(u32) * (size_t)code->unit_count))))
        return FAIL(t, "no room for code of %u units", code->unit_count);
    for (u32 pc = 0; pc < t->body.count; pc++) {
        DexInsn insn;
        if (!(t->places[pc] & PLACE_STARTS))
            continue;
        if (decode(t, pc, &insn))
            return t->failed;
        if (insn.row->op == OP_NOP)
            continue;
        u32 place = t->places[pc] & PLACE_MASK;
        put(t, pc, &insn, &code->units[place]);
        if (t->failed)
            return t->failed;
        if (with_origins)
            for (u32 end = place + units_of(&insn, t->places[pc] & PLACE_FAR); place < end; place++)
                code->origins[place] = pc;
    }
    return OK;
}

/* ---- tries ------------------------------------------------------------------------------------- */

enum { MOST_TRY_RANGES = 1 << 18 };

/* Reads one list of handlers; without `into` it only counts them. */
static int read_handlers(Translator *t, DexCursor cursor, u32 start, u32 end, TryRange *into, u32 *count)
{
    i32 size = cursor_sleb(&cursor);
    u32 types = size > 0 ? (u32)size : 0u - (u32)size, total = types + (size <= 0);
    if (types > cursor_left(&cursor) / 2)
        return FAIL(t, "a list of %u exception handlers runs past the file", types);
    *count = total;
    for (u32 i = 0; into && i < total; i++) {
        into[i] = (TryRange){ .start = start, .end = end };
        if (i < types && !(into[i].type = dex_class_ref(t->file, cursor_uleb(&cursor))))
            return t->failed = ERR_INPUT;
        u32 address = cursor_uleb(&cursor);
        u32 place = address < t->body.count ? t->places[address] : 0;
        if (!(place & PLACE_STARTS) || (place & PLACE_MASK) >= t->code->unit_count)
            return FAIL(t, "the exception handler at %u is no instruction", address);
        into[i].handler = place & PLACE_MASK;
    }
    if (cursor.ended)
        return FAIL(t, "a list of exception handlers runs past the file");
    return OK;
}

static int read_tries(Translator *t, u32 offset, u32 try_count)
{
    const u8 *tries = dex_bytes(t->file, offset, 8 * (u64)try_count + 1, "table of tries");
    if (!tries)
        return t->failed = ERR_INPUT;
    const u8 *lists = tries + 8 * (size_t)try_count, *file_end = t->file->bytes + t->file->size;
    u64 total = 0;
    for (int fill = 0; fill < 2; fill++) {
        u32 done = 0, last_end = 0;
        for (u32 i = 0; i < try_count; i++) {
            const u8 *try = tries + 8 * (size_t)i;
            u32 first = le32(try), length = le16(try + 4), handlers = le16(try + 6), count = 0;
            if (first >= t->body.count || length > t->body.count - first)
                return FAIL(t, "a try of %u code units at %u runs past the code", length, first);
            if (first < last_end)
                return FAIL(t, "the try at %u begins within the one before it", first);
            last_end = first + length;
            if (handlers >= (size_t)(file_end - lists))
                return FAIL(t, "exception handlers at +%u run past the file", handlers);
            u32 start = t->places[first] & PLACE_MASK, end = t->places[first + length] & PLACE_MASK;
            if (start == end)
                continue;
            DexCursor cursor = { lists + handlers, file_end, false };
            if (read_handlers(t, cursor, start, end, fill ? t->code->tries + done : NULL, &count))
                return t->failed;
            done += fill ? count : 0;
            total += fill ? 0 : count;
            if (total > MOST_TRY_RANGES)
                return FAIL(t, "more than %u exception handlers", MOST_TRY_RANGES);
        }
        if (!fill && !(t->code->tries = arena_try_alloc(t->file->store->arena, sizeof(TryRange) * total)))
            return FAIL(t, "no room for %llu exception handlers", (unsigned long long)total);
    }
    t->code->try_count = (u32)total;
    return OK;
}

/* ---- a method ------------------------------------------------------------------------------------ */

static u32 argument_registers(const MethodDef *method)
{
    u32 count = method->access & ACC_STATIC ? 0 : 1;
    for (const char *at = method->descriptor->text + 1; *at != ')'; at++) {
        count += *at == 'J' || *at == 'D' ? 2 : 1;
        while (*at == '[')
            at++;
        if (*at == 'L')
            at = strchr(at, ';');
    }
    return count;
}

int dex_translate(const ClassDef *def, const MethodDef *method, bool with_origins, Code **out)
{
    enum { CODE_ITEM_SIZE = 16 };
    DexFile *file = ((const DexClass *)def->extra)->file;
    u32 offset = ((const DexMethod *)method->extra)->code_offset;
    const u8 *item = method->has_code ? dex_bytes(file, offset, CODE_ITEM_SIZE, "code item") : NULL;
    u64 code_units = item ? le32(item + 12) : 0;
    if (!method->has_code)
        return error_set(ERR_NOT_FOUND, "%s: method %s.%s has no code", file->name, def->name->text, method->name->text);
    if (!item || !dex_bytes(file, offset, CODE_ITEM_SIZE + 2 * code_units, "code item"))
        return ERR_INPUT;
    Code *code = ARENA_NEW(file->store->arena, Code);
    Translator t = {
        .file = file, .body = { item + CODE_ITEM_SIZE, (u32)code_units }, .code = code,
        .registers = le16(item), .arguments = le16(item + 2),
    };
    u32 try_count = le16(item + 6), debug_offset = le32(item + 8);
    code->register_count = code->variable_registers = t.registers;
    code->argument_registers = t.arguments;
    if (t.arguments != argument_registers(method) || t.arguments > t.registers)
        FAIL(&t, "code item at 0x%x has %u registers, %u for arguments (needs %u)", offset, t.registers, t.arguments,
             argument_registers(method));
    bool bad = t.failed || find_places(&t) || put_all(&t, with_origins);
    if (!bad && try_count)
        bad = read_tries(&t, offset + (u32)ALIGN_UP(CODE_ITEM_SIZE + 2 * code_units, 4), try_count);
    if (!bad && debug_offset)
        bad = dex_read_lines(file, debug_offset, t.body.count, t.places, PLACE_MASK, code);
    if (bad)
        return error_prefix(ERR_INPUT, "%s.%s%s: ", def->name->text, method->name->text, method->descriptor->text);
    *out = code;
    return OK;
}
