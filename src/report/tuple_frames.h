/*
 * What the files of the tuple extractor share: the state of one sentence, and
 * the words and frames that they call each other for. tuple.h is the interface.
 *
 *   tuple.c         walks the sentence from verb to verb
 *   tuple_words.c   where a verb's words end, lists of targets, examples, repeats
 *   tuple_click.c   frames of tapping and opening
 *   tuple_edit.c    frames of entering and changing
 *   tuple_move.c    frames of swiping and turning
 *   tuple_chain.c   labels between arrows
 */
#ifndef REPORT_TUPLE_FRAMES_H
#define REPORT_TUPLE_FRAMES_H

#include "report/phrase.h"
#include "report/tuple.h"

typedef struct Extract {
    Arena *arena;
    const TokenList *list;
    TupleContext *context;
    Tuple tuples[MAX_TUPLES];
    int count;
    int clause_start;   /* the first token of the clause being read */
    const char *condition;
} Extract;

/* --- tuple_words.c --- */

Tuple *add_tuple(Extract *x, Action action, const char *target, const char *value, int from, int to, const char *pattern);
/* Where the words that belong to the verb end: at the next clause. */
int region_end(const Extract *x, int from);
/* "e.g. 10", "like /mnt", "such as Foo", "say 5" at token i: reads the example. */
int take_example(Extract *x, int i, int end, Phrase *example);
/* The targets of a list: 'A', 'A and B', '"x" or "y"'. Returns the token after. */
int read_targets(Extract *x, int i, int end, Phrase *targets, int *count, int max, bool *alternatives);
/* "twice", "5 times", "several times" in [from, to). */
int take_repeat(const Extract *x, int from, int to);
bool is_home_label(const char *text);
bool is_pronoun_target(const char *text);
/* A tap on what the words name, with the system's keys told apart. */
Tuple *add_tap(Extract *x, Action action, const Phrase *target, const char *value, int from, int to, const char *pattern);
/* "to create a note", "to bring up …" at token i; but not "to add button" */
bool is_purpose(const TokenList *list, int i, int end);
bool about_orientation(const Extract *x, int from, int to);
bool names_the_app(const Extract *x, int i, int end);

/* --- tuple_click.c; each frame reads its verb's words in [from, end) and returns the token after what it used --- */

/* CR1, CR3, CR6: click X, click on X, clicking X; with examples, lists, chains of labels in quotes. */
int take_click(Extract *x, int verb, int from, int end, Action action);
/* open, launch, start: the app, or something in it. */
int take_open(Extract *x, int verb, int from, int end, const Verb *word);
/* go to X, go into X, go back. */
int take_go(Extract *x, int verb, int from, int end);
/* save observation, add account, cancel it: the verb belongs to the label. */
int take_label(Extract *x, int verb, int from, int end, const Verb *word);
int take_close(Extract *x, int verb, int from, int end, const Verb *word);

/* --- tuple_edit.c --- */

/* "username "t" and password "t"": pairs of a field and its value. Returns the token after; i when there is none. */
int take_pairs(Extract *x, int verb, int i, int end);
/* TR1, TR2, TR4, TR6: type V in T; fill T with V; enter V; enter T. */
int take_input(Extract *x, int verb, int from, int end, const Verb *word);
/* TR3: change T to V, set T as V, change T from A to V. */
int take_change(Extract *x, int verb, int from, int end);
/* TR7: leave X empty, leave out X. */
int take_leave(Extract *x, int verb, int from, int end);
/* "give the exercise a name" */
int take_give(Extract *x, int verb, int from, int end);

/* --- tuple_move.c --- */

/* swipe, scroll, drag, pinch: a direction, a target, or both. */
int take_gesture(Extract *x, int verb, int from, int end, const Verb *word);
/* turn on X, turn X off, turn the phone. */
int take_turn(Extract *x, int verb, int from, int end, const Verb *word);

/* --- tuple_chain.c --- */

/* Where the segment of a chain that starts at i ends. */
int segment_end(const TokenList *list, int i);
/* Labels between arrows: "Settings > Backup > Export". Returns the token after the segment. */
int take_segment(Extract *x, int from, int to);
/* Splits quoted labels at their arrows: "Help->About" is two taps. */
TokenList split_quoted_chains(Arena *arena, TokenList list);
/* Words between a quote chain and the rest may be read as a chain only when arrows are there. */
bool arrow_follows(const TokenList *list, int i);
/* Does a verb act inside the chain's segment that starts at i? */
bool verb_in_segment(const Extract *x, int i);

/* --- tuple.c --- */

/* CR5: "long press", "double tap", "press and hold"; returns where the words after the verb start. */
const Verb *verb_at(const Extract *x, int i, int *after, Action *action);

#endif
