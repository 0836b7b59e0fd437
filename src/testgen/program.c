/*
 * The class path read as text: who extends whom, who returns what, and what a
 * test in the target's package may name.
 */
#include "testgen/program.h"

#include "libcore/libcore.h"
#include "testgen/generics.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading ------------------------------------------------------------------------ */

typedef struct Visit {
    Program *program;
    Source *source;
} Visit;

static void add_returning(Program *p, const ClassDef *def, const MethodDef *m)
{
    const char *type = strchr(m->descriptor->text, ')');
    if (!type || type[1] != 'L')
        return;
    ReturnList **list = (ReturnList **)map_slot_n(&p->returning, type + 2, strlen(type + 2) - 1);
    if (!*list)
        *list = ARENA_NEW(p->arena, ReturnList);
    ReturnList *l = *list;
    if (l->count == l->room) {
        l->room = l->room ? l->room * 2 : 4;
        l->methods = xrealloc(l->methods, l->room * sizeof *l->methods);
        l->owners = xrealloc(l->owners, l->room * sizeof *l->owners);
    }
    l->methods[l->count] = m;
    l->owners[l->count++] = def;
}

/* A class that is damaged or too new is left out; target.c says so if the trace names it. */
static int visit_class(void *context, const char *name)
{
    Visit *v = context;
    Program *p = v->program;
    ProgramClass **slot = (ProgramClass **)map_slot(&p->classes, name);
    if (*slot)
        return 0;
    ClassDef *def;
    if (source_class(v->source, symbol(&vm_store(p->vm)->symbols, name), &def)) {
        map_put(&p->unreadable, name, arena_strdup(p->arena, error_text()));
        return 0;
    }
    *slot = ARENA_NEW(p->arena, ProgramClass);
    (*slot)->def = def;
    for (u32 i = 0; i < def->method_count; i++)
        if (!(def->methods[i].access & (ACC_PRIVATE | ACC_SYNTHETIC)))
            add_returning(p, def, &def->methods[i]);
    return 0;
}

/* JDK supertypes get an entry too, without a def: somebody may ask who implements them. */
static void add_subclass(Program *p, const Symbol *super, ProgramClass *sub)
{
    if (!super || symbol_is(super, "java/lang/Object"))
        return;
    ProgramClass **slot = (ProgramClass **)map_slot(&p->classes, super->text);
    if (!*slot)
        *slot = ARENA_NEW(p->arena, ProgramClass);
    ProgramClass *c = *slot;
    if (c->subclass_count == c->subclass_room) {
        c->subclass_room = c->subclass_room ? c->subclass_room * 2 : 4;
        c->subclasses = xrealloc(c->subclasses, c->subclass_room * sizeof *c->subclasses);
    }
    c->subclasses[c->subclass_count++] = sub;
}

static void link_subclasses(Program *p)
{
    for (u32 i = 0, count = p->classes.used; i < count; i++) {
        ProgramClass *c = p->classes.entries[i].value;
        if (!c || !c->def)
            continue;
        add_subclass(p, c->def->super, c);
        for (u32 k = 0; k < c->def->interface_count; k++)
            add_subclass(p, c->def->interfaces[k], c);
    }
}

int program_open(Program *p, Vm *vm, Arena *arena, const char *class_path)
{
    *p = (Program){ .vm = vm, .thread = vm_main_thread(vm), .arena = arena, .package = "" };
    char *copy = xstrdup(class_path), *rest = copy;
    int status = OK;
    for (char *entry; !status && (entry = strsep(&rest, ":"));) {
        Source *source;
        if (!*entry)
            continue;
        status = source_open(&source, vm_store(vm), entry);
        if (status)
            break;
        p->sources = xrealloc(p->sources, (size_t)(p->source_count + 1) * sizeof *p->sources);
        p->sources[p->source_count++] = source;
        Visit visit = { p, source };
        source_each_class(source, visit_class, &visit);
    }
    free(copy);
    if (status)
        return status;
    link_subclasses(p);
    p->loader = libcore_system_loader(p->thread, class_path);
    p->object = vm_boot_class(p->thread, "java/lang/Object");
    p->string = vm_boot_class(p->thread, "java/lang/String");
    if (!p->loader || !p->object || !p->string)
        return error_set(ERR_INPUT, "the machine cannot open the class path %s", class_path);
    vm_call_method(p->thread, vm_thread_object(p->thread), "setContextClassLoader", "(Ljava/lang/ClassLoader;)V", p->loader);
    return OK;
}

/* What was worked out for the package and the frames that a search aims at. */
static void forget_view(Program *p)
{
    MAP_EACH(&p->makers, e) {
        free(((Makers *)e->value)->items);
        free(e->value);
    }
    map_free(&p->makers);
    map_free(&p->callables);
    free(p->constants.ints);
    free(p->constants.doubles);
    free(p->constants.strings);
    free(p->cast_types);
    free(p->trace_types);
}

void program_set_package(Program *p, const char *package)
{
    forget_view(p);
    p->makers = p->callables = (Map){ 0 };
    p->constants = (Constants){ 0 };
    p->cast_types = p->trace_types = NULL;
    p->cast_count = p->trace_count = 0;
    p->package = package;
}

