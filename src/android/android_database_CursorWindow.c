/*
 * android.database.CursorWindow over cursor_window.h: values are converted when
 * they are read as another type than they have, as C's library converts them.
 *
 * A parcel carries the number of a window that stays in this process.
 */
#include "android/database.h"

#include <inttypes.h>
#include <math.h>

static CursorWindow *self(const Slot *args)
{
    return peer(args[0].j);
}

/* The field at (row, column) that the arguments name; false: an exception is pending. */
static bool field_of(Thread *t, const Slot *args, WindowField *out)
{
    CursorWindow *w = self(args);
    i32 row = args[2].i, column = args[3].i;
    if (window_get(w, (u32)row, (u32)column, out))
        return true;
    database_log(t, LOG_ERROR, "CursorWindow", "Failed to read row %d, column %d from a CursorWindow which has %u rows, %u columns.", row,
                 column, window_rows(w), window_columns(w));
    vm_throw(t, "java/lang/IllegalStateException",
             "Couldn't read row %d, col %d from CursorWindow.  Make sure the Cursor is initialized correctly before accessing data from it.",
             row, column);
    return false;
}

/* ---- text between UTF-8 and Java ------------------------------------------------------- */

/*
 * The chars of a text, into out when it is not NULL; returns how many, or -1 when
 * the last sequence is cut. As on the platform nothing else is checked: what a
 * database holds is taken for UTF-8.
 */
static i32 decode_utf8(const u8 *text, size_t length, u16 *out)
{
    i32 count = 0;
    for (size_t i = 0; i < length;) {
        u32 c = text[i];
        u32 more = c < 0xc0 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
        if (more >= length - i)
            return -1;
        if (more)
            c &= 0x3fu >> more;
        for (u32 k = 1; k <= more; k++)
            c = c << 6 | (text[i + k] & 0x3f);
        i += more + 1;
        if (c > 0xffff) {
            if (out)
                out[count] = (u16)(0xd7c0 + (c >> 10));
            count++;
            c = 0xdc00 | (c & 0x3ff);
        }
        if (out)
            out[count] = (u16)c;
        count++;
    }
    return count;
}

static Object *string_of(Thread *t, const u8 *text, size_t length)
{
    i32 count = decode_utf8(text, length, NULL);
    if (count <= 0)
        return vm_string_utf8(t, "");
    u16 *chars = xmalloc((size_t)count * sizeof *chars);
    decode_utf8(text, length, chars);
    Object *string = vm_string_utf16(t, chars, count);
    free(chars);
    return string;
}

/* Java's chars as the platform hands them to C: lone surrogates get 3 bytes, a NUL gets 2. */
static void encode_chars(Buf *out, const Object *string)
{
    const u16 *chars = vm_string_chars(string);
    i32 count = vm_string_length(string);
    for (i32 i = 0; i < count; i++) {
        u32 c = chars[i];
        if (c >= 0xd800 && c < 0xdc00 && i + 1 < count && chars[i + 1] >= 0xdc00 && chars[i + 1] < 0xe000)
            c = 0x10000 + ((c & 0x3ff) << 10) + (chars[++i] & 0x3ff);
        if (c && c < 0x80) {
            buf_add_char(out, (char)c);
        } else if (c < 0x800) {
            buf_add_char(out, (char)(0xc0 | c >> 6));
            buf_add_char(out, (char)(0x80 | (c & 0x3f)));
        } else {
            if (c > 0xffff) {
                buf_add_char(out, (char)(0xf0 | c >> 18));
                buf_add_char(out, (char)(0x80 | (c >> 12 & 0x3f)));
            } else {
                buf_add_char(out, (char)(0xe0 | c >> 12));
            }
            buf_add_char(out, (char)(0x80 | (c >> 6 & 0x3f)));
            buf_add_char(out, (char)(0x80 | (c & 0x3f)));
        }
    }
}

/* ---- the window itself ----------------------------------------------------------------- */

/* long nativeCreate(String name, int size) */
static void nativeCreate(Thread *t, const Slot *args, Slot *result)
{
    char *name = vm_string_to_utf8(args[0].l);
    CursorWindow *w = args[1].i > 0 ? window_new(name ? name : "", (size_t)args[1].i) : NULL;
    if (!w)
        database_log(t, LOG_ERROR, "CursorWindow", "Could not allocate CursorWindow '%s' of size %d due to error %d.", name, args[1].i,
                     WINDOW_NO_MEMORY);
    free(name);
    result->j = handle(w);
}

/* void nativeWriteToParcel(long window, Parcel parcel) */
static void nativeWriteToParcel(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Database *database = database_of(t);
    i32 number = ++database->parcel_count;
    CursorWindow **place = &database->parcelled[(u32)number % PARCELLED_WINDOWS];
    window_release(*place);
    *place = window_share(self(args));
    vm_call_method(t, args[2].l, "writeString", "(Ljava/lang/String;)V", vm_string_utf8(t, window_name(*place)));
    if (!t->exception)
        vm_call_method(t, args[2].l, "writeInt", "(I)V", number);
}

