/*
 * libcore.icu.TimeZoneNames: names of time zones in a locale.
 *
 * Java wants all of them at once, at the first Date.toString. ICU's function for
 * one name takes a fifth of a millisecond and asks the host's clock, so the
 * resources are read here: a zone's own names, else those of the group of zones
 * ("meta zone") that it belongs to at the machine's time.
 *
 *     metaZones:   metazoneInfo / America:New_York / [ [ America_Eastern, from, to ] … ]
 *     zoneStrings: meta:America_Eastern / ls ss ld sd
 */
#include "libcore/icu.h"

#include <time.h>
#include <unicode/ucal.h>
#include <unicode/udat.h>
#include <unicode/udata.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

enum { COLUMNS = 4 };

/* ICU's own, item by item through the parents; see libcore_icu_LocaleData.c. */
UResourceBundle *ures_getByKeyWithFallback(const UResourceBundle *bundle, const char *path, UResourceBundle *fill, UErrorCode *status);

typedef struct NameSource {
    UResourceBundle *names, *groups;
    char now[32];                   /* 2009-02-13 23:31, UTC */
    Map read;                       /* Names *, by resource key */
} NameSource;

typedef struct Names {
    const UChar *text[COLUMNS];     /* belong to ICU's data; NULL: none */
    i32 length[COLUMNS];
} Names;

static bool is_utc(const char *id)
{
    static const char *const names[] = { "Etc/UCT", "Etc/UTC", "Etc/Universal", "Etc/Zulu", "UCT", "UTC", "Universal", "Zulu" };
    for (u32 i = 0; i < COUNT_OF(names); i++) {
        if (!strcmp(id, names[i]))
            return true;
    }
    return false;
}

/* The names under one key ("meta:Japan", "Europe:London"); read once. */
static const Names *names_under(NameSource *source, const char *key)
{
    static const char *const columns[COLUMNS] = { "ls", "ss", "ld", "sd" };
    void **place = map_slot(&source->read, key);
    if (*place)
        return *place;
    Names *n = *place = xcalloc(1, sizeof *n);
    for (i32 i = 0; i < COLUMNS; i++) {
        char path[160];
        snprintf(path, sizeof path, "%s/%s", key, columns[i]);
        UErrorCode status = U_ZERO_ERROR;
        UResourceBundle *item = ures_getByKeyWithFallback(source->names, path, NULL, &status);
        const UChar *text = ures_getString(item, &n->length[i], &status);
        /* U+2205 three times: the locale says that there is none. */
        if (U_SUCCESS(status) && n->length[i] > 0 && text[0] != 0x2205)
            n->text[i] = text;
        ures_close(item);
    }
    return n;
}

/* "meta:…" of the group that the zone is in now; false: in none. */
static bool group_key(const NameSource *source, const char *zone_key, char *out, size_t size)
{
    UErrorCode status = U_ZERO_ERROR;
    UResourceBundle *spans = ures_getByKey(source->groups, zone_key, NULL, &status);
    bool found = false;
    for (i32 i = 0; U_SUCCESS(status) && !found && i < ures_getSize(spans); i++) {
        UResourceBundle *span = ures_getByIndex(spans, i, NULL, &status);
        char text[3][64] = { "", "1970-01-01 00:00", "9999-12-31 23:59" };
        for (i32 k = 0; k < 3 && k < ures_getSize(span) && U_SUCCESS(status); k++) {
            i32 length = 0;
            const UChar *chars = ures_getStringByIndex(span, k, &length, &status);
            if (U_SUCCESS(status) && length < 64)
                u_UCharsToChars(chars, text[k], length + 1);
        }
        found = U_SUCCESS(status) && strcmp(text[1], source->now) <= 0 && strcmp(source->now, text[2]) < 0;
        if (found)
            snprintf(out, size, "meta:%s", text[0]);
        ures_close(span);
    }
    ures_close(spans);
    return found;
}

