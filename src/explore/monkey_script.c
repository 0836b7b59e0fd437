/*
 * Monkey's script format: a head, then a call per line.
 *
 *   type= raw events
 *   count= 2
 *   speed= 1.0
 *   start data >>
 *   LaunchActivity(com.example.notes,com.example.notes.Main)
 *   DispatchPointer(0,0,0,127.0,1353.0,1.0,1.0,0,1.0,1.0,0,0)
 *
 * Times in pointer and key calls are milliseconds on one clock. What we write is read
 * back to the same events, and those are written to the same bytes.
 */
#include "explore/monkey.h"

#include "explore/lines.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_DPAD_CENTER = 23, KEY_COMMA = 55, LONG_PRESS_MS = 1000, HOLD_MS = 1000, SETTLE_MS = 1000, DEFAULT_PROFILE_WAIT_MS = 5000, MOST_MS = 10000000 };

static i32 pause_of(const Event *e)
{
    return e->after ? e->after : MONKEY_GAP_MS;
}

static bool is_raw(const Event *e)
{
    return e->kind == EVENT_TOUCH || e->kind == EVENT_TRACKBALL;
}

/* ---- writing ----------------------------------------------------------------------------- */

typedef struct Writer {
    Buf *out;
    const MonkeyApp *app;
    i64 clock, down;                /* in ms; down: of the gesture or key that lasts */
    u32 lines;
} Writer;

static void call(Writer *w, const char *format, ...) PRINTF_LIKE(2, 3);
static void call(Writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buf_vprintf(w->out, format, args);
    va_end(args);
    buf_add_char(w->out, '\n');
    w->lines++;
}

static void add_float(Buf *out, float value)
{
    buf_add_char(out, ',');
    print_java_float(out, value);
}

static void write_pointer(Writer *w, const Event *e, i32 action, EventPoint at)
{
    Buf place = { 0 };
    if ((action & 0xff) == 0)
        w->down = w->clock;
    add_float(&place, at.x);
    add_float(&place, at.y);
    call(w, "%s(%lld,%lld,%d%s,1.0,1.0,0,1.0,1.0,0,0)", e->kind == EVENT_TRACKBALL ? "DispatchTrackball" : "DispatchPointer", (long long)w->down,
         (long long)w->clock, action, buf_str(&place));
    buf_free(&place);
}

static void write_places(Writer *w, const char *name, const EventPoint *points, u32 count, i32 number)
{
    Buf list = { 0 };
    for (u32 i = 0; i < count; i++) {
        add_float(&list, points[i].x);
        add_float(&list, points[i].y);
    }
    call(w, "%s(%s,%d)", name, buf_str(&list) + 1, number);
    buf_free(&list);
}

/* How many events from here on are two fingers: one PinchZoom call, since a pointer call knows one finger. */
static u32 pinch_length(const Event *events, u32 count)
{
    if (count < 3 || !is_raw(&events[0]) || events[0].key != 0 || events[1].kind != EVENT_TOUCH || (events[1].key & 0xff) != 5)
        return 0;
    u32 n = 2;
    while (n < count && events[n].kind == EVENT_TOUCH && events[n].key != 0)
        if (events[n++].key == 1)
            break;
    return n;
}

static void write_pinch(Writer *w, const Event *events, u32 n)
{
    const Event *first = &events[1], *last = &events[1];
    i32 steps = 0;
    for (u32 i = 2; i < n; i++)
        if (events[i].point_count >= 2 && events[i].key == 2) {
            last = &events[i];
            steps++;
        }
    EventPoint ends[] = { first->points[0], last->points[0], first->points[1], last->points[1] };
    write_places(w, "PinchZoom", ends, 4, MAX(steps, 1));
}

static void write_key(Writer *w, const Event *e)
{
    if (e->key == KEY_DPAD_CENTER && e->millis == LONG_PRESS_MS) {
        call(w, "LongPress()");
        w->clock += LONG_PRESS_MS;
    } else if (!e->millis) {
        Buf name = { 0 };
        key_print(&name, e->key);
        call(w, "DispatchPress(%s)", buf_str(&name));
        buf_free(&name);
    } else {
        w->down = w->clock;
        call(w, "DispatchKey(%lld,%lld,0,%d,0,0,0,0)", (long long)w->down, (long long)w->clock, e->key);
        w->clock += e->millis;
        call(w, "DispatchKey(%lld,%lld,1,%d,0,0,0,0)", (long long)w->down, (long long)w->clock, e->key);
    }
}

