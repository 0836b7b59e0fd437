/*
 * What the files of this layer share. The graph is made in this order:
 *
 *   world.c     classes of app and framework, who is below whom
 *   scan.c      one walk over each method: calls, constants, flows
 *   annotations.c  what annotations declare: layouts, views, handlers
 *   atoms.c     what may reach where: types, resource numbers, views
 *   calls.c     call sites become edges between functions
 *   selves.c    calls of an object's own methods
 *   callbacks.c calls that the framework makes (callback_table.c)
 *   xml.c       layouts, menus and preference screens as lists of widgets
 *   pages.c     pages, and which of them a function works for
 *   widgets.c   widgets on their pages
 *   bind.c      listeners on widgets, texts set in code
 *   jumps.c     pages opened by functions, widgets or by themselves
 *
 * and then only read, or added to (learn.c).
 */
#ifndef GRAPH_INTERNAL_H
#define GRAPH_INTERNAL_H

#include "apk/axml.h"
#include "apk/manifest.h"
#include "apk/resources.h"
#include "base/map.h"
#include "code/source.h"
#include "graph/graph.h"
#include "report/trace.h"

/* ---- lists that grow ---------------------------------------------------------- */

#define LIST(Type) struct { Type *items; u32 count, room; }
typedef LIST(u32) Numbers;

/* The next place of a list, zeroed. */
#define list_add(list)                                                                                            \
    (list_grow((void **)&(list)->items, (list)->count, &(list)->room, sizeof *(list)->items), &(list)->items[(list)->count++])
#define list_free(list) (free((list)->items), (list)->items = NULL, (list)->count = (list)->room = 0)
void list_grow(void **items, u32 count, u32 *room, size_t size);
bool numbers_have(const Numbers *numbers, u32 n);
/* False when it was there. */
bool numbers_add_new(Numbers *numbers, u32 n);

/* A set of keys of three words, each with a number: open addressing. */
typedef struct KeyEntry {
    u64 a, b, c;
    u32 value;
    bool used;
} KeyEntry;
typedef struct KeyTable {
    KeyEntry *entries;
    u32 size, count;
} KeyTable;
/* The value's place, made with GRAPH_NONE when the key is new. Valid until the next call. */
u32 *key_slot(KeyTable *table, u64 a, u64 b, u64 c);
/* GRAPH_NONE: not there. */
u32 key_find(const KeyTable *table, u64 a, u64 b, u64 c);

/* ---- classes and functions -------------------------------------------------------- */

typedef struct ClassInfo {
    const Symbol *name;
    ClassDef *def;                  /* NULL: neither app nor framework has it */
    struct ClassInfo *super, **interfaces;
    u32 interface_count, number;
    bool in_app, library;           /* library: in the app's file, but a known library's */
    bool made;                      /* an object of exactly this class may exist */
    bool linking;
    u32 walk;                       /* the last walk over classes that came by */
    u32 first_function;             /* of the app's classes */
    LIST(struct ClassInfo *) below; /* the app's classes directly below */
    LIST(struct ClassInfo *) above; /* itself, then all classes and interfaces above it, each once */
    Numbers pages;                  /* pages whose class is this one or below it */
} ClassInfo;

typedef struct Function {
    ClassInfo *owner;
    const MethodDef *def;
    const Code *code;               /* NULL: none, or damaged */
    u32 first_node;                 /* one for each argument register, then the result */
    u16 argument_registers;
    u32 first_edge;                 /* plus one; 0: none */
    u32 first_site, site_count;
    Numbers users;                  /* pages whose code reaches it; only where somebody asked */
} Function;

typedef enum EdgeKind { EDGE_CALL, EDGE_IMPLICIT, EDGE_GUESS } EdgeKind;

typedef struct Edge {
    u32 to, next;
    u32 guard;                      /* 0: none */
    u8 kind;
} Edge;

/* ---- what may reach where ------------------------------------------------------------ */

/*
 * A view that was found by its resource's number is the number itself, where a
 * view is expected; a preference found by its key is the text.
 */
typedef enum AtomKind { ATOM_TYPE, ATOM_LAMBDA, ATOM_NUMBER, ATOM_TEXT, ATOM_CLASS, ATOM_MADE } AtomKind;

typedef struct Atom {
    AtomKind kind;
    u32 number;                     /* NUMBER: resource; LAMBDA: function; MADE: unit in origin */
    u32 origin;                     /* function that names it, for CLASS, TEXT and MADE */
    u32 guard;                      /* at that place */
    const void *of;                 /* ClassInfo or Symbol */
} Atom;

typedef struct Node {
    u32 *atoms;
    u32 out, sites;                 /* first flow, first call that dispatches on it; plus one */
    u16 count, room, done;
    bool unknown, queued;           /* unknown: values may come from outside */
} Node;

