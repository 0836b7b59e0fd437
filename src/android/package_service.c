/*
 * Installing an app and answering for it. The manifest is read by the framework's
 * own PackageParser; what it gives is kept as the Java object it is, and turned
 * into the public Info objects by the framework's own generate… methods.
 */
#include "android/package.h"

#include "android/java.h"
#include "android/natives.h"
#include "android/profile.h"
#include "android/services.h"
#include "libcore/vfs.h"

enum { GET_META_DATA = 128, PERMISSION_GRANTED = 0, PERMISSION_DENIED = -1 };

typedef struct Installed {
    ObjectRef *parsed;              /* PackageParser.Package */
    char *name;
} Installed;

static Installed *installed(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_PACKAGE);
    if (!*slot)
        *slot = xcalloc(1, sizeof(Installed));
    return *slot;
}

static Object *parsed(Thread *t)
{
    return ref_object(*installed(t->vm)->parsed);
}

const char *package_name(Vm *vm)
{
    return installed(vm)->name;
}

#define PARSER "android/content/pm/PackageParser"
static FieldRef package_name_field = FIELD(PARSER "$Package", "packageName", "Ljava/lang/String;");
static FieldRef package_application = FIELD(PARSER "$Package", "applicationInfo", NULL);
static FieldRef package_activities = FIELD(PARSER "$Package", "activities", NULL);
static FieldRef package_providers_field = FIELD(PARSER "$Package", "providers", NULL);
static FieldRef package_permissions = FIELD(PARSER "$Package", "requestedPermissions", NULL);
static FieldRef component_class = FIELD(PARSER "$Component", "className", NULL);
static FieldRef component_intents = FIELD(PARSER "$Component", "intents", NULL);

/* ---- installing -------------------------------------------------------------------------- */

static void set_string(Thread *t, Object *o, FieldRef *field, const char *format, const char *argument)
{
    char *text = xasprintf("%s%s", format, argument);
    SET_REF(t, o, field, vm_string_utf8(t, text));
    free(text);
}

/* What the installer fills in: where the app lies, and who it is. */
static void complete(Thread *t, Object *package, const char *apk)
{
    static FieldRef source = FIELD("android/content/pm/ApplicationInfo", "sourceDir", NULL);
    static FieldRef public_source = FIELD("android/content/pm/ApplicationInfo", "publicSourceDir", NULL);
    static FieldRef data = FIELD("android/content/pm/ApplicationInfo", "dataDir", NULL);
    static FieldRef libraries = FIELD("android/content/pm/ApplicationInfo", "nativeLibraryDir", NULL);
    static FieldRef uid = FIELD("android/content/pm/ApplicationInfo", "uid", "I");
    static FieldRef process = FIELD("android/content/pm/ApplicationInfo", "processName", NULL);
    Object *info = GET_REF(t, package, &package_application);
    const char *name = installed(t->vm)->name;
    set_string(t, info, &source, apk, "");
    set_string(t, info, &public_source, apk, "");
    set_string(t, info, &data, "/data/data/", name);
    set_string(t, info, &libraries, "/data/app-lib/", name);
    SET_INT(t, info, &uid, APP_UID);
    if (!GET_REF(t, info, &process))
        set_string(t, info, &process, name, "");
}

bool package_install(Thread *t, const char *host_apk)
{
    static const char apk[] = "/data/app/base.apk";
    vfs_make_dirs(vfs_of(t->vm), "/data/app", 0755);
    vfs_make_dirs(vfs_of(t->vm), "/storage/emulated/0", 0771);
    int status = vfs_mount(vfs_of(t->vm), host_apk, apk, MOUNT_READ_ONLY);
    if (status)
        return vm_throw(t, "java/io/IOException", "%s: %s", host_apk, strerror(-status));
    Object *parser = vm_new(t, vm_boot_class(t, PARSER), "()V");
    Object *file = parser ? vm_new(t, vm_boot_class(t, "java/io/File"), "(Ljava/lang/String;)V", vm_string_utf8(t, apk)) : NULL;
    Object *package = file ? vm_call_method(t, parser, "parsePackage", "(Ljava/io/File;I)L" PARSER "$Package;", file, 0).l : NULL;
    if (!package)
        return false;
    Installed *app = installed(t->vm);
    app->parsed = vm_root_add(t->vm, package);
    app->name = vm_string_to_utf8(GET_REF(t, package, &package_name_field));
    complete(t, package, apk);
    char *data = xasprintf("/data/data/%s", app->name);
    vfs_make_dirs(vfs_of(t->vm), data, 0751);
    free(data);
    return !t->exception;
}

/* ---- the app's parts ------------------------------------------------------------------------ */

static Object *user_state(Thread *t)
{
    return vm_new(t, vm_boot_class(t, "android/content/pm/PackageUserState"), "()V");
}

Object *package_application_info(Thread *t)
{
    Object *state = user_state(t);
    return state ? vm_call_static(t, PARSER, "generateApplicationInfo", "(L" PARSER "$Package;ILandroid/content/pm/PackageUserState;I)Landroid/content/pm/ApplicationInfo;",
                                  parsed(t), GET_META_DATA, state, 0).l : NULL;
}

