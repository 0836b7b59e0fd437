/*
 * org.apache.harmony.xml.ExpatParser and ExpatAttributes: SAX over expat.
 *
 * The parser's peer is the XML_Parser; its user data is a Context that the
 * parsers of external entities share with it. Callbacks call Java methods of the
 * ExpatParser that is being fed; when one throws, parsing stops and the
 * exception stays pending.
 *
 * Names in namespace mode arrive as URI \1 local \1 prefix: 1 cannot occur in
 * XML. Attributes are known to Java by the address of an AttributeList, one on
 * the C stack during startElement, a heap copy for a clone.
 */
#include "libcore/natives.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

#define SEPARATOR '\1'
#define STRING "Ljava/lang/String;"

/*    constant              Java method                descriptor */
#define CALLBACKS(X)                                                                   \
    X(ON_START_ELEMENT,     "startElement",            "(" STRING STRING STRING "JI)V")     \
    X(ON_END_ELEMENT,       "endElement",              "(" STRING STRING STRING ")V")       \
    X(ON_TEXT,              "text",                    "([CI)V")                            \
    X(ON_COMMENT,           "comment",                 "([CI)V")                            \
    X(ON_START_CDATA,       "startCdata",              "()V")                               \
    X(ON_END_CDATA,         "endCdata",                "()V")                               \
    X(ON_START_NAMESPACE,   "startNamespace",          "(" STRING STRING ")V")              \
    X(ON_END_NAMESPACE,     "endNamespace",            "(" STRING ")V")                     \
    X(ON_START_DTD,         "startDtd",                "(" STRING STRING STRING ")V")       \
    X(ON_END_DTD,           "endDtd",                  "()V")                               \
    X(ON_INSTRUCTION,       "processingInstruction",   "(" STRING STRING ")V")              \
    X(ON_NOTATION,          "notationDecl",            "(" STRING STRING STRING ")V")       \
    X(ON_UNPARSED_ENTITY,   "unparsedEntityDecl",      "(" STRING STRING STRING STRING ")V") \
    X(ON_EXTERNAL_ENTITY,   "handleExternalEntity",    "(" STRING STRING STRING ")V")

enum {
#define X(constant, name, descriptor) constant,
    CALLBACKS(X)
#undef X
    CALLBACK_COUNT
};

typedef struct Context {
    Thread *thread;                 /* that feeds the parser now */
    Object *java;                   /* the ExpatParser being fed; alive, as it is on the Java stack */
    ObjectRef *chars;               /* root: the char[] for text, used again and again */
    bool namespaces;
    Method *methods[CALLBACK_COUNT];
} Context;

typedef struct AttributeList {
    bool namespaces;
    i32 count;
    const char **pairs;             /* name, value, name, value … */
} AttributeList;

/* ---- strings and names ------------------------------------------------------------------- */

static Object *text_string(Thread *t, const char *utf8)
{
    return utf8 ? vm_string_utf8(t, utf8) : NULL;
}

/* Names are interned, as the reader's string-interning feature promises. */
static Object *name_string(Thread *t, const char *utf8, size_t length)
{
    Object *s = vm_string_utf8_n(t, utf8, length);
    return s ? vm_intern(t, s) : NULL;
}

typedef struct Name {
    const char *uri, *local, *prefix;
    size_t uri_length, local_length, prefix_length;
} Name;

static Name split_name(const char *text, bool namespaces)
{
    Name n = { text, text, text, 0, 0, 0 };
    if (!namespaces) {
        n.local_length = strlen(text);
        return n;
    }
    const char *first = strchr(text, SEPARATOR);
    if (!first) {
        n.local_length = strlen(text);
        return n;
    }
    n.uri_length = (size_t)(first - text);
    n.local = first + 1;
    const char *second = strchr(n.local, SEPARATOR);
    n.local_length = second ? (size_t)(second - n.local) : strlen(n.local);
    if (second) {
        n.prefix = second + 1;
        n.prefix_length = strlen(n.prefix);
    }
    return n;
}

static Object *uri_string(Thread *t, const Name *n)
{
    return name_string(t, n->uri, n->uri_length);
}

/* Without namespaces there is only the qualified name. */
static Object *local_string(Thread *t, const Name *n, bool namespaces)
{
    return name_string(t, n->local, namespaces ? n->local_length : 0);
}

static Object *qualified_string(Thread *t, const Name *n)
{
    if (!n->prefix_length)
        return name_string(t, n->local, n->local_length);
    char *text = xasprintf("%.*s:%.*s", (int)n->prefix_length, n->prefix, (int)n->local_length, n->local);
    Object *s = name_string(t, text, strlen(text));
    free(text);
    return s;
}

