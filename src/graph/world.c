/*
 * Classes: all of the app's, and of the framework's those that somebody names.
 * Both readers share one store of symbols, so that equal names are equal
 * pointers. Hostile files have hierarchies that bite their own tail, or are deep,
 * or multiply: a chain ends where it comes back or grows absurd, and everything
 * above a class is listed once.
 */
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

/* Libraries that apps carry with them. Their code is read as the app's is, but calls out of it are guesses. */
static const char *const library_prefixes[] = {
    "android/support/", "android/arch/", "androidx/", "com/google/", "kotlin/", "kotlinx/", "okhttp3/", "okio/", "retrofit/", "retrofit2/",
    "rx/", "io/reactivex/", "com/squareup/", "butterknife/", "dagger/", "javax/", "org/apache/", "com/bumptech/glide/", "com/facebook/",
    "com/crashlytics/", "io/fabric/", "org/greenrobot/", "de/greenrobot/", "com/fasterxml/", "org/jsoup/", "com/actionbarsherlock/",
    "com/nineoldandroids/", "com/j256/ormlite/", "roboguice/", "org/joda/", "org/slf4j/", "org/acra/", "io/realm/", "com/nostra13/",
    "com/activeandroid/", "org/androidannotations/", "com/github/mikephil/", "timber/", "org/json/", "org/intellij/", "org/jetbrains/",
};

void graph_add_note(Graph *g, const char *format, ...)
{
    enum { MOST_NOTES = 100 };
    if (g->notes.count >= MOST_NOTES)
        return;
    va_list args;
    Buf text = { 0 };
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    *list_add(&g->notes) = buf_take(&text);
}

/* ---- names ----------------------------------------------------------------------- */

char *with_separator(const char *name, char from, char to)
{
    char *changed = xstrdup(name);
    for (char *c = changed; *c; c++)
        if (*c == from)
            *c = to;
    return changed;
}

/* name is below the app's own package: "the/app/Main" of "the.app" */
static bool is_in_package(const Graph *g, const char *name)
{
    char *package = with_separator(g->manifest->package, '.', '/');
    size_t length = strlen(package);
    bool in = !strncmp(name, package, length) && name[length] == '/';
    free(package);
    return in;
}

static bool is_library(const Graph *g, const char *name)
{
    if (is_in_package(g, name))
        return false;
    for (size_t i = 0; i < COUNT_OF(library_prefixes); i++)
        if (!strncmp(name, library_prefixes[i], strlen(library_prefixes[i])))
            return true;
    return false;
}

const char *class_dotted(Graph *g, const ClassInfo *c)
{
    char *name = with_separator(c->name->text, '/', '.');
    const char *source = g->mapping ? mapping_class(g->mapping, name) : NULL;
    const char *kept = source ? source : arena_strdup(&g->arena, name);
    free(name);
    return kept;
}

bool name_is_library(const Graph *g, const char *dotted)
{
    char *name = with_separator(dotted, '.', '/');
    bool library = is_library(g, name);
    free(name);
    return library;
}

ClassInfo *class_outer(Graph *g, const ClassInfo *c)
{
    const char *end = strrchr(c->name->text, '$');
    return end && end != c->name->text ? map_get_n(&g->classes, c->name->text, (size_t)(end - c->name->text)) : NULL;
}

/* ---- loading ----------------------------------------------------------------------- */

static void add_members(Graph *g, ClassInfo *c)
{
    c->first_function = g->functions.count;
    for (u32 i = 0; i < c->def->method_count; i++) {
        const MethodDef *m = &c->def->methods[i];
        *key_slot(&g->members, (u64)(uintptr_t)c, (u64)(uintptr_t)m->name, (u64)(uintptr_t)m->descriptor) = i;
        if (c->in_app)
            *list_add(&g->functions) = (Function){ .owner = c, .def = m };
    }
}

