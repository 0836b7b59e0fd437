/*
 * Best first: what is near the throw is met first, so that each line gets its
 * smallest distance. A step in the app costs more than one in the system, and
 * control costs more than data.
 *
 * The system's code is walked through, since values come through it, but its own
 * decisions are folded: where the app called the system, the call and all that was
 * handed to it count; of the system's instructions only those that carried the value.
 * But a call whose result (or whose throw) is asked for is opened: what happened in it,
 * that is, everything not older than the call (`window`), is walked as if it were the
 * app's, and of what was handed to it only that counts which was used. Where the system called the app, the receiver is followed: that is where a
 * listener was registered.
 */
#include "slice/walk.h"

#include "slice/methods.h"
#include "slice/record.h"

#include "base/map.h"

#include <stdlib.h>
#include <string.h>

enum { VISITED = 1, ARGUMENTS = 2, CLIMBED = 4 };
enum { COST_SYSTEM = 1, COST_VALUE = 16, COST_OBJECT = 24, COST_CONTROL = 32, MOST_DISTANCE = 1 << 16 };

typedef struct Item {
    Node node, window;
    i32 from;                   /* the line of the app that asked */
    u32 steps;
    u8 reason;
    bool arguments;             /* what was handed to this call counts too */
    bool receiver;              /* a call of the app by the system: its receiver counts */
    bool climb;                 /* only for the call that led here */
    bool thrown;                /* on the way from the throw to the app's call */
    bool seeks;                 /* the throw's decision, which may lie in a caller of the method that threw */
} Item;

typedef struct Bucket {
    Item *items;
    u32 count, room;
} Bucket;

typedef struct Walker {
    Walk *out;
    const History *history;
    bool whole;
    u8 *marks;                  /* per node */
    Bucket *buckets;
    u32 bucket_count, distance;
    Map lines;                  /* line and event -> index + 1 */
} Walker;

static bool of_app(u32 place)
{
    const MethodFacts *facts = place >= FIRST_PLACE ? method_of_place(place) : NULL;
    return facts && facts->of_app;
}

Node walk_caller(const History *history, Node node)
{
    NodeView view;
    for (; node; node = view.control) {
        history_read(history, node, &view);
        if (of_app(view.place))
            return node;
    }
    return 0;
}

static void push(Walker *w, u32 cost, Item item)
{
    u32 distance = MIN(w->distance + cost, MOST_DISTANCE - 1u);
    if (!item.node)
        return;
    if (distance >= w->bucket_count) {
        u32 count = distance + 64;
        w->buckets = xrealloc(w->buckets, count * sizeof *w->buckets);
        memset(w->buckets + w->bucket_count, 0, (count - w->bucket_count) * sizeof *w->buckets);
        w->bucket_count = count;
    }
    Bucket *b = &w->buckets[distance];
    if (b->count == b->room) {
        b->room = b->room ? b->room * 2 : 16;
        b->items = xrealloc(b->items, b->room * sizeof *b->items);
    }
    b->items[b->count++] = item;
}

/* ---- lines -------------------------------------------------------------------------------- */

static i32 meet(Walker *w, const Item *item, const MethodFacts *facts, u32 place)
{
    i32 line = method_line(facts, place);
    struct { const MethodFacts *facts; i32 line; u32 event; } key;
    memset(&key, 0, sizeof key);
    key.facts = facts;
    key.line = line;
    key.event = record_event_of(item->node);
    void **slot = map_slot_n(&w->lines, (const char *)&key, sizeof key);
    if (*slot)
        return (i32)(uintptr_t)*slot - 1;
    Walk *out = w->out;
    if (out->count == out->room) {
        out->room = out->room ? out->room * 2 : 64;
        out->met = xrealloc(out->met, out->room * sizeof *out->met);
    }
    out->met[out->count] = (Met){
        .facts = facts, .line = line, .event = key.event, .distance = (w->distance + COST_VALUE - 1) / COST_VALUE,
        .node = item->node, .because = item->from, .reason = item->reason, .steps = item->steps,
    };
    *slot = (void *)(uintptr_t)(out->count + 1);
    return (i32)out->count++;
}

/* ---- steps ------------------------------------------------------------------------------------ */

static u8 reason_of(u8 kind)
{
    static const u8 reasons[] = { BECAUSE_VALUE, BECAUSE_OBJECT, BECAUSE_ARGUMENT, BECAUSE_STATE };
    return reasons[kind];
}

static u32 cost_of(u8 kind)
{
    return kind == LINK_VALUE ? COST_VALUE : COST_OBJECT;
}

/* A branch, a switch or a catch, as opposed to a call. */
static bool decides(const Walker *w, Node node)
{
    NodeView view;
    history_read(w->history, node, &view);
    const MethodFacts *facts = view.place >= FIRST_PLACE ? method_of_place(view.place) : NULL;
    return facts && facts->steps && facts->steps[view.place - facts->first_place].action != STEP_CALL;
}

