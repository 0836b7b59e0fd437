/*
 * com.android.org.conscrypt.NativeCrypto: revocation lists, their entries, and
 * the dates of lists and certificates.
 *
 * Entries, extensions and dates that OpenSSL would lend by address go to Java as
 * parts of their owner (see peer_part).
 */
#include "libcore/crypto_x509.h"

#include <openssl/pem.h>
#include <stdlib.h>
#include <time.h>

static X509_CRL *list_of(Thread *t, i64 handle)
{
    return peer(t, handle, PEER_CRL);
}

static X509_REVOKED *entry_of(Thread *t, i64 handle)
{
    return peer(t, handle, PEER_REVOKED);
}

/* ---- reading and writing ------------------------------------------------------------------ */

static void read_list(Thread *t, const Slot *args, Slot *result, bool pem)
{
    BIO *bio = bio_of(t, args[0].j);
    if (!bio)
        return;
    X509_CRL *list = pem ? PEM_read_bio_X509_CRL(bio, NULL, NULL, NULL) : d2i_X509_CRL_bio(bio, NULL);
    if (list && !t->exception) {
        result->j = peer_add(t, PEER_CRL, list);
        ERR_clear_error();
    } else {
        X509_CRL_free(list);
        crypto_throw(t, RUNTIME, "Failure parsing CRL");
    }
}

static void d2i_X509_CRL_bio_(Thread *t, const Slot *args, Slot *result)
{
    read_list(t, args, result, false);
}

static void PEM_read_bio_X509_CRL_(Thread *t, const Slot *args, Slot *result)
{
    read_list(t, args, result, true);
}

static void i2d_X509_CRL_(Thread *t, const Slot *args, Slot *result)
{
    const X509_CRL *list = list_of(t, args[0].j);
    u8 *der = NULL;
    if (!list)
        return;
    int size = i2d_X509_CRL(list, &der);
    result->l = crypto_encoded(t, der, size, "i2d_X509_CRL");
}

static void X509_CRL_free_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    X509_CRL_free(peer_take(t, args[0].j, PEER_CRL));
}

/* void X509_CRL_print(long bio, long list) */
static void X509_CRL_print_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    X509_CRL *list = list_of(t, args[2].j);
    if (!list)
        return;
    BIO *text = BIO_new(BIO_s_mem());
    X509_CRL_print(text, list);
    ERR_clear_error();
    bio_pass_on(t, text, args[0].j);
}

/* ---- getters --------------------------------------------------------------------------------- */

static void get_X509_CRL_sig_alg_oid(Thread *t, const Slot *args, Slot *result)
{
    const X509_CRL *list = list_of(t, args[0].j);
    const X509_ALGOR *algorithm = NULL;
    if (!list)
        return;
    X509_CRL_get0_signature(list, NULL, &algorithm);
    result->l = x509_oid(t, algorithm->algorithm);
}

static void get_X509_CRL_sig_alg_parameter(Thread *t, const Slot *args, Slot *result)
{
    const X509_CRL *list = list_of(t, args[0].j);
    const X509_ALGOR *algorithm = NULL;
    if (!list)
        return;
    X509_CRL_get0_signature(list, NULL, &algorithm);
    result->l = x509_parameters(t, algorithm);
}

static void get_X509_CRL_signature(Thread *t, const Slot *args, Slot *result)
{
    const X509_CRL *list = list_of(t, args[0].j);
    const ASN1_BIT_STRING *signature = NULL;
    if (!list)
        return;
    X509_CRL_get0_signature(list, &signature, NULL);
    result->l = x509_bit_string(t, signature);
}

static void X509_CRL_get_issuer_name(Thread *t, const Slot *args, Slot *result)
{
    const X509_CRL *list = list_of(t, args[0].j);
    if (list)
        result->l = x509_name(t, X509_CRL_get_issuer(list));
}

static void X509_CRL_get_version_(Thread *t, const Slot *args, Slot *result)
{
    const X509_CRL *list = list_of(t, args[0].j);
    if (list)
        result->j = X509_CRL_get_version(list);
}

static void get_X509_CRL_ext_oids(Thread *t, const Slot *args, Slot *result)
{
    const X509_CRL *list = list_of(t, args[0].j);
    if (list)
        result->l = x509_extension_oids(t, X509_CRL_get0_extensions(list), args[2].i);
}

static void X509_CRL_get_ext_oid(Thread *t, const Slot *args, Slot *result)
{
    const X509_CRL *list = list_of(t, args[0].j);
    if (list)
        result->l = x509_extension_value(t, X509_CRL_get0_extensions(list), args[2].l);
}

