/*
 * The activity service. It speaks to the app through its IApplicationThread, as
 * the system server does: bindApplication when the process attaches, then the
 * launcher's activity; from there on the tasks (tasks.c), starting (activity_start.c)
 * and the app's other components (components.h) have files of their own, and this
 * one answers what the app asks.
 */
#include "android/activity.h"

#include "android/components.h"
#include "android/configuration.h"
#include "android/crash.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/orientation.h"
#include "android/other_apps.h"
#include "android/package.h"
#include "android/profile.h"
#include "android/providers.h"
#include "android/services.h"
#include "android/tasks.h"

enum { NO_REQUEST = -1, RESULT_CANCELED = 0 };

static FieldRef item_name = FIELD("android/content/pm/PackageItemInfo", "name", NULL);
static FieldRef item_package = FIELD("android/content/pm/PackageItemInfo", "packageName", NULL);

/* ---- from outside -------------------------------------------------------------------------- */

static Object *launcher_intent(Thread *t)
{
    enum { NEW_TASK_RESET = 0x10200000 };
    Object *name = package_launcher(t);
    if (!name) {
        if (!t->exception)
            vm_throw(t, "java/lang/IllegalStateException", "the app has no activity for the launcher");
        return NULL;
    }
    Object *intent = vm_new(t, vm_boot_class(t, "android/content/Intent"), "(Ljava/lang/String;)V", vm_string_utf8(t, "android.intent.action.MAIN"));
    if (!intent)
        return NULL;
    vm_call_method(t, intent, "addCategory", "(Ljava/lang/String;)Landroid/content/Intent;", vm_string_utf8(t, "android.intent.category.LAUNCHER"));
    vm_call_method(t, intent, "setClassName", "(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;", vm_string_utf8(t, package_name(t->vm)), name);
    vm_call_method(t, intent, "setFlags", "(I)Landroid/content/Intent;", NEW_TASK_RESET);
    return t->exception ? NULL : intent;
}

void activity_launch(Thread *t)
{
    Object *intent = launcher_intent(t);
    if (intent)
        activity_start(t, intent, NULL, NULL, NULL, NO_REQUEST);
}

void activity_start_named(Thread *t, const char *name)
{
    enum { NEW_TASK = 0x10000000 };
    Object *intent = vm_new(t, vm_boot_class(t, "android/content/Intent"), "()V");
    if (!intent)
        return;
    char *full = xasprintf("%s%s", *name == '.' ? package_name(t->vm) : "", name);
    vm_call_method(t, intent, "setClassName", "(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;", vm_string_utf8(t, package_name(t->vm)),
                   vm_string_utf8(t, full));
    free(full);
    vm_call_method(t, intent, "setFlags", "(I)Landroid/content/Intent;", NEW_TASK);
    if (!t->exception)
        activity_start(t, intent, NULL, NULL, NULL, NO_REQUEST);
}

void activity_set_stays(Vm *vm, bool stays)
{
    tasks_of(vm)->stays = stays;
}

void activity_go_home(Thread *t)
{
    if (tasks_of(t->vm)->stays)
        return;
    tasks_of(t->vm)->at_home = true;
    resume_top(t, true);
}

bool activity_token_alive(Vm *vm, const Object *token)
{
    const Activity *a = activity_by_token(vm, token);
    return a && a->state != ACTIVITY_NEW;
}

char *activity_top_name(Thread *t)
{
    const Activity *top = activity_top(t->vm);
    return top ? vm_string_to_utf8(GET_REF(t, root_get(top->info), &item_name)) : xstrdup("com.android.launcher3.Launcher");
}

/* ---- the process ----------------------------------------------------------------------------- */

