/* Delta debugging, rules, keys and the sameness of crashes, without a phone. */
#include "reduce/atoms.h"
#include "reduce/crash_key.h"
#include "reduce/delta.h"
#include "reduce/describe.h"
#include "reduce/keys.h"
#include "reduce/rules.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- a test that fails when all of some atoms are there ---------------------------------- */

typedef struct Fake {
    const u32 *needed;
    u32 needed_count, runs;
} Fake;

static bool has(const Sequence *s, u32 atom)
{
    for (u32 i = 0; i < s->count; i++)
        if (s->atoms[i] == atom)
            return true;
    return false;
}

static i32 fake_first(void *context, const Sequence *candidates, u32 count)
{
    Fake *f = context;
    for (u32 i = 0; i < count; i++) {
        bool all = true;
        f->runs++;
        for (u32 k = 0; k < f->needed_count; k++)
            all = all && has(&candidates[i], f->needed[k]);
        if (all)
            return (i32)i;
    }
    return -1;
}

enum { MANY = 300 };

static u32 *numbers(u32 count)
{
    u32 *out = calloc(count, sizeof *out);
    for (u32 i = 0; i < count; i++)
        out[i] = i;
    return out;
}

static void expect_needed(const u32 *atoms, u32 count, const Fake *f)
{
    assert_int_equal(count, f->needed_count);
    for (u32 i = 0; i < count; i++)
        assert_int_equal(atoms[i], f->needed[i]);
}

static void segments_find_events_that_lie_apart(void **state)
{
    UNUSED(state);
    const u32 needed[] = { 3, 77, 150, 299 };
    Fake f = { needed, COUNT_OF(needed), 0 };
    Tester t = { .first_failing = fake_first, .context = &f };
    u32 *atoms = numbers(MANY), count = delta_segments(atoms, MANY, &t);
    expect_needed(atoms, count, &f);
    assert_in_range(f.runs, 1, 600);
    free(atoms);
}

static void ddmin_and_single_steps_come_to_the_same(void **state)
{
    UNUSED(state);
    const u32 needed[] = { 0, 10, 11, 200 };
    Fake f = { needed, COUNT_OF(needed), 0 };
    Tester t = { .first_failing = fake_first, .context = &f };
    u32 *atoms = numbers(MANY), count = delta_ddmin(atoms, MANY, &t);
    expect_needed(atoms, count, &f);
    assert_true(delta_single(atoms, &count, &t));
    expect_needed(atoms, count, &f);
    free(atoms);
}

static void the_example_of_the_paper_takes_its_course(void **state)
{
    UNUSED(state);
    const u32 needed[] = { 2, 3, 6, 7 };    /* E3 E4 E7 E8 of eight: ESDroid, Table 3 */
    Fake f = { needed, COUNT_OF(needed), 0 };
    Tester t = { .first_failing = fake_first, .context = &f };
    u32 *atoms = numbers(8), count = delta_segments(atoms, 8, &t);
    expect_needed(atoms, count, &f);
    free(atoms);
}

static void the_last_event_alone_is_found_at_once(void **state)
{
    UNUSED(state);
    const u32 needed[] = { 299 };
    Fake f = { needed, 1, 0 };
    Tester t = { .first_failing = fake_first, .context = &f };
    u32 *atoms = numbers(MANY), count = delta_tail(atoms, MANY, &t);
    expect_needed(atoms, count, &f);
    assert_int_equal(f.runs, 1);
    free(atoms);
}

static void hierarchical_debugging_drops_whole_windows_first(void **state)
{
    UNUSED(state);
    const u32 needed[] = { 50, 59 };
    u32 level[MANY];
    for (u32 i = 0; i < MANY; i++)
        level[i] = i % 10 ? 1 : 0;          /* every tenth event is in the first window */
    Fake f = { needed, COUNT_OF(needed), 0 };
    Tester t = { .first_failing = fake_first, .context = &f };
    u32 *atoms = numbers(MANY), count = delta_hdd(atoms, MANY, level, &t);
    expect_needed(atoms, count, &f);
    free(atoms);
}

