/*
 * com.android.org.conscrypt.NativeCrypto: elliptic curves. Groups and points are
 * peers of their own; a key is an EVP_PKEY with an EC_KEY in it.
 */
#include "libcore/crypto.h"

#include <openssl/ec.h>
#include <openssl/ecdh.h>
#include <openssl/objects.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#define RUNTIME "java/lang/RuntimeException"
#define INVALID_KEY "java/security/InvalidKeyException"

static EC_GROUP *group_of(Thread *t, const Object *ref)
{
    return peer_of_ref(t, ref, PEER_EC_GROUP);
}

static EC_POINT *point_of(Thread *t, const Object *ref)
{
    return peer_of_ref(t, ref, PEER_EC_POINT);
}

/* The EC part of a key; throws InvalidKeyException for another kind. Borrowed. */
static EC_KEY *ec_of(Thread *t, const Object *ref)
{
    EVP_PKEY *key = peer_of_ref(t, ref, PEER_KEY);
    if (!key)
        return NULL;
    EC_KEY *ec = (EC_KEY *)EVP_PKEY_get0_EC_KEY(key);
    if (!ec) {
        ERR_clear_error();
        vm_throw(t, INVALID_KEY, "not an EC key");
    }
    return ec;
}

static Object *byte_arrays(Thread *t, const BIGNUM *const *numbers, i32 count)
{
    Object *arrays = vm_new_object_array(t, "[B", count);
    for (i32 i = 0; arrays && i < count && !t->exception; i++) {
        Object *bytes = crypto_bignum_bytes(t, numbers[i]);
        ARRAY_REF(arrays)[i] = object_ref(bytes);
    }
    return t->exception ? NULL : arrays;
}

/* ---- groups ------------------------------------------------------------------------- */

/* long EC_GROUP_new_by_curve_name(String name): 0 for curves that the platform's library does not know */
static void EC_GROUP_new_by_curve_name_(Thread *t, const Slot *args, Slot *result)
{
    static const char *const known[] = { "secp224r1", "prime256v1", "secp384r1", "secp521r1" };
    char *name = vm_string_to_utf8(args[0].l);
    if (!name) {
        vm_throw_null(t, "curveName == null");
        return;
    }
    crypto_start(t);
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        EC_GROUP *group = strcmp(name, known[i]) ? NULL : EC_GROUP_new_by_curve_name(OBJ_sn2nid(name));
        if (group)
            result->j = peer_add(t, PEER_EC_GROUP, group);
    }
    free(name);
}

static EC_GROUP *arbitrary_group(Thread *t, BIGNUM *const *number, u32 cofactor)
{
    BN_CTX *ctx = crypto_bn_ctx(t);
    EC_GROUP *group = EC_GROUP_new_curve_GFp(number[0], number[1], number[2], ctx);
    EC_POINT *generator = group ? EC_POINT_new(group) : NULL;
    BIGNUM *h = BN_new();
    BN_set_word(h, cofactor);
    bool ok = generator && EC_POINT_set_affine_coordinates(group, generator, number[3], number[4], ctx)
        && EC_GROUP_set_generator(group, generator, number[5], h);
    EC_POINT_free(generator);
    BN_free(h);
    if (ok)
        return group;
    EC_GROUP_free(group);
    return NULL;
}

/* long EC_GROUP_new_arbitrary(byte[] p, a, b, x, y, order, int cofactor) */
static void EC_GROUP_new_arbitrary(Thread *t, const Slot *args, Slot *result)
{
    BIGNUM *number[6];
    bool complete = true;
    for (i32 i = 0; i < 6; i++) {
        number[i] = t->exception ? NULL : crypto_bignum(t, args[i].l);
        complete = complete && number[i];
    }
    EC_GROUP *group = complete ? arbitrary_group(t, number, (u32)args[6].i) : NULL;
    for (i32 i = 0; i < 6; i++)
        BN_free(number[i]);
    if (group)
        result->j = peer_add(t, PEER_EC_GROUP, group);
    else if (!t->exception)
        crypto_throw(t, RUNTIME, "EC_GROUP_new_arbitrary");
}

