/*
 * The linear model: logistic regression over hashed features.
 *
 * A sentence's features are its own words and form, its section, and a shorter
 * sketch of each of the two sentences before and after it; the strongest are
 * pairs (section and list mark, section and first verb). 2^16 weights of one
 * byte; the trainer is tools/train/steps.c.
 *
 *   weights file:  "RSL1", float scale, float bias, then 2^16 int8
 */
#include "text/lexicon.h"
#include "text/step_model.h"
#include "text/weights.h"

#include <math.h>
#include <string.h>

enum { SKETCHED_WORDS = 40 };

typedef struct Features {
    u32 *out;
    int count;
} Features;

/* A group of features; a feature is a group and up to two values, mixed into a bucket. */
typedef enum Group {
    BIAS, FORM, SECTION, SECTION_FORM, FRAME, FRAME_FORM, SECTION_FRAME, SECTION_SINCE, LENGTH, LENGTH_SECTION, POST, ARROW, WORD, PAIR, EARLY, OPENING,
    OPENING_THREE, PERSON, CRASH, LEAD, LEAD_FORM, LEAD_SECTION, LEAD_ENDING, VERBS, QUOTED, URL, MARK, LIST_PLACE,
    NEIGHBOUR,      /* and the next ones: a group per kind of sketch and place */
} Group;

static void emit(Features *f, u32 group, u32 a, u32 b)
{
    if (f->count >= MAX_STEP_FEATURES)
        return;
    u32 h = group * 0x9e3779b1u ^ a * 0x85ebca6bu ^ (b * 0xc2b2ae35u + (b << 7));
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    h ^= h >> 15;
    f->out[f->count++] = h & ((1u << STEP_FEATURE_BITS) - 1);
}

static u32 text_hash(const char *text)
{
    u32 h = 2166136261u;
    for (; *text; text++)
        h = (h ^ (u8)*text) * 16777619u;
    return h;
}

/* A token as the model sees it: its stem, or what kind of thing it is. */
static u32 token_hash(const Token *t)
{
    switch (t->kind) {
    case TOKEN_NUMBER: return 1;
    case TOKEN_QUOTED: return 2;
    case TOKEN_URL: return 3;
    default: return text_hash(t->stem);
    }
}

/* The word that a sentence acts by: its first token that is no filler, person or mark. */
static const Token *leading_word(const SentenceView *v)
{
    for (int i = 0; i < v->tokens.count && i < 8; i++) {
        const Token *t = &v->tokens.tokens[i];
        if (t->kind == TOKEN_PUNCT || t->kind == TOKEN_SYMBOL || is_filler(t->lower) || is_person(t->lower))
            continue;
        if (t->kind == TOKEN_NUMBER && i == 0)
            continue;
        return t;
    }
    return NULL;
}

/* What each sentence shows of itself and to its neighbours, found once. */
typedef struct Sketch {
    u32 form, frame, lead;
    u32 words[SKETCHED_WORDS];
    int word_count;
} Sketch;

static void make_sketch(const SentenceView *v, Sketch *s)
{
    s->form = v->title ? 1 : v->is_section_head ? 2 : v->number ? 3 : v->item ? 4 : v->quote ? 5 : 6;
    const Token *t = leading_word(v);
    const Verb *verb = t && t->kind == TOKEN_WORD ? find_verb(t->lower) : NULL;
    s->frame = verb ? 10 + (u32)verb->frame : t && t->kind == TOKEN_QUOTED ? 2 : 1;
    s->lead = t ? text_hash(t->stem) : 0;
    s->word_count = 0;
    for (int i = 0; i < v->tokens.count && i < SKETCHED_WORDS; i++)
        if (v->tokens.tokens[i].kind == TOKEN_WORD)
            s->words[s->word_count++] = text_hash(v->tokens.tokens[i].stem);
}

static bool has_arrow(const SentenceView *v)
{
    for (int i = 1; i < v->tokens.count; i++)
        if (v->tokens.tokens[i].kind == TOKEN_ARROW)
            return true;
    return false;
}

static u32 length_class(const SentenceView *v)
{
    int n = v->tokens.count;
    return n < 3 ? 1 : n < 6 ? 3 : n < 12 ? 6 : n < 25 ? 12 : 25;
}

static u32 since_class(const SentenceView *v)
{
    int n = v->since_heading;
    return n < 2 ? 1 : n < 3 ? 2 : n < 6 ? 3 : n < 12 ? 6 : 12;
}

static const SentenceView *neighbour(const SentenceView *views, int count, int index, int offset)
{
    int i = index + offset;
    return i >= 0 && i < count && views[i].post == views[index].post ? &views[i] : NULL;
}

/* The neighbour at offset, in groups of its own. */
static void emit_neighbour(Features *f, const SentenceView *views, const Sketch *sketches, int count, int index, int offset)
{
    const SentenceView *v = neighbour(views, count, index, offset);
    u32 place = NEIGHBOUR + 8 * (u32)(offset + 2);
    if (!v) {
        emit(f, place, 0, 0);
        return;
    }
    const Sketch *s = &sketches[index + offset];
    emit(f, place + 1, s->form, (u32)v->section);
    emit(f, place + 2, s->frame, 0);
    emit(f, place + 3, s->form, s->frame);
    if (v->is_section_head)
        emit(f, place + 4, (u32)v->announced, 0);
    if (s->lead)
        emit(f, place + 5, s->lead, 0);
    for (int i = 0; i < s->word_count; i++)
        emit(f, place + 6, s->words[i], 0);
}

