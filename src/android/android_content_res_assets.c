/*
 * android.content.res.AssetManager, the part that opens files: assets/, res/ and
 * XML. An asset's peer holds its bytes: those of the archive where they are
 * stored, else unpacked.
 */
#include "android/asset_files.h"
#include "android/natives.h"
#include "libcore/posix.h"

/* long openAsset(String, int) and the others: the name as C has it, or NULL with an exception. */
static char *name_of(Thread *t, const Object *name)
{
    return name ? vm_string_to_utf8(name) : vm_throw_null(t, "fileName");
}

static Asset *open_named(Thread *t, Object *java_manager, i32 cookie, const char *prefix, const Object *name)
{
    AssetManager *manager = asset_manager(t, java_manager);
    char *text = manager ? name_of(t, name) : NULL;
    if (!text)
        return NULL;
    char *full = xasprintf("%s%s", prefix, text);
    i32 found;
    Asset *asset = asset_manager_open(t, manager, cookie, full, &found);
    if (!asset)
        vm_throw(t, "java/io/FileNotFoundException", "%s", text);
    free(full);
    free(text);
    return asset;
}

static bool bad_mode(Thread *t, i32 mode)
{
    if (mode >= 0 && mode <= 3)
        return false;
    vm_throw(t, "java/lang/IllegalArgumentException", "Bad access mode");
    return true;
}

/* long openAsset(String fileName, int accessMode) */
static void openAsset(Thread *t, const Slot *args, Slot *result)
{
    result->j = bad_mode(t, args[2].i) ? -1 : handle(open_named(t, args[0].l, 0, "assets/", args[1].l));
}

/* long openNonAssetNative(int cookie, String fileName, int accessMode) */
static void openNonAsset(Thread *t, const Slot *args, Slot *result)
{
    result->j = bad_mode(t, args[3].i) ? -1 : handle(open_named(t, args[0].l, args[1].i, "", args[2].l));
}

/* A descriptor of the archive itself, with where the asset lies: only for one that is stored. */
static Object *file_descriptor(Thread *t, Asset *asset, Object *offsets)
{
    const u8 *bytes;
    u64 at = 0;
    i64 size = (i64)asset->size;
    int fd = -1;
    if (asset->entry && asset->entry->method == 0 && !zip_packed(asset->file->zip, asset->entry, &bytes, &at))
        fd = vfs_open(posix_files(t), asset->file->path, O_RDONLY, 0);
    asset_close(asset);
    if (fd < 0)
        return vm_throw(t, "java/io/FileNotFoundException", "This file can not be opened as a file descriptor; it is probably compressed");
    if (offsets && ARRAY_LENGTH(offsets) >= 2) {
        ARRAY_I64(offsets)[0] = (i64)at;
        ARRAY_I64(offsets)[1] = size;
    }
    Object *descriptor = posix_new_fd(t, fd);
    Class *c = descriptor ? vm_boot_class(t, "android/os/ParcelFileDescriptor") : NULL;
    return c ? vm_new(t, c, "(Ljava/io/FileDescriptor;)V", descriptor) : NULL;
}

/* ParcelFileDescriptor openAssetFd(String fileName, long[] outOffsets) */
static void openAssetFd(Thread *t, const Slot *args, Slot *result)
{
    Asset *asset = open_named(t, args[0].l, 0, "assets/", args[1].l);
    result->l = asset ? file_descriptor(t, asset, args[2].l) : NULL;
}

/* ParcelFileDescriptor openNonAssetFdNative(int cookie, String fileName, long[] outOffsets) */
static void openNonAssetFd(Thread *t, const Slot *args, Slot *result)
{
    Asset *asset = open_named(t, args[0].l, args[1].i, "", args[2].l);
    result->l = asset ? file_descriptor(t, asset, args[3].l) : NULL;
}

/* ---- list ------------------------------------------------------------------------------ */

typedef struct Listing {
    Map names;
    size_t skip;
} Listing;

