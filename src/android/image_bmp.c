/*
 * BMP: 1, 4, 8, 16, 24 and 32 bits, plain or with colour masks; run-length coding
 * of 8 and 4 bits.
 *
 *     OFFSET SIZE MEANING
 *     0      2    BM
 *     10     4    where the pixels begin
 *     14     4    size of the header that begins here: 12 (old) or 40 and more
 *     18     4+4  width, height (2+2 in old ones); negative height: top row first
 *     28     2    bits of a pixel
 *     30     4    0 plain, 1 and 2 run lengths, 3 masks
 *     46     4    colours in the table, 0: all that the bits allow
 *     54     3*4  masks (kind 3)
 */
#include "android/image.h"

#include <stdlib.h>
#include <string.h>

typedef struct Bmp {
    const u8 *bytes;
    size_t size;
    i32 width, height;
    bool top_first;
    u32 bits, kind, pixels_at, masks[4];
    u32 colours[256];
} Bmp;

static u32 u16_at(const Bmp *b, size_t at)
{
    return at + 2 <= b->size ? (u32)(b->bytes[at] | b->bytes[at + 1] << 8) : 0;
}

static u32 u32_at(const Bmp *b, size_t at)
{
    return u16_at(b, at) | u16_at(b, at + 2) << 16;
}

static int open_bmp(Bmp *b, const u8 *bytes, size_t size)
{
    *b = (Bmp){ .bytes = bytes, .size = size };
    u32 header = u32_at(b, 14);
    bool old = header == 12;
    if (size < 26 || (!old && (header < 40 || size < 54)))
        return error_set(ERR_INPUT, "BMP: header of %u bytes in a file of %zu", header, size);
    i64 height = old ? (i64)u16_at(b, 20) : (i64)(i32)u32_at(b, 22);
    b->width = old ? (i32)u16_at(b, 18) : (i32)u32_at(b, 18);
    b->top_first = height < 0;
    height = height < 0 ? -height : height;
    if (b->width < 1 || height < 1 || b->width > 32767 || height > 32767)
        return error_set(ERR_INPUT, "BMP: %d x %lld pixels", b->width, (long long)height);
    b->height = (i32)height;
    b->bits = u16_at(b, old ? 24 : 28);
    b->kind = old ? 0 : u32_at(b, 30);
    b->pixels_at = u32_at(b, 10);
    if (b->bits != 1 && b->bits != 4 && b->bits != 8 && b->bits != 16 && b->bits != 24 && b->bits != 32)
        return error_set(ERR_INPUT, "BMP: %u bits a pixel", b->bits);
    if (b->kind > 3 || (b->kind == 1 && b->bits != 8) || (b->kind == 2 && b->bits != 4))
        return error_set(ERR_INPUT, "BMP: compression %u is not known here", b->kind);
    if (b->bits == 16)
        memcpy(b->masks, (u32[4]){ 0x7c00, 0x3e0, 0x1f, 0 }, sizeof b->masks);
    else
        memcpy(b->masks, (u32[4]){ 0xff0000, 0xff00, 0xff, 0 }, sizeof b->masks);
    if (b->kind == 3)
        for (size_t i = 0; i < 3 + (header >= 56); i++)
            b->masks[i] = u32_at(b, 54 + 4 * i);
    size_t at = 14 + (size_t)header + (b->kind == 3 && header == 40 ? 12 : 0), entry = old ? 3 : 4;
    u32 count = b->bits <= 8 ? 1u << b->bits : 0, used = old ? 0 : u32_at(b, 46);
    if (used && used < count)
        count = used;
    for (u32 i = 0; i < count && at + entry <= size; i++, at += entry)
        b->colours[i] = 0xff000000 | (u32)bytes[at + 2] << 16 | (u32)bytes[at + 1] << 8 | bytes[at];
    return OK;
}

