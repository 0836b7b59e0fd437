/*
 * A report from its bytes:
 *
 *   bytes ─ decode ─ reader (HTML, Markdown, text) ─ Document
 *   each block ─ traces and logs cut out ─ what is left ─ sentences
 *   sentences ─ step model, crash model, environment, tuples
 *
 * The sentences of code blocks count only when they read like steps: some
 * writers fence their steps, most fence logs.
 */
#define _GNU_SOURCE
#include "report/report.h"
#include "base/file.h"
#include "report/tuple_parse.h"
#include "text/sentence.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_SENTENCES = 20000, STEP_PERCENT = 50, LATER_STEP_PERCENT = 65, MAX_PARSED_STEPS = 10 };

typedef struct Build {
    Report *report;
    Arena *arena;
    Buf sentences, missing, rest;
} Build;

static bool ends_with(const char *text, const char *suffix)
{
    size_t n = strlen(text), m = strlen(suffix);
    return n >= m && !strcasecmp(text + n - m, suffix);
}

static bool looks_like_html(const char *text, size_t length)
{
    size_t probe = MIN(length, 4096);
    static const char *const marks[] = { "<!doctype html", "<html", "<head", "<body", "<div", "<table", "<td" };
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        size_t n = strlen(marks[i]);
        for (const char *p = text; (p = memchr(p, '<', probe - (size_t)(p - text))); p++) {
            if ((size_t)(text + length - p) >= n && !strncasecmp(p, marks[i], n))
                return true;
            if ((size_t)(p + 1 - text) >= probe)
                break;
        }
    }
    return false;
}

static const char *find_format(const char *path, const char *text, size_t length)
{
    if (ends_with(path, ".html") || ends_with(path, ".htm") || ends_with(path, ".xhtml"))
        return "html";
    if (ends_with(path, ".md") || ends_with(path, ".markdown"))
        return "markdown";
    return looks_like_html(text, length) ? "html" : "text";
}

static void add_sentence(Build *b, const Block *block, int post, const char *text, size_t length)
{
    if ((int)(b->sentences.size / sizeof(Sentence)) >= MAX_SENTENCES)
        return;
    bool word = false;
    for (size_t i = 0; i < length && !word; i++)
        word = isalnum((u8)text[i]) || (u8)text[i] >= 0x80;
    if (!word)
        return;
    char *copy = arena_strndup(b->arena, text, length);
    for (char *p = copy; *p; p++)
        if (*p == '\n' || *p == '\t')
            *p = ' ';   /* a sentence over two lines reads as one */
    Sentence s = { .text = copy, .post = post };
    if (block) {
        s.number = block->kind == BLOCK_ITEM ? block->number : 0;
        s.item = block->kind == BLOCK_ITEM;
        s.heading = block->kind == BLOCK_HEADING;
        s.quote = block->kind == BLOCK_QUOTE;
    }
    buf_add(&b->sentences, &s, sizeof s);
}

/* Takes list marks off the front of a line that the reader saw inside a paragraph ("1) open"). */
static size_t skip_mark(const char *text, size_t length, int *number)
{
    size_t i = 0;
    *number = 0;
    while (i < length && isdigit((u8)text[i]) && i < 3)
        *number = *number * 10 + (text[i++] - '0');
    if (i && i < length && (text[i] == '.' || text[i] == ')') && i + 1 < length && (text[i + 1] == ' ' || isalpha((u8)text[i + 1]))) {
        i++;
        while (i < length && text[i] == ' ')
            i++;
        return i;
    }
    *number = 0;
    return length > 2 && (text[0] == '-' || text[0] == '*') && text[1] == ' ' ? 2 : 0;
}

static bool reads_like_steps(const char *text, size_t length)
{
    int lines = 0, prose = 0;
    for (const char *p = text, *end = text + length; p < end && lines < 200;) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            stop = end;
        size_t n = (size_t)(stop - p);
        int words = 0, odd = 0;
        for (size_t i = 0; i < n; i++) {
            words += p[i] == ' ' && i > 0 && p[i - 1] != ' ';
            odd += strchr("{}=<>;_$\\|", p[i]) != NULL || (p[i] == '(' && i > 0 && isalnum((u8)p[i - 1]));
        }
        if (n > 3) {
            lines++;
            prose += words >= 1 && odd == 0 && n < 200;
        }
        p = stop + 1;
    }
    return lines > 0 && prose * 10 >= lines * 8;
}

