/* Services whose answers are short: power, vibrator, users, search, wallpaper, battery, and those where an idle phone has nothing to say. */
#include "android/java.h"
#include "android/natives.h"
#include "android/package.h"
#include "android/permissions.h"
#include "android/profile.h"
#include "android/services.h"

/* ---- power and vibrator --------------------------------------------------------------------- */

/* void acquireWakeLock(IBinder, …), releaseWakeLock(IBinder, int) */
static void wake_lock(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    enforce_permission(t, "android.permission.WAKE_LOCK", NULL);
}

static void device_power(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    enforce_permission(t, "android.permission.DEVICE_POWER", NULL);
}

static void reboot(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    enforce_permission(t, "android.permission.REBOOT", NULL);
}

const ServiceMethod service_power[] = {
    { "acquireWakeLock", wake_lock }, { "acquireWakeLockWithUid", wake_lock }, { "releaseWakeLock", wake_lock }, { "updateWakeLockUids", NULL },
    { "updateWakeLockWorkSource", NULL }, { "isWakeLockLevelSupported", .number = 1 }, { "isInteractive", .number = 1 }, { "isPowerSaveMode", NULL },
    { "isDeviceIdleMode", NULL }, { "userActivity", device_power }, { "wakeUp", device_power }, { "goToSleep", device_power }, { "reboot", reboot },
    { "powerHint", NULL }, { "isScreenBrightnessBoosted", NULL },
    { 0 },
};

static void vibrate(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    if (!app_has_permission(t, "android.permission.VIBRATE") && !t->exception)
        vm_throw(t, "java/lang/SecurityException", "Requires VIBRATE permission");
}

const ServiceMethod service_vibrator[] = {
    { "hasVibrator", .number = 1 }, { "vibrate", vibrate }, { "vibratePattern", vibrate }, { "cancelVibrate", vibrate },
    { 0 },
};

/* ---- users ------------------------------------------------------------------------------------- */

static Object *owner(Thread *t)
{
    enum { PRIMARY_ADMIN_INITIALIZED = 0x13 };
    return vm_new(t, vm_boot_class(t, "android/content/pm/UserInfo"), "(ILjava/lang/String;I)V", 0, vm_string_utf8(t, "Owner"), PRIMARY_ADMIN_INITIALIZED);
}

static void getUserInfo(Thread *t, const Slot *args, Slot *result)
{
    if (!args[1].i)
        result->l = owner(t);
}

static void getUsers(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *list = list_new(t), *user = list ? owner(t) : NULL;
    if (user)
        list_add(t, list, user);
    result->l = list;
}

static void empty_bundle(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_new(t, vm_boot_class(t, "android/os/Bundle"), "()V");
}

const ServiceMethod service_user[] = {
    { "getUserInfo", getUserInfo }, { "getUsers", getUsers }, { "getProfiles", getUsers }, { "getUserRestrictions", empty_bundle },
    { "getApplicationRestrictions", empty_bundle }, { "getApplicationRestrictionsForUser", empty_bundle }, { "getDefaultGuestRestrictions", empty_bundle },
    { "hasUserRestriction", NULL }, { "isRestricted", NULL }, { "getUserSerialNumber", NULL }, { "getUserHandle", NULL }, { "getProfileParent", NULL },
    { "canAddMoreManagedProfiles", NULL }, { "getUserIcon", NULL }, { "getUserCreationTime", NULL }, { "getCredentialOwnerProfile", NULL },
    { 0 },
};

/* ---- search -------------------------------------------------------------------------------------- */

static Object *info_of(Thread *t, Object *component)
{
    enum { GET_META_DATA = 128 };
    Object *packages = component ? service_object(t, "android/content/pm/IPackageManager") : NULL;
    return packages ? vm_call_method(t, packages, "getActivityInfo", "(Landroid/content/ComponentName;II)Landroid/content/pm/ActivityInfo;", component, GET_META_DATA, 0).l : NULL;
}

static Object *searchable_of(Thread *t, Object *activity_info)
{
    Object *main = vm_call_static(t, "android/app/ActivityThread", "currentActivityThread", "()Landroid/app/ActivityThread;").l;
    Object *context = main ? vm_call_method(t, main, "getSystemContext", "()Landroid/app/ContextImpl;").l : NULL;
    return context ? vm_call_static(t, "android/app/SearchableInfo", "getActivityMetaData", "(Landroid/content/Context;Landroid/content/pm/ActivityInfo;I)Landroid/app/SearchableInfo;",
                                    context, activity_info, 0).l : NULL;
}