static void bind_application(Thread *t, Object *app)
{
    static FieldRef process = FIELD("android/content/pm/ApplicationInfo", "processName", NULL);
    Object *info = package_application_info(t), *providers = info ? package_providers(t) : NULL;
    Object *config = providers ? configuration_new(t) : NULL;
    Object *bundle = config ? vm_new(t, vm_boot_class(t, "android/os/Bundle"), "()V") : NULL;
    Object *services = bundle ? vm_new(t, vm_boot_class(t, "java/util/HashMap"), "()V") : NULL;
    if (!services)
        return;
    vm_call_method(t, app, "bindApplication",
                   "(Ljava/lang/String;Landroid/content/pm/ApplicationInfo;Ljava/util/List;Landroid/content/ComponentName;Landroid/app/ProfilerInfo;"
                   "Landroid/os/Bundle;Landroid/app/IInstrumentationWatcher;Landroid/app/IUiAutomationConnection;IZZZ"
                   "Landroid/content/res/Configuration;Landroid/content/res/CompatibilityInfo;Ljava/util/Map;Landroid/os/Bundle;)V",
                   GET_REF(t, info, &process), info, providers, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, config, compatibility_none(t), services, bundle);
}

/* void attachApplication(IApplicationThread app): both calls only post messages to the app's main looper */
static void attachApplication(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    root_set(t->vm, &tasks_of(t->vm)->app_thread, args[1].l);
    bind_application(t, args[1].l);
    if (t->exception)
        return;
    if (tasks_of(t->vm)->restored)
        resume_top(t, false);
    else
        activity_launch(t);
}

/* void handleApplicationCrash(IBinder app, CrashInfo info): the framework's own handler met an uncaught exception */
static void handleApplicationCrash(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    UNUSED(result);                 /* noted where it was thrown: crash.c */
}

/* ---- starting and finishing --------------------------------------------------------------------- */

/* int startActivity(IApplicationThread, String package, Intent, String type, IBinder resultTo, String who, int request, int flags, ProfilerInfo, Bundle) */
static void startActivity(Thread *t, const Slot *args, Slot *result)
{
    result->i = activity_start(t, args[3].l, args[4].l, args[5].l, args[6].l, args[7].i);
}

/* int startActivities(IApplicationThread, String package, Intent[], String[] types, IBinder resultTo, Bundle, int user) */
static void startActivities(Thread *t, const Slot *args, Slot *result)
{
    const Object *intents = args[3].l, *types = args[4].l;
    for (i32 i = 0; i < ARRAY_LENGTH(intents) && result->i >= 0 && !t->exception; i++)
        result->i = activity_start(t, ref_object(ARRAY_REF(intents)[i]), types ? ref_object(ARRAY_REF(types)[i]) : NULL, args[5].l, NULL, NO_REQUEST);
}

/* Would the app have no activity left without a? */
static bool is_last_activity(Vm *vm, const Activity *a)
{
    for (const Task *task = tasks_of(vm)->front; task; task = task->behind)
        for (const Activity *other = task->top; other; other = other->below)
            if (other != a && !other->finishing && !other->other)
                return false;
    return true;
}

/* boolean finishActivity(IBinder token, int code, Intent data, boolean finishTask) */
static void finishActivity(Thread *t, const Slot *args, Slot *result)
{
    Activity *a = activity_by_token(t->vm, args[1].l);
    Object *data = parcel_copy(t, args[3].l);
    if (t->exception || (a && tasks_of(t->vm)->stays && is_last_activity(t->vm, a)))
        return;
    if (a && args[4].i)
        while (a->task->top != a && a->task->top)
            activity_finish(t, a->task->top, RESULT_CANCELED, NULL);
    if (a)
        activity_finish(t, a, args[2].i, data);
    result->i = 1;
}

/* boolean finishActivityAffinity(IBinder token): it and what is below it in the task */
static void finishActivityAffinity(Thread *t, const Slot *args, Slot *result)
{
    Activity *a = activity_by_token(t->vm, args[1].l);
    for (Activity *below; a && !t->exception; a = below) {
        below = a->below;
        activity_finish(t, a, RESULT_CANCELED, NULL);
    }
    result->i = 1;
}

/* void finishSubActivity(IBinder token, String who, int request) */
static void finishSubActivity(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Activity *from = activity_by_token(t->vm, args[1].l);
    for (Task *task = tasks_of(t->vm)->front; from && task; task = task->behind) {
        for (Activity *a = task->top; a; a = a->below) {
            if (a->result_to == from && a->request_code == args[3].i && !a->finishing) {
                activity_finish(t, a, RESULT_CANCELED, NULL);
                return;
            }
        }
    }
}

