/* The window service: the app's windows, where they lie, what is drawn in them. */
#ifndef ANDROID_WINDOW_H
#define ANDROID_WINDOW_H

#include "vm/vm.h"

typedef struct Window {
    ObjectRef *client;              /* IWindow: the app's side, and the window's name */
    ObjectRef *attributes;          /* WindowManager.LayoutParams */
    ObjectRef *bitmap;              /* what is drawn; NULL until it was laid out visibly */
    struct InputChannelPeer *channel;
    i32 left, top, right, bottom;
    bool visible, drawn;
    struct Window *next;            /* above it */
} Window;

/* The lowest; each `next` lies above. */
Window *window_bottom(Vm *vm);
/* The screen as it is, lowest window first, as a PNG file of the host. */
int window_screenshot(Thread *t, const char *path);

#endif
