/* base/pages.h: memory that goes back to what it was. */
#include "base/arena.h"
#include "base/map.h"
#include "base/pages.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static int counter = 1;         /* in the program's own data */
static char *volatile nowhere = (char *)16;
static jmp_buf after_fault;

static void on_fault(int signal)
{
    longjmp(after_fault, signal);
}

/* cmocka's own memory goes back as well: results are looked at after the Rewind is closed. */
static void begin(void)
{
    if (!rewind_possible())
        skip();
    rewind_prepare();
    assert_true(rewind_open(on_fault));
    rewind_keep();
}

static void statics_malloc_and_arenas_go_back(void **state)
{
    static Arena arena;         /* the stack does not go back */
    if (!rewind_possible())
        skip();
    assert_int_equal(arena_open(&arena, 1 << 20, 0), 0);
    char *text = strdup("before");
    begin();
    volatile bool same = true;
    for (volatile int turn = 0; turn < 100; turn++) {
        counter += turn;
        strcpy(text, "after");
        memset(arena_alloc(&arena, 10000), 7, 10000);
        Map map = { 0 };
        for (int i = 0; i < 1000; i++) {
            char key[16];
            sprintf(key, "%d", i);
            map_put(&map, key, text);
        }
        rewind_back(NULL, NULL);
        same &= counter == 1 && !strcmp(text, "before") && arena.next == arena.base && !arena.base[5000];
    }
    rewind_close();
    assert_true(same);
    free(text);
    arena_close(&arena);
}

static void what_was_kept_stays(void **state)
{
    begin();
    counter = 5;
    rewind_keep();
    counter = 6;
    rewind_back(NULL, NULL);
    int found = counter;
    rewind_close();
    counter = 1;
    assert_int_equal(found, 5);
}

static void a_part_may_be_kept_while_the_rest_goes_back(void **state)
{
    char *pages = pages_map(3 * 4096, 0);
    begin();
    memset(pages, 'x', 3 * 4096);
    rewind_back(pages + 100, pages + 5000);
    char at[] = { pages[99], pages[100], pages[4999], pages[5000], 0 };
    memset(pages, 'y', 3 * 4096);
    rewind_back(NULL, NULL);
    char again[] = { pages[99], pages[100], pages[4999], pages[5000] };
    rewind_close();
    assert_memory_equal(at, "\0xx\0", 4);
    assert_memory_equal(again, "\0xx\0", 4);
    pages_unmap(pages, 3 * 4096);
}

/* The C library takes it for granted that memory which it gets anew is zero. */
static void memory_that_was_got_since_is_zero_when_it_comes_again(void **state)
{
    begin();
    volatile bool zero = true;
    for (volatile int turn = 0; turn < 3; turn++) {
        char *large = calloc(4 << 20, 1);
        for (size_t i = 0; i < 4 << 20; i += 1024)
            zero &= !large[i];
        memset(large, 1, 4 << 20);
        rewind_back(NULL, NULL);
    }
    rewind_close();
    assert_true(zero);
}

static void mappings_and_descriptors_of_a_turn_are_gone(void **state)
{
    begin();
    volatile int first = -1, last = -1;
    for (volatile int turn = 0; turn < 50; turn++) {
        last = open("/dev/null", O_RDONLY);
        if (first < 0)
            first = last;
        memset(pages_map(1 << 20, 0), 1, 1 << 20);
        rewind_back(NULL, NULL);
    }
    rewind_close();
    assert_true(first >= 0 && first == last);
}

static void a_bad_pointer_is_told_and_the_next_turn_goes_on(void **state)
{
    begin();
    volatile int told = 0;
    for (volatile int turn = 0; turn < 10; turn++) {
        if (!setjmp(after_fault)) {
            counter = 99;
            *nowhere = 1;
        } else {
            told++;
        }
        rewind_back(NULL, NULL);
    }
    rewind_close();
    assert_int_equal(told, 10);
    assert_int_equal(counter, 1);
}

static void exempt_memory_stays(void **state)
{
    int *notes = rewind_exempt(4096);
    begin();
    for (volatile int turn = 0; turn < 10; turn++) {
        notes[0]++;
        rewind_back(NULL, NULL);
    }
    rewind_close();
    assert_int_equal(notes[0], 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statics_malloc_and_arenas_go_back),
        cmocka_unit_test(what_was_kept_stays),
        cmocka_unit_test(a_part_may_be_kept_while_the_rest_goes_back),
        cmocka_unit_test(memory_that_was_got_since_is_zero_when_it_comes_again),
        cmocka_unit_test(mappings_and_descriptors_of_a_turn_are_gone),
        cmocka_unit_test(a_bad_pointer_is_told_and_the_next_turn_goes_on),
        cmocka_unit_test(exempt_memory_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
