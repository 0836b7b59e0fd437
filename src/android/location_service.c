/* Where the phone is: nobody has told it yet, so no location ever comes; the providers are there and on. */
#include "android/java.h"
#include "android/natives.h"
#include "android/permissions.h"
#include "android/services.h"
#include "android/state.h"

#define FINE "android.permission.ACCESS_FINE_LOCATION"
#define COARSE "android.permission.ACCESS_COARSE_LOCATION"

static const char *const provider_names[] = { "passive", "gps", "network" };

static bool is_fine(const char *provider)
{
    return !strcmp(provider, "gps") || !strcmp(provider, "passive");
}

/* May the app use the provider? Throws when not. */
static bool may_use(Thread *t, const char *provider)
{
    if (app_has_permission(t, FINE) || (!is_fine(provider) && app_has_permission(t, COARSE)))
        return true;
    if (!t->exception)
        vm_throw(t, "java/lang/SecurityException", "\"%s\" location provider requires ACCESS_%s permission.", provider,
                 is_fine(provider) ? "FINE_LOCATION" : "COARSE_LOCATION or ACCESS_FINE_LOCATION");
    return false;
}

static void list_providers(Thread *t, bool by_permission, Slot *result)
{
    Object *list = list_new(t);
    bool fine = app_has_permission(t, FINE), coarse = fine || app_has_permission(t, COARSE);
    for (size_t i = 0; list && i < COUNT_OF(provider_names) && !t->exception; i++)
        if (!by_permission || (is_fine(provider_names[i]) ? fine : coarse))
            list_add(t, list, vm_string_utf8(t, provider_names[i]));
    result->l = list;
}

static void getAllProviders(Thread *t, const Slot *args, Slot *result) { UNUSED(args); list_providers(t, false, result); }
static void getProviders(Thread *t, const Slot *args, Slot *result) { UNUSED(args); list_providers(t, true, result); }

static void getBestProvider(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    if (app_has_permission(t, FINE))
        result->l = vm_string_utf8(t, "gps");
    else if (app_has_permission(t, COARSE))
        result->l = vm_string_utf8(t, "network");
}

static bool is_known(const char *name)
{
    for (size_t i = 0; name && i < COUNT_OF(provider_names); i++)
        if (!strcmp(provider_names[i], name))
            return true;
    return false;
}

static void isProviderEnabled(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[1].l);
    result->i = is_known(name) && may_use(t, name);
    free(name);
}

static void providerMeetsCriteria(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    char *name = vm_string_to_utf8(args[1].l);
    result->i = is_known(name);
    free(name);
}

static void getProviderProperties(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[1].l);
    bool gps = name && !strcmp(name, "gps");
    if (is_known(name))
        result->l = vm_new(t, vm_boot_class(t, "com/android/internal/location/ProviderProperties"), "(ZZZZZZZII)V", !gps, gps, !gps, 0, gps, gps, gps, gps ? 3 : 1, gps ? 1 : 2);
    free(name);
}

/* The provider that a LocationRequest names; the caller frees. */
static char *requested(Thread *t, Object *request)
{
    return request ? string_of(t, request, "getProvider") : xstrdup("network");
}

static void getLastLocation(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char *name = requested(t, args[1].l);
    if (name)
        may_use(t, name);
    free(name);
}

/* void requestLocationUpdates(LocationRequest, ILocationListener, PendingIntent, String package) */
static void requestLocationUpdates(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char *name = requested(t, args[1].l);
    if (name && !is_known(name) && strcmp(name, "fused"))
        vm_throw(t, "java/lang/IllegalArgumentException", "provider doesn't exist: %s", name);
    else if (name && may_use(t, name))
        root_list_add(t->vm, &manager_state(t->vm)->location_listeners, args[2].l);
    free(name);
}

static void removeUpdates(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    root_list_remove(t->vm, &manager_state(t->vm)->location_listeners, args[1].l);
}

static void addGpsStatusListener(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = may_use(t, "gps");
}

const ServiceMethod service_location[] = {
    { "getAllProviders", getAllProviders }, { "getProviders", getProviders }, { "getBestProvider", getBestProvider }, { "isProviderEnabled", isProviderEnabled },
    { "providerMeetsCriteria", providerMeetsCriteria }, { "getProviderProperties", getProviderProperties }, { "getLastLocation", getLastLocation },
    { "requestLocationUpdates", requestLocationUpdates }, { "removeUpdates", removeUpdates }, { "addGpsStatusListener", addGpsStatusListener },
    { "removeGpsStatusListener", NULL }, { "geocoderIsPresent", NULL }, { "requestGeofence", NULL }, { "removeGeofence", NULL }, { "sendExtraCommand", .number = 1 },
    { "locationCallbackFinished", NULL }, { "addGpsMeasurementsListener", NULL }, { "removeGpsMeasurementsListener", NULL }, { "getNetworkProviderPackage", NULL },
    { "getFromLocation", .text = "Service not Available" }, { "getFromLocationName", .text = "Service not Available" },
    { 0 },
};
