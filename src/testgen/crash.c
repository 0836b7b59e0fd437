/*
 * Crash stack trace processing (section III-A): any log that holds a trace. The
 * throwable is the one that reached the top: the test will see that one.
 */
#include "testgen/crash.h"

#include "base/file.h"
#include "report/trace.h"

#include <string.h>

/* a.b.C -> a/b/C */
static const char *internal_form(Arena *arena, const char *dotted)
{
    char *name = arena_strdup(arena, dotted);
    for (char *p = name; *p; p++)
        if (*p == '.')
            *p = '/';
    return name;
}

static const Throwable *choose_throwable(const TraceSet *set)
{
    for (int i = 0; i < set->count; i++)
        for (int k = 0; k < set->traces[i].throwable_count; k++)
            if (set->traces[i].throwables[k].frame_count)
                return &set->traces[i].throwables[k];
    return NULL;
}

int crash_read(Crash *out, Arena *arena, const char *path)
{
    Buf text = { 0 }, rest = { 0 };
    TraceSet set = { 0 };
    int status = file_read(path, &text);
    const Throwable *thrown = NULL;
    if (!status) {
        trace_scan(&set, arena, buf_str(&text), text.size, 0, &rest);
        thrown = choose_throwable(&set);
        if (!thrown)
            status = error_set(ERR_INPUT, "%s: no stack trace in it (an exception's name, then lines that begin with \"at \")", path);
    }
    if (!status) {
        *out = (Crash){ .exception = internal_form(arena, thrown->class_name), .message = arena_strdup(arena, thrown->message) };
        out->frames = ARENA_ARRAY(arena, CrashFrame, thrown->frame_count);
        for (int i = 0; i < thrown->frame_count; i++) {
            const TraceFrame *f = &thrown->frames[i];
            out->frames[out->frame_count++] = (CrashFrame){ internal_form(arena, f->class_name), f->method, f->line };
        }
    }
    trace_set_free(&set);
    buf_free(&text);
    buf_free(&rest);
    return status;
}
