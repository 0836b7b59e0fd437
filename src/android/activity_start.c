/*
 * Starting an activity: which one an intent means, in which task it goes, and
 * whether one that is there already serves (launch modes and the flags of the
 * intent).
 */
#include "android/activity.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/other_apps.h"
#include "android/package.h"
#include "android/package_resolve.h"
#include "android/tasks.h"

enum {
    START_INTENT_NOT_RESOLVED = -1, START_CLASS_NOT_FOUND = -2, START_FORWARD_AND_REQUEST_CONFLICT = -3,
    START_SUCCESS = 0, START_TASK_TO_FRONT = 2, START_DELIVERED_TO_TOP = 3,
    SINGLE_TOP = 0x20000000, NEW_TASK = 0x10000000, MULTIPLE_TASK = 0x08000000, CLEAR_TOP = 0x04000000, FORWARD_RESULT = 0x02000000,
    RESET_TASK = 0x00200000, NEW_DOCUMENT = 0x00080000, NO_USER_ACTION = 0x00040000, REORDER_TO_FRONT = 0x00020000, CLEAR_TASK = 0x00008000,
    MODE_SINGLE_TOP = 1, MODE_SINGLE_TASK = 2, MODE_SINGLE_INSTANCE = 3,
    INFO_FINISH_ON_LAUNCH = 2, INFO_CLEAR_ON_LAUNCH = 4, RESULT_CANCELED = 0,
};

static FieldRef intent_flags = FIELD("android/content/Intent", "mFlags", "I");
static FieldRef info_name = FIELD("android/content/pm/ActivityInfo", "name", NULL);
static FieldRef info_package = FIELD("android/content/pm/ActivityInfo", "packageName", NULL);
static FieldRef info_affinity = FIELD("android/content/pm/ActivityInfo", "taskAffinity", NULL);
static FieldRef info_mode = FIELD("android/content/pm/ActivityInfo", "launchMode", "I");

static bool same_activity(Thread *t, const Activity *a, Object *info)
{
    Object *own = root_get(a->info);
    return same_string(GET_REF(t, own, &info_name), GET_REF(t, info, &info_name))
        && same_string(GET_REF(t, own, &info_package), GET_REF(t, info, &info_package));
}

static Activity *find_in_task(Thread *t, const Task *task, Object *info)
{
    for (Activity *a = task->top; a; a = a->below)
        if (!a->finishing && same_activity(t, a, info))
            return a;
    return NULL;
}

/* An existing task for a new one: the activity's own for a single instance, else one of the same affinity. */
static Task *find_task(Thread *t, Object *info, i32 mode)
{
    Object *affinity = GET_REF(t, info, &info_affinity);
    for (Task *task = tasks_of(t->vm)->front; task; task = task->behind) {
        const Activity *top = task_top(task);
        if (!top)
            continue;
        if (mode == MODE_SINGLE_INSTANCE ? top->launch_mode == MODE_SINGLE_INSTANCE && same_activity(t, top, info)
                                         : top->launch_mode != MODE_SINGLE_INSTANCE && same_string(root_get(task->affinity), affinity))
            return task;
    }
    return NULL;
}

static void new_intent(Thread *t, Activity *a, Object *intent)
{
    Object *referred = vm_new(t, vm_boot_class(t, "com/android/internal/content/ReferrerIntent"), "(Landroid/content/Intent;Ljava/lang/String;)V", intent,
                              vm_string_utf8(t, package_name(t->vm)));
    Object *list = referred ? list_new(t) : NULL;
    if (!list)
        return;
    if (tasks_of(t->vm)->resumed == a) {
        list_add(t, list, referred);
        vm_call_method(t, app_thread(t), "scheduleNewIntent", "(Ljava/util/List;Landroid/os/IBinder;)V", list, root_get(a->token));
        return;
    }
    if (!a->new_intents)
        root_set(t->vm, &a->new_intents, list);
    list_add(t, root_get(a->new_intents), referred);
}

static void finish_above(Thread *t, Activity *keep)
{
    /* Finishing may free the record: always the topmost that is left. */
    for (Activity *a; (a = task_top(keep->task)) && a != keep && !t->exception;)
        activity_finish(t, a, RESULT_CANCELED, NULL);
}

static void clear_task(Thread *t, Task *task)
{
    for (Activity *a; (a = task_top(task)) && !t->exception;) {
        bool last = !a->below && a->state == ACTIVITY_NEW;
        activity_finish(t, a, RESULT_CANCELED, NULL);
        if (last)
            return;                 /* the task went with it */
    }
}

typedef struct Start {
    Object *intent, *info;
    i32 flags, mode;
    Activity *source;               /* who starts it; NULL: no activity */
    Activity *result_to;
    Object *who;
    i32 request;
    const struct OtherApp *other;
} Start;

static i32 start_new(Thread *t, const Start *s, Task *task)
{
    Activity *a = activity_add(t, task, s->intent, s->info);
    if (!a)
        return START_SUCCESS;
    a->other = s->other;
    a->result_to = s->result_to;
    a->request_code = s->request;
    root_set(t->vm, &a->result_who, s->who);
    resume_top(t, !(s->flags & NO_USER_ACTION));
    return START_SUCCESS;
}

static i32 deliver(Thread *t, const Start *s, Activity *a, i32 answer)
{
    new_intent(t, a, s->intent);
    resume_top(t, false);
    return answer;
}

