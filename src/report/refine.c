/*
 * The eleven refining rules (the paper's section 3.1.3, Table 1) and their
 * order. A rule turns the model's labels into the set of sentences to try as
 * steps; reproduction goes through the rules until the crash happens.
 *
 * The order comes from recorded outcomes: a table with a row per report and a
 * column per rule, seconds to the crash or -1000 for none. Each rule is a
 * vector over the reports; mean-shift clusters rules that behave alike, and the
 * list takes the fastest rule of each cluster in turn.
 */
#include "report/report.h"
#include "base/file.h"
#include "text/weights.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_REPORTS = 400, NOT_REPRODUCED = -1000 };

static const char *const rule_texts[REFINING_RULES] = {
    "the steps of the post that holds the most",
    "those, and the sentence on either side of each",
    "those, and the two sentences on either side of each",
    "every sentence of the post that holds the most steps",
    "every sentence of the first post",
    "every sentence of the longest post",
    "the title",
    "every sentence of every post",
    "every sentence of every post, and the title",
    "the title, if it reads like a step",
    "the steps right after \"to reproduce\"",
};

const char *refining_rule_text(int rule)
{
    return rule >= 1 && rule <= REFINING_RULES ? rule_texts[rule - 1] : "";
}

/* The post with the most steps (or sentences); 0 when there is none. */
static int fullest_post(const Report *r, bool steps_only)
{
    int best = 0, best_count = 0;
    for (int i = 0; i < r->sentence_count;) {
        int post = r->sentences[i].post, count = 0;
        for (; i < r->sentence_count && r->sentences[i].post == post; i++)
            count += !steps_only || r->sentences[i].step;
        if (post > 0 && count > best_count)
            best = post, best_count = count;
    }
    return best;
}

static bool choose_post(const Report *r, int post, bool *chosen)
{
    bool any = false;
    for (int i = 0; i < r->sentence_count; i++)
        if (r->sentences[i].post == post && !r->sentences[i].heading)
            any = chosen[i] = true;
    return any;
}

static bool choose_steps_around(const Report *r, int post, int neighbours, bool *chosen)
{
    bool any = false;
    for (int i = 0; i < r->sentence_count; i++) {
        if (!r->sentences[i].step || r->sentences[i].post != post)
            continue;
        any = true;
        for (int k = i - neighbours; k <= i + neighbours; k++)
            if (k >= 0 && k < r->sentence_count && r->sentences[k].post == post && !r->sentences[k].heading)
                chosen[k] = true;
    }
    return any;
}

static bool contains(const char *text, const char *phrase)
{
    size_t n = strlen(phrase);
    for (const char *p = text; *p; p++)
        if (!strncasecmp(p, phrase, n))
            return true;
    return false;
}

bool report_apply_rule(const Report *r, int rule, bool *chosen)
{
    memset(chosen, 0, sizeof(bool) * (size_t)r->sentence_count);
    int fullest = fullest_post(r, true);
    bool any = false;
    switch (rule) {
    case 1: case 2: case 3:
        return fullest > 0 && choose_steps_around(r, fullest, rule - 1, chosen);
    case 4:
        return fullest > 0 && choose_post(r, fullest, chosen);
    case 5:
        return choose_post(r, 1, chosen);
    case 6:
        return choose_post(r, fullest_post(r, false), chosen);
    case 7:
        return choose_post(r, 0, chosen);
    case 8: case 9:
        for (int i = 0; i < r->sentence_count; i++)
            if ((rule == 9 || r->sentences[i].post > 0) && !r->sentences[i].heading)
                any = chosen[i] = true;
        return any;
    case 10:
        if (r->sentence_count && r->sentences[0].post == 0 && r->sentences[0].step)
            return chosen[0] = true;
        return false;
    case 11:
        for (int i = 0; i < r->sentence_count; i++) {
            if (!contains(r->sentences[i].text, "to reproduce") && !contains(r->sentences[i].text, "reproduction"))
                continue;
            int gap = 0;
            for (int k = i + 1; k < r->sentence_count && r->sentences[k].post == r->sentences[i].post && gap <= 2; k++) {
                gap = r->sentences[k].step ? 0 : gap + 1;
                if (r->sentences[k].step)
                    any = chosen[k] = true;
            }
            return any;
        }
        return false;
    }
    return false;
}

typedef struct Outcomes {
    double seconds[REFINING_RULES][MAX_REPORTS];
    int reports;
} Outcomes;

