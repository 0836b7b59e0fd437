/*
 * java.math.BigInteger: its arithmetic, in C.
 *
 * The library keeps a number as an int[] in the Java heap, as an OpenSSL number
 * behind a finalizable object, or both, and computes with the second. Then every
 * sum is an object that waits for its finalizer: measured in a loop of multiply,
 * mod and add, four fifths of all instructions, and a heap full of the waiting.
 * Here a result is an int[] again, and OpenSSL's numbers live only as long as the
 * operation, in the memory of its BN_CTX. Methods that are not here go on to work
 * with either form (getBigInt, prepareJavaRepresentation).
 *
 *   digits         int[], least significant first      sign   -1, 0, 1
 *   numberLength   how many of them count, at least 1  (0 is the digit 0)
 */
#include "libcore/crypto.h"

#include "vm/internal.h"

#include <openssl/crypto.h>
#include <stdlib.h>

static FieldRef field_big = FIELD("java/math/BigInteger", "bigInt", "Ljava/math/BigInt;");
static FieldRef field_native_valid = FIELD("java/math/BigInteger", "nativeIsValid", "Z");
static FieldRef field_java_valid = FIELD("java/math/BigInteger", "javaIsValid", "Z");
static FieldRef field_digits = FIELD("java/math/BigInteger", "digits", "[I");
static FieldRef field_length = FIELD("java/math/BigInteger", "numberLength", "I");
static FieldRef field_sign = FIELD("java/math/BigInteger", "sign", "I");
static FieldRef field_first_nonzero = FIELD("java/math/BigInteger", "firstNonzeroDigit", "I");
static FieldRef field_peer = FIELD("java/math/BigInt", "bignum", "J");

/* ---- between Java's numbers and OpenSSL's ------------------------------------------------- */

/*
 * One operation: its numbers last until close. All threads share the BN_CTX, which
 * works like a stack, so no Java code runs in between but to make an exception.
 */
typedef struct Operation {
    Thread *t;
    BN_CTX *ctx;
    BIGNUM *result;
} Operation;

static Operation operation_open(Thread *t)
{
    Operation op = { .t = t, .ctx = crypto_bn_ctx(t) };
    BN_CTX_start(op.ctx);
    op.result = BN_CTX_get(op.ctx);
    return op;
}

/* The value of a BigInteger; NULL with NullPointerException. Not to be written. */
static BIGNUM *value(Operation *op, const Object *o)
{
    Thread *t = op->t;
    if (!o)
        return vm_throw_null(t, "Attempt to invoke virtual method 'java.math.BigInt java.math.BigInteger.getBigInt()' on a null object reference");
    if (FIELD_AT(o, u8, field_offset(t, &field_native_valid))) {
        const Object *big = GET_REF(t, o, &field_big);
        return big ? peer(t, GET_LONG(t, big, &field_peer), PEER_BIGNUM) : vm_throw_null(t, "bigInt == null");
    }
    BIGNUM *number = BN_CTX_get(op->ctx);
    const Object *digits = GET_REF(t, o, &field_digits);
    i32 length = GET_INT(t, o, &field_length);
    if (!number || !digits || length > ARRAY_LENGTH(digits))
        return vm_throw_null(t, "digits == null");
    BN_lebin2bn((const u8 *)ARRAY_I32(digits), length * 4, number);
    BN_set_negative(number, GET_INT(t, o, &field_sign) < 0);
    return number;
}

static void fill(Thread *t, Object *o, const BIGNUM *number)
{
    i32 length = (BN_num_bytes(number) + 3) / 4;
    Object *digits = vm_new_primitive_array(t, 'I', MAX(length, 1));
    if (!digits)
        return;
    BN_bn2lebinpad(number, (u8 *)ARRAY_I32(digits), length * 4);
    SET_REF(t, o, &field_digits, digits);
    SET_INT(t, o, &field_length, MAX(length, 1));
    SET_INT(t, o, &field_sign, BN_is_zero(number) ? 0 : BN_is_negative(number) ? -1 : 1);
    SET_INT(t, o, &field_first_nonzero, -2);
    SET_BOOL(t, o, &field_java_valid, 1);
}

static Object *new_number(Thread *t, const BIGNUM *number)
{
    Object *o = vm_new_object(t, t->frame->method->owner);
    if (o)
        fill(t, o, number);
    return t->exception ? NULL : o;
}

/* Ends the operation: *out is its result as an object, unless it failed. */
static void operation_close(Operation *op, bool ok, Slot *out)
{
    if (ok && !op->t->exception)
        out->l = new_number(op->t, op->result);
    BN_CTX_end(op->ctx);
    if (!ok && !op->t->exception)
        crypto_throw_arithmetic(op->t);
}

/* Ends it without a new object. */
static void operation_drop(Operation *op)
{
    BN_CTX_end(op->ctx);
}

