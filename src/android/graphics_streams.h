/* Bytes from where Java keeps them: streams, file descriptors, buffers. */
#ifndef ANDROID_GRAPHICS_STREAMS_H
#define ANDROID_GRAPHICS_STREAMS_H

#include "android/natives.h"

/* Appends up to `most` bytes of a java.io.InputStream; fewer at its end. False: thrown. */
bool stream_read(Thread *t, Object *stream, Buf *out, size_t most);
/* To a java.io.OutputStream. False: thrown. */
bool stream_write(Thread *t, Object *stream, const void *bytes, size_t size);
/* From where the descriptor stands to the end of the file; the place is kept. */
bool descriptor_read(Thread *t, const Object *descriptor, Buf *out);
/* Where the next element of a java.nio.Buffer lies. NULL: it has no memory that can be reached. */
u8 *buffer_bytes(Thread *t, Object *buffer);

#endif
