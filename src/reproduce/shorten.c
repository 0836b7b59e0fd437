/* Fewest steps: events are left out one after another as long as the same crash remains. */
#include "reproduce/reproduce.h"

#include <stdlib.h>
#include <string.h>

static const double EVENT_SECONDS = 30;

/*
 * Does events [from, count) of the path on phone. by_name: what has a name is looked
 * for where it is now, since leaving out an event may have moved it; the path then
 * gets the new places in `moved`.
 */
static int play_rest(Device *phone, const EventPath *path, u32 from, bool by_name, Event *moved, Screen *last, bool *any, u64 *events)
{
    int status = OK;
    for (u32 i = from; i < path->count && !status; i++) {
        Event event = event_copy(&path->events[i]);
        if (by_name && event.target && event.kind != EVENT_SWIPE)
            event.point_count = 0;
        Screen next;
        status = world_do(&world_of_devices, phone, &event, &next, EVENT_SECONDS);
        if (moved && !status)
            moved[i] = event;
        else
            event_free(&event);
        ++*events;
        if (status)
            break;
        if (*any)
            screen_free(last);
        *last = next;
        *any = true;
        if (next.state != APP_RUNS)
            break;
    }
    return status;
}

int play_path(Device *started, const EventPath *path, Screen *out, u64 *events)
{
    Device *phone;
    int status = device_fork(started, &phone);
    if (status)
        return status;
    bool any = false;
    status = path->count ? play_rest(phone, path, 0, false, NULL, out, &any, events) : device_look(phone, out);
    if (status && any)
        screen_free(out);
    device_close(phone);
    return status;
}

static bool crashes_alike(Device *from, EventPath *path, u32 first, bool by_name, const char *crash, u64 *events)
{
    Device *phone;
    if (device_fork(from, &phone))
        return false;
    Screen last = { 0 };
    bool any = false;
    Event *moved = xcalloc(path->count + 1, sizeof *moved);
    int status = play_rest(phone, path, first, by_name, moved, &last, &any, events);
    device_close(phone);
    bool alike = !status && any && last.crash && !last.crash_gap && same_crash(crash, last.crash);
    if (any)
        screen_free(&last);
    for (u32 i = first; i < path->count; i++) {
        if (alike && (moved[i].point_count || moved[i].text)) {
            event_free(&path->events[i]);
            path->events[i] = moved[i];
        } else {
            event_free(&moved[i]);
        }
    }
    free(moved);
    return alike;
}

static void leave_out(EventPath *path, u32 i)
{
    event_free(&path->events[i]);
    memmove(path->events + i, path->events + i + 1, (path->count - i - 1) * sizeof *path->events);
    memmove(path->sentences + i, path->sentences + i + 1, (path->count - i - 1) * sizeof *path->sentences);
    path->count--;
}

/* One pass from the front, with a phone that walks along. Returns how many events were left out. */
static u32 pass(Device *started, EventPath *path, const char *crash, const ReproduceOptions *options, u64 *events)
{
    u32 removed = 0;
    Device *here;
    if (device_fork(started, &here))
        return 0;
    for (u32 i = 0; i < path->count && !(options->stop && *options->stop);) {
        if (crashes_alike(here, path, i + 1, true, crash, events) || crashes_alike(here, path, i + 1, false, crash, events)) {
            leave_out(path, i);
            removed++;
            continue;
        }
        Event event = event_copy(&path->events[i]);
        Screen screen;
        int status = world_do(&world_of_devices, here, &event, &screen, EVENT_SECONDS);
        event_free(&event);
        ++*events;
        if (status)
            break;
        bool runs = screen.state == APP_RUNS;
        screen_free(&screen);
        if (!runs)
            break;
        i++;
    }
    device_close(here);
    return removed;
}

void shorten(Device *started, EventPath *path, const char *crash, const ReproduceOptions *options, u64 *events)
{
    enum { MOST_PASSES = 4 };
    for (int i = 0; i < MOST_PASSES && pass(started, path, crash, options, events); i++)
        ;
}
