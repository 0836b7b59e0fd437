/*
 * Pages: activities, services, receivers and providers of the manifest; the
 * app's fragments and dialogs by their class; dialogs that a function builds.
 * And which pages a function works for: those whose class (or one inside it)
 * has it, else those whose code reaches it.
 */
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

enum { REACH_DEPTH = 8 };

/* How a class is known as a fragment, whatever a library or an obfuscator calls it. */
#define MAKES_VIEW "(Landroid/view/LayoutInflater;Landroid/view/ViewGroup;Landroid/os/Bundle;)Landroid/view/View;"
#define MAKES_DIALOG "(Landroid/os/Bundle;)Landroid/app/Dialog;"

u32 graph_add_page(Graph *g, PageKind kind, const char *name, ClassInfo *class)
{
    Page *page = list_add(&g->pages);
    page->shown = (GraphPage){ .kind = kind, .name = arena_strdup(&g->arena, name), .owner = GRAPH_NONE };
    page->class = class;
    page->maker = GRAPH_NONE;
    u32 number = g->pages.count - 1;
    for (ClassInfo *c = class; c && c->in_app && !c->library; c = c->super)
        numbers_add_new(&c->pages, number);
    return number;
}

u32 page_of_class(const Graph *g, const ClassInfo *c)
{
    for (u32 i = 0; i < c->pages.count; i++)
        if (g->pages.items[c->pages.items[i]].class == c)
            return c->pages.items[i];
    return GRAPH_NONE;
}

/* ---- by class ------------------------------------------------------------------------ */

static bool declares(const ClassInfo *c, const char *descriptor)
{
    for (u32 i = 0; c->def && i < c->def->method_count; i++)
        if (symbol_is(c->def->methods[i].descriptor, descriptor) && !(c->def->methods[i].access & (ACC_STATIC | ACC_PRIVATE)))
            return true;
    return false;
}

/* The highest class of the app that declares such a method; NULL: none does. */
static ClassInfo *declared_at(ClassInfo *c, const char *descriptor)
{
    ClassInfo *found = NULL;
    for (; c; c = c->super)
        if (declares(c, descriptor))
            found = c;
    return found;
}

static bool is_fragment(ClassInfo *c)
{
    ClassInfo *top = declared_at(c, MAKES_VIEW);
    if (class_is_named(c, "android/app/Fragment") || class_is_named(c, "android/support/v4/app/Fragment") || class_is_named(c, "androidx/fragment/app/Fragment"))
        return true;
    if (!top || class_is_named(c, "android/view/View") || class_is_named(c, "android/content/Context"))
        return false;
    if (top->in_app && top->below.count && symbol_is(top->super ? top->super->name : NULL, "java/lang/Object"))
        top->library = true;    /* a fragment class of a library whose names are gone */
    return top != c;
}

static bool is_abstract(const ClassInfo *c)
{
    return c->def->access & (ACC_ABSTRACT | ACC_INTERFACE);
}

/* Classes whose objects the framework makes. */
static bool is_made_from_outside(const ClassInfo *c)
{
    return class_is_named(c, "android/view/View") || class_is_named(c, "android/preference/Preference") || class_is_named(c, "android/content/Context")
        || class_is_named(c, "android/content/BroadcastReceiver") || class_is_named(c, "android/content/ContentProvider");
}

static void add_class_pages(Graph *g)
{
    for (u32 i = 0; i < g->class_list.count; i++) {
        ClassInfo *c = g->class_list.items[i];
        if (!c->in_app || is_abstract(c))
            continue;
        bool fragment = is_fragment(c);
        if (fragment || is_made_from_outside(c))
            c->made = true;
        if (c->library || page_of_class(g, c) != GRAPH_NONE)
            continue;
        if (fragment)
            graph_add_page(g, declared_at(c, MAKES_DIALOG) && (class_is_named(c, "android/content/DialogInterface$OnDismissListener")) ? PAGE_DIALOG : PAGE_FRAGMENT,
                     class_dotted(g, c), c);
        else if (class_is_named(c, "android/app/Dialog"))
            graph_add_page(g, PAGE_DIALOG, class_dotted(g, c), c);
    }
}

