/*
 * com.android.org.conscrypt.NativeCrypto: TLS contexts, the settings of a
 * connection, and sessions. The traffic itself is in native_crypto_tls.c.
 *
 * A context speaks what the platform speaks: TLS 1.0 to 1.2, old keys and ciphers
 * included as far as OpenSSL has them. Tickets are off, and a server's sessions do
 * not age: both would bring in the host's clock. Java decides how long it offers one.
 */
#include "libcore/crypto_ssl.h"

#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

/*
 * The suites of the platform's library, strongest first. Java maps the names to
 * the standard ones and makes of them what getSupportedCipherSuites answers, so
 * the list is the platform's and not that of the OpenSSL at hand. A suite's
 * handle is its place here, from 1.
 */
static const struct {
    const char *name, *key_exchange;
} suites[] = {
    { "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE_ECDSA" }, { "ECDHE-RSA-CHACHA20-POLY1305", "ECDHE_RSA" },
    { "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE_ECDSA" }, { "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE_RSA" },
    { "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE_ECDSA" }, { "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE_RSA" },
    { "ECDHE-ECDSA-AES256-SHA384", "ECDHE_ECDSA" }, { "ECDHE-RSA-AES256-SHA384", "ECDHE_RSA" },
    { "ECDHE-ECDSA-AES128-SHA256", "ECDHE_ECDSA" }, { "ECDHE-RSA-AES128-SHA256", "ECDHE_RSA" },
    { "ECDHE-ECDSA-AES256-SHA", "ECDHE_ECDSA" }, { "ECDHE-RSA-AES256-SHA", "ECDHE_RSA" },
    { "ECDHE-ECDSA-AES128-SHA", "ECDHE_ECDSA" }, { "ECDHE-RSA-AES128-SHA", "ECDHE_RSA" },
    { "ECDHE-ECDSA-RC4-SHA", "ECDHE_ECDSA" }, { "ECDHE-RSA-RC4-SHA", "ECDHE_RSA" },
    { "DHE-RSA-AES256-GCM-SHA384", "DHE_RSA" }, { "DHE-RSA-AES128-GCM-SHA256", "DHE_RSA" },
    { "DHE-RSA-AES256-SHA256", "DHE_RSA" }, { "DHE-RSA-AES128-SHA256", "DHE_RSA" },
    { "DHE-RSA-AES256-SHA", "DHE_RSA" }, { "DHE-RSA-AES128-SHA", "DHE_RSA" },
    { "AES256-GCM-SHA384", "RSA" }, { "AES128-GCM-SHA256", "RSA" }, { "AES256-SHA256", "RSA" }, { "AES128-SHA256", "RSA" },
    { "AES256-SHA", "RSA" }, { "AES128-SHA", "RSA" }, { "RC4-SHA", "RSA" }, { "RC4-MD5", "RSA" }, { "DES-CBC3-SHA", "RSA" },
    { "ECDHE-PSK-AES256-CBC-SHA", "ECDHE_PSK" }, { "ECDHE-PSK-AES128-CBC-SHA", "ECDHE_PSK" },
    { "PSK-AES256-CBC-SHA", "PSK" }, { "PSK-AES128-CBC-SHA", "PSK" }, { "PSK-RC4-SHA", "PSK" },
};

static void get_cipher_names(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *names = vm_new_object_array(t, "java/lang/String", COUNT_OF(suites));
    for (size_t i = 0; names && i < COUNT_OF(suites); i++) {
        Object *name = vm_string_utf8(t, suites[i].name);
        ARRAY_REF(names)[i] = object_ref(name);
    }
    result->l = names;
}

/* String SSL_CIPHER_get_kx_name(long suite) */
static void SSL_CIPHER_get_kx_name(Thread *t, const Slot *args, Slot *result)
{
    if (args[0].j > 0 && args[0].j <= (i64)COUNT_OF(suites))
        result->l = vm_string_utf8(t, suites[args[0].j - 1].key_exchange);
    else
        vm_throw_null(t, "cipherAddress == 0");
}

/* ---- contexts ------------------------------------------------------------------------- */

static void SSL_CTX_new_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    crypto_start(t);
    SSL_CTX *context = SSL_CTX_new(TLS_method());
    if (!context) {
        crypto_throw(t, "java/lang/RuntimeException", "SSL_CTX_new");
        return;
    }
    SSL_CTX_set_security_level(context, 0);
    SSL_CTX_set_min_proto_version(context, TLS1_VERSION);
    SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_SERVER | SSL_SESS_CACHE_NO_AUTO_CLEAR);
    SSL_CTX_set_timeout(context, INT32_MAX);
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_dh_auto(context, 1);
    tls_set_callbacks(context);
    result->j = peer_add(t, PEER_SSL_CTX, context);
}

