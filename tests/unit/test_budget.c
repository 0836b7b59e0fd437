/* vm: the budget of steps ends a run wherever its time goes. */
#include "libcore/libcore.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

enum { CODE_OF_A_SPENT_BUDGET = 6 };

/* How a process ends that matches the expression against 60 times "a" and a "b", with a budget. */
static int match_in_a_child(const char *expression)
{
    pid_t child = fork();
    if (child == 0) {
        Vm *vm;
        alarm(60);
        dup2(open("/dev/null", O_WRONLY), 2);
        if (libcore_open(&vm, &(VmOptions){ .seed = 1, .max_steps = 20000000 }))
            _exit(1);
        char text[62] = { 0 };
        memset(text, 'a', 60);
        text[60] = 'b';
        Thread *t = vm_main_thread(vm);
        vm_call_static(t, "java/util/regex/Pattern", "matches", "(Ljava/lang/String;Ljava/lang/CharSequence;)Z",
                       vm_string_utf8(t, expression), vm_string_utf8(t, text));
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void an_expression_that_explodes_spends_the_budget(void **state)
{
    UNUSED(state);
    assert_int_equal(match_in_a_child("(a+)+c"), CODE_OF_A_SPENT_BUDGET);
    assert_int_equal(match_in_a_child("(a|aa|(?:a*))*$"), CODE_OF_A_SPENT_BUDGET);
}

static void an_ordinary_expression_does_not(void **state)
{
    UNUSED(state);
    assert_int_equal(match_in_a_child("a+b"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_expression_that_explodes_spends_the_budget),
        cmocka_unit_test(an_ordinary_expression_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
