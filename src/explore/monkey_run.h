/* Monkey on the embedded phone: seeds side by side, crashes told apart. */
#ifndef EXPLORE_MONKEY_RUN_H
#define EXPLORE_MONKEY_RUN_H

#include "device/device.h"
#include "explore/monkey.h"

typedef struct MonkeyCrash {
    char *trace, *key, *gap;        /* gap: what the phone lacks on its way; NULL: the crash is the app's */
    bool not_answering;
    u64 seed;                       /* where it was met first */
    u32 number;                     /* of the event in that seed's run, as Monkey counts */
    u32 times;
    EventList events;               /* from the app's start to the crash */
} MonkeyCrash;

typedef struct MonkeyPlan {
    Device *start;                  /* the app started; only forked */
    i32 width, height;
    MonkeyApp app;
    MonkeyOptions options;          /* its seed is the first */
    u32 count;                      /* events of each seed, as Monkey counts */
    u32 seeds, jobs;
    bool go_on;                     /* start the app again after a crash, until count */
    int verbose;                    /* as often as -v was given; only with one seed */
    void (*print)(const char *text);    /* for the log */
    void (*progress)(u32 seeds_done, u64 events, u32 crashes);  /* may be NULL */
} MonkeyPlan;

typedef struct MonkeyResult {
    MonkeyCrash *crashes;           /* distinct, in the order they were met, seed by seed */
    u32 crash_count;
    u64 events;                     /* injected, all seeds */
    u32 starts;                     /* of the app, after it ended */
    i64 phone_millis;               /* of the phone's time, since it was switched on, when the last run ended */
    double seconds, cpu_seconds;    /* of this machine: passed; used by the phones */
} MonkeyResult;

int monkey_run(MonkeyResult *out, const MonkeyPlan *plan);
void monkey_result_free(MonkeyResult *result);

#endif