/* The task exists: is the activity in it, and does that one serve? */
static i32 start_in_task(Thread *t, const Start *s, Task *task, bool moved)
{
    Activity *top = task_top(task), *there = find_in_task(t, task, s->info);
    bool clear = s->flags & CLEAR_TOP || s->mode >= MODE_SINGLE_TASK;
    if (there && clear) {
        bool again = s->flags & CLEAR_TOP && s->mode == 0 && !(s->flags & SINGLE_TOP);
        finish_above(t, there);
        if (!again)
            return deliver(t, s, there, moved ? START_TASK_TO_FRONT : START_DELIVERED_TO_TOP);
        activity_finish(t, there, RESULT_CANCELED, NULL);
        return start_new(t, s, task);
    }
    if (there && there == top && (s->flags & SINGLE_TOP || s->mode == MODE_SINGLE_TOP))
        return deliver(t, s, there, moved ? START_TASK_TO_FRONT : START_DELIVERED_TO_TOP);
    if (there && s->flags & REORDER_TO_FRONT && there != top) {
        for (Activity **link = &task->top; *link; link = &(*link)->below) {
            if (*link == there) {
                *link = there->below;
                break;
            }
        }
        there->below = task->top;
        task->top = there;
        return deliver(t, s, there, START_DELIVERED_TO_TOP);
    }
    return start_new(t, s, task);
}

/* The launcher's icon: the task as it was left, unless its root asks for a fresh start. */
static bool is_launcher_intent(Thread *t, Object *intent)
{
    char *action = string_of(t, intent, "getAction");
    bool is = action && !strcmp(action, "android.intent.action.MAIN")
        && vm_call_method(t, intent, "hasCategory", "(Ljava/lang/String;)Z", vm_string_utf8(t, "android.intent.category.LAUNCHER")).i;
    free(action);
    return is;
}

static i32 start(Thread *t, Start *s)
{
    Tasks *tasks = tasks_of(t->vm);
    bool own_task = !s->source || s->source->launch_mode == MODE_SINGLE_INSTANCE || s->mode >= MODE_SINGLE_TASK;
    if (own_task || (s->source && s->source->finishing && !task_top(s->source->task)))
        s->flags |= NEW_TASK;
    if (s->flags & NEW_TASK && s->result_to && s->mode >= MODE_SINGLE_TASK) {
        activity_add_result(t, s->result_to, s->who, s->request, RESULT_CANCELED, NULL);
        s->result_to = NULL;
        if (tasks->resumed == s->source && s->source) {
            Object *results = root_get(s->source->results);
            vm_call_method(t, app_thread(t), "scheduleSendResult", "(Landroid/os/IBinder;Ljava/util/List;)V", root_get(s->source->token), results);
            root_set(t->vm, &s->source->results, NULL);
        }
    }
    if (!(s->flags & NEW_TASK))
        return start_in_task(t, s, s->source->task, false);
    Task *task = s->flags & MULTIPLE_TASK && s->mode < MODE_SINGLE_TASK ? NULL : find_task(t, s->info, s->mode);
    if (!task) {
        tasks->at_home = false;
        return start_new(t, s, task_new(t, GET_REF(t, s->info, &info_affinity), s->intent));
    }
    bool moved = tasks->at_home || tasks->front != task;
    task_to_front(t->vm, task);
    if (s->flags & CLEAR_TASK) {
        clear_task(t, task);
        return start_new(t, s, find_task(t, s->info, s->mode) == task ? task : task_new(t, GET_REF(t, s->info, &info_affinity), s->intent));
    }
    if (is_launcher_intent(t, s->intent) && is_launcher_intent(t, root_get(task->root_intent)) && s->mode < MODE_SINGLE_TASK) {
        Activity *root = task->top;
        while (root->below)
            root = root->below;
        if (root->info_flags & INFO_CLEAR_ON_LAUNCH)
            finish_above(t, root);
        resume_top(t, false);
        return START_TASK_TO_FRONT;
    }
    return start_in_task(t, s, task, moved);
}

/* As the activity manager does when a controller says no: nothing starts, who asked for a result gets "cancelled". */
static i32 refuse(Thread *t, const Start *s)
{
    if (s->result_to && s->request >= 0)
        activity_refuse_result(t, s->result_to, s->who, s->request);
    return START_SUCCESS;
}

i32 activity_start(Thread *t, Object *given, Object *resolved_type, Object *result_token, Object *who, i32 request)
{
    Object *intent = parcel_copy(t, given);
    if (!intent)
        return START_INTENT_NOT_RESOLVED;
    const struct OtherApp *other = NULL;
    Object *info = package_resolve_activity(t, intent, resolved_type, &other);
    if (t->exception)
        return START_SUCCESS;
    if (!info)
        return vm_call_method(t, intent, "getComponent", "()Landroid/content/ComponentName;").l ? START_CLASS_NOT_FOUND : START_INTENT_NOT_RESOLVED;
    vm_call_method(t, intent, "setClassName", "(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;", GET_REF(t, info, &info_package),
                   GET_REF(t, info, &info_name));
    Start s = { .intent = intent, .info = info, .flags = GET_INT(t, intent, &intent_flags), .mode = GET_INT(t, info, &info_mode), .other = other,
                .source = activity_by_token(t->vm, result_token), .request = -1 };
    if (s.source && request >= 0) {
        s.result_to = s.source;
        s.who = who;
        s.request = request;
    }
    if (s.flags & FORWARD_RESULT && s.source) {
        if (request >= 0)
            return START_FORWARD_AND_REQUEST_CONFLICT;
        s.result_to = s.source->result_to;
        s.who = root_get(s.source->result_who);
        s.request = s.source->request_code;
        s.source->result_to = NULL;
    }
    if (other && tasks_of(t->vm)->stays)
        return refuse(t, &s);
    return start(t, &s);
}
