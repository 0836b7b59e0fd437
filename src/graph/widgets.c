/*
 * Widgets on their pages. A layout or a screen of preferences belongs to the
 * pages that the function naming it works for; a menu becomes a page of its own
 * above them, except for items in the action bar, which are on the page itself.
 */
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

u32 graph_add_widget(Graph *g, u32 page, const GraphWidget *facts)
{
    Widget *w = list_add(&g->widgets);
    w->shown = *facts;
    w->shown.page = page;
    w->shown.handlers = NULL;
    w->shown.handler_count = 0;
    w->item = -1;
    w->made_function = GRAPH_NONE;
    *list_add(&g->pages.items[page].widgets) = g->widgets.count - 1;
    return g->widgets.count - 1;
}

void graph_add_handler(Graph *g, u32 widget, u32 function, const char *event)
{
    Widget *w = &g->widgets.items[widget];
    for (u32 i = 0; i < w->handlers.count; i++)
        if (w->handlers.items[i].function == function)
            return;
    *list_add(&w->handlers) = (GraphHandler){ function, event };
    /* A method that hands the item to the class above it: guards hold there, too. */
    for (u32 at = g->functions.items[function].first_edge; at; at = g->edges.items[at - 1].next)
        if (edge_keeps_item(g, function, &g->edges.items[at - 1]) && g->edges.items[at - 1].kind != EDGE_GUESS)
            graph_add_handler(g, widget, g->edges.items[at - 1].to, event);
}

void graph_add_handler_of(Graph *g, u32 widget, u32 function, ClassInfo *self, const char *event)
{
    graph_add_handler(g, widget, function, event);
    if (!class_has_selves(self))
        return;
    Numbers targets = { 0 };
    self_targets(g, function, self, g->widgets.items[widget].item, &targets);
    for (u32 i = 0; i < targets.count; i++)
        graph_add_handler(g, widget, targets.items[i], event);
    list_free(&targets);
}

u32 graph_pseudo_widget(Graph *g, u32 page, const char *label, const char *class_name, WidgetOrigin origin)
{
    const Numbers *widgets = &g->pages.items[page].widgets;
    for (u32 i = 0; i < widgets->count; i++) {
        const GraphWidget *w = &g->widgets.items[widgets->items[i]].shown;
        if (w->origin == origin && w->text && !strcmp(w->text, label) && !strcmp(w->class_name, class_name))
            return widgets->items[i];
    }
    return graph_add_widget(g, page, &(GraphWidget){ .origin = origin, .text = label, .class_name = class_name });
}

/* ---- menus --------------------------------------------------------------------------------- */

static const char *menu_kind(const char *maker)
{
    if (strstr(maker, "ContextMenu"))
        return "context menu";
    if (strstr(maker, "ActionMode"))
        return "action mode";
    /* A constructor or a getter only names the menu: a base class of the app inflates it. */
    return strstr(maker, "OptionsMenu") || strstr(maker, "PanelMenu") || maker[0] == '<' || !strncmp(maker, "get", 3) ? "options menu" : "popup menu";
}

u32 graph_menu_page(Graph *g, u32 owner, u32 maker, const char *what)
{
    char *name = xasprintf("%s (%s)", g->pages.items[owner].shown.name, what);
    u32 page = graph_find_page(g, name);
    if (page == GRAPH_NONE) {
        page = graph_add_page(g, PAGE_MENU, name, NULL);
        g->pages.items[page].shown.owner = owner;
        g->pages.items[page].maker = maker;
        if (!strcmp(what, "options menu"))
            graph_add_jump(g, (GraphJump){ owner, page, graph_pseudo_widget(g, owner, "Menu", "menu key", WIDGET_KEY), "click", maker, false });
        else if (!strcmp(what, "context menu"))
            graph_add_jump(g, (GraphJump){ owner, page, graph_pseudo_widget(g, owner, "Long press", "long press", WIDGET_KEY), "long click", maker, false });
    }
    free(name);
    return page;
}

/* Functions of the page's class with one of the names. */
typedef struct Named {
    Graph *g;
    const char *names, *event;
    u32 widget;
    ClassInfo *self;
    bool found;
} Named;

static void add_if_named(void *context, u32 function, bool overrides)
{
    Named *n = context;
    if (!name_in(n->names, n->g->functions.items[function].def->name->text))
        return;
    graph_add_handler_of(n->g, n->widget, function, n->self, n->event);
    n->found = true;
}

static bool add_page_handlers(Graph *g, u32 widget, u32 page, const char *names, const char *event)
{
    Named n = { g, names, event, widget, g->pages.items[page].class, false };
    page_each_function(g, &g->pages.items[page], add_if_named, &n);
    return n.found;
}

