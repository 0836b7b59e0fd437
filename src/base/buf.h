/*
 * Buf: bytes that grow. Always ends in a 0 byte that is not counted, so that
 * data can be used as a C string. A zeroed Buf is an empty one.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/base.h"

typedef struct Buf {
    char *data;
    size_t size, room;
} Buf;

void buf_free(Buf *buf);
void buf_clear(Buf *buf);
void buf_reserve(Buf *buf, size_t more);
void buf_add(Buf *buf, const void *bytes, size_t size);
void buf_add_char(Buf *buf, char c);
void buf_add_str(Buf *buf, const char *text);
void buf_printf(Buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);
void buf_vprintf(Buf *buf, const char *format, va_list args);
void buf_add_utf8(Buf *buf, u32 code_point);
/* The content as a C string that the caller frees; the Buf is empty then. */
char *buf_take(Buf *buf);
const char *buf_str(const Buf *buf);

#endif
