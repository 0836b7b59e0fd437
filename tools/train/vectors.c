/*
 * Trains word vectors (skip-gram with negative sampling) on the texts of bug
 * reports, and writes the table of the words that reports and screens use.
 *
 *   train-vectors CORPUS/text data/vectors.bin [epochs]
 *
 * Reads github_issues.jsonl, sentences.jsonl, gh_steps.json and gc_steps.json.
 * File: "RWV1", number of words, names, then a row per word: float scale, int8
 * values. Vectors are scaled to length 1, so that a dot product is a cosine.
 */
#include "base/file.h"
#include "base/map.h"
#include "text/token.h"
#include "text/vectors.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIM = VECTOR_DIM, WINDOW = 4, NEGATIVE = 6, MIN_COUNT = 4, MAX_WORDS = 30000, NOISE = 1 << 20 };

static Map vocabulary;
static int *stream;             /* word ids; -1 ends a sentence */
static size_t stream_size, stream_room;
static char *names[400000];
static int counts[400000], word_count;

static void push(int id)
{
    if (stream_size == stream_room)
        stream = xrealloc(stream, sizeof(int) * (stream_room = stream_room ? stream_room * 2 : 1 << 20));
    stream[stream_size++] = id;
}

static void take_text(const char *text)
{
    static Arena arena;
    if (!arena.base)
        arena_open(&arena, (size_t)64 << 20, 0);
    ArenaMark mark = arena_mark(&arena);
    TokenList list = tokenize(&arena, text, strlen(text));
    for (int i = 0; i < list.count; i++) {
        const Token *t = &list.tokens[i];
        if (t->kind == TOKEN_QUOTED) {
            take_text(t->text);
            continue;
        }
        if (t->kind != TOKEN_WORD || strlen(t->lower) > 24 || strpbrk(t->lower, "./@_$"))
            continue;
        void **slot = map_slot(&vocabulary, t->lower);
        if (!*slot) {
            if (word_count >= 400000)
                continue;
            names[word_count] = xstrdup(t->lower);
            *slot = (void *)(intptr_t)++word_count;
        }
        counts[(intptr_t)*slot - 1]++;
        push((int)(intptr_t)*slot - 1);
    }
    push(-1);
    arena_release(&arena, mark);
}

static void take_json(json_t *value, const char *key)
{
    size_t i;
    json_t *item;
    const char *name;
    if (json_is_string(value) && (!key || strcmp(key, "url")) && (!key || strcmp(key, "f")) && strncmp(json_string_value(value), "http", 4))
        take_text(json_string_value(value));
    else if (json_is_array(value))
        json_array_foreach(value, i, item) take_json(item, NULL);
    else if (json_is_object(value))
        json_object_foreach(value, name, item) if (strcmp(name, "id") && strcmp(name, "src") && strcmp(name, "type")) take_json(item, name);
}

static void take_file(const char *folder, const char *name, bool lines)
{
    char *path = xasprintf("%s/%s", folder, name);
    if (!lines) {
        json_t *all = json_load_file(path, 0, NULL);
        take_json(all, NULL);
    } else {
        FILE *in = fopen(path, "r");
        char *line = NULL;
        size_t room = 0;
        while (in && getline(&line, &room, in) > 0) {
            json_t *one = json_loads(line, 0, NULL);
            take_json(one, NULL);
            json_decref(one);
        }
        if (in)
            fclose(in);
    }
    free(path);
}

