/* The soft verifier on code made by hand: what it refuses, what it marks, what it lets pass. */
#include "code/source.h"
#include "code/verify.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static Arena arena, scratch;
static CodeStore store;
static ClassDef def;
static Code code;
static TryRange ranges[4];
static bool knows_classes;

static int set_up(void **state)
{
    if (arena_open(&arena, 64 << 20, 0) || arena_open(&scratch, 64 << 20, 0))
        return -1;
    code_store_open(&store, &arena);
    def = (ClassDef){ .store = &store, .name = symbol(&store.symbols, "a/Own"), .super = symbol(&store.symbols, "a/Super") };
    memset(&code, 0, sizeof code);
    knows_classes = false;
    return 0;
}

static int tear_down(void **state)
{
    code_store_close(&store);
    arena_close(&arena);
    arena_close(&scratch);
    return 0;
}

/* a/Sub is below a/Base; nothing else is known. */
static bool is_subclass(void *context, const Symbol *sub, const Symbol *super)
{
    return knows_classes && symbol_is(sub, "a/Sub") && symbol_is(super, "a/Base");
}

/* ---- code by hand ---- */

static Unit op(u16 o, u16 a) { return (Unit){ .op = o, .a = a }; }
static Unit op2(u16 o, u16 a, u16 b) { Unit u = op(o, a); u.b = b; return u; }
static Unit op3(u16 o, u16 a, u16 b, u16 c) { Unit u = op2(o, a, b); u.c = c; return u; }
static Unit imm(u16 o, u16 a, i32 n) { Unit u = op(o, a); u.imm = n; return u; }
static Unit word(void *pointer) { return (Unit){ .pointer = pointer }; }
static Unit list(u16 a, u16 b, u16 c, u16 d) { return (Unit){ .registers = { a, b, c, d } }; }

static Ref *ref(RefKind kind, const char *owner, const char *name, const char *descriptor)
{
    Ref *r = ARENA_NEW(&arena, Ref);
    r->kind = (u8)kind;
    r->owner = symbol(&store.symbols, owner);
    r->name = name ? symbol(&store.symbols, name) : NULL;
    r->descriptor = descriptor ? symbol(&store.symbols, descriptor) : NULL;
    return r;
}

/* Verifies a static method of the type with 8 registers; NULL, or the sentence. */
static const char *verify_units(const char *descriptor, const Unit *units, u32 count)
{
    MethodDef method = {
        .name = symbol(&store.symbols, "m"), .descriptor = symbol(&store.symbols, descriptor), .access = ACC_STATIC, .has_code = true,
    };
    u32 arguments = 0;
    for (const char *at = descriptor + 1; *at != ')'; at++) {
        arguments += *at == 'J' || *at == 'D' ? 2 : 1;
        while (*at == '[')
            at++;
        if (*at == 'L')
            at = strchr(at, ';');
    }
    code.units = ARENA_ARRAY(&arena, Unit, count);
    memcpy(code.units, units, count * sizeof *units);
    code.unit_count = count;
    code.register_count = 8;
    code.argument_registers = (u16)arguments;
    code.tries = ranges;
    return code_verify(&def, &method, &code, &scratch, is_subclass, NULL) ? error_text() : NULL;
}

#define VERIFY(descriptor, ...) verify_units(descriptor, (Unit[]){ __VA_ARGS__ }, sizeof((Unit[]){ __VA_ARGS__ }) / sizeof(Unit))
#define ACCEPTED(descriptor, ...) assert_null(VERIFY(descriptor, __VA_ARGS__))
#define REFUSED(part, descriptor, ...) assert_refused(VERIFY(descriptor, __VA_ARGS__), part)

static void assert_refused(const char *sentence, const char *part)
{
    assert_non_null(sentence);
    if (!strstr(sentence, part))
        fail_msg("\"%s\" does not say \"%s\"", sentence, part);
}

/* ---- kinds ---- */

static void a_register_that_was_not_set_is_not_read(void **state)
{
    REFUSED("not set", "()I", op(OP_RETURN, 3));
    REFUSED("not set", "()V", op2(OP_MOVE, 0, 1), op(OP_RETURN_VOID, 0));
}

static void numbers_are_no_references_and_references_no_numbers(void **state)
{
    REFUSED("needs an int", "(Ljava/lang/Object;)I", op(OP_RETURN, 0));
    REFUSED("needs a reference", "(I)Ljava/lang/Object;", op(OP_RETURN, 0));
    REFUSED("needs a long", "(D)J", op(OP_RETURN, 0));
    REFUSED("needs a float", "(I)F", op(OP_RETURN, 0));
    REFUSED("needs an int", "(JI)I", op3(OP_ADD_I, 3, 0, 2), op(OP_RETURN, 3));
    REFUSED("compares", "(Ljava/lang/Object;I)V", op3(OP_IF_EQ, 0, 1, 1), op(OP_RETURN_VOID, 0));
}

