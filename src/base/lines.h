/* A text, line by line. */
#ifndef BASE_LINES_H
#define BASE_LINES_H

#include "base/base.h"

typedef struct Lines {
    const char *p, *name;           /* what is left; what sentences call the text */
    u32 number;                     /* of the line that was read last */
} Lines;

/* The next line without its end, which the caller frees; NULL at the end. */
char *lines_next(Lines *in);

#endif
