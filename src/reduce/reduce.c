/*
 * The stages. A run is recorded; the rules and the tree of windows propose shorter
 * sequences, and nothing is believed that was not replayed.
 *
 *   events ─ atoms ─ record ─┬─ rules ─ keys ─ segments ─ each one tried     auto
 *                            └─ one of them alone                            --strategy
 *
 * In auto the rules' proposal is replayed only when the keys' shorter ones do not
 * crash: what is shorter is cheaper to try.
 */
#include "reduce/reduce.h"

#include "base/map.h"
#include "reduce/crash_key.h"
#include "reduce/describe.h"
#include "reduce/keys.h"
#include "reduce/rules.h"
#include "reduce/trials.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *const reduce_strategy_names[REDUCE_STRATEGIES] = { "auto", "rules", "keys", "segments", "hdd", "ddmin" };

typedef struct Work {
    const ReduceTask *task;
    Event *events;                  /* the task's, and behind them each again with time to settle; shallow copies */
    Atoms atoms;                    /* of both halves: atom + single is the patient one */
    u32 single;                     /* atoms of one half */
    Record record;
    Trials *trials;
    Tester tester;
    RuleSet *own_rules;             /* when the task has none */
    u32 *group, *rule;              /* by rules_apply */
    u32 groups;
    u32 *sequence;                  /* what is left */
    u32 count;
    char *callbacks;
    Reduced *out;
} Work;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void tell(const Work *w, const char *phase)
{
    Reduced counts = { 0 };
    if (!w->task->progress)
        return;
    trials_counts(w->trials, &counts);
    w->task->progress(w->task->progress_context, phase, w->count, counts.trials);
}

/* ---- patience ---------------------------------------------------------------------------------- */

/*
 * Monkey does not wait until a window is open. Where most events between two are gone,
 * the second may come too early: proposals are also tried with time behind each atom.
 */
enum { PATIENCE_MS = 700 };

static void double_atoms(Work *w)
{
    const ReduceTask *task = w->task;
    Atoms once;
    atoms_group(&once, task->events, task->count);
    w->single = once.count;
    w->events = xcalloc(MAX(2 * task->count, 1), sizeof *w->events);
    w->atoms = (Atoms){ .events = w->events, .items = xcalloc(MAX(2 * once.count, 1), sizeof *w->atoms.items), .count = once.count };
    memcpy(w->events, task->events, task->count * sizeof *w->events);
    memcpy(w->events + task->count, task->events, task->count * sizeof *w->events);
    for (u32 i = 0; i < once.count; i++) {
        Atom a = once.items[i];
        w->atoms.items[i] = a;
        w->atoms.items[once.count + i] = (Atom){ task->count + a.first, a.count };
        Event *last = &w->events[task->count + a.first + a.count - 1];
        last->after = last->after ? MAX(last->after, PATIENCE_MS) : last->kind == EVENT_TOUCH || last->kind == EVENT_TRACKBALL ? PATIENCE_MS : 0;
    }
    atoms_free(&once);
}

/* ---- recording ------------------------------------------------------------------------------- */

static int wrong_end(const Screen *last)
{
    if (!last->crash)
        return error_set(ERR_NOT_FOUND, last->state == APP_HAS_EXITED ? "the events do not crash the app: it ends itself" : "the events do not crash the app");
    char *title = crash_title(last->crash);
    int status = last->crash_gap ? error_set(ERR_NOT_FOUND, "the events end in a crash that may be this phone's, which lacks %s: %s", last->crash_gap, title)
                                 : error_set(ERR_NOT_FOUND, "the events end in another crash: %s", title);
    free(title);
    return status;
}

static int record(Work *w)
{
    int status = record_run(&w->record, w->task->start, &w->atoms);
    if (status)
        return status;
    w->atoms.count = w->count = w->record.count;    /* what comes behind the end was never done */
    for (u32 i = 0; i < w->count; i++)
        w->sequence[i] = i;
    w->out->atoms_before = w->count;
    if (w->task->judge && w->task->judge(w->task->context, &w->record.last) != OUTCOME_SAME)
        return wrong_end(&w->record.last);
    if (!w->task->judge) {
        w->callbacks = record_callbacks(&w->record);
        trials_want_callbacks(w->trials, w->callbacks);
    }
    return OK;
}

