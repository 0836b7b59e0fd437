/*
 * The process of an embedded phone. It boots, waits for an app to install, and then
 * runs the app on the process's own stack, while a thread of ours beside the app's
 * (the driver) reads the controller's questions and answers them. While the driver
 * waits for a question the phone's time stands still.
 */
#define _GNU_SOURCE
#include "device/phone.h"

#include "android/activity.h"
#include "android/android.h"
#include "android/crash.h"
#include "android/graphics.h"
#include "android/input.h"
#include "android/log.h"
#include "android/package.h"
#include "android/survivors.h"
#include "android/window.h"
#include "base/file.h"
#include "device/callbacks.h"
#include "device/condition.h"
#include "device/gesture.h"
#include "device/look.h"
#include "device/spare.h"
#include "device/tool.h"
#include "device/wire.h"
#include "libcore/libcore.h"
#include "vm/snapshot.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct {
    int channel;
    bool started;
    bool ready;
    bool restored;                  /* this process took over from one that has died */
    const PhoneTool *tool;
    Buf question;
} phone;

/* ---- answers ---------------------------------------------------------------------------- */

static void answer(const void *data, size_t size)
{
    if (wire_send(phone.channel, ANSWER, data, size))
        _exit(0);
}

static void fail(int code)
{
    Buf text = { 0 };
    buf_add(&text, &code, sizeof code);
    buf_add(&text, error_text(), strlen(error_text()) + 1);
    if (wire_send(phone.channel, FAILURE, text.data, text.size))
        _exit(0);
    buf_free(&text);
}

static u64 cpu_micros(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (u64)t.tv_sec * 1000000 + (u64)t.tv_nsec / 1000;
}

static void answer_screen(Thread *t, const char *before, bool briefly)
{
    Buf out = { 0 };
    if (before)
        buf_add(&out, before, strlen(before) + 1);
    Screen screen;
    struct Hierarchy *seen = NULL;
    if (briefly)
        look_briefly(t, &screen);
    else
        seen = look(t, &screen);
    screen.cpu_micros = cpu_micros();
    callbacks_tell(&screen);
    screen_write(&out, &screen);
    look_end(seen, &screen);
    answer(out.data, out.size);
    buf_free(&out);
}

static void answer_gaps(Vm *vm)
{
    const Gap *gaps;
    u32 count = vm_gaps(vm, &gaps);
    Buf out = { 0 };
    for (u32 i = 0; i < count; i++)
        buf_printf(&out, "%s (%llu calls)\n", gaps[i].what, (unsigned long long)gaps[i].calls);
    answer(out.data, out.size);
    buf_free(&out);
}

static void answer_for_tool(Vm *vm)
{
    Buf out = { 0 };
    int status = phone.tool ? phone.tool->answer(vm, phone.question.data, &out) : error_set(ERR_MOMENT, "this phone has no tool to ask");
    if (status)
        fail(status);
    else
        answer(out.data, out.size);
    buf_free(&out);
}

/* Reads, resolves and does one event; *rest is put behind it. */
static int do_one(Thread *t, Event *event, const char *text, const char **rest)
{
    int status = event_parse(event, text, rest);
    if (status)
        return status;
    status = crash_of(t->vm)->end != APP_LIVES ? error_set(ERR_MOMENT, "the app has ended")
             : event->kind == EVENT_KILL ? error_set(ERR_MOMENT, "the app's process is ended by an event of its own, not among many at once")
             : event->kind == EVENT_SET ? error_set(ERR_MOMENT, "conditions are set before the app starts (--env), not by events")
                                        : gesture_resolve(t, event);
    if (status) {
        event_free(event);
        return status;
    }
    crash_begin_event(t->vm);
    if (phone.tool)
        phone.tool->event(t->vm);
    gesture_do(t, event);
    gesture_finish(t, event);
    return OK;
}

