/*
 * Noun phrases without a chart: from the first content word to the first word
 * that cannot belong to it. Three things are kept together whatever stands in
 * them: quoted labels, runs in capitals (GO TO LIBRENEWS), and capitalised
 * titles (Add to Favorites).
 */
#include "report/phrase.h"
#include "text/lexicon.h"

#include <ctype.h>
#include <string.h>

bool token_is(const TokenList *list, int i, const char *word)
{
    return i >= 0 && i < list->count && list->tokens[i].kind != TOKEN_QUOTED && !strcmp(list->tokens[i].lower, word);
}

bool token_in(const TokenList *list, int i, const char *words)
{
    if (i < 0 || i >= list->count || list->tokens[i].kind == TOKEN_QUOTED)
        return false;
    return in_words(list->tokens[i].lower, words);
}

bool is_mark(const TokenList *list, int i, const char *marks)
{
    return i >= 0 && i < list->count && list->tokens[i].kind == TOKEN_PUNCT && strchr(marks, list->tokens[i].lower[0]);
}

const char *join_tokens(Arena *arena, const TokenList *list, int from, int to)
{
    size_t room = 1;
    for (int i = from; i < to; i++)
        room += strlen(list->tokens[i].lower) + 1;
    char *out = arena_alloc(arena, room), *p = out;
    for (int i = from; i < to; i++) {
        const Token *t = &list->tokens[i];
        if (i > from && (t->blank_before || t->kind == TOKEN_QUOTED))
            *p++ = ' ';
        size_t n = strlen(t->lower);
        memcpy(p, t->lower, n);
        p += n;
    }
    *p = 0;
    return out;
}

static bool all_capitals(const Token *t)
{
    int letters = 0;
    for (const char *p = t->text; *p; p++) {
        if (islower((u8)*p))
            return false;
        letters += isupper((u8)*p) != 0;
    }
    return letters > 1;
}

/* Words after which a label's name cannot go on. */
static const char *const stop_words =
    "and or then but that which who where when while so because if until till after before once unless to is are was were be been has have had "
    "will would should can could may might must does do did n't not , again twice repeatedly immediately times instead there here which's "
    "containing using via e.g i.e eg e.g. i.e. ie such like say than causes crashes crashed closes makes gives shows 's vs resulting making "
    "several with now quickly appears pops how you we they away except besides";

static bool ends_phrase(const TokenList *list, int i, bool value)
{
    const Token *t = &list->tokens[i];
    if (t->kind == TOKEN_ARROW || (token_is(list, i + 1, "times") && (t->kind == TOKEN_NUMBER || t->kind == TOKEN_WORD)))
        return true;
    if (t->kind == TOKEN_PUNCT)
        return true;
    if (t->kind != TOKEN_WORD)
        return false;
    if (value && token_in(list, i, "than of 's"))
        return false;
    return token_in(list, i, stop_words) || is_preposition(t->lower);
}

/* "a post linking to", "a track playing": a participle after the noun ends its name. */
static bool is_trailing_participle(const TokenList *list, int i, int end)
{
    const Token *t = &list->tokens[i];
    if (token_in(list, i, "provided shown displayed registered created mentioned listed given available opened called named labelled labeled titled"))
        return true;
    if (t->kind != TOKEN_WORD || t->capital || !is_gerund(t->lower) || strlen(t->lower) < 6
        || token_in(list, i, "setting string nothing something anything everything recording drawing building listing heading rating greeting meeting painting reading"))
        return false;
    return i + 1 >= end || list->tokens[i + 1].kind == TOKEN_PUNCT || (list->tokens[i + 1].kind == TOKEN_WORD
        && (is_preposition(list->tokens[i + 1].lower) || is_determiner(list->tokens[i + 1].lower)));
}

/* A word that a label may start with but that is dropped from it. */
static bool is_leading_noise(const TokenList *list, int i)
{
    const Token *t = &list->tokens[i];
    if (t->kind != TOKEN_WORD)
        return false;
    bool last = i + 1 >= list->count || list->tokens[i + 1].kind == TOKEN_PUNCT || list->tokens[i + 1].kind == TOKEN_ARROW;
    if (last && (t->capital || is_filler(t->lower)))
        return false;   /* "set it to A", "press Next" */
    if (is_filler(t->lower)) {
        bool after_article = i > 0 && list->tokens[i - 1].kind == TOKEN_WORD && is_determiner(list->tokens[i - 1].lower);
        bool widget_follows = !last && list->tokens[i + 1].kind == TOKEN_WORD && is_widget_noun(list->tokens[i + 1].lower);
        return !after_article && !widget_follows;
    }
    /* "-> Your rights": capitalised inside a sentence it belongs to the label */
    if (t->capital && i > 0 && token_in(list, i, "your my new this"))
        return false;
    if (token_in(list, i, "two three four") && i > 1 && token_in(list, i - 1, "the") && token_in(list, i - 2, "of"))
        return true;
    return is_determiner(t->lower) || token_in(list, i, "few desired either both preferred wrong different said above mentioned appropriate relevant");
}

