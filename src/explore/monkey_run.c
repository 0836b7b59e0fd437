#include "explore/monkey_run.h"

#include "reduce/crash_key.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What a person does, so often, before the phone is asked how it is: part of what a seed means. */
enum { BATCH = 16 };

/* One seed's run. */
typedef struct Run {
    Monkey monkey;
    Device *device;
    EventList events;               /* since the app's start */
    EventList batch;
    i32 width, height;
    u32 injected;
    bool busy, over;
    u64 cpu, cpu_before;            /* of this copy of the phone; of those before it */
    MonkeyCrash *crashes;
    u32 crash_count;
} Run;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- crashes ------------------------------------------------------------------------------ */

static void crash_free(MonkeyCrash *c)
{
    free(c->trace);
    free(c->key);
    free(c->gap);
    events_free(&c->events);
}

/* The crash with this key, or a new one that has nothing but the key. */
static MonkeyCrash *crash_slot(MonkeyCrash **crashes, u32 *count, char *key)
{
    for (u32 i = 0; i < *count; i++)
        if (!strcmp((*crashes)[i].key, key)) {
            free(key);
            return &(*crashes)[i];
        }
    *crashes = xrealloc(*crashes, (*count + 1) * sizeof **crashes);
    (*crashes)[*count] = (MonkeyCrash){ .key = key };
    return &(*crashes)[(*count)++];
}

/* The shortest way to it is kept. */
static void note_crash(Run *r, const Screen *screen)
{
    char *key = crash_key(screen->crash, true);
    if (screen->crash_gap) {        /* with a gap it is another crash than without */
        char *marked = xasprintf("%s(gap)\n", key);
        free(key);
        key = marked;
    }
    MonkeyCrash *c = crash_slot(&r->crashes, &r->crash_count, key);
    c->times++;
    if (c->trace && c->events.count <= r->events.count)
        return;
    char *keep = c->key;
    u32 times = c->times;
    c->key = NULL;
    crash_free(c);
    *c = (MonkeyCrash){ .key = keep, .times = times, .trace = xstrdup(screen->crash), .gap = screen->crash_gap ? xstrdup(screen->crash_gap) : NULL,
                        .not_answering = screen->state == APP_DOES_NOT_ANSWER, .seed = r->monkey.options.seed, .number = r->injected };
    for (u32 i = 0; i < r->events.count; i++)
        events_add(&c->events, event_copy(&r->events.items[i]));
}

/* ---- running --------------------------------------------------------------------------------- */

static void print_events(const MonkeyPlan *plan, const Run *r, u32 done)
{
    if (!plan->verbose || !plan->print)
        return;
    Buf text = { 0 };
    u32 number = r->injected;
    for (u32 i = 0; i < done; i++) {
        u32 size = monkey_event_count(&r->batch.items[i]);
        if (number / 100 != (number + size) / 100 || !number)
            buf_printf(&text, "    // Sending event #%u\n", (number + size) / 100 * 100);
        monkey_log_event(&text, &r->batch.items[i], &plan->app, plan->verbose);
        number += size;
    }
    plan->print(buf_str(&text));
    buf_free(&text);
}

static int begin_batch(const MonkeyPlan *plan, Run *r)
{
    events_clear(&r->batch);
    u32 planned = r->injected;
    for (u32 i = 0; i < BATCH && planned < plan->count; i++) {
        u32 from = r->batch.count;
        monkey_next(&r->monkey, r->width, r->height, &r->batch);
        for (u32 k = from; k < r->batch.count; k++)
            planned += monkey_event_count(&r->batch.items[k]);
    }
    r->busy = true;
    return device_begin_all(r->device, r->batch.items, r->batch.count);
}

static int restart(const MonkeyPlan *plan, Run *r)
{
    device_close(r->device);
    r->device = NULL;
    r->cpu_before += r->cpu;
    r->cpu = 0;
    events_clear(&r->events);
    r->width = plan->width;
    r->height = plan->height;
    return device_fork(plan->start, &r->device);
}

/* Moves what was done behind the others. */
static void take_batch(Run *r, u32 done)
{
    for (u32 i = 0; i < done; i++) {
        r->injected += monkey_event_count(&r->batch.items[i]);
        events_add(&r->events, r->batch.items[i]);
        r->batch.items[i] = (Event){ 0 };
    }
}

