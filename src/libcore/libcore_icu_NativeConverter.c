/*
 * libcore.icu.NativeConverter: charsets through ICU converters.
 *
 * java.nio.charset.CharsetDecoderICU and CharsetEncoderICU pass arrays and an
 * int[3]; a call converts as much as it can and leaves there
 *     [0] input consumed
 *     [1] output produced (decode), where the output now ends (encode)
 *     [2] length of the bad input
 * and returns ICU's status: 0, U_BUFFER_OVERFLOW_ERROR (output is full), or
 * invalid / illegal / truncated when the coder's action is REPORT. The other
 * two actions are carried out inside the conversion by callbacks.
 */
#include "libcore/icu.h"

#include <ctype.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/uset.h>

enum { ACTION_REPORT, ACTION_IGNORE, ACTION_REPLACE };

typedef struct Converter {
    UConverter *in;                 /* bytes to characters */
    UConverter *out;                /* characters to bytes; the same one as a rule */
    i32 malformed, unmappable;      /* actions */
    i32 byte_count, char_count;     /* of the replacement */
    char bytes[64];
    UChar chars[32];
} Converter;

/* ---- opening -------------------------------------------------------------------- */

/*
 * UTF-16 and UTF-32 without a byte order are read by their mark and written
 * big-endian; ICU would write the processor's order.
 */
static void openConverter(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[0].l);
    if (!name) {
        vm_throw_null(t, "charset name == null");
        return;
    }
    UErrorCode status = U_ZERO_ERROR;
    Converter *c = xcalloc(1, sizeof *c);
    c->in = c->out = ucnv_open(!strcmp(name, "UTF-16") ? "UTF-16,version=2" : name, &status);
    if (U_SUCCESS(status) && !strcmp(name, "UTF-32"))
        c->out = ucnv_open("UTF-32BE", &status);
    free(name);
    if (icu_failed(t, "ucnv_open", status)) {
        ucnv_close(c->in);
        free(c);
        return;
    }
    result->j = peer_handle(c);
}

static void closeConverter(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    Converter *c = peer_of(args[0].j);
    if (!c)
        return;
    if (c->out != c->in)
        ucnv_close(c->out);
    ucnv_close(c->in);
    free(c);
}

static void resetByteToChar(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    Converter *c = peer_of(args[0].j);
    if (c)
        ucnv_resetToUnicode(c->in);
}

static void resetCharToByte(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    Converter *c = peer_of(args[0].j);
    if (c)
        ucnv_resetFromUnicode(c->out);
}

/* ---- converting ------------------------------------------------------------------- */

static bool is_bad_input(UErrorCode status)
{
    return status == U_INVALID_CHAR_FOUND || status == U_ILLEGAL_CHAR_FOUND || status == U_TRUNCATED_CHAR_FOUND;
}

/* The arguments of both directions: (long, source, int sourceEnd, target, int targetEnd, int[] data, boolean flush). */
typedef struct Conversion {
    Converter *c;
    const Object *source, *target;
    i32 source_end, target_end;
    i32 *data;
    UBool flush;
} Conversion;

static bool conversion_of(const Slot *args, Conversion *out)
{
    const Object *state = args[6].l;
    *out = (Conversion){ .c = peer_of(args[0].j), .source = args[2].l, .source_end = args[3].i, .target = args[4].l, .target_end = args[5].i,
                         .data = state ? ARRAY_I32(state) : NULL, .flush = (UBool)args[7].i };
    return out->c && out->source && out->target && state;
}

/* Bad input and a full buffer are answers; anything else that failed is an exception. */
static i32 answer(Thread *t, const char *function, UErrorCode status)
{
    if (!is_bad_input(status) && status != U_BUFFER_OVERFLOW_ERROR)
        icu_failed(t, function, status);
    return status;
}

