/* IPackageManager: what the app may ask about itself, the built-in apps, and what is not installed. */
#include "android/java.h"
#include "android/natives.h"
#include "android/other_apps.h"
#include "android/package.h"
#include "android/package_resolve.h"
#include "android/profile.h"
#include "android/providers.h"
#include "android/services.h"
#include "android/state.h"

#define PARSER "android/content/pm/PackageParser"

enum { PERMISSION_GRANTED = 0, PERMISSION_DENIED = -1, MATCH_DEFAULT_ONLY = 0x10000 };

static FieldRef package_permissions = FIELD(PARSER "$Package", "requestedPermissions", NULL);

static const OtherApp *other(Thread *t, const Object *name)
{
    char *text = vm_string_to_utf8(name);
    const OtherApp *app = text ? other_app_of_package(t->vm, text) : NULL;
    free(text);
    return app;
}

static bool is_ours(Thread *t, const Object *name)
{
    return name && vm_string_is(name, package_name(t->vm));
}

static Object *package_info(Thread *t, i32 flags)
{
    Object *granted = vm_new(t, vm_boot_class(t, "android/util/ArraySet"), "()V"), *state = package_user_state(t);
    if (!granted || !state)
        return NULL;
    vm_call_method(t, granted, "addAll", "(Ljava/util/Collection;)Z", GET_REF(t, package_parsed(t), &package_permissions));
    return t->exception ? NULL
        : vm_call_static(t, PARSER, "generatePackageInfo",
                         "(L" PARSER "$Package;[IIJJLjava/util/Set;Landroid/content/pm/PackageUserState;)Landroid/content/pm/PackageInfo;",
                         package_parsed(t), NULL, flags, vm_millis(t->vm), vm_millis(t->vm), granted, state).l;
}

static Object *other_package_info(Thread *t, const OtherApp *app)
{
    static FieldRef name = FIELD("android/content/pm/PackageInfo", "packageName", NULL), version = FIELD("android/content/pm/PackageInfo", "versionName", NULL);
    static FieldRef code = FIELD("android/content/pm/PackageInfo", "versionCode", "I"), application = FIELD("android/content/pm/PackageInfo", "applicationInfo", NULL);
    Object *info = vm_new(t, vm_boot_class(t, "android/content/pm/PackageInfo"), "()V"), *owner = info ? other_app_application_info(t, app) : NULL;
    if (!owner)
        return NULL;
    SET_REF(t, info, &name, vm_string_utf8(t, app->package));
    SET_REF(t, info, &version, vm_string_utf8(t, "6.0.1"));
    SET_INT(t, info, &code, 23);
    SET_REF(t, info, &application, owner);
    return info;
}

/* PackageInfo getPackageInfo(String name, int flags, int user): null when it is not installed */
static void getPackageInfo(Thread *t, const Slot *args, Slot *result)
{
    const OtherApp *app = other(t, args[1].l);
    if (is_ours(t, args[1].l))
        result->l = package_info(t, args[2].i);
    else if (app)
        result->l = other_package_info(t, app);
}

static void getApplicationInfo(Thread *t, const Slot *args, Slot *result)
{
    const OtherApp *app = other(t, args[1].l);
    if (is_ours(t, args[1].l))
        result->l = package_application_info(t);
    else if (app)
        result->l = other_app_application_info(t, app);
}

static Object *named(Thread *t, ComponentKind kind, Object *name)
{
    Object *intent = name ? vm_new(t, vm_boot_class(t, "android/content/Intent"), "()V") : NULL;
    if (!intent)
        return NULL;
    vm_call_method(t, intent, "setComponent", "(Landroid/content/ComponentName;)Landroid/content/Intent;", name);
    return package_component_by_intent(t, kind, intent);
}

#define INFO_GETTER(name, kind) static void name(Thread *t, const Slot *args, Slot *result) { result->l = named(t, kind, args[1].l); }
INFO_GETTER(getActivityInfo, KIND_ACTIVITY)
INFO_GETTER(getReceiverInfo, KIND_RECEIVER)
INFO_GETTER(getServiceInfo, KIND_SERVICE)
INFO_GETTER(getProviderInfo, KIND_PROVIDER)

/* List queryIntent…(Intent intent, String type, int flags, int user) */
#define INTENT_QUERY(name, kind, only) \
    static void name(Thread *t, const Slot *args, Slot *result) { result->l = package_query(t, kind, args[1].l, args[2].l, only && args[3].i & MATCH_DEFAULT_ONLY); }
INTENT_QUERY(queryIntentActivities, KIND_ACTIVITY, true)
INTENT_QUERY(queryIntentReceivers, KIND_RECEIVER, false)
INTENT_QUERY(queryIntentServices, KIND_SERVICE, false)
INTENT_QUERY(queryIntentContentProviders, KIND_PROVIDER, false)

static void first_of(Thread *t, Object *list, Slot *result)
{
    result->l = list_size(t, list) > 0 ? list_get(t, list, 0) : NULL;
}

/* ResolveInfo resolveIntent(Intent intent, String type, int flags, int user) */
static void resolveIntent(Thread *t, const Slot *args, Slot *result)
{
    first_of(t, package_query(t, KIND_ACTIVITY, args[1].l, args[2].l, args[3].i & MATCH_DEFAULT_ONLY), result);
}

static void resolveService(Thread *t, const Slot *args, Slot *result)
{
    first_of(t, package_query(t, KIND_SERVICE, args[1].l, args[2].l, false), result);
}

static Object *slice(Thread *t, Object *list)
{
    return list ? vm_new(t, vm_boot_class(t, "android/content/pm/ParceledListSlice"), "(Ljava/util/List;)V", list) : NULL;
}

