/*
 * Phrases: the words of a label or a value inside a sentence, cleaned of what
 * only serves grammar ("the", "any") or names a kind of widget ("button").
 */
#ifndef REPORT_PHRASE_H
#define REPORT_PHRASE_H

#include "base/arena.h"
#include "text/token.h"

typedef struct Phrase {
    const char *text;   /* lower case; "" when nothing is left */
    int first, end;     /* tokens */
    bool quoted;
    bool plain;         /* all its words are lower case, unquoted: a description rather than a label */
} Phrase;

/*
 * Reads the noun phrase that starts at token i and ends before `end`, at a
 * preposition, a conjunction, a mark, or a word that opens a clause. Returns
 * the token after it. `value`: a value keeps what a label drops.
 */
int read_phrase(Arena *arena, const TokenList *list, int i, int end, bool value, Phrase *out);

/* Joins tokens [from, to) in lower case, blanks as written. */
const char *join_tokens(Arena *arena, const TokenList *list, int from, int to);

/* Is tokens[i] a verb of the table, used as one? */
bool acts_as_verb(const TokenList *list, int i, int clause_start);

bool token_is(const TokenList *list, int i, const char *word);
/* One of the words of a blank-separated list. */
bool token_in(const TokenList *list, int i, const char *words);
bool is_mark(const TokenList *list, int i, const char *marks);

#endif