static void a_zero_is_int_float_and_null_but_five_is_not_null(void **state)
{
    ACCEPTED("()I", imm(OP_CONST, 0, 0), op(OP_RETURN, 0));
    ACCEPTED("()F", imm(OP_CONST, 0, 0), op(OP_RETURN, 0));
    ACCEPTED("()Ljava/lang/String;", imm(OP_CONST, 0, 0), op(OP_RETURN, 0));
    ACCEPTED("()F", imm(OP_CONST, 0, 5), op(OP_RETURN, 0));
    REFUSED("needs a reference", "()Ljava/lang/String;", imm(OP_CONST, 0, 5), op(OP_RETURN, 0));
    REFUSED("needs a long", "()J", imm(OP_CONST, 0, 5), op(OP_RETURN, 0));
    ACCEPTED("()D", op(OP_CONST_WIDE, 0), word(NULL), op(OP_RETURN, 0));
}

static void a_register_with_two_kinds_may_stand_but_not_be_read(void **state)
{
    /* 0: if v0 == 0 goto 3;  1: v2 := v0;  2: goto 4;  3: v2 := v1;  4: … */
#define TWO_WAYS imm(OP_IF_EQZ, 0, 3), op2(OP_MOVE, 2, 0), imm(OP_GOTO, 0, 2), op2(OP_MOVE, 2, 1)
    ACCEPTED("(ILjava/lang/Object;)V", TWO_WAYS, op(OP_RETURN_VOID, 0));
    REFUSED("of different kinds", "(ILjava/lang/Object;)I", TWO_WAYS, op(OP_RETURN, 2));
}

static void the_result_has_the_kind_of_the_method(void **state)
{
    REFUSED("in a method of type I", "()I", op(OP_RETURN_VOID, 0));
    REFUSED("in a method of type V", "(I)V", op(OP_RETURN, 0));
}

/* ---- shape ---- */

static void control_stays_in_the_code(void **state)
{
    REFUSED("runs past the code", "(I)V", op2(OP_MOVE, 1, 0));
    REFUSED("no instruction", "(I)V", imm(OP_GOTO, 0, 9), op(OP_RETURN_VOID, 0));
    REFUSED("no instruction", "(I)V", imm(OP_GOTO, 0, 2), op(OP_CONST_WIDE, 1), word(NULL), op(OP_RETURN_VOID, 0));
    REFUSED("runs past the code", "(I)V", op(OP_RETURN_VOID, 0), op(OP_CONST_WIDE, 0));
    REFUSED("unknown operation", "()V", op(OP_IGET_I, 0), word(NULL), op(OP_RETURN_VOID, 0));
    ACCEPTED("()V", op(OP_RETURN_VOID, 0), op2(OP_MOVE, 1, 0));
}

static void registers_exist(void **state)
{
    REFUSED("v8", "()V", imm(OP_CONST, 8, 0), op(OP_RETURN_VOID, 0));
    REFUSED("v9", "()V", op2(OP_MOVE, 0, 9), op(OP_RETURN_VOID, 0));
}

/* ---- calls ---- */

static void a_call_lists_as_many_registers_as_the_method_has_arguments(void **state)
{
    Ref *r = ref(REF_METHOD, "a/B", "f", "(IJ)V");
    ACCEPTED("(IJ)V", op3(OP_INVOKE_STATIC, 3, NO_RESULT, 0), word(r), list(0, 1, 2, 0), op(OP_RETURN_VOID, 0));
    REFUSED("with 2 registers", "(IJ)V", op3(OP_INVOKE_STATIC, 2, NO_RESULT, 0), word(r), list(0, 1, 0, 0), op(OP_RETURN_VOID, 0));
    REFUSED("with 4 registers", "(IJ)V", op3(OP_INVOKE_STATIC, 4, NO_RESULT, 0), word(r), list(0, 1, 2, 0), op(OP_RETURN_VOID, 0));
    REFUSED("takes the result", "(IJ)V", op3(OP_INVOKE_STATIC, 3, 4, 0), word(r), list(0, 1, 2, 0), op(OP_RETURN_VOID, 0));
    REFUSED("without an object", "()V", op3(OP_INVOKE_VIRTUAL, 0, NO_RESULT, 0), word(ref(REF_METHOD, "a/B", "f", "()V")), op(OP_RETURN_VOID, 0));
}

