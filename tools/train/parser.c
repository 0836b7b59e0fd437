/*
 * Trains the tagger and dependency parser on a treebank in CoNLL-U.
 *
 *   train-parser ewt-train.conllu ewt-dev.conllu data/parser.bin [epochs]
 *
 * The network is drawn in src/text/parser_format.h: a two-layer BiLSTM; tags
 * are read off the first layer, arcs (bilinear, softmax over heads) and labels
 * off the second (after Kiperwasser and Goldberg 2016, Dozat and Manning 2017).
 * Adam with a decaying rate, dropout, an average of the last weights; one core,
 * no library. Weights are written as int8 with a scale per row.
 */
#include "base/buf.h"
#include "base/file.h"
#include "base/map.h"
#include "text/parser_format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_N = MAX_PARSED + 1, BATCH = 16, XPOS_MAX = 64, UPOS_MAX = 20 };

typedef float Vec __attribute__((vector_size(64), aligned(4), may_alias));

/* ---- data ---- */

typedef struct Tok { int word, gram_count; u32 grams[MAX_GRAMS], lower_grams[MAX_GRAMS]; int lower_gram_count; int upos, xpos, head, label; } Tok;
typedef struct Sent { int n; Tok *t; } Sent;
typedef struct Set { Sent *s; int count; } Set;

static Map words, upos_ids, xpos_ids, label_ids;
static char *word_names[40000], *upos_names[UPOS_MAX], *xpos_names[XPOS_MAX], *label_names[MAX_LABELS];
static int word_freq[40000], word_count = 2, upos_count, xpos_count, label_count;

static int id_of(Map *map, char **names, int *count, int max, const char *name, bool add)
{
    void **slot = map_slot(map, name);
    if (!*slot) {
        if (!add || *count >= max)
            return -1;
        names[*count] = xstrdup(name);
        *slot = (void *)(intptr_t)(++*count);
    }
    return (int)(intptr_t)*slot - 1;
}

static Set read_conllu(const char *path, bool train)
{
    Set set = { 0 };
    FILE *in = fopen(path, "r");
    if (!in) {
        perror(path);
        exit(1);
    }
    Map counts = { 0 };
    char line[65536];
    if (train) {
        /* words seen twice or more are known */
        while (fgets(line, sizeof line, in)) {
            if (line[0] < '0' || line[0] > '9')
                continue;
            strtok(line, "\t");
            char *form = strtok(NULL, "\t"), norm[128];
            normal_form(form, norm, sizeof norm);
            void **c = map_slot(&counts, norm);
            *c = (void *)((intptr_t)*c + 1);
        }
        MAP_EACH(&counts, e) {
            if ((intptr_t)e->value >= 2 && word_count < 39999) {
                word_freq[word_count] = (int)(intptr_t)e->value;
                word_names[word_count] = xstrdup(e->key);
                map_put(&words, e->key, (void *)(intptr_t)++word_count);
            }
        }
        rewind(in);
    }
    Tok *buffer = xmalloc(sizeof(Tok) * 1000);
    int n = 0, room = 0;
    while (fgets(line, sizeof line, in)) {
        if (line[0] == '\n') {
            if (n && n < MAX_N - 1) {
                if (set.count == room)
                    set.s = xrealloc(set.s, sizeof(Sent) * (size_t)(room = room ? room * 2 : 1024));
                Tok *t = xmalloc(sizeof(Tok) * (size_t)n);
                memcpy(t, buffer, sizeof(Tok) * (size_t)n);
                set.s[set.count++] = (Sent){ n, t };
            }
            n = 0;
            continue;
        }
        char *column[10] = { 0 };
        int c = 0;
        for (char *p = strtok(line, "\t\n"); p && c < 10; p = strtok(NULL, "\t\n"))
            column[c++] = p;
        if (line[0] == '#' || c < 8 || strchr(column[0], '-') || strchr(column[0], '.') || n >= 999)
            continue;
        Tok *t = &buffer[n++];
        char norm[128];
        normal_form(column[1], norm, sizeof norm);
        intptr_t id = (intptr_t)map_get(&words, norm);
        t->word = id ? (int)id - 1 : UNKNOWN_WORD;
        t->gram_count = word_grams(column[1], t->grams);
        char low[256];
        size_t k = 0;
        for (; column[1][k] && k < 255; k++)
            low[k] = (char)((column[1][k] >= 'A' && column[1][k] <= 'Z') ? column[1][k] + 32 : column[1][k]);
        low[k] = 0;
        t->lower_gram_count = word_grams(low, t->lower_grams);
        t->upos = id_of(&upos_ids, upos_names, &upos_count, UPOS_MAX, column[3], train);
        t->xpos = id_of(&xpos_ids, xpos_names, &xpos_count, XPOS_MAX, column[4], train);
        t->head = atoi(column[6]);
        t->label = id_of(&label_ids, label_names, &label_count, MAX_LABELS, column[7], train);
    }
    fclose(in);
    free(buffer);
    return set;
}

