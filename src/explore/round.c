#include "explore/round.h"

#include <poll.h>

static void begin_event(Round *r, Trial *t)
{
    t->event = event_copy(&t->choice->events[t->done]);
    t->status = r->world->begin(t->phone, &t->event);
    t->busy = !t->status;
    t->since = now_seconds();
}

static void finish_event(Round *r, Trial *t)
{
    Screen next;
    t->busy = false;
    t->status = r->world->finish(t->phone, &t->event, &next);
    event_free(&t->event);
    r->events++;
    if (t->status)
        return;
    if (t->has_screen)
        screen_free(&t->screen);
    t->screen = next;
    t->has_screen = true;
    t->done++;
    if (t->done < t->choice->event_count && next.state == APP_RUNS)
        begin_event(r, t);
}

static void give_up(Round *r, Trial *t)
{
    r->world->kill(t->phone);
    t->busy = false;
    t->status = ERR_LIMIT;
    event_free(&t->event);
    r->given_up++;
}

/* Waits until one of the busy ones has finished its event. */
static void serve_busy(Round *r, Trial *trials, u32 count)
{
    struct pollfd waits[MOST_ROUND];
    Trial *who[MOST_ROUND];
    u32 n = 0;
    for (u32 i = 0; i < count; i++) {
        if (!trials[i].busy)
            continue;
        int fd = r->world->descriptor(trials[i].phone);
        if (fd < 0) {
            finish_event(r, &trials[i]);
            return;
        }
        who[n] = &trials[i];
        waits[n++] = (struct pollfd){ .fd = fd, .events = POLLIN };
    }
    poll(waits, n, 250);
    for (u32 i = 0; i < n; i++) {
        if (waits[i].revents)
            finish_event(r, who[i]);
        else if (now_seconds() - who[i]->since > EVENT_SECONDS)
            give_up(r, who[i]);
    }
}

static u32 count_busy(const Trial *trials, u32 count)
{
    u32 busy = 0;
    for (u32 i = 0; i < count; i++)
        busy += trials[i].busy;
    return busy;
}

void round_do(Round *r, Trial *trials, u32 count)
{
    u32 next = 0;
    for (;;) {
        while (next < count && count_busy(trials, count) < r->jobs) {
            if (trials[next].phone)
                begin_event(r, &trials[next]);
            next++;
        }
        if (next == count && !count_busy(trials, count))
            return;
        serve_busy(r, trials, count);
    }
}
