/*
 * Trace files.
 *
 *   "reenact trace 1\n"  then blocks:  u32 size, u32 packed size, LZ4 data
 *
 * The content of a call trace is text, a line per event:
 *
 *   > 1 3 java/lang/Thread.run()V      thread 1, depth 3, enters
 *   < 1 3                              leaves
 *   ! 1 3 java/lang/Error              leaves by that exception
 *
 * An instruction trace is a byte stream. Each record begins with a head byte:
 *
 *   bit 0  place follows: method (number, with its name at the first use) and unit;
 *          without it: the instruction after the last one, same method
 *   bit 1  thread follows
 *   bit 2  a memory cell follows: address as a signed difference to the last one
 *   bit 3  the cell is written
 *   bit 4  branch operands follow, two signed numbers
 *   bit 5  depth follows
 *
 * Numbers are LEB128, signed ones zigzag: most instructions take one byte before
 * compression.
 */
#include "vm/trace.h"

#include "base/file.h"
#include "vm/internal.h"

#include <errno.h>
#include <lz4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "reenact trace 1\n";
enum { BLOCK = 1 << 18 };

struct TraceFile {
    Vm *vm;
    Tracer tracer;
    FILE *out;
    bool failed;
    Buf pending;
    Map methods;                    /* Method pointer (as bytes) -> number */
    /* the last record, that the next one is told against */
    const Method *method;
    const Unit *next;
    u32 thread;
    u32 depth;
    u64 cell;
};

static void write_all(TraceFile *file, const void *data, size_t size)
{
    if (fwrite(data, 1, size, file->out) != size)
        file->failed = true;
}

static void write_block(TraceFile *file)
{
    if (!file->pending.size)
        return;
    int bound = LZ4_compressBound((int)file->pending.size);
    char *packed = xmalloc((size_t)bound);
    u32 head[2] = { (u32)file->pending.size, (u32)LZ4_compress_default(file->pending.data, packed, (int)file->pending.size, bound) };
    write_all(file, head, sizeof head);
    write_all(file, packed, head[1]);
    free(packed);
    buf_clear(&file->pending);
}

static void flush_if_full(TraceFile *file)
{
    if (file->pending.size >= BLOCK)
        write_block(file);
}

/* ---- calls ------------------------------------------------------------------------------ */

static u32 depth_of(const Thread *t)
{
    return (u32)(t->frame - t->frames);
}

static void on_enter(void *context, Thread *t, const Method *m)
{
    TraceFile *file = context;
    buf_printf(&file->pending, "> %u %u %s.%s%s\n", t->id, depth_of(t), m->owner->name->text, m->name->text, m->descriptor->text);
    flush_if_full(file);
}

static void on_leave(void *context, Thread *t, const Method *m, bool by_exception)
{
    TraceFile *file = context;
    UNUSED(m);
    if (by_exception)
        buf_printf(&file->pending, "! %u %u %s\n", t->id, depth_of(t), object_class(t->exception)->name->text);
    else
        buf_printf(&file->pending, "< %u %u\n", t->id, depth_of(t));
    flush_if_full(file);
}

/* ---- instructions ------------------------------------------------------------------------- */

static void put_number(Buf *out, u64 n)
{
    do {
        u8 byte = n & 0x7f;
        n >>= 7;
        buf_add_char(out, (char)(n ? byte | 0x80 : byte));
    } while (n);
}

static void put_signed(Buf *out, i64 n)
{
    put_number(out, (u64)n << 1 ^ (u64)(n >> 63));
}

static void put_method(TraceFile *file, const Method *m)
{
    void **slot = map_slot_n(&file->methods, (const char *)&m, sizeof m);
    if (!*slot) {
        *slot = (void *)(uintptr_t)file->methods.live;
        put_number(&file->pending, file->methods.live);
        const Symbol *const parts[] = { m->owner->name, m->name, m->descriptor };
        for (int i = 0; i < 3; i++)
            buf_add(&file->pending, parts[i]->text, parts[i]->length + 1);
        return;
    }
    put_number(&file->pending, (uintptr_t)*slot);
}

