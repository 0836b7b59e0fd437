/*
 * The part of the slicer that works in the phone's process (device/tool.h), and the
 * text in which it answers. A line each:
 *
 *   at CLASS METHOD FILE LINE DISTANCE EVENT CALLBACK BECAUSE REASON STEPS
 *   NAME VALUE                      figures, and the criterion
 *
 * with tabs between the fields.
 */
#ifndef SLICE_TOOL_H
#define SLICE_TOOL_H

#include "device/tool.h"

/* Questions: "slice", "whole", each alone or followed by a blank and File.java:LINE. */
extern const PhoneTool slice_tool;
/* How large a history may grow; to be set before the phone is opened. */
extern u64 slice_most_bytes;
/* record_check; likewise. */
extern bool slice_checks;

#endif
