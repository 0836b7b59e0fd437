/* Finding, making and opening the system's providers. See providers.h. */
#include "android/providers.h"

#include "android/natives.h"
#include "android/package.h"
#include "android/permissions.h"
#include "android/profile.h"

enum { SYSTEM_PROVIDER_UID = 10001, MOST_METHODS = 24 };

#define PROVIDERS(X)                                                                                                           \
    X(settings) X(contacts) X(calllog) X(calendar) X(media) X(sms) X(mms) X(mms_sms) X(carriers) X(dictionary) X(downloads)      \
    X(browser) X(sim) X(voicemail)

#define X(name) extern const Provider provider_##name;
PROVIDERS(X)
#undef X

static const Provider *const all_providers[] = {
#define X(name) &provider_##name,
    PROVIDERS(X)
#undef X
};

/* What was made of a provider. */
typedef struct Made {
    ObjectRef *object, *database;
} Made;

static Made *made_of(Vm *vm, const Provider *provider)
{
    void **slot = vm_extension(vm, EXT_SYSTEM_PROVIDERS);
    if (!*slot)
        *slot = xcalloc(COUNT_OF(all_providers), sizeof(Made));
    for (size_t i = 0; i < COUNT_OF(all_providers); i++)
        if (all_providers[i] == provider)
            return (Made *)*slot + i;
    return NULL;
}

static bool has_authority(const char *all, const char *wanted)
{
    size_t length = strlen(wanted);
    for (const char *at = all; at; at = strchr(at, ';') ? strchr(at, ';') + 1 : NULL)
        if (!strncmp(at, wanted, length) && (at[length] == ';' || !at[length]))
            return true;
    return false;
}

static const Provider *find(const char *authority)
{
    for (size_t i = 0; i < COUNT_OF(all_providers); i++)
        if (has_authority(all_providers[i]->authority, authority))
            return all_providers[i];
    return NULL;
}

const Provider *provider_of(Thread *t)
{
    return t->frame->method->native_data;
}

/* ---- ProviderInfo ----------------------------------------------------------------------- */

static char *dotted(const char *internal_name)
{
    char *name = xstrdup(internal_name);
    for (char *p = name; *p; p++)
        if (*p == '/')
            *p = '.';
    return name;
}

static void set_text(Thread *t, Object *o, const char *owner, const char *name, const char *text)
{
    FieldRef field = FIELD(owner, name, "Ljava/lang/String;");
    if (text && o)
        SET_REF(t, o, &field, vm_string_utf8(t, text));
}

static Object *application_info(Thread *t, const Provider *provider)
{
    static FieldRef uid = FIELD("android/content/pm/ApplicationInfo", "uid", "I");
    static FieldRef flags = FIELD("android/content/pm/ApplicationInfo", "flags", "I");
    enum { FLAG_SYSTEM = 1 };
    Object *info = vm_new(t, vm_boot_class(t, "android/content/pm/ApplicationInfo"), "()V");
    if (!info)
        return NULL;
    set_text(t, info, "android/content/pm/PackageItemInfo", "packageName", provider->package);
    set_text(t, info, "android/content/pm/ApplicationInfo", "processName", provider->package);
    SET_INT(t, info, &uid, SYSTEM_PROVIDER_UID);
    SET_INT(t, info, &flags, FLAG_SYSTEM);
    return info;
}

static void add_path_permission(Thread *t, Object *info, const Provider *provider)
{
    static FieldRef permissions = FIELD("android/content/pm/ProviderInfo", "pathPermissions", NULL);
    enum { PATTERN_PREFIX = 1 };
    Object *one = vm_new(t, vm_boot_class(t, "android/content/pm/PathPermission"), "(Ljava/lang/String;ILjava/lang/String;Ljava/lang/String;)V",
                         vm_string_utf8(t, provider->path_prefix), PATTERN_PREFIX, vm_string_utf8(t, provider->read_permission),
                         vm_string_utf8(t, provider->write_permission));
    Object *array = one ? vm_new_object_array(t, "android/content/pm/PathPermission", 1) : NULL;
    if (!array)
        return;
    ARRAY_REF(array)[0] = object_ref(one);
    SET_REF(t, info, &permissions, array);
}

