/*
 * libcore.icu.NativeDecimalFormat: java.text.DecimalFormat over ICU's.
 *
 * The peer is a UNumberFormat. Java passes its own symbols, so the locale that
 * the peer is opened with only saves calls for symbols that agree already.
 *
 * Doubles: the shortest decimal that reads back as the same double is what is
 * printed when all of it fits; when digits must go, they go by rounding the
 * exact binary value, so that 2.675 to two places is 2.67.
 */
#include "libcore/icu.h"

#include <errno.h>
#include <math.h>
#include <unicode/uchar.h>
#include <unicode/unum.h>
#include <unicode/ustring.h>

enum { FORMAT_BYTES = 16 << 10 };   /* about what one takes outside the Java heap */

/* ---- opening, symbols, patterns --------------------------------------------------------- */

static void set_symbol(UNumberFormat *format, UNumberFormatSymbol symbol, const UChar *chars, i32 count, UErrorCode *status)
{
    UChar old[64];
    UErrorCode got = U_ZERO_ERROR;
    i32 length = unum_getSymbol(format, symbol, old, COUNT_OF(old), &got);
    bool custom = symbol == UNUM_CURRENCY_SYMBOL || symbol == UNUM_INTL_CURRENCY_SYMBOL;
    if (!custom && U_SUCCESS(got) && length == count && !u_memcmp(old, chars, count))
        return;
    unum_setSymbol(format, symbol, chars, count, status);
}

static void set_text_symbol(UNumberFormat *format, UNumberFormatSymbol symbol, const Object *text, UErrorCode *status)
{
    if (text)
        set_symbol(format, symbol, (const UChar *)vm_string_chars(text), vm_string_length(text), status);
}

static void set_char_symbol(UNumberFormat *format, UNumberFormatSymbol symbol, i32 c, UErrorCode *status)
{
    UChar chars[1] = { (UChar)c };
    set_symbol(format, symbol, chars, 1, status);
}

/*
 * The order of open and setDecimalFormatSymbols: currencySymbol, decimalSeparator,
 * digit, exponentSeparator, groupingSeparator, infinity, internationalCurrencySymbol,
 * minusSign, monetaryDecimalSeparator, nan, patternSeparator, percent, perMill, zeroDigit.
 */
static void set_symbols(UNumberFormat *f, const Slot *a, UErrorCode *status)
{
    set_text_symbol(f, UNUM_CURRENCY_SYMBOL, a[0].l, status);
    set_char_symbol(f, UNUM_DECIMAL_SEPARATOR_SYMBOL, a[1].i, status);
    set_char_symbol(f, UNUM_DIGIT_SYMBOL, a[2].i, status);
    set_text_symbol(f, UNUM_EXPONENTIAL_SYMBOL, a[3].l, status);
    set_char_symbol(f, UNUM_GROUPING_SEPARATOR_SYMBOL, a[4].i, status);
    set_char_symbol(f, UNUM_MONETARY_GROUPING_SEPARATOR_SYMBOL, a[4].i, status);
    set_text_symbol(f, UNUM_INFINITY_SYMBOL, a[5].l, status);
    set_text_symbol(f, UNUM_INTL_CURRENCY_SYMBOL, a[6].l, status);
    set_text_symbol(f, UNUM_MINUS_SIGN_SYMBOL, a[7].l, status);
    set_char_symbol(f, UNUM_MONETARY_SEPARATOR_SYMBOL, a[8].i, status);
    set_text_symbol(f, UNUM_NAN_SYMBOL, a[9].l, status);
    set_char_symbol(f, UNUM_PATTERN_SEPARATOR_SYMBOL, a[10].i, status);
    set_text_symbol(f, UNUM_PERCENT_SYMBOL, a[11].l, status);
    set_char_symbol(f, UNUM_PERMILL_SYMBOL, a[12].i, status);
    set_char_symbol(f, UNUM_ZERO_DIGIT_SYMBOL, a[13].i, status);
}

