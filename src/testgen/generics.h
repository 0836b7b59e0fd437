/* Generic signatures: what a collection is said to hold. */
#ifndef TESTGEN_GENERICS_H
#define TESTGEN_GENERICS_H

#include "testgen/program.h"

/* Fills in elements of the parameters. */
void generics_read(Program *p, Callable *call);

#endif
