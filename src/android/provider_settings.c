/*
 * The settings provider: three tables of names and values, with a phone's defaults.
 * It is asked through call() on every click, so the tables are maps, not SQL; as in
 * the platform's own, a query may name one setting or none.
 */
#include "android/providers.h"

#include "android/java.h"
#include "android/natives.h"
#include "android/permissions.h"
#include "android/properties.h"
#include "base/map.h"

typedef struct Setting {
    const char *name, *value;
} Setting;

static const Setting system_defaults[] = {
    { "volume_music", "11" }, { "volume_ring", "5" }, { "volume_system", "7" }, { "volume_voice", "4" }, { "volume_alarm", "6" },
    { "volume_notification", "5" }, { "volume_bluetooth_sco", "7" }, { "mute_streams_affected", "46" }, { "mode_ringer_streams_affected", "422" },
    { "vibrate_when_ringing", "0" }, { "dim_screen", "1" }, { "screen_off_timeout", "60000" }, { "dtmf_tone", "1" }, { "dtmf_tone_type", "0" },
    { "hearing_aid", "0" }, { "tty_mode", "0" }, { "screen_brightness", "102" }, { "screen_brightness_mode", "0" },
    { "screen_auto_brightness_adj", "0.0" }, { "accelerometer_rotation", "1" }, { "user_rotation", "0" }, { "haptic_feedback_enabled", "1" },
    { "sound_effects_enabled", "1" }, { "lockscreen_sounds_enabled", "1" }, { "notification_light_pulse", "1" }, { "pointer_speed", "0" },
    { "font_scale", "1.0" }, { "auto_caps", "1" }, { "auto_replace", "1" }, { "auto_punctuate", "1" }, { "show_password", "1" },
    { "next_alarm_formatted", "" }, { "ringtone", "content://media/internal/audio/media/10" },
    { "notification_sound", "content://media/internal/audio/media/11" }, { "alarm_alert", "content://media/internal/audio/media/12" },
    { 0 },
};

static const Setting secure_defaults[] = {
    { "android_id", "3f1c7a92b05d84e6" }, { "default_input_method", "com.android.inputmethod.latin/.LatinIME" },
    { "enabled_input_methods", "com.android.inputmethod.latin/.LatinIME" }, { "selected_input_method_subtype", "-1" },
    { "location_providers_allowed", "gps,network" }, { "location_mode", "3" }, { "mock_location", "0" }, { "install_non_market_apps", "0" },
    { "user_setup_complete", "1" }, { "backup_enabled", "0" }, { "accessibility_enabled", "0" }, { "touch_exploration_enabled", "0" },
    { "speak_password", "0" }, { "accessibility_script_injection", "0" }, { "accessibility_display_magnification_enabled", "0" },
    { "long_press_timeout", "500" }, { "sleep_timeout", "-1" }, { "screensaver_enabled", "1" }, { "screensaver_activate_on_dock", "1" },
    { "screensaver_activate_on_sleep", "0" }, { "wake_gesture_enabled", "1" }, { "lock_pattern_autolock", "0" }, { "mount_play_not_snd", "1" },
    { "mount_ums_autostart", "0" }, { "mount_ums_prompt", "1" }, { "mount_ums_notify_enabled", "1" }, { "skip_first_use_hints", "0" },
    { "enabled_notification_listeners", "" }, { "tts_default_synth", "com.svox.pico" }, { "tts_enabled_plugins", "" },
    { "sms_default_application", "com.android.messaging" }, { "dialer_default_application", "com.android.dialer" },
    { "lock_screen_show_notifications", "1" }, { "lock_screen_allow_private_notifications", "1" }, { "show_ime_with_hard_keyboard", "0" },
    { "bluetooth_name", "reenact" }, { "voice_recognition_service", "" }, { "input_methods_subtype_history", "" },
    { 0 },
};

