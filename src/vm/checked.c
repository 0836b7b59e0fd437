/*
 * Untrusted code: verified when it is translated, and checked while it runs
 * where the verifier could not prove an object's class (code/verify.h).
 *
 * A marked instruction becomes its checked twin: the operands are looked at, and
 * then the instruction runs in its unrewritten form. Only code that is not from
 * the boot files pays for it, and of that only the places where two types meet.
 */
#include "vm/internal.h"

#include "code/source.h"
#include "code/verify.h"

#include <string.h>

/* ---- verification -------------------------------------------------------------------- */

static bool loaded_subclass(void *context, const Symbol *sub, const Symbol *super)
{
    const Class *from = context;
    Class *a = vm_loaded_class(vm_current, from->loader, sub), *b = vm_loaded_class(vm_current, from->loader, super);
    if (!a)
        a = vm_loaded_class(vm_current, NULL, sub);
    if (!b)
        b = vm_loaded_class(vm_current, NULL, super);
    return a && b && a->state >= CLASS_LINKED && b->state >= CLASS_LINKED && vm_is_subclass(a, b);
}

static u16 marks_of(const Code *code, u32 unit)
{
    const Unit *pc = &code->units[unit];
    u16 marks = code_is_unproven(code, unit) ? UNPROVEN_RECEIVER : 0;
    const OpInfo *info = &op_info[pc->op];
    bool has_marks = info->layout == LAYOUT_CALL || pc->op == OP_IGET || pc->op == OP_IPUT || pc->op == OP_SPUT || pc->op == OP_RETURN || pc->op == OP_THROW;
    return has_marks ? marks | pc->c : marks;
}

bool method_verify(Thread *t, Method *m, Code *code)
{
    CodeStore *store = m->owner->def->store;
    DottedName name;
    if (code_store_scratch(store))
        return vm_throw(t, "java/lang/OutOfMemoryError", "%s", error_text());
    int status = code_verify(m->owner->def, m->def, code, &store->scratch, loaded_subclass, m->owner);
    if (status)
        return vm_throw(t, "java/lang/VerifyError", "Rejecting class %s: %s: %s", dotted_name(m->owner->name, &name), m->name->text, error_text());
    for (u32 unit = 0; unit < code->unit_count; unit += insn_length(&code->units[unit]))
        if (marks_of(code, unit))
            code->units[unit].op += OP_CHECKED;
    return true;
}

/* ---- checks ----------------------------------------------------------------------------- */

static bool refuse(Thread *t, const Frame *f, const Object *o, const char *wanted)
{
    DottedName a, b;
    vm_throw(t, "java/lang/VerifyError", "%s.%s: a %s where %s is needed", dotted_name(f->method->owner->name, &a), f->method->name->text,
             dotted_name(object_class(o)->name, &b), wanted);
    return false;
}

static bool check_class(Thread *t, const Frame *f, const Object *o, const Class *c)
{
    if (!o || class_is_interface(c) || vm_is_subclass(object_class(o), c))
        return true;
    DottedName name;
    return refuse(t, f, o, dotted_name(c->name, &name));
}

/* A reference against a declared type; primitives pass, the verifier knows them. */
static bool check_declared(Thread *t, const Frame *f, const Object *o, const char *type, size_t length)
{
    if (!o || descriptor_kind(type) != 'L' || (length == 18 && !memcmp(type, "Ljava/lang/Object;", 18)))
        return true;
    Class *c = vm_descriptor_class(t, f->method->owner->loader, type, length);
    return c && check_class(t, f, o, c);
}

static bool check_call(Thread *t, const Frame *f, const Unit *pc, u16 op)
{
    const Ref *ref = pc[1].pointer;
    const Slot *r = f->registers;
    u32 at = 0;
    bool is_static = op == OP_INVOKE_STATIC || op == OP_INVOKE_DYNAMIC;
    if (!is_static) {
        const Object *receiver = r[call_register(pc, at++)].l;
        if (pc->c & UNPROVEN_RECEIVER && receiver) {
            /* A call by the caller's superclass needs an object of the caller's own class. */
            Class *c = op == OP_INVOKE_SUPER ? f->method->owner : resolve_class_named(t, f->method->owner, ref->owner);
            if (!c || !check_class(t, f, receiver, c))
                return false;
        }
    }
    if (!(pc->c & UNPROVEN_VALUE))
        return true;
    for (const char *p = ref->descriptor->text + 1; *p && *p != ')' && at < pc->a;) {
        const char *end = descriptor_next(p);
        char kind = descriptor_kind(p);
        if (kind == 'L' && !check_declared(t, f, r[call_register(pc, at)].l, p, (size_t)(end - p)))
            return false;
        at += kind_is_wide(kind) ? 2 : 1;
        p = end;
    }
    return true;
}

static bool check_array(Thread *t, const Frame *f, u16 op, const Object *o)
{
    if (!o)
        return true;
    const Class *c = object_class(o);
    if (!class_is_array(c))
        return refuse(t, f, o, "an array");
    char kind = c->element_kind;
    bool ok;
    switch (op) {
    case OP_AGET_B: case OP_APUT_B: ok = kind == 'B' || kind == 'Z'; break;
    case OP_AGET_C: ok = kind == 'C'; break;
    case OP_AGET_S: ok = kind == 'S'; break;
    case OP_APUT_C: ok = kind == 'C' || kind == 'S'; break;
    case OP_AGET_I: case OP_APUT_I: ok = kind == 'I' || kind == 'F'; break;
    case OP_AGET_J: case OP_APUT_J: ok = kind == 'J' || kind == 'D'; break;
    case OP_AGET_L: case OP_APUT_L: ok = kind == 'L'; break;
    default: ok = true;     /* length; fill-array-data looks by itself */
    }
    return ok || refuse(t, f, o, "an array with elements of another kind");
}

bool check_operands(Thread *t, const Frame *f, const Unit *pc)
{
    const Slot *r = f->registers;
    u16 op = unchecked_op(pc->op);
    if (op == OP_FILLED_NEW_ARRAY) {
        const Ref *ref = pc[1].pointer;
        for (u32 i = 0; i < pc->a; i++)
            if (!check_declared(t, f, r[call_register(pc, i)].l, ref->owner->text + 1, ref->owner->length - 1))
                return false;
        return true;
    }
    if (op_info[op].layout == LAYOUT_CALL)
        return check_call(t, f, pc, op);
    if (op == OP_RETURN) {
        const char *type = strchr(f->method->descriptor->text, ')') + 1;
        return check_declared(t, f, r[pc->a].l, type, strlen(type));
    }
    if (op == OP_THROW)
        return check_class(t, f, r[pc->a].l, t->vm->known.throwable);
    if (op == OP_IGET || op == OP_IPUT) {
        const Ref *ref = pc[1].pointer;
        if (pc->c & UNPROVEN_RECEIVER && r[pc->b].l) {
            Class *c = resolve_class_named(t, f->method->owner, ref->owner);
            if (!c || !check_class(t, f, r[pc->b].l, c))
                return false;
        }
        return op == OP_IGET || !(pc->c & UNPROVEN_VALUE) || check_declared(t, f, r[pc->a].l, ref->descriptor->text, ref->descriptor->length);
    }
    if (op == OP_SPUT) {
        const Ref *ref = pc[1].pointer;
        return check_declared(t, f, r[pc->a].l, ref->descriptor->text, ref->descriptor->length);
    }
    return check_array(t, f, op, r[op == OP_FILL_ARRAY_DATA ? pc->a : pc->b].l);
}
