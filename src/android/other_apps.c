#include "android/other_apps.h"

#include "android/natives.h"
#include "android/state.h"

#include <string.h>
#include <strings.h>

#define IMAGES "image/* vnd.android.cursor.dir/image"
#define VIDEOS "video/* vnd.android.cursor.dir/video"
#define A(name) "android.intent.action." name

/* As on an emulator image without a market: what is not here is not installed. A package has a row for each filter. */
static const OtherApp other_apps[] = {
    { "com.android.launcher3", "com.android.launcher3.Launcher", "Launcher", NULL, NULL, NULL },
    { "com.android.browser", "com.android.browser.BrowserActivity", "Browser", A("VIEW"), "http https about javascript", NULL },
    { "com.android.browser", "com.android.browser.BrowserActivity", "Browser", A("VIEW"), "http https inline", "text/html text/plain application/xhtml+xml application/vnd.wap.xhtml+xml" },
    { "com.android.browser", "com.android.browser.BrowserActivity", "Browser", A("WEB_SEARCH"), NULL, NULL },
    { "com.android.browser", "com.android.browser.BrowserActivity", "Browser", A("WEB_SEARCH"), "http https", NULL },
    { "com.android.htmlviewer", "com.android.htmlviewer.HTMLViewerActivity", "HTML Viewer", A("VIEW"), "file content", "text/html text/plain application/xhtml+xml" },
    { "com.android.settings", "com.android.settings.Settings", "Settings",
      "android.settings.SETTINGS android.settings.WIFI_SETTINGS android.settings.WIRELESS_SETTINGS android.settings.AIRPLANE_MODE_SETTINGS "
      "android.settings.DATA_ROAMING_SETTINGS android.settings.LOCATION_SOURCE_SETTINGS android.settings.DISPLAY_SETTINGS android.settings.SOUND_SETTINGS "
      "android.settings.DATE_SETTINGS android.settings.LOCALE_SETTINGS android.settings.INPUT_METHOD_SETTINGS android.settings.SECURITY_SETTINGS "
      "android.settings.APPLICATION_SETTINGS android.settings.MANAGE_APPLICATIONS_SETTINGS android.settings.MANAGE_ALL_APPLICATIONS_SETTINGS "
      "android.settings.APPLICATION_DEVELOPMENT_SETTINGS android.settings.ACCESSIBILITY_SETTINGS android.settings.PRIVACY_SETTINGS "
      "android.settings.INTERNAL_STORAGE_SETTINGS android.settings.MEMORY_CARD_SETTINGS android.settings.BLUETOOTH_SETTINGS android.settings.NFC_SETTINGS "
      "android.settings.NFCSHARING_SETTINGS android.settings.BATTERY_SAVER_SETTINGS android.settings.DEVICE_INFO_SETTINGS android.settings.SYNC_SETTINGS "
      "android.settings.ADD_ACCOUNT_SETTINGS android.settings.ACTION_NOTIFICATION_LISTENER_SETTINGS android.settings.NOTIFICATION_POLICY_ACCESS_SETTINGS "
      "android.settings.IGNORE_BATTERY_OPTIMIZATION_SETTINGS android.settings.USAGE_ACCESS_SETTINGS android.settings.CAST_SETTINGS "
      "android.settings.HOME_SETTINGS android.settings.PRINT_SETTINGS android.settings.USER_DICTIONARY_SETTINGS android.settings.SHOW_INPUT_METHOD_PICKER "
      "android.settings.CAPTIONING_SETTINGS com.android.settings.TTS_SETTINGS android.intent.action.MANAGE_NETWORK_USAGE "
      "android.intent.action.POWER_USAGE_SUMMARY android.app.action.SET_NEW_PASSWORD android.credentials.UNLOCK", NULL, NULL },
    { "com.android.settings", "com.android.settings.applications.InstalledAppDetails", "App info",
      "android.settings.APPLICATION_DETAILS_SETTINGS android.settings.action.MANAGE_OVERLAY_PERMISSION android.settings.action.MANAGE_WRITE_SETTINGS "
      "android.settings.REQUEST_IGNORE_BATTERY_OPTIMIZATIONS", "package", NULL },
    { "com.android.settings", "com.android.settings.DeviceAdminAdd", "Device administrator", "android.app.action.ADD_DEVICE_ADMIN", NULL, NULL },
    { "com.android.dialer", "com.android.dialer.DialtactsActivity", "Phone", A("DIAL") " " A("CALL_BUTTON"), NULL, NULL },
    { "com.android.dialer", "com.android.dialer.DialtactsActivity", "Phone", A("DIAL") " " A("VIEW"), "tel voicemail", NULL },
    { "com.android.server.telecom", "com.android.server.telecom.components.UserCallActivity", "Phone", A("CALL"), "tel voicemail sip", NULL },
    { "com.android.messaging", "com.android.messaging.ui.conversation.LaunchConversationActivity", "Messaging", A("VIEW") " " A("SENDTO"), "sms smsto mms mmsto", NULL },
    { "com.android.messaging", "com.android.messaging.ui.conversationlist.ShareIntentActivity", "Messaging", A("SEND") " " A("SEND_MULTIPLE"), NULL, "text/plain image/* audio/* video/* text/x-vcard" },
    { "com.android.email", "com.android.email.activity.ComposeActivityEmail", "Email", A("VIEW") " " A("SENDTO"), "mailto", NULL },
    { "com.android.email", "com.android.email.activity.ComposeActivityEmail", "Email", A("SEND") " " A("SEND_MULTIPLE"), NULL, "*/*" },
    { "com.android.bluetooth", "com.android.bluetooth.opp.BluetoothOppLauncherActivity", "Bluetooth", A("SEND") " " A("SEND_MULTIPLE"), NULL, "image/* video/* audio/* text/plain text/html" },
    { "com.android.contacts", "com.android.contacts.activities.ContactSelectionActivity", "Contacts", A("PICK") " " A("GET_CONTENT"), NULL,
      "vnd.android.cursor.dir/contact vnd.android.cursor.item/contact vnd.android.cursor.dir/person vnd.android.cursor.item/person vnd.android.cursor.dir/phone_v2 "
      "vnd.android.cursor.item/phone_v2 vnd.android.cursor.dir/email_v2 vnd.android.cursor.item/email_v2 vnd.android.cursor.dir/postal-address_v2 "
      "vnd.android.cursor.item/postal-address_v2 vnd.android.cursor.dir/phone vnd.android.cursor.item/phone" },
    { "com.android.contacts", "com.android.contacts.activities.CompactContactEditorActivity", "Contacts", A("INSERT") " " A("EDIT") " " A("INSERT_OR_EDIT") " " A("VIEW"), NULL,
      "vnd.android.cursor.dir/contact vnd.android.cursor.item/contact vnd.android.cursor.dir/raw_contact vnd.android.cursor.item/raw_contact vnd.android.cursor.dir/person vnd.android.cursor.item/person" },
    { "com.android.gallery3d", "com.android.gallery3d.app.GalleryActivity", "Gallery", A("PICK") " " A("GET_CONTENT") " " A("VIEW"), NULL, IMAGES " " VIDEOS },
    { "com.android.documentsui", "com.android.documentsui.DocumentsActivity", "Documents",
      A("GET_CONTENT") " " A("OPEN_DOCUMENT") " " A("CREATE_DOCUMENT"), NULL, "*/*" },
    { "com.android.documentsui", "com.android.documentsui.DocumentsActivity", "Documents", A("OPEN_DOCUMENT_TREE"), NULL, NULL },
    { "com.android.documentsui", "com.android.documentsui.DownloadsActivity", "Downloads", A("VIEW_DOWNLOADS"), NULL, NULL },
    { "com.android.camera2", "com.android.camera.CaptureActivity", "Camera",
      "android.media.action.IMAGE_CAPTURE android.media.action.IMAGE_CAPTURE_SECURE android.media.action.VIDEO_CAPTURE "
      "android.media.action.STILL_IMAGE_CAMERA android.media.action.VIDEO_CAMERA", NULL, NULL },
    { "com.android.calendar", "com.android.calendar.EditEventActivity", "Calendar", A("INSERT") " " A("EDIT") " " A("VIEW"), NULL,
      "vnd.android.cursor.dir/event vnd.android.cursor.item/event time/epoch" },
    { "com.android.music", "com.android.music.AudioPreview", "Music", A("VIEW"), "file http content", "audio/* application/ogg application/x-ogg application/itunes" },
    { "com.android.music", "com.android.music.MusicPicker", "Music", A("PICK") " " A("GET_CONTENT"), NULL, "audio/* application/ogg vnd.android.cursor.dir/audio" },
    { "com.android.providers.media", "com.android.providers.media.RingtonePickerActivity", "Media Storage", A("RINGTONE_PICKER"), NULL, NULL },
    { "com.android.packageinstaller", "com.android.packageinstaller.PackageInstallerActivity", "Package installer",
      A("VIEW") " " A("INSTALL_PACKAGE"), "file content", "application/vnd.android.package-archive" },
    { "com.android.packageinstaller", "com.android.packageinstaller.UninstallerActivity", "Package installer", A("DELETE") " " A("UNINSTALL_PACKAGE"), "package", NULL },
    { "com.android.deskclock", "com.android.deskclock.HandleApiCalls", "Clock", A("SET_ALARM") " " A("SET_TIMER") " " A("SHOW_ALARMS"), NULL, NULL },
    { "com.android.wallpapercropper", "com.android.wallpapercropper.WallpaperCropActivity", "Wallpaper", "android.service.wallpaper.CROP_AND_SET_WALLPAPER " A("ATTACH_DATA"), NULL, "image/*" },
    { "com.android.launcher3", "com.android.launcher3.WallpaperPickerActivity", "Wallpaper", A("SET_WALLPAPER"), NULL, NULL },
    { "com.android.certinstaller", "com.android.certinstaller.CertInstallerMain", "Certificate installer", "android.credentials.INSTALL", NULL, NULL },
    { "android", "com.android.internal.app.ChooserActivity", "Chooser", A("CHOOSER"), NULL, NULL },
    { 0 },
};

