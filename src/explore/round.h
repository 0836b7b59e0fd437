/* A round of the search: the events of several leaves, each on a phone of its own, side by side. */
#ifndef EXPLORE_ROUND_H
#define EXPLORE_ROUND_H

#include "explore/tree.h"
#include "explore/world.h"

enum { MOST_ROUND = 4 };

#define EVENT_SECONDS 30.0          /* one event that takes longer is given up */

typedef struct Trial {
    Leaf leaf;
    const Choice *choice;
    void *phone;                    /* NULL: there is none */
    u32 done;                       /* events */
    int status;
    Screen screen;                  /* after the last event */
    bool busy, has_screen;
    Event event;
    double since;
} Trial;

typedef struct Round {
    const World *world;
    u32 jobs;
    u64 events;                     /* done */
    u32 given_up;
} Round;

/* Does the events of all trials, as many at a time as there are jobs. */
void round_do(Round *round, Trial *trials, u32 count);

#endif