typedef struct FlowLink {
    u32 to, next;
} FlowLink;

typedef struct Site {
    const Ref *ref;
    u32 function, unit;
    u32 first_arg;                  /* in arg_nodes: a node for each argument register; 0: nothing known */
    u32 result;                     /* node or 0 */
    u32 guard, next;                /* next: on the same receiver */
    u16 arg_count;
    u8 op;
    bool found;                     /* leads to a function of the app */
    u8 ambiguity;                   /* of a call of one's own: 0 not asked yet, 1 no, 2 yes */
} Site;

/* A thing that a function's code names, wherever it flows. */
typedef enum FactKind { FACT_RESOURCE, FACT_NEW } FactKind;
typedef struct Fact {
    FactKind kind;
    u32 function, guard, unit;
    u32 number;                     /* FACT_RESOURCE */
    ClassInfo *class;               /* FACT_NEW */
} Fact;

/* A method that an annotation declares to handle a view. */
typedef struct DeclaredHandler {
    u32 function, view;             /* view: resource */
    const char *event;
} DeclaredHandler;

/* ---- the interface of the app ------------------------------------------------------------ */

typedef enum ResourceKind { RES_OTHER, RES_LAYOUT, RES_MENU, RES_XML, RES_ID, RES_STRING, RES_ARRAY } ResourceKind;

/* An element of a layout, menu or preference screen, before it is on a page. */
typedef struct XmlWidget {
    const char *tag;
    u32 id;                         /* resource, or 0 */
    const char *id_name, *text, *description, *hint, *icon, *on_click, *file;
    const char *fragment;           /* a fragment's class that it shows or opens */
    const char *target_class, *target_action;   /* a preference's intent */
    u32 menu;                       /* of a navigation view */
    bool on_bar;                    /* a menu item that is shown in the action bar */
    bool plain;                     /* a container that says nothing */
} XmlWidget;

typedef struct XmlScreen {
    WidgetOrigin origin;
    u32 files;                      /* that it was put together from */
    LIST(XmlWidget) widgets;
} XmlScreen;

typedef struct Widget {
    GraphWidget shown;
    u32 id;                         /* resource, or 0 */
    i64 item;                       /* what getId or getItemId answers; -1: unknown */
    bool plain;                     /* says nothing: kept only when it has a handler */
    u32 made_function, made_unit;   /* code: where; GRAPH_NONE */
    LIST(GraphHandler) handlers;
    u32 cost, direct;               /* to the frame: by any way, by calls alone */
    u32 best_handler, best_callee;  /* of the direct way; no callee: the handler is the frame */
} Widget;

typedef struct Page {
    GraphPage shown;
    ClassInfo *class;               /* NULL: a menu, or a dialog made in code */
    u32 maker;                      /* the function that makes a menu or dialog; GRAPH_NONE */
    Numbers widgets;
    Numbers roots;                  /* functions that run when the page is opened, left or turned */
    u32 cost, direct, best_root;    /* to the frame, as a widget's */
    u32 from_start;                 /* cost from the start of the app */
    u32 came_by;                    /* the jump on that way; GRAPH_NONE: it starts here */
} Page;

typedef struct Opening {            /* a function's code opens a page */
    u32 function, page, guard, next;
} Opening;

/* As in the source; made when somebody asks. */
typedef struct FunctionName {
    const char *class_name, *method;
} FunctionName;

struct Graph {
    Arena arena;                    /* names, code, texts */
    CodeStore store;
    Source *app, *framework;
    Zip *zip;
    Manifest *manifest;
    Mapping *mapping;
    Buf app_table, framework_table;
    Arsc *app_arsc, *framework_arsc;
    Resources *resources;
    Arena scratch;                  /* a method at a time */

    Map classes;                    /* name -> ClassInfo */
    LIST(ClassInfo *) class_list;
    u32 class_walk, link_depth;
    KeyTable members;               /* class, name, descriptor -> index of the method */
    KeyTable overrides;             /* class, class -> place in override_lists */
    LIST(Numbers) override_lists;
    LIST(Function) functions;
    LIST(Edge) edges;
    KeyTable edge_table;
    LIST(Numbers) guards;           /* 0: none */

    LIST(Atom) atoms;
    KeyTable atom_table;
    LIST(Node) nodes;               /* 0: nothing */
    LIST(FlowLink) flows;
    KeyTable flow_table;
    Numbers queue;
    KeyTable field_nodes;
    LIST(Site) sites;               /* 0: nothing */
    Numbers arg_nodes;
    LIST(Fact) facts;               /* 0: nothing */
    LIST(DeclaredHandler) declared;
    Map suffixes;                   /* texts that reflection puts behind class names */

