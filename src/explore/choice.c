#define _GNU_SOURCE
#include "explore/choice.h"

#include "text/match.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What steps cost that nothing in the report asks for; the order is what matters. */
static const float
    COST_PLAIN = 1, COST_GRAM = 0.6f, COST_WEAK_GRAM = 0.85f, COST_AGREE = 0.5f, COST_PARTNER = 0.45f, COST_AFTER_TYPING = 0.8f, COST_TWIN = 0.35f, COST_USED_BEFORE = 0.5f,
    COST_MENU = 0.9f, COST_SCROLL = 1, COST_LONG = 1.5f, COST_BACK = 1.3f, COST_CANVAS = 1.2f, COST_SLIDER = 1.1f, COST_ENTER = 0.9f,
    COST_FAST_AGAIN = 0.15f, COST_AGAIN = 1.1f, COST_LEADS_THERE = 0.4f, COST_OPERATION = 0.12f,
    WISH_LEFT = 0.45f, WISH_PASSED = 0.6f, WISH_PASSED_FREE = 0.05f, WISH_DONE = 0.1f;

enum { KEYCODE_BACK = 4, KEYCODE_ENTER = 66, KEYCODE_MENU = 82 };

/* ---- the list ------------------------------------------------------------------------------------ */

Choice *choice_add(Chooser *c, float cost, int wish)
{
    ChoiceList *list = c->out;
    if (list->count == MOST_CHOICES * 4)
        return NULL;
    if (!list->items)
        list->items = xcalloc(MOST_CHOICES * 4, sizeof *list->items);
    Choice *choice = &list->items[list->count++];
    bool ahead = wish >= c->at->progress;
    *choice = (Choice){ .cost = cost, .wish = wish, .follows = wish >= 0, .sentence = wish >= 0 ? c->goal->wishes[wish].sentence : -1, .progress = ahead ? wish + 1 : c->at->progress };
    return choice;
}

void choice_event(Choice *choice, Event event)
{
    if (!choice || choice->event_count == MOST_CHOICE_EVENTS) {
        event_free(&event);
        return;
    }
    if (!choice->events)
        choice->events = xcalloc(MOST_CHOICE_EVENTS, sizeof *choice->events);
    choice->events[choice->event_count++] = event;
}

void choice_touch(Chooser *c, Choice *choice, const Widget *w, EventKind kind)
{
    if (!choice)
        return;
    choice->identity = w->identity + (u64)kind;
    choice_event(choice, (Event){ .kind = kind, .target = widget_label(c->screen, w), .points = { widget_point(c->screen, w) }, .point_count = 1 });
}

void choices_free(ChoiceList *list)
{
    for (u32 i = 0; i < list->count; i++) {
        for (u32 k = 0; k < list->items[i].event_count; k++)
            event_free(&list->items[i].events[k]);
        free(list->items[i].events);
    }
    free(list->items);
    *list = (ChoiceList){ 0 };
}

/* Cheapest first; what costs the same stays in reading order. */
static void sort_choices(ChoiceList *list)
{
    for (u32 i = 1; i < list->count; i++) {
        Choice moved = list->items[i];
        u32 k = i;
        for (; k && list->items[k - 1].cost > moved.cost; k--)
            list->items[k] = list->items[k - 1];
        list->items[k] = moved;
    }
}

static bool same_events(const Choice *a, const Choice *b)
{
    bool same = a->event_count == b->event_count;
    for (u32 i = 0; same && i < a->event_count; i++) {
        const Event *x = &a->events[i], *y = &b->events[i];
        same = x->kind == y->kind && x->key == y->key && x->point_count == y->point_count && !memcmp(x->points, y->points, sizeof x->points)
            && !strcmp(x->text ? x->text : "", y->text ? y->text : "") && !strcmp(x->target ? x->target : "", y->target ? y->target : "");
    }
    return same;
}

