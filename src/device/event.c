#include "device/event.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void key_print(Buf *out, i32 code)
{
    const char *name = key_label(code);
    if (name)
        buf_printf(out, "KEYCODE_%s", name);
    else
        buf_printf(out, "%d", code);
}

/* ---- the table of verbs ------------------------------------------------------------------- */

/* What comes behind the verb. */
typedef enum Shape { NOTHING, WHERE, SWIPE, PINCH, QUOTED, KEY, HELD, TURN, TIME, TOUCHES, WORDS } Shape;

static const struct Verb {
    const char *name;
    EventKind kind;
    Shape shape;
    const char *usage;
    i32 key;
} verbs[] = {
    { "tap", EVENT_TAP, WHERE, "tap \"Label\" | tap id/name | tap X,Y", 0 },
    { "double-tap", EVENT_DOUBLE_TAP, WHERE, "double-tap \"Label\" | id/name | X,Y", 0 },
    { "long-tap", EVENT_LONG_TAP, WHERE, "long-tap \"Label\" | id/name | X,Y", 0 },
    { "swipe", EVENT_SWIPE, SWIPE, "swipe up|down|left|right [in \"Label\"] | swipe X,Y X,Y [300ms]", 0 },
    { "pinch", EVENT_PINCH, PINCH, "pinch in|out [X,Y]", 0 },
    { "text", EVENT_TEXT, QUOTED, "text \"abc\"", 0 },
    { "type", EVENT_TYPE, QUOTED, "type \"abc\" (with keys)", 0 },
    { "clear", EVENT_CLEAR, NOTHING, "clear", 0 },
    { "key", EVENT_KEY, KEY, "key MENU [500ms]", 0 },
    { "back", EVENT_KEY, HELD, "back [500ms]", 4 },
    { "menu", EVENT_KEY, HELD, "menu [500ms]", 82 },
    { "enter", EVENT_KEY, HELD, "enter [500ms]", 66 },
    { "search", EVENT_KEY, HELD, "search [500ms]", 84 },
    { "home", EVENT_HOME, NOTHING, "home", 0 },
    { "recents", EVENT_RECENTS, NOTHING, "recents", 0 },
    { "launch", EVENT_LAUNCH, NOTHING, "launch", 0 },
    { "kill", EVENT_KILL, NOTHING, "kill", 0 },
    { "rotate", EVENT_ROTATE, TURN, "rotate [landscape|portrait]", -1 },
    { "wait", EVENT_WAIT, TIME, "wait 5s | wait 200ms", 0 },
    { "touch", EVENT_TOUCH, TOUCHES, "touch down|move|up|cancel X,Y [X,Y …]", 0 },
    { "start", EVENT_START, WORDS, "start .ActivityOfTheApp", 0 },
    { "trackball", EVENT_TRACKBALL, TOUCHES, "trackball down|move|up DX,DY", 0 },
    { "broadcast", EVENT_BROADCAST, WORDS, "broadcast android.intent.action.NAME", 0 },
    { "set", EVENT_SET, WORDS, "set NAME VALUE", 0 },
};

static const struct { const char *name; i32 action; } touch_actions[] = { { "down", 0 }, { "up", 1 }, { "move", 2 }, { "cancel", 3 }, { "pointer-down", 5 }, { "pointer-up", 6 } };

/* ---- reading ----------------------------------------------------------------------------------- */

typedef struct Reader {
    const char *p;
    const char *start;
} Reader;

static void skip_blanks(Reader *r)
{
    while (*r->p == ' ' || *r->p == '\t')
        r->p++;
}

static bool at_end(Reader *r)
{
    skip_blanks(r);
    if (*r->p == '+' && strchr("0123456789", r->p[1]))
        return true;                /* what follows is how long to wait */
    return !*r->p || *r->p == ';' || *r->p == '\n' || *r->p == '\r';
}

/* A word: up to a blank or the end of the event. */
static char *word(Reader *r)
{
    skip_blanks(r);
    const char *from = r->p;
    while (*r->p && !strchr(" \t;\r\n", *r->p))
        r->p++;
    return xstrndup(from, (size_t)(r->p - from));
}

/* "…" with \" \\ \n; NULL: it does not begin or end with a quote. */
static char *quoted(Reader *r)
{
    skip_blanks(r);
    if (*r->p != '"')
        return NULL;
    Buf out = { 0 };
    for (r->p++; *r->p && *r->p != '"'; r->p++) {
        if (*r->p == '\\' && r->p[1])
            r->p++, buf_add_char(&out, *r->p == 'n' ? '\n' : *r->p == 't' ? '\t' : *r->p);
        else
            buf_add_char(&out, *r->p);
    }
    if (*r->p != '"') {
        buf_free(&out);
        return NULL;
    }
    r->p++;
    return buf_take(&out);
}

