/*
 * String pools of resource tables and binary XML: strings by index, in UTF-8 or
 * UTF-16, some with spans of style. Opening checks the pool's frame; a string is
 * looked at when it is asked for, and one that is damaged is one that is not there.
 */
#ifndef APK_STRING_POOL_H
#define APK_STRING_POOL_H

#include "apk/chunk.h"
#include "base/buf.h"

enum { POOL_NONE = 0xffffffffu };   /* no string */

typedef struct StringPool {
    const u8 *offsets, *strings;
    const u8 *style_offsets, *styles;
    u32 count, style_count;
    u32 strings_size, styles_size;  /* bytes up to the end of the chunk */
    bool utf8;
} StringPool;

/* Borrowed from the pool's bytes. */
typedef struct PoolText {
    const u8 *bytes;
    u32 length;                     /* bytes of UTF-8, units of UTF-16 */
    bool utf8;
} PoolText;

typedef struct PoolSpan {
    u32 name, first, last;          /* name: a string of the pool, "b" or "font;color=red" */
} PoolSpan;

/* The pool lives as long as the file's bytes. */
int string_pool_open(StringPool *pool, const ChunkFile *file, size_t at, size_t end);

/* False: there is no such string. */
bool string_pool_text(const StringPool *pool, u32 index, PoolText *out);
/* How many units of UTF-16 it has; writes as many of them as there is room for. */
u32 pool_text_utf16(const PoolText *text, u16 *out, u32 room);
/* Real UTF-8: surrogate pairs become one sequence, single ones '?'. */
void pool_text_append(Buf *out, const PoolText *text);
/* The same by index; false (nothing added) when there is none. */
bool string_pool_append(Buf *out, const StringPool *pool, u32 index);
bool pool_text_is(const PoolText *text, const char *utf8, size_t length);
/* The first string that is this one, or POOL_NONE. Linear. */
u32 string_pool_find(const StringPool *pool, const char *utf8, size_t length);

/* Finds strings of a pool in constant time. A zeroed one is empty: made at the first search, freed by pool_index_free. */
typedef struct PoolIndex {
    u32 *table;                     /* index of a string plus one, by its hash; 0: free */
    u32 size;                       /* a power of two */
} PoolIndex;
u32 pool_index_find(PoolIndex *index, const StringPool *pool, const char *utf8, size_t length);
void pool_index_free(PoolIndex *index);

/* The n-th span of a string; false past the last. */
bool string_pool_span(const StringPool *pool, u32 index, u32 n, PoolSpan *out);

#endif
