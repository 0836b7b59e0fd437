/*
 * The table of conditions. Each row belongs to something that a phone's owner can set
 * or that a phone can lack; what it changes is the phone's own state, before the app
 * has seen any of it.
 */
#define _GNU_SOURCE
#include "device/condition.h"

#include "android/package.h"
#include "android/connectivity.h"
#include "android/media_metadata.h"
#include "android/natives.h"
#include "android/other_apps.h"
#include "android/properties.h"
#include "android/providers.h"
#include "android/state.h"
#include "android/tasks.h"
#include "device/web_host.h"
#include "libcore/posix.h"
#include "libcore/vfs.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- splitting values ------------------------------------------------------------------ */

/* The first word; *rest is what follows the blanks behind it. The caller frees. */
static char *first_word(const char *value, const char **rest)
{
    size_t length = strcspn(value, " ");
    *rest = value + length + strspn(value + length, " ");
    return xstrndup(value, length);
}

static int needs_two(const char *value)
{
    const char *rest;
    free(first_word(value, &rest));
    return *value && *value != ' ' && *rest ? OK : error_set(ERR_INPUT, "it has two parts");
}

static int not_empty(const char *value)
{
    return *value ? OK : error_set(ERR_INPUT, "it is empty");
}

static int is_path(const char *value)
{
    return *value == '/' ? OK : error_set(ERR_INPUT, "a path begins with /");
}

/* ---- what the owner has set -------------------------------------------------------------- */

static void network(Thread *t, const char *value)
{
    manager_state(t->vm)->no_network = !strcmp(value, "offline");
}

static int is_locale(const char *value)
{
    size_t language = strspn(value, "abcdefghijklmnopqrstuvwxyz");
    const char *rest = value + language;
    bool ok = (language == 2 || language == 3) && (!*rest || ((*rest == '_' || *rest == '-') && strlen(rest) == 3));
    return ok ? OK : error_set(ERR_INPUT, "it is no locale");
}

static void locale(Thread *t, const char *value)
{
    size_t language = strcspn(value, "_-");
    char *code = xstrndup(value, language), *country = xstrdup(value[language] ? value + language + 1 : "");
    char *tag = xasprintf("%s%s%s", code, *country ? "-" : "", country);
    system_property_set(t->vm, "persist.sys.locale", tag);
    Object *made = vm_new(t, vm_boot_class(t, "java/util/Locale"), "(Ljava/lang/String;Ljava/lang/String;)V", vm_string_utf8(t, code), vm_string_utf8(t, country));
    if (made)
        vm_call_static(t, "java/util/Locale", "setDefault", "(Ljava/util/Locale;)V", made);
    free(code);
    free(country);
    free(tag);
}

static void timezone_of(Thread *t, const char *value)
{
    system_property_set(t->vm, "persist.sys.timezone", value);
    vm_call_static(t, "java/util/TimeZone", "setDefault", "(Ljava/util/TimeZone;)V", NULL);
}

i64 condition_time(const char *text)
{
    struct tm tm = { 0 };
    const char *end = strptime(text, "%Y-%m-%d %H:%M", &tm);
    if (end && *end == ':')
        end = strptime(end, ":%S", &tm);
    return end && !*end ? (i64)timegm(&tm) * 1000 : -1;
}

static int is_time(const char *value)
{
    return condition_time(value) > 0 ? OK : error_set(ERR_INPUT, "it is no time after 1970");
}

static void keep_activities(Thread *t, const char *value)
{
    tasks_of(t->vm)->keep_none = !strcmp(value, "no");
}

static void permission(Thread *t, const char *value)
{
    const char *rest;
    char *name = first_word(value, &rest);
    char *full = strchr(name, '.') ? xstrdup(name) : xasprintf("android.permission.%s", name);
    if (!strcmp(rest, "deny"))
        map_put(&manager_state(t->vm)->denied_permissions, full, "denied");
    else
        map_remove(&manager_state(t->vm)->denied_permissions, full);
    free(name);
    free(full);
}

static int is_permission(const char *value)
{
    const char *rest;
    free(first_word(value, &rest));
    return *value != ' ' && (!strcmp(rest, "allow") || !strcmp(rest, "deny")) ? OK : error_set(ERR_INPUT, "it does not say allow or deny");
}

