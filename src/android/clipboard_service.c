/* The clipboard: one clip, and who wants to know when it changes. */
#include "android/binder_thread.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/services.h"
#include "android/state.h"

static Object *clip(Thread *t)
{
    return root_get(manager_state(t->vm)->clip);
}

static void tell(Thread *t, Object *listener)
{
    vm_call_method(t, listener, "dispatchPrimaryClipChanged", "()V");
}

/* void setPrimaryClip(ClipData clip, String package) */
static void setPrimaryClip(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    if (args[1].l && vm_call_method(t, args[1].l, "getItemCount", "()I").i <= 0) {
        if (!t->exception)
            vm_throw(t, "java/lang/IllegalArgumentException", "No items");
        return;
    }
    Object *copy = parcel_copy(t, args[1].l);
    if (t->exception)
        return;
    root_set(t->vm, &manager_state(t->vm)->clip, copy);
    for (RootList *l = manager_state(t->vm)->clip_listeners; l && !t->exception; l = l->next)
        binder_post(t, tell, ref_object(*l->object));
}

static void getPrimaryClip(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = parcel_copy(t, clip(t));
}

static void getPrimaryClipDescription(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = clip(t) ? vm_call_method(t, clip(t), "getDescription", "()Landroid/content/ClipDescription;").l : NULL;
}

static void hasPrimaryClip(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = clip(t) != NULL;
}

static void hasClipboardText(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    Object *item = clip(t) ? vm_call_method(t, clip(t), "getItemAt", "(I)Landroid/content/ClipData$Item;", 0).l : NULL;
    Object *text = item ? vm_call_method(t, item, "getText", "()Ljava/lang/CharSequence;").l : NULL;
    result->i = text && vm_call_method(t, text, "length", "()I").i > 0;
}

static void addListener(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    root_list_add(t->vm, &manager_state(t->vm)->clip_listeners, args[1].l);
}

static void removeListener(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    root_list_remove(t->vm, &manager_state(t->vm)->clip_listeners, args[1].l);
}

const ServiceMethod service_clipboard[] = {
    { "setPrimaryClip", setPrimaryClip },
    { "getPrimaryClip", getPrimaryClip },
    { "getPrimaryClipDescription", getPrimaryClipDescription },
    { "hasPrimaryClip", hasPrimaryClip },
    { "hasClipboardText", hasClipboardText },
    { "addPrimaryClipChangedListener", addListener },
    { "removePrimaryClipChangedListener", removeListener },
    { 0 },
};
