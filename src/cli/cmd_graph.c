/* reenact graph: pages, widgets and jumps of an app, and the ways to a frame of its code. */
#include "cli/cli.h"

#include "base/file.h"
#include "graph/graph.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 10 };

static const Option options[] = {
    { 0, "to", "FRAME", "list the ways to Class.method (as a stack trace writes it), shortest first" },
    { 0, "trace", "FILE", "the same for the crash in a log or report: the first frame of the app" },
    { 0, "words", "WORDS", "widgets that these words mean count as suspicious, too" },
    { 0, "ways", "N", "how many ways to list (10)" },
    { 0, "mapping", "FILE", "the mapping.txt of an app whose names were shortened" },
    { 0, "dot", NULL, "print pages and jumps for Graphviz" },
    { 0, "html", "FILE", "write a page that shows the graph" },
    { 0, "screenshots", "DIR", "pictures for that page: DIR/PAGE.png" },
    { 'K', "weight", "K", "fitness of a suspicious widget, as a multiple of another's (45)" },
    { 'N', "base", "N", "fitness of a widget that is not suspicious (1)" },
    { 0 },
};

typedef struct Asked {
    const Invocation *call;
    Graph *graph;
    char *frame;            /* to aim at, or NULL */
    Report *report;         /* with the trace that it is from, or NULL */
    const Trace *trace;
    GraphWay *ways;
    u32 way_count, shown_ways;
    double *fitness;
} Asked;

/* ---- the frame -------------------------------------------------------------------------------- */

static void try_trace(Asked *a, const Trace *trace)
{
    if (!trace || a->frame)
        return;
    a->frame = graph_first_app_frame(a->graph, trace);
    a->trace = trace;
}

static int frame_of_trace(Asked *a, const char *path)
{
    if (report_read(&a->report, path, &(ReportOptions){ .mapping = option_value(a->call, "mapping") }))
        return complain(EXIT_UNREADABLE, "%s", error_text());
    try_trace(a, report_main_trace(a->report));
    for (int i = 0; i < a->report->traces.count; i++)   /* a log may hold crashes of others, too */
        try_trace(a, &a->report->traces.traces[i]);
    if (!a->trace)
        return complain(EXIT_NOT_REPRODUCED, "%s: there is no stack trace in it", path);
    return a->frame ? EXIT_DONE : complain(EXIT_NOT_REPRODUCED, "%s: no frame of its trace is in this version of the app", path);
}

/* The shortest ways; of a trace, among many of them those that it tells. */
static void find_ways(Asked *a)
{
    enum { MANY = 500 };
    u32 most = (u32)option_number(a->call, "ways", WAYS);
    a->way_count = graph_ways(a->graph, &a->ways, a->trace ? MAX(most, MANY) : most);
    if (a->trace)
        graph_prefer_trace(a->graph, a->trace, a->ways, a->way_count);
    a->shown_ways = MIN(a->way_count, most);
}

static int aim(Asked *a)
{
    const char *to = option_value(a->call, "to"), *trace = option_value(a->call, "trace");
    if (to && trace)
        return complain(EXIT_USAGE, "graph: --to and --trace both name a frame; give one of them");
    if (to)
        a->frame = xstrdup(to);
    int code = trace ? frame_of_trace(a, trace) : EXIT_DONE;
    if (code || !a->frame)
        return code;
    if (!graph_aim(a->graph, a->frame))
        return complain(EXIT_NOT_REPRODUCED, "%s", error_text());
    find_ways(a);
    return EXIT_DONE;
}

static void find_fitness(Asked *a)
{
    const char *words = option_value(a->call, "words");
    if (!a->frame && !words)
        return;
    u32 count = graph_widget_count(a->graph);
    bool *suspicious = xcalloc(count + 1, sizeof *suspicious);
    a->fitness = xcalloc(count + 1, sizeof *a->fitness);
    graph_suspects(a->graph, &words, words ? 1 : 0, suspicious);
    graph_fitness(a->graph, suspicious, (double)option_number(a->call, "weight", (i64)GRAPH_K), (double)option_number(a->call, "base", (i64)GRAPH_N), a->fitness);
    free(suspicious);
}

