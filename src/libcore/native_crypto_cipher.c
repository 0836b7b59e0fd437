/*
 * com.android.org.conscrypt.NativeCrypto: ciphers. A cipher's handle is OpenSSL's
 * number for it (NID).
 *
 * Java sizes its output by how much input the cipher still holds, which OpenSSL 3
 * does not tell any more. So a context counts what went in and what came out.
 * Of the bytes held back, a whole block in decryption with padding is "final":
 * it may be the padding, and stays until more input or the end comes.
 */
#include "libcore/crypto.h"

#include <openssl/objects.h>
#include <stdlib.h>
#include <string.h>

#define RUNTIME "java/lang/RuntimeException"

typedef struct CipherContext {
    EVP_CIPHER_CTX *evp;
    u64 in, out;            /* bytes since the last initialisation */
} CipherContext;

static CipherContext *cipher_context(Thread *t, const Object *ref)
{
    return peer_of_ref(t, ref, PEER_CIPHER_CONTEXT);
}

/* long EVP_get_cipherbyname(String name): 0 when there is none */
static void EVP_get_cipherbyname_(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[0].l);
    if (!name) {
        vm_throw_null(t, "algorithm == null");
        return;
    }
    crypto_start(t);
    const EVP_CIPHER *cipher = EVP_get_cipherbyname(name);
    bool old = !strncmp(name, "rc4", 3) || !strncmp(name, "des-cbc", 7) || !strncmp(name, "des-ecb", 7);
    if (cipher && (!old || crypto_legacy(t)))
        result->j = EVP_CIPHER_get_nid(cipher);
    free(name);
}

static void EVP_CIPHER_iv_length_(Thread *t, const Slot *args, Slot *result)
{
    const EVP_CIPHER *cipher = crypto_cipher(t, args[0].j);
    if (cipher)
        result->i = EVP_CIPHER_get_iv_length(cipher);
}

static void EVP_CIPHER_CTX_new_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    CipherContext *context = xcalloc(1, sizeof *context);
    context->evp = EVP_CIPHER_CTX_new();
    result->j = peer_add(t, PEER_CIPHER_CONTEXT, context);
}

static void EVP_CIPHER_CTX_free_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    CipherContext *context = peer_take(t, args[0].j, PEER_CIPHER_CONTEXT);
    if (context)
        EVP_CIPHER_CTX_free(context->evp);
    free(context);
}

/* A key or IV of the length that the context wants; NULL for null. False: thrown. */
static bool optional_bytes(Thread *t, const Object *array, i32 wanted, const char *what, const u8 **out)
{
    *out = array ? (const u8 *)ARRAY_I8(array) : NULL;
    if (!array || ARRAY_LENGTH(array) >= wanted)
        return true;
    vm_throw(t, "java/security/InvalidKeyException", "%s of %d bytes is too short: %d", what, ARRAY_LENGTH(array), wanted);
    return false;
}

/* void EVP_CipherInit_ex(EVP_CIPHER_CTX context, long cipher, byte[] key, byte[] iv, boolean encrypting); cipher 0: as before */
static void EVP_CipherInit_ex_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    CipherContext *context = cipher_context(t, args[0].l);
    if (!context)
        return;
    const EVP_CIPHER *cipher = args[1].j ? crypto_cipher(t, args[1].j) : NULL;
    if (t->exception)
        return;
    if (!cipher && !EVP_CIPHER_CTX_get0_cipher(context->evp)) {
        vm_throw(t, "java/lang/IllegalStateException", "no cipher set");
        return;
    }
    i32 key_length = cipher ? EVP_CIPHER_get_key_length(cipher) : EVP_CIPHER_CTX_get_key_length(context->evp);
    i32 iv_length = cipher ? EVP_CIPHER_get_iv_length(cipher) : EVP_CIPHER_CTX_get_iv_length(context->evp);
    const u8 *key, *iv;
    if (!optional_bytes(t, args[3].l, key_length, "key", &key) || !optional_bytes(t, args[4].l, iv_length, "IV", &iv))
        return;
    if (EVP_CipherInit_ex(context->evp, cipher, NULL, key, iv, args[5].i))
        context->in = context->out = 0;
    else
        crypto_throw(t, RUNTIME, "EVP_CipherInit_ex");
}

