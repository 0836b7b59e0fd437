/*
 * java.nio.charset.Charsets (on char[]) and libcore.util.CharsetUtils (on
 * String): the three charsets of nearly all text, without a converter.
 */
#include "libcore/natives.h"

#include <string.h>

static bool range_ok(Thread *t, const Object *o, i32 length, i32 offset, i32 count)
{
    if (!o) {
        vm_throw_null(t, "chars == null");
        return false;
    }
    if ((offset | count) < 0 || offset > length - count) {
        vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "length=%d; regionStart=%d; regionLength=%d", length, offset, count);
        return false;
    }
    return true;
}

static bool is_pair(const u16 *chars, i32 at, i32 count)
{
    return (chars[at] & 0xfc00) == 0xd800 && at + 1 < count && (chars[at + 1] & 0xfc00) == 0xdc00;
}

/* A surrogate without its other half becomes "?". */
static Object *utf8_bytes(Thread *t, const u16 *chars, i32 count)
{
    i64 size = 0;
    for (i32 i = 0; i < count; i++) {
        u32 c = chars[i];
        if (c < 0x80)
            size++;
        else if (c < 0x800)
            size += 2;
        else if ((c & 0xf800) != 0xd800)
            size += 3;
        else if (is_pair(chars, i, count))
            size += 4, i++;
        else
            size++;
    }
    Object *bytes = size > INT32_MAX ? vm_throw_out_of_memory(t, (u64)size) : vm_new_primitive_array(t, 'B', (i32)size);
    if (!bytes)
        return NULL;
    u8 *out = (u8 *)ARRAY_I8(bytes);
    for (i32 i = 0; i < count; i++) {
        u32 c = chars[i];
        if (c < 0x80) {
            *out++ = (u8)c;
        } else if (c < 0x800) {
            *out++ = (u8)(0xc0 | c >> 6);
            *out++ = (u8)(0x80 | (c & 0x3f));
        } else if ((c & 0xf800) != 0xd800) {
            *out++ = (u8)(0xe0 | c >> 12);
            *out++ = (u8)(0x80 | (c >> 6 & 0x3f));
            *out++ = (u8)(0x80 | (c & 0x3f));
        } else if (is_pair(chars, i, count)) {
            u32 point = 0x10000 + ((c & 0x3ff) << 10) + (chars[++i] & 0x3ff);
            *out++ = (u8)(0xf0 | point >> 18);
            *out++ = (u8)(0x80 | (point >> 12 & 0x3f));
            *out++ = (u8)(0x80 | (point >> 6 & 0x3f));
            *out++ = (u8)(0x80 | (point & 0x3f));
        } else {
            *out++ = '?';
        }
    }
    return bytes;
}

/* One byte per character; what lies above last becomes one "?", a pair too. */
static Object *single_bytes(Thread *t, const u16 *chars, i32 count, u16 last)
{
    i32 size = 0;
    for (i32 i = 0; i < count; i++, size++)
        i += is_pair(chars, i, count);
    Object *bytes = vm_new_primitive_array(t, 'B', size);
    if (!bytes)
        return NULL;
    u8 *out = (u8 *)ARRAY_I8(bytes);
    for (i32 i = 0; i < count; i++) {
        *out++ = chars[i] > last ? '?' : (u8)chars[i];
        i += is_pair(chars, i, count);
    }
    return bytes;
}

static void bytes_to_chars(Thread *t, const Slot *args, u8 last)
{
    const Object *bytes = args[0].l;
    Object *chars = args[3].l;
    i32 offset = args[1].i, count = args[2].i;
    if (!range_ok(t, bytes, bytes ? ARRAY_LENGTH(bytes) : 0, offset, count))
        return;
    if (!chars || ARRAY_LENGTH(chars) < count) {
        vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "too few chars");
        return;
    }
    const u8 *in = (const u8 *)ARRAY_I8(bytes) + offset;
    u16 *out = ARRAY_U16(chars);
    for (i32 i = 0; i < count; i++)
        out[i] = in[i] > last ? 0xfffd : in[i];
}

static void asciiBytesToChars(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    bytes_to_chars(t, args, 0x7f);
}

static void isoLatin1BytesToChars(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    bytes_to_chars(t, args, 0xff);
}

/* byte[] to…Bytes(char[] or String, int offset, int count) */
static const u16 *argument_chars(Thread *t, const Slot *args)
{
    const Object *text = args[0].l;
    bool array = text && class_is_array(object_class(text));
    i32 length = !text ? 0 : array ? ARRAY_LENGTH(text) : vm_string_length(text);
    if (!range_ok(t, text, length, args[1].i, args[2].i))
        return NULL;
    return (array ? ARRAY_U16(text) : vm_string_chars(text)) + args[1].i;
}

static void toUtf8Bytes(Thread *t, const Slot *args, Slot *result)
{
    const u16 *chars = argument_chars(t, args);
    result->l = chars ? utf8_bytes(t, chars, args[2].i) : NULL;
}

static void toAsciiBytes(Thread *t, const Slot *args, Slot *result)
{
    const u16 *chars = argument_chars(t, args);
    result->l = chars ? single_bytes(t, chars, args[2].i, 0x7f) : NULL;
}

static void toIsoLatin1Bytes(Thread *t, const Slot *args, Slot *result)
{
    const u16 *chars = argument_chars(t, args);
    result->l = chars ? single_bytes(t, chars, args[2].i, 0xff) : NULL;
}

const NativeMethod natives_java_nio_charset_Charsets[] = {
    { "toAsciiBytes", NULL, toAsciiBytes },
    { "toIsoLatin1Bytes", NULL, toIsoLatin1Bytes },
    { "toUtf8Bytes", NULL, toUtf8Bytes },
    { "asciiBytesToChars", NULL, asciiBytesToChars },
    { "isoLatin1BytesToChars", NULL, isoLatin1BytesToChars },
    { 0 },
};
