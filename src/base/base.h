/*
 * The few words that every file shares: number types, small macros, and the
 * way a function reports failure.
 *
 * A function that can fail returns 0 or one of the codes below, and leaves one
 * sentence for a person in the error slot: what, where, and how much.
 */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdarg.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ALIGN_UP(n, to) (((n) + (to) - 1) & ~((size_t)(to) - 1))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define PRINTF_LIKE(format_index, first_arg) __attribute__((format(printf, format_index, first_arg)))
#define UNUSED(x) ((void)(x))

/* Is this a build with the address sanitizer? */
#if defined(__SANITIZE_ADDRESS__)
#define WITH_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_ASAN 1
#endif
#endif
#ifdef WITH_ASAN
#define NO_ASAN __attribute__((no_sanitize_address, noinline))
#else
#define NO_ASAN __attribute__((noinline))
#endif

enum {
    OK = 0,
    ERR_INPUT = -1,     /* a file or a text is not what it claims to be */
    ERR_NOT_FOUND = -2, /* the thing asked for is not there */
    ERR_IO = -3,        /* the system refused: open, read, write, map */
    ERR_LIMIT = -4,     /* a budget or a size limit was reached */
    ERR_MOMENT = -5,     /* asked at the wrong moment */
};

/*
 * Puts a sentence into the error slot and returns code, so that a reader can
 * write: return error_set(ERR_INPUT, "%s: ...", path).
 */
int error_set(int code, const char *format, ...) PRINTF_LIKE(2, 3);

/* Puts a prefix before the sentence in the slot; returns code. */
int error_prefix(int code, const char *format, ...) PRINTF_LIKE(2, 3);

/* The last sentence, never NULL. Valid until the next error_set. */
const char *error_text(void);

/* Memory that must be there: ends the program with a sentence when it is not. */
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *old, size_t size);
char *xstrdup(const char *text);
char *xstrndup(const char *text, size_t length);
char *xasprintf(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