/* The masked bits as 0 to 255. */
static u32 channel(u32 value, u32 mask)
{
    if (!mask)
        return 0;
    int shift = __builtin_ctz(mask);
    u64 most = mask >> shift;
    return (u32)(((u64)((value & mask) >> shift) * 255 + most / 2) / most);
}

static u32 *row_of(const Bmp *b, Image *out, i32 row)
{
    return out->pixels + (size_t)(b->top_first ? row : b->height - 1 - row) * (size_t)b->width;
}

static void read_plain(const Bmp *b, Image *out)
{
    size_t stride = ((size_t)b->width * b->bits + 31) / 32 * 4;
    bool any_alpha = false;
    for (i32 y = 0; y < b->height; y++) {
        size_t line = b->pixels_at + (size_t)y * stride;
        u32 *to = row_of(b, out, y);
        for (i32 x = 0; x < b->width; x++) {
            size_t bit = (size_t)x * b->bits, at = line + bit / 8;
            if (at + (b->bits + 7) / 8 > b->size)
                return;
            if (b->bits <= 8) {
                u32 index = b->bytes[at] >> (8 - b->bits - bit % 8) & ((1u << b->bits) - 1);
                to[x] = b->colours[index] | 0xff000000;
                continue;
            }
            u32 v = b->bits == 16 ? u16_at(b, at) : b->bits == 24 ? u16_at(b, at) | (u32)b->bytes[at + 2] << 16 : u32_at(b, at);
            u32 alpha = b->masks[3] ? channel(v, b->masks[3]) : 255;
            any_alpha |= b->masks[3] && alpha != 255;
            to[x] = alpha << 24 | channel(v, b->masks[0]) << 16 | channel(v, b->masks[1]) << 8 | channel(v, b->masks[2]);
        }
    }
    out->has_alpha = any_alpha;
}

/* Pairs (count, colour); count 0 is an escape: 0 end of line, 1 end, 2 move by (x, y), n literal pixels. */
static void read_runs(const Bmp *b, Image *out)
{
    size_t at = b->pixels_at;
    i32 x = 0, y = 0;
    bool nibbles = b->kind == 2;
    while (at + 2 <= b->size && y < b->height) {
        u32 count = b->bytes[at], value = b->bytes[at + 1];
        at += 2;
        if (count == 0 && value == 0) {
            x = 0;
            y++;
        } else if (count == 0 && value == 1) {
            return;
        } else if (count == 0 && value == 2) {
            if (at + 2 > b->size)
                return;
            x += b->bytes[at];
            y += b->bytes[at + 1];
            at += 2;
        } else {
            bool literal = count == 0;
            u32 n = literal ? value : count;
            size_t bytes = literal ? (nibbles ? (n + 1) / 2 : n) : 0;
            if (bytes > b->size - at)
                return;
            for (u32 i = 0; i < n; i++, x++) {
                u32 byte = literal ? b->bytes[at + (nibbles ? i / 2 : i)] : value;
                u32 index = nibbles ? (i & 1 ? byte & 15 : byte >> 4) : byte;
                if (x < b->width)
                    row_of(b, out, y)[x] = b->colours[index] | 0xff000000;
            }
            at += (bytes + 1) & ~(size_t)1;
            at = MIN(at, b->size);
        }
    }
}

int image_read_bmp(Image *out, const u8 *bytes, size_t size, bool bounds_only)
{
    Bmp b;
    int code = open_bmp(&b, bytes, size);
    if (code)
        return code;
    out->mime = "image/bmp";
    out->width = b.width;
    out->height = b.height;
    if (bounds_only)
        return OK;
    code = image_allocate(out, b.width, b.height);
    if (code)
        return code;
    size_t count = (size_t)b.width * (size_t)b.height;
    for (size_t i = 0; i < count; i++)
        out->pixels[i] = 0xff000000;
    if (b.kind == 1 || b.kind == 2)
        read_runs(&b, out);
    else
        read_plain(&b, out);
    return OK;
}
