/* The dex reader on the seeds of its fuzzer (tests/fuzz/seeds says what is in them), whole and damaged. */
#include "base/bytes.h"
#include "base/file.h"
#include "code/dex.h"
#include "code/verify.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static Arena arena, scratch;
static CodeStore store;
static Buf bytes;
static DexFile *file;

static int open_seed(const char *path)
{
    if (arena_open(&arena, 64 << 20, 0) || arena_open(&scratch, 64 << 20, 0))
        return -1;
    code_store_open(&store, &arena);
    if (file_read(path, &bytes) || dex_open(&file, &store, "seed.dex", bytes.data, bytes.size, false))
        return -1;
    return 0;
}

static int set_up(void **state)
{
    return open_seed("tests/fuzz/corpus/dex/tiny.dex");
}

static int set_up_lambda(void **state)
{
    return open_seed("tests/fuzz/corpus/dex/lambda.dex");
}

static int tear_down(void **state)
{
    dex_close(file);
    code_store_close(&store);
    arena_close(&arena);
    arena_close(&scratch);
    buf_free(&bytes);
    return 0;
}

static const ClassDef *class_named(const char *name)
{
    ClassDef *def;
    assert_int_equal(dex_class(file, symbol(&store.symbols, name), &def), OK);
    return def;
}

static const FieldDef *field_named(const ClassDef *def, const char *name)
{
    for (u32 i = 0; i < def->field_count; i++)
        if (symbol_is(def->fields[i].name, name))
            return &def->fields[i];
    fail_msg("no field %s", name);
    return NULL;
}

static const MethodDef *method_named(const ClassDef *def, const char *name)
{
    for (u32 i = 0; i < def->method_count; i++)
        if (symbol_is(def->methods[i].name, name))
            return &def->methods[i];
    fail_msg("no method %s", name);
    return NULL;
}

static Code *code_of(const ClassDef *def, const char *method)
{
    Code *code;
    assert_int_equal(dex_translate(def, method_named(def, method), true, &code), OK);
    return code;
}

static u32 count_op(const Code *code, u16 op)
{
    u32 count = 0;
    for (u32 pc = 0; pc < code->unit_count; pc += insn_length(&code->units[pc]))
        count += code->units[pc].op == op;
    return count;
}

static const Unit *find_op(const Code *code, u16 op)
{
    for (u32 pc = 0; pc < code->unit_count; pc += insn_length(&code->units[pc]))
        if (code->units[pc].op == op)
            return &code->units[pc];
    fail_msg("no %s", op_info[op].name);
    return NULL;
}

/* ---- classes ---- */

static int count_name(void *context, const char *name)
{
    *(u32 *)context += 1;
    return symbol_is(symbol(&store.symbols, name), "Tiny") ? 7 : 0;
}

static void classes_are_listed_until_somebody_has_enough(void **state)
{
    u32 seen = 0;
    assert_int_equal(dex_each_class(file, count_name, &seen), 7);
    assert_true(seen >= 1);
}

static void a_class_is_found_by_its_name_and_stays_the_same(void **state)
{
    ClassDef *def;
    assert_ptr_equal(class_named("Tiny"), class_named("Tiny"));
    assert_int_equal(dex_class(file, symbol(&store.symbols, "Tinier"), &def), ERR_NOT_FOUND);
}

static void a_class_says_what_its_source_says(void **state)
{
    const ClassDef *def = class_named("Tiny");
    assert_true(def->is_dex);
    assert_string_equal(def->super->text, "java/lang/Object");
    assert_int_equal(def->interface_count, 1);
    assert_string_equal(def->interfaces[0]->text, "java/lang/Runnable");
    assert_string_equal(def->source_file->text, "Tiny.java");
    assert_string_equal(def->signature->text, "<T::Ljava/lang/Comparable<TT;>;>Ljava/lang/Object;Ljava/lang/Runnable;");
    assert_true(def->access & ACC_ABSTRACT);
    assert_string_equal(field_named(def, "items")->signature->text, "Ljava/util/List<TT;>;");
    assert_int_equal(field_named(def, "items")->access, ACC_PROTECTED | ACC_VOLATILE);
}

static void static_fields_have_their_initial_values(void **state)
{
    const ClassDef *def = class_named("Tiny");
    assert_int_equal((i32)field_named(def, "COUNT")->constant.bits, -3);
    assert_int_equal(field_named(def, "COUNT")->constant.tag, 'I');
    assert_int_equal(field_named(def, "BIG")->constant.bits, 1ll << 40);
    assert_int_equal(field_named(def, "RATIO")->constant.bits, 0x3e800000);
    assert_int_equal(field_named(def, "WEIGHT")->constant.tag, 'D');
    assert_int_equal((i64)field_named(def, "SMALL")->constant.bits, -1);
    assert_int_equal(field_named(def, "LETTER")->constant.bits, 0xffff);
    assert_string_equal(field_named(def, "TEXT")->constant.text->text, "t\xc3\xa9xt\xc0\x80");
    assert_int_equal(field_named(def, "table")->constant.tag, 0);
}

