/*
 * Listeners on widgets. A call that hands a listener to code beyond the app tells
 * by its receiver which widget it is for:
 *
 *   a view or preference that was found by id or key   the widget of that id
 *   a view made in code                                a widget of its own
 *   a builder of dialogs                               a button of the dialog
 *   anything else                                      a widget without a name
 *
 * Texts that code sets on a widget are taken the same way.
 */
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

const char *atom_text(Graph *g, const Atom *atom)
{
    if (atom->kind == ATOM_TEXT)
        return ((const Symbol *)atom->of)->text;
    ResourceKind kind = atom->kind == ATOM_NUMBER ? resource_kind(g, atom->number) : RES_OTHER;
    return kind == RES_STRING || kind == RES_ARRAY ? resource_text(g, atom->number) : NULL;
}

static const char *argument_text(Graph *g, const Site *site)
{
    const Atom *atom;
    for (u32 argument = 1; argument < site->arg_count; argument++)
        for (u32 i = 0; site_atom(g, site, argument, i, &atom); i++) {
            const char *text = atom_text(g, atom);
            if (text)
                return text;
        }
    return NULL;
}

static const char *where(Graph *g, u32 function)
{
    const char *class_name, *method;
    function_names(g, function, &class_name, &method);
    return arena_printf(&g->arena, "%s.%s", class_name, method);
}

static const char *simple_name(const char *name)
{
    const char *simple = name;
    for (const char *c = name; *c; c++)
        if (*c == '/' || *c == '.')
            simple = c + 1;
    return simple;
}

/* ---- which widgets a receiver is ------------------------------------------------------------ */

/* On the page itself, or on a dialog or menu above it. */
static bool is_on(const Graph *g, u32 page, const Numbers *pages)
{
    return numbers_have(pages, page) || (g->pages.items[page].shown.owner != GRAPH_NONE && numbers_have(pages, g->pages.items[page].shown.owner));
}

static bool answers_to(const Widget *w, const Atom *atom, const char *text)
{
    if (atom->kind == ATOM_NUMBER && w->id == atom->number && w->id)
        return true;
    return text && w->shown.origin == WIDGET_PREFERENCE && w->shown.id && !strcmp(w->shown.id, text);
}

static void find_by_id(Graph *g, const Atom *atom, const Numbers *pages, Numbers *out)
{
    const char *text = atom_text(g, atom);
    u32 before = out->count;
    for (u32 i = 0; i < g->widgets.count; i++)
        if (answers_to(&g->widgets.items[i], atom, text) && pages && is_on(g, g->widgets.items[i].shown.page, pages))
            numbers_add_new(out, i);
    for (u32 i = 0; i < g->widgets.count && out->count == before; i++)
        if (answers_to(&g->widgets.items[i], atom, text))
            numbers_add_new(out, i);
    if (out->count > before || atom->kind != ATOM_NUMBER || resource_kind(g, atom->number) != RES_ID || !pages)
        return;
    for (u32 i = 0; i < pages->count; i++) {    /* no layout of these pages shows it */
        u32 widget = graph_add_widget(g, pages->items[i], &(GraphWidget){ .origin = WIDGET_CODE, .id = resource_entry_name(g, atom->number), .class_name = "View" });
        g->widgets.items[widget].id = atom->number;
        g->widgets.items[widget].item = atom->number;
        *list_add(out) = widget;
    }
}

static void find_made(Graph *g, const Atom *atom, const Numbers *pages, Numbers *out)
{
    u32 before = out->count;
    for (u32 i = 0; i < g->widgets.count; i++)
        if (g->widgets.items[i].made_function == atom->origin && g->widgets.items[i].made_unit == atom->number)
            *list_add(out) = i;
    for (u32 i = 0, found = out->count - before; !found && pages && i < pages->count; i++) {
        const ClassInfo *c = atom->of;
        u32 widget = graph_add_widget(g, pages->items[i], &(GraphWidget){ .origin = WIDGET_CODE, .class_name = simple_name(c->in_app ? class_dotted(g, c) : c->name->text),
                                                                    .where = where(g, atom->origin) });
        g->widgets.items[widget].made_function = atom->origin;
        g->widgets.items[widget].made_unit = atom->number;
        *list_add(out) = widget;
    }
}

