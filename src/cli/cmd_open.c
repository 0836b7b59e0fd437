/*
 * reenact open: installs an app on the embedded phone, starts it as the launcher
 * does, and lets it run until its first screen has settled.
 *
 * Settled: nothing is due any more, or some seconds of the phone's time have
 * passed (an animation that never ends is no reason to wait). Touching the app
 * comes next; this shows what a person sees after the launcher's icon.
 */
#include "cli/cli.h"

#include "android/activity.h"
#include "android/android.h"
#include "android/crash.h"
#include "android/graphics.h"
#include "android/log.h"
#include "android/package.h"
#include "android/window.h"
#include "base/file.h"
#include "libcore/libcore.h"

#include <stdio.h>
#include <string.h>

enum { SETTLE_MS = 5000 };

static const Option options[] = {
    { 0, "screenshot", "FILE", "write the first screen as a PNG" },
    { 0, "log", "FILE", "write the phone's log, as logcat prints it" },
    { 0, "settle", "MS", "the phone's time after which the screen counts as settled (5000)" },
    { 0 },
};

/* What is to be done when the screen has settled, wherever that is noticed. */
static struct {
    const char *screenshot, *log;
    i64 settle_nanos;
} plan;

static void print_gaps(Vm *vm)
{
    const Gap *gaps;
    u32 count = vm_gaps(vm, &gaps);
    for (u32 i = 0; i < count; i++)
        fprintf(stderr, "not built yet, answered with a default: %s (%llu calls)\n", gaps[i].what, (unsigned long long)gaps[i].calls);
}

static void finish(Thread *t, int code)
{
    const Crash *crash = crash_of(t->vm);
    if (crash->end == APP_CRASHED) {
        fputs(crash->trace, stdout);
        if (crash->gap)
            fprintf(stderr, "the crash may be ours: %s\n", crash->gap);
        code = EXIT_NOT_REPRODUCED;
    }
    if (plan.screenshot && code == EXIT_DONE && window_screenshot(t, plan.screenshot))
        code = complain(EXIT_ENVIRONMENT, "%s", error_text());
    if (plan.log && file_write(plan.log, log_text(t->vm), strlen(log_text(t->vm))))
        code = complain(EXIT_ENVIRONMENT, "%s", error_text());
    vm_exit(t->vm, code);
}

static bool nothing_due(Vm *vm)
{
    finish(vm_main_thread(vm), EXIT_DONE);
    return false;
}

/* A thread of ours beside the app's: ends the run at the settle time. */
static void watch(Thread *t)
{
    vm_block(t, NULL, NULL, plan.settle_nanos, false);
    finish(t, EXIT_DONE);
}

static int run(const Invocation *call)
{
    if (call->count != 1)
        return complain(EXIT_USAGE, "open: name one app: reenact open app.apk");
    plan.screenshot = option_value(call, "screenshot");
    plan.log = option_value(call, "log");
    if (!file_exists(call->arguments[0]))
        return complain(EXIT_UNREADABLE, "cannot open %s: there is no such file", call->arguments[0]);
    Vm *vm;
    if (libcore_open_with(&vm, &(VmOptions){ .seed = (u64)option_number(call, "seed", 0) }, android_register))
        return complain(EXIT_ENVIRONMENT, "%s", error_text());
    Thread *t = vm_main_thread(vm);
    graphics_set_pixels(vm, plan.screenshot != NULL);
    vm_at_exit(vm, print_gaps);
    crash_watch(vm);
    vm_on_idle(vm, nothing_due);
    bool installed = package_install(t, call->arguments[0]);
    if (installed) {
        plan.settle_nanos = vm_nanos(vm) + option_number(call, "settle", SETTLE_MS) * 1000000;
        vm_start_thread(vm, NULL, true, watch);
        activity_run_app(t);
    }
    Object *thrown = vm_take_exception(t);
    if (installed && thrown)
        libcore_uncaught(t, thrown);
    Buf text = { 0 };
    if (thrown)
        vm_print_throwable(vm, &text, thrown);
    complain(0, "%s cannot be installed", call->arguments[0]);
    fputs(buf_str(&text), stdout);
    buf_free(&text);
    finish(t, installed ? EXIT_NOT_REPRODUCED : EXIT_UNREADABLE);
    return EXIT_DONE;
}

const Command command_open = {
    .name = "open",
    .arguments = "APK",
    .summary = "start an app on the embedded phone, up to its first screen",
    .examples = "reenact open app.apk\n"
                "reenact open --screenshot=first.png app.apk\n"
                "reenact open --log=app.log --settle=10000 app.apk\n",
    .options = options,
    .run = run,
};
