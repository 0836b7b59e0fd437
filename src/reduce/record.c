#include "reduce/record.h"

#include "base/map.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- what is seen ------------------------------------------------------------------------- */

static u64 add_text(u64 hash, const char *text)
{
    return XXH64(text, strlen(text) + 1, hash);
}

static u64 hash_screen(const Screen *s)
{
    u64 hash = add_text((u64)s->rotation * 2 + s->keyboard, s->activity ? s->activity : "");
    for (u32 i = 0; i < s->node_count; i++) {
        const Node *n = &s->nodes[i];
        const i32 shape[] = { n->window, n->parent, (i32)n->flags, n->left, n->top, n->right, n->bottom };
        hash = XXH64(shape, sizeof shape, hash);
        hash = add_text(add_text(add_text(add_text(hash, n->class_name), n->id), n->text), n->description);
    }
    return hash;
}

/* The name of the window in front: the activity, and what lies above it. */
static char *window_name(const Screen *s)
{
    Buf out = { 0 };
    buf_add_str(&out, s->activity ? s->activity : "");
    i32 last = -1;
    u32 roots = 0;
    const Node *top = NULL;
    for (u32 i = 0; i < s->node_count; i++) {
        if (s->nodes[i].parent >= 0 || s->nodes[i].window == last)
            continue;
        last = s->nodes[i].window;
        roots++;
        top = &s->nodes[i];
    }
    if (roots > 1)
        buf_printf(&out, ", window %u of %dx%d", roots, top->right - top->left, top->bottom - top->top);
    return buf_take(&out);
}

static u32 window_index(Record *r, const Screen *s)
{
    char *name = window_name(s);
    for (u32 i = 0; i < r->window_count; i++)
        if (!strcmp(r->windows[i], name)) {
            free(name);
            return i;
        }
    r->windows = xrealloc(r->windows, (r->window_count + 1) * sizeof *r->windows);
    r->windows[r->window_count] = name;
    return r->window_count++;
}

static AppStatus status_of(Record *r, const Screen *s)
{
    return (AppStatus){ window_index(r, s), hash_screen(s), s->content };
}

/* ---- what it was done to ----------------------------------------------------------------------- */

static bool is_in(const Node *n, const EventPoint *p)
{
    return p->x >= (float)n->left && p->x < (float)n->right && p->y >= (float)n->top && p->y < (float)n->bottom;
}

static u32 wanted_flags(Operation op)
{
    switch (op) {
    case OP_TAP: return NODE_CLICKABLE | NODE_CHECKABLE | NODE_EDITABLE | NODE_FOCUSABLE;
    case OP_LONG_TAP: return NODE_LONG_CLICKABLE | NODE_CLICKABLE | NODE_EDITABLE;
    case OP_DRAG: case OP_PINCH: return NODE_SCROLLABLE | NODE_CLICKABLE;
    default: return NODE_FOCUSED;
    }
}

/* The deepest widget of the top window that takes such an operation there; NULL: none. */
static const Node *find_object(const Screen *s, Operation op, const EventPoint *place)
{
    const Node *best = NULL;
    i32 window = -1;
    for (u32 i = 0; i < s->node_count; i++) {
        const Node *n = &s->nodes[i];
        if (place && !is_in(n, place))
            continue;
        if (n->window > window) {
            window = n->window;     /* what lies below it is not touched */
            best = NULL;
        }
        if (n->flags & wanted_flags(op) && (n->flags & NODE_ENABLED))
            best = n;
    }
    return best;
}

static void describe_node(Buf *out, const Node *n)
{
    const char *dot = strrchr(n->class_name, '.'), *id = strstr(n->id, ":id/");
    const char *text = *n->text ? n->text : n->description;
    buf_add_str(out, dot ? dot + 1 : n->class_name);
    if (id)
        buf_printf(out, " with the id \"%s\"", id + 4);
    if (*text)
        buf_printf(out, "%s text \"%.*s\"", id ? " and" : " with the", (int)strcspn(text, "\n"), text);
}

static u64 hash_node(const Node *n)
{
    const i32 place[] = { n->window, n->left, n->top };
    return XXH64(place, sizeof place, add_text(add_text(0, n->class_name), n->id));
}

static void bind(UserEvent *e, const Atoms *atoms, u32 atom, const Screen *s)
{
    const EventPoint *place = atom_place(atoms, atom);
    e->op = atom_operation(atoms, atom);
    e->key = atom_key(atoms, atom);
    bool at_focus = e->op == OP_KEY || e->op == OP_TEXT || e->op == OP_TRACKBALL;
    const Node *n = place || at_focus ? find_object(s, e->op, place) : NULL;
    if (!n)
        return;
    Buf words = { 0 };
    describe_node(&words, n);
    e->object = buf_take(&words);
    e->object_hash = hash_node(n);
    e->group_hash = n->parent >= 0 ? hash_node(&s->nodes[n->parent]) : 0;
    e->flags = n->flags;
}