const OtherApp *other_app_next(Vm *vm, const OtherApp *last)
{
    for (const OtherApp *app = last ? last + 1 : other_apps; app->package; app++)
        if (!map_get(&manager_state(vm)->absent_apps, app->package))
            return app;
    return NULL;
}

bool other_app_remove(Vm *vm, const char *name)
{
    bool found = false;
    for (const OtherApp *app = other_apps; app->package; app++)
        if (!strcmp(app->package, name) || !strcasecmp(app->label, name)) {
            map_put(&manager_state(vm)->absent_apps, app->package, (void *)app->package);
            found = true;
        }
    return found;
}

const OtherApp *other_app_activity(Vm *vm, const char *package, const char *activity)
{
    for (const OtherApp *app = NULL; (app = other_app_next(vm, app));)
        if (!strcmp(app->package, package) && !strcmp(app->activity, activity))
            return app;
    return NULL;
}

const OtherApp *other_app_of_package(Vm *vm, const char *package)
{
    for (const OtherApp *app = NULL; (app = other_app_next(vm, app));)
        if (!strcmp(app->package, package))
            return app;
    return NULL;
}

static void each_word(Thread *t, Object *filter, const char *words, const char *method)
{
    char *copy = words ? xstrdup(words) : NULL, *rest = copy;
    for (char *word; rest && !t->exception && (word = strsep(&rest, " "));)
        vm_call_method(t, filter, method, "(Ljava/lang/String;)V", vm_string_utf8(t, word));
    free(copy);
}

