/* What can be seen of a phone at one moment. */
#ifndef DEVICE_SCREEN_H
#define DEVICE_SCREEN_H

#include "base/base.h"
#include "base/buf.h"

typedef enum AppState { APP_RUNS, APP_HAS_CRASHED, APP_HAS_EXITED, APP_DOES_NOT_ANSWER } AppState;

enum {
    NODE_CHECKABLE = 1, NODE_CHECKED = 2, NODE_CLICKABLE = 4, NODE_ENABLED = 8, NODE_FOCUSABLE = 16, NODE_FOCUSED = 32, NODE_SCROLLABLE = 64,
    NODE_LONG_CLICKABLE = 128, NODE_PASSWORD = 256, NODE_SELECTED = 512, NODE_VISIBLE = 1024, NODE_EDITABLE = 2048,
};

typedef struct Node {
    i32 parent;                     /* index of the node it is in; -1: the root of a window */
    i32 window;                     /* windows count from the bottom */
    i32 index;                      /* among its siblings */
    i32 left, top, right, bottom;   /* what can be seen of it */
    u32 flags;
    i32 input_type;                 /* of an editor: InputType's bits */
    u32 view;                       /* names the view while it lives */
    const char *class_name;         /* as accessibility calls it: android.widget.Button */
    const char *real_class;
    const char *package;
    const char *text, *description, *hint;      /* "" : none */
    const char *id;                 /* package:id/name; "": none */
    const char *icon;               /* resource name of its picture; "": none */
} Node;

typedef struct Screen {
    AppState state;
    char *activity;                 /* class name of what is in front */
    char *crash;                    /* the stack trace; NULL unless it crashed or does not answer */
    char *crash_thread;
    char *crash_gap;                /* what this phone lacks on the way to the crash; NULL: the crash is the app's */
    i32 width, height, rotation;
    bool keyboard;                  /* the soft keyboard is shown */
    u64 shape, content;             /* hashes: without and with texts */
    i64 millis;                     /* the phone's clock, since it was switched on */
    u64 steps;                      /* instructions so far */
    u64 cpu_micros;                 /* processor time that this copy of the phone has used; not the same in another run */
    /* What ran since the last event began; only a phone whose environment asked for callbacks knows. */
    char *callbacks;                /* methods of the app that the framework called, "pkg.Class.method" a line, in order of their first call */
    u32 *methods;                   /* every method of the app that ran: hashes of their names, ascending */
    u32 method_count;
    Node *nodes;
    u32 node_count;
    char *storage;                  /* where the texts of the nodes are */
} Screen;

void screen_free(Screen *screen);

/* How it travels between processes. */
void screen_write(Buf *out, const Screen *screen);
int screen_read(Screen *out, const char *data, size_t size);

/*
 * The widget that a label means: its text, description, hint or id (id/name), or
 * #number; exact before case-blind before a part of it; NULL: none.
 */
const Node *screen_find(const Screen *screen, const char *target);

#endif