static void groups_that_matter_stay_and_the_others_go(void **state)
{
    UNUSED(state);
    const u32 needed[] = { 0, 13, 99 };
    u32 group[100];
    for (u32 i = 0; i < 100; i++)
        group[i] = i == 99 || i == 0 ? NO_GROUP : i / 2;    /* 13 goes with 12 */
    Fake f = { needed, COUNT_OF(needed), 0 };
    Tester t = { .first_failing = fake_first, .context = &f };
    u32 *atoms = numbers(100), count = delta_groups(atoms, 100, group, 50, &t);
    assert_int_equal(count, 4);
    assert_int_equal(atoms[1], 12);
    assert_int_equal(atoms[2], 13);
    free(atoms);
}

/* ---- records by hand --------------------------------------------------------------------------- */

enum { KEY_HOME = 3, KEY_BACK = 4, KEY_VOLUME_UP = 24 };

/* One event: window and screen before and behind it. */
typedef struct Short {
    Operation op;
    i32 key;
    u32 from_window, from_screen, to_window, to_screen;
    bool active;
    u32 flags;
    u64 object, group;
} Short;

static Record make(const Short *shorts, u32 count, bool crashes)
{
    static char *windows[] = { "app.Main", "app.Main, window 2 of 10x10", "app.Other", "app.Third" };
    static char object[] = "RadioButton";
    Record r = { .events = calloc(count, sizeof *r.events), .count = count, .windows = windows, .window_count = 4 };
    for (u32 i = 0; i < count; i++) {
        const Short *s = &shorts[i];
        r.events[i] = (UserEvent){
            .op = s->op, .key = s->op == OP_KEY ? s->key : -1, .src = { s->from_window, s->from_screen, s->from_screen }, .des = { s->to_window, s->to_screen, s->to_screen },
            .active = s->active, .window_changes = s->from_window != s->to_window, .flags = s->flags, .object_hash = s->object, .group_hash = s->group,
            .object = s->object ? object : NULL, .depth = s->from_window, .crashes = crashes && i + 1 == count,
        };
    }
    return r;
}

static void expect_rules(const Short *shorts, u32 count, const char *wanted)
{
    Record r = make(shorts, count, false);
    RuleSet *rules = rules_default();
    u32 group[32], rule[32];
    rules_apply(rules, &r, group, rule);
    char got[33] = { 0 };
    for (u32 i = 0; i < count; i++)
        got[i] = group[i] == NO_GROUP ? 'x' : '-';
    assert_string_equal(got, wanted);
    rules_free(rules);
    free(r.events);
}

static void an_event_that_changes_nothing_goes(void **state)
{
    UNUSED(state);
    const Short run[] = { { OP_TAP, 0, 0, 1, 0, 1, false, 0, 0, 0 }, { OP_TAP, 0, 0, 1, 0, 2, true, 0, 1, 0 }, { OP_TAP, 0, 0, 2, 0, 2, true, 0, 1, 0 } };
    expect_rules(run, 3, "-xx");
}

static void home_and_optional_keys_go_where_the_app_does_nothing_with_them(void **state)
{
    UNUSED(state);
    const Short run[] = {
        { OP_KEY, KEY_HOME, 0, 1, 0, 1, false, 0, 0, 0 }, { OP_KEY, KEY_VOLUME_UP, 0, 1, 0, 2, false, 0, 0, 0 }, { OP_KEY, KEY_VOLUME_UP, 0, 2, 0, 3, true, 0, 0, 0 },
        { OP_KEY, KEY_BACK, 0, 3, 0, 3, true, 0, 0, 0 },
    };
    expect_rules(run, 4, "--x-");
}

static void a_BACK_that_leaves_a_window_is_never_removed_alone(void **state)
{
    UNUSED(state);
    const Short run[] = { { OP_KEY, KEY_BACK, 2, 5, 0, 1, true, 0, 0, 0 }, { OP_TAP, 0, 0, 1, 0, 7, true, 0, 1, 0 } };
    expect_rules(run, 2, "xx");
}