/* Of "assets/a/b/c" in "assets/a/": "b". */
static void add_name(void *context, const char *name)
{
    Listing *listing = context;
    const char *rest = name + listing->skip;
    size_t length = strcspn(rest, "/");
    if (length)
        map_slot_n(&listing->names, rest, length);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* String[] list(String path): what all files have below assets/path, sorted; nothing is an empty array. */
static void list(Thread *t, const Slot *args, Slot *result)
{
    AssetManager *manager = asset_manager(t, args[0].l);
    char *path = manager ? name_of(t, args[1].l) : NULL;
    if (!path)
        return;
    size_t length = strlen(path);
    while (length && path[length - 1] == '/')
        path[--length] = 0;
    char *prefix = xasprintf("assets/%s%s", path, length ? "/" : "");
    Listing listing = { .skip = strlen(prefix) };
    for (u32 i = 0; i < manager->file_count; i++)
        asset_file_each(t->vm, manager->files[i], prefix, add_name, &listing);
    const char **names = xmalloc((listing.names.used + 1) * sizeof *names);
    i32 count = 0;
    MAP_EACH(&listing.names, entry)
        names[count++] = entry->key;
    qsort(names, (size_t)count, sizeof *names, by_name);
    Object *array = vm_new_object_array(t, "java/lang/String", count);
    for (i32 i = 0; array && i < count; i++)
        ARRAY_REF(array)[i] = object_ref(vm_string_utf8(t, names[i]));
    result->l = array;
    free(names);
    map_free(&listing.names);
    free(prefix);
    free(path);
}

/* ---- streams --------------------------------------------------------------------------- */

static Asset *asset_of(Thread *t, i64 number)
{
    return number ? peer(number) : vm_throw_null(t, "asset");
}

/* void destroyAsset(long asset) */
static void destroyAsset(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    asset_close(asset_of(t, args[1].j));
}

/* int readAssetChar(long asset) */
static void readAssetChar(Thread *t, const Slot *args, Slot *result)
{
    Asset *asset = asset_of(t, args[1].j);
    result->i = asset && asset->at < asset->size ? asset->bytes[asset->at++] : -1;
}

/* int readAsset(long asset, byte[] b, int off, int len) */
static void readAsset(Thread *t, const Slot *args, Slot *result)
{
    Asset *asset = asset_of(t, args[1].j);
    Object *array = args[3].l;
    i32 offset = args[4].i, length = args[5].i;
    result->i = -1;
    if (!asset)
        return;
    if (!array) {
        vm_throw_null(t, "asset");
        return;
    }
    if (!length) {
        result->i = 0;
        return;
    }
    if (offset < 0 || length < 0 || offset >= ARRAY_LENGTH(array) || length > ARRAY_LENGTH(array) - offset) {
        vm_throw(t, "java/lang/IndexOutOfBoundsException", "%s", "");
        return;
    }
    size_t count = MIN((size_t)length, asset->size - asset->at);
    if (!count)
        return;
    memcpy(ARRAY_I8(array) + offset, asset->bytes + asset->at, count);
    asset->at += count;
    result->i = (i32)count;
}

/* long seekAsset(long asset, long offset, int whence): whence below 0 from the begin, above from the end */
static void seekAsset(Thread *t, const Slot *args, Slot *result)
{
    Asset *asset = asset_of(t, args[1].j);
    i64 offset = args[3].j, base;
    i32 whence = args[5].i;
    result->j = -1;
    if (!asset)
        return;
    base = whence > 0 ? (i64)asset->size : whence < 0 ? 0 : (i64)asset->at;
    if (offset < -base || offset > (i64)asset->size - base)
        return;
    asset->at = (size_t)(base + offset);
    result->j = base + offset;
}

/* long getAssetLength(long asset) */
static void getAssetLength(Thread *t, const Slot *args, Slot *result)
{
    const Asset *asset = asset_of(t, args[1].j);
    result->j = asset ? (i64)asset->size : -1;
}

/* long getAssetRemainingLength(long asset) */
static void getAssetRemainingLength(Thread *t, const Slot *args, Slot *result)
{
    const Asset *asset = asset_of(t, args[1].j);
    result->j = asset ? (i64)(asset->size - asset->at) : -1;
}

/* long openXmlAssetNative(int cookie, String fileName) */
static void openXmlAsset(Thread *t, const Slot *args, Slot *result)
{
    AssetManager *manager = asset_manager(t, args[0].l);
    char *name = manager ? name_of(t, args[2].l) : NULL;
    if (!name)
        return;
    i32 cookie = args[1].i;
    XmlDocument *document = NULL;
    int status = ERR_NOT_FOUND;
    for (u32 i = manager->file_count; i-- > 0 && status == ERR_NOT_FOUND;)
        if (!cookie || (u32)cookie == i + 1)
            document = asset_document(t->vm, manager->files[i], name, &status);
    if (!document)
        vm_throw(t, "java/io/FileNotFoundException", "%s", status == ERR_NOT_FOUND ? name : "Corrupt XML binary file");
    result->j = handle(document);
    free(name);
}

const NativeMethod natives_android_content_res_AssetManager_files[] = {
    { "openAsset", "(Ljava/lang/String;I)J", openAsset },
    { "openAssetFd", "(Ljava/lang/String;[J)Landroid/os/ParcelFileDescriptor;", openAssetFd },
    { "openNonAssetNative", "(ILjava/lang/String;I)J", openNonAsset },
    { "openNonAssetFdNative", "(ILjava/lang/String;[J)Landroid/os/ParcelFileDescriptor;", openNonAssetFd },
    { "list", "(Ljava/lang/String;)[Ljava/lang/String;", list },
    { "destroyAsset", "(J)V", destroyAsset },
    { "readAssetChar", "(J)I", readAssetChar },
    { "readAsset", "(J[BII)I", readAsset },
    { "seekAsset", "(JJI)J", seekAsset },
    { "getAssetLength", "(J)J", getAssetLength },
    { "getAssetRemainingLength", "(J)J", getAssetRemainingLength },
    { "openXmlAssetNative", "(ILjava/lang/String;)J", openXmlAsset },
    { 0 },
};