static void add_component(Graph *g, const Component *component)
{
    static const PageKind kinds[] = { PAGE_ACTIVITY, PAGE_ACTIVITY, PAGE_SERVICE, PAGE_RECEIVER, PAGE_PROVIDER };
    const char *name = component->kind == COMPONENT_ALIAS && component->target ? component->target : component->name;
    ClassInfo *c = class_text(g, name);
    u32 page = page_of_class(g, c);
    if (!c->in_app) {
        if (component->kind != COMPONENT_ALIAS)
            graph_add_note(g, "the manifest names the %s %s, and no class of the app is called so", component_kind_name(component->kind), name);
        return;
    }
    c->made = true;
    if (page == GRAPH_NONE) {
        page = graph_add_page(g, kinds[component->kind], class_dotted(g, c), c);
        if (c->library)     /* a library's own activity is still a page of this app */
            numbers_add_new(&c->pages, page);
    }
    GraphPage *shown = &g->pages.items[page].shown;
    shown->launcher |= component->launcher && !component->disabled;
    shown->outside |= component->kind >= COMPONENT_RECEIVER || (component->action_count && !component->launcher);
    if (!shown->title && component->label)
        shown->title = arena_strdup(&g->arena, component->label);
}

/* ---- what runs by itself ------------------------------------------------------------------ */

static ClassInfo *first_beyond(ClassInfo *c)
{
    while (c && !class_beyond(c))
        c = c->super;
    return c;
}

void page_each_function(Graph *g, const Page *page, void (*visit)(void *context, u32 function, bool overrides), void *context)
{
    ClassInfo *c = page->class, *beyond = c ? first_beyond(c) : NULL;
    if (!beyond)
        return;
    Numbers overrides = { 0 };
    const Numbers *found = class_overrides(g, c, beyond);
    for (u32 i = 0; i < found->count; i++)
        *list_add(&overrides) = found->items[i];
    for (ClassInfo *at = c; at && !class_beyond(at); at = at->super)
        for (u32 i = 0; i < at->def->method_count; i++)
            if (at->def->methods[i].has_code)
                visit(context, at->first_function + i, numbers_have(&overrides, at->first_function + i));
    list_free(&overrides);
}

typedef struct Rooting {
    Graph *g;
    Numbers *roots;
    const char *only;       /* NULL: all of a page's life */
} Rooting;

/* Overridden, but called by the app itself: setContentView, startActivity … */
static bool is_asked_for(const char *name)
{
    return name_in("set* start* find* finish* send* bind* unbind* register* unregister* show* open* invalidate*", name);
}

static void add_root(void *context, u32 function, bool overrides)
{
    Rooting *r = context;
    const char *name = r->g->functions.items[function].def->name->text;
    if (r->only ? strcmp(name, r->only) != 0 : (!overrides && name[0] != '<') || page_event(name) || is_asked_for(name))
        return;
    numbers_add_new(r->roots, function);
}

/* What runs before the launcher's page: the application's class and the providers. */
static void add_start(Graph *g, Numbers *roots)
{
    if (g->manifest->application) {
        Page application = { .class = class_text(g, g->manifest->application) };
        if (application.class->in_app)
            page_each_function(g, &application, add_root, &(Rooting){ g, roots, NULL });
    }
    for (u32 i = 0; i < g->pages.count; i++)
        if (g->pages.items[i].shown.kind == PAGE_PROVIDER)
            page_each_function(g, &g->pages.items[i], add_root, &(Rooting){ g, roots, "onCreate" });
}

/* What the page's own life surely calls of its own object. */
static void add_selves(Graph *g, ClassInfo *self, Numbers *roots)
{
    for (u32 i = 0, count = roots->count; class_has_selves(self) && i < count; i++)
        self_targets(g, roots->items[i], self, -1, roots);
}