static void opening_and_closing_go_together(void **state)
{
    UNUSED(state);
    const Short run[] = { { OP_TAP, 0, 0, 1, 2, 5, true, 0, 1, 0 }, { OP_KEY, KEY_BACK, 2, 5, 0, 1, true, 0, 0, 0 }, { OP_TAP, 0, 0, 1, 3, 9, true, 0, 2, 0 } };
    expect_rules(run, 3, "--x");
}

static void pairs_inside_pairs_go_too(void **state)
{
    UNUSED(state);
    const Short run[] = {
        { OP_TAP, 0, 0, 1, 2, 5, true, 0, 1, 0 }, { OP_TAP, 0, 2, 5, 2, 6, true, 0, 3, 0 }, { OP_TAP, 0, 2, 6, 2, 5, true, 0, 3, 0 }, { OP_KEY, KEY_BACK, 2, 5, 0, 1, true, 0, 0, 0 },
        { OP_TAP, 0, 0, 1, 3, 9, true, 0, 2, 0 },
    };
    expect_rules(run, 5, "----x");
}

static void of_choices_in_a_group_the_last_one_counts(void **state)
{
    UNUSED(state);
    const Short run[] = {
        { OP_TAP, 0, 0, 1, 0, 2, true, NODE_CHECKABLE, 11, 9 }, { OP_TAP, 0, 0, 2, 0, 3, true, NODE_CHECKABLE, 12, 9 }, { OP_TAP, 0, 0, 3, 0, 4, true, NODE_CHECKABLE, 13, 9 },
    };
    expect_rules(run, 3, "--x");
}

static void a_text_that_was_only_read_goes(void **state)
{
    UNUSED(state);
    const Short run[] = {
        { OP_TAP, 0, 0, 1, 2, 5, true, 0, 1, 0 }, { OP_DRAG, 0, 2, 5, 2, 6, false, 0, 0, 0 }, { OP_DRAG, 0, 2, 6, 2, 7, false, 0, 0, 0 }, { OP_KEY, KEY_BACK, 2, 7, 0, 1, true, 0, 0, 0 },
        { OP_TAP, 0, 0, 1, 3, 9, true, 0, 2, 0 },
    };
    expect_rules(run, 5, "----x");
}

static void a_rule_file_switches_sets_and_adds(void **state)
{
    UNUSED(state);
    const Short run[] = { { OP_TAP, 0, 0, 1, 0, 1, false, 0, 0, 0 }, { OP_ROTATE, 0, 0, 1, 0, 2, true, 0, 0, 0 } };
    Record r = make(run, 2, false);
    RuleSet *rules = rules_default();
    u32 group[2], rule[2];
    assert_int_equal(rules_parse(rules, "off no-op   # not this one\nrule turns\n  S0 -> S0 if op:rotate do delete\n", "my.rules"), OK);
    rules_apply(rules, &r, group, rule);
    assert_int_equal(group[0], NO_GROUP);
    assert_int_not_equal(group[1], NO_GROUP);
    assert_string_equal(rule_name(rules, rule[1]), "turns");
    static const char *const wrong[] = { "off nothing\n", "rule\n", "rule a\n  S0 => S1\n", "rule a\n  S0 -> S1 if purple\n", "rule a\n  S0 -> S1 do fly\n", "optional NO_KEY\n", "hello\n", "  S0 -> S1\n" };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        RuleSet *other = rules_default();
        assert_int_equal(rules_parse(other, wrong[i], "my.rules"), ERR_INPUT);
        assert_non_null(strstr(error_text(), "my.rules:"));
        rules_free(other);
    }
    rules_free(rules);
    free(r.events);
}

/* ---- keys ------------------------------------------------------------------------------------------- */

