/* Monkey's stream, log and script, and the other files of events. */
#include "explore/monkey.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const MonkeyApp notes = { "com.example.notes", "com.example.notes.ui.Main" };

static EventList stream(u64 seed, u32 atoms)
{
    MonkeyOptions options = monkey_defaults();
    Monkey monkey;
    EventList list = { 0 };
    options.seed = seed;
    options.throttle = 50;
    assert_int_equal(monkey_open(&monkey, &options), OK);
    for (u32 i = 0; i < atoms; i++)
        monkey_next(&monkey, 1080, 1920, &list);
    return list;
}

static char *script_of(const EventList *list)
{
    Buf out = { 0 };
    monkey_script_print(&out, list->items, list->count, &notes);
    return buf_take(&out);
}

static char *log_of(const EventList *list)
{
    Buf out = { 0 };
    MonkeyOptions options = monkey_defaults();
    Monkey monkey;
    monkey_open(&monkey, &options);
    monkey_log_head(&out, &monkey, &notes, list->count, 2);
    for (u32 i = 0; i < list->count; i++)
        monkey_log_event(&out, &list->items[i], &notes, 2);
    return buf_take(&out);
}

static void a_seed_draws_what_java_util_Random_draws(void **state)
{
    UNUSED(state);
    /* The values are HotSpot's. */
    MonkeyOptions options = monkey_defaults();
    Monkey m;
    EventList list = { 0 };
    options.seed = 42;
    options.percent[MONKEY_TOUCH] = 100;
    monkey_open(&m, &options);
    monkey_next(&m, 1080, 1920, &list);
    assert_int_equal(list.items[0].kind, EVENT_LAUNCH);
    monkey_next(&m, 1080, 1920, &list);
    /* Java: r = new Random(42); r.nextInt(1); r.nextFloat(); r.nextInt(1080), r.nextInt(1920) */
    assert_int_equal(list.items[1].kind, EVENT_TOUCH);
    assert_true(list.items[1].points[0].x == 1008 && list.items[1].points[0].y == 404);
    events_free(&list);
}

static void the_same_seed_gives_the_same_stream_and_another_seed_another(void **state)
{
    UNUSED(state);
    EventList a = stream(5, 300), b = stream(5, 300), c = stream(6, 300);
    char *x = script_of(&a), *y = script_of(&b), *z = script_of(&c);
    assert_string_equal(x, y);
    assert_string_not_equal(x, z);
    free(x), free(y), free(z);
    events_free(&a), events_free(&b), events_free(&c);
}

static void kinds_come_in_monkeys_shares(void **state)
{
    UNUSED(state);
    MonkeyOptions options = monkey_defaults();
    Monkey m;
    options.seed = 1;
    monkey_open(&m, &options);
    u32 trackball = 0, atoms = 20000, switches = 0;
    for (u32 i = 0; i < atoms; i++) {
        EventList one = { 0 };
        monkey_next(&m, 1080, 1920, &one);
        trackball += one.items[0].kind == EVENT_TRACKBALL;
        switches += one.items[0].kind == EVENT_LAUNCH;
        events_free(&one);
    }
    assert_in_range(trackball, atoms * 14 / 100, atoms * 16 / 100);
    assert_in_range(switches, atoms * 15 / 1000, atoms * 25 / 1000);
}

static void percentages_above_a_hundred_are_refused(void **state)
{
    UNUSED(state);
    MonkeyOptions options = monkey_defaults();
    Monkey m;
    options.percent[MONKEY_TOUCH] = 70;
    options.percent[MONKEY_NAV] = 40;
    assert_int_equal(monkey_open(&m, &options), ERR_INPUT);
    options.percent[MONKEY_NAV] = 10;
    assert_int_equal(monkey_open(&m, &options), OK);
    float sum = 0;
    for (int i = 0; i < MONKEY_FACTORS; i++)
        sum += m.percent[i];
    assert_true(sum > 99.9f && sum < 100.1f);
}

