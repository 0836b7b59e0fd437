/*
 * Environment facts from two kinds of text: lines of a form ("Android version:
 * 8.1", "- Device: [Pixel 3]"), read by their label; and prose ("crashes on
 * Nexus 4 with Android 5.1 when offline"), read by phrases.
 */
#define _GNU_SOURCE
#include "report/environment.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { LONGEST_LABEL = 40, LONGEST_VALUE = 120, LONGEST_TEXT = 2000 };

/* A form's label holds one of these words (in this order of preference). */
static const struct { const char *word, *key; } labels[] = {
    { "android version", "android version" }, { "os version", "android version" }, { "android os", "android version" }, { "version of android", "android version" },
    { "system version", "android version" }, { "operating system", "android version" }, { "api level", "api level" }, { "sdk", "api level" },
    { "app version", "app version" }, { "version of the app", "app version" }, { "application version", "app version" }, { "version name", "app version" },
    { "app source", "source" }, { "installed from", "source" }, { "installed via", "source" }, { "custom rom", "rom" }, { "rom", "rom" },
    { "phone model", "device" }, { "device model", "device" }, { "model", "device" }, { "device", "device" }, { "smartphone", "device" }, { "phone", "device" },
    { "terminal", "device" }, { "hardware", "device" }, { "tablet", "device" }, { "emulator", "device" },
    { "language", "language" }, { "locale", "language" }, { "android", "android version" }, { "os", "android version" }, { "app", "app version" },
    { "version", "app version" }, { "frequency", "frequency" }, { "reproducibility", "frequency" },
};

/* Phrases of prose; the value is what the explorer acts on. */
static const struct { const char *phrase, *key, *value; } phrases[] = {
    { "offline", "network", "offline" }, { "airplane mode", "network", "offline" }, { "aeroplane mode", "network", "offline" }, { "flight mode", "network", "offline" },
    { "no internet", "network", "offline" }, { "without internet", "network", "offline" }, { "no network", "network", "offline" }, { "no connection", "network", "offline" },
    { "without network", "network", "offline" }, { "no data connection", "network", "offline" }, { "wifi off", "network", "offline" }, { "not connected", "network", "offline" },
    { "disable wifi", "network", "offline" }, { "turn off wifi", "network", "offline" }, { "turn off the internet", "network", "offline" }, { "internet connection is off", "network", "offline" },
    { "disconnect from the internet", "network", "offline" }, { "slow connection", "network", "slow" }, { "bad connection", "network", "slow" }, { "mobile data", "network", "mobile" },
    { "landscape", "orientation", "landscape" }, { "portrait", "orientation", "portrait" },
    { "permission denied", "permission", "denied" }, { "deny the permission", "permission", "denied" }, { "deny permission", "permission", "denied" },
    { "permission is denied", "permission", "denied" }, { "denied permission", "permission", "denied" }, { "without permission", "permission", "denied" },
    { "permissions denied", "permission", "denied" }, { "denying permission", "permission", "denied" }, { "denying the permission", "permission", "denied" }, { "permission not granted", "permission", "denied" },
    { "revoke", "permission", "denied" }, { "deny access", "permission", "denied" },
    { "no sd card", "storage", "no SD card" }, { "without sd card", "storage", "no SD card" }, { "without an sd card", "storage", "no SD card" }, { "no sdcard", "storage", "no SD card" },
    { "sd card is removed", "storage", "no SD card" }, { "sd card removed", "storage", "no SD card" }, { "remove the sd card", "storage", "no SD card" }, { "out of space", "storage", "full" },
    { "no space left", "storage", "full" }, { "storage is full", "storage", "full" }, { "out of disk space", "storage", "full" }, { "storage full", "storage", "full" }, { "external sd", "storage", "SD card" },
    { "location disabled", "location", "off" }, { "gps off", "location", "off" }, { "location is off", "location", "off" }, { "gps disabled", "location", "off" }, { "turn off location", "location", "off" },
    { "battery saver", "battery", "saver" }, { "power save", "battery", "saver" }, { "low battery", "battery", "low" },
    { "dark mode", "theme", "dark" }, { "night mode", "theme", "dark" }, { "dark theme", "theme", "dark" },
    { "don't keep activities", "developer option", "don't keep activities" }, { "do not keep activities", "developer option", "don't keep activities" },
    { "rooted", "root", "yes" }, { "not logged in", "account", "logged out" }, { "logged out", "account", "logged out" }, { "without an account", "account", "none" },
    { "fresh install", "data", "fresh install" }, { "clean install", "data", "fresh install" }, { "freshly installed", "data", "fresh install" }, { "first launch", "data", "fresh install" },
    { "first run", "data", "fresh install" }, { "clear data", "data", "fresh install" }, { "split screen", "window", "split screen" }, { "multi-window", "window", "split screen" }, { "multi window", "window", "split screen" },
    { "tablet mode", "device", "tablet" }, { "talkback", "accessibility", "talkback" }, { "large font", "accessibility", "large font" }, { "right-to-left", "language", "right-to-left" },
};

