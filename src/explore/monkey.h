/*
 * Monkey, Android's tester that hits a phone at random: the stream of events that a
 * seed gives, its log (-v -v) and its script format.
 *
 * Its low-level events are ours as they are: EVENT_TOUCH and EVENT_TRACKBALL one for
 * one; a key's down and up are one EVENT_KEY held for MONKEY_HOLD_MS; the sleep that
 * follows an event is its pause (`after`), on top of MONKEY_GAP_MS, the time that
 * Monkey itself takes from event to event.
 */
#ifndef EXPLORE_MONKEY_H
#define EXPLORE_MONKEY_H

#include "device/event.h"

enum { MONKEY_GAP_MS = 16, MONKEY_HOLD_MS = 10 };

/* In the order of Monkey's factors, which is also that of its "Event percentages". */
typedef enum MonkeyFactor {
    MONKEY_TOUCH, MONKEY_MOTION, MONKEY_PINCHZOOM, MONKEY_TRACKBALL, MONKEY_ROTATION, MONKEY_NAV, MONKEY_MAJORNAV, MONKEY_SYSOPS,
    MONKEY_APPSWITCH, MONKEY_FLIP, MONKEY_ANYEVENT, MONKEY_FACTORS,
} MonkeyFactor;

/* Names as in --pct-touch. */
extern const char *const monkey_factor_names[MONKEY_FACTORS];

typedef struct MonkeyOptions {
    u64 seed;
    i32 throttle;                   /* milliseconds behind each event of a person */
    bool random_throttle;
    float percent[MONKEY_FACTORS];  /* negative: the default's share of what is left */
} MonkeyOptions;

/* All percentages are the defaults, nothing else is set. */
MonkeyOptions monkey_defaults(void);

typedef struct Monkey {
    u64 random;
    MonkeyOptions options;
    float percent[MONKEY_FACTORS];  /* as it prints them */
    float sums[MONKEY_FACTORS];
    bool keyboard_open, started;
} Monkey;

/* Error: the percentages make no hundred. */
int monkey_open(Monkey *monkey, const MonkeyOptions *options);

/* Events that grow. */
typedef struct EventList {
    Event *items;
    u32 count, room;
} EventList;

/* The copy is shallow: the list takes over what the event owns. */
Event *events_add(EventList *list, Event event);
void events_clear(EventList *list);
void events_free(EventList *list);

/*
 * Appends what Monkey does next, as a person would count it: a tap, a drag, a key …
 * The first is the start of the app. The size is the screen's at that moment.
 */
void monkey_next(Monkey *monkey, i32 width, i32 height, EventList *out);
/* Low-level events as Monkey counts them: a key is two. */
u32 monkey_event_count(const Event *event);

/* ---- texts ---- */

/* As Java prints a float: 122.13759, 434.0. */
void print_java_float(Buf *out, float value);

typedef struct MonkeyApp {
    const char *package, *activity; /* full class name */
} MonkeyApp;

void monkey_log_head(Buf *out, const Monkey *monkey, const MonkeyApp *app, u32 count, int verbose);
/* The lines of one event, for one -v or two. */
void monkey_log_event(Buf *out, const Event *event, const MonkeyApp *app, int verbose);
void monkey_log_crash(Buf *out, const MonkeyApp *app, const char *trace, bool not_answering);
void monkey_log_end(Buf *out, u32 injected, u32 count, u64 seed, i64 millis, bool aborted);

/* What a file of events holds, whoever wrote it. */
typedef struct EventTrace {
    EventList events;
    u32 *numbers;                   /* Monkey's number of each (or its line), for sentences */
    char *package;                  /* of the app; NULL: it does not say */
    char *crash;                    /* the stack trace in it; NULL: none */
    char *sha256;                   /* of the app; NULL: it does not say */
    u64 seed;
    bool stays;                     /* recorded under Monkey's -p */
    const char *format;             /* "Monkey log" … */
} EventTrace;

void event_trace_free(EventTrace *trace);

/* name is for messages. Error: what cannot be understood, and where. */
int monkey_log_parse(EventTrace *out, const char *text, const char *name);
int monkey_script_parse(EventTrace *out, const char *text, const char *name);
void monkey_script_print(Buf *out, const Event *events, u32 count, const MonkeyApp *app);
/* device.touch(…), drag, press and type calls of a MonkeyRunner script; nothing is executed. */
int monkey_runner_parse(EventTrace *out, const char *text, const char *name);
/* Lines "touch X Y", "drag X Y X Y", "press KEY", "sleep SECONDS" separated by tabs. */
int event_table_parse(EventTrace *out, const char *text, const char *name);

/* Any of them, or a .repro: the first lines tell. */
int event_trace_parse(EventTrace *out, const char *text, const char *name);
int event_trace_read(EventTrace *out, const char *path);

#endif
