/* The graph for programs: JSON, and DOT for Graphviz. */
#include "graph/internal.h"

#include "base/json.h"

#include <string.h>

enum { SCHEMA_VERSION = 1 };

static void put_number(Json *json, const char *key, u32 number)
{
    json_key(json, key);
    if (number == GRAPH_NONE)
        json_add_null(json);
    else
        json_add_int(json, number);
}

static void put_function(Json *json, const char *key, const Graph *g, u32 function)
{
    Buf text = { 0 };
    if (function != GRAPH_NONE)
        graph_write_function(&text, g, function);
    json_put_string(json, key, function == GRAPH_NONE ? NULL : buf_str(&text));
    buf_free(&text);
}

static void put_distance(Json *json, GraphDistance d)
{
    if (!d.reachable)
        return;
    json_key(json, "distance");
    json_begin_object(json);
    json_put_int(json, "operations", d.operations);
    json_put_int(json, "guesses", d.guesses);
    json_put_int(json, "calls", d.calls);
    json_end_object(json);
}

static void put_if(Json *json, const char *key, const char *text)
{
    if (text)
        json_put_string(json, key, text);
}

static void write_widget(Json *json, const Graph *g, u32 widget, const double *fitness)
{
    const GraphWidget *w = graph_widget(g, widget);
    json_begin_object(json);
    json_put_int(json, "widget", widget);
    json_put_string(json, "origin", widget_origin_name(w->origin));
    put_if(json, "id", w->id);
    put_if(json, "text", w->text);
    put_if(json, "description", w->description);
    put_if(json, "hint", w->hint);
    put_if(json, "icon", w->icon);
    put_if(json, "class", w->class_name);
    put_if(json, "where", w->where);
    json_key(json, "handlers");
    json_begin_array(json);
    for (u32 i = 0; i < w->handler_count; i++) {
        json_begin_object(json);
        json_put_string(json, "event", w->handlers[i].event);
        put_function(json, "function", g, w->handlers[i].function);
        json_end_object(json);
    }
    json_end_array(json);
    put_distance(json, graph_widget_distance(g, widget));
    if (graph_widget_calls_target(g, widget))
        json_put_bool(json, "calls_frame", true);
    if (fitness)
        json_put_double(json, "fitness", fitness[widget]);
    json_end_object(json);
}

static void write_pages(Json *json, const Graph *g, const double *fitness)
{
    json_key(json, "pages");
    json_begin_array(json);
    for (u32 i = 0; i < g->pages.count; i++) {
        const GraphPage *page = graph_page(g, i);
        json_begin_object(json);
        json_put_int(json, "page", i);
        json_put_string(json, "kind", page_kind_name(page->kind));
        json_put_string(json, "name", page->name);
        put_if(json, "title", page->title);
        put_number(json, "owner", page->owner);
        json_put_bool(json, "launcher", page->launcher);
        json_put_bool(json, "learned", page->learned);
        put_distance(json, graph_page_distance(g, i));
        json_key(json, "widgets");
        json_begin_array(json);
        for (u32 k = 0; k < page->widget_count; k++)
            write_widget(json, g, page->widgets[k], fitness);
        json_end_array(json);
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_jumps(Json *json, const Graph *g)
{
    json_key(json, "jumps");
    json_begin_array(json);
    for (u32 i = 0; i < g->jumps.count; i++) {
        const GraphJump *j = &g->jumps.items[i];
        json_begin_object(json);
        json_put_int(json, "from", j->from);
        json_put_int(json, "to", j->to);
        put_number(json, "widget", j->widget);
        json_put_string(json, "event", j->event);
        put_function(json, "function", g, j->function);
        json_put_bool(json, "learned", j->learned);
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_ways(Json *json, const Graph *g, const GraphWay *ways, u32 count)
{
    json_key(json, "ways");
    json_begin_array(json);
    for (u32 i = 0; i < count; i++) {
        json_begin_object(json);
        json_put_int(json, "operations", ways[i].operations);
        json_put_int(json, "guesses", ways[i].guesses);
        json_put_bool(json, "from_outside", ways[i].from_outside);
        json_key(json, "steps");
        json_begin_array(json);
        for (u32 k = 0; k < ways[i].step_count; k++) {
            json_begin_object(json);
            json_put_int(json, "page", ways[i].steps[k].page);
            put_number(json, "widget", ways[i].steps[k].widget);
            json_put_string(json, "event", ways[i].steps[k].event);
            json_end_object(json);
        }
        json_end_array(json);
        json_key(json, "calls");
        json_begin_array(json);
        for (u32 k = 0; k < ways[i].call_count; k++) {
            Buf text = { 0 };
            graph_write_function(&text, g, ways[i].calls[k]);
            json_add_string(json, buf_str(&text));
            buf_free(&text);
        }
        json_end_array(json);
        json_end_object(json);
    }
    json_end_array(json);
}

void graph_write_json(Buf *out, const Graph *g, const GraphWay *ways, u32 way_count, const double *fitness)
{
    Json json = json_begin(out);
    json_begin_object(&json);
    json_put_int(&json, "schema_version", SCHEMA_VERSION);
    json_put_string(&json, "package", g->manifest->package);
    json_put_int(&json, "functions", g->functions.count);
    json_put_int(&json, "calls", g->edges.count);
    write_pages(&json, g, fitness);
    write_jumps(&json, g);
    json_key(&json, "frame");
    json_begin_array(&json);
    for (u32 i = 0; i < g->targets.count; i++) {
        Buf text = { 0 };
        graph_write_function(&text, g, g->targets.items[i]);
        json_add_string(&json, buf_str(&text));
        buf_free(&text);
    }
    json_end_array(&json);
    write_ways(&json, g, ways, ways ? way_count : 0);
    json_key(&json, "notes");
    json_begin_array(&json);
    for (u32 i = 0; i < g->notes.count; i++)
        json_add_string(&json, g->notes.items[i]);
    json_end_array(&json);
    json_end_object(&json);
}

/* ---- DOT ------------------------------------------------------------------------------------ */

static void dot_text(Buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buf_add_char(out, '\\');
        if (*text == '\n')
            buf_add_str(out, "\\n");
        else
            buf_add_char(out, *text);
    }
}

void graph_write_dot(Buf *out, const Graph *g)
{
    static const char *const shapes[] = { "box", "component", "note", "folder", "cds", "cds", "cylinder" };
    buf_add_str(out, "digraph pages {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", fontsize=10];\n");
    for (u32 i = 0; i < g->pages.count; i++) {
        const GraphPage *page = graph_page(g, i);
        buf_printf(out, "  p%u [shape=%s%s, label=\"", i, shapes[page->kind], page->launcher ? ", penwidth=3" : "");
        dot_text(out, page->name);
        buf_printf(out, "\\n%s, %u widgets\"];\n", page_kind_name(page->kind), page->widget_count);
    }
    for (u32 i = 0; i < g->jumps.count; i++) {
        const GraphJump *j = &g->jumps.items[i];
        buf_printf(out, "  p%u -> p%u [label=\"", j->from, j->to);
        if (j->widget != GRAPH_NONE)
            dot_text(out, graph_widget_label(graph_widget(g, j->widget)));
        buf_printf(out, "\"%s];\n", j->widget == GRAPH_NONE ? ", style=dashed" : "");
    }
    buf_add_str(out, "}\n");
}