/* A comma would end the argument: it is typed as a key. */
static void write_text(Writer *w, const char *text)
{
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, ",()");
        if (n) {
            Buf word = { 0 };
            for (size_t i = 0; i < n; i++)
                p[i] == ' ' ? buf_add_str(&word, "%s") : buf_add_char(&word, p[i]);
            call(w, "DispatchString(%s)", buf_str(&word));
            buf_free(&word);
        }
        p += n;
        if (*p == ',')
            call(w, "RunCmd(input keyevent %d)", KEY_COMMA);
        p += *p != 0;
    }
}

static void write_one(Writer *w, const Event *e)
{
    switch (e->kind) {
    case EVENT_TOUCH: case EVENT_TRACKBALL:
        write_pointer(w, e, e->key, e->points[0]);
        break;
    case EVENT_TAP: case EVENT_DOUBLE_TAP:
        for (int i = e->kind == EVENT_DOUBLE_TAP ? 2 : 1; i > 0; i--)
            write_places(w, "Tap", e->points, 1, 0);
        break;
    case EVENT_LONG_TAP: write_places(w, "PressAndHold", e->points, 1, HOLD_MS); break;
    case EVENT_SWIPE: write_places(w, "Drag", e->points, 2, MAX(e->millis, 16 * 10) / 16); break;
    case EVENT_KEY: write_key(w, e); break;
    case EVENT_HOME: call(w, "DispatchPress(KEYCODE_HOME)"); break;
    case EVENT_RECENTS: call(w, "DispatchPress(KEYCODE_APP_SWITCH)"); break;
    case EVENT_LAUNCH: call(w, "LaunchActivity(%s,%s)", w->app->package, w->app->activity); break;
    case EVENT_ROTATE: call(w, "RotateScreen(%d,%d)", MAX(e->key, 0), e->text != NULL); break;
    case EVENT_TEXT: case EVENT_TYPE: write_text(w, e->text); break;
    case EVENT_BROADCAST: call(w, "RunCmd(am broadcast -a %s)", e->text); break;
    case EVENT_KILL: call(w, "RunCmd(am force-stop %s)", w->app->package); break;
    case EVENT_WAIT: call(w, "UserWait(%d)", e->millis); break;
    case EVENT_SET:
        if (!strncmp(e->text, "keyboard ", 9))
            call(w, "DispatchFlip(%s)", !strcmp(e->text, "keyboard open") ? "true" : "false");
        break;
    default: break;
    }
}

static void write_pause(Writer *w, const Event *e)
{
    i32 wait = e->after || is_raw(e) || e->kind == EVENT_WAIT ? pause_of(e) - MONKEY_GAP_MS : SETTLE_MS;
    if (wait > 0)
        call(w, "UserWait(%d)", wait);
    w->clock += MONKEY_GAP_MS + MAX(wait, 0) + (e->kind == EVENT_WAIT ? e->millis : 0);
}

void monkey_script_print(Buf *out, const Event *events, u32 count, const MonkeyApp *app)
{
    Buf body = { 0 };
    Writer w = { .out = &body, .app = app };
    for (u32 i = 0; i < count;) {
        u32 pinch = pinch_length(events + i, count - i);
        if (pinch)
            write_pinch(&w, events + i, pinch);
        else
            write_one(&w, &events[i]);
        i += pinch ? pinch : 1;
        write_pause(&w, &events[i - 1]);
    }
    buf_printf(out, "type= raw events\ncount= %u\nspeed= 1.0\nstart data >>\n%s", w.lines, buf_str(&body));
    buf_free(&body);
}

/* ---- reading -------------------------------------------------------------------------------- */

enum { MOST_ARGUMENTS = 16 };

typedef struct Call {
    char *name;
    char *args[MOST_ARGUMENTS];
    u32 count;
    bool bad;                       /* a number that is none */
} Call;

typedef struct Reader {
    Lines in;
    EventTrace *out;
    i64 clock;                      /* where the file's clock should be by what was read; -1: no time was seen yet */
} Reader;

static char *trim(char *text)
{
    text += strspn(text, " \t");
    for (char *end = text + strlen(text); end > text && isspace((unsigned char)end[-1]);)
        *--end = 0;
    return text;
}

