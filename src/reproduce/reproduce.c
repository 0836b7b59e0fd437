#include "reproduce/reproduce.h"

#include "reproduce/aim.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLICE = 500, LATER_SLICE = 150 };  /* slices: events of the first round for the first plan, for each other */

typedef struct Run {
    const ReproduceOptions *options;
    Outcome *out;
    Sought sought;
    Plan plans[MOST_PLANS];
    Exploration *searches[MOST_PLANS];
    int plan_count, current;
    Device *booted, *started;
    Aim *aim;
    Guide guide;
    Screen first;
    double begin, deadline;
    u64 extra_events;               /* done outside of the searches */
} Run;

/* ---- telling how it goes ---------------------------------------------------------------------- */

static bool stopped(const Run *r)
{
    return r->options->stop && *r->options->stop;
}

static void tell(Run *r, const char *phase, const char *note)
{
    if (!r->options->progress)
        return;
    Progress p = { .phase = phase, .note = note, .events = r->extra_events, .seconds = now_seconds() - r->begin, .left = MAX(0, r->deadline - now_seconds()) };
    for (int i = 0; i < r->plan_count; i++) {
        if (!r->searches[i])
            continue;
        ExploreStats s = explore_stats(r->searches[i]);
        p.events += s.events;
        p.screens += s.states;
        if (i == r->current) {
            p.best = s.best_progress;
            p.wishes = s.wish_count;
        }
    }
    r->options->progress(r->options->context, &p);
}

static bool tick(void *context, const ExploreStats *stats)
{
    Run *r = context;
    UNUSED(stats);
    tell(r, "searching", NULL);
    return stopped(r);
}

/* ---- searching ------------------------------------------------------------------------------------ */

static int judge(void *context, const Screen *screen)
{
    const Run *r = context;
    return (int)sought_match(&r->sought, screen);
}

/*
 * A crash that the report tells only vaguely ("it crashed") is its crash when the
 * report was followed on the way, and it was a step of the report that it came from:
 * at once when most of the steps were done, in the end when a good part was. Else it
 * is another one.
 */
static float share_done(const FoundCrash *c)
{
    return c->asked ? (float)c->matched / (float)c->asked : c->follows;
}

static bool is_enough(void *context, const FoundCrash *c)
{
    const Run *r = context;
    MatchLevel best = sought_best(&r->sought);
    if (best == MATCH_EXACT)
        return c->level >= MATCH_FRAME;
    return c->level == (int)best && c->follows && share_done(c) >= (best == MATCH_TYPE ? 0.34f : 0.6f);
}

static bool is_claimed(const FoundCrash *c, MatchLevel best)
{
    enum { RICH = 3 };              /* steps: a report that is followed nearly to its end is believed without its last word */
    if (best == MATCH_EXACT || c->level != MATCH_CRASH)
        return c->level;
    return c->follows ? share_done(c) >= 0.4f : c->asked >= RICH && share_done(c) >= 0.8f;
}

static bool is_better(const FoundCrash *a, const FoundCrash *b)
{
    if (a->level != b->level || a->follows != b->follows)
        return a->level != b->level ? a->level > b->level : a->follows;
    return share_done(a) != share_done(b) ? share_done(a) > share_done(b) : a->path.count < b->path.count;
}

static void open_search(Run *r, int plan)
{
    ExploreOptions o = {
        .judge = judge, .same = same_crash, .tick = tick, .context = r, .jobs = r->options->jobs, .log = r->options->verbose ? stderr : NULL,
        .enough = is_enough, .guide = r->aim ? &r->guide : NULL,
    };
    r->searches[plan] = explore_open(&world_of_devices, r->started, &r->first, &r->plans[plan].goal, &o);
}

/* The best crash that all searches have; NULL: none fits. */
static const FoundCrash *best_crash(const Run *r, int *plan)
{
    const FoundCrash *best = NULL;
    MatchLevel possible = sought_best(&r->sought);
    for (int i = 0; i < r->plan_count; i++)
        for (u32 k = 0; r->searches[i] && k < explore_crash_count(r->searches[i]); k++) {
            const FoundCrash *c = explore_crash(r->searches[i], k);
            if (is_claimed(c, possible) && (!best || is_better(c, best))) {
                best = c;
                *plan = i;
            }
        }
    return best;
}

/* Is a crash that fits less than it might taken now? */
static bool settles_for(const Run *r, const FoundCrash *crash)
{
    MatchLevel best = sought_best(&r->sought);
    if (!crash)
        return false;
    return best != MATCH_EXACT || crash->level >= MATCH_FRAME || now_seconds() > r->begin + (r->deadline - r->begin) / 2;
}

static u64 events_done(const Run *r)
{
    u64 sum = 0;
    for (int i = 0; i < r->plan_count; i++)
        sum += r->searches[i] ? explore_stats(r->searches[i]).events : 0;
    return sum;
}

static bool budget_spent(const Run *r)
{
    return now_seconds() >= r->deadline || (r->options->events && events_done(r) >= r->options->events);
}