static void the_shortest_way_leads_through_the_windows_to_the_crash(void **state)
{
    UNUSED(state);
    const Short run[] = {
        { OP_TAP, 0, 0, 1, 0, 2, true, 0, 1, 0 }, { OP_TAP, 0, 0, 2, 2, 5, true, 0, 1, 0 }, { OP_KEY, KEY_BACK, 2, 5, 0, 2, true, 0, 0, 0 }, { OP_TAP, 0, 0, 2, 2, 6, true, 0, 4, 0 },
        { OP_TAP, 0, 2, 6, 3, 9, true, 0, 5, 0 }, { OP_TAP, 0, 3, 9, 3, 9, true, 0, 6, 0 },
    };
    Record r = make(run, 6, true);
    u32 out[8];
    assert_int_equal(keys_short(&r, NULL, false, out), 3);
    assert_true(out[0] == 1 && out[1] == 4 && out[2] == 5);
    assert_int_equal(keys_short(&r, NULL, true, out), 3);
    assert_true(out[0] == 3 && out[1] == 4 && out[2] == 5);
    free(r.events);
}

static void what_comes_back_to_a_state_falls_out(void **state)
{
    UNUSED(state);
    const Short run[] = {
        { OP_TAP, 0, 0, 1, 0, 2, true, 0, 1, 0 }, { OP_TAP, 0, 0, 2, 2, 5, true, 0, 1, 0 }, { OP_KEY, KEY_BACK, 2, 5, 0, 2, true, 0, 0, 0 }, { OP_TAP, 0, 0, 2, 3, 9, true, 0, 4, 0 },
        { OP_TAP, 0, 3, 9, 3, 9, true, 0, 6, 0 },
    };
    Record r = make(run, 5, true);
    u32 out[8];
    assert_int_equal(keys_states(&r, NULL, true, out), 3);
    assert_true(out[0] == 0 && out[1] == 3 && out[2] == 4);
    free(r.events);
}

static void of_events_that_are_the_same_the_first_stays(void **state)
{
    UNUSED(state);
    const Short run[] = {
        { OP_TAP, 0, 0, 1, 0, 2, true, 0, 7, 0 }, { OP_TAP, 0, 0, 2, 0, 3, true, 0, 7, 0 }, { OP_TAP, 0, 0, 3, 2, 5, true, 0, 1, 0 }, { OP_TAP, 0, 2, 5, 2, 5, true, 0, 9, 0 },
    };
    Record r = make(run, 4, true);
    u32 out[8];
    assert_int_equal(keys_duplicate(&r, NULL, 0.8, out), 3);
    assert_true(out[0] == 0 && out[1] == 2 && out[2] == 3);
    free(r.events);
}

/* ---- the rest ------------------------------------------------------------------------------------------ */

static void low_level_events_are_grouped_as_a_person_counts(void **state)
{
    UNUSED(state);
    Event events[20] = {
        { .kind = EVENT_LAUNCH }, { .kind = EVENT_TOUCH, .key = 0, .point_count = 1 }, { .kind = EVENT_TOUCH, .key = 2, .point_count = 1, .points = { { 100, 0 } } },
        { .kind = EVENT_TOUCH, .key = 1, .point_count = 1, .points = { { 100, 0 } } }, { .kind = EVENT_KEY, .key = KEY_BACK },
    };
    u32 n = 5;
    for (u32 i = 0; i < 11; i++)
        events[n++] = (Event){ .kind = EVENT_TRACKBALL, .key = 2, .point_count = 1 };
    events[n++] = (Event){ .kind = EVENT_TRACKBALL, .key = 0, .point_count = 1 };
    events[n++] = (Event){ .kind = EVENT_TRACKBALL, .key = 1, .point_count = 1 };
    Atoms atoms;
    atoms_group(&atoms, events, n);
    assert_int_equal(atoms.count, 5);
    assert_int_equal(atom_operation(&atoms, 1), OP_DRAG);
    assert_int_equal(atoms.items[3].count, 10);
    assert_int_equal(atoms.items[4].count, 3);
    atoms_free(&atoms);
}

