/*
 * java.math.NativeBN: OpenSSL's big numbers under BigInteger. A number is a peer
 * that BigInt's finalizer frees. Signs are kept apart from magnitudes, as
 * OpenSSL does; what Java wants in two's complement is said where it happens.
 */
#include "libcore/crypto.h"

#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

/* Argument i of the native as a number. Wide arguments take two slots. */
#define NUMBER(variable, i)                                     \
    BIGNUM *variable = peer(t, args[i].j, PEER_BIGNUM);         \
    if (!variable)                                              \
        return

static void check(Thread *t, bool ok)
{
    if (!ok)
        crypto_throw_arithmetic(t);
}

static void BN_new_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    BIGNUM *number = BN_new();
    if (number)
        result->j = peer_add(t, PEER_BIGNUM, number);
    else
        vm_throw_out_of_memory(t, 0);
}

static void BN_free_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    BN_free(peer_take(t, args[0].j, PEER_BIGNUM));
}

static void BN_cmp_(Thread *t, const Slot *args, Slot *result)
{
    NUMBER(a, 0);
    NUMBER(b, 2);
    result->i = BN_cmp(a, b);
}

static void BN_copy_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NUMBER(to, 0);
    NUMBER(from, 2);
    check(t, BN_copy(to, from));
}

/* ---- in --------------------------------------------------------------------------- */

static void put_u64(Thread *t, BIGNUM *to, u64 value, bool negative)
{
    check(t, BN_set_word(to, value));
    BN_set_negative(to, negative && value);
}

static void putLongInt(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NUMBER(to, 0);
    i64 value = args[2].j;
    put_u64(t, to, value < 0 ? 0 - (u64)value : (u64)value, value < 0);
}

static void putULongInt(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NUMBER(to, 0);
    put_u64(t, to, (u64)args[2].j, args[4].i);
}

/* Both return how many characters were used; Java compares that with the length. */
static void from_text(Thread *t, const Slot *args, Slot *result, int (*read)(BIGNUM **to, const char *text))
{
    NUMBER(to, 0);
    char *text = vm_string_to_utf8(args[2].l);
    if (!text) {
        vm_throw_null(t, "s == null");
        return;
    }
    result->i = read(&to, text);
    if (!result->i)
        ERR_clear_error();
    free(text);
}

static void BN_dec2bn_(Thread *t, const Slot *args, Slot *result)
{
    from_text(t, args, result, BN_dec2bn);
}

static void BN_hex2bn_(Thread *t, const Slot *args, Slot *result)
{
    from_text(t, args, result, BN_hex2bn);
}

/* void BN_bin2bn(byte[] magnitude, int length, boolean negative, long to) */
static void BN_bin2bn_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i32 length;
    const u8 *bytes = crypto_array(t, args[0].l, "array == null", &length);
    if (!bytes || !crypto_range(t, args[0].l, 0, args[1].i))
        return;
    NUMBER(to, 3);
    check(t, BN_bin2bn(bytes, args[1].i, to));
    BN_set_negative(to, args[2].i);
}

/* void litEndInts2bn(int[] magnitude, int length, boolean negative, long to) */
static void litEndInts2bn(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i32 length;
    const u8 *bytes = crypto_array(t, args[0].l, "array == null", &length);
    if (!bytes || !crypto_range(t, args[0].l, 0, args[1].i))
        return;
    NUMBER(to, 3);
    check(t, BN_lebin2bn(bytes, args[1].i * 4, to));
    BN_set_negative(to, args[2].i);
}

/* void twosComp2bn(byte[] value, int length, long to) */
static void twosComp2bn(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i32 length;
    const u8 *bytes = crypto_array(t, args[0].l, "array == null", &length);
    if (!bytes || !crypto_range(t, args[0].l, 0, args[1].i))
        return;
    NUMBER(to, 2);
    length = args[1].i;
    check(t, BN_bin2bn(bytes, length, to));
    if (length && bytes[0] & 0x80) {
        BIGNUM *wrap = BN_new();
        check(t, wrap && BN_set_bit(wrap, length * 8) && BN_sub(to, to, wrap));
        BN_free(wrap);
    }
}

/* ---- out ---------------------------------------------------------------------------- */

/* The low 64 bits of a magnitude; BN_get_word gives up on longer ones. */
static u64 low_word(const BIGNUM *number)
{
    int size = BN_num_bytes(number);
    if (size <= 8)
        return BN_get_word(number);
    u8 small[256], *bytes = size <= (int)sizeof small ? small : xmalloc((size_t)size);
    u64 word;
    BN_bn2lebinpad(number, bytes, size);
    memcpy(&word, bytes, sizeof word);
    if (bytes != small)
        free(bytes);
    return word;
}