/* int EVP_CipherUpdate(EVP_CIPHER_CTX context, byte[] out, int outOffset, byte[] in, int inOffset, int inLength) */
static void EVP_CipherUpdate_(Thread *t, const Slot *args, Slot *result)
{
    i32 out_length, in_length;
    int written = 0;
    CipherContext *context = cipher_context(t, args[0].l);
    u8 *out = context ? (u8 *)crypto_array(t, args[1].l, "out == null", &out_length) : NULL;
    const u8 *in = out ? crypto_array(t, args[3].l, "in == null", &in_length) : NULL;
    if (!in || !crypto_range(t, args[3].l, args[4].i, args[5].i) || !crypto_range(t, args[1].l, args[2].i, 0))
        return;
    /* OpenSSL trusts its caller for the room, and wants input and output the same or apart. */
    i32 block = EVP_CIPHER_CTX_get_block_size(context->evp), count = args[5].i;
    u8 *room = xmalloc((size_t)count + (size_t)block * 2 + 1);
    if (!EVP_CipherUpdate(context->evp, room, &written, in + args[4].i, count)) {
        crypto_throw(t, RUNTIME, "EVP_CipherUpdate");
    } else if (crypto_range(t, args[1].l, args[2].i, written)) {
        memcpy(out + args[2].i, room, (size_t)written);
        context->in += (u64)count;
        context->out += (u64)written;
        result->i = written;
    }
    free(room);
}

/* int EVP_CipherFinal_ex(EVP_CIPHER_CTX context, byte[] out, int outOffset) */
static void EVP_CipherFinal_ex_(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    int written = 0;
    u8 room[EVP_MAX_BLOCK_LENGTH * 2];
    CipherContext *context = cipher_context(t, args[0].l);
    u8 *out = context ? (u8 *)crypto_array(t, args[1].l, "out == null", &length) : NULL;
    if (!out || !crypto_range(t, args[1].l, args[2].i, 0))
        return;
    if (!EVP_CipherFinal_ex(context->evp, room, &written)) {
        crypto_throw(t, RUNTIME, "EVP_CipherFinal_ex");
    } else if (crypto_range(t, args[1].l, args[2].i, written)) {
        memcpy(out + args[2].i, room, (size_t)written);
        result->i = written;
        context->in = context->out = 0;
    }
}

static void EVP_CIPHER_CTX_block_size_(Thread *t, const Slot *args, Slot *result)
{
    const CipherContext *context = cipher_context(t, args[0].l);
    if (context)
        result->i = EVP_CIPHER_CTX_get_block_size(context->evp);
}

/* A whole block is held back that may be the padding. */
static bool final_used(const CipherContext *context)
{
    u64 block = (u64)EVP_CIPHER_CTX_get_block_size(context->evp);
    return block > 1 && !EVP_CIPHER_CTX_is_encrypting(context->evp) && context->in > context->out && context->in % block == 0;
}

static void get_EVP_CIPHER_CTX_buf_len(Thread *t, const Slot *args, Slot *result)
{
    const CipherContext *context = cipher_context(t, args[0].l);
    if (context)
        result->i = (i32)(context->in - context->out) - (final_used(context) ? EVP_CIPHER_CTX_get_block_size(context->evp) : 0);
}

static void get_EVP_CIPHER_CTX_final_used(Thread *t, const Slot *args, Slot *result)
{
    const CipherContext *context = cipher_context(t, args[0].l);
    if (context)
        result->i = final_used(context);
}

static void EVP_CIPHER_CTX_set_padding_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const CipherContext *context = cipher_context(t, args[0].l);
    if (context)
        EVP_CIPHER_CTX_set_padding(context->evp, args[1].i);
}

