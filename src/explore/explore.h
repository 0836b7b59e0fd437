/*
 * Guided exploration: from a started app to a crash, along the dynamic ordered event
 * tree (the paper's Algorithms 1 and 2). Where the paper restarts the app to go back,
 * a state of the tree is a phone that was set aside, and going on from it is a fork.
 *
 *   Exploration *x = explore_open(&world, phone, &first_screen, &goal, &options);
 *   ExploreEnd end = explore_run(x, 500, deadline);     may be called again to go on
 *   …explore_crash(x, 0)…
 *   explore_close(x);
 *
 * The order of everything depends on the goal and on what phones answer, never on
 * time: leaves are tried in rounds, side by side, and taken in by their order.
 */
#ifndef EXPLORE_EXPLORE_H
#define EXPLORE_EXPLORE_H

#include "explore/choice.h"
#include "explore/world.h"

#include <signal.h>
#include <stdio.h>

/* What led to a crash, event by event. */
typedef struct EventPath {
    Event *events;
    int *sentences;                 /* of the report, that asked for the event; -1: it was invented */
    u32 count;
} EventPath;

void event_path_free(EventPath *path);

typedef struct FoundCrash {
    EventPath path;
    Screen screen;
    int level;                      /* as judged */
    u32 matched;                    /* wishes that the path fulfils */
    u32 asked;                      /* of so many */
    bool follows;                   /* the last step is one that the report speaks of */
    u32 times;                      /* how often it was met */
} FoundCrash;

typedef struct ExploreStats {
    u64 events;                     /* done in all */
    u32 states;                     /* screens that were new */
    u32 best_progress, wish_count;
    u32 leaves;                     /* still to be tried */
    u32 given_up;                   /* events that took too long */
} ExploreStats;

typedef struct ExploreOptions {
    /* How well a crash fits: 0 not at all. */
    int (*judge)(void *context, const Screen *screen);
    /* Two crashes: are they the same one? */
    bool (*same)(const char *trace, const char *other);
    const Guide *guide;             /* NULL: nothing is known of the app's code */
    /* Called often; true stops the search. May be NULL. */
    bool (*tick)(void *context, const ExploreStats *stats);
    void *context;
    bool (*enough)(void *context, const FoundCrash *crash);     /* ends the search at once */
    u32 jobs;                       /* events at a time */
    FILE *log;                      /* a line for everything that is tried; NULL: none */
} ExploreOptions;

typedef enum ExploreEnd { EXPLORE_FOUND, EXPLORE_EXHAUSTED, EXPLORE_BUDGET, EXPLORE_STOPPED, EXPLORE_FAILED } ExploreEnd;

typedef struct Exploration Exploration;

/* Borrows everything; phone stays the caller's and is not changed. */
Exploration *explore_open(const World *world, void *phone, const Screen *first, const Goal *goal, const ExploreOptions *options);
/* Until so many more events are done, or now_seconds() is past the deadline: EXPLORE_BUDGET. */
ExploreEnd explore_run(Exploration *x, u64 events, double deadline);
/* Keeps few phones while another search goes on; the others are found again by their paths. */
void explore_rest(Exploration *x);
void explore_close(Exploration *x);

ExploreStats explore_stats(const Exploration *x);
/* Different crashes, in the order of finding. */
u32 explore_crash_count(const Exploration *x);
const FoundCrash *explore_crash(const Exploration *x, u32 index);

#endif
