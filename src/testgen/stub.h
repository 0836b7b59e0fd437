/*
 * Stubs: objects of an interface or abstract class that the test implements
 * itself. In the machine a made class whose methods are C; in the text of the
 * test an anonymous class.
 */
#ifndef TESTGEN_STUB_H
#define TESTGEN_STUB_H

#include "testgen/program.h"

typedef enum StubMode {
    STUB_CONSTANT,      /* numbers: the constant; references: null */
    STUB_ARGUMENT,      /* the first argument of the result's type, plus the constant for numbers */
    STUB_MODES,
} StubMode;

typedef struct Stub {
    Class *type, *made;
    Method *constructor;            /* of an abstract class; NULL for interfaces */
    const Method **methods;         /* those to implement */
    int method_count;
    u32 value_offset, mode_offset;
} Stub;

/* NULL: it cannot be implemented in a test. */
const Stub *stub_of(Program *p, Class *type);
/* A new object. NULL: its constructor threw. */
Object *stub_new(Thread *t, const Stub *stub, StubMode mode, double value);
/* What a method of that kind of result returns for the stub's constant. */
Slot stub_number(char kind, double value);
/* Which argument a method returns in STUB_ARGUMENT; -1: none. */
int stub_argument(const Method *m);

#endif
