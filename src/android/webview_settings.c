/* What WebView keeps besides pages: settings, cookies, and stores that stay empty. */
#include "android/webview.h"

#include "android/natives.h"
#include "base/map.h"

/* ---- WebSettings --------------------------------------------------------------------------- */

#define SETTINGS "reenact/webview/Settings"
static FieldRef settings_values = FIELD(SETTINGS, "values", NULL);

/* Settings that are neither 0, false nor null on a new WebView. */
static const struct { const char *name; i32 number; const char *text; const char *enum_class; } defaults[] = {
    { "SupportZoom", 1, NULL, NULL }, { "MediaPlaybackRequiresUserGesture", 1, NULL, NULL }, { "DisplayZoomControls", 1, NULL, NULL },
    { "AllowFileAccess", 1, NULL, NULL }, { "AllowContentAccess", 1, NULL, NULL }, { "SaveFormData", 1, NULL, NULL }, { "TextZoom", 100, NULL, NULL },
    { "MinimumFontSize", 8, NULL, NULL }, { "MinimumLogicalFontSize", 8, NULL, NULL }, { "DefaultFontSize", 16, NULL, NULL },
    { "DefaultFixedFontSize", 13, NULL, NULL }, { "LoadsImagesAutomatically", 1, NULL, NULL }, { "CacheMode", -1, NULL, NULL },
    { "GeolocationEnabled", 1, NULL, NULL }, { "NeedInitialFocus", 1, NULL, NULL }, { "MixedContentMode", 1, NULL, NULL },
    { "StandardFontFamily", 0, "sans-serif", NULL }, { "FixedFontFamily", 0, "monospace", NULL }, { "SansSerifFontFamily", 0, "sans-serif", NULL },
    { "SerifFontFamily", 0, "serif", NULL }, { "CursiveFontFamily", 0, "cursive", NULL }, { "FantasyFontFamily", 0, "fantasy", NULL },
    { "DefaultTextEncodingName", 0, "UTF-8", NULL }, { "DatabasePath", 0, "", NULL },
    { "UserAgentString", 0, "Mozilla/5.0 (Linux; Android 6.0.1; reenact Build/MMB29K; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/44.0.2403.119 "
                            "Mobile Safari/537.36", NULL },
    { "LayoutAlgorithm", 0, "NARROW_COLUMNS", "android/webkit/WebSettings$LayoutAlgorithm" }, { "PluginState", 0, "OFF", "android/webkit/WebSettings$PluginState" },
    { "DefaultZoom", 0, "MEDIUM", "android/webkit/WebSettings$ZoomDensity" },
};

Object *webview_user_agent(Thread *t)
{
    for (size_t i = 0; i < COUNT_OF(defaults); i++)
        if (!strcmp(defaults[i].name, "UserAgentString"))
            return vm_string_utf8(t, defaults[i].text);
    return NULL;
}

/* A method's setting: setTextZoom, getTextZoom, supportZoom, enableSmoothTransition. */
static const char *setting_name(const char *method, char *room, size_t size)
{
    if (!strncmp(method, "set", 3) || !strncmp(method, "get", 3))
        return method + 3;
    snprintf(room, size, "%c%s", method[0] - 'a' + 'A', method + 1);
    return room;
}

static Object *default_value(Thread *t, const char *name, char kind)
{
    Slot value = { 0 };
    for (size_t i = 0; i < COUNT_OF(defaults); i++) {
        if (strcmp(defaults[i].name, name))
            continue;
        if (defaults[i].enum_class)
            return vm_call_static(t, "java/lang/Enum", "valueOf", "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;",
                                  vm_class_object(t, vm_boot_class(t, defaults[i].enum_class)), vm_string_utf8(t, defaults[i].text)).l;
        if (defaults[i].text)
            return vm_string_utf8(t, defaults[i].text);
        value.i = defaults[i].number;
    }
    return kind == 'L' ? NULL : vm_box(t, kind, value);
}

static void set_setting(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char room[64];
    const Method *m = t->frame->method;
    char kind = strchr(m->descriptor->text, '(')[1];
    Object *key = vm_string_utf8(t, setting_name(m->name->text, room, sizeof room));
    Object *value = kind == 'L' ? args[1].l : vm_box(t, kind, args[1]);
    /* A null user agent means the usual one. */
    if (!value && !t->exception)
        vm_call_method(t, GET_REF(t, args[0].l, &settings_values), "remove", "(Ljava/lang/Object;)Ljava/lang/Object;", key);
    else if (!t->exception)
        vm_call_method(t, GET_REF(t, args[0].l, &settings_values), "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", key, value);
}

static void get_setting(Thread *t, const Slot *args, Slot *result)
{
    char room[64];
    const Method *m = t->frame->method;
    const char *name = setting_name(m->name->text, room, sizeof room);
    Object *value = vm_call_method(t, GET_REF(t, args[0].l, &settings_values), "get", "(Ljava/lang/Object;)Ljava/lang/Object;", vm_string_utf8(t, name)).l;
    if (!value && !t->exception)
        value = default_value(t, name, m->return_kind);
    if (m->return_kind == 'L')
        result->l = value;
    else if (value)
        vm_unbox(value, m->return_kind, result);
}

/* Every abstract method is a setter or a getter. */
static void plain_setting(Thread *t, const Slot *args, Slot *result)
{
    if (!strncmp(t->frame->method->name->text, "set", 3))
        set_setting(t, args, result);
    else
        get_setting(t, args, result);
}

