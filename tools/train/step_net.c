/*
 * Trains the paper's step model (word vectors, CNN over words, LSTM over
 * sentences) and measures it on the same five folds as steps.c.
 *
 *   train-step_net CORPUS/text/sentences.jsonl data/step-net.bin [desktop-weight] [epochs]
 *
 * Word vectors are those of data/vectors.bin and stay fixed, as in the paper.
 * Plain stochastic gradients (Adam), dropout on the sentence features.
 */
#include "base/file.h"
#include "labelled.h"
#include "text/step_net.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { F = NET_FILTERS, H = NET_HIDDEN, C = NET_CONTEXT, FOLDS = 5 };

typedef struct Sentence { float *rows; int n; } Sentence;
typedef struct Report { Sentence *s; bool *labels; int *posts; int n, fold; float weight; } Report;

static Report reports[4000];
static int report_count;

enum { FILTERS = 0, FILTER_BIAS = FILTERS + F * NET_WINDOW, WX = FILTER_BIAS + F, WH = WX + 4 * H * F, WB = WH + 4 * H * H, LAST = WB + 4 * H, LAST_BIAS = LAST + H, TOTAL = LAST_BIAS + 1 };
static float p[TOTAL], g[TOTAL], m1[TOTAL], m2[TOTAL];
static long step;

static u64 seed = 88172645463325252ull;
static u32 rnd(void)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (u32)(seed >> 24);
}
static float uniform(void) { return (float)(rnd() & 0xffffff) / 16777216.0f; }
static float sigmoid(float x) { return 1 / (1 + expf(-x)); }

static void start(void)
{
    memset(p, 0, sizeof p), memset(m1, 0, sizeof m1), memset(m2, 0, sizeof m2), memset(g, 0, sizeof g);
    step = 0;
    for (int i = 0; i < F * NET_WINDOW; i++)
        p[FILTERS + i] = (uniform() * 2 - 1) * 0.12f;
    for (int i = 0; i < 4 * H * F; i++)
        p[WX + i] = (uniform() * 2 - 1) * 0.2f;
    for (int i = 0; i < 4 * H * H; i++)
        p[WH + i] = (uniform() * 2 - 1) * 0.2f;
    for (int i = 0; i < H; i++)
        p[LAST + i] = (uniform() * 2 - 1) * 0.3f, p[WB + H + i] = 1;
}

typedef struct State { float feature[C][F]; int best[C][F]; const Sentence *sentence[C]; float gates[C][4 * H], c[C][H], h[C][H], mask[F], out; } State;

static void convolve(const Sentence *s, float *feature, int *best)
{
    for (int f = 0; f < F; f++)
        feature[f] = 0, best[f] = -1;
    for (int k = 0; k < s->n; k++) {
        const float *x = s->rows + (size_t)k * NET_INPUT;
        for (int f = 0; f < F; f++) {
            const float *w = p + FILTERS + f * NET_WINDOW;
            float v = p[FILTER_BIAS + f];
            for (int i = 0; i < NET_WINDOW; i++)
                v += w[i] * x[i];
            if (v > feature[f])
                feature[f] = v, best[f] = k;
        }
    }
}

static float forward(State *t, const Report *r, int i, bool train)
{
    static const int offsets[C] = { -2, 2, -1, 1, 0 };
    for (int f = 0; f < F; f++)
        t->mask[f] = !train ? 1 : uniform() < 0.4f ? 0 : 1 / 0.6f;
    for (int k = 0; k < C; k++) {
        int j = i + offsets[k];
        t->sentence[k] = j >= 0 && j < r->n && r->posts[j] == r->posts[i] ? &r->s[j] : NULL;
        memset(t->feature[k], 0, sizeof t->feature[k]);
        if (t->sentence[k])
            convolve(t->sentence[k], t->feature[k], t->best[k]);
        for (int f = 0; f < F; f++)
            t->feature[k][f] *= t->mask[f];
        for (int o = 0; o < 4 * H; o++) {
            float v = p[WB + o];
            for (int f = 0; f < F; f++)
                v += p[WX + o * F + f] * t->feature[k][f];
            if (k)
                for (int q = 0; q < H; q++)
                    v += p[WH + o * H + q] * t->h[k - 1][q];
            t->gates[k][o] = o < 3 * H ? sigmoid(v) : tanhf(v);
        }
        for (int q = 0; q < H; q++) {
            const float *a = t->gates[k];
            t->c[k][q] = a[q] * a[3 * H + q] + (k ? a[H + q] * t->c[k - 1][q] : 0);
            t->h[k][q] = a[2 * H + q] * tanhf(t->c[k][q]);
        }
    }
    float v = p[LAST_BIAS];
    for (int q = 0; q < H; q++)
        v += p[LAST + q] * t->h[C - 1][q];
    return t->out = sigmoid(v);
}

