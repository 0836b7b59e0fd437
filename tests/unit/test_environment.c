/* Conditions of the phone as text: set, refused with what is allowed, kept in a .repro. */
#include "device/condition.h"
#include "device/repro.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void a_name_that_is_wrong_is_answered_with_all_names(void **state)
{
    UNUSED(state);
    Environment e = { 0 };
    assert_int_equal(environment_set(&e, "netwrk", "online"), ERR_INPUT);
    assert_non_null(strstr(error_text(), "there is no condition \"netwrk\""));
    for (const ConditionKind *k = condition_kinds; k->name; k++)
        assert_non_null(strstr(error_text(), k->name));
    assert_int_equal(e.condition_count, 0);
}

static void a_value_that_is_wrong_is_answered_with_what_it_can_be(void **state)
{
    UNUSED(state);
    static const struct { const char *name, *value, *allowed; } wrong[] = {
        { "network", "on", "online | offline" }, { "network", "", "online | offline" }, { "network", "|", "online | offline" },
        { "locale", "German", "de_DE" }, { "time", "noon", "YYYY-MM-DD" }, { "time", "2016-06-01 12:00 o'clock", "YYYY-MM-DD" },
        { "file", "sdcard/a text b", "begins with /" }, { "file", "/sdcard/a", "does not say" }, { "file", "/sdcard/a zeros lots", "40M" },
        { "permission", "CAMERA perhaps", "allow or deny" }, { "sms", "123", "two parts" }, { "name-server", "5", "5s" },
        { "unreadable", "sdcard", "begins with /" }, { "contact", "", "empty" }, { "contact", "a\nb", "one line" },
    };
    Environment e = { 0 };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_int_equal(environment_set(&e, wrong[i].name, wrong[i].value), ERR_INPUT);
        assert_non_null(strstr(error_text(), wrong[i].allowed));
    }
    assert_int_equal(e.condition_count, 0);
}

static void an_assignment_needs_its_equals_sign(void **state)
{
    UNUSED(state);
    Environment e = { 0 };
    assert_int_equal(environment_set_from(&e, "network"), ERR_INPUT);
    assert_int_equal(environment_set_from(&e, "file=/sdcard/a.txt text b=c"), OK);
    assert_string_equal(e.conditions[0].value, "/sdcard/a.txt text b=c");
    environment_clear(&e);
}

static void the_last_value_counts_except_where_all_do(void **state)
{
    UNUSED(state);
    Environment e = { 0 };
    environment_set(&e, "network", "online");
    environment_set(&e, "contact", "Ann");
    environment_set(&e, "network", "offline");
    environment_set(&e, "contact", "Bob 123");
    assert_int_equal(e.condition_count, 3);
    assert_string_equal(condition_value(&e, "network"), "offline");
    assert_null(condition_value(&e, "locale"));
    environment_clear(&e);
}

static void a_copy_outlives_its_original(void **state)
{
    UNUSED(state);
    Environment e = { .seed = 7 };
    environment_set(&e, "locale", "de_DE");
    Environment copy = environment_copy(&e);
    environment_clear(&e);
    assert_int_equal(copy.seed, 7);
    assert_string_equal(condition_value(&copy, "locale"), "de_DE");
    environment_clear(&copy);
}

static void times_are_read_to_the_second(void **state)
{
    UNUSED(state);
    assert_int_equal(condition_time("1970-01-02 00:00"), 86400000);
    assert_int_equal(condition_time("2016-06-01 12:00:05"), 1464782405000);
    assert_true(condition_time("2016-06-01") < 0);
}

static void a_repro_keeps_the_conditions(void **state)
{
    UNUSED(state);
    Repro r = { .app = xstrdup("a.apk") }, again;
    environment_set(&r.environment, "network", "offline");
    environment_set(&r.environment, "sms", "+49123 Hello there");
    Buf text = { 0 };
    repro_print(&text, &r);
    assert_non_null(strstr(buf_str(&text), "\nenv network offline\nenv sms +49123 Hello there\nevents\n"));
    assert_int_equal(repro_parse(&again, buf_str(&text), "x.repro"), OK);
    assert_int_equal(again.environment.condition_count, 2);
    assert_string_equal(condition_value(&again.environment, "sms"), "+49123 Hello there");
    repro_free(&r);
    repro_free(&again);
    buf_free(&text);
}

static void a_repro_with_a_wrong_condition_says_in_which_line(void **state)
{
    UNUSED(state);
    Repro r;
    assert_int_equal(repro_parse(&r, "reenact-repro 1\napp a.apk\nenv network perhaps\nevents\nend\n", "x.repro"), ERR_INPUT);
    assert_non_null(strstr(error_text(), "x.repro:3: network cannot be \"perhaps\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_that_is_wrong_is_answered_with_all_names), cmocka_unit_test(a_value_that_is_wrong_is_answered_with_what_it_can_be),
        cmocka_unit_test(an_assignment_needs_its_equals_sign), cmocka_unit_test(the_last_value_counts_except_where_all_do),
        cmocka_unit_test(a_copy_outlives_its_original), cmocka_unit_test(times_are_read_to_the_second),
        cmocka_unit_test(a_repro_keeps_the_conditions), cmocka_unit_test(a_repro_with_a_wrong_condition_says_in_which_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
