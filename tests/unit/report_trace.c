/* Stack traces in the forms that logs and reports have. */
#include "report/trace.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

typedef struct Scanned {
    Arena arena;
    TraceSet set;
    Buf rest;
} Scanned;

static void scan(Scanned *s, const char *text)
{
    *s = (Scanned){ 0 };
    assert_int_equal(arena_open(&s->arena, (size_t)256 << 20, 0), 0);
    trace_scan(&s->set, &s->arena, text, strlen(text), 1, &s->rest);
}

static void done(Scanned *s)
{
    trace_set_free(&s->set);
    buf_free(&s->rest);
    arena_close(&s->arena);
}

static const char body[] =
    "FATAL EXCEPTION: main\n"
    "Process: the.app, PID: 42\n"
    "java.lang.RuntimeException: Unable to start\n"
    "\tat android.app.ActivityThread.main(ActivityThread.java:10)\n"
    "Caused by: java.lang.NullPointerException\n"
    "\tat the.app.Main$1.onClick(Main.java:20)\n"
    "\tat java.lang.reflect.Method.invoke(Native Method)\n"
    "\t... 12 more\n";

static void assert_body(const TraceSet *set)
{
    assert_int_equal(set->count, 1);
    const Trace *t = &set->traces[0];
    assert_true(t->fatal);
    assert_string_equal(t->process, "the.app");
    assert_string_equal(t->thread, "main");
    assert_int_equal(t->pid, 42);
    assert_int_equal(t->throwable_count, 2);
    const Throwable *top = &t->throwables[0], *cause = &t->throwables[1];
    assert_string_equal(top->class_name, "java.lang.RuntimeException");
    assert_string_equal(top->message, "Unable to start");
    assert_int_equal(top->frame_count, 1);
    assert_int_equal(cause->relation, RELATION_CAUSE);
    assert_string_equal(cause->class_name, "java.lang.NullPointerException");
    assert_int_equal(cause->frame_count, 2);
    assert_string_equal(cause->frames[0].class_name, "the.app.Main$1");
    assert_string_equal(cause->frames[0].method, "onClick");
    assert_string_equal(cause->frames[0].file, "Main.java");
    assert_int_equal(cause->frames[0].line, 20);
    assert_int_equal(cause->frames[1].line, LINE_NATIVE);
    assert_int_equal(cause->more, 12);
    assert_ptr_equal(trace_root_cause(t), cause);
}

static void every_logcat_format_gives_the_same_trace(void **state)
{
    UNUSED(state);
    static const char *const prefixes[] = {
        "", "05-22 18:22:23.222 24873 24873 E AndroidRuntime: ", "05-22 18:22:23.222 24873-24873/the.app E/AndroidRuntime: ", "05-22 18:22:23.222 E/AndroidRuntime(24873): ",
        "E/AndroidRuntime(24873): ", "E/AndroidRuntime( 4873): ", "E/AndroidRuntime: ", "2020-01-02 18:22:23.222 24873-24873/the.app E/AndroidRuntime: ",
    };
    for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
        Buf text = { 0 };
        for (const char *p = body; *p;) {
            size_t n = strcspn(p, "\n") + 1;
            buf_add_str(&text, prefixes[i]);
            buf_add(&text, p, n);
            p += n;
        }
        Scanned s;
        scan(&s, text.data);
        assert_body(&s.set);
        done(&s);
        buf_free(&text);
    }
}

static void a_trace_that_lost_its_line_ends_is_still_read(void **state)
{
    UNUSED(state);
    Scanned s;
    scan(&s, "It stops. 08-30 14:19:38.709 25337-25337/the.app E/AndroidRuntime: FATAL EXCEPTION: main Process: the.app, PID: 42 java.lang.RuntimeException: Unable to start "
             "at android.app.ActivityThread.main(ActivityThread.java:10) Caused by: java.lang.NullPointerException at the.app.Main$1.onClick(Main.java:20) "
             "at java.lang.reflect.Method.invoke(Native Method) ... 12 more");
    assert_body(&s.set);
    done(&s);
}

