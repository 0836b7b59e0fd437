/*
 * How far everything is from the frame aimed at: Dijkstra's algorithm from the
 * frame backwards. Functions, pages and widgets are its nodes:
 *
 *   function ── calls ──> function          widget ── is handled by ──> function
 *   function ── opens ──> page              page ── runs by itself ──> function
 *   page ── shows ──> widget (one operation)
 *
 * It runs twice: over calls alone ("direct": which handlers reach the frame
 * without another page between), then over all of it.
 */
#include "graph/internal.h"

#include <stdlib.h>

typedef struct HeapEntry {
    u32 cost, node;
} HeapEntry;

/* Nodes are functions, then pages, then widgets. */
typedef struct Search {
    Graph *g;
    bool direct;
    u32 functions, pages, widgets;
    u32 *costs, *nexts;
    LIST(HeapEntry) heap;
    u32 *callers_start, *callers;           /* edges into each function: index of the edge, and its caller */
    u32 *edge_caller;
    u32 *handled_start, *handled;           /* widgets that each function handles */
    u32 *rooted_start, *rooted;             /* pages that each function is a root of */
} Search;

GraphDistance cost_parts(u32 cost)
{
    if (cost == COST_NEVER)
        return (GraphDistance){ 0 };
    u32 guesses = cost >> 14 & 63, weight = cost >> 20;
    return (GraphDistance){ .reachable = true, .guesses = guesses, .operations = weight - MIN(weight, guesses * 2), .calls = cost & 0x3fff };
}

/* ---- the queue ------------------------------------------------------------------------ */

static void push(Search *s, u32 cost, u32 node)
{
    list_add(&s->heap);
    u32 at = s->heap.count - 1;
    for (; at && s->heap.items[(at - 1) / 2].cost > cost; at = (at - 1) / 2)
        s->heap.items[at] = s->heap.items[(at - 1) / 2];
    s->heap.items[at] = (HeapEntry){ cost, node };
}

static HeapEntry pop(Search *s)
{
    HeapEntry top = s->heap.items[0], last = s->heap.items[--s->heap.count];
    u32 at = 0, count = s->heap.count;
    for (u32 child; (child = at * 2 + 1) < count; at = child) {
        if (child + 1 < count && s->heap.items[child + 1].cost < s->heap.items[child].cost)
            child++;
        if (s->heap.items[child].cost >= last.cost)
            break;
        s->heap.items[at] = s->heap.items[child];
    }
    if (count)
        s->heap.items[at] = last;
    return top;
}

static void relax(Search *s, u32 node, u32 cost, u32 next)
{
    if (cost >= s->costs[node])
        return;
    s->costs[node] = cost;
    s->nexts[node] = next;
    push(s, cost, node);
}

/* ---- the edges backwards ------------------------------------------------------------------ */

/* Turns pairs (key, value) into lists: start[key] … start[key + 1] in the values. */
static void group(const Numbers *keys, const Numbers *values, u32 key_count, u32 **start, u32 **grouped)
{
    *start = xcalloc(key_count + 2, sizeof **start);
    *grouped = xcalloc(keys->count + 1, sizeof **grouped);
    for (u32 i = 0; i < keys->count; i++)
        (*start)[keys->items[i] + 2]++;
    for (u32 i = 2; i < key_count + 2; i++)
        (*start)[i] += (*start)[i - 1];
    for (u32 i = 0; i < keys->count; i++)
        (*grouped)[(*start)[keys->items[i] + 1]++] = values->items[i];
}

static void add_pair(Numbers *keys, Numbers *values, u32 key, u32 value)
{
    *list_add(keys) = key;
    *list_add(values) = value;
}

