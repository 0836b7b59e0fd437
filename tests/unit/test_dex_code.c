/*
 * The translation of dex code, instruction by instruction: a dex file is made
 * around code units written by hand, as the body of static void A.f(int, int).
 */
#include "base/buf.h"
#include "code/dex.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static Arena arena;
static CodeStore store;
static DexFile *file;
static Buf dex;

static int set_up(void **state)
{
    if (arena_open(&arena, 64 << 20, 0))
        return -1;
    code_store_open(&store, &arena);
    return 0;
}

static int tear_down(void **state)
{
    dex_close(file);
    file = NULL;
    code_store_close(&store);
    arena_close(&arena);
    buf_free(&dex);
    return 0;
}

/* ---- a dex file around code units ---- */

static void put16(u32 value) { u16 v = (u16)value; buf_add(&dex, &v, sizeof v); }
static void put32(u32 value) { buf_add(&dex, &value, sizeof value); }
static void set32(u32 at, u32 value) { memcpy(dex.data + at, &value, sizeof value); }
static u32 here(void) { return (u32)dex.size; }

/* Begins a section of the header: count at `field`, offset behind it. */
static void section(u32 field, u32 count)
{
    set32(field, count);
    set32(field + 4, here());
}

static void put_uleb(u32 value)
{
    for (; value >= 0x80; value >>= 7)
        buf_add_char(&dex, (char)(value | 0x80));
    buf_add_char(&dex, (char)value);
}

enum { T_A, T_INT, T_VOID, T_OBJECT, T_LONG, T_INTS };
enum { M_F, M_NOTHING, M_LONG, M_MANY };    /* (II)V, ()V, (J)J, (I x 250)V */

static void make_dex(u32 registers, const u16 *units, u32 count)
{
    static const char *const strings[] = { "LA;", "I", "V", "Ljava/lang/Object;", "J", "[I", "f" };
    u32 string_ids, parameters[3], class_at, code_at, data_at;
    buf_clear(&dex);
    for (u32 i = 0; i < 0x70 / 4; i++)
        put32(0);
    memcpy(dex.data, "dex\n035", 8);
    set32(36, 0x70);
    set32(40, 0x12345678);
    section(56, COUNT_OF(strings));
    string_ids = here();
    for (u32 i = 0; i < COUNT_OF(strings); i++)
        put32(0);
    section(64, 6);
    for (u32 i = 0; i < 6; i++)
        put32(i);
    section(72, 4);
    const u32 results[] = { T_VOID, T_VOID, T_LONG, T_VOID };
    u32 protos = here();
    for (u32 i = 0; i < 4; i++) {
        put32(0);
        put32(results[i]);
        put32(0);
    }
    section(88, 4);
    for (u32 i = 0; i < 4; i++) {
        put16(T_A);
        put16(i);
        put32(6);
    }
    section(96, 1);
    class_at = here();
    const u32 class_item[] = { T_A, 1, T_OBJECT, 0, 0xffffffff, 0, 0, 0 };
    for (u32 i = 0; i < 8; i++)
        put32(class_item[i]);
    set32(52, here());      /* map: empty */
    put32(0);
    for (u32 i = 0; i < 3; i++) {
        const u32 counts[] = { 2, 1, 250 };
        parameters[i] = here();
        put32(counts[i]);
        for (u32 k = 0; k < counts[i]; k++)
            put16(i == 1 ? T_LONG : T_INT);
        if (counts[i] % 2)
            put16(0);
    }
    set32(protos + 8, parameters[0]);
    set32(protos + 2 * 12 + 8, parameters[1]);
    set32(protos + 3 * 12 + 8, parameters[2]);
    code_at = here();
    put16(registers);
    put16(2);
    put16(0);
    put16(0);
    put32(0);
    put32(count);
    buf_add(&dex, units, count * sizeof *units);
    data_at = here();
    const u32 data[] = { 0, 0, 1, 0, M_F, 9, code_at };
    for (u32 i = 0; i < COUNT_OF(data); i++)
        put_uleb(data[i]);
    set32(class_at + 24, data_at);
    for (u32 i = 0; i < COUNT_OF(strings); i++) {
        set32(string_ids + 4 * i, here());
        put_uleb((u32)strlen(strings[i]));
        buf_add(&dex, strings[i], strlen(strings[i]) + 1);
    }
    set32(32, here());
}

static Code *code;

