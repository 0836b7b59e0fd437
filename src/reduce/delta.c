#include "reduce/delta.h"

#include <stdlib.h>
#include <string.h>

static bool out_of_time(const Tester *t)
{
    return t->out_of_time && t->out_of_time(t->context);
}

/* ---- candidates --------------------------------------------------------------------------- */

/* Sequences that are made for a test and freed after it. */
typedef struct Candidates {
    Sequence *items;
    u32 *atoms;
    u32 count, used;
} Candidates;

static Candidates candidates_open(u32 most, u32 room)
{
    return (Candidates){ .items = xcalloc(MAX(most, 1), sizeof(Sequence)), .atoms = xcalloc(MAX(room, 1), sizeof(u32)) };
}

static void candidates_free(Candidates *c)
{
    free(c->items);
    free(c->atoms);
}

/* Everything but [from, to). */
static void add_without(Candidates *c, const u32 *atoms, u32 count, u32 from, u32 to)
{
    u32 *out = c->atoms + c->used;
    memcpy(out, atoms, from * sizeof *out);
    memcpy(out + from, atoms + to, (count - to) * sizeof *out);
    c->items[c->count++] = (Sequence){ out, count - (to - from) };
    c->used += count - (to - from);
}

static void add_part(Candidates *c, const u32 *atoms, u32 from, u32 to)
{
    memcpy(c->atoms + c->used, atoms + from, (to - from) * sizeof *atoms);
    c->items[c->count++] = (Sequence){ c->atoms + c->used, to - from };
    c->used += to - from;
}

u32 delta_take(u32 *atoms, const Sequence *failing, const Tester *t)
{
    u32 count = failing->count;
    if (t->failed_after)
        count = MIN(count, MAX(t->failed_after(t->context), 1));
    memmove(atoms, failing->atoms, count * sizeof *atoms);
    return count;
}

/* Tests them; the one that fails replaces atoms. */
static bool take_first(Candidates *c, u32 *atoms, u32 *count, const Tester *t)
{
    i32 index = c->count ? t->first_failing(t->context, c->items, c->count) : -1;
    if (index >= 0)
        *count = delta_take(atoms, &c->items[index], t);
    return index >= 0;
}

/* Where segment i of n begins. Equal parts; what does not divide goes to the last ones. */
static u32 border(u32 count, u32 n, u32 i)
{
    u32 size = count / n, longer = count % n;
    return i * size + (i > n - longer ? i - (n - longer) : 0);
}

/* ---- segments -------------------------------------------------------------------------------- */

u32 delta_segments(u32 *atoms, u32 count, const Tester *t)
{
    u32 n = 2;
    while (count >= 2 && !out_of_time(t)) {
        Candidates c = candidates_open(n, n * count);
        for (u32 i = 0; i < n; i++)
            add_without(&c, atoms, count, border(count, n, i), border(count, n, i + 1));
        bool failed = take_first(&c, atoms, &count, t);
        candidates_free(&c);
        if (!failed && n == count)
            break;
        n = failed ? MAX(n - 1, 2) : MIN(2 * n, count);
        n = MIN(n, MAX(count, 2));
    }
    return count;
}

/* ---- ddmin ------------------------------------------------------------------------------------- */

/* One round of ddmin over units, whose borders are given: unit i is atoms[at[i] … at[i + 1]). */
static bool try_parts(u32 *atoms, u32 *count, u32 n, const u32 *at, const Tester *t, bool complements)
{
    Candidates c = candidates_open(n, n * *count);
    for (u32 i = 0; i < n; i++)
        if (complements)
            add_without(&c, atoms, *count, at[i], at[i + 1]);
        else
            add_part(&c, atoms, at[i], at[i + 1]);
    bool failed = take_first(&c, atoms, count, t);
    candidates_free(&c);
    return failed;
}

/* at: borders of the units, unit_count + 1 of them; kept up to date. */
static u32 ddmin_units(u32 *atoms, u32 count, u32 *(*units_of)(void *context, const u32 *atoms, u32 count, u32 *unit_count), void *context, const Tester *t)
{
    u32 n = 2;
    for (;;) {
        u32 unit_count;
        u32 *units = units_of(context, atoms, count, &unit_count);
        if (unit_count < 2 || out_of_time(t)) {
            free(units);
            return count;
        }
        n = MIN(n, unit_count);
        u32 *at = xcalloc(n + 1, sizeof *at);
        for (u32 i = 0; i <= n; i++)
            at[i] = units[border(unit_count, n, i)];
        bool part = try_parts(atoms, &count, n, at, t, false);
        bool rest = !part && n > 2 && try_parts(atoms, &count, n, at, t, true);
        bool ends = !part && !rest && n == unit_count;
        free(at);
        free(units);
        if (ends)
            return count;
        n = part ? 2 : rest ? MAX(n - 1, 2) : MIN(2 * n, unit_count);
    }
}

