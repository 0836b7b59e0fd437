/*
 * A bug report, read: one call turns a file (saved page, Markdown, text) into
 * posts, sentences, event tuples, stack traces and environment facts.
 *
 *   Report *report;
 *   if (report_read(&report, "issue.html", NULL)) …error_text()…
 *   for each rule in report_rule_order(): report_apply_rule(report, rule, steps)
 *   report_free(report);
 *
 * Everything that a Report points to lives as long as it.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "report/document.h"
#include "report/environment.h"
#include "report/trace.h"
#include "report/tuple.h"
#include "text/step_model.h"

typedef struct Sentence {
    const char *text;
    int post;               /* 0: the title; 1: the first post, the reporter's own; 2 … */
    int number;             /* of a numbered list's item, else 0 */
    bool item, heading, quote;
    Section section;        /* what the heading above it announced */
    bool step;              /* a step to reproduce */
    bool crash;             /* tells the crash */
    float step_score, crash_score;  /* probabilities */
    Tuple *tuples;          /* what it asks to be done, in order */
    int tuple_count;
} Sentence;

typedef struct ReportOptions {
    StepModel model;
    bool model_set;         /* false: the default model */
    const char *mapping;    /* an R8/ProGuard mapping.txt, or NULL */
    const char *format;     /* "html", "markdown", "text"; NULL: found out */
} ReportOptions;

typedef struct Report {
    const char *path;
    Document document;      /* title, posts, blocks as they were written */
    Sentence *sentences;    /* in reading order, the title first */
    int sentence_count;
    TraceSet traces;
    Facts environment;
    /* What a reproducer would need and the report does not say, each one sentence. */
    const char **missing;
    int missing_count;
} Report;

/* Reads path ("-" is stdin). On success *out belongs to the caller: report_free(). */
int report_read(Report **out, const char *path, const ReportOptions *options);
/* The same from memory; path is only a name (its ending helps to find the format). */
int report_parse(Report **out, const char *path, const char *bytes, size_t size, const ReportOptions *options);
void report_free(Report *report);

int report_step_count(const Report *report);
const char *report_title(const Report *report);
/* The trace that the crash is matched by: fatal before others, with frames before without. NULL: none. */
const Trace *report_main_trace(const Report *report);

/*
 * The eleven refining rules of the paper's Table 1: each picks sentences to be
 * used as steps. Sets chosen[i] for each sentence; false when the rule does not
 * apply to this report (the next is tried).
 */
enum { REFINING_RULES = 11 };
bool report_apply_rule(const Report *report, int rule, bool *chosen);
const char *refining_rule_text(int rule);   /* 1 … 11, one line for a person */
/*
 * The order to try them in: mean-shift clusters over recorded outcomes, from the
 * table at path (NULL: the one that is built in). order gets 11 rule numbers.
 */
void refining_rule_order(const char *path, int order[REFINING_RULES]);

#endif
