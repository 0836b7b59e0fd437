/*
 * The search. A round takes the cheapest leaves, forks a phone for each, does their
 * events side by side, and takes in the results in the leaves' order.
 *
 * Rules of the paper and where they are: relevance, order and partners are prices
 * (choice.h); "explored" is a leaf that left the heap, "dead" a screen that was seen
 * before (its price rises with every visit) or a loop (its choices are not added);
 * "all leaves become ready" is what happens by itself when the cheap ones are gone.
 */
#include "explore/explore.h"

#include "explore/round.h"
#include "explore/tree.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROUND_FOLLOWING = 2,            /* leaves of a round while the report is being followed */
    ROUND_SEARCHING = 4,
    MOST_PHONES = 48,               /* set aside at a time */
    MOST_RESTING_PHONES = 8,
    MOST_DEPTH = 40,
    MOST_VISITS = 12,
};

static const float VISIT_COST = 1.2f, UNCHANGED_COST = 0.5f, DISTANCE_COST = 0.25f, NAMED_CLASS = 0.6f, FOLLOWING_PRICE = 0.9f;

struct Exploration {
    const World *world;
    const Goal *goal;
    ExploreOptions options;
    Matcher matcher;
    EventTree tree;
    FoundCrash *crashes;
    u32 crash_count;
    ExploreStats stats;
    bool enough;
    u32 phone_count;
};

void event_path_free(EventPath *p)
{
    for (u32 i = 0; i < p->count; i++)
        event_free(&p->events[i]);
    free(p->events);
    free(p->sentences);
    *p = (EventPath){ 0 };
}

/* ---- paths ------------------------------------------------------------------------------------- */

static void path_add(EventPath *p, const Choice *choice, u32 events)
{
    p->events = xrealloc(p->events, (p->count + events + 1) * sizeof *p->events);
    p->sentences = xrealloc(p->sentences, (p->count + events + 1) * sizeof *p->sentences);
    for (u32 i = 0; i < events; i++) {
        p->events[p->count] = event_copy(&choice->events[i]);
        p->sentences[p->count++] = choice->sentence;
    }
}

static void path_to(const Exploration *x, u32 state, EventPath *out)
{
    if (x->tree.states[state].parent >= 0)
        path_to(x, (u32)x->tree.states[state].parent, out);
    const Choice *choice = event_tree_choice_to(&x->tree, state);
    if (choice)
        path_add(out, choice, choice->event_count);
}

/* ---- phones -------------------------------------------------------------------------------------- */

static void put_away(Exploration *x, State *s)
{
    if (s->phone && s->parent >= 0) {
        x->world->close(s->phone);
        s->phone = NULL;
        x->phone_count--;
    }
}

/* When too many are set aside, those deepest in the queue go: the dearest best leaf. */
static void make_room(Exploration *x, u32 most)
{
    while (x->phone_count > most) {
        State *worst = NULL;
        for (u32 i = 1; i < x->tree.state_count; i++) {
            State *s = &x->tree.states[i];
            if (s->phone && (!worst || s->cost + wishes_left(x->goal, s->progress) >= worst->cost + wishes_left(x->goal, worst->progress)))
                worst = s;
        }
        put_away(x, worst);
    }
}

/* The events of the choice that leads to a state, on a copy of its parent's phone. */
static int walk_to(Exploration *x, u32 state);

static int ensure_phone(Exploration *x, u32 state)
{
    return x->tree.states[state].phone ? OK : walk_to(x, state);
}

static int walk_to(Exploration *x, u32 state)
{
    u32 parent = (u32)x->tree.states[state].parent;
    int status = ensure_phone(x, parent);
    void *phone = status ? NULL : x->world->fork(x->tree.states[parent].phone);
    if (!phone)
        return ERR_IO;
    const Choice *choice = event_tree_choice_to(&x->tree, state);
    for (u32 i = 0; i < choice->event_count && !status; i++) {
        Event event = event_copy(&choice->events[i]);
        Screen screen;
        status = world_do(x->world, phone, &event, &screen, EVENT_SECONDS);
        if (!status)
            screen_free(&screen);
        event_free(&event);
        x->stats.events++;
    }
    if (status) {
        x->world->close(phone);
        return status;
    }
    x->tree.states[state].phone = phone;
    x->phone_count++;
    return OK;
}

static const Choice *choice_of(const Exploration *x, const Leaf *leaf)
{
    return &x->tree.states[leaf->state].choices.items[leaf->choice];
}

/* ---- taking in what was found ------------------------------------------------------------------------ */

