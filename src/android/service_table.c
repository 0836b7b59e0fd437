/*
 * The services of the phone: their names, their interfaces, and the tables of
 * those that answer with more than defaults.
 */
#include "android/services.h"

/* Sorted, a row each. */
#define SERVICE_TABLES(X) \
    X(account) \
    X(activity) \
    X(alarm) \
    X(appops) \
    X(audio) \
    X(battery) \
    X(clipboard) \
    X(connectivity) \
    X(content) \
    X(display) \
    X(idle) \
    X(input) \
    X(input_method) \
    X(input_method_session) \
    X(intent_sender) \
    X(jobs) \
    X(location) \
    X(media_session) \
    X(notification) \
    X(package) \
    X(phone) \
    X(phone_info) \
    X(power) \
    X(search) \
    X(storage) \
    X(subscriptions) \
    X(telecom) \
    X(telephony_registry) \
    X(uimode) \
    X(usb) \
    X(user) \
    X(vibrator) \
    X(wallpaper) \
    X(wifi) \
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
    { "accessibility", "android/view/accessibility/IAccessibilityManager", service_idle },
    { "account", "android/accounts/IAccountManager", service_account },
    { "alarm", "android/app/IAlarmManager", service_alarm },
    { "appops", "com/android/internal/app/IAppOpsService", service_appops },
    { "appwidget", "com/android/internal/appwidget/IAppWidgetService", service_idle },
    { "audio", "android/media/IAudioService", service_audio },
    { "battery", "android/os/IBatteryPropertiesRegistrar", service_battery },
    { "clipboard", "android/content/IClipboard", service_clipboard },
    { "connectivity", "android/net/IConnectivityManager", service_connectivity },
    { "content", "android/content/IContentService", service_content },
    { "device_policy", "android/app/admin/IDevicePolicyManager", service_idle },
    { "dropbox", "com/android/internal/os/IDropBoxManagerService", service_idle },
    { "iphonesubinfo", "com/android/internal/telephony/IPhoneSubInfo", service_phone_info },
    { "jobscheduler", "android/app/job/IJobScheduler", service_jobs },
    { "location", "android/location/ILocationManager", service_location },
    { "mount", "android/os/storage/IMountService", service_storage },
    { "netstats", "android/net/INetworkStatsService", service_idle },
    { "notification", "android/app/INotificationManager", service_notification },
    { "phone", "com/android/internal/telephony/ITelephony", service_phone },
    { "isub", "com/android/internal/telephony/ISub", service_subscriptions },
    { "power", "android/os/IPowerManager", service_power },
    { "print", "android/print/IPrintManager", service_idle },
    { "search", "android/app/ISearchManager", service_search },
    { "statusbar", "com/android/internal/statusbar/IStatusBarService", service_idle },
    { "telephony.registry", "com/android/internal/telephony/ITelephonyRegistry", service_telephony_registry },
    { "textservices", "com/android/internal/textservice/ITextServicesManager", service_idle },
    { "uimode", "android/app/IUiModeManager", service_uimode },
    { "usagestats", "android/app/usage/IUsageStatsManager", service_idle },
    { "user", "android/os/IUserManager", service_user },
    { "vibrator", "android/os/IVibratorService", service_vibrator },
    { "wallpaper", "android/app/IWallpaperManager", service_wallpaper },
    { "wifi", "android/net/wifi/IWifiManager", service_wifi },
    { "backup", "android/app/backup/IBackupManager", service_idle },
    { NULL, "android/content/pm/IPackageInstaller", service_idle },
    { "trust", "android/app/trust/ITrustManager", service_idle },
    { "telecom", "com/android/internal/telecom/ITelecomService", service_telecom },
    { "usb", "android/hardware/usb/IUsbManager", service_usb },
    { "media_session", "android/media/session/ISessionManager", service_media_session },
    { "media_router", "android/media/IMediaRouterService", service_idle },
    { "media_projection", "android/media/projection/IMediaProjectionManager", service_idle },
    { "launcherapps", "android/content/pm/ILauncherApps", service_idle },
    { "restrictions", "android/content/IRestrictionsManager", service_idle },
    { "fingerprint", "android/hardware/fingerprint/IFingerprintService", service_idle },
    { "carrier_config", "com/android/internal/telephony/ICarrierConfigLoader", service_idle },
    { "country_detector", "android/location/ICountryDetector", service_idle },
    { "isms", "com/android/internal/telephony/ISms", service_idle },
    { "permission", "android/os/IPermissionController", service_idle },
    { "batterystats", "com/android/internal/app/IBatteryStats", service_idle },
    { "tv_input", "android/media/tv/ITvInputManager", service_idle },
    { "voiceinteraction", "com/android/internal/app/IVoiceInteractionManagerService", service_idle },
    { "dreams", "android/service/dreams/IDreamManager", service_idle },
    { 0 },
};

/* What a phone may lack, and this one does: asking for it is no gap. */
const char *const absent_services[] = {
    "bluetooth_manager", "nfc", "consumer_ir", "hdmi_control", "midi", "radio", "serial", "ethernet", "wifipasspoint", "rttmanager", "persistent_data_block",
    "assetatlas", "graphicsstats", "media.camera", "oem_lock", "imms", "samplingprofiler", NULL,
};
