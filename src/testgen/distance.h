/*
 * Line distance d_s (section III-B): approach level and branch distance to a
 * line of a method, over the control dependences of its register code, from
 * what the tracer sees.
 */
#ifndef TESTGEN_DISTANCE_H
#define TESTGEN_DISTANCE_H

#include "code/flow.h"
#include "testgen/crash.h"
#include "testgen/test_case.h"
#include "vm/trace.h"

/* One frame of the log, found in the program. */
typedef struct LineTarget {
    Method *method;
    int line;
    u32 unit_count;
    const Code *code;
    u8 *is_target;              /* of each unit: it belongs to the line */
    u32 *decides;               /* of each unit: level of the decision that it ends, 0 for none */
    i32 *toward;                /* of each unit: bit 0, falling through leads on; bit 1, jumping does */
    u32 deepest;                /* levels + 1: the distance of a run that never enters the method */
    /* of the running test: */
    double nearest;             /* approach level + normalised branch distance; 0: the line was reached */
    u8 *seen;                   /* of each unit: it ran */
    u32 seen_count;
} LineTarget;

typedef struct Distances {
    Vm *vm;
    LineTarget targets[MAX_FRAMES];
    int count;
    u8 marked[512];             /* hash of methods that are targets */
    Tracer calls, all;          /* the tracer outside of the targets, and inside */
    /* the last comparison of longs, floats or doubles */
    const Unit *compared_at;
    double compared;
} Distances;

/*
 * Adds the frame; c is its class. ERR_NOT_FOUND with a sentence when no method
 * of that name has the line: the jar and the trace are of different versions.
 * A line just outside of the method (compilers differ) is taken as unknown, and
 * frame->line becomes -1. exception is what was thrown, in internal form.
 */
int distance_add(Distances *d, Arena *arena, Class *c, CrashFrame *frame, const char *exception);

/* Around the run of a test. */
void distance_begin(Distances *d, Vm *vm);
void distance_end(Distances *d);
/* φ(x) = x / (x + 1) */
static inline double normalised(double x) { return x < 1e300 ? x / (x + 1) : 1; }
/* How many instructions of the targets' methods ran: of two tests that are equally near, the one that saw more knows more. */
u32 distance_seen(const Distances *d);
/* In [0, 1]: 0 when the line of target i was reached, 1 when its method was not. */
double distance_of(const Distances *d, int i);

#endif