/* ---- what ran ---------------------------------------------------------------------------------- */

/* Measuring and drawing happen whenever a frame is made: no event of the app's. */
static bool is_drawing(const char *line, size_t length)
{
    static const char *const names[] = {
        ".onDraw", ".draw", ".dispatchDraw", ".onMeasure", ".onLayout", ".computeScroll", ".onSizeChanged", ".drawableStateChanged", ".onCreateDrawableState",
        ".getOpacity", ".onPreDraw", ".onGlobalLayout", ".setAlpha", ".getIntrinsicWidth", ".getIntrinsicHeight", ".onScrollChanged", ".isOpaque",
    };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        size_t n = strlen(names[i]);
        if (length >= n && !strncmp(line + length - n, names[i], n))
            return true;
    }
    return false;
}

static bool is_active(const char *callbacks)
{
    for (const char *p = callbacks; p && *p; p += strcspn(p, "\n"), p += *p == '\n')
        if (!is_drawing(p, strcspn(p, "\n")))
            return true;
    return false;
}

char *record_callbacks(const Record *r)
{
    Map seen = { 0 };
    Buf out = { 0 };
    for (u32 i = 0; i < r->count; i++)
        for (const char *p = r->events[i].callbacks; p && *p; p += strcspn(p, "\n"), p += *p == '\n') {
            void **slot = map_slot_n(&seen, p, strcspn(p, "\n"));
            if (!*slot)
                buf_printf(&out, "%.*s\n", (int)strcspn(p, "\n"), p);
            *slot = (void *)1;
        }
    map_free(&seen);
    return buf_take(&out);
}

double record_similarity(const UserEvent *a, const UserEvent *b)
{
    u32 i = 0, k = 0, both = 0;
    while (i < a->method_count && k < b->method_count) {
        u32 x = a->methods[i], y = b->methods[k];
        both += x == y;
        i += x <= y;
        k += y <= x;
    }
    u32 all = a->method_count + b->method_count - both;
    return all ? (double)both / all : 1;
}

/* ---- the run -------------------------------------------------------------------------------------- */

typedef struct Walk {
    u32 *stack;                     /* windows from the first to the one in front */
    u32 depth, room;
} Walk;

/* Going back to a window that is in the stack takes off what lies above it. */
static u32 enter_window(Walk *w, u32 window)
{
    for (u32 i = 0; i < w->depth; i++)
        if (w->stack[i] == window)
            w->depth = i;
    if (w->depth == w->room) {
        w->room = w->room ? w->room * 2 : 16;
        w->stack = xrealloc(w->stack, w->room * sizeof *w->stack);
    }
    w->stack[w->depth] = window;
    return w->depth++;
}

static int do_atom(Device *d, const Atoms *atoms, u32 atom, Screen *out, UserEvent *e)
{
    const Atom *a = &atoms->items[atom];
    Screen after;
    u32 done;
    int status = device_do_all(d, atoms->events + a->first, a->count, &done, &after);
    if (status)
        return status;
    e->callbacks = after.callbacks ? xstrdup(after.callbacks) : NULL;
    e->methods = after.methods;
    e->method_count = after.method_count;
    after.methods = NULL;
    screen_free(&after);
    return device_look(d, out);
}

static int record_atom(Record *r, Device *d, const Atoms *atoms, u32 atom, Walk *walk)
{
    UserEvent *e = &r->events[r->count];
    Screen next;
    *e = (UserEvent){ .key = -1 };
    bind(e, atoms, atom, &r->last);
    e->src = status_of(r, &r->last);
    e->depth = enter_window(walk, e->src.window);
    r->count++;
    int status = do_atom(d, atoms, atom, &next, e);
    if (status)
        return status;
    screen_free(&r->last);
    r->last = next;
    e->crashes = next.state != APP_RUNS;
    e->des = e->crashes ? e->src : status_of(r, &next);
    e->window_changes = e->des.window != e->src.window;
    e->active = e->crashes || is_active(e->callbacks);
    return OK;
}

int record_run(Record *out, Device *start, const Atoms *atoms)
{
    *out = (Record){ .events = xcalloc(MAX(atoms->count, 1), sizeof *out->events) };
    Device *d;
    Walk walk = { 0 };
    int status = device_fork(start, &d);
    if (status)
        return status;
    status = device_look(d, &out->last);
    if (!status)
        out->main_window = window_index(out, &out->last);
    for (u32 i = 0; !status && i < atoms->count && out->last.state == APP_RUNS; i++)
        status = record_atom(out, d, atoms, i, &walk);
    free(walk.stack);
    device_close(d);
    return status;
}

void record_free(Record *r)
{
    for (u32 i = 0; i < r->count; i++) {
        free(r->events[i].object);
        free(r->events[i].callbacks);
        free(r->events[i].methods);
    }
    for (u32 i = 0; i < r->window_count; i++)
        free(r->windows[i]);
    free(r->events);
    free(r->windows);
    screen_free(&r->last);
    *r = (Record){ 0 };
}
