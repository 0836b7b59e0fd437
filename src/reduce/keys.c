#include "reduce/keys.h"

#include <stdlib.h>
#include <string.h>

static bool takes_part(const bool *kept, u32 i)
{
    return !kept || kept[i];
}

/* ---- the tree ------------------------------------------------------------------------------- */

static TreeNode *node_of(Tree *tree, u32 window)
{
    for (u32 i = 0; i < tree->count; i++)
        if (tree->nodes[i].window == window)
            return &tree->nodes[i];
    return NULL;
}

void tree_build(Tree *out, const Record *record, const bool *kept)
{
    *out = (Tree){ .nodes = xcalloc(MAX(record->window_count, 1), sizeof *out->nodes) };
    for (u32 i = 0; i < record->count; i++) {
        const UserEvent *e = &record->events[i];
        TreeNode *n = node_of(out, e->src.window);
        if (!n) {
            n = &out->nodes[out->count++];
            *n = (TreeNode){ .window = e->src.window, .level = e->depth };
        }
        n->level = MIN(n->level, e->depth);
        if (!takes_part(kept, i))
            continue;
        n->events = xrealloc(n->events, (n->count + 1) * sizeof *n->events);
        n->events[n->count++] = i;
    }
}

void window_tree_free(Tree *tree)
{
    for (u32 i = 0; i < tree->count; i++)
        free(tree->nodes[i].events);
    free(tree->nodes);
    *tree = (Tree){ 0 };
}

/* ---- Short -------------------------------------------------------------------------------------- */

enum { NOWHERE = 0xffffffff };

/* The event that first leads, on the shortest way, into each window; NOWHERE: none is needed or known. */
static u32 *ways(const Record *r, const bool *kept, bool latest)
{
    u32 *way = xmalloc(MAX(r->window_count, 1) * sizeof *way), *queue = xcalloc(MAX(r->window_count, 1), sizeof *queue);
    bool *seen = xcalloc(MAX(r->window_count, 1), sizeof *seen);
    for (u32 i = 0; i < r->window_count; i++)
        way[i] = NOWHERE;
    u32 first = 0, last = 0;
    queue[last++] = r->main_window;
    seen[r->main_window] = true;
    while (first < last) {
        u32 window = queue[first++];
        for (u32 k = 0; k < r->count; k++) {
            u32 i = latest ? r->count - 1 - k : k;
            const UserEvent *e = &r->events[i];
            if (!takes_part(kept, i) || e->src.window != window || seen[e->des.window])
                continue;
            seen[e->des.window] = true;
            way[e->des.window] = i;
            queue[last++] = e->des.window;
        }
    }
    free(seen);
    free(queue);
    return way;
}

/* The events on the way to a window, in their order; false: there is no way. */
static bool way_to(const Record *r, const u32 *way, u32 window, u32 *out, u32 *count)
{
    *count = 0;
    while (window != r->main_window) {
        u32 i = way[window];
        if (i == NOWHERE || *count >= r->window_count)
            return false;
        out[(*count)++] = i;
        window = r->events[i].src.window;
    }
    for (u32 i = 0; i < *count / 2; i++) {
        u32 swap = out[i];
        out[i] = out[*count - 1 - i];
        out[*count - 1 - i] = swap;
    }
    return true;
}

u32 keys_short(const Record *r, const bool *kept, bool latest, u32 *out)
{
    if (!r->count)
        return 0;
    u32 *way = ways(r, kept, latest), count;
    bool found = way_to(r, way, r->events[r->count - 1].src.window, out, &count);
    free(way);
    if (!found)
        return 0;
    out[count++] = r->count - 1;
    return count;
}

u32 keys_short_with_tail(const Record *r, const bool *kept, u32 *out)
{
    if (!r->count)
        return 0;
    u32 *way = ways(r, kept, true), count, last = r->events[r->count - 1].src.window, from = r->count - 1;
    while (from > 0 && r->events[from - 1].src.window == last && r->events[from - 1].des.window == last)
        from--;
    bool found = way_to(r, way, last, out, &count);
    free(way);
    if (!found)
        return 0;
    for (u32 i = from; i < r->count; i++)
        if (takes_part(kept, i))
            out[count++] = i;
    return count;
}

/* ---- States ---------------------------------------------------------------------------------------- */

/* Are two moments the same state? */
typedef bool SameState(AppStatus a, AppStatus b);

