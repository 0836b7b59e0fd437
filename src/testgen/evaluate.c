/*
 * Batches in forks. The results lie in memory that parent and children share:
 *
 *   parent: fork ──────────────────────── wait ── fork (from the test after the one that died) …
 *   child:     test 0, test 1, test 2 ✗ dies (exit, endless loop, a fault)
 *
 * A child tells which classes it had to load; the parent loads them too, and
 * initialises those of the JDK, so that the next child finds them there.
 *
 * A test ends by its budget of steps (calls and backward branches), not by a
 * clock, so that a seed gives the same run on every machine; the clock is only
 * the last resort.
 */
#include "testgen/evaluate.h"

#include "vm/internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 50, STEPS_OF_INITIALISER = 50000000, MAX_SECONDS_PER_TEST = 5, MAX_BATCH = 512, MAX_STACK = 200, TOLD_BYTES = 1 << 16, STEPS_PER_WORK = 5000 };

static const Fitness worst = { .line = 1, .exception = 1, .trace = 1, .total = 6, .chain = 1e9, .thrown_at = -1 };

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- running a test ------------------------------------------------------------------------ */

static int wide(const Class *c)
{
    return c->kind == 'J' || c->kind == 'D' ? 2 : 1;
}

static Slot run_call(Thread *t, const Statement *s, const Slot *values)
{
    Slot registers[2 * MAX_ARGUMENTS + 2];
    Slot *next = registers;
    Method *m = s->call->method;
    Object *made = NULL;
    if (!vm_initialize_class(t, m->owner))
        return (Slot){ 0 };
    if (s->kind == CALL_NEW) {
        made = vm_new_object(t, m->owner);
        if (!made)
            return (Slot){ 0 };
        (next++)->l = made;
    } else if (!method_is_static(m)) {
        Object *receiver = values[s->receiver].l;
        (next++)->l = receiver;
        m = vm_select_method(object_class(receiver), m);
    }
    for (int i = 0; i < s->argument_count; i++) {
        *next = s->arguments[i] == NO_VALUE ? (Slot){ 0 } : values[s->arguments[i]];
        next += wide(s->call->parameters[i]);
    }
    Slot result = vm_call(t, m, registers);
    if (made)
        result.l = made;
    return result;
}

static Slot run_array(Thread *t, const Statement *s, const Slot *values)
{
    Object *array = vm_new_array(t, s->type, s->argument_count);
    for (int i = 0; array && i < s->argument_count; i++) {
        Slot v = s->arguments[i] == NO_VALUE ? (Slot){ 0 } : values[s->arguments[i]];
        switch (s->type->element_kind) {
        case 'Z': case 'B': ARRAY_I8(array)[i] = (i8)v.i; break;
        case 'C': case 'S': ARRAY_I16(array)[i] = (i16)v.i; break;
        case 'I': ARRAY_I32(array)[i] = v.i; break;
        case 'F': ARRAY_F32(array)[i] = v.f; break;
        case 'J': ARRAY_I64(array)[i] = v.j; break;
        case 'D': ARRAY_F64(array)[i] = v.d; break;
        default: ARRAY_REF(array)[i] = object_ref(v.l); break;
        }
    }
    return (Slot){ .l = array };
}

static Slot run_statement(Thread *t, const Statement *s, const Slot *values)
{
    switch (s->kind) {
    case VALUE_NUMBER: return s->number;
    case VALUE_STRING: return (Slot){ .l = vm_string_utf8(t, s->text) };
    case VALUE_CLASS: return (Slot){ .l = vm_class_object(t, s->literal) };
    case VALUE_STUB: return (Slot){ .l = stub_new(t, s->stub, s->mode, s->number.d) };
    case VALUE_ARRAY: return run_array(t, s, values);
    case VALUE_FIELD: return vm_initialize_class(t, s->field->owner) ? vm_get_field(NULL, s->field) : (Slot){ 0 };
    default: return run_call(t, s, values);
    }
}

/* ---- measuring ------------------------------------------------------------------------------- */

/* Equation 4. */
static double frame_difference(const CrashFrame *wanted, const Method *m, i32 line)
{
    if (strcmp(wanted->class_name, m->owner->name->text))
        return 3;
    if (strcmp(wanted->method, m->name->text))
        return 2;
    return wanted->line < 0 ? 0 : normalised(abs(wanted->line - line));
}

