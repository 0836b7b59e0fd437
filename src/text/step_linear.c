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
#include "base/map.h"
#include "text/lexicon.h"
#include "text/step_model.h"
#include "text/weights.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct Features {
    u32 *out;
    int count;
} Features;

static void emit(Features *f, const char *group, const char *a, const char *b)
{
    if (f->count >= MAX_STEP_FEATURES)
        return;
    u32 h = 2166136261u;
    for (const char *p = group; *p; p++)
        h = (h ^ (u8)*p) * 16777619u;
    h = (h ^ 1) * 16777619u;
    for (const char *p = a; *p; p++)
        h = (h ^ (u8)*p) * 16777619u;
    h = (h ^ 2) * 16777619u;
    for (const char *p = b; *p; p++)
        h = (h ^ (u8)*p) * 16777619u;
    h ^= h >> 15;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    f->out[f->count++] = h & ((1u << STEP_FEATURE_BITS) - 1);
}

static const char *const section_names[] = { "none", "steps", "expected", "actual", "environment", "log", "other" };
static const char *const frame_names[] = {
    "-", "click", "input", "change", "go", "open", "label", "gesture", "rotate", "back", "leave", "turn", "wait", "close", "give", "see",
};

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

static const char *leading_frame(const SentenceView *v)
{
    const Token *t = leading_word(v);
    const Verb *verb = t && t->kind == TOKEN_WORD ? find_verb(t->lower) : NULL;
    return verb ? frame_names[verb->frame] : t && t->kind == TOKEN_QUOTED ? "quoted" : "-";
}

static bool has_arrow(const SentenceView *v)
{
    for (int i = 1; i < v->tokens.count; i++)
        if (v->tokens.tokens[i].kind == TOKEN_ARROW)
            return true;
    return false;
}

static const char *length_class(const SentenceView *v)
{
    int n = v->tokens.count;
    return n < 3 ? "1" : n < 6 ? "3" : n < 12 ? "6" : n < 25 ? "12" : "25";
}

static const char *since_class(const SentenceView *v)
{
    int n = v->since_heading;
    return n < 2 ? "1" : n < 3 ? "2" : n < 6 ? "3" : n < 12 ? "6" : "12";
}

static const char *form(const SentenceView *v)
{
    return v->title ? "title" : v->is_section_head ? "head" : v->number ? "number" : v->item ? "item" : v->quote ? "quote" : "text";
}

/* What a neighbour shows of itself. */
static void sketch(Features *f, const char *place, const SentenceView *v)
{
    if (!v) {
        emit(f, place, "none", "");
        return;
    }
    emit(f, place, form(v), section_names[v->section]);
    emit(f, place, "frame", leading_frame(v));
    emit(f, place, form(v), leading_frame(v));
    if (v->is_section_head)
        emit(f, place, "announces", section_names[v->announced]);
    const Token *t = leading_word(v);
    if (t)
        emit(f, place, "lead", stem_word(t->lower));
    for (int i = 0; i < v->tokens.count && i < 40; i++)
        if (v->tokens.tokens[i].kind == TOKEN_WORD)
            emit(f, place, "word", stem_word(v->tokens.tokens[i].lower));
}

static const SentenceView *neighbour(const SentenceView *views, int count, int index, int offset)
{
    int i = index + offset;
    return i >= 0 && i < count && views[i].post == views[index].post ? &views[i] : NULL;
}

int step_features(const SentenceView *views, int count, int index, u32 *out)
{
    Features f = { out, 0 };
    const SentenceView *v = &views[index];
    const char *section = section_names[v->section], *shape = form(v), *frame = leading_frame(v);
    emit(&f, "bias", "", "");
    emit(&f, "form", shape, "");
    emit(&f, "section", section, "");
    emit(&f, "section-form", section, shape);
    emit(&f, "frame", frame, "");
    emit(&f, "frame-form", frame, shape);
    emit(&f, "section-frame", section, frame);
    emit(&f, "section-since", section, since_class(v));
    emit(&f, "length", length_class(v), "");
    emit(&f, "length-section", length_class(v), section);
    emit(&f, "post", v->post == 0 ? "title" : v->post == 1 ? "first" : "later", "");
    if (has_arrow(v))
        emit(&f, "arrow", section, "");
    bool quoted = false, url = false;
    int verbs = 0;
    const char *previous = "^", *before_previous = "^";
    for (int i = 0; i < v->tokens.count && i < 60; i++) {
        const Token *t = &v->tokens.tokens[i];
        const char *word = t->kind == TOKEN_WORD ? stem_word(t->lower) : t->kind == TOKEN_NUMBER ? "#" : t->kind == TOKEN_QUOTED ? "\"\"" : t->kind == TOKEN_URL ? "://" : t->lower;
        emit(&f, "word", word, "");
        emit(&f, "pair", previous, word);
        if (t->kind == TOKEN_WORD && i < 4)
            emit(&f, "early", word, "");
        if (i < 3)
            emit(&f, "opening", previous, word);
        if (i < 4 && i > 0)
            emit(&f, "opening-three", before_previous, word);
        quoted = quoted || t->kind == TOKEN_QUOTED;
        url = url || t->kind == TOKEN_URL;
        const Verb *verb = t->kind == TOKEN_WORD ? find_verb(t->lower) : NULL;
        if (verb && verb->frame != VERB_SEE && verb->frame != VERB_NONE)
            verbs++;
        if (t->kind == TOKEN_WORD && is_person(t->lower))
            emit(&f, "person", t->lower, section);
        if (t->kind == TOKEN_WORD && is_crash_word(t->lower))
            emit(&f, "crash", shape, section);
        before_previous = previous;
        previous = word;
    }
    const Token *lead = leading_word(v);
    if (lead) {
        const char *stem = stem_word(lead->lower);
        emit(&f, "lead", stem, "");
        emit(&f, "lead-form", stem, shape);
        emit(&f, "lead-section", stem, section);
        size_t n = strlen(lead->lower);
        emit(&f, "lead-ending", n > 3 ? lead->lower + n - 3 : lead->lower, "");
    }
    emit(&f, "verbs", verbs == 0 ? "0" : verbs == 1 ? "1" : verbs == 2 ? "2" : "3", section);
    if (quoted)
        emit(&f, "quoted", section, "");
    if (url)
        emit(&f, "url", section, "");
    char last = v->length ? v->text[v->length - 1] : ' ';
    emit(&f, "mark", last == ':' ? ":" : last == '?' ? "?" : last == '!' ? "!" : last == '.' ? "." : "none", "");
    /* the last item of a list usually says what happened */
    const SentenceView *next = neighbour(views, count, index, 1), *second = neighbour(views, count, index, 2);
    if (v->item || v->number)
        emit(&f, "list-place", v->number == 1 ? "first" : "inner", next && (next->item || next->number) ? "goes-on" : "ends");
    sketch(&f, "-1", neighbour(views, count, index, -1));
    sketch(&f, "-2", neighbour(views, count, index, -2));
    sketch(&f, "+1", next);
    sketch(&f, "+2", second);
    return f.count;
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

void score_steps_linear(const SentenceView *views, int count, float *scores)
{
    const LinearWeights *w = weights();
    u32 features[MAX_STEP_FEATURES];
    for (int i = 0; i < count; i++) {
        int n = step_features(views, count, i, features);
        int sum = 0;
        for (int k = 0; k < n && w->weights; k++)
            sum += w->weights[features[k]];
        scores[i] = 1.0f / (1.0f + expf(-((float)sum * w->scale + w->bias)));
    }
}
