/* Connectivity and Wi-Fi. See connectivity.h. */
#include "android/connectivity.h"

#include "android/binder_thread.h"
#include "android/components.h"
#include "android/natives.h"
#include "android/permissions.h"
#include "android/services.h"
#include "android/state.h"

enum { TYPE_MOBILE = 0, TYPE_WIFI = 1, NETWORK_ID = 100, WIFI_DISABLED = 1, WIFI_ENABLED = 3 };

bool network_connected(Vm *vm)
{
    return !manager_state(vm)->no_network && !manager_state(vm)->wifi_off;
}

static Object *enum_value(Thread *t, const char *type, const char *name)
{
    return vm_call_static(t, "java/lang/Enum", "valueOf", "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;", vm_class_object(t, vm_boot_class(t, type)),
                          vm_string_utf8(t, name)).l;
}

static Object *network_info(Thread *t, i32 type)
{
    bool up = type == TYPE_WIFI && network_connected(t->vm);
    Object *info = vm_new(t, vm_boot_class(t, "android/net/NetworkInfo"), "(IILjava/lang/String;Ljava/lang/String;)V", type, type == TYPE_MOBILE ? 13 : 0,
                          vm_string_utf8(t, type == TYPE_WIFI ? "WIFI" : "MOBILE"), vm_string_utf8(t, type == TYPE_WIFI ? "" : "LTE"));
    Object *state = info ? enum_value(t, "android/net/NetworkInfo$DetailedState", up ? "CONNECTED" : "DISCONNECTED") : NULL;
    if (!state)
        return NULL;
    vm_call_method(t, info, "setDetailedState", "(Landroid/net/NetworkInfo$DetailedState;Ljava/lang/String;Ljava/lang/String;)V", state, NULL,
                   up ? vm_string_utf8(t, "\"AndroidWifi\"") : NULL);
    vm_call_method(t, info, "setIsAvailable", "(Z)V", !manager_state(t->vm)->no_network);
    return t->exception ? NULL : info;
}

static Object *network(Thread *t)
{
    return vm_new(t, vm_boot_class(t, "android/net/Network"), "(I)V", NETWORK_ID);
}

static bool may_look(Thread *t)
{
    return enforce_permission(t, "android.permission.ACCESS_NETWORK_STATE", "ConnectivityService");
}

Object *network_intent(Thread *t)
{
    Object *intent = vm_new(t, vm_boot_class(t, "android/content/Intent"), "(Ljava/lang/String;)V", vm_string_utf8(t, "android.net.conn.CONNECTIVITY_CHANGE"));
    Object *info = intent ? network_info(t, TYPE_WIFI) : NULL;
    if (!info)
        return NULL;
    vm_call_method(t, intent, "putExtra", "(Ljava/lang/String;Landroid/os/Parcelable;)Landroid/content/Intent;", vm_string_utf8(t, "networkInfo"), info);
    vm_call_method(t, intent, "putExtra", "(Ljava/lang/String;I)Landroid/content/Intent;", vm_string_utf8(t, "networkType"), TYPE_WIFI);
    if (!network_connected(t->vm))
        vm_call_method(t, intent, "putExtra", "(Ljava/lang/String;Z)Landroid/content/Intent;", vm_string_utf8(t, "noConnectivity"), 1);
    return t->exception ? NULL : intent;
}

void network_set_connected(Thread *t, bool connected)
{
    manager_state(t->vm)->no_network = !connected;
    Object *intent = network_intent(t);
    if (!intent)
        return;
    broadcast_make_sticky(t, intent);
    if (!t->exception)
        broadcast_send(t, intent);
}

/* ---- IConnectivityManager --------------------------------------------------------------- */

static void getActiveNetworkInfo(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    if (may_look(t) && network_connected(t->vm))
        result->l = network_info(t, TYPE_WIFI);
}

static void getNetworkInfo(Thread *t, const Slot *args, Slot *result)
{
    if (may_look(t) && (args[1].i == TYPE_MOBILE || args[1].i == TYPE_WIFI))
        result->l = network_info(t, args[1].i);
}

static void getNetworkInfoForNetwork(Thread *t, const Slot *args, Slot *result)
{
    if (may_look(t) && args[1].l)
        result->l = network_info(t, TYPE_WIFI);
}

static void getAllNetworkInfo(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *array = may_look(t) ? vm_new_object_array(t, "android/net/NetworkInfo", 2) : NULL;
    for (i32 i = 0; array && i < 2 && !t->exception; i++)
        ARRAY_REF(array)[i] = object_ref(network_info(t, i));
    result->l = array;
}

static void getActiveNetwork(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    if (may_look(t) && network_connected(t->vm))
        result->l = network(t);
}

