/* Test cases: what can be done to one without knowing the program. */
#include "testgen/test_case.h"

#include <string.h>

enum { LONG = 24 };

Class *statement_argument_type(const Statement *s, int a)
{
    return s->kind == VALUE_ARRAY ? s->type->component : s->kind == SET_FIELD ? s->field_type : s->call->parameters[a];
}

bool statement_uses(const Statement *s, int i)
{
    if (s->receiver == i)
        return true;
    for (int k = 0; k < s->argument_count; k++)
        if (s->arguments[k] == i)
            return true;
    return false;
}

static void close_gap(TestCase *test, int i)
{
    memmove(&test->statements[i], &test->statements[i + 1], (size_t)(test->count - i - 1) * sizeof *test->statements);
    test->count--;
    for (int k = i; k < test->count; k++) {
        Statement *s = &test->statements[k];
        if (s->receiver > i)
            s->receiver--;
        for (int a = 0; a < s->argument_count; a++)
            if (s->arguments[a] > i)
                s->arguments[a]--;
    }
}

/* Another value that can stand for i in a later statement, or NO_VALUE. */
static int replacement(const TestCase *test, int i, int before)
{
    const Class *type = test->statements[i].type;
    for (int k = before - 1; k >= 0; k--)
        if (k != i && type && test->statements[k].type && vm_is_subclass(test->statements[k].type, type))
            return k;
    return NO_VALUE;
}

static int last_user(const TestCase *test, int i)
{
    for (int k = test->count - 1; k > i; k--)
        if (statement_uses(&test->statements[k], i))
            return k;
    return NO_VALUE;
}

void test_remove(TestCase *test, int i)
{
    const Class *type = test->statements[i].type;
    /* One user at a time: removing one may give its own users this value again. */
    for (int k; (k = last_user(test, i)) != NO_VALUE;) {
        Statement *s = &test->statements[k];
        int other = replacement(test, i, k);
        if (other == NO_VALUE && (s->receiver == i || class_is_primitive(type))) {
            test_remove(test, k);
            continue;
        }
        if (s->receiver == i)
            s->receiver = (i16)other;
        for (int a = 0; a < s->argument_count; a++)
            if (s->arguments[a] == i)
                s->arguments[a] = (i16)other;
    }
    close_gap(test, i);
    test->evaluated = false;
}

void test_drop_unused(TestCase *test)
{
    for (int i = test->count - 1; i >= 0; i--) {
        if (test->statements[i].kind >= CALL_NEW)
            continue;
        bool used = false;
        for (int k = i + 1; k < test->count && !used; k++)
            used = statement_uses(&test->statements[k], i);
        if (!used)
            close_gap(test, i);
    }
}

bool test_calls(const TestCase *test, const Method *const *methods, int count)
{
    for (int i = 0; i < test->count; i++)
        for (int k = 0; k < count && test->statements[i].call; k++)
            if (test->statements[i].call->method == methods[k])
                return true;
    return false;
}

int fitness_compare(const TestCase *a, const TestCase *b)
{
    if (a->fitness.total != b->fitness.total)
        return a->fitness.total < b->fitness.total ? -1 : 1;
    if (a->fitness.chain != b->fitness.chain)
        return a->fitness.chain < b->fitness.chain ? -1 : 1;
    if (a->fitness.seen != b->fitness.seen)
        return a->fitness.seen > b->fitness.seen ? -1 : 1;
    bool a_long = a->count > LONG, b_long = b->count > LONG;
    if (a_long || b_long)
        return a->count - b->count;
    return a->born > b->born ? -1 : a->born < b->born;
}
