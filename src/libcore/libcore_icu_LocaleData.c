/*
 * boolean ICU.initLocaleDataNative(String languageTag, LocaleData data): names,
 * patterns and symbols of a locale.
 *
 * Java loads the root locale and en-US before it formats its first number, and
 * opening ICU's formats for both costs more than an empty program may take, so
 * these two lie here as a table, with the values of Android 6.0.1 (CLDR 27). The
 * rest comes from ICU: Gregorian calendar, as Android reads it.
 */
#include "libcore/icu.h"

#include <unicode/ucal.h>
#include <unicode/ucasemap.h>
#include <unicode/ucurr.h>
#include <unicode/udat.h>
#include <unicode/unum.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

#define STRING "Ljava/lang/String;"
#define STRINGS "[Ljava/lang/String;"
#define DATA_FIELD(name, type) FIELD("libcore/icu/LocaleData", name, type)

/* ---- the two locales of every start ------------------------------------------------- */

typedef struct KnownText {
    FieldRef field;
    const char *root, *en_us;       /* arrays: separated by | ; en_us NULL: as root */
} KnownText;

#define MONTHS_ROOT "M01|M02|M03|M04|M05|M06|M07|M08|M09|M10|M11|M12"
#define MONTHS_LONG "January|February|March|April|May|June|July|August|September|October|November|December"
#define MONTHS_SHORT "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
#define MONTHS_TINY "1|2|3|4|5|6|7|8|9|10|11|12"
#define MONTHS_LETTER "J|F|M|A|M|J|J|A|S|O|N|D"
#define DAYS_SHORT "|Sun|Mon|Tue|Wed|Thu|Fri|Sat"
#define DAYS_LONG "|Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday"
#define DAYS_TINY "|S|M|T|W|T|F|S"

static KnownText known[] = {
    { DATA_FIELD("amPm", STRINGS), "AM|PM", NULL },
    { DATA_FIELD("eras", STRINGS), "BCE|CE", "BC|AD" },
    { DATA_FIELD("longMonthNames", STRINGS), MONTHS_ROOT, MONTHS_LONG },
    { DATA_FIELD("shortMonthNames", STRINGS), MONTHS_ROOT, MONTHS_SHORT },
    { DATA_FIELD("tinyMonthNames", STRINGS), MONTHS_TINY, MONTHS_LETTER },
    { DATA_FIELD("longStandAloneMonthNames", STRINGS), MONTHS_ROOT, MONTHS_LONG },
    { DATA_FIELD("shortStandAloneMonthNames", STRINGS), MONTHS_ROOT, MONTHS_SHORT },
    { DATA_FIELD("tinyStandAloneMonthNames", STRINGS), MONTHS_TINY, MONTHS_LETTER },
    { DATA_FIELD("longWeekdayNames", STRINGS), DAYS_SHORT, DAYS_LONG },
    { DATA_FIELD("shortWeekdayNames", STRINGS), DAYS_SHORT, NULL },
    { DATA_FIELD("tinyWeekdayNames", STRINGS), DAYS_TINY, NULL },
    { DATA_FIELD("longStandAloneWeekdayNames", STRINGS), DAYS_SHORT, DAYS_LONG },
    { DATA_FIELD("shortStandAloneWeekdayNames", STRINGS), DAYS_SHORT, NULL },
    { DATA_FIELD("tinyStandAloneWeekdayNames", STRINGS), DAYS_TINY, NULL },
    { DATA_FIELD("yesterday", STRING), "Yesterday", NULL },
    { DATA_FIELD("today", STRING), "Today", NULL },
    { DATA_FIELD("tomorrow", STRING), "Tomorrow", NULL },
    { DATA_FIELD("fullTimeFormat", STRING), "HH:mm:ss zzzz", "h:mm:ss a zzzz" },
    { DATA_FIELD("longTimeFormat", STRING), "HH:mm:ss z", "h:mm:ss a z" },
    { DATA_FIELD("mediumTimeFormat", STRING), "HH:mm:ss", "h:mm:ss a" },
    { DATA_FIELD("shortTimeFormat", STRING), "HH:mm", "h:mm a" },
    { DATA_FIELD("fullDateFormat", STRING), "y MMMM d, EEEE", "EEEE, MMMM d, y" },
    { DATA_FIELD("longDateFormat", STRING), "y MMMM d", "MMMM d, y" },
    { DATA_FIELD("mediumDateFormat", STRING), "y MMM d", "MMM d, y" },
    { DATA_FIELD("shortDateFormat", STRING), "y-MM-dd", "M/d/yy" },
    { DATA_FIELD("narrowAm", STRING), "AM", "a" },
    { DATA_FIELD("narrowPm", STRING), "PM", "p" },
    { DATA_FIELD("percent", STRING), "%", NULL },
    { DATA_FIELD("minusSign", STRING), "-", NULL },
    { DATA_FIELD("exponentSeparator", STRING), "E", NULL },
    { DATA_FIELD("infinity", STRING), "\u221e", NULL },
    { DATA_FIELD("NaN", STRING), "NaN", NULL },
    { DATA_FIELD("currencySymbol", STRING), "\u00a4", "$" },
    { DATA_FIELD("internationalCurrencySymbol", STRING), "XXX", "USD" },
    { DATA_FIELD("numberPattern", STRING), "#,##0.###", NULL },
    { DATA_FIELD("currencyPattern", STRING), "\u00a4\u00a0#,##0.00", "\u00a4#,##0.00" },
    { DATA_FIELD("percentPattern", STRING), "#,##0%", NULL },
};