static void EC_GROUP_set_asn1_flag_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    EC_GROUP *group = group_of(t, args[0].l);
    /* The constant is 0 in the platform's library, whose groups are always written by name. */
    if (group && EC_GROUP_get_curve_name(group) != NID_undef)
        EC_GROUP_set_asn1_flag(group, OPENSSL_EC_NAMED_CURVE);
}

static void EC_GROUP_set_point_conversion_form_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    EC_GROUP *group = group_of(t, args[0].l);
    if (group)
        EC_GROUP_set_point_conversion_form(group, (point_conversion_form_t)args[1].i);
}

static void EC_GROUP_get_curve_name_(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *group = group_of(t, args[0].l);
    int nid = group ? EC_GROUP_get_curve_name(group) : NID_undef;
    if (nid != NID_undef)
        result->l = vm_string_utf8(t, OBJ_nid2sn(nid));
}

/* byte[][] { p, a, b } */
static void EC_GROUP_get_curve_(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *group = group_of(t, args[0].l);
    if (!group)
        return;
    BIGNUM *p = BN_new(), *a = BN_new(), *b = BN_new();
    if (EC_GROUP_get_curve(group, p, a, b, crypto_bn_ctx(t)))
        result->l = byte_arrays(t, (const BIGNUM *[]){ p, a, b }, 3);
    else
        crypto_throw(t, RUNTIME, "EC_GROUP_get_curve");
    BN_free(p);
    BN_free(a);
    BN_free(b);
}

static void EC_GROUP_clear_free_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    EC_GROUP_free(peer_take(t, args[0].j, PEER_EC_GROUP));
}

static void EC_GROUP_cmp_(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *a = group_of(t, args[0].l), *b = a ? group_of(t, args[1].l) : NULL;
    if (b)
        result->i = EC_GROUP_cmp(a, b, crypto_bn_ctx(t)) == 0;
}

static void EC_GROUP_get_generator_(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *group = group_of(t, args[0].l);
    EC_POINT *point = group ? EC_POINT_dup(EC_GROUP_get0_generator(group), group) : NULL;
    if (point)
        result->j = peer_add(t, PEER_EC_POINT, point);
    else if (group)
        crypto_throw(t, RUNTIME, "EC_GROUP_get_generator");
}

/* int get_EC_GROUP_type(EC_GROUP group): 1, over a prime field */
static void get_EC_GROUP_type(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *group = group_of(t, args[0].l);
    if (group)
        result->i = EC_GROUP_get_field_type(group) == NID_X9_62_prime_field ? 1 : 2;
}

static void EC_GROUP_get_order_(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *group = group_of(t, args[0].l);
    if (group)
        result->l = crypto_bignum_bytes(t, EC_GROUP_get0_order(group));
}

static void EC_GROUP_get_degree_(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *group = group_of(t, args[0].l);
    if (group)
        result->i = EC_GROUP_get_degree(group);
}

static void EC_GROUP_get_cofactor_(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *group = group_of(t, args[0].l);
    if (group)
        result->l = crypto_bignum_bytes(t, EC_GROUP_get0_cofactor(group));
}

/* ---- points --------------------------------------------------------------------------- */

static void EC_POINT_new_(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *group = group_of(t, args[0].l);
    if (group)
        result->j = peer_add(t, PEER_EC_POINT, EC_POINT_new(group));
}

static void EC_POINT_clear_free_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    EC_POINT_free(peer_take(t, args[0].j, PEER_EC_POINT));
}

static void EC_POINT_cmp_(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *group = group_of(t, args[0].l);
    const EC_POINT *a = group ? point_of(t, args[1].l) : NULL, *b = a ? point_of(t, args[2].l) : NULL;
    if (b)
        result->i = EC_POINT_cmp(group, a, b, crypto_bn_ctx(t)) == 0;
}

/* byte[][] { x, y } */
static void EC_POINT_get_affine_coordinates_(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *group = group_of(t, args[0].l);
    const EC_POINT *point = group ? point_of(t, args[1].l) : NULL;
    if (!point)
        return;
    BIGNUM *x = BN_new(), *y = BN_new();
    if (EC_POINT_get_affine_coordinates(group, point, x, y, crypto_bn_ctx(t)))
        result->l = byte_arrays(t, (const BIGNUM *[]){ x, y }, 2);
    else
        crypto_throw(t, RUNTIME, "EC_POINT_get_affine_coordinates");
    BN_free(x);
    BN_free(y);
}

