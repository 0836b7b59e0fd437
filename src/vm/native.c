/*
 * Native methods: tables of C functions bound to a class's methods when the
 * class is linked, and gaps: native methods that nobody supplies. A gap returns
 * zero, null or nothing, and is counted.
 */
#include "vm/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Several tables may serve one class. */
typedef struct TableList {
    const NativeMethod *methods;
    struct TableList *next;
} TableList;

void vm_register_natives(Vm *vm, const NativeClass *classes)
{
    for (; classes->class_name; classes++) {
        TableList *list = ARENA_NEW(&vm->arena, TableList);
        void **slot = map_slot(&vm->natives, classes->class_name);
        list->methods = classes->methods;
        list->next = *slot;
        *slot = list;
    }
}

static bool row_matches(const NativeMethod *row, const Method *m)
{
    /* A row for all that have none: natives alone, and the first row of a method counts. */
    if (!strcmp(row->name, "*"))
        return m->access & ACC_NATIVE && m->native == native_gap;
    return !strcmp(row->name, m->name->text) && (!row->descriptor || !strcmp(row->descriptor, m->descriptor->text));
}

static void bind(Vm *vm, Method *m, NativeFunction *function)
{
    m->native = function;
    m->entry = entry_native;
    vm->natives_bound++;
}

/* Methods that C adds to a class: those of the runtime's own java.lang that the boot files lack. */
static void inject(Vm *vm, Class *c, const NativeMethod *row)
{
    Method *methods = ARENA_ARRAY(&vm->arena, Method, c->method_count + 1);
    memcpy(methods, c->methods, c->method_count * sizeof *methods);
    c->methods = methods;
    Method *m = &methods[c->method_count++];
    MethodDef *def = ARENA_NEW(&vm->arena, MethodDef);
    def->name = symbol(&vm->store.symbols, row->name);
    def->descriptor = symbol(&vm->store.symbols, row->descriptor);
    def->access = ACC_PUBLIC | ACC_NATIVE | ACC_SYNTHETIC | (row->inject == NATIVE_INJECT_STATIC ? ACC_STATIC : 0);
    *m = (Method){ .owner = c, .def = def, .name = def->name, .descriptor = def->descriptor, .access = def->access,
                   .flags = row->inject == NATIVE_INJECT_STATIC ? 0 : METHOD_VIRTUAL };
    method_set_descriptor(vm, m);
    m->register_count = m->argument_registers;
    bind(vm, m, row->function);
}

void native_bind_class(Thread *t, Class *c)
{
    if (c->loader)
        return;
    Vm *vm = t->vm;
    for (TableList *list = map_get(&vm->natives, c->name->text); list; list = list->next) {
        for (const NativeMethod *row = list->methods; row->name; row++) {
            bool found = false;
            for (u32 i = 0; i < c->method_count; i++) {
                if (row_matches(row, &c->methods[i])) {
                    bind(vm, &c->methods[i], row->function);
                    found = true;
                }
            }
            if (!found && row->inject)
                inject(vm, c, row);
        }
    }
}

void native_nothing(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    UNUSED(result);
}

static void count_gap(Thread *t, const char *key, const Method *m)
{
    Vm *vm = t->vm;
    void **slot = map_slot(&vm->gap_index, key);
    if (!*slot) {
        if (vm->gap_count == vm->gap_room) {
            vm->gap_room = vm->gap_room ? vm->gap_room * 2 : 64;
            vm->gaps = xrealloc(vm->gaps, vm->gap_room * sizeof *vm->gaps);
        }
        vm->gaps[vm->gap_count++] = (Gap){ .method = m, .what = arena_strdup(&vm->arena, key) };
        *slot = (void *)(uintptr_t)vm->gap_count;
    }
    Gap *gap = &vm->gaps[(uintptr_t)*slot - 1];
    gap->calls++;
    gap->caller = t->frame > t->frames ? t->frame[-1].method : NULL;
    gap->last_step = vm_steps(vm);
}

void native_gap(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    const Method *m = t->frame->method;
    char key[512];
    snprintf(key, sizeof key, "%s.%s%s", m->owner->name->text, m->name->text, m->descriptor->text);
    count_gap(t, key, m);
}

void vm_note_gap(Thread *t, const char *format, ...)
{
    char key[512];
    va_list args;
    va_start(args, format);
    vsnprintf(key, sizeof key, format, args);
    va_end(args);
    count_gap(t, key, NULL);
}

u32 vm_gaps(const Vm *vm, const Gap **out)
{
    *out = vm->gaps;
    return vm->gap_count;
}