/* BN_ULONG and magnitude of a long. */
static void set_long(BIGNUM *number, u64 magnitude, bool negative)
{
    BN_set_word(number, magnitude);
    BN_set_negative(number, negative && magnitude);
}

/* BigInteger(int sign, long magnitude) */
static void init_long(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Operation op = operation_open(t);
    set_long(op.result, (u64)args[2].j, args[1].i < 0);
    fill(t, args[0].l, op.result);
    operation_drop(&op);
}

/* The digit of a character in a radix, of any script; -1: none. */
static int digit_of(Thread *t, u16 c, i32 radix)
{
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : -1;
    if (c > 127)
        digit = vm_call_static(t, "java/lang/Character", "digit", "(CI)I", c, radix).i;
    return digit < radix ? digit : -1;
}

/*
 * The digits of a text with an optional sign, in ASCII, in a buffer that the caller
 * frees; NULL when it is no number. May run Java code, so no operation is open.
 */
static char *ascii_digits(Thread *t, const Object *text, i32 radix, bool *negative)
{
    i32 length = vm_string_length(text), at = 0, count = 0;
    const u16 *chars = vm_string_chars(text);
    *negative = length && chars[0] == '-';
    if (*negative || (length && chars[0] == '+'))
        at++;
    if (at == length)
        return NULL;
    char *ascii = xmalloc((size_t)length + 1);
    for (; at < length; at++) {
        int digit = digit_of(t, chars[at], radix);
        if (digit < 0) {
            free(ascii);
            return NULL;
        }
        ascii[count++] = "0123456789abcdefghijklmnopqrstuvwxyz"[digit];
    }
    ascii[count] = 0;
    return ascii;
}

/* OpenSSL reads radix 10 and 16 fast; others go digit by digit. */
static bool parse(BIGNUM *number, const char *ascii, i32 radix)
{
    if (radix == 10)
        return BN_dec2bn(&number, ascii);
    if (radix == 16)
        return BN_hex2bn(&number, ascii);
    BN_zero(number);
    for (; *ascii; ascii++) {
        BN_ULONG digit = (BN_ULONG)(*ascii <= '9' ? *ascii - '0' : *ascii - 'a' + 10);
        if (!BN_mul_word(number, (BN_ULONG)radix) || !BN_add_word(number, digit))
            return false;
    }
    return true;
}

static void init_text(Thread *t, Object *o, const Object *text, i32 radix)
{
    bool negative;
    if (!text) {
        vm_throw_null(t, "value == null");
        return;
    }
    char *ascii = ascii_digits(t, text, radix, &negative);
    if (!ascii && !t->exception) {
        char *utf8 = vm_string_to_utf8(text);
        vm_throw(t, "java/lang/NumberFormatException", "Invalid BigInteger: %s", utf8);
        free(utf8);
    }
    if (ascii && !t->exception) {
        Operation op = operation_open(t);
        bool ok = parse(op.result, ascii, radix);
        BN_set_negative(op.result, negative);
        if (ok)
            fill(t, o, op.result);
        operation_drop(&op);
        if (!ok)
            crypto_throw_arithmetic(t);
    }
    free(ascii);
}

/* BigInteger(String value) */
static void init_string(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    init_text(t, args[0].l, args[1].l, 10);
}

/* BigInteger(String value, int radix) */
static void init_string_radix(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (args[2].i < 2 || args[2].i > 36)
        vm_throw(t, "java/lang/NumberFormatException", "Invalid radix: %d", args[2].i);
    else
        init_text(t, args[0].l, args[1].l, args[2].i);
}

/* BigInteger(int signum, byte[] magnitude) */
static void init_magnitude(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i32 length;
    const u8 *bytes = crypto_array(t, args[2].l, "magnitude == null", &length);
    if (!bytes)
        return;
    if (args[1].i < -1 || args[1].i > 1) {
        vm_throw(t, "java/lang/NumberFormatException", "Invalid signum: %d", args[1].i);
        return;
    }
    Operation op = operation_open(t);
    BN_bin2bn(bytes, length, op.result);
    BN_set_negative(op.result, args[1].i < 0);
    if (!args[1].i && !BN_is_zero(op.result))
        vm_throw(t, "java/lang/NumberFormatException", "signum-magnitude mismatch");
    else
        fill(t, args[0].l, op.result);
    operation_drop(&op);
}

/* BigInteger(byte[] value): two's complement */
static void init_bytes(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i32 length;
    const u8 *bytes = crypto_array(t, args[1].l, "value == null", &length);
    if (!bytes)
        return;
    if (!length) {
        vm_throw(t, "java/lang/NumberFormatException", "value.length == 0");
        return;
    }
    Operation op = operation_open(t);
    BN_bin2bn(bytes, length, op.result);
    if (bytes[0] & 0x80) {
        BIGNUM *wrap = BN_CTX_get(op.ctx);
        BN_zero(wrap);
        BN_set_bit(wrap, length * 8);
        BN_sub(op.result, op.result, wrap);
    }
    fill(t, args[0].l, op.result);
    operation_drop(&op);
}

