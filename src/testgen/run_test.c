/* Running one test case in the machine, and measuring it (Definitions 1 and 2). */
#include "testgen/run_test.h"

#include "vm/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STACK = 200, DEPTH_OF_EXACT = 4 };      /* Object, Throwable, Exception, RuntimeException, then what says something */

const Fitness worst_fitness = { .line = 1, .exception = 1, .trace = 1, .total = 6, .chain = 1e9, .thrown_at = -1 };

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

static Slot run_set_field(Thread *t, const Statement *s, const Slot *values)
{
    Slot value = s->arguments[0] == NO_VALUE ? (Slot){ 0 } : values[s->arguments[0]];
    if (vm_initialize_class(t, s->field->owner))
        vm_set_field(s->receiver == NO_VALUE ? NULL : values[s->receiver].l, s->field, value);
    return (Slot){ 0 };
}

static Slot run_statement(Thread *t, const Statement *s, const Slot *values)
{
    switch (s->kind) {
    case VALUE_NUMBER: return s->number;
    case VALUE_STRING: return (Slot){ .l = vm_string_utf8(t, s->text) };
    case VALUE_CLASS: return (Slot){ .l = vm_class_object(t, s->literal) };
    case VALUE_STUB: return (Slot){ .l = stub_new(t, s->stub, s->mode, s->number.d) };
    case VALUE_ARRAY: return run_array(t, s, values);
    case SET_FIELD: return run_set_field(t, s, values);
    case VALUE_FIELD: return vm_initialize_class(t, s->field->owner) ? vm_get_field(NULL, s->field) : (Slot){ 0 };
    default: return run_call(t, s, values);
    }
}

/* ---- measuring ------------------------------------------------------------------------------- */

/* Equation 4; target is the wanted frame in the program. */
static double frame_difference(const CrashFrame *wanted, const LineTarget *target, const Method *m, u32 unit, i32 line)
{
    if (strcmp(wanted->class_name, m->owner->name->text))
        return 3;
    if (strcmp(wanted->method, m->name->text))
        return 2;
    if (wanted->line < 0 || (m == target->method && unit < target->unit_count && target->is_target[unit]))
        return 0;
    return normalised(MAX(abs(wanted->line - line), 1));
}

/* Equations 3 and 5. */
static double trace_distance(const Evaluator *e, Object *thrown, Fitness *f)
{
    const Object *state = ref_object((ObjectRef)FIELD_AT(thrown, i64, e->program->vm->known.throwable_state));
    i32 count = state ? MIN(ARRAY_LENGTH(state) / 2, MAX_STACK) : 0;
    double sum = 0;
    f->matched = 0;
    for (int i = 0; i < e->frame_count; i++) {
        double best = 3;
        for (i32 k = 0; k < count && best > 0; k++) {
            const Method *m = (const Method *)(uintptr_t)ARRAY_I64(state)[k * 2];
            u32 unit = (u32)ARRAY_I64(state)[k * 2 + 1];
            i32 line = m->code ? code_line(m->code, unit) : -2;
            best = MIN(best, frame_difference(e->frames[i], &e->distances.targets[i], m, unit, line));
            f->lines[i] = best == 0 ? (i16)line : 0;
        }
        f->matched += best == 0;
        sum += best;
    }
    return normalised(sum);
}

/*
 * The JDK's own checks differ between versions in how exact their exception is:
 * String's index is out of bounds, or just an index. One of the JDK that is
 * only less exact than the log's, thrown by the JDK, is taken for it here; the
 * JVM has the last word.
 */
static bool is_less_exact(const Evaluator *e, const Object *thrown)
{
    const Class *given = object_class(thrown), *wanted = e->exception;
    const Object *state = ref_object((ObjectRef)FIELD_AT(thrown, i64, e->program->vm->known.throwable_state));
    if (!wanted || !(given->flags & CLASS_BOOT) || !vm_is_subclass(wanted, given) || given->depth < DEPTH_OF_EXACT || !state || ARRAY_LENGTH(state) < 2)
        return false;
    const Method *top = (const Method *)(uintptr_t)ARRAY_I64(state)[0];
    return top->owner->flags & CLASS_BOOT;
}

