/* One test, run where it stands: whoever calls this takes care of what it leaves behind. */
#ifndef TESTGEN_RUN_TEST_H
#define TESTGEN_RUN_TEST_H

#include "testgen/evaluate.h"

extern const Fitness worst_fitness;
Fitness run_test(Evaluator *e, const TestCase *test);
/* What the run of a test that is still going on, or was ended, amounts to. */
Fitness run_conclude(Evaluator *e, Object *thrown, int thrown_at);

#endif