static u64 seed = 88172645463325252ull;
static u32 rnd(void)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (u32)(seed >> 24);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return fprintf(stderr, "usage: train-vectors corpus/text out.bin [epochs]\n"), 2;
    int epochs = argc > 3 ? atoi(argv[3]) : 12;
    take_file(argv[1], "github_issues.jsonl", true);
    take_file(argv[1], "sentences.jsonl", true);
    take_file(argv[1], "gh_steps.json", false);
    take_file(argv[1], "gc_steps.json", false);
    /* known words, by falling frequency */
    int *rank = xmalloc(sizeof(int) * (size_t)word_count), known = 0;
    int *ordered = xmalloc(sizeof(int) * (size_t)word_count);
    for (int i = 0; i < word_count; i++) {
        rank[i] = -1;
        if (counts[i] >= MIN_COUNT)
            ordered[known++] = i;
    }
    for (int gap = known / 2; gap; gap /= 2)
        for (int i = gap; i < known; i++)
            for (int k = i; k >= gap && counts[ordered[k]] > counts[ordered[k - gap]]; k -= gap) {
                int t = ordered[k];
                ordered[k] = ordered[k - gap], ordered[k - gap] = t;
            }
    known = MIN(known, MAX_WORDS);
    double total = 0, power = 0;
    for (int i = 0; i < known; i++) {
        rank[ordered[i]] = i;
        total += counts[ordered[i]];
        power += pow(counts[ordered[i]], 0.75);
    }
    int *noise = xmalloc(sizeof(int) * NOISE);
    size_t filled = 0;
    double sum = 0;
    for (int i = 0; i < known; i++) {
        sum += pow(counts[ordered[i]], 0.75) / power;
        while (filled < NOISE && (double)filled < sum * NOISE)
            noise[filled++] = i;
    }
    while (filled < NOISE)
        noise[filled++] = known - 1;
    float *in = xmalloc(sizeof(float) * (size_t)known * DIM), *out = xcalloc((size_t)known * DIM, sizeof(float));
    for (int i = 0; i < known * DIM; i++)
        in[i] = ((float)(rnd() & 0xffff) / 65536 - 0.5f) / DIM;
    printf("%zu words read, %d known\n", stream_size, known);
    long step = 0, steps = (long)epochs * (long)stream_size;
    int sentence[1000];
    for (int epoch = 0; epoch < epochs; epoch++)
        for (size_t at = 0; at < stream_size;) {
            int n = 0;
            for (; at < stream_size && stream[at] >= 0; at++, step++) {
                int id = rank[stream[at]];
                if (id < 0 || n >= 1000)
                    continue;
                double f = counts[ordered[id]] / total;
                if (f > 1e-3 && (rnd() & 0xffff) / 65536.0 > sqrt(1e-3 / f))
                    continue;
                sentence[n++] = id;
            }
            at++, step++;
            float rate = 0.05f * (1 - 0.98f * (float)step / (float)steps);
            for (int i = 0; i < n; i++) {
                int width = 1 + (int)(rnd() % WINDOW);
                for (int k = MAX(0, i - width); k <= MIN(n - 1, i + width); k++) {
                    if (k == i)
                        continue;
                    float *v = in + (size_t)sentence[i] * DIM, change[DIM] = { 0 };
                    for (int s = 0; s <= NEGATIVE; s++) {
                        int target = s ? noise[rnd() % NOISE] : sentence[k];
                        if (s && target == sentence[k])
                            continue;
                        float *u = out + (size_t)target * DIM, dot = 0;
                        for (int d = 0; d < DIM; d++)
                            dot += v[d] * u[d];
                        float g = ((s == 0) - 1 / (1 + expf(-dot))) * rate;
                        for (int d = 0; d < DIM; d++) {
                            change[d] += g * u[d];
                            u[d] += g * v[d];
                        }
                    }
                    for (int d = 0; d < DIM; d++)
                        v[d] += change[d];
                }
            }
        }
    int kept = MIN(known, MAX_VECTORS);
    Buf file = { 0 };
    buf_add(&file, "RWV1", 4);
    buf_add(&file, &kept, 4);
    for (int i = 0; i < kept; i++) {
        u8 n = (u8)strlen(names[ordered[i]]);
        buf_add(&file, &n, 1);
        buf_add(&file, names[ordered[i]], n);
    }
    for (int i = 0; i < kept; i++) {
        float *v = in + (size_t)i * DIM, length = 0, largest = 1e-8f;
        for (int d = 0; d < DIM; d++)
            length += v[d] * v[d];
        length = sqrtf(length) + 1e-8f;
        for (int d = 0; d < DIM; d++)
            v[d] /= length, largest = MAX(largest, fabsf(v[d]));
        float scale = largest / 127;
        buf_add(&file, &scale, 4);
        for (int d = 0; d < DIM; d++)
            buf_add_char(&file, (char)(i8)lrintf(v[d] / scale));
    }
    static const char *const probes[] = { "settings", "click", "delete", "login", "crash", "folder", "enable" };
    for (size_t p = 0; p < COUNT_OF(probes); p++) {
        intptr_t id = (intptr_t)map_get(&vocabulary, probes[p]);
        if (!id || rank[id - 1] < 0)
            continue;
        const float *a = in + (size_t)rank[id - 1] * DIM;
        printf("%s:", probes[p]);
        bool said[MAX_WORDS] = { false };
        for (int k = 0; k < 6; k++) {
            int best = -1;
            float top = -2;
            for (int i = 0; i < kept; i++) {
                float dot = 0;
                for (int d = 0; d < DIM; d++)
                    dot += a[d] * in[(size_t)i * DIM + (size_t)d];
                if (!said[i] && dot > top && i != rank[id - 1])
                    top = dot, best = i;
            }
            said[best] = true;
            printf(" %s %.2f", names[ordered[best]], (double)top);
        }
        printf("\n");
    }
    return file_write(argv[2], file.data, file.size) ? 1 : 0;
}