/* int decode(long, byte[] source, int sourceEnd, char[] target, int targetEnd, int[] data, boolean flush) */
static void decode(Thread *t, const Slot *args, Slot *result)
{
    Conversion a;
    result->i = U_ILLEGAL_ARGUMENT_ERROR;
    if (!conversion_of(args, &a))
        return;
    const char *from = (const char *)ARRAY_I8(a.source), *in = from + a.data[0];
    UChar *to = (UChar *)ARRAY_U16(a.target), *out = to + a.data[1];
    UErrorCode status = U_ZERO_ERROR, ignored = U_ZERO_ERROR;
    ucnv_toUnicode(a.c->in, &out, to + a.target_end, &in, from + a.source_end, NULL, a.flush, &status);
    a.data[0] = (i32)(in - from) - a.data[0];
    a.data[1] = (i32)(out - to) - a.data[1];
    if (is_bad_input(status)) {
        char bad[32];
        i8 count = sizeof bad;
        ucnv_getInvalidChars(a.c->in, bad, &count, &ignored);
        a.data[2] = count;
        a.data[0] -= MIN(count, a.data[0]);     /* the coder's contract: the buffer stands before the bad input */
    }
    result->i = answer(t, "ucnv_toUnicode", status);
}

/* int encode(long, char[] source, int sourceEnd, byte[] target, int targetEnd, int[] data, boolean flush) */
static void encode(Thread *t, const Slot *args, Slot *result)
{
    Conversion a;
    result->i = U_ILLEGAL_ARGUMENT_ERROR;
    if (!conversion_of(args, &a))
        return;
    const UChar *from = (const UChar *)ARRAY_U16(a.source), *in = from + a.data[0];
    char *to = (char *)ARRAY_I8(a.target), *out = to + a.data[1];
    UErrorCode status = U_ZERO_ERROR, ignored = U_ZERO_ERROR;
    ucnv_fromUnicode(a.c->out, &out, to + a.target_end, &in, from + a.source_end, NULL, a.flush, &status);
    a.data[0] = (i32)(in - from) - a.data[0];
    a.data[1] = (i32)(out - to);
    if (is_bad_input(status)) {
        UChar bad[32];
        i8 count = COUNT_OF(bad);
        ucnv_getInvalidUChars(a.c->out, bad, &count, &ignored);
        a.data[2] = count;
    }
    result->i = answer(t, "ucnv_fromUnicode", status);
}

/* ---- the actions for bad input ------------------------------------------------------ */

/* Carries the action out as far as both directions go: true when the replacement is to be written. */
static bool wants_replacement(const Converter *c, UConverterCallbackReason reason, UErrorCode *status)
{
    i32 action = reason == UCNV_UNASSIGNED ? c->unmappable : c->malformed;
    if (reason > UCNV_IRREGULAR || action == ACTION_REPORT)
        return false;
    *status = U_ZERO_ERROR;
    return action == ACTION_REPLACE;
}

static void U_CALLCONV on_bad_bytes(const void *context, UConverterToUnicodeArgs *args, const char *bytes, i32 count,
                                    UConverterCallbackReason reason, UErrorCode *status)
{
    UNUSED(bytes);
    UNUSED(count);
    const Converter *c = context;
    if (wants_replacement(c, reason, status))
        ucnv_cbToUWriteUChars(args, c->chars, c->char_count, 0, status);
}

static void U_CALLCONV on_bad_chars(const void *context, UConverterFromUnicodeArgs *args, const UChar *chars, i32 count, UChar32 point,
                                    UConverterCallbackReason reason, UErrorCode *status)
{
    UNUSED(chars);
    UNUSED(count);
    UNUSED(point);
    const Converter *c = context;
    if (wants_replacement(c, reason, status))
        ucnv_cbFromUWriteBytes(args, c->bytes, c->byte_count, 0, status);
}

/* The converter of (long, int onMalformed, int onUnmappable, replacement), with its actions set; NULL: nothing to do. */
static Converter *with_actions(const Slot *args)
{
    Converter *c = peer_of(args[0].j);
    if (!c || !args[4].l)
        return NULL;
    c->malformed = args[2].i;
    c->unmappable = args[3].i;
    return c;
}

/* void setCallbackDecode(long, int onMalformed, int onUnmappable, String replacement) */
static void setCallbackDecode(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Converter *c = with_actions(args);
    if (!c)
        return;
    c->char_count = MIN(vm_string_length(args[4].l), (i32)COUNT_OF(c->chars));
    memcpy(c->chars, vm_string_chars(args[4].l), (size_t)c->char_count * 2);
    UErrorCode status = U_ZERO_ERROR;
    ucnv_setToUCallBack(c->in, on_bad_bytes, c, NULL, NULL, &status);
    icu_failed(t, "ucnv_setToUCallBack", status);
}

