/*
 * Green threads, the scheduler and the virtual clock.
 *
 * All threads share one OS thread; each has a C stack, so a native may block in
 * the middle of anything. A thread runs until it blocks or its quantum of steps
 * is used up. Which thread comes next, and how long a quantum is, comes from the
 * seeded generator: the same seed gives the same run.
 *
 * Time is virtual: a step is 10 ns, and when no thread can run the clock jumps
 * to the earliest deadline. When there is none either, everything waits for
 * something that cannot happen by itself: the embedder's `idle` function may
 * supply it (input for a phone), else the machine stops.
 */
#define _GNU_SOURCE
#include "base/pages.h"
#include "vm/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef WITH_ASAN
#include <sanitizer/common_interface_defs.h>
enum { C_STACK = 8 << 20 };
#else
enum { C_STACK = 1 << 20 };
#endif

enum {
    QUANTUM = 8192,
    MAIN_FRAMES = 32768, THREAD_FRAMES = 16384,
    MAIN_REGISTERS = 512 << 10, THREAD_REGISTERS = 256 << 10,
};

/* ---- random numbers: xorshift128+ ------------------------------------------------ */

u64 vm_random(Vm *vm)
{
    u64 a = vm->random_state[0], b = vm->random_state[1];
    vm->random_state[0] = b;
    a ^= a << 23;
    vm->random_state[1] = a ^ b ^ (a >> 17) ^ (b >> 26);
    return vm->random_state[1] + b;
}

/* ---- the clock ---------------------------------------------------------------------- */

i64 vm_nanos(const Vm *vm)
{
    return vm->clock + (vm->quantum - vm->budget) * NANOS_PER_STEP;
}

i64 vm_millis(const Vm *vm)
{
    return vm->start_millis + (vm_nanos(vm) - UPTIME_AT_START_NANOS) / 1000000;
}

u64 vm_steps(const Vm *vm)
{
    return vm->steps + (u64)(vm->quantum - vm->budget);
}

static void new_quantum(Vm *vm)
{
    i64 used = vm->quantum - vm->budget;
    vm->clock += used * NANOS_PER_STEP;
    vm->steps += (u64)used;
    vm->quantum = vm->budget = QUANTUM / 2 + (i64)(vm_random(vm) % QUANTUM);
}

/* ---- C stacks ----------------------------------------------------------------------- */

/* Saves the callee-saved registers and the stack pointer, and goes on with the other stack. */
void context_switch(void **save, void *load);
#if defined(__x86_64__)
__asm__(".text\n.globl context_switch\n.type context_switch,@function\ncontext_switch:\n"
        "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
        "  movq %rsp, (%rdi)\n  movq %rsi, %rsp\n"
        "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n  ret\n"
        ".size context_switch, .-context_switch\n");
#else
#error "context_switch: write the few lines for this processor"
#endif

static void thread_main(void)
{
    Thread *t = vm_current->current;
#ifdef WITH_ASAN
    __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
#endif
    t->entry(t);
    thread_exit(t);
}

static void *map_stack(size_t size)
{
    void *p = pages_map(size, 0);
    if (!p) {
        fprintf(stderr, "reenact: no memory for another thread\n");
        exit(5);
    }
    return p;
}

