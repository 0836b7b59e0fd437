/*
 * com.android.org.conscrypt.NativeCrypto: X.509 certificates.
 */
#include "libcore/crypto_x509.h"

#include <arpa/inet.h>
#include <openssl/pem.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static X509 *certificate_of(Thread *t, i64 handle)
{
    return peer(t, handle, PEER_X509);
}

/* ---- ASN.1 to Java ---------------------------------------------------------------------- */

Object *x509_oid(Thread *t, const ASN1_OBJECT *object)
{
    char text[256];
    if (!object || OBJ_obj2txt(text, sizeof text, object, 1) <= 0)
        return NULL;
    return vm_string_utf8(t, text);
}

Object *x509_name(Thread *t, const X509_NAME *name)
{
    u8 *der = NULL;
    int size = name ? i2d_X509_NAME(name, &der) : 0;
    return crypto_encoded(t, der, size, "i2d_X509_NAME");
}

Object *x509_parameters(Thread *t, const X509_ALGOR *algorithm)
{
    u8 *der = NULL;
    if (!algorithm->parameter)
        return NULL;
    int size = i2d_ASN1_TYPE(algorithm->parameter, &der);
    return crypto_encoded(t, der, size, "i2d_ASN1_TYPE");
}

Object *x509_bit_string(Thread *t, const ASN1_BIT_STRING *bits)
{
    return bits ? crypto_bytes(t, ASN1_STRING_get0_data(bits), (size_t)ASN1_STRING_length(bits)) : NULL;
}

Object *x509_booleans(Thread *t, const ASN1_BIT_STRING *bits)
{
    if (!bits)
        return NULL;
    i32 unused = bits->flags & ASN1_STRING_FLAG_BITS_LEFT ? (i32)(bits->flags & 7) : 0;
    i32 count = MAX(ASN1_STRING_length(bits) * 8 - unused, 0);
    Object *array = vm_new_primitive_array(t, 'Z', count);
    for (i32 i = 0; array && i < count; i++)
        ARRAY_I8(array)[i] = (i8)ASN1_BIT_STRING_get_bit(bits, i);
    return array;
}

Object *x509_serial(Thread *t, const ASN1_INTEGER *number)
{
    BIGNUM *big = number ? ASN1_INTEGER_to_BN(number, NULL) : NULL;
    Object *bytes = big ? crypto_bignum_bytes(t, big) : crypto_throw(t, RUNTIME, "ASN1_INTEGER_to_BN");
    BN_free(big);
    return bytes;
}

Object *x509_extension_oids(Thread *t, const STACK_OF(X509_EXTENSION) *extensions, bool critical)
{
    i32 count = 0, at = 0;
    for (int i = -1; extensions && (i = X509v3_get_ext_by_critical(extensions, critical, i)) >= 0;)
        count++;
    Object *array = vm_new_object_array(t, "java/lang/String", count);
    for (int i = -1; array && (i = X509v3_get_ext_by_critical(extensions, critical, i)) >= 0;) {
        Object *oid = x509_oid(t, X509_EXTENSION_get_object(X509v3_get_ext(extensions, i)));
        ARRAY_REF(array)[at++] = object_ref(oid);
    }
    return array;
}

int x509_extension_index(const STACK_OF(X509_EXTENSION) *extensions, const Object *oid)
{
    char *text = vm_string_to_utf8(oid);
    ASN1_OBJECT *object = text ? OBJ_txt2obj(text, 1) : NULL;
    int at = object && extensions ? X509v3_get_ext_by_OBJ(extensions, object, -1) : -1;
    ASN1_OBJECT_free(object);
    ERR_clear_error();
    free(text);
    return at;
}

Object *x509_extension_value(Thread *t, const STACK_OF(X509_EXTENSION) *extensions, const Object *oid)
{
    int at = x509_extension_index(extensions, oid);
    if (at < 0)
        return NULL;
    u8 *der = NULL;
    int size = i2d_ASN1_OCTET_STRING(X509_EXTENSION_get_data(X509v3_get_ext(extensions, at)), &der);
    return crypto_encoded(t, der, size, "i2d_ASN1_OCTET_STRING");
}

/* ---- reading and writing ------------------------------------------------------------------- */

static void give_certificate(Thread *t, X509 *certificate, Slot *result, const char *where)
{
    if (certificate && !t->exception) {
        result->j = peer_add(t, PEER_X509, certificate);
        ERR_clear_error();
    } else {
        X509_free(certificate);
        crypto_throw(t, RUNTIME, where);
    }
}