static void longInt(Thread *t, const Slot *args, Slot *result)
{
    NUMBER(a, 0);
    u64 word = low_word(a);
    result->j = (i64)(BN_is_negative(a) ? 0 - word : word);
}

static void BN_bn2dec_(Thread *t, const Slot *args, Slot *result)
{
    NUMBER(a, 0);
    char *text = BN_bn2dec(a);
    if (!text) {
        crypto_throw_arithmetic(t);
        return;
    }
    result->l = vm_string_utf8(t, text);
    OPENSSL_free(text);
}

/* Without leading zeros. */
static void BN_bn2hex_(Thread *t, const Slot *args, Slot *result)
{
    NUMBER(a, 0);
    char *text = BN_bn2hex(a);
    if (!text) {
        crypto_throw_arithmetic(t);
        return;
    }
    char *digits = text + (*text == '-'), *first = digits;
    while (first[0] == '0' && first[1])
        first++;
    memmove(digits, first, strlen(first) + 1);
    result->l = vm_string_utf8(t, text);
    OPENSSL_free(text);
}

static void BN_bn2bin_(Thread *t, const Slot *args, Slot *result)
{
    NUMBER(a, 0);
    result->l = vm_new_primitive_array(t, 'B', BN_num_bytes(a));
    if (result->l)
        BN_bn2bin(a, (u8 *)ARRAY_I8(result->l));
}

static void bn2litEndInts(Thread *t, const Slot *args, Slot *result)
{
    NUMBER(a, 0);
    i32 count = (BN_num_bytes(a) + 3) / 4;
    result->l = vm_new_primitive_array(t, 'I', count);
    if (result->l)
        BN_bn2lebinpad(a, (u8 *)ARRAY_I32(result->l), count * 4);
}

static void sign(Thread *t, const Slot *args, Slot *result)
{
    NUMBER(a, 0);
    result->i = BN_is_zero(a) ? 0 : BN_is_negative(a) ? -1 : 1;
}

static void BN_set_negative_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NUMBER(a, 0);
    BN_set_negative(a, args[2].i);
}

/* In two's complement without the sign: -2^n needs one bit less than 2^n. */
static void bitLength(Thread *t, const Slot *args, Slot *result)
{
    NUMBER(a, 0);
    result->i = BN_num_bits(a);
    if (!BN_is_negative(a) || !result->i)
        return;
    BIGNUM *power = BN_new();
    check(t, power && BN_set_bit(power, result->i - 1));
    if (power && !BN_ucmp(a, power))
        result->i--;
    BN_free(power);
}

static void BN_is_bit_set_(Thread *t, const Slot *args, Slot *result)
{
    NUMBER(a, 0);
    result->i = BN_is_bit_set(a, args[2].i);
}

/* ---- arithmetic ------------------------------------------------------------------------ */

/* void BN_shift(long to, long a, int n): to the left, or for n < 0 to the right */
static void BN_shift(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NUMBER(to, 0);
    NUMBER(a, 2);
    i32 n = args[4].i;
    check(t, n >= 0 ? BN_lshift(to, a, n) : BN_rshift(to, a, n == INT32_MIN ? INT32_MAX : -n));
}

static void BN_add_word_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NUMBER(a, 0);
    check(t, BN_add_word(a, (u32)args[2].i));
}

static void BN_mul_word_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NUMBER(a, 0);
    check(t, BN_mul_word(a, (u32)args[2].i));
}

static void BN_mod_word_(Thread *t, const Slot *args, Slot *result)
{
    NUMBER(a, 0);
    if (!args[2].i) {
        vm_throw(t, "java/lang/ArithmeticException", "BigInteger divide by zero");
        return;
    }
    result->i = (i32)BN_mod_word(a, (u32)args[2].i);
}

#define BINARY(function, call)                                              \
    static void function(Thread *t, const Slot *args, Slot *result)         \
    {                                                                       \
        UNUSED(result);                                                     \
        NUMBER(to, 0);                                                      \
        NUMBER(a, 2);                                                       \
        NUMBER(b, 4);                                                       \
        check(t, call);                                                     \
    }

BINARY(BN_add_, BN_add(to, a, b))
BINARY(BN_sub_, BN_sub(to, a, b))
BINARY(BN_gcd_, BN_gcd(to, a, b, crypto_bn_ctx(t)))
BINARY(BN_mul_, BN_mul(to, a, b, crypto_bn_ctx(t)))
BINARY(BN_exp_, BN_exp(to, a, b, crypto_bn_ctx(t)))
BINARY(BN_nnmod_, BN_nnmod(to, a, b, crypto_bn_ctx(t)))
BINARY(BN_mod_inverse_, BN_mod_inverse(to, a, b, crypto_bn_ctx(t)))

