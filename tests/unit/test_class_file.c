/*
 * code: class files and their translation. Classes are put together here byte
 * by byte; what they become is compared as the disassembler prints it.
 */
#include "base/file.h"
#include "code/class_body.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* ---- an assembler -------------------------------------------------------- */

typedef struct Assembler {
    Buf pool, methods, attributes;
    u32 pool_count, method_count, attribute_count;
    u32 major, minor;
} Assembler;

static void put1(Buf *out, u32 n)
{
    buf_add_char(out, (char)n);
}

static void put2(Buf *out, u32 n)
{
    put1(out, n >> 8);
    put1(out, n);
}

static void put4(Buf *out, u32 n)
{
    put2(out, n >> 16);
    put2(out, n);
}

static u32 utf8(Assembler *a, const char *text)
{
    put1(&a->pool, POOL_UTF8);
    put2(&a->pool, (u32)strlen(text));
    buf_add_str(&a->pool, text);
    return ++a->pool_count;
}

static u32 entry1(Assembler *a, u32 tag, u32 index)
{
    put1(&a->pool, tag);
    put2(&a->pool, index);
    return ++a->pool_count;
}

static u32 entry2(Assembler *a, u32 tag, u32 first, u32 second)
{
    put1(&a->pool, tag);
    put2(&a->pool, first);
    put2(&a->pool, second);
    return ++a->pool_count;
}

static u32 class_entry(Assembler *a, const char *name)
{
    return entry1(a, POOL_CLASS, utf8(a, name));
}

static u32 member_entry(Assembler *a, u32 tag, const char *owner, const char *name, const char *descriptor)
{
    u32 class_index = class_entry(a, owner), name_index = utf8(a, name), type_index = utf8(a, descriptor);
    u32 name_and_type = entry2(a, POOL_NAME_AND_TYPE, name_index, type_index);
    return entry2(a, tag, class_index, name_and_type);
}

typedef struct Handler {
    u32 start, end, handler, type;
} Handler;

typedef struct MethodSpec {
    const char *name, *descriptor;
    u32 access, stack, locals;
    const void *code;
    u32 size;
    const Handler *handlers;
    u32 handler_count;
    const u16 *lines;       /* pairs of pc and line */
    u32 line_count;
} MethodSpec;

static void add_method(Assembler *a, MethodSpec m)
{
    u32 name = utf8(a, m.name), descriptor = utf8(a, m.descriptor), code = utf8(a, "Code"), lines = utf8(a, "LineNumberTable");
    u32 line_size = m.line_count ? 8 + m.line_count * 4 : 0;
    Buf *out = &a->methods;
    put2(out, m.access);
    put2(out, name);
    put2(out, descriptor);
    put2(out, 1);
    put2(out, code);
    put4(out, 12 + m.size + m.handler_count * 8 + line_size);
    put2(out, m.stack);
    put2(out, m.locals);
    put4(out, m.size);
    buf_add(out, m.code, m.size);
    put2(out, m.handler_count);
    for (u32 i = 0; i < m.handler_count; i++) {
        put2(out, m.handlers[i].start);
        put2(out, m.handlers[i].end);
        put2(out, m.handlers[i].handler);
        put2(out, m.handlers[i].type);
    }
    put2(out, m.line_count ? 1 : 0);
    if (m.line_count) {
        put2(out, lines);
        put4(out, 2 + m.line_count * 4);
        put2(out, m.line_count);
        for (u32 i = 0; i < m.line_count * 2; i++)
            put2(out, m.lines[i]);
    }
    a->method_count++;
}

/* The class T extends Object. */
static void assemble(Assembler *a, Buf *out)
{
    u32 this_class = class_entry(a, "T"), super_class = class_entry(a, "java/lang/Object");
    put4(out, 0xcafebabe);
    put2(out, a->minor);
    put2(out, a->major ? a->major : 52);
    put2(out, a->pool_count + 1);
    buf_add(out, a->pool.data, a->pool.size);
    put2(out, ACC_PUBLIC | ACC_SUPER);
    put2(out, this_class);
    put2(out, super_class);
    put2(out, 0);
    put2(out, 0);
    put2(out, a->method_count);
    buf_add(out, a->methods.data, a->methods.size);
    put2(out, a->attribute_count);
    buf_add(out, a->attributes.data, a->attributes.size);
    buf_free(&a->pool);
    buf_free(&a->methods);
    buf_free(&a->attributes);
}

/* ---- what is compared ---------------------------------------------------- */

typedef struct World {
    Arena arena;
    CodeStore store;
} World;

static int open_world(void **state)
{
    World *w = calloc(1, sizeof *w);
    *state = w;
    if (arena_open(&w->arena, 64 << 20, 0))
        return 1;
    code_store_open(&w->store, &w->arena);
    return 0;
}

static int close_world(void **state)
{
    World *w = *state;
    code_store_close(&w->store);
    arena_close(&w->arena);
    free(w);
    return 0;
}

static ClassDef *read_class(void **state, Assembler *a)
{
    World *w = *state;
    Buf bytes = { 0 };
    ClassDef *def = NULL;
    assemble(a, &bytes);
    if (class_def_from_bytes(&w->store, bytes.data, bytes.size, &def))
        fail_msg("%s", error_text());
    buf_free(&bytes);
    return def;
}

static Code *translate_first(void **state, Assembler *a)
{
    ClassDef *def = read_class(state, a);
    Code *code;
    if (code_translate(def, &def->methods[0], true, &code) || code_check(code) || code_check_definitions(code))
        fail_msg("%s", error_text());
    return code;
}