static void apply_pattern(UNumberFormat *f, bool localized, const Object *pattern, UErrorCode *status)
{
    UParseError where;
    unum_applyPattern(f, localized, (const UChar *)vm_string_chars(pattern), vm_string_length(pattern), &where, status);
}

/* The symbols as bytes: which of set_symbols' arguments are text is in the word. */
static void symbols_key(Buf *key, const Slot *a)
{
    static const char kinds[] = "LCCLCLLLCLCLCC";
    for (i32 i = 0; kinds[i]; i++) {
        u16 c = (u16)a[i].i;
        if (kinds[i] == 'C')
            buf_add(key, &c, sizeof c);
        else if (a[i].l)
            buf_add(key, vm_string_chars(a[i].l), (size_t)vm_string_length(a[i].l) * 2);
        buf_add(key, "\xff\xff", 2);
    }
}

/*
 * A format with these symbols that new ones are cloned from: every symbol that
 * is set makes ICU build the whole format anew. Borrowed from the machine.
 */
static UNumberFormat *prototype(Thread *t, const Slot *symbols, UErrorCode *status)
{
    enum { MOST = 64 };
    Map *kept = &icu_state(t->vm)->number_formats;
    Buf key = { 0 };
    symbols_key(&key, symbols);
    UNumberFormat *f = map_get_n(kept, key.data, key.size);
    if (!f) {
        if (kept->live >= MOST) {
            MAP_EACH(kept, entry)
                unum_close(entry->value);
            map_free(kept);
            *kept = (Map){ 0 };
        }
        f = unum_open(UNUM_PATTERN_DECIMAL, u"#,##0.###", -1, "en_US", NULL, status);
        if (U_SUCCESS(*status))
            set_symbols(f, symbols, status);
        if (U_SUCCESS(*status)) {
            *map_slot_n(kept, key.data, key.size) = f;
        } else {
            unum_close(f);
            f = NULL;
        }
    }
    buf_free(&key);
    return f;
}

/* The pattern comes after the symbols: one in the constructor would give up its fraction digits for the currency's. */
static void open(Thread *t, const Slot *args, Slot *result)
{
    if (!args[0].l) {
        vm_throw_null(t, "pattern == null");
        return;
    }
    UErrorCode status = U_ZERO_ERROR;
    UNumberFormat *with_symbols = prototype(t, args + 1, &status), *f = U_SUCCESS(status) ? unum_clone(with_symbols, &status) : NULL;
    if (icu_failed(t, "unum_open", status))
        return;
    apply_pattern(f, false, args[0].l, &status);
    if (icu_failed(t, "DecimalFormat::applyPattern", status)) {
        unum_close(f);
        return;
    }
    icu_account(t, FORMAT_BYTES);
    result->j = peer_handle(f);
}

static void close(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    unum_close(peer_of(args[0].j));
    if (args[0].j)
        icu_account(t, -FORMAT_BYTES);
}

static void cloneImpl(Thread *t, const Slot *args, Slot *result)
{
    UErrorCode status = U_ZERO_ERROR;
    UNumberFormat *copy = unum_clone(peer_of(args[0].j), &status);
    if (icu_failed(t, "unum_clone", status))
        return;
    icu_account(t, FORMAT_BYTES);
    result->j = peer_handle(copy);
}

static void setDecimalFormatSymbols(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    UErrorCode status = U_ZERO_ERROR;
    set_symbols(peer_of(args[0].j), args + 2, &status);
    icu_failed(t, "unum_setSymbol", status);
}

static void setSymbol(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    UErrorCode status = U_ZERO_ERROR;
    set_text_symbol(peer_of(args[0].j), (UNumberFormatSymbol)args[2].i, args[3].l, &status);
    icu_failed(t, "unum_setSymbol", status);
}

static void applyPatternImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (!args[3].l) {
        vm_throw_null(t, "pattern == null");
        return;
    }
    UErrorCode status = U_ZERO_ERROR;
    apply_pattern(peer_of(args[0].j), args[2].i, args[3].l, &status);
    icu_failed(t, "DecimalFormat::applyPattern", status);
}

