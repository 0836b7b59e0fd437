/*
 * The block of a cursor window. Offsets are from its start; everything is added
 * at the end and nothing is given back before window_clear.
 *
 *   OFFSET  SIZE  MEANING
 *   0       16    header (in our struct; the space is left free)
 *   16      404   first row chunk: 100 offsets of rows, offset of the next chunk
 *   …       12*c  a row: c fields of type (4) and value or offset and size (8),
 *                 aligned to 4
 *   …       n     bytes of strings (with their 0) and blobs, not aligned
 *
 * The memory grows as it is used: most windows of 2 MB hold a few rows.
 */
#include "android/cursor_window.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEADER_SIZE = 16,
    CHUNK_ROWS = 100,
    CHUNK_NEXT = CHUNK_ROWS * 4,
    CHUNK_SIZE = CHUNK_NEXT + 4,
    FIELD_SIZE = 12,
    FIRST_ROOM = 4096,
};

typedef struct Block {
    u32 owners;
    char *name;
    u8 *data;
    size_t room;                    /* what data has now */
    u32 size;                       /* what it may have */
    u32 free_offset;
    u32 rows, columns;
    u64 refused;                    /* bytes that did not fit last */
    u32 last_chunk, last_chunk_row; /* where the row before was found, and the first row there */
} Block;

struct CursorWindow {
    Block *block;
    bool read_only;
};

static u32 get_u32(const Block *b, u32 offset)
{
    u32 value;
    memcpy(&value, b->data + offset, sizeof value);
    return value;
}

static void set_u32(Block *b, u32 offset, u32 value)
{
    memcpy(b->data + offset, &value, sizeof value);
}

/* Space at the end; 0 when the window is full. */
static u32 take(Block *b, u64 size, bool aligned)
{
    u64 offset = aligned ? ALIGN_UP(b->free_offset, 4) : b->free_offset, end = offset + size;
    if (end > b->size) {
        b->refused = size;
        return 0;
    }
    if (end > b->room) {
        size_t room = b->room ? b->room : FIRST_ROOM;
        while (room < end)
            room *= 2;
        b->room = MIN(room, b->size);
        b->data = xrealloc(b->data, b->room);
    }
    b->free_offset = (u32)end;
    return (u32)offset;
}

CursorWindow *window_new(const char *name, size_t size)
{
    if (size < HEADER_SIZE + CHUNK_SIZE || size > INT32_MAX)
        return NULL;
    CursorWindow *window = xcalloc(1, sizeof *window);
    window->block = xcalloc(1, sizeof *window->block);
    *window->block = (Block){ .owners = 1, .name = xstrdup(name), .size = (u32)size };
    window_clear(window);
    return window;
}

CursorWindow *window_share(CursorWindow *window)
{
    CursorWindow *other = xcalloc(1, sizeof *other);
    *other = (CursorWindow){ .block = window->block, .read_only = true };
    other->block->owners++;
    return other;
}

void window_release(CursorWindow *window)
{
    if (!window)
        return;
    Block *b = window->block;
    if (!--b->owners) {
        free(b->name);
        free(b->data);
        free(b);
    }
    free(window);
}

const char *window_name(const CursorWindow *window)
{
    return window->block->name;
}

u32 window_rows(const CursorWindow *window)
{
    return window->block->rows;
}

u32 window_columns(const CursorWindow *window)
{
    return window->block->columns;
}

WindowStatus window_clear(CursorWindow *window)
{
    if (window->read_only)
        return WINDOW_INVALID;
    Block *b = window->block;
    b->free_offset = HEADER_SIZE;
    b->rows = b->columns = 0;
    b->last_chunk = HEADER_SIZE;
    b->last_chunk_row = 0;
    u32 chunk = take(b, CHUNK_SIZE, true);
    set_u32(b, chunk + CHUNK_NEXT, 0);
    return WINDOW_OK;
}

