#include "android/package_resolve.h"

#include "android/java.h"
#include "android/natives.h"
#include "android/other_apps.h"
#include "android/package.h"

#define PARSER "android/content/pm/PackageParser"
#define RESOLVE_INFO "android/content/pm/ResolveInfo"

enum { GET_META_DATA = 128 };

static FieldRef component_class = FIELD(PARSER "$Component", "className", NULL);
static FieldRef component_intents = FIELD(PARSER "$Component", "intents", NULL);

static const struct { const char *generate, *descriptor; } kinds[] = {
    [KIND_ACTIVITY] = { "generateActivityInfo", "(L" PARSER "$Activity;ILandroid/content/pm/PackageUserState;I)Landroid/content/pm/ActivityInfo;" },
    [KIND_RECEIVER] = { "generateActivityInfo", "(L" PARSER "$Activity;ILandroid/content/pm/PackageUserState;I)Landroid/content/pm/ActivityInfo;" },
    [KIND_SERVICE] = { "generateServiceInfo", "(L" PARSER "$Service;ILandroid/content/pm/PackageUserState;I)Landroid/content/pm/ServiceInfo;" },
    [KIND_PROVIDER] = { "generateProviderInfo", "(L" PARSER "$Provider;ILandroid/content/pm/PackageUserState;I)Landroid/content/pm/ProviderInfo;" },
};

static Object *parsed_list(Thread *t, ComponentKind kind)
{
    static FieldRef lists[] = {
        [KIND_ACTIVITY] = FIELD(PARSER "$Package", "activities", NULL), [KIND_RECEIVER] = FIELD(PARSER "$Package", "receivers", NULL),
        [KIND_SERVICE] = FIELD(PARSER "$Package", "services", NULL), [KIND_PROVIDER] = FIELD(PARSER "$Package", "providers", NULL),
    };
    return GET_REF(t, package_parsed(t), &lists[kind]);
}

static Object *info_of(Thread *t, ComponentKind kind, Object *component)
{
    static FieldRef process = FIELD("android/content/pm/ComponentInfo", "processName", NULL);
    Object *state = package_user_state(t);
    Object *info = state ? vm_call_static(t, PARSER, kinds[kind].generate, kinds[kind].descriptor, component, GET_META_DATA, state, 0).l : NULL;
    if (info && !GET_REF(t, info, &process))
        SET_REF(t, info, &process, vm_string_utf8(t, package_name(t->vm)));
    return info;
}

Object *package_component(Thread *t, ComponentKind kind, const Object *class_name)
{
    Object *list = parsed_list(t, kind);
    for (i32 i = 0, n = list_size(t, list); i < n && !t->exception; i++) {
        Object *component = list_get(t, list, i);
        if (same_string(GET_REF(t, component, &component_class), class_name))
            return package_component_enabled(t, component) ? info_of(t, kind, component) : NULL;
    }
    return NULL;
}

Object *package_components(Thread *t, ComponentKind kind)
{
    Object *out = list_new(t), *list = parsed_list(t, kind);
    for (i32 i = 0, n = list_size(t, list); out && i < n && !t->exception; i++) {
        Object *component = list_get(t, list, i);
        Object *info = package_component_enabled(t, component) ? info_of(t, kind, component) : NULL;
        if (info)
            list_add(t, out, info);
    }
    return t->exception ? NULL : out;
}

/* ---- matching ------------------------------------------------------------------------------- */

typedef struct Query {
    Object *intent, *action, *type, *scheme, *data, *categories;
    bool default_only;
} Query;

static bool read_query(Thread *t, Object *intent, Object *type, bool default_only, Query *q)
{
    *q = (Query){ .intent = intent, .type = type, .default_only = default_only };
    q->action = vm_call_method(t, intent, "getAction", "()Ljava/lang/String;").l;
    q->scheme = vm_call_method(t, intent, "getScheme", "()Ljava/lang/String;").l;
    q->data = vm_call_method(t, intent, "getData", "()Landroid/net/Uri;").l;
    q->categories = vm_call_method(t, intent, "getCategories", "()Ljava/util/Set;").l;
    if (!type)
        q->type = vm_call_method(t, intent, "getType", "()Ljava/lang/String;").l;
    return !t->exception;
}

/* How well the filter fits; negative: not. */
static i32 match(Thread *t, const Query *q, Object *filter)
{
    if (q->default_only && !vm_call_method(t, filter, "hasCategory", "(Ljava/lang/String;)Z", vm_string_utf8(t, "android.intent.category.DEFAULT")).i)
        return -1;
    return vm_call_method(t, filter, "match", "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Landroid/net/Uri;Ljava/util/Set;Ljava/lang/String;)I",
                          q->action, q->type, q->scheme, q->data, q->categories, vm_string_utf8(t, "PackageManager")).i;
}

static Object *resolve_info(Thread *t, ComponentKind kind, Object *info, Object *filter, i32 how)
{
    static FieldRef infos[] = {
        [KIND_ACTIVITY] = FIELD(RESOLVE_INFO, "activityInfo", NULL), [KIND_RECEIVER] = FIELD(RESOLVE_INFO, "activityInfo", NULL),
        [KIND_SERVICE] = FIELD(RESOLVE_INFO, "serviceInfo", NULL), [KIND_PROVIDER] = FIELD(RESOLVE_INFO, "providerInfo", NULL),
    };
    static FieldRef filter_field = FIELD(RESOLVE_INFO, "filter", NULL), match_field = FIELD(RESOLVE_INFO, "match", "I");
    static FieldRef priority = FIELD(RESOLVE_INFO, "priority", "I"), target_user = FIELD(RESOLVE_INFO, "targetUserId", "I");
    enum { CURRENT_USER = -2 };
    Object *r = info ? vm_new(t, vm_boot_class(t, RESOLVE_INFO), "()V") : NULL;
    if (!r)
        return NULL;
    SET_REF(t, r, &infos[kind], info);
    SET_INT(t, r, &match_field, how);
    SET_INT(t, r, &target_user, CURRENT_USER);
    if (filter) {
        SET_REF(t, r, &filter_field, filter);
        SET_INT(t, r, &priority, vm_call_method(t, filter, "getPriority", "()I").i);
    }
    return r;
}

