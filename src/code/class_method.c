/*
 * A method of a class file as a Code: the body found and translated, with its
 * source lines, its handlers and, on demand, where each unit comes from.
 */
#include "code/class_stack.h"

#include <stdlib.h>
#include <string.h>

static int by_pc(const void *a, const void *b)
{
    const LinePos *x = a, *y = b;
    return x->unit < y->unit ? -1 : x->unit > y->unit;
}

u32 body_line(const Body *body, u32 pc)
{
    Cursor c = body->attributes;
    u32 best = 0, line = 0;
    for (u32 attributes = take_u2(&c), name; attributes && !c.past_end; attributes--) {
        Cursor content = take_attribute(body->file, &c, &name);
        if (!utf8_is(body->file, name, "LineNumberTable"))
            continue;
        for (u32 entries = take_u2(&content); entries && !content.past_end; entries--) {
            u32 start = take_u2(&content), number = take_u2(&content);
            if (start <= pc && start >= best && !content.past_end)
                best = start, line = number;
        }
    }
    return line;
}

/* LineNumberTable: count 2, then each: pc 2, line 2. There may be several, in any order. */
static int read_lines(Translator *t, Code *code)
{
    Body *body = t->body;
    Cursor c = body->attributes;
    u32 attributes = take_u2(&c), room = 0, count = 0;
    LinePos *lines = NULL;
    bool in_order = true;
    for (u32 pass = 0; pass < 2; pass++) {
        Cursor at = c;
        for (u32 i = 0; i < attributes; i++) {
            u32 name;
            Cursor content = take_attribute(body->file, &at, &name);
            if (at.past_end)
                return body_fail(body, 0, "an attribute of the body runs past it");
            if (!utf8_is(body->file, name, "LineNumberTable"))
                continue;
            u32 entries = MIN(take_u2(&content), (content.end - content.at) / 4);
            if (!pass) {
                room += entries;
                continue;
            }
            for (u32 k = 0; k < entries; k++) {
                u32 pc = take_u2(&content), line = take_u2(&content);
                if (pc >= body->length)
                    continue;
                in_order &= !count || lines[count - 1].unit <= pc;
                lines[count++] = (LinePos){ pc, line, 0 };
            }
        }
        if (!room)
            return OK;
        if (!pass) {
            lines = arena_try_alloc(body->scratch, room * sizeof *lines);
            if (!lines)
                return body_fail(body, 0, "the body is too large to be translated");
        }
    }
    if (!in_order)
        qsort(lines, count, sizeof *lines, by_pc);
    u32 kept = 0;
    for (u32 i = 0; i < count; i++) {
        u32 unit = t->unit_of[lines[i].unit], line = lines[i].line, continues = !!(body->marks[lines[i].unit] & MARK_INSIDE);
        if (unit >= t->count)
            continue;
        if (kept && lines[kept - 1].unit == unit)
            lines[kept - 1].line = line;
        else
            lines[kept++] = (LinePos){ unit, line, continues };
    }
    code->lines = ARENA_ARRAY(body->file->store->arena, LinePos, kept);
    if (kept)
        memcpy(code->lines, lines, kept * sizeof *lines);
    code->line_count = kept;
    return OK;
}

static int read_tries(Translator *t, Code *code)
{
    Body *body = t->body;
    code->tries = ARENA_ARRAY(body->file->store->arena, TryRange, body->handler_count);
    for (u32 i = 0; i < body->handler_count; i++) {
        const u8 *entry = body->handlers + i * 8;
        u32 handler = be16(entry + 4), type = be16(entry + 6);
        TryRange range = { t->unit_of[be16(entry)], t->unit_of[be16(entry + 2)], t->unit_of[handler], NULL };
        if (t->doors && t->doors[handler])
            range.handler = t->doors[handler];
        if (type) {
            if (pool_tag(body->file, type) != POOL_CLASS)
                return body_fail(body, handler, "constant %u is caught, which is no class", type);
            int status = pool_ref(body->file, type, &range.type);
            if (status)
                return status;
        }
        if (range.start < range.end)
            code->tries[code->try_count++] = range;
    }
    return OK;
}

