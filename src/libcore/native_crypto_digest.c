/*
 * com.android.org.conscrypt.NativeCrypto: message digests, HMAC, signatures,
 * random bytes, names of algorithms. A digest's handle is OpenSSL's number for
 * it (NID); a running digest is an EVP_MD_CTX.
 */
#include "libcore/crypto.h"

#include <openssl/objects.h>
#include <openssl/rsa.h>
#include <stdlib.h>

#define RUNTIME "java/lang/RuntimeException"
#define CONTEXT "Lcom/android/org/conscrypt/NativeRef$EVP_MD_CTX;"

/* ---- the class -------------------------------------------------------------------- */

/* static boolean clinit(): whether the library is BoringSSL. The platform's is, and its Java code is chosen by that. */
static void clinit(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = 1;
}

/* ---- random bytes ------------------------------------------------------------------- */

static void RAND_bytes_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i32 length;
    u8 *out = (u8 *)crypto_array(t, args[0].l, "output == null", &length);
    if (out)
        crypto_random(t->vm, out, (size_t)length);
}

/* int RAND_load_file(String name, long max): how many bytes were read; the seed is all there is */
static void RAND_load_file_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = (i32)args[1].j;
}

/* ---- digests --------------------------------------------------------------------------- */

static EVP_MD_CTX *digest_context(Thread *t, const Object *ref)
{
    return peer_of_ref(t, ref, PEER_DIGEST_CONTEXT);
}

/* One that a digest runs in: OpenSSL does not ask. */
static EVP_MD_CTX *running_digest(Thread *t, const Object *ref)
{
    EVP_MD_CTX *context = digest_context(t, ref);
    if (context && !EVP_MD_CTX_get0_md(context))
        return vm_throw(t, "java/lang/IllegalStateException", "digest not initialized");
    return context;
}

static void EVP_get_digestbyname_(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[0].l);
    if (!name) {
        vm_throw_null(t, "algorithm == null");
        return;
    }
    crypto_start(t);
    const EVP_MD *digest = EVP_get_digestbyname(name);
    if (digest)
        result->j = EVP_MD_get_type(digest);
    else
        vm_throw(t, RUNTIME, "Hash algorithm not found: %s", name);
    free(name);
}

static void EVP_MD_size_(Thread *t, const Slot *args, Slot *result)
{
    const EVP_MD *digest = crypto_digest(t, args[0].j);
    if (digest)
        result->i = EVP_MD_get_size(digest);
}

static void EVP_MD_block_size_(Thread *t, const Slot *args, Slot *result)
{
    const EVP_MD *digest = crypto_digest(t, args[0].j);
    if (digest)
        result->i = EVP_MD_get_block_size(digest);
}

static void EVP_MD_CTX_create_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->j = peer_add(t, PEER_DIGEST_CONTEXT, EVP_MD_CTX_new());
}

static void EVP_MD_CTX_destroy_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    EVP_MD_CTX_free(peer_take(t, args[0].j, PEER_DIGEST_CONTEXT));
}

static void EVP_MD_CTX_copy_(Thread *t, const Slot *args, Slot *result)
{
    EVP_MD_CTX *to = digest_context(t, args[0].l), *from = to ? digest_context(t, args[1].l) : NULL;
    if (!from)
        return;
    result->i = EVP_MD_CTX_copy_ex(to, from);
    if (!result->i)
        crypto_throw(t, RUNTIME, "EVP_MD_CTX_copy_ex");
}

/* int EVP_DigestInit(EVP_MD_CTX context, long digest); the same for EVP_SignInit, EVP_VerifyInit */
static void EVP_DigestInit_(Thread *t, const Slot *args, Slot *result)
{
    EVP_MD_CTX *context = digest_context(t, args[0].l);
    const EVP_MD *digest = context ? crypto_digest(t, args[1].j) : NULL;
    if (!digest)
        return;
    result->i = EVP_DigestInit_ex(context, digest, NULL);
    if (!result->i)
        crypto_throw(t, RUNTIME, "EVP_DigestInit_ex");
}

