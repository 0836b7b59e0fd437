/* JUnit's jars: given, or where they usually are. */
#ifndef TESTGEN_JUNIT_H
#define TESTGEN_JUNIT_H

#include "base/base.h"

/*
 * The jars that compile and run a test of that version of JUnit, joined by ':'.
 * "" when the class path has them already, NULL when there are none. The caller frees.
 */
char *junit_find(const char *class_path, int version);
/* The program that runs a test class on the JVM. */
const char *junit_runner(int version);

#endif
