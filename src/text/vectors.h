/*
 * Word vectors: which words stand in the same places in bug reports. An int8
 * table of the most frequent words, each of length 1.
 */
#ifndef TEXT_VECTORS_H
#define TEXT_VECTORS_H

#include "base/base.h"

enum { VECTOR_DIM = 48, MAX_VECTORS = 9000 };

/* The word's row, or -1. */
int vector_find(const char *lower);
/* out[VECTOR_DIM] gets the vector of a row. */
void vector_get(int row, float *out);
/* Cosine of two words' vectors; 0 when one of them is not known. */
float vector_similarity(const char *a, const char *b);

#endif
