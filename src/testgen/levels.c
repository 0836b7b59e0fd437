/*
 * Levels: level k are the k frames nearest to the throw, called at the outermost
 * of them. All frames are the aim; a trace that begins in main() of a whole
 * application is often beyond any test, while its upper frames are not. So
 *
 *   round 0   all frames, then 1, 2, 3 …   each with little work
 *   round 1   all frames, then those above the best level, each with twice the work
 *   …
 *
 * until all frames match, or what was found has had its time to get better.
 */
#include "testgen/levels.h"

#include "testgen/target.h"

#include <stdio.h>
#include <stdlib.h>

enum { FIRST_WORK = 2000, MANY_FRAMES = 6, LEVELS_PER_ROUND = 4, WORK_TO_IMPROVE = 40000 };

typedef struct Levels {
    Evaluator *e;
    Grower *g;
    TestCase *best, *found;
    int best_level;                 /* what *best aims at */
    int reached;                    /* the highest level that was reproduced */
    bool any;                       /* *best holds a test */
    bool verbose;
    SearchSize sizes[MAX_FRAMES + 1];
} Levels;

static bool is_better(const Levels *l)
{
    const Fitness *a = &l->found->fitness, *b = &l->best->fitness;
    if (!l->any || a->total == 0)
        return true;
    return !l->reached && (a->matched != b->matched ? a->matched > b->matched : a->total < b->total);
}

static void look_at_frames(Evaluator *e, int count)
{
    e->frame_count = e->distances.count = count;
}

/* A test that was found for a level may match more of the trace than was asked of it. */
static int count_frames(Levels *l, int level)
{
    for (int more = level + 1; more <= l->e->frames_found; more++) {
        look_at_frames(l->e, more);
        l->found->evaluated = false;
        evaluate_alone(l->e, l->found);
        if (l->found->fitness.total > 0)
            return more - 1;
    }
    return l->e->frames_found;
}

/* False: nobody can call the frame's method. */
static bool try_level(Levels *l, int level, u64 work)
{
    if (target_aim(l->e, l->g, level))
        return false;
    if (l->verbose) {
        fprintf(l->e->say, "aiming at %d of %d frames:", level, l->e->frames_found);
        for (int i = 0; i < l->g->crash_count; i++)
            fprintf(l->e->say, " %s.%s%s", l->g->crash_methods[i]->owner->name->text, l->g->crash_methods[i]->name->text, l->g->crash_methods[i]->descriptor->text);
        fprintf(l->e->say, "\n");
    }
    search_run(l->e, l->g, &l->sizes[level], work, l->found, l->verbose);
    if (is_better(l)) {
        *l->best = *l->found;
        l->best_level = level;
        l->any = true;
        if (l->found->fitness.total == 0)
            l->reached = count_frames(l, level);
    }
    return true;
}

/* True: one of them could be aimed at. */
static bool try_round(Levels *l, u64 work)
{
    int all = l->e->frames_found;
    /* A long trace is rarely reached at once: something to show comes first. */
    bool possible = try_level(l, all, work == FIRST_WORK && all > MANY_FRAMES ? work / 4 : work);
    int left = LEVELS_PER_ROUND;
    for (int level = l->reached + 1; level < all && l->reached < all && left > 0 && !evaluate_is_over(l->e); level++)
        if (level > l->reached && try_level(l, level, work)) {
            possible = true;
            left--;
        }
    return possible;
}

int levels_search(Evaluator *e, Grower *g, TestCase *best, bool verbose)
{
    Levels *l = xcalloc(1, sizeof *l);
    *l = (Levels){ .e = e, .g = g, .best = best, .found = xcalloc(1, sizeof *l->found), .verbose = verbose };
    u64 found_at = 0;
    int status = OK;
    for (u64 work = FIRST_WORK; !status; work *= 2) {
        bool possible = try_round(l, work);
        if (!possible && !l->any)
            status = ERR_NOT_FOUND;
        if (l->reached && !found_at)
            found_at = e->work;
        if (!possible || l->reached == e->frames_found || evaluate_is_over(e) || (found_at && e->work > found_at + WORK_TO_IMPROVE))
            break;
    }
    if (!status)
        status = target_aim(e, g, l->best_level);
    if (!status && l->reached)
        look_at_frames(e, l->reached);
    best->evaluated = false;
    if (!status)
        evaluate_alone(e, best);
    free(l->found);
    free(l);
    return status;
}
