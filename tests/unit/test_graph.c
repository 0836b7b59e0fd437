/*
 * The widget hierarchy graph of an app of ours (tests/graph): each frame that the
 * tests aim at is a method of Store that one thing in the app calls.
 */
#include "graph/graph.h"
#include "report/trace.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define APP "build/graph/notes.apk"

static Graph *graph;

static int set_up(void **state)
{
    return system("tests/graph/make-app >/dev/null 2>&1") || graph_open(&graph, APP, NULL);
}

static int tear_down(void **state)
{
    graph_free(graph);
    graph = NULL;
    return 0;
}

/* The shortest way to Store.METHOD in words: "Main[Add note] > Editor"; the page's class without its package. */
static const char *way_to(const char *method)
{
    static Buf text;
    char *frame = xasprintf("org.example.notes.Store.%s", method);
    GraphWay *ways;
    u32 count = graph_ways_to(graph, frame, &ways, 20);
    buf_clear(&text);
    buf_add_str(&text, count ? "" : "none");
    for (u32 i = 0; count && i < ways[0].step_count; i++) {
        const GraphStep *step = &ways[0].steps[i];
        buf_printf(&text, "%s%s", i ? " > " : "", graph_page(graph, step->page)->name + strlen("org.example.notes."));
        if (step->widget != GRAPH_NONE)
            buf_printf(&text, "[%s %s]", step->event, graph_widget_label(graph_widget(graph, step->widget)));
    }
    graph_ways_free(ways, count);
    free(frame);
    return buf_str(&text);
}

static const GraphWidget *widget_named(const char *label)
{
    for (u32 i = 0; i < graph_widget_count(graph); i++)
        if (!strcmp(graph_widget_label(graph_widget(graph, i)), label))
            return graph_widget(graph, i);
    return NULL;
}

static u32 page_named(const char *name)
{
    char *full = xasprintf("org.example.notes.%s", name);
    u32 page = graph_find_page(graph, full);
    free(full);
    return page;
}

/* ---- calls that Android makes --------------------------------------------------------------- */

static void a_listener_set_in_code_belongs_to_the_view_that_was_found_by_id(void **state)
{
    const GraphWidget *add = widget_named("Add note");
    assert_string_equal(add->id, "add");
    assert_int_equal(add->handler_count, 1);
    assert_string_equal(graph_function(graph, add->handlers[0].function).class_name, "org.example.notes.Main$1");
    assert_string_equal(way_to("mail"), "Main[click Add note] > Editor[click Send by mail]");
}

static void a_listener_named_in_the_layout_is_a_method_of_the_page(void **state)
{
    assert_string_equal(way_to("clear"), "Main[click Clear all]");
    assert_string_equal(widget_named("Clear all")->description, "Clear all");
}

static void a_view_class_of_the_app_handles_its_own_touches(void **state)
{
    assert_string_equal(way_to("touch"), "Main[touch board]");
}

static void what_a_page_does_by_itself_needs_no_widget(void **state)
{
    assert_string_equal(way_to("open"), "Main");
    assert_string_equal(way_to("row"), "Main");
}

static void tasks_handlers_threads_and_reflection_are_followed(void **state)
{
    assert_string_equal(way_to("save"), "Main[click Add note] > Editor[click Save] > Editor.ask (dialog)[click Save]");
    assert_string_equal(way_to("discard"), "Main[click Add note] > Editor[click Save] > Editor.ask (dialog)[click Throw away]");
    assert_string_equal(way_to("pack"), "Main[click Help] > Help");
    assert_string_equal(way_to("reveal"), "Main[click Help] > Help");
}

static void a_class_that_reflection_finds_by_the_name_of_a_page_works_for_it(void **state)
{
    assert_string_equal(way_to("bound"), "Main[click Help] > Help");
}

static void a_broadcast_reaches_the_receiver_of_its_action(void **state)
{
    assert_string_equal(way_to("sent"), "Main[click Add note] > Editor[click Send by mail]");
}

static void what_the_system_starts_is_told_apart_from_the_launcher(void **state)
{
    GraphWay *ways;
    u32 count = graph_ways_to(graph, "org.example.notes.Store.remind", &ways, 5);
    assert_int_equal(count, 1);
    assert_true(ways[0].from_outside);
    graph_ways_free(ways, count);
}

