/*
 * Growing test cases: values, calls with all that they need, and the operators
 * of the guided genetic algorithm (Algorithms 2, 3 and 4).
 */
#ifndef TESTGEN_GROW_H
#define TESTGEN_GROW_H

#include "testgen/test_case.h"

typedef struct Random { u64 state; } Random;
u64 random_next(Random *r);
u32 random_below(Random *r, u32 n);     /* 0 … n - 1; n > 0 */
bool random_chance(Random *r, double probability);

/* What the search calls: M_crash, and the public methods around it. */
typedef struct Grower {
    Program *program;
    Random random;
    const Callable **crash_calls;   /* M_crash */
    const Method **crash_methods;   /* the same, as methods */
    Class **crash_receivers;        /* the class whose object receives the call; NULL: static or constructor */
    int crash_count;
    const Method **inner_methods;   /* of the frames below the outermost: calling one directly leads astray */
    int inner_count;
    const Callable **other_calls;   /* methods of the class under test */
    int other_count;
    Class *const *elements;         /* of the collection that is about to be made, as the signature says; NULL: unknown */
    bool for_jdk;                   /* the value is for a method of the JDK */
    Field **fields;                 /* of the classes of the trace: a test may set them */
    int field_count;
} Grower;

bool grow_is_inner(const Grower *g, const Method *m);
/* A value of the type for a statement at the end of test: an index, or NO_VALUE for null. */
int grow_value(Grower *g, TestCase *test, Class *type, int depth);
/* Appends a call of one of M_crash, or of any method; false: no room, or no receiver to be had. */
bool grow_crash_call(Grower *g, TestCase *test);
bool grow_other_call(Grower *g, TestCase *test);

/* Algorithm 2, one test of it. */
void grow_initial(Grower *g, TestCase *out);
/* Algorithm 3. */
void grow_crossover(Grower *g, const TestCase *p1, const TestCase *p2, TestCase *o1, TestCase *o2);
/* Algorithm 4. */
void grow_mutation(Grower *g, TestCase *test);

#endif
