/* How well widgets answer to a goal's words: computed once for every widget, then remembered. */
#ifndef EXPLORE_MATCHER_H
#define EXPLORE_MATCHER_H

#include "base/map.h"
#include "explore/goal.h"
#include "explore/widget.h"

/* What is known about an app besides its screens. */
typedef struct Guide {
    /* Operations to the sought crash, from an activity or after operating a widget on it; negative: not known. */
    float (*activity)(void *context, const char *activity);
    float (*widget)(void *context, const char *activity, const Node *node);
    void *context;
} Guide;

typedef struct Matcher {
    const Goal *goal;
    const Guide *guide;             /* NULL: nothing is known */
    Map known;                      /* by the widget's words: WordScores */
} Matcher;

typedef struct WordScores {
    int gram;                       /* the gram it answers to best; -1: none surely */
    float gram_score;
    float wishes[];                 /* a score for each wish's target */
} WordScores;

void matcher_open(Matcher *matcher, const Goal *goal, const Guide *guide);
void matcher_close(Matcher *matcher);
/* Of the words on a node; borrowed. */
const WordScores *matcher_of_node(Matcher *matcher, const Node *node);
/* The best score of all words on and in a widget for a wish. */
float matcher_of_widget(Matcher *matcher, const Screen *screen, const Widget *widget, int wish);
/* Operations from a widget, or from what is in it, to the crash; negative: not known. */
float matcher_distance(const Matcher *matcher, const Screen *screen, const Widget *widget);
/* The gram that the widget answers to; NULL: none. */
const Gram *matcher_gram(Matcher *matcher, const Screen *screen, const Widget *widget);

#endif
