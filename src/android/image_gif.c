/*
 * GIF.
 *
 *     OFFSET SIZE MEANING
 *     0      6    GIF87a or GIF89a
 *     6      2+2  width, height of the canvas
 *     10     1    0x80: a colour table follows; low 3 bits: its size is 2^(n+1)
 *     11     1    background colour
 *     13     3*n  the colour table
 *     then blocks: 0x21 extension (0xF9: delay, disposal, clear colour),
 *                  0x2C picture, 0x3B end
 *
 * A frame is drawn over what its predecessors left; each says what becomes of it
 * afterwards (kept, cleared, undone). The pixels are LZW codes of growing width.
 */
#include "android/image.h"

#include <stdlib.h>
#include <string.h>

typedef struct Gif {
    const u8 *bytes;
    size_t size, at;
    u32 global[256], local[256];
    bool has_global;
    i32 width, height;
    /* of the next frame */
    i32 delay, disposal, clear_index;
} Gif;

enum { DISPOSE_BACKGROUND = 2, DISPOSE_PREVIOUS = 3 };

static int next_byte(Gif *g)
{
    return g->at < g->size ? g->bytes[g->at++] : -1;
}

static i32 next_u16(Gif *g)
{
    int low = next_byte(g), high = next_byte(g);
    return low < 0 || high < 0 ? -1 : low | high << 8;
}

static int read_colours(Gif *g, u32 *table, int bits)
{
    size_t count = (size_t)1 << (bits + 1);
    if (g->size - g->at < count * 3)
        return error_set(ERR_INPUT, "GIF: colour table at 0x%zx runs past the file (needs %zu, has %zu)", g->at, count * 3, g->size - g->at);
    for (size_t i = 0; i < count; i++, g->at += 3)
        table[i] = 0xff000000 | (u32)g->bytes[g->at] << 16 | (u32)g->bytes[g->at + 1] << 8 | g->bytes[g->at + 2];
    return OK;
}

static int open_gif(Gif *g, const u8 *bytes, size_t size)
{
    *g = (Gif){ .bytes = bytes, .size = size, .clear_index = -1 };
    if (size < 13)
        return error_set(ERR_INPUT, "GIF: the header is cut off (%zu bytes)", size);
    g->width = bytes[6] | bytes[7] << 8;
    g->height = bytes[8] | bytes[9] << 8;
    g->at = 13;
    g->has_global = bytes[10] & 0x80;
    return g->has_global ? read_colours(g, g->global, bytes[10] & 7) : OK;
}

static void skip_blocks(Gif *g)
{
    for (int length = next_byte(g); length > 0; length = next_byte(g))
        g->at = MIN(g->at + (size_t)length, g->size);
}

static void read_extension(Gif *g)
{
    int label = next_byte(g);
    if (label == 0xf9 && g->size - g->at >= 6 && g->bytes[g->at] == 4) {
        const u8 *p = g->bytes + g->at + 1;
        g->disposal = p[0] >> 2 & 7;
        g->delay = (p[1] | p[2] << 8) * 10;
        g->clear_index = p[0] & 1 ? p[3] : -1;
    }
    skip_blocks(g);
}

/* ---- LZW --------------------------------------------------------------------------- */

typedef struct CodeReader {
    Gif *gif;
    u32 bits;
    int bit_count, block_left;
} CodeReader;

static int next_code(CodeReader *r, int width)
{
    while (r->bit_count < width) {
        if (r->block_left == 0) {
            r->block_left = next_byte(r->gif);
            if (r->block_left <= 0)
                return -1;
        }
        int byte = next_byte(r->gif);
        if (byte < 0)
            return -1;
        r->block_left--;
        r->bits |= (u32)byte << r->bit_count;
        r->bit_count += 8;
    }
    int code = (int)(r->bits & ((1u << width) - 1));
    r->bits >>= width;
    r->bit_count -= width;
    return code;
}

/* Fills out with up to count colour indices; returns how many there were. */
static size_t read_indices(Gif *g, u8 *out, size_t count)
{
    enum { MOST = 4096 };
    u16 prefix[MOST];
    u8 suffix[MOST], stack[MOST + 1];
    int start_width = next_byte(g);
    if (start_width < 1 || start_width > 11)
        return 0;
    CodeReader r = { .gif = g };
    int clear = 1 << start_width, end = clear + 1, next = clear + 2, width = start_width + 1, previous = -1;
    u8 first = 0;
    size_t done = 0;
    for (int i = 0; i < clear && i < 256; i++) {
        prefix[i] = 0;
        suffix[i] = (u8)i;
    }
    while (done < count) {
        int code = next_code(&r, width);
        if (code < 0 || code == end)
            break;
        if (code == clear) {
            width = start_width + 1;
            next = clear + 2;
            previous = -1;
            continue;
        }
        int depth = 0, walk = code;
        if (previous < 0) {
            if (code >= clear)
                break;
        } else if (code >= next) {
            if (code > next)
                break;
            stack[depth++] = first;
            walk = previous;
        }
        while (walk >= clear && depth < MOST) {
            stack[depth++] = suffix[walk];
            walk = prefix[walk];
        }
        first = suffix[walk & 255];
        stack[depth++] = first;
        while (depth > 0 && done < count)
            out[done++] = stack[--depth];
        if (previous >= 0 && next < MOST) {
            prefix[next] = (u16)previous;
            suffix[next] = first;
            next++;
            if (next == 1 << width && width < 12)
                width++;
        }
        previous = code;
    }
    /* The rest of the blocks, up to the empty one. */
    g->at = MIN(g->at + (size_t)MAX(r.block_left, 0), g->size);
    skip_blocks(g);
    return done;
}