/* slowly, explicitly, accidentally … */
static bool is_manner(const char *lower)
{
    size_t n = strlen(lower);
    return n > 5 && !strcmp(lower + n - 2, "ly");
}

bool acts_as_verb(const TokenList *list, int i, int clause_start)
{
    const Token *t = &list->tokens[i];
    if (t->kind != TOKEN_WORD || !find_verb(t->lower))
        return false;
    bool next_is_widget = token_in(list, i + 1, "button btn botton icon option tab key dialog popup screen checkbox toggle menu fab buttons");
    int before = i - 1;
    while (before >= clause_start && list->tokens[before].kind == TOKEN_WORD
           && (is_filler(list->tokens[before].lower) || is_manner(list->tokens[before].lower)
               || token_in(list, before, "long double twice quick fast single short")) && !token_in(list, before, "and but so"))
        before--;
    while (before >= clause_start && before <= clause_start + 1 && (list->tokens[before].kind == TOKEN_NUMBER || token_is(list, before, "step")))
        before--;
    /* "Save button makes …", "the add button" */
    if (next_is_widget && (before >= clause_start || !find_verb(t->lower) || find_verb(t->lower)->frame == VERB_LABEL)
        && !token_in(list, before, "and then i you we to , & or"))
        return false;
    if (before < clause_start)
        return true;
    const Token *b = &list->tokens[before];
    if (b->kind == TOKEN_ARROW || b->kind == TOKEN_PUNCT)
        return b->kind == TOKEN_ARROW || !strchr("'\"", b->lower[0]);
    if (b->kind == TOKEN_WORD && is_person(b->lower) && strcmp(b->lower, "one"))
        return true;
    if (token_in(list, before, "and or then & + but so n't not never can could will would must to by after when while upon if once on without before try "
                               "tried trying 'll 'd 've please let always"))
        return true;
    /* "In Conditions select Subtasks": a place, then the verb */
    const Verb *verb = find_verb(t->lower);
    if (verb->frame == VERB_CLICK && !strcmp(verb->base, t->lower) && !t->capital
        && token_in(list, clause_start, "in on at from under inside within") && !is_determiner(b->lower) && !is_preposition(b->lower))
        return true;
    if (is_gerund(t->lower) && !is_determiner(b->lower) && (is_preposition(b->lower)
        || token_in(list, before, "even start started keep try attempt attempted continue kept")))
        return true;
    return false;
}

static bool is_number_like(const Token *t)
{
    return t->kind == TOKEN_NUMBER || t->kind == TOKEN_URL;
}

/* How many words at the end only name the kind of widget. */
static int trailing_widget_words(const TokenList *list, int from, int to)
{
    int n = 0;
    while (to - n > from + 1) {
        int last = to - n - 1;
        const Token *t = &list->tokens[last];
        if (t->kind != TOKEN_WORD)
            break;
        if (token_in(list, last, "view list image bar area label") || (token_in(list, last, "screen page")
            && token_in(list, last - 1, "home lock main splash start first last desktop")))
            break;
        if ((is_widget_noun(t->lower) || token_in(list, last, "fab value")) && !(last == from + 1
            && token_in(list, from, "another other all any each same first second third last top bottom")))
            n++;
        else if (n && token_in(list, last, "text input edit check radio menu action floating toggle drop-down") && to - n > from + 1
                 && token_in(list, last + 1, "box boxes field fields button buttons item items option action"))
            n++;
        else
            break;
    }
    return n;
}

static const char *clean_quoted(Arena *arena, const Token *t)
{
    const char *text = t->lower;
    size_t n = strlen(text);
    while (n > 1 && strchr(".,;: ", text[n - 1]) && text[n - 2] != '.')
        n--;
    return arena_strndup(arena, text, n ? n : strlen(text));
}

