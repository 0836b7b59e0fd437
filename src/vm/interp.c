/*
 * The interpreter. One function, since every instruction's code ends in a jump
 * to the next one's: splitting it would cost the registers it lives in.
 *
 * Dispatch goes through a table of label addresses in a local variable. Tracing
 * swaps that table for one whose entries all lead to `trap`, which records the
 * instruction and then jumps through the real table: a switch that costs nothing
 * while it is off.
 *
 * Calls push a Frame and go on in the same C function, so Java recursion uses no
 * C stack. Only C code that calls Java (vm_call) nests another activation of
 * this function; it returns when the frame it began with returns.
 *
 * Quickening: the first execution of an instruction with a symbolic operand
 * resolves it and rewrites the instruction in place into one that needs no
 * lookup, of the same length. `new` and static accesses are rewritten only when
 * the class is fully initialised, or another thread would skip the wait.
 *
 * The budget: each call and each backward branch takes a step. At zero the
 * scheduler looks (sched.c): it moves the clock, and may run another thread.
 */
#include "vm/internal.h"
#include "vm/trace.h"

#include <math.h>
#include <string.h>

Unit entry_untranslated[] = { { .op = OP_ENTER_UNTRANSLATED } };
Unit entry_synchronized[] = { { .op = OP_ENTER_SYNCHRONIZED } };
Unit entry_native[] = { { .op = OP_ENTER_NATIVE } };
Unit entry_abstract[] = { { .op = OP_ENTER_ABSTRACT } };

/* Registers kept free at the end of the stack so that a StackOverflowError can be made. */
enum { REGISTER_RESERVE = 4096, FRAME_RESERVE = 256 };

/* ---- arithmetic that C leaves undefined ----------------------------------------- */

static inline i32 div_int(i32 a, i32 b) { return b == -1 ? (i32)-(u32)a : a / b; }
static inline i32 rem_int(i32 a, i32 b) { return b == -1 ? 0 : a % b; }
static inline i64 div_long(i64 a, i64 b) { return b == -1 ? (i64)-(u64)a : a / b; }
static inline i64 rem_long(i64 a, i64 b) { return b == -1 ? 0 : a % b; }

static inline i32 double_to_int(double d)
{
    if (d != d)
        return 0;
    return d >= 2147483647.0 ? INT32_MAX : d <= -2147483648.0 ? INT32_MIN : (i32)d;
}

static inline i64 double_to_long(double d)
{
    if (d != d)
        return 0;
    return d >= 9223372036854775807.0 ? INT64_MAX : d <= -9223372036854775808.0 ? INT64_MIN : (i64)d;
}

/* ---- helpers of single instructions ---------------------------------------------- */

Method *interface_target(Vm *vm, const Class *c, const Method *m)
{
    u32 h = ((u32)(uintptr_t)c >> 4) ^ ((u32)(uintptr_t)m >> 3);
    MethodCache *cache = &vm->method_cache[h & (METHOD_CACHE_SIZE - 1)];
    if (LIKELY(cache->c == c && cache->interface_method == m))
        return cache->target;
    for (u32 i = 0; i < c->table_count; i++) {
        if (c->tables[i].interface != m->owner)
            continue;
        Method *target = c->tables[i].methods[m->vtable_index];
        *cache = (MethodCache){ c, m, target };
        return target;
    }
    return NULL;
}

bool method_prepare(Thread *t, Method *m)
{
    Code *code;
    if (m->code)
        return true;
    int status = code_translate(m->owner->def, m->def, false, &code);
    if (status) {
        DottedName name;
        vm_throw(t, "java/lang/VerifyError", "%s.%s: %s", dotted_name(m->owner->name, &name), m->name->text, error_text());
        return false;
    }
    if (code->argument_registers != m->argument_registers || code->register_count < code->argument_registers) {
        vm_throw(t, "java/lang/VerifyError", "%s.%s: wrong number of argument registers", m->owner->name->text, m->name->text);
        return false;
    }
    if (!m->owner->def->trusted && !method_verify(t, m, code))
        return false;
    m->code = code;
    m->register_count = code->register_count;
    m->entry = m->flags & METHOD_SYNCHRONIZED ? entry_synchronized : code->units;
    t->vm->lately_translated[t->vm->methods_translated++ % LATELY] = m;
    return true;
}

/*
 * The handler of the pending exception in this frame. Written so that a catch
 * type that does not exist catches nothing, and throws nothing by itself.
 */
static const Unit *find_handler(Thread *t, Frame *f)
{
    const Code *code = f->method->code;
    if (!code || f->pc < code->units || f->pc >= code->units + code->unit_count)
        return NULL;
    u32 at = (u32)(f->pc - code->units);
    for (u32 i = 0; i < code->try_count; i++) {
        const TryRange *range = &code->tries[i];
        if (at < range->start || at >= range->end)
            continue;
        if (range->type) {
            /* A catch type that does not exist catches nothing, and must not throw by itself. */
            Object *pending = vm_take_exception(t);
            Class *c = resolve_class(t, f->method->owner, range->type);
            t->exception = pending;
            if (!c || !vm_instance_of(pending, c))
                continue;
        }
        return code->units + range->handler;
    }
    return NULL;
}

/*
 * Allocation out of line: a new object's address must not linger in the
 * interpreter's own C frame, where the collector would take it for a reference.
 */
__attribute__((noinline)) static bool new_object_into(Thread *t, Class *c, Slot *out)
{
    Object *o = vm_new_object(t, c);
    if (o)
        out->l = o;
    return o != NULL;
}

__attribute__((noinline)) static bool new_array_into(Thread *t, Class *c, i32 length, Slot *out)
{
    Object *o = vm_new_array(t, c, length);
    if (o)
        out->l = o;
    return o != NULL;
}

