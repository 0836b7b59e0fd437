/*
 * com.android.org.conscrypt.NativeCrypto: keys (EVP_PKEY) and RSA.
 *
 * The numbers of a key are asked for one by one, and RSA is used with the padding
 * already chosen by Java: that is OpenSSL's older interface, which works with
 * keys of both kinds.
 */
#include "libcore/crypto.h"

#include <openssl/dh.h>
#include <openssl/dsa.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#define RUNTIME "java/lang/RuntimeException"
#define INVALID_KEY "java/security/InvalidKeyException"

static EVP_PKEY *key_of(Thread *t, const Object *ref)
{
    return peer_of_ref(t, ref, PEER_KEY);
}

static void give_key(Thread *t, EVP_PKEY *key, Slot *result, const char *where)
{
    if (key)
        result->j = peer_add(t, PEER_KEY, key);
    else
        crypto_throw(t, RUNTIME, where);
}

/* ---- any key ----------------------------------------------------------------------- */

static void EVP_PKEY_free_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    EVP_PKEY_free(peer_take(t, args[0].j, PEER_KEY));
}

static void EVP_PKEY_size_(Thread *t, const Slot *args, Slot *result)
{
    EVP_PKEY *key = key_of(t, args[0].l);
    if (key)
        result->i = EVP_PKEY_get_size(key);
}

static void EVP_PKEY_type_(Thread *t, const Slot *args, Slot *result)
{
    EVP_PKEY *key = key_of(t, args[0].l);
    if (key)
        result->i = EVP_PKEY_get_base_id(key);
}

static void EVP_PKEY_cmp_(Thread *t, const Slot *args, Slot *result)
{
    EVP_PKEY *a = key_of(t, args[0].l), *b = a ? key_of(t, args[1].l) : NULL;
    if (!b)
        return;
    result->i = EVP_PKEY_eq(a, b);
    ERR_clear_error();
}

typedef int PrintKey(BIO *out, const EVP_PKEY *key, int indent, ASN1_PCTX *context);

static void print_key(Thread *t, const Slot *args, Slot *result, PrintKey *print)
{
    EVP_PKEY *key = key_of(t, args[0].l);
    if (!key)
        return;
    BIO *bio = BIO_new(BIO_s_mem());
    char *text;
    if (print(bio, key, 0, NULL) == 1) {
        long size = BIO_get_mem_data(bio, &text);
        result->l = vm_string_utf8_n(t, text, (size_t)size);
    } else {
        crypto_throw(t, RUNTIME, "EVP_PKEY_print");
    }
    BIO_free(bio);
}

static void EVP_PKEY_print_public_(Thread *t, const Slot *args, Slot *result)
{
    print_key(t, args, result, EVP_PKEY_print_public);
}

static void EVP_PKEY_print_private_(Thread *t, const Slot *args, Slot *result)
{
    print_key(t, args, result, EVP_PKEY_print_private);
}

static void i2d_PKCS8_PRIV_KEY_INFO_(Thread *t, const Slot *args, Slot *result)
{
    EVP_PKEY *key = key_of(t, args[0].l);
    if (!key)
        return;
    PKCS8_PRIV_KEY_INFO *info = EVP_PKEY2PKCS8(key);
    u8 *der = NULL;
    int size = info ? i2d_PKCS8_PRIV_KEY_INFO(info, &der) : 0;
    result->l = crypto_encoded(t, der, size, "i2d_PKCS8_PRIV_KEY_INFO");
    PKCS8_PRIV_KEY_INFO_free(info);
}