static void EVP_CIPHER_CTX_set_key_length_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const CipherContext *context = cipher_context(t, args[0].l);
    if (context && !EVP_CIPHER_CTX_set_key_length(context->evp, args[1].i))
        crypto_throw(t, "java/security/InvalidKeyException", "EVP_CIPHER_CTX_set_key_length");
}

/* ---- AEAD: AES-GCM in one step ------------------------------------------------------------ */

enum { GCM_TAG = 16, GCM_NONCE = 12 };

typedef struct AeadContext {
    const EVP_CIPHER *cipher;
    i32 tag;                /* bytes */
    u8 key[EVP_MAX_KEY_LENGTH];
} AeadContext;

static void EVP_aead_aes_128_gcm_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->j = NID_aes_128_gcm;
}

static void EVP_aead_aes_256_gcm_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->j = NID_aes_256_gcm;
}

static void EVP_AEAD_tag_length(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = GCM_TAG;
}

static void EVP_AEAD_nonce_length_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->i = GCM_NONCE;
}

/* long EVP_AEAD_CTX_init(long aead, byte[] key, int tagLength) */
static void EVP_AEAD_CTX_init_(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    const EVP_CIPHER *cipher = crypto_cipher(t, args[0].j);
    const u8 *key = cipher ? crypto_array(t, args[2].l, "key == null", &length) : NULL;
    if (!key)
        return;
    if (length != EVP_CIPHER_get_key_length(cipher) || args[3].i < 0 || args[3].i > GCM_TAG) {
        vm_throw(t, "java/security/InvalidKeyException", "key of %d bytes, tag of %d bytes", length, args[3].i);
        return;
    }
    AeadContext *context = xcalloc(1, sizeof *context);
    context->cipher = cipher;
    context->tag = args[3].i ? args[3].i : GCM_TAG;
    memcpy(context->key, key, (size_t)length);
    result->j = peer_add(t, PEER_AEAD_CONTEXT, context);
}

static void EVP_AEAD_CTX_cleanup_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    free(peer_take(t, args[0].j, PEER_AEAD_CONTEXT));
}

/* The message with its tag behind it, in `out`; or the message out of one. NULL with the error queued. */
static bool run_gcm(const AeadContext *context, bool seal, const u8 *nonce, i32 nonce_length, const u8 *aad, i32 aad_length,
                    const u8 *in, i32 in_length, u8 *out, i32 *out_length)
{
    EVP_CIPHER_CTX *evp = EVP_CIPHER_CTX_new();
    i32 text = seal ? in_length : in_length - context->tag;
    int n = 0, end = 0;
    bool ok = EVP_CipherInit_ex(evp, context->cipher, NULL, NULL, NULL, seal)
        && EVP_CIPHER_CTX_ctrl(evp, EVP_CTRL_AEAD_SET_IVLEN, nonce_length, NULL)
        && EVP_CipherInit_ex(evp, NULL, NULL, context->key, nonce, seal)
        && (!aad_length || EVP_CipherUpdate(evp, NULL, &n, aad, aad_length))
        && (seal || EVP_CIPHER_CTX_ctrl(evp, EVP_CTRL_AEAD_SET_TAG, context->tag, (void *)(in + text)))
        && EVP_CipherUpdate(evp, out, &n, in, text)
        && EVP_CipherFinal_ex(evp, out + n, &end)
        && (!seal || EVP_CIPHER_CTX_ctrl(evp, EVP_CTRL_AEAD_GET_TAG, context->tag, out + text));
    *out_length = seal ? text + context->tag : text;
    EVP_CIPHER_CTX_free(evp);
    return ok;
}