static void getNetworkForType(Thread *t, const Slot *args, Slot *result)
{
    if (may_look(t) && args[1].i == TYPE_WIFI && network_connected(t->vm))
        result->l = network(t);
}

static void getAllNetworks(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    i32 count = may_look(t) && network_connected(t->vm);
    Object *array = t->exception ? NULL : vm_new_object_array(t, "android/net/Network", count);
    if (array && count)
        ARRAY_REF(array)[0] = object_ref(network(t));
    result->l = array;
}

static void getLinkProperties(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    if (!may_look(t) || !network_connected(t->vm))
        return;
    Object *properties = vm_new(t, vm_boot_class(t, "android/net/LinkProperties"), "()V");
    if (properties)
        vm_call_method(t, properties, "setInterfaceName", "(Ljava/lang/String;)V", vm_string_utf8(t, "wlan0"));
    result->l = properties;
}

static void getNetworkCapabilities(Thread *t, const Slot *args, Slot *result)
{
    enum { TRANSPORT_WIFI = 1, INTERNET = 12, VALIDATED = 16 };
    if (!may_look(t) || !args[1].l || !network_connected(t->vm))
        return;
    Object *capabilities = vm_new(t, vm_boot_class(t, "android/net/NetworkCapabilities"), "()V");
    if (!capabilities)
        return;
    vm_call_method(t, capabilities, "addTransportType", "(I)Landroid/net/NetworkCapabilities;", TRANSPORT_WIFI);
    vm_call_method(t, capabilities, "addCapability", "(I)Landroid/net/NetworkCapabilities;", INTERNET);
    vm_call_method(t, capabilities, "addCapability", "(I)Landroid/net/NetworkCapabilities;", VALIDATED);
    result->l = capabilities;
}

static void isNetworkSupported(Thread *t, const Slot *args, Slot *result)
{
    result->i = may_look(t) && (args[1].i == TYPE_MOBILE || args[1].i == TYPE_WIFI);
}

/* Tells who asked for a network that there is one: Object[] { Messenger, NetworkRequest }. */
static void tell_available(Thread *t, Object *arguments)
{
    enum { CALLBACK_AVAILABLE = 0x80002 };
    static FieldRef what = FIELD("android/os/Message", "what", "I");
    Object *message = vm_call_static(t, "android/os/Message", "obtain", "()Landroid/os/Message;").l, *bundle = message ? vm_new(t, vm_boot_class(t, "android/os/Bundle"), "()V") : NULL;
    Object *available = bundle ? network(t) : NULL;
    if (!available)
        return;
    SET_INT(t, message, &what, CALLBACK_AVAILABLE);
    vm_call_method(t, bundle, "putParcelable", "(Ljava/lang/String;Landroid/os/Parcelable;)V", vm_string_utf8(t, "NetworkRequest"), binder_argument(arguments, 1));
    vm_call_method(t, bundle, "putParcelable", "(Ljava/lang/String;Landroid/os/Parcelable;)V", vm_string_utf8(t, "Network"), available);
    vm_call_method(t, message, "setData", "(Landroid/os/Bundle;)V", bundle);
    if (!t->exception)
        vm_call_method(t, binder_argument(arguments, 0), "send", "(Landroid/os/Message;)V", message);
}

/* NetworkRequest requestNetwork(NetworkCapabilities, Messenger, …), listenForNetwork(NetworkCapabilities, Messenger, IBinder) */
static void requestNetwork(Thread *t, const Slot *args, Slot *result)
{
    if (!may_look(t))
        return;
    Object *request = vm_new(t, vm_boot_class(t, "android/net/NetworkRequest"), "(Landroid/net/NetworkCapabilities;II)V", args[1].l, -1, ++manager_state(t->vm)->last_number);
    Object *arguments = request ? binder_arguments(t, 2, (Object *const[]){ args[2].l, request }) : NULL;
    if (arguments && args[2].l && network_connected(t->vm))
        binder_post(t, tell_available, arguments);
    result->l = request;
}

