/*
 * The small classes of libcore.icu over text: NativeNormalizer, NativeIDN,
 * NativePluralRules and Transliterator.
 */
#include "libcore/icu.h"

#include <unicode/uidna.h>
#include <unicode/unorm2.h>
#include <unicode/upluralrules.h>
#include <unicode/ustring.h>
#include <unicode/utrans.h>

/* ---- normalisation ------------------------------------------------------------------------ */

enum { FORM_NFD = 2, FORM_NFKD, FORM_NFC, FORM_NFKC };

static const UNormalizer2 *normalizer(Thread *t, i32 form)
{
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *n = NULL;
    switch (form) {
    case FORM_NFD: n = unorm2_getNFDInstance(&status); break;
    case FORM_NFKD: n = unorm2_getNFKDInstance(&status); break;
    case FORM_NFC: n = unorm2_getNFCInstance(&status); break;
    case FORM_NFKC: n = unorm2_getNFKCInstance(&status); break;
    default: status = U_ILLEGAL_ARGUMENT_ERROR; break;
    }
    return icu_failed(t, "unorm2_getInstance", status) ? NULL : n;
}

static void normalizeImpl(Thread *t, const Slot *args, Slot *result)
{
    if (!args[0].l) {
        vm_throw_null(t, "src == null");
        return;
    }
    const UNormalizer2 *n = normalizer(t, args[1].i);
    if (!n)
        return;
    const UChar *chars = (const UChar *)vm_string_chars(args[0].l);
    i32 count = vm_string_length(args[0].l), room = count + 64;
    UChar *out = xmalloc((size_t)room * sizeof *out);
    UErrorCode status = U_ZERO_ERROR;
    i32 length = unorm2_normalize(n, chars, count, out, room, &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
        status = U_ZERO_ERROR;
        out = xrealloc(out, (size_t)(length + 1) * sizeof *out);
        length = unorm2_normalize(n, chars, count, out, length + 1, &status);
    }
    if (!icu_failed(t, "unorm2_normalize", status))
        result->l = icu_string(t, out, length);
    free(out);
}

static void isNormalizedImpl(Thread *t, const Slot *args, Slot *result)
{
    if (!args[0].l) {
        vm_throw_null(t, "src == null");
        return;
    }
    const UNormalizer2 *n = normalizer(t, args[1].i);
    if (!n)
        return;
    UErrorCode status = U_ZERO_ERROR;
    result->i = unorm2_isNormalized(n, (const UChar *)vm_string_chars(args[0].l), vm_string_length(args[0].l), &status);
    icu_failed(t, "unorm2_isNormalized", status);
}

const NativeMethod natives_libcore_icu_NativeNormalizer[] = {
    { "normalizeImpl", NULL, normalizeImpl },
    { "isNormalizedImpl", NULL, isNormalizedImpl },
    { 0 },
};

/* ---- host names ------------------------------------------------------------------------------ */

/* String convertImpl(String name, int flags, boolean toAscii): java.net.IDN is IDNA 2003 */
static void convertImpl(Thread *t, const Slot *args, Slot *result)
{
    if (!args[0].l) {
        vm_throw_null(t, "s == null");
        return;
    }
    const UChar *name = (const UChar *)vm_string_chars(args[0].l);
    i32 count = vm_string_length(args[0].l);
    UChar out[1024];
    UErrorCode status = U_ZERO_ERROR;
    i32 length;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    if (args[2].i)
        length = uidna_IDNToASCII(name, count, out, COUNT_OF(out), args[1].i, NULL, &status);
    else
        length = uidna_IDNToUnicode(name, count, out, COUNT_OF(out), args[1].i, NULL, &status);
#pragma GCC diagnostic pop
    if (U_SUCCESS(status))
        result->l = icu_string(t, out, length);
    else if (args[2].i)
        vm_throw(t, "java/lang/IllegalArgumentException", "uidna_IDNToASCII failed: %s", u_errorName(status));
    else
        result->l = args[0].l;
}