/* ---- callbacks ---------------------------------------------------------------------------- */

static void call(Context *c, int which, Slot *args)
{
    args[0].l = c->java;
    if (!c->thread->exception)
        vm_call_virtual(c->thread, c->methods[which], args);
}

/* User data is the Context; the parser that runs is stopped through the handler argument. */
static bool stop_if_thrown(Context *c, XML_Parser parser)
{
    if (!c->thread->exception)
        return false;
    XML_StopParser(parser, XML_FALSE);
    return true;
}

/* XML_UseParserAsHandlerArg: every handler gets its own parser, an entity's too. */
static Context *context_of(void *parser)
{
    return XML_GetUserData((XML_Parser)parser);
}

static void XMLCALL on_start_element(void *parser, const char *tag, const char **pairs)
{
    Context *c = context_of(parser);
    Thread *t = c->thread;
    if (stop_if_thrown(c, parser))
        return;
    AttributeList list = { c->namespaces, 0, pairs };
    while (pairs[2 * list.count])
        list.count++;
    Name n = split_name(tag, c->namespaces);
    Slot args[7] = { { .l = NULL }, { .l = uri_string(t, &n) }, { .l = local_string(t, &n, c->namespaces) }, { .l = qualified_string(t, &n) },
                     { .j = (i64)(uintptr_t)&list }, { .j = 0 }, { .i = list.count } };
    call(c, ON_START_ELEMENT, args);
    stop_if_thrown(c, parser);
}

static void XMLCALL on_end_element(void *parser, const char *tag)
{
    Context *c = context_of(parser);
    Thread *t = c->thread;
    if (stop_if_thrown(c, parser))
        return;
    Name n = split_name(tag, c->namespaces);
    Slot args[4] = { { .l = NULL }, { .l = uri_string(t, &n) }, { .l = local_string(t, &n, c->namespaces) }, { .l = qualified_string(t, &n) } };
    call(c, ON_END_ELEMENT, args);
    stop_if_thrown(c, parser);
}

/* expat hands over whole characters of valid UTF-8. */
static i32 utf16_from_utf8(u16 *out, const u8 *in, i32 count)
{
    u16 *start = out;
    for (const u8 *end = in + count; in < end;) {
        u32 c = *in++;
        if (c >= 0xf0 && end - in >= 3) {
            c = (c & 7) << 18 | (in[0] & 0x3fu) << 12 | (in[1] & 0x3fu) << 6 | (in[2] & 0x3fu);
            in += 3;
            *out++ = (u16)(0xd7c0 + (c >> 10));
            *out++ = (u16)(0xdc00 | (c & 0x3ff));
            continue;
        }
        if (c >= 0xe0 && end - in >= 2) {
            c = (c & 15) << 12 | (in[0] & 0x3fu) << 6 | (in[1] & 0x3fu);
            in += 2;
        } else if (c >= 0xc0 && end - in >= 1) {
            c = (c & 31) << 6 | (*in++ & 0x3fu);
        }
        *out++ = (u16)c;
    }
    return (i32)(out - start);
}

static void send_chars(void *parser, int which, const char *text, i32 count)
{
    Context *c = context_of(parser);
    if (stop_if_thrown(c, parser))
        return;
    Object *chars = ref_object(*c->chars);
    if (!chars || ARRAY_LENGTH(chars) < count) {
        chars = vm_new_primitive_array(c->thread, 'C', MAX(count * 2, 512));
        if (!chars) {
            stop_if_thrown(c, parser);
            return;
        }
        *c->chars = object_ref(chars);
    }
    i32 length = utf16_from_utf8(ARRAY_U16(chars), (const u8 *)text, count);
    Slot args[3] = { { .l = NULL }, { .l = chars }, { .i = length } };
    call(c, which, args);
    stop_if_thrown(c, parser);
}

static void XMLCALL on_text(void *parser, const char *text, int count)
{
    send_chars(parser, ON_TEXT, text, count);
}

static void XMLCALL on_comment(void *parser, const char *text)
{
    send_chars(parser, ON_COMMENT, text, (i32)strlen(text));
}

/* A callback whose arguments are all strings. */
static void send_strings(void *parser, int which, i32 count, const char *const *texts)
{
    Context *c = context_of(parser);
    if (stop_if_thrown(c, parser))
        return;
    Slot args[6] = { { .l = NULL } };
    for (i32 i = 0; i < count; i++)
        args[i + 1].l = text_string(c->thread, texts[i]);
    call(c, which, args);
    stop_if_thrown(c, parser);
}