/* void EVP_DigestUpdate(EVP_MD_CTX context, byte[] buffer, int offset, int length); the same for EVP_SignUpdate, EVP_VerifyUpdate */
static void EVP_DigestUpdate_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i32 length;
    EVP_MD_CTX *context = running_digest(t, args[0].l);
    const u8 *bytes = context ? crypto_array(t, args[1].l, "buffer == null", &length) : NULL;
    if (bytes && crypto_range(t, args[1].l, args[2].i, args[3].i) && !EVP_DigestUpdate(context, bytes + args[2].i, (size_t)args[3].i))
        crypto_throw(t, RUNTIME, "EVP_DigestUpdate");
}

/* int EVP_DigestFinal(EVP_MD_CTX context, byte[] hash, int offset) */
static void EVP_DigestFinal_(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    unsigned written = 0;
    EVP_MD_CTX *context = running_digest(t, args[0].l);
    u8 *hash = context ? (u8 *)crypto_array(t, args[1].l, "hash == null", &length) : NULL;
    if (!hash || !crypto_range(t, args[1].l, args[2].i, EVP_MD_CTX_get_size(context)))
        return;
    if (EVP_DigestFinal_ex(context, hash + args[2].i, &written))
        result->i = (i32)written;
    else
        crypto_throw(t, RUNTIME, "EVP_DigestFinal_ex");
}

/*
 * The same three by a plain handle, for the digests of the Bouncy Castle that
 * comes with the port: it is older than this NativeCrypto. The last one frees.
 */
static void old_EVP_DigestInit(Thread *t, const Slot *args, Slot *result)
{
    const EVP_MD *digest = crypto_digest(t, args[0].j);
    if (!digest)
        return;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (EVP_DigestInit_ex(context, digest, NULL)) {
        result->j = peer_add(t, PEER_DIGEST_CONTEXT, context);
        return;
    }
    EVP_MD_CTX_free(context);
    crypto_throw(t, RUNTIME, "EVP_DigestInit_ex");
}

static void old_EVP_DigestUpdate(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i32 length;
    EVP_MD_CTX *context = peer(t, args[0].j, PEER_DIGEST_CONTEXT);
    const u8 *bytes = context ? crypto_array(t, args[2].l, "buffer == null", &length) : NULL;
    if (bytes && crypto_range(t, args[2].l, args[3].i, args[4].i) && !EVP_DigestUpdate(context, bytes + args[3].i, (size_t)args[4].i))
        crypto_throw(t, RUNTIME, "EVP_DigestUpdate");
}

static void old_EVP_DigestFinal(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    unsigned written = 0;
    EVP_MD_CTX *context = peer(t, args[0].j, PEER_DIGEST_CONTEXT);
    u8 *hash = context ? (u8 *)crypto_array(t, args[2].l, "hash == null", &length) : NULL;
    if (!hash || !crypto_range(t, args[2].l, args[3].i, EVP_MD_CTX_get_size(context)))
        return;
    peer_take(t, args[0].j, PEER_DIGEST_CONTEXT);
    if (EVP_DigestFinal_ex(context, hash + args[3].i, &written))
        result->i = (i32)written;
    else
        crypto_throw(t, RUNTIME, "EVP_DigestFinal_ex");
    EVP_MD_CTX_free(context);
}

/* ---- HMAC: a signature with a secret key ------------------------------------------------- */

/* long EVP_PKEY_new_mac_key(int type, byte[] key) */
static void EVP_PKEY_new_mac_key_(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    const u8 *bytes = crypto_array(t, args[1].l, "key == null", &length);
    if (!bytes)
        return;
    crypto_start(t);
    EVP_PKEY *key = EVP_PKEY_new_mac_key(args[0].i, NULL, bytes, length);
    if (key)
        result->j = peer_add(t, PEER_KEY, key);
    else
        crypto_throw(t, RUNTIME, "EVP_PKEY_new_mac_key");
}

