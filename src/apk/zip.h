/*
 * Zip archives: jars, APKs. The central directory is read and checked once, at
 * opening; entries are found by name in constant time and unpacked when asked.
 *
 * Refused with a sentence: zip64, encrypted entries, methods other than stored
 * and deflated, names that are absolute or climb ("..") or hold a 0 byte,
 * entries that overlap or run past the file, sizes that deflate cannot reach.
 * Where a name occurs twice the later entry is the one found, as in java.util.zip.
 */
#ifndef APK_ZIP_H
#define APK_ZIP_H

#include "base/buf.h"

typedef struct Zip Zip;

typedef struct ZipEntry {
    const char *name;       /* ends in a 0 byte; folders end in '/' */
    u32 name_length;
    u32 hash;
    u16 method;             /* 0 stored, 8 deflated */
    bool hidden;            /* a later entry has the same name */
    u32 crc;
    u32 packed_size, size;
    u32 dos_time;           /* date in the upper half */
    u64 header_offset;      /* of the local header, in the file */
} ZipEntry;

/* Opens path. On success *out belongs to the caller: zip_close(). */
int zip_open(Zip **out, const char *path);
/* The same for bytes in memory, which are borrowed; name is for messages. */
int zip_open_bytes(Zip **out, const char *name, const void *bytes, size_t size);
void zip_close(Zip *zip);

const char *zip_path(const Zip *zip);
u32 zip_count(const Zip *zip);
/* In the order of the central directory, hidden ones too. Borrowed. */
const ZipEntry *zip_entry(const Zip *zip, u32 index);
/* NULL when there is none. */
const ZipEntry *zip_find(const Zip *zip, const char *name);
const ZipEntry *zip_find_n(const Zip *zip, const char *name, size_t length);

/* The bytes as they lie in the file: for a stored entry, its content. *offset is where in the file. */
int zip_packed(const Zip *zip, const ZipEntry *entry, const u8 **bytes, u64 *offset);
/* Unpacks into out, which has room for entry->size bytes; size and checksum are verified. */
int zip_read_into(Zip *zip, const ZipEntry *entry, void *out);
/* Unpacks, appending to out. */
int zip_read(Zip *zip, const ZipEntry *entry, Buf *out);

#endif
