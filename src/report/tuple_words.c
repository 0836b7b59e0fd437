/*
 * The words around a verb: where they end, which of them are targets, examples
 * ("e.g. 10"), repeats ("twice"), and which targets are keys of the system.
 */
#include "report/tuple_frames.h"

#include <ctype.h>
#include <string.h>

Tuple *add_tuple(Extract *x, Action action, const char *target, const char *value, int from, int to, const char *pattern)
{
    static Tuple overflow;
    if (x->count >= MAX_TUPLES)
        return &overflow;
    /* "rotate the phone, switch to another orientation" says it twice */
    if (action == ACTION_ROTATE && x->count && x->tuples[x->count - 1].action == ACTION_ROTATE)
        return &x->tuples[x->count - 1];
    Tuple *t = &x->tuples[x->count++];
    const TokenList *list = x->list;
    from = MIN(MAX(from, 0), list->count - 1);
    to = MIN(MAX(to, from + 1), list->count);
    *t = (Tuple){ .action = action, .target = target, .value = value, .direction = "", .condition = x->condition ? x->condition : "", .repeat = 1,
                  .span = { list->tokens[from].start, list->tokens[to - 1].end }, .confidence = 0.8f, .pattern = pattern };
    if (*target) {
        x->context->last_target = target;
        x->context->last_action = action;
    }
    return t;
}

/* Where the words that belong to the verb end: at the next clause. */
int region_end(const Extract *x, int from)
{
    const TokenList *list = x->list;
    int depth = 0;
    for (int i = from; i < list->count; i++) {
        const Token *t = &list->tokens[i];
        if (is_mark(list, i, "("))
            depth++;
        if (is_mark(list, i, ")") && depth-- <= 0)
            return i;
        bool abbreviated = token_in(list, i - 1, "e.g i.e eg ie etc e g vs");
        if (t->kind == TOKEN_ARROW || is_mark(list, i, ";!?") || (token_is(list, i, ".") && !depth && !abbreviated))
            return i;
        if (depth)
            continue;
        if (i > from && (token_in(list, i, "so because which until till whereas while when if unless where causing resulting")
            || token_in(list, i, "then")))
            return i;
        if (i > from && t->kind == TOKEN_WORD && token_in(list, i, "i you we user") && i + 1 < list->count && list->tokens[i + 1].kind == TOKEN_WORD
            && find_verb(list->tokens[i + 1].lower) && !t->capital)
            return i;
        if (i > from && token_in(list, i, "and then") && token_is(list, i + 1, "back") && !token_in(list, i + 2, "button key arrow"))
            return i;
        /* ", and click", "and then press", ", press" */
        if (token_in(list, i, "and or & then but ,") || is_mark(list, i, ",:")) {
            int k = i + 1;
            while (k < list->count && (token_in(list, k, "and then or also just i you we now again & to") || is_mark(list, k, ",")) )
                k++;
            if (k < list->count && list->tokens[k].kind == TOKEN_WORD && acts_as_verb(list, k, i + 1)) {
                /* "register or login", "start and destination": labels that are verbs too */
                bool last_word = k + 1 >= list->count || is_mark(list, k + 1, ".,;)") || token_in(list, k + 1, "and or button buttons fields then") ;
                const Verb *verb = find_verb(list->tokens[k].lower);
                /* after a verb of entering it is the next event: "input the name and save" */
                const Verb *own = from > 0 && list->tokens[from - 1].kind == TOKEN_WORD ? find_verb(list->tokens[from - 1].lower) : NULL;
                bool enters = own && (own->frame == VERB_INPUT || own->frame == VERB_CHANGE || own->frame == VERB_LABEL) && token_is(list, i, "and");
                bool label_list = last_word && !enters && token_in(list, i, "or and") && (verb->frame == VERB_LABEL || verb->frame == VERB_OPEN);
                if (!label_list)
                    return i;
            }
        }
        /* purpose: "to create a new note"; but "go to", "set X to Y" keep their "to" */
        if (i > from && token_is(list, i, "to") && i + 1 < list->count && list->tokens[i + 1].kind == TOKEN_WORD) {
            const Token *n = &list->tokens[i + 1];
            const Verb *verb = find_verb(n->lower);
            bool base = verb && !strcmp(verb->base, n->lower) && !n->capital;
            if (base || token_in(list, i + 1, "be bring get make let have take force trigger find reproduce test")) {
                if (!token_is(list, i + 1, "be"))
                    return i;
            }
        }
        if (i > from && t->kind == TOKEN_WORD && token_in(list, i, "by after before on upon") && i + 1 < list->count
            && is_gerund(list->tokens[i + 1].lower) && find_verb(list->tokens[i + 1].lower))
            return i;
    }
    return list->count;
}

