#include "base/lines.h"

#include <string.h>

char *lines_next(Lines *in)
{
    if (!*in->p)
        return NULL;
    size_t n = strcspn(in->p, "\n");
    char *line = xstrndup(in->p, n);
    in->p += n + (in->p[n] == '\n');
    in->number++;
    if (n && line[n - 1] == '\r')
        line[n - 1] = 0;
    return line;
}
