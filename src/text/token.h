/*
 * Tokens: words of a sentence with their place in it.
 *
 * Reports quote what is on the screen ("Save", 'I have a custom server',
 * `xx`), so a quoted label is one token; arrows (->, >, =>, →, ») are tokens of
 * their own, because they chain taps; contractions part as treebanks part them
 * (do|n't, it|'s).
 */
#ifndef TEXT_TOKEN_H
#define TEXT_TOKEN_H

#include "base/arena.h"

typedef enum TokenKind {
    TOKEN_WORD,
    TOKEN_NUMBER,   /* 10, 3.5, 10km, 2nd */
    TOKEN_QUOTED,   /* text without its quotes */
    TOKEN_ARROW,
    TOKEN_PUNCT,
    TOKEN_SYMBOL,   /* +, emoji … */
    TOKEN_URL,      /* address, path, e-mail */
} TokenKind;

typedef struct Token {
    TokenKind kind;
    u32 start, end;         /* bytes of the sentence, quotes included */
    const char *text;       /* as written (quotes removed) */
    const char *lower;      /* in lower case */
    const char *stem;       /* Snowball's, of lower; filled by tokens_stem */
    bool capital;           /* starts upper-case */
    bool blank_before;      /* a blank stands before it */
} Token;

typedef struct TokenList {
    Token *tokens;
    int count;
} TokenList;

enum { MAX_TOKENS = 400 };  /* of one sentence; what comes after is cut */

/* The tokens of text; memory from arena. */
TokenList tokenize(Arena *arena, const char *text, size_t length);
/* Fills in the stems. */
void tokens_stem(TokenList *list);

/* English lower case for ASCII, Latin-1 and Greek/Cyrillic capitals; the rest stays. */
char *lower_case(Arena *arena, const char *text, size_t length);

/* Snowball's English stem of a lower-case word; lives as long as the program. */
const char *stem_word(const char *lower);

#endif