static void d2i_X509_(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    const u8 *der = crypto_array(t, args[0].l, "encoded == null", &length);
    if (!der)
        return;
    crypto_start(t);
    give_certificate(t, d2i_X509(NULL, &der, length), result, "d2i_X509");
}

static void d2i_X509_bio_(Thread *t, const Slot *args, Slot *result)
{
    BIO *bio = bio_of(t, args[0].j);
    if (bio)
        give_certificate(t, d2i_X509_bio(bio, NULL), result, "d2i_X509_bio");
}

static void PEM_read_bio_X509_(Thread *t, const Slot *args, Slot *result)
{
    BIO *bio = bio_of(t, args[0].j);
    if (bio)
        give_certificate(t, PEM_read_bio_X509_AUX(bio, NULL, NULL, NULL), result, "Failure parsing PEM");
}

static void i2d_X509_(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    u8 *der = NULL;
    if (!certificate)
        return;
    int size = i2d_X509(certificate, &der);
    result->l = crypto_encoded(t, der, size, "i2d_X509");
}

static void i2d_X509_PUBKEY_(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    u8 *der = NULL;
    if (!certificate)
        return;
    int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &der);
    result->l = crypto_encoded(t, der, size, "i2d_X509_PUBKEY");
}

static void X509_free_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    X509_free(peer_take(t, args[0].j, PEER_X509));
}

/* ---- getters --------------------------------------------------------------------------------- */

static void X509_cmp_(Thread *t, const Slot *args, Slot *result)
{
    const X509 *a = certificate_of(t, args[0].j), *b = a ? certificate_of(t, args[2].j) : NULL;
    if (b)
        result->i = X509_cmp(a, b);
}

/* The first four bytes of the certificate's SHA-1. */
static void get_X509_hashCode(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    u8 hash[EVP_MAX_MD_SIZE];
    if (certificate && X509_digest(certificate, EVP_sha1(), hash, NULL))
        result->i = (i32)((u32)hash[0] << 24 | (u32)hash[1] << 16 | (u32)hash[2] << 8 | hash[3]);
}

/* void X509_print_ex(long bio, long certificate, long nameFlags, long certificateFlags) */
static void X509_print_ex_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    X509 *certificate = certificate_of(t, args[2].j);
    if (!certificate)
        return;
    BIO *text = BIO_new(BIO_s_mem());
    X509_print_ex(text, certificate, (unsigned long)args[4].j, (unsigned long)args[6].j);
    ERR_clear_error();
    bio_pass_on(t, text, args[0].j);
}

static void X509_get_issuer_name_(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    if (certificate)
        result->l = x509_name(t, X509_get_issuer_name(certificate));
}

static void X509_get_subject_name_(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    if (certificate)
        result->l = x509_name(t, X509_get_subject_name(certificate));
}

static void get_X509_sig_alg_oid(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    const X509_ALGOR *algorithm = NULL;
    if (!certificate)
        return;
    X509_get0_signature(NULL, &algorithm, certificate);
    result->l = x509_oid(t, algorithm->algorithm);
}

static void get_X509_sig_alg_parameter(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    const X509_ALGOR *algorithm = NULL;
    if (!certificate)
        return;
    X509_get0_signature(NULL, &algorithm, certificate);
    result->l = x509_parameters(t, algorithm);
}

static void get_X509_signature(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    const ASN1_BIT_STRING *signature = NULL;
    if (!certificate)
        return;
    X509_get0_signature(&signature, NULL, certificate);
    result->l = x509_bit_string(t, signature);
}

static void get_X509_issuerUID(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    const ASN1_BIT_STRING *issuer = NULL;
    if (!certificate)
        return;
    X509_get0_uids(certificate, &issuer, NULL);
    result->l = x509_booleans(t, issuer);
}

static void get_X509_subjectUID(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    const ASN1_BIT_STRING *subject = NULL;
    if (!certificate)
        return;
    X509_get0_uids(certificate, NULL, &subject);
    result->l = x509_booleans(t, subject);
}

static void X509_get_pubkey_(Thread *t, const Slot *args, Slot *result)
{
    X509 *certificate = certificate_of(t, args[0].j);
    EVP_PKEY *key = certificate ? X509_get_pubkey(certificate) : NULL;
    if (key)
        result->j = peer_add(t, PEER_KEY, key);
    else if (certificate)
        crypto_throw(t, "java/security/NoSuchAlgorithmException", "X509_get_pubkey");
    ERR_clear_error();
}

static void get_X509_pubkey_oid(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    ASN1_OBJECT *algorithm = NULL;
    if (!certificate)
        return;
    X509_PUBKEY_get0_param(&algorithm, NULL, NULL, NULL, X509_get_X509_PUBKEY(certificate));
    result->l = x509_oid(t, algorithm);
}

