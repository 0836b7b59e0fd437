/* What pages.c tells to rewind.c. */
#ifndef BASE_REWIND_H
#define BASE_REWIND_H

#include "base/base.h"

bool rewind_is_open(void);
void rewind_mapped(void *pages, size_t size);
/* True: may really be unmapped. */
bool rewind_unmapped(void *pages, size_t size);

#endif
