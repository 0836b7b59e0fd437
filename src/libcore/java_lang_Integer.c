/*
 * java.lang.Integer and Long: reading numbers. The port's code refuses a leading
 * plus sign, which the platform has taken since 5.0, and lacks parsePositive.
 */
#include "libcore/natives.h"

#include <stdlib.h>
#include <unicode/uchar.h>

typedef struct Limits {
    const char *name;           /* as the message says */
    u64 most;                   /* of a positive number; a negative one has one more */
} Limits;

static const Limits int_limits = { "int", INT32_MAX }, long_limits = { "long", INT64_MAX };

static void invalid(Thread *t, const Limits *limits, const Object *s)
{
    char *text = vm_string_to_utf8(s);
    if (text)
        vm_throw(t, "java/lang/NumberFormatException", "Invalid %s: \"%s\"", limits->name, text);
    else
        vm_throw(t, "java/lang/NumberFormatException", "Invalid %s: null", limits->name);
    free(text);
}

static bool parse_digits(const u16 *chars, i32 count, i32 radix, u64 most, u64 *out)
{
    u64 value = 0;
    for (i32 i = 0; i < count; i++) {
        i32 digit = u_digit(chars[i], (i8)radix);
        if (digit < 0 || value > (most - (u64)digit) / (u64)radix)
            return false;
        value = value * (u64)radix + (u64)digit;
    }
    *out = value;
    return count > 0;
}

static i64 parse(Thread *t, const Limits *limits, const Object *s, i32 radix, bool signs)
{
    if (radix < 2 || radix > 36) {
        vm_throw(t, "java/lang/NumberFormatException", "Invalid radix: %d", radix);
        return 0;
    }
    i32 count = s ? vm_string_length(s) : 0, at = 0;
    const u16 *chars = s ? vm_string_chars(s) : NULL;
    bool negative = signs && count > 1 && chars[0] == '-';
    if (negative || (signs && count > 1 && chars[0] == '+'))
        at = 1;
    u64 value;
    if (!parse_digits(chars + at, count - at, radix, limits->most + negative, &value)) {
        invalid(t, limits, s);
        return 0;
    }
    return negative ? (i64)-value : (i64)value;
}

/* [sign] [0x | # | 0] digits */
static i64 decode(Thread *t, const Limits *limits, const Object *s)
{
    if (!s) {
        vm_throw_null(t, "string == null");
        return 0;
    }
    i32 count = vm_string_length(s), at = 0, radix = 10;
    const u16 *chars = vm_string_chars(s);
    bool negative = count && chars[0] == '-';
    if (count && (negative || chars[0] == '+'))
        at++;
    if (at + 1 < count && chars[at] == '0' && (chars[at + 1] == 'x' || chars[at + 1] == 'X')) {
        radix = 16;
        at += 2;
    } else if (at + 1 < count && chars[at] == '0') {
        radix = 8;
        at++;
    } else if (at < count && chars[at] == '#') {
        radix = 16;
        at++;
    }
    u64 value;
    if (!parse_digits(chars + at, count - at, radix, limits->most + negative, &value)) {
        invalid(t, limits, s);
        return 0;
    }
    return negative ? (i64)-value : (i64)value;
}

static i32 radix_argument(const Thread *t, const Slot *args)
{
    return t->frame->method->argument_count > 1 ? args[1].i : 10;
}

static void parseInt(Thread *t, const Slot *args, Slot *result)
{
    result->i = (i32)parse(t, &int_limits, args[0].l, radix_argument(t, args), true);
}

static void parseLong(Thread *t, const Slot *args, Slot *result)
{
    result->j = parse(t, &long_limits, args[0].l, radix_argument(t, args), true);
}

static void parsePositiveInt(Thread *t, const Slot *args, Slot *result)
{
    result->i = (i32)parse(t, &int_limits, args[0].l, radix_argument(t, args), false);
}

static void parsePositiveLong(Thread *t, const Slot *args, Slot *result)
{
    result->j = parse(t, &long_limits, args[0].l, radix_argument(t, args), false);
}

static void decodeInt(Thread *t, const Slot *args, Slot *result)
{
    Slot value = { .j = (i32)decode(t, &int_limits, args[0].l) };
    if (!t->exception)
        result->l = vm_box(t, 'I', value);
}

static void decodeLong(Thread *t, const Slot *args, Slot *result)
{
    Slot value = { .j = decode(t, &long_limits, args[0].l) };
    if (!t->exception)
        result->l = vm_box(t, 'J', value);
}

const NativeMethod natives_java_lang_Integer[] = {
    { "parseInt", "(Ljava/lang/String;)I", parseInt },
    { "parseInt", "(Ljava/lang/String;I)I", parseInt },
    { "decode", NULL, decodeInt },
    { "parsePositiveInt", "(Ljava/lang/String;)I", parsePositiveInt, NATIVE_INJECT_STATIC },
    { "parsePositiveInt", "(Ljava/lang/String;I)I", parsePositiveInt, NATIVE_INJECT_STATIC },
    { 0 },
};

const NativeMethod natives_java_lang_Long[] = {
    { "parseLong", "(Ljava/lang/String;)J", parseLong },
    { "parseLong", "(Ljava/lang/String;I)J", parseLong },
    { "decode", NULL, decodeLong },
    { "parsePositiveLong", "(Ljava/lang/String;)J", parsePositiveLong, NATIVE_INJECT_STATIC },
    { "parsePositiveLong", "(Ljava/lang/String;I)J", parsePositiveLong, NATIVE_INJECT_STATIC },
    { 0 },
};
