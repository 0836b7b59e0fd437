/*
 * The services of the phone: their names, their interfaces, and the tables of
 * those that answer with more than defaults.
 */
#include "android/services.h"

/* Sorted, a row each. */
#define SERVICE_TABLES(X) \
    X(activity) \
    X(appops) \
    X(content) \
    X(display) \
    X(input) \
    X(input_method) \
    X(input_method_session) \
    X(intent_sender) \
    X(package) \
    X(storage) \
    X(window) \
    X(window_session)

#define X(table) extern const ServiceMethod service_##table[];
SERVICE_TABLES(X)
#undef X

const Service all_services[] = {
    { "activity", "android/app/IActivityManager", service_activity },
    { NULL, "android/content/IIntentSender", service_intent_sender },
    { "package", "android/content/pm/IPackageManager", service_package },
    { "window", "android/view/IWindowManager", service_window },
    { NULL, "android/view/IWindowSession", service_window_session },
    { "display", "android/hardware/display/IDisplayManager", service_display },
    { "input", "android/hardware/input/IInputManager", service_input },
    { "input_method", "com/android/internal/view/IInputMethodManager", service_input_method },
    { NULL, "com/android/internal/view/IInputMethodSession", service_input_method_session },
    { "accessibility", "android/view/accessibility/IAccessibilityManager", NULL },
    { "account", "android/accounts/IAccountManager", NULL },
    { "alarm", "android/app/IAlarmManager", NULL },
    { "appops", "com/android/internal/app/IAppOpsService", service_appops },
    { "appwidget", "com/android/internal/appwidget/IAppWidgetService", NULL },
    { "audio", "android/media/IAudioService", NULL },
    { "battery", "android/os/IBatteryPropertiesRegistrar", NULL },
    { "clipboard", "android/content/IClipboard", NULL },
    { "connectivity", "android/net/IConnectivityManager", NULL },
    { "content", "android/content/IContentService", service_content },
    { "device_policy", "android/app/admin/IDevicePolicyManager", NULL },
    { "dropbox", "com/android/internal/os/IDropBoxManagerService", NULL },
    { "iphonesubinfo", "com/android/internal/telephony/IPhoneSubInfo", NULL },
    { "jobscheduler", "android/app/job/IJobScheduler", NULL },
    { "location", "android/location/ILocationManager", NULL },
    { "media_session", "android/media/session/ISessionManager", NULL },
    { "mount", "android/os/storage/IMountService", service_storage },
    { "netstats", "android/net/INetworkStatsService", NULL },
    { "notification", "android/app/INotificationManager", NULL },
    { "phone", "com/android/internal/telephony/ITelephony", NULL },
    { "isub", "com/android/internal/telephony/ISub", NULL },
    { "power", "android/os/IPowerManager", NULL },
    { "print", "android/print/IPrintManager", NULL },
    { "search", "android/app/ISearchManager", NULL },
    { "statusbar", "com/android/internal/statusbar/IStatusBarService", NULL },
    { "telephony.registry", "com/android/internal/telephony/ITelephonyRegistry", NULL },
    { "textservices", "com/android/internal/textservice/ITextServicesManager", NULL },
    { "uimode", "android/app/IUiModeManager", NULL },
    { "usagestats", "android/app/usage/IUsageStatsManager", NULL },
    { "user", "android/os/IUserManager", NULL },
    { "vibrator", "android/os/IVibratorService", NULL },
    { "wallpaper", "android/app/IWallpaperManager", NULL },
    { "wifi", "android/net/wifi/IWifiManager", NULL },
    { 0 },
};
