/*
 * Kernels over GCC's vector types. The same source is compiled for AVX-512,
 * AVX2 and plain x86 (or any other machine); the widest that the processor has
 * is chosen at first use.
 *
 * Products run over packed matrices: 64 outputs at a time stay in registers
 * while the inputs stream past, so that no sum across a register is needed.
 */
#include "text/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef float Vec __attribute__((vector_size(64), aligned(4), may_alias));
typedef i32 IntVec __attribute__((vector_size(64), aligned(4), may_alias));

#define KERNEL static inline __attribute__((always_inline)) void

KERNEL sum_to(const Vec *v, float *out)
{
    float s[16];
    memcpy(s, v, sizeof s);
    float a = 0, b = 0;
    for (int i = 0; i < 8; i++)
        a += s[i], b += s[8 + i];
    *out += a + b;
}

/* Y[n][O] += X[n][I] W[O][I]^T, two rows of X and four of W at a time */
KERNEL multiply(const float *W, const float *X, int n, int O, int I, float *Y)
{
    int vectors = I / 16;
    for (int r = 0; r < n; r += 2) {
        bool two = r + 1 < n;
        const Vec *x0 = (const Vec *)(X + (size_t)r * (size_t)I), *x1 = two ? (const Vec *)(X + (size_t)(r + 1) * (size_t)I) : x0;
        float *y0 = Y + (size_t)r * (size_t)O, *y1 = y0 + O;
        int o = 0;
        for (; o + 3 < O; o += 4) {
            const Vec *w0 = (const Vec *)(W + (size_t)o * (size_t)I), *w1 = w0 + vectors, *w2 = w1 + vectors, *w3 = w2 + vectors;
            Vec a0 = { 0 }, a1 = { 0 }, a2 = { 0 }, a3 = { 0 };
            if (two) {
                Vec b0 = { 0 }, b1 = { 0 }, b2 = { 0 }, b3 = { 0 };
                for (int k = 0; k < vectors; k++) {
                    a0 += x0[k] * w0[k], a1 += x0[k] * w1[k], a2 += x0[k] * w2[k], a3 += x0[k] * w3[k];
                    b0 += x1[k] * w0[k], b1 += x1[k] * w1[k], b2 += x1[k] * w2[k], b3 += x1[k] * w3[k];
                }
                sum_to(&b0, y1 + o), sum_to(&b1, y1 + o + 1), sum_to(&b2, y1 + o + 2), sum_to(&b3, y1 + o + 3);
            } else {
                for (int k = 0; k < vectors; k++)
                    a0 += x0[k] * w0[k], a1 += x0[k] * w1[k], a2 += x0[k] * w2[k], a3 += x0[k] * w3[k];
            }
            sum_to(&a0, y0 + o), sum_to(&a1, y0 + o + 1), sum_to(&a2, y0 + o + 2), sum_to(&a3, y0 + o + 3);
        }
        for (; o < O; o++) {
            const Vec *w = (const Vec *)(W + (size_t)o * (size_t)I);
            Vec a = { 0 }, b = { 0 };
            for (int k = 0; k < vectors; k++)
                a += x0[k] * w[k], b += x1[k] * w[k];
            sum_to(&a, y0 + o);
            if (two)
                sum_to(&b, y1 + o);
        }
    }
}

enum { BLOCK = 64, VECTORS = BLOCK / 16 };

/* One block of 64 outputs for one or two rows of X; w is that block, column by column. */
KERNEL block_product(const float *w, const float *x0, const float *x1, int I, float *y0, float *y1, int outputs)
{
    /* eight named sums: an array of them would live in memory */
    Vec a0 = { 0 }, a1 = { 0 }, a2 = { 0 }, a3 = { 0 }, b0 = { 0 }, b1 = { 0 }, b2 = { 0 }, b3 = { 0 };
    if (x1) {
        for (int i = 0; i < I; i++) {
            const Vec *c = (const Vec *)(w + (size_t)i * BLOCK);
            float p = x0[i], q = x1[i];
            a0 += p * c[0], a1 += p * c[1], a2 += p * c[2], a3 += p * c[3];
            b0 += q * c[0], b1 += q * c[1], b2 += q * c[2], b3 += q * c[3];
        }
    } else {
        /* two sums per output, so that one addition need not wait for the last */
        for (int i = 0; i + 1 < I; i += 2) {
            const Vec *c = (const Vec *)(w + (size_t)i * BLOCK);
            float p = x0[i], q = x0[i + 1];
            a0 += p * c[0], a1 += p * c[1], a2 += p * c[2], a3 += p * c[3];
            b0 += q * c[4], b1 += q * c[5], b2 += q * c[6], b3 += q * c[7];
        }
        a0 += b0, a1 += b1, a2 += b2, a3 += b3;
    }
    if (outputs == BLOCK) {
        Vec *y = (Vec *)y0;
        y[0] += a0, y[1] += a1, y[2] += a2, y[3] += a3;
        y = (Vec *)y1;
        if (y)
            y[0] += b0, y[1] += b1, y[2] += b2, y[3] += b3;
        return;
    }
    Vec out[2 * VECTORS] = { a0, a1, a2, a3, b0, b1, b2, b3 };
    const float *sums = (const float *)out;
    for (int o = 0; o < outputs; o++)
        y0[o] += sums[o];
    for (int o = 0; o < outputs && y1; o++)
        y1[o] += sums[BLOCK + o];
}

