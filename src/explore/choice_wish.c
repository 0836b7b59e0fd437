/*
 * What the report asks for, on the screen as it is. Each wish from the next one on
 * may be fulfilled here; passing over others costs. A target whose words nothing
 * answers to ("select a level") may mean any row of a list, or the one field there is.
 */
#include "explore/choice.h"

#include "text/match.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_AHEAD = 8 };            /* wishes; farther ones are not on this screen */

static const float SURELY = 0, UNSURE = 0.45f, ANY_ROW = 0.5f, WEAK_SCORE = 0.62f, ALWAYS_THERE = 0.3f;

static EventKind touch_of(const Wish *w)
{
    return w->action == ACTION_LONG_CLICK ? EVENT_LONG_TAP : w->action == ACTION_DOUBLE_CLICK ? EVENT_DOUBLE_TAP : EVENT_TAP;
}

static bool is_touch(Action a)
{
    return a == ACTION_CLICK || a == ACTION_LONG_CLICK || a == ACTION_DOUBLE_CLICK || a == ACTION_MULTI_CLICK || a == ACTION_SELECT || a == ACTION_CHECK || a == ACTION_UNCHECK
        || a == ACTION_TOGGLE || a == ACTION_ENABLE || a == ACTION_DISABLE || a == ACTION_MENU || a == ACTION_NAVIGATE || a == ACTION_CLOSE;
}

static void touch(Chooser *c, const Widget *w, int wish, float cost)
{
    const Wish *asked = &c->goal->wishes[wish];
    Choice *choice = choice_add(c, cost, wish);
    for (int i = 0; i < MIN(asked->repeat, 6); i++)
        choice_touch(c, choice, w, touch_of(asked));
}

/* How sure it is that a widget is meant; negative: it is not. */
static float doubt(Chooser *c, const Widget *w, int wish)
{
    float score = matcher_of_widget(c->matcher, c->screen, w, wish);
    if (score < WEAK_SCORE)
        return -1;
    return (score >= MATCH_SURE ? SURELY + (1 - score) * 0.3f : UNSURE) + (w->kind == WIDGET_LABEL ? 0.3f : 0) + 0.02f * (float)MIN(w->twin, 10u);
}

/* Which place a row has among those that an unmatched target may mean. */
static bool may_be_meant(const Widget *w, const Wish *asked)
{
    if (asked->action == ACTION_LONG_CLICK && (w->node->flags & NODE_LONG_CLICKABLE) && w->twin < 3)
        return true;
    return (w->in_list && w->twin < 4 && w->kind == WIDGET_BUTTON) || w->kind == WIDGET_CANVAS;
}

static void wish_touch(Chooser *c, int wish)
{
    const Wish *asked = &c->goal->wishes[wish];
    float base = wish_cost(c, wish);
    bool met = false;
    for (u32 i = 0; i < c->widget_count && *asked->target; i++) {
        const Widget *w = &c->widgets[i];
        float unsure = doubt(c, w, wish);
        if (unsure < 0 || (w->kind == WIDGET_FIELD && unsure > 0.2f))
            continue;
        met |= unsure < UNSURE;
        touch(c, w, wish, base + unsure);
    }
    if (wish == c->at->progress)
        c->met |= met;
    if (met || wish > c->at->progress + 2 || (asked->quoted && *asked->target))
        return;
    for (u32 i = 0; i < c->widget_count; i++)
        if (may_be_meant(&c->widgets[i], asked))
            touch(c, &c->widgets[i], wish, base + ANY_ROW + 0.15f * (float)c->widgets[i].twin);
}

static void wish_input(Chooser *c, int wish)
{
    const Wish *asked = &c->goal->wishes[wish];
    float base = wish_cost(c, wish);
    u32 place = 0;
    for (u32 i = 0; i < c->widget_count; i++) {
        const Widget *w = &c->widgets[i];
        if (w->kind != WIDGET_FIELD)
            continue;
        float unsure = *asked->target ? doubt(c, w, wish) : -1;
        bool empties = asked->action != ACTION_INPUT;
        const char *value = empties ? "" : *asked->value ? asked->value : field_value(c->goal, w->node);
        bool focused = w->node->flags & NODE_FOCUSED, filled = !empties && *w->node->text && !strcmp(w->node->text, value);
        if (unsure < 0)
            unsure = (*asked->target ? 0.4f : 0.1f) + 0.12f * (float)place - (focused ? 0.08f : 0);
        choice_fill(c, w, value, base + unsure + (filled ? 0.5f : 0), wish);
        c->met |= wish == c->at->progress;
        place++;
    }
}

/* A value that is chosen, not typed: "set the currency to Euro" on a list. */
static void wish_value_as_label(Chooser *c, int wish)
{
    const Wish *asked = &c->goal->wishes[wish];
    for (u32 i = 0; i < c->widget_count; i++) {
        const Widget *w = &c->widgets[i];
        WidgetWords words = { w->words->text, w->node->id, w->words->description, "", "" };
        if (w->kind == WIDGET_FIELD)
            continue;
        if (*asked->value && match_words(asked->value, &words, NULL) >= 0.95f)
            touch(c, w, wish, wish_cost(c, wish) + 0.2f);
        else if (*asked->target && doubt(c, w, wish) >= 0) {        /* it opens what is typed into; the wish stays */
            Choice *open = choice_add(c, wish_cost(c, wish) + 0.15f, -1);
            choice_touch(c, open, w, EVENT_TAP);
            if (open)
                open->sentence = asked->sentence;
        }
    }
}

