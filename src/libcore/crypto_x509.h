/* What the natives for certificates, revocation lists and bundles of them share. */
#ifndef LIBCORE_CRYPTO_X509_H
#define LIBCORE_CRYPTO_X509_H

#include "libcore/crypto.h"

#include <openssl/bio.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#define RUNTIME "java/lang/RuntimeException"

/* "1.2.840.113549.1.1.11" */
Object *x509_oid(Thread *t, const ASN1_OBJECT *object);
/* The name's DER as a byte[]. */
Object *x509_name(Thread *t, const X509_NAME *name);
/* The parameters of an algorithm as DER, null when it has none. */
Object *x509_parameters(Thread *t, const X509_ALGOR *algorithm);
Object *x509_bit_string(Thread *t, const ASN1_BIT_STRING *bits);
/* A bit string as a boolean[], null for NULL. */
Object *x509_booleans(Thread *t, const ASN1_BIT_STRING *bits);
Object *x509_serial(Thread *t, const ASN1_INTEGER *number);
/* The OIDs of the extensions that are critical, or of those that are not, as a String[]. */
Object *x509_extension_oids(Thread *t, const STACK_OF(X509_EXTENSION) *extensions, bool critical);
/* The value of the extension with the OID in the Java string; null when there is none. */
Object *x509_extension_value(Thread *t, const STACK_OF(X509_EXTENSION) *extensions, const Object *oid);
/* Its index, -1 when there is none. */
int x509_extension_index(const STACK_OF(X509_EXTENSION) *extensions, const Object *oid);

/* Bytes printed into a memory BIO go to the BIO behind the handle; frees printed. */
void bio_pass_on(Thread *t, BIO *printed, i64 to);
BIO *bio_of(Thread *t, i64 handle);

#endif
