/*
 * The ground of the natives over OpenSSL: its start, its random numbers, the
 * table of peers, arrays.
 *
 * OpenSSL reads no configuration of the host and takes no entropy from it: its
 * random method is the machine's generator. RAND_METHOD is the old interface,
 * but the only one that OpenSSL 3 asks before its own generators for every
 * random byte, those of its providers included.
 */
#include "libcore/crypto.h"

#include <openssl/crypto.h>
#include <openssl/objects.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

typedef struct Peer {
    void *object;               /* of a free one: index + 1 of the next free one */
    PeerKind kind;
} Peer;

typedef struct Crypto {
    Peer *peers;
    u32 count, room, first_free;    /* first_free: index + 1 */
    BN_CTX *bn_ctx;
    int legacy;                     /* 0 not tried, 1 loaded, -1 missing */
    struct {
        int nid;
        void *algorithm;
    } digests[16], ciphers[32];     /* those in use, fetched from their provider once: OpenSSL would do it at every start */
} Crypto;

/* RAND_METHOD has no room for a context. There is one machine in a process. */
static Vm *random_source;

void crypto_random(Vm *vm, u8 *out, size_t count)
{
    while (count) {
        u64 word = vm_random(vm);
        size_t n = MIN(count, sizeof word);
        memcpy(out, &word, n);
        out += n;
        count -= n;
    }
}

static int random_bytes(unsigned char *out, int count)
{
    crypto_random(random_source, out, count > 0 ? (size_t)count : 0);
    return 1;
}

static int random_seed(const void *bytes, int count)
{
    UNUSED(bytes);
    UNUSED(count);
    return 1;
}

static int random_add(const void *bytes, int count, double entropy)
{
    UNUSED(bytes);
    UNUSED(count);
    UNUSED(entropy);
    return 1;
}

static int random_status(void)
{
    return 1;
}

static Crypto *crypto_open(Vm *vm)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    static const RAND_METHOD method = { random_seed, random_bytes, NULL, random_add, random_bytes, random_status };
    random_source = vm;
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT, NULL);
    RAND_set_rand_method(&method);
#pragma GCC diagnostic pop
    Crypto *crypto = xcalloc(1, sizeof *crypto);
    crypto->bn_ctx = BN_CTX_new();
    *vm_extension(vm, EXT_CRYPTO) = crypto;
    return crypto;
}

static Crypto *crypto_of(Thread *t)
{
    Crypto *crypto = *vm_extension(t->vm, EXT_CRYPTO);
    return LIKELY(crypto) ? crypto : crypto_open(t->vm);
}

void crypto_start(Thread *t)
{
    crypto_of(t);
}

BN_CTX *crypto_bn_ctx(Thread *t)
{
    return crypto_of(t)->bn_ctx;
}

bool crypto_legacy(Thread *t)
{
    Crypto *crypto = crypto_of(t);
    if (!crypto->legacy) {
        /* Asking for a second provider by name turns off the implicit first one. */
        bool loaded = OSSL_PROVIDER_load(NULL, "default") && OSSL_PROVIDER_load(NULL, "legacy");
        crypto->legacy = loaded ? 1 : -1;
        if (!loaded)
            vm_note_gap(t, "OpenSSL has no legacy provider: RC4, DES, MD4 are missing");
    }
    return crypto->legacy > 0;
}

/* ---- peers ------------------------------------------------------------------------- */

i64 peer_add(Thread *t, PeerKind kind, void *object)
{
    Crypto *crypto = crypto_of(t);
    u32 at;
    if (crypto->first_free) {
        at = crypto->first_free - 1;
        crypto->first_free = (u32)(uintptr_t)crypto->peers[at].object;
    } else {
        if (crypto->count == crypto->room) {
            crypto->room = crypto->room ? crypto->room * 2 : 256;
            crypto->peers = xrealloc(crypto->peers, crypto->room * sizeof *crypto->peers);
        }
        at = crypto->count++;
    }
    crypto->peers[at] = (Peer){ object, kind };
    return (i64)at + 1;
}

static Peer *find_peer(Thread *t, i64 handle, PeerKind kind)
{
    Crypto *crypto = crypto_of(t);
    if (UNLIKELY(handle <= 0 || handle > (i64)crypto->count || crypto->peers[handle - 1].kind != kind))
        return NULL;
    return &crypto->peers[handle - 1];
}

void *peer(Thread *t, i64 handle, PeerKind kind)
{
    Peer *p = find_peer(t, handle, kind);
    return LIKELY(p) ? p->object : vm_throw_null(t, "null handle");
}

bool peer_is(Thread *t, i64 handle, PeerKind kind)
{
    return find_peer(t, handle, kind) != NULL;
}

i64 peer_part(i64 handle, i32 part)
{
    return (i64)(part + 1) << 32 | handle;
}

i32 peer_split(i64 handle, i64 *whole)
{
    *whole = handle & UINT32_MAX;
    return (i32)(handle >> 32) - 1;
}