Object *other_app_filter(Thread *t, const OtherApp *app)
{
    Object *filter = vm_new(t, vm_boot_class(t, "android/content/IntentFilter"), "()V");
    if (!filter)
        return NULL;
    each_word(t, filter, app->actions, "addAction");
    each_word(t, filter, "android.intent.category.DEFAULT android.intent.category.BROWSABLE android.intent.category.OPENABLE", "addCategory");
    each_word(t, filter, app->schemes, "addDataScheme");
    each_word(t, filter, app->types, "addDataType");
    return t->exception ? NULL : filter;
}

static Object *new_info(Thread *t, const char *class_name, const OtherApp *app, const char *name)
{
    static FieldRef package_field = FIELD("android/content/pm/PackageItemInfo", "packageName", NULL);
    static FieldRef name_field = FIELD("android/content/pm/PackageItemInfo", "name", NULL);
    static FieldRef label = FIELD("android/content/pm/PackageItemInfo", "nonLocalizedLabel", NULL);
    Object *info = vm_new(t, vm_boot_class(t, class_name), "()V");
    if (!info)
        return NULL;
    SET_REF(t, info, &package_field, vm_string_utf8(t, app->package));
    SET_REF(t, info, &name_field, vm_string_utf8(t, name));
    SET_REF(t, info, &label, vm_string_utf8(t, app->label));
    return info;
}