/* long d2i_PKCS8_PRIV_KEY_INFO(byte[] der): 0 or an exception when it is none */
static void d2i_PKCS8_PRIV_KEY_INFO_(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    const u8 *der = crypto_array(t, args[0].l, "keyJavaBytes == null", &length);
    if (!der)
        return;
    crypto_start(t);
    PKCS8_PRIV_KEY_INFO *info = d2i_PKCS8_PRIV_KEY_INFO(NULL, &der, length);
    EVP_PKEY *key = info ? EVP_PKCS82PKEY(info) : NULL;
    give_key(t, key, result, "d2i_PKCS8_PRIV_KEY_INFO");
    PKCS8_PRIV_KEY_INFO_free(info);
    ERR_clear_error();
}

static void i2d_PUBKEY_(Thread *t, const Slot *args, Slot *result)
{
    EVP_PKEY *key = key_of(t, args[0].l);
    u8 *der = NULL;
    if (!key)
        return;
    int size = i2d_PUBKEY(key, &der);
    result->l = crypto_encoded(t, der, size, "i2d_PUBKEY");
}

static void d2i_PUBKEY_(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    const u8 *der = crypto_array(t, args[0].l, "javaBytes == null", &length);
    if (!der)
        return;
    crypto_start(t);
    give_key(t, d2i_PUBKEY(NULL, &der, length), result, "d2i_PUBKEY");
    ERR_clear_error();
}

/* ---- byte[][] of numbers --------------------------------------------------------------- */

static Object *number_arrays(Thread *t, const BIGNUM *const *numbers, i32 count)
{
    Object *arrays = vm_new_object_array(t, "[B", count);
    for (i32 i = 0; arrays && i < count && !t->exception; i++) {
        Object *bytes = numbers[i] ? crypto_bignum_bytes(t, numbers[i]) : NULL;
        ARRAY_REF(arrays)[i] = object_ref(bytes);
    }
    return t->exception ? NULL : arrays;
}

/* Reads count arguments as numbers, NULL for null; false: thrown, all freed. */
static bool read_numbers(Thread *t, const Slot *args, BIGNUM **numbers, i32 count)
{
    for (i32 i = 0; i < count; i++)
        numbers[i] = t->exception ? NULL : crypto_bignum(t, args[i].l);
    if (!t->exception)
        return true;
    for (i32 i = 0; i < count; i++)
        BN_free(numbers[i]);
    return false;
}

static void free_numbers(BIGNUM **numbers, i32 count)
{
    for (i32 i = 0; i < count; i++)
        BN_free(numbers[i]);
}

/* ---- RSA ---------------------------------------------------------------------------------- */

/* Marks a key whose public exponent Java never gave; get_RSA_private_params must not tell ours. */
#define NO_EXPONENT 0
static char no_exponent[] = "no public exponent";

/* The RSA part; throws InvalidKeyException for another kind of key. Borrowed. */
static RSA *rsa_of(Thread *t, const Object *ref)
{
    EVP_PKEY *key = key_of(t, ref);
    if (!key)
        return NULL;
    RSA *rsa = (RSA *)EVP_PKEY_get0_RSA(key);
    if (!rsa) {
        ERR_clear_error();
        vm_throw(t, INVALID_KEY, "not an RSA key");
    }
    return rsa;
}

/* e for n and d: one of those in use, if 2^(ed) is 2 again. OpenSSL wants one; without the right one it cannot blind. */
static BIGNUM *guess_exponent(Thread *t, const BIGNUM *n, const BIGNUM *d)
{
    static const u32 usual[] = { 65537, 3, 17, 5, 7, 257, 35, 37 };
    BIGNUM *e = BN_new(), *base = BN_new(), *power = BN_new();
    bool found = false;
    for (size_t i = 0; i < COUNT_OF(usual) && !found; i++) {
        BN_set_word(e, usual[i]);
        BN_set_word(base, 2);
        found = BN_mod_exp(power, base, d, n, crypto_bn_ctx(t)) && BN_mod_exp(power, power, e, n, crypto_bn_ctx(t)) && !BN_cmp(power, base);
    }
    if (!found)
        BN_set_word(e, 65537);
    BN_free(base);
    BN_free(power);
    ERR_clear_error();
    return e;
}

