/*
 * What a slicer without values would say of the same run, for comparison: static
 * dependences mapped onto the instructions that ran, as AndroidSlicer does it. Runs in
 * the phone's process.
 */
#ifndef SLICE_BASELINE_H
#define SLICE_BASELINE_H

#include "slice/history.h"

/* Lines of the app that ran. */
u32 baseline_executed_lines(void);
/* Those of them that a static slice from the node's instruction has. */
u32 baseline_static_lines(const History *history, Node from);

#endif