static void SSL_CTX_free_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SSL_CTX_free(peer_take(t, args[0].j, PEER_SSL_CTX));
}

static void SSL_CTX_set_session_id_context_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i32 length;
    SSL_CTX *context = peer(t, args[0].j, PEER_SSL_CTX);
    const u8 *bytes = context ? crypto_array(t, args[2].l, "sid_ctx == null", &length) : NULL;
    if (bytes && !SSL_CTX_set_session_id_context(context, bytes, (unsigned)length))
        crypto_throw(t, "java/lang/RuntimeException", "SSL_CTX_set_session_id_context");
}

/* ---- connections ------------------------------------------------------------------------- */

Tls *tls_of(Thread *t, i64 handle)
{
    return peer(t, handle, PEER_SSL);
}

static void SSL_new_(Thread *t, const Slot *args, Slot *result)
{
    SSL_CTX *context = peer(t, args[0].j, PEER_SSL_CTX);
    SSL *ssl = context ? SSL_new(context) : NULL;
    if (!ssl) {
        if (context)
            crypto_throw(t, SSL_EXCEPTION, "SSL_new");
        return;
    }
    Tls *tls = xcalloc(1, sizeof *tls);
    tls->ssl = ssl;
    tls->vm = t->vm;
    SSL_set_app_data(ssl, tls);
    /* Java decides about certificates; this only says that the other side is told. */
    SSL_set_verify(ssl, SSL_VERIFY_PEER, NULL);
    result->j = tls->handle = peer_add(t, PEER_SSL, tls);
}

static void SSL_free_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Tls *tls = peer_take(t, args[0].j, PEER_SSL);
    if (tls)
        SSL_free(tls->ssl);
    free(tls);
}

/* long SSL_set_mode(long ssl, long mode): only the fallback signal means something here */
static void SSL_set_mode_(Thread *t, const Slot *args, Slot *result)
{
    enum { PLATFORM_FALLBACK_SCSV = 1024 };
    Tls *tls = tls_of(t, args[0].j);
    if (!tls)
        return;
    result->j = tls->mode |= args[2].j;
    if (tls->mode & PLATFORM_FALLBACK_SCSV)
        SSL_set_mode(tls->ssl, SSL_MODE_SEND_FALLBACK_SCSV);
}

static void SSL_get_mode_(Thread *t, const Slot *args, Slot *result)
{
    const Tls *tls = tls_of(t, args[0].j);
    if (tls)
        result->j = tls->mode;
}

static void SSL_clear_mode_(Thread *t, const Slot *args, Slot *result)
{
    Tls *tls = tls_of(t, args[0].j);
    if (tls)
        result->j = tls->mode &= ~args[2].j;
}

/* The options that Java sets (no ticket, no version) have the same bits in both libraries. */
static void SSL_set_options_(Thread *t, const Slot *args, Slot *result)
{
    const Tls *tls = tls_of(t, args[0].j);
    if (tls)
        result->j = (i64)SSL_set_options(tls->ssl, (u64)args[2].j);
}

static void SSL_clear_options_(Thread *t, const Slot *args, Slot *result)
{
    const Tls *tls = tls_of(t, args[0].j);
    if (tls)
        result->j = (i64)SSL_clear_options(tls->ssl, (u64)args[2].j & ~(u64)SSL_OP_NO_TICKET);
}

static void SSL_get_options_(Thread *t, const Slot *args, Slot *result)
{
    const Tls *tls = tls_of(t, args[0].j);
    if (tls)
        result->j = (i64)SSL_get_options(tls->ssl);
}

/* void SSL_set_cipher_lists(long ssl, String[] names): those that OpenSSL has not (RC4 …) fall out */
static void SSL_set_cipher_lists(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Tls *tls = tls_of(t, args[0].j);
    const Object *names = args[2].l;
    Buf list = { 0 };
    if (!tls)
        return;
    if (!names) {
        vm_throw_null(t, "cipherSuites == null");
        return;
    }
    for (i32 i = 0; i < ARRAY_LENGTH(names); i++) {
        if (list.size)
            buf_add_char(&list, ':');
        vm_string_append_utf8(&list, ref_object(ARRAY_REF(names)[i]));
    }
    if (list.size && !SSL_set_cipher_list(tls->ssl, list.data)) {
        ERR_clear_error();
        vm_throw(t, "java/lang/IllegalArgumentException", "no cipher suite of %s", list.data);
    }
    buf_free(&list);
}