void program_close(Program *p)
{
    MAP_EACH(&p->classes, e) {
        if (e->value)
            free(((ProgramClass *)e->value)->subclasses);
    }
    MAP_EACH(&p->returning, e) {
        free(((ReturnList *)e->value)->methods);
        free(((ReturnList *)e->value)->owners);
    }
    map_free(&p->classes);
    map_free(&p->unreadable);
    map_free(&p->returning);
    map_free(&p->stubs);
    forget_view(p);
    for (int i = 0; i < p->source_count; i++)
        source_close(p->sources[i]);
    free(p->sources);
}

const ProgramClass *program_class(const Program *p, const char *internal_name)
{
    const ProgramClass *c = map_get(&p->classes, internal_name);
    return c && c->def ? c : NULL;
}

Class *program_load(Program *p, const char *internal_name)
{
    Class *c = vm_find_class(p->thread, p->loader, internal_name);
    if (!c)
        vm_take_exception(p->thread);
    return c;
}

/* ---- what a test may name ------------------------------------------------------------- */

static bool same_package(const Program *p, const Class *c)
{
    const char *slash = strrchr(c->name->text, '/');
    size_t length = slash ? (size_t)(slash - c->name->text) : 0;
    return !(c->flags & CLASS_BOOT) && strlen(p->package) == length && !memcmp(p->package, c->name->text, length);
}

/* A class that this layer or the JDK's newer versions hide: it would not compile on the user's JVM. */
static bool is_platform_only(const char *name)
{
    static const char *const hidden[] = { "libcore/", "dalvik/", "android/", "com/android/", "sun/", "org/apache/harmony/", "org/robovm/", "java/lang/Daemons", "java/util/MapEntry", "org/robolectric/" };
    for (size_t i = 0; i < COUNT_OF(hidden); i++)
        if (!strncmp(name, hidden[i], strlen(hidden[i])))
            return true;
    return false;
}

bool program_can_name(const Program *p, const Class *c)
{
    while (class_is_array(c))
        c = c->component;
    if (class_is_primitive(c))
        return true;
    const ClassDef *def = c->def;
    if (!def || def->access & ACC_SYNTHETIC || (c->flags & CLASS_BOOT && is_platform_only(c->name->text)))
        return false;
    /* Old compilers say nothing about anonymous classes. */
    const char *dollar = strrchr(c->name->text, '$');
    if (dollar && dollar[1] >= '0' && dollar[1] <= '9')
        return false;
    u32 access = def->is_inner ? def->inner_access : def->access;
    if (access & ACC_PRIVATE || (!(access & ACC_PUBLIC) && !same_package(p, c)))
        return false;
    if (!def->is_inner)
        return !strchr(c->name->text, '$') || !(c->flags & CLASS_BOOT);
    if (!def->outer || !def->simple_name)
        return false;
    Class *outer = program_load((Program *)p, def->outer->text);
    return outer && program_can_name(p, outer);
}

bool program_can_use(const Program *p, const Class *owner, u32 access)
{
    if (access & (ACC_PRIVATE | ACC_SYNTHETIC))
        return false;
    return access & ACC_PUBLIC || same_package(p, owner);
}

/* ---- methods ---------------------------------------------------------------------------- */

static const char *type_end(const char *p)
{
    while (*p == '[')
        p++;
    if (*p == 'L')
        while (*p != ';')
            p++;
    return p + 1;
}

static Class *named_type(Program *p, const Class *owner, const char *type, const char *end)
{
    Class *c = vm_descriptor_class(p->thread, owner->loader, type, (size_t)(end - type));
    if (!c)
        vm_take_exception(p->thread);
    return c;
}

Class *program_field_type(Program *p, const Field *f)
{
    Class *c = named_type(p, f->owner, f->descriptor->text, f->descriptor->text + f->descriptor->length);
    return c && program_can_name(p, c) ? c : NULL;
}

static Callable *resolve_types(Program *p, Method *m)
{
    if (m->argument_count > MAX_ARGUMENTS)
        return NULL;
    Callable made = { .method = m, .parameter_count = m->argument_count };
    const char *type = m->descriptor->text + 1;
    for (int i = 0; i < made.parameter_count; i++) {
        const char *end = type_end(type);
        made.parameters[i] = named_type(p, m->owner, type, end);
        if (!made.parameters[i] || !program_can_name(p, made.parameters[i]))
            return NULL;
        type = end;
    }
    if (m->flags & METHOD_CONSTRUCTOR) {
        made.result = m->owner;
    } else if (m->return_kind != 'V') {
        made.result = named_type(p, m->owner, type + 1, type + 1 + strlen(type + 1));
        /* A result that cannot be named is not kept. */
        if (made.result && !program_can_name(p, made.result))
            made.result = NULL;
    }
    Callable *kept = ARENA_NEW(p->arena, Callable);
    generics_read(p, &made);
    *kept = made;
    return kept;
}

const Callable *program_callable(Program *p, Method *m)
{
    static const Callable unusable;
    void *key = m;
    const Callable *known = map_get_n(&p->callables, (const char *)&key, sizeof key);
    if (!known) {
        known = resolve_types(p, m);
        *map_slot_n(&p->callables, (const char *)&key, sizeof key) = (void *)(known ? known : &unusable);
    }
    return known == &unusable ? NULL : known;
}