Object *webview_settings_new(Thread *t)
{
    static const MadeField fields[] = { { "values", "Ljava/util/HashMap;", ACC_PUBLIC } };
    Class *c = webview_class(t, &(Implementation){ .class_name = SETTINGS, .super = "android/webkit/WebSettings", .missing = plain_setting, .fields = fields, .field_count = 1 });
    Object *values = c ? vm_new(t, vm_boot_class(t, "java/util/HashMap"), "()V") : NULL, *settings = values ? implementation_new(t, c) : NULL;
    if (settings)
        SET_REF(t, settings, &settings_values, values);
    return settings;
}

bool webview_setting(Thread *t, Object *settings, const char *name, i32 *out)
{
    Slot value = { 0 };
    Object *boxed = vm_call_method(t, GET_REF(t, settings, &settings_values), "get", "(Ljava/lang/Object;)Ljava/lang/Object;", vm_string_utf8(t, name)).l;
    if (!boxed && !t->exception)
        boxed = default_value(t, name, 'I');
    bool found = boxed && (vm_unbox(boxed, 'I', &value) || vm_unbox(boxed, 'Z', &value));
    *out = value.i;
    return found;
}

/* ---- CookieManager ---------------------------------------------------------------------------- */

/* The host that a cookie belongs to. */
static char *host_of(const Object *url)
{
    char *text = vm_string_to_utf8(url), *from = text ? strstr(text, "://") : NULL;
    from = from ? from + 3 : text;
    char *host = from ? xstrndup(from, strcspn(from, "/?#:")) : NULL;
    free(text);
    return host;
}

static Map *cookies(Thread *t)
{
    return &webview_state(t->vm)->cookies;
}

/* Puts name=value into "a=b; c=d", in the place of an older one of that name. */
static char *with_cookie(const char *all, const char *pair)
{
    Buf out = { 0 };
    size_t name = strcspn(pair, "=");
    for (const char *at = all; at && *at;) {
        size_t length = strcspn(at, ";");
        if (strncmp(at, pair, name) || at[name] != '=')
            buf_printf(&out, "%s%.*s", out.size ? "; " : "", (int)length, at);
        at += length;
        at += strspn(at, "; ");
    }
    buf_printf(&out, "%s%s", out.size ? "; " : "", pair);
    return buf_take(&out);
}

/* void setCookie(String url, String value [, ValueCallback done]) */
static void setCookie(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    char *host = host_of(args[1].l), *value = vm_string_to_utf8(args[2].l);
    if (host && value) {
        value[strcspn(value, ";")] = 0;
        void **slot = map_slot(cookies(t), host);
        char *all = with_cookie(*slot, value);
        free(*slot);
        *slot = all;
    }
    free(host);
    free(value);
    if (t->frame->method->argument_count > 2)
        webview_answer(t, args[3].l, vm_box(t, 'Z', (Slot){ .i = 1 }));
}

static void getCookie(Thread *t, const Slot *args, Slot *result)
{
    char *host = host_of(args[1].l);
    const char *all = host ? map_get(cookies(t), host) : NULL;
    result->l = all ? vm_string_utf8(t, all) : NULL;
    free(host);
}

static void hasCookies(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = cookies(t)->live > 0;
}

/* void removeAllCookie(); void removeAllCookies(ValueCallback done) */
static void removeAll(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    bool any = cookies(t)->live > 0;
    MAP_EACH(cookies(t), entry)
        free(entry->value);
    map_free(cookies(t));
    *cookies(t) = (Map){ 0 };
    if (t->frame->method->argument_count > 0)
        webview_answer(t, args[1].l, vm_box(t, 'Z', (Slot){ .i = any }));
}

static void setAcceptCookie(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(result);
    webview_state(t->vm)->refuses_cookies = !args[1].i;
}

static void acceptCookie(Thread *t, const Slot *args, Slot *result)
{
    UNUSED(args);
    result->i = !webview_state(t->vm)->refuses_cookies;
}

static const ServiceMethod cookie_methods[] = {
    { "setCookie", setCookie }, { "getCookie", getCookie }, { "hasCookies", hasCookies }, { "removeAllCookie", removeAll }, { "removeAllCookies", removeAll },
    { "removeSessionCookie", NULL }, { "removeSessionCookies", NULL }, { "removeExpiredCookie", NULL }, { "flush", NULL },
    { "setAcceptCookie", setAcceptCookie }, { "acceptCookie", acceptCookie }, { "setAcceptThirdPartyCookies", NULL }, { "acceptThirdPartyCookies", NULL },
    { "allowFileSchemeCookiesImpl", NULL }, { "setAcceptFileSchemeCookiesImpl", NULL },
    { 0 },
};

Object *webview_cookies(Thread *t)
{
    return webview_single(t, &(Implementation){ .class_name = "reenact/webview/Cookies", .super = "android/webkit/CookieManager", .methods = cookie_methods,
                                                .missing = webview_gap });
}

Object *webview_store(Thread *t, const char *super)
{
    char *name = xasprintf("reenact/webview/%s", strrchr(super, '/') + 1);
    Object *o = webview_single(t, &(Implementation){ .class_name = name, .super = super, .missing = service_default });
    free(name);
    return o;
}
