/*
 * All native classes of the core library. To add a method: write it in the file
 * of its class, put its row into that file's table; a new class gets a row here.
 */
#include "libcore/icu.h"

/*    class                                 table */
#define LIBCORE_CLASSES(X)                                                          \
    X("java/lang/Object",                   java_lang_Object)                       \
    X("java/lang/Class",                    java_lang_Class)                        \
    X("java/lang/ClassCache",               java_lang_ClassCache)                   \
    X("java/lang/ClassLoader",              java_lang_ClassLoader)                  \
    X("java/lang/VMClassLoader",            java_lang_VMClassLoader)                \
    X("java/lang/Character",                java_lang_Character)                    \
    X("java/lang/Double",                   java_lang_Double)                       \
    X("java/lang/Float",                    java_lang_Float)                        \
    X("java/lang/Integer",                  java_lang_Integer)                      \
    X("java/lang/Long",                     java_lang_Long)                         \
    X("java/lang/Math",                     java_lang_Math)                         \
    X("java/lang/StrictMath",               java_lang_Math)                         \
    X("java/lang/RealToString",             java_lang_RealToString)                 \
    X("java/lang/StringToReal",             java_lang_StringToReal)                 \
    X("java/lang/Runtime",                  java_lang_Runtime)                      \
    X("java/lang/String",                   java_lang_String)                       \
    X("java/lang/System",                   java_lang_System)                       \
    X("java/lang/Thread",                   java_lang_Thread)                       \
    X("java/lang/ThreadGroup",              java_lang_ThreadGroup)                  \
    X("java/lang/Throwable",                java_lang_Throwable)                    \
    X("java/lang/ref/Reference",            java_lang_ref_Reference)                \
    X("java/lang/reflect/AccessibleObject", java_lang_reflect_AccessibleObject)     \
    X("java/lang/reflect/Array",            java_lang_reflect_Array)                \
    X("java/lang/reflect/Constructor",      java_lang_reflect_Constructor)          \
    X("java/lang/reflect/Field",            java_lang_reflect_Field)                \
    X("java/lang/reflect/Proxy",            java_lang_reflect_Proxy)                \
    X("java/lang/reflect/Method",           java_lang_reflect_Method)               \
    X("java/lang/BootClassLoader",          boot_resources)                         \
    X("java/lang/ClassLoader",              system_resources)                       \
    X("java/math/BigInteger",               java_math_BigInteger)                   \
    X("java/math/NativeBN",                 java_math_NativeBN)                     \
    X("com/android/org/conscrypt/NativeCryptoJni", NativeCryptoJni)                 \
    X("com/android/org/conscrypt/NativeCrypto", NativeCrypto_digest)                \
    X("com/android/org/conscrypt/NativeCrypto", NativeCrypto_cipher)                \
    X("com/android/org/conscrypt/NativeCrypto", NativeCrypto_pkey)                  \
    X("com/android/org/conscrypt/NativeCrypto", NativeCrypto_ec)                    \
    X("com/android/org/conscrypt/NativeCrypto", NativeCrypto_bio)                   \
    X("com/android/org/conscrypt/NativeCrypto", NativeCrypto_x509)                  \
    X("com/android/org/conscrypt/NativeCrypto", NativeCrypto_crl)                   \
    X("com/android/org/conscrypt/NativeCrypto", NativeCrypto_ssl)                   \
    X("com/android/org/conscrypt/NativeCrypto", NativeCrypto_tls)                   \
    X("dalvik/system/DexFile",              dalvik_system_DexFile)                  \
    X("dalvik/system/VMRuntime",            dalvik_system_VMRuntime)                \
    X("dalvik/system/VMStack",              dalvik_system_VMStack)                  \
    X("java/nio/charset/Charsets",          java_nio_charset_Charsets)              \
    X("libcore/util/CharsetUtils",          java_nio_charset_Charsets)              \
    X("libcore/icu/ICU",                    libcore_icu_ICU)                        \
    X("libcore/icu/ICU",                    libcore_icu_LocaleData)                 \
    X("libcore/icu/NativeConverter",        libcore_icu_NativeConverter)            \
    X("libcore/icu/NativeDecimalFormat",    libcore_icu_NativeDecimalFormat)        \
    X("libcore/icu/AlphabeticIndex",        libcore_icu_AlphabeticIndex)            \
    X("libcore/icu/AlphabeticIndex$ImmutableIndex", libcore_icu_AlphabeticIndex)    \
    X("java/text/Bidi",                     java_text_Bidi)                         \
    X("libcore/icu/NativeCollation",        libcore_icu_NativeCollation)            \
    X("libcore/icu/NativeNormalizer",       libcore_icu_NativeNormalizer)           \
    X("libcore/icu/NativeIDN",              libcore_icu_NativeIDN)                  \
    X("libcore/icu/NativePluralRules",      libcore_icu_NativePluralRules)          \
    X("libcore/icu/Transliterator",         libcore_icu_Transliterator)             \
    X("java/util/TimeZone",                 java_util_TimeZone)                     \
    X("libcore/util/ZoneInfoDB$TzData",     libcore_util_ZoneInfoDB)                \
    X("libcore/util/ZoneInfoDB$TzData$1",   libcore_util_ZoneInfoDB_cache)          \
    X("libcore/icu/TimeZoneNames",          libcore_icu_TimeZoneNames)              \
    X("java/util/regex/Pattern",            java_util_regex_Pattern)                \
    X("java/util/regex/Matcher",            java_util_regex_Matcher)                \
    X("android/system/OsConstants",         android_system_OsConstants)             \
    X("java/io/File",                       java_io_File)                           \
    X("java/io/FileDescriptor",             java_io_FileDescriptor)                 \
    X("java/io/ObjectStreamClass",          java_io_ObjectStreamClass)              \
    X("java/io/ObjectStreamClass",          java_io_ObjectStreamClass_signatures)   \
    X("java/lang/ProcessManager",           java_lang_ProcessManager)               \
    X("java/security/SecureClassLoader",    java_security_SecureClassLoader)        \
    X("java/util/jar/StrictJarFile",        java_util_jar_StrictJarFile)            \
    X("java/util/zip/Adler32",              java_util_zip_Adler32)                  \
    X("java/util/zip/CRC32",                java_util_zip_CRC32)                    \
    X("java/util/zip/Deflater",             java_util_zip_Deflater)                 \
    X("java/util/zip/Inflater",             java_util_zip_Inflater)                 \
    X("java/nio/ByteOrder",                 java_nio_ByteOrder)                     \
    X("libcore/io/AsynchronousCloseMonitor", libcore_io_AsynchronousCloseMonitor)   \
    X("libcore/reflect/AnnotationAccess",   libcore_reflect_AnnotationAccess)       \
    X("libcore/io/Memory",                  libcore_io_Memory)                      \
    X("java/nio/charset/Charsets",          java_nio_charset_Charsets)              \
    X("libcore/util/CharsetUtils",          java_nio_charset_Charsets)              \
    X("libcore/icu/ICU",                    libcore_icu_ICU)                        \
    X("libcore/icu/ICU",                    libcore_icu_LocaleData)                 \
    X("libcore/icu/NativeConverter",        libcore_icu_NativeConverter)            \
    X("libcore/io/Posix",                   libcore_io_Posix)                       \
    X("org/apache/harmony/xml/ExpatParser", org_apache_harmony_xml_ExpatParser)     \
    X("org/apache/harmony/xml/ExpatAttributes", org_apache_harmony_xml_ExpatAttributes) \
    X("libcore/io/Posix",                   libcore_io_Posix_memory)                \
    X("libcore/io/Posix",                   libcore_io_Posix_names)                 \
    X("libcore/io/Posix",                   libcore_io_Posix_process)               \
    X("libcore/io/Posix",                   libcore_io_Posix_sockets)               \
    X("org/robovm/rt/VM",                   org_robovm_rt_VM)                       \
    X("sun/misc/Unsafe",                    sun_misc_Unsafe)                        \
    X("sun/misc/Unsafe",                    sun_misc_Unsafe_park)

#define X(name, table) extern const NativeMethod natives_##table[];
LIBCORE_CLASSES(X)
#undef X

static const NativeClass classes[] = {
#define X(name, table) { name, natives_##table },
    LIBCORE_CLASSES(X)
#undef X
    { 0 },
};

void libcore_register(Vm *vm)
{
    vm_register_natives(vm, classes);
    vm_on_references(vm, libcore_wake_daemons);
    icu_set_default_locale();
}
