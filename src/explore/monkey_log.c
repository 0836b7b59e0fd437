/* What Monkey prints with -v and -v -v, and reading it again. */
#define _GNU_SOURCE
#include "explore/monkey.h"

#include "explore/lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void print_java_float(Buf *out, float value)
{
    char text[48];
    double size = fabs((double)value);
    if (!isfinite(size)) {
        buf_add_str(out, isnan(size) ? "NaN" : value < 0 ? "-Infinity" : "Infinity");
        return;
    }
    if (size != 0 && (size < 1e-3 || size >= 1e7)) {
        for (int digits = 1; digits <= 9; digits++) {
            snprintf(text, sizeof text, "%.*E", digits, (double)value);
            if (strtof(text, NULL) == value)
                break;
        }
        char *e = strchr(text, 'E');
        buf_printf(out, "%.*sE%d", (int)(e - text), text, atoi(e + 1));
        return;
    }
    for (int digits = 1; digits <= 12; digits++) {
        snprintf(text, sizeof text, "%.*f", digits, (double)value);
        if (strtof(text, NULL) == value)
            break;
    }
    buf_add_str(out, text);
}

/* ---- writing ------------------------------------------------------------------------------- */

static const char *const actions[] = { "ACTION_DOWN", "ACTION_UP", "ACTION_MOVE", "ACTION_CANCEL", "ACTION_OUTSIDE", "ACTION_POINTER_DOWN", "ACTION_POINTER_UP" };

static void print_component(Buf *out, const MonkeyApp *app)
{
    size_t n = strlen(app->package);
    bool inside = !strncmp(app->activity, app->package, n) && app->activity[n] == '.';
    buf_printf(out, "%s/%s", app->package, app->activity + (inside ? n : 0));
}

void monkey_log_head(Buf *out, const Monkey *m, const MonkeyApp *app, u32 count, int verbose)
{
    if (!verbose)
        return;
    buf_printf(out, ":Monkey: seed=%llu count=%u\n:AllowPackage: %s\n", (unsigned long long)m->options.seed, count, app->package);
    buf_add_str(out, ":IncludeCategory: android.intent.category.LAUNCHER\n:IncludeCategory: android.intent.category.MONKEY\n");
    buf_add_str(out, "// Event percentages:\n");
    for (int i = 0; i < MONKEY_FACTORS; i++) {
        buf_printf(out, "//   %d: ", i);
        print_java_float(out, m->percent[i]);
        buf_add_str(out, "%\n");
    }
}

static void print_motion(Buf *out, const Event *e)
{
    u32 action = (u32)e->key & 0xff;
    buf_printf(out, ":Sending %s (%s", e->kind == EVENT_TOUCH ? "Touch" : "Trackball", action < COUNT_OF(actions) ? actions[action] : "ACTION_MOVE");
    if (action == 5 || action == 6)
        buf_printf(out, " %d", e->key >> 8);
    buf_add_str(out, "):");
    for (u32 i = 0; i < e->point_count; i++) {
        buf_printf(out, " %u:(", i);
        print_java_float(out, e->points[i].x);
        buf_add_char(out, ',');
        print_java_float(out, e->points[i].y);
        buf_add_char(out, ')');
    }
    buf_add_char(out, '\n');
}

/* Of a motion, only the ends are printed with one -v. */
static bool is_between(const Event *e)
{
    if (e->kind == EVENT_TRACKBALL)
        return true;
    return e->key != 0 && e->key != 1;
}

static void print_key(Buf *out, const Event *e)
{
    for (int up = 0; up < 2; up++) {
        buf_printf(out, ":Sending Key (%s): %d    // ", up ? "ACTION_UP" : "ACTION_DOWN", e->key);
        key_print(out, e->key);
        buf_add_char(out, '\n');
    }
}

static void print_switch(Buf *out, const MonkeyApp *app)
{
    buf_add_str(out, ":Switch: #Intent;action=android.intent.action.MAIN;category=android.intent.category.LAUNCHER;launchFlags=0x10200000;component=");
    print_component(out, app);
    buf_add_str(out, ";end\n    // Allowing start of Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] cmp=");
    print_component(out, app);
    buf_printf(out, " } in package %s\n", app->package);
}

