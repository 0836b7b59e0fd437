/*
 * The history of a run: a node for each instruction that was executed, with what it
 * depended on. Nodes are only appended; one is named by where it begins, so the later
 * of two nodes has the higher number. They lie in a file without a name, and the
 * process keeps one buffer of it: the length of a run costs disk, not memory.
 *
 *   node   place, control, number of links, links    (LEB128 numbers)
 *   place  which instruction (methods.h)
 *   others as a distance backwards from the node itself, 0: none; a link's lowest
 *          two bits are its kind
 */
#ifndef SLICE_HISTORY_H
#define SLICE_HISTORY_H

#include "base/base.h"

typedef u32 Node;               /* 0: none */

typedef enum LinkKind {
    LINK_VALUE,                 /* what was computed with */
    LINK_ADDRESS,               /* which object, which element, whose method */
    LINK_ARGUMENT,              /* handed to a call */
    LINK_HIDDEN,                /* through what a native method keeps for itself */
} LinkKind;

typedef struct Link {
    Node to;
    u8 kind;
} Link;

enum { MOST_LINKS = 300 };

typedef struct NodeView {
    u32 place;
    Node control;               /* the branch, catch or call that let it run */
    u32 link_count;
    Link links[MOST_LINKS];
} NodeView;

typedef struct History History;

/* Error: no place for the file, which grows to most_bytes, 4 GB at most. */
int history_open(History **out, u64 most_bytes);
void history_free(History *history);

/* Forgets all nodes. */
void history_clear(History *history);
/* Links to 0 are left out. */
Node history_add(History *history, u32 place, Node control, const Link *links, u32 count);
/* How far it goes: the number that the next node will have. */
Node history_end(const History *history);
u64 history_nodes(const History *history);
/* There is no room for more: it must be cleared before anything is added. */
bool history_is_full(const History *history);

/* For reading; nothing may be added afterwards. */
int history_close(History *history);
/* Gives the node behind it. */
Node history_read(const History *history, Node node, NodeView *out);

#endif