/* A target that was the cause of other exceptions in the log may be one here; *wrapped: of how many. */
static Object *unwrap(const Evaluator *e, Object *thrown, int *wrapped)
{
    Thread *t = e->program->thread;
    for (*wrapped = 0; thrown && *wrapped <= e->wrappers; ++*wrapped) {
        if (!strcmp(object_class(thrown)->name->text, e->crash->exception) || is_less_exact(e, thrown))
            return thrown;
        if (*wrapped == e->wrappers)
            break;
        /* Asked, not looked up: older programs keep the cause in fields of their own. */
        thrown = vm_call_method(t, thrown, "getCause", "()Ljava/lang/Throwable;").l;
        if (t->exception) {
            vm_take_exception(t);
            thrown = NULL;
        }
    }
    return NULL;
}

/*
 * What the run of a test amounts to; thrown may be NULL. An exception of the
 * wanted class counts as the target one where a frame of the log is in its
 * trace, or the line was reached and a class of the log is. Otherwise a
 * NullPointerException of anything ends the search in a dead end.
 */
Fitness run_conclude(Evaluator *e, Object *thrown, int thrown_at)
{
    Fitness f = worst_fitness;
    f.thrown_at = thrown_at;
    f.steps = (u32)(vm_steps(e->program->vm) - e->first_step);
    f.line = distance_of(&e->distances, 0);
    f.chain = 0;
    thrown = unwrap(e, thrown, &f.wrapped);
    f.seen = distance_seen(&e->distances);
    for (int i = 0; i < e->frame_count; i++)
        f.chain += distance_of(&e->distances, i);
    if (thrown) {
        double trace = trace_distance(e, thrown, &f);
        if (f.matched || (f.line == 0 && trace < normalised(3.0 * e->frame_count))) {
            f.exception = 0;
            f.trace = trace;
        }
    }
    f.total = 3 * f.line + 2 * f.exception + f.trace;
    return f;
}

/* In a sentence: what the test ends with, and what it asked of the machine in vain. */
static void describe(const Evaluator *e, const Object *thrown)
{
    Buf text = { 0 };
    const Gap *gaps;
    u32 gap_count = vm_gaps(e->program->vm, &gaps);
    int used;
    if (thrown) {
        vm_print_throwable(e->program->vm, &text, thrown);
        used = snprintf(e->note, NOTE_BYTES, "It ends with %.*s.", (int)MIN(strcspn(buf_str(&text), "\n"), 300), buf_str(&text));
    } else {
        used = snprintf(e->note, NOTE_BYTES, "It throws nothing.");
    }
    for (u32 i = 0; i < gap_count && i < 5 && used < NOTE_BYTES - 200; i++)
        if (gaps[i].method)
            used += snprintf(e->note + used, (size_t)(NOTE_BYTES - used), "%s %.80s.%.40s", i ? "," : " The machine lacks the native", gaps[i].method->owner->name->text, gaps[i].method->name->text);
    buf_free(&text);
}

/* With -v: what the best test threw. */
static void explain(const Evaluator *e, const Object *thrown)
{
    Buf text = { 0 };
    vm_print_throwable(e->program->vm, &text, thrown);
    fprintf(e->say, "%s", buf_str(&text));
    buf_free(&text);
}

/* A test that uses null as an object does what no test would: it ends there, and its exception is none. */
static bool calls_null(const Statement *s, const Slot *values)
{
    bool needs_object = s->kind == CALL_METHOD ? !method_is_static(s->call->method) : s->kind == SET_FIELD && !(s->field->access & ACC_STATIC);
    return needs_object && (s->receiver == NO_VALUE || !values[s->receiver].l);
}

Fitness run_test(Evaluator *e, const TestCase *test)
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
    if (e->note)
        describe(e, thrown);
    if (thrown && e->explain)
        explain(e, thrown);
    return run_conclude(e, thrown, thrown_at);
}