/* The fields that are no text. */
enum { ZERO, DECIMAL, GROUPING, PATTERN, PER_MILL, MONETARY, CHAR_COUNT };
static FieldRef char_fields[CHAR_COUNT] = {
    DATA_FIELD("zeroDigit", "C"), DATA_FIELD("decimalSeparator", "C"), DATA_FIELD("groupingSeparator", "C"),
    DATA_FIELD("patternSeparator", "C"), DATA_FIELD("perMill", "C"), DATA_FIELD("monetarySeparator", "C"),
};
static FieldRef first_day = DATA_FIELD("firstDayOfWeek", "Ljava/lang/Integer;");
static FieldRef minimal_days = DATA_FIELD("minimalDaysInFirstWeek", "Ljava/lang/Integer;");

static void set_integer(Thread *t, Object *data, FieldRef *field, i32 value)
{
    Object *boxed = vm_box(t, 'I', (Slot){ .i = value });
    SET_REF(t, data, field, boxed);
}

static Object *split(Thread *t, const char *text)
{
    i32 count = 1;
    for (const char *p = text; *p; p++)
        count += *p == '|';
    Object *array = vm_new_object_array(t, "java/lang/String", count);
    for (i32 i = 0; array && i < count; i++) {
        size_t length = strcspn(text, "|");
        Object *s = vm_string_utf8_n(t, text, length);
        ARRAY_REF(array)[i] = object_ref(s);
        text += length + 1;
    }
    return array;
}

static void fill_known(Thread *t, Object *data, bool en_us)
{
    for (u32 i = 0; i < COUNT_OF(known) && !t->exception; i++) {
        const char *text = en_us && known[i].en_us ? known[i].en_us : known[i].root;
        Object *value = known[i].field.descriptor[0] == '[' ? split(t, text) : vm_string_utf8(t, text);
        SET_REF(t, data, &known[i].field, value);
    }
    static const u16 chars[CHAR_COUNT] = { '0', '.', ',', ';', 0x2030, '.' };
    for (u32 i = 0; i < CHAR_COUNT; i++)
        FIELD_AT(data, u16, field_offset(t, &char_fields[i])) = chars[i];
    set_integer(t, data, &first_day, en_us ? 1 : 2);
    set_integer(t, data, &minimal_days, 1);
}

/* ---- any locale, from ICU -------------------------------------------------------------- */

