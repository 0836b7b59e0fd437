/* One reproduction while it goes on: what the files of this folder share. */
#ifndef REPRODUCE_RUN_H
#define REPRODUCE_RUN_H

#include "reproduce/aim.h"
#include "reproduce/reproduce.h"

/* A phone in certain conditions, with the app just started. */
typedef struct Setting {
    Environment environment;
    bool said;                      /* by the report */
    Device *booted, *started;       /* NULL: not opened yet, or it cannot be */
    Screen first;
    bool tried;
} Setting;

enum { MOST_SETTINGS = 10 };

/* Steps to follow, in a setting. */
typedef struct Attempt {
    int plan, setting;
    Exploration *search;            /* NULL: not begun */
    bool done;
} Attempt;

enum { MOST_ATTEMPTS = MOST_PLANS + MOST_SETTINGS };

typedef struct Run {
    const ReproduceOptions *options;
    Outcome *out;
    Sought sought;
    Plan plans[MOST_PLANS];
    int plan_count;
    Setting settings[MOST_SETTINGS];
    int setting_count;
    Attempt attempts[MOST_ATTEMPTS];
    int attempt_count, current;
    Aim *aim;
    Guide guide;
    double begin, deadline;
    u64 extra_events;               /* done outside of the searches */
} Run;

bool run_stopped(const Run *r);
void run_tell(Run *r, const char *phase);

/*
 * settings.c: which conditions to try. What the report says comes first, then the
 * phone as it comes, then what else crashes depend on. Returns how many.
 */
int settings_make(Setting *out, const ReproduceOptions *options);
/* Switches the phone on and starts the app, once. */
int setting_open(Setting *setting, const char *apk);
void settings_close(Setting *settings, int count);

/* attempts.c: the searches, in turns. */
void attempts_make(Run *r);
void attempts_run(Run *r);
void attempts_close(Run *r);
/* The best crash of all searches that fits; NULL: none does. */
const FoundCrash *attempts_best(const Run *r, const Attempt **which);
bool run_budget_spent(const Run *r);

#endif
