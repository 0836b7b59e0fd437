/*
 * From many events to the few that matter.
 *
 * Takes a phone with the app started (it is only forked, never changed), events
 * that end in a crash, and a judge that knows the wanted crash. What is given back
 * was replayed and ends in that crash.
 *
 *   ReduceTask task = { .start = started, .events = events, .count = n, .judge = is_it, .context = crash };
 *   Reduced reduced;
 *   if (!reduce(&reduced, &task)) … reduced.events …
 *   reduced_free(&reduced);
 *
 * Without a judge no crash is wanted: ineffective events go, and the same callbacks
 * of the app stay covered (the phone's environment must ask for callbacks then).
 */
#ifndef REDUCE_REDUCE_H
#define REDUCE_REDUCE_H

#include "device/device.h"

/* What a trial came to (ESDroid, section 3.3). */
typedef enum Outcome {
    OUTCOME_NO_CRASH,
    OUTCOME_OTHER_EXCEPTION,
    OUTCOME_OTHER_TRACE,            /* the same exception from another place */
    OUTCOME_SAME,
} Outcome;

/* Looks at the screen after the last event that could be done. */
typedef Outcome Judge(void *context, const Screen *last);

/*
 * The usual judge: context is the wanted stack trace (const char *). The same are
 * exception classes and frames of the app; messages may differ. A crash that has a
 * gap of this phone on its way is never the same.
 */
Outcome judge_same_crash(void *context, const Screen *last);
/* Two stack traces by the same measure. */
Outcome compare_crashes(const char *wanted, const char *got);

typedef enum ReduceStrategy { REDUCE_AUTO, REDUCE_RULES, REDUCE_KEYS, REDUCE_SEGMENTS, REDUCE_HDD, REDUCE_DDMIN, REDUCE_STRATEGIES } ReduceStrategy;
extern const char *const reduce_strategy_names[REDUCE_STRATEGIES];

struct RuleSet;                     /* rules.h */

typedef struct ReduceTask {
    Device *start;
    const Event *events;
    u32 count;
    Judge *judge;                   /* NULL: see above */
    void *context;
    ReduceStrategy strategy;
    const struct RuleSet *rules;    /* NULL: the nine of CHARD */
    u32 jobs;                       /* trials side by side; 0: one */
    i64 most_millis;                /* of real time; 0: no limit. What is known by then is given back */
    const u32 *numbers;             /* what sentences call the events; NULL: 1, 2, 3 … */
    void (*progress)(void *context, const char *phase, u32 events_left, u32 trials);   /* may be NULL */
    void *progress_context;
} ReduceTask;

typedef struct Reduced {
    Event *events;
    u32 *from;                      /* which of the task's events each of them is */
    u32 count;
    u32 atoms_before, atoms;        /* counted as a person does: a tap is one, not a down and an up */
    u32 atoms_after_rules, atoms_after_keys;    /* how far the stages of auto came */
    bool minimal;                   /* no event can be left out: each was tried */
    bool in_time;                   /* false: most_millis was spent first */
    u32 trials, cached;             /* runs; answers known from earlier ones */
    u64 events_done;                /* atoms in all trials, without those that a snapshot saved */
    double rules_millis, millis;    /* the rules alone; all of it, the recording too */
    double cpu_millis;              /* processor time of the phones */
    char *callbacks;                /* covered by the task's events, a line each; NULL: there is a judge */
    u32 *removed_by_rule;           /* atoms that each rule proposed */
    u32 rule_count;
    char *story;                    /* a sentence per event (CHARD, section 6), a line each */
} Reduced;

/* ERR_NOT_FOUND: the events do not end in the wanted crash; the sentence says what happened instead. */
int reduce(Reduced *out, const ReduceTask *task);
void reduced_free(Reduced *reduced);

#endif