static FieldRef *text_field(const char *name)
{
    for (u32 i = 0; i < COUNT_OF(known); i++) {
        if (!strcmp(known[i].field.name, name))
            return &known[i].field;
    }
    return NULL;
}

static void set_text(Thread *t, Object *data, const char *name, UChar *chars, i32 count)
{
    Object *s = icu_string(t, chars, count);
    SET_REF(t, data, text_field(name), s);
}

static void fill_names(Thread *t, Object *data, const UDateFormat *format)
{
    static const struct { const char *field; UDateFormatSymbolType type; } lists[] = {
        { "amPm", UDAT_AM_PMS }, { "eras", UDAT_ERAS },
        { "longMonthNames", UDAT_MONTHS }, { "shortMonthNames", UDAT_SHORT_MONTHS }, { "tinyMonthNames", UDAT_NARROW_MONTHS },
        { "longStandAloneMonthNames", UDAT_STANDALONE_MONTHS }, { "shortStandAloneMonthNames", UDAT_STANDALONE_SHORT_MONTHS },
        { "tinyStandAloneMonthNames", UDAT_STANDALONE_NARROW_MONTHS },
        { "longWeekdayNames", UDAT_WEEKDAYS }, { "shortWeekdayNames", UDAT_SHORT_WEEKDAYS }, { "tinyWeekdayNames", UDAT_NARROW_WEEKDAYS },
        { "longStandAloneWeekdayNames", UDAT_STANDALONE_WEEKDAYS }, { "shortStandAloneWeekdayNames", UDAT_STANDALONE_SHORT_WEEKDAYS },
        { "tinyStandAloneWeekdayNames", UDAT_STANDALONE_NARROW_WEEKDAYS },
    };
    for (u32 i = 0; i < COUNT_OF(lists) && !t->exception; i++) {
        i32 count = udat_countSymbols(format, lists[i].type);
        Object *array = vm_new_object_array(t, "java/lang/String", count);
        for (i32 k = 0; array && k < count; k++) {
            UChar text[128];
            UErrorCode status = U_ZERO_ERROR;
            i32 length = udat_getSymbols(format, lists[i].type, k, text, COUNT_OF(text), &status);
            icu_array_put(t, array, k, text, U_SUCCESS(status) ? length : 0);
        }
        SET_REF(t, data, text_field(lists[i].field), array);
    }
}

/*
 * A resource of the locale or, item by item, of its parents. ICU keeps this
 * function to itself, but exports it: the public one stops at the first bundle
 * that has any of the path.
 */
UResourceBundle *ures_getByKeyWithFallback(const UResourceBundle *bundle, const char *path, UResourceBundle *fill, UErrorCode *status);

static void fill_date_patterns(Thread *t, Object *data, const UResourceBundle *bundle)
{
    static const char *const fields[] = {
        "fullTimeFormat", "longTimeFormat", "mediumTimeFormat", "shortTimeFormat",
        "fullDateFormat", "longDateFormat", "mediumDateFormat", "shortDateFormat",
    };
    UErrorCode status = U_ZERO_ERROR;
    UResourceBundle *patterns = ures_getByKeyWithFallback(bundle, "calendar/gregorian/DateTimePatterns", NULL, &status);
    for (i32 i = 0; i < (i32)COUNT_OF(fields) && U_SUCCESS(status) && !t->exception; i++) {
        UErrorCode got = U_ZERO_ERROR;
        UResourceBundle *item = ures_getByIndex(patterns, i, NULL, &got);
        i32 count = 0;
        /* A pattern, or a pattern and the digits to write it with. */
        const UChar *text = ures_getType(item) == URES_ARRAY ? ures_getStringByIndex(item, 0, &count, &got) : ures_getString(item, &count, &got);
        UChar pattern[128];
        if (U_SUCCESS(got) && count < (i32)COUNT_OF(pattern)) {
            u_memcpy(pattern, text, count);
            icu_plain_date_pattern(pattern, count);
            set_text(t, data, fields[i], pattern, count);
        }
        ures_close(item);
    }
    ures_close(patterns);
}