static void take_block(Build *b, const Block *block)
{
    int post = block->post + 1;
    buf_clear(&b->rest);
    trace_scan(&b->report->traces, b->arena, block->text, block->length, post, &b->rest);
    const char *text = buf_str(&b->rest);
    size_t length = b->rest.size;
    if (block->kind == BLOCK_CODE && !reads_like_steps(text, length))
        return;
    if ((int)(b->sentences.size / sizeof(Sentence)) >= MAX_SENTENCES)
        return;
    size_t at = 0;
    Span span;
    while ((int)(b->sentences.size / sizeof(Sentence)) < MAX_SENTENCES && next_sentence(text, length, &at, &span)) {
        Block line = *block;
        const char *sentence = text + span.start;
        size_t n = span.end - span.start;
        int number;
        size_t mark = block->kind == BLOCK_ITEM && span.start > 0 ? 0 : skip_mark(sentence, n, &number);
        if (mark && mark < n) {
            line.kind = block->kind == BLOCK_QUOTE ? BLOCK_QUOTE : BLOCK_ITEM;
            line.number = number;
        } else {
            mark = 0;
        }
        add_sentence(b, &line, post, sentence + mark, n - mark);
        if (block->kind != BLOCK_QUOTE)
            environment_scan(&b->report->environment, b->arena, sentence + mark, n - mark, post);
    }
}

static void judge(Build *b, const ReportOptions *options)
{
    Report *r = b->report;
    int n = r->sentence_count;
    SentenceView *views = ARENA_ARRAY(b->arena, SentenceView, n);
    float *steps = ARENA_ARRAY(b->arena, float, n), *crashes = ARENA_ARRAY(b->arena, float, n);
    for (int i = 0; i < n; i++) {
        const Sentence *s = &r->sentences[i];
        views[i] = (SentenceView){ .text = s->text, .length = strlen(s->text), .post = s->post, .number = s->number, .item = s->item,
                                   .heading = s->heading, .title = s->post == 0, .quote = s->quote };
    }
    views_prepare(b->arena, views, n);
    StepModel model = options && options->model_set ? options->model : step_model_default();
    score_steps(b->arena, views, n, model, steps);
    score_crashes(views, n, crashes);
    TupleContext context = { 0 };
    int parsed = 0;
    for (int i = 0; i < n; i++) {
        Sentence *s = &r->sentences[i];
        s->section = views[i].section;
        s->step_score = steps[i];
        s->crash_score = crashes[i];
        s->step = steps[i] * 100 >= (s->post > 1 ? LATER_STEP_PERCENT : STEP_PERCENT) && !s->quote && !views[i].is_section_head;
        s->crash = crashes[i] >= 0.5f;
        if (!views[i].is_section_head)
            s->tuple_count = extract_tuples(b->arena, s->text, strlen(s->text), &context, &s->tuples);
        if (s->step && parsed++ < MAX_PARSED_STEPS)
            s->tuple_count = tuples_by_tree(b->arena, s->text, strlen(s->text), &s->tuples, s->tuple_count);
    }
}

/* Letters and digits of text in lower case. */
static void plain_letters(char *out, size_t room, const char *text)
{
    size_t n = 0;
    for (; *text && n + 1 < room; text++)
        if (isalnum((u8)*text))
            out[n++] = (char)tolower((u8)*text);
    out[n] = 0;
}

/* Does target name the app that evidence (a project, a process) names? "K-9 Mail" and "k-9" do. */
static bool same_app(const char *target, const char *evidence)
{
    char a[80], b[80];
    const char *last = strrchr(evidence, '/');
    plain_letters(a, sizeof a, target);
    plain_letters(b, sizeof b, last ? last + 1 : evidence);
    size_t n = strlen(a), m = strlen(b);
    if (n < 2 || m < 2)
        return false;
    if (!strcmp(a, b))
        return true;
    return MIN(n, m) >= 4 ? strstr(a, b) || strstr(b, a) : m <= 3 && !strncmp(a, b, m) && strpbrk(b, "0123456789");
}

/* "Open K-9 Mail" starts the app when the page or the trace says that this is its name. */
static void find_launches(Report *r)
{
    for (int i = 0; i < r->sentence_count; i++) {
        Sentence *s = &r->sentences[i];
        for (int k = 0; k < s->tuple_count; k++) {
            Tuple *t = &s->tuples[k];
            const char *words = s->text + t->span.start;
            bool opens = !strncasecmp(words, "open", 4) || !strncasecmp(words, "start", 5) || !strncasecmp(words, "run", 3)
                || !strncasecmp(words, "reopen", 6);
            if (!opens || t->action != ACTION_CLICK || !*t->target)
                continue;
            const char *name = !strncmp(t->target, "start ", 6) ? t->target + 6 : t->target;
            bool known = *r->document.project && same_app(name, r->document.project);
            for (int q = 0; q < r->traces.count && !known; q++) {
                const char *process = r->traces.traces[q].process, *dot = strrchr(process, '.');
                known = dot && same_app(name, dot + 1);
            }
            if (known) {
                t->action = ACTION_LAUNCH;
                t->target = name;
                t->pattern = "launch";
            }
        }
    }
}

