/*
 * When two crashes are the same: exception classes, with their causes, and the
 * frames of the app's own code. Messages hold values, frames of the platform differ
 * between its versions.
 */
#ifndef REDUCE_CRASH_KEY_H
#define REDUCE_CRASH_KEY_H

#include "base/base.h"

/* The classes of exceptions and below each its frames, a line each; the caller frees. frames: false leaves them out. */
char *crash_key(const char *trace, bool frames);
/* One line for lists: "java.lang.NullPointerException at com.example.Main.onClick(Main.java:12)"; the caller frees. */
char *crash_title(const char *trace);
/* Is it a class of the platform, or of its support libraries? */
bool is_platform_class(const char *class_name);

#endif
