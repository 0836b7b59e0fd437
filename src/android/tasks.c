/* The life of activities. See tasks.h for the one rule. */
#include "android/tasks.h"

#include "android/activity.h"
#include "android/configuration.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/orientation.h"
#include "android/package.h"
#include "android/services.h"
#include "android/window.h"

#define ACTIVITY_INFO "android/content/pm/ActivityInfo"

enum { RESULT_CANCELED = 0, PROCESS_TOP = 2, INTENT_NO_HISTORY = 0x40000000, INFO_NO_HISTORY = 0x80 };

Tasks *tasks_of(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_ACTIVITIES);
    if (!*slot)
        *slot = xcalloc(1, sizeof(Tasks));
    return *slot;
}

Object *app_thread(Thread *t)
{
    return root_get(tasks_of(t->vm)->app_thread);
}

static Object *token_of(const Activity *a)
{
    return root_get(a->token);
}

/* ---- finding ------------------------------------------------------------------------------ */

Activity *activity_by_token(Vm *vm, const Object *token)
{
    for (Task *task = tasks_of(vm)->front; token && task; task = task->behind)
        for (Activity *a = task->top; a; a = a->below)
            if (token_of(a) == token)
                return a;
    return NULL;
}

Activity *task_top(const Task *task)
{
    Activity *a = task->top;
    while (a && a->finishing)
        a = a->below;
    return a;
}

Activity *activity_top(Vm *vm)
{
    const Tasks *tasks = tasks_of(vm);
    if (tasks->at_home)
        return NULL;
    for (const Task *task = tasks->front; task; task = task->behind) {
        Activity *a = task_top(task);
        if (a)
            return a;
    }
    return NULL;
}

/* ---- records ------------------------------------------------------------------------------- */

Task *task_new(Thread *t, Object *affinity, Object *intent)
{
    Tasks *tasks = tasks_of(t->vm);
    Task *task = xcalloc(1, sizeof *task);
    task->id = ++tasks->last_id;
    root_set(t->vm, &task->affinity, affinity);
    root_set(t->vm, &task->root_intent, intent);
    task->behind = tasks->front;
    tasks->front = task;
    return task;
}

void task_to_front(Vm *vm, Task *task)
{
    Tasks *tasks = tasks_of(vm);
    for (Task **link = &tasks->front; *link; link = &(*link)->behind) {
        if (*link == task) {
            *link = task->behind;
            break;
        }
    }
    task->behind = tasks->front;
    tasks->front = task;
    tasks->at_home = false;
}

/* The windows of a task lie in the order of its activities, above those of other tasks. */
static void raise_windows(Thread *t, const Activity *a)
{
    if (!a)
        return;
    raise_windows(t, a->below);
    window_move_token_to_top(t, token_of(a));
}

Activity *activity_add(Thread *t, Task *task, Object *intent, Object *info)
{
    static FieldRef launch_mode = FIELD(ACTIVITY_INFO, "launchMode", "I"), flags = FIELD(ACTIVITY_INFO, "flags", "I");
    static FieldRef orientation = FIELD(ACTIVITY_INFO, "screenOrientation", "I");
    Object *token = service_new_object(t, "android/view/IApplicationToken");
    i32 changes = token ? vm_call_method(t, info, "getRealConfigChanged", "()I").i : 0;
    if (t->exception)
        return NULL;
    Activity *a = xcalloc(1, sizeof *a);
    a->token = vm_root_add(t->vm, token);
    a->intent = vm_root_add(t->vm, intent);
    a->info = vm_root_add(t->vm, info);
    a->id = ++tasks_of(t->vm)->last_id;
    a->launch_mode = GET_INT(t, info, &launch_mode);
    a->info_flags = GET_INT(t, info, &flags);
    a->orientation = GET_INT(t, info, &orientation);
    a->config_changes = changes;
    a->covers = -1;
    a->request_code = -1;
    a->task = task;
    a->below = task->top;
    task->top = a;
    window_add_token(t, token);
    return a;
}

static void task_remove_if_empty(Vm *vm, Task *task)
{
    if (task->top)
        return;
    for (Task **link = &tasks_of(vm)->front; *link; link = &(*link)->behind) {
        if (*link == task) {
            *link = task->behind;
            break;
        }
    }
    root_set(vm, &task->affinity, NULL);
    root_set(vm, &task->root_intent, NULL);
    free(task);
}

