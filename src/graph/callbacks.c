/*
 * Calls that the framework (or a known library) makes for the app. Whoever hands
 * an object to code beyond the app lets it call what the object's class overrides
 * of the type that this code knows: Runnable.run, ListAdapter.getView. That rule
 * needs no list; what it cannot see stands in callback_table.c.
 *
 * A listener for a user's event is no call of the function that sets it: bind.c
 * ties it to its widget.
 */
#include "code/descriptor.h"
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

/* Types that say too little: knowing an object as one of them, nobody calls back. */
static bool tells_nothing(const ClassInfo *type)
{
    return name_in("java/lang/Object java/lang/String java/lang/CharSequence java/lang/Class java/io/Serializable android/os/Parcelable "
                   "android/content/Context android/content/ContextWrapper android/app/Activity android/app/Application android/app/Service "
                   "android/app/Fragment android/support/v4/app/Fragment androidx/fragment/app/Fragment android/support/v4/app/FragmentActivity "
                   "android/support/v7/app/AppCompatActivity androidx/fragment/app/FragmentActivity androidx/appcompat/app/AppCompatActivity "
                   "android/content/Intent android/view/LayoutInflater java/lang/Throwable java/lang/Exception",
                   type->name->text);
}

/* The function, and what it surely calls of its own object. */
static void visit_of_class(Graph *g, u32 function, ClassInfo *self, const char *event, CallbackVisitor visit, void *context)
{
    visit(context, function, event);
    if (!class_has_selves(self))
        return;
    Numbers targets = { 0 };
    self_targets(g, function, self, -1, &targets);
    for (u32 i = 0; i < targets.count; i++)
        visit(context, targets.items[i], event);
    list_free(&targets);
}

static void visit_argument(Graph *g, const Site *site, u32 argument, ClassInfo *known, CallbackVisitor visit, void *context)
{
    const Atom *atom;
    const char *event = listener_event(known);
    for (u32 i = 0; site_atom(g, site, argument, i, &atom); i++) {
        if (atom->kind == ATOM_LAMBDA)
            visit(context, atom->number, event);
        if (atom->kind != ATOM_TYPE || ((const ClassInfo *)atom->of)->library || !class_is(atom->of, known))
            continue;
        const Numbers *functions = class_overrides(g, (ClassInfo *)atom->of, known);
        for (u32 k = 0; k < functions->count; k++)
            visit_of_class(g, functions->items[k], (ClassInfo *)atom->of, event, visit, context);
    }
}

static void visit_receiver(Graph *g, const Site *site, ClassInfo *holder, CallbackVisitor visit, void *context)
{
    const char *names = receiver_callbacks(holder, site->ref->name->text);
    const Atom *atom;
    for (u32 i = 0; names && site->op != OP_INVOKE_STATIC && site_atom(g, site, 0, i, &atom); i++) {
        if (atom->kind != ATOM_TYPE || ((const ClassInfo *)atom->of)->library)
            continue;
        const Numbers *functions = class_overrides(g, (ClassInfo *)atom->of, holder);
        for (u32 k = 0; k < functions->count; k++) {
            const char *name = g->functions.items[functions->items[k]].def->name->text;
            if ((names[0] == '*' && !page_event(name)) || name_in(names, name))
                visit_of_class(g, functions->items[k], (ClassInfo *)atom->of, NULL, visit, context);
        }
    }
}

void site_each_callback(Graph *g, const Site *site, CallbackVisitor visit, void *context)
{
    ClassInfo *holder = site_beyond(g, site);
    if (!holder)
        return;
    u32 argument = site->op == OP_INVOKE_STATIC ? 0 : 1;
    const char *p = site->ref->descriptor->text;
    for (p += *p == '('; *p && *p != ')' && argument < site->arg_count; p = descriptor_next(p)) {
        if (*p == 'L') {
            ClassInfo *known = class_named(g, symbol_n(&g->store.symbols, p + 1, strcspn(p + 1, ";")));
            if (class_beyond(known) && !tells_nothing(known))
                visit_argument(g, site, argument, known, visit, context);
        }
        argument += kind_is_wide(*p) ? 2 : 1;
    }
    visit_receiver(g, site, holder, visit, context);
}

/* ---- calls that name nobody: providers, reflection --------------------------------------- */

static void call_named(Graph *g, const Site *site, const ClassInfo *c, const char *method, EdgeKind kind)
{
    for (u32 i = 0; c->in_app && i < c->def->method_count; i++)
        if (symbol_is(c->def->methods[i].name, method) && c->def->methods[i].has_code)
            graph_add_edge(g, site->function, c->first_function + i, kind, site->guard);
}

static void call_providers(Graph *g, const Site *site)
{
    for (u32 i = 0; i < g->manifest->component_count; i++)
        if (g->manifest->components[i].kind == COMPONENT_PROVIDER)
            call_named(g, site, class_text(g, g->manifest->components[i].name), site->ref->name->text, EDGE_GUESS);
}

/* The class that an object of class Class stands for, as far as it is written down. */
static ClassInfo *reflected_class(Graph *g, const Atom *atom)
{
    if (atom->kind == ATOM_CLASS)
        return (ClassInfo *)atom->of;
    const Symbol *text = atom->of;
    if (atom->kind != ATOM_TEXT || !strchr(text->text, '.') || strchr(text->text, ' '))
        return NULL;
    ClassInfo *c = class_text(g, text->text);
    return c->in_app ? c : NULL;
}

static void call_by_reflection(Graph *g, const Site *site)
{
    const Atom *receiver, *name;
    for (u32 i = 0; site_atom(g, site, 0, i, &receiver); i++) {
        ClassInfo *c = reflected_class(g, receiver);
        if (!c)
            continue;
        if (name_in("newInstance getConstructor getDeclaredConstructor", site->ref->name->text))
            call_named(g, site, c, "<init>", EDGE_IMPLICIT);
        for (u32 k = 0; name_in("getMethod getDeclaredMethod", site->ref->name->text) && site_atom(g, site, 1, k, &name); k++)
            if (name->kind == ATOM_TEXT)
                call_named(g, site, c, ((const Symbol *)name->of)->text, EDGE_IMPLICIT);
    }
}

/* ---- all of them --------------------------------------------------------------------------- */

typedef struct Adding {
    Graph *g;
    const Site *site;
} Adding;

static void add_call(void *context, u32 function, const char *event)
{
    Adding *a = context;
    bool broadcast = symbol_is(a->g->functions.items[function].def->name, "onReceive");    /* registering calls nobody: broadcasts.c */
    if (!event)
        graph_add_edge(a->g, a->site->function, function, broadcast ? EDGE_GUESS : EDGE_IMPLICIT, a->site->guard);
}

void callbacks_add(Graph *g)
{
    for (u32 i = 1; i < g->sites.count; i++) {
        const Site *site = &g->sites.items[i];
        if (g->functions.items[site->function].owner->library)
            continue;       /* what a library does with itself is read from its code */
        site_each_callback(g, site, add_call, &(Adding){ g, site });
        if (symbol_is(site->ref->owner, "android/content/ContentResolver"))
            call_providers(g, site);
        if (symbol_is(site->ref->owner, "java/lang/Class"))
            call_by_reflection(g, site);
    }
}