static const char *const languages[] = {
    "German", "French", "Spanish", "Italian", "Portuguese", "Russian", "Chinese", "Japanese", "Korean", "Arabic", "Hebrew", "Turkish", "Polish",
    "Dutch", "Swedish", "Danish", "Norwegian", "Finnish", "Czech", "Greek", "Hungarian", "Romanian", "Ukrainian", "Persian", "Farsi", "Hindi",
    "Thai", "Vietnamese", "Indonesian", "Bulgarian", "Catalan", "Croatian", "Slovak", "Slovenian", "Serbian", "English",
};

/* Makers and lines of devices that prose names: "on my Nexus 4". */
static const char *const makers[] = {
    "Nexus", "Pixel", "Samsung", "Galaxy", "Moto", "Motorola", "OnePlus", "Oneplus", "Xiaomi", "Redmi", "Huawei", "Honor", "HTC", "LG", "Sony",
    "Xperia", "Nokia", "Asus", "ASUS", "Zenfone", "Lenovo", "Oppo", "OPPO", "Vivo", "Realme", "Fairphone", "Kindle", "BlackBerry", "ZTE", "Genymotion",
};

static const char *const releases[] = {
    "Gingerbread", "Honeycomb", "Ice Cream Sandwich", "ICS", "Jelly Bean", "JellyBean", "KitKat", "Kitkat", "Lollipop", "Marshmallow", "Nougat", "Oreo", "Pie",
};

static void add(Facts *e, Arena *arena, const char *key, const char *value, size_t length, int post)
{
    while (length && (isspace((u8)*value) || *value == '[' || *value == '*' || *value == '`' || *value == ':' || *value == '-' || *value == '='))
        value++, length--;
    while (length && (isspace((u8)value[length - 1]) || strchr("].,;*`", value[length - 1])))
        length--;
    if (!length)
        return;
    length = MIN(length, LONGEST_VALUE);
    for (int i = 0; i < e->count; i++)
        if (!strcmp(e->facts[i].key, key) && strlen(e->facts[i].value) == length && !strncasecmp(e->facts[i].value, value, length))
            return;
    if (e->count >= 200)
        return;
    Fact fact = { key, arena_strndup(arena, value, length), post };
    buf_add(&e->bytes, &fact, sizeof fact);
    e->facts = (Fact *)(void *)e->bytes.data;
    e->count++;
}

static bool whole_word(const char *text, size_t length, const char *p, size_t n)
{
    size_t at = (size_t)(p - text);
    return (at == 0 || !isalnum((u8)text[at - 1])) && (at + n >= length || !isalnum((u8)text[at + n]));
}

static bool plausible(const char *key, const char *value, size_t length)
{
    bool digit = false, letter = false;
    for (size_t i = 0; i < length; i++) {
        digit = digit || isdigit((u8)value[i]);
        letter = letter || isalpha((u8)value[i]);
    }
    if (!strcmp(key, "app version") || !strcmp(key, "android version") || !strcmp(key, "api level"))
        return digit || (letter && !strcmp(key, "android version") && length < 30) || (length < 20 && strcasestr(value, "latest") == value);
    return letter;
}

/* "Device: Pixel 3", "Android version - 8.1", "AnkiDroid Version = 2.10beta3" */
static bool scan_form_line(Facts *e, Arena *arena, const char *text, size_t length, int post)
{
    size_t colon = 0;
    for (size_t i = 1; i < length && i < LONGEST_LABEL; i++) {
        if (text[i] == ':' || text[i] == '=' || (text[i] == '-' && text[i - 1] == ' ' && i + 1 < length && text[i + 1] == ' ')) {
            colon = i;
            break;
        }
        if (text[i] == '[' && text[i - 1] == ' ') {     /* "Version [6.1]" */
            colon = i - 1;
            break;
        }
    }
    if (!colon)
        return false;
    char label[LONGEST_LABEL + 1];
    size_t words = 1;
    for (size_t i = 0; i < colon; i++) {
        label[i] = (char)tolower((u8)text[i]);
        words += text[i] == ' ';
    }
    label[colon] = 0;
    if (words > 6)
        return false;
    const char *value = text + colon + 1;
    size_t value_length = length - colon - 1;
    while (value_length && isspace((u8)*value))
        value++, value_length--;
    for (size_t i = 0; i < COUNT_OF(labels); i++) {
        size_t n = strlen(labels[i].word);
        const char *p = strstr(label, labels[i].word);
        if (!p || !whole_word(label, colon, p, n))
            continue;
        if (plausible(labels[i].key, value, value_length))
            add(e, arena, labels[i].key, value, value_length, post);
        return true;
    }
    return false;
}

/* A run of digits and dots: "6.0.1"; 0 when there is none at p. */
static size_t version_length(const char *p, const char *end)
{
    size_t n = 0;
    while (p + n < end && (isdigit((u8)p[n]) || (p[n] == '.' && p + n + 1 < end && isdigit((u8)p[n + 1]))))
        n++;
    return n;
}

