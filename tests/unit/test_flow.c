/* Control flow over code made by hand. */
#include "code/flow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static Arena arena;

static int open_arena(void **state)
{
    UNUSED(state);
    return arena_open(&arena, 16 << 20, 0);
}

static int close_arena(void **state)
{
    UNUSED(state);
    arena_close(&arena);
    return 0;
}

static Unit op(u16 code, u16 a)
{
    return (Unit){ .op = code, .a = a };
}

static Unit jump(u16 code, u16 a, i32 distance)
{
    Unit unit = op(code, a);
    unit.imm = distance;
    return unit;
}

static Unit word(void *pointer)
{
    return (Unit){ .pointer = pointer };
}

#define FLOW_OF(...) flow_of((Unit[]){ __VA_ARGS__ }, sizeof((Unit[]){ __VA_ARGS__ }) / sizeof(Unit), NULL, 0)

static Flow *flow_of(const Unit *units, u32 count, const TryRange *tries, u32 try_count)
{
    Code *code = ARENA_NEW(&arena, Code);
    code->units = ARENA_ARRAY(&arena, Unit, count);
    memcpy(code->units, units, count * sizeof *units);
    code->unit_count = count;
    code->register_count = 8;
    code->tries = ARENA_ARRAY(&arena, TryRange, try_count);
    if (try_count)
        memcpy(code->tries, tries, try_count * sizeof *tries);
    code->try_count = try_count;
    Flow *flow;
    assert_int_equal(flow_build(&flow, code, &arena), OK);
    flow_find_dominators(flow);
    assert_int_equal(flow_find_control_dependence(flow), OK);
    return flow;
}

static void assert_edges(const FlowEdges *edges, u32 node, u32 count, ...)
{
    va_list args;
    va_start(args, count);
    assert_int_equal(flow_count(edges, node), count);
    for (u32 i = 0; i < count; i++)
        assert_int_equal(flow_edge(edges, node, i), va_arg(args, u32));
    va_end(args);
}

static void straight_code_is_one_block(void **state)
{
    UNUSED(state);
    Flow *flow = FLOW_OF(op(OP_CONST, 0), op(OP_MOVE, 1), op(OP_RETURN_VOID, 0));
    assert_int_equal(flow->block_count, 1);
    assert_int_equal(flow->blocks[0].last, 2);
    assert_edges(&flow->out, 0, 1, flow->exit);
    assert_int_equal(flow->dominators[flow->exit], 0);
    assert_int_equal(flow->post_dominators[0], flow->exit);
    assert_edges(&flow->controllers, 0, 0);
}

static void both_arms_of_an_if_depend_on_it_and_what_follows_does_not(void **state)
{
    UNUSED(state);
    /* 0: if v0 == 0 goto 3;  1: const; 2: goto 4;  3: const;  4: return */
    Flow *flow = FLOW_OF(jump(OP_IF_EQZ, 0, 3), op(OP_CONST, 1), jump(OP_GOTO, 0, 2), op(OP_CONST, 1), op(OP_RETURN_VOID, 0));
    assert_int_equal(flow->block_count, 4);
    assert_edges(&flow->out, 0, 2, 1u, 2u);
    assert_edges(&flow->in, 3, 2, 1u, 2u);
    assert_int_equal(flow->dominators[3], 0);
    assert_int_equal(flow->post_dominators[0], 3);
    assert_edges(&flow->controllers, 1, 1, 0u);
    assert_edges(&flow->controllers, 2, 1, 0u);
    assert_edges(&flow->controllers, 3, 0);
    assert_true(flow_is_above(flow->dominators, 0, 3));
    assert_false(flow_is_above(flow->dominators, 1, 3));
}

static void a_loop_depends_on_its_own_test(void **state)
{
    UNUSED(state);
    /* 0: const;  1: if v0 == 0 goto 4;  2: const;  3: goto 1;  4: return */
    Flow *flow = FLOW_OF(op(OP_CONST, 0), jump(OP_IF_EQZ, 0, 3), op(OP_CONST, 0), jump(OP_GOTO, 0, -2), op(OP_RETURN_VOID, 0));
    assert_int_equal(flow->block_count, 4);
    assert_edges(&flow->controllers, 0, 0);
    assert_edges(&flow->controllers, 1, 1, 1u);
    assert_edges(&flow->controllers, 2, 1, 1u);
    assert_edges(&flow->controllers, 3, 0);
    assert_int_equal(flow->dominators[3], 1);
}

static void a_switch_has_each_target_once(void **state)
{
    UNUSED(state);
    /* 0: switch v0 {4, 4, 3};  2: return;  3: return;  4: return */
    i32 targets[] = { 4, 4, 3 };
    SwitchTable table = { .count = 3, .first = 0, .targets = targets };
    Flow *flow = FLOW_OF(op(OP_PACKED_SWITCH, 0), word(&table), op(OP_RETURN_VOID, 0), op(OP_RETURN_VOID, 0), op(OP_RETURN_VOID, 0));
    assert_int_equal(flow->block_count, 4);
    assert_edges(&flow->out, 0, 3, 1u, 3u, 2u);
    assert_edges(&flow->in, 3, 1, 0u);
    assert_int_equal(flow->post_dominators[0], flow->exit);
}

static void what_follows_a_call_in_a_try_depends_on_the_call(void **state)
{
    UNUSED(state);
    Ref ref = { .kind = REF_METHOD };
    /* 0: call; 2: const; 3: return;  4: move-exception; 5: return.  [0, 3) -> 4 */
    Unit units[] = {
        { .op = OP_INVOKE_STATIC, .b = NO_RESULT }, word(&ref), op(OP_CONST, 0), op(OP_RETURN_VOID, 0),
        op(OP_MOVE_EXCEPTION, 0), op(OP_RETURN_VOID, 0),
    };
    TryRange range = { .start = 0, .end = 3, .handler = 4 };
    Flow *flow = flow_of(units, COUNT_OF(units), &range, 1);
    assert_int_equal(flow->block_count, 4);
    assert_edges(&flow->out, 0, 2, 1u, 3u);
    assert_int_equal(flow->normal_out[0], 1);
    assert_edges(&flow->controllers, 1, 1, 0u);
    assert_edges(&flow->controllers, 3, 1, 0u);
}