KERNEL multiply_packed(const float *W, const float *X, int n, int O, int I, float *Y)
{
    for (int o = 0; o < O; o += BLOCK) {
        const float *w = W + (size_t)o * (size_t)I;
        int outputs = MIN(BLOCK, O - o);
        int r = 0;
        for (; r + 1 < n; r += 2)
            block_product(w, X + (size_t)r * (size_t)I, X + (size_t)(r + 1) * (size_t)I, I, Y + (size_t)r * (size_t)O + o, Y + (size_t)(r + 1) * (size_t)O + o, outputs);
        if (r < n)
            block_product(w, X + (size_t)r * (size_t)I, NULL, I, Y + (size_t)r * (size_t)O + o, NULL, outputs);
    }
}

/* e^x by splitting off the power of two; good to 1e-6 where gates need it */
KERNEL exponential(Vec *v)
{
    Vec x = *v * 1.44269504f;
    IntVec below = x < -80.0f, above = x > 80.0f;
    x = (Vec)(((IntVec)x & ~below & ~above) | ((IntVec)(0 * x - 80.0f) & below) | ((IntVec)(0 * x + 80.0f) & above));
    IntVec whole = __builtin_convertvector(x + 128.0f, IntVec) - 128;
    Vec f = x - __builtin_convertvector(whole, Vec);
    Vec p = 1.0f + f * (0.69314718f + f * (0.24022651f + f * (0.05550411f + f * (0.00961813f + f * 0.00133336f))));
    IntVec bits = (IntVec)p + (whole << 23);
    *v = (Vec)bits;
}

KERNEL gates_to_state(const float *g, int H, float *c, float *h)
{
    for (int i = 0; i < H; i += 16) {
        Vec in = -*(const Vec *)(g + i), forget = -*(const Vec *)(g + H + i), out = -*(const Vec *)(g + 2 * H + i), candidate = -2.0f * *(const Vec *)(g + 3 * H + i);
        exponential(&in), exponential(&forget), exponential(&out), exponential(&candidate);
        Vec a = 2.0f / (1.0f + candidate) - 1.0f;
        Vec state = a / (1.0f + in) + *(Vec *)(c + i) / (1.0f + forget);
        *(Vec *)(c + i) = state;
        Vec t = -2.0f * state;
        exponential(&t);
        *(Vec *)(h + i) = (2.0f / (1.0f + t) - 1.0f) / (1.0f + out);
    }
}

typedef void MultiplyFn(const float *, const float *, int, int, int, float *);
typedef void GatesFn(const float *, int, float *, float *);

static void multiply_plain(const float *W, const float *X, int n, int O, int I, float *Y) { multiply(W, X, n, O, I, Y); }
static void packed_plain(const float *W, const float *X, int n, int O, int I, float *Y) { multiply_packed(W, X, n, O, I, Y); }
static void gates_plain(const float *g, int H, float *c, float *h) { gates_to_state(g, H, c, h); }

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static void multiply_avx2(const float *W, const float *X, int n, int O, int I, float *Y) { multiply(W, X, n, O, I, Y); }
__attribute__((target("avx2,fma"))) static void packed_avx2(const float *W, const float *X, int n, int O, int I, float *Y) { multiply_packed(W, X, n, O, I, Y); }
__attribute__((target("avx2,fma"))) static void gates_avx2(const float *g, int H, float *c, float *h) { gates_to_state(g, H, c, h); }
__attribute__((target("avx512f"))) static void multiply_avx512(const float *W, const float *X, int n, int O, int I, float *Y) { multiply(W, X, n, O, I, Y); }
__attribute__((target("avx512f"))) static void packed_avx512(const float *W, const float *X, int n, int O, int I, float *Y) { multiply_packed(W, X, n, O, I, Y); }
__attribute__((target("avx512f"))) static void gates_avx512(const float *g, int H, float *c, float *h) { gates_to_state(g, H, c, h); }
#endif

static MultiplyFn *chosen_multiply, *chosen_packed;
static GatesFn *chosen_gates;

