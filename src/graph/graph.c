/* Opening a graph: all parts in their order; and the accessors. */
#include "graph/internal.h"

#include "libcore/libcore.h"

#include <stdlib.h>
#include <string.h>

enum { SCRATCH_SIZE = 1 << 28 };
#define ARENA_SIZE ((size_t)2 << 30)

/* ---- opening ------------------------------------------------------------------------------ */

static int open_framework(Graph *g, const char *image)
{
    char *found = NULL;
    int status = image ? OK : libcore_boot_image(&found);
    if (!status)
        status = boot_image_open(&g->framework, &g->store, image ? image : found);
    free(found);
    return status;
}

static int open_files(Graph *g, const char *apk, const GraphOptions *options)
{
    int status = zip_open(&g->zip, apk);
    if (!status)
        status = manifest_read(&g->manifest, g->zip);
    if (!status && options && options->mapping)
        status = mapping_load(&g->mapping, options->mapping);
    if (!status)
        status = open_framework(g, options ? options->boot_image : NULL);
    if (!status)
        status = source_open(&g->app, &g->store, apk);
    if (!status)
        status = resources_of_app(g);
    return status;
}

/* Number 0 stands for nothing in these. */
static void begin_lists(Graph *g)
{
    list_add(&g->nodes);
    list_add(&g->sites);
    list_add(&g->facts);
    list_add(&g->guards);
}

static void build(Graph *g)
{
    scan_functions(g);
    annotations_read(g);
    graph_find_pages(g);
    calls_resolve(g);
    calls_guess(g);
    callbacks_add(g);
    broadcasts_add(g);
    graph_find_users(g);
    graph_find_dialogs(g);
    graph_find_widgets(g);
    bind_listeners(g);
    graph_find_openings(g);
    graph_find_jumps(g);
}

int graph_open(Graph **out, const char *apk, const GraphOptions *options)
{
    Graph *g = xcalloc(1, sizeof *g);
    int status = arena_open(&g->arena, ARENA_SIZE, 0);
    if (!status)
        status = arena_open(&g->scratch, SCRATCH_SIZE, 0);
    if (!status) {
        code_store_open(&g->store, &g->arena);
        begin_lists(g);
        status = open_files(g, apk, options);
    }
    if (!status)
        status = world_open(g);
    if (status) {
        graph_free(g);
        return status;
    }
    build(g);
    *out = g;
    return OK;
}

static void free_inner_lists(Graph *g)
{
    for (u32 i = 0; i < g->class_list.count; i++) {
        list_free(&g->class_list.items[i]->above);
        list_free(&g->class_list.items[i]->below);
        list_free(&g->class_list.items[i]->pages);
    }
    for (u32 i = 0; i < g->functions.count; i++)
        list_free(&g->functions.items[i].users);
    for (u32 i = 0; i < g->override_lists.count; i++)
        list_free(&g->override_lists.items[i]);
    for (u32 i = 0; i < g->guards.count; i++)
        list_free(&g->guards.items[i]);
    for (u32 i = 0; i < g->pages.count; i++) {
        list_free(&g->pages.items[i].widgets);
        list_free(&g->pages.items[i].roots);
    }
    for (u32 i = 0; i < g->widgets.count; i++)
        list_free(&g->widgets.items[i].handlers);
    for (u32 i = 0; i < g->notes.count; i++)
        free(g->notes.items[i]);
    MAP_EACH(&g->screens, entry) {
        XmlScreen *screen = entry->value;
        list_free(&screen->widgets);
        free(screen);
    }
}