/* boolean navigateUpTo(IBinder token, Intent target, int code, Intent data): finishes down to the target, or starts it */
static void navigateUpTo(Thread *t, const Slot *args, Slot *result)
{
    Activity *from = activity_by_token(t->vm, args[1].l);
    Object *name = vm_call_method(t, args[2].l, "getComponent", "()Landroid/content/ComponentName;").l;
    Object *class_name = name ? vm_call_method(t, name, "getClassName", "()Ljava/lang/String;").l : NULL;
    Activity *target = from ? from->below : NULL;
    while (target && !same_string(GET_REF(t, root_get(target->info), &item_name), class_name))
        target = target->below;
    if (!from || t->exception)
        return;
    result->i = target != NULL;
    for (Activity *a; target && (a = task_top(target->task)) && a != target && !t->exception;)
        activity_finish(t, a, a == from ? args[3].i : RESULT_CANCELED, a == from ? args[4].l : NULL);
    if (target)
        return;
    activity_finish(t, from, args[3].i, args[4].l);
    result->i = activity_start(t, args[2].l, NULL, NULL, NULL, NO_REQUEST) >= 0;
}

/* boolean shouldUpRecreateTask(IBinder token, String affinity) */
static void shouldUpRecreateTask(Thread *t, const Slot *args, Slot *result)
{
    const Activity *a = activity_by_token(t->vm, args[1].l);
    result->i = a && !same_string(root_get(a->task->affinity), args[2].l);
}

/* boolean moveActivityTaskToBack(IBinder token, boolean nonRoot) */
static void moveActivityTaskToBack(Thread *t, const Slot *args, Slot *result)
{
    const Activity *a = activity_by_token(t->vm, args[1].l);
    if (!a || (!args[2].i && a->below) || tasks_of(t->vm)->stays)
        return;
    tasks_of(t->vm)->at_home = true;
    resume_top(t, true);
    result->i = 1;
}

/* void moveTaskToFront(int task, int flags, Bundle options) */
static void moveTaskToFront(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    for (Task *task = tasks_of(t->vm)->front; task; task = task->behind) {
        if (task->id == args[1].i) {
            task_to_front(t->vm, task);
            resume_top(t, false);
            return;
        }
    }
}

/* ---- questions ------------------------------------------------------------------------------------- */

static Object *component_of(Thread *t, const Activity *a)
{
    Object *info = root_get(a->info);
    return vm_new(t, vm_boot_class(t, "android/content/ComponentName"), "(Ljava/lang/String;Ljava/lang/String;)V", GET_REF(t, info, &item_package),
                  GET_REF(t, info, &item_name));
}

static void getCallingActivity(Thread *t, const Slot *args, Slot *result)
{
    const Activity *a = activity_by_token(t->vm, args[1].l);
    if (a && a->result_to)
        result->l = component_of(t, a->result_to);
}

static void getCallingPackage(Thread *t, const Slot *args, Slot *result)
{
    const Activity *a = activity_by_token(t->vm, args[1].l);
    if (a && a->result_to)
        result->l = GET_REF(t, root_get(a->result_to->info), &item_package);
}

static void getActivityClassForToken(Thread *t, const Slot *args, Slot *result)
{
    const Activity *a = activity_by_token(t->vm, args[1].l);
    if (a)
        result->l = component_of(t, a);
}

/* int getTaskForActivity(IBinder token, boolean onlyRoot) */
static void getTaskForActivity(Thread *t, const Slot *args, Slot *result)
{
    const Activity *a = activity_by_token(t->vm, args[1].l);
    result->i = a && (!args[2].i || !a->below) ? a->task->id : -1;
}

static void isTopOfTask(Thread *t, const Slot *args, Slot *result)
{
    const Activity *a = activity_by_token(t->vm, args[1].l);
    result->i = a && task_top(a->task) == a;
}

static void willActivityBeVisible(Thread *t, const Slot *args, Slot *result)
{
    const Activity *a = activity_by_token(t->vm, args[1].l);
    result->i = a && (a->shown || a == activity_top(t->vm));
}

/* void setRequestedOrientation(IBinder token, int orientation) */
static void setRequestedOrientation(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Activity *a = activity_by_token(t->vm, args[1].l);
    if (!a)
        return;
    a->orientation = args[2].i;
    orientation_follow(t);
}