/*
 * The system ends the app's process in the background, and the user comes back to
 * the app. Returns when that is not possible.
 */
static int die(Thread *t)
{
    activity_go_home(t);
    gesture_settle(t, FIRST_SETTLE_MS);
    if (crash_of(t->vm)->end != APP_LIVES)
        return error_set(ERR_MOMENT, "the app has ended");
    Buf survivors = { 0 };
    int status = survivors_write(t, &survivors) ? spare_take_over(phone.channel, &survivors)
                                                : error_set(ERR_MOMENT, "what an activity saved holds objects of the system, which this phone cannot hand to a new process");
    vm_take_exception(t);
    buf_free(&survivors);
    return status;
}

static void do_event(Thread *t)
{
    Event event;
    callbacks_clear();
    if (!strcmp(phone.question.data, "kill")) {
        fail(die(t));
        return;
    }
    int status = do_one(t, &event, phone.question.data, NULL);
    if (status) {
        fail(status);
        return;
    }
    Buf text = { 0 };
    event_print(&text, &event);
    answer_screen(t, buf_str(&text), false);
    buf_free(&text);
    event_free(&event);
}

/* Event after event, until one cannot be done or the app has ended. */
static void do_events(Thread *t)
{
    u32 done = 0;
    callbacks_clear();
    for (const char *p = phone.question.data; p && *p; p += strspn(p, "\n")) {
        Event event;
        if (do_one(t, &event, p, &p))
            break;
        event_free(&event);
        done++;
    }
    char head[16];
    snprintf(head, sizeof head, "%u", done);
    answer_screen(t, head, true);
}

/* Everything but ASK_START. t may run Java code. */
static void serve_one(Thread *t, char code)
{
    switch (code) {
    case ASK_LOOK:
        if (phone.started)
            answer_screen(t, NULL, false);
        else
            answer(NULL, 0);
        break;
    case ASK_EVENT:
        do_event(t);
        break;
    case ASK_EVENTS:
        do_events(t);
        break;
    case ASK_FORK:
        if (snapshot_split(&phone.channel) < 0)
            _exit(1);
        break;
    case ASK_SCREENSHOT:
        if (window_screenshot(t, phone.question.data))
            fail(ERR_IO);
        else
            answer(NULL, 0);
        break;
    case ASK_LOG:
        answer(log_text(t->vm), strlen(log_text(t->vm)));
        break;
    case ASK_DUMP: {
        char *xml = look_dump(t);
        answer(xml, strlen(xml));
        free(xml);
        break;
    }
    case ASK_GAPS:
        answer_gaps(t->vm);
        break;
    case ASK_TOOL:
        answer_for_tool(t->vm);
        break;
    default:
        error_set(ERR_INPUT, "the phone does not know the question '%c'", code);
        fail(ERR_INPUT);
    }
}

/* ---- the driver ---------------------------------------------------------------------------- */

static void system_key(Thread *t, i32 code)
{
    if (code == KEY_HOME || code == KEY_APP_SWITCH)
        activity_go_home(t);
}

/* What apps need of the framework, learned from the first one that was started and kept in the cache. */
static char *usual_needs(void)
{
    char *folder = cache_dir(), *path = xasprintf("%s/usual-6.0.1.list", folder);
    free(folder);
    return path;
}

static void learn_needs(Vm *vm)
{
    char *path = usual_needs();
    if (!file_exists(path)) {
        Buf list = { 0 };
        vm_preload_write(vm, &list);
        file_write(path, list.data, list.size);     /* without it starts are slower, and the same */
        buf_free(&list);
    }
    free(path);
}

static void get_ready(Thread *t)
{
    char *path = usual_needs();
    Buf list = { 0 };
    if (file_exists(path) && !file_read(path, &list))
        vm_preload_read(t, buf_str(&list));
    buf_free(&list);
    free(path);
}