/* ---- parameters: one array, a name per piece ---- */

typedef struct Piece { int rows, columns; size_t at; } Piece;
static Piece pieces[64];
static int piece_count;
static size_t dense_from, total;

static int piece(int rows, int columns)
{
    pieces[piece_count] = (Piece){ rows, columns, total };
    total += (size_t)rows * (size_t)columns;
    total = (total + 15) / 16 * 16;
    return piece_count++;
}

static int P_WORDS, P_GRAMS, P_WX[2][2], P_WH[2][2], P_B[2][2], P_UPOS, P_UPOS_B, P_XPOS, P_XPOS_B, P_ARC_H, P_ARC_HB, P_ARC_D, P_ARC_DB, P_U, P_V, P_LAB_H, P_LAB_HB,
    P_LAB_D, P_LAB_DB, P_LAB_W, P_LAB_WD, P_LAB_WH, P_LAB_B;
static float *param, *grad, *adam_m, *adam_v, *average;
#define W(p) (param + pieces[p].at)
#define G(p) (grad + pieces[p].at)

static u64 seed = 0x9e3779b97f4a7c15ull;
static u32 rnd(void)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (u32)(seed >> 20);
}
static float uniform(void) { return (float)(rnd() & 0xffffff) / 16777216.0f; }

static void lay_out(void)
{
    P_WORDS = piece(word_count, WORD_DIM);
    P_GRAMS = piece(GRAM_BUCKETS, GRAM_DIM);
    dense_from = total;
    for (int l = 0; l < 2; l++)
        for (int d = 0; d < 2; d++) {
            P_WX[l][d] = piece(GATES, l ? BOTH : INPUT_DIM);
            P_WH[l][d] = piece(GATES, HIDDEN);
            P_B[l][d] = piece(1, GATES);
        }
    P_UPOS = piece(upos_count, BOTH), P_UPOS_B = piece(1, upos_count);
    P_XPOS = piece(xpos_count, BOTH), P_XPOS_B = piece(1, xpos_count);
    P_ARC_H = piece(ARC_DIM, BOTH), P_ARC_HB = piece(1, ARC_DIM);
    P_ARC_D = piece(ARC_DIM, BOTH), P_ARC_DB = piece(1, ARC_DIM);
    P_U = piece(ARC_DIM, ARC_DIM), P_V = piece(1, ARC_DIM);
    P_LAB_H = piece(LABEL_DIM, BOTH), P_LAB_HB = piece(1, LABEL_DIM);
    P_LAB_D = piece(LABEL_DIM, BOTH), P_LAB_DB = piece(1, LABEL_DIM);
    P_LAB_W = piece(label_count * LABEL_DIM, LABEL_DIM);
    P_LAB_WD = piece(label_count, LABEL_DIM), P_LAB_WH = piece(label_count, LABEL_DIM), P_LAB_B = piece(1, label_count);
    param = aligned_alloc(64, total * 4 + 64), grad = aligned_alloc(64, total * 4 + 64);
    adam_m = xcalloc(total, 4), adam_v = xcalloc(total, 4), average = xcalloc(total, 4);
    memset(grad, 0, total * 4);
    memset(param, 0, total * 4);
    for (int p = 0; p < piece_count; p++) {
        if (pieces[p].rows == 1)
            continue;
        float scale = p == P_WORDS || p == P_GRAMS ? 0.1f : sqrtf(6.0f / (float)(pieces[p].rows + pieces[p].columns));
        if (p == P_LAB_W)
            scale = 0.05f;
        if (p == P_U)
            scale = 0.1f;
        size_t n = (size_t)pieces[p].rows * (size_t)pieces[p].columns;
        for (size_t i = 0; i < n; i++)
            W(p)[i] = (uniform() * 2 - 1) * scale;
    }
    for (int l = 0; l < 2; l++)
        for (int d = 0; d < 2; d++)
            for (int i = 0; i < HIDDEN; i++)
                W(P_B[l][d])[HIDDEN + i] = 1;    /* remember at first */
}

/* ---- kernels; all inner sizes are multiples of 16 ---- */

static float sum16(Vec v) { float s = 0; for (int i = 0; i < 16; i++) s += v[i]; return s; }