/* Equations 3 and 5. */
static double trace_distance(const Evaluator *e, Object *thrown, int *matched)
{
    const Object *state = ref_object((ObjectRef)FIELD_AT(thrown, i64, e->program->vm->known.throwable_state));
    i32 count = state ? MIN(ARRAY_LENGTH(state) / 2, MAX_STACK) : 0;
    double sum = 0;
    *matched = 0;
    for (int i = 0; i < e->frame_count; i++) {
        double best = 3;
        for (i32 k = 0; k < count && best > 0; k++) {
            const Method *m = (const Method *)(uintptr_t)ARRAY_I64(state)[k * 2];
            i32 line = m->code ? code_line(m->code, (u32)ARRAY_I64(state)[k * 2 + 1]) : -2;
            best = MIN(best, frame_difference(e->frames[i], m, line));
        }
        *matched += best == 0;
        sum += best;
    }
    return normalised(sum);
}

/*
 * What the run of a test amounts to; thrown may be NULL. An exception of the
 * wanted class counts as the target one where a frame of the log is in its
 * trace, or the line was reached and a class of the log is. Otherwise a
 * NullPointerException of anything ends the search in a dead end.
 */
static Fitness conclude(Evaluator *e, Object *thrown, int thrown_at)
{
    Fitness f = worst;
    f.thrown_at = thrown_at;
    f.steps = (u32)(vm_steps(e->program->vm) - e->first_step);
    f.line = distance_of(&e->distances, 0);
    f.chain = 0;
    for (int i = 0; i < e->frame_count; i++)
        f.chain += distance_of(&e->distances, i);
    if (thrown && !strcmp(object_class(thrown)->name->text, e->crash->exception)) {
        double trace = trace_distance(e, thrown, &f.matched);
        if (f.matched || (f.line == 0 && trace < normalised(3.0 * e->frame_count))) {
            f.exception = 0;
            f.trace = trace;
        }
    }
    f.total = 3 * f.line + 2 * f.exception + f.trace;
    return f;
}

/* With -v: what the best test threw. */
static void explain(const Evaluator *e, const Object *thrown)
{
    Buf text = { 0 };
    vm_print_throwable(e->program->vm, &text, thrown);
    fprintf(stderr, "%s", buf_str(&text));
    buf_free(&text);
}

/* A test that uses null as an object does what no test would: it ends there, and its exception is none. */
static bool calls_null(const Statement *s, const Slot *values)
{
    return s->kind == CALL_METHOD && !method_is_static(s->call->method) && (s->receiver == NO_VALUE || !values[s->receiver].l);
}

static Fitness measure(Evaluator *e, const TestCase *test)
{
    Thread *t = e->program->thread;
    Slot values[MAX_STATEMENTS];
    Object *thrown = NULL;
    int thrown_at = -1;
    memset(values, 0, sizeof values);
    e->first_step = vm_steps(e->program->vm);
    e->program->vm->max_steps = e->first_step + e->steps;
    distance_begin(&e->distances, e->program->vm);
    for (int i = 0; i < test->count && !thrown && !calls_null(&test->statements[i], values); i++) {
        values[i] = run_statement(t, &test->statements[i], values);
        if (t->exception) {
            thrown = vm_take_exception(t);
            thrown_at = i;
        }
    }
    distance_end(&e->distances);
    if (thrown && e->explain)
        explain(e, thrown);
    return conclude(e, thrown, thrown_at);
}

/* ---- batches ------------------------------------------------------------------------------------ */

typedef struct Shared {
    volatile int running;               /* the test that a child is at */
    Fitness results[MAX_BATCH];
    u32 told_size;
    char told[TOLD_BYTES];              /* class names, each ended by a 0 byte; '!' before one that is initialised */
} Shared;

static Shared *shared_memory(void)
{
    static Shared *shared;      /* one for the process: children write, the parent reads */
    if (!shared) {
        shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (shared == MAP_FAILED) {
            fprintf(stderr, "reenact: no memory to share with evaluators\n");
            exit(5);
        }
    }
    return shared;
}

/* ---- classes that the next child should find ---------------------------------------------- */

static void tell_classes(const Evaluator *e, Shared *shared)
{
    for (const Class *c = e->program->vm->newest_class; c && c != e->newest; c = c->next) {
        bool initialised = c->flags & CLASS_BOOT && c->state == CLASS_INITIALIZED;
        if (!c->def || shared->told_size + c->name->length + 3 > TOLD_BYTES || (c->loader && c->loader != e->program->loader))
            continue;
        shared->told_size += (u32)sprintf(shared->told + shared->told_size, "%s%s", initialised ? "!" : "", c->name->text) + 1;
    }
}