static i32 switch_offset(const Unit *pc, i32 value, i32 length)
{
    const SwitchTable *table = pc[1].pointer;
    if (!table->keys) {
        u32 index = (u32)value - (u32)table->first;
        return index < table->count ? table->targets[index] : length;
    }
    u32 low = 0, high = table->count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (table->keys[middle] == value)
            return table->targets[middle];
        if (table->keys[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return length;
}

Object *vm_new_nested_array(Thread *t, Class *c, const i32 *lengths, u32 count)
{
    Object *array = vm_new_array(t, c, lengths[0]);
    if (!array || count == 1)
        return array;
    for (i32 i = 0; i < lengths[0]; i++) {
        Object *part = vm_new_nested_array(t, c->component, lengths + 1, count - 1);
        if (!part)
            return NULL;
        ARRAY_REF(array)[i] = object_ref(part);
    }
    return array;
}

static Object *new_multi_array(Thread *t, const Class *from, const Unit *pc, const Slot *r)
{
    i32 lengths[255];
    Class *c = resolve_class(t, from, pc[1].pointer);
    if (!c)
        return NULL;
    const Class *element = c;
    for (u32 i = 0; i < pc->a; i++) {
        if (!class_is_array(element))
            return vm_throw(t, "java/lang/VerifyError", "%s has fewer than %u dimensions", c->name->text, pc->a);
        element = element->component;
        lengths[i] = r[call_register(pc, i)].i;
        if (lengths[i] < 0)
            return vm_throw(t, "java/lang/NegativeArraySizeException", "%d", lengths[i]);
    }
    return vm_new_nested_array(t, c, lengths, pc->a);
}

static Object *new_filled_array(Thread *t, const Class *from, const Unit *pc, const Slot *r)
{
    Class *c = resolve_class(t, from, pc[1].pointer);
    if (!c)
        return NULL;
    if (!class_is_array(c) || c->element_shift != 2)
        return vm_throw(t, "java/lang/InternalError", "filled-new-array of %s", c->name->text);
    Object *array = vm_new_array(t, c, pc->a);
    for (u32 i = 0; array && i < pc->a; i++)
        ARRAY_I32(array)[i] = r[call_register(pc, i)].i;
    return array;
}

static bool fill_array(Thread *t, Object *array, const ArrayData *data)
{
    const Class *c = object_class(array);
    if (!class_is_array(c) || c->element_kind == 'L' || 1u << c->element_shift != data->width)
        return vm_throw(t, "java/lang/VerifyError", "fill-array-data does not fit %s", c->name->text);
    if (data->count > (u32)ARRAY_LENGTH(array)) {
        vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "failed FILL_ARRAY_DATA; length=%d, index=%u", ARRAY_LENGTH(array), data->count);
        return false;
    }
    u8 *to = c->element_shift == 3 ? (u8 *)ARRAY_I64(array) : (u8 *)ARRAY_I8(array);
    memcpy(to, data->bytes, (size_t)data->count * data->width);
    return true;
}

static void throw_abstract(Thread *t, const Method *m)
{
    DottedName name;
    if (m->flags & METHOD_CONFLICT)
        vm_throw(t, "java/lang/IncompatibleClassChangeError", "conflicting default methods: %s.%s", dotted_name(m->owner->name, &name), m->name->text);
    else
        vm_throw(t, "java/lang/AbstractMethodError", "abstract method \"%s.%s%s\"", dotted_name(m->owner->name, &name), m->name->text, m->descriptor->text);
}

static void throw_error_op(Thread *t, const Ref *ref)
{
    vm_throw(t, ref->owner ? ref->owner->text : "java/lang/VerifyError", "%s", ref->name ? ref->name->text : "");
}

static int quick_field_op(char kind, bool put, bool is_static)
{
    int base = is_static ? (put ? OP_SPUT_B : OP_SGET_B) : put ? OP_IPUT_B : OP_IGET_B;
    int step;   /* order of the rows: B C [S] I J L */
    switch (kind) {
    case 'Z': case 'B': step = 0; break;
    case 'C': step = 1; break;
    case 'S': step = put ? 1 : 2; break;
    case 'J': case 'D': step = put ? 3 : 4; break;
    case 'L': step = put ? 4 : 5; break;
    default: step = put ? 2 : 3;
    }
    return base + step;
}

/* Resolves the field of an access and rewrites the instruction, unless it must be checked each time. False: thrown. */
static bool quicken_field(Thread *t, const Class *from, Unit *pc, bool put, bool is_static, Field **out)
{
    Field *field = resolve_field(t, from, pc[1].pointer, is_static);
    if (!field)
        return false;
    *out = field;
    if (put && field->access & ACC_FINAL && field->owner != from && !(from->flags & CLASS_BOOT)) {
        DottedName name;
        vm_throw(t, "java/lang/IllegalAccessError", "Final field '%s.%s' cannot be written to by method", dotted_name(field->owner->name, &name), field->name->text);
        return false;
    }
    if (is_static) {
        if (!vm_initialize_class(t, field->owner))
            return false;
        if (field->owner->state != CLASS_INITIALIZED || pc->op >= OP_CHECKED)
            return true;
        pc[1].pointer = field->address;
    } else {
        if (pc->op >= OP_CHECKED)
            return true;
        pc->c = (u16)field->offset;
    }
    pc->op = (u16)quick_field_op(field->kind, put, is_static);
    return true;
}

static void quicken_call(Unit *pc, Method *m, int op, u32 slot)
{
    if (pc->op >= OP_CHECKED)
        return;
    pc[1].pointer = m;
    pc->op = (u16)op;
    pc->c = (u16)slot;
}

/*
 * Resolves a call and finds its target for this receiver; rewrites where the
 * rewritten form means the same for every receiver. NULL: thrown.
 */
static Method *first_call(Thread *t, Frame *f, Unit *pc)
{
    const Class *from = f->method->owner;
    int op = unchecked_op(pc->op);
    if (op == OP_INVOKE_DYNAMIC)
        return resolve_call_site(t, from, pc[1].pointer);
    Method *m = resolve_method(t, from, pc[1].pointer, op);
    if (!m)
        return NULL;
    if (pc->a != m->argument_registers)
        return vm_throw(t, "java/lang/VerifyError", "%s.%s is called with %u argument registers", m->owner->name->text, m->name->text, pc->a);
    if (op == OP_INVOKE_STATIC) {
        if (!vm_initialize_class(t, m->owner))
            return NULL;
        if (m->owner->state == CLASS_INITIALIZED)
            quicken_call(pc, m, OP_INVOKE_STATIC_Q, 0);
        return m;
    }
    Object *receiver = f->registers[call_register(pc, 0)].l;
    if (!receiver) {
        throw_null_at(t, f, pc);
        return NULL;
    }
    if (op == OP_INVOKE_DIRECT) {
        quicken_call(pc, m, OP_INVOKE_DIRECT_Q, 0);
        return m;
    }
    if (op == OP_INVOKE_SUPER) {
        if (!class_is_interface(m->owner)) {
            const Class *super = from->super;
            if (!super || m->vtable_index >= super->vtable_count || !(m->flags & METHOD_VIRTUAL))
                return vm_throw(t, "java/lang/NoSuchMethodError", "%s.%s", m->owner->name->text, m->name->text);
            m = super->vtable[m->vtable_index];
        }
        quicken_call(pc, m, OP_INVOKE_DIRECT_Q, 0);
        return m;
    }
    /* virtual and interface */
    if (!(m->flags & METHOD_VIRTUAL)) {
        quicken_call(pc, m, OP_INVOKE_DIRECT_Q, 0);
        return m;
    }
    const Class *c = object_class(receiver);
    if (class_is_interface(m->owner)) {
        const Ref *ref = pc[1].pointer;
        Class *named = resolve_class_named(t, from, ref->owner);
        if (!named)
            return NULL;
        if (!class_is_interface(named) && op != OP_INVOKE_INTERFACE) {
            /* An abstract class that inherits the interface's method: it has a slot. */
            i32 slot = class_vtable_index(named, m->name, m->descriptor);
            if (slot >= 0 && slot < 0xffff) {
                quicken_call(pc, m, OP_INVOKE_VIRTUAL_Q, (u32)slot);
                return c->vtable[slot];
            }
        }
        Method *target = interface_target(t->vm, c, m);
        if (!target) {
            DottedName a, b;
            return vm_throw(t, "java/lang/IncompatibleClassChangeError", "Class '%s' does not implement interface '%s'", dotted_name(c->name, &a), dotted_name(m->owner->name, &b));
        }
        quicken_call(pc, m, OP_INVOKE_INTERFACE_Q, 0);
        return target;
    }
    if (m->vtable_index >= c->vtable_count)
        return vm_throw(t, "java/lang/IncompatibleClassChangeError", "%s is no %s", c->name->text, m->owner->name->text);
    if (m->access & ACC_FINAL || m->owner->access & ACC_FINAL) {
        quicken_call(pc, m, OP_INVOKE_DIRECT_Q, 0);
        return m;
    }
    if (m->vtable_index < 0xffff)
        quicken_call(pc, m, OP_INVOKE_VIRTUAL_Q, m->vtable_index);
    return c->vtable[m->vtable_index];
}

/* ---- tracing calls -------------------------------------------------------------------- */

static void trace_enter(Thread *t, const Method *m)
{
    const Tracer *tracer = t->vm->tracer;
    if (tracer->enter)
        tracer->enter(tracer->context, t, m);
}

static void trace_leave(Thread *t, const Method *m, bool by_exception)
{
    const Tracer *tracer = t->vm->tracer;
    if (tracer->leave)
        tracer->leave(tracer->context, t, m, by_exception);
}

/* ---- frames ------------------------------------------------------------------------- */

static bool stack_full(const Thread *t, const Slot *registers, u32 count, const Frame *f)
{
    u32 register_reserve = t->overflowing ? 0 : REGISTER_RESERVE, frame_reserve = t->overflowing ? 0 : FRAME_RESERVE;
    return registers + count + register_reserve > t->registers_end || f + 2 + frame_reserve > t->frames_end;
}

bool push_frame(Thread *t, Method *m, const Slot *args)
{
    Frame *f = t->frame;
    Slot *registers = f->registers + (f->method ? f->method->register_count : 0);
    if (stack_full(t, registers, m->register_count, f)) {
        throw_stack_overflow(t);
        return false;
    }
    if (m->argument_registers)
        memcpy(registers, args, m->argument_registers * sizeof(Slot));
    f++;
    *f = (Frame){ m, m->entry, registers, NULL };
    t->frame = f;
    if (UNLIKELY(t->vm->trace_calls))
        trace_enter(t, m);
    return true;
}

/* ---- the loop ----------------------------------------------------------------------- */

#define RI(n) r[pc->n].i
#define RJ(n) r[pc->n].j
#define RF(n) r[pc->n].f
#define RD(n) r[pc->n].d
#define RL(n) r[pc->n].l
/* Small values fill the whole register, so that a move can copy 64 bits. */
#define SET_I(n, value) (r[pc->n].bits = (u32)(i32)(value))
#define SET_F(n, value) do { Slot s_ = { 0 }; s_.f = (value); r[pc->n] = s_; } while (0)

#define DISPATCH() goto *dispatch[pc->op]
#define NEXT(units) do { pc += (units); DISPATCH(); } while (0)
#define BRANCH(offset)                                          \
    do {                                                        \
        i32 o_ = (offset);                                      \
        pc += o_;                                               \
        if (o_ <= 0 && UNLIKELY(--vm->budget < 0))              \
            goto tick;                                          \
        DISPATCH();                                             \
    } while (0)
#define SAVE() (f->pc = pc)
#define CHECK_NULL(object) do { if (UNLIKELY(!(object))) goto null_pointer; } while (0)

#define INT_OP(OP, expression) L_##OP: { i32 x = RI(b), y = RI(c); SET_I(a, expression); NEXT(1); }
#define LIT_OP(OP, expression) L_##OP: { i32 x = RI(b), y = pc->literal_c; SET_I(a, expression); NEXT(1); }
#define LONG_OP(OP, expression) L_##OP: { i64 x = RJ(b), y = RJ(c); RJ(a) = (i64)(expression); NEXT(1); }
#define FLOAT_OP(OP, expression) L_##OP: { float x = RF(b), y = RF(c); SET_F(a, expression); NEXT(1); }
#define DOUBLE_OP(OP, expression) L_##OP: { double x = RD(b), y = RD(c); RD(a) = (expression); NEXT(1); }
#define IF2(OP, test) L_##OP: { i32 x = RI(a), y = RI(b); if (test) BRANCH(pc->literal_c); NEXT(1); }
#define IF1(OP, test) L_##OP: { i32 x = RI(a); if (test) BRANCH(pc->imm); NEXT(1); }
#define IFL(OP, test) L_##OP: { i32 x = RI(a), y = pc->literal_b; if (test) BRANCH(pc->literal_c); NEXT(1); }
#define ARRAY_ACCESS()                                                  \
    Object *array = RL(b);                                              \
    CHECK_NULL(array);                                                  \
    u32 index = (u32)RI(c);                                             \
    if (UNLIKELY(index >= (u32)ARRAY_LENGTH(array)))                    \
        goto bad_index
#define AGET(OP, element, set) L_##OP: { ARRAY_ACCESS(); set(element); NEXT(1); }
#define IGET(OP, Type, set) L_##OP: { Object *o = RL(b); CHECK_NULL(o); set(FIELD_AT(o, Type, pc->c)); NEXT(2); }
#define IPUT(OP, Type, value) L_##OP: { Object *o = RL(b); CHECK_NULL(o); FIELD_AT(o, Type, pc->c) = (Type)(value); NEXT(2); }
#define SGET(OP, Type, set) L_##OP: { set(*(Type *)pc[1].pointer); NEXT(2); }
#define SPUT(OP, Type, value) L_##OP: { *(Type *)pc[1].pointer = (Type)(value); NEXT(2); }
#define TO_I(v) SET_I(a, v)
#define TO_J(v) (RJ(a) = (v))
#define TO_L(v) (r[pc->a].bits = (v))

Slot interpret(Thread *t)
{
    static const void *const labels[OP_ALL] = {
#define X(name, text, layout, kinds, flags, effect) [OP_##name] = &&L_##name, [OP_CHECKED + OP_##name] = &&checked,
        ALL_OPCODES(X)
#undef X
    };
    static const void *const traps[OP_ALL] = {
#define X(name, text, layout, kinds, flags, effect) [OP_##name] = &&trap, [OP_CHECKED + OP_##name] = &&trap,
        ALL_OPCODES(X)
#undef X
    };
    Vm *const vm = t->vm;
    const Frame *const base = t->frame;
    Frame *f = t->frame;
    Slot *r = f->registers;
    const Unit *pc = f->pc;
    const void *const *dispatch = vm->trace_instructions ? traps : labels;
    Method *callee;
    Slot value, native_result;

    DISPATCH();

trap:
    SAVE();
    vm->tracer->instruction(vm->tracer->context, t, f, pc);
    goto *labels[pc->op];

tick:
    SAVE();
    sched_tick(t);
    dispatch = vm->trace_instructions ? traps : labels;
    if (UNLIKELY(t->exception != NULL))
        goto exception;
    DISPATCH();

null_pointer:
    SAVE();
    throw_null_at(t, f, pc);
    goto exception;

bad_index:
    SAVE();
    throw_index(t, RI(c), ARRAY_LENGTH(RL(b)));
    goto exception;

divide_by_zero:
    SAVE();
    vm_throw(t, "java/lang/ArithmeticException", "divide by zero");
    goto exception;

exception:
    /* f->pc is where it was thrown. */
    for (;;) {
        const Unit *handler = find_handler(t, f);
        if (handler) {
            t->caught = t->exception;
            t->exception = NULL;
            pc = handler;
            r = f->registers;
            dispatch = vm->trace_instructions ? traps : labels;
            DISPATCH();
        }
    past_handlers:
        if (f->locked) {
            Object *pending = t->exception;
            monitor_exit(t, f->locked);
            t->exception = pending;
        }
        if (UNLIKELY(vm->trace_calls))
            trace_leave(t, f->method, true);
        t->frame = f - 1;
        if (f == base)
            return (Slot){ 0 };
        f--;
    }

checked:
        SAVE();
        if (!check_operands(t, f, pc)) {
            if (unchecked_op(pc->op) == OP_RETURN)
                goto past_handlers;     /* handlers are not verified for a return that throws */
            goto exception;
        }
        goto *labels[unchecked_op(pc->op)];

    L_NOP: NEXT(1);
    L_MOVE: r[pc->a] = r[pc->b]; NEXT(1);
    L_CONST: SET_I(a, pc->imm); NEXT(1);
    L_CONST_WIDE: RJ(a) = pc[1].word; NEXT(2);
    L_CONST_OBJECT: RL(a) = pc[1].pointer; NEXT(2);
    L_CONST_STRING: {
        SAVE();
        Object *s = resolve_string(t, pc[1].pointer);
        if (!s)
            goto exception;
        ((Unit *)pc)->op = OP_CONST_OBJECT;
        ((Unit *)pc)[1].pointer = s;
        DISPATCH();
    }
    L_CONST_CLASS: {
        SAVE();
        Class *c = resolve_class(t, f->method->owner, pc[1].pointer);
        if (!c || !vm_class_object(t, c))
            goto exception;
        ((Unit *)pc)->op = OP_CONST_OBJECT;
        ((Unit *)pc)[1].pointer = c->mirror;
        DISPATCH();
    }
    L_CONST_HANDLE: {
        SAVE();
        RL(a) = resolve_handle(t, f->method->owner, pc[1].pointer);
        if (t->exception)
            goto exception;
        NEXT(2);
    }
    L_MONITOR_ENTER: {
        Object *o = RL(a);
        CHECK_NULL(o);
        SAVE();
        if (!monitor_enter(t, o))
            goto exception;
        NEXT(1);
    }
    L_MONITOR_EXIT: {
        Object *o = RL(a);
        CHECK_NULL(o);
        SAVE();
        if (!monitor_exit(t, o))
            goto exception;
        NEXT(1);
    }
    L_CHECK_CAST: {
        SAVE();
        Class *c = resolve_class(t, f->method->owner, pc[1].pointer);
        if (!c)
            goto exception;
        ((Unit *)pc)->op = OP_CHECK_CAST_Q;
        ((Unit *)pc)[1].pointer = c;
        DISPATCH();
    }
    L_CHECK_CAST_Q: {
        Object *o = RL(a);
        const Class *c = pc[1].pointer;
        if (o && UNLIKELY(object_class(o) != c) && UNLIKELY(!vm_is_subclass(object_class(o), c))) {
            SAVE();
            throw_class_cast(t, o, c);
            goto exception;
        }
        NEXT(2);
    }
    L_INSTANCE_OF: {
        SAVE();
        Class *c = resolve_class(t, f->method->owner, pc[1].pointer);
        if (!c)
            goto exception;
        ((Unit *)pc)->op = OP_INSTANCE_OF_Q;
        ((Unit *)pc)[1].pointer = c;
        DISPATCH();
    }
    L_INSTANCE_OF_Q: {
        Object *o = RL(b);
        const Class *c = pc[1].pointer;
        SET_I(a, o && (object_class(o) == c || vm_is_subclass(object_class(o), c)));
        NEXT(2);
    }
    L_ARRAY_LENGTH: {
        Object *o = RL(b);
        CHECK_NULL(o);
        SET_I(a, ARRAY_LENGTH(o));
        NEXT(1);
    }
    L_NEW_INSTANCE: {
        SAVE();
        Class *c = resolve_class(t, f->method->owner, pc[1].pointer);
        if (!c)
            goto exception;
        if (c->access & (ACC_ABSTRACT | ACC_INTERFACE) || c->flags & (CLASS_ARRAY | CLASS_PRIMITIVE | CLASS_IS_CLASS)) {
            DottedName name;
            vm_throw(t, "java/lang/InstantiationError", "%s", dotted_name(c->name, &name));
            goto exception;
        }
        if (!vm_initialize_class(t, c))
            goto exception;
        if (c->state == CLASS_INITIALIZED) {
            ((Unit *)pc)->op = OP_NEW_INSTANCE_Q;
            ((Unit *)pc)[1].pointer = c;
            DISPATCH();
        }
        if (!new_object_into(t, c, &r[pc->a]))
            goto exception;
        NEXT(2);
    }
    L_NEW_INSTANCE_Q: {
        Class *c = pc[1].pointer;
        Heap *heap = &vm->heap;
        u8 *p = heap->next;
        u32 size = c->instance_size;
        if (LIKELY(size <= (size_t)(heap->limit - p) && !(c->flags & CLASS_FINALIZABLE))) {
            heap->next = p + size;
            size_t bit = (size_t)(p - heap->base) >> 3;
            heap->starts[bit >> 6] |= 1ull << (bit & 63);
            ((Object *)p)->class_ref = (u32)(uintptr_t)c;
            RL(a) = (Object *)p;
            NEXT(2);
        }
        SAVE();
        if (!new_object_into(t, c, &r[pc->a]))
            goto exception;
        NEXT(2);
    }
    L_NEW_ARRAY: {
        SAVE();
        Class *c = resolve_class(t, f->method->owner, pc[1].pointer);
        if (!c)
            goto exception;
        if (!class_is_array(c)) {
            vm_throw(t, "java/lang/VerifyError", "new-array of %s", c->name->text);
            goto exception;
        }
        ((Unit *)pc)->op = OP_NEW_ARRAY_Q;
        ((Unit *)pc)[1].pointer = c;
        DISPATCH();
    }
    L_NEW_ARRAY_Q: {
        SAVE();
        if (!new_array_into(t, pc[1].pointer, RI(b), &r[pc->a]))
            goto exception;
        NEXT(2);
    }
    L_FILLED_NEW_ARRAY: {
        SAVE();
        Object *o = new_filled_array(t, f->method->owner, pc, r);
        if (!o)
            goto exception;
        if (pc->b != NO_RESULT)
            RL(b) = o;
        NEXT(2 + (pc->a + 3) / 4);
    }
    L_MULTI_NEW_ARRAY: {
        SAVE();
        Object *o = new_multi_array(t, f->method->owner, pc, r);
        if (!o)
            goto exception;
        if (pc->b != NO_RESULT)
            RL(b) = o;
        NEXT(2 + (pc->a + 3) / 4);
    }
    L_FILL_ARRAY_DATA: {
        Object *o = RL(a);
        CHECK_NULL(o);
        SAVE();
        if (!fill_array(t, o, pc[1].pointer))
            goto exception;
        NEXT(2);
    }
    L_THROW: {
        Object *o = RL(a);
        CHECK_NULL(o);
        SAVE();
        if (UNLIKELY(!vm_is_subclass(object_class(o), vm->known.throwable)))
            vm_throw(t, "java/lang/VerifyError", "throw of a %s", object_class(o)->name->text);
        else
            t->exception = o;
        goto exception;
    }
    L_ERROR:
        SAVE();
        throw_error_op(t, pc[1].pointer);
        goto exception;
    L_GOTO: BRANCH(pc->imm);
    L_JSR: SET_I(a, (i32)(pc - f->method->code->units) + 1); BRANCH(pc->imm);
    L_RET: {
        u32 target = (u32)RI(a);
        if (UNLIKELY(target >= f->method->code->unit_count))
            goto bad_ret;
        pc = f->method->code->units + target;
        if (UNLIKELY(--vm->budget < 0))
            goto tick;
        DISPATCH();
    }
    bad_ret:
        SAVE();
        vm_throw(t, "java/lang/VerifyError", "ret to nowhere");
        goto exception;
    L_PACKED_SWITCH:
    L_SPARSE_SWITCH: BRANCH(switch_offset(pc, RI(a), 2));

    IF2(IF_EQ, x == y)
    IF2(IF_NE, x != y)
    IF2(IF_LT, x < y)
    IF2(IF_GE, x >= y)
    IF2(IF_GT, x > y)
    IF2(IF_LE, x <= y)
    IF1(IF_EQZ, x == 0)
    IF1(IF_NEZ, x != 0)
    IF1(IF_LTZ, x < 0)
    IF1(IF_GEZ, x >= 0)
    IF1(IF_GTZ, x > 0)
    IF1(IF_LEZ, x <= 0)
    IFL(IF_EQ_LIT, x == y)
    IFL(IF_NE_LIT, x != y)
    IFL(IF_LT_LIT, x < y)
    IFL(IF_GE_LIT, x >= y)
    IFL(IF_GT_LIT, x > y)
    IFL(IF_LE_LIT, x <= y)
    L_CMP_J: { i64 x = RJ(b), y = RJ(c); SET_I(a, (x > y) - (x < y)); NEXT(1); }
    L_CMPL_F: { float x = RF(b), y = RF(c); SET_I(a, x > y ? 1 : x == y ? 0 : -1); NEXT(1); }
    L_CMPG_F: { float x = RF(b), y = RF(c); SET_I(a, x < y ? -1 : x == y ? 0 : 1); NEXT(1); }
    L_CMPL_D: { double x = RD(b), y = RD(c); SET_I(a, x > y ? 1 : x == y ? 0 : -1); NEXT(1); }
    L_CMPG_D: { double x = RD(b), y = RD(c); SET_I(a, x < y ? -1 : x == y ? 0 : 1); NEXT(1); }

    AGET(AGET_B, ARRAY_I8(array)[index], TO_I)
    AGET(AGET_C, ARRAY_U16(array)[index], TO_I)
    AGET(AGET_S, ARRAY_I16(array)[index], TO_I)
    AGET(AGET_I, ARRAY_I32(array)[index], TO_I)
    AGET(AGET_J, ARRAY_I64(array)[index], TO_J)
    AGET(AGET_L, ARRAY_REF(array)[index], TO_L)
    L_APUT_B: { ARRAY_ACCESS(); ARRAY_I8(array)[index] = (i8)RI(a); NEXT(1); }
    L_APUT_C: { ARRAY_ACCESS(); ARRAY_U16(array)[index] = (u16)RI(a); NEXT(1); }
    L_APUT_I: { ARRAY_ACCESS(); ARRAY_I32(array)[index] = RI(a); NEXT(1); }
    L_APUT_J: { ARRAY_ACCESS(); ARRAY_I64(array)[index] = RJ(a); NEXT(1); }
    L_APUT_L: {
        ARRAY_ACCESS();
        Object *o = RL(a);
        if (o && object_class(o) != object_class(array)->component && UNLIKELY(!vm_array_store_ok(array, o))) {
            SAVE();
            throw_array_store(t, o, array);
            goto exception;
        }
        ARRAY_REF(array)[index] = object_ref(o);
        NEXT(1);
    }

    L_IGET: {
        SAVE();
        Field *field;
        if (!quicken_field(t, f->method->owner, (Unit *)pc, false, false, &field))
            goto exception;
        if (pc->op < OP_CHECKED)
            DISPATCH();
        CHECK_NULL(RL(b));
        r[pc->a] = vm_get_field(RL(b), field);
        NEXT(2);
    }
    L_IPUT: {
        SAVE();
        Field *field;
        if (!quicken_field(t, f->method->owner, (Unit *)pc, true, false, &field))
            goto exception;
        if (pc->op < OP_CHECKED)
            DISPATCH();
        CHECK_NULL(RL(b));
        vm_set_field(RL(b), field, r[pc->a]);
        NEXT(2);
    }
    L_SGET: {
        SAVE();
        Field *field;
        if (!quicken_field(t, f->method->owner, (Unit *)pc, false, true, &field))
            goto exception;
        if (pc->op != OP_SGET && pc->op < OP_CHECKED)
            DISPATCH();
        r[pc->a] = vm_get_field(NULL, field);
        NEXT(2);
    }
    L_SPUT: {
        SAVE();
        Field *field;
        if (!quicken_field(t, f->method->owner, (Unit *)pc, true, true, &field))
            goto exception;
        if (pc->op != OP_SPUT && pc->op < OP_CHECKED)
            DISPATCH();
        vm_set_field(NULL, field, r[pc->a]);
        NEXT(2);
    }
    IGET(IGET_B, i8, TO_I)
    IGET(IGET_C, u16, TO_I)
    IGET(IGET_S, i16, TO_I)
    IGET(IGET_I, i32, TO_I)
    IGET(IGET_J, i64, TO_J)
    IGET(IGET_L, ObjectRef, TO_L)
    IPUT(IPUT_B, i8, RI(a))
    IPUT(IPUT_C, u16, RI(a))
    IPUT(IPUT_I, i32, RI(a))
    IPUT(IPUT_J, i64, RJ(a))
    IPUT(IPUT_L, ObjectRef, r[pc->a].bits)
    SGET(SGET_B, i8, TO_I)
    SGET(SGET_C, u16, TO_I)
    SGET(SGET_S, i16, TO_I)
    SGET(SGET_I, i32, TO_I)
    SGET(SGET_J, i64, TO_J)
    SGET(SGET_L, ObjectRef, TO_L)
    SPUT(SPUT_B, i8, RI(a))
    SPUT(SPUT_C, u16, RI(a))
    SPUT(SPUT_I, i32, RI(a))
    SPUT(SPUT_J, i64, RJ(a))
    SPUT(SPUT_L, ObjectRef, r[pc->a].bits)

    L_INVOKE_VIRTUAL:
    L_INVOKE_SUPER:
    L_INVOKE_DIRECT:
    L_INVOKE_STATIC:
    L_INVOKE_INTERFACE:
    L_INVOKE_DYNAMIC:
        SAVE();
        callee = first_call(t, f, (Unit *)pc);
        if (!callee)
            goto exception;
        goto call;
    L_INVOKE_VIRTUAL_Q: {
        Object *o = r[pc[2].registers[0]].l;
        CHECK_NULL(o);
        callee = object_class(o)->vtable[pc->c];
        goto call;
    }
    L_INVOKE_INTERFACE_Q: {
        Object *o = r[pc[2].registers[0]].l;
        CHECK_NULL(o);
        const Class *c = object_class(o);
        const Method *m = pc[1].pointer;
        u32 h = ((u32)(uintptr_t)c >> 4) ^ ((u32)(uintptr_t)m >> 3);
        const MethodCache *cache = &vm->method_cache[h & (METHOD_CACHE_SIZE - 1)];
        if (LIKELY(cache->c == c && cache->interface_method == m)) {
            callee = cache->target;
            goto call;
        }
        callee = interface_target(vm, c, m);
        if (UNLIKELY(!callee)) {
            DottedName x, y;
            SAVE();
            vm_throw(t, "java/lang/IncompatibleClassChangeError", "Class '%s' does not implement interface '%s'", dotted_name(c->name, &x), dotted_name(m->owner->name, &y));
            goto exception;
        }
        goto call;
    }
    L_INVOKE_DIRECT_Q:
        CHECK_NULL(r[pc[2].registers[0]].l);
        /* fall through */
    L_INVOKE_STATIC_Q:
        callee = pc[1].pointer;

call: {
        SAVE();
        Slot *registers = r + f->method->register_count;
        if (UNLIKELY(registers + callee->register_count + REGISTER_RESERVE > t->registers_end || f + 2 + FRAME_RESERVE > t->frames_end)
            && stack_full(t, registers, callee->register_count, f)) {
            throw_stack_overflow(t);
            goto exception;
        }
        const u16 *list = pc[2].registers;
        for (u32 i = 0, n = pc->a; i < n; i++)
            registers[i] = r[list[i]];
        f++;
        f->method = callee;
        f->registers = r = registers;
        f->locked = NULL;
        t->frame = f;
        pc = callee->entry;
        if (UNLIKELY(vm->trace_calls)) {
            trace_enter(t, callee);
            dispatch = vm->trace_instructions ? traps : labels;
        }
        if (UNLIKELY(--vm->budget < 0))
            goto tick;
        DISPATCH();
    }

    L_RETURN_VOID:
        value.bits = 0;
        goto leave;
    L_RETURN:
        value = r[pc->a];
leave:
        if (UNLIKELY(f->locked != NULL)) {
            SAVE();
            Object *locked = f->locked;
            f->locked = NULL;
            if (!monitor_exit(t, locked))
                goto past_handlers;
        }
        if (UNLIKELY(vm->trace_calls)) {
            trace_leave(t, f->method, false);
            dispatch = vm->trace_instructions ? traps : labels;
        }
        t->frame = f - 1;
        if (f == base)
            return value;
        f--;
        r = f->registers;
        pc = f->pc;
        if (pc->b != NO_RESULT)
            r[pc->b] = value;
        NEXT(2 + (pc->a + 3u) / 4);

    L_ENTER_UNTRANSLATED: {
        SAVE();
        if (!method_prepare(t, f->method))
            goto leave_exception;
        if (stack_full(t, r, f->method->register_count, f)) {
            throw_stack_overflow(t);
            goto leave_exception;
        }
        pc = f->method->entry;
        DISPATCH();
    }
    L_ENTER_SYNCHRONIZED: {
        SAVE();
        Object *lock = method_is_static(f->method) ? vm_class_object(t, f->method->owner) : r[0].l;
        if (!lock || !monitor_enter(t, lock))
            goto leave_exception;
        f->locked = lock;
        pc = f->method->code->units;
        DISPATCH();
    }
    L_ENTER_NATIVE: {
        SAVE();
        Method *m = f->method;
        if (UNLIKELY(m->flags & METHOD_SYNCHRONIZED)) {
            Object *lock = method_is_static(m) ? vm_class_object(t, m->owner) : r[0].l;
            if (!lock || !monitor_enter(t, lock))
                goto leave_exception;
            f->locked = lock;
        }
        native_result.bits = 0;
        m->native(t, r, &native_result);
        value = native_result;
        native_result.bits = 0;
        dispatch = vm->trace_instructions ? traps : labels;
        if (UNLIKELY(t->exception != NULL))
            goto leave_exception;
        goto leave;
    }
    L_ENTER_ABSTRACT:
        SAVE();
        throw_abstract(t, f->method);
leave_exception:
        goto exception;

    L_MOVE_EXCEPTION: RL(a) = t->caught; t->caught = NULL; NEXT(1);

    L_NEG_I: SET_I(a, -(u32)RI(b)); NEXT(1);
    L_NOT_I: SET_I(a, ~RI(b)); NEXT(1);
    L_NEG_J: RJ(a) = (i64)-(u64)RJ(b); NEXT(1);
    L_NOT_J: RJ(a) = ~RJ(b); NEXT(1);
    L_NEG_F: SET_F(a, -RF(b)); NEXT(1);
    L_NEG_D: RD(a) = -RD(b); NEXT(1);
    L_I2J: RJ(a) = RI(b); NEXT(1);
    L_I2F: SET_F(a, (float)RI(b)); NEXT(1);
    L_I2D: RD(a) = RI(b); NEXT(1);
    L_J2I: SET_I(a, (i32)RJ(b)); NEXT(1);
    L_J2F: SET_F(a, (float)RJ(b)); NEXT(1);
    L_J2D: RD(a) = (double)RJ(b); NEXT(1);
    L_F2I: SET_I(a, double_to_int(RF(b))); NEXT(1);
    L_F2J: RJ(a) = double_to_long(RF(b)); NEXT(1);
    L_F2D: RD(a) = RF(b); NEXT(1);
    L_D2I: SET_I(a, double_to_int(RD(b))); NEXT(1);
    L_D2J: RJ(a) = double_to_long(RD(b)); NEXT(1);
    L_D2F: SET_F(a, (float)RD(b)); NEXT(1);
    L_I2B: SET_I(a, (i8)RI(b)); NEXT(1);
    L_I2C: SET_I(a, (u16)RI(b)); NEXT(1);
    L_I2S: SET_I(a, (i16)RI(b)); NEXT(1);

    INT_OP(ADD_I, (u32)x + (u32)y)
    INT_OP(SUB_I, (u32)x - (u32)y)
    INT_OP(MUL_I, (u32)x * (u32)y)
    L_DIV_I: { i32 y = RI(c); if (UNLIKELY(!y)) goto divide_by_zero; SET_I(a, div_int(RI(b), y)); NEXT(1); }
    L_REM_I: { i32 y = RI(c); if (UNLIKELY(!y)) goto divide_by_zero; SET_I(a, rem_int(RI(b), y)); NEXT(1); }
    INT_OP(AND_I, x & y)
    INT_OP(OR_I, x | y)
    INT_OP(XOR_I, x ^ y)
    INT_OP(SHL_I, (u32)x << (y & 31))
    INT_OP(SHR_I, x >> (y & 31))
    INT_OP(USHR_I, (u32)x >> (y & 31))
    LONG_OP(ADD_J, (u64)x + (u64)y)
    LONG_OP(SUB_J, (u64)x - (u64)y)
    LONG_OP(MUL_J, (u64)x * (u64)y)
    L_DIV_J: { i64 y = RJ(c); if (UNLIKELY(!y)) goto divide_by_zero; RJ(a) = div_long(RJ(b), y); NEXT(1); }
    L_REM_J: { i64 y = RJ(c); if (UNLIKELY(!y)) goto divide_by_zero; RJ(a) = rem_long(RJ(b), y); NEXT(1); }
    LONG_OP(AND_J, x & y)
    LONG_OP(OR_J, x | y)
    LONG_OP(XOR_J, x ^ y)
    L_SHL_J: RJ(a) = (i64)((u64)RJ(b) << (RI(c) & 63)); NEXT(1);
    L_SHR_J: RJ(a) = RJ(b) >> (RI(c) & 63); NEXT(1);
    L_USHR_J: RJ(a) = (i64)((u64)RJ(b) >> (RI(c) & 63)); NEXT(1);
    FLOAT_OP(ADD_F, x + y)
    FLOAT_OP(SUB_F, x - y)
    FLOAT_OP(MUL_F, x * y)
    FLOAT_OP(DIV_F, x / y)
    FLOAT_OP(REM_F, fmodf(x, y))
    DOUBLE_OP(ADD_D, x + y)
    DOUBLE_OP(SUB_D, x - y)
    DOUBLE_OP(MUL_D, x * y)
    DOUBLE_OP(DIV_D, x / y)
    DOUBLE_OP(REM_D, fmod(x, y))
    LIT_OP(ADD_I_LIT, (u32)x + (u32)y)
    LIT_OP(RSUB_I_LIT, (u32)y - (u32)x)
    LIT_OP(MUL_I_LIT, (u32)x * (u32)y)
    L_DIV_I_LIT: { i32 y = pc->literal_c; if (UNLIKELY(!y)) goto divide_by_zero; SET_I(a, div_int(RI(b), y)); NEXT(1); }
    L_REM_I_LIT: { i32 y = pc->literal_c; if (UNLIKELY(!y)) goto divide_by_zero; SET_I(a, rem_int(RI(b), y)); NEXT(1); }
    LIT_OP(AND_I_LIT, x & y)
    LIT_OP(OR_I_LIT, x | y)
    LIT_OP(XOR_I_LIT, x ^ y)
    LIT_OP(SHL_I_LIT, (u32)x << (y & 31))
    LIT_OP(SHR_I_LIT, x >> (y & 31))
    LIT_OP(USHR_I_LIT, (u32)x >> (y & 31))
}
