/* The text of a JUnit 4 test. */
#ifndef TESTGEN_JAVA_SOURCE_H
#define TESTGEN_JAVA_SOURCE_H

#include "testgen/evaluate.h"

/* "CategoryCrashTest": after the class of the outermost frame. The caller frees. */
char *java_test_name(const Evaluator *e);
/* Writes the class; note is a sentence for its head comment (may have several lines). */
void java_write_test(Buf *out, const Evaluator *e, const TestCase *test, const char *name, const char *note);

#endif
