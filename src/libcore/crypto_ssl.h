/* What the natives for TLS share: a connection's peer. */
#ifndef LIBCORE_CRYPTO_SSL_H
#define LIBCORE_CRYPTO_SSL_H

#include "libcore/crypto.h"

#define ERR_STATE OPENSSL_ERR_STATE
#include <openssl/ssl.h>
#undef ERR_STATE

#define SSL_EXCEPTION "javax/net/ssl/SSLException"

typedef struct Tls {
    SSL *ssl;
    Vm *vm;
    i64 handle;
    Object *callbacks;          /* NativeCrypto.SSLHandshakeCallbacks while OpenSSL runs (an argument keeps it alive), else NULL */
    i64 mode;                   /* the platform's bits, as Java set them */
} Tls;

Tls *tls_of(Thread *t, i64 handle);
/* Puts the functions that call Java's SSLHandshakeCallbacks into a new context. */
void tls_set_callbacks(SSL_CTX *context);
/* Throws class with OpenSSL's first queued error behind the text. */
void tls_throw(Thread *t, const char *class_name, const char *text);

#endif
