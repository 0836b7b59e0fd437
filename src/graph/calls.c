/*
 * Call sites become edges between functions. A call by name alone (static,
 * constructors, super) has one target. A virtual one gets a target for each
 * class whose objects reach its receiver (atoms.c); one that no object reaches
 * gets those that the hierarchy allows, as guesses when they are many.
 */
#include "code/descriptor.h"
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 3, MOST_GUESSES = 32, MOST_GUESSES_BEYOND = 8 };

void graph_add_edge(Graph *g, u32 from, u32 to, EdgeKind kind, u32 guard)
{
    u32 *slot = key_slot(&g->edge_table, from, to, guard);
    if (*slot != GRAPH_NONE) {
        if (kind < g->edges.items[*slot].kind)
            g->edges.items[*slot].kind = (u8)kind;
        return;
    }
    *slot = g->edges.count;
    *list_add(&g->edges) = (Edge){ .to = to, .next = g->functions.items[from].first_edge, .guard = guard, .kind = (u8)kind };
    g->functions.items[from].first_edge = g->edges.count;
}

bool site_atom(const Graph *g, const Site *site, u32 argument, u32 i, const Atom **out)
{
    if (argument >= site->arg_count)
        return false;
    const Node *node = &g->nodes.items[g->arg_nodes.items[site->first_arg + argument]];
    if (i >= node->count)
        return false;
    *out = &g->atoms.items[node->atoms[i]];
    return true;
}

/* May a view be of this type? Generic helpers return an Object that the caller casts. */
static bool may_be_view(Graph *g, const char *descriptor)
{
    if (descriptor[0] != 'L')
        return false;
    ClassInfo *type = class_named(g, symbol_n(&g->store.symbols, descriptor + 1, strlen(descriptor) - 2));
    return symbol_is(type->name, "java/lang/Object") || class_is_named(type, "android/view/View");
}

static bool holds_id(Graph *g, u32 node)
{
    const Node *n = &g->nodes.items[node];
    const Atom *first = n->count ? &g->atoms.items[n->atoms[0]] : NULL;
    return first && first->kind == ATOM_NUMBER && resource_kind(g, first->number) == RES_ID;
}

/* A helper that finds a view by its number: its result is the number, not whatever all its callers asked for. */
static u32 finder_argument(Graph *g, const Site *site, const Function *callee)
{
    const char *p = site->ref->descriptor->text + 1;
    if (!may_be_view(g, descriptor_result(site->ref->descriptor->text)))
        return 0;
    for (u32 i = callee->def->access & ACC_STATIC ? 0 : 1; *p && *p != ')' && i < site->arg_count; p = descriptor_next(p)) {
        u32 node = g->arg_nodes.items[site->first_arg + i];
        if (*p == 'I' && holds_id(g, node))
            return node;
        i += kind_is_wide(*p) ? 2 : 1;
    }
    return 0;
}

/* Arguments flow to parameters and the result back; receivers are known from the class itself (seed_receivers). */
static void link_flows(Graph *g, const Site *site, u32 function)
{
    const Function *f = &g->functions.items[function];
    u32 first = f->def->access & ACC_STATIC ? 0 : 1;
    for (u32 i = first; i < site->arg_count && i < f->argument_registers; i++)
        node_add_flow(g, g->arg_nodes.items[site->first_arg + i], f->first_node + i);
    u32 found = finder_argument(g, site, f);
    node_add_flow(g, found ? found : f->first_node + f->argument_registers, site->result);
}

static void link_site(Graph *g, u32 site, u32 function, EdgeKind kind)
{
    Site s = g->sites.items[site];
    bool leaves_library = g->functions.items[s.function].owner->library && !g->functions.items[function].owner->library;
    bool anybodys = kind == EDGE_CALL && site_is_self(g, &s) && site_is_ambiguous(g, &g->sites.items[site]);
    g->sites.items[site].found = true;
    graph_add_edge(g, s.function, function, leaves_library || anybodys ? EDGE_GUESS : kind, s.guard);
    if (!leaves_library && kind != EDGE_GUESS)
        link_flows(g, &s, function);
}

/* The caller knows the class of the object: what that does with itself is sure. */
static void link_selves(Graph *g, u32 site, u32 function, ClassInfo *self)
{
    Site s = g->sites.items[site];
    if (!class_has_selves(self) || g->functions.items[s.function].owner->library || site_is_self(g, &s))
        return;
    Numbers targets = { 0 };
    self_targets(g, function, self, -1, &targets);
    for (u32 i = 0; i < targets.count; i++)
        graph_add_edge(g, s.function, targets.items[i], EDGE_CALL, s.guard);
    list_free(&targets);
}

void site_dispatch(Graph *g, u32 site, u32 atom)
{
    const Site *s = &g->sites.items[site];
    const Atom *a = &g->atoms.items[atom];
    if (a->kind == ATOM_LAMBDA) {
        graph_add_edge(g, s->function, a->number, EDGE_CALL, s->guard);
        g->sites.items[site].found = true;
    }
    if (a->kind != ATOM_TYPE)
        return;
    ClassInfo *type = (ClassInfo *)a->of;
    if (!class_is(type, class_named(g, s->ref->owner)))
        return;
    u32 function = function_resolve(g, type, s->ref->name, s->ref->descriptor, NULL);
    if (function == GRAPH_NONE)
        return;
    link_site(g, site, function, EDGE_CALL);
    link_selves(g, site, function, type);
}

