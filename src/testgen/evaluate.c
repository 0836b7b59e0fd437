/*
 * Tests one after the other, each in the machine as it was before the first.
 *
 * Rewind: a test runs here, and all memory goes back to what it was. Where that
 * cannot be (sanitizers), each test runs in a fork. What a test leaves are its
 * outcome, in memory that does not go back, and what it had to learn about the
 * program: classes that it loaded and initialised, methods that it translated.
 * That is learned again by the machine itself, so that the next test finds it:
 *
 *   test   ──── run ──── tell ──┐back
 *   machine ────────────────────┴── learn ── keep ── next test …
 *
 * A test that had nothing to learn leaves the code as the interpreter rewrote
 * it: it names nothing that is gone.
 *
 * A test ends by its budget of steps (calls and backward branches), not by a
 * clock, so that a seed gives the same run on every machine; the clock is only
 * the last resort.
 */
#include "testgen/learn.h"
#include "testgen/run_test.h"

#include "base/pages.h"
#include "vm/internal.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STEPS_OF_INITIALISER = 5000000, MAX_SECONDS_PER_TEST = 10, MAX_BATCH = 512, STEPS_PER_WORK = 5000 };

/* Lies in shared memory: it neither goes back nor ends with a fork. */
typedef struct Outcome {
    Fitness fitness;
    bool can_jump;                      /* somebody waits for a test that does not return */
    Told told;
    char note[NOTE_BYTES];
    Fitness results[MAX_BATCH];
} Outcome;

static Outcome *outcome;                /* one for the process, as the Rewind is */
static jmp_buf jump;                    /* where a test that does not return goes on */

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

bool evaluate_is_over(const Evaluator *e)
{
    return (e->max_evaluations && e->evaluations >= e->max_evaluations) || seconds_now() > e->deadline;
}

/* ---- with and without a trace --------------------------------------------------------------- */

static void silence(void)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; null >= 0 && i < 3; i++)
        dup2(null, i);
    if (null > 2)
        close(null);
}

/* The budget is spent, or the program ended itself: how far it got still counts. */
static void end_of_test(Vm *vm)
{
    Evaluator *e = *vm_extension(vm, EXT_TESTGEN);
    outcome->fitness = run_conclude(e, NULL, -1);
    if (!e->rewinds) {
        learn_tell(e, &outcome->told);
        _exit(3);
    }
    longjmp(jump, 1);
}

static void end_by_fault(int signal)
{
    if (!outcome->can_jump) {
        /* A fault of our own. */
        rewind_close();
        raise(signal);
        _exit(70);
    }
    outcome->fitness = worst_fitness;
    longjmp(jump, 1);
}

/* What the machine is now, tests come back to. Blocks of the heap that are not in use are cleared by whoever takes them. */
void evaluate_keep(const Evaluator *e)
{
    const Heap *heap = &e->program->vm->heap;
    if (!e->rewinds)
        return;
    rewind_skip(heap->base + ((size_t)heap->used_blocks << BLOCK_SHIFT), heap->end);
    rewind_keep();
}

/* The last resort against code that never comes to count its steps. Counts the time that we get, not that of a busy machine. */
static void set_alarm(int seconds)
{
    setitimer(ITIMER_PROF, &(struct itimerval){ .it_value = { .tv_sec = seconds } }, NULL);
}

/* True: what() ran to its end and gave true. */
static bool ends_well(Evaluator *e, bool (*what)(Evaluator *e, const void *context), const void *context)
{
    outcome->can_jump = true;
    bool well = !setjmp(jump) && what(e, context);
    outcome->can_jump = false;
    return well;
}

/* Does something to the machine for good, if that ends well. */
bool evaluate_attempt(Evaluator *e, bool (*what)(Evaluator *e, const void *context), const void *context)
{
    Vm *vm = e->program->vm;
    if (e->rewinds) {
        vm->max_steps = vm_steps(vm) + STEPS_OF_INITIALISER;
        set_alarm(MAX_SECONDS_PER_TEST);
        bool well = ends_well(e, what, context);
        set_alarm(0);
        if (!well)
            rewind_back(NULL, NULL);
        vm->max_steps = 0;
        if (well)
            evaluate_keep(e);
        return well;
    }
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        set_alarm(MAX_SECONDS_PER_TEST);
        vm->max_steps = vm_steps(vm) + STEPS_OF_INITIALISER;
        _exit(!what(e, context));
    }
    int status;
    while (pid > 0 && waitpid(pid, &status, 0) < 0) { }
    return pid > 0 && WIFEXITED(status) && !WEXITSTATUS(status) && what(e, context);
}

