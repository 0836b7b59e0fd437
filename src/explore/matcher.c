#include "explore/matcher.h"

#include "text/match.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void matcher_open(Matcher *m, const Goal *goal, const Guide *guide)
{
    *m = (Matcher){ .goal = goal, .guide = guide };
}

void matcher_close(Matcher *m)
{
    MAP_EACH(&m->known, entry)
        free(entry->value);
    map_free(&m->known);
}

static void score_grams(const Goal *g, const WidgetWords *words, WordScores *out)
{
    out->gram = -1;
    for (int i = 0; i < g->gram_count; i++) {
        float score = match_words(g->grams[i].words, words, NULL);
        if (score >= MATCH_SURE && score > out->gram_score) {
            out->gram = i;
            out->gram_score = score;
        }
    }
}

/* Letters and digits alone, in lower case. */
static void squeeze(char *out, size_t room, const char *text)
{
    size_t n = 0;
    for (; *text && n + 1 < room; text++)
        if (isalnum((u8)*text) || (u8)*text >= 0x80)
            out[n++] = (char)tolower((u8)*text);
    out[n] = 0;
}

/* "Fact sheets", "factsheets" and btn_factSheets are one name. */
static bool same_squeezed(const char *words, const char *label)
{
    char a[64], b[64];
    static const char *const kinds[] = { "btn", "button", "menu", "action", "item", "tv", "text", "img", "image", "ic", "fab", "et", "edit", "cb" };
    squeeze(a, sizeof a, words);
    squeeze(b, sizeof b, label);
    if (strlen(a) < 4 || !*b)
        return false;
    if (!strcmp(a, b))
        return true;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        size_t n = strlen(kinds[i]), m = strlen(b);
        if ((!strncmp(b, kinds[i], n) && !strcmp(b + n, a)) || (m > n && !strcmp(b + m - n, kinds[i]) && m - n == strlen(a) && !strncmp(b, a, m - n)))
            return true;
    }
    return false;
}

static float score_target(const char *target, const WidgetWords *w)
{
    const char *id = strstr(w->id, "id/");
    float score = match_words(target, w, NULL);
    bool same = same_squeezed(target, w->text) || same_squeezed(target, w->description) || same_squeezed(target, id ? id + 3 : w->id);
    return same ? MAX(score, 0.95f) : score;
}

const WordScores *matcher_of_node(Matcher *m, const Node *n)
{
    bool field = n->flags & NODE_EDITABLE;
    char *key = xasprintf("%s\1%s\1%s\1%s\1%s", field ? "" : n->text, n->id, n->description, n->hint, n->icon);
    WordScores **slot = (WordScores **)map_slot(&m->known, key);
    if (!*slot) {
        const Goal *g = m->goal;
        WidgetWords words = { field ? "" : n->text, n->id, n->description, n->hint, n->icon };
        *slot = xcalloc(1, sizeof **slot + sizeof(float) * (size_t)g->wish_count);
        for (int i = 0; i < g->wish_count; i++)
            (*slot)->wishes[i] = *g->wishes[i].target ? score_target(g->wishes[i].target, &words) : 0;
        score_grams(g, &words, *slot);
    }
    const WordScores *scores = *slot;
    free(key);
    return scores;
}

/* Nodes inside that are widgets themselves speak for themselves. */
static bool speaks_for(const Screen *s, const Widget *w, i32 i)
{
    const Node *n = &s->nodes[i];
    return n == w->node || !(n->flags & (NODE_CLICKABLE | NODE_EDITABLE | NODE_CHECKABLE)) || w->words == n;
}

float matcher_of_widget(Matcher *m, const Screen *s, const Widget *w, int wish)
{
    float best = 0;
    for (i32 i = w->first; i < w->end; i++)
        if (speaks_for(s, w, i)) {
            float score = matcher_of_node(m, &s->nodes[i])->wishes[wish];
            best = MAX(best, score);
        }
    return best;
}

float matcher_distance(const Matcher *m, const Screen *s, const Widget *w)
{
    float best = -1;
    for (i32 i = w->first; m->guide && i < w->end; i++) {
        float d = speaks_for(s, w, i) ? m->guide->widget(m->guide->context, s->activity, &s->nodes[i]) : -1;
        if (d >= 0 && (best < 0 || d < best))
            best = d;
    }
    return best;
}

const Gram *matcher_gram(Matcher *m, const Screen *s, const Widget *w)
{
    const Gram *gram = NULL;
    float best = 0;
    for (i32 i = w->first; i < w->end; i++) {
        const WordScores *scores = speaks_for(s, w, i) ? matcher_of_node(m, &s->nodes[i]) : NULL;
        if (scores && scores->gram >= 0 && scores->gram_score > best) {
            best = scores->gram_score;
            gram = &m->goal->grams[scores->gram];
        }
    }
    return gram;
}
