/* Tracers: setting one, and facts about the instruction that is about to run. */
#include "vm/trace.h"

#include "vm/internal.h"

void vm_set_tracer(Vm *vm, const Tracer *tracer)
{
    vm->tracer = tracer;
    vm->trace_calls = tracer && (tracer->enter || tracer->leave);
    vm->trace_allocations = tracer && tracer->allocate;
    vm->trace_instructions = tracer && tracer->instruction;
}

void trace_allocated(Thread *t, const Object *o)
{
    const Tracer *tracer = t->vm->tracer;
    tracer->allocate(tracer->context, t, o);
}

static u64 field_cell(const Frame *f, const Unit *pc)
{
    const Object *o = f->registers[pc->b].l;
    return o ? (u64)(uintptr_t)o + pc->c : 0;
}

static u64 array_cell(const Frame *f, const Unit *pc)
{
    const Object *array = f->registers[pc->b].l;
    u32 index = f->registers[pc->c].bits & 0xffffffff;
    if (!array || index >= (u32)ARRAY_LENGTH(array))
        return 0;
    u32 shift = object_class(array)->element_shift;
    return (u64)(uintptr_t)array + (shift == 3 ? ARRAY_WIDE_DATA : ARRAY_DATA) + ((u64)index << shift);
}

MemoryCell trace_memory_cell(const Frame *f, const Unit *pc)
{
    u16 op = pc->op;
    if (op >= OP_IGET_B && op <= OP_IPUT_L)
        return (MemoryCell){ field_cell(f, pc), op >= OP_IPUT_B };
    if (op >= OP_SGET_B && op <= OP_SPUT_L)
        return (MemoryCell){ (u64)(uintptr_t)pc[1].pointer, op >= OP_SPUT_B };
    if (op >= OP_AGET_B && op <= OP_APUT_L)
        return (MemoryCell){ array_cell(f, pc), op >= OP_APUT_B };
    return (MemoryCell){ 0 };
}

bool trace_branch_operands(const Frame *f, const Unit *pc, i64 *left, i64 *right)
{
    const Slot *r = f->registers;
    if (pc->op >= OP_IF_EQ && pc->op <= OP_IF_LE) {
        *left = r[pc->a].i;
        *right = r[pc->b].i;
    } else if (pc->op >= OP_IF_EQZ && pc->op <= OP_IF_LEZ) {
        *left = r[pc->a].i;
        *right = 0;
    } else if (pc->op >= OP_IF_EQ_LIT && pc->op <= OP_IF_LE_LIT) {
        *left = r[pc->a].i;
        *right = pc->literal_b;
    } else if (pc->op == OP_PACKED_SWITCH || pc->op == OP_SPARSE_SWITCH) {
        *left = r[pc->a].i;
        *right = 0;
    } else {
        return false;
    }
    return true;
}
