/* Frames of moving: swipe, scroll, drag; turn on, turn off, turn the phone. */
#include "report/tuple_frames.h"

#include <string.h>

static const char *direction_of(const TokenList *list, int i)
{
    return token_in(list, i, "up upward upwards top") ? "up" : token_in(list, i, "down downward downwards bottom") ? "down"
         : token_in(list, i, "left leftwards") ? "left" : token_in(list, i, "right rightwards") ? "right" : NULL;
}

/* swipe, scroll, drag, pinch: a direction, a target, or both. */
int take_gesture(Extract *x, int verb, int from, int end, const Verb *word)
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
    bool is_direction = i < end && direction_of(list, i) && (i + 1 >= end || token_in(list, i + 1, "side edge . , then and of")
        || list->tokens[i + 1].kind == TOKEN_PUNCT || word->action == ACTION_SWIPE);
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
int take_turn(Extract *x, int verb, int from, int end, const Verb *word)
{
    const TokenList *list = x->list;
    if (about_orientation(x, from, end) || (!strcmp(word->base, "turn") && token_in(list, end - 1, "phone device screen tablet")
        && end - from <= 3)) {
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
