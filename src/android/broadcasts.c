/*
 * Broadcasts: to receivers that the app registered, and to those of its manifest.
 * An ordered broadcast goes from one to the next by priority; each may change the
 * result or end it.
 */
#include "android/components.h"
#include "android/configuration.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/package_resolve.h"
#include "android/services.h"
#include "android/sticky_broadcasts.h"
#include "android/tasks.h"

typedef struct Receiver {
    ObjectRef *receiver, *filter;   /* IIntentReceiver, IntentFilter */
    struct Receiver *next;
} Receiver;

/* One who gets a broadcast: a registered receiver, or the ActivityInfo of a manifest's. */
typedef struct Target {
    ObjectRef *receiver, *info;
    i32 priority;
} Target;

typedef struct Ordered {
    ObjectRef *intent, *result_to, *data, *extras;
    i32 code;
    Target *targets;
    u32 count, next_target;
    struct Ordered *next;
} Ordered;

typedef struct Broadcasts {
    Receiver *receivers;
    ObjectRef *sticky;              /* list of Intent */
    Ordered *queue;                 /* the first is under way */
} Broadcasts;

static Broadcasts *state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_BROADCASTS);
    if (!*slot)
        *slot = xcalloc(1, sizeof(Broadcasts));
    return *slot;
}

static bool matches(Thread *t, Object *filter, Object *intent)
{
    return vm_call_method(t, filter, "match", "(Landroid/content/ContentResolver;Landroid/content/Intent;ZLjava/lang/String;)I", NULL, intent, 0,
                          vm_string_utf8(t, "ActivityManager")).i >= 0;
}

/* ---- delivering -------------------------------------------------------------------------- */

static void deliver(Thread *t, const Target *to, Object *intent, i32 code, Object *data, Object *extras, bool ordered, bool sticky)
{
    enum { PROCESS_STATE = 2 };
    Object *copy = parcel_copy(t, intent);
    if (!copy || !app_thread(t))
        return;
    if (to->receiver) {
        vm_call_method(t, app_thread(t), "scheduleRegisteredReceiver",
                       "(Landroid/content/IIntentReceiver;Landroid/content/Intent;ILjava/lang/String;Landroid/os/Bundle;ZZII)V", root_get(to->receiver), copy, code,
                       data, extras, ordered, sticky, 0, PROCESS_STATE);
        return;
    }
    static FieldRef package = FIELD("android/content/pm/PackageItemInfo", "packageName", NULL), name = FIELD("android/content/pm/PackageItemInfo", "name", NULL);
    Object *info = root_get(to->info);
    vm_call_method(t, copy, "setClassName", "(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;", GET_REF(t, info, &package), GET_REF(t, info, &name));
    vm_call_method(t, app_thread(t), "scheduleReceiver",
                   "(Landroid/content/Intent;Landroid/content/pm/ActivityInfo;Landroid/content/res/CompatibilityInfo;ILjava/lang/String;Landroid/os/Bundle;ZII)V", copy,
                   info, compatibility_none(t), code, data, extras, ordered, 0, PROCESS_STATE);
}

typedef struct TargetList {
    Target *items;
    u32 count;
} TargetList;

/* Highest priority first; among equals those that registered first, receivers of the manifest last. */
static void add_target(Vm *vm, TargetList *list, Object *receiver, Object *info, i32 priority)
{
    u32 place = list->count;
    while (place && list->items[place - 1].priority < priority)
        place--;
    list->items = xrealloc(list->items, (list->count + 1) * sizeof *list->items);
    memmove(&list->items[place + 1], &list->items[place], (list->count - place) * sizeof *list->items);
    list->items[place] = (Target){ receiver ? vm_root_add(vm, receiver) : NULL, info ? vm_root_add(vm, info) : NULL, priority };
    list->count++;
}

static void free_targets(Vm *vm, Target *items, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        root_set(vm, &items[i].receiver, NULL);
        root_set(vm, &items[i].info, NULL);
    }
    free(items);
}

static TargetList targets_of(Thread *t, Object *intent)
{
    enum { REGISTERED_ONLY = 0x40000000 };
    static FieldRef activity = FIELD("android/content/pm/ResolveInfo", "activityInfo", NULL), priority = FIELD("android/content/pm/ResolveInfo", "priority", "I");
    TargetList list = { 0 };
    bool explicit = vm_call_method(t, intent, "getComponent", "()Landroid/content/ComponentName;").l != NULL;
    for (Receiver *r = state(t->vm)->receivers; r && !explicit && !t->exception; r = r->next)
        if (matches(t, root_get(r->filter), intent))
            add_target(t->vm, &list, root_get(r->receiver), NULL, vm_call_method(t, root_get(r->filter), "getPriority", "()I").i);
    if (vm_call_method(t, intent, "getFlags", "()I").i & REGISTERED_ONLY)
        return list;
    Object *found = package_query(t, KIND_RECEIVER, intent, NULL, false);
    for (i32 i = 0, n = list_size(t, found); i < n && !t->exception; i++) {
        Object *r = list_get(t, found, i);
        add_target(t->vm, &list, NULL, GET_REF(t, r, &activity), GET_INT(t, r, &priority));
    }
    return list;
}