static void backward(State *t, bool label, float weight)
{
    float d = (t->out - (float)label) * weight, dh[H], dc[H] = { 0 };
    g[LAST_BIAS] += d;
    for (int q = 0; q < H; q++) {
        g[LAST + q] += d * t->h[C - 1][q];
        dh[q] = d * p[LAST + q];
    }
    for (int k = C - 1; k >= 0; k--) {
        float dg[4 * H], before[H] = { 0 }, df[F] = { 0 };
        const float *a = t->gates[k];
        for (int q = 0; q < H; q++) {
            float tc = tanhf(t->c[k][q]), x = dc[q] + dh[q] * a[2 * H + q] * (1 - tc * tc);
            dg[2 * H + q] = dh[q] * tc * a[2 * H + q] * (1 - a[2 * H + q]);
            dg[q] = x * a[3 * H + q] * a[q] * (1 - a[q]);
            dg[3 * H + q] = x * a[q] * (1 - a[3 * H + q] * a[3 * H + q]);
            dg[H + q] = k ? x * t->c[k - 1][q] * a[H + q] * (1 - a[H + q]) : 0;
            dc[q] = x * a[H + q];
        }
        for (int o = 0; o < 4 * H; o++) {
            g[WB + o] += dg[o];
            for (int f = 0; f < F; f++) {
                g[WX + o * F + f] += dg[o] * t->feature[k][f];
                df[f] += dg[o] * p[WX + o * F + f];
            }
            if (k)
                for (int q = 0; q < H; q++) {
                    g[WH + o * H + q] += dg[o] * t->h[k - 1][q];
                    before[q] += dg[o] * p[WH + o * H + q];
                }
        }
        memcpy(dh, before, sizeof dh);
        if (t->sentence[k])
            for (int f = 0; f < F; f++) {
                float x = df[f] * t->mask[f];
                if (t->best[k][f] < 0 || x == 0)
                    continue;
                const float *row = t->sentence[k]->rows + (size_t)t->best[k][f] * NET_INPUT;
                g[FILTER_BIAS + f] += x;
                for (int i = 0; i < NET_WINDOW; i++)
                    g[FILTERS + f * NET_WINDOW + i] += x * row[i];
            }
    }
}

static void update(float rate)
{
    step++;
    float c1 = 1 / (1 - powf(0.9f, (float)step)), c2 = 1 / (1 - powf(0.999f, (float)step));
    for (int i = 0; i < TOTAL; i++) {
        float x = g[i] + 1e-5f * p[i];
        m1[i] = 0.9f * m1[i] + 0.1f * x, m2[i] = 0.999f * m2[i] + 0.001f * x * x;
        p[i] -= rate * m1[i] * c1 / (sqrtf(m2[i] * c2) + 1e-8f);
        g[i] = 0;
    }
}

static void train(int held_out, int epochs)
{
    start();
    int *order = xmalloc(sizeof(int) * (size_t)report_count);
    for (int i = 0; i < report_count; i++)
        order[i] = i;
    for (int e = 0; e < epochs; e++) {
        for (int i = report_count - 1; i > 0; i--) {
            int j = (int)(rnd() % (u32)(i + 1)), x = order[i];
            order[i] = order[j], order[j] = x;
        }
        int batch = 0;
        for (int q = 0; q < report_count; q++) {
            const Report *r = &reports[order[q]];
            if (held_out >= 0 && r->fold == held_out)
                continue;
            for (int i = 0; i < r->n; i++) {
                State t;
                forward(&t, r, i, true);
                backward(&t, r->labels[i], r->weight);
                if (++batch % 16 == 0)
                    update(0.002f * (1 - 0.9f * (float)e / (float)epochs));
            }
        }
    }
    free(order);
}