static void note_crash(Exploration *x, Trial *t)
{
    int level = x->options.judge ? x->options.judge(x->options.context, &t->screen) : 0;
    const Choice *choice = choice_of(x, &t->leaf);
    const State *from = &x->tree.states[t->leaf.state];
    u32 matched = from->matched + (choice->wish >= 0 && !wish_is_free(&x->goal->wishes[choice->wish]));
    FoundCrash *crash = NULL;
    for (u32 i = 0; i < x->crash_count && !crash; i++)
        if (x->options.same(x->crashes[i].screen.crash, t->screen.crash) && !x->crashes[i].screen.crash_gap == !t->screen.crash_gap)
            crash = &x->crashes[i];
    if (crash && (crash->level > level || (crash->level == level && crash->matched + crash->follows >= matched + choice->follows))) {
        crash->times++;
        return;
    }
    if (!crash) {
        x->crashes = xrealloc(x->crashes, (x->crash_count + 1) * sizeof *x->crashes);
        crash = &x->crashes[x->crash_count++];
        *crash = (FoundCrash){ 0 };
    } else {
        event_path_free(&crash->path);
        screen_free(&crash->screen);
    }
    crash->level = level;
    crash->matched = matched;
    crash->times++;
    crash->screen = t->screen;
    t->has_screen = false;
    path_to(x, t->leaf.state, &crash->path);
    path_add(&crash->path, choice, t->done);
    crash->asked = wishes_asked(x->goal, 0, x->goal->wish_count);
    crash->follows = choice->follows;
    x->enough |= x->options.enough(x->options.context, crash);
}

/* What speaks for a screen besides its words: the code that crashes is of this activity, or near it. */
static float activity_price(const Exploration *x, const char *activity)
{
    if (!activity)
        return 0;
    const char *dot = strrchr(activity, '.'), *simple = dot ? dot + 1 : activity;
    float price = 0;
    for (int i = 0; i < x->goal->class_count; i++)
        if (!strcmp(x->goal->classes[i], simple))
            price = -NAMED_CLASS;
    const Guide *guide = x->options.guide;
    float distance = guide ? guide->activity(guide->context, activity) : -1;
    return distance < 0 ? price : price + DISTANCE_COST * MIN(distance, 8.0f);
}

static void add_leaves(Exploration *x, u32 state, const Screen *screen, bool typed)
{
    u64 *used;
    u32 count = event_tree_used(&x->tree, state, &used);
    State *s = &x->tree.states[state];
    Position at = { .progress = s->progress, .has_typed = typed, .surroundings = s->surroundings, .done = used, .done_count = count, .away = s->away };
    choices_find(&s->choices, &x->matcher, screen, &at);
    free(used);
    float near = activity_price(x, screen->activity);
    for (u32 i = 0; i < s->choices.count; i++) {
        const Choice *c = &s->choices.items[i];
        event_tree_push(&x->tree, state, i, s->cost + c->cost + wishes_left(x->goal, c->progress) + near);
    }
}

/* Wishes that a choice fulfils, with those that are settled on the screen it leads to. */
static u32 fulfilled(const Exploration *x, const Choice *choice, int progress)
{
    return (choice->wish >= 0 && !wish_is_free(&x->goal->wishes[choice->wish])) + wishes_asked(x->goal, choice->progress, progress);
}

/* Home, or another app that this one opened: nothing of it is to be searched. */
static bool is_away(const Screen *screen)
{
    static const char *const others[] = { "com.android.", "com.google.android." };
    bool away = !screen->activity || !*screen->activity;
    for (size_t i = 0; i < COUNT_OF(others) && !away; i++)
        away = !strncmp(screen->activity, others[i], strlen(others[i]));
    return away;
}

/* state 4 (2/5 wishes) 1.35: tap "Settings" 540,96 -> 9 .SettingsActivity */
static void log_trial(const Exploration *x, const Trial *t)
{
    const Choice *choice = choice_of(x, &t->leaf);
    Buf line = { 0 };
    buf_printf(&line, "state %u (%d/%d) %.2f%s:", t->leaf.state, x->tree.states[t->leaf.state].progress, x->goal->wish_count, (double)t->leaf.price, choice->wish >= 0 ? " wish" : "");
    for (u32 i = 0; i < choice->event_count; i++) {
        buf_add_str(&line, i ? "; " : " ");
        event_print(&line, &choice->events[i]);
    }
    if (t->status)
        buf_printf(&line, " -> failed: %s", error_text());
    else if (t->has_screen)
        buf_printf(&line, " -> %u %s%s", x->tree.state_count, t->screen.activity ? t->screen.activity : "(away)", t->screen.crash ? " CRASH" : t->screen.state == APP_HAS_EXITED ? " exited" : "");
    fprintf(x->options.log, "%s\n", buf_str(&line));
    buf_free(&line);
}

