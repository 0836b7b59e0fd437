/*
 * Account authenticators: what only the app's own authenticator service can answer is
 * passed to it, and its answer back to who asked.
 */
#include "android/account_authenticator.h"

#include "android/binder_thread.h"
#include "android/implementations.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/package_resolve.h"
#include "android/state.h"
#include "android/system_binding.h"

#define RESPONSE "reenact/services/AuthenticatorResponse"
static FieldRef response_to = FIELD(RESPONSE, "to", NULL);

/* void onResult(Bundle) */
static void onResult(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    vm_call_method(t, GET_REF(t, args[0].l, &response_to), "onResult", "(Landroid/os/Bundle;)V", args[1].l);
}

/* void onError(int code, String text) */
static void onError(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    vm_call_method(t, GET_REF(t, args[0].l, &response_to), "onError", "(ILjava/lang/String;)V", args[1].i, args[2].l);
}

static void self(Thread *t, const Slot *args, Slot *result) { UNUSED(t); result->l = args[0].l; }

static const ServiceMethod response_methods[] = {
    { "onResult", onResult }, { "onError", onError }, { "onRequestContinued", NULL }, { "asBinder", self }, { "queryLocalInterface", self },
    { "isBinderAlive", .number = 1 }, { "pingBinder", .number = 1 }, { "unlinkToDeath", .number = 1 }, { "*", NULL },
    { 0 },
};

static Object *response_new(Thread *t, Object *to)
{
    static const MadeField fields[] = { { "to", "Landroid/accounts/IAccountManagerResponse;", ACC_PUBLIC } };
    static const char *const types[] = { "android/accounts/IAccountAuthenticatorResponse", "android/os/IBinder", NULL };
    ManagerState *m = manager_state(t->vm);
    if (!m->authenticator_class)
        m->authenticator_class = implementation_make(t, &(Implementation){ .class_name = RESPONSE, .types = types, .methods = response_methods, .missing = service_default,
                                                                           .fields = fields, .field_count = COUNT_OF(fields) });
    Object *response = m->authenticator_class ? implementation_new(t, m->authenticator_class) : NULL;
    if (response)
        SET_REF(t, response, &response_to, to);
    return response;
}

/* The app's authenticator service as an intent; NULL: it has none. */
static Object *authenticator(Thread *t)
{
    static FieldRef service_info = FIELD("android/content/pm/ResolveInfo", "serviceInfo", NULL), name = FIELD("android/content/pm/PackageItemInfo", "name", NULL);
    static FieldRef package = FIELD("android/content/pm/PackageItemInfo", "packageName", NULL);
    Object *intent = vm_new(t, vm_boot_class(t, "android/content/Intent"), "(Ljava/lang/String;)V", vm_string_utf8(t, "android.accounts.AccountAuthenticator"));
    Object *list = intent ? package_query(t, KIND_SERVICE, intent, NULL, false) : NULL;
    Object *info = list_size(t, list) ? GET_REF(t, list_get(t, list, 0), &service_info) : NULL;
    if (!info)
        return NULL;
    vm_call_method(t, intent, "setClassName", "(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;", GET_REF(t, info, &package), GET_REF(t, info, &name));
    return t->exception ? NULL : intent;
}

/* Object[] { response, String method, the parameters after the response } */
static void ask(Thread *t, Object *binder, Object *request)
{
    static const struct { const char *method, *descriptor; } methods[] = {
        { "addAccount", "(Landroid/accounts/IAccountAuthenticatorResponse;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;Landroid/os/Bundle;)V" },
        { "getAuthToken", "(Landroid/accounts/IAccountAuthenticatorResponse;Landroid/accounts/Account;Ljava/lang/String;Landroid/os/Bundle;)V" },
        { "updateCredentials", "(Landroid/accounts/IAccountAuthenticatorResponse;Landroid/accounts/Account;Ljava/lang/String;Landroid/os/Bundle;)V" },
        { "confirmCredentials", "(Landroid/accounts/IAccountAuthenticatorResponse;Landroid/accounts/Account;Landroid/os/Bundle;)V" },
        { "editProperties", "(Landroid/accounts/IAccountAuthenticatorResponse;Ljava/lang/String;)V" },
        { "getAuthTokenLabel", "(Landroid/accounts/IAccountAuthenticatorResponse;Ljava/lang/String;)V" },
        { "hasFeatures", "(Landroid/accounts/IAccountAuthenticatorResponse;Landroid/accounts/Account;[Ljava/lang/String;)V" },
    };
    Object *service = vm_call_static(t, "android/accounts/IAccountAuthenticator$Stub", "asInterface", "(Landroid/os/IBinder;)Landroid/accounts/IAccountAuthenticator;", binder).l;
    Object *p[4] = { 0 };
    for (i32 i = 2; i < ARRAY_LENGTH(request) && i < 6; i++)
        p[i - 2] = ref_object(ARRAY_REF(request)[i]);
    Thread *before = binder_begin_system_call(t);
    for (size_t i = 0; service && i < COUNT_OF(methods) && !t->exception; i++)
        if (vm_string_is(ref_object(ARRAY_REF(request)[1]), methods[i].method))
            vm_call_method(t, service, methods[i].method, methods[i].descriptor, ref_object(ARRAY_REF(request)[0]), p[0], p[1], p[2], p[3]);
    binder_end_system_call(t, before);
}

bool authenticator_ask(Thread *t, const char *method, Object *response, u32 count, Object *const *parameters)
{
    Object *intent = response ? authenticator(t) : NULL, *answer = intent ? response_new(t, response) : NULL;
    Object *request = answer ? vm_new_object_array(t, "java/lang/Object", (i32)count + 2) : NULL;
    if (!request)
        return false;
    ARRAY_REF(request)[0] = object_ref(answer);
    ARRAY_REF(request)[1] = object_ref(vm_string_utf8(t, method));
    for (u32 i = 0; i < count; i++)
        ARRAY_REF(request)[i + 2] = object_ref(parameters[i]);
    return system_bind(t, intent, ask, request) != NULL;
}
