/*
 * Guards: which code of a handler runs for which item. One function serves many
 * widgets and asks which one it was:
 *
 *   switch (item.getItemId()) { case R.id.save: … }
 *   if (view.getId() == R.id.save) …      if (preference.getKey().equals("save")) …
 *
 * Over the blocks flows the set of items that can arrive: an edge that compares
 * carries its constant, any other edge what the block before had, the entry any
 * item. A block that only some items reach has them as its guard.
 */
#include "code/flow.h"
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 64 };

typedef struct ItemSet {
    bool any;
    Numbers items;
} ItemSet;

u32 guard_of_text(const char *text)
{
    return (hash_bytes(text, strlen(text)) & 0x1fffffff) | 0x20000000;    /* resources are 0x01…… and 0x7f…… */
}

bool guard_allows(const Graph *g, u32 guard, i64 item)
{
    return !guard || item < 0 || numbers_have(&g->guards.items[guard], (u32)item);
}

/* ---- what is compared --------------------------------------------------------------- */

static const Unit *definition(const Values *v, u32 value)
{
    return value_is_definition(v, value) ? &v->code->units[value - 1] : NULL;
}

static bool is_call_named(const Unit *insn, const char *name)
{
    if (!insn || !(op_info[insn->op].flags & OPF_CALL))
        return false;
    const Ref *ref = insn[1].pointer;
    return ref->kind == REF_METHOD && symbol_is(ref->name, name);
}

static bool asks_for_item(const Unit *insn)
{
    return is_call_named(insn, "getItemId") || is_call_named(insn, "getId");
}

static bool constant_field(Graph *g, const Ref *ref, i32 *out)
{
    const ClassInfo *c = class_named(g, ref->owner);
    for (u32 i = 0; c->def && i < c->def->field_count; i++) {
        const FieldDef *field = &c->def->fields[i];
        if (field->name == ref->name && field->constant.tag == 'I') {
            *out = (i32)field->constant.bits;
            return true;
        }
    }
    return false;
}

bool value_constant(Graph *g, const Values *v, u32 value, i32 *out)
{
    const Unit *insn = definition(v, value);
    if (insn && insn->op == OP_CONST) {
        *out = insn->imm;
        return true;
    }
    return insn && insn->op == OP_SGET && ((const Ref *)insn[1].pointer)->descriptor->text[0] == 'I' && constant_field(g, insn[1].pointer, out);
}

/* "key".equals(preference.getKey()), either way round: the text. */
static const char *compared_text(const Values *v, const Unit *equals, const u32 *state_there)
{
    if (!is_call_named(equals, "equals") || equals->a != 2)
        return NULL;
    for (u32 i = 0; i < 2; i++) {
        const Unit *text = definition(v, state_there[call_register(equals, i)]);
        const Unit *key = definition(v, state_there[call_register(equals, 1 - i)]);
        if (text && text->op == OP_CONST_STRING && is_call_named(key, "getKey"))
            return ((const Ref *)text[1].pointer)->name->text;
    }
    return NULL;
}

/* The comparison that ends a block: when equal, control goes to *equal_unit. */
typedef struct Comparison {
    bool found;
    u32 item, equal_unit, other_unit;
} Comparison;

static Comparison compare_items(Graph *g, const Values *v, u32 unit, const u32 *state, u32 *scratch)
{
    const Unit *insn = &v->code->units[unit];
    u32 target = (u32)((i64)unit + insn_target(insn)), next = unit + insn_length(insn);
    bool equal_jumps = insn->op == OP_IF_EQ || insn->op == OP_IF_EQ_LIT || insn->op == OP_IF_NEZ;
    Comparison c = { .equal_unit = equal_jumps ? target : next, .other_unit = equal_jumps ? next : target };
    i32 constant;
    switch (insn->op) {
    case OP_IF_EQ: case OP_IF_NE:
        c.found = (asks_for_item(definition(v, state[insn->a])) && value_constant(g, v, state[insn->b], &constant))
            || (asks_for_item(definition(v, state[insn->b])) && value_constant(g, v, state[insn->a], &constant));
        break;
    case OP_IF_EQ_LIT: case OP_IF_NE_LIT:
        c.found = asks_for_item(definition(v, state[insn->a]));
        constant = insn->literal_b;
        break;
    case OP_IF_EQZ: case OP_IF_NEZ: {
        const Unit *equals = definition(v, state[insn->a]);
        if (!is_call_named(equals, "equals"))
            break;
        values_at(v, (u32)(equals - v->code->units), scratch);
        const char *text = compared_text(v, equals, scratch);
        c.found = text != NULL;
        constant = text ? (i32)guard_of_text(text) : 0;
        break;
    }
    default:
        break;
    }
    c.item = c.found ? (u32)constant : 0;
    return c;
}

