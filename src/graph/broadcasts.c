/*
 * Broadcasts inside the app: whoever makes an Intent with an action reaches the
 * receivers that were registered for it in code,
 *
 *   registerReceiver(receiver, new IntentFilter("the.app.DONE"))
 *   sendBroadcast(new Intent("the.app.DONE"))
 *
 * when filter and receiver stand in the same function. (Receivers of the manifest
 * are pages; jumps.c finds who names their action.)
 */
#include "graph/internal.h"

#include <stdlib.h>

typedef struct Registration {
    Graph *g;
    Numbers receivers;      /* functions onReceive */
    LIST(const Symbol *) actions;
} Registration;

static void add_receiver(void *context, u32 function, const char *event)
{
    Registration *r = context;
    if (symbol_is(r->g->functions.items[function].def->name, "onReceive"))
        numbers_add_new(&r->receivers, function);
}

static void read_function(Registration *r, const Function *f)
{
    const Atom *atom;
    r->receivers.count = r->actions.count = 0;
    for (u32 i = 0; i < f->site_count; i++) {
        const Site *site = &r->g->sites.items[f->first_site + i];
        if (symbol_is(site->ref->name, "registerReceiver"))
            site_each_callback(r->g, site, add_receiver, r);
        for (u32 k = 0; symbol_is(site->ref->owner, "android/content/IntentFilter") && site_atom(r->g, site, 1, k, &atom); k++)
            if (atom->kind == ATOM_TEXT)
                *list_add(&r->actions) = atom->of;
    }
}

/* action -> the functions that receive it */
static void gather(Graph *g, Map *receivers)
{
    Registration r = { .g = g };
    for (u32 i = 0; i < g->functions.count; i++) {
        if (g->functions.items[i].owner->library || !g->functions.items[i].site_count)
            continue;
        read_function(&r, &g->functions.items[i]);
        for (u32 a = 0; a < r.actions.count && r.receivers.count; a++) {
            void **slot = map_slot(receivers, r.actions.items[a]->text);
            if (!*slot)
                *slot = xcalloc(1, sizeof(Numbers));
            for (u32 k = 0; k < r.receivers.count; k++)
                numbers_add_new(*slot, r.receivers.items[k]);
        }
    }
    list_free(&r.receivers);
    list_free(&r.actions);
}

static void send(Graph *g, const Site *site, const Map *receivers)
{
    const Atom *atom;
    for (u32 i = 0; site_atom(g, site, 1, i, &atom); i++) {
        const Numbers *functions = atom->kind == ATOM_TEXT ? map_get(receivers, ((const Symbol *)atom->of)->text) : NULL;
        for (u32 k = 0; functions && k < functions->count; k++)
            graph_add_edge(g, site->function, functions->items[k], EDGE_IMPLICIT, site->guard);
    }
}

void broadcasts_add(Graph *g)
{
    Map receivers = { 0 };
    gather(g, &receivers);
    for (u32 i = 1; i < g->sites.count && receivers.live; i++) {
        const Site *site = &g->sites.items[i];
        if (symbol_is(site->ref->owner, "android/content/Intent") && name_in("<init> setAction", site->ref->name->text))
            send(g, site, &receivers);
    }
    MAP_EACH(&receivers, entry) {
        list_free((Numbers *)entry->value);
        free(entry->value);
    }
    map_free(&receivers);
}
