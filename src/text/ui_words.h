/* Tables of UI words: phrases that name the same thing, and words that exclude each other. */
#ifndef TEXT_UI_WORDS_H
#define TEXT_UI_WORDS_H

#include "base/base.h"

/* The synonym group of a phrase ("three dots", "preferences"), or 0. A phrase may be in two: skip says how many to pass over. */
int ui_group(const char *phrase, size_t length, int skip);
bool ui_opposites(const char *a, const char *b);

#endif