static void take_in(Exploration *x, Trial *t)
{
    if (x->options.log)
        log_trial(x, t);
    State *from = &x->tree.states[t->leaf.state];
    const Choice *choice = choice_of(x, &t->leaf);
    from->tried++;
    bool expands = !t->status && t->has_screen && t->screen.state == APP_RUNS && from->depth < MOST_DEPTH;
    if (!t->status && t->has_screen && t->screen.crash)
        note_crash(x, t);
    if (expands) {
        int progress = progress_settle(&x->matcher, &t->screen, choice->progress);
        u32 visits = event_tree_visit(&x->tree, t->screen.content, progress);
        bool same = t->screen.content == from->content;
        State next = {
            .parent = (i32)t->leaf.state, .by = t->leaf.choice, .progress = progress, .matched = from->matched + fulfilled(x, choice, progress), .depth = from->depth + 1,
            .surroundings = from->surroundings | choice->surroundings, .content = t->screen.content, .shape = t->screen.shape, .phone = t->phone, .away = is_away(&t->screen),
            .cost = from->cost + choice->cost + VISIT_COST * (float)visits + (same && !choice->surroundings ? UNCHANGED_COST : 0),
        };
        expands = visits < MOST_VISITS;
        if (expands) {
            bool types = choice->types;
            u32 index = event_tree_add_state(&x->tree, &next);
            x->phone_count++;
            x->stats.states += !visits;
            x->stats.best_progress = MAX(x->stats.best_progress, (u32)progress);
            if (!event_tree_in_loop(&x->tree, index))
                add_leaves(x, index, &t->screen, types);
            t->phone = NULL;
        }
    }
    if (t->phone)
        x->world->close(t->phone);
    if (t->has_screen)
        screen_free(&t->screen);
    State *parent = &x->tree.states[t->leaf.state];
    if (parent->tried == parent->choices.count)
        put_away(x, parent);
}

/* ---- the search ---------------------------------------------------------------------------------------- */

Exploration *explore_open(const World *world, void *phone, const Screen *first, const Goal *goal, const ExploreOptions *options)
{
    Exploration *x = xcalloc(1, sizeof *x);
    x->world = world;
    x->goal = goal;
    x->options = *options;
    x->options.jobs = MAX(options->jobs, 1u);
    x->stats.wish_count = (u32)goal->wish_count;
    matcher_open(&x->matcher, goal, options->guide);
    State root = { .parent = -1, .phone = phone, .content = first->content, .shape = first->shape, .progress = progress_settle(&x->matcher, first, 0), .away = is_away(first) };
    event_tree_visit(&x->tree, first->content, root.progress);
    u32 index = event_tree_add_state(&x->tree, &root);
    add_leaves(x, index, first, false);
    x->stats.states = 1;
    return x;
}

/* Takes the leaves of the next round; while the report is followed, few. */
static u32 take_leaves(Exploration *x, Trial *trials)
{
    u32 count = 0, most = MOST_ROUND;
    Leaf leaf;
    while (count < most && event_tree_pop(&x->tree, &leaf)) {
        const Choice *choice = choice_of(x, &leaf);
        if (!count)
            most = choice->wish >= 0 && choice->cost < FOLLOWING_PRICE ? ROUND_FOLLOWING : ROUND_SEARCHING;
        trials[count++] = (Trial){ .leaf = leaf };
    }
    return count;
}

static bool prepare(Exploration *x, Trial *trials, u32 count)
{
    bool any = false;
    for (u32 i = 0; i < count; i++) {
        Trial *t = &trials[i];
        t->status = ensure_phone(x, t->leaf.state);
        t->choice = choice_of(x, &t->leaf);
        t->phone = t->status ? NULL : x->world->fork(x->tree.states[t->leaf.state].phone);
        if (!t->phone)
            t->status = t->status ? t->status : ERR_IO;
        any |= t->phone != NULL;
    }
    return any;
}

ExploreEnd explore_run(Exploration *x, u64 events, double deadline)
{
    u64 most = x->stats.events + events;
    u32 failures = 0;
    while (now_seconds() < deadline && x->stats.events < most) {
        Trial trials[MOST_ROUND];
        u32 count = take_leaves(x, trials);
        if (!count)
            return EXPLORE_EXHAUSTED;
        failures = prepare(x, trials, count) ? 0 : failures + 1;
        Round round = { x->world, x->options.jobs, 0, 0 };
        round_do(&round, trials, count);
        x->stats.events += round.events;
        x->stats.given_up += round.given_up;
        for (u32 i = 0; i < count; i++)
            take_in(x, &trials[i]);
        make_room(x, MOST_PHONES);
        x->stats.leaves = x->tree.leaf_count;
        if (x->enough)
            return EXPLORE_FOUND;
        if (failures > 20)
            return EXPLORE_FAILED;
        if (x->options.tick && x->options.tick(x->options.context, &x->stats))
            return EXPLORE_STOPPED;
    }
    return EXPLORE_BUDGET;
}

void explore_rest(Exploration *x)
{
    make_room(x, MOST_RESTING_PHONES);
}

void explore_close(Exploration *x)
{
    for (u32 i = 1; i < x->tree.state_count; i++)
        put_away(x, &x->tree.states[i]);
    for (u32 i = 0; i < x->crash_count; i++) {
        event_path_free(&x->crashes[i].path);
        screen_free(&x->crashes[i].screen);
    }
    free(x->crashes);
    event_tree_free(&x->tree);
    matcher_close(&x->matcher);
    free(x);
}

ExploreStats explore_stats(const Exploration *x)
{
    return x->stats;
}

u32 explore_crash_count(const Exploration *x)
{
    return x->crash_count;
}

const FoundCrash *explore_crash(const Exploration *x, u32 index)
{
    return &x->crashes[index];
}