/* void EC_POINT_set_affine_coordinates(EC_GROUP group, EC_POINT point, byte[] x, byte[] y) */
static void EC_POINT_set_affine_coordinates_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const EC_GROUP *group = group_of(t, args[0].l);
    EC_POINT *point = group ? point_of(t, args[1].l) : NULL;
    BIGNUM *x = point ? crypto_bignum(t, args[2].l) : NULL, *y = x ? crypto_bignum(t, args[3].l) : NULL;
    if (y && !EC_POINT_set_affine_coordinates(group, point, x, y, crypto_bn_ctx(t)))
        crypto_throw(t, RUNTIME, "EC_POINT_set_affine_coordinates");
    else if (point && !y && !t->exception)
        vm_throw_null(t, "coordinate == null");
    BN_free(x);
    BN_free(y);
}

/* ---- keys ------------------------------------------------------------------------------ */

static void give_ec_key(Thread *t, EC_KEY *ec, Slot *result)
{
    EVP_PKEY *key = EVP_PKEY_new();
    EVP_PKEY_assign_EC_KEY(key, ec);
    result->j = peer_add(t, PEER_KEY, key);
}

/* The public point of a private number, which Java's key has not got. */
static bool derive_public(Thread *t, EC_KEY *ec, const EC_GROUP *group, const BIGNUM *secret)
{
    EC_POINT *point = EC_POINT_new(group);
    bool ok = EC_POINT_mul(group, point, secret, NULL, NULL, crypto_bn_ctx(t)) && EC_KEY_set_public_key(ec, point);
    EC_POINT_free(point);
    return ok;
}

/* long EVP_PKEY_new_EC_KEY(EC_GROUP group, EC_POINT publicKey, byte[] privateKey): either of the two may be null */
static void EVP_PKEY_new_EC_KEY(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *group = group_of(t, args[0].l);
    const EC_POINT *point = group && args[1].l ? point_of(t, args[1].l) : NULL;
    BIGNUM *secret = t->exception ? NULL : crypto_bignum(t, args[2].l);
    if (t->exception)
        return;
    EC_KEY *ec = EC_KEY_new();
    bool ok = EC_KEY_set_group(ec, group);
    if (ok && point)
        ok = EC_KEY_set_public_key(ec, point);
    if (ok && secret)
        ok = EC_KEY_set_private_key(ec, secret) && (point || derive_public(t, ec, group, secret));
    if (ok && !EC_KEY_check_key(ec))
        ok = false;
    BN_clear_free(secret);
    if (ok) {
        give_ec_key(t, ec, result);
        return;
    }
    EC_KEY_free(ec);
    crypto_throw(t, INVALID_KEY, "EVP_PKEY_new_EC_KEY");
}

static void EC_KEY_generate_key_(Thread *t, const Slot *args, Slot *result)
{
    const EC_GROUP *group = group_of(t, args[0].l);
    if (!group)
        return;
    EC_KEY *ec = EC_KEY_new();
    if (EC_KEY_set_group(ec, group) && EC_KEY_generate_key(ec)) {
        give_ec_key(t, ec, result);
        return;
    }
    EC_KEY_free(ec);
    crypto_throw(t, RUNTIME, "EC_KEY_generate_key");
}

static void EC_KEY_get1_group(Thread *t, const Slot *args, Slot *result)
{
    const EC_KEY *ec = ec_of(t, args[0].l);
    if (ec)
        result->j = peer_add(t, PEER_EC_GROUP, EC_GROUP_dup(EC_KEY_get0_group(ec)));
}

static void EC_KEY_get_private_key(Thread *t, const Slot *args, Slot *result)
{
    const EC_KEY *ec = ec_of(t, args[0].l);
    if (ec && EC_KEY_get0_private_key(ec))
        result->l = crypto_bignum_bytes(t, EC_KEY_get0_private_key(ec));
    else if (ec)
        crypto_throw(t, RUNTIME, "EC_KEY_get_private_key");
}

