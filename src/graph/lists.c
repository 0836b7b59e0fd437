/* Lists that grow, and a table with keys of three words. */
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

void list_grow(void **items, u32 count, u32 *room, size_t size)
{
    if (count == *room) {
        *room = count ? count * 2 : 4;
        *items = xrealloc(*items, *room * size);
    }
    memset((char *)*items + count * size, 0, size);
}

bool numbers_have(const Numbers *numbers, u32 n)
{
    for (u32 i = 0; i < numbers->count; i++)
        if (numbers->items[i] == n)
            return true;
    return false;
}

bool numbers_add_new(Numbers *numbers, u32 n)
{
    if (numbers_have(numbers, n))
        return false;
    *list_add(numbers) = n;
    return true;
}

static u32 place_of(const KeyTable *table, u64 a, u64 b, u64 c)
{
    u64 hash = (a * 0x9e3779b97f4a7c15u ^ b) * 0xff51afd7ed558ccdu ^ c;
    hash *= 0xc4ceb9fe1a85ec53u;
    u32 at = (u32)(hash >> 32) & (table->size - 1);
    for (; table->entries[at].used; at = (at + 1) & (table->size - 1)) {
        const KeyEntry *entry = &table->entries[at];
        if (entry->a == a && entry->b == b && entry->c == c)
            break;
    }
    return at;
}

static void key_table_grow(KeyTable *table)
{
    KeyTable larger = { .size = table->size ? table->size * 2 : 64, .count = table->count };
    larger.entries = xcalloc(larger.size, sizeof *larger.entries);
    for (u32 i = 0; i < table->size; i++) {
        const KeyEntry *entry = &table->entries[i];
        if (entry->used)
            larger.entries[place_of(&larger, entry->a, entry->b, entry->c)] = *entry;
    }
    free(table->entries);
    *table = larger;
}

u32 *key_slot(KeyTable *table, u64 a, u64 b, u64 c)
{
    if (table->count * 3 >= table->size * 2)
        key_table_grow(table);
    KeyEntry *entry = &table->entries[place_of(table, a, b, c)];
    if (!entry->used) {
        *entry = (KeyEntry){ a, b, c, GRAPH_NONE, true };
        table->count++;
    }
    return &entry->value;
}

u32 key_find(const KeyTable *table, u64 a, u64 b, u64 c)
{
    if (!table->size)
        return GRAPH_NONE;
    const KeyEntry *entry = &table->entries[place_of(table, a, b, c)];
    return entry->used ? entry->value : GRAPH_NONE;
}
