/*
 * libcore.icu.ICU: names of locales, languages, countries and currencies, case
 * by locale, best date patterns. The data of a locale is in
 * libcore_icu_LocaleData.c.
 */
#include "libcore/icu.h"

#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/ucal.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/ucurr.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/ulocdata.h>
#include <unicode/unum.h>
#include <unicode/unumsys.h>
#include <unicode/ustring.h>

/* ---- versions and the default ------------------------------------------------------ */

static void getIcuVersion(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_string_utf8(t, U_ICU_VERSION);
}

static void getUnicodeVersion(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_string_utf8(t, U_UNICODE_VERSION);
}

static void getCldrVersion(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UVersionInfo version;
    char text[U_MAX_VERSION_STRING_LENGTH];
    UErrorCode status = U_ZERO_ERROR;
    ulocdata_getCLDRVersion(version, &status);
    if (icu_failed(t, "ulocdata_getCLDRVersion", status))
        return;
    u_versionToString(version, text);
    result->l = vm_string_utf8(t, text);
}

static void getTZDataVersion(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UErrorCode status = U_ZERO_ERROR;
    const char *version = ucal_getTZDataVersion(&status);
    if (!icu_failed(t, "ucal_getTZDataVersion", status))
        result->l = vm_string_utf8(t, version);
}

static void setDefaultLocale(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char name[ICU_LOCALE_ROOM];
    UErrorCode status = U_ZERO_ERROR;
    uloc_setDefault(icu_locale(name, args[0].l), &status);
    icu_failed(t, "uloc_setDefault", status);
}

static void getDefaultLocale(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = vm_string_utf8(t, uloc_getDefault());
}

/* ---- lists --------------------------------------------------------------------------- */

/*
 * Can Java write this locale's numbers? The library keeps the digit zero in a char;
 * newer locales (Chakma, Adlam) have digits beyond the basic plane, which the
 * platform never met.
 */
static bool digits_fit(const char *locale)
{
    UErrorCode status = U_ZERO_ERROR;
    UChar digits[64];
    UNumberingSystem *system = unumsys_open(locale, &status);
    i32 length = unumsys_getDescription(system, digits, COUNT_OF(digits), &status);
    bool fit = U_FAILURE(status) || length < 1 || !U16_IS_SURROGATE(digits[0]);
    unumsys_close(system);
    return fit;
}

/* The names of locales that can be used, counted once by ICU's own index. */
static Object *usable_locales(Thread *t, i32 count, const char *(*item)(i32))
{
    Object *all = icu_names(t, count, item);
    i32 kept = 0;
    for (i32 i = 0; all && i < count; i++)
        if (digits_fit(item(i)))
            ARRAY_REF(all)[kept++] = ARRAY_REF(all)[i];
    Object *out = all ? vm_new_object_array(t, "java/lang/String", kept) : NULL;
    if (out)
        memcpy(ARRAY_REF(out), ARRAY_REF(all), (size_t)kept * sizeof(ObjectRef));
    return out;
}

