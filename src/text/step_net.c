/*
 * The neural step model at run time. File: "RSN1", then filters, their bias,
 * the LSTM's input, recurrent and bias, the last layer and its bias.
 */
#include "text/step_net.h"
#include "text/net.h"
#include "text/weights.h"

#include <math.h>
#include <string.h>

int step_net_rows(const SentenceView *view, float *rows)
{
    memset(rows, 0, sizeof(float) * NET_INPUT * (NET_WORDS + 3));
    int count = 0;
    float *row = rows + NET_INPUT;
    /* the paper's "numDot": the list mark is the sentence's first word */
    float *mark = row + VECTOR_DIM;
    mark[0] = 1;
    mark[1] = view->number > 0, mark[2] = view->item && !view->number, mark[3] = view->heading || view->is_section_head, mark[4] = view->title;
    mark[5] = view->announced == SECTION_STEPS, mark[6] = view->announced == SECTION_EXPECTED || view->announced == SECTION_ACTUAL;
    count++, row += NET_INPUT;
    for (int i = 0; i < view->tokens.count && count < NET_WORDS; i++) {
        const Token *t = &view->tokens.tokens[i];
        float *marks = row + VECTOR_DIM;
        int id = t->kind == TOKEN_WORD ? vector_find(t->lower) : -1;
        if (id >= 0)
            vector_get(id, row);
        marks[8] = t->kind == TOKEN_WORD && id < 0;
        marks[9] = t->kind == TOKEN_QUOTED, marks[10] = t->kind == TOKEN_NUMBER, marks[11] = t->kind == TOKEN_ARROW, marks[12] = t->kind == TOKEN_URL;
        marks[13] = t->kind == TOKEN_PUNCT, marks[14] = t->kind == TOKEN_PUNCT && (t->lower[0] == ':' || t->lower[0] == '?'), marks[15] = t->capital;
        count++, row += NET_INPUT;
    }
    return count;
}

typedef struct Net {
    bool ready;
    Matrix filters, filter_bias, last, last_bias;
    Lstm lstm;
} Net;

static const Net *load(void)
{
    static Net net;
    if (!net.ready) {
        net.ready = true;
        WeightReader r = { weights_step_net, weights_step_net_end, false };
        if (r.end - r.at > 4 && !memcmp(r.at, "RSN1", 4)) {
            r.at += 4;
            net.filters = read_packed(&r, NET_FILTERS, NET_WINDOW), net.filter_bias = read_matrix(&r, 1, NET_FILTERS);
            net.lstm.hidden = NET_HIDDEN;
            net.lstm.input = read_packed(&r, 4 * NET_HIDDEN, NET_FILTERS), net.lstm.recurrent = read_packed(&r, 4 * NET_HIDDEN, NET_HIDDEN);
            net.lstm.bias = read_matrix(&r, 1, 4 * NET_HIDDEN);
            net.last = read_matrix(&r, 1, NET_HIDDEN), net.last_bias = read_matrix(&r, 1, 1);
        }
    }
    return net.last_bias.data ? &net : NULL;
}

void score_steps_neural(Arena *arena, const SentenceView *views, int count, float *scores)
{
    const Net *net = load();
    memset(scores, 0, sizeof(float) * (size_t)count);
    if (!net || !count)
        return;
    ArenaMark mark = arena_mark(arena);
    float *features = ARENA_ARRAY(arena, float, (size_t)count * NET_FILTERS), *rows = ARENA_ARRAY(arena, float, NET_INPUT * (NET_WORDS + 3));
    float *windows = ARENA_ARRAY(arena, float, NET_WORDS * NET_WINDOW), *values = ARENA_ARRAY(arena, float, NET_WORDS * NET_FILTERS);
    for (int i = 0; i < count; i++) {
        int n = step_net_rows(&views[i], rows);
        for (int k = 0; k < n; k++)
            memcpy(windows + (size_t)k * NET_WINDOW, rows + (size_t)k * NET_INPUT, sizeof(float) * NET_WINDOW);
        matrix_apply(&net->filters, net->filter_bias.data, windows, n, values);
        float *f = features + (size_t)i * NET_FILTERS;
        for (int k = 0; k < n; k++)
            for (int c = 0; c < NET_FILTERS; c++)
                f[c] = MAX(f[c], values[(size_t)k * NET_FILTERS + (size_t)c]);  /* starts at 0: the rectifier */
    }
    static const int offsets[NET_CONTEXT] = { -2, 2, -1, 1, 0 };
    for (int i = 0; i < count; i++) {
        float inputs[NET_CONTEXT * NET_FILTERS] = { 0 }, hidden[NET_CONTEXT * NET_HIDDEN], scratch[NET_CONTEXT * 4 * NET_HIDDEN], out;
        for (int k = 0; k < NET_CONTEXT; k++) {
            int j = i + offsets[k];
            if (j >= 0 && j < count && views[j].post == views[i].post)
                memcpy(inputs + k * NET_FILTERS, features + (size_t)j * NET_FILTERS, sizeof(float) * NET_FILTERS);
        }
        lstm_run(&net->lstm, inputs, NET_CONTEXT, false, hidden, NET_HIDDEN, scratch);
        matrix_apply(&net->last, net->last_bias.data, hidden + (NET_CONTEXT - 1) * NET_HIDDEN, 1, &out);
        scores[i] = 1 / (1 + expf(-out));
    }
    arena_release(arena, mark);
}
