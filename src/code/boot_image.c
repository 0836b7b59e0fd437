/*
 * The boot image: what the boot jars hold, unpacked, in one file that is mapped.
 *
 *   OFFSET SIZE MEANING
 *    0     8    "reenact\n"
 *    8     4    version of this layout
 *   12     4    entries
 *   16     4    size of the hash table, a power of two
 *   20     4    bytes of names
 *   24     8    checksum (XXH3) of everything from 64 to the end of the names
 *   32     8    size of the file
 *   40    24    0
 *   64     -    entries, 24 bytes each, in the order of the jars:
 *                 0 hash of the name 4    4 name 4    8 its length 4, bit 31: a class
 *                12 size 4               16 where the content lies 8
 *    -     -    hash table: index of an entry plus one, 4 each
 *    -     -    names, one after the other; classes without ".class"
 *    -     -    contents
 *
 * Numbers are little-endian. A class is found under its internal name, by the
 * hash that its Symbol has already. The checksum covers what decides where we
 * read; the contents were checked by the jars' own checksums when they were
 * unpacked.
 */
#define _GNU_SOURCE
#include "code/source_kind.h"

#include "apk/zip.h"
#include "base/bytes.h"
#include "base/file.h"
#include "base/map.h"
#include "code/class_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { HEADER_SIZE = 64, ENTRY_SIZE = 24 };
#define IS_CLASS 0x80000000u
static const char magic[8] = "reenact\n";

typedef struct ImageEntry {
    u32 hash, name, name_length, size;  /* name_length with IS_CLASS */
    u64 offset;
} ImageEntry;

_Static_assert(sizeof(ImageEntry) == ENTRY_SIZE, "entries are used as they lie in the file");

/* ---- building ------------------------------------------------------------ */

typedef struct Pick {
    u32 zip;
    const ZipEntry *entry;
} Pick;

typedef struct Build {
    Zip **zips;
    u32 zip_count;
    Pick *picks;
    ImageEntry *entries;
    u32 count, room;
    Map seen;
    Buf names;
} Build;

static void pick_entry(Build *b, u32 zip, const ZipEntry *entry)
{
    if (entry->hidden || entry->name[entry->name_length - 1] == '/')
        return;
    void **seen = map_slot_n(&b->seen, entry->name, entry->name_length);
    if (*seen)
        return;
    *seen = b;
    if (b->count == b->room) {
        b->room = b->room ? b->room * 2 : 4096;
        b->picks = xrealloc(b->picks, b->room * sizeof *b->picks);
        b->entries = xrealloc(b->entries, b->room * sizeof *b->entries);
    }
    u32 class_length = (u32)class_name_length(entry->name);
    u32 length = class_length ? class_length : entry->name_length;
    b->picks[b->count] = (Pick){ zip, entry };
    b->entries[b->count++] = (ImageEntry){
        .hash = hash_bytes(entry->name, length), .name = (u32)b->names.size,
        .name_length = length | (class_length ? IS_CLASS : 0), .size = entry->size,
    };
    buf_add(&b->names, entry->name, length);
}

static void build_index(Build *b, Buf *out)
{
    u32 table_size = 16;
    while (table_size < b->count * 2)
        table_size *= 2;
    u32 *table = xcalloc(table_size, sizeof *table);
    u64 offset = HEADER_SIZE + (u64)b->count * ENTRY_SIZE + (u64)table_size * 4 + b->names.size;
    for (u32 i = 0; i < b->count; i++) {
        b->entries[i].offset = offset;
        offset += b->entries[i].size;
        u32 at = b->entries[i].hash & (table_size - 1);
        while (table[at])
            at = (at + 1) & (table_size - 1);
        table[at] = i + 1;
    }
    u8 header[HEADER_SIZE] = { 0 };
    buf_add(out, header, HEADER_SIZE);
    buf_add(out, b->entries, (size_t)b->count * ENTRY_SIZE);
    buf_add(out, table, (size_t)table_size * 4);
    buf_add(out, b->names.data, b->names.size);
    free(table);
    u32 numbers[] = { BOOT_IMAGE_VERSION, b->count, table_size, (u32)b->names.size };
    u64 checksum = XXH3_64bits(out->data + HEADER_SIZE, out->size - HEADER_SIZE);
    memcpy(out->data, magic, 8);
    memcpy(out->data + 8, numbers, 16);
    memcpy(out->data + 24, &checksum, 8);
    memcpy(out->data + 32, &offset, 8);
}

