/*
 * Frames of tapping: click X (CR1, CR3, CR6), open X, go to X, and verbs that
 * are part of the label ("save observation").
 */
#include "report/tuple_frames.h"

#include <string.h>

/* CR1, CR3, CR6: click X, click on X, clicking X; with examples, lists, chains of labels in quotes. */
int take_click(Extract *x, int verb, int from, int end, Action action)
{
    const TokenList *list = x->list;
    int i = from;
    if (is_purpose(list, from, end) && !(action == ACTION_NAVIGATE))
        end = from;     /* "long press to bring up the menu": the place is not said */
    while (i < end && (token_in(list, i, "on onto at in to into for over down up out upon around through inside , : the")
        || is_mark(list, i, ",:")) && !(list->tokens[i].capital && token_in(list, i, "up down out over"))
        && !(token_in(list, i, "up down in out") && i + 1 < end && list->tokens[i + 1].kind == TOKEN_PUNCT))
        i++;
    Phrase targets[8];
    int count;
    bool alternatives;
    int after = read_targets(x, i, end, targets, &count, 8, &alternatives);
    int repeat = take_repeat(x, verb, end);
    const char *pattern = i == from ? "CR1" : "CR3";
    if (repeat > 1) {
        pattern = "CR4";
        if (!strcmp(action_name(action), "click"))
            action = repeat == 2 ? ACTION_DOUBLE_CLICK : ACTION_MULTI_CLICK;
    }
    /* "check home screen", "check if …", "check to see": looking, not ticking */
    if (action == ACTION_CHECK) {
        bool looks = token_in(list, from, "if whether that for how what to out") || (count && is_home_label(targets[0].text));
        for (int k = from; k + 1 < list->count && k < end + 2; k++)
            looks = looks || (token_is(list, k, "to") && token_is(list, k + 1, "see")) || token_in(list, k, "whether");
        if (looks)
            return after;
    }
    if (!count) {
        if (action == ACTION_LONG_CLICK || action == ACTION_CLICK) {
            Phrase none = { .text = "" };
            Tuple *t = add_tap(x, action, &none, "", verb, after, pattern);
            t->repeat = repeat;
            t->confidence = 0.5f;
        }
        return after;
    }
    /* 'one of the two buttons ("Manually" or "Continue")': the brackets name them */
    if (count == 1 && !targets[0].quoted && is_mark(list, after, "(") && after + 1 < end && list->tokens[after + 1].kind == TOKEN_QUOTED
        && (in_words(targets[0].text, "buttons button options option icon items") || strstr(targets[0].text, "buttons")
            || strstr(targets[0].text, "options")))
        after = read_targets(x, after + 1, end, targets, &count, 8, &alternatives);
    /* 'a button that reads "X"', "the button with three dots", "the option to delete": only a kind so far, the name follows */
    if (count == 1 && !targets[0].quoted && is_widget_noun(targets[0].text)) {
        int k = after;
        if (token_in(list, k, "that which") && token_in(list, k + 1, "reads says is shows called"))
            k += 2;
        if (token_is(list, k - 1, "next") && token_is(list, k, "to"))
            k++;
        else if (token_in(list, k, "with named called labelled labeled titled saying marked reading beside for"))
            k++;
        Phrase name = { .text = "" };
        int past_name = k > after && k < end ? read_phrase(x->arena, list, k, end, false, &name) : after;
        if (*name.text) {
            targets[0] = name;
            after = past_name;
        }
    }
    Phrase example = { .text = "" };
    int past = take_example(x, after, end, &example);
    /* "TOTP for the Type field": the field is the widget, what is chosen the value */
    if (action == ACTION_SELECT && count == 1 && token_in(list, after, "to as") && after + 1 < end && list->tokens[after + 1].kind == TOKEN_QUOTED) {
        Phrase chosen;
        int end_value = read_phrase(x->arena, list, after + 1, end, true, &chosen);
        add_tap(x, action, &targets[0], chosen.text, verb, end_value, "TR3");
        return end_value;
    }
    if (action == ACTION_SELECT && count == 1 && token_in(list, after, "for as") && past == after) {
        Phrase field;
        int end_field = read_phrase(x->arena, list, after + 1, end, false, &field);
        bool is_field = end_field > after + 1 && token_in(list, end_field - 1, "field fields spinner dropdown box setting");
        if (is_field && *field.text) {
            add_tap(x, action, &field, targets[0].text, verb, end_field, "TR2");
            return end_field;
        }
    }
    for (int k = 0; k < count; k++) {
        Tuple *t = add_tap(x, action, &targets[k], k == count - 1 ? example.text : "", verb, MAX(past, targets[k].end), pattern);
        t->repeat = repeat;
        t->alternative = alternatives && k > 0;
    }
    return past;
}

