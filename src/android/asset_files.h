/*
 * The files that resources come from: the framework's, which lie in the boot
 * image, and APKs of the run's file system. Each is opened once in a machine and
 * shared by all AssetManagers; tables are indexed and XML is unpacked at most once.
 */
#ifndef ANDROID_ASSET_FILES_H
#define ANDROID_ASSET_FILES_H

#include "apk/theme.h"
#include "apk/zip.h"
#include "base/map.h"
#include "vm/vm.h"

#define FRAMEWORK_APK "/system/framework/framework-res.apk"

typedef struct AssetFile {
    char *path;
    Zip *zip;                       /* NULL: the framework */
    Buf zip_bytes, table;
    Arsc *arsc;                     /* NULL: no table, or a damaged one */
    Map documents;                  /* name → XmlDocument */
} AssetFile;

/* A peer of XmlBlock. */
typedef struct XmlDocument {
    Axml xml;
    Buf bytes;
    bool shared;                    /* belongs to its file; else to the XmlBlock */
} XmlDocument;

/* A peer of an InputStream of assets. */
typedef struct Asset {
    const u8 *bytes;
    size_t size, at;
    Buf owned;                      /* when the bytes had to be unpacked */
    const AssetFile *file;
    const ZipEntry *entry;          /* NULL: in the boot image */
} Asset;

/* A peer of AssetManager. */
typedef struct AssetManager {
    Resources *res;
    AssetFile **files;              /* by cookie - 1 */
    u32 file_count;
    ResConfig config;
    char *locale;
} AssetManager;

/* NULL: there is no such file, or it is no archive. */
AssetFile *asset_file(Vm *vm, const char *path);
/* NULL: the file has nothing of that name. The caller frees with asset_close. */
Asset *asset_open(Vm *vm, AssetFile *file, const char *name);
void asset_close(Asset *asset);
/* NULL with a sentence: absent (ERR_NOT_FOUND in *status) or damaged. */
XmlDocument *asset_document(Vm *vm, AssetFile *file, const char *name, int *status);

/* The peer of a java AssetManager; NULL: thrown. */
AssetManager *asset_manager(Thread *t, Object *java_manager);
/* In the given file (cookie) or, with 0, in the last that has it. The file it came from in *found. */
Asset *asset_manager_open(Thread *t, AssetManager *manager, i32 cookie, const char *name, i32 *found);
/* Calls visit with every name of the file that begins with prefix. */
void asset_file_each(Vm *vm, AssetFile *file, const char *prefix, void (*visit)(void *context, const char *name), void *context);

/* A string of a pool as a java.lang.String; NULL: none, or thrown. */
Object *pool_string(Thread *t, const StringPool *pool, u32 index);
Object *pool_text_string(Thread *t, const PoolText *text);

#endif
