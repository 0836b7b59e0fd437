/*
 * The dynamic ordered event tree. A state is a screen that a path led to; its leaves
 * are the choices on it that were not tried yet. All leaves of the tree lie in one
 * heap, the cheapest on top.
 */
#ifndef EXPLORE_TREE_H
#define EXPLORE_TREE_H

#include "explore/choice.h"

typedef struct State {
    i32 parent;                     /* -1: the root */
    u32 by;                         /* the parent's choice that led here */
    ChoiceList choices;
    u32 tried;                      /* choices that are done */
    float cost;                     /* of the path */
    int progress;
    u32 matched;                    /* wishes that the path fulfilled */
    u32 surroundings;
    u32 depth;                      /* choices from the root */
    u64 content, shape;
    void *phone;                    /* NULL: put away; the path leads there again */
    bool away;
} State;

typedef struct Leaf {
    float price;                    /* the path, the choice, and what is left to do */
    u32 state, choice;
    u32 order;                      /* of coming: ties are broken by it */
} Leaf;

typedef struct EventTree {
    State *states;
    u32 state_count;
    Leaf *heap;
    u32 leaf_count, next_order;
    Map visits;                     /* by screen and progress: how often a path came there */
} EventTree;

void event_tree_free(EventTree *tree);
/* The index of the new state. */
u32 event_tree_add_state(EventTree *tree, const State *state);
void event_tree_push(EventTree *tree, u32 state, u32 choice, float price);
bool event_tree_pop(EventTree *tree, Leaf *out);
/* How often a path had come to this screen with this progress before; counts this one. */
u32 event_tree_visit(EventTree *tree, u64 content, int progress);
/* Does the path to state end in the same run of widgets three times (DABCABCABC)? */
bool event_tree_in_loop(const EventTree *tree, u32 state);
/* Identities of the widgets on the path to state. Returns how many; the caller frees *out. */
u32 event_tree_used(const EventTree *tree, u32 state, u64 **out);
/* The choice that led to a state; NULL: it is the root. */
const Choice *event_tree_choice_to(const EventTree *tree, u32 state);

#endif
