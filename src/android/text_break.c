/* Line breaking; see the header. */
#include "android/text_break.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ubrk.h>

static const float desperate = 1e10f, overfull = 1e12f;

LineBreaker *line_breaker_new(void)
{
    return xcalloc(1, sizeof(LineBreaker));
}

void line_breaker_finish(LineBreaker *b)
{
    b->count = b->line_count = 0;
    b->length = 0;
    b->width = b->last_tab_base = 0;
    b->line_penalty = 0;
    free(b->tab_stops);
    b->tab_stops = NULL;
    b->tab_count = 0;
    free(b->indents);
    b->indents = NULL;
    b->indent_count = 0;
}

void line_breaker_free(LineBreaker *b)
{
    if (!b)
        return;
    line_breaker_finish(b);
    if (b->words)
        ubrk_close(b->words);
    free(b->text);
    free(b->widths);
    free(b->candidates);
    free(b->breaks);
    free(b->flags);
    free(b->line_widths);
    free(b->locale);
    free(b);
}

void line_breaker_set_locale(LineBreaker *b, const char *tag)
{
    if (b->locale && tag && !strcmp(b->locale, tag))
        return;
    free(b->locale);
    b->locale = xstrdup(tag ? tag : "en");
    if (b->words)
        ubrk_close(b->words);
    b->words = NULL;
}

void line_breaker_set_indents(LineBreaker *b, const i32 *indents, i32 count)
{
    free(b->indents);
    b->indents = xmalloc(((size_t)count + 1) * sizeof *b->indents);
    memcpy(b->indents, indents, (size_t)count * sizeof *b->indents);
    b->indent_count = count;
}

static void add_candidate(LineBreaker *b, i32 offset, double pre, double post, float penalty)
{
    if (b->count == b->room) {
        b->room = b->room ? b->room * 2 : 64;
        b->candidates = xrealloc(b->candidates, b->room * sizeof *b->candidates);
    }
    b->candidates[b->count++] = (BreakCandidate){ .offset = offset, .pre = pre, .post = post, .penalty = penalty };
}

void line_breaker_begin(LineBreaker *b, const u16 *text, i32 length)
{
    if (length > b->text_room || !b->text) {
        b->text_room = length + 64;
        b->text = xrealloc(b->text, (size_t)b->text_room * sizeof *b->text);
        b->widths = xrealloc(b->widths, (size_t)b->text_room * sizeof *b->widths);
    }
    memcpy(b->text, text, (size_t)length * sizeof *text);
    memset(b->widths, 0, (size_t)length * sizeof *b->widths);
    b->length = length;
    b->width = b->last_tab_base = 0;
    b->first_tab = INT32_MAX;
    b->line_penalty = 0;
    b->count = b->line_count = 0;
    add_candidate(b, 0, 0, 0, 0);
    UErrorCode status = U_ZERO_ERROR;
    if (!b->words)
        b->words = ubrk_open(UBRK_LINE, b->locale ? b->locale : "en", NULL, 0, &status);
    if (b->words)
        ubrk_setText(b->words, (const UChar *)b->text, length, &status);
    b->next_break = b->words && U_SUCCESS(status) ? ubrk_following(b->words, 0) : length;
    if (b->next_break == UBRK_DONE)
        b->next_break = length;
}

static float line_width(const LineBreaker *b, i32 line)
{
    float width = line < b->first_lines ? b->first_width : b->rest_width;
    if (b->indent_count)
        width -= (float)b->indents[MIN(line, b->indent_count - 1)];
    return width;
}

static bool is_line_end_space(u16 c)
{
    return c == '\n' || c == ' ' || c == 0x1680 || (c >= 0x2000 && c <= 0x200a && c != 0x2007) || c == 0x205f || c == 0x3000;
}

static double next_tab(const LineBreaker *b, double width)
{
    for (i32 i = 0; i < b->tab_count; i++)
        if (b->tab_stops[i] > width)
            return b->tab_stops[i];
    i32 step = b->default_tab > 0 ? b->default_tab : 20;
    return floor(width / step + 1) * step;
}

/* A word that is wider than a line may be broken between any two of its characters. */
static void add_word_break(LineBreaker *b, i32 offset, double pre, double post)
{
    const BreakCandidate last = b->candidates[b->count - 1];
    float narrowest = MIN(line_width(b, 0), b->rest_width);
    if (b->indent_count)
        narrowest = MIN(narrowest, line_width(b, b->indent_count));
    if (post - last.pre > narrowest) {
        i32 i = last.offset;
        double width = last.pre + b->widths[i++];
        for (; i < offset; i++) {
            float w = b->widths[i];
            if (w > 0) {
                add_candidate(b, i, width, width, desperate);
                width += w;
            }
        }
    }
    add_candidate(b, offset, pre, post, 0);
}

