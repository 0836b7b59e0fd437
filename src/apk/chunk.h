/*
 * Chunks: what resource tables and binary XML are made of.
 *
 *   OFFSET SIZE MEANING
 *    0     2    type
 *    2     2    size of the header: what is specific to the type follows the first 8 bytes
 *    4     4    size of the chunk, header included; the next chunk begins there
 *
 * Numbers are little-endian. chunk_read checks the three against the room that
 * there is, so that a reader may use the header's bytes without looking again.
 */
#ifndef APK_CHUNK_H
#define APK_CHUNK_H

#include "base/bytes.h"

enum {
    CHUNK_STRING_POOL = 0x0001, CHUNK_TABLE = 0x0002, CHUNK_XML = 0x0003,
    CHUNK_XML_NAMESPACE_START = 0x0100, CHUNK_XML_NAMESPACE_END = 0x0101,
    CHUNK_XML_ELEMENT_START = 0x0102, CHUNK_XML_ELEMENT_END = 0x0103, CHUNK_XML_TEXT = 0x0104,
    CHUNK_XML_LAST = 0x017f, CHUNK_XML_RESOURCE_MAP = 0x0180,
    CHUNK_PACKAGE = 0x0200, CHUNK_TYPE = 0x0201, CHUNK_TYPE_SPEC = 0x0202, CHUNK_LIBRARY = 0x0203,
};

/* The file that chunks are read from; borrowed. */
typedef struct ChunkFile {
    const char *name;       /* for messages */
    const u8 *bytes;
    size_t size;
} ChunkFile;

typedef struct Chunk {
    u16 type, header_size;
    u32 size;
    size_t at;              /* in the file */
    const u8 *bytes;
} Chunk;

/*
 * Reads the chunk at `at`, which must end at or before `end`. least: how many
 * bytes the header must have. what: its name in a message.
 */
int chunk_read(Chunk *out, const ChunkFile *file, size_t at, size_t end, u32 least, const char *what);

#endif
