/*
 * From a Java stack trace to a JUnit test: EvoCrash (Soltani, Panichella, van
 * Deursen, ICSE 2017) on our own machine.
 */
#ifndef TESTGEN_TESTGEN_H
#define TESTGEN_TESTGEN_H

#include "base/buf.h"
#include "vm/vm.h"

typedef struct TestgenOptions {
    const char *log;                /* path of the log; "-" is stdin */
    const char *class_path;
    const char *junit;              /* JUnit's jars, behind the class path; "": it has them, NULL: there are none */
    int junit_version;              /* 3, 4 or 5 */
    bool verify;                    /* on the installed JVM */
    int frames;                     /* the nearest to the throw that must match; 0: all */
    double timeout;                 /* seconds */
    u64 evaluations;                /* at most; 0: as many as the time allows */
    u64 seed;
    bool verbose, quiet;
    bool progress;                  /* stderr is a terminal */
} TestgenOptions;

typedef enum Verdict { VERDICT_NONE, VERDICT_VERIFIED, VERDICT_FAILED, VERDICT_NOT_COMPILED } Verdict;

typedef struct TestgenResult {
    bool reproduced;                /* the same exception at the same place; frames_matched says how much of the trace */
    bool out_of_time;
    Verdict verdict;
    char *verdict_text;             /* a sentence */
    int frames_matched, frames_total, statements;
    double fitness, line, exception, trace;
    double seconds;                 /* until the test was verified */
    double search_seconds;          /* spent on evaluating tests */
    u64 evaluations;
    char *class_name;               /* of the test, with dots */
    char *path;                     /* of the test below the output folder: a/b/XTest.java */
    Buf source;
} TestgenResult;

/*
 * Searches until the crash is reproduced or the time is spent. OK also when it
 * was not: *out says. ERR_INPUT: no trace, class not found, another version …
 */
int testgen_run(TestgenResult *out, Vm *vm, const TestgenOptions *options);
void testgen_result_free(TestgenResult *result);

#endif