static void getRequestedOrientation(Thread *t, const Slot *args, Slot *result)
{
    const Activity *a = activity_by_token(t->vm, args[1].l);
    result->i = a ? a->orientation : -1;
}

static void getConfiguration(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = configuration_new(t);
}

/* List<RunningTaskInfo> getTasks(int max, int flags) */
static void getTasks(Thread *t, const Slot *args, Slot *result)
{
#define TASK_INFO "android/app/ActivityManager$RunningTaskInfo"
    static FieldRef id = FIELD(TASK_INFO, "id", "I"), base = FIELD(TASK_INFO, "baseActivity", NULL), top = FIELD(TASK_INFO, "topActivity", NULL);
    static FieldRef count = FIELD(TASK_INFO, "numActivities", "I"), running = FIELD(TASK_INFO, "numRunning", "I");
    Object *list = list_new(t);
    i32 n = 0;
    for (const Task *task = tasks_of(t->vm)->front; list && task && n < args[1].i && !t->exception; task = task->behind) {
        const Activity *first = task_top(task), *last = first;
        Object *info = first ? vm_new(t, vm_boot_class(t, TASK_INFO), "()V") : NULL;
        if (!info)
            continue;
        i32 activities = 1;
        for (; last->below; last = last->below)
            activities++;
        SET_INT(t, info, &id, task->id);
        SET_INT(t, info, &count, activities);
        SET_INT(t, info, &running, activities);
        SET_REF(t, info, &top, component_of(t, first));
        SET_REF(t, info, &base, component_of(t, last));
        list_add(t, list, info);
        n++;
    }
    result->l = list;
}

/* void getMemoryInfo(ActivityManager.MemoryInfo out): a phone with plenty */
static void getMemoryInfo(Thread *t, const Slot *args, Slot *result)
{
#define MEMORY_INFO "android/app/ActivityManager$MemoryInfo"
    static FieldRef free_bytes = FIELD(MEMORY_INFO, "availMem", "J"), total = FIELD(MEMORY_INFO, "totalMem", "J"), threshold = FIELD(MEMORY_INFO, "threshold", "J");
    UNUSED(result);
    SET_LONG(t, args[1].l, &free_bytes, (i64)1 << 30);
    SET_LONG(t, args[1].l, &total, (i64)2 << 30);
    SET_LONG(t, args[1].l, &threshold, (i64)64 << 20);
}

/* ConfigurationInfo getDeviceConfigurationInfo() */
static void getDeviceConfigurationInfo(Thread *t, const Slot *args, Slot *result)
{
#define CONFIGURATION_INFO "android/content/pm/ConfigurationInfo"
    static FieldRef gl = FIELD(CONFIGURATION_INFO, "reqGlEsVersion", "I"), touch = FIELD(CONFIGURATION_INFO, "reqTouchScreen", "I");
    enum { ES_2_0 = 0x20000, FINGER = 3 };
    UNUSED(args);
    Object *info = vm_new(t, vm_boot_class(t, CONFIGURATION_INFO), "()V");
    if (!info)
        return;
    SET_INT(t, info, &gl, ES_2_0);
    SET_INT(t, info, &touch, FINGER);
    result->l = info;
}

/* List<RunningAppProcessInfo> getRunningAppProcesses(): this one */
static void getRunningAppProcesses(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *list = list_new(t), *packages = list ? vm_new_object_array(t, "java/lang/String", 1) : NULL;
    if (!packages)
        return;
    enum { FOREGROUND = 100 };
    static FieldRef importance = FIELD("android/app/ActivityManager$RunningAppProcessInfo", "importance", "I");
    Object *name = vm_string_utf8(t, package_name(t->vm));
    ARRAY_REF(packages)[0] = object_ref(name);
    Object *info = vm_new(t, vm_boot_class(t, "android/app/ActivityManager$RunningAppProcessInfo"), "(Ljava/lang/String;I[Ljava/lang/String;)V", name,
                          vm_call_static(t, "android/os/Process", "myPid", "()I").i, packages);
    if (!info)
        return;
    SET_INT(t, info, &importance, FOREGROUND);
    list_add(t, list, info);
    result->l = list;
}

