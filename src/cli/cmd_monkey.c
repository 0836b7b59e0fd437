/*
 * reenact monkey: Android's Monkey, on the embedded phone. The same options, the same
 * log; besides, many seeds at once, and every distinct crash as a .repro.
 */
#include "cli/phone_app.h"

#include "base/file.h"
#include "base/json.h"
#include "cli/cli.h"
#include "explore/monkey_run.h"
#include "reduce/crash_key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_COUNT = 1000, SCHEMA_VERSION = 1 };

static const Option options[] = {
    { 'n', "seeds", "N", "run so many seeds, from the first on; --jobs of them side by side (1)" },
    { 0, "all", NULL, "start the app again after a crash, and collect them all" },
    { 'p', "package", "NAME", "must be the app's: nothing else is there to be tested" },
    { 'c', "category", "NAME", "start activities of this category (android.intent.category.LAUNCHER)" },
    { 0, "throttle", "MS", "milliseconds of the phone's time behind each event (0)" },
    { 0, "randomize-throttle", NULL, "a random time up to that" },
    { 0, "pct-touch", "PERCENT", "taps (15)" },
    { 0, "pct-motion", "PERCENT", "drags (10)" },
    { 0, "pct-pinchzoom", "PERCENT", "two fingers (2)" },
    { 0, "pct-trackball", "PERCENT", "trackball (15)" },
    { 0, "pct-rotation", "PERCENT", "rotation (0)" },
    { 0, "pct-nav", "PERCENT", "arrow keys (25)" },
    { 0, "pct-majornav", "PERCENT", "menu and centre keys (15)" },
    { 0, "pct-syskeys", "PERCENT", "home, back, volume … (2)" },
    { 0, "pct-appswitch", "PERCENT", "starts of the app (2)" },
    { 0, "pct-flip", "PERCENT", "keyboard flips (1)" },
    { 0, "pct-anyevent", "PERCENT", "any other key (13)" },
    { 0, "ignore-crashes", NULL, "the same as --all" },
    { 0, "ignore-timeouts", NULL, "the same as --all" },
    { 0 },
};

/* ---- what is asked -------------------------------------------------------------------------- */

static int times_given(const Invocation *call, const char *name)
{
    int times = 0;
    for (int i = 0; i < call->option_count; i++)
        times += !strcmp(call->options[i].name, name);
    return times;
}

static int read_percents(const Invocation *call, MonkeyOptions *out)
{
    for (int i = 0; i < MONKEY_FACTORS; i++) {
        char *name = xasprintf("pct-%s", monkey_factor_names[i]), *end;
        const char *value = option_value(call, name);
        free(name);
        if (!value)
            continue;
        out->percent[i] = strtof(value, &end);
        if (end == value || strcmp(end, *end == '%' ? "%" : "") || !(out->percent[i] >= 0 && out->percent[i] <= 100))
            return complain(EXIT_USAGE, "--pct-%s takes a percentage, not '%s'", monkey_factor_names[i], value);
    }
    Monkey check;
    return monkey_open(&check, out) ? complain(EXIT_USAGE, "%s", error_text()) : EXIT_DONE;
}

static int check_names(const Invocation *call, const PhoneApp *app)
{
    const char *package = option_value(call, "package"), *category = option_value(call, "category");
    if (package && strcmp(package, app->manifest->package))
        return complain(EXIT_USAGE, "the app is %s, not %s", app->manifest->package, package);
    if (category && strcmp(category, "android.intent.category.LAUNCHER") && strcmp(category, "android.intent.category.MONKEY"))
        return complain(EXIT_USAGE, "no activity to run: the app is started by android.intent.category.LAUNCHER, not %s", category);
    if (!*app->activity)
        return complain(EXIT_USAGE, "%s has no activity for the launcher", app->apk);
    return EXIT_DONE;
}