static void a_method_of_a_base_class_calls_the_step_of_the_object_it_is_called_on(void **state)
{
    assert_string_equal(way_to("print"), "Main[click Help] > Help[back Back]");
    assert_string_equal(way_to("mail"), "Main[click Add note] > Editor[click Send by mail]");
}

/* ---- menus, preferences, fragments ---------------------------------------------------------------- */

static void a_menu_item_leads_only_where_its_case_leads(void **state)
{
    assert_string_equal(way_to("wipe"), "Main[click Menu] > Main (options menu)[click Settings] > Settings[click Wipe all]");
    assert_string_equal(way_to("sync"), "Main[click Menu] > Main (options menu)[click Synchronise] > Sync");
    for (u32 i = 0; i < graph_jump_count(graph); i++) {
        const GraphJump *jump = graph_jump(graph, i);
        if (jump->to == page_named("Settings"))
            assert_string_equal(graph_widget_label(graph_widget(graph, jump->widget)), "Settings");
    }
}

static void an_item_in_the_action_bar_needs_no_menu(void **state)
{
    assert_int_equal(widget_named("Help")->page, page_named("Main"));
}

static void items_of_a_context_menu_made_in_code_are_told_apart(void **state)
{
    assert_string_equal(way_to("delete"), "Main[long click Long press] > Main (context menu)[click Delete]");
    assert_string_equal(way_to("copy"), "Main[long click Long press] > Main (context menu)[click Copy]");
}

static void preferences_are_known_by_their_keys(void **state)
{
    assert_string_equal(way_to("export"), "Main[click Menu] > Main (options menu)[click Settings] > Settings[click Export]");
    bool found = false;
    for (u32 i = 0; i < graph_jump_count(graph); i++)
        found |= graph_jump(graph, i)->from == page_named("Settings") && graph_jump(graph, i)->to == page_named("Help");
    assert_true(found);
}

static void annotations_declare_layouts_views_and_handlers(void **state)
{
    static const char before[] = "Main[click Menu] > Main (options menu)[click Settings] > Settings[click More settings] > Injected";
    char *go = xasprintf("%s[click Go]", before), *halt = xasprintf("%s[click Halt]", before);
    assert_string_equal(way_to("go"), go);
    assert_string_equal(way_to("halt"), halt);
    free(go);
    free(halt);
}

static void a_fragment_is_a_page_that_a_click_opens(void **state)
{
    assert_int_equal(graph_page(graph, page_named("Part"))->kind, PAGE_FRAGMENT);
    assert_string_equal(way_to("part"), "Main[click Help] > Help[click More] > Part");
    assert_int_equal(widget_named("A part")->page, page_named("Part"));
}

static void widgets_have_hints_and_included_layouts(void **state)
{
    const GraphWidget *query = widget_named("Search notes");
    assert_string_equal(query->hint, "Search notes");
    assert_string_equal(query->where, "res/layout/bottom.xml");
    assert_int_equal(query->page, page_named("Main"));
}

/* ---- frames -------------------------------------------------------------------------------------------- */

static void a_function_that_nobody_calls_has_no_way(void **state)
{
    assert_string_equal(way_to("unused"), "none");
    assert_true(graph_aim(graph, "org.example.notes.Store.unused") == 1);
}

static void a_frame_that_is_not_in_this_version_is_said(void **state)
{
    assert_int_equal(graph_aim(graph, "org.example.notes.Store.compress"), 0);
    assert_string_equal(error_text(), "org.example.notes.Store has no method compress in this version of the app");
    assert_int_equal(graph_aim(graph, "org.example.other.Thing.run"), 0);
    assert_non_null(strstr(error_text(), "there is no class org.example.other.Thing in this version of the app"));
    assert_int_equal(graph_aim(graph, "nonsense"), 0);
    assert_non_null(strstr(error_text(), "is no frame"));
}

static void a_frame_is_read_as_a_trace_writes_it(void **state)
{
    assert_int_equal(graph_aim(graph, "\tat org.example.notes.Store.save(Store.java:17)\n"), 1);
    assert_int_equal(graph_aim(graph, "org.example.notes.Main$1.onClick"), 1);
    assert_int_equal(graph_aim(graph, "org.example.notes.Editor$1.<init>"), 1);
}

static void distances_count_operations(void **state)
{
    assert_int_equal(graph_aim(graph, "org.example.notes.Store.save"), 1);
    GraphDistance start = graph_page_distance(graph, page_named("Main")), dialog = graph_page_distance(graph, page_named("Editor.ask (dialog)"));
    assert_true(start.reachable);
    assert_int_equal(start.operations, 3);
    assert_int_equal(start.guesses, 0);
    assert_int_equal(dialog.operations, 1);
    assert_int_equal(graph_function_distance(graph, graph_target(graph, 0)).calls, 0);
}