/* long nativeCreateFromParcel(Parcel parcel) */
static void nativeCreateFromParcel(Thread *t, const Slot *args, Slot *result)
{
    Database *database = database_of(t);
    vm_call_method(t, args[0].l, "readString", "()Ljava/lang/String;");
    i32 number = t->exception ? 0 : vm_call_method(t, args[0].l, "readInt", "()I").i;
    if (t->exception)
        return;
    i64 age = (i64)database->parcel_count - number;
    CursorWindow *w = number > 0 && age >= 0 && age < PARCELLED_WINDOWS ? database->parcelled[(u32)number % PARCELLED_WINDOWS] : NULL;
    result->j = w ? handle(window_share(w)) : 0;
}

static void nativeDispose(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    window_release(self(args));
}

static void nativeGetName(Thread *t, const Slot *args, Slot *result)
{
    result->l = vm_string_utf8(t, window_name(self(args)));
}

static void nativeClear(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    window_clear(self(args));
}

static void nativeGetNumRows(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = (i32)window_rows(self(args));
}

static void nativeSetNumColumns(Thread *t, const Slot *args, Slot *result)
{
    CursorWindow *w = self(args);
    u32 before = window_columns(w);
    result->i = window_set_columns(w, (u32)args[2].i) == WINDOW_OK;
    if (!result->i)
        database_log(t, LOG_ERROR, "CursorWindow", "Trying to go from %u columns to %d", before, args[2].i);
}

static void nativeAllocRow(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = window_add_row(self(args)) == WINDOW_OK;
}

static void nativeFreeLastRow(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    window_drop_last_row(self(args));
}

/* ---- reading ---------------------------------------------------------------------------- */

/* int nativeGetType(long window, int row, int column): null where there is nothing */
static void nativeGetType(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    WindowField field;
    result->i = window_get(self(args), (u32)args[2].i, (u32)args[3].i, &field) ? (i32)field.type : FIELD_NULL;
}

static void nativeGetBlob(Thread *t, const Slot *args, Slot *result)
{
    WindowField field;
    if (!field_of(t, args, &field))
        return;
    switch (field.type) {
    case FIELD_INTEGER: database_throw_message(t, "INTEGER data in nativeGetBlob "); break;
    case FIELD_FLOAT: database_throw_message(t, "FLOAT data in nativeGetBlob "); break;
    case FIELD_NULL: break;
    case FIELD_STRING:
    case FIELD_BLOB:
        result->l = vm_new_primitive_array(t, 'B', (i32)field.size);
        if (result->l && field.size)
            memcpy(ARRAY_I8(result->l), field.bytes, field.size);
        break;
    }
}

/* The text of a number, as getString shows it. */
static void number_text(char out[32], const WindowField *field)
{
    if (field->type == FIELD_INTEGER)
        snprintf(out, 32, "%" PRId64, field->integer);
    else
        snprintf(out, 32, "%g", field->real);
}

static void nativeGetString(Thread *t, const Slot *args, Slot *result)
{
    WindowField field;
    char number[32];
    if (!field_of(t, args, &field))
        return;
    switch (field.type) {
    case FIELD_NULL: break;
    case FIELD_BLOB: database_throw_message(t, "Unable to convert BLOB to string"); break;
    case FIELD_STRING: result->l = string_of(t, field.bytes, field.size ? field.size - 1 : 0); break;
    case FIELD_INTEGER:
    case FIELD_FLOAT:
        number_text(number, &field);
        result->l = vm_string_utf8(t, number);
        break;
    }
}

/* (long) of a double as the processors of phones do it: the nearest that there is, 0 for NaN. */
static i64 long_of_double(double d)
{
    if (isnan(d))
        return 0;
    if (d >= 9223372036854775808.0)
        return INT64_MAX;
    return d < -9223372036854775808.0 ? INT64_MIN : (i64)d;
}

static void nativeGetLong(Thread *t, const Slot *args, Slot *result)
{
    WindowField field;
    result->j = 0;
    if (!field_of(t, args, &field))
        return;
    switch (field.type) {
    case FIELD_NULL: break;
    case FIELD_INTEGER: result->j = field.integer; break;
    case FIELD_FLOAT: result->j = long_of_double(field.real); break;
    case FIELD_STRING: result->j = field.size > 1 ? strtoll((const char *)field.bytes, NULL, 0) : 0; break;
    case FIELD_BLOB: database_throw_message(t, "Unable to convert BLOB to long"); break;
    }
}

