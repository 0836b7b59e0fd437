/*
 * Input: channels between the window service and the windows of the app, and
 * what a person's fingers and keys put into them. An event put into a window's
 * channel is delivered on the looper of that window's InputEventReceiver, as on
 * the platform.
 */
#ifndef ANDROID_INPUT_H
#define ANDROID_INPUT_H

#include "vm/vm.h"

struct Window;

/* ---- channels ---- */

typedef struct InputChannelPeer InputChannelPeer;

/* Makes the Java InputChannel (given by a window that is added) one end of a new channel; the other end is ours. */
InputChannelPeer *input_channel_open(Thread *t, Object *java_channel, const char *name);
void input_channel_close(InputChannelPeer *channel);
/* Queues an InputEvent (KeyEvent, MotionEvent). False: nobody receives there any more. */
bool input_channel_send(Vm *vm, InputChannelPeer *channel, Object *event);
/* Events sent and not yet finished by the app. */
u32 input_channel_pending(const InputChannelPeer *channel);
/* What the app said of the last event that it finished. */
bool input_channel_handled(const InputChannelPeer *channel);

/* ---- fingers and keys: from a thread beside the app's ---- */

enum { TOUCH_DOWN, TOUCH_UP, TOUCH_MOVE, TOUCH_CANCEL, TOUCH_OUTSIDE, TOUCH_POINTER_DOWN, TOUCH_POINTER_UP };
enum { KEY_DOWN, KEY_UP };
enum {
    KEY_HOME = 3, KEY_BACK = 4, KEY_DPAD_UP = 19, KEY_DPAD_DOWN, KEY_DPAD_LEFT, KEY_DPAD_RIGHT, KEY_DPAD_CENTER, KEY_VOLUME_UP, KEY_VOLUME_DOWN,
    KEY_POWER, KEY_TAB = 61, KEY_ENTER = 66, KEY_DEL = 67, KEY_MENU = 82, KEY_SEARCH = 84, KEY_APP_SWITCH = 187,
};

typedef struct TouchPoint {
    i32 id;
    float x, y;                     /* on the screen */
} TouchPoint;

/*
 * action: one of TOUCH_…; with TOUCH_POINTER_DOWN and UP the pointer's index << 8 as
 * in MotionEvent. DOWN picks the window, what follows goes to the same. False: no
 * window takes it there.
 */
bool input_touch(Thread *t, i32 action, u32 count, const TouchPoint *points);
/* A step of the trackball (or its button, action DOWN and UP), for the focused window. */
bool input_trackball(Thread *t, i32 action, float dx, float dy);
/* A key for the focused window; repeat counts up while it is held. False: no window has the focus. HOME, POWER and APP_SWITCH go to the phone. */
bool input_key(Thread *t, i32 action, i32 code, i32 meta, i32 repeat);
/* Types a text as the soft keyboard does, character by character, some milliseconds each; \n is its enter key. False: no editor has the focus. */
bool input_text(Thread *t, const char *utf8);
/* Types it on a keyboard with keys. False: no focus, or a character that has no key. */
bool input_text_keys(Thread *t, const char *utf8);
/* Is every event finished by the app? */
bool input_idle(Vm *vm);
/* What HOME, POWER, APP_SWITCH and the navigation bar's buttons for them do: called with the key's code when it goes up. */
void input_on_system_key(Vm *vm, void (*pressed)(Thread *t, i32 code));

/* ---- for the window service and the keyboard ---- */

void input_window_gone(Vm *vm, const struct Window *w);
/* The key that gives c on a keyboard with keys, and whether with shift. */
bool input_key_for_character(u16 c, i32 *key, bool *shift);
/* A new android.view.KeyEvent of now. NULL: thrown. */
Object *input_new_key_event(Thread *t, i32 action, i32 code, i32 meta, i32 repeat, i32 flags);
/* Gives a thread of ours a java.lang.Thread, which Java code that it calls may ask for. */
bool input_become_java_thread(Thread *t);

#endif
