/*
 * Time zones: libcore.util.ZoneInfoDB reads a tzdata file on a phone; here its
 * three ways into that file are C, and the transitions are asked of ICU's own
 * zone data, so that no file of the host decides what time it is.
 *
 * As in the file: transitions are seconds in 32 bits, 1901 to 2037. Before the
 * first of them the zone's earliest standard offset holds; a zone with any begins
 * with one at the very start.
 *
 * ICU's data knows laws that were made after the day on which a run plays; a phone
 * of that day does not. So a zone ends before the first transition after that day
 * that changes its standard time: the library takes the last standard time for the
 * present one. (Not in the middle of a summer, which would then last for ever.)
 */
#include "libcore/icu.h"

#include <unicode/ucal.h>
#include <unicode/ustring.h>

#define FIRST_SECOND (-2147483648.0)
#define LAST_SECOND 2147483647.0

/* Short names that only ICU knows; a phone's data has none of them. */
static bool is_icu_only(const char *id)
{
    static const char *const names[] = {
        "ACT", "AET", "AGT", "ART", "AST", "BET", "BST", "CAT", "CNT", "CST", "CTT", "EAT", "ECT", "IET", "IST", "JST", "MIT", "NET",
        "NST", "PLT", "PNT", "PRT", "PST", "SST", "VST", "Etc/Unknown",
    };
    for (u32 i = 0; i < COUNT_OF(names); i++) {
        if (!strcmp(id, names[i]))
            return true;
    }
    return false;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All zone names, sorted; the caller frees each and the list. */
static char **zone_names(i32 *out_count)
{
    UErrorCode status = U_ZERO_ERROR;
    UEnumeration *all = ucal_openTimeZoneIDEnumeration(UCAL_ZONE_TYPE_ANY, NULL, NULL, &status);
    i32 room = U_SUCCESS(status) ? uenum_count(all, &status) : 0, n = 0;
    char **names = xcalloc((size_t)room + 1, sizeof *names);
    const char *name;
    while (n < room && (name = uenum_next(all, NULL, &status)) != NULL) {
        if (!is_icu_only(name))
            names[n++] = xstrdup(name);
    }
    uenum_close(all);
    qsort(names, (size_t)n, sizeof *names, compare_names);
    *out_count = n;
    return names;
}

static UCalendar *open_zone(const UChar *id, i32 count, UErrorCode *status)
{
    return ucal_open(id, count, "en_US", UCAL_GREGORIAN, status);
}

/* ---- one zone ---------------------------------------------------------------------------- */

enum { MAX_TRANSITIONS = 512, MAX_TYPES = 64 };

typedef struct Zone {
    i32 transition_count, type_count;
    i64 seconds[MAX_TRANSITIONS];
    u8 types[MAX_TRANSITIONS];
    i32 offsets[MAX_TYPES], standard[MAX_TYPES];
    u8 is_dst[MAX_TYPES];
} Zone;

/* The type (offset and whether it is daylight time) that holds at a time. */
static u8 type_at(Zone *z, UCalendar *calendar, double millis)
{
    UErrorCode status = U_ZERO_ERROR;
    ucal_setMillis(calendar, millis, &status);
    i32 dst = ucal_get(calendar, UCAL_DST_OFFSET, &status), standard = ucal_get(calendar, UCAL_ZONE_OFFSET, &status);
    i32 offset = (standard + dst) / 1000;
    for (i32 i = 0; i < z->type_count; i++) {
        if (z->offsets[i] == offset && z->standard[i] == standard && z->is_dst[i] == (dst != 0))
            return (u8)i;
    }
    if (z->type_count == MAX_TYPES)
        return 0;
    z->offsets[z->type_count] = offset;
    z->standard[z->type_count] = standard;
    z->is_dst[z->type_count] = dst != 0;
    return (u8)z->type_count++;
}

static void add_transition(Zone *z, double seconds, u8 type)
{
    if (z->transition_count == MAX_TRANSITIONS || (z->transition_count > 0 && z->types[z->transition_count - 1] == type))
        return;
    z->seconds[z->transition_count] = (i64)seconds;
    z->types[z->transition_count++] = type;
}

static bool ends_in_summer(const Zone *z)
{
    return z->transition_count > 0 && z->is_dst[z->types[z->transition_count - 1]];
}

static void read_zone(Zone *z, UCalendar *calendar, double now)
{
    UErrorCode status = U_ZERO_ERROR;
    UDate when;
    i32 present = z->standard[type_at(z, calendar, now)];
    u8 first = type_at(z, calendar, FIRST_SECOND * 1000);
    bool more = ucal_getTimeZoneTransitionDate(calendar, UCAL_TZ_TRANSITION_NEXT, &when, &status);
    if (more)
        add_transition(z, FIRST_SECOND, first);
    while (more && U_SUCCESS(status) && when <= LAST_SECOND * 1000 && z->transition_count < MAX_TRANSITIONS) {
        u8 type = type_at(z, calendar, when);
        if (when > now && z->standard[type] != present && !ends_in_summer(z))
            break;
        add_transition(z, when / 1000, type);
        more = ucal_getTimeZoneTransitionDate(calendar, UCAL_TZ_TRANSITION_NEXT, &when, &status);
    }
}

static Object *zone_object(Thread *t, Object *id, const Zone *z)
{
    Object *seconds = vm_new_primitive_array(t, 'J', z->transition_count), *types = vm_new_primitive_array(t, 'B', z->transition_count);
    Object *offsets = vm_new_primitive_array(t, 'I', z->type_count), *is_dst = vm_new_primitive_array(t, 'B', z->type_count);
    if (!seconds || !types || !offsets || !is_dst)
        return NULL;
    memcpy(ARRAY_I64(seconds), z->seconds, (size_t)z->transition_count * sizeof(i64));
    memcpy(ARRAY_I8(types), z->types, (size_t)z->transition_count);
    memcpy(ARRAY_I32(offsets), z->offsets, (size_t)z->type_count * sizeof(i32));
    memcpy(ARRAY_I8(is_dst), z->is_dst, (size_t)z->type_count);
    return vm_new(t, vm_boot_class(t, "libcore/util/ZoneInfo"), "(Ljava/lang/String;[J[B[I[B)V", id, seconds, types, offsets, is_dst);
}

static bool is_known(const char *id)
{
    UChar name[128], canonical[128];
    UErrorCode status = U_ZERO_ERROR;
    UBool system = 0;
    if (!id || !*id || strlen(id) >= COUNT_OF(name) || is_icu_only(id))
        return false;
    u_uastrcpy(name, id);
    ucal_getCanonicalTimeZoneID(name, -1, canonical, COUNT_OF(canonical), &system, &status);
    return U_SUCCESS(status) && system;
}

/* Read once for the life of the machine; NULL for a name that is none. */
static const Zone *zone_of(Thread *t, const Object *id)
{
    char *name = vm_string_to_utf8(id);
    void **place = name ? map_slot(&icu_state(t->vm)->zones, name) : NULL;
    if (place && !*place && is_known(name)) {
        UErrorCode status = U_ZERO_ERROR;
        UCalendar *calendar = open_zone((const UChar *)vm_string_chars(id), vm_string_length(id), &status);
        if (U_SUCCESS(status)) {
            Zone *z = xcalloc(1, sizeof *z);
            read_zone(z, calendar, (double)vm_millis(t->vm));
            *place = z;
        }
        ucal_close(calendar);
    }
    free(name);
    return place ? *place : NULL;
}

/* ZoneInfo create(String id): null for a name that is none */
static void create(Thread *t, const Slot *args, Slot *result)
{
    const Zone *z = zone_of(t, args[1].l);
    if (z)
        result->l = zone_object(t, args[1].l, z);
}

const NativeMethod natives_libcore_util_ZoneInfoDB_cache[] = {
    { "create", "(Ljava/lang/String;)Llibcore/util/ZoneInfo;", create },
    { 0 },
};

/* ---- all zones --------------------------------------------------------------------------- */

static FieldRef ids_field = FIELD("libcore/util/ZoneInfoDB$TzData", "ids", "[Ljava/lang/String;");
static FieldRef raw_offsets_field = FIELD("libcore/util/ZoneInfoDB$TzData", "rawUtcOffsetsCache", "[I");

/* Lines "US\t\tAmerica/New_York": which zones a country has. */
static Object *zone_tab(Thread *t)
{
    Buf lines = { 0 };
    for (const char *const *country = uloc_getISOCountries(); *country; country++) {
        UErrorCode status = U_ZERO_ERROR;
        UEnumeration *zones = ucal_openTimeZoneIDEnumeration(UCAL_ZONE_TYPE_CANONICAL_LOCATION, *country, NULL, &status);
        const char *name;
        while (U_SUCCESS(status) && (name = uenum_next(zones, NULL, &status)) != NULL)
            buf_printf(&lines, "%s\t\t%s\n", *country, name);
        uenum_close(zones);
    }
    Object *text = vm_string_utf8_n(t, (const char *)lines.data, lines.size);
    buf_free(&lines);
    return text;
}

static void getZoneTab(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef field = FIELD("libcore/util/ZoneInfoDB$TzData", "zoneTab", "Ljava/lang/String;");
    result->l = GET_REF(t, args[0].l, &field);
    if (!result->l) {
        result->l = zone_tab(t);
        SET_REF(t, args[0].l, &field, result->l);
    }
}

/* boolean loadData(String path): the names; each zone is made when it is asked for */
static void loadData(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef version = FIELD("libcore/util/ZoneInfoDB$TzData", "version", "Ljava/lang/String;");
    Object *data = args[0].l;
    i32 count;
    char **names = zone_names(&count);
    Object *ids = vm_new_object_array(t, "java/lang/String", count);
    for (i32 i = 0; i < count; i++) {
        Object *id = ids ? vm_string_utf8(t, names[i]) : NULL;
        if (id)
            ARRAY_REF(ids)[i] = object_ref(id);
    }
    UErrorCode status = U_ZERO_ERROR;
    Object *version_text = vm_string_utf8(t, ucal_getTZDataVersion(&status));
    SET_REF(t, data, &ids_field, ids);
    SET_REF(t, data, &version, version_text);
    for (i32 i = 0; i < count; i++)
        free(names[i]);
    free(names);
    result->i = 1;
}

/* int[] getRawUtcOffsets(): milliseconds, by the index of the zone's name */
static void getRawUtcOffsets(Thread *t, const Slot *args, Slot *result)
{
    Object *data = args[0].l;
    result->l = GET_REF(t, data, &raw_offsets_field);
    if (result->l)
        return;
    Object *ids = GET_REF(t, data, &ids_field);
    Object *offsets = vm_new_primitive_array(t, 'I', ARRAY_LENGTH(ids));
    for (i32 i = 0; offsets && i < ARRAY_LENGTH(ids); i++) {
        const Object *id = ref_object(ARRAY_REF(ids)[i]);
        UErrorCode status = U_ZERO_ERROR;
        UCalendar *calendar = open_zone((const UChar *)vm_string_chars(id), vm_string_length(id), &status);
        ucal_setMillis(calendar, (double)vm_millis(t->vm), &status);
        i32 offset = ucal_get(calendar, UCAL_ZONE_OFFSET, &status);
        ARRAY_I32(offsets)[i] = U_SUCCESS(status) ? offset : 0;
        ucal_close(calendar);
    }
    SET_REF(t, data, &raw_offsets_field, offsets);
    result->l = offsets;
}

const NativeMethod natives_libcore_util_ZoneInfoDB[] = {
    { "loadData", NULL, loadData },
    { "getZoneTab", NULL, getZoneTab },
    { "getRawUtcOffsets", NULL, getRawUtcOffsets },
    { 0 },
};

/* ---- the default zone -------------------------------------------------------------------- */

/* TimeZone getDefault(): what the platform's getter says, else the property user.timezone, else UTC */
static void getDefault(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    static FieldRef current = FIELD("java/util/TimeZone", "defaultTimeZone", "Ljava/util/TimeZone;");
    ObjectRef *place = (ObjectRef *)field_address(t, &current);
    if (!place)
        return;
    if (!*place) {
        Object *getter = vm_call_static(t, "org/apache/harmony/luni/internal/util/TimezoneGetter", "getInstance",
                                        "()Lorg/apache/harmony/luni/internal/util/TimezoneGetter;").l;
        Object *id = getter ? vm_call_method(t, getter, "getId", "()Ljava/lang/String;").l : NULL;
        if (!id && !t->exception)
            id = vm_call_static(t, "java/lang/System", "getProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
                                vm_string_utf8(t, "user.timezone"), vm_string_utf8(t, "UTC")).l;
        if (id && !vm_string_length(id))
            id = vm_string_utf8(t, "UTC");
        Object *zone = t->exception ? NULL : vm_call_static(t, "java/util/TimeZone", "getTimeZone",
                                                            "(Ljava/lang/String;)Ljava/util/TimeZone;", id).l;
        if (!zone || t->exception)
            return;
        *place = object_ref(zone);
    }
    result->l = vm_call_method(t, ref_object(*place), "clone", "()Ljava/lang/Object;").l;
}

const NativeMethod natives_java_util_TimeZone[] = {
    { "getDefault", "()Ljava/util/TimeZone;", getDefault },
    { 0 },
};