/* The code without the columns of blanks, one instruction to a line; then the handlers. */
static void expect_code(const Code *code, const char *expected)
{
    Buf raw = { 0 }, out = { 0 };
    for (u32 u = 0; u < code->unit_count; u += insn_length(&code->units[u]))
        insn_print(&raw, code, &code->units[u]);
    for (u32 i = 0; i < code->try_count; i++)
        buf_printf(&raw, "try %u %u -> %u %s\n", code->tries[i].start, code->tries[i].end, code->tries[i].handler,
                   code->tries[i].type ? code->tries[i].type->owner->text : "any");
    for (const char *p = buf_str(&raw); *p; p++) {
        bool edge = !out.size || out.data[out.size - 1] == '\n' || p[1] == '\n' || p[1] == ' ';
        if (*p != ' ' || !edge)
            buf_add_char(&out, *p);
    }
    assert_string_equal(buf_str(&out), expected);
    buf_free(&raw);
    buf_free(&out);
}

#define BODY(...) .code = (const u8[]){ __VA_ARGS__ }, .size = sizeof (const u8[]){ __VA_ARGS__ }
#define U2(n) (u8)((n) >> 8), (u8)(n)

/* A static method of these bytes, with 4 locals and 8 stack slots. */
static void expect_translation(void **state, const char *descriptor, const u8 *bytes, u32 size, const char *expected)
{
    Assembler a = { 0 };
    add_method(&a, (MethodSpec){ "m", descriptor, ACC_STATIC, 8, 4, bytes, size });
    expect_code(translate_first(state, &a), expected);
}

#define TRANSLATES(descriptor, expected, ...) \
    expect_translation(state, descriptor, (const u8[]){ __VA_ARGS__ }, sizeof (const u8[]){ __VA_ARGS__ }, expected)

static void expect_failure(void **state, Assembler *a, const char *sentence)
{
    ClassDef *def = read_class(state, a);
    Code *code;
    assert_int_equal(code_translate(def, &def->methods[0], false, &code), ERR_INPUT);
    if (!strstr(error_text(), sentence))
        fail_msg("\"%s\" does not contain \"%s\"", error_text(), sentence);
}

static void fails(void **state, const u8 *bytes, u32 size, const char *sentence)
{
    Assembler a = { 0 };
    add_method(&a, (MethodSpec){ "m", "(II)I", ACC_STATIC, 4, 4, bytes, size });
    expect_failure(state, &a, sentence);
}

#define FAILS(sentence, ...) fails(state, (const u8[]){ __VA_ARGS__ }, sizeof (const u8[]){ __VA_ARGS__ }, sentence)

/* ---- registers instead of a stack ---------------------------------------- */

static void loads_and_constants_vanish_into_their_consumers(void **state)
{
    TRANSLATES("(II)I", "0 add-int-lit v3, v1, #2\n1 return v3\n",
               BC_iload_1, BC_iconst_2, BC_iadd, BC_istore_3, BC_iload_3, BC_ireturn);
    TRANSLATES("(II)I", "0 sub-int v4, v0, v1\n1 return v4\n", BC_iload_0, BC_iload_1, BC_isub, BC_ireturn);
}

static void literals_take_the_place_of_constants_where_they_fit(void **state)
{
    TRANSLATES("(I)I", "0 add-int-lit v4, v0, #-7\n1 return v4\n", BC_iload_0, BC_bipush, 7, BC_isub, BC_ireturn);
    TRANSLATES("(I)I", "0 rsub-int-lit v4, v0, #7\n1 return v4\n", BC_bipush, 7, BC_iload_0, BC_isub, BC_ireturn);
    TRANSLATES("(I)I", "0 mul-int-lit v4, v0, #3\n1 return v4\n", BC_iconst_3, BC_iload_0, BC_imul, BC_ireturn);
    TRANSLATES("(I)I", "0 shl-int-lit v4, v0, #1\n1 return v4\n", BC_iload_0, BC_bipush, 33, BC_ishl, BC_ireturn);
    TRANSLATES("(I)I", "0 add-int-lit v4, v0, #-32768\n1 return v4\n", BC_iload_0, BC_sipush, 0x80, 0, BC_iadd, BC_ireturn);
    TRANSLATES("(I)I", "0 const v5, #-32768\n1 sub-int v4, v0, v5\n2 return v4\n",
               BC_iload_0, BC_sipush, 0x80, 0, BC_isub, BC_ireturn);
    TRANSLATES("(I)I", "0 const v5, #0\n1 div-int v4, v0, v5\n2 return v4\n", BC_iload_0, BC_iconst_0, BC_idiv, BC_ireturn);
    TRANSLATES("(I)I", "0 const v4, #8\n1 shr-int v4, v4, v0\n2 return v4\n", BC_bipush, 8, BC_iload_0, BC_ishr, BC_ireturn);
}

static void comparisons_with_constants_have_forms_of_their_own(void **state)
{
    TRANSLATES("(I)V", "0 if-ltz v0 -> 3\n1 if-ne-lit v0, #5 -> 3\n2 if-gt-lit v0, #9 -> 3\n3 return-void\n",
               BC_iload_0, BC_iconst_0, BC_if_icmplt, U2(14), BC_iload_0, BC_iconst_5, BC_if_icmpne, U2(9),
               BC_bipush, 9, BC_iload_0, BC_if_icmplt, U2(3), BC_return);
    TRANSLATES("(Ljava/lang/Object;)V", "0 if-eqz v0 -> 1\n1 return-void\n", BC_aconst_null, BC_aload_0, BC_if_acmpeq, U2(3), BC_return);
}

static void a_local_that_changes_leaves_its_old_value_to_those_who_loaded_it(void **state)
{
    TRANSLATES("(I)I", "0 move v4, v0\n1 add-int-lit v0, v0, #1\n2 return v4\n", BC_iload_0, BC_iinc, 0, 1, BC_ireturn);
    /* a, b = b, a */
    TRANSLATES("(II)V", "0 move v4, v0\n1 move v0, v1\n2 move v1, v4\n3 return-void\n",
               BC_iload_0, BC_iload_1, BC_istore_0, BC_istore_1, BC_return);
    /* Both copies share one register. */
    TRANSLATES("(I)I", "0 move v5, v0\n1 const v0, #3\n2 add-int v4, v5, v5\n3 return v4\n",
               BC_iload_0, BC_iload_0, BC_iconst_3, BC_istore_0, BC_iadd, BC_ireturn);
}

