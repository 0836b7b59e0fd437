/*
 * java.util.zip: Inflater, Deflater, CRC32, Adler32 over zlib. A stream's peer
 * keeps a copy of the input that it was given, as the Java object may be given
 * the next array before this one is used up. What the two kinds of streams do
 * alike is written once; a Direction says where they differ.
 */
#include "libcore/posix.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct Direction {
    int (*run)(z_streamp z, int flush);
    int (*reset)(z_streamp z);
    int (*end)(z_streamp z);
    int (*set_dictionary)(z_streamp z, const Bytef *bytes, uInt count);
    const char *failure;            /* the exception when run fails */
    FieldRef finished, in_read;     /* of the Java object */
} Direction;

typedef struct ZipStream {
    z_stream z;
    u8 *input;
    Direction *direction;
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

/* ---- what both do ------------------------------------------------------------------------- */

/* The handle of a stream that zlib has initialised with this result; 0: thrown. */
static i64 opened(Thread *t, ZipStream *stream, int error)
{
    if (error == Z_OK)
        return handle_of(stream);
    throw_zlib(t, "java/lang/IllegalArgumentException", error, stream);
    free(stream);
    return 0;
}

static ZipStream *new_stream(Direction *direction)
{
    ZipStream *stream = xcalloc(1, sizeof *stream);
    stream->direction = direction;
    return stream;
}

/*
 * Fills (byte[] buf, int offset, int count, long handle), and tells the Java object
 * how much input was read and whether that was the end. Returns zlib's answer.
 */
static int run_stream(Thread *t, const Slot *args, int flush, Slot *result)
{
    ZipStream *stream = stream_of(args[4].j);
    Direction *direction = stream->direction;
    u8 *bytes = posix_bytes(t, args[1].l, args[2].i, args[3].i);
    if (!bytes)
        return Z_OK;
    stream->z.next_out = bytes;
    stream->z.avail_out = (uInt)args[3].i;
    const Bytef *input = stream->z.next_in;
    int error = direction->run(&stream->z, flush);
    if (error != Z_OK && error != Z_BUF_ERROR && error != Z_STREAM_END && error != Z_NEED_DICT) {
        result->i = -1;
        throw_zlib(t, direction->failure, error, stream);
        return error;
    }
    if (error == Z_STREAM_END)
        SET_BOOL(t, args[0].l, &direction->finished, 1);
    SET_INT(t, args[0].l, &direction->in_read, GET_INT(t, args[0].l, &direction->in_read) + (i32)(stream->z.next_in - input));
    result->i = (i32)(stream->z.next_out - bytes);
    return error;
}

/* void setDictionaryImpl(byte[] dictionary, int offset, int count, long handle) */
static void setDictionaryImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    ZipStream *stream = stream_of(args[4].j);
    const u8 *bytes = posix_bytes(t, args[1].l, args[2].i, args[3].i);
    if (!bytes)
        return;
    uLong total = stream->z.total_in;
    int error = stream->direction->set_dictionary(&stream->z, bytes, (uInt)args[3].i);
    stream->z.total_in = total;     /* zlib counts the dictionary as input; getTotalIn() does not */
    if (error != Z_OK)
        throw_zlib(t, "java/lang/IllegalArgumentException", error, stream);
}

static void resetImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    ZipStream *stream = stream_of(args[1].j);
    int error = stream->direction->reset(&stream->z);
    if (error != Z_OK)
        throw_zlib(t, "java/lang/IllegalArgumentException", error, stream);
}

static void endImpl(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    ZipStream *stream = stream_of(args[1].j);
    stream->direction->end(&stream->z);
    free(stream->input);
    free(stream);
}

#define SHARED_ROWS \
    { "setInputImpl", NULL, setInputImpl }, { "setDictionaryImpl", NULL, setDictionaryImpl }, { "getTotalInImpl", NULL, getTotalInImpl }, \
    { "getTotalOutImpl", NULL, getTotalOutImpl }, { "getAdlerImpl", NULL, getAdlerImpl }, { "resetImpl", NULL, resetImpl }, \
    { "endImpl", "(J)V", endImpl }

/* ---- Inflater ------------------------------------------------------------------------- */

/* A stream in a wrong state is no news: nothing comes out of it. */
static int run_inflate(z_streamp z, int flush)
{
    int error = inflate(z, flush);
    return error == Z_STREAM_ERROR ? Z_OK : error;
}

static Direction inflating = {
    run_inflate, inflateReset, inflateEnd, inflateSetDictionary, "java/util/zip/DataFormatException",
    FIELD("java/util/zip/Inflater", "finished", "Z"), FIELD("java/util/zip/Inflater", "inRead", "I"),
};

/* long createStream(boolean noHeader) */
static void inflaterCreate(Thread *t, const Slot *args, Slot *result)
{
    ZipStream *stream = new_stream(&inflating);
    result->j = opened(t, stream, inflateInit2(&stream->z, args[1].i ? -15 : 15));
}

/* int inflateImpl(byte[] buf, int offset, int count, long handle) */
static void inflateImpl(Thread *t, const Slot *args, Slot *result)
{
    static FieldRef needs_dictionary = FIELD("java/util/zip/Inflater", "needsDictionary", "Z");
    if (run_stream(t, args, Z_SYNC_FLUSH, result) == Z_NEED_DICT)
        SET_BOOL(t, args[0].l, &needs_dictionary, 1);
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

const NativeMethod natives_java_util_zip_Inflater[] = {
    { "createStream", NULL, inflaterCreate },
    { "inflateImpl", NULL, inflateImpl },
    { "setFileInputImpl", "(Ljava/io/FileDescriptor;JIJ)I", setFileInputImpl },
    SHARED_ROWS,
    { 0 },
};

/* ---- Deflater --------------------------------------------------------------------------- */

static Direction deflating = {
    deflate, deflateReset, deflateEnd, deflateSetDictionary, "java/lang/IllegalStateException",
    FIELD("java/util/zip/Deflater", "finished", "Z"), FIELD("java/util/zip/Deflater", "inRead", "I"),
};

/* long createStream(int level, int strategy, boolean noHeader) */
static void deflaterCreate(Thread *t, const Slot *args, Slot *result)
{
    ZipStream *stream = new_stream(&deflating);
    result->j = opened(t, stream, deflateInit2(&stream->z, args[1].i, Z_DEFLATED, args[3].i ? -15 : 15, 8, args[2].i));
}

/* int deflateImpl(byte[] buf, int offset, int count, long handle, int flush) */
static void deflateImpl(Thread *t, const Slot *args, Slot *result)
{
    run_stream(t, args, args[6].i, result);
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

const NativeMethod natives_java_util_zip_Deflater[] = {
    { "createStream", NULL, deflaterCreate },
    { "deflateImpl", "([BIIJI)I", deflateImpl },
    { "setLevelsImpl", NULL, setLevelsImpl },
    SHARED_ROWS,
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