static void nesting_comes_from_the_system_annotations(void **state)
{
    const ClassDef *tiny = class_named("Tiny"), *inner = class_named("Tiny$Inner"), *anonymous = class_named("Tiny$1");
    assert_int_equal(tiny->member_count, 3);
    assert_false(tiny->is_inner);
    assert_true(inner->is_inner);
    assert_string_equal(inner->outer->text, "Tiny");
    assert_string_equal(inner->simple_name->text, "Inner");
    assert_true(anonymous->is_inner);
    assert_null(anonymous->simple_name);
    assert_null(anonymous->outer);
    assert_string_equal(anonymous->enclosing_class->text, "Tiny");
    assert_string_equal(anonymous->enclosing_method->text, "switches");
    assert_string_equal(anonymous->enclosing_descriptor->text, "(ILjava/lang/Object;)I");
}

static void methods_have_exceptions_and_the_synchronized_flag_of_their_declaration(void **state)
{
    const MethodDef *method = method_named(class_named("Tiny"), "arithmetic"), *swap = method_named(class_named("Tiny$Inner"), "swap");
    assert_int_equal(method->exception_count, 2);
    assert_string_equal(method->exceptions[1]->text, "java/lang/InterruptedException");
    assert_false(swap->access & ACC_SYNCHRONIZED);
    assert_true(swap->access & ACC_DECLARED_SYNCHRONIZED);
    assert_true(method_named(class_named("Tiny"), "far")->access & ACC_NATIVE);
    assert_false(method_named(class_named("Tiny"), "far")->has_code);
}

static void annotations_are_decoded_and_the_system_ones_hidden(void **state)
{
    const ClassDef *def = class_named("Tiny");
    AnnotationSet set, *sets;
    u32 count;
    assert_int_equal(dex_class_annotations(def, &scratch, &set), OK);
    assert_int_equal(set.count, 1);
    const Annotation *mark = &set.items[0];
    assert_string_equal(mark->type->text, "LTiny$Mark;");
    for (u32 i = 0; i < mark->count; i++) {
        const AnnotationValue *value = &mark->elements[i].value;
        if (symbol_is(mark->elements[i].name, "kind")) {
            assert_int_equal(value->tag, 'e');
            assert_string_equal(value->text->text, "SECOND");
            assert_string_equal(value->type->text, "LTiny$Kind;");
        } else if (symbol_is(mark->elements[i].name, "numbers")) {
            assert_int_equal(value->count, 3);
            assert_int_equal((i32)value->items[1].bits, -2);
        }
    }
    assert_int_equal(dex_field_annotations(def, field_named(def, "items"), &scratch, &set), OK);
    assert_int_equal(set.count, 1);
    assert_int_equal(dex_method_annotations(def, method_named(def, "arithmetic"), &scratch, &set), OK);
    assert_int_equal(set.count, 1);
    assert_int_equal(dex_parameter_annotations(def, method_named(def, "arithmetic"), &scratch, &sets, &count), OK);
    assert_int_equal(count, 4);
    assert_int_equal(sets[0].count, 0);
    assert_string_equal(sets[2].items[0].elements[0].value.text->text, "parameter");
}

static void annotation_types_have_defaults(void **state)
{
    const ClassDef *def = class_named("Tiny$Mark");
    AnnotationValue value;
    assert_int_equal(dex_annotation_default(def, method_named(def, "size"), &scratch, &value), OK);
    assert_int_equal(value.tag, 'J');
    assert_int_equal(value.bits, 1ll << 40);
    assert_int_equal(dex_annotation_default(def, method_named(def, "ratio"), &scratch, &value), OK);
    assert_int_equal(value.bits, 0x3fc00000);
    assert_int_equal(dex_annotation_default(class_named("Tiny"), method_named(class_named("Tiny"), "far"), &scratch, &value), OK);
    assert_int_equal(value.tag, 0);
}

/* ---- code ---- */

static void arguments_come_first_and_wide_ones_take_two_registers(void **state)
{
    Code *code = code_of(class_named("Tiny"), "arithmetic");
    assert_int_equal(code->argument_registers, 7);
    assert_true(code->register_count > 7);
    assert_true(count_op(code, OP_I2B) && count_op(code, OP_USHR_J) && count_op(code, OP_MUL_I_LIT));
    assert_true(code_line(code, 0) > 0);
}

static void a_call_takes_the_result_behind_it(void **state)
{
    Code *code = code_of(class_named("Tiny"), "exceptions");
    const Unit *call = find_op(code, OP_INVOKE_VIRTUAL);
    assert_int_not_equal(call->b, NO_RESULT);
    assert_true(code->try_count > 0);
    assert_true(count_op(code, OP_MONITOR_ENTER) && count_op(code, OP_MOVE_EXCEPTION) && count_op(code, OP_FILL_ARRAY_DATA));
}