/* ---- rules ---------------------------------------------------------------------------------------- */

/* Counts, for each callback, the kept events that call it. */
static void count_callbacks(Map *counts, const char *callbacks, int by)
{
    for (const char *p = callbacks; p && *p; p += strcspn(p, "\n"), p += *p == '\n') {
        void **slot = map_slot_n(counts, p, strcspn(p, "\n"));
        *slot = (void *)((intptr_t)*slot + by);
    }
}

static bool any_would_be_lost(const Map *counts, const char *callbacks)
{
    for (const char *p = callbacks; p && *p; p += strcspn(p, "\n"), p += *p == '\n')
        if ((intptr_t)map_get_n(counts, p, strcspn(p, "\n")) <= 0)
            return true;
    return false;
}

/* Without a crash, a group stays whose callbacks nobody else calls. */
static void keep_coverage(Work *w)
{
    Map counts = { 0 };
    for (u32 i = 0; i < w->record.count; i++)
        count_callbacks(&counts, w->record.events[i].callbacks, 1);
    for (u32 g = 0; g < w->groups; g++) {
        bool lost = false;
        for (u32 i = 0; i < w->record.count; i++)
            if (w->group[i] == g)
                count_callbacks(&counts, w->record.events[i].callbacks, -1);
        for (u32 i = 0; i < w->record.count && !lost; i++)
            lost = w->group[i] == g && any_would_be_lost(&counts, w->record.events[i].callbacks);
        for (u32 i = 0; i < w->record.count && lost; i++)
            if (w->group[i] == g) {
                count_callbacks(&counts, w->record.events[i].callbacks, 1);
                w->group[i] = NO_GROUP;
            }
    }
    map_free(&counts);
}

static void propose_by_rules(Work *w)
{
    const RuleSet *rules = w->task->rules ? w->task->rules : w->own_rules;
    double start = now();
    w->group = xcalloc(MAX(w->count, 1), sizeof *w->group);
    w->rule = xcalloc(MAX(w->count, 1), sizeof *w->rule);
    w->groups = rules_apply(rules, &w->record, w->group, w->rule);
    w->out->rules_millis = now() - start;
    w->out->rule_count = rules_count(rules);
    w->out->removed_by_rule = xcalloc(MAX(w->out->rule_count, 1), sizeof(u32));
    if (!w->task->judge)
        keep_coverage(w);
    w->out->atoms_after_rules = w->count;
    for (u32 i = 0; i < w->count; i++)
        if (w->group[i] != NO_GROUP) {
            w->out->removed_by_rule[w->rule[i]]++;
            w->out->atoms_after_rules--;
        }
}

/* The rules' proposal, replayed; where it does not hold, as many of its groups as do. */
static void try_rules(Work *w)
{
    tell(w, "rules");
    w->count = delta_groups(w->sequence, w->count, w->group, w->groups, &w->tester);
}

/* All of it or nothing: what follows is as good at finding which part of it holds. */
static void try_all_rules(Work *w)
{
    tell(w, "rules");
    u32 *left = xcalloc(MAX(w->count, 1), sizeof *left);
    Sequence s = { left, 0 };
    for (u32 i = 0; i < w->count; i++)
        if (w->group[i] == NO_GROUP)
            left[s.count++] = i;
    if (s.count < w->count && w->tester.first_failing(w->tester.context, &s, 1) == 0)
        w->count = delta_take(w->sequence, &s, &w->tester);
    free(left);
}

/* ---- keys --------------------------------------------------------------------------------------------- */

enum { WAYS = 6, LONGEST_PATIENT = 60 };

static u32 propose(const Record *r, const bool *kept, u32 way, u32 *out)
{
    switch (way) {
    case 0: return keys_short(r, kept, false, out);
    case 1: return keys_short(r, kept, true, out);
    case 2: return keys_short_with_tail(r, kept, out);
    case 3: return keys_states(r, kept, false, out);
    case 4: return keys_states(r, kept, true, out);
    default: return keys_duplicate(r, kept, KEYS_THRESHOLD_PERCENT / 100.0, out);
    }
}

