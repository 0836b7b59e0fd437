/*
 * Accounts: none at first; an app may add its own. An entry is Object[] { Account,
 * String password, HashMap of user data and tokens }.
 */
#include "android/account_authenticator.h"
#include "android/binder_thread.h"
#include "android/java.h"
#include "android/natives.h"
#include "android/services.h"
#include "android/state.h"

enum { ACCOUNT, PASSWORD, DATA };

static RootList *accounts(Thread *t)
{
    return manager_state(t->vm)->accounts;
}

static Object *find(Thread *t, Object *account)
{
    for (RootList *l = accounts(t); l && account; l = l->next)
        if (vm_call_method(t, binder_argument(ref_object(*l->object), ACCOUNT), "equals", "(Ljava/lang/Object;)Z", account).i)
            return ref_object(*l->object);
    return NULL;
}

/* Account[] of a type; null: of all types. */
static Object *of_type(Thread *t, const Object *type)
{
    static FieldRef type_field = FIELD("android/accounts/Account", "type", NULL);
    Object *list = list_new(t);
    for (RootList *l = accounts(t); l && list; l = l->next) {
        Object *account = binder_argument(ref_object(*l->object), ACCOUNT);
        if (!type || same_string(type, GET_REF(t, account, &type_field)))
            list_add(t, list, account);
    }
    i32 count = list_size(t, list);
    Object *array = list ? vm_new_object_array(t, "android/accounts/Account", count) : NULL;
    for (i32 i = 0; array && i < count; i++)
        ARRAY_REF(array)[i] = object_ref(list_get(t, list, i));
    return array;
}

static void getAccounts(Thread *t, const Slot *args, Slot *result) { result->l = of_type(t, args[1].l); }
static void getAccountsForPackage(Thread *t, const Slot *args, Slot *result) { UNUSED(args); result->l = of_type(t, NULL); }

/* boolean addAccountExplicitly(Account, String password, Bundle data) */
static void addAccountExplicitly(Thread *t, const Slot *args, Slot *result)
{
    if (!args[1].l || find(t, args[1].l))
        return;
    Object *data = vm_new(t, vm_boot_class(t, "java/util/HashMap"), "()V");
    Object *keys = args[3].l && data ? vm_call_method(t, args[3].l, "keySet", "()Ljava/util/Set;").l : NULL;
    Object *names = keys ? vm_new(t, vm_boot_class(t, "java/util/ArrayList"), "(Ljava/util/Collection;)V", keys) : NULL;
    for (i32 i = 0, n = list_size(t, names); i < n && !t->exception; i++) {
        Object *key = list_get(t, names, i);
        vm_call_method(t, data, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", key,
                       vm_call_method(t, args[3].l, "getString", "(Ljava/lang/String;)Ljava/lang/String;", key).l);
    }
    Object *entry = data && !t->exception ? binder_arguments(t, 3, (Object *const[]){ args[1].l, args[2].l, data }) : NULL;
    root_list_add(t->vm, &manager_state(t->vm)->accounts, entry);
    result->i = entry != NULL;
}

static bool forget(Thread *t, Object *account)
{
    Object *entry = find(t, account);
    if (entry)
        root_list_remove(t->vm, &manager_state(t->vm)->accounts, entry);
    return entry != NULL;
}

static void removeAccountExplicitly(Thread *t, const Slot *args, Slot *result)
{
    result->i = forget(t, args[1].l);
}

static void getPassword(Thread *t, const Slot *args, Slot *result)
{
    Object *entry = find(t, args[1].l);
    result->l = entry ? binder_argument(entry, PASSWORD) : NULL;
}

/* void setPassword(Account, String); clearPassword(Account) */
static void setPassword(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *entry = find(t, args[1].l);
    if (entry)
        ARRAY_REF(entry)[PASSWORD] = object_ref(t->frame->method->argument_count > 1 ? args[2].l : NULL);
}

/* String getUserData(Account, String key); peekAuthToken(Account, String type): tokens lie beside the data */
static void getUserData(Thread *t, const Slot *args, Slot *result)
{
    Object *entry = find(t, args[1].l);
    if (entry)
        result->l = vm_call_method(t, binder_argument(entry, DATA), "get", "(Ljava/lang/Object;)Ljava/lang/Object;", args[2].l).l;
}

static void setUserData(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *entry = find(t, args[1].l);
    if (entry)
        vm_call_method(t, binder_argument(entry, DATA), "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", args[2].l, args[3].l);
}

/* ---- answers that come later ---------------------------------------------------------------- */

static void answer(Thread *t, Object *arguments)
{
    vm_call_method(t, binder_argument(arguments, 0), "onResult", "(Landroid/os/Bundle;)V", binder_argument(arguments, 1));
}

static void answer_later(Thread *t, Object *response, Object *bundle)
{
    Object *arguments = response && bundle && !t->exception ? binder_arguments(t, 2, (Object *const[]){ response, bundle }) : NULL;
    if (arguments)
        binder_post(t, answer, arguments);
}

static Object *boolean_result(Thread *t, bool value)
{
    Object *bundle = vm_new(t, vm_boot_class(t, "android/os/Bundle"), "()V");
    if (bundle)
        vm_call_method(t, bundle, "putBoolean", "(Ljava/lang/String;Z)V", vm_string_utf8(t, "booleanResult"), value);
    return bundle;
}

/* void removeAccount(IAccountManagerResponse, Account, boolean) */
static void removeAccount(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    answer_later(t, args[1].l, boolean_result(t, forget(t, args[2].l)));
}

