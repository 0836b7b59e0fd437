/*
 * Throwing: exceptions made by the machine, captured stacks, and the text of a
 * stack trace.
 *
 * A captured stack is a long[] with two elements per frame, the Method and the
 * unit index in it; Throwable.stackState holds its reference. Frames of the
 * exception's own constructors are left out, as the runtime does.
 */
#include "vm/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- stacks -------------------------------------------------------------------- */

static i32 frame_line(const Method *m, i64 unit)
{
    if (m->access & ACC_NATIVE || !m->code)
        return -2;
    return code_line(m->code, (u32)unit);
}

static i64 frame_unit(const Frame *f)
{
    const Code *code = f->method->code;
    /* A frame that was just entered may still stand on its entry unit. */
    return code && f->pc >= code->units && f->pc < code->units + code->unit_count ? f->pc - code->units : 0;
}

/* The frames that belong to making the exception itself. */
static const Frame *skip_throwable_frames(const Thread *t, const Frame *f)
{
    const Class *throwable = t->vm->known.throwable;
    while (f > t->frames && f->method->owner == throwable && !symbol_is(f->method->name, "<init>") && strstr(f->method->name->text, "illInStackTrace"))
        f--;
    while (f > t->frames && f->method->flags & METHOD_CONSTRUCTOR && throwable && vm_is_subclass(f->method->owner, throwable))
        f--;
    return f;
}

Object *vm_capture_stack(Thread *t)
{
    const Frame *top = skip_throwable_frames(t, t->frame);
    i32 depth = (i32)(top - t->frames);
    /* A deep stack is cut in the middle of nowhere by nobody: all of it counts, but an overflow needs no 100,000 lines. */
    i32 kept = MIN(depth, 1024);
    Object *state = vm_new_array(t, t->vm->known.long_array, kept * 2);
    if (!state)
        return NULL;
    i64 *out = ARRAY_I64(state);
    for (i32 i = 0; i < kept; i++, top--) {
        *out++ = (i64)(uintptr_t)top->method;
        *out++ = frame_unit(top);
    }
    return state;
}

Object *vm_stack_trace_elements(Thread *t, const Object *captured)
{
    i32 count = captured ? ARRAY_LENGTH(captured) / 2 : 0;
    Class *element = t->vm->known.stack_trace_element;
    Class *array_class = vm_array_class(t, element);
    Object *array = array_class ? vm_new_array(t, array_class, count) : NULL;
    for (i32 i = 0; array && i < count; i++) {
        const Method *m = (const Method *)(uintptr_t)ARRAY_I64(captured)[i * 2];
        Object *owner = string_dotted(t, m->owner->name);
        Object *name = owner ? vm_string_mutf8(t, m->name) : NULL;
        Object *file = name && m->owner->source_file ? vm_string_mutf8(t, m->owner->source_file) : NULL;
        i32 line = frame_line(m, ARRAY_I64(captured)[i * 2 + 1]);
        Object *e = t->exception ? NULL : vm_new(t, element, "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;I)V", owner, name, file, line);
        if (!e)
            return NULL;
        ARRAY_REF(array)[i] = object_ref(e);
    }
    return array;
}

u32 vm_stack(const Thread *t, StackEntry *out, u32 room)
{
    u32 n = 0;
    for (const Frame *f = t->frame; f > t->frames && n < room; f--)
        out[n++] = (StackEntry){ f->method, frame_line(f->method, frame_unit(f)) };
    return n;
}

Class *vm_caller_class(const Thread *t, u32 depth)
{
    const Frame *f = t->frame - 1 - depth;
    return f > t->frames ? f->method->owner : NULL;
}

/* ---- throwing ---------------------------------------------------------------------- */

void *vm_throw_object(Thread *t, Object *throwable)
{
    t->exception = throwable;
    return NULL;
}

Object *vm_take_exception(Thread *t)
{
    Object *e = t->exception;
    t->exception = NULL;
    return e;
}

void *vm_throw(Thread *t, const char *class_name, const char *format, ...)
{
    char *text = NULL;
    if (format) {
        va_list args, again;
        va_start(args, format);
        va_copy(again, args);
        int length = vsnprintf(NULL, 0, format, args);
        va_end(args);
        text = xmalloc((size_t)length + 1);
        vsnprintf(text, (size_t)length + 1, format, again);
        va_end(again);
    }
    t->exception = NULL;
    if (!t->vm->booted) {
        fprintf(stderr, "reenact: while starting the machine: %s: %s\n", class_name, text ? text : "");
        exit(5);
    }
    Class *c = vm_boot_class(t, class_name);
    if (c && vm_initialize_class(t, c)) {
        Object *message = text ? vm_string_utf8(t, text) : NULL;
        Object *e = NULL;
        if (!t->exception && text && vm_declared_method(c, "<init>", "(Ljava/lang/String;)V"))
            e = vm_new(t, c, "(Ljava/lang/String;)V", message);
        else if (!t->exception)
            e = vm_new(t, c, "()V");
        if (e) {
            if (message && !FIELD_AT(e, ObjectRef, t->vm->known.throwable_message))
                FIELD_AT(e, ObjectRef, t->vm->known.throwable_message) = object_ref(message);
            t->exception = e;
        }
    }
    free(text);
    return NULL;
}

