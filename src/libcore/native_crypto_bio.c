/*
 * com.android.org.conscrypt.NativeCrypto: BIOs over Java streams, and what is
 * read from or written to them as a bundle: PKCS#7 and certificate paths.
 *
 * A BIO's callbacks run Java code on the thread that made OpenSSL read. What that
 * code throws stays pending, OpenSSL sees a failed read, and the native that
 * called it lets the exception pass.
 */
#include "libcore/crypto_x509.h"

#include "vm/internal.h"

#include <openssl/pem.h>
#include <openssl/pkcs7.h>
#include <stdlib.h>
#include <string.h>

typedef struct JavaStream {
    Vm *vm;
    ObjectRef *stream;      /* a root */
    bool finite;            /* its end is the end; else more may come later */
    bool ended;
} JavaStream;

static Object *buffer(Thread *t, int size)
{
    return size > 0 && !t->exception ? vm_new_primitive_array(t, 'B', size) : NULL;
}

/* Calls int read(byte[]) or gets(byte[]); the bytes go to out. */
static int read_with(BIO *bio, const char *method, char *out, int size)
{
    JavaStream *java = BIO_get_data(bio);
    Thread *t = java->vm->current;
    Object *bytes = buffer(t, size);
    BIO_clear_retry_flags(bio);
    if (!bytes)
        return -1;
    ERR_set_mark();
    i32 count = vm_call_method(t, ref_object(*java->stream), method, "([B)I", bytes).i;
    ERR_pop_to_mark();
    if (t->exception)
        return -1;
    if (count <= 0) {
        java->ended = java->finite;
        if (java->finite)
            return 0;
        BIO_set_retry_read(bio);
        return -1;
    }
    count = MIN(count, size);
    memcpy(out, ARRAY_I8(bytes), (size_t)count);
    return count;
}

static int stream_read(BIO *bio, char *out, int size)
{
    return read_with(bio, "read", out, size);
}

static int stream_gets(BIO *bio, char *out, int size)
{
    int count = read_with(bio, "gets", out, size - 1);
    if (count >= 0)
        out[count] = 0;
    return count;
}

static int stream_write(BIO *bio, const char *bytes, int size)
{
    JavaStream *java = BIO_get_data(bio);
    Thread *t = java->vm->current;
    Object *array = buffer(t, size);
    BIO_clear_retry_flags(bio);
    if (!array)
        return -1;
    memcpy(ARRAY_I8(array), bytes, (size_t)size);
    ERR_set_mark();
    vm_call_method(t, ref_object(*java->stream), "write", "([BII)V", array, 0, size);
    ERR_pop_to_mark();
    return t->exception ? -1 : size;
}

static long stream_ctrl(BIO *bio, int command, long number, void *pointer)
{
    UNUSED(number);
    UNUSED(pointer);
    const JavaStream *java = BIO_get_data(bio);
    switch (command) {
    case BIO_CTRL_EOF:
        return java->ended;
    case BIO_CTRL_FLUSH:
        return 1;
    default:
        return 0;
    }
}

static int stream_destroy(BIO *bio)
{
    JavaStream *java = BIO_get_data(bio);
    if (java)
        vm_root_remove(java->vm, java->stream);
    free(java);
    BIO_set_data(bio, NULL);
    return 1;
}

/* The methods never change; made at the first use. */
static const BIO_METHOD *stream_method(void)
{
    static BIO_METHOD *method;
    if (!method) {
        method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "Java stream");
        BIO_meth_set_read(method, stream_read);
        BIO_meth_set_write(method, stream_write);
        BIO_meth_set_gets(method, stream_gets);
        BIO_meth_set_ctrl(method, stream_ctrl);
        BIO_meth_set_destroy(method, stream_destroy);
    }
    return method;
}

static void create_bio(Thread *t, const Slot *args, Slot *result, bool finite)
{
    if (!args[0].l) {
        vm_throw_null(t, "stream == null");
        return;
    }
    crypto_start(t);
    BIO *bio = BIO_new(stream_method());
    JavaStream *java = xcalloc(1, sizeof *java);
    java->vm = t->vm;
    java->stream = vm_root_add(t->vm, args[0].l);
    java->finite = finite;
    BIO_set_data(bio, java);
    BIO_set_init(bio, 1);
    result->j = peer_add(t, PEER_BIO, bio);
}

/* long create_BIO_InputStream(OpenSSLBIOInputStream stream, boolean finite) */
static void create_BIO_InputStream(Thread *t, const Slot *args, Slot *result)
{
    create_bio(t, args, result, args[1].i);
}

