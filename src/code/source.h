/*
 * Sources: where classes and resources come from. A jar or zip of class files,
 * a dex file, an APK or jar with classes.dex, classes2.dex …, a folder of class
 * files, or the boot image in the cache.
 */
#ifndef CODE_SOURCE_H
#define CODE_SOURCE_H

#include "base/buf.h"
#include "code/class_def.h"

/* What all readers share: where their results live, and the names. */
typedef struct CodeStore {
    Arena *arena;
    Arena *code;        /* for instructions and Refs; the same as arena unless the machine gives another */
    Symbols symbols;
    Arena scratch;      /* the readers' working memory, reserved on first use */
} CodeStore;

/* arena is borrowed and must outlive the store. */
void code_store_open(CodeStore *store, Arena *arena);
/* Gives back the working memory; what the readers made stays in the arena. */
void code_store_close(CodeStore *store);
/* Makes sure that there is working memory. */
int code_store_scratch(CodeStore *store);

typedef struct Source Source;

/* Opens a path of any of the kinds above. The Source belongs to the caller: source_close(). */
int source_open(Source **out, CodeStore *store, const char *path);
/* The same for bytes in memory (a dex or jar that the running program made); name is for messages. Bytes are borrowed. */
int source_open_bytes(Source **out, CodeStore *store, const char *name, const void *bytes, size_t size);
void source_close(Source *source);
const char *source_path(const Source *source);

/* OK, ERR_NOT_FOUND, or ERR_INPUT with a sentence when the class is damaged. The ClassDef lives in the store. */
int source_class(Source *source, const Symbol *name, ClassDef **out);
/* Appends the resource's bytes. */
int source_resource(Source *source, const char *name, Buf *out);
/* Calls visit for every class name (internal form) until it returns non-zero, which is returned. */
int source_each_class(Source *source, int (*visit)(void *context, const char *name), void *context);
int source_each_resource(Source *source, int (*visit)(void *context, const char *name), void *context);

/* A class given as the bytes of one class file (ClassLoader.defineClass). Bytes are copied. */
int class_def_from_bytes(CodeStore *store, const void *bytes, size_t size, ClassDef **out);

/*
 * The boot image: the classes and resources of the boot jars, unpacked and
 * indexed, in one file that is mapped. Built once from the jars (the first jar
 * that has a name wins), then opened in well under a millisecond.
 */
enum { BOOT_IMAGE_VERSION = 2 };    /* of the layout: belongs into the image's file name, so that programs can share a cache */
int boot_image_build(const char *const *jars, int count, const char *image_path);
/* There, whole, and of the layout that this program makes; else build it anew. */
bool boot_image_is_current(const char *image_path);
int boot_image_open(Source **out, CodeStore *store, const char *image_path);

#endif
