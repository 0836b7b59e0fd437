/*
 * What tests had to learn about the program, learned by the machine itself, so
 * that the next test finds it there: classes loaded and initialised, methods
 * translated, strings of constants interned.
 */
#include "testgen/learn.h"

#include "vm/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a test learned ------------------------------------------------------------------ */

void learn_remember(Evaluator *e)
{
    const Vm *vm = e->program->vm;
    e->known = (Learned){ vm->newest_class, vm->classes_initialized, vm->interned.count, vm->lambda_count, vm->methods_translated, vm->code.next };
}

static void tell(const Evaluator *e, Told *told, char what, const Class *c, int index)
{
    if (!c->def || told->size + c->name->length + 16 > TOLD_BYTES || (c->loader && c->loader != e->program->loader))
        return;
    char *at = told->text + told->size;
    int length = what == 'm' ? sprintf(at, "m%s %d", c->name->text, index) : sprintf(at, "%c%s", what, c->name->text);
    /* What was told before and is told again cannot be learned for good. */
    if (!map_get_n(&e->told, at, (size_t)length))
        told->size += (u32)length + 1;
}

void learn_tell(const Evaluator *e, Told *told)
{
    const Vm *vm = e->program->vm;
    const Learned *k = &e->known;
    told->size = 0;
    told->clean = vm->newest_class == k->newest && vm->classes_initialized == k->initialized && vm->interned.count == k->interned
                     && vm->lambda_count == k->lambdas && vm->methods_translated == k->translated;
    for (const Class *c = vm->newest_class; c && c != k->newest; c = c->next)
        tell(e, told, 'c', c, 0);
    for (u32 i = MAX(k->initialized, vm->classes_initialized > LATELY ? vm->classes_initialized - LATELY : 0); i < vm->classes_initialized; i++)
        if (vm->lately_initialized[i % LATELY]->state == CLASS_INITIALIZED)
            tell(e, told, 'i', vm->lately_initialized[i % LATELY], 0);
    for (u64 i = MAX(k->translated, vm->methods_translated > LATELY ? vm->methods_translated - LATELY : 0); i < vm->methods_translated; i++) {
        const Method *m = vm->lately_translated[i % LATELY];
        tell(e, told, 'm', m->owner, (int)(m - m->owner->methods));
    }
}

/* ---- learning --------------------------------------------------------------------------------- */

static bool initialise(Evaluator *e, const void *class)
{
    Thread *t = e->program->thread;
    if (vm_initialize_class(t, (Class *)class))
        return true;
    vm_take_exception(t);
    return false;
}

static bool may_initialise(const Evaluator *e, const Class *c)
{
    void *key = (void *)c;
    return c->state != CLASS_INITIALIZED && (!e->keeps_initialisers || c->flags & CLASS_BOOT) && !map_get_n(&e->tried, (const char *)&key, sizeof key);
}

void evaluate_prepare(Evaluator *e, Class *c)
{
    void *key = c;
    if (!may_initialise(e, c))
        return;
    *map_slot_n(&e->tried, (const char *)&key, sizeof key) = c;
    evaluate_keep(e);
    evaluate_attempt(e, initialise, c);
}

/* The loader is asked now for a class that is there already, or it would be asked in each test again. */
static void learn_reference(Evaluator *e, const Unit *pc)
{
    const Ref *ref = op_info[pc->op].flags & OPF_REF ? pc[1].pointer : NULL;
    if (ref && ref->owner && ref->owner->text[0] != '[' && vm_loaded_class(e->program->vm, NULL, ref->owner))
        program_load(e->program, ref->owner->text);
}

/* Translates the method and interns its strings. */
static void learn_method(Evaluator *e, Class *c, u32 index)
{
    Thread *t = e->program->thread;
    Method *m = index < c->method_count ? &c->methods[index] : NULL;
    if (!m || m->code || !m->def || !m->def->has_code)
        return;
    if (!method_prepare(t, m)) {
        vm_take_exception(t);
        return;
    }
    for (const Unit *pc = m->code->units; pc < m->code->units + m->code->unit_count; pc += insn_length(pc)) {
        if (pc->op == OP_CONST_STRING && !resolve_string(t, pc[1].pointer))
            vm_take_exception(t);
        if (c->loader == e->program->loader)
            learn_reference(e, pc);
    }
}

static Class *learn_class(Evaluator *e, const char *entry)
{
    char *name = xstrndup(entry + 1, strcspn(entry + 1, " "));
    Class *c = program_load(e->program, name);
    free(name);
    return c;
}

/* Classes and methods: what hardly ever runs code of the program. */
static bool learn_code(Evaluator *e, const void *told)
{
    for (const char *entry = told; *entry; entry += strlen(entry) + 1) {
        Class *c = *entry == 'i' ? NULL : learn_class(e, entry);
        if (c && *entry == 'm')
            learn_method(e, c, (u32)atoi(strrchr(entry, ' ')));
    }
    return true;
}

static bool learn_everything(Evaluator *e, const void *told)
{
    learn_code(e, told);
    for (const char *entry = told; *entry; entry += strlen(entry) + 1) {
        Class *c = *entry == 'i' ? learn_class(e, entry) : NULL;
        if (c && may_initialise(e, c) && !initialise(e, c))
            return false;
    }
    return true;
}

void learn_from(Evaluator *e, const Told *from)
{
    char *told = xcalloc(from->size + 1, 1);
    memcpy(told, from->text, from->size);
    for (const char *entry = told; *entry; entry += strlen(entry) + 1)
        map_put(&e->told, entry, e);
    evaluate_keep(e);
    if (!evaluate_attempt(e, learn_everything, told)) {
        evaluate_attempt(e, learn_code, told);
        for (const char *entry = told; *entry; entry += strlen(entry) + 1) {
            Class *c = *entry == 'i' ? learn_class(e, entry) : NULL;
            if (c)
                evaluate_prepare(e, c);
        }
    }
    free(told);
    learn_remember(e);
    evaluate_keep(e);
}
