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

enum { STEPS_OF_INITIALISER = 5000000, MAX_SECONDS_PER_TEST = 10, MAX_BATCH = 512, TOLD_BYTES = 1 << 16, STEPS_PER_WORK = 5000 };

/* Lies in shared memory: it neither goes back nor ends with a fork. */
typedef struct Outcome {
    Fitness fitness;
    bool can_jump;                      /* somebody waits for a test that does not return */
    bool clean;                         /* nothing was learned */
    u32 told_size;
    char told[TOLD_BYTES];              /* entries, each ended by a 0 byte: c, i or m, and a class; m: a blank and the method's index */
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

/* ---- what a test learned ------------------------------------------------------------------ */

static void remember(Evaluator *e)
{
    const Vm *vm = e->program->vm;
    e->known = (Learned){ vm->newest_class, vm->classes_initialized, vm->interned.count, vm->lambda_count, vm->methods_translated, vm->code.next };
}

static void tell(const Evaluator *e, char what, const Class *c, int index)
{
    if (!c->def || outcome->told_size + c->name->length + 16 > TOLD_BYTES || (c->loader && c->loader != e->program->loader))
        return;
    char *at = outcome->told + outcome->told_size;
    int length = what == 'm' ? sprintf(at, "m%s %d", c->name->text, index) : sprintf(at, "%c%s", what, c->name->text);
    /* What was told before and is told again cannot be learned for good. */
    if (!map_get_n(&e->told, at, (size_t)length))
        outcome->told_size += (u32)length + 1;
}

static void tell_all(const Evaluator *e)
{
    const Vm *vm = e->program->vm;
    const Learned *k = &e->known;
    outcome->told_size = 0;
    outcome->clean = vm->newest_class == k->newest && vm->classes_initialized == k->initialized && vm->interned.count == k->interned
                     && vm->lambda_count == k->lambdas && vm->methods_translated == k->translated;
    for (const Class *c = vm->newest_class; c && c != k->newest; c = c->next)
        tell(e, 'c', c, 0);
    for (u32 i = MAX(k->initialized, vm->classes_initialized > LATELY ? vm->classes_initialized - LATELY : 0); i < vm->classes_initialized; i++)
        if (vm->lately_initialized[i % LATELY]->state == CLASS_INITIALIZED)
            tell(e, 'i', vm->lately_initialized[i % LATELY], 0);
    for (u64 i = MAX(k->translated, vm->methods_translated > LATELY ? vm->methods_translated - LATELY : 0); i < vm->methods_translated; i++) {
        const Method *m = vm->lately_translated[i % LATELY];
        tell(e, 'm', m->owner, (int)(m - m->owner->methods));
    }
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
        tell_all(e);
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
static void keep(const Evaluator *e)
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
static bool attempt(Evaluator *e, bool (*what)(Evaluator *e, const void *context), const void *context)
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
            keep(e);
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

/* ---- learning --------------------------------------------------------------------------------- */

static bool initialise(Evaluator *e, const void *class)
{
    Thread *t = e->program->thread;
    if (vm_initialize_class(t, (Class *)class))
        return true;
    vm_take_exception(t);
    return false;
}

static bool may_initialise(const Evaluator *e, const Class *c)
{
    void *key = (void *)c;
    return c->state != CLASS_INITIALIZED && (!e->keeps_initialisers || c->flags & CLASS_BOOT) && !map_get_n(&e->tried, (const char *)&key, sizeof key);
}

void evaluate_prepare(Evaluator *e, Class *c)
{
    void *key = c;
    if (!may_initialise(e, c))
        return;
    *map_slot_n(&e->tried, (const char *)&key, sizeof key) = c;
    keep(e);
    attempt(e, initialise, c);
}

/* The loader is asked now for a class that is there already, or it would be asked in each test again. */
static void learn_reference(Evaluator *e, const Unit *pc)
{
    const Ref *ref = op_info[pc->op].flags & OPF_REF ? pc[1].pointer : NULL;
    if (ref && ref->owner && ref->owner->text[0] != '[' && vm_loaded_class(e->program->vm, NULL, ref->owner))
        program_load(e->program, ref->owner->text);
}

/* Translates the method and interns its strings. */
static void learn_method(Evaluator *e, Class *c, u32 index)
{
    Thread *t = e->program->thread;
    Method *m = index < c->method_count ? &c->methods[index] : NULL;
    if (!m || m->code || !m->def || !m->def->has_code)
        return;
    if (!method_prepare(t, m)) {
        vm_take_exception(t);
        return;
    }
    for (const Unit *pc = m->code->units; pc < m->code->units + m->code->unit_count; pc += insn_length(pc)) {
        if (pc->op == OP_CONST_STRING && !resolve_string(t, pc[1].pointer))
            vm_take_exception(t);
        if (c->loader == e->program->loader)
            learn_reference(e, pc);
    }
}

static Class *learn_class(Evaluator *e, const char *entry)
{
    char *name = xstrndup(entry + 1, strcspn(entry + 1, " "));
    Class *c = program_load(e->program, name);
    free(name);
    return c;
}

/* Classes and methods: what hardly ever runs code of the program. */
static bool learn_code(Evaluator *e, const void *told)
{
    for (const char *entry = told; *entry; entry += strlen(entry) + 1) {
        Class *c = *entry == 'i' ? NULL : learn_class(e, entry);
        if (c && *entry == 'm')
            learn_method(e, c, (u32)atoi(strrchr(entry, ' ')));
    }
    return true;
}

static bool learn_everything(Evaluator *e, const void *told)
{
    learn_code(e, told);
    for (const char *entry = told; *entry; entry += strlen(entry) + 1) {
        Class *c = *entry == 'i' ? learn_class(e, entry) : NULL;
        if (c && may_initialise(e, c) && !initialise(e, c))
            return false;
    }
    return true;
}

static void learn_all(Evaluator *e)
{
    char *told = xcalloc(outcome->told_size + 1, 1);
    memcpy(told, outcome->told, outcome->told_size);
    for (const char *entry = told; *entry; entry += strlen(entry) + 1)
        map_put(&e->told, entry, e);
    keep(e);
    if (!attempt(e, learn_everything, told)) {
        attempt(e, learn_code, told);
        for (const char *entry = told; *entry; entry += strlen(entry) + 1) {
            Class *c = *entry == 'i' ? learn_class(e, entry) : NULL;
            if (c)
                evaluate_prepare(e, c);
        }
    }
    free(told);
    remember(e);
    keep(e);
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
    outcome->told_size = 0;
    outcome->clean = false;
    set_alarm(MAX_SECONDS_PER_TEST);
    bool whole = ends_well(e, measure, test);
    if (whole || outcome->fitness.total < worst_fitness.total)
        tell_all(e);
    set_alarm(0);
    if (outcome->clean)
        rewind_back(vm->code.base, e->known.code_end);
    else
        rewind_back(NULL, NULL);
}

static void run_in_fork(Evaluator *e, const TestCase *test)
{
    outcome->fitness = worst_fitness;
    outcome->told_size = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        set_alarm(MAX_SECONDS_PER_TEST);
        measure(e, test);
        tell_all(e);
        _exit(0);
    }
    int status;
    while (pid > 0 && waitpid(pid, &status, 0) < 0) { }
}

void evaluate(Evaluator *e, TestCase *const *tests, int count)
{
    count = MIN(count, MAX_BATCH);
    remember(e);
    keep(e);
    for (int i = 0; i < count; i++) {
        outcome->results[i] = worst_fitness;
        if (tests[i]->evaluated || seconds_now() > e->hard_deadline)
            continue;
        (e->rewinds ? run_and_go_back : run_in_fork)(e, tests[i]);
        outcome->results[i] = outcome->fitness;
        if (outcome->told_size)
            learn_all(e);
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
    keep(e);
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
