/*
 * android.os.MessageQueue: a queue's thread waits here, in virtual time, until it
 * is woken, its next message is due, or one of its sources has something.
 */
#include "android/looper.h"
#include "android/natives.h"

struct Looper {
    bool woken, polling;
    LooperSource *sources;
};

Looper *looper_of_queue(Thread *t, Object *message_queue)
{
    static FieldRef pointer = FIELD("android/os/MessageQueue", "mPtr", "J");
    return peer(GET_LONG(t, message_queue, &pointer));
}

void looper_add(Looper *looper, LooperSource *source)
{
    LooperSource **end = &looper->sources;
    while (*end)
        end = &(*end)->next;
    source->next = NULL;
    *end = source;
}

void looper_remove(Looper *looper, LooperSource *source)
{
    for (LooperSource **link = &looper->sources; *link; link = &(*link)->next) {
        if (*link == source) {
            *link = source->next;
            return;
        }
    }
}

bool looper_is_polling(const Looper *looper)
{
    return looper->polling;
}

/* The source that is due first; ties go to the one that was added first. */
static LooperSource *first_source(const Looper *looper, i64 *when)
{
    LooperSource *first = NULL;
    *when = INT64_MAX;
    for (LooperSource *s = looper->sources; s; s = s->next) {
        i64 due = s->due(s);
        if (due < *when) {
            *when = due;
            first = s;
        }
    }
    return first;
}

typedef struct Waiting {
    Thread *thread;
    Looper *looper;
} Waiting;

static bool something_to_do(void *context)
{
    const Waiting *w = context;
    i64 when;
    first_source(w->looper, &when);
    return w->looper->woken || when <= vm_nanos(w->thread->vm);
}

static void nativeInit(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(args);
    result->j = handle(xcalloc(1, sizeof(Looper)));
}

static void nativeDestroy(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    free(peer(args[0].j));
}

/* void nativePollOnce(long ptr, int timeoutMillis): -1 waits without end */
static void nativePollOnce(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Looper *looper = peer(args[1].j);
    Waiting waiting = { t, looper };
    i32 timeout = args[3].i;
    i64 deadline = timeout < 0 ? -1 : vm_nanos(t->vm) + (i64)timeout * 1000000;
    i64 when;
    LooperSource *source = first_source(looper, &when);
    if (source && (deadline < 0 || when < deadline))
        deadline = when;
    looper->polling = true;
    if (timeout != 0 || source)
        vm_block(t, something_to_do, &waiting, deadline, false);
    looper->polling = false;
    looper->woken = false;
    source = first_source(looper, &when);
    if (source && when <= vm_nanos(t->vm))
        source->dispatch(t, source);
}

static void nativeWake(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    UNUSED(result);
    ((Looper *)peer(args[0].j))->woken = true;
}

static void nativeIsPolling(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(t);
    result->i = ((Looper *)peer(args[0].j))->polling;
}

const NativeMethod natives_android_os_MessageQueue[] = {
    { "nativeInit", NULL, nativeInit },
    { "nativeDestroy", NULL, nativeDestroy },
    { "nativePollOnce", NULL, nativePollOnce },
    { "nativeWake", NULL, nativeWake },
    { "nativeIsPolling", NULL, nativeIsPolling },
    { 0 },
};