static void scan_android(Facts *e, Arena *arena, const char *text, size_t length, int post)
{
    const char *end = text + length;
    for (const char *p = text; (p = memmem(p, (size_t)(end - p), "ndroid", 6)); p += 6) {
        const char *q = p + 6;
        while (q < end && (*q == ' ' || *q == 'v' || *q == '(' || *q == ':'))
            q++;
        if (end - q > 8 && !strncasecmp(q, "version ", 8))
            q += 8;
        size_t n = version_length(q, end);
        if (n && n < 8 && (n > 1 || *q >= '2') && (size_t)(q - p) < 20)
            add(e, arena, "android version", q, n, post);
    }
    for (size_t i = 0; i < COUNT_OF(releases); i++) {
        const char *p = memmem(text, length, releases[i], strlen(releases[i]));
        if (p && whole_word(text, length, p, strlen(releases[i])) && !environment_get(e, "android version"))
            add(e, arena, "android version", p, strlen(releases[i]), post);
    }
    const char *api = memmem(text, length, "API ", 4);
    if (api) {
        const char *q = api + 4;
        if (end - q > 6 && !strncasecmp(q, "level ", 6))
            q += 6;
        size_t n = version_length(q, end);
        if (n && n <= 2)
            add(e, arena, "api level", q, n, post);
    }
}

static void scan_device(Facts *e, Arena *arena, const char *text, size_t length, int post)
{
    const char *end = text + length;
    for (size_t i = 0; i < COUNT_OF(makers); i++) {
        size_t n = strlen(makers[i]);
        const char *p = memmem(text, length, makers[i], n);
        if (!p || !whole_word(text, length, p, n))
            continue;
        /* the name goes on over words that start upper-case or hold a digit */
        const char *q = p + n;
        for (int words = 0; words < 4 && q < end && *q == ' '; words++) {
            const char *w = q + 1;
            size_t m = 0;
            bool digit = false;
            while (w + m < end && (isalnum((u8)w[m]) || w[m] == '-' || w[m] == '+')) {
                digit = digit || isdigit((u8)w[m]);
                m++;
            }
            static const char *const stop[] = { "Android", "With", "On", "And", "The", "I", "When" };
            bool stopped = m == 0 || !(isupper((u8)*w) || digit || (m == 4 && !strncmp(w, "plus", 4)));
            for (size_t k = 0; k < COUNT_OF(stop); k++)
                stopped = stopped || (strlen(stop[k]) == m && !strncmp(w, stop[k], m));
            if (stopped)
                break;
            q = w + m;
        }
        if (!environment_get(e, "device") || q > p + n)
            add(e, arena, "device", p, (size_t)(q - p), post);
        return;
    }
}

/* "v1.2.3", "version 2.0.1", "1.1.0-beta": of the app, when Android is not named right before it. */
static void scan_app_version(Facts *e, Arena *arena, const char *text, size_t length, int post)
{
    if (environment_get(e, "app version"))
        return;
    const char *end = text + length;
    for (const char *p = text; p < end; p++) {
        bool v = (*p == 'v' || *p == 'V') && (p == text || !isalnum((u8)p[-1])) && p + 1 < end && isdigit((u8)p[1]);
        bool version = (size_t)(end - p) > 9 && !strncasecmp(p, "version ", 8) && isdigit((u8)p[8]);
        if (!v && !version)
            continue;
        const char *q = p + (v ? 1 : 8);
        size_t n = version_length(q, end);
        bool android = p >= text + 8 && !strncasecmp(p - 8, "android ", 8);
        if (n >= 3 && !android) {
            while (q + n < end && (isalnum((u8)q[n]) || q[n] == '-' || q[n] == '_'))
                n++;
            add(e, arena, "app version", q, n, post);
            return;
        }
    }
}

void environment_scan(Facts *environment, Arena *arena, const char *text, size_t length, int post)
{
    length = MIN(length, LONGEST_TEXT);
    bool form = scan_form_line(environment, arena, text, length, post);
    if (!form)
        scan_android(environment, arena, text, length, post);
    if (!form)
        scan_device(environment, arena, text, length, post);
    if (!form)
        scan_app_version(environment, arena, text, length, post);
    char *lower = arena_strndup(arena, text, length);
    for (size_t i = 0; i < length; i++)
        lower[i] = (char)tolower((u8)lower[i]);
    for (size_t i = 0; i < COUNT_OF(phrases); i++) {
        const char *p = strstr(lower, phrases[i].phrase);
        if (p && (p == lower || !isalpha((u8)p[-1])))
            add(environment, arena, phrases[i].key, phrases[i].value, strlen(phrases[i].value), post);
    }
    if (strstr(lower, "language") || strstr(lower, "locale") || strstr(lower, "translation"))
        for (size_t i = 0; i < COUNT_OF(languages); i++) {
            const char *p = strcasestr(text, languages[i]);
            if (p && p < text + length && whole_word(text, length, p, strlen(languages[i])))
                add(environment, arena, "language", languages[i], strlen(languages[i]), post);
        }
}

const char *environment_get(const Facts *environment, const char *key)
{
    for (int i = 0; i < environment->count; i++)
        if (!strcmp(environment->facts[i].key, key))
            return environment->facts[i].value;
    return NULL;
}

void environment_free(Facts *environment)
{
    buf_free(&environment->bytes);
    *environment = (Facts){ 0 };
}