/* void hasFeatures(IAccountManagerResponse, Account, String[], String) */
static void hasFeatures(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    answer_later(t, args[1].l, boolean_result(t, !args[3].l || !ARRAY_LENGTH(args[3].l)));
}

/* void getAccountsByFeatures(IAccountManagerResponse, String type, String[], String) */
static void getAccountsByFeatures(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *bundle = vm_new(t, vm_boot_class(t, "android/os/Bundle"), "()V"), *found = bundle ? of_type(t, args[2].l) : NULL;
    if (found)
        vm_call_method(t, bundle, "putParcelableArray", "(Ljava/lang/String;[Landroid/os/Parcelable;)V", vm_string_utf8(t, "accounts"), found);
    answer_later(t, args[1].l, bundle);
}

static void refuse(Thread *t, Object *response)
{
    enum { REMOTE_EXCEPTION = 1 };
    vm_call_method(t, response, "onError", "(ILjava/lang/String;)V", REMOTE_EXCEPTION, vm_string_utf8(t, "bind failure"));
}

/* What only an authenticator can do; without one the platform says so. */
static void pass_on(Thread *t, const char *method, Object *response, u32 count, Object *const *parameters)
{
    if (response && !authenticator_ask(t, method, response, count, parameters) && !t->exception)
        binder_post(t, refuse, response);
}

/* void addAccount(IAccountManagerResponse, String type, String tokenType, String[] features, boolean, Bundle options) */
static void addAccount(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    pass_on(t, "addAccount", args[1].l, 4, (Object *const[]){ args[2].l, args[3].l, args[4].l, args[6].l });
}

/* The token if it is known already, as a Bundle; NULL: it is not. */
static Object *known_token(Thread *t, Object *account, Object *type)
{
    static FieldRef name_field = FIELD("android/accounts/Account", "name", NULL), type_field = FIELD("android/accounts/Account", "type", NULL);
    Object *entry = find(t, account);
    Object *token = entry ? vm_call_method(t, binder_argument(entry, DATA), "get", "(Ljava/lang/Object;)Ljava/lang/Object;", type).l : NULL;
    Object *bundle = token ? vm_new(t, vm_boot_class(t, "android/os/Bundle"), "()V") : NULL;
    if (!bundle)
        return NULL;
    static const char put[] = "(Ljava/lang/String;Ljava/lang/String;)V";
    vm_call_method(t, bundle, "putString", put, vm_string_utf8(t, "authtoken"), token);
    vm_call_method(t, bundle, "putString", put, vm_string_utf8(t, "authAccount"), GET_REF(t, account, &name_field));
    vm_call_method(t, bundle, "putString", put, vm_string_utf8(t, "accountType"), GET_REF(t, account, &type_field));
    return bundle;
}

/* void getAuthToken(IAccountManagerResponse, Account, String tokenType, boolean, boolean, Bundle options) */
static void getAuthToken(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    Object *known = known_token(t, args[2].l, args[3].l);
    if (known)
        answer_later(t, args[1].l, known);
    else if (!t->exception)
        pass_on(t, "getAuthToken", args[1].l, 3, (Object *const[]){ args[2].l, args[3].l, args[6].l });
}

/* void updateCredentials(IAccountManagerResponse, Account, String tokenType, boolean, Bundle options) */
static void updateCredentials(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    pass_on(t, "updateCredentials", args[1].l, 3, (Object *const[]){ args[2].l, args[3].l, args[5].l });
}

/* void confirmCredentialsAsUser(IAccountManagerResponse, Account, Bundle options, boolean, int user) */
static void confirmCredentials(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    pass_on(t, "confirmCredentials", args[1].l, 2, (Object *const[]){ args[2].l, args[3].l });
}

/* void editProperties(IAccountManagerResponse, String type, boolean), getAuthTokenLabel(IAccountManagerResponse, String type, String tokenType) */
static void editProperties(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    pass_on(t, "editProperties", args[1].l, 1, (Object *const[]){ args[2].l });
}

static void getAuthTokenLabel(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    pass_on(t, "getAuthTokenLabel", args[1].l, 1, (Object *const[]){ args[3].l });
}

const ServiceMethod service_account[] = {
    { "getAccounts", getAccounts }, { "getAccountsAsUser", getAccounts }, { "getAccountsForPackage", getAccountsForPackage }, { "getAccountsByTypeForPackage", getAccounts },
    { "addAccountExplicitly", addAccountExplicitly }, { "removeAccountExplicitly", removeAccountExplicitly }, { "getPassword", getPassword }, { "setPassword", setPassword },
    { "clearPassword", setPassword }, { "getUserData", getUserData }, { "setUserData", setUserData }, { "peekAuthToken", getUserData }, { "setAuthToken", setUserData },
    { "removeAccount", removeAccount }, { "removeAccountAsUser", removeAccount }, { "hasFeatures", hasFeatures }, { "getAccountsByFeatures", getAccountsByFeatures },
    { "addAccount", addAccount }, { "addAccountAsUser", addAccount }, { "getAuthToken", getAuthToken }, { "updateCredentials", updateCredentials },
    { "confirmCredentialsAsUser", confirmCredentials }, { "editProperties", editProperties }, { "getAuthTokenLabel", getAuthTokenLabel },
    { "invalidateAuthToken", NULL }, { "accountAuthenticated", NULL }, { "getAuthenticatorTypes", NULL }, { "getPreviousName", NULL }, { "updateAppPermission", NULL },
    { "getSharedAccountsAsUser", NULL },
    { 0 },
};
