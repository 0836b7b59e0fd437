#include "device/look.h"

#include "android/activity.h"
#include "android/crash.h"
#include "android/screen.h"

#include <string.h>

static AppState state_of(AppEnd end)
{
    switch (end) {
    case APP_CRASHED: return APP_HAS_CRASHED;
    case APP_EXITED: return APP_HAS_EXITED;
    case APP_STUCK: return APP_DOES_NOT_ANSWER;
    default: return APP_RUNS;
    }
}

static char *copy(const char *text)
{
    return text ? xstrdup(text) : NULL;
}

void look_briefly(Thread *t, Screen *out)
{
    const Crash *crash = crash_of(t->vm);
    *out = (Screen){
        .state = state_of(crash->end), .crash = copy(crash->trace), .crash_thread = copy(crash->thread), .crash_gap = copy(crash->gap),
        .activity = activity_top_name(t), .width = screen_width(t->vm), .height = screen_height(t->vm), .rotation = screen_rotation(t->vm),
        .millis = vm_nanos(t->vm) / 1000000, .steps = vm_steps(t->vm),
    };
}

void look(Thread *t, Screen *out)
{
    look_briefly(t, out);
}

char *look_dump(Thread *t)
{
    UNUSED(t);
    return xstrdup("");
}
