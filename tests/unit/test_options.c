/* cli: the option parser. */
#include "cli/cli.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const Option options[] = {
    { 0, "cp", "PATHS", "class path" },
    { 'D', "define", "NAME=VALUE", "property" },
    { 0, "stats", NULL, "print" },
    { 0, "dry-run", NULL, "do nothing" },
    { 0 },
};
static const Command any_order = { .name = "any", .options = options };
static const Command like_java = { .name = "like", .options = options, .stops_at_first_argument = true };

/* Splits words at blanks and parses them; the words live until the next call. */
static int parse(Invocation *call, const Command *command, const char *words)
{
    static char text[512];
    static char *argv[32];
    int argc = 0;

    snprintf(text, sizeof text, "%s", words);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    return options_parse(call, command, argc, argv);
}

static void values_come_joined_or_apart(void **state)
{
    Invocation call;

    assert_int_equal(parse(&call, &any_order, "--cp=a --output b -oc -o d"), 0);
    assert_string_equal(option_value(&call, "cp"), "a");
    assert_string_equal(option_value(&call, "output"), "d");
    assert_int_equal(call.option_count, 4);
    assert_int_equal(call.count, 0);
}

static void one_dash_may_carry_a_long_name(void **state)
{
    Invocation call;

    assert_int_equal(parse(&call, &like_java, "-cp a:b Main"), 0);
    assert_string_equal(option_value(&call, "cp"), "a:b");
    assert_string_equal(call.arguments[0], "Main");
}

static void letters_may_be_joined_and_the_last_may_have_a_value(void **state)
{
    Invocation call;

    assert_int_equal(parse(&call, &any_order, "-qvj4"), 0);
    assert_true(option_set(&call, "quiet"));
    assert_true(option_set(&call, "verbose"));
    assert_int_equal(option_number(&call, "jobs", 1), 4);
}

static void options_and_arguments_mix(void **state)
{
    Invocation call;

    assert_int_equal(parse(&call, &any_order, "one --stats two -q three"), 0);
    assert_int_equal(call.count, 3);
    assert_string_equal(call.arguments[0], "one");
    assert_string_equal(call.arguments[2], "three");
    assert_true(option_set(&call, "stats"));
}

static void what_follows_the_main_class_is_not_ours(void **state)
{
    Invocation call;

    assert_int_equal(parse(&call, &like_java, "--stats -Da=b=c Main --seed -x -- y"), 0);
    assert_int_equal(call.count, 5);
    assert_string_equal(call.arguments[1], "--seed");
    assert_string_equal(call.arguments[3], "--");
    assert_string_equal(option_value(&call, "define"), "a=b=c");
    assert_false(option_set(&call, "seed"));
}

static void two_dashes_end_the_options_and_one_alone_is_stdin(void **state)
{
    Invocation call;

    assert_int_equal(parse(&call, &any_order, "- -- --stats -q"), 0);
    assert_int_equal(call.count, 3);
    assert_string_equal(call.arguments[0], "-");
    assert_string_equal(call.arguments[1], "--stats");
    assert_false(option_set(&call, "stats"));
}

static void a_variable_stands_in_for_a_flag(void **state)
{
    Invocation call;

    setenv("REENACT_SEED", "42", 1);
    setenv("REENACT_DRY_RUN", "1", 1);
    setenv("REENACT_STATS", "0", 1);
    assert_int_equal(parse(&call, &any_order, "x"), 0);
    assert_int_equal(option_number(&call, "seed", 1), 42);
    assert_true(option_set(&call, "dry-run"));
    assert_false(option_set(&call, "stats"));
    assert_int_equal(parse(&call, &any_order, "--seed 7"), 0);
    assert_int_equal(option_number(&call, "seed", 1), 7);
    unsetenv("REENACT_SEED");
    unsetenv("REENACT_DRY_RUN");
    unsetenv("REENACT_STATS");
    assert_int_equal(option_number(&call, "timeout", 30), 30);
}

static void mistakes_are_usage_errors(void **state)
{
    Invocation call;

    assert_int_equal(parse(&call, &any_order, "--sead=1"), EXIT_USAGE);
    assert_int_equal(parse(&call, &any_order, "-Z"), EXIT_USAGE);
    assert_int_equal(parse(&call, &any_order, "--cp"), EXIT_USAGE);
    assert_int_equal(parse(&call, &any_order, "--stats=1"), EXIT_USAGE);
}

static void too_many_options_are_refused(void **state)
{
    char *argv[100];
    Invocation call;

    for (int i = 0; i < 100; i++)
        argv[i] = "-q";
    assert_int_equal(options_parse(&call, &any_order, 100, argv), EXIT_USAGE);
}

static void the_nearest_command_is_found_and_a_far_word_is_not(void **state)
{
    assert_string_equal(nearest_command("jvaa"), "java");
    assert_string_equal(nearest_command("hepl"), "help");
    assert_null(nearest_command("photosynthesis"));
    assert_null(nearest_command("a-word-that-is-longer-than-any-name-that-we-have-or-will-have"));
}

static void no_two_options_of_a_command_share_a_name_or_a_letter(void **state)
{
    for (int i = 0; all_commands[i]; i++) {
        bool letters[256] = { 0 };
        const Option *lists[2] = { all_commands[i]->options, common_options };

        for (int list = 0; list < 2; list++)
            for (const Option *option = lists[list]; option && option->name; option++) {
                if (option->letter) {
                    assert_false(letters[(u8)option->letter]);
                    letters[(u8)option->letter] = true;
                }
                for (int other = 0; other < 2; other++)
                    for (const Option *o = lists[other]; o && o->name; o++)
                        assert_true(o == option || strcmp(o->name, option->name) != 0);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_come_joined_or_apart),
        cmocka_unit_test(one_dash_may_carry_a_long_name),
        cmocka_unit_test(letters_may_be_joined_and_the_last_may_have_a_value),
        cmocka_unit_test(options_and_arguments_mix),
        cmocka_unit_test(what_follows_the_main_class_is_not_ours),
        cmocka_unit_test(two_dashes_end_the_options_and_one_alone_is_stdin),
        cmocka_unit_test(a_variable_stands_in_for_a_flag),
        cmocka_unit_test(mistakes_are_usage_errors),
        cmocka_unit_test(too_many_options_are_refused),
        cmocka_unit_test(the_nearest_command_is_found_and_a_far_word_is_not),
        cmocka_unit_test(no_two_options_of_a_command_share_a_name_or_a_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