static void absent(Thread *t, const char *value)
{
    if (!other_app_remove(t->vm, value))
        vm_throw(t, "java/lang/IllegalArgumentException", "this phone has no app \"%s\" anyway", value);
}

/* ---- storage --------------------------------------------------------------------------------- */

static const char shared[] = "/storage/emulated/0";

static void sdcard(Thread *t, const char *value)
{
    ManagerState *state = manager_state(t->vm);
    if (!strcmp(value, "absent")) {
        state->storage_state = "removed";
        vfs_remove(vfs_of(t->vm), shared);
    } else if (!strcmp(value, "readonly")) {
        state->storage_state = "mounted_ro";
        vfs_chmod(vfs_of(t->vm), shared, 0555);
    }
}

/* "4k", "40M": a number of bytes; negative: it is none. */
static i64 byte_count(const char *text)
{
    char *end;
    i64 n = strtoll(text, &end, 10);
    i64 unit = !*end ? 1 : !strcmp(end, "k") ? 1 << 10 : !strcmp(end, "M") ? 1 << 20 : -1;
    return end == text || n < 0 || unit < 0 || n > (1 << 30) / unit ? -1 : n * unit;
}

static bool is_content(const char *what)
{
    return !strncmp(what, "text", 4) || !strncmp(what, "zeros ", 6) || !strncmp(what, "base64 ", 7);
}

static int is_file(const char *value)
{
    int status = is_path(value);
    const char *rest;
    free(first_word(value, &rest));
    if (!status && !strncmp(rest, "zeros ", 6) && byte_count(rest + 6) < 0)
        return error_set(ERR_INPUT, "zeros needs a number of bytes, like 4k or 40M");
    if (!status && !is_content(rest))
        return error_set(ERR_INPUT, "it does not say what is in the file");
    return status;
}

static void make_parents(Vfs *vfs, const char *path)
{
    char *folder = xstrndup(path, (size_t)(strrchr(path, '/') - path));
    u32 mask = vfs_umask(vfs, 0);
    if (*folder)
        vfs_make_dirs(vfs, folder, 0777);
    vfs_umask(vfs, mask);
    free(folder);
}

static void add_text(Buf *out, const char *text)
{
    for (const char *p = text; *p; p++) {
        bool newline = p[0] == '\\' && p[1] == 'n';
        buf_add_char(out, newline ? '\n' : *p);
        p += newline;
    }
}

static void add_zeros(Buf *out, size_t count)
{
    char *zeros = xcalloc(1, count + 1);
    buf_add(out, zeros, count);
    free(zeros);
}

/* False: it is no base64. */
static bool add_base64(Buf *out, const char *text)
{
    size_t length = strlen(text);
    unsigned char *bytes = xcalloc(1, length + 1);
    int got = EVP_DecodeBlock(bytes, (const unsigned char *)text, (int)length);
    size_t padding = length > 1 ? (text[length - 1] == '=') + (text[length - 2] == '=') : 0;
    if (got > 0)
        buf_add(out, bytes, (size_t)got - padding);
    free(bytes);
    return got > 0;
}

static bool fill(Buf *out, const char *what)
{
    if (!strncmp(what, "base64 ", 7))
        return add_base64(out, what + 7);
    if (!strncmp(what, "zeros ", 6))
        add_zeros(out, (size_t)byte_count(what + 6));
    else
        add_text(out, what + 4 + (what[4] == ' '));
    return true;
}

/* MediaStore's media_type of a file by its ending; "": it is no media file. */
static const char *media_type(const char *path)
{
    static const struct { const char *endings; const char *type; } kinds[] = {
        { ".jpg.jpeg.png.gif.bmp.webp.", "1" }, { ".mp3.m4a.aac.ogg.wav.amr.flac.mid.", "2" }, { ".mp4.3gp.mkv.webm.avi.", "3" },
    };
    const char *dot = strrchr(strrchr(path, '/'), '.'), *type = "";
    char *ending = xasprintf("%s.", dot ? dot : "");
    for (size_t i = 0; dot && i < COUNT_OF(kinds); i++)
        if (strcasestr(kinds[i].endings, ending))
            type = kinds[i].type;
    free(ending);
    return type;
}

