/*
 * android.view.InputChannel, InputEventReceiver, InputEventSender and
 * DisplayEventReceiver: input and vsync as sources of a looper.
 *
 * Vsync comes every 1/20 s of virtual time, and only when somebody asked for it.
 */
#include "android/input.h"
#include "android/input_method.h"
#include "android/looper.h"
#include "android/natives.h"
#include "android/profile.h"

/* ---- channels ---------------------------------------------------------------------------- */

typedef struct QueuedEvent {
    ObjectRef *event;
    struct QueuedEvent *next;
} QueuedEvent;

struct InputChannelPeer {
    char *name;
    struct Receiver *receiver;
    QueuedEvent *queue;
    u32 pending;
    bool handled;                   /* what the app said of the last one */
    i32 next_sequence;
    i32 owners;                     /* the service's end, the app's end */
};

static FieldRef channel_pointer = FIELD("android/view/InputChannel", "mPtr", "J");

InputChannelPeer *input_channel_open(Thread *t, Object *java_channel, const char *name)
{
    InputChannelPeer *channel = xcalloc(1, sizeof *channel);
    channel->name = xstrdup(name);
    channel->owners = 2;
    SET_LONG(t, java_channel, &channel_pointer, handle(channel));
    return channel;
}

static void release(InputChannelPeer *channel)
{
    if (--channel->owners > 0)
        return;
    free(channel->name);
    free(channel);
}

void input_channel_close(InputChannelPeer *channel)
{
    release(channel);
}

u32 input_channel_pending(const InputChannelPeer *channel)
{
    return channel->pending;
}

bool input_channel_handled(const InputChannelPeer *channel)
{
    return channel->handled;
}

static void channel_dispose(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    InputChannelPeer *channel = peer(GET_LONG(t, args[0].l, &channel_pointer));
    SET_LONG(t, args[0].l, &channel_pointer, 0);
    if (channel)
        release(channel);
}

static void channel_name(Thread *t, const Slot *args, Slot *result)
{
    const InputChannelPeer *channel = peer(GET_LONG(t, args[0].l, &channel_pointer));
    result->l = channel ? vm_string_utf8(t, channel->name) : NULL;
}

/* void nativeTransferTo(InputChannel other), nativeDup(InputChannel other) */
static void channel_transfer(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    SET_LONG(t, args[1].l, &channel_pointer, GET_LONG(t, args[0].l, &channel_pointer));
    SET_LONG(t, args[0].l, &channel_pointer, 0);
}

static void channel_dup(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    InputChannelPeer *channel = peer(GET_LONG(t, args[0].l, &channel_pointer));
    if (channel)
        channel->owners++;
    SET_LONG(t, args[1].l, &channel_pointer, handle(channel));
}

const NativeMethod natives_android_view_InputChannel[] = {
    { "nativeDispose", NULL, channel_dispose }, { "nativeGetName", NULL, channel_name },
    { "nativeTransferTo", NULL, channel_transfer }, { "nativeDup", NULL, channel_dup },
    { 0 },
};

/* ---- receivers ------------------------------------------------------------------------------ */

typedef struct Receiver {
    LooperSource source;
    Looper *looper;
    ObjectRef *weak;                /* WeakReference to the Java receiver */
    InputChannelPeer *channel;
} Receiver;

static Object *referent(Thread *t, const ObjectRef *weak)
{
    return vm_call_method(t, ref_object(*weak), "get", "()Ljava/lang/Object;").l;
}

static i64 input_due(const LooperSource *source)
{
    const Receiver *r = (const Receiver *)source;
    return r->channel->queue ? 0 : INT64_MAX;
}

static void input_dispatch(Thread *t, LooperSource *source)
{
    Receiver *r = (Receiver *)source;
    InputChannelPeer *channel = r->channel;
    QueuedEvent *queued = channel->queue;
    channel->queue = queued->next;
    Object *event = ref_object(*queued->event);
    vm_root_remove(t->vm, queued->event);
    free(queued);
    Object *receiver = referent(t, r->weak);
    if (receiver && !t->exception)
        vm_call_method(t, receiver, "dispatchInputEvent", "(ILandroid/view/InputEvent;)V", ++channel->next_sequence, event);
}

bool input_channel_send(Vm *vm, InputChannelPeer *channel, Object *event)
{
    if (!channel->receiver)
        return false;
    QueuedEvent *queued = xcalloc(1, sizeof *queued);
    queued->event = vm_root_add(vm, event);
    QueuedEvent **end = &channel->queue;
    while (*end)
        end = &(*end)->next;
    *end = queued;
    channel->pending++;
    return true;
}

/* long nativeInit(WeakReference receiver, InputChannel channel, MessageQueue queue) */
static void receiver_init(Thread *t, const Slot *args, Slot *result)
{
    InputChannelPeer *channel = peer(GET_LONG(t, args[1].l, &channel_pointer));
    if (!channel) {
        vm_throw(t, "java/lang/RuntimeException", "InputChannel is not initialized.");
        return;
    }
    Receiver *r = xcalloc(1, sizeof *r);
    *r = (Receiver){ .source = { input_due, input_dispatch, NULL }, .looper = looper_of_queue(t, args[2].l),
                     .weak = vm_root_add(t->vm, args[0].l), .channel = channel };
    channel->receiver = r;
    channel->owners++;
    looper_add(r->looper, &r->source);
    result->j = handle(r);
}

