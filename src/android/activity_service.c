/*
 * The activity service. It speaks to the app through its IApplicationThread, as
 * the system server does: bindApplication when the process attaches, then the
 * launcher's activity.
 *
 * Now: one activity, started; what the app reports about it is noted. The task
 * stack with pausing, results and configuration changes comes next.
 */
#include "android/activity.h"

#include "android/natives.h"
#include "android/package.h"
#include "android/providers.h"
#include "android/services.h"

typedef struct Activities {
    ObjectRef *app_thread;          /* the app's IApplicationThread */
    ObjectRef *token;               /* of the activity on top */
    ObjectRef *crash;
    bool resumed, idle;
} Activities;

static Activities *state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_ACTIVITIES);
    if (!*slot)
        *slot = xcalloc(1, sizeof(Activities));
    return *slot;
}

Object *activity_crash(Vm *vm)
{
    const Activities *a = state(vm);
    return a->crash ? ref_object(*a->crash) : NULL;
}

bool activity_is_idle(Vm *vm)
{
    return state(vm)->idle;
}

/* ---- what the app is told ---------------------------------------------------------------- */

static Object *configuration(Thread *t)
{
    static FieldRef orientation = FIELD("android/content/res/Configuration", "orientation", "I");
    static FieldRef width = FIELD("android/content/res/Configuration", "screenWidthDp", "I");
    static FieldRef height = FIELD("android/content/res/Configuration", "screenHeightDp", "I");
    static FieldRef smallest = FIELD("android/content/res/Configuration", "smallestScreenWidthDp", "I");
    static FieldRef density = FIELD("android/content/res/Configuration", "densityDpi", "I");
    static FieldRef layout = FIELD("android/content/res/Configuration", "screenLayout", "I");
    static FieldRef mode = FIELD("android/content/res/Configuration", "uiMode", "I");
    static FieldRef touch = FIELD("android/content/res/Configuration", "touchscreen", "I");
    static FieldRef keyboard = FIELD("android/content/res/Configuration", "keyboard", "I");
    static FieldRef hidden = FIELD("android/content/res/Configuration", "keyboardHidden", "I");
    static FieldRef navigation = FIELD("android/content/res/Configuration", "navigation", "I");
    static FieldRef scale = FIELD("android/content/res/Configuration", "fontScale", "F");
    static FieldRef locale = FIELD("android/content/res/Configuration", "locale", NULL);
    enum { PORTRAIT = 1, LONG_NORMAL_LTR = 0x62, TYPE_NORMAL_NIGHT_NO = 0x11, FINGER = 3, NO_KEYS = 1, KEYS_HIDDEN = 2, NO_NAVIGATION = 1 };
    Object *c = vm_new(t, vm_boot_class(t, "android/content/res/Configuration"), "()V");
    if (!c)
        return NULL;
    SET_INT(t, c, &orientation, PORTRAIT);
    SET_INT(t, c, &width, 411);
    SET_INT(t, c, &height, 683);
    SET_INT(t, c, &smallest, 411);
    SET_INT(t, c, &density, 420);
    SET_INT(t, c, &layout, LONG_NORMAL_LTR);
    SET_INT(t, c, &mode, TYPE_NORMAL_NIGHT_NO);
    SET_INT(t, c, &touch, FINGER);
    SET_INT(t, c, &keyboard, NO_KEYS);
    SET_INT(t, c, &hidden, KEYS_HIDDEN);
    SET_INT(t, c, &navigation, NO_NAVIGATION);
    SET_FLOAT(t, c, &scale, 1);
    SET_REF(t, c, &locale, vm_call_static(t, "java/util/Locale", "getDefault", "()Ljava/util/Locale;").l);
    return c;
}

static Object *compatibility(Thread *t)
{
    static FieldRef none = FIELD("android/content/res/CompatibilityInfo", "DEFAULT_COMPATIBILITY_INFO", NULL);
    return ref_object(*(ObjectRef *)field_address(t, &none));
}

