/*
 * Matching a report's words to a widget (the paper's section 3.3.2, and more).
 *
 * Both sides become lists of plain words: "btn_save_note" and "the Save Note
 * button" are both [save, note]. Whole phrases are compared first (equal, or
 * the same row of the synonym table), then word by word, each way weaker than
 * the one before it: equal, stem, one letter off, UI synonym, WordNet, vectors.
 * A word on one side whose opposite is on the other ends it: score 0.
 *
 *   score = field × mean over the report's words × how much of the label they cover
 */
#include "text/match.h"
#include "base/map.h"
#include "text/lexicon.h"
#include "text/token.h"
#include "text/ui_words.h"
#include "text/vectors.h"
#include "text/weights.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 24, MAX_LENGTH = 40 };

typedef struct Words {
    char text[MAX_WORDS][MAX_LENGTH];
    int count;
    char joined[MAX_WORDS * MAX_LENGTH];    /* parted by single blanks */
} Words;

static bool is_id_noise(const char *w)
{
    static const char *const noise[] = { "btn", "button", "iv", "tv", "et", "ic", "id", "img", "image", "imageview", "textview", "edittext", "layout", "view", "action",
                                         "item", "icon", "white", "black", "grey", "gray", "24dp", "48dp", "36dp", "18dp", "dp", "drawable", "widget", "txt", "lbl", "cb", "chk", "sw",
                                         "rb", "fab", "input", "field", "container", "menu", "baseline", "outline", "rounded", "24px", "dark", "light", "abc", "mtrl", "material" };
    for (size_t i = 0; i < COUNT_OF(noise); i++)
        if (!strcmp(noise[i], w))
            return true;
    return false;
}

static void add_word(Words *words, const char *text, size_t length)
{
    if (!length || words->count >= MAX_WORDS)
        return;
    char *out = words->text[words->count++];
    length = MIN(length, MAX_LENGTH - 1);
    for (size_t i = 0; i < length; i++)
        out[i] = (char)tolower((u8)text[i]);
    out[length] = 0;
}

/* Splits at anything that is no letter or digit, and inside camelCase when it is an identifier. */
static void split(Words *words, const char *text, bool identifier)
{
    words->count = 0;
    if (identifier) {
        const char *slash = strrchr(text, '/');
        if (slash)
            text = slash + 1;
    }
    for (const char *p = text; *p && words->count < MAX_WORDS;) {
        if (*p == '+' || (*p == '?' && p == text) || (*p == '-' && p == text && !p[1])) {
            add_word(words, p++, 1);
            continue;
        }
        if (!isalnum((u8)*p) && (u8)*p < 0x80) {
            p++;
            continue;
        }
        const char *start = p;
        while (*p && (isalnum((u8)*p) || (u8)*p >= 0x80)) {
            if (p > start && identifier && isupper((u8)*p) && (islower((u8)p[-1]) || isdigit((u8)p[-1])))
                break;
            p++;
        }
        add_word(words, start, (size_t)(p - start));
    }
}

static void join(Words *words)
{
    size_t at = 0;
    for (int i = 0; i < words->count; i++) {
        if (at)
            words->joined[at++] = ' ';
        size_t n = strlen(words->text[i]);
        memcpy(words->joined + at, words->text[i], n);
        at += n;
    }
    words->joined[at] = 0;
}

/* Takes out the words for which drop holds, unless nothing would be left. */
static void drop_words(Words *words, bool (*drop)(const char *))
{
    int kept = 0;
    for (int i = 0; i < words->count; i++)
        kept += !drop(words->text[i]);
    if (!kept)
        return;
    kept = 0;
    for (int i = 0; i < words->count; i++)
        if (!drop(words->text[i])) {
            if (kept != i)
                memcpy(words->text[kept], words->text[i], MAX_LENGTH);
            kept++;
        }
    words->count = kept;
}

/* Edit distance with a bound of 2: insertions, deletions, changes, swapped neighbours. */
static int edit_distance(const char *a, const char *b)
{
    int n = (int)strlen(a), m = (int)strlen(b);
    if (abs(n - m) > 2 || n >= MAX_LENGTH || m >= MAX_LENGTH)
        return 3;
    int rows[3][MAX_LENGTH + 1];
    for (int j = 0; j <= m; j++)
        rows[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int best = MIN(above[j] + 1, row[j - 1] + 1);
            best = MIN(best, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = MIN(best, two_above[j - 2] + 1);
            row[j] = best;
        }
    }
    return rows[n % 3][m];
}

static bool share_group(const char *a, size_t n, const char *b, size_t m)
{
    for (int i = 0, x; (x = ui_group(a, n, i)); i++)
        for (int k = 0, y; (y = ui_group(b, m, k)); k++)
            if (x == y)
                return true;
    return false;
}

/* The WordNet slice: a line per word, made into a map at first use. */
static bool wordnet_synonyms(const char *a, const char *b)
{
    static Map lines;
    if (!lines.live) {
        const char *p = (const char *)weights_synonyms, *end = (const char *)weights_synonyms_end;
        while (p < end) {
            const char *stop = memchr(p, '\n', (size_t)(end - p));
            if (!stop)
                break;
            const char *blank = memchr(p, ' ', (size_t)(stop - p));
            if (blank)
                *map_slot_n(&lines, p, (size_t)(blank - p)) = (void *)(uintptr_t)blank;
            p = stop + 1;
        }
        if (!lines.live)
            map_put(&lines, "", NULL);
    }
    const char *line = map_get(&lines, a);
    size_t n = strlen(b);
    while (line && *line == ' ') {
        line++;
        size_t length = strcspn(line, " \n");
        if (length == n && !memcmp(line, b, n))
            return true;
        line += length;
    }
    return false;
}

