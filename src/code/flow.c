/*
 * Control flow: blocks and edges, then trees over them.
 *
 * Dominators by Lengauer and Tarjan, "A fast algorithm for finding dominators
 * in a flowgraph", the simple version: never worse than edges times the
 * logarithm of blocks, which counts since apps are hostile. (Cooper, Harvey and
 * Kennedy's iteration took seconds for a loop with 20,000 ways back.)
 * Post-dominators are the same on the edges turned around.
 *
 * Edges lie in two flat arrays, one per direction:
 *
 *   node          0     1   2      exit
 *   out.start     0     2   3      4      4
 *   out.to        1 2   2   exit
 */
#include "code/flow.h"

enum { MOST_EDGES = 1 << 21 };

/* ---- blocks --------------------------------------------------------------------------- */

/* covered[unit] = 1 inside any try range: openings and closings are counted, then summed up. */
static void mark_covered(const Code *code, Arena *arena, u8 *covered)
{
    if (!code->try_count)
        return;
    u32 *change = ARENA_ARRAY(arena, u32, code->unit_count + 1), depth = 0;
    for (u32 i = 0; i < code->try_count; i++) {
        change[code->tries[i].start]++;
        change[code->tries[i].end]--;
    }
    for (u32 unit = 0; unit < code->unit_count; unit++) {
        depth += change[unit];
        covered[unit] = depth != 0;
    }
}

/* starts[unit] = 1 where a block begins. */
static void mark_starts(const Code *code, u8 *starts, const u8 *covered)
{
    starts[0] = 1;
    for (u32 pc = 0, next; pc < code->unit_count; pc = next) {
        const Unit *insn = &code->units[pc];
        u8 flags = op_info[insn->op].flags;
        next = pc + insn_length(insn);
        if (flags & OPF_BRANCH)
            starts[(i64)pc + insn_target(insn)] = 1;
        if (flags & OPF_SWITCH) {
            const SwitchTable *table = insn[1].pointer;
            for (u32 i = 0; i < table->count; i++)
                starts[(i64)pc + table->targets[i]] = 1;
        }
        if (flags & (OPF_BRANCH | OPF_SWITCH | OPF_ENDS) || (flags & OPF_THROWS && covered[pc]))
            starts[next] = 1;
    }
    for (u32 i = 0; i < code->try_count; i++) {
        const TryRange *range = &code->tries[i];
        starts[range->start] = starts[range->end] = starts[range->handler] = 1;
    }
}

static void make_blocks(Flow *flow, const u8 *starts)
{
    const Code *code = flow->code;
    for (u32 pc = 0; pc < code->unit_count; pc += insn_length(&code->units[pc]))
        flow->block_count += starts[pc];
    flow->exit = flow->block_count;
    flow->blocks = ARENA_ARRAY(flow->arena, FlowBlock, flow->block_count);
    flow->block_at = ARENA_ARRAY(flow->arena, u32, code->unit_count);
    u32 block = FLOW_NONE;
    for (u32 pc = 0, next; pc < code->unit_count; pc = next) {
        next = pc + insn_length(&code->units[pc]);
        if (starts[pc])
            flow->blocks[++block].start = pc;
        flow->blocks[block].last = pc;
        flow->blocks[block].end = next;
        for (u32 unit = pc; unit < next; unit++)
            flow->block_at[unit] = block;
    }
}

/* ---- edges ------------------------------------------------------------------------------ */

/*
 * Edges out of the nodes in order, without doubles; but an instruction may go to
 * the same block by falling through and by throwing, with different registers,
 * and these are two edges.
 */
typedef struct EdgeList {
    u32 *to;                /* with room for count_edges() */
    u32 count;
    u32 *seen;              /* seen[node] == stamp: the edge is there */
    u32 stamp;
} EdgeList;

static void add_edge(EdgeList *list, u32 to)
{
    if (list->seen[to] == list->stamp)
        return;
    list->seen[to] = list->stamp;
    list->to[list->count++] = to;
}

