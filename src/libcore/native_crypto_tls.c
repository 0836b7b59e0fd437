/*
 * com.android.org.conscrypt.NativeCrypto: TLS traffic, for sockets and for
 * SSLEngine.
 *
 *   SSLSocket   OpenSSL works on two memory BIOs; the bytes travel between them
 *               and the socket by libcore.io.IoBridge, so a wait blocks only the
 *               Java thread, and every kind of socket of the machine will do.
 *   SSLEngine   the BIOs are Java's own (see native_crypto_bio.c), for one call.
 *
 * What Java decides (is this chain trusted, which certificate do we show) is asked
 * through SSLHandshakeCallbacks from inside OpenSSL. If that throws, the handshake
 * fails, and the exception is what the caller gets. Errors that OpenSSL queues for
 * other threads meanwhile are none of the connection's: marks keep them apart.
 */
#include "libcore/crypto_ssl.h"

#include "vm/internal.h"

#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

void tls_throw(Thread *t, const char *class_name, const char *text)
{
    unsigned long code = ERR_peek_error();
    char reason[256] = "";
    if (code)
        ERR_error_string_n(code, reason, sizeof reason);
    ERR_clear_error();
    if (!t->exception)
        vm_throw(t, class_name, code ? "%s\n%s" : "%s", text, reason);
}

/* ---- from OpenSSL to Java ------------------------------------------------------------------ */

static Object *callbacks_of(const Tls *tls)
{
    return tls ? tls->callbacks : NULL;
}

/* "ECDHE_RSA": how the certificate is used, for the trust manager. */
static const char *authentication(const SSL *ssl)
{
    const SSL_CIPHER *cipher = SSL_get_pending_cipher(ssl);
    if (!cipher)
        cipher = SSL_get_current_cipher(ssl);
    bool ecdsa = cipher && SSL_CIPHER_get_auth_nid(cipher) == NID_auth_ecdsa;
    switch (cipher ? SSL_CIPHER_get_kx_nid(cipher) : NID_undef) {
    case NID_kx_ecdhe:
        return ecdsa ? "ECDHE_ECDSA" : "ECDHE_RSA";
    case NID_kx_dhe:
        return "DHE_RSA";
    case NID_kx_rsa:
        return "RSA";
    default:
        return "UNKNOWN";
    }
}

static int verify_chain(X509_STORE_CTX *store, void *unused)
{
    UNUSED(unused);
    SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    const Tls *tls = SSL_get_app_data(ssl);
    Object *callbacks = callbacks_of(tls);
    Thread *t = tls->vm->current;
    const STACK_OF(X509) *chain = X509_STORE_CTX_get0_untrusted(store);
    i32 count = MAX(sk_X509_num(chain), 0);
    Object *handles = callbacks && !t->exception ? vm_new_primitive_array(t, 'J', count) : NULL;
    Object *method = handles ? vm_string_utf8(t, authentication(ssl)) : NULL;
    if (!method)
        return 0;
    for (i32 i = 0; i < count; i++) {
        X509_up_ref(sk_X509_value(chain, i));
        ARRAY_I64(handles)[i] = peer_add(t, PEER_X509, sk_X509_value(chain, i));
    }
    i64 session = peer_add(t, PEER_SSL_SESSION, SSL_get1_session(ssl));
    ERR_set_mark();
    vm_call_method(t, callbacks, "verifyCertificateChain", "(J[JLjava/lang/String;)V", session, handles, method);
    ERR_pop_to_mark();
    if (t->exception)
        X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_UNTRUSTED);
    return !t->exception;
}