static void switches_become_tables(void **state)
{
    Code *code = code_of(class_named("Tiny"), "switches");
    const Unit *packed = find_op(code, OP_PACKED_SWITCH), *sparse = find_op(code, OP_SPARSE_SWITCH);
    const SwitchTable *dense = packed[1].pointer, *keyed = sparse[1].pointer;
    assert_int_equal(dense->count, 4);
    assert_int_equal(dense->first, 1);
    assert_int_equal(packed[dense->targets[1]].op, OP_CONST);
    assert_int_equal(packed[dense->targets[1]].imm, 20);
    assert_int_equal(keyed->count, 3);
    assert_int_equal(keyed->keys[2], 100000);
    /* new int[2][3]: int.class is read from Integer */
    const Ref *type = find_op(code, OP_SGET)[1].pointer;
    assert_true(symbol_is(type->owner, "Tiny") || symbol_is(type->owner, "java/lang/Integer"));
}

static int verify_class(void *context, const char *name)
{
    const ClassDef *def = class_named(name);
    for (u32 i = 0; i < def->method_count; i++) {
        Code *code;
        if (!def->methods[i].has_code)
            continue;
        assert_int_equal(dex_translate(def, &def->methods[i], false, &code), OK);
        assert_int_equal(code_verify(def, &def->methods[i], code, &scratch, NULL, NULL), OK);
    }
    return 0;
}

static void honest_code_is_verified(void **state)
{
    assert_int_equal(dex_each_class(file, verify_class, NULL), OK);
}

static void lambdas_are_call_sites_with_handles(void **state)
{
    Code *code = code_of(class_named("Lambda"), "later");
    const Ref *site = find_op(code, OP_INVOKE_DYNAMIC)[1].pointer;
    assert_int_equal(site->kind, REF_CALL_SITE);
    assert_string_equal(site->name->text, "run");
    assert_string_equal(site->descriptor->text, "(Ljava/lang/String;)Ljava/lang/Runnable;");
    assert_string_equal(site->site->bootstrap->owner->text, "java/lang/invoke/LambdaMetafactory");
    assert_int_equal(site->site->bootstrap->handle_kind, 6);
    assert_int_equal(site->site->count, 3);
    assert_int_equal(site->site->arguments[1].ref->kind, REF_HANDLE);
    assert_string_equal(site->site->arguments[1].ref->name->text, "lambda$later$0");
}

/* ---- damage ---- */

/* Opens the seed with 4 bytes at offset changed, or cut; the sentence, or "" when it opens. */
static const char *opened(size_t size, size_t offset, u32 value)
{
    static char copy[1 << 16];
    DexFile *damaged;
    memcpy(copy, bytes.data, bytes.size);
    memcpy(copy + offset, &value, sizeof value);
    return dex_open(&damaged, &store, "seed.dex", copy, size, false) ? error_text() : "";
}

static void a_damaged_file_is_refused_with_a_sentence(void **state)
{
    u32 first = le32(bytes.data);
    assert_string_equal(opened(bytes.size, 8, 0x12345678), "");     /* checksums are not compared */
    assert_string_equal(opened(20, 0, first), "seed.dex: too short for a dex file (needs 112, has 20)");
    assert_string_equal(opened(bytes.size, 0, 0x04034b50), "seed.dex: not a dex file");
    assert_string_equal(opened(bytes.size, 4, 0x00303430), "seed.dex: dex version 040 is not read (035 to 039 are)");
    assert_non_null(strstr(opened(bytes.size - 1, 0, first), "the header claims"));
    assert_string_equal(opened(bytes.size, 40, 0x78563412), "seed.dex: byte order 0x78563412 is not read");
    assert_non_null(strstr(opened(bytes.size, 56, 0x10000000), "string table at 0x70 runs past the file (needs 1073741824, has "));
    assert_non_null(strstr(opened(bytes.size, 100, 0xfffffff0), "class table at 0xfffffff0 runs past the file"));
    assert_non_null(strstr(opened(bytes.size, 52, 0xffffff), "map at 0xffffff runs past the file"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(classes_are_listed_until_somebody_has_enough),
        TEST(a_class_is_found_by_its_name_and_stays_the_same),
        TEST(a_class_says_what_its_source_says),
        TEST(static_fields_have_their_initial_values),
        TEST(nesting_comes_from_the_system_annotations),
        TEST(methods_have_exceptions_and_the_synchronized_flag_of_their_declaration),
        TEST(annotations_are_decoded_and_the_system_ones_hidden),
        TEST(annotation_types_have_defaults),
        TEST(arguments_come_first_and_wide_ones_take_two_registers),
        TEST(a_call_takes_the_result_behind_it),
        TEST(switches_become_tables),
        TEST(honest_code_is_verified),
        TEST(a_damaged_file_is_refused_with_a_sentence),
        cmocka_unit_test_setup_teardown(lambdas_are_call_sites_with_handles, set_up_lambda, tear_down),
        cmocka_unit_test_setup_teardown(honest_code_is_verified, set_up_lambda, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
