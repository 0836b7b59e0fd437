/*
 * Sentences: where a writer's sentence ends when full stops are missing,
 * abbreviations and versions are full of them, and a line is often a sentence.
 */
#ifndef TEXT_SENTENCE_H
#define TEXT_SENTENCE_H

#include "base/base.h"

typedef struct Span {
    u32 start, end;
} Span;

/*
 * Takes the next sentence of text from *at on; false at the end. A line end
 * parts sentences when the line is complete by itself (see sentence.c); the
 * span never starts or ends with a blank.
 */
bool next_sentence(const char *text, size_t length, size_t *at, Span *out);

#endif