static void SSL_get_ciphers_(Thread *t, const Slot *args, Slot *result)
{
    const Tls *tls = tls_of(t, args[0].j);
    if (!tls)
        return;
    STACK_OF(SSL_CIPHER) *ciphers = SSL_get_ciphers(tls->ssl);
    i64 handles[COUNT_OF(suites)];
    i32 count = 0;
    for (int i = 0; i < sk_SSL_CIPHER_num(ciphers); i++) {
        const char *name = SSL_CIPHER_get_name(sk_SSL_CIPHER_value(ciphers, i));
        for (size_t s = 0; s < COUNT_OF(suites) && count < (i32)COUNT_OF(handles); s++)
            if (!strcmp(name, suites[s].name))
                handles[count++] = (i64)s + 1;
    }
    result->l = vm_new_primitive_array(t, 'J', count);
    if (result->l)
        memcpy(ARRAY_I64(result->l), handles, (size_t)count * sizeof *handles);
}

static void SSL_set_accept_state_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Tls *tls = tls_of(t, args[0].j);
    if (tls)
        SSL_set_accept_state(tls->ssl);
}

static void SSL_set_connect_state_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Tls *tls = tls_of(t, args[0].j);
    if (tls)
        SSL_set_connect_state(tls->ssl);
}

static void SSL_set_verify_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Tls *tls = tls_of(t, args[0].j);
    if (tls)
        SSL_set_verify(tls->ssl, args[2].i, NULL);
}

static void SSL_set_tlsext_host_name_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Tls *tls = tls_of(t, args[0].j);
    char *name = tls ? vm_string_to_utf8(args[2].l) : NULL;
    if (name && !SSL_set_tlsext_host_name(tls->ssl, name))
        crypto_throw(t, SSL_EXCEPTION, "SSL_set_tlsext_host_name");
    free(name);
}

static void SSL_get_servername_(Thread *t, const Slot *args, Slot *result)
{
    const Tls *tls = tls_of(t, args[0].j);
    const char *name = tls ? SSL_get_servername(tls->ssl, TLSEXT_NAMETYPE_host_name) : NULL;
    if (name)
        result->l = vm_string_utf8(t, name);
}

/* int SSL_set_alpn_protos(long ssl, byte[] protocols): 0 when it was done */
static void SSL_set_alpn_protos_(Thread *t, const Slot *args, Slot *result)
{
    const Tls *tls = tls_of(t, args[0].j);
    if (tls && args[2].l)
        result->i = SSL_set_alpn_protos(tls->ssl, (const u8 *)ARRAY_I8(args[2].l), (unsigned)ARRAY_LENGTH(args[2].l));
}

static void SSL_get0_alpn_selected_(Thread *t, const Slot *args, Slot *result)
{
    const Tls *tls = tls_of(t, args[0].j);
    const u8 *protocol = NULL;
    unsigned length = 0;
    if (!tls)
        return;
    SSL_get0_alpn_selected(tls->ssl, &protocol, &length);
    if (protocol)
        result->l = crypto_bytes(t, protocol, length);
}

/* ---- our own certificate ------------------------------------------------------------------ */

/* void SSL_use_certificate(long ssl, long[] chain) */
static void SSL_use_certificate_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Tls *tls = tls_of(t, args[0].j);
    const Object *handles = args[2].l;
    if (!tls)
        return;
    if (!handles || !ARRAY_LENGTH(handles)) {
        vm_throw_null(t, "certificates == null");
        return;
    }
    SSL_clear_chain_certs(tls->ssl);
    for (i32 i = 0; i < ARRAY_LENGTH(handles); i++) {
        X509 *certificate = peer(t, ARRAY_I64(handles)[i], PEER_X509);
        if (!certificate)
            return;
        if (i ? !SSL_add1_chain_cert(tls->ssl, certificate) : !SSL_use_certificate(tls->ssl, certificate)) {
            crypto_throw(t, SSL_EXCEPTION, "SSL_use_certificate");
            return;
        }
    }
}

static void SSL_use_PrivateKey_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Tls *tls = tls_of(t, args[0].j);
    EVP_PKEY *key = tls ? peer_of_ref(t, args[2].l, PEER_KEY) : NULL;
    if (key && SSL_use_PrivateKey(tls->ssl, key) != 1)
        crypto_throw(t, SSL_EXCEPTION, "SSL_use_PrivateKey");
}