static void a_store_of_what_is_there_already_is_nothing(void **state)
{
    TRANSLATES("(I)V", "0 return-void\n", BC_iload_0, BC_istore_0, BC_return);
}

static void an_assignment_within_an_expression_needs_no_move(void **state)
{
    /* return x = a + b */
    TRANSLATES("(II)I", "0 add-int v2, v0, v1\n1 return v2\n",
               BC_iload_0, BC_iload_1, BC_iadd, BC_dup, BC_istore_2, BC_ireturn);
}

static void dup_and_swap_only_permute(void **state)
{
    TRANSLATES("(II)I", "0 sub-int v4, v1, v0\n1 return v4\n", BC_iload_0, BC_iload_1, BC_swap, BC_isub, BC_ireturn);
    /* b, a, b: a - b, then b - that */
    TRANSLATES("(II)I", "0 sub-int v5, v0, v1\n1 sub-int v4, v1, v5\n2 return v4\n",
               BC_iload_0, BC_iload_1, BC_dup_x1, BC_isub, BC_isub, BC_ireturn);
    TRANSLATES("(JJ)J", "0 sub-long v6, v0, v2\n1 sub-long v4, v2, v6\n2 return v4\n",
               BC_lload_0, BC_lload_2, BC_dup2_x2, BC_lsub, BC_lsub, BC_lreturn);
    TRANSLATES("(II)I", "0 sub-int v6, v0, v1\n1 mul-int v5, v1, v6\n2 add-int v4, v0, v5\n3 return v4\n",
               BC_iload_0, BC_iload_1, BC_dup2, BC_isub, BC_imul, BC_iadd, BC_ireturn);
}

static void values_that_want_each_others_registers_are_exchanged_over_a_third(void **state)
{
    Assembler a = { 0 };
    u32 make = member_entry(&a, POOL_METHOD, "T", "make", "()I"), take = member_entry(&a, POOL_METHOD, "T", "take", "(II)V");
    add_method(&a, (MethodSpec){ "m", "(I)V", ACC_STATIC, 3, 1,
        BODY(BC_invokestatic, U2(make), BC_invokestatic, U2(make), BC_swap, BC_iload_0, BC_ifeq, U2(3),
             BC_invokestatic, U2(take), BC_return) });
    expect_code(translate_first(state, &a),
                "0 invoke-static v1 := {} T.make()I\n2 invoke-static v2 := {} T.make()I\n"
                "4 move v4, v2\n5 move v2, v1\n6 move v1, v4\n7 if-eqz v0 -> 8\n"
                "8 invoke-static {v1, v2} T.take(II)V\n11 return-void\n");
}

static void a_result_that_nobody_wants_is_not_kept(void **state)
{
    Assembler a = { 0 };
    u32 make = member_entry(&a, POOL_METHOD, "T", "make", "()J");
    add_method(&a, (MethodSpec){ "m", "()V", ACC_STATIC, 2, 0, BODY(BC_invokestatic, U2(make), BC_pop2, BC_return) });
    expect_code(translate_first(state, &a), "0 invoke-static {} T.make()J\n2 return-void\n");
}

static void the_register_of_a_wide_argument_is_listed_twice(void **state)
{
    Assembler a = { 0 };
    u32 take = member_entry(&a, POOL_METHOD, "T", "take", "(JIJ)V");
    add_method(&a, (MethodSpec){ "m", "(JI)V", ACC_STATIC, 5, 3,
        BODY(BC_lload_0, BC_iload_2, BC_lconst_1, BC_invokestatic, U2(take), BC_return) });
    expect_code(translate_first(state, &a),
                "0 const-wide v6, #1\n2 invoke-static {v0, v0, v2, v6, v6} T.take(JIJ)V\n6 return-void\n");
}

static void a_cast_result_goes_to_its_local_at_once_unless_a_handler_watches(void **state)
{
    Assembler a = { 0 };
    u32 make = member_entry(&a, POOL_METHOD, "T", "make", "()Ljava/lang/Object;"), type = class_entry(&a, "T");
    add_method(&a, (MethodSpec){ "m", "()V", ACC_STATIC, 1, 1,
        BODY(BC_invokestatic, U2(make), BC_checkcast, U2(type), BC_astore_0, BC_return) });
    expect_code(translate_first(state, &a),
                "0 invoke-static v0 := {} T.make()Ljava/lang/Object;\n2 check-cast v0 T\n4 return-void\n");
    a = (Assembler){ 0 };
    make = member_entry(&a, POOL_METHOD, "T", "make", "()Ljava/lang/Object;"), type = class_entry(&a, "T");
    add_method(&a, (MethodSpec){ "m", "()V", ACC_STATIC, 1, 1,
        BODY(BC_invokestatic, U2(make), BC_checkcast, U2(type), BC_astore_0, BC_return, BC_pop, BC_return),
        .handlers = &(Handler){ 0, 7, 8, 0 }, .handler_count = 1 });
    expect_code(translate_first(state, &a),
                "0 invoke-static v1 := {} T.make()Ljava/lang/Object;\n2 check-cast v1 T\n4 move v0, v1\n5 return-void\n"
                "6 move-exception v1\n7 return-void\ntry 0 5 -> 6 any\n");
}

/* ---- control ------------------------------------------------------------- */

static void code_that_cannot_be_reached_is_left_out(void **state)
{
    TRANSLATES("()V", "0 goto -> 1\n1 return-void\n", BC_goto, U2(5), BC_iconst_0, BC_athrow, BC_return);
}

