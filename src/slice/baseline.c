/*
 * Instructions of the app that ran are the nodes. A register leads to the definitions
 * that reach it; a field to all that write a field of its name, since objects are not
 * told apart; an argument to all calls of a method of that name; a block to those that
 * decide over it, and to the calls of its method.
 */
#include "slice/baseline.h"

#include "slice/methods.h"
#include "slice/walk.h"

#include <stdlib.h>
#include <string.h>

typedef struct Place {
    u32 method, unit;           /* index among the known methods */
} Place;

typedef struct Baseline {
    u8 **marks;                 /* per method and unit */
    Place *work;
    u32 count, room;
    u32 *app;                   /* indices of the app's methods */
    u32 app_count;
} Baseline;

static void want(Baseline *b, u32 method, u32 unit)
{
    const MethodFacts *facts = methods_at(method);
    if (!facts->ran || !facts->ran[unit] || b->marks[method][unit])
        return;
    b->marks[method][unit] = 1;
    if (b->count == b->room) {
        b->room = b->room ? b->room * 2 : 1024;
        b->work = xrealloc(b->work, b->room * sizeof *b->work);
    }
    b->work[b->count++] = (Place){ method, unit };
}

/* ---- who is named by an instruction ------------------------------------------------------- */

static void called(const Unit *pc, const Symbol **name, const Symbol **descriptor)
{
    if (op_info[unchecked_op(pc->op)].flags & OPF_REF) {
        const Ref *ref = pc[1].pointer;
        *name = ref->name;
        *descriptor = ref->descriptor;
    } else {
        const Method *m = pc[1].pointer;
        *name = m->name;
        *descriptor = m->descriptor;
    }
}

/* The same for two instructions that access the same field; NULL: not known. */
static const void *field_name(const Unit *pc, u8 action)
{
    u16 op = unchecked_op(pc->op);
    if (action == STEP_STATIC_GET || action == STEP_STATIC_PUT) {
        const Ref *ref = pc[1].pointer;
        if (op != OP_SGET && op != OP_SPUT)
            return pc[1].pointer;
        return ref->resolved ? ((const Field *)ref->resolved)->address : NULL;
    }
    return ((const Ref *)pc[1].pointer)->name;
}

static bool calls_method(const Unit *pc, u8 action, const Method *m)
{
    const Symbol *name, *descriptor;
    if (action != STEP_CALL)
        return false;
    called(pc, &name, &descriptor);
    return name == m->name && descriptor == m->descriptor;
}

/* ---- dependences ------------------------------------------------------------------------------ */

static void want_matching(Baseline *b, bool (*matches)(const Unit *pc, u8 action, const void *what), const void *what)
{
    for (u32 i = 0; i < b->app_count; i++) {
        const MethodFacts *facts = methods_at(b->app[i]);
        for (u32 unit = 0; unit < facts->unit_count; unit++)
            if (facts->ran[unit] && matches(&facts->method->code->units[unit], facts->steps[unit].action, what))
                want(b, b->app[i], unit);
    }
}

static bool is_call(const Unit *pc, u8 action, const void *what)
{
    return calls_method(pc, action, what);
}

static bool is_put(const Unit *pc, u8 action, const void *what)
{
    return (action == STEP_FIELD_PUT || action == STEP_STATIC_PUT) && field_name(pc, action) == what;
}

/* All definitions of a register in the method that ran, and the calls if it is an argument. */
static void want_register(Baseline *b, u32 method, u16 reg)
{
    const MethodFacts *facts = methods_at(method);
    for (u32 unit = 0; unit < facts->unit_count; unit++)
        if (facts->ran[unit] && facts->steps[unit].action != STEP_NOTHING && facts->steps[unit].definition == reg)
            want(b, method, unit);
    if (reg < facts->method->code->argument_registers)
        want_matching(b, is_call, facts->method);
}

static void want_array_writes(Baseline *b, u32 method)
{
    const MethodFacts *facts = methods_at(method);
    for (u32 unit = 0; unit < facts->unit_count; unit++)
        if (facts->steps[unit].action == STEP_ARRAY_PUT)
            want(b, method, unit);
}

