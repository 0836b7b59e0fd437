/* The search on a phone of paper: screens that are tables, so that every rule can be seen alone. */
#include "explore/explore.h"
#include "explore/tree.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- the phone --------------------------------------------------------------------------------- */

typedef struct Button {
    const char *label;
    int leads_to;                   /* a screen; -1: crash */
} Button;

enum { MOST_BUTTONS = 6, CRASH = -1 };

typedef struct PaperScreen {
    const char *activity, *field;   /* field: hint of an edit field; NULL: none */
    Button buttons[MOST_BUTTONS];
    int turned;                     /* where rotating leads; 0: nowhere else */
    const char *password;           /* what the field must hold for the first button to lead on; NULL: anything */
} PaperScreen;

static const PaperScreen *app;

typedef struct PaperPhone {
    int screen;
    bool focus;
    char typed[32];
    bool crashed;
    Event pending;
} PaperPhone;

static void *paper_fork(void *phone)
{
    PaperPhone *copy = malloc(sizeof *copy);
    *copy = *(PaperPhone *)phone;
    return copy;
}

static Node node_of(const char *class_name, const char *text, int row, u32 flags)
{
    return (Node){ .parent = 0, .left = 100, .right = 900, .top = 200 + row * 150, .bottom = 300 + row * 150, .flags = flags | NODE_ENABLED, .class_name = class_name,
                   .real_class = class_name, .package = "p", .text = text, .description = "", .hint = "", .id = "", .icon = "" };
}

static void paper_look(const PaperPhone *p, Screen *out)
{
    const PaperScreen *s = &app[p->screen];
    *out = (Screen){ .state = p->crashed ? APP_HAS_CRASHED : APP_RUNS, .activity = xstrdup(s->activity), .width = 1080, .height = 1920 };
    if (p->crashed)
        out->crash = xstrdup("java.lang.IllegalStateException: paper\n\tat p.Main.tear(Main.java:1)\n");
    out->nodes = xcalloc(MOST_BUTTONS + 2, sizeof *out->nodes);
    out->nodes[0] = node_of("android.widget.FrameLayout", "", 0, 0);
    out->nodes[0] = (Node){ .parent = -1, .right = 1080, .bottom = 1920, .class_name = "android.widget.FrameLayout", .real_class = "android.widget.FrameLayout", .package = "p",
                            .text = "", .description = "", .hint = "", .id = "", .icon = "" };
    out->node_count = 1;
    for (int i = 0; i < MOST_BUTTONS && s->buttons[i].label; i++)
        out->nodes[out->node_count++] = node_of("android.widget.Button", s->buttons[i].label, i, NODE_CLICKABLE);
    if (s->field) {
        Node *field = &out->nodes[out->node_count++];
        *field = node_of("android.widget.EditText", "", MOST_BUTTONS, NODE_CLICKABLE | NODE_EDITABLE);
        field->hint = s->field;
        field->text = p->typed;
    }
    out->content = out->shape = (u64)p->screen + 1 + (u64)hash_bytes(p->typed, strlen(p->typed)) * 1000;
    char *storage = xstrdup(p->typed);      /* the phone goes away before its screen does */
    out->storage = storage;
    if (s->field)
        out->nodes[out->node_count - 1].text = storage;
}

static int paper_begin(void *phone, const Event *event)
{
    ((PaperPhone *)phone)->pending = event_copy(event);
    return OK;
}

static void press(PaperPhone *p, int row)
{
    const PaperScreen *s = &app[p->screen];
    if (row == MOST_BUTTONS && s->field)
        p->focus = true;
    if (row < 0 || row >= MOST_BUTTONS || !s->buttons[row].label || (row == 0 && s->password && strcmp(s->password, p->typed)))
        return;
    p->crashed = s->buttons[row].leads_to == CRASH;
    p->screen = p->crashed ? p->screen : s->buttons[row].leads_to;
    p->focus = false;
}

static int paper_finish(void *phone, Event *event, Screen *out)
{
    PaperPhone *p = phone;
    Event *e = &p->pending;
    if (e->kind == EVENT_TAP)
        press(p, ((int)e->points[0].y - 200) / 150);
    else if (e->kind == EVENT_TEXT && p->focus)
        snprintf(p->typed, sizeof p->typed, "%s", e->text);
    else if (e->kind == EVENT_ROTATE && app[p->screen].turned)
        p->crashed = app[p->screen].turned == CRASH;
    event_free(e);
    UNUSED(event);
    paper_look(p, out);
    return OK;
}