static void a_loop_whose_body_comes_first_is_walked_all_the_same(void **state)
{
    TRANSLATES("(I)V", "0 goto -> 2\n1 add-int-lit v0, v0, #-1\n2 if-nez v0 -> 1\n3 return-void\n",
               BC_goto, U2(6), BC_iinc, 0, 0xff, BC_iload_0, BC_ifne, U2(-4), BC_return);
}

static void a_turn_of_a_loop_takes_one_branch(void **state)
{
    /* for (i = 0; i < n; i++) x += i */
    TRANSLATES("(III)V", "0 const v1, #0\n1 if-ge v1, v0 -> 5\n2 add-int v2, v2, v1\n3 add-int-lit v1, v1, #1\n"
               "4 if-lt v1, v0 -> 2\n5 return-void\n",
               BC_iconst_0, BC_istore_1, BC_iload_1, BC_iload_0, BC_if_icmpge, U2(13), BC_iload_2, BC_iload_1, BC_iadd, BC_istore_2,
               BC_iinc, 1, 1, BC_goto, U2(-12), BC_return);
    /* while (n != 0) n--, left in the middle of something else */
    TRANSLATES("(I)V", "0 goto -> 2\n1 return-void\n2 if-eqz v0 -> 1\n3 add-int-lit v0, v0, #-1\n4 if-nez v0 -> 3\n5 goto -> 1\n",
               BC_goto, U2(4), BC_return, BC_iload_0, BC_ifeq, U2(-2), BC_iinc, 0, 0xff, BC_goto, U2(-7));
}

static void dense_cases_become_a_packed_table_with_the_default_in_its_holes(void **state)
{
    TRANSLATES("(I)V", "0 packed-switch v0 1:3 2:4 3:3\n2 goto -> 4\n3 return-void\n4 return-void\n",
               BC_iload_0, BC_lookupswitch, 0, 0, 0, 0, 0, 28, 0, 0, 0, 2,
               0, 0, 0, 1, 0, 0, 0, 27, 0, 0, 0, 3, 0, 0, 0, 27, BC_return, BC_return);
    TRANSLATES("(I)V", "0 sparse-switch v0 1:3 1000:3\n2 goto -> 4\n3 return-void\n4 return-void\n",
               BC_iload_0, BC_lookupswitch, 0, 0, 0, 0, 0, 28, 0, 0, 0, 2,
               0, 0, 0, 1, 0, 0, 0, 27, 0, 0, 3, 232, 0, 0, 0, 27, BC_return, BC_return);
}

static void a_subroutine_keeps_its_return_address_in_a_local(void **state)
{
    TRANSLATES("(I)V", "0 jsr v4 -> 3\n1 jsr v4 -> 3\n2 return-void\n3 move v1, v4\n4 add-int-lit v0, v0, #1\n5 ret v1\n",
               BC_jsr, U2(7), BC_jsr, U2(4), BC_return, BC_astore_1, BC_iinc, 0, 1, BC_ret, 1);
}

static void a_handler_stores_its_exception_directly(void **state)
{
    Assembler a = { 0 };
    u32 type = class_entry(&a, "java/lang/Error"), call = member_entry(&a, POOL_METHOD, "T", "x", "()V");
    add_method(&a, (MethodSpec){ "m", "()V", ACC_STATIC, 1, 2,
        BODY(BC_invokestatic, U2(call), BC_return, BC_astore_1, BC_aload_1, BC_athrow),
        .handlers = &(Handler){ 0, 3, 4, type }, .handler_count = 1 });
    expect_code(translate_first(state, &a),
                "0 invoke-static {} T.x()V\n2 return-void\n3 move-exception v1\n4 throw v1\ntry 0 2 -> 3 java/lang/Error\n");
}

static void a_handler_that_control_also_reaches_has_a_side_door(void **state)
{
    Assembler a = { 0 };
    u32 call = member_entry(&a, POOL_METHOD, "T", "x", "()Ljava/lang/Throwable;");
    add_method(&a, (MethodSpec){ "m", "()V", ACC_STATIC, 1, 1,
        BODY(BC_invokestatic, U2(call), BC_athrow, BC_invokestatic, U2(call), BC_pop, BC_return),
        .handlers = &(Handler){ 0, 3, 7, 0 }, .handler_count = 1 });
    Code *plain = translate_first(state, &a);
    assert_int_equal(plain->try_count, 1);
    a = (Assembler){ 0 };
    call = member_entry(&a, POOL_METHOD, "T", "x", "()Ljava/lang/Throwable;");
    add_method(&a, (MethodSpec){ "m", "()V", ACC_STATIC, 1, 1, BODY(BC_invokestatic, U2(call), BC_athrow),
        .handlers = &(Handler){ 0, 3, 3, 0 }, .handler_count = 1 });
    expect_code(translate_first(state, &a),
                "0 invoke-static v1 := {} T.x()Ljava/lang/Throwable;\n2 throw v1\n3 move-exception v1\n4 goto -> 2\ntry 0 2 -> 3 any\n");
}

static void a_branch_that_is_too_far_goes_over_a_goto(void **state)
{
    enum { GROUPS = 4500 };
    Assembler a = { 0 };
    Buf body = { 0 };
    u32 take = member_entry(&a, POOL_METHOD, "T", "take", "(JJJJ)V");
    buf_add(&body, (u8[]){ BC_iload_0, BC_iload_1, BC_if_icmpge, U2(3 + GROUPS * 7) }, 5);
    for (int i = 0; i < GROUPS; i++)
        buf_add(&body, (u8[]){ BC_lconst_0, BC_lconst_0, BC_lconst_0, BC_lconst_0, BC_invokestatic, U2(take) }, 7);
    put1(&body, BC_return);
    add_method(&a, (MethodSpec){ "m", "(II)V", ACC_STATIC, 8, 2, body.data, (u32)body.size });
    buf_free(&body);
    Code *code = translate_first(state, &a);
    assert_int_equal(code->unit_count, 2 + GROUPS * 12 + 1);
    assert_int_equal(code->units[0].op, OP_IF_LT);          /* the opposite of if_icmpge … */
    assert_int_equal(insn_target(&code->units[0]), 2);      /* … over a goto */
    assert_int_equal(code->units[1].op, OP_GOTO);
    assert_int_equal(insn_target(&code->units[1]), 1 + GROUPS * 12);
}

