/*
 * The program under test: the classes of the class path as the search sees
 * them. What can be called from a test, and what makes a value of a type.
 *
 * Classes are read as ClassDefs (cheap, all of them) to know who extends whom
 * and who returns what; the machine loads only those that a test names.
 */
#ifndef TESTGEN_PROGRAM_H
#define TESTGEN_PROGRAM_H

#include "base/map.h"
#include "testgen/crash.h"
#include "vm/vm.h"

enum { MAX_ARGUMENTS = 12 };

/* A method with its types resolved. */
typedef struct Callable {
    Method *method;
    Class *result;                  /* what the call gives: constructors: their class; void: NULL */
    Class *parameters[MAX_ARGUMENTS];
    int parameter_count;
    Class *elements[MAX_ARGUMENTS][2];  /* of parameters like List<A> and Map<A, B>: A and B, NULL where the signature does not say */
} Callable;

/* One way to get a value of a type. */
typedef enum MakerKind { MAKE_CALL, MAKE_FIELD, MAKE_STUB } MakerKind;
typedef struct Maker {
    MakerKind kind;
    const Callable *call;
    Field *field;
    int weight;
    const struct Stub *stub;
} Maker;

typedef struct Makers {
    Maker *items;
    int count, room, weight;
    bool building;
} Makers;

/* Values to draw from: constants of the code, words of the message. */
typedef struct Constants {
    i64 *ints;
    double *doubles;
    const char **strings;           /* UTF-8 */
    char characters[96];            /* of the ints, those that are printable */
    int int_count, double_count, string_count, character_count;
} Constants;

typedef struct ProgramClass {
    const ClassDef *def;
    struct ProgramClass **subclasses;
    u32 subclass_count, subclass_room;
} ProgramClass;

/* The methods of the class path that return one type. */
typedef struct ReturnList {
    const MethodDef **methods;
    const ClassDef **owners;
    u32 count, room;
} ReturnList;

typedef struct Program {
    Vm *vm;
    Thread *thread;
    Object *loader;
    Arena *arena;
    Source **sources;
    int source_count;
    Map classes;                    /* internal name -> ProgramClass */
    Map unreadable;                 /* internal name -> why it could not be read */
    Map returning;                  /* type name -> ReturnList */
    Map callables;                  /* address -> Callable, or NULL */
    Map makers;                     /* class -> Makers */
    Map stubs;                      /* class -> Stub */
    const char *package;            /* of the test: internal form, no slash at the end */
    Constants constants;
    Class **cast_types;             /* what the crashing code asks of an Object */
    int cast_count;
    Class **trace_types;            /* the classes of the frames: their objects were there */
    int trace_count;
    Class *object, *string;
} Program;

/* Opens the class path; an entry that cannot be read is ERR_INPUT. */
int program_open(Program *p, Vm *vm, Arena *arena, const char *class_path);
void program_close(Program *p);
/* The package of the test to come; what was mined, and what makes values, begins anew. */
void program_set_package(Program *p, const char *package);

/* The class of the class path, or NULL. */
const ProgramClass *program_class(const Program *p, const char *internal_name);
/* Loads a class through the class path's loader; NULL (nothing pending) when that fails. */
Class *program_load(Program *p, const char *internal_name);

/* May the source text of a test in the program's package name this? */
bool program_can_name(const Program *p, const Class *c);
bool program_can_use(const Program *p, const Class *owner, u32 access);
/* Its types, resolved; NULL when one of them cannot be named, or there are too many. */
const Callable *program_callable(Program *p, Method *m);
/* NULL: it cannot be named. */
Class *program_field_type(Program *p, const Field *f);
const Makers *program_makers(Program *p, Class *type);
/* One more way to a value of the type, preferred to the others. */
void program_prefer(Program *p, Class *type, const Callable *call);

/* Adds the constants of a method's body, and the types it casts to. */
void program_mine(Program *p, const ClassDef *def);
void program_add_string(Program *p, const char *text);
void program_add_trace_type(Program *p, Class *c);
void program_mine_message(Program *p, const char *message);

#endif