static void add_normal_edges(Flow *flow, EdgeList *list, u32 block, const u32 *returns, u32 return_count)
{
    const Code *code = flow->code;
    u32 last = flow->blocks[block].last, end = flow->blocks[block].end;
    const Unit *insn = &code->units[last];
    u8 flags = op_info[insn->op].flags;
    if (!(flags & OPF_ENDS))
        add_edge(list, end < code->unit_count ? flow->block_at[end] : flow->exit);
    if (flags & OPF_BRANCH)
        add_edge(list, flow->block_at[(i64)last + insn_target(insn)]);
    if (flags & OPF_SWITCH) {
        const SwitchTable *table = insn[1].pointer;
        for (u32 i = 0; i < table->count; i++)
            add_edge(list, flow->block_at[(i64)last + table->targets[i]]);
    }
    if (insn->op == OP_RET)
        for (u32 i = 0; i < return_count; i++)
            add_edge(list, returns[i]);
    if (insn->op == OP_RETURN || insn->op == OP_RETURN_VOID)
        add_edge(list, flow->exit);
}

/*
 * The handlers that cover each block, as lists in handlers[heads[block]] …:
 * every range is walked once. A catch-all closes a block to later ranges.
 */
typedef struct HandlerLink {
    u32 handler, next;
} HandlerLink;

typedef struct Handlers {
    u32 *first, *last;      /* per block, link + 1 */
    u8 *closed;
    HandlerLink *links;
    u32 count, room;
} Handlers;

static int find_handlers(Flow *flow, Handlers *handlers)
{
    const Code *code = flow->code;
    handlers->first = ARENA_ARRAY(flow->arena, u32, flow->block_count);
    handlers->last = ARENA_ARRAY(flow->arena, u32, flow->block_count);
    handlers->closed = ARENA_ARRAY(flow->arena, u8, flow->block_count);
    u64 most = 0;
    for (u32 i = 0; i < code->try_count; i++)
        if (code->tries[i].start < code->tries[i].end)
            most += flow->block_at[code->tries[i].end - 1] - flow->block_at[code->tries[i].start] + 1;
    if (most > MOST_EDGES)
        return error_set(ERR_LIMIT, "exception handlers cover too much code (%llu edges)", (unsigned long long)most);
    handlers->links = ARENA_ARRAY(flow->arena, HandlerLink, most);
    for (u32 i = 0; i < code->try_count; i++) {
        const TryRange *range = &code->tries[i];
        u32 handler = flow->block_at[range->handler];
        for (u32 unit = range->start; unit < range->end;) {
            u32 block = flow->block_at[unit];
            unit = flow->blocks[block].end;
            if (handlers->closed[block] || !(op_info[code->units[flow->blocks[block].last].op].flags & OPF_THROWS))
                continue;
            handlers->closed[block] = !range->type;
            handlers->links[handlers->count++] = (HandlerLink){ handler, 0 };
            *(handlers->last[block] ? &handlers->links[handlers->last[block] - 1].next : &handlers->first[block]) = handlers->count;
            handlers->last[block] = handlers->count;
        }
    }
    return OK;
}

/* At least as many as there are: two normal ones and the exit, handlers, cases, returns. */
static u64 count_edges(const Flow *flow, const Handlers *handlers, u32 return_count)
{
    u64 count = handlers->count + 4 * (u64)flow->block_count;
    for (u32 block = 0; block < flow->block_count; block++) {
        const Unit *insn = &flow->code->units[flow->blocks[block].last];
        if (op_info[insn->op].flags & OPF_SWITCH)
            count += ((const SwitchTable *)insn[1].pointer)->count;
        if (insn->op == OP_RET)
            count += return_count;
    }
    return count;
}