static void X509_CRL_get_ext_(Thread *t, const Slot *args, Slot *result)
{
    const X509_CRL *list = list_of(t, args[0].j);
    int at = list ? x509_extension_index(X509_CRL_get0_extensions(list), args[2].l) : -1;
    if (at >= 0)
        result->j = peer_part(args[0].j, at);
}

static void get_X509_CRL_crl_enc(Thread *t, const Slot *args, Slot *result)
{
    X509_CRL *list = list_of(t, args[0].j);
    u8 *der = NULL;
    if (!list)
        return;
    int size = i2d_re_X509_CRL_tbs(list, &der);
    result->l = crypto_encoded(t, der, size, "i2d_re_X509_CRL_tbs");
}

static void X509_CRL_verify_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    X509_CRL *list = list_of(t, args[0].j);
    EVP_PKEY *key = list ? peer_of_ref(t, args[2].l, PEER_KEY) : NULL;
    if (key && X509_CRL_verify(list, key) != 1)
        crypto_throw(t, "java/security/SignatureException", "X509_CRL_verify");
}

/* ---- entries ------------------------------------------------------------------------------------ */

static i64 entry_part(X509_CRL *list, i64 handle, const X509_REVOKED *entry)
{
    STACK_OF(X509_REVOKED) *entries = X509_CRL_get_REVOKED(list);
    for (int i = 0; entry && i < sk_X509_REVOKED_num(entries); i++)
        if (sk_X509_REVOKED_value(entries, i) == entry)
            return peer_part(handle, i);
    return 0;
}

/* long X509_CRL_get0_by_cert(long list, long certificate): 0 when it is not revoked */
static void X509_CRL_get0_by_cert_(Thread *t, const Slot *args, Slot *result)
{
    X509_CRL *list = list_of(t, args[0].j);
    X509 *certificate = list ? peer(t, args[2].j, PEER_X509) : NULL;
    X509_REVOKED *entry = NULL;
    if (certificate && X509_CRL_get0_by_cert(list, &entry, certificate) == 1)
        result->j = entry_part(list, args[0].j, entry);
    ERR_clear_error();
}

static void X509_CRL_get0_by_serial_(Thread *t, const Slot *args, Slot *result)
{
    X509_CRL *list = list_of(t, args[0].j);
    BIGNUM *number = list ? crypto_bignum(t, args[2].l) : NULL;
    ASN1_INTEGER *serial = number ? BN_to_ASN1_INTEGER(number, NULL) : NULL;
    X509_REVOKED *entry = NULL;
    if (serial && X509_CRL_get0_by_serial(list, &entry, serial) == 1)
        result->j = entry_part(list, args[0].j, entry);
    ASN1_INTEGER_free(serial);
    BN_free(number);
    ERR_clear_error();
}

/* long[] X509_CRL_get_REVOKED(long list): copies, which belong to Java */
static void X509_CRL_get_REVOKED_(Thread *t, const Slot *args, Slot *result)
{
    X509_CRL *list = list_of(t, args[0].j);
    if (!list)
        return;
    STACK_OF(X509_REVOKED) *entries = X509_CRL_get_REVOKED(list);
    i32 count = MAX(sk_X509_REVOKED_num(entries), 0);
    Object *handles = vm_new_primitive_array(t, 'J', count);
    for (i32 i = 0; handles && i < count; i++)
        ARRAY_I64(handles)[i] = peer_add(t, PEER_REVOKED, X509_REVOKED_dup(sk_X509_REVOKED_value(entries, i)));
    result->l = handles;
}

/* long X509_REVOKED_dup(long entry): of a list's entry, or of a copy */
static void X509_REVOKED_dup_(Thread *t, const Slot *args, Slot *result)
{
    i64 whole;
    i32 part = peer_split(args[0].j, &whole);
    X509_CRL *list = part >= 0 ? list_of(t, whole) : NULL;
    X509_REVOKED *entry = list ? sk_X509_REVOKED_value(X509_CRL_get_REVOKED(list), part) : part < 0 ? entry_of(t, whole) : NULL;
    if (entry)
        result->j = peer_add(t, PEER_REVOKED, X509_REVOKED_dup(entry));
}

static void i2d_X509_REVOKED_(Thread *t, const Slot *args, Slot *result)
{
    const X509_REVOKED *entry = entry_of(t, args[0].j);
    u8 *der = NULL;
    if (!entry)
        return;
    int size = i2d_X509_REVOKED(entry, &der);
    result->l = crypto_encoded(t, der, size, "i2d_X509_REVOKED");
}

