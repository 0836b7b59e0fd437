/*
 * java.util.zip: Inflater, Deflater, CRC32, Adler32 over zlib. A stream's peer
 * keeps a copy of the input that it was given, as the Java object may be given
 * the next array before this one is used up.
 */
#include "libcore/posix.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct ZipStream {
    z_stream z;
    u8 *input;
} ZipStream;

static ZipStream *stream_of(i64 handle)
{
    return (ZipStream *)(uintptr_t)handle;
}

static i64 handle_of(ZipStream *stream)
{
    return (i64)(uintptr_t)stream;
}

static void throw_zlib(Thread *t, const char *class_name, int error, const ZipStream *stream)
{
    const char *text = stream && stream->z.msg ? stream->z.msg : zError(error);
    vm_throw(t, class_name, "%s", text);
}

static void free_stream(ZipStream *stream)
{
    free(stream->input);
    free(stream);
}

/* Gives the stream a copy of bytes as its input. */
static void set_input(ZipStream *stream, const u8 *bytes, i32 count)
{
    free(stream->input);
    stream->input = xmalloc((size_t)MAX(count, 1));
    if (count)
        memcpy(stream->input, bytes, (size_t)count);
    stream->z.next_in = stream->input;
    stream->z.avail_in = (uInt)count;
}

/* void setInputImpl(byte[] buf, int offset, int count, long handle) */
static void setInputImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    const u8 *bytes = posix_bytes(t, args[1].l, args[2].i, args[3].i);
    if (bytes)
        set_input(stream_of(args[4].j), bytes, args[3].i);
}

static void getTotalInImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->j = (i64)stream_of(args[1].j)->z.total_in;
}

static void getTotalOutImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->j = (i64)stream_of(args[1].j)->z.total_out;
}

static void getAdlerImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = (i32)stream_of(args[1].j)->z.adler;
}

/* ---- Inflater ------------------------------------------------------------------------- */

/* long createStream(boolean noHeader) */
static void inflaterCreate(Thread *t, const Slot *args, Slot *result)
{
    ZipStream *stream = xcalloc(1, sizeof *stream);
    int error = inflateInit2(&stream->z, args[1].i ? -15 : 15);
    if (error != Z_OK) {
        throw_zlib(t, "java/lang/IllegalArgumentException", error, stream);
        free_stream(stream);
        return;
    }
    result->j = handle_of(stream);
}

/* int inflateImpl(byte[] buf, int offset, int count, long handle) */
static void inflateImpl(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef finished = FIELD("java/util/zip/Inflater", "finished", "Z");
    static FieldRef needs_dictionary = FIELD("java/util/zip/Inflater", "needsDictionary", "Z");
    static FieldRef in_read = FIELD("java/util/zip/Inflater", "inRead", "I");
    ZipStream *stream = stream_of(args[4].j);
    u8 *bytes = posix_bytes(t, args[1].l, args[2].i, args[3].i);
    if (!bytes)
        return;
    stream->z.next_out = bytes;
    stream->z.avail_out = (uInt)args[3].i;
    const Bytef *input = stream->z.next_in;
    int error = inflate(&stream->z, Z_SYNC_FLUSH);
    switch (error) {
    case Z_OK:
    case Z_BUF_ERROR:
        break;
    case Z_NEED_DICT:
        SET_BOOL(t, args[0].l, &needs_dictionary, 1);
        break;
    case Z_STREAM_END:
        SET_BOOL(t, args[0].l, &finished, 1);
        break;
    case Z_STREAM_ERROR:
        return;
    default:
        throw_zlib(t, "java/util/zip/DataFormatException", error, stream);
        result->i = -1;
        return;
    }
    SET_INT(t, args[0].l, &in_read, GET_INT(t, args[0].l, &in_read) + (i32)(stream->z.next_in - input));
    result->i = (i32)(stream->z.next_out - bytes);
}

/* void setDictionaryImpl(byte[] dictionary, int offset, int count, long handle) */
static void inflaterSetDictionary(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    ZipStream *stream = stream_of(args[4].j);
    const u8 *bytes = posix_bytes(t, args[1].l, args[2].i, args[3].i);
    if (!bytes)
        return;
    int error = inflateSetDictionary(&stream->z, bytes, (uInt)args[3].i);
    if (error != Z_OK)
        throw_zlib(t, "java/lang/IllegalArgumentException", error, stream);
}

/* int setFileInputImpl(FileDescriptor fd, long offset, int count, long handle) */
static void setFileInputImpl(Thread *t, const Slot *args, Slot *result)
{
    u8 *bytes = xmalloc((size_t)MAX(args[4].i, 1));
    i64 got = vfs_pread(posix_files(t), posix_fd(t, args[1].l), bytes, (size_t)MAX(args[4].i, 0), args[2].j);
    if (got < 0)
        vm_throw(t, "java/io/IOException", "%s", strerror((int)-got));
    else
        set_input(stream_of(args[5].j), bytes, (i32)got);
    free(bytes);
    result->i = (i32)MAX(got, 0);
}

static void inflaterReset(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    int error = inflateReset(&stream_of(args[1].j)->z);
    if (error != Z_OK)
        throw_zlib(t, "java/lang/IllegalArgumentException", error, stream_of(args[1].j));
}

static void inflaterEnd(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    ZipStream *stream = stream_of(args[1].j);
    inflateEnd(&stream->z);
    free_stream(stream);
}

