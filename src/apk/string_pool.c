/*
 * A pool's chunk:
 *
 *   OFFSET SIZE MEANING
 *    0     8    chunk header, type 0x0001
 *    8     4    strings
 *   12     4    strings with styles: the first ones of the pool
 *   16     4    flags: 0x1 sorted, 0x100 UTF-8
 *   20     4    where the strings begin, from the chunk's begin
 *   24     4    where the styles begin
 *    h     -    offset of each string (4), then of each style (4), from those places
 *
 *   a string in UTF-16:  length in units (2, or 4 with the high bit set in the first half), units, 0
 *   a string in UTF-8:   length in UTF-16 units (1 or 2), length in bytes (1 or 2), bytes, 0
 *   a style:             spans of name 4, first character 4, last character 4; then 0xffffffff
 */
#include "apk/string_pool.h"

#include <stdlib.h>

enum { POOL_HEADER = 28, POOL_UTF8 = 0x100 };

int string_pool_open(StringPool *pool, const ChunkFile *file, size_t at, size_t end)
{
    Chunk chunk;
    int status = chunk_read(&chunk, file, at, end, POOL_HEADER, "string pool");
    if (status)
        return status;
    if (chunk.type != CHUNK_STRING_POOL)
        return error_set(ERR_INPUT, "%s: at 0x%zx lies a chunk of type 0x%04x, not a string pool", file->name, at, chunk.type);
    *pool = (StringPool){ .count = le32(chunk.bytes + 8), .style_count = le32(chunk.bytes + 12), .utf8 = le32(chunk.bytes + 16) & POOL_UTF8 };
    u64 index_size = 4 * ((u64)pool->count + pool->style_count);
    if (index_size > chunk.size - chunk.header_size)
        return error_set(ERR_INPUT, "%s: the index of the string pool at 0x%zx runs past it (needs %llu, has %u)", file->name, at,
                         (unsigned long long)index_size, chunk.size - chunk.header_size);
    u32 strings = le32(chunk.bytes + 20), styles = le32(chunk.bytes + 24);
    if (pool->count && strings >= chunk.size)
        return error_set(ERR_INPUT, "%s: the strings of the pool at 0x%zx begin past it (0x%x of 0x%x)", file->name, at, strings, chunk.size);
    if (pool->style_count && styles >= chunk.size)
        return error_set(ERR_INPUT, "%s: the styles of the pool at 0x%zx begin past it (0x%x of 0x%x)", file->name, at, styles, chunk.size);
    pool->offsets = chunk.bytes + chunk.header_size;
    pool->style_offsets = pool->offsets + 4 * (size_t)pool->count;
    if (pool->count) {
        pool->strings = chunk.bytes + strings;
        pool->strings_size = chunk.size - strings;
    }
    if (pool->style_count) {
        pool->styles = chunk.bytes + styles;
        pool->styles_size = chunk.size - styles;
    }
    return OK;
}

/* A length of one or two bytes; false when it is cut off. */
static bool read_length8(const u8 **p, const u8 *end, u32 *length)
{
    if (*p >= end)
        return false;
    *length = *(*p)++;
    if (*length & 0x80) {
        if (*p >= end)
            return false;
        *length = (*length & 0x7f) << 8 | *(*p)++;
    }
    return true;
}

bool string_pool_text(const StringPool *pool, u32 index, PoolText *out)
{
    if (index >= pool->count)
        return false;
    u32 offset = le32(pool->offsets + 4 * (size_t)index);
    if (offset >= pool->strings_size)
        return false;
    const u8 *p = pool->strings + offset, *end = pool->strings + pool->strings_size;
    u32 length;
    if (pool->utf8) {
        if (!read_length8(&p, end, &length) || !read_length8(&p, end, &length) || length > (size_t)(end - p))
            return false;
        *out = (PoolText){ p, length, true };
        return true;
    }
    if (end - p < 2)
        return false;
    length = le16(p);
    p += 2;
    if (length & 0x8000) {
        if (end - p < 2)
            return false;
        length = (length & 0x7fff) << 16 | le16(p);
        p += 2;
    }
    if (length > (size_t)(end - p) / 2)
        return false;
    *out = (PoolText){ p, length, false };
    return true;
}

/* The next code unit sequence of UTF-8 as a code point; a damaged byte is one '?'. Surrogates written in three bytes stay as they are. */
static u32 next_utf8(const u8 **p, const u8 *end)
{
    u32 c = *(*p)++;
    if (c < 0x80)
        return c;
    u32 more = c >= 0xf0 && c < 0xf8 ? 3 : c >= 0xe0 ? 2 : 1;
    if (c < 0xc0 || c >= 0xf8 || (size_t)(end - *p) < more)
        return '?';
    c &= 0x3fu >> more;
    for (u32 i = 0; i < more; i++) {
        if (((*p)[i] & 0xc0) != 0x80)
            return '?';
        c = c << 6 | ((*p)[i] & 0x3f);
    }
    *p += more;
    return c > 0x10ffff ? '?' : c;
}