/* Name(a,b,c); everything points into line. False: it has not that form. */
static bool split(Call *c, char *line)
{
    char *open = strchr(line, '('), *close = strrchr(line, ')');
    *c = (Call){ 0 };
    if (!open || !close || close < open)
        return false;
    *open = *close = 0;
    c->name = trim(line);
    char *rest = open + 1;
    if (!*trim(rest))
        return true;
    for (char *word; c->count < MOST_ARGUMENTS && (word = strsep(&rest, ","));)
        c->args[c->count++] = trim(word);
    return !rest;
}

static i64 integer(Call *c, u32 i)
{
    char *end;
    i64 n = i < c->count ? strtoll(c->args[i], &end, 10) : 0;
    if (i >= c->count || end == c->args[i] || *end || n < -MOST_MS || n > (i64)1 << 50)
        c->bad = true;
    return n;
}

static i32 small(Call *c, u32 i)
{
    i64 n = integer(c, i);
    c->bad = c->bad || n > MOST_MS;
    return c->bad ? 0 : (i32)n;
}

static float real(Call *c, u32 i)
{
    char *end;
    float f = i < c->count ? strtof(c->args[i], &end) : 0;
    if (i >= c->count || end == c->args[i] || *end || !isfinite(f))
        c->bad = true;
    return f;
}

static EventPoint place(Call *c, u32 i)
{
    float x = real(c, i);
    return (EventPoint){ x, real(c, i + 1) };
}

static Event *add(Reader *r, Event e)
{
    if (r->clock >= 0)
        r->clock += MONKEY_GAP_MS + (e.kind == EVENT_KEY ? e.millis : 0);
    return trace_add(r->out, e, r->in.number);
}

/* Time that has passed in the recording, beyond what we let pass anyway. */
static void catch_up(Reader *r, i64 time)
{
    if (r->clock >= 0 && time > r->clock && time - r->clock < MOST_MS)
        trace_sleep(r->out, (i32)(time - r->clock));
    r->clock = time;
}

static void read_pointer(Reader *r, Call *c)
{
    i64 time = integer(c, 1);
    Event e = { .kind = strstr(c->name, "Trackball") ? EVENT_TRACKBALL : EVENT_TOUCH, .key = small(c, 2), .points = { place(c, 3) }, .point_count = 1 };
    c->bad = c->bad || c->count < 12 || e.key < 0 || e.key > 0xffff;
    if (c->bad)
        return;
    catch_up(r, time);
    add(r, e);
}

/* A down waits for its up. */
static void read_key(Reader *r, Call *c)
{
    i64 time = integer(c, 1);
    i32 action = small(c, 2), code = small(c, 3);
    c->bad = c->bad || c->count < 4 || code < 0 || code > 400;
    if (c->bad)
        return;
    EventList *list = &r->out->events;
    Event *last = list->count ? &list->items[list->count - 1] : NULL;
    if (action == 1 && last && last->kind == EVENT_KEY && last->key == code) {
        i64 held = time - (r->clock - MONKEY_GAP_MS - last->millis);
        last->millis = held > 0 && held < MOST_MS ? (i32)held : MONKEY_HOLD_MS;
        r->clock = time + MONKEY_GAP_MS;
    } else if (action == 0) {
        catch_up(r, time);
        add(r, (Event){ .kind = EVENT_KEY, .key = code, .millis = MONKEY_HOLD_MS, .after = MONKEY_GAP_MS });
    }
}

static void read_press(Reader *r, Call *c)
{
    i32 code = c->count == 1 ? key_code_of_name(c->args[0]) : -1;
    c->bad = code < 0;
    if (!c->bad)
        add(r, (Event){ .kind = EVENT_KEY, .key = code, .after = MONKEY_GAP_MS });
}

static void read_tap(Reader *r, Call *c)
{
    i32 hold = c->count > 2 ? small(c, 2) : 0;
    Event e = { .kind = hold >= 500 ? EVENT_LONG_TAP : EVENT_TAP, .points = { place(c, 0) }, .point_count = 1, .after = MONKEY_GAP_MS };
    if (!c->bad)
        add(r, e);
}

static void read_drag(Reader *r, Call *c)
{
    Event e = { .kind = EVENT_SWIPE, .points = { place(c, 0), place(c, 2) }, .point_count = 2, .millis = small(c, 4) * 16, .after = MONKEY_GAP_MS };
    c->bad = c->bad || e.millis <= 0 || e.millis > MOST_MS;
    if (!c->bad)
        add(r, e);
}

