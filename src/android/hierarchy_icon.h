/* The resource names of pictures that are on the screen, for hierarchy.c. */
#ifndef ANDROID_HIERARCHY_ICON_H
#define ANDROID_HIERARCHY_ICON_H

#include "apk/resources.h"
#include "base/buf.h"
#include "vm/vm.h"

/* What one android.content.res.Resources has in its cache; a zeroed one is empty. */
typedef struct Icons {
    const Object *resources;
    struct IconEntry *entries;
    u32 count, room;
} Icons;

/* Appends "drawable/ic_add"; false (nothing added): the drawable is none that was loaded, or was changed since. */
bool icon_name(Thread *t, Icons *icons, const Object *resources, Resources *tables, const Object *drawable, Buf *out);
void icons_free(Icons *icons);

#endif