/* void EVP_DigestSignInit(EVP_MD_CTX context, long digest, EVP_PKEY key) */
static void EVP_DigestSignInit_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    EVP_MD_CTX *context = digest_context(t, args[0].l);
    const EVP_MD *digest = context ? crypto_digest(t, args[1].j) : NULL;
    EVP_PKEY *key = digest ? peer_of_ref(t, args[3].l, PEER_KEY) : NULL;
    if (key && EVP_DigestSignInit(context, NULL, digest, NULL, key) <= 0)
        crypto_throw(t, RUNTIME, "EVP_DigestSignInit");
}

static void EVP_DigestSignUpdate_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i32 length;
    EVP_MD_CTX *context = running_digest(t, args[0].l);
    const u8 *bytes = context ? crypto_array(t, args[1].l, "buffer == null", &length) : NULL;
    if (bytes && EVP_DigestSignUpdate(context, bytes, (size_t)length) <= 0)
        crypto_throw(t, RUNTIME, "EVP_DigestSignUpdate");
}

static void EVP_DigestSignFinal_(Thread *t, const Slot *args, Slot *result)
{
    EVP_MD_CTX *context = running_digest(t, args[0].l);
    size_t size = 0;
    if (!context)
        return;
    if (EVP_DigestSignFinal(context, NULL, &size) <= 0) {
        crypto_throw(t, RUNTIME, "EVP_DigestSignFinal");
        return;
    }
    u8 *bytes = xmalloc(size);
    if (EVP_DigestSignFinal(context, bytes, &size) > 0)
        result->l = crypto_bytes(t, bytes, size);
    else
        crypto_throw(t, RUNTIME, "EVP_DigestSignFinal");
    free(bytes);
}

/* ---- signatures ------------------------------------------------------------------------- */

/* int EVP_SignFinal(EVP_MD_CTX context, byte[] signature, int offset, EVP_PKEY key) */
static void EVP_SignFinal_(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    unsigned size = 0;
    EVP_MD_CTX *context = running_digest(t, args[0].l);
    EVP_PKEY *key = context ? peer_of_ref(t, args[3].l, PEER_KEY) : NULL;
    u8 *out = key ? (u8 *)crypto_array(t, args[1].l, "signature == null", &length) : NULL;
    if (!out || !crypto_range(t, args[1].l, args[2].i, EVP_PKEY_get_size(key)))
        return;
    if (EVP_SignFinal(context, out + args[2].i, &size, key))
        result->i = (i32)size;
    else
        crypto_throw(t, "java/security/SignatureException", "EVP_SignFinal");
}

/* int EVP_VerifyFinal(EVP_MD_CTX context, byte[] signature, int offset, int length, EVP_PKEY key): 1 when it is right */
static void EVP_VerifyFinal_(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    EVP_MD_CTX *context = running_digest(t, args[0].l);
    EVP_PKEY *key = context ? peer_of_ref(t, args[4].l, PEER_KEY) : NULL;
    const u8 *signature = key ? crypto_array(t, args[1].l, "buffer == null", &length) : NULL;
    if (!signature || !crypto_range(t, args[1].l, args[2].i, args[3].i))
        return;
    result->i = EVP_VerifyFinal(context, signature + args[2].i, (unsigned)args[3].i, key) == 1;
    ERR_clear_error();
}

/* ---- names of objects ------------------------------------------------------------------------ */

static void OBJ_txt2nid_(Thread *t, const Slot *args, Slot *result)
{
    char *text = vm_string_to_utf8(args[0].l);
    crypto_start(t);
    if (text)
        result->i = OBJ_txt2nid(text);
    else
        vm_throw_null(t, "oid == null");
    free(text);
}

