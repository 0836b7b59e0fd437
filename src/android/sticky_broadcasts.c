/* See sticky_broadcasts.h. */
#include "android/sticky_broadcasts.h"

#include "android/components.h"
#include "android/connectivity.h"
#include "android/natives.h"

typedef struct Extra {
    const char *name;
    i32 number;
    const char *text;               /* instead of the number */
    bool is_boolean;
} Extra;

typedef struct Sticky {
    const char *action;
    Extra extras[12];
} Sticky;

static const Sticky all[] = {
    { "android.intent.action.BATTERY_CHANGED", {
        { "status", 5 /* full */, NULL, false }, { "health", 2 /* good */, NULL, false }, { "present", 1, NULL, true }, { "level", 100, NULL, false },
        { "scale", 100, NULL, false }, { "plugged", 1 /* AC */, NULL, false }, { "voltage", 4200, NULL, false }, { "temperature", 250, NULL, false },
        { "technology", 0, "Li-ion", false }, { "icon-small", 17303436, NULL, false } } },
    { "android.intent.action.HEADSET_PLUG", { { "state", 0, NULL, false }, { "microphone", 0, NULL, false }, { "name", 0, "", false } } },
    { "android.net.wifi.WIFI_STATE_CHANGED", { { "wifi_state", 3 /* enabled */, NULL, false }, { "previous_wifi_state", 2, NULL, false } } },
    { "android.media.RINGER_MODE_CHANGED", { { "android.media.EXTRA_RINGER_MODE", 2 /* normal */, NULL, false } } },
};

static void put_extra(Thread *t, Object *intent, const Extra *extra)
{
    Object *name = vm_string_utf8(t, extra->name);
    if (extra->text)
        vm_call_method(t, intent, "putExtra", "(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;", name, vm_string_utf8(t, extra->text));
    else if (extra->is_boolean)
        vm_call_method(t, intent, "putExtra", "(Ljava/lang/String;Z)Landroid/content/Intent;", name, extra->number);
    else
        vm_call_method(t, intent, "putExtra", "(Ljava/lang/String;I)Landroid/content/Intent;", name, extra->number);
}

void sticky_broadcasts_start(Thread *t)
{
    for (size_t i = 0; i < COUNT_OF(all) && !t->exception; i++) {
        Object *intent = vm_new(t, vm_boot_class(t, "android/content/Intent"), "(Ljava/lang/String;)V", vm_string_utf8(t, all[i].action));
        for (const Extra *extra = all[i].extras; intent && extra->name && !t->exception; extra++)
            put_extra(t, intent, extra);
        if (intent && !t->exception)
            broadcast_make_sticky(t, intent);
    }
    Object *network = t->exception ? NULL : network_intent(t);
    if (network)
        broadcast_make_sticky(t, network);
}
