/* Pending intents: the system keeps what is to be done, and whoever has the IIntentSender can have it done. */
#include "android/activity.h"
#include "android/components.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/package.h"
#include "android/profile.h"
#include "android/services.h"
#include "android/tasks.h"

enum { KIND_BROADCAST = 1, KIND_ACTIVITY_START = 2, KIND_ACTIVITY_RESULT = 3, KIND_SERVICE_START = 4 };
enum { ONE_SHOT = 0x40000000, NO_CREATE = 0x20000000, CANCEL_CURRENT = 0x10000000, UPDATE_CURRENT = 0x08000000 };
enum { NO_REQUEST = -1, START_CANCELED = -6 };

typedef struct Pending {
    ObjectRef *sender;              /* IIntentSender */
    ObjectRef *intents, *types;     /* arrays */
    ObjectRef *token, *who;         /* for a result */
    i32 kind, request, flags;
    bool cancelled;
    struct Pending *next;
} Pending;

static Pending **all(Vm *vm)
{
    return (Pending **)vm_extension(vm, EXT_PENDING_INTENTS);
}

static Pending *find(Vm *vm, const Object *sender)
{
    for (Pending *p = *all(vm); p; p = p->next)
        if (root_get(p->sender) == sender)
            return p;
    return NULL;
}

static Object *last_of(const Object *array)
{
    i32 n = array ? ARRAY_LENGTH(array) : 0;
    return n ? ref_object(ARRAY_REF(array)[n - 1]) : NULL;
}

static bool same_intent(Thread *t, Object *a, Object *b)
{
    return a && b ? vm_call_method(t, a, "filterEquals", "(Landroid/content/Intent;)Z", b).i : a == b;
}

static void forget(Vm *vm, Pending *p)
{
    for (Pending **link = all(vm); *link; link = &(*link)->next) {
        if (*link == p) {
            *link = p->next;
            break;
        }
    }
    ObjectRef **const roots[] = { &p->sender, &p->intents, &p->types, &p->token, &p->who };
    for (size_t i = 0; i < COUNT_OF(roots); i++)
        root_set(vm, roots[i], NULL);
    free(p);
}

/*
 * IIntentSender getIntentSender(int kind, String package, IBinder token, String who, int request, Intent[], String[] types, int flags,
 *   Bundle options, int user)
 */
void am_getIntentSender(Thread *t, const Slot *args, Slot *result)
{
    Object *intents = args[6].l;
    for (i32 i = 0; intents && i < ARRAY_LENGTH(intents) && !t->exception; i++)
        ARRAY_REF(intents)[i] = object_ref(parcel_copy(t, ref_object(ARRAY_REF(intents)[i])));
    if (t->exception)
        return;
    i32 flags = args[8].i;
    Pending *p = *all(t->vm);
    while (p && !(p->kind == args[1].i && p->request == args[5].i && root_get(p->token) == args[3].l && same_intent(t, last_of(root_get(p->intents)), last_of(intents))))
        p = p->next;
    if (p && flags & CANCEL_CURRENT) {
        forget(t->vm, p);
        p = NULL;
    }
    if (p && flags & UPDATE_CURRENT) {
        root_set(t->vm, &p->intents, intents);
        root_set(t->vm, &p->types, args[7].l);
    }
    if (!p && flags & NO_CREATE)
        return;
    if (!p) {
        Object *sender = service_new_object(t, "android/content/IIntentSender");
        if (!sender)
            return;
        p = xcalloc(1, sizeof *p);
        *p = (Pending){ .kind = args[1].i, .request = args[5].i, .flags = flags, .next = *all(t->vm) };
        root_set(t->vm, &p->sender, sender);
        root_set(t->vm, &p->intents, intents);
        root_set(t->vm, &p->types, args[7].l);
        root_set(t->vm, &p->token, args[3].l);
        root_set(t->vm, &p->who, args[4].l);
        *all(t->vm) = p;
    }
    result->l = root_get(p->sender);
}

