/*
 * Frames of entering: type V in T and fill T with V (TR1, TR2, TR6), change T
 * to V (TR3), 10 km (TR5), leave T empty (TR7), give T a name.
 */
#include "report/tuple_frames.h"

#include <string.h>

static bool is_vague_value(const char *text)
{
    return in_words(text, "something anything stuff value values whatever data details all everything information");
}

/* TR5: "10 km" fills the field named km. */
static bool take_unit(Extract *x, int verb, int i, int end)
{
    const TokenList *list = x->list;
    if (i + 1 < end && list->tokens[i].kind == TOKEN_NUMBER && list->tokens[i + 1].kind == TOKEN_WORD && is_unit(list->tokens[i + 1].lower)
        && (i + 2 >= end || !token_in(list, i + 2, "in into to on as for"))) {
        add_tuple(x, ACTION_INPUT, list->tokens[i + 1].lower, list->tokens[i].lower, verb, i + 2, "TR5");
        return true;
    }
    return false;
}

/* "username "t" and password "t"": pairs of a field and its value. Returns the token after; i when there is none. */
int take_pairs(Extract *x, int verb, int i, int end)
{
    const TokenList *list = x->list;
    int start = i;
    for (;;) {
        int k = i;
        while (k < end && (token_in(list, k, "and with a the ,") || is_mark(list, k, ",")))
            k++;
        if (k + 1 >= end || list->tokens[k].kind != TOKEN_WORD)
            return i;
        int name = k;
        while (k < end && list->tokens[k].kind == TOKEN_WORD && !is_preposition(list->tokens[k].lower) && !token_in(list, k, "and or to"))
            k++;
        int name_end = k;
        while (k < end && (token_in(list, k, "as = is :") || is_mark(list, k, ":")))
            k++;
        if (k >= end || name_end == name || name_end - name > 4 || !(list->tokens[k].kind == TOKEN_QUOTED || list->tokens[k].kind == TOKEN_URL))
            return i;
        if (i == start && !(k + 1 >= end || token_in(list, k + 1, "and") || is_mark(list, k + 1, ",.)")))
            return i;
        Phrase field;
        read_phrase(x->arena, list, name, name_end, false, &field);
        add_tuple(x, ACTION_INPUT, *field.text ? field.text : join_tokens(x->arena, list, name, name_end), list->tokens[k].lower, verb, k + 1, "TR2");
        i = k + 1;
    }
}

