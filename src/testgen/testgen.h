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
    const char *junit;              /* jars to compile and run the test with; NULL: look in the class path */
    int frames;                     /* the nearest to the throw that must match; 0: all */
    double timeout;                 /* seconds */
    u64 seed;
    bool verbose, quiet;
} TestgenOptions;

typedef enum Verdict { VERDICT_NONE, VERDICT_VERIFIED, VERDICT_FAILED, VERDICT_NOT_COMPILED } Verdict;

typedef struct TestgenResult {
    bool reproduced;
    Verdict verdict;
    char *verdict_text;             /* a sentence */
    int frames_matched, frames_total, statements;
    double fitness, line, exception, trace, seconds;
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
