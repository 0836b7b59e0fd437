/*
 * The last run, for people: once more with pixels. Each step gets a sentence, the name
 * of what is touched (the search may have known it by another screen), and a picture
 * of the screen before it.
 */
#include "reproduce/reproduce.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is under a finger ---------------------------------------------------------------------- */

static bool holds(const Node *n, EventPoint p)
{
    return p.x >= (float)n->left && p.x < (float)n->right && p.y >= (float)n->top && p.y < (float)n->bottom;
}

/* The widget that a touch at p reaches: the last (topmost, innermost) that reacts, else a label. */
static const Widget *widget_at(const Widget *widgets, u32 count, EventPoint p)
{
    const Widget *found = NULL;
    for (u32 i = 0; i < count; i++)
        if (holds(widgets[i].node, p) && (!found || widgets[i].kind != WIDGET_LABEL || found->kind == WIDGET_LABEL))
            found = &widgets[i];
    return found;
}

static const char *plain_name(const Widget *w)
{
    const char *id = strstr(w->node->id, ":id/");
    return *w->words->text && w->kind != WIDGET_FIELD ? w->words->text : *w->words->description ? w->words->description : *w->words->hint ? w->words->hint : id ? id + 4 : "";
}

/* Does the id, text or description stand on one widget alone? */
static bool is_single(const Screen *s, const char *value, size_t field)
{
    u32 count = 0;
    i32 top = screen_top_window(s);
    for (u32 i = 0; i < s->node_count; i++)
        count += s->nodes[i].window == top && !strcmp(*(const char *const *)((const char *)&s->nodes[i] + field), value);
    return count == 1;
}

static void choose_selector(Step *step, const Screen *s, const Widget *w)
{
    const char *id = w->node->id, *text = w->kind == WIDGET_FIELD ? "" : w->words->text, *description = w->words->description;
    bool by_id = strstr(id, ":id/") && is_single(s, id, offsetof(Node, id)), by_text = *text && !strchr(text, '\n') && is_single(s, text, offsetof(Node, text));
    bool by_description = *description && is_single(s, description, offsetof(Node, description));
    step->by = by_id ? BY_ID : by_text ? BY_TEXT : by_description ? BY_DESCRIPTION : BY_POINT;
    step->selector = step->by == BY_POINT ? NULL : xstrdup(by_id ? id : by_text ? text : description);
}

/* Gives a touch the name that it has on this screen. Returns what to call the place for a person; the caller frees. */
static char *name_target(Step *step, const Screen *screen)
{
    Event *e = &step->event;
    Widget *widgets = xcalloc(MOST_WIDGETS, sizeof *widgets);
    u32 count = screen_widgets_find(screen, widgets);
    const Widget *w = widget_at(widgets, count, e->points[0]);
    char *shown = NULL;
    free(e->target);
    e->target = w ? widget_label(screen, w) : NULL;
    if (w)
        choose_selector(step, screen, w);
    if (w && *plain_name(w)) {
        const char *name = plain_name(w);
        shown = xasprintf("“%.*s”", (int)MIN(strcspn(name, "\n"), 48u), name);
    } else if (w && w->in_list) {
        shown = xasprintf("row %u of the list", w->twin + 1);
    }
    free(widgets);
    return shown ? shown : xasprintf("the screen at %.0f,%.0f", (double)e->points[0].x, (double)e->points[0].y);
}

/* ---- sentences --------------------------------------------------------------------------------------- */

static const char *swipe_way(const Event *e)
{
    float dx = e->points[1].x - e->points[0].x, dy = e->points[1].y - e->points[0].y;
    return dx * dx > dy * dy ? dx < 0 ? "left" : "right" : dy < 0 ? "up" : "down";
}

