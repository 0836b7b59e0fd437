/* Replays from scratch, side by side: a fresh phone, the app installed and started, the events. */
#include "reproduce/reproduce.h"

#include <string.h>

/* One of several replays side by side: the app is started anew, then the events are done. */
typedef struct Replay {
    Device *phone;
    Screen last;
    int status;
    bool runs;
} Replay;

static void keep_screen(Replay *p, Screen screen)
{
    screen_free(&p->last);
    p->last = screen;
    p->runs = screen.state == APP_RUNS;
}

static void begin_replay(Device *booted, const char *apk, Replay *p)
{
    *p = (Replay){ 0 };
    p->status = device_fork(booted, &p->phone);
    if (!p->status)
        p->status = device_begin_start(p->phone, apk);
}

static void finish_start(Replay *p)
{
    Screen screen;
    if (!p->status)
        p->status = device_finish_start(p->phone, &screen);
    if (!p->status)
        keep_screen(p, screen);
}

/* Event i on all of them: each works while the others do. */
static void replay_event(Replay *all, u32 count, const Event *event, u64 *events)
{
    bool begun[MOST_SIDE_BY_SIDE];
    for (u32 i = 0; i < count; i++) {
        begun[i] = !all[i].status && all[i].runs;
        if (begun[i])
            all[i].status = device_begin(all[i].phone, event);
        *events += begun[i];
    }
    for (u32 i = 0; i < count; i++) {
        Event done = event_copy(event);
        Screen screen;
        if (begun[i] && !all[i].status) {
            all[i].status = device_finish(all[i].phone, &done, &screen);
            if (!all[i].status)
                keep_screen(&all[i], screen);
        }
        event_free(&done);
    }
}

u32 replay_side_by_side(Device *booted, const char *apk, const EventPath *path, const char *crash, u32 count, u64 *events)
{
    Replay all[MOST_SIDE_BY_SIDE];
    u32 same = 0;
    for (u32 i = 0; i < count; i++)
        begin_replay(booted, apk, &all[i]);
    for (u32 i = 0; i < count; i++)
        finish_start(&all[i]);
    for (u32 i = 0; i < path->count; i++)
        replay_event(all, count, &path->events[i], events);
    for (u32 i = 0; i < count; i++) {
        same += !all[i].status && all[i].last.crash && !strcmp(all[i].last.crash, crash);
        screen_free(&all[i].last);
        device_close(all[i].phone);
    }
    return same;
}
