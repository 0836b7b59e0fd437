/*
 * reenact reduce: from a file of events (a .repro, a Monkey log or script, a
 * MonkeyRunner script) to the few that matter.
 */
#include "cli/phone_app.h"

#include "base/file.h"
#include "base/json.h"
#include "cli/cli.h"
#include "explore/monkey.h"
#include "reduce/crash_key.h"
#include "reduce/reduce.h"
#include "reduce/rules.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCHEMA_VERSION = 1 };

static const Option options[] = {
    { 0, "app", "APK", "the app; else the file that a .repro names, beside it" },
    { 0, "strategy", "NAME", "auto, rules, keys, segments, hdd or ddmin (auto)" },
    { 0, "rules", "FILE", "changes the rules of ineffective events: rule, optional, on, off" },
    { 0, "show-rules", NULL, "print the rules as a text that --rules takes" },
    { 0 },
};

/* The crash that is looked for; the first one met, when the file names none. */
typedef struct Wanted {
    char *trace;
    char *gap;
    bool adopts;
} Wanted;

static Outcome judge(void *context, const Screen *last)
{
    Wanted *w = context;
    if (!w->trace && w->adopts && last->crash) {
        w->trace = xstrdup(last->crash);
        w->gap = last->crash_gap ? xstrdup(last->crash_gap) : NULL;
    }
    if (!w->trace)
        return OUTCOME_NO_CRASH;
    return w->gap ? compare_crashes(w->trace, last->crash) : judge_same_crash(w->trace, last);
}

/* ---- what is asked ---------------------------------------------------------------------------- */

static int read_strategy(const Invocation *call, ReduceStrategy *out)
{
    const char *name = option_value(call, "strategy");
    *out = REDUCE_AUTO;
    for (u32 i = 0; name && i < REDUCE_STRATEGIES; i++)
        if (!strcmp(name, reduce_strategy_names[i])) {
            *out = (ReduceStrategy)i;
            return EXIT_DONE;
        }
    return name ? complain(EXIT_USAGE, "--strategy is one of auto, rules, keys, segments, hdd, ddmin, not '%s'", name) : EXIT_DONE;
}

static char *app_beside(const char *trace_path)
{
    Repro repro;
    char *path = NULL;
    if (!repro_read(&repro, trace_path)) {
        char *copy = xstrdup(trace_path);
        path = xasprintf("%s/%s", dirname(copy), repro.app ? repro.app : "");
        free(copy);
        repro_free(&repro);
    }
    return path;
}

static int check_app(const EventTrace *trace, const PhoneApp *app, const char *path)
{
    char hash[65];
    if (trace->package && strcmp(trace->package, app->manifest->package))
        return complain(EXIT_USAGE, "%s was recorded on %s, but %s is %s", path, trace->package, app->apk, app->manifest->package);
    if (trace->sha256 && !file_sha256(app->apk, hash) && strcmp(hash, trace->sha256))
        complain(0, "%s is another version of the app than the one that was recorded (its SHA-256 differs)", app->apk);
    return EXIT_DONE;
}

/* ---- what is told ----------------------------------------------------------------------------------- */

static void print_progress(void *context, const char *phase, u32 left, u32 trials)
{
    UNUSED(context);
    fprintf(stderr, "%s: %u events, %u trials\n", phase, left, trials);
}

static void print_text(const Reduced *r, const EventTrace *trace, const Wanted *wanted)
{
    double gone = r->atoms_before ? 100.0 * (r->atoms_before - r->atoms) / r->atoms_before : 0;
    printf("%u of %u events left (%.1f %% removed)%s; %u trials, %u answered from earlier ones, %.2f s (%.2f s of processor time)\n", r->atoms, r->atoms_before, gone,
           r->minimal ? "; none of them can be left out" : "", r->trials, r->cached, r->millis / 1000, r->cpu_millis / 1000);
    if (wanted->trace) {
        char *title = crash_title(wanted->trace);
        printf("crash: %s%s\n", title, trace->crash ? "" : " (the file names none: this is where its events end)");
        free(title);
    }
    if (wanted->gap)
        printf("the crash may be the phone's, not the app's: %s is not built yet\n", wanted->gap);
    fputs(r->story, stdout);
    for (u32 i = 0; i < r->count; i++) {
        Buf line = { 0 };
        event_print(&line, &r->events[i]);
        printf("  %s\n", buf_str(&line));
        buf_free(&line);
    }
}