    u8 resource_kinds[1 << 16];     /* by package and type: ResourceKind plus one */
    Map screens;                    /* resource -> XmlScreen */
    LIST(Page) pages;
    LIST(Widget) widgets;
    LIST(GraphJump) jumps;
    KeyTable jump_table;
    LIST(Opening) openings;
    Numbers function_openings;      /* first of each function, plus one */
    KeyTable dialog_pages;          /* maker -> page */

    LIST(FunctionName) names;
    Numbers marks;                  /* of functions, while they are walked: the walk's number */
    u32 epoch;
    Numbers targets;
    Numbers costs, direct;          /* of functions, to the frame: by any way, by calls alone */
    Numbers nexts;                  /* of functions: the next call of the direct way */
    LIST(char *) notes;
    GraphMissed missed;
};

/* world.c */
char *with_separator(const char *name, char from, char to);    /* a.b.C to a/b/C; the caller frees */
int world_open(Graph *g);
ClassInfo *class_named(Graph *g, const Symbol *name);
ClassInfo *class_text(Graph *g, const char *name);      /* with slashes or dots */
bool class_is(const ClassInfo *c, const ClassInfo *super);
bool class_is_named(const ClassInfo *c, const char *super);
bool name_is_library(const Graph *g, const char *dotted);
bool class_beyond(const ClassInfo *c);                  /* framework or library: its callers are not the app's code */
const char *class_dotted(Graph *g, const ClassInfo *c); /* as in the source */
ClassInfo *class_outer(Graph *g, const ClassInfo *c);   /* "a/B" of "a/B$1", if the app has it */
/* The method as an object of class c has it: a function, or GRAPH_NONE. *holder (may be NULL): the class that declares it, or NULL. */
u32 function_resolve(Graph *g, ClassInfo *c, const Symbol *name, const Symbol *descriptor, ClassInfo **holder);
u32 function_in(Graph *g, const ClassInfo *c, const Symbol *name, const Symbol *descriptor);
/* The functions of an object of class c that code beyond the app may call, knowing it as a `known`. */
const Numbers *class_overrides(Graph *g, ClassInfo *c, ClassInfo *known);
/* Every function below or at class c that answers to the method, in classes of which objects are made. */
void class_dispatch_all(Graph *g, ClassInfo *c, const Symbol *name, const Symbol *descriptor, Numbers *out);
void graph_add_note(Graph *g, const char *format, ...) PRINTF_LIKE(2, 3);

/* values.c: which definition a register holds, at each instruction of a method */
typedef struct Values {
    const Code *code;
    struct Flow *flow;
    u32 registers, units;
    u32 *entry, *leave;             /* per block and register */
} Values;
/* 0: nothing; 1 + unit: defined there; then arguments; then joins of a block and register. */
static inline u32 value_of_argument(const Values *v, u32 reg) { return 1 + v->units + reg; }
static inline u32 value_of_join(const Values *v, u32 block, u32 reg) { return 1 + v->units + v->registers * (1 + block) + reg; }
static inline bool value_is_definition(const Values *v, u32 value) { return value && value <= v->units; }
void values_at(const Values *v, u32 unit, u32 *state);   /* just before a unit */
int values_find(Values *out, const Code *code, Arena *arena);
/* Applies one instruction to the registers' values. */
void values_step(const Values *v, u32 *state, u32 unit);

/* guards.c: for each block, the guard that it runs under (0: none); NULL: no block has one */
u32 *guards_find(Graph *g, const Values *values, Arena *arena);
bool guard_allows(const Graph *g, u32 guard, i64 item);
/* Texts as guards: what a preference's key counts as. */
u32 guard_of_text(const char *text);
/* The int that a value surely is, from a constant or a constant field. */
bool value_constant(Graph *g, const Values *values, u32 value, i32 *out);

/* scan.c */
void scan_functions(Graph *g);
void graph_add_fact(Graph *g, Fact fact);
u32 field_node(Graph *g, ClassInfo *c, const Symbol *name);

/* annotations.c */
void annotations_read(Graph *g);

/* atoms.c */
u32 node_new(Graph *g);
u32 atom_number(Graph *g, Atom atom);
void node_add_atom(Graph *g, u32 node, u32 atom);
void node_add_flow(Graph *g, u32 from, u32 to);
void node_set_unknown(Graph *g, u32 node);
void atoms_settle(Graph *g);

/* calls.c */
void site_dispatch(Graph *g, u32 site, u32 atom);
void calls_resolve(Graph *g);
void calls_guess(Graph *g);
void graph_add_edge(Graph *g, u32 from, u32 to, EdgeKind kind, u32 guard);
/* The i-th atom of an argument register; false past the last. */
bool site_atom(const Graph *g, const Site *site, u32 argument, u32 i, const Atom **out);

