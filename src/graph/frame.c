/* Frames of stack traces and functions of the graph: which is which. */
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

static int first_line(const Function *f)
{
    u32 least = 0;
    for (u32 i = 0; f->code && i < f->code->line_count; i++)
        if (!least || f->code->lines[i].line < least)
            least = f->code->lines[i].line;
    return (int)least;
}

static int last_line(const Function *f)
{
    u32 most = 0;
    for (u32 i = 0; f->code && i < f->code->line_count; i++)
        most = MAX(most, f->code->lines[i].line);
    return (int)most;
}

/* As in the source, where a mapping is there. The names stay with the graph. */
static TraceFrame source_frame(Graph *g, const Function *f, int line)
{
    char *dotted = with_separator(f->owner->name->text, '/', '.');
    TraceFrame frame = { .class_name = arena_strdup(&g->arena, dotted), .method = f->def->name->text, .file = "", .line = line };
    if (g->mapping)
        mapping_apply_to_frame(g->mapping, &g->arena, &frame);
    free(dotted);
    return frame;
}

void function_names(const Graph *graph, u32 function, const char **class_name, const char **method)
{
    Graph *g = (Graph *)graph;      /* names are made when they are asked for */
    while (g->names.count < g->functions.count)
        list_add(&g->names);
    FunctionName *name = &g->names.items[function];
    if (!name->class_name) {
        const Function *f = &g->functions.items[function];
        TraceFrame frame = source_frame(g, f, g->mapping ? first_line(f) : 0);
        *name = (FunctionName){ frame.class_name, frame.method };
    }
    *class_name = name->class_name;
    *method = name->method;
}

GraphFunction graph_function(const Graph *g, u32 function)
{
    const Function *f = &g->functions.items[function];
    GraphFunction out = { .descriptor = f->def->descriptor->text, .library = f->owner->library, .first_line = first_line(f), .last_line = last_line(f) };
    function_names(g, function, &out.class_name, &out.method);
    return out;
}

/* ---- a frame as people write it ----------------------------------------------------------- */

typedef struct Wanted {
    char *class_name, *method;
    int line;
} Wanted;

/* "at a.b.C$1.m(C.java:42)", "a.b.C.m", "a/b/C.m" */
static bool parse_frame(Wanted *out, const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    if (!strncmp(text, "at ", 3))
        text += 3;
    size_t length = strcspn(text, "( \t\r\n");
    const char *colon = text[length] == '(' ? strrchr(text + length, ':') : NULL;
    char *written = xstrndup(text, length), *name = with_separator(written, '/', '.');
    free(written);
    char *dot = strrchr(name, '.');
    if (dot && dot > name && dot[-1] == '.')    /* "a.b.C..m" never names anything */
        dot = NULL;
    if (!dot) {
        free(name);
        return false;
    }
    *out = (Wanted){ .class_name = xstrndup(name, (size_t)(dot - name)), .method = xstrdup(dot + 1), .line = colon ? atoi(colon + 1) : 0 };
    free(name);
    return true;
}

static void wanted_free(Wanted *w)
{
    free(w->class_name);
    free(w->method);
}

static bool class_matches(Graph *g, const ClassInfo *c, const char *wanted)
{
    const char *plain = c->name->text;
    for (size_t i = 0;; i++) {
        char a = plain[i] == '/' ? '.' : plain[i];
        if (a != wanted[i])
            break;
        if (!a)
            return true;
    }
    return g->mapping && !strcmp(class_dotted(g, c), wanted);
}

static bool method_matches(Graph *g, u32 function, const Wanted *wanted)
{
    const Function *f = &g->functions.items[function];
    if (symbol_is(f->def->name, wanted->method))
        return true;
    return g->mapping && !strcmp(source_frame(g, f, first_line(f)).method, wanted->method);
}

/* Of overloads, those with the frame's line, if one has it. */
static void keep_lines(Graph *g, int line)
{
    Numbers kept = { 0 };
    for (u32 i = 0; line > 0 && i < g->targets.count; i++) {
        const Function *f = &g->functions.items[g->targets.items[i]];
        if (line >= first_line(f) && line <= last_line(f))
            *list_add(&kept) = g->targets.items[i];
    }
    if (kept.count) {
        list_free(&g->targets);
        g->targets = kept;
    }
}