static void toPatternImpl(Thread *t, const Slot *args, Slot *result)
{
    UChar text[512];
    UErrorCode status = U_ZERO_ERROR;
    i32 count = unum_toPattern(peer_of(args[0].j), (UBool)args[2].i, text, COUNT_OF(text), &status);
    if (!icu_failed(t, "unum_toPattern", status))
        result->l = icu_string(t, text, count);
}

/* ---- attributes -------------------------------------------------------------------------- */

static void getAttribute(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = unum_getAttribute(peer_of(args[0].j), (UNumberFormatAttribute)args[2].i);
}

static void setAttribute(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    unum_setAttribute(peer_of(args[0].j), (UNumberFormatAttribute)args[2].i, args[3].i);
}

static void getTextAttribute(Thread *t, const Slot *args, Slot *result)
{
    UChar text[256];
    UErrorCode status = U_ZERO_ERROR;
    i32 count = unum_getTextAttribute(peer_of(args[0].j), (UNumberFormatTextAttribute)args[2].i, text, COUNT_OF(text), &status);
    if (!icu_failed(t, "unum_getTextAttribute", status))
        result->l = icu_string(t, text, count);
}

static void setTextAttribute(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Object *text = args[3].l;
    UErrorCode status = U_ZERO_ERROR;
    unum_setTextAttribute(peer_of(args[0].j), (UNumberFormatTextAttribute)args[2].i, text ? (const UChar *)vm_string_chars(text) : u"",
                          text ? vm_string_length(text) : 0, &status);
    icu_failed(t, "unum_setTextAttribute", status);
}

/* void setRoundingMode(long, int mode, double increment): the increment is always that of the fraction digits, which ICU knows */
static void setRoundingMode(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    unum_setAttribute(peer_of(args[0].j), UNUM_ROUNDING_MODE, args[2].i);
}

/* ---- formatting -------------------------------------------------------------------------- */

typedef struct Number {
    enum { NUMBER_LONG, NUMBER_DOUBLE, NUMBER_DECIMAL } kind;
    i64 whole;
    double real;
    const char *decimal;
} Number;

static i32 format_number(const UNumberFormat *f, const Number *n, UChar *out, i32 room, UFieldPosition *field, UErrorCode *status)
{
    switch (n->kind) {
    case NUMBER_LONG: return unum_formatInt64(f, n->whole, out, room, field, status);
    case NUMBER_DOUBLE: return unum_formatDouble(f, n->real, out, room, field, status);
    default: return unum_formatDecimal(f, n->decimal, (i32)strlen(n->decimal), out, room, field, status);
    }
}

enum { FIELD_ROOM = 512 };

static i32 add_field(i32 *triples, i32 at, i32 field, i32 start, i32 end)
{
    if (at + 3 > FIELD_ROOM || end <= start)
        return at;
    triples[at] = field;
    triples[at + 1] = start;
    triples[at + 2] = end;
    return at + 3;
}

