/* The telephone: a GSM phone with one SIM card, in service, on which nobody calls. */
#include "android/binder_thread.h"
#include "android/natives.h"
#include "android/permissions.h"
#include "android/services.h"

enum { SUBSCRIPTION = 1 };

static const char read_phone_state[] = "android.permission.READ_PHONE_STATE";

/* The numbers that identify phone and card want a permission; the answer is by the method's name. */
static void identity(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    static const struct { const char *method, *answer; } answers[] = {
        { "getDeviceId", "000000000000000" }, { "getImei", "000000000000000" }, { "getDeviceSvn", "00" }, { "getSubscriberId", "310260000000000" },
        { "getIccSerialNumber", "89014103211118510720" }, { "getLine1Number", "15555215554" }, { "getLine1AlphaTag", "" }, { "getMsisdn", "15555215554" },
        { "getVoiceMailNumber", "+15552175049" }, { "getVoiceMailAlphaTag", "Voicemail" }, { "getLine1NumberForDisplay", "15555215554" },
    };
    const char *method = t->frame->method->name->text;
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        if (strncmp(method, answers[i].method, strlen(answers[i].method)))
            continue;
        if (enforce_permission(t, read_phone_state, answers[i].method))
            result->l = vm_string_utf8(t, answers[i].answer);
        return;
    }
}

const ServiceMethod service_phone_info[] = {
    { "getDeviceId", identity }, { "getDeviceIdForPhone", identity }, { "getImeiForSubscriber", identity }, { "getDeviceSvn", identity },
    { "getSubscriberId", identity }, { "getSubscriberIdForSubscriber", identity }, { "getIccSerialNumber", identity }, { "getIccSerialNumberForSubscriber", identity },
    { "getLine1Number", identity }, { "getLine1NumberForSubscriber", identity }, { "getLine1AlphaTag", identity }, { "getLine1AlphaTagForSubscriber", identity },
    { "getMsisdn", identity }, { "getMsisdnForSubscriber", identity }, { "getVoiceMailNumber", identity }, { "getVoiceMailNumberForSubscriber", identity },
    { "getVoiceMailAlphaTag", identity }, { "getVoiceMailAlphaTagForSubscriber", identity }, { "getGroupIdLevel1", NULL }, { "getGroupIdLevel1ForSubscriber", NULL },
    { 0 },
};

static void call(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    enforce_permission(t, "android.permission.CALL_PHONE", NULL);
}

static void location(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    if (!app_has_permission(t, "android.permission.ACCESS_FINE_LOCATION") && !enforce_permission(t, "android.permission.ACCESS_COARSE_LOCATION", NULL))
        return;
    if (!strcmp(t->frame->method->name->text, "getCellLocation"))
        result->l = vm_new(t, vm_boot_class(t, "android/os/Bundle"), "()V");
    else
        service_default(t, args, result);
}

enum { PHONE_TYPE_GSM = 1, NETWORK_TYPE_LTE = 13 };

