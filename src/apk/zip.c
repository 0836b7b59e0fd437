/*
 * The zip reader.
 *
 * The end record is found by searching backwards; what precedes the archive
 * (a launcher script, a loader's garbage) shifts every offset by the same
 * amount, which follows from where the central directory really ends.
 *
 *   end record (EOCD)               central entry                local header
 *   OFFSET SIZE MEANING             OFFSET SIZE MEANING          OFFSET SIZE MEANING
 *    0     4    PK 5 6               0     4    PK 1 2            0     4    PK 3 4
 *    4     2    this disk            4     2    made by           4     2    version needed
 *    6     2    directory's disk     6     2    version needed    6     2    flags
 *    8     2    entries, this disk   8     2    flags             8     2    method
 *   10     2    entries             10     2    method           10     4    time, date
 *   12     4    directory's size    12     4    time, date       14     4    crc
 *   16     4    directory's offset  16     4    crc              18     4    packed size
 *   20     2    comment's length    20     4    packed size      22     4    size
 *   22     -    comment             24     4    size             26     2    name's length
 *                                   28     2    name's length    28     2    extra's length
 *                                   30     2    extra's length   30     -    name, extra, data
 *                                   32     2    comment's length
 *                                   34     8    disk, attributes
 *                                   42     4    local header
 *                                   46     -    name, extra, comment
 *
 * Sizes and checksum come from the central directory alone, so entries with a
 * data descriptor (flag bit 3) need no special care.
 */
#include "apk/zip.h"

#include "base/bytes.h"
#include "base/file.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    END_SIZE = 22, CENTRAL_SIZE = 46, LOCAL_SIZE = 30,
    FLAG_ENCRYPTED = 1, FLAG_STRONG = 1 << 6,
    STORED = 0, DEFLATED = 8,
    DEFLATE_RATIO = 1032,           /* what deflate reaches at most */
    ENTRY_LIMIT = 1 << 30,
};

struct Zip {
    char *path;
    MappedFile file;
    bool mapped;
    u64 shift;                      /* bytes before the archive */
    u64 directory;                  /* where the central directory begins in the file */
    ZipEntry *entries;
    u32 count;
    char *names;
    u32 *table;                     /* index into entries, plus one; 0 is empty */
    u32 table_size;
    z_stream inflater;
    bool inflater_ready;
};

/* ---- opening ------------------------------------------------------------- */

static int find_end(const Zip *zip, u64 *out)
{
    const u8 *data = zip->file.data;
    u64 size = zip->file.size;
    if (size < END_SIZE)
        return error_set(ERR_INPUT, "%s is not a zip archive: it has %llu bytes, the smallest one has %d", zip->path,
                         (unsigned long long)size, END_SIZE);
    u64 lowest = size - END_SIZE > 0xffff ? size - END_SIZE - 0xffff : 0;
    for (u64 at = size - END_SIZE + 1; at-- > lowest;) {
        if (le32(data + at) == 0x06054b50 && at + END_SIZE + le16(data + at + 20) <= size) {
            *out = at;
            return OK;
        }
    }
    return error_set(ERR_INPUT, "%s is not a zip archive: it has no end record", zip->path);
}

static const char *refuse_name(const char *name, u32 length)
{
    if (!length)
        return "is empty";
    if (memchr(name, 0, length))
        return "holds a 0 byte";
    if (name[0] == '/' || name[0] == '\\')
        return "is absolute";
    for (u32 i = 0; i < length;) {
        u32 end = i;
        while (end < length && name[end] != '/' && name[end] != '\\')
            end++;
        if (end - i == 2 && name[i] == '.' && name[i + 1] == '.')
            return "climbs out of the archive";
        i = end + 1;
    }
    return NULL;
}