void *peer_take(Thread *t, i64 handle, PeerKind kind)
{
    Peer *p = find_peer(t, handle, kind);
    if (!p)
        return NULL;
    Crypto *crypto = crypto_of(t);
    void *object = p->object;
    *p = (Peer){ (void *)(uintptr_t)crypto->first_free, PEER_FREE };
    crypto->first_free = (u32)handle;
    return object;
}

void *peer_of_ref(Thread *t, const Object *native_ref, PeerKind kind)
{
    static FieldRef context = FIELD("com/android/org/conscrypt/NativeRef", "context", "J");
    return native_ref ? peer(t, GET_LONG(t, native_ref, &context), kind) : vm_throw_null(t, "ref == null");
}

/* ---- arrays and numbers ---------------------------------------------------------------- */

Object *crypto_bytes(Thread *t, const void *bytes, size_t size)
{
    Object *array = vm_new_primitive_array(t, 'B', (i32)size);
    if (array && size)
        memcpy(ARRAY_I8(array), bytes, size);
    return array;
}

Object *crypto_encoded(Thread *t, u8 *der, int size, const char *where)
{
    Object *array = size > 0 && der ? crypto_bytes(t, der, (size_t)size) : crypto_throw(t, "java/lang/RuntimeException", where);
    OPENSSL_free(der);
    return array;
}

const u8 *crypto_array(Thread *t, const Object *array, const char *name, i32 *length)
{
    *length = 0;
    if (!array)
        return vm_throw_null(t, name);
    *length = ARRAY_LENGTH(array);
    return (const u8 *)ARRAY_I8(array);
}

bool crypto_range(Thread *t, const Object *array, i32 offset, i32 count)
{
    i32 length = ARRAY_LENGTH(array);
    if (offset >= 0 && count >= 0 && offset <= length && count <= length - offset)
        return true;
    vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "length=%d; regionStart=%d; regionLength=%d", length, offset, count);
    return false;
}

BIGNUM *crypto_bignum(Thread *t, const Object *array)
{
    if (!array)
        return NULL;
    crypto_start(t);
    i32 length = ARRAY_LENGTH(array);
    const u8 *bytes = (const u8 *)ARRAY_I8(array);
    BIGNUM *number = BN_bin2bn(bytes, length, NULL);
    if (number && length && bytes[0] & 0x80) {
        /* Negative: what was read is 2^(8 length) too much. */
        BIGNUM *wrap = BN_new();
        BN_set_bit(wrap, length * 8);
        BN_sub(number, number, wrap);
        BN_free(wrap);
    }
    return number ? number : crypto_throw(t, "java/lang/OutOfMemoryError", "BN_bin2bn");
}

Object *crypto_bignum_bytes(Thread *t, const BIGNUM *number)
{
    if (!number)
        return vm_throw_null(t, "bignum == null");
    /* One bit more for the sign. */
    i32 size = BN_num_bits(number) / 8 + 1;
    Object *array = vm_new_primitive_array(t, 'B', size);
    if (!array)
        return NULL;
    u8 *out = (u8 *)ARRAY_I8(array);
    BN_bn2binpad(number, out, size);
    if (BN_is_negative(number)) {
        int carry = 1;
        for (i32 i = size - 1; i >= 0; i--) {
            int sum = (u8)~out[i] + carry;
            out[i] = (u8)sum;
            carry = sum >> 8;
        }
    }
    return array;
}

/* ---- algorithms --------------------------------------------------------------------------- */

const EVP_MD *crypto_digest(Thread *t, i64 handle)
{
    Crypto *crypto = crypto_of(t);
    for (size_t i = 0; i < COUNT_OF(crypto->digests); i++) {
        if (crypto->digests[i].nid == handle && handle)
            return crypto->digests[i].algorithm;
        if (crypto->digests[i].nid)
            continue;
        EVP_MD *digest = handle > 0 && handle < INT32_MAX && OBJ_nid2sn((int)handle) ? EVP_MD_fetch(NULL, OBJ_nid2sn((int)handle), NULL) : NULL;
        if (!digest)
            break;
        crypto->digests[i].nid = (int)handle;
        return crypto->digests[i].algorithm = digest;
    }
    ERR_clear_error();
    return vm_throw_null(t, "evp_md == 0");
}

const EVP_CIPHER *crypto_cipher(Thread *t, i64 handle)
{
    Crypto *crypto = crypto_of(t);
    for (size_t i = 0; i < COUNT_OF(crypto->ciphers); i++) {
        if (crypto->ciphers[i].nid == handle && handle)
            return crypto->ciphers[i].algorithm;
        if (crypto->ciphers[i].nid)
            continue;
        EVP_CIPHER *cipher = handle > 0 && handle < INT32_MAX && OBJ_nid2sn((int)handle) ? EVP_CIPHER_fetch(NULL, OBJ_nid2sn((int)handle), NULL) : NULL;
        if (!cipher)
            break;
        crypto->ciphers[i].nid = (int)handle;
        return crypto->ciphers[i].algorithm = cipher;
    }
    ERR_clear_error();
    return vm_throw_null(t, "evp_cipher == 0");
}