static void read_pinch(Reader *r, Call *c)
{
    EventPoint ends[] = { place(c, 0), place(c, 2), place(c, 4), place(c, 6) };
    i32 steps = small(c, 8);
    c->bad = c->bad || steps <= 0 || steps > 1000;
    if (c->bad)
        return;
    EventPoint at[2] = { ends[0], ends[2] };
    add(r, (Event){ .kind = EVENT_TOUCH, .points = { at[0] }, .point_count = 1 });
    add(r, (Event){ .kind = EVENT_TOUCH, .key = 5 | 1 << 8, .points = { at[0], at[1] }, .point_count = 2 });
    for (i32 i = 1; i <= steps; i++) {
        float part = (float)i / (float)steps;
        for (int k = 0; k < 2; k++)
            at[k] = i == steps ? ends[2 * k + 1] : (EventPoint){ ends[2 * k].x + (ends[2 * k + 1].x - ends[2 * k].x) * part, ends[2 * k].y + (ends[2 * k + 1].y - ends[2 * k].y) * part };
        add(r, (Event){ .kind = EVENT_TOUCH, .key = 2, .points = { at[0], at[1] }, .point_count = 2 });
    }
    add(r, (Event){ .kind = EVENT_TOUCH, .key = 6 | 1 << 8, .points = { at[0], at[1] }, .point_count = 2 });
    add(r, (Event){ .kind = EVENT_TOUCH, .key = 1, .points = { at[0] }, .point_count = 1 });
}

static void read_wait(Reader *r, Call *c)
{
    i32 millis = small(c, 0);
    c->bad = c->bad || millis < 0;
    if (c->bad)
        return;
    if (r->out->events.count)
        trace_sleep(r->out, millis);
    else
        add(r, (Event){ .kind = EVENT_WAIT, .millis = millis });
    if (r->clock >= 0)
        r->clock += millis;
}

static void read_launch(Reader *r, Call *c)
{
    c->bad = c->count < 2 || !*c->args[0];
    if (c->bad)
        return;
    if (!r->out->package)
        r->out->package = xstrdup(c->args[0]);
    add(r, (Event){ .kind = EVENT_LAUNCH, .after = MONKEY_GAP_MS });
}

/* %s is a blank. */
static void type_text(Reader *r, const char *text)
{
    Buf out = { 0 };
    for (const char *p = text; *p; p++) {
        bool blank = p[0] == '%' && p[1] == 's';
        buf_add_char(&out, blank ? ' ' : *p);
        p += blank;
    }
    if (out.size)
        add(r, (Event){ .kind = EVENT_TYPE, .text = buf_take(&out), .after = MONKEY_GAP_MS });
    buf_free(&out);
}

static void read_text(Reader *r, Call *c)
{
    c->bad = c->count != 1;
    if (!c->bad)
        type_text(r, c->args[0]);
}

/* Of the shell's commands, what `input` and `am` do to a phone. */
static void read_command(Reader *r, Call *c)
{
    EventPoint a, b;
    char word[64];
    const char *line = c->count ? c->args[0] : "";
    if (!strncmp(line, "input text ", 11))
        type_text(r, line + 11);
    else if (sscanf(line, "input tap %f %f", &a.x, &a.y) == 2 && isfinite(a.x) && isfinite(a.y))
        add(r, (Event){ .kind = EVENT_TAP, .points = { a }, .point_count = 1, .after = MONKEY_GAP_MS });
    else if (sscanf(line, "input swipe %f %f %f %f", &a.x, &a.y, &b.x, &b.y) == 4 && isfinite(a.x) && isfinite(a.y) && isfinite(b.x) && isfinite(b.y))
        add(r, (Event){ .kind = EVENT_SWIPE, .points = { a, b }, .point_count = 2, .after = MONKEY_GAP_MS });
    else if (sscanf(line, "input keyevent %63s", word) == 1 && key_code_of_name(word) >= 0)
        add(r, (Event){ .kind = EVENT_KEY, .key = key_code_of_name(word), .after = MONKEY_GAP_MS });
    else if (sscanf(line, "am broadcast -a %63s", word) == 1)
        add(r, (Event){ .kind = EVENT_BROADCAST, .text = xstrdup(word), .after = MONKEY_GAP_MS });
    else if (!strncmp(line, "am force-stop ", 14))
        add(r, (Event){ .kind = EVENT_KILL, .after = MONKEY_GAP_MS });
}

