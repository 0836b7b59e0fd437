/*
 * One run of a sequence, looked at behind every atom: what each of them did, as
 * CHARD's ⟨op, obj, src, des, chg_w, chg_i⟩ (Definition 3.3), with the callbacks and
 * methods that ran. All from the machine; the app is as it was shipped.
 */
#ifndef REDUCE_RECORD_H
#define REDUCE_RECORD_H

#include "reduce/atoms.h"
#include "reduce/reduce.h"

/* A state of the app: which window is in front, and all that can be seen. */
typedef struct AppStatus {
    u32 window;                     /* index of Record.windows */
    u64 screen;                     /* hash of the hierarchy: texts, places, focus */
    u64 content;                    /* the same without places and focus */
} AppStatus;

typedef struct UserEvent {
    Operation op;
    i32 key;                        /* -1: none */
    char *object;                   /* what it was done to, in words; NULL: nothing that takes it */
    u64 object_hash;                /* names the widget; 0: none */
    u64 group_hash;                 /* names what the widget is in */
    u32 flags;                      /* NODE_… of the widget */
    AppStatus src, des;
    u32 depth;                      /* of src.window: 0 is the first window */
    bool window_changes;            /* chg_w */
    bool active;                    /* chg_i: code of the app ran, more than drawing */
    bool crashes;                   /* the last event */
    char *callbacks;                /* a line each */
    u32 *methods;
    u32 method_count;
} UserEvent;

typedef struct Record {
    UserEvent *events;              /* one per atom that was done */
    u32 count;
    char **windows;                 /* "com.example.Main", "com.example.Main, dialog" … */
    u32 window_count;
    u32 main_window;                /* the first: index of windows */
    Screen last;
} Record;

/* Does the atoms on a copy of start. What comes behind the app's end is not done. */
int record_run(Record *out, Device *start, const Atoms *atoms);
void record_free(Record *record);

/* All callbacks of the run, each once, a line each; the caller frees. */
char *record_callbacks(const Record *record);
/* The part of the methods that both ran, of all that either did; 1 for two that ran none. */
double record_similarity(const UserEvent *a, const UserEvent *b);

#endif