static char *sentence_of(Step *step, const Screen *screen)
{
    Event *e = &step->event;
    char *place = NULL, *text = NULL;
    if ((e->kind == EVENT_TAP || e->kind == EVENT_LONG_TAP || e->kind == EVENT_DOUBLE_TAP) && e->point_count)
        place = name_target(step, screen);
    switch (e->kind) {
    case EVENT_TAP: text = xasprintf("Tap %s", place); break;
    case EVENT_LONG_TAP: text = xasprintf("Long-press %s", place); break;
    case EVENT_DOUBLE_TAP: text = xasprintf("Double-tap %s", place); break;
    case EVENT_SWIPE: text = xasprintf("Swipe %s", swipe_way(e)); break;
    case EVENT_PINCH: text = xasprintf("Pinch %s", e->key == 'o' ? "out" : "in"); break;
    case EVENT_TEXT: case EVENT_TYPE: text = xasprintf("Type “%s”", e->text); break;
    case EVENT_CLEAR: text = xstrdup("Empty the field"); break;
    case EVENT_KEY: {
        const char *name = key_name(e->key);
        text = e->key == 4 ? xstrdup("Press Back") : e->key == 82 ? xstrdup("Press Menu") : e->key == 66 ? xstrdup("Press Enter") : xasprintf("Press the key %s", name ? name : "?");
        break;
    }
    case EVENT_HOME: text = xstrdup("Press Home"); break;
    case EVENT_RECENTS: text = xstrdup("Open the recent apps"); break;
    case EVENT_LAUNCH: text = xstrdup("Open the app again"); break;
    case EVENT_KILL: text = xstrdup("Leave the app, the system ends its process, come back"); break;
    case EVENT_ROTATE: text = xasprintf("Turn the phone to %s", e->key < 0 ? "the other orientation" : e->key & 1 ? "landscape" : "portrait"); break;
    case EVENT_WAIT: text = xasprintf("Wait %g seconds", e->millis / 1000.0); break;
    default: {
        Buf words = { 0 };
        event_print(&words, e);
        text = buf_take(&words);
    }
    }
    free(place);
    return text;
}

/* ---- the run -------------------------------------------------------------------------------------------- */

static char *take_picture(Device *phone, const ReproduceOptions *options, u32 number)
{
    if (!options->pictures)
        return NULL;
    char *path = xasprintf("%s/step-%02u.png", options->pictures, number);
    if (!device_screenshot(phone, path))
        return path;
    free(path);
    return NULL;
}

static void add_step(Outcome *out, const EventPath *path, u32 i, const Plan *plan)
{
    Step *s = &out->steps[out->step_count++];
    *s = (Step){ .event = event_copy(&path->events[i]), .sentence = path->sentences[i], .report = plan ? plan->report_index : -1 };
    if (plan && plan->report && s->sentence >= 0 && s->sentence < plan->report->sentence_count)
        s->words = plan->report->sentences[s->sentence].text;
}

static void record_step(Step *s, Device *phone, const Screen *screen, const ReproduceOptions *options, u32 number)
{
    if (s->event.kind == EVENT_ROTATE && s->event.key < 0)
        s->event.key = screen->width < screen->height;
    s->text = sentence_of(s, screen);
    s->activity = screen->activity ? xstrdup(screen->activity) : NULL;
    s->width = screen->width;
    s->height = screen->height;
    s->picture = take_picture(phone, options, number);
}

void record(Outcome *out, const EventPath *path, const Plan *plan, const Environment *given, const ReproduceOptions *options)
{
    out->steps = xcalloc(path->count + 1, sizeof *out->steps);
    for (u32 i = 0; i < path->count; i++)
        add_step(out, path, i, plan);
    Environment environment = *given;       /* borrowed conditions */
    environment.pixels = options->pictures != NULL;
    Device *phone;
    Screen screen = { 0 };
    int status = device_open(&phone, &environment);
    if (!status) {
        if (options->pictures)
            file_make_dirs(options->pictures);
        status = device_start(phone, options->apk, &screen);
        for (u32 i = 0; i < out->step_count && !status && screen.state == APP_RUNS; i++) {
            record_step(&out->steps[i], phone, &screen, options, i + 1);
            Event event = event_copy(&path->events[i]);
            Screen next;
            status = device_do(phone, &event, &next);
            event_free(&event);
            if (!status) {
                screen_free(&screen);
                screen = next;
            }
        }
        if (!status)
            out->last_picture = take_picture(phone, options, out->step_count + 1);
        device_gaps(phone, &out->gaps);
        screen_free(&screen);
        device_close(phone);
    }
    for (u32 i = 0; i < out->step_count; i++)       /* where the drawing phone did not get that far */
        if (!out->steps[i].text)
            out->steps[i].text = sentence_of(&out->steps[i], &(Screen){ 0 });
}