static void print_rules(Json *json, const Reduced *r, const RuleSet *rules)
{
    json_key(json, "proposed_by_rule");
    json_begin_object(json);
    for (u32 i = 0; i < r->rule_count; i++)
        json_put_int(json, rule_name(rules, i), r->removed_by_rule[i]);
    json_end_object(json);
}

static void print_json(const Reduced *r, const EventTrace *trace, const Wanted *wanted, const RuleSet *rules)
{
    Buf out = { 0 };
    Json json = json_begin(&out);
    json_begin_object(&json);
    json_put_int(&json, "schema_version", SCHEMA_VERSION);
    json_put_string(&json, "format", trace->format);
    json_put_string(&json, "crash", wanted->trace ? wanted->trace : "");
    json_put_string(&json, "gap", wanted->gap ? wanted->gap : "");
    json_put_int(&json, "events_before", r->atoms_before);
    json_put_int(&json, "events_after_rules", r->atoms_after_rules);
    json_put_int(&json, "events_after_keys", r->atoms_after_keys);
    json_put_int(&json, "events", r->atoms);
    json_put_bool(&json, "minimal", r->minimal);
    json_put_bool(&json, "in_time", r->in_time);
    json_put_int(&json, "trials", r->trials);
    json_put_int(&json, "cached", r->cached);
    json_put_double(&json, "rules_millis", r->rules_millis);
    json_put_double(&json, "seconds", r->millis / 1000);
    json_put_double(&json, "cpu_seconds", r->cpu_millis / 1000);
    print_rules(&json, r, rules);
    json_put_string(&json, "story", r->story);
    json_key(&json, "left");
    json_begin_array(&json);
    for (u32 i = 0; i < r->count; i++) {
        Buf line = { 0 };
        event_print(&line, &r->events[i]);
        json_add_string(&json, buf_str(&line));
        buf_free(&line);
    }
    json_end_array(&json);
    json_end_object(&json);
    puts(buf_str(&out));
    buf_free(&out);
}

static int write_files(const char *folder, const Reduced *r, const PhoneApp *app, const Environment *environment, const Wanted *wanted)
{
    char *repro = xasprintf("%s/reduced.repro", folder), *script = xasprintf("%s/reduced.monkey", folder), *story = xasprintf("%s/reduced.txt", folder);
    Buf text = { 0 };
    MonkeyApp names = { app->manifest->package, app->activity };
    monkey_script_print(&text, r->events, r->count, &names);
    int status = file_make_dirs(folder);
    if (!status)
        status = write_repro(repro, app->apk, environment, r->events, r->count, wanted->trace);
    if (!status)
        status = file_write(script, text.data, text.size);
    if (!status)
        status = file_write(story, r->story, strlen(r->story));
    buf_free(&text);
    free(repro);
    free(script);
    free(story);
    return status ? complain(EXIT_ENVIRONMENT, "%s", error_text()) : EXIT_DONE;
}

/* ---- the command --------------------------------------------------------------------------------------- */

static int not_reduced(int status, const EventTrace *trace)
{
    bool other = status == ERR_NOT_FOUND && strstr(error_text(), "another crash");
    if (status == ERR_NOT_FOUND)
        return complain(other ? EXIT_OTHER_CRASH : EXIT_NOT_REPRODUCED, "the crash of this %s does not happen again: %s", trace->format, error_text());
    return complain(EXIT_ENVIRONMENT, "%s", error_text());
}

