/*
 * What the recorder must know of a method's instructions, worked out at their first
 * execution: registers defined and used, blocks, and who decides over a block. Every
 * instruction of every method that ran has a number, its place.
 */
#ifndef SLICE_METHODS_H
#define SLICE_METHODS_H

#include "code/flow.h"
#include "vm/vm.h"

typedef enum StepAction {
    STEP_NOTHING,               /* goto, nop: no node */
    STEP_PLAIN,                 /* register := f(registers) */
    STEP_ARRAY_GET, STEP_ARRAY_PUT, STEP_FIELD_GET, STEP_FIELD_PUT, STEP_STATIC_GET, STEP_STATIC_PUT,
    STEP_LOOK,                  /* at an object's class or length */
    STEP_FILL,                  /* an array, from the code */
    STEP_MAKE,                  /* an array, from registers */
    STEP_CALL, STEP_RETURN, STEP_THROW, STEP_CATCH,
} StepAction;

typedef struct Step {
    u8 action;
    u8 use_count;
    bool begins_block, ends_block;
    bool decides;               /* a branch or switch: its block's end decides who runs next */
    bool handler;               /* exceptions arrive here */
    u16 definition;
    u16 uses[3];
} Step;

typedef struct MethodFacts {
    const Method *method;
    u32 first_place;            /* of unit 0 */
    u32 unit_count;             /* 1 for a native method */
    bool of_app;                /* not of the boot files, and no support library */
    u32 block_count;
    const u32 *block_at;
    FlowEdges controllers;
    Step *steps;
    u8 native;                  /* natives.c's: what it does, once it was asked for */
    u8 *ran;                    /* units of the app's own methods */
} MethodFacts;

/* Places below this belong to no method. */
enum { PLACE_ROOT = 1, FIRST_PLACE = 8 };

/* Facts of a method: of its code once it is translated, else as of a native one. */
MethodFacts *method_facts(const Method *m);
/* By place; NULL below FIRST_PLACE. */
const MethodFacts *method_of_place(u32 place);
/* The source line of a place in the method; -1: none known. */
i32 method_line(const MethodFacts *facts, u32 place);
u32 methods_count(void);
const MethodFacts *methods_at(u32 index);

#endif