/* Y[n][O] += X[n][I] W[O][I]^T */
static void forward_mm(float *Y, const float *X, const float *Wt, int n, int O, int I)
{
    for (int r = 0; r < n; r += 2) {
        const Vec *x0 = (const Vec *)(X + (size_t)r * I), *x1 = (const Vec *)(X + (size_t)MIN(r + 1, n - 1) * I);
        bool two = r + 1 < n;
        int o = 0;
        for (; o + 3 < O; o += 4) {
            Vec a[8] = { 0 };
            const Vec *w0 = (const Vec *)(Wt + (size_t)o * I), *w1 = (const Vec *)(Wt + (size_t)(o + 1) * I), *w2 = (const Vec *)(Wt + (size_t)(o + 2) * I), *w3 = (const Vec *)(Wt + (size_t)(o + 3) * I);
            for (int k = 0; k < I / 16; k++) {
                a[0] += x0[k] * w0[k], a[1] += x0[k] * w1[k], a[2] += x0[k] * w2[k], a[3] += x0[k] * w3[k];
                a[4] += x1[k] * w0[k], a[5] += x1[k] * w1[k], a[6] += x1[k] * w2[k], a[7] += x1[k] * w3[k];
            }
            for (int k = 0; k < 4; k++) {
                Y[(size_t)r * O + o + k] += sum16(a[k]);
                if (two)
                    Y[(size_t)(r + 1) * O + o + k] += sum16(a[4 + k]);
            }
        }
        for (; o < O; o++) {
            Vec a = { 0 }, b = { 0 };
            const Vec *w0 = (const Vec *)(Wt + (size_t)o * I);
            for (int k = 0; k < I / 16; k++)
                a += x0[k] * w0[k], b += x1[k] * w0[k];
            Y[(size_t)r * O + o] += sum16(a);
            if (two)
                Y[(size_t)(r + 1) * O + o] += sum16(b);
        }
    }
}

/* dX[n][I] += dY[n][O] W[O][I] */
static void backward_x(float *dX, const float *dY, const float *Wt, int n, int O, int I)
{
    for (int r = 0; r < n; r++) {
        float *dx = dX + (size_t)r * I;
        const float *dy = dY + (size_t)r * O;
        for (int c = 0; c < I; c += 96) {
            int vs = MIN(96, I - c) / 16;
            Vec a[6] = { 0 };
            if (vs == 6) {
                for (int o = 0; o < O; o++) {
                    const Vec *w = (const Vec *)(Wt + (size_t)o * I + c);
                    float g = dy[o];
                    for (int k = 0; k < 6; k++)
                        a[k] += g * w[k];
                }
            } else {
                for (int o = 0; o < O; o++) {
                    const Vec *w = (const Vec *)(Wt + (size_t)o * I + c);
                    float g = dy[o];
                    for (int k = 0; k < vs; k++)
                        a[k] += g * w[k];
                }
            }
            for (int k = 0; k < vs; k++)
                *(Vec *)(dx + c + 16 * k) += a[k];
        }
    }
}

/* dW[O][I] += dY[n][O]^T X[n][I] */
static void backward_w(float *dW, const float *dY, const float *X, int n, int O, int I)
{
    for (int o = 0; o < O; o++)
        for (int c = 0; c < I; c += 96) {
            int vs = MIN(96, I - c) / 16;
            Vec a[6];
            for (int k = 0; k < vs; k++)
                a[k] = *(Vec *)(dW + (size_t)o * I + c + 16 * k);
            for (int r = 0; r < n; r++) {
                float g = dY[(size_t)r * O + o];
                const Vec *x = (const Vec *)(X + (size_t)r * I + c);
                for (int k = 0; k < vs; k++)
                    a[k] += g * x[k];
            }
            for (int k = 0; k < vs; k++)
                *(Vec *)(dW + (size_t)o * I + c + 16 * k) = a[k];
        }
}

static void add_bias(float *Y, const float *b, int n, int O)
{
    for (int r = 0; r < n; r++)
        for (int o = 0; o < O; o++)
            Y[(size_t)r * O + o] += b[o];
}
static void bias_grad(float *db, const float *dY, int n, int O)
{
    for (int r = 0; r < n; r++)
        for (int o = 0; o < O; o++)
            db[o] += dY[(size_t)r * O + o];
}
static float sigmoid(float x) { return 1 / (1 + expf(-x)); }

/* ---- the network ---- */

typedef struct Layer { float gates[2][MAX_N * GATES], c[2][MAX_N * HIDDEN], tc[2][MAX_N * HIDDEN], h[2][MAX_N * HIDDEN]; float out[MAX_N * BOTH]; float mask_in[BOTH]; float in[MAX_N * BOTH]; } Layer;
static Layer layers[2];
static int ids[MAX_N];
static const u32 *gram_of[MAX_N];
static int gram_n[MAX_N];
static float top[MAX_N * BOTH], top_mask[BOTH], arc_h[MAX_N * ARC_DIM], arc_d[MAX_N * ARC_DIM], lab_h[MAX_N * LABEL_DIM], lab_d[MAX_N * LABEL_DIM], ud[MAX_N * ARC_DIM], scores[MAX_N * MAX_N];
static float mlp_mask[4][ARC_DIM];
static float up[MAX_N * UPOS_MAX], xp[MAX_N * XPOS_MAX];

static void make_mask(float *m, int n, float p, bool train)
{
    for (int i = 0; i < n; i++)
        m[i] = !train ? 1 : uniform() < p ? 0 : 1 / (1 - p);
}

