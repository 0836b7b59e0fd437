#include "reproduce/aim.h"

#include "base/map.h"
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

struct Aim {
    Graph *graph;
    Map by_id, by_text;             /* "page\1id", "page\1text": distance + 2 */
    Map pages;                      /* by activity: distance + 2 */
};

enum { UNKNOWN = 1, OFFSET = 2 };   /* what maps hold: 0 is "not in the map" */

static void note(Map *map, const char *page, const char *name, GraphDistance d)
{
    if (!name || !*name)
        return;
    char *key = xasprintf("%s\1%s", page, name);
    uintptr_t *slot = (uintptr_t *)map_slot(map, key), found = d.reachable ? d.operations + OFFSET : UNKNOWN;
    if (!*slot || *slot == UNKNOWN || (found != UNKNOWN && found < *slot))
        *slot = found;
    free(key);
}

/* The activity that a menu or dialog belongs to; a fragment may be on any. */
static const char *page_key(const Graph *g, u32 page)
{
    const GraphPage *p = graph_page(g, page);
    for (int depth = 0; p->owner != GRAPH_NONE && depth < 8; depth++)
        p = graph_page(g, p->owner);
    return p->kind == PAGE_ACTIVITY ? p->name : "";
}

static void note_widgets(Aim *a)
{
    for (u32 i = 0; i < graph_widget_count(a->graph); i++) {
        const GraphWidget *w = graph_widget(a->graph, i);
        GraphDistance d = graph_widget_distance(a->graph, i);
        const char *page = page_key(a->graph, w->page);
        note(&a->by_id, page, w->id, d);
        note(&a->by_text, page, w->text, d);
        note(&a->by_text, page, w->description, d);
    }
    for (u32 i = 0; i < graph_page_count(a->graph); i++) {
        GraphDistance d = graph_page_distance(a->graph, i);
        const GraphPage *p = graph_page(a->graph, i);
        if (p->kind == PAGE_ACTIVITY && d.reachable)
            *(uintptr_t *)map_slot(&a->pages, p->name) = d.operations + OFFSET;
    }
}

Aim *aim_open(const char *apk, const Trace *trace)
{
    Aim *a = xcalloc(1, sizeof *a);
    if (graph_open(&a->graph, apk, &(GraphOptions){ 0 })) {
        free(a);
        return NULL;
    }
    char *frame = graph_first_app_frame(a->graph, trace);
    u32 functions = frame ? graph_aim(a->graph, frame) : 0;
    free(frame);
    if (functions)
        note_widgets(a);
    graph_free(a->graph);
    a->graph = NULL;
    if (functions)
        return a;
    aim_close(a);
    return NULL;
}

void aim_close(Aim *a)
{
    if (!a)
        return;
    map_free(&a->by_id);
    map_free(&a->by_text);
    map_free(&a->pages);
    free(a);
}

static float distance_in(uintptr_t value)
{
    return value < OFFSET ? -1 : (float)(value - OFFSET);
}

float aim_activity(Aim *a, const char *activity)
{
    return distance_in((uintptr_t)map_get(&a->pages, activity));
}

static float look_up(const Map *map, const char *page, const char *name)
{
    char *key = xasprintf("%s\1%s", page, name);
    float distance = distance_in((uintptr_t)map_get(map, key));
    free(key);
    return distance;
}

float aim_widget(Aim *a, const char *activity, const Node *node)
{
    const char *id = strstr(node->id, ":id/"), *pages[] = { activity ? activity : "", "" };
    const char *names[] = { id ? id + 4 : "", node->text, node->description };
    for (size_t p = 0; p < COUNT_OF(pages); p++)
        for (size_t n = 0; n < COUNT_OF(names); n++) {
            float d = *names[n] ? look_up(n ? &a->by_text : &a->by_id, pages[p], names[n]) : -1;
            if (d >= 0)
                return d;
        }
    return -1;
}
