/*
 * The chunks of a resource table:
 *
 *   OFFSET SIZE MEANING
 *   table (0x0002)       8 4  packages
 *                        h -  string pool of the values, then packages
 *   package (0x0200)     8 4  id        12 256  name, UTF-16, ends in 0
 *                      268 4  where the pool of type names lies   272 4  last public type
 *                      276 4  where the pool of key names lies    280 4  last public key
 *                      284 4  type id offset (newer files)
 *                        h -  pools, type specs, types, libraries
 *   type spec (0x0202)   8 1  type id   12   4  entries
 *                        h -  per entry: flags 4
 *   type (0x0201)        8 1  type id    9   1  flags (1: sparse)   12 4 entries
 *                       16 4  where the entries begin   20 - configuration
 *                        h -  per entry: offset 4, 0xffffffff: none; sparse: index 2, offset / 4 2
 *   entry                0 2  size of this header (8; 16 complex)   2 2 flags   4 4 key
 *                        plain: a value. complex: 8 4 parent, 12 4 count; items of name 4 and value
 *   value                0 2  size (8)   2 1 0   3 1 type   4 4 data
 *   library (0x0203)     8 4  count; per library: id 4, name 256 in UTF-16
 */
#include "apk/arsc.h"

#include <stdlib.h>

enum {
    TABLE_HEADER = 12, PACKAGE_HEADER = 284, PACKAGE_HEADER_OFFSET = 288, SPEC_HEADER = 16, TYPE_HEADER = 24, LIBRARY_HEADER = 12,
    PACKAGE_NAME_UNITS = 128, LIBRARY_SIZE = 4 + 2 * PACKAGE_NAME_UNITS, NO_ENTRY = 0xffffffff, VARIANT_SPARSE = 1,
};

/* ---- opening ------------------------------------------------------------------------ */

/* A name in a field of fixed length. */
static char *read_name(const u8 *bytes)
{
    u32 length = 0;
    while (length < PACKAGE_NAME_UNITS && le16(bytes + 2 * length))
        length++;
    Buf name = { 0 };
    pool_text_append(&name, &(PoolText){ bytes, length, false });
    return buf_take(&name);
}

/* The newest type with this id: what a variant belongs to. */
static ArscType *type_with_id(ArscPackage *package, u8 id)
{
    for (u32 i = package->type_count; i-- > 0;)
        if (package->type_list[i].id == id)
            return &package->type_list[i];
    return NULL;
}

static int read_spec(ArscPackage *package, const ChunkFile *file, const Chunk *chunk)
{
    u8 id = chunk->bytes[8];
    u32 count = le32(chunk->bytes + 12);
    if (!id)
        return error_set(ERR_INPUT, "%s: the type spec at 0x%zx has the id 0", file->name, chunk->at);
    if (count > (chunk->size - chunk->header_size) / 4)
        return error_set(ERR_INPUT, "%s: the type spec at 0x%zx has no room for its flags (needs %llu, has %u)", file->name, chunk->at,
                         4ull * count, chunk->size - chunk->header_size);
    if (!count)
        return OK;
    if (count > 0x10000)
        return error_set(ERR_INPUT, "%s: the type spec at 0x%zx has more entries than an id can name (%u)", file->name, chunk->at, count);
    if (package->type_count == package->type_room) {
        package->type_room = package->type_room ? 2 * package->type_room : 16;
        package->type_list = xrealloc(package->type_list, package->type_room * sizeof *package->type_list);
    }
    package->type_list[package->type_count++] = (ArscType){ .flags = chunk->bytes + chunk->header_size, .entry_count = count, .id = id };
    return OK;
}

static int read_type(ArscPackage *package, const ChunkFile *file, const Chunk *chunk)
{
    ArscVariant variant = {
        .chunk = chunk->bytes, .size = chunk->size, .header_size = chunk->header_size, .flags = chunk->bytes[9],
        .entry_count = le32(chunk->bytes + 12), .entries_start = le32(chunk->bytes + 16),
    };
    u8 id = chunk->bytes[8];
    if (!id)
        return error_set(ERR_INPUT, "%s: the type chunk at 0x%zx has the id 0", file->name, chunk->at);
    if (!res_config_read(&variant.config, chunk->bytes + 20, chunk->header_size - 20u))
        return error_set(ERR_INPUT, "%s: the configuration of the type chunk at 0x%zx runs past its header (needs %u, has %u)", file->name, chunk->at,
                         le32(chunk->bytes + 20), chunk->header_size - 20u);
    if (variant.entry_count > (chunk->size - chunk->header_size) / 4)
        return error_set(ERR_INPUT, "%s: the type chunk at 0x%zx has no room for its index (needs %llu, has %u)", file->name, chunk->at,
                         4ull * variant.entry_count, chunk->size - chunk->header_size);
    if (!variant.entry_count)
        return OK;
    if (variant.entries_start > chunk->size)
        return error_set(ERR_INPUT, "%s: the entries of the type chunk at 0x%zx begin past it (0x%x of 0x%x)", file->name, chunk->at,
                         variant.entries_start, chunk->size);
    ArscType *type = type_with_id(package, id);
    if (!type)
        return error_set(ERR_INPUT, "%s: the type chunk at 0x%zx has no type spec before it (type %u)", file->name, chunk->at, id);
    if (variant.entry_count > type->entry_count)
        return error_set(ERR_INPUT, "%s: the type chunk at 0x%zx has more entries than its type spec (%u, %u)", file->name, chunk->at,
                         variant.entry_count, type->entry_count);
    if (type->variant_count == type->variant_room) {
        type->variant_room = type->variant_room ? 2 * type->variant_room : 8;
        type->variants = xrealloc(type->variants, type->variant_room * sizeof *type->variants);
    }
    type->variants[type->variant_count++] = variant;
    return OK;
}

