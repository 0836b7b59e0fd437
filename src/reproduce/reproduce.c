#include "reproduce/run.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>

/* ---- telling how it goes ---------------------------------------------------------------------- */

bool run_stopped(const Run *r)
{
    return r->options->stop && *r->options->stop;
}

void run_tell(Run *r, const char *phase)
{
    if (!r->options->progress)
        return;
    Progress p = { .phase = phase, .events = r->extra_events, .seconds = now_seconds() - r->begin, .left = MAX(0, r->deadline - now_seconds()) };
    for (int i = 0; i < r->attempt_count; i++) {
        if (!r->attempts[i].search)
            continue;
        ExploreStats s = explore_stats(r->attempts[i].search);
        p.events += s.events;
        p.screens += s.states;
        if (i == r->current) {
            p.best = s.best_progress;
            p.wishes = s.wish_count;
        }
    }
    r->options->progress(r->options->context, &p);
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
    for (int i = 0; i < r->attempt_count; i++)
        for (u32 k = 0; r->attempts[i].search && k < explore_crash_count(r->attempts[i].search); k++) {
            const FoundCrash *c = explore_crash(r->attempts[i].search, k);
            if (!claimed || !same_crash(claimed, c->screen.crash))
                add_other(r->out, &c->screen, c->path.count, c->times);
        }
}

static void count_work(Run *r)
{
    r->out->tried = r->extra_events;
    for (int i = 0; i < r->attempt_count; i++)
        if (r->attempts[i].search) {
            ExploreStats s = explore_stats(r->attempts[i].search);
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

static void replay(Run *r, const Setting *setting, const EventPath *path)
{
    for (u32 done = 0; done < r->options->replays && !run_stopped(r);) {
        u32 count = MIN(MIN(r->options->jobs, (u32)MOST_SIDE_BY_SIDE), r->options->replays - done);
        run_tell(r, "replaying");
        r->out->replays_same += replay_side_by_side(setting->booted, r->options->apk, path, r->out->crash, count, &r->extra_events);
        r->out->replays = done += count;
    }
}

/* The crash as a run of exactly these events gives it: the traces of a longer way may differ in what they say. */
static void settle_crash(Run *r, const Setting *setting, const EventPath *path)
{
    Screen last;
    if (play_path(setting->started, path, &last, &r->extra_events))
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

/* Does the path crash alike on the phone as it comes? Then no condition needs to be named. */
static Setting *plainest(Run *r, Setting *found, const EventPath *path, const char *crash)
{
    for (int i = 0; i < r->setting_count; i++) {
        Setting *s = &r->settings[i];
        Screen last;
        if (s == found || s->environment.condition_count >= found->environment.condition_count || setting_open(s, r->options->apk) || s->first.state != APP_RUNS)
            continue;
        if (play_path(s->started, path, &last, &r->extra_events))
            continue;
        bool alike = last.crash && !last.crash_gap && same_crash(crash, last.crash);
        screen_free(&last);
        if (alike)
            return s;
    }
    return found;
}

/*
 * How much of what the report asks for is left when all that the crash does not need
 * is left out, counted in sentences: a crash that comes long before the report's last
 * step is hardly the one it tells of.
 */
static float share_left(const EventPath *path, const Plan *plan)
{
    u32 asked = 0, left = 0;
    int last = -1;
    for (int i = 0; plan && i < plan->goal.wish_count; i++) {
        const Wish *w = &plan->goal.wishes[i];
        if (wish_is_free(w) || w->sentence == last)
            continue;
        last = w->sentence;
        asked++;
        bool done = false;
        for (u32 k = 0; k < path->count && !done; k++)
            done = path->sentences[k] == last;
        left += done;
    }
    return asked ? (float)left / (float)asked : 1;
}

static void claim(Run *r, const EventPath *found, const Screen *screen, Setting *setting, const Plan *plan)
{
    Outcome *out = r->out;
    EventPath path = copy_path(found);
    out->reproduced = true;
    out->found_steps = path.count;
    out->crash = xstrdup(screen->crash);
    out->level = sought_match(&r->sought, screen);
    run_tell(r, "shortening");
    shorten(setting->started, &path, screen->crash, r->options, &r->extra_events);
    if (out->level == MATCH_CRASH && share_left(&path, plan) < 0.4f) {
        out->reproduced = false;
        add_other(out, screen, path.count, 1);
        event_path_free(&path);
        return;
    }
    setting = plainest(r, setting, &path, screen->crash);
    settle_crash(r, setting, &path);
    out->rule = plan ? plan->rule : 0;
    out->headline = crash_headline(out->crash);
    out->repro.environment = environment_copy(&setting->environment);
    replay(r, setting, &path);
    run_tell(r, "taking pictures");
    record(out, &path, plan, &setting->environment, r->options);
    event_path_free(&path);
}

/* ---- why not -------------------------------------------------------------------------------------------- */

static void say_why_not(Run *r)
{
    Outcome *out = r->out;
    const Screen *first = &r->settings[0].first;
    out->interrupted = run_stopped(r);
    out->out_of_time = !out->interrupted && run_budget_spent(r);
    u32 gaps = 0;
    for (u32 i = 0; i < out->other_count; i++)
        gaps += out->others[i].gap != NULL;
    if (first->state != APP_RUNS && first->crash)
        out->why_not_owned = xasprintf(first->crash_gap ? "the app cannot be started here: this phone lacks %s" : "the app crashes at its start, but not as the report says%s", first->crash_gap ? first->crash_gap : "");
    else if (first->state == APP_HAS_EXITED)
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

/* Apps that do not survive their start, in one setting or another. */
static bool find_at_start(Run *r, Setting *s)
{
    if (s->first.state == APP_RUNS || !s->first.crash)
        return false;
    EventPath none = { 0 };
    bool sought = sought_match(&r->sought, &s->first);
    if (sought)
        claim(r, &none, &s->first, s, NULL);
    else
        add_other(r->out, &s->first, 0, 1);
    return sought;
}

static void find(Run *r)
{
    const Attempt *which = NULL;
    if (find_at_start(r, &r->settings[0]))
        return;
    take_aim(r);
    attempts_run(r);
    r->out->search_seconds = now_seconds() - r->begin;
    const FoundCrash *crash = attempts_best(r, &which);
    list_others(r, crash ? crash->screen.crash : NULL);
    if (crash)
        claim(r, &crash->path, &crash->screen, &r->settings[which->setting], &r->plans[which->plan]);
    for (int i = 1; i < r->setting_count && !r->out->reproduced; i++)
        if (r->settings[i].started)
            find_at_start(r, &r->settings[i]);
}

static void fill_repro(Run *r)
{
    Repro *repro = &r->out->repro;
    char *path = xstrdup(r->options->apk);
    repro->app = xstrdup(basename(path));
    free(path);
    repro->environment.seed = r->options->environment.seed;
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
    r.setting_count = settings_make(r.settings, options);
    int status = setting_open(&r.settings[0], options->apk);
    if (!status) {
        r.plan_count = plans_make(r.plans, options, &r.sought);
        attempts_make(&r);
        find(&r);
        count_work(&r);
        if (!out->reproduced)
            say_why_not(&r);
        fill_repro(&r);
        if (!out->gaps)
            device_gaps(r.settings[0].started, &out->gaps);
    }
    attempts_close(&r);
    plans_free(r.plans, r.plan_count);
    aim_close(r.aim);
    settings_close(r.settings, r.setting_count);
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
