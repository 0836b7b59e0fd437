/* What a slice starts from. Runs in the phone's process. */
#ifndef SLICE_CRITERION_H
#define SLICE_CRITERION_H

#include "slice/history.h"
#include "vm/vm.h"

/* Where the innermost cause of a crash was thrown; 0: its throw was not seen. */
Node criterion_of_throwable(Vm *vm, Object *throwable);
/* The last instruction that ran of a line of the app: "File.java:12". 0: none did. */
Node criterion_of_line(const History *history, const char *at);
/* What counts there: "the null reference", "the index and the length" … */
const char *criterion_text(const History *history, Node node, Object *throwable);

#endif