/* ---- sums and products ------------------------------------------------------------------------ */

static void add(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l), *b = a ? value(&op, args[1].l) : NULL;
    if (b && (BN_is_zero(a) || BN_is_zero(b))) {
        result->l = BN_is_zero(a) ? args[1].l : args[0].l;
        operation_drop(&op);
        return;
    }
    operation_close(&op, b && BN_add(op.result, a, b), result);
}

static void subtract(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l), *b = a ? value(&op, args[1].l) : NULL;
    if (b && BN_is_zero(b)) {
        result->l = args[0].l;
        operation_drop(&op);
        return;
    }
    operation_close(&op, b && BN_sub(op.result, a, b), result);
}

static void multiply(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l), *b = a ? value(&op, args[1].l) : NULL;
    operation_close(&op, b && BN_mul(op.result, a, b, op.ctx), result);
}

static void negate(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l);
    if (a && BN_is_zero(a)) {
        result->l = args[0].l;
        operation_drop(&op);
        return;
    }
    bool ok = a && BN_copy(op.result, a);
    BN_set_negative(op.result, a && !BN_is_negative(a));
    operation_close(&op, ok, result);
}

static void abs_(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l);
    if (a && !BN_is_negative(a)) {
        result->l = args[0].l;
        operation_drop(&op);
        return;
    }
    bool ok = a && BN_copy(op.result, a);
    BN_set_negative(op.result, 0);
    operation_close(&op, ok, result);
}

static void pow_(Thread *t, const Slot *args, Slot *result)
{
    if (args[1].i < 0) {
        vm_throw(t, "java/lang/ArithmeticException", "exp < 0: %d", args[1].i);
        return;
    }
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l);
    BIGNUM *exponent = BN_CTX_get(op.ctx);
    operation_close(&op, a && BN_set_word(exponent, (u32)args[1].i) && BN_exp(op.result, a, exponent, op.ctx), result);
}

/* ---- division ----------------------------------------------------------------------------------- */

static void divide(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l), *b = a ? value(&op, args[1].l) : NULL;
    operation_close(&op, b && BN_div(op.result, NULL, a, b, op.ctx), result);
}

static void remainder_(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l), *b = a ? value(&op, args[1].l) : NULL;
    operation_close(&op, b && BN_div(NULL, op.result, a, b, op.ctx), result);
}

static void divideAndRemainder(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l), *b = a ? value(&op, args[1].l) : NULL;
    BIGNUM *rest = BN_CTX_get(op.ctx);
    Slot quotient = { 0 };
    Object *second = NULL;
    bool ok = b && BN_div(op.result, rest, a, b, op.ctx);
    if (ok)
        second = new_number(t, rest);
    operation_close(&op, ok, &quotient);
    Object *pair = quotient.l && second ? vm_new_object_array(t, "java/math/BigInteger", 2) : NULL;
    if (pair) {
        ARRAY_REF(pair)[0] = object_ref(quotient.l);
        ARRAY_REF(pair)[1] = object_ref(second);
    }
    result->l = pair;
}

/* ---- modular arithmetic ---------------------------------------------------------------------------- */

/* The modulus, which must be positive; NULL: thrown. */
static const BIGNUM *modulus(Operation *op, const Object *o, const char *refusal)
{
    const BIGNUM *m = value(op, o);
    if (m && (BN_is_zero(m) || BN_is_negative(m)))
        return vm_throw(op->t, "java/lang/ArithmeticException", "%s", refusal);
    return m;
}

static void mod(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *m = modulus(&op, args[1].l, "m.signum() <= 0"), *a = m ? value(&op, args[0].l) : NULL;
    operation_close(&op, a && BN_nnmod(op.result, a, m, op.ctx), result);
}

/* Modulo 1 everything is 0, and its own inverse; OpenSSL sees none. */
static bool invert(Operation *op, BIGNUM *out, const BIGNUM *a, const BIGNUM *m)
{
    if (!BN_is_one(m))
        return BN_mod_inverse(out, a, m, op->ctx);
    BN_zero(out);
    return true;
}

static void modInverse(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *m = modulus(&op, args[1].l, "modulus not positive"), *a = m ? value(&op, args[0].l) : NULL;
    operation_close(&op, a && invert(&op, op.result, a, m), result);
}

