/* Scripts for other tools are read back; what they say must be the steps. */
#include "emit/pieces.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static Step step(EventKind kind, i32 key, const char *text, SelectorKind by, const char *selector)
{
    return (Step){ .event = { .kind = kind, .key = key, .text = text ? xstrdup(text) : NULL, .points = { { 10, 20 }, { 30, 400 } }, .point_count = kind == EVENT_SWIPE ? 2 : 1, .millis = 3000 },
                   .by = by, .selector = selector ? xstrdup(selector) : NULL, .text = xstrdup("a step"), .width = 1080, .height = 1920 };
}

static Outcome outcome_of_all_kinds(void)
{
    Outcome o = { .reproduced = true, .level = MATCH_FRAME, .crash = xstrdup("java.lang.IllegalStateException: <x> & \"y\"\n\tat p.Main.go(Main.java:1)\n"), .headline = xstrdup("IllegalStateException at Main.go") };
    Step steps[] = {
        step(EVENT_TAP, 0, NULL, BY_TEXT, "It's \"odd\" & <new>, isn't \\ it"), step(EVENT_TAP, 0, NULL, BY_ID, "p:id/save"), step(EVENT_TAP, 0, NULL, BY_DESCRIPTION, "More options"),
        step(EVENT_TAP, 0, NULL, BY_POINT, NULL), step(EVENT_LONG_TAP, 0, NULL, BY_POINT, NULL), step(EVENT_TEXT, 0, "O'Neil, (a) \"b\" \\ %s é", BY_POINT, NULL),
        step(EVENT_TEXT, 0, "plain text", BY_POINT, NULL), step(EVENT_CLEAR, 0, NULL, BY_POINT, NULL), step(EVENT_KEY, 4, NULL, BY_POINT, NULL), step(EVENT_KEY, 24, NULL, BY_POINT, NULL),
        step(EVENT_SWIPE, 0, NULL, BY_POINT, NULL), step(EVENT_ROTATE, 1, NULL, BY_POINT, NULL), step(EVENT_ROTATE, 0, NULL, BY_POINT, NULL), step(EVENT_HOME, 0, NULL, BY_POINT, NULL),
        step(EVENT_LAUNCH, 0, NULL, BY_POINT, NULL), step(EVENT_WAIT, 0, NULL, BY_POINT, NULL), step(EVENT_KILL, 0, NULL, BY_POINT, NULL),
    };
    o.steps = xcalloc(COUNT_OF(steps), sizeof *o.steps);
    memcpy(o.steps, steps, sizeof steps);
    o.step_count = COUNT_OF(steps);
    return o;
}

static const App app = { (char *)"p", (char *)"p.Main", (char *)"P", (char *)"1" };

static void every_dialect_reads_back_what_it_wrote(void **unused)
{
    UNUSED(unused);
    Outcome o = outcome_of_all_kinds();
    for (const Dialect *d = dialects; d->file; d++) {
        Buf text = { 0 };
        dialect_write(&text, d, &o, &app);
        int said = dialect_check(d, buf_str(&text), &o, &app);
        if (said < 12)
            print_error("%s says %d of %u\n%s\n", d->file, said, o.step_count, buf_str(&text));
        assert_in_range(said, 12, o.step_count);
        buf_free(&text);
    }
    outcome_free(&o);
}

static void a_script_that_says_something_else_is_refused(void **unused)
{
    UNUSED(unused);
    Outcome o = outcome_of_all_kinds(), other = outcome_of_all_kinds();
    other.steps[3].event.points[0].x = 11;
    for (const Dialect *d = dialects; d->file; d++) {
        Buf text = { 0 };
        dialect_write(&text, d, &o, &app);
        assert_int_equal(dialect_check(d, buf_str(&text), &other, &app), -1);
        text.data[text.size / 2] = 0;
        assert_int_equal(dialect_check(d, buf_str(&text), &o, &app), -1);
        buf_free(&text);
    }
    outcome_free(&o);
    outcome_free(&other);
}

static void the_storyboard_escapes_what_apps_and_reports_say(void **unused)
{
    UNUSED(unused);
    Outcome o = outcome_of_all_kinds();
    free(o.steps[0].text);
    o.steps[0].text = xstrdup("Tap <script>alert(1)</script>");
    o.repro.app = xstrdup("a.apk");
    ReproduceOptions options = { 0 };
    Emission e = { .outcome = &o, .options = &options };
    Buf page = { 0 }, xml = { 0 };
    emit_storyboard(&page, &e, &app, NULL, 0);
    assert_null(strstr(buf_str(&page), "<script>alert"));
    assert_non_null(strstr(buf_str(&page), "&lt;script&gt;alert"));
    emit_junit(&xml, &e);
    assert_non_null(strstr(buf_str(&xml), "&lt;x&gt; &amp; &quot;y&quot;"));
    buf_free(&page);
    buf_free(&xml);
    outcome_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_dialect_reads_back_what_it_wrote), cmocka_unit_test(a_script_that_says_something_else_is_refused), cmocka_unit_test(the_storyboard_escapes_what_apps_and_reports_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