static Object *provider_info(Thread *t, const Provider *provider)
{
    static FieldRef application = FIELD("android/content/pm/ComponentInfo", "applicationInfo", NULL);
    static FieldRef exported = FIELD("android/content/pm/ComponentInfo", "exported", "Z");
    Object *info = vm_new(t, vm_boot_class(t, "android/content/pm/ProviderInfo"), "()V"), *app = info ? application_info(t, provider) : NULL;
    if (!app)
        return NULL;
    char *name = dotted(provider->class_name);
    set_text(t, info, "android/content/pm/PackageItemInfo", "name", name);
    free(name);
    set_text(t, info, "android/content/pm/PackageItemInfo", "packageName", provider->package);
    set_text(t, info, "android/content/pm/ComponentInfo", "processName", provider->package);
    set_text(t, info, "android/content/pm/ProviderInfo", "authority", provider->authority);
    if (provider->path_prefix) {
        add_path_permission(t, info, provider);
    } else {
        set_text(t, info, "android/content/pm/ProviderInfo", "readPermission", provider->read_permission);
        set_text(t, info, "android/content/pm/ProviderInfo", "writePermission", provider->write_permission);
    }
    SET_REF(t, info, &application, app);
    SET_BOOL(t, info, &exported, true);
    return info;
}

Object *system_provider_info(Thread *t, const char *authority)
{
    const Provider *provider = find(authority);
    return provider ? provider_info(t, provider) : NULL;
}

/* ---- the object ---------------------------------------------------------------------------- */

static u32 add_methods(MadeMethod *to, u32 count, const MadeMethod *from, const Provider *provider)
{
    for (; from && from->name && count < MOST_METHODS; from++) {
        bool there = false;
        for (u32 i = 0; i < count; i++)
            there |= !strcmp(to[i].name, from->name) && !strcmp(to[i].descriptor, from->descriptor);
        if (!there)
            to[count++] = (MadeMethod){ from->name, from->descriptor, ACC_PUBLIC, from->function, (void *)provider };
    }
    return count;
}

static Class *make_class(Thread *t, const Provider *provider)
{
    MadeMethod methods[MOST_METHODS];
    u32 count = add_methods(methods, 0, provider->methods, provider);
    count = add_methods(methods, count, provider_sql_methods, provider);
    Class *c = vm_make_class(t, &(MadeClass){ .name = provider->class_name, .super = vm_boot_class(t, "android/content/ContentProvider"),
                                              .access = ACC_PUBLIC, .methods = methods, .method_count = count });
    return c && vm_initialize_class(t, c) ? c : NULL;
}

static Object *system_context(Thread *t)
{
    Object *main = vm_call_static(t, "android/app/ActivityThread", "currentActivityThread", "()Landroid/app/ActivityThread;").l;
    return main ? vm_call_method(t, main, "getSystemContext", "()Landroid/app/ContextImpl;").l : NULL;
}

static Object *make_object(Thread *t, const Provider *provider)
{
    static FieldRef uid = FIELD("android/content/ContentProvider", "mMyUid", "I");
    Class *c = make_class(t, provider);
    Object *info = c ? provider_info(t, provider) : NULL, *context = info ? system_context(t) : NULL;
    Object *o = context ? vm_new_object(t, c) : NULL;
    if (!o)
        return NULL;
    vm_call(t, vm_declared_method(vm_boot_class(t, "android/content/ContentProvider"), "<init>", "()V"), &(Slot){ .l = o });
    if (!t->exception)
        vm_call_method(t, o, "attachInfo", "(Landroid/content/Context;Landroid/content/pm/ProviderInfo;)V", context, info);
    if (!t->exception && provider->read_op)
        vm_call_method(t, o, "setAppOps", "(II)V", provider->read_op, provider->write_op);
    /* It is not the app that owns it: the Transport must ask for permissions. */
    if (!t->exception)
        SET_INT(t, o, &uid, SYSTEM_PROVIDER_UID);
    return t->exception ? NULL : o;
}

static Object *object_of(Thread *t, const Provider *provider)
{
    Made *made = made_of(t->vm, provider);
    if (!made->object) {
        Object *o = make_object(t, provider);
        if (!o)
            return NULL;
        made->object = vm_root_add(t->vm, o);
    }
    return ref_object(*made->object);
}

Object *system_provider_object(Thread *t, const char *authority)
{
    const Provider *provider = find(authority);
    return provider ? object_of(t, provider) : NULL;
}

Object *system_provider(Thread *t, const char *authority)
{
    Object *o = system_provider_object(t, authority);
    return o ? vm_call_method(t, o, "getIContentProvider", "()Landroid/content/IContentProvider;").l : NULL;
}