/* X,Y */
static bool point(Reader *r, Event *e)
{
    skip_blanks(r);
    char *end;
    const char *p = r->p;
    float x = strtof(p, &end);
    if (end == p || *end != ',')
        return false;
    p = end + 1;
    float y = strtof(p, &end);
    if (end == p || (*end && !strchr(" \t;\r\n", *end)) || e->point_count == EVENT_POINTERS)
        return false;
    e->points[e->point_count++] = (EventPoint){ x, y };
    r->p = end;
    return true;
}

/* 5s, 200ms, or a plain number of milliseconds */
static bool duration(Reader *r, i32 *millis)
{
    skip_blanks(r);
    char *end;
    double n = strtod(r->p, &end);
    if (end == r->p || n < 0 || n > 1e8)
        return false;
    if (!strncmp(end, "ms", 2))
        end += 2;
    else if (*end == 's')
        end++, n *= 1000;
    if (*end && !strchr(" \t;\r\n", *end))
        return false;
    *millis = (i32)n;
    r->p = end;
    return true;
}

static bool where(Reader *r, Event *e)
{
    if (point(r, e))
        return true;
    skip_blanks(r);
    bool label = *r->p == '"';
    e->target = label ? quoted(r) : word(r);
    bool named = e->target && (label || !strncmp(e->target, "id/", 3) || e->target[0] == '#');
    /* A point that stands behind a name is where it was when this was recorded. */
    if (named && !at_end(r))
        return point(r, e);
    return named;
}

static bool swipe(Reader *r, Event *e)
{
    if (point(r, e))
        return point(r, e) && (at_end(r) || duration(r, &e->millis));
    static const char *const ways[] = { "up", "down", "left", "right" };
    char *way = word(r);
    for (size_t i = 0; i < COUNT_OF(ways); i++)
        if (!strcmp(way, ways[i]))
            e->key = ways[i][0];
    free(way);
    if (!e->key || at_end(r))
        return e->key;
    char *in = word(r);
    bool ok = !strcmp(in, "in") && where(r, e);
    free(in);
    return ok;
}

static bool pinch(Reader *r, Event *e)
{
    char *way = word(r);
    e->key = !strcmp(way, "in") ? 'i' : !strcmp(way, "out") ? 'o' : 0;
    free(way);
    return e->key && (at_end(r) || point(r, e));
}

static bool turn(Reader *r, Event *e)
{
    if (at_end(r))
        return true;
    char *way = word(r);
    e->key = !strcmp(way, "landscape") ? 1 : !strcmp(way, "portrait") ? 0 : -2;
    free(way);
    return e->key != -2;
}

static bool touches(Reader *r, Event *e)
{
    char *action = word(r);
    e->key = -1;
    char *index = strchr(action, '#');
    if (index)
        *index++ = 0;
    for (size_t i = 0; i < COUNT_OF(touch_actions); i++)
        if (!strcmp(action, touch_actions[i].name))
            e->key = touch_actions[i].action | (index ? atoi(index) & 0xff : 0) << 8;
    free(action);
    while (e->key >= 0 && !at_end(r))
        if (!point(r, e))
            return false;
    return e->key >= 0 && e->point_count;
}

static bool rest_of_line(Reader *r, Event *e)
{
    skip_blanks(r);
    const char *from = r->p;
    while (*r->p && !strchr(";\r\n", *r->p) && strncmp(r->p, " +", 2))
        r->p++;
    e->text = xstrndup(from, (size_t)(r->p - from));
    return *e->text;
}

static bool read_shape(Reader *r, Shape shape, Event *e)
{
    switch (shape) {
    case WHERE: return where(r, e);
    case SWIPE: return swipe(r, e);
    case PINCH: return pinch(r, e);
    case QUOTED: return (e->text = quoted(r)) != NULL;
    case TURN: return turn(r, e);
    case TIME: return duration(r, &e->millis);
    case TOUCHES: return touches(r, e);
    case WORDS: return rest_of_line(r, e);
    case KEY: {
        char *name = word(r);
        e->key = key_code_of_name(name);
        free(name);
        return e->key >= 0 && (at_end(r) || duration(r, &e->millis));
    }
    case HELD: return at_end(r) || duration(r, &e->millis);
    default: return true;
    }
}

/* +20ms */
static bool read_pause(Reader *r, Event *e)
{
    skip_blanks(r);
    if (*r->p != '+')
        return true;
    r->p++;
    return duration(r, &e->after) && e->after;
}

static const struct Verb *find_verb(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(verbs); i++)
        if (!strcmp(verbs[i].name, name))
            return &verbs[i];
    return NULL;
}

