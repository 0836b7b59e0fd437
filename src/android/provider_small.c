/* Providers of one table each: the user's dictionary, downloads, the browser's bookmarks, contacts on the SIM card, voicemail. */
#include "android/providers.h"

/* ---- words that the user taught the keyboard ---- */

static const char *const word_schema[] = {
    "CREATE TABLE words (_id INTEGER PRIMARY KEY, word TEXT, frequency INTEGER, locale TEXT, appid INTEGER, shortcut TEXT)",
    NULL,
};

static const ProviderPath word_paths[] = {
    { "words", "vnd.android.cursor.dir/vnd.google.userword", "words", NULL, NULL, "frequency DESC" },
    { "words/#", "vnd.android.cursor.item/vnd.google.userword", "words", NULL, "_id = {2}" },
    { 0 },
};

static void new_word(Thread *t, const ProviderPath *path, Object *values)
{
    UNUSED(path);
    if (!values_have(t, values, "word"))
        vm_throw(t, "android/database/SQLException", "Word must be specified");
    else if (!values_have(t, values, "frequency") && !t->exception)
        values_put_long(t, values, "frequency", 1);
}

const Provider provider_dictionary = {
    .authority = "user_dictionary", .class_name = "com/android/providers/userdictionary/UserDictionaryProvider",
    .package = "com.android.providers.userdictionary", .schema = word_schema, .paths = word_paths, .new_row = new_word,
};

/* ---- downloads: without a network they wait for one ---- */

static const char *const download_schema[] = {
    "CREATE TABLE downloads (_id INTEGER PRIMARY KEY AUTOINCREMENT, uri TEXT, method INTEGER, entity TEXT, no_integrity BOOLEAN, hint TEXT, otaupdate BOOLEAN, _data TEXT, "
    "mimetype TEXT, destination INTEGER, no_system BOOLEAN, visibility INTEGER, control INTEGER, status INTEGER DEFAULT 195, numfailed INTEGER DEFAULT 0, lastmod INTEGER, "
    "notificationpackage TEXT, notificationclass TEXT, notificationextras TEXT, cookiedata TEXT, useragent TEXT, referer TEXT, total_bytes INTEGER DEFAULT -1, "
    "current_bytes INTEGER DEFAULT 0, etag TEXT, uid INTEGER, otheruid INTEGER, title TEXT, description TEXT, scanned INTEGER DEFAULT 0, is_public_api INTEGER DEFAULT 0, "
    "allow_roaming INTEGER DEFAULT 0, allowed_network_types INTEGER DEFAULT 0, is_visible_in_downloads_ui INTEGER DEFAULT 1, bypass_recommended_size_limit INTEGER DEFAULT 0, "
    "mediaprovider_uri TEXT, deleted INTEGER DEFAULT 0, errorMsg TEXT, allow_metered INTEGER DEFAULT 1, allow_write INTEGER DEFAULT 0, lastUpdateSrc TEXT)",
    "CREATE TABLE request_headers (_id INTEGER PRIMARY KEY AUTOINCREMENT, download_id INTEGER NOT NULL, header TEXT NOT NULL, value TEXT NOT NULL)",
    NULL,
};

#define DOWNLOADS(folder)                                                                                                      \
    { folder, "vnd.android.cursor.dir/download", "downloads" }, { folder "/#", "vnd.android.cursor.item/download", "downloads", NULL, "_id = {2}" }, \
    { folder "/#/headers", NULL, "request_headers", NULL, "download_id = {2}", NULL, "download_id=2" }

static const ProviderPath download_paths[] = {
    DOWNLOADS("my_downloads"), DOWNLOADS("all_downloads"), DOWNLOADS("download"), DOWNLOADS("public_downloads"),
    { 0 },
};

/* Request headers come as values that are no columns: "http_header_0". */
static void new_download(Thread *t, const ProviderPath *path, Object *values)
{
    UNUSED(path);
    for (int i = 0; !t->exception; i++) {
        char key[32];
        snprintf(key, sizeof key, "http_header_%d", i);
        if (!values_have(t, values, key))
            break;
        vm_call_method(t, values, "remove", "(Ljava/lang/String;)V", vm_string_utf8(t, key));
    }
    if (!t->exception)
        values_put_long(t, values, "lastmod", vm_millis(t->vm));
}

