/*
 * Alarms: pending intents that are sent when the virtual clock reaches their time.
 * An entry is Object[] { PendingIntent, Long number of the binder call, Long interval }.
 */
#include "android/binder_thread.h"
#include "android/components.h"
#include "android/natives.h"
#include "android/permissions.h"
#include "android/services.h"
#include "android/state.h"

static i64 long_at(const Object *entry, u32 i)
{
    Slot value = { 0 };
    vm_unbox(binder_argument(entry, i), 'J', &value);
    return value.j;
}

static void set_long(Thread *t, Object *entry, u32 i, i64 value)
{
    ARRAY_REF(entry)[i] = object_ref(vm_box(t, 'J', (Slot){ .j = value }));
}

static void fire(Thread *t, Object *entry);

static void arm(Thread *t, Object *entry, i64 due)
{
    set_long(t, entry, 1, (i64)binder_post_at(t, due, fire, entry));
}

static void fire(Thread *t, Object *entry)
{
    i64 interval = long_at(entry, 2);
    Object *sender = vm_call_method(t, binder_argument(entry, 0), "getTarget", "()Landroid/content/IIntentSender;").l;
    Object *extras = sender ? vm_new(t, vm_boot_class(t, "android/content/Intent"), "()V") : NULL;
    if (!extras)
        return;
    vm_call_method(t, extras, "putExtra", "(Ljava/lang/String;I)Landroid/content/Intent;", vm_string_utf8(t, "android.intent.extra.ALARM_COUNT"), 1);
    if (interval > 0)
        arm(t, entry, vm_nanos(t->vm) + interval * 1000000);
    else
        root_list_remove(t->vm, &manager_state(t->vm)->alarms, entry);
    if (!t->exception)
        pending_intent_send(t, sender, 0, extras);
}

static void remove_equal(Thread *t, Object *pending)
{
    for (RootList *l = manager_state(t->vm)->alarms, *next; l && !t->exception; l = next) {
        next = l->next;
        Object *entry = ref_object(*l->object);
        if (!vm_call_method(t, binder_argument(entry, 0), "equals", "(Ljava/lang/Object;)Z", pending).i)
            continue;
        binder_cancel(t->vm, (u64)long_at(entry, 1));
        root_list_remove(t->vm, &manager_state(t->vm)->alarms, entry);
    }
}

/* void set(int type, long at, long window, long interval, int flags, PendingIntent, WorkSource, AlarmClockInfo) */
static void set_alarm(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    enum { RTC_WAKEUP = 0, RTC = 1 };
    i32 type = args[1].i;
    i64 at = args[2].j, interval = args[6].j;
    Object *pending = args[9].l;
    if (!pending) {
        vm_throw(t, "java/lang/IllegalArgumentException", "set/setRepeating called with null PendingIntent");
        return;
    }
    i64 now = type == RTC_WAKEUP || type == RTC ? vm_millis(t->vm) : vm_nanos(t->vm) / 1000000;
    Object *entry = binder_arguments(t, 3, (Object *const[]){ pending, NULL, NULL });
    if (!entry)
        return;
    set_long(t, entry, 2, interval);
    remove_equal(t, pending);
    root_list_add(t->vm, &manager_state(t->vm)->alarms, entry);
    arm(t, entry, vm_nanos(t->vm) + MAX(at - now, 5) * 1000000);
}

static void remove_alarm(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (args[1].l)
        remove_equal(t, args[1].l);
}

static void setTimeZone(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    enforce_permission(t, "android.permission.SET_TIME_ZONE", "setTimeZone");
}

static void setTime(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    enforce_permission(t, "android.permission.SET_TIME", "setTime");
}

const ServiceMethod service_alarm[] = {
    { "set", set_alarm },
    { "remove", remove_alarm },
    { "setTimeZone", setTimeZone },
    { "setTime", setTime },
    { "getNextAlarmClock", NULL },
    { "getNextWakeFromIdleTime", NULL },
    { 0 },
};