/* "e.g. 10", "like /mnt", "such as Foo", "say 5" at token i: reads the example. */
int take_example(Extract *x, int i, int end, Phrase *example)
{
    const TokenList *list = x->list;
    int k = i;
    while (k < end && is_mark(list, k, ",("))
        k++;
    bool found = false;
    if (token_in(list, k, "e.g eg i.e like say ex example")) {
        found = true;
        k++;
    } else if (token_in(list, k, "e g") && token_in(list, k + 1, ". g")) {
        found = true;
        while (k < end && (token_in(list, k, "e g") || is_mark(list, k, ".")))
            k++;
    } else if ((token_is(list, k, "such") && token_is(list, k + 1, "as")) || (token_is(list, k, "for")
        && token_in(list, k + 1, "example instance"))) {
        found = true;
        k += 2;
    }
    if (!found)
        return i;
    while (k < end && is_mark(list, k, ".,:"))
        k++;
    int after = read_phrase(x->arena, list, k, end, true, example);
    return *example->text ? after : i;
}

/* The targets of a list: 'A', 'A and B', '"x" or "y"'. Returns the token after. */
int read_targets(Extract *x, int i, int end, Phrase *targets, int *count, int max, bool *alternatives)
{
    const TokenList *list = x->list;
    *count = 0;
    *alternatives = false;
    while (i < end && *count < max) {
        Phrase phrase;
        int after = read_phrase(x->arena, list, i, end, false, &phrase);
        if (!*phrase.text)
            return MAX(after, i);
        targets[(*count)++] = phrase;
        i = after;
        int k = i;
        bool joined = false;
        while (k < end && (token_in(list, k, "and or & /") || is_mark(list, k, ",/"))) {
            *alternatives = *alternatives || token_is(list, k, "or");
            joined = joined || token_in(list, k, "and or & /") || is_mark(list, k, ",/");
            k++;
        }
        if (token_in(list, k, "either"))
            k++;
        /* after a comma only labels go on: ", the app crashes" is a new clause */
        bool comma_only = joined && is_mark(list, k - 1, ",") && k < end;
        if (!joined || k >= end || list->tokens[k].kind == TOKEN_PUNCT || token_in(list, k, "not n't i you it the then see there here more how")
            || (comma_only && list->tokens[k].kind != TOKEN_QUOTED && !list->tokens[k].capital))
            if (!(joined && token_is(list, k, "the") && !comma_only))
                break;
        i = k;
    }
    return i;
}

/* "twice", "5 times", "several times" in [from, to). */
int take_repeat(const Extract *x, int from, int to)
{
    const TokenList *list = x->list;
    static const char *const numbers[] = { "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten" };
    for (int i = from; i < to && i < list->count; i++) {
        if (token_in(list, i, "twice"))
            return 2;
        if (token_in(list, i, "thrice"))
            return 3;
        if (token_in(list, i, "repeatedly continuously rapidly constantly"))
            return MANY_TIMES;
        if (token_in(list, i, "times time") && i > from) {
            for (int k = 0; k < 10; k++)
                if (token_is(list, i - 1, numbers[k]))
                    return k + 1;
            if (list->tokens[i - 1].kind == TOKEN_NUMBER) {
                int n = 0;
                for (const char *p = list->tokens[i - 1].lower; isdigit((u8)*p) && n < 1000; p++)
                    n = n * 10 + (*p - '0');
                return MAX(n, 1);
            }
            if (token_in(list, i - 1, "several multiple many few some couple numerous more"))
                return MANY_TIMES;
        }
        if (token_in(list, i, "multiple many several") && token_in(list, i + 1, "fast quick rapid clicks taps presses"))
            return MANY_TIMES;
    }
    return 1;
}

