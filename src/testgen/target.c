/*
 * M_crash (Algorithm 1, line 3): the method of the outermost frame that is to
 * match, since every other frame lies below it. Where a test cannot call it
 * (private, or of a class without a name), the methods that do and that it can
 * call: callers, their callers, and so on.
 */
#include "testgen/target.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CALLERS = 40, MAX_CALLER_DEPTH = 4 };

typedef enum Scope { SCOPE_NEST, SCOPE_PACKAGE, SCOPE_ALL } Scope;

/* ---- M_crash ----------------------------------------------------------------------------- */

static bool add_crash_call(Grower *g, Method *m, Class *receiver)
{
    Program *p = g->program;
    for (int i = 0; i < g->crash_count; i++)
        if (g->crash_methods[i] == m)
            return true;
    const Callable *call = program_callable(p, m);
    if (!call)
        return false;
    int n = g->crash_count + 1;
    g->crash_calls = xrealloc(g->crash_calls, (size_t)n * sizeof *g->crash_calls);
    g->crash_methods = xrealloc(g->crash_methods, (size_t)n * sizeof *g->crash_methods);
    g->crash_receivers = xrealloc(g->crash_receivers, (size_t)n * sizeof *g->crash_receivers);
    g->crash_calls[g->crash_count] = call;
    g->crash_methods[g->crash_count] = m;
    g->crash_receivers[g->crash_count] = receiver;
    g->crash_count = n;
    return true;
}

static bool is_initialiser(const Method *m)
{
    return symbol_is(m->name, "<clinit>");
}

/* Adds m to M_crash if a test can call it. */
static bool add_if_callable(Grower *g, Method *m)
{
    Program *p = g->program;
    Class *c = m->owner;
    if (is_initialiser(m) || !program_can_use(p, c, m->access) || !program_can_name(p, c))
        return false;
    if (method_is_static(m))
        return add_crash_call(g, m, NULL);
    if (m->flags & METHOD_CONSTRUCTOR) {
        bool inner = c->def && c->def->is_inner && !(c->def->inner_access & ACC_STATIC);
        return !(c->access & (ACC_ABSTRACT | ACC_ENUM)) && !inner && add_crash_call(g, m, NULL);
    }
    return program_makers(p, c)->count && add_crash_call(g, m, c);
}

static size_t prefix_length(const char *name, Scope scope)
{
    const char *slash = strrchr(name, '/');
    const char *from = slash ? slash : name;
    const char *dollar = strchr(from, '$');
    return scope == SCOPE_PACKAGE ? (size_t)(from - name) : dollar ? (size_t)(dollar - name) : strlen(name);
}

static bool in_scope(const char *name, const char *of, Scope scope)
{
    if (scope == SCOPE_ALL)
        return true;
    size_t length = prefix_length(of, scope);
    return length == prefix_length(name, scope) && !memcmp(name, of, length);
}

/* Does the instruction call the method, or make an object of its class where that has no name? */
static bool leads_to(const Program *p, const Unit *pc, const Method *m, bool by_creation)
{
    if (!(op_info[pc->op].flags & OPF_CALL) || pc->op == OP_INVOKE_DYNAMIC)
        return false;
    const Ref *ref = pc[1].pointer;
    if (ref->kind != REF_METHOD)
        return false;
    if (is_initialiser(m))
        return ref->owner == m->owner->name;
    if (by_creation)
        return ref->owner == m->owner->name && symbol_is(ref->name, "<init>");
    if (ref->name != m->name || ref->descriptor != m->descriptor)
        return false;
    return ref->owner == m->owner->name || (!(m->flags & METHOD_CONSTRUCTOR) && !method_is_static(m) && map_get(&p->classes, ref->owner->text));
}

static void find_callers(Program *p, const Method *m, Scope scope, bool by_creation, Method **out, int *count)
{
    MAP_EACH(&p->classes, entry) {
        const ProgramClass *pc_class = entry->value;
        if (!pc_class || !pc_class->def || !in_scope(entry->key, m->owner->name->text, scope))
            continue;
        if (!class_may_mention(pc_class->def, by_creation || is_initialiser(m) ? m->owner->name : m->name))
            continue;
        const ClassDef *def = pc_class->def;
        for (u32 i = 0; i < def->method_count && *count < MAX_CALLERS; i++) {
            Code *code;
            if (!def->methods[i].has_code || code_translate(def, &def->methods[i], false, &code))
                continue;
            bool found = false;
            for (const Unit *pc = code->units; pc < code->units + code->unit_count && !found; pc += insn_length(pc))
                found = leads_to(p, pc, m, by_creation);
            Class *owner = found ? program_load(p, def->name->text) : NULL;
            Method *caller = owner ? vm_declared_method(owner, def->methods[i].name->text, def->methods[i].descriptor->text) : NULL;
            bool known = !caller || caller == m;
            for (int k = 0; k < *count && !known; k++)
                known = out[k] == caller;
            if (!known)
                out[(*count)++] = caller;
        }
    }
}