/* ---- frames --------------------------------------------------------------------------- */

typedef struct GifFrame { i32 x, y, width, height; } GifFrame;

static void clear_frame(Image *image, GifFrame f)
{
    for (i32 y = MAX(f.y, 0); y < MIN(f.y + f.height, image->height); y++)
        for (i32 x = MAX(f.x, 0); x < MIN(f.x + f.width, image->width); x++)
            image->pixels[(size_t)y * (size_t)image->width + (size_t)x] = 0;
}

/* Reads one picture; image NULL: only goes past it. */
static int read_frame(Gif *g, Image *image, GifFrame *frame)
{
    i32 x = next_u16(g), y = next_u16(g), width = next_u16(g), height = next_u16(g);
    int flags = next_byte(g);
    if (flags < 0)
        return error_set(ERR_INPUT, "GIF: a picture is cut off at 0x%zx", g->at);
    if (flags & 0x80) {
        int code = read_colours(g, g->local, flags & 7);
        if (code)
            return code;
    }
    *frame = (GifFrame){ x, y, width, height };
    if (!image) {
        next_byte(g);
        skip_blocks(g);
        return OK;
    }
    const u32 *colours = flags & 0x80 ? g->local : g->global;
    static const size_t most = 32 << 20;
    size_t count = (size_t)width * (size_t)height;
    u8 *indices = count <= most ? malloc(count + 1) : NULL;
    if (!indices)
        return error_set(ERR_LIMIT, "GIF: no memory for %d x %d pixels", width, height);
    size_t got = read_indices(g, indices, count);
    static const u8 first_row[4] = { 0, 4, 2, 1 }, row_step[4] = { 8, 8, 4, 2 };
    i32 row = 0, pass = 0;
    for (i32 i = 0; i < height && (size_t)i * (size_t)width < got; i++) {
        i32 to_y = i;
        if (flags & 0x40) {
            while (row >= height && pass < 3)
                row = first_row[++pass];
            to_y = row;
            row += row_step[pass];
        }
        to_y += y;
        for (i32 k = 0; k < width; k++) {
            size_t at = (size_t)i * (size_t)width + (size_t)k;
            if (at >= got || x + k >= image->width || to_y >= image->height || indices[at] == g->clear_index)
                continue;
            image->pixels[(size_t)to_y * (size_t)image->width + (size_t)(x + k)] = colours[indices[at]];
        }
    }
    free(indices);
    return OK;
}

/*
 * Plays the frames up to `millis` (-1: the first only) onto image, or, without an
 * image, counts them.
 */
static int play(Gif *g, Image *image, i32 millis, GifInfo *info)
{
    i32 elapsed = 0, frames = 0;
    u32 *before = NULL;
    int code = OK;
    for (;;) {
        int kind = next_byte(g);
        if (kind < 0 || kind == 0x3b)
            break;
        if (kind == 0x21) {
            read_extension(g);
            continue;
        }
        if (kind != 0x2c)
            break;
        if (image && g->disposal == DISPOSE_PREVIOUS) {
            size_t bytes = (size_t)image->width * (size_t)image->height * sizeof *before;
            before = before ? before : xmalloc(bytes);
            memcpy(before, image->pixels, bytes);
        }
        GifFrame frame = { 0 };
        code = read_frame(g, image, &frame);
        if (code)
            break;
        frames++;
        elapsed += g->delay;
        if (image && (millis < 0 || elapsed > millis))
            break;
        if (image && g->at < g->size && g->bytes[g->at] != 0x3b) {
            if (g->disposal == DISPOSE_BACKGROUND)
                clear_frame(image, frame);
            else if (g->disposal == DISPOSE_PREVIOUS && before)
                memcpy(image->pixels, before, (size_t)image->width * (size_t)image->height * sizeof *before);
        }
        g->delay = g->disposal = 0;
        g->clear_index = -1;
    }
    free(before);
    if (info)
        *info = (GifInfo){ g->width, g->height, frames, elapsed };
    return frames ? OK : code ? code : error_set(ERR_INPUT, "GIF: no picture in it");
}

int gif_info(GifInfo *out, const u8 *bytes, size_t size)
{
    Gif g;
    int code = open_gif(&g, bytes, size);
    return code ? code : play(&g, NULL, 0, out);
}

int gif_read_at(Image *out, const u8 *bytes, size_t size, i32 millis)
{
    Gif g;
    int code = open_gif(&g, bytes, size);
    if (code)
        return code;
    out->mime = "image/gif";
    out->has_alpha = true;
    code = image_allocate(out, g.width, g.height);
    return code ? code : play(&g, out, millis, NULL);
}

int image_read_gif(Image *out, const u8 *bytes, size_t size, bool bounds_only)
{
    if (!bounds_only)
        return gif_read_at(out, bytes, size, -1);
    Gif g;
    int code = open_gif(&g, bytes, size);
    out->mime = "image/gif";
    out->has_alpha = true;
    out->width = g.width;
    out->height = g.height;
    if (!code && (g.width < 1 || g.height < 1))
        code = error_set(ERR_INPUT, "GIF: %d x %d pixels", g.width, g.height);
    return code;
}
