/*
 * Crashes are compared by their innermost cause: its class, and the frames of the
 * app on its stack. The platform's frames differ between Android versions, and so do
 * messages; the app's own do not.
 */
#include "reproduce/sought.h"

#include "reduce/crash_key.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct { const char *name, *text; } levels[] = {
    [MATCH_NONE] = { "none", "not the crash that is sought" },
    [MATCH_CRASH] = { "crash", "the report says only that it crashed" },
    [MATCH_TYPE] = { "type", "the same exception" },
    [MATCH_FRAME] = { "frame", "the same exception from the same method" },
    [MATCH_EXACT] = { "exact", "the same exception through the same methods, from the same line" },
};

const char *match_level_name(MatchLevel level)
{
    return levels[level].name;
}

const char *match_level_text(MatchLevel level)
{
    return levels[level].text;
}

/* ---- what the report says -------------------------------------------------------------------- */

/* Does a word of text begin with one of those? */
static bool says(const char *text, const char *const *words)
{
    for (const char *p = text; *p; p++)
        for (int i = 0; words[i] && (p == text || !((p[-1] | 32) >= 'a' && (p[-1] | 32) <= 'z')); i++)
            if (!strncasecmp(p, words[i], strlen(words[i])))
                return true;
    return false;
}

static const char *const freeze_words[] = { "freez", "froze", "hang", "hung", "anr ", "anr.", "not respond", "unresponsive", "stuck", "stops responding", "deadlock", "death lock", "dead lock", "locks up", "lock up", NULL };
static const char *const crash_words[] = { "crash", "force clos", "force-clos", "fc ", "fc.", "has stopped", "stopped unexpectedly", "exception", NULL };

static void add_trace(Sought *s, const Trace *trace)
{
    s->traces = xrealloc(s->traces, (size_t)(s->trace_count + 1) * sizeof *s->traces);
    s->traces[s->trace_count++] = trace;
}

static bool has_frames(const Trace *trace)
{
    for (int i = 0; i < trace->throwable_count; i++)
        if (trace->throwables[i].frame_count)
            return true;
    return false;
}

void sought_add(Sought *s, const Report *report)
{
    bool frames = false;
    for (int i = 0; i < report->traces.count; i++)
        if (has_frames(&report->traces.traces[i])) {
            add_trace(s, &report->traces.traces[i]);
            frames = true;
        }
    for (int i = 0; i < report->traces.count && !frames; i++)
        add_trace(s, &report->traces.traces[i]);
    for (int i = 0; i < report->sentence_count && !s->trace_count; i++) {
        s->freeze |= says(report->sentences[i].text, freeze_words);
        s->crash |= says(report->sentences[i].text, crash_words);
    }
}

void sought_free(Sought *s)
{
    free(s->traces);
    *s = (Sought){ 0 };
}

/* ---- stack traces ------------------------------------------------------------------------------- */

bool is_app_class(const char *name)
{
    return *name && !is_platform_class(name);
}

/* "access$100" and the like are the compiler's: they say nothing of their own. */
static bool is_made(const TraceFrame *f)
{
    return !strncmp(f->method, "access$", 7);
}

/* The app's frames from the innermost cause outwards, at most room. */
static int app_frames(const Trace *trace, const TraceFrame **out, int room)
{
    int count = 0;
    for (int i = trace->throwable_count - 1; i >= 0 && !count; i--) {
        const Throwable *t = &trace->throwables[i];
        if (t->relation == RELATION_SUPPRESSED)
            continue;
        for (int k = 0; k < t->frame_count && count < room; k++)
            if (is_app_class(t->frames[k].class_name) && !is_made(&t->frames[k]))
                out[count++] = &t->frames[k];
    }
    return count;
}

static bool same_method(const TraceFrame *a, const TraceFrame *b)
{
    return !strcmp(a->class_name, b->class_name) && !strcmp(a->method, b->method);
}

/* Names of methods differ when one of the two was obfuscated; lines of a class do not. */
static bool same_place(const TraceFrame *a, const TraceFrame *b)
{
    return same_method(a, b) || (a->line > 0 && a->line == b->line && !strcmp(a->class_name, b->class_name));
}

/* "a.b.Outer$1" and "a.b.Outer" are of one class as a reader sees it. */
static bool same_outer_class(const TraceFrame *a, const TraceFrame *b)
{
    size_t n = strcspn(a->class_name, "$"), m = strcspn(b->class_name, "$");
    return n == m && !strncmp(a->class_name, b->class_name, n);
}

static bool is_anr(const Trace *trace)
{
    const Throwable *cause = trace_root_cause(trace);
    return cause && !strcmp(cause->class_name, "ANR");
}

/* The last part of a class name: prose says "NullPointerException". */
static const char *simple_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static bool is_class_named(const char *name, size_t n, const char *class_name)
{
    bool full = memchr(name, '.', n) != NULL;
    const char *have = full ? class_name : simple_name(class_name);
    return strlen(have) == n && !strncmp(have, name, n);
}

