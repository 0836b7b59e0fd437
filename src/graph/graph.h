/*
 * The widget hierarchy graph of an app, from its file alone (CrPDroid, section
 * II-A): functions and their calls, pages (activities, fragments, dialogs,
 * menus) with their widgets, and jumps from page to page with the widget that
 * triggers them.
 *
 *   Graph *graph;
 *   if (graph_open(&graph, "app.apk", NULL)) …error_text()…
 *   if (graph_aim(graph, "the.app.Main$1.onClick") > 0)
 *       for each of graph_ways(): page, widget, page, widget, … frame
 *   graph_free(graph);
 *
 * Functions, pages, widgets and jumps are numbered from 0. What a run sees and
 * the graph lacks is added (graph_learn_*), and counted. Pointers that accessors
 * return are borrowed and hold until the next graph_learn_*.
 */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include "base/buf.h"

typedef struct Graph Graph;

enum { GRAPH_NONE = 0xffffffffu };

typedef struct GraphOptions {
    const char *boot_image;     /* the framework's classes; NULL: the one in the cache */
    const char *mapping;        /* an R8 or ProGuard mapping.txt, or NULL */
} GraphOptions;

/* Reads an APK. On success *out belongs to the caller: graph_free(). */
int graph_open(Graph **out, const char *apk, const GraphOptions *options);
void graph_free(Graph *graph);

/* ---- what is in it ----------------------------------------------------------- */

typedef struct GraphFunction {
    const char *class_name;     /* "the.app.Main$1", as in the source where a mapping says so */
    const char *method;         /* "<init>" for constructors */
    const char *descriptor;
    int first_line, last_line;  /* 0: unknown */
    bool library;               /* of a known library that the app carries */
} GraphFunction;

typedef enum PageKind { PAGE_ACTIVITY, PAGE_FRAGMENT, PAGE_DIALOG, PAGE_MENU, PAGE_SERVICE, PAGE_RECEIVER, PAGE_PROVIDER } PageKind;

typedef struct GraphPage {
    PageKind kind;
    const char *name;           /* unique: the class; a dialog or menu adds where it is made */
    const char *title;          /* what the manifest calls it, or NULL */
    u32 owner;                  /* of a menu or dialog: the page below it; GRAPH_NONE: stands alone */
    bool launcher;              /* the launcher starts it */
    bool outside;               /* the system may start it at any time: a receiver, a provider */
    bool learned;               /* seen at run time only */
    const char *screenshot;     /* a PNG's path, or NULL */
    const u32 *widgets;
    u32 widget_count;
} GraphPage;

typedef enum WidgetOrigin { WIDGET_LAYOUT, WIDGET_MENU, WIDGET_PREFERENCE, WIDGET_CODE, WIDGET_KEY, WIDGET_LEARNED } WidgetOrigin;

typedef struct GraphHandler {
    u32 function;               /* called when the widget is operated */
    const char *event;          /* "click", "long click", "type", "select", … */
} GraphHandler;

typedef struct GraphWidget {
    u32 page;
    WidgetOrigin origin;
    const char *id;             /* the resource's name, a preference's key; any text may be NULL */
    const char *text, *description, *hint, *icon;
    const char *class_name;     /* "Button", "the.app.Board" */
    const char *where;          /* "res/layout/main.xml", or the function that makes it */
    const GraphHandler *handlers;
    u32 handler_count;
} GraphWidget;

typedef struct GraphJump {
    u32 from, to;
    u32 widget;                 /* GRAPH_NONE: without a widget's help */
    const char *event;          /* what the user does with it; NULL without a widget */
    u32 function;               /* whose code opens the page; GRAPH_NONE: unknown */
    bool learned;
} GraphJump;

u32 graph_function_count(const Graph *graph);
u32 graph_page_count(const Graph *graph);
u32 graph_widget_count(const Graph *graph);
u32 graph_jump_count(const Graph *graph);
GraphFunction graph_function(const Graph *graph, u32 function);
const GraphPage *graph_page(const Graph *graph, u32 page);
const GraphWidget *graph_widget(const Graph *graph, u32 widget);
const GraphJump *graph_jump(const Graph *graph, u32 jump);
/* The page with this name, or GRAPH_NONE. */
u32 graph_find_page(const Graph *graph, const char *name);

typedef struct GraphCall {
    u32 callee;
    bool implicit;              /* the framework calls it: a listener, a task, an adapter */
    bool guessed;               /* one of many that the types allow */
} GraphCall;
/* The i-th call of a function; false past the last. */
bool graph_call(const Graph *graph, u32 function, u32 i, GraphCall *out);

const char *page_kind_name(PageKind kind);
const char *widget_origin_name(WidgetOrigin origin);
/* How a person would name it: its text, description, hint, id or class. */
const char *graph_widget_label(const GraphWidget *widget);

/* What the analysis saw and skipped, in sentences: damaged classes and layouts. */
u32 graph_note_count(const Graph *graph);
const char *graph_note(const Graph *graph, u32 i);

