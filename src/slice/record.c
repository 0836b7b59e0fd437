/*
 * The recorder. Before each instruction the machine calls on_instruction: a node is
 * written with links to the nodes that last wrote what it reads, and becomes the last
 * writer of what it writes. Arguments and results cross calls as they are: a callee's
 * register has the node of its caller's.
 *
 * Control: each activation remembers for each block the node that last left it by a
 * decision. A block's nodes depend on the latest among the blocks that decide over it
 * (flow.h), or on the call when none does. That an instruction did not throw is no
 * decision; that one did is: a handler depends on the catch, which depends on the throw.
 */
#include "slice/record.h"

#include "base/map.h"
#include "slice/natives.h"
#include "slice/shadow.h"
#include "vm/trace.h"

#include <stdlib.h>
#include <string.h>

static struct {
    History *history;
    Node *events;                   /* where each begins */
    u32 event_count, event_room;
    u32 restarts, first_event;
    bool checks;
    u64 reads, unseen;
    Map unseen_methods;             /* who read what nobody was seen to write -> how often */
} record;

History *record_history(void)
{
    return record.history;
}

Node record_node(u32 place, Node control, const Link *links, u32 count)
{
    return history_add(record.history, place, control, links, count);
}

/* ---- frames ---------------------------------------------------------------------------------- */

static u32 branch_count(const FrameShadow *f)
{
    return f->branches && f->facts ? f->facts->block_count : 0;
}

static FrameShadow *begin_frame(ThreadShadow *s, u32 depth, const Method *m)
{
    FrameShadow *f = &s->frames[depth];
    const FrameShadow *below = depth > 1 ? f - 1 : NULL;
    Node *branches = below && below->branches ? below->branches + branch_count(below) : s->branches;
    *f = (FrameShadow){ .method = m, .branches = branches };
    return f;
}

static void know_code(FrameShadow *f)
{
    f->facts = method_facts(f->method);
    memset(f->branches, 0, f->facts->block_count * sizeof *f->branches);
    f->block = FLOW_NONE;
    f->control = f->call;
}

/* Does the instruction that runs in the frame below call this method? */
static bool calls(const FrameShadow *below, const Frame *caller, const Method *m)
{
    const Unit *pc = caller->pc;
    if (!below->facts || !below->facts->steps || below->last_pc != pc)
        return false;
    const OpInfo *info = &op_info[unchecked_op(pc->op)];
    if (!(info->flags & OPF_CALL) || pc->a != m->argument_registers)
        return false;
    if (unchecked_op(pc->op) == OP_INVOKE_DYNAMIC)
        return true;
    const Symbol *name = info->flags & OPF_REF ? ((const Ref *)pc[1].pointer)->name : ((const Method *)pc[1].pointer)->name;
    return name == m->name;
}

static void take_arguments(const ThreadShadow *s, const Thread *t, const FrameShadow *f, u32 count)
{
    const Frame *frame = t->frame;
    Node *to = shadow_registers(s, t, frame);
    if (!f->by_instruction) {
        for (u32 i = 0; i < count; i++)
            to[i] = f->call;
        return;
    }
    const Node *from = shadow_registers(s, t, frame - 1);
    for (u32 i = 0; i < count; i++)
        to[i] = from[call_register((frame - 1)->pc, i)];
}

/* A frame that no Java code called: the root of a thread, which somebody started. */
static Node root_node(const Thread *t)
{
    Link link = { t->object ? shadow_hidden((uintptr_t)t->object) : 0, LINK_HIDDEN };
    return record_node(PLACE_ROOT, 0, &link, 1);
}

static void on_enter(void *context, Thread *t, const Method *m)
{
    UNUSED(context);
    ThreadShadow *s = shadow_thread(t);
    u32 depth = shadow_depth(t);
    FrameShadow *f = begin_frame(s, depth, m);
    const FrameShadow *below = depth > 1 && s->frames[depth - 1].method == (t->frame - 1)->method ? f - 1 : NULL;
    f->by_instruction = below && calls(below, t->frame - 1, m);
    f->call = f->last = below && below->last ? below->last : root_node(t);
    take_arguments(s, t, f, m->argument_registers);
    if (m->native)
        native_enter(s, t, f);
}

static void give_result(ThreadShadow *s, const Thread *t, const FrameShadow *f)
{
    if (!f->by_instruction) {
        FrameShadow *below = shadow_depth(t) > 1 ? (FrameShadow *)f - 1 : NULL;
        if (below && below->method && below->method->native && f->result)
            below->nested[below->nested_count++ % NESTED_RESULTS] = f->result;
        return;
    }
    const Frame *caller = t->frame - 1;
    if (caller->pc->b != NO_RESULT)
        shadow_registers(s, t, caller)[caller->pc->b] = f->result;
}