/* NULL, or the sentence. */
static const char *translate(u32 registers, const u16 *units, u32 count)
{
    ClassDef *def;
    make_dex(registers, units, count);
    dex_close(file);
    assert_int_equal(dex_open(&file, &store, "made.dex", dex.data, dex.size, false), OK);
    assert_int_equal(dex_class(file, symbol(&store.symbols, "A"), &def), OK);
    return dex_translate(def, &def->methods[0], true, &code) ? error_text() : NULL;
}

#define TRANSLATE(registers, ...) translate(registers, (const u16[]){ __VA_ARGS__ }, sizeof((const u16[]){ __VA_ARGS__ }) / 2)
#define REFUSED(part, registers, ...) assert_refused(TRANSLATE(registers, __VA_ARGS__), part)

static void assert_refused(const char *sentence, const char *part)
{
    assert_non_null(sentence);
    if (!strstr(sentence, part))
        fail_msg("\"%s\" does not say \"%s\"", sentence, part);
}

static void assert_insn(u32 at, u16 op, u16 a, u16 b, u16 c)
{
    const Unit *unit = &code->units[at];
    assert_string_equal(op_info[unit->op].name, op_info[op].name);
    assert_int_equal(unit->a, a);
    assert_int_equal(unit->b, b);
    assert_int_equal(unit->c, c);
}

/* ---- what is written ---- */

static void constants_of_all_widths_have_their_values(void **state)
{
    /* 4 registers, 2 of them arguments: v0 v1 become 2 3 */
    assert_null(TRANSLATE(4, 0xf012, 0x0013, 0x8000, 0x0014, 0x5678, 0x1234, 0x0015, 0x3f80,
                          0x0016, 0xffff, 0x0017, 0x0000, 0x8000, 0x0018, 1, 2, 3, 4, 0x0019, 0xbff0, 0x000e));
    const i32 narrow[] = { -1, -32768, 0x12345678, 0x3f800000 };
    for (u32 i = 0; i < 4; i++) {
        assert_int_equal(code->units[i].op, OP_CONST);
        assert_int_equal(code->units[i].a, 2);
        assert_int_equal(code->units[i].imm, narrow[i]);
    }
    const i64 wide[] = { -1, INT32_MIN, 0x0004000300020001, (i64)0xbff0000000000000 };
    for (u32 i = 0; i < 4; i++) {
        assert_int_equal(code->units[4 + 2 * i].op, OP_CONST_WIDE);
        assert_int_equal(code->units[5 + 2 * i].word, wide[i]);
    }
    assert_int_equal(code->units[12].op, OP_RETURN_VOID);
}

static void arguments_are_the_first_registers(void **state)
{
    assert_null(TRANSLATE(5, 0x0301, 0x4101, 0x000e));      /* move v3, v0; move v1, v4 */
    assert_insn(0, OP_MOVE, 0, 2, 0);
    assert_insn(1, OP_MOVE, 3, 1, 0);
    assert_int_equal(code->argument_registers, 2);
}

static void two_address_forms_and_literals_have_three_operands(void **state)
{
    /* add-int/2addr v0, v1; sub-int v0, v1, v2; rsub-int v0, v1, 7; shl-int/lit8 v0, v1, -1 */
    assert_null(TRANSLATE(5, 0x10b0, 0x0091, 0x0201, 0x10d1, 7, 0x00e0, 0xff01, 0x000e));
    assert_insn(0, OP_ADD_I, 2, 2, 3);
    assert_insn(1, OP_SUB_I, 2, 3, 4);
    assert_insn(2, OP_RSUB_I_LIT, 2, 3, 7);
    assert_insn(3, OP_SHL_I_LIT, 2, 3, 0xffff);
}

static void nops_vanish_and_branches_to_them_go_on(void **state)
{
    assert_null(TRANSLATE(2, 0x0428, 0x0000, 0x0000, 0x000e, 0x0000, 0xfe28));  /* goto +4 … nop; goto -2 */
    assert_int_equal(code->unit_count, 3);
    assert_int_equal(code->units[0].imm, 2);
    assert_int_equal(code->units[2].imm, -1);
    assert_int_equal(code->origins[2], 5);
}

static void a_call_and_its_result_are_one_instruction(void **state)
{
    /* invoke-static {v0, v1} long h(long); move-result-wide v2 */
    assert_null(TRANSLATE(6, 0x2071, M_LONG, 0x0010, 0x020b, 0x000e));
    assert_insn(0, OP_INVOKE_STATIC, 2, 4, 0);
    assert_int_equal(call_register(code->units, 0), 2);
    assert_int_equal(call_register(code->units, 1), 2);     /* a wide argument's register, twice */
    assert_int_equal(code->units[3].op, OP_RETURN_VOID);
}