static void fill_in_origins(Translator *t, Code *code)
{
    const Body *body = t->body;
    code->origins = ARENA_ARRAY(body->file->store->arena, u32, t->count);
    Insn insn;
    for (u32 pc = 0; pc < body->length; pc = insn.next) {
        insn_decode(body, pc, &insn);
        for (u32 unit = t->unit_of[pc]; unit < t->unit_of[insn.next]; unit++)
            code->origins[unit] = pc;
    }
    for (u32 pc = 0; t->doors && pc < body->length; pc++)
        if (t->doors[pc])
            code->origins[t->doors[pc]] = code->origins[t->doors[pc] + 1] = pc;
}

/*
 * The Code attribute: stack 2, locals 2, size 4, code, handlers 2 and 8 bytes
 * each, attributes. Before version 45.3: stack 1, locals 1, size 2.
 */
static int open_body(Body *body)
{
    ClassFile *file = body->file;
    Cursor c = { file->bytes, (u32)((const u8 *)body->method->extra - file->bytes) + 6, file->size, false };
    u32 attributes = take_u2(&c);
    for (u32 i = 0; i < attributes; i++) {
        u32 name;
        Cursor content = take_attribute(file, &c, &name);
        if (!utf8_is(file, name, "Code"))
            continue;
        bool old = be16(file->bytes + 6) == 45 && be16(file->bytes + 4) < 3;
        body->max_stack = old ? take_u1(&content) : take_u2(&content);
        body->max_locals = old ? take_u1(&content) : take_u2(&content);
        body->length = old ? take_u2(&content) : take_u4(&content);
        body->code = file->bytes + content.at;
        take_skip(&content, body->length);
        body->handler_count = take_u2(&content);
        body->handlers = file->bytes + content.at;
        take_skip(&content, body->handler_count * 8);
        body->attributes = content;
        if (content.past_end || !body->length || body->length > 0xffff) {
            u32 length = body->length;
            body->length = 0;
            return body_fail(body, 0, "a body of %u bytes does not fit its attribute", length);
        }
        return OK;
    }
    return error_set(ERR_MOMENT, "%s.%s%s has no body", file->name, body->method->name->text, body->method->descriptor->text);
}

int class_file_translate(const ClassDef *def, const MethodDef *method, bool with_origins, Code **out)
{
    ClassFile *file = (ClassFile *)def->extra;
    CodeStore *store = file->store;
    int status = code_store_scratch(store);
    if (status)
        return status;
    ArenaMark mark = arena_mark(&store->scratch);
    Body body = { .file = file, .def = def, .method = method, .scratch = &store->scratch };
    Translator t = { .body = &body };
    Code made = { 0 };
    u16 shape = 0;
    status = open_body(&body);
    if (!status && !descriptor_shape(method->descriptor->text, method->descriptor->length, &shape))
        status = body_fail(&body, 0, "the descriptor is none");
    made.argument_registers = (u16)(SHAPE_ARGS(shape) + !(method->access & ACC_STATIC));
    if (!status && made.argument_registers > body.max_locals)
        status = body_fail(&body, 0, "%u registers of arguments in %u locals", made.argument_registers, body.max_locals);
    if (!status && body.max_locals + body.max_stack > 0xfff0)
        status = body_fail(&body, 0, "%u locals and %u stack slots are too many", body.max_locals, body.max_stack);
    if (!status)
        status = body_scan(&body);
    if (!status)
        status = translate_body(&t);
    if (!status)
        status = read_tries(&t, &made);
    if (!status)
        status = read_lines(&t, &made);
    if (!status) {
        made.unit_count = t.count;
        made.units = ARENA_ARRAY(store->code, Unit, t.count);
        memcpy(made.units, t.units, t.count * sizeof *t.units);
        made.register_count = (u16)MAX(t.high, body.max_locals);
        made.variable_registers = (u16)body.max_locals;
        if (with_origins)
            fill_in_origins(&t, &made);
        *out = ARENA_NEW(store->arena, Code);
        **out = made;
    }
    arena_release(&store->scratch, mark);
    return status;
}