/* Breadth first over callers until some of a level can be called. */
static void add_callers(Grower *g, Method *m)
{
    Method *queue[MAX_CALLERS] = { m };
    int head = 0, count = 1;
    for (int depth = 0; depth < MAX_CALLER_DEPTH && !g->crash_count && head < count; depth++) {
        int end = count;
        for (; head < end; head++) {
            Method *target = queue[head];
            bool nameless = !program_can_name(g->program, target->owner);
            for (int scope = SCOPE_NEST; scope <= SCOPE_PACKAGE; scope++) {
                int before = count;
                find_callers(g->program, target, scope, false, queue, &count);
                if (nameless)
                    find_callers(g->program, target, scope, true, queue, &count);
                if (count > before)
                    break;
            }
        }
        for (int i = end; i < count; i++)
            add_if_callable(g, queue[i]);
    }
}

/* A supertype that a test can name and that declares the method. */
static Method *named_declaration(Program *p, const Class *c, const Method *m)
{
    for (; c; c = c->super) {
        Method *found = program_can_name(p, c) ? vm_declared_method(c, m->name->text, m->descriptor->text) : NULL;
        if (found && found != m && program_can_use(p, c, found->access))
            return found;
        for (u32 i = 0; i < c->interface_count; i++) {
            found = named_declaration(p, c->interfaces[i], m);
            if (found)
                return found;
        }
    }
    return NULL;
}

/*
 * A method of a class that the test cannot name, called through a type that it
 * can: iterator.remove(), where the iterator is made by whoever creates the class.
 */
static void add_through_supertype(Grower *g, Method *m)
{
    Program *p = g->program;
    if (method_is_static(m) || m->flags & METHOD_CONSTRUCTOR)
        return;
    Method *declared = named_declaration(p, m->owner, m);
    if (!declared)
        return;
    Method *creators[MAX_CALLERS];
    int count = 0;
    find_callers(p, m, SCOPE_NEST, true, creators, &count);
    if (!count)
        find_callers(p, m, SCOPE_PACKAGE, true, creators, &count);
    for (int i = 0; i < count; i++) {
        const Callable *call = program_can_name(p, creators[i]->owner) && program_can_use(p, creators[i]->owner, creators[i]->access) ? program_callable(p, creators[i]) : NULL;
        if (call && call->result && vm_is_subclass(call->result, declared->owner)) {
            program_prefer(p, declared->owner, call);
            add_crash_call(g, declared, declared->owner);
        }
    }
}

/* ---- the rest of the class -------------------------------------------------------------------- */

static void add_others(Grower *g, Class *c)
{
    Program *p = g->program;
    if (!program_can_name(p, c))
        return;
    for (u32 i = 0; i < c->method_count; i++) {
        Method *m = &c->methods[i];
        if (is_initialiser(m) || !program_can_use(p, c, m->access) || (m->flags & METHOD_CONSTRUCTOR && c->access & ACC_ABSTRACT))
            continue;
        if (m->flags & METHOD_CONSTRUCTOR && c->def->is_inner && !(c->def->inner_access & ACC_STATIC))
            continue;
        const Callable *call = grow_is_inner(g, m) ? NULL : program_callable(p, m);
        if (!call)
            continue;
        g->other_calls = xrealloc(g->other_calls, (size_t)(g->other_count + 1) * sizeof *g->other_calls);
        g->other_calls[g->other_count++] = call;
    }
}

static void add_fields(Grower *g, Class *c)
{
    Program *p = g->program;
    for (u32 i = 0; program_can_name(p, c) && i < c->field_count; i++) {
        Field *f = &c->fields[i];
        if (f->access & ACC_FINAL || !program_can_use(p, c, f->access) || !program_field_type(p, f))
            continue;
        g->fields = xrealloc(g->fields, (size_t)(g->field_count + 1) * sizeof *g->fields);
        g->fields[g->field_count++] = f;
    }
}

static const char *package_of(Arena *arena, const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? arena_strndup(arena, name, (size_t)(slash - name)) : "";
}

static int find_frames(Evaluator *e, Program *p, const Crash *crash, int wanted)
{
    free(e->frames);
    e->frames = xcalloc((size_t)crash->frame_count, sizeof *e->frames);
    for (int i = 0; i < crash->frame_count; i++) {
        const char *why = map_get(&p->unreadable, crash->frames[i].class_name);
        if (why)
            return error_set(ERR_INPUT, "%s", why);
    }
    for (int i = 0; i < crash->frame_count && e->frames_found < MAX_FRAMES && (!wanted || e->frames_found < wanted); i++)
        if (program_class(p, crash->frames[i].class_name))
            e->frames[e->frames_found++] = &crash->frames[i];
    if (!e->frames_found)
        return error_set(ERR_NOT_FOUND, "none of the trace's %d frames is of a class on the class path; the first is %s", crash->frame_count, crash->frames[0].class_name);
    e->crash = crash;
    return OK;
}

