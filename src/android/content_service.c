/*
 * The content service: who watches which URI, and telling them. The tree of the
 * platform's ContentService is a list here: an observer hears of its own URI, of what
 * lies above it, and, when it asked for descendants, of what lies below.
 */
#include "android/binder_thread.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/services.h"

typedef struct Observer {
    char *uri;                      /* content://authority/path, without a slash at the end */
    bool descendants;
    ObjectRef *client;              /* IContentObserver */
    struct Observer *next;
} Observer;

static Observer **observers(Vm *vm)
{
    return (Observer **)vm_extension(vm, EXT_CONTENT);
}

/* The URI's authority and path, without query; the caller frees. */
static char *plain_uri(Thread *t, Object *uri)
{
    char *text = string_of(t, uri, "toString");
    if (!text)
        return NULL;
    text[strcspn(text, "?#")] = 0;
    size_t length = strlen(text);
    if (length && text[length - 1] == '/')
        text[length - 1] = 0;
    return text;
}

/* Is below the same as above, or a path under it? */
static bool lies_under(const char *below, const char *above)
{
    size_t length = strlen(above);
    return !strncmp(below, above, length) && (!below[length] || below[length] == '/');
}

static bool concerns(const Observer *o, const char *changed)
{
    return lies_under(o->uri, changed) || (o->descendants && lies_under(changed, o->uri));
}

/* void registerContentObserver(Uri uri, boolean descendants, IContentObserver observer, int user) */
static void registerContentObserver(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (!args[1].l || !args[3].l) {
        vm_throw(t, "java/lang/IllegalArgumentException", "You must pass a valid uri and observer");
        return;
    }
    Observer *o = xcalloc(1, sizeof *o);
    *o = (Observer){ .uri = plain_uri(t, args[1].l), .descendants = args[2].i, .client = vm_root_add(t->vm, args[3].l) };
    Observer **end = observers(t->vm);
    while (*end)
        end = &(*end)->next;
    *end = o;
}

/* void unregisterContentObserver(IContentObserver observer) */
static void unregisterContentObserver(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    for (Observer **link = observers(t->vm); *link;) {
        Observer *o = *link;
        if (ref_object(*o->client) != args[1].l) {
            link = &o->next;
            continue;
        }
        *link = o->next;
        vm_root_remove(t->vm, o->client);
        free(o->uri);
        free(o);
    }
}

static void tell(Thread *t, Object *arguments)
{
    Object *client = binder_argument(arguments, 0), *self = binder_argument(arguments, 2);
    vm_call_method(t, client, "onChange", "(ZLandroid/net/Uri;I)V", self != NULL, binder_argument(arguments, 1), 0);
}

/* void notifyChange(Uri uri, IContentObserver from, boolean fromWantsItToo, boolean sync, int user) */
static void notifyChange(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char *changed = plain_uri(t, args[1].l);
    for (const Observer *o = *observers(t->vm); o && changed && !t->exception; o = o->next) {
        Object *client = ref_object(*o->client);
        bool self = client == args[2].l;
        if (!concerns(o, changed) || (self && !args[3].i))
            continue;
        Object *arguments = binder_arguments(t, 3, (Object *const[]){ client, args[1].l, self ? client : NULL });
        if (arguments)
            binder_post(t, tell, arguments);
    }
    free(changed);
}

/* Nothing is synchronised with a server on a phone without accounts; an app that asks is told so. */
const ServiceMethod service_content[] = {
    { "registerContentObserver", registerContentObserver },
    { "unregisterContentObserver", unregisterContentObserver },
    { "notifyChange", notifyChange },
    { "requestSync", NULL }, { "sync", NULL }, { "syncAsUser", NULL }, { "cancelSync", NULL }, { "cancelSyncAsUser", NULL }, { "cancelRequest", NULL },
    { "getSyncAutomatically", NULL }, { "setSyncAutomatically", NULL }, { "getPeriodicSyncs", NULL }, { "addPeriodicSync", NULL },
    { "removePeriodicSync", NULL }, { "getIsSyncable", NULL }, { "setIsSyncable", NULL }, { "setMasterSyncAutomatically", NULL },
    { "getMasterSyncAutomatically", .number = 1 }, { "getCurrentSyncs", NULL }, { "getSyncAdapterTypes", NULL }, { "isSyncActive", NULL },
    { "getSyncStatus", NULL }, { "isSyncPending", NULL }, { "addStatusChangeListener", NULL }, { "removeStatusChangeListener", NULL },
    { 0 },
};
