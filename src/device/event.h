/*
 * What a person does to a phone, one event at a time, and its text: a line of a
 * .repro file, a word of `open --do`.
 *
 *   tap 540,960            tap "Settings"       tap id/save        tap #3
 *   double-tap …           long-tap …           (targets as for tap)
 *   swipe up               swipe left in "List" swipe 540,1500 540,400 300ms
 *   pinch in               pinch out 540,960
 *   text "abc"             type "abc" (keys)    clear
 *   key MENU               back menu enter search recents home
 *   rotate                 rotate landscape     rotate portrait
 *   launch                 wait 5s              kill
 *   touch down 10,20       touch move 10,20 30,40   touch up
 *   trackball move 3,-2    (a step, not a place)
 *   start .Settings        broadcast ACTION     set network off
 *
 * Any of them may end in +20ms: the phone is not waited for until it has settled,
 * so many milliseconds of its time pass.
 */
#ifndef DEVICE_EVENT_H
#define DEVICE_EVENT_H

#include "android/key_names.h"
#include "base/base.h"
#include "base/buf.h"

typedef enum EventKind {
    EVENT_TAP, EVENT_DOUBLE_TAP, EVENT_LONG_TAP, EVENT_SWIPE, EVENT_PINCH, EVENT_TOUCH,
    EVENT_TEXT, EVENT_TYPE, EVENT_CLEAR, EVENT_KEY,
    EVENT_HOME, EVENT_RECENTS, EVENT_LAUNCH, EVENT_KILL, EVENT_ROTATE, EVENT_WAIT,
    EVENT_START, EVENT_BROADCAST, EVENT_SET, EVENT_TRACKBALL,
    EVENT_KINDS,
} EventKind;

enum { EVENT_POINTERS = 10 };

typedef struct EventPoint {
    float x, y;
} EventPoint;

typedef struct Event {
    EventKind kind;
    char *target;                   /* the widget as written: a label, id/name or #number; NULL: the points say where */
    char *text;                     /* EVENT_TEXT, TYPE, START, BROADCAST, SET */
    EventPoint points[EVENT_POINTERS];
    u32 point_count;                /* 0: not known yet */
    i32 key;                        /* EVENT_KEY: KeyEvent's code. EVENT_TOUCH, TRACKBALL: MotionEvent's action. EVENT_ROTATE: rotation, -1 the other way.
                                       EVENT_SWIPE without points: 'u' 'd' 'l' 'r'. EVENT_PINCH: 'i' 'o' */
    i32 millis;                     /* duration (of a key: how long it is held); 0: the usual one */
    i32 after;                      /* 0: until the phone has settled; else so many milliseconds pass */
} Event;

/*
 * Reads one event; *rest is put behind it (at a ';', a newline or the end). An
 * error says what was understood and what is allowed.
 */
int event_parse(Event *out, const char *text, const char **rest);
void event_print(Buf *out, const Event *event);
Event event_copy(const Event *event);
void event_free(Event *event);

/* As KeyEvent.keyCodeToString: KEYCODE_MENU, or the number where there is no name. */
void key_print(Buf *out, i32 code);

#endif