/* A server wants our certificate: Java sets one, or none. */
static int choose_certificate(SSL *ssl, void *unused)
{
    UNUSED(unused);
    const Tls *tls = SSL_get_app_data(ssl);
    Object *callbacks = callbacks_of(tls);
    Thread *t = tls->vm->current;
    if (SSL_is_server(ssl) || !callbacks)
        return 1;
    const u8 *types = NULL;
    size_t type_count = SSL_get0_certificate_types(ssl, &types);
    const STACK_OF(X509_NAME) *issuers = SSL_get_client_CA_list(ssl);
    i32 count = MAX(sk_X509_NAME_num(issuers), 0);
    Object *type_bytes = crypto_bytes(t, types, type_count);
    Object *names = count && type_bytes ? vm_new_object_array(t, "[B", count) : NULL;
    for (i32 i = 0; names && i < count; i++) {
        u8 *der = NULL;
        int size = i2d_X509_NAME(sk_X509_NAME_value(issuers, i), &der);
        Object *name = crypto_encoded(t, der, size, "i2d_X509_NAME");
        ARRAY_REF(names)[i] = object_ref(name);
    }
    ERR_set_mark();
    if (!t->exception)
        vm_call_method(t, callbacks, "clientCertificateRequested", "([B[[B)V", type_bytes, names);
    ERR_pop_to_mark();
    return !t->exception;
}

static void state_changed(const SSL *ssl, int where, int value)
{
    const Tls *tls = SSL_get_app_data(ssl);
    Object *callbacks = callbacks_of(tls);
    if (!callbacks || !(where & (SSL_CB_HANDSHAKE_START | SSL_CB_HANDSHAKE_DONE)) || tls->vm->current->exception)
        return;
    ERR_set_mark();
    vm_call_method(tls->vm->current, callbacks, "onSSLStateChange", "(JII)V", tls->handle, where, value);
    ERR_pop_to_mark();
}

void tls_set_callbacks(SSL_CTX *context)
{
    SSL_CTX_set_cert_verify_callback(context, verify_chain, NULL);
    SSL_CTX_set_cert_cb(context, choose_certificate, NULL);
    SSL_CTX_set_info_callback(context, state_changed);
}

/* The session after a handshake, with the machine's time in it. */
static i64 new_session(Thread *t, const Tls *tls)
{
    SSL_SESSION *session = SSL_get1_session(tls->ssl);
    if (!session)
        return 0;
    SSL_SESSION_set_time(session, (long)(vm_millis(t->vm) / 1000));
    return peer_add(t, PEER_SSL_SESSION, session);
}

static void handshake_failed(Thread *t, const Tls *tls)
{
    char text[128];
    snprintf(text, sizeof text, "SSL handshake aborted: ssl=0x%llx: Failure in SSL library, usually a protocol error", (unsigned long long)tls->handle);
    tls_throw(t, "javax/net/ssl/SSLProtocolException", text);
}

/* ---- sockets ------------------------------------------------------------------------------------- */

enum { SOCKET_BUFFER = 17 << 10 };      /* a whole record */