/* Who answers for an item: by the kind of its menu, in the page's class or in that of the menu's maker. */
static void bind_menu_item(Graph *g, u32 widget, u32 owner, u32 maker, const char *kind)
{
    const char *names = !strcmp(kind, "context menu") ? "onContextItemSelected onMenuItemSelected"
        : !strcmp(kind, "options menu")               ? "onOptionsItemSelected onMenuItemSelected"
        : !strcmp(kind, "action mode")                ? "onActionItemClicked"
                                                      : "onMenuItemClick onNavigationItemSelected";
    add_page_handlers(g, widget, owner, names, "click");
    Page maker_class = { .class = maker == GRAPH_NONE ? NULL : g->functions.items[maker].owner };
    for (u32 i = 0; maker_class.class && i < maker_class.class->def->method_count; i++)
        if (name_in(names, maker_class.class->def->methods[i].name->text) && maker_class.class->def->methods[i].has_code)
            graph_add_handler(g, widget, maker_class.class->first_function + i, "click");
}

static GraphWidget facts_of(const XmlWidget *x, WidgetOrigin origin)
{
    return (GraphWidget){ .origin = origin, .id = x->id_name, .text = x->text, .description = x->description, .hint = x->hint, .icon = x->icon,
                          .class_name = x->tag, .where = x->file };
}

static void add_menu(Graph *g, const XmlScreen *screen, u32 owner, u32 maker)
{
    const char *kind = menu_kind(g->functions.items[maker].def->name->text);
    for (u32 i = 0; i < screen->widgets.count; i++) {
        const XmlWidget *x = &screen->widgets.items[i];
        GraphWidget facts = facts_of(x, WIDGET_MENU);
        u32 page = x->on_bar && !strcmp(kind, "options menu") ? owner : graph_menu_page(g, owner, maker, kind);
        u32 widget = graph_add_widget(g, page, &facts);
        g->widgets.items[widget].id = x->id;
        g->widgets.items[widget].item = x->id ? (i64)x->id : -1;
        if (x->on_click)
            add_page_handlers(g, widget, owner, x->on_click, "click");
        bind_menu_item(g, widget, owner, maker, kind);
    }
}

/* menu.add(group, item, order, title) */
static void add_code_item(Graph *g, const Site *site)
{
    const Numbers *owners = function_pages(g, site->function);
    const char *kind = menu_kind(g->functions.items[site->function].def->name->text), *text = NULL;
    const Atom *atom;
    i32 item = -1;
    u32 title = site->arg_count == 5 ? 4 : 1;
    if (site->arg_count == 5)
        site_constant(g, site, 2, &item);
    for (u32 i = 0; !text && site_atom(g, site, title, i, &atom); i++)
        text = atom_text(g, atom);
    const char *class_name, *method;
    function_names(g, site->function, &class_name, &method);
    for (u32 i = 0; owners && i < owners->count; i++) {
        u32 owner = owners->items[i];
        u32 widget = graph_add_widget(g, graph_menu_page(g, owner, site->function, kind), &(GraphWidget){ .origin = WIDGET_CODE, .text = text, .class_name = "item",
                                .id = item >> 24 == 0x7f ? resource_entry_name(g, (u32)item) : NULL,
                                .where = arena_printf(&g->arena, "%s.%s", class_name, method) });
        g->widgets.items[widget].item = item;
        g->widgets.items[widget].id = item >> 24 == 0x7f ? (u32)item : 0;
        bind_menu_item(g, widget, owner, site->function, kind);
    }
}

static void add_code_menus(Graph *g)
{
    for (u32 i = 1; i < g->sites.count; i++) {
        const Site *site = &g->sites.items[i];
        if (name_in("android/view/Menu android/view/SubMenu android/view/ContextMenu", site->ref->owner->text) && symbol_is(site->ref->name, "add")
            && !g->functions.items[site->function].owner->library)
            add_code_item(g, site);
    }
}

/* ---- layouts and preferences ------------------------------------------------------------------ */

typedef struct ViewClass {
    Graph *g;
    u32 page, widget;
    bool preference;
} ViewClass;

/* A view or preference class of the app's own: the user's events are the widget's, the rest runs with the page. */
static void add_view_function(void *context, u32 function, bool overrides)
{
    ViewClass *v = context;
    const char *name = v->g->functions.items[function].def->name->text, *event = page_event(name);
    if (v->preference && overrides && name_in("onClick onDialogClosed onBindDialogView onCreateDialogView showDialog onPrepareDialogBuilder", name))
        event = "click";
    if (overrides && event)
        graph_add_handler(v->g, v->widget, function, event);
    else if (overrides || name[0] == '<')
        numbers_add_new(&v->g->pages.items[v->page].roots, function);
}

static void bind_on_click(Graph *g, u32 widget, u32 page, const char *method)
{
    if (add_page_handlers(g, widget, page, method, "click"))
        return;
    for (u32 i = 0; i < g->pages.count; i++)    /* a fragment's layout calls its activity */
        if (g->pages.items[i].shown.kind == PAGE_ACTIVITY)
            add_page_handlers(g, widget, i, method, "click");
}

