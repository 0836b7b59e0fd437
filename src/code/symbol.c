/* The symbol table: open addressing over pointers into an arena. */
#include "code/symbol.h"

#include "base/map.h"

#include <string.h>

void symbols_open(Symbols *symbols, Arena *arena)
{
    *symbols = (Symbols){ .arena = arena, .size = 1 << 15 };
    symbols->table = ARENA_ARRAY(arena, SymbolSlot, symbols->size);
}

static Symbol *symbol_at(const Symbols *symbols, const SymbolSlot *slot)
{
    return (Symbol *)(symbols->arena->base + (size_t)slot->place * 8);
}

/* Where text is, or the empty slot where it belongs. */
static SymbolSlot *find(const Symbols *symbols, const char *text, size_t length, u32 hash)
{
    for (u32 i = hash;; i++) {
        SymbolSlot *slot = &symbols->table[i & (symbols->size - 1)];
        if (!slot->place)
            return slot;
        if (slot->hash == hash) {
            const Symbol *s = symbol_at(symbols, slot);
            if (s->length == length && !memcmp(s->text, text, length))
                return slot;
        }
    }
}

static void grow(Symbols *symbols)
{
    SymbolSlot *old = symbols->table;
    u32 old_size = symbols->size;
    symbols->size *= 2;
    symbols->table = ARENA_ARRAY(symbols->arena, SymbolSlot, symbols->size);
    for (u32 i = 0; i < old_size; i++) {
        if (!old[i].place)
            continue;
        u32 at = old[i].hash;
        while (symbols->table[at & (symbols->size - 1)].place)
            at++;
        symbols->table[at & (symbols->size - 1)] = old[i];
    }
}

const Symbol *symbol_n(Symbols *symbols, const char *text, size_t length)
{
    u32 hash = hash_bytes(text, length);
    SymbolSlot *slot = find(symbols, text, length, hash);
    if (slot->place)
        return symbol_at(symbols, slot);
    if (symbols->count * 2 >= symbols->size) {
        grow(symbols);
        slot = find(symbols, text, length, hash);
    }
    Symbol *s = arena_alloc(symbols->arena, sizeof *s + length + 1);
    s->hash = hash;
    s->length = (u32)length;
    memcpy(s->text, text, length);
    *slot = (SymbolSlot){ hash, (u32)(((u8 *)s - symbols->arena->base) / 8) };
    symbols->count++;
    return s;
}

const Symbol *symbol(Symbols *symbols, const char *text)
{
    return symbol_n(symbols, text, strlen(text));
}

const Symbol *symbol_find(const Symbols *symbols, const char *text, size_t length)
{
    const SymbolSlot *slot = find(symbols, text, length, hash_bytes(text, length));
    return slot->place ? symbol_at(symbols, slot) : NULL;
}