static void use_memory(const Tls *tls)
{
    BIO *in = SSL_get_rbio(tls->ssl);
    if (!in || BIO_method_type(in) != BIO_TYPE_MEM)
        SSL_set_bio(tls->ssl, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
}

/* Sends what OpenSSL wrote. False: thrown. */
static bool flush_to_socket(Thread *t, const Tls *tls, Object *fd)
{
    BIO *out = SSL_get_wbio(tls->ssl);
    size_t waiting;
    while ((waiting = BIO_ctrl_pending(out)) > 0) {
        Object *bytes = vm_new_primitive_array(t, 'B', (i32)MIN(waiting, SOCKET_BUFFER));
        if (!bytes)
            return false;
        i32 size = BIO_read(out, ARRAY_I8(bytes), ARRAY_LENGTH(bytes));
        vm_call_static(t, "libcore/io/IoBridge", "write", "(Ljava/io/FileDescriptor;[BII)V", fd, bytes, 0, size);
        if (t->exception)
            return false;
    }
    return true;
}

/* Waits for bytes from the other side. 1: some came, 0: it has closed, -1: thrown. */
static int fill_from_socket(Thread *t, const Tls *tls, Object *fd)
{
    Object *bytes = vm_new_primitive_array(t, 'B', SOCKET_BUFFER);
    if (!bytes)
        return -1;
    i64 handle = tls->handle;
    i32 size = vm_call_static(t, "libcore/io/IoBridge", "recvfrom", "(ZLjava/io/FileDescriptor;[BIIILjava/net/DatagramPacket;Z)I",
                              1, fd, bytes, 0, SOCKET_BUFFER, 0, NULL, 0).i;
    if (!t->exception && !peer_is(t, handle, PEER_SSL))
        vm_throw(t, "java/net/SocketException", "Socket closed");       /* and the connection freed meanwhile */
    if (t->exception)
        return -1;
    if (size <= 0)
        return 0;
    BIO_write(SSL_get_rbio(tls->ssl), ARRAY_I8(bytes), size);
    return 1;
}

typedef enum TlsResult { TLS_DONE, TLS_CLOSED, TLS_THROWN, TLS_FAILED, TLS_ENDED } TlsResult;

/* Runs one OpenSSL function until it needs no more bytes. DONE: *count is what it returned; ENDED: an orderly goodbye. */
static TlsResult drive(Thread *t, Tls *tls, Object *fd, Object *callbacks, int (*step)(SSL *ssl, void *bytes, int size), void *bytes, int size, int *count)
{
    use_memory(tls);
    for (;;) {
        ERR_clear_error();
        tls->callbacks = callbacks;
        *count = step(tls->ssl, bytes, size);
        tls->callbacks = NULL;
        int error = SSL_get_error(tls->ssl, *count);
        if (t->exception) {
            /* The other side hears why; what fails now does not matter any more. */
            Object *pending = vm_take_exception(t);
            flush_to_socket(t, tls, fd);
            t->exception = pending;
            ERR_clear_error();
            return TLS_THROWN;
        }
        if (!flush_to_socket(t, tls, fd))
            return TLS_THROWN;
        if (*count > 0)
            return TLS_DONE;
        if (error == SSL_ERROR_ZERO_RETURN)
            return TLS_ENDED;
        if (error != SSL_ERROR_WANT_READ)
            return TLS_FAILED;
        int filled = fill_from_socket(t, tls, fd);
        if (filled <= 0)
            return filled ? TLS_THROWN : TLS_CLOSED;
    }
}

static int step_handshake(SSL *ssl, void *bytes, int size)
{
    UNUSED(bytes);
    UNUSED(size);
    return SSL_do_handshake(ssl);
}

static int step_read(SSL *ssl, void *bytes, int size)
{
    return SSL_read(ssl, bytes, size);
}

static int step_write(SSL *ssl, void *bytes, int size)
{
    return SSL_write(ssl, bytes, size);
}

/* long SSL_do_handshake(long ssl, FileDescriptor fd, SSLHandshakeCallbacks callbacks, int timeout, boolean client, byte[] npn, byte[] alpn) */
static void SSL_do_handshake_(Thread *t, const Slot *args, Slot *result)
{
    Tls *tls = tls_of(t, args[0].j);
    int count;
    if (!tls)
        return;
    if (!args[2].l || !args[3].l) {
        vm_throw_null(t, args[2].l ? "sslHandshakeCallbacks == null" : "fd == null");
        return;
    }
    if (args[5].i)
        SSL_set_connect_state(tls->ssl);
    else
        SSL_set_accept_state(tls->ssl);
    switch (drive(t, tls, args[2].l, args[3].l, step_handshake, NULL, 0, &count)) {
    case TLS_DONE:
        result->j = new_session(t, tls);
        break;
    case TLS_FAILED:
        handshake_failed(t, tls);
        break;
    case TLS_CLOSED:
    case TLS_ENDED:
        vm_throw(t, "javax/net/ssl/SSLHandshakeException", "Connection closed by peer");
        break;
    case TLS_THROWN:
        break;
    }
}

/* int SSL_read(long ssl, FileDescriptor fd, SSLHandshakeCallbacks callbacks, byte[] bytes, int offset, int length, int timeout): -1 at the end */
static void SSL_read_(Thread *t, const Slot *args, Slot *result)
{
    Tls *tls = tls_of(t, args[0].j);
    int count;
    if (!tls)
        return;
    if (!args[4].l) {
        vm_throw_null(t, "b == null");
        return;
    }
    if (!crypto_range(t, args[4].l, args[5].i, args[6].i))
        return;
    switch (drive(t, tls, args[2].l, args[3].l, step_read, ARRAY_I8(args[4].l) + args[5].i, args[6].i, &count)) {
    case TLS_DONE:
        result->i = count;
        break;
    case TLS_CLOSED:
    case TLS_ENDED:
        result->i = -1;
        break;
    case TLS_FAILED:
        tls_throw(t, SSL_EXCEPTION, "Read error: Failure in SSL library, usually a protocol error");
        break;
    case TLS_THROWN:
        break;
    }
}

/* void SSL_write(long ssl, FileDescriptor fd, SSLHandshakeCallbacks callbacks, byte[] bytes, int offset, int length, int timeout) */
static void SSL_write_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Tls *tls = tls_of(t, args[0].j);
    if (!tls)
        return;
    if (!args[4].l) {
        vm_throw_null(t, "b == null");
        return;
    }
    if (!crypto_range(t, args[4].l, args[5].i, args[6].i))
        return;
    TlsResult state = TLS_DONE;
    for (i32 done = 0; done < args[6].i && state == TLS_DONE;) {
        int count = 0;
        state = drive(t, tls, args[2].l, args[3].l, step_write, ARRAY_I8(args[4].l) + args[5].i + done, args[6].i - done, &count);
        done += count;
    }
    if (state != TLS_DONE)
        tls_throw(t, SSL_EXCEPTION, state == TLS_FAILED ? "Write error: Failure in SSL library, usually a protocol error" : "Connection closed by peer");
}