static void finish_pending(FrameShadow *f, Node *r);

static void on_leave(void *context, Thread *t, const Method *m, bool by_exception)
{
    UNUSED(context);
    ThreadShadow *s = shadow_thread(t);
    FrameShadow *f = &s->frames[shadow_depth(t)];
    if (f->method != m)
        return;
    if (f->pending && !by_exception)
        finish_pending(f, shadow_registers(s, t, t->frame));
    if (m->native)
        native_leave(s, t, f, by_exception);
    if (!by_exception)
        give_result(s, t, f);
    else if (t->exception && !shadow_thrown(t->exception))
        shadow_set_thrown(t->exception, f->last);
    f->method = NULL;
}

static void on_allocate(void *context, Thread *t, const Object *o)
{
    UNUSED(context);
    const FrameShadow *f = &shadow_thread(t)->frames[shadow_depth(t)];
    shadow_allocated(o, f->method ? f->last : 0);
}

/* ---- control --------------------------------------------------------------------------------- */

static void enter_block(FrameShadow *f, u32 block)
{
    const FlowEdges *controllers = &f->facts->controllers;
    Node latest = 0;
    for (u32 i = 0, n = flow_count(controllers, block); i < n; i++)
        latest = MAX(latest, f->branches[flow_edge(controllers, block, i)]);
    f->control = latest ? latest : f->call;
    f->block = block;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Where a field access goes; 0: not known before it has run. */
static u64 field_address_of(const Unit *pc, const Object *o, u32 *bytes)
{
    static const u8 kind_bytes[128] = { ['Z'] = 1, ['B'] = 1, ['C'] = 2, ['S'] = 2, ['I'] = 4, ['F'] = 4, ['L'] = 4, ['J'] = 8, ['D'] = 8 };
    static const u8 get_bytes[] = { 1, 2, 2, 4, 8, 4 }, put_bytes[] = { 1, 2, 4, 8, 4 };
    u16 op = unchecked_op(pc->op);
    if (op >= OP_IGET_B && op <= OP_IPUT_L) {
        *bytes = op <= OP_IGET_L ? get_bytes[op - OP_IGET_B] : put_bytes[op - OP_IPUT_B];
        return (uintptr_t)o + pc->c;
    }
    if (op >= OP_SGET_B && op <= OP_SPUT_L) {
        *bytes = op <= OP_SGET_L ? get_bytes[op - OP_SGET_B] : put_bytes[op - OP_SPUT_B];
        return (uintptr_t)pc[1].pointer;
    }
    const Field *field = ((const Ref *)pc[1].pointer)->resolved;
    if (!field)
        return 0;
    *bytes = kind_bytes[(u8)field->kind];
    return field->access & ACC_STATIC ? (uintptr_t)field->address : (uintptr_t)o + field->offset;
}

/* A field access that named its field for the first time: it is known now. */
static void finish_pending(FrameShadow *f, Node *r)
{
    const Unit *pc = f->pending;
    f->pending = NULL;
    u32 bytes;
    u64 address = field_address_of(pc, f->pending_object, &bytes);
    if (!address)
        return;
    u32 unit = (u32)(pc - f->method->code->units);
    u8 action = f->facts->steps[unit].action;
    if (action == STEP_FIELD_PUT || action == STEP_STATIC_PUT) {
        shadow_put(address, bytes, true, f->last);
        shadow_set_value(address, bytes == 4 ? *(const u32 *)(uintptr_t)address : 0);
        return;
    }
    Link links[2] = { { shadow_get(f->pending_object, address, bytes, true), LINK_VALUE }, { f->last, LINK_ADDRESS } };
    f->last = r[pc->a] = record_node(f->facts->first_place + unit, f->control, links, 2);
}

/* Of a read: was it written by whom we take for its writer? */
static void check_read(const FrameShadow *f, u64 address, u32 bytes)
{
    record.reads++;
    if (bytes != 4 || shadow_value_holds(address))
        return;
    record.unseen++;
    char *name = xasprintf("%s.%s", f->method->owner->name->text, f->method->name->text);
    void **count = map_slot(&record.unseen_methods, name);
    *count = (void *)((uintptr_t)*count + 1);
    free(name);
}

static void field_step(FrameShadow *f, Node *r, const Frame *frame, const Unit *pc, const Step *step, u32 place)
{
    bool is_static = step->action == STEP_STATIC_GET || step->action == STEP_STATIC_PUT;
    bool put = step->action == STEP_FIELD_PUT || step->action == STEP_STATIC_PUT;
    Object *o = is_static ? NULL : frame->registers[pc->b].l;
    u32 bytes = 0;
    u64 address = is_static || o ? field_address_of(pc, o, &bytes) : 0;
    Link links[2] = { { 0, LINK_VALUE }, { is_static ? 0 : r[pc->b], LINK_ADDRESS } };
    if (put)
        links[0].to = r[pc->a];
    else if (address) {
        links[0].to = shadow_get(o, address, bytes, true);
        if (UNLIKELY(record.checks))
            check_read(f, address, bytes);
    }
    f->last = record_node(place, f->control, links, 2);
    if (!put)
        r[pc->a] = f->last;
    else if (address) {
        shadow_put(address, bytes, true, f->last);
        shadow_set_value(address, (u32)frame->registers[pc->a].bits);
    }
    if (!address && (is_static || o)) {
        f->pending = pc;
        f->pending_object = o;
    }
}

static void array_step(FrameShadow *f, Node *r, const Frame *frame, const Unit *pc, const Step *step, u32 place)
{
    const Object *array = frame->registers[pc->b].l;
    bool put = step->action == STEP_ARRAY_PUT;
    u64 address = trace_memory_cell(frame, pc).address;
    u32 bytes = array ? 1u << object_class(array)->element_shift : 4;
    Link links[4] = { { put ? r[pc->a] : 0, LINK_VALUE }, { r[pc->b], LINK_ADDRESS }, { r[pc->c], LINK_ADDRESS } };
    if (address && (!put || bytes < 4))
        links[3] = (Link){ shadow_get(array, address, bytes, false), LINK_VALUE };
    else if (array && !address)
        links[3] = (Link){ shadow_made(array), LINK_VALUE };    /* the index is out of its bounds: the length counts */
    f->last = record_node(place, f->control, links, 4);
    if (!put)
        r[pc->a] = f->last;
    else if (address) {
        shadow_put(address, bytes, false, f->last);
        shadow_set_value(address, (u32)frame->registers[pc->a].bits);
    }
    if (UNLIKELY(record.checks) && !put && address)
        check_read(f, address, bytes);
}

/* ---- instructions ------------------------------------------------------------------------------ */

static void call_step(FrameShadow *f, const Node *r, const Unit *pc, const Step *step, u32 place)
{
    Link links[256];
    u16 op = unchecked_op(pc->op);
    bool has_receiver = step->action == STEP_CALL && op != OP_INVOKE_STATIC && op != OP_INVOKE_STATIC_Q && op != OP_INVOKE_DYNAMIC;
    u8 kind = step->action == STEP_CALL ? LINK_ARGUMENT : LINK_VALUE;
    u32 count = MIN(pc->a, 255u);
    for (u32 i = 0; i < count; i++)
        links[i] = (Link){ r[call_register(pc, i)], i == 0 && has_receiver ? LINK_ADDRESS : kind };
    f->last = record_node(place, f->control, links, count);
}

static void catch_step(FrameShadow *f, Node *r, const Thread *t, const Unit *pc, u32 place)
{
    Object *e = t->caught;
    if (e && !shadow_thrown(e))
        shadow_set_thrown(e, f->last);
    Link link = { e ? shadow_thrown(e) : f->last, LINK_VALUE };
    f->last = record_node(place, f->call, &link, 1);
    r[pc->a] = f->last;
}

static void plain_step(FrameShadow *f, Node *r, const Frame *frame, const Unit *pc, const Step *step, u32 place)
{
    Link links[5];
    u32 count = 0;
    for (; count < step->use_count; count++)
        links[count] = (Link){ r[step->uses[count]], LINK_VALUE };
    if (step->action == STEP_LOOK) {
        const Object *o = frame->registers[step->uses[0]].l;
        links[count++] = (Link){ o ? shadow_made(o) : 0, LINK_VALUE };
    }
    f->last = record_node(place, f->control, links, count);
    if (step->action == STEP_RETURN)
        f->result = f->last;
    else if (step->action == STEP_FILL && frame->registers[pc->a].l)
        shadow_set_made(frame->registers[pc->a].l, f->last);
    else if (step->definition != NO_RESULT)
        r[step->definition] = f->last;
}

static void throw_step(FrameShadow *f, const Node *r, const Frame *frame, const Unit *pc, u32 place)
{
    Object *e = frame->registers[pc->a].l;
    Link links[2] = { { r[pc->a], LINK_VALUE }, { e ? shadow_made(e) : 0, LINK_VALUE } };
    f->last = record_node(place, f->control, links, 2);
    if (e && !shadow_thrown(e))
        shadow_set_thrown(e, f->last);
}

static void do_step(FrameShadow *f, Node *r, Thread *t, const Frame *frame, const Unit *pc, const Step *step, u32 place)
{
    switch (step->action) {
    case STEP_FIELD_GET: case STEP_FIELD_PUT: case STEP_STATIC_GET: case STEP_STATIC_PUT:
        field_step(f, r, frame, pc, step, place);
        break;
    case STEP_ARRAY_GET: case STEP_ARRAY_PUT:
        array_step(f, r, frame, pc, step, place);
        break;
    case STEP_MAKE:
        call_step(f, r, pc, step, place);
        if (step->definition != NO_RESULT)
            r[step->definition] = f->last;
        break;
    case STEP_CALL:
        call_step(f, r, pc, step, place);
        break;
    case STEP_CATCH:
        catch_step(f, r, t, pc, place);
        break;
    case STEP_THROW:
        throw_step(f, r, frame, pc, place);
        break;
    default:
        plain_step(f, r, frame, pc, step, place);
    }
}

static void begin_anew(void);

static void on_instruction(void *context, Thread *t, const Frame *frame, const Unit *pc)
{
    UNUSED(context);
    const Code *code = frame->method->code;
    if (!code || pc < code->units || pc >= code->units + code->unit_count)
        return;
    if (UNLIKELY(history_is_full(record.history)))
        begin_anew();
    ThreadShadow *s = shadow_thread(t);
    FrameShadow *f = &s->frames[shadow_depth(t)];
    if (UNLIKELY(f->method != frame->method))
        f = begin_frame(s, shadow_depth(t), frame->method);
    if (UNLIKELY(!f->facts))
        know_code(f);
    Node *r = shadow_registers(s, t, frame);
    if (UNLIKELY(f->pending != NULL))
        finish_pending(f, r);
    u32 unit = (u32)(pc - code->units);
    const Step *step = &f->facts->steps[unit];
    if (f->facts->ran)
        f->facts->ran[unit] = 1;
    u32 block = f->facts->block_at[unit], before = f->block;
    if (step->begins_block || block != before)
        enter_block(f, block);
    f->last_pc = pc;
    if (step->action != STEP_NOTHING)
        do_step(f, r, t, frame, pc, step, f->facts->first_place + unit);
    if (step->handler && before != FLOW_NONE) {
        f->branches[before] = f->last;
        f->control = f->last;
    }
    if (step->ends_block)
        f->branches[block] = step->decides ? f->last : 0;
}

/* ---- the whole ------------------------------------------------------------------------------------- */

/* Nodes of before are unknown from now on: values that they wrote come from nowhere. */
static void begin_anew(void)
{
    history_clear(record.history);
    shadow_clear();
    for (u32 i = 0; i < record.event_count; i++)
        record.events[i] = 1;
    record.restarts++;
    record.first_event = record.event_count;
}

bool record_check(void)
{
    return record.checks = shadow_check();
}

void record_tell_check(Buf *out)
{
    if (!record.checks)
        return;
    buf_printf(out, "reads\t%llu\nunseen\t%llu\n", (unsigned long long)record.reads, (unsigned long long)record.unseen);
    MAP_EACH(&record.unseen_methods, entry)
        buf_printf(out, "reader\t%s %llu\n", entry->key, (unsigned long long)(uintptr_t)entry->value);
}

u32 record_restarts(void)
{
    return record.restarts;
}

u32 record_first_event(void)
{
    return record.first_event;
}

int record_begin(Vm *vm, u64 most_bytes)
{
    static const Tracer tracer = { .enter = on_enter, .leave = on_leave, .instruction = on_instruction, .allocate = on_allocate };
    int status = history_open(&record.history, most_bytes);
    if (status)
        return status;
    if (!shadow_open())
        return error_set(ERR_LIMIT, "no memory for the history of the run");
    vm_set_tracer(vm, &tracer);
    return OK;
}

void record_event(void)
{
    if (record.event_count == record.event_room) {
        record.event_room = record.event_room ? record.event_room * 2 : 64;
        record.events = xrealloc(record.events, record.event_room * sizeof *record.events);
    }
    record.events[record.event_count++] = history_end(record.history);
}

int record_end(Vm *vm)
{
    vm_set_tracer(vm, NULL);
    return history_close(record.history);
}

u32 record_event_of(Node node)
{
    u32 event = 0;
    while (event < record.event_count && record.events[event] <= node)
        event++;
    return event;
}

Node record_event_start(u32 event)
{
    return event ? record.events[event - 1] : 1;
}