static const Setting global_defaults[] = {
    { "airplane_mode_on", "0" }, { "airplane_mode_radios", "cell,bluetooth,wifi,nfc,wimax" }, { "airplane_mode_toggleable_radios", "bluetooth,wifi,nfc" },
    { "auto_time", "1" }, { "auto_time_zone", "1" }, { "bluetooth_on", "0" }, { "wifi_on", "1" }, { "mobile_data", "1" }, { "data_roaming", "0" },
    { "device_provisioned", "1" }, { "adb_enabled", "0" }, { "development_settings_enabled", "0" }, { "stay_on_while_plugged_in", "0" },
    { "usb_mass_storage_enabled", "1" }, { "window_animation_scale", "1.0" }, { "transition_animation_scale", "1.0" },
    { "animator_duration_scale", "1.0" }, { "mode_ringer", "2" }, { "zen_mode", "0" }, { "package_verifier_enable", "1" }, { "low_power", "0" },
    { "heads_up_notifications_enabled", "1" }, { "wifi_sleep_policy", "2" }, { "wifi_scan_always_enabled", "0" },
    { "wifi_networks_available_notification_on", "1" }, { "always_finish_activities", "0" }, { "wait_for_debugger", "0" },
    { "preferred_network_mode", "0" }, { "cdma_cell_broadcast_sms", "1" }, { "call_auto_retry", "0" }, { "dock_audio_media_enabled", "1" },
    { "emergency_tone", "0" }, { "set_install_location", "0" }, { "default_install_location", "0" }, { "assisted_gps_enabled", "1" },
    { "power_sounds_enabled", "1" }, { "theater_mode_on", "0" }, { "guest_user_enabled", "1" }, { "device_name", "reenact" },
    { "http_proxy", "" }, { "multi_sim_voice_call", "1" }, { "multi_sim_data_call", "1" }, { "multi_sim_sms", "1" },
    { 0 },
};

typedef struct Table {
    const char *name;
    const Setting *defaults;
    const char *version_property;   /* who caches values looks at it */
} Table;

static const Table tables[] = {
    { "system", system_defaults, "sys.settings_system_version" },
    { "secure", secure_defaults, "sys.settings_secure_version" },
    { "global", global_defaults, "sys.settings_global_version" },
};
enum { TABLES = COUNT_OF(tables), SYSTEM = 0 };

typedef struct SettingsState {
    Map values[TABLES];             /* name -> char* */
    u32 versions[TABLES];
} SettingsState;

static SettingsState *state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_SETTINGS);
    if (*slot)
        return *slot;
    SettingsState *s = *slot = xcalloc(1, sizeof *s);
    for (int i = 0; i < TABLES; i++)
        for (const Setting *d = tables[i].defaults; d->name; d++)
            map_put(&s->values[i], d->name, xstrdup(d->value));
    return s;
}

static int table_index(const char *name)
{
    for (int i = 0; name && i < TABLES; i++)
        if (!strcmp(tables[i].name, name))
            return i;
    return -1;
}

/* ---- what a request means ------------------------------------------------------------- */

typedef struct Wanted {
    int table;
    char *name;                     /* NULL: all of the table */
} Wanted;

static char *segment(Thread *t, Object *uri, i32 i)
{
    Object *list = vm_call_method(t, uri, "getPathSegments", "()Ljava/util/List;").l;
    return i < list_size(t, list) ? vm_string_to_utf8(list_get(t, list, i)) : NULL;
}

/* The setting that a selection names: name=? or name='x'. NULL: none is named. */
static char *selected_name(const Object *selection, const Object *arguments)
{
    char *text = vm_string_to_utf8(selection), *from = text, *name = NULL;
    from += strspn(from, "( ");
    if (!strncmp(from, "name", 4)) {
        from += 4;
        from += strspn(from, " =");
        if (*from == '?' && arguments && ARRAY_LENGTH(arguments) == 1)
            name = vm_string_to_utf8(ref_object(ARRAY_REF(arguments)[0]));
        else if (*from == '\'' && strchr(from + 1, '\''))
            name = xstrndup(from + 1, strcspn(from + 1, "'"));
    }
    free(text);
    return name;
}

static bool read_wanted(Thread *t, Wanted *w, Object *uri, const Object *selection, const Object *arguments)
{
    char *table = segment(t, uri, 0);
    *w = (Wanted){ .table = table_index(table), .name = segment(t, uri, 1) };
    bool known = w->table >= 0 || (table && !strcmp(table, "bookmarks"));
    free(table);
    if (t->exception)
        return false;
    if (!known)
        return vm_throw(t, "java/lang/IllegalArgumentException", "Invalid URI: %s", "the table is unknown");
    if (!w->name && selection && vm_string_length(selection)) {
        w->name = selected_name(selection, arguments);
        if (!w->name)
            return vm_throw(t, "java/lang/IllegalArgumentException", "Supported SQL: uri content://some_table/some_row_id; uri content://some_table/some_row_name; "
                            "uri content://some_table and selection name=?");
    }
    return true;
}

/* ---- reading --------------------------------------------------------------------------- */

static bool add_row(Thread *t, Object *cursor, Object *columns, i64 id, const char *name, const char *value)
{
    Object *row = vm_new_object_array(t, "java/lang/Object", ARRAY_LENGTH(columns));
    for (i32 i = 0; row && i < ARRAY_LENGTH(columns); i++) {
        const Object *column = ref_object(ARRAY_REF(columns)[i]);
        char number[24];
        snprintf(number, sizeof number, "%lld", (long long)id);
        const char *text = vm_string_is(column, "name") ? name : vm_string_is(column, "value") ? value : vm_string_is(column, "_id") ? number : NULL;
        ARRAY_REF(row)[i] = object_ref(text ? vm_string_utf8(t, text) : NULL);
    }
    if (row)
        vm_call_method(t, cursor, "addRow", "([Ljava/lang/Object;)V", row);
    return row && !t->exception;
}