static void read_flip(Reader *r, Call *c)
{
    c->bad = c->count != 1;
    if (!c->bad)
        add(r, (Event){ .kind = EVENT_SET, .text = xstrdup(!strcmp(c->args[0], "true") ? "keyboard open" : "keyboard closed"), .after = MONKEY_GAP_MS });
}

static void read_rotation(Reader *r, Call *c)
{
    i32 way = small(c, 0), persist = small(c, 1);
    c->bad = c->bad || way < 0 || way > 3;
    if (!c->bad)
        add(r, (Event){ .kind = EVENT_ROTATE, .key = way, .text = persist ? xstrdup("persist") : NULL, .after = MONKEY_GAP_MS });
}

static void read_long_press(Reader *r, Call *c)
{
    UNUSED(c);
    add(r, (Event){ .kind = EVENT_KEY, .key = KEY_DPAD_CENTER, .millis = LONG_PRESS_MS, .after = MONKEY_GAP_MS });
}

static void read_hold(Reader *r, Call *c)
{
    Event e = { .kind = EVENT_LONG_TAP, .points = { place(c, 0) }, .point_count = 1, .after = MONKEY_GAP_MS };
    small(c, 2);
    if (!c->bad)
        add(r, e);
}

static void read_profile_wait(Reader *r, Call *c)
{
    UNUSED(c);
    trace_sleep(r->out, DEFAULT_PROFILE_WAIT_MS);
}

/* Measurements, which do nothing to the app. */
static void read_nothing(Reader *r, Call *c)
{
    UNUSED(r);
    UNUSED(c);
}

static const struct { const char *name; void (*read)(Reader *r, Call *c); } calls[] = {
    { "DispatchPointer", read_pointer }, { "DispatchTrackball", read_pointer }, { "DispatchKey", read_key }, { "DispatchPress", read_press },
    { "DispatchFlip", read_flip }, { "DispatchString", read_text }, { "RotateScreen", read_rotation }, { "LaunchActivity", read_launch },
    { "UserWait", read_wait }, { "Tap", read_tap }, { "PressAndHold", read_hold }, { "LongPress", read_long_press }, { "Drag", read_drag },
    { "PinchZoom", read_pinch }, { "RunCmd", read_command }, { "ProfileWait", read_profile_wait }, { "LaunchInstrumentation", read_nothing },
    { "DeviceWakeUp", read_nothing }, { "PowerLog", read_nothing }, { "WriteLog", read_nothing }, { "StartCaptureFramerate", read_nothing },
    { "EndCaptureFramerate", read_nothing }, { "StartCaptureAppFramerate", read_nothing }, { "EndCaptureAppFramerate", read_nothing },
};

static int read_call(Reader *r, char *line)
{
    char *text = xstrdup(line);
    Call c;
    int status = OK;
    bool known = false;
    if (!split(&c, line))
        status = error_set(ERR_INPUT, "%s:%u: no call of a Monkey script: %.60s", r->in.name, r->in.number, text);
    for (size_t i = 0; !status && !known && i < COUNT_OF(calls); i++) {
        known = !strcmp(calls[i].name, c.name);
        if (known)
            calls[i].read(r, &c);
    }
    if (!status && !known)
        status = error_set(ERR_INPUT, "%s:%u: Monkey scripts have no call \"%.40s\"", r->in.name, r->in.number, c.name);
    else if (!status && c.bad)
        status = error_set(ERR_INPUT, "%s:%u: the arguments of this call are damaged: %.60s", r->in.name, r->in.number, text);
    free(text);
    return status;
}

int monkey_script_parse(EventTrace *out, const char *text, const char *name)
{
    *out = (EventTrace){ .format = "Monkey script" };
    Reader r = { .in = { text, name, 0 }, .out = out, .clock = -1 };
    bool started = false;
    int status = OK;
    for (char *line; !status && (line = lines_next(&r.in)); free(line)) {
        if (!started)
            started = strstr(line, "start data >>") != NULL;
        else if (*trim(line) && *trim(line) != '#' && strncmp(trim(line), "//", 2))
            status = read_call(&r, line);
    }
    if (!status && !started)
        status = error_set(ERR_INPUT, "%s is no Monkey script: its head must end in \"start data >>\"", name);
    else if (!status && !out->events.count)
        status = error_set(ERR_INPUT, "%s has no events", name);
    if (status)
        event_trace_free(out);
    return status;
}