/* A trace that is cut off before its cause still names it: "Unable to start activity …: java.lang.NullPointerException". */
static const char *cause_in_message(const Throwable *t, size_t *length)
{
    const char *name = NULL;
    for (const char *p = t->message; (p = strstr(p, ": ")); p += 2) {
        size_t n = strspn(p + 2, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._$");
        if (n > 12 && memchr(p + 2, '.', n) && (!strncmp(p + 2 + n - 9, "Exception", 9) || !strncmp(p + 2 + n - 5, "Error", 5))) {
            name = p + 2;
            *length = n;
        }
    }
    return name;
}

static bool same_type(const Throwable *sought, const Throwable *found)
{
    size_t n = strlen(sought->class_name);
    const char *name = sought->class_name, *cause = !strncmp(sought->message, "Unable to ", 10) ? cause_in_message(sought, &n) : NULL;
    return is_class_named(cause ? cause : name, n, found->class_name);
}

static MatchLevel compare_frames(const Trace *sought, const Trace *found)
{
    enum { MOST = 16, COMPARED = 3 };
    const TraceFrame *a[MOST], *b[MOST];
    int n = app_frames(sought, a, MOST), m = app_frames(found, b, MOST);
    if (!n) {
        /* Only the platform's frames: its topmost method is what can be compared. */
        const Throwable *x = trace_root_cause(sought), *y = trace_root_cause(found);
        bool same = x->frame_count && y->frame_count && same_method(&x->frames[0], &y->frames[0]);
        return !x->frame_count || m ? MATCH_TYPE : same ? MATCH_FRAME : MATCH_NONE;
    }
    if (m && same_place(a[0], b[0])) {
        bool exact = a[0]->line == b[0]->line && same_method(a[0], b[0]);
        for (int i = 1; i < n && i < m && i < COMPARED; i++)
            exact &= same_method(a[i], b[i]);
        return exact ? MATCH_EXACT : MATCH_FRAME;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if (same_method(a[i], b[k]) && same_outer_class(a[0], b[0]))
                return MATCH_TYPE;
    return MATCH_NONE;
}

static MatchLevel compare(const Trace *sought, const Trace *found)
{
    const Throwable *a = trace_root_cause(sought), *b = trace_root_cause(found);
    if (!a || !b)
        return MATCH_NONE;
    if (!*a->class_name)
        return compare_frames(sought, found) >= MATCH_FRAME ? MATCH_FRAME : MATCH_NONE;
    return same_type(a, b) ? compare_frames(sought, found) : MATCH_NONE;
}

/* ---- judging -------------------------------------------------------------------------------------- */

static void parse(TraceSet *set, Arena *arena, const char *text)
{
    Buf rest = { 0 };
    *set = (TraceSet){ 0 };
    arena_open(arena, 64 << 20, 0);
    trace_scan(set, arena, text, strlen(text), 0, &rest);
    buf_free(&rest);
}

static void unparse(TraceSet *set, Arena *arena)
{
    trace_set_free(set);
    arena_close(arena);
}

MatchLevel sought_best(const Sought *s)
{
    MatchLevel best = MATCH_CRASH;
    for (int i = 0; i < s->trace_count; i++) {
        MatchLevel level = is_anr(s->traces[i]) ? MATCH_CRASH : has_frames(s->traces[i]) ? MATCH_EXACT : MATCH_TYPE;
        best = MAX(best, level);
    }
    return best;
}

static MatchLevel match_freeze(const Sought *s)
{
    bool sought = s->freeze;
    for (int i = 0; i < s->trace_count; i++)
        sought |= is_anr(s->traces[i]);
    return sought ? MATCH_CRASH : MATCH_NONE;
}

MatchLevel sought_match(const Sought *s, const Screen *screen)
{
    if (screen->crash_gap)
        return MATCH_NONE;
    if (screen->state == APP_DOES_NOT_ANSWER)
        return match_freeze(s);
    if (screen->state != APP_HAS_CRASHED || !screen->crash)
        return MATCH_NONE;
    if (!s->trace_count)
        return s->freeze && !s->crash ? MATCH_NONE : MATCH_CRASH;
    TraceSet set;
    Arena arena;
    parse(&set, &arena, screen->crash);
    MatchLevel best = MATCH_NONE;
    for (int i = 0; i < s->trace_count && set.count; i++) {
        MatchLevel level = compare(s->traces[i], &set.traces[0]);
        best = MAX(best, level);
    }
    unparse(&set, &arena);
    return best;
}

bool same_crash(const char *a, const char *b)
{
    TraceSet x, y;
    Arena first, second;
    parse(&x, &first, a);
    parse(&y, &second, b);
    bool same = x.count && y.count ? compare(&x.traces[0], &y.traces[0]) == MATCH_EXACT : !strcmp(a, b);
    if (!same && x.count && y.count) {
        const TraceFrame *frame;
        bool no_app = !app_frames(&x.traces[0], &frame, 1) && !app_frames(&y.traces[0], &frame, 1);
        same = no_app && compare(&x.traces[0], &y.traces[0]) == MATCH_FRAME;
    }
    unparse(&x, &first);
    unparse(&y, &second);
    return same;
}

char *crash_headline(const char *trace)
{
    TraceSet set;
    Arena arena;
    parse(&set, &arena, trace);
    char *line;
    const Throwable *cause = set.count ? trace_root_cause(&set.traces[0]) : NULL;
    const TraceFrame *frame = NULL;
    if (!cause)
        line = xstrndup(trace, strcspn(trace, "\n"));
    else if (!app_frames(&set.traces[0], &frame, 1) && !cause->frame_count)
        line = xstrdup(simple_name(cause->class_name));
    else {
        frame = frame ? frame : &cause->frames[0];
        line = *frame->file && frame->line > 0
            ? xasprintf("%s at %s.%s (%s:%d)", simple_name(cause->class_name), simple_name(frame->class_name), frame->method, frame->file, frame->line)
            : xasprintf("%s at %s.%s", simple_name(cause->class_name), simple_name(frame->class_name), frame->method);
    }
    unparse(&set, &arena);
    return line;
}