/* The record goes; nobody waits for its result any more, and its windows are gone. */
static void forget(Thread *t, Activity *a)
{
    Tasks *tasks = tasks_of(t->vm);
    for (Task *task = tasks->front; task; task = task->behind)
        for (Activity *other = task->top; other; other = other->below)
            if (other->result_to == a)
                other->result_to = NULL;
    for (Activity **link = &a->task->top; *link; link = &(*link)->below) {
        if (*link == a) {
            *link = a->below;
            break;
        }
    }
    if (tasks->resumed == a)
        tasks->resumed = NULL;
    if (tasks->pausing == a)
        tasks->pausing = NULL;
    window_remove_token(t, token_of(a));
    ObjectRef **const roots[] = { &a->token, &a->intent, &a->info, &a->saved, &a->results, &a->new_intents, &a->config, &a->result_who, &a->result_data };
    for (size_t i = 0; i < COUNT_OF(roots); i++)
        root_set(t->vm, roots[i], NULL);
    task_remove_if_empty(t->vm, a->task);
    free(a);
}

/* ---- what the eye can see --------------------------------------------------------------------- */

/*
 * An activity whose theme is translucent or floating shows what is below it. Asked
 * of the app's own resources; -1: the app is not bound yet.
 */
static i8 theme_covers(Thread *t, const Activity *a)
{
    enum { IS_FLOATING = 0x01010057, IS_TRANSLUCENT = 0x01010058, SHOWS_WALLPAPER = 0x01010292 };
    i32 theme_id = vm_call_method(t, root_get(a->info), "getThemeResource", "()I").i;
    Object *context = vm_call_static(t, "android/app/ActivityThread", "currentApplication", "()Landroid/app/Application;").l;
    Object *resources = context ? vm_call_method(t, context, "getResources", "()Landroid/content/res/Resources;").l : NULL;
    Object *theme = resources ? vm_call_method(t, resources, "newTheme", "()Landroid/content/res/Resources$Theme;").l : NULL;
    Object *wanted = theme ? vm_new_primitive_array(t, 'I', 3) : NULL;
    if (!wanted)
        return -1;
    const i32 ids[] = { IS_FLOATING, IS_TRANSLUCENT, SHOWS_WALLPAPER };
    memcpy(ARRAY_I32(wanted), ids, sizeof ids);
    vm_call_method(t, theme, "applyStyle", "(IZ)V", theme_id, 1);
    Object *values = vm_call_method(t, theme, "obtainStyledAttributes", "([I)Landroid/content/res/TypedArray;", wanted).l;
    bool covers = true;
    for (i32 i = 0; values && i < 3 && !t->exception; i++)
        covers = covers && !vm_call_method(t, values, "getBoolean", "(IZ)Z", i, 0).i;
    return covers;
}

static bool covers(Thread *t, Activity *a)
{
    if (a->other)
        return true;
    if (a->covers < 0) {
        a->covers = theme_covers(t, a);
        vm_take_exception(t);
    }
    return a->covers;               /* as long as it is not known: yes */
}

void activities_look_down(Thread *t, void (*see)(Thread *t, Activity *a, bool visible))
{
    bool visible = !tasks_of(t->vm)->at_home;
    for (Task *task = tasks_of(t->vm)->front; task; task = task->behind) {
        for (Activity *a = task->top, *below; a; a = below) {
            below = a->below;
            bool counts = !a->finishing;
            bool hides = counts && visible && covers(t, a);
            see(t, a, visible && counts);
            if (hides)
                visible = false;
        }
    }
}

/* ---- what the app is told --------------------------------------------------------------------- */

static void pause_activity(Thread *t, Activity *a, bool user_leaving)
{
    Tasks *tasks = tasks_of(t->vm);
    tasks->resumed = NULL;
    if (a->other) {
        a->state = ACTIVITY_PAUSED;
        return;
    }
    tasks->pausing = a;
    a->state = ACTIVITY_PAUSING;
    /* A finishing activity is not told that the user leaves: 6.0.1 would then not answer. */
    vm_call_method(t, app_thread(t), "schedulePauseActivity", "(Landroid/os/IBinder;ZZIZ)V", token_of(a), a->finishing, user_leaving && !a->finishing, 0, 0);
}

static void stop_activity(Thread *t, Activity *a)
{
    static FieldRef flags = FIELD("android/content/Intent", "mFlags", "I");
    if (GET_INT(t, root_get(a->intent), &flags) & INTENT_NO_HISTORY || a->info_flags & INFO_NO_HISTORY) {
        activity_finish(t, a, RESULT_CANCELED, NULL);
        return;
    }
    a->state = a->other ? ACTIVITY_STOPPED : ACTIVITY_STOPPING;
    if (!a->other)
        vm_call_method(t, app_thread(t), "scheduleStopActivity", "(Landroid/os/IBinder;ZI)V", token_of(a), 0, 0);
    a->shown = false;
    window_set_token_visible(t, token_of(a), false);
}