static void lines_follow_the_instructions(void **state)
{
    static const u16 lines[] = { 4, 12, 0, 10 };
    Assembler a = { 0 };
    u32 call = member_entry(&a, POOL_METHOD, "T", "x", "(I)V");
    add_method(&a, (MethodSpec){ "m", "()V", ACC_STATIC, 1, 0,
        BODY(BC_iconst_1, BC_invokestatic, U2(call), BC_iconst_2, BC_invokestatic, U2(call), BC_return),
        .lines = lines, .line_count = 2 });
    Code *code = translate_first(state, &a);
    assert_int_equal(code_line(code, 0), 10);
    assert_int_equal(code_line(code, 1), 10);
    assert_int_equal(code_line(code, 4), 12);
    assert_int_equal(code_line(code, 5), 12);
    assert_int_equal(code->origins[0], 1);
    assert_int_equal(code->origins[5], 5);
}

/* ---- members ------------------------------------------------------------- */

static void invokespecial_means_exactly_this_method_only_on_the_own_class(void **state)
{
    Assembler a = { 0 };
    u32 init = member_entry(&a, POOL_METHOD, "java/lang/Object", "<init>", "()V");
    u32 own = member_entry(&a, POOL_METHOD, "T", "own", "()V");
    u32 inherited = member_entry(&a, POOL_METHOD, "java/lang/Object", "finalize", "()V");
    add_method(&a, (MethodSpec){ "<init>", "()V", 0, 1, 1,
        BODY(BC_aload_0, BC_invokespecial, U2(init), BC_aload_0, BC_invokespecial, U2(own), BC_aload_0,
             BC_invokespecial, U2(inherited), BC_return) });
    expect_code(translate_first(state, &a),
                "0 invoke-direct {v0} java/lang/Object.<init>()V\n3 invoke-direct {v0} T.own()V\n"
                "6 invoke-super {v0} java/lang/Object.finalize()V\n9 return-void\n");
}

static void arrays_are_made_by_the_class_of_the_array(void **state)
{
    Assembler a = { 0 };
    u32 plain = class_entry(&a, "T"), array = class_entry(&a, "[[I");
    add_method(&a, (MethodSpec){ "m", "()V", ACC_STATIC, 2, 0,
        BODY(BC_iconst_1, BC_newarray, 10, BC_pop, BC_iconst_1, BC_anewarray, U2(plain), BC_pop, BC_iconst_1, BC_anewarray,
             U2(array), BC_pop, BC_iconst_1, BC_iconst_2, BC_multianewarray, U2(array), 2, BC_pop, BC_return) });
    expect_code(translate_first(state, &a),
                "0 const v0, #1\n1 new-array v0, v0 [I\n3 const v0, #1\n4 new-array v0, v0 [LT;\n6 const v0, #1\n"
                "7 new-array v0, v0 [[[I\n9 const v0, #1\n10 const v1, #2\n11 multi-new-array v0 := {v0, v1} [[I\n14 return-void\n");
}

static void the_same_constant_is_the_same_ref_in_every_translation(void **state)
{
    Assembler a = { 0 };
    u32 call = member_entry(&a, POOL_METHOD, "T", "x", "()V");
    add_method(&a, (MethodSpec){ "m", "()V", ACC_STATIC, 1, 0, BODY(BC_invokestatic, U2(call), BC_invokestatic, U2(call), BC_return) });
    ClassDef *def = read_class(state, &a);
    Code *first, *second;
    assert_int_equal(code_translate(def, &def->methods[0], false, &first), OK);
    assert_int_equal(code_translate(def, &def->methods[0], true, &second), OK);
    assert_int_equal(first->unit_count, second->unit_count);
    assert_memory_equal(first->units, second->units, first->unit_count * sizeof(Unit));
    assert_ptr_equal(first->units[1].pointer, first->units[3].pointer);
}

/* ---- bodies that are not well formed ------------------------------------- */

static void a_body_that_is_not_well_formed_is_refused_with_its_place_and_reason(void **state)
{
    FAILS("T.m(II)I at 0 (iadd): the stack underflows", BC_iadd, BC_ireturn);
    FAILS("at 4 (iconst_0): the stack overflows (needs 5, has 4)", BC_iconst_0, BC_iconst_0, BC_iconst_0, BC_iconst_0, BC_iconst_0, BC_ireturn);
    FAILS("local 4, there are 4", BC_iload, 4, BC_ireturn);
    FAILS("local 3, there are 4", BC_lload_3, BC_lreturn);
    FAILS("a jump to 9, the code has 4 bytes", BC_goto, U2(9), BC_return);
    FAILS("a jump to -1, the code has 4 bytes", BC_goto, U2(-1), BC_return);
    FAILS("a jump into the middle of an instruction", BC_goto, U2(4), BC_bipush, BC_return, BC_return);
    FAILS("control falls off the end of the code", BC_nop);
    FAILS("control falls off the end of the code", BC_iload_0, BC_ifeq, U2(-1));
    FAILS("the instruction 0xfe is unknown", 0xfe);
    FAILS("the instruction runs past the code (needs 3, has 2)", BC_sipush, 0);
    FAILS("wide before an instruction that has no wide form", BC_wide, BC_iadd, BC_return);
    FAILS("half of a value", BC_lconst_0, BC_pop, BC_return);
    FAILS("a value of two slots where one is needed", BC_lconst_0, BC_ireturn);
    FAILS("a value of one slot where two are needed", BC_iconst_0, BC_iconst_0, BC_lreturn);
    FAILS("constant 1 has tag 1, which cannot be loaded", BC_ldc, 1, BC_ireturn);
    FAILS("constant 200 has tag 0, which cannot be loaded", BC_ldc, 200, BC_ireturn);
    FAILS("constant 1 is no field", BC_getstatic, U2(1), BC_ireturn);
    FAILS("constant 1 cannot be invoked so", BC_invokestatic, U2(1), BC_return);
    FAILS("constant 1 is no class", BC_new, U2(1), BC_areturn);
    FAILS("newarray of type 3", BC_iconst_0, BC_newarray, 3, BC_areturn);
    FAILS("the keys of the switch are not in ascending order", BC_iload_0, BC_lookupswitch, 0, 0, 0, 0, 0, 27, 0, 0, 0, 2,
          0, 0, 0, 1, 0, 0, 0, 27, 0, 0, 0, 1, 0, 0, 0, 27, BC_return);
    FAILS("the switch has 1000000 cases", BC_iload_0, BC_lookupswitch, 0, 0, 0, 0, 0, 27, 0, 15, 66, 64, BC_return);
}

