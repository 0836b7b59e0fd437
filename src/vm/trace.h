/*
 * Tracing: what the machine tells while it runs. Off, it costs nothing that can
 * be measured: instructions are reached through another dispatch table, calls
 * through one predictable branch.
 */
#ifndef VM_TRACE_H
#define VM_TRACE_H

#include "vm/vm.h"

typedef struct Tracer {
    void *context;
    /* Calls, natives too: the callee's frame is the innermost. NULL: not wanted. */
    void (*enter)(void *context, Thread *t, const Method *m);
    void (*leave)(void *context, Thread *t, const Method *m, bool by_exception);
    /* Before each instruction; registers hold what it will read. NULL: not wanted. */
    void (*instruction)(void *context, Thread *t, const Frame *frame, const Unit *pc);
    /* An object or array was just made, by Java or C; its fields are zero. NULL: not wanted. */
    void (*allocate)(void *context, Thread *t, const Object *o);
} Tracer;

/*
 * Takes effect at the next call or tick; inside enter and leave, at once: a
 * tracer can watch the instructions of a few methods only. NULL: off. The
 * Tracer is borrowed.
 */
void vm_set_tracer(Vm *vm, const Tracer *tracer);

/* The memory cell that an instruction is about to read or write. */
typedef struct MemoryCell {
    u64 address;        /* 0: none */
    bool write;
} MemoryCell;
MemoryCell trace_memory_cell(const Frame *frame, const Unit *pc);

/* The operands of a conditional branch or switch, for branch distances. False: no such instruction. */
bool trace_branch_operands(const Frame *frame, const Unit *pc, i64 *left, i64 *right);

/* ---- files --------------------------------------------------------------------------- */

typedef enum TraceLevel { TRACE_CALLS, TRACE_INSTRUCTIONS } TraceLevel;
typedef struct TraceFile TraceFile;

/* Writes all that happens from now on to path, compressed, until trace_file_close(). */
int trace_file_open(TraceFile **out, Vm *vm, const char *path, TraceLevel level);
int trace_file_close(TraceFile *file);
/* The decompressed content of a trace file, appended to out. */
struct Buf;
int trace_file_read(const char *path, struct Buf *out);

#endif
