/*
 * Monkey's own algorithm (android.com.commands.monkey.MonkeySourceRandom of 6.0),
 * drawing from java.util.Random in the same order: the same seed gives the same
 * kinds, places and keys as on a phone with a screen of this size.
 */
#include "explore/monkey.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const monkey_factor_names[MONKEY_FACTORS] = {
    "touch", "motion", "pinchzoom", "trackball", "rotation", "nav", "majornav", "syskeys", "appswitch", "flip", "anyevent",
};

static const float default_percent[MONKEY_FACTORS] = { 15, 10, 2, 15, 0, 25, 15, 2, 2, 1, 13 };

/* ---- java.util.Random ------------------------------------------------------------------- */

static i32 next_bits(Monkey *m, int bits)
{
    m->random = (m->random * 0x5DEECE66DULL + 0xB) & ((1ULL << 48) - 1);
    return (i32)(u32)(m->random >> (48 - bits));
}

static i32 next_int(Monkey *m, i32 bound)
{
    if ((bound & -bound) == bound)
        return (i32)(((i64)bound * (i64)(u32)next_bits(m, 31)) >> 31);
    i32 bits, value;
    do {
        bits = next_bits(m, 31);
        value = bits % bound;
    } while ((i32)((u32)bits - (u32)value + (u32)(bound - 1)) < 0);
    return value;
}

static float next_float(Monkey *m)
{
    return (float)(next_bits(m, 24) & 0xffffff) / (float)(1 << 24);
}

static bool next_boolean(Monkey *m)
{
    return next_bits(m, 1) != 0;
}

static i64 next_long(Monkey *m)
{
    u64 high = (u64)(i64)next_bits(m, 32) << 32;
    return (i64)(high + (u64)(i64)next_bits(m, 32));
}

/* ---- lists --------------------------------------------------------------------------------- */

Event *events_add(EventList *list, Event event)
{
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 16;
        list->items = xrealloc(list->items, list->room * sizeof *list->items);
    }
    list->items[list->count] = event;
    return &list->items[list->count++];
}

void events_clear(EventList *list)
{
    for (u32 i = 0; i < list->count; i++)
        event_free(&list->items[i]);
    list->count = 0;
}

void events_free(EventList *list)
{
    events_clear(list);
    free(list->items);
    *list = (EventList){ 0 };
}

/* ---- shares ---------------------------------------------------------------------------------- */

MonkeyOptions monkey_defaults(void)
{
    MonkeyOptions options = { 0 };
    for (int i = 0; i < MONKEY_FACTORS; i++)
        options.percent[i] = -1;
    return options;
}

/* What the user gave stays, the defaults share the rest. */
static int share(Monkey *m)
{
    float user = 0, defaults = 0;
    bool all = true;
    for (int i = 0; i < MONKEY_FACTORS; i++) {
        bool given = m->options.percent[i] >= 0 || default_percent[i] == 0;
        all = all && given;
        if (given)
            user += MAX(m->options.percent[i], 0);
        else
            defaults += default_percent[i];
    }
    if (user > 100)
        return error_set(ERR_INPUT, "the percentages of events make %g, more than 100", (double)user);
    if (all && fabsf(user - 100) > 0.1f)
        return error_set(ERR_INPUT, "the percentages of events make %g, not 100", (double)user);
    float adjust = (100 - user) / defaults;
    for (int i = 0; i < MONKEY_FACTORS; i++) {
        bool given = m->options.percent[i] >= 0 || default_percent[i] == 0;
        m->percent[i] = given ? MAX(m->options.percent[i], 0) : default_percent[i] * adjust;
    }
    float sum = 0;
    for (int i = 0; i < MONKEY_FACTORS; i++)
        m->sums[i] = sum += m->percent[i] / 100;
    return OK;
}

int monkey_open(Monkey *m, const MonkeyOptions *options)
{
    *m = (Monkey){ .options = *options, .random = (options->seed ^ 0x5DEECE66DULL) & ((1ULL << 48) - 1) };
    return share(m);
}