static void stacks_that_differ_where_control_meets_are_refused(void **state)
{
    FAILS("the stack has 1 slots, where 5 also leads it has 0", BC_iload_0, BC_ifeq, U2(4), BC_iconst_0, BC_return);
    FAILS("differ in size", BC_iload_0, BC_ifeq, U2(7), BC_lconst_0, BC_goto, U2(5), BC_iconst_0, BC_iconst_0, BC_pop2, BC_return);
}

static void handlers_that_serve_nothing_or_cut_instructions_are_refused(void **state)
{
    static const struct { Handler handler; const char *sentence; } cases[] = {
        { { 2, 2, 3, 0 }, "serves 2 to 2" }, { { 0, 90, 3, 0 }, "serves 0 to 90" }, { { 1, 3, 3, 0 }, "cuts an instruction" },
        { { 0, 3, 3, 1 }, "which is no class" }, { { 0, 3, 2, 0 }, "a jump into the middle" }, { { 0, 3, 77, 0 }, "serves 0 to 3" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Assembler a = { 0 };
        add_method(&a, (MethodSpec){ "m", "()V", ACC_STATIC, 1, 1, BODY(BC_sipush, 0, 1, BC_pop, BC_return, BC_pop, BC_return),
                                     .handlers = (Handler[]){ cases[i].handler }, .handler_count = 1 });
        expect_failure(state, &a, cases[i].sentence);
    }
}

/* ---- class files --------------------------------------------------------- */

static void a_newer_class_file_is_refused_by_version_and_with_advice(void **state)
{
    World *w = *state;
    Assembler a = { .major = 61 };
    Buf bytes = { 0 };
    ClassDef *def;
    assemble(&a, &bytes);
    assert_int_equal(class_def_from_bytes(&w->store, bytes.data, bytes.size, &def), ERR_INPUT);
    assert_string_equal(error_text(), "a class file has version 61 (Java 17); reenact runs class files up to 52 (Java 8): compile with --release 8");
    buf_free(&bytes);
}

static void a_class_file_cut_anywhere_is_refused(void **state)
{
    World *w = *state;
    Assembler a = { 0 };
    Buf bytes = { 0 };
    ClassDef *def;
    add_method(&a, (MethodSpec){ "m", "()V", ACC_STATIC, 0, 0, BODY(BC_return) });
    assemble(&a, &bytes);
    assert_int_equal(class_def_from_bytes(&w->store, bytes.data, bytes.size, &def), OK);
    for (size_t size = 0; size < bytes.size; size++)
        assert_int_equal(class_def_from_bytes(&w->store, bytes.data, size, &def), ERR_INPUT);
    buf_add_char(&bytes, 0);
    assert_int_equal(class_def_from_bytes(&w->store, bytes.data, bytes.size, &def), ERR_INPUT);
    assert_non_null(strstr(error_text(), "goes on for 1 bytes after its end"));
    buf_free(&bytes);
}

static void names_and_descriptors_that_are_none_are_refused(void **state)
{
    static const struct { const char *name, *descriptor; } cases[] = {
        { "a.b", "()V" }, { "", "()V" }, { "<x>", "()V" }, { "m", "V" }, { "m", "(V)V" }, { "m", "()" }, { "m", "(L;)V" },
        { "m", "(Ljava/lang/String)V" }, { "m", "()VV" }, { "m", "([)V" }, { "m\xff", "()V" }, { "m", "(Q)V" },
    };
    World *w = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Assembler a = { 0 };
        Buf bytes = { 0 };
        ClassDef *def;
        add_method(&a, (MethodSpec){ cases[i].name, cases[i].descriptor, ACC_STATIC, 0, 1, BODY(BC_return) });
        assemble(&a, &bytes);
        if (!class_def_from_bytes(&w->store, bytes.data, bytes.size, &def))
            fail_msg("%s %s was taken", cases[i].name, cases[i].descriptor);
        buf_free(&bytes);
    }
}

static void nesting_is_told_by_the_class(void **state)
{
    Assembler a = { 0 };
    Buf *out = &a.attributes;
    u32 inner = class_entry(&a, "T$In"), self = class_entry(&a, "T"), outer = class_entry(&a, "Outer");
    u32 inner_name = utf8(&a, "In"), own_name = utf8(&a, "T"), attribute = utf8(&a, "InnerClasses");
    put2(out, attribute);
    put4(out, 2 + 16);
    put2(out, 2);
    put2(out, inner), put2(out, self), put2(out, inner_name), put2(out, ACC_PRIVATE);
    put2(out, self), put2(out, outer), put2(out, own_name), put2(out, ACC_STATIC);
    a.attribute_count = 1;
    ClassDef *def = read_class(state, &a);
    assert_true(def->is_inner);
    assert_int_equal(def->inner_access, ACC_STATIC);
    assert_string_equal(def->outer->text, "Outer");
    assert_string_equal(def->simple_name->text, "T");
    assert_int_equal(def->member_count, 1);
    assert_string_equal(def->members[0]->text, "T$In");
}