const NativeMethod natives_libcore_icu_NativeIDN[] = {
    { "convertImpl", NULL, convertImpl },
    { 0 },
};

/* ---- plurals --------------------------------------------------------------------------------- */

static void forLocaleImpl(Thread *t, const Slot *args, Slot *result)
{
    char locale[ICU_LOCALE_ROOM];
    UErrorCode status = U_ZERO_ERROR;
    UPluralRules *rules = uplrules_open(icu_locale(locale, args[0].l), &status);
    if (!icu_failed(t, "uplrules_open", status))
        result->j = peer_handle(rules);
}

static void finalizeImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    uplrules_close(peer_of(args[0].j));
}

/* int quantityForIntImpl(long, int): zero, one, two, few, many, other are 0 … 5 */
static void quantityForIntImpl(Thread *t, const Slot *args, Slot *result)
{
    static const UChar *const words[] = { u"zero", u"one", u"two", u"few", u"many" };
    UChar word[32] = u"";
    UErrorCode status = U_ZERO_ERROR;
    uplrules_select(peer_of(args[0].j), args[2].i, word, COUNT_OF(word), &status);
    result->i = 5;
    for (i32 i = 0; i < (i32)COUNT_OF(words); i++) {
        if (!u_strcmp(word, words[i]))
            result->i = i;
    }
    icu_failed(t, "uplrules_select", status);
}

const NativeMethod natives_libcore_icu_NativePluralRules[] = {
    { "forLocaleImpl", NULL, forLocaleImpl },
    { "finalizeImpl", NULL, finalizeImpl },
    { "quantityForIntImpl", NULL, quantityForIntImpl },
    { 0 },
};

/* ---- transliteration ------------------------------------------------------------------------------ */

static void trans_getAvailableIDs(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UErrorCode status = U_ZERO_ERROR;
    UEnumeration *ids = utrans_openIDs(&status);
    if (!icu_failed(t, "utrans_openIDs", status))
        result->l = icu_enumeration_strings(t, ids);
}

static void trans_create(Thread *t, const Slot *args, Slot *result)
{
    if (!args[0].l) {
        vm_throw_null(t, "id == null");
        return;
    }
    UErrorCode status = U_ZERO_ERROR;
    UParseError where;
    UTransliterator *tr = utrans_openU((const UChar *)vm_string_chars(args[0].l), vm_string_length(args[0].l), UTRANS_FORWARD, NULL, 0, &where,
                                       &status);
    if (!icu_failed(t, "utrans_openU", status))
        result->j = peer_handle(tr);
}

static void trans_destroy(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    utrans_close(peer_of(args[0].j));
}

static void transliterate(Thread *t, const Slot *args, Slot *result)
{
    const Object *text = args[2].l;
    if (!text) {
        vm_throw_null(t, "s == null");
        return;
    }
    i32 count = vm_string_length(text);
    for (i32 room = count * 2 + 64;; room *= 2) {
        UChar *out = xmalloc((size_t)room * sizeof *out);
        memcpy(out, vm_string_chars(text), (size_t)count * 2);
        i32 length = count, limit = count;
        UErrorCode status = U_ZERO_ERROR;
        utrans_transUChars(peer_of(args[0].j), out, &length, room, 0, &limit, &status);
        bool again = status == U_BUFFER_OVERFLOW_ERROR && room < 1 << 28;
        if (!again && !icu_failed(t, "utrans_transUChars", status))
            result->l = icu_string(t, out, length);
        free(out);
        if (!again)
            return;
    }
}

const NativeMethod natives_libcore_icu_Transliterator[] = {
    { "getAvailableIDs", NULL, trans_getAvailableIDs },
    { "create", NULL, trans_create },
    { "destroy", NULL, trans_destroy },
    { "transliterate", "(JLjava/lang/String;)Ljava/lang/String;", transliterate },
    { 0 },
};