/* The narrow AM and PM; without them the plain ones. */
static void fill_narrow_am_pm(Thread *t, Object *data, const UResourceBundle *bundle)
{
    static const char *const fields[] = { "narrowAm", "narrowPm" };
    Object *plain = GET_REF(t, data, text_field("amPm"));
    UErrorCode status = U_ZERO_ERROR;
    UResourceBundle *markers = ures_getByKeyWithFallback(bundle, "calendar/gregorian/AmPmMarkersNarrow", NULL, &status);
    for (i32 i = 0; i < 2; i++) {
        i32 count = 0;
        UErrorCode got = status;
        const UChar *text = ures_getStringByIndex(markers, i, &count, &got);
        if (U_SUCCESS(got))
            set_text(t, data, fields[i], (UChar *)text, count);
        else if (plain)
            SET_REF(t, data, text_field(fields[i]), ref_object(ARRAY_REF(plain)[i]));
    }
    ures_close(markers);
}

/* Written with a capital, whatever the language. */
static void fill_relative_days(Thread *t, Object *data, const UResourceBundle *bundle, const char *locale)
{
    static const char *const days[][2] = {
        { "yesterday", "fields/day/relative/-1" }, { "today", "fields/day/relative/0" }, { "tomorrow", "fields/day/relative/1" },
    };
    UErrorCode status = U_ZERO_ERROR;
    UCaseMap *title = ucasemap_open(locale, U_TITLECASE_WHOLE_STRING | U_TITLECASE_NO_LOWERCASE | U_TITLECASE_NO_BREAK_ADJUSTMENT, &status);
    for (u32 i = 0; i < COUNT_OF(days) && U_SUCCESS(status); i++) {
        UErrorCode got = U_ZERO_ERROR;
        UResourceBundle *item = ures_getByKeyWithFallback(bundle, days[i][1], NULL, &got);
        UChar titled[96];
        i32 count = 0;
        const UChar *text = ures_getString(item, &count, &got);
        count = U_SUCCESS(got) ? ucasemap_toTitle(title, titled, COUNT_OF(titled), text, count, &got) : 0;
        if (U_SUCCESS(got))
            set_text(t, data, days[i][0], titled, count);
        ures_close(item);
    }
    ucasemap_close(title);
}

static bool fill_numbers(Thread *t, Object *data, const char *locale)
{
    static const struct { const char *field; UNumberFormatStyle style; } patterns[] = {
        { "currencyPattern", UNUM_CURRENCY }, { "percentPattern", UNUM_PERCENT }, { "numberPattern", UNUM_DECIMAL },
    };
    static const struct { const char *field; UNumberFormatSymbol symbol; } texts[] = {
        { "percent", UNUM_PERCENT_SYMBOL }, { "minusSign", UNUM_MINUS_SIGN_SYMBOL }, { "exponentSeparator", UNUM_EXPONENTIAL_SYMBOL },
        { "infinity", UNUM_INFINITY_SYMBOL }, { "NaN", UNUM_NAN_SYMBOL },
    };
    static const UNumberFormatSymbol chars[CHAR_COUNT] = {
        UNUM_ZERO_DIGIT_SYMBOL, UNUM_DECIMAL_SEPARATOR_SYMBOL, UNUM_GROUPING_SEPARATOR_SYMBOL, UNUM_PATTERN_SEPARATOR_SYMBOL,
        UNUM_PERMILL_SYMBOL, UNUM_MONETARY_SEPARATOR_SYMBOL,
    };
    UErrorCode status = U_ZERO_ERROR;
    for (u32 i = 0; i < COUNT_OF(patterns) && U_SUCCESS(status); i++) {
        UChar text[96];
        UNumberFormat *format = unum_open(patterns[i].style, NULL, 0, locale, NULL, &status);
        i32 count = U_SUCCESS(status) ? unum_toPattern(format, 0, text, COUNT_OF(text), &status) : 0;
        if (U_SUCCESS(status))
            set_text(t, data, patterns[i].field, text, count);
        for (u32 k = 0; k < COUNT_OF(texts) && patterns[i].style == UNUM_DECIMAL && U_SUCCESS(status); k++) {
            count = unum_getSymbol(format, texts[k].symbol, text, COUNT_OF(text), &status);
            set_text(t, data, texts[k].field, text, U_SUCCESS(status) ? count : 0);
        }
        for (u32 k = 0; k < CHAR_COUNT && patterns[i].style == UNUM_DECIMAL && U_SUCCESS(status); k++) {
            count = unum_getSymbol(format, chars[k], text, COUNT_OF(text), &status);
            FIELD_AT(data, u16, field_offset(t, &char_fields[k])) = U_SUCCESS(status) && count ? text[0] : 0;
        }
        unum_close(format);
    }
    return U_SUCCESS(status);
}