/* long create_BIO_OutputStream(OutputStream stream) */
static void create_BIO_OutputStream(Thread *t, const Slot *args, Slot *result)
{
    create_bio(t, args, result, false);
}

BIO *bio_of(Thread *t, i64 handle)
{
    return peer(t, handle, PEER_BIO);
}

static void BIO_read_(Thread *t, const Slot *args, Slot *result)
{
    i32 length;
    BIO *bio = bio_of(t, args[0].j);
    u8 *out = bio ? (u8 *)crypto_array(t, args[2].l, "output == null", &length) : NULL;
    if (!out)
        return;
    result->i = BIO_read(bio, out, length);
    if (result->i <= 0 && !t->exception)
        result->i = -1;
}

static void BIO_write_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    i32 length;
    BIO *bio = bio_of(t, args[0].j);
    const u8 *bytes = bio ? crypto_array(t, args[2].l, "input == null", &length) : NULL;
    if (bytes && crypto_range(t, args[2].l, args[3].i, args[4].i) && BIO_write(bio, bytes + args[3].i, args[4].i) != args[4].i)
        crypto_throw(t, "java/io/IOException", "BIO_write");
}

static void BIO_free_all_(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    BIO_free_all(peer_take(t, args[0].j, PEER_BIO));
}

void bio_pass_on(Thread *t, BIO *printed, i64 to)
{
    char *text;
    long size = BIO_get_mem_data(printed, &text);
    BIO *bio = bio_of(t, to);
    if (bio && size > 0)
        BIO_write(bio, text, (int)size);
    BIO_free(printed);
}

/* ---- PKCS#7: a signed message without content, for the certificates in it ----------------- */

enum { PKCS7_CERTS = 1, PKCS7_CRLS = 2 };

static Object *long_array(Thread *t, i32 count)
{
    return vm_new_primitive_array(t, 'J', count);
}

/* The certificates or lists as handles. */
static Object *pkcs7_items(Thread *t, PKCS7 *message, i32 which)
{
    STACK_OF(X509) *certificates = NULL;
    STACK_OF(X509_CRL) *lists = NULL;
    if (PKCS7_type_is_signed(message)) {
        certificates = message->d.sign->cert;
        lists = message->d.sign->crl;
    } else if (PKCS7_type_is_signedAndEnveloped(message)) {
        certificates = message->d.signed_and_enveloped->cert;
        lists = message->d.signed_and_enveloped->crl;
    } else {
        return vm_throw(t, RUNTIME, "PKCS7 message is neither signed nor enveloped");
    }
    i32 count = which == PKCS7_CERTS ? sk_X509_num(certificates) : sk_X509_CRL_num(lists);
    Object *handles = long_array(t, MAX(count, 0));
    for (i32 i = 0; handles && i < count; i++) {
        if (which == PKCS7_CERTS) {
            X509_up_ref(sk_X509_value(certificates, i));
            ARRAY_I64(handles)[i] = peer_add(t, PEER_X509, sk_X509_value(certificates, i));
        } else {
            X509_CRL_up_ref(sk_X509_CRL_value(lists, i));
            ARRAY_I64(handles)[i] = peer_add(t, PEER_CRL, sk_X509_CRL_value(lists, i));
        }
    }
    return handles;
}

static void read_pkcs7(Thread *t, const Slot *args, Slot *result, bool pem)
{
    BIO *bio = bio_of(t, args[0].j);
    if (!bio)
        return;
    PKCS7 *message = pem ? PEM_read_bio_PKCS7(bio, NULL, NULL, NULL) : d2i_PKCS7_bio(bio, NULL);
    if (message && !t->exception)
        result->l = pkcs7_items(t, message, args[2].i);
    else
        crypto_throw(t, RUNTIME, "reading PKCS7");
    PKCS7_free(message);
}

static void d2i_PKCS7_bio_(Thread *t, const Slot *args, Slot *result)
{
    read_pkcs7(t, args, result, false);
}

static void PEM_read_bio_PKCS7_(Thread *t, const Slot *args, Slot *result)
{
    read_pkcs7(t, args, result, true);
}