static void X509_get_ext_oid(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    if (certificate)
        result->l = x509_extension_value(t, X509_get0_extensions(certificate), args[2].l);
}

static void get_X509_ext_oids(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    if (certificate)
        result->l = x509_extension_oids(t, X509_get0_extensions(certificate), args[2].i);
}

static void X509_get_version_(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    if (certificate)
        result->j = X509_get_version(certificate);
}

static void X509_get_serialNumber_(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    if (certificate)
        result->l = x509_serial(t, X509_get0_serialNumber(certificate));
}

static void get_X509_cert_info_enc(Thread *t, const Slot *args, Slot *result)
{
    X509 *certificate = certificate_of(t, args[0].j);
    u8 *der = NULL;
    if (!certificate)
        return;
    int size = i2d_re_X509_tbs(certificate, &der);
    result->l = crypto_encoded(t, der, size, "i2d_re_X509_tbs");
}

/* ---- usage ------------------------------------------------------------------------------------- */

static void get_X509_ex_flags(Thread *t, const Slot *args, Slot *result)
{
    X509 *certificate = certificate_of(t, args[0].j);
    if (certificate)
        result->i = (i32)X509_get_extension_flags(certificate);
    ERR_clear_error();
}

static void get_X509_ex_pathlen(Thread *t, const Slot *args, Slot *result)
{
    X509 *certificate = certificate_of(t, args[0].j);
    if (certificate)
        result->i = (i32)X509_get_pathlen(certificate);
    ERR_clear_error();
}

static void get_X509_ex_kusage(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    ASN1_BIT_STRING *usage = certificate ? X509_get_ext_d2i(certificate, NID_key_usage, NULL, NULL) : NULL;
    result->l = x509_booleans(t, usage);
    ASN1_BIT_STRING_free(usage);
}

static void get_X509_ex_xkusage(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    EXTENDED_KEY_USAGE *usage = certificate ? X509_get_ext_d2i(certificate, NID_ext_key_usage, NULL, NULL) : NULL;
    if (!usage)
        return;
    i32 count = sk_ASN1_OBJECT_num(usage);
    Object *oids = vm_new_object_array(t, "java/lang/String", count);
    for (i32 i = 0; oids && i < count; i++) {
        Object *oid = x509_oid(t, sk_ASN1_OBJECT_value(usage, i));
        ARRAY_REF(oids)[i] = object_ref(oid);
    }
    EXTENDED_KEY_USAGE_free(usage);
    result->l = oids;
}

/* ---- alternative names ---------------------------------------------------------------------------- */

/* A name that is text; one with a byte 0 in it is an attempt to deceive. */
static Object *text_name(Thread *t, const ASN1_STRING *text)
{
    const char *bytes = (const char *)ASN1_STRING_get0_data(text);
    size_t size = (size_t)ASN1_STRING_length(text);
    return memchr(bytes, 0, size) ? NULL : vm_string_utf8_n(t, bytes, size);
}

static Object *address_name(Thread *t, const ASN1_OCTET_STRING *address)
{
    char text[INET6_ADDRSTRLEN];
    int size = ASN1_STRING_length(address);
    if ((size != 4 && size != 16) || !inet_ntop(size == 4 ? AF_INET : AF_INET6, ASN1_STRING_get0_data(address), text, sizeof text))
        return NULL;
    return vm_string_utf8(t, text);
}

static Object *directory_name(Thread *t, const X509_NAME *name)
{
    BIO *bio = BIO_new(BIO_s_mem());
    char *text;
    X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253);
    long size = BIO_get_mem_data(bio, &text);
    Object *string = vm_string_utf8_n(t, text, (size_t)size);
    BIO_free(bio);
    return string;
}

/* A String, or for kinds without a text form their DER; NULL: leave it out. */
static Object *general_name(Thread *t, GENERAL_NAME *name)
{
    u8 *der = NULL;
    switch (name->type) {
    case GEN_EMAIL:
    case GEN_DNS:
    case GEN_URI:
        return text_name(t, name->d.ia5);
    case GEN_DIRNAME:
        return directory_name(t, name->d.directoryName);
    case GEN_IPADD:
        return address_name(t, name->d.iPAddress);
    case GEN_RID:
        return x509_oid(t, name->d.registeredID);
    default: {
        int size = i2d_GENERAL_NAME(name, &der);
        return crypto_encoded(t, der, size, "i2d_GENERAL_NAME");
    }
    }
}

