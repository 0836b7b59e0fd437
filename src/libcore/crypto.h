/*
 * What the natives over OpenSSL share: the library's start, peers, errors, and
 * the way between Java arrays and OpenSSL's types.
 *
 * Nothing of OpenSSL runs before one of these natives is called. Its random
 * numbers are the machine's, so keys, nonces and salts follow from the seed.
 */
#ifndef LIBCORE_CRYPTO_H
#define LIBCORE_CRYPTO_H

#include "libcore/natives.h"

#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>

/* ---- peers: C objects that Java holds by a long -------------------------------- */

/*
 * A handle is a number that counts up, not an address: it is the same in every
 * run of a seed, and one that is stale or forged throws instead of crashing.
 */
typedef enum PeerKind {
    PEER_FREE,
    PEER_BIGNUM,
    PEER_DIGEST_CONTEXT,        /* EVP_MD_CTX */
    PEER_CIPHER_CONTEXT,        /* CipherContext */
    PEER_AEAD_CONTEXT,          /* AeadContext */
    PEER_KEY,                   /* EVP_PKEY */
    PEER_EC_GROUP,
    PEER_EC_POINT,
    PEER_BIO,
    PEER_X509,
    PEER_CRL,
    PEER_REVOKED,               /* X509_REVOKED */
    PEER_SSL_CTX,
    PEER_SSL,                   /* Tls */
    PEER_SSL_SESSION,
} PeerKind;

i64 peer_add(Thread *t, PeerKind kind, void *object);
/* The object; NULL with a NullPointerException when the handle is none of this kind. */
void *peer(Thread *t, i64 handle, PeerKind kind);
/* Gives the object back to the caller and forgets the handle; NULL (nothing thrown) when there is none. */
void *peer_take(Thread *t, i64 handle, PeerKind kind);
/*
 * A handle for a part of a peer (a certificate's date, a list's entry) that Java
 * hands straight back: the part's number above the peer's handle, so nothing is
 * kept and nothing leaks. part counts from 0.
 */
i64 peer_part(i64 handle, i32 part);
/* Which part, -1 when it is a whole peer; *whole is the peer's handle. */
i32 peer_split(i64 handle, i64 *whole);
/* Whether the handle is a peer of this kind. */
bool peer_is(Thread *t, i64 handle, PeerKind kind);
/* The peer of a com.android.org.conscrypt.NativeRef. */
void *peer_of_ref(Thread *t, const Object *native_ref, PeerKind kind);

/* ---- the library ------------------------------------------------------------------ */

/* Working memory for big-number functions; starts OpenSSL. */
BN_CTX *crypto_bn_ctx(Thread *t);
/* Starts OpenSSL; cheap when it was done. */
void crypto_start(Thread *t);
/* Loads OpenSSL's provider of old algorithms (RC4, single DES, MD4 …); false when the system has none. */
bool crypto_legacy(Thread *t);
/* Random bytes from the machine's seed. */
void crypto_random(Vm *vm, u8 *out, size_t count);

/* ---- errors ------------------------------------------------------------------------- */

/*
 * Throws what conscrypt throws for OpenSSL's first queued error, and empties the
 * queue. fallback is the class (internal form) for errors without a meaning of
 * their own. Always returns NULL.
 */
void *crypto_throw(Thread *t, const char *fallback, const char *where);
/* The same for java.math: ArithmeticException or OutOfMemoryError. */
void *crypto_throw_arithmetic(Thread *t);

/* ---- arrays and numbers ----------------------------------------------------------------- */

/* A byte[] with these bytes; NULL with an exception. */
Object *crypto_bytes(Thread *t, const void *bytes, size_t size);
/* A byte[] that an i2d_* function made with OPENSSL_malloc; frees it. size <= 0 throws. */
Object *crypto_encoded(Thread *t, u8 *der, int size, const char *where);
/* The bytes of an array and its length; throws NullPointerException naming it. */
const u8 *crypto_array(Thread *t, const Object *array, const char *name, i32 *length);
/* Throws ArrayIndexOutOfBoundsException when offset or count leave the array. */
bool crypto_range(Thread *t, const Object *array, i32 offset, i32 count);
/* Big-endian two's complement as BigInteger.toByteArray gives it. NULL with an exception; null array gives NULL, nothing thrown. */
BIGNUM *crypto_bignum(Thread *t, const Object *array);
Object *crypto_bignum_bytes(Thread *t, const BIGNUM *number);

/* ---- algorithms, whose handles are OpenSSL's numbers for them (NIDs) ---------------------- */

const EVP_MD *crypto_digest(Thread *t, i64 handle);
const EVP_CIPHER *crypto_cipher(Thread *t, i64 handle);

#endif