static bool same_exactly(AppStatus a, AppStatus b)
{
    return a.window == b.window && a.screen == b.screen;
}

static bool same_content(AppStatus a, AppStatus b)
{
    return a.window == b.window && a.content == b.content;
}

/* From a state to the event that last left it, as long as it takes: loops fall out. */
u32 keys_states(const Record *r, const bool *kept, bool exact, u32 *out)
{
    if (!r->count)
        return 0;
    SameState *same = exact ? same_exactly : same_content;
    u32 count = 0, last = r->count - 1;
    AppStatus at = r->events[0].src;
    for (u32 i = 0; i < last;) {
        u32 leave = i;
        for (u32 k = last + 1; k-- > i;)
            if (same(r->events[k].src, at)) {
                leave = k;
                break;
            }
        if (leave == last)
            break;
        if (takes_part(kept, leave))
            out[count++] = leave;
        at = r->events[leave].des;
        i = leave + 1;
    }
    out[count++] = last;
    return count;
}

/* ---- Duplicate -------------------------------------------------------------------------------------- */

bool keys_equivalent(const UserEvent *a, const UserEvent *b, double threshold)
{
    if (a->crashes || b->crashes || a->src.window != b->src.window || a->window_changes != b->window_changes)
        return false;
    if (!a->window_changes)
        return a->op == b->op && a->key == b->key && a->object_hash == b->object_hash && a->object_hash;
    return a->des.window == b->des.window && record_similarity(a, b) > threshold;
}

typedef struct Pruned {
    const Record *record;
    bool *kept;
    double threshold;
} Pruned;

static int by_level(const void *a, const void *b)
{
    const TreeNode *x = a, *y = b;
    return x->level != y->level ? (x->level < y->level ? -1 : 1) : x->window < y->window ? -1 : x->window > y->window;
}

/* Leaving a window out means that nothing led here either: the transition before goes too. */
static void leave_out(Pruned *p, u32 i)
{
    p->kept[i] = false;
    if (!p->record->events[i].window_changes)
        return;
    for (u32 k = i; k-- > 0;) {
        const UserEvent *e = &p->record->events[k];
        if (!p->kept[k] || !e->window_changes)
            continue;
        if (e->des.window == p->record->events[i].src.window)
            p->kept[k] = false;
        return;
    }
}

static void prune_node(Pruned *p, const TreeNode *n)
{
    for (u32 i = 0; i < n->count; i++)
        for (u32 k = 0; k < i && p->kept[n->events[i]]; k++)
            if (p->kept[n->events[k]] && keys_equivalent(&p->record->events[n->events[k]], &p->record->events[n->events[i]], p->threshold))
                leave_out(p, n->events[i]);
}

/* The tree as a sequence: in each window first what stays in it, then a way out; the last event is last. */
static u32 walk(const Pruned *p, u32 *out)
{
    const Record *r = p->record;
    bool *done = xcalloc(MAX(r->count, 1), sizeof *done);
    u32 window = r->main_window, count = 0, last = r->count - 1;
    for (;;) {
        u32 leave = NOWHERE;
        for (u32 i = 0; i < last; i++) {
            const UserEvent *e = &r->events[i];
            if (done[i] || !p->kept[i] || e->src.window != window)
                continue;
            if (e->window_changes) {
                leave = leave == NOWHERE ? i : leave;
                continue;
            }
            done[i] = true;
            out[count++] = i;
        }
        if (leave == NOWHERE)
            break;
        done[leave] = true;
        out[count++] = leave;
        window = r->events[leave].des.window;
    }
    free(done);
    out[count++] = last;
    return count;
}

u32 keys_duplicate(const Record *r, const bool *kept, double threshold, u32 *out)
{
    if (!r->count)
        return 0;
    Tree tree;
    tree_build(&tree, r, kept);
    qsort(tree.nodes, tree.count, sizeof *tree.nodes, by_level);
    Pruned p = { .record = r, .kept = xcalloc(r->count, sizeof *p.kept), .threshold = threshold };
    for (u32 i = 0; i < r->count; i++)
        p.kept[i] = takes_part(kept, i);
    for (u32 i = 0; i < tree.count; i++)
        prune_node(&p, &tree.nodes[i]);
    u32 count = walk(&p, out);
    free(p.kept);
    window_tree_free(&tree);
    return count;
}