/* Object[][] get_X509_GENERAL_NAME_stack(long certificate, int which): rows of { Integer kind, name } */
static void get_X509_GENERAL_NAME_stack(Thread *t, const Slot *args, Slot *result)
{
    const X509 *certificate = certificate_of(t, args[0].j);
    int nid = args[2].i == 1 ? NID_subject_alt_name : NID_issuer_alt_name;
    GENERAL_NAMES *names = certificate ? X509_get_ext_d2i(certificate, nid, NULL, NULL) : NULL;
    ERR_clear_error();
    if (!names)
        return;
    Object *rows[256];
    i32 count = 0;
    for (i32 i = 0; i < sk_GENERAL_NAME_num(names) && count < (i32)COUNT_OF(rows) && !t->exception; i++) {
        GENERAL_NAME *name = sk_GENERAL_NAME_value(names, i);
        Object *value = general_name(t, name);
        if (!value)
            continue;
        Object *kind = vm_box(t, 'I', (Slot){ .i = name->type }), *row = vm_new_object_array(t, "java/lang/Object", 2);
        if (!kind || !row)
            break;
        ARRAY_REF(row)[0] = object_ref(kind);
        ARRAY_REF(row)[1] = object_ref(value);
        rows[count++] = row;
    }
    Object *array = count && !t->exception ? vm_new_object_array(t, "[Ljava/lang/Object;", count) : NULL;
    for (i32 i = 0; array && i < count; i++)
        ARRAY_REF(array)[i] = object_ref(rows[i]);
    result->l = array;
    GENERAL_NAMES_free(names);
}

/* ---- checks -------------------------------------------------------------------------------------------- */

/* void X509_verify(long certificate, EVP_PKEY key) */
static void X509_verify_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    X509 *certificate = certificate_of(t, args[0].j);
    EVP_PKEY *key = certificate ? peer_of_ref(t, args[2].l, PEER_KEY) : NULL;
    if (key && X509_verify(certificate, key) != 1)
        crypto_throw(t, "java/security/SignatureException", "X509_verify");
}

static void X509_check_issued_(Thread *t, const Slot *args, Slot *result)
{
    X509 *issuer = certificate_of(t, args[0].j), *subject = issuer ? certificate_of(t, args[2].j) : NULL;
    if (subject)
        result->i = X509_check_issued(issuer, subject);
    ERR_clear_error();
}

const NativeMethod natives_NativeCrypto_x509[] = {
    { "d2i_X509", NULL, d2i_X509_ },
    { "d2i_X509_bio", NULL, d2i_X509_bio_ },
    { "PEM_read_bio_X509", NULL, PEM_read_bio_X509_ },
    { "i2d_X509", NULL, i2d_X509_ },
    { "i2d_X509_PUBKEY", NULL, i2d_X509_PUBKEY_ },
    { "X509_free", NULL, X509_free_ },
    { "X509_cmp", NULL, X509_cmp_ },
    { "get_X509_hashCode", NULL, get_X509_hashCode },
    { "X509_print_ex", NULL, X509_print_ex_ },
    { "X509_get_issuer_name", NULL, X509_get_issuer_name_ },
    { "X509_get_subject_name", NULL, X509_get_subject_name_ },
    { "get_X509_sig_alg_oid", NULL, get_X509_sig_alg_oid },
    { "get_X509_sig_alg_parameter", NULL, get_X509_sig_alg_parameter },
    { "get_X509_signature", NULL, get_X509_signature },
    { "get_X509_issuerUID", NULL, get_X509_issuerUID },
    { "get_X509_subjectUID", NULL, get_X509_subjectUID },
    { "X509_get_pubkey", NULL, X509_get_pubkey_ },
    { "get_X509_pubkey_oid", NULL, get_X509_pubkey_oid },
    { "X509_get_ext_oid", NULL, X509_get_ext_oid },
    { "get_X509_ext_oids", NULL, get_X509_ext_oids },
    { "X509_get_version", NULL, X509_get_version_ },
    { "X509_get_serialNumber", NULL, X509_get_serialNumber_ },
    { "get_X509_cert_info_enc", NULL, get_X509_cert_info_enc },
    { "get_X509_ex_flags", NULL, get_X509_ex_flags },
    { "get_X509_ex_pathlen", NULL, get_X509_ex_pathlen },
    { "get_X509_ex_kusage", NULL, get_X509_ex_kusage },
    { "get_X509_ex_xkusage", NULL, get_X509_ex_xkusage },
    { "get_X509_GENERAL_NAME_stack", NULL, get_X509_GENERAL_NAME_stack },
    { "X509_verify", NULL, X509_verify_ },
    { "X509_check_issued", NULL, X509_check_issued_ },
    { 0 },
};
