/*
 * Call sites: invokedynamic as javac makes it for lambdas and method references
 * (LambdaMetafactory). A site becomes a class of ours that implements the
 * functional interface; its fields hold the captured values, its method converts
 * the arguments and calls the implementation.
 *
 *     site  (captured…)Interface        ->  static factory method of the class
 *     Interface.method(args…)           ->  implementation(captured…, args…)
 */
#include "vm/internal.h"

#include <stdio.h>
#include <string.h>

typedef struct Lambda {
    Class *c;
    Class *owner;               /* where the site stands */
    Method *target;             /* the implementation */
    u8 handle_kind;
    u32 captured;               /* count */
    const char *captured_kinds;
    ObjectRef *singleton;       /* without captures: one instance for all */
    const Symbol *result;       /* what the interface method returns, as instantiated */
} Lambda;

enum { HANDLE_STATIC = 6, HANDLE_SPECIAL = 7, HANDLE_NEW = 8 };

/* ---- conversions -------------------------------------------------------------------- */

/* Converts a value as LambdaMetafactory does: box, unbox, widen, cast. */
static bool convert(Thread *t, const Lambda *lambda, Slot *value, char from, const char *to, size_t to_length)
{
    char kind = descriptor_kind(to);
    if (from == 'L' && kind == 'L') {
        if (!value->l || (to_length == 18 && !memcmp(to, "Ljava/lang/Object;", 18)))
            return true;
        Class *c = vm_descriptor_class(t, lambda->owner->loader, to, to_length);
        if (!c)
            return false;
        if (!vm_instance_of(value->l, c)) {
            throw_class_cast(t, value->l, c);
            return false;
        }
        return true;
    }
    if (from == kind || kind == 'V')
        return true;
    if (from == 'L') {
        Slot out;
        if (!value->l) {
            vm_throw_null(t, NULL);
            return false;
        }
        if (!vm_unbox(value->l, kind, &out)) {
            vm_throw(t, "java/lang/ClassCastException", "%s cannot be unboxed to %c", object_class(value->l)->name->text, kind);
            return false;
        }
        *value = out;
        return true;
    }
    if (kind == 'L') {
        value->l = vm_box(t, from, *value);
        return !t->exception;
    }
    /* Widening of primitives: through a box. */
    Object *boxed = vm_box(t, from, *value);
    return boxed && vm_unbox(boxed, kind, value);
}

/* ---- running -------------------------------------------------------------------------- */

/* The interface's method: args[0] is the lambda object. */
static void run_lambda(Thread *t, const Slot *args, Slot *result)
{
    const Method *self = t->frame->method;
    const Lambda *lambda = self->native_data;
    Method *m = lambda->target;
    Object *object = args[0].l;
    Slot values[256];
    char kinds[256];
    u32 count = 0;
    for (u32 i = 0; i < lambda->captured; i++) {
        kinds[count] = lambda->captured_kinds[i];
        values[count++] = vm_get_field(object, &lambda->c->fields[i]);
    }
    const Slot *next = args + 1;
    for (const char *kind = self->argument_kinds; *kind && count < 255; kind++) {
        kinds[count] = *kind;
        values[count++] = *next;
        next += kind_is_wide(*kind) ? 2 : 1;
    }

    Slot out[260];
    Slot *to = out;
    u32 used = 0;
    if (lambda->handle_kind == HANDLE_NEW) {
        to->l = vm_new_object(t, m->owner);
        if (!to->l)
            return;
        to++;
    } else if (!method_is_static(m)) {
        if (!values[0].l) {
            vm_throw_null(t, NULL);
            return;
        }
        if (!vm_instance_of(values[0].l, m->owner)) {
            throw_class_cast(t, values[0].l, m->owner);
            return;
        }
        *to++ = values[used++];
    }
    const char *p = m->descriptor->text + 1;
    for (; *p && *p != ')' && used < count; used++) {
        const char *end = descriptor_next(p);
        if (!convert(t, lambda, &values[used], kinds[used], p, (size_t)(end - p)))
            return;
        char kind = descriptor_kind(p);
        *to = values[used];
        to += kind_is_wide(kind) ? 2 : 1;
        p = end;
    }
    Slot value;
    if (lambda->handle_kind == HANDLE_NEW) {
        vm_call(t, m, out);
        value = out[0];
    } else if (method_is_static(m) || lambda->handle_kind == HANDLE_SPECIAL) {
        value = vm_call(t, m, out);
    } else {
        value = vm_call_virtual(t, m, out);
    }
    if (t->exception || self->return_kind == 'V')
        return;
    char from = lambda->handle_kind == HANDLE_NEW ? 'L' : m->return_kind;
    const char *wanted = strchr(self->descriptor->text, ')') + 1;
    if (from != 'L' && self->return_kind == 'L') {
        /* Box as the instantiated type says: an int for a Long result is a mistake javac never makes. */
        wanted = "Ljava/lang/Object;";
    }
    if (convert(t, lambda, &value, from, wanted, strlen(wanted)))
        *result = value;
}

