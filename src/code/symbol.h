/*
 * Symbols: names that are the same are the same pointer. Class names, member
 * names, descriptors and string constants of all files, in modified UTF-8.
 */
#ifndef CODE_SYMBOL_H
#define CODE_SYMBOL_H

#include "base/arena.h"

typedef struct Symbol {
    u32 hash;
    u32 length;
    char text[];        /* ends in a 0 byte that is not counted */
} Symbol;

/* The hash lies beside the place, so that a search touches the symbol it looks for and no other. */
typedef struct SymbolSlot {
    u32 hash;
    u32 place;          /* in the arena, in units of 8 bytes; 0: empty */
} SymbolSlot;

typedef struct Symbols {
    Arena *arena;
    SymbolSlot *table;  /* open addressing; size is a power of two */
    u32 size, count;
} Symbols;

void symbols_open(Symbols *symbols, Arena *arena);
const Symbol *symbol_n(Symbols *symbols, const char *text, size_t length);
const Symbol *symbol(Symbols *symbols, const char *text);
/* NULL when nobody has named it yet. */
const Symbol *symbol_find(const Symbols *symbols, const char *text, size_t length);

static inline bool symbol_is(const Symbol *s, const char *text)
{
    return s && !__builtin_strcmp(s->text, text);
}

#endif