/* The intent to send: the kept one, with what the sender may fill in. */
static Object *filled(Thread *t, Object *kept, Object *fill_in, i32 flags)
{
    Object *intent = kept ? vm_new(t, vm_boot_class(t, "android/content/Intent"), "(Landroid/content/Intent;)V", kept) : NULL;
    if (intent && fill_in)
        vm_call_method(t, intent, "fillIn", "(Landroid/content/Intent;I)I", fill_in, flags & 0xff);
    return t->exception ? NULL : intent;
}

static i32 send(Thread *t, Pending *p, i32 code, Object *fill_in, Object *type, Object *result_token, Object *who, i32 request)
{
    enum { NEW_TASK = 0x10000000 };
    Object *intents = root_get(p->intents), *intent = filled(t, last_of(intents), fill_in, p->flags);
    Object *result_to = root_get(p->token), *result_who = root_get(p->who);
    i32 kind = p->kind, kept_request = p->request;
    if (p->flags & ONE_SHOT)
        forget(t->vm, p);
    i32 status = 0;
    switch (kind) {
    case KIND_BROADCAST:
        if (intent)
            broadcast_send(t, intent);
        break;
    case KIND_SERVICE_START:
        if (intent)
            service_start(t, intent, type);
        break;
    case KIND_ACTIVITY_RESULT: {
        Activity *a = activity_by_token(t->vm, result_to);
        if (a)
            activity_add_result(t, a, result_who, kept_request, code, intent);
        break;
    }
    default:
        for (i32 i = 0; intents && i + 1 < ARRAY_LENGTH(intents) && !t->exception; i++)
            activity_start(t, ref_object(ARRAY_REF(intents)[i]), NULL, NULL, NULL, NO_REQUEST);
        if (intent && !result_token)
            vm_call_method(t, intent, "addFlags", "(I)Landroid/content/Intent;", NEW_TASK);
        if (intent && !t->exception)
            status = activity_start(t, intent, type, result_token, who, request);
    }
    return status;
}

bool pending_intent_send(Thread *t, Object *sender, i32 code, Object *fill_in)
{
    Pending *p = find(t->vm, sender);
    if (p)
        send(t, p, code, fill_in, NULL, NULL, NULL, NO_REQUEST);
    return p != NULL;
}

/* int send(int code, Intent fillIn, String type, IIntentReceiver finished, String permission) */
static void sender_send(Thread *t, const Slot *args, Slot *result)
{
    Pending *p = find(t->vm, args[0].l);
    result->i = p ? send(t, p, args[1].i, args[2].l, args[3].l, NULL, NULL, NO_REQUEST) : START_CANCELED;
    if (p && args[4].l && !t->exception)
        vm_call_method(t, args[4].l, "performReceive", "(Landroid/content/Intent;ILjava/lang/String;Landroid/os/Bundle;ZZI)V", args[2].l, args[1].i, NULL, NULL, 0, 0, 0);
}

const ServiceMethod service_intent_sender[] = {
    { "send", sender_send },
    { 0 },
};

/* int startActivityIntentSender(IApplicationThread, IntentSender, Intent fillIn, String type, IBinder resultTo, String who, int request, int, int, Bundle) */
void am_startActivityIntentSender(Thread *t, const Slot *args, Slot *result)
{
    Object *target = vm_call_method(t, args[2].l, "getTarget", "()Landroid/content/IIntentSender;").l;
    Pending *p = target ? find(t->vm, target) : NULL;
    result->i = p ? send(t, p, 0, args[3].l, args[4].l, args[5].l, args[6].l, args[7].i) : START_CANCELED;
}

void am_cancelIntentSender(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Pending *p = find(t->vm, args[1].l);
    if (p)
        forget(t->vm, p);
}

void am_getPackageForIntentSender(Thread *t, const Slot *args, Slot *result)
{
    if (find(t->vm, args[1].l))
        result->l = vm_string_utf8(t, package_name(t->vm));
}

void am_getUidForIntentSender(Thread *t, const Slot *args, Slot *result)
{
    result->i = find(t->vm, args[1].l) ? APP_UID : -1;
}

void am_isIntentSenderAnActivity(Thread *t, const Slot *args, Slot *result)
{
    const Pending *p = find(t->vm, args[1].l);
    result->i = p && p->kind == KIND_ACTIVITY_START;
}