/* ---- the answer ------------------------------------------------------------------------------------ */

static void find_screenshots(Asked *a)
{
    const char *folder = option_value(a->call, "screenshots");
    for (u32 i = 0; folder && i < graph_page_count(a->graph); i++) {
        char *path = xasprintf("%s/%s.png", folder, graph_page(a->graph, i)->name);
        if (file_exists(path))
            graph_set_screenshot(a->graph, i, path);
        free(path);
    }
}

static int write_file(const char *path, const Buf *text)
{
    return file_write(path, buf_str(text), text->size) ? complain(EXIT_ENVIRONMENT, "%s", error_text()) : EXIT_DONE;
}

static int write_folder(Asked *a, const char *folder)
{
    static const char *const names[] = { "graph.json", "graph.dot", "graph.html" };
    int code = file_make_dirs(folder) ? complain(EXIT_ENVIRONMENT, "%s", error_text()) : EXIT_DONE;
    for (size_t i = 0; i < COUNT_OF(names) && !code; i++) {
        Buf text = { 0 };
        if (i == 0)
            graph_write_json(&text, a->graph, a->ways, a->shown_ways, a->fitness);
        else if (i == 1)
            graph_write_dot(&text, a->graph);
        else
            graph_write_html(&text, a->graph, a->ways, a->shown_ways);
        char *path = xasprintf("%s/%s", folder, names[i]);
        code = write_file(path, &text);
        free(path);
        buf_free(&text);
    }
    return code;
}

static int print(Asked *a)
{
    Buf text = { 0 };
    int code = EXIT_DONE;
    if (option_set(a->call, "json"))
        graph_write_json(&text, a->graph, a->ways, a->shown_ways, a->fitness);
    else if (option_set(a->call, "dot"))
        graph_write_dot(&text, a->graph);
    else if (a->frame)
        graph_write_ways(&text, a->graph, a->ways, a->shown_ways);
    else
        graph_write_text(&text, a->graph);
    fputs(buf_str(&text), stdout);
    buf_free(&text);
    if (a->frame && !a->way_count)
        code = complain(EXIT_NOT_REPRODUCED, "no way to %s was found: nothing that the user or the system can start seems to call it", a->frame);
    return code;
}

static int answer(Asked *a)
{
    int code = aim(a);
    if (code)
        return code;
    find_fitness(a);
    find_screenshots(a);
    if (option_set(a->call, "output"))
        code = write_folder(a, option_value(a->call, "output"));
    if (!code && option_set(a->call, "html")) {
        Buf text = { 0 };
        graph_write_html(&text, a->graph, a->ways, a->shown_ways);
        code = write_file(option_value(a->call, "html"), &text);
        buf_free(&text);
    }
    int printed = print(a);
    return code ? code : printed;
}

static int run(const Invocation *call)
{
    Asked asked = { .call = call };
    if (call->count != 1)
        return complain(EXIT_USAGE, "graph: name one app: reenact graph app.apk");
    if (!file_exists(call->arguments[0]))
        return complain(EXIT_UNREADABLE, "cannot open %s: there is no such file", call->arguments[0]);
    int status = graph_open(&asked.graph, call->arguments[0], &(GraphOptions){ .mapping = option_value(call, "mapping") });
    if (status)
        return complain(status == ERR_NOT_FOUND ? EXIT_ENVIRONMENT : EXIT_UNREADABLE, "%s", error_text());
    for (u32 i = 0; !option_set(call, "quiet") && i < graph_note_count(asked.graph); i++)
        complain(0, "%s", graph_note(asked.graph, i));
    int code = answer(&asked);
    free(asked.fitness);
    free(asked.frame);
    report_free(asked.report);
    graph_ways_free(asked.ways, asked.way_count);
    graph_free(asked.graph);
    return code;
}

const Command command_graph = {
    .name = "graph",
    .arguments = "APK",
    .summary = "pages, widgets and jumps of an app, and the ways to a frame of its code",
    .examples = "reenact graph app.apk\n"
                "reenact graph app.apk --to 'com.example.Editor.save'\n"
                "reenact graph app.apk --trace crash.log --html graph.html\n",
    .options = options,
    .run = run,
};