static u32 find_targets(Graph *g, const Wanted *wanted)
{
    bool class_there = false;
    g->targets.count = 0;
    for (u32 i = 0; i < g->class_list.count; i++) {
        ClassInfo *c = g->class_list.items[i];
        if (!c->in_app || !class_matches(g, c, wanted->class_name))
            continue;
        class_there = true;
        for (u32 k = 0; k < c->def->method_count; k++)
            if (method_matches(g, c->first_function + k, wanted))
                *list_add(&g->targets) = c->first_function + k;
    }
    keep_lines(g, wanted->line);
    if (!g->targets.count && class_there)
        error_set(ERR_NOT_FOUND, "%s has no method %s in this version of the app", wanted->class_name, wanted->method);
    else if (!g->targets.count)
        error_set(ERR_NOT_FOUND, "there is no class %s in this version of the app%s", wanted->class_name,
                  g->mapping ? "" : " (if its names were shortened, give its mapping.txt)");
    return g->targets.count;
}

u32 graph_aim(Graph *g, const char *frame)
{
    Wanted wanted;
    u32 page = graph_find_page(g, frame);
    if (page != GRAPH_NONE) {
        g->targets.count = 0;
        for (u32 i = 0; i < g->pages.items[page].roots.count; i++)
            *list_add(&g->targets) = g->pages.items[page].roots.items[i];
    } else if (!parse_frame(&wanted, frame)) {
        g->targets.count = 0;
        error_set(ERR_INPUT, "'%s' is no frame: it must be Class.method, as in a stack trace", frame);
    } else {
        find_targets(g, &wanted);
        wanted_free(&wanted);
    }
    graph_find_distances(g);
    return g->targets.count;
}

u32 graph_target(const Graph *g, u32 i)
{
    return i < g->targets.count ? g->targets.items[i] : GRAPH_NONE;
}

/* ---- a trace ------------------------------------------------------------------------------------ */

/* The class that a frame names, if the app has it. */
static const ClassInfo *frame_class(const Graph *g, const TraceFrame *frame)
{
    for (u32 i = 0; i < g->class_list.count; i++)
        if (g->class_list.items[i]->in_app && class_matches((Graph *)g, g->class_list.items[i], frame->class_name))
            return g->class_list.items[i];
    return NULL;
}

static bool is_platform(const char *name)
{
    static const char *const prefixes[] = { "android.", "com.android.", "java.", "javax.", "dalvik.", "libcore.", "sun.", "org.apache.harmony." };
    for (size_t i = 0; i < COUNT_OF(prefixes); i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

typedef enum FrameOf { OF_PLATFORM, OF_LIBRARY, OF_NOBODY, OF_APP } FrameOf;

/* Nobody's: it looks like the app's, and this version has no such class. */
static FrameOf frame_of(const Graph *g, const TraceFrame *frame)
{
    const ClassInfo *c = frame_class(g, frame);
    if (c)
        return c->library ? OF_LIBRARY : OF_APP;
    return is_platform(frame->class_name) || name_is_library(g, frame->class_name) ? OF_PLATFORM : OF_NOBODY;
}

static const TraceFrame *first_frame(const Graph *g, const Trace *trace, FrameOf least)
{
    for (int i = trace->throwable_count - 1; i >= 0; i--)   /* the innermost cause is the last */
        for (int k = 0; k < trace->throwables[i].frame_count; k++) {
            const TraceFrame *frame = &trace->throwables[i].frames[k];
            FrameOf of = frame_of(g, frame);
            if (of >= least)
                return frame;
        }
    return NULL;
}

/* "Unable to start activity ComponentInfo{the.app/the.app.Main}: …": the page, when no frame is the app's. */
static char *component_in_message(const Graph *g, const Trace *trace)
{
    for (int i = 0; i < trace->throwable_count; i++) {
        const char *at = strstr(trace->throwables[i].message, "ComponentInfo{"), *slash = at ? strchr(at, '/') : NULL;
        if (!slash)
            continue;
        size_t length = strcspn(slash + 1, "} \n");
        char *name = slash[1] == '.' ? xasprintf("%s%.*s", g->manifest->package, (int)length, slash + 1) : xstrndup(slash + 1, length);
        if (graph_find_page(g, name) != GRAPH_NONE)
            return name;
        free(name);
    }
    return NULL;
}

char *graph_first_app_frame(const Graph *g, const Trace *trace)
{
    const TraceFrame *frame = first_frame(g, trace, OF_APP);
    if (!frame)
        frame = first_frame(g, trace, OF_NOBODY);
    char *component = frame ? NULL : component_in_message(g, trace);
    if (!frame && !component)
        frame = first_frame(g, trace, OF_LIBRARY);
    if (!frame)
        return component;
    return frame->line > 0 ? xasprintf("%s.%s(%s:%d)", frame->class_name, frame->method, frame->file, frame->line)
                           : xasprintf("%s.%s", frame->class_name, frame->method);
}