static int shorter_first(const void *a, const void *b)
{
    const Sequence *x = a, *y = b;
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    return x->atoms[0] < y->atoms[0] ? -1 : x->atoms[0] > y->atoms[0];
}

/* Proposals of the keys, with and without patience. Returns how many; their atoms lie in room. */
static u32 make_proposals(const Work *w, u32 *room, Sequence *out)
{
    u32 n = w->record.count, count = 0;
    bool *kept = xcalloc(MAX(n, 1), sizeof *kept);
    for (u32 i = 0; i < n; i++)
        kept[i] = w->group[i] == NO_GROUP;
    for (u32 way = 0; way < WAYS; way++) {
        u32 length = propose(&w->record, kept, way, room);
        if (!length || length > n * 3 / 4)
            continue;
        out[count++] = (Sequence){ room, length };
        room += length;
        if (length > LONGEST_PATIENT)
            continue;
        for (u32 i = 0; i < length; i++)
            room[i] = room[(i64)i - length] + w->single;
        out[count++] = (Sequence){ room, length };
        room += length;
    }
    free(kept);
    return count;
}

/* Strategies Short and Duplicate, and ways through the states; without one that fails nothing changes. */
static bool try_keys(Work *w)
{
    tell(w, "keys");
    u32 *room = xcalloc((size_t)2 * WAYS * (w->record.count + w->record.window_count + 1), sizeof *room);
    Sequence proposals[2 * WAYS];
    u32 count = make_proposals(w, room, proposals);
    qsort(proposals, count, sizeof *proposals, shorter_first);
    i32 found = count ? w->tester.first_failing(w->tester.context, proposals, count) : -1;
    if (found >= 0)
        w->count = delta_take(w->sequence, &proposals[found], &w->tester);
    free(room);
    return found >= 0;
}

/* Events that only passed the time fall out later, when each of the others has it. */
static bool try_patience(Work *w)
{
    u32 *patient = xcalloc(MAX(w->count, 1), sizeof *patient);
    bool any = false;
    for (u32 i = 0; i < w->count; i++) {
        any = any || w->sequence[i] < w->single;
        patient[i] = w->sequence[i] % w->single + w->single;
    }
    Sequence s = { patient, w->count };
    bool fails = any && w->tester.first_failing(w->tester.context, &s, 1) == 0;
    if (fails)
        w->count = delta_take(w->sequence, &s, &w->tester);
    free(patient);
    return fails;
}

/* ---- strategies ------------------------------------------------------------------------------------------ */

static void prove(Work *w)
{
    tell(w, "each event alone");
    w->out->minimal = delta_single(w->sequence, &w->count, &w->tester);
}

static void run_auto(Work *w)
{
    u32 all = w->count;
    propose_by_rules(w);
    if (!w->task->judge) {
        try_rules(w);
        return;
    }
    if (!try_keys(w)) {
        tell(w, "the last events");
        w->count = delta_tail(w->sequence, w->count, &w->tester);
    }
    if (w->count == all)
        try_all_rules(w);
    w->out->atoms_after_keys = w->count;
    tell(w, "segments");
    if (w->count <= LONGEST_PATIENT)
        try_patience(w);
    w->count = delta_segments(w->sequence, w->count, &w->tester);
    if (try_patience(w)) {
        tell(w, "segments again");
        w->count = delta_segments(w->sequence, w->count, &w->tester);
    } else {
        tell(w, "time instead of events");
        w->count = delta_pauses(w->sequence, w->count, w->single, &w->tester);
    }
    prove(w);
}

static void run_hdd(Work *w)
{
    u32 *level = xcalloc(MAX(w->record.count, 1), sizeof *level);
    for (u32 i = 0; i < w->record.count; i++)
        level[i] = w->record.events[i].depth;
    w->count = delta_hdd(w->sequence, w->count, level, &w->tester);
    free(level);
}

