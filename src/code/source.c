/*
 * Sources of classes and resources: archives, dex files, folders. (The boot
 * image has a file of its own.)
 *
 * An archive may hold class files, or classes.dex, classes2.dex … up to the
 * first number that is missing, or both; the dex files are asked first.
 */
#define _GNU_SOURCE
#include "code/source_kind.h"

#include "apk/zip.h"
#include "base/bytes.h"
#include "base/file.h"
#include "code/class_file.h"
#include "code/dex.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the store ----------------------------------------------------------- */

enum { SCRATCH_SIZE = 256 << 20 };    /* code/verify.h asks for it */

void code_store_open(CodeStore *store, Arena *arena)
{
    *store = (CodeStore){ .arena = arena, .code = arena };
    symbols_open(&store->symbols, arena);
}

void code_store_close(CodeStore *store)
{
    arena_close(&store->scratch);
}

int code_store_scratch(CodeStore *store)
{
    return LIKELY(store->scratch.base) ? OK : arena_open(&store->scratch, SCRATCH_SIZE, 0);
}

/* ---- what all kinds share ------------------------------------------------ */

void *source_new(size_t size, const SourceKind *kind, CodeStore *store, const char *path)
{
    Source *source = xcalloc(1, size);
    *source = (Source){ kind, store, xstrdup(path) };
    return source;
}

void source_close(Source *source)
{
    if (!source)
        return;
    source->kind->close(source);
    free(source->path);
    free(source);
}

const char *source_path(const Source *source)
{
    return source->path;
}

int source_class(Source *source, const Symbol *name, ClassDef **out)
{
    int status = source->kind->find_class(source, name, out);
    /* Whatever says its path itself needs it no second time. */
    if (status && status != ERR_NOT_FOUND && strncmp(error_text(), source->path, strlen(source->path)))
        return error_prefix(status, "%s: ", source->path);
    if (!status && (*out)->name != name)
        return error_set(ERR_INPUT, "%s: %s.class holds the class %s", source->path, name->text, (*out)->name->text);
    return status;
}

int source_resource(Source *source, const char *name, Buf *out)
{
    return source->kind->find_resource(source, name, out);
}

int source_each_class(Source *source, NameVisitor visit, void *context)
{
    return source->kind->each_class(source, visit, context);
}

int source_each_resource(Source *source, NameVisitor visit, void *context)
{
    return source->kind->each_resource(source, visit, context);
}

static int read_copy(CodeStore *store, const char *name, const void *bytes, size_t size, ClassDef **out)
{
    void *copy = arena_try_alloc(store->arena, size);
    if (!copy)
        return error_set(ERR_LIMIT, "a class of %zu bytes does not fit the store", size);
    if (size)
        memcpy(copy, bytes, size);
    return class_file_read(store, name, copy, size, false, out);
}

int class_def_from_bytes(CodeStore *store, const void *bytes, size_t size, ClassDef **out)
{
    return read_copy(store, NULL, bytes, size, out);
}

size_t class_name_length(const char *entry)
{
    size_t length = strlen(entry);
    return length > 6 && !strcmp(entry + length - 6, ".class") ? length - 6 : 0;
}

static int visit_class_entry(const char *entry, NameVisitor visit, void *context)
{
    size_t length = class_name_length(entry);
    /* Not classes that a program can name: other versions' variants, module descriptions. */
    if (!length || !strncmp(entry, "META-INF/", 9) || !strcmp(entry, "module-info.class"))
        return OK;
    char *name = xstrndup(entry, length);
    int result = visit(context, name);
    free(name);
    return result;
}

/* ---- archives ------------------------------------------------------------ */

enum { DEX_FILES = 256 };

typedef struct ZipSource {
    Source source;
    Zip *zip;
    DexFile **dexes;
    u32 dex_count;
} ZipSource;

static void zip_source_close(Source *source)
{
    ZipSource *s = (ZipSource *)source;
    for (u32 i = 0; i < s->dex_count; i++)
        dex_close(s->dexes[i]);
    free(s->dexes);
    zip_close(s->zip);
}

/* The entry's content, in the store. */
static int entry_bytes(ZipSource *s, const ZipEntry *entry, const u8 **out)
{
    u8 *bytes = arena_try_alloc(s->source.store->arena, entry->size);
    if (!bytes)
        return error_set(ERR_LIMIT, "%s: entry %s of %u bytes does not fit the store", s->source.path, entry->name, entry->size);
    *out = bytes;
    return zip_read_into(s->zip, entry, bytes);
}

