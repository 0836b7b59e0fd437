/*
 * Opening the machine: its memory, the core classes, the main thread.
 *
 * The first classes are a circle (every class has a mirror of class Class, which
 * extends Object …): Object and Class are linked first, then all classes met so
 * far get their mirrors.
 */
#include "vm/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef WITH_ASAN
#include <sanitizer/lsan_interface.h>
#endif

Vm *vm_current;

/* 2016-06-01 12:00 UTC: when the platform that we run was in everybody's pocket. */
#define DEFAULT_START_MILLIS 1464782400000ll

#ifdef WITH_ASAN
/* What only the machine's memory points to is no leak. Runs when the program ends, however it does. */
static void tell_leak_checker(void)
{
    const Vm *vm = vm_current;
    __lsan_register_root_region(vm->arena.base, (size_t)(vm->arena.next - vm->arena.base));
    __lsan_register_root_region(vm->heap.base, (size_t)vm->heap.used_blocks << BLOCK_SHIFT);
    for (const Thread *t = vm->threads; t; t = t->next) {
        __lsan_register_root_region(t->registers, (size_t)((u8 *)(t->frame->registers + 256) - (u8 *)t->registers));
        if (t->c_stack)
            __lsan_register_root_region(t->c_stack + 4096, t->c_stack_size - 4096);
    }
}
#endif

int vm_open(Vm **out, const VmOptions *options)
{
    Arena arena;
    int status = arena_open(&arena, ARENA_SIZE, ARENA_BASE);
    if (status)
        return status;
    Vm *vm = ARENA_NEW(&arena, Vm);
    vm->arena = arena;
    vm_current = vm;
    vm->store.arena = &vm->arena;
    status = arena_open(&vm->code, CODE_SIZE, 0);
    if (status)
        return status;
    vm->store.code = &vm->code;
    symbols_open(&vm->store.symbols, &vm->arena);
    status = heap_open(&vm->heap, HEAP_BASE, HEAP_SIZE, options->heap_limit ? options->heap_limit : 256 << 20);
    if (!status)
        status = boot_image_open(&vm->boot, &vm->store, options->boot_image);
    if (status)
        return status;
    vm->start_millis = options->start_time_ms ? options->start_time_ms : DEFAULT_START_MILLIS;
    vm->max_steps = options->max_steps;
    vm->verbose = options->verbose;
    vm->properties = options->properties;
    vm->monitor_count = 1;
    classes_open(vm);
    sched_open(vm, options->seed);
#ifdef WITH_ASAN
    atexit(tell_leak_checker);
#endif
    *out = vm;
    return OK;
}

static void make_primitive(Vm *vm, char kind, const char *name)
{
    Class *c = class_new(vm, symbol(&vm->store.symbols, name), ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT);
    c->flags = CLASS_PRIMITIVE | CLASS_BOOT;
    c->kind = kind;
    c->state = CLASS_INITIALIZED;
    vm->known.primitives[(u8)kind] = c;
}

static Class *core(Thread *t, const char *name)
{
    Class *c = vm_boot_class(t, name);
    if (!c) {
        fprintf(stderr, "reenact: the boot files have no class %s\n", name);
        exit(5);
    }
    return c;
}

static void load_core(Thread *t)
{
    Vm *vm = t->vm;
    Known *k = &vm->known;
    Symbols *symbols = &vm->store.symbols;
    k->init = symbol(symbols, "<init>");
    k->clinit = symbol(symbols, "<clinit>");
    k->void_descriptor = symbol(symbols, "()V");
    k->finalize = symbol(symbols, "finalize");
    k->object_name = symbol(symbols, "java/lang/Object");
    k->object = core(t, "java/lang/Object");
    k->serializable = core(t, "java/io/Serializable");
    k->cloneable = core(t, "java/lang/Cloneable");
    k->class_ = core(t, "java/lang/Class");
    static const struct { char kind; const char *name; } primitives[] = {
        { 'Z', "boolean" }, { 'B', "byte" }, { 'C', "char" }, { 'S', "short" }, { 'I', "int" },
        { 'J', "long" }, { 'F', "float" }, { 'D', "double" }, { 'V', "void" },
    };
    for (size_t i = 0; i < COUNT_OF(primitives); i++)
        make_primitive(vm, primitives[i].kind, primitives[i].name);
    for (Class *c = vm->newest_class; c; c = c->next)
        class_make_mirror(t, c);
    k->string = core(t, "java/lang/String");
    k->throwable = core(t, "java/lang/Throwable");
    k->error = core(t, "java/lang/Error");
    k->stack_trace_element = core(t, "java/lang/StackTraceElement");
    k->thread = core(t, "java/lang/Thread");
    k->object_array = vm_array_class(t, k->object);
    k->string_array = vm_array_class(t, k->string);
    k->class_array = vm_array_class(t, k->class_);
    k->char_array = vm_array_class(t, k->primitives['C']);
    k->long_array = vm_array_class(t, k->primitives['J']);
}

/* The main thread's java.lang.Thread; the constructor asks who is running, so it is set first. */
static bool make_main_thread(Thread *t)
{
    Vm *vm = t->vm;
    t->object = vm_new_object(t, vm->known.thread);
    if (!t->object || !vm_initialize_class(t, vm->known.thread))
        return false;
    Object *name = vm_string_utf8(t, "main");
    Method *constructor = vm_declared_method(vm->known.thread, "<init>", "(JLjava/lang/String;Ljava/lang/ThreadGroup;Z)V");
    Slot args[] = { { .l = t->object }, { .j = (i64)(uintptr_t)t }, { 0 }, { .l = name }, { 0 }, { 0 } };
    vm_call(t, constructor, args);
    return !t->exception;
}

int vm_boot(Vm *vm)
{
    Thread *t = vm->main;
    load_core(t);
    vm->booted = true;
    if (!make_main_thread(t)) {
        Buf text = { 0 };
        if (t->exception)
            vm_print_throwable(vm, &text, t->exception);
        error_set(ERR_MOMENT, "the machine did not start: %s", buf_str(&text));
        buf_free(&text);
        return ERR_MOMENT;
    }
    return OK;
}

void **vm_extension(Vm *vm, VmExtension which)
{
    return &vm->extensions[which];
}

CodeStore *vm_store(Vm *vm)
{
    return &vm->store;
}

Source *vm_boot_source(Vm *vm)
{
    return vm->boot;
}

void vm_exit(Vm *vm, int code)
{
    fflush(stdout);
    if (vm->on_exit)
        vm->on_exit(vm);
    exit(code);
}

void vm_on_end(Vm *vm, EndHook *hook)
{
    vm->on_end = hook;
}

void vm_end(Thread *t, Object *throwable, int code)
{
    if (t->vm->on_end)
        t->vm->on_end(t, throwable, code);
}

void vm_at_exit(Vm *vm, void (*hook)(Vm *vm))
{
    vm->on_exit = hook;
}

void vm_stats(const Vm *vm, VmStats *out)
{
    *out = (VmStats){
        .steps = vm_steps(vm), .classes = vm->class_count, .methods = vm->methods_translated,
        .collections = vm->heap.collections, .allocated = vm->heap.total, .live = heap_used(&vm->heap),
        .longest_pause_ns = vm->heap.longest_pause_ns, .total_pause_ns = vm->heap.total_pause_ns,
    };
}
