/*
 * Tags and dependency trees of English sentences: a small network trained on
 * the English Web Treebank (data/README.md), about half a millisecond for a
 * sentence of 15 words.
 */
#ifndef TEXT_PARSE_H
#define TEXT_PARSE_H

#include "base/arena.h"
#include "text/token.h"

typedef struct ParsedWord {
    const char *tag;        /* universal: "VERB", "NOUN" … */
    const char *fine_tag;   /* Penn: "VB", "VBG", "NN" … */
    const char *relation;   /* to the head: "obj", "obl", "nsubj:pass" … */
    int head;               /* index of the head; -1: the sentence's root */
} ParsedWord;

/* Parses count words; memory from arena. Words past MAX_PARSED hang on the root. */
ParsedWord *parse_words(Arena *arena, const char *const *words, int count);
/* Parses tokens: a quoted label is read as one name. */
ParsedWord *parse_tokens(Arena *arena, const TokenList *list);

#endif