/* Field, start, end of every field; ICU's C interface tells one field at a time, and only the first grouping separator. */
static void report_fields(Thread *t, const UNumberFormat *f, const Number *n, const UChar *text, i32 count, Object *iterator)
{
    i32 triples[FIELD_ROOM], at = 0, whole_start = 0, whole_end = 0;
    UChar scratch[512], separator[16];
    UErrorCode status = U_ZERO_ERROR;
    i32 separator_length = unum_getSymbol(f, UNUM_GROUPING_SEPARATOR_SYMBOL, separator, COUNT_OF(separator), &status);
    for (i32 field = UNUM_INTEGER_FIELD; field <= UNUM_SIGN_FIELD; field++) {
        if (field == UNUM_GROUPING_SEPARATOR_FIELD) {
            for (i32 i = whole_start; separator_length == 1 && i < whole_end && i < count; i++) {
                if (text[i] == separator[0])
                    at = add_field(triples, at, field, i, i + 1);
            }
            continue;
        }
        UFieldPosition position = { .field = field };
        status = U_ZERO_ERROR;
        format_number(f, n, scratch, COUNT_OF(scratch), &position, &status);
        at = add_field(triples, at, field, position.beginIndex, position.endIndex);
        if (field == UNUM_INTEGER_FIELD) {
            whole_start = position.beginIndex;
            whole_end = position.endIndex;
        }
    }
    Object *data = vm_new_primitive_array(t, 'I', at);
    if (!data)
        return;
    memcpy(ARRAY_I32(data), triples, (size_t)at * sizeof *triples);
    static FieldRef data_field = FIELD("libcore/icu/NativeDecimalFormat$FieldPositionIterator", "data", "[I");
    static FieldRef pos_field = FIELD("libcore/icu/NativeDecimalFormat$FieldPositionIterator", "pos", "I");
    SET_REF(t, iterator, &data_field, data);
    SET_INT(t, iterator, &pos_field, -3);
}

static void format_to(Thread *t, const UNumberFormat *f, const Number *n, Object *iterator, Slot *result)
{
    UChar fixed[128], *out = fixed;
    UErrorCode status = U_ZERO_ERROR;
    i32 count = format_number(f, n, out, COUNT_OF(fixed), NULL, &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
        status = U_ZERO_ERROR;
        out = xmalloc((size_t)(count + 1) * sizeof *out);
        count = format_number(f, n, out, count + 1, NULL, &status);
    }
    if (!icu_failed(t, "DecimalFormat::format", status)) {
        result->l = vm_new_primitive_array(t, 'C', count);
        if (result->l)
            memcpy(ARRAY_U16(result->l), out, (size_t)count * 2);
        if (result->l && iterator)
            report_fields(t, f, n, out, count, iterator);
    }
    if (out != fixed)
        free(out);
}

static void formatLong(Thread *t, const Slot *args, Slot *result)
{
    Number n = { NUMBER_LONG, .whole = args[2].j };
    format_to(t, peer_of(args[0].j), &n, args[4].l, result);
}

/* The shortest decimal that reads back as value, as 1.5e+03. */
static void shortest_decimal(char *text, size_t size, double value)
{
    for (int precision = 14; precision <= 16; precision++) {
        snprintf(text, size, "%.*e", precision, value);
        if (strtod(text, NULL) == value)
            break;
    }
}

/* How many digits after the decimal point the shortest form of value has. */
static i32 shortest_fraction_digits(double value)
{
    char text[40];
    shortest_decimal(text, sizeof text, value);
    char *e = strchr(text, 'e');
    i32 exponent = atoi(e + 1);
    while (e[-1] == '0')
        e--;
    i32 digits = 0;
    for (char *p = strchr(text, '.'); p && ++p < e;)
        digits++;
    return digits - exponent;
}

/* A NaN stands alone, without prefix and suffix. */
static void format_nan(Thread *t, const UNumberFormat *f, Slot *result)
{
    UChar text[32];
    UErrorCode status = U_ZERO_ERROR;
    i32 count = unum_getSymbol(f, UNUM_NAN_SYMBOL, text, COUNT_OF(text), &status);
    if (icu_failed(t, "unum_getSymbol", status))
        return;
    result->l = vm_new_primitive_array(t, 'C', count);
    if (result->l)
        memcpy(ARRAY_U16(result->l), text, (size_t)count * 2);
}

/* The tens in a multiplier of 10, 100, 1000 …; 0 for any other. */
static i32 multiplier_tens(i32 multiplier)
{
    i32 tens = 0;
    for (; multiplier >= 10 && multiplier % 10 == 0; multiplier /= 10)
        tens++;
    return multiplier == 1 ? tens : 0;
}