static int make_edges(Flow *flow)
{
    const Code *code = flow->code;
    Arena *arena = flow->arena;
    u32 nodes = flow->block_count + 1, return_count = 0;
    u32 *returns = ARENA_ARRAY(arena, u32, flow->block_count);
    for (u32 block = 0; block < flow->block_count; block++)
        if (code->units[flow->blocks[block].last].op == OP_JSR && flow->blocks[block].end < code->unit_count)
            returns[return_count++] = block + 1;

    Handlers handlers = { 0 };
    if (find_handlers(flow, &handlers))
        return ERR_LIMIT;
    u64 most = count_edges(flow, &handlers, return_count);
    if (most > MOST_EDGES)
        return error_set(ERR_LIMIT, "control flow has too many edges (%llu)", (unsigned long long)most);
    EdgeList list = { .to = ARENA_ARRAY(arena, u32, most), .seen = ARENA_ARRAY(arena, u32, nodes) };
    flow->out = (FlowEdges){ ARENA_ARRAY(arena, u32, nodes + 1), list.to };
    flow->normal_out = ARENA_ARRAY(arena, u32, nodes);
    for (u32 block = 0; block < flow->block_count; block++) {
        const u16 op = code->units[flow->blocks[block].last].op;
        flow->out.start[block] = list.count;
        list.stamp++;
        add_normal_edges(flow, &list, block, returns, return_count);
        flow->normal_out[block] = list.count - flow->out.start[block];
        list.stamp++;
        for (u32 link = handlers.first[block]; link; link = handlers.links[link - 1].next)
            add_edge(&list, handlers.links[link - 1].handler);
        if ((op == OP_THROW || op == OP_ERROR) && !handlers.closed[block])
            add_edge(&list, flow->exit);
    }
    flow->out.start[flow->exit] = flow->out.start[nodes] = list.count;

    flow->in = (FlowEdges){ ARENA_ARRAY(arena, u32, nodes + 1), ARENA_ARRAY(arena, u32, list.count) };
    for (u32 i = 0; i < list.count; i++)
        flow->in.start[list.to[i] + 1]++;
    for (u32 node = 0; node < nodes; node++)
        flow->in.start[node + 1] += flow->in.start[node];
    u32 *fill = ARENA_ARRAY(arena, u32, nodes);
    for (u32 from = 0; from < flow->block_count; from++)
        for (u32 i = flow->out.start[from]; i < flow->out.start[from + 1]; i++) {
            u32 to = list.to[i];
            flow->in.to[flow->in.start[to] + fill[to]++] = from;
        }
    return OK;
}

int flow_build(Flow **out, const Code *code, Arena *arena)
{
    Flow *flow = ARENA_NEW(arena, Flow);
    flow->code = code;
    flow->arena = arena;
    if (!code->unit_count)
        return error_set(ERR_INPUT, "a method without instructions has no control flow");
    u8 *covered = ARENA_ARRAY(arena, u8, code->unit_count);
    u8 *starts = ARENA_ARRAY(arena, u8, code->unit_count + 1);
    mark_covered(code, arena, covered);
    mark_starts(code, starts, covered);
    make_blocks(flow, starts);
    if (make_edges(flow))
        return ERR_LIMIT;
    *out = flow;
    return OK;
}

/* ---- dominators --------------------------------------------------------------------------- */

/*
 * One direction of the graph, with a root, numbered in the order in which a
 * depth-first walk meets the nodes. linked: nodes that have an edge from the
 * root beside those of the arrays.
 */
typedef struct Graph {
    u32 nodes, root;
    const FlowEdges *out, *in;
    u8 *linked;
    u32 *node_of, *number;      /* FLOW_NONE: not reached */
    u32 *parent;                /* in the walk, by number */
    u32 count;                  /* nodes reached */
    struct Visit { u32 node, next; } *stack;
} Graph;

static void meet_node(Graph *graph, u32 node, u32 parent)
{
    graph->parent[graph->count] = parent;
    graph->node_of[graph->count] = node;
    graph->number[node] = graph->count++;
}

/* Walks on from a node that was not met yet. */
static void walk_from(Graph *graph, u32 from, u32 parent)
{
    u32 depth = 0;
    meet_node(graph, from, parent);
    graph->stack[depth++] = (struct Visit){ from, 0 };
    while (depth) {
        struct Visit *top = &graph->stack[depth - 1];
        if (top->next == flow_count(graph->out, top->node)) {
            depth--;
            continue;
        }
        u32 to = flow_edge(graph->out, top->node, top->next++);
        if (graph->number[to] == FLOW_NONE) {
            meet_node(graph, to, graph->number[top->node]);
            graph->stack[depth++] = (struct Visit){ to, 0 };
        }
    }
}