static void XMLCALL on_start_cdata(void *parser) { send_strings(parser, ON_START_CDATA, 0, NULL); }
static void XMLCALL on_end_cdata(void *parser) { send_strings(parser, ON_END_CDATA, 0, NULL); }
static void XMLCALL on_end_dtd(void *parser) { send_strings(parser, ON_END_DTD, 0, NULL); }

static void XMLCALL on_start_namespace(void *parser, const char *prefix, const char *uri)
{
    send_strings(parser, ON_START_NAMESPACE, 2, (const char *[]){ prefix ? prefix : "", uri ? uri : "" });
}

static void XMLCALL on_end_namespace(void *parser, const char *prefix)
{
    send_strings(parser, ON_END_NAMESPACE, 1, (const char *[]){ prefix ? prefix : "" });
}

static void XMLCALL on_start_dtd(void *parser, const char *name, const char *system, const char *public, int has_internal_subset)
{
    UNUSED(has_internal_subset);
    send_strings(parser, ON_START_DTD, 3, (const char *[]){ name, public, system });
}

static void XMLCALL on_instruction(void *parser, const char *target, const char *data)
{
    send_strings(parser, ON_INSTRUCTION, 2, (const char *[]){ target, data });
}

static void XMLCALL on_notation(void *parser, const char *name, const char *base, const char *system, const char *public)
{
    UNUSED(base);
    send_strings(parser, ON_NOTATION, 3, (const char *[]){ name, public, system });
}

static void XMLCALL on_unparsed_entity(void *parser, const char *name, const char *base, const char *system, const char *public,
                                       const char *notation)
{
    UNUSED(base);
    send_strings(parser, ON_UNPARSED_ENTITY, 4, (const char *[]){ name, public, system, notation });
}

/* Java opens the entity and feeds it to a parser of its own, through the same Context. */
static int XMLCALL on_external_entity(XML_Parser parser, const char *entity, const char *base, const char *system, const char *public)
{
    UNUSED(base);
    Context *c = XML_GetUserData(parser);
    Thread *t = c->thread;
    Object *java = c->java;
    send_strings(parser, ON_EXTERNAL_ENTITY, 3, (const char *[]){ entity, public, system });
    c->thread = t;
    c->java = java;
    return t->exception ? XML_STATUS_ERROR : XML_STATUS_OK;
}

/* ---- ExpatParser ---------------------------------------------------------------------------- */

static void set_handlers(XML_Parser p)
{
    XML_SetElementHandler(p, on_start_element, on_end_element);
    XML_SetCharacterDataHandler(p, on_text);
    XML_SetCommentHandler(p, on_comment);
    XML_SetCdataSectionHandler(p, on_start_cdata, on_end_cdata);
    XML_SetNamespaceDeclHandler(p, on_start_namespace, on_end_namespace);
    XML_SetDoctypeDeclHandler(p, on_start_dtd, on_end_dtd);
    XML_SetProcessingInstructionHandler(p, on_instruction);
    XML_SetNotationDeclHandler(p, on_notation);
    XML_SetUnparsedEntityDeclHandler(p, on_unparsed_entity);
    XML_SetExternalEntityRefHandler(p, on_external_entity);
    XML_UseParserAsHandlerArg(p);
}

/* long initialize(String encoding, boolean processNamespaces) */
static void initialize(Thread *t, const Slot *args, Slot *result)
{
    static const struct { const char *name, *descriptor; } callbacks[] = {
#define X(constant, name, descriptor) { name, descriptor },
        CALLBACKS(X)
#undef X
    };
    char *encoding = vm_string_to_utf8(args[1].l);
    XML_Parser p = args[2].i ? XML_ParserCreateNS(encoding, SEPARATOR) : XML_ParserCreate(encoding);
    free(encoding);
    if (!p) {
        vm_throw_out_of_memory(t, 0);
        return;
    }
    Context *c = xcalloc(1, sizeof *c);
    c->namespaces = args[2].i;
    c->chars = vm_root_add(t->vm, NULL);
    Class *java = vm_boot_class(t, "org/apache/harmony/xml/ExpatParser");
    for (i32 i = 0; i < CALLBACK_COUNT; i++)
        c->methods[i] = vm_declared_method(java, callbacks[i].name, callbacks[i].descriptor);
    XML_SetUserData(p, c);
    set_handlers(p);
    if (c->namespaces)
        XML_SetReturnNSTriplet(p, 1);
    /* The same document gives the same run. */
    XML_SetHashSalt(p, 0x5eed);
    result->j = (i64)(uintptr_t)p;
}

