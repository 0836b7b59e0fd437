/* The controller's side: replays on a phone with the slicer in it, asks, and reads the answer. */
#include "slice/slice.h"

#include "device/device.h"
#include "slice/tool.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static u64 micros(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (u64)t.tv_sec * 1000000 + (u64)t.tv_nsec / 1000;
}

/* ---- reading the answer ------------------------------------------------------------------------ */

/* The field that p is at, cut off there; *p is put behind it. */
static char *next_field(char **p)
{
    char *field = *p;
    size_t n = strcspn(field, "\t\n");
    *p = field + n + (field[n] != 0);
    field[n] = 0;
    return field;
}

static void read_line(Slice *slice, char *p)
{
    slice->lines = xrealloc(slice->lines, (slice->count + 1) * sizeof *slice->lines);
    SliceLine *line = &slice->lines[slice->count++];
    line->class_name = xstrdup(next_field(&p));
    line->method = xstrdup(next_field(&p));
    line->file = xstrdup(next_field(&p));
    line->line = atoi(next_field(&p));
    line->distance = (u32)atoi(next_field(&p));
    line->event = (u32)atoi(next_field(&p));
    line->callback = xstrdup(next_field(&p));
    line->because = atoi(next_field(&p));
    u32 reason = (u32)atoi(next_field(&p));
    line->reason = MIN(reason, SLICE_REASONS - 1u);
    line->steps = (u32)atoi(next_field(&p));
}

static void read_figure(Slice *slice, const char *name, const char *value)
{
    if (!strcmp(name, "criterion"))
        slice->criterion = xstrdup(value);
    if (!strcmp(name, "reader")) {
        buf_printf(&slice->unseen_readers, "%s\n", value);
        return;
    }
    u64 number = strtoull(value, NULL, 10);
    const struct { const char *name; u64 *wide; u32 *narrow; } figures[] = {
        { "micros", &slice->walk_micros, NULL }, { "nodes", &slice->nodes, NULL }, { "visited", &slice->visited, NULL },
        { "reads", &slice->reads, NULL }, { "unseen", &slice->unseen, NULL }, { "bytes", &slice->history_bytes, NULL }, { "executed", NULL, &slice->executed_lines }, { "static", NULL, &slice->static_lines }, { "distinct", NULL, &slice->distinct_lines },
        { "restarts", NULL, &slice->cut_off }, { "first", NULL, &slice->first_event },
    };
    for (u32 i = 0; i < COUNT_OF(figures); i++)
        if (!strcmp(name, figures[i].name)) {
            if (figures[i].wide)
                *figures[i].wide = number;
            else
                *figures[i].narrow = (u32)number;
        }
}

static void read_answer(Slice *slice, char *text)
{
    for (char *p = text; *p;) {
        char *line = p;
        p += strcspn(p, "\n");
        if (*p)
            *p++ = 0;
        char *rest = line;
        const char *name = next_field(&rest);
        if (!strcmp(name, "at"))
            read_line(slice, rest);
        else
            read_figure(slice, name, rest);
    }
}

/* ---- the run ------------------------------------------------------------------------------------- */

static int replay(Slice *slice, Device *device, const Repro *repro, const char *apk)
{
    Screen screen;
    u64 start = micros();
    int status = device_start(device, apk, &screen);
    for (u32 i = 0; !status && i < repro->event_count && screen.state == APP_RUNS; i++) {
        Event event = event_copy(&repro->events[i]);
        Screen next;
        status = device_do(device, &event, &next);
        event_free(&event);
        if (!status) {
            screen_free(&screen);
            screen = next;
        }
    }
    slice->record_micros = micros() - start;
    if (status)
        return status;
    slice->crash = screen.crash ? xstrdup(screen.crash) : NULL;
    screen_free(&screen);
    return OK;
}

static int ask(Slice *slice, Device *device, const SliceOptions *options)
{
    char *text, *question = xasprintf("%s%s%s", options->whole ? "whole" : "slice", options->at ? " " : "", options->at ? options->at : "");
    int status = device_ask_tool(device, question, &text);
    free(question);
    if (status)
        return status;
    read_answer(slice, text);
    free(text);
    return OK;
}

int slice_make(Slice *out, const Repro *repro, const char *apk, const SliceOptions *options)
{
    *out = (Slice){ 0 };
    Environment environment = environment_copy(&repro->environment);
    environment.tool = &slice_tool;
    slice_checks = options->check;
    slice_most_bytes = options->most_bytes ? options->most_bytes : (u64)1 << 30;
    Device *device;
    int status = device_open(&device, &environment);
    if (!status) {
        status = replay(out, device, repro, apk);
        if (!status)
            status = ask(out, device, options);
        device_close(device);
    }
    environment_clear(&environment);
    if (status)
        slice_free(out);
    return status;
}

void slice_free(Slice *slice)
{
    for (u32 i = 0; i < slice->count; i++) {
        SliceLine *line = &slice->lines[i];
        free(line->class_name);
        free(line->method);
        free(line->file);
        free(line->callback);
    }
    free(slice->lines);
    buf_free(&slice->unseen_readers);
    free(slice->crash);
    free(slice->criterion);
    *slice = (Slice){ 0 };
}