float match_word_pair(const char *a, const char *b, const char **why)
{
    const char *unused;
    if (!why)
        why = &unused;
    *why = "equal";
    if (!strcmp(a, b))
        return 1;
    if (ui_opposites(a, b) || ui_opposites(stem_word(a), stem_word(b))) {
        *why = "opposite";
        return -1;
    }
    const char *x = stem_word(a), *y = stem_word(b);
    *why = "stem";
    if (!strcmp(x, y) && strlen(x) > 2)
        return 0.95f;
    *why = "UI synonym";
    if (share_group(a, strlen(a), b, strlen(b)))
        return 0.88f;
    size_t shorter = MIN(strlen(a), strlen(b));
    int distance = shorter >= 4 ? edit_distance(a, b) : 3;
    *why = "one letter off";
    if (distance == 1 && shorter >= 5)
        return 0.86f;
    if (distance == 1 && shorter == 4 && a[0] == b[0])
        return 0.75f;
    if (distance == 2 && shorter >= 8)
        return 0.8f;
    *why = "WordNet";
    if (wordnet_synonyms(a, b) || wordnet_synonyms(b, a))
        return 0.78f;
    *why = "prefix";
    if (shorter >= 4 && !strncmp(a, b, shorter))
        return 0.72f;
    float similarity = vector_similarity(a, b);
    *why = "word vectors";
    return similarity >= 0.8f ? similarity * 0.85f : 0;
}

static bool is_query_noise(const char *w)
{
    return is_determiner(w) || is_widget_noun(w) || !strcmp(w, "of") || !strcmp(w, "on") || !strcmp(w, "in");
}

typedef struct Field {
    const char *name, *value;
    float weight;
    bool identifier;
} Field;

static float match_field(const Words *query, const Field *field, char *reason)
{
    Words label;
    split(&label, field->value, field->identifier);
    if (field->identifier)
        drop_words(&label, is_id_noise);
    join(&label);
    if (!label.count)
        return 0;
    snprintf(reason, MATCH_REASON, "%s \"%.60s\": equal", field->name, field->value);
    if (!strcmp(query->joined, label.joined))
        return field->weight;
    if (share_group(query->joined, strlen(query->joined), label.joined, strlen(label.joined))) {
        snprintf(reason, MATCH_REASON, "%s \"%.60s\": %.30s (UI synonym)", field->name, field->value, query->joined);
        return field->weight * 0.92f;
    }
    /* word by word, each label word used once */
    bool used[MAX_WORDS] = { false };
    float sum = 0;
    int covered = 0;
    float weakest = 2;
    const char *weakest_why = "", *weakest_word = "";
    for (int i = 0; i < query->count; i++) {
        float best = 0;
        int best_at = -1;
        const char *best_why = "";
        for (int k = 0; k < label.count; k++) {
            const char *why;
            float s = match_word_pair(query->text[i], label.text[k], &why);
            if (s < 0) {
                /* "enable" against "disable": unless the word itself is there too */
                bool also = false;
                for (int q = 0; q < label.count; q++)
                    also = also || !strcmp(label.text[q], query->text[i]);
                for (int q = 0; q < query->count; q++)
                    also = also || !strcmp(query->text[q], label.text[k]);
                if (!also) {
                    snprintf(reason, MATCH_REASON, "%s \"%.60s\": %.20s is the opposite of %.20s", field->name, field->value, label.text[k], query->text[i]);
                    return -1;
                }
                continue;
            }
            if (s > best && !used[k])
                best = s, best_at = k, best_why = why;
        }
        sum += best;
        if (best_at >= 0) {
            used[best_at] = true;
            covered++;
            if (best < weakest)
                weakest = best, weakest_why = best_why, weakest_word = query->text[i];
        }
    }
    if (!covered)
        return 0;
    float mean = sum / (float)query->count, coverage = (float)covered / (float)label.count;
    snprintf(reason, MATCH_REASON, "%s \"%.60s\": %d of %d words, %.20s (%s)", field->name, field->value, covered, query->count, weakest_word, weakest_why);
    return field->weight * mean * (0.7f + 0.3f * coverage);
}

float match_words(const char *words, const WidgetWords *widget, char *reason)
{
    char unused[MATCH_REASON], trial[MATCH_REASON];
    if (!reason)
        reason = unused;
    snprintf(reason, MATCH_REASON, "nothing in common");
    Words query;
    split(&query, words, false);
    join(&query);
    /* whole phrases first: "three dots" loses its meaning word by word */
    bool phrase = ui_group(query.joined, strlen(query.joined), 0) != 0;
    if (!phrase) {
        drop_words(&query, is_query_noise);
        join(&query);
    }
    if (!query.count)
        return 0;
    const Field fields[] = {
        { "text", widget->text, 1, false }, { "description", widget->description, 0.98f, false }, { "hint", widget->hint, 0.95f, false },
        { "id", widget->id, 0.9f, true }, { "icon", widget->icon, 0.88f, true },
    };
    float best = 0;
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        if (!fields[i].value || !*fields[i].value)
            continue;
        float score = match_field(&query, &fields[i], trial);
        if (score < 0 && i < 2) {
            /* what the widget shows says the opposite: its id cannot make up for it */
            memcpy(reason, trial, MATCH_REASON);
            return 0;
        }
        if (score > best) {
            best = score;
            memcpy(reason, trial, MATCH_REASON);
        }
    }
    return best;
}