/* void setCallbackEncode(long, int onMalformed, int onUnmappable, byte[] replacement) */
static void setCallbackEncode(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Converter *c = with_actions(args);
    if (!c)
        return;
    c->byte_count = MIN(ARRAY_LENGTH(args[4].l), (i32)sizeof c->bytes);
    memcpy(c->bytes, ARRAY_I8(args[4].l), (size_t)c->byte_count);
    UErrorCode status = U_ZERO_ERROR;
    ucnv_setFromUCallBack(c->out, on_bad_chars, c, NULL, NULL, &status);
    icu_failed(t, "ucnv_setFromUCallBack", status);
}

/* ---- figures ------------------------------------------------------------------------ */

static void getMaxBytesPerChar(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    Converter *c = peer_of(args[0].j);
    result->i = c ? ucnv_getMaxCharSize(c->out) : -1;
}

static void getMinBytesPerChar(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    Converter *c = peer_of(args[0].j);
    result->i = c ? ucnv_getMinCharSize(c->out) : -1;
}

static void getAveBytesPerChar(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    Converter *c = peer_of(args[0].j);
    result->f = c ? (float)(ucnv_getMaxCharSize(c->out) + ucnv_getMinCharSize(c->out)) / 2.0f : -1;
}

static void getAveCharsPerByte(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    Converter *c = peer_of(args[0].j);
    result->f = c ? 1.0f / (float)ucnv_getMaxCharSize(c->in) : -1;
}

/* Java's coders put a question mark where ICU's single-byte ones put a SUB. */
static void getSubstitutionBytes(Thread *t, const Slot *args, Slot *result)
{
    Converter *c = peer_of(args[0].j);
    if (!c)
        return;
    char bytes[64];
    i8 count = sizeof bytes;
    UErrorCode status = U_ZERO_ERROR;
    ucnv_getSubstChars(c->out, bytes, &count, &status);
    if (icu_failed(t, "ucnv_getSubstChars", status))
        return;
    if (count == 1 && bytes[0] == 0x1a)
        bytes[0] = '?';
    result->l = vm_new_primitive_array(t, 'B', count);
    if (result->l)
        memcpy(ARRAY_I8(result->l), bytes, (size_t)count);
}

/* ---- names -------------------------------------------------------------------------- */

static const char *standard_name(const char *name, const char *standard)
{
    UErrorCode status = U_ZERO_ERROR;
    const char *found = ucnv_getStandardName(name, standard, &status);
    return U_SUCCESS(status) ? found : NULL;
}

static bool is_java_name(const char *name)
{
    for (const char *p = name; *p; p++) {
        if (!isalnum((u8)*p) && !(p > name && strchr("-.:_", *p)))
            return false;
    }
    return *name != 0;
}

/* The name that Java knows the converter by: its MIME or IANA name, else an x- alias, else x- before its own. */
static void java_name(char room[128], const char *icu_name)
{
    const char *name = standard_name(icu_name, "MIME");
    if (!name)
        name = standard_name(icu_name, "IANA");
    UErrorCode status = U_ZERO_ERROR;
    u16 count = ucnv_countAliases(icu_name, &status);
    for (u16 i = 0; !name && i < count; i++) {
        const char *alias = ucnv_getAlias(icu_name, i, &status);
        if (alias && !strncmp(alias, "x-", 2) && is_java_name(alias))
            name = alias;
    }
    if (name)
        snprintf(room, 128, "%s", name);
    else
        snprintf(room, 128, "x-%s", icu_name);
    for (char *p = room; *p; p++) {
        if (*p == ',' || *p == '=')
            *p = *p == ',' ? '_' : '-';
    }
}

/* The converter's own name for any name of it; NULL: there is none. */
static const char *icu_name(const char *name)
{
    static const char *const standards[] = { "MIME", "IANA", "" };
    for (u32 i = 0; i < COUNT_OF(standards); i++) {
        UErrorCode status = U_ZERO_ERROR;
        const char *found = ucnv_getCanonicalName(name, standards[i], &status);
        if (found && U_SUCCESS(status))
            return found;
    }
    UErrorCode status = U_ZERO_ERROR;
    const char *found = ucnv_getAlias(name, 0, &status);
    if (!found && !strncmp(name, "x-", 2))
        found = ucnv_getAlias(name + 2, 0, &status);
    return found;
}