/* ---- a frame, and the ways to it ------------------------------------------------ */

/*
 * Aims at a frame: "the.app.Main.onClick", also as a trace prints it, with or
 * without "at" and "(Main.java:42)"; the line tells overloads apart. A page's name
 * stands for what runs when it opens. Returns how many functions it names, and 0
 * with a sentence in the error slot when it is not in this version of the app.
 * Distances hold for the last frame aimed at.
 */
u32 graph_aim(Graph *graph, const char *frame);
/* The functions aimed at. */
u32 graph_target(const Graph *graph, u32 i);

/*
 * The frame to aim at in a trace: the first of the innermost cause that is the
 * app's; else one that looks so and is not in this version; else the page that
 * the message names; else a library's that the app carries. The caller frees;
 * NULL: none.
 */
struct Trace;
char *graph_first_app_frame(const Graph *graph, const struct Trace *trace);

/* How far it is to the frame; the least operations count first, then guesses, then calls. */
typedef struct GraphDistance {
    bool reachable;
    u32 operations, guesses, calls;
} GraphDistance;
GraphDistance graph_function_distance(const Graph *graph, u32 function);
GraphDistance graph_widget_distance(const Graph *graph, u32 widget);
GraphDistance graph_page_distance(const Graph *graph, u32 page);
/* Does a chain of calls lead from the widget to the frame, without another page or widget between? */
bool graph_widget_calls_target(const Graph *graph, u32 widget);

typedef struct GraphStep {
    u32 page;
    u32 widget;                 /* to operate; GRAPH_NONE: the page does the rest by itself */
    const char *event;          /* how; NULL without a widget */
} GraphStep;

typedef struct GraphWay {
    GraphStep *steps;
    u32 step_count;
    u32 *calls;                 /* functions of the last step, the frame's the last */
    u32 call_count;
    u32 operations, guesses;
    u32 frames;                 /* of a trace that its calls have (graph_prefer_trace) */
    bool from_outside;          /* begins with a component that the system starts, not with the launcher's page */
} GraphWay;

/* Ways from where the app starts to the frame, one for each last widget or page, shortest first. Freed by graph_ways_free(). */
u32 graph_ways(Graph *graph, GraphWay **out, u32 most);
void graph_ways_free(GraphWay *ways, u32 count);
/* Puts ways first whose calls have more of the trace's app frames: the same frame can be reached from many places. */
void graph_prefer_trace(const Graph *graph, const struct Trace *trace, GraphWay *ways, u32 count);
/* Aims and lists. */
u32 graph_ways_to(Graph *graph, const char *frame, GraphWay **out, u32 most);

/* ---- suspicion and fitness (CrPDroid, section II-B) ------------------------------- */

#define GRAPH_K 45.0
#define GRAPH_N 1.0

/*
 * Marks the suspicious widgets, one flag each: those whose text or description
 * answers to one of the words (MATCH_SURE), and those from which calls lead to
 * the frame aimed at (with as few guesses as there are). Returns how many.
 */
u32 graph_suspects(const Graph *graph, const char *const *words, u32 word_count, bool *suspicious);
/*
 * Algorithm 1: a value for each widget. Pages with suspects by formula 1, then
 * back over the jumps, a page once, by formula 2; all others n.
 */
void graph_fitness(const Graph *graph, const bool *suspicious, double k, double n, double *fitness);

/* ---- learning from a run ------------------------------------------------------------ */

/* The page, added when the graph has none of this name. */
u32 graph_learn_page(Graph *graph, PageKind kind, const char *name);
/* The widget of the page with the same id, else text, else description; added when there is none. */
u32 graph_learn_widget(Graph *graph, u32 page, const GraphWidget *facts);
/* Each returns true when the graph had missed it. */
bool graph_learn_jump(Graph *graph, u32 from, u32 to, u32 widget);
bool graph_learn_handler(Graph *graph, u32 widget, const char *class_name, const char *method, const char *event);
bool graph_learn_call(Graph *graph, const char *from_class, const char *from_method, const char *to_class, const char *to_method);
void graph_set_screenshot(Graph *graph, u32 page, const char *png);

typedef struct GraphMissed {
    struct { u32 seen, missed; } pages, widgets, jumps, handlers, calls;
} GraphMissed;
const GraphMissed *graph_missed(const Graph *graph);

/* ---- as text --------------------------------------------------------------------------- */

/* ways: those to the frame aimed at, or NULL. fitness: a value per widget, or NULL. */
void graph_write_json(Buf *out, const Graph *graph, const GraphWay *ways, u32 way_count, const double *fitness);
void graph_write_dot(Buf *out, const Graph *graph);
/* One self-contained page: works without scripts and network. */
void graph_write_html(Buf *out, const Graph *graph, const GraphWay *ways, u32 way_count);
void graph_write_text(Buf *out, const Graph *graph);
void graph_write_ways(Buf *out, const Graph *graph, const GraphWay *ways, u32 way_count);

#endif
