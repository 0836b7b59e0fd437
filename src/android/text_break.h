/*
 * Breaking a paragraph into lines, as Android 6 does: candidates where ICU allows
 * a break, each with the width before and after its spaces; then either the first
 * that fits (simple) or the set of breaks with the least sum of squared gaps (high
 * quality, balanced). Needs no machine.
 */
#ifndef ANDROID_TEXT_BREAK_H
#define ANDROID_TEXT_BREAK_H

#include "base/base.h"

typedef enum BreakStrategy { BREAK_SIMPLE, BREAK_HIGH_QUALITY, BREAK_BALANCED } BreakStrategy;

typedef struct BreakCandidate {
    i32 offset;
    double pre, post;               /* width up to here with the spaces before the break, and without */
    float penalty, score;
    i32 prev, line;
} BreakCandidate;

typedef struct LineBreaker {
    /* the paragraph */
    u16 *text;
    i32 length, text_room;
    float *widths;                  /* of each char */
    float first_width, rest_width;
    i32 first_lines;
    i32 *tab_stops, tab_count, default_tab;
    i32 *indents, indent_count;
    i32 strategy;
    struct UBreakIterator *words;
    char *locale;
    /* while runs are added */
    i32 next_break;
    double width, last_tab_base;
    i32 first_tab;
    float line_penalty;
    BreakCandidate *candidates;
    u32 count, room;
    /* the result */
    i32 *breaks, *flags;
    float *line_widths;
    u32 line_count, line_room;
} LineBreaker;

enum { LINE_HAS_TAB = 0x20000000 };

LineBreaker *line_breaker_new(void);
void line_breaker_free(LineBreaker *b);
void line_breaker_finish(LineBreaker *b);       /* forgets the paragraph */
void line_breaker_set_locale(LineBreaker *b, const char *tag);
void line_breaker_set_indents(LineBreaker *b, const i32 *indents, i32 count);
/* Takes a copy of the text. Widths and strategy are set by the caller before the first run. */
void line_breaker_begin(LineBreaker *b, const u16 *text, i32 length);
/* The widths of [start, end) have been written to b->widths. text_size > 0: a run of text. replacement: cannot be broken inside. */
void line_breaker_add_run(LineBreaker *b, i32 start, i32 end, float text_size, bool replacement);
/* Fills the result. */
void line_breaker_compute(LineBreaker *b);

#endif
