/*
 * Approach level: the number of decisions that stand between a run and the
 * line, counted over control dependences. Branch distance: by how much the
 * nearest of those decisions was missed, by the usual rules (a == b: |a - b|;
 * a < b: a - b + 1; …).
 *
 *   level 2: if (list != null)
 *   level 1:     if (list.size() > 3)
 *   level 0:         throw new …          <- the line
 *
 * Only the methods of the trace are watched instruction by instruction; in all
 * others the tracer sees calls alone.
 */
#include "testgen/distance.h"

#include <math.h>
#include <string.h>

enum { NEAR = 3 };

/* ---- preparing a line ---------------------------------------------------------------------- */

/* Does the machine itself throw this, without a call? */
static bool is_thrown_by_instructions(const char *exception)
{
    static const char *const names[] = { "NullPointerException", "ArrayIndexOutOfBoundsException", "ArrayStoreException", "ClassCastException", "ArithmeticException", "NegativeArraySizeException", "IllegalMonitorStateException" };
    const char *simple = strncmp(exception, "java/lang/", 10) ? "" : exception + 10;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(simple, names[i]))
            return true;
    return strstr(simple, "Error");
}

/* Can a frame of a stack trace stand at this instruction? Only the one that threw need not be at a call. */
static bool may_be_frame(const Unit *pc, bool threw)
{
    switch (pc->op) {
    case OP_NEW_INSTANCE: case OP_CONST_STRING: case OP_CONST_CLASS: case OP_INSTANCE_OF: case OP_SGET: case OP_SPUT:
        return false;
    default:
        return op_info[pc->op].flags & OPF_CALL || (threw && op_info[pc->op].flags & OPF_THROWS);
    }
}

static u32 end_of_entry(const Code *code, u32 i)
{
    return i + 1 < code->line_count ? code->lines[i + 1].unit : code->unit_count;
}

/* Marks the units of the line; gives how many of them may be a frame. */
static u32 mark_line(const Code *code, int line, bool threw, u8 *marks)
{
    u32 found = 0;
    for (u32 i = 0; i < code->line_count; i++) {
        if ((int)code->lines[i].line != line)
            continue;
        for (u32 u = code->lines[i].unit; u < end_of_entry(code, i); u++)
            marks[u] = 1;
        for (u32 u = code->lines[i].unit; u < end_of_entry(code, i); u += insn_length(&code->units[u]))
            found += may_be_frame(&code->units[u], threw);
    }
    return found;
}

/* Marks the whole of each statement that the line is part of. */
static bool mark_statement(const Code *code, int line, u8 *marks)
{
    bool found = false;
    for (u32 first = 0, next; first < code->line_count; first = next) {
        int low = (int)code->lines[first].line, high = low;
        for (next = first + 1; next < code->line_count && code->lines[next].continues; next++) {
            low = MIN(low, (int)code->lines[next].line);
            high = MAX(high, (int)code->lines[next].line);
        }
        if (line < low || line > high)
            continue;
        found = true;
        memset(marks + code->lines[first].unit, 1, end_of_entry(code, next - 1) - code->lines[first].unit);
    }
    return found;
}

/*
 * Compilers give the parts of a statement that is written over several lines
 * different lines: where the jar has nothing on the log's line that could throw,
 * the statement around it is meant. False: the method has no such line.
 */
static bool mark_target(const Code *code, int line, bool threw, u8 *marks)
{
    if (line < 0) {
        marks[0] = 1;
        return true;
    }
    return mark_line(code, line, threw, marks) || mark_statement(code, line, marks);
}