static void prose_around_a_trace_stays(void **state)
{
    UNUSED(state);
    Scanned s;
    scan(&s, "Tap save.\njava.lang.IllegalStateException: no\n at a.b.C.d(C.java:1)\nThat is all.\n");
    assert_int_equal(s.set.count, 1);
    assert_string_equal(s.rest.data, "Tap save.\nThat is all.\n");
    done(&s);
}

static void two_crashes_in_one_log_are_two_traces(void **state)
{
    UNUSED(state);
    Buf twice = { 0 };
    buf_add_str(&twice, body);
    buf_add_str(&twice, body);
    Scanned s;
    scan(&s, twice.data);
    assert_int_equal(s.set.count, 2);
    done(&s);
    buf_free(&twice);
}

static void crash_services_blocks_are_read(void **state)
{
    UNUSED(state);
    Scanned s;
    scan(&s, "Fatal Exception: java.lang.RuntimeException: oh\n       at a.b.C.d(C.java:1)\nCaused by java.lang.OutOfMemoryError\n       at e.f.G.<init>(G.java)\n");
    assert_int_equal(s.set.count, 1);
    assert_int_equal(s.set.traces[0].throwable_count, 2);
    assert_string_equal(s.set.traces[0].throwables[1].class_name, "java.lang.OutOfMemoryError");
    assert_string_equal(s.set.traces[0].throwables[1].frames[0].method, "<init>");
    done(&s);
}

static void an_exception_in_prose_is_noted_and_stays(void **state)
{
    UNUSED(state);
    Scanned s;
    scan(&s, "It dies with java.lang.IllegalStateException: no view");
    assert_int_equal(s.set.count, 1);
    assert_true(s.set.traces[0].mention);
    assert_non_null(strstr(s.rest.data, "It dies"));
    done(&s);
}

static void a_mapping_gives_the_names_of_the_source(void **state)
{
    UNUSED(state);
    static const char text[] = "# compiler: R8\nthe.app.Main -> a.b:\n    int count -> a\n    5:9:void onClick(android.view.View):40:44 -> a\n    10:10:void other():60 -> a\n";
    Mapping *mapping;
    assert_int_equal(mapping_parse(&mapping, text, strlen(text)), 0);
    Scanned s;
    scan(&s, "java.lang.NullPointerException\n\tat a.b.a(SourceFile:7)\n\tat a.b.a(SourceFile:10)\n");
    mapping_apply(mapping, &s.arena, &s.set);
    const TraceFrame *f = s.set.traces[0].throwables[0].frames;
    assert_string_equal(f[0].class_name, "the.app.Main");
    assert_string_equal(f[0].method, "onClick");
    assert_string_equal(f[0].file, "Main.java");
    assert_int_equal(f[0].line, 42);
    assert_string_equal(f[1].method, "other");
    assert_int_equal(f[1].line, 60);
    mapping_free(mapping);
    done(&s);
}

static void a_mapping_without_classes_is_refused_with_a_sentence(void **state)
{
    UNUSED(state);
    Mapping *mapping = NULL;
    assert_int_equal(mapping_parse(&mapping, "hello\n", 6), ERR_INPUT);
    assert_non_null(strstr(error_text(), "no class"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_logcat_format_gives_the_same_trace),
        cmocka_unit_test(a_trace_that_lost_its_line_ends_is_still_read),
        cmocka_unit_test(prose_around_a_trace_stays),
        cmocka_unit_test(two_crashes_in_one_log_are_two_traces),
        cmocka_unit_test(crash_services_blocks_are_read),
        cmocka_unit_test(an_exception_in_prose_is_noted_and_stays),
        cmocka_unit_test(a_mapping_gives_the_names_of_the_source),
        cmocka_unit_test(a_mapping_without_classes_is_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