static int zip_source_class(Source *source, const Symbol *name, ClassDef **out)
{
    ZipSource *s = (ZipSource *)source;
    for (u32 i = 0; i < s->dex_count; i++) {
        int status = dex_class(s->dexes[i], name, out);
        if (status != ERR_NOT_FOUND)
            return status;
    }
    char stack[512];
    size_t room = name->length + sizeof ".class";
    char *key = room > sizeof stack ? xmalloc(room) : stack;
    memcpy(key, name->text, name->length);
    memcpy(key + name->length, ".class", sizeof ".class");
    const ZipEntry *entry = zip_find_n(s->zip, key, room - 1);
    if (key != stack)
        free(key);
    if (!entry)
        return ERR_NOT_FOUND;
    const u8 *bytes;
    int status = entry_bytes(s, entry, &bytes);
    return status ? status : class_file_read(source->store, name->text, bytes, entry->size, false, out);
}

static int zip_source_resource(Source *source, const char *name, Buf *out)
{
    ZipSource *s = (ZipSource *)source;
    const ZipEntry *entry = zip_find(s->zip, name);
    return entry ? zip_read(s->zip, entry, out) : ERR_NOT_FOUND;
}

static int zip_source_each_class(Source *source, NameVisitor visit, void *context)
{
    ZipSource *s = (ZipSource *)source;
    int result = OK;
    for (u32 i = 0; i < s->dex_count && !result; i++)
        result = dex_each_class(s->dexes[i], visit, context);
    for (u32 i = 0; i < zip_count(s->zip) && !result; i++)
        if (!zip_entry(s->zip, i)->hidden)
            result = visit_class_entry(zip_entry(s->zip, i)->name, visit, context);
    return result;
}

static int zip_source_each_resource(Source *source, NameVisitor visit, void *context)
{
    ZipSource *s = (ZipSource *)source;
    int result = OK;
    for (u32 i = 0; i < zip_count(s->zip) && !result; i++) {
        const ZipEntry *entry = zip_entry(s->zip, i);
        if (!entry->hidden && entry->name[entry->name_length - 1] != '/')
            result = visit(context, entry->name);
    }
    return result;
}

static const SourceKind zip_kind = {
    zip_source_close, zip_source_class, zip_source_resource, zip_source_each_class, zip_source_each_resource,
};

static int open_dexes(ZipSource *s)
{
    for (u32 i = 0; i < DEX_FILES; i++) {
        char name[32];
        snprintf(name, sizeof name, i ? "classes%u.dex" : "classes.dex", i + 1);
        const ZipEntry *entry = zip_find(s->zip, name);
        if (!entry)
            break;
        const u8 *bytes;
        char *full = xasprintf("%s: %s", s->source.path, name);
        s->dexes = xrealloc(s->dexes, sizeof *s->dexes * (i + 1));
        int status = entry_bytes(s, entry, &bytes);
        if (!status)
            status = dex_open(&s->dexes[i], s->source.store, full, bytes, entry->size, false);
        free(full);
        if (status)
            return status;
        s->dex_count++;
    }
    return OK;
}

static int open_zip(Source **out, CodeStore *store, Zip *zip)
{
    ZipSource *s = source_new(sizeof *s, &zip_kind, store, zip_path(zip));
    s->zip = zip;
    int status = open_dexes(s);
    if (status)
        source_close(&s->source);
    else
        *out = &s->source;
    return status;
}

/* ---- one dex file -------------------------------------------------------- */

typedef struct DexSource {
    Source source;
    DexFile *dex;
    MappedFile file;        /* size 0 when the bytes are borrowed */
} DexSource;

static void dex_source_close(Source *source)
{
    DexSource *s = (DexSource *)source;
    dex_close(s->dex);
    file_unmap(&s->file);
}

static int dex_source_class(Source *source, const Symbol *name, ClassDef **out)
{
    return dex_class(((DexSource *)source)->dex, name, out);
}

static int dex_source_each_class(Source *source, NameVisitor visit, void *context)
{
    return dex_each_class(((DexSource *)source)->dex, visit, context);
}

static int no_resource(Source *source, const char *name, Buf *out)
{
    return ERR_NOT_FOUND;
}

static int no_resources(Source *source, NameVisitor visit, void *context)
{
    return OK;
}

static const SourceKind dex_kind = {
    dex_source_close, dex_source_class, no_resource, dex_source_each_class, no_resources,
};

static int open_dex(Source **out, CodeStore *store, const char *name, const void *bytes, size_t size, MappedFile file)
{
    DexFile *dex;
    int status = dex_open(&dex, store, name, bytes, size, false);
    if (status) {
        file_unmap(&file);
        return status;
    }
    DexSource *s = source_new(sizeof *s, &dex_kind, store, name);
    s->dex = dex;
    s->file = file;
    *out = &s->source;
    return OK;
}

