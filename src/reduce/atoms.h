/*
 * Atoms: low-level events as a person counts them. A finger that goes down, moves
 * and comes up is one; so are the ten steps of Monkey's trackball with the click
 * behind them. Only whole atoms are left out.
 */
#ifndef REDUCE_ATOMS_H
#define REDUCE_ATOMS_H

#include "device/event.h"

typedef struct Atom {
    u32 first, count;               /* events[first …] */
} Atom;

typedef struct Atoms {
    const Event *events;            /* borrowed */
    Atom *items;
    u32 count;
} Atoms;

void atoms_group(Atoms *out, const Event *events, u32 count);
void atoms_free(Atoms *atoms);

/* What a person did. */
typedef enum Operation {
    OP_TAP, OP_LONG_TAP, OP_DRAG, OP_PINCH, OP_TRACKBALL, OP_KEY, OP_TEXT, OP_SWITCH, OP_ROTATE, OP_OTHER,
} Operation;

Operation atom_operation(const Atoms *atoms, u32 atom);
/* The key of an atom that is one; -1: none. */
i32 atom_key(const Atoms *atoms, u32 atom);
/* Where the finger first was; NULL: no finger. */
const EventPoint *atom_place(const Atoms *atoms, u32 atom);

#endif
