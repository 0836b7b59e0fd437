/*
 * OpenSSL's error queue as Java exceptions, by conscrypt's rules: the first
 * queued error decides; a few reasons have a class of their own, the rest get
 * the caller's.
 */
#include "libcore/crypto.h"

#include <openssl/asn1err.h>
#include <openssl/bnerr.h>
#include <openssl/ecerr.h>
#include <openssl/evperr.h>
#include <openssl/proverr.h>
#include <openssl/rsaerr.h>
#include <openssl/x509err.h>

#define BAD_PADDING "javax/crypto/BadPaddingException"
#define BLOCK_SIZE "javax/crypto/IllegalBlockSizeException"
#define INVALID_KEY "java/security/InvalidKeyException"
#define NO_ALGORITHM "java/security/NoSuchAlgorithmException"
#define SIGNATURE "java/security/SignatureException"

/*
 * text: the platform's library (BoringSSL) in its own words, where bug reports
 * quote it; NULL: OpenSSL's words.
 */
static const struct {
    int library, reason;
    const char *class_name, *text;
} meanings[] = {
    { ERR_LIB_PROV, PROV_R_BAD_DECRYPT, BAD_PADDING, "error:1e06b065:Cipher functions:EVP_DecryptFinal_ex:BAD_DECRYPT" },
    { ERR_LIB_EVP, EVP_R_BAD_DECRYPT, BAD_PADDING, "error:1e06b065:Cipher functions:EVP_DecryptFinal_ex:BAD_DECRYPT" },
    { ERR_LIB_PROV, PROV_R_WRONG_FINAL_BLOCK_LENGTH, BLOCK_SIZE,
      "error:1e06b07b:Cipher functions:EVP_DecryptFinal_ex:WRONG_FINAL_BLOCK_LENGTH" },
    { ERR_LIB_EVP, EVP_R_WRONG_FINAL_BLOCK_LENGTH, BLOCK_SIZE,
      "error:1e06b07b:Cipher functions:EVP_DecryptFinal_ex:WRONG_FINAL_BLOCK_LENGTH" },
    { ERR_LIB_EVP, EVP_R_DATA_NOT_MULTIPLE_OF_BLOCK_LENGTH, BLOCK_SIZE,
      "error:1e06d06a:Cipher functions:EVP_EncryptFinal_ex:DATA_NOT_MULTIPLE_OF_BLOCK_LENGTH" },
    { ERR_LIB_PROV, PROV_R_INVALID_KEY_LENGTH, INVALID_KEY, NULL },
    { ERR_LIB_PROV, PROV_R_KEY_SIZE_TOO_SMALL, INVALID_KEY, NULL },
    { ERR_LIB_PROV, PROV_R_MISSING_KEY, INVALID_KEY, NULL },
    { ERR_LIB_EVP, EVP_R_UNSUPPORTED_ALGORITHM, NO_ALGORITHM, NULL },
    { ERR_LIB_EVP, EVP_R_UNSUPPORTED_PRIVATE_KEY_ALGORITHM, NO_ALGORITHM, NULL },
    { ERR_LIB_EVP, EVP_R_INVALID_KEY_LENGTH, INVALID_KEY, NULL },
    { ERR_LIB_EVP, EVP_R_BAD_KEY_LENGTH, INVALID_KEY, NULL },
    { ERR_LIB_EVP, EVP_R_MISSING_PARAMETERS, INVALID_KEY, NULL },
    { ERR_LIB_EVP, EVP_R_DECODE_ERROR, INVALID_KEY, NULL },
    { ERR_LIB_RSA, RSA_R_BLOCK_TYPE_IS_NOT_01, BAD_PADDING, NULL },
    { ERR_LIB_RSA, RSA_R_BLOCK_TYPE_IS_NOT_02, BAD_PADDING, NULL },
    { ERR_LIB_RSA, RSA_R_PKCS_DECODING_ERROR, BAD_PADDING, NULL },
    { ERR_LIB_RSA, RSA_R_PADDING_CHECK_FAILED, BAD_PADDING, NULL },
    { ERR_LIB_RSA, RSA_R_INVALID_PADDING, BAD_PADDING, NULL },
    { ERR_LIB_RSA, RSA_R_BAD_PAD_BYTE_COUNT, BAD_PADDING, NULL },
    { ERR_LIB_RSA, RSA_R_DATA_GREATER_THAN_MOD_LEN, BAD_PADDING, NULL },
    { ERR_LIB_RSA, RSA_R_BAD_SIGNATURE, SIGNATURE, NULL },
    { ERR_LIB_RSA, RSA_R_INVALID_MESSAGE_LENGTH, SIGNATURE, NULL },
    { ERR_LIB_RSA, RSA_R_WRONG_SIGNATURE_LENGTH, SIGNATURE, NULL },
    { ERR_LIB_RSA, RSA_R_DATA_TOO_LARGE_FOR_MODULUS, SIGNATURE, NULL },
    { ERR_LIB_RSA, RSA_R_DATA_TOO_LARGE_FOR_KEY_SIZE, BLOCK_SIZE, NULL },
    { ERR_LIB_RSA, RSA_R_UNKNOWN_ALGORITHM_TYPE, NO_ALGORITHM, NULL },
    { ERR_LIB_RSA, RSA_R_MODULUS_TOO_LARGE, INVALID_KEY, NULL },
    { ERR_LIB_RSA, RSA_R_NO_PUBLIC_EXPONENT, INVALID_KEY, NULL },
    { ERR_LIB_RSA, RSA_R_VALUE_MISSING, INVALID_KEY, NULL },
    { ERR_LIB_RSA, RSA_R_KEY_SIZE_TOO_SMALL, INVALID_KEY, NULL },
    { ERR_LIB_ASN1, ASN1_R_UNSUPPORTED_PUBLIC_KEY_TYPE, INVALID_KEY, NULL },
    { ERR_LIB_ASN1, ASN1_R_UNKNOWN_PUBLIC_KEY_TYPE, INVALID_KEY, NULL },
    { ERR_LIB_ASN1, ASN1_R_WRONG_PUBLIC_KEY_TYPE, INVALID_KEY, NULL },
    { ERR_LIB_ASN1, ASN1_R_UNKNOWN_SIGNATURE_ALGORITHM, NO_ALGORITHM, NULL },
    { ERR_LIB_X509, X509_R_UNSUPPORTED_ALGORITHM, NO_ALGORITHM, NULL },
    { ERR_LIB_EC, EC_R_UNKNOWN_GROUP, NO_ALGORITHM, NULL },
    { ERR_LIB_EC, EC_R_INVALID_PRIVATE_KEY, INVALID_KEY, NULL },
};