static void createEntityParser(Thread *t, const Slot *args, Slot *result)
{
    XML_Parser parent = (XML_Parser)(uintptr_t)args[0].j;
    char *entity = vm_string_to_utf8(args[2].l);
    XML_Parser p = XML_ExternalEntityParserCreate(parent, entity, NULL);
    free(entity);
    if (!p) {
        vm_throw_out_of_memory(t, 0);
        return;
    }
    XML_UseParserAsHandlerArg(p);
    result->j = (i64)(uintptr_t)p;
}

static void feed(Thread *t, const Slot *args, const char *bytes, size_t size, bool last)
{
    XML_Parser p = (XML_Parser)(uintptr_t)args[1].j;
    if (!p || size > INT32_MAX) {
        vm_throw(t, "java/lang/IllegalStateException", "the parser is closed");
        return;
    }
    Context *c = XML_GetUserData(p);
    c->thread = t;
    c->java = args[0].l;
    int status = XML_Parse(p, bytes, (int)size, last);
    c->java = NULL;
    if (status != XML_STATUS_OK && !t->exception)
        vm_throw(t, "org/apache/harmony/xml/ExpatException", "%s", XML_ErrorString(XML_GetErrorCode(p)));
}

/* Characters come in the processor's order; expat must be told before it sees the first. */
static void feed_chars(Thread *t, const Slot *args, const u16 *chars, i32 count, bool last)
{
    XML_Parser p = (XML_Parser)(uintptr_t)args[1].j;
    if (p && count > 0)
        XML_SetEncoding(p, "UTF-16LE");
    feed(t, args, (const char *)chars, (size_t)count * 2, last);
}

static void appendString(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const Object *text = args[3].l;
    if (!text) {
        vm_throw_null(t, "xml == null");
        return;
    }
    feed_chars(t, args, vm_string_chars(text), vm_string_length(text), args[4].i);
}

static bool range_ok(Thread *t, const Object *array, i32 offset, i32 count)
{
    if (array && (offset | count) >= 0 && offset <= ARRAY_LENGTH(array) - count)
        return true;
    vm_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "offset %d, length %d", offset, count);
    return false;
}

static void appendChars(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (range_ok(t, args[3].l, args[4].i, args[5].i))
        feed_chars(t, args, ARRAY_U16(args[3].l) + args[4].i, args[5].i, false);
}

static void appendBytes(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (range_ok(t, args[3].l, args[4].i, args[5].i))
        feed(t, args, (const char *)ARRAY_I8(args[3].l) + args[4].i, (size_t)args[5].i, false);
}

static void release(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    XML_Parser p = (XML_Parser)(uintptr_t)args[1].j;
    if (!p)
        return;
    Context *c = XML_GetUserData(p);
    vm_root_remove(t->vm, c->chars);
    free(c);
    XML_ParserFree(p);
}

static void releaseParser(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    XML_ParserFree((XML_Parser)(uintptr_t)args[0].j);
}

static void staticInitialize(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    UNUSED(result);
}

static void line(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = (i32)XML_GetCurrentLineNumber((XML_Parser)(uintptr_t)args[0].j);
}

static void column(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = (i32)XML_GetCurrentColumnNumber((XML_Parser)(uintptr_t)args[0].j);
}

/* long cloneAttributes(long, int count): one block of memory */
static void cloneAttributes(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    const AttributeList *from = (const AttributeList *)(uintptr_t)args[0].j;
    i32 count = from ? MIN(args[2].i, from->count) : 0;
    size_t size = sizeof *from + (size_t)count * 2 * sizeof(char *), texts = size;
    for (i32 i = 0; i < count * 2; i++)
        size += strlen(from->pairs[i]) + 1;
    AttributeList *copy = xmalloc(size);
    *copy = (AttributeList){ from && from->namespaces, count, (const char **)(copy + 1) };
    char *at = (char *)copy + texts;
    for (i32 i = 0; i < count * 2; i++) {
        size_t length = strlen(from->pairs[i]) + 1;
        copy->pairs[i] = memcpy(at, from->pairs[i], length);
        at += length;
    }
    result->j = (i64)(uintptr_t)copy;
}

const NativeMethod natives_org_apache_harmony_xml_ExpatParser[] = {
    { "initialize", NULL, initialize },
    { "createEntityParser", NULL, createEntityParser },
    { "appendString", NULL, appendString },
    { "appendChars", NULL, appendChars },
    { "appendBytes", NULL, appendBytes },
    { "release", NULL, release },
    { "releaseParser", NULL, releaseParser },
    { "staticInitialize", NULL, staticInitialize },
    { "line", "(J)I", line },
    { "column", "(J)I", column },
    { "cloneAttributes", "(JI)J", cloneAttributes },
    { 0 },
};

