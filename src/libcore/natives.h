/*
 * For the files of this folder: one per Java class (or a few that belong
 * together), each ending in tables `natives_CLASS` that register.c lists.
 */
#ifndef LIBCORE_NATIVES_H
#define LIBCORE_NATIVES_H

#include "libcore/libcore.h"

#include <stdio.h>

#endif
