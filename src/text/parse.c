/*
 * The parser's runtime. The network is drawn in parser_format.h; it scores for
 * each word every other word as its head. The tree with the largest sum is
 * found by Eisner's algorithm (projective, one root), cubic in the sentence's
 * length; long sentences take each word's best head instead.
 *
 *   file: "RPM1", names of words, tags, fine tags, relations, then the matrices
 *   in the order that load() reads them
 */
#include "text/parse.h"
#include "base/map.h"
#include "text/net.h"
#include "text/parser_format.h"
#include "text/weights.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_TREE = 80, MAX_TAGS = 64 };

typedef struct Names {
    const char *text[MAX_LABELS];
    int count;
} Names;

typedef struct Parser {
    bool ready;
    Names tags, fine_tags, relations;
    const char **words;
    u8 *word_lengths;
    int word_count;
    u32 *buckets;       /* word id by hash; 0 is free */
    u32 bucket_mask;
    Table word_table, gram_table;
    Lstm lstm[2][2];
    Matrix tag, tag_bias, fine, fine_bias, arc_head, arc_head_bias, arc_dependent, arc_dependent_bias, arc, arc_bias;
    Matrix label_head, label_head_bias, label_dependent, label_dependent_bias, label, label_of_dependent, label_of_head, label_bias;
} Parser;

static Parser parser;

static void read_names(WeightReader *reader, Names *names)
{
    u32 count = read_count(reader);
    names->count = (int)MIN(count, MAX_LABELS);
    for (int i = 0; i < names->count; i++) {
        u8 length;
        const char *text = read_name(reader, &length);
        names->text[i] = xstrndup(text, length);
    }
}

static void index_words(Parser *p, WeightReader *reader)
{
    u32 count = read_count(reader);
    p->word_count = (int)MIN(count, 100000);
    u32 size = 1024;
    while (size < (u32)p->word_count * 2)
        size *= 2;
    p->bucket_mask = size - 1;
    p->buckets = xcalloc(size, sizeof(u32));
    p->words = xcalloc((size_t)p->word_count + 1, sizeof(char *));
    p->word_lengths = xcalloc((size_t)p->word_count + 1, 1);
    for (int i = 2; i < p->word_count && !reader->bad; i++) {
        p->words[i] = read_name(reader, &p->word_lengths[i]);
        u32 h = hash_bytes(p->words[i], p->word_lengths[i]);
        while (p->buckets[h & p->bucket_mask])
            h++;
        p->buckets[h & p->bucket_mask] = (u32)i;
    }
}

static int find_word(const Parser *p, const char *form)
{
    char normal[128];
    normal_form(form, normal, sizeof normal);
    size_t n = strlen(normal);
    for (u32 h = hash_bytes(normal, n); p->buckets[h & p->bucket_mask]; h++) {
        u32 id = p->buckets[h & p->bucket_mask];
        if (p->word_lengths[id] == n && !memcmp(p->words[id], normal, n))
            return (int)id;
    }
    return UNKNOWN_WORD;
}