static void the_frame_of_a_trace_is_the_first_of_the_app_in_the_innermost_cause(void **state)
{
    static const char log[] = "java.lang.RuntimeException: Unable to start\n\tat android.app.ActivityThread.main(ActivityThread.java:1)\n"
                              "Caused by: java.lang.NullPointerException\n\tat java.util.HashMap.get(HashMap.java:2)\n"
                              "\tat org.example.notes.Store.save(Store.java:17)\n\tat org.example.notes.SaveTask.doInBackground(Pages.java:60)\n";
    Arena arena;
    TraceSet traces = { 0 };
    Buf rest = { 0 };
    assert_int_equal(arena_open(&arena, 1 << 24, 0), OK);
    trace_scan(&traces, &arena, log, sizeof log - 1, 1, &rest);
    assert_true(traces.count > 0);
    char *frame = graph_first_app_frame(graph, &traces.traces[0]);
    assert_string_equal(frame, "org.example.notes.Store.save(Store.java:17)");
    free(frame);
    buf_free(&rest);
    trace_set_free(&traces);
    arena_close(&arena);
}

/* ---- suspicion and fitness -------------------------------------------------------------------------------- */

static void words_and_calls_make_widgets_suspicious(void **state)
{
    u32 count = graph_widget_count(graph);
    bool *suspicious = xcalloc(count, sizeof *suspicious);
    const char *words = "clear all";
    graph_aim(graph, "org.example.notes.Store.export");
    assert_int_equal(graph_suspects(graph, &words, 1, suspicious), 2);
    for (u32 i = 0; i < count; i++)
        if (suspicious[i])
            assert_true(!strcmp(graph_widget_label(graph_widget(graph, i)), "Clear all") || !strcmp(graph_widget_label(graph_widget(graph, i)), "Export"));
    free(suspicious);
}

/* Formula 1: K N for the suspect. Formula 2: the sum over the page that a widget leads to. */
static void fitness_is_carried_back_over_jumps_and_ends_at_cycles(void **state)
{
    u32 count = graph_widget_count(graph);
    bool *suspicious = xcalloc(count, sizeof *suspicious);
    double *fitness = xcalloc(count, sizeof *fitness);
    graph_aim(graph, "org.example.notes.Store.mail");
    assert_int_equal(graph_suspects(graph, NULL, 0, suspicious), 1);
    graph_fitness(graph, suspicious, 45, 2, fitness);
    for (u32 i = 0; i < count; i++) {
        const char *label = graph_widget_label(graph_widget(graph, i));
        u32 page = graph_widget(graph, i)->page;
        double expected = 2;
        if (!strcmp(label, "Send by mail"))
            expected = 90;
        else if (!strcmp(label, "Add note"))
            expected = 92;                                              /* Editor: 90 + 2 */
        else if (!strcmp(label, "Back") && page == page_named("Help"))
            expected = 92 + 2.0 * (graph_page(graph, page_named("Main"))->widget_count - 1);
        else
            continue;
        assert_true(fitness[i] == expected);
    }
    for (u32 i = 0; i < count; i++)
        assert_true(fitness[i] >= 2);
    free(suspicious);
    free(fitness);
}

/* ---- learning ------------------------------------------------------------------------------------------------- */

static void what_a_run_sees_is_added_once_and_counted(void **state)
{
    u32 pages = graph_page_count(graph), main_page = graph_learn_page(graph, PAGE_ACTIVITY, "org.example.notes.Main");
    u32 picker = graph_learn_page(graph, PAGE_ACTIVITY, "com.other.Picker");
    assert_int_equal(graph_page_count(graph), pages + 1);
    u32 add = graph_learn_widget(graph, main_page, &(GraphWidget){ .id = "add" });
    assert_string_equal(graph_widget_label(graph_widget(graph, add)), "Add note");
    u32 unseen = graph_learn_widget(graph, main_page, &(GraphWidget){ .text = "Pick", .class_name = "Button" });
    assert_true(graph_learn_jump(graph, main_page, picker, unseen));
    assert_false(graph_learn_jump(graph, main_page, picker, unseen));
    assert_false(graph_learn_jump(graph, main_page, page_named("Editor"), add));
    assert_true(graph_learn_handler(graph, unseen, "org.example.notes.Store", "unused", "click"));
    assert_false(graph_learn_call(graph, "org.example.notes.Main", "clearAll", "org.example.notes.Store", "clear"));
    assert_true(graph_learn_call(graph, "org.example.notes.Store", "unused", "org.example.notes.Store", "clear"));
    const GraphMissed *missed = graph_missed(graph);
    assert_int_equal(missed->pages.seen, 2);
    assert_int_equal(missed->pages.missed, 1);
    assert_int_equal(missed->jumps.seen, 3);
    assert_int_equal(missed->jumps.missed, 1);
    assert_string_equal(way_to("unused"), "Main[click Pick]");
}