/* A view of the app's own class that sets its own listeners. */
static void find_by_class(Graph *g, const ClassInfo *c, const Numbers *pages, Numbers *out)
{
    if (!pages || c->library || !(class_is_named(c, "android/view/View") || class_is_named(c, "android/preference/Preference")))
        return;
    char *name = with_separator(c->name->text, '/', '.');   /* as a layout writes it */
    for (u32 i = 0; i < g->widgets.count; i++)
        if (g->widgets.items[i].shown.class_name && !strcmp(g->widgets.items[i].shown.class_name, name) && is_on(g, g->widgets.items[i].shown.page, pages))
            numbers_add_new(out, i);
    free(name);
}

static void find_receivers(Graph *g, const Site *site, Numbers *out)
{
    const Numbers *pages = function_pages(g, site->function);
    const Atom *atom;
    for (u32 i = 0; site->op != OP_INVOKE_STATIC && site_atom(g, site, 0, i, &atom); i++) {
        if (atom->kind == ATOM_NUMBER || atom->kind == ATOM_TEXT)
            find_by_id(g, atom, pages, out);
        else if (atom->kind == ATOM_MADE)
            find_made(g, atom, pages, out);
        else if (atom->kind == ATOM_TYPE)
            find_by_class(g, atom->of, pages, out);
    }
}

/* ---- dialogs ----------------------------------------------------------------------------------- */

static bool is_dialog_maker(const ClassInfo *c)
{
    const char *name = c->name->text;
    size_t length = strlen(name);
    return (length > 15 && !strcmp(name + length - 15, "Dialog$Builder")) || strstr(name, "AlertDialog") || strstr(name, "DialogBuilder")
        || strstr(name, "PickerDialog") || (length > 14 && !strcmp(name + length - 14, "Dialog$Builder"));
}

static const char *dialog_part(const char *method)
{
    static const struct { const char *method, *part; } parts[] = {
        { "setPositiveButton", "OK" }, { "setNegativeButton", "Cancel" }, { "setNeutralButton", "Other" }, { "setButton*", "Button" },
        { "setItems setAdapter setCursor setSingleChoiceItems setMultiChoiceItems setOnItemSelectedListener", "Items" },
        { "setOnCancelListener setOnDismissListener", "Back" }, { "setOnKeyListener", "key" },
    };
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (name_in(parts[i].method, method))
            return parts[i].part;
    return "OK";
}

static u32 dialog_widget(Graph *g, const Site *site)
{
    const char *part = dialog_part(site->ref->name->text), *text = strcmp(part, "Back") ? argument_text(g, site) : NULL;
    bool key = !strcmp(part, "Back") || !strcmp(part, "key");
    return graph_pseudo_widget(g, graph_dialog_page(g, site->function), text ? text : part, key ? "key" : !strcmp(part, "Items") ? "ListView" : "Button",
                         key ? WIDGET_KEY : WIDGET_CODE);
}

/* ---- binding ------------------------------------------------------------------------------------ */

typedef struct Binding {
    Graph *g;
    const Site *site;
    ClassInfo *holder;
    Numbers widgets;        /* found for this call, once */
    bool searched;
} Binding;

static void nameless_widgets(Binding *b)
{
    const Numbers *pages = function_pages(b->g, b->site->function);
    const char *class_name = simple_name(b->holder->name->text);
    for (u32 i = 0; pages && i < pages->count; i++)
        *list_add(&b->widgets) = graph_add_widget(b->g, pages->items[i], &(GraphWidget){ .origin = WIDGET_CODE, .class_name = class_name,
                                                                                    .where = where(b->g, b->site->function) });
}