static bool load(void)
{
    Parser *p = &parser;
    if (p->ready)
        return p->label_bias.data != NULL;
    p->ready = true;
    WeightReader r = { weights_parser, weights_parser_end, false };
    if (r.end - r.at < 4 || memcmp(r.at, "RPM1", 4))
        return false;
    r.at += 4;
    index_words(p, &r);
    read_names(&r, &p->tags);
    read_names(&r, &p->fine_tags);
    read_names(&r, &p->relations);
    int labels = p->relations.count;
    p->word_table = read_table(&r, p->word_count, WORD_DIM);
    p->gram_table = read_table(&r, GRAM_BUCKETS, GRAM_DIM);
    for (int l = 0; l < 2; l++)
        for (int d = 0; d < 2; d++) {
            Lstm *lstm = &p->lstm[l][d];
            lstm->hidden = HIDDEN;
            lstm->input = read_packed(&r, GATES, l ? BOTH : INPUT_DIM);
            lstm->recurrent = read_packed(&r, GATES, HIDDEN);
            lstm->bias = read_matrix(&r, 1, GATES);
        }
    p->tag = read_packed(&r, p->tags.count, BOTH), p->tag_bias = read_matrix(&r, 1, p->tags.count);
    p->fine = read_packed(&r, p->fine_tags.count, BOTH), p->fine_bias = read_matrix(&r, 1, p->fine_tags.count);
    p->arc_head = read_packed(&r, ARC_DIM, BOTH), p->arc_head_bias = read_matrix(&r, 1, ARC_DIM);
    p->arc_dependent = read_packed(&r, ARC_DIM, BOTH), p->arc_dependent_bias = read_matrix(&r, 1, ARC_DIM);
    p->arc = read_packed(&r, ARC_DIM, ARC_DIM), p->arc_bias = read_matrix(&r, 1, ARC_DIM);
    p->label_head = read_packed(&r, LABEL_DIM, BOTH), p->label_head_bias = read_matrix(&r, 1, LABEL_DIM);
    p->label_dependent = read_packed(&r, LABEL_DIM, BOTH), p->label_dependent_bias = read_matrix(&r, 1, LABEL_DIM);
    p->label = read_packed(&r, labels * LABEL_DIM, LABEL_DIM);
    p->label_of_dependent = read_matrix(&r, labels, LABEL_DIM), p->label_of_head = read_matrix(&r, labels, LABEL_DIM);
    p->label_bias = read_matrix(&r, 1, labels);
    return !r.bad;
}

static void leaky(float *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] > 0 ? x[i] : 0.1f * x[i];
}

static int best_of(const float *scores, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        best = scores[i] > scores[best] ? i : best;
    return best;
}

/*
 * Eisner's algorithm over scores[dependent * n + head], word 0 the root. Spans
 * are complete or open, headed at their left or right end.
 */