int event_parse(Event *out, const char *text, const char **rest)
{
    Reader r = { text, text };
    *out = (Event){ 0 };
    char *name = word(&r);
    const struct Verb *verb = find_verb(name);
    if (!verb) {
        Buf all = { 0 };
        for (size_t i = 0; i < COUNT_OF(verbs); i++)
            buf_printf(&all, "%s%s", i ? ", " : "", verbs[i].name);
        int status = error_set(ERR_INPUT, "\"%s\" is no event; there are: %s", name, buf_str(&all));
        buf_free(&all);
        free(name);
        return status;
    }
    free(name);
    out->kind = verb->kind;
    out->key = verb->key;
    if (!read_shape(&r, verb->shape, out) || !read_pause(&r, out) || !at_end(&r)) {
        const char *end = text + strcspn(text, ";\r\n");
        int status = error_set(ERR_INPUT, "cannot understand \"%.*s\": the event is written %s", (int)(end - text), text, verb->usage);
        event_free(out);
        return status;
    }
    if (rest)
        *rest = r.p;
    return 0;
}

/* ---- writing ------------------------------------------------------------------------------------- */

static void print_quoted(Buf *out, const char *text)
{
    buf_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buf_add_char(out, '\\');
        if (*text == '\n')
            buf_add_str(out, "\\n");
        else if (*text == '\t')
            buf_add_str(out, "\\t");
        else
            buf_add_char(out, *text);
    }
    buf_add_char(out, '"');
}

/* With as few digits as bring the same float back. */
static void print_coordinate(Buf *out, float value)
{
    char text[32];
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            break;
    }
    buf_add_str(out, text);
}

static void print_points(Buf *out, const Event *e)
{
    for (u32 i = 0; i < e->point_count; i++) {
        buf_add_char(out, ' ');
        print_coordinate(out, e->points[i].x);
        buf_add_char(out, ',');
        print_coordinate(out, e->points[i].y);
    }
}

static void print_where(Buf *out, const Event *e)
{
    if (e->target) {
        buf_add_char(out, ' ');
        bool plain = !strncmp(e->target, "id/", 3) || e->target[0] == '#';
        if (plain)
            buf_add_str(out, e->target);
        else
            print_quoted(out, e->target);
    }
    print_points(out, e);
}

static const char *verb_name(const Event *e)
{
    const char *name = "";
    for (size_t i = 0; i < COUNT_OF(verbs); i++) {
        if (verbs[i].kind != e->kind)
            continue;
        if ((verbs[i].shape == NOTHING || verbs[i].shape == HELD) && verbs[i].key == e->key)
            return verbs[i].name;           /* back is shorter than key BACK */
        if (!*name)
            name = verbs[i].name;
    }
    return name;
}

void event_print(Buf *out, const Event *e)
{
    const char *name = verb_name(e);
    buf_add_str(out, name);
    switch (e->kind) {
    case EVENT_TAP: case EVENT_DOUBLE_TAP: case EVENT_LONG_TAP:
        print_where(out, e);
        break;
    case EVENT_SWIPE:
        if (e->key)
            buf_printf(out, " %s%s", e->key == 'u' ? "up" : e->key == 'd' ? "down" : e->key == 'l' ? "left" : "right", e->target || e->point_count ? " in" : "");
        print_where(out, e);
        if (e->millis)
            buf_printf(out, " %dms", e->millis);
        break;
    case EVENT_PINCH:
        buf_printf(out, " %s", e->key == 'i' ? "in" : "out");
        print_points(out, e);
        break;
    case EVENT_TEXT: case EVENT_TYPE:
        buf_add_char(out, ' ');
        print_quoted(out, e->text);
        break;
    case EVENT_KEY:
        if (!strcmp(name, "key")) {
            const char *key = key_name(e->key);
            if (key)
                buf_printf(out, " %s", key);
            else
                buf_printf(out, " %d", e->key);
        }
        if (e->millis)
            buf_printf(out, " %dms", e->millis);
        break;
    case EVENT_ROTATE:
        if (e->key >= 0)
            buf_add_str(out, e->key & 1 ? " landscape" : " portrait");
        break;
    case EVENT_WAIT:
        buf_printf(out, e->millis % 1000 ? " %dms" : " %ds", e->millis % 1000 ? e->millis : e->millis / 1000);
        break;
    case EVENT_TOUCH: case EVENT_TRACKBALL:
        for (size_t i = 0; i < COUNT_OF(touch_actions); i++)
            if (touch_actions[i].action == (e->key & 0xff))
                buf_printf(out, " %s", touch_actions[i].name);
        if (e->key >> 8)
            buf_printf(out, "#%d", e->key >> 8);
        print_points(out, e);
        break;
    case EVENT_START: case EVENT_BROADCAST: case EVENT_SET:
        buf_printf(out, " %s", e->text);
        break;
    default:
        break;
    }
    if (e->after)
        buf_printf(out, " +%dms", e->after);
}

Event event_copy(const Event *event)
{
    Event copy = *event;
    copy.target = event->target ? xstrdup(event->target) : NULL;
    copy.text = event->text ? xstrdup(event->text) : NULL;
    return copy;
}

void event_free(Event *event)
{
    free(event->target);
    free(event->text);
    *event = (Event){ 0 };
}
