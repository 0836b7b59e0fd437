/*
 * Crash stack trace processing (section III-A): any log that holds a trace. The
 * throwable that reached the top comes first, since the test will see that one;
 * its causes follow.
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

/* The first trace that has frames. */
static const Trace *choose_trace(const TraceSet *set)
{
    for (int i = 0; i < set->count; i++)
        for (int k = 0; k < set->traces[i].throwable_count; k++)
            if (set->traces[i].throwables[k].frame_count)
                return &set->traces[i];
    return NULL;
}

static void copy_throwable(Crash *out, Arena *arena, const Throwable *thrown)
{
    *out = (Crash){ .exception = internal_form(arena, thrown->class_name), .message = arena_strdup(arena, thrown->message) };
    out->frames = ARENA_ARRAY(arena, CrashFrame, thrown->frame_count);
    for (int i = 0; i < thrown->frame_count; i++) {
        const TraceFrame *f = &thrown->frames[i];
        out->frames[out->frame_count++] = (CrashFrame){ internal_form(arena, f->class_name), f->method, f->line };
    }
}

static void copy_trace(Crash *out, Arena *arena, const Trace *trace)
{
    Crash *last = NULL;
    int around = 0;
    for (int k = 0; k < trace->throwable_count; k++) {
        const Throwable *thrown = &trace->throwables[k];
        if (thrown->relation == RELATION_SUPPRESSED)
            continue;
        if (thrown->frame_count) {
            Crash *next = last ? ARENA_NEW(arena, Crash) : out;
            copy_throwable(next, arena, thrown);
            next->wrapped = around;
            if (last)
                last->cause = next;
            last = next;
        }
        around++;
    }
}

int crash_read(Crash *out, Arena *arena, const char *path)
{
    Buf text = { 0 }, rest = { 0 };
    TraceSet set = { 0 };
    int status = file_read(path, &text);
    if (!status) {
        trace_scan(&set, arena, buf_str(&text), text.size, 0, &rest);
        const Trace *trace = choose_trace(&set);
        if (trace)
            copy_trace(out, arena, trace);
        else
            status = error_set(ERR_INPUT, "%s: no stack trace in it (an exception's name, then lines that begin with \"at \")", path);
    }
    trace_set_free(&set);
    buf_free(&text);
    buf_free(&rest);
    return status;
}