static void forget_walk(Graph *graph)
{
    graph->count = 0;
    for (u32 node = 0; node < graph->nodes; node++)
        graph->number[node] = FLOW_NONE;
}

static Graph make_graph(Flow *flow, u32 root, const FlowEdges *out, const FlowEdges *in)
{
    u32 nodes = flow->block_count + 1;
    Graph graph = {
        .nodes = nodes, .root = root, .out = out, .in = in,
        .node_of = ARENA_ARRAY(flow->arena, u32, nodes), .number = ARENA_ARRAY(flow->arena, u32, nodes),
        .parent = ARENA_ARRAY(flow->arena, u32, nodes), .stack = arena_alloc(flow->arena, sizeof(struct Visit) * nodes),
    };
    forget_walk(&graph);
    return graph;
}

/* Lengauer and Tarjan's forest over numbers: the part of the walk's tree that was linked so far. */
typedef struct Forest {
    u32 *ancestor, *best;       /* best: the number with the least semidominator on the way to the forest's root */
    u32 *semi;
    u32 *path;
} Forest;

static u32 best_above(Forest *forest, u32 v)
{
    u32 depth = 0;
    if (forest->ancestor[v] == FLOW_NONE)
        return v;
    /* Path compression: from below the root of v's tree down to v. */
    for (u32 at = v; forest->ancestor[forest->ancestor[at]] != FLOW_NONE; at = forest->ancestor[at])
        forest->path[depth++] = at;
    while (depth) {
        u32 at = forest->path[--depth], above = forest->ancestor[at];
        if (forest->semi[forest->best[above]] < forest->semi[forest->best[at]])
            forest->best[at] = forest->best[above];
        forest->ancestor[at] = forest->ancestor[above];
    }
    return forest->best[v];
}

static u32 semidominator(const Graph *graph, Forest *forest, u32 w)
{
    u32 node = graph->node_of[w], least = graph->linked && graph->linked[node] ? 0 : w;
    for (u32 i = 0; i < flow_count(graph->in, node); i++) {
        u32 from = graph->number[flow_edge(graph->in, node, i)];
        if (from != FLOW_NONE)
            least = MIN(least, forest->semi[best_above(forest, from)]);
    }
    return least;
}

/* The tree of immediate dominators, by node. */
static u32 *find_tree(const Graph *graph, Arena *arena)
{
    u32 count = graph->count;
    u32 *dominator = ARENA_ARRAY(arena, u32, count);
    u32 *bucket = ARENA_ARRAY(arena, u32, count), *next_in_bucket = ARENA_ARRAY(arena, u32, count);
    Forest forest = {
        .ancestor = ARENA_ARRAY(arena, u32, count), .best = ARENA_ARRAY(arena, u32, count),
        .semi = ARENA_ARRAY(arena, u32, count), .path = ARENA_ARRAY(arena, u32, count),
    };
    for (u32 v = 0; v < count; v++) {
        forest.ancestor[v] = bucket[v] = FLOW_NONE;
        forest.best[v] = forest.semi[v] = v;
    }
    for (u32 w = count; w-- > 1;) {
        u32 parent = graph->parent[w];
        forest.semi[w] = semidominator(graph, &forest, w);
        next_in_bucket[w] = bucket[forest.semi[w]];
        bucket[forest.semi[w]] = w;
        forest.ancestor[w] = parent;
        for (u32 v = bucket[parent]; v != FLOW_NONE; v = next_in_bucket[v]) {
            u32 best = best_above(&forest, v);
            dominator[v] = forest.semi[best] < forest.semi[v] ? best : parent;
        }
        bucket[parent] = FLOW_NONE;
    }
    u32 *tree = ARENA_ARRAY(arena, u32, graph->nodes);
    for (u32 node = 0; node < graph->nodes; node++)
        tree[node] = FLOW_NONE;
    for (u32 w = 1; w < count; w++) {
        if (dominator[w] != forest.semi[w])
            dominator[w] = dominator[dominator[w]];
        tree[graph->node_of[w]] = graph->node_of[dominator[w]];
    }
    return tree;
}