static int read_libraries(ArscPackage *package, const ChunkFile *file, const Chunk *chunk)
{
    u32 count = le32(chunk->bytes + 8);
    if (package->libraries)
        return OK;
    if (count > (chunk->size - chunk->header_size) / LIBRARY_SIZE)
        return error_set(ERR_INPUT, "%s: the library chunk at 0x%zx has no room for %u libraries (has %u)", file->name, chunk->at, count,
                         chunk->size - chunk->header_size);
    package->libraries = xcalloc(count + 1, sizeof *package->libraries);
    for (; package->library_count < count; package->library_count++) {
        const u8 *bytes = chunk->bytes + chunk->header_size + (size_t)LIBRARY_SIZE * package->library_count;
        package->libraries[package->library_count] = (ArscLibrary){ le32(bytes), read_name(bytes + 4) };
    }
    return OK;
}

static int read_package(ArscPackage *package, const ChunkFile *file, const Chunk *chunk)
{
    int status;
    size_t end = chunk->at + chunk->size;
    package->id = le32(chunk->bytes + 8);
    if (package->id > 255)
        return error_set(ERR_INPUT, "%s: the package at 0x%zx has the id %u, and ids go to 255", file->name, chunk->at, package->id);
    package->name = read_name(chunk->bytes + 12);
    if (chunk->header_size >= PACKAGE_HEADER_OFFSET)
        package->type_id_offset = le32(chunk->bytes + 284);
    u32 types = le32(chunk->bytes + 268), keys = le32(chunk->bytes + 276);
    if (types >= chunk->size || keys >= chunk->size)
        return error_set(ERR_INPUT, "%s: the names of the package at 0x%zx begin past it (0x%x and 0x%x of 0x%x)", file->name, chunk->at, types, keys,
                         chunk->size);
    if ((status = string_pool_open(&package->types, file, chunk->at + types, end)) || (status = string_pool_open(&package->keys, file, chunk->at + keys, end)))
        return status;
    for (size_t at = chunk->at + chunk->header_size; at < end;) {
        Chunk inner;
        if ((status = chunk_read(&inner, file, at, end, 8, "chunk of a package")))
            return status;
        if (inner.size < 8)
            return error_set(ERR_INPUT, "%s: the chunk at 0x%zx is empty", file->name, at);
        switch (inner.type) {
        case CHUNK_TYPE_SPEC:
            status = chunk_read(&inner, file, at, end, SPEC_HEADER, "type spec");
            status = status ? status : read_spec(package, file, &inner);
            break;
        case CHUNK_TYPE:
            status = chunk_read(&inner, file, at, end, TYPE_HEADER, "type chunk");
            status = status ? status : read_type(package, file, &inner);
            break;
        case CHUNK_LIBRARY:
            status = chunk_read(&inner, file, at, end, LIBRARY_HEADER, "library chunk");
            status = status ? status : read_libraries(package, file, &inner);
            break;
        default:    /* names, read above; overlays and others that say nothing to us */
            break;
        }
        if (status)
            return status;
        at += inner.size;
    }
    for (u32 i = 0; i < package->type_count; i++)
        package->type_list[i].package = package;
    return OK;
}