/* ---- ordered ------------------------------------------------------------------------------- */

static void free_ordered(Vm *vm, Ordered *o)
{
    ObjectRef **const roots[] = { &o->intent, &o->result_to, &o->data, &o->extras };
    for (size_t i = 0; i < COUNT_OF(roots); i++)
        root_set(vm, roots[i], NULL);
    free_targets(vm, o->targets, o->count);
    free(o);
}

/* Hands the first broadcast of the queue to its next receiver; when all had it, to who sent it. */
static void advance(Thread *t)
{
    Broadcasts *b = state(t->vm);
    while (b->queue && !t->exception) {
        Ordered *o = b->queue;
        if (o->next_target < o->count) {
            const Target *to = &o->targets[o->next_target++];
            deliver(t, to, root_get(o->intent), o->code, root_get(o->data), root_get(o->extras), true, false);
            return;
        }
        b->queue = o->next;
        if (o->result_to) {
            Target last = { o->result_to, NULL, 0 };
            deliver(t, &last, root_get(o->intent), o->code, root_get(o->data), root_get(o->extras), false, false);
        }
        free_ordered(t->vm, o);
    }
}

/* void finishReceiver(IBinder who, int code, String data, Bundle extras, boolean abort, int flags) */
void am_finishReceiver(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Ordered *o = state(t->vm)->queue;
    if (!o)
        return;
    o->code = args[2].i;
    root_set(t->vm, &o->data, args[3].l);
    root_set(t->vm, &o->extras, args[4].l);
    if (args[5].i)
        o->next_target = o->count;
    advance(t);
}

static void send_ordered(Thread *t, Object *intent, TargetList *list, Object *result_to, i32 code, Object *data, Object *extras)
{
    Ordered *o = xcalloc(1, sizeof *o), **end = &state(t->vm)->queue;
    bool busy = *end != NULL;
    root_set(t->vm, &o->intent, intent);
    root_set(t->vm, &o->result_to, result_to);
    root_set(t->vm, &o->data, data);
    root_set(t->vm, &o->extras, extras);
    o->code = code;
    o->targets = list->items;
    o->count = list->count;
    while (*end)
        end = &(*end)->next;
    *end = o;
    if (!busy)
        advance(t);
}

/* ---- sending ------------------------------------------------------------------------------------ */

void broadcast_send(Thread *t, Object *intent)
{
    TargetList list = targets_of(t, intent);
    for (u32 i = 0; i < list.count && !t->exception; i++)
        deliver(t, &list.items[i], intent, -1, NULL, NULL, false, false);
    free_targets(t->vm, list.items, list.count);
}

void broadcast_action(Thread *t, const char *action)
{
    Object *intent = vm_new(t, vm_boot_class(t, "android/content/Intent"), "(Ljava/lang/String;)V", vm_string_utf8(t, action));
    if (intent)
        broadcast_send(t, intent);
}

static void forget_sticky(Thread *t, Object *intent)
{
    Object *list = root_get(state(t->vm)->sticky);
    for (i32 i = list_size(t, list) - 1; i >= 0 && !t->exception; i--)
        if (vm_call_method(t, list_get(t, list, i), "filterEquals", "(Landroid/content/Intent;)Z", intent).i)
            vm_call_method(t, list, "remove", "(I)Ljava/lang/Object;", i);
}

void broadcast_make_sticky(Thread *t, Object *intent)
{
    Broadcasts *b = state(t->vm);
    if (!b->sticky)
        root_set(t->vm, &b->sticky, list_new(t));
    Object *list = root_get(b->sticky);
    forget_sticky(t, intent);
    if (list && !t->exception)
        list_add(t, list, intent);
}