/* The same events for two reasons: only the cheaper is kept, unless they lead to different progress. */
static void drop_doubles(ChoiceList *list)
{
    u32 kept = 0;
    for (u32 i = 0; i < list->count; i++) {
        bool dropped = !list->items[i].event_count || kept == MOST_CHOICES;
        for (u32 k = 0; k < kept && !dropped; k++)
            dropped = same_events(&list->items[k], &list->items[i]);
        if (dropped) {
            ChoiceList one = { xcalloc(1, sizeof(Choice)), 1 };
            one.items[0] = list->items[i];
            choices_free(&one);
        } else {
            list->items[kept++] = list->items[i];
        }
    }
    list->count = kept;
}

/* ---- wishes and their price -------------------------------------------------------------------------- */

float wishes_left(const Goal *g, int progress)
{
    float sum = 0;
    for (int i = progress; i < g->wish_count; i++)
        sum += wish_is_free(&g->wishes[i]) ? 0 : WISH_LEFT;
    return sum;
}

float wish_cost(const Chooser *c, int wish)
{
    float sum = WISH_DONE;
    for (int i = c->at->progress; i < wish; i++)
        sum += wish_is_free(&c->goal->wishes[i]) ? WISH_PASSED_FREE : WISH_PASSED;
    return wish >= c->at->progress ? sum : WISH_DONE + 0.7f;
}

static bool is_settled(Matcher *m, const Screen *s, const Wish *w, int wish, const Widget *widgets, u32 count)
{
    if (w->action == ACTION_LAUNCH || w->action == ACTION_NONE)
        return true;
    for (u32 i = 0; i < count; i++) {
        const Widget *x = &widgets[i];
        bool meant = *w->target && matcher_of_widget(m, s, x, wish) >= MATCH_SURE;
        bool ticked = x->node->flags & NODE_CHECKED, box = x->node->flags & NODE_CHECKABLE;
        if (meant && box && (w->action == ACTION_CHECK || w->action == ACTION_ENABLE))
            return ticked;
        if (meant && box && (w->action == ACTION_UNCHECK || w->action == ACTION_DISABLE))
            return !ticked;
        if (x->kind == WIDGET_FIELD && (meant || !*w->target) && (w->action == ACTION_LEAVE_EMPTY || w->action == ACTION_CLEAR))
            return !*x->node->text;
    }
    return false;
}

int progress_settle(Matcher *m, const Screen *s, int progress)
{
    Widget *widgets = xcalloc(MOST_WIDGETS, sizeof *widgets);
    u32 count = screen_widgets_find(s, widgets);
    while (progress < m->goal->wish_count && is_settled(m, s, &m->goal->wishes[progress], progress, widgets, count))
        progress++;
    free(widgets);
    return progress;
}

/* ---- steps that nobody asked for ------------------------------------------------------------------------ */

static bool was_used(const Chooser *c, u64 identity)
{
    for (u32 i = 0; i < c->at->done_count; i++)
        if (c->at->done[i] == identity)
            return true;
    return false;
}

/* Buttons that take what was entered, or agree to what an app asks before it lets one in. */
static bool agrees(const Widget *w)
{
    static const char *const words[] = {
        "ok", "okay", "done", "yes", "save", "add", "submit", "continue", "next", "accept", "agree", "i agree", "allow", "got it", "skip", "finish", "apply", "create", "login", "log in",
        "sign in", "confirm", "start", "go", "search", "set", "close", "dismiss", "grant", "let's go", "get started", "send", "insert", "update", "import", "delete",
    };
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (!strcasecmp(w->words->text, words[i]) || !strcasecmp(w->words->description, words[i]))
            return true;
    return strstr(w->node->id, "android:id/button1");
}

static bool is_positive(const Widget *w)
{
    return !strcasecmp(w->words->text, "ok") || !strcasecmp(w->words->text, "done") || !strcasecmp(w->words->text, "yes") || strstr(w->node->id, "android:id/button1");
}