#define LIST(method, count, item) \
    static const char *item_##method(i32 i) { return item(i); } \
    static void method(Thread *t, const Slot *args, Slot *result) { UNUSED(args); result->l = usable_locales(t, count(), item_##method); }

LIST(getAvailableLocalesNative, uloc_countAvailable, uloc_getAvailable)
LIST(getAvailableBreakIteratorLocalesNative, ubrk_countAvailable, ubrk_getAvailable)
LIST(getAvailableCalendarLocalesNative, ucal_countAvailable, ucal_getAvailable)
LIST(getAvailableCollatorLocalesNative, ucol_countAvailable, ucol_getAvailable)
LIST(getAvailableDateFormatLocalesNative, udat_countAvailable, udat_getAvailable)
LIST(getAvailableNumberFormatLocalesNative, unum_countAvailable, unum_getAvailable)

static const char *iso_language(i32 i) { return uloc_getISOLanguages()[i]; }
static const char *iso_country(i32 i) { return uloc_getISOCountries()[i]; }

static i32 count_names(const char *const *names)
{
    i32 n = 0;
    while (names[n])
        n++;
    return n;
}

static void getISOLanguagesNative(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = icu_names(t, count_names(uloc_getISOLanguages()), iso_language);
}

static void getISOCountriesNative(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = icu_names(t, count_names(uloc_getISOCountries()), iso_country);
}

static void getAvailableCurrencyCodes(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UErrorCode status = U_ZERO_ERROR;
    UEnumeration *codes = ucurr_openISOCurrencies(UCURR_COMMON | UCURR_NON_DEPRECATED, &status);
    if (!icu_failed(t, "ucurr_openISOCurrencies", status))
        result->l = icu_enumeration_strings(t, codes);
}

/* ---- locales ----------------------------------------------------------------------------- */

static void getISO3Language(Thread *t, const Slot *args, Slot *result)
{
    char name[ICU_LOCALE_ROOM];
    result->l = vm_string_utf8(t, uloc_getISO3Language(icu_locale(name, args[0].l)));
}

static void getISO3Country(Thread *t, const Slot *args, Slot *result)
{
    char name[ICU_LOCALE_ROOM];
    result->l = vm_string_utf8(t, uloc_getISO3Country(icu_locale(name, args[0].l)));
}

static void getScript(Thread *t, const Slot *args, Slot *result)
{
    char name[ICU_LOCALE_ROOM], script[ULOC_SCRIPT_CAPACITY + 1] = "";
    UErrorCode status = U_ZERO_ERROR;
    uloc_getScript(icu_locale(name, args[0].l), script, sizeof script, &status);
    result->l = vm_string_utf8(t, U_SUCCESS(status) ? script : "");
}

static void addLikelySubtags(Thread *t, const Slot *args, Slot *result)
{
    char name[ICU_LOCALE_ROOM], full[ICU_LOCALE_ROOM];
    UErrorCode status = U_ZERO_ERROR;
    uloc_addLikelySubtags(icu_locale(name, args[0].l), full, sizeof full, &status);
    result->l = U_SUCCESS(status) ? vm_string_utf8(t, full) : args[0].l;
}

typedef i32 DisplayName(const char *locale, const char *in_locale, UChar *out, i32 room, UErrorCode *status);

static void display_name(Thread *t, const Slot *args, Slot *result, DisplayName *function)
{
    char of[ICU_LOCALE_ROOM], in[ICU_LOCALE_ROOM];
    UChar text[256];
    UErrorCode status = U_ZERO_ERROR;
    i32 count = function(icu_locale(of, args[0].l), icu_locale(in, args[1].l), text, COUNT_OF(text), &status);
    if (U_SUCCESS(status))
        result->l = icu_string(t, text, count);
}

static void getDisplayCountryNative(Thread *t, const Slot *args, Slot *result) { display_name(t, args, result, uloc_getDisplayCountry); }
static void getDisplayLanguageNative(Thread *t, const Slot *args, Slot *result) { display_name(t, args, result, uloc_getDisplayLanguage); }
static void getDisplayScriptNative(Thread *t, const Slot *args, Slot *result) { display_name(t, args, result, uloc_getDisplayScript); }
static void getDisplayVariantNative(Thread *t, const Slot *args, Slot *result) { display_name(t, args, result, uloc_getDisplayVariant); }

/* ---- currencies ----------------------------------------------------------------------------- */

/* String getCurrencyCode(String country): null where a country has none */
static void getCurrencyCode(Thread *t, const Slot *args, Slot *result)
{
    char *country = vm_string_to_utf8(args[0].l);
    char locale[ICU_LOCALE_ROOM];
    snprintf(locale, sizeof locale, "und_%s", country ? country : "");
    free(country);
    UChar code[8];
    UErrorCode status = U_ZERO_ERROR;
    i32 count = ucurr_forLocale(locale, code, COUNT_OF(code), &status);
    if (U_SUCCESS(status) && count > 0)
        result->l = icu_string(t, code, count);
}

/* With no name in the locale's data: the code as display name, null as symbol. */
static void currency_name(Thread *t, const Slot *args, Slot *result, UCurrNameStyle style)
{
    char locale[ICU_LOCALE_ROOM];
    UChar *code = icu_copy_chars(args[1].l);
    if (!code)
        return;
    UErrorCode status = U_ZERO_ERROR;
    UBool choice = 0;
    i32 count = 0;
    const UChar *name = ucurr_getName(code, icu_locale(locale, args[0].l), style, &choice, &count, &status);
    if (status == U_USING_DEFAULT_WARNING && !u_strcmp(name, code))
        result->l = style == UCURR_LONG_NAME ? args[1].l : NULL;
    else if (U_SUCCESS(status) && count > 0)
        result->l = icu_string(t, name, count);
    free(code);
}

static void getCurrencyDisplayName(Thread *t, const Slot *args, Slot *result) { currency_name(t, args, result, UCURR_LONG_NAME); }
static void getCurrencySymbol(Thread *t, const Slot *args, Slot *result) { currency_name(t, args, result, UCURR_SYMBOL_NAME); }

static void getCurrencyFractionDigits(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UChar *code = icu_copy_chars(args[0].l);
    UErrorCode status = U_ZERO_ERROR;
    result->i = code ? ucurr_getDefaultFractionDigits(code, &status) : 0;
    free(code);
}

static void getCurrencyNumericCode(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UChar *code = icu_copy_chars(args[0].l);
    result->i = code ? ucurr_getNumericCode(code) : 0;
    free(code);
}

/* ---- case ------------------------------------------------------------------------------------- */

typedef i32 CaseMapping(UChar *out, i32 room, const UChar *text, i32 count, const char *locale, UErrorCode *status);

/* The same string when nothing changes. */
static void map_case(Thread *t, const Slot *args, Slot *result, CaseMapping *map)
{
    Object *text = args[0].l;
    if (!text) {
        vm_throw_null(t, "s == null");
        return;
    }
    char locale[ICU_LOCALE_ROOM];
    icu_locale(locale, args[1].l);
    i32 count = vm_string_length(text), room = count + count / 4 + 16, got;
    UChar *out = NULL;
    UErrorCode status;
    for (;;) {
        out = xrealloc(out, (size_t)room * sizeof *out);
        status = U_ZERO_ERROR;
        got = map(out, room, (const UChar *)vm_string_chars(text), count, locale, &status);
        if (status != U_BUFFER_OVERFLOW_ERROR)
            break;
        room = got + 1;
    }
    if (!icu_failed(t, "u_strToUpper/Lower", status)) {
        bool same = got == count && !memcmp(out, vm_string_chars(text), (size_t)count * 2);
        result->l = same ? text : icu_string(t, out, got);
    }
    free(out);
}

static void toLowerCase(Thread *t, const Slot *args, Slot *result) { map_case(t, args, result, u_strToLower); }
static void toUpperCase(Thread *t, const Slot *args, Slot *result) { map_case(t, args, result, u_strToUpper); }

/* ---- date patterns -------------------------------------------------------------------------------- */

/* What every start asks for, for the root locale and en-US, which agree; a generator costs a millisecond. */
static const char *known_pattern(const char *locale, const Object *skeleton)
{
    static const char *const known[][2] = { { "hm", "h:mm a" }, { "Hm", "HH:mm" }, { "hms", "h:mm:ss a" }, { "Hms", "HH:mm:ss" } };
    for (u32 i = 0; i < COUNT_OF(known) && (!*locale || !strcmp(locale, "en_US")); i++) {
        if (vm_string_is(skeleton, known[i][0]))
            return known[i][1];
    }
    return NULL;
}

/* The patterns of one locale are asked for in a row. */
static UDateTimePatternGenerator *pattern_generator(Thread *t, const char *locale, UErrorCode *status)
{
    IcuState *kept = icu_state(t->vm);
    if (kept->generator && !strcmp(kept->generator_locale, locale))
        return kept->generator;
    UDateTimePatternGenerator *made = udatpg_open(locale, status);
    if (U_FAILURE(*status))
        return NULL;
    udatpg_close(kept->generator);
    kept->generator = made;
    snprintf(kept->generator_locale, sizeof kept->generator_locale, "%s", locale);
    return made;
}

/* String getBestDateTimePatternNative(String skeleton, String languageTag) */
static void getBestDateTimePatternNative(Thread *t, const Slot *args, Slot *result)
{
    char locale[ICU_LOCALE_ROOM];
    icu_locale(locale, args[1].l);
    if (!args[0].l) {
        vm_throw_null(t, "skeleton == null");
        return;
    }
    const char *known = known_pattern(locale, args[0].l);
    if (known) {
        result->l = vm_string_utf8(t, known);
        return;
    }
    UErrorCode status = U_ZERO_ERROR;
    UDateTimePatternGenerator *generator = pattern_generator(t, locale, &status);
    UChar pattern[256];
    i32 count = udatpg_getBestPattern(generator, (const UChar *)vm_string_chars(args[0].l), vm_string_length(args[0].l), pattern,
                                      COUNT_OF(pattern), &status);
    if (icu_failed(t, "udatpg_getBestPattern", status))
        return;
    icu_plain_date_pattern(pattern, count);
    result->l = icu_string(t, pattern, count);
}

const NativeMethod natives_libcore_icu_ICU[] = {
    { "getIcuVersion", NULL, getIcuVersion },
    { "getUnicodeVersion", NULL, getUnicodeVersion },
    { "getCldrVersion", NULL, getCldrVersion },
    { "getTZDataVersion", NULL, getTZDataVersion },
    { "setDefaultLocale", NULL, setDefaultLocale },
    { "getDefaultLocale", NULL, getDefaultLocale },
    { "getAvailableLocalesNative", NULL, getAvailableLocalesNative },
    { "getAvailableBreakIteratorLocalesNative", NULL, getAvailableBreakIteratorLocalesNative },
    { "getAvailableCalendarLocalesNative", NULL, getAvailableCalendarLocalesNative },
    { "getAvailableCollatorLocalesNative", NULL, getAvailableCollatorLocalesNative },
    { "getAvailableDateFormatLocalesNative", NULL, getAvailableDateFormatLocalesNative },
    { "getAvailableNumberFormatLocalesNative", NULL, getAvailableNumberFormatLocalesNative },
    { "getISOLanguagesNative", NULL, getISOLanguagesNative },
    { "getISOCountriesNative", NULL, getISOCountriesNative },
    { "getAvailableCurrencyCodes", NULL, getAvailableCurrencyCodes },
    { "getISO3Language", "(Ljava/lang/String;)Ljava/lang/String;", getISO3Language },
    { "getISO3Country", "(Ljava/lang/String;)Ljava/lang/String;", getISO3Country },
    { "getScript", "(Ljava/lang/String;)Ljava/lang/String;", getScript },
    { "addLikelySubtags", "(Ljava/lang/String;)Ljava/lang/String;", addLikelySubtags },
    { "getDisplayCountryNative", NULL, getDisplayCountryNative },
    { "getDisplayLanguageNative", NULL, getDisplayLanguageNative },
    { "getDisplayScriptNative", NULL, getDisplayScriptNative },
    { "getDisplayVariantNative", NULL, getDisplayVariantNative },
    { "getCurrencyCode", "(Ljava/lang/String;)Ljava/lang/String;", getCurrencyCode },
    { "getCurrencyDisplayName", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", getCurrencyDisplayName },
    { "getCurrencySymbol", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", getCurrencySymbol },
    { "getCurrencyFractionDigits", NULL, getCurrencyFractionDigits },
    { "getCurrencyNumericCode", NULL, getCurrencyNumericCode },
    { "toLowerCase", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", toLowerCase },
    { "toUpperCase", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", toUpperCase },
    { "getBestDateTimePatternNative", NULL, getBestDateTimePatternNative },
    { 0 },
};
