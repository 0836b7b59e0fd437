/*
 * Jumps: which page opens which, and by what. A function opens a page when it
 * makes its fragment or dialog, or names its class or action for an Intent. A
 * page jumps by itself when its own life reaches such a function, and by a widget
 * when the widget's handler does.
 */
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

enum { JUMP_DEPTH = 12 };

bool graph_add_jump(Graph *g, GraphJump jump)
{
    if (jump.from == jump.to)
        return false;
    u32 *slot = key_slot(&g->jump_table, jump.from, jump.to, jump.widget);
    if (*slot != GRAPH_NONE)
        return false;
    *slot = g->jumps.count;
    *list_add(&g->jumps) = jump;
    return true;
}

/* ---- functions that open pages ------------------------------------------------------------ */

static void add_opening(Graph *g, u32 function, u32 page, u32 guard)
{
    u32 *first = &g->function_openings.items[function];
    for (u32 at = *first; at; at = g->openings.items[at - 1].next)
        if (g->openings.items[at - 1].page == page && g->openings.items[at - 1].guard == guard)
            return;
    *list_add(&g->openings) = (Opening){ function, page, guard, *first };
    *first = g->openings.count;
}

/* A class or text that reaches an Intent counts where it is written, not in a helper that many use. */
static void open_by_atom(Graph *g, const Site *site, const Atom *atom, u32 page)
{
    bool written_here = atom->origin == site->function || g->functions.items[atom->origin].def->name->text[0] == '<';
    if (written_here)
        add_opening(g, site->function, page, site->guard);
    else
        add_opening(g, atom->origin, page, atom->guard);
}

static void open_by_text(Graph *g, const Site *site, const Atom *atom)
{
    const char *text = ((const Symbol *)atom->of)->text;
    char *full = text[0] == '.' ? xasprintf("%s%s", g->manifest->package, text) : xstrdup(text);
    for (u32 i = 0; i < g->manifest->component_count; i++) {
        const Component *c = &g->manifest->components[i];
        bool named = !strcmp(full, c->name);
        for (u32 k = 0; k < c->action_count && !named; k++)
            named = !strcmp(full, c->actions[k]) && strcmp(full, "android.intent.action.MAIN");
        u32 page = named ? page_of_class(g, class_text(g, c->target ? c->target : c->name)) : GRAPH_NONE;
        if (page != GRAPH_NONE)
            open_by_atom(g, site, atom, page);
    }
    free(full);
}

static bool takes_targets(const Site *site)
{
    return name_in("android/content/Intent android/content/ComponentName android/app/TabActivity", site->ref->owner->text)
        && name_in("<init> setClass setClassName setComponent setAction makeMainActivity createRelative", site->ref->name->text);
}

static void open_by_intent(Graph *g, const Site *site)
{
    const Atom *atom;
    for (u32 argument = 1; argument < site->arg_count; argument++)
        for (u32 i = 0; site_atom(g, site, argument, i, &atom); i++) {
            u32 page = atom->kind == ATOM_CLASS ? page_of_class(g, atom->of) : GRAPH_NONE;
            if (page != GRAPH_NONE)
                open_by_atom(g, site, atom, page);
            if (atom->kind == ATOM_TEXT)
                open_by_text(g, site, atom);
        }
}

/* A fragment that a text names: Fragment.instantiate(context, "the.app.Part"). */
static void open_by_fragment_class(Graph *g, const Site *site)
{
    const Atom *atom;
    for (u32 argument = 0; argument < site->arg_count; argument++)
        for (u32 i = 0; site_atom(g, site, argument, i, &atom); i++) {
            u32 page = atom->kind == ATOM_CLASS ? page_of_class(g, atom->of) : GRAPH_NONE;
            if (page != GRAPH_NONE && g->pages.items[page].shown.kind != PAGE_ACTIVITY)
                open_by_atom(g, site, atom, page);
        }
}

void graph_find_openings(Graph *g)
{
    for (u32 i = 0; i < g->functions.count; i++)
        list_add(&g->function_openings);
    for (u32 i = 1; i < g->facts.count; i++) {
        const Fact *fact = &g->facts.items[i];
        u32 page = fact->kind == FACT_NEW ? page_of_class(g, fact->class) : GRAPH_NONE;
        if (page != GRAPH_NONE && g->pages.items[page].shown.kind != PAGE_RECEIVER)
            add_opening(g, fact->function, page, fact->guard);
    }
    for (u32 i = 1; i < g->sites.count; i++) {
        const Site *site = &g->sites.items[i];
        if (g->functions.items[site->function].owner->library)
            continue;
        if (takes_targets(site))
            open_by_intent(g, site);
        else if (class_beyond(class_named(g, site->ref->owner)))
            open_by_fragment_class(g, site);
    }
    for (u32 i = 0; i < g->pages.count; i++) {
        const Page *page = &g->pages.items[i];
        bool menu = page->shown.kind == PAGE_MENU && !strstr(page->shown.name, "(popup") && !strstr(page->shown.name, "(action");
        if (page->maker != GRAPH_NONE && !menu)
            add_opening(g, page->maker, i, 0);
    }
}

