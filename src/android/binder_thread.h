/*
 * The app's binder thread: where calls from other processes (the system's services,
 * mostly) arrive. What a service has to tell the app later is posted here.
 */
#ifndef ANDROID_BINDER_THREAD_H
#define ANDROID_BINDER_THREAD_H

#include "vm/vm.h"

/* Runs on the binder thread; what it throws is logged and dropped, as for one-way calls on a phone. */
typedef void BinderCall(Thread *t, Object *argument);

/* argument stays alive until the call has been made; NULL is allowed. */
void binder_post(Thread *t, BinderCall *call, Object *argument);
/* At a time of the virtual clock (vm_nanos). Returns a number for binder_cancel. */
u64 binder_post_at(Thread *t, i64 nanos, BinderCall *call, Object *argument);
/* Nothing happens when it has been made already. */
void binder_cancel(Vm *vm, u64 number);

/*
 * Between these, Binder.getCallingUid says on this thread that the system is calling.
 * begin returns what end is to be given.
 */
Thread *binder_begin_system_call(Thread *t);
void binder_end_system_call(Thread *t, Thread *before);
bool binder_called_by_system(const Thread *t);

/* Object[] for calls that need more than one argument. */
Object *binder_arguments(Thread *t, u32 count, Object *const *objects);
static inline Object *binder_argument(const Object *arguments, u32 i)
{
    return ref_object(ARRAY_REF(arguments)[i]);
}

#endif