/* long EVP_PKEY_new_RSA(byte[] n, e, d, p, q, dmp1, dmq1, iqmp) */
static void EVP_PKEY_new_RSA_(Thread *t, const Slot *args, Slot *result)
{
    BIGNUM *number[8];
    if (!args[0].l || (!args[1].l && !args[2].l)) {
        vm_throw(t, "java/lang/IllegalArgumentException", "n == NULL || e == NULL");
        return;
    }
    if (!read_numbers(t, args, number, 8))
        return;
    crypto_start(t);
    RSA *rsa = RSA_new();
    if (!number[1]) {
        number[1] = guess_exponent(t, number[0], number[2]);
        RSA_set_ex_data(rsa, NO_EXPONENT, no_exponent);
        RSA_set_flags(rsa, RSA_FLAG_NO_BLINDING);
    }
    RSA_set0_key(rsa, number[0], number[1], number[2]);
    if (number[3] && number[4])
        RSA_set0_factors(rsa, number[3], number[4]);
    else
        free_numbers(number + 3, 2);
    if (number[5] && number[6] && number[7])
        RSA_set0_crt_params(rsa, number[5], number[6], number[7]);
    else
        free_numbers(number + 5, 3);
    EVP_PKEY *key = EVP_PKEY_new();
    EVP_PKEY_assign_RSA(key, rsa);
    give_key(t, key, result, "EVP_PKEY_new_RSA");
}

/* long RSA_generate_key_ex(int bits, byte[] exponent) */
static void RSA_generate_key_ex_(Thread *t, const Slot *args, Slot *result)
{
    BIGNUM *exponent = crypto_bignum(t, args[1].l);
    if (!exponent) {
        if (!t->exception)
            vm_throw_null(t, "publicExponent == null");
        return;
    }
    RSA *rsa = RSA_new();
    EVP_PKEY *key = NULL;
    if (RSA_generate_key_ex(rsa, args[0].i, exponent, NULL)) {
        key = EVP_PKEY_new();
        EVP_PKEY_assign_RSA(key, rsa);
    } else {
        RSA_free(rsa);
    }
    BN_free(exponent);
    give_key(t, key, result, "RSA_generate_key_ex");
}

static void RSA_size_(Thread *t, const Slot *args, Slot *result)
{
    const RSA *rsa = rsa_of(t, args[0].l);
    if (rsa)
        result->i = RSA_size(rsa);
}

typedef int RsaFunction(int length, const unsigned char *from, unsigned char *to, RSA *rsa, int padding);

/* int RSA_*(int length, byte[] from, byte[] to, EVP_PKEY key, int padding): how many bytes came out */
static void rsa_crypt(Thread *t, const Slot *args, Slot *result, RsaFunction *function, const char *where)
{
    i32 from_length, to_length;
    RSA *rsa = rsa_of(t, args[3].l);
    const u8 *from = rsa ? crypto_array(t, args[1].l, "from == null", &from_length) : NULL;
    u8 *to = from ? (u8 *)crypto_array(t, args[2].l, "to == null", &to_length) : NULL;
    if (!to || !crypto_range(t, args[1].l, 0, args[0].i))
        return;
    u8 *room = xcalloc(1, (size_t)RSA_size(rsa) + 1);
    int size = function(args[0].i, from, room, rsa, args[4].i);
    if (size < 0) {
        /* What was wrong with a decrypted block is not told apart. */
        crypto_throw(t, args[4].i == RSA_NO_PADDING ? "javax/crypto/IllegalBlockSizeException" : "javax/crypto/BadPaddingException", where);
    } else if (crypto_range(t, args[2].l, 0, size)) {
        memcpy(to, room, (size_t)size);
        result->i = size;
    }
    free(room);
}

static void RSA_private_encrypt_(Thread *t, const Slot *args, Slot *result)
{
    rsa_crypt(t, args, result, RSA_private_encrypt, "RSA_private_encrypt");
}

