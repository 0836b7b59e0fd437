/* android.media.MediaMetadataRetriever: what the head of a file says; frames of films and pictures in tags are not there. */
#include "android/media_metadata.h"
#include "android/natives.h"
#include "libcore/posix.h"

#include <stdlib.h>

enum { HEAD_BYTES = 1 << 18 };

static FieldRef native = FIELD("android/media/MediaMetadataRetriever", "mNativeContext", "J");

static MediaMetadata *metadata_of(Thread *t, Object *retriever)
{
    return (MediaMetadata *)(intptr_t)GET_LONG(t, retriever, &native);
}

static void native_setup(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SET_LONG(t, args[0].l, &native, (i64)(intptr_t)xcalloc(1, sizeof(MediaMetadata)));
}

static void release(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    MediaMetadata *m = metadata_of(t, args[0].l);
    if (m)
        media_metadata_free(m);
    free(m);
    SET_LONG(t, args[0].l, &native, 0);
}

/* void setDataSource(FileDescriptor fd, long offset, long length) */
static void setDataSource(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    MediaMetadata *m = metadata_of(t, args[0].l);
    int fd = posix_fd(t, args[1].l);
    i64 offset = args[2].j;
    VfsStat facts;
    if (!m || fd < 0 || vfs_fstat(posix_files(t), fd, &facts)) {
        vm_throw(t, "java/lang/IllegalArgumentException", "%s", m ? "the descriptor is not open" : "No retriever available");
        return;
    }
    u8 *head = xmalloc(HEAD_BYTES);
    i64 got = vfs_pread(posix_files(t), fd, head, HEAD_BYTES, offset);
    media_metadata_free(m);
    if (got > 0)
        media_metadata_read(m, head, (size_t)got, (u64)MAX(facts.size - offset, 0));
    free(head);
}

/* String extractMetadata(int key) */
static void extractMetadata(Thread *t, const Slot *args, Slot *result)
{
    MediaMetadata *m = metadata_of(t, args[0].l);
    i32 key = args[1].i;
    const char *value = m && key >= 0 && key < META_KEYS ? m->values[key] : NULL;
    result->l = value ? vm_string_utf8(t, value) : NULL;
}

const NativeMethod natives_android_media_MediaMetadataRetriever[] = {
    { "native_init", NULL, native_nothing }, { "native_setup", NULL, native_setup }, { "native_finalize", NULL, release }, { "release", "()V", release },
    { "_setDataSource", NULL, native_nothing }, { "setDataSource", "(Ljava/io/FileDescriptor;JJ)V", setDataSource },
    { "extractMetadata", "(I)Ljava/lang/String;", extractMetadata }, { "_getFrameAtTime", NULL, native_nothing }, { "getEmbeddedPicture", "(I)[B", native_nothing },
    { 0 },
};