static Object *all_columns(Thread *t)
{
    static const char *const names[] = { "_id", "name", "value" };
    Object *columns = vm_new_object_array(t, "java/lang/String", COUNT_OF(names));
    for (size_t i = 0; columns && i < COUNT_OF(names); i++)
        ARRAY_REF(columns)[i] = object_ref(vm_string_utf8(t, names[i]));
    return columns;
}

static void query(Thread *t, const Slot *args, Slot *result)
{
    Wanted w;
    Object *columns = args[2].l ? args[2].l : all_columns(t);
    Object *cursor = columns && read_wanted(t, &w, args[1].l, args[3].l, args[4].l)
                     ? vm_new(t, vm_boot_class(t, "android/database/MatrixCursor"), "([Ljava/lang/String;)V", columns) : NULL;
    if (!cursor)
        return;
    i64 id = 0;
    if (w.table >= 0)
        MAP_EACH(&state(t->vm)->values[w.table], entry) {
            id++;
            if ((!w.name || !strcmp(w.name, entry->key)) && !add_row(t, cursor, columns, id, entry->key, entry->value))
                break;
        }
    free(w.name);
    result->l = t->exception ? NULL : cursor;
}

static void getType(Thread *t, const Slot *args, Slot *result)
{
    Wanted w;
    if (!read_wanted(t, &w, args[1].l, NULL, NULL))
        return;
    char *type = xasprintf("vnd.android.cursor.%s/%s", w.name ? "item" : "dir", w.table >= 0 ? tables[w.table].name : "bookmarks");
    result->l = vm_string_utf8(t, type);
    free(type);
    free(w.name);
}

/* ---- writing --------------------------------------------------------------------------- */

static i32 target_sdk(Thread *t)
{
    Object *app = vm_call_static(t, "android/app/ActivityThread", "currentApplication", "()Landroid/app/Application;").l;
    static FieldRef target = FIELD("android/content/pm/ApplicationInfo", "targetSdkVersion", "I");
    Object *info = app ? vm_call_method(t, app, "getApplicationInfo", "()Landroid/content/pm/ApplicationInfo;").l : NULL;
    return info ? GET_INT(t, info, &target) : 1;
}

/* Later apps may only change the settings that are meant for apps. */
static bool may_change_system(Thread *t, const char *name)
{
    static FieldRef public_settings = FIELD("android/provider/Settings$System", "PUBLIC_SETTINGS", NULL);
    static FieldRef private_settings = FIELD("android/provider/Settings$System", "PRIVATE_SETTINGS", NULL);
    enum { LOLLIPOP_MR1 = 22 };
    Object *key = vm_string_utf8(t, name);
    if (vm_call_method(t, ref_object(*(ObjectRef *)field_address(t, &public_settings)), "contains", "(Ljava/lang/Object;)Z", key).i || target_sdk(t) <= LOLLIPOP_MR1)
        return !t->exception;
    bool is_private = vm_call_method(t, ref_object(*(ObjectRef *)field_address(t, &private_settings)), "contains", "(Ljava/lang/Object;)Z", key).i;
    return vm_throw(t, "java/lang/IllegalArgumentException", "%s",
                    is_private ? "You cannot change private secure settings." : "You cannot keep your settings in the secure settings.");
}

static bool may_write(Thread *t, int table, const char *name)
{
    if (app_has_permission(t, "android.permission.WRITE_SECURE_SETTINGS"))
        return true;
    if (table != SYSTEM)
        return vm_throw(t, "java/lang/SecurityException", "Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS");
    if (!app_has_permission(t, "android.permission.WRITE_SETTINGS")) {
        char *package = vm_string_to_utf8(vm_call_static(t, "android/app/ActivityThread", "currentPackageName", "()Ljava/lang/String;").l);
        vm_throw(t, "java/lang/SecurityException", "%s was not granted  this permission: android.permission.WRITE_SETTINGS.", package ? package : "the app");
        free(package);
        return false;
    }
    return may_change_system(t, name);
}

static Object *setting_uri(Thread *t, int table, const char *name)
{
    char *text = xasprintf("content://settings/%s/%s", tables[table].name, name);
    Object *uri = vm_call_static(t, "android/net/Uri", "parse", "(Ljava/lang/String;)Landroid/net/Uri;", vm_string_utf8(t, text)).l;
    free(text);
    return uri;
}