static void SSL_check_private_key_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Tls *tls = tls_of(t, args[0].j);
    if (tls && SSL_check_private_key(tls->ssl) != 1)
        crypto_throw(t, SSL_EXCEPTION, "SSL_check_private_key");
}

/* void SSL_set_client_CA_list(long ssl, byte[][] names) */
static void SSL_set_client_CA_list_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Tls *tls = tls_of(t, args[0].j);
    const Object *names = args[2].l;
    if (!tls || !names)
        return;
    STACK_OF(X509_NAME) *list = sk_X509_NAME_new_null();
    for (i32 i = 0; i < ARRAY_LENGTH(names); i++) {
        const Object *der = ref_object(ARRAY_REF(names)[i]);
        const u8 *at = der ? (const u8 *)ARRAY_I8(der) : NULL;
        X509_NAME *name = at ? d2i_X509_NAME(NULL, &at, ARRAY_LENGTH(der)) : NULL;
        if (name)
            sk_X509_NAME_push(list, name);
    }
    ERR_clear_error();
    SSL_set_client_CA_list(tls->ssl, list);
}

/* The chain as handles that belong to Java; null when it is empty. */
static Object *chain_handles(Thread *t, X509 *first, const STACK_OF(X509) *rest)
{
    i32 count = (first ? 1 : 0) + MAX(sk_X509_num(rest), 0);
    Object *handles = count ? vm_new_primitive_array(t, 'J', count) : NULL;
    for (i32 i = 0; handles && i < count; i++) {
        X509 *certificate = first ? i ? sk_X509_value(rest, i - 1) : first : sk_X509_value(rest, i);
        X509_up_ref(certificate);
        ARRAY_I64(handles)[i] = peer_add(t, PEER_X509, certificate);
    }
    return handles;
}

static void SSL_get_certificate_(Thread *t, const Slot *args, Slot *result)
{
    const Tls *tls = tls_of(t, args[0].j);
    STACK_OF(X509) *chain = NULL;
    if (!tls || !SSL_get_certificate(tls->ssl))
        return;
    SSL_get0_chain_certs(tls->ssl, &chain);
    result->l = chain_handles(t, SSL_get_certificate(tls->ssl), chain);
}

/* A server's list of the client's chain lacks the client's own certificate. */
static void SSL_get_peer_cert_chain_(Thread *t, const Slot *args, Slot *result)
{
    const Tls *tls = tls_of(t, args[0].j);
    if (tls)
        result->l = chain_handles(t, SSL_is_server(tls->ssl) ? SSL_get0_peer_certificate(tls->ssl) : NULL, SSL_get_peer_cert_chain(tls->ssl));
}

/* ---- sessions -------------------------------------------------------------------------------- */

static SSL_SESSION *session_of(Thread *t, i64 handle)
{
    return peer(t, handle, PEER_SSL_SESSION);
}

static void SSL_set_session_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Tls *tls = tls_of(t, args[0].j);
    SSL_SESSION *session = tls && args[2].j ? session_of(t, args[2].j) : NULL;
    if (session && !SSL_set_session(tls->ssl, session))
        crypto_throw(t, SSL_EXCEPTION, "SSL_set_session");
}

static void SSL_SESSION_session_id(Thread *t, const Slot *args, Slot *result)
{
    const SSL_SESSION *session = session_of(t, args[0].j);
    unsigned length = 0;
    const u8 *id = session ? SSL_SESSION_get_id(session, &length) : NULL;
    if (session)
        result->l = crypto_bytes(t, id, length);
}

static void SSL_SESSION_get_time_(Thread *t, const Slot *args, Slot *result)
{
    const SSL_SESSION *session = session_of(t, args[0].j);
    if (session)
        result->j = (i64)SSL_SESSION_get_time(session) * 1000;
}

static void SSL_SESSION_get_version(Thread *t, const Slot *args, Slot *result)
{
    const SSL_SESSION *session = session_of(t, args[0].j);
    if (!session)
        return;
    int version = SSL_SESSION_get_protocol_version(session);
    result->l = vm_string_utf8(t, version == TLS1_2_VERSION ? "TLSv1.2" : version == TLS1_1_VERSION ? "TLSv1.1" : version == TLS1_VERSION ? "TLSv1" : "unknown");
}

static void SSL_SESSION_cipher(Thread *t, const Slot *args, Slot *result)
{
    const SSL_SESSION *session = session_of(t, args[0].j);
    const SSL_CIPHER *cipher = session ? SSL_SESSION_get0_cipher(session) : NULL;
    if (session)
        result->l = vm_string_utf8(t, cipher ? SSL_CIPHER_get_name(cipher) : "(NONE)");
}