static void annotations_are_decoded_with_nested_ones(void **state)
{
    World *w = *state;
    Assembler a = { 0 };
    Buf *out = &a.attributes;
    u32 type = utf8(&a, "LA;"), other = utf8(&a, "LB;"), name = utf8(&a, "value"), text = utf8(&a, "hello");
    put1(&a.pool, POOL_INT), put4(&a.pool, (u32)-5);
    u32 number = ++a.pool_count, attribute = utf8(&a, "RuntimeVisibleAnnotations");
    Buf content = { 0 };
    put2(&content, 1);
    put2(&content, type), put2(&content, 1);
    put2(&content, name), put1(&content, '['), put2(&content, 3);
    put1(&content, 's'), put2(&content, text);
    put1(&content, 'I'), put2(&content, number);
    put1(&content, '@'), put2(&content, other), put2(&content, 0);
    put2(out, attribute);
    put4(out, (u32)content.size);
    buf_add(out, content.data, content.size);
    buf_free(&content);
    a.attribute_count = 1;
    ClassDef *def = read_class(state, &a);
    AnnotationSet set;
    assert_int_equal(class_annotations(def, &w->arena, &set), OK);
    assert_int_equal(set.count, 1);
    assert_string_equal(set.items[0].type->text, "LA;");
    const AnnotationValue *array = &set.items[0].elements[0].value;
    assert_int_equal(array->count, 3);
    assert_string_equal(array->items[0].text->text, "hello");
    assert_int_equal((i64)array->items[1].bits, -5);
    assert_string_equal(array->items[2].annotation->type->text, "LB;");
}

/* ---- real classes -------------------------------------------------------- */

typedef struct Tally {
    World *world;
    Source *source;
    u32 methods, skipped;
} Tally;

static int translate_class(void *context, const char *name)
{
    Tally *t = context;
    ClassDef *def;
    if (t->skipped++ % 40)      /* a sample: all of them take a while under the sanitizers */
        return 0;
    if (source_class(t->source, symbol(&t->world->store.symbols, name), &def))
        return -1;
    for (u32 i = 0; i < def->method_count; i++) {
        Code *code;
        if (!def->methods[i].has_code)
            continue;
        if (code_translate(def, &def->methods[i], false, &code) || code_check(code) || code_check_definitions(code))
            return -1;
        t->methods++;
    }
    return 0;
}

static void the_boot_classes_translate_to_sound_code(void **state)
{
    World *w = *state;
    char *cache = cache_dir(), *path = xasprintf("%s/boot/robovm-rt-2.3.21.jar", cache);
    Tally t = { .world = w };
    bool there = file_exists(path);
    if (there) {
        assert_int_equal(source_open(&t.source, &w->store, path), OK);
        if (source_each_class(t.source, translate_class, &t))
            fail_msg("%s", error_text());
        assert_true(t.methods > 500);
        source_close(t.source);
    }
    free(cache);
    free(path);
    if (!there)
        skip();
}

/* ---- the boot image ------------------------------------------------------ */

static void write_jar(const char *path, const char *resource, const char *content);

static void a_boot_image_holds_the_first_of_each_name_and_refuses_damage(void **state)
{
    World *w = *state;
    char folder[] = "/tmp/reenact-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *first = xasprintf("%s/a.jar", folder), *second = xasprintf("%s/b.jar", folder), *image = xasprintf("%s/x.image", folder);
    Source *source;
    Buf out = { 0 };
    ClassDef *def;
    write_jar(first, "r.txt", "first");
    write_jar(second, "r.txt", "second");
    const char *jars[] = { first, second };
    assert_int_equal(boot_image_build(jars, 2, image), OK);
    assert_int_equal(boot_image_open(&source, &w->store, image), OK);
    assert_int_equal(source_resource(source, "r.txt", &out), OK);
    assert_string_equal(buf_str(&out), "first");
    assert_int_equal(source_class(source, symbol(&w->store.symbols, "T"), &def), OK);
    assert_true(def->trusted);
    assert_int_equal(source_class(source, symbol(&w->store.symbols, "U"), &def), ERR_NOT_FOUND);
    buf_clear(&out);
    assert_int_equal(source_resource(source, "T.class", &out), OK);
    assert_int_equal((u8)out.data[0], 0xca);
    source_close(source);

    Buf bytes = { 0 };
    assert_int_equal(file_read(image, &bytes), OK);
    for (size_t i = 0; i < bytes.size; i += 7) {
        if (i >= 40 && i < 64)
            continue;       /* unused */
        bytes.data[i] ^= 4;
        assert_int_equal(file_write(image, bytes.data, bytes.size), OK);
        bytes.data[i] ^= 4;
        int status = boot_image_open(&source, &w->store, image);
        if (!status) {      /* damage in the contents: found by the class reader, or a different text */
            source_class(source, symbol(&w->store.symbols, "T"), &def);
            source_close(source);
        } else {
            assert_int_equal(status, ERR_INPUT);
        }
    }
    buf_free(&bytes);
    buf_free(&out);
    unlink(first), unlink(second), unlink(image), rmdir(folder);
    free(first), free(second), free(image);
}