static void getInstalledApplications(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *list = list_new(t);
    const char *last = "";
    if (list)
        list_add(t, list, package_application_info(t));
    for (const OtherApp *app = NULL; list && !t->exception && (app = other_app_next(t->vm, app));) {
        if (strcmp(app->package, last))
            list_add(t, list, other_app_application_info(t, app));
        last = app->package;
    }
    result->l = slice(t, list);
}

static void getInstalledPackages(Thread *t, const Slot *args, Slot *result)
{
    Object *list = list_new(t), *info = list ? package_info(t, args[1].i) : NULL;
    if (info)
        list_add(t, list, info);
    const char *last = "";
    for (const OtherApp *app = NULL; list && !t->exception && (app = other_app_next(t->vm, app));) {
        if (strcmp(app->package, last))
            list_add(t, list, other_package_info(t, app));
        last = app->package;
    }
    result->l = slice(t, list);
}

/* void setComponentEnabledSetting(ComponentName name, int state, int flags, int user) */
static void setComponentEnabledSetting(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    package_switch_component(t, vm_call_method(t, args[1].l, "getClassName", "()Ljava/lang/String;").l, args[2].i);
}

static void getComponentEnabledSetting(Thread *t, const Slot *args, Slot *result)
{
    result->i = package_component_setting(t, vm_call_method(t, args[1].l, "getClassName", "()Ljava/lang/String;").l);
}

/* What an emulator has; no telephony, camera, bluetooth or NFC hardware. */
static void hasSystemFeature(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    static const char *const features[] = {
        "android.hardware.touchscreen", "android.hardware.touchscreen.multitouch", "android.hardware.touchscreen.multitouch.distinct",
        "android.hardware.touchscreen.multitouch.jazzhand", "android.hardware.screen.portrait", "android.hardware.screen.landscape",
        "android.hardware.location", "android.hardware.location.network", "android.hardware.location.gps", "android.hardware.wifi",
        "android.hardware.microphone", "android.hardware.faketouch", "android.hardware.sensor.accelerometer", "android.hardware.sensor.compass",
        "android.hardware.telephony", "android.hardware.telephony.gsm", "android.hardware.audio.output",
        "android.software.app_widgets", "android.software.home_screen", "android.software.input_methods", "android.software.live_wallpaper",
        "android.software.webview", "android.software.print", "android.software.backup", "android.software.voice_recognizers",
    };
    for (size_t i = 0; i < COUNT_OF(features) && !result->i; i++)
        result->i = args[1].l && vm_string_is(args[1].l, features[i]);
}

/* Is the authority one of those, separated by semicolons, that the provider has? */
static bool has_authority(const Object *all, const char *wanted)
{
    char *text = vm_string_to_utf8(all), *rest = text;
    bool found = false;
    for (char *one; !found && (one = strsep(&rest, ";"));)
        found = !strcmp(one, wanted);
    free(text);
    return found;
}

/* ProviderInfo resolveContentProvider(String authority, int flags, int user) */
static void resolveContentProvider(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef authority = FIELD("android/content/pm/ProviderInfo", "authority", NULL);
    char *wanted = vm_string_to_utf8(args[1].l);
    Object *list = wanted ? package_providers(t) : NULL;
    for (i32 i = 0, n = list_size(t, list); i < n && !result->l && !t->exception; i++) {
        Object *info = list_get(t, list, i);
        if (has_authority(GET_REF(t, info, &authority), wanted))
            result->l = info;
    }
    if (wanted && !result->l && !t->exception)
        result->l = system_provider_info(t, wanted);
    free(wanted);
}

static void getPackagesForUid(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *array = vm_new_object_array(t, "java/lang/String", 1);
    if (array)
        ARRAY_REF(array)[0] = object_ref(vm_string_utf8(t, package_name(t->vm)));
    result->l = array;
}

static void getPackageUid(Thread *t, const Slot *args, Slot *result)
{
    result->i = args[1].l && is_ours(t, args[1].l) ? APP_UID : -1;
}

/* int checkPermission(String permission, String package, int user): what the manifest asks for is granted, unless the user refused it */
static void checkPermission(Thread *t, const Slot *args, Slot *result)
{
    Object *asked = GET_REF(t, package_parsed(t), &package_permissions);
    char *name = vm_string_to_utf8(args[1].l);
    bool denied = name && map_get(&manager_state(t->vm)->denied_permissions, name);
    free(name);
    result->i = denied ? PERMISSION_DENIED : vm_call_method(t, asked, "contains", "(Ljava/lang/Object;)Z", args[1].l).i ? PERMISSION_GRANTED : PERMISSION_DENIED;
}

const ServiceMethod service_package[] = {
    { "getPackageInfo", getPackageInfo },
    { "getApplicationInfo", getApplicationInfo },
    { "getActivityInfo", getActivityInfo }, { "getReceiverInfo", getReceiverInfo }, { "getServiceInfo", getServiceInfo }, { "getProviderInfo", getProviderInfo },
    { "queryIntentActivities", queryIntentActivities }, { "queryIntentReceivers", queryIntentReceivers },
    { "queryIntentServices", queryIntentServices }, { "queryIntentContentProviders", queryIntentContentProviders },
    { "resolveIntent", resolveIntent }, { "resolveService", resolveService },
    { "getInstalledApplications", getInstalledApplications }, { "getInstalledPackages", getInstalledPackages },
    { "setComponentEnabledSetting", setComponentEnabledSetting }, { "getComponentEnabledSetting", getComponentEnabledSetting },
    { "hasSystemFeature", hasSystemFeature },
    { "resolveContentProvider", resolveContentProvider },
    { "getPackagesForUid", getPackagesForUid },
    { "getPackageUid", getPackageUid },
    { "checkPermission", checkPermission },
    { 0 },
};