static void tell_change(Thread *t, Object *provider, int table, Object *uri)
{
    char version[16];
    snprintf(version, sizeof version, "%u", ++state(t->vm)->versions[table]);
    system_property_set(t->vm, tables[table].version_property, version);
    Object *resolver = provider_resolver(t, provider);
    if (resolver)
        vm_call_method(t, resolver, "notifyChange", "(Landroid/net/Uri;Landroid/database/ContentObserver;)V", uri, NULL);
}

/* value NULL: the setting is removed. Returns its URI. */
static Object *write_setting(Thread *t, Object *provider, int table, const char *name, const char *value)
{
    if (!may_write(t, table, name))
        return NULL;
    void **slot = map_slot(&state(t->vm)->values[table], name);
    bool same = *slot && value && !strcmp(*slot, value);
    free(*slot);
    *slot = value ? xstrdup(value) : NULL;
    if (!value)
        map_remove(&state(t->vm)->values[table], name);
    Object *uri = setting_uri(t, table, name);
    if (uri && !same)
        tell_change(t, provider, table, uri);
    return t->exception ? NULL : uri;
}

static void insert(Thread *t, const Slot *args, Slot *result)
{
    Wanted w;
    if (!read_wanted(t, &w, args[1].l, NULL, NULL))
        return;
    char *name = values_text(t, args[2].l, "name"), *value = values_text(t, args[2].l, "value");
    if (name && *name && w.table >= 0 && !t->exception)
        result->l = write_setting(t, args[0].l, w.table, name, value);
    free(name);
    free(value);
    free(w.name);
}

static void update(Thread *t, const Slot *args, Slot *result)
{
    Wanted w;
    if (!read_wanted(t, &w, args[1].l, args[3].l, args[4].l))
        return;
    char *value = values_text(t, args[2].l, "value");
    if (w.name && w.table >= 0 && !t->exception)
        result->i = write_setting(t, args[0].l, w.table, w.name, value) != NULL;
    free(value);
    free(w.name);
}

static void delete_setting(Thread *t, const Slot *args, Slot *result)
{
    Wanted w;
    if (!read_wanted(t, &w, args[1].l, args[2].l, args[3].l))
        return;
    if (w.name && w.table >= 0 && map_get(&state(t->vm)->values[w.table], w.name))
        result->i = write_setting(t, args[0].l, w.table, w.name, NULL) != NULL;
    free(w.name);
}

/* Bundle call(String method, String name, Bundle arguments): GET_system, PUT_secure … */
static void call(Thread *t, const Slot *args, Slot *result)
{
    char *method = vm_string_to_utf8(args[1].l), *name = vm_string_to_utf8(args[2].l);
    bool get = method && !strncmp(method, "GET_", 4), put = method && !strncmp(method, "PUT_", 4);
    int table = get || put ? table_index(method + 4) : -1;
    if (table < 0 || !name) {
        vm_note_gap(t, "settings provider: call of %s", method ? method : "null");
    } else if (get) {
        const char *value = map_get(&state(t->vm)->values[table], name);
        result->l = vm_call_static(t, "android/os/Bundle", "forPair", "(Ljava/lang/String;Ljava/lang/String;)Landroid/os/Bundle;", vm_string_utf8(t, "value"),
                                   value ? vm_string_utf8(t, value) : NULL).l;
    } else {
        Object *value = vm_call_method(t, args[3].l, "getString", "(Ljava/lang/String;)Ljava/lang/String;", vm_string_utf8(t, "value")).l;
        char *text = vm_string_to_utf8(value);
        write_setting(t, args[0].l, table, name, text);
        free(text);
    }
    free(method);
    free(name);
}

static const MadeMethod methods[] = {
    { "query", "(Landroid/net/Uri;[Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;Ljava/lang/String;)Landroid/database/Cursor;", 0, query, NULL },
    { "insert", "(Landroid/net/Uri;Landroid/content/ContentValues;)Landroid/net/Uri;", 0, insert, NULL },
    { "update", "(Landroid/net/Uri;Landroid/content/ContentValues;Ljava/lang/String;[Ljava/lang/String;)I", 0, update, NULL },
    { "delete", "(Landroid/net/Uri;Ljava/lang/String;[Ljava/lang/String;)I", 0, delete_setting, NULL },
    { "getType", "(Landroid/net/Uri;)Ljava/lang/String;", 0, getType, NULL },
    { "call", "(Ljava/lang/String;Ljava/lang/String;Landroid/os/Bundle;)Landroid/os/Bundle;", 0, call, NULL },
    { 0 },
};

/* Anybody may read; who may write is checked for each setting. */
const Provider provider_settings = {
    .authority = "settings",
    .class_name = "com/android/providers/settings/SettingsProvider",
    .package = "com.android.providers.settings",
    .methods = methods,
};
