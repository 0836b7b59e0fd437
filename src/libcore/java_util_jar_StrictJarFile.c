/*
 * java.util.jar.StrictJarFile: the platform's view of a signed package (the
 * package parser checks certificates with it). Entries come from our zip reader;
 * the Java side reads their bytes through a RandomAccessFile at the offsets given.
 */
#include "apk/zip.h"
#include "libcore/posix.h"

#include <stdlib.h>
#include <string.h>

/*
 * Java may ask an iterator again after its end, or after the file was closed, so
 * these two small structs live as long as the machine does.
 */
typedef struct Jar {
    Zip *zip;                       /* NULL once closed */
    Buf bytes;                      /* of a file in memory; zip borrows it */
} Jar;

typedef struct JarIteration {
    const Jar *jar;
    u32 next;
    char *prefix;
} JarIteration;

/* static long nativeOpenJarFile(String path) */
static void nativeOpenJarFile(Thread *t, const Slot *args, Slot *result)
{
    char *path = posix_path(t, args[0].l);
    if (!path)
        return;
    Jar *jar = xcalloc(1, sizeof *jar);
    char *host = vfs_host_path(posix_files(t), path);
    int error = host ? 0 : vfs_read_file(posix_files(t), path, &jar->bytes);
    int status = error ? error_set(ERR_IO, "%s: %s", path, strerror(-error)) : host ? zip_open(&jar->zip, host)
                 : zip_open_bytes(&jar->zip, path, jar->bytes.data, jar->bytes.size);
    if (status) {
        vm_throw(t, "java/io/IOException", "%s", error_text());
        buf_free(&jar->bytes);
        free(jar);
    } else {
        result->j = (i64)(uintptr_t)jar;
    }
    free(host);
    free(path);
}

static Object *new_entry(Thread *t, const Jar *jar, const ZipEntry *e)
{
    const u8 *bytes;
    u64 offset;
    if (zip_packed(jar->zip, e, &bytes, &offset))
        return vm_throw(t, "java/io/IOException", "%s", error_text());
    return vm_new(t, vm_boot_class(t, "java/util/zip/ZipEntry"), "(Ljava/lang/String;Ljava/lang/String;JJJIII[BJJ)V",
                  vm_string_utf8_n(t, e->name, e->name_length), NULL, (i64)e->crc, (i64)e->packed_size, (i64)e->size, (int)e->method,
                  (int)(e->dos_time & 0xffff), (int)(e->dos_time >> 16), NULL, (i64)e->header_offset, (i64)offset);
}

/* static ZipEntry nativeFindEntry(long jar, String name) */
static void nativeFindEntry(Thread *t, const Slot *args, Slot *result)
{
    const Jar *jar = (const Jar *)(uintptr_t)args[0].j;
    char *name = posix_path(t, args[2].l);
    const ZipEntry *e = name && jar->zip ? zip_find(jar->zip, name) : NULL;
    free(name);
    if (e)
        result->l = new_entry(t, jar, e);
}

/* static long nativeStartIteration(long jar, String prefix) */
static void nativeStartIteration(Thread *t, const Slot *args, Slot *result)
{
    char *prefix = posix_path(t, args[2].l);
    if (!prefix)
        return;
    JarIteration *i = xmalloc(sizeof *i);
    *i = (JarIteration){ (const Jar *)(uintptr_t)args[0].j, 0, prefix };
    result->j = (i64)(uintptr_t)i;
}

/* static ZipEntry nativeNextEntry(long iteration): null after the last one */
static void nativeNextEntry(Thread *t, const Slot *args, Slot *result)
{
    JarIteration *i = (JarIteration *)(uintptr_t)args[0].j;
    while (i->jar->zip && i->next < zip_count(i->jar->zip)) {
        const ZipEntry *e = zip_entry(i->jar->zip, i->next++);
        if (e->hidden || strncmp(e->name, i->prefix, strlen(i->prefix)))
            continue;
        result->l = new_entry(t, i->jar, e);
        return;
    }
}

static void nativeClose(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    Jar *jar = (Jar *)(uintptr_t)args[0].j;
    if (jar->zip)
        zip_close(jar->zip);
    jar->zip = NULL;
    buf_free(&jar->bytes);
}

const NativeMethod natives_java_util_jar_StrictJarFile[] = {
    { "nativeOpenJarFile", NULL, nativeOpenJarFile },
    { "nativeFindEntry", NULL, nativeFindEntry },
    { "nativeStartIteration", NULL, nativeStartIteration },
    { "nativeNextEntry", NULL, nativeNextEntry },
    { "nativeClose", NULL, nativeClose },
    { 0 },
};
