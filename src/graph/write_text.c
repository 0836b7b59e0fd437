/* The graph for a terminal: pages with their widgets and jumps; ways to a frame. */
#include "graph/internal.h"

#include <string.h>

static const char *last_part(const char *name)
{
    const char *part = name;
    for (const char *c = name; *c && *c != ' ' && *c != '('; c++)
        if (*c == '.')
            part = c + 1;
    return part;
}

void graph_write_function(Buf *out, const Graph *g, u32 function)
{
    const char *class_name, *method;
    function_names(g, function, &class_name, &method);
    buf_printf(out, "%s.%s", class_name, method);
}

static void write_label(Buf *out, const GraphWidget *w)
{
    bool quoted = w->text || w->description || w->hint;
    buf_printf(out, quoted ? "\"%s\"" : "%s", graph_widget_label(w));
    if (w->id && strcmp(w->id, graph_widget_label(w)))
        buf_printf(out, " #%s", w->id);
    buf_printf(out, " (%s)", last_part(w->class_name ? w->class_name : "View"));
}

static void write_widget(Buf *out, const Graph *g, u32 widget)
{
    const GraphWidget *w = graph_widget(g, widget);
    buf_add_str(out, "    ");
    write_label(out, w);
    for (u32 i = 0; i < w->handler_count; i++) {
        buf_printf(out, "%s %s: ", i ? "," : "  ", w->handlers[i].event);
        graph_write_function(out, g, w->handlers[i].function);
    }
    buf_add_char(out, '\n');
}

static void write_jumps(Buf *out, const Graph *g, u32 page)
{
    for (u32 i = 0; i < g->jumps.count; i++) {
        const GraphJump *j = &g->jumps.items[i];
        if (j->from != page)
            continue;
        buf_add_str(out, "    -> ");
        buf_add_str(out, g->pages.items[j->to].shown.name);
        if (j->widget != GRAPH_NONE) {
            buf_add_str(out, "  by ");
            write_label(out, graph_widget(g, j->widget));
        }
        buf_add_char(out, '\n');
    }
}

void graph_write_text(Buf *out, const Graph *g)
{
    buf_printf(out, "%u functions, %u calls, %u pages, %u widgets, %u jumps\n", g->functions.count, g->edges.count, g->pages.count, g->widgets.count,
               g->jumps.count);
    for (u32 i = 0; i < g->pages.count; i++) {
        const GraphPage *page = graph_page(g, i);
        buf_printf(out, "\n%s %s%s%s", page_kind_name(page->kind), page->name, page->launcher ? "  [launcher]" : "", page->learned ? "  [seen]" : "");
        if (page->title)
            buf_printf(out, "  \"%s\"", page->title);
        buf_add_char(out, '\n');
        for (u32 k = 0; k < page->widget_count; k++)
            write_widget(out, g, page->widgets[k]);
        write_jumps(out, g, i);
    }
}

static void write_step(Buf *out, const Graph *g, const GraphStep *step)
{
    buf_printf(out, "    %s", g->pages.items[step->page].shown.name);
    if (step->widget != GRAPH_NONE) {
        buf_printf(out, ": %s ", step->event);
        write_label(out, graph_widget(g, step->widget));
    }
    buf_add_char(out, '\n');
}

void graph_write_ways(Buf *out, const Graph *g, const GraphWay *ways, u32 way_count)
{
    for (u32 i = 0; i < way_count; i++) {
        const GraphWay *way = &ways[i];
        buf_printf(out, "%sway %u: %u operation%s%s%s\n", i ? "\n" : "", i + 1, way->operations, way->operations == 1 ? "" : "s",
                   way->guesses ? ", with guesses" : "", way->from_outside ? ", started by the system or another app" : "");
        for (u32 k = 0; k < way->step_count; k++)
            write_step(out, g, &way->steps[k]);
        for (u32 k = 0; k < way->call_count; k++) {
            buf_add_str(out, k ? "        calls " : "        runs  ");
            graph_write_function(out, g, way->calls[k]);
            buf_add_char(out, '\n');
        }
    }
}