static void BN_mod_exp_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NUMBER(to, 0);
    NUMBER(a, 2);
    NUMBER(exponent, 4);
    NUMBER(modulus, 6);
    check(t, BN_mod_exp(to, a, exponent, modulus, crypto_bn_ctx(t)));
}

/* void BN_div(long quotient, long remainder, long a, long divisor): either result may be 0, not wanted */
static void BN_div_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    BIGNUM *quotient = args[0].j ? peer(t, args[0].j, PEER_BIGNUM) : NULL;
    BIGNUM *remainder = args[2].j ? peer(t, args[2].j, PEER_BIGNUM) : NULL;
    NUMBER(a, 4);
    NUMBER(divisor, 6);
    if (!t->exception)
        check(t, BN_div(quotient, remainder, a, divisor, crypto_bn_ctx(t)));
}

/* ---- primes: candidates and witnesses come from the seed --------------------------------- */

/* void BN_generate_prime_ex(long to, int bits, boolean safe, long add, long rem, long callback) */
static void BN_generate_prime_ex_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    NUMBER(to, 0);
    const BIGNUM *add = args[4].j ? peer(t, args[4].j, PEER_BIGNUM) : NULL;
    const BIGNUM *rem = args[6].j ? peer(t, args[6].j, PEER_BIGNUM) : NULL;
    if (!t->exception)
        check(t, BN_generate_prime_ex(to, args[2].i, args[3].i, add, rem, NULL));
}

/* boolean BN_is_prime_ex(long p, int rounds, long callback) */
static void BN_is_prime_ex_(Thread *t, const Slot *args, Slot *result)
{
    NUMBER(p, 0);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    int answer = BN_is_prime_ex(p, args[2].i, crypto_bn_ctx(t), NULL);
#pragma GCC diagnostic pop
    check(t, answer >= 0);
    result->i = answer > 0;
}

const NativeMethod natives_java_math_NativeBN[] = {
    { "BN_new", "()J", BN_new_ },
    { "BN_free", "(J)V", BN_free_ },
    { "BN_cmp", "(JJ)I", BN_cmp_ },
    { "BN_copy", "(JJ)V", BN_copy_ },
    { "putLongInt", "(JJ)V", putLongInt },
    { "putULongInt", "(JJZ)V", putULongInt },
    { "BN_dec2bn", "(JLjava/lang/String;)I", BN_dec2bn_ },
    { "BN_hex2bn", "(JLjava/lang/String;)I", BN_hex2bn_ },
    { "BN_bin2bn", "([BIZJ)V", BN_bin2bn_ },
    { "litEndInts2bn", "([IIZJ)V", litEndInts2bn },
    { "twosComp2bn", "([BIJ)V", twosComp2bn },
    { "longInt", "(J)J", longInt },
    { "BN_bn2dec", "(J)Ljava/lang/String;", BN_bn2dec_ },
    { "BN_bn2hex", "(J)Ljava/lang/String;", BN_bn2hex_ },
    { "BN_bn2bin", "(J)[B", BN_bn2bin_ },
    { "bn2litEndInts", "(J)[I", bn2litEndInts },
    { "sign", "(J)I", sign },
    { "BN_set_negative", "(JI)V", BN_set_negative_ },
    { "bitLength", "(J)I", bitLength },
    { "BN_is_bit_set", "(JI)Z", BN_is_bit_set_ },
    { "BN_shift", "(JJI)V", BN_shift },
    { "BN_add_word", "(JI)V", BN_add_word_ },
    { "BN_mul_word", "(JI)V", BN_mul_word_ },
    { "BN_mod_word", "(JI)I", BN_mod_word_ },
    { "BN_add", "(JJJ)V", BN_add_ },
    { "BN_sub", "(JJJ)V", BN_sub_ },
    { "BN_gcd", "(JJJ)V", BN_gcd_ },
    { "BN_mul", "(JJJ)V", BN_mul_ },
    { "BN_exp", "(JJJ)V", BN_exp_ },
    { "BN_div", "(JJJJ)V", BN_div_ },
    { "BN_nnmod", "(JJJ)V", BN_nnmod_ },
    { "BN_mod_exp", "(JJJJ)V", BN_mod_exp_ },
    { "BN_mod_inverse", "(JJJ)V", BN_mod_inverse_ },
    { "BN_generate_prime_ex", "(JIZJJJ)V", BN_generate_prime_ex_ },
    { "BN_is_prime_ex", "(JIJ)Z", BN_is_prime_ex_ },
    { 0 },
};