static void search(Run *r)
{
    bool done[MOST_PLANS] = { false };
    int left = r->plan_count, plan;
    for (int round = 0; left && !stopped(r) && !budget_spent(r); round++) {
        for (int i = 0; i < r->plan_count && !stopped(r) && !budget_spent(r); i++) {
            if (done[i])
                continue;
            r->current = i;
            if (!r->searches[i])
                open_search(r, i);
            u64 slice = (u64)(i ? LATER_SLICE : FIRST_SLICE) << round;
            if (r->options->events)
                slice = MIN(slice, r->options->events - events_done(r));
            ExploreEnd end = explore_run(r->searches[i], slice, r->deadline);
            if (end == EXPLORE_FOUND)
                return;
            if (r->plan_count > 1)
                explore_rest(r->searches[i]);
            if (end == EXPLORE_EXHAUSTED || end == EXPLORE_FAILED) {
                done[i] = true;
                left--;
            }
        }
        if (settles_for(r, best_crash(r, &plan)))
            return;
    }
}

/* ---- what was found --------------------------------------------------------------------------------- */

static char *copy(const char *text)
{
    return text ? xstrdup(text) : NULL;
}

static void add_other(Outcome *out, const Screen *screen, u32 events, u32 times)
{
    for (u32 i = 0; i < out->other_count; i++)
        if (same_crash(out->others[i].trace, screen->crash)) {
            out->others[i].times += times;
            return;
        }
    out->others = xrealloc(out->others, (out->other_count + 1) * sizeof *out->others);
    out->others[out->other_count++] = (OtherCrash){ .headline = crash_headline(screen->crash), .trace = xstrdup(screen->crash), .gap = copy(screen->crash_gap), .events = events, .times = times };
}

static void list_others(Run *r, const char *claimed)
{
    for (int i = 0; i < r->plan_count; i++)
        for (u32 k = 0; r->searches[i] && k < explore_crash_count(r->searches[i]); k++) {
            const FoundCrash *c = explore_crash(r->searches[i], k);
            if (!claimed || !same_crash(claimed, c->screen.crash))
                add_other(r->out, &c->screen, c->path.count, c->times);
        }
}

static void count_work(Run *r)
{
    r->out->tried = r->extra_events;
    for (int i = 0; i < r->plan_count; i++)
        if (r->searches[i]) {
            ExploreStats s = explore_stats(r->searches[i]);
            r->out->tried += s.events;
            r->out->screens += s.states;
        }
}

static EventPath copy_path(const EventPath *p)
{
    EventPath copied = { xcalloc(p->count + 1, sizeof(Event)), xcalloc(p->count + 1, sizeof(int)), p->count };
    for (u32 i = 0; i < p->count; i++) {
        copied.events[i] = event_copy(&p->events[i]);
        copied.sentences[i] = p->sentences[i];
    }
    return copied;
}

/* ---- from scratch ------------------------------------------------------------------------------------- */

static void replay(Run *r, const EventPath *path)
{
    for (u32 done = 0; done < r->options->replays && !stopped(r);) {
        u32 count = MIN(MIN(r->options->jobs, (u32)MOST_SIDE_BY_SIDE), r->options->replays - done);
        tell(r, "replaying", NULL);
        r->out->replays_same += replay_side_by_side(r->booted, r->options->apk, path, r->out->crash, count, &r->extra_events);
        r->out->replays = done += count;
    }
}

/* The crash as a run of exactly these events gives it: the traces of a longer way may differ in what they say. */
static void settle_crash(Run *r, const EventPath *path)
{
    Screen last;
    if (play_path(r->started, path, &last, &r->extra_events))
        return;
    if (last.crash) {
        free(r->out->crash);
        free(r->out->crash_thread);
        r->out->crash = xstrdup(last.crash);
        r->out->crash_thread = copy(last.crash_thread);
        r->out->level = sought_match(&r->sought, &last);
        r->out->froze = last.state == APP_DOES_NOT_ANSWER;
    }
    screen_free(&last);
}

static void claim(Run *r, const EventPath *found, const Screen *screen, int plan)
{
    Outcome *out = r->out;
    EventPath path = copy_path(found);
    out->reproduced = true;
    out->found_steps = path.count;
    out->crash = xstrdup(screen->crash);
    out->level = sought_match(&r->sought, screen);
    tell(r, "shortening", NULL);
    shorten(r->started, &path, screen->crash, r->options, &r->extra_events);
    settle_crash(r, &path);
    out->rule = plan >= 0 ? r->plans[plan].rule : 0;
    out->headline = crash_headline(out->crash);
    replay(r, &path);
    tell(r, "taking pictures", NULL);
    record(out, &path, plan >= 0 ? &r->plans[plan] : NULL, r->options);
    event_path_free(&path);
}

/* ---- why not -------------------------------------------------------------------------------------------- */

