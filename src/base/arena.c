/*
 * Arenas over one mmap reservation each. Under ASan the part not yet handed
 * out is poisoned and pieces are kept apart, so overruns are found as with
 * malloc.
 */
#include "base/arena.h"

#include "base/pages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITH_ASAN
#include <sanitizer/asan_interface.h>
#define POISON(p, n) ASAN_POISON_MEMORY_REGION(p, n)
#define UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION(p, n)
#define GAP 16
#else
#define POISON(p, n) UNUSED(0)
#define UNPOISON(p, n) UNUSED(0)
#define GAP 0
#endif

enum { PAGE = 4096, CLEAR_BY_HAND = 64 << 10 };

int arena_open(Arena *arena, size_t size, uintptr_t at)
{
    size = ALIGN_UP(size, PAGE);
    u8 *base = pages_map(size, at);
    if (!base)
        return error_set(ERR_IO, "cannot reserve %zu MB of addresses: %s", size >> 20, strerror(errno));
    *arena = (Arena){ base, base, base + size };
    /* Poisoning touches a shadow byte per 8: only for arenas of an ordinary size. */
    if (size <= (64u << 20))
        POISON(base, size);
    return OK;
}

void arena_close(Arena *arena)
{
    if (!arena->base)
        return;
    UNPOISON(arena->base, (size_t)(arena->end - arena->base));
    pages_unmap(arena->base, (size_t)(arena->end - arena->base));
    *arena = (Arena){ 0 };
}

void *arena_try_alloc(Arena *arena, size_t size)
{
    size_t room = (size_t)(arena->end - arena->next);
    if (size > room || ALIGN_UP(size + GAP, 8) > room)
        return NULL;
    void *piece = arena->next;
    arena->next += ALIGN_UP(size + GAP, 8);
    UNPOISON(piece, size);
    return piece;
}

void *arena_alloc(Arena *arena, size_t size)
{
    void *piece = arena_try_alloc(arena, size);
    if (!piece) {
        fprintf(stderr, "reenact: an arena of %zu MB is full (asked for %zu bytes more)\n",
                (size_t)(arena->end - arena->base) >> 20, size);
        exit(5);
    }
    return piece;
}

char *arena_strndup(Arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *arena_strdup(Arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(Arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

ArenaMark arena_mark(const Arena *arena)
{
    return arena->next;
}

void arena_release(Arena *arena, ArenaMark mark)
{
    /*
     * Much memory goes back to the kernel and comes again as zeros; a little is
     * cleared by hand, which is cheaper than new pages.
     */
    size_t used = (size_t)(arena->next - mark);
    UNPOISON(mark, used);
    u8 *page = (u8 *)ALIGN_UP((uintptr_t)mark, PAGE);
    if (used > CLEAR_BY_HAND) {
        memset(mark, 0, (size_t)(page - mark));
        pages_discard(page, ALIGN_UP((size_t)(arena->next - page), PAGE));
    } else {
        memset(mark, 0, used);
    }
    POISON(mark, used);
    arena->next = mark;
}
