/*
 * Arenas: memory that is freed all at once.
 *
 * An arena reserves a range of addresses and hands out pieces of it in order;
 * the kernel supplies pages as they are touched, so a large reservation costs
 * nothing. Memory comes zeroed. The reservation is a hard limit: a reader that
 * is fed a hostile file cannot take more than its arena.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/base.h"

typedef struct Arena {
    u8 *base, *next, *end;
} Arena;

/*
 * Reserves size bytes, at the fixed address `at` when it is not 0 (the machine
 * keeps its memory at the same addresses in every run).
 */
int arena_open(Arena *arena, size_t size, uintptr_t at);
void arena_close(Arena *arena);

/* Zeroed, aligned to 8. Ends the program with a sentence past the reservation. */
void *arena_alloc(Arena *arena, size_t size);
/* The same, but NULL past the reservation: for sizes that a file names. */
void *arena_try_alloc(Arena *arena, size_t size);
char *arena_strndup(Arena *arena, const char *text, size_t length);
char *arena_strdup(Arena *arena, const char *text);
char *arena_printf(Arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);

/* A point to go back to: everything allocated since is given back. */
typedef u8 *ArenaMark;
ArenaMark arena_mark(const Arena *arena);
void arena_release(Arena *arena, ArenaMark mark);

#define ARENA_NEW(arena, Type) ((Type *)arena_alloc((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count) ((Type *)arena_alloc((arena), sizeof(Type) * (size_t)(count)))

#endif