static int features_of(const SentenceView *views, const Sketch *sketches, int count, int index, u32 *out)
{
    Features f = { out, 0 };
    const SentenceView *v = &views[index];
    const Sketch *own = &sketches[index];
    u32 section = (u32)v->section, form = own->form, frame = own->frame;
    emit(&f, BIAS, 0, 0);
    emit(&f, FORM, form, 0);
    emit(&f, SECTION, section, 0);
    emit(&f, SECTION_FORM, section, form);
    emit(&f, FRAME, frame, 0);
    emit(&f, FRAME_FORM, frame, form);
    emit(&f, SECTION_FRAME, section, frame);
    emit(&f, SECTION_SINCE, section, since_class(v));
    emit(&f, LENGTH, length_class(v), 0);
    emit(&f, LENGTH_SECTION, length_class(v), section);
    emit(&f, POST, (u32)MIN(v->post, 2), 0);
    if (has_arrow(v))
        emit(&f, ARROW, section, 0);
    bool quoted = false, url = false;
    int verbs = 0;
    u32 previous = 7, before_previous = 7;
    for (int i = 0; i < v->tokens.count && i < 60; i++) {
        const Token *t = &v->tokens.tokens[i];
        u32 word = token_hash(t);
        emit(&f, WORD, word, 0);
        emit(&f, PAIR, previous, word);
        if (t->kind == TOKEN_WORD && i < 4)
            emit(&f, EARLY, word, 0);
        if (i < 3)
            emit(&f, OPENING, previous, word);
        if (i < 4 && i > 0)
            emit(&f, OPENING_THREE, before_previous, word);
        quoted = quoted || t->kind == TOKEN_QUOTED;
        url = url || t->kind == TOKEN_URL;
        if (t->kind == TOKEN_WORD) {
            const Verb *verb = find_verb(t->lower);
            verbs += verb && verb->frame != VERB_SEE && verb->frame != VERB_NONE;
            if (is_person(t->lower))
                emit(&f, PERSON, word, section);
            if (is_crash_word(t->lower))
                emit(&f, CRASH, form, section);
        }
        before_previous = previous;
        previous = word;
    }
    const Token *lead = leading_word(v);
    if (lead) {
        emit(&f, LEAD, own->lead, 0);
        emit(&f, LEAD_FORM, own->lead, form);
        emit(&f, LEAD_SECTION, own->lead, section);
        size_t n = strlen(lead->lower);
        emit(&f, LEAD_ENDING, text_hash(n > 3 ? lead->lower + n - 3 : lead->lower), 0);
    }
    emit(&f, VERBS, (u32)MIN(verbs, 3), section);
    if (quoted)
        emit(&f, QUOTED, section, 0);
    if (url)
        emit(&f, URL, section, 0);
    char last = v->length ? v->text[v->length - 1] : ' ';
    emit(&f, MARK, strchr(":?!.", last) ? (u32)last : 0, 0);
    /* the last item of a list usually says what happened */
    const SentenceView *next = neighbour(views, count, index, 1);
    if (v->item || v->number)
        emit(&f, LIST_PLACE, v->number == 1, next && (next->item || next->number));
    static const int offsets[] = { -1, -2, 1, 2 };
    for (size_t i = 0; i < COUNT_OF(offsets); i++)
        emit_neighbour(&f, views, sketches, count, index, offsets[i]);
    return f.count;
}

static Sketch *make_sketches(Arena *arena, const SentenceView *views, int count)
{
    Sketch *sketches = ARENA_ARRAY(arena, Sketch, MAX(count, 1));
    for (int i = 0; i < count; i++)
        make_sketch(&views[i], &sketches[i]);
    return sketches;
}

int step_features(Arena *arena, const SentenceView *views, int count, int index, u32 *out)
{
    ArenaMark mark = arena_mark(arena);
    int n = features_of(views, make_sketches(arena, views, count), count, index, out);
    arena_release(arena, mark);
    return n;
}

typedef struct LinearWeights {
    bool ready;
    float scale, bias;
    const i8 *weights;
} LinearWeights;

static const LinearWeights *weights(void)
{
    static LinearWeights w;
    if (!w.ready) {
        const u8 *data = weights_step_linear;
        size_t size = (size_t)(weights_step_linear_end - weights_step_linear);
        w.ready = true;
        if (size >= 12 + (1u << STEP_FEATURE_BITS) && !memcmp(data, "RSL1", 4)) {
            memcpy(&w.scale, data + 4, 4);
            memcpy(&w.bias, data + 8, 4);
            w.weights = (const i8 *)data + 12;
        }
    }
    return &w;
}

void score_steps_linear(Arena *arena, const SentenceView *views, int count, float *scores)
{
    const LinearWeights *w = weights();
    u32 features[MAX_STEP_FEATURES];
    ArenaMark mark = arena_mark(arena);
    const Sketch *sketches = make_sketches(arena, views, count);
    for (int i = 0; i < count; i++) {
        int n = features_of(views, sketches, count, i, features);
        int sum = 0;
        for (int k = 0; k < n && w->weights; k++)
            sum += w->weights[features[k]];
        scores[i] = 1.0f / (1.0f + expf(-((float)sum * w->scale + w->bias)));
    }
    arena_release(arena, mark);
}
