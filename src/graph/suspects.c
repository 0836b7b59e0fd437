/*
 * Suspicious widgets and their fitness (CrPDroid, section II-B, Algorithm 1).
 *
 * The paper carries fitness back over jumps until no page is left; apps have
 * cycles, so a page gets its values once, at the first level that reaches it. A
 * widget that leads to several pages of that level gets the largest sum.
 */
#include "graph/internal.h"

#include "text/match.h"

#include <stdlib.h>

/* How many guesses the surest chain from any widget to the frame needs. */
static u32 least_guesses(const Graph *g)
{
    u32 least = COST_NEVER;
    for (u32 i = 0; i < g->widgets.count; i++)
        if (graph_widget_calls_target(g, i))
            least = MIN(least, cost_parts(g->widgets.items[i].direct).guesses);
    return least;
}

u32 graph_suspects(const Graph *g, const char *const *words, u32 word_count, bool *suspicious)
{
    u32 count = 0, least = least_guesses(g);
    for (u32 i = 0; i < g->widgets.count; i++) {
        const GraphWidget *w = &g->widgets.items[i].shown;
        const WidgetWords said = { .text = w->text, .description = w->description };
        suspicious[i] = graph_widget_calls_target(g, i) && cost_parts(g->widgets.items[i].direct).guesses == least;
        for (u32 k = 0; k < word_count && !suspicious[i]; k++)
            suspicious[i] = (w->text || w->description) && match_words(words[k], &said, NULL) >= MATCH_SURE;
        count += suspicious[i];
    }
    return count;
}

/* Formula 1 on the pages that have suspects; they are the first level. */
static void begin_with_suspects(const Graph *g, const bool *suspicious, double k, double n, double *fitness, bool *level)
{
    for (u32 i = 0; i < g->widgets.count; i++) {
        fitness[i] = suspicious[i] ? k * n : n;
        level[g->widgets.items[i].shown.page] |= suspicious[i];
    }
}

static double page_sum(const Graph *g, u32 page, const double *fitness)
{
    double sum = 0;
    const Numbers *widgets = &g->pages.items[page].widgets;
    for (u32 i = 0; i < widgets->count; i++)
        sum += fitness[widgets->items[i]];
    return sum;
}

/* Formula 2 for the pages that jump to a page of this level; they are the next. False: there are none. */
static bool carry_back(const Graph *g, double *fitness, const bool *level, bool *done, bool *next)
{
    bool any = false;
    for (u32 i = 0; i < g->jumps.count; i++) {
        const GraphJump *j = &g->jumps.items[i];
        if (!level[j->to] || done[j->from])
            continue;
        any = next[j->from] = true;
        if (j->widget == GRAPH_NONE)
            continue;
        double sum = page_sum(g, j->to, fitness);
        fitness[j->widget] = MAX(fitness[j->widget], sum);
    }
    return any;
}

void graph_fitness(const Graph *g, const bool *suspicious, double k, double n, double *fitness)
{
    u32 pages = g->pages.count;
    bool *level = xcalloc(pages + 1, sizeof *level), *done = xcalloc(pages + 1, sizeof *done), *next = xcalloc(pages + 1, sizeof *next);
    begin_with_suspects(g, suspicious, k, n, fitness, level);
    bool any = true;
    while (any) {
        for (u32 i = 0; i < pages; i++) {
            done[i] |= level[i];
            next[i] = false;
        }
        any = carry_back(g, fitness, level, done, next);
        for (u32 i = 0; i < pages; i++)
            level[i] = next[i];
    }
    free(level);
    free(done);
    free(next);
}