static void add_element(Graph *g, const XmlScreen *screen, const XmlWidget *x, u32 page)
{
    GraphWidget facts = facts_of(x, screen->origin);
    u32 widget = graph_add_widget(g, page, &facts);
    bool preference = screen->origin == WIDGET_PREFERENCE;
    g->widgets.items[widget].plain = x->plain;
    g->widgets.items[widget].id = x->id;
    g->widgets.items[widget].item = preference && x->id_name ? (i64)guard_of_text(x->id_name) : x->id ? (i64)x->id : -1;
    if (x->on_click)
        bind_on_click(g, widget, page, x->on_click);
    if (preference)
        add_page_handlers(g, widget, page, "onPreferenceTreeClick", "click");
    Page own = { .class = strchr(x->tag, '.') ? class_text(g, x->tag) : NULL };
    if (own.class && own.class->in_app && !own.class->library)
        page_each_function(g, &own, add_view_function, &(ViewClass){ g, page, widget, preference });
    u32 to = GRAPH_NONE;
    if (x->fragment || x->target_class)
        to = page_of_class(g, class_text(g, x->fragment ? x->fragment : x->target_class));
    if (to != GRAPH_NONE)
        graph_add_jump(g, (GraphJump){ page, to, preference ? widget : GRAPH_NONE, preference ? "click" : NULL, GRAPH_NONE, false });
    const XmlScreen *menu = x->menu ? xml_screen(g, x->menu) : NULL;
    for (u32 i = 0; menu && i < menu->widgets.count; i++) {
        facts = facts_of(&menu->widgets.items[i], WIDGET_MENU);
        u32 item = graph_add_widget(g, page, &facts);
        g->widgets.items[item].id = menu->widgets.items[i].id;
        g->widgets.items[item].item = (i64)menu->widgets.items[i].id;
        add_page_handlers(g, item, page, "onNavigationItemSelected onMenuItemClick", "click");
    }
}

static void add_screen(Graph *g, u32 resource, u32 page, KeyTable *done)
{
    u32 *slot = key_slot(done, resource, page, 0);
    const XmlScreen *screen = xml_screen(g, resource);
    if (*slot != GRAPH_NONE || !screen)
        return;
    *slot = 0;
    for (u32 i = 0; i < screen->widgets.count; i++)
        add_element(g, screen, &screen->widgets.items[i], page);
}

static void place_resource(Graph *g, const Fact *fact, KeyTable *done)
{
    const Numbers *pages = function_pages(g, fact->function);
    u32 dialog = key_find(&g->dialog_pages, fact->function, 0, 0);
    if (dialog != GRAPH_NONE && resource_kind(g, fact->number) == RES_LAYOUT)
        add_screen(g, fact->number, dialog, done);
    for (u32 i = 0; pages && i < pages->count; i++) {
        if (resource_kind(g, fact->number) != RES_MENU)
            add_screen(g, fact->number, pages->items[i], done);
        else if (*key_slot(done, fact->number, pages->items[i], 1) == GRAPH_NONE) {
            *key_slot(done, fact->number, pages->items[i], 1) = 0;
            const XmlScreen *screen = xml_screen(g, fact->number);
            if (screen)
                add_menu(g, screen, pages->items[i], fact->function);
        }
    }
}

/* ---- keys, lists and other things without an element --------------------------------------------- */

typedef struct UserMethods {
    Graph *g;
    u32 page;
} UserMethods;

static void add_user_method(void *context, u32 function, bool overrides)
{
    UserMethods *u = context;
    const char *event = overrides ? page_event(u->g->functions.items[function].def->name->text) : NULL;
    if (!event || strstr(event, "menu") || !strcmp(event, "preference"))
        return;
    static const struct { const char *event, *label, *kind; WidgetOrigin origin; } shown[] = {
        { "click item", "List", "ListView", WIDGET_CODE }, { "back", "Back", "back key", WIDGET_KEY },
        { "long click", "Long press", "long press", WIDGET_KEY }, { "result", "Result", "another screen's result", WIDGET_KEY },
    };
    size_t at = 0;
    while (at < COUNT_OF(shown) && strcmp(event, shown[at].event))
        at++;
    bool known = at < COUNT_OF(shown);
    u32 widget = graph_pseudo_widget(u->g, u->page, known ? shown[at].label : event, known ? shown[at].kind : event, known ? shown[at].origin : WIDGET_KEY);
    graph_add_handler_of(u->g, widget, function, u->g->pages.items[u->page].class, event);
}

static void place_resources(Graph *g, KeyTable *done)
{
    for (u32 i = 1; i < g->facts.count; i++)
        if (g->facts.items[i].kind == FACT_RESOURCE && !g->functions.items[g->facts.items[i].function].owner->library)
            place_resource(g, &g->facts.items[i], done);
}

void graph_find_widgets(Graph *g)
{
    KeyTable done = { 0 };
    place_resources(g, &done);
    graph_find_users(g);            /* a layout's own views may bring layouts with them */
    place_resources(g, &done);
    add_code_menus(g);
    for (u32 i = 0, count = g->pages.count; i < count; i++) {
        Page page = g->pages.items[i];
        page_each_function(g, &page, add_user_method, &(UserMethods){ g, i });
    }
    free(done.entries);
}
