/*
 * What the parser's trainer and its runtime agree on: the sizes of the network
 * and the features of a word.
 *
 *   word ─ embedding (WORD_DIM) ┐
 *   its letters ─ sum of hashed ├─ two layers of bidirectional LSTM ─┬─ tags (from the first)
 *   n-grams' vectors (GRAM_DIM) ┘                                    └─ arcs and labels (from the second)
 */
#ifndef TEXT_PARSER_FORMAT_H
#define TEXT_PARSER_FORMAT_H

#include "base/base.h"

enum {
    WORD_DIM = 64,
    GRAM_DIM = 48,
    INPUT_DIM = WORD_DIM + GRAM_DIM,
    HIDDEN = 96,                /* per direction */
    GATES = 4 * HIDDEN,         /* input, forget, output, candidate */
    BOTH = 2 * HIDDEN,
    ARC_DIM = 96,
    LABEL_DIM = 48,
    GRAM_BUCKETS = 8192,
    MAX_GRAMS = 48,
    MAX_LABELS = 64,
    MAX_PARSED = 160,           /* tokens of a sentence; what comes after gets no tree */
    UNKNOWN_WORD = 0,
    ROOT_WORD = 1,
};

/* The buckets of a word's n-grams, affixes and shape; returns how many. */
int word_grams(const char *word, u32 *out);
/* The form that the vocabulary is looked up by: lower case, digits as 0. */
void normal_form(const char *word, char *out, size_t room);

#endif