/* Actions that only the system may send; an app that tries gets a SecurityException. */
static bool is_protected(const char *action)
{
    static const char *const actions[] = {
        "SCREEN_OFF", "SCREEN_ON", "USER_PRESENT", "TIME_SET", "TIME_TICK", "TIMEZONE_CHANGED", "DATE_CHANGED", "BOOT_COMPLETED", "PACKAGE_INSTALL",
        "PACKAGE_ADDED", "PACKAGE_REPLACED", "MY_PACKAGE_REPLACED", "PACKAGE_REMOVED", "PACKAGE_CHANGED", "PACKAGE_RESTARTED", "PACKAGE_DATA_CLEARED",
        "PACKAGE_FIRST_LAUNCH", "UID_REMOVED", "CONFIGURATION_CHANGED", "LOCALE_CHANGED", "BATTERY_CHANGED", "BATTERY_LOW", "BATTERY_OKAY",
        "ACTION_POWER_CONNECTED", "ACTION_POWER_DISCONNECTED", "ACTION_SHUTDOWN", "DEVICE_STORAGE_LOW", "DEVICE_STORAGE_OK", "NEW_OUTGOING_CALL",
        "REBOOT", "DOCK_EVENT", "MEDIA_REMOVED", "MEDIA_UNMOUNTED", "MEDIA_CHECKING", "MEDIA_NOFS", "MEDIA_MOUNTED", "MEDIA_SHARED",
        "MEDIA_BAD_REMOVAL", "MEDIA_UNMOUNTABLE", "MEDIA_EJECT", "AIRPLANE_MODE", "DREAMING_STARTED", "DREAMING_STOPPED", "HEADSET_PLUG",
    };
    static const char prefix[] = "android.intent.action.";
    if (strncmp(action, prefix, sizeof prefix - 1))
        return !strcmp(action, "android.net.conn.CONNECTIVITY_CHANGE") || !strcmp(action, "android.appwidget.action.APPWIDGET_ENABLED");
    for (size_t i = 0; i < COUNT_OF(actions); i++)
        if (!strcmp(action + sizeof prefix - 1, actions[i]))
            return true;
    return false;
}

/*
 * int broadcastIntent(IApplicationThread, Intent, String type, IIntentReceiver resultTo, int code, String data, Bundle extras, String[] permissions,
 *   int appOp, Bundle options, boolean ordered, boolean sticky, int user)
 */
void am_broadcastIntent(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *intent = parcel_copy(t, args[2].l);
    char *action = intent ? string_of(t, intent, "getAction") : NULL;
    if (action && is_protected(action))
        vm_throw(t, "java/lang/SecurityException", "Permission Denial: not allowed to send broadcast %s from pid=%d, uid=%d", action,
                 vm_call_static(t, "android/os/Process", "myPid", "()I").i, vm_call_static(t, "android/os/Process", "myUid", "()I").i);
    free(action);
    if (!intent || t->exception)
        return;
    if (args[12].i)
        broadcast_make_sticky(t, intent);
    if (!args[11].i && !args[4].l) {
        broadcast_send(t, intent);
        return;
    }
    TargetList list = targets_of(t, intent);
    send_ordered(t, intent, &list, args[4].l, args[5].i, args[6].l, args[7].l);
}

/* void unbroadcastIntent(IApplicationThread, Intent, int user): no sticky one any more */
void am_unbroadcastIntent(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    forget_sticky(t, args[2].l);
}

/* ---- registering --------------------------------------------------------------------------------- */

/* Intent registerReceiver(IApplicationThread, String package, IIntentReceiver, IntentFilter, String permission, int user): the first sticky one */
void am_registerReceiver(Thread *t, const Slot *args, Slot *result)
{
    Broadcasts *b = state(t->vm);
    if (!b->sticky)
        sticky_broadcasts_start(t);
    Object *list = root_get(b->sticky);
    for (i32 i = 0, n = list_size(t, list); i < n && !t->exception; i++) {
        Object *intent = list_get(t, list, i);
        if (!matches(t, args[4].l, intent))
            continue;
        if (!result->l)
            result->l = parcel_copy(t, intent);
        if (args[3].l) {
            Target to = { vm_root_add(t->vm, args[3].l), NULL, 0 };
            deliver(t, &to, intent, -1, NULL, NULL, false, true);
            root_set(t->vm, &to.receiver, NULL);
        }
    }
    if (!args[3].l || t->exception)
        return;
    Receiver *r = xcalloc(1, sizeof *r), **end = &b->receivers;
    r->receiver = vm_root_add(t->vm, args[3].l);
    r->filter = vm_root_add(t->vm, args[4].l);
    while (*end)
        end = &(*end)->next;
    *end = r;
}

/* void unregisterReceiver(IIntentReceiver) */
void am_unregisterReceiver(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    for (Receiver **link = &state(t->vm)->receivers; *link;) {
        Receiver *r = *link;
        if (root_get(r->receiver) != args[1].l) {
            link = &r->next;
            continue;
        }
        *link = r->next;
        root_set(t->vm, &r->receiver, NULL);
        root_set(t->vm, &r->filter, NULL);
        free(r);
    }
}
