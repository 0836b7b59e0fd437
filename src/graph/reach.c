/*
 * Which functions a call reaches. Guesses are not followed, and neither is the
 * code of known libraries: what they call back has an edge of its own.
 */
#include "graph/internal.h"

#include <stdlib.h>

bool edge_allowed(const Graph *g, const Edge *edge, i64 item)
{
    return guard_allows(g, edge->guard, item);
}

bool edge_keeps_item(const Graph *g, u32 from, const Edge *edge)
{
    const Function *a = &g->functions.items[from], *b = &g->functions.items[edge->to];
    return a->def->name == b->def->name && a->def->descriptor == b->def->descriptor && a->owner != b->owner;
}

typedef struct Reach {
    Graph *g;
    Numbers *out;
    i64 item;               /* while the first functions are walked */
} Reach;

static void mark(Reach *r, u32 function)
{
    u32 *seen = &r->g->marks.items[function];
    if (*seen == r->g->epoch || r->g->functions.items[function].owner->library)
        return;
    *seen = r->g->epoch;
    *list_add(r->out) = function;
}

static void walk(Reach *r, u32 depth)
{
    Graph *g = r->g;
    u32 from = 0, with_item = r->out->count;
    for (u32 level = 0; level < depth && from < r->out->count; level++)
        for (u32 end = r->out->count; from < end; from++) {
            u32 function = r->out->items[from];
            for (u32 at = g->functions.items[function].first_edge; at; at = g->edges.items[at - 1].next) {
                const Edge *edge = &g->edges.items[at - 1];
                if (edge->kind != EDGE_GUESS && (from >= with_item || edge_allowed(g, edge, r->item)))
                    mark(r, edge->to);
            }
        }
}

static void begin(Graph *g)
{
    while (g->marks.count < g->functions.count)
        list_add(&g->marks);
    g->epoch++;
}

void reach_from(Graph *g, const Numbers *roots, u32 depth, Numbers *out)
{
    Reach r = { g, out, -1 };
    begin(g);
    for (u32 i = 0; i < roots->count; i++)
        mark(&r, roots->items[i]);
    walk(&r, depth);
}

void reach_handler(Graph *g, u32 handler, i64 item, u32 depth, Numbers *out)
{
    Reach r = { g, out, item };
    begin(g);
    mark(&r, handler);
    walk(&r, depth);
}