/* ---- marks ---- */

static void a_receiver_of_the_declared_class_is_proven(void **state)
{
    Ref *field = ref(REF_FIELD, "a/Base", "f", "I");
    ACCEPTED("(La/Base;)V", op3(OP_IGET, 1, 0, 0), word(field), op(OP_RETURN_VOID, 0));
    assert_int_equal(code.units[0].c, 0);
    ACCEPTED("(Ljava/lang/Object;)V", op3(OP_IGET, 1, 0, 0), word(field), op(OP_RETURN_VOID, 0));
    assert_int_equal(code.units[0].c, UNPROVEN_RECEIVER);
    ACCEPTED("(Ljava/lang/Object;)V", op(OP_CHECK_CAST, 0), word(ref(REF_CLASS, "a/Base", NULL, NULL)),
             op3(OP_IGET, 1, 0, 0), word(field), op(OP_RETURN_VOID, 0));
    assert_int_equal(code.units[2].c, 0);
}

static void a_subclass_is_proven_when_the_machine_knows_it(void **state)
{
    Ref *method = ref(REF_METHOD, "a/Base", "f", "()V");
    for (int known = 0; known < 2; known++) {
        knows_classes = known;
        ACCEPTED("(La/Sub;)V", op3(OP_INVOKE_VIRTUAL, 1, NO_RESULT, 0), word(method), list(0, 0, 0, 0), op(OP_RETURN_VOID, 0));
        assert_int_equal(code.units[0].c, known ? 0 : UNPROVEN_RECEIVER);
    }
}

static void what_is_passed_stored_or_returned_is_marked_when_it_may_not_fit(void **state)
{
    Ref *method = ref(REF_METHOD, "a/B", "f", "(La/Base;)V"), *field = ref(REF_FIELD, "a/B", "f", "La/Base;");
    ACCEPTED("(La/Sub;)V", op3(OP_INVOKE_STATIC, 1, NO_RESULT, 0), word(method), list(0, 0, 0, 0), op(OP_RETURN_VOID, 0));
    assert_int_equal(code.units[0].c, UNPROVEN_VALUE);
    ACCEPTED("(La/Sub;)V", op3(OP_SPUT, 0, 0, 0), word(field), op(OP_RETURN_VOID, 0));
    assert_int_equal(code.units[0].c, UNPROVEN_VALUE);
    ACCEPTED("(La/Sub;)La/Base;", op(OP_RETURN, 0));
    assert_int_equal(code.units[0].c, UNPROVEN_VALUE);
    ACCEPTED("(La/Sub;)Ljava/lang/Object;", op(OP_RETURN, 0));
    assert_int_equal(code.units[0].c, 0);
}

static void arrays_have_the_right_elements_or_are_marked(void **state)
{
    ACCEPTED("([B)I", imm(OP_CONST, 1, 1), op3(OP_AGET_B, 2, 0, 1), op(OP_RETURN, 2));
    assert_false(code_is_unproven(&code, 1));
    REFUSED("cannot be done with a [I", "([I)I", imm(OP_CONST, 1, 1), op3(OP_AGET_B, 2, 0, 1), op(OP_RETURN, 2));
    REFUSED("cannot be done with a java/lang/Object", "(Ljava/lang/Object;)I", op2(OP_ARRAY_LENGTH, 1, 0), op(OP_RETURN, 1));
    /* 0: if v0 == 0 goto 3;  1: v3 := v1;  2: goto 4;  3: v3 := v2;  4: v4 := v3[v0] */
    ACCEPTED("(I[B[Z)I", imm(OP_IF_EQZ, 0, 3), op2(OP_MOVE, 3, 1), imm(OP_GOTO, 0, 2), op2(OP_MOVE, 3, 2),
             op3(OP_AGET_B, 4, 3, 0), op(OP_RETURN, 4));
    assert_true(code_is_unproven(&code, 4));
    assert_false(code_is_unproven(&code, 3));
}

/* ---- exceptions and subroutines ---- */

static void a_handler_sees_the_registers_from_before_the_throw(void **state)
{
    Ref *method = ref(REF_METHOD, "a/B", "f", "()I");
    /* 0: v1 := f();  2: return;  3: move-exception v0;  4: return v1.  [0, 2) -> 3 */
    ranges[0] = (TryRange){ .start = 0, .end = 2, .handler = 3 };
    code.try_count = 1;
    REFUSED("not set", "()I", op3(OP_INVOKE_STATIC, 0, 1, 0), word(method), op(OP_RETURN, 1), op(OP_MOVE_EXCEPTION, 0), op(OP_RETURN, 1));
    ranges[0] = (TryRange){ .start = 1, .end = 3, .handler = 4 };
    ACCEPTED("()I", imm(OP_CONST, 1, 7), op3(OP_INVOKE_STATIC, 0, 1, 0), word(method), op(OP_RETURN, 1),
             op(OP_MOVE_EXCEPTION, 0), op(OP_RETURN, 1));
}

