/*
 * Does a widget answer to the words of a report? One function gives a score
 * and says why; the explorer ranks the widgets of a screen by it.
 */
#ifndef TEXT_MATCH_H
#define TEXT_MATCH_H

#include "base/base.h"

typedef struct WidgetWords {
    const char *text;           /* what it shows; any field may be NULL or "" */
    const char *id;             /* the resource's name: "btn_save_note" or "the.app:id/btn_save_note" */
    const char *description;    /* content description */
    const char *hint;
    const char *icon;           /* the drawable's name: "ic_delete_white_24dp" */
} WidgetWords;

enum { MATCH_REASON = 160 };

/* At and above this the widget is taken to be meant (the paper's threshold, section 3.3.2). */
#define MATCH_SURE 0.8f

/*
 * 0 … 1. reason (NULL, or room for MATCH_REASON bytes) gets a short phrase:
 * `text "Preferences": settings = preferences (UI synonym)`. Opposites (enable
 * and disable, start and stop) never match: their score is 0.
 */
float match_words(const char *words, const WidgetWords *widget, char *reason);

/* How alike two words are, 0 … 1; *why (may be NULL) gets a static phrase. */
float match_word_pair(const char *a, const char *b, const char **why);

#endif
