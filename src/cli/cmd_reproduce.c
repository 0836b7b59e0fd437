/*
 * reenact reproduce: from a bug report and an app to the crash, in as few steps as
 * can be, replayed. The bare form `reenact REPORT APK` is this command.
 */
#define _GNU_SOURCE
#include "cli/cli.h"

#include "base/file.h"
#include "cli/phone_app.h"
#include "cli/report_files.h"
#include "emit/emit.h"
#include "reproduce/reproduce.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { USUAL_SECONDS = 300, USUAL_REPLAYS = 20 };

static volatile sig_atomic_t interrupted;

/* Once: stop and write what is known. Twice: quit. */
static void on_interrupt(int signal_number)
{
    if (interrupted)
        _exit(EXIT_INTERRUPTED);
    interrupted = 1;
    UNUSED(signal_number);
}

/* ---- how it goes --------------------------------------------------------------------------------- */

typedef struct Line {
    bool live, quiet;
    double last;
    const char *phase;
    u64 events;
} Line;

static void show_progress(void *context, const Progress *p)
{
    Line *line = context;
    bool new_phase = !line->phase || strcmp(line->phase, p->phase);
    if (line->quiet || (!new_phase && (!line->live || p->seconds - line->last < 0.2)))
        return;
    if (line->live)
        fprintf(stderr, "\r\033[K%s · %llu events (%.0f/s) · %u screens · %u of %u steps · %.0f s, %.0f left", p->phase, (unsigned long long)p->events,
                p->seconds > 0 ? (double)p->events / p->seconds : 0, p->screens, p->best, p->wishes, p->seconds, p->left);
    else
        fprintf(stderr, "%s (%.1f s)\n", p->phase, p->seconds);
    line->last = p->seconds;
    line->phase = p->phase;
}

static void end_progress(const Line *line)
{
    if (line->live && line->phase)
        fputs("\r\033[K", stderr);
}

/* ---- the answer ------------------------------------------------------------------------------------- */

static int exit_code(const Outcome *out)
{
    if (out->reproduced)
        return EXIT_DONE;
    if (out->interrupted)
        return EXIT_INTERRUPTED;
    for (u32 i = 0; i < out->other_count; i++)
        if (!out->others[i].gap)
            return EXIT_OTHER_CRASH;
    return out->out_of_time ? EXIT_BUDGET : EXIT_NOT_REPRODUCED;
}

static char *output_folder(const Invocation *call, const char *apk)
{
    const char *given = option_value(call, "output");
    if (given)
        return xstrdup(given);
    const char *slash = strrchr(apk, '/'), *name = slash ? slash + 1 : apk;
    size_t n = strlen(name);
    return xasprintf("reenact-%.*s", (int)(n > 4 && !strcasecmp(name + n - 4, ".apk") ? n - 4 : n), name);
}

static int reproduce_one(const Invocation *call, ReportFiles *files, const char *apk, const Environment *environment, char *folder)
{
    Line line = { .live = isatty(2), .quiet = option_set(call, "quiet") };
    char *pictures = xasprintf("%s/pictures", folder);
    ReproduceOptions options = {
        .apk = apk, .reports = files->reports, .report_count = files->count, .seconds = (double)MAX(option_number(call, "timeout", USUAL_SECONDS), 1),
        .events = (u64)MAX(option_number(call, "events", 0), 0), .environment = *environment, .jobs = (u32)MAX(option_number(call, "jobs", sysconf(_SC_NPROCESSORS_ONLN)), 1),
        .replays = (u32)MAX(option_number(call, "replays", USUAL_REPLAYS), 0), .pictures = option_set(call, "no-files") ? NULL : pictures,
        .verbose = option_set(call, "verbose"), .stop = &interrupted, .progress = show_progress, .context = &line,
    };
    Outcome out;
    int status = reproduce(&out, &options), code;
    end_progress(&line);
    if (status) {
        code = complain(status == ERR_INPUT ? EXIT_UNREADABLE : EXIT_ENVIRONMENT, "%s", error_text());
    } else {
        Emission e = { .outcome = &out, .options = &options, .folder = option_set(call, "no-files") ? NULL : folder };
        if (e.folder && emit_files(&e))
            complain(0, "%s", error_text());
        Buf text = { 0 };
        if (option_set(call, "json"))
            emit_json(&text, &e);
        else
            emit_terminal(&text, &e, color_wanted(call, 1));
        fputs(buf_str(&text), stdout);
        buf_free(&text);
        emission_free(&e);
        code = exit_code(&out);
    }
    outcome_free(&out);
    free(pictures);
    return code;
}

static int run(const Invocation *call)
{
    Environment environment = { .seed = (u64)option_number(call, "seed", 0) };
    bool listed;
    int wrong = environment_options(call, &environment, &listed);
    if (wrong || listed)
        return wrong;
    if (call->count < 1)
        return complain(EXIT_USAGE, "reproduce: name a report and an app: reenact reproduce report.html app.apk");
    ReportFiles files = { 0 };
    const char *apk = NULL;
    int code = report_files_sort(&files, call, &apk);
    if (!code && !apk)
        code = complain(EXIT_USAGE, "reproduce: name the app, too: reenact reproduce report.html app.apk");
    if (!code && !file_exists(apk))
        code = complain(EXIT_UNREADABLE, "cannot open %s: there is no such file", apk);
    if (!code && !files.count)
        code = complain(EXIT_USAGE, "reproduce: name a report, or a stack trace with --trace");
    if (!code) {
        signal(SIGINT, on_interrupt);
        char *folder = output_folder(call, apk);
        code = reproduce_one(call, &files, apk, &environment, folder);
        free(folder);
    }
    report_files_free(&files);
    environment_clear(&environment);
    return code;
}

static const Option options_of_reproduce[] = {
    { 0, "trace", "FILE", "the crash's stack trace or log, when the report does not hold it" },
    { 0, "mapping", "FILE", "R8/ProGuard mapping.txt: names of the stack traces as in the source" },
    { 0, "replays", "N", "how often the steps are replayed in the end (20)" },
    { 0, "env", "NAME=VALUE", "a condition of the phone, as network=offline; --env=help lists them" },
    { 0, "events", "N", "search with at most so many events, however long that takes" },
    { 0, "no-files", NULL, "write no files" },
    { 0 },
};

const Command command_reproduce = {
    .name = "reproduce",
    .arguments = "REPORT… APK",
    .summary = "from a bug report and an app to the crash, in as few steps as can be",
    .examples = "reenact reproduce report.html app.apk\n"
                "reenact reproduce --trace crash.log -o out report.md app.apk\n"
                "adb logcat -d | reenact reproduce --timeout 120 - app.apk",
    .options = options_of_reproduce,
    .run = run,
};
