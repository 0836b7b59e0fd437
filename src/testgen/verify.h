/* The test on the user's own JVM: compiled with javac, run with JUnit. */
#ifndef TESTGEN_VERIFY_H
#define TESTGEN_VERIFY_H

#include "testgen/testgen.h"

typedef struct VerifyInput {
    const char *class_name;         /* with dots */
    const char *path;               /* below the source root */
    const Buf *source;
    const char *class_path;         /* JUnit's jars included */
    int junit;                      /* 3, 4 or 5 */
    double seconds;                 /* for each of the two */
} VerifyInput;

/* *sentence is the caller's. */
Verdict verify_test(const VerifyInput *input, char **sentence);

#endif