static void choose(void)
{
    if (chosen_multiply)
        return;
    chosen_multiply = multiply_plain, chosen_packed = packed_plain, chosen_gates = gates_plain;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        chosen_multiply = multiply_avx512, chosen_packed = packed_avx512, chosen_gates = gates_avx512;
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        chosen_multiply = multiply_avx2, chosen_packed = packed_avx2, chosen_gates = gates_avx2;
#endif
}

void matrix_add(const Matrix *m, const float *X, int n, float *Y)
{
    choose();
    if (m->packed)
        chosen_packed(m->packed, X, n, m->rows, m->columns, Y);
    else if (m->data)
        chosen_multiply(m->data, X, n, m->rows, m->columns, Y);
}

void matrix_apply(const Matrix *m, const float *bias, const float *X, int n, float *Y)
{
    for (int r = 0; r < n; r++) {
        if (bias)
            memcpy(Y + (size_t)r * (size_t)m->rows, bias, sizeof(float) * (size_t)m->rows);
        else
            memset(Y + (size_t)r * (size_t)m->rows, 0, sizeof(float) * (size_t)m->rows);
    }
    matrix_add(m, X, n, Y);
}

void lstm_run(const Lstm *lstm, const float *X, int n, bool backward, float *out, int stride, float *scratch)
{
    int H = lstm->hidden;
    float c[256] = { 0 };
    choose();
    matrix_apply(&lstm->input, lstm->bias.data, X, n, scratch);
    for (int s = 0; s < n; s++) {
        int t = backward ? n - 1 - s : s;
        float *gates = scratch + (size_t)t * 4 * (size_t)H;
        if (s)
            matrix_add(&lstm->recurrent, out + (size_t)(backward ? t + 1 : t - 1) * (size_t)stride, 1, gates);
        chosen_gates(gates, H, c, out + (size_t)t * (size_t)stride);
    }
}

void softmax_in_place(float *values, int n)
{
    float largest = values[0], sum = 0;
    for (int i = 1; i < n; i++)
        largest = MAX(largest, values[i]);
    for (int i = 0; i < n; i++)
        sum += values[i] = expf(values[i] - largest);
    for (int i = 0; i < n; i++)
        values[i] /= sum;
}

u32 read_count(WeightReader *reader)
{
    u32 value = 0;
    if (reader->bad || reader->end - reader->at < 4) {
        reader->bad = true;
        return 0;
    }
    memcpy(&value, reader->at, 4);
    reader->at += 4;
    return value;
}

const char *read_name(WeightReader *reader, u8 *length)
{
    if (reader->bad || reader->at >= reader->end || reader->end - reader->at < 1 + *reader->at) {
        reader->bad = true;
        *length = 0;
        return "";
    }
    *length = *reader->at;
    const char *name = (const char *)reader->at + 1;
    reader->at += 1 + *length;
    return name;
}

Table read_table(WeightReader *reader, int rows, int columns)
{
    Table table = { rows, columns, reader->at };
    size_t size = (size_t)rows * ((size_t)columns + 4);
    if (reader->bad || (size_t)(reader->end - reader->at) < size) {
        reader->bad = true;
        return (Table){ 0 };
    }
    reader->at += size;
    return table;
}

void table_add_row(const Table *table, int row, float *out)
{
    const u8 *p = table->data + (size_t)row * ((size_t)table->columns + 4);
    const i8 *values = (const i8 *)p + 4;
    float scale;
    memcpy(&scale, p, 4);
    for (int i = 0; i < table->columns; i++)
        out[i] += scale * (float)values[i];
}

Matrix read_matrix(WeightReader *reader, int rows, int columns)
{
    Table table = read_table(reader, rows, columns);
    Matrix m = { rows, columns, NULL, NULL };
    if (!table.data)
        return m;
    m.data = xcalloc((size_t)rows * (size_t)columns, sizeof(float));    /* lives as long as the program */
    for (int r = 0; r < rows; r++)
        table_add_row(&table, r, m.data + (size_t)r * (size_t)columns);
    return m;
}

Matrix read_packed(WeightReader *reader, int rows, int columns)
{
    Table table = read_table(reader, rows, columns);
    Matrix m = { rows, columns, NULL, NULL };
    if (!table.data)
        return m;
    size_t blocks = ((size_t)rows + BLOCK - 1) / BLOCK;
    m.packed = xcalloc(blocks * BLOCK * (size_t)columns, sizeof(float));    /* lives as long as the program */
    for (int r = 0; r < rows; r++) {
        const u8 *p = table.data + (size_t)r * ((size_t)columns + 4);
        const i8 *values = (const i8 *)p + 4;
        float scale, *block = m.packed + (size_t)(r / BLOCK) * BLOCK * (size_t)columns + r % BLOCK;
        memcpy(&scale, p, 4);
        for (int i = 0; i < columns; i++)
            block[(size_t)i * BLOCK] = scale * (float)values[i];
    }
    return m;
}
