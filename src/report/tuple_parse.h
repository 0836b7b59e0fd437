/*
 * Tuples and the dependency tree: the tree judges what the verb frames found,
 * and finds what they missed (the paper's patterns in their original form).
 */
#ifndef REPORT_TUPLE_PARSE_H
#define REPORT_TUPLE_PARSE_H

#include "report/tuple.h"

/*
 * For a sentence that is a step: raises the confidence of tuples whose target
 * hangs on their verb in the tree, lowers it of those where it does not. When
 * there are no tuples, reads them off the tree. Returns the new count.
 */
int tuples_by_tree(Arena *arena, const char *text, size_t length, Tuple **tuples, int count);

#endif