/* The activity service lets an app open a provider when it may read or write it. */
static bool may_open(Thread *t, const Provider *provider)
{
    const char *read = provider->read_permission, *write = provider->write_permission;
    if (provider->path_prefix || !read || !write || app_has_permission(t, read) || app_has_permission(t, write))
        return !t->exception;
    char *name = dotted(provider->class_name);
    bool same = !strcmp(read, write);
    vm_throw(t, "java/lang/SecurityException", "Permission Denial: opening provider %s from ProcessRecord{%x %d:%s/u0a%d} (pid=%d, uid=%d) requires %s%s%s",
             name, 0x2f1c7a3, APP_PID, package_name(t->vm), APP_UID - 10000, APP_PID, APP_UID, read, same ? "" : " or ", same ? "" : write);
    free(name);
    return false;
}

Object *system_provider_holder(Thread *t, const Object *authority)
{
    static FieldRef served = FIELD("android/app/IActivityManager$ContentProviderHolder", "provider", NULL);
    static FieldRef keep = FIELD("android/app/IActivityManager$ContentProviderHolder", "noReleaseNeeded", "Z");
    char *name = vm_string_to_utf8(authority);
    const Provider *provider = name ? find(name) : NULL;
    free(name);
    if (!provider || !may_open(t, provider))
        return NULL;
    Object *o = object_of(t, provider), *info = o ? provider_info(t, provider) : NULL;
    Object *holder = info ? vm_new(t, vm_boot_class(t, "android/app/IActivityManager$ContentProviderHolder"), "(Landroid/content/pm/ProviderInfo;)V", info) : NULL;
    if (!holder)
        return NULL;
    SET_REF(t, holder, &served, vm_call_method(t, o, "getIContentProvider", "()Landroid/content/IContentProvider;").l);
    SET_BOOL(t, holder, &keep, true);
    return t->exception ? NULL : holder;
}

/* ---- for the providers ------------------------------------------------------------------------ */

Object *provider_resolver(Thread *t, Object *provider)
{
    Object *context = vm_call_method(t, provider, "getContext", "()Landroid/content/Context;").l;
    return context ? vm_call_method(t, context, "getContentResolver", "()Landroid/content/ContentResolver;").l : NULL;
}

Object *provider_database(Thread *t, const Provider *provider)
{
    if (provider->database)
        return provider_database(t, provider->database);
    Made *made = made_of(t->vm, provider);
    if (made->database)
        return ref_object(*made->database);
    Object *db = vm_call_static(t, "android/database/sqlite/SQLiteDatabase", "create",
                                "(Landroid/database/sqlite/SQLiteDatabase$CursorFactory;)Landroid/database/sqlite/SQLiteDatabase;", NULL).l;
    for (const char *const *statement = provider->schema; db && *statement && !t->exception; statement++)
        vm_call_method(t, db, "execSQL", "(Ljava/lang/String;)V", vm_string_utf8(t, *statement));
    if (!db || t->exception)
        return NULL;
    made->database = vm_root_add(t->vm, db);
    return db;
}

bool system_provider_execute(Thread *t, const char *authority, const char *sql, const char *const *texts, u32 count)
{
    const Provider *provider = find(authority);
    Object *db = provider ? provider_database(t, provider) : NULL, *arguments = db ? vm_new_object_array(t, "java/lang/Object", (i32)count) : NULL;
    for (u32 i = 0; arguments && i < count; i++)
        ARRAY_REF(arguments)[i] = texts[i] ? object_ref(vm_string_utf8(t, texts[i])) : 0;
    if (arguments && !t->exception)
        vm_call_method(t, db, "execSQL", "(Ljava/lang/String;[Ljava/lang/Object;)V", vm_string_utf8(t, sql), arguments);
    return arguments && !t->exception;
}

bool values_have(Thread *t, Object *values, const char *key)
{
    return vm_call_method(t, values, "containsKey", "(Ljava/lang/String;)Z", vm_string_utf8(t, key)).i;
}

char *values_text(Thread *t, Object *values, const char *key)
{
    return vm_string_to_utf8(vm_call_method(t, values, "getAsString", "(Ljava/lang/String;)Ljava/lang/String;", vm_string_utf8(t, key)).l);
}

void values_put(Thread *t, Object *values, const char *key, const char *text)
{
    vm_call_method(t, values, "put", "(Ljava/lang/String;Ljava/lang/String;)V", vm_string_utf8(t, key), vm_string_utf8(t, text));
}

void values_put_long(Thread *t, Object *values, const char *key, i64 number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    values_put(t, values, key, text);
}
