/*
 * Map: entries in insertion order, and an open-addressed table of indices into
 * them. Removed entries stay as holes until the next growth.
 */
#include "base/map.h"

#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

static u64 stir(u64 h)
{
    h *= 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

/* Eight bytes at a time; what is left is read in two overlapping pieces. Boot images keep these hashes. */
u32 hash_bytes(const void *bytes, size_t length)
{
    const u8 *p = bytes;
    u64 h = length, rest = 0;
    for (; length >= 8; p += 8, length -= 8)
        h = stir(h ^ le64(p));
    if (length >= 4)
        rest = le32(p) | (u64)le32(p + length - 4) << 32;
    else if (length)
        rest = p[0] | (u32)p[length / 2] << 8 | (u32)p[length - 1] << 16;
    h = stir(stir(h ^ rest));
    return (u32)(h ^ h >> 32);
}

void map_free(Map *map)
{
    MAP_EACH(map, entry)
        free(entry->key);
    free(map->entries);
    free(map->table);
    *map = (Map){ 0 };
}

static MapEntry *find(const Map *map, const char *key, size_t length, u32 hash)
{
    if (!map->table_size)
        return NULL;
    for (u32 i = hash;; i++) {
        u32 index = map->table[i & (map->table_size - 1)];
        if (!index)
            return NULL;
        MapEntry *entry = &map->entries[index - 1];
        if (entry->key && entry->hash == hash && entry->length == length && !memcmp(entry->key, key, length))
            return entry;
    }
}

static void grow(Map *map)
{
    u32 room = map->live < 6 ? 12 : map->live * 2;
    u32 size = 16;
    while (size < room * 4 / 3 + 1)
        size *= 2;
    MapEntry *entries = xcalloc(room, sizeof *entries);
    u32 *table = xcalloc(size, sizeof *table);
    u32 used = 0;
    MAP_EACH(map, old) {
        entries[used++] = *old;
        u32 i = old->hash;
        while (table[i & (size - 1)])
            i++;
        table[i & (size - 1)] = used;
    }
    free(map->entries);
    free(map->table);
    map->entries = entries, map->used = used, map->room = room;
    map->table = table, map->table_size = size;
}

void *map_get_n(const Map *map, const char *key, size_t length)
{
    MapEntry *entry = find(map, key, length, hash_bytes(key, length));
    return entry ? entry->value : NULL;
}

void *map_get(const Map *map, const char *key)
{
    return map_get_n(map, key, strlen(key));
}

void **map_slot_n(Map *map, const char *key, size_t length)
{
    u32 hash = hash_bytes(key, length);
    MapEntry *entry = find(map, key, length, hash);
    if (entry)
        return &entry->value;
    if (map->used == map->room)
        grow(map);
    entry = &map->entries[map->used++];
    *entry = (MapEntry){ xstrndup(key, length), (u32)length, hash, NULL };
    map->live++;
    u32 i = hash;
    while (map->table[i & (map->table_size - 1)])
        i++;
    map->table[i & (map->table_size - 1)] = map->used;
    return &entry->value;
}

void **map_slot(Map *map, const char *key)
{
    return map_slot_n(map, key, strlen(key));
}

void map_put(Map *map, const char *key, void *value)
{
    *map_slot(map, key) = value;
}

void *map_remove(Map *map, const char *key)
{
    size_t length = strlen(key);
    MapEntry *entry = find(map, key, length, hash_bytes(key, length));
    if (!entry)
        return NULL;
    free(entry->key);
    entry->key = NULL;
    map->live--;
    return entry->value;
}