u32 pool_text_utf16(const PoolText *text, u16 *out, u32 room)
{
    if (!text->utf8) {
        memcpy(out, text->bytes, 2 * (size_t)MIN(room, text->length));
        return text->length;
    }
    u32 count = 0;
    for (const u8 *p = text->bytes, *end = p + text->length; p < end;) {
        u32 c = next_utf8(&p, end);
        if (c >= 0x10000) {
            if (count < room)
                out[count] = (u16)(0xd800 + ((c - 0x10000) >> 10));
            count++;
            c = 0xdc00 + ((c - 0x10000) & 0x3ff);
        }
        if (count < room)
            out[count] = (u16)c;
        count++;
    }
    return count;
}

/* Hands out the text's code points one by one. */
static u32 next_code_point(const PoolText *text, const u8 **p, const u8 *end)
{
    u32 c;
    if (text->utf8) {
        c = next_utf8(p, end);
    } else {
        c = le16(*p);
        *p += 2;
    }
    if (c < 0xd800 || c >= 0xe000)
        return c;
    const u8 *after = *p;
    if (c < 0xdc00 && after < end) {
        u32 low = text->utf8 ? next_utf8(&after, end) : le16(after);
        if (low >= 0xdc00 && low < 0xe000) {
            *p = text->utf8 ? after : *p + 2;
            return 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        }
    }
    return '?';
}

static const u8 *text_end(const PoolText *text)
{
    return text->bytes + (text->utf8 ? text->length : 2 * (size_t)text->length);
}

void pool_text_append(Buf *out, const PoolText *text)
{
    for (const u8 *p = text->bytes, *end = text_end(text); p < end;)
        buf_add_utf8(out, next_code_point(text, &p, end));
}

bool string_pool_append(Buf *out, const StringPool *pool, u32 index)
{
    PoolText text;
    if (!string_pool_text(pool, index, &text))
        return false;
    pool_text_append(out, &text);
    return true;
}

bool pool_text_is(const PoolText *text, const char *utf8, size_t length)
{
    if (text->utf8)
        return text->length == length && !memcmp(text->bytes, utf8, length);
    const u8 *p = text->bytes, *end = text_end(text);
    const u8 *q = (const u8 *)utf8, *q_end = q + length;
    while (p < end && q < q_end)
        if (next_code_point(text, &p, end) != next_utf8(&q, q_end))
            return false;
    return p == end && q == q_end;
}

u32 string_pool_find(const StringPool *pool, const char *utf8, size_t length)
{
    PoolText text;
    for (u32 i = 0; i < pool->count; i++)
        if (string_pool_text(pool, i, &text) && pool_text_is(&text, utf8, length))
            return i;
    return POOL_NONE;
}

/* A hostile pool may name one long string a million times: what is hashed and how far is searched have limits. */
enum { MOST_HASHED = 128, MOST_PROBES = 256 };

/* The same for a text in either encoding. */
static u32 text_hash(const PoolText *text)
{
    u32 hash = 2166136261u, left = MOST_HASHED;
    for (const u8 *p = text->bytes, *end = text_end(text); p < end && left; left--)
        hash = (hash ^ next_code_point(text, &p, end)) * 16777619u;
    return hash ^ hash >> 15;
}

static void make_index(PoolIndex *index, const StringPool *pool)
{
    PoolText text;
    index->size = 16;
    while (index->size < 2 * (u64)pool->count)
        index->size *= 2;
    index->table = xcalloc(index->size, sizeof *index->table);
    /* in order, so that of two equal strings the first is found */
    for (u32 i = 0; i < pool->count; i++) {
        if (!string_pool_text(pool, i, &text))
            continue;
        u32 place = text_hash(&text), last = place + MOST_PROBES;
        while (index->table[place & (index->size - 1)] && place != last)
            place++;
        if (place != last)
            index->table[place & (index->size - 1)] = i + 1;
    }
}

u32 pool_index_find(PoolIndex *index, const StringPool *pool, const char *utf8, size_t length)
{
    PoolText wanted = { (const u8 *)utf8, (u32)length, true }, text;
    if (!index->table)
        make_index(index, pool);
    u32 begin = text_hash(&wanted);
    for (u32 i = 0; i < MOST_PROBES; i++) {
        u32 found = index->table[(begin + i) & (index->size - 1)];
        if (!found)
            return POOL_NONE;
        if (string_pool_text(pool, found - 1, &text) && pool_text_is(&text, utf8, length))
            return found - 1;
    }
    return POOL_NONE;
}

void pool_index_free(PoolIndex *index)
{
    free(index->table);
    *index = (PoolIndex){ 0 };
}

bool string_pool_span(const StringPool *pool, u32 index, u32 n, PoolSpan *out)
{
    if (index >= pool->style_count)
        return false;
    u64 at = (u64)le32(pool->style_offsets + 4 * (size_t)index) + 12 * (u64)n;
    if (at + 4 > pool->styles_size || le32(pool->styles + at) == POOL_NONE || at + 12 > pool->styles_size)
        return false;
    *out = (PoolSpan){ le32(pool->styles + at), le32(pool->styles + at + 4), le32(pool->styles + at + 8) };
    return true;
}
