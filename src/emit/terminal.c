/* The answer on a terminal: one paragraph, the steps, the top of the stack, the files. */
#include "emit/emit.h"

#include <string.h>

enum { SHOWN_FRAMES = 6, SHOWN_OTHERS = 5 };

typedef struct Style {
    const char *bold, *good, *bad, *dim, *end;
} Style;

static void put_paragraph(Buf *out, const Emission *e, const Style *s)
{
    const Outcome *o = e->outcome;
    if (o->reproduced) {
        buf_printf(out, "%sReproduced%s%s in %u step%s: %s%s%s", s->good, s->end, o->froze ? " (the app does not answer)" : "", o->step_count, o->step_count == 1 ? "" : "s", s->bold, o->headline, s->end);
        buf_printf(out, ". Match: %s (%s). ", match_level_name(o->level), match_level_text(o->level));
        if (o->replays)
            buf_printf(out, "Replayed %u/%u. ", o->replays_same, o->replays);
    } else {
        buf_printf(out, "%sNot reproduced%s: %s. ", s->bad, s->end, o->why_not);
    }
    buf_printf(out, "%.1f s, %llu events tried on %u screens.\n", o->seconds, (unsigned long long)o->tried, o->screens);
}

static void put_steps(Buf *out, const Outcome *o, const Style *s)
{
    for (u32 i = 0; i < o->step_count; i++) {
        const Step *step = &o->steps[i];
        buf_printf(out, "%s%3u.%s %s", i ? "" : "\n", i + 1, "", step->text);
        if (step->words)
            buf_printf(out, "  %s← %.*s%s%s", s->dim, (int)MIN(strcspn(step->words, "\n"), 90u), step->words, strlen(step->words) > 90 ? "…" : "", s->end);
        else
            buf_printf(out, "  %s(not in the report)%s", s->dim, s->end);
        buf_add_char(out, '\n');
    }
}

/* What the phone must be like: "env network offline". */
static void put_conditions(Buf *out, const Outcome *o)
{
    Buf lines = { 0 };
    environment_print(&lines, &o->repro.environment);
    if (o->reproduced && lines.size)
        buf_printf(out, "\nThe phone must be so:\n%s", buf_str(&lines));
    buf_free(&lines);
}

static void put_stack(Buf *out, const char *trace, const Style *s)
{
    u32 frames = 0;
    buf_add_char(out, '\n');
    for (const char *p = trace; *p;) {
        size_t n = strcspn(p, "\n");
        bool frame = *p == '\t';
        frames = frame ? frames + 1 : 0;
        if (frames <= SHOWN_FRAMES)
            buf_printf(out, "%s%.*s%s\n", frame ? "    " : s->bold, (int)(n - frame), p + frame, frame ? "" : s->end);
        p += n + (p[n] == '\n');
    }
}

static void put_others(Buf *out, const Outcome *o, const Style *s)
{
    if (o->other_count)
        buf_printf(out, "\n%sOther crashes met:%s\n", s->bold, s->end);
    for (u32 i = 0; i < o->other_count && i < SHOWN_OTHERS; i++) {
        buf_printf(out, "  %s, after %u events", o->others[i].headline, o->others[i].events);
        if (o->others[i].gap)
            buf_printf(out, " %s(may be this phone's fault: it lacks %s)%s", s->dim, o->others[i].gap, s->end);
        buf_add_char(out, '\n');
    }
    if (o->other_count > SHOWN_OTHERS)
        buf_printf(out, "  … and %u more\n", o->other_count - SHOWN_OTHERS);
}

void emit_terminal(Buf *out, const Emission *e, bool color)
{
    Style style = color ? (Style){ "\033[1m", "\033[1;32m", "\033[1;31m", "\033[2m", "\033[0m" } : (Style){ "", "", "", "", "" };
    const Outcome *o = e->outcome;
    put_paragraph(out, e, &style);
    if (o->notes)
        buf_add_str(out, o->notes);
    put_conditions(out, o);
    put_steps(out, o, &style);
    if (o->reproduced)
        put_stack(out, o->crash, &style);
    put_others(out, o, &style);
    for (u32 i = 0; i < e->file_count; i++)
        buf_printf(out, "%s  %-44s %s%s%s\n", i ? "" : "\nFiles:\n", e->files[i].path, style.dim, e->files[i].what, style.end);
}
