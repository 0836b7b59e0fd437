/*
 * android.content.res.XmlBlock and StringBlock: binary XML and pools of strings.
 * A parser's peer is a cursor; AssetManager.applyStyle reads attributes from it.
 */
#include "android/asset_files.h"
#include "android/natives.h"

/* ---- StringBlock ------------------------------------------------------------------------ */

/* A pool that was made from Java bytes begins with them. */
typedef struct OwnPool {
    StringPool pool;
    Buf bytes;
} OwnPool;

/* The bytes of a byte[] range in a Buf; false: thrown. */
static bool copy_bytes(Thread *t, const Slot *args, Buf *out)
{
    Object *array = args[0].l;
    i32 offset = args[1].i, size = args[2].i;
    if (!array) {
        vm_throw_null(t, "byte[]");
        return false;
    }
    if (offset < 0 || size < 0 || size > ARRAY_LENGTH(array) || offset > ARRAY_LENGTH(array) - size) {
        vm_throw(t, "java/lang/IndexOutOfBoundsException", NULL);
        return false;
    }
    buf_reserve(out, (size_t)size);
    buf_add(out, ARRAY_I8(array) + offset, (size_t)size);
    return true;
}

/* static long StringBlock.nativeCreate(byte[] data, int offset, int size) */
static void pool_nativeCreate(Thread *t, const Slot *args, Slot *result)
{
    OwnPool *own = xcalloc(1, sizeof *own);
    if (copy_bytes(t, args, &own->bytes)) {
        ChunkFile file = { "strings", (const u8 *)own->bytes.data, own->bytes.size };
        if (!string_pool_open(&own->pool, &file, 0, file.size)) {
            result->j = handle(own);
            return;
        }
        vm_throw(t, "java/lang/IllegalArgumentException", NULL);
    }
    buf_free(&own->bytes);
    free(own);
}

/* static void StringBlock.nativeDestroy(long) : only for pools of nativeCreate */
static void pool_nativeDestroy(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    OwnPool *own = peer(args[0].j);
    if (own)
        buf_free(&own->bytes);
    free(own);
}

static const StringPool *pool_of(Thread *t, i64 number)
{
    return number ? peer(number) : vm_throw_null(t, NULL);
}

static void pool_nativeGetSize(Thread *t, const Slot *args, Slot *result)
{
    const StringPool *pool = pool_of(t, args[0].j);
    result->i = pool ? (i32)pool->count : 0;
}

/* static String nativeGetString(long pool, int index) */
static void pool_nativeGetString(Thread *t, const Slot *args, Slot *result)
{
    const StringPool *pool = pool_of(t, args[0].j);
    result->l = pool ? pool_string(t, pool, (u32)args[2].i) : NULL;
    if (pool && !result->l && !t->exception)
        vm_throw(t, "java/lang/IndexOutOfBoundsException", NULL);
}

/* static int[] nativeGetStyle(long pool, int index): name, first, last of each span; null without any */
static void pool_nativeGetStyle(Thread *t, const Slot *args, Slot *result)
{
    const StringPool *pool = pool_of(t, args[0].j);
    u32 index = (u32)args[2].i, count = 0;
    PoolSpan span;
    while (pool && string_pool_span(pool, index, count, &span))
        count++;
    Object *array = count ? vm_new_primitive_array(t, 'I', (i32)count * 3) : NULL;
    for (u32 i = 0; array && i < count; i++) {
        string_pool_span(pool, index, i, &span);
        memcpy(ARRAY_I32(array) + 3 * i, &span, sizeof span);
    }
    result->l = array;
}

const NativeMethod natives_android_content_res_StringBlock[] = {
    { "nativeCreate", "([BII)J", pool_nativeCreate },
    { "nativeGetSize", "(J)I", pool_nativeGetSize },
    { "nativeGetString", "(JI)Ljava/lang/String;", pool_nativeGetString },
    { "nativeGetStyle", "(JI)[I", pool_nativeGetStyle },
    { "nativeDestroy", "(J)V", pool_nativeDestroy },
    { 0 },
};

/* ---- XmlBlock ------------------------------------------------------------------------------ */