static void fill_row(Thread *t, NameSource *source, Object *row)
{
    const Object *id = ref_object(ARRAY_REF(row)[0]);
    char *name = vm_string_to_utf8(id);
    if (!name)
        return;
    UChar canonical[128];
    char zone_key[128] = "", meta[128];
    UErrorCode status = U_ZERO_ERROR;
    i32 length = ucal_getCanonicalTimeZoneID((const UChar *)vm_string_chars(id), vm_string_length(id), canonical, COUNT_OF(canonical), NULL,
                                             &status);
    if (U_SUCCESS(status) && length < (i32)sizeof zone_key)
        u_UCharsToChars(canonical, zone_key, length + 1);
    for (char *p = zone_key; *p; p++)
        *p = *p == '/' ? ':' : *p;
    const Names *own = names_under(source, is_utc(name) ? "Etc:UTC" : zone_key);
    const Names *group = group_key(source, zone_key, meta, sizeof meta) ? names_under(source, meta) : NULL;
    for (i32 i = 0; i < COLUMNS; i++) {
        const Names *n = own->text[i] || !group ? own : group;
        i32 column = is_utc(name) && i == 2 && !n->text[2] ? 0 : i;
        if (is_utc(name) && (column % 2 || !n->text[column]))
            icu_array_put(t, row, i + 1, u"UTC", 3);
        else if (n->text[column])
            icu_array_put(t, row, i + 1, n->text[column], n->length[column]);
    }
    free(name);
}

/* void fillZoneStrings(String locale, String[][] rows): id, long and short standard name, long and short daylight name */
static void fillZoneStrings(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char locale[ICU_LOCALE_ROOM];
    UErrorCode status = U_ZERO_ERROR;
    UResourceBundle *bundle = ures_open(U_ICUDATA_NAME "-zone", icu_locale(locale, args[0].l), &status);
    UResourceBundle *all = ures_openDirect(NULL, "metaZones", &status);
    NameSource source = { .names = ures_getByKeyWithFallback(bundle, "zoneStrings", NULL, &status),
                          .groups = ures_getByKey(all, "metazoneInfo", NULL, &status) };
    time_t now = (time_t)(vm_millis(t->vm) / 1000);
    struct tm fields;
    strftime(source.now, sizeof source.now, "%Y-%m-%d %H:%M", gmtime_r(&now, &fields));
    for (i32 i = 0; U_SUCCESS(status) && i < ARRAY_LENGTH(args[1].l) && !t->exception; i++)
        fill_row(t, &source, ref_object(ARRAY_REF(args[1].l)[i]));
    MAP_EACH(&source.read, entry)
        free(entry->value);
    map_free(&source.read);
    ures_close(source.names);
    ures_close(source.groups);
    ures_close(bundle);
    ures_close(all);
    icu_failed(t, "ures_open", status);
}

/* String getExemplarLocation(String locale, String id): the city */
static void getExemplarLocation(Thread *t, const Slot *args, Slot *result)
{
    char locale[ICU_LOCALE_ROOM];
    if (!args[1].l)
        return;
    UErrorCode status = U_ZERO_ERROR;
    UDateFormat *format = udat_open(UDAT_PATTERN, UDAT_PATTERN, icu_locale(locale, args[0].l), (const UChar *)vm_string_chars(args[1].l),
                                    vm_string_length(args[1].l), u"VVV", 3, &status);
    UChar text[128];
    i32 count = U_SUCCESS(status) ? udat_format(format, 0, text, COUNT_OF(text), NULL, &status) : 0;
    udat_close(format);
    if (U_SUCCESS(status))
        result->l = icu_string(t, text, count);
}

const NativeMethod natives_libcore_icu_TimeZoneNames[] = {
    { "fillZoneStrings", NULL, fillZoneStrings },
    { "getExemplarLocation", NULL, getExemplarLocation },
    { 0 },
};