static void lstm_forward(int l, int n, int I)
{
    Layer *y = &layers[l];
    for (int d = 0; d < 2; d++) {
        float *g = y->gates[d];
        memset(g, 0, sizeof(float) * (size_t)n * GATES);
        forward_mm(g, y->in, W(P_WX[l][d]), n, GATES, I);
        add_bias(g, W(P_B[l][d]), n, GATES);
        for (int s = 0; s < n; s++) {
            int t = d ? n - 1 - s : s, prev = d ? t + 1 : t - 1;
            float *gt = g + (size_t)t * GATES;
            if (s)
                forward_mm(gt, y->h[d] + (size_t)prev * HIDDEN, W(P_WH[l][d]), 1, GATES, HIDDEN);
            for (int i = 0; i < HIDDEN; i++) {
                float ig = gt[i] = sigmoid(gt[i]), f = gt[HIDDEN + i] = sigmoid(gt[HIDDEN + i]), o = gt[2 * HIDDEN + i] = sigmoid(gt[2 * HIDDEN + i]), a = gt[3 * HIDDEN + i] = tanhf(gt[3 * HIDDEN + i]);
                float c = ig * a + (s ? f * y->c[d][prev * HIDDEN + i] : 0);
                y->c[d][t * HIDDEN + i] = c;
                float tc = y->tc[d][t * HIDDEN + i] = tanhf(c);
                y->h[d][t * HIDDEN + i] = o * tc;
                y->out[t * BOTH + d * HIDDEN + i] = o * tc;
            }
        }
    }
}

static float dgates[MAX_N * GATES], hprev[MAX_N * HIDDEN];

/* dout[n][BOTH] -> din[n][I] */
static void lstm_backward(int l, int n, int I, const float *dout, float *din)
{
    Layer *y = &layers[l];
    memset(din, 0, sizeof(float) * (size_t)n * (size_t)I);
    for (int d = 0; d < 2; d++) {
        float dh[HIDDEN] = { 0 }, dc[HIDDEN] = { 0 };
        for (int s = n - 1; s >= 0; s--) {
            int t = d ? n - 1 - s : s, prev = d ? t + 1 : t - 1;
            const float *gt = y->gates[d] + (size_t)t * GATES;
            float *dg = dgates + (size_t)t * GATES;
            for (int i = 0; i < HIDDEN; i++) {
                float ig = gt[i], f = gt[HIDDEN + i], o = gt[2 * HIDDEN + i], a = gt[3 * HIDDEN + i], tc = y->tc[d][t * HIDDEN + i];
                float g = dh[i] + dout[t * BOTH + d * HIDDEN + i];
                float dct = dc[i] + g * o * (1 - tc * tc);
                dg[2 * HIDDEN + i] = g * tc * o * (1 - o);
                dg[i] = dct * a * ig * (1 - ig);
                dg[3 * HIDDEN + i] = dct * ig * (1 - a * a);
                dg[HIDDEN + i] = s ? dct * y->c[d][prev * HIDDEN + i] * f * (1 - f) : 0;
                dc[i] = dct * f;
            }
            memset(dh, 0, sizeof dh);
            if (s) {
                backward_x(dh, dg, W(P_WH[l][d]), 1, GATES, HIDDEN);
                memcpy(hprev + (size_t)t * HIDDEN, y->h[d] + (size_t)prev * HIDDEN, sizeof(float) * HIDDEN);
            } else {
                memset(hprev + (size_t)t * HIDDEN, 0, sizeof(float) * HIDDEN);
            }
        }
        backward_w(G(P_WH[l][d]), dgates, hprev, n, GATES, HIDDEN);
        backward_w(G(P_WX[l][d]), dgates, y->in, n, GATES, I);
        bias_grad(G(P_B[l][d]), dgates, n, GATES);
        backward_x(din, dgates, W(P_WX[l][d]), n, GATES, I);
    }
}

static void mlp(float *out, int pw, int pb, int n, int O, const float *mask)
{
    memset(out, 0, sizeof(float) * (size_t)n * (size_t)O);
    forward_mm(out, top, W(pw), n, O, BOTH);
    add_bias(out, W(pb), n, O);
    for (int r = 0; r < n; r++)
        for (int o = 0; o < O; o++)
            out[r * O + o] = out[r * O + o] > 0 ? out[r * O + o] * mask[o] : 0.1f * out[r * O + o] * mask[o];
}

static void mlp_backward(float *d, const float *out, int pw, int pb, int n, int O, const float *mask, float *dtop)
{
    for (int r = 0; r < n; r++)
        for (int o = 0; o < O; o++)
            d[r * O + o] *= mask[o] * (out[r * O + o] > 0 ? 1 : 0.1f);
    backward_w(G(pw), d, top, n, O, BOTH);
    bias_grad(G(pb), d, n, O);
    backward_x(dtop, d, W(pw), n, O, BOTH);
}