static void EC_KEY_get_public_key(Thread *t, const Slot *args, Slot *result)
{
    const EC_KEY *ec = ec_of(t, args[0].l);
    const EC_POINT *point = ec ? EC_KEY_get0_public_key(ec) : NULL;
    if (point)
        result->j = peer_add(t, PEER_EC_POINT, EC_POINT_dup(point, EC_KEY_get0_group(ec)));
    else if (ec)
        crypto_throw(t, RUNTIME, "EC_KEY_get_public_key");
}

/* void EC_KEY_set_nonce_from_hash(EVP_PKEY key, boolean enabled): OpenSSL always mixes the message into the nonce */
static void EC_KEY_set_nonce_from_hash(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    ec_of(t, args[0].l);
}

/* int ECDH_compute_key(byte[] out, int offset, EVP_PKEY publicKey, EVP_PKEY privateKey) */
static void ECDH_compute_key_(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    u8 *out = (u8 *)crypto_array(t, args[0].l, "out == null", &length);
    const EC_KEY *theirs = out && crypto_range(t, args[0].l, args[1].i, 0) ? ec_of(t, args[2].l) : NULL;
    const EC_KEY *ours = theirs ? ec_of(t, args[3].l) : NULL;
    const EC_POINT *point = ours ? EC_KEY_get0_public_key(theirs) : NULL;
    if (point)
        result->i = ECDH_compute_key(out + args[1].i, (size_t)(length - args[1].i), point, ours, NULL);
    if (ours && result->i <= 0)
        crypto_throw(t, INVALID_KEY, "ECDH_compute_key");
}

const NativeMethod natives_NativeCrypto_ec[] = {
    { "EC_GROUP_new_by_curve_name", NULL, EC_GROUP_new_by_curve_name_ },
    { "EC_GROUP_new_arbitrary", NULL, EC_GROUP_new_arbitrary },
    { "EC_GROUP_set_asn1_flag", NULL, EC_GROUP_set_asn1_flag_ },
    { "EC_GROUP_set_point_conversion_form", NULL, EC_GROUP_set_point_conversion_form_ },
    { "EC_GROUP_get_curve_name", NULL, EC_GROUP_get_curve_name_ },
    { "EC_GROUP_get_curve", NULL, EC_GROUP_get_curve_ },
    { "EC_GROUP_clear_free", NULL, EC_GROUP_clear_free_ },
    { "EC_GROUP_cmp", NULL, EC_GROUP_cmp_ },
    { "EC_GROUP_get_generator", NULL, EC_GROUP_get_generator_ },
    { "get_EC_GROUP_type", NULL, get_EC_GROUP_type },
    { "EC_GROUP_get_order", NULL, EC_GROUP_get_order_ },
    { "EC_GROUP_get_degree", NULL, EC_GROUP_get_degree_ },
    { "EC_GROUP_get_cofactor", NULL, EC_GROUP_get_cofactor_ },
    { "EC_POINT_new", NULL, EC_POINT_new_ },
    { "EC_POINT_clear_free", NULL, EC_POINT_clear_free_ },
    { "EC_POINT_cmp", NULL, EC_POINT_cmp_ },
    { "EC_POINT_get_affine_coordinates", NULL, EC_POINT_get_affine_coordinates_ },
    { "EC_POINT_set_affine_coordinates", NULL, EC_POINT_set_affine_coordinates_ },
    { "EVP_PKEY_new_EC_KEY", NULL, EVP_PKEY_new_EC_KEY },
    { "EC_KEY_generate_key", NULL, EC_KEY_generate_key_ },
    { "EC_KEY_get1_group", NULL, EC_KEY_get1_group },
    { "EC_KEY_get_private_key", NULL, EC_KEY_get_private_key },
    { "EC_KEY_get_public_key", NULL, EC_KEY_get_public_key },
    { "EC_KEY_set_nonce_from_hash", NULL, EC_KEY_set_nonce_from_hash },
    { "ECDH_compute_key", NULL, ECDH_compute_key_ },
    { 0 },
};