/* The throwable that reached the top, or the first of its causes that has frames of the program. */
static int find_throwable(Evaluator *e, Program *p, const Crash *crash, int wanted)
{
    int status = find_frames(e, p, crash, wanted);
    for (const Crash *cause = crash->cause; status == ERR_NOT_FOUND && cause; cause = cause->cause)
        if (find_frames(e, p, cause, wanted) == OK)
            status = OK;
    if (status == ERR_NOT_FOUND)
        find_frames(e, p, crash, wanted);
    return status;
}

static bool catches(const TryRange *range, const Class *thrown)
{
    for (const Class *c = thrown; c && range->type; c = c->super)
        if (c->name == range->type->owner)
            return true;
    return false;
}

/* Is the exception caught in the method that throws it? Then nobody has seen it but as the cause of another. */
static bool is_caught_at_once(Evaluator *e)
{
    const LineTarget *target = &e->distances.targets[0];
    const Class *thrown = e->exception;
    for (u32 u = 0; thrown && u < target->unit_count; u++) {
        bool caught = !target->is_target[u];
        for (u32 i = 0; !caught && i < target->code->try_count; i++) {
            const TryRange *range = &target->code->tries[i];
            caught = u >= range->start && u < range->end && catches(range, thrown);
        }
        if (!caught)
            return false;
    }
    return thrown;
}

int target_find(Evaluator *e, Grower *g, Program *p, const Crash *crash, int frames)
{
    int status = find_throwable(e, p, crash, frames);
    e->program = g->program = p;
    for (int i = 0; i < e->frames_found && !status; i++) {
        CrashFrame *f = e->frames[i];
        int line = f->line;
        Class *c = program_load(p, f->class_name);
        if (!c)
            return error_set(ERR_INPUT, "the class %s of the trace cannot be loaded: something that it needs is not on the class path", f->class_name);
        status = distance_add(&e->distances, p->arena, c, f, e->crash->exception);
        e->without_line += line != f->line;
    }
    e->exception = e->crash ? program_load(p, e->crash->exception) : NULL;
    e->wrappers = e->crash ? e->crash->wrapped : 0;
    if (!status && !e->wrappers && is_caught_at_once(e))
        e->wrappers = 1;
    return status;
}

/* The methods below the outermost: calling one of them directly leads astray. */
static void find_inner(Evaluator *e, Grower *g, const Method *entry)
{
    g->inner_methods = xcalloc((size_t)e->frame_count, sizeof *g->inner_methods);
    for (int i = 0; i < e->frame_count - 1; i++) {
        const Method *m = e->distances.targets[i].method;
        if (m != entry && !(m->flags & METHOD_CONSTRUCTOR))
            g->inner_methods[g->inner_count++] = m;
    }
}

static void find_others(Grower *g, const Class *entry)
{
    Program *p = g->program;
    add_others(g, (Class *)entry);
    for (int i = 0; i < g->crash_count; i++)
        if (g->crash_methods[i]->owner != entry)
            add_others(g, g->crash_methods[i]->owner);
    for (int i = 0; i < p->trace_count; i++) {
        if (p->trace_types[i] != entry)
            add_others(g, p->trace_types[i]);
        add_fields(g, p->trace_types[i]);
    }
    for (Class *c = entry->super; c && !(c->flags & CLASS_BOOT); c = c->super)
        add_others(g, c);
}

static void forget_aim(Grower *g)
{
    free(g->crash_calls);
    free(g->crash_methods);
    free(g->crash_receivers);
    free(g->other_calls);
    free(g->inner_methods);
    free(g->fields);
    *g = (Grower){ .program = g->program, .random = g->random };
}

int target_aim(Evaluator *e, Grower *g, int level)
{
    Program *p = g->program;
    forget_aim(g);
    e->frame_count = e->distances.count = level;
    e->keeps_initialisers = false;
    for (int i = 0; i < level; i++)
        e->keeps_initialisers |= !strcmp(e->frames[i]->method, "<clinit>");
    const CrashFrame *outermost = e->frames[level - 1];
    program_set_package(p, package_of(p->arena, outermost->class_name));
    program_mine_message(p, e->crash->message);
    for (int i = 0; i < level; i++) {
        Class *c = e->distances.targets[i].method->owner;
        program_mine(p, c->def);
        program_add_trace_type(p, c);
    }
    Method *entry = e->distances.targets[level - 1].method;
    if (is_initialiser(entry))
        for (u32 i = 0; i < entry->owner->method_count; i++)
            add_if_callable(g, &entry->owner->methods[i]);
    else
        add_if_callable(g, entry);
    if (!g->crash_count)
        add_through_supertype(g, entry);
    if (!g->crash_count)
        add_callers(g, entry);
    if (!g->crash_count)
        return error_set(ERR_NOT_FOUND, "no way was found to call %s.%s from a test", outermost->class_name, outermost->method);
    find_inner(e, g, entry);
    find_others(g, entry->owner);
    return OK;
}

void target_free(Evaluator *e, Grower *g)
{
    free(e->frames);
    forget_aim(g);
}
