/*
 * Event tuples from one sentence.
 *
 * The sentence is walked from left to right. A verb of the table that is used
 * as a verb opens a clause; its frame (lexicon.h) says how the words after it
 * are divided into target and value. Between verbs, arrows chain taps:
 *
 *   Go to General settings -> Form management and unselect "Hide old"
 *   └ GO: target         └ chain: target      └ CLICK (uncheck): target
 *
 * The paper's patterns (Table 2) and where they are:
 *   CR1 CR3 CR6 take_click   CR2 take_passive   CR4 take_repeat   CR5 verb_at
 *   TR1 TR2 TR6 take_input   TR3 take_change    TR4 take_example  TR5 take_unit
 *   TR7 take_leave           NR1 take_rotate    NR2 take_back
 */
#include "report/tuple.h"
#include "report/phrase.h"

#include <ctype.h>
#include <string.h>

typedef struct Extract {
    Arena *arena;
    const TokenList *list;
    TupleContext *context;
    Tuple tuples[MAX_TUPLES];
    int count;
    int clause_start;   /* the first token of the clause being read */
    const char *condition;
    int condition_end;  /* the token up to which the condition holds its words */
} Extract;

static Tuple *add_tuple(Extract *x, Action action, const char *target, const char *value, int from, int to, const char *pattern)
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

static bool names_the_app(const Extract *x, int i, int end);

static bool in_words(const char *word, const char *words)
{
    size_t n = strlen(word);
    for (const char *p = strstr(words, word); p && n; p = strstr(p + 1, word))
        if ((p == words || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
            return true;
    return false;
}

/* Where the words that belong to the verb end: at the next clause. */
static int region_end(const Extract *x, int from)
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
        if (i > from && (token_in(list, i, "so because which until till whereas while when if unless where causing resulting") || token_in(list, i, "then")))
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
                bool label_list = last_word && token_in(list, i, "or and") && (verb->frame == VERB_LABEL || verb->frame == VERB_OPEN);
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
        if (i > from && t->kind == TOKEN_WORD && token_in(list, i, "by after before on upon") && i + 1 < list->count && is_gerund(list->tokens[i + 1].lower) && find_verb(list->tokens[i + 1].lower))
            return i;
    }
    return list->count;
}

/* "e.g. 10", "like /mnt", "such as Foo", "say 5" at token i: reads the example. */
static int take_example(Extract *x, int i, int end, Phrase *example)
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
    } else if ((token_is(list, k, "such") && token_is(list, k + 1, "as")) || (token_is(list, k, "for") && token_in(list, k + 1, "example instance"))) {
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
static int read_targets(Extract *x, int i, int end, Phrase *targets, int *count, int max, bool *alternatives)
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
static int take_repeat(const Extract *x, int from, int to)
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
        || !strcmp(text, "device back") || !strcmp(text, "hardware back") || !strcmp(text, "android back") || !strcmp(text, "phone back") || !strcmp(text, "system back")
        || !strcmp(text, "backward") || !strcmp(text, "return") || !strcmp(text, "go back") || !strcmp(text, "physical back") || !strcmp(text, "back <-") || !strcmp(text, "back navigation");
}

static bool is_home_label(const char *text)
{
    return !strcmp(text, "home") || !strcmp(text, "home button") || !strcmp(text, "home key") || !strcmp(text, "home screen") || !strcmp(text, "homescreen")
        || !strcmp(text, "device home") || !strcmp(text, "android home") || !strcmp(text, "android main screen") || !strcmp(text, "home-screen") || !strcmp(text, "launcher");
}

static bool is_pronoun_target(const char *text)
{
    return in_words(text, "it them that this those these");
}