/* TR1, TR2, TR4, TR6: type V in T; fill T with V; enter V; enter T. */
int take_input(Extract *x, int verb, int from, int end, const Verb *word)
{
    const TokenList *list = x->list;
    int i = from;
    bool fill = in_words(word->base, "fill provide supply specify");
    /* "enter edit mode", "enter the settings": a place, not a text */
    if (!strcmp(word->base, "enter") && end > from && token_in(list, end - 1, "mode screen view settings page menu activity editor section tab app preferences"))
        return take_click(x, verb, from, end, ACTION_NAVIGATE);
    if (!strcmp(word->base, "enter")) {
        Phrase place;
        read_phrase(x->arena, list, from, end, false, &place);
        if (in_words(place.text, "settings preferences options menu about help gallery inbox profile fullscreen"))
            return take_click(x, verb, from, end, ACTION_NAVIGATE);
    }
    while (i < end && token_in(list, i, "in out down up on into to"))
        i++;
    if (take_unit(x, verb, i, end))
        return i + 2;
    int pairs = take_pairs(x, verb, i, end);
    if (pairs > i)
        return pairs;
    Phrase first;
    int after = read_phrase(x->arena, list, i, end, true, &first);
    /* a value may run over prepositions until the one that names the field */
    int split = -1;
    for (int k = after; k < end; k++) {
        if ((list->tokens[k].kind == TOKEN_PUNCT && !is_mark(list, k, "-")) || token_in(list, k, "containing that which with having who"))
            break;
        if (token_in(list, k, "in into on to inside at as for") && k + 1 < end && split < 0)
            split = k;
    }
    bool with = token_in(list, after, "with by as using") && after + 1 < end;
    if (with && !(token_is(list, after, "as") && !fill)) {
        Phrase value;
        int past = read_phrase(x->arena, list, after + 1, end, true, &value);
        Phrase targets[6];
        int count;
        bool alternatives;
        read_targets(x, i, after, targets, &count, 6, &alternatives);
        Phrase example = { .text = "" };
        int end_example = take_example(x, past, end, &example);
        for (int k = 0; k < count; k++) {
            Tuple *t = add_tuple(x, ACTION_INPUT, is_pronoun_target(targets[k].text) ? "" : targets[k].text, *example.text ? example.text : value.text, verb, end_example, "TR2");
            t->quoted = targets[k].quoted;
        }
        return end_example;
    }
    if (split >= 0 && split > i) {
        const char *value = first.quoted ? first.text : join_tokens(x->arena, list, first.first, split);
        if (is_vague_value(first.text))
            value = "";
        Phrase targets[6];
        int count;
        bool alternatives;
        int past = read_targets(x, split + 1, end, targets, &count, 6, &alternatives);
        Phrase example = { .text = "" };
        past = take_example(x, past, end, &example);
        if (count) {
            for (int k = 0; k < count; k++) {
                Tuple *t = add_tuple(x, ACTION_INPUT, targets[k].text, *example.text ? example.text : value, verb, past, "TR1");
                t->quoted = targets[k].quoted;
                t->alternative = alternatives && k > 0;
                t->confidence = 0.85f;
            }
            return past;
        }
    }
    /* 'text "testtask"': words before the quote name the field */
    if (first.quoted && first.first > i && !fill) {
        Phrase name;
        int name_from = i;
        read_phrase(x->arena, list, name_from, first.first, false, &name);
        if (*name.text) {
            add_tuple(x, ACTION_INPUT, name.text, first.text, verb, after, "TR6");
            return after;
        }
    }
    if (!*first.text)
        return after;
    bool literal = first.quoted || list->tokens[first.first].kind == TOKEN_NUMBER || list->tokens[first.first].kind == TOKEN_URL
                || named_character(list->tokens[first.first].lower);
    if (literal && !fill) {
        Phrase example = { .text = "" };
        int past = take_example(x, after, end, &example);
        add_tuple(x, ACTION_INPUT, "", *example.text ? example.text : is_vague_value(first.text) ? "" : first.text, verb, past, "TR6")->quoted = first.quoted;
        return past;
    }
    /* enter T: fields are named, the value is left to the reader or comes as an example */
    Phrase targets[8];
    int count;
    bool alternatives;
    after = read_targets(x, i, end, targets, &count, 8, &alternatives);
    Phrase example = { .text = "" };
    int past = take_example(x, after, end, &example);
    for (int k = 0; k < count; k++) {
        if (is_vague_value(targets[k].text))
            targets[k].text = "";
        Tuple *t = add_tuple(x, ACTION_INPUT, targets[k].text, example.text, verb, past, *example.text ? "TR4" : "TR6");
        t->quoted = targets[k].quoted;
        t->confidence = 0.7f;
    }
    return past;
}

