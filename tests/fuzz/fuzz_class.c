/*
 * Any bytes, two ways. What begins as a class file is read as one: every method
 * translated and checked, every annotation decoded. Anything else is taken as a
 * method's body in a class whose constants offer something to every instruction,
 * so that the fuzzer comes as far as the translator; whatever is accepted must
 * then do what the stack code does (tests/tools/validate_translation.c).
 *
 *   OFFSET SIZE MEANING, of a body
 *    0     1    stack slots
 *    1     1    locals, plus two
 *    2     1    handlers: 4 bytes each: start, end, handler, class; then code
 */
#define NO_MAIN
#include "../tools/validate_translation.c"

static void put1(Buf *out, u32 n)
{
    buf_add_char(out, (char)n);
}

static void put2(Buf *out, u32 n)
{
    put1(out, n >> 8);
    put1(out, n);
}

static void put4(Buf *out, u32 n)
{
    put2(out, n >> 16);
    put2(out, n);
}

static u32 put_utf8(Buf *out, u32 *count, const char *text)
{
    put1(out, POOL_UTF8);
    put2(out, (u32)strlen(text));
    buf_add_str(out, text);
    return ++*count;
}

static u32 put_entry(Buf *out, u32 *count, u32 tag, u32 first, u32 second)
{
    put1(out, tag);
    put2(out, first);
    put2(out, second);
    return ++*count;
}

static u32 put_class(Buf *out, u32 *count, const char *name)
{
    u32 text = put_utf8(out, count, name);
    put1(out, POOL_CLASS);
    put2(out, text);
    return ++*count;
}

/* Constants 1 to 16 are the ones that instructions like to name. */
static u32 put_pool(Buf *out, u32 *this_class, u32 *super_class, u32 *name, u32 *descriptor, u32 *code)
{
    static const char *const fields[] = { "I", "J", "Ljava/lang/Object;", "D" };
    static const char *const calls[] = { "()V", "(I)I", "(JI)J", "(Ljava/lang/Object;[I)Ljava/lang/Object;", "(DDI)V" };
    Buf members = { 0 };
    u32 count = 0, next = 16;
    /* The entries behind the sixteen are written first, to know their numbers. */
    *this_class = put_class(&members, &next, "T");
    *super_class = put_class(&members, &next, "java/lang/Object");
    *name = put_utf8(&members, &next, "m");
    *descriptor = put_utf8(&members, &next, "(II)I");
    *code = put_utf8(&members, &next, "Code");
    u32 types[9];
    for (u32 i = 0; i < 9; i++) {
        u32 text = put_utf8(&members, &next, i < 4 ? fields[i] : calls[i - 4]);
        types[i] = put_entry(&members, &next, POOL_NAME_AND_TYPE, *name, text);
    }
    u32 init = put_utf8(&members, &next, "<init>"), nothing = put_utf8(&members, &next, "()V");
    u32 constructor = put_entry(&members, &next, POOL_NAME_AND_TYPE, init, nothing), array = put_utf8(&members, &next, "[[J");
    for (u32 i = 0; i < 4; i++)
        put_entry(out, &count, POOL_FIELD, *this_class, types[i]);             /* 1-4 */
    for (u32 i = 4; i < 9; i++)
        put_entry(out, &count, POOL_METHOD, i & 1 ? *this_class : *super_class, types[i]);     /* 5-9 */
    put_entry(out, &count, POOL_METHOD, *super_class, constructor);             /* 10 */
    put_entry(out, &count, POOL_INTERFACE_METHOD, *super_class, types[6]);      /* 11 */
    put1(out, POOL_CLASS), put2(out, array), count++;                           /* 12 */
    put1(out, POOL_STRING), put2(out, *name), count++;                          /* 13 */
    put1(out, POOL_INT), put4(out, 100000), count++;                            /* 14 */
    put1(out, POOL_LONG), put4(out, 1), put4(out, 2), count += 2;               /* 15, 16 */
    buf_add(out, members.data, members.size);
    buf_free(&members);
    return next;
}

static void wrap_body(Buf *out, const u8 *bytes, size_t size)
{
    Buf pool = { 0 };
    u32 this_class, super_class, name, descriptor, code;
    u32 count = put_pool(&pool, &this_class, &super_class, &name, &descriptor, &code);
    u32 stack = bytes[0], locals = bytes[1] + 2u, handlers = bytes[2] & 7;
    if (3 + handlers * 4 >= size)
        handlers = 0;
    const u8 *body = bytes + 3 + handlers * 4;
    u32 length = (u32)MIN(size - 3 - handlers * 4, 0xffff);
    put4(out, 0xcafebabe);
    put4(out, 52);
    put2(out, count + 1);
    buf_add(out, pool.data, pool.size);
    put2(out, ACC_PUBLIC);
    put2(out, this_class);
    put2(out, super_class);
    put2(out, 0);
    put2(out, 0);
    put2(out, 1);
    put2(out, ACC_STATIC);
    put2(out, name);
    put2(out, descriptor);
    put2(out, 1);
    put2(out, code);
    put4(out, 12 + length + handlers * 8);
    put2(out, stack);
    put2(out, locals);
    put4(out, length);
    buf_add(out, body, length);
    put2(out, handlers);
    for (u32 i = 0; i < handlers; i++) {
        const u8 *h = bytes + 3 + i * 4;
        put2(out, h[0]);
        put2(out, h[1]);
        put2(out, h[2]);
        put2(out, h[3] & 1 ? this_class : 0);
    }
    put2(out, 0);
    put2(out, 0);
    buf_free(&pool);
}

static void translate(ClassDef *def, const MethodDef *method, Arena *scratch)
{
    Code *code;
    if (code_translate(def, method, true, &code))
        return;
    if (code_check(code)) {
        fprintf(stderr, "%s: %s\n", method->name->text, error_text());
        abort();
    }
    validate(def, method, scratch);
    if (failed)
        abort();
}

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t size)
{
    static Arena arena, scratch;
    static CodeStore store;
    if (!arena.base && (arena_open(&arena, (size_t)2 << 30, 0) || arena_open(&scratch, 60 << 20, 0)))
        abort();
    if (size < 4)
        return 0;
    ArenaMark mark = arena_mark(&arena);
    Arena kept = store.scratch;
    code_store_open(&store, &arena);
    store.scratch = kept;       /* reserved once for all inputs */

    Buf wrapped = { 0 };
    if (be32(bytes) != 0xcafebabe) {
        wrap_body(&wrapped, bytes, size);
        bytes = (const u8 *)wrapped.data;
        size = wrapped.size;
    }
    ClassDef *def;
    AnnotationSet set, *sets;
    AnnotationValue value;
    u32 count;
    if (!class_def_from_bytes(&store, bytes, size, &def)) {
        class_annotations(def, &arena, &set);
        for (u32 i = 0; i < def->field_count; i++)
            field_annotations(def, &def->fields[i], &arena, &set);
        for (u32 i = 0; i < def->method_count; i++) {
            const MethodDef *method = &def->methods[i];
            method_annotations(def, method, &arena, &set);
            parameter_annotations(def, method, &arena, &sets, &count);
            annotation_default(def, method, &arena, &value);
            if (method->has_code)
                translate(def, method, &scratch);
        }
    } else if (wrapped.size) {
        fprintf(stderr, "the class around a body: %s\n", error_text());
        abort();
    }
    buf_free(&wrapped);
    arena_release(&arena, mark);
    return 0;
}