void *vm_throw_null(Thread *t, const char *what)
{
    return what ? vm_throw(t, "java/lang/NullPointerException", "%s", what) : vm_throw(t, "java/lang/NullPointerException", NULL);
}

void *vm_throw_out_of_memory(Thread *t, u64 wanted)
{
    Heap *heap = &t->vm->heap;
    /* Room for the error itself and the handler that meets it. */
    u64 limit = heap->max_bytes;
    heap->max_bytes = MIN(limit + (2 << 20), (u64)(heap->end - heap->base));
    u64 used = heap_used(heap);
    vm_throw(t, "java/lang/OutOfMemoryError", "Failed to allocate a %llu byte allocation with %llu free bytes",
             (unsigned long long)wanted, (unsigned long long)(used < limit ? limit - used : 0));
    heap->max_bytes = limit;
    return NULL;
}

void throw_stack_overflow(Thread *t)
{
    if (t->overflowing) {
        /* Even the reserve is full: a bare error without a constructor. */
        Class *c = vm_boot_class(t, "java/lang/StackOverflowError");
        t->exception = c ? vm_new_object(t, c) : NULL;
        return;
    }
    t->overflowing = true;
    vm_throw(t, "java/lang/StackOverflowError", "stack size %zuKB", (size_t)((u8 *)t->registers_end - (u8 *)t->registers) >> 10);
    t->overflowing = false;
}

void throw_index(Thread *t, i32 index, i32 length)
{
    vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "length=%d; index=%d", length, index);
}

void throw_class_cast(Thread *t, const Object *o, const Class *c)
{
    DottedName from, to;
    vm_throw(t, "java/lang/ClassCastException", "%s cannot be cast to %s", dotted_name(object_class(o)->name, &from), dotted_name(c->name, &to));
}

void throw_array_store(Thread *t, const Object *value, const Object *array)
{
    DottedName from, to;
    vm_throw(t, "java/lang/ArrayStoreException", "%s cannot be stored in an array of type %s",
             dotted_name(object_class(value)->name, &from), dotted_name(object_class(array)->name, &to));
}

/* ---- ART's words for a null pointer ---------------------------------------------- */

static const char *add_type(Buf *out, const char *p)
{
    int dimensions = 0;
    for (; *p == '['; p++)
        dimensions++;
    switch (*p) {
    case 'Z': buf_add_str(out, "boolean"); break;
    case 'B': buf_add_str(out, "byte"); break;
    case 'C': buf_add_str(out, "char"); break;
    case 'S': buf_add_str(out, "short"); break;
    case 'I': buf_add_str(out, "int"); break;
    case 'J': buf_add_str(out, "long"); break;
    case 'F': buf_add_str(out, "float"); break;
    case 'D': buf_add_str(out, "double"); break;
    case 'V': buf_add_str(out, "void"); break;
    case 'L':
        for (p++; *p && *p != ';'; p++)
            buf_add_char(out, *p == '/' ? '.' : *p);
        break;
    default: return p;
    }
    while (dimensions--)
        buf_add_str(out, "[]");
    return *p ? p + 1 : p;
}

static void add_class(Buf *out, const Symbol *name)
{
    for (const char *p = name->text; *p; p++)
        buf_add_char(out, *p == '/' ? '.' : *p);
}

static void add_method(Buf *out, const Symbol *owner, const Symbol *name, const char *descriptor)
{
    const char *end = strchr(descriptor, ')');
    if (end)
        add_type(out, end + 1);
    buf_add_char(out, ' ');
    add_class(out, owner);
    buf_printf(out, ".%s(", name->text);
    bool first = true;
    for (const char *p = descriptor + 1; *p && *p != ')'; first = false) {
        if (!first)
            buf_add_str(out, ", ");
        const char *next = add_type(out, p);
        if (next == p)
            break;
        p = next;
    }
    buf_add_char(out, ')');
}