/* ---- pages that jump -------------------------------------------------------------------------- */

/* A page opened through a PendingIntent needs somebody who taps the notification. */
static u32 notification(Graph *g, const Opening *o, u32 from)
{
    const Function *f = &g->functions.items[o->function];
    for (u32 i = 0; i < f->site_count && g->pages.items[o->page].shown.kind == PAGE_ACTIVITY; i++) {
        const Site *site = &g->sites.items[f->first_site + i];
        if (symbol_is(site->ref->owner, "android/app/PendingIntent") && symbol_is(site->ref->name, "getActivity"))
            return graph_pseudo_widget(g, from, "Notification", "notification", WIDGET_KEY);
    }
    return GRAPH_NONE;
}

/* The menu of a page that a function makes: what is opened there, an item of the menu opens. */
static u32 menu_made_by(const Graph *g, u32 function, u32 owner)
{
    for (u32 i = 0; i < g->pages.count; i++)
        if (g->pages.items[i].shown.kind == PAGE_MENU && g->pages.items[i].maker == function && g->pages.items[i].shown.owner == owner)
            return i;
    return GRAPH_NONE;
}

/* A menu that a base class makes is there once for each page: only its own opens it. */
static bool is_others_menu(const Graph *g, u32 page, u32 from)
{
    const GraphPage *menu = &g->pages.items[page].shown;
    return menu->kind == PAGE_MENU && menu->owner != from && menu->owner != g->pages.items[from].shown.owner;
}

static void jump_by(Graph *g, const Opening *o, u32 from, u32 widget, const char *event)
{
    if (is_others_menu(g, o->page, from))
        return;
    u32 menu = g->pages.items[o->page].shown.kind == PAGE_MENU ? GRAPH_NONE : menu_made_by(g, o->function, from);
    if (menu != GRAPH_NONE) {
        from = menu;
        widget = graph_pseudo_widget(g, menu, "Item with an intent", "item", WIDGET_CODE);
        event = "click";
    } else if (widget == GRAPH_NONE && (widget = notification(g, o, from)) != GRAPH_NONE) {
        event = "click";
    }
    graph_add_jump(g, (GraphJump){ .from = from, .to = o->page, .widget = widget, .event = event, .function = o->function });
}

/* Who was called when, and what for: a page's own life has no widget and no handler. */
typedef struct Cause {
    u32 page, widget, handler;
    const char *event;
    i64 item;
} Cause;

static void jump_from(Graph *g, const Numbers *reached, const Cause *cause)
{
    for (u32 i = 0; i < reached->count; i++)
        for (u32 at = g->function_openings.items[reached->items[i]]; at; at = g->openings.items[at - 1].next) {
            const Opening *o = &g->openings.items[at - 1];
            if (o->function != cause->handler || guard_allows(g, o->guard, cause->item))
                jump_by(g, o, cause->page, cause->widget, cause->event);
        }
}

static void jump_by_widget(Graph *g, u32 widget, Numbers *reached)
{
    for (u32 i = 0; i < g->widgets.items[widget].handlers.count; i++) {
        const Widget *w = &g->widgets.items[widget];
        const Cause cause = { w->shown.page, widget, w->handlers.items[i].function, w->handlers.items[i].event, w->item };
        reached->count = 0;
        reach_handler(g, cause.handler, cause.item, JUMP_DEPTH, reached);
        jump_from(g, reached, &cause);
    }
}

void graph_find_jumps(Graph *g)
{
    Numbers reached = { 0 };
    for (u32 i = 0; i < g->pages.count; i++) {
        reached.count = 0;
        reach_from(g, &g->pages.items[i].roots, JUMP_DEPTH, &reached);
        jump_from(g, &reached, &(Cause){ i, GRAPH_NONE, GRAPH_NONE, NULL, -1 });
    }
    for (u32 i = 0; i < g->widgets.count; i++)
        jump_by_widget(g, i, &reached);
    list_free(&reached);
}