static void nativeGetDouble(Thread *t, const Slot *args, Slot *result)
{
    WindowField field;
    result->d = 0;
    if (!field_of(t, args, &field))
        return;
    switch (field.type) {
    case FIELD_NULL: break;
    case FIELD_INTEGER: result->d = (double)field.integer; break;
    case FIELD_FLOAT: result->d = field.real; break;
    case FIELD_STRING: result->d = field.size > 1 ? strtod((const char *)field.bytes, NULL) : 0; break;
    case FIELD_BLOB: database_throw_message(t, "Unable to convert BLOB to double"); break;
    }
}

/* void nativeCopyStringToBuffer(long window, int row, int column, CharArrayBuffer buffer) */
static void nativeCopyStringToBuffer(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef data = FIELD("android/database/CharArrayBuffer", "data", "[C");
    static FieldRef size_copied = FIELD("android/database/CharArrayBuffer", "sizeCopied", "I");
    enum { LEAST_CAPACITY = 64 };
    UNUSED(result);
    WindowField field;
    if (!field_of(t, args, &field))
        return;
    if (field.type == FIELD_BLOB) {
        database_throw_message(t, "Unable to convert BLOB to string");
        return;
    }
    char number[32] = "";
    const u8 *text = (const u8 *)number;
    if (field.type == FIELD_STRING)
        text = field.bytes;
    else if (field.type != FIELD_NULL)
        number_text(number, &field);
    size_t length = field.type != FIELD_STRING ? strlen(number) : field.size ? field.size - 1 : 0;
    i32 count = MAX(decode_utf8(text, length, NULL), 0);
    Object *buffer = args[4].l, *chars = GET_REF(t, buffer, &data);
    if (!chars || ARRAY_LENGTH(chars) < count) {
        chars = vm_new_primitive_array(t, 'C', MAX(count, LEAST_CAPACITY));
        if (!chars)
            return;
        SET_REF(t, buffer, &data, chars);
    }
    if (count)
        decode_utf8(text, length, ARRAY_U16(chars));
    SET_INT(t, buffer, &size_copied, count);
}

/* ---- writing ----------------------------------------------------------------------------- */

/* boolean nativePutBlob(long window, byte[] value, int row, int column) */
static void nativePutBlob(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    WindowField field = { .type = FIELD_BLOB, .bytes = (const u8 *)ARRAY_I8(args[2].l), .size = (size_t)ARRAY_LENGTH(args[2].l) };
    result->i = window_put(self(args), (u32)args[3].i, (u32)args[4].i, &field) == WINDOW_OK;
}

static void nativePutString(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    Buf text = { 0 };
    encode_chars(&text, args[2].l);
    WindowField field = { .type = FIELD_STRING, .bytes = (const u8 *)buf_str(&text), .size = text.size + 1 };
    result->i = window_put(self(args), (u32)args[3].i, (u32)args[4].i, &field) == WINDOW_OK;
    buf_free(&text);
}

static void nativePutLong(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    WindowField field = { .type = FIELD_INTEGER, .integer = args[2].j };
    result->i = window_put(self(args), (u32)args[4].i, (u32)args[5].i, &field) == WINDOW_OK;
}

static void nativePutDouble(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    WindowField field = { .type = FIELD_FLOAT, .real = args[2].d };
    result->i = window_put(self(args), (u32)args[4].i, (u32)args[5].i, &field) == WINDOW_OK;
}

static void nativePutNull(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    WindowField field = { .type = FIELD_NULL };
    result->i = window_put(self(args), (u32)args[2].i, (u32)args[3].i, &field) == WINDOW_OK;
}

const NativeMethod natives_android_database_CursorWindow[] = {
    { "nativeCreate", NULL, nativeCreate },
    { "nativeCreateFromParcel", NULL, nativeCreateFromParcel },
    { "nativeWriteToParcel", NULL, nativeWriteToParcel },
    { "nativeDispose", NULL, nativeDispose },
    { "nativeGetName", NULL, nativeGetName },
    { "nativeClear", NULL, nativeClear },
    { "nativeGetNumRows", NULL, nativeGetNumRows },
    { "nativeSetNumColumns", NULL, nativeSetNumColumns },
    { "nativeAllocRow", NULL, nativeAllocRow },
    { "nativeFreeLastRow", NULL, nativeFreeLastRow },
    { "nativeGetType", NULL, nativeGetType },
    { "nativeGetBlob", NULL, nativeGetBlob },
    { "nativeGetString", NULL, nativeGetString },
    { "nativeGetLong", NULL, nativeGetLong },
    { "nativeGetDouble", NULL, nativeGetDouble },
    { "nativeCopyStringToBuffer", NULL, nativeCopyStringToBuffer },
    { "nativePutBlob", NULL, nativePutBlob },
    { "nativePutString", NULL, nativePutString },
    { "nativePutLong", NULL, nativePutLong },
    { "nativePutDouble", NULL, nativePutDouble },
    { "nativePutNull", NULL, nativePutNull },
    { 0 },
};