static void receiver_dispose(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Receiver *r = peer(args[0].j);
    looper_remove(r->looper, &r->source);
    vm_root_remove(t->vm, r->weak);
    for (QueuedEvent *q = r->channel->queue; q;) {
        QueuedEvent *next = q->next;
        vm_root_remove(t->vm, q->event);
        free(q);
        q = next;
    }
    r->channel->queue = NULL;
    r->channel->pending = 0;
    r->channel->receiver = NULL;
    release(r->channel);
    free(r);
}

/* void nativeFinishInputEvent(long ptr, int sequence, boolean handled) */
static void receiver_finish(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    Receiver *r = peer(args[0].j);
    r->channel->handled = args[3].i;
    if (r->channel->pending)
        r->channel->pending--;
}

const NativeMethod natives_android_view_InputEventReceiver[] = {
    { "nativeInit", NULL, receiver_init }, { "nativeDispose", NULL, receiver_dispose }, { "nativeFinishInputEvent", NULL, receiver_finish },
    { "nativeConsumeBatchedInputEvents", NULL, native_nothing },
    { 0 },
};

/* ---- senders: what the app gives to the input method -------------------------------------------- */

typedef struct FinishedEvent {
    i32 sequence;
    bool handled;
    struct FinishedEvent *next;
} FinishedEvent;

typedef struct Sender {
    LooperSource source;
    Looper *looper;
    ObjectRef *weak;
    FinishedEvent *finished;        /* to be told, oldest first */
} Sender;

static i64 sender_due(const LooperSource *source)
{
    return ((const Sender *)source)->finished ? 0 : INT64_MAX;
}

static void sender_dispatch(Thread *t, LooperSource *source)
{
    Sender *s = (Sender *)source;
    FinishedEvent done = *s->finished;
    free(s->finished);
    s->finished = done.next;
    Object *sender = referent(t, s->weak);
    if (sender && !t->exception)
        vm_call_method(t, sender, "dispatchInputEventFinished", "(IZ)V", done.sequence, done.handled);
}

/* long nativeInit(WeakReference sender, InputChannel channel, MessageQueue queue) */
static void sender_init(Thread *t, const Slot *args, Slot *result)
{
    Sender *s = xcalloc(1, sizeof *s);
    *s = (Sender){ .source = { sender_due, sender_dispatch, NULL }, .looper = looper_of_queue(t, args[2].l), .weak = vm_root_add(t->vm, args[0].l) };
    looper_add(s->looper, &s->source);
    result->j = handle(s);
}

static void sender_dispose(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Sender *s = peer(args[0].j);
    looper_remove(s->looper, &s->source);
    vm_root_remove(t->vm, s->weak);
    for (FinishedEvent *next; s->finished; s->finished = next) {
        next = s->finished->next;
        free(s->finished);
    }
    free(s);
}

static void sender_finish(Sender *s, i32 sequence, bool handled)
{
    FinishedEvent **end = &s->finished;
    while (*end)
        end = &(*end)->next;
    *end = xcalloc(1, sizeof **end);
    **end = (FinishedEvent){ sequence, handled, NULL };
}

/* boolean nativeSendKeyEvent(long sender, int sequence, KeyEvent event) */
static void sender_send_key(Thread *t, const Slot *args, Slot *result)
{
    sender_finish(peer(args[0].j), args[2].i, input_method_takes_key(t, args[3].l));
    result->i = 1;
}

static void sender_send_motion(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    sender_finish(peer(args[0].j), args[2].i, false);
    result->i = 1;
}

const NativeMethod natives_android_view_InputEventSender[] = {
    { "nativeInit", NULL, sender_init }, { "nativeDispose", NULL, sender_dispose }, { "nativeSendKeyEvent", NULL, sender_send_key },
    { "nativeSendMotionEvent", NULL, sender_send_motion },
    { 0 },
};

/* ---- vsync ------------------------------------------------------------------------------------- */

typedef struct Vsync {
    LooperSource source;
    Looper *looper;
    ObjectRef *weak;
    i64 due;                        /* INT64_MAX: nobody asked */
    i32 frame;
} Vsync;

static i64 vsync_due(const LooperSource *source)
{
    return ((const Vsync *)source)->due;
}

static void vsync_dispatch(Thread *t, LooperSource *source)
{
    Vsync *v = (Vsync *)source;
    i64 time = v->due;
    v->due = INT64_MAX;
    Object *receiver = referent(t, v->weak);
    /* The receiver compares with System.nanoTime. */
    if (receiver && !t->exception)
        vm_call_method(t, receiver, "dispatchVsync", "(JII)V", time, 0, ++v->frame);
}

static void vsync_init(Thread *t, const Slot *args, Slot *result)
{
    Vsync *v = xcalloc(1, sizeof *v);
    *v = (Vsync){ .source = { vsync_due, vsync_dispatch, NULL }, .looper = looper_of_queue(t, args[1].l),
                  .weak = vm_root_add(t->vm, args[0].l), .due = INT64_MAX };
    looper_add(v->looper, &v->source);
    result->j = handle(v);
}

static void vsync_dispose(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Vsync *v = peer(args[0].j);
    looper_remove(v->looper, &v->source);
    vm_root_remove(t->vm, v->weak);
    free(v);
}

static void vsync_schedule(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Vsync *v = peer(args[0].j);
    i64 now = vm_nanos(t->vm);
    if (v->due == INT64_MAX)
        v->due = now - now % FRAME_NANOS + FRAME_NANOS;
}

const NativeMethod natives_android_view_DisplayEventReceiver[] = {
    { "nativeInit", NULL, vsync_init }, { "nativeDispose", NULL, vsync_dispose }, { "nativeScheduleVsync", NULL, vsync_schedule },
    { 0 },
};