static void label_scores(float *out, const float *ld, const float *lh)
{
    float t[MAX_LABELS * LABEL_DIM];
    memset(t, 0, sizeof(float) * (size_t)label_count * LABEL_DIM);
    forward_mm(t, lh, W(P_LAB_W), 1, label_count * LABEL_DIM, LABEL_DIM);
    for (int k = 0; k < label_count; k++) {
        float s = W(P_LAB_B)[k];
        for (int i = 0; i < LABEL_DIM; i++)
            s += ld[i] * (t[k * LABEL_DIM + i] + W(P_LAB_WD)[k * LABEL_DIM + i]) + lh[i] * W(P_LAB_WH)[k * LABEL_DIM + i];
        out[k] = s;
    }
}

static void softmax(float *x, int n)
{
    float m = x[0], s = 0;
    for (int i = 1; i < n; i++)
        m = MAX(m, x[i]);
    for (int i = 0; i < n; i++)
        s += x[i] = expf(x[i] - m);
    for (int i = 0; i < n; i++)
        x[i] /= s;
}

static void forward(const Sent *s, bool train)
{
    int n = s->n + 1;
    bool lower = train && uniform() < 0.08f;
    layers[0].in[0] = 0;
    for (int t = 0; t < n; t++) {
        float *x = layers[0].in + (size_t)t * INPUT_DIM;
        memset(x, 0, sizeof(float) * INPUT_DIM);
        int id = t ? s->t[t - 1].word : ROOT_WORD;
        gram_n[t] = t ? (lower ? s->t[t - 1].lower_gram_count : s->t[t - 1].gram_count) : 0;
        gram_of[t] = t ? (lower ? s->t[t - 1].lower_grams : s->t[t - 1].grams) : NULL;
        if (train && t && uniform() < 0.4f / (0.4f + (float)word_freq[id]) + 0.05f)
            id = UNKNOWN_WORD;
        if (train && t && uniform() < 0.05f)
            gram_n[t] = 0;
        ids[t] = id;
        memcpy(x, W(P_WORDS) + (size_t)id * WORD_DIM, sizeof(float) * WORD_DIM);
        for (int k = 0; k < gram_n[t]; k++) {
            const float *g = W(P_GRAMS) + (size_t)gram_of[t][k] * GRAM_DIM;
            for (int i = 0; i < GRAM_DIM; i++)
                x[WORD_DIM + i] += g[i];
        }
    }
    make_mask(layers[0].mask_in, INPUT_DIM, 0.25f, train);
    for (int t = 0; t < n; t++)
        for (int i = 0; i < INPUT_DIM; i++)
            layers[0].in[(size_t)t * INPUT_DIM + i] *= layers[0].mask_in[i];
    lstm_forward(0, n, INPUT_DIM);
    make_mask(layers[1].mask_in, BOTH, 0.33f, train);
    for (int t = 0; t < n; t++)
        for (int i = 0; i < BOTH; i++)
            layers[1].in[(size_t)t * BOTH + i] = layers[0].out[(size_t)t * BOTH + i] * layers[1].mask_in[i];
    memset(up, 0, sizeof up), memset(xp, 0, sizeof xp);
    forward_mm(up, layers[1].in, W(P_UPOS), n, upos_count, BOTH);
    add_bias(up, W(P_UPOS_B), n, upos_count);
    forward_mm(xp, layers[1].in, W(P_XPOS), n, xpos_count, BOTH);
    add_bias(xp, W(P_XPOS_B), n, xpos_count);
    lstm_forward(1, n, BOTH);
    make_mask(top_mask, BOTH, 0.33f, train);
    for (int t = 0; t < n; t++)
        for (int i = 0; i < BOTH; i++)
            top[(size_t)t * BOTH + i] = layers[1].out[(size_t)t * BOTH + i] * top_mask[i];
    make_mask(mlp_mask[0], ARC_DIM, 0.33f, train), make_mask(mlp_mask[1], ARC_DIM, 0.33f, train);
    make_mask(mlp_mask[2], LABEL_DIM, 0.33f, train), make_mask(mlp_mask[3], LABEL_DIM, 0.33f, train);
    mlp(arc_h, P_ARC_H, P_ARC_HB, n, ARC_DIM, mlp_mask[0]);
    mlp(arc_d, P_ARC_D, P_ARC_DB, n, ARC_DIM, mlp_mask[1]);
    mlp(lab_h, P_LAB_H, P_LAB_HB, n, LABEL_DIM, mlp_mask[2]);
    mlp(lab_d, P_LAB_D, P_LAB_DB, n, LABEL_DIM, mlp_mask[3]);
    memset(ud, 0, sizeof(float) * (size_t)n * ARC_DIM);
    forward_mm(ud, arc_d, W(P_U), n, ARC_DIM, ARC_DIM);
    add_bias(ud, W(P_V), n, ARC_DIM);
    memset(scores, 0, sizeof(float) * (size_t)n * (size_t)n);
    forward_mm(scores, ud, arc_h, n, n, ARC_DIM);
    for (int i = 0; i < n; i++)
        scores[i * n + i] = -1e9f;
}