static u32 *single_units(void *context, const u32 *atoms, u32 count, u32 *unit_count)
{
    UNUSED(context);
    UNUSED(atoms);
    u32 *at = xcalloc(count + 1, sizeof *at);
    for (u32 i = 0; i <= count; i++)
        at[i] = i;
    *unit_count = count;
    return at;
}

u32 delta_ddmin(u32 *atoms, u32 count, const Tester *t)
{
    return ddmin_units(atoms, count, single_units, NULL, t);
}

/* ---- hierarchical -------------------------------------------------------------------------------- */

typedef struct Level {
    const u32 *level;
    u32 depth;
} Level;

/* At a depth, what lies deeper belongs to the atom before it: it went there. */
static u32 *level_units(void *context, const u32 *atoms, u32 count, u32 *unit_count)
{
    const Level *l = context;
    u32 *at = xcalloc(count + 1, sizeof *at), n = 0;
    for (u32 i = 0; i < count; i++)
        if (!i || l->level[atoms[i]] <= l->depth)
            at[n++] = i;
    at[n] = count;
    *unit_count = n;
    return at;
}

u32 delta_hdd(u32 *atoms, u32 count, const u32 *level, const Tester *t)
{
    u32 deepest = 0;
    for (u32 i = 0; i < count; i++)
        deepest = MAX(deepest, level[atoms[i]]);
    for (Level l = { level, 0 }; l.depth <= deepest && !out_of_time(t); l.depth++)
        count = ddmin_units(atoms, count, level_units, &l, t);
    return count;
}

/* ---- helpers of auto ---------------------------------------------------------------------------------- */

u32 delta_tail(u32 *atoms, u32 count, const Tester *t)
{
    for (u32 n = 1; n * 2 < count && !out_of_time(t); n *= 2) {
        Sequence tail = { atoms + count - n, n };
        if (t->first_failing(t->context, &tail, 1) == 0)
            return delta_take(atoms, &tail, t);
    }
    return count;
}

bool delta_single(u32 *atoms, u32 *count, const Tester *t)
{
    bool changed = true;
    while (changed && *count > 1) {
        if (out_of_time(t))
            return false;
        Candidates c = candidates_open(*count, *count * *count);
        for (u32 i = *count; i-- > 0;)
            add_without(&c, atoms, *count, i, i + 1);
        changed = take_first(&c, atoms, count, t);
        candidates_free(&c);
    }
    return !out_of_time(t);
}

u32 delta_pauses(u32 *atoms, u32 count, u32 twins, const Tester *t)
{
    bool changed = true;
    while (changed && count > 1 && !out_of_time(t)) {
        Candidates c = candidates_open(count, count * count);
        for (u32 i = count - 1; i > 0; i--) {
            u32 *before = c.atoms + c.used + i - 1;
            add_without(&c, atoms, count, i, i + 1);
            if (*before < twins)
                *before += twins;
            else
                c.count--, c.used -= count - 1;     /* it is patient already: leaving the other out is all there is */
        }
        changed = take_first(&c, atoms, &count, t);
        candidates_free(&c);
    }
    return count;
}

typedef struct Groups {
    const u32 *atoms, *group;
    u32 count;
    bool *gone;                     /* groups that are left out */
    const Tester *tester;
} Groups;

static u32 without_gone(const Groups *g, u32 *out)
{
    u32 n = 0;
    for (u32 i = 0; i < g->count; i++)
        if (g->group[g->atoms[i]] == NO_GROUP || !g->gone[g->group[g->atoms[i]]])
            out[n++] = g->atoms[i];
    return n;
}

static void try_groups(Groups *g, u32 from, u32 to)
{
    if (from >= to || out_of_time(g->tester))
        return;
    for (u32 i = from; i < to; i++)
        g->gone[i] = true;
    u32 *left = xcalloc(g->count, sizeof *left);
    Sequence s = { left, without_gone(g, left) };
    bool fails = g->tester->first_failing(g->tester->context, &s, 1) == 0;
    free(left);
    if (fails)
        return;
    for (u32 i = from; i < to; i++)
        g->gone[i] = false;
    if (to - from < 2)
        return;
    u32 middle = from + (to - from) / 2;
    try_groups(g, middle, to);
    try_groups(g, from, middle);
}

u32 delta_groups(u32 *atoms, u32 count, const u32 *group, u32 group_count, const Tester *t)
{
    Groups g = { atoms, group, count, xcalloc(MAX(group_count, 1), sizeof *g.gone), t };
    u32 *left = xcalloc(MAX(count, 1), sizeof *left);
    try_groups(&g, 0, group_count);
    u32 n = without_gone(&g, left);
    memcpy(atoms, left, n * sizeof *atoms);
    free(left);
    free(g.gone);
    return n;
}