void monkey_log_event(Buf *out, const Event *e, const MonkeyApp *app, int verbose)
{
    if (!verbose)
        return;
    bool motion = e->kind == EVENT_TOUCH || e->kind == EVENT_TRACKBALL;
    if (motion && (verbose > 1 || !is_between(e)))
        print_motion(out, e);
    else if (e->kind == EVENT_KEY && verbose > 1)
        print_key(out, e);
    else if (e->kind == EVENT_LAUNCH)
        print_switch(out, app);
    else if (e->kind == EVENT_SET && e->text && !strncmp(e->text, "keyboard ", 9))
        buf_printf(out, ":Sending Flip keyboardOpen=%s\n", !strcmp(e->text, "keyboard open") ? "true" : "false");
    else if (e->kind == EVENT_ROTATE)
        buf_printf(out, ":Sending rotation degree=%d, persist=%s\n", e->key, e->text ? "true" : "false");
    if (verbose > 1 && (!motion || e->key == 1))
        buf_printf(out, "Sleeping for %d milliseconds\n", MAX(e->after - MONKEY_GAP_MS, 0));
}

void monkey_log_crash(Buf *out, const MonkeyApp *app, const char *trace, bool not_answering)
{
    size_t line = strcspn(trace, "\n"), name = strcspn(trace, ":\n");
    if (not_answering)
        buf_printf(out, "// NOT RESPONDING: %s (pid 1)\n", app->package);
    else
        buf_printf(out, "// CRASH: %s (pid 1)\n// Short Msg: %.*s\n// Long Msg: %.*s\n", app->package, (int)name, trace, (int)line, trace);
    for (const char *p = trace; *p; p += strspn(p, "\n")) {
        size_t n = strcspn(p, "\n");
        buf_printf(out, "// %.*s\n", (int)n, p);
        p += n;
    }
    buf_add_str(out, "// \n");
}

void monkey_log_end(Buf *out, u32 injected, u32 count, u64 seed, i64 millis, bool aborted)
{
    if (aborted)
        buf_add_str(out, "** Monkey aborted due to error.\n");
    buf_printf(out, "Events injected: %u\n:Sending rotation degree=0, persist=false\n:Dropped: keys=0 pointers=0 trackballs=0 flips=0 rotations=0\n", injected);
    buf_printf(out, "## Network stats: elapsed time=%lldms (0ms mobile, 0ms wifi, %lldms not connected)\n", (long long)millis, (long long)millis);
    if (aborted)
        buf_printf(out, "** System appears to have crashed at event %u of %u using seed %llu\n", injected, count, (unsigned long long)seed);
    else
        buf_add_str(out, "// Monkey finished\n");
}

/* ---- reading ---------------------------------------------------------------------------------- */

typedef struct LogReader {
    Lines in;
    EventTrace *out;
    u32 number;                     /* of the next event, as Monkey counts */
    bool sleeps, keys, touches;
    bool in_crash, ended;
    Buf crash;
} LogReader;

static Event *add(LogReader *r, Event event)
{
    Event *e = trace_add(r->out, event, r->number);
    r->number += monkey_event_count(&event);
    return e;
}

static bool read_motion(LogReader *r, const char *p, EventKind kind)
{
    Event e = { .kind = kind, .key = -1 };
    for (u32 i = 0; i < COUNT_OF(actions); i++) {
        size_t n = strlen(actions[i]);
        if (!strncmp(p, actions[i], n) && (p[n] == ')' || p[n] == ' '))
            e.key = (i32)i, p += n;
    }
    if (e.key < 0)
        return false;
    if (*p == ' ')
        e.key |= (i32)(strtol(p + 1, (char **)&p, 10) & 0xff) << 8;
    if (strncmp(p, "):", 2))
        return false;
    for (p += 2; *(p += strspn(p, " "));) {
        int id, used = 0;
        if (e.point_count == EVENT_POINTERS || sscanf(p, "%d:(%f,%f)%n", &id, &e.points[e.point_count].x, &e.points[e.point_count].y, &used) != 3 || !used)
            return false;
        if (!isfinite(e.points[e.point_count].x) || !isfinite(e.points[e.point_count].y))
            return false;
        e.point_count++;
        p += used;
    }
    if (!e.point_count)
        return false;
    r->touches = true;
    add(r, e);
    return true;
}

/* A down and its up are one event. */
static bool read_key(LogReader *r, const char *p)
{
    bool down = !strncmp(p, "ACTION_DOWN): ", 14), up = !strncmp(p, "ACTION_UP): ", 12);
    if (!down && !up)
        return false;
    char *end;
    const char *digits = strchr(p, ':') + 2;
    long code = strtol(digits, &end, 10);
    if (end == digits || code < 0 || code > 400)
        return false;
    r->keys = true;
    if (down)
        add(r, (Event){ .kind = EVENT_KEY, .key = (i32)code, .millis = MONKEY_HOLD_MS, .after = MONKEY_GAP_MS });
    return true;
}

