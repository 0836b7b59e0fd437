/*
 * MonkeyRunner scripts and tables of recorded touches.
 *
 * A MonkeyRunner script is Python; only its calls on a device are read, in the order
 * of the file, and nothing is executed: a loop's body is read once.
 */
#include "explore/monkey.h"

#include "explore/lines.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MS = 10000000, DRAG_MS = 1000 };

static Event at(EventKind kind, float x, float y)
{
    return (Event){ .kind = kind, .points = { { x, y } }, .point_count = 1, .after = MONKEY_GAP_MS };
}

static Event stroke(EventPoint from, EventPoint to, double seconds)
{
    double millis = seconds > 0 && seconds < 1000 ? seconds * 1000 : DRAG_MS;
    return (Event){ .kind = EVENT_SWIPE, .points = { from, to }, .point_count = 2, .millis = (i32)millis, .after = MONKEY_GAP_MS };
}

static bool sleep_seconds(EventTrace *out, double seconds)
{
    if (!(seconds >= 0 && seconds * 1000 <= MOST_MS))
        return false;
    trace_sleep(out, (i32)(seconds * 1000 + 0.5));
    return true;
}

/* ---- Python calls ------------------------------------------------------------------------ */

/* Numbers in the arguments, in their order, whatever stands around them ("(10, 20)"). */
static u32 numbers(const char *p, const char *end, double *out, u32 room)
{
    u32 n = 0;
    while (p < end && n < room) {
        if (*p == '\'' || *p == '"') {
            const char *close = memchr(p + 1, *p, (size_t)(end - p - 1));
            p = close ? close + 1 : end;
        } else if (isdigit((unsigned char)*p) || (*p == '-' && isdigit((unsigned char)p[1]))) {
            char *behind;
            out[n] = strtod(p, &behind);
            if (!isfinite(out[n]))
                return 0;
            n++;
            p = behind;
        } else if (isalpha((unsigned char)*p)) {
            while (p < end && (isalnum((unsigned char)*p) || *p == '_' || *p == '.'))
                p++;
        } else {
            p++;
        }
    }
    return n;
}

/* The first string in the arguments, which the caller frees; NULL: none. */
static char *quoted(const char *p, const char *end)
{
    while (p < end && *p != '\'' && *p != '"')
        p++;
    const char *close = p < end ? memchr(p + 1, *p, (size_t)(end - p - 1)) : NULL;
    return close ? xstrndup(p + 1, (size_t)(close - p - 1)) : NULL;
}

static bool contains(const char *p, const char *end, const char *word)
{
    const char *found = strstr(p, word);
    return found && found < end;
}

static bool runner_touch(EventTrace *out, const char *p, const char *end, u32 line)
{
    double n[2];
    if (numbers(p, end, n, 2) != 2)
        return false;
    /* A separate DOWN and UP are a tap at the UP. */
    bool down_only = contains(p, end, "DOWN") && !contains(p, end, "DOWN_AND_UP");
    if (!down_only)
        trace_add(out, at(EVENT_TAP, (float)n[0], (float)n[1]), line);
    return true;
}

static bool runner_drag(EventTrace *out, const char *p, const char *end, u32 line)
{
    double n[5];
    u32 count = numbers(p, end, n, 5);
    if (count < 4)
        return false;
    EventPoint from = { (float)n[0], (float)n[1] }, to = { (float)n[2], (float)n[3] };
    trace_add(out, stroke(from, to, count > 4 ? n[4] : 0), line);
    return true;
}

static bool runner_press(EventTrace *out, const char *p, const char *end, u32 line)
{
    char *name = quoted(p, end);
    i32 code = name ? key_code_of_name(name) : -1;
    free(name);
    bool down_only = contains(p, end, "DOWN") && !contains(p, end, "DOWN_AND_UP") && !contains(p, end, "DPAD_DOWN") && !contains(p, end, "VOLUME_DOWN");
    if (code >= 0 && !down_only)
        trace_add(out, (Event){ .kind = EVENT_KEY, .key = code, .after = MONKEY_GAP_MS }, line);
    return code >= 0;
}

static bool runner_type(EventTrace *out, const char *p, const char *end, u32 line)
{
    char *text = quoted(p, end);
    if (text && *text)
        trace_add(out, (Event){ .kind = EVENT_TYPE, .text = text, .after = MONKEY_GAP_MS }, line);
    else
        free(text);
    return true;
}

