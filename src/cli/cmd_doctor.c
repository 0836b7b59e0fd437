/*
 * reenact doctor: starts an app, presses on for a while, and lists what it asked
 * of Android that this phone has not: where a crash on it would be doubtful.
 */
#include "cli/cli.h"

#include "device/device.h"

#include "base/file.h"
#include "base/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 60 };

static const Option options[] = {
    { 'n', "events", "N", "how many things are tried (60)" },
    { 0 },
};

/* How a widget is remembered from screen to screen. */
static char *key_of(const Screen *s, const Node *n)
{
    return xasprintf("%s %s %s %s", s->activity, n->id, n->text, n->description);
}

/* The widget that was tried least often; NULL: there is none to try. */
static const Node *least_tried(const Screen *s, Map *tried, char **key)
{
    const Node *best = NULL;
    uintptr_t least = UINTPTR_MAX;
    *key = NULL;
    for (u32 i = 0; i < s->node_count; i++) {
        const Node *n = &s->nodes[i];
        bool reacts = n->flags & (NODE_CLICKABLE | NODE_EDITABLE | NODE_CHECKABLE) && n->flags & NODE_ENABLED && n->right > n->left && n->bottom > n->top;
        if (!reacts)
            continue;
        char *candidate = key_of(s, n);
        uintptr_t times = (uintptr_t)map_get(tried, candidate);
        if (times < least) {
            least = times;
            best = n;
            free(*key);
            *key = candidate;
        } else {
            free(candidate);
        }
    }
    return best;
}

/* What to try next: every widget in turn; BACK where all of a screen's were tried twice; the app again when it was left. */
static Event next_event(const Screen *s, Map *tried)
{
    char *key;
    const Node *n = least_tried(s, tried, &key);
    if (!n) {
        free(key);
        bool left = !strcmp(s->activity, "com.android.launcher3.Launcher");
        return left ? (Event){ .kind = EVENT_LAUNCH } : (Event){ .kind = EVENT_KEY, .key = 4 };
    }
    void **slot = map_slot(tried, key);
    *slot = (void *)((uintptr_t)*slot + 1);
    uintptr_t times = (uintptr_t)*slot;
    free(key);
    if (times > 2)
        return (Event){ .kind = EVENT_KEY, .key = 4 };
    Event e = { .kind = times == 2 ? EVENT_LONG_TAP : EVENT_TAP, .point_count = 1 };
    e.points[0] = (EventPoint){ (float)(n->left + n->right) / 2, (float)(n->top + n->bottom) / 2 };
    return e;
}

static int press_on(Device *d, Screen *screen, i64 events)
{
    Map tried = { 0 };
    int status = OK;
    for (i64 i = 0; i < events && screen->state == APP_RUNS && !status; i++) {
        Event event = next_event(screen, &tried);
        Screen next;
        status = device_do(d, &event, &next);
        event_free(&event);
        if (status)
            break;
        screen_free(screen);
        *screen = next;
    }
    map_free(&tried);
    return status;
}

static int examine(Device *d, const char *apk, i64 events)
{
    Screen screen;
    int status = device_start(d, apk, &screen);
    if (status)
        return complain(status == ERR_INPUT ? EXIT_UNREADABLE : EXIT_ENVIRONMENT, "%s", error_text());
    status = press_on(d, &screen, events);
    char *gaps = NULL;
    if (status || device_gaps(d, &gaps)) {
        screen_free(&screen);
        return complain(EXIT_CANNOT_JUDGE, "%s", error_text());
    }
    if (screen.crash)
        printf("It crashed on the way:\n%s", screen.crash);
    if (screen.crash_gap)
        printf("The crash may be the phone's, not the app's: %s\n", screen.crash_gap);
    if (*gaps)
        printf("Asked of Android and not built yet (answered with a default):\n%s", gaps);
    else
        puts("The app asked for nothing that this phone has not.");
    int code = screen.crash ? EXIT_NOT_REPRODUCED : EXIT_DONE;
    free(gaps);
    screen_free(&screen);
    return code;
}

static int run(const Invocation *call)
{
    if (call->count != 1)
        return complain(EXIT_USAGE, "doctor: name one app: reenact doctor app.apk");
    const char *apk = call->arguments[0];
    if (!file_exists(apk))
        return complain(EXIT_UNREADABLE, "cannot open %s: there is no such file", apk);
    Environment environment = { .seed = (u64)option_number(call, "seed", 0), .verbose = option_set(call, "verbose") };
    Device *d;
    if (device_open(&d, &environment))
        return complain(EXIT_ENVIRONMENT, "%s", error_text());
    int code = examine(d, apk, option_number(call, "events", EVENTS));
    device_close(d);
    return code;
}

const Command command_doctor = {
    .name = "doctor",
    .arguments = "APK",
    .summary = "start an app, press on for a while, and list what this phone lacks for it",
    .examples = "reenact doctor app.apk\n"
                "reenact doctor -n 500 app.apk\n"
                "reenact doctor -s 7 app.apk\n",
    .options = options,
    .run = run,
};