WindowStatus window_set_columns(CursorWindow *window, u32 columns)
{
    Block *b = window->block;
    if (window->read_only || ((b->columns || b->rows) && b->columns != columns))
        return WINDOW_INVALID;
    b->columns = columns;
    return WINDOW_OK;
}

/* Where the offset of a row is kept; 0: in a chunk that is still to be made. */
static u32 row_slot(Block *b, u32 row, bool make)
{
    bool ahead = row >= b->last_chunk_row;
    u32 chunk = ahead ? b->last_chunk : HEADER_SIZE, first = ahead ? b->last_chunk_row : 0;
    for (; row - first >= CHUNK_ROWS; first += CHUNK_ROWS) {
        u32 next = get_u32(b, chunk + CHUNK_NEXT);
        if (!next && make) {
            next = take(b, CHUNK_SIZE, true);
            if (!next)
                return 0;
            set_u32(b, chunk + CHUNK_NEXT, next);
            set_u32(b, next + CHUNK_NEXT, 0);
        }
        chunk = next;
    }
    b->last_chunk = chunk;
    b->last_chunk_row = first;
    return chunk + (row - first) * 4;
}

WindowStatus window_add_row(CursorWindow *window)
{
    if (window->read_only)
        return WINDOW_INVALID;
    Block *b = window->block;
    u32 slot = row_slot(b, b->rows, true);
    if (!slot)
        return WINDOW_NO_MEMORY;
    u64 size = (u64)b->columns * FIELD_SIZE;
    u32 fields = take(b, size, true);
    if (!fields)
        return WINDOW_NO_MEMORY;
    memset(b->data + fields, 0, size);
    set_u32(b, slot, fields);
    b->rows++;
    return WINDOW_OK;
}

void window_drop_last_row(CursorWindow *window)
{
    if (!window->read_only && window->block->rows)
        window->block->rows--;
}

WindowRefusal window_refusal(const CursorWindow *window)
{
    const Block *b = window->block;
    return (WindowRefusal){ .wanted = b->refused, .free = b->size - b->free_offset, .size = b->size };
}

/* Offset of a field; 0: there is none. */
static u32 field_at(const CursorWindow *window, u32 row, u32 column)
{
    Block *b = window->block;
    if (row >= b->rows || column >= b->columns)
        return 0;
    return get_u32(b, row_slot(b, row, false)) + column * FIELD_SIZE;
}

bool window_get(const CursorWindow *window, u32 row, u32 column, WindowField *out)
{
    const Block *b = window->block;
    u32 at = field_at(window, row, column);
    if (!at)
        return false;
    *out = (WindowField){ .type = (FieldType)get_u32(b, at) };
    if (out->type == FIELD_STRING || out->type == FIELD_BLOB) {
        out->bytes = b->data + get_u32(b, at + 4);
        out->size = get_u32(b, at + 8);
    } else {
        memcpy(&out->integer, b->data + at + 4, sizeof out->integer);
    }
    return true;
}

WindowStatus window_put(CursorWindow *window, u32 row, u32 column, const WindowField *field)
{
    if (window->read_only)
        return WINDOW_INVALID;
    Block *b = window->block;
    u32 at = field_at(window, row, column);
    if (!at)
        return WINDOW_BAD_VALUE;
    if (field->type == FIELD_STRING || field->type == FIELD_BLOB) {
        u32 bytes = take(b, field->size, false);
        if (!bytes)
            return WINDOW_NO_MEMORY;
        if (field->size)
            memcpy(b->data + bytes, field->bytes, field->size);
        set_u32(b, at + 4, bytes);
        set_u32(b, at + 8, (u32)field->size);
    } else {
        i64 value = field->type == FIELD_NULL ? 0 : field->integer;
        memcpy(b->data + at + 4, &value, sizeof value);
    }
    set_u32(b, at, field->type);
    return WINDOW_OK;
}