/* void SSL_shutdown(long ssl, FileDescriptor fd, SSLHandshakeCallbacks callbacks): says goodbye, waits for no answer */
static void SSL_shutdown_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Tls *tls = peer_is(t, args[0].j, PEER_SSL) ? tls_of(t, args[0].j) : NULL;
    if (!tls || !args[2].l || SSL_in_init(tls->ssl))
        return;
    use_memory(tls);
    SSL_shutdown(tls->ssl);
    ERR_clear_error();
    flush_to_socket(t, tls, args[2].l);
}

static void SSL_get_shutdown_(Thread *t, const Slot *args, Slot *result)
{
    const Tls *tls = tls_of(t, args[0].j);
    if (tls)
        result->i = SSL_get_shutdown(tls->ssl);
}

/* What is not built on OpenSSL here: a gap that the program hears of. */
static void unsupported(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    UNUSED(result);
    const char *name = t->frame->method->name->text;
    vm_note_gap(t, "TLS: %s", name);
    vm_throw(t, SSL_EXCEPTION, "%s is not supported", name);
}

/* ---- SSLEngine -------------------------------------------------------------------------------------- */

/* Java's BIOs for one call. False: thrown. A handle of 0 leaves that side as it is. */
static bool use_bios(Thread *t, const Tls *tls, i64 in, i64 out)
{
    BIO *from = in ? peer(t, in, PEER_BIO) : NULL, *to = out && !t->exception ? peer(t, out, PEER_BIO) : NULL;
    if (t->exception)
        return false;
    if (from) {
        BIO_up_ref(from);
        SSL_set0_rbio(tls->ssl, from);
    }
    if (to) {
        BIO_up_ref(to);
        SSL_set0_wbio(tls->ssl, to);
    }
    ERR_clear_error();
    return true;
}

/* long SSL_do_handshake_bio(long ssl, long source, long sink, SSLHandshakeCallbacks callbacks, boolean client, byte[] npn, byte[] alpn): 0: more bytes are needed */
static void SSL_do_handshake_bio(Thread *t, const Slot *args, Slot *result)
{
    Tls *tls = tls_of(t, args[0].j);
    if (!tls || !use_bios(t, tls, args[2].j, args[4].j))
        return;
    tls->callbacks = args[6].l;
    if (SSL_in_before(tls->ssl)) {
        if (args[7].i)
            SSL_set_connect_state(tls->ssl);
        else
            SSL_set_accept_state(tls->ssl);
    }
    int count = SSL_do_handshake(tls->ssl), error = SSL_get_error(tls->ssl, count);
    if (count > 0 && !t->exception)
        result->j = new_session(t, tls);
    else if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE)
        handshake_failed(t, tls);
    ERR_clear_error();
    tls->callbacks = NULL;
}