/* The value that a call of the system gave to the app: the call is opened. */
static Node window_for(const Walker *w, Node node)
{
    NodeView view;
    history_read(w->history, node, &view);
    const MethodFacts *facts = view.place >= FIRST_PLACE ? method_of_place(view.place) : NULL;
    if (!facts || facts->of_app)
        return UINT32_MAX;
    if (facts->steps && facts->steps[view.place - facts->first_place].action != STEP_RETURN)
        return UINT32_MAX;
    Node caller = walk_caller(w->history, node);
    return caller ? caller : UINT32_MAX;
}

/* Accessors and bridges of the compiler stand in no source: they are folded. */
static bool is_folded(const Item *item, const MethodFacts *facts)
{
    return facts->method->access & ACC_SYNTHETIC && item->from >= 0;
}

static void step_in_app(Walker *w, const Item *item, const NodeView *view, i32 line, bool folded)
{
    for (u32 i = 0; i < view->link_count; i++) {
        Link link = view->links[i];
        if (link.kind == LINK_ARGUMENT && !item->arguments)
            continue;
        u8 reason = folded && link.kind == LINK_VALUE ? item->reason : reason_of(link.kind);
        push(w, folded ? COST_SYSTEM : cost_of(link.kind), (Item){ .node = link.to, .window = window_for(w, link.to), .from = line, .reason = reason });
    }
    if (!view->control)
        return;
    NodeView by;
    history_read(w->history, view->control, &by);
    u8 reason = decides(w, view->control) ? BECAUSE_DECIDED : folded ? item->reason : BECAUSE_CALLED;
    push(w, folded ? COST_SYSTEM : COST_CONTROL, (Item){ .node = view->control, .window = UINT32_MAX, .from = line, .reason = reason, .receiver = !of_app(by.place) });
}

static void step_in_system(Walker *w, const Item *item, const NodeView *view)
{
    bool open = w->whole || item->node >= item->window;
    for (u32 i = 0; i < view->link_count; i++) {
        Link link = view->links[i];
        bool wanted = open ? link.kind != LINK_ARGUMENT
            : item->receiver ? link.kind == LINK_ADDRESS || link.kind == LINK_HIDDEN : link.kind == LINK_VALUE || link.kind == LINK_HIDDEN;
        if (wanted)
            push(w, COST_SYSTEM, (Item){ .node = link.to, .window = item->window, .from = item->from, .reason = link.kind == LINK_HIDDEN ? BECAUSE_STATE : item->reason, .steps = item->steps + 1 });
    }
    if ((item->receiver && !open) || !view->control)
        return;
    /* Of the callers of an opened method only the call counts, not why they came to it. */
    bool call = !decides(w, view->control);
    push(w, COST_SYSTEM, (Item){
        .node = view->control, .window = item->window, .from = item->from, .reason = item->reason, .steps = item->steps + 1,
        .arguments = !open || item->thrown, .climb = !open || (call && !item->seeks && !w->whole), .seeks = item->seeks && call, .thrown = item->thrown,
    });
}

static void visit(Walker *w, const Item *item)
{
    u8 mark = item->climb ? CLIMBED : VISITED, *marks = &w->marks[item->node];
    bool arguments = item->arguments && !(*marks & ARGUMENTS);
    if (*marks & mark && !arguments)
        return;
    NodeView view;
    history_read(w->history, item->node, &view);
    const MethodFacts *facts = view.place >= FIRST_PLACE ? method_of_place(view.place) : NULL;
    bool app = facts && facts->of_app;
    if (*marks & mark && !app)
        return;
    *marks |= (u8)(mark | (arguments && app ? ARGUMENTS : 0));
    w->out->visited++;
    bool folded = app && is_folded(item, facts);
    if (app)
        step_in_app(w, item, &view, folded ? item->from : meet(w, item, facts, view.place), folded);
    else if (item->climb)
        push(w, 0, (Item){ .node = view.control, .window = item->window, .from = item->from, .reason = item->reason, .steps = item->steps + 1, .arguments = item->arguments, .climb = true, .thrown = item->thrown });
    else
        step_in_system(w, item, &view);
}

void walk_back(Walk *out, const History *history, Node from, bool whole)
{
    *out = (Walk){ 0 };
    Walker w = { .out = out, .history = history, .whole = whole };
    w.marks = xcalloc(history_end(history) + 1u, 1);
    Node caller = walk_caller(history, from);
    Item start = { .node = from, .window = caller ? caller : record_event_start(record_event_of(from)), .from = -1, .reason = BECAUSE_THROWN, .seeks = true, .thrown = true };
    if (caller && caller != from) {
        /* Thrown in the system: the app's line that called it comes first. */
        push(&w, 0, (Item){ .node = caller, .window = UINT32_MAX, .from = -1, .reason = BECAUSE_THROWN });
        start.from = 0;
        start.reason = BECAUSE_VALUE;
    }
    push(&w, 0, start);
    for (; w.distance < w.bucket_count; w.distance++)
        for (u32 i = 0; i < w.buckets[w.distance].count; i++) {
            Item item = w.buckets[w.distance].items[i];
            visit(&w, &item);
        }
    for (u32 i = 0; i < w.bucket_count; i++)
        free(w.buckets[i].items);
    free(w.buckets);
    free(w.marks);
    map_free(&w.lines);
}

void walk_free(Walk *walk)
{
    free(walk->met);
    *walk = (Walk){ 0 };
}