static void on_instruction(void *context, Thread *t, const Frame *f, const Unit *pc)
{
    TraceFile *file = context;
    const Code *code = f->method->code;
    bool in_code = code && pc >= code->units && pc < code->units + code->unit_count;
    MemoryCell cell = trace_memory_cell(f, pc);
    i64 left, right;
    bool branch = trace_branch_operands(f, pc, &left, &right);
    u32 depth = depth_of(t);
    bool placed = f->method != file->method || pc != file->next;
    u8 head = (u8)(placed | (t->id != file->thread) << 1 | (cell.address != 0) << 2 | cell.write << 3 | branch << 4 | (depth != file->depth) << 5);
    buf_add_char(&file->pending, (char)head);
    if (placed) {
        put_method(file, f->method);
        put_number(&file->pending, in_code ? (u64)(pc - code->units) : 0);
    }
    if (t->id != file->thread)
        put_number(&file->pending, t->id);
    if (cell.address) {
        put_signed(&file->pending, (i64)(cell.address - file->cell));
        file->cell = cell.address;
    }
    if (branch) {
        put_signed(&file->pending, left);
        put_signed(&file->pending, right);
    }
    if (depth != file->depth)
        put_number(&file->pending, depth);
    file->method = f->method;
    file->next = pc + insn_length(pc);
    file->thread = t->id;
    file->depth = depth;
    flush_if_full(file);
}

/* ---- opening and closing --------------------------------------------------------------------- */

int trace_file_open(TraceFile **out, Vm *vm, const char *path, TraceLevel level)
{
    TraceFile *file = xcalloc(1, sizeof *file);
    file->vm = vm;
    file->out = fopen(path, "wb");
    if (!file->out) {
        free(file);
        return error_set(ERR_IO, "cannot write %s: %s", path, strerror(errno));
    }
    write_all(file, magic, sizeof magic - 1);
    file->tracer.context = file;
    if (level == TRACE_CALLS) {
        file->tracer.enter = on_enter;
        file->tracer.leave = on_leave;
    } else {
        file->tracer.instruction = on_instruction;
    }
    vm_set_tracer(vm, &file->tracer);
    *out = file;
    return OK;
}

int trace_file_close(TraceFile *file)
{
    vm_set_tracer(file->vm, NULL);
    write_block(file);
    bool failed = fclose(file->out) || file->failed;
    buf_free(&file->pending);
    map_free(&file->methods);
    free(file);
    return failed ? error_set(ERR_IO, "the trace could not be written: %s", strerror(errno)) : OK;
}

int trace_file_read(const char *path, Buf *out)
{
    MappedFile file;
    int status = file_map(&file, path);
    if (status)
        return status;
    size_t at = sizeof magic - 1;
    if (file.size < at || memcmp(file.data, magic, at))
        status = error_set(ERR_INPUT, "%s is no trace", path);
    while (!status && at < file.size) {
        u32 head[2];
        if (file.size - at < sizeof head) {
            status = error_set(ERR_INPUT, "%s: the last block is cut off", path);
            break;
        }
        memcpy(head, file.data + at, sizeof head);
        at += sizeof head;
        if (head[1] > file.size - at || head[0] > BLOCK * 4) {
            status = error_set(ERR_INPUT, "%s: block at 0x%zx runs past the file (needs %u, has %zu)", path, at, head[1], file.size - at);
            break;
        }
        buf_reserve(out, head[0]);
        int got = LZ4_decompress_safe((const char *)file.data + at, out->data + out->size, (int)head[1], (int)head[0]);
        if (got != (int)head[0])
            status = error_set(ERR_INPUT, "%s: block at 0x%zx is damaged", path, at);
        else
            out->size += head[0];
        at += head[1];
    }
    file_unmap(&file);
    return status;
}