const ServiceMethod service_connectivity[] = {
    { "getActiveNetworkInfo", getActiveNetworkInfo }, { "getActiveNetworkInfoForUid", getActiveNetworkInfo }, { "getNetworkInfo", getNetworkInfo },
    { "getNetworkInfoForNetwork", getNetworkInfoForNetwork }, { "getAllNetworkInfo", getAllNetworkInfo }, { "getActiveNetwork", getActiveNetwork },
    { "getNetworkForType", getNetworkForType }, { "getAllNetworks", getAllNetworks }, { "getActiveLinkProperties", getLinkProperties },
    { "getLinkPropertiesForType", getLinkProperties }, { "getLinkProperties", getLinkProperties }, { "getNetworkCapabilities", getNetworkCapabilities },
    { "isNetworkSupported", isNetworkSupported }, { "requestNetwork", requestNetwork }, { "listenForNetwork", requestNetwork },
    { "isActiveNetworkMetered", NULL }, { "getProxyForNetwork", NULL }, { "getGlobalProxy", NULL }, { "releaseNetworkRequest", NULL },
    { "releasePendingNetworkRequest", NULL }, { "pendingListenForNetwork", NULL }, { "reportInetCondition", NULL }, { "reportNetworkConnectivity", NULL },
    { "requestRouteToHostAddress", .number = 1 }, { "isTetheringSupported", NULL }, { "getTetherableIfaces", NULL }, { "getTetheredIfaces", NULL },
    { "requestBandwidthUpdate", NULL }, { "getRestoreDefaultNetworkDelay", NULL }, { "setAirplaneMode", NULL },
    { 0 },
};

/* ---- IWifiManager ----------------------------------------------------------------------------- */

static bool may_look_at_wifi(Thread *t)
{
    return enforce_permission(t, "android.permission.ACCESS_WIFI_STATE", "WifiService");
}

static void getWifiEnabledState(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    if (may_look_at_wifi(t))
        result->i = manager_state(t->vm)->wifi_off ? WIFI_DISABLED : WIFI_ENABLED;
}

static void setWifiEnabled(Thread *t, const Slot *args, Slot *result)
{
    if (!enforce_permission(t, "android.permission.CHANGE_WIFI_STATE", "WifiService"))
        return;
    manager_state(t->vm)->wifi_off = !args[1].i;
    result->i = 1;
}

static void getConnectionInfo(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *info = may_look_at_wifi(t) ? vm_new(t, vm_boot_class(t, "android/net/wifi/WifiInfo"), "()V") : NULL;
    if (!info)
        return;
    vm_call_method(t, info, "setMacAddress", "(Ljava/lang/String;)V", vm_string_utf8(t, "02:00:00:00:00:00"));
    if (network_connected(t->vm)) {
        Object *name = vm_call_static(t, "android/net/wifi/WifiSsid", "createFromAsciiEncoded", "(Ljava/lang/String;)Landroid/net/wifi/WifiSsid;", vm_string_utf8(t, "AndroidWifi")).l;
        vm_call_method(t, info, "setSSID", "(Landroid/net/wifi/WifiSsid;)V", name);
        vm_call_method(t, info, "setBSSID", "(Ljava/lang/String;)V", vm_string_utf8(t, "01:80:c2:00:00:03"));
        vm_call_method(t, info, "setRssi", "(I)V", -55);
        vm_call_method(t, info, "setLinkSpeed", "(I)V", 65);
        vm_call_method(t, info, "setNetworkId", "(I)V", 0);
        vm_call_method(t, info, "setSupplicantState", "(Landroid/net/wifi/SupplicantState;)V", enum_value(t, "android/net/wifi/SupplicantState", "COMPLETED"));
    }
    result->l = t->exception ? NULL : info;
}

static void getDhcpInfo(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    if (may_look_at_wifi(t))
        result->l = vm_new(t, vm_boot_class(t, "android/net/DhcpInfo"), "()V");
}

const ServiceMethod service_wifi[] = {
    { "getWifiEnabledState", getWifiEnabledState }, { "setWifiEnabled", setWifiEnabled }, { "getConnectionInfo", getConnectionInfo }, { "getDhcpInfo", getDhcpInfo },
    { "acquireWifiLock", .number = 1 }, { "releaseWifiLock", .number = 1 }, { "updateWifiLockWorkSource", NULL }, { "getScanResults", NULL }, { "startScan", NULL },
    { "getConfiguredNetworks", NULL }, { "pingSupplicant", .number = 1 }, { "isScanAlwaysAvailable", NULL }, { "isDualBandSupported", NULL },
    { "acquireMulticastLock", NULL }, { "releaseMulticastLock", NULL }, { "isMulticastEnabled", NULL }, { "getWifiApEnabledState", .number = 11 },
    { "getCountryCode", .text = "US" }, { "addOrUpdateNetwork", .number = -1 }, { "enableNetwork", NULL }, { "disableNetwork", NULL }, { "removeNetwork", NULL },
    { "disconnect", NULL }, { "reconnect", NULL }, { "reassociate", NULL }, { "saveConfiguration", .number = 1 }, { "getWifiServiceMessenger", NULL },
    { "getFrequencyBand", NULL }, { "getSupportedFeatures", NULL }, { "initializeMulticastFiltering", NULL },
    { 0 },
};
