/*
 * java.lang.RealToString and StringToReal: numbers to decimal text and back.
 *
 * The library lays the digits out itself and makes them itself where 64 bits are
 * enough. What is left is the exact digit generator for large exponents (Steele
 * and White's free-format algorithm, over OpenSSL's big numbers), and reading,
 * where C's strtod is exact.
 */
#include "libcore/natives.h"

#include <math.h>
#include <openssl/bn.h>
#include <stdlib.h>
#include <string.h>

static FieldRef first_k = FIELD("java/lang/RealToString", "firstK", "I");
static FieldRef digits_field = FIELD("java/lang/RealToString", "digits", "[I");
static FieldRef digit_count = FIELD("java/lang/RealToString", "digitCount", "I");

/* The number is r / s; below and above are the distances, in units of s, to the neighbours' midpoints. */
typedef struct Ratio {
    BIGNUM *r, *s, *below, *above, *sum;
} Ratio;

static void times(Ratio *q, BN_ULONG factor)
{
    BN_mul_word(q->r, factor);
    BN_mul_word(q->below, factor);
    BN_mul_word(q->above, factor);
}

static void start(Ratio *q, i64 f, i32 e, bool denormalized, i32 precision)
{
    /* At a power of two the neighbour below is only half as far away. */
    bool uneven = !denormalized && f == (i64)1 << (precision - 1);
    BN_set_word(q->r, (BN_ULONG)f);
    BN_one(q->s);
    BN_one(q->below);
    BN_one(q->above);
    BN_lshift(q->r, q->r, (e > 0 ? e : 0) + 1 + uneven);
    BN_lshift(q->s, q->s, (e < 0 ? -e : 0) + 1 + uneven);
    BN_lshift(q->below, q->below, e > 0 ? e : 0);
    BN_lshift(q->above, q->above, (e > 0 ? e : 0) + uneven);
}

static bool reaches(Ratio *q)
{
    BN_add(q->sum, q->r, q->above);
    return BN_cmp(q->sum, q->s) >= 0;
}

/* void bigIntDigitGenerator(long f, int e, boolean isDenormalized, int p) */
static void bigIntDigitGenerator(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i64 f = args[1].j;
    i32 e = args[3].i, precision = args[5].i;
    Ratio q = { BN_new(), BN_new(), BN_new(), BN_new(), BN_new() };
    start(&q, f, e, args[4].i, precision);
    i32 k = (i32)ceil((e + precision - 1) * 0.30102999566398119521373889472449 - 1e-10);
    for (i32 i = 0; i < k; i++)
        BN_mul_word(q.s, 10);
    for (i32 i = 0; i < -k; i++)
        times(&q, 10);
    if (!reaches(&q)) {
        k--;
        times(&q, 10);
    }
    i32 *digits = ARRAY_I32(GET_REF(t, args[0].l, &digits_field));
    i32 room = ARRAY_LENGTH(GET_REF(t, args[0].l, &digits_field)), count = 0;
    bool low = false, high = false;
    while (count < room) {
        i32 digit = 0;
        while (BN_cmp(q.r, q.s) >= 0) {
            BN_sub(q.r, q.r, q.s);
            digit++;
        }
        low = BN_cmp(q.r, q.below) < 0;
        BN_add(q.sum, q.r, q.above);
        high = BN_cmp(q.sum, q.s) > 0;
        if (low || high) {
            BN_lshift1(q.sum, q.r);
            bool up = high && (!low || BN_cmp(q.sum, q.s) >= 0);
            digits[count++] = digit + up;
            break;
        }
        digits[count++] = digit;
        times(&q, 10);
    }
    SET_INT(t, args[0].l, &digit_count, count);
    SET_INT(t, args[0].l, &first_k, k);
    BIGNUM *const all[] = { q.r, q.s, q.below, q.above, q.sum };
    for (size_t i = 0; i < COUNT_OF(all); i++)
        BN_free(all[i]);
}

const NativeMethod natives_java_lang_RealToString[] = {
    { "bigIntDigitGenerator", NULL, bigIntDigitGenerator },
    { 0 },
};

/* ---- StringToReal -------------------------------------------------------------------- */

/* Digits alone: the library has taken sign, point, exponent and suffix away. A second point is none. */
static bool well_formed(const char *p)
{
    return *p && !p[strspn(p, "0123456789")];
}

/* parse?Impl(String digits, int exponent): the value is digits * 10^exponent. NULL: thrown. */
static char *with_exponent(Thread *t, const Slot *args, const char *type)
{
    char *digits = vm_string_to_utf8(args[0].l), *text = NULL;
    if (digits && well_formed(digits))
        text = xasprintf("%se%d", digits, args[1].i);
    else
        vm_throw(t, "java/lang/NumberFormatException", "Invalid %s: \"%s\"", type, digits ? digits : "null");
    free(digits);
    return text;
}

static void parseDblImpl(Thread *t, const Slot *args, Slot *result)
{
    char *text = with_exponent(t, args, "double");
    result->d = text ? strtod(text, NULL) : 0;
    free(text);
}

static void parseFltImpl(Thread *t, const Slot *args, Slot *result)
{
    char *text = with_exponent(t, args, "float");
    result->f = text ? strtof(text, NULL) : 0;
    free(text);
}

const NativeMethod natives_java_lang_StringToReal[] = {
    { "parseDblImpl", NULL, parseDblImpl },
    { "parseFltImpl", NULL, parseFltImpl },
    { 0 },
};