/* ---- one test ----------------------------------------------------------------------------------- */

static bool measure(Evaluator *e, const void *test)
{
    outcome->fitness = run_test(e, test);
    return true;
}

static void run_and_go_back(Evaluator *e, const TestCase *test)
{
    const Vm *vm = e->program->vm;
    outcome->told.size = 0;
    outcome->told.clean = false;
    set_alarm(MAX_SECONDS_PER_TEST);
    bool whole = ends_well(e, measure, test);
    if (whole || outcome->fitness.total < worst_fitness.total)
        learn_tell(e, &outcome->told);
    set_alarm(0);
    if (outcome->told.clean)
        rewind_back(vm->code.base, e->known.code_end);
    else
        rewind_back(NULL, NULL);
}

static void run_in_fork(Evaluator *e, const TestCase *test)
{
    outcome->fitness = worst_fitness;
    outcome->told.size = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        set_alarm(MAX_SECONDS_PER_TEST);
        measure(e, test);
        learn_tell(e, &outcome->told);
        _exit(0);
    }
    int status;
    while (pid > 0 && waitpid(pid, &status, 0) < 0) { }
}

void evaluate(Evaluator *e, TestCase *const *tests, int count)
{
    count = MIN(count, MAX_BATCH);
    learn_remember(e);
    evaluate_keep(e);
    for (int i = 0; i < count; i++) {
        outcome->results[i] = worst_fitness;
        if (tests[i]->evaluated || seconds_now() > e->hard_deadline)
            continue;
        (e->rewinds ? run_and_go_back : run_in_fork)(e, tests[i]);
        outcome->results[i] = outcome->fitness;
        if (outcome->told.size)
            learn_from(e, &outcome->told);
    }
    bool late = seconds_now() > e->hard_deadline;
    for (int i = 0; i < count; i++) {
        if (tests[i]->evaluated)
            continue;
        tests[i]->fitness = outcome->results[i];
        tests[i]->evaluated = !late;
        tests[i]->born = ++e->evaluations;
        e->work += 1 + tests[i]->fitness.steps / STEPS_PER_WORK;
    }
}

void evaluate_alone(Evaluator *e, TestCase *test)
{
    evaluate(e, &test, 1);
}

const char *evaluate_and_describe(Evaluator *e, TestCase *test)
{
    strcpy(outcome->note, "It does not end within its budget.");
    e->note = outcome->note;
    test->evaluated = false;
    evaluate_alone(e, test);
    e->note = NULL;
    return outcome->note;
}

/* ---- opening ------------------------------------------------------------------------------------ */

int evaluate_open(Evaluator *e, Program *p)
{
    int said = dup(2);
    e->say = said < 0 ? NULL : fdopen(said, "w");
    outcome = mmap(NULL, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (outcome == MAP_FAILED || !e->say)
        return error_set(ERR_IO, "no memory to share with tests");
    setvbuf(e->say, NULL, _IONBF, 0);
    fflush(NULL);
    e->real_output = dup(1);
    silence();
    e->program = p;
    *vm_extension(p->vm, EXT_TESTGEN) = e;
    vm_at_exit(p->vm, end_of_test);
    e->rewinds = rewind_possible() && rewind_open(end_by_fault);
    evaluate_keep(e);
    return OK;
}

void evaluate_close(Evaluator *e)
{
    if (!e->say)
        return;
    if (e->rewinds)
        rewind_close();
    vm_at_exit(e->program->vm, NULL);
    if (e->progress)
        fputs("\r\033[K", e->say);
    fflush(NULL);
    dup2(e->real_output, 1);
    dup2(fileno(e->say), 2);
    close(e->real_output);
    fclose(e->say);
    munmap(outcome, sizeof *outcome);
    map_free(&e->tried);
    map_free(&e->told);
    e->tried = e->told = (Map){ 0 };
}