/* Lines of "report<TAB>s1<TAB>…<TAB>s11"; '-' and '>' say that the rule did not reproduce. */
static void read_outcomes(Outcomes *o, const char *text)
{
    while (*text && o->reports < MAX_REPORTS) {
        const char *end = strchr(text, '\n');
        size_t n = end ? (size_t)(end - text) : strlen(text);
        const char *p = text, *stop = text + n;
        if (n && *text != '#') {
            p = memchr(p, '\t', n);
            int rule = 0;
            while (p && p < stop && rule < REFINING_RULES) {
                p++;
                char *after;
                double value = strtod(p, &after);
                o->seconds[rule++][o->reports] = after > p && after <= stop ? value : NOT_REPRODUCED;
                p = memchr(p, '\t', (size_t)(stop - p));
            }
            if (rule == REFINING_RULES)
                o->reports++;
        }
        text += n + (end != NULL);
    }
}

static double distance(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

/* Mean-shift with a flat window: every rule moves to the mean of the rules near it until it rests. */
static void cluster_rules(const Outcomes *o, int cluster[REFINING_RULES])
{
    int n = o->reports;
    double total = 0;
    for (int a = 0; a < REFINING_RULES; a++)
        for (int b = 0; b < REFINING_RULES; b++)
            total += distance(o->seconds[a], o->seconds[b], n);
    double window = total / (REFINING_RULES * (REFINING_RULES - 1)) * 0.6 + 1e-9;
    double (*points)[MAX_REPORTS] = xmalloc(sizeof(double) * REFINING_RULES * MAX_REPORTS);
    memcpy(points, o->seconds, sizeof(double) * REFINING_RULES * MAX_REPORTS);
    double mean[MAX_REPORTS];
    for (int round = 0; round < 50; round++) {
        double moved = 0;
        for (int a = 0; a < REFINING_RULES; a++) {
            int near = 0;
            memset(mean, 0, sizeof mean);
            for (int b = 0; b < REFINING_RULES; b++)
                if (distance(points[a], o->seconds[b], n) <= window) {
                    near++;
                    for (int i = 0; i < n; i++)
                        mean[i] += o->seconds[b][i];
                }
            if (!near)
                continue;
            for (int i = 0; i < n; i++)
                mean[i] /= near;
            moved += distance(points[a], mean, n);
            memcpy(points[a], mean, sizeof(double) * (size_t)n);
        }
        if (moved < 1e-6)
            break;
    }
    for (int a = 0; a < REFINING_RULES; a++) {
        cluster[a] = a;
        for (int b = 0; b < a; b++)
            if (distance(points[a], points[b], n) < window * 0.1) {
                cluster[a] = cluster[b];
                break;
            }
    }
    free(points);
}

/* A rule's cost: its mean time, where a report that it does not reproduce costs the most. */
static double cost(const Outcomes *o, int rule)
{
    double sum = 0;
    for (int i = 0; i < o->reports; i++)
        sum += o->seconds[rule][i] < 0 ? 7200 : o->seconds[rule][i];
    return o->reports ? sum / o->reports : rule;
}

void refining_rule_order(const char *path, int order[REFINING_RULES])
{
    Outcomes *o = xcalloc(1, sizeof *o);
    Buf text = { 0 };
    read_outcomes(o, (const char *)weights_rule_outcomes);  /* ends in a 0 byte, as all of data/ does */
    if (path && !file_read(path, &text))
        read_outcomes(o, buf_str(&text));
    buf_free(&text);
    int cluster[REFINING_RULES];
    bool taken[REFINING_RULES] = { false };
    cluster_rules(o, cluster);
    for (int count = 0; count < REFINING_RULES;) {
        /* the fastest rule left of each cluster, and these from fast to slow */
        int round[REFINING_RULES], size = 0;
        for (int c = 0; c < REFINING_RULES; c++) {
            int best = -1;
            for (int r = 0; r < REFINING_RULES; r++)
                if (cluster[r] == c && !taken[r] && (best < 0 || cost(o, r) < cost(o, best)))
                    best = r;
            if (best >= 0)
                round[size++] = best;
        }
        for (int i = 1; i < size; i++)
            for (int k = i; k > 0 && cost(o, round[k]) < cost(o, round[k - 1]); k--) {
                int t = round[k];
                round[k] = round[k - 1], round[k - 1] = t;
            }
        for (int i = 0; i < size; i++) {
            taken[round[i]] = true;
            order[count++] = round[i] + 1;
        }
    }
    free(o);
}
