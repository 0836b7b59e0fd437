/*
 * The environment as a dimension of the search: settings that the report's facts name
 * are tried first, those that crashes often depend on last.
 */
#define _GNU_SOURCE
#include "reproduce/run.h"

#include "apk/manifest.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A fact or a phrase of the report, and the condition that it means. A NULL value means what `words` says in another way. */
static const struct { const char *key, *value, *name, *setting; } by_fact[] = {
    { "network", "offline", "network", "offline" }, { "storage", "no SD card", "sdcard", "absent" }, { "developer option", "don't keep activities", "keep-activities", "no" },
    { "language", "German", "locale", "de" }, { "language", "French", "locale", "fr" }, { "language", "Spanish", "locale", "es" }, { "language", "Italian", "locale", "it" },
    { "language", "Portuguese", "locale", "pt" }, { "language", "Russian", "locale", "ru" }, { "language", "Chinese", "locale", "zh" }, { "language", "Japanese", "locale", "ja" },
    { "language", "Korean", "locale", "ko" }, { "language", "Arabic", "locale", "ar" }, { "language", "Hebrew", "locale", "iw" }, { "language", "Turkish", "locale", "tr" },
    { "language", "Polish", "locale", "pl" }, { "language", "Dutch", "locale", "nl" }, { "language", "Swedish", "locale", "sv" }, { "language", "Persian", "locale", "fa" },
    { "language", "right-to-left", "locale", "ar" },
};

/* What people have on their phones; words that say the report is about it. */
static const struct { const char *name, *value, *words[4]; } contents[] = {
    { "sms", "+15550100 See you at eight", { "sms", "text message", "inbox" } },
    { "sms", "+15550101 Thanks!", { "sms", "text message", "inbox" } },
    { "contact", "Ann Example +15550100", { "contact", "birthday", "address book", "phone book" } },
    { "contact", "Bob Example +15550101", { "contact", "birthday", "address book", "phone book" } },
    { "file", "/sdcard/Download/notes.txt text hello", { "file", "document", "folder", "sd card" } },
};

static bool says(const Report *r, const char *word)
{
    for (int i = 0; i < r->sentence_count; i++)
        if (strcasestr(r->sentences[i].text, word))
            return true;
    return false;
}

static void add_facts(Environment *e, const Report *r)
{
    for (int i = 0; i < r->environment.count; i++) {
        const Fact *fact = &r->environment.facts[i];
        for (size_t k = 0; k < COUNT_OF(by_fact); k++)
            if (!strcmp(fact->key, by_fact[k].key) && strcasestr(fact->value, by_fact[k].value))
                environment_set(e, by_fact[k].name, by_fact[k].setting);
    }
}

static void add_contents(Environment *e, const Report *r)
{
    for (size_t i = 0; i < COUNT_OF(contents); i++) {
        bool meant = !r;
        for (size_t k = 0; !meant && k < COUNT_OF(contents[i].words) && contents[i].words[k]; k++)
            meant = says(r, contents[i].words[k]);
        if (meant)
            environment_set(e, contents[i].name, contents[i].value);
    }
}

static void deny_permissions(Environment *e, const char *apk)
{
    Zip *zip;
    Manifest *manifest;
    if (zip_open(&zip, apk))
        return;
    if (!manifest_read(&manifest, zip)) {
        for (u32 i = 0; i < manifest->permission_count; i++) {
            char *denied = xasprintf("%s deny", manifest->permissions[i]);
            environment_set(e, "permission", denied);
            free(denied);
        }
        manifest_free(manifest);
    }
    zip_close(zip);
}

static bool same_conditions(const Environment *a, const Environment *b)
{
    Buf x = { 0 }, y = { 0 };
    environment_print(&x, a);
    environment_print(&y, b);
    bool same = !strcmp(buf_str(&x), buf_str(&y));
    buf_free(&x);
    buf_free(&y);
    return same;
}

/* Takes e over; one that is there already is dropped. */
static int add_setting(Setting *out, int count, Environment e, bool said)
{
    for (int i = 0; i < count; i++)
        if (same_conditions(&out[i].environment, &e)) {
            environment_clear(&e);
            return count;
        }
    if (count == MOST_SETTINGS) {
        environment_clear(&e);
        return count;
    }
    out[count] = (Setting){ .environment = e, .said = said };
    return count + 1;
}

static bool says_denied(const ReproduceOptions *o)
{
    for (int i = 0; i < o->report_count; i++) {
        const char *fact = environment_get(&o->reports[i]->environment, "permission");
        if (fact && strcasestr(fact, "denied"))
            return true;
    }
    return false;
}

int settings_make(Setting *out, const ReproduceOptions *o)
{
    static const struct { const char *name, *value; } usual[] = { { "keep-activities", "no" }, { "network", "offline" }, { "locale", "de" }, { "sdcard", "absent" } };
    const Environment *base = &o->environment;
    Environment said = environment_copy(base);
    for (int i = 0; i < o->report_count; i++) {
        add_facts(&said, o->reports[i]);
        add_contents(&said, o->reports[i]);
    }
    if (says_denied(o))
        deny_permissions(&said, o->apk);
    int count = add_setting(out, 0, said, true);
    count = add_setting(out, count, environment_copy(base), false);
    Environment full = environment_copy(base);
    add_contents(&full, NULL);
    count = add_setting(out, count, full, false);
    for (size_t i = 0; i < COUNT_OF(usual); i++) {
        Environment e = environment_copy(base);
        environment_set(&e, usual[i].name, usual[i].value);
        count = add_setting(out, count, e, false);
    }
    Environment denied = environment_copy(base);
    deny_permissions(&denied, o->apk);
    return add_setting(out, count, denied, false);
}

int setting_open(Setting *s, const char *apk)
{
    if (s->tried)
        return s->started ? OK : ERR_NOT_FOUND;
    s->tried = true;
    s->environment.ready = true;        /* the app is started again for every replay */
    int status = device_open(&s->booted, &s->environment);
    if (!status)
        status = device_fork(s->booted, &s->started);
    if (!status)
        status = device_start(s->started, apk, &s->first);
    if (status && s->started) {
        device_close(s->started);
        s->started = NULL;
    }
    return status;
}

void settings_close(Setting *settings, int count)
{
    for (int i = 0; i < count; i++) {
        if (settings[i].started)
            screen_free(&settings[i].first);
        device_close(settings[i].started);
        device_close(settings[i].booted);
        environment_clear(&settings[i].environment);
    }
}
