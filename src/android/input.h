/*
 * Input: channels between the window service and the windows of the app. An event
 * put into a window's channel is delivered on the looper of that window's
 * InputEventReceiver, as on the platform.
 */
#ifndef ANDROID_INPUT_H
#define ANDROID_INPUT_H

#include "vm/vm.h"

typedef struct InputChannelPeer InputChannelPeer;

/* Makes the Java InputChannel (given by a window that is added) one end of a new channel; the other end is ours. */
InputChannelPeer *input_channel_open(Thread *t, Object *java_channel, const char *name);
void input_channel_close(InputChannelPeer *channel);
/* Queues an InputEvent (KeyEvent, MotionEvent). False: nobody receives there any more. */
bool input_channel_send(Vm *vm, InputChannelPeer *channel, Object *event);
/* Events sent and not yet finished by the app. */
u32 input_channel_pending(const InputChannelPeer *channel);

#endif
