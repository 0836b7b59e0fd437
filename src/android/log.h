/* The log: what apps and the framework write with android.util.Log, kept in memory. */
#ifndef ANDROID_LOG_H
#define ANDROID_LOG_H

#include "vm/vm.h"

#include <stdio.h>

/* The text so far, in logcat's threadtime format. Borrowed. */
const char *log_text(Vm *vm);
/* Lines are also written to this stream as they come; NULL: not. */
void log_echo(Vm *vm, FILE *stream);
/* The text of an earlier process of the same phone comes first. */
void log_restore(Vm *vm, const char *text);

#endif
