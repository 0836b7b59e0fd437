/*
 * Ways to the frame: from where the app starts over jumps to each page that has
 * something which calls the frame, and there that widget, or the page's own life.
 */
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CALLS = 64 };

/* ---- from the start to every page ------------------------------------------------------ */

static bool relax_jumps(Graph *g)
{
    bool changed = false;
    for (u32 i = 0; i < g->jumps.count; i++) {
        const GraphJump *j = &g->jumps.items[i];
        u32 cost = cost_add(g->pages.items[j->from].from_start, j->widget == GRAPH_NONE ? COST_CALL : COST_OPERATION);
        if (cost >= g->pages.items[j->to].from_start)
            continue;
        g->pages.items[j->to].from_start = cost;
        g->pages.items[j->to].came_by = i;
        changed = true;
    }
    return changed;
}

static void find_starts(Graph *g)
{
    for (u32 i = 0; i < g->pages.count; i++) {
        Page *p = &g->pages.items[i];
        p->came_by = GRAPH_NONE;
        p->from_start = p->shown.launcher ? 0 : COST_NEVER;
    }
    while (relax_jumps(g))
        ;
    for (u32 i = 0; i < g->pages.count; i++)    /* what only the system starts */
        if (g->pages.items[i].from_start == COST_NEVER && g->pages.items[i].shown.outside)
            g->pages.items[i].from_start = COST_OPERATION;
    while (relax_jumps(g))
        ;
}

/* ---- one way --------------------------------------------------------------------------------- */

typedef struct Trigger {
    u32 cost, page, widget;
} Trigger;

static const char *event_of(const Graph *g, u32 widget, u32 function)
{
    const Widget *w = &g->widgets.items[widget];
    for (u32 i = 0; i < w->handlers.count; i++)
        if (w->handlers.items[i].function == function)
            return w->handlers.items[i].event;
    return "click";
}

static void add_calls(const Graph *g, GraphWay *way, const Trigger *t)
{
    Numbers calls = { 0 };
    u32 next;
    if (t->widget == GRAPH_NONE) {
        next = g->pages.items[t->page].best_root;
    } else {
        *list_add(&calls) = g->widgets.items[t->widget].best_handler;
        next = g->widgets.items[t->widget].best_callee;
    }
    for (; next != GRAPH_NONE && calls.count < MOST_CALLS; next = g->nexts.items[next])
        *list_add(&calls) = next;
    way->calls = calls.items;
    way->call_count = calls.count;
}

static GraphWay make_way(const Graph *g, const Trigger *t)
{
    GraphWay way = { 0 };
    LIST(GraphStep) steps = { 0 };
    u32 page = t->page;
    const char *event = t->widget == GRAPH_NONE ? NULL : event_of(g, t->widget, g->widgets.items[t->widget].best_handler);
    *list_add(&steps) = (GraphStep){ page, t->widget, event };
    while (g->pages.items[page].came_by != GRAPH_NONE && steps.count <= g->pages.count) {
        const GraphJump *j = &g->jumps.items[g->pages.items[page].came_by];
        page = j->from;
        *list_add(&steps) = (GraphStep){ page, j->widget, j->event };
    }
    for (u32 i = 0; i < steps.count / 2; i++) {
        GraphStep swap = steps.items[i];
        steps.items[i] = steps.items[steps.count - 1 - i];
        steps.items[steps.count - 1 - i] = swap;
    }
    way.steps = steps.items;
    way.step_count = steps.count;
    way.from_outside = !g->pages.items[page].shown.launcher;
    way.guesses = cost_parts(t->cost).guesses;
    for (u32 i = 0; i < steps.count; i++)
        way.operations += steps.items[i].widget != GRAPH_NONE;
    add_calls(g, &way, t);
    return way;
}

static int by_cost(const void *a, const void *b)
{
    const Trigger *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    return x->page != y->page ? (x->page < y->page ? -1 : 1) : x->widget < y->widget ? -1 : x->widget > y->widget;
}

u32 graph_ways(Graph *g, GraphWay **out, u32 most)
{
    LIST(Trigger) triggers = { 0 };
    *out = NULL;
    if (!g->targets.count)
        return 0;
    find_starts(g);
    for (u32 i = 0; i < g->pages.count; i++) {
        u32 cost = cost_add(g->pages.items[i].from_start, g->pages.items[i].direct);
        if (cost != COST_NEVER)
            *list_add(&triggers) = (Trigger){ cost, i, GRAPH_NONE };
    }
    for (u32 i = 0; i < g->widgets.count; i++) {
        const Widget *w = &g->widgets.items[i];
        u32 cost = cost_add(cost_add(g->pages.items[w->shown.page].from_start, w->direct), COST_OPERATION);
        if (cost != COST_NEVER)
            *list_add(&triggers) = (Trigger){ cost, w->shown.page, i };
    }
    if (triggers.count)
        qsort(triggers.items, triggers.count, sizeof *triggers.items, by_cost);
    u32 count = MIN(triggers.count, most);
    *out = xcalloc(count + 1, sizeof **out);
    for (u32 i = 0; i < count; i++)
        (*out)[i] = make_way(g, &triggers.items[i]);
    list_free(&triggers);
    return count;
}

void graph_ways_free(GraphWay *ways, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        free(ways[i].steps);
        free(ways[i].calls);
    }
    free(ways);
}

u32 graph_ways_to(Graph *g, const char *frame, GraphWay **out, u32 most)
{
    *out = NULL;
    return graph_aim(g, frame) ? graph_ways(g, out, most) : 0;
}

/* ---- a whole trace -------------------------------------------------------------------------- */

static bool trace_has(const Trace *trace, const char *class_name, const char *method)
{
    for (int i = 0; i < trace->throwable_count; i++)
        for (int k = 0; k < trace->throwables[i].frame_count; k++) {
            const TraceFrame *frame = &trace->throwables[i].frames[k];
            if (!strcmp(frame->class_name, class_name) && !strcmp(frame->method, method))
                return true;
        }
    return false;
}

static u32 frames_in(const Graph *g, const Trace *trace, const GraphWay *way)
{
    u32 count = 0;
    for (u32 i = 0; i < way->call_count; i++) {
        const char *class_name, *method;
        function_names(g, way->calls[i], &class_name, &method);
        count += !g->functions.items[way->calls[i]].owner->library && trace_has(trace, class_name, method);
    }
    return count;
}

static bool is_better(const GraphWay *a, const GraphWay *b)
{
    return a->guesses != b->guesses ? a->guesses < b->guesses : a->frames > b->frames;
}

void graph_prefer_trace(const Graph *g, const Trace *trace, GraphWay *ways, u32 count)
{
    for (u32 i = 0; i < count; i++)
        ways[i].frames = frames_in(g, trace, &ways[i]);
    for (u32 i = 1; i < count; i++)     /* stable: equal ones stay in their order */
        for (u32 k = i; k && is_better(&ways[k], &ways[k - 1]); k--) {
            GraphWay swap = ways[k];
            ways[k] = ways[k - 1];
            ways[k - 1] = swap;
        }
}