/* "Repeat steps 2-4 twice", "do step 3 again": the numbers, and how often. */
static bool read_repetition(const char *text, int *from, int *to, int *times)
{
    const char *step = strcasestr(text, "step");
    bool asks = strcasestr(text, "repeat") || strcasestr(text, "redo") || strcasestr(text, "again");
    if (!step || !asks)
        return false;
    const char *p = step + 4;
    while (*p && !isdigit((u8)*p) && p < step + 12)
        p++;
    if (!isdigit((u8)*p))
        return false;
    char *end;
    *from = *to = (int)strtol(p, &end, 10);
    const char *second = end;
    while (*second == ' ' || *second == '-' || !strncmp(second, "\xe2\x80\x93", 3) || !strncasecmp(second, "to ", 3)
        || !strncasecmp(second, "and ", 4) || !strncasecmp(second, "through ", 8))
        second += *second == ' ' || *second == '-' ? 1 : !strncasecmp(second, "and ", 4) ? 4 : !strncasecmp(second, "through ", 8) ? 8 : 3;
    if (isdigit((u8)*second) && second > end)
        *to = (int)strtol(second, NULL, 10);
    *times = strcasestr(text, "twice") || strcasestr(text, "several") || strcasestr(text, "times") ? 2 : 1;
    return *from >= 1 && *to >= *from && *to - *from < 50;
}

/* Steps that send the reader back to earlier ones get those steps' events. */
static void repeat_steps(Build *b)
{
    Report *r = b->report;
    for (int i = 0; i < r->sentence_count; i++) {
        Sentence *s = &r->sentences[i];
        int from, to, times;
        if (!s->step || !read_repetition(s->text, &from, &to, &times))
            continue;
        Tuple *tuples = ARENA_ARRAY(b->arena, Tuple, MAX_TUPLES);
        int count = 0;
        for (int round = 0; round < times; round++)
            for (int k = 0; k < i; k++) {
                const Sentence *before = &r->sentences[k];
                if (before->post != s->post || before->number < from || before->number > to)
                    continue;
                for (int t = 0; t < before->tuple_count && count < MAX_TUPLES; t++) {
                    tuples[count] = before->tuples[t];
                    tuples[count].span = (Span){ 0, (u32)strlen(s->text) };
                    tuples[count++].pattern = "repeat";
                }
            }
        if (count)
            s->tuples = tuples, s->tuple_count = count;
    }
}

/* Does a tuple ask for an event on the screen, beyond a verb that any prose uses? */
static bool is_event(const Tuple *t)
{
    return strcmp(t->pattern, "label") && t->action != ACTION_WAIT && t->action != ACTION_CLOSE && t->confidence >= 0.45f && (*t->target
        || *t->value || t->action != ACTION_CLICK);
}

/*
 * A crash told as a story has no sentence that the model is sure of. Then the
 * sentences of the first post that ask for events are the steps, or, when there
 * are none, the title's.
 */
static void find_steps_in_story(Report *r)
{
    bool crash = r->traces.count > 0, any = false;
    for (int i = 0; i < r->sentence_count; i++) {
        any = any || r->sentences[i].step;
        crash = crash || r->sentences[i].crash;
    }
    if (any || !crash)
        return;
    for (int round = 0; round < 4 && !any; round++)     /* first post, title; then the same with weaker tuples */
        for (int i = 0; i < r->sentence_count; i++) {
            Sentence *s = &r->sentences[i];
            if (s->post != !(round & 1) || s->heading || s->quote || s->section == SECTION_EXPECTED || s->section == SECTION_ENVIRONMENT)
                continue;
            for (int k = 0; k < s->tuple_count && !s->step; k++)
                s->step = round > 1 || is_event(&s->tuples[k]);
            any = any || s->step;
        }
}

static void lacks(Build *b, const char *sentence)
{
    buf_add(&b->missing, &sentence, sizeof sentence);
}