static double backward(const Sent *s)
{
    static float dtop[MAX_N * BOTH], d_ah[MAX_N * ARC_DIM], d_ad[MAX_N * ARC_DIM], d_lh[MAX_N * LABEL_DIM], d_ld[MAX_N * LABEL_DIM], d_ud[MAX_N * ARC_DIM], d1[MAX_N * BOTH], d1in[MAX_N * BOTH], d0in[MAX_N * BOTH];
    int n = s->n + 1;
    double loss = 0;
    memset(d_ah, 0, sizeof(float) * (size_t)n * ARC_DIM), memset(d_ad, 0, sizeof(float) * (size_t)n * ARC_DIM);
    memset(d_lh, 0, sizeof(float) * (size_t)n * LABEL_DIM), memset(d_ld, 0, sizeof(float) * (size_t)n * LABEL_DIM);
    memset(d_ud, 0, sizeof(float) * (size_t)n * ARC_DIM), memset(dtop, 0, sizeof(float) * (size_t)n * BOTH);
    for (int i = 0; i < n; i++)
        scores[i] = 0; /* the root has no head */
    for (int i = 1; i < n; i++) {
        float *row = scores + (size_t)i * n;
        int gold = s->t[i - 1].head;
        softmax(row, n);
        loss -= log(row[gold] + 1e-9);
        row[gold] -= 1;
        /* the label of the gold arc */
        float l[MAX_LABELS];
        const float *ld = lab_d + (size_t)i * LABEL_DIM, *lh = lab_h + (size_t)gold * LABEL_DIM;
        label_scores(l, ld, lh);
        softmax(l, label_count);
        int k0 = s->t[i - 1].label;
        loss -= log(l[k0] + 1e-9);
        l[k0] -= 1;
        for (int k = 0; k < label_count; k++) {
            float g = l[k];
            if (fabsf(g) < 1e-4f)
                continue;
            G(P_LAB_B)[k] += g;
            float *gw = G(P_LAB_W) + (size_t)k * LABEL_DIM * LABEL_DIM;
            const float *w = W(P_LAB_W) + (size_t)k * LABEL_DIM * LABEL_DIM;
            float *gd = G(P_LAB_WD) + k * LABEL_DIM, *gh = G(P_LAB_WH) + k * LABEL_DIM;
            const float *wd = W(P_LAB_WD) + k * LABEL_DIM, *wh = W(P_LAB_WH) + k * LABEL_DIM;
            float *dd = d_ld + (size_t)i * LABEL_DIM, *dh = d_lh + (size_t)gold * LABEL_DIM;
            for (int a = 0; a < LABEL_DIM; a++) {
                float ga = g * ld[a], dot = 0;
                for (int b = 0; b < LABEL_DIM; b++) {
                    gw[a * LABEL_DIM + b] += ga * lh[b];
                    dot += w[a * LABEL_DIM + b] * lh[b];
                    dh[b] += ga * w[a * LABEL_DIM + b];
                }
                dd[a] += g * (dot + wd[a]);
                gd[a] += g * ld[a];
                gh[a] += g * lh[a];
            }
            for (int b = 0; b < LABEL_DIM; b++)
                dh[b] += g * wh[b];
        }
    }
    /* scores = ud · arc_h^T */
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++) {
            float g = scores[(size_t)i * n + j];
            if (i == j || fabsf(g) < 1e-5f)
                continue;
            for (int a = 0; a < ARC_DIM; a++) {
                d_ud[i * ARC_DIM + a] += g * arc_h[j * ARC_DIM + a];
                d_ah[j * ARC_DIM + a] += g * ud[i * ARC_DIM + a];
            }
        }
    backward_w(G(P_U), d_ud, arc_d, n, ARC_DIM, ARC_DIM);
    bias_grad(G(P_V), d_ud, n, ARC_DIM);
    backward_x(d_ad, d_ud, W(P_U), n, ARC_DIM, ARC_DIM);
    mlp_backward(d_ah, arc_h, P_ARC_H, P_ARC_HB, n, ARC_DIM, mlp_mask[0], dtop);
    mlp_backward(d_ad, arc_d, P_ARC_D, P_ARC_DB, n, ARC_DIM, mlp_mask[1], dtop);
    mlp_backward(d_lh, lab_h, P_LAB_H, P_LAB_HB, n, LABEL_DIM, mlp_mask[2], dtop);
    mlp_backward(d_ld, lab_d, P_LAB_D, P_LAB_DB, n, LABEL_DIM, mlp_mask[3], dtop);
    for (int t = 0; t < n; t++)
        for (int i = 0; i < BOTH; i++)
            dtop[(size_t)t * BOTH + i] *= top_mask[i];
    lstm_backward(1, n, BOTH, dtop, d1in);
    /* tags, from the same (masked) input of the second layer */
    for (int i = 0; i < upos_count; i++)
        up[i] = 0;
    for (int i = 0; i < xpos_count; i++)
        xp[i] = 0;
    for (int i = 1; i < n; i++) {
        softmax(up + (size_t)i * upos_count, upos_count);
        softmax(xp + (size_t)i * xpos_count, xpos_count);
        up[i * upos_count + s->t[i - 1].upos] -= 1;
        xp[i * xpos_count + s->t[i - 1].xpos] -= 1;
    }
    for (int i = 0; i < n * upos_count; i++)
        up[i] *= 0.5f;
    for (int i = 0; i < n * xpos_count; i++)
        xp[i] *= 0.5f;
    backward_w(G(P_UPOS), up, layers[1].in, n, upos_count, BOTH);
    bias_grad(G(P_UPOS_B), up, n, upos_count);
    backward_x(d1in, up, W(P_UPOS), n, upos_count, BOTH);
    backward_w(G(P_XPOS), xp, layers[1].in, n, xpos_count, BOTH);
    bias_grad(G(P_XPOS_B), xp, n, xpos_count);
    backward_x(d1in, xp, W(P_XPOS), n, xpos_count, BOTH);
    for (int t = 0; t < n; t++)
        for (int i = 0; i < BOTH; i++)
            d1[(size_t)t * BOTH + i] = d1in[(size_t)t * BOTH + i] * layers[1].mask_in[i];
    lstm_backward(0, n, INPUT_DIM, d1, d0in);
    for (int t = 0; t < n; t++) {
        float *d = d0in + (size_t)t * INPUT_DIM;
        for (int i = 0; i < INPUT_DIM; i++)
            d[i] *= layers[0].mask_in[i];
        float *gw = G(P_WORDS) + (size_t)ids[t] * WORD_DIM;
        for (int i = 0; i < WORD_DIM; i++)
            gw[i] += d[i];
        for (int k = 0; k < gram_n[t]; k++) {
            float *gg = G(P_GRAMS) + (size_t)gram_of[t][k] * GRAM_DIM;
            for (int i = 0; i < GRAM_DIM; i++)
                gg[i] += d[WORD_DIM + i];
        }
    }
    return loss;
}