void throw_null_at(Thread *t, const Frame *frame, const Unit *pc)
{
    Buf text = { 0 };
    u16 op = unchecked_op(pc->op);
    UNUSED(frame);
    const OpInfo *info = &op_info[op];
    if (info->flags & OPF_CALL) {
        const Ref *ref = info->flags & OPF_REF ? pc[1].pointer : NULL;
        const Method *m = ref ? ref->resolved : pc[1].pointer;
        buf_printf(&text, "Attempt to invoke %s method '", op == OP_INVOKE_INTERFACE || op == OP_INVOKE_INTERFACE_Q ? "interface" : op == OP_INVOKE_DIRECT || op == OP_INVOKE_DIRECT_Q ? "direct" : "virtual");
        if (ref)
            add_method(&text, ref->owner, ref->name, ref->descriptor->text);
        else if (m)
            add_method(&text, m->owner->name, m->name, m->descriptor->text);
        buf_add_str(&text, "' on a null object reference");
    } else if ((op >= OP_IGET && op <= OP_IPUT) || (op >= OP_IGET_B && op <= OP_IPUT_L)) {
        const Ref *ref = pc[1].pointer;
        bool write = op == OP_IPUT || (op >= OP_IPUT_B && op <= OP_IPUT_L);
        buf_printf(&text, "Attempt to %s field '", write ? "write to" : "read from");
        add_type(&text, ref->descriptor->text);
        buf_add_char(&text, ' ');
        add_class(&text, ref->owner);
        buf_printf(&text, ".%s' on a null object reference", ref->name->text);
    } else if (op == OP_ARRAY_LENGTH) {
        buf_add_str(&text, "Attempt to get length of null array");
    } else if (op >= OP_AGET_B && op <= OP_APUT_L) {
        buf_printf(&text, "Attempt to %s null array", op >= OP_APUT_B ? "write to" : "read from");
    } else if (op == OP_THROW) {
        buf_add_str(&text, "Attempt to throw null");
    } else if (op == OP_MONITOR_ENTER || op == OP_MONITOR_EXIT) {
        buf_add_str(&text, "Null reference used for synchronization (monitor-enter)");
    }
    vm_throw(t, "java/lang/NullPointerException", text.size ? "%s" : NULL, buf_str(&text));
    buf_free(&text);
}

/* ---- printing ------------------------------------------------------------------- */

static void print_frames(Buf *out, const Vm *vm, const Object *throwable)
{
    const Object *state = ref_object((ObjectRef)FIELD_AT(throwable, i64, vm->known.throwable_state));
    if (!state || object_class(state) != vm->known.long_array)
        return;
    const i64 *p = ARRAY_I64(state);
    for (i32 i = 0; i + 1 < ARRAY_LENGTH(state); i += 2) {
        const Method *m = (const Method *)(uintptr_t)p[i];
        i32 line = frame_line(m, p[i + 1]);
        DottedName name;
        buf_printf(out, "\tat %s.%s(", dotted_name(m->owner->name, &name), m->name->text);
        if (line == -2)
            buf_add_str(out, "Native Method)\n");
        else if (!m->owner->source_file)
            buf_add_str(out, "Unknown Source)\n");
        else if (line < 0)
            buf_printf(out, "%s)\n", m->owner->source_file->text);
        else
            buf_printf(out, "%s:%d)\n", m->owner->source_file->text, line);
    }
}

void vm_print_throwable(Vm *vm, Buf *out, const Object *throwable)
{
    for (int depth = 0; throwable && depth < 20; depth++) {
        DottedName name;
        buf_printf(out, "%s%s", depth ? "Caused by: " : "", dotted_name(object_class(throwable)->name, &name));
        const Object *message = ref_object(FIELD_AT(throwable, ObjectRef, vm->known.throwable_message));
        if (message) {
            buf_add_str(out, ": ");
            vm_string_append_utf8(out, message);
        }
        buf_add_char(out, '\n');
        print_frames(out, vm, throwable);
        const Object *cause = ref_object(FIELD_AT(throwable, ObjectRef, vm->known.throwable_cause));
        throwable = cause == throwable ? NULL : cause;
    }
}

bool vm_throwable_passes(const Vm *vm, const Object *throwable, const Method *m)
{
    for (int depth = 0; throwable && depth < 20; depth++) {
        const Object *state = ref_object((ObjectRef)FIELD_AT(throwable, i64, vm->known.throwable_state));
        for (i32 i = 0; state && object_class(state) == vm->known.long_array && i + 1 < ARRAY_LENGTH(state); i += 2)
            if ((const Method *)(uintptr_t)ARRAY_I64(state)[i] == m)
                return true;
        const Object *cause = ref_object(FIELD_AT(throwable, ObjectRef, vm->known.throwable_cause));
        throwable = cause == throwable ? NULL : cause;
    }
    return false;
}
