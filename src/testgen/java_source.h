/* The text of a JUnit test. */
#ifndef TESTGEN_JAVA_SOURCE_H
#define TESTGEN_JAVA_SOURCE_H

#include "testgen/evaluate.h"

enum { JUNIT_FIRST = 3, JUNIT_USUAL = 4, JUNIT_LAST = 5 };

typedef struct JavaForm {
    const char *name;               /* of the class */
    int junit;                      /* 3, 4 or 5 */
    bool nested;                    /* calls inside of calls where that reads well */
} JavaForm;

/* "CategoryCrashTest": after the class of the outermost frame. The caller frees. */
char *java_test_name(const Evaluator *e);
/* Writes the class; note is a sentence for its head comment. How many statements it has. */
int java_write_test(Buf *out, const Evaluator *e, const TestCase *test, const JavaForm *form, const char *note);

#endif
