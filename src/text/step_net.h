/*
 * The paper's step model (section 3.1.2): the sizes that the trainer and the
 * runtime share, and how a sentence becomes rows of vectors.
 *
 *   words ─ vectors ─ CNN of width 3, maximum over the sentence ─┐ five sentences,
 *   (the target and two on either side, farthest first) ─────────┴ LSTM ─ linear ─ p
 */
#ifndef TEXT_STEP_NET_H
#define TEXT_STEP_NET_H

#include "text/step_model.h"
#include "text/vectors.h"

enum {
    NET_INPUT = VECTOR_DIM + 16,    /* a word's vector and marks: quoted, number, arrow, list mark, heading … */
    NET_WIDTH = 3,
    NET_WINDOW = NET_INPUT * NET_WIDTH,
    NET_FILTERS = 64,
    NET_HIDDEN = 32,
    NET_CONTEXT = 5,
    NET_WORDS = 40,                 /* of a sentence; the rest is cut */
};

/* Rows of NET_INPUT floats, padded by a row of zeros at either end; returns how many windows there are. */
int step_net_rows(const SentenceView *view, float *rows);

#endif
