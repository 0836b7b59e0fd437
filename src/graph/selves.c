/*
 * Calls of an object's own methods. A method of a base class that calls
 * this.step() reaches every step() below it, if one forgets whose method it is:
 *
 *   class Task { void execute() { step(); } }    class Load extends Task { step … }
 *                                                class Wipe extends Task { step … }
 *
 * Whoever calls execute() on a Load wants Load.step and not Wipe.step. So such
 * calls are guesses in Task.execute itself, and sure for the caller that knows
 * the class.
 */
#include "graph/internal.h"

#include <stdlib.h>

enum { MOST_SELVES = 64 };

bool site_is_self(const Graph *g, const Site *site)
{
    const Function *f = &g->functions.items[site->function];
    return site->op != OP_INVOKE_STATIC && site->arg_count && !(f->def->access & ACC_STATIC) && g->arg_nodes.items[site->first_arg] == f->first_node;
}

bool site_is_ambiguous(Graph *g, Site *site)
{
    if (site->op != OP_INVOKE_VIRTUAL && site->op != OP_INVOKE_INTERFACE)
        return false;
    if (!site->ambiguity) {
        Numbers targets = { 0 };
        class_dispatch_all(g, g->functions.items[site->function].owner, site->ref->name, site->ref->descriptor, &targets);
        site->ambiguity = targets.count > 1 ? 2 : 1;
        list_free(&targets);
    }
    return site->ambiguity == 2;
}

/* Where a call of one's own goes when one is of the class. */
static u32 self_target(Graph *g, const Site *site, ClassInfo *self)
{
    ClassInfo *from = self;
    if (site->op == OP_INVOKE_SUPER)
        from = g->functions.items[site->function].owner->super;
    else if (site->op == OP_INVOKE_DIRECT)
        from = class_named(g, site->ref->owner);
    return from ? function_resolve(g, from, site->ref->name, site->ref->descriptor, NULL) : GRAPH_NONE;
}

void self_targets(Graph *g, u32 function, ClassInfo *self, i64 item, Numbers *out)
{
    Numbers walk = { 0 };
    *list_add(&walk) = function;
    for (u32 i = 0; i < walk.count && walk.count < MOST_SELVES; i++) {
        const Function *f = &g->functions.items[walk.items[i]];
        for (u32 k = 0; k < f->site_count; k++) {
            Site *site = &g->sites.items[f->first_site + k];
            if (!site_is_self(g, site) || !guard_allows(g, site->guard, item))
                continue;
            u32 target = self_target(g, site, self);
            if (target == GRAPH_NONE)
                continue;
            if (site_is_ambiguous(g, site))
                numbers_add_new(out, target);
            numbers_add_new(&walk, target);
        }
    }
    list_free(&walk);
}

/* A class can only be ambiguous to itself when classes of the app lie between it and the framework. */
bool class_has_selves(const ClassInfo *c)
{
    return c && c->super && c->super->in_app;
}