static char *mime_type(Thread *t, const char *path)
{
    char *type = vm_string_to_utf8(vm_call_static(t, "android/media/MediaFile", "getMimeTypeForFile", "(Ljava/lang/String;)Ljava/lang/String;", vm_string_utf8(t, path)).l);
    return type ? type : xstrdup("application/octet-stream");
}

/* What the media scanner has done before the app asks: sounds, pictures and films of the shared storage are rows of the media provider. */
static void scan(Thread *t, const char *path, const Buf *content)
{
    const char *type = media_type(path), *name = strrchr(path, '/') + 1;
    bool by_link = !strncmp(path, "/sdcard/", 8);
    if (!*type || (!by_link && strncmp(path, shared, sizeof shared - 1)))
        return;
    MediaMetadata tags;
    media_metadata_read(&tags, (const u8 *)content->data, content->size, content->size);
    char *title = xstrndup(name, (size_t)(strrchr(name, '.') - name)), *mime = mime_type(t, path), seconds[24], size[24];
    char *real = by_link ? xasprintf("%s%s", shared, path + 7) : xstrdup(path);
    snprintf(seconds, sizeof seconds, "%lld", (long long)vm_millis(t->vm) / 1000);
    snprintf(size, sizeof size, "%zu", content->size);
    const char *values[] = { real, name, tags.values[META_TITLE] ? tags.values[META_TITLE] : title, mime, type, seconds, size, tags.values[META_DURATION],
                             tags.values[META_ARTIST], tags.values[META_ALBUM] };
    system_provider_execute(t, "media", "INSERT INTO files (_data, _display_name, title, mime_type, media_type, date_added, date_modified, _size, duration, artist, album, "
                            "is_music, is_ringtone, is_alarm, is_notification, is_podcast) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9, ?10, ?5 = '2', 0, 0, 0, 0)",
                            values, COUNT_OF(values));
    media_metadata_free(&tags);
    free(title);
    free(mime);
    free(real);
}

static void file(Thread *t, const char *value)
{
    const char *rest;
    char *path = first_word(value, &rest);
    Vfs *vfs = vfs_of(t->vm);
    Buf content = { 0 };
    make_parents(vfs, path);
    if (!fill(&content, rest) || vfs_write_file(vfs, path, content.data, content.size))
        vm_throw(t, "java/io/IOException", "it cannot be written");
    vfs_chmod(vfs, path, 0666);
    if (!t->exception)
        scan(t, path, &content);
    buf_free(&content);
    free(path);
}

static void unreadable(Thread *t, const char *value)
{
    Vfs *vfs = vfs_of(t->vm);
    VfsStat facts;
    if (vfs_stat(vfs, value, true, &facts))
        vfs_make_dirs(vfs, value, 0);
    vfs_chmod(vfs, value, 0);
}

/* ---- rows of the system's providers -------------------------------------------------------------- */

static void sms(Thread *t, const char *value)
{
    const char *text;
    char *number = first_word(value, &text), date[24];
    snprintf(date, sizeof date, "%lld", (long long)vm_millis(t->vm));
    system_provider_execute(t, "sms", "INSERT INTO sms (address, body, date, date_sent, type, thread_id) VALUES (?1, ?2, ?3, ?3, 1, 1)",
                            (const char *[]){ number, text, date }, 3);
    free(number);
}

/* A last word that is a telephone number. */
static const char *number_of(const char *value)
{
    const char *last = strrchr(value, ' ');
    return last && last[1] && !last[1 + strspn(last + 1, "+0123456789-")] ? last + 1 : NULL;
}

static void contact(Thread *t, const char *value)
{
    static const char authority[] = "com.android.contacts";
    const char *number = number_of(value);
    char *name = number ? xstrndup(value, (size_t)(number - value - 1)) : xstrdup(value);
    bool ok = system_provider_execute(t, authority, "INSERT INTO raw_contacts DEFAULT VALUES", NULL, 0)
              && system_provider_execute(t, authority, "INSERT INTO data (raw_contact_id, mimetype, data1) "
                                         "SELECT max(_id), 'vnd.android.cursor.item/name', ? FROM raw_contacts", (const char *[]){ name }, 1);
    if (ok && number)
        system_provider_execute(t, authority, "INSERT INTO data (raw_contact_id, mimetype, data1, data2) "
                                "SELECT max(_id), 'vnd.android.cursor.item/phone_v2', ?, 2 FROM raw_contacts", (const char *[]){ number }, 1);
    free(name);
}