/* BigInteger modPow(BigInteger exponent, BigInteger modulus) */
static void modPow(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *m = modulus(&op, args[2].l, "modulus.signum() <= 0");
    const BIGNUM *exponent = m ? value(&op, args[1].l) : NULL, *base = exponent ? value(&op, args[0].l) : NULL;
    bool ok = base;
    if (ok && BN_is_negative(exponent)) {
        BIGNUM *inverse = BN_CTX_get(op.ctx), *positive = BN_CTX_get(op.ctx);
        ok = invert(&op, inverse, base, m) && BN_copy(positive, exponent);
        BN_set_negative(positive, 0);
        base = inverse;
        exponent = positive;
    }
    operation_close(&op, ok && BN_mod_exp(op.result, base, exponent, m, op.ctx), result);
}

static void gcd(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l), *b = a ? value(&op, args[1].l) : NULL;
    operation_close(&op, b && BN_gcd(op.result, a, b, op.ctx), result);
}

/* ---- bits and comparisons ------------------------------------------------------------------------------ */

/* Towards minus infinity, as two's complement shifts: -((|a| - 1 >> n) + 1) for a < 0. */
static bool shift_right(Operation *op, const BIGNUM *a, i64 n)
{
    int distance = (int)MIN(n, INT32_MAX);
    if (!BN_is_negative(a))
        return BN_rshift(op->result, a, distance);
    BIGNUM *magnitude = BN_CTX_get(op->ctx);
    if (!BN_copy(magnitude, a))
        return false;
    BN_set_negative(magnitude, 0);
    bool ok = BN_sub_word(magnitude, 1) && BN_rshift(op->result, magnitude, distance) && BN_add_word(op->result, 1);
    BN_set_negative(op->result, 1);
    return ok;
}

static void shift(Thread *t, Object *number, i64 left, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, number);
    if (a && (!left || BN_is_zero(a))) {
        result->l = number;
        operation_drop(&op);
        return;
    }
    operation_close(&op, a && (left > 0 ? BN_lshift(op.result, a, (int)MIN(left, INT32_MAX)) : shift_right(&op, a, -left)), result);
}

static void shiftLeft(Thread *t, const Slot *args, Slot *result)
{
    shift(t, args[0].l, args[1].i, result);
}

static void shiftRight(Thread *t, const Slot *args, Slot *result)
{
    shift(t, args[0].l, -(i64)args[1].i, result);
}

static void signum(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l);
    if (a)
        result->i = BN_is_zero(a) ? 0 : BN_is_negative(a) ? -1 : 1;
    operation_drop(&op);
}

static void bitLength(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l);
    if (a) {
        result->i = BN_num_bits(a);
        /* -2^n needs one bit less than 2^n. */
        if (BN_is_negative(a) && BN_set_bit(op.result, result->i - 1) && !BN_ucmp(a, op.result))
            result->i--;
    }
    operation_drop(&op);
}

static void compareTo(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l), *b = a ? value(&op, args[1].l) : NULL;
    if (b)
        result->i = BN_cmp(a, b);
    operation_drop(&op);
}

static void toString(Thread *t, const Slot *args, Slot *result)
{
    Operation op = operation_open(t);
    const BIGNUM *a = value(&op, args[0].l);
    char *text = a ? BN_bn2dec(a) : NULL;
    if (text)
        result->l = vm_string_utf8(t, text);
    else if (a)
        crypto_throw_arithmetic(t);
    OPENSSL_free(text);
    operation_drop(&op);
}

#define BIG "Ljava/math/BigInteger;"

const NativeMethod natives_java_math_BigInteger[] = {
    { "<init>", "(IJ)V", init_long },
    { "<init>", "(Ljava/lang/String;)V", init_string },
    { "<init>", "(Ljava/lang/String;I)V", init_string_radix },
    { "<init>", "(I[B)V", init_magnitude },
    { "<init>", "([B)V", init_bytes },
    { "add", "(" BIG ")" BIG, add },
    { "subtract", "(" BIG ")" BIG, subtract },
    { "multiply", "(" BIG ")" BIG, multiply },
    { "negate", "()" BIG, negate },
    { "abs", "()" BIG, abs_ },
    { "pow", "(I)" BIG, pow_ },
    { "divide", "(" BIG ")" BIG, divide },
    { "remainder", "(" BIG ")" BIG, remainder_ },
    { "divideAndRemainder", "(" BIG ")[" BIG, divideAndRemainder },
    { "mod", "(" BIG ")" BIG, mod },
    { "modInverse", "(" BIG ")" BIG, modInverse },
    { "modPow", "(" BIG BIG ")" BIG, modPow },
    { "gcd", "(" BIG ")" BIG, gcd },
    { "shiftLeft", "(I)" BIG, shiftLeft },
    { "shiftRight", "(I)" BIG, shiftRight },
    { "signum", "()I", signum },
    { "bitLength", "()I", bitLength },
    { "compareTo", "(" BIG ")I", compareTo },
    { "toString", "()Ljava/lang/String;", toString },
    { 0 },
};
