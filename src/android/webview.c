/*
 * WebViewFactory's provider, and what the files of the WebView stand-in share. See
 * webview.h; start with webview_load.c.
 */
#include "android/webview.h"

#include "android/natives.h"

#define X(name, descriptor) FieldRef webview_##name = FIELD(WEBVIEW_PROVIDER, #name, NULL);
WEBVIEW_FIELDS(X)
#undef X
#define X(name, descriptor) FieldRef webview_item_##name = FIELD(WEBVIEW_ITEM, #name, NULL);
WEBVIEW_ITEM_FIELDS(X)
#undef X

WebViewState *webview_state(Vm *vm)
{
    void **slot = vm_extension(vm, EXT_WEBVIEW);
    if (!*slot)
        *slot = xcalloc(1, sizeof(WebViewState));
    return *slot;
}

Class *webview_class(Thread *t, const Implementation *implementation)
{
    Class *c = map_get(&webview_state(t->vm)->classes, implementation->class_name);
    if (!c && (c = implementation_make(t, implementation)))
        map_put(&webview_state(t->vm)->classes, implementation->class_name, c);
    return c;
}

Object *webview_single(Thread *t, const Implementation *implementation)
{
    ObjectRef *root = map_get(&webview_state(t->vm)->singles, implementation->class_name);
    if (root)
        return ref_object(*root);
    Class *c = webview_class(t, implementation);
    Object *o = c ? implementation_new(t, c) : NULL;
    if (o)
        map_put(&webview_state(t->vm)->singles, implementation->class_name, vm_root_add(t->vm, o));
    return o;
}

void webview_gap(Thread *t, const Slot *args, Slot *result)
{
    vm_note_gap(t, "WebView: %s", t->frame->method->name->text);
    service_default(t, args, result);
}

void webview_post(Thread *t, Object *runnable, i64 delay_ms)
{
    Object *looper = vm_call_static(t, "android/os/Looper", "getMainLooper", "()Landroid/os/Looper;").l;
    Object *handler = looper ? vm_new(t, vm_boot_class(t, "android/os/Handler"), "(Landroid/os/Looper;)V", looper) : NULL;
    if (handler)
        vm_call_method(t, handler, "postDelayed", "(Ljava/lang/Runnable;J)Z", runnable, delay_ms);
}

/* ---- answers to callbacks ---------------------------------------------------------------- */

#define ANSWER "reenact/webview/Answer"
static FieldRef answer_callback = FIELD(ANSWER, "callback", NULL), answer_value = FIELD(ANSWER, "value", NULL);

static void give_answer(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    vm_call_method(t, GET_REF(t, args[0].l, &answer_callback), "onReceiveValue", "(Ljava/lang/Object;)V", GET_REF(t, args[0].l, &answer_value));
}

void webview_answer(Thread *t, Object *callback, Object *value)
{
    static const MadeField fields[] = { { "callback", "Landroid/webkit/ValueCallback;", ACC_PUBLIC }, { "value", "Ljava/lang/Object;", ACC_PUBLIC } };
    static const char *const types[] = { "java/lang/Runnable", NULL };
    Class *c = webview_class(t, &(Implementation){ .class_name = ANSWER, .types = types, .missing = give_answer, .fields = fields, .field_count = 2 });
    Object *answer = c && callback ? implementation_new(t, c) : NULL;
    if (!answer)
        return;
    SET_REF(t, answer, &answer_callback, callback);
    SET_REF(t, answer, &answer_value, value);
    webview_post(t, answer, 0);
}

/* ---- the factory ---------------------------------------------------------------------------- */

static void getDefaultUserAgent(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = webview_user_agent(t);
}

static const ServiceMethod statics_methods[] = {
    { "getDefaultUserAgent", getDefaultUserAgent }, { "findAddress", NULL }, { "freeMemoryForTests", NULL }, { "setWebContentsDebuggingEnabled", NULL },
    { "clearClientCertPreferences", NULL }, { "enableSlowWholeDocumentDraw", NULL }, { "parseFileChooserResult", NULL },
    { 0 },
};

static void getStatics(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    static const char *const types[] = { "android/webkit/WebViewFactoryProvider$Statics", NULL };
    result->l = webview_single(t, &(Implementation){ .class_name = "reenact/webview/Statics", .types = types, .methods = statics_methods, .missing = webview_gap });
}

static Class *provider_class(Thread *t)
{
    static const char *const types[] = { "android/webkit/WebViewProvider", "android/webkit/WebViewProvider$ViewDelegate", "android/webkit/WebViewProvider$ScrollDelegate", NULL };
#define X(name, descriptor) { #name, descriptor, ACC_PUBLIC },
    static const MadeField fields[] = { WEBVIEW_FIELDS(X) };
#undef X
    return webview_class(t, &(Implementation){ .class_name = WEBVIEW_PROVIDER, .types = types, .first = webview_view_methods, .methods = webview_history_methods,
                                               .missing = webview_gap, .fields = fields, .field_count = COUNT_OF(fields) });
}

/* WebViewProvider createWebView(WebView view, PrivateAccess access) */
static void createWebView(Thread *t, const Slot *args, Slot *result)
{
    enum { WHITE = -1 };
    Class *c = provider_class(t);
    Object *provider = c ? implementation_new(t, c) : NULL, *settings = provider ? webview_settings_new(t) : NULL;
    Object *history = settings ? vm_new(t, vm_boot_class(t, "java/util/ArrayList"), "()V") : NULL;
    if (!history)
        return;
    SET_REF(t, provider, &webview_view, args[1].l);
    SET_REF(t, provider, &webview_access, args[2].l);
    SET_REF(t, provider, &webview_settings, settings);
    SET_REF(t, provider, &webview_history, history);
    SET_INT(t, provider, &webview_index, -1);
    SET_INT(t, provider, &webview_progress, 100);
    SET_INT(t, provider, &webview_background, WHITE);
    result->l = provider;
}

static void getCookieManager(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->l = webview_cookies(t);
}

/* The store whose type the running method answers. */
static void get_store(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    const char *type = strchr(t->frame->method->descriptor->text, ')') + 2;
    char *name = xstrndup(type, strlen(type) - 1);
    result->l = webview_store(t, name);
    free(name);
}

static const ServiceMethod factory_methods[] = {
    { "getStatics", getStatics }, { "createWebView", createWebView }, { "getCookieManager", getCookieManager }, { "getGeolocationPermissions", get_store },
    { "getWebIconDatabase", get_store }, { "getWebStorage", get_store }, { "getWebViewDatabase", get_store },
    { 0 },
};

/* WebViewFactoryProvider WebViewFactory.getProvider() */
static void getProvider(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    static const char *const types[] = { "android/webkit/WebViewFactoryProvider", NULL };
    result->l = webview_single(t, &(Implementation){ .class_name = "reenact/webview/Factory", .types = types, .methods = factory_methods, .missing = webview_gap });
}

const NativeMethod natives_android_webkit_WebViewFactory[] = {
    { "getProvider", NULL, getProvider },
    { 0 },
};