/* int checkPermission(String permission, int pid, int uid): the system may do everything */
static void checkPermission(Thread *t, const Slot *args, Slot *result)
{
    Object *service = args[3].i == SYSTEM_UID ? NULL : service_object(t, "android/content/pm/IPackageManager");
    if (service)
        result->i = vm_call_method(t, service, "checkPermission", "(Ljava/lang/String;Ljava/lang/String;I)I", args[1].l,
                                   vm_string_utf8(t, package_name(t->vm)), 0).i;
}

/* int checkUriPermission(Uri, int pid, int uid, int modes, int user, IBinder): no URI has been granted to the app */
static void checkUriPermission(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = -1;
}

/* ContentProviderHolder getContentProvider(IApplicationThread caller, String authority, int user, boolean stable) */
static void getContentProvider(Thread *t, const Slot *args, Slot *result)
{
    result->l = system_provider_holder(t, args[2].l);
}

static void yes(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 1;
}

const ServiceMethod service_activity[] = {
    { "attachApplication", attachApplication },
    { "handleApplicationCrash", handleApplicationCrash },
    { "startActivity", startActivity },
    { "startActivityAsUser", startActivity },
    { "startActivityAsCaller", startActivity },
    { "startActivities", startActivities },
    { "finishActivity", finishActivity },
    { "finishActivityAffinity", finishActivityAffinity },
    { "finishSubActivity", finishSubActivity },
    { "navigateUpTo", navigateUpTo },
    { "shouldUpRecreateTask", shouldUpRecreateTask },
    { "moveActivityTaskToBack", moveActivityTaskToBack },
    { "moveTaskToFront", moveTaskToFront },
    { "activityResumed", activity_resumed },
    { "activityPaused", activity_paused },
    { "activityStopped", activity_stopped },
    { "activityDestroyed", activity_destroyed },
    { "activityIdle", activity_idle },
    { "activityRelaunched", NULL },
    { "activitySlept", NULL },
    { "getCallingActivity", getCallingActivity },
    { "getCallingPackage", getCallingPackage },
    { "getActivityClassForToken", getActivityClassForToken },
    { "getTaskForActivity", getTaskForActivity },
    { "isTopOfTask", isTopOfTask },
    { "willActivityBeVisible", willActivityBeVisible },
    { "setRequestedOrientation", setRequestedOrientation },
    { "getRequestedOrientation", getRequestedOrientation },
    { "getConfiguration", getConfiguration },
    { "getTasks", getTasks },
    { "getMemoryInfo", getMemoryInfo },
    { "getDeviceConfigurationInfo", getDeviceConfigurationInfo },
    { "getRunningAppProcesses", getRunningAppProcesses },
    { "checkPermission", checkPermission },
    { "checkPermissionWithToken", checkPermission },
    { "checkUriPermission", checkUriPermission },
    { "getContentProvider", getContentProvider },
    { "convertFromTranslucent", yes },
    { "convertToTranslucent", yes },
    { "isUserRunning", yes },
    COMPONENT_METHODS
    { "setTaskDescription", NULL },
    { "getActivityDisplayId", NULL },
    { "getActivityOptions", NULL },
    { "overridePendingTransition", NULL },
    { "reportActivityFullyDrawn", NULL },
    { "notifyActivityDrawn", NULL },
    { "setImmersive", NULL },
    { "isImmersive", NULL },
    { "getRecentTasks", NULL },
    { "getLockTaskModeState", NULL },
    { "isInLockTaskMode", NULL },
    { "releaseSomeActivities", NULL },
    { "registerUidObserver", NULL },
    { "unregisterUidObserver", NULL },
    { "handleApplicationStrictModeViolation", NULL },
    { "handleApplicationWtf", NULL },
    { 0 },
};

void activity_run_app(Thread *t)
{
    /* As every process of an app begins: what it prints goes to the log; time zone, logging, handler of crashes. */
    vm_call_static(t, "com/android/internal/os/RuntimeInit", "redirectLogStreams", "()V");
    if (!t->exception)
        vm_call_static(t, "com/android/internal/os/RuntimeInit", "commonInit", "()V");
    Object *none = t->exception ? NULL : vm_new_object_array(t, "java/lang/String", 0);
    if (none)
        vm_call_static(t, "android/app/ActivityThread", "main", "([Ljava/lang/String;)V", none);
}