static Object *alias_array(Thread *t, const char *name, const char *canonical)
{
    UErrorCode status = U_ZERO_ERROR;
    u16 count = ucnv_countAliases(name, &status);
    const char *kept[256];
    i32 n = 0;
    for (u16 i = 0; i < count && n < 256; i++) {
        const char *alias = ucnv_getAlias(name, i, &status);
        if (alias && is_java_name(alias) && strcasecmp(alias, canonical) != 0)
            kept[n++] = alias;
    }
    Object *aliases = vm_new_object_array(t, "java/lang/String", n);
    for (i32 i = 0; aliases && i < n; i++) {
        Object *alias = vm_string_utf8(t, kept[i]);
        ARRAY_REF(aliases)[i] = object_ref(alias);
    }
    return aliases;
}

static void charsetForName(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[0].l);
    const char *own = name ? icu_name(name) : NULL;
    free(name);
    if (!own)
        return;
    char canonical[128];
    java_name(canonical, own);
    UErrorCode status = U_ZERO_ERROR;
    bool plain = !strcmp(canonical, "UTF-8") || !strcmp(canonical, "US-ASCII") || !strcmp(canonical, "ISO-8859-1");
    UConverter *probe = plain ? NULL : ucnv_open(own, &status);
    if (U_FAILURE(status))
        return;
    ucnv_close(probe);
    Object *java = vm_string_utf8(t, canonical), *icu = vm_string_utf8(t, own), *aliases = alias_array(t, own, canonical);
    if (!java || !icu || !aliases)
        return;
    result->l = vm_new(t, vm_boot_class(t, "java/nio/charset/CharsetICU"), "(Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;)V",
                       java, icu, aliases);
}

static void getAvailableCharsetNames(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    i32 count = ucnv_countAvailable();
    Object *names = vm_new_object_array(t, "java/lang/String", count);
    for (i32 i = 0; names && i < count; i++) {
        char name[128];
        java_name(name, ucnv_getAvailableName(i));
        Object *s = vm_string_utf8(t, name);
        ARRAY_REF(names)[i] = object_ref(s);
    }
    result->l = names;
}

/* boolean contains(String a, String b): can a write all that b can? */
static void contains(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    char *names[2] = { vm_string_to_utf8(args[0].l), vm_string_to_utf8(args[1].l) };
    USet *sets[2];
    UErrorCode status = U_ZERO_ERROR;
    for (int i = 0; i < 2; i++) {
        sets[i] = uset_openEmpty();
        UConverter *c = names[i] ? ucnv_open(names[i], &status) : NULL;
        if (c)
            ucnv_getUnicodeSet(c, sets[i], UCNV_ROUNDTRIP_SET, &status);
        ucnv_close(c);
        free(names[i]);
    }
    result->i = U_SUCCESS(status) && uset_containsAll(sets[0], sets[1]);
    uset_close(sets[0]);
    uset_close(sets[1]);
}

const NativeMethod natives_libcore_icu_NativeConverter[] = {
    { "openConverter", NULL, openConverter },
    { "closeConverter", NULL, closeConverter },
    { "resetByteToChar", NULL, resetByteToChar },
    { "resetCharToByte", NULL, resetCharToByte },
    { "decode", NULL, decode },
    { "encode", NULL, encode },
    { "setCallbackDecode", "(JIILjava/lang/String;)V", setCallbackDecode },
    { "setCallbackEncode", "(JII[B)V", setCallbackEncode },
    { "getMaxBytesPerChar", NULL, getMaxBytesPerChar },
    { "getMinBytesPerChar", NULL, getMinBytesPerChar },
    { "getAveBytesPerChar", NULL, getAveBytesPerChar },
    { "getAveCharsPerByte", NULL, getAveCharsPerByte },
    { "getSubstitutionBytes", NULL, getSubstitutionBytes },
    { "getAvailableCharsetNames", NULL, getAvailableCharsetNames },
    { "charsetForName", NULL, charsetForName },
    { "contains", NULL, contains },
    { 0 },
};