static void say_why_not(Run *r)
{
    Outcome *out = r->out;
    out->interrupted = stopped(r);
    out->out_of_time = !out->interrupted && budget_spent(r);
    u32 gaps = 0;
    for (u32 i = 0; i < out->other_count; i++)
        gaps += out->others[i].gap != NULL;
    if (r->first.state != APP_RUNS && r->first.crash)
        out->why_not_owned = xasprintf(r->first.crash_gap ? "the app cannot be started here: this phone lacks %s" : "the app crashes at its start, but not as the report says%s", r->first.crash_gap ? r->first.crash_gap : "");
    else if (r->first.state == APP_HAS_EXITED)
        out->why_not_owned = xstrdup("the app ended itself at its start");
    else if (out->interrupted)
        out->why_not_owned = xstrdup("it was interrupted");
    else if (gaps && gaps == out->other_count)
        out->why_not_owned = xasprintf("the only crash%s met may be this phone's fault, not the app's", gaps > 1 ? "es" : "");
    else if (out->out_of_time)
        out->why_not_owned = xasprintf("%llu events on %u screens did not lead to it", (unsigned long long)out->tried, out->screens);
    else
        out->why_not_owned = xasprintf("all that can be done in the app was tried: %llu events on %u screens", (unsigned long long)out->tried, out->screens);
    out->why_not = out->why_not_owned;
}

/* ---- all of it -------------------------------------------------------------------------------------------- */

static int start(Run *r)
{
    Environment environment = { .seed = r->options->seed };
    int status = device_open(&r->booted, &environment);
    if (!status)
        status = device_fork(r->booted, &r->started);
    return status ? status : device_start(r->started, r->options->apk, &r->first);
}

static float activity_distance(void *context, const char *activity)
{
    return aim_activity(context, activity);
}

static float widget_distance(void *context, const char *activity, const Node *node)
{
    return aim_widget(context, activity, node);
}

/* The code is asked for the way to a crash whose method is known. */
static void take_aim(Run *r)
{
    if (sought_best(&r->sought) == MATCH_EXACT)
        r->aim = aim_open(r->options->apk, r->sought.traces[0]);
    r->guide = (Guide){ activity_distance, widget_distance, r->aim };
}

static void find(Run *r)
{
    int plan = -1;
    if (r->first.state != APP_RUNS) {
        EventPath none = { 0 };
        if (r->first.crash && sought_match(&r->sought, &r->first))
            claim(r, &none, &r->first, -1);
        else if (r->first.crash)
            add_other(r->out, &r->first, 0, 1);
        return;
    }
    take_aim(r);
    search(r);
    r->out->search_seconds = now_seconds() - r->begin;
    const FoundCrash *crash = best_crash(r, &plan);
    list_others(r, crash ? crash->screen.crash : NULL);
    if (crash)
        claim(r, &crash->path, &crash->screen, plan);
}

static void fill_repro(Run *r)
{
    Repro *repro = &r->out->repro;
    char *path = xstrdup(r->options->apk);
    repro->app = xstrdup(basename(path));
    free(path);
    repro->environment.seed = r->options->seed;
    file_sha256(r->options->apk, repro->sha256);
    for (u32 i = 0; i < r->out->step_count; i++)
        repro_add(repro, &r->out->steps[i].event);
    repro->crash = copy(r->out->crash);
}

int reproduce(Outcome *out, const ReproduceOptions *options)
{
    Run r = { .options = options, .out = out, .begin = now_seconds() };
    r.deadline = r.begin + options->seconds;
    *out = (Outcome){ 0 };
    for (int i = 0; i < options->report_count; i++)
        sought_add(&r.sought, options->reports[i]);
    out->best = sought_best(&r.sought);
    out->notes = version_notes(options);
    int status = start(&r);
    if (!status) {
        r.plan_count = plans_make(r.plans, options, &r.sought);
        find(&r);
        count_work(&r);
        if (!out->reproduced)
            say_why_not(&r);
        fill_repro(&r);
        if (!out->gaps)
            device_gaps(r.started, &out->gaps);
    }
    for (int i = 0; i < r.plan_count; i++)
        if (r.searches[i])
            explore_close(r.searches[i]);
    plans_free(r.plans, r.plan_count);
    if (!status)
        screen_free(&r.first);
    aim_close(r.aim);
    device_close(r.started);
    device_close(r.booted);
    sought_free(&r.sought);
    out->seconds = now_seconds() - r.begin;
    return status;
}

void outcome_free(Outcome *out)
{
    for (u32 i = 0; i < out->step_count; i++) {
        Step *s = &out->steps[i];
        event_free(&s->event);
        free(s->selector);
        free(s->text);
        free(s->activity);
        free(s->picture);
    }
    for (u32 i = 0; i < out->other_count; i++) {
        free(out->others[i].headline);
        free(out->others[i].trace);
        free(out->others[i].gap);
    }
    free(out->steps);
    free(out->others);
    free(out->crash);
    free(out->crash_thread);
    free(out->headline);
    free(out->last_picture);
    free(out->gaps);
    free(out->notes);
    free(out->why_not_owned);
    repro_free(&out->repro);
    *out = (Outcome){ 0 };
}