static bool read_switch(LogReader *r, const char *line)
{
    const char *component = strcasestr(line, "component");
    component = component ? component + strcspn(component, "=") : NULL;
    if (!component || !*component)
        return false;
    component += 1 + strspn(component + 1, " ");
    size_t n = strcspn(component, "/; \r\n");
    if (!n || component[n] != '/')
        return false;
    if (!r->out->package)
        r->out->package = xstrndup(component, n);
    add(r, (Event){ .kind = EVENT_LAUNCH, .after = MONKEY_GAP_MS });
    return true;
}

static bool read_rotation(LogReader *r, const char *p)
{
    int degree, used = 0;
    if (sscanf(p, "degree=%d, persist=%n", &degree, &used) != 1 || !used || degree < 0 || degree > 3)
        return false;
    add(r, (Event){ .kind = EVENT_ROTATE, .key = degree, .text = !strncmp(p + used, "true", 4) ? xstrdup("persist") : NULL, .after = MONKEY_GAP_MS });
    return true;
}

static bool read_sending(LogReader *r, const char *p)
{
    if (!strncmp(p, "Touch (", 7))
        return read_motion(r, p + 7, EVENT_TOUCH);
    if (!strncmp(p, "Trackball (", 11))
        return read_motion(r, p + 11, EVENT_TRACKBALL);
    if (!strncmp(p, "Key (", 5))
        return read_key(r, p + 5);
    if (!strncmp(p, "rotation ", 9))
        return read_rotation(r, p + 9);
    if (!strncmp(p, "Flip keyboardOpen=", 18)) {
        add(r, (Event){ .kind = EVENT_SET, .text = xstrdup(!strncmp(p + 18, "true", 4) ? "keyboard open" : "keyboard closed"), .after = MONKEY_GAP_MS });
        return true;
    }
    return false;
}

/* The sleep is the pause of the event before it. */
static bool read_sleep(LogReader *r, const char *p)
{
    char *end;
    long millis = strtol(p, &end, 10);
    if (end == p || strncmp(end, " milliseconds", 13) || millis < 0 || millis > 10000000)
        return false;
    r->sleeps = true;
    trace_sleep(r->out, (i32)millis);
    return true;
}

static void read_crash_line(LogReader *r, const char *line)
{
    if (!strcmp(line, "//") || !strcmp(line, "// ")) {
        r->in_crash = r->crash.size == 0;
        return;
    }
    const char *text = line + 3;
    static const char *const heads[] = { "Short Msg:", "Long Msg:", "Build ", "CRASH", "NOT RESPONDING" };
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        if (!strncmp(text, heads[i], strlen(heads[i])))
            return;
    buf_printf(&r->crash, "%s\n", text);
}

static bool read_line(LogReader *r, const char *line)
{
    const char *p = line;
    if (*p == '#')                  /* "#12: ": some Monkeys count */
        p += strcspn(p, ":"), p += *p == ':', p += strspn(p, " ");
    if (*p == ':')
        p++;
    if (!strncmp(line, "// CRASH:", 9) || !strncmp(line, "// NOT RESPONDING:", 18))
        r->in_crash = true;
    else if (r->in_crash && !strncmp(line, "//", 2))
        read_crash_line(r, line);
    else if (!strncmp(p, "Monkey: seed=", 13))
        r->out->seed = strtoull(p + 13, NULL, 10);
    else if (!strncmp(p, "AllowPackage: ", 14) && !r->out->package)
        r->out->package = xstrndup(p + 14, strcspn(p + 14, " \r"));
    else if (!strncmp(p, "Events injected:", 16) || !strncmp(p, "** Monkey aborted", 17))
        r->ended = true;
    else if (r->ended)
        return true;                /* it turns the screen back */
    else if (!strncmp(p, "Switch:", 7))
        return read_switch(r, p);
    else if (!strncmp(p, "Sending ", 8))
        return read_sending(r, p + 8);
    else if (!strncmp(p, "Sleeping for ", 13))
        return read_sleep(r, p + 13);
    return true;
}

int monkey_log_parse(EventTrace *out, const char *text, const char *name)
{
    *out = (EventTrace){ .format = "Monkey log", .stays = true };
    LogReader r = { .in = { text, name, 0 }, .out = out };
    int status = OK;
    for (char *line; !status && (line = lines_next(&r.in)); free(line))
        if (!read_line(&r, line))
            status = error_set(ERR_INPUT, "%s:%u: this line of a Monkey log is damaged: %.60s", name, r.in.number, line);
    if (r.crash.size)
        out->crash = buf_take(&r.crash);
    buf_free(&r.crash);
    if (!status && !out->events.count)
        status = error_set(ERR_INPUT, "%s has no events: a Monkey log must be written with -v -v", name);
    else if (!status && r.touches && !r.sleeps && !r.keys)
        status = error_set(ERR_INPUT, "%s was written with one -v: keys and moves are not in it; it takes -v -v", name);
    if (status)
        event_trace_free(out);
    return status;
}