static float plain_cost(const Chooser *c, const Widget *w)
{
    float cost = w->kind == WIDGET_CANVAS ? COST_CANVAS : w->kind == WIDGET_SLIDER ? COST_SLIDER : COST_PLAIN;
    if (c->at->has_typed && w->kind == WIDGET_BUTTON)
        cost = agrees(w) ? COST_PARTNER : COST_AFTER_TYPING;
    else if (c->dialog && agrees(w))
        cost = COST_AGREE;
    if (agrees(w))
        cost -= is_positive(w) ? 0.1f : 0.05f;
    return cost + COST_TWIN * (float)MIN(w->twin, 6u) + (w->unsaid && w->kind == WIDGET_BUTTON ? 0.15f : 0);
}

static bool opens_menu(const Widget *w)
{
    return strcasestr(w->words->description, "more options") || strcasestr(w->words->description, "drawer");
}

static void choose_plain(Chooser *c, const Widget *w)
{
    if (w->kind == WIDGET_LABEL || w->kind == WIDGET_FIELD)
        return;
    float cost = plain_cost(c, w);
    const Gram *gram = matcher_gram(c->matcher, c->screen, w);
    if (gram)
        cost = MIN(cost, gram->weak ? COST_WEAK_GRAM : COST_GRAM);
    float away = matcher_distance(c->matcher, c->screen, w);
    if (away >= 0)                  /* the app's code leads from here to the crash */
        cost = MIN(cost, COST_LEADS_THERE + COST_OPERATION * away);
    if (opens_menu(w) && !c->met)
        cost = MIN(cost, 0.8f);
    if (was_used(c, w->identity + EVENT_TAP))
        cost += COST_USED_BEFORE;
    if ((w->node->flags & (NODE_CLICKABLE | NODE_CHECKABLE)) || w->kind == WIDGET_CANVAS) {
        Choice *tap = choice_add(c, cost, -1);
        choice_touch(c, tap, w, EVENT_TAP);
        if (tap && gram)
            tap->sentence = gram->sentence;
        if (tap)
            tap->follows = gram || agrees(w);
        bool fast = c->goal->hints & HINT_FAST;
        Choice *twice = choice_add(c, cost + (fast ? COST_FAST_AGAIN : COST_AGAIN), -1);
        choice_touch(c, twice, w, EVENT_DOUBLE_TAP);
        if (twice)
            twice->follows = fast && (gram || agrees(w));
    }
    if (w->node->flags & NODE_LONG_CLICKABLE) {
        float price = (c->goal->hints & HINT_LONG_PRESS ? COST_PLAIN - 0.1f : COST_LONG) + COST_TWIN * (float)MIN(w->twin, 6u) - (gram ? 0.3f : 0);
        choice_touch(c, choice_add(c, price + (was_used(c, w->identity + EVENT_LONG_TAP) ? COST_USED_BEFORE : 0), -1), w, EVENT_LONG_TAP);
    }
}

/* Elsewhere than in the middle: the ends of a slider, the quarters of a canvas. */
static void choose_places(Chooser *c, const Widget *w)
{
    static const struct { float x, y; } slider[] = { { 0.05f, 0.5f }, { 0.95f, 0.5f } }, canvas[] = { { 0.25f, 0.25f }, { 0.75f, 0.25f }, { 0.25f, 0.75f }, { 0.75f, 0.75f } };
    bool slides = w->kind == WIDGET_SLIDER;
    if (!slides && w->kind != WIDGET_CANVAS)
        return;
    const Node *n = w->node;
    for (u32 i = 0; i < (slides ? COUNT_OF(slider) : COUNT_OF(canvas)); i++) {
        float x = slides ? slider[i].x : canvas[i].x, y = slides ? slider[i].y : canvas[i].y;
        EventPoint at = { (float)n->left + x * (float)(n->right - n->left), (float)n->top + y * (float)(n->bottom - n->top) };
        choice_event(choice_add(c, (slides ? COST_SLIDER : COST_CANVAS) + 0.2f + 0.1f * (float)i, -1), (Event){ .kind = EVENT_TAP, .points = { at }, .point_count = 1 });
    }
}