static int read_plan(const Invocation *call, const PhoneApp *app, MonkeyPlan *plan)
{
    *plan = (MonkeyPlan){
        .app = { app->manifest->package, app->activity }, .options = monkey_defaults(), .count = DEFAULT_COUNT,
        .seeds = (u32)MAX(option_number(call, "seeds", 1), 1), .jobs = (u32)MAX(option_number(call, "jobs", sysconf(_SC_NPROCESSORS_ONLN)), 1),
        .go_on = option_set(call, "all") || option_set(call, "ignore-crashes") || option_set(call, "ignore-timeouts"),
    };
    plan->options.seed = (u64)option_number(call, "seed", 0);
    plan->options.throttle = (i32)MIN(MAX(option_number(call, "throttle", 0), 0), 1000000);
    plan->options.random_throttle = option_set(call, "randomize-throttle");
    if (plan->seeds == 1)
        plan->verbose = times_given(call, "verbose");
    if (call->count == 2) {
        char *end;
        long count = strtol(call->arguments[1], &end, 10);
        if (*end || count < 1 || count > 100000000)
            return complain(EXIT_USAGE, "monkey: the number of events is missing: reenact monkey app.apk 500, not '%s'", call->arguments[1]);
        plan->count = (u32)count;
    }
    return read_percents(call, &plan->options);
}

/* ---- what is told -------------------------------------------------------------------------------- */

static void print_log(const char *text)
{
    fputs(text, stdout);
}

static void print_progress(u32 seeds, u64 events, u32 crashes)
{
    UNUSED(crashes);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\rseeds done: %u, events: %llu", seeds, (unsigned long long)events);
}

static void list_crashes(const MonkeyResult *result, bool gaps)
{
    for (u32 i = 0; i < result->crash_count; i++) {
        const MonkeyCrash *c = &result->crashes[i];
        if (gaps != (c->gap != NULL))
            continue;
        char *title = crash_title(c->trace);
        printf("%s%u. %s%s\n    seed %llu, event %u; %u events since the app's start; met %u times\n", gaps ? "  " : "", i + 1, c->not_answering ? "does not answer: " : "", title,
               (unsigned long long)c->seed, c->number, c->events.count, c->times);
        if (c->gap)
            printf("    this phone lacks %s\n", c->gap);
        free(title);
    }
}

static u32 with_gap(const MonkeyResult *result)
{
    u32 count = 0;
    for (u32 i = 0; i < result->crash_count; i++)
        count += result->crashes[i].gap != NULL;
    return count;
}

static void print_summary(const MonkeyPlan *plan, const MonkeyResult *result)
{
    u32 gaps = with_gap(result), own = result->crash_count - gaps;
    printf("%llu events, %u seeds, %.1f s (%.1f s of processor time, %.0f events each); %u distinct crashes\n", (unsigned long long)result->events, plan->seeds,
           result->seconds, result->cpu_seconds, (double)result->events / MAX(result->cpu_seconds, 1e-6), own);
    list_crashes(result, false);
    if (gaps)
        printf("%u more may be this phone's, not the app's:\n", gaps);
    list_crashes(result, true);
}