static void add_above(ClassInfo *c, const ClassInfo *from)
{
    enum { MOST_ABOVE = 1000 };
    for (u32 i = 0; from && i < from->above.count && c->above.count < MOST_ABOVE; i++)
        if (!class_is(c, from->above.items[i]))
            *list_add(&c->above) = from->above.items[i];
}

static void link_class(Graph *g, ClassInfo *c)
{
    enum { DEEPEST = 400 };
    bool ends_here = g->link_depth >= DEEPEST;
    g->link_depth++;
    c->linking = true;
    ClassInfo *super = c->def->super && !ends_here ? class_named(g, c->def->super) : NULL;
    c->super = super && !super->linking ? super : NULL;
    add_above(c, c->super);
    c->interfaces = ARENA_ARRAY(&g->arena, ClassInfo *, c->def->interface_count);
    for (u32 i = 0; i < c->def->interface_count && !ends_here; i++) {
        ClassInfo *interface = class_named(g, c->def->interfaces[i]);
        if (interface->linking)
            continue;
        c->interfaces[c->interface_count++] = interface;
        add_above(c, interface);
    }
    c->linking = false;
    g->link_depth--;
    if (!c->in_app)
        return;
    if (c->super)
        *list_add(&c->super->below) = c;
    for (u32 i = 0; i < c->interface_count; i++)
        *list_add(&c->interfaces[i]->below) = c;
}

ClassInfo *class_named(Graph *g, const Symbol *name)
{
    void **slot = map_slot_n(&g->classes, name->text, name->length);
    if (*slot)
        return *slot;
    ClassInfo *c = *slot = ARENA_NEW(&g->arena, ClassInfo);
    c->name = name;
    c->number = g->class_list.count;
    *list_add(&g->class_list) = c;
    *list_add(&c->above) = c;
    if (name->text[0] == '[')
        return c;
    int status = source_class(g->app, name, &c->def);
    c->in_app = !status;
    if (status == ERR_INPUT)
        graph_add_note(g, "%s", error_text());
    if (status && source_class(g->framework, name, &c->def))
        c->def = NULL;
    if (!c->def)
        return c;
    c->library = c->in_app && (g->mapping ? name_is_library(g, class_dotted(g, c)) : is_library(g, c->name->text));
    add_members(g, c);
    link_class(g, c);
    return c;
}

ClassInfo *class_text(Graph *g, const char *name)
{
    char *slashes = with_separator(name, '.', '/');
    ClassInfo *c = class_named(g, symbol(&g->store.symbols, slashes));
    free(slashes);
    return c;
}

static int load_class(void *context, const char *name)
{
    Graph *g = context;
    class_named(g, symbol(&g->store.symbols, name));
    return 0;
}

int world_open(Graph *g)
{
    source_each_class(g->app, load_class, g);
    if (!g->functions.count)
        return error_set(ERR_INPUT, "%s: there is no code in it that can be read%s%s", zip_path(g->zip), g->notes.count ? ": " : "",
                         g->notes.count ? g->notes.items[0] : "");
    return OK;
}

/* ---- questions ----------------------------------------------------------------------- */

bool class_is(const ClassInfo *c, const ClassInfo *super)
{
    for (u32 i = 0; i < c->above.count; i++)
        if (c->above.items[i] == super)
            return true;
    return false;
}

bool class_is_named(const ClassInfo *c, const char *super)
{
    for (u32 i = 0; i < c->above.count; i++)
        if (symbol_is(c->above.items[i]->name, super))
            return true;
    return false;
}

bool class_beyond(const ClassInfo *c)
{
    return !c->in_app || c->library;
}

static u32 member_index(const Graph *g, const ClassInfo *c, const Symbol *name, const Symbol *descriptor)
{
    return key_find(&g->members, (u64)(uintptr_t)c, (u64)(uintptr_t)name, (u64)(uintptr_t)descriptor);
}