/* static long nativeCreate(byte[] data, int offset, int size) */
static void nativeCreate(Thread *t, const Slot *args, Slot *result)
{
    XmlDocument *document = xcalloc(1, sizeof *document);
    if (copy_bytes(t, args, &document->bytes)) {
        if (!axml_open(&document->xml, "XML", document->bytes.data, document->bytes.size)) {
            result->j = handle(document);
            return;
        }
        vm_throw(t, "java/lang/IllegalArgumentException", NULL);
    }
    buf_free(&document->bytes);
    free(document);
}

static void nativeDestroy(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    XmlDocument *document = peer(args[0].j);
    if (!document || document->shared)
        return;
    buf_free(&document->bytes);
    free(document);
}

static void nativeGetStringBlock(Thread *t, const Slot *args, Slot *result)
{
    const XmlDocument *document = peer(args[0].j);
    result->j = document ? handle(&document->xml.strings) : 0;
    if (!document)
        vm_throw_null(t, NULL);
}

static void nativeCreateParseState(Thread *t, const Slot *args, Slot *result)
{
    const XmlDocument *document = peer(args[0].j);
    if (!document) {
        vm_throw_null(t, NULL);
        return;
    }
    AxmlCursor *cursor = xmalloc(sizeof *cursor);
    *cursor = axml_begin(&document->xml);
    result->j = handle(cursor);
}

static void nativeDestroyParseState(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    free(peer(args[0].j));
}

/* static int nativeNext(long state) */
static void nativeNext(Thread *t, const Slot *args, Slot *result)
{
    AxmlCursor *cursor = peer(args[0].j);
    result->i = cursor ? axml_next_visible(cursor) : AXML_END_DOCUMENT;
    if (result->i == AXML_BAD)
        vm_throw(t, "org/xmlpull/v1/XmlPullParserException", "Corrupt XML binary file");
}

static void nativeGetNamespace(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const AxmlCursor *cursor = peer(args[0].j);
    bool tag = cursor && (cursor->event == AXML_START_TAG || cursor->event == AXML_END_TAG);
    result->i = tag ? (i32)cursor->namespace_uri : -1;
}

static void nativeGetName(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const AxmlCursor *cursor = peer(args[0].j);
    bool tag = cursor && (cursor->event == AXML_START_TAG || cursor->event == AXML_END_TAG);
    result->i = tag ? (i32)cursor->name : -1;
}

static void nativeGetText(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const AxmlCursor *cursor = peer(args[0].j);
    result->i = cursor && cursor->event == AXML_TEXT ? (i32)cursor->name : -1;
}

static const AxmlCursor *cursor_of(Thread *t, i64 number)
{
    return number ? peer(number) : vm_throw_null(t, NULL);
}

static void nativeGetLineNumber(Thread *t, const Slot *args, Slot *result)
{
    const AxmlCursor *cursor = cursor_of(t, args[0].j);
    result->i = cursor && cursor->event != AXML_START_DOCUMENT ? (i32)cursor->line : -1;
}

static void nativeGetAttributeCount(Thread *t, const Slot *args, Slot *result)
{
    const AxmlCursor *cursor = cursor_of(t, args[0].j);
    result->i = cursor ? (i32)cursor->attribute_count : 0;
}

/* The attribute that (state, index) names; false: there is none. */
static bool attribute_at(Thread *t, const Slot *args, AxmlAttribute *out)
{
    const AxmlCursor *cursor = cursor_of(t, args[0].j);
    if (!cursor || (u32)args[2].i >= cursor->attribute_count)
        return false;
    *out = axml_attribute(cursor, (u32)args[2].i);
    return true;
}

static void nativeGetAttributeNamespace(Thread *t, const Slot *args, Slot *result)
{
    AxmlAttribute a;
    /* -1: none, which Java reads as ""; -2: no such attribute, which it throws at */
    result->i = attribute_at(t, args, &a) ? (i32)a.namespace_uri : -2;
}

static void nativeGetAttributeName(Thread *t, const Slot *args, Slot *result)
{
    AxmlAttribute a;
    result->i = attribute_at(t, args, &a) ? (i32)a.name : -1;
}

static void nativeGetAttributeResource(Thread *t, const Slot *args, Slot *result)
{
    AxmlAttribute a;
    result->i = attribute_at(t, args, &a) ? (i32)a.id : 0;
}

static void nativeGetAttributeDataType(Thread *t, const Slot *args, Slot *result)
{
    AxmlAttribute a;
    result->i = attribute_at(t, args, &a) ? a.value.type == VALUE_DYNAMIC_REFERENCE ? VALUE_REFERENCE : a.value.type : VALUE_NULL;
}