static void choose_scrolls(Chooser *c)
{
    i32 top = screen_top_window(c->screen);
    u32 count = 0;
    for (u32 i = 0; i < c->screen->node_count && count < 4; i++) {
        const Node *n = &c->screen->nodes[i];
        if (n->window != top || !(n->flags & NODE_SCROLLABLE) || n->right - n->left < 100 || n->bottom - n->top < 100)
            continue;
        bool across = strstr(n->class_name, "Pager") || strstr(n->real_class, "Pager") || strstr(n->class_name, "Horizontal") || strstr(n->class_name, "Gallery");
        float cost = (c->goal->hints & HINT_SCROLL ? 0.7f : COST_SCROLL) + 0.15f * (float)count++ - (c->met ? 0 : 0.1f);
        float x = (float)(n->left + n->right) / 2, y = (float)(n->top + n->bottom) / 2, w = (float)(n->right - n->left), h = (float)(n->bottom - n->top);
        for (int back = 0; back < 2; back++) {
            float sign = back ? -1 : 1, dx = across ? 0.35f * w * sign : 0, dy = across ? 0 : 0.3f * h * sign;
            choice_event(choice_add(c, cost + 0.6f * (float)back, -1),
                         (Event){ .kind = EVENT_SWIPE, .points = { { x + dx, y + dy }, { x - dx, y - dy } }, .point_count = 2 });
        }
    }
}

static Choice *around(Chooser *c, float cost, u32 bit)
{
    Choice *choice = choice_add(c, (c->goal->hints & bit ? 0.5f : cost) + (c->at->surroundings & bit ? 1.0f : 0), -1);
    if (choice) {
        choice->surroundings = bit;
        choice->follows = c->goal->hints & bit;
    }
    return choice;
}

/* Keys, and what happens around the app: tried late, unless the report speaks of it. */
static void choose_surroundings(Chooser *c)
{
    enum { LONG_WAIT = 10000 };
    choice_event(choice_add(c, c->met ? COST_PLAIN + 0.1f : COST_MENU, -1), (Event){ .kind = EVENT_KEY, .key = KEYCODE_MENU });
    choice_event(choice_add(c, c->goal->hints & HINT_BACK ? 0.8f : COST_BACK, -1), (Event){ .kind = EVENT_KEY, .key = KEYCODE_BACK });
    if (c->at->has_typed)
        choice_event(choice_add(c, COST_ENTER, -1), (Event){ .kind = EVENT_KEY, .key = KEYCODE_ENTER });
    choice_event(around(c, 1.6f, HINT_ROTATE), (Event){ .kind = EVENT_ROTATE, .key = -1 });
    Choice *leave = around(c, 1.9f, HINT_LEAVE);
    choice_event(leave, (Event){ .kind = EVENT_HOME });
    choice_event(leave, (Event){ .kind = EVENT_LAUNCH });
    choice_event(around(c, 2.1f, HINT_DEATH), (Event){ .kind = EVENT_KILL });      /* and the user comes back */
    choice_event(around(c, 2.2f, HINT_WAIT), (Event){ .kind = EVENT_WAIT, .millis = LONG_WAIT });
}

void choices_find(ChoiceList *out, Matcher *matcher, const Screen *screen, const Position *position)
{
    Widget *widgets = xcalloc(MOST_WIDGETS, sizeof *widgets);
    *out = (ChoiceList){ 0 };
    Chooser c = { .out = out, .matcher = matcher, .goal = matcher->goal, .screen = screen, .at = position, .widgets = widgets };
    if (position->away) {
        choice_event(choice_add(&c, 0.5f, -1), (Event){ .kind = EVENT_LAUNCH });
        choice_event(choice_add(&c, 0.6f, -1), (Event){ .kind = EVENT_KEY, .key = KEYCODE_BACK });
    } else {
        c.widget_count = screen_widgets_find(screen, widgets);
        c.dialog = screen_has_dialog(screen);
        choose_wishes(&c);
        for (u32 i = 0; i < c.widget_count; i++) {
            choose_plain(&c, &widgets[i]);
            choose_places(&c, &widgets[i]);
            choose_values(&c, &widgets[i]);
        }
        choose_scrolls(&c);
        choose_surroundings(&c);
    }
    free(widgets);
    sort_choices(out);
    drop_doubles(out);
}