/* The country's currency in the locale's own way of writing. */
static void fill_currency(Thread *t, Object *data, const char *locale)
{
    UChar code[8] = u"XXX";
    const UChar *symbol = u"\u00a4";
    char country[ULOC_COUNTRY_CAPACITY + 1] = "";
    UErrorCode status = U_ZERO_ERROR;
    uloc_getCountry(locale, country, sizeof country, &status);
    i32 count = *country ? ucurr_forLocale(locale, code, COUNT_OF(code), &status) : 0;
    if (count > 0 && U_SUCCESS(status)) {
        UBool choice;
        i32 length = 0;
        const UChar *name = ucurr_getName(code, locale, UCURR_SYMBOL_NAME, &choice, &length, &status);
        if (U_SUCCESS(status) && length > 0)
            symbol = name;
    } else {
        u_strcpy(code, u"XXX");
    }
    set_text(t, data, "currencySymbol", (UChar *)symbol, -1);
    set_text(t, data, "internationalCurrencySymbol", code, -1);
}

static bool fill_from_icu(Thread *t, Object *data, const char *locale)
{
    char gregorian[ICU_LOCALE_ROOM + 32];
    snprintf(gregorian, sizeof gregorian, "%s", locale);
    UErrorCode status = U_ZERO_ERROR;
    uloc_setKeywordValue("calendar", "gregorian", gregorian, sizeof gregorian, &status);
    UDateFormat *format = udat_open(UDAT_SHORT, UDAT_SHORT, gregorian, u"UTC", 3, NULL, 0, &status);
    UResourceBundle *bundle = ures_open(NULL, locale, &status);
    bool filled = U_SUCCESS(status) && fill_numbers(t, data, locale);
    if (filled) {
        const UCalendar *calendar = udat_getCalendar(format);
        set_integer(t, data, &first_day, ucal_getAttribute(calendar, UCAL_FIRST_DAY_OF_WEEK));
        set_integer(t, data, &minimal_days, ucal_getAttribute(calendar, UCAL_MINIMAL_DAYS_IN_FIRST_WEEK));
        fill_names(t, data, format);
        fill_date_patterns(t, data, bundle);
        fill_narrow_am_pm(t, data, bundle);
        fill_relative_days(t, data, bundle, locale);
        fill_currency(t, data, locale);
    }
    ures_close(bundle);
    udat_close(format);
    return filled;
}

static void initLocaleDataNative(Thread *t, const Slot *args, Slot *result)
{
    char locale[ICU_LOCALE_ROOM];
    Object *data = args[1].l;
    if (!data) {
        vm_throw_null(t, "localeData == null");
        return;
    }
    icu_locale(locale, args[0].l);
    result->i = 1;
    if (!*locale || !strcmp(locale, "en_US"))
        fill_known(t, data, *locale != 0);
    else
        result->i = fill_from_icu(t, data, locale);
}

const NativeMethod natives_libcore_icu_LocaleData[] = {
    { "initLocaleDataNative", NULL, initLocaleDataNative },
    { 0 },
};