Thread *thread_new(Vm *vm, void (*entry)(Thread *t))
{
    /* A dead thread's memory serves again. */
    Thread *t = NULL;
    Thread **link = &vm->threads;
    for (; *link; link = &(*link)->next) {
        if ((*link)->status == THREAD_DEAD && *link != vm->current && (*link)->c_stack && !t) {
            t = *link;
            *link = t->next;
            if (!*link)
                break;
        }
    }
    if (t) {
        *t = (Thread){ .frames = t->frames, .frames_end = t->frames_end, .registers = t->registers,
                       .registers_end = t->registers_end, .c_stack = t->c_stack, .c_stack_size = t->c_stack_size,
                       .c_stack_top = t->c_stack_top };
    } else {
        bool is_main = !vm->threads;
        t = ARENA_NEW(&vm->arena, Thread);
        size_t frames = is_main ? MAIN_FRAMES : THREAD_FRAMES, registers = is_main ? MAIN_REGISTERS : THREAD_REGISTERS;
        t->frames = map_stack(frames * sizeof(Frame));
        t->frames_end = t->frames + frames;
        t->registers = map_stack(registers * sizeof(Slot));
        t->registers_end = t->registers + registers;
        if (!is_main) {
            t->c_stack_size = C_STACK;
            t->c_stack = map_stack(C_STACK);
            mprotect(t->c_stack, 4096, PROT_NONE);
            t->c_stack_top = t->c_stack + C_STACK;
        }
    }
    t->vm = vm;
    t->id = ++vm->next_thread_id;
    t->entry = entry;
    t->status = THREAD_NEW;
    t->deadline = -1;
    t->frame = t->frames;
    *t->frame = (Frame){ .registers = t->registers };
    if (t->c_stack) {
        void **sp = (void **)(t->c_stack_top - 64);
        *--sp = NULL;                       /* keeps the stack aligned as after a call */
        *--sp = (void *)thread_main;        /* where context_switch returns to */
        sp -= 6;
        memset(sp, 0, 6 * sizeof *sp);
        t->sp = sp;
    }
    for (link = &vm->threads; *link; link = &(*link)->next)
        ;
    *link = t;
    return t;
}

void thread_start(Thread *t)
{
    t->status = THREAD_RUNNABLE;
}

static void switch_to(Thread *from, Thread *to)
{
    if (from == to)
        return;
    from->vm->current = to;
#ifdef WITH_ASAN
    const u8 *bottom = to->c_stack ? to->c_stack : from->vm->main_stack_bottom;
    size_t size = to->c_stack ? to->c_stack_size : from->vm->main_stack_size;
    __sanitizer_start_switch_fiber(from->status == THREAD_DEAD ? NULL : &from->fiber, bottom, size);
#endif
    context_switch(&from->sp, to->sp);
#ifdef WITH_ASAN
    __sanitizer_finish_switch_fiber(from->fiber, NULL, NULL);
#endif
}

/* ---- choosing ------------------------------------------------------------------------ */

/* Wakes a blocked thread whose wait is over. */
static bool runnable(Thread *t, i64 now)
{
    if (t->status == THREAD_RUNNABLE)
        return true;
    if (t->status != THREAD_BLOCKED)
        return false;
    if (t->ready && t->ready(t->context))
        t->block_result = BLOCK_READY;
    else if (t->interruptible && t->interrupted)
        t->block_result = BLOCK_INTERRUPTED;
    else if (t->deadline >= 0 && t->deadline <= now)
        t->block_result = BLOCK_TIMEOUT;
    else
        return false;
    t->status = THREAD_RUNNABLE;
    return true;
}

static Thread *choose(Vm *vm)
{
    for (;;) {
        u32 count = 0;
        Thread *first = NULL;
        i64 now = vm_nanos(vm), earliest = INT64_MAX;
        for (Thread *t = vm->threads; t; t = t->next) {
            if (runnable(t, now)) {
                if (!count++)
                    first = t;
            } else if (t->status == THREAD_BLOCKED && t->deadline >= 0) {
                earliest = MIN(earliest, t->deadline);
            }
        }
        if (count == 1)
            return first;
        if (count) {
            u64 pick = vm_random(vm) % count;
            for (Thread *t = vm->threads; t; t = t->next)
                if (t->status == THREAD_RUNNABLE && pick-- == 0)
                    return t;
        }
        i64 waited = vm->wait_outside ? vm->wait_outside(vm, earliest == INT64_MAX ? -1 : earliest - now) : 0;
        if (waited > 0) {
            new_quantum(vm);
            vm->clock += waited;
            continue;
        }
        if (earliest != INT64_MAX) {
            new_quantum(vm);
            vm->clock = MAX(vm->clock, earliest);
            continue;
        }
        if (vm->idle && vm->idle(vm))
            continue;
        return NULL;
    }
}