static void prepare(Search *s)
{
    Graph *g = s->g;
    Numbers keys = { 0 }, values = { 0 };
    s->edge_caller = xcalloc(g->edges.count + 1, sizeof *s->edge_caller);
    for (u32 f = 0; f < s->functions; f++)
        for (u32 at = g->functions.items[f].first_edge; at; at = g->edges.items[at - 1].next) {
            s->edge_caller[at - 1] = f;
            add_pair(&keys, &values, g->edges.items[at - 1].to, at - 1);
        }
    group(&keys, &values, s->functions, &s->callers_start, &s->callers);
    keys.count = values.count = 0;
    for (u32 w = 0; w < s->widgets; w++)
        for (u32 i = 0; i < g->widgets.items[w].handlers.count; i++)
            add_pair(&keys, &values, g->widgets.items[w].handlers.items[i].function, w);
    group(&keys, &values, s->functions, &s->handled_start, &s->handled);
    keys.count = values.count = 0;
    for (u32 p = 0; p < s->pages; p++)
        for (u32 i = 0; i < g->pages.items[p].roots.count; i++)
            add_pair(&keys, &values, g->pages.items[p].roots.items[i], p);
    group(&keys, &values, s->functions, &s->rooted_start, &s->rooted);
    list_free(&keys);
    list_free(&values);
}

static void clear(Search *s)
{
    u32 *owned[] = { s->edge_caller, s->callers_start, s->callers, s->handled_start, s->handled, s->rooted_start, s->rooted };
    for (size_t i = 0; i < COUNT_OF(owned); i++)
        free(owned[i]);
    list_free(&s->heap);
}

/* ---- one step back ---------------------------------------------------------------------------- */

/* Widgets that a function handles, when the code that leads on runs for their item. */
static void relax_handled(Search *s, u32 function, u32 guard, u32 cost)
{
    for (u32 i = s->handled_start[function]; i < s->handled_start[function + 1]; i++) {
        const Widget *w = &s->g->widgets.items[s->handled[i]];
        if (guard_allows(s->g, guard, w->item))
            relax(s, s->functions + s->pages + s->handled[i], cost_add(cost, COST_CALL + COST_OPERATION), function);
    }
}

static void back_from_function(Search *s, u32 function, u32 cost)
{
    Graph *g = s->g;
    for (u32 i = s->callers_start[function]; i < s->callers_start[function + 1]; i++) {
        const Edge *edge = &g->edges.items[s->callers[i]];
        u32 caller = s->edge_caller[s->callers[i]];
        u32 more = cost_add(cost, COST_CALL + (edge->kind == EDGE_GUESS ? COST_GUESS : 0));
        relax(s, caller, more, function);
        if (!s->direct && !edge_keeps_item(g, caller, edge))
            relax_handled(s, caller, edge->guard, more);
    }
    if (s->direct)
        return;
    if (!cost)
        relax_handled(s, function, 0, 0);
    for (u32 i = s->rooted_start[function]; i < s->rooted_start[function + 1]; i++)
        relax(s, s->functions + s->rooted[i], cost_add(cost, COST_CALL), function);
}

static void back_from_page(Search *s, u32 page, u32 cost)
{
    Graph *g = s->g;
    for (u32 i = 0; i < g->openings.count; i++) {
        const Opening *o = &g->openings.items[i];
        if (o->page != page)
            continue;
        relax(s, o->function, cost_add(cost, COST_CALL), s->functions + page);
        relax_handled(s, o->function, o->guard, cost_add(cost, COST_CALL));
    }
    for (u32 i = 0; i < g->jumps.count; i++) {
        const GraphJump *j = &g->jumps.items[i];
        if (j->to == page && j->widget == GRAPH_NONE)
            relax(s, s->functions + j->from, cost_add(cost, COST_CALL), s->functions + page);
        else if (j->to == page)
            relax(s, s->functions + s->pages + j->widget, cost_add(cost, COST_OPERATION), s->functions + page);
    }
}

