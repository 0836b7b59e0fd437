/*
 * Map: from byte strings to pointers. Keys are copied; iteration is in the
 * order of insertion, so that whatever is printed from a map is the same in
 * every run. A zeroed Map is an empty one.
 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/base.h"

typedef struct MapEntry {
    char *key;      /* NULL once removed */
    u32 length;
    u32 hash;
    void *value;
} MapEntry;

typedef struct Map {
    MapEntry *entries;
    u32 used, room, live;
    u32 *table;     /* index into entries, plus one; 0 is empty */
    u32 table_size;
} Map;

void map_free(Map *map);
void *map_get(const Map *map, const char *key);
void *map_get_n(const Map *map, const char *key, size_t length);
/* The place of key's value; created as NULL when it is not there. Valid until the next insertion. */
void **map_slot(Map *map, const char *key);
void **map_slot_n(Map *map, const char *key, size_t length);
void map_put(Map *map, const char *key, void *value);
void *map_remove(Map *map, const char *key);

#define MAP_EACH(map, entry)                                                          \
    for (MapEntry *entry = (map)->entries; entry < (map)->entries + (map)->used; entry++) \
        if (entry->key)

u32 hash_bytes(const void *bytes, size_t length);

#endif
