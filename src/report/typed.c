/*
 * What to type for a value that a report only describes:
 *
 *   "apostrophe"                          '
 *   "11 digit number"                     11111111111
 *   "number larger than long.max_value"   9223372036854775808
 *   "letters", "number", "text"           abc, 123, text
 *
 * Anything else is typed as it stands.
 */
#define _GNU_SOURCE
#include "report/tuple.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 64 };

static const struct { const char *limit, *beyond; } limits[] = {
    { "long.max", "9223372036854775808" }, { "integer.max", "2147483648" }, { "int.max", "2147483648" }, { "max_value", "2147483648" }, { "max int", "2147483648" },
};

static const struct { const char *words, *text; } kinds[] = {
    { "number numbers digit digits numeric figures value amount", "123" }, { "letter letters character characters alphabets", "abc" },
    { "text string word words something anything sentence", "text" }, { "email e-mail mail", "a@b.cd" }, { "url link address", "http://a.b/" },
    { "space spaces whitespace blank", " " }, { "empty nothing", "" }, { "emoji emojis", "\xf0\x9f\x98\x80" }, { "negative", "-1" }, { "zero", "0" },
};

const char *typed_text(Arena *arena, const char *value)
{
    const char *character = named_character(value);
    if (character)
        return character;
    bool beyond = strstr(value, "larger") || strstr(value, "greater") || strstr(value, "bigger") || strstr(value, "more than")
        || strstr(value, "over");
    for (size_t i = 0; i < COUNT_OF(limits) && beyond; i++)
        if (strstr(value, limits[i].limit))
            return limits[i].beyond;
    char *end;
    long digits = strtol(value, &end, 10);
    if (end > value && digits > 0 && digits <= LONGEST_NUMBER && (!strncmp(end, " digit", 6) || !strncmp(end, "-digit", 6)
        || !strncmp(end, " character", 10))) {
        char *out = arena_alloc(arena, (size_t)digits + 1);
        memset(out, strstr(end, "char") ? 'a' : '1', (size_t)digits);
        return out;
    }
    if (end > value && beyond)
        return arena_printf(arena, "%ld", digits + 1);
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (in_words(value, kinds[i].words))
            return kinds[i].text;
    /* "word with apostrophe": some letters around it */
    const char *last = strrchr(value, ' ');
    character = last && strstr(value, "with ") ? named_character(last + 1) : NULL;
    return character ? arena_printf(arena, "a%sb", character) : value;
}
