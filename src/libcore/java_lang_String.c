/*
 * java.lang.String: intern, and C for the methods that everything spends its
 * time in. They mean exactly what the Java code means.
 */
#include "libcore/natives.h"

#include <string.h>

static void intern(Thread *t, const Slot *args, Slot *result)
{
    result->l = vm_intern(t, args[0].l);
}

static void equals(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const Object *a = args[0].l, *b = args[1].l;
    if (a == b) {
        result->i = 1;
        return;
    }
    if (!b || object_class(a) != object_class(b))
        return;
    i32 n = vm_string_length(a);
    result->i = n == vm_string_length(b) && !memcmp(vm_string_chars(a), vm_string_chars(b), (size_t)n * 2);
}

static void hashCode(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef cached = FIELD("java/lang/String", "hashCode", "I");
    u32 offset = field_offset(t, &cached);
    u32 h = (u32)FIELD_AT(args[0].l, i32, offset);
    if (!h) {
        const u16 *chars = vm_string_chars(args[0].l);
        for (i32 i = 0, n = vm_string_length(args[0].l); i < n; i++)
            h = h * 31 + chars[i];
        FIELD_AT(args[0].l, i32, offset) = (i32)h;
    }
    result->i = (i32)h;
}

static void compareTo(Thread *t, const Slot *args, Slot *result)
{
    const Object *a = args[0].l, *b = args[1].l;
    if (!b) {
        vm_throw_null(t, "string == null");
        return;
    }
    const u16 *x = vm_string_chars(a), *y = vm_string_chars(b);
    i32 n = vm_string_length(a), m = vm_string_length(b);
    for (i32 i = 0; i < n && i < m; i++) {
        if (x[i] != y[i]) {
            result->i = x[i] - y[i];
            return;
        }
    }
    result->i = n - m;
}

/* int fastIndexOf / indexOf(int c, int start) for characters of the basic plane */
static void indexOf(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const u16 *chars = vm_string_chars(args[0].l);
    i32 n = vm_string_length(args[0].l), c = args[1].i;
    result->i = -1;
    if (c > 0xffff) {
        u16 high = (u16)(0xd7c0 + (c >> 10)), low = (u16)(0xdc00 | (c & 0x3ff));
        for (i32 i = MAX(args[2].i, 0); i + 1 < n; i++) {
            if (chars[i] == high && chars[i + 1] == low) {
                result->i = i;
                return;
            }
        }
        return;
    }
    for (i32 i = MAX(args[2].i, 0); i < n; i++) {
        if (chars[i] == c) {
            result->i = i;
            return;
        }
    }
}

const NativeMethod natives_java_lang_String[] = {
    { "intern", "()Ljava/lang/String;", intern },
    { "equals", "(Ljava/lang/Object;)Z", equals },
    { "hashCode", "()I", hashCode },
    { "compareTo", "(Ljava/lang/String;)I", compareTo },
    { "indexOf", "(II)I", indexOf },
    { 0 },
};
