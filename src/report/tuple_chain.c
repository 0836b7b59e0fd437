/*
 * Chains: labels between arrows, "Settings > Backup > Export". A segment is a
 * label unless a verb acts in it; a quoted label may hold a chain of its own.
 */
#include "report/tuple_frames.h"

#include <string.h>

/* Where the segment of a chain that starts at i ends. */
int segment_end(const TokenList *list, int i)
{
    while (i < list->count && list->tokens[i].kind != TOKEN_ARROW && !is_mark(list, i, ".,;:)")) {
        /* "User and device identity" is one label, "Backup and press OK" ends it */
        if (token_is(list, i, "then") || (token_is(list, i, "and") && (i + 1 >= list->count || token_is(list, i + 1, "then")
            || (list->tokens[i + 1].kind == TOKEN_WORD && find_verb(list->tokens[i + 1].lower)))))
            break;
        i++;
    }
    return i;
}

static bool is_crash_phrase(const TokenList *list, int from, int to)
{
    for (int i = from; i < to; i++)
        if (list->tokens[i].kind == TOKEN_WORD && is_crash_word(list->tokens[i].lower))
            return true;
    return token_in(list, from, "force boom error bug");
}

/* Labels between arrows: "Settings > Backup > Export". Returns the token after the segment. */
int take_segment(Extract *x, int from, int to)
{
    const TokenList *list = x->list;
    int i = from;
    while (i < to && (token_in(list, i, "in on from under the then via at within") || is_mark(list, i, "([\"'")))
        i++;
    if (i >= to || is_crash_phrase(list, i, to))
        return to;
    for (int k = from; k < to; k++)     /* "-> the app should show a list": what happens, not what is tapped */
        if (to - from > 3 && token_in(list, k, "should is are will does shows displays opens appears ca can n't not was"))
            return to;
    /* a quoted label may hold a chain of its own */
    Phrase targets[6];
    int count;
    bool alternatives;
    read_targets(x, i, to, targets, &count, 6, &alternatives);
    if (count > 1 && !targets[0].quoted)
        targets[0].text = join_tokens(x->arena, list, targets[0].first, to);
    /* "-> new message": in a chain "new" is part of the label */
    if (count == 1 && !targets[0].quoted && token_is(list, i, "new") && targets[0].end > i + 1)
        targets[0].text = join_tokens(x->arena, list, i, targets[0].end);
    if (count)
        add_tap(x, ACTION_CLICK, &targets[0], "", from, to, "chain")->confidence = 0.75f;
    return to;
}

/* Splits quoted labels at their arrows: "Help->About" is two taps. */
TokenList split_quoted_chains(Arena *arena, TokenList list)
{
    int extra = 0;
    for (int i = 0; i < list.count; i++)
        if (list.tokens[i].kind == TOKEN_QUOTED)
            for (const char *p = list.tokens[i].lower; (p = strpbrk(p, ">\xe2")); p++)
                extra += 4;
    if (!extra)
        return list;
    TokenList out = { ARENA_ARRAY(arena, Token, list.count + extra), 0 };
    for (int i = 0; i < list.count; i++) {
        const Token *t = &list.tokens[i];
        TokenList inner = { 0 };
        bool chain = false;
        if (t->kind == TOKEN_QUOTED) {
            inner = tokenize(arena, t->text, strlen(t->text));
            for (int k = 1; k + 1 < inner.count; k++)
                chain = chain || inner.tokens[k].kind == TOKEN_ARROW;
        }
        if (!chain || out.count + inner.count > list.count + extra) {
            out.tokens[out.count++] = *t;
            continue;
        }
        for (int from = 0; from <= inner.count;) {
            int to = from;
            while (to < inner.count && inner.tokens[to].kind != TOKEN_ARROW)
                to++;
            if (to > from) {
                Token label = *t;
                label.lower = join_tokens(arena, &inner, from, to);
                label.text = label.lower;
                out.tokens[out.count++] = label;
            }
            if (to < inner.count) {
                Token arrow = *t;
                arrow.kind = TOKEN_ARROW;
                arrow.lower = arrow.text = "->";
                out.tokens[out.count++] = arrow;
            }
            from = to + 1;
        }
    }
    return out;
}

/* Words between a quote chain and the rest may be read as a chain only when arrows are there. */
bool arrow_follows(const TokenList *list, int i)
{
    int end = segment_end(list, i);
    return end < list->count && list->tokens[end].kind == TOKEN_ARROW && end - i <= 8;
}

/* Does a verb act inside the chain's segment that starts at i? */
bool verb_in_segment(const Extract *x, int i)
{
    int end = segment_end(x->list, i);
    int after;
    Action action;
    if (verb_at(x, i, &after, &action))
        return true;
    for (int k = i + 1; k < end; k++)
        if (x->list->tokens[k].kind == TOKEN_WORD && acts_as_verb(x->list, k, i))
            return true;
    return false;
}