static int reduce_trace(const Invocation *call, const EventTrace *trace, PhoneApp *app, const RuleSet *rules, ReduceStrategy strategy)
{
    Environment environment = { .callbacks = true, .stays = trace->stays, .seed = strcmp(trace->format, ".repro") ? 0 : trace->seed };
    int code = phone_app_start(app, &environment);
    if (code)
        return code;
    if (app->first.state != APP_RUNS)
        return complain(EXIT_CANNOT_JUDGE, "the app ends before its first screen: there is nothing to reduce");
    Wanted wanted = { .trace = trace->crash ? xstrdup(trace->crash) : NULL, .adopts = !trace->crash };
    ReduceTask task = {
        .start = app->device, .events = trace->events.items, .count = trace->events.count, .judge = judge, .context = &wanted, .strategy = strategy, .rules = rules,
        .jobs = (u32)MAX(option_number(call, "jobs", sysconf(_SC_NPROCESSORS_ONLN)), 1), .most_millis = option_number(call, "timeout", 0) * 1000,
        .numbers = trace->numbers, .progress = option_set(call, "verbose") ? print_progress : NULL,
    };
    Reduced reduced;
    int status = reduce(&reduced, &task);
    if (status == ERR_NOT_FOUND && wanted.adopts && !wanted.trace) {
        task.judge = NULL;          /* it ends in no crash, and says of none */
        status = reduce(&reduced, &task);
    }
    if (status) {
        free(wanted.trace);
        free(wanted.gap);
        return not_reduced(status, trace);
    }
    environment.callbacks = false;
    if (option_set(call, "json"))
        print_json(&reduced, trace, &wanted, rules);
    else
        print_text(&reduced, trace, &wanted);
    const char *folder = option_value(call, "output");
    code = folder ? write_files(folder, &reduced, app, &environment, &wanted) : EXIT_DONE;
    code = code ? code : reduced.in_time ? EXIT_DONE : EXIT_BUDGET;
    reduced_free(&reduced);
    free(wanted.trace);
    free(wanted.gap);
    return code;
}

static int run_on(const Invocation *call, const EventTrace *trace, const RuleSet *rules, ReduceStrategy strategy)
{
    const char *path = call->arguments[0], *given = option_value(call, "app");
    char *beside = given || call->count > 1 ? NULL : app_beside(path);
    const char *apk = given ? given : call->count > 1 ? call->arguments[1] : beside;
    if (!apk)
        return complain(EXIT_USAGE, "reduce: name the app: reenact reduce %s app.apk", path);
    PhoneApp app;
    int code = phone_app_read(&app, apk);
    if (!code)
        code = check_app(trace, &app, path);
    if (!code)
        code = reduce_trace(call, trace, &app, rules, strategy);
    phone_app_free(&app);
    free(beside);
    return code;
}

static int run(const Invocation *call)
{
    ReduceStrategy strategy;
    if (option_set(call, "show-rules")) {
        fputs(rules_text(), stdout);
        return EXIT_DONE;
    }
    if (call->count < 1 || call->count > 2)
        return complain(EXIT_USAGE, "reduce: name one file: reenact reduce crash.repro");
    int code = read_strategy(call, &strategy);
    if (code)
        return code;
    RuleSet *rules = rules_default();
    const char *changes = option_value(call, "rules");
    if (changes && rules_read(rules, changes))
        code = complain(EXIT_UNREADABLE, "%s", error_text());
    EventTrace trace = { 0 };
    if (!code && event_trace_read(&trace, call->arguments[0]))
        code = complain(EXIT_UNREADABLE, "%s", error_text());
    if (!code)
        code = run_on(call, &trace, rules, strategy);
    event_trace_free(&trace);
    rules_free(rules);
    return code;
}

const Command command_reduce = {
    .name = "reduce",
    .arguments = "FILE [APK]",
    .summary = "from many events to the few that matter: a .repro, a Monkey log or script",
    .examples = "reenact reduce crash.repro\n"
                "reenact reduce -o short/ monkey.log app.apk\n"
                "reenact reduce --strategy=rules --rules=my.rules script.monkey app.apk\n",
    .options = options,
    .run = run,
};