static Object *first_filter(Thread *t, const Query *q, Object *component, i32 *how)
{
    Object *filters = GET_REF(t, component, &component_intents);
    for (i32 i = 0, n = list_size(t, filters); i < n && !t->exception; i++) {
        Object *filter = list_get(t, filters, i);
        *how = match(t, q, filter);
        if (*how >= 0 && !t->exception)
            return filter;
    }
    return NULL;
}

static void add_own(Thread *t, ComponentKind kind, const Query *q, Object *out)
{
    Object *list = parsed_list(t, kind);
    for (i32 i = 0, n = list_size(t, list); i < n && !t->exception; i++) {
        Object *component = list_get(t, list, i);
        i32 how = 0;
        Object *filter = package_component_enabled(t, component) ? first_filter(t, q, component, &how) : NULL;
        Object *r = filter ? resolve_info(t, kind, info_of(t, kind, component), filter, how) : NULL;
        if (r)
            list_add(t, out, r);
    }
}

static void add_others(Thread *t, const Query *q, const char *package, Object *out)
{
    const char *last = NULL;
    for (const OtherApp *app = NULL; !t->exception && (app = other_app_next(t->vm, app));) {
        /* One entry for an activity, however many of its filters match. */
        if ((package && strcmp(package, app->package)) || !app->actions || last == app->activity)
            continue;
        Object *filter = other_app_filter(t, app);
        i32 how = filter ? match(t, q, filter) : -1;
        Object *r = how >= 0 && !t->exception ? resolve_info(t, KIND_ACTIVITY, other_app_activity_info(t, app), filter, how) : NULL;
        if (!r)
            continue;
        last = app->activity;
        list_add(t, out, r);
    }
}

/* ---- asking ------------------------------------------------------------------------------------- */

static const OtherApp *other_of_info(Thread *t, Object *info)
{
    static FieldRef package = FIELD("android/content/pm/PackageItemInfo", "packageName", NULL);
    static FieldRef name = FIELD("android/content/pm/PackageItemInfo", "name", NULL);
    char *package_text = vm_string_to_utf8(GET_REF(t, info, &package)), *name_text = vm_string_to_utf8(GET_REF(t, info, &name));
    const OtherApp *app = package_text && name_text ? other_app_activity(t->vm, package_text, name_text) : NULL;
    free(package_text);
    free(name_text);
    return app;
}

/* The component that the intent names outright. */
static Object *explicit_info(Thread *t, ComponentKind kind, Object *name, const OtherApp **other)
{
    char *package = string_of(t, name, "getPackageName"), *class_name = string_of(t, name, "getClassName");
    Object *info = NULL;
    if (package && class_name) {
        const OtherApp *app = kind == KIND_ACTIVITY ? other_app_activity(t->vm, package, class_name) : NULL;
        if (app && other)
            *other = app;
        if (app)
            info = other_app_activity_info(t, app);
        else if (!strcmp(package, package_name(t->vm)))
            info = package_component(t, kind, vm_string_utf8(t, class_name));
    }
    free(package);
    free(class_name);
    return info;
}

Object *package_component_by_intent(Thread *t, ComponentKind kind, Object *intent)
{
    Object *name = vm_call_method(t, intent, "getComponent", "()Landroid/content/ComponentName;").l;
    return name ? explicit_info(t, kind, name, NULL) : NULL;
}

Object *package_query(Thread *t, ComponentKind kind, Object *intent, Object *type, bool default_only)
{
    Object *out = list_new(t), *name = out ? vm_call_method(t, intent, "getComponent", "()Landroid/content/ComponentName;").l : NULL;
    if (!out || t->exception)
        return NULL;
    if (name) {
        Object *info = explicit_info(t, kind, name, NULL), *r = info ? resolve_info(t, kind, info, NULL, 0) : NULL;
        if (r)
            list_add(t, out, r);
        return t->exception ? NULL : out;
    }
    Query q;
    char *package = string_of(t, intent, "getPackage");
    if (read_query(t, intent, type, default_only, &q)) {
        if (!package || !strcmp(package, package_name(t->vm)))
            add_own(t, kind, &q, out);
        if (kind == KIND_ACTIVITY && !t->exception)
            add_others(t, &q, package, out);
    }
    free(package);
    return t->exception ? NULL : out;
}

Object *package_resolve_activity(Thread *t, Object *intent, Object *type, const OtherApp **other)
{
    static FieldRef activity = FIELD(RESOLVE_INFO, "activityInfo", NULL), priority = FIELD(RESOLVE_INFO, "priority", "I");
    Object *name = vm_call_method(t, intent, "getComponent", "()Landroid/content/ComponentName;").l;
    if (t->exception)
        return NULL;
    if (name)
        return explicit_info(t, KIND_ACTIVITY, name, other);
    Object *list = package_query(t, KIND_ACTIVITY, intent, type, true), *best = NULL;
    for (i32 i = 0, n = list_size(t, list); i < n && !t->exception; i++) {
        Object *r = list_get(t, list, i);
        if (!best || GET_INT(t, r, &priority) > GET_INT(t, best, &priority))
            best = r;
    }
    Object *info = best ? GET_REF(t, best, &activity) : NULL;
    if (info)
        *other = other_of_info(t, info);
    return info;
}