Object *package_activity_info(Thread *t, const Object *class_name)
{
    Object *list = GET_REF(t, parsed(t), &package_activities);
    for (i32 i = 0, n = list_size(t, list); i < n; i++) {
        Object *activity = list_get(t, list, i);
        if (!same_string(GET_REF(t, activity, &component_class), class_name))
            continue;
        Object *state = user_state(t);
        return state ? vm_call_static(t, PARSER, "generateActivityInfo", "(L" PARSER "$Activity;ILandroid/content/pm/PackageUserState;I)Landroid/content/pm/ActivityInfo;",
                                      activity, GET_META_DATA, state, 0).l : NULL;
    }
    return NULL;
}

static Object *provider_info(Thread *t, Object *provider, Object *state)
{
    return vm_call_static(t, PARSER, "generateProviderInfo", "(L" PARSER "$Provider;ILandroid/content/pm/PackageUserState;I)Landroid/content/pm/ProviderInfo;",
                          provider, GET_META_DATA, state, 0).l;
}

Object *package_providers(Thread *t)
{
    Object *out = vm_new(t, vm_boot_class(t, "java/util/ArrayList"), "()V");
    Object *list = GET_REF(t, parsed(t), &package_providers_field), *state = user_state(t);
    for (i32 i = 0, n = list_size(t, list); out && state && i < n && !t->exception; i++) {
        Object *info = provider_info(t, list_get(t, list, i), state);
        if (info)
            vm_call_method(t, out, "add", "(Ljava/lang/Object;)Z", info);
    }
    return out;
}

static bool is_launcher(Thread *t, Object *component)
{
    Object *filters = GET_REF(t, component, &component_intents);
    Object *action = vm_string_utf8(t, "android.intent.action.MAIN"), *category = vm_string_utf8(t, "android.intent.category.LAUNCHER");
    for (i32 i = 0, n = list_size(t, filters); i < n && !t->exception; i++) {
        Object *filter = list_get(t, filters, i);
        if (vm_call_method(t, filter, "hasAction", "(Ljava/lang/String;)Z", action).i
            && vm_call_method(t, filter, "hasCategory", "(Ljava/lang/String;)Z", category).i)
            return true;
    }
    return false;
}

Object *package_launcher(Thread *t)
{
    Object *list = GET_REF(t, parsed(t), &package_activities);
    for (i32 i = 0, n = list_size(t, list); i < n && !t->exception; i++) {
        Object *activity = list_get(t, list, i);
        if (is_launcher(t, activity))
            return GET_REF(t, activity, &component_class);
    }
    return NULL;
}

/* ---- the service ------------------------------------------------------------------------------ */

static bool is_ours(Thread *t, const Object *name)
{
    return vm_string_is(name, installed(t->vm)->name);
}

/* PackageInfo getPackageInfo(String name, int flags, int user): null when it is not installed */
static void getPackageInfo(Thread *t, const Slot *args, Slot *result)
{
    if (!args[1].l || !is_ours(t, args[1].l))
        return;
    Object *granted = vm_new(t, vm_boot_class(t, "android/util/ArraySet"), "()V"), *state = user_state(t);
    if (!granted || !state)
        return;
    vm_call_method(t, granted, "addAll", "(Ljava/util/Collection;)Z", GET_REF(t, parsed(t), &package_permissions));
    if (!t->exception)
        result->l = vm_call_static(t, PARSER, "generatePackageInfo",
                                   "(L" PARSER "$Package;[IIJJLjava/util/Set;Landroid/content/pm/PackageUserState;)Landroid/content/pm/PackageInfo;",
                                   parsed(t), NULL, args[2].i, vm_millis(t->vm), vm_millis(t->vm), granted, state).l;
}

static void getApplicationInfo(Thread *t, const Slot *args, Slot *result)
{
    if (args[1].l && is_ours(t, args[1].l))
        result->l = package_application_info(t);
}

/* ActivityInfo getActivityInfo(ComponentName name, int flags, int user) */
static void getActivityInfo(Thread *t, const Slot *args, Slot *result)
{
    if (args[1].l)
        result->l = package_activity_info(t, vm_call_method(t, args[1].l, "getClassName", "()Ljava/lang/String;").l);
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
    free(wanted);
}

static void getPackagesForUid(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *array = vm_new_object_array(t, "java/lang/String", 1);
    if (array)
        ARRAY_REF(array)[0] = object_ref(vm_string_utf8(t, installed(t->vm)->name));
    result->l = array;
}

static void getPackageUid(Thread *t, const Slot *args, Slot *result)
{
    result->i = args[1].l && is_ours(t, args[1].l) ? APP_UID : -1;
}

/* int checkPermission(String permission, String package, int user): what the manifest asks for is granted */
static void checkPermission(Thread *t, const Slot *args, Slot *result)
{
    Object *asked = GET_REF(t, parsed(t), &package_permissions);
    result->i = vm_call_method(t, asked, "contains", "(Ljava/lang/Object;)Z", args[1].l).i ? PERMISSION_GRANTED : PERMISSION_DENIED;
}

const ServiceMethod service_package[] = {
    { "getPackageInfo", getPackageInfo },
    { "getApplicationInfo", getApplicationInfo },
    { "getActivityInfo", getActivityInfo },
    { "resolveContentProvider", resolveContentProvider },
    { "getPackagesForUid", getPackagesForUid },
    { "getPackageUid", getPackageUid },
    { "checkPermission", checkPermission },
    { 0 },
};