const NativeMethod natives_java_util_zip_Inflater[] = {
    { "createStream", NULL, inflaterCreate },
    { "inflateImpl", NULL, inflateImpl },
    { "setInputImpl", NULL, setInputImpl },
    { "setFileInputImpl", "(Ljava/io/FileDescriptor;JIJ)I", setFileInputImpl },
    { "setDictionaryImpl", NULL, inflaterSetDictionary },
    { "getTotalInImpl", NULL, getTotalInImpl },
    { "getTotalOutImpl", NULL, getTotalOutImpl },
    { "getAdlerImpl", NULL, getAdlerImpl },
    { "resetImpl", NULL, inflaterReset },
    { "endImpl", "(J)V", inflaterEnd },
    { 0 },
};

/* ---- Deflater --------------------------------------------------------------------------- */

/* long createStream(int level, int strategy, boolean noHeader) */
static void deflaterCreate(Thread *t, const Slot *args, Slot *result)
{
    ZipStream *stream = xcalloc(1, sizeof *stream);
    int error = deflateInit2(&stream->z, args[1].i, Z_DEFLATED, args[3].i ? -15 : 15, 8, args[2].i);
    if (error != Z_OK) {
        throw_zlib(t, "java/lang/IllegalArgumentException", error, stream);
        free_stream(stream);
        return;
    }
    result->j = handle_of(stream);
}

/* int deflateImpl(byte[] buf, int offset, int count, long handle, int flush) */
static void deflateImpl(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef finished = FIELD("java/util/zip/Deflater", "finished", "Z");
    static FieldRef in_read = FIELD("java/util/zip/Deflater", "inRead", "I");
    ZipStream *stream = stream_of(args[4].j);
    u8 *bytes = posix_bytes(t, args[1].l, args[2].i, args[3].i);
    if (!bytes)
        return;
    stream->z.next_out = bytes;
    stream->z.avail_out = (uInt)args[3].i;
    const Bytef *input = stream->z.next_in;
    int error = deflate(&stream->z, args[6].i);
    if (error == Z_STREAM_END)
        SET_BOOL(t, args[0].l, &finished, 1);
    else if (error != Z_OK && error != Z_BUF_ERROR) {
        throw_zlib(t, "java/lang/IllegalStateException", error, stream);
        result->i = -1;
        return;
    }
    SET_INT(t, args[0].l, &in_read, GET_INT(t, args[0].l, &in_read) + (i32)(stream->z.next_in - input));
    result->i = (i32)(stream->z.next_out - bytes);
}

/* void setLevelsImpl(int level, int strategy, long handle) */
static void setLevelsImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    ZipStream *stream = stream_of(args[3].j);
    Bytef nowhere;
    stream->z.next_out = &nowhere;
    stream->z.avail_out = 0;
    int error = deflateParams(&stream->z, args[1].i, args[2].i);
    if (error != Z_OK && error != Z_BUF_ERROR)
        throw_zlib(t, "java/lang/IllegalStateException", error, stream);
}

static void deflaterSetDictionary(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    ZipStream *stream = stream_of(args[4].j);
    const u8 *bytes = posix_bytes(t, args[1].l, args[2].i, args[3].i);
    if (!bytes)
        return;
    uLong total = stream->z.total_in;
    int error = deflateSetDictionary(&stream->z, bytes, (uInt)args[3].i);
    stream->z.total_in = total;     /* zlib counts the dictionary as input; getTotalIn() does not */
    if (error != Z_OK)
        throw_zlib(t, "java/lang/IllegalArgumentException", error, stream);
}

static void deflaterReset(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    int error = deflateReset(&stream_of(args[1].j)->z);
    if (error != Z_OK)
        throw_zlib(t, "java/lang/IllegalArgumentException", error, stream_of(args[1].j));
}

static void deflaterEnd(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    ZipStream *stream = stream_of(args[1].j);
    deflateEnd(&stream->z);
    free_stream(stream);
}

const NativeMethod natives_java_util_zip_Deflater[] = {
    { "createStream", NULL, deflaterCreate },
    { "deflateImpl", "([BIIJI)I", deflateImpl },
    { "setInputImpl", NULL, setInputImpl },
    { "setLevelsImpl", NULL, setLevelsImpl },
    { "setDictionaryImpl", NULL, deflaterSetDictionary },
    { "getTotalInImpl", NULL, getTotalInImpl },
    { "getTotalOutImpl", NULL, getTotalOutImpl },
    { "getAdlerImpl", NULL, getAdlerImpl },
    { "resetImpl", NULL, deflaterReset },
    { "endImpl", "(J)V", deflaterEnd },
    { 0 },
};

/* ---- checksums ------------------------------------------------------------------------------ */

/* long updateImpl(byte[] buf, int offset, int count, long value) */
static void crcUpdate(Thread *t, const Slot *args, Slot *result)
{
    const u8 *bytes = posix_bytes(t, args[1].l, args[2].i, args[3].i);
    if (bytes)
        result->j = (i64)crc32((uLong)args[4].j, bytes, (uInt)args[3].i);
}

static void crcUpdateByte(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    Bytef byte = (Bytef)args[1].i;
    result->j = (i64)crc32((uLong)args[2].j, &byte, 1);
}

static void adlerUpdate(Thread *t, const Slot *args, Slot *result)
{
    const u8 *bytes = posix_bytes(t, args[1].l, args[2].i, args[3].i);
    if (bytes)
        result->j = (i64)adler32((uLong)args[4].j, bytes, (uInt)args[3].i);
}

static void adlerUpdateByte(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    Bytef byte = (Bytef)args[1].i;
    result->j = (i64)adler32((uLong)args[2].j, &byte, 1);
}

const NativeMethod natives_java_util_zip_CRC32[] = {
    { "updateImpl", NULL, crcUpdate },
    { "updateByteImpl", NULL, crcUpdateByte },
    { 0 },
};

const NativeMethod natives_java_util_zip_Adler32[] = {
    { "updateImpl", NULL, adlerUpdate },
    { "updateByteImpl", NULL, adlerUpdateByte },
    { 0 },
};