static void print_json(const MonkeyPlan *plan, const MonkeyResult *result)
{
    Buf out = { 0 };
    Json json = json_begin(&out);
    json_begin_object(&json);
    json_put_int(&json, "schema_version", SCHEMA_VERSION);
    json_put_string(&json, "package", plan->app.package);
    json_put_int(&json, "events", (i64)result->events);
    json_put_int(&json, "seeds", plan->seeds);
    json_put_double(&json, "seconds", result->seconds);
    json_put_double(&json, "cpu_seconds", result->cpu_seconds);
    json_key(&json, "crashes");
    json_begin_array(&json);
    for (u32 i = 0; i < result->crash_count; i++) {
        const MonkeyCrash *c = &result->crashes[i];
        json_begin_object(&json);
        json_put_string(&json, "trace", c->trace);
        json_put_bool(&json, "not_answering", c->not_answering);
        json_put_string(&json, "gap", c->gap ? c->gap : "");
        json_put_int(&json, "seed", (i64)c->seed);
        json_put_int(&json, "event", c->number);
        json_put_int(&json, "length", c->events.count);
        json_put_int(&json, "times", c->times);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_object(&json);
    puts(buf_str(&out));
    buf_free(&out);
}

static int write_files(const char *folder, const MonkeyPlan *plan, const MonkeyResult *result, const PhoneApp *app, const Environment *environment)
{
    int status = file_make_dirs(folder);
    for (u32 i = 0; !status && i < result->crash_count; i++) {
        const MonkeyCrash *c = &result->crashes[i];
        char *repro = xasprintf("%s/%s-%u.repro", folder, c->gap ? "gap" : "crash", i + 1), *script = xasprintf("%s/%s-%u.monkey", folder, c->gap ? "gap" : "crash", i + 1);
        Buf text = { 0 };
        status = write_repro(repro, app->apk, environment, c->events.items, c->events.count, c->trace);
        monkey_script_print(&text, c->events.items, c->events.count, &plan->app);
        if (!status)
            status = file_write(script, text.data, text.size);
        buf_free(&text);
        free(repro);
        free(script);
    }
    return status ? complain(EXIT_ENVIRONMENT, "%s", error_text()) : EXIT_DONE;
}

/* ---- the command ----------------------------------------------------------------------------------- */

static int report(const Invocation *call, const MonkeyPlan *plan, const MonkeyResult *result, const PhoneApp *app, const Environment *environment)
{
    if (plan->verbose) {
        Buf text = { 0 };
        monkey_log_end(&text, (u32)result->events, plan->count, plan->options.seed, result->phone_millis, result->crash_count && !plan->go_on);
        fputs(buf_str(&text), stdout);
        buf_free(&text);
    }
    if (option_set(call, "json"))
        print_json(plan, result);
    else if (!plan->verbose || result->crash_count)
        print_summary(plan, result);
    const char *folder = option_value(call, "output");
    int code = folder ? write_files(folder, plan, result, app, environment) : EXIT_DONE;
    return code ? code : result->crash_count > with_gap(result) ? EXIT_NOT_REPRODUCED : EXIT_DONE;
}

static int run_plan(const Invocation *call, PhoneApp *app, MonkeyPlan *plan)
{
    const Environment environment = { .stays = true };
    int code = phone_app_start(app, &environment);
    if (code)
        return code;
    if (app->first.state != APP_RUNS) {
        fputs(app->first.crash ? app->first.crash : "", stdout);
        return complain(app->first.crash_gap ? EXIT_CANNOT_JUDGE : EXIT_NOT_REPRODUCED, "the app ends before its first screen%s%s", app->first.crash_gap ? "; this phone lacks " : "",
                        app->first.crash_gap ? app->first.crash_gap : "");
    }
    plan->start = app->device;
    plan->width = app->first.width;
    plan->height = app->first.height;
    plan->print = print_log;
    plan->progress = plan->seeds > 1 && !option_set(call, "quiet") ? print_progress : NULL;
    if (plan->verbose) {
        Buf head = { 0 };
        Monkey monkey;
        monkey_open(&monkey, &plan->options);
        monkey_log_head(&head, &monkey, &plan->app, plan->count, plan->verbose);
        fputs(buf_str(&head), stdout);
        buf_free(&head);
    }
    MonkeyResult result;
    int status = monkey_run(&result, plan);
    code = status ? complain(EXIT_ENVIRONMENT, "%s", error_text()) : report(call, plan, &result, app, &environment);
    monkey_result_free(&result);
    return code;
}

static int run(const Invocation *call)
{
    if (call->count < 1 || call->count > 2)
        return complain(EXIT_USAGE, "monkey: name one app: reenact monkey app.apk 500");
    PhoneApp app;
    MonkeyPlan plan;
    int code = phone_app_read(&app, call->arguments[0]);
    if (!code)
        code = check_names(call, &app);
    if (!code)
        code = read_plan(call, &app, &plan);
    if (!code)
        code = run_plan(call, &app, &plan);
    phone_app_free(&app);
    return code;
}

const Command command_monkey = {
    .name = "monkey",
    .arguments = "APK [COUNT]",
    .summary = "hit an app with random events, as Android's Monkey does, and collect its crashes",
    .examples = "reenact monkey app.apk 500\n"
                "reenact monkey -s 5 -v -v --throttle=100 app.apk 500 > monkey.log\n"
                "reenact monkey --seeds=20 --all -o crashes/ app.apk 5000\n",
    .options = options,
    .run = run,
};
