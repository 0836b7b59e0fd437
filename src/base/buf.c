/* Buf: bytes that grow by doubling. */
#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buf_free(Buf *buf)
{
    free(buf->data);
    *buf = (Buf){ 0 };
}

void buf_clear(Buf *buf)
{
    buf->size = 0;
    if (buf->data)
        buf->data[0] = 0;
}

void buf_reserve(Buf *buf, size_t more)
{
    size_t need = buf->size + more + 1;
    if (need <= buf->room)
        return;
    buf->room = MAX(need, buf->room * 2);
    buf->room = MAX(buf->room, 64);
    buf->data = xrealloc(buf->data, buf->room);
    buf->data[buf->size] = 0;
}

void buf_add(Buf *buf, const void *bytes, size_t size)
{
    if (!size)
        return;
    buf_reserve(buf, size);
    memcpy(buf->data + buf->size, bytes, size);
    buf->size += size;
    buf->data[buf->size] = 0;
}

void buf_add_char(Buf *buf, char c)
{
    buf_add(buf, &c, 1);
}

void buf_add_str(Buf *buf, const char *text)
{
    buf_add(buf, text, strlen(text));
}

void buf_vprintf(Buf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length > 0) {
        buf_reserve(buf, (size_t)length);
        vsnprintf(buf->data + buf->size, (size_t)length + 1, format, again);
        buf->size += (size_t)length;
    }
    va_end(again);
}

void buf_printf(Buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buf_vprintf(buf, format, args);
    va_end(args);
}

void buf_add_utf8(Buf *buf, u32 c)
{
    if (c < 0x80) {
        buf_add_char(buf, (char)c);
    } else if (c < 0x800) {
        buf_add(buf, (char[]){ (char)(0xc0 | c >> 6), (char)(0x80 | (c & 63)) }, 2);
    } else if (c < 0x10000) {
        buf_add(buf, (char[]){ (char)(0xe0 | c >> 12), (char)(0x80 | (c >> 6 & 63)), (char)(0x80 | (c & 63)) }, 3);
    } else {
        buf_add(buf, (char[]){ (char)(0xf0 | c >> 18), (char)(0x80 | (c >> 12 & 63)),
                               (char)(0x80 | (c >> 6 & 63)), (char)(0x80 | (c & 63)) }, 4);
    }
}

char *buf_take(Buf *buf)
{
    buf_reserve(buf, 0);
    char *data = buf->data;
    *buf = (Buf){ 0 };
    return data;
}

const char *buf_str(const Buf *buf)
{
    return buf->data ? buf->data : "";
}