static void bind(void *context, u32 function, const char *event)
{
    Binding *b = context;
    if (!event)
        return;
    if (!b->searched) {
        b->searched = true;
        if (is_dialog_maker(b->holder))
            *list_add(&b->widgets) = dialog_widget(b->g, b->site);
        else
            find_receivers(b->g, b->site, &b->widgets);
        if (!b->widgets.count)
            nameless_widgets(b);
    }
    for (u32 i = 0; i < b->widgets.count; i++)
        graph_add_handler(b->g, b->widgets.items[i], function, event);
}

/* setText, setHint … on a widget whose layout says nothing. */
static void take_text(Graph *g, const Site *site)
{
    const char *method = site->ref->name->text, *text;
    if (!name_in("setText setTitle setHint setContentDescription", method) || !(text = argument_text(g, site)) || !*text)
        return;
    Numbers widgets = { 0 };
    find_receivers(g, site, &widgets);
    for (u32 i = 0; i < widgets.count; i++) {
        GraphWidget *w = &g->widgets.items[widgets.items[i]].shown;
        const char **place = method[3] == 'H' ? &w->hint : method[3] == 'C' ? &w->description : &w->text;
        if (!*place)
            *place = text;
    }
    list_free(&widgets);
}

/* ---- widgets that say nothing and do nothing ------------------------------------------------------ */

static bool is_kept(const Widget *w)
{
    return !w->plain || w->handlers.count || w->shown.text || w->shown.description || w->shown.hint;
}

static void drop_plain(Graph *g)
{
    u32 *now = xcalloc(g->widgets.count + 1, sizeof *now), kept = 0;
    for (u32 i = 0; i < g->widgets.count; i++) {
        now[i] = is_kept(&g->widgets.items[i]) ? kept++ : GRAPH_NONE;
        if (now[i] == GRAPH_NONE)
            list_free(&g->widgets.items[i].handlers);
        else
            g->widgets.items[now[i]] = g->widgets.items[i];
    }
    g->widgets.count = kept;
    for (u32 i = 0; i < g->pages.count; i++) {
        Numbers *widgets = &g->pages.items[i].widgets;
        u32 left = 0;
        for (u32 k = 0; k < widgets->count; k++)
            if (now[widgets->items[k]] != GRAPH_NONE)
                widgets->items[left++] = now[widgets->items[k]];
        widgets->count = left;
    }
    for (u32 i = 0; i < g->jumps.count; i++)
        if (g->jumps.items[i].widget != GRAPH_NONE)
            g->jumps.items[i].widget = now[g->jumps.items[i].widget];
    free(now);
}

static void bind_declared(Graph *g)
{
    for (u32 i = 0; i < g->declared.count; i++) {
        const DeclaredHandler *d = &g->declared.items[i];
        Numbers widgets = { 0 };
        find_by_id(g, &(Atom){ .kind = ATOM_NUMBER, .number = d->view }, function_pages(g, d->function), &widgets);
        for (u32 k = 0; k < widgets.count; k++)
            graph_add_handler(g, widgets.items[k], d->function, d->event);
        list_free(&widgets);
    }
}

void bind_listeners(Graph *g)
{
    bind_declared(g);
    for (u32 i = 1; i < g->sites.count; i++) {
        const Site *site = &g->sites.items[i];
        ClassInfo *holder = g->functions.items[site->function].owner->library ? NULL : site_beyond(g, site);
        if (!holder)
            continue;
        Binding b = { .g = g, .site = site, .holder = holder };
        site_each_callback(g, site, bind, &b);
        list_free(&b.widgets);
        take_text(g, site);
    }
    drop_plain(g);
}

void graph_find_dialogs(Graph *g)
{
    for (u32 i = 1; i < g->sites.count; i++) {
        const Site *site = &g->sites.items[i];
        if (symbol_is(site->ref->name, "<init>") && !g->functions.items[site->function].owner->library
            && class_beyond(class_named(g, site->ref->owner)) && is_dialog_maker(class_named(g, site->ref->owner)))
            graph_dialog_page(g, site->function);
    }
}
