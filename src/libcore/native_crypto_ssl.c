/*
 * com.android.org.conscrypt.NativeCrypto: TLS.
 */
#include "libcore/crypto.h"

/*
 * The suites of the platform's library, strongest first. Java maps the names to
 * the standard ones and makes of them what getSupportedCipherSuites answers, so
 * the list is the platform's and not that of the OpenSSL at hand.
 */
static const char *const suites[] = {
    "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
    "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-SHA384", "ECDHE-RSA-AES256-SHA384", "ECDHE-ECDSA-AES128-SHA256", "ECDHE-RSA-AES128-SHA256",
    "ECDHE-ECDSA-AES256-SHA", "ECDHE-RSA-AES256-SHA", "ECDHE-ECDSA-AES128-SHA", "ECDHE-RSA-AES128-SHA",
    "ECDHE-ECDSA-RC4-SHA", "ECDHE-RSA-RC4-SHA",
    "DHE-RSA-AES256-GCM-SHA384", "DHE-RSA-AES128-GCM-SHA256", "DHE-RSA-AES256-SHA256", "DHE-RSA-AES128-SHA256",
    "DHE-RSA-AES256-SHA", "DHE-RSA-AES128-SHA",
    "AES256-GCM-SHA384", "AES128-GCM-SHA256", "AES256-SHA256", "AES128-SHA256", "AES256-SHA", "AES128-SHA",
    "RC4-SHA", "RC4-MD5", "DES-CBC3-SHA",
    "ECDHE-PSK-AES256-CBC-SHA", "ECDHE-PSK-AES128-CBC-SHA", "PSK-AES256-CBC-SHA", "PSK-AES128-CBC-SHA", "PSK-RC4-SHA",
};

static void get_cipher_names(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *names = vm_new_object_array(t, "java/lang/String", COUNT_OF(suites));
    for (size_t i = 0; names && i < COUNT_OF(suites); i++) {
        Object *name = vm_string_utf8(t, suites[i]);
        ARRAY_REF(names)[i] = object_ref(name);
    }
    result->l = names;
}

const NativeMethod natives_NativeCrypto_ssl[] = {
    { "get_cipher_names", NULL, get_cipher_names },
    { 0 },
};
