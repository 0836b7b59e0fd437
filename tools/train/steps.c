/*
 * Trains the linear step model and measures it.
 *
 *   train-steps CORPUS/text/sentences.jsonl data/step-linear.bin
 *
 * The 54 Android reports are split by report into five folds; the desktop
 * reports (labels spread from paragraphs) always train, with a small weight.
 * Prints precision, recall and F1 over the five held-out folds, then trains on
 * everything and writes the weights.
 */
#include "base/file.h"
#include "labelled.h"
#include "text/step_model.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 1 << STEP_FEATURE_BITS, FOLDS = 5 };

typedef struct Example {
    u32 *features;
    int count;
    bool label;
    float weight;
    int fold;       /* -1: never held out */
    bool bare;      /* of a report whose headings and list marks were taken away */
} Example;

typedef struct Data {
    Example *examples;
    size_t count, room;
} Data;

static void add_report(Data *data, Arena *arena, json_t *report, int fold, float weight, bool bare)
{
    SentenceView *views;
    bool *labels;
    int n = labelled_views(arena, report, bare, &views, &labels);
    for (int i = 0; i < n; i++) {
        u32 features[MAX_STEP_FEATURES];
        int count = step_features(arena, views, n, i, features);
        if (data->count == data->room) {
            data->room = data->room ? data->room * 2 : 1024;
            data->examples = xrealloc(data->examples, data->room * sizeof(Example));
        }
        Example *e = &data->examples[data->count++];
        *e = (Example){ xmalloc(sizeof(u32) * (size_t)count), count, labels[i], weight, fold, bare };
        memcpy(e->features, features, sizeof(u32) * (size_t)count);
    }
}

static u64 random_state = 88172645463325252ull;
static u32 next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (u32)(random_state >> 16);
}

static float score(const float *w, const Example *e)
{
    float sum = 0;
    for (int k = 0; k < e->count; k++)
        sum += w[e->features[k]];
    return sum;
}

/* Adagrad on the logistic loss with a pull to zero. */
static void train(const Data *data, int held_out, float *w, int epochs)
{
    float *g2 = xcalloc(SIZE, sizeof(float));
    size_t *order = xmalloc(sizeof(size_t) * data->count);
    size_t n = 0;
    for (size_t i = 0; i < data->count; i++)
        if (held_out < 0 || data->examples[i].fold != held_out)
            order[n++] = i;
    memset(w, 0, SIZE * sizeof(float));
    for (int epoch = 0; epoch < epochs; epoch++) {
        for (size_t i = n - 1; i > 0; i--) {
            size_t j = next_random() % (i + 1), t = order[i];
            order[i] = order[j], order[j] = t;
        }
        for (size_t i = 0; i < n; i++) {
            const Example *e = &data->examples[order[i]];
            float p = 1 / (1 + expf(-score(w, e)));
            float gradient = (p - (float)e->label) * e->weight;
            for (int k = 0; k < e->count; k++) {
                u32 f = e->features[k];
                float g = gradient + 1e-4f * w[f] * e->weight;
                g2[f] += g * g;
                w[f] -= 0.05f * g / sqrtf(g2[f] + 1e-2f);
            }
        }
    }
    free(g2);
    free(order);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return fprintf(stderr, "usage: train-steps sentences.jsonl out.bin [desktop-weight]\n"), 2;
    float desktop = argc > 3 ? (float)atof(argv[3]) : 0.005f;
    int epochs = argc > 4 ? atoi(argv[4]) : 12;
    float bare = argc > 5 ? (float)atof(argv[5]) : 1;    /* weight of the reports without their template */
    Arena arena;
    arena_open(&arena, (size_t)4 << 30, 0);
    Data data = { 0 };
    FILE *in = fopen(argv[1], "r");
    char *line = NULL;
    size_t room = 0;
    int android = 0;
    while (in && getline(&line, &room, in) > 0) {
        json_t *report = json_loads(line, 0, NULL);
        const char *source = json_string_value(json_object_get(report, "src"));
        if (!strncmp(source, "astro", 5))
        {
            add_report(&data, &arena, report, android % FOLDS, 1, false);
            add_report(&data, &arena, report, android++ % FOLDS, bare, true);
        }
        else if (desktop > 0)
            add_report(&data, &arena, report, -1, strstr(source, "android") ? desktop * 1.5f : desktop, false);
    }
    float *w = xmalloc(SIZE * sizeof(float));
    int tp = 0, fp = 0, fn = 0, bare_hits = 0, bare_wrong = 0;
    FILE *scores = getenv("SCORES") ? fopen(getenv("SCORES"), "w") : NULL;     /* held-out probabilities, for bench/report */
    for (int fold = 0; fold < FOLDS; fold++) {
        train(&data, fold, w, epochs);
        size_t place = 0;   /* among the sentences as they are written */
        for (size_t i = 0; i < data.count; i++) {
            const Example *e = &data.examples[i];
            place += !e->bare;
            if (e->fold != fold)
                continue;
            bool said = score(w, e) > 0;
            if (e->bare) {
                bare_hits += said && e->label, bare_wrong += said != e->label;
                continue;
            }
            if (scores)
                fprintf(scores, "%zu %d %.4f\n", place - 1, e->label, 1 / (1 + exp(-(double)score(w, e))));
            tp += said && e->label, fp += said && !e->label, fn += !said && e->label;
        }
    }
    double precision = (double)tp / MAX(tp + fp, 1), recall = (double)tp / MAX(tp + fn, 1);
    if (scores)
        fclose(scores);
    printf("steps, linear, five folds of %d reports: P %.3f R %.3f F1 %.3f\n", android, precision, recall, 2 * precision * recall / (precision + recall));
    printf("  the same reports without headings and list marks: F1 %.3f\n", 2.0 * bare_hits / (2.0 * bare_hits + bare_wrong));
    train(&data, -1, w, epochs);
    float largest = 1e-6f;
    for (int i = 0; i < SIZE; i++)
        largest = MAX(largest, fabsf(w[i]));
    float scale = largest / 127, bias = 0;
    Buf out = { 0 };
    buf_add(&out, "RSL1", 4);
    buf_add(&out, &scale, 4);
    buf_add(&out, &bias, 4);
    for (int i = 0; i < SIZE; i++)
        buf_add_char(&out, (char)(i8)lrintf(w[i] / scale));
    return file_write(argv[2], out.data, out.size) ? 1 : 0;
}
