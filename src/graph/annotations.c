/*
 * What annotations tell about the interface. Libraries that bind views at run
 * time read resource numbers from them:
 *
 *   @ContentView(R.layout.main) class Main …      the page shows the layout
 *   @InjectView(R.id.save) Button save;           the field holds the view
 *   @OnClick(R.id.save) void save() …             the method handles its clicks
 *
 * No library is known by name: a resource's number says by its kind what it is
 * for, and a method's annotation says in its name which event it means.
 */
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

typedef void (*NumberVisitor)(void *context, const Annotation *annotation, u32 number);

static void visit_value(const Annotation *annotation, const AnnotationValue *value, NumberVisitor visit, void *context)
{
    if (value->tag == 'I')
        visit(context, annotation, (u32)value->bits);
    for (u32 i = 0; value->tag == '[' && i < value->count; i++)
        if (value->items[i].tag == 'I')
            visit(context, annotation, (u32)value->items[i].bits);
}

static void visit_numbers(const AnnotationSet *set, NumberVisitor visit, void *context)
{
    for (u32 i = 0; i < set->count; i++)
        for (u32 k = 0; k < set->items[i].count; k++)
            visit_value(&set->items[i], &set->items[i].elements[k].value, visit, context);
}

typedef struct Annotated {
    Graph *g;
    u32 function;       /* of a class: any of its functions; of a method: it */
    u32 node;           /* of a field */
} Annotated;

static void take_layout(void *context, const Annotation *annotation, u32 number)
{
    Annotated *a = context;
    ResourceKind kind = resource_kind(a->g, number);
    if (kind == RES_LAYOUT || kind == RES_MENU || kind == RES_XML)
        graph_add_fact(a->g, (Fact){ .kind = FACT_RESOURCE, .number = number, .function = a->function });
}

static void take_view(void *context, const Annotation *annotation, u32 number)
{
    Annotated *a = context;
    if (resource_kind(a->g, number) == RES_ID)
        node_add_atom(a->g, a->node, atom_number(a->g, (Atom){ .kind = ATOM_NUMBER, .number = number }));
}

static const char *event_of(const Annotation *annotation)
{
    static const struct { const char *part, *event; } events[] = {
        { "ItemLongClick", "long click item" }, { "LongClick", "long click" }, { "ItemClick", "click item" }, { "ItemSelected", "select" },
        { "Click", "click" }, { "Touch", "touch" }, { "Checked", "toggle" }, { "TextChange", "type" }, { "EditorAction", "type" },
        { "FocusChange", "focus" }, { "PageChange", "swipe" },
    };
    for (size_t i = 0; i < COUNT_OF(events); i++)
        if (strstr(annotation->type->text, events[i].part))
            return events[i].event;
    return NULL;
}

static void take_handler(void *context, const Annotation *annotation, u32 number)
{
    Annotated *a = context;
    const char *event = event_of(annotation);
    if (event && resource_kind(a->g, number) == RES_ID)
        *list_add(&a->g->declared) = (DeclaredHandler){ a->function, number, event };
}

static void read_class(Graph *g, ClassInfo *c)
{
    AnnotationSet set;
    Annotated a = { .g = g, .function = c->first_function };
    if (c->def->method_count && !class_annotations(c->def, &g->scratch, &set))
        visit_numbers(&set, take_layout, &a);
    for (u32 i = 0; i < c->def->field_count; i++)
        if (!field_annotations(c->def, &c->def->fields[i], &g->scratch, &set) && set.count) {
            a.node = field_node(g, c, c->def->fields[i].name);
            visit_numbers(&set, take_view, &a);
        }
    for (u32 i = 0; i < c->def->method_count; i++)
        if (!method_annotations(c->def, &c->def->methods[i], &g->scratch, &set) && set.count) {
            a.function = c->first_function + i;
            visit_numbers(&set, take_handler, &a);
        }
}

void annotations_read(Graph *g)
{
    for (u32 i = 0; i < g->class_list.count; i++) {
        ArenaMark mark = arena_mark(&g->scratch);
        if (g->class_list.items[i]->in_app && !g->class_list.items[i]->library)
            read_class(g, g->class_list.items[i]);
        arena_release(&g->scratch, mark);
    }
}