static void free_lists(Graph *g)
{
    KeyTable *tables[] = { &g->members, &g->overrides, &g->edge_table, &g->atom_table, &g->flow_table, &g->field_nodes, &g->jump_table, &g->dialog_pages };
    Numbers *numbers[] = { &g->queue, &g->arg_nodes, &g->function_openings, &g->marks, &g->targets, &g->costs, &g->direct, &g->nexts };
    free_inner_lists(g);
    for (size_t i = 0; i < COUNT_OF(tables); i++)
        free(tables[i]->entries);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        list_free(numbers[i]);
    list_free(&g->class_list);
    list_free(&g->override_lists);
    list_free(&g->functions);
    list_free(&g->edges);
    list_free(&g->guards);
    list_free(&g->atoms);
    list_free(&g->nodes);
    list_free(&g->flows);
    list_free(&g->sites);
    list_free(&g->facts);
    list_free(&g->declared);
    list_free(&g->pages);
    list_free(&g->widgets);
    list_free(&g->jumps);
    list_free(&g->openings);
    list_free(&g->names);
    list_free(&g->notes);
}

void graph_free(Graph *g)
{
    if (!g)
        return;
    free_lists(g);
    map_free(&g->classes);
    map_free(&g->suffixes);
    map_free(&g->screens);
    resources_free(g->resources);
    arsc_free(g->app_arsc);
    arsc_free(g->framework_arsc);
    buf_free(&g->app_table);
    buf_free(&g->framework_table);
    source_close(g->app);
    source_close(g->framework);
    manifest_free(g->manifest);
    mapping_free(g->mapping);
    zip_close(g->zip);
    code_store_close(&g->store);
    arena_close(&g->scratch);
    arena_close(&g->arena);
    free(g);
}

/* ---- accessors ---------------------------------------------------------------------------------- */

u32 graph_function_count(const Graph *g) { return g->functions.count; }
u32 graph_page_count(const Graph *g) { return g->pages.count; }
u32 graph_widget_count(const Graph *g) { return g->widgets.count; }
u32 graph_jump_count(const Graph *g) { return g->jumps.count; }
u32 graph_note_count(const Graph *g) { return g->notes.count; }
const char *graph_note(const Graph *g, u32 i) { return g->notes.items[i]; }
const GraphJump *graph_jump(const Graph *g, u32 jump) { return &g->jumps.items[jump]; }

const GraphPage *graph_page(const Graph *g, u32 page)
{
    Page *p = &g->pages.items[page];
    p->shown.widgets = p->widgets.items;
    p->shown.widget_count = p->widgets.count;
    return &p->shown;
}

const GraphWidget *graph_widget(const Graph *g, u32 widget)
{
    Widget *w = &g->widgets.items[widget];
    w->shown.handlers = w->handlers.items;
    w->shown.handler_count = w->handlers.count;
    return &w->shown;
}

u32 graph_find_page(const Graph *g, const char *name)
{
    for (u32 i = 0; i < g->pages.count; i++)
        if (!strcmp(g->pages.items[i].shown.name, name))
            return i;
    return GRAPH_NONE;
}

bool graph_call(const Graph *g, u32 function, u32 i, GraphCall *out)
{
    u32 at = g->functions.items[function].first_edge;
    for (; at && i; i--)
        at = g->edges.items[at - 1].next;
    if (!at)
        return false;
    const Edge *edge = &g->edges.items[at - 1];
    *out = (GraphCall){ .callee = edge->to, .implicit = edge->kind == EDGE_IMPLICIT, .guessed = edge->kind == EDGE_GUESS };
    return true;
}

const char *page_kind_name(PageKind kind)
{
    static const char *const names[] = { "activity", "fragment", "dialog", "menu", "service", "receiver", "provider" };
    return names[kind];
}

const char *widget_origin_name(WidgetOrigin origin)
{
    static const char *const names[] = { "layout", "menu", "preference", "code", "key", "seen" };
    return names[origin];
}

const char *graph_widget_label(const GraphWidget *w)
{
    const char *const candidates[] = { w->text, w->description, w->hint, w->id, w->icon, w->class_name };
    for (size_t i = 0; i < COUNT_OF(candidates); i++)
        if (candidates[i] && *candidates[i])
            return candidates[i];
    return "?";
}