static void best_tree(Arena *arena, const float *scores, int n, int *heads)
{
    enum { LEFT, RIGHT };
    size_t cells = (size_t)n * (size_t)n;
    float *complete[2], *open[2];
    i16 *complete_split[2], *open_split[2];
    for (int d = 0; d < 2; d++) {
        complete[d] = ARENA_ARRAY(arena, float, cells), open[d] = ARENA_ARRAY(arena, float, cells);
        complete_split[d] = ARENA_ARRAY(arena, i16, cells), open_split[d] = ARENA_ARRAY(arena, i16, cells);
    }
    for (int width = 1; width < n; width++)
        for (int s = 0; s + width < n; s++) {
            int t = s + width;
            size_t st = (size_t)s * (size_t)n + (size_t)t;
            float best = -1e30f;
            int split = s;
            for (int k = s; k < t; k++) {
                float v = complete[RIGHT][(size_t)s * (size_t)n + (size_t)k] + complete[LEFT][(size_t)(k + 1) * (size_t)n + (size_t)t];
                if (v > best)
                    best = v, split = k;
            }
            open[LEFT][st] = s ? best + scores[(size_t)s * (size_t)n + (size_t)t] : -1e30f;   /* t heads s */
            open[RIGHT][st] = best + scores[(size_t)t * (size_t)n + (size_t)s];               /* s heads t */
            open_split[LEFT][st] = open_split[RIGHT][st] = (i16)split;
            best = -1e30f, split = s;
            for (int k = s; k < t; k++) {
                float v = complete[LEFT][(size_t)s * (size_t)n + (size_t)k] + open[LEFT][(size_t)k * (size_t)n + (size_t)t];
                if (v > best)
                    best = v, split = k;
            }
            complete[LEFT][st] = best, complete_split[LEFT][st] = (i16)split;
            best = -1e30f, split = t;
            for (int k = s + 1; k <= t; k++) {
                float v = open[RIGHT][(size_t)s * (size_t)n + (size_t)k] + complete[RIGHT][(size_t)k * (size_t)n + (size_t)t];
                if (v > best)
                    best = v, split = k;
            }
            complete[RIGHT][st] = best, complete_split[RIGHT][st] = (i16)split;
        }
    /* one root: the best word r, with everything left of it headed by it and right of it too */
    int root = 1;
    float best_root = -1e30f;
    for (int r = 1; r < n; r++) {
        float v = scores[(size_t)r * (size_t)n] + complete[LEFT][(size_t)1 * (size_t)n + (size_t)r] + complete[RIGHT][(size_t)r * (size_t)n + (size_t)(n - 1)];
        if (v > best_root)
            best_root = v, root = r;
    }
    heads[root] = 0;
    /* unwind with a stack of spans */
    typedef struct Item { i16 s, t; u8 direction, is_open; } Item;
    Item *stack = ARENA_ARRAY(arena, Item, 4 * n + 8);
    int top = 0;
    stack[top++] = (Item){ 1, (i16)root, LEFT, 0 };
    stack[top++] = (Item){ (i16)root, (i16)(n - 1), RIGHT, 0 };
    while (top) {
        Item it = stack[--top];
        if (it.s == it.t)
            continue;
        size_t st = (size_t)it.s * (size_t)n + (size_t)it.t;
        if (it.is_open) {
            i16 k = open_split[it.direction][st];
            if (it.direction == LEFT)
                heads[it.s] = it.t;
            else
                heads[it.t] = it.s;
            stack[top++] = (Item){ it.s, k, RIGHT, 0 };
            stack[top++] = (Item){ (i16)(k + 1), it.t, LEFT, 0 };
        } else {
            i16 k = complete_split[it.direction][st];
            if (it.direction == LEFT) {
                stack[top++] = (Item){ it.s, k, LEFT, 0 };
                stack[top++] = (Item){ k, it.t, LEFT, 1 };
            } else {
                stack[top++] = (Item){ it.s, k, RIGHT, 1 };
                stack[top++] = (Item){ k, it.t, RIGHT, 0 };
            }
        }
    }
}

/* Each word's best head, cycles cut by hanging a word on the root. */
static void best_heads(const float *scores, int n, int *heads)
{
    for (int i = 1; i < n; i++)
        heads[i] = best_of(scores + (size_t)i * (size_t)n, n);
    for (int i = 1; i < n; i++) {
        int at = i;
        for (int steps = 0; at && steps <= n; steps++)
            at = heads[at];
        if (at)
            heads[i] = 0;
    }
}

static int best_relation(const Parser *p, const float *dependent, const float *head, float *scratch)
{
    int labels = p->relations.count;
    float scores[MAX_LABELS];
    matrix_apply(&p->label, NULL, head, 1, scratch);
    for (int k = 0; k < labels; k++) {
        const float *row = scratch + (size_t)k * LABEL_DIM, *wd = p->label_of_dependent.data + (size_t)k * LABEL_DIM, *wh = p->label_of_head.data + (size_t)k * LABEL_DIM;
        float s = p->label_bias.data[k];
        for (int i = 0; i < LABEL_DIM; i++)
            s += dependent[i] * (row[i] + wd[i]) + head[i] * wh[i];
        scores[k] = s;
    }
    return best_of(scores, labels);
}