static int write_image(Build *b, FILE *file, const char *path)
{
    Buf piece = { 0 };
    int status = OK;
    build_index(b, &piece);
    for (u32 i = 0;; i++) {
        if (piece.size && fwrite(piece.data, 1, piece.size, file) != piece.size)
            status = error_set(ERR_IO, "cannot write %s: %s", path, strerror(errno));
        if (status || i == b->count)
            break;
        buf_clear(&piece);
        status = zip_read(b->zips[b->picks[i].zip], b->picks[i].entry, &piece);
    }
    buf_free(&piece);
    return status;
}

static int write_beside(Build *b, const char *path)
{
    char *temp = xasprintf("%s.%d.part", path, (int)getpid());
    FILE *file = fopen(temp, "wb");
    int status = file ? write_image(b, file, path) : error_set(ERR_IO, "cannot write %s: %s", path, strerror(errno));
    if (file && fclose(file) && !status)
        status = error_set(ERR_IO, "cannot write %s: %s", path, strerror(errno));
    if (!status && rename(temp, path))
        status = error_set(ERR_IO, "cannot write %s: %s", path, strerror(errno));
    if (status)
        unlink(temp);
    free(temp);
    return status;
}

int boot_image_build(const char *const *jars, int count, const char *image_path)
{
    Build b = { .zips = xcalloc((size_t)count + 1, sizeof *b.zips) };
    int status = OK;
    for (int i = 0; i < count && !status; i++) {
        status = zip_open(&b.zips[i], jars[i]);
        if (!status)
            b.zip_count++;
    }
    for (u32 z = 0; z < b.zip_count && !status; z++)
        for (u32 i = 0; i < zip_count(b.zips[z]); i++)
            pick_entry(&b, z, zip_entry(b.zips[z], i));
    if (!status)
        status = write_beside(&b, image_path);
    for (u32 z = 0; z < b.zip_count; z++)
        zip_close(b.zips[z]);
    free(b.zips);
    free(b.picks);
    free(b.entries);
    map_free(&b.seen);
    buf_free(&b.names);
    return status;
}

/* ---- opening ------------------------------------------------------------- */

typedef struct Image {
    Source source;
    MappedFile file;
    const ImageEntry *entries;
    const u32 *table;
    const char *names;
    u32 count, table_size, name_bytes;
} Image;

static int check_image(Image *image, const char *path)
{
    const u8 *data = image->file.data;
    u64 size = image->file.size;
    if (size < HEADER_SIZE || memcmp(data, magic, 8))
        return error_set(ERR_INPUT, "%s is not a boot image", path);
    if (le32(data + 8) != BOOT_IMAGE_VERSION)
        return error_set(ERR_INPUT, "%s is a boot image of version %u; this program makes version %d", path, le32(data + 8), BOOT_IMAGE_VERSION);
    if (le64(data + 32) != size)
        return error_set(ERR_INPUT, "%s is cut: it has %llu bytes of %llu", path, (unsigned long long)size,
                         (unsigned long long)le64(data + 32));
    image->count = le32(data + 12);
    image->table_size = le32(data + 16);
    image->name_bytes = le32(data + 20);
    u64 index = (u64)image->count * ENTRY_SIZE + (u64)image->table_size * 4 + image->name_bytes;
    if (index > size - HEADER_SIZE || !image->table_size || (image->table_size & (image->table_size - 1)) ||
        image->table_size <= image->count)
        return error_set(ERR_INPUT, "%s: the index of %u entries is damaged", path, image->count);
    if (XXH3_64bits(data + HEADER_SIZE, index) != le64(data + 24))
        return error_set(ERR_INPUT, "%s: the index does not have its checksum", path);
    image->entries = (const ImageEntry *)(data + HEADER_SIZE);
    image->table = (const u32 *)(image->entries + image->count);
    image->names = (const char *)(image->table + image->table_size);
    return OK;
}