/* The line's levels: breadth first from its blocks against the control dependences. */
static int find_levels(LineTarget *target, const Code *code, Arena *arena)
{
    Flow *flow;
    int status = flow_build(&flow, code, arena);
    if (!status)
        status = flow_find_control_dependence(flow);
    if (status)
        return status;
    u32 *level = ARENA_ARRAY(arena, u32, flow->block_count + 1);
    u32 *leads_to = ARENA_ARRAY(arena, u32, flow->block_count + 1);
    u32 *queue = ARENA_ARRAY(arena, u32, flow->block_count + 1), head = 0, tail = 0;
    memset(level, 0xff, (flow->block_count + 1) * sizeof *level);
    for (u32 u = 0; u < code->unit_count; u++) {
        u32 b = flow->block_at[u];
        if (target->is_target[u] && b < flow->block_count && level[b] == FLOW_NONE) {
            level[b] = 0;
            queue[tail++] = b;
        }
    }
    for (; head < tail; head++) {
        u32 b = queue[head];
        for (u32 i = 0; i < flow_count(&flow->controllers, b); i++) {
            u32 c = flow_edge(&flow->controllers, b, i);
            if (c >= flow->block_count || level[c] != FLOW_NONE)
                continue;
            level[c] = level[b] + 1;
            leads_to[c] = b;
            queue[tail++] = c;
        }
    }
    for (u32 b = 0; b < flow->block_count; b++) {
        if (level[b] == FLOW_NONE || !level[b])
            continue;
        const FlowBlock *block = &flow->blocks[b];
        const Unit *pc = &code->units[block->last];
        u8 flags = op_info[pc->op].flags;
        i32 toward = 0;
        for (u32 i = 0; i < flow_count(&flow->out, b); i++) {
            u32 s = flow_edge(&flow->out, b, i);
            if (s >= flow->block_count || !(s == leads_to[b] || flow_is_above(flow->post_dominators, leads_to[b], s)))
                continue;
            bool jump = flags & OPF_BRANCH && flow->blocks[s].start == block->last + (u32)insn_target(pc);
            toward |= jump ? 2 : 1;
        }
        target->decides[block->last] = level[b];
        target->toward[block->last] = toward;
        target->deepest = MAX(target->deepest, level[b]);
    }
    target->deepest++;
    return OK;
}

static u32 mark_of(const Method *m)
{
    return (u32)((uintptr_t)m >> 4) % 512;
}

int distance_add(Distances *d, Arena *arena, Class *c, CrashFrame *frame, const char *exception)
{
    bool named = false;
    int first = 0, last = 0;
    for (u32 i = 0; i < c->method_count && d->count < MAX_FRAMES; i++) {
        Method *m = &c->methods[i];
        Code *code;
        if (strcmp(m->name->text, frame->method) || !m->def || !m->def->has_code || !c->def || code_translate(c->def, m->def, false, &code))
            continue;
        named = true;
        for (u32 k = 0; k < code->line_count; k++) {
            int line = (int)code->lines[k].line;
            first = first && first < line ? first : line;
            last = MAX(last, line);
        }
        u8 *marks = ARENA_ARRAY(arena, u8, code->unit_count);
        if (!mark_target(code, frame->line, !d->count && is_thrown_by_instructions(exception), marks))
            continue;
        LineTarget *target = &d->targets[d->count];
        *target = (LineTarget){ .method = m, .line = frame->line, .unit_count = code->unit_count, .code = code, .is_target = marks };
        target->decides = ARENA_ARRAY(arena, u32, code->unit_count);
        target->seen = ARENA_ARRAY(arena, u8, code->unit_count);
        target->toward = ARENA_ARRAY(arena, i32, code->unit_count);
        d->marked[mark_of(m)] = 1;
        d->count++;
        return find_levels(target, code, arena);
    }
    const char *name = c->name->text;
    if (!named)
        return error_set(ERR_NOT_FOUND, "%s has no method %s with code: the jars and the trace are of different versions", name, frame->method);
    if (frame->line >= first - NEAR && frame->line <= last + NEAR) {
        frame->line = -1;
        return distance_add(d, arena, c, frame, exception);
    }
    return error_set(ERR_NOT_FOUND, "line %d is not in %s.%s (it has lines %d to %d): the jars and the trace are of different versions", frame->line, name, frame->method, first, last);
}

/* ---- watching a run --------------------------------------------------------------------------- */

static bool is_marked(const Distances *d, const Method *m)
{
    return m && d->marked[mark_of(m)];
}

static void enter(void *context, Thread *t, const Method *m)
{
    Distances *d = context;
    vm_set_tracer(t->vm, is_marked(d, m) ? &d->all : &d->calls);
}

static void leave(void *context, Thread *t, const Method *m, bool by_exception)
{
    UNUSED(m);
    UNUSED(by_exception);
    Distances *d = context;
    vm_set_tracer(t->vm, is_marked(d, t->frame[-1].method) ? &d->all : &d->calls);
}

