/*
 * Times of an app on the phone, for bench/phone: from a cold process to the first
 * screen, the same from a phone that has booted, one event with its screen, a fork,
 * and memory. Prints one line of tab-separated numbers.
 *
 *   phone_times APP.apk
 */
#include "device/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EVENTS = 40, FORKS = 20 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return count ? values[count / 2] : 0;
}

static Event next_event(const Screen *s, int i)
{
    for (u32 k = 0; k < s->node_count; k++) {
        const Node *n = &s->nodes[(k + (u32)i * 7) % s->node_count];
        if (n->flags & NODE_CLICKABLE && n->flags & NODE_ENABLED && n->right > n->left && n->bottom > n->top) {
            Event e = { .kind = EVENT_TAP, .point_count = 1 };
            e.points[0] = (EventPoint){ (float)(n->left + n->right) / 2, (float)(n->top + n->bottom) / 2 };
            return e;
        }
    }
    return (Event){ .kind = EVENT_LAUNCH };
}

static long resident_kilobytes(Device *d)
{
    return (long)(device_private_bytes(d) >> 10);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: phone_times APP.apk\n");
        return 2;
    }
    Environment plain = { 0 }, ready = { .ready = true };
    Device *booted, *d;
    Screen screen;
    double start = now();
    if (device_open(&d, &plain) || device_start(d, argv[1], &screen)) {
        fprintf(stderr, "phone_times: %s\n", error_text());
        return 1;
    }
    double cold = now() - start;
    long memory = resident_kilobytes(d);
    device_close(d);
    screen_free(&screen);
    if (device_open(&booted, &ready))
        return 1;
    start = now();
    if (device_fork(booted, &d) || device_start(d, argv[1], &screen))
        return 1;
    double warm = now() - start, forks[FORKS], events[EVENTS];
    for (int i = 0; i < FORKS; i++) {
        Device *copy;
        start = now();
        if (device_fork(d, &copy))
            return 1;
        forks[i] = now() - start;
        device_close(copy);
    }
    int count = 0;
    for (int i = 0; i < EVENTS && screen.state == APP_RUNS; i++) {
        Event event = next_event(&screen, i);
        Screen next;
        start = now();
        if (device_do(d, &event, &next))
            break;
        events[count++] = now() - start;
        screen_free(&screen);
        screen = next;
    }
    printf("%.1f\t%.1f\t%.2f\t%.2f\t%ld\n", cold, warm, median(events, count), median(forks, FORKS), memory);
    device_close(d);
    device_close(booted);
    return 0;
}