void *crypto_throw(Thread *t, const char *fallback, const char *where)
{
    unsigned long code = ERR_peek_error();
    char text[256];
    const char *class_name = fallback, *message = text;
    /* A stream of the program's threw while OpenSSL read from it: that is the reason. */
    if (t->exception) {
        ERR_clear_error();
        return NULL;
    }
    if (code)
        ERR_error_string_n(code, text, sizeof text);
    else
        message = where;
    for (size_t i = 0; code && i < COUNT_OF(meanings); i++) {
        if (meanings[i].library == ERR_GET_LIB(code) && meanings[i].reason == ERR_GET_REASON(code)) {
            class_name = meanings[i].class_name;
            message = meanings[i].text ? meanings[i].text : text;
            break;
        }
    }
    if (ERR_GET_REASON(code) == ERR_R_MALLOC_FAILURE)
        class_name = "java/lang/OutOfMemoryError";
    ERR_clear_error();
    return vm_throw(t, class_name, "%s", message);
}

void *crypto_throw_arithmetic(Thread *t)
{
    unsigned long code = ERR_peek_error();
    char text[256];
    const char *message = text;
    ERR_error_string_n(code, text, sizeof text);
    ERR_clear_error();
    switch (ERR_GET_REASON(code)) {
    case ERR_R_MALLOC_FAILURE:
    case BN_R_BIGNUM_TOO_LONG:
        return vm_throw(t, "java/lang/OutOfMemoryError", "%s", message);
    case BN_R_DIV_BY_ZERO:
        message = "BigInteger divide by zero";
        break;
    case BN_R_NO_INVERSE:
        message = "BigInteger not invertible.";
        break;
    }
    return vm_throw(t, "java/lang/ArithmeticException", "%s", message);
}