Object *other_app_application_info(Thread *t, const OtherApp *app)
{
    static FieldRef flags = FIELD("android/content/pm/ApplicationInfo", "flags", "I"), uid = FIELD("android/content/pm/ApplicationInfo", "uid", "I");
    static FieldRef sdk = FIELD("android/content/pm/ApplicationInfo", "targetSdkVersion", "I");
    static FieldRef process = FIELD("android/content/pm/ApplicationInfo", "processName", NULL);
    static FieldRef source = FIELD("android/content/pm/ApplicationInfo", "sourceDir", NULL), data = FIELD("android/content/pm/ApplicationInfo", "dataDir", NULL);
    static FieldRef public_source = FIELD("android/content/pm/ApplicationInfo", "publicSourceDir", NULL);
    enum { SYSTEM_WITH_CODE = 0x5, SYSTEM_UID = 1000, API = 23 };
    Object *info = new_info(t, "android/content/pm/ApplicationInfo", app, app->package);
    if (!info)
        return NULL;
    char *path = xasprintf("/system/app/%s.apk", app->package), *data_path = xasprintf("/data/data/%s", app->package);
    SET_INT(t, info, &flags, SYSTEM_WITH_CODE);
    SET_INT(t, info, &uid, SYSTEM_UID);
    SET_INT(t, info, &sdk, API);
    SET_REF(t, info, &process, vm_string_utf8(t, app->package));
    SET_REF(t, info, &source, vm_string_utf8(t, path));
    SET_REF(t, info, &public_source, vm_string_utf8(t, path));
    SET_REF(t, info, &data, vm_string_utf8(t, data_path));
    free(path);
    free(data_path);
    return info;
}

Object *other_app_activity_info(Thread *t, const OtherApp *app)
{
    static FieldRef application = FIELD("android/content/pm/ComponentInfo", "applicationInfo", NULL);
    static FieldRef process = FIELD("android/content/pm/ComponentInfo", "processName", NULL);
    static FieldRef enabled = FIELD("android/content/pm/ComponentInfo", "enabled", "Z"), exported = FIELD("android/content/pm/ComponentInfo", "exported", "Z");
    static FieldRef affinity = FIELD("android/content/pm/ActivityInfo", "taskAffinity", NULL);
    static FieldRef orientation = FIELD("android/content/pm/ActivityInfo", "screenOrientation", "I");
    Object *info = new_info(t, "android/content/pm/ActivityInfo", app, app->activity), *owner = info ? other_app_application_info(t, app) : NULL;
    if (!owner)
        return NULL;
    SET_REF(t, info, &application, owner);
    SET_REF(t, info, &process, vm_string_utf8(t, app->package));
    SET_REF(t, info, &affinity, vm_string_utf8(t, app->package));
    SET_BOOL(t, info, &enabled, 1);
    SET_BOOL(t, info, &exported, 1);
    SET_INT(t, info, &orientation, -1);
    return info;
}