static void SSL_SESSION_free_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SSL_SESSION_free(peer_take(t, args[0].j, PEER_SSL_SESSION));
}

static void i2d_SSL_SESSION_(Thread *t, const Slot *args, Slot *result)
{
    SSL_SESSION *session = session_of(t, args[0].j);
    int size = session ? i2d_SSL_SESSION(session, NULL) : 0;
    if (size <= 0)
        return;
    result->l = vm_new_primitive_array(t, 'B', size);
    u8 *out = result->l ? (u8 *)ARRAY_I8(result->l) : NULL;
    if (out)
        i2d_SSL_SESSION(session, &out);
}

static void d2i_SSL_SESSION_(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    const u8 *der = crypto_array(t, args[0].l, "data == null", &length);
    if (!der)
        return;
    crypto_start(t);
    SSL_SESSION *session = d2i_SSL_SESSION(NULL, &der, length);
    if (session)
        result->j = peer_add(t, PEER_SSL_SESSION, session);
    else
        crypto_throw(t, "java/io/IOException", "d2i_SSL_SESSION");
}

const NativeMethod natives_NativeCrypto_ssl[] = {
    { "get_cipher_names", NULL, get_cipher_names },
    { "SSL_CIPHER_get_kx_name", NULL, SSL_CIPHER_get_kx_name },
    { "SSL_CTX_new", NULL, SSL_CTX_new_ },
    { "SSL_CTX_free", NULL, SSL_CTX_free_ },
    { "SSL_CTX_set_session_id_context", NULL, SSL_CTX_set_session_id_context_ },
    { "SSL_CTX_enable_npn", NULL, native_nothing },
    { "SSL_CTX_disable_npn", NULL, native_nothing },
    { "SSL_new", NULL, SSL_new_ },
    { "SSL_free", NULL, SSL_free_ },
    { "SSL_set_mode", NULL, SSL_set_mode_ },
    { "SSL_get_mode", NULL, SSL_get_mode_ },
    { "SSL_clear_mode", NULL, SSL_clear_mode_ },
    { "SSL_set_options", NULL, SSL_set_options_ },
    { "SSL_clear_options", NULL, SSL_clear_options_ },
    { "SSL_get_options", NULL, SSL_get_options_ },
    { "SSL_set_cipher_lists", NULL, SSL_set_cipher_lists },
    { "SSL_get_ciphers", NULL, SSL_get_ciphers_ },
    { "SSL_set_accept_state", NULL, SSL_set_accept_state_ },
    { "SSL_set_connect_state", NULL, SSL_set_connect_state_ },
    { "SSL_set_verify", NULL, SSL_set_verify_ },
    { "SSL_set_session_creation_enabled", NULL, native_nothing },
    { "SSL_set_reject_peer_renegotiations", NULL, native_nothing },
    { "SSL_set_tlsext_host_name", NULL, SSL_set_tlsext_host_name_ },
    { "SSL_get_servername", NULL, SSL_get_servername_ },
    { "SSL_set_alpn_protos", NULL, SSL_set_alpn_protos_ },
    { "SSL_get0_alpn_selected", NULL, SSL_get0_alpn_selected_ },
    { "SSL_get_npn_negotiated_protocol", NULL, native_nothing },
    { "SSL_use_certificate", NULL, SSL_use_certificate_ },
    { "SSL_use_PrivateKey", NULL, SSL_use_PrivateKey_ },
    { "SSL_check_private_key", NULL, SSL_check_private_key_ },
    { "SSL_set_client_CA_list", NULL, SSL_set_client_CA_list_ },
    { "SSL_get_certificate", NULL, SSL_get_certificate_ },
    { "SSL_get_peer_cert_chain", NULL, SSL_get_peer_cert_chain_ },
    { "SSL_set_session", NULL, SSL_set_session_ },
    { "SSL_SESSION_session_id", NULL, SSL_SESSION_session_id },
    { "SSL_SESSION_get_time", NULL, SSL_SESSION_get_time_ },
    { "SSL_SESSION_get_version", NULL, SSL_SESSION_get_version },
    { "SSL_SESSION_cipher", NULL, SSL_SESSION_cipher },
    { "SSL_SESSION_free", NULL, SSL_SESSION_free_ },
    { "i2d_SSL_SESSION", NULL, i2d_SSL_SESSION_ },
    { "d2i_SSL_SESSION", NULL, d2i_SSL_SESSION_ },
    { 0 },
};