/* The entry at index if it lies within the file, else NULL. */
static const ImageEntry *entry_at(const Image *image, u32 index)
{
    if (index >= image->count)
        return NULL;
    const ImageEntry *entry = &image->entries[index];
    u64 length = entry->name_length & ~IS_CLASS;
    bool fits = entry->name + length <= image->name_bytes && entry->offset <= image->file.size &&
                entry->size <= image->file.size - entry->offset;
    return fits ? entry : NULL;
}

static const ImageEntry *find(const Image *image, const char *name, u32 length, u32 hash, u32 is_class)
{
    for (u32 tries = 0, at = hash; tries < image->table_size; tries++, at++) {
        u32 index = image->table[at & (image->table_size - 1)];
        if (!index)
            return NULL;
        const ImageEntry *entry = entry_at(image, index - 1);
        if (entry && entry->hash == hash && entry->name_length == (length | is_class) &&
            !memcmp(image->names + entry->name, name, length))
            return entry;
    }
    return NULL;
}

static void image_close(Source *source)
{
    file_unmap(&((Image *)source)->file);
}

static int image_class(Source *source, const Symbol *name, ClassDef **out)
{
    const Image *image = (const Image *)source;
    const ImageEntry *entry = find(image, name->text, name->length, name->hash, IS_CLASS);
    if (!entry)
        return ERR_NOT_FOUND;
    return class_file_read(source->store, name->text, image->file.data + entry->offset, entry->size, true, out);
}

static int image_resource(Source *source, const char *name, Buf *out)
{
    const Image *image = (const Image *)source;
    u32 class_length = (u32)class_name_length(name), length = class_length ? class_length : (u32)strlen(name);
    const ImageEntry *entry = find(image, name, length, hash_bytes(name, length), class_length ? IS_CLASS : 0);
    if (!entry)
        return ERR_NOT_FOUND;
    buf_add(out, image->file.data + entry->offset, entry->size);
    return OK;
}

static int each(Source *source, bool classes_only, NameVisitor visit, void *context)
{
    const Image *image = (const Image *)source;
    int result = OK;
    for (u32 i = 0; i < image->count && !result; i++) {
        const ImageEntry *entry = entry_at(image, i);
        if (!entry || (classes_only && !(entry->name_length & IS_CLASS)))
            continue;
        bool suffix = !classes_only && (entry->name_length & IS_CLASS);
        char *name = xasprintf("%.*s%s", (int)(entry->name_length & ~IS_CLASS), image->names + entry->name, suffix ? ".class" : "");
        result = visit(context, name);
        free(name);
    }
    return result;
}

static int image_each_class(Source *source, NameVisitor visit, void *context)
{
    return each(source, true, visit, context);
}

static int image_each_resource(Source *source, NameVisitor visit, void *context)
{
    return each(source, false, visit, context);
}

static const SourceKind image_kind = { image_close, image_class, image_resource, image_each_class, image_each_resource };

bool boot_image_is_current(const char *image_path)
{
    u8 header[HEADER_SIZE];
    FILE *file = fopen(image_path, "rb");
    bool current = file && fread(header, 1, HEADER_SIZE, file) == HEADER_SIZE && !memcmp(header, magic, 8) &&
                   le32(header + 8) == BOOT_IMAGE_VERSION && !fseek(file, 0, SEEK_END) && (u64)ftell(file) == le64(header + 32);
    if (file)
        fclose(file);
    return current;
}

int boot_image_open(Source **out, CodeStore *store, const char *image_path)
{
    MappedFile file;
    int status = file_map(&file, image_path);
    if (status)
        return status;
    Image *image = source_new(sizeof *image, &image_kind, store, image_path);
    image->file = file;
    status = check_image(image, image_path);
    if (status)
        source_close(&image->source);
    else
        *out = &image->source;
    return status;
}