static void load_told(Evaluator *e, Shared *shared)
{
    Thread *t = e->program->thread;
    for (u32 at = 0; at < shared->told_size; at += (u32)strlen(shared->told + at) + 1) {
        const char *name = shared->told + at;
        Class *c = program_load(e->program, name + (*name == '!'));
        if (c && *name == '!' && !vm_initialize_class(t, c))
            vm_take_exception(t);
    }
    shared->told_size = 0;
    e->newest = e->program->vm->newest_class;
}

/* The budget is spent, or the program ended itself: how far it got still counts. */
static void end_of_child(Vm *vm)
{
    Shared *shared = shared_memory();
    Evaluator *e = *vm_extension(vm, EXT_TESTGEN);
    shared->results[shared->running] = conclude(e, NULL, -1);
    shared->running++;
    tell_classes(e, shared);
    _exit(3);
}

static void silence(void)
{
    int null = open("/dev/null", O_RDWR);
    for (int i = 0; null >= 0 && i < 3; i++)
        dup2(null, i);
}

static void child(Evaluator *e, TestCase *const *tests, int first, int end, Shared *shared)
{
    if (!e->explain)
        silence();
    *vm_extension(e->program->vm, EXT_TESTGEN) = e;
    vm_at_exit(e->program->vm, end_of_child);
    for (int i = first; i < end; i++) {
        shared->running = i;
        alarm(MAX_SECONDS_PER_TEST);
        shared->results[i] = measure(e, tests[i]);
    }
    shared->running = end;
    tell_classes(e, shared);
    _exit(0);
}

/* Runs tests[first…end) and gives the first that was not measured; *died: that one is why. */
static int run_batch(Evaluator *e, TestCase *const *tests, int first, int end, Shared *shared, bool *died)
{
    shared->running = first;
    shared->told_size = 0;
    e->newest = e->program->vm->newest_class;
    fflush(NULL);
    pid_t pid = fork();
    e->forks++;
    if (pid < 0)
        return first;
    if (!pid)
        child(e, tests, first, end, shared);
    int status;
    while (waitpid(pid, &status, 0) < 0) { }
    *died = !WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 3);
    load_told(e, shared);
    return shared->running;
}

static void run_all(Evaluator *e, TestCase **tests, int count, int batch)
{
    Shared *shared = shared_memory();
    for (int first = 0; first < count;) {
        if (batch > 1 && seconds_now() > e->deadline) {
            for (; first < count; first++)
                tests[first]->fitness = worst;
            return;
        }
        int end = MIN(first + batch, count);
        bool died = true;
        int stopped = run_batch(e, tests, first, end, shared, &died);
        for (int i = first; i < stopped; i++)
            tests[i]->fitness = shared->results[i];
        if (died && stopped < end)
            tests[stopped++]->fitness = worst;
        for (int i = first; i < stopped; i++) {
            tests[i]->evaluated = true;
            e->evaluations++;
            e->work += 1 + tests[i]->fitness.steps / STEPS_PER_WORK;
        }
        first = stopped;
    }
}

void evaluate_alone(Evaluator *e, TestCase *test)
{
    run_all(e, &test, 1, 1);
}

void evaluate(Evaluator *e, TestCase *const *tests, int count)
{
    TestCase *todo[MAX_BATCH];
    int n = 0;
    for (int i = 0; i < count && n < MAX_BATCH; i++)
        if (!tests[i]->evaluated)
            todo[n++] = tests[i];
    run_all(e, todo, n, BATCH);
    for (int i = 0; i < n; i++)
        if (todo[i]->fitness.total == 0)
            evaluate_alone(e, todo[i]);
}

/*
 * Classes that are initialised before the fork need not be in each one. A
 * static initialiser that throws or does not end is left to the tests.
 */
void evaluate_prepare(Evaluator *e, Class *c)
{
    Vm *vm = e->program->vm;
    Thread *t = e->program->thread;
    if (c->state == CLASS_INITIALIZED)
        return;
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        alarm(MAX_SECONDS_PER_TEST);
        silence();
        vm->max_steps = vm_steps(vm) + STEPS_OF_INITIALISER;
        _exit(!vm_initialize_class(t, c));
    }
    int status;
    while (pid > 0 && waitpid(pid, &status, 0) < 0) { }
    if (pid > 0 && WIFEXITED(status) && !WEXITSTATUS(status) && !vm_initialize_class(t, c))
        vm_take_exception(t);
}