static void RSA_public_decrypt_(Thread *t, const Slot *args, Slot *result)
{
    rsa_crypt(t, args, result, RSA_public_decrypt, "RSA_public_decrypt");
}

static void RSA_public_encrypt_(Thread *t, const Slot *args, Slot *result)
{
    rsa_crypt(t, args, result, RSA_public_encrypt, "RSA_public_encrypt");
}

/* OpenSSL answers a wrongly padded block with random bytes; Java's callers are told that it is wrong. */
static int private_decrypt(int length, const unsigned char *from, unsigned char *to, RSA *rsa, int padding)
{
    if (padding != RSA_PKCS1_PADDING)
        return RSA_private_decrypt(length, from, to, rsa, padding);
    int room = RSA_size(rsa);
    u8 *block = xcalloc(1, (size_t)room);
    int size = RSA_private_decrypt(length, from, block, rsa, RSA_NO_PADDING);
    if (size >= 0)
        size = RSA_padding_check_PKCS1_type_2(to, room, block, size, room);
    OPENSSL_cleanse(block, (size_t)room);
    free(block);
    return size;
}

static void RSA_private_decrypt_(Thread *t, const Slot *args, Slot *result)
{
    rsa_crypt(t, args, result, private_decrypt, "RSA_private_decrypt");
}

/* byte[][] { n, e } */
static void get_RSA_public_params(Thread *t, const Slot *args, Slot *result)
{
    const RSA *rsa = rsa_of(t, args[0].l);
    if (rsa)
        result->l = number_arrays(t, (const BIGNUM *[]){ RSA_get0_n(rsa), RSA_get0_e(rsa) }, 2);
}

/* byte[][] { n, e, d, p, q, dmp1, dmq1, iqmp }, null where unknown */
static void get_RSA_private_params(Thread *t, const Slot *args, Slot *result)
{
    const RSA *rsa = rsa_of(t, args[0].l);
    if (!rsa)
        return;
    const BIGNUM *e = RSA_get_ex_data(rsa, NO_EXPONENT) == no_exponent ? NULL : RSA_get0_e(rsa);
    result->l = number_arrays(t, (const BIGNUM *[]){ RSA_get0_n(rsa), e, RSA_get0_d(rsa), RSA_get0_p(rsa), RSA_get0_q(rsa),
                                                     RSA_get0_dmp1(rsa), RSA_get0_dmq1(rsa), RSA_get0_iqmp(rsa) }, 8);
}

static void i2d_RSAPublicKey_(Thread *t, const Slot *args, Slot *result)
{
    const RSA *rsa = rsa_of(t, args[0].l);
    u8 *der = NULL;
    if (!rsa)
        return;
    int size = i2d_RSAPublicKey(rsa, &der);
    result->l = crypto_encoded(t, der, size, "i2d_RSAPublicKey");
}

static void i2d_RSAPrivateKey_(Thread *t, const Slot *args, Slot *result)
{
    const RSA *rsa = rsa_of(t, args[0].l);
    u8 *der = NULL;
    if (!rsa)
        return;
    int size = i2d_RSAPrivateKey(rsa, &der);
    result->l = crypto_encoded(t, der, size, "i2d_RSAPrivateKey");
}

/* ---- DSA and DH: the platform's own providers use Bouncy Castle for them ----------------- */

/* long EVP_PKEY_new_DSA(byte[] p, q, g, publicKey, privateKey) */
static void EVP_PKEY_new_DSA_(Thread *t, const Slot *args, Slot *result)
{
    BIGNUM *number[5];
    if (!read_numbers(t, args, number, 5))
        return;
    crypto_start(t);
    DSA *dsa = DSA_new();
    EVP_PKEY *key = NULL;
    if (DSA_set0_pqg(dsa, number[0], number[1], number[2]) && DSA_set0_key(dsa, number[3], number[4])) {
        key = EVP_PKEY_new();
        EVP_PKEY_assign_DSA(key, dsa);
        give_key(t, key, result, "EVP_PKEY_new_DSA");
        return;
    }
    DSA_free(dsa);
    vm_throw(t, INVALID_KEY, "p, q, g and the public key are needed");
}