/* The site's own call: makes the object and stores what it captures. */
static void make_lambda(Thread *t, const Slot *args, Slot *result)
{
    const Lambda *lambda = t->frame->method->native_data;
    if (lambda->singleton) {
        if (!*lambda->singleton)
            *lambda->singleton = object_ref(vm_new_object(t, lambda->c));
        result->l = ref_object(*lambda->singleton);
        return;
    }
    Object *object = vm_new_object(t, lambda->c);
    for (u32 i = 0; object && i < lambda->captured; i++) {
        vm_set_field(object, &lambda->c->fields[i], *args);
        args += kind_is_wide(lambda->captured_kinds[i]) ? 2 : 1;
    }
    result->l = object;
}

/* ---- resolving -------------------------------------------------------------------------- */

static Method *resolve_target(Thread *t, const Class *from, Ref *handle)
{
    /* Synthetic lambda bodies are private: the site may always see them. */
    Class *owner = resolve_class_named(t, from, handle->owner);
    if (!owner)
        return NULL;
    Method *m = NULL;
    for (const Class *c = owner; c && !m; c = c->super)
        m = class_find_declared(c, handle->name, handle->descriptor);
    for (u32 i = 0; !m && i < owner->table_count; i++)
        m = class_find_declared(owner->tables[i].interface, handle->name, handle->descriptor);
    if (!m && class_is_interface(owner))
        m = class_find_declared(t->vm->known.object, handle->name, handle->descriptor);
    if (!m)
        return vm_throw(t, "java/lang/NoSuchMethodError", "%s.%s%s", handle->owner->text, handle->name->text, handle->descriptor->text);
    if (handle->handle_kind == HANDLE_NEW || method_is_static(m))
        if (!vm_initialize_class(t, owner))
            return NULL;
    return m;
}

static bool is_lambda_site(const CallSite *site)
{
    const Ref *b = site ? site->bootstrap : NULL;
    return b && symbol_is(b->owner, "java/lang/invoke/LambdaMetafactory") && site->count >= 3 && site->arguments[0].ref
        && site->arguments[1].ref && site->arguments[2].ref && site->arguments[1].ref->kind == REF_HANDLE;
}

