#include "explore/tree.h"

#include <stdlib.h>
#include <string.h>

void event_tree_free(EventTree *t)
{
    for (u32 i = 0; i < t->state_count; i++)
        choices_free(&t->states[i].choices);
    free(t->states);
    free(t->heap);
    map_free(&t->visits);
    *t = (EventTree){ 0 };
}

u32 event_tree_add_state(EventTree *t, const State *state)
{
    if (!(t->state_count & (t->state_count - 1)))
        t->states = xrealloc(t->states, sizeof *t->states * (t->state_count ? t->state_count * 2 : 1));
    t->states[t->state_count] = *state;
    return t->state_count++;
}

/* ---- leaves ------------------------------------------------------------------------------------ */

static bool before(const Leaf *a, const Leaf *b)
{
    return a->price < b->price || (a->price == b->price && a->order < b->order);
}

static void swap(EventTree *t, u32 a, u32 b)
{
    Leaf kept = t->heap[a];
    t->heap[a] = t->heap[b];
    t->heap[b] = kept;
}

void event_tree_push(EventTree *t, u32 state, u32 choice, float price)
{
    if (!(t->leaf_count & (t->leaf_count - 1)))
        t->heap = xrealloc(t->heap, sizeof *t->heap * (t->leaf_count ? t->leaf_count * 2 : 1));
    u32 i = t->leaf_count++;
    t->heap[i] = (Leaf){ price, state, choice, t->next_order++ };
    for (; i && before(&t->heap[i], &t->heap[(i - 1) / 2]); i = (i - 1) / 2)
        swap(t, i, (i - 1) / 2);
}

bool event_tree_pop(EventTree *t, Leaf *out)
{
    if (!t->leaf_count)
        return false;
    *out = t->heap[0];
    t->heap[0] = t->heap[--t->leaf_count];
    for (u32 i = 0;;) {
        u32 child = i * 2 + 1;
        if (child >= t->leaf_count)
            return true;
        if (child + 1 < t->leaf_count && before(&t->heap[child + 1], &t->heap[child]))
            child++;
        if (!before(&t->heap[child], &t->heap[i]))
            return true;
        swap(t, i, child);
        i = child;
    }
}

/* ---- paths ------------------------------------------------------------------------------------- */

u32 event_tree_visit(EventTree *t, u64 content, int progress)
{
    struct { u64 content; u64 progress; } key = { content, (u64)progress };
    uintptr_t *count = (uintptr_t *)map_slot_n(&t->visits, (const char *)&key, sizeof key);
    return (u32)(*count)++;
}

const Choice *event_tree_choice_to(const EventTree *t, u32 state)
{
    const State *s = &t->states[state];
    return s->parent < 0 ? NULL : &t->states[s->parent].choices.items[s->by];
}

u32 event_tree_used(const EventTree *t, u32 state, u64 **out)
{
    u32 count = t->states[state].depth;
    *out = xcalloc(count ? count : 1, sizeof **out);
    for (u32 i = count; i > 0; i--) {
        (*out)[i - 1] = event_tree_choice_to(t, state)->identity;
        state = (u32)t->states[state].parent;
    }
    return count;
}

bool event_tree_in_loop(const EventTree *t, u32 state)
{
    u64 *used;
    u32 count = event_tree_used(t, state, &used);
    bool loop = false;
    for (u32 length = 1; length * 3 <= count && !loop; length++) {
        const u64 *last = used + count - length;
        loop = last[0] && !memcmp(last, last - length, length * sizeof *last) && !memcmp(last, last - 2 * length, length * sizeof *last);
    }
    free(used);
    return loop;
}