static void a_catch_all_hides_later_handlers_and_the_exit(void **state)
{
    UNUSED(state);
    Ref type = { .kind = REF_CLASS };
    /* 0: throw;  1: return;  2: return */
    Unit units[] = { op(OP_THROW, 0), op(OP_RETURN_VOID, 0), op(OP_RETURN_VOID, 0) };
    TryRange hiding[] = { { 0, 1, 1, NULL }, { 0, 1, 2, &type } }, open[] = { { 0, 1, 2, &type } };
    Flow *flow = flow_of(units, 3, hiding, 2);
    assert_edges(&flow->out, 0, 1, 1u);
    flow = flow_of(units, 3, open, 1);
    assert_edges(&flow->out, 0, 2, 2u, flow->exit);
}

static void ret_goes_to_all_continuations_of_jsr(void **state)
{
    UNUSED(state);
    /* 0: jsr 4;  1: jsr 4;  2: return;  3: return (dead);  4: ret */
    Flow *flow = FLOW_OF(jump(OP_JSR, 0, 4), jump(OP_JSR, 0, 3), op(OP_RETURN_VOID, 0), op(OP_RETURN_VOID, 0), op(OP_RET, 0));
    assert_int_equal(flow->block_count, 5);
    assert_edges(&flow->out, 4, 2, 1u, 2u);
    assert_int_equal(flow->dominators[3], FLOW_NONE);
    assert_int_equal(flow->dominators[2], 4);
}

static void an_endless_loop_still_has_post_dominators(void **state)
{
    UNUSED(state);
    /* 0: if v0 == 0 goto 3;  1: const;  2: goto 1;  3: return */
    Flow *flow = FLOW_OF(jump(OP_IF_EQZ, 0, 3), op(OP_CONST, 1), jump(OP_GOTO, 0, -1), op(OP_RETURN_VOID, 0));
    assert_int_equal(flow->post_dominators[1], flow->exit);
    assert_int_equal(flow->post_dominators[0], flow->exit);
    assert_edges(&flow->controllers, 1, 1, 0u);
    assert_edges(&flow->controllers, 2, 1, 0u);
}

/* Can one get from a to b along edges without entering `without`? */
static bool leads_to(const FlowEdges *edges, u32 nodes, u32 a, u32 b, u32 without)
{
    bool reached[64] = { false };
    u32 stack[64], depth = 0;
    if (a == without)
        return false;
    reached[a] = true;
    stack[depth++] = a;
    while (depth) {
        u32 at = stack[--depth];
        for (u32 i = 0; i < flow_count(edges, at); i++) {
            u32 to = flow_edge(edges, at, i);
            if (to != without && !reached[to]) {
                reached[to] = true;
                stack[depth++] = to;
            }
        }
    }
    assert_true(nodes <= 64);
    return reached[b];
}

/* a is above b in the tree exactly when every way from the root to b goes through a. */
static void assert_tree(const u32 *tree, const FlowEdges *edges, u32 nodes, u32 root)
{
    for (u32 b = 0; b < nodes; b++) {
        if (!leads_to(edges, nodes, root, b, FLOW_NONE))
            continue;
        for (u32 a = 0; a < nodes; a++)
            assert_int_equal(flow_is_above(tree, a, b), a == b || !leads_to(edges, nodes, root, b, a));
    }
}

static void dominators_are_what_their_definition_says_on_random_code(void **state)
{
    UNUSED(state);
    u64 random = 0x9e3779b97f4a7c15u;
    for (u32 round = 0; round < 400; round++) {
        enum { COUNT = 20 };
        Unit units[COUNT];
        for (u32 i = 0; i < COUNT; i++) {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            static const u16 ops[] = { OP_IF_EQZ, OP_IF_EQZ, OP_IF_EQZ, OP_GOTO, OP_CONST, OP_RETURN_VOID };
            u16 which = i == COUNT - 1 ? OP_RETURN_VOID : ops[random % COUNT_OF(ops)];
            units[i] = which == OP_CONST || which == OP_RETURN_VOID ? op(which, 0) : jump(which, 0, (i32)((random >> 32) % COUNT) - (i32)i);
        }
        Flow *flow = flow_of(units, COUNT, NULL, 0);
        u32 nodes = flow->block_count + 1;
        bool all_leave = true;
        for (u32 block = 0; block < flow->block_count; block++)
            all_leave &= leads_to(&flow->out, nodes, block, flow->exit, FLOW_NONE);
        assert_tree(flow->dominators, &flow->out, nodes, 0);
        if (all_leave)
            assert_tree(flow->post_dominators, &flow->in, nodes, flow->exit);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_arena, close_arena)
    const struct CMUnitTest tests[] = {
        TEST(straight_code_is_one_block),
        TEST(both_arms_of_an_if_depend_on_it_and_what_follows_does_not),
        TEST(a_loop_depends_on_its_own_test),
        TEST(a_switch_has_each_target_once),
        TEST(what_follows_a_call_in_a_try_depends_on_the_call),
        TEST(a_catch_all_hides_later_handlers_and_the_exit),
        TEST(ret_goes_to_all_continuations_of_jsr),
        TEST(an_endless_loop_still_has_post_dominators),
        TEST(dominators_are_what_their_definition_says_on_random_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
