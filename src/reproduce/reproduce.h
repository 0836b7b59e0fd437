/*
 * From reports and an app to a crash that can be replayed: search, shorten, replay,
 * record. What comes out is an Outcome; emit/ writes it down in many forms.
 */
#ifndef REPRODUCE_REPRODUCE_H
#define REPRODUCE_REPRODUCE_H

#include "device/repro.h"
#include "explore/explore.h"
#include "reproduce/sought.h"

typedef struct Progress {
    const char *phase;              /* "searching", "shortening", "replaying", "taking pictures" */
    u64 events;
    u32 screens;
    u32 best, wishes;               /* steps of the report that a path fulfils, of so many */
    double seconds, left;
} Progress;

typedef struct ReproduceOptions {
    const char *apk;
    Report **reports;               /* what was reported, the most telling first */
    int report_count;
    double seconds;                 /* to search */
    u64 events;                     /* to search with at most; 0: time alone is the limit */
    Environment environment;        /* the seed, and conditions that are given */
    u32 jobs, replays;
    const char *pictures;           /* folder for screenshots; NULL: none are taken */
    bool verbose;
    volatile sig_atomic_t *stop;    /* set by a signal: stop and give what is known */
    void (*progress)(void *context, const Progress *progress);  /* may be NULL */
    void *context;
} ReproduceOptions;

/* How other tools find what is touched; the later, the better. */
typedef enum SelectorKind { BY_POINT, BY_DESCRIPTION, BY_TEXT, BY_ID } SelectorKind;

typedef struct Step {
    Event event;
    SelectorKind by;
    char *selector;                 /* text, description, or package:id/name; NULL: the point */
    int report, sentence;           /* that asked for it; -1: it was invented */
    const char *words;              /* the sentence; NULL: none. Borrowed from the report */
    char *text;                     /* for a person: Tap “Settings” */
    char *activity;                 /* in front before it */
    char *picture;                  /* file name of the screen before it; NULL: none */
    i32 width, height;              /* of that screen */
} Step;

typedef struct OtherCrash {
    char *headline, *trace;
    char *gap;                      /* what this phone lacks on its way; NULL: the app's own crash */
    u32 events, times;
} OtherCrash;

typedef struct Outcome {
    bool reproduced;
    MatchLevel level;
    char *crash, *crash_thread, *headline;      /* NULL unless reproduced */
    bool froze;                     /* it does not answer, rather than crash */
    Step *steps;
    u32 step_count, found_steps;    /* as they are, as they were found */
    char *last_picture;             /* of the end */
    u32 replays, replays_same;
    OtherCrash *others;
    u32 other_count;
    double seconds, search_seconds;
    u64 tried;                      /* events */
    u32 screens;
    int rule;                       /* the refining rule that gave the steps; 0: none did */
    const char *why_not;            /* a sentence; NULL when reproduced */
    char *why_not_owned;
    bool interrupted, out_of_time;
    char *gaps;                     /* what the app called and this phone has not */
    char *notes;                    /* lines: another version than the report's, … */
    Repro repro;
    MatchLevel best;                /* what the report would allow at best */
} Outcome;

/* Error: the app cannot be installed, there is no phone. Not reproducing is none. */
int reproduce(Outcome *out, const ReproduceOptions *options);
void outcome_free(Outcome *outcome);

/* ---- between the files ---- */

/* One set of sentences to be used as steps, and the rules that give it. */
typedef struct Plan {
    Goal goal;
    const Report *report;
    int report_index;
    int rule;                       /* the first that gives it; 0: no steps at all */
} Plan;

enum { MOST_PLANS = 12 };

/* plan.c: what to try, in the order of the learned rules. Returns how many. */
int plans_make(Plan *out, const ReproduceOptions *options, const Sought *sought);
void plans_free(Plan *plans, int count);

/* shorten.c: leaves out events as long as the same crash remains. started is a phone with the app just started. */
void shorten(Device *started, EventPath *path, const char *crash, const ReproduceOptions *options, u64 *events);
/* Does the events on a copy of started; the last screen. */
int play_path(Device *started, const EventPath *path, Screen *out, u64 *events);

/* replay.c: how many of count replays from scratch end in the same crash, letter for letter. */
enum { MOST_SIDE_BY_SIDE = 8 };
u32 replay_side_by_side(Device *booted, const char *apk, const EventPath *path, const char *crash, u32 count, u64 *events);

/* version.c: lines about versions that differ; NULL: none. The caller frees. */
char *version_notes(const ReproduceOptions *options);

/* record.c: does the path once more on a phone that draws; steps with texts, labels and pictures. */
void record(Outcome *out, const EventPath *path, const Plan *plan, const Environment *environment, const ReproduceOptions *options);

#endif