/* What is missing for the condition of pc to be as wanted. */
static double branch_distance(u16 op, double left, double right, bool wanted)
{
    static const u8 opposite[] = { 1, 0, 3, 2, 5, 4 };      /* eq ne lt ge gt le */
    u32 condition = op >= OP_IF_EQ_LIT ? (u32)(op - OP_IF_EQ_LIT) : op >= OP_IF_EQZ ? (u32)(op - OP_IF_EQZ) : (u32)(op - OP_IF_EQ);
    if (!wanted)
        condition = opposite[condition];
    if (isnan(left) || isnan(right))
        return 1;
    switch (condition) {
    case 0: return fabs(left - right);
    case 1: return left != right ? 0 : 1;
    case 2: return left < right ? 0 : left - right + 1;
    case 3: return left >= right ? 0 : right - left;
    case 4: return left > right ? 0 : right - left + 1;
    default: return left <= right ? 0 : left - right;
    }
}

/* By how much the decision at pc goes wrong; both ways right is 0. */
static double missing(Distances *d, const Frame *frame, const Unit *pc, i32 toward)
{
    i64 left, right;
    if (toward == 3)
        return 0;
    if (!trace_branch_operands(frame, pc, &left, &right) || pc->op < OP_IF_EQ || pc->op > OP_IF_LE_LIT)
        return 1;
    double l = (double)left, r = (double)right;
    bool zero = pc->op >= OP_IF_EQZ && pc->op <= OP_IF_LEZ;
    if (zero && d->compared_at && pc - d->compared_at == 1 && d->compared_at->a == pc->a) {
        l = d->compared;
        r = 0;
    }
    return branch_distance(pc->op, l, r, toward == 2);
}

static void note_comparison(Distances *d, const Frame *f, const Unit *pc)
{
    const Slot *r = f->registers;
    d->compared_at = pc;
    switch (pc->op) {
    case OP_CMP_J: d->compared = (double)r[pc->b].j - (double)r[pc->c].j; break;
    case OP_CMPL_F: case OP_CMPG_F: d->compared = (double)r[pc->b].f - (double)r[pc->c].f; break;
    default: d->compared = r[pc->b].d - r[pc->c].d; break;
    }
}

static void instruction(void *context, Thread *t, const Frame *frame, const Unit *pc)
{
    UNUSED(t);
    Distances *d = context;
    const Code *code = frame->method->code;
    if (!code || pc < code->units || pc >= code->units + code->unit_count)
        return;
    u32 unit = (u32)(pc - code->units);
    if (pc->op >= OP_CMP_J && pc->op <= OP_CMPG_D) {
        note_comparison(d, frame, pc);
    }
    for (int i = 0; i < d->count; i++) {
        LineTarget *target = &d->targets[i];
        if (target->method != frame->method || unit >= target->unit_count)
            continue;
        target->seen_count += !target->seen[unit];
        target->seen[unit] = 1;
        if (!target->nearest)
            continue;
        if (target->is_target[unit]) {
            target->nearest = 0;
        } else if (target->decides[unit]) {
            double at = target->decides[unit] - 1 + normalised(missing(d, frame, pc, target->toward[unit]));
            /* Never 0 before the line itself runs: an exception may still come between. */
            target->nearest = MIN(target->nearest, MAX(at, 0.001));
        } else if (unit == 0) {
            target->nearest = MIN(target->nearest, target->deepest - 0.5);
        }
    }
}

void distance_begin(Distances *d, Vm *vm)
{
    d->vm = vm;
    d->calls = (Tracer){ .context = d, .enter = enter, .leave = leave };
    d->all = (Tracer){ .context = d, .enter = enter, .leave = leave, .instruction = instruction };
    d->compared_at = NULL;
    for (int i = 0; i < d->count; i++) {
        LineTarget *target = &d->targets[i];
        target->nearest = target->deepest + 1;
        if (target->seen_count)
            memset(target->seen, 0, target->unit_count);
        target->seen_count = 0;
    }
    vm_set_tracer(vm, &d->calls);
}

void distance_end(Distances *d)
{
    vm_set_tracer(d->vm, NULL);
}

u32 distance_seen(const Distances *d)
{
    u32 sum = 0;
    for (int i = 0; i < d->count; i++)
        sum += d->targets[i].seen_count;
    return sum;
}

double distance_of(const Distances *d, int i)
{
    const LineTarget *target = &d->targets[i];
    return target->nearest > target->deepest ? 1 : normalised(target->nearest);
}
