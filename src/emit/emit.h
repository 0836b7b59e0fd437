/*
 * What a reproduction gives people and other tools: one paragraph for a terminal,
 * files in a folder.
 */
#ifndef EMIT_EMIT_H
#define EMIT_EMIT_H

#include "reproduce/reproduce.h"

typedef struct EmittedFile {
    char *path;
    const char *what;               /* "replays it: reenact replay …" */
} EmittedFile;

typedef struct Emission {
    const Outcome *outcome;
    const ReproduceOptions *options;
    const char *folder;             /* NULL: no files */
    EmittedFile *files;
    u32 file_count;
} Emission;

/* Writes all files into the folder, and lists them. The first error ends it; what is written stays. */
int emit_files(Emission *e);
void emission_free(Emission *e);

void emit_terminal(Buf *out, const Emission *e, bool color);
void emit_json(Buf *out, const Emission *e);

#endif
