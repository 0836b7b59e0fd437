/*
 * The notification service: what is posted is kept for the user to tap (notifications.h).
 * Toasts are shown one after the other, each for as long as it asks.
 */
#include "android/notifications.h"

#include "android/binder_thread.h"
#include "android/components.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/package.h"
#include "android/services.h"
#include "android/state.h"

#define NOTIFICATION "android/app/Notification"

PostedNotification *notifications(Vm *vm)
{
    return *vm_extension(vm, EXT_NOTIFICATIONS);
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static PostedNotification **find(Vm *vm, const char *tag, i32 id)
{
    PostedNotification **link = (PostedNotification **)vm_extension(vm, EXT_NOTIFICATIONS);
    while (*link && ((*link)->id != id || !same_text((*link)->tag, tag)))
        link = &(*link)->next;
    return link;
}

static void remove_at(Vm *vm, PostedNotification **link)
{
    PostedNotification *gone = *link;
    if (!gone)
        return;
    *link = gone->next;
    vm_root_remove(vm, gone->notification);
    free(gone->tag);
    free(gone);
}

void notification_post(Thread *t, const Object *tag_string, i32 id, Object *notification)
{
    char *tag = vm_string_to_utf8(tag_string);
    Object *copy = parcel_copy(t, notification);
    if (!copy) {
        free(tag);
        return;
    }
    PostedNotification **link = find(t->vm, tag, id);
    if (*link) {
        root_set(t->vm, &(*link)->notification, copy);
        free(tag);
        return;
    }
    *link = xcalloc(1, sizeof **link);
    **link = (PostedNotification){ .tag = tag, .id = id, .notification = vm_root_add(t->vm, copy) };
}

void notification_cancel(Thread *t, const Object *tag_string, i32 id)
{
    char *tag = vm_string_to_utf8(tag_string);
    remove_at(t->vm, find(t->vm, tag, id));
    free(tag);
}

/* ---- for the user ------------------------------------------------------------------------- */

static char *extra(Thread *t, const PostedNotification *n, const char *key)
{
    static FieldRef extras = FIELD(NOTIFICATION, "extras", NULL);
    Object *bundle = GET_REF(t, ref_object(*n->notification), &extras);
    Object *text = bundle ? vm_call_method(t, bundle, "getCharSequence", "(Ljava/lang/String;)Ljava/lang/CharSequence;", vm_string_utf8(t, key)).l : NULL;
    return text ? string_of(t, text, "toString") : NULL;
}

char *notification_title(Thread *t, const PostedNotification *n) { return extra(t, n, "android.title"); }
char *notification_text(Thread *t, const PostedNotification *n) { return extra(t, n, "android.text"); }

static bool send(Thread *t, const PostedNotification *n, FieldRef *field)
{
    Object *pending = GET_REF(t, ref_object(*n->notification), field);
    Object *sender = pending ? vm_call_method(t, pending, "getTarget", "()Landroid/content/IIntentSender;").l : NULL;
    return sender && pending_intent_send(t, sender, 0, NULL);
}

static i32 flags_of(Thread *t, const PostedNotification *n)
{
    static FieldRef flags = FIELD(NOTIFICATION, "flags", "I");
    return GET_INT(t, ref_object(*n->notification), &flags);
}

bool notification_tap(Thread *t, PostedNotification *n)
{
    static FieldRef content = FIELD(NOTIFICATION, "contentIntent", NULL);
    enum { AUTO_CANCEL = 0x10 };
    bool goes = flags_of(t, n) & AUTO_CANCEL, sent = send(t, n, &content);
    if (goes)
        remove_at(t->vm, find(t->vm, n->tag, n->id));
    return sent;
}

bool notification_dismiss(Thread *t, PostedNotification *n)
{
    static FieldRef deleted = FIELD(NOTIFICATION, "deleteIntent", NULL);
    enum { ONGOING = 2, NO_CLEAR = 0x20 };
    if (flags_of(t, n) & (ONGOING | NO_CLEAR))
        return false;
    send(t, n, &deleted);
    remove_at(t->vm, find(t->vm, n->tag, n->id));
    return true;
}

/* ---- the service ----------------------------------------------------------------------------- */

/* void enqueueNotificationWithTag(String package, String opPackage, String tag, int id, Notification, int[] idOut, int user) */
static void enqueueNotification(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (!args[5].l) {
        vm_throw(t, "java/lang/IllegalArgumentException", "null not allowed: pkg=%s id=%d notification=null", package_name(t->vm), args[4].i);
        return;
    }
    notification_post(t, args[3].l, args[4].i, args[5].l);
    if (args[6].l && ARRAY_LENGTH(args[6].l) > 0)
        ARRAY_I32(args[6].l)[0] = args[4].i;
}

/* void setServiceForeground(ComponentName, IBinder token, int id, Notification, boolean remove): 0 ends it */
void am_setServiceForeground(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    enum { ONGOING_AND_FOREGROUND = 0x42 };
    static FieldRef flags = FIELD(NOTIFICATION, "flags", "I");
    ManagerState *m = manager_state(t->vm);
    i32 id = args[3].i;
    Object *notification = args[4].l;
    if (id && !notification) {
        vm_throw(t, "java/lang/IllegalArgumentException", "null notification");
        return;
    }
    if (m->foreground_id && m->foreground_id != id && (id || args[5].i))
        notification_cancel(t, NULL, m->foreground_id);
    m->foreground_id = id;
    if (!id)
        return;
    SET_INT(t, notification, &flags, GET_INT(t, notification, &flags) | ONGOING_AND_FOREGROUND);
    notification_post(t, NULL, id, notification);
}

/* void cancelNotificationWithTag(String package, String tag, int id, int user) */
static void cancelNotification(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    notification_cancel(t, args[2].l, args[3].i);
}

static void cancelAll(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    while (notifications(t->vm))
        remove_at(t->vm, (PostedNotification **)vm_extension(t->vm, EXT_NOTIFICATIONS));
}

static Object *status_bar_notification(Thread *t, const PostedNotification *n)
{
    static FieldRef owner = FIELD("android/os/UserHandle", "OWNER", NULL);
    Object *package = vm_string_utf8(t, package_name(t->vm));
    return vm_new(t, vm_boot_class(t, "android/service/notification/StatusBarNotification"),
                  "(Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;IIILandroid/app/Notification;Landroid/os/UserHandle;J)V", package, package, n->id,
                  n->tag ? vm_string_utf8(t, n->tag) : NULL, 0, 0, 0, ref_object(*n->notification), ref_object(*(ObjectRef *)field_address(t, &owner)), vm_millis(t->vm));
}

/* ParceledListSlice getAppActiveNotifications(String package, int user) */
static void getAppActiveNotifications(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *list = list_new(t);
    for (const PostedNotification *n = notifications(t->vm); list && n && !t->exception; n = n->next)
        list_add(t, list, status_bar_notification(t, n));
    if (list && !t->exception)
        result->l = vm_new(t, vm_boot_class(t, "android/content/pm/ParceledListSlice"), "(Ljava/util/List;)V", list);
}

/* ---- toasts ------------------------------------------------------------------------------------- */

/* An entry is Object[] { ITransientNotification, Integer duration }. */
static void show_next(Thread *t);

static Object *callback_of(const RootList *toast)
{
    return binder_argument(ref_object(*toast->object), 0);
}

static void end_toast(Thread *t, Object *entry)
{
    ManagerState *m = manager_state(t->vm);
    if (!m->toasts || ref_object(*m->toasts->object) != entry)
        return;                     /* it was cancelled meanwhile */
    Object *callback = binder_argument(entry, 0);
    root_list_remove(t->vm, &m->toasts, entry);
    m->toast_shown = false;
    vm_call_method(t, callback, "hide", "()V");
    if (!t->exception)
        show_next(t);
}

static void show_next(Thread *t)
{
    enum { LENGTH_LONG = 1 };
    ManagerState *m = manager_state(t->vm);
    if (!m->toasts || m->toast_shown)
        return;
    m->toast_shown = true;
    Object *entry = ref_object(*m->toasts->object);
    Slot length = { 0 };
    vm_unbox(binder_argument(entry, 1), 'I', &length);
    vm_call_method(t, callback_of(m->toasts), "show", "()V");
    binder_post_at(t, vm_nanos(t->vm) + (length.i == LENGTH_LONG ? 3500 : 2000) * 1000000ll, end_toast, entry);
}

/* void enqueueToast(String package, ITransientNotification callback, int duration): one that waits already is only given the new length */
static void enqueueToast(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *length = vm_box(t, 'I', args[3]), *entry = length ? binder_arguments(t, 2, (Object *const[]){ args[2].l, length }) : NULL;
    if (!entry)
        return;
    for (RootList *l = manager_state(t->vm)->toasts; l; l = l->next) {
        if (callback_of(l) == args[2].l) {
            ARRAY_REF(ref_object(*l->object))[1] = object_ref(length);
            return;
        }
    }
    root_list_add(t->vm, &manager_state(t->vm)->toasts, entry);
    show_next(t);
}

/* void cancelToast(String package, ITransientNotification callback) */
static void cancelToast(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    ManagerState *m = manager_state(t->vm);
    for (RootList *l = m->toasts; l; l = l->next) {
        if (callback_of(l) != args[2].l)
            continue;
        Object *entry = ref_object(*l->object);
        if (l == m->toasts && m->toast_shown)
            end_toast(t, entry);
        else
            root_list_remove(t->vm, &m->toasts, entry);
        return;
    }
}

const ServiceMethod service_notification[] = {
    { "enqueueNotificationWithTag", enqueueNotification },
    { "cancelNotificationWithTag", cancelNotification },
    { "cancelAllNotifications", cancelAll },
    { "getAppActiveNotifications", getAppActiveNotifications },
    { "enqueueToast", enqueueToast },
    { "cancelToast", cancelToast },
    { "areNotificationsEnabledForPackage", .number = 1 },
    { "getZenMode", NULL }, { "isNotificationPolicyAccessGranted", NULL }, { "isNotificationPolicyAccessGrantedForPackage", NULL },
    { "getEffectsSuppressor", NULL }, { "getInterruptionFilterFromListener", .number = 1 },
    { 0 },
};
