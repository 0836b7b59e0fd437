/*
 * What is on the screen: the views of all windows as a tree of nodes, read from
 * the heap without running any code of the app. A node says what UIAutomator says
 * of a view, and some more.
 */
#ifndef ANDROID_HIERARCHY_H
#define ANDROID_HIERARCHY_H

#include "android/graphics_matrix.h"
#include "base/arena.h"
#include "base/buf.h"
#include "vm/vm.h"

struct Window;

enum {
    VIEW_CHECKABLE = 1 << 0, VIEW_CHECKED = 1 << 1, VIEW_CLICKABLE = 1 << 2, VIEW_ENABLED = 1 << 3, VIEW_FOCUSABLE = 1 << 4, VIEW_FOCUSED = 1 << 5,
    VIEW_SCROLLABLE = 1 << 6, VIEW_LONG_CLICKABLE = 1 << 7, VIEW_PASSWORD = 1 << 8, VIEW_SELECTED = 1 << 9,
    VIEW_VISIBLE = 1 << 10,         /* to a person: something of it is on the screen */
    VIEW_EDITABLE = 1 << 11,
};

typedef struct HierarchyNode {
    const struct Window *window;
    u32 identity;                   /* of the view, while it lives */
    i32 parent;                     /* index of a node; -1: the root of a window */
    i32 index;                      /* among its siblings */
    i32 end;                        /* index of the first node after its descendants */
    i32 input_type;                 /* android.text.InputType; 0: no editor */
    u32 flags;
    RectI bounds;                   /* on the screen, cut by its ancestors and the screen's edge */
    /* Never NULL; "" for none. */
    const char *class_name;         /* as accessibility tells it: android.widget.Button */
    const char *real_class;
    const char *package, *resource_id, *text, *hint, *content_desc;
    const char *icon;               /* the resource name of an image: drawable/ic_add, with a package where the view knows it */
} HierarchyNode;

typedef struct Hierarchy {
    HierarchyNode *nodes;           /* windows from the lowest; a parent before its children */
    u32 count;
    i32 active;                     /* index of the root of the window that has the focus; -1: none */
    i32 rotation;
    Arena texts;
} Hierarchy;

/* The caller frees. Takes the texts as they are now. */
Hierarchy *hierarchy_read(Thread *t);
void hierarchy_free(Hierarchy *h);

/* As `uiautomator dump` of Android 6 writes it: the active window; or all, one after another. */
void hierarchy_write_xml(const Hierarchy *h, Buf *out, bool all_windows);
/* Of what can be seen: class, id and abilities; with texts or without. */
u64 hierarchy_hash(const Hierarchy *h, bool with_texts);

/* ---- between the files ---- */

typedef enum ViewKind {
    KIND_GROUP = 1 << 0, KIND_TEXT = 1 << 1, KIND_COMPOUND = 1 << 2, KIND_CHECKED_TEXT = 1 << 3, KIND_LIST = 1 << 4, KIND_SCROLL = 1 << 5,
    KIND_SCROLL_ACROSS = 1 << 6, KIND_IMAGE = 1 << 7, KIND_RECYCLER = 1 << 8, KIND_PAGER = 1 << 9,
} ViewKind;

typedef struct ViewClass {
    const Class *c;
    char *name, *real_name;         /* with dots */
    u32 kinds;
} ViewClass;

/* Remembered; borrowed. */
const ViewClass *hierarchy_class(Vm *vm, const Class *c);

#endif