static int read_entry(Zip *zip, ZipEntry *entry, const u8 *central, char **names)
{
    u16 flags = le16(central + 8);
    u32 name_length = le16(central + 28);
    u32 header = le32(central + 42);
    char *name = *names;
    memcpy(name, central + CENTRAL_SIZE, name_length);
    *names += name_length + 1;
    *entry = (ZipEntry){
        .name = name, .name_length = name_length, .method = le16(central + 10), .dos_time = le32(central + 12),
        .crc = le32(central + 16), .packed_size = le32(central + 20), .size = le32(central + 24),
        .header_offset = header + zip->shift, .hash = hash_bytes(name, name_length),
    };
    const char *why = refuse_name(name, name_length);
    if (why)
        return error_set(ERR_INPUT, "%s: the name of an entry %s: %.200s", zip->path, why, name);
    if (entry->packed_size == 0xffffffff || entry->size == 0xffffffff || header == 0xffffffff)
        return error_set(ERR_INPUT, "%s: entry %s is zip64, which is not supported", zip->path, name);
    if (flags & (FLAG_ENCRYPTED | FLAG_STRONG))
        return error_set(ERR_INPUT, "%s: entry %s is encrypted", zip->path, name);
    if (entry->method != STORED && entry->method != DEFLATED)
        return error_set(ERR_INPUT, "%s: entry %s is packed by method %u; stored and deflated are supported", zip->path,
                         name, entry->method);
    if (entry->method == STORED && entry->packed_size != entry->size)
        return error_set(ERR_INPUT, "%s: entry %s is stored, but claims %u bytes packed and %u unpacked", zip->path, name,
                         entry->packed_size, entry->size);
    if (entry->size > ENTRY_LIMIT || entry->size > (u64)entry->packed_size * DEFLATE_RATIO + 64)
        return error_set(ERR_LIMIT, "%s: entry %s claims to unpack from %u to %u bytes", zip->path, name,
                         entry->packed_size, entry->size);
    u64 needs = entry->header_offset + LOCAL_SIZE + name_length + entry->packed_size;
    if (needs > zip->directory)
        return error_set(ERR_INPUT, "%s: entry %s at 0x%llx runs past the file (needs %llu, has %lld)", zip->path, name,
                         (unsigned long long)entry->header_offset,
                         (unsigned long long)(needs - entry->header_offset),
                         (long long)MAX((i64)(zip->directory - entry->header_offset), 0));
    return OK;
}

static int by_offset(const void *a, const void *b)
{
    const ZipEntry *x = *(const ZipEntry *const *)a, *y = *(const ZipEntry *const *)b;
    return x->header_offset < y->header_offset ? -1 : x->header_offset > y->header_offset;
}

/* Entries that share bytes are how small files unpack to terabytes. */
static int refuse_overlaps(const Zip *zip)
{
    const ZipEntry **sorted = xmalloc(sizeof *sorted * (zip->count + 1));
    bool in_order = true;
    int status = OK;
    for (u32 i = 0; i < zip->count; i++) {
        sorted[i] = &zip->entries[i];
        if (i && sorted[i]->header_offset < sorted[i - 1]->header_offset)
            in_order = false;
    }
    if (!in_order)
        qsort(sorted, zip->count, sizeof *sorted, by_offset);
    for (u32 i = 1; i < zip->count && !status; i++) {
        const ZipEntry *a = sorted[i - 1], *b = sorted[i];
        if (a->header_offset + LOCAL_SIZE + a->name_length + a->packed_size > b->header_offset)
            status = error_set(ERR_INPUT, "%s: entries %s and %s overlap at 0x%llx", zip->path, a->name, b->name,
                               (unsigned long long)b->header_offset);
    }
    free(sorted);
    return status;
}

static void index_names(Zip *zip)
{
    zip->table_size = 16;
    while (zip->table_size < zip->count * 2)
        zip->table_size *= 2;
    zip->table = xcalloc(zip->table_size, sizeof *zip->table);
    for (u32 i = 0; i < zip->count; i++) {
        ZipEntry *entry = &zip->entries[i];
        u32 at = entry->hash & (zip->table_size - 1);
        for (; zip->table[at]; at = (at + 1) & (zip->table_size - 1)) {
            ZipEntry *other = &zip->entries[zip->table[at] - 1];
            if (other->hash == entry->hash && other->name_length == entry->name_length &&
                !memcmp(other->name, entry->name, entry->name_length)) {
                other->hidden = true;
                break;
            }
        }
        zip->table[at] = i + 1;
    }
}