/* int EVP_AEAD_CTX_seal / _open(EVP_AEAD_CTX context, byte[] out, int outOffset, byte[] nonce, byte[] in, int inOffset, int inLength, byte[] aad) */
static void aead(Thread *t, const Slot *args, Slot *result, bool seal)
{
    i32 out_room, in_room, nonce_length, out_length = 0;
    const AeadContext *context = peer_of_ref(t, args[0].l, PEER_AEAD_CONTEXT);
    u8 *out = context ? (u8 *)crypto_array(t, args[1].l, "out == null", &out_room) : NULL;
    const u8 *nonce = out ? crypto_array(t, args[3].l, "nonce == null", &nonce_length) : NULL;
    const u8 *in = nonce ? crypto_array(t, args[4].l, "in == null", &in_room) : NULL;
    if (!in || !crypto_range(t, args[4].l, args[5].i, args[6].i) || !crypto_range(t, args[1].l, args[2].i, 0))
        return;
    const Object *aad = args[7].l;
    i32 in_length = args[6].i;
    static const char failed[] = "error:1e000065:Cipher functions:OPENSSL_internal:BAD_DECRYPT";
    if (!seal && in_length < context->tag) {
        vm_throw(t, "javax/crypto/AEADBadTagException", "%s", failed);
        return;
    }
    u8 *room = xmalloc((size_t)in_length + GCM_TAG);
    bool ok = run_gcm(context, seal, nonce, nonce_length, aad ? (const u8 *)ARRAY_I8(aad) : NULL, aad ? ARRAY_LENGTH(aad) : 0,
                      in + args[5].i, in_length, room, &out_length);
    if (!ok) {
        ERR_clear_error();
        vm_throw(t, seal ? RUNTIME : "javax/crypto/AEADBadTagException", "%s", failed);
    } else if (crypto_range(t, args[1].l, args[2].i, out_length)) {
        memcpy(out + args[2].i, room, (size_t)out_length);
        result->i = out_length;
    }
    free(room);
}

static void EVP_AEAD_CTX_seal_(Thread *t, const Slot *args, Slot *result)
{
    aead(t, args, result, true);
}

static void EVP_AEAD_CTX_open_(Thread *t, const Slot *args, Slot *result)
{
    aead(t, args, result, false);
}

const NativeMethod natives_NativeCrypto_cipher[] = {
    { "EVP_get_cipherbyname", NULL, EVP_get_cipherbyname_ },
    { "EVP_CIPHER_iv_length", NULL, EVP_CIPHER_iv_length_ },
    { "EVP_CIPHER_CTX_new", NULL, EVP_CIPHER_CTX_new_ },
    { "EVP_CIPHER_CTX_free", NULL, EVP_CIPHER_CTX_free_ },
    { "EVP_CipherInit_ex", NULL, EVP_CipherInit_ex_ },
    { "EVP_CipherUpdate", NULL, EVP_CipherUpdate_ },
    { "EVP_CipherFinal_ex", NULL, EVP_CipherFinal_ex_ },
    { "EVP_CIPHER_CTX_block_size", NULL, EVP_CIPHER_CTX_block_size_ },
    { "get_EVP_CIPHER_CTX_buf_len", NULL, get_EVP_CIPHER_CTX_buf_len },
    { "get_EVP_CIPHER_CTX_final_used", NULL, get_EVP_CIPHER_CTX_final_used },
    { "EVP_CIPHER_CTX_set_padding", NULL, EVP_CIPHER_CTX_set_padding_ },
    { "EVP_CIPHER_CTX_set_key_length", NULL, EVP_CIPHER_CTX_set_key_length_ },
    { "EVP_aead_aes_128_gcm", NULL, EVP_aead_aes_128_gcm_ },
    { "EVP_aead_aes_256_gcm", NULL, EVP_aead_aes_256_gcm_ },
    { "EVP_AEAD_CTX_init", NULL, EVP_AEAD_CTX_init_ },
    { "EVP_AEAD_CTX_cleanup", NULL, EVP_AEAD_CTX_cleanup_ },
    { "EVP_AEAD_max_overhead", NULL, EVP_AEAD_tag_length },
    { "EVP_AEAD_max_tag_len", NULL, EVP_AEAD_tag_length },
    { "EVP_AEAD_nonce_length", NULL, EVP_AEAD_nonce_length_ },
    { "EVP_AEAD_CTX_seal", NULL, EVP_AEAD_CTX_seal_ },
    { "EVP_AEAD_CTX_open", NULL, EVP_AEAD_CTX_open_ },
    { 0 },
};