void line_breaker_add_run(LineBreaker *b, i32 start, i32 end, float text_size, bool replacement)
{
    double post = b->width;
    if (text_size > 0 && b->strategy != BREAK_SIMPLE) {
        /* Each line costs, so that fewer lines win over slightly better gaps. */
        float hyphen = 0.5f * text_size * line_width(b, 0);
        b->line_penalty = MAX(b->line_penalty, 2 * hyphen);
    }
    for (i32 i = start; i < end && i < b->length; i++) {
        u16 c = b->text[i];
        if (c == '\t') {
            b->width = b->last_tab_base + next_tab(b, b->width - b->last_tab_base);
            b->first_tab = MIN(b->first_tab, i);
        } else {
            b->width += b->widths[i];
            if (!is_line_end_space(c))
                post = b->width;
        }
        if (i + 1 != b->next_break)
            continue;
        bool inside = replacement && i + 1 < end;
        if (!inside && (text_size > 0 || i + 1 == end || i + 1 >= b->length || b->widths[i + 1] > 0))
            add_word_break(b, i + 1, b->width, post);
        if (i + 1 < b->length) {
            b->next_break = ubrk_following(b->words, i + 1);
            if (b->next_break == UBRK_DONE)
                b->next_break = b->length;
        }
    }
}

/* ---- choosing ------------------------------------------------------------------------------------------ */

static void push_line(LineBreaker *b, i32 offset, double width)
{
    if (b->line_count == b->line_room) {
        b->line_room = b->line_room ? b->line_room * 2 : 16;
        b->breaks = xrealloc(b->breaks, b->line_room * sizeof *b->breaks);
        b->flags = xrealloc(b->flags, b->line_room * sizeof *b->flags);
        b->line_widths = xrealloc(b->line_widths, b->line_room * sizeof *b->line_widths);
    }
    i32 start = b->line_count ? b->breaks[b->line_count - 1] : 0, flags = 0;
    for (i32 i = start; i < offset && !flags; i++)
        flags = b->text[i] == '\t' ? LINE_HAS_TAB : 0;
    b->breaks[b->line_count] = offset;
    b->flags[b->line_count] = flags;
    b->line_widths[b->line_count++] = (float)width;
}

/* The last candidate of the least penalty that fits ends the line. */
static void break_simply(LineBreaker *b)
{
    u32 last = 0, best = 0;
    float best_score = FLT_MAX;
    double pre = 0;
    for (u32 i = 1; i < b->count; i++) {
        const BreakCandidate *c = &b->candidates[i];
        while (c->post - pre > line_width(b, (i32)b->line_count)) {
            bool nothing_fits = best == last;
            if (nothing_fits)
                best = i;
            push_line(b, b->candidates[best].offset, b->candidates[best].post - pre);
            best_score = FLT_MAX;
            last = best;
            pre = b->candidates[best].pre;
            if (nothing_fits)
                break;
            /* Candidates between the break and here compete for the next line. */
            for (u32 k = best + 1; k < i; k++)
                if (b->candidates[k].post - pre <= line_width(b, (i32)b->line_count) && b->candidates[k].penalty <= best_score) {
                    best = k;
                    best_score = b->candidates[k].penalty;
                }
        }
        if (i > last && c->penalty <= best_score) {
            best = i;
            best_score = c->penalty;
        }
    }
    if (last != b->count - 1)
        push_line(b, b->candidates[b->count - 1].offset, b->candidates[b->count - 1].post - pre);
}

/* The cheapest way to each candidate, from all that can begin the line that ends there. */
static void break_well(LineBreaker *b)
{
    u32 active = 0;
    for (u32 i = 1; i < b->count; i++) {
        BreakCandidate *c = &b->candidates[i];
        bool at_end = i == b->count - 1;
        float best = FLT_MAX;
        u32 best_prev = active;
        for (u32 j = active; j < i; j++) {
            const BreakCandidate *from = &b->candidates[j];
            float width = line_width(b, from->line);
            double gap = width - (c->post - from->pre);
            float cost;
            if (gap < 0) {
                cost = overfull;
                /* What is too far back for this candidate is so for all later ones. */
                if (b->first_width == b->rest_width && !b->indent_count)
                    active = MIN(j + 1, i - 1);
            } else {
                cost = at_end && b->strategy != BREAK_BALANCED ? 0 : (float)(gap * gap);
            }
            float score = from->score + cost;
            if (score <= best) {
                best = score;
                best_prev = j;
            }
        }
        c->score = best + c->penalty + b->line_penalty;
        c->prev = (i32)best_prev;
        c->line = b->candidates[best_prev].line + 1;
    }
    i32 lines = b->candidates[b->count - 1].line;
    i32 *ends = xmalloc(((size_t)lines + 1) * sizeof *ends);
    i32 n = 0;
    for (i32 i = (i32)b->count - 1; i > 0; i = b->candidates[i].prev)
        ends[n++] = i;
    i32 from = 0;
    while (n-- > 0) {
        push_line(b, b->candidates[ends[n]].offset, b->candidates[ends[n]].post - b->candidates[from].pre);
        from = ends[n];
    }
    free(ends);
}

void line_breaker_compute(LineBreaker *b)
{
    b->line_count = 0;
    if (b->candidates[b->count - 1].offset != b->length && b->length)
        add_candidate(b, b->length, b->width, b->width, 0);
    if (b->count < 2)
        return;
    /* With tabs, widths depend on where lines begin: the simple way is sure. */
    if (b->strategy == BREAK_SIMPLE || b->first_tab != INT32_MAX)
        break_simply(b);
    else
        break_well(b);
}