static void crashes_are_the_same_by_exception_and_frames_of_the_app(void **state)
{
    UNUSED(state);
    const char *a = "java.lang.RuntimeException: Unable to start x\n\tat android.app.ActivityThread.a(ActivityThread.java:1)\nCaused by: java.lang.NullPointerException: text 1\n\tat com.example.Main.f(Main.java:3)\n";
    const char *b = "java.lang.RuntimeException: Unable to start y\n\tat android.app.ActivityThread.a(ActivityThread.java:99)\nCaused by: java.lang.NullPointerException: text 2\n\tat com.example.Main.f(Main.java:3)\n\t... 3 more\n";
    const char *c = "java.lang.RuntimeException: Unable\nCaused by: java.lang.NullPointerException\n\tat com.example.Main.f(Main.java:4)\n";
    const char *d = "java.lang.IllegalStateException\n\tat com.example.Main.f(Main.java:3)\n";
    assert_int_equal(compare_crashes(a, b), OUTCOME_SAME);
    assert_int_equal(compare_crashes(a, c), OUTCOME_OTHER_TRACE);
    assert_int_equal(compare_crashes(a, d), OUTCOME_OTHER_EXCEPTION);
    assert_int_equal(compare_crashes(a, NULL), OUTCOME_NO_CRASH);
    char *title = crash_title(a);
    assert_string_equal(title, "java.lang.NullPointerException at com.example.Main.f(Main.java:3)");
    free(title);
}

static void a_sentence_says_what_was_done_and_how_much_it_matters(void **state)
{
    UNUSED(state);
    const Short run[] = { { OP_TAP, 0, 0, 1, 2, 5, true, 0, 1, 0 }, { OP_KEY, KEY_BACK, 2, 5, 2, 5, true, 0, 0, 0 } };
    Record r = make(run, 2, true);
    Buf out = { 0 };
    describe_event(&out, &r, 0, "8,9");
    assert_string_equal(buf_str(&out), "#8,9 is a Touch event that clicks on RadioButton, causing the launch of \"Other\", whose level is Essential.");
    buf_clear(&out);
    describe_event(&out, &r, 1, "10");
    assert_string_equal(buf_str(&out), "#10 is a SysOp event that presses KEYCODE_BACK, causing the crash of the app, whose level is Essential.");
    buf_free(&out);
    free(r.events);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_find_events_that_lie_apart),
        cmocka_unit_test(ddmin_and_single_steps_come_to_the_same),
        cmocka_unit_test(the_example_of_the_paper_takes_its_course),
        cmocka_unit_test(the_last_event_alone_is_found_at_once),
        cmocka_unit_test(hierarchical_debugging_drops_whole_windows_first),
        cmocka_unit_test(groups_that_matter_stay_and_the_others_go),
        cmocka_unit_test(an_event_that_changes_nothing_goes),
        cmocka_unit_test(home_and_optional_keys_go_where_the_app_does_nothing_with_them),
        cmocka_unit_test(a_BACK_that_leaves_a_window_is_never_removed_alone),
        cmocka_unit_test(opening_and_closing_go_together),
        cmocka_unit_test(pairs_inside_pairs_go_too),
        cmocka_unit_test(of_choices_in_a_group_the_last_one_counts),
        cmocka_unit_test(a_text_that_was_only_read_goes),
        cmocka_unit_test(a_rule_file_switches_sets_and_adds),
        cmocka_unit_test(the_shortest_way_leads_through_the_windows_to_the_crash),
        cmocka_unit_test(what_comes_back_to_a_state_falls_out),
        cmocka_unit_test(of_events_that_are_the_same_the_first_stays),
        cmocka_unit_test(low_level_events_are_grouped_as_a_person_counts),
        cmocka_unit_test(crashes_are_the_same_by_exception_and_frames_of_the_app),
        cmocka_unit_test(a_sentence_says_what_was_done_and_how_much_it_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
