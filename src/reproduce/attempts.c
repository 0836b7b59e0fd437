/*
 * The searches: each follows one set of steps in one setting. They take turns, with
 * slices of events that double, the first one the largest.
 */
#include "reproduce/run.h"

enum { FIRST_SLICE = 300, LATER_SLICE = 150, SETTING_SLICE = 50 };

static int judge(void *context, const Screen *screen)
{
    const Run *r = context;
    return (int)sought_match(&r->sought, screen);
}

static bool tick(void *context, const ExploreStats *stats)
{
    Run *r = context;
    UNUSED(stats);
    run_tell(r, "searching");
    return run_stopped(r);
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

static void open_search(Run *r, Attempt *a)
{
    Setting *setting = &r->settings[a->setting];
    if (setting_open(setting, r->options->apk) || setting->first.state != APP_RUNS) {
        a->done = true;
        return;
    }
    ExploreOptions o = {
        .judge = judge, .same = same_crash, .tick = tick, .context = r, .jobs = r->options->jobs, .log = r->options->verbose ? stderr : NULL,
        .enough = is_enough, .guide = r->aim ? &r->guide : NULL,
    };
    a->search = explore_open(&world_of_devices, setting->started, &setting->first, &r->plans[a->plan].goal, &o);
}

const FoundCrash *attempts_best(const Run *r, const Attempt **which)
{
    const FoundCrash *best = NULL;
    MatchLevel possible = sought_best(&r->sought);
    for (int i = 0; i < r->attempt_count; i++)
        for (u32 k = 0; r->attempts[i].search && k < explore_crash_count(r->attempts[i].search); k++) {
            const FoundCrash *c = explore_crash(r->attempts[i].search, k);
            if (is_claimed(c, possible) && (!best || is_better(c, best))) {
                best = c;
                *which = &r->attempts[i];
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
    for (int i = 0; i < r->attempt_count; i++)
        sum += r->attempts[i].search ? explore_stats(r->attempts[i].search).events : 0;
    return sum;
}

bool run_budget_spent(const Run *r)
{
    return now_seconds() >= r->deadline || (r->options->events && events_done(r) >= r->options->events);
}

/* All sets of steps in the first setting, then the first set in the other settings. */
void attempts_make(Run *r)
{
    for (int i = 0; i < r->plan_count; i++)
        r->attempts[r->attempt_count++] = (Attempt){ .plan = i };
    for (int i = 1; i < r->setting_count; i++)
        r->attempts[r->attempt_count++] = (Attempt){ .setting = i };
}

static u64 slice_of(const Run *r, int attempt, int round)
{
    u64 slice = (u64)(r->attempts[attempt].setting ? SETTING_SLICE : attempt ? LATER_SLICE : FIRST_SLICE) << round;
    return r->options->events ? MIN(slice, r->options->events - events_done(r)) : slice;
}

void attempts_run(Run *r)
{
    int left = r->attempt_count;
    const Attempt *which;
    for (int round = 0; left && !run_stopped(r) && !run_budget_spent(r); round++) {
        left = 0;
        for (int i = 0; i < r->attempt_count && !run_stopped(r) && !run_budget_spent(r); i++) {
            Attempt *a = &r->attempts[i];
            r->current = i;
            if (!a->search && !a->done)
                open_search(r, a);
            if (a->done)
                continue;
            ExploreEnd end = explore_run(a->search, slice_of(r, i, round), r->deadline);
            if (end == EXPLORE_FOUND)
                return;
            explore_rest(a->search);
            a->done = end == EXPLORE_EXHAUSTED || end == EXPLORE_FAILED;
            left += !a->done;
            if (i + 1 == r->plan_count && settles_for(r, attempts_best(r, &which)))
                return;                 /* before other settings are tried */
        }
        if (settles_for(r, attempts_best(r, &which)))
            return;
    }
}

void attempts_close(Run *r)
{
    for (int i = 0; i < r->attempt_count; i++)
        if (r->attempts[i].search)
            explore_close(r->attempts[i].search);
}