/* open, launch, start: the app, or something in it. */
int take_open(Extract *x, int verb, int from, int end, const Verb *word)
{
    const TokenList *list = x->list;
    if (!strcmp(word->base, "install") || (!strcmp(word->base, "view") && token_in(list, from, "in")))
        return from;
    if (!strcmp(word->base, "start") && token_in(list, from, "to"))
        return from;
    if (!strcmp(word->base, "start") && from < end && is_gerund(list->tokens[from].lower))
        return from;
    /* "start or stop an activity": the second verb has the object */
    if (from >= end && token_in(list, end, "or and") && end + 1 < list->count && list->tokens[end + 1].kind == TOKEN_WORD
        && find_verb(list->tokens[end + 1].lower)
        && find_verb(list->tokens[end + 1].lower)->frame == VERB_LABEL)
        return from;
    /* 'open the app "Mint"', "open app Foo" */
    int app_word = from;
    while (app_word < end && list->tokens[app_word].kind == TOKEN_WORD && is_determiner(list->tokens[app_word].lower))
        app_word++;
    if (app_word + 1 < end && list->tokens[app_word].kind == TOKEN_WORD && is_app_word(list->tokens[app_word].lower)
        && (list->tokens[app_word + 1].kind == TOKEN_QUOTED || (list->tokens[app_word + 1].kind == TOKEN_WORD
            && list->tokens[app_word + 1].capital && !is_preposition(list->tokens[app_word + 1].lower)
                && !token_in(list, app_word + 1, "settings preferences drawer menu info details list options")))) {
        Phrase called;
        int past = read_phrase(x->arena, list, app_word + 1, end, false, &called);
        add_tuple(x, ACTION_LAUNCH, called.text, "", verb, past, "launch");
        return past;
    }
    if (names_the_app(x, from, end)) {
        if (!strcmp(word->base, "view"))
            return from;
        add_tuple(x, ACTION_LAUNCH, "", "", verb, MIN(from + 2, end), "launch")->confidence = 0.9f;
        return MIN(from + 1, end);
    }
    /* "kill the app and reopen it" */
    if (token_is(list, from, "it") && (in_words(word->base, "reopen re-open relaunch restart") || (x->count
        && x->tuples[x->count - 1].action == ACTION_CLOSE))) {
        add_tuple(x, ACTION_LAUNCH, "", "", verb, from + 1, "launch");
        return from + 1;
    }
    Phrase phrase;
    int i = from;
    while (i < end && token_in(list, i, "up the a in with at to into"))
        i++;
    int after = read_phrase(x->arena, list, i, end, false, &phrase);
    bool app = after > i && list->tokens[after - 1].kind == TOKEN_WORD && is_app_word(list->tokens[after - 1].lower);
    /* "launch RedReader", "start Foo"; but "reopen the album", "start server" are taps */
    bool one_name = after - phrase.first == 1 && list->tokens[phrase.first].capital;
    bool name = in_words(word->base, "launch run relaunch") || (word->action == ACTION_LAUNCH && one_name);
    if (app || name) {
        const char *text = phrase.text;
        if (app && !phrase.quoted) {
            const char *last = strrchr(text, ' ');
            if (last && is_app_word(last + 1))
                text = arena_strndup(x->arena, text, (size_t)(last - text));
            else if (is_app_word(text))
                text = "";
        }
        add_tuple(x, ACTION_LAUNCH, text, "", verb, after, "launch");
        return after;
    }
    if (!*phrase.text)
        return after;
    if (!strcmp(word->base, "start")) {     /* "start server": the label says so */
        const char *text = phrase.quoted ? phrase.text : arena_printf(x->arena, "start %s", phrase.text);
        add_tuple(x, ACTION_CLICK, text, "", verb, after, "label");
        return after;
    }
    return take_click(x, verb, from, end, ACTION_CLICK);
}