/* ---- other files ------------------------------------------------------------------------------------------------ */

static void code_in_two_dex_files_is_one_graph(void **state)
{
    u32 functions = graph_function_count(graph), jumps = graph_jump_count(graph);
    graph_free(graph);
    assert_int_equal(graph_open(&graph, "build/graph/multidex.apk", NULL), OK);
    assert_int_equal(graph_function_count(graph), functions);
    assert_int_equal(graph_jump_count(graph), jumps);
    assert_string_equal(way_to("mail"), "Main[click Add note] > Editor[click Send by mail]");
}

static void a_mapping_gives_shortened_names_back(void **state)
{
    assert_int_equal(graph_aim(graph, "org.example.notes.Archive.pack"), 0);
    assert_non_null(strstr(error_text(), "mapping.txt"));
    graph_free(graph);
    assert_int_equal(graph_open(&graph, APP, &(GraphOptions){ .mapping = "tests/graph/mapping.txt" }), OK);
    assert_int_equal(graph_aim(graph, "org.example.notes.Archive.pack"), 1);
    assert_string_equal(graph_function(graph, graph_target(graph, 0)).class_name, "org.example.notes.Archive");
    assert_string_equal(graph_function(graph, graph_target(graph, 0)).method, "pack");
    assert_int_equal(graph_aim(graph, "org.example.notes.a.a"), 1);
}

static void what_is_no_app_is_refused_with_a_sentence(void **state)
{
    Graph *other = NULL;
    assert_int_equal(graph_open(&other, "tests/data/tiny.apk", NULL), ERR_INPUT);
    assert_non_null(strstr(error_text(), "tiny.apk"));
    assert_int_not_equal(graph_open(&other, "tests/graph/mapping.txt", NULL), OK);
    assert_int_not_equal(graph_open(&other, "no-such.apk", NULL), OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_listener_set_in_code_belongs_to_the_view_that_was_found_by_id),
        TEST(a_listener_named_in_the_layout_is_a_method_of_the_page),
        TEST(a_view_class_of_the_app_handles_its_own_touches),
        TEST(what_a_page_does_by_itself_needs_no_widget),
        TEST(tasks_handlers_threads_and_reflection_are_followed),
        TEST(a_class_that_reflection_finds_by_the_name_of_a_page_works_for_it),
        TEST(a_broadcast_reaches_the_receiver_of_its_action),
        TEST(what_the_system_starts_is_told_apart_from_the_launcher),
        TEST(a_method_of_a_base_class_calls_the_step_of_the_object_it_is_called_on),
        TEST(a_menu_item_leads_only_where_its_case_leads),
        TEST(an_item_in_the_action_bar_needs_no_menu),
        TEST(items_of_a_context_menu_made_in_code_are_told_apart),
        TEST(preferences_are_known_by_their_keys),
        TEST(annotations_declare_layouts_views_and_handlers),
        TEST(a_fragment_is_a_page_that_a_click_opens),
        TEST(widgets_have_hints_and_included_layouts),
        TEST(a_function_that_nobody_calls_has_no_way),
        TEST(a_frame_that_is_not_in_this_version_is_said),
        TEST(a_frame_is_read_as_a_trace_writes_it),
        TEST(distances_count_operations),
        TEST(the_frame_of_a_trace_is_the_first_of_the_app_in_the_innermost_cause),
        TEST(words_and_calls_make_widgets_suspicious),
        TEST(fitness_is_carried_back_over_jumps_and_ends_at_cycles),
        TEST(what_a_run_sees_is_added_once_and_counted),
        TEST(code_in_two_dex_files_is_one_graph),
        TEST(a_mapping_gives_shortened_names_back),
        TEST(what_is_no_app_is_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
