/* Chunk headers, checked where they are read. */
#include "apk/chunk.h"

int chunk_read(Chunk *out, const ChunkFile *file, size_t at, size_t end, u32 least, const char *what)
{
    if (at > end || end - at < 8)
        return error_set(ERR_INPUT, "%s: %s at 0x%zx is cut off (needs 8, has %zu)", file->name, what, at, at > end ? 0 : end - at);
    const u8 *bytes = file->bytes + at;
    *out = (Chunk){ .type = le16(bytes), .header_size = le16(bytes + 2), .size = le32(bytes + 4), .at = at, .bytes = bytes };
    if (out->header_size < least)
        return error_set(ERR_INPUT, "%s: %s at 0x%zx has too short a header (needs %u, has %u)", file->name, what, at, least, out->header_size);
    if (out->header_size > out->size)
        return error_set(ERR_INPUT, "%s: %s at 0x%zx is smaller than its header (%u, %u)", file->name, what, at, out->size, out->header_size);
    if (out->size > end - at)
        return error_set(ERR_INPUT, "%s: %s at 0x%zx runs past %s (needs %u, has %zu)", file->name, what, at,
                         end == file->size ? "the file" : "what holds it", out->size, end - at);
    return OK;
}