static int paper_descriptor(void *phone)
{
    UNUSED(phone);
    return -1;
}

static void paper_kill(void *phone)
{
    UNUSED(phone);
}

static const World paper_world = { paper_fork, paper_begin, paper_finish, paper_descriptor, paper_kill, free };

/* ---- searching it -------------------------------------------------------------------------------- */

static int judge(void *context, const Screen *screen)
{
    UNUSED(context);
    return screen->crash != NULL;
}

static bool same(const char *a, const char *b)
{
    return !strcmp(a, b);
}

static bool any_crash(void *context, const FoundCrash *crash)
{
    UNUSED(context);
    return crash->level;
}

typedef struct Result {
    char path[512];
    u64 events;
    ExploreEnd end;
} Result;

static Result search(const PaperScreen *screens, const char *report_text, u32 jobs, u64 most)
{
    app = screens;
    Report *report;
    assert_int_equal(report_parse(&report, "report.txt", report_text, strlen(report_text), NULL), 0);
    bool *chosen = xcalloc((size_t)report->sentence_count + 1, sizeof *chosen);
    for (int i = 0; i < report->sentence_count; i++)
        chosen[i] = report->sentences[i].post > 0;
    Goal goal;
    goal_make(&goal, report, chosen, NULL);
    PaperPhone phone = { 0 };
    Screen first;
    paper_look(&phone, &first);
    ExploreOptions options = { .judge = judge, .same = same, .enough = any_crash, .jobs = jobs };
    Exploration *x = explore_open(&paper_world, &phone, &first, &goal, &options);
    Result r = { .end = explore_run(x, most, now_seconds() + 20) };
    r.events = explore_stats(x).events;
    Buf path = { 0 };
    for (u32 i = 0; explore_crash_count(x) && i < explore_crash(x, 0)->path.count; i++) {
        const Event *e = &explore_crash(x, 0)->path.events[i];
        buf_printf(&path, "%s%s", i ? " " : "", e->kind == EVENT_TAP ? e->target ? e->target : "?" : e->kind == EVENT_TEXT ? e->text : e->kind == EVENT_ROTATE ? "rotate" : "other");
    }
    snprintf(r.path, sizeof r.path, "%s", buf_str(&path));
    buf_free(&path);
    explore_close(x);
    screen_free(&first);
    goal_free(&goal);
    free(chosen);
    report_free(report);
    return r;
}

static const PaperScreen notes[] = {
    { "p.Main", NULL, { { "Help", 1 }, { "Archive", 2 }, { "Settings", 3 } } },
    { "p.Help", NULL, { { "Close", 0 } } },
    { "p.Archive", NULL, { { "Close", 0 }, { "Restore", 0 } } },
    { "p.Settings", NULL, { { "Sound", 3 }, { "Account", 4 } } },
    { "p.Account", "Server", { { "OK", CRASH }, { "Cancel", 3 } }, .password = "abc" },
};

static void a_report_that_names_every_step_is_followed_without_detours(void **unused)
{
    UNUSED(unused);
    Result r = search(notes, "1. Click \"Settings\"\n2. Click \"Account\"\n3. Enter \"abc\" as server\n4. Click \"OK\"\n", 1, 500);
    assert_int_equal(r.end, EXPLORE_FOUND);
    assert_string_equal(r.path, "Settings Account Server abc OK");
    assert_in_range(r.events, 1, 24);
}

static void a_step_that_the_report_leaves_out_is_found(void **unused)
{
    UNUSED(unused);
    Result r = search(notes, "1. Click \"Account\"\n2. Enter \"abc\" as server\n3. Click \"OK\"\n", 1, 500);
    assert_int_equal(r.end, EXPLORE_FOUND);
    assert_string_equal(r.path, "Settings Account Server abc OK");
}

static void what_is_found_does_not_depend_on_the_number_of_jobs(void **unused)
{
    UNUSED(unused);
    Result one = search(notes, "Crash in Account with server \"abc\"\n", 1, 2000);
    for (u32 jobs = 2; jobs <= 8; jobs *= 2) {
        Result many = search(notes, "Crash in Account with server \"abc\"\n", jobs, 2000);
        assert_string_equal(one.path, many.path);
        assert_int_equal(one.events, many.events);
    }
}