static void nativeGetAttributeData(Thread *t, const Slot *args, Slot *result)
{
    AxmlAttribute a;
    result->i = attribute_at(t, args, &a) ? (i32)a.value.data : 0;
}

static void nativeGetAttributeStringValue(Thread *t, const Slot *args, Slot *result)
{
    AxmlAttribute a;
    result->i = attribute_at(t, args, &a) ? (i32)a.raw : -1;
}

/* The raw text of the attribute with this index plus one. */
static i32 raw_of(const AxmlCursor *cursor, u32 index)
{
    return cursor && index && index <= cursor->attribute_count ? (i32)axml_attribute(cursor, index - 1).raw : -1;
}

static void nativeGetIdAttribute(Thread *t, const Slot *args, Slot *result)
{
    const AxmlCursor *cursor = cursor_of(t, args[0].j);
    result->i = cursor ? raw_of(cursor, cursor->id_index) : 0;
}

static void nativeGetClassAttribute(Thread *t, const Slot *args, Slot *result)
{
    const AxmlCursor *cursor = cursor_of(t, args[0].j);
    result->i = cursor ? raw_of(cursor, cursor->class_index) : 0;
}

/* static int nativeGetStyleAttribute(long state): the resource or attribute that style="" names */
static void nativeGetStyleAttribute(Thread *t, const Slot *args, Slot *result)
{
    const AxmlCursor *cursor = cursor_of(t, args[0].j);
    if (!cursor || !cursor->style_index || cursor->style_index > cursor->attribute_count)
        return;
    ResValue value = axml_attribute(cursor, cursor->style_index - 1u).value;
    result->i = value.type == VALUE_REFERENCE || value.type == VALUE_ATTRIBUTE ? (i32)value.data : 0;
}

/* static int nativeGetAttributeIndex(long state, String namespace, String name) */
static void nativeGetAttributeIndex(Thread *t, const Slot *args, Slot *result)
{
    const AxmlCursor *cursor = cursor_of(t, args[0].j);
    result->i = -1;
    if (!cursor)
        return;
    if (!args[3].l) {
        vm_throw_null(t, NULL);
        return;
    }
    char *uri = vm_string_to_utf8(args[2].l), *name = vm_string_to_utf8(args[3].l);
    result->i = axml_find(cursor, uri, uri ? strlen(uri) : 0, name, strlen(name));
    free(uri);
    free(name);
}

const NativeMethod natives_android_content_res_XmlBlock[] = {
    { "nativeCreate", "([BII)J", nativeCreate },
    { "nativeDestroy", "(J)V", nativeDestroy },
    { "nativeGetStringBlock", "(J)J", nativeGetStringBlock },
    { "nativeCreateParseState", "(J)J", nativeCreateParseState },
    { "nativeDestroyParseState", "(J)V", nativeDestroyParseState },
    { "nativeNext", "(J)I", nativeNext },
    { "nativeGetNamespace", "(J)I", nativeGetNamespace },
    { "nativeGetName", "(J)I", nativeGetName },
    { "nativeGetText", "(J)I", nativeGetText },
    { "nativeGetLineNumber", "(J)I", nativeGetLineNumber },
    { "nativeGetAttributeCount", "(J)I", nativeGetAttributeCount },
    { "nativeGetAttributeNamespace", "(JI)I", nativeGetAttributeNamespace },
    { "nativeGetAttributeName", "(JI)I", nativeGetAttributeName },
    { "nativeGetAttributeResource", "(JI)I", nativeGetAttributeResource },
    { "nativeGetAttributeDataType", "(JI)I", nativeGetAttributeDataType },
    { "nativeGetAttributeData", "(JI)I", nativeGetAttributeData },
    { "nativeGetAttributeStringValue", "(JI)I", nativeGetAttributeStringValue },
    { "nativeGetIdAttribute", "(J)I", nativeGetIdAttribute },
    { "nativeGetClassAttribute", "(J)I", nativeGetClassAttribute },
    { "nativeGetStyleAttribute", "(J)I", nativeGetStyleAttribute },
    { "nativeGetAttributeIndex", "(JLjava/lang/String;Ljava/lang/String;)I", nativeGetAttributeIndex },
    { 0 },
};
