/* Bytes from where Java keeps them. */
#include "android/graphics_streams.h"

#include "libcore/vfs.h"

enum { CHUNK = 16 * 1024 };

bool stream_read(Thread *t, Object *stream, Buf *out, size_t most)
{
    Object *chunk = vm_new_primitive_array(t, 'B', CHUNK);
    for (size_t got = 0; chunk && got < most;) {
        i32 n = vm_call_method(t, stream, "read", "([BII)I", chunk, 0, (int)MIN(most - got, (size_t)CHUNK)).i;
        if (t->exception)
            return false;
        if (n <= 0)
            break;
        buf_add(out, ARRAY_I8(chunk), (size_t)MIN(n, CHUNK));
        got += (size_t)n;
    }
    return chunk;
}

bool stream_write(Thread *t, Object *stream, const void *bytes, size_t size)
{
    Object *chunk = vm_new_primitive_array(t, 'B', CHUNK);
    for (size_t at = 0; chunk && at < size; at += CHUNK) {
        size_t n = MIN(size - at, (size_t)CHUNK);
        memcpy(ARRAY_I8(chunk), (const u8 *)bytes + at, n);
        vm_call_method(t, stream, "write", "([BII)V", chunk, 0, (int)n);
        if (t->exception)
            return false;
    }
    if (chunk)
        vm_call_method(t, stream, "flush", "()V");
    return chunk && !t->exception;
}

bool descriptor_read(Thread *t, const Object *descriptor, Buf *out)
{
    static FieldRef number = FIELD("java/io/FileDescriptor", "descriptor", "I");
    if (!descriptor)
        return false;
    Vfs *vfs = vfs_of(t->vm);
    int fd = GET_INT(t, descriptor, &number);
    i64 start = vfs_lseek(vfs, fd, 0, SEEK_CUR);
    char chunk[CHUNK];
    for (i64 at = start;; ) {
        i64 n = start >= 0 ? vfs_pread(vfs, fd, chunk, sizeof chunk, at) : vfs_read(vfs, fd, chunk, sizeof chunk);
        if (n <= 0)
            return n == 0;
        buf_add(out, chunk, (size_t)n);
        at += n;
    }
}

u8 *buffer_bytes(Thread *t, Object *buffer)
{
    if (!buffer)
        return NULL;
    i64 address = vm_call_static(t, "java/nio/NIOAccess", "getBasePointer", "(Ljava/nio/Buffer;)J", buffer).j;
    if (t->exception || address)
        return t->exception ? NULL : peer(address);
    Object *array = vm_call_static(t, "java/nio/NIOAccess", "getBaseArray", "(Ljava/nio/Buffer;)Ljava/lang/Object;", buffer).l;
    if (t->exception || !array)
        return NULL;
    i32 offset = vm_call_static(t, "java/nio/NIOAccess", "getBaseArrayOffset", "(Ljava/nio/Buffer;)I", buffer).i;
    bool wide = object_class(array)->element_shift == 3;
    return t->exception ? NULL : (u8 *)array + (wide ? ARRAY_WIDE_DATA : ARRAY_DATA) + offset;
}