/* ---- calls beyond the app, as far as they hand values on ----------------------------------- */

static bool is_finder(const char *name)
{
    return name_in("findViewById findItem findPreference getString getText requireViewById findFragmentById forName loadClass", name);
}

static void flow_arguments(Graph *g, const Site *site, u32 first, u32 to)
{
    for (u32 i = first; i < site->arg_count; i++)
        node_add_flow(g, g->arg_nodes.items[site->first_arg + i], to);
}

static bool returns_owner(const Ref *ref)
{
    const char *result = descriptor_result(ref->descriptor->text);
    return result[0] == 'L' && !strncmp(result + 1, ref->owner->text, ref->owner->length) && result[1 + ref->owner->length] == ';';
}

static void hand_over(Graph *g, const Site *site, const ClassInfo *holder)
{
    bool with_receiver = site->op != OP_INVOKE_STATIC && site->arg_count;
    u32 receiver = with_receiver ? g->arg_nodes.items[site->first_arg] : 0;
    if (is_finder(site->ref->name->text))
        flow_arguments(g, site, with_receiver, site->result);
    else if (holder->in_app)
        return;     /* a library's own code tells the rest */
    else if (is_container(holder) && with_receiver) {
        flow_arguments(g, site, 1, receiver);
        node_add_flow(g, receiver, site->result);
    } else if (is_container(holder)) {
        flow_arguments(g, site, 0, site->result);
    } else if (with_receiver && returns_owner(site->ref)) {
        node_add_flow(g, receiver, site->result);
    }
}

ClassInfo *site_beyond(Graph *g, const Site *site)
{
    ClassInfo *owner = class_named(g, site->ref->owner), *holder;
    ClassInfo *from = site->op == OP_INVOKE_SUPER && owner->in_app ? g->functions.items[site->function].owner->super : owner;
    function_resolve(g, from ? from : owner, site->ref->name, site->ref->descriptor, &holder);
    if (!holder)
        holder = owner;
    return class_beyond(holder) ? holder : NULL;
}

/* ---- all of them ------------------------------------------------------------------------------ */

/* An object's own methods know its class, wherever they are inherited from. */
static void seed_receivers(Graph *g)
{
    for (u32 i = 0; i < g->class_list.count; i++) {
        ClassInfo *c = g->class_list.items[i];
        if (!c->in_app || !c->made)
            continue;
        u32 atom = atom_number(g, (Atom){ .kind = ATOM_TYPE, .of = c });
        for (ClassInfo *at = c; at && at->in_app; at = at->super)
            for (u32 k = 0; k < at->def->method_count; k++)
                if (!(at->def->methods[k].access & ACC_STATIC))
                    node_add_atom(g, g->functions.items[at->first_function + k].first_node, atom);
    }
}

static void resolve_by_name(Graph *g, u32 site)
{
    const Site s = g->sites.items[site];
    ClassInfo *owner = class_named(g, s.ref->owner);
    ClassInfo *from = s.op == OP_INVOKE_SUPER && g->functions.items[s.function].owner->super ? g->functions.items[s.function].owner->super : owner;
    bool virtual = s.op == OP_INVOKE_VIRTUAL || s.op == OP_INVOKE_INTERFACE;
    if (virtual && (!owner->in_app || owner->below.count))
        return;
    u32 function = function_resolve(g, from, s.ref->name, s.ref->descriptor, NULL);
    if (function == GRAPH_NONE)
        return;
    link_site(g, site, function, EDGE_CALL);
    if (virtual || (s.op == OP_INVOKE_DIRECT && s.ref->name->text[0] == '<'))
        link_selves(g, site, function, owner);
}

void calls_resolve(Graph *g)
{
    seed_receivers(g);
    for (u32 i = 1; i < g->sites.count; i++) {
        resolve_by_name(g, i);
        const Site s = g->sites.items[i];
        ClassInfo *holder = site_beyond(g, &s);
        if (holder)
            hand_over(g, &s, holder);
    }
    atoms_settle(g);
}

static void guess(Graph *g, u32 site)
{
    const Site s = g->sites.items[site];
    ClassInfo *owner = class_named(g, s.ref->owner);
    Numbers targets = { 0 };
    class_dispatch_all(g, owner, s.ref->name, s.ref->descriptor, &targets);
    u32 most = owner->in_app ? MOST_GUESSES : MOST_GUESSES_BEYOND;
    bool sure = owner->in_app && targets.count <= FEW;
    for (u32 i = 0; i < targets.count && targets.count <= most; i++)
        link_site(g, site, targets.items[i], sure ? EDGE_CALL : EDGE_GUESS);
    list_free(&targets);
}

void calls_guess(Graph *g)
{
    for (u32 i = 1; i < g->sites.count; i++) {
        const Site *s = &g->sites.items[i];
        bool virtual = s->op == OP_INVOKE_VIRTUAL || s->op == OP_INVOKE_INTERFACE;
        u32 receiver = s->arg_count ? g->arg_nodes.items[s->first_arg] : 0;
        if (virtual && (!s->found || g->nodes.items[receiver].unknown))
            guess(g, i);
    }
    atoms_settle(g);
}