static void bind_application(Thread *t, Object *app)
{
    static FieldRef process = FIELD("android/content/pm/ApplicationInfo", "processName", NULL);
    Object *info = package_application_info(t), *providers = info ? package_providers(t) : NULL;
    Object *config = providers ? configuration(t) : NULL;
    Object *bundle = config ? vm_new(t, vm_boot_class(t, "android/os/Bundle"), "()V") : NULL;
    Object *services = bundle ? vm_new(t, vm_boot_class(t, "java/util/HashMap"), "()V") : NULL;
    if (!services)
        return;
    vm_call_method(t, app, "bindApplication",
                   "(Ljava/lang/String;Landroid/content/pm/ApplicationInfo;Ljava/util/List;Landroid/content/ComponentName;Landroid/app/ProfilerInfo;"
                   "Landroid/os/Bundle;Landroid/app/IInstrumentationWatcher;Landroid/app/IUiAutomationConnection;IZZZ"
                   "Landroid/content/res/Configuration;Landroid/content/res/CompatibilityInfo;Ljava/util/Map;Landroid/os/Bundle;)V",
                   GET_REF(t, info, &process), info, providers, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, config, compatibility(t), services, bundle);
}

static void launch(Thread *t, Object *app)
{
    Object *name = package_launcher(t), *info = name ? package_activity_info(t, name) : NULL;
    if (!info) {
        if (!t->exception)
            vm_throw(t, "java/lang/IllegalStateException", "the app has no activity for the launcher");
        return;
    }
    Object *intent = vm_new(t, vm_boot_class(t, "android/content/Intent"), "(Ljava/lang/String;)V", vm_string_utf8(t, "android.intent.action.MAIN"));
    if (!intent)
        return;
    vm_call_method(t, intent, "addCategory", "(Ljava/lang/String;)Landroid/content/Intent;", vm_string_utf8(t, "android.intent.category.LAUNCHER"));
    vm_call_method(t, intent, "setClassName", "(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;", vm_string_utf8(t, package_name(t->vm)), name);
    Object *token = service_new_object(t, "android/view/IApplicationToken"), *config = configuration(t);
    if (t->exception || !token || !config)
        return;
    state(t->vm)->token = vm_root_add(t->vm, token);
    enum { STATE_TOP = 2 };
    vm_call_method(t, app, "scheduleLaunchActivity",
                   "(Landroid/content/Intent;Landroid/os/IBinder;ILandroid/content/pm/ActivityInfo;Landroid/content/res/Configuration;"
                   "Landroid/content/res/Configuration;Landroid/content/res/CompatibilityInfo;Ljava/lang/String;Lcom/android/internal/app/IVoiceInteractor;"
                   "ILandroid/os/Bundle;Landroid/os/PersistableBundle;Ljava/util/List;Ljava/util/List;ZZLandroid/app/ProfilerInfo;)V",
                   intent, token, 1, info, config, NULL, compatibility(t), NULL, NULL, STATE_TOP, NULL, NULL, NULL, NULL, 0, 1, NULL);
}

/* ---- what the app says ------------------------------------------------------------------------ */

/* void attachApplication(IApplicationThread app): both calls only post messages to the app's main looper */
static void attachApplication(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    state(t->vm)->app_thread = vm_root_add(t->vm, args[1].l);
    bind_application(t, args[1].l);
    if (!t->exception)
        launch(t, args[1].l);
}

static void activityResumed(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    state(t->vm)->resumed = true;
}

static void activityIdle(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    state(t->vm)->idle = true;
}

static void checkPermission(Thread *t, const Slot *args, Slot *result)
{
    Object *service = service_object(t, "android/content/pm/IPackageManager");
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

/* void handleApplicationCrash(IBinder app, CrashInfo info): the framework's own handler met an uncaught exception */
static void handleApplicationCrash(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Activities *a = state(t->vm);
    if (!a->crash)
        a->crash = vm_root_add(t->vm, args[2].l);
}

const ServiceMethod service_activity[] = {
    { "attachApplication", attachApplication },
    { "activityResumed", activityResumed },
    { "activityIdle", activityIdle },
    { "checkPermission", checkPermission },
    { "checkPermissionWithToken", checkPermission },
    { "checkUriPermission", checkUriPermission },
    { "handleApplicationCrash", handleApplicationCrash },
    { "getContentProvider", getContentProvider },
    { "publishContentProviders", NULL },
    { "setTaskDescription", NULL },
    { "getActivityDisplayId", NULL },
    { "getActivityOptions", NULL },
    { 0 },
};

void activity_run_app(Thread *t)
{
    Object *none = vm_new_object_array(t, "java/lang/String", 0);
    if (none)
        vm_call_static(t, "android/app/ActivityThread", "main", "([Ljava/lang/String;)V", none);
}
