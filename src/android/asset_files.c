/* Files of resources: opened once, found by path. They hang on the machine as EXT_RESOURCES. */
#include "android/asset_files.h"

#include "android/natives.h"
#include "libcore/vfs.h"

typedef struct AssetFiles {
    Map by_path;                    /* → AssetFile */
} AssetFiles;

static Map *files_of(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_RESOURCES);
    if (!*slot)
        *slot = xcalloc(1, sizeof(AssetFiles));
    return &((AssetFiles *)*slot)->by_path;
}

/* The archive at a path of the run: mapped from the host where it was mounted, else read. */
static int open_zip(Vm *vm, AssetFile *file)
{
    Vfs *vfs = vfs_of(vm);
    char *host = vfs_host_path(vfs, file->path);
    int status;
    if (host) {
        status = zip_open(&file->zip, host);
        free(host);
        return status;
    }
    if (vfs_read_file(vfs, file->path, &file->zip_bytes) < 0)
        return ERR_NOT_FOUND;
    return zip_open_bytes(&file->zip, file->path, file->zip_bytes.data, file->zip_bytes.size);
}

static int read_table(Vm *vm, AssetFile *file)
{
    if (!file->zip)
        return source_resource(vm_boot_source(vm), "resources.arsc", &file->table);
    const ZipEntry *entry = zip_find(file->zip, "resources.arsc");
    return entry ? zip_read(file->zip, entry, &file->table) : ERR_NOT_FOUND;
}

AssetFile *asset_file(Vm *vm, const char *path)
{
    AssetFile *file = map_get(files_of(vm), path);
    if (file)
        return file;
    file = xcalloc(1, sizeof *file);
    file->path = xstrdup(path);
    if (strcmp(path, FRAMEWORK_APK) && open_zip(vm, file)) {
        buf_free(&file->zip_bytes);
        free(file->path);
        free(file);
        return NULL;
    }
    if (read_table(vm, file) || arsc_open(&file->arsc, path, file->table.data, file->table.size))
        file->arsc = NULL;
    map_put(files_of(vm), path, file);
    return file;
}

Asset *asset_open(Vm *vm, AssetFile *file, const char *name)
{
    Asset found = { .file = file };
    if (file->zip) {
        u64 offset;
        found.entry = zip_find(file->zip, name);
        if (!found.entry || (found.entry->name_length && found.entry->name[found.entry->name_length - 1] == '/'))
            return NULL;
        if (found.entry->method == 0 && !zip_packed(file->zip, found.entry, &found.bytes, &offset)) {
            found.size = found.entry->size;
        } else if (zip_read(file->zip, found.entry, &found.owned)) {
            buf_free(&found.owned);
            return NULL;
        }
    } else if (source_resource(vm_boot_source(vm), name, &found.owned)) {
        return NULL;
    }
    if (!found.bytes) {
        found.bytes = (const u8 *)found.owned.data;
        found.size = found.owned.size;
    }
    Asset *asset = xmalloc(sizeof *asset);
    *asset = found;
    return asset;
}

void asset_close(Asset *asset)
{
    if (asset)
        buf_free(&asset->owned);
    free(asset);
}

XmlDocument *asset_document(Vm *vm, AssetFile *file, const char *name, int *status)
{
    XmlDocument *document = map_get(&file->documents, name);
    *status = OK;
    if (document)
        return document;
    Asset *asset = asset_open(vm, file, name);
    if (!asset) {
        *status = ERR_NOT_FOUND;
        return NULL;
    }
    document = xcalloc(1, sizeof *document);
    document->shared = true;
    buf_add(&document->bytes, asset->bytes, asset->size);
    asset_close(asset);
    *status = axml_open(&document->xml, "XML", document->bytes.data, document->bytes.size);
    if (*status) {
        buf_free(&document->bytes);
        free(document);
        return NULL;
    }
    map_put(&file->documents, name, document);
    return document;
}

Asset *asset_manager_open(Thread *t, AssetManager *manager, i32 cookie, const char *name, i32 *found)
{
    for (u32 i = manager->file_count; i-- > 0;) {
        if (cookie && (u32)cookie != i + 1)
            continue;
        Asset *asset = asset_open(t->vm, manager->files[i], name);
        if (asset) {
            *found = (i32)i + 1;
            return asset;
        }
    }
    return NULL;
}

typedef struct NameVisit {
    const char *prefix;
    size_t length;
    void (*visit)(void *context, const char *name);
    void *context;
} NameVisit;

static int visit_boot_name(void *context, const char *name)
{
    const NameVisit *v = context;
    if (!strncmp(name, v->prefix, v->length))
        v->visit(v->context, name);
    return 0;
}

void asset_file_each(Vm *vm, AssetFile *file, const char *prefix, void (*visit)(void *context, const char *name), void *context)
{
    NameVisit v = { prefix, strlen(prefix), visit, context };
    if (!file->zip) {
        source_each_resource(vm_boot_source(vm), visit_boot_name, &v);
        return;
    }
    for (u32 i = 0; i < zip_count(file->zip); i++)
        visit_boot_name(&v, zip_entry(file->zip, i)->name);
}

Object *pool_text_string(Thread *t, const PoolText *text)
{
    u16 few[256];
    if (!text->utf8 && !((uintptr_t)text->bytes & 1))
        return vm_string_utf16(t, (const u16 *)(const void *)text->bytes, (i32)text->length);
    u32 count = pool_text_utf16(text, few, COUNT_OF(few));
    if (count <= COUNT_OF(few))
        return vm_string_utf16(t, few, (i32)count);
    u16 *many = xmalloc(2 * (size_t)count);
    pool_text_utf16(text, many, count);
    Object *string = vm_string_utf16(t, many, (i32)count);
    free(many);
    return string;
}

Object *pool_string(Thread *t, const StringPool *pool, u32 index)
{
    PoolText text;
    return pool && string_pool_text(pool, index, &text) ? pool_text_string(t, &text) : NULL;
}
