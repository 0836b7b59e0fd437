/* The symbol table: open addressing over pointers into an arena. */
#include "code/symbol.h"

#include "base/map.h"

#include <string.h>

void symbols_open(Symbols *symbols, Arena *arena)
{
    *symbols = (Symbols){ .arena = arena, .size = 1 << 14 };
    symbols->table = ARENA_ARRAY(arena, Symbol *, symbols->size);
}

static Symbol **place(const Symbols *symbols, const char *text, size_t length, u32 hash)
{
    for (u32 i = hash;; i++) {
        Symbol **slot = &symbols->table[i & (symbols->size - 1)];
        if (!*slot || ((*slot)->hash == hash && (*slot)->length == length && !memcmp((*slot)->text, text, length)))
            return slot;
    }
}

static void grow(Symbols *symbols)
{
    Symbols bigger = *symbols;
    bigger.size *= 2;
    bigger.table = ARENA_ARRAY(symbols->arena, Symbol *, bigger.size);
    for (u32 i = 0; i < symbols->size; i++) {
        Symbol *s = symbols->table[i];
        if (s)
            *place(&bigger, s->text, s->length, s->hash) = s;
    }
    *symbols = bigger;
}

const Symbol *symbol_n(Symbols *symbols, const char *text, size_t length)
{
    u32 hash = hash_bytes(text, length);
    Symbol **slot = place(symbols, text, length, hash);
    if (*slot)
        return *slot;
    if (symbols->count * 2 >= symbols->size) {
        grow(symbols);
        slot = place(symbols, text, length, hash);
    }
    Symbol *s = arena_alloc(symbols->arena, sizeof *s + length + 1);
    s->hash = hash;
    s->length = (u32)length;
    memcpy(s->text, text, length);
    *slot = s;
    symbols->count++;
    return s;
}

const Symbol *symbol(Symbols *symbols, const char *text)
{
    return symbol_n(symbols, text, strlen(text));
}

const Symbol *symbol_find(const Symbols *symbols, const char *text, size_t length)
{
    return *place(symbols, text, length, hash_bytes(text, length));
}
