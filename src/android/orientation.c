#include "android/orientation.h"

#include "android/configuration.h"
#include "android/java.h"
#include "android/screen.h"
#include "android/window.h"

/* ActivityInfo.SCREEN_ORIENTATION_… */
enum {
    LANDSCAPE = 0, PORTRAIT = 1, BEHIND = 3, NOSENSOR = 5, SENSOR_LANDSCAPE = 6, SENSOR_PORTRAIT = 7, REVERSE_LANDSCAPE = 8, REVERSE_PORTRAIT = 9,
    USER_LANDSCAPE = 11, USER_PORTRAIT = 12, LOCKED = 14,
};

static i32 asked_for(const Activity *a)
{
    while (a && a->orientation == BEHIND)
        a = a->below;
    return a ? a->orientation : -1;
}

static i32 rotation_for(Vm *vm, i32 asked)
{
    i32 held = tasks_of(vm)->held;
    switch (asked) {
    case LANDSCAPE: case USER_LANDSCAPE: return 1;
    case SENSOR_LANDSCAPE: return held & 1 ? held : 1;
    case REVERSE_LANDSCAPE: return 3;
    case PORTRAIT: case USER_PORTRAIT: case NOSENSOR: return 0;
    case SENSOR_PORTRAIT: return held & 1 ? 0 : held;
    case REVERSE_PORTRAIT: return 2;
    case LOCKED: return screen_rotation(vm);
    default: return held;
    }
}

void orientation_tell(Thread *t, Activity *a)
{
    if (a->other || a->state == ACTIVITY_NEW || a->finishing || !a->config)
        return;
    Object *now = configuration_new(t);
    i32 changes = now ? vm_call_method(t, root_get(a->config), "diff", "(Landroid/content/res/Configuration;)I", now).i : 0;
    if (!changes || t->exception)
        return;
    root_set(t->vm, &a->config, now);
    Object *token = root_get(a->token);
    if (!(changes & ~a->config_changes)) {
        vm_call_method(t, app_thread(t), "scheduleActivityConfigurationChanged", "(Landroid/os/IBinder;Landroid/content/res/Configuration;)V", token, NULL);
        return;
    }
    bool resumed = a->state == ACTIVITY_RESUMED;
    vm_call_method(t, app_thread(t), "scheduleRelaunchActivity",
                   "(Landroid/os/IBinder;Ljava/util/List;Ljava/util/List;IZLandroid/content/res/Configuration;Landroid/content/res/Configuration;)V",
                   token, NULL, NULL, changes, !resumed, now, NULL);
}

static void tell_visible(Thread *t, Activity *a, bool visible)
{
    if (visible && !t->exception)
        orientation_tell(t, a);
}

void orientation_follow(Thread *t)
{
    i32 wanted = rotation_for(t->vm, asked_for(activity_top(t->vm)));
    if (wanted == screen_rotation(t->vm))
        return;
    screen_set_rotation(t->vm, wanted);
    window_resize_all(t);
    Object *now = configuration_new(t);
    if (now && app_thread(t))
        vm_call_method(t, app_thread(t), "scheduleConfigurationChanged", "(Landroid/content/res/Configuration;)V", now);
    /* What the one on top is about to cover hears of it when it is seen again. */
    activities_look_down(t, tell_visible);
}

void orientation_turn(Thread *t, i32 rotation)
{
    tasks_of(t->vm)->held = rotation & 3;
    orientation_follow(t);
}