static void get_X509_REVOKED_ext_oids(Thread *t, const Slot *args, Slot *result)
{
    const X509_REVOKED *entry = entry_of(t, args[0].j);
    if (entry)
        result->l = x509_extension_oids(t, X509_REVOKED_get0_extensions(entry), args[2].i);
}

static void X509_REVOKED_get_ext_oid(Thread *t, const Slot *args, Slot *result)
{
    const X509_REVOKED *entry = entry_of(t, args[0].j);
    if (entry)
        result->l = x509_extension_value(t, X509_REVOKED_get0_extensions(entry), args[2].l);
}

static void X509_REVOKED_get_ext_(Thread *t, const Slot *args, Slot *result)
{
    const X509_REVOKED *entry = entry_of(t, args[0].j);
    int at = entry ? x509_extension_index(X509_REVOKED_get0_extensions(entry), args[2].l) : -1;
    if (at >= 0)
        result->j = peer_part(args[0].j, at);
}

static void X509_REVOKED_get_serialNumber(Thread *t, const Slot *args, Slot *result)
{
    const X509_REVOKED *entry = entry_of(t, args[0].j);
    if (entry)
        result->l = x509_serial(t, X509_REVOKED_get0_serialNumber(entry));
}

/* void X509_REVOKED_print(long bio, long entry) */
static void X509_REVOKED_print(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const X509_REVOKED *entry = entry_of(t, args[2].j);
    if (!entry)
        return;
    BIO *text = BIO_new(BIO_s_mem());
    BIO_printf(text, "Serial Number: ");
    i2a_ASN1_INTEGER(text, X509_REVOKED_get0_serialNumber(entry));
    BIO_printf(text, "\nRevocation Date: ");
    ASN1_TIME_print(text, X509_REVOKED_get0_revocationDate(entry));
    BIO_printf(text, "\n");
    X509V3_extensions_print(text, "CRL entry extensions", X509_REVOKED_get0_extensions(entry), 0, 0);
    ERR_clear_error();
    bio_pass_on(t, text, args[0].j);
}

/* int X509_supported_extension(long extension): of a list or an entry */
static void X509_supported_extension_(Thread *t, const Slot *args, Slot *result)
{
    i64 whole;
    i32 part = peer_split(args[0].j, &whole);
    const STACK_OF(X509_EXTENSION) *extensions = NULL;
    if (peer_is(t, whole, PEER_CRL))
        extensions = X509_CRL_get0_extensions(list_of(t, whole));
    else if (peer_is(t, whole, PEER_REVOKED))
        extensions = X509_REVOKED_get0_extensions(entry_of(t, whole));
    X509_EXTENSION *extension = extensions && part >= 0 ? X509v3_get_ext(extensions, part) : NULL;
    if (extension)
        result->i = X509_supported_extension(extension);
    else
        vm_throw_null(t, "x509ExtensionRef == 0");
}

/* ---- dates ----------------------------------------------------------------------------------------- */

/* The parts that a date's handle can name. */
enum { NOT_BEFORE, NOT_AFTER, LAST_UPDATE, NEXT_UPDATE, REVOCATION_DATE };

static void X509_get_notBefore_(Thread *t, const Slot *args, Slot *result)
{
    if (peer(t, args[0].j, PEER_X509))
        result->j = peer_part(args[0].j, NOT_BEFORE);
}

static void X509_get_notAfter_(Thread *t, const Slot *args, Slot *result)
{
    if (peer(t, args[0].j, PEER_X509))
        result->j = peer_part(args[0].j, NOT_AFTER);
}

static void X509_CRL_get_lastUpdate_(Thread *t, const Slot *args, Slot *result)
{
    if (list_of(t, args[0].j))
        result->j = peer_part(args[0].j, LAST_UPDATE);
}

static void X509_CRL_get_nextUpdate_(Thread *t, const Slot *args, Slot *result)
{
    const X509_CRL *list = list_of(t, args[0].j);
    if (list && X509_CRL_get0_nextUpdate(list))
        result->j = peer_part(args[0].j, NEXT_UPDATE);
}

static void get_X509_REVOKED_revocationDate(Thread *t, const Slot *args, Slot *result)
{
    if (entry_of(t, args[0].j))
        result->j = peer_part(args[0].j, REVOCATION_DATE);
}

