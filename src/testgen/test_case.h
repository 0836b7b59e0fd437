/*
 * Test cases: a list of statements, each of which may use the values of those
 * before it. A TestCase is plain memory: it is copied by assignment, and a
 * forked evaluator reads it where it lies.
 *
 *   0  number   7
 *   1  new      java.util.ArrayList(#0)
 *   2  call     #1.add(null)
 */
#ifndef TESTGEN_TEST_CASE_H
#define TESTGEN_TEST_CASE_H

#include "testgen/stub.h"

typedef enum StatementKind { VALUE_NUMBER, VALUE_STRING, VALUE_CLASS, VALUE_ARRAY, VALUE_FIELD, VALUE_STUB, CALL_NEW, CALL_METHOD, SET_FIELD } StatementKind;

enum { MAX_FRAMES = 64 };
enum { MAX_STATEMENTS = 64, NO_VALUE = -1 };    /* NO_VALUE as an argument is null */

typedef struct Statement {
    StatementKind kind;
    Class *type;                /* static type of the value; NULL: none */
    i16 receiver;               /* of instance calls and fields */
    i16 argument_count;
    i16 arguments[MAX_ARGUMENTS];   /* also the elements of an array, and what a field is set to */
    Slot number;                /* VALUE_NUMBER, by type->kind; VALUE_STUB: d, what it returns */
    StubMode mode;
    const Stub *stub;
    const char *text;           /* VALUE_STRING, UTF-8 */
    Class *literal;             /* VALUE_CLASS */
    const Callable *call;
    Field *field;
    Class *field_type;          /* SET_FIELD */
} Statement;

typedef struct Fitness {
    double line, exception, trace;  /* d_s, d_exception, d_trace of Definition 1 */
    double total;                   /* f = 3 d_s + 2 d_exception + d_trace */
    double chain;                   /* second objective: how far the calls of the trace were followed */
    int matched;                    /* frames of the log that are in the test's trace, line included */
    int thrown_at;                  /* the statement that threw; -1: none did */
    i16 lines[MAX_FRAMES];          /* where the frames that matched stand in the jar */
    int wrapped;                    /* so many exceptions are around the one that matches */
    u32 seen;                       /* third: instructions of the trace's methods that ran */
    u32 steps;                      /* what it cost */
} Fitness;

typedef struct TestCase {
    Statement statements[MAX_STATEMENTS];
    int count;
    bool evaluated;
    u64 born;                       /* which evaluation it was */
    Fitness fitness;
} TestCase;

/* The static type that argument a (or element a) must have. */
Class *statement_argument_type(const Statement *s, int a);
/* Does statement s use the value of i? */
bool statement_uses(const Statement *s, int i);
/* Removes statement i and all that cannot be without it. */
void test_remove(TestCase *test, int i);
/* Removes values that nobody uses. */
void test_drop_unused(TestCase *test);
bool test_calls(const TestCase *test, const Method *const *methods, int count);
/* Lower is better: fitness, how far the trace was followed, what was seen on the way; then the younger one, so that tests wander where nothing tells them apart. */
int fitness_compare(const TestCase *a, const TestCase *b);

#endif
