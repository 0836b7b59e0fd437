#include "reduce/trials.h"

#include "base/map.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * Snapshots cost the pages that changed since they were taken, and each is a process:
 * few are kept, the least used ones go.
 */
enum { MOST_SNAPSHOTS = 40, FIRST_STRETCH = 6, MOST_JOBS = 16 };

typedef struct Parked {
    u32 *atoms;
    u32 count;
    Device *device;
    u64 used;                       /* when */
} Parked;

struct Trials {
    const ReduceTask *task;
    const Atoms *atoms;
    Map answers;                    /* of a sequence's bytes: outcome + 1, and above that the atoms that were done */
    Parked parked[MOST_SNAPSHOTS];
    u32 parked_count;
    u64 clock;
    const char *callbacks;
    double start;
    int error;
    u32 runs, cached;
    u32 failed_after;               /* of the candidate that was last found */
    u64 atoms_done, cpu_micros;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

Trials *trials_open(const ReduceTask *task, const Atoms *atoms)
{
    Trials *t = xcalloc(1, sizeof *t);
    t->task = task;
    t->atoms = atoms;
    t->start = now();
    return t;
}

static void drop(Parked *p)
{
    device_close(p->device);
    free(p->atoms);
    *p = (Parked){ 0 };
}

void trials_free(Trials *t)
{
    if (!t)
        return;
    for (u32 i = 0; i < t->parked_count; i++)
        drop(&t->parked[i]);
    map_free(&t->answers);
    free(t);
}

void trials_want_callbacks(Trials *t, const char *callbacks)
{
    t->callbacks = callbacks;
}

int trials_error(const Trials *t)
{
    return t->error;
}

bool trials_out_of_time(const Trials *t)
{
    return t->error || (t->task->most_millis && now() - t->start > (double)t->task->most_millis);
}

void trials_counts(const Trials *t, Reduced *out)
{
    out->trials = t->runs;
    out->cached = t->cached;
    out->events_done = t->atoms_done;
    out->millis = now() - t->start;
    out->cpu_millis += (double)t->cpu_micros * 1e-3;
    out->in_time = !trials_out_of_time(t);
}

/* ---- answers ------------------------------------------------------------------------------ */

static intptr_t answer_of(const Trials *t, const Sequence *s)
{
    return (intptr_t)map_get_n(&t->answers, (const char *)s->atoms, s->count * sizeof *s->atoms);
}

/* Negative: it was not tried yet. */
static int known_answer(const Trials *t, const Sequence *s)
{
    return (int)(answer_of(t, s) & 7) - 1;
}

static void keep_answer(Trials *t, const Sequence *s, Outcome outcome, u32 atoms_done)
{
    *map_slot_n(&t->answers, (const char *)s->atoms, s->count * sizeof *s->atoms) = (void *)((intptr_t)atoms_done << 3 | (intptr_t)(outcome + 1));
}

/* ---- snapshots -------------------------------------------------------------------------------- */

/* The snapshot of the longest beginning; NULL: none. */
static Parked *nearest(Trials *t, const u32 *atoms, u32 count)
{
    Parked *best = NULL;
    for (u32 i = 0; i < t->parked_count; i++) {
        Parked *p = &t->parked[i];
        if (p->count <= count && (!best || p->count > best->count) && !memcmp(p->atoms, atoms, p->count * sizeof *atoms))
            best = p;
    }
    if (best)
        best->used = ++t->clock;
    return best;
}

static Parked *free_place(Trials *t)
{
    if (t->parked_count < MOST_SNAPSHOTS)
        return &t->parked[t->parked_count++];
    Parked *oldest = &t->parked[0];
    for (u32 i = 1; i < t->parked_count; i++)
        if (t->parked[i].used < oldest->used)
            oldest = &t->parked[i];
    drop(oldest);
    return oldest;
}

static void park(Trials *t, Device *device, const u32 *atoms, u32 count)
{
    Parked *same = nearest(t, atoms, count);
    Device *copy;
    if ((same && same->count == count) || device_fork(device, &copy))
        return;
    Parked *p = free_place(t);
    *p = (Parked){ .atoms = xmalloc(MAX(count, 1) * sizeof *atoms), .count = count, .device = copy, .used = ++t->clock };
    memcpy(p->atoms, atoms, count * sizeof *atoms);
}

/* ---- one trial ----------------------------------------------------------------------------------- */

typedef struct Trial {
    Sequence sequence;
    u32 index;                      /* among the candidates */
    u32 at, stretch, events;        /* atoms done; atoms and events that are being done */
    Device *device;
    Buf callbacks;                  /* so far, when they are wanted */
    u64 cpu;
} Trial;

static void trial_close(Trial *trial)
{
    device_close(trial->device);
    buf_free(&trial->callbacks);
    *trial = (Trial){ 0 };
}

/* The events of a stretch of atoms; the caller frees the array, not the events. */
static Event *events_of(const Trials *t, const u32 *atoms, u32 count, u32 *event_count)
{
    u32 n = 0;
    for (u32 i = 0; i < count; i++)
        n += t->atoms->items[atoms[i]].count;
    Event *out = xcalloc(MAX(n, 1), sizeof *out);
    n = 0;
    for (u32 i = 0; i < count; i++) {
        const Atom *a = &t->atoms->items[atoms[i]];
        memcpy(out + n, t->atoms->events + a->first, a->count * sizeof *out);
        n += a->count;
    }
    *event_count = n;
    return out;
}

/* Stretches grow: snapshots lie close together where a trial begins, and far apart behind. */
static int go_on(Trials *t, Trial *trial)
{
    u32 left = trial->sequence.count - trial->at, count;
    trial->stretch = t->callbacks ? left : MIN(left, MAX(FIRST_STRETCH, left / 4));
    Event *events = events_of(t, trial->sequence.atoms + trial->at, trial->stretch, &count);
    int status = device_begin_all(trial->device, events, count);
    trial->events = count;
    free(events);
    return status;
}

static int begin(Trials *t, Trial *trial, const Sequence *s, u32 index)
{
    Parked *from = t->callbacks ? NULL : nearest(t, s->atoms, s->count);
    *trial = (Trial){ .sequence = *s, .index = index, .at = from ? from->count : 0 };
    int status = device_fork(from ? from->device : t->task->start, &trial->device);
    t->runs++;
    return status ? status : go_on(t, trial);
}

/* Are all lines of wanted among those of have? */
static bool covers(const char *have, const char *wanted)
{
    Map lines = { 0 };
    for (const char *p = have; *p; p += strcspn(p, "\n"), p += *p == '\n')
        *map_slot_n(&lines, p, strcspn(p, "\n")) = (void *)1;
    bool all = true;
    for (const char *p = wanted; *p && all; p += strcspn(p, "\n"), p += *p == '\n')
        all = !strcspn(p, "\n") || map_get_n(&lines, p, strcspn(p, "\n"));
    map_free(&lines);
    return all;
}

static Outcome judge(const Trials *t, const Trial *trial, const Screen *screen)
{
    if (t->task->judge)
        return t->task->judge(t->task->context, screen);
    return screen->state == APP_RUNS && covers(buf_str(&trial->callbacks), t->callbacks) ? OUTCOME_SAME : OUTCOME_NO_CRASH;
}

/* How many atoms of the stretch that many events are, a part counted as a whole. */
static u32 atoms_in(const Trials *t, const Trial *trial, u32 events)
{
    u32 atoms = 0, n = 0;
    while (atoms < trial->stretch && n < events)
        n += t->atoms->items[trial->sequence.atoms[trial->at + atoms++]].count;
    return atoms;
}

/* Hears of the stretch that ended. *outcome is set when the trial is over. */
static int hear(Trials *t, Trial *trial, bool *over, Outcome *outcome)
{
    Screen screen;
    u32 done;
    int status = device_end_all(trial->device, &done, &screen);
    if (status)
        return status;
    u32 atoms = atoms_in(t, trial, done);
    t->atoms_done += atoms;
    t->cpu_micros += screen.cpu_micros - trial->cpu;
    trial->cpu = screen.cpu_micros;
    trial->at += atoms;
    if (screen.callbacks)
        buf_add_str(&trial->callbacks, screen.callbacks);
    /* An event that cannot be done (its target is not there) ends the trial too. */
    *over = screen.state != APP_RUNS || trial->at == trial->sequence.count || done < trial->events;
    if (*over)
        *outcome = judge(t, trial, &screen);
    screen_free(&screen);
    if (*over)
        return OK;
    park(t, trial->device, trial->sequence.atoms, trial->at);
    return go_on(t, trial);
}

/* ---- side by side ------------------------------------------------------------------------------------- */

typedef struct Batch {
    Trials *trials;
    const Sequence *candidates;
    u32 count, next;                /* next to be looked at */
    i32 found;                      /* the first that fails, as far as is known */
    Trial active[MOST_JOBS];
    u32 active_count;
} Batch;

static void end_trial(Batch *b, u32 i)
{
    trial_close(&b->active[i]);
    b->active[i] = b->active[--b->active_count];
}

/* Starts as many as there is room for; answers that are known cost nothing. */
static int fill(Batch *b, u32 jobs)
{
    Trials *t = b->trials;
    while (b->active_count < jobs && b->next < b->count && b->found < 0) {
        const Sequence *s = &b->candidates[b->next];
        int answer = known_answer(t, s);
        t->cached += answer >= 0;
        if (answer == OUTCOME_SAME)
            b->found = (i32)b->next;
        else if (answer < 0) {
            int status = begin(t, &b->active[b->active_count++], s, b->next);
            if (status)
                return status;
        }
        b->next++;
    }
    return OK;
}

static int wait_for_one(Batch *b)
{
    Device *devices[MOST_JOBS];
    for (u32 i = 0; i < b->active_count; i++)
        devices[i] = b->active[i].device;
    u32 i = device_any_ready(devices, b->active_count);
    Trial *trial = &b->active[i];
    bool over;
    Outcome outcome = OUTCOME_NO_CRASH;
    int status = hear(b->trials, trial, &over, &outcome);
    if (status || !over)
        return status;
    keep_answer(b->trials, &trial->sequence, outcome, trial->at);
    if (outcome == OUTCOME_SAME && (b->found < 0 || (u32)b->found > trial->index))
        b->found = (i32)trial->index;
    end_trial(b, i);
    return OK;
}

/* Trials of candidates behind one that fails are not needed any more. */
static void stop_those_behind(Batch *b)
{
    for (u32 i = b->active_count; b->found >= 0 && i-- > 0;)
        if (b->active[i].index > (u32)b->found)
            end_trial(b, i);
}

static i32 first_failing(void *context, const Sequence *candidates, u32 count)
{
    Trials *t = context;
    u32 jobs = MIN(MAX(t->task->jobs, 1), MOST_JOBS);
    Batch b = { .trials = t, .candidates = candidates, .count = count, .found = -1 };
    while (!t->error && !trials_out_of_time(t)) {
        t->error = fill(&b, jobs);
        stop_those_behind(&b);
        if (t->error || !b.active_count)
            break;
        t->error = wait_for_one(&b);
        stop_those_behind(&b);
    }
    /* Found, but one before it was not finished: it is as good. */
    while (b.active_count)
        end_trial(&b, 0);
    if (t->error)
        return -1;
    if (b.found >= 0)
        t->failed_after = (u32)(answer_of(t, &candidates[b.found]) >> 3);
    return b.found;
}

static u32 failed_after(void *context)
{
    return ((const Trials *)context)->failed_after;
}

static bool tester_out_of_time(void *context)
{
    return trials_out_of_time(context);
}

Tester trials_tester(Trials *t)
{
    return (Tester){ first_failing, t->task->judge ? failed_after : NULL, tester_out_of_time, t };
}

int trials_outcome(Trials *t, const u32 *atoms, u32 count)
{
    Sequence s = { atoms, count };
    first_failing(t, &s, 1);
    return t->error ? t->error : MAX(known_answer(t, &s), 0);
}