/* Two stored entries: T.class and a resource. */
static void write_jar(const char *path, const char *resource, const char *content)
{
    Assembler a = { 0 };
    Buf entries[2] = { 0 }, file = { 0 }, directory = { 0 };
    const char *names[] = { "T.class", resource };
    assemble(&a, &entries[0]);
    buf_add_str(&entries[1], content);
    for (int i = 0; i < 2; i++) {
        u32 crc = 0xffffffff;
        for (size_t k = 0; k < entries[i].size; k++) {
            crc ^= (u8)entries[i].data[k];
            for (int bit = 0; bit < 8; bit++)
                crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
        }
        u32 size = (u32)entries[i].size, offset = (u32)file.size, length = (u32)strlen(names[i]);
        u32 numbers[] = { ~crc, size, size };
        u8 lengths[4] = { (u8)length, 0, 0, 0 };
        buf_add(&file, "PK\3\4\24\0\0\0\0\0\0\0\0\0", 14);
        buf_add(&file, numbers, 12);
        buf_add(&file, lengths, 4);
        buf_add_str(&file, names[i]);
        buf_add(&file, entries[i].data, size);
        buf_add(&directory, "PK\1\2\24\0\24\0\0\0\0\0\0\0\0\0", 16);
        buf_add(&directory, numbers, 12);
        buf_add(&directory, lengths, 4);
        buf_add(&directory, "\0\0\0\0\0\0\0\0\0\0", 10);
        buf_add(&directory, &offset, 4);
        buf_add_str(&directory, names[i]);
        buf_free(&entries[i]);
    }
    u32 end[] = { (u32)directory.size, (u32)file.size };
    buf_add(&file, directory.data, directory.size);
    buf_add(&file, "PK\5\6\0\0\0\0\2\0\2\0", 12);
    buf_add(&file, end, 8);
    buf_add(&file, "\0\0", 2);
    assert_int_equal(file_write(path, file.data, file.size), OK);
    buf_free(&file);
    buf_free(&directory);
}

static int note_name(void *context, const char *name)
{
    buf_printf(context, "%s ", name);
    return 0;
}

static void a_jar_and_a_folder_give_their_classes_and_say_where_a_bad_one_is(void **state)
{
    World *w = *state;
    char folder[] = "/tmp/reenact-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *jar = xasprintf("%s/a.jar", folder), *wrong = xasprintf("%s/U.class", folder), *expected = xasprintf("%s: U.class holds the class T", folder);
    Source *source;
    ClassDef *def;
    Buf out = { 0 }, bytes = { 0 };
    write_jar(jar, "r.txt", "text");
    assert_int_equal(source_open(&source, &w->store, jar), OK);
    assert_int_equal(source_class(source, symbol(&w->store.symbols, "T"), &def), OK);
    assert_false(def->trusted);
    assert_int_equal(source_class(source, symbol(&w->store.symbols, "U"), &def), ERR_NOT_FOUND);
    source_each_class(source, note_name, &out);
    source_each_resource(source, note_name, &out);
    assert_string_equal(buf_str(&out), "T T.class r.txt ");
    source_close(source);

    Assembler a = { 0 }, newer = { .major = 55 };
    assemble(&a, &bytes);
    assert_int_equal(file_write(wrong, bytes.data, bytes.size), OK);
    assert_int_equal(source_open(&source, &w->store, folder), OK);
    assert_int_equal(source_class(source, symbol(&w->store.symbols, "U"), &def), ERR_INPUT);
    assert_string_equal(error_text(), expected);
    assert_int_equal(source_class(source, symbol(&w->store.symbols, "../U"), &def), ERR_NOT_FOUND);
    buf_clear(&bytes);
    assemble(&newer, &bytes);
    assert_int_equal(file_write(wrong, bytes.data, bytes.size), OK);
    assert_int_equal(source_class(source, symbol(&w->store.symbols, "U"), &def), ERR_INPUT);
    assert_non_null(strstr(error_text(), ": U.class has version 55 (Java 11)"));
    source_close(source);
    buf_free(&out);
    buf_free(&bytes);
    unlink(jar), unlink(wrong), rmdir(folder);
    free(jar), free(wrong), free(expected);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_world, close_world)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(loads_and_constants_vanish_into_their_consumers),
        TEST(literals_take_the_place_of_constants_where_they_fit),
        TEST(comparisons_with_constants_have_forms_of_their_own),
        TEST(a_local_that_changes_leaves_its_old_value_to_those_who_loaded_it),
        TEST(a_store_of_what_is_there_already_is_nothing),
        TEST(an_assignment_within_an_expression_needs_no_move),
        TEST(dup_and_swap_only_permute),
        TEST(values_that_want_each_others_registers_are_exchanged_over_a_third),
        TEST(a_result_that_nobody_wants_is_not_kept),
        TEST(the_register_of_a_wide_argument_is_listed_twice),
        TEST(a_cast_result_goes_to_its_local_at_once_unless_a_handler_watches),
        TEST(code_that_cannot_be_reached_is_left_out),
        TEST(a_loop_whose_body_comes_first_is_walked_all_the_same),
        TEST(a_turn_of_a_loop_takes_one_branch),
        TEST(dense_cases_become_a_packed_table_with_the_default_in_its_holes),
        TEST(a_subroutine_keeps_its_return_address_in_a_local),
        TEST(a_handler_stores_its_exception_directly),
        TEST(a_handler_that_control_also_reaches_has_a_side_door),
        TEST(a_branch_that_is_too_far_goes_over_a_goto),
        TEST(lines_follow_the_instructions),
        TEST(invokespecial_means_exactly_this_method_only_on_the_own_class),
        TEST(arrays_are_made_by_the_class_of_the_array),
        TEST(the_same_constant_is_the_same_ref_in_every_translation),
        TEST(a_body_that_is_not_well_formed_is_refused_with_its_place_and_reason),
        TEST(stacks_that_differ_where_control_meets_are_refused),
        TEST(handlers_that_serve_nothing_or_cut_instructions_are_refused),
        TEST(a_newer_class_file_is_refused_by_version_and_with_advice),
        TEST(a_class_file_cut_anywhere_is_refused),
        TEST(names_and_descriptors_that_are_none_are_refused),
        TEST(nesting_is_told_by_the_class),
        TEST(annotations_are_decoded_with_nested_ones),
        TEST(the_boot_classes_translate_to_sound_code),
        TEST(a_jar_and_a_folder_give_their_classes_and_say_where_a_bad_one_is),
        TEST(a_boot_image_holds_the_first_of_each_name_and_refuses_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
