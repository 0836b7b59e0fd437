/*
 * What to try: the candidate step sets of the eleven refining rules, in the learned
 * order, each set once. Where no sentence reads like a step, the words of the report
 * and the stack trace guide the search.
 */
#include "reproduce/reproduce.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_RULE_PLANS = 5 };       /* for one report: later rules give ever larger sets */

static bool same_goal(const Goal *a, const Goal *b)
{
    bool same = a->wish_count == b->wish_count;
    for (int i = 0; same && i < a->wish_count; i++)
        same = a->wishes[i].action == b->wishes[i].action && !strcmp(a->wishes[i].target, b->wishes[i].target) && !strcmp(a->wishes[i].value, b->wishes[i].value);
    return same;
}

static int add_plan(Plan *plans, int count, const Report *report, int index, int rule, const bool *chosen, const Trace *trace)
{
    Plan *p = &plans[count];
    *p = (Plan){ .report = report, .report_index = index, .rule = rule };
    goal_make(&p->goal, report, chosen, trace);
    bool known = rule && !p->goal.wish_count;
    for (int i = 0; i < count && !known; i++)
        known = plans[i].report == report && same_goal(&plans[i].goal, &p->goal);
    if (known)
        goal_free(&p->goal);
    return known ? count : count + 1;
}

static int plans_of_report(Plan *plans, int count, int room, const Report *report, int index, const Trace *trace)
{
    int order[REFINING_RULES], first = count;
    bool *chosen = xcalloc((size_t)report->sentence_count + 1, sizeof *chosen);
    refining_rule_order(NULL, order);
    for (int i = 0; i < REFINING_RULES && count < room && count - first < MOST_RULE_PLANS; i++)
        if (report_apply_rule(report, order[i], chosen))
            count = add_plan(plans, count, report, index, order[i], chosen, trace);
    free(chosen);
    return count;
}

int plans_make(Plan *plans, const ReproduceOptions *options, const Sought *sought)
{
    const Trace *trace = sought->trace_count ? sought->traces[0] : NULL;
    int count = 0;
    for (int i = 0; i < options->report_count && count < MOST_PLANS - 1; i++)
        count = plans_of_report(plans, count, MIN(MOST_PLANS - 1, count + MAX(2, (MOST_PLANS - 1) / options->report_count)), options->reports[i], i, trace);
    if (!count)
        count = add_plan(plans, count, options->report_count ? options->reports[0] : NULL, 0, 0, NULL, trace);
    return count;
}

void plans_free(Plan *plans, int count)
{
    for (int i = 0; i < count; i++)
        goal_free(&plans[i].goal);
}
