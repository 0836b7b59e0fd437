/*
 * reenact steps REPORT: what the report says, as steps.
 *
 * For a person: the sentences with steps marked and their events beside them,
 * the crash, the trace, the environment, and what is missing, ready to be
 * pasted back to the reporter. With --json the same for programs.
 */
#include "cli/cli.h"
#include "base/json.h"
#include "base/file.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCHEMA_VERSION = 1, SHOWN_FRAMES = 5 };

static void write_tuple(Json *json, const Tuple *t)
{
    json_begin_object(json);
    json_put_string(json, "action", action_name(t->action));
    json_put_string(json, "target", t->target);
    json_put_string(json, "value", t->value);
    json_key(json, "span");
    json_begin_array(json);
    json_add_int(json, t->span.start);
    json_add_int(json, t->span.end);
    json_end_array(json);
    json_put_double(json, "confidence", t->confidence);
    json_put_string(json, "coarse", action_coarse(t->action));
    if (*t->direction)
        json_put_string(json, "direction", t->direction);
    if (*t->condition)
        json_put_string(json, "condition", t->condition);
    if (t->repeat != 1)
        json_put_int(json, "repeat", t->repeat);
    if (t->alternative)
        json_put_bool(json, "alternative", true);
    json_put_string(json, "pattern", t->pattern);
    json_end_object(json);
}

