/*
 * The few pieces of neural networks that the models run on: matrices times
 * vectors, an LSTM, and the reader of weight files.
 *
 * A weight file stores each matrix row by row: a float scale, then int8 values.
 * Matrices are expanded to floats when a model is first used.
 */
#ifndef TEXT_NET_H
#define TEXT_NET_H

#include "base/arena.h"

typedef struct Matrix {
    int rows, columns;
    float *data;        /* row by row */
    float *packed;      /* for products: blocks of 64 rows, each column by column; NULL: data is used */
} Matrix;

/* A table of vectors that stays int8: rows are expanded one at a time. */
typedef struct Table {
    int rows, columns;
    const u8 *data;
} Table;

typedef struct WeightReader {
    const u8 *at, *end;
    bool bad;           /* the file is shorter than it says */
} WeightReader;

u32 read_count(WeightReader *reader);
/* A string of at most 255 bytes; not ended by 0. */
const char *read_name(WeightReader *reader, u8 *length);
Matrix read_matrix(WeightReader *reader, int rows, int columns);
/* A matrix that is only multiplied by: packed for it. */
Matrix read_packed(WeightReader *reader, int rows, int columns);
Table read_table(WeightReader *reader, int rows, int columns);
/* out[columns] += row of table */
void table_add_row(const Table *table, int row, float *out);

/* Y[n][rows] = X[n][columns] M^T + bias (bias may be NULL). An unpacked matrix's columns must be a multiple of 16. */
void matrix_apply(const Matrix *m, const float *bias, const float *X, int n, float *Y);
/* Adds instead of setting. */
void matrix_add(const Matrix *m, const float *X, int n, float *Y);

typedef struct Lstm {
    Matrix input, recurrent;    /* gates: input, forget, output, candidate */
    Matrix bias;
    int hidden;
} Lstm;

/*
 * Runs over X[n][in]; out[t * stride] gets hidden values for each step. Backward
 * runs from the last to the first. scratch holds n * 4 * hidden floats.
 */
void lstm_run(const Lstm *lstm, const float *X, int n, bool backward, float *out, int stride, float *scratch);

void softmax_in_place(float *values, int n);

#endif