static void a_far_if_becomes_the_opposite_over_a_goto(void **state)
{
    /* if-lt v0, v1 over 600 calls of 250 registers (65 units each), and a near one: if-ge v0, v1, +2 */
    static u16 units[2 + 2 + 3 * 600 + 1];
    u32 count = 0;
    units[count++] = 0x1034;
    units[count++] = 4 + 3 * 600;
    units[count++] = 0x1035;
    units[count++] = 2;
    for (u32 i = 0; i < 600; i++) {
        units[count++] = 0xfa77;
        units[count++] = M_MANY;
        units[count++] = 0;
    }
    units[count++] = 0x000e;
    assert_null(translate(260, units, count));
    assert_int_equal(code->unit_count, 3 + 600 * 65 + 1);
    assert_insn(0, OP_IF_GE, 2, 3, 2);
    assert_int_equal(code->units[1].op, OP_GOTO);
    assert_int_equal(code->units[1].imm, 2 + 600 * 65);
    assert_insn(2, OP_IF_GE, 2, 3, 1);
}

static void polymorphic_calls_become_errors(void **state)
{
    assert_null(TRANSLATE(4, 0x10fa, M_NOTHING, 0x0000, 0, 0x000a, 0x000e));
    assert_int_equal(code->units[0].op, OP_ERROR);
    const Ref *ref = code->units[1].pointer;
    assert_int_equal(ref->kind, REF_ERROR);
    assert_string_equal(ref->owner->text, "java/lang/BootstrapMethodError");
    assert_int_equal(code->units[2].op, OP_RETURN_VOID);
}

static void a_switch_and_its_table_are_one_instruction(void **state)
{
    /* packed-switch v0, +4; return; nop; table of 2: first 5, targets +3, +0 */
    assert_null(TRANSLATE(3, 0x002b, 5, 0, 0x000e, 0x0000, 0x0100, 2, 5, 0, 3, 0, 0, 0));
    const SwitchTable *table = code->units[1].pointer;
    assert_int_equal(table->count, 2);
    assert_int_equal(table->first, 5);
    assert_int_equal(table->targets[0], 2);
    assert_int_equal(table->targets[1], 0);
}

/* ---- what is refused ---- */

static void malformed_code_is_refused_with_a_sentence(void **state)
{
    REFUSED("move-result at 0 follows no call", 4, 0x000a, 0x000e);
    REFUSED("move-result behind the call", 4, 0x0071, M_NOTHING, 0, 0x000a, 0x000e);
    REFUSED("move-result behind the call", 4, 0x2071, M_LONG, 0x0010, 0x000a, 0x000e);
    REFUSED("is no instruction", 4, 0x0228, 0x0013, 7, 0x000e);
    REFUSED("is no instruction", 4, 0xff28, 0x000e);
    REFUSED("does not exist", 4, 0x0040, 0x000e);
    REFUSED("runs past the code", 4, 0x0013);
    REFUSED("register v9 does not exist", 4, 0x0901, 0x000e);
    REFUSED("register v3 and its second does not exist", 4, 0x0316, 1, 0x000e);
    REFUSED("control runs into the table", 4, 0x0000, 0x0100, 0, 0, 0, 0x000e);
    REFUSED("table at 1 runs past the code", 4, 0x000e, 0x0100, 9, 0, 0);
    REFUSED("has no table", 4, 0x002b, 3, 0, 0x000e);
    REFUSED("do not ascend", 4, 0x002c, 4, 0, 0x000e, 0x0200, 2, 9, 0, 8, 0, 3, 0, 3, 0);
    REFUSED("method 77 does not exist (there are 4)", 4, 0x0071, 77, 0, 0x000e);
    REFUSED("type 99 does not exist", 4, 0x001c, 99, 0x000e);
    REFUSED("cannot be done with A", 4, 0x0123, T_A, 0x000e);
    REFUSED("lists 6 registers", 4, 0x6071, M_NOTHING, 0, 0x000e);
    REFUSED("2 for arguments", 1, 0x000e);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(constants_of_all_widths_have_their_values),
        TEST(arguments_are_the_first_registers),
        TEST(two_address_forms_and_literals_have_three_operands),
        TEST(nops_vanish_and_branches_to_them_go_on),
        TEST(a_call_and_its_result_are_one_instruction),
        TEST(a_far_if_becomes_the_opposite_over_a_goto),
        TEST(polymorphic_calls_become_errors),
        TEST(a_switch_and_its_table_are_one_instruction),
        TEST(malformed_code_is_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
