/* A file of events, whoever wrote it: its first lines tell which reader it is for. */
#include "explore/lines.h"

#include "base/file.h"
#include "device/repro.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the readers share -------------------------------------------------------------- */

Event *trace_add(EventTrace *trace, Event event, u32 number)
{
    u32 room = trace->events.room;
    Event *e = events_add(&trace->events, event);
    if (trace->events.room != room)
        trace->numbers = xrealloc(trace->numbers, trace->events.room * sizeof *trace->numbers);
    trace->numbers[trace->events.count - 1] = number;
    return e;
}

void trace_sleep(EventTrace *trace, i32 millis)
{
    if (millis <= 0 || !trace->events.count)
        return;
    Event *e = &trace->events.items[trace->events.count - 1];
    i64 pause = (i64)(e->after ? e->after : MONKEY_GAP_MS) + millis;
    e->after = (i32)MIN(pause, 100000000);
}

void event_trace_free(EventTrace *trace)
{
    events_free(&trace->events);
    free(trace->numbers);
    free(trace->package);
    free(trace->crash);
    free(trace->sha256);
    *trace = (EventTrace){ 0 };
}

/* ---- any of them ---------------------------------------------------------------------------- */

static int repro_as_trace(EventTrace *out, const char *text, const char *name)
{
    Repro repro;
    int status = repro_parse(&repro, text, name);
    if (status)
        return status;
    *out = (EventTrace){ .format = ".repro", .seed = repro.environment.seed, .stays = repro.environment.stays };
    for (u32 i = 0; i < repro.event_count; i++)
        trace_add(out, event_copy(&repro.events[i]), i + 1);
    if (repro.crash)
        out->crash = xstrdup(repro.crash);
    if (*repro.sha256)
        out->sha256 = xstrdup(repro.sha256);
    repro_free(&repro);
    return OK;
}

/* Does a line begin with word (behind blanks and '#12: ')? */
static bool has_line(const char *text, const char *word)
{
    for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n')
        if (!strncmp(p + strspn(p, " \t:"), word, strlen(word)))
            return true;
    return false;
}

int event_trace_parse(EventTrace *out, const char *text, const char *name)
{
    if (!strncmp(text, "reenact-repro", 13))
        return repro_as_trace(out, text, name);
    if (strstr(text, "start data >>") || has_line(text, "type= "))
        return monkey_script_parse(out, text, name);
    if (has_line(text, "Monkey: seed=") || strstr(text, "Sending Touch (") || strstr(text, "Sending Key (") || has_line(text, "Switch: "))
        return monkey_log_parse(out, text, name);
    if (strstr(text, "MonkeyRunner") || strstr(text, ".touch(") || strstr(text, ".press("))
        return monkey_runner_parse(out, text, name);
    if (has_line(text, "touch") || has_line(text, "sleep"))
        return event_table_parse(out, text, name);
    return error_set(ERR_INPUT, "%s is no file of events: a .repro, a Monkey log (-v -v) or script, or a MonkeyRunner script is wanted", name);
}

int event_trace_read(EventTrace *out, const char *path)
{
    Buf text = { 0 };
    int status = file_read(path, &text);
    if (!status)
        status = event_trace_parse(out, buf_str(&text), path);
    buf_free(&text);
    return status;
}