const ServiceMethod service_phone[] = {
    { "getDeviceId", identity }, { "getLine1NumberForDisplay", identity }, { "getLine1AlphaTagForDisplay", NULL }, { "call", call }, { "dial", NULL },
    { "getCellLocation", location }, { "getAllCellInfo", location }, { "getNeighboringCellInfo", location },
    { "getActivePhoneType", .number = PHONE_TYPE_GSM }, { "getActivePhoneTypeForSubscriber", .number = PHONE_TYPE_GSM },
    { "getNetworkType", .number = NETWORK_TYPE_LTE }, { "getNetworkTypeForSubscriber", .number = NETWORK_TYPE_LTE },
    { "getDataNetworkType", .number = NETWORK_TYPE_LTE }, { "getDataNetworkTypeForSubscriber", .number = NETWORK_TYPE_LTE },
    { "getVoiceNetworkTypeForSubscriber", .number = NETWORK_TYPE_LTE }, { "hasIccCard", .number = 1 }, { "hasIccCardUsingSlotId", .number = 1 },
    { "isIdle", .number = 1 }, { "isIdleForSubscriber", .number = 1 }, { "isRadioOn", .number = 1 }, { "isRadioOnForSubscriber", .number = 1 },
    { "getDataEnabled", .number = 1 }, { "isDataConnectivityPossible", .number = 1 }, { "getCallState", NULL }, { "getCallStateForSubscriber", NULL },
    { "getDataState", NULL }, { "getDataActivity", NULL }, { "isOffhook", NULL }, { "isOffhookForSubscriber", NULL }, { "isRinging", NULL },
    { "isRingingForSubscriber", NULL }, { "getVoiceMessageCount", NULL }, { "getVoiceMessageCountForSubscriber", NULL }, { "endCall", NULL },
    { "silenceRinger", NULL }, { "answerRingingCall", NULL }, { "getCarrierPrivilegeStatus", NULL }, { "isVideoCallingEnabled", NULL }, { "isTtyModeSupported", NULL },
    { "getLteOnCdmaMode", NULL }, { "getLteOnCdmaModeForSubscriber", NULL }, { "isImsRegistered", NULL }, { "isVolteAvailable", NULL }, { "isWifiCallingAvailable", NULL },
    { "checkCarrierPrivilegesForPackage", NULL }, { "getPreferredNetworkType", NULL }, { "isSimPinEnabled", NULL }, { "isWorldPhone", NULL },
    { 0 },
};

/* ---- subscriptions ------------------------------------------------------------------------ */

static void subscription_ids(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *ids = vm_new_primitive_array(t, 'I', 1);
    if (ids)
        ARRAY_I32(ids)[0] = SUBSCRIPTION;
    result->l = ids;
}

const ServiceMethod service_subscriptions[] = {
    { "getActiveSubIdList", subscription_ids }, { "getSubId", subscription_ids }, { "getDefaultSubId", .number = SUBSCRIPTION },
    { "getDefaultDataSubId", .number = SUBSCRIPTION }, { "getDefaultVoiceSubId", .number = SUBSCRIPTION }, { "getDefaultSmsSubId", .number = SUBSCRIPTION },
    { "getActiveSubInfoCount", .number = 1 }, { "getActiveSubInfoCountMax", .number = 1 }, { "getAllSubInfoCount", .number = 1 },
    { "getSimStateForSlotIdx", .number = 5 /* ready */ }, { "isActiveSubId", .number = 1 }, { "getPhoneId", NULL }, { "getSlotId", NULL },
    { "getActiveSubscriptionInfoList", NULL }, { "getAllSubInfoList", NULL }, { "getActiveSubscriptionInfo", NULL },
    { "getActiveSubscriptionInfoForSimSlotIndex", NULL }, { "getSubscriptionProperty", NULL },
    { 0 },
};

/* ---- who listens ---------------------------------------------------------------------------- */

static void tell_idle(Thread *t, Object *listener)
{
    vm_call_method(t, listener, "onCallStateChanged", "(ILjava/lang/String;)V", 0, vm_string_utf8(t, ""));
}

static void listen_for(Thread *t, Object *listener, i32 events)
{
    enum { LISTEN_CALL_STATE = 0x20, NEED_PERMISSION = 0x4 | 0x8 | 0x20 | 0x40 | 0x80 };
    if (events & NEED_PERMISSION && !enforce_permission(t, read_phone_state, NULL))
        return;
    if (events & LISTEN_CALL_STATE && listener)
        binder_post(t, tell_idle, listener);
}

/* void listen(String package, IPhoneStateListener, int events, boolean now) */
static void listen_all(Thread *t, const Slot *args, Slot *result) { UNUSED(result); listen_for(t, args[2].l, args[3].i); }
/* void listenForSubscriber(int subscription, String package, IPhoneStateListener, int events, boolean now) */
static void listenForSubscriber(Thread *t, const Slot *args, Slot *result) { UNUSED(result); listen_for(t, args[3].l, args[4].i); }

const ServiceMethod service_telephony_registry[] = {
    { "listen", listen_all }, { "listenForSubscriber", listenForSubscriber }, { "addOnSubscriptionsChangedListener", NULL }, { "removeOnSubscriptionsChangedListener", NULL },
    { 0 },
};
