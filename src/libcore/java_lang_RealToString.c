/*
 * java.lang.RealToString and StringToReal: numbers to decimal text and back.
 *
 * The digits are the fewest that read back as the same number; C's printf and
 * strtod are exact, so the shortest precision that survives a round trip is
 * found by trying. How they are laid out is Double.toString's rule: plain
 * between 10^-3 and 10^7, else with an exponent.
 */
#include "libcore/natives.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Shortest digits of a finite positive number: text like "12345", value = 0.12345 * 10^exponent. */
static int shortest(double d, bool is_float, char *digits)
{
    char text[40];
    int most = is_float ? 9 : 17;
    for (int precision = 1; precision <= most; precision++) {
        snprintf(text, sizeof text, "%.*e", precision - 1, d);
        if (is_float ? strtof(text, NULL) == (float)d : strtod(text, NULL) == d)
            break;
    }
    char *e = strchr(text, 'e');
    int n = 0;
    for (char *p = text; p < e; p++)
        if (*p != '.')
            digits[n++] = *p;
    while (n > 1 && digits[n - 1] == '0')
        n--;
    digits[n] = 0;
    return atoi(e + 1) + 1;
}

static void format(double d, bool is_float, char *out)
{
    if (isnan(d)) {
        strcpy(out, "NaN");
        return;
    }
    if (signbit(d))
        *out++ = '-';
    d = fabs(d);
    if (isinf(d)) {
        strcpy(out, "Infinity");
        return;
    }
    if (d == 0) {
        strcpy(out, "0.0");
        return;
    }
    char digits[32];
    int exponent = shortest(d, is_float, digits), n = (int)strlen(digits);
    if (d >= 1e7 || d < 1e-3) {
        sprintf(out, "%c.%sE%d", digits[0], n > 1 ? digits + 1 : "0", exponent - 1);
    } else if (exponent <= 0) {
        sprintf(out, "0.%.*s%s", -exponent, "0000", digits);
    } else if (n <= exponent) {
        sprintf(out, "%s%.*s.0", digits, exponent - n, "0000000");
    } else {
        sprintf(out, "%.*s.%s", exponent, digits, digits + exponent);
    }
}

static Object *convert(Thread *t, Object *builder, double d, bool is_float)
{
    char text[64];
    format(d, is_float, text);
    Object *s = vm_string_utf8(t, text);
    if (builder && s) {
        vm_call_method(t, builder, "append0", "(Ljava/lang/String;)V", s);
        return NULL;
    }
    return s;
}

static void convertDouble(Thread *t, const Slot *args, Slot *result)
{
    result->l = convert(t, args[1].l, args[2].d, false);
}

static void convertFloat(Thread *t, const Slot *args, Slot *result)
{
    result->l = convert(t, args[1].l, args[2].f, true);
}

const NativeMethod natives_java_lang_RealToString[] = {
    { "convertDouble", NULL, convertDouble },
    { "convertFloat", NULL, convertFloat },
    { 0 },
};

/* ---- StringToReal -------------------------------------------------------------------- */

/* parse?Impl(String digits, int exponent): the text was checked; value is digits * 10^exponent */
static char *with_exponent(const Slot *args)
{
    char *digits = vm_string_to_utf8(args[0].l);
    char *text = xasprintf("%se%d", digits ? digits : "0", args[1].i);
    free(digits);
    return text;
}

static void parseDblImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    char *text = with_exponent(args);
    result->d = strtod(text, NULL);
    free(text);
}

static void parseFltImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    char *text = with_exponent(args);
    result->f = strtof(text, NULL);
    free(text);
}

const NativeMethod natives_java_lang_StringToReal[] = {
    { "parseDblImpl", NULL, parseDblImpl },
    { "parseFltImpl", NULL, parseFltImpl },
    { 0 },
};