static u8 *touched;    /* rows of the embeddings */
static u32 *touched_list;
static size_t touched_count;

static void touch(size_t row)
{
    if (!touched[row])
        touched[row] = 1, touched_list[touched_count++] = (u32)row;
}

static void adam_range(size_t from, size_t to, float rate, float c1, float c2)
{
    for (size_t i = from; i < to; i++) {
        float g = grad[i];
        adam_m[i] = 0.9f * adam_m[i] + 0.1f * g;
        adam_v[i] = 0.99f * adam_v[i] + 0.01f * g * g;
        param[i] -= rate * (adam_m[i] * c1) / (sqrtf(adam_v[i] * c2) + 1e-8f);
        grad[i] = 0;
    }
}

static void update(float rate, long step, int sentences, float keep)
{
    float scale = 1.0f / (float)sentences;
    double norm = 0;
    for (size_t i = dense_from; i < total; i++)
        grad[i] *= scale, norm += grad[i] * grad[i];
    if (norm > 25) {
        float shrink = (float)(5 / sqrt(norm));
        for (size_t i = dense_from; i < total; i++)
            grad[i] *= shrink;
        scale *= shrink;
    }
    float c1 = 1 / (1 - powf(0.9f, (float)step)), c2 = 1 / (1 - powf(0.99f, (float)step));
    adam_range(dense_from, total, rate, c1, c2);
    for (size_t k = 0; k < touched_count; k++) {
        size_t row = touched_list[k];
        touched[row] = 0;
        bool word = row < (size_t)word_count;
        size_t dim = word ? WORD_DIM : GRAM_DIM;
        size_t at = word ? pieces[P_WORDS].at + row * WORD_DIM : pieces[P_GRAMS].at + (row - (size_t)word_count) * GRAM_DIM;
        for (size_t i = at; i < at + dim; i++)
            grad[i] *= scale;
        adam_range(at, at + dim, rate, c1, c2);
    }
    touched_count = 0;
    for (size_t i = 0; i < total; i++)
        average[i] += (1 - keep) * (param[i] - average[i]);
}

