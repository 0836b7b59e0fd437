/*
 * The error slot, and memory that must be there.
 *
 * The slot is the one global of the program outside Vm: the process runs on one
 * OS thread, and a sentence about the last failure has no better owner.
 */
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char slot[2048];

int error_set(int code, const char *format, ...)
{
    char text[sizeof slot]; /* the arguments may point into the slot */
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    memcpy(slot, text, sizeof slot);
    return code;
}

int error_prefix(int code, const char *format, ...)
{
    char prefix[512], text[sizeof slot];
    va_list args;

    va_start(args, format);
    vsnprintf(prefix, sizeof prefix, format, args);
    va_end(args);
    memcpy(text, slot, sizeof text);
    snprintf(slot, sizeof slot, "%s%.1500s", prefix, text);
    return code;
}

const char *error_text(void)
{
    return slot;
}

static void *must(void *memory, size_t size)
{
    if (!memory && size) {
        fprintf(stderr, "reenact: out of memory (asked for %zu bytes)\n", size);
        exit(5);
    }
    return memory;
}

void *xmalloc(size_t size)
{
    return must(malloc(size), size);
}

void *xcalloc(size_t count, size_t size)
{
    return must(calloc(count, size), count && size > SIZE_MAX / count ? SIZE_MAX : count * size);
}

void *xrealloc(void *old, size_t size)
{
    return must(realloc(old, size), size);
}

char *xstrndup(const char *text, size_t length)
{
    char *copy = xmalloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *xstrdup(const char *text)
{
    return xstrndup(text, strlen(text));
}

char *xasprintf(const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = xmalloc((size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