/* int SSL_read_BIO(long ssl, byte[] bytes, int offset, int length, long source, long sink, SSLHandshakeCallbacks callbacks): 0: more is needed, -1: the end */
static void SSL_read_BIO(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    Tls *tls = tls_of(t, args[0].j);
    u8 *bytes = tls ? (u8 *)crypto_array(t, args[2].l, "dest == null", &length) : NULL;
    if (!bytes || !crypto_range(t, args[2].l, args[3].i, args[4].i) || !use_bios(t, tls, args[5].j, args[7].j))
        return;
    tls->callbacks = args[9].l;
    int count = SSL_read(tls->ssl, bytes + args[3].i, args[4].i), error = SSL_get_error(tls->ssl, count);
    if (count > 0)
        result->i = count;
    else if (error == SSL_ERROR_ZERO_RETURN)
        result->i = -1;
    else if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE)
        tls_throw(t, SSL_EXCEPTION, "Read error: Failure in SSL library, usually a protocol error");
    ERR_clear_error();
    tls->callbacks = NULL;
}

/* int SSL_write_BIO(long ssl, byte[] bytes, int length, long sink, SSLHandshakeCallbacks callbacks) */
static void SSL_write_BIO(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    Tls *tls = tls_of(t, args[0].j);
    const u8 *bytes = tls ? crypto_array(t, args[2].l, "source == null", &length) : NULL;
    if (!bytes || !crypto_range(t, args[2].l, 0, args[3].i) || !use_bios(t, tls, 0, args[4].j))
        return;
    tls->callbacks = args[6].l;
    int count = SSL_write(tls->ssl, bytes, args[3].i), error = SSL_get_error(tls->ssl, count);
    if (count > 0)
        result->i = count;
    else if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE)
        tls_throw(t, SSL_EXCEPTION, "Write error: Failure in SSL library, usually a protocol error");
    ERR_clear_error();
    tls->callbacks = NULL;
}

/* void SSL_shutdown_BIO(long ssl, long source, long sink, SSLHandshakeCallbacks callbacks) */
static void SSL_shutdown_BIO(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Tls *tls = peer_is(t, args[0].j, PEER_SSL) ? tls_of(t, args[0].j) : NULL;
    if (!tls || SSL_in_init(tls->ssl) || !use_bios(t, tls, args[2].j, args[4].j))
        return;
    tls->callbacks = args[6].l;
    SSL_shutdown(tls->ssl);
    ERR_clear_error();
    tls->callbacks = NULL;
}

const NativeMethod natives_NativeCrypto_tls[] = {
    { "SSL_do_handshake", NULL, SSL_do_handshake_ },
    { "SSL_read", NULL, SSL_read_ },
    { "SSL_write", NULL, SSL_write_ },
    { "SSL_shutdown", NULL, SSL_shutdown_ },
    { "SSL_get_shutdown", NULL, SSL_get_shutdown_ },
    { "SSL_interrupt", NULL, native_nothing },
    { "SSL_renegotiate", NULL, unsupported },
    { "SSL_use_psk_identity_hint", NULL, unsupported },
    { "SSL_enable_tls_channel_id", NULL, unsupported },
    { "SSL_get_tls_channel_id", NULL, unsupported },
    { "SSL_set1_tls_channel_id", NULL, unsupported },
    { "SSL_do_handshake_bio", NULL, SSL_do_handshake_bio },
    { "SSL_read_BIO", NULL, SSL_read_BIO },
    { "SSL_write_BIO", NULL, SSL_write_BIO },
    { "SSL_shutdown_BIO", NULL, SSL_shutdown_BIO },
    { 0 },
};