/* long EVP_PKEY_new_DH(byte[] p, g, publicKey, privateKey) */
static void EVP_PKEY_new_DH_(Thread *t, const Slot *args, Slot *result)
{
    BIGNUM *number[4];
    if (!read_numbers(t, args, number, 4))
        return;
    crypto_start(t);
    DH *dh = DH_new();
    if (DH_set0_pqg(dh, number[0], NULL, number[1])) {
        if (number[2] || number[3])
            DH_set0_key(dh, number[2], number[3]);
        EVP_PKEY *key = EVP_PKEY_new();
        EVP_PKEY_assign_DH(key, dh);
        give_key(t, key, result, "EVP_PKEY_new_DH");
        return;
    }
    DH_free(dh);
    vm_throw(t, INVALID_KEY, "p and g are needed");
}

/* byte[][] { p, g, publicKey, privateKey } */
static void get_DH_params(Thread *t, const Slot *args, Slot *result)
{
    EVP_PKEY *key = key_of(t, args[0].l);
    const DH *dh = key ? EVP_PKEY_get0_DH(key) : NULL;
    if (dh)
        result->l = number_arrays(t, (const BIGNUM *[]){ DH_get0_p(dh), DH_get0_g(dh), DH_get0_pub_key(dh), DH_get0_priv_key(dh) }, 4);
    else if (key)
        vm_throw(t, INVALID_KEY, "not a DH key");
}

const NativeMethod natives_NativeCrypto_pkey[] = {
    { "EVP_PKEY_free", NULL, EVP_PKEY_free_ },
    { "EVP_PKEY_size", NULL, EVP_PKEY_size_ },
    { "EVP_PKEY_type", NULL, EVP_PKEY_type_ },
    { "EVP_PKEY_cmp", NULL, EVP_PKEY_cmp_ },
    { "EVP_PKEY_print_public", NULL, EVP_PKEY_print_public_ },
    { "EVP_PKEY_print_private", NULL, EVP_PKEY_print_private_ },
    { "i2d_PKCS8_PRIV_KEY_INFO", NULL, i2d_PKCS8_PRIV_KEY_INFO_ },
    { "d2i_PKCS8_PRIV_KEY_INFO", NULL, d2i_PKCS8_PRIV_KEY_INFO_ },
    { "i2d_PUBKEY", NULL, i2d_PUBKEY_ },
    { "d2i_PUBKEY", NULL, d2i_PUBKEY_ },
    { "EVP_PKEY_new_RSA", NULL, EVP_PKEY_new_RSA_ },
    { "RSA_generate_key_ex", NULL, RSA_generate_key_ex_ },
    { "RSA_size", NULL, RSA_size_ },
    { "RSA_private_encrypt", NULL, RSA_private_encrypt_ },
    { "RSA_public_decrypt", NULL, RSA_public_decrypt_ },
    { "RSA_public_encrypt", NULL, RSA_public_encrypt_ },
    { "RSA_private_decrypt", NULL, RSA_private_decrypt_ },
    { "get_RSA_public_params", NULL, get_RSA_public_params },
    { "get_RSA_private_params", NULL, get_RSA_private_params },
    { "i2d_RSAPublicKey", NULL, i2d_RSAPublicKey_ },
    { "i2d_RSAPrivateKey", NULL, i2d_RSAPrivateKey_ },
    { "EVP_PKEY_new_DSA", NULL, EVP_PKEY_new_DSA_ },
    { "EVP_PKEY_new_DH", NULL, EVP_PKEY_new_DH_ },
    { "get_DH_params", NULL, get_DH_params },
    { 0 },
};