static bool runner_start(EventTrace *out, const char *p, const char *end, u32 line)
{
    char *component = quoted(p, end);
    if (component && !out->package && strchr(component, '/'))
        out->package = xstrndup(component, strcspn(component, "/"));
    free(component);
    trace_add(out, (Event){ .kind = EVENT_LAUNCH, .after = MONKEY_GAP_MS }, line);
    return true;
}

static bool runner_sleep(EventTrace *out, const char *p, const char *end, u32 line)
{
    UNUSED(line);
    double n[1];
    return numbers(p, end, n, 1) != 1 || sleep_seconds(out, n[0]);
}

static const struct { const char *call; bool (*read)(EventTrace *out, const char *p, const char *end, u32 line); } runner_calls[] = {
    { ".touch(", runner_touch }, { ".drag(", runner_drag }, { ".press(", runner_press }, { ".type(", runner_type },
    { ".startActivity(", runner_start }, { ".sleep(", runner_sleep },
};

static bool runner_line(EventTrace *out, const char *line, u32 number)
{
    for (size_t i = 0; i < COUNT_OF(runner_calls); i++) {
        const char *p = strstr(line, runner_calls[i].call), *end = p ? strrchr(line, ')') : NULL;
        if (!p)
            continue;
        p += strlen(runner_calls[i].call);
        /* Arguments that are variables say nothing; a call that is cut off is damage. */
        return end && end >= p && (runner_calls[i].read(out, p, end, number) || !strpbrk(p, "0123456789"));
    }
    return true;
}

int monkey_runner_parse(EventTrace *out, const char *text, const char *name)
{
    *out = (EventTrace){ .format = "MonkeyRunner script" };
    Lines in = { text, name, 0 };
    int status = OK;
    for (char *line; !status && (line = lines_next(&in)); free(line))
        if (line[strspn(line, " \t")] != '#' && !runner_line(out, line, in.number))
            status = error_set(ERR_INPUT, "%s:%u: cannot understand this call: %.60s", name, in.number, line);
    if (!status && !out->events.count)
        status = error_set(ERR_INPUT, "%s has no device.touch, drag, press or type calls", name);
    if (status)
        event_trace_free(out);
    return status;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static bool table_line(EventTrace *out, char *line, u32 number)
{
    char word[32] = "", key[48];
    EventPoint a, b;
    double seconds = 0;
    int used = 0;
    if (sscanf(line, "%31s%n", word, &used) != 1)
        return true;
    const char *rest = line + used;
    if (!strcmp(word, "sleep"))
        return sscanf(rest, "%lf", &seconds) == 1 && sleep_seconds(out, seconds);
    if (!strcmp(word, "touch") && sscanf(rest, "%f %f", &a.x, &a.y) == 2 && isfinite(a.x) && isfinite(a.y))
        trace_add(out, at(EVENT_TAP, a.x, a.y), number);
    else if (!strcmp(word, "drag") && sscanf(rest, "%f %f %f %f %lf", &a.x, &a.y, &b.x, &b.y, &seconds) >= 4 && isfinite(a.x) && isfinite(a.y) && isfinite(b.x) && isfinite(b.y))
        trace_add(out, stroke(a, b, seconds), number);
    else if (!strcmp(word, "press") && sscanf(rest, "%47s", key) == 1 && key_code_of_name(key) >= 0)
        trace_add(out, (Event){ .kind = EVENT_KEY, .key = key_code_of_name(key), .after = MONKEY_GAP_MS }, number);
    else if (!strcmp(word, "type") && rest[strspn(rest, " \t")])
        trace_add(out, (Event){ .kind = EVENT_TYPE, .text = xstrdup(rest + strspn(rest, " \t")), .after = MONKEY_GAP_MS }, number);
    else
        return false;
    return true;
}

int event_table_parse(EventTrace *out, const char *text, const char *name)
{
    *out = (EventTrace){ .format = "table of touches" };
    Lines in = { text, name, 0 };
    int status = OK;
    for (char *line; !status && (line = lines_next(&in)); free(line))
        if (*line != '#' && !table_line(out, line, in.number))
            status = error_set(ERR_INPUT, "%s:%u: no touch, drag, press, type or sleep: %.60s", name, in.number, line);
    if (!status && !out->events.count)
        status = error_set(ERR_INPUT, "%s has no events", name);
    if (status)
        event_trace_free(out);
    return status;
}
