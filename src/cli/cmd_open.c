/*
 * reenact open: installs an app on the embedded phone, starts it as the launcher
 * does, and does what --do says; a picture, the hierarchy, the log and a .repro of
 * it on request.
 */
#include "cli/cli.h"
#include "cli/phone_app.h"

#include "base/file.h"
#include "device/device.h"
#include "device/repro.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const Option options[] = {
    { 0, "do", "EVENTS", "what to do then: 'tap \"Settings\"; text \"abc\"; back; rotate; swipe up; wait 5s'" },
    { 0, "screenshot", "FILE", "write the last screen as a PNG; a folder gets one for every step" },
    { 0, "dump", "FILE", "write the hierarchy of the last screen, as uiautomator dumps it" },
    { 0, "log", "FILE", "write the phone's log, as logcat prints it" },
    { 0, "save", "FILE", "write a .repro of the run" },
    { 0, "env", "NAME=VALUE", "a condition of the phone, as network=offline; --env=help lists them" },
    { 0 },
};

/* ---- what to do ---------------------------------------------------------------------------- */

static int read_events(const char *text, Repro *out)
{
    const char *p = text;
    for (;;) {
        p += strspn(p, " \t\r\n;");
        if (!*p)
            return EXIT_DONE;
        Event event;
        if (event_parse(&event, p, &p)) {
            complain(0, "%s", error_text());
            if (!out->event_count)
                return EXIT_USAGE;
            Buf understood = { 0 };
            for (u32 i = 0; i < out->event_count; i++) {
                buf_add_str(&understood, i ? "; " : "");
                event_print(&understood, &out->events[i]);
            }
            complain(0, "understood before it: %s", buf_str(&understood));
            buf_free(&understood);
            return EXIT_USAGE;
        }
        repro_add(out, &event);
        event_free(&event);
    }
}

/* ---- pictures -------------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
    struct stat s;
    return path[strlen(path) - 1] == '/' || (!stat(path, &s) && S_ISDIR(s.st_mode));
}

/* step 0 is the first screen; last: nothing follows. */
static int picture(Device *d, const char *path, u32 step, bool last)
{
    if (!path || !*path || (!is_folder(path) && !last))
        return OK;
    if (!is_folder(path))
        return device_screenshot(d, path);
    int status = file_make_dirs(path);
    char *file = xasprintf("%s/%03u.png", path, step);
    if (!status)
        status = device_screenshot(d, file);
    free(file);
    return status;
}

/* ---- the run ------------------------------------------------------------------------------------ */

typedef int TextOf(Device *d, char **out);

static int write_text(const Invocation *call, const char *option, Device *d, TextOf *text_of)
{
    const char *path = option_value(call, option);
    char *text;
    if (!path || text_of(d, &text))
        return path ? EXIT_ENVIRONMENT : EXIT_DONE;
    int status = file_write(path, text, strlen(text));
    free(text);
    return status ? EXIT_ENVIRONMENT : EXIT_DONE;
}

static void print_gaps(Device *d)
{
    char *gaps, *rest;
    if (device_gaps(d, &gaps))
        return;
    rest = gaps;
    for (char *line; (line = strsep(&rest, "\n")) && *line;)
        fprintf(stderr, "not built yet, answered with a default: %s\n", line);
    free(gaps);
}

static int report_end(const Screen *screen)
{
    if (screen->crash)
        fputs(screen->crash, stdout);
    if (screen->crash_gap)
        complain(0, "the crash may be the phone's, not the app's: %s is not built yet", screen->crash_gap);
    if (screen->state == APP_HAS_EXITED)
        complain(0, "the app ended itself");
    return screen->state == APP_HAS_CRASHED || screen->state == APP_DOES_NOT_ANSWER ? EXIT_NOT_REPRODUCED : EXIT_DONE;
}

/* Starts the app and does the events, as far as it lives. *done: how many of them. */
static int run_events(Device *d, const char *apk, Repro *repro, const char *pictures, Screen *screen, u32 *done)
{
    int status = device_start(d, apk, screen);
    if (status)
        return complain(status == ERR_INPUT ? EXIT_UNREADABLE : EXIT_ENVIRONMENT, "%s", error_text());
    for (*done = 0;; ++*done) {
        bool last = *done == repro->event_count || screen->state != APP_RUNS;
        if (picture(d, pictures, *done, last))
            return complain(EXIT_ENVIRONMENT, "%s", error_text());
        if (last)
            return EXIT_DONE;
        Event *event = &repro->events[*done];
        Screen next;
        status = device_do(d, event, &next);
        if (status)
            return complain(status == ERR_NOT_FOUND ? EXIT_USAGE : EXIT_ENVIRONMENT, "event %u: %s", *done + 1, error_text());
        screen_free(screen);
        *screen = next;
    }
}

static int save(const Invocation *call, const char *apk, Repro *repro, u32 done, const Screen *screen)
{
    const char *path = option_value(call, "save");
    if (!path)
        return EXIT_DONE;
    while (repro->event_count > done)
        event_free(&repro->events[--repro->event_count]);
    char *copy = xstrdup(apk);
    repro->app = xstrdup(basename(copy));
    free(copy);
    repro->crash = screen->crash ? xstrdup(screen->crash) : NULL;
    return file_sha256(apk, repro->sha256) || repro_write(repro, path) ? complain(EXIT_ENVIRONMENT, "%s", error_text()) : EXIT_DONE;
}

static int run(const Invocation *call)
{
    bool listed;
    Repro repro = { 0 };
    int code = environment_options(call, &repro.environment, &listed);
    if (code || listed)
        return code;
    if (call->count != 1)
        return complain(EXIT_USAGE, "open: name one app: reenact open app.apk");
    const char *apk = call->arguments[0], *pictures = option_value(call, "screenshot"), *events = option_value(call, "do");
    if (!file_exists(apk))
        return complain(EXIT_UNREADABLE, "cannot open %s: there is no such file", apk);
    repro.environment.seed = (u64)option_number(call, "seed", 0);
    repro.environment.pixels = pictures != NULL;
    repro.environment.verbose = option_set(call, "verbose");
    code = events ? read_events(events, &repro) : EXIT_DONE;
    Device *d = NULL;
    if (!code && device_open(&d, &repro.environment))
        code = complain(EXIT_ENVIRONMENT, "%s", error_text());
    Screen screen = { 0 };
    u32 done = 0;
    if (!code)
        code = run_events(d, apk, &repro, pictures, &screen, &done);
    if (d && screen.activity) {
        int written = write_text(call, "log", d, device_log);
        written = written ? written : write_text(call, "dump", d, device_dump);
        if (written)
            code = complain(written, "%s", error_text());
        if (!code)
            code = save(call, apk, &repro, done, &screen);
        if (!option_set(call, "quiet"))
            print_gaps(d);
        int end = report_end(&screen);
        code = code ? code : end;
    }
    screen_free(&screen);
    repro_free(&repro);
    device_close(d);
    return code;
}

const Command command_open = {
    .name = "open",
    .arguments = "APK",
    .summary = "start an app on the embedded phone and do things to it",
    .examples = "reenact open --screenshot=first.png app.apk\n"
                "reenact open --do='tap \"Settings\"; back; rotate' --screenshot=steps/ app.apk\n"
                "reenact open --do='text \"10\"; tap \"OK\"' --save=crash.repro app.apk\n",
    .options = options,
    .run = run,
};
