/* What a kind of source must answer; source.c and boot_image.c share it. */
#ifndef CODE_SOURCE_KIND_H
#define CODE_SOURCE_KIND_H

#include "code/source.h"

typedef int (*NameVisitor)(void *context, const char *name);

typedef struct SourceKind {
    void (*close)(Source *source);
    int (*find_class)(Source *source, const Symbol *name, ClassDef **out);
    int (*find_resource)(Source *source, const char *name, Buf *out);
    int (*each_class)(Source *source, NameVisitor visit, void *context);
    int (*each_resource)(Source *source, NameVisitor visit, void *context);
} SourceKind;

struct Source {
    const SourceKind *kind;
    CodeStore *store;
    char *path;
};

/* size: of the kind's own struct, which begins with a Source. */
void *source_new(size_t size, const SourceKind *kind, CodeStore *store, const char *path);

/* "a/B" for "a/B.class" (the length without the suffix), else 0. */
size_t class_name_length(const char *entry);

#endif
