/*
 * What the files over ICU share: strings between Java and ICU, locale names,
 * ICU's status codes as Java exceptions, lists of strings.
 *
 * Peers of Java objects are malloc'd and known to Java by their address as a
 * long, so they survive a fork. Nothing of ICU is opened before it is asked for.
 */
#ifndef LIBCORE_ICU_H
#define LIBCORE_ICU_H

#include "base/map.h"
#include "libcore/natives.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/utypes.h>

enum { ICU_LOCALE_ROOM = ULOC_FULLNAME_CAPACITY + 64 };

/* True when status is a failure; the exception that fits it is then pending. */
bool icu_failed(Thread *t, const char *function, UErrorCode status);

/*
 * ICU's name ("en_US") of a Java locale's name, which may be a language tag
 * ("en-US", "und") or ICU's already. A null string gives the root locale.
 */
const char *icu_locale(char room[ICU_LOCALE_ROOM], const Object *java_name);

/* The string's characters, terminated by a zero; the caller frees. NULL for null. */
UChar *icu_copy_chars(const Object *string);

/* A string from ICU's text; count -1: terminated by a zero. */
Object *icu_string(Thread *t, const UChar *chars, i32 count);

/* A String[] from an ICU enumeration, which is closed. */
Object *icu_enumeration_strings(Thread *t, UEnumeration *names);

/* A String[] of ASCII names: name(i, context) for i in 0..count-1. */
Object *icu_names(Thread *t, i32 count, const char *(*name)(i32 i));

/* Stores a new string of the chars into a reference array. */
void icu_array_put(Thread *t, Object *array, i32 at, const UChar *chars, i32 count);

/*
 * Makes a date pattern of later locale data one that Android 6 reads: narrow and
 * thin no-break spaces (before AM and PM) become spaces, "in the morning" (B, b)
 * becomes AM/PM, and zone letters that it lacks become z.
 */
void icu_plain_date_pattern(UChar *pattern, i32 count);

/* What is kept for the life of a machine because ICU is slow to make it. */
typedef struct IcuState {
    Map zones;                      /* by name: what libcore_util_ZoneInfo.c has read */
    void *generator;                /* the one used last, and its locale */
    char generator_locale[ICU_LOCALE_ROOM];
    Map number_formats;             /* by their symbols: formats that new ones are cloned from */
    i64 outside, outside_limit;     /* bytes of peers outside the Java heap, about */
} IcuState;
IcuState *icu_state(Vm *vm);

/*
 * A peer of so many bytes was made (or, negative, freed). The collector sees
 * only the small Java objects that own them: when much has come together, it is
 * called, so that finalizers free what is dead.
 */
void icu_account(Thread *t, i64 bytes);

/* Unknown locales fall back to ICU's default one; without this it would be the host's. */
void icu_set_default_locale(void);

static inline void *peer_of(i64 handle)
{
    return (void *)(uintptr_t)handle;
}

static inline i64 peer_handle(const void *peer)
{
    return (i64)(uintptr_t)peer;
}

#endif