static void a_handler_right_behind_its_range_is_reached_both_ways(void **state)
{
    /* 0: v1 := f();  2: return v1.  [0, 2) -> 2 */
    ranges[0] = (TryRange){ .start = 0, .end = 2, .handler = 2 };
    code.try_count = 1;
    REFUSED("of different kinds", "()I", op3(OP_INVOKE_STATIC, 0, 1, 0), word(ref(REF_METHOD, "a/B", "f", "()I")), op(OP_RETURN, 1));
}

static void handlers_that_cover_a_return_are_not_reached_from_it(void **state)
{
    /* 0: v2 := null;  1: return v0;  2: move-exception v1;  3: return v3.  [1, 2) -> 2, as behind a synchronized block */
    ranges[0] = (TryRange){ .start = 1, .end = 2, .handler = 2 };
    code.try_count = 1;
    ACCEPTED("(La/Sub;)La/Base;", imm(OP_CONST, 2, 0), op(OP_RETURN, 0), op(OP_MOVE_EXCEPTION, 1), op(OP_RETURN, 3));
    assert_int_equal(code.units[1].c, UNPROVEN_VALUE);
}

static void move_exception_stands_only_at_handlers(void **state)
{
    REFUSED("begins with move-exception", "()V", op(OP_MOVE_EXCEPTION, 0), op(OP_RETURN_VOID, 0));
    REFUSED("move-exception", "(I)V", imm(OP_CONST, 1, 0), op(OP_MOVE_EXCEPTION, 0), op(OP_RETURN_VOID, 0));
    Ref *method = ref(REF_METHOD, "a/B", "f", "()V");
    ranges[0] = (TryRange){ .start = 0, .end = 2, .handler = 2 };
    code.try_count = 1;
    REFUSED("without an exception", "()V", op3(OP_INVOKE_STATIC, 0, NO_RESULT, 0), word(method), op(OP_MOVE_EXCEPTION, 0), op(OP_RETURN_VOID, 0));
}

static void behind_a_subroutine_each_caller_has_its_own_registers(void **state)
{
    /*
     * 0: v1 := 1;  1: jsr v5 -> 6;  2: v2 := v1 + v1 (an int);  3: v1 := v0;  4: jsr v5 -> 6;
     * 5: return v1 (a reference);  6: v3 := 9;  7: ret v5
     */
    ACCEPTED("(Ljava/lang/Object;)Ljava/lang/Object;", imm(OP_CONST, 1, 1), imm(OP_JSR, 5, 5), op3(OP_ADD_I, 2, 1, 1), op2(OP_MOVE, 1, 0),
             imm(OP_JSR, 5, 2), op(OP_RETURN, 1), imm(OP_CONST, 3, 9), op(OP_RET, 5));
    REFUSED("needs a return address", "(I)V", op(OP_RET, 0));
    REFUSED("of different kinds", "(I)V", imm(OP_IF_EQZ, 0, 2), imm(OP_JSR, 1, 3), imm(OP_JSR, 1, 3), op(OP_RETURN_VOID, 0),
            imm(OP_GOTO, 0, 1), op(OP_RET, 1));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_register_that_was_not_set_is_not_read),
        TEST(numbers_are_no_references_and_references_no_numbers),
        TEST(a_zero_is_int_float_and_null_but_five_is_not_null),
        TEST(a_register_with_two_kinds_may_stand_but_not_be_read),
        TEST(the_result_has_the_kind_of_the_method),
        TEST(control_stays_in_the_code),
        TEST(registers_exist),
        TEST(a_call_lists_as_many_registers_as_the_method_has_arguments),
        TEST(a_receiver_of_the_declared_class_is_proven),
        TEST(a_subclass_is_proven_when_the_machine_knows_it),
        TEST(what_is_passed_stored_or_returned_is_marked_when_it_may_not_fit),
        TEST(arrays_have_the_right_elements_or_are_marked),
        TEST(a_handler_sees_the_registers_from_before_the_throw),
        TEST(a_handler_right_behind_its_range_is_reached_both_ways),
        TEST(handlers_that_cover_a_return_are_not_reached_from_it),
        TEST(move_exception_stands_only_at_handlers),
        TEST(behind_a_subroutine_each_caller_has_its_own_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
