#include "explore/widget.h"

#include "base/map.h"

#include <stdlib.h>
#include <string.h>

enum { REACTS = NODE_CLICKABLE | NODE_LONG_CLICKABLE | NODE_CHECKABLE | NODE_EDITABLE };

static bool is_seen(const Node *n)
{
    return n->right - n->left > 4 && n->bottom - n->top > 4;
}

static bool reacts(const Node *n)
{
    return (n->flags & REACTS) && (n->flags & NODE_ENABLED) && is_seen(n);
}

static bool has_words(const Node *n)
{
    return *n->text || *n->description || *n->hint;
}

i32 screen_top_window(const Screen *s)
{
    i32 top = -1;
    for (u32 i = 0; i < s->node_count; i++)
        if ((reacts(&s->nodes[i]) || (s->nodes[i].flags & NODE_SCROLLABLE)) && s->nodes[i].window > top)
            top = s->nodes[i].window;
    for (u32 i = 0; i < s->node_count && top < 0; i++)      /* nothing reacts: a splash, a canvas */
        top = s->nodes[i].window;
    return top;
}

bool screen_has_dialog(const Screen *s)
{
    i32 top = screen_top_window(s);
    for (u32 i = 0; i < s->node_count; i++) {
        const Node *n = &s->nodes[i];
        if (n->window == top && n->parent < 0)
            return n->right - n->left < s->width * 19 / 20 || n->bottom - n->top < s->height * 3 / 4;
    }
    return false;
}

static bool class_is(const Node *n, const char *part)
{
    return strstr(n->class_name, part) || strstr(n->real_class, part);
}

static bool is_list(const Node *n)
{
    return class_is(n, "ListView") || class_is(n, "GridView") || class_is(n, "RecyclerView") || class_is(n, "AbsListView") || class_is(n, "Gallery");
}

static bool in_list(const Screen *s, const Node *n)
{
    for (i32 p = n->parent; p >= 0; p = s->nodes[p].parent)
        if (is_list(&s->nodes[p]))
            return true;
    return false;
}

/* A view that the app draws itself, large enough to be the point of its screen. */
static bool is_canvas(const Screen *s, u32 i)
{
    const Node *n = &s->nodes[i];
    bool leaf = i + 1 == s->node_count || s->nodes[i + 1].parent != (i32)i;
    return leaf && strncmp(n->real_class, "android.", 8) && (i64)(n->right - n->left) * (n->bottom - n->top) * 8 > (i64)s->width * s->height;
}

static WidgetKind kind_of(const Screen *s, u32 i)
{
    const Node *n = &s->nodes[i];
    if (n->flags & NODE_EDITABLE)
        return WIDGET_FIELD;
    if (class_is(n, "SeekBar") || class_is(n, "RatingBar"))
        return WIDGET_SLIDER;
    return is_canvas(s, i) && !has_words(n) ? WIDGET_CANVAS : WIDGET_BUTTON;
}

/* The end of a node's descendants; they follow it. */
static i32 end_of(const Screen *s, u32 i)
{
    u32 end = i + 1;
    while (end < s->node_count) {
        i32 p = s->nodes[end].parent;
        while (p > (i32)i)
            p = s->nodes[p].parent;
        if (p != (i32)i)
            break;
        end++;
    }
    return (i32)end;
}

/* Which node inside speaks for it: itself, else the first with words that belongs to no other widget. */
static const Node *words_of(const Screen *s, u32 i, i32 end)
{
    const Node *n = &s->nodes[i];
    if (has_words(n))
        return n;
    for (i32 k = (i32)i + 1; k < end; k++) {
        const Node *inner = &s->nodes[k];
        if (has_words(inner) && is_seen(inner) && !reacts(inner))
            return inner;
    }
    return n;
}

static u64 mix(u64 hash, const char *text)
{
    return (hash ^ hash_bytes(text, strlen(text))) * 0x9e3779b97f4a7c15ull;
}

static u64 identity_of(const Screen *s, const Widget *w)
{
    u64 hash = mix(mix(7, s->activity ? s->activity : ""), w->node->class_name);
    hash = mix(mix(hash, w->node->id), w->words->description);
    return w->kind == WIDGET_FIELD ? hash : mix(hash, w->words->text);
}

static bool is_large(const Screen *s, const Node *n)
{
    return (i64)(n->right - n->left) * (n->bottom - n->top) * 2 > (i64)s->width * s->height;
}

static u32 count_twins(const Widget *all, u32 count, const Widget *w)
{
    u32 twins = 0;
    for (u32 i = 0; i < count; i++)
        twins += w->in_list && all[i].in_list && !strcmp(all[i].node->class_name, w->node->class_name) && !strcmp(all[i].node->id, w->node->id);
    return twins;
}

u32 screen_widgets_find(const Screen *s, Widget *out)
{
    u32 count = 0;
    i32 top = screen_top_window(s);
    i32 inside = 0;                     /* nodes before this index lie in a widget */
    for (u32 i = 0; i < s->node_count && count < MOST_WIDGETS; i++) {
        const Node *n = &s->nodes[i];
        bool label = has_words(n) && (i32)i >= inside, canvas = is_canvas(s, i);
        if (n->window != top || !is_seen(n) || !(reacts(n) || label || canvas) || is_list(n))
            continue;                   /* a list reacts by its rows */
        Widget *w = &out[count];
        *w = (Widget){ .node = n, .kind = reacts(n) ? kind_of(s, i) : canvas ? WIDGET_CANVAS : WIDGET_LABEL, .first = (i32)i, .end = end_of(s, i) };
        if (is_large(s, n))             /* a screen that reacts as a whole: what lies on it speaks for itself */
            w->end = w->first + 1;
        w->words = words_of(s, i, w->end);
        w->unsaid = !has_words(w->words) && !*n->id && !*n->icon;
        w->in_list = in_list(s, n);
        w->twin = count_twins(out, count, w);
        w->identity = identity_of(s, w);
        if (w->kind != WIDGET_LABEL)
            inside = MAX(inside, w->end);
        count++;
    }
    return count;
}

/* ---- naming and touching ------------------------------------------------------------------------ */

static bool names_one(const Screen *s, const char *target, const Node *node, i32 first, i32 end)
{
    const Node *found = screen_find(s, target);
    return found == node || (found && found >= s->nodes + first && found < s->nodes + end);
}

static bool is_short(const char *text)
{
    return *text && strlen(text) <= 40 && !strchr(text, '\n') && text[0] != '#' && strncmp(text, "id/", 3);
}

char *widget_label(const Screen *s, const Widget *w)
{
    const Node *n = w->words;
    const char *texts[] = { w->kind == WIDGET_FIELD ? "" : n->text, n->description, w->kind == WIDGET_FIELD ? n->hint : "" };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (is_short(texts[i]) && names_one(s, texts[i], w->node, w->first, w->end))
            return xstrdup(texts[i]);
    const char *name = strstr(w->node->id, ":id/");
    if (!name || w->in_list)
        return NULL;
    char *target = xasprintf("id/%s", name + 4);
    if (!strchr(target, ' ') && names_one(s, target, w->node, w->first, w->first + 1))
        return target;
    free(target);
    return NULL;
}

EventPoint widget_point(const Screen *s, const Widget *w)
{
    /* The words of a row are surely not under another button of it. */
    const Node *n = w->words != w->node && is_seen(w->words) ? w->words : w->node;
    UNUSED(s);
    return (EventPoint){ (float)((n->left + n->right) / 2), (float)((n->top + n->bottom) / 2) };
}