/* A tap on what the words name, with the system's keys told apart. */
static Tuple *add_tap(Extract *x, Action action, const Phrase *target, const char *value, int from, int to, const char *pattern)
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
static bool is_purpose(const TokenList *list, int i, int end)
{
    if (!token_is(list, i, "to") || i + 1 >= end || list->tokens[i + 1].kind != TOKEN_WORD || list->tokens[i + 1].capital)
        return false;
    const Verb *verb = find_verb(list->tokens[i + 1].lower);
    bool widget_follows = i + 2 < end && list->tokens[i + 2].kind == TOKEN_WORD && is_widget_noun(list->tokens[i + 2].lower);
    return (verb && !strcmp(verb->base, list->tokens[i + 1].lower) && !widget_follows) || token_in(list, i + 1, "bring get let force trigger find reproduce test");
}

/* CR1, CR3, CR6: click X, click on X, clicking X; with examples, lists, chains of labels in quotes. */
static int take_click(Extract *x, int verb, int from, int end, Action action)
{
    const TokenList *list = x->list;
    int i = from;
    if (is_purpose(list, from, end) && !(action == ACTION_NAVIGATE))
        end = from;     /* "long press to bring up the menu": the place is not said */
    while (i < end && (token_in(list, i, "on onto at in to into for over down up out upon around through inside , : the") || is_mark(list, i, ",:")) && !(list->tokens[i].capital && token_in(list, i, "up down out over")) && !(token_in(list, i, "up down in out") && i + 1 < end && list->tokens[i + 1].kind == TOKEN_PUNCT))
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
        && (in_words(targets[0].text, "buttons button options option icon items") || strstr(targets[0].text, "buttons") || strstr(targets[0].text, "options")))
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
static int take_pairs(Extract *x, int verb, int i, int end)
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
static int take_input(Extract *x, int verb, int from, int end, const Verb *word)
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
    if (pairs > i && (token_in(list, i, "text word") == 0 || true))
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

static bool about_orientation(const Extract *x, int from, int to)
{
    for (int i = from; i < to && i < x->list->count; i++)
        if (token_in(x->list, i, "orientation landscape portrait potrait rotation"))
            return true;
    return false;
}

/* TR3: change T to V, set T as V, change T from A to V. */
static int take_change(Extract *x, int verb, int from, int end)
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

static bool names_the_app(const Extract *x, int i, int end)
{
    const TokenList *list = x->list;
    while (i < end && list->tokens[i].kind == TOKEN_WORD && (is_determiner(list->tokens[i].lower) || is_filler(list->tokens[i].lower) || token_in(list, i, "up")))
        i++;
    if (i >= end || is_mark(list, i, ".,;)"))
        return true;
    if (list->tokens[i].kind != TOKEN_WORD || !is_app_word(list->tokens[i].lower))
        return false;
    /* "the app", "the app again", "the app on a phone"; but "app details" is something in it */
    const Token *next = i + 1 < list->count ? &list->tokens[i + 1] : NULL;
    return !next || i + 1 >= end || next->kind != TOKEN_WORD || is_preposition(next->lower) || is_filler(next->lower) || token_in(list, i + 1, "and or then which that when for once n't is but while");
}