/* The activity that searches for others: named in the activity's or the application's metadata. */
static Object *default_searchable(Thread *t, Object *activity_info)
{
    static FieldRef activity_data = FIELD("android/content/pm/PackageItemInfo", "metaData", NULL);
    static FieldRef application = FIELD("android/content/pm/ComponentInfo", "applicationInfo", NULL);
    Object *infos[] = { activity_info, GET_REF(t, activity_info, &application) };
    for (size_t i = 0; i < COUNT_OF(infos) && !t->exception; i++) {
        Object *data = infos[i] ? GET_REF(t, infos[i], &activity_data) : NULL;
        char *name = data ? vm_string_to_utf8(vm_call_method(t, data, "getString", "(Ljava/lang/String;)Ljava/lang/String;", vm_string_utf8(t, "android.app.default_searchable")).l) : NULL;
        if (!name)
            continue;
        char *full = *name == '.' ? xasprintf("%s%s", package_name(t->vm), name) : xstrdup(name);
        Object *component = vm_new(t, vm_boot_class(t, "android/content/ComponentName"), "(Ljava/lang/String;Ljava/lang/String;)V",
                                   vm_string_utf8(t, package_name(t->vm)), vm_string_utf8(t, full));
        bool none = !strcmp(name, "*");
        free(name);
        free(full);
        return none ? NULL : info_of(t, component);
    }
    return NULL;
}

/* SearchableInfo getSearchableInfo(ComponentName) */
static void getSearchableInfo(Thread *t, const Slot *args, Slot *result)
{
    Object *info = info_of(t, args[1].l);
    if (!info)
        return;
    result->l = searchable_of(t, info);
    Object *other = !result->l && !t->exception ? default_searchable(t, info) : NULL;
    if (other && !t->exception)
        result->l = searchable_of(t, other);
}

const ServiceMethod service_search[] = {
    { "getSearchableInfo", getSearchableInfo }, { "getSearchablesInGlobalSearch", NULL }, { "getGlobalSearchActivities", NULL }, { "getGlobalSearchActivity", NULL },
    { "getWebSearchActivity", NULL },
    { 0 },
};

/* ---- battery ------------------------------------------------------------------------------------------ */

/* int getProperty(int id, BatteryProperty out): full, and nothing else is known */
static void getBatteryProperty(Thread *t, const Slot *args, Slot *result)
{
    enum { CAPACITY = 4, UNKNOWN = -1 };
    result->i = args[1].i == CAPACITY ? 0 : UNKNOWN;
    if (args[1].i == CAPACITY && args[2].l)
        vm_call_method(t, args[2].l, "setLong", "(J)V", (i64)100);
}

const ServiceMethod service_battery[] = {
    { "getProperty", getBatteryProperty }, { "registerListener", NULL }, { "unregisterListener", NULL },
    { 0 },
};

/* ---- constants -------------------------------------------------------------------------------------------- */

const ServiceMethod service_uimode[] = {
    { "getCurrentModeType", .number = 1 /* normal */ }, { "getNightMode", .number = 1 /* no */ }, { "setNightMode", NULL }, { "enableCarMode", NULL }, { "disableCarMode", NULL },
    { 0 },
};

const ServiceMethod service_wallpaper[] = {
    { "getWidthHint", .number = SCREEN_WIDTH }, { "getHeightHint", .number = SCREEN_HEIGHT }, { "isWallpaperSupported", .number = 1 }, { "getWallpaper", NULL },
    { "getWallpaperInfo", NULL }, { "setDimensionHints", NULL }, { "clearWallpaper", NULL }, { "hasNamedWallpaper", NULL }, { "getName", .text = "" },
    { 0 },
};

const ServiceMethod service_telecom[] = {
    { "getDefaultDialerPackage", .text = "com.android.dialer" }, { "getSystemDialerPackage", .text = "com.android.dialer" }, { "getLine1Number", .text = "15555215554" },
    { "isInCall", NULL }, { "isRinging", NULL }, { "getCallState", NULL }, { "getCallCapablePhoneAccounts", NULL }, { "getAllPhoneAccounts", NULL },
    { "getAllPhoneAccountsCount", NULL }, { "getDefaultOutgoingPhoneAccount", NULL }, { "silenceRinger", NULL }, { "showInCallScreen", NULL },
    { 0 },
};

const ServiceMethod service_usb[] = {
    { "getDeviceList", NULL }, { "getCurrentAccessory", NULL }, { "isFunctionEnabled", NULL }, { "getPorts", NULL },
    { 0 },
};

/* Nobody uses accessibility services, admins, spelling checkers … on this phone: zero, null and empty are what it would say. */
const ServiceMethod service_idle[] = {
    { "*", NULL },
    { 0 },
};