static const ASN1_TIME *date_of(Thread *t, i64 handle)
{
    i64 whole;
    i32 part = peer_split(handle, &whole);
    if (part <= NOT_AFTER && peer_is(t, whole, PEER_X509))
        return part == NOT_BEFORE ? X509_get0_notBefore(peer(t, whole, PEER_X509)) : X509_get0_notAfter(peer(t, whole, PEER_X509));
    if (peer_is(t, whole, PEER_CRL))
        return part == LAST_UPDATE ? X509_CRL_get0_lastUpdate(list_of(t, whole)) : X509_CRL_get0_nextUpdate(list_of(t, whole));
    return peer_is(t, whole, PEER_REVOKED) ? X509_REVOKED_get0_revocationDate(entry_of(t, whole)) : NULL;
}

/* void ASN1_TIME_to_Calendar(long time, Calendar calendar) */
static void ASN1_TIME_to_Calendar(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const ASN1_TIME *date = date_of(t, args[0].j);
    struct tm fields;
    if (!date || !args[2].l) {
        vm_throw_null(t, date ? "calendar == null" : "asn1Time == null");
        return;
    }
    if (!ASN1_TIME_to_tm(date, &fields)) {
        crypto_throw(t, RUNTIME, "ASN1_TIME_to_Calendar");
        return;
    }
    vm_call_method(t, args[2].l, "set", "(IIIIII)V", fields.tm_year + 1900, fields.tm_mon, fields.tm_mday, fields.tm_hour, fields.tm_min, fields.tm_sec);
}

const NativeMethod natives_NativeCrypto_crl[] = {
    { "d2i_X509_CRL_bio", NULL, d2i_X509_CRL_bio_ },
    { "PEM_read_bio_X509_CRL", NULL, PEM_read_bio_X509_CRL_ },
    { "i2d_X509_CRL", NULL, i2d_X509_CRL_ },
    { "X509_CRL_free", NULL, X509_CRL_free_ },
    { "X509_CRL_print", NULL, X509_CRL_print_ },
    { "get_X509_CRL_sig_alg_oid", NULL, get_X509_CRL_sig_alg_oid },
    { "get_X509_CRL_sig_alg_parameter", NULL, get_X509_CRL_sig_alg_parameter },
    { "get_X509_CRL_signature", NULL, get_X509_CRL_signature },
    { "X509_CRL_get_issuer_name", NULL, X509_CRL_get_issuer_name },
    { "X509_CRL_get_version", NULL, X509_CRL_get_version_ },
    { "get_X509_CRL_ext_oids", NULL, get_X509_CRL_ext_oids },
    { "X509_CRL_get_ext_oid", NULL, X509_CRL_get_ext_oid },
    { "X509_CRL_get_ext", NULL, X509_CRL_get_ext_ },
    { "get_X509_CRL_crl_enc", NULL, get_X509_CRL_crl_enc },
    { "X509_CRL_verify", NULL, X509_CRL_verify_ },
    { "X509_CRL_get0_by_cert", NULL, X509_CRL_get0_by_cert_ },
    { "X509_CRL_get0_by_serial", NULL, X509_CRL_get0_by_serial_ },
    { "X509_CRL_get_REVOKED", NULL, X509_CRL_get_REVOKED_ },
    { "X509_REVOKED_dup", NULL, X509_REVOKED_dup_ },
    { "i2d_X509_REVOKED", NULL, i2d_X509_REVOKED_ },
    { "get_X509_REVOKED_ext_oids", NULL, get_X509_REVOKED_ext_oids },
    { "X509_REVOKED_get_ext_oid", NULL, X509_REVOKED_get_ext_oid },
    { "X509_REVOKED_get_ext", NULL, X509_REVOKED_get_ext_ },
    { "X509_REVOKED_get_serialNumber", NULL, X509_REVOKED_get_serialNumber },
    { "X509_REVOKED_print", NULL, X509_REVOKED_print },
    { "X509_supported_extension", NULL, X509_supported_extension_ },
    { "X509_get_notBefore", NULL, X509_get_notBefore_ },
    { "X509_get_notAfter", NULL, X509_get_notAfter_ },
    { "X509_CRL_get_lastUpdate", NULL, X509_CRL_get_lastUpdate_ },
    { "X509_CRL_get_nextUpdate", NULL, X509_CRL_get_nextUpdate_ },
    { "get_X509_REVOKED_revocationDate", NULL, get_X509_REVOKED_revocationDate },
    { "ASN1_TIME_to_Calendar", NULL, ASN1_TIME_to_Calendar },
    { 0 },
};
