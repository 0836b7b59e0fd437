/*
 * reenact replay: does again what a .repro file says, and judges whether the same
 * happened. Exit 0: the same crash (or none, where none is expected); 1: no crash;
 * 4: another one.
 */
#include "cli/cli.h"

#include "cli/phone_app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    { 0, "app", "APK", "the app; else the file that the .repro names, beside it" },
    { 'n', "times", "N", "replay it so often, and say how often the same happened (1)" },
    { 0 },
};

/* The phone that has the app started; *screen is its first one. */
static int play(Device *booted, const Repro *repro, const char *apk, Screen *screen)
{
    Device *d;
    int status = device_fork(booted, &d);
    if (status)
        return status;
    status = device_start(d, apk, screen);
    for (u32 i = 0; !status && i < repro->event_count && screen->state == APP_RUNS; i++) {
        Event event = event_copy(&repro->events[i]);
        Screen next;
        status = device_do(d, &event, &next);
        event_free(&event);
        if (!status) {
            screen_free(screen);
            *screen = next;
        }
    }
    device_close(d);
    return status;
}

/* How much of a trace's line counts: all of a frame, and of an exception its class. Numbers in messages (free bytes) may differ between builds. */
static size_t line_that_counts(const char *line)
{
    size_t length = strcspn(line, "\n");
    if (*line == '\t' || *line == ' ')
        return length;
    static const char cause[] = "Caused by: ";
    size_t from = strncmp(line, cause, sizeof cause - 1) ? 0 : sizeof cause - 1;
    return MIN(length, from + strcspn(line + from, ":\n"));
}

static bool same_crash(const char *a, const char *b)
{
    while (*a && *b) {
        size_t n = line_that_counts(a), m = line_that_counts(b);
        if (n != m || memcmp(a, b, n))
            return false;
        a += strcspn(a, "\n"), a += *a == '\n';
        b += strcspn(b, "\n"), b += *b == '\n';
    }
    return !*a && !*b;
}

static int judge(const Repro *repro, const Screen *screen)
{
    if (!repro->crash)
        return screen->crash ? EXIT_OTHER_CRASH : EXIT_DONE;
    if (!screen->crash)
        return EXIT_NOT_REPRODUCED;
    return same_crash(screen->crash, repro->crash) ? EXIT_DONE : EXIT_OTHER_CRASH;
}

static int replay(const Invocation *call, const Repro *repro, const char *apk)
{
    i64 times = MAX(option_number(call, "times", 1), 1);
    Device *booted;
    Environment environment = repro->environment;
    environment.ready = times > 1;
    if (device_open(&booted, &environment))
        return complain(EXIT_ENVIRONMENT, "%s", error_text());
    int worst = EXIT_DONE;
    i64 same = 0;
    for (i64 i = 0; i < times; i++) {
        Screen screen = { 0 };
        if (play(booted, repro, apk, &screen)) {
            worst = complain(EXIT_CANNOT_JUDGE, "%s", error_text());
            break;
        }
        int code = judge(repro, &screen);
        same += code == EXIT_DONE;
        worst = MAX(worst, code);
        if (i == times - 1 && screen.crash)
            fputs(screen.crash, stdout);
        screen_free(&screen);
    }
    device_close(booted);
    printf("%s: %lld/%lld\n", repro->crash ? "the same crash" : "no crash, as recorded", (long long)same, (long long)times);
    return worst;
}

static int run(const Invocation *call)
{
    return with_repro(call, replay);
}

const Command command_replay = {
    .name = "replay",
    .arguments = "FILE.repro [APK]",
    .summary = "do again what a .repro file says: the same run, the same crash",
    .examples = "reenact replay crash.repro\n"
                "reenact replay --app=app-fixed.apk crash.repro\n"
                "reenact replay -n 20 crash.repro\n",
    .options = options,
    .run = run,
};