static void write_rows(Buf *out, int at, int rows, int columns)
{
    for (int r = 0; r < rows; r++) {
        const float *row = p + at + (size_t)r * (size_t)columns;
        float largest = 1e-8f;
        for (int i = 0; i < columns; i++)
            largest = MAX(largest, fabsf(row[i]));
        float scale = largest / 127;
        buf_add(out, &scale, 4);
        for (int i = 0; i < columns; i++)
            buf_add_char(out, (char)(i8)lrintf(row[i] / scale));
    }
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return fprintf(stderr, "usage: train-step_net sentences.jsonl out.bin [desktop-weight] [epochs]\n"), 2;
    float desktop = argc > 3 ? (float)atof(argv[3]) : 0;
    int epochs = argc > 4 ? atoi(argv[4]) : 18;
    Arena arena;
    arena_open(&arena, (size_t)16 << 30, 0);
    FILE *in = fopen(argv[1], "r");
    char *line = NULL;
    size_t room = 0;
    int android = 0;
    static float rows[NET_INPUT * (NET_WORDS + 3)];
    while (in && getline(&line, &room, in) > 0) {
        json_t *json = json_loads(line, 0, NULL);
        const char *source = json_string_value(json_object_get(json, "src"));
        bool ours = !strncmp(source, "astro", 5);
        if (!ours && (desktop <= 0 || !strstr(source, "android")))
            continue;
        SentenceView *views;
        Report *r = &reports[report_count++];
        r->n = labelled_views(&arena, json, false, &views, &r->labels);
        r->fold = ours ? android++ % FOLDS : -1;
        r->weight = ours ? 1 : desktop;
        r->s = ARENA_ARRAY(&arena, Sentence, r->n);
        r->posts = ARENA_ARRAY(&arena, int, r->n);
        for (int i = 0; i < r->n; i++) {
            r->s[i].n = step_net_rows(&views[i], rows);
            r->s[i].rows = ARENA_ARRAY(&arena, float, NET_INPUT * (r->s[i].n + 2));
            memcpy(r->s[i].rows, rows, sizeof(float) * NET_INPUT * (size_t)(r->s[i].n + 2));
            r->posts[i] = views[i].post;
        }
    }
    int tp = 0, fp = 0, fn = 0;
    FILE *scores = getenv("SCORES") ? fopen(getenv("SCORES"), "w") : NULL;     /* held-out probabilities, for bench/report */
    for (int fold = 0; fold < FOLDS; fold++) {
        train(fold, epochs);
        int at = 0;
        for (int q = 0; q < report_count; at += reports[q++].n)
            for (int i = 0; i < reports[q].n && reports[q].fold == fold; i++) {
                State t;
                bool said = forward(&t, &reports[q], i, false) > 0.5f, label = reports[q].labels[i];
                if (scores)
                    fprintf(scores, "%d %d %.4f\n", at + i, label, (double)t.out);
                tp += said && label, fp += said && !label, fn += !said && label;
            }
    }
    double precision = (double)tp / MAX(tp + fp, 1), recall = (double)tp / MAX(tp + fn, 1);
    if (scores)
        fclose(scores);
    printf("steps, neural, five folds of %d reports: P %.3f R %.3f F1 %.3f\n", android, precision, recall, 2 * precision * recall / (precision + recall));
    train(-1, epochs);
    Buf out = { 0 };
    buf_add(&out, "RSN1", 4);
    write_rows(&out, FILTERS, F, NET_WINDOW), write_rows(&out, FILTER_BIAS, 1, F);
    write_rows(&out, WX, 4 * H, F), write_rows(&out, WH, 4 * H, H), write_rows(&out, WB, 1, 4 * H);
    write_rows(&out, LAST, 1, H), write_rows(&out, LAST_BIAS, 1, 1);
    return file_write(argv[2], out.data, out.size) ? 1 : 0;
}