static void a_rotation_is_tried_where_the_report_speaks_of_one(void **unused)
{
    UNUSED(unused);
    static const PaperScreen turning[] = {
        { "p.Main", NULL, { { "Help", 1 }, { "Chart", 2 } } }, { "p.Help", NULL, { { "Close", 0 } } }, { "p.Chart", NULL, { { "Close", 0 } }, .turned = CRASH },
    };
    Result r = search(turning, "1. Click \"Chart\"\n2. Rotate the phone\n", 1, 300);
    assert_int_equal(r.end, EXPLORE_FOUND);
    assert_string_equal(r.path, "Chart rotate");
}

static void an_app_without_a_crash_is_left_when_all_was_tried(void **unused)
{
    UNUSED(unused);
    static const PaperScreen calm[] = { { "p.Main", NULL, { { "Help", 1 } } }, { "p.Help", NULL, { { "Close", 0 } } } };
    Result r = search(calm, "1. Click \"Help\"\n", 2, 100000);
    assert_int_equal(r.end, EXPLORE_EXHAUSTED);
    assert_string_equal(r.path, "");
}

/* ---- the tree ---------------------------------------------------------------------------------------- */

static void leaves_come_cheapest_first_and_ties_in_their_order(void **unused)
{
    UNUSED(unused);
    EventTree tree = { 0 };
    static const float prices[] = { 3, 1, 2, 1, 0.5f, 2 };
    static const u32 order[] = { 4, 1, 3, 2, 5, 0 };
    for (u32 i = 0; i < COUNT_OF(prices); i++)
        event_tree_push(&tree, 0, i, prices[i]);
    for (u32 i = 0; i < COUNT_OF(order); i++) {
        Leaf leaf;
        assert_true(event_tree_pop(&tree, &leaf));
        assert_int_equal(leaf.choice, order[i]);
    }
    event_tree_free(&tree);
}

/* A path whose steps use the widgets that letters name. */
static bool loops(const char *letters)
{
    EventTree tree = { 0 };
    State root = { .parent = -1 };
    u32 at = event_tree_add_state(&tree, &root);
    for (const char *p = letters; *p; p++) {
        tree.states[at].choices = (ChoiceList){ xcalloc(1, sizeof(Choice)), 1 };
        tree.states[at].choices.items[0].identity = (u64)*p;
        State next = { .parent = (i32)at, .depth = tree.states[at].depth + 1 };
        at = event_tree_add_state(&tree, &next);
    }
    bool loop = event_tree_in_loop(&tree, at);
    event_tree_free(&tree);
    return loop;
}

static void a_run_of_widgets_three_times_over_is_a_loop(void **unused)
{
    UNUSED(unused);
    assert_true(loops("DABCABCABC"));
    assert_true(loops("AAA"));
    assert_false(loops("DABCABC"));
    assert_false(loops("ABCABD"));
    assert_false(loops(""));
}

/* ---- goals --------------------------------------------------------------------------------------------- */

static void values_come_from_the_report_then_the_trace_then_the_exception(void **unused)
{
    UNUSED(unused);
    static const char text[] = "1. Enter \"12\" as amount\n\nIt crashes.\n\njava.lang.NumberFormatException: Invalid int: \"1.7\"\n\tat p.Main.save(Main.java:3)\n";
    Report *report;
    assert_int_equal(report_parse(&report, "r.txt", text, strlen(text), NULL), 0);
    Goal goal;
    goal_make(&goal, report, NULL, report_main_trace(report));
    assert_true(goal.value_count > 2);
    assert_string_equal(goal.values[0], "12");
    assert_string_equal(goal.values[1], "1.7");
    assert_int_equal(goal.said_value_count, 2);
    goal_free(&goal);
    report_free(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_that_names_every_step_is_followed_without_detours), cmocka_unit_test(a_step_that_the_report_leaves_out_is_found),
        cmocka_unit_test(what_is_found_does_not_depend_on_the_number_of_jobs), cmocka_unit_test(a_rotation_is_tried_where_the_report_speaks_of_one),
        cmocka_unit_test(an_app_without_a_crash_is_left_when_all_was_tried), cmocka_unit_test(leaves_come_cheapest_first_and_ties_in_their_order),
        cmocka_unit_test(a_run_of_widgets_three_times_over_is_a_loop), cmocka_unit_test(values_come_from_the_report_then_the_trace_then_the_exception),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
