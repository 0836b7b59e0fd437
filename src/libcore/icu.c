/* Shared by the files over ICU: see icu.h. */
#include "libcore/icu.h"

#include <unicode/ustring.h>

bool icu_failed(Thread *t, const char *function, UErrorCode status)
{
    if (U_SUCCESS(status))
        return false;
    const char *exception = "java/lang/RuntimeException";
    switch (status) {
    case U_ILLEGAL_ARGUMENT_ERROR: exception = "java/lang/IllegalArgumentException"; break;
    case U_INDEX_OUTOFBOUNDS_ERROR:
    case U_BUFFER_OVERFLOW_ERROR: exception = "java/lang/ArrayIndexOutOfBoundsException"; break;
    case U_UNSUPPORTED_ERROR: exception = "java/lang/UnsupportedOperationException"; break;
    case U_MEMORY_ALLOCATION_ERROR: exception = "java/lang/OutOfMemoryError"; break;
    default: break;
    }
    vm_throw(t, exception, "%s failed: %s", function, u_errorName(status));
    return true;
}

const char *icu_locale(char room[ICU_LOCALE_ROOM], const Object *java_name)
{
    char *name = vm_string_to_utf8(java_name);
    room[0] = 0;
    if (name && *name) {
        UErrorCode status = U_ZERO_ERROR;
        i32 parsed = 0;
        if (!strchr(name, '_'))
            uloc_forLanguageTag(name, room, ICU_LOCALE_ROOM, &parsed, &status);
        if (strchr(name, '_') || U_FAILURE(status) || parsed == 0) {
            status = U_ZERO_ERROR;
            uloc_canonicalize(name, room, ICU_LOCALE_ROOM, &status);
            if (U_FAILURE(status))
                room[0] = 0;
        }
    }
    free(name);
    return room;
}

UChar *icu_copy_chars(const Object *string)
{
    if (!string)
        return NULL;
    size_t count = (size_t)vm_string_length(string);
    UChar *copy = xmalloc((count + 1) * sizeof *copy);
    memcpy(copy, vm_string_chars(string), count * sizeof *copy);
    copy[count] = 0;
    return copy;
}

Object *icu_string(Thread *t, const UChar *chars, i32 count)
{
    return vm_string_utf16(t, (const u16 *)chars, count < 0 ? u_strlen(chars) : count);
}

void icu_array_put(Thread *t, Object *array, i32 at, const UChar *chars, i32 count)
{
    Object *s = icu_string(t, chars, count);
    if (s && array)
        ARRAY_REF(array)[at] = object_ref(s);
}

Object *icu_enumeration_strings(Thread *t, UEnumeration *names)
{
    UErrorCode status = U_ZERO_ERROR;
    i32 count = names ? uenum_count(names, &status) : 0;
    Object *array = vm_new_object_array(t, "java/lang/String", count);
    for (i32 i = 0; array && i < count; i++) {
        i32 length = 0;
        const char *name = uenum_next(names, &length, &status);
        if (!name || U_FAILURE(status))
            break;
        Object *s = vm_string_utf8_n(t, name, (size_t)length);
        ARRAY_REF(array)[i] = object_ref(s);
    }
    uenum_close(names);
    return array;
}

Object *icu_names(Thread *t, i32 count, const char *(*name)(i32 i))
{
    Object *array = vm_new_object_array(t, "java/lang/String", count);
    for (i32 i = 0; array && i < count; i++) {
        Object *s = vm_string_utf8(t, name(i));
        ARRAY_REF(array)[i] = object_ref(s);
    }
    return array;
}

void icu_plain_date_pattern(UChar *pattern, i32 count)
{
    bool quoted = false;
    for (i32 i = 0; i < count; i++) {
        UChar c = pattern[i];
        if (c == '\'')
            quoted = !quoted;
        if (c == 0x202f || c == 0x2009)
            pattern[i] = ' ';
        else if (!quoted && (c == 'B' || c == 'b'))
            pattern[i] = 'a';
        else if (!quoted && (c == 'v' || c == 'V' || c == 'O'))
            pattern[i] = 'z';
        else if (!quoted && (c == 'u' || c == 'r'))
            pattern[i] = 'y';
    }
}

void icu_set_default_locale(void)
{
    UErrorCode status = U_ZERO_ERROR;
    uloc_setDefault("en_US", &status);
}

IcuState *icu_state(Vm *vm)
{
    void **place = vm_extension(vm, EXT_LIBCORE);
    if (!*place)
        *place = xcalloc(1, sizeof(IcuState));
    return *place;
}

void icu_account(Thread *t, i64 bytes)
{
    enum { STEP = 32 << 20 };
    IcuState *state = icu_state(t->vm);
    state->outside += bytes;
    if (!state->outside_limit)
        state->outside_limit = STEP;
    if (bytes <= 0 || state->outside < state->outside_limit)
        return;
    vm_collect(t, false);
    libcore_wake_daemons(t);
    state->outside_limit = state->outside + STEP;
}
