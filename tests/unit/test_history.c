/* The history of a run: what is added is read again, wherever it lies. */
#include "slice/history.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

static History *open_history(u64 most)
{
    History *h;
    assert_int_equal(history_open(&h, most), OK);
    return h;
}

static void a_node_has_its_place_control_and_links(void **state)
{
    UNUSED(state);
    History *h = open_history(1 << 24);
    Node first = history_add(h, 8, 0, NULL, 0);
    Link links[] = { { first, LINK_VALUE }, { 0, LINK_VALUE }, { first, LINK_HIDDEN } };
    Node second = history_add(h, 70000, first, links, 3);
    assert_true(first && second > first);
    assert_int_equal(history_close(h), OK);
    NodeView view;
    assert_int_equal(history_read(h, first, &view), second);
    assert_int_equal(view.place, 8);
    assert_int_equal(view.control, 0);
    assert_int_equal(view.link_count, 0);
    assert_int_equal(history_read(h, second, &view), history_end(h));
    assert_int_equal(view.place, 70000);
    assert_int_equal(view.control, first);
    assert_int_equal(view.link_count, 2);           /* a link to nothing is left out */
    assert_int_equal(view.links[0].to, first);
    assert_int_equal(view.links[1].kind, LINK_HIDDEN);
    history_free(h);
}

static void links_reach_back_over_many_buffers(void **state)
{
    UNUSED(state);
    enum { COUNT = 1000000 };
    History *h = open_history(1 << 26);
    Node *nodes = malloc(COUNT * sizeof *nodes);
    for (u32 i = 0; i < COUNT; i++) {
        Link link = { i ? nodes[i * 7ull % i] : 0, i & 3 };
        nodes[i] = history_add(h, i, i ? nodes[0] : 0, &link, 1);
    }
    assert_int_equal(history_nodes(h), COUNT);
    assert_int_equal(history_close(h), OK);
    NodeView view;
    for (u32 i = 1; i < COUNT; i += 997) {
        history_read(h, nodes[i], &view);
        assert_int_equal(view.place, i);
        assert_int_equal(view.control, nodes[0]);
        assert_int_equal(view.links[0].to, nodes[i * 7ull % i]);
        assert_int_equal(view.links[0].kind, i & 3);
    }
    free(nodes);
    history_free(h);
}

static void a_history_that_is_full_can_be_begun_anew(void **state)
{
    UNUSED(state);
    History *h = open_history(4 << 20);
    u32 count = 0;
    for (; !history_is_full(h); count++)
        assert_true(history_add(h, count + 8, 0, NULL, 0) != 0);
    assert_true(count > 100000);
    history_clear(h);
    assert_false(history_is_full(h));
    Node node = history_add(h, 99, 0, NULL, 0);
    assert_int_equal(node, 1);
    assert_int_equal(history_close(h), OK);
    NodeView view;
    history_read(h, node, &view);
    assert_int_equal(view.place, 99);
    assert_int_equal(history_nodes(h), 1);
    history_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_has_its_place_control_and_links),
        cmocka_unit_test(links_reach_back_over_many_buffers),
        cmocka_unit_test(a_history_that_is_full_can_be_begun_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