/* Percents are rounded after a multiplication of doubles: ICU, which multiplies decimals, is given the product with the point moved back. */
static void formatDouble(Thread *t, const Slot *args, Slot *result)
{
    const UNumberFormat *f = peer_of(args[0].j);
    double value = args[2].d;
    if (isnan(value)) {
        format_nan(t, f, result);
        return;
    }
    Number n = { NUMBER_DOUBLE, .real = value };
    char exact[128];
    i32 multiplier = unum_getAttribute(f, UNUM_MULTIPLIER), tens = multiplier_tens(multiplier);
    double product = tens ? value * multiplier : value;
    if (isfinite(product) && product != 0) {
        bool fits = shortest_fraction_digits(product) <= unum_getAttribute(f, UNUM_MAX_FRACTION_DIGITS);
        if (tens || !fits) {
            if (fits)
                shortest_decimal(exact, sizeof exact, product);
            else
                snprintf(exact, sizeof exact, "%.60e", product);
            char *e = strchr(exact, 'e');
            snprintf(e, sizeof exact - (size_t)(e - exact), "e%d", atoi(e + 1) - tens);
            n = (Number){ NUMBER_DECIMAL, .decimal = exact };
        }
    }
    format_to(t, f, &n, args[4].l, result);
}

static void formatDigitList(Thread *t, const Slot *args, Slot *result)
{
    char *digits = vm_string_to_utf8(args[2].l);
    if (!digits) {
        vm_throw_null(t, "value == null");
        return;
    }
    Number n = { NUMBER_DECIMAL, .decimal = digits };
    format_to(t, peer_of(args[0].j), &n, args[3].l, result);
    free(digits);
}

/* ---- parsing ----------------------------------------------------------------------------- */

static Object *boxed_double(Thread *t, double value)
{
    return vm_box(t, 'D', (Slot){ .d = value });
}

/* A Long where the value is one, else a Double; a BigDecimal on request. ICU writes the number plainly or as 1.5E+3. */
static Object *number_object(Thread *t, const char *decimal, bool big, bool negative_zero)
{
    bool special = strstr(decimal, "Inf") || strstr(decimal, "NaN");
    double value = special ? strstr(decimal, "NaN") ? NAN : decimal[0] == '-' ? -INFINITY : INFINITY : strtod(decimal, NULL);
    if (big && !special) {
        Object *text = vm_string_utf8(t, decimal);
        return text ? vm_new(t, vm_boot_class(t, "java/math/BigDecimal"), "(Ljava/lang/String;)V", text) : NULL;
    }
    if (negative_zero)
        return boxed_double(t, -0.0);
    if (special || value != floor(value) || fabs(value) > 9.3e18)
        return boxed_double(t, value);
    char *end;
    errno = 0;
    i64 whole = strtoll(decimal, &end, 10);
    if (errno == ERANGE)
        return boxed_double(t, value);
    if (*end && fabs(value) < 9.2e18)
        whole = (i64)value;
    else if (*end)
        return boxed_double(t, value);
    return vm_box(t, 'J', (Slot){ .j = whole });
}

/* A decimal zero has no sign; a double has. */
static bool is_negative_zero(const UNumberFormat *f, const UChar *text, i32 count, const char *decimal)
{
    if (strpbrk(decimal, "123456789IN"))
        return false;
    UErrorCode status = U_ZERO_ERROR;
    i32 at = 0;
    return signbit(unum_parseDouble(f, text, count, &at, &status)) && U_SUCCESS(status);
}

/* The decimal at the start of text, which the caller frees, and where it ends. NULL: there is none. */
static char *parse_decimal(const UNumberFormat *f, const UChar *text, i32 count, i32 *end)
{
    i32 room = count + 64, length;
    char *decimal = xmalloc((size_t)room);
    UErrorCode status = U_ZERO_ERROR;
    *end = 0;
    length = unum_parseDecimal(f, text, count, end, decimal, room - 1, &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
        status = U_ZERO_ERROR;
        *end = 0;
        decimal = xrealloc(decimal, (size_t)length + 1);
        length = unum_parseDecimal(f, text, count, end, decimal, length, &status);
    }
    if (U_SUCCESS(status) && *end > 0) {
        decimal[length] = 0;
        return decimal;
    }
    free(decimal);
    return NULL;
}

