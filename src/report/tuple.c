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
#include "report/tuple_frames.h"

#include <string.h>

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
    while (k > x->clause_start && list->tokens[k].kind == TOKEN_WORD && (is_filler(list->tokens[k].lower)
        || token_in(list, k, "been being not long")))
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
const Verb *verb_at(const Extract *x, int i, int *after, Action *action)
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

/* "if the list is empty, …": the clause up to the comma. */
static int take_condition(Extract *x, int i)
{
    const TokenList *list = x->list;
    for (int k = i + 1; k < list->count && k < i + 16; k++) {
        if (list->tokens[k].kind == TOKEN_WORD && find_verb(list->tokens[k].lower) && acts_as_verb(list, k, i + 1)
            && find_verb(list->tokens[k].lower)->frame != VERB_SEE
            && find_verb(list->tokens[k].lower)->frame != VERB_NONE)
            return i + 1;   /* "if I press the button": the condition is an event */
        if (is_mark(list, k, ",")) {
            x->condition = join_tokens(x->arena, list, i, k);
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
                label = list->tokens[k].kind == TOKEN_WORD && !is_determiner(list->tokens[k].lower)
                    && !is_preposition(list->tokens[k].lower) && !is_app_word(list->tokens[k].lower);
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
                          || (list->tokens[label].kind == TOKEN_WORD && list->tokens[label].capital
                              && !find_verb(list->tokens[label].lower) && !is_person(list->tokens[label].lower)
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
        bool nominal = !acts_as_verb(list, i, x->clause_start) && verb->frame == VERB_CLICK && token_is(list, after, "on");
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