/* go to X, go into X, go back. */
int take_go(Extract *x, int verb, int from, int end)
{
    const TokenList *list = x->list;
    int i = from;
    if (token_in(list, i, "back backwards") || (token_is(list, i, "one") && token_is(list, i + 1, "back"))) {
        add_tuple(x, ACTION_BACK, "", "", verb, i + 1, "NR2");
        return end;
    }
    bool to = false;
    while (i < end && (token_in(list, i, "to into in on over onto the inside through down up over under") )) {
        to = to || token_in(list, i, "to into in on inside through");
        i++;
    }
    if (!to && !token_in(list, verb, "goto visit access browse visiting accessing") && !(i < end && list->tokens[i].kind == TOKEN_QUOTED))
        return from;    /* "go online", "go wrong" */
    if (i < end && is_person(list->tokens[i].lower))
        return i;
    return take_click(x, verb, i, end, ACTION_NAVIGATE);
}

/* save observation, add account, cancel it: the verb belongs to the label. */
int take_label(Extract *x, int verb, int from, int end, const Verb *word)
{
    const TokenList *list = x->list;
    int i = from;
    const char *name = word->base;
    if (token_in(list, i, "in on out off up") && in_words(word->base, "log sign check")) {
        name = arena_printf(x->arena, "%s %s", word->base, list->tokens[i].lower);
        i++;
        int with = i;
        if (token_in(list, with, "with using")) {
            int after = take_pairs(x, verb, with + 1, end);
            if (after > with + 1)
                i = after;
        }
        add_tuple(x, ACTION_CLICK, name, "", verb, i, "label");
        return i;
    }
    if (in_words(word->base, "log sign rate"))
        return from;
    if (!strcmp(word->base, "search") && token_is(list, i, "for")) {
        Phrase what;
        int after = read_phrase(x->arena, list, i + 1, end, true, &what);
        add_tuple(x, ACTION_INPUT, "search", what.text, verb, after, "TR1");
        return after;
    }
    if (!strcmp(word->base, "make") && token_in(list, i, "sure certain it that"))
        return i;
    if (in_words(word->base, "download update load") && names_the_app(x, i, end))
        return i;   /* getting the app is no event in it */
    Phrase phrase;
    int after = read_phrase(x->arena, list, i, end, false, &phrase);
    if (word->action == ACTION_CLEAR && *phrase.text) {
        add_tuple(x, ACTION_CLEAR, phrase.text, "", verb, after, "TR7");
        return after;
    }
    /* "add new email account with "foo@b.2"": a value makes it an edit */
    if (token_in(list, after, "with") && after + 1 < end && in_words(word->base, "add create")) {
        Phrase value;
        int past = read_phrase(x->arena, list, after + 1, end, true, &value);
        if (value.quoted || list->tokens[value.first].kind == TOKEN_URL || list->tokens[value.first].kind == TOKEN_NUMBER) {
            add_tuple(x, ACTION_INPUT, phrase.text, value.text, verb, past, "TR2");
            return past;
        }
    }
    if (is_pronoun_target(phrase.text) && token_is(list, after, "to") && after + 1 < end && !is_purpose(list, after, end)) {
        Phrase where;
        int past = read_phrase(x->arena, list, after + 1, end, false, &where);
        if (*where.text) {
            add_tuple(x, ACTION_CLICK, arena_printf(x->arena, "%s to %s", name, where.text), "", verb, past, "label");
            return past;
        }
    }
    if (is_filler(phrase.text))
        phrase.text = "";
    if (is_pronoun_target(phrase.text) || !*phrase.text) {
        bool alone = after >= end || is_mark(list, after, ".,;)") || *phrase.text || token_in(list, after, "and or then")
                  || (in_words(word->base, "login logout register") && token_in(list, after, "with via using to as"));
        if (alone)
            add_tuple(x, ACTION_CLICK, name, "", verb, after, "label");
        return MAX(after, from);
    }
    const char *text = phrase.quoted && phrase.first == i ? join_tokens(x->arena, list, i, after) : phrase.text;
    Phrase example = { .text = "" };
    int past = take_example(x, after, end, &example);
    Tuple *t = add_tuple(x, ACTION_CLICK, arena_printf(x->arena, "%s %s", name, text), *example.text ? example.text : "", verb, past, "label");
    t->confidence = 0.7f;
    return past;
}

int take_close(Extract *x, int verb, int from, int end, const Verb *word)
{
    if (names_the_app(x, from, end) || word->action == ACTION_HOME) {
        add_tuple(x, word->action, "", "", verb, MIN(from + 2, end), "close");
        return end;
    }
    Verb label = { word->base, VERB_LABEL, ACTION_CLICK };
    return take_label(x, verb, from, end, &label);
}