/* byte[] i2d_PKCS7(long[] certificates) */
static void i2d_PKCS7_(Thread *t, const Slot *args, Slot *result)
{
    const Object *handles = args[0].l;
    if (!handles) {
        vm_throw_null(t, "certs == null");
        return;
    }
    crypto_start(t);
    PKCS7 *message = PKCS7_new();
    bool ok = PKCS7_set_type(message, NID_pkcs7_signed) && PKCS7_content_new(message, NID_pkcs7_data) && PKCS7_set_detached(message, 1);
    for (i32 i = 0; ok && i < ARRAY_LENGTH(handles); i++) {
        X509 *certificate = peer(t, ARRAY_I64(handles)[i], PEER_X509);
        ok = certificate && PKCS7_add_certificate(message, certificate);
    }
    u8 *der = NULL;
    int size = ok ? i2d_PKCS7(message, &der) : 0;
    result->l = crypto_encoded(t, der, size, "i2d_PKCS7");
    PKCS7_free(message);
}

/* ---- certificate paths: SEQUENCE OF Certificate --------------------------------------------- */

/* byte[] ASN1_seq_pack_X509(long[] certificates) */
static void ASN1_seq_pack_X509(Thread *t, const Slot *args, Slot *result)
{
    const Object *handles = args[0].l;
    Buf body = { 0 };
    if (!handles)
        vm_throw_null(t, "certs == null");
    for (i32 i = 0; handles && i < ARRAY_LENGTH(handles) && !t->exception; i++) {
        const X509 *certificate = peer(t, ARRAY_I64(handles)[i], PEER_X509);
        u8 *der = NULL;
        int size = certificate ? i2d_X509(certificate, &der) : 0;
        if (size > 0)
            buf_add(&body, der, (size_t)size);
        OPENSSL_free(der);
    }
    u8 head[16], *end = head;
    ASN1_put_object(&end, 1, (int)body.size, V_ASN1_SEQUENCE, V_ASN1_UNIVERSAL);
    Object *bytes = t->exception ? NULL : vm_new_primitive_array(t, 'B', (i32)(body.size + (size_t)(end - head)));
    if (bytes) {
        memcpy(ARRAY_I8(bytes), head, (size_t)(end - head));
        if (body.size)
            memcpy(ARRAY_I8(bytes) + (end - head), body.data, body.size);
    }
    result->l = bytes;
    buf_free(&body);
}

/* long[] ASN1_seq_unpack_X509_bio(long bio) */
static void ASN1_seq_unpack_X509_bio(Thread *t, const Slot *args, Slot *result)
{
    BIO *bio = bio_of(t, args[0].j);
    char part[4096];
    Buf all = { 0 };
    int count;
    if (!bio)
        return;
    while ((count = BIO_read(bio, part, sizeof part)) > 0)
        buf_add(&all, part, (size_t)count);

    const u8 *at = (const u8 *)all.data;
    long size = 0;
    int tag, class;
    STACK_OF(X509) *certificates = sk_X509_new_null();
    bool ok = !t->exception && all.size && !(ASN1_get_object(&at, &size, &tag, &class, (long)all.size) & 0x80) && tag == V_ASN1_SEQUENCE;
    for (const u8 *end = at + size; ok && at < end;) {
        X509 *certificate = d2i_X509(NULL, &at, end - at);
        ok = certificate && sk_X509_push(certificates, certificate);
    }
    if (ok)
        result->l = long_array(t, sk_X509_num(certificates));
    else
        crypto_throw(t, RUNTIME, "ASN1_seq_unpack_X509_bio");
    for (i32 i = 0; i < sk_X509_num(certificates); i++) {
        if (result->l)
            ARRAY_I64(result->l)[i] = peer_add(t, PEER_X509, sk_X509_value(certificates, i));
        else
            X509_free(sk_X509_value(certificates, i));
    }
    sk_X509_free(certificates);
    buf_free(&all);
}

const NativeMethod natives_NativeCrypto_bio[] = {
    { "create_BIO_InputStream", NULL, create_BIO_InputStream },
    { "create_BIO_OutputStream", NULL, create_BIO_OutputStream },
    { "BIO_read", NULL, BIO_read_ },
    { "BIO_write", NULL, BIO_write_ },
    { "BIO_free_all", NULL, BIO_free_all_ },
    { "d2i_PKCS7_bio", NULL, d2i_PKCS7_bio_ },
    { "PEM_read_bio_PKCS7", NULL, PEM_read_bio_PKCS7_ },
    { "i2d_PKCS7", NULL, i2d_PKCS7_ },
    { "ASN1_seq_pack_X509", NULL, ASN1_seq_pack_X509 },
    { "ASN1_seq_unpack_X509_bio", NULL, ASN1_seq_unpack_X509_bio },
    { 0 },
};
