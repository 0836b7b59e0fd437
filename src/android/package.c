/*
 * Installing an app. The manifest is read by the framework's own PackageParser;
 * what it gives is kept as the Java object it is, and turned into the public Info
 * objects by the framework's own generate… methods.
 */
#include "android/package.h"

#include "android/app_files.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/package_resolve.h"
#include "android/profile.h"
#include "libcore/vfs.h"

enum { GET_META_DATA = 128 };

typedef struct Installed {
    ObjectRef *parsed;              /* PackageParser.Package */
    ObjectRef *switched;            /* map of class names that the app has enabled (true) or disabled (false) itself */
    char *name;
} Installed;

static Installed *installed(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_PACKAGE);
    if (!*slot)
        *slot = xcalloc(1, sizeof(Installed));
    return *slot;
}

Object *package_parsed(Thread *t)
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

void package_waive_min_sdk(Thread *t)
{
    static FieldRef version = FIELD(PARSER, "SDK_VERSION", "I");
    u8 *place = field_address(t, &version);
    if (place)
        *(i32 *)place = INT32_MAX;
}

/* What the parser accepts and a phone could not start either. False: thrown. */
static bool can_run(Thread *t, const char *apk)
{
    Object *file = vm_new(t, vm_boot_class(t, "java/util/zip/ZipFile"), "(Ljava/lang/String;)V", vm_string_utf8(t, apk));
    bool has_code = file && vm_call_method(t, file, "getEntry", "(Ljava/lang/String;)Ljava/util/zip/ZipEntry;", vm_string_utf8(t, "classes.dex")).l;
    if (file && !t->exception)
        vm_call_method(t, file, "close", "()V");
    if (!has_code && !t->exception)
        vm_throw(t, "java/lang/IllegalStateException", "it has no classes.dex: nothing of it runs on the virtual machine");
    if (!t->exception && !package_launcher(t) && !t->exception)
        vm_throw(t, "java/lang/IllegalStateException", "it has no activity that a launcher could start");
    return !t->exception;
}

bool package_install(Thread *t, const char *host_apk)
{
    static const char apk[] = "/data/app/base.apk";
    vfs_make_dirs(vfs_of(t->vm), "/data/app", 0755);
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
    return !t->exception && can_run(t, apk) && app_files_prepare(t);
}

/* ---- the app's parts ------------------------------------------------------------------------ */

Object *package_user_state(Thread *t)
{
    return vm_new(t, vm_boot_class(t, "android/content/pm/PackageUserState"), "()V");
}

void package_switch_component(Thread *t, Object *class_name, i32 setting)
{
    enum { DEFAULT, ENABLED };
    Installed *app = installed(t->vm);
    if (!app->switched)
        root_set(t->vm, &app->switched, vm_new(t, vm_boot_class(t, "java/util/HashMap"), "()V"));
    if (t->exception)
        return;
    Object *map = root_get(app->switched);
    if (setting == DEFAULT)
        vm_call_method(t, map, "remove", "(Ljava/lang/Object;)Ljava/lang/Object;", class_name);
    else
        vm_call_method(t, map, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", class_name, vm_box(t, 'Z', (Slot){ .i = setting == ENABLED }));
}

i32 package_component_setting(Thread *t, Object *class_name)
{
    enum { DEFAULT, ENABLED, DISABLED };
    Object *map = root_get(installed(t->vm)->switched);
    Object *value = map ? vm_call_method(t, map, "get", "(Ljava/lang/Object;)Ljava/lang/Object;", class_name).l : NULL;
    Slot on = { 0 };
    return value && vm_unbox(value, 'Z', &on) ? on.i ? ENABLED : DISABLED : DEFAULT;
}

bool package_component_enabled(Thread *t, Object *component)
{
    static FieldRef info_field[] = { FIELD(PARSER "$Activity", "info", NULL), FIELD(PARSER "$Service", "info", NULL), FIELD(PARSER "$Provider", "info", NULL) };
    static FieldRef enabled = FIELD("android/content/pm/ComponentInfo", "enabled", "Z");
    i32 setting = package_component_setting(t, GET_REF(t, component, &component_class));
    if (setting)
        return setting == 1;
    for (size_t i = 0; i < COUNT_OF(info_field); i++)
        if (!strcmp(object_class(component)->name->text, info_field[i].owner))
            return FIELD_AT(GET_REF(t, component, &info_field[i]), u8, field_offset(t, &enabled));
    return true;
}

Object *package_application_info(Thread *t)
{
    Object *state = package_user_state(t);
    return state ? vm_call_static(t, PARSER, "generateApplicationInfo", "(L" PARSER "$Package;ILandroid/content/pm/PackageUserState;I)Landroid/content/pm/ApplicationInfo;",
                                  package_parsed(t), GET_META_DATA, state, 0).l : NULL;
}

Object *package_providers(Thread *t)
{
    static FieldRef order = FIELD("android/content/pm/ProviderInfo", "initOrder", "I");
    Object *list = package_components(t, KIND_PROVIDER), *out = list ? list_new(t) : NULL;
    for (i32 i = 0, n = list_size(t, list); out && i < n && !t->exception; i++) {
        Object *info = list_get(t, list, i);
        i32 place = 0;
        while (place < i && GET_INT(t, list_get(t, out, place), &order) >= GET_INT(t, info, &order))
            place++;
        vm_call_method(t, out, "add", "(ILjava/lang/Object;)V", place, info);
    }
    return t->exception ? NULL : out;
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
    Object *list = GET_REF(t, package_parsed(t), &package_activities);
    for (i32 i = 0, n = list_size(t, list); i < n && !t->exception; i++) {
        Object *activity = list_get(t, list, i);
        if (package_component_enabled(t, activity) && is_launcher(t, activity))
            return GET_REF(t, activity, &component_class);
    }
    return NULL;
}