static bool is_item_switch(const Values *v, const Unit *insn, const u32 *state)
{
    return op_info[insn->op].flags & OPF_SWITCH && asks_for_item(definition(v, state[insn->a]));
}

static bool asks_anywhere(const Code *code)
{
    for (u32 unit = 0; unit < code->unit_count; unit += insn_length(&code->units[unit]))
        if (asks_for_item(&code->units[unit]) || is_call_named(&code->units[unit], "getKey"))
            return true;
    return false;
}

/* ---- sets over blocks ------------------------------------------------------------------- */

static bool add_items(ItemSet *to, const ItemSet *from)
{
    if (to->any)
        return false;
    if (from->any || to->items.count > MOST_ITEMS)
        return to->any = true;
    bool changed = false;
    for (u32 i = 0; i < from->items.count; i++)
        changed |= numbers_add_new(&to->items, from->items.items[i]);
    return changed;
}

static bool add_item(ItemSet *to, u32 item)
{
    return !to->any && numbers_add_new(&to->items, item);
}

/* Hands the items of a block to those behind it. */
static bool hand_on(Graph *g, const Values *v, u32 block, ItemSet *sets, u32 *state, u32 *scratch)
{
    const Flow *flow = v->flow;
    u32 last = flow->blocks[block].last;
    const Unit *insn = &v->code->units[last];
    bool changed = false;
    values_at(v, last, state);
    if (is_item_switch(v, insn, state)) {
        const SwitchTable *table = insn[1].pointer;
        for (u32 i = 0; i < table->count; i++) {
            u32 key = (u32)(table->keys ? table->keys[i] : table->first + (i32)i);
            changed |= add_item(&sets[flow->block_at[(i64)last + table->targets[i]]], key);
        }
        return changed | add_items(&sets[flow->block_at[last + insn_length(insn)]], &sets[block]);
    }
    Comparison c = compare_items(g, v, last, state, scratch);
    if (c.found) {
        changed |= add_item(&sets[flow->block_at[c.equal_unit]], c.item);
        return changed | add_items(&sets[flow->block_at[c.other_unit]], &sets[block]);
    }
    for (u32 i = 0; i < flow_count(&flow->out, block); i++) {
        u32 next = flow_edge(&flow->out, block, i);
        if (next < flow->block_count)
            changed |= add_items(&sets[next], &sets[block]);
    }
    return changed;
}

u32 *guards_find(Graph *g, const Values *v, Arena *arena)
{
    u32 blocks = v->flow->block_count;
    if (blocks < 2 || blocks > 4096 || !asks_anywhere(v->code))
        return NULL;
    ItemSet *sets = xcalloc(blocks, sizeof *sets);
    u32 *state = ARENA_ARRAY(arena, u32, v->registers + 1), *scratch = ARENA_ARRAY(arena, u32, v->registers + 1);
    sets[0].any = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 b = 0; b < blocks; b++)
            if (sets[b].any || sets[b].items.count)
                changed |= hand_on(g, v, b, sets, state, scratch);
    }
    u32 *guards = ARENA_ARRAY(arena, u32, blocks);
    for (u32 b = 0; b < blocks; b++) {
        if (sets[b].any || !sets[b].items.count) {
            list_free(&sets[b].items);
            continue;
        }
        guards[b] = g->guards.count;
        *list_add(&g->guards) = sets[b].items;
    }
    free(sets);
    return guards;
}

bool site_constant(Graph *g, const Site *site, u32 argument, i32 *out)
{
    const Function *f = &g->functions.items[site->function];
    ArenaMark mark = arena_mark(&g->scratch);
    Values v;
    bool found = false;
    if (f->code && argument < site->arg_count && !values_find(&v, f->code, &g->scratch)) {
        u32 *state = ARENA_ARRAY(&g->scratch, u32, v.registers + 1);
        values_at(&v, site->unit, state);
        found = value_constant(g, &v, state[call_register(&f->code->units[site->unit], argument)], out);
    }
    arena_release(&g->scratch, mark);
    return found;
}