static void floats_are_printed_as_java_does(void **state)
{
    UNUSED(state);
    static const struct { float value; const char *text; } cases[] = {
        { 434, "434.0" }, { 122.13759f, "122.13759" }, { 0, "0.0" }, { -5, "-5.0" }, { 1080, "1080.0" }, { 0.20784314f, "0.20784314" }, { 1e7f, "1.0E7" }, { 0.0005f, "5.0E-4" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Buf out = { 0 };
        print_java_float(&out, cases[i].value);
        assert_string_equal(buf_str(&out), cases[i].text);
        buf_free(&out);
    }
}

static void a_script_that_we_write_is_read_back_byte_for_byte(void **state)
{
    UNUSED(state);
    for (u64 seed = 0; seed < 20; seed++) {
        EventList list = stream(seed, 200);
        char *first = script_of(&list);
        EventTrace trace, again;
        assert_int_equal(monkey_script_parse(&trace, first, "first"), OK);
        char *second = script_of(&trace.events);
        assert_int_equal(monkey_script_parse(&again, second, "second"), OK);
        char *third = script_of(&again.events);
        assert_string_equal(second, third);
        assert_string_equal(trace.package, "com.example.notes");
        free(first), free(second), free(third);
        event_trace_free(&trace);
        event_trace_free(&again);
        events_free(&list);
    }
}

static void a_log_that_we_write_is_read_back_byte_for_byte(void **state)
{
    UNUSED(state);
    for (u64 seed = 0; seed < 20; seed++) {
        EventList list = stream(seed, 200);
        char *first = log_of(&list);
        EventTrace trace;
        assert_int_equal(event_trace_parse(&trace, first, "log"), OK);
        assert_int_equal(trace.events.count, list.count);
        assert_true(trace.stays);
        char *second = log_of(&trace.events);
        assert_string_equal(first, second);
        free(first), free(second);
        event_trace_free(&trace);
        events_free(&list);
    }
}

static void a_log_of_a_phone_gives_its_package_its_events_and_its_crash(void **state)
{
    UNUSED(state);
    static const char log[] =
        ":Monkey: seed=7 count=500\n:AllowPackage: com.example.notes\n"
        ":Switch: #Intent;action=android.intent.action.MAIN;launchFlags=0x10200000;component=com.example.notes/.ui.Main;end\n"
        "    // Allowing start of Intent { cmp=com.example.notes/.ui.Main } in package com.example.notes\n"
        "Sleeping for 800 milliseconds\n"
        ":Sending Touch (ACTION_DOWN): 0:(127.0,1353.0)\n"
        ":Sending Touch (ACTION_UP): 0:(122.13759,1337.722)\n"
        "Sleeping for 800 milliseconds\n"
        ":Sending Key (ACTION_DOWN): 20    // KEYCODE_DPAD_DOWN\n"
        ":Sending Key (ACTION_UP): 20    // KEYCODE_DPAD_DOWN\n"
        "// CRASH: com.example.notes (pid 2911)\n// Short Msg: java.lang.NullPointerException\n// Long Msg: java.lang.NullPointerException: x\n"
        "// Build Label: generic\n// java.lang.NullPointerException: x\n// \tat com.example.notes.ui.Main.onClick(Main.java:12)\n// \n"
        "** Monkey aborted due to error.\nEvents injected: 5\n:Sending rotation degree=0, persist=false\n";
    EventTrace t;
    assert_int_equal(event_trace_parse(&t, log, "log"), OK);
    assert_int_equal(t.events.count, 4);
    assert_string_equal(t.package, "com.example.notes");
    assert_string_equal(t.crash, "java.lang.NullPointerException: x\n\tat com.example.notes.ui.Main.onClick(Main.java:12)\n");
    assert_int_equal(t.events.items[2].after, 816);
    assert_int_equal(t.events.items[3].kind, EVENT_KEY);
    event_trace_free(&t);
}

static void a_log_with_one_v_is_refused_with_the_reason(void **state)
{
    UNUSED(state);
    EventTrace t;
    assert_int_equal(event_trace_parse(&t, ":Monkey: seed=1 count=2\n:Sending Touch (ACTION_DOWN): 0:(1.0,2.0)\n:Sending Touch (ACTION_UP): 0:(1.0,2.0)\n", "log"), ERR_INPUT);
    assert_non_null(strstr(error_text(), "-v -v"));
}

static void damaged_files_are_refused_with_their_line(void **state)
{
    UNUSED(state);
    static const struct { const char *text, *says; } cases[] = {
        { ":Monkey: seed=1 count=2\n:Sending Touch (ACTION_DO", "log:2" },
        { "type= raw events\nstart data >>\nDispatchPointer(1,2,x)\n", "log:3" },
        { "type= raw events\nstart data >>\nFlyAway(1)\n", "no call \"FlyAway\"" },
        { "type= raw events\ncount= 1\n", "start data >>" },
        { "device.touch(10, 20\n", "log:1" },
        { "touch\t10\n", "log:1" },
        { "hello\n", "no file of events" },
        { "", "no file of events" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        EventTrace t;
        assert_int_equal(event_trace_parse(&t, cases[i].text, "log"), ERR_INPUT);
        assert_non_null(strstr(error_text(), cases[i].says));
    }
}

static void every_call_of_a_script_becomes_an_event(void **state)
{
    UNUSED(state);
    static const char script[] =
        "type= raw events\ncount= 10\nspeed= 1.0\nstart data >>\n"
        "LaunchActivity(com.example.notes,com.example.notes.ui.Main)\nUserWait(1000)\nTap(539.0, 434.0, 0)\nDispatchPress(KEYCODE_BACK)\n"
        "DispatchPointer(5109520,5109520,0,230.75,458.0,0.2,0.06,0,0.0,0.0,65539,0)\nDispatchPointer(5109521,5110021,1,230.75,458.0,0.2,0.06,0,0.0,0.0,65539,0)\n"
        "DispatchString(two%swords)\nRunCmd(input keyevent 55)\nDrag(1,2,3,4,10)\nPressAndHold(5,6,1000)\nRotateScreen(1,0)\nPinchZoom(1,2,3,4,5,6,7,8,2)\nLongPress()\n";
    static const EventKind kinds[] = {
        EVENT_LAUNCH, EVENT_TAP, EVENT_KEY, EVENT_TOUCH, EVENT_TOUCH, EVENT_TYPE, EVENT_KEY, EVENT_SWIPE, EVENT_LONG_TAP, EVENT_ROTATE,
        EVENT_TOUCH, EVENT_TOUCH, EVENT_TOUCH, EVENT_TOUCH, EVENT_TOUCH, EVENT_TOUCH, EVENT_KEY,
    };
    EventTrace t;
    assert_int_equal(event_trace_parse(&t, script, "script"), OK);
    assert_int_equal(t.events.count, COUNT_OF(kinds));
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        assert_int_equal(t.events.items[i].kind, kinds[i]);
    assert_int_equal(t.events.items[0].after, 1016);
    assert_int_equal(t.events.items[3].after, 501);     /* the finger stayed down so long */
    assert_string_equal(t.events.items[5].text, "two words");
    event_trace_free(&t);
}

static void monkeyrunner_calls_are_read_and_nothing_is_executed(void **state)
{
    UNUSED(state);
    static const char script[] =
        "from com.android.monkeyrunner import MonkeyRunner, MonkeyDevice\n# device.touch(1,1)\n"
        "device.startActivity(component='com.example.notes/.ui.Main')\nMonkeyRunner.sleep(0.5)\n"
        "device.touch(10, 20, MonkeyDevice.DOWN_AND_UP)\ndevice.drag((10,20),(30,40),1.0,10)\n"
        "device.press('KEYCODE_BACK', MonkeyDevice.DOWN_AND_UP)\ndevice.type('hello')\ndevice.touch(x, y, 'DOWN_AND_UP')\n";
    static const EventKind kinds[] = { EVENT_LAUNCH, EVENT_TAP, EVENT_SWIPE, EVENT_KEY, EVENT_TYPE };
    EventTrace t;
    assert_int_equal(event_trace_parse(&t, script, "script.py"), OK);
    assert_int_equal(t.events.count, COUNT_OF(kinds));
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        assert_int_equal(t.events.items[i].kind, kinds[i]);
    assert_int_equal(t.events.items[0].after, 516);
    event_trace_free(&t);
}

static void a_table_of_touches_is_read(void **state)
{
    UNUSED(state);
    EventTrace t;
    assert_int_equal(event_trace_parse(&t, "# pixels\nsleep\t0.1\ntouch\t790\t486\nsleep\t0.1\ndrag\t1\t2\t3\t4\npress\tKEYCODE_MENU\n", "table"), OK);
    assert_int_equal(t.events.count, 3);
    assert_int_equal(t.events.items[0].after, 116);
    event_trace_free(&t);
}

static void an_event_with_a_pause_is_printed_and_read_again(void **state)
{
    UNUSED(state);
    static const char *const lines[] = {
        "tap 540,960 +16ms", "back +20ms", "menu 10ms +16ms", "key 7 10ms +16ms", "touch move 122.13759,1337.722", "touch pointer-down#1 1,2 3,4", "trackball move -3,4",
        "set keyboard open +16ms", "rotate landscape +16ms", "launch +5016ms", "text \"a b\" +1ms", "swipe 1,2 3,4 160ms +16ms",
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        Event e;
        Buf out = { 0 };
        assert_int_equal(event_parse(&e, lines[i], NULL), OK);
        event_print(&out, &e);
        assert_string_equal(buf_str(&out), lines[i]);
        buf_free(&out);
        event_free(&e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_draws_what_java_util_Random_draws),
        cmocka_unit_test(the_same_seed_gives_the_same_stream_and_another_seed_another),
        cmocka_unit_test(kinds_come_in_monkeys_shares),
        cmocka_unit_test(percentages_above_a_hundred_are_refused),
        cmocka_unit_test(floats_are_printed_as_java_does),
        cmocka_unit_test(a_script_that_we_write_is_read_back_byte_for_byte),
        cmocka_unit_test(a_log_that_we_write_is_read_back_byte_for_byte),
        cmocka_unit_test(a_log_of_a_phone_gives_its_package_its_events_and_its_crash),
        cmocka_unit_test(a_log_with_one_v_is_refused_with_the_reason),
        cmocka_unit_test(damaged_files_are_refused_with_their_line),
        cmocka_unit_test(every_call_of_a_script_becomes_an_event),
        cmocka_unit_test(monkeyrunner_calls_are_read_and_nothing_is_executed),
        cmocka_unit_test(a_table_of_touches_is_read),
        cmocka_unit_test(an_event_with_a_pause_is_printed_and_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