/* TR3: change T to V, set T as V, change T from A to V. */
int take_change(Extract *x, int verb, int from, int end)
{
    const TokenList *list = x->list;
    if (about_orientation(x, from, end)) {
        add_tuple(x, ACTION_ROTATE, "", "", verb, end, "NR1");
        return end;
    }
    int i = from;
    while (i < end && (is_determiner(list->tokens[i].lower) || token_is(list, i, "up")))
        i++;
    if (token_in(list, i, "value values content contents") && token_is(list, i + 1, "of"))
        i += 2;
    Phrase targets[6];
    int count;
    bool alternatives;
    /* "set B's default account to A": the owner is no part of the label */
    if (i + 2 < end && token_is(list, i + 1, "'s"))
        i += 2;
    int after = read_targets(x, i, end, targets, &count, 6, &alternatives);
    /* 'change view by "A" to "B"': of two labels the first is the widget */
    if (count && !targets[0].quoted) {
        int quotes[2] = { -1, -1 }, found = 0;
        for (int k = after; k < end && found < 2; k++)
            if (list->tokens[k].kind == TOKEN_QUOTED)
                quotes[found++] = k;
        if (found == 2 && token_in(list, quotes[1] - 1, "to into") && token_in(list, quotes[0] - 1, "by of")) {
            after = read_phrase(x->arena, list, quotes[0], quotes[1] - 1, false, &targets[0]);
            count = 1;
        }
    }
    int to = -1;
    bool from_to = false;
    for (int k = after; k < end; k++) {
        from_to = from_to || token_is(list, k, "from");
        if (token_in(list, k, "to as into with") && k + 1 < end && (to < 0 || from_to))
            to = k;
    }
    Phrase value = { .text = "" };
    int past = after;
    if (to >= 0) {
        int k = to + 1;
        while (k < end && (token_in(list, k, "be e.g eg") || token_is(list, k, ".")))
            k++;
        past = read_phrase(x->arena, list, k, end, true, &value);
        if (in_words(value.text, "empty blank nothing")) {
            if (token_is(list, past, "or"))
                past = read_phrase(x->arena, list, past + 1, end, true, &value);
            else
                value.text = "";
        }
        if (!value.quoted && (is_vague_value(value.text) || in_words(value.text, "one another something other")))
            value.text = "";
    }
    Phrase example = { .text = "" };
    past = take_example(x, past, end, &example);
    if (*example.text)
        value = example;
    for (int k = 0; k < count; k++) {
        Tuple *t = add_tuple(x, ACTION_INPUT, targets[k].text, value.text, verb, past, "TR3");
        t->quoted = targets[k].quoted;
        t->alternative = alternatives && k > 0;
    }
    return past;
}

/* TR7: leave X empty, leave out X. */
int take_leave(Extract *x, int verb, int from, int end)
{
    const TokenList *list = x->list;
    int i = from;
    bool out = token_is(list, i, "out");
    i += out;
    Phrase phrase;
    int after = read_phrase(x->arena, list, i, end, false, &phrase);
    const char *text = phrase.text;
    size_t n = strlen(text);
    bool empty = out || token_in(list, after, "empty blank as unfilled");
    if (n > 6 && (!strcmp(text + n - 6, " empty") || !strcmp(text + n - 6, " blank"))) {
        text = arena_strndup(x->arena, text, n - 6);
        empty = true;
    }
    if (empty && *text)
        add_tuple(x, ACTION_LEAVE_EMPTY, text, "", verb, after, "TR7");
    else if (phrase.end > i && is_app_word(list->tokens[phrase.end - 1].lower))
        add_tuple(x, ACTION_HOME, "", "", verb, after, "home");
    return after;
}

/* "give the exercise a name" */
int take_give(Extract *x, int verb, int from, int end)
{
    const TokenList *list = x->list;
    int a = -1;
    for (int i = from; i < end; i++)
        if (i > from && token_in(list, i, "a an some"))
            a = a < 0 ? i : a;
    if (a < 0)
        return from;
    Phrase owner, what;
    read_phrase(x->arena, list, from, a, false, &owner);
    int after = read_phrase(x->arena, list, a, end, false, &what);
    if (!*what.text)
        return after;
    bool pronoun = is_pronoun_target(owner.text) || !*owner.text;
    Phrase example = { .text = "" };
    int past = take_example(x, after, end, &example);
    add_tuple(x, ACTION_INPUT, pronoun ? what.text : arena_printf(x->arena, "%s %s", owner.text, what.text), example.text, verb, past, "TR2");
    return past;
}
