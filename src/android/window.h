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

/* Shows or hides the windows of an activity, by its token. */
void window_set_token_visible(Thread *t, Object *token, bool visible);
/* The activity is gone: so are its windows. */
void window_remove_token(Thread *t, Object *token);
/* The screen has turned: every window gets its new place and is told. */
void window_resize_all(Thread *t);

#endif
