/* The conditions that a phone can be in, one row each, and how the phone takes them on. */
#ifndef DEVICE_CONDITION_H
#define DEVICE_CONDITION_H

#include "device/environment.h"
#include "vm/vm.h"

/* When a condition is set: before the machine runs, before the app is installed, or before the app starts. */
typedef enum ConditionTime { AT_POWER_ON, BEFORE_INSTALL, BEFORE_START } ConditionTime;

typedef struct ConditionKind {
    const char *name;
    const char *form;               /* what the value looks like: "online | offline" */
    const char *help;
    bool repeats;                   /* every line counts; else the last one */
    ConditionTime time;
    /* Error: the value cannot be, with a sentence that may leave out what is allowed. NULL: one of the words of the form. */
    int (*check)(const char *value);
    /* NULL: AT_POWER_ON, the phone asks for the value. An exception may be left. */
    void (*apply)(Thread *t, const char *value);
} ConditionKind;

extern const ConditionKind condition_kinds[];       /* ends with a zero row */

/* The value of a condition that does not repeat; NULL: not set. */
const char *condition_value(const Environment *e, const char *name);
/* Milliseconds since 1970 of "2016-06-01 12:00" or with seconds, in UTC; negative: it is no such text. */
i64 condition_time(const char *text);
/* Takes on all conditions of that time. Error: the sentence names the condition. */
int conditions_apply(Thread *t, const Environment *e, ConditionTime time);

#endif