static int read_directory(Zip *zip)
{
    const u8 *data = zip->file.data;
    u64 end = 0;
    int status = find_end(zip, &end);
    if (status)
        return status;
    u32 count = le16(data + end + 10), size = le32(data + end + 12), offset = le32(data + end + 16);
    if (count == 0xffff || size == 0xffffffff || offset == 0xffffffff)
        return error_set(ERR_INPUT, "%s is a zip64 archive, which is not supported", zip->path);
    if (le16(data + end + 4) || le16(data + end + 6) || le16(data + end + 8) != count)
        return error_set(ERR_INPUT, "%s is a part of an archive over several disks, which is not supported", zip->path);
    if ((u64)size + offset > end)
        return error_set(ERR_INPUT, "%s: the central directory at 0x%x runs past the file (needs %u, has %lld)", zip->path,
                         offset, size, (long long)MAX((i64)(end - offset), 0));
    zip->directory = end - size;
    zip->shift = zip->directory - offset;
    if ((u64)count * CENTRAL_SIZE > size)
        return error_set(ERR_INPUT, "%s: %u entries do not fit the central directory of %u bytes", zip->path, count, size);

    zip->entries = xcalloc(count ? count : 1, sizeof *zip->entries);
    zip->names = xcalloc(1, size + 1);     /* a name and its 0 byte are smaller than its entry */
    char *names = zip->names;
    const u8 *central = data + zip->directory, *last = data + end;
    for (u32 i = 0; i < count; i++) {
        if (last - central < CENTRAL_SIZE || le32(central) != 0x02014b50)
            return error_set(ERR_INPUT, "%s: entry %u of the central directory at 0x%llx is damaged", zip->path, i,
                             (unsigned long long)(central - data));
        u64 needs = (u64)CENTRAL_SIZE + le16(central + 28) + le16(central + 30) + le16(central + 32);
        if (needs > (u64)(last - central))
            return error_set(ERR_INPUT, "%s: entry %u of the central directory at 0x%llx runs past it (needs %llu, has %llu)",
                             zip->path, i, (unsigned long long)(central - data), (unsigned long long)needs,
                             (unsigned long long)(last - central));
        status = read_entry(zip, &zip->entries[i], central, &names);
        if (status)
            return status;
        zip->count++;
        central += needs;
    }
    status = refuse_overlaps(zip);
    if (!status)
        index_names(zip);
    return status;
}

static int finish_opening(Zip **out, Zip *zip)
{
    int status = read_directory(zip);
    if (status) {
        zip_close(zip);
        return status;
    }
    *out = zip;
    return OK;
}

int zip_open(Zip **out, const char *path)
{
    MappedFile file;
    int status = file_map(&file, path);
    if (status)
        return status;
    Zip *zip = xcalloc(1, sizeof *zip);
    zip->path = xstrdup(path);
    zip->file = file;
    zip->mapped = true;
    return finish_opening(out, zip);
}

int zip_open_bytes(Zip **out, const char *name, const void *bytes, size_t size)
{
    Zip *zip = xcalloc(1, sizeof *zip);
    zip->path = xstrdup(name);
    zip->file = (MappedFile){ bytes, size };
    return finish_opening(out, zip);
}

void zip_close(Zip *zip)
{
    if (!zip)
        return;
    if (zip->inflater_ready)
        inflateEnd(&zip->inflater);
    if (zip->mapped)
        file_unmap(&zip->file);
    free(zip->entries);
    free(zip->names);
    free(zip->table);
    free(zip->path);
    free(zip);
}

/* ---- finding ------------------------------------------------------------- */

const char *zip_path(const Zip *zip)
{
    return zip->path;
}

u32 zip_count(const Zip *zip)
{
    return zip->count;
}

const ZipEntry *zip_entry(const Zip *zip, u32 index)
{
    return &zip->entries[index];
}