ParsedWord *parse_words(Arena *arena, const char *const *words, int count)
{
    ParsedWord *out = ARENA_ARRAY(arena, ParsedWord, MAX(count, 1));
    for (int i = 0; i < count; i++)
        out[i] = (ParsedWord){ "X", "FW", "dep", -1 };
    if (!count || !load())
        return out;
    const Parser *p = &parser;
    int n = MIN(count, MAX_PARSED) + 1;
    ArenaMark mark = arena_mark(arena);
    float *input = ARENA_ARRAY(arena, float, n * INPUT_DIM), *first = ARENA_ARRAY(arena, float, n * BOTH), *second = ARENA_ARRAY(arena, float, n * BOTH);
    float *scratch = ARENA_ARRAY(arena, float, MAX(n * GATES, MAX_LABELS * LABEL_DIM));
    for (int t = 0; t < n; t++) {
        float *x = input + (size_t)t * INPUT_DIM;
        table_add_row(&p->word_table, t ? find_word(p, words[t - 1]) : ROOT_WORD, x);
        u32 grams[MAX_GRAMS];
        int gram_count = t ? word_grams(words[t - 1], grams) : 0;
        for (int k = 0; k < gram_count; k++)
            table_add_row(&p->gram_table, (int)grams[k], x + WORD_DIM);
    }
    for (int d = 0; d < 2; d++)
        lstm_run(&p->lstm[0][d], input, n, d == 1, first + d * HIDDEN, BOTH, scratch);
    for (int d = 0; d < 2; d++)
        lstm_run(&p->lstm[1][d], first, n, d == 1, second + d * HIDDEN, BOTH, scratch);
    float *arc_head = ARENA_ARRAY(arena, float, n * ARC_DIM), *arc_dependent = ARENA_ARRAY(arena, float, n * ARC_DIM), *turned = ARENA_ARRAY(arena, float, n * ARC_DIM);
    float *label_head = ARENA_ARRAY(arena, float, n * LABEL_DIM), *label_dependent = ARENA_ARRAY(arena, float, n * LABEL_DIM);
    float *scores = ARENA_ARRAY(arena, float, n * n);
    matrix_apply(&p->arc_head, p->arc_head_bias.data, second, n, arc_head);
    matrix_apply(&p->arc_dependent, p->arc_dependent_bias.data, second, n, arc_dependent);
    matrix_apply(&p->label_head, p->label_head_bias.data, second, n, label_head);
    matrix_apply(&p->label_dependent, p->label_dependent_bias.data, second, n, label_dependent);
    leaky(arc_head, n * ARC_DIM), leaky(arc_dependent, n * ARC_DIM), leaky(label_head, n * LABEL_DIM), leaky(label_dependent, n * LABEL_DIM);
    matrix_apply(&p->arc, p->arc_bias.data, arc_dependent, n, turned);
    Matrix heads_as_matrix = { n, ARC_DIM, arc_head, NULL };
    matrix_apply(&heads_as_matrix, NULL, turned, n, scores);
    for (int i = 0; i < n; i++)
        scores[(size_t)i * (size_t)n + (size_t)i] = -1e9f;
    int *heads = ARENA_ARRAY(arena, int, n);
    if (n <= LONGEST_TREE)
        best_tree(arena, scores, n, heads);
    else
        best_heads(scores, n, heads);
    for (int i = 1; i < n; i++) {
        float tags[MAX_LABELS];
        ParsedWord *w = &out[i - 1];
        matrix_apply(&p->tag, p->tag_bias.data, first + (size_t)i * BOTH, 1, tags);
        w->tag = p->tags.text[best_of(tags, p->tags.count)];
        matrix_apply(&p->fine, p->fine_bias.data, first + (size_t)i * BOTH, 1, tags);
        w->fine_tag = p->fine_tags.text[best_of(tags, p->fine_tags.count)];
        w->head = heads[i] - 1;
        w->relation = p->relations.text[best_relation(p, label_dependent + (size_t)i * LABEL_DIM, label_head + (size_t)heads[i] * LABEL_DIM, scratch)];
    }
    arena_release(arena, mark);
    return out;
}

ParsedWord *parse_tokens(Arena *arena, const TokenList *list)
{
    const char **words = ARENA_ARRAY(arena, const char *, MAX(list->count, 1));
    for (int i = 0; i < list->count; i++)
        words[i] = list->tokens[i].kind == TOKEN_QUOTED ? "Label" : list->tokens[i].text;
    return parse_words(arena, words, list->count);
}
