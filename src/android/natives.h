/*
 * For the files of this folder: one per Java class (or a few that belong
 * together), each ending in tables `natives_CLASS` that register.c lists.
 *
 * A native peer is a C struct that Java holds as a long; peer() and handle()
 * turn one into the other. Peers are malloc'd: a fork copies them with the rest.
 */
#ifndef ANDROID_NATIVES_H
#define ANDROID_NATIVES_H

#include "android/android.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void *peer(i64 handle)
{
    return (void *)(uintptr_t)handle;
}

static inline i64 handle(const void *peer_)
{
    return (i64)(uintptr_t)peer_;
}

#endif
