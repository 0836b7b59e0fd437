/*
 * What may reach where. A node is a place that holds values (an argument, a
 * result, a field, a local definition); an atom is something that can be held: an
 * object of a class, a resource's number, a text, a view found by its number.
 * Atoms move along flows until nothing changes; an object of a new class at the
 * receiver of a call gives that call a new target, which adds flows.
 *
 * A node holds at most MOST_ATOMS: past that it tells nothing, and counts as
 * unknown. That keeps the whole thing linear in practice.
 */
#include "graph/internal.h"

#include <stdlib.h>

enum { MOST_ATOMS = 40 };

u32 node_new(Graph *g)
{
    list_add(&g->nodes);
    return g->nodes.count - 1;
}

u32 atom_number(Graph *g, Atom atom)
{
    bool placed = atom.kind == ATOM_CLASS || atom.kind == ATOM_TEXT || atom.kind == ATOM_MADE;
    u32 *slot = key_slot(&g->atom_table, (u64)atom.kind << 32 | atom.number, (u64)(uintptr_t)atom.of, placed ? (u64)atom.origin << 32 | atom.guard : 0);
    if (*slot == GRAPH_NONE) {
        *slot = g->atoms.count;
        *list_add(&g->atoms) = atom;
    }
    return *slot;
}

static void enqueue(Graph *g, u32 node)
{
    Node *n = &g->nodes.items[node];
    if (n->queued)
        return;
    n->queued = true;
    *list_add(&g->queue) = node;
}

void node_add_atom(Graph *g, u32 node, u32 atom)
{
    Node *n = &g->nodes.items[node];
    if (!node)
        return;
    for (u32 i = 0; i < n->count; i++)
        if (n->atoms[i] == atom)
            return;
    if (n->count >= MOST_ATOMS) {
        if (!n->unknown)
            node_set_unknown(g, node);
        return;
    }
    if (n->count == n->room) {
        u16 room = n->room ? (u16)(n->room * 2) : 2;
        u32 *larger = ARENA_ARRAY(&g->arena, u32, room);
        for (u32 i = 0; i < n->count; i++)
            larger[i] = n->atoms[i];
        n->atoms = larger;
        n->room = room;
    }
    n->atoms[n->count++] = atom;
    enqueue(g, node);
}

void node_set_unknown(Graph *g, u32 node)
{
    if (!node || g->nodes.items[node].unknown)
        return;
    Numbers waiting = { 0 };
    *list_add(&waiting) = node;
    while (waiting.count) {
        Node *n = &g->nodes.items[waiting.items[--waiting.count]];
        if (n == g->nodes.items || n->unknown)
            continue;
        n->unknown = true;
        for (u32 at = n->out; at; at = g->flows.items[at - 1].next)
            *list_add(&waiting) = g->flows.items[at - 1].to;
    }
    list_free(&waiting);
}

void node_add_flow(Graph *g, u32 from, u32 to)
{
    if (!from || !to || from == to)
        return;
    u32 *slot = key_slot(&g->flow_table, from, to, 0);
    if (*slot != GRAPH_NONE)
        return;
    *slot = 0;
    *list_add(&g->flows) = (FlowLink){ to, g->nodes.items[from].out };
    g->nodes.items[from].out = g->flows.count;
    if (g->nodes.items[from].unknown)
        node_set_unknown(g, to);
    for (u32 i = 0; i < g->nodes.items[from].count; i++)
        node_add_atom(g, to, g->nodes.items[from].atoms[i]);
}

/* Hands on what a node got since the last time. */
static void hand_on(Graph *g, u32 node)
{
    u32 from = g->nodes.items[node].done, to = g->nodes.items[node].count;
    g->nodes.items[node].done = (u16)to;
    for (u32 i = from; i < to; i++) {
        u32 atom = g->nodes.items[node].atoms[i];
        for (u32 at = g->nodes.items[node].out; at; at = g->flows.items[at - 1].next)
            node_add_atom(g, g->flows.items[at - 1].to, atom);
        for (u32 site = g->nodes.items[node].sites; site; site = g->sites.items[site].next)
            site_dispatch(g, site, atom);
    }
}

void atoms_settle(Graph *g)
{
    for (u32 i = 0; i < g->queue.count; i++) {
        u32 node = g->queue.items[i];
        g->nodes.items[node].queued = false;
        hand_on(g, node);
    }
    g->queue.count = 0;
}