static void OBJ_txt2nid_longName(Thread *t, const Slot *args, Slot *result)
{
    Slot nid = { 0 };
    OBJ_txt2nid_(t, args, &nid);
    if (!t->exception && nid.i != NID_undef)
        result->l = vm_string_utf8(t, OBJ_nid2ln(nid.i));
}

static void OBJ_txt2nid_oid(Thread *t, const Slot *args, Slot *result)
{
    Slot nid = { 0 };
    char oid[128];
    OBJ_txt2nid_(t, args, &nid);
    if (!t->exception && nid.i != NID_undef && OBJ_obj2txt(oid, sizeof oid, OBJ_nid2obj(nid.i), 1) > 0)
        result->l = vm_string_utf8(t, oid);
}

static void ERR_peek_last_error_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    crypto_start(t);
    result->j = (i64)ERR_peek_last_error();
}

const NativeMethod natives_NativeCrypto_digest[] = {
    { "clinit", "()Z", clinit },
    { "ENGINE_load_dynamic", NULL, native_nothing },
    { "RAND_seed", NULL, native_nothing },
    { "RAND_load_file", NULL, RAND_load_file_ },
    { "RAND_bytes", NULL, RAND_bytes_ },
    { "EVP_get_digestbyname", NULL, EVP_get_digestbyname_ },
    { "EVP_MD_size", NULL, EVP_MD_size_ },
    { "EVP_MD_block_size", NULL, EVP_MD_block_size_ },
    { "EVP_MD_CTX_create", NULL, EVP_MD_CTX_create_ },
    { "EVP_MD_CTX_init", NULL, native_nothing },
    { "EVP_MD_CTX_destroy", NULL, EVP_MD_CTX_destroy_ },
    { "EVP_MD_CTX_copy", NULL, EVP_MD_CTX_copy_ },
    { "EVP_DigestInit", "(" CONTEXT "J)I", EVP_DigestInit_ },
    { "EVP_DigestUpdate", "(" CONTEXT "[BII)V", EVP_DigestUpdate_ },
    { "EVP_DigestFinal", "(" CONTEXT "[BI)I", EVP_DigestFinal_ },
    { "EVP_DigestInit", "(J)J", old_EVP_DigestInit, NATIVE_INJECT_STATIC },
    { "EVP_DigestUpdate", "(J[BII)V", old_EVP_DigestUpdate, NATIVE_INJECT_STATIC },
    { "EVP_DigestFinal", "(J[BI)I", old_EVP_DigestFinal, NATIVE_INJECT_STATIC },
    { "EVP_PKEY_new_mac_key", NULL, EVP_PKEY_new_mac_key_ },
    { "EVP_DigestSignInit", NULL, EVP_DigestSignInit_ },
    { "EVP_DigestSignUpdate", NULL, EVP_DigestSignUpdate_ },
    { "EVP_DigestSignFinal", NULL, EVP_DigestSignFinal_ },
    { "EVP_SignInit", NULL, EVP_DigestInit_ },
    { "EVP_SignUpdate", NULL, EVP_DigestUpdate_ },
    { "EVP_SignFinal", NULL, EVP_SignFinal_ },
    { "EVP_VerifyInit", NULL, EVP_DigestInit_ },
    { "EVP_VerifyUpdate", NULL, EVP_DigestUpdate_ },
    { "EVP_VerifyFinal", NULL, EVP_VerifyFinal_ },
    { "OBJ_txt2nid", NULL, OBJ_txt2nid_ },
    { "OBJ_txt2nid_longName", NULL, OBJ_txt2nid_longName },
    { "OBJ_txt2nid_oid", NULL, OBJ_txt2nid_oid },
    { "ERR_peek_last_error", NULL, ERR_peek_last_error_ },
    { 0 },
};

/* The library that it loads is this program. */
const NativeMethod natives_NativeCryptoJni[] = {
    { "init", "()V", native_nothing },
    { 0 },
};
