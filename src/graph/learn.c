/*
 * What a run sees is added to the graph where it was missing, and counted, so
 * that the graph can say how much it had missed. Distances are found anew at the
 * next graph_aim.
 */
#include "graph/internal.h"

#include <string.h>

u32 graph_learn_page(Graph *g, PageKind kind, const char *name)
{
    u32 page = graph_find_page(g, name);
    g->missed.pages.seen++;
    if (page != GRAPH_NONE)
        return page;
    g->missed.pages.missed++;
    page = graph_add_page(g, kind, name, NULL);
    g->pages.items[page].shown.learned = true;
    return page;
}

static bool same(const char *a, const char *b)
{
    return a && b && *a && !strcmp(a, b);
}

/* The better of two matches has the larger number; 0: none. */
static int likeness(const GraphWidget *w, const GraphWidget *facts)
{
    return same(w->id, facts->id) * 4 + same(w->text, facts->text) * 2 + same(w->description, facts->description);
}

static const char *kept(Graph *g, const char *text)
{
    return text ? arena_strdup(&g->arena, text) : NULL;
}

u32 graph_learn_widget(Graph *g, u32 page, const GraphWidget *facts)
{
    u32 best = GRAPH_NONE;
    int best_likeness = 0;
    g->missed.widgets.seen++;
    for (u32 i = 0; i < g->pages.items[page].widgets.count; i++) {
        u32 widget = g->pages.items[page].widgets.items[i];
        int is = likeness(&g->widgets.items[widget].shown, facts);
        if (is > best_likeness) {
            best_likeness = is;
            best = widget;
        }
    }
    if (best != GRAPH_NONE)
        return best;
    g->missed.widgets.missed++;
    GraphWidget copy = { .origin = WIDGET_LEARNED, .id = kept(g, facts->id), .text = kept(g, facts->text), .description = kept(g, facts->description),
                         .hint = kept(g, facts->hint), .icon = kept(g, facts->icon), .class_name = kept(g, facts->class_name) };
    return graph_add_widget(g, page, &copy);
}

bool graph_learn_jump(Graph *g, u32 from, u32 to, u32 widget)
{
    g->missed.jumps.seen++;
    const char *event = widget == GRAPH_NONE ? NULL : "click";
    bool missed = graph_add_jump(g, (GraphJump){ from, to, widget, event, GRAPH_NONE, true });
    g->missed.jumps.missed += missed;
    return missed;
}

static u32 function_called(Graph *g, const char *class_name, const char *method)
{
    ClassInfo *c = class_text(g, class_name);
    for (u32 i = 0; c->in_app && i < c->def->method_count; i++)
        if (symbol_is(c->def->methods[i].name, method) && c->def->methods[i].has_code)
            return c->first_function + i;
    return GRAPH_NONE;
}

bool graph_learn_handler(Graph *g, u32 widget, const char *class_name, const char *method, const char *event)
{
    u32 function = function_called(g, class_name, method), before = g->widgets.items[widget].handlers.count;
    g->missed.handlers.seen++;
    if (function == GRAPH_NONE)
        return false;
    graph_add_handler(g, widget, function, kept(g, event));
    bool missed = g->widgets.items[widget].handlers.count > before;
    g->missed.handlers.missed += missed;
    return missed;
}

bool graph_learn_call(Graph *g, const char *from_class, const char *from_method, const char *to_class, const char *to_method)
{
    u32 from = function_called(g, from_class, from_method), to = function_called(g, to_class, to_method), before = g->edges.count;
    g->missed.calls.seen++;
    if (from == GRAPH_NONE || to == GRAPH_NONE)
        return false;
    GraphCall call;
    for (u32 i = 0; graph_call(g, from, i, &call); i++)
        if (call.callee == to)
            return false;
    graph_add_edge(g, from, to, EDGE_CALL, 0);
    bool missed = g->edges.count > before;
    g->missed.calls.missed += missed;
    return missed;
}

void graph_set_screenshot(Graph *g, u32 page, const char *png)
{
    g->pages.items[page].shown.screenshot = kept(g, png);
}

const GraphMissed *graph_missed(const Graph *g)
{
    return &g->missed;
}