static void want_returns(Baseline *b, const Unit *pc)
{
    const Symbol *name, *descriptor;
    called(pc, &name, &descriptor);
    for (u32 i = 0; i < b->app_count; i++) {
        const MethodFacts *facts = methods_at(b->app[i]);
        if (facts->method->name != name || facts->method->descriptor != descriptor)
            continue;
        for (u32 unit = 0; unit < facts->unit_count; unit++)
            if (facts->steps[unit].action == STEP_RETURN)
                want(b, b->app[i], unit);
    }
}

static void want_control(Baseline *b, u32 method, u32 unit)
{
    const MethodFacts *facts = methods_at(method);
    u32 block = facts->block_at[unit];
    for (u32 i = 0; i < flow_count(&facts->controllers, block); i++) {
        u32 by = flow_edge(&facts->controllers, block, i);
        for (u32 at = 0; at < facts->unit_count; at++)
            if (facts->steps[at].ends_block && facts->block_at[at] == by && facts->steps[at].decides)
                want(b, method, at);
    }
    want_matching(b, is_call, facts->method);
}

static void follow(Baseline *b, Place place)
{
    const MethodFacts *facts = methods_at(place.method);
    const Unit *pc = &facts->method->code->units[place.unit];
    const Step *step = &facts->steps[place.unit];
    u16 uses[256];
    u32 count = insn_uses(pc, uses);
    for (u32 i = 0; i < count; i++)
        want_register(b, place.method, uses[i]);
    if (step->action == STEP_FIELD_GET || step->action == STEP_STATIC_GET)
        want_matching(b, is_put, field_name(pc, step->action));
    else if (step->action == STEP_ARRAY_GET)
        want_array_writes(b, place.method);
    else if (step->action == STEP_CALL)
        want_returns(b, pc);
    want_control(b, place.method, place.unit);
}

/* ---- lines ---------------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
    i32 x = *(const i32 *)a, y = *(const i32 *)b;
    return x < y ? -1 : x > y;
}

/* Different lines of the units that are marked. */
static u32 marked_lines(const MethodFacts *facts, const u8 *marks)
{
    i32 *lines = xmalloc((facts->unit_count + 1) * sizeof *lines);
    u32 count = 0, different = 0;
    for (u32 unit = 0; unit < facts->unit_count; unit++)
        if (marks[unit])
            lines[count++] = method_line(facts, facts->first_place + unit);
    qsort(lines, count, sizeof *lines, ascending);
    for (u32 i = 0; i < count; i++)
        different += !i || lines[i] != lines[i - 1];
    free(lines);
    return different;
}

u32 baseline_executed_lines(void)
{
    u32 total = 0;
    for (u32 i = 0; i < methods_count(); i++)
        if (methods_at(i)->ran)
            total += marked_lines(methods_at(i), methods_at(i)->ran);
    return total;
}

static void open_baseline(Baseline *b)
{
    u32 count = methods_count();
    *b = (Baseline){ .marks = xcalloc(count + 1, sizeof *b->marks), .app = xcalloc(count + 1, sizeof *b->app) };
    for (u32 i = 0; i < count; i++)
        if (methods_at(i)->ran) {
            b->marks[i] = xcalloc(methods_at(i)->unit_count + 1, 1);
            b->app[b->app_count++] = i;
        }
}

u32 baseline_static_lines(const History *history, Node from)
{
    Node start = walk_caller(history, from);
    if (!start)
        return 0;
    NodeView view;
    history_read(history, start, &view);
    Baseline b;
    open_baseline(&b);
    for (u32 i = 0; i < b.app_count; i++) {
        const MethodFacts *facts = methods_at(b.app[i]);
        if (view.place >= facts->first_place && view.place < facts->first_place + facts->unit_count)
            want(&b, b.app[i], view.place - facts->first_place);
    }
    while (b.count)
        follow(&b, b.work[--b.count]);
    u32 total = 0;
    for (u32 i = 0; i < b.app_count; i++) {
        total += marked_lines(methods_at(b.app[i]), b.marks[b.app[i]]);
        free(b.marks[b.app[i]]);
    }
    free(b.marks);
    free(b.app);
    free(b.work);
    return total;
}