u32 function_in(Graph *g, const ClassInfo *c, const Symbol *name, const Symbol *descriptor)
{
    u32 index = c->in_app ? member_index(g, c, name, descriptor) : GRAPH_NONE;
    return index == GRAPH_NONE ? GRAPH_NONE : c->first_function + index;
}

u32 function_resolve(Graph *g, ClassInfo *c, const Symbol *name, const Symbol *descriptor, ClassInfo **holder)
{
    ClassInfo *found = c;
    while (found && member_index(g, found, name, descriptor) == GRAPH_NONE)
        found = found->super;
    for (u32 i = 0; !found && i < c->above.count; i++)  /* a default method, or the declaration that stands for it */
        if (member_index(g, c->above.items[i], name, descriptor) != GRAPH_NONE)
            found = c->above.items[i];
    if (holder)
        *holder = found;
    u32 function = found ? function_in(g, found, name, descriptor) : GRAPH_NONE;
    return function != GRAPH_NONE && g->functions.items[function].def->has_code ? function : GRAPH_NONE;
}

/* Is there such a method in c or above it, in a class beyond the app? */
static bool declared_beyond(Graph *g, const ClassInfo *c, const Symbol *name, const Symbol *descriptor)
{
    for (u32 i = 0; i < c->above.count; i++) {
        const ClassInfo *at = c->above.items[i];
        if (class_beyond(at) && !symbol_is(at->name, "java/lang/Object") && member_index(g, at, name, descriptor) != GRAPH_NONE)
            return true;
    }
    return false;
}

/* The classes beyond the app that c and `known` have in common: from the first above c on, if they are below `known`. */
static bool overrides_known(Graph *g, ClassInfo *c, ClassInfo *known, const MethodDef *m)
{
    if (declared_beyond(g, known, m->name, m->descriptor))
        return true;
    for (; c; c = c->super)
        if (class_beyond(c) && class_is(c, known))
            return declared_beyond(g, c, m->name, m->descriptor);
    return false;
}

static bool may_override(const MethodDef *m)
{
    return m->has_code && !(m->access & (ACC_STATIC | ACC_PRIVATE)) && m->name->text[0] != '<';
}

const Numbers *class_overrides(Graph *g, ClassInfo *c, ClassInfo *known)
{
    u32 *slot = key_slot(&g->overrides, (u64)(uintptr_t)c, (u64)(uintptr_t)known, 0);
    if (*slot != GRAPH_NONE)
        return &g->override_lists.items[*slot];
    *slot = g->override_lists.count;
    Numbers found = { 0 };
    for (ClassInfo *at = c; at && at->in_app && !(class_beyond(at) && at != c); at = at->super)
        for (u32 i = 0; i < at->def->method_count; i++) {
            const MethodDef *m = &at->def->methods[i];
            if (may_override(m) && function_resolve(g, c, m->name, m->descriptor, NULL) == at->first_function + i && overrides_known(g, c, known, m))
                *list_add(&found) = at->first_function + i;
        }
    *list_add(&g->override_lists) = found;
    return &g->override_lists.items[g->override_lists.count - 1];
}

static void dispatch_below(Graph *g, ClassInfo *c, const Symbol *name, const Symbol *descriptor, Numbers *out)
{
    enum { ENOUGH = 64 };
    if (c->walk == g->class_walk)
        return;
    c->walk = g->class_walk;
    u32 function = c->made ? function_resolve(g, c, name, descriptor, NULL) : GRAPH_NONE;
    if (function != GRAPH_NONE)
        numbers_add_new(out, function);
    for (u32 i = 0; i < c->below.count && out->count < ENOUGH; i++)
        dispatch_below(g, c->below.items[i], name, descriptor, out);
}

void class_dispatch_all(Graph *g, ClassInfo *c, const Symbol *name, const Symbol *descriptor, Numbers *out)
{
    g->class_walk++;
    dispatch_below(g, c, name, descriptor, out);
}
