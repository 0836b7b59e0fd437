/*
 * What a run depends on besides the app and the events: the seed, and the conditions
 * that a phone can be in. A condition is a name and a value, as written after --env
 * and in the head of a .repro; environment.c has the table of them.
 */
#ifndef DEVICE_ENVIRONMENT_H
#define DEVICE_ENVIRONMENT_H

#include "base/base.h"
#include "base/buf.h"

typedef struct Condition {
    const struct ConditionKind *kind;
    char *value;
} Condition;

typedef struct Environment {
    u64 seed;
    bool pixels;                    /* draw, so that screenshots can be taken */
    bool callbacks;                 /* note which methods of the app run: see Screen */
    bool stays;                     /* as under Monkey's -p: what would leave the app is refused */
    bool ready;                     /* load beforehand what apps usually need: for a phone that starts apps many times */
    bool verbose;
    const struct PhoneTool *tool;   /* works in the phone's process (tool.h); NULL: none */
    Condition *conditions;          /* in the order in which they were set; without any: the phone as it comes */
    u32 condition_count;
} Environment;

/*
 * Sets one condition. Error: there is none of that name, or it cannot have that
 * value; the sentence says what is allowed.
 */
int environment_set(Environment *e, const char *name, const char *value);
/* "NAME=VALUE". */
int environment_set_from(Environment *e, const char *assignment);
/* A copy with conditions of its own. */
Environment environment_copy(const Environment *e);
void environment_clear(Environment *e);
/* The conditions as lines of a .repro: "env NAME VALUE". */
void environment_print(Buf *out, const Environment *e);

/* Every condition with what it can be and what it does, a line each. */
void environment_describe(Buf *out);

#endif