/*
 * ICU wants grouping separators where they belong; Java, and the ICU of the
 * platform, take them anywhere before a digit. For a second try they are taken
 * out of the text.
 */
static char *parse_without_grouping(const UNumberFormat *f, UChar *text, i32 count, i32 *end)
{
    UChar separator[8];
    UErrorCode status = U_ZERO_ERROR;
    i32 length = unum_getSymbol(f, UNUM_GROUPING_SEPARATOR_SYMBOL, separator, COUNT_OF(separator), &status);
    if (U_FAILURE(status) || length != 1 || !unum_getAttribute(f, UNUM_GROUPING_USED) || !u_memchr(text, separator[0], count))
        return NULL;
    i32 *origin = xmalloc((size_t)(count + 1) * sizeof *origin);
    i32 kept = 0;
    for (i32 i = 0; i < count; i++) {
        if (text[i] == separator[0] && i + 1 < count && u_isdigit(text[i + 1]))
            continue;
        origin[kept] = i;
        text[kept++] = text[i];
    }
    char *decimal = parse_decimal(f, text, kept, end);
    if (decimal)
        *end = origin[*end - 1] + 1;
    free(origin);
    return decimal;
}

/* Number parse(long, String text, ParsePosition position, boolean parseBigDecimal): null, and the error index, on failure */
static void parse(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef index = FIELD("java/text/ParsePosition", "currentPosition", "I");
    static FieldRef error_index = FIELD("java/text/ParsePosition", "errorIndex", "I");
    const UNumberFormat *f = peer_of(args[0].j);
    Object *text = args[2].l, *position = args[3].l;
    if (!text || !position) {
        vm_throw_null(t, text ? "position == null" : "string == null");
        return;
    }
    i32 at = GET_INT(t, position, &index), count = vm_string_length(text), end;
    if (at < 0 || at > count)
        return;
    UChar *copy = icu_copy_chars(text), *rest = copy + at;
    count -= at;
    char *decimal = parse_decimal(f, rest, count, &end);
    bool negative_zero = decimal && is_negative_zero(f, rest, count, decimal);
    if (!decimal)
        decimal = parse_without_grouping(f, rest, count, &end);
    if (decimal) {
        SET_INT(t, position, &index, at + end);
        result->l = number_object(t, decimal, args[4].i, negative_zero);
    } else {
        SET_INT(t, position, &error_index, at);
    }
    free(decimal);
    free(copy);
}

const NativeMethod natives_libcore_icu_NativeDecimalFormat[] = {
    { "open", NULL, open },
    { "close", "(J)V", close },
    { "cloneImpl", NULL, cloneImpl },
    { "setDecimalFormatSymbols", "(JLjava/lang/String;CCLjava/lang/String;CLjava/lang/String;Ljava/lang/String;Ljava/lang/String;C"
                                 "Ljava/lang/String;CLjava/lang/String;CC)V", setDecimalFormatSymbols },
    { "setSymbol", NULL, setSymbol },
    { "applyPatternImpl", NULL, applyPatternImpl },
    { "toPatternImpl", NULL, toPatternImpl },
    { "getAttribute", NULL, getAttribute },
    { "setAttribute", NULL, setAttribute },
    { "getTextAttribute", NULL, getTextAttribute },
    { "setTextAttribute", NULL, setTextAttribute },
    { "setRoundingMode", "(JID)V", setRoundingMode },
    { "formatLong", "(JJLlibcore/icu/NativeDecimalFormat$FieldPositionIterator;)[C", formatLong },
    { "formatDouble", "(JDLlibcore/icu/NativeDecimalFormat$FieldPositionIterator;)[C", formatDouble },
    { "formatDigitList", NULL, formatDigitList },
    { "parse", "(JLjava/lang/String;Ljava/text/ParsePosition;Z)Ljava/lang/Number;", parse },
    { 0 },
};