static void wish_event(Chooser *c, int wish, float extra, Event event, u32 surroundings)
{
    float far = wish > c->at->progress ? ALWAYS_THERE : 0;
    Choice *choice = choice_add(c, wish_cost(c, wish) + far + extra, wish);
    for (int i = 0; i < MIN(c->goal->wishes[wish].repeat, 6); i++)
        choice_event(choice, event_copy(&event));
    if (choice)
        choice->surroundings = surroundings;
    c->met |= wish == c->at->progress;
}

static void wish_leave(Chooser *c, int wish, bool returns)
{
    Choice *choice = choice_add(c, wish_cost(c, wish) + (wish > c->at->progress ? ALWAYS_THERE : 0), wish);
    if (!choice)
        return;
    choice_event(choice, (Event){ .kind = EVENT_HOME });
    if (returns)
        choice_event(choice, (Event){ .kind = EVENT_LAUNCH });
    choice->surroundings = HINT_LEAVE;
}

static void wish_swipe(Chooser *c, int wish)
{
    static const struct { char way; float x, y; } ways[] = { { 'u', 0, 0.3f }, { 'd', 0, -0.3f }, { 'l', 0.35f, 0 }, { 'r', -0.35f, 0 } };
    const Wish *asked = &c->goal->wishes[wish];
    float x = (float)c->screen->width / 2, y = (float)c->screen->height / 2;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        float dx = ways[i].x * (float)c->screen->width, dy = ways[i].y * (float)c->screen->height;
        wish_event(c, wish, ways[i].way == asked->direction ? 0 : 0.4f, (Event){ .kind = EVENT_SWIPE, .points = { { x + dx, y + dy }, { x - dx, y - dy } }, .point_count = 2 }, 0);
    }
}

static void choose_wish(Chooser *c, int wish)
{
    enum { BACK = 4, MENU = 82, USUAL_WAIT = 5000 };
    const Wish *asked = &c->goal->wishes[wish];
    switch (asked->action) {
    case ACTION_INPUT: case ACTION_CLEAR: case ACTION_LEAVE_EMPTY:
        wish_input(c, wish);
        wish_value_as_label(c, wish);
        break;
    case ACTION_ROTATE: wish_event(c, wish, 0, (Event){ .kind = EVENT_ROTATE, .key = -1 }, HINT_ROTATE); break;
    case ACTION_BACK: wish_event(c, wish, 0, (Event){ .kind = EVENT_KEY, .key = BACK }, 0); break;
    case ACTION_HOME: wish_leave(c, wish, true); break;
    case ACTION_RETURN:
        wish_event(c, wish, 0.1f, (Event){ .kind = EVENT_KEY, .key = BACK }, 0);
        wish_leave(c, wish, true);
        break;
    case ACTION_WAIT: wish_event(c, wish, 0.1f, (Event){ .kind = EVENT_WAIT, .millis = USUAL_WAIT }, HINT_WAIT); break;
    case ACTION_SWIPE: case ACTION_SCROLL: case ACTION_DRAG: wish_swipe(c, wish); break;
    case ACTION_ZOOM: wish_event(c, wish, 0, (Event){ .kind = EVENT_PINCH, .key = 'o' }, 0); break;
    case ACTION_LAUNCH:
        if (wish)
            wish_leave(c, wish, true);
        break;
    default: break;
    }
    if (asked->action == ACTION_MENU)
        wish_event(c, wish, *asked->target ? 0.2f : 0, (Event){ .kind = EVENT_KEY, .key = MENU }, 0);
    if (asked->action == ACTION_CLOSE) {
        wish_event(c, wish, 0.2f, (Event){ .kind = EVENT_KEY, .key = BACK }, 0);
        wish_event(c, wish, 0.3f, (Event){ .kind = EVENT_KILL }, HINT_DEATH);
    }
    if (is_touch(asked->action))
        wish_touch(c, wish);
}

/* Wishes behind us that a widget here answers to: the report's order may be wrong. */
static void choose_earlier(Chooser *c)
{
    for (int wish = MAX(0, c->at->progress - LOOK_AHEAD); wish < c->at->progress; wish++) {
        const Wish *asked = &c->goal->wishes[wish];
        for (u32 i = 0; i < c->widget_count && is_touch(asked->action) && *asked->target; i++)
            if (c->widgets[i].kind != WIDGET_FIELD && matcher_of_widget(c->matcher, c->screen, &c->widgets[i], wish) >= MATCH_SURE)
                touch(c, &c->widgets[i], wish, wish_cost(c, wish));
    }
}

void choose_wishes(Chooser *c)
{
    for (int wish = c->at->progress; wish < c->goal->wish_count && wish < c->at->progress + LOOK_AHEAD; wish++)
        choose_wish(c, wish);
    choose_earlier(c);
}