const ZipEntry *zip_find_n(const Zip *zip, const char *name, size_t length)
{
    u32 hash = hash_bytes(name, length);
    for (u32 at = hash & (zip->table_size - 1); zip->table[at]; at = (at + 1) & (zip->table_size - 1)) {
        const ZipEntry *entry = &zip->entries[zip->table[at] - 1];
        if (entry->hash == hash && entry->name_length == length && !memcmp(entry->name, name, length))
            return entry;
    }
    return NULL;
}

const ZipEntry *zip_find(const Zip *zip, const char *name)
{
    return zip_find_n(zip, name, strlen(name));
}

/* ---- reading ------------------------------------------------------------- */

int zip_packed(const Zip *zip, const ZipEntry *entry, const u8 **bytes, u64 *offset)
{
    const u8 *local = zip->file.data + entry->header_offset;    /* LOCAL_SIZE bytes are there: read_entry */
    if (le32(local) != 0x04034b50)
        return error_set(ERR_INPUT, "%s: entry %s has no local header at 0x%llx", zip->path, entry->name,
                         (unsigned long long)entry->header_offset);
    u64 data = entry->header_offset + LOCAL_SIZE + le16(local + 26) + le16(local + 28);
    if (data + entry->packed_size > zip->directory)
        return error_set(ERR_INPUT, "%s: entry %s at 0x%llx runs past the file (needs %u, has %lld)", zip->path,
                         entry->name, (unsigned long long)data, entry->packed_size,
                         (long long)MAX((i64)(zip->directory - data), 0));
    *bytes = zip->file.data + data;
    if (offset)
        *offset = data;
    return OK;
}

static int inflate_entry(Zip *zip, const ZipEntry *entry, const u8 *packed, void *out)
{
    z_stream *z = &zip->inflater;
    int code = zip->inflater_ready ? inflateReset(z) : inflateInit2(z, -MAX_WBITS);
    if (code != Z_OK)
        return error_set(ERR_LIMIT, "%s: entry %s: the unpacker could not start", zip->path, entry->name);
    zip->inflater_ready = true;
    u8 none;    /* zlib wants a place even for nothing */
    z->next_in = (Bytef *)packed, z->avail_in = entry->packed_size;
    z->next_out = entry->size ? out : &none, z->avail_out = entry->size;
    code = inflate(z, Z_FINISH);
    if (code == Z_STREAM_END && z->avail_out == 0)
        return OK;
    if (code == Z_STREAM_END || code == Z_BUF_ERROR)
        return error_set(ERR_INPUT, "%s: entry %s claims %u bytes, but unpacks to %s (%lu after %lu)", zip->path,
                         entry->name, entry->size, z->avail_out ? "fewer" : "more", z->total_out, z->total_in);
    return error_set(ERR_INPUT, "%s: entry %s is damaged: %s (after %lu bytes)", zip->path, entry->name,
                     z->msg ? z->msg : "no reason given", z->total_in);
}

int zip_read_into(Zip *zip, const ZipEntry *entry, void *out)
{
    const u8 *packed;
    int status = zip_packed(zip, entry, &packed, NULL);
    if (status)
        return status;
    if (entry->method == STORED) {
        if (entry->size)
            memcpy(out, packed, entry->size);
    } else {
        status = inflate_entry(zip, entry, packed, out);
        if (status)
            return status;
    }
    u32 crc = (u32)crc32(0, entry->size ? out : (const Bytef *)"", entry->size);
    if (crc != entry->crc)
        return error_set(ERR_INPUT, "%s: entry %s has checksum %08x, the directory says %08x", zip->path, entry->name, crc,
                         entry->crc);
    return OK;
}

int zip_read(Zip *zip, const ZipEntry *entry, Buf *out)
{
    buf_reserve(out, (size_t)entry->size + 1);
    int status = zip_read_into(zip, entry, out->data + out->size);
    if (!status)
        out->size += entry->size;
    out->data[out->size] = 0;
    return status;
}