/* ---- what it does ------------------------------------------------------------------------------ */

enum { DOWN, UP, MOVE, POINTER_DOWN = 5 | 1 << 8, POINTER_UP = 6 | 1 << 8 };
enum {
    KEY_HOME = 3, KEY_BACK = 4, KEY_CALL = 5, KEY_ENDCALL = 6, KEY_DPAD_UP = 19, KEY_DPAD_DOWN, KEY_DPAD_LEFT, KEY_DPAD_RIGHT, KEY_DPAD_CENTER, KEY_VOLUME_UP,
    KEY_VOLUME_DOWN, KEY_POWER, KEY_MENU = 82, KEY_MUTE = 91, KEY_VOLUME_MUTE = 164, KEY_SLEEP = 223, KEY_LAST = 259,
};

typedef struct Scene {
    Monkey *monkey;
    i32 width, height;
    EventList *out;
} Scene;

static void add_touch(Scene *s, i32 action, const EventPoint *points, u32 count)
{
    Event e = { .kind = EVENT_TOUCH, .key = action, .point_count = count };
    memcpy(e.points, points, count * sizeof *points);
    events_add(s->out, e);
}

static EventPoint random_point(Scene *s)
{
    i32 x = next_int(s->monkey, s->width);
    return (EventPoint){ (float)x, (float)next_int(s->monkey, s->height) };
}

static EventPoint random_vector(Scene *s)
{
    float x = (next_float(s->monkey) - 0.5f) * 50;
    return (EventPoint){ x, (next_float(s->monkey) - 0.5f) * 50 };
}

static void walk(Scene *s, EventPoint *p, EventPoint v)
{
    p->x = fmaxf(fminf(p->x + next_float(s->monkey) * v.x, (float)s->width), 0);
    p->y = fmaxf(fminf(p->y + next_float(s->monkey) * v.y, (float)s->height), 0);
}

static void drag(Scene *s, EventPoint *p, EventPoint v)
{
    for (i32 n = next_int(s->monkey, 10); n > 0; n--) {
        walk(s, p, v);
        add_touch(s, MOVE, p, 1);
    }
}

static void pinch(Scene *s, EventPoint *p, EventPoint v)
{
    p[1] = random_point(s);
    EventPoint v2 = random_vector(s);
    walk(s, &p[0], v);
    add_touch(s, POINTER_DOWN, p, 2);
    for (i32 n = next_int(s->monkey, 10); n > 0; n--) {
        walk(s, &p[0], v);
        walk(s, &p[1], v2);
        add_touch(s, MOVE, p, 2);
    }
    walk(s, &p[0], v);
    walk(s, &p[1], v2);
    add_touch(s, POINTER_UP, p, 2);
}

static void touch(Scene *s, MonkeyFactor kind)
{
    EventPoint p[2] = { random_point(s) }, v = random_vector(s);
    add_touch(s, DOWN, p, 1);
    if (kind == MONKEY_MOTION)
        drag(s, p, v);
    else if (kind == MONKEY_PINCHZOOM)
        pinch(s, p, v);
    walk(s, p, v);
    add_touch(s, UP, p, 1);
}

static void trackball(Scene *s)
{
    for (int i = 0; i < 10; i++) {
        float dx = (float)(next_int(s->monkey, 10) - 5);
        float dy = (float)(next_int(s->monkey, 10) - 5);
        events_add(s->out, (Event){ .kind = EVENT_TRACKBALL, .key = MOVE, .points = { { dx, dy } }, .point_count = 1 });
    }
    if (next_int(s->monkey, 10))
        return;
    events_add(s->out, (Event){ .kind = EVENT_TRACKBALL, .key = DOWN, .point_count = 1 });
    events_add(s->out, (Event){ .kind = EVENT_TRACKBALL, .key = UP, .point_count = 1 });
}

static void rotation(Scene *s)
{
    i32 way = next_int(s->monkey, 4);
    events_add(s->out, (Event){ .kind = EVENT_ROTATE, .key = way, .text = next_boolean(s->monkey) ? xstrdup("persist") : NULL });
}