void flow_find_dominators(Flow *flow)
{
    Graph graph = make_graph(flow, 0, &flow->out, &flow->in);
    walk_from(&graph, 0, 0);
    flow->dominators = find_tree(&graph, flow->arena);
}

void flow_find_post_dominators(Flow *flow)
{
    Graph graph = make_graph(flow, flow->exit, &flow->in, &flow->out);
    u8 *leaves = ARENA_ARRAY(flow->arena, u8, graph.nodes);
    graph.linked = ARENA_ARRAY(flow->arena, u8, graph.nodes);
    /* Which blocks lead to the exit? The others get a way out, the last one first. */
    walk_from(&graph, flow->exit, 0);
    for (u32 i = 0; i < graph.count; i++)
        leaves[graph.node_of[i]] = 1;
    forget_walk(&graph);
    meet_node(&graph, flow->exit, 0);
    for (u32 block = flow->block_count; block-- > 0;) {
        if (!leaves[block] && graph.number[block] == FLOW_NONE) {
            graph.linked[block] = 1;
            walk_from(&graph, block, 0);
        }
    }
    for (u32 i = 0; i < flow_count(&flow->in, flow->exit); i++)
        if (graph.number[flow_edge(&flow->in, flow->exit, i)] == FLOW_NONE)
            walk_from(&graph, flow_edge(&flow->in, flow->exit, i), 0);
    flow->post_dominators = find_tree(&graph, flow->arena);
}

bool flow_is_above(const u32 *tree, u32 a, u32 b)
{
    while (b != FLOW_NONE && b != a)
        b = tree[b];
    return b == a;
}

/* ---- control dependence --------------------------------------------------------------------- */

/*
 * For an edge from A to B: B and all above it in the post-dominator tree, up to
 * what post-dominates A, run or not as A decides. Without `controllers` it
 * counts: start[n + 1] is the number of n's controllers.
 */
static u64 walk_dependences(Flow *flow, u32 *seen, u32 *start, u32 *fill, u32 *controllers)
{
    u64 total = 0;
    for (u32 from = 0; from < flow->block_count; from++) {
        u32 stop = flow->post_dominators[from];
        if (flow_count(&flow->out, from) < 2)
            continue;           /* nothing is decided here; an endless loop would seem to */
        for (u32 i = 0; i < flow_count(&flow->out, from); i++) {
            for (u32 node = flow_edge(&flow->out, from, i); node != stop && node != FLOW_NONE; node = flow->post_dominators[node]) {
                if (seen[node] == from + 1)
                    break;      /* all above it were seen from here too */
                seen[node] = from + 1;
                total++;
                if (total > MOST_EDGES)
                    return total;
                if (controllers)
                    controllers[start[node] + fill[node]++] = from;
                else
                    start[node + 1]++;
            }
        }
    }
    return total;
}

int flow_find_control_dependence(Flow *flow)
{
    u32 nodes = flow->block_count + 1;
    if (!flow->post_dominators)
        flow_find_post_dominators(flow);
    u32 *start = ARENA_ARRAY(flow->arena, u32, nodes + 1);
    u64 total = walk_dependences(flow, ARENA_ARRAY(flow->arena, u32, nodes), start, NULL, NULL);
    if (total > MOST_EDGES)
        return error_set(ERR_LIMIT, "more than %d control dependences", MOST_EDGES);
    for (u32 node = 0; node < nodes; node++)
        start[node + 1] += start[node];
    flow->controllers = (FlowEdges){ start, ARENA_ARRAY(flow->arena, u32, total) };
    walk_dependences(flow, ARENA_ARRAY(flow->arena, u32, nodes), start, ARENA_ARRAY(flow->arena, u32, nodes), flow->controllers.to);
    return OK;
}