const Provider provider_downloads = {
    .authority = "downloads", .class_name = "com/android/providers/downloads/DownloadProvider", .package = "com.android.providers.downloads",
    .path_prefix = "/my_downloads", .read_permission = "android.permission.INTERNET", .write_permission = "android.permission.INTERNET",
    .schema = download_schema, .paths = download_paths, .new_row = new_download,
};

/* ---- the browser's bookmarks and history ---- */

static const char *const browser_schema[] = {
    "CREATE TABLE bookmarks (_id INTEGER PRIMARY KEY, title TEXT, url TEXT NOT NULL, visits INTEGER, date INTEGER, created INTEGER, description TEXT, bookmark INTEGER, "
    "favicon BLOB, thumbnail BLOB, touch_icon BLOB, user_entered INTEGER)",
    "CREATE TABLE searches (_id INTEGER PRIMARY KEY, search TEXT, date INTEGER)",
    NULL,
};

static const ProviderPath browser_paths[] = {
    { "bookmarks", "vnd.android.cursor.dir/bookmark", "bookmarks" },
    { "bookmarks/#", "vnd.android.cursor.item/bookmark", "bookmarks", NULL, "_id = {2}" },
    { "searches", "vnd.android.cursor.dir/searches", "searches" },
    { "searches/#", "vnd.android.cursor.item/searches", "searches", NULL, "_id = {2}" },
    { 0 },
};

const Provider provider_browser = {
    .authority = "browser;com.android.browser", .class_name = "com/android/browser/provider/BrowserProvider2", .package = "com.android.browser",
    .read_permission = "com.android.browser.permission.READ_HISTORY_BOOKMARKS", .write_permission = "com.android.browser.permission.WRITE_HISTORY_BOOKMARKS",
    .schema = browser_schema, .paths = browser_paths, .free_projection = true,
};

/* ---- contacts on the SIM card ---- */

static const char *const sim_schema[] = {
    "CREATE TABLE adn (_id INTEGER PRIMARY KEY, name TEXT, number TEXT, emails TEXT)",
    NULL,
};

static const ProviderPath sim_paths[] = {
    { "adn", "vnd.android.cursor.dir/sim-contact", "adn" },
    { "adn/subId/#", "vnd.android.cursor.dir/sim-contact", "adn" },
    { "fdn", "vnd.android.cursor.dir/sim-contact", NULL, "adn", "0" },
    { "sdn", "vnd.android.cursor.dir/sim-contact", NULL, "adn", "0" },
    { 0 },
};

const Provider provider_sim = {
    .authority = "icc", .class_name = "com/android/internal/telephony/IccProvider", .package = "com.android.phone",
    .read_permission = "android.permission.READ_CONTACTS", .write_permission = "android.permission.WRITE_CONTACTS",
    .schema = sim_schema, .paths = sim_paths, .free_projection = true,
};

/* ---- voicemail ---- */

static const char *const voicemail_schema[] = {
    "CREATE TABLE voicemail (_id INTEGER PRIMARY KEY, number TEXT, date INTEGER, duration INTEGER, new INTEGER, is_read INTEGER, transcription TEXT, source_package TEXT, "
    "source_data TEXT, has_content INTEGER, mime_type TEXT, state INTEGER, _data TEXT, dirty INTEGER, deleted INTEGER)",
    NULL,
};

static const ProviderPath voicemail_paths[] = {
    { "voicemail", "vnd.android.cursor.dir/voicemails", "voicemail" },
    { "voicemail/#", "vnd.android.cursor.item/voicemail", "voicemail", NULL, "_id = {2}" },
    { 0 },
};

const Provider provider_voicemail = {
    .authority = "com.android.voicemail", .class_name = "com/android/providers/contacts/VoicemailContentProvider", .package = "com.android.providers.contacts",
    .read_permission = "com.android.voicemail.permission.ADD_VOICEMAIL", .write_permission = "com.android.voicemail.permission.ADD_VOICEMAIL",
    .schema = voicemail_schema, .paths = voicemail_paths,
};