static i32 random_key(Monkey *m, float pick)
{
    static const i32 nav[] = { KEY_DPAD_UP, KEY_DPAD_DOWN, KEY_DPAD_LEFT, KEY_DPAD_RIGHT };
    static const i32 major[] = { KEY_MENU, KEY_DPAD_CENTER };
    static const i32 system[] = { KEY_HOME, KEY_BACK, KEY_CALL, KEY_ENDCALL, KEY_VOLUME_UP, KEY_VOLUME_DOWN, KEY_VOLUME_MUTE, KEY_MUTE };
    if (pick < m->sums[MONKEY_NAV])
        return nav[next_int(m, COUNT_OF(nav))];
    if (pick < m->sums[MONKEY_MAJORNAV])
        return major[next_int(m, COUNT_OF(major))];
    if (pick < m->sums[MONKEY_SYSOPS])
        return system[next_int(m, COUNT_OF(system))];
    return 1 + next_int(m, KEY_LAST - 1);
}

static void key(Scene *s, float pick)
{
    i32 code;
    do
        code = random_key(s->monkey, pick);
    while (code == KEY_POWER || code == KEY_ENDCALL || code == KEY_SLEEP);
    events_add(s->out, (Event){ .kind = EVENT_KEY, .key = code, .millis = MONKEY_HOLD_MS });
}

static void start_app(Scene *s)
{
    next_int(s->monkey, 1);         /* which of the apps: there is one */
    events_add(s->out, (Event){ .kind = EVENT_LAUNCH });
}

static void something(Scene *s)
{
    Monkey *m = s->monkey;
    float pick = next_float(m);
    if (pick < m->sums[MONKEY_TOUCH])
        touch(s, MONKEY_TOUCH);
    else if (pick < m->sums[MONKEY_MOTION])
        touch(s, MONKEY_MOTION);
    else if (pick < m->sums[MONKEY_PINCHZOOM])
        touch(s, MONKEY_PINCHZOOM);
    else if (pick < m->sums[MONKEY_TRACKBALL])
        trackball(s);
    else if (pick < m->sums[MONKEY_ROTATION])
        rotation(s);
    else if (pick >= m->sums[MONKEY_SYSOPS] && pick < m->sums[MONKEY_APPSWITCH])
        start_app(s);
    else if (pick >= m->sums[MONKEY_APPSWITCH] && pick < m->sums[MONKEY_FLIP]) {
        events_add(s->out, (Event){ .kind = EVENT_SET, .text = xstrdup(m->keyboard_open ? "keyboard open" : "keyboard closed") });
        m->keyboard_open = !m->keyboard_open;
    } else {
        key(s, pick);
    }
}

/* Sleeps come behind an UP, and behind what has no up and down. */
static bool has_sleep(const Event *e)
{
    bool pointer = e->kind == EVENT_TOUCH || e->kind == EVENT_TRACKBALL;
    return !pointer || e->key == UP;
}

static i32 throttle(Monkey *m)
{
    if (!m->options.random_throttle || m->options.throttle <= 0)
        return m->options.throttle;
    u64 n = (u64)next_long(m);
    if ((i64)n < 0)
        n = 0 - n;
    return (i32)((i64)n % m->options.throttle) + 1;
}

void monkey_next(Monkey *m, i32 width, i32 height, EventList *out)
{
    Scene s = { m, width, height, out };
    u32 first = out->count;
    if (m->started)
        something(&s);
    else
        start_app(&s);
    m->started = true;
    for (u32 i = first; i < out->count; i++) {
        Event *e = &out->items[i];
        i32 sleep = has_sleep(e) ? throttle(m) : 0;
        bool raw = e->kind == EVENT_TOUCH || e->kind == EVENT_TRACKBALL;
        e->after = sleep || !raw ? sleep + MONKEY_GAP_MS : 0;
    }
}

u32 monkey_event_count(const Event *e)
{
    return e->kind == EVENT_KEY ? 2 : e->kind == EVENT_WAIT ? 0 : 1;
}
