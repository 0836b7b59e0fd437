/*
 * A green thread: a stack of frames, a stack of registers, and a C stack of its
 * own. All of them run on one OS thread, one at a time (sched.c).
 */
#ifndef VM_THREAD_H
#define VM_THREAD_H

#include "vm/object.h"

/*
 * One activation. Registers of consecutive frames follow each other on the
 * register stack; a callee's begin where its caller's end.
 */
typedef struct Frame {
    Method *method;
    const Unit *pc;             /* the running instruction; while a callee runs, the call */
    Slot *registers;
    Object *locked;             /* what a synchronized method holds */
} Frame;

typedef enum ThreadStatus { THREAD_NEW, THREAD_RUNNABLE, THREAD_BLOCKED, THREAD_DEAD } ThreadStatus;
typedef enum BlockResult { BLOCK_READY, BLOCK_TIMEOUT, BLOCK_INTERRUPTED } BlockResult;
/* Why a thread is blocked: what Thread.getState() answers. */
typedef enum BlockReason { REASON_WAITING, REASON_SLEEPING, REASON_MONITOR } BlockReason;

struct Thread {
    Vm *vm;
    Object *exception;          /* pending; NULL: none */
    Object *caught;             /* what the handler just entered was given */
    Frame *frame;               /* the innermost */
    Frame *frames, *frames_end;
    Slot *registers, *registers_end;
    Object *object;             /* java.lang.Thread */
    u32 id;                     /* 1 is main */
    u8 status;
    u8 reason;
    bool daemon;
    bool interrupted, interruptible;
    bool parked_permit;
    bool overflowing;           /* a StackOverflowError is being made: the reserve is open */
    bool (*ready)(void *context);
    void *context;
    i64 deadline;               /* virtual nanos; < 0: none */
    u8 block_result;
    void (*entry)(Thread *t);   /* what a new thread runs */
    /* the C stack: its own mapping, or the process's for the main thread */
    u8 *c_stack;
    size_t c_stack_size;
    u8 *c_stack_top;            /* highest address */
    void *sp;                   /* saved when it does not run */
    void *fiber;                /* the sanitizer's handle */
    Thread *next;               /* all threads in order of creation */
    struct Monitor *waiting_on; /* Object.wait */
    bool notified;
    u64 wait_order;             /* notify wakes the one that waits longest */
};

#endif
