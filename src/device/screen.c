#define _GNU_SOURCE
#include "device/screen.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void screen_free(Screen *screen)
{
    free(screen->activity);
    free(screen->crash);
    free(screen->crash_thread);
    free(screen->crash_gap);
    free(screen->callbacks);
    free(screen->methods);
    free(screen->nodes);
    free(screen->storage);
    *screen = (Screen){ 0 };
}

/* ---- travelling --------------------------------------------------------------------------- */

static void put_text(Buf *out, const char *text)
{
    u32 size = text ? (u32)strlen(text) + 1 : 0;
    buf_add(out, &size, sizeof size);
    buf_add(out, text, size);
}

/* Everything of a Node that is no text, and all of Screen's plain fields, go as they lie in memory: both ends are this program. */
void screen_write(Buf *out, const Screen *screen)
{
    buf_add(out, screen, sizeof *screen);
    put_text(out, screen->activity);
    put_text(out, screen->crash);
    put_text(out, screen->crash_thread);
    put_text(out, screen->crash_gap);
    put_text(out, screen->callbacks);
    buf_add(out, screen->methods, screen->method_count * sizeof *screen->methods);
    buf_add(out, screen->nodes, screen->node_count * sizeof *screen->nodes);
    for (u32 i = 0; i < screen->node_count; i++) {
        const Node *n = &screen->nodes[i];
        const char *const texts[] = { n->class_name, n->real_class, n->package, n->text, n->description, n->hint, n->id, n->icon };
        for (size_t k = 0; k < COUNT_OF(texts); k++)
            buf_add(out, texts[k] ? texts[k] : "", texts[k] ? strlen(texts[k]) + 1 : 1);
    }
}

typedef struct In {
    const char *p, *end;
} In;

static bool take(In *in, void *out, size_t size)
{
    if ((size_t)(in->end - in->p) < size)
        return false;
    if (size)
        memcpy(out, in->p, size);
    in->p += size;
    return true;
}

static bool take_text(In *in, char **out)
{
    u32 size;
    *out = NULL;
    if (!take(in, &size, sizeof size) || (size_t)(in->end - in->p) < size)
        return false;
    if (size)
        *out = xstrndup(in->p, size - 1);
    in->p += size;
    return true;
}

static bool take_methods(In *in, Screen *out)
{
    if ((size_t)(in->end - in->p) / sizeof *out->methods < out->method_count)
        return false;
    out->methods = xcalloc(out->method_count ? out->method_count : 1, sizeof *out->methods);
    return take(in, out->methods, out->method_count * sizeof *out->methods);
}

static bool take_nodes(In *in, Screen *out)
{
    u32 count = out->node_count;
    if ((size_t)(in->end - in->p) / sizeof(Node) < count)
        return false;
    out->nodes = xcalloc(count ? count : 1, sizeof *out->nodes);
    take(in, out->nodes, count * sizeof *out->nodes);
    size_t left = (size_t)(in->end - in->p);
    out->storage = xcalloc(left + 1, 1);
    memcpy(out->storage, in->p, left);
    char *p = out->storage, *end = p + left;
    for (u32 i = 0; i < count; i++) {
        Node *n = &out->nodes[i];
        const char **const texts[] = { &n->class_name, &n->real_class, &n->package, &n->text, &n->description, &n->hint, &n->id, &n->icon };
        for (size_t k = 0; k < COUNT_OF(texts); k++) {
            if (p > end)
                return false;
            *texts[k] = p;
            p += strlen(p) + 1;
        }
    }
    return p <= end + 1;
}

int screen_read(Screen *out, const char *data, size_t size)
{
    In in = { data, data + size };
    if (!take(&in, out, sizeof *out)) {
        *out = (Screen){ 0 };
        return error_set(ERR_IO, "the phone answered with too little");
    }
    out->activity = out->crash = out->crash_thread = out->crash_gap = out->callbacks = out->storage = NULL;
    out->methods = NULL;
    out->nodes = NULL;
    if (take_text(&in, &out->activity) && take_text(&in, &out->crash) && take_text(&in, &out->crash_thread) && take_text(&in, &out->crash_gap)
        && take_text(&in, &out->callbacks) && take_methods(&in, out) && take_nodes(&in, out))
        return 0;
    screen_free(out);
    return error_set(ERR_IO, "the phone's answer cannot be read");
}

/* ---- finding -------------------------------------------------------------------------------- */

enum { NO_MATCH, PART, CASE_BLIND, EXACT };

static int match_text(const char *have, const char *want)
{
    if (!*have)
        return NO_MATCH;
    return !strcmp(have, want) ? EXACT : !strcasecmp(have, want) ? CASE_BLIND : strcasestr(have, want) ? PART : NO_MATCH;
}

static int match_node(const Node *n, const char *target)
{
    if (!strncmp(target, "id/", 3)) {
        const char *name = strstr(n->id, ":id/");
        return name && !strcmp(name + 4, target + 3) ? EXACT : NO_MATCH;
    }
    int best = match_text(n->text, target), other = match_text(n->description, target), hint = *n->text ? NO_MATCH : match_text(n->hint, target);
    best = MAX(best, other);
    return MAX(best, hint);
}

const Node *screen_find(const Screen *screen, const char *target)
{
    if (target[0] == '#') {
        u32 number = (u32)strtoul(target + 1, NULL, 10);
        return number < screen->node_count ? &screen->nodes[number] : NULL;
    }
    const Node *best = NULL;
    int best_match = NO_MATCH;
    /* The topmost window first: what lies behind a dialog is not meant. */
    for (u32 i = 0; i < screen->node_count; i++) {
        const Node *n = &screen->nodes[i];
        if (n->right <= n->left || n->bottom <= n->top)
            continue;
        int match = match_node(n, target);
        if (match > best_match || (match && match == best_match && n->window > best->window)) {
            best = n;
            best_match = match;
        }
    }
    return best;
}
