/*
 * Resources of a phone and an app: several tables seen as one, for one
 * configuration. A resource is found by its id; the configuration that fits best
 * is chosen once and remembered, styles are joined with their parents once and
 * kept, until the configuration changes.
 *
 * Every value comes with its block: the index of the table that it came from,
 * whose string pool its data points into. Functions return it, or a negative
 * number: RES_BAD_INDEX there is no such resource, RES_BAD_VALUE it has no plain
 * value.
 */
#ifndef APK_RESOURCES_H
#define APK_RESOURCES_H

#include "apk/arsc.h"

typedef struct Resources Resources;
enum { RES_BAD_INDEX = -75, RES_BAD_VALUE = -22 };

Resources *resources_new(void);
void resources_free(Resources *res);

/* Adds a table (borrowed; NULL: a file without one) as the next block. */
void resources_add(Resources *res, const Arsc *arsc);
u32 resources_block_count(const Resources *res);
/* The strings of a block; NULL: that table is empty. */
const StringPool *resources_strings(const Resources *res, u32 block);

/* Takes effect at the next lookup; bags that were handed out are gone. */
void resources_configure(Resources *res, const ResConfig *config);
const ResConfig *resources_config(const Resources *res);

/*
 * The value for the phone's configuration; density: not 0, another one than the
 * phone's. flags (may be NULL): what it varies by. found_density (may be NULL):
 * that of the configuration which was chosen. Both are only written on success.
 */
i32 resources_get(Resources *res, u32 id, u16 density, ResValue *out, u32 *flags, u16 *found_density);
/*
 * Follows references from a value of a block. last_id (may be NULL): the last
 * resource on the way; flags gathers. A reference to a style stays one.
 */
i32 resources_resolve(Resources *res, ResValue *value, i32 block, u32 *last_id, u32 *flags, u16 *found_density);

typedef struct BagEntry {
    u32 name;
    i32 block;
    ResValue value;
} BagEntry;

/* A style, array or plural with what it inherits, sorted by name; returns how many. Valid until the configuration changes. */
i32 resources_bag(Resources *res, u32 id, const BagEntry **out, u32 *flags);
/* How many entries the type of this id has; 0: there is no such type. */
u32 resources_entry_count(const Resources *res, u32 id);
/* Index of the package in the order of adding, -1: unknown. */
i32 resources_package_index(const Resources *res, u32 id);
u32 resources_package_count(const Resources *res);
u32 resources_package_id(const Resources *res, u32 index);
const char *resources_package_name(const Resources *res, u32 index);
/* The id that a reference of this package means now: shared libraries get their number when they are loaded. False: unknown. */
bool resources_translate(const Resources *res, u32 package_index, u32 *id);

typedef struct ResName {
    const char *package;
    PoolText type, entry;
} ResName;
bool resources_name(const Resources *res, u32 id, ResName *out);
/* "name", "type/name" or "package:type/name"; what is missing comes from the other two. 0: there is none. */
u32 resources_find(Resources *res, const char *name, const char *type, const char *package);

/* Calls visit with every configuration of a block, in the order of the file. */
void resources_each_config(const Resources *res, u32 block, void (*visit)(void *context, const ResConfig *config), void *context);

#endif
