/*
 * The native half of a Looper: what a MessageQueue waits for besides messages.
 *
 * A source (a display's vsync, a window's input) belongs to one queue. While the
 * queue polls, a source that is due is dispatched on the queue's own thread,
 * inside nativePollOnce, as the platform does.
 */
#ifndef ANDROID_LOOPER_H
#define ANDROID_LOOPER_H

#include "vm/vm.h"

typedef struct LooperSource LooperSource;

struct LooperSource {
    /* When it is next due, in virtual nanos; INT64_MAX: not at all. */
    i64 (*due)(const LooperSource *source);
    /* Runs Java code; may add and remove sources. */
    void (*dispatch)(Thread *t, LooperSource *source);
    LooperSource *next;
};

typedef struct Looper Looper;

/* The peer of an android.os.MessageQueue. */
Looper *looper_of_queue(Thread *t, Object *message_queue);
void looper_add(Looper *looper, LooperSource *source);
void looper_remove(Looper *looper, LooperSource *source);
/* Does its thread wait in nativePollOnce? */
bool looper_is_polling(const Looper *looper);

#endif
