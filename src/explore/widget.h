/*
 * The widgets of a screen that something can be done with: nodes that react to a
 * finger, each with the words that stand on it or inside it.
 */
#ifndef EXPLORE_WIDGET_H
#define EXPLORE_WIDGET_H

#include "device/event.h"
#include "device/screen.h"

typedef enum WidgetKind {
    WIDGET_BUTTON,      /* anything that can be tapped */
    WIDGET_FIELD,       /* text can be typed into it */
    WIDGET_SLIDER,
    WIDGET_CANVAS,      /* a view of the app's own making that says nothing about itself */
    WIDGET_LABEL,       /* words that nothing around them reacts for; only tapped when they are meant */
} WidgetKind;

typedef struct Widget {
    const Node *node;               /* what reacts */
    const Node *words;              /* the node in it whose words speak best for it; often node itself */
    WidgetKind kind;
    u32 twin;                       /* how many like it (rows of a list) come before it */
    bool in_list;
    bool unsaid;                    /* no words at all */
    u64 identity;                   /* the same on every screen that shows this widget */
    i32 first, end;                 /* nodes inside it: [first, end) */
} Widget;

enum { MOST_WIDGETS = 160 };

/* The widgets of the topmost window that reacts, in reading order. Returns how many. */
u32 screen_widgets_find(const Screen *screen, Widget *out);
/* The window that a finger reaches; -1: none does. */
i32 screen_top_window(const Screen *screen);
/* Is the topmost window smaller than the screen (a dialog, a menu)? */
bool screen_has_dialog(const Screen *screen);
/* What an event on the widget is called: its text, description or id/name when one names it alone; NULL: nothing does. The caller frees. */
char *widget_label(const Screen *screen, const Widget *widget);
/* Where a finger goes for it. */
EventPoint widget_point(const Screen *screen, const Widget *widget);

#endif
