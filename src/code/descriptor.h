/* Walking through descriptors: "(I[JLjava/lang/String;)V". */
#ifndef CODE_DESCRIPTOR_H
#define CODE_DESCRIPTOR_H

#include "base/base.h"

/* The kind of a value of the type at p: Z B C S I J F D V, and L for every reference. */
static inline char descriptor_kind(const char *p)
{
    return p[0] == '[' ? 'L' : p[0];
}

static inline bool kind_is_wide(char kind)
{
    return kind == 'J' || kind == 'D';
}

/* Behind the type at p; stays inside the text even when it is malformed. */
static inline const char *descriptor_next(const char *p)
{
    while (*p == '[')
        p++;
    if (*p == 'L')
        while (*p && *p != ';')
            p++;
    return *p ? p + 1 : p;
}

/* The result type of a method's descriptor. */
static inline const char *descriptor_result(const char *p)
{
    while (*p && *p != ')')
        p++;
    return *p ? p + 1 : p;
}

#endif