/* ---- ExpatAttributes -------------------------------------------------------------------------- */

static bool attribute_at(i64 handle, i32 index, const AttributeList **list, Name *name)
{
    *list = (const AttributeList *)(uintptr_t)handle;
    if (!*list || index < 0 || index >= (*list)->count)
        return false;
    *name = split_name((*list)->pairs[2 * index], (*list)->namespaces);
    return true;
}

/* String getURI / getLocalName / getQName(long parser, long attributes, int index) */
static void getURI(Thread *t, const Slot *args, Slot *result)
{
    const AttributeList *list;
    Name n;
    if (attribute_at(args[2].j, args[4].i, &list, &n))
        result->l = uri_string(t, &n);
}

static void getLocalName(Thread *t, const Slot *args, Slot *result)
{
    const AttributeList *list;
    Name n;
    if (attribute_at(args[2].j, args[4].i, &list, &n))
        result->l = local_string(t, &n, list->namespaces);
}

static void getQName(Thread *t, const Slot *args, Slot *result)
{
    const AttributeList *list;
    Name n;
    if (attribute_at(args[2].j, args[4].i, &list, &n))
        result->l = qualified_string(t, &n);
}

static void getValueByIndex(Thread *t, const Slot *args, Slot *result)
{
    const AttributeList *list;
    Name n;
    if (attribute_at(args[0].j, args[2].i, &list, &n))
        result->l = text_string(t, list->pairs[2 * args[2].i + 1]);
}

static bool is_text(const char *wanted, const char *text, size_t length)
{
    return strlen(wanted) == length && !memcmp(wanted, text, length);
}

static i32 find_by_name(i64 handle, const Object *uri, const Object *local)
{
    const AttributeList *list;
    Name n;
    char *wanted_uri = vm_string_to_utf8(uri), *wanted = vm_string_to_utf8(local);
    i32 found = -1;
    for (i32 i = 0; wanted_uri && wanted && found < 0 && attribute_at(handle, i, &list, &n); i++) {
        if (is_text(wanted_uri, n.uri, n.uri_length) && is_text(wanted, n.local, n.local_length))
            found = i;
    }
    free(wanted_uri);
    free(wanted);
    return found;
}

static i32 find_by_qualified_name(i64 handle, const Object *name)
{
    const AttributeList *list;
    Name n;
    char *wanted = vm_string_to_utf8(name);
    i32 found = -1;
    for (i32 i = 0; wanted && found < 0 && attribute_at(handle, i, &list, &n); i++) {
        if (!n.prefix_length) {
            if (is_text(wanted, n.local, n.local_length))
                found = i;
        } else if (strlen(wanted) == n.prefix_length + 1 + n.local_length && !memcmp(wanted, n.prefix, n.prefix_length) &&
                   wanted[n.prefix_length] == ':' && !memcmp(wanted + n.prefix_length + 1, n.local, n.local_length)) {
            found = i;
        }
    }
    free(wanted);
    return found;
}

static Object *value_at(Thread *t, i64 handle, i32 index)
{
    const AttributeList *list;
    Name n;
    return attribute_at(handle, index, &list, &n) ? text_string(t, list->pairs[2 * index + 1]) : NULL;
}

static void getIndex(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = find_by_name(args[0].j, args[2].l, args[3].l);
}

static void getIndexForQName(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = find_by_qualified_name(args[0].j, args[2].l);
}

static void getValue(Thread *t, const Slot *args, Slot *result)
{
    result->l = value_at(t, args[0].j, find_by_name(args[0].j, args[2].l, args[3].l));
}

static void getValueForQName(Thread *t, const Slot *args, Slot *result)
{
    result->l = value_at(t, args[0].j, find_by_qualified_name(args[0].j, args[2].l));
}

static void freeAttributes(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    free((void *)(uintptr_t)args[1].j);
}

const NativeMethod natives_org_apache_harmony_xml_ExpatAttributes[] = {
    { "getURI", "(JJI)" STRING, getURI },
    { "getLocalName", "(JJI)" STRING, getLocalName },
    { "getQName", "(JJI)" STRING, getQName },
    { "getValueByIndex", "(JI)" STRING, getValueByIndex },
    { "getIndex", "(J" STRING STRING ")I", getIndex },
    { "getIndexForQName", "(J" STRING ")I", getIndexForQName },
    { "getValue", "(J" STRING STRING ")" STRING, getValue },
    { "getValueForQName", "(J" STRING ")" STRING, getValueForQName },
    { "freeAttributes", NULL, freeAttributes },
    { 0 },
};