static void evaluate(const Set *set, double *uas, double *las, double *tag)
{
    long n = 0, heads = 0, labels = 0, tags = 0;
    for (int q = 0; q < set->count; q++) {
        const Sent *s = &set->s[q];
        forward(s, false);
        int N = s->n + 1;
        for (int i = 1; i < N; i++) {
            int best = 0;
            for (int j = 1; j < N; j++)
                if (scores[i * N + j] > scores[i * N + best])
                    best = j;
            float l[MAX_LABELS];
            label_scores(l, lab_d + (size_t)i * LABEL_DIM, lab_h + (size_t)best * LABEL_DIM);
            int k = 0;
            for (int j = 1; j < label_count; j++)
                k = l[j] > l[k] ? j : k;
            int t = 0;
            for (int j = 1; j < upos_count; j++)
                t = up[i * upos_count + j] > up[i * upos_count + t] ? j : t;
            n++;
            tags += t == s->t[i - 1].upos;
            if (best == s->t[i - 1].head) {
                heads++;
                labels += s->t[i - 1].label == k;
            }
        }
    }
    *uas = 100.0 * (double)heads / (double)n, *las = 100.0 * (double)labels / (double)n, *tag = 100.0 * (double)tags / (double)n;
}

static void write_names(Buf *out, char **names, int from, int count)
{
    buf_add(out, &count, 4);
    for (int i = from; i < count; i++) {
        u8 n = (u8)MIN(strlen(names[i]), 255);
        buf_add(out, &n, 1);
        buf_add(out, names[i], n);
    }
}

static void save(const char *path)
{
    Buf out = { 0 };
    buf_add(&out, "RPM1", 4);
    write_names(&out, word_names, 2, word_count);
    write_names(&out, upos_names, 0, upos_count);
    write_names(&out, xpos_names, 0, xpos_count);
    write_names(&out, label_names, 0, label_count);
    for (int p = 0; p < piece_count; p++)
        for (int r = 0; r < pieces[p].rows; r++) {
            const float *row = param + pieces[p].at + (size_t)r * (size_t)pieces[p].columns;
            float largest = 1e-8f;
            for (int i = 0; i < pieces[p].columns; i++)
                largest = MAX(largest, fabsf(row[i]));
            float scale = largest / 127;
            buf_add(&out, &scale, 4);
            for (int i = 0; i < pieces[p].columns; i++)
                buf_add_char(&out, (char)(i8)lrintf(row[i] / scale));
        }
    file_write(path, out.data, out.size);
    printf("  wrote %s, %zu bytes\n", path, out.size);
    buf_free(&out);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return fprintf(stderr, "usage: train-parser train.conllu dev.conllu out.bin [epochs]\n"), 2;
    int epochs = argc > 4 ? atoi(argv[4]) : 20;
    setvbuf(stdout, NULL, _IOLBF, 0);
    Set train = read_conllu(argv[1], true), dev = read_conllu(argv[2], false);
    lay_out();
    touched = xcalloc((size_t)word_count + GRAM_BUCKETS, 1);
    touched_list = xmalloc(sizeof(u32) * ((size_t)word_count + GRAM_BUCKETS));
    printf("%d sentences, %d words, %d tags, %d fine tags, %d labels, %zu parameters (%zu outside the embeddings)\n", train.count, word_count, upos_count, xpos_count, label_count, total, total - dense_from);
    int *order = xmalloc(sizeof(int) * (size_t)train.count);
    for (int i = 0; i < train.count; i++)
        order[i] = i;
    memcpy(average, param, total * 4);
    float *kept = xmalloc(total * 4);
    double best = 0;
    long step = 0, steps = (long)epochs * (train.count / BATCH);
    for (int epoch = 1; epoch <= epochs; epoch++) {
        double loss = 0;
        time_t start = time(NULL);
        for (int i = train.count - 1; i > 0; i--) {
            int j = (int)(rnd() % (u32)(i + 1)), t = order[i];
            order[i] = order[j], order[j] = t;
        }
        for (int i = 0; i + BATCH <= train.count; i += BATCH) {
            for (int k = 0; k < BATCH; k++) {
                const Sent *s = &train.s[order[i + k]];
                forward(s, true);
                loss += backward(s);
                for (int t = 0; t <= s->n; t++) {
                    touch((size_t)ids[t]);
                    for (int g = 0; g < gram_n[t]; g++)
                        touch((size_t)word_count + gram_of[t][g]);
                }
            }
            step++;
            float part = (float)step / (float)steps;
            float rate = 0.0025f * (part < 0.02f ? part / 0.02f : 1) * (1 - 0.95f * part);
            update(rate, step, BATCH, part < 0.1f ? 0.9f : 0.998f);
        }
        memcpy(kept, param, total * 4);
        memcpy(param, average, total * 4);
        double uas, las, tag;
        evaluate(&dev, &uas, &las, &tag);
        printf("epoch %d loss %.3f dev UAS %.2f LAS %.2f tags %.2f (%ld s)\n", epoch, loss / train.count, uas, las, tag, (long)(time(NULL) - start));
        if (las > best) {
            best = las;
            save(argv[3]);
        }
        memcpy(param, kept, total * 4);
    }
    return 0;
}