/* What a person who wants to reproduce this would have to ask. */
static void find_missing(Build *b)
{
    Report *r = b->report;
    bool steps = report_step_count(r) > 0, crash = false, understood = false;
    for (int i = 0; i < r->sentence_count; i++) {
        crash = crash || r->sentences[i].crash;
        understood = understood || (r->sentences[i].step && r->sentences[i].tuple_count);
    }
    if (!steps && *r->document.title)
        lacks(b, arena_printf(b->arena, "No steps were found; the title says \"%s\". What has to be tapped or typed, one step per line?", r->document.title));
    else if (!steps)
        lacks(b, "No steps were found. What has to be tapped or typed, one step per line?");
    else if (!understood)
        lacks(b, "The steps name nothing to tap or type. Which buttons, menus and fields do they mean, in the app's own words?");
    if (!crash && !r->traces.count)
        lacks(b, "It is not said what goes wrong: does the app crash, and on which step?");
    if (!report_main_trace(r))
        lacks(b, "There is no stack trace. Please add the part of `adb logcat` from \"FATAL EXCEPTION\" on.");
    if (!environment_get(&r->environment, "app version"))
        lacks(b, "The app's version is not given.");
    if (!environment_get(&r->environment, "android version") && !environment_get(&r->environment, "api level"))
        lacks(b, "The Android version is not given.");
    if (!environment_get(&r->environment, "device"))
        lacks(b, "The device is not given.");
}

int report_parse(Report **out, const char *path, const char *bytes, size_t size, const ReportOptions *options)
{
    Mapping *mapping = NULL;
    *out = NULL;
    if (options && options->mapping) {
        int status = mapping_load(&mapping, options->mapping);
        if (status)
            return status;
    }
    Report *r = xcalloc(1, sizeof *r);
    int status = document_open(&r->document, size);
    if (status) {
        free(r);
        mapping_free(mapping);
        return status;
    }
    Build b = { .report = r, .arena = &r->document.arena };
    r->path = arena_strdup(b.arena, path);
    Buf text = { 0 };
    decode_text(&text, bytes, size);
    const char *format = options && options->format ? options->format : find_format(path, buf_str(&text), text.size);
    if (!strcmp(format, "html"))
        read_html(&r->document, buf_str(&text), text.size);
    else if (!strcmp(format, "markdown"))
        read_markdown(&r->document, buf_str(&text), text.size);
    else
        read_plain(&r->document, buf_str(&text), text.size);
    buf_free(&text);

    if (*r->document.title) {
        add_sentence(&b, NULL, 0, r->document.title, strlen(r->document.title));
        environment_scan(&r->environment, b.arena, r->document.title, strlen(r->document.title), 0);
    }
    for (int i = 0; i < r->document.block_count; i++)
        take_block(&b, &r->document.blocks[i]);
    r->sentence_count = (int)(b.sentences.size / sizeof(Sentence));
    r->sentences = ARENA_ARRAY(b.arena, Sentence, r->sentence_count);
    if (r->sentence_count)
        memcpy(r->sentences, b.sentences.data, b.sentences.size);
    if (mapping)
        mapping_apply(mapping, b.arena, &r->traces);
    mapping_free(mapping);
    judge(&b, options);
    find_launches(r);
    find_steps_in_story(r);
    repeat_steps(&b);
    find_missing(&b);
    r->missing_count = (int)(b.missing.size / sizeof(char *));
    r->missing = ARENA_ARRAY(b.arena, const char *, r->missing_count);
    if (r->missing_count)
        memcpy(r->missing, b.missing.data, b.missing.size);
    buf_free(&b.sentences);
    buf_free(&b.missing);
    buf_free(&b.rest);
    *out = r;
    return OK;
}

int report_read(Report **out, const char *path, const ReportOptions *options)
{
    Buf bytes = { 0 };
    *out = NULL;
    int status = file_read(path, &bytes);
    if (!status)
        status = report_parse(out, path, buf_str(&bytes), bytes.size, options);
    buf_free(&bytes);
    return status;
}

void report_free(Report *report)
{
    if (!report)
        return;
    trace_set_free(&report->traces);
    environment_free(&report->environment);
    document_close(&report->document);
    free(report);
}

int report_step_count(const Report *report)
{
    int count = 0;
    for (int i = 0; i < report->sentence_count; i++)
        count += report->sentences[i].step;
    return count;
}

const char *report_title(const Report *report)
{
    return report->document.title;
}

const Trace *report_main_trace(const Report *report)
{
    const Trace *best = NULL;
    int best_rank = 0;
    for (int i = 0; i < report->traces.count; i++) {
        const Trace *t = &report->traces.traces[i];
        bool frames = false;
        for (int k = 0; k < t->throwable_count; k++)
            frames = frames || t->throwables[k].frame_count;
        int rank = 1 + frames * 4 + t->fatal * 2 - t->mention;
        if (rank > best_rank)
            best = t, best_rank = rank;
    }
    return best_rank > 0 ? best : NULL;
}
