/* Whole files of the host: read, written in one step, mapped. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/buf.h"

/* Reads path ("-" is stdin) to the end, appending to out. */
int file_read(const char *path, Buf *out);
/* Writes beside path and renames, so that a reader never sees half of it. */
int file_write(const char *path, const void *data, size_t size);
bool file_exists(const char *path);
/* mkdir -p */
int file_make_dirs(const char *path);

typedef struct MappedFile {
    const u8 *data;
    size_t size;
} MappedFile;

/* Maps path for reading. The caller unmaps. */
int file_map(MappedFile *out, const char *path);
void file_unmap(MappedFile *file);

/* $XDG_CACHE_HOME/reenact or ~/.cache/reenact; the caller frees. */
char *cache_dir(void);

#endif