static void destroy_activity(Thread *t, Activity *a)
{
    if (a->state == ACTIVITY_DESTROYING)
        return;
    if (a->state == ACTIVITY_NEW || a->other) {
        forget(t, a);
        return;
    }
    /* One that is not finished is not reported: it can be launched again with what it saved. */
    a->state = a->finishing ? ACTIVITY_DESTROYING : ACTIVITY_NEW;
    if (!a->finishing)
        a->shown = false;
    vm_call_method(t, app_thread(t), "scheduleDestroyActivity", "(Landroid/os/IBinder;ZI)V", token_of(a), a->finishing, 0);
}

static Object *take_list(Thread *t, ObjectRef **root)
{
    Object *list = root_get(*root);
    root_set(t->vm, root, NULL);
    return list;
}

static void launch(Thread *t, Activity *a)
{
    Object *config = configuration_new(t);
    if (!config)
        return;
    root_set(t->vm, &a->config, config);
    Object *saved = root_get(a->saved) ? parcel_copy(t, root_get(a->saved)) : NULL;
    Object *intent = parcel_copy(t, root_get(a->intent));
    if (t->exception)
        return;
    a->state = ACTIVITY_RESUMED;
    a->shown = true;
    tasks_of(t->vm)->resumed = a;
    window_set_token_visible(t, token_of(a), true);
    vm_call_method(t, app_thread(t), "scheduleLaunchActivity",
                   "(Landroid/content/Intent;Landroid/os/IBinder;ILandroid/content/pm/ActivityInfo;Landroid/content/res/Configuration;"
                   "Landroid/content/res/Configuration;Landroid/content/res/CompatibilityInfo;Ljava/lang/String;Lcom/android/internal/app/IVoiceInteractor;"
                   "ILandroid/os/Bundle;Landroid/os/PersistableBundle;Ljava/util/List;Ljava/util/List;ZZLandroid/app/ProfilerInfo;)V",
                   intent, token_of(a), a->id, root_get(a->info), config, NULL, compatibility_none(t), vm_string_utf8(t, package_name(t->vm)), NULL,
                   PROCESS_TOP, saved, NULL, take_list(t, &a->results), take_list(t, &a->new_intents), 0, 1, NULL);
}

static void make_visible(Thread *t, Activity *a)
{
    if (a->shown || a->state == ACTIVITY_NEW)
        return;
    a->shown = true;
    window_set_token_visible(t, token_of(a), true);
    if (!a->other)
        vm_call_method(t, app_thread(t), "scheduleWindowVisibility", "(Landroid/os/IBinder;Z)V", token_of(a), 1);
    if (a->state == ACTIVITY_STOPPED || a->state == ACTIVITY_STOPPING)
        a->state = ACTIVITY_PAUSED;
}

static void resume_activity(Thread *t, Activity *a)
{
    tasks_of(t->vm)->resumed = a;
    orientation_tell(t, a);
    make_visible(t, a);
    a->state = ACTIVITY_RESUMED;
    if (a->other)
        return;
    Object *results = take_list(t, &a->results), *intents = take_list(t, &a->new_intents);
    if (results && !t->exception)
        vm_call_method(t, app_thread(t), "scheduleSendResult", "(Landroid/os/IBinder;Ljava/util/List;)V", token_of(a), results);
    if (intents && !t->exception)
        vm_call_method(t, app_thread(t), "scheduleNewIntent", "(Ljava/util/List;Landroid/os/IBinder;)V", intents, token_of(a));
    if (!t->exception)
        vm_call_method(t, app_thread(t), "scheduleResumeActivity", "(Landroid/os/IBinder;IZLandroid/os/Bundle;)V", token_of(a), PROCESS_TOP, 1, NULL);
}

/* ---- the rule ------------------------------------------------------------------------------------ */

static void show_or_cover(Thread *t, Activity *a, bool visible)
{
    if (visible)
        make_visible(t, a);
    else if (a->finishing && (a->state == ACTIVITY_PAUSED || a->state == ACTIVITY_STOPPED || a->state == ACTIVITY_NEW))
        destroy_activity(t, a);
    else if (a->state == ACTIVITY_PAUSED)
        stop_activity(t, a);
}