/* open, launch, start: the app, or something in it. */
static int take_open(Extract *x, int verb, int from, int end, const Verb *word)
{
    const TokenList *list = x->list;
    if (!strcmp(word->base, "install") || (!strcmp(word->base, "view") && token_in(list, from, "in")))
        return from;
    if (!strcmp(word->base, "start") && token_in(list, from, "to"))
        return from;
    if (!strcmp(word->base, "start") && from < end && is_gerund(list->tokens[from].lower))
        return from;
    /* "start or stop an activity": the second verb has the object */
    if (from >= end && token_in(list, end, "or and") && end + 1 < list->count && list->tokens[end + 1].kind == TOKEN_WORD && find_verb(list->tokens[end + 1].lower)
        && find_verb(list->tokens[end + 1].lower)->frame == VERB_LABEL)
        return from;
    if (names_the_app(x, from, end)) {
        if (!strcmp(word->base, "view"))
            return from;
        add_tuple(x, ACTION_LAUNCH, "", "", verb, MIN(from + 2, end), "launch")->confidence = 0.9f;
        return MIN(from + 1, end);
    }
    /* "kill the app and reopen it" */
    if (token_is(list, from, "it") && (in_words(word->base, "reopen re-open relaunch restart") || (x->count && x->tuples[x->count - 1].action == ACTION_CLOSE))) {
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
        size_t n = strlen(text);
        if (app && !phrase.quoted) {
            const char *last = strrchr(text, ' ');
            if (last && is_app_word(last + 1))
                text = arena_strndup(x->arena, text, (size_t)(last - text));
            else if (is_app_word(text))
                text = "";
        }
        UNUSED(n);
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
static int take_go(Extract *x, int verb, int from, int end)
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
static int take_label(Extract *x, int verb, int from, int end, const Verb *word)
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

static const char *direction_of(const TokenList *list, int i)
{
    return token_in(list, i, "up upward upwards top") ? "up" : token_in(list, i, "down downward downwards bottom") ? "down"
         : token_in(list, i, "left leftwards") ? "left" : token_in(list, i, "right rightwards") ? "right" : NULL;
}

/* swipe, scroll, drag, pinch: a direction, a target, or both. */
static int take_gesture(Extract *x, int verb, int from, int end, const Verb *word)
{
    const TokenList *list = x->list;
    const char *direction = "", *target = "";
    bool quoted = false;
    int last_to = -1;
    for (int i = from; i < end; i++) {
        const char *d = direction_of(list, i);
        if (d && (!*direction || token_in(list, i - 1, "to the")))
            direction = d;
        if (token_in(list, i, "to onto into until over") && i + 1 < end && !is_purpose(list, i, end))
            last_to = i;
    }
    for (int k = from; k < end; k++)
        if (is_purpose(list, k, end))
            end = k;    /* "scroll down to see the rest" */
    int i = last_to >= 0 ? last_to + 1 : from;
    if (last_to < 0)
        while (i < end && (token_in(list, i, "on in through over at the and up down left right of a across from along horizontally vertically again slowly out back all way") || direction_of(list, i)))
            i++;
    else
        while (i < end && token_in(list, i, "the a"))
            i++;
    Phrase phrase = { .text = "" };
    int after = i;
    bool is_direction = i < end && direction_of(list, i) && (i + 1 >= end || token_in(list, i + 1, "side edge . , then and of") || list->tokens[i + 1].kind == TOKEN_PUNCT || word->action == ACTION_SWIPE);
    if (i < end && !(is_direction && last_to < 0))
        after = read_phrase(x->arena, list, i, end, false, &phrase);
    target = phrase.text, quoted = phrase.quoted;
    if (is_direction && last_to >= 0 && !token_in(list, i, "top bottom")) {
        /* "drag the slider to the right": what is dragged stands before it */
        target = "";
        if (word->action == ACTION_DRAG && !token_in(list, from, "from to")) {
            read_phrase(x->arena, list, from, last_to, false, &phrase);
            target = phrase.text;
        }
    }
    if (token_in(list, i, "little bit while"))
        target = "";
    if (is_pronoun_target(target) || (word->action == ACTION_DRAG && last_to < 0 && !*target))
        target = x->context->last_target ? x->context->last_target : "";
    if (!*target && *direction && word->action != ACTION_DRAG)
        target = direction;
    Tuple *t = add_tuple(x, word->action, target, "", verb, MAX(after, from), "gesture");
    t->direction = direction;
    t->quoted = quoted;
    t->repeat = take_repeat(x, verb, end);
    return MAX(after, from);
}

/* turn on X, turn X off, turn the phone. */
static int take_turn(Extract *x, int verb, int from, int end, const Verb *word)
{
    const TokenList *list = x->list;
    if (about_orientation(x, from, end) || (!strcmp(word->base, "turn") && token_in(list, end - 1, "phone device screen tablet") && end - from <= 3)) {
        add_tuple(x, ACTION_ROTATE, "", "", verb, end, "NR1");
        return end;
    }
    for (int i = from; i < end; i++) {
        if (token_in(list, i, "phone device tablet") && !strcmp(word->base, "turn") && i - from <= 2 && !token_in(list, i + 1, "off on")) {
            add_tuple(x, ACTION_ROTATE, "", "", verb, i + 1, "NR1");
            return end;
        }
    }
    if (!strcmp(word->base, "switch") && token_in(list, from, "back to over between from")) {
        int i = from;
        if (token_in(list, i, "back")) {
            add_tuple(x, ACTION_RETURN, "", "", verb, from + 1, "return");
            return end;
        }
        if (token_is(list, i, "to") && token_in(list, i + 1, "another other different") && token_in(list, i + 2, "app application apps")) {
            add_tuple(x, ACTION_HOME, "", "", verb, i + 3, "home");
            return i + 3;
        }
        if (token_in(list, i, "between"))
            return from;
        return take_click(x, verb, from, end, ACTION_CLICK);
    }
    Action action = ACTION_TOGGLE;
    int i = from;
    if (token_in(list, i, "on off")) {
        action = token_is(list, i, "on") ? ACTION_ENABLE : ACTION_DISABLE;
        i++;
    }
    Phrase phrase;
    int after = read_phrase(x->arena, list, i, end, false, &phrase);
    if (token_in(list, after, "on off back") && after < end) {
        int k = after + token_is(list, after, "back");
        action = token_is(list, k, "off") ? ACTION_DISABLE : ACTION_ENABLE;
    }
    if (!*phrase.text)
        return after;
    size_t n = strlen(phrase.text);
    if (n > 5 && !strcmp(phrase.text + n - 5, " back"))
        phrase.text = arena_strndup(x->arena, phrase.text, n - 5);
    add_tap(x, action, &phrase, "", verb, after, "CR1");
    return after;
}

/* TR7: leave X empty, leave out X. */
static int take_leave(Extract *x, int verb, int from, int end)
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
static int take_give(Extract *x, int verb, int from, int end)
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

static int take_close(Extract *x, int verb, int from, int end, const Verb *word)
{
    if (names_the_app(x, from, end) || word->action == ACTION_HOME) {
        add_tuple(x, word->action, "", "", verb, MIN(from + 2, end), "close");
        return end;
    }
    Verb label = { word->base, VERB_LABEL, ACTION_CLICK };
    return take_label(x, verb, from, end, &label);
}

/* Is the verb at i denied? "don't press", "without clicking", "never" */
static bool is_negated(const Extract *x, int i)
{
    for (int k = i - 1; k >= x->clause_start && k >= i - 3; k--) {
        if (token_in(x->list, k, "n't not without never instead cannot dont nothing"))
            return true;
        if (is_mark(x->list, k, ",") || token_in(x->list, k, "but and"))
            return false;
    }
    return false;
}

/* CR2: "the save button is clicked" */
static bool take_passive(Extract *x, int verb, const Verb *word)
{
    const TokenList *list = x->list;
    int k = verb - 1;
    while (k > x->clause_start && list->tokens[k].kind == TOKEN_WORD && (is_filler(list->tokens[k].lower) || token_in(list, k, "been being not long")))
        k--;
    size_t n = strlen(list->tokens[verb].lower);
    bool participle = n > 3 && (!strcmp(list->tokens[verb].lower + n - 2, "ed") || token_in(list, verb, "chosen hit set held"));
    if (!participle || !token_in(list, k, "is was are were be been gets got being get") || word->frame > VERB_CHANGE || word->frame == VERB_NONE)
        return false;
    int from = k;
    while (from > x->clause_start && list->tokens[from - 1].kind != TOKEN_PUNCT && list->tokens[from - 1].kind != TOKEN_ARROW
           && !token_in(list, from - 1, "when if after once until and then while that by as"))
        from--;
    if (from >= k)
        return false;
    Phrase phrase;
    read_phrase(x->arena, list, from, k, false, &phrase);
    if (!*phrase.text || is_person(phrase.text) || is_app_word(phrase.text))
        return true;
    for (int i = k; i < verb; i++)
        if (token_in(list, i, "not n't"))
            return true;
    if (word->frame == VERB_INPUT || word->frame == VERB_CHANGE)
        add_tuple(x, ACTION_INPUT, phrase.text, "", from, verb + 1, "CR2")->confidence = 0.5f;
    else
        add_tap(x, word->action, &phrase, "", from, verb + 1, "CR2");
    return true;
}

/* Dispatches on the verb's frame. Returns the token after what was read. */
static int take_verb(Extract *x, int verb, int from, const Verb *word, Action action)
{
    int end = region_end(x, from);
    /* "use the overflow icon" */
    if (!strcmp(word->base, "use")) {
        Phrase phrase;
        int after = read_phrase(x->arena, x->list, from, end, false, &phrase);
        if (after > from && token_in(x->list, after - 1, "button icon menu option key fab shortcut"))
            return take_click(x, verb, from, end, ACTION_CLICK);
        return from;
    }
    switch (word->frame) {
    case VERB_CLICK:
        return take_click(x, verb, from, end, action);
    case VERB_INPUT:
        return take_input(x, verb, from, end, word);
    case VERB_CHANGE:
        return take_change(x, verb, from, end);
    case VERB_GO:
        return take_go(x, verb, from, end);
    case VERB_OPEN:
        return take_open(x, verb, from, end, word);
    case VERB_LABEL:
        return take_label(x, verb, from, end, word);
    case VERB_GESTURE:
        return take_gesture(x, verb, from, end, word);
    case VERB_ROTATE:
        add_tuple(x, ACTION_ROTATE, "", "", verb, from, "NR1")->confidence = 0.9f;
        return end;
    case VERB_BACK:
        add_tuple(x, ACTION_BACK, "", "", verb, from, "NR2");
        return end;
    case VERB_LEAVE:
        return take_leave(x, verb, from, end);
    case VERB_TURN:
        return take_turn(x, verb, from, end, word);
    case VERB_GIVE:
        return take_give(x, verb, from, end);
    case VERB_CLOSE:
        return take_close(x, verb, from, end, word);
    case VERB_WAIT:
        add_tuple(x, ACTION_WAIT, "", "", verb, from, "wait")->confidence = 0.6f;
        return end;
    case VERB_NONE:
    case VERB_SEE:
        break;
    }
    return from;
}

/* CR5: "long press", "double tap", "press and hold"; returns where the words after the verb start. */
static const Verb *verb_at(const Extract *x, int i, int *after, Action *action)
{
    const TokenList *list = x->list;
    int k = i;
    Action changed = ACTION_NONE;
    if (token_in(list, k, "long double") && k + 1 < list->count && list->tokens[k + 1].kind == TOKEN_WORD) {
        const Verb *next = find_verb(list->tokens[k + 1].lower);
        if (next && next->frame == VERB_CLICK) {
            changed = token_is(list, k, "long") ? ACTION_LONG_CLICK : ACTION_DOUBLE_CLICK;
            k++;
        }
    }
    const Verb *verb = list->tokens[k].kind == TOKEN_WORD ? find_verb(list->tokens[k].lower) : NULL;
    if (!verb)
        return NULL;
    *action = changed ? changed : verb->action;
    *after = k + 1;
    if (verb->frame == VERB_CLICK && token_is(list, k + 1, "and") && token_in(list, k + 2, "hold holding held")) {
        *action = ACTION_LONG_CLICK;
        *after = k + 3 + token_is(list, k + 3, "down");
    }
    return verb;
}

static bool is_crash_phrase(const TokenList *list, int from, int to)
{
    for (int i = from; i < to; i++)
        if (list->tokens[i].kind == TOKEN_WORD && is_crash_word(list->tokens[i].lower))
            return true;
    return token_in(list, from, "force boom error bug");
}

/* Labels between arrows: "Settings > Backup > Export". Returns the token after the segment. */
static int take_segment(Extract *x, int from, int to)
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
    if (count)
        add_tap(x, ACTION_CLICK, &targets[0], "", from, to, "chain")->confidence = 0.75f;
    return to;
}

/* Where the segment of a chain that starts at i ends. */
static int segment_end(const TokenList *list, int i)
{
    while (i < list->count && list->tokens[i].kind != TOKEN_ARROW && !is_mark(list, i, ".,;:)")) {
        /* "User and device identity" is one label, "Backup and press OK" ends it */
        if (token_is(list, i, "then") || (token_is(list, i, "and") && (i + 1 >= list->count || token_is(list, i + 1, "then") || (list->tokens[i + 1].kind == TOKEN_WORD && find_verb(list->tokens[i + 1].lower)))))
            break;
        i++;
    }
    return i;
}

/* Splits quoted labels at their arrows: "Help->About" is two taps. */
static TokenList split_quoted_chains(Arena *arena, TokenList list)
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
static bool arrow_follows(const TokenList *list, int i)
{
    int end = segment_end(list, i);
    return end < list->count && list->tokens[end].kind == TOKEN_ARROW && end - i <= 8;
}

/* Does a verb act inside the chain's segment that starts at i? */
static bool verb_in_segment(const Extract *x, int i)
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

/* "if the list is empty, …": the clause up to the comma. */
static int take_condition(Extract *x, int i)
{
    const TokenList *list = x->list;
    for (int k = i + 1; k < list->count && k < i + 16; k++) {
        if (list->tokens[k].kind == TOKEN_WORD && find_verb(list->tokens[k].lower) && acts_as_verb(list, k, i + 1) && find_verb(list->tokens[k].lower)->frame != VERB_SEE
            && find_verb(list->tokens[k].lower)->frame != VERB_NONE)
            return i + 1;   /* "if I press the button": the condition is an event */
        if (is_mark(list, k, ",")) {
            x->condition = join_tokens(x->arena, list, i, k);
            x->condition_end = k;
            return k + 1;
        }
    }
    return i + 1;
}

/* Where a relative clause ends: at a mark, an arrow, or "and" before a verb. */
static int relative_end(const TokenList *list, int i)
{
    for (; i < list->count; i++) {
        if (list->tokens[i].kind == TOKEN_ARROW || list->tokens[i].kind == TOKEN_PUNCT)
            return i;
        if (token_in(list, i, "and then") && i + 1 < list->count) {
            int k = i + 1 + token_in(list, i + 1, "then");
            if (k < list->count && list->tokens[k].kind == TOKEN_WORD && find_verb(list->tokens[k].lower))
                return i;
        }
    }
    return i;
}

static void walk(Extract *x)
{
    const TokenList *list = x->list;
    int i = 0;
    while (i < list->count) {
        const Token *t = &list->tokens[i];
        if (t->kind == TOKEN_ARROW || is_mark(list, i, ".;!?(:)")) {
            bool arrow = t->kind == TOKEN_ARROW;
            i++;
            x->clause_start = i;
            if (!arrow && !arrow_follows(list, i))
                continue;
            if (i < list->count && is_mark(list, i, "("))
                i++;
            int after;
            Action action;
            const Verb *verb = i < list->count ? verb_at(x, i, &after, &action) : NULL;
            int end = segment_end(list, i);
            /* "-> Enter details": short, capitalised, no article: a label that starts with a verb */
            bool label = arrow && verb && verb->frame != VERB_CLICK && verb->frame != VERB_LABEL && end - i <= 3 && list->tokens[i].capital;
            for (int k = i + 1; k < end && label; k++)
                label = list->tokens[k].kind == TOKEN_WORD && !is_determiner(list->tokens[k].lower) && !is_preposition(list->tokens[k].lower) && !is_app_word(list->tokens[k].lower);
            bool acts = verb && !label && verb->frame != VERB_NONE && acts_as_verb(list, after - 1, i) && (end - i > 1 || verb->frame == VERB_BACK);
            for (int k = i; k < end && !acts; k++)
                acts = k > i && !label && acts_as_verb(list, k, i) && find_verb(list->tokens[k].lower)->frame == VERB_CLICK;
            if (!acts && i < end)
                i = take_segment(x, i, end);
            continue;
        }
        if (i == x->clause_start && arrow_follows(list, i) && !verb_in_segment(x, i)) {
            i = take_segment(x, i, segment_end(list, i));
            continue;
        }
        /* "a playlist where you want to add songs": what follows describes, it is not done */
        if (t->kind == TOKEN_WORD && token_in(list, i, "where which that who") && i > 0 && x->count && list->tokens[i - 1].kind == TOKEN_WORD
            && !is_preposition(list->tokens[i - 1].lower) && !token_in(list, i - 1, "so now and")) {
            i = relative_end(list, i + 1);
            x->clause_start = i;
            continue;
        }
        /* 'In "Theme": enable …': a quoted place comes first */
        if (i == x->clause_start && token_in(list, i, "in into under inside within") && i + 1 < list->count) {
            int k = i + 1;
            while (k < list->count && list->tokens[k].kind == TOKEN_WORD && is_determiner(list->tokens[k].lower))
                k++;
            if (k < list->count && list->tokens[k].kind == TOKEN_QUOTED) {
                Phrase place;
                i = read_phrase(x->arena, list, k, list->count, false, &place);
                add_tap(x, ACTION_CLICK, &place, "", k, i, "chain");
                x->clause_start = i;
                continue;
            }
        }
        if (t->kind == TOKEN_WORD && token_in(list, i, "if when") && !x->condition) {
            x->clause_start = i + 1;
            i = take_condition(x, i);
            x->clause_start = i;
            continue;
        }
        if (t->kind != TOKEN_WORD) {
            i++;
            continue;
        }
        int after;
        Action action;
        const Verb *verb = verb_at(x, i, &after, &action);
        if (!verb) {
            /* "press Back", "orientation change" have their own verbs; a bare "back" counts at a clause's start */
            if (token_in(list, i, "back") && i == x->clause_start && !token_in(list, i + 1, "button key arrow up icon camera")) {
                add_tuple(x, ACTION_BACK, "", "", i, i + 1, "NR2");
                i = region_end(x, i + 1);
            } else if (token_in(list, i, "orientation screen device phone") && token_in(list, i + 1, "rotation orientation change changes rotate")) {
                if (token_is(list, i, "orientation") || token_in(list, i + 1, "rotation rotate"))
                    add_tuple(x, ACTION_ROTATE, "", "", i, i + 2, "NR1");
                i += 2;
            } else if (token_in(list, i, "goto")) {
                i = take_click(x, i, i + 1, region_end(x, i + 1), ACTION_NAVIGATE);
            } else {
                bool then = token_is(list, i, "then");
                if (token_in(list, i, "and then but or"))
                    x->clause_start = i + 1;
                i++;
                /* 'tap the menu then the "Teams" entry': the verb is understood */
                int label = i + token_in(list, i, "the");
                bool names = label < list->count && (list->tokens[label].kind == TOKEN_QUOTED
                          || (list->tokens[label].kind == TOKEN_WORD && list->tokens[label].capital && !find_verb(list->tokens[label].lower) && !is_person(list->tokens[label].lower)
                              && !is_determiner(list->tokens[label].lower) && region_end(x, label) - label <= 3));
                if (then && x->count && !strcmp(action_coarse(x->tuples[x->count - 1].action), "click") && names)
                    i = take_click(x, i, i, region_end(x, i), ACTION_CLICK);
            }
            continue;
        }
        int word = after - 1;
        if (i > 0 && token_in(list, i - 1, "while whilst") && is_gerund(list->tokens[word].lower)) {
            i = region_end(x, after);   /* "while viewing the list": a state */
            x->clause_start = i;
            continue;
        }
        bool purpose = i > 0 && token_is(list, i - 1, "to") && !token_in(list, i - 2, "try tried trying attempt want have need needs wants able going tries start started need attempts how steps 'm");
        bool nominal = !acts_as_verb(list, i == word ? i : i, x->clause_start) && verb->frame == VERB_CLICK && token_is(list, after, "on");
        if (take_passive(x, word, verb)) {
            i = after;
        } else if (nominal && i > 0) {
            i = take_verb(x, i, after, verb, action);
        } else if (i == word ? acts_as_verb(list, i, x->clause_start) : true) {
            bool aside = purpose && x->count && verb->frame != VERB_CLICK && !is_mark(list, i - 2, ",");
            if (is_negated(x, i) || aside) {
                int end = region_end(x, after);
                i = MAX(after, purpose ? after : end);
            } else {
                int next = take_verb(x, i, after, verb, action);
                i = MAX(next, after);
            }
            /* a new clause only after a mark: in "start a track playing" the rest belongs to the noun */
            if (i >= list->count || list->tokens[i].kind != TOKEN_WORD || token_in(list, i, "and or then but to by after when while if so"))
                x->clause_start = i;
        } else {
            i++;
        }
    }
}

/*
 * A tap without a target before another event of the same sentence: in "click or
 * long-press on the issue" it shares the target, in "tap to select a post" the
 * second says what the first was for.
 */
static void share_targets(Extract *x)
{
    int kept = 0;
    for (int i = 0; i < x->count; i++) {
        Tuple *t = &x->tuples[i];
        if (t->action == ACTION_CLICK && !*t->target && i + 1 < x->count) {
            const Tuple *next = &x->tuples[i + 1];
            int between = -1;
            for (int k = 0; k < x->list->count; k++)
                if (x->list->tokens[k].start >= t->span.end && x->list->tokens[k].end <= next->span.start && token_in(x->list, k, "or and to"))
                    between = k;
            if (between >= 0 && token_is(x->list, between, "to"))
                continue;
            if (between >= 0 && !strcmp(x->list->tokens[between].lower, "or"))
                t->target = next->target;
        }
        x->tuples[kept++] = *t;
    }
    x->count = kept;
}

/*
 * TR4 and TR7 of the paper's full list: an example further on in the sentence,
 * or opening the next one, is what is entered: "any number … say "111"".
 */
static void take_late_example(Extract *x)
{
    const TokenList *list = x->list;
    Phrase example = { .text = "" };
    if (!x->count && x->context->last_action == ACTION_INPUT && x->context->last_target && take_example(x, 0, list->count, &example) > 0) {
        add_tuple(x, ACTION_INPUT, x->context->last_target, example.text, 0, list->count, "TR4")->confidence = 0.6f;
        return;
    }
    if (!x->count)
        return;
    Tuple *last = &x->tuples[x->count - 1];
    if (last->action != ACTION_INPUT)
        return;
    for (int i = 0; i < list->count; i++) {
        if (list->tokens[i].start < last->span.end || !token_in(list, i, "say e.g eg"))
            continue;
        int after = take_example(x, i, list->count, &example);
        if (after > i && (example.quoted || list->tokens[example.first].kind == TOKEN_NUMBER)) {
            last->value = example.text;
            last->span.end = list->tokens[after - 1].end;
            last->pattern = "TR4";
        }
        return;
    }
}

int extract_tuples(Arena *arena, const char *text, size_t length, TupleContext *context, Tuple **out)
{
    TupleContext none = { 0 };
    Extract x = { .arena = arena, .context = context ? context : &none };
    TokenList list = split_quoted_chains(arena, tokenize(arena, text, length));
    x.list = &list;
    *out = NULL;
    if (!list.count)
        return 0;
    walk(&x);
    /* an item that is nothing but a label: '"storage"' */
    if (!x.count && list.tokens[0].kind == TOKEN_QUOTED && (list.count == 1 || (list.count == 2 && list.tokens[1].kind == TOKEN_PUNCT))) {
        Tuple *t = add_tuple(&x, ACTION_CLICK, list.tokens[0].lower, "", 0, 1, "label");
        t->quoted = true;
        t->confidence = 0.6f;
    }
    take_late_example(&x);
    share_targets(&x);
    if (!x.count)
        return 0;
    *out = ARENA_ARRAY(arena, Tuple, x.count);
    memcpy(*out, x.tuples, sizeof(Tuple) * (size_t)x.count);
    return x.count;
}