/* ---- folders ------------------------------------------------------------- */

/* A name of the program's making must not lead out of the folder. */
static char *path_inside(const Source *source, const char *name, const char *suffix)
{
    for (const char *p = name; *p;) {
        size_t length = strcspn(p, "/");
        if (!length || (length == 2 && p[0] == '.' && p[1] == '.'))
            return NULL;
        p += length;
        if (*p)
            p++;
    }
    return xasprintf("%s/%s%s", source->path, name, suffix);
}

static void folder_close(Source *source)
{
}

static int folder_read(Source *source, const char *name, const char *suffix, Buf *out)
{
    struct stat st;
    char *path = path_inside(source, name, suffix);
    if (!path)
        return ERR_NOT_FOUND;
    int status = stat(path, &st) || !S_ISREG(st.st_mode) ? ERR_NOT_FOUND : file_read(path, out);
    free(path);
    return status;
}

static int folder_class(Source *source, const Symbol *name, ClassDef **out)
{
    Buf content = { 0 };
    int status = folder_read(source, name->text, ".class", &content);
    if (!status)
        status = read_copy(source->store, name->text, content.data, content.size, out);
    buf_free(&content);
    return status;
}

static int folder_resource(Source *source, const char *name, Buf *out)
{
    return folder_read(source, name, "", out);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Depth first, sorted, so that every run sees the same order; links to folders are not followed. */
static int walk_folder(const char *path, const char *prefix, NameVisitor visit, void *context)
{
    DIR *dir = opendir(path);
    if (!dir)
        return error_set(ERR_IO, "cannot open the folder %s: %s", path, strerror(errno));
    char **names = NULL;
    u32 count = 0;
    for (struct dirent *d; (d = readdir(dir));) {
        if (!strcmp(d->d_name, ".") || !strcmp(d->d_name, ".."))
            continue;
        names = xrealloc(names, sizeof *names * (count + 1));
        names[count++] = xstrdup(d->d_name);
    }
    closedir(dir);
    if (count)
        qsort(names, count, sizeof *names, by_name);
    int result = OK;
    for (u32 i = 0; i < count; i++) {
        char *child = xasprintf("%s/%s", path, names[i]);
        char *name = xasprintf("%s%s%s", prefix, *prefix ? "/" : "", names[i]);
        struct stat st;
        if (!result && !lstat(child, &st)) {
            if (S_ISDIR(st.st_mode))
                result = walk_folder(child, name, visit, context);
            else
                result = visit(context, name);
        }
        free(child);
        free(name);
        free(names[i]);
    }
    free(names);
    return result;
}

typedef struct ClassFilter {
    NameVisitor visit;
    void *context;
} ClassFilter;

static int filter_classes(void *context, const char *name)
{
    ClassFilter *filter = context;
    return visit_class_entry(name, filter->visit, filter->context);
}

static int folder_each_class(Source *source, NameVisitor visit, void *context)
{
    ClassFilter filter = { visit, context };
    return walk_folder(source->path, "", filter_classes, &filter);
}

static int folder_each_resource(Source *source, NameVisitor visit, void *context)
{
    return walk_folder(source->path, "", visit, context);
}

static const SourceKind folder_kind = {
    folder_close, folder_class, folder_resource, folder_each_class, folder_each_resource,
};

/* ---- opening ------------------------------------------------------------- */

static bool is_dex(const void *bytes, size_t size)
{
    return size >= 4 && !memcmp(bytes, "dex\n", 4);
}

int source_open(Source **out, CodeStore *store, const char *path)
{
    struct stat st;
    if (stat(path, &st))
        return error_set(errno == ENOENT ? ERR_NOT_FOUND : ERR_IO, "cannot open %s: %s", path, strerror(errno));
    if (S_ISDIR(st.st_mode)) {
        *out = source_new(sizeof **out, &folder_kind, store, path);
        return OK;
    }
    MappedFile file;
    int status = file_map(&file, path);
    if (status)
        return status;
    if (is_dex(file.data, file.size))
        return open_dex(out, store, path, file.data, file.size, file);
    file_unmap(&file);
    Zip *zip;
    status = zip_open(&zip, path);
    return status ? status : open_zip(out, store, zip);
}

int source_open_bytes(Source **out, CodeStore *store, const char *name, const void *bytes, size_t size)
{
    if (is_dex(bytes, size))
        return open_dex(out, store, name, bytes, size, (MappedFile){ 0 });
    Zip *zip;
    int status = zip_open_bytes(&zip, name, bytes, size);
    return status ? status : open_zip(out, store, zip);
}