static int read_table(Arsc *arsc, const ChunkFile *file)
{
    Chunk table, chunk;
    int status = chunk_read(&table, file, 0, file->size, TABLE_HEADER, "table");
    if (status)
        return status;
    if (table.type != CHUNK_TABLE)
        return error_set(ERR_INPUT, "%s: this is no resource table (type 0x%04x)", file->name, table.type);
    u32 packages = le32(table.bytes + 8);
    bool has_values = false;
    if (packages > table.size / PACKAGE_HEADER)
        return error_set(ERR_INPUT, "%s: %u packages do not fit into %u bytes", file->name, packages, table.size);
    arsc->packages = xcalloc(packages + 1, sizeof *arsc->packages);
    for (size_t at = table.header_size; at < table.size; at += chunk.size) {
        if ((status = chunk_read(&chunk, file, at, table.size, 8, "chunk")))
            return status;
        if (chunk.type == CHUNK_STRING_POOL && !has_values) {
            if ((status = string_pool_open(&arsc->values, file, at, table.size)))
                return status;
            has_values = true;
        } else if (chunk.type == CHUNK_PACKAGE) {
            if (arsc->package_count == packages)
                return error_set(ERR_INPUT, "%s: the package at 0x%zx is one more than the %u that the table has", file->name, at, packages);
            ArscPackage *package = &arsc->packages[arsc->package_count++];
            package->arsc = arsc;
            if ((status = chunk_read(&chunk, file, at, table.size, PACKAGE_HEADER, "package")) || (status = read_package(package, file, &chunk)))
                return status;
        }
    }
    if (arsc->package_count < packages)
        return error_set(ERR_INPUT, "%s: only %u of %u packages are there", file->name, arsc->package_count, packages);
    if (!has_values)
        return error_set(ERR_INPUT, "%s: there is no string pool for the values", file->name);
    return OK;
}

int arsc_open(Arsc **out, const char *name, const void *bytes, size_t size)
{
    Arsc *arsc = xcalloc(1, sizeof *arsc);
    int status = read_table(arsc, &(ChunkFile){ name, bytes, size });
    if (status) {
        arsc_free(arsc);
        return status;
    }
    *out = arsc;
    return OK;
}

void arsc_free(Arsc *arsc)
{
    if (!arsc)
        return;
    for (u32 i = 0; i < arsc->package_count; i++) {
        ArscPackage *package = &arsc->packages[i];
        for (u32 j = 0; j < package->type_count; j++)
            free(package->type_list[j].variants);
        for (u32 j = 0; j < package->library_count; j++)
            free(package->libraries[j].name);
        free(package->libraries);
        free(package->type_list);
        free(package->name);
    }
    free(arsc->packages);
    free(arsc);
}

/* ---- entries ------------------------------------------------------------------------ */

/* The entry at an offset from where the entries begin. */
static bool entry_at(const ArscVariant *variant, u32 offset, ArscEntry *out)
{
    u64 at = (u64)variant->entries_start + offset;
    if (at + 8 > variant->size)
        return false;
    const u8 *bytes = variant->chunk + at;
    *out = (ArscEntry){ bytes, (u32)(variant->size - at), le16(bytes), le16(bytes + 2), le32(bytes + 4) };
    return out->size >= 8 && out->size <= out->room;
}

u32 arsc_variant_places(const ArscVariant *variant)
{
    return variant->entry_count;
}

bool arsc_variant_place(const ArscVariant *variant, u32 place, u32 *index, ArscEntry *out)
{
    const u8 *slot = variant->chunk + variant->header_size + 4 * (size_t)place;
    if (variant->flags & VARIANT_SPARSE) {
        *index = le16(slot);
        return entry_at(variant, 4u * le16(slot + 2), out);
    }
    *index = place;
    u32 offset = le32(slot);
    return offset != NO_ENTRY && entry_at(variant, offset, out);
}

bool arsc_variant_entry(const ArscVariant *variant, u32 index, ArscEntry *out)
{
    u32 place = index, found;
    if (variant->flags & VARIANT_SPARSE) {
        /* sorted by index */
        u32 low = 0, high = variant->entry_count;
        while (low < high) {
            u32 middle = low + (high - low) / 2;
            if (le16(variant->chunk + variant->header_size + 4 * (size_t)middle) < index)
                low = middle + 1;
            else
                high = middle;
        }
        place = low;
    }
    return place < variant->entry_count && arsc_variant_place(variant, place, &found, out) && found == index;
}

static ResValue read_value(const u8 *bytes)
{
    return (ResValue){ .size = le16(bytes), .reserved = bytes[2], .type = bytes[3], .data = le32(bytes + 4) };
}

bool arsc_entry_value(const ArscEntry *entry, ResValue *out)
{
    if (entry->room - entry->size < 8)
        return false;
    *out = read_value(entry->bytes + entry->size);
    return true;
}

void arsc_entry_map(const ArscEntry *entry, u32 *parent, u32 *count)
{
    *parent = entry->size >= 16 ? le32(entry->bytes + 8) : 0;
    *count = entry->size >= 16 ? le32(entry->bytes + 12) : 0;
}

bool arsc_entry_item(const ArscEntry *entry, u32 *at, ArscItem *out)
{
    u32 begin = *at ? *at : entry->size;
    if (begin > entry->room || entry->room - begin < 12)
        return false;
    const u8 *bytes = entry->bytes + begin;
    *out = (ArscItem){ le32(bytes), read_value(bytes + 4) };
    *at = begin + 4 + out->value.size;
    return true;
}
