/*
 * Evaluation: runs test cases in the machine and measures them (Definitions 1
 * and 2). No test sees what another one did.
 */
#ifndef TESTGEN_EVALUATE_H
#define TESTGEN_EVALUATE_H

#include "testgen/distance.h"
#include "testgen/test_case.h"

#include <stdio.h>

/* What the machine has learned about the program. */
typedef struct Learned {
    const Class *newest;
    u32 initialized, interned, lambdas;
    u64 translated;
    const u8 *code_end;
} Learned;

enum { NOTE_BYTES = 1024 };

typedef struct Evaluator {
    Program *program;
    Distances distances;
    const Crash *crash;
    const Class *exception;         /* the crash's; NULL: it is not there */
    CrashFrame **frames;            /* those of the program, nearest to the throw first */
    int wrappers;                   /* so many exceptions may be around the one that is looked for */
    int without_line;               /* of them, those whose line is not in the jar's method */
    int frames_found;
    int frame_count;                /* of them, those that the search aims at now */
    bool explain;                   /* say what tests throw */
    char *note;                     /* of NOTE_BYTES: a sentence about how the test ended goes there; NULL: nobody asks */
    bool keeps_initialisers;        /* the crash is in one: the program's classes stay as they are */
    bool rewinds;                   /* else each test runs in a fork */
    Learned known;                  /* before the running test */
    Map told;                       /* what tests had to learn */
    Map tried;                      /* classes whose initialiser was run before the tests */
    u64 steps;                      /* budget of a test: calls and backward branches */
    u64 first_step;                 /* of the running test */
    u64 evaluations;
    u64 work;                       /* what the search has cost, in evaluations of a small test: the same on every machine */
    u64 max_evaluations;            /* of the search; 0: no limit */
    double deadline;                /* of seconds_now(): the search ends */
    double hard_deadline;           /* no test runs */
    bool progress;                  /* a line on the terminal that is written over */
    double shown;                   /* when it was */
    u64 evaluations_shown;
    FILE *say;                      /* the terminal: what tests print themselves goes nowhere */
    int real_output;
} Evaluator;

double seconds_now(void);
/* Is the search's budget spent? */
bool evaluate_is_over(const Evaluator *e);
/* Between these two, tests can be evaluated, and stdin, stdout and stderr lead nowhere. */
int evaluate_open(Evaluator *e, Program *p);
void evaluate_close(Evaluator *e);
/* Measures those of the tests that were not yet. */
void evaluate(Evaluator *e, TestCase *const *tests, int count);
void evaluate_alone(Evaluator *e, TestCase *test);
/* Runs it once more, and says how it ended: a sentence that lives until evaluate_close. */
const char *evaluate_and_describe(Evaluator *e, TestCase *test);
/* Initialises a class before the tests, if that ends well. */
void evaluate_prepare(Evaluator *e, Class *c);

#endif
