/*
 * The paper's patterns over the tree of the sentence (section 3.2.1):
 *
 *   verb ─obj─> target                   CR1      verb ─nsubj:pass─> target   CR2
 *   verb ─obl─> target, on/in/at/to      CR3      verb ─obj─> value, ─obl in─> target   TR1
 *
 * A verb counts when it is in the table of UI verbs and tagged as one. The
 * target's words are the part of its subtree that stands next to it.
 */
#include "report/tuple_parse.h"
#include "report/phrase.h"
#include "text/parse.h"

#include <string.h>

enum { SHORT = 8, LONGEST = 40 };  /* tokens */

static bool is_relation(const ParsedWord *w, const char *name)
{
    size_t n = strlen(name);
    return !strncmp(w->relation, name, n) && (!w->relation[n] || w->relation[n] == ':');
}

/* Is word i below `above`, not counting other clauses' verbs? */
static bool hangs_on(const ParsedWord *parsed, int i, int above)
{
    for (int steps = 0; i >= 0 && steps < 6; steps++) {
        if (i == above)
            return true;
        i = parsed[i].head;
    }
    return false;
}

static int token_at(const TokenList *list, u32 start)
{
    for (int i = 0; i < list->count; i++)
        if (list->tokens[i].start >= start)
            return i;
    return -1;
}

static void judge(const TokenList *list, const ParsedWord *parsed, Tuple *t)
{
    int verb = token_at(list, t->span.start);
    if (verb < 0 || !*t->target)
        return;
    bool found = false, joined = false;
    for (int i = 0; i < list->count; i++) {
        const Token *token = &list->tokens[i];
        if (token->end > t->span.end || i == verb || !strstr(t->target, token->lower))
            continue;
        found = true;
        joined = joined || hangs_on(parsed, i, verb);
    }
    if (found)
        t->confidence = joined ? t->confidence + (1 - t->confidence) * 0.5f : t->confidence * 0.8f;
}

/* The child of verb by one of two relations; -1 when there is none. */
static int child(const ParsedWord *parsed, int n, int verb, const char *a, const char *b)
{
    for (int i = 0; i < n; i++)
        if (parsed[i].head == verb && (is_relation(&parsed[i], a) || (b && is_relation(&parsed[i], b))))
            return i;
    return -1;
}

/* The first token of the run around `head` that belongs to its subtree. */
static int phrase_start(const TokenList *list, const ParsedWord *parsed, int head)
{
    int start = head;
    while (start > 0 && list->tokens[start - 1].kind != TOKEN_PUNCT && hangs_on(parsed, start - 1, head) && !is_relation(&parsed[start - 1], "case"))
        start--;
    return start;
}

static int read_tree(Arena *arena, const TokenList *list, const ParsedWord *parsed, Tuple *out)
{
    int count = 0;
    for (int i = 0; i < list->count && count < MAX_TUPLES; i++) {
        const Verb *verb = list->tokens[i].kind == TOKEN_WORD ? find_verb(list->tokens[i].lower) : NULL;
        if (!verb || strcmp(parsed[i].tag, "VERB") || verb->frame == VERB_NONE || verb->frame == VERB_SEE || verb->frame == VERB_LABEL
            || verb->frame == VERB_WAIT)
            continue;
        bool denied = child(parsed, list->count, i, "advmod", NULL) >= 0
            && token_in(list, child(parsed, list->count, i, "advmod", NULL), "not n't never");
        if (denied)
            continue;
        int object = child(parsed, list->count, i, "obj", "nsubj:pass"), place = child(parsed, list->count, i, "obl", NULL);
        bool edits = verb->frame == VERB_INPUT || verb->frame == VERB_CHANGE;
        int target = edits && place >= 0 ? place : object >= 0 ? object : place;
        if (target < 0)
            continue;
        Phrase phrase, value = { .text = "" };
        read_phrase(arena, list, phrase_start(list, parsed, target), list->count, false, &phrase);
        if (edits && place >= 0 && object >= 0)
            read_phrase(arena, list, phrase_start(list, parsed, object), list->count, true, &value);
        if (!*phrase.text)
            continue;
        out[count++] = (Tuple){ .action = verb->action, .target = phrase.text, .value = value.text, .direction = "", .condition = "", .repeat = 1, .quoted = phrase.quoted,
                                .span = { list->tokens[MIN(i, phrase.first)].start, list->tokens[MAX(i, MIN(phrase.end, list->count) - 1)].end },
                                .confidence = 0.45f, .pattern = object < 0 ? "CR3" : edits
                                    && place >= 0 ? "TR1" : is_relation(&parsed[object], "nsubj") ? "CR2" : "CR1" };
    }
    return count;
}

int tuples_by_tree(Arena *arena, const char *text, size_t length, Tuple **tuples, int count)
{
    TokenList list = tokenize(arena, text, length);
    /* a short sentence that was understood needs no tree */
    bool certain = count > 0;
    for (int i = 0; i < count; i++)
        certain = certain && ((*tuples)[i].quoted || !*(*tuples)[i].target);
    if (!list.count || list.count > LONGEST || certain || (count && list.count <= SHORT))
        return count;
    ParsedWord *parsed = parse_tokens(arena, &list);
    for (int i = 0; i < count; i++)
        judge(&list, parsed, &(*tuples)[i]);
    if (count)
        return count;
    Tuple *found = ARENA_ARRAY(arena, Tuple, MAX_TUPLES);
    int n = read_tree(arena, &list, parsed, found);
    if (n)
        *tuples = found;
    return n;
}