/* ---- the network ------------------------------------------------------------------------------- */

static void web(Thread *t, const char *value)
{
    const char *text;
    char *host = first_word(value, &text);
    web_host_add(t, host, text);
    free(host);
}

/* "5s", "300ms"; negative: it is no duration. */
static i64 duration(const char *text)
{
    char *end;
    i64 n = strtoll(text, &end, 10);
    i64 unit = !strcmp(end, "s") ? 1000 : !strcmp(end, "ms") ? 1 : -1;
    return end == text || unit < 0 || n < 0 || n > 3600 ? -1 : n * unit;
}

static int is_duration(const char *value)
{
    return duration(value) >= 0 ? OK : error_set(ERR_INPUT, "it is no duration of up to 3600");
}

static void name_server(Thread *t, const char *value)
{
    posix_state(t->vm)->lookup_millis = duration(value);
}

static void min_sdk(Thread *t, const char *value)
{
    if (!strcmp(value, "waived"))
        package_waive_min_sdk(t);
}

/* ---- the table ----------------------------------------------------------------------------------- */

const ConditionKind condition_kinds[] = {
    { "network", "online | offline", "what the connectivity manager says; no host can be reached in either case", false, BEFORE_INSTALL, NULL, network },
    { "name-server", "a duration, as 5s or 300ms", "how long it takes until a host's name is not found", false, BEFORE_INSTALL, is_duration, name_server },
    { "web", "HOST TEXT", "a host that answers every request over http with the text", true, BEFORE_START, needs_two, web },
    { "locale", "a language, as de or de_DE", "the phone's language", false, BEFORE_INSTALL, is_locale, locale },
    { "timezone", "a zone, as Europe/Berlin", "the phone's time zone", false, BEFORE_INSTALL, not_empty, timezone_of },
    { "time", "YYYY-MM-DD HH:MM[:SS], UTC", "when the phone is switched on", false, AT_POWER_ON, is_time, NULL },
    { "keep-activities", "yes | no", "no: an activity is destroyed as soon as it is left", false, BEFORE_INSTALL, NULL, keep_activities },
    { "permission", "NAME allow | NAME deny", "what the user answers to a permission of the manifest", true, BEFORE_INSTALL, is_permission, permission },
    { "absent", "a package or label, as Browser", "a built-in app that this phone has not", true, BEFORE_INSTALL, not_empty, absent },
    { "file", "PATH text TEXT | PATH zeros 40M | PATH base64 DATA", "a file on the phone", true, BEFORE_INSTALL, is_file, file },
    { "unreadable", "a folder, as /sdcard/DCIM", "a folder that cannot be listed", true, BEFORE_INSTALL, is_path, unreadable },
    { "sdcard", "present | absent | readonly", "the shared storage", false, BEFORE_INSTALL, NULL, sdcard },
    { "min-sdk", "required | waived", "waived: an app for later versions of Android is tried all the same", false, BEFORE_INSTALL, NULL, min_sdk },
    { "sms", "NUMBER TEXT", "a message in the inbox", true, BEFORE_START, needs_two, sms },
    { "contact", "NAME [NUMBER]", "a contact", true, BEFORE_START, not_empty, contact },
    { 0 },
};

const char *condition_value(const Environment *e, const char *name)
{
    for (u32 i = 0; i < e->condition_count; i++)
        if (!strcmp(e->conditions[i].kind->name, name))
            return e->conditions[i].value;
    return NULL;
}

static int apply_one(Thread *t, const Condition *c)
{
    c->kind->apply(t, c->value);
    Object *thrown = vm_take_exception(t);
    if (!thrown)
        return OK;
    Buf text = { 0 };
    vm_print_throwable(t->vm, &text, thrown);
    int status = error_set(ERR_INPUT, "the condition %s=%s: %.*s", c->kind->name, c->value, (int)strcspn(buf_str(&text), "\n"), buf_str(&text));
    buf_free(&text);
    return status;
}

int conditions_apply(Thread *t, const Environment *e, ConditionTime time)
{
    int status = OK;
    for (u32 i = 0; i < e->condition_count && !status; i++)
        if (e->conditions[i].kind->time == time && e->conditions[i].kind->apply)
            status = apply_one(t, &e->conditions[i]);
    return status;
}