static void print_crash(const MonkeyPlan *plan, const Screen *screen)
{
    if (!plan->verbose || !plan->print)
        return;
    Buf text = { 0 };
    monkey_log_crash(&text, &plan->app, screen->crash, screen->state == APP_DOES_NOT_ANSWER);
    plan->print(buf_str(&text));
    buf_free(&text);
}

static int end_batch(const MonkeyPlan *plan, MonkeyResult *out, Run *r)
{
    Screen screen;
    u32 done;
    int status = device_end_all(r->device, &done, &screen);
    r->busy = false;
    if (status)
        return status;
    print_events(plan, r, MIN(done, r->batch.count));
    take_batch(r, MIN(done, r->batch.count));
    r->width = screen.width;
    r->height = screen.height;
    r->cpu = screen.cpu_micros;
    out->phone_millis = screen.millis;
    if (screen.crash) {
        note_crash(r, &screen);
        print_crash(plan, &screen);
        r->over = !plan->go_on;
    }
    bool ended = screen.state != APP_RUNS;
    screen_free(&screen);
    if (r->injected >= plan->count)
        r->over = true;
    if (r->over || !ended)
        return OK;
    out->starts++;
    return restart(plan, r);
}

static int open_run(const MonkeyPlan *plan, Run *r, u64 seed)
{
    MonkeyOptions options = plan->options;
    options.seed = seed;
    *r = (Run){ .width = plan->width, .height = plan->height };
    int status = monkey_open(&r->monkey, &options);
    return status ? status : device_fork(plan->start, &r->device);
}

static void close_run(Run *r)
{
    device_close(r->device);
    r->device = NULL;
    events_free(&r->events);
    events_free(&r->batch);
}

/* Waits for the first of the running seeds that has done its batch, and goes on with it. */
static int step(const MonkeyPlan *plan, MonkeyResult *out, Run *runs, const u32 *active, u32 count)
{
    Device *devices[64];
    for (u32 i = 0; i < count; i++) {
        Run *r = &runs[active[i]];
        int status = r->busy ? OK : begin_batch(plan, r);
        if (status)
            return status;
        devices[i] = r->device;
    }
    return end_batch(plan, out, &runs[active[device_any_ready(devices, count)]]);
}

static int run_all(const MonkeyPlan *plan, MonkeyResult *out, Run *runs)
{
    u32 active[64], count = 0, next = 0, jobs = MIN(MAX(plan->jobs, 1), 64), over = 0;
    int status = OK;
    while (!status && (count || next < plan->seeds)) {
        while (!status && count < jobs && next < plan->seeds) {
            status = open_run(plan, &runs[next], plan->options.seed + next);
            active[count++] = next++;
        }
        if (!status)
            status = step(plan, out, runs, active, count);
        for (u32 i = 0; !status && i < count; i++) {
            Run *r = &runs[active[i]];
            if (!r->over)
                continue;
            out->events += r->injected;
            out->cpu_seconds += (double)(r->cpu + r->cpu_before) * 1e-6;
            close_run(r);
            active[i--] = active[--count];
            if (plan->progress)
                plan->progress(++over, out->events, r->crash_count);
        }
    }
    return status;
}

/* Seed by seed, so that the order does not depend on which was faster. */
static void collect(MonkeyResult *out, Run *runs, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        for (u32 k = 0; k < runs[i].crash_count; k++) {
            MonkeyCrash *from = &runs[i].crashes[k];
            MonkeyCrash *to = crash_slot(&out->crashes, &out->crash_count, xstrdup(from->key));
            u32 times = to->times + from->times;
            if (!to->trace || from->events.count < to->events.count) {
                MonkeyCrash swap = *to;
                *to = *from;
                *from = swap;
            }
            to->times = times;
            crash_free(from);
        }
        free(runs[i].crashes);
    }
}

int monkey_run(MonkeyResult *out, const MonkeyPlan *plan)
{
    double start = now();
    *out = (MonkeyResult){ 0 };
    Run *runs = xcalloc(MAX(plan->seeds, 1), sizeof *runs);
    int status = run_all(plan, out, runs);
    collect(out, runs, plan->seeds);
    for (u32 i = 0; i < plan->seeds; i++)
        close_run(&runs[i]);
    free(runs);
    out->seconds = now() - start;
    return status;
}

void monkey_result_free(MonkeyResult *result)
{
    for (u32 i = 0; i < result->crash_count; i++)
        crash_free(&result->crashes[i]);
    free(result->crashes);
    *result = (MonkeyResult){ 0 };
}