/* The int that an argument surely is. */
bool site_constant(Graph *g, const Site *site, u32 argument, i32 *out);
/* What a text or a string resource says; NULL: it is neither. */
const char *atom_text(Graph *g, const Atom *atom);

/* selves.c */
bool site_is_self(const Graph *g, const Site *site);
bool site_is_ambiguous(Graph *g, Site *site);
/* The functions that a function surely reaches by calls of its own methods, when its object is a `self`. */
void self_targets(Graph *g, u32 function, ClassInfo *self, i64 item, Numbers *out);
bool class_has_selves(const ClassInfo *c);

/* callback_table.c */
/* The event that a listener type tells ("click"), or NULL: no user's event. */
const char *listener_event(const ClassInfo *type);
/* Methods of the receiver that run after this call: names apart by blanks, "*" for all; NULL: none. */
const char *receiver_callbacks(const ClassInfo *holder, const char *method);
/* An overridden method of a page that a user causes: "key", "list item" …; NULL: the page's own life. */
const char *page_event(const char *method);
bool is_container(const ClassInfo *type);
bool name_in(const char *names, const char *name);

/* callbacks.c, broadcasts.c */
void callbacks_add(Graph *g);
void broadcasts_add(Graph *g);
/* Visits the functions that a call beyond the app makes of its arguments: those of listeners with their event, others with NULL. */
typedef void (*CallbackVisitor)(void *context, u32 function, const char *event);
void site_each_callback(Graph *g, const Site *site, CallbackVisitor visit, void *context);
/* The holder of a called method if it lies beyond the app, else NULL. */
ClassInfo *site_beyond(Graph *g, const Site *site);

/* xml.c */
int resources_of_app(Graph *g);
ResourceKind resource_kind(Graph *g, u32 id);
const char *resource_entry_name(Graph *g, u32 id);
const char *resource_text(Graph *g, u32 id);            /* a string's text, an array's first items; NULL: none */
const XmlScreen *xml_screen(Graph *g, u32 id);          /* NULL: there is none */

/* pages.c */
void graph_find_pages(Graph *g);
u32 graph_add_page(Graph *g, PageKind kind, const char *name, ClassInfo *class);
u32 page_of_class(const Graph *g, const ClassInfo *c);
/* The pages that a function works for; NULL: unknown. */
const Numbers *function_pages(Graph *g, u32 function);
void graph_find_users(Graph *g);
u32 graph_dialog_page(Graph *g, u32 maker);                   /* made when it is not there yet */
/* The functions that the class of a page adds or inherits, out of the app's code. */
void page_each_function(Graph *g, const Page *page, void (*visit)(void *context, u32 function, bool overrides), void *context);

/* widgets.c */
void graph_find_widgets(Graph *g);
u32 graph_add_widget(Graph *g, u32 page, const GraphWidget *facts);
void graph_add_handler(Graph *g, u32 widget, u32 function, const char *event);
/* The same, with what the function surely calls of its own object, a `self`. */
void graph_add_handler_of(Graph *g, u32 widget, u32 function, ClassInfo *self, const char *event);
u32 graph_pseudo_widget(Graph *g, u32 page, const char *label, const char *class_name, WidgetOrigin origin);
u32 graph_menu_page(Graph *g, u32 owner, u32 maker, const char *what);

/* bind.c */
void graph_find_dialogs(Graph *g);
void bind_listeners(Graph *g);

/* jumps.c */
void graph_find_openings(Graph *g);
void graph_find_jumps(Graph *g);
bool graph_add_jump(Graph *g, GraphJump jump);

/* reach.c: functions that calls reach without guesses, the first ones included */
void reach_from(Graph *g, const Numbers *roots, u32 depth, Numbers *out);
/* The same from a handler that was called for an item: what getId answers there; -1: unknown. */
void reach_handler(Graph *g, u32 handler, i64 item, u32 depth, Numbers *out);
/* Does the edge's code run when a handler was called for this item? */
bool edge_allowed(const Graph *g, const Edge *edge, i64 item);
/* The same function of a class above: its guards hold for the item, too. */
bool edge_keeps_item(const Graph *g, u32 from, const Edge *edge);

/*
 * distance.c. A cost is one number whose parts add up: operations and guesses (a
 * guess weighs as much as two operations), then guesses, then calls.
 */
enum { COST_CALL = 1, COST_GUESS = (2 << 20) + (1 << 14), COST_OPERATION = 1 << 20 };
#define COST_NEVER 0xffffffffu
static inline u32 cost_add(u32 a, u32 b) { return a >= COST_NEVER - b ? COST_NEVER : a + b; }
GraphDistance cost_parts(u32 cost);
void graph_find_distances(Graph *g);

/* write_text.c */
void graph_write_function(Buf *out, const Graph *g, u32 function);

/* frame.c */
void function_names(const Graph *g, u32 function, const char **class_name, const char **method);

#endif