void resume_top(Thread *t, bool user_leaving)
{
    Tasks *tasks = tasks_of(t->vm);
    if (!tasks->app_thread || tasks->pausing || t->exception)
        return;
    Activity *top = activity_top(t->vm);
    if (tasks->resumed && tasks->resumed != top) {
        pause_activity(t, tasks->resumed, user_leaving);
        if (tasks->pausing)
            return;
    }
    if (!top)
        tasks->at_home = true;
    if (!top || top->other) {
        if (top && tasks->resumed != top)
            resume_activity(t, top);
        orientation_follow(t);
        activities_look_down(t, show_or_cover);        /* the launcher is idle at once */
        return;
    }
    if (tasks->resumed == top)
        return;
    raise_windows(t, top->task->top);
    window_focus_token(t, token_of(top));
    orientation_follow(t);
    if (top->state == ACTIVITY_NEW)
        launch(t, top);
    else
        resume_activity(t, top);
}

void activity_add_result(Thread *t, Activity *a, Object *who, i32 request, i32 code, Object *data)
{
    Object *result = vm_new(t, vm_boot_class(t, "android/app/ResultInfo"), "(Ljava/lang/String;IILandroid/content/Intent;)V", who, request, code, data);
    if (!a->results && result)
        root_set(t->vm, &a->results, list_new(t));
    if (a->results && result && !t->exception)
        list_add(t, root_get(a->results), result);
}

void activity_refuse_result(Thread *t, Activity *a, Object *who, i32 request)
{
    activity_add_result(t, a, who, request, 0, NULL);
    Object *results = tasks_of(t->vm)->resumed == a ? take_list(t, &a->results) : NULL;
    if (results)
        vm_call_method(t, app_thread(t), "scheduleSendResult", "(Landroid/os/IBinder;Ljava/util/List;)V", token_of(a), results);
}

static void give_result(Thread *t, Activity *a, i32 code, Object *data)
{
    Activity *to = a->result_to;
    a->result_to = NULL;
    if (to && a->request_code >= 0)
        activity_add_result(t, to, root_get(a->result_who), a->request_code, code, data);
}

void activity_finish(Thread *t, Activity *a, i32 code, Object *data)
{
    Tasks *tasks = tasks_of(t->vm);
    if (a->finishing)
        return;
    a->finishing = true;
    give_result(t, a, code, data);
    if (tasks->resumed == a) {
        pause_activity(t, a, false);
        if (!tasks->pausing)
            resume_top(t, false);
    } else if (a->state == ACTIVITY_STOPPED || a->state == ACTIVITY_NEW || (a->state == ACTIVITY_PAUSED && !a->shown)) {
        destroy_activity(t, a);
    } else {
        resume_top(t, false);
        if (tasks->resumed)
            activities_look_down(t, show_or_cover);
    }
}

/* ---- what the app answers --------------------------------------------------------------------------- */

/* void activityPaused(IBinder token) */
void activity_paused(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Tasks *tasks = tasks_of(t->vm);
    Activity *a = activity_by_token(t->vm, args[1].l);
    if (!a)
        return;
    if (tasks->pausing == a)
        tasks->pausing = NULL;
    if (a->state == ACTIVITY_PAUSING)
        a->state = ACTIVITY_PAUSED;
    resume_top(t, false);
}

void activity_resumed(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Activity *a = activity_by_token(t->vm, args[1].l);
    if (a)
        root_set(t->vm, &a->saved, NULL);
}

/* void activityIdle(IBinder token, Configuration config, boolean stopProfiling): what it covers can go */
void activity_idle(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (activity_by_token(t->vm, args[1].l))
        activities_look_down(t, show_or_cover);
}

/* void activityStopped(IBinder token, Bundle state, PersistableBundle, CharSequence) */
void activity_stopped(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Activity *a = activity_by_token(t->vm, args[1].l);
    if (!a)
        return;
    Object *saved = parcel_copy(t, args[2].l);
    if (t->exception)
        return;
    root_set(t->vm, &a->saved, saved);
    if (a->state == ACTIVITY_STOPPING)
        a->state = ACTIVITY_STOPPED;
    if (a->finishing || (tasks_of(t->vm)->keep_none && a->state == ACTIVITY_STOPPED))
        destroy_activity(t, a);
}

/* void activityDestroyed(IBinder token) */
void activity_destroyed(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Activity *a = activity_by_token(t->vm, args[1].l);
    if (!a)
        return;
    forget(t, a);
    resume_top(t, false);
}