static void run_strategy(Work *w)
{
    ReduceStrategy strategy = w->task->judge ? w->task->strategy : REDUCE_AUTO;
    switch (strategy) {
    case REDUCE_RULES:
        propose_by_rules(w);
        try_rules(w);
        break;
    case REDUCE_KEYS:
        propose_by_rules(w);
        if (!try_keys(w))
            try_rules(w);
        break;
    case REDUCE_SEGMENTS: w->count = delta_segments(w->sequence, w->count, &w->tester); break;
    case REDUCE_DDMIN: w->count = delta_ddmin(w->sequence, w->count, &w->tester); break;
    case REDUCE_HDD: run_hdd(w); break;
    default: run_auto(w); break;
    }
}

/* ---- the result ------------------------------------------------------------------------------------------- */

static void add_atom(Work *w, u32 atom)
{
    const Atom *a = &w->atoms.items[atom];
    for (u32 i = 0; i < a->count; i++) {
        w->out->from[w->out->count] = (a->first + i) % w->task->count;
        w->out->events[w->out->count++] = event_copy(&w->events[a->first + i]);
    }
}

static void add_ids(Buf *out, const ReduceTask *task, u32 from, u32 count)
{
    u32 first = task->numbers ? task->numbers[from] : from + 1, last = task->numbers ? task->numbers[from + count - 1] : from + count;
    buf_printf(out, "%u", first);
    if (count > 1)
        buf_printf(out, "%s%u", count > 2 ? "-" : ",", last);
}

/* The sentences tell of the reduced run: it is recorded again. */
static int tell_story(Work *w)
{
    Atoms atoms;
    Record record;
    Buf story = { 0 };
    atoms_group(&atoms, w->out->events, w->out->count);
    int status = record_run(&record, w->task->start, &atoms);
    for (u32 i = 0; !status && i < record.count; i++) {
        Buf ids = { 0 };
        add_ids(&ids, w->task, w->out->from[atoms.items[i].first], atoms.items[i].count);
        describe_event(&story, &record, i, buf_str(&ids));
        buf_add_char(&story, '\n');
        buf_free(&ids);
    }
    record_free(&record);
    atoms_free(&atoms);
    w->out->story = buf_take(&story);
    return status;
}

static int finish(Work *w)
{
    u32 events = 0;
    for (u32 i = 0; i < w->count; i++)
        events += w->atoms.items[w->sequence[i]].count;
    w->out->events = xcalloc(MAX(events, 1), sizeof *w->out->events);
    w->out->from = xcalloc(MAX(events, 1), sizeof *w->out->from);
    for (u32 i = 0; i < w->count; i++)
        add_atom(w, w->sequence[i]);
    w->out->atoms = w->count;
    w->out->cpu_millis = (double)w->record.last.cpu_micros * 1e-3;
    trials_counts(w->trials, w->out);
    return tell_story(w);
}

int reduce(Reduced *out, const ReduceTask *task)
{
    *out = (Reduced){ 0 };
    Work w = { .task = task, .out = out, .sequence = xcalloc(MAX(task->count, 1), sizeof *w.sequence), .own_rules = task->rules ? NULL : rules_default() };
    double_atoms(&w);
    w.count = w.atoms.count;
    w.trials = trials_open(task, &w.atoms);
    w.tester = trials_tester(w.trials);
    tell(&w, "recording");
    int status = record(&w);
    if (!status)
        run_strategy(&w);
    if (!status)
        status = trials_error(w.trials);
    if (!status)
        status = finish(&w);
    out->callbacks = w.callbacks;
    trials_free(w.trials);
    record_free(&w.record);
    atoms_free(&w.atoms);
    rules_free(w.own_rules);
    free(w.events);
    free(w.sequence);
    free(w.group);
    free(w.rule);
    if (status)
        reduced_free(out);
    return status;
}

void reduced_free(Reduced *r)
{
    for (u32 i = 0; i < r->count; i++)
        event_free(&r->events[i]);
    free(r->events);
    free(r->from);
    free(r->callbacks);
    free(r->removed_by_rule);
    free(r->story);
    *r = (Reduced){ 0 };
}