static void write_trace(Json *json, const Trace *trace)
{
    static const char *const relations[] = { "top", "cause", "suppressed" };
    json_begin_object(json);
    json_put_int(json, "post", trace->post);
    json_put_bool(json, "fatal", trace->fatal);
    json_put_bool(json, "mention", trace->mention);
    json_put_string(json, "process", trace->process);
    json_put_string(json, "thread", trace->thread);
    if (trace->pid)
        json_put_int(json, "pid", trace->pid);
    json_key(json, "throwables");
    json_begin_array(json);
    for (int i = 0; i < trace->throwable_count; i++) {
        const Throwable *t = &trace->throwables[i];
        json_begin_object(json);
        json_put_string(json, "relation", relations[t->relation]);
        json_put_string(json, "class", t->class_name);
        json_put_string(json, "message", t->message);
        json_key(json, "frames");
        json_begin_array(json);
        for (int k = 0; k < t->frame_count; k++) {
            json_begin_object(json);
            json_put_string(json, "class", t->frames[k].class_name);
            json_put_string(json, "method", t->frames[k].method);
            json_put_string(json, "file", t->frames[k].file);
            json_key(json, "line");
            if (t->frames[k].line >= 0)
                json_add_int(json, t->frames[k].line);
            else
                json_add_null(json);
            if (t->frames[k].line == LINE_NATIVE)
                json_put_bool(json, "native", true);
            json_end_object(json);
        }
        json_end_array(json);
        if (t->more)
            json_put_int(json, "more", t->more);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
}

static void write_json(const Report *r, Buf *out)
{
    Json json = json_begin(out);
    json_begin_object(&json);
    json_put_int(&json, "schema_version", SCHEMA_VERSION);
    json_put_string(&json, "title", report_title(r));
    json_put_string(&json, "format", r->document.format);
    json_put_string(&json, "site", r->document.site);
    json_put_string(&json, "project", r->document.project);
    json_put_bool(&json, "cut", r->document.cut);
    json_key(&json, "posts");
    json_begin_array(&json);
    for (int i = 0; i < r->document.post_count; i++) {
        const Post *post = &r->document.posts[i];
        int code = 0;
        for (int k = 0; k < post->block_count; k++)
            code += r->document.blocks[post->first_block + k].kind == BLOCK_CODE;
        json_begin_object(&json);
        json_put_int(&json, "post", i + 1);
        json_put_string(&json, "author", post->author);
        json_put_int(&json, "blocks", post->block_count);
        json_put_int(&json, "code_blocks", code);
        json_put_int(&json, "links", post->links);
        json_put_int(&json, "images", post->images);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_key(&json, "sentences");
    json_begin_array(&json);
    for (int i = 0; i < r->sentence_count; i++) {
        const Sentence *s = &r->sentences[i];
        json_begin_object(&json);
        json_put_string(&json, "text", s->text);
        json_put_int(&json, "post", s->post);
        if (s->number)
            json_put_int(&json, "number", s->number);
        json_put_bool(&json, "step", s->step);
        json_put_bool(&json, "crash", s->crash);
        json_put_double(&json, "confidence", s->step_score);
        json_put_double(&json, "crash_confidence", s->crash_score);
        json_key(&json, "tuples");
        json_begin_array(&json);
        for (int k = 0; k < s->tuple_count; k++)
            write_tuple(&json, &s->tuples[k]);
        json_end_array(&json);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_key(&json, "traces");
    json_begin_array(&json);
    for (int i = 0; i < r->traces.count; i++)
        write_trace(&json, &r->traces.traces[i]);
    json_end_array(&json);
    json_key(&json, "environment");
    json_begin_array(&json);
    for (int i = 0; i < r->environment.count; i++) {
        json_begin_object(&json);
        json_put_string(&json, "key", r->environment.facts[i].key);
        json_put_string(&json, "value", r->environment.facts[i].value);
        json_put_int(&json, "post", r->environment.facts[i].post);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_key(&json, "missing");
    json_begin_array(&json);
    for (int i = 0; i < r->missing_count; i++)
        json_add_string(&json, r->missing[i]);
    json_end_array(&json);
    json_end_object(&json);
}

typedef struct Style {
    const char *bold, *step, *crash, *dim, *end;
} Style;

static Style find_style(const Invocation *call)
{
    const char *wish = option_value(call, "color");
    bool always = wish && !strcmp(wish, "always");
    bool never = (wish && !strcmp(wish, "never")) || getenv("NO_COLOR");
    if (always || (!never && isatty(1)))
        return (Style){ "\033[1m", "\033[32m", "\033[31m", "\033[2m", "\033[0m" };
    return (Style){ "", "", "", "", "" };
}

static void print_tuple(const Tuple *t, const Style *style)
{
    printf("%s(%s", style->step, action_name(t->action));
    if (*t->target)
        printf(" \"%s\"", t->target);
    if (*t->value)
        printf(" = \"%s\"", t->value);
    if (*t->direction)
        printf(" %s", t->direction);
    if (t->repeat > 1)
        printf(" x%d", t->repeat);
    printf(")%s", style->end);
    if (*t->condition)
        printf(" %s[%s]%s", style->dim, t->condition, style->end);
}

static void print_trace(const Trace *trace, const Style *style)
{
    for (int i = 0; i < trace->throwable_count; i++) {
        const Throwable *t = &trace->throwables[i];
        printf("  %s%s%s%s%s%s\n", t->relation == RELATION_CAUSE ? "Caused by: " : t->relation == RELATION_SUPPRESSED ? "Suppressed: " : "", style->crash,
               *t->class_name ? t->class_name : "(exception not named)", style->end, *t->message ? ": " : "", t->message);
        for (int k = 0; k < t->frame_count && k < SHOWN_FRAMES; k++) {
            const TraceFrame *f = &t->frames[k];
            printf("    at %s.%s(", f->class_name, f->method);
            if (f->line == LINE_NATIVE)
                printf("Native Method)\n");
            else if (f->line >= 0)
                printf("%s:%d)\n", *f->file ? f->file : "Unknown Source", f->line);
            else
                printf("%s)\n", *f->file ? f->file : "Unknown Source");
        }
        if (t->frame_count > SHOWN_FRAMES)
            printf("    %s… %d more frames%s\n", style->dim, t->frame_count - SHOWN_FRAMES, style->end);
    }
}

static void print_person(const Report *r, const Style *style)
{
    if (*report_title(r))
        printf("%s%s%s\n", style->bold, report_title(r), style->end);
    int post = 0, step = 0;
    for (int i = 0; i < r->sentence_count; i++) {
        const Sentence *s = &r->sentences[i];
        if (s->post == 0 && !s->step)
            continue;
        if (s->post != post) {
            post = s->post;
            const char *author = r->document.posts[post - 1].author;
            printf("\n%sPost %d%s%s%s\n", style->dim, post, *author ? ", by " : "", author, style->end);
        }
        if (s->step)
            printf("%s%3d%s  %s\n", style->step, ++step, style->end, s->text);
        else if (s->crash)
            printf("%s  !%s  %s\n", style->crash, style->end, s->text);
        else
            printf("     %s%s%s\n", style->dim, s->text, style->end);
        if (s->step && s->tuple_count) {
            printf("       ");
            for (int k = 0; k < s->tuple_count; k++) {
                printf("%s", k ? (s->tuples[k].alternative ? " or " : " ") : "");
                print_tuple(&s->tuples[k], style);
            }
            printf("\n");
        }
    }
    for (int i = 0; i < r->traces.count; i++) {
        const Trace *t = &r->traces.traces[i];
        printf("\n%s%s%s %s(post %d%s%s%s%s)%s\n", style->bold, t->mention ? "Exception named" : "Stack trace", style->end, style->dim, t->post,
               *t->process ? ", process " : "", t->process, *t->thread ? ", thread " : "", t->thread, style->end);
        print_trace(t, style);
    }
    if (r->environment.count)
        printf("\n%sEnvironment%s\n", style->bold, style->end);
    for (int i = 0; i < r->environment.count; i++)
        printf("  %-16s %s\n", r->environment.facts[i].key, r->environment.facts[i].value);
    if (r->missing_count)
        printf("\n%sMissing%s\n", style->bold, style->end);
    for (int i = 0; i < r->missing_count; i++)
        printf("  - %s\n", r->missing[i]);
    if (r->document.cut)
        printf("\nThe file is very large; its end was not read.\n");
}

static int run(const Invocation *call)
{
    if (call->count != 1)
        return complain(EXIT_USAGE, "steps takes one report: a saved page, a Markdown or text file, or - for stdin");
    ReportOptions options = { .mapping = option_value(call, "mapping"), .format = option_value(call, "format") };
    const char *model = option_value(call, "model");
    if (model) {
        options.model_set = true;
        if (!strcmp(model, "linear"))
            options.model = STEP_MODEL_LINEAR;
        else if (!strcmp(model, "neural"))
            options.model = STEP_MODEL_NEURAL;
        else if (!strcmp(model, "both"))
            options.model = STEP_MODEL_BOTH;
        else
            return complain(EXIT_USAGE, "--model is linear, neural or both, not \"%s\"", model);
    }
    if (options.format && strcmp(options.format, "html") && strcmp(options.format, "markdown") && strcmp(options.format, "text"))
        return complain(EXIT_USAGE, "--format is html, markdown or text, not \"%s\"", options.format);
    Report *report;
    if (report_read(&report, call->arguments[0], &options))
        return complain(EXIT_UNREADABLE, "%s", error_text());
    bool nothing = report_step_count(report) == 0 && report->traces.count == 0;
    for (int i = 0; i < report->sentence_count && nothing; i++)
        nothing = !report->sentences[i].crash;
    if (option_set(call, "json")) {
        Buf out = { 0 };
        write_json(report, &out);
        fwrite(out.data, 1, out.size, stdout);
        buf_free(&out);
    } else {
        Style style = find_style(call);
        print_person(report, &style);
    }
    int status = EXIT_DONE;
    if (nothing)
        status = complain(EXIT_NOT_REPRODUCED, report->sentence_count
                          ? "%s: no steps, no crash and no stack trace were found" : "%s: holds no text of a bug report", call->arguments[0]);
    report_free(report);
    return status;
}

static const Option options_of_steps[] = {
    { 0, "model", "NAME", "the step model: linear, neural or both" },
    { 0, "mapping", "FILE", "R8/ProGuard mapping.txt: names of the stack traces as in the source" },
    { 0, "format", "NAME", "read the report as html, markdown or text" },
    { 0 },
};

const Command command_steps = {
    .name = "steps",
    .arguments = "REPORT",
    .summary = "read a bug report: steps, crash, stack trace, environment",
    .examples = "reenact steps issue.html\n"
                "reenact steps --json issue.md\n"
                "adb logcat -d | reenact steps --mapping mapping.txt -",
    .options = options_of_steps,
    .run = run,
};
