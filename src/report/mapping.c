/*
 * mapping.txt, as R8 and ProGuard write it:
 *
 *   the.app.MainActivity -> a.b.c:
 *       int counter -> a
 *       12:15:void onClick(android.view.View):40:43 -> a
 *       void onClick(android.view.View) -> a
 *
 * A frame a.b.c.a(SourceFile:13) is the method whose line range holds 13; the
 * ranges after the name are lines of the source. Without a range every method
 * of that name fits; the first is taken.
 */
#define _GNU_SOURCE
#include "report/trace.h"
#include "base/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Method {
    const char *name;           /* in the source */
    const char *obfuscated;
    int from, to;               /* lines in the obfuscated code; 0: any */
    int source_from, source_to; /* lines in the source; 0: the same */
} Method;

typedef struct MappedClass {
    const char *name;
    Buf methods;
} MappedClass;

struct Mapping {
    char *text;
    Map classes;    /* obfuscated name -> MappedClass */
};

static char *trim(char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    size_t n = strlen(p);
    while (n && isspace((u8)p[n - 1]))
        p[--n] = 0;
    return p;
}

/* "12:15:void onClick(android.view.View):40:43 -> a" */
static void take_member(MappedClass *class, char *line)
{
    char *arrow = strstr(line, " -> ");
    if (!arrow)
        return;
    *arrow = 0;
    Method m = { .obfuscated = trim(arrow + 4) };
    char *p = line, *end;
    if (isdigit((u8)*p)) {
        m.from = (int)strtol(p, &end, 10);
        m.to = m.from;
        if (*end == ':')
            m.to = (int)strtol(end + 1, &end, 10);
        if (*end == ':')
            end++;
        p = end;
    }
    char *open = strchr(p, '(');
    if (!open)
        return; /* a field */
    char *close = strchr(open, ')');
    if (close && close[1] == ':') {
        m.source_from = (int)strtol(close + 2, &end, 10);
        m.source_to = *end == ':' ? (int)strtol(end + 1, NULL, 10) : m.source_from;
    }
    *open = 0;
    char *name = strrchr(p, ' ');
    m.name = name ? name + 1 : p;
    buf_add(&class->methods, &m, sizeof m);
}

int mapping_parse(Mapping **out, const char *text, size_t length)
{
    Mapping *mapping = xcalloc(1, sizeof *mapping);
    mapping->text = xstrndup(text, length);
    MappedClass *class = NULL;
    int classes = 0;
    for (char *line = mapping->text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        if (*line == '#' || !*line)
            continue;
        bool member = *line == ' ' || *line == '\t';
        char *content = trim(line);
        if (member) {
            if (class && *content != '#')
                take_member(class, content);
            continue;
        }
        char *arrow = strstr(content, " -> ");
        size_t n = strlen(content);
        if (!arrow || content[n - 1] != ':')
            continue;
        content[n - 1] = 0;
        *arrow = 0;
        void **slot = map_slot(&mapping->classes, arrow + 4);
        if (!*slot)
            *slot = xcalloc(1, sizeof(MappedClass));
        class = *slot;
        class->name = content;
        classes++;
    }
    if (!classes) {
        mapping_free(mapping);
        return error_set(ERR_INPUT, "the mapping holds no class (\"name -> obfuscated:\" at the start of a line)");
    }
    *out = mapping;
    return OK;
}

int mapping_load(Mapping **out, const char *path)
{
    Buf text = { 0 };
    int status = file_read(path, &text);
    if (!status)
        status = mapping_parse(out, buf_str(&text), text.size);
    if (status == ERR_INPUT)
        error_prefix(status, "%s: ", path);
    buf_free(&text);
    return status;
}

void mapping_free(Mapping *mapping)
{
    if (!mapping)
        return;
    MAP_EACH(&mapping->classes, entry) {
        MappedClass *class = entry->value;
        buf_free(&class->methods);
        free(class);
    }
    map_free(&mapping->classes);
    free(mapping->text);
    free(mapping);
}

/* A class's own file, when the obfuscated frame lost it. */
static const char *file_of(Arena *arena, const char *class_name)
{
    const char *dot = strrchr(class_name, '.');
    const char *simple = dot ? dot + 1 : class_name;
    size_t n = strcspn(simple, "$");
    return arena_printf(arena, "%.*s.java", (int)n, simple);
}

void mapping_apply_to_frame(const Mapping *mapping, Arena *arena, TraceFrame *frame)
{
    const MappedClass *class = map_get(&mapping->classes, frame->class_name);
    if (!class)
        return;
    frame->class_name = arena_strdup(arena, class->name);
    const Method *methods = (const Method *)(const void *)class->methods.data;
    size_t count = class->methods.size / sizeof(Method);
    const Method *best = NULL;
    for (size_t i = 0; i < count; i++) {
        const Method *m = &methods[i];
        if (strcmp(m->obfuscated, frame->method))
            continue;
        bool in_range = m->from && frame->line >= m->from && frame->line <= m->to;
        if (in_range) {
            best = m;
            break;
        }
        if (!best && !m->from)
            best = m;
    }
    for (size_t i = 0; i < count && !best; i++)
        if (!strcmp(methods[i].obfuscated, frame->method))
            best = &methods[i];
    if (best) {
        frame->method = arena_strdup(arena, best->name);
        if (best->source_from && frame->line >= best->from && frame->line <= best->to)
            frame->line = best->source_from == best->source_to ? best->source_from : best->source_from + (frame->line - best->from);
    }
    if (!*frame->file || !strcmp(frame->file, "SourceFile"))
        frame->file = file_of(arena, frame->class_name);
}

const char *mapping_class(const Mapping *mapping, const char *class_name)
{
    const MappedClass *class = map_get(&mapping->classes, class_name);
    return class ? class->name : NULL;
}

void mapping_apply(const Mapping *mapping, Arena *arena, TraceSet *set)
{
    for (int i = 0; i < set->count; i++)
        for (int k = 0; k < set->traces[i].throwable_count; k++) {
            Throwable *t = &set->traces[i].throwables[k];
            const char *name = mapping_class(mapping, t->class_name);
            if (name)
                t->class_name = arena_strdup(arena, name);
            for (int f = 0; f < t->frame_count; f++)
                mapping_apply_to_frame(mapping, arena, &t->frames[f]);
        }
}