Method *resolve_call_site(Thread *t, const Class *from, Ref *ref)
{
    if (ref->resolved)
        return ref->resolved;
    Vm *vm = t->vm;
    const CallSite *site = ref->site;
    if (!is_lambda_site(site)) {
        vm_note_gap(t, "invokedynamic through %s.%s", site && site->bootstrap ? site->bootstrap->owner->text : "?", site && site->bootstrap ? site->bootstrap->name->text : "?");
        return vm_throw(t, "java/lang/BootstrapMethodError", "invokedynamic %s%s", ref->name->text, ref->descriptor->text);
    }
    const char *result = strchr(ref->descriptor->text, ')');
    Class *interface = result ? vm_descriptor_class(t, from->loader, result + 1, strlen(result + 1)) : NULL;
    Ref *handle = site->arguments[1].ref;
    Method *target = interface ? resolve_target(t, from, handle) : NULL;
    if (!target)
        return NULL;

    Lambda *lambda = ARENA_NEW(&vm->arena, Lambda);
    *lambda = (Lambda){ .owner = (Class *)from, .target = target, .handle_kind = handle->handle_kind };
    MadeField fields[255];
    char kinds[256], names[255][8], descriptors[255][2];
    u32 captured = 0;
    for (const char *p = ref->descriptor->text + 1; *p && *p != ')' && captured < 255; p = descriptor_next(p), captured++) {
        kinds[captured] = descriptor_kind(p);
        snprintf(names[captured], sizeof names[0], "f%u", captured);
        descriptors[captured][0] = kinds[captured];
        descriptors[captured][1] = 0;
        fields[captured] = (MadeField){ names[captured], kinds[captured] == 'L' ? "Ljava/lang/Object;" : descriptors[captured], ACC_PRIVATE | ACC_FINAL };
    }
    lambda->captured = captured;
    lambda->captured_kinds = arena_strndup(&vm->arena, kinds, captured);

    /* The method, its bridges (altMetafactory), and the factory. */
    MadeMethod methods[16];
    u32 count = 0;
    methods[count++] = (MadeMethod){ ref->name->text, site->arguments[0].ref->descriptor->text, ACC_PUBLIC, run_lambda, lambda };
    Class *interfaces[16] = { interface };
    u32 interface_count = 1;
    if (symbol_is(site->bootstrap->name, "altMetafactory") && site->count > 3) {
        enum { SERIALIZABLE = 1, MARKERS = 2, BRIDGES = 4 };
        u32 at = 4;
        u64 flags = site->arguments[3].bits;
        if (flags & SERIALIZABLE)
            interfaces[interface_count++] = vm->known.serializable;
        if (flags & MARKERS && at < site->count) {
            for (u64 n = site->arguments[at++].bits; n && at < site->count && interface_count < 15; n--, at++) {
                Class *marker = site->arguments[at].ref ? resolve_class_named(t, from, site->arguments[at].ref->owner) : NULL;
                if (!marker)
                    return NULL;
                interfaces[interface_count++] = marker;
            }
        }
        if (flags & BRIDGES && at < site->count)
            for (u64 n = site->arguments[at++].bits; n && at < site->count && count < 14; n--, at++)
                if (site->arguments[at].ref)
                    methods[count++] = (MadeMethod){ ref->name->text, site->arguments[at].ref->descriptor->text, ACC_PUBLIC | ACC_BRIDGE | ACC_SYNTHETIC, run_lambda, lambda };
    }
    methods[count++] = (MadeMethod){ "get$Lambda", ref->descriptor->text, ACC_PRIVATE | ACC_STATIC, make_lambda, lambda };

    char name[600];
    snprintf(name, sizeof name, "%.500s$$Lambda$%u", from->name->text, ++vm->lambda_count);
    MadeClass made = {
        .name = name, .loader = from->loader, .super = vm->known.object, .interfaces = interfaces, .interface_count = interface_count,
        .access = ACC_FINAL | ACC_SYNTHETIC, .methods = methods, .method_count = count, .fields = fields, .field_count = captured,
    };
    lambda->c = vm_make_class(t, &made);
    if (!lambda->c || !vm_initialize_class(t, lambda->c))
        return NULL;
    if (!captured)
        lambda->singleton = vm_root_place(vm);
    ref->resolved = &lambda->c->methods[count - 1];
    return ref->resolved;
}

Object *resolve_handle(Thread *t, const Class *from, Ref *ref)
{
    UNUSED(from);
    vm_note_gap(t, "a method handle or method type constant (%s)", ref->name ? ref->name->text : "");
    return vm_throw(t, "java/lang/UnsupportedOperationException", "method handle constants");
}
