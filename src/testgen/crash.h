/*
 * The crash to be reproduced, as the log tells it: an exception and the frames
 * of its stack (section III-A). Cut loose from the report layer's types, whose
 * names the machine uses too.
 */
#ifndef TESTGEN_CRASH_H
#define TESTGEN_CRASH_H

#include "base/arena.h"

typedef struct CrashFrame {
    const char *class_name;     /* internal form: a/b/Outer$Inner */
    const char *method;         /* <init> for constructors */
    int line;                   /* < 0: unknown */
} CrashFrame;

typedef struct Crash {
    int wrapped;                /* 0: what reached the top; else how many exceptions are around this cause */
    struct Crash *cause;        /* what it was caused by, in the log; NULL: nothing */
    const char *exception;      /* internal form */
    const char *message;        /* "" when there is none */
    CrashFrame *frames;         /* the one that threw is first */
    int frame_count;
} Crash;

/* Reads the first trace with frames out of a log ("-" is stdin), its causes too. ERR_INPUT with a sentence when there is none. */
int crash_read(Crash *out, Arena *arena, const char *path);

#endif