int read_phrase(Arena *arena, const TokenList *list, int i, int end, bool value, Phrase *out)
{
    *out = (Phrase){ .text = "", .first = i, .end = i };
    int from = i;
    while (i < end && list->tokens[i].kind == TOKEN_PUNCT && (u8)list->tokens[i].lower[0] >= 0x80)
        i++;    /* a mark that an encoding broke */
    while (i < end && is_leading_noise(list, i)) {
        /* "one of the two buttons", "some of the items" */
        if (i + 1 < end && token_is(list, i + 1, "of"))
            i++;
        i++;
    }
    if (i < end && token_is(list, i, "all") && token_is(list, i + 1, "of"))
        i += 2;
    while (i < end && is_leading_noise(list, i))
        i++;
    /* "a (preferably big) file" */
    if (i > from && i < end && is_mark(list, i, "(")) {
        int close = i;
        while (close < end && !is_mark(list, close, ")"))
            close++;
        if (close + 1 < end)
            i = close + 1;
    }
    int start = i;
    if (start >= end) {
        /* nothing but noise: "press any", "this one" */
        out->end = i;
        if (start > from && token_in(list, start - 1, "new same next first"))
            out->text = join_tokens(arena, list, start - 1, start), out->plain = true;
        return i;
    }
    /* "I have a custom server": a label that starts with a person and is not quoted */
    if (token_is(list, i, "i") && list->tokens[i].capital && i + 1 < end && !value
        && token_in(list, i + 1, "have agree want am accept forgot do already understand")) {
        while (i < end && list->tokens[i].kind != TOKEN_PUNCT && list->tokens[i].kind != TOKEN_ARROW)
            i++;
    } else {
        int quoted = -1;
        bool capitals = list->tokens[i].kind == TOKEN_WORD && all_capitals(&list->tokens[i]);
        for (; i < end; i++) {
            const Token *t = &list->tokens[i];
            if (token_in(list, i, "'s \xe2\x80\x99s") && i > start && i + 1 < end && !value) {
                start = i + 1;  /* "friend's wall": the owner is no part of the label */
                continue;
            }
            if (token_is(list, i, "or") && token_is(list, i + 1, "more") && i + 2 < end) {
                start = i + 2;  /* "four or more tabs" */
                i++;
                continue;
            }
            if (t->kind == TOKEN_QUOTED) {
                if (quoted >= 0)
                    break;
                quoted = i;
                continue;
            }
            bool stays = capitals && all_capitals(t) && t->kind == TOKEN_WORD;
            /* "Add to Favorites", "Terms of Service": a small word between capitalised ones */
            if (!stays && i > start && t->kind == TOKEN_WORD && token_in(list, i, "to of in on for from as with and or at by &")
                && i + 1 < end && !value
                && list->tokens[i + 1].kind == TOKEN_WORD && list->tokens[i + 1].capital && list->tokens[i - 1].capital && i - 1 >= start
                && !token_in(list, i, "and or in on from with at by") && !find_verb(list->tokens[i + 1].lower))
                stays = true;
            if (!stays && i > start && token_in(list, i, "out in up off")
                && token_in(list, i - 1, "log sign hang in sync check zoom opt back turn set"))
                stays = true;
            /* "in/out of range functionality" */
            if (!stays && token_is(list, i, "of") && i > start && token_in(list, i - 1, "in/out out"))
                stays = true;
            if (!stays && t->kind == TOKEN_PUNCT && i == start && strchr("-?!.*/", t->lower[0]))
                stays = true;   /* the label is a mark: "-" */
            /* "About Glucosio": a label may start with any word when it is capitalised */
            if (!stays && i == start && i > 0 && t->kind == TOKEN_WORD && t->capital && is_preposition(t->lower))
                stays = true;
            /* "the about button" */
            if (!stays && i == start && t->kind == TOKEN_WORD && is_preposition(t->lower)
                && token_in(list, i + 1, "button icon option tab page screen dialog link"))
                stays = true;
            /* "ok button the app crashes": an article opens another phrase */
            if (!stays && i > start && !t->capital && token_in(list, i, "the a an") && !token_in(list, i - 1, "all of both for"))
                break;
            if (!stays && ends_phrase(list, i, value) && !(i == start && t->kind == TOKEN_WORD && !is_preposition(t->lower)
                && !token_in(list, i, "and or then , that")))
                break;
            if ((value && t->kind == TOKEN_PUNCT) || (i > start && !value && is_trailing_participle(list, i, end)))
                break;
        }
        if (quoted >= 0) {
            /* the quoted words are the label: 'menu option "create payment"', '"Save" button' */
            out->text = clean_quoted(arena, &list->tokens[quoted]);
            out->quoted = true;
            out->first = quoted;
            out->end = i;
            return i;
        }
    }
    int to = i;
    /* "clicking ok app crashes": the app is the next clause's */
    if (!value && to > start + 1 && list->tokens[to - 1].kind == TOKEN_WORD && is_app_word(list->tokens[to - 1].lower) && to < list->count
        && list->tokens[to].kind == TOKEN_WORD
        && (is_crash_word(list->tokens[to].lower) || token_in(list, to, "will closes stops is gets force exits hangs")))
        to--;
    if (!value)
        to -= trailing_widget_words(list, start, to);
    while (to > start + 1 && list->tokens[to - 1].kind == TOKEN_WORD && is_filler(list->tokens[to - 1].lower))
        to--;
    out->text = join_tokens(arena, list, start, to);
    out->first = start;
    out->end = i;
    out->plain = true;
    for (int k = start; k < to; k++)
        if (list->tokens[k].capital || is_number_like(&list->tokens[k]) || list->tokens[k].kind == TOKEN_SYMBOL)
            out->plain = false;
    return i;
}