static void run(Search *s)
{
    for (u32 i = 0; i < s->functions + s->pages + s->widgets; i++)
        s->costs[i] = s->nexts[i] = COST_NEVER;
    for (u32 i = 0; i < s->g->targets.count; i++)
        relax(s, s->g->targets.items[i], 0, GRAPH_NONE);
    while (s->heap.count) {
        HeapEntry top = pop(s);
        if (top.cost != s->costs[top.node])
            continue;
        if (top.node < s->functions)
            back_from_function(s, top.node, top.cost);
        else if (top.node < s->functions + s->pages)
            back_from_page(s, top.node - s->functions, top.cost);
        else
            relax(s, s->functions + s->g->widgets.items[top.node - s->functions - s->pages].shown.page, top.cost, top.node);
    }
}

/* ---- what calls alone reach --------------------------------------------------------------------- */

static void direct_of_handler(Graph *g, Widget *w, u32 handler)
{
    if (numbers_have(&g->targets, handler) && w->direct) {
        w->direct = 0;
        w->best_handler = handler;
        w->best_callee = GRAPH_NONE;
    }
    for (u32 at = g->functions.items[handler].first_edge; at; at = g->edges.items[at - 1].next) {
        const Edge *edge = &g->edges.items[at - 1];
        u32 cost = cost_add(g->direct.items[edge->to], COST_CALL + (edge->kind == EDGE_GUESS ? COST_GUESS : 0));
        if (cost >= w->direct || !edge_allowed(g, edge, w->item) || edge_keeps_item(g, handler, edge))
            continue;
        w->direct = cost;
        w->best_handler = handler;
        w->best_callee = edge->to;
    }
}

static void find_direct(Graph *g)
{
    for (u32 i = 0; i < g->widgets.count; i++) {
        Widget *w = &g->widgets.items[i];
        w->direct = COST_NEVER;
        for (u32 k = 0; k < w->handlers.count; k++)
            direct_of_handler(g, w, w->handlers.items[k].function);
    }
    for (u32 i = 0; i < g->pages.count; i++) {
        Page *p = &g->pages.items[i];
        p->direct = COST_NEVER;
        for (u32 k = 0; k < p->roots.count; k++)
            if (g->direct.items[p->roots.items[k]] < p->direct) {
                p->direct = g->direct.items[p->roots.items[k]];
                p->best_root = p->roots.items[k];
            }
    }
}

static void keep(Numbers *to, const u32 *from, u32 count)
{
    to->count = 0;
    for (u32 i = 0; i < count; i++)
        *list_add(to) = from[i];
}

void graph_find_distances(Graph *g)
{
    Search s = { .g = g, .direct = true, .functions = g->functions.count, .pages = g->pages.count, .widgets = g->widgets.count };
    u32 nodes = s.functions + s.pages + s.widgets;
    s.costs = xcalloc(nodes + 1, sizeof *s.costs);
    s.nexts = xcalloc(nodes + 1, sizeof *s.nexts);
    prepare(&s);
    run(&s);
    keep(&g->direct, s.costs, s.functions);
    keep(&g->nexts, s.nexts, s.functions);
    find_direct(g);
    s.direct = false;
    run(&s);
    keep(&g->costs, s.costs, s.functions);
    for (u32 i = 0; i < s.pages; i++)
        g->pages.items[i].cost = s.costs[s.functions + i];
    for (u32 i = 0; i < s.widgets; i++)
        g->widgets.items[i].cost = s.costs[s.functions + s.pages + i];
    clear(&s);
    free(s.costs);
    free(s.nexts);
}

GraphDistance graph_function_distance(const Graph *g, u32 function)
{
    return cost_parts(function < g->costs.count ? g->costs.items[function] : COST_NEVER);
}

GraphDistance graph_widget_distance(const Graph *g, u32 widget)
{
    return cost_parts(g->costs.count ? g->widgets.items[widget].cost : COST_NEVER);
}

GraphDistance graph_page_distance(const Graph *g, u32 page)
{
    return cost_parts(g->costs.count ? g->pages.items[page].cost : COST_NEVER);
}

bool graph_widget_calls_target(const Graph *g, u32 widget)
{
    return g->costs.count && g->widgets.items[widget].direct != COST_NEVER;
}
