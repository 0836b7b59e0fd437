/* The test on the user's own JVM: compiled with javac, run with JUnit. */
#ifndef TESTGEN_VERIFY_H
#define TESTGEN_VERIFY_H

#include "testgen/testgen.h"

/* class_name with dots; path below the source root. *sentence is the caller's. */
Verdict verify_test(const char *class_name, const char *path, const Buf *source, const char *class_path, const char *junit, double seconds, char **sentence);

#endif