/* Lets another thread run; returns when this one's turn comes again. */
void sched_switch(Thread *t)
{
    Vm *vm = t->vm;
    Thread *next = choose(vm);
    if (!next) {
        fprintf(stderr, "reenact: every thread waits for another one (deadlock)\n");
        vm_exit(vm, 6);
    }
    new_quantum(vm);
    switch_to(t, next);
}

void sched_hurry(Vm *vm)
{
    i64 used = vm->quantum - vm->budget;
    vm->quantum = used;
    vm->budget = 0;
}

void sched_tick(Thread *t)
{
    Vm *vm = t->vm;
    new_quantum(vm);
    if (vm->references_pending && vm->wake_daemons)
        vm->wake_daemons(t);
    if (vm->max_steps && vm->steps > vm->max_steps) {
        fprintf(stderr, "reenact: the budget of %llu steps is spent\n", (unsigned long long)vm->max_steps);
        vm_exit(vm, 6);
    }
    Thread *next = choose(vm);
    if (next && next != t)
        switch_to(t, next);
}

void vm_work(Thread *t, i64 steps)
{
    t->vm->budget -= steps;
    if (t->vm->budget <= 0)
        sched_tick(t);
}

BlockResult vm_block(Thread *t, bool (*ready)(void *context), void *context, i64 deadline, bool interruptible)
{
    if (ready && ready(context))
        return BLOCK_READY;
    t->ready = ready;
    t->context = context;
    t->deadline = deadline;
    t->interruptible = interruptible;
    t->status = THREAD_BLOCKED;
    sched_switch(t);
    t->ready = NULL;
    t->deadline = -1;
    t->interruptible = false;
    return t->block_result;
}

void vm_on_idle(Vm *vm, bool (*idle)(Vm *vm))
{
    vm->idle = idle;
}

void vm_yield(Thread *t)
{
    Thread *next = choose(t->vm);
    new_quantum(t->vm);
    if (next && next != t)
        switch_to(t, next);
}

void thread_exit(Thread *t)
{
    t->status = THREAD_DEAD;
    t->object = NULL;
    sched_switch(t);
    abort();
}

/* ---- opening -------------------------------------------------------------------------- */

extern void *__libc_stack_end;

void sched_open(Vm *vm, u64 seed)
{
    /* splitmix64 spreads small seeds over the state. */
    u64 z = seed;
    for (int i = 0; i < 2; i++) {
        z += 0x9e3779b97f4a7c15ull;
        u64 x = z;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
        x = (x ^ x >> 27) * 0x94d049bb133111ebull;
        vm->random_state[i] = x ^ x >> 31;
    }
    vm->quantum = vm->budget = QUANTUM;
    vm->clock = UPTIME_AT_START_NANOS;
    Thread *t = thread_new(vm, NULL);
    t->c_stack_top = __libc_stack_end;
    /* What the main thread may use of the process's stack before it counts as an overflow. */
    vm->main_stack_size = 6 << 20;
    vm->main_stack_bottom = t->c_stack_top - vm->main_stack_size;
    t->status = THREAD_RUNNABLE;
    vm->main = vm->current = t;
}

Thread *vm_running_thread(const Vm *vm)
{
    return vm->current;
}

Thread *vm_main_thread(Vm *vm)
{
    return vm->main;
}

Object *vm_thread_object(Thread *t)
{
    return t->object;
}

Thread *vm_start_thread(Vm *vm, Object *object, bool daemon, void (*entry)(Thread *t))
{
    Thread *t = thread_new(vm, entry);
    t->object = object;
    t->daemon = daemon;
    thread_start(t);
    return t;
}

static bool only_daemons_left(void *context)
{
    const Thread *self = context;
    for (const Thread *t = self->vm->threads; t; t = t->next)
        if (t != self && !t->daemon && t->status != THREAD_DEAD)
            return false;
    return true;
}

void vm_on_wait(Vm *vm, i64 (*wait)(Vm *vm, i64 nanos))
{
    vm->wait_outside = wait;
}

void vm_join_all(Thread *t)
{
    vm_block(t, only_daemons_left, t, -1, false);
}