static void drive(Thread *t)
{
    input_on_system_key(t->vm, system_key);
    input_become_java_thread(t);
    gesture_settle(t, FIRST_SETTLE_MS);
    if (phone.ready)
        learn_needs(t->vm);
    answer_screen(t, phone.restored ? "kill" : NULL, false);
    for (;;) {
        char code;
        if (wire_receive(phone.channel, &code, &phone.question))
            _exit(0);
        serve_one(t, code);
    }
}

/* ---- booting --------------------------------------------------------------------------------- */

static void run_app(Thread *t)
{
    crash_watch(t->vm);
    vm_start_thread(t->vm, NULL, true, drive);
    activity_run_app(t);
    Object *thrown = vm_take_exception(t);
    if (thrown)
        libcore_uncaught(t, thrown);
    vm_end(t, NULL, 1);             /* the driver goes on; this thread does not */
}

static void install(Thread *t, const Environment *environment)
{
    if (conditions_apply(t, environment, BEFORE_INSTALL)) {
        fail(ERR_INPUT);
        return;
    }
    if (package_install(t, phone.question.data)) {
        phone.started = !conditions_apply(t, environment, BEFORE_START);
        if (!phone.started)
            fail(ERR_INPUT);
        return;
    }
    Object *thrown = vm_take_exception(t);
    Buf text = { 0 };
    if (thrown)
        vm_print_throwable(t->vm, &text, thrown);
    /* The message alone: the exception's class says nothing to a user. */
    const char *message = strstr(buf_str(&text), ": ");
    message = message && message < strchr(buf_str(&text), '\n') ? message + 2 : buf_str(&text);
    char *line = xstrndup(message, strcspn(message, "\n"));
    bool too_new = strstr(line, "newer sdk version");
    error_set(ERR_INPUT, "%s cannot be installed: %s%s", phone.question.data, line, too_new ? "; --env=min-sdk=waived tries it all the same" : "");
    free(line);
    buf_free(&text);
    fail(ERR_INPUT);
}

/* What an app prints goes nowhere on Android, and must not mix with our own answers. */
static void silence(bool verbose)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0)
        return;
    dup2(verbose ? STDERR_FILENO : nowhere, STDOUT_FILENO);
#ifndef WITH_ASAN               /* a sanitizer's report must be heard */
    if (!verbose)
        dup2(nowhere, STDERR_FILENO);
#endif
    close(nowhere);
}

int phone_serve(void *context, int channel)
{
    const Environment *environment = context;
    phone.channel = channel;
    signal(SIGINT, SIG_IGN);        /* Ctrl-C is for the controller, which ends us when it is done */
    silence(environment->verbose);
    Vm *vm;
    char code;
    const char *time = condition_value(environment, "time");
    VmOptions options = { .seed = environment->seed, .verbose = environment->verbose, .start_time_ms = time ? condition_time(time) : 0 };
    if (libcore_open_with(&vm, &options, android_register)) {
        if (!wire_receive(channel, &code, &phone.question))
            fail(ERR_IO);
        return 1;
    }
    Thread *t = vm_main_thread(vm);
    graphics_set_pixels(vm, environment->pixels);
    activity_set_stays(vm, environment->stays);
    phone.ready = environment->ready;
    if (phone.ready)
        get_ready(t);
    if (environment->callbacks)
        callbacks_watch(vm);
    phone.tool = environment->tool;
    if (phone.tool)
        phone.tool->begin(vm);
    while (!phone.started) {
        if (wire_receive(phone.channel, &code, &phone.question))
            return 0;
        if (code == ASK_START)
            install(t, environment);
        else
            serve_one(t, code);
    }
    Buf survivors = { 0 };
    int took_over = spare_keep(&phone.channel, &survivors);
    if (took_over > 0) {
        phone.restored = true;
        survivors_read(t, &survivors);
        vm_take_exception(t);
    }
    buf_free(&survivors);
    run_app(t);
    return 0;
}
