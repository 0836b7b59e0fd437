/*
 * Strings: java.lang.String objects made from and turned into C text, and the
 * table of interned ones.
 *
 * A String is { char[] value; int offset; int count; int hashCode }, as the core
 * library declares it. Interned strings stay for the life of the process: those
 * of constants must, and the few others do no harm.
 */
#include "vm/internal.h"

#include <stdlib.h>
#include <string.h>

i32 vm_string_length(const Object *s)
{
    return FIELD_AT(s, i32, vm_current->known.string_count);
}

const u16 *vm_string_chars(const Object *s)
{
    const Object *value = ref_object(FIELD_AT(s, ObjectRef, vm_current->known.string_value));
    return value ? ARRAY_U16(value) + FIELD_AT(s, i32, vm_current->known.string_offset) : NULL;
}

/* A String whose characters the caller fills in. */
static Object *blank(Thread *t, i32 count)
{
    const Known *k = &t->vm->known;
    Object *value = vm_new_array(t, k->char_array, count);
    Object *s = value ? vm_new_object(t, k->string) : NULL;
    if (!s)
        return NULL;
    FIELD_AT(s, ObjectRef, k->string_value) = object_ref(value);
    FIELD_AT(s, i32, k->string_count) = count;
    return s;
}

Object *vm_string_utf16(Thread *t, const u16 *chars, i32 count)
{
    Object *s = blank(t, count);
    if (s && count)
        memcpy((u16 *)vm_string_chars(s), chars, (size_t)count * 2);
    return s;
}

/*
 * Decodes UTF-8 of both dialects: two surrogates in three bytes each (modified)
 * and four-byte sequences (real). Returns the count of chars; out may be NULL.
 * A malformed byte becomes U+FFFD.
 */
static i32 decode(const char *text, size_t length, u16 *out)
{
    const u8 *p = (const u8 *)text, *end = p + length;
    i32 n = 0;
    while (p < end) {
        u32 c = *p++;
        u32 more = c < 0x80 ? 0 : c >= 0xf0 && c < 0xf5 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 99;
        if (more) {
            if (more > (size_t)(end - p)) {
                c = 0xfffd;
            } else {
                c &= more == 3 ? 7 : more == 2 ? 15 : 31;
                u32 i = 0;
                for (; i < more && (p[i] & 0xc0) == 0x80; i++)
                    c = c << 6 | (p[i] & 63);
                if (i == more)
                    p += more;
                else
                    c = 0xfffd;
            }
        }
        if (c >= 0x10000) {
            if (out) {
                out[n] = (u16)(0xd7c0 + (c >> 10));
                out[n + 1] = (u16)(0xdc00 | (c & 0x3ff));
            }
            n += 2;
        } else {
            if (out)
                out[n] = (u16)c;
            n++;
        }
    }
    return n;
}

Object *vm_string_utf8_n(Thread *t, const char *utf8, size_t length)
{
    Object *s = blank(t, decode(utf8, length, NULL));
    if (s)
        decode(utf8, length, (u16 *)vm_string_chars(s));
    return s;
}

Object *vm_string_utf8(Thread *t, const char *utf8)
{
    return utf8 ? vm_string_utf8_n(t, utf8, strlen(utf8)) : NULL;
}

Object *vm_string_mutf8(Thread *t, const Symbol *text)
{
    return vm_string_utf8_n(t, text->text, text->length);
}

void vm_string_append_utf8(Buf *out, const Object *s)
{
    if (!s) {
        buf_add_str(out, "null");
        return;
    }
    const u16 *chars = vm_string_chars(s);
    i32 count = vm_string_length(s);
    for (i32 i = 0; i < count; i++) {
        u32 c = chars[i];
        if (c >= 0xd800 && c < 0xe000) {
            bool pair = c < 0xdc00 && i + 1 < count && (chars[i + 1] & 0xfc00) == 0xdc00;
            c = pair ? 0x10000 + ((c & 0x3ff) << 10) + (chars[++i] & 0x3ff) : '?';
        }
        buf_add_utf8(out, c);
    }
}

char *vm_string_to_utf8(const Object *s)
{
    if (!s)
        return NULL;
    Buf out = { 0 };
    vm_string_append_utf8(&out, s);
    return buf_take(&out);
}

bool vm_string_is(const Object *s, const char *ascii)
{
    if (!s)
        return false;
    const u16 *chars = vm_string_chars(s);
    i32 count = vm_string_length(s);
    for (i32 i = 0; i < count; i++)
        if (!ascii[i] || chars[i] != (u8)ascii[i])
            return false;
    return !ascii[count];
}

/* ---- interning ---------------------------------------------------------------- */

static u32 string_hash(const Object *s)
{
    const u16 *chars = vm_string_chars(s);
    u32 h = 0;
    for (i32 i = 0; i < vm_string_length(s); i++)
        h = h * 31 + chars[i];
    return h ^ h >> 16;
}

static u32 intern_place(const InternTable *table, const Object *s)
{
    i32 count = vm_string_length(s);
    for (u32 h = string_hash(s);; h++) {
        u32 i = h & (table->size - 1);
        const Object *other = ref_object(table->entries[i]);
        if (!other || (vm_string_length(other) == count && !memcmp(vm_string_chars(other), vm_string_chars(s), (size_t)count * 2)))
            return i;
    }
}

Object *vm_intern(Thread *t, Object *s)
{
    InternTable *table = &t->vm->interned;
    if (table->count * 2 >= table->size) {
        InternTable bigger = { .size = table->size ? table->size * 2 : 1 << 12, .count = table->count };
        bigger.entries = ARENA_ARRAY(&t->vm->arena, ObjectRef, bigger.size);
        for (u32 i = 0; i < table->size; i++)
            if (table->entries[i])
                bigger.entries[intern_place(&bigger, ref_object(table->entries[i]))] = table->entries[i];
        *table = bigger;
    }
    u32 i = intern_place(table, s);
    if (!table->entries[i]) {
        table->entries[i] = object_ref(s);
        table->count++;
    }
    return ref_object(table->entries[i]);
}