static bool is_back_label(const char *text)
{
    return in_words(text, "back back-button backbutton") || !strcmp(text, "back button") || !strcmp(text, "back key") || !strcmp(text, "back arrow")
        || !strcmp(text, "device back") || !strcmp(text, "hardware back") || !strcmp(text, "android back") || !strcmp(text, "phone back")
            || !strcmp(text, "system back")
        || !strcmp(text, "backward") || !strcmp(text, "return") || !strcmp(text, "go back") || !strcmp(text, "physical back")
            || !strcmp(text, "back <-") || !strcmp(text, "back navigation");
}

bool is_home_label(const char *text)
{
    return !strcmp(text, "home") || !strcmp(text, "home button") || !strcmp(text, "home key") || !strcmp(text, "home screen")
        || !strcmp(text, "homescreen")
        || !strcmp(text, "device home") || !strcmp(text, "android home") || !strcmp(text, "android main screen")
            || !strcmp(text, "home-screen") || !strcmp(text, "launcher");
}

bool is_pronoun_target(const char *text)
{
    return in_words(text, "it them that this those these");
}

/* A tap on what the words name, with the system's keys told apart. */
Tuple *add_tap(Extract *x, Action action, const Phrase *target, const char *value, int from, int to, const char *pattern)
{
    const char *text = target->text;
    if (is_pronoun_target(text) && x->context->last_target)
        text = x->context->last_target;
    else if (is_pronoun_target(text))
        text = "";
    bool click = !strcmp(action_coarse(action), "click");
    if (click && is_back_label(text))
        return add_tuple(x, ACTION_BACK, "", "", from, to, "NR2");
    if (click && (is_home_label(text)))
        return add_tuple(x, ACTION_HOME, "", "", from, to, "home");
    if (click && !strcmp(text, "menu"))
        action = ACTION_MENU;
    Tuple *t = add_tuple(x, action, text, value, from, to, pattern);
    t->quoted = target->quoted;
    t->confidence = target->quoted ? 0.95f : *text ? 0.8f : 0.6f;
    return t;
}

/* "to create a note", "to bring up …" at token i; but not "to add button" */
bool is_purpose(const TokenList *list, int i, int end)
{
    if (!token_is(list, i, "to") || i + 1 >= end || list->tokens[i + 1].kind != TOKEN_WORD || list->tokens[i + 1].capital)
        return false;
    const Verb *verb = find_verb(list->tokens[i + 1].lower);
    bool widget_follows = i + 2 < end && list->tokens[i + 2].kind == TOKEN_WORD && is_widget_noun(list->tokens[i + 2].lower);
    return (verb && !strcmp(verb->base, list->tokens[i + 1].lower) && !widget_follows)
        || token_in(list, i + 1, "bring get let force trigger find reproduce test");
}

bool about_orientation(const Extract *x, int from, int to)
{
    for (int i = from; i < to && i < x->list->count; i++)
        if (token_in(x->list, i, "orientation landscape portrait potrait rotation"))
            return true;
    return false;
}

bool names_the_app(const Extract *x, int i, int end)
{
    const TokenList *list = x->list;
    while (i < end && list->tokens[i].kind == TOKEN_WORD && (is_determiner(list->tokens[i].lower) || is_filler(list->tokens[i].lower)
        || token_in(list, i, "up")))
        i++;
    if (i >= end || is_mark(list, i, ".,;)"))
        return true;
    if (list->tokens[i].kind != TOKEN_WORD || !is_app_word(list->tokens[i].lower))
        return false;
    /* "the app", "the app again", "the app on a phone"; but "app details" is something in it */
    const Token *next = i + 1 < list->count ? &list->tokens[i + 1] : NULL;
    return !next || i + 1 >= end || next->kind != TOKEN_WORD || is_preposition(next->lower) || is_filler(next->lower)
        || token_in(list, i + 1, "and or then which that when for once n't is but while");
}