/* Classes that reflection finds by a page's name and an ending: their code works for the page. */
static void add_namesakes(Graph *g, u32 page, Numbers *roots)
{
    const ClassInfo *c = g->pages.items[page].class;
    MAP_EACH(&g->suffixes, entry) {
        char *name = c ? xasprintf("%s%s", c->name->text, entry->key) : NULL;
        ClassInfo *namesake = name ? map_get(&g->classes, name) : NULL;
        free(name);
        if (!namesake || !namesake->in_app)
            continue;
        namesake->made = true;
        numbers_add_new(&namesake->pages, page);
        for (u32 i = 0; i < namesake->def->method_count; i++)
            numbers_add_new(roots, namesake->first_function + i);
    }
}

static void find_roots(Graph *g)
{
    for (u32 i = 0; i < g->pages.count; i++) {
        Numbers roots = { 0 };
        page_each_function(g, &g->pages.items[i], add_root, &(Rooting){ g, &roots, NULL });
        add_selves(g, g->pages.items[i].class, &roots);
        add_namesakes(g, i, &roots);
        if (g->pages.items[i].shown.launcher)
            add_start(g, &roots);
        g->pages.items[i].roots = roots;
    }
}

void graph_find_pages(Graph *g)
{
    for (u32 i = 0; i < g->manifest->component_count; i++)
        add_component(g, &g->manifest->components[i]);
    if (g->manifest->application)
        class_text(g, g->manifest->application)->made = true;
    add_class_pages(g);
    find_roots(g);
}

/* ---- whom a function works for ---------------------------------------------------------------- */

const Numbers *function_pages(Graph *g, u32 function)
{
    const Function *f = &g->functions.items[function];
    for (const ClassInfo *c = f->owner; c; c = class_outer(g, c))
        if (c->pages.count)
            return &c->pages;
    return f->users.count ? &f->users : NULL;
}

static bool inside(const ClassInfo *c, const ClassInfo *outer)
{
    return c->name->length > outer->name->length && c->name->text[outer->name->length] == '$'
        && !strncmp(c->name->text, outer->name->text, outer->name->length);
}

/* All functions of the page's class, of those above it, and of those inside. */
static void page_functions(Graph *g, const Page *page, Numbers *out)
{
    for (ClassInfo *at = page->class; at && !class_beyond(at); at = at->super)
        for (u32 i = 0; i < g->class_list.count; i++) {
            const ClassInfo *c = g->class_list.items[i];
            for (u32 k = 0; c->in_app && (c == at || inside(c, at)) && k < c->def->method_count; k++)
                *list_add(out) = c->first_function + k;
        }
}

void graph_find_users(Graph *g)
{
    for (u32 i = 0; i < g->pages.count; i++) {
        Numbers own = { 0 }, reached = { 0 };
        page_functions(g, &g->pages.items[i], &own);
        for (u32 k = 0; k < g->pages.items[i].roots.count; k++)     /* views of the app's own that it shows */
            *list_add(&own) = g->pages.items[i].roots.items[k];
        reach_from(g, &own, REACH_DEPTH, &reached);
        for (u32 k = 0; k < reached.count; k++)
            if (!function_pages(g, reached.items[k]) || g->functions.items[reached.items[k]].users.count)
                numbers_add_new(&g->functions.items[reached.items[k]].users, i);
        list_free(&own);
        list_free(&reached);
    }
}

u32 graph_dialog_page(Graph *g, u32 maker)
{
    u32 *slot = key_slot(&g->dialog_pages, maker, 0, 0);
    if (*slot != GRAPH_NONE)
        return *slot;
    const char *class_name, *method;
    function_names(g, maker, &class_name, &method);
    const Numbers *owners = function_pages(g, maker);
    u32 page = *slot = g->pages.count;
    graph_add_page(g, PAGE_DIALOG, arena_printf(&g->arena, "%s.%s (dialog)", class_name, method), NULL);
    g->pages.items[page].maker = maker;
    g->pages.items[page].shown.owner = owners ? owners->items[0] : GRAPH_NONE;
    return page;
}
