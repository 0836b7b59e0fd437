/* Which crash a report means, and which it does not. */
#include "reproduce/sought.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static MatchLevel match_screen(const char *report_text, Screen *screen)
{
    Report *report;
    assert_int_equal(report_parse(&report, "report.txt", report_text, strlen(report_text), NULL), 0);
    Sought sought = { 0 };
    sought_add(&sought, report);
    MatchLevel level = sought_match(&sought, screen);
    sought_free(&sought);
    report_free(report);
    return level;
}

static MatchLevel match(const char *report_text, const char *crash)
{
    Screen screen = { .state = APP_HAS_CRASHED, .crash = (char *)crash };
    return match_screen(report_text, &screen);
}

static const char reported[] =
    "It crashes.\n\njava.lang.RuntimeException: Unable to start activity ComponentInfo{p/p.Main}\n\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:1)\n"
    "Caused by: java.lang.NullPointerException\n\tat android.view.View.x(View.java:1)\n\tat p.Main.show(Main.java:12)\n\tat p.Main.onCreate(Main.java:5)\n\t... 10 more\n";
static const char exact[] =
    "java.lang.RuntimeException: Unable to start activity\n\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:2416)\n"
    "Caused by: java.lang.NullPointerException: Attempt to invoke …\n\tat p.Main.show(Main.java:12)\n\tat p.Main.onCreate(Main.java:5)\n\tat android.app.Activity.performCreate(Activity.java:2)\n";

static void the_same_frames_from_the_same_line_match_exactly(void **unused)
{
    UNUSED(unused);
    assert_int_equal(match(reported, exact), MATCH_EXACT);
}

static void another_line_of_the_same_method_matches_by_frame(void **unused)
{
    UNUSED(unused);
    assert_int_equal(match(reported, "java.lang.NullPointerException: x\n\tat p.Main.show(Main.java:14)\n\tat p.Main.onCreate(Main.java:5)\n"), MATCH_FRAME);
}

static void another_method_or_another_exception_is_another_crash(void **unused)
{
    UNUSED(unused);
    assert_int_equal(match(reported, "java.lang.NullPointerException: x\n\tat p.Other.go(Other.java:1)\n"), MATCH_NONE);
    assert_int_equal(match(reported, "java.lang.IllegalStateException: x\n\tat p.Main.show(Main.java:12)\n\tat p.Main.onCreate(Main.java:5)\n"), MATCH_NONE);
}

static void an_exception_named_in_prose_matches_by_type(void **unused)
{
    UNUSED(unused);
    assert_int_equal(match("I get a NullPointerException when I press Save.", exact), MATCH_TYPE);
    assert_int_equal(match("I get an IllegalStateException when I press Save.", exact), MATCH_NONE);
}

static void a_report_that_only_says_crash_matches_any_crash_weakly(void **unused)
{
    UNUSED(unused);
    assert_int_equal(match("The app crashes when I press Save.", exact), MATCH_CRASH);
}

static void a_trace_that_is_cut_off_still_names_its_cause(void **unused)
{
    UNUSED(unused);
    static const char cut[] = "java.lang.RuntimeException: Unable to start activity ComponentInfo{p/p.Main}: java.lang.NullPointerException\n\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:1)\n";
    assert_int_equal(match(cut, exact), MATCH_TYPE);
    assert_int_equal(match(cut, "java.lang.IllegalStateException: x\n\tat p.Main.show(Main.java:12)\n"), MATCH_NONE);
}

static void a_crash_behind_a_gap_of_the_phone_is_never_claimed(void **unused)
{
    UNUSED(unused);
    Screen screen = { .state = APP_HAS_CRASHED, .crash = (char *)exact, .crash_gap = (char *)"service x" };
    assert_int_equal(match_screen(reported, &screen), MATCH_NONE);
}

static void a_freeze_matches_words_of_freezing_and_nothing_else(void **unused)
{
    UNUSED(unused);
    Screen frozen = { .state = APP_DOES_NOT_ANSWER, .crash = (char *)"ANR: Input dispatching timed out\n\tat p.Main.loop(Main.java:3)\n" };
    assert_int_equal(match_screen("The app freezes when I open the chart.", &frozen), MATCH_CRASH);
    assert_int_equal(match_screen("The app crashes when I open the chart.", &frozen), MATCH_NONE);
    assert_int_equal(match("The app freezes when I open the chart.", exact), MATCH_NONE);
}

static void a_headline_names_exception_and_place(void **unused)
{
    UNUSED(unused);
    char *line = crash_headline(exact);
    assert_string_equal(line, "NullPointerException at Main.show (Main.java:12)");
    free(line);
}

static void messages_do_not_make_two_crashes_of_one(void **unused)
{
    UNUSED(unused);
    assert_true(same_crash(exact, "java.lang.NullPointerException: y\n\tat p.Main.show(Main.java:12)\n\tat p.Main.onCreate(Main.java:5)\n"));
    assert_false(same_crash(exact, "java.lang.NullPointerException: y\n\tat p.Main.hide(Main.java:12)\n\tat p.Main.onCreate(Main.java:5)\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_frames_from_the_same_line_match_exactly), cmocka_unit_test(another_line_of_the_same_method_matches_by_frame),
        cmocka_unit_test(another_method_or_another_exception_is_another_crash), cmocka_unit_test(an_exception_named_in_prose_matches_by_type),
        cmocka_unit_test(a_report_that_only_says_crash_matches_any_crash_weakly), cmocka_unit_test(a_trace_that_is_cut_off_still_names_its_cause),
        cmocka_unit_test(a_crash_behind_a_gap_of_the_phone_is_never_claimed), cmocka_unit_test(a_freeze_matches_words_of_freezing_and_nothing_else),
        cmocka_unit_test(a_headline_names_exception_and_place), cmocka_unit_test(messages_do_not_make_two_crashes_of_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
