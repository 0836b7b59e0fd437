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
} Lambda;

enum { HANDLE_SPECIAL = 7, HANDLE_NEW = 8 };
#define FACTORY "get$Lambda"

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

/* What the class of a site is made of. */
typedef struct LambdaParts {
    MadeMethod methods[16];
    Class *interfaces[16];
    MadeField fields[255];
    char names[255][8], descriptors[255][2];
    u32 method_count, interface_count, field_count;
} LambdaParts;

/* A field for each captured value. */
static void add_fields(LambdaParts *parts, Lambda *lambda, Arena *arena, const char *descriptor)
{
    char kinds[256];
    u32 n = 0;
    for (const char *p = descriptor + 1; *p && *p != ')' && n < 255; p = descriptor_next(p), n++) {
        kinds[n] = descriptor_kind(p);
        snprintf(parts->names[n], sizeof parts->names[0], "f%u", n);
        parts->descriptors[n][0] = kinds[n];
        parts->descriptors[n][1] = 0;
        parts->fields[n] = (MadeField){ parts->names[n], kinds[n] == 'L' ? "Ljava/lang/Object;" : parts->descriptors[n], ACC_PRIVATE | ACC_FINAL };
    }
    parts->field_count = lambda->captured = n;
    lambda->captured_kinds = arena_strndup(arena, kinds, n);
}

/* What altMetafactory is told besides: a marker of serialization, more interfaces, more signatures. False: thrown. */
static bool add_alternatives(Thread *t, const Class *from, LambdaParts *parts, const CallSite *site, const Symbol *name, Lambda *lambda)
{
    enum { SERIALIZABLE = 1, MARKERS = 2, BRIDGES = 4 };
    u32 at = 4;
    u64 flags = site->arguments[3].bits;
    if (flags & SERIALIZABLE)
        parts->interfaces[parts->interface_count++] = t->vm->known.serializable;
    if (flags & MARKERS && at < site->count) {
        for (u64 n = site->arguments[at++].bits; n && at < site->count && parts->interface_count < 15; n--, at++) {
            Class *marker = site->arguments[at].ref ? resolve_class_named(t, from, site->arguments[at].ref->owner) : NULL;
            if (!marker)
                return false;
            parts->interfaces[parts->interface_count++] = marker;
        }
    }
    if (flags & BRIDGES && at < site->count)
        for (u64 n = site->arguments[at++].bits; n && at < site->count && parts->method_count < 14; n--, at++)
            if (site->arguments[at].ref)
                parts->methods[parts->method_count++] = (MadeMethod){ name->text, site->arguments[at].ref->descriptor->text,
                                                                      ACC_PUBLIC | ACC_BRIDGE | ACC_SYNTHETIC, run_lambda, lambda };
    return true;
}

/* The class of a site. NULL: thrown. */
static Class *make_class(Thread *t, const Class *from, const Ref *ref, Class *interface, Lambda *lambda)
{
    const CallSite *site = ref->site;
    LambdaParts parts = { .interfaces = { interface }, .interface_count = 1 };
    add_fields(&parts, lambda, &t->vm->arena, ref->descriptor->text);
    parts.methods[parts.method_count++] = (MadeMethod){ ref->name->text, site->arguments[0].ref->descriptor->text, ACC_PUBLIC, run_lambda, lambda };
    if (symbol_is(site->bootstrap->name, "altMetafactory") && site->count > 3 && !add_alternatives(t, from, &parts, site, ref->name, lambda))
        return NULL;
    parts.methods[parts.method_count++] = (MadeMethod){ FACTORY, ref->descriptor->text, ACC_PRIVATE | ACC_STATIC, make_lambda, lambda };

    char name[600];
    snprintf(name, sizeof name, "%.500s$$Lambda$%u", from->name->text, ++t->vm->lambda_count);
    MadeClass made = {
        .name = name, .loader = from->loader, .super = t->vm->known.object, .interfaces = parts.interfaces,
        .interface_count = parts.interface_count, .access = ACC_FINAL | ACC_SYNTHETIC, .methods = parts.methods,
        .method_count = parts.method_count, .fields = parts.fields, .field_count = parts.field_count,
    };
    Class *c = vm_make_class(t, &made);
    return c && vm_initialize_class(t, c) ? c : NULL;
}

static Method *refuse_site(Thread *t, const Ref *ref)
{
    const Ref *bootstrap = ref->site ? ref->site->bootstrap : NULL;
    vm_note_gap(t, "invokedynamic through %s.%s", bootstrap ? bootstrap->owner->text : "?", bootstrap ? bootstrap->name->text : "?");
    return vm_throw(t, "java/lang/BootstrapMethodError", "invokedynamic %s%s", ref->name->text, ref->descriptor->text);
}

Method *resolve_call_site(Thread *t, const Class *from, Ref *ref)
{
    if (ref->resolved)
        return ref->resolved;
    if (!is_lambda_site(ref->site))
        return refuse_site(t, ref);
    const char *result = strchr(ref->descriptor->text, ')');
    Class *interface = result ? vm_descriptor_class(t, from->loader, result + 1, strlen(result + 1)) : NULL;
    Ref *handle = ref->site->arguments[1].ref;
    Method *target = interface ? resolve_target(t, from, handle) : NULL;
    if (!target)
        return NULL;
    Lambda *lambda = ARENA_NEW(&t->vm->arena, Lambda);
    *lambda = (Lambda){ .owner = (Class *)from, .target = target, .handle_kind = handle->handle_kind };
    lambda->c = make_class(t, from, ref, interface, lambda);
    if (!lambda->c)
        return NULL;
    if (!lambda->captured)
        lambda->singleton = vm_root_place(t->vm);
    ref->resolved = vm_declared_method(lambda->c, FACTORY, ref->descriptor->text);
    return ref->resolved;
}

Object *resolve_handle(Thread *t, const Class *from, Ref *ref)
{
    UNUSED(from);
    vm_note_gap(t, "a method handle or method type constant (%s)", ref->name ? ref->name->text : "");
    return vm_throw(t, "java/lang/UnsupportedOperationException", "method handle constants");
}
